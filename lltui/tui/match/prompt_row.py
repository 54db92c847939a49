"""The lines above the keys: whose turn it is, what is asked, what stands still, the clock; and a notice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from lltui.desk.desk import Desk
from lltui.desk.table_news import STANDSTILL
from lltui.text.wording import Wording
from lltui.tui.art.pieces import Edge, Piece, Row, cut, parted, row, rule
from lltui.tui.kit.picture import Drawn

MOODS = {"turn": "mark", "halt": "warn", "over": "good"}


class Prompt(NamedTuple):
    """`mood`: turn, wait, halt, over."""

    mark: str
    text: str
    clock: str = ""
    mood: str = "wait"
    urgent: bool = False


def halted(words: Wording, desk: Desk, clock: str, *, sent: bool, sent_clock: str = "") -> Prompt | None:
    """What comes before any turn: no line, a table that stands still, a move under way, a bot that plays."""
    if desk.link is not None:
        return Prompt(words("prompt.lost"), words("prompt.lost_text"), "", "halt")
    if desk.waits is not None and desk.waits.phase in STANDSTILL:
        why = with_outlook(words(f"prompt.{desk.waits.phase}"), desk)
        return Prompt(words("prompt.halt"), why, clock, "halt")
    if sent:
        return Prompt(words("prompt.sent"), words("prompt.sending"), sent_clock)
    if desk.played:
        return Prompt(words("prompt.wait"), words("prompt.played"), "", "halt")
    return None


def clock_of(words: Wording, desk: Desk, left: float | None, *, mine: bool) -> str:
    """The time that is left.

    Whoever thinks at a table without a clock is shown none: nothing happens by itself when it is over.
    """
    if left is None or (mine and desk.waits is not None and desk.waits.then == "offer"):
        return ""
    seconds = max(0, round(left))
    return words("prompt.clock", minutes=seconds // 60, seconds=f"{seconds % 60:02}")


def with_outlook(text: str, desk: Desk) -> str:
    """For whom one waits, and what one may do about it or what comes of it."""
    return f"{text} {desk.outlook()}".rstrip()


def prompt_rows(prompt: Prompt, cells: int) -> list[Row]:
    """Whose turn it is and what is asked; the clock on the other side."""
    mark = Piece(prompt.mark, MOODS.get(prompt.mood, "words"))
    first = row(" ", mark, Piece("   "), Piece(prompt.text, "strong"))
    last = row(Piece(prompt.clock, "bad" if prompt.urgent else "words"), " ") if prompt.clock else ()
    return [parted(first, last, cells)]


def notice_rows(text: str, cells: int) -> list[Row]:
    """A line, and in it what one is told by the way."""
    return [rule(cells, text=Edge((Piece(cut(text, cells - 6), "notice"),)) if text else None)]


class PromptRow(Drawn):
    """What is asked, and the clock."""

    def rows(self, cells: int, rows: int) -> Sequence[Row]:
        del rows
        return prompt_rows(self.slice, cells)


class NoticeRow(Drawn):
    """A line with something said by the way; the slice is the sentence."""

    def rows(self, cells: int, rows: int) -> Sequence[Row]:
        del rows
        return notice_rows(self.slice, cells)
