"""The story on the table of the princes: page by page, a test step by step, and talk beside it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from textual.timer import Timer

from lltui.client import requests
from lltui.desk.desk import Desk
from lltui.desk.two_princes.story import pages
from lltui.desk.two_princes.trials import cards_to_show
from lltui.desk.two_princes.view import Page, PrincesView, Story
from lltui.games.game import Event
from lltui.games.two_princes import events as e
from lltui.games.two_princes.model import MODEL, Private, Public
from lltui.games.two_princes.story.vocabulary import Attr
from lltui.text.princes import PrincesVoice
from lltui.tui.kit.command import Command
from lltui.tui.kit.lists import Row
from lltui.tui.match.match_screen import Saying
from lltui.tui.match.table_dialogs import IN_MATCH, TableChoose
from lltui.tui.two_princes import widgets as w
from lltui.tui.two_princes.lookups import AREA, PrincesOffers

# From this mean of a hand on it is fair to say so.
STRENGTHS = ((1.0, "strong"), (0.4, "fair"), (0.0, "weak"))


class Talking(Saying, PrincesOffers):
    """Laid over a table's screen."""

    OFFERS: ClassVar[tuple[Command, ...]] = (
        Command("talk", "t", area=AREA),
        Command("signal", "s", area=AREA),
    )

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Nobody is there to be spoken to at a table of one's own; and nobody speaks over covered tokens."""
        if action in ("talk", "signal"):
            desk = self.table.desk
            public = desk.glimpse.public if desk is not None and desk.glimpse is not None else None
            hush = isinstance(public, Public) and public.phase == "ballot"
            return desk is not None and not desk.local and not desk.watches and not hush
        return super().check_action(action, parameters)

    KEEPS: ClassVar[bool] = True

    def action_signal(self) -> None:
        """One of the signs; the one that fits the own hand is selected."""

        def answers() -> Sequence[Row]:
            return [Row(self.words(f"sign.{sign}")) for sign in MODEL.signs]

        def chosen(at: int | None) -> None:
            if at is not None:
                self.run_worker(self.table.act(requests.signal(MODEL.signs[at])), group="signal")

        self.app.push_screen(
            TableChoose(lambda: self.words("sign.question"), answers, self._fitting()).only_at(IN_MATCH),
            chosen,
        )

    def _fitting(self) -> int:
        """How strong the own hand is in what is tested now."""
        desk = self.table.desk
        glimpse = desk.glimpse if desk is not None else None
        if desk is None or glimpse is None:
            return 0
        public, private, voice = glimpse.public, glimpse.private, desk.voice
        if not (
            isinstance(public, Public) and isinstance(private, Private) and isinstance(voice, PrincesVoice)
        ):
            return 0
        you = desk.began.you if desk.began is not None else None
        trial = None if you is None else public.trial_of(you)
        if trial is None or not private.hand:
            return 0
        return MODEL.signs.index(strength(voice, private.hand, trial.attr))


def strength(voice: PrincesVoice, hand: Sequence[str], attr: Attr) -> str:
    """By the mean of what its cards add."""
    adds = [getattr(voice.story.index.conditions[card], attr) for card in hand]
    mean = sum(adds) / len(adds)
    return next((word for least, word in STRENGTHS if mean >= least), "nothing")


STEP = 0.35  # seconds that each step of what is shown in steps stays


class Reading(Talking):
    """Laid over a table's screen that has a StoryPage, and is painted by `paint`."""

    def __init__(self) -> None:
        super().__init__()
        self._pages: tuple[Page, ...] = ()
        self._page = 0
        self._offset: int | None = None
        self._open: tuple[object, ...] | None = None
        self._steps: int | None = None
        self._stepping: Timer | None = None

    @abstractmethod
    def paint(self) -> None:
        """All that is seen, as it is now."""

    # ------------------------------------------------------------------- pages

    def turn_pages(self, see: PrincesView, desk: Desk) -> None:
        """A new card begins at its beginning, what came of it where it comes."""
        before, self._pages = self._pages, pages(see)
        front = see.public.front
        key = (front.card if front else None, see.public.day, see.public.chapter, len(see.public.sown))
        if front is None or (self._open is not None and self._open[0] != key[0]):
            self._page, self._offset = 0, None
        elif self._pages != before:
            self._offset = None
            if len(self._pages) <= self._page:
                self._page = 0
        if self._open is not None and self._pages != before:
            self._reveal(see, desk.heard)
        self._open = key

    @property
    def _last_page(self) -> bool:
        return self._page >= len(self._pages) - 1

    def story(self) -> Story:
        """The page that is open, from where one reads."""
        page = self._pages[min(self._page, len(self._pages) - 1)]
        if self._steps is not None and page.begin:
            page = page._replace(paras=page.paras[: page.begin], begin=0)
        on = "" if self._last_page else self.words("page.next")
        return Story(page, self._offset, self.words("page.more"), "", on)

    @property
    def unread(self) -> bool:
        """Whether there is more to be read."""
        return self.query_one(w.StoryPage).window.more > 0 or not self._last_page

    def turn_page(self, step: int) -> bool:
        """The rest of the page, then the next one; or back.  False when there is no more."""
        seen = self.query_one(w.StoryPage).window
        if self._steps is not None:
            self.all_open()
            return True
        if step > 0 and seen.more:
            self._offset = seen.last - 1
        elif step > 0 and not self._last_page:
            self._page, self._offset = self._page + 1, None
        elif step < 0 and seen.first:
            self._offset = max(0, seen.first - (seen.last - seen.first) + 1)
        elif step < 0 and self._page:
            self._page, self._offset = self._page - 1, None
        else:
            return False
        self.paint()
        self.call_after_refresh(self.paint)
        return True

    def action_read_on(self) -> None:
        """Further down, and to the next page."""
        self.turn_page(1)

    def action_read_back(self) -> None:
        """Further up, and to the page before."""
        self.turn_page(-1)

    # ---------------------------------------------------------------- in steps

    def _reveal(self, see: PrincesView, heard: Sequence[Event]) -> None:
        """A test that was just decided is laid open card by card."""
        if self._steps is not None or not self.table.moves:
            return
        if any(isinstance(event, e.TrialEnded) for event in heard):
            self._steps = 0
            last = cards_to_show(see)
            self._stepping = self.set_interval(STEP, lambda: self._step(last))

    def _step(self, last: int) -> None:
        if self._steps is not None:
            self._steps += 1
            if self._steps >= last:
                self.all_open()
            else:
                self.paint()

    def all_open(self) -> None:
        """Without waiting for the steps."""
        self._steps = None
        if self._stepping is not None:
            self._stepping.stop()
        self._stepping = None
        self.paint()
