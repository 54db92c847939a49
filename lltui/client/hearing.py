"""What the table says outside of the chain, as updates for a board.

A peer's names and chat are cleaned here, whatever the table did with them.
"""

from __future__ import annotations

from typing import Protocol

import msgspec
from msgspec import Struct

from lltui.client import updates as u
from lltui.client.following import Following
from lltui.games.game import Seat
from lltui.games.models import MODELS
from lltui.games.seat import Update
from llwire.wire import messages as m
from llwire.wire import text
from llwire.wire.crypto import SignKey


class Listener(Protocol):
    """Who hears it."""

    me: SignKey
    lobby: m.Lobby | None
    hosting: bool

    @property
    def now(self) -> Following | None:
        """The newest match."""


def told(message: object, listener: Listener) -> Update | None:  # noqa: C901, PLR0911 - one for each message
    """The update for it, if a board is concerned."""
    match message:
        case m.Lobby():
            return _lobby(message, listener)
        case m.Terms(turn_ms=turn, wait_ms=wait):
            return u.Terms(_seconds(turn), wait / 1000)
        case m.Standing(phase=phase, waiting=seats, left_ms=left, then=then, offered=offered):
            return u.Waits(str(phase), seats, _seconds(left), str(then or ""), offered)
        case m.Presence(seats=seats, watchers=watchers):
            lags = tuple(here.lag_ms for here in seats)
            return u.Lines(tuple(here.line for here in seats), watchers, lags)
        case m.Said(seat=seat, text=line):
            clean = text.clean_chat(line)
            return u.Said(seat, _name(seat, listener), clean) if clean else None
        case m.Signalled(seat=seat, sign=sign):
            return u.Signalled(seat, _name(seat, listener), sign)
        case m.Nack(to=to, why=why, reason=reason):
            return u.Refused(to, str(why), reason)
        case m.Door():
            return u.DoorIs(message.words, message.addresses, message.port, message.open)
        case m.Knocks(address=address, tries=tries):
            return u.Knocked(address, tries)
        case m.Newcomers(people=people):
            return u.Newcomers(tuple(_newcomer(person, place) for place, person in enumerate(people)))
    return None


def _seconds(milliseconds: int | None) -> float | None:
    return None if milliseconds is None else milliseconds / 1000


def _newcomer(person: m.Newcomer, place: int) -> u.Newcomer:
    return u.Newcomer(text.shown(person.name, place), person.id, u.digits(person.id))


def _lobby(lobby: m.Lobby, listener: Listener) -> Update:
    chairs = tuple(_chair(chair, seat, listener) for seat, chair in enumerate(lobby.chairs))
    watchers = tuple(text.shown(name, seat) for seat, name in enumerate(lobby.watchers))
    return u.LobbyIs(
        match=lobby.match,
        game=lobby.game,
        options=_options(lobby),
        chairs=chairs,
        watchers=watchers,
        locked=lobby.locked,
        hosting=listener.hosting,
    )


def _options(lobby: m.Lobby) -> Struct | None:
    """What will be played; a game or rules that this program does not know are nothing to hang up for."""
    model = MODELS.get(lobby.game)
    if model is None:
        return None
    try:
        options: Struct = msgspec.msgpack.decode(lobby.options, type=model.options)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None
    return options


def _chair(chair: m.Chair, seat: Seat, listener: Listener) -> u.Seated:
    return u.Seated(
        name=None if chair.name is None else text.shown(chair.name, seat),
        bot=chair.bot,
        ready=chair.ready,
        hosting=chair.hosting,
        you=chair.id == listener.me.public,
        date=chair.date,
        age=chair.age,
        who=chair.id,
    )


def _name(seat: Seat, listener: Listener) -> str:
    """Of the match, or before one of the lobby."""
    following = listener.now
    if following is not None and not following.match.over and seat < len(following.names):
        return following.names[seat]
    chairs = listener.lobby.chairs if listener.lobby else ()
    return text.shown(chairs[seat].name if seat < len(chairs) else None, seat)
