"""To a table: the list of those that are seen, or one's own; the door, and the three words."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import ClassVar, Literal, NamedTuple

from msgspec.structs import replace
from rich.cells import cell_len
from textual import on, work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input

from lltui import text
from lltui.client.dialing import JoinTarget, split
from lltui.client.discover import Deaf, Ears, Seen
from lltui.client.login import Again, Another, Busy, Knocking, Step
from lltui.desk.telling import listed
from lltui.errors import Trouble
from lltui.games.chair import DiskSlow
from lltui.games.love_letter.loading import editions
from lltui.games.love_letter.model import MODEL
from lltui.text import strip_controls
from lltui.tui.app_screen import AppScreen, TableApp, ask_name
from lltui.tui.art.card import described
from lltui.tui.art.piles import ladder
from lltui.tui.art.rows import DOTTED, LIGHT, Edge, Piece, beside, centred, framed, row, wrapped
from lltui.tui.art.rows import Row as Drawing
from lltui.tui.art.rows import Rows as Art
from lltui.tui.flows.match_form import faces_shown
from lltui.tui.kit.dialog import Ask, Choose, Notice, TypedLine
from lltui.tui.kit.lists import MOVES, WIDE, ListScreen, Row, RowAbout, RowBeside, Rows
from lltui.tui.kit.screen import BACK, BaseScreen, Command, KeyBar, Sentence
from lltui.tui.services import Left, Opening, TableVisit, hosted
from llwire.wire.words import COUNT, meanings
from llwire.wire.words import split as words_of

ROOMY = 110  # cells of a screen with room for what a table plays beside short lines
SHORT = 63  # cells of a name and what is told of it
BESIDE, PANE, CHAIRS = 36, 54, 6  # cells for that, and on a wide screen; and chairs in a row
PATIENCE = 3.0  # seconds until it is said that nothing is seen
LONGEST = 64  # letters of an address, or of three words


def join_on_screen(app: TableApp, goal: JoinTarget) -> None:
    """This table, at once; or where the goal has no addresses yet, one of the list."""

    async def way(screen: ConnectingScreen) -> TableVisit:
        return await app.ways.home.enter(goal, screen.asker)

    looking = WatchingScreen if goal.want == "watch" else JoiningScreen
    app.push_screen(ConnectingScreen(way) if goal.addresses else looking(goal))


class JoiningScreen(ListScreen[None], AppScreen[None]):
    """Every table with how full it is; the last line is for an address."""

    AREA = "entering"
    ABOUT = "list"
    OFFERS: ClassVar[tuple[Command, ...]] = (
        Command("join", "enter", area="entering"),
        Command("watch", "w", area="entering"),
        Command("address", "a", area="entering"),
        *MOVES,
        BACK,
    )

    def __init__(self, goal: JoinTarget) -> None:
        super().__init__()
        self._goal = goal
        self._seen: dict[str, Seen] = {}
        self._known = dict[str, str]()
        self._patient = True
        self._deaf: str | None = None

    def compose(self) -> ComposeResult:
        rows = Rows(self.lines, airy=True)
        with Vertical(id="page"):
            yield Sentence(self.heading, id="title")
            yield Sentence(self._told, id="told")
            with Horizontal(id="list"):
                yield rows
                yield RowBeside(rows, self.beside, pane=PANE)
            yield RowAbout(rows)
        yield KeyBar()

    def on_mount(self) -> None:
        try:
            self._known = dict(self.table.ways.home.shelf.names())
        except Trouble as trouble:  # strange tables can be gone to all the same
            self.table.trouble(trouble)
        self.later(PATIENCE, self._nothing)
        self._listen()

    def again(self) -> None:
        super().again()
        self.query_one("#told").refresh(layout=True)

    # ------------------------------------------------------------------- words

    def heading(self) -> str:
        return self.words("joining.title_watch" if self._goal.want == "watch" else "joining.title")

    def _told(self) -> str:
        if self._deaf is not None:
            return self.words("joining.deaf", why=self._deaf)
        if self._seen:
            return self.words("joining.seen")
        return self.words("joining.looking" if self._patient else "joining.nothing")

    def lines(self) -> Sequence[Row]:
        return (
            *map(self._row, self._seen.values()),
            Row(self.words("joining.address"), about=self.words("joining.about")),
        )

    def _row(self, seen: Seen) -> Row:
        net, pages, known = self.table.wording("net"), self.table.wording("screens"), seen.id in self._known
        told = [*listed(seen, net, pages, known=known, brief=True)]
        whole = [*listed(seen, net, pages, known=known)]
        if name := self._known.get(seen.id):
            whole[-1] = self.words("joining.known_as", name=name)
        if seen.open and not known:
            told.append(self.words("joining.open"))
        here = f"{', '.join(whole)}\n{self.words('joining.here', addresses=', '.join(seen.addresses))}"
        return Row(net.table_of(seen.label), ", ".join(told), here)

    def on_resize(self) -> None:
        """Where there is room, more is told of the selected table."""
        self.query_one(RowBeside).follow()

    def beside(self, at: int) -> Art:
        """What the selected table plays, and who sits there; or what to look for on a friend's screen."""
        if self.app.size.width < ROOMY or (self.app.size.width < WIDE and not self._brief):
            return ()
        tables = [*self._seen.values()]
        return tuple(self._shown(tables[at]) if at < len(tables) else self._on_their_screen())

    @property
    def _brief(self) -> bool:
        """Whether no line of the list is cut by what stands beside it."""
        told = [(strip_controls(line.label), line.value) for line in self.lines() if line.value]
        names = max((cell_len(name) for name, _ in told), default=0)
        return all(names + 2 + cell_len(value) <= SHORT for _, value in told)

    def _shown(self, seen: Seen) -> Iterator[Drawing]:
        """Its chairs, the taken ones with a back; and the cards of its edition."""
        net, words = self.table.wording("net"), self.words
        yield row(Piece(net.table_of(strip_controls(seen.label)), "title"))
        yield ()
        most = min(seen.chairs, CHAIRS)
        frames = [framed([(Piece("▒▒▒", "back"),)], 5, LIGHT, "rim")] * min(seen.seated, most)
        frames += [framed([()], 5, DOTTED, "faint")] * (most - len(frames))
        yield from beside(*frames, gap=1) if frames else ()
        free = seen.chairs - seen.seated
        told = self.wording.count("joining.free", free) if free > 0 else words("joining.full")
        yield row(Piece(told, "good" if free > 0 else "words"))
        yield ()
        yield from self._played(seen)

    def _played(self, seen: Seen) -> Iterator[Drawing]:
        """The cards, where they are known here; of another game what it is."""
        if seen.game == MODEL.id and seen.edition in editions():
            faces = faces_shown(self.table, edition=seen.edition)
            whole = [line for face in faces for line in described(face, PANE - 5)]
            lain = ladder(faces, BESIDE, len(faces) + 4, max(cell_len(face.name) for face in faces))
            yield from whole if self.app.size.width >= WIDE else lain
        elif (pages := self.table.wording("screens")).has(f"field.game.told.{seen.game}"):
            told = wrapped(pages(f"field.game.told.{seen.game}"), BESIDE)
            yield from (row(Piece(line)) for line in told)

    def _on_their_screen(self) -> Iterator[Drawing]:
        """What stands there, as it looks."""
        words = self.words
        line = row(" ", Piece("lltui join ", "words"), Piece("192.168.1.23", "typed"))
        three = framed([centred((Piece(words("joining.word"), "who"),), 8)], 10, LIGHT, "chosen")
        inside = [(), line, (), *(row(" ", each) for each in beside(three, three, three, gap=1)), ()]
        yield from framed(inside, 36, LIGHT, "rim", Edge((Piece(words("joining.there"), "title"),)))

    # --------------------------------------------------------------- listening

    @work(exclusive=True, group="ears")
    async def _listen(self) -> None:
        try:
            async with self.table.ways.home.listening() as ears:
                while True:
                    self._heard(ears)
                    ears.news.clear()
                    await ears.news.wait()
        except Deaf as deaf:
            self._deaf = str(deaf)
            self.again()

    def _heard(self, ears: Ears) -> None:
        """What was there stays where it is; whoever is selected stays so."""
        now = {seen.id: seen for seen in ears.tables}
        old = list(self._seen)
        chosen = old[self.rows.at] if self.rows.at < len(old) else None
        kept = {each: now[each] for each in old if each in now}
        self._seen = kept | now
        ids = list(self._seen)
        if chosen in ids:
            self.rows.at = ids.index(chosen)
        elif old:
            self.rows.at = min(self.rows.at, len(ids)) if chosen else len(ids)
        self.again()

    def _nothing(self) -> None:
        self._patient = False
        self.again()

    # ------------------------------------------------------------------- going

    def take(self, at: int) -> None:
        tables = list(self._seen.values())
        if at >= len(tables):
            self.action_address()
            return
        self._enter(tables[at], self._goal.want)

    def _enter(self, seen: Seen, want: Literal["seat", "watch"]) -> None:
        """Whoever was there has a chair there; for others a full table is to look at."""
        if seen.full and seen.watch and seen.id not in self._known:
            want = "watch"
        known = None if self._goal.new else seen.id
        # Whoever chose a line that says so needs no words; a table that one knows has its own key.
        wordless = self._goal.open or (seen.open and seen.id not in self._known)
        self._go(replace(self._goal, addresses=seen.addresses, table=known, open=wordless, want=want))

    def action_watch(self) -> None:
        """Look on at the selected table."""
        tables = list(self._seen.values())
        if self.rows.at < len(tables):
            self._enter(tables[self.rows.at], "watch")

    def action_join(self) -> None:
        """To the selected table."""
        self.action_commit()

    def action_address(self) -> None:
        """One that is not on the list."""

        def wrong(line: str) -> str | None:
            try:
                split(line)
            except Trouble:
                return self.words("joining.bad_address", typed=line)
            return None

        def typed(line: str | None) -> None:
            if line:
                self._go(replace(self._goal, addresses=(line,)))

        self.app.push_screen(Ask(lambda: self.words("joining.question"), "", LONGEST, wrong), typed)

    def _go(self, goal: JoinTarget) -> None:
        join_on_screen(self.table, goal)


class WatchingScreen(JoiningScreen):
    """The same to look on: that is what an Enter does."""

    OFFERS: ClassVar[tuple[Command, ...]] = (Command("watch", "enter,w", area="entering"),)

    action_watch = ListScreen.action_commit


LATEST = 8


class GivenUp(Exception):
    """The person at the door goes away."""


class Happening(NamedTuple):
    """Something that is tried, in words that can be asked for again."""

    key: str
    addresses: str = ""
    seconds: int = 0


class ConnectingScreen(AppScreen[None]):
    """`way` leads to the table; it may ask this screen for words, and tell it what it does."""

    AREA = "entering"
    ABOUT = "connecting"
    OFFERS: ClassVar[tuple[Command, ...]] = (Command("give_up", "escape,q,backspace", area="entering"),)

    def __init__(self, way: Callable[[ConnectingScreen], Awaitable[TableVisit]]) -> None:
        super().__init__()
        self._way = way
        self._tried = list[Happening]()  # so far, the newest last
        self.asker = AtTheDoor(self)

    def compose(self) -> ComposeResult:
        with Vertical(id="door"):
            yield Sentence(self._tries)
        yield KeyBar()

    def on_mount(self) -> None:
        self._go()

    @work(exclusive=True, group="door")
    async def _go(self) -> None:
        try:
            visit = await self._way(self)
        except GivenUp:
            self.action_back()
        except Trouble as trouble:
            from lltui.tui.match.table_dialogs import trouble_screen  # noqa: PLC0415 - most doors open: 2 ms

            # This worker ends with its screen, so somebody else has to exchange it.
            self.app.call_next(self.app.switch_screen, trouble_screen(trouble))
        else:
            self.table.arrive(visit)

    def doing(self, key: str, addresses: str = "", seconds: int = 0) -> None:
        """One more line, of `addresses` in the network or on a disk; the same thing twice is one."""
        new = Happening(key, addresses, seconds)
        if new not in self._tried[-1:]:
            self._tried = [*self._tried, new][-LATEST:]
            self.query_one(Sentence).refresh(layout=True)

    def _tries(self) -> Content:
        said = [self.words(f"connecting.{key}", addresses=at, seconds=left) for key, at, left in self._tried]
        rows = [*(Content.styled(each, "$soft") for each in said[:-1]), *map(Content, said[-1:])]
        title = Content.styled(self.words("connecting.title"), "bold $bright")
        return Content("\n").join([title, Content(), *rows])

    async def goes_on(self, left: Left) -> bool:
        """Whether the unfinished table is taken up; who goes away wants neither."""

        def question() -> str:
            facts, nobody = left.facts(self.table.wording("net")), self.words("unfinished.nobody")
            return self.words("unfinished.question", names=facts["names"] or nobody, when=facts["when"])

        def answers() -> Sequence[Row]:
            return [
                Row(self.words("unfinished.resume"), about=self.words("unfinished.about_resume")),
                Row(self.words("unfinished.new"), about=self.words("unfinished.about_new")),
            ]

        answer = await self.app.push_screen_wait(Choose(question, answers))
        if answer is None:
            raise GivenUp
        return answer == 0

    async def called(self, name: str) -> str:
        """What somebody who never said so wants to be called."""
        if (chosen := await ask_name(self.table, name)) is None:
            raise GivenUp
        return chosen

    async def shut_out(self, trouble: Trouble) -> None:
        """It is read before the lobby comes."""
        await self.app.push_screen_wait(Notice(trouble))

    def action_give_up(self) -> None:
        """Whatever is on its way is called off."""
        self.workers.cancel_group(self, "door")
        self.action_back()


class AtTheDoor:
    """Whoever stands there, in front of a screen."""

    patient = True

    def __init__(self, screen: ConnectingScreen) -> None:
        self._screen = screen
        self._typed: str | None = None  # the last try: one wrong word is no reason to type three

    async def words(self, *, wrong: bool) -> str:
        """Ask for them."""
        self._typed = await self._screen.app.push_screen_wait(WordsScreen(self._typed or "", wrong=wrong))
        if self._typed is None:
            raise GivenUp
        return self._typed

    async def called(self, name: str) -> str:
        """Asked for once."""
        return await self._screen.called(name)

    async def takes_over(self, name: str) -> bool:
        """Ask; who would rather not goes away."""
        return await self._agrees("elsewhere", name=name)

    async def looks_on(self, trouble: Trouble) -> bool:
        language = self._screen.table.tongue.language
        return await self._agrees("looks_on", why=text.trouble(language, trouble).what)

    async def _agrees(self, key: str, **facts: str) -> bool:
        words = self._screen.words
        answers = [Row(words(f"{key}.yes")), Row(words(f"{key}.no"), about=words(f"{key}.about_no"))]
        ask = Choose(lambda: words(f"{key}.question", **facts), lambda: answers)
        if await self._screen.app.push_screen_wait(ask) != 0:
            raise GivenUp
        return True

    def tell(self, step: Step) -> None:
        """What is tried."""
        match step:
            case Knocking(addresses=addresses):
                self._screen.doing("trying", addresses=", ".join(addresses))
            case Busy(seconds=seconds):
                self._screen.doing("busy", seconds=max(1, round(seconds)))
            case Again() | Another():
                self._screen.doing("again" if isinstance(step, Again) else "another")
            case DiskSlow(folder=folder):
                self._screen.doing("disk", folder)


# ------------------------------------------------------------ to a table of one's own


def host_on_screen(app: TableApp, opening: Opening, name: str, *, guessed: bool = False) -> None:
    """Find out what there is, ask if need be, and sit down."""

    async def way(screen: ConnectingScreen) -> TableVisit:
        ways = app.ways
        goal = await hosted(ways.own_tables, opening, name, screen, guessed=guessed)
        return await ways.home.enter(goal, screen.asker)

    app.push_screen(ConnectingScreen(way))


async def ended(app: TableApp) -> None:
    """End the table that runs, and say what is left of it."""
    try:
        kept = await app.ways.own_tables.stop()
    except Trouble as trouble:
        app.trouble(trouble)
        return
    app.notify(app.wording("entering")("ended.kept" if kept else "ended.gone"), markup=False)


# --------------------------------------------------------------------- the three words

# A slip must not cost one of the few tries, so nothing is sent before all three are words of the list.


class WordSpot(NamedTuple):
    """One of the words.  Without `word` it is not clear yet, and `near` is what it could be."""

    typed: str
    word: str | None = None
    near: tuple[str, ...] = ()


class Phrase(NamedTuple):
    """What was typed so far."""

    spots: tuple[WordSpot, ...]
    extra: tuple[str, ...] = ()

    @property
    def whole(self) -> str | None:
        """The three words, once they are clear."""
        words = [spot.word for spot in self.spots if spot.word]
        return "-".join(words) if len(words) == COUNT and not self.extra else None


EMPTY = WordSpot("")


def read(line: str) -> Phrase:
    """A line as three words, and what is too much."""
    typed = words_of(line)
    spots = [_spot(word) for word in typed[:COUNT]]
    return Phrase((*spots, *[EMPTY] * (COUNT - len(spots))), typed[COUNT:])


def _spot(typed: str) -> WordSpot:
    found = meanings(typed)
    if len(found) == 1:
        return WordSpot(typed, found[0])
    return WordSpot(typed, None, found)


def completed(line: str) -> str | None:
    """The line with its last word whole, and room for the next; None if it may be several words.

    Nothing is guessed: whoever is offered the first word that fits takes it.
    """
    end = re.search(r"[^\W\d_]+$", line)
    typed = words_of(end[0]) if end else ()
    if end is None or len(typed) != 1 or len(words_of(line)) > COUNT:  # none in ², no letter and no digit
        return None
    found = meanings(typed[0])
    if len(found) != 1:
        return None
    behind = " " if len(words_of(line)) < COUNT else ""
    return line[: end.start()] + found[0] + behind


NEAR = 4


class WordsScreen(BaseScreen[str | None], ModalScreen[str | None]):
    """The words as the list has them; None if somebody would rather go away."""

    AREA = "entering"
    AUTO_FOCUS = "Input"
    OFFERS: ClassVar[tuple[Command, ...]] = (
        Command("try_words", "enter", area="entering", palette=False, priority=True),
        Command("complete", "tab", area="entering", palette=False, priority=True),
        Command("back", "escape", palette=False),
    )

    def __init__(self, before: str = "", *, wrong: bool) -> None:
        """`before` was the last try, if that was `wrong`."""
        super().__init__()
        self._before, self._wrong = before.replace("-", " "), wrong

    def compose(self) -> ComposeResult:
        field = TypedLine(
            self._before,
            select_on_focus=False,
            max_length=LONGEST,
            asks=lambda: self.words("words.placeholder"),
        )
        with Vertical(id="words"):
            yield Sentence(self._asked)
            yield field
            yield Sentence(self._understood)
        yield KeyBar()

    @property
    def _line(self) -> str:
        return self.query_one(Input).value

    @on(Input.Changed)
    def _typed(self) -> None:
        for sentence in self.query(Sentence):
            sentence.refresh(layout=True)

    # ------------------------------------------------------------------- words

    def _asked(self) -> Content:
        """What is asked for, and until something is typed that the last try was wrong."""
        title = Content.styled(self.words("words.title"), "bold $bright")
        again = self._wrong and self._line in ("", self._before)
        wrong = [Content.styled(self.words("words.wrong"), "bold $bad")] if again else []
        return Content("\n").join([title, *wrong, Content(self.words("words.question"))])

    def _understood(self) -> Content:
        """What each word is understood as."""
        phrase = read(self._line)
        rows = [self._row(number, spot) for number, spot in enumerate(phrase.spots, 1)]
        return Content("\n").join([*rows, Content(), Content.styled(self._told(phrase), "$soft")])

    def _row(self, number: int, spot: WordSpot) -> Content:
        if spot == EMPTY:
            return Content.styled(f" {number}  {self.words('words.empty')}", "$soft")
        if spot.word is not None:
            typed = "" if spot.word == spot.typed else f"  ({spot.typed})"
            return Content.assemble((f" {number}  ✓ {spot.word}", "bold $good"), (typed, "$soft"))
        return Content.assemble((f" {number}  ? {spot.typed}", "bold $warn"), f"  {self._guesses(spot)}")

    def _guesses(self, spot: WordSpot) -> str:
        if not spot.near:
            return self.words("words.unknown")
        near = self.wording.row(spot.near[:NEAR], "or")
        return self.words("words.several" if len(spot.near) > NEAR else "words.near", near=near)

    def _told(self, phrase: Phrase) -> str:
        if phrase.extra:
            return self.words("words.extra", typed=phrase.extra[0])
        if phrase.whole:
            return self.words("words.ready")
        missing = sum(spot.word is None for spot in phrase.spots)
        return self.words("words.last" if missing == 1 else "words.more", number=missing)

    # ------------------------------------------------------------------- doing

    @on(Input.Submitted)
    def _submitted(self) -> None:
        self.action_try_words()

    def action_try_words(self) -> None:
        """Once they are three words of the list."""
        whole = read(self._line).whole
        if whole is not None:
            self.dismiss(whole)
        else:
            self.action_complete()

    def action_complete(self) -> None:
        """The word that is being typed, if it is clear."""
        field = self.query_one(Input)
        whole = completed(field.value)
        if whole is not None:
            field.value = whole
            field.cursor_position = len(whole)
