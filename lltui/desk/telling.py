"""What is told of a match: lines of a log, which boards print or draw; each game has its own telling."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import NamedTuple, Protocol

from lltui.games.chair import Glimpse, Update
from lltui.games.game import Event, Seat
from lltui.text import Voice


class Kind(Enum):
    """What a line of the log is about."""

    EVENT = "event"
    SAID = "said"
    NOTE = "note"
    PROOF = "proof"
    ALARM = "alarm"


class Line(NamedTuple):
    """A line of the log: `text` in whole sentences, `brief` for a narrow column.

    `who` did it or said it, and is called `name`; `fact` is what the line tells.
    What happened and has nothing `brief` is seen anyway where there are columns.
    """

    kind: Kind
    text: str
    brief: str = ""
    who: Seat | None = None
    name: str = ""
    fact: Update | None = None


class Telling(Protocol):
    """The part of the log that knows the game."""

    def told(self, heard: Sequence[Event]) -> Iterator[Line]:
        """What happened in one move: paragraphs, and empty lines between some of them."""

    def rests(self, glimpse: Glimpse) -> bool:
        """Something has come to an end that one wants to look at."""


class VoiceTelling:
    """Of a game that has none of its own: its voice alone."""

    def __init__(self, voice: Voice) -> None:
        self._voice = voice

    def told(self, heard: Sequence[Event]) -> Iterator[Line]:
        return (Line(Kind.EVENT, text) for text in self._voice.tell(heard))

    def rests(self, _glimpse: Glimpse) -> bool:
        return False
