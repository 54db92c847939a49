"""What the board waits for: a question and its numbered answers."""

from __future__ import annotations

from enum import Enum, auto
from typing import NamedTuple

from lltui.desk.half_move import AskedMove
from lltui.plain.answers import Entry
from lltui.text import Voice
from lltui.text.wording import Wording


class Kind(Enum):
    """What the answer is for."""

    MOVE = auto()
    PAUSE = auto()
    LEAVE = auto()
    AGAIN = auto()
    LOBBY = auto()
    SURE = auto()


class Prompt(NamedTuple):
    """Without entries, Enter is all that is asked for."""

    kind: Kind
    question: str
    entries: tuple[Entry, ...] = ()

    @property
    def labels(self) -> tuple[str, ...]:
        """What stands in the list."""
        return tuple(entry.label for entry in self.entries)


def of_move(move: AskedMove, voice: Voice) -> Prompt:
    """The list for a move half made."""
    question = move.question
    assert question is not None, "something is asked"
    entries = tuple(Entry(voice.answer(question, value), value) for value in question.answers)
    return Prompt(Kind.MOVE, voice.ask(question, move.known), entries)


def yes_or_no(kind: Kind, words: Wording, *, first: bool) -> Prompt:
    """A question of the board's own; `first` is the answer that stands first."""
    name = kind.name.lower()
    entries = (Entry(words(f"{name}.yes"), value=True), Entry(words(f"{name}.no"), value=False))
    return Prompt(kind, words(f"{name}.question"), entries if first else entries[::-1])
