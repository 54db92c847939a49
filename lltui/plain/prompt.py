"""What the board waits for: a question with numbered answers; and what somebody means who typed one."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from enum import Enum, auto
from typing import Any, NamedTuple

from lltui.desk.half_move import AskedMove
from lltui.plain.paper import spelt
from lltui.text import Voice, Wording


class PromptKind(Enum):
    """What the answer is for."""

    MOVE = auto()
    PAUSE = auto()
    LEAVE = auto()
    AGAIN = auto()
    LOBBY = auto()
    SURE = auto()


class ListedAnswer(NamedTuple):
    """One line of a list."""

    label: str
    value: Any


class Prompt(NamedTuple):
    """Without entries, Enter is all that is asked for."""

    kind: PromptKind
    question: str
    entries: tuple[ListedAnswer, ...] = ()

    @property
    def labels(self) -> tuple[str, ...]:
        """What stands in the list."""
        return tuple(entry.label for entry in self.entries)


def of_move(move: AskedMove, voice: Voice) -> Prompt:
    """The list for a move half made."""
    question = move.question
    assert question is not None, "something is asked"
    entries = tuple(ListedAnswer(voice.answer(question, value), value) for value in question.answers)
    return Prompt(PromptKind.MOVE, voice.ask(question, move.known), entries)


def yes_or_no(kind: PromptKind, words: Wording, *, first: bool) -> Prompt:
    """A question of the board's own; `first` is the answer that stands first."""
    name = kind.name.lower()
    entries = (ListedAnswer(words(f"{name}.yes"), value=True), ListedAnswer(words(f"{name}.no"), value=False))
    return Prompt(kind, words(f"{name}.question"), entries if first else entries[::-1])


# ------------------------------------------------------------- what was typed


def meant(typed: str, labels: Sequence[str]) -> tuple[int, ...]:
    """The places of all entries that this may mean."""
    return named(typed, labels) or begun(typed, labels)


def named(typed: str, labels: Sequence[str]) -> tuple[int, ...]:
    """By number or by the whole name, so that "prince" is never the Princess."""
    if typed.isdecimal():
        return (int(typed) - 1,) if 1 <= int(typed[:9]) <= len(labels) else ()
    return _fitting(typed, labels, str.__eq__)


def begun(typed: str, labels: Sequence[str]) -> tuple[int, ...]:
    """By how the name begins."""
    return _fitting(typed, labels, str.startswith) if typed and not typed.isdecimal() else ()


def _fitting(typed: str, labels: Sequence[str], fits: Any) -> tuple[int, ...]:
    return tuple(
        place
        for place, label in enumerate(labels)
        if any(fits(name, word) for name in _readings(label) for word in _readings(typed))
    )


def _readings(text: str) -> set[str]:
    """König, koenig and konig are the same to a keyboard."""
    folded = text.casefold()
    stripped = "".join(c for c in unicodedata.normalize("NFKD", folded) if not unicodedata.combining(c))
    return {folded, stripped, spelt(folded)}
