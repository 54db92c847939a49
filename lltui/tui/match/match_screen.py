"""What the screens of a match have in common: the clock, talk, a move that did not count, pages to read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import takewhile
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from rich.cells import cell_len
from textual import work
from textual.app import ComposeResult
from textual.screen import ModalScreen
from textual.timer import Timer
from textual.widgets import Input

from lltui.desk.desk import Desk
from lltui.desk.telling import STANDSTILL, Kind
from lltui.errors import Trouble
from lltui.games.chair import Glimpse, Speak
from lltui.games.love_letter.model import MODEL as LOVE_LETTER
from lltui.text import Wording
from lltui.tui.app_screen import AppScreen
from lltui.tui.art.rows import Edge, Piece, Row, cut, left, parted, row, rule, width, wrapped
from lltui.tui.kit.base_app import in_thread
from lltui.tui.kit.rows_widget import Drawn, in_one_line, paint
from lltui.tui.kit.screen import HELP, Command, KeyBar, Prose, Scrolling, first_key

if TYPE_CHECKING:  # no database is waited for
    from lltui.record.kept_match_facts import Past

GRACE = 0.5  # seconds in which an Enter still belongs to the move before it


class MatchScreen(AppScreen[None]):
    """The table, the end of a round, the end of a match."""

    _notice = ""
    _refused: object = None

    @property
    def too_soon(self) -> bool:
        """Enter was pressed twice, or held: what has just come has not been looked at."""
        return self.table.now() - self.table.acted < GRACE

    def hear_no(self, desk: Desk) -> bool:
        """Whether a move did not count, and may be made anew; why stands in the log, and is noticed."""
        if desk.refused is None or desk.refused is self._refused:
            return False
        self._refused = desk.refused
        why = [line.text for line in desk.log if line.fact is desk.refused]
        self._notice = why[-1] if why else self._notice
        return desk.refused.to == "act"


class KeyShown(NamedTuple):
    """What may be done next, for whoever reads it on the page."""

    key: str
    label: str
    about: str


class Afterwards(MatchScreen):
    """The end of a match: what was kept of it may be looked at, checked, and played otherwise."""

    KEPT: ClassVar[tuple[Command, ...]] = (
        Command("again", "enter", area="table", stays=True),
        Command("replay", "R", area="table"),
        Command("analyse", "a", area="table"),
        Command("verify", "V", area="table"),
        Command("practise", "p", area="table"),
    )
    _past: Past | None = None

    @work(exclusive=True, group="past")
    async def remember(self) -> None:
        """What was played before, and just now."""
        self._past = await self.remembered()
        self.refresh_bindings()  # what was kept has its keys now
        self.table.changed()

    @property
    def file(self) -> str | None:
        """Of this match among all that were kept; none of practice, and none while it is still written."""
        desk, lines = self.table.desk, self._past.lines if self._past is not None else ()
        if desk is None or desk.began is None or desk.practice or self.table.replay is not None or not lines:
            return None
        newest, began = lines[0], desk.began
        names = (newest.you, *newest.others) if newest.you else newest.others
        same = (newest.game, newest.deals, sorted(names)) == (began.game, desk.deal, sorted(began.names))
        return newest.file if same and newest.over else None

    @property
    def looked(self) -> bool:
        """Whether the result itself is in front, and not the last round."""
        raise NotImplementedError

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only where something was kept; and only who played can play on.  A replay has its own keys."""
        if self.table.replay is None and action in {command.name for command in self.KEPT[1:]}:
            kept, desk = self.looked and self.file is not None, self.table.desk
            if action == "analyse" and (
                desk is None or desk.began is None or desk.began.game != LOVE_LETTER.id
            ):
                return False
            return kept and (action != "practise" or not (desk is None or desk.watches))
        return super().check_action(action, parameters)

    @property
    def _follows(self) -> str:
        desk = self.table.desk
        if desk is not None and desk.local:
            return "once"
        return "closed" if desk is not None and desk.closed is not None else "lobby"

    def name_in_bar(self, command: Command) -> str:
        """From the result, Enter leads to another match, or to where it is agreed on."""
        if command.name == "again" and self.looked:
            return self.words(f"command.again.{self._follows}")
        return super().name_in_bar(command)

    def keys(self) -> Iterator[KeyShown]:
        """From the result on."""
        if not self.looked or self.table.replay is not None:
            return
        for command in self.KEPT:
            if not self.check_action(command.name, ()):
                continue
            about = self.words(f"command.{command.name}.help")
            if command.name == "again":
                about = self.words(f"command.again.{self._follows}_help")
            yield KeyShown(first_key(command, self), self.name_in_bar(command), about)

    def action_replay(self) -> None:
        """This match once more, from its first moment."""
        self._wind()

    def action_practise(self) -> None:
        """One's seat again, from where the last round began; behind it lies the replay."""
        self._wind(practise=True)

    @work(exclusive=True, group="films")
    async def _wind(self, *, practise: bool = False) -> None:
        from lltui.desk.replay_desk import ReplayDesk  # noqa: PLC0415 - most results are only read: 4 ms

        ways, words, file = self.table.ways, self.table.tongue, self.file
        try:
            replay = await in_thread(lambda: ReplayDesk.of_file(ways.tape, file, None, words))
        except Trouble as trouble:
            self.table.trouble(trouble)
            return
        if practise:
            replay.round(replay.rounds)
        self.table.look_at(replay)
        try:
            if practise:
                await self.table.practise(replay)
        except Trouble as trouble:
            self.table.trouble(trouble)

    def action_analyse(self) -> None:
        """What it teaches."""
        if self.file is not None:
            self.table.study(self.file, proves=False)

    def action_verify(self) -> None:
        """Whether all of it is true."""
        if self.file is not None:
            self.table.study(self.file, proves=True)


class Ticking(AppScreen[None]):
    """Wakes once a second, and only while there is a time that runs and is seen."""

    _waits: object = None
    _until: float | None = None
    _clock: Timer | None = None

    def tick(self) -> None:
        """A second has passed: draw what shows the time."""
        raise NotImplementedError

    def begin_to_tick(self) -> None:
        """Once, when it is mounted."""
        self._clock = self.set_interval(1.0, self._tick, pause=True)

    def _tick(self) -> None:
        if not self.there:
            return
        self.tick()
        asked = [each.slice for each in self.query("#prompt").results(Drawn)]
        seen = all(prompt is not None and prompt.clock for prompt in asked)  # a lobby tells it elsewhere
        if self._clock is not None and not (self.left and seen):
            self._clock.pause()  # until something is told that begins it anew

    def wind(self, desk: Desk) -> None:
        """The clock runs from the moment at which it was told."""
        if desk.waits is not self._waits:
            self._waits = desk.waits
            left = desk.waits.left if desk.waits else None
            self._until = self.table.now() + left if left else None
        if self._clock is not None:
            if self._until is None:
                self._clock.pause()
            else:
                self._clock.resume()

    @property
    def left(self) -> float | None:
        """Seconds; None where no time runs."""
        return None if self._until is None else max(0.0, self._until - self.table.now())


class Saying(AppScreen[None]):
    """A line for everybody, typed over the table: `#say`, which comes when it is opened for the first time.

    Where a screen shows it before, it cannot be focused: keys are no letters yet.
    """

    SAY: ClassVar[str] = "chat.say"
    LONGEST: ClassVar[int] = 200  # letters, as the wire has it, which a match alone does not load
    KEEPS: ClassVar[bool] = False  # what was said is still there when one tries again

    def keep_quiet(self) -> None:
        """Nothing is said yet."""
        self.query_one("#say", Input).can_focus = False

    @property
    def talking(self) -> bool:
        """Whether a line is being typed."""
        return self.has_class("-talking")

    async def talk(self, *, on: bool, keep: bool = False) -> None:
        """Open the line, or close it; `keep` leaves what was typed for another try."""
        if not self.query("#say"):
            from lltui.tui.kit.dialog import TypedLine  # noqa: PLC0415 - who plays alone says nothing: 3 ms

            line = TypedLine(asks=lambda: self.words(self.SAY), id="say", max_length=self.LONGEST)
            await self.mount(line, before=self.query_one(KeyBar))
        say = self.query_one("#say", Input)
        self.set_class(on, "-talking")
        say.set_class(on, "-open")
        say.can_focus = on
        if on:
            say.focus()
        else:
            say.value = say.value if keep else ""
            self.set_focus(None)
        self.refresh_bindings()

    async def action_talk(self) -> None:
        """A line for everybody."""
        await self.talk(on=True)

    async def on_input_submitted(self, event: Input.Submitted) -> None:
        """Said."""
        event.stop()
        line = event.value.strip()
        await self.talk(on=False, keep=self.KEEPS)
        if line:
            await self.table.act(Speak(line))


class SayingAfter(Saying):
    """The same at an end, where there is nothing to choose."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A replay is of people who are not there."""
        if action == "talk":
            desk = self.table.desk
            return desk is not None and desk.may_talk and self.table.replay is None
        return self.talking if action == "undo" else super().check_action(action, parameters)

    async def action_undo(self) -> None:
        """Nothing is said."""
        await self.talk(on=False)


def said_last(desk: Desk) -> str:
    """What was said since something happened in the match."""
    since = takewhile(lambda line: not isinstance(line.fact, Glimpse), reversed(desk.log))
    return next((line.text for line in since if line.kind is Kind.SAID), "")


MOODS = {"turn": "mark", "halt": "warn", "over": "good"}


class PromptLine(NamedTuple):
    """`mood`: turn, wait, halt, over; `then` comes when the clock has run down."""

    mark: str
    text: str
    clock: str = ""
    mood: str = "wait"
    urgent: bool = False
    then: str = ""


def stopped(words: Wording, desk: Desk, clock: str = "") -> PromptLine | None:
    """What comes before anything else: no line, or a table that stands still."""
    if desk.link is not None:
        why = f"prompt.lost_{desk.parted}"  # as the panel in front of it says
        text = words(why) if words.has(why) else words("prompt.lost_text")
        return PromptLine(words("prompt.lost"), text, "", "halt")
    if desk.waits is not None and desk.waits.phase in STANDSTILL:
        why = with_outlook(words(f"prompt.{desk.waits.phase}"), desk)
        return timed(PromptLine(words("prompt.halt"), why, clock, "halt"), desk)
    return None


def halted(words: Wording, desk: Desk, clock: str, *, sent: bool, sent_clock: str = "") -> PromptLine | None:
    """What comes before any turn: that all of it stands still, a move under way, a bot that plays."""
    if (found := stopped(words, desk, clock)) is not None:
        return found
    if sent:
        return timed(PromptLine(words("prompt.sent"), words("prompt.sending"), sent_clock), desk)
    if desk.played:
        return PromptLine(words("prompt.wait"), words("prompt.played"), "", "halt")
    return None


def clock_of(words: Wording, desk: Desk, left: float | None, *, mine: bool) -> str:
    """The time that is left, for who waits and for whom they wait; once that is over, what may come now."""
    if mine and desk.waits is not None and desk.began is not None and desk.waits.late(desk.began.you):
        return words("prompt.late")
    if left is None:
        return ""
    seconds = max(0, round(left))
    return words("prompt.clock", minutes=seconds // 60, seconds=f"{seconds % 60:02}")


def timed(line: PromptLine, desk: Desk) -> PromptLine:
    """With what comes after its clock, which is said nowhere else."""
    return line._replace(then=desk.teller.comes()) if line.clock and desk.link is None else line


def with_outlook(text: str, desk: Desk) -> str:
    """For whom one waits, and what one may do about it."""
    return f"{text} {desk.outlook()}".rstrip()


def prompt_rows(prompt: PromptLine, cells: int) -> list[Row]:
    """Whose turn it is and what is asked; the clock on the other side, with what comes then if it fits."""
    mark = Piece(prompt.mark, MOODS.get(prompt.mood, "words"))
    first = row(" ", mark, Piece("   "), Piece(prompt.text, "strong"))
    whole = f"{prompt.clock}, {prompt.then}"
    clock = whole if prompt.then and width(first) + cell_len(whole) + 3 <= cells else prompt.clock
    last = row(Piece(clock, "bad" if prompt.urgent else "words"), " ") if clock else ()
    return [parted(first, last, cells)]


def key_rows(keys: Sequence[KeyShown], cells: int) -> Iterator[Row]:
    """Each with what it does."""
    key, label = (max((cell_len(each[at]) for each in keys), default=0) + 3 for at in (0, 1))
    for each in keys:
        first = row("  ", left((Piece(each.key, "key"),), key), left((Piece(each.label, "strong"),), label))
        for place, line in enumerate(wrapped(each.about, cells - key - label - 3)):
            yield row(first if not place else left((), width(first)), Piece(line, "words"))


def flowing(title: Row, record: Sequence[str], cells: int) -> list[Row]:
    """Behind the title and one another, in as few rows as there may be."""
    lines = [row(title, "   ", Piece(record[0], "strong"))]
    for line in record[1:]:
        more = row("   ", Piece(line, "strong"))
        if width(lines[-1]) + width(more) <= cells - 2:
            lines[-1] = row(lines[-1], more)
        else:
            lines.append(row("  ", Piece(line, "strong")))
    return lines


def notice_rows(text: str, cells: int) -> list[Row]:
    """A line, and in it what one is told by the way."""
    return [rule(cells, text=Edge((Piece(cut(text, cells - 6), "notice"),)) if text else None)]


def prompt_row() -> Drawn:
    """What is asked, and the clock; the slice is a `Prompt`.  A click on it is an Enter."""
    return in_one_line(prompt_rows, "prompt", sign="Enter")


def notice_row() -> Drawn:
    """A line with something said by the way; the slice is the sentence."""
    return in_one_line(notice_rows, "notice")


# ------------------------------------------------- what is read over a table: the whole log, the cards

AREA = "table"


def _title_rows(title: str, cells: int) -> list[Row]:
    return [rule(cells, text=Edge((Piece(title, "title"),)))]


def page_title() -> Drawn:
    """The line above a page; the slice is the title."""
    return in_one_line(_title_rows, "page_title")


class Lookup(NamedTuple):
    """One that is read: its title by its key, what of the desk it is made of, and how that is drawn."""

    title: str
    read: Callable[[AppScreen[None], Desk], Any]
    draw: Callable[[Any, int], Iterable[Row]]
    area: str = AREA
    from_end: bool = False
    about: str = ""

    def heading(self, words: Wording) -> str:
        """Its title."""
        return words(self.title)


class ReadingScreen(Scrolling[None], AppScreen[None], ModalScreen[None]):
    """One of the pages over a table."""

    in_match = True  # there is nothing to be read before the first card
    OFFERS: ClassVar[tuple[Command, ...]] = (
        Command("scroll_up", "up,k", bar=False, palette=False, area=AREA),
        Command("scroll_down", "down,j", palette=False, area=AREA, shown="↑↓"),
        Command("page_up", "pageup", bar=False, palette=False, area=AREA),
        Command("page_down", "pagedown,space", palette=False, area=AREA, shown="pages"),
        Command("close", "escape,q,enter,backspace", area=AREA, stays=True),
        HELP,
    )

    def __init__(self, page: Lookup) -> None:
        super().__init__()
        self.page = page

    def about(self) -> Iterator[str]:
        yield self.table.wording(self.page.area)(f"about.{self.page.about}")

    def compose(self) -> ComposeResult:
        draw = self.page.draw
        yield page_title()
        with Prose(id="page"):
            yield Drawn(lambda slice_, cells, _rows: draw(slice_, max(20, cells)), tall=True, id="read")
        yield KeyBar()

    def show(self, desk: Desk) -> None:
        paint(self, page_title=self.titled(self.page.heading(self.table.wording(self.page.area))))
        if desk.glimpse is None and self.in_match:
            return
        follows = self.page.from_end and self.prose.is_vertical_scroll_end
        paint(self, read=self.page.read(self, desk))
        if follows:
            self.call_after_refresh(self.prose.scroll_end, animate=False)

    def action_close(self) -> None:
        """Back."""
        self.dismiss()
