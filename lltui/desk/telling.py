"""How a game's moves are told, and where a match rests: the same on every board, one for each game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from lltui.games.game import Event
from lltui.games.seat import Glimpse
from lltui.text import Voice


class Telling(Protocol):
    """The part of the log that knows the game."""

    def told(self, heard: Sequence[Event]) -> Sequence[str]:
        """What happened in one move, as paragraphs."""

    def rests(self, glimpse: Glimpse) -> bool:
        """Something has come to an end that one wants to look at."""


class VoiceTelling:
    """Of a game that has none of its own: its voice alone."""

    def __init__(self, voice: Voice) -> None:
        self._voice = voice

    def told(self, heard: Sequence[Event]) -> Sequence[str]:
        return self._voice.tell(heard)

    def rests(self, _glimpse: Glimpse) -> bool:
        return False


def _love_letter(voice: Voice) -> Telling:
    from lltui.desk.love_letter.telling import LoveLetterTelling  # noqa: PLC0415 - what is not played is not loaded

    return LoveLetterTelling(voice)


def _princes(voice: Voice) -> Telling:
    from lltui.desk.two_princes.telling import PrincesTelling  # noqa: PLC0415 - as above

    return PrincesTelling(voice)


TELLINGS: Mapping[str, Callable[[Voice], Telling]] = {"love-letter": _love_letter, "princes": _princes}


def telling_of(game: str, voice: Voice) -> Telling:
    """The one of this game."""
    return TELLINGS.get(game, VoiceTelling)(voice)
