"""Every screen on the way to a table and around one, with what a test put there."""

from __future__ import annotations

import asyncio
import contextlib
from unittest.mock import patch

from kit.scripted import KAY, Visit, glimpse, seat
from tui.company import ADA, ATTIC, DOOR, HOST, KITCHEN, LEFT, WORDS, Tables, entering, lobby, seated
from tui.showing import place, shown, until

from lltui.client import dialing
from lltui.client import updates as u
from lltui.client.dialing import JoinTarget
from lltui.client.login import Again, Another, Busy, Knocking
from lltui.games.love_letter.model import MODEL, Options
from lltui.record.lies import Lie
from lltui.tui import first_screen
from lltui.tui.services import Opening

NAMES = ("Kay", "Ada", "Linus")
GRACE = seat("Grace", ready=True)
LINUS = seat("Linus", age=31)
EMIL = seat("Emil", bot="normal", ready=True)
LINES = u.PresenceIs(("online", "online", "lag", "bot"), 1, (None, 30, 310, None))
TURN = "*guard king | priest | baron / princess countess"
HERE = JoinTarget(("192.168.1.23:4455",), "Kay")
BEGAN = u.Began(1, MODEL.id, Options(), NAMES, 0, frozenset(), hosting=True)
SCENES = {}


def scene(made):
    SCENES[made.__name__.strip("_").replace("_", "-")] = contextlib.asynccontextmanager(made)
    return made


async def forever(_asker):
    await asyncio.Event().wait()


def stage(app, name):
    return type(app.screen).__name__ == name


@contextlib.asynccontextmanager
async def joining(tables, name, **more):
    async with entering(first_screen.join(JoinTarget((), "Kay")), tables, **more) as (app, pilot):
        await until(lambda: stage(app, name), app)
        yield app, pilot


# ------------------------------------------------------------------ the way


@scene
async def list_(**more):
    tables = Tables(KITCHEN, ATTIC, known={KITCHEN.id: "Kay"})
    async with joining(tables, "JoiningScreen", **more) as (app, pilot):
        await until(lambda: "Kate" in shown(app), app)
        yield app, pilot


@scene
async def list_empty(**more):
    async with joining(Tables(), "JoiningScreen", **more) as (app, pilot):
        app.screen._nothing()
        yield app, pilot


@scene
async def list_deaf(**more):
    async with joining(Tables(deaf="no multicast here"), "JoiningScreen", **more) as (app, pilot):
        await until(lambda: "no multicast" in shown(app), app)
        yield app, pilot


@scene
async def address(**more):
    async with joining(Tables(), "JoiningScreen", **more) as (app, pilot):
        app.screen._nothing()  # however long it takes to type
        await pilot.press("a", *"not an address", "enter")
        await until(lambda: shown(app).count("not an address") > 1, app)
        yield app, pilot


@scene
async def door(**more):
    async def knocks(asker):
        for step in (Knocking(HERE.addresses), Again(), Busy(3.0), Another(), Knocking(HERE.addresses)):
            asker.tell(step)
        await forever(asker)

    async with entering(first_screen.join(HERE), Tables(doors=[knocks]), **more) as (app, pilot):
        await until(lambda: shown(app).count("192.168.1.23") == 2, app)
        yield app, pilot


@scene
async def words(**more):
    async with entering(
        first_screen.join(HERE), Tables(doors=[lambda asker: asker.words(wrong=False)]), **more
    ) as (
        app,
        pilot,
    ):
        await until(lambda: stage(app, "WordsScreen"), app)
        await pilot.press(*"cran velvt pi")
        await until(lambda: "velvet" in shown(app), app)
        yield app, pilot


@scene
async def words_wrong(**more):
    async with entering(
        first_screen.join(HERE), Tables(doors=[lambda asker: asker.words(wrong=True)]), **more
    ) as (
        app,
        pilot,
    ):
        await until(lambda: stage(app, "WordsScreen"), app)
        yield app, pilot


@contextlib.asynccontextmanager
async def refused(error, name, **more):
    async def raises(_asker):
        raise error

    async with entering(first_screen.join(HERE), Tables(doors=[raises]), **more) as (app, pilot):
        await until(lambda: stage(app, name), app)
        yield app, pilot


@scene
async def stop(**more):
    async with refused(dialing.HostChanged(address="192.168.1.23:4455"), "RedStop", **more) as both:
        yield both


@scene
async def refused_full(**more):
    async with refused(dialing.TableFull(address="192.168.1.23:4455"), "Notice", **more) as both:
        yield both


@scene
async def unfinished(**more):
    async with entering(first_screen.host(Opening(), "Kay"), Tables(own=LEFT), **more) as (app, pilot):
        await until(lambda: stage(app, "Choose"), app)
        yield app, pilot


# ----------------------------------------------------------------- the lobby


@contextlib.asynccontextmanager
async def at(visit, true, **more):
    async with seated(visit, **more) as (app, pilot):
        await until(lambda: true(app), app)
        yield app, pilot


def hosting(*more, **facts):
    told = lobby(HOST, GRACE, LINUS, EMIL, watchers=("Tove",), hosting=True, **facts)
    said = (u.ChatLine(1, "Grace", "one warm-up round first?"), u.ChatLine(0, "Kay", "yes, no tokens for it"))
    return Visit(told, DOOR, LINES, *said, *more, hosts=True)


def talked(app):
    return "no tokens" in shown(app)


@scene
async def lobby_host(**more):
    async with at(hosting(), talked, **more) as both:
        yield both


@scene
async def lobby_alone(**more):
    async with at(
        Visit(lobby(HOST, hosting=True), DOOR, hosts=True), lambda a: "crane" in shown(a), **more
    ) as both:
        yield both


@scene
async def lobby_guest(**more):
    visit = Visit(lobby(ADA, KAY), u.PresenceIs(("online", "online"), 0), u.Refused("start", "not-allowed"))
    async with at(visit, lambda app: len(app.desk.log) == 1 and "Ada" in shown(app), **more) as both:
        yield both


@scene
async def lobby_watching(**more):
    visit = Visit(lobby(ADA, seat("Linus"), watchers=("Kay",), locked=True), watches=True)
    async with at(visit, lambda app: "Linus" in shown(app), **more) as both:
        yield both


@scene
async def lobby_late(**more):
    """Nobody hosts, and one of them is not ready."""
    told = (u.TermsAre(30.0, 60.0), u.Waits("lobby", (1,), 0.0, "offer", (1,)))
    visit = Visit(lobby(seat("Ada", you=True, ready=True), seat("Linus"), seat("Kay", ready=True)), *told)
    async with at(visit, lambda app: app.desk.waits and "Linus" in shown(app), **more) as both:
        yield both


@contextlib.asynccontextmanager
async def lobby_asked(key, name, **more):
    async with at(hosting(), talked, **more) as (app, pilot):
        await pilot.press(*key)
        await until(lambda: stage(app, name), app)
        yield app, pilot


ASKED = {
    "lobby_bot": ("b", "TableChoose"),
    "lobby_remove": ("2k", "TableChoose"),
    "lobby_rules": ("o", "TableChoose"),
    "lobby_name": ("n", "TableAsk"),
    "lobby_first": ("f", "TableChoose"),
    "lobby_door": ("d", "TableChoose"),
    "lobby_leave": ("q", "TableChoose"),
}
for _name, (_keys, _kind) in ASKED.items():

    def _asked(keys, kind):
        async def made(**more):
            async with lobby_asked(keys, kind, **more) as both:
                yield both

        return made

    SCENES[_name.replace("_", "-")] = contextlib.asynccontextmanager(_asked(_keys, _kind))


@scene
async def lobby_talk(**more):
    async with at(hosting(), talked, **more) as (app, pilot):
        await pilot.press("t", *"hello you two")
        await until(lambda: "hello you two" in shown(app), app)
        yield app, pilot


# ---------------------------------------------------------------- in a match


def match(*more, hosts=True):
    return Visit(lobby(HOST, ADA, LINUS, hosting=hosts), BEGAN, glimpse(TURN), *more, hosts=hosts)


@scene
async def decide(**more):
    newcomers = u.NewcomersAre((u.KeylessPlayer("Ada", b"n" * 32, "6e6e 6e6e"),))
    visit = match(
        u.Waits("playing", (0,), None),
        u.PresenceIs(("online", "away", "online"), 0),
        u.Ruled("stand-in", "Linus"),
        newcomers,
    )
    async with at(visit, lambda app: app.desk.newcomers and place(app), **more) as (
        app,
        pilot,
    ):
        await pilot.press("h")
        await until(lambda: stage(app, "TableChoose"), app)
        yield app, pilot


@scene
async def link_lost(**more):
    visit = match(u.LinkLost("lost", 40.0, 3))
    with patch("lltui.tui.match.table_dialogs.monotonic", return_value=0.0):
        async with at(visit, lambda app: stage(app, "LinkLostScreen") and "40" in shown(app), **more) as both:
            yield both


@scene
async def link_closed(**more):
    """The table was ended; that nobody is there afterwards is no other reason."""
    told = (u.LinkLost("closing", 0.1, 0), u.LinkLost("lost", 40.0, 3))
    visit = Visit(lobby(ADA, KAY), *told)
    with patch("lltui.tui.match.table_dialogs.monotonic", return_value=0.0):
        async with at(visit, lambda app: stage(app, "LinkLostScreen") and "40" in shown(app), **more) as both:
            yield both


@scene
async def closed_kicked(**more):
    visit = Visit(lobby(ADA, KAY), u.Closed("kicked"))
    async with at(visit, lambda app: stage(app, "ClosedScreen"), **more) as both:
        yield both


@scene
async def closed_lied(**more):
    visit = match(u.Lied(Lie(7, "fork"), NAMES), u.Closed("fork"))
    async with at(visit, lambda app: stage(app, "ClosedScreen"), **more) as both:
        yield both


__all__ = ["SCENES", "WORDS"]
