"""What people ask of the lobby, and the hosting player of the table."""

from __future__ import annotations

from typing import Protocol

import msgspec
from msgspec.structs import replace

from lltui.bots.catalog import bots
from lltui.errors import Trouble
from lltui.games.models import MODELS
from lltui.games.rulebooks import rules
from lltui.table import effects as e
from lltui.table.effects import Effect, LineId
from lltui.table.guests import Guest, Guests
from lltui.table.lobby import Lobby, Refused
from llwire import messages as m
from llwire import text
from llwire.errors import Code
from llwire.messages import Why


class Asked(Protocol):
    """What requests need of the table."""

    lobby: Lobby
    guests: Guests

    @property
    def in_play(self) -> bool:
        """A match is under way."""

    def renew(self, lobby: Lobby) -> None:
        """This is the lobby now."""

    def say(self, effect: Effect) -> None:
        """One more effect."""

    def start(self, now: float) -> None:
        """Begin the match."""

    def rematch(self) -> None:
        """Back to the lobby."""

    def new_words(self) -> None:
        """Other words from now on."""


class Requests:
    """Carries out one request; Refused if it may not be."""

    def __init__(self, table: Asked) -> None:
        self._table = table

    def hear(self, line: LineId, guest: Guest, request: object, now: float) -> None:
        """Anybody's requests, then the hosting player's; the session has judged who may ask what."""
        table = self._table
        match request:
            case m.Leave():
                self._leave(line, guest)
            case m.Start():
                self._in_lobby()
                table.start(now)
            case m.Rematch():
                table.rematch()
            case m.NewCode():
                table.new_words()
            case m.Ban(address=address):
                self._ban(address)
            case m.CloseTable():
                table.say(e.Close())
            case m.Lock(on=on):
                table.renew(replace(table.lobby, locked=on))
            case _:
                self._in_lobby()
                self._lobby(guest, request)

    def _lobby(self, guest: Guest, request: object) -> None:
        table, lobby = self._table, self._table.lobby
        match request:
            case m.Sit(seat=seat):
                table.renew(lobby.sit(guest.id, guest.name, seat))
                table.say(e.Note(e.Sat(guest.name, table.lobby.seat_of(guest.id) or 0)))
            case m.Rename(name=name):
                self._rename(guest, name)
            case m.About(date=date, age=age):
                table.renew(lobby.about(guest.id, date, age))
            case m.Unready():
                table.renew(lobby.ready(guest.id, None))
            case m.Choose(game=game, options=options):
                table.renew(lobby.choose(game, options, _chairs(game, options, len(lobby.taken()))))
            case m.AddBot(seat=seat, bot=bot):
                self._add_bot(bot, seat)
            case m.Kick(seat=seat):
                self._kick(seat)
            case m.Order(seats=seats):
                table.renew(lobby.order(seats))
            case _:
                raise AssertionError(request)

    def _in_lobby(self) -> None:
        if self._table.in_play:
            raise Refused(Why.NOT_NOW, "match")

    def _leave(self, line: LineId, guest: Guest) -> None:
        table = self._table
        if not table.in_play and table.lobby.seat_of(guest.id) is not None:
            table.renew(table.lobby.leave(guest.id))
            table.say(e.Note(e.GotUp(guest.name)))
        table.say(e.Part(line, Code.LEFT))

    def _rename(self, guest: Guest, wanted: str) -> None:
        name = text.clean_name(wanted)
        if name is None:
            raise Refused(Why.ILLEGAL, "name")
        if self._table.lobby.seat_of(guest.id) is not None:
            self._table.renew(self._table.lobby.rename(guest.id, name))
        guest.name = name

    def _add_bot(self, bot: str, seat: int | None) -> None:
        table = self._table
        if bot not in bots(table.lobby.game):
            raise Refused(Why.ILLEGAL, "bot")
        used = {text.skeleton(chair.name) for chair in table.lobby.chairs if chair.name}
        name = next(name for name in BOT_NAMES if text.skeleton(name) not in used)
        table.renew(table.lobby.add_bot(bot, name, seat))

    def _kick(self, seat: int) -> None:
        table = self._table
        chair = table.lobby.chairs[seat] if seat < len(table.lobby.chairs) else None
        table.renew(table.lobby.kick(seat))
        if chair is not None and chair.id is not None:
            table.renew(replace(table.lobby, known=table.lobby.known - {chair.id}))
            line = table.guests.line_of(chair.id)
            if line is not None:
                table.say(e.Part(line, Code.KICKED))

    def _ban(self, address: str) -> None:
        table = self._table
        table.renew(replace(table.lobby, banned=table.lobby.banned | {address}))
        for line, guest in table.guests.lines():
            if guest.address == address and not guest.hosting:
                table.say(e.Part(line, Code.KICKED))


# As many as there can be chairs, and one for each name that a person already has.
BOT_NAMES = ("Ada", "Emil", "Greta", "Jon", "Mina", "Otto", "Rosa", "Sam", "Uma", "Will", "Yara", "Zoe")


def _chairs(game: str, options: bytes, seated: int) -> int:
    """How many chairs these options allow; Refused if they cannot be."""
    nouns = MODELS.get(game)
    if nouns is None:
        raise Refused(Why.ILLEGAL, "game")
    try:
        chosen = msgspec.msgpack.decode(options, type=nouns.options)
        fits = [seats for seats in range(1, 7) if _fits(game, chosen, seats)]
    except (msgspec.MsgspecError, ValueError):
        raise Refused(Why.ILLEGAL, "options") from None
    if not fits:
        raise Refused(Why.ILLEGAL, "options")
    if seated > max(fits):
        raise Refused(Why.FULL, "too-many")
    return max(fits)


def _fits(game: str, options: object, seats: int) -> bool:
    try:
        rules(game).start(options, seats)
    except Trouble:
        return False
    return True
