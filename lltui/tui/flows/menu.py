"""The first screen: everything that one can do, the usual thing selected, and what this evening offers."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, ClassVar, Literal, NamedTuple, TypeVar

from msgspec.structs import replace
from textual import work
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content

from lltui import text
from lltui.errors import Trouble
from lltui.games.love_letter.model import MODEL
from lltui.games.two_princes import model as princes
from lltui.text import Wording, strip_controls
from lltui.tui.app_screen import AppScreen, TableApp, ask_name
from lltui.tui.art.card import LARGE, SLIM, cover
from lltui.tui.art.rows import Piece, beside, left, parted, row, titled, width, wrapped
from lltui.tui.art.rows import Row as Drawing
from lltui.tui.flows.match_form import (
    AloneForm,
    HostForm,
    HostSetup,
    MatchForm,
    PlaySetup,
    SettingsScreen,
    faces_shown,
)
from lltui.tui.kit.dialog import if_any
from lltui.tui.kit.lists import CHOOSE, MOVES, ListScreen, Row, RowAbout, Rows
from lltui.tui.kit.rows_widget import Drawn, content, paint
from lltui.tui.kit.screen import Command, KeyBar, Sentence
from lltui.tui.services import Left, Opening, Own, OwnTables, guided

if TYPE_CHECKING:  # neither a network nor a database is waited for
    from lltui.client.discover import Seen
    from lltui.record.kept_match_facts import Past

THINGS = ("play", "host", "join", "watch", "replay", "history", "rules", "settings", "learn")
CONTINUED = ("continue", "continue_other")  # of each game the match that was played last
SHOWN = 3  # cards of the offer
AIRY = 36  # rows of a screen that has a line between two of the list
LISTENS = 100  # cells of a screen that has room for the tables nearby
WIDE = 150  # and of one on which they stand beside one's own record
NEAR = 1.0  # seconds until they are looked for: whoever knows what to do is gone by then
SEEDS = 10**6
NOTHING = Own(runs=False)


Form = TypeVar("Form", bound=MatchForm)


class MenuScreen(ListScreen[None], AppScreen[None]):
    """Where one comes back to from everywhere."""

    home = True
    ABOUT = "menu"
    OFFERS: ClassVar[tuple[Command, ...]] = (CHOOSE, *MOVES, Command("quit", "q", area="screens"))

    def __init__(self) -> None:
        super().__init__()
        self._own = NOTHING
        self._past: Past | None = None  # what was played here
        self._near: tuple[Seen, ...] = ()
        self._waits: tuple[Left, ...] = ()  # the matches alone that lie unfinished, one of each game
        self._alone: AloneForm | None = None
        self._hosted: HostForm | None = None
        self._nameless = ""  # what one is called who was asked, and did not say

    def compose(self) -> ComposeResult:
        rows = Rows(self.lines, airy=True)
        with Horizontal(id="hall"):
            yield Drawn(cover_rows, id="fan")
            with Vertical(id="right"):
                yield rows
                yield Drawn(side_rows, id="offers")
        yield Drawn(sky_rows, id="sky")
        yield RowAbout(rows)
        yield KeyBar()

    def on_mount(self) -> None:
        self._lay()

    def on_resize(self) -> None:
        """Where there is room, there is more to see, and lines between the lines."""
        self._lay()
        self._look_around()

    def again(self) -> None:
        super().again()
        self._lay()

    def _lay(self) -> None:
        """What is drawn around the list, and the rows that the list gets of it; while there is one."""
        if self.closing:
            return
        lines, airy = len(self.lines()), self.app.size.height >= AIRY
        self.rows.styles.height = 2 * lines - 1 if airy else lines
        look = MenuLook(self.table, self._past, self._near, self.app.size.width)
        paint(self, fan=look, offers=look, sky=look)

    @property
    def _listens(self) -> bool:
        return self.app.size.width >= LISTENS

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        del parameters
        return action != "back"

    # ------------------------------------------------------------------- lines

    @property
    def things(self) -> Sequence[str]:
        """What can be done, first what lies unfinished: a match alone, then the table of one's own."""
        table = ("own",) if self._own.runs else () if self._own.left is None else ("left",)
        return (*CONTINUED[: len(self._waits)], *table, *THINGS)

    def lines(self) -> Sequence[Row]:
        return [self._row(thing) for thing in self.things]

    def _row(self, thing: str) -> Row:
        lie: dict[str, Left | None] = {
            "left": self._own.left,
            **dict(zip(CONTINUED, self._waits, strict=False)),
        }
        left, named = lie.get(thing), CONTINUED[0] if thing in CONTINUED else thing
        facts = left.facts(self.table.wording("net")) if left is not None else {}
        return Row(
            self.words(f"menu.{named}.label"),
            self.words(f"menu.{named}.short", **facts),
            "\n".join(filter(None, (self.words(f"menu.{named}.about", **facts), self._hint(thing)))),
            passing=thing not in THINGS,
        )

    def _hint(self, thing: str) -> str:
        """For whoever is new, and selects what it speaks of."""
        played = self._waits or (self._past is not None and self._past.lines)
        new = self.table.settings.hints and thing == "play" and not played
        return self.words("menu.hint" if self._called else "menu.hint_nameless") if new else ""

    def on_screen_resume(self) -> None:
        """Something may lie unfinished that did not before, and more was played."""
        self.run_worker(self._look(), group="own", exclusive=True)
        self._count()
        self._look_around()

    def on_screen_suspend(self) -> None:
        """Another screen may listen by itself."""
        self.workers.cancel_group(self, "near")

    def _look_around(self) -> None:
        if self._listens and self.app.screen is self:
            self._listen()

    @work(exclusive=True, group="past")
    async def _count(self) -> None:
        """What all matches come to."""
        if (past := await self.remembered()) is not None:
            self._past = past
            self.again()  # who has played is new no more

    @work(exclusive=True, group="near")
    async def _listen(self) -> None:
        """The tables in this network; where nothing can be heard, the list for joining says why."""
        await asyncio.sleep(NEAR)
        try:
            home = await asyncio.to_thread(getattr, self.table.ways, "home")
            await asyncio.to_thread(import_module, "zeroconf.asyncio")
            async with home.listening() as ears:
                while True:
                    self._near = ears.tables
                    self._lay()
                    ears.news.clear()
                    await ears.news.wait()
        # Another program's code, a network that is not there: the menu is whole without it.
        except Exception:  # noqa: BLE001
            return

    async def _look(self) -> None:
        """What was selected stays so; but who has chosen nothing yet goes on."""
        alone = asyncio.to_thread(self._lying)
        own, waits = await asyncio.gather(own_table(self.table), alone)
        if self.closing or (own, waits) == (self._own, self._waits):
            return
        thing = self.things[self.rows.at]
        new = bool(waits) and not self._waits and self.rows.at == 0
        self._own, self._waits = own, waits
        self.rows.at = self.things.index(thing) if thing in self.things and not new else 0
        self.again()

    def _lying(self) -> tuple[Left, ...]:
        """The newest of each game, the one that was played last first."""
        found = map(self.table.ways.left_alone, (MODEL.id, princes.MODEL.id))
        return tuple(sorted((left for left in found if left is not None), key=lambda left: -left.when))

    # ------------------------------------------------------------------- doing

    def take(self, at: int) -> None:
        if self.things[at] in ("play", "learn", "host") and not self._called:
            self._ask_and_take(at)
        else:
            self._take(at)

    @work(exclusive=True, group="name")
    async def _ask_and_take(self, at: int) -> None:
        """Where nothing names whoever sits here."""
        self._nameless = await ask_name(self.table, "") or ""
        if self._called:
            self._take(at)

    def _take(self, at: int) -> None:
        match self.things[at]:
            case thing if thing in CONTINUED:
                self.table.sit(self.table.ways.alone(self._waits[CONTINUED.index(thing)]))
            case "own" | "left":
                self._sit_down(Opening(resume=True), self._called)
            case "join" | "watch" as want:
                self._join("watch" if want == "watch" else "seat")
            case "play":
                form = self._tonight(self._alone or AloneForm(self._called))
                self.app.push_screen(PlaySetup(form), if_any(self._play))
            case "learn":
                self.table.sit(self.table.ways.alone(guided(self._called)))
            case "host":
                table = self._tonight(self._hosted or HostForm(self._called))
                self.app.push_screen(HostSetup(table), if_any(self._host))
            case thing:
                self._open(thing)

    def _open(self, thing: str) -> None:
        """Each page is loaded when it is wanted: the menu is there sooner."""
        from lltui.tui.flows.history import HistoryScreen  # noqa: PLC0415 - 4 ms
        from lltui.tui.love_letter.lookups import RulesScreen  # noqa: PLC0415 - 5 ms

        match thing:
            case "rules":
                self.app.push_screen(RulesScreen())
            case "settings":
                self.app.push_screen(SettingsScreen())
            case _:
                self.app.push_screen(HistoryScreen(newest=thing == "replay"))

    @property
    def _called(self) -> str:
        """What to call whoever sits here."""
        return self.table.settings.name or self.table.ways.login or self._nameless

    def _tonight(self, form: Form) -> Form:
        """A story is told whoever sits here for the first time, or after all that were told to their end."""
        lines = () if self._past is None else self._past.lines
        told = sum(row.over and not row.stopped for row in lines if row.game == princes.MODEL.id)
        evening = min(told + 1, princes.LAST_EVENING)
        return replace(form, two_princes=replace(form.two_princes, evening=evening))

    def _play(self, form: AloneForm) -> None:
        self._alone = replace(form, game=MODEL.id)  # two Enters deal cards, whatever was tried once
        self.table.sit(self.table.ways.alone(form.alone(secrets.randbelow(SEEDS))))

    def _host(self, form: HostForm) -> None:
        self._hosted = form
        self._sit_down(form.opening, form.name)

    def _sit_down(self, opening: Opening, name: str) -> None:
        """At a table of one's own."""
        from lltui.tui.flows.join import host_on_screen  # noqa: PLC0415 - as in `_open`: 23 ms

        host_on_screen(self.table, opening, name)

    def _join(self, want: Literal["seat", "watch"]) -> None:
        """A table of the list."""
        from lltui.client.dialing import JoinTarget  # noqa: PLC0415 - as in `_open`: 15 ms
        from lltui.tui.flows.join import join_on_screen  # noqa: PLC0415 - as in `_open`: 22 ms

        guessed = self.table.settings.name is None
        join_on_screen(self.table, JoinTarget((), self._called, guessed=guessed, want=want))

    def action_quit(self) -> None:
        """Nothing is open here that could be lost."""
        self.app.exit(0)


class OfferScreen(AppScreen[bool | None]):
    """Where nobody has played yet: to learn the game, or to have the cards at once."""

    AREA = "guide"
    OFFERS: ClassVar[tuple[Command, ...]] = (
        Command("learn", "enter", area="guide"),
        Command("know", "k", area="guide"),
        Command("quit", "q,escape", area="screens"),
    )

    def compose(self) -> ComposeResult:
        with Vertical(id="middle"):
            with Horizontal(id="hall"):
                yield Sentence(lambda: content(cover(faces_shown(self.table, SHOWN), LARGE)), id="cards")
                yield Sentence(self._offer, id="offer")
            yield Sentence(lambda: self.words("offer.question"), id="hint")
        yield KeyBar()

    def about(self) -> Iterator[str]:
        yield self.table.wording("screens")("about.offer")

    def _offer(self) -> Content:
        """What there is to choose, each with its key."""
        rows = [Content(self.words("offer.about"))]
        for key, name in (("Enter", "learn"), ("k", "know")):
            label = (f"  {self.words(f'offer.{name}')}\n", "bold")
            about = (f"{' ' * 7}{self.words(f'offer.{name}_about')}", "$soft")
            rows.append(Content.assemble((f"{key:<5}", "bold $mine"), label, about))
        return Content("\n\n").join(rows)

    def action_learn(self) -> None:
        """The guided match."""
        self.dismiss(result=True)

    def action_know(self) -> None:
        """The cards, now and ever after."""
        self.dismiss(result=False)

    def action_quit(self) -> None:
        """Neither."""
        self.dismiss(None)


async def own_table(app: TableApp) -> Own:
    """The one of one's own; there is none where a disk cannot be read."""
    try:
        # The first look loads everything that tables need, and the menu is to answer keys meanwhile.
        tables: OwnTables = await asyncio.to_thread(getattr, app.ways, "own_tables")
        return await tables.look()
    except Trouble:
        return NOTHING


# -------------------------------------------------------------------- what is drawn


class MenuLook(NamedTuple):
    """One look: whose words and colours, what was played, who plays nearby."""

    app: TableApp
    past: Past | None
    near: tuple[Seen, ...]
    cells: int

    @property
    def words(self) -> Wording:
        """Of the screens."""
        return self.app.wording("screens")


LETTERS = {
    "L": ("#...", "#...", "#...", "#...", "#...", "#...", "####"),
    "O": (".##.", "#..#", "#..#", "#..#", "#..#", "#..#", ".##."),
    "V": ("#...#", "#...#", "#...#", "#...#", ".#.#.", ".#.#.", "..#.."),
    "E": ("####", "#...", "#...", "###.", "#...", "#...", "####"),
    "T": ("#####", "..#..", "..#..", "..#..", "..#..", "..#..", "..#.."),
    "R": ("###.", "#..#", "#..#", "###.", "#.#.", "#..#", "#..#"),
    " ": ("..",) * 7,
}
HALVES = {"##": "█", "#.": "▀", ".#": "▄", "..": " "}


def large(title: str) -> list[str]:
    """In letters of four rows, two points in each cell."""
    points = [".".join(LETTERS[letter][line] for letter in title) for line in range(7)]
    pairs = zip(points[::2], [*points[1::2], "." * len(points[0])], strict=True)
    return ["".join(HALVES[upper + lower] for upper, lower in zip(*pair, strict=True)) for pair in pairs]


GAPS = (2, 3, 1, 4)  # before which of its blocks a blank comes first, where there is room for some


def cover_rows(look: MenuLook, cells: int, rows: int) -> Iterator[Drawing]:
    """The name of the game, and all its cards as a fan, as large as there is room for."""
    title, faces = look.words("menu.title"), faces_shown(look.app)
    name = large(title) if set(title) <= LETTERS.keys() else [title]
    if max(map(len, name)) > cells or rows < AIRY - 8:
        name = ["   ".join(" ".join(word) for word in title.split())]
    size = LARGE if cells >= LARGE.width + 4 * (len(faces) - 1) else SLIM
    step = min(5, (cells - size.width) // (len(faces) - 1))
    about = [row(Piece(line)) for line in wrapped(look.words("menu.under"), cells)]
    other = row(Piece(look.words("menu.and"), "quiet"), " ", Piece(look.words("menu.princes"), "title"))
    story = Piece(look.words("menu.story"))
    beneath = [row(other, story)] if width(other) + len(story.text) <= cells else [other]
    blocks = [[row(Piece(line, "you")) for line in name], about, cover(faces, size, step), beneath]
    if LARGE_TITLE <= look.cells < WIDE:
        room = rows - sum(map(len, blocks)) - len(blocks)
        blocks.append([*_near(look, cells, room)])
    airy = GAPS[: max(0, rows - sum(map(len, blocks)))]
    for number, block in enumerate(blocks):
        yield from [()] * (number in airy)
        yield from block


def side_rows(look: MenuLook, cells: int, rows: int) -> Iterator[Drawing]:
    """What this evening offers: one's own record, and the tables nearby; side by side where there is room."""
    if look.cells >= WIDE:
        own = [*_evenings(look, OWN)] if look.past else []
        near = [*_near(look, cells - OWN - 3 if own else OWN, rows)]
        high = max(len(own), len(near))
        blocks = [[*block, *[()] * (high - len(block))] for block in (near, own) if block]
        yield from beside(*([left(line, width(block[0])) for line in block] for block in blocks), gap=3)
        return
    own = [*_evenings(look, cells)]
    yield from own
    if look.cells < LARGE_TITLE and look.near:
        yield from [()] * bool(own)
        yield from _near(look, cells, rows - len(own) - 1)


LARGE_TITLE = 116  # cells of a screen whose left half has room for the name in large letters
OWN = 39  # cells of one's own record
DOTS = 10  # matches of an evening


def _evenings(look: MenuLook, cells: int) -> Iterator[Drawing]:
    """Of whoever sits here: won, in a row, the newest evening, with whom, with which card."""
    past, words = look.past, look.words
    if past is None or past.streak is None:
        return
    won, played = (
        sum(each) for each in zip(*((one.won, one.played) for one in past.by_company), strict=True)
    )
    yield titled(words("evenings.title").upper(), cells, words.count("evenings.matches", played))
    name = look.app.settings.name or past.lines[0].you or ""
    told = words("evenings.won", won=won, played=played)
    best = words("evenings.best", number=past.streak.best)
    first = row(" ", Piece(strip_controls(name), "you"), f"  {told}")
    fits = width(first) + len(best) + 3 <= cells
    yield row(first, f"   {best}" if fits else "")
    if not fits:
        yield row(" ", best)
    lines: list[tuple[str, Drawing]] = []
    if (evening := past.evening) is not None:
        dots = [Piece("●", "good") if each else Piece("○", "quiet") for each in evening.won[-DOTS:]]
        count = words("evenings.of", won=sum(evening.won), played=len(evening.won))
        when = words("evenings.tonight" if evening.goes_on else "evenings.last")
        lines.append((when, row(*dots, f"  {count}")))
    people = [each for each in past.by_opponent if not each.name.startswith("bot ")]
    met: Drawing = ()
    for number, each in enumerate(people):
        score = f" {each.won} : {each.played - each.won}"
        more = row("   " if met else "", Piece(strip_controls(each.name), f"seat-{number % 6}"), score)
        met = row(met, more) if width(met) + width(more) + 14 <= cells else met
    if met:
        lines.append((words("evenings.with"), met))
    if cards := dict(past.cards).get(MODEL.id):
        (card, number), *_ = cards
        voice = text.voice(MODEL.id, *look.app.tongue, (), None)
        told = words.count("evenings.rounds", number, card=voice.card(card))
        lines.append((words("evenings.card"), row(told)))
    wide = max((len(label) for label, _ in lines), default=0) + 2
    for label, value in lines:
        yield row(" ", left((Piece(label, "quiet"),), wide), value)


def _near(look: MenuLook, cells: int, rows: int) -> Iterator[Drawing]:
    """Each table with what is played there, and whether one may sit down or look on; as many as fit."""
    if not look.near or look.cells < LISTENS or rows < 3:
        return
    yield titled(look.words("near.title").upper(), cells, str(len(look.near)))
    left_over = rows - 1
    for number, seen in enumerate(look.near):
        block = [*_nearby(look, seen, cells)]
        if left_over < len(block):
            return
        if number and left_over > len(block):
            yield ()
            left_over -= 1
        left_over -= len(block)
        yield from block


def _nearby(look: MenuLook, seen: Seen, cells: int) -> Iterator[Drawing]:
    net, pages = look.app.wording("net"), look.app.wording("screens")
    how, ink = ("watch" if seen.watch else "full", "quiet") if seen.full else ("free", "good")
    name = Piece(net.table_of(strip_controls(seen.label)), "who")
    yield parted(row(" ", name), row(Piece(look.words(f"near.{how}"), ink), " "), cells)
    edition = f"field.edition.value.{seen.edition}"
    what = [net(f"game.{seen.game}")] if net.has(f"game.{seen.game}") else []
    what += [pages(edition) if pages.has(edition) else seen.edition] if seen.edition else []
    seated = [look.words("near.seated", seated=seen.seated, chairs=seen.chairs)]
    seated += [net("list.deal", deal=seen.deal)] if seen.deal else []
    first, last = row(" ", ", ".join(what)), row(", ".join(seated), " ")
    if width(first) + width(last) < cells:
        yield parted(first, last, cells)
    else:
        yield from (first, row(" ", last))


# Both stand on one ground, above one river.
TOWN = (
    "                                                                                ",
    "           ▄▄                                             ▄▄                    ",
    "   ▄  ▄   ▄██▄   ▄   ▄         ██     ▄     ▄        ▄▄  ▄██▄  ▄    ▄     ▄     ",
    "▄▄▄█▄▄█▄▄▄████▄▄▄█▄▄▄█▄▄▄▄▄▄▄▄▄██▄▄▄▄▄█▄▄▄▄▄█▄▄▄▄▄▄▄▄██▄▄████▄▄█▄▄▄▄█▄▄▄▄▄█▄▄▄▄▄",
    "  ≈    ≈≈      ≈        ≈≈          ≈≈≈≈     ≈         ≈≈       ≈      ≈≈    ≈  ",
)
TOWER = (
    "                              ▄                  ▄                              ",
    "                             ▄█▄                ▄█▄                             ",
    "         ▄▄▄▄▄               ███▄ ▄ ▄ ▄▄▄▄ ▄ ▄ ▄███              ▄▄▄▄▄          ",
    "█▄█▄█▄█▄███████▄█▄█▄█▄█▄█▄█▄█████████▀██■██▀█████████▄█▄█▄█▄█▄█▄███████▄█▄█▄█▄█▄",
    "  ≈    ≈≈      ≈        ≈≈          ≈≈≈≈     ≈         ≈≈       ≈      ≈≈    ≈  ",
)
MOON = (" ▄█▀", "██  ", "██▄ ", " ▀█▄")
STARS = ((6, 0.04), (1, 0.13), (4, 0.22), (7, 0.32), (2, 0.46), (5, 0.55), (0, 0.69), (6, 0.77), (3, 0.83))


def sky_rows(look: MenuLook, cells: int, rows: int) -> Iterator[Drawing]:
    """The town at night, and the Tower with its one lit window."""
    del look
    sky = [[" "] * cells for _ in range(max(0, rows - len(TOWN)))]
    for place, part in STARS:
        if place < len(sky):
            sky[place][int(part * cells)] = "·"
    for number, line in enumerate(sky):
        moon = MOON[number - 1] if 0 < number <= len(MOON) else ""
        stars = "".join(line)
        yield row(Piece(stars[: cells - 14], "night"), Piece(moon, "prose"))
    for town, tower in zip(TOWN, TOWER, strict=True):
        before, window, behind = (town * (cells // len(town)) + tower)[-cells:].partition("■")
        yield row(Piece(before, "night"), Piece(window, "typed"), Piece(behind, "night"))
