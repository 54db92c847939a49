"""From the lobby into a match."""

from __future__ import annotations

from collections.abc import Collection

from lltui import __version__
from lltui.games.game import Seat
from lltui.games.models import model
from lltui.table import effects as e
from lltui.table import offer
from lltui.table.course import Course
from lltui.table.lobby import Chair, Lobby, Refused
from lltui.table.playing import Playing
from lltui.table.room import Room
from llwire.deeds import Joining, read_deed
from llwire.entries import NAMED, Bot, Genesis, Player
from llwire.messages import Why

PROGRAM = f"lltui {__version__}"


def start(room: Room, now: float, without: Collection[Seat] = ()) -> None:
    """Everybody is ready, or was waited for long enough: the first entry.

    Until it is on disk the lobby stays as it was.
    """
    if room.in_play or room.playing is not None:
        raise Refused(Why.NOT_NOW, "match" if room.in_play else "over")
    if room.recovery is not None:
        raise Refused(Why.NOT_NOW, "recovering")
    lobby = room.lobby
    chairs = lobby.begin(without)
    if not offer.fits(lobby.game, lobby.options, len(chairs)):
        raise Refused(Why.NOT_NOW, "too-few")
    course = Course(room.keys, lobby.match)
    joined = [chair.joined for chair in chairs if chair.joined is not None]
    draft = course.found(_genesis(room, course, chairs), joined, 0)
    room.draft(Playing(course, room.settings.pace, room.moods, now), draft)


def began(room: Room) -> None:
    """The genesis is on disk."""
    assert room.playing is not None, "nothing began"
    match = room.playing.match
    if not _seated(room.lobby, match.number, match.genesis):
        _without_the_late(room)
    if not _seated(room.lobby, match.number, match.genesis):
        room.renew(_lobby_of(room.lobby, match.number, match.genesis))
    room.renew(room.lobby.begun())
    room.note(e.Began(match.number, tuple(row.name for row in match.genesis.roster)))


def _without_the_late(room: Room) -> None:
    """Who was not ready looks on, and sits down again in the next lobby."""
    for chair in room.lobby.taken():
        if not chair.ready and chair.name is not None:
            room.note(e.GotUp(chair.name))
    room.renew(room.lobby.ready_ones())


def _genesis(room: Room, course: Course, chairs: tuple[Chair, ...]) -> Genesis:
    lobby, keys = room.lobby, room.keys
    return Genesis(
        v=NAMED,
        table=keys.table,
        program=PROGRAM,
        game=lobby.game,
        options=offer.seated(lobby.game, lobby.options, chairs),
        rules=offer.named(lobby.game, lobby.options),
        pad=model(lobby.game).box,
        reveal=room.settings.reveal,
        log_key=keys.log.public,
        cert=keys.cert_hash,
        host=lobby.hosting or keys.host.public,
        secrets=course.part.secrets.public,
        promise=course.part.promise(1, 0),
        roster=tuple(_row(course, seat, chair) for seat, chair in enumerate(chairs)),
    )


def _row(course: Course, seat: int, chair: Chair) -> Player | Bot:
    assert chair.name is not None, "whoever sits has a name"
    if chair.bot is not None:
        return Bot(name=chair.name, bot=chair.bot, box=course.part.bot(seat).public)
    assert chair.joined is not None, "everybody is ready"
    joining = read_deed(chair.joined)
    assert isinstance(joining, Joining), "kept as such"
    return Player(name=chair.name, id=joining.id, box=joining.box, promise=joining.commit)


def _seated(lobby: Lobby, number: int, genesis: Genesis) -> bool:
    """Whether the lobby is the one from which this match began."""
    roster = tuple((row.name, None if isinstance(row, Bot) else row.id) for row in genesis.roster)
    return lobby.match == number and roster == tuple((chair.name, chair.id) for chair in lobby.taken())


def _lobby_of(lobby: Lobby, number: int, genesis: Genesis) -> Lobby:
    """The lobby of a match that only its players remember."""
    people = [row.id for row in genesis.roster if isinstance(row, Player)]
    return Lobby(
        match=number,
        game=genesis.game,
        options=genesis.options,
        chairs=tuple(_chair(row) for row in genesis.roster),
        hosting=genesis.host,
        known=lobby.known | set(people),
        online=lobby.online,
        banned=lobby.banned,
    )


def _chair(row: Player | Bot) -> Chair:
    return Chair(name=row.name, bot=row.bot) if isinstance(row, Bot) else Chair(name=row.name, id=row.id)
