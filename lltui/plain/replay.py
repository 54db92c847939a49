"""A finished match, page by page: the words of the plain board, without a question.

A page is what came of one entry.  Where a seat looks on, its own moves show
what it held; where all eyes look, everybody's hands stand under each page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from lltui.client.updates import Began
from lltui.desk.desk import Desk, Words
from lltui.desk.record_sentences import record_words, remark
from lltui.games.game import Action, Event, Seat, asked
from lltui.games.love_letter import views as love_letter_views
from lltui.games.two_princes import views as princes_views
from lltui.plain.board import sheet_of, texts
from lltui.plain.paper import Paper
from lltui.record.kept_match_facts import ReplayFacts, ReplayScene
from lltui.text import Wording
from lltui.text.voice import TOLD_BETTER


class ReplayPage(NamedTuple):
    """Entry `seq` in words; `round` counts fair deals."""

    seq: int
    round: int
    lines: tuple[str, ...]


class ReplayPages:
    """The pages of a match, seen from one place; a match that is over ends with its result."""

    def __init__(
        self, match: ReplayFacts, you: Seat | None, scenes: Sequence[ReplayScene], words: Words
    ) -> None:
        self._desk = Desk(words, sees=False)
        self._began = Began(
            match.number, match.game, match.options, match.names, you, match.bots, hosting=False
        )
        self._desk.hear(self._began)
        self._scenes, self._judgeable = scenes, match.judgeable
        self._sheet = sheet_of(self._desk)
        self._words = record_words(words.language)
        self._names = match.names
        self.pages = [page for page in map(self._page, scenes) if page.lines]
        if match.over:
            self.pages.append(ReplayPage(scenes[-1].seq, scenes[-1].deal, tuple(self._sheet.result())))

    def place(self, seq: int) -> int:
        """Of the page that tells of this entry, or of the next one that there is."""
        last = len(self.pages) - 1
        return next((at for at, page in enumerate(self.pages) if page.seq >= seq), last)

    def _page(self, scene: ReplayScene) -> ReplayPage:
        glimpse = scene.glimpse
        if scene.hands:
            glimpse = replace(glimpse, heard=_without_echoes(glimpse.heard))
        lines = [remark(self._words, told, self._names) for told in scene.remarks]
        lines += texts(self._desk.hear(glimpse))
        if self._desk.looks:
            lines += ("", *self._sheet.score(), "")
            self._desk.go_on()
        elif lines and asked(glimpse.menu):
            lines += ("", *self._sheet.turn())
        if lines and scene.hands:
            lines += self._hands(scene.hands)
        return ReplayPage(scene.seq, scene.deal, tuple(lines))

    def advice(self, page: ReplayPage) -> Sequence[str]:
        """What was to be chosen on a page, what each of it was worth, and why; empty for a game without."""
        desk = Desk(self._desk.words, sees=False)
        desk.hear(self._began)
        menu: Sequence[Action] = ()
        for scene in self._scenes:
            if scene.seq > page.seq:
                break
            desk.hear(scene.glimpse)
            desk.go_on()
            menu = scene.glimpse.menu
        return sheet_of(desk).advice(menu, played=self._judgeable)

    def _hands(self, hands: Sequence[Struct]) -> Iterator[str]:
        voice = self._desk.voice
        for seat, private in enumerate(hands):
            if isinstance(private, love_letter_views.Private | princes_views.Private) and private.hand:
                row = self._words.row([voice.card(card, "acc") for card in private.hand])
                yield self._words("replay.holds", name=voice.name(seat), cards=row)


def _without_echoes(heard: Sequence[Event]) -> tuple[Event, ...]:
    """What somebody heard whispered says all that the table heard of it."""
    whispered = {(type(event).__name__, getattr(event, "who", None)) for event in heard}
    return tuple(
        event
        for event in heard
        if (TOLD_BETTER.get(type(event).__name__), getattr(event, "who", None)) not in whispered
    )


class PageTurner:
    """Turns the pages: forward, back, or to a round.  Who wants to practise is sent off, and comes back."""

    def __init__(
        self,
        pages: Sequence[ReplayPage],
        words: Wording,
        paper: Paper,
        advice: Callable[[ReplayPage], Sequence[str]] | None = None,
        at: int = 0,
    ) -> None:
        self._pages = pages
        self._words = words
        self._advice = advice
        self._paper = paper
        self._at = at
        self.practises = False

    @property
    def page(self) -> ReplayPage:
        """The one that was shown last."""
        return self._pages[self._at]

    @property
    def ended(self) -> bool:
        """Nothing is left to be shown."""
        return self._at >= len(self._pages)

    def show(self) -> None:
        """This page, and what may be typed."""
        self._paper.lines(self._pages[self._at].lines)
        at, of = self._at + 1, len(self._pages)
        key = "replay.last" if at == of else "replay.keys"
        advice = self._words("replay.advice_key") if self._advice is not None else ""
        self._paper.prompt(self._words(key, at=at, of=of, advice=advice))

    def leave(self) -> None:
        """The input has ended behind a question."""
        self._paper.fresh()
        self._paper.say(self._words("replay.ended"))

    def read(self, typed: str) -> bool:
        """What was typed; False to get up."""
        self._paper.answered()
        self.practises = False
        word = typed.strip().casefold()
        if word in self._words("replay.quit").split():
            return False
        if word in self._words("replay.back").split():
            self._at = max(0, self._at - 1)
        elif word in self._words("replay.practise").split():
            self.practises = True
        elif word in self._words("replay.advice").split() and self._advice is not None:
            self._paper.lines(("", *self._advice(self.page), ""))
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
