"""What a board may ask a network table for besides a move."""

from __future__ import annotations

import datetime as dt

import msgspec
from msgspec import Struct

from lltui.games.chair import Request
from llwire.wire import deeds, text
from llwire.wire import messages as m
from llwire.wire.messages import Message


class BeReady(Request, frozen=True):
    """Ready for the next match; in one, a part in the deals again."""


class AskTable(Request, frozen=True):
    """Something of the lobby, or of the hosting player."""

    message: Message


class Decide(Request, frozen=True):
    """The hosting player decides something inside a match."""

    what: deeds.What


NOT_READY = AskTable(m.Unready())
GET_UP = AskTable(m.Leave())
START = AskTable(m.Start())
REMATCH = AskTable(m.Rematch())
NEW_WORDS = AskTable(m.NewCode())
CLOSE_TABLE = AskTable(m.CloseTable())
HURRY = AskTable(m.Hurry())

PAUSE = Decide(deeds.Pause())
RESUME = Decide(deeds.Resume())
GO_ON = Decide(deeds.GoOn())
END_MATCH = Decide(deeds.EndMatch())


def sit(seat: int | None) -> Request:
    """Another chair."""
    return AskTable(m.Sit(seat=seat))


def signal(sign: str) -> Request:
    """One of the game's own signs."""
    return AskTable(m.Signal(sign=sign))


def rename(name: str) -> Request | None:
    """Another name; None if nothing of it can be shown."""
    clean = text.clean_name(name)
    return AskTable(m.Rename(name=clean)) if clean else None


def about(date: dt.date | None, age: int | None) -> Request:
    """What decides who begins."""
    return AskTable(m.About(date=date, age=age))


def choose(game: str, options: Struct) -> Request:
    """Other rules."""
    return AskTable(m.Choose(game=game, options=msgspec.msgpack.encode(options)))


def add_bot(bot: str, seat: int | None = None) -> Request:
    """A bot on this chair, or on any."""
    return AskTable(m.AddBot(seat=seat, bot=bot))


def kick(seat: int) -> Request:
    """Empty a chair."""
    return AskTable(m.Kick(seat=seat))


def order(seats: tuple[int, ...]) -> Request:
    """The chairs in another order."""
    return AskTable(m.Order(seats=seats))


def lock(*, on: bool) -> Request:
    """Whether somebody new may sit down."""
    return AskTable(m.Lock(on=on))


def gallery(*, on: bool) -> Request:
    """Whether who looks on may talk."""
    return AskTable(m.Gallery(on=on))


def stand_in(seat: int, *, on: bool) -> Request:
    """A bot plays for this seat, or no longer."""
    return Decide(deeds.StandIn(seat=seat, on=on))


def new_key(seat: int, who: bytes) -> Request:
    """Whoever has this key plays this seat from now on."""
    return Decide(deeds.NewKey(seat=seat, id=who))


def drop(seat: int) -> Request:
    """This seat is out of the match."""
    return Decide(deeds.Drop(seat=seat))
