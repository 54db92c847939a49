"""Which sheet lies on which board."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from lltui import text
from lltui.games.seat import Chair
from lltui.plain.board import Board
from lltui.plain.paper import Paper
from lltui.plain.sheet import NoSheet, Seating, Sheet
from lltui.text import Voice
from lltui.text.wording import Wording

SheetOf = Callable[[Seating, Voice, str, str], Sheet]


def _love_letter(chair: Seating, voice: Voice, language: str, theme: str) -> Sheet:
    from lltui.plain.love_letter import LoveLetterSheet  # noqa: PLC0415 - what is not played is not loaded

    return LoveLetterSheet(chair, voice, language, theme)


def _princes(chair: Seating, voice: Voice, _language: str, _theme: str) -> Sheet:
    from lltui.plain.princes import PrincesSheet  # noqa: PLC0415 - as above

    return PrincesSheet(chair, voice)


SHEETS: Mapping[str, SheetOf] = {"love-letter": _love_letter, "princes": _princes}


def board_of(
    chair: Chair, language: str, theme: str, paper: Paper, *, pauses: bool, again: bool = True, part: str = ""
) -> Board:
    """A board for this chair; a game without a sheet is told by its voice alone."""
    voice = text.voice(chair.game, language, theme, chair.names, chair.you, chair.options)
    sheet = SHEETS[chair.game](chair, voice, language, theme) if chair.game in SHEETS else NoSheet(voice)
    return Board(voice, sheet, Wording(language, part), paper, pauses=pauses, again=again)
