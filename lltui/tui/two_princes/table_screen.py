"""The table of the princes: the story, what is to be done, the hand; keys select, and only Enter does it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from msgspec.structs import replace
from textual import events

from lltui.client import requests
from lltui.desk.desk import Desk, Place
from lltui.desk.telling import ToldOnce
from lltui.desk.two_princes.possible_moves import PickedMove, by_key, first_time, picked_move, refused
from lltui.desk.two_princes.possible_moves import begins as begins_now
from lltui.desk.two_princes.telling import HELP
from lltui.desk.two_princes.view import PrincesView
from lltui.games.chair import TurnRound
from lltui.games.game import Action
from lltui.games.two_princes import model as m
from lltui.games.two_princes.model import MODEL
from lltui.games.two_princes.story.vocabulary import Attr
from lltui.games.two_princes.views import Public
from lltui.tui.kit.lists import Row
from lltui.tui.kit.rows_widget import Drawn
from lltui.tui.kit.screen import Command
from lltui.tui.match.match_screen import ReadingScreen
from lltui.tui.match.table_dialogs import IN_MATCH, TableChoose
from lltui.tui.two_princes.draw_panels import DeedShown
from lltui.tui.two_princes.lookups import AREA, FIRST_PAGE, Cover
from lltui.tui.two_princes.story_table import StoryTable

# From this mean of a hand on it is fair to say so.
STRENGTHS = ((1.0, "strong"), (0.4, "fair"), (0.0, "weak"))


def strength(see: PrincesView, attr: Attr) -> str:
    """Of the own hand, by the mean of what its cards add."""
    adds = [value for card in see.private.hand for _, value in see.adds(card, (attr,))]
    mean = sum(adds) / len(adds)
    return next((word for least, word in STRENGTHS if mean >= least), "nothing")


# What one person on both seats says for both at once, so that nobody has to agree with himself.
SHARED = (m.Ready, m.Propose, m.Name)
# Where a hand, or a token, is nobody's business but its owner's.
PRIVATE = ("commit", "ballot", "mend")


def see_pauses(desk: Desk) -> bool:
    """Whether this is where things change hands."""
    public = desk.glimpse.public if desk.glimpse is not None else None
    return isinstance(public, Public) and public.phase == "pause"


class PrincesScreen(StoryTable):
    """For players, for watchers, and in a replay."""

    place = Place.TABLE
    KEEPS: ClassVar[bool] = True
    LONGEST: ClassVar[int] = 160
    OFFERS: ClassVar[tuple[Command, ...]] = (
        Command("answer", "1,2,3,4,5,6,7,8,9", palette=False, area=AREA, shown="1-9"),
        Command("answer_before", "up,left", bar=False, palette=False, area=AREA),
        Command("answer_after", "down,right", palette=False, area=AREA, shown="↑↓"),
        Command("commit", "enter", area=AREA, stays=True),
        Command("undo", "escape,backspace", area=AREA, bar=False),
        Command("read_on", "pagedown,space", area=AREA, stays=True),
        Command("read_back", "pageup", bar=False, area=AREA),
        Command("things", "i", area=AREA),
        Command("other", "o", area=AREA),
        Command("talk", "t", area=AREA),
        Command("signal", "s", area=AREA),
    )

    def __init__(self) -> None:
        super().__init__()
        self._echo: Action | None = None
        self._guide: ToldOnce | None = None
        self._covers = self._stays = False
        self._wanted: int | None = None  # who was asked for by a key

    def show(self, desk: Desk) -> None:
        if desk.glimpse is None or desk.began is None or desk.over:
            return
        see = self.view(desk)
        if self._echoes(see, desk):
            return
        before = self._now.selected
        self._now, dropped = self._now.renewed(desk.glimpse.menu)
        # To go on was selected for him: who had chosen nothing has lost nothing.
        if dropped and not (desk.played or isinstance(before, m.Ready)):
            self._notice = self.words("notice.dropped")
        ready = next((each for each in self._now.answers if isinstance(each, m.Ready)), None)
        if ready is not None and self._now.selected is None:
            self._now = self._now.select(ready)
        if self.hear_no(desk):
            self._now = picked_move(self._now.menu)
        self.turn_pages(see, desk)
        guide = self.guide
        begins = begins_now(see, guide)
        self._first = first_time(see, guide, asks=self._now.asks)
        self.paint()
        if begins:
            self.app.push_screen(ReadingScreen(FIRST_PAGE))
        if see.alone and see.you is not None and not self._covers:
            self._seat(see, see.you)

    @property
    def guide(self) -> ToldOnce | None:
        """What tells somebody who is new to the game what comes up, as long as the settings want it."""
        if self.table.visit is None or self.table.replay is not None or not self.table.settings.hints:
            return None
        if self._guide is None:
            self._guide = ToldOnce(self.table.ways.lessons.told, self.table.learn)
        return self._guide

    def _seat(self, see: PrincesView, you: int) -> None:
        """Have the right one look, where something is for one pair of eyes."""
        wanted, self._wanted = self._wanted, None if self._wanted == you else self._wanted
        if you == self._owner or see.public.phase not in PRIVATE:
            self._stays = False
        elif wanted is None and self._may_stay(see):
            if not self._stays:  # once: two of them would turn it there and back
                self._stays = True
                self.run_worker(self.table.act(TurnRound()), group="stay")
        else:
            self._turn_round(you)

    def about(self) -> Iterator[str]:
        """The page, what is asked and the rules for it, a test, the own hand, and the boards."""
        desk = self.table.desk
        if desk is None or desk.glimpse is None:
            return
        see, words = self.view(desk), self.words
        yield words("about.map" if see.public.phase in ("visit", "night") else "about.page")
        if self.table.replay is None:  # there nobody thinks, and nobody plays
            silent = "_silent" if see.options.hints == "none" else ""
            yield words(
                f"about.question{silent}"
                if self._now.asks
                else "about.watch"
                if see.you is None
                else "about.wait"
            )
        for name in HELP.get(see.public.phase, ("goal",)):
            yield see.voice.in_short(name)
        if DeedShown(see, self._now, self._steps).tests:
            yield words("about.test")
        if see.you is not None:
            yield words("about.hand")
        yield words("about.boards")
        yield words("about.misery")

    def _may_stay(self, see: PrincesView) -> bool:
        """Whether who sits here has something to do that is his alone as well: then he does it first.

        So the table is turned once at a test of both, and once at a secret vote.
        """
        public, owner = see.public, self._owner
        if owner is None:
            return False
        if public.phase == "ballot":
            return owner not in public.asked.chosen
        trial = public.trial_of(owner) if public.phase == "commit" else None
        boy = public.princes[see.prince(owner)]
        return trial is not None and bool(boy.hand) and trial.settled[see.prince(owner)] is None

    def _turn_round(self, seat: int) -> None:
        """Once, however often one is told."""
        if not self._covers:
            self._covers = True
            self.app.push_screen(Cover(seat), self._uncovered)

    def _uncovered(self, seat: int | None) -> None:
        self._covers = False
        self._owner = seat if seat is not None else self._owner
        self.paint()

    def _echoes(self, see: PrincesView, desk: Desk) -> bool:
        """One person on both seats says it once."""
        echo, self._echo = self._echo, None
        if see.alone and echo is not None and desk.glimpse is not None and echo in desk.glimpse.menu:
            self.run_worker(self.table.act(echo), group="echo")
            return True
        return False

    # ---------------------------------------------------------------- selecting

    def on_key(self, event: events.Key) -> None:
        """Digits select; and an Enter too early is answered, not swallowed."""
        desk = self.table.desk
        if desk is None or desk.glimpse is None or self.talking:
            return
        if self._notice:
            self.say("")
        if event.key.isdecimal():
            if self._steps is not None:
                self.all_open()
            else:
                self._choose(event.key)
            event.stop()
        elif event.key == "i" and self._now.may and not self.check_action("things", ()):
            self.say(self.words("notice.no_things" if see_pauses(desk) else "notice.things"))
            event.stop()

    def _choose(self, key: str) -> None:
        """The answer with this key, or why it cannot be."""
        desk = self.table.desk
        if desk is None or desk.glimpse is None:
            return
        see = self.view(desk)
        action = by_key(see, self._now, key)
        if action is not None:
            self._pick(self._now.select(action))
        elif (why := refused(see, self._now, key)) and self._now.asks:
            self.say(why)

    async def pointed(self, event: Drawn.Pointed) -> None:
        """A click selects an answer, and one more on the same settles it."""
        desk, before = self.table.desk, self._now
        if event.sign or desk is None or desk.glimpse is None or self.table.replay is not None:
            return
        self._choose(event.key)
        if before.selected is not None and by_key(self.view(desk), before, event.key) == before.selected:
            await self.action_commit()

    def _pick(self, now: PickedMove) -> None:
        before, self._now = self._now, now
        asked, self._read = self._reading and now != before, self._read or now != before
        if asked or replace(now, selected=None) != replace(before, selected=None):
            self.paint()
        elif now != before:
            self.point()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        desk, see = self.table.desk, self._now
        if action in ("answer", "answer_before", "answer_after"):
            return see.may and len(see.answers) > (1 if see.asks else 0)
        if action == "read_on":
            return not self._pages or self.unread or self._steps is not None
        if action == "things":
            return see.may and (see.has_things or see.things)
        if action == "other":
            return desk is not None and desk.local and see.asks and self._alone
        if action in ("talk", "signal"):
            # Nobody is there to be spoken to at a table of one's own; and nobody speaks over covered tokens.
            public = desk.glimpse.public if desk is not None and desk.glimpse is not None else None
            hush = isinstance(public, Public) and public.phase == "ballot"
            return desk is not None and desk.may_talk and not hush and (action == "talk" or not desk.watches)
        return super().check_action(action, parameters)

    @property
    def _alone(self) -> bool:
        desk = self.table.desk
        return desk is not None and desk.began is not None and len(set(desk.began.names)) == 1

    def action_answer_before(self) -> None:
        """The one above."""
        self._pick(self._now.shift(-1))

    def action_answer_after(self) -> None:
        """The one below."""
        self._pick(self._now.shift(1))

    def action_things(self) -> None:
        """What one has: to give away, or to use."""
        self._pick(self._now.look_through())

    async def action_other(self) -> None:
        """The other prince first."""
        desk = self.table.desk
        if desk is not None and desk.began is not None and desk.began.you is not None:
            self._wanted = 1 - desk.began.you
        await self.table.act(TurnRound())

    async def action_commit(self) -> None:
        """Read on; where all is read, do what is selected."""
        reads = self._reading or isinstance(self._now.selected, m.Ready)
        if self._steps is not None:
            self.step_on()
        elif reads and (self.too_soon or self.turn_page(1)):
            return
        elif self._now.selected is None or self._now.sent:
            self.say(self.words("notice.nothing" if self._now.asks else "notice.wait"))
        else:
            action, self._now = self._now.selected, replace(self._now, sent=True)
            self._echo = action if isinstance(action, SHARED) else None
            self.paint()
            await self.table.act(action)

    async def action_undo(self) -> None:
        """One step back."""
        if self.talking:
            await self.talk(on=False)
        elif self._steps is not None:
            self.all_open()
        else:
            self._pick(self._now.back())

    # ------------------------------------------------------------------------ talk

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
        see = None if desk is None or desk.glimpse is None else self.view(desk)
        if see is None or see.you is None or not see.private.hand:
            return 0
        trial = see.public.trial_of(see.you)
        return MODEL.signs.index(strength(see, trial.attr)) if trial is not None else 0
