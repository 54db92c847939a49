"""What is seen at the table of the princes: the page, a test step by step, the panels around it."""

from __future__ import annotations

from asyncio import TimerHandle
from typing import NamedTuple

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widget import Widget

from lltui.desk.desk import Desk, Place
from lltui.desk.telling import Kind
from lltui.desk.two_princes.possible_moves import PickedMove, actor
from lltui.desk.two_princes.story_pages import pages, unread
from lltui.desk.two_princes.view import (
    Page,
    PrincesView,
    Setting,
    StoryPane,
    cards_drawn,
    princes_view,
    slot,
    waiting,
)
from lltui.games.chair import Glimpse
from lltui.games.two_princes import events as e
from lltui.games.two_princes import model as m
from lltui.tui.kit.rows_widget import Drawn, in_one_line, paint
from lltui.tui.kit.screen import KeyBar
from lltui.tui.match.match_screen import (
    PromptLine,
    Saying,
    Ticking,
    clock_of,
    halted,
    prompt_row,
    timed,
    with_outlook,
)
from lltui.tui.settings import SPEED
from lltui.tui.two_princes import draw_panels, draw_story, lookups
from lltui.tui.two_princes.draw_panels import DeedShown, body
from lltui.tui.two_princes.draw_story import (
    PLATE,
    PLATED,
    HeadShown,
    PlateShown,
    TowerMap,
    Window,
    lines,
    needed,
)
from lltui.tui.two_princes.lookups import LogShown, PrincesOffers, log_shown


def stand(box: Widget, height: int) -> None:
    """So many rows, or nothing of it; what stays as it is costs no layout."""
    if box.display != bool(height):
        box.display = bool(height)
    if height and (box.styles.height is None or box.styles.height.cells != height):
        box.styles.height = height


CARD, BREATH = 0.7, 1.0  # seconds before a card is turned, and before what came of it is told; at slow
LARGE = (150, 44)  # from this size on, what lies open has a column of its own
SIDE = 48
BOTH = 6  # rows of two hands as lists
CARDS = 100  # cells that a hand as cards needs
ROOMY = 30  # rows, from which on there is air between paragraphs, and more than a line of talk
LEAST = 5  # rows of the page that stay above any question
READ = (7, 11)  # rows of it that stay above a test that is drawn, on a low terminal and on a high one


class Need(NamedTuple):
    """Lines of the deed and of what was said; whether the own hand matters now."""

    deed: int
    hand: bool
    covered: bool = False  # nothing of the hand is to be seen now
    both: bool = False  # all eyes look: the hands of both
    said: int = 0
    brief: int = 0  # lines of the deed with its test in brief


def needed_rows(doing: DeedShown, cells: int, *, covered: bool, said: int, large: bool = False) -> Need:
    """What is asked now takes so much; on a `large` screen the own hand always lies there."""
    see = doing.see
    hand = see.public.phase in ("commit", "mend") and doing.steps is None
    full, brief = (len(body(doing, cells, brief=brief)) for brief in (False, True))
    own = large and see.you is not None and bool(see.private.hand)
    return Need(full, hand or own, covered, hand and bool(see.hands), said, brief)


class Plan(NamedTuple):
    """Rows of each, their titles counted; 0 is not shown."""

    story: int
    deed: int
    hand: int
    princes: int
    log: int


def plan(cells: int, rows: int, need: Need) -> Plan:
    """The page has what is left: the first line, the prompt and the keys take three rows, a prince one."""
    room = rows - 3
    large = cells >= LARGE[0] and rows >= LARGE[1]
    as_cards = cells >= CARDS and rows >= ROOMY
    hand = 0
    if need.hand or need.both:
        hand = 2 if need.covered else BOTH if need.both else (8 if large else 7 if rows >= 36 else 6)
        hand = hand if as_cards or need.covered or need.both else 4
    # On a small terminal it is either the hand or both boards.
    princes = 0 if large or (hand > 2 and not as_cards) else 2
    said = 0 if large else need.said
    free = room - hand - princes - said
    lines = need.deed if need.deed + 1 + READ[rows >= ROOMY] <= free else need.brief or need.deed
    deed = min(lines + 1, free - LEAST) if need.deed else 0
    return Plan(free - deed, deed, hand, princes, said)


def prompt(see: PrincesView, desk: Desk, now: PickedMove, hint: str, left: float | None) -> PromptLine:
    """What is going on, for the person in front; `hint` is what Enter does."""
    words, phase = see.words, see.public.phase
    clock = clock_of(words, desk, left, mine=now.asks)
    found = halted(words, desk, clock, sent=now.sent)
    if found is not None:
        return found
    if hint in (
        words("hint.read"),
        words("hint.ask"),
        words("hint.turn"),
        words("hint.verdict"),
    ):  # first it is read
        return PromptLine(words("prompt.more"), f"{hint}{ahead(see)}", clock, "over")
    if now.asks:
        who = see.name(see.you) if see.you is not None else ""
        mark = words("prompt.as", who=who.upper()) if see.alone else words("prompt.turn", who=who.upper())
        if see.alone and _said_by_both(see, now):
            mark = words("prompt.both")
        kind = "offer" if phase == "pause" and see.public.asked.offer is not None else phase
        asked = "things" if now.things else "pause_both" if see.alone and kind == "pause" else kind
        text = words(f"ask.{asked}") if phase != "over" else ""
        return timed(PromptLine(mark, f"{text} {hint}{ahead(see)}".rstrip(), clock, "turn"), desk)
    mark = words("prompt.watch" if see.you is None else "prompt.wait")
    gone = see.you is not None and phase != "order" and see.lines[1 - see.you] in ("away", "empty")
    # Who is not there does not read.
    told = desk.waiting() if gone else with_outlook(waiting(see), desk)
    return timed(PromptLine(mark, told, clock), desk)


def _said_by_both(see: PrincesView, now: PickedMove) -> bool:
    """Whether what one person on both seats answers now is the answer of both."""
    if see.public.phase == "pause":
        return not now.things and see.public.asked.offer is None
    return see.public.phase in ("together", "one")


def ahead(see: PrincesView) -> str:
    """Who has read the page already."""
    if see.public.phase != "pause" or see.you is None or see.alone:
        return ""
    return "".join(
        f" {see.words('line.ready', who=see.name(seat))}"
        for seat in see.public.asked.ready
        if seat != see.you
    )


class StoryTable(Ticking, Saying, PrincesOffers):
    """All that is seen: the page that is open, a test step by step, the panels around it.

    `_now` is what is selected, `_owner` whose hand may be seen where one person plays both.
    Nothing but the page tells what came of a card: until it has, head and panels show what was (`_lain`).
    """

    def __init__(self) -> None:
        super().__init__()
        self._pages: tuple[Page, ...] = ()
        self._page = 0
        self._offset: int | None = None
        self._open: tuple[object, ...] | None = None
        self._read = self._reading = False  # to its end; and what is asked is not seen until then
        self._heard = 0  # since the card was turned
        self._old: Page | None = None  # what somebody still reads while more has come
        self._steps: int | None = None
        self._tested: tuple[object, int, bool] = (
            None,
            0,
            False,
        )  # of which test, how many cards, the verdict
        self._stepping: TimerHandle | None = None
        self._lain: PrincesView | None = None
        self._now = PickedMove()
        self._first = ""  # what comes up for the first time, in a sentence
        self._owner: int | None = 0
        self._log: LogShown | None = None
        self.lingering = False

    def compose(self) -> ComposeResult:
        yield in_one_line(draw_story.head, "head")
        with Horizontal(id="princes"):
            with Vertical(id="main"):
                with Horizontal(id="spread"):
                    yield Drawn(draw_story.plate, id="plate")
                    with Vertical(id="told"):
                        yield Drawn(draw_story.page, draw_story.place_at, id="reading", sign="Space")
                        yield Drawn(draw_panels.deed, draw_panels.choice_at, id="deed")
                yield Drawn(draw_panels.hand, id="hand")
                yield Drawn(lookups.log, id="log")
                yield Drawn(draw_panels.princes, id="brief")
            with Vertical(id="side"):
                yield Drawn(draw_panels.princes, id="both")
                yield Drawn(lookups.memory, id="memory")
                yield Drawn(lookups.log, id="long")
        yield prompt_row()
        yield KeyBar()

    def on_mount(self) -> None:
        self.begin_to_tick()

    def tick(self) -> None:
        desk = self.table.desk
        if desk is not None and desk.glimpse is not None and self._shows and not desk.over:
            paint(self, prompt=prompt(self.view(desk), desk, self._now, self._hint(), self.left))

    def on_resize(self, event: events.Resize) -> None:
        """Lines break elsewhere."""
        del event
        self.paint()

    def view(self, desk: Desk) -> PrincesView:
        """What this person sees, and the words for it."""
        return princes_view(desk, self.wording, ascii_only=self.table.ascii_only)

    # ---------------------------------------------------------------- painting

    @property
    def _shows(self) -> bool:
        """Whether there are pages, and what shows them: what is to be done later may come when that went."""
        return self.there and bool(self._pages)

    def paint(self) -> None:
        """Slices for all widgets; one that is as it was is not drawn again."""
        desk = self.table.desk
        if desk is None or desk.glimpse is None or not self._shows or (desk.over and not self.lingering):
            return
        see = self.view(desk)
        doing = DeedShown(see, self._now, self._steps, self._first, self.roomy)
        story, covered = self._arrange(see, doing, desk), self._hides(see)
        acting = [seat for seat in (0, 1) if seat == actor(see) or (see.you == seat and self._now.asks)]
        # What is laid open in steps, or not read yet, is told by nothing else.
        hidden = self._steps is not None or self._old is not None
        self._lain = lain = self._lain if hidden and self._lain is not None else see
        stand(self.query_one("#both"), draw_panels.full_height(lain, SIDE - 1))
        if not hidden or self._log is None:
            self._log = log_shown(see, desk.log)
        self.wind(desk)
        told = self._log._replace(notice=self._notice)
        mapped = isinstance(story, TowerMap)
        setting = (None if mapped else self.story().page.setting) or Setting(see.public, slot=slot(see))
        paint(
            self,
            head=HeadShown(see, setting, lain.public.misery, desk.verified, desk.practice),
            reading=story,
            plate=PlateShown(setting, () if mapped else self.story().page.art),
            deed=doing,
            hand=(lain, covered),
            brief=(lain, acting),
            both=(lain, acting),
            memory=lain,
            log=told,
            long=told,
        )
        self.call_after_refresh(self.tick)  # how much of the page is seen is known when it stands there
        self.call_after_refresh(self.refresh_bindings)

    @property
    def roomy(self) -> bool:
        """Whether what lies open has a column of its own."""
        cells, rows = self.size
        return cells >= LARGE[0] and rows >= LARGE[1]

    def _hides(self, see: PrincesView) -> bool:
        """Whether another one than the owner of this hand looks at the screen."""
        return see.alone and see.you != self._owner

    def _arrange(self, see: PrincesView, doing: DeedShown, desk: Desk) -> StoryPane | TowerMap:
        """The page alone until it is read; then what is asked below its last lines.  Who goes has a map."""
        cells, rows = self.size
        large = self.roomy
        self.set_class(large, "-large")
        main = cells - SIDE - 1 if large else cells
        mapped = see.public.phase in ("visit", "night") and self._old is None
        plated = cells >= PLATED and not mapped
        self.set_class(plated, "-plated")
        told = main - PLATE if plated else main
        pane = self.story()._replace(plated=plated)
        covered = self._hides(see) or (see.you is None and not see.hands)
        said = (1 if rows < ROOMY else 3) if _said_now(desk) else int(bool(self._notice))
        need = needed_rows(doing, told, covered=covered, said=said, large=large)
        made = plan(cells, rows, need)
        if mapped:
            self._reading = False
            self._place(made)
            return TowerMap(see, self._now)
        if not made.deed and not made.hand:
            self._reading = self._old is not None
        elif self._steps is not None or self._now.things:
            self._reading = False
        else:
            fits = self._last_page and needed(pane, told) <= made.story
            self._reading = self._old is not None or not (self._last_page and (fits or self._read))
        if self._reading:
            made = plan(cells, rows, Need(0, need.hand and large, covered, said=said))
        else:
            self._read = True
            pane = pane._replace(asked=bool(made.deed))
        if plated:  # what is asked follows the prose
            made = made._replace(story=min(made.story, len(lines(pane, told)[0]) + 1))
        self._place(made)
        return pane

    def _place(self, made: Plan) -> None:
        heights = (
            ("#reading", made.story),
            ("#deed", made.deed),
            ("#hand", made.hand),
            ("#brief", made.princes),
            ("#log", made.log),
        )
        for name, height in heights:
            stand(self.query_one(name), height)

    def _hint(self) -> str:
        """What Enter does now."""
        if self._steps is not None:
            return self.words("hint.turn" if self._steps < self._tested[1] else "hint.verdict")
        if self._reading and self._old is None and not self._window.more and self._last_page:
            return self.words("hint.ask")
        if self._reading or (isinstance(self._now.selected, m.Ready) and self.unread):
            return self.words("hint.read")
        if isinstance(self._now.selected, m.Ready):
            return self.words("hint.go_on")
        return self.words("hint.commit") if self._now.selected is not None else self.words("hint.select")

    def say(self, text: str) -> None:
        """In a line of its own, until the next key."""
        if text != self._notice:
            self._notice = text
            self.paint()

    def point(self) -> None:
        """Something else is selected, and all else stays: so little is drawn that a key is seen at once."""
        desk = self.table.desk
        if desk is None or desk.glimpse is None or not self._shows:
            return
        see = self.view(desk)
        asked = prompt(see, desk, self._now, self._hint(), self.left)
        doing = DeedShown(see, self._now, self._steps, self._first, self.roomy)
        paint(self, deed=doing, prompt=asked)
        if see.public.phase == "visit":
            paint(self, reading=TowerMap(see, self._now))

    # ------------------------------------------------------------------- pages

    def turn_pages(self, see: PrincesView, desk: Desk) -> None:
        """A new card begins at its beginning, what came of it where it comes; who reads yet is not moved."""
        before, self._pages = self._pages, pages(see)
        card = see.public.front.card if see.public.front else None
        first, same = self._open is None, self._open == (card,)
        more, self._heard = len(see.heard) > self._heard, len(see.heard)
        if self._pages != before:
            reads = self._reading and same and card is not None and see.you is not None and bool(before)
            if reads and more and self._old is None and self._page == 0:
                self._old = before[0]
            elif not same or not more:  # the same in other words
                self._old = None
            if self._old is None:
                self._come_to(unread(self._pages, before) if before else 0, before)
        self._reveal(see, first=first)
        self._open = (card,)
        del desk

    def _come_to(self, new: int, before: tuple[Page, ...]) -> None:
        """Where one reads on: at the end of what is known nothing is turned back."""
        self._offset = None
        if new or not before or self._pages[0].title != before[0].title or len(self._pages) <= self._page:
            self._page = new
        if self._page or not before or _prose(self._pages[0]) != _prose(before[0]):
            self._read = False

    @property
    def _last_page(self) -> bool:
        return self._page >= len(self._pages) - 1

    def story(self) -> StoryPane:
        """The page that is open, from where one reads; up to the verdict while that is still awaited."""
        page = self._pages[min(self._page, len(self._pages) - 1)]
        if self._old is not None:
            page = self._old
        elif self._steps is not None and (found := [n for n, para in enumerate(page.paras) if para.sum]):
            last = found[-1]
            while last - 1 in found:
                last -= 1
            told = found[-1] + 1 if self._judged else last
            page = page._replace(paras=page.paras[:told], begin=page.begin if self._judged else 0)
        return StoryPane(page, self._offset, self.size.height >= ROOMY)

    @property
    def _window(self) -> Window:
        """What of the page is seen; nothing of it before it is there."""
        if not self.there:
            return Window(0, 0, 0)
        box = self.query_one("#reading", Drawn)
        cells, rows = box.content_size
        return draw_story.window(box.slice, cells, rows) if cells else Window(0, 0, 0)

    @property
    def unread(self) -> bool:
        """Whether there is more to be read."""
        return self._reading or self._window.more or not self._last_page

    def turn_page(self, step: int) -> bool:
        """The rest of the page, the next one, then what is asked; or back.  False when there is no more."""
        seen = self._window
        if self._steps is not None:
            self.step_on()
            return True
        if step > 0 and seen.more:
            self._offset = seen.last - 1
        elif step > 0 and self._old is not None:
            self._old, self._offset, self._read = None, None, False
            if (desk := self.table.desk) is not None:
                self._reveal(self.view(desk), first=False)
        elif step > 0 and not self._last_page:
            self._page, self._offset, self._read = self._page + 1, None, False
        elif step > 0 and self._reading:
            self._read, self._offset = True, None
        elif step < 0 and self._asked_below and seen.first:
            self._read, self._offset = False, seen.total
        elif step < 0 and seen.first:
            self._offset = max(0, seen.first - (seen.last - seen.first) + 1)
        elif step < 0 and self._page:
            self._page, self._offset, self._read = self._page - 1, None, False
        else:
            return False
        self.paint()
        self.call_after_refresh(self.paint)
        return True

    @property
    def _asked_below(self) -> bool:
        shown = self.query_one("#reading", Drawn).slice
        return isinstance(shown, StoryPane) and shown.asked

    def action_read_on(self) -> None:
        """Further down, and to the next page."""
        self.turn_page(1)

    def action_read_back(self) -> None:
        """Further up, and to the page before."""
        self.turn_page(-1)

    # ---------------------------------------------------------------- in steps

    def _reveal(self, see: PrincesView, *, first: bool) -> None:
        """Cards are turned one by one, then comes the sum, the verdict, and after a breath what came of it.

        The table never waits for it; who came later, or reads yet, sees no more than is there.
        """
        if self._old is not None:
            return
        trials = see.public.trials
        test = (self._pages[0].title, *((trial.who, trial.attr, trial.value) for trial in trials))
        drawn, judged = sum(map(cards_drawn, trials)), any(trial.success is not None for trial in trials)
        same = self._tested[0] == test and drawn >= self._tested[1] and judged >= self._tested[2]
        turned, told = self._tested[1:] if same else (0, False)
        new = drawn > turned or (judged and not told)
        self._tested = test, drawn, judged
        if not new or first or not self.table.moves:
            return
        if self._steps is None:
            self._steps = min(drawn, turned)
            self._step_later()

    @property
    def _judged(self) -> bool:
        """Whether the verdict is there, and what came of it is not."""
        return self._steps is not None and self._tested[2] and self._steps > self._tested[1] + 1

    def _step_later(self) -> None:
        speed = SPEED[self.table.settings.pace]
        wait = BREATH if self._steps is not None and self._steps > self._tested[1] else CARD
        self._stepping = self.later(wait * speed, self._step)

    def _step(self) -> None:
        if self._steps is None:
            return
        self._steps += 1
        desk = self.table.desk
        used = desk is not None and any(trial.used for trial in self.view(desk).public.trials)
        if self._steps == self._tested[1] + 1 and not used:  # with the last card the sum is there
            self._steps += 1
        if self._steps > self._tested[1] + 1 + self._tested[2]:
            self.all_open()
        else:
            self.paint()
            self._step_later()

    def step_on(self) -> None:
        """The next card now; behind the last one what came of it."""
        self._still()
        self._step()

    def _still(self) -> None:
        if self._stepping is not None:
            self._stepping.cancel()
        self._stepping = None

    def all_open(self) -> None:
        """Without waiting for the steps."""
        self._steps = None
        self._still()
        self.paint()
        if self.lingering:
            self.lingering = False
            self.table.changed()

    def lingers(self, desk: Desk) -> bool:
        """Until the last test is told: nothing shows the Book before its cards lie there."""
        if not self.there or desk.place is not Place.RESULT or desk.glimpse is None or not self._pages:
            return False
        if self.table.replay is None and not self.lingering:
            self.turn_pages(self.view(desk), desk)
        self.lingering = self._steps is not None
        if self.lingering:
            self.paint()
        return self.lingering


def _prose(page: Page) -> list[str]:
    return [para.text for para in page.paras if para.kind in ("prose", "aside")]


def _said_now(desk: Desk) -> bool:
    """Whether somebody has spoken since the newest card was turned."""
    for line in reversed(desk.log):
        if line.kind is Kind.SAID:
            return True
        heard = line.fact.heard if isinstance(line.fact, Glimpse) else ()
        if any(isinstance(event, e.CardTurned | e.DayBegan | e.ChapterBegan) for event in heard):
            return False
    return False
