"""A finished match, page by page: the words of the plain board, without a question.

A page is what came of one entry.  Where a seat looks on, its own moves show
what it held; where all eyes look, everybody's hands stand under each page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct

from lltui import text
from lltui.desk.verdict import record_words, remark
from lltui.games.game import Event, Seat, asked
from lltui.games.love_letter import model as love_letter
from lltui.games.two_princes import model as princes
from lltui.plain.paper import Paper
from lltui.plain.sheet import SHEETS, NoSheet, Sheet
from lltui.record.scenes import ReplayScene
from lltui.text.voice import TOLD_BETTER
from lltui.text.wording import Wording


class Page(NamedTuple):
    """One entry in words; `round` counts fair deals."""

    round: int
    lines: tuple[str, ...]


class Place(NamedTuple):
    """Where one looks from, as far as a sheet asks; `you` is None for nobody's seat."""

    game: str
    options: Struct
    names: tuple[str, ...]
    you: Seat | None


class Reel:
    """The pages of a match, seen from one place; a match that is `over` ends with its result."""

    def __init__(
        self, place: Place, scenes: Sequence[ReplayScene], language: str, theme: str, *, over: bool
    ) -> None:
        self._voice = text.voice(place.game, language, theme, place.names, place.you, place.options)
        sheet_of = SHEETS.get(place.game)
        self._sheet: Sheet = (
            sheet_of(place, self._voice, language, theme) if sheet_of else NoSheet(self._voice)
        )
        self._words = record_words(language)
        self._names = place.names
        self.pages = [page for page in map(self._page, scenes) if page.lines]
        if over:
            self.pages.append(Page(scenes[-1].deal, tuple(self._sheet.result(scenes[-1].glimpse))))

    def _page(self, scene: ReplayScene) -> Page:
        glimpse = scene.glimpse
        lines = [remark(self._words, told, self._names) for told in scene.remarks]
        lines += self._sheet.told(_without_echoes(glimpse.heard) if scene.hands else glimpse.heard)
        if self._sheet.rests(glimpse):
            lines += ("", *self._sheet.score(glimpse), "")
        elif lines and asked(glimpse.menu):
            lines += ("", *self._sheet.turn(glimpse))
        if lines and scene.hands:
            lines += self._hands(scene.hands)
        return Page(scene.deal, tuple(lines))

    def _hands(self, hands: Sequence[Struct]) -> Iterator[str]:
        for seat, private in enumerate(hands):
            cards = HELD.get(type(private), _nothing)(private)
            if cards:
                row = self._words.row([self._voice.card(card, "acc") for card in cards])
                yield self._words("replay.holds", name=self._voice.name(seat), cards=row)


def _without_echoes(heard: Sequence[Event]) -> tuple[Event, ...]:
    """What somebody heard whispered says all that the table heard of it."""
    whispered = {(type(event).__name__, getattr(event, "who", None)) for event in heard}
    return tuple(
        event
        for event in heard
        if (TOLD_BETTER.get(type(event).__name__), getattr(event, "who", None)) not in whispered
    )


def _nothing(_private: Struct) -> tuple[str, ...]:
    return ()


def _cards(private: Struct) -> tuple[str, ...]:
    assert isinstance(private, love_letter.Private | princes.Private), private
    return private.hand


# The cards that a seat holds, by the type of its private view.
HELD: Mapping[type[Struct], Callable[[Struct], tuple[str, ...]]] = {
    love_letter.Private: _cards,
    princes.Private: _cards,
}


class Player:
    """Turns the pages: forward, back, or to a round."""

    def __init__(self, pages: Sequence[Page], words: Wording, paper: Paper) -> None:
        self._pages = pages
        self._words = words
        self._paper = paper
        self._at = 0

    @property
    def ended(self) -> bool:
        """Nothing is left to be shown."""
        return self._at >= len(self._pages)

    def show(self) -> None:
        """This page, and what may be typed."""
        self._paper.lines(self._pages[self._at].lines)
        at, of = self._at + 1, len(self._pages)
        self._paper.prompt(self._words("replay.keys", at=at, of=of))

    def read(self, typed: str) -> bool:
        """What was typed; False to get up."""
        self._paper.answered()
        word = typed.strip().casefold()
        if word in self._words("replay.quit").split():
            return False
        if word in self._words("replay.back").split():
            self._at = max(0, self._at - 1)
        elif word.isdecimal():
            self._jump(int(word[:9]))
        elif word:
            self._paper.say(self._words("replay.unknown"))
        else:
            self._at += 1
        return True

    def _jump(self, wanted: int) -> None:
        found = next((at for at, page in enumerate(self._pages) if page.round == wanted), None)
        if found is None:
            self._paper.say(self._words("replay.no-round", round=wanted, last=self._pages[-1].round))
        else:
            self._at = found
