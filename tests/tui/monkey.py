"""A monkey in front of the screen: keys, pastes, sizes and news at full speed, and it waits for none of them.

All that it does follows from its seed.  What it finds is a mistake: an error, or a screen without a way on.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from functools import cache
from random import Random
from time import monotonic

from flat_chairs import FlatWays
from kit import scripted
from msgspec.structs import replace
from textual import events
from textual.drivers.headless_driver import HeadlessDriver
from textual.geometry import Size
from tui import company
from tui.princely import Played
from tui.showing import AT_ONCE, NOWHERE, shown

from lltui.arena import SimulatedMatch, play_out
from lltui.client import updates as u
from lltui.client.dialing import HostChanged, JoinTarget, TableFull
from lltui.client.login import Knocking
from lltui.desk.desk import Place, Words
from lltui.games.chair import Over
from lltui.games.love_letter import model as letters
from lltui.games.rulebooks import rules
from lltui.games.two_princes import model as princes
from lltui.record.lies import Lie, Unjudged
from lltui.tui import first_screen, keymap
from lltui.tui.app import LltuiApp
from lltui.tui.app_screen import AppScreen
from lltui.tui.kit.dialog import TooSmall
from lltui.tui.kit.screen import BaseScreen, too_small
from lltui.tui.term.screen_diff import Shadow
from llwire.wire.messages import Then

THENS = tuple(then.value for then in Then)
NAMES = ("Kay", "Ada", "Linus", "Dora")
SIGNS = {"space": " ", "comma": ",", "question_mark": "?", "plus": "+", "minus": "-", "slash": "/"}
# What ends the program, and what a headless driver cannot do, come in their own time or never.
KEPT_BACK = frozenset({"ctrl+q", "ctrl+z", "ctrl+c"})
OFTEN = ("enter",) * 12 + ("escape",) * 6 + ("up", "down", "left", "right", "space") * 3
PASTES = (
    "hello",
    "q",
    "two\nlines\tand more",
    "\x1b[2J\x1b]2;x\x07",
    "x" * 500,
    "侍" * 300,
    "",
    "crane velvet pilot",
)
TOLD = 40  # steps that are told when something breaks
ENDS = 40.0  # seconds until a program that was left has ended, or one that is left alone is at rest
SIZES = ((80, 24), (80, 24), (100, 30), (160, 50), (79, 24), (80, 23), (0, 0), (400, 24))
OUT = ("escape", "enter", "q", "space", "backspace", "down")


class ShadowDriver(HeadlessDriver):
    """What Textual writes goes through our own frames, and nowhere else."""

    def __init__(self, *args, **options):
        super().__init__(*args, **options)
        self._shadow, self._shown = Shadow(), None

    @property
    def is_headless(self):
        return False

    def write(self, data):
        size = tuple(self._app.size)
        if size != self._shown:
            self._shown = size
            self._shadow.resize(*size)
        if self._shadow.feed(data):
            self._shadow.take()


# ------------------------------------------------------------------ what is told


@cache
def evening(game, seed=3):
    """A whole match, as each seat and a watcher see it; and its options."""
    if game == princes.MODEL.id:
        played = Played(seed).over()
        return played.options, played.glimpses
    options = letters.Options(edition="modern")
    match, rng = SimulatedMatch(rules(game), options, len(NAMES), Random(seed)), Random(seed)
    glimpses = {seat: [] for seat in (*range(len(NAMES)), None)}
    for _ in play_out(match, lambda seat: rng.choice(match.game.legal(match.state, seat))):
        for seat, kept in glimpses.items():
            kept.append(match.glimpse(seat))
    return options, glimpses


class News:
    """What a table could tell one person, in an order in which it could come."""

    def __init__(self, game, rng, *, seat=0, hosting=False):
        self.rng, self.seat, self.hosting, self.game = rng, seat, hosting, game
        self.options, glimpses = evening(game)
        self.names = NAMES[: len(glimpses) - 1]
        self.glimpses, self.at, self.match, self.playing = glimpses[seat], 0, 0, False
        self.lost = False

    def begin(self):
        self.match, self.at, self.playing = self.match + 1, 0, True
        yield u.Began(
            self.match, self.game, self.options, self.names, self.seat, frozenset(), hosting=self.hosting
        )
        if self.rng.random() < 0.3:  # one comes late, or back, and is told what was before
            self.at = self.rng.randint(1, len(self.glimpses) - 1)
            yield u.HeardBefore(tuple(self.glimpses[: self.at]))
            yield replace(self.glimpses[self.at - 1], heard=())
        yield from self.on()

    def on(self, most=3):
        """So many moments further, up to the end."""
        following = self.glimpses[self.at : self.at + self.rng.randint(1, most)]
        self.at += len(following)
        yield from following
        if self.at >= len(self.glimpses):
            yield from self.over()

    def over(self):
        self.playing = False
        yield Over()

    def lobby(self):
        seats = [
            scripted.seat(name, ready=self.rng.random() < 0.5) for name in NAMES[1 : self.rng.randint(1, 4)]
        ]
        own = scripted.seat(self.name(), you=self.seat is not None, hosting=self.hosting)
        facts = {"watchers": ("Tove",) if self.rng.random() < 0.5 else (), "locked": self.rng.random() < 0.5}
        yield company.lobby(own, *seats, match=self.match + 1, hosting=self.hosting, **facts)

    def name(self):
        return self.rng.choice(("Kay", "Kay the Great", "Kai", "凱"))

    def around(self):
        """Anything; a line that is lost comes back soon, or its screen would hide all others."""
        chance = self.rng.random()
        if self.lost and chance < 0.5:
            self.lost = False
            yield u.LinkBack()
        elif chance < 0.02:
            self.lost = True
            yield u.LinkLost(self.rng.choice(("lost", "busy", "closing")), 4.0, self.rng.randint(0, 3))
        else:
            yield from self.aside()

    def aside(self):
        rng, name = self.rng, self.rng.choice(self.names)
        seat = self.names.index(name)
        yield rng.choice(
            (
                u.ChatLine(seat, name, rng.choice(("well played", "x" * 200, "侍" * 90))),
                u.SignShown(seat, name, "strong"),
                u.PresenceIs(tuple(rng.choices(("online", "away", "lag", "bot"), k=len(self.names))), 1),
                u.Waits(rng.choice(("playing", "paused", "recovering")), (seat,), rng.choice((None, 9.0))),
                u.Waits("playing", (seat,), rng.choice((0.0, 9.0)), rng.choice(THENS), (seat,)),
                u.TermsAre(rng.choice((None, 30.0)), 60.0),
                u.Shortened(),
                u.Seatless("6e6e 6e6e", rng.choice((None, name))),
                u.Foreign(Unjudged(5, "revision", 1, 2)),
                u.Refused(rng.choice(("act", "say", "start")), "illegal", rng.choice((None, "numbers"))),
                u.Ruled(rng.choice(("stand-in", "no-stand-in", "pause", "resume")), name),
                u.NewcomersAre((u.KeylessPlayer("Ida", b"n" * 32, "6e6e 6e6e"),)),
                u.NewcomersAre(()),
                u.Verified(rng.randint(1, 3)),
                u.CheckNumberIs("1043 0077 1988"),
                u.Knocked("192.168.1.9", 2),
                u.HostCouldLook(),
                u.DoorIs(company.WORDS, ("192.168.1.23",), 4455, open=rng.random() < 0.5),
                u.Unkept("disk full"),
                u.KeptAgain(),
            )
        )  # fmt: skip

    def end(self):
        """Nothing follows."""
        if self.rng.random() < 0.5:
            yield u.Lied(Lie(7, "fork"), self.names)
        yield u.Closed(self.rng.choice(("kicked", "fork", "closing", "hostile")))

    def some(self):
        """A handful, as they could come next."""
        chance = self.rng.random()
        if chance < 0.005:
            return self.end()
        if chance < (0.02 if self.playing or not self.match else 0.4):
            return self.begin()
        if chance < 0.04 and self.playing:
            return self.over()
        if chance < 0.25 and self.playing:
            return self.on()
        return self.lobby() if chance < 0.5 else self.around()


# ----------------------------------------------------------------------- stages


class Stage:
    """One program that the monkey is let into: how it begins, what it is told, and which keys open what."""

    def __init__(self, first, *opens, news=None, ways=None):
        self.first, self.opens, self.news, self.ways = first, opens, news, ways


def seated(game, rng, *opens, seat=0, hosting=False, local=False, match=True):
    """At a table that says what the monkey wants."""
    news = News(game, rng, seat=seat, hosting=hosting)
    visit = scripted.Visit(watches=seat is None, hosts=hosting)
    visit.local = local
    visit.chair.tell(*news.lobby())
    if match:
        visit.chair.tell(*news.begin())
    return Stage(
        lambda app: app.sit(visit), *opens, news=(news, visit.chair), ways=company.ways(company.Tables())
    )


def alone(game, rng, *opens):
    from lltui.tui.services import Alone

    options, levels = {
        letters.MODEL.id: (letters.Options(), ("easy",) * 2),
        princes.MODEL.id: (princes.Options(), ()),
    }[game]
    wanted = Alone(game, options, "Kay", levels, rng.randrange(100))
    return Stage(lambda app: app.sit(app.ways.alone(wanted)), *opens)


def entering(rng):
    """At the door: it opens, asks for words, refuses, or says nothing."""

    async def asks(asker):
        asker.tell(Knocking(("192.168.1.23:4455",)))
        await asker.words(wrong=rng.random() < 0.5)
        return scripted.Visit(company.lobby(company.ADA, scripted.KAY))

    async def refuses(_asker):
        raise rng.choice((HostChanged, TableFull))(address="192.168.1.23:4455")

    async def silent(asker):
        asker.tell(Knocking(("192.168.1.23:4455",)))
        await asyncio.Event().wait()

    doors_ = [rng.choice((asks, asks, refuses, silent)) for _ in range(500)]
    tables = company.Tables(company.KITCHEN, company.ATTIC, doors=doors_, own=company.LEFT)
    return Stage(first_screen.join(JoinTarget((), "Kay")), "a", "enter", "2", ways=company.ways(tables))


def menu(rng):
    stage = entering(rng)
    return Stage(first_screen.menu, *"123456789", "comma", "ctrl+p", "question_mark", ways=stage.ways)


LETTER_PAGES = ("n", "l", "c", "r", "t", "v", "w", "question_mark", "ctrl+p", "comma", "q")
PRINCES_PAGES = ("b", "j", "l", "r", "i", "s", "t", "question_mark", "ctrl+p", "comma", "q")
LOBBY_PAGES = ("t", "b", "o", "n", "f", "d", "k", "2", "q", "question_mark", "ctrl+p", "comma")
LETTERS, PRINCES = letters.MODEL.id, princes.MODEL.id


def role(rng):
    """Whoever hosts, somebody else, or who only looks on."""
    return rng.choice(({"hosting": True}, {"seat": 1}, {"seat": None}))


def lobby(rng):
    return seated(rng.choice((LETTERS, PRINCES)), rng, *LOBBY_PAGES, match=False, **role(rng))


def letters_table(rng):
    return seated(LETTERS, rng, "h", "f6", *LETTER_PAGES, **role(rng))


def princes_table(rng):
    return seated(PRINCES, rng, "h", "f6", *PRINCES_PAGES, **role(rng))


def on_ones_own(rng):
    game = rng.choice((LETTERS, PRINCES))
    return alone(game, rng, "o", *(LETTER_PAGES if game == LETTERS else PRINCES_PAGES))


STAGES = {
    "menu": menu,
    "door": entering,
    "lobby": lobby,
    "letters": letters_table,
    "princes": princes_table,
    "alone": on_ones_own,
}


@cache
def keys():
    """Every key that means something somewhere, and letters and numbers that mean nothing."""
    found = {key for command in keymap.every(LltuiApp.OFFERS).values() for key in keymap.keys_of(command, {})}
    return (*sorted((found | set("abcdefghijklmnopqrstuvwxyz0123456789²٣①")) - KEPT_BACK), *OFTEN)


@cache
def offered(kind):
    """The keys that mean something on this screen."""
    found = {key for command in keymap.offered(kind) for key in keymap.keys_of(command, {})} - KEPT_BACK
    return tuple(sorted(found)) or OFTEN


def based(front):
    """Whether it belongs to a place, and is no page or question in front of one."""
    return isinstance(front, AppScreen) and (front.home or front.place is not None)


def stroke(key):
    """A key as a terminal brings it."""
    return events.Key(key, SIGNS.get(key, key if len(key) == 1 else None))


def runs(app):
    """Whether there is still something to play with."""
    return not app._exit and app._exception is None and bool(app.screen_stack)


# ------------------------------------------------------------------- the monkey


class Found(AssertionError):
    """Something broke, with all that leads there again."""


class Monkey:
    """`steps` in one stage; the program is begun anew whenever the monkey has ended it."""

    def __init__(self, stage, seed, steps):
        self.name, self.seed, self.steps = stage, seed, steps
        self.rng = Random(f"{stage} {seed}")
        self.done = 0
        self.told = deque(maxlen=TOLD)
        self.seen = Counter()
        self.lost = []

    async def play(self):
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, context: self.lost.append(context))
        while self.done < self.steps:
            try:
                await self._evening(STAGES[self.name](self.rng))
            except Found:
                raise
            except BaseException as error:
                raise self._found(f"{type(error).__name__}: {error}") from error
            if self.lost:
                raise self._found(self.lost[0].get("message", "")) from self.lost[0].get("exception")

    def _found(self, what):
        steps = "\n  ".join(self.told)
        return Found(
            f"{what}\nstage {self.name!r}, seed {self.seed}, step {self.done}; the last steps:\n  {steps}"
        )

    async def _evening(self, stage):
        """One program, from its first key to the one that ends it."""
        words = Words(self.rng.choice(("en", "de")), "court")
        settings = AT_ONCE if self.rng.random() < 0.7 else AT_ONCE.__class__(pace="slow")
        app = LltuiApp(stage.ways or FlatWays(NOWHERE), settings, words, stage.first)
        self.told.append("-- a program begins")
        program = asyncio.create_task(app.run_async(headless=True, size=(80, 24)))
        try:
            while not app.is_running and not program.done():  # noqa: ASYNC110 - it tells nobody
                await asyncio.sleep(0)
            ends = self.done + self.rng.randint(50, 250)
            while self.done < min(ends, self.steps) and runs(app):
                self.done += 1
                await self._step(app, stage)
                self.seen[type(app.screen).__name__] += 1
                for _ in range(self.rng.choice((0, 0, 0, 1, 1, 2, 3, 8, 20))):
                    await asyncio.sleep(0)
            if runs(app) and self.rng.random() < 0.5:
                await self._way_on(app)
            self._leave(app)
            await asyncio.wait_for(program, ENDS)
        finally:
            program.cancel()
        if app._exception is not None:
            raise app._exception

    async def _step(self, app, stage):
        chance = self.rng.random()
        if too_small(app.size) and chance < 0.4:
            self._size(app, *self.rng.choice(SIZES[:4]))
        elif chance < 0.35:
            likely = offered(type(app.screen))
            for _ in range(self.rng.choice((1, 1, 1, 2, 3, 6))):
                self._press(app, self.rng.choice(likely if self.rng.random() < 0.5 else keys()))
        elif chance < 0.7:
            self._press(app, self.rng.choice(stage.opens))
            # A page comes up in some turns of the loop; news may come in any of them, and in no other.
            for _ in range(self.rng.choice((0, 4, 12))):
                await asyncio.sleep(0)
                if self.rng.random() < 0.3:
                    self._tell(stage, "around")
            if self.rng.random() < 0.5:
                self._press(app, "escape")
        elif chance < 0.88:
            self._tell(stage, "some")
        elif chance < 0.97:
            self._size(app, *self.rng.choice((*SIZES, (self.rng.randint(0, 400), self.rng.randint(0, 60)))))
        else:
            self._paste(app, self.rng.choice(PASTES))

    def _tell(self, stage, what):
        if stage.news is not None:
            news, chair = stage.news
            for update in getattr(news, what)():
                self.told.append(f"told {type(update).__name__}")
                chair.tell(update)

    def _press(self, app, key):
        self.told.append(f"key {key}")
        app.post_message(stroke(key))

    def _paste(self, app, text):
        self.told.append(f"paste {text[:20]!r}")
        app.post_message(events.Paste(text))

    def _size(self, app, cells, rows):
        self.told.append(f"size {cells}x{rows}")
        app._driver._size = (cells, rows)
        app.post_message(events.Resize(Size(cells, rows), Size(cells, rows)))

    def _leave(self, app):
        """Out, with more keys behind the one that ends it."""
        for key in ("ctrl+q", *self.rng.choices((*keys(), "ctrl+p", "comma"), k=self.rng.randint(0, 5))):
            self._press(app, key)

    # ----------------------------------------------------------------- a way on

    async def _way_on(self, app):
        """Whatever lies there can be left, down to a screen of the table, and that one as well."""
        self._size(app, 80, 24)
        for number in range(60):
            front = await self._rested(app)
            if front is None or not isinstance(front, BaseScreen) or (based(front) and front.focused is None):
                break
            self._press(app, OUT[number % len(OUT)])
        else:
            raise self._found(f"no way out of {front}:\n{shown(app)}")
        if front is None:
            return
        desk = app.desk
        if not isinstance(front, BaseScreen):
            if desk is not None and desk.place is Place.COMING:
                return
            raise self._found(f"nothing is there, and nothing is coming: {app.screen_stack}")
        place = getattr(front, "place", None)
        if place is not None and desk is not None and place is not desk.place:
            raise self._found(f"{front} is shown, and one is at {desk.place}")
        ways = {each.binding.action for each in front.active_bindings.values() if each.enabled}
        if not ways & {"leave", "quit", "read", "back", "film_leave"}:
            raise self._found(f"no way out of {front}: {sorted(ways)}")

    async def _rested(self, app):
        """The screen in front, once there is nothing left to be done; None if the program has ended."""
        before, same = None, 0
        deadline = monotonic() + ENDS
        while monotonic() < deadline:
            await asyncio.sleep(0.002)
            if not runs(app):
                return None
            queued = any(pump._message_queue.qsize() for pump in (app, *app.screen_stack))
            front = app.screen
            same = same + 1 if front is before and front.is_mounted and not queued and not app._due else 0
            before = front
            if same >= 4:
                if isinstance(front, TooSmall) and not too_small(app.size):
                    same = 0
                    continue
                return front
        raise self._found(f"it does not come to rest: {app.screen_stack}")


async def let_in(stage, seed, steps):
    """So many steps; what was seen."""
    monkey = Monkey(stage, seed, steps)
    await monkey.play()
    return monkey.seen
