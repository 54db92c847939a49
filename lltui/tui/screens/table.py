"""The table of Love Letter while a round is played: for players, for watchers, and in a replay."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.containers import Container

from lltui.desk.desk import Desk, Place
from lltui.desk.half_move import AskedMove, asked_move
from lltui.tui.boards.love_letter import look, trail
from lltui.tui.boards.love_letter import widgets as w
from lltui.tui.boards.love_letter.places import LARGE_TABLE, left_column, slots
from lltui.tui.boards.love_letter.prompting import prompt
from lltui.tui.boards.love_letter.screen import AREA, CARDS, LEAVE, LOG, LoveLetterScreen
from lltui.tui.boards.love_letter.sight import Sight
from lltui.tui.boards.love_letter.steps import struck
from lltui.tui.boards.love_letter.story import story
from lltui.tui.kit.command import Command
from lltui.tui.kit.keybar import KeyBar
from lltui.tui.kit.typed_line import TypedLine
from lltui.tui.match.match_screen import Saying, Ticking
from llwire.wire import limits

STEP = 0.35  # seconds that each step of what is shown in steps stays
CHANGING = ("commit", "undo", "talk", "notes")  # commands that can be had or not, as it comes
MOVING = ("commit", "answer", "card_before", "card_after", "answer_before", "answer_after", "undo")


class TableScreen(Ticking, Saying, LoveLetterScreen):
    """You at the bottom, the others clockwise; keys select, and only the last Enter plays."""

    place = Place.TABLE
    OFFERS: ClassVar[tuple[Command, ...]] = (
        Command("answer", "0,1,2,3,4,5,6,7,8,9", palette=False, area=AREA, shown="0-9"),
        Command("card_before", "left", bar=False, palette=False, area=AREA),
        Command("card_after", "right", palette=False, area=AREA, shown="←→"),
        Command("answer_before", "up", bar=False, palette=False, area=AREA),
        Command("answer_after", "down", bar=False, palette=False, area=AREA, shown="↑↓"),
        Command("commit", "enter", area=AREA),
        Command("undo", "escape,backspace", area=AREA),
        Command("talk", "t", area=AREA),
        Command("notes", "n", area=AREA),
        LOG,
        CARDS,
        Command("unseen", "u", bar=False, area=AREA),
        LEAVE,
    )

    def __init__(self) -> None:
        super().__init__()
        self._making = AskedMove()
        self._counting: bool | None = None
        self._large = False
        self._shown: object = None
        self._aimed: int | None = None
        self._offered: tuple[bool, ...] = ()

    def compose(self) -> ComposeResult:
        yield w.Head()
        with Container(id="board"):
            with Container(id="seats"):
                for place in range(6):
                    yield w.MiddleBox() if place == 4 else w.SeatBox(classes="-empty")
            yield w.StoryBox()
            yield w.TrackerBox()
            yield w.OwnRow()
            yield w.HandBox()
            yield w.MoveBox()
        yield w.NoticeRow()
        yield w.PromptRow()
        yield TypedLine(id="say", max_length=limits.CHAT_CELLS)
        yield KeyBar()

    def on_mount(self) -> None:
        self.begin_to_tick()
        self.keep_quiet()

    def on_resize(self, event: events.Resize) -> None:
        """A large table has places around a middle."""
        cells, rows = event.size
        self._large = cells >= LARGE_TABLE[0] and rows >= LARGE_TABLE[1]
        column = left_column(cells, rows)
        self.query_one("#board").styles.grid_columns = f"{column} 1fr"
        self.query_one(w.OwnRow).crossing = None if self._large else column
        self._paint()

    # ---------------------------------------------------------------- showing

    def show(self, desk: Desk) -> None:
        if desk.glimpse is None or desk.began is None:
            return
        self._making, dropped = self._making.renewed(desk.glimpse.menu)
        if dropped:
            self._notice = self.words("notice.dropped")
        if self.hear_no(desk):
            self._making = asked_move(self._making.menu)
        self.wind(desk)
        self._paint()
        if desk.glimpse is not self._shown:
            self._shown = desk.glimpse
            self._step(desk)

    def tick(self) -> None:
        desk = self.table.desk
        if desk is not None and desk.glimpse is not None:
            self.query_one(w.PromptRow).slice = prompt(self.sight(desk), desk, self._making, self.left)

    def _paint(self) -> None:
        """Everything."""
        desk = self.table.desk
        if desk is None or desk.glimpse is None or desk.began is None:
            return
        see = self.sight(desk)
        verified = desk.verified
        head = look.head(see, self.game_name(desk), verified)
        self.query_one(w.Head).slice = head._replace(pile=None) if self._large else head
        self.query_one(w.StoryBox).slice = story(see, desk.log)
        self._count(see)
        self._aim(see)
        self._paint_move(see, desk)

    def _paint_move(self, see: Sight, desk: Desk) -> None:
        """What a key changes: the move that is being made, and nothing that has happened."""
        making = self._making
        if trail.target(making) != self._aimed:
            self._aim(see)
        self._hold(see)
        self.query_one(w.MoveBox).slice = trail.move(see, making)
        self.query_one(w.NoticeRow).slice = self._notice
        self.query_one(w.PromptRow).slice = prompt(see, desk, making, self.left)
        here = (self.check_action(name, ()) for name in CHANGING)
        offered = (*map(bool, here), bool(self.table.check_action("decide", ())))
        if offered != self._offered:
            self._offered = offered
            self.refresh_bindings()

    def _aim(self, see: Sight) -> None:
        """Everybody, and at whom the move is aimed."""
        self._aimed = trail.target(self._making)
        self._seat(see, self._aimed)
        own = self.query_one(w.OwnRow)
        own.label = self.words("seat.you") if see.you is not None else ""
        own.laid = self.words("seat.laid")
        own.slice = look.own(see, self._aimed)

    def _seat(self, see: Sight, target: int | None) -> None:
        boxes = list(self.query(w.SeatBox))
        seats = look.seats(see, target)
        taken = dict(zip(slots(len(seats), large=self._large), seats, strict=True))
        for place, box in enumerate(boxes):
            box.set_class(place not in taken, "-empty")
            box.slice = taken.get(place)
        self.query_one("#seats").set_class(len(seats) == 1, "-lone")
        self.query_one(w.MiddleBox).slice = look.middle(see)

    def _count(self, see: Sight) -> None:
        counter = self.query_one(w.TrackerBox)
        counter.joined = not self._large
        counter.slice = look.tracker(see, shown=self._counts)

    def _hold(self, see: Sight) -> None:
        hand = self.query_one(w.HandBox)
        hand.token = see.faces.token
        hidden = see.you is None and not see.hands
        hand.backs = see.public.seats[see.bottom].cards if hidden else 0
        hand.slice = trail.hand(see, self._making)

    @property
    def _counts(self) -> bool:
        return self.table.settings.counting if self._counting is None else self._counting

    def _step(self, desk: Desk) -> None:
        """Whoever was just put out is seen to fall."""
        if not self.table.moves:
            return
        for box in self.query(w.SeatBox):
            if box.slice is not None and box.slice.number - 1 in struck(desk.heard):
                box.add_class("-struck")
                self.set_timer(STEP, lambda box=box: box.remove_class("-struck"))

    # ---------------------------------------------------------------- selecting

    def on_key(self, event: events.Key) -> None:
        """Digits select; and an Enter too early is answered, not swallowed."""
        asked = self._making.question is not None
        if self._notice:
            self._say("")
        if event.key.isdigit() and asked:
            self._point(event.key)
            event.stop()
        elif event.key == "enter" and not asked and not self._making.sent and self._plays:
            desk = self.table.desk
            see = None if desk is None or desk.glimpse is None else self.sight(desk)
            self._say(self.words("notice.you_out" if see and _out(see) else "notice.not_turn"))

    @property
    def _plays(self) -> bool:
        desk = self.table.desk
        return desk is not None and desk.began is not None and desk.began.you is not None

    def _say(self, text: str) -> None:
        self._notice = text
        self.query_one(w.NoticeRow).slice = text

    async def on_pointed(self, event: w.Pointed) -> None:
        """A click selects, and one more on the same takes it."""
        before = self._making
        if before.question is None or (event.seat and trail.role(before.question) != "seat"):
            return
        self._say("")
        self._point(event.key)
        if self._making == before and not self._notice:
            await self.action_commit()

    def _point(self, digit: str) -> None:
        desk, question = self.table.desk, self._making.question
        if desk is None or question is None:
            return
        see = self.sight(desk)
        keys = trail.keyed(see, question)
        if digit not in keys:
            self._say(self.words("notice.digits", keys=self.wording.row(sorted(keys), "or")))
        elif trail.why_not(see, question, keys[digit]):
            self._say(trail.refusal(see, question, keys[digit]))
        else:
            self._make(self._making.select(keys[digit]))

    def _make(self, making: AskedMove) -> None:
        desk = self.table.desk
        if making != self._making and desk is not None:
            self._making = making
            self._paint_move(self.sight(desk), desk)

    def offers(self) -> Iterator[Command]:
        """The counted cards only where the table has them; the key is answered all the same."""
        desk = self.table.desk
        left_out = desk is not None and desk.glimpse is not None and not look.counts(self.sight(desk))
        return (command for command in super().offers() if not (left_out and command.name == "unseen"))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        del parameters
        desk = self.table.desk
        if action in MOVING:
            return self._making.question is not None or (action == "undo" and self.talking)
        if action == "talk":
            return desk is not None and not desk.local and not desk.watches
        return self._plays if action == "notes" else True

    def action_card_before(self) -> None:
        """The card on the left."""
        self._make(self._making.restart(-1))

    def action_card_after(self) -> None:
        """The card on the right."""
        self._make(self._making.restart(1))

    def action_answer_before(self) -> None:
        """The answer above."""
        self._make(self._making.shift(-1))

    def action_answer_after(self) -> None:
        """The answer below."""
        self._make(self._making.shift(1))

    async def action_commit(self) -> None:
        """The next question; after the last one, the move."""
        entered = self._making.enter()
        if entered.now == self._making and entered.action is None:
            self._say(self.words("notice.nothing"))
            return
        self._make(entered.now)
        if entered.action is not None:
            await self.table.act(entered.action)

    def action_undo(self) -> None:
        """One step back."""
        if self.talking:
            self.talk(on=False)
        else:
            self._make(self._making.back())

    # ------------------------------------------------------------ other screens

    def action_unseen(self) -> None:
        """With or without the counted cards."""
        desk = self.table.desk
        if desk is not None and not look.counts(self.sight(desk)):
            self._say(self.words("notice.counter_left_out"))
            return
        self._counting = not self._counts
        self._say(self.words("notice.counter_on" if self._counting else "notice.counter_off"))
        self._paint()

    def action_notes(self) -> None:
        """What one thinks of the others."""
        from lltui.tui.boards.love_letter.lookups import NotesScreen  # noqa: PLC0415 - as above

        self.app.push_screen(NotesScreen(), self._noted)

    def _noted(self, noted: bool | None) -> None:  # noqa: FBT001 - the result of a screen
        if noted:
            self._say(self.words("notice.noted"))
        self._paint()


def _out(see: Sight) -> bool:
    """Whoever is out of a round has no turn to wait for before the next one."""
    return see.you is not None and see.public.phase in ("turn", "council") and see.public.seats[see.you].out
