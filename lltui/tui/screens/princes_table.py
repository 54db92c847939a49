"""The table of the princes: the story, what is to be done, the hand; keys select, and only Enter does it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from msgspec import Struct
from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.timer import Timer
from textual.widgets import Input

from lltui.games.game import Action, Event
from lltui.games.seat import TurnRound
from lltui.games.two_princes import events as e
from lltui.games.two_princes import model as m
from lltui.tui.boards.love_letter.widgets import PromptRow
from lltui.tui.boards.princes import draw_sides, look, picking, talk, telling
from lltui.tui.boards.princes import widgets as w
from lltui.tui.boards.princes.deeds import actor, by_key, deed, refused
from lltui.tui.boards.princes.draw_deed import body
from lltui.tui.boards.princes.draw_map import HEIGHT
from lltui.tui.boards.princes.draw_story import needed
from lltui.tui.boards.princes.picking import Picking
from lltui.tui.boards.princes.picture import Deed, Map, Page, Story
from lltui.tui.boards.princes.places import LARGE, SIDE, Need, Plan, plan
from lltui.tui.boards.princes.prompting import prompt
from lltui.tui.boards.princes.sight import Sight, sight
from lltui.tui.boards.princes.trying import cards_to_show
from lltui.tui.command import Command
from lltui.tui.desk import Desk, Place
from lltui.tui.keybar import KeyBar
from lltui.tui.screens.princes_pages import AREA, Cover
from lltui.tui.screens.princes_talk import Talking

STEP = 0.35  # seconds that each step of what is shown in steps stays
# What one person on both seats says for both at once, so that nobody has to agree with himself.
SHARED = (m.Ready, m.Propose, m.Name)
# Where a hand, or a token, is nobody's business but its owner's.
PRIVATE = ("commit", "ballot", "mend")


class PrincesScreen(Talking):
    """For players, for watchers, and in a replay."""

    place = Place.TABLE
    OFFERS: ClassVar[tuple[Command, ...]] = (
        Command("answer", "1,2,3,4,5,6,7,8,9", palette=False, area=AREA, shown="1-9"),
        Command("answer_before", "up,left", bar=False, palette=False, area=AREA),
        Command("answer_after", "down,right", palette=False, area=AREA, shown="↑↓"),
        Command("commit", "enter", area=AREA),
        Command("undo", "escape,backspace", area=AREA, bar=False),
        Command("read_on", "pagedown,space", area=AREA),
        Command("read_back", "pageup", bar=False, area=AREA),
        Command("things", "i", area=AREA),
        Command("other", "o", area=AREA),
    )

    def __init__(self) -> None:
        super().__init__()
        self._now = Picking()
        self._notice = ""
        self._pages: tuple[Page, ...] = ()
        self._page = 0
        self._offset: int | None = None
        self._open: tuple[object, ...] | None = None
        self._refused: object = None
        self._echo: Action | None = None
        self._owner: int | None = 0
        self._covers = False
        self._steps: int | None = None
        self._stepping: Timer | None = None

    def compose(self) -> ComposeResult:
        yield w.PrincesHead()
        with Horizontal(id="princes"):
            with Vertical(id="main"):
                yield w.StoryPage()
                yield w.DeedBox()
                yield w.PrincesHand()
                yield w.PrincesBox()
                yield w.LogBox()
            with Vertical(id="side"):
                yield w.PrincesBox(id="both")
                yield w.MemoryBox()
                yield w.LogBox(id="long")
        yield PromptRow()
        yield Input(id="say", max_length=160)
        yield KeyBar()

    def on_mount(self) -> None:
        self.keep_quiet()

    def on_resize(self, event: events.Resize) -> None:
        """Lines break elsewhere."""
        del event
        self._paint()

    # ---------------------------------------------------------------- showing

    def hands(self, desk: Desk) -> Sequence[Struct]:
        """Everybody's private views, where all eyes look."""
        del desk
        return ()

    def sight(self, desk: Desk) -> Sight:
        """What this person sees, and the words for it."""
        return sight(desk, self.wording, self.hands(desk), ascii_only=self.table.ascii_only)

    def show(self, desk: Desk) -> None:
        if desk.glimpse is None or desk.began is None or desk.over:
            return
        see = self.sight(desk)
        if self._echoes(see, desk):
            return
        self._now, dropped = picking.renewed(self._now, desk.glimpse.menu)
        if dropped:
            self._notice = self.words("notice.dropped")
        ready = next((each for each in self._now.offered if isinstance(each, m.Ready)), None)
        if ready is not None and self._now.selected is None:
            self._now = picking.select(self._now, ready)
        self._hear_no(desk)
        self._turn_pages(see, desk)
        self._paint()
        if see.alone and see.you not in (None, self._owner) and see.public.phase in PRIVATE:
            self._turn_round(see.you or 0)

    def _turn_round(self, seat: int) -> None:
        """Once, however often one is told."""
        if not self._covers:
            self._covers = True
            self.app.push_screen(Cover(seat), self._uncovered)

    def _uncovered(self, seat: int | None) -> None:
        self._covers = False
        self._owner = seat if seat is not None else self._owner
        self._paint()

    def _echoes(self, see: Sight, desk: Desk) -> bool:
        """One person on both seats says it once."""
        echo, self._echo = self._echo, None
        if see.alone and echo is not None and desk.glimpse is not None and echo in desk.glimpse.menu:
            self.run_worker(self.table.act(echo), group="echo")
            return True
        return False

    def _hear_no(self, desk: Desk) -> None:
        """A move that did not count may be made anew; why stands in the log."""
        if desk.refused is None or desk.refused is self._refused:
            return
        self._refused = desk.refused
        why = [line.text for line in desk.log if line.fact is desk.refused]
        self._notice = why[-1] if why else self._notice
        if desk.refused.to == "act":
            self._now = picking.fresh(self._now.menu)

    def _turn_pages(self, see: Sight, desk: Desk) -> None:
        """A new card begins at its beginning, what came of it where it comes."""
        before, self._pages = self._pages, telling.pages(see)
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

    # ---------------------------------------------------------------- in steps

    def _reveal(self, see: Sight, heard: Sequence[Event]) -> None:
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
                self._all_open()
            else:
                self._paint()

    def _all_open(self) -> None:
        self._steps = None
        if self._stepping is not None:
            self._stepping.stop()
        self._stepping = None
        self._paint()

    # ---------------------------------------------------------------- painting

    def _paint(self) -> None:
        desk = self.table.desk
        if desk is None or desk.glimpse is None or not self._pages or not self.is_mounted or desk.over:
            return
        see = self.sight(desk)
        doing = deed(see, self._now, self._steps)
        story = self._story(see)
        self._arrange(see, story, doing)
        self.query_one(w.PrincesHead).slice = look.head(see, desk.verified)
        self.query_one(w.StoryPage).slice = story
        self.query_one(w.DeedBox).slice = doing
        hand = look.hand(see)
        if self._hides(see):
            hand = hand._replace(cards=(), backs=len(hand.cards), text="")
        self.query_one(w.PrincesHand).slice = hand
        acting = [seat for seat in (0, 1) if seat == actor(see) or (see.you == seat and self._now.asks)]
        log = talk.log(see, desk.log[-4 * talk.LATEST :])
        for box in self.query(w.PrincesBox):
            box.slice = look.princes(see, acting)
        w.stand(self.query_one("#both"), draw_sides.full_height(look.princes(see, acting)))
        for told in self.query(w.LogBox):
            # What is laid open in steps is told when all of it lies there.
            told.slice = log if self._steps is None or told.slice is None else told.slice
            told.notice = self._notice
        self.query_one(w.MemoryBox).slice = look.memory(see)
        self.query_one(PromptRow).slice = prompt(see, desk, self._now, self._hint())
        self.refresh_bindings()

    def _hides(self, see: Sight) -> bool:
        """Whether another one than the owner of this hand looks at the screen."""
        return see.alone and see.you != self._owner

    def _story(self, see: Sight) -> Story | Map:
        if see.public.phase in ("visit", "night"):
            return look.tower(see, self._now)
        page = self._pages[min(self._page, len(self._pages) - 1)]
        if self._steps is not None and page.begin:
            page = page._replace(paras=page.paras[: page.begin], begin=0)
        last = self._page >= len(self._pages) - 1
        on = "" if last else self.words("page.next")
        return Story(page, self._offset, self.words("page.more"), "", on)

    def _arrange(self, see: Sight, story: Story | Map, doing: Deed) -> None:
        cells, rows = self.size
        large = cells >= LARGE[0] and rows >= LARGE[1]
        main = cells - SIDE - 1 if large else cells
        need = HEIGHT + 1 if isinstance(story, Map) else needed(story.page, main)
        hand = see.public.phase in ("commit", "items", "mend") or see.public.chapter not in ("tower", "book")
        tested = see.public.front is not None and any(value is not None for value in see.public.front.values)
        shows = hand or (tested and self._now.asks)
        covered = self._hides(see) or (see.you is None and not see.hands)
        made = plan(cells, rows, Need(need, len(body(doing, main)), shows, covered))
        self.set_class(large, "-large")
        self._place(made)

    def _place(self, made: Plan) -> None:
        heights = (
            (self.query_one(w.StoryPage), made.story),
            (self.query_one(w.DeedBox), made.deed),
            (self.query_one(w.PrincesHand), made.hand),
            (self.query(w.PrincesBox)[0], made.princes),
            (self.query(w.LogBox)[0], made.log),
        )
        for box, height in heights:
            w.stand(box, height)

    def _hint(self) -> str:
        """What Enter does now."""
        if isinstance(self._now.selected, m.Ready):
            more = self.query_one(w.StoryPage).window.more or self._page < len(self._pages) - 1
            return self.words("hint.read" if more else "hint.go_on")
        return self.words("hint.commit") if self._now.selected is not None else self.words("hint.select")

    # ---------------------------------------------------------------- selecting

    def on_key(self, event: events.Key) -> None:
        """Digits select; and an Enter too early is answered, not swallowed."""
        desk = self.table.desk
        if desk is None or desk.glimpse is None or self.talking:
            return
        if self._notice:
            self._say("")
        if event.key.isdigit():
            see = self.sight(desk)
            action = by_key(see, self._now, event.key)
            if action is not None:
                self._pick(picking.select(self._now, action))
            elif (why := refused(see, self._now, event.key)) and self._now.asks:
                self._say(why)
            event.stop()

    def _say(self, text: str) -> None:
        self._notice = text
        for box in self.query(w.LogBox):
            box.notice = text

    def _pick(self, now: Picking) -> None:
        before, self._now = self._now, now
        if now._replace(selected=None) != before._replace(selected=None):
            self._paint()
        elif now != before:
            self._point()

    def _point(self) -> None:
        """Something else is selected, and all else stays: so little is drawn that a key is seen at once."""
        desk = self.table.desk
        if desk is None or desk.glimpse is None or not self._pages:
            return
        see = self.sight(desk)
        self.query_one(w.DeedBox).slice = deed(see, self._now, self._steps)
        if see.public.phase == "visit":
            self.query_one(w.StoryPage).slice = self._story(see)
        self.query_one(PromptRow).slice = prompt(see, desk, self._now, self._hint())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        desk, see = self.table.desk, self._now
        if action in ("answer", "answer_before", "answer_after"):
            return see.asks and len(see.offered) > 1
        if action == "things":
            return see.asks and (see.has_things or see.things)
        if action == "other":
            return desk is not None and desk.local and see.asks and self._alone
        return super().check_action(action, parameters)

    @property
    def _alone(self) -> bool:
        desk = self.table.desk
        return desk is not None and desk.began is not None and len(set(desk.began.names)) == 1

    def action_answer_before(self) -> None:
        """The one above."""
        self._pick(picking.shift(self._now, -1))

    def action_answer_after(self) -> None:
        """The one below."""
        self._pick(picking.shift(self._now, 1))

    def action_things(self) -> None:
        """What one has: to give away, or to use."""
        self._pick(picking.look_through(self._now))

    async def action_other(self) -> None:
        """The other prince first."""
        await self.table.act(TurnRound())

    async def action_commit(self) -> None:
        """Read on; where all is read, do what is selected."""
        if self._steps is not None:
            self._all_open()
        elif isinstance(self._now.selected, m.Ready) and (self.too_soon or self._reads_on()):
            return
        elif self._now.selected is None or self._now.sent:
            self._say(self.words("notice.nothing" if self._now.asks else "notice.wait"))
        else:
            action, self._now = self._now.selected, self._now._replace(sent=True)
            self._echo = action if isinstance(action, SHARED) else None
            self._owner = self._seat if self._alone else self._owner
            self._paint()
            await self.table.act(action)

    @property
    def _seat(self) -> int | None:
        desk = self.table.desk
        return desk.began.you if desk is not None and desk.began is not None else None

    def action_undo(self) -> None:
        """One step back."""
        if self.talking:
            self.talk(on=False)
        else:
            self._pick(picking.back(self._now))

    # ------------------------------------------------------------------ reading

    def _reads_on(self) -> bool:
        """The rest of the page, then the next one; False when all was seen."""
        seen = self.query_one(w.StoryPage).window
        if seen.more:
            self._offset = seen.last - 1
        elif self._page < len(self._pages) - 1:
            self._page, self._offset = self._page + 1, None
        else:
            return False
        self._paint()
        self.call_after_refresh(self._paint)
        return True

    def action_read_on(self) -> None:
        """Further down, and to the next page."""
        self._reads_on()

    def action_read_back(self) -> None:
        """Further up, and to the page before."""
        seen = self.query_one(w.StoryPage).window
        if seen.first:
            self._offset = max(0, seen.first - (seen.last - seen.first) + 1)
        elif self._page:
            self._page, self._offset = self._page - 1, None
        self._paint()
