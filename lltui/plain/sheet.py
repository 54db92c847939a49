"""What lies open, told in words: one sheet per game, and an empty one for any other.

The board asks a sheet for lines and knows nothing of what they are about.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from msgspec import Struct

from lltui.desk.telling import Telling, VoiceTelling
from lltui.games.choices import Question
from lltui.games.game import Seat
from lltui.games.seat import Glimpse
from lltui.text import Voice


class Seating(Protocol):
    """What a sheet has to know of a match: a chair tells it, and so does the news that it began."""

    @property
    def game(self) -> str:
        """Which one is played."""

    @property
    def options(self) -> Struct:
        """By which rules."""

    @property
    def names(self) -> tuple[str, ...]:
        """Who plays, by seat."""

    @property
    def you(self) -> Seat | None:
        """Whose sheet it is; None is a watcher's."""


class Sheet(Telling, Protocol):
    """The part of a board that knows the game."""

    def welcome(self) -> Sequence[str]:
        """Before the first card."""

    def lying(self, glimpse: Glimpse) -> Sequence[str]:
        """What whoever comes back in the middle has to read again."""

    def turn(self, glimpse: Glimpse) -> Sequence[str]:
        """What one wants to know before answering: the hand, and what is certain."""

    def table(self, glimpse: Glimpse) -> Sequence[str]:
        """Everything that lies open, and all that this seat knows."""

    def cards(self) -> Sequence[str]:
        """Every card and what it does."""

    def moment(self, glimpse: Glimpse) -> Sequence[str]:
        """Help for just this moment."""

    def rules(self) -> Sequence[str]:
        """All rules."""

    def score(self, glimpse: Glimpse) -> Sequence[str]:
        """How it stands, when it rests."""

    def result(self, glimpse: Glimpse) -> Sequence[str]:
        """How it ended."""

    def idle(self, glimpse: Glimpse) -> str:
        """Why there is nothing to answer now; empty if it simply is not one's turn."""

    def refused(self, glimpse: Glimpse, question: Question, typed: str) -> str:
        """Why what was typed cannot be chosen; empty if it means nothing here."""


class NoSheet(VoiceTelling):
    """For a game that has none yet: the voice alone."""

    def welcome(self) -> Sequence[str]:
        return ()

    def lying(self, _glimpse: Glimpse) -> Sequence[str]:
        return ()

    def turn(self, _glimpse: Glimpse) -> Sequence[str]:
        return ()

    def table(self, _glimpse: Glimpse) -> Sequence[str]:
        return ()

    def cards(self) -> Sequence[str]:
        return ()

    def moment(self, _glimpse: Glimpse) -> Sequence[str]:
        return ()

    def rules(self) -> Sequence[str]:
        return ()

    def score(self, _glimpse: Glimpse) -> Sequence[str]:
        return ()

    def result(self, _glimpse: Glimpse) -> Sequence[str]:
        return ()

    def idle(self, _glimpse: Glimpse) -> str:
        return ""

    def refused(self, _glimpse: Glimpse, _question: Question, _typed: str) -> str:
        return ""


SheetOf = Callable[[Seating, Voice, str, str], Sheet]


def _love_letter(chair: Seating, voice: Voice, language: str, theme: str) -> Sheet:
    from lltui.plain.love_letter import LoveLetterSheet  # noqa: PLC0415 - what is not played is not loaded

    return LoveLetterSheet(chair, voice, language, theme)


def _princes(chair: Seating, voice: Voice, _language: str, _theme: str) -> Sheet:
    from lltui.plain.princes import PrincesSheet  # noqa: PLC0415 - as above

    return PrincesSheet(chair, voice)


SHEETS: Mapping[str, SheetOf] = {"love-letter": _love_letter, "princes": _princes}
