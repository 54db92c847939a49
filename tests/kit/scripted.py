"""What a board is told without a table: positions of Love Letter, a lobby, a seat that a test speaks for."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence

from love_letter.notation import read

from lltui.arena import SimulatedMatch
from lltui.client import updates as u
from lltui.desk.desk import Desk, Words
from lltui.games.chair import Glimpse
from lltui.games.game import Action, Event, Seat
from lltui.games.love_letter.model import MODEL, Options
from lltui.games.love_letter.rules.rulebook import RULES
from lltui.games.love_letter.rules.state import State

NAMES = ("Kay", "Ada", "Grace", "Linus", "Dora", "Emil")

# ------------------------------------------------------------------ positions


def glimpse(
    line: str, seat: Seat | None = 0, heard: Sequence[Event] = (), menu: Sequence[Action] | None = None
) -> Glimpse:
    """What a seat (None: a watcher) is told in a position."""
    return glimpsed(read(line), seat, heard, menu)


def glimpsed(
    state: State, seat: Seat | None, heard: Sequence[Event] = (), menu: Sequence[Action] | None = None
) -> Glimpse:
    """What it sees of a state."""
    public = RULES.public(state)
    if seat is None:
        return Glimpse(tuple(heard), public)
    legal = RULES.legal(state, seat) if menu is None else menu
    return Glimpse(tuple(heard), public, RULES.private(state, seat), tuple(legal))


def turns(match: SimulatedMatch) -> Iterator[Seat]:
    """To its end: whose turn it is, each time; whoever goes through them acts before the next."""
    while match.pile or match.awaited:
        if match.pile:
            match.deal()
        else:
            yield match.awaited[0]


def began(line, seat=0, names=NAMES, *, bots=(), match=1, hosting=False):
    state = read(line)
    return u.Began(
        match, MODEL.id, state.options, names[: state.seats], seat, frozenset(bots), hosting=hosting
    )


def desk_at(*updates, language="en", theme="court", **more):
    """A desk that heard all this."""
    desk = Desk(Words(language, theme), **more)
    for update in updates:
        desk.hear(update)
    return desk


def at(line, seat=0, heard=(), *, language="en", theme="court", names=NAMES, **more):
    """A desk in this position."""
    updates = (began(line, seat, names), glimpse(line, seat, heard))
    return desk_at(*updates, language=language, theme=theme, watches=seat is None, **more)


# -------------------------------------------------------------------- a lobby


def seat(name, **more):
    facts = {"bot": None, "ready": False, "hosting": False, "you": False, "date": None, "age": None} | more
    return u.Seated(name, **facts)


def lobby(*chairs, match=1, **more):
    facts = {"options": Options(), "watchers": (), "locked": False, "hosting": False} | more
    return u.LobbyIs(match=match, game=MODEL.id, chairs=chairs, **facts)


FREE = seat(None)
KAY = seat("Kay", you=True)


# --------------------------------------------------------------------- a seat


class Chair:
    """Hears what a test tells it, and keeps what it is asked for."""

    game, options, names, you = MODEL.id, Options("modern"), (), 0

    def __init__(self, *updates):
        self.coming, self.acts = asyncio.Queue(), []
        for first in updates[:1]:
            if isinstance(first, u.Began):
                self.game, self.options = first.game, first.options
                self.names, self.you = first.names, first.you
        self.tell(*updates)

    def tell(self, *updates):
        for update in updates:
            self.coming.put_nowait(update)

    async def next(self, *, looking=False):
        return await self.coming.get()

    async def act(self, what):
        self.acts.append(what)


class Visit:
    """Being there, on that chair."""

    local, guided, listed, folder = False, False, "maple", None
    way_back = "lltui join 192.168.1.7"

    def __init__(self, *updates, watches=False, hosts=False):
        self.chair = Chair(*updates)
        self.watches, self.hosts = watches, hosts
        self.left = []

    def again(self):
        return None

    async def leave(self, *, getting_up):
        self.left.append(getting_up)
