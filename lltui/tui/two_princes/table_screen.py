"""The table of the princes: the story, what is to be done, the hand; keys select, and only Enter does it."""

from __future__ import annotations

from typing import ClassVar, NamedTuple

from msgspec.structs import replace
from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from lltui.desk.desk import Desk, Place
from lltui.desk.two_princes import view
from lltui.desk.two_princes.deeds import actor, by_key, deed, refused
from lltui.desk.two_princes.picked_move import PickedMove, picked_move
from lltui.desk.two_princes.story import LATEST, log_part
from lltui.desk.two_princes.view import Deed, Map, PrincesView, Story, princes_view
from lltui.games.game import Action
from lltui.games.seat import TurnRound
from lltui.games.two_princes import model as m
from lltui.tui.kit.command import Command
from lltui.tui.kit.keybar import KeyBar
from lltui.tui.kit.picture import Drawn, any_height, paint
from lltui.tui.kit.typed_line import TypedLine
from lltui.tui.match.match_screen import Ticking
from lltui.tui.match.prompt_row import Prompt, PromptRow, clock_of, halted, with_outlook
from lltui.tui.two_princes import draw_panels, draw_sides, draw_story
from lltui.tui.two_princes import widgets as w
from lltui.tui.two_princes.draw_panels import body
from lltui.tui.two_princes.draw_story import HEIGHT, needed
from lltui.tui.two_princes.lookups import AREA, Cover
from lltui.tui.two_princes.reading import Reading

LARGE = (150, 44)  # from this size on, what lies open has a column of its own
SIDE = 56
BOTH = 6  # rows of two hands as lists
CARDS = 100  # cells that a hand as cards needs


class Need(NamedTuple):
    """Lines of the page and of the deed; whether the own hand matters now."""

    story: int
    deed: int
    hand: bool
    covered: bool = False  # nothing of the hand is to be seen now
    both: bool = False  # all eyes look: the hands of both


class Plan(NamedTuple):
    """Rows of each, their titles counted; 0 is not shown."""

    story: int
    deed: int
    hand: int
    princes: int
    log: int
    side: int = 0


def plan(cells: int, rows: int, need: Need) -> Plan:
    """The first line, the prompt and the keys take three rows; the log takes what is left over."""
    room = rows - 3
    if cells >= LARGE[0] and rows >= LARGE[1]:
        deed = min(need.deed + 1, room // 3)
        hand = 2 if need.covered else BOTH if need.both else 8
        return Plan(room - deed - hand, deed, hand, 0, 0, SIDE)
    as_cards = cells >= CARDS and rows >= 30
    shows = (
        need.hand or need.both
    ) and not need.covered  # on a small terminal it is either the hand or both boards
    hand = (7 if rows >= 36 else 6) if as_cards else 4 if shows else 0
    hand = min(hand, 2) if need.covered else BOTH if need.both else hand
    princes = (5 if rows >= 36 else 3) if as_cards or not shows else 0
    log = 2 if rows < 30 else 3
    deed = min(need.deed + 1, max(3, (room - hand - princes - log) // 2))
    free = room - hand - princes - log - deed
    story = max(min(need.story + 2, free), min(8, free))
    return Plan(story, deed, hand, princes, log + free - story)


def prompt(see: PrincesView, desk: Desk, now: PickedMove, hint: str, left: float | None) -> Prompt:
    """What is going on, for the person in front; `hint` is what Enter does."""
    words, phase = see.words, see.public.phase
    clock = clock_of(words, desk, left, mine=now.asks)
    found = halted(words, desk, clock, sent=now.sent)
    if found is not None:
        return found
    if now.asks:
        who = see.name(see.you) if see.you is not None else ""
        mark = words("prompt.as", who=who.upper()) if see.alone else words("prompt.turn", who=who.upper())
        kind = "offer" if phase == "pause" and see.public.asked.offer is not None else phase
        asked = "things" if now.things else kind
        text = words(f"ask.{asked}")
        return Prompt(mark, f"{text} {hint}".rstrip(), clock, "turn")
    mark = words("prompt.watch" if see.you is None else "prompt.wait")
    gone = see.you is not None and phase != "order" and see.lines[1 - see.you] in ("away", "empty")
    # Who is not there does not read.
    return Prompt(mark, desk.waiting() if gone else with_outlook(waiting(see), desk), clock)


def waiting(see: PrincesView) -> str:
    """For what, and for whom."""
    phase = see.public.phase
    if phase == "order":
        return see.words("wait.order")
    if see.you is None:
        return see.words("wait.watch")
    return see.words(f"wait.{'pause' if phase == 'pause' else 'move'}", who=see.name(1 - see.you))


class Painted(Ticking, Reading):
    """`_now` is what is selected, `_owner` whose hand may be seen where one person plays both."""

    def __init__(self) -> None:
        super().__init__()
        self._now = PickedMove()
        self._owner: int | None = 0

    def compose(self) -> ComposeResult:
        yield Drawn(any_height(draw_story.head), id="head", classes="-line")
        with Horizontal(id="princes"):
            with Vertical(id="main"):
                yield w.StoryPage()
                yield Drawn(draw_panels.deed, id="deed")
                yield Drawn(draw_panels.hand, id="hand")
                yield Drawn(draw_sides.princes, id="brief")
                yield w.LogBox()
            with Vertical(id="side"):
                yield Drawn(draw_sides.princes, id="both")
                yield Drawn(draw_sides.memory, id="memory")
                yield w.LogBox(id="long")
        yield PromptRow()
        yield TypedLine(id="say", max_length=160)
        yield KeyBar()

    def on_mount(self) -> None:
        self.keep_quiet()
        self.begin_to_tick()

    def tick(self) -> None:
        desk = self.table.desk
        if desk is not None and desk.glimpse is not None and self._pages and not desk.over:
            asked = prompt(self.view(desk), desk, self._now, self._hint(), self.left)
            self.query_one(PromptRow).slice = asked

    def on_resize(self, event: events.Resize) -> None:
        """Lines break elsewhere."""
        del event
        self.paint()

    def view(self, desk: Desk) -> PrincesView:
        """What this person sees, and the words for it."""
        return princes_view(desk, self.wording, self.hands(desk), ascii_only=self.table.ascii_only)

    # ---------------------------------------------------------------- painting

    def paint(self) -> None:
        """Slices for all widgets; one that is as it was is not drawn again."""
        desk = self.table.desk
        if desk is None or desk.glimpse is None or not self._pages or desk.over:
            return
        see = self.view(desk)
        doing = deed(see, self._now, self._steps)
        story = self._shown(see)
        self._arrange(see, story, doing)
        self.query_one(w.StoryPage).slice = story
        hand = view.hand(see)
        if self._hides(see):
            hand = hand._replace(cards=(), backs=len(hand.cards), text="")
        acting = [seat for seat in (0, 1) if seat == actor(see) or (see.you == seat and self._now.asks)]
        log = log_part(see, desk.log[-4 * LATEST :])
        both = view.princes(see, acting)
        paint(self, head=view.head(see, desk.verified), deed=doing, hand=hand, brief=both, both=both)
        w.stand(self.query_one("#both"), draw_sides.full_height(both))
        for told in self.query(w.LogBox):
            # What is laid open in steps is told when all of it lies there.
            told.slice = log if self._steps is None or told.slice is None else told.slice
            told.notice = self._notice
        paint(self, memory=view.memory(see))
        self.wind(desk)
        self.query_one(PromptRow).slice = prompt(see, desk, self._now, self._hint(), self.left)
        self.refresh_bindings()

    def _shown(self, see: PrincesView) -> Story | Map:
        """Whoever is to go somewhere sees where to."""
        return view.tower(see, self._now) if see.public.phase in ("visit", "night") else self.story()

    def _hides(self, see: PrincesView) -> bool:
        """Whether another one than the owner of this hand looks at the screen."""
        return see.alone and see.you != self._owner

    def _arrange(self, see: PrincesView, story: Story | Map, doing: Deed) -> None:
        cells, rows = self.size
        large = cells >= LARGE[0] and rows >= LARGE[1]
        main = cells - SIDE - 1 if large else cells
        need = HEIGHT + 1 if isinstance(story, Map) else needed(story.page, main)
        hand = see.public.phase in ("commit", "items", "mend") or see.public.chapter not in ("tower", "book")
        tested = see.public.front is not None and any(value is not None for value in see.public.front.values)
        shows = hand or (tested and self._now.asks)
        covered = self._hides(see) or (see.you is None and not see.hands)
        made = plan(cells, rows, Need(need, len(body(doing, main)), shows, covered, bool(see.hands)))
        self.set_class(large, "-large")
        self._place(made)

    def _place(self, made: Plan) -> None:
        heights = (
            (self.query_one(w.StoryPage), made.story),
            (self.query_one("#deed"), made.deed),
            (self.query_one("#hand"), made.hand),
            (self.query_one("#brief"), made.princes),
            (self.query(w.LogBox)[0], made.log),
        )
        for box, height in heights:
            w.stand(box, height)

    def _hint(self) -> str:
        """What Enter does now."""
        if isinstance(self._now.selected, m.Ready):
            return self.words("hint.read" if self.unread else "hint.go_on")
        return self.words("hint.commit") if self._now.selected is not None else self.words("hint.select")

    def say(self, text: str) -> None:
        """Beside the log, until the next key."""
        self._notice = text
        for box in self.query(w.LogBox):
            box.notice = text

    def point(self) -> None:
        """Something else is selected, and all else stays: so little is drawn that a key is seen at once."""
        desk = self.table.desk
        if desk is None or desk.glimpse is None or not self._pages:
            return
        see = self.view(desk)
        paint(self, deed=deed(see, self._now, self._steps))
        if see.public.phase == "visit":
            self.query_one(w.StoryPage).slice = self._shown(see)
        self.query_one(PromptRow).slice = prompt(see, desk, self._now, self._hint(), self.left)


# What one person on both seats says for both at once, so that nobody has to agree with himself.
SHARED = (m.Ready, m.Propose, m.Name)
# Where a hand, or a token, is nobody's business but its owner's.
PRIVATE = ("commit", "ballot", "mend")


class PrincesScreen(Painted):
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
        self._echo: Action | None = None
        self._covers = False

    def show(self, desk: Desk) -> None:
        if desk.glimpse is None or desk.began is None or desk.over:
            return
        see = self.view(desk)
        if self._echoes(see, desk):
            return
        before = self._now.selected
        self._now, dropped = self._now.renewed(desk.glimpse.menu)
        # To go on was selected for him: who had chosen nothing has lost nothing.
        if dropped and not isinstance(before, m.Ready):
            self._notice = self.words("notice.dropped")
        ready = next((each for each in self._now.answers if isinstance(each, m.Ready)), None)
        if ready is not None and self._now.selected is None:
            self._now = self._now.select(ready)
        if self.hear_no(desk):
            self._now = picked_move(self._now.menu)
        self.turn_pages(see, desk)
        self.paint()
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
        if event.key.isdigit():
            see = self.view(desk)
            action = by_key(see, self._now, event.key)
            if action is not None:
                self._pick(self._now.select(action))
            elif (why := refused(see, self._now, event.key)) and self._now.asks:
                self.say(why)
            event.stop()

    def _pick(self, now: PickedMove) -> None:
        before, self._now = self._now, now
        if replace(now, selected=None) != replace(before, selected=None):
            self.paint()
        elif now != before:
            self.point()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        desk, see = self.table.desk, self._now
        if action in ("answer", "answer_before", "answer_after"):
            return see.may and len(see.answers) > (1 if see.asks else 0)
        if action == "things":
            return see.may and (see.has_things or see.things)
        if action == "other":
            return desk is not None and desk.local and see.asks and self._alone
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
        await self.table.act(TurnRound())

    async def action_commit(self) -> None:
        """Read on; where all is read, do what is selected."""
        if self._steps is not None:
            self.all_open()
        elif isinstance(self._now.selected, m.Ready) and (self.too_soon or self.turn_page(1)):
            return
        elif self._now.selected is None or self._now.sent:
            self.say(self.words("notice.nothing" if self._now.asks else "notice.wait"))
        else:
            action, self._now = self._now.selected, replace(self._now, sent=True)
            self._echo = action if isinstance(action, SHARED) else None
            self._owner = self._seat if self._alone else self._owner
            self.paint()
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
            self._pick(self._now.back())
