"""What people ask of the table: of the lobby, of whoever hosts, to talk, and to begin a match.

The session has judged who may ask what; here stands what comes of it, or Refused.
Chat and signs are outside of the chain, numbered by the table, and kept nowhere:
the game says who may talk when, and what may not be said.
"""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress

from msgspec.structs import replace

from lltui.bots.catalog import bots
from lltui.games.game import Seat, Talk
from lltui.games.models import model
from lltui.table import effects as e
from lltui.table import game_options, running_match
from lltui.table.effects import LineId
from lltui.table.lobby import Chair, Lobby, Refused
from lltui.table.state import Connected, TableState
from llwire.chain.entries import Bot, Genesis, Player
from llwire.wire import limits, text
from llwire.wire import messages as m
from llwire.wire.errors import Code
from llwire.wire.fields import Message
from llwire.wire.messages import Why
from llwire.wire.words import draw

# One for each chair, and as many more as people's names could look like one of these.
BOT_NAMES = ("Ada", "Emil", "Greta", "Jon", "Mina", "Otto", "Rosa", "Sam", "Uma", "Will", "Yara", "Zoe")


def hear(state: TableState, line: LineId, guest: Connected, request: Message) -> None:
    """What may be asked at any time, and what only in the lobby."""
    match request:
        case m.Leave():
            _leave(state, line, guest)
        case m.Rename(name=name):
            _rename(state, guest, name)
        case m.NewCode():
            _new_words(state)
        case m.Ban():  # a table locks or draws new words instead; the message stays in the protocol
            raise Refused(Why.NOT_ALLOWED)
        case m.CloseTable():
            state.out.append(e.Close())
        case m.Lock(on=on):
            state.renew(replace(state.lobby, locked=on))
        case _:
            _in_lobby(state)
            _lobby(state, guest, request)


def _lobby(state: TableState, guest: Connected, request: Message) -> None:
    lobby = state.lobby
    match request:
        case m.Sit(seat=seat):
            sit(state, guest, seat)
        case m.About(date=date, age=age):
            state.renew(lobby.about(guest.id, date, age))
        case m.Unready():
            state.renew(lobby.ready(guest.id, None))
        case m.Choose(game=game, options=options):
            state.renew(lobby.choose(game, options, game_options.chairs(game, options)))
        case m.AddBot(seat=seat, bot=bot):
            _add_bot(state, bot, seat)
        case m.Kick(seat=seat):
            _kick(state, seat)
        case m.Order(seats=seats):
            state.renew(lobby.order(seats))
        case _:
            raise AssertionError(request)


def _in_lobby(state: TableState) -> None:
    if state.in_play or state.playing is not None:
        raise Refused(Why.NOT_NOW, "match" if state.in_play else "over")


def sit(state: TableState, guest: Connected, seat: int | None) -> None:
    """On this chair, or any."""
    new = state.lobby.seat_of(guest.id) is None
    state.renew(state.lobby.sit(guest.id, guest.name, seat))
    if new:
        state.note(e.Sat(guest.name, state.lobby.seat_of(guest.id) or 0))


def _leave(state: TableState, line: LineId, guest: Connected) -> None:
    """A chair in the lobby is free again; a seat in a match waits for what the hosting player decides."""
    if not state.in_play:
        if state.lobby.seat_of(guest.id) is not None:
            state.renew(state.lobby.leave(guest.id))
            state.note(e.ChairEmptied(guest.name))
        if state.lobby.hosting == guest.id:  # on purpose: nobody hosts, until they show the secret again
            state.renew(replace(state.lobby, hosting=None))
    state.part(line, Code.LEFT)


def _rename(state: TableState, guest: Connected, wanted: str) -> None:
    name = text.clean_name(wanted)
    if name is None:
        raise Refused(Why.ILLEGAL, "name")
    if state.lobby.seat_of(guest.id) is not None:
        _in_lobby(state)
        state.renew(state.lobby.rename(guest.id, name))
    guest.name = name


def _add_bot(state: TableState, bot: str, seat: int | None) -> None:
    if bot not in bots(state.lobby.game):
        raise Refused(Why.ILLEGAL, "bot")
    name = state.lobby.unlike(BOT_NAMES)
    state.renew(state.lobby.add_bot(bot, name, seat))


def _kick(state: TableState, seat: int) -> None:
    """Whoever was put out by mistake comes back with the words."""
    lobby = state.lobby.kick(seat)
    who = state.lobby.chairs[seat].id
    state.renew(replace(lobby, known=lobby.known - {who}))
    line = None if who is None else state.guests.line_of(who)
    if line is not None:
        state.part(line, Code.KICKED)


def _new_words(state: TableState) -> None:
    """Whoever knew the old ones and is not known here stays outside."""
    words = draw(lambda below: int.from_bytes(state.entropy(8), "big") % below)
    state.keys = replace(state.keys, words=words)
    state.out.append(e.Rekey(state.keys))
    tell_door(state)


def tell_door(state: TableState) -> None:
    """How others get in; for the hosting player alone."""
    door = m.Door(
        words=state.keys.words,
        addresses=state.addresses,
        port=state.port,
        open=state.settings.open,
        banned=(),
    )
    for line in state.guests.hosting():
        state.say(line, door)


# ------------------------------------------------------------- chat and signs


def say(state: TableState, guest: Connected, said: m.Say | m.Signal) -> None:
    """Pass it on; Refused if it may not be said."""
    seat = state.seat_of(guest.id)
    if seat is None:
        raise Refused(Why.NOT_ALLOWED, "no-seat" if state.in_play else "no-chair")
    talk = _talk(state, seat)
    if isinstance(said, m.Signal):
        if talk is Talk.SHUT:
            raise Refused(Why.SHUT)
        known = model(state.lobby.game).signs
        if known and said.sign not in known:
            raise Refused(Why.ILLEGAL, "sign")
        state.said += 1
        state.tell(m.Signalled(seat=seat, n=state.said, sign=said.sign))
        return
    if talk is not Talk.OPEN:
        raise Refused(Why.SHUT, "signals" if talk is Talk.SIGNALS else None)
    _chat(state, seat, said.text)


def _chat(state: TableState, seat: Seat, words: str) -> None:
    clean = text.clean_chat(words)
    if clean is None:
        return
    playing = state.playing
    if playing is not None and not playing.over:
        reason = playing.engine.game.refuses(playing.engine.state, seat, clean)
        if reason is not None:
            raise Refused(Why.ILLEGAL, reason)
    state.said += 1
    state.tell(m.Said(seat=seat, n=state.said, text=clean))


def _talk(state: TableState, seat: Seat) -> Talk:
    playing = state.playing
    if playing is None or playing.over:
        return Talk.OPEN
    return playing.engine.game.talk(playing.engine.state, seat)


# ----------------------------------------- from the lobby into a match, and back


def start(state: TableState, now: float, without: Collection[Seat] = ()) -> None:
    """Everybody is ready, or was waited for long enough: the first entry.

    Until it is on disk the lobby stays as it was.
    """
    if state.in_play or state.playing is not None:
        raise Refused(Why.NOT_NOW, "match" if state.in_play else "over")
    if state.recovery is not None:
        raise Refused(Why.NOT_NOW, "recovering")
    lobby = state.lobby
    chairs = lobby.begin(without)
    if not game_options.fits(lobby.game, lobby.options, len(chairs)):
        raise Refused(Why.NOT_NOW, "too-few")
    seated = replace(lobby, options=game_options.seated(lobby.game, lobby.options, chairs))
    state.draft(*running_match.begin(state.keys, seated, state.settings, state.moods, now))


def began(state: TableState) -> None:
    """The genesis is on disk."""
    assert state.playing is not None, "nothing began"
    match = state.playing.match
    if not _seated(state.lobby, match.number, match.genesis):
        _without_the_late(state)
    if not _seated(state.lobby, match.number, match.genesis):
        state.renew(_lobby_of(state.lobby, match.number, match.genesis))
    state.renew(state.lobby.begun())
    state.note(e.MatchBegan(match.number, tuple(row.name for row in match.genesis.roster)))


def _without_the_late(state: TableState) -> None:
    """Who was not ready looks on, and sits down again in the next lobby."""
    for chair in state.lobby.taken():
        if not chair.ready and chair.name is not None:
            state.note(e.ChairEmptied(chair.name))
    state.renew(state.lobby.ready_ones())


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
    )


def _chair(row: Player | Bot) -> Chair:
    return Chair(name=row.name, bot=row.bot) if isinstance(row, Bot) else Chair(name=row.name, id=row.id)


def rematch(state: TableState) -> None:
    """Back to the lobby, where those who had to look on sit down too, as far as there are chairs."""
    if state.playing is None or not state.playing.over:
        raise Refused(Why.NOT_NOW, "match" if state.in_play else "lobby")
    if state.lobby.match >= limits.MATCHES:
        raise Refused(Why.NOT_NOW, "long")
    state.playing = None
    for _, guest in state.guests.lines():
        guest.joined = None
    lobby = state.lobby
    state.renew(lobby.again(game_options.chairs(lobby.game, lobby.options)))
    for guest in state.seatless():
        if guest.want == "seat":
            with suppress(Refused):
                sit(state, guest, None)
