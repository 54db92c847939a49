"""How the princes' table looks: which widget shows what, and how high each is."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical

from lltui.desk.desk import Desk
from lltui.desk.two_princes.picked_move import PickedMove
from lltui.games.two_princes import model as m
from lltui.tui.boards.princes import draw_sides, look, talk
from lltui.tui.boards.princes import widgets as w
from lltui.tui.boards.princes.deeds import actor, deed
from lltui.tui.boards.princes.draw_deed import body
from lltui.tui.boards.princes.draw_map import HEIGHT
from lltui.tui.boards.princes.draw_story import needed
from lltui.tui.boards.princes.picture import Deed, Map, Story
from lltui.tui.boards.princes.places import LARGE, SIDE, Need, Plan, plan
from lltui.tui.boards.princes.prompting import prompt
from lltui.tui.boards.princes.sight import Sight, sight
from lltui.tui.kit.keybar import KeyBar
from lltui.tui.kit.typed_line import TypedLine
from lltui.tui.match.match_screen import Ticking
from lltui.tui.match.prompt_row import PromptRow
from lltui.tui.screens.princes_reading import Reading


class Painted(Ticking, Reading):
    """`_now` is what is selected, `_owner` whose hand may be seen where one person plays both."""

    def __init__(self) -> None:
        super().__init__()
        self._now = PickedMove()
        self._owner: int | None = 0

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
        yield TypedLine(id="say", max_length=160)
        yield KeyBar()

    def on_mount(self) -> None:
        self.keep_quiet()
        self.begin_to_tick()

    def tick(self) -> None:
        desk = self.table.desk
        if desk is not None and desk.glimpse is not None and self._pages and not desk.over:
            asked = prompt(self.sight(desk), desk, self._now, self._hint(), self.left)
            self.query_one(PromptRow).slice = asked

    def on_resize(self, event: events.Resize) -> None:
        """Lines break elsewhere."""
        del event
        self.paint()

    def sight(self, desk: Desk) -> Sight:
        """What this person sees, and the words for it."""
        return sight(desk, self.wording, self.hands(desk), ascii_only=self.table.ascii_only)

    # ---------------------------------------------------------------- painting

    def paint(self) -> None:
        """Slices for all widgets; one that is as it was is not drawn again."""
        desk = self.table.desk
        if desk is None or desk.glimpse is None or not self._pages or desk.over:
            return
        see = self.sight(desk)
        doing = deed(see, self._now, self._steps)
        story = self._shown(see)
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
        self.wind(desk)
        self.query_one(PromptRow).slice = prompt(see, desk, self._now, self._hint(), self.left)
        self.refresh_bindings()

    def _shown(self, see: Sight) -> Story | Map:
        """Whoever is to go somewhere sees where to."""
        return look.tower(see, self._now) if see.public.phase in ("visit", "night") else self.story()

    def _hides(self, see: Sight) -> bool:
        """Whether another one than the owner of this hand looks at the screen."""
        return see.alone and see.you != self._owner

    def _arrange(self, see: Sight, story: Story | Map, doing: Deed) -> None:
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
        see = self.sight(desk)
        self.query_one(w.DeedBox).slice = deed(see, self._now, self._steps)
        if see.public.phase == "visit":
            self.query_one(w.StoryPage).slice = self._shown(see)
        self.query_one(PromptRow).slice = prompt(see, desk, self._now, self._hint(), self.left)
