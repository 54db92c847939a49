"""The services handed to the screen: tables of one's own, matches alone, matches that were kept.

The screen knows no table, no rules and no audit; a test gives it others of its own.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

from msgspec import Struct

from lltui.errors import Trouble
from lltui.files.reading import moment
from lltui.games.chair import Chair
from lltui.games.game import Seat
from lltui.games.love_letter.model import MODEL, Options
from lltui.games.love_letter.prepared import BOTS, GUIDED, OPTIONS, SEED
from lltui.text import Wording

if TYPE_CHECKING:  # a match alone loads none of the network, and the menu no film
    from lltui.client.dialing import JoinTarget
    from lltui.client.login import Home
    from lltui.client.updates import SshDoor, WebDoor
    from lltui.desk.desk import Desk
    from lltui.desk.replay_desk import Tape
    from lltui.record.kept_match_facts import Past


class Alone(Struct, frozen=True):
    """A match against bots: which rules, and how many bots of which level; `names` are the bots'."""

    game: str
    options: Struct
    name: str
    levels: tuple[str, ...]
    seed: int
    names: tuple[str, ...] = ()


def guided(name: str) -> Alone:
    """The match from which one learns the game."""
    return Alone(MODEL.id, OPTIONS, name, (GUIDED,) * BOTS, SEED)


class Lessons(Protocol):
    """What this person was told of the game, on this machine."""

    @property
    def file(self) -> Path:
        """Where it stands."""

    @property
    def new_here(self) -> bool:
        """Whether nobody has played here yet, or said to know the game."""

    @property
    def told(self) -> frozenset[str]:
        """The names of the hints that were shown, and how one came to know the game."""

    def learn(self, name: str) -> None:
        """One more; what the disk does not take is told again some time."""


class TableVisit(Protocol):
    """What the app has of the table it is at, from sitting down to getting up."""

    @property
    def chair(self) -> Chair:
        """Where one sits."""

    @property
    def local(self) -> bool:
        """Whether the table is in this process, and nobody else is there."""

    @property
    def watches(self) -> bool:
        """Whether one only looks on."""

    @property
    def hosts(self) -> bool:
        """Whether the table is one's own, in another process of this machine."""

    @property
    def guided(self) -> bool:
        """Whether one learns the game there."""

    @property
    def listed(self) -> str:
        """What others call it in whose list it stands; empty where it stands in none."""

    @property
    def way_back(self) -> str:
        """What one types to come back to a table of others; empty at one's own."""

    @property
    def folder(self) -> Path | None:
        """Below it something is being written now; None while nothing is."""

    def again(self) -> TableVisit | None:
        """Another match with the same company, where nobody else has to be asked."""

    async def leave(self, *, getting_up: bool) -> None:
        """Go; a chair in the lobby is given up only by who gets up."""


def parting(visit: TableVisit, desk: Desk, *, getting_up: bool, more: str = "", menu: bool = False) -> str:
    """Said to who leaves: what becomes of the place, and what is typed, `more` behind it, to come back.

    `menu`: that is where they are now, and nothing is typed there.
    """
    words = Wording(desk.words.language, area="net")
    if visit.local:
        if desk.glimpse is None or desk.practice or desk.unkept or visit.guided:
            return ""
        if desk.over and not menu:
            return words("parting.kept")
        return "" if getting_up or desk.ended else words("parting.alone")  # else it was asked
    if not visit.way_back or desk.closed is not None:
        return ""
    place = _place_left(desk, getting_up=getting_up)
    looked = desk.watches
    if menu:
        back = words("parting.menu_looked" if looked else "parting.menu")
    else:
        back = words("parting.looked" if looked else "parting.back", line=f"{visit.way_back}{more}")
    return f"{words(f'parting.{place}')} {back}" if place else back


def _place_left(desk: Desk, *, getting_up: bool) -> str:
    if desk.watches or desk.ended or not desk.teller.seated:
        return ""
    in_match = desk.place.value in ("table", "pause")
    return "seat" if in_match else "free" if getting_up else "chair"


# ------------------------------------------------------------- one's own tables


class Opening(Struct, frozen=True):
    """The table that somebody wants to host; what is None is as it always is.

    `resume`: not a new one, but the one that runs or lies unfinished; `mend`:
    also with a damaged log.  `ssh`: with a door for guests on that port, 0 for the usual one; `web`: with
    a page on that port, 0 for the first that is free, which speaks the `language` of whoever hosts.
    """

    game: str = MODEL.id
    options: Struct = Options()
    clock: int | None = None
    wait: int | None = None
    reveal: Literal["round", "match"] | None = None
    open: bool = False
    gallery: bool = False  # who looks on may talk
    port: int | None = None
    mdns: bool = True
    resume: bool = False
    mend: bool = False
    ssh: int | None = None
    web: int | None = None
    language: str = "en"


class Left(Struct, frozen=True):
    """What lies unfinished: who sat there, when it was last used (seconds since 1970); alone, which game."""

    names: tuple[str, ...]
    when: float
    game: str = ""

    def facts(self, words: Wording) -> dict[str, str]:
        """As sentences tell them; the words are those of tables."""
        when = datetime.fromtimestamp(moment(self.when), UTC).astimezone()
        names = words.row(self.names) if self.names else ""
        others = words("unfinished.others", names=names) if names else ""
        game = words(f"game.{self.game}") if words.has(f"game.{self.game}") else self.game
        today = when.date() == datetime.now(UTC).astimezone().date()
        told = f"{when:%H:%M}" if today else words.moment(when)
        return {"names": names, "others": others, "when": told, "game": game}


class Own(Struct, frozen=True):
    """What there is of one's own: a table that runs, or else one that could be gone on with."""

    runs: bool
    left: Left | None = None


class OwnTables(Protocol):
    """Every one of these is a Trouble when it cannot be done."""

    async def look(self) -> Own:
        """Before one is opened."""

    async def mine(self, name: str) -> JoinTarget:
        """The way to the table that runs."""

    async def open(self, wanted: Opening, name: str) -> JoinTarget:
        """A new one, in a process of its own."""

    async def resume(self, wanted: Opening, name: str) -> JoinTarget:
        """The one that lies unfinished, in a process of its own again."""

    async def ssh(self) -> SshDoor | None:
        """The door for guests of the table that runs, if it is open."""

    async def open_ssh(self, port: int | None) -> SshDoor:
        """Open it, unless it is."""

    async def close_ssh(self) -> None:
        """Close it; the seats of guests wait."""

    async def web(self) -> WebDoor | None:
        """The page of the table that runs, if there is one."""

    async def open_web(self, port: int | None, language: str) -> WebDoor:
        """One that speaks this language to who asks for none, unless there is one."""

    async def close_web(self) -> None:
        """There is none any more, and the next has another address."""

    async def stop(self) -> bool:
        """End the table that runs; whether there is something left to go on with."""


class Hosting(Protocol):
    """Whoever opens a table, at a screen or at a prompt."""

    def doing(self, what: Literal["asking", "resuming", "opening"]) -> None:
        """This happens now."""

    async def goes_on(self, left: Left) -> bool:
        """Whether the unfinished table is taken up; the other answer is a new one."""

    async def called(self, name: str) -> str:
        """By which name they sit down at a new one; `name` is what this machine calls them."""

    async def shut_out(self, trouble: Trouble) -> None:
        """A door beside the table stays shut."""


HOST = "Host"  # is called whom nobody has given a name


async def hosted(
    own: OwnTables, wanted: Opening, name: str, host: Hosting, *, guessed: bool = False
) -> JoinTarget:
    """Which table: the one that runs, or the one that lies unfinished, or a new one."""
    goal = await _led(own, wanted, name, host, guessed=guessed)
    if wanted.ssh is not None:
        await _opened(own.open_ssh(wanted.ssh or None), host)
    if wanted.web is not None:
        await _opened(own.open_web(wanted.web or None, wanted.language), host)
    return goal


async def _opened(door: Awaitable[object], host: Hosting) -> None:
    """Or it is told why not: the table is there all the same, and its lobby opens doors."""
    try:
        await door
    except Trouble as trouble:
        await host.shut_out(trouble)


async def _led(own: OwnTables, wanted: Opening, name: str, host: Hosting, *, guessed: bool) -> JoinTarget:
    host.doing("asking")
    found = await own.look()
    if found.runs:
        return await own.mine(name or HOST)  # who comes back is called as before
    if wanted.resume or (found.left is not None and await host.goes_on(found.left)):
        host.doing("resuming")
        return await own.resume(wanted, name or HOST)
    name = await host.called(name) if guessed else name
    host.doing("opening")
    return await own.open(wanted, name)


# ------------------------------------------------------- matches that were played


class Proof(NamedTuple):
    """Whether a match was dealt and told as everybody was promised.

    `sound`: all of it was judged, and nothing in it is false.  `judged`: it was
    played by our rules, or is false by any.  `subject` tells which match it is
    in a language, `finding` what was found and what that rests on.
    """

    sound: bool
    judged: bool
    subject: Callable[[str], Iterable[str]]
    finding: Callable[[str], Iterable[str]]


# ------------------------------------------------------------------------ all


class Services(Protocol):
    """The way from the screen to everything else."""

    @property
    def config(self) -> Path:
        """The folder of the player's settings."""

    @property
    def owned(self) -> bool:
        """Whether whoever sits there may know where on this machine things lie."""

    @property
    def login(self) -> str:
        """What this machine calls whoever sits at it, if it knows."""

    @property
    def home(self) -> Home:
        """What is brought along to every table; it needs a network."""

    @property
    def own_tables(self) -> OwnTables:
        """The tables of this machine."""

    @property
    def lessons(self) -> Lessons:
        """What this person knows of the game."""

    def alone(self, wanted: Alone | Left | None) -> TableVisit:
        """A match against bots in this process; without one that is wanted, the one that lies unfinished."""

    def left_alone(self, game: str = "") -> Left | None:
        """That one; or the one of this game."""

    def any_kept(self) -> bool:
        """Whether there is a match that was played."""

    # Each of these reads files, and may take a while: not for the loop that draws.

    def past(self) -> Past:
        """The list of matches that were played, and the figures."""

    def tape(self, file: str | None) -> Tape:
        """A file, or a number of the list; the newest one if nothing is named."""

    def practice(self, file: str | None, seq: int, seat: Seat) -> TableVisit:
        """The same, played on by whoever takes this seat over after that entry; the others are bots."""

    def proof(self, file: str | None) -> Proof:
        """The same, to be checked."""
