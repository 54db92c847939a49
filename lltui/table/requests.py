"""What people ask of the lobby, and the hosting player of the table.

The session has judged who may ask what; here stands what comes of it.
"""

from __future__ import annotations

from contextlib import suppress

from msgspec.structs import replace

from lltui.bots.catalog import bots
from lltui.table import effects as e
from lltui.table import offer
from lltui.table.effects import LineId
from lltui.table.guests import Guest
from lltui.table.lobby import Refused
from lltui.table.room import Room
from llwire import limits, text
from llwire import messages as m
from llwire.errors import Code
from llwire.fields import Message
from llwire.messages import Why
from llwire.throttle import neighbourhood
from llwire.words import draw

# One for each chair, and as many more as people's names could look like one of these.
BOT_NAMES = ("Ada", "Emil", "Greta", "Jon", "Mina", "Otto", "Rosa", "Sam", "Uma", "Will", "Yara", "Zoe")


class Requests:
    """Carries out one request; Refused if it may not be."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self.addresses: tuple[str, ...] = ()
        self.port = 1

    def hear(self, line: LineId, guest: Guest, request: Message) -> None:
        """What may be asked at any time, and what only in the lobby."""
        room = self._room
        match request:
            case m.Leave():
                self._leave(line, guest)
            case m.Rename(name=name):
                self._rename(guest, name)
            case m.NewCode():
                self._new_words()
            case m.Ban(address=address, on=on):
                self._ban(address, on=on)
            case m.CloseTable():
                room.out.append(e.Close())
            case m.Lock(on=on):
                room.renew(replace(room.lobby, locked=on))
            case _:
                self._in_lobby()
                self._lobby(guest, request)

    def _lobby(self, guest: Guest, request: Message) -> None:
        room, lobby = self._room, self._room.lobby
        match request:
            case m.Sit(seat=seat):
                self.sit(guest, seat)
            case m.About(date=date, age=age):
                room.renew(lobby.about(guest.id, date, age))
            case m.Unready():
                room.renew(lobby.ready(guest.id, None))
            case m.Choose(game=game, options=options):
                room.renew(lobby.choose(game, options, offer.chairs(game, options)))
            case m.AddBot(seat=seat, bot=bot):
                self._add_bot(bot, seat)
            case m.Kick(seat=seat):
                self._kick(seat)
            case m.Order(seats=seats):
                room.renew(lobby.order(seats))
            case _:
                raise AssertionError(request)

    def _in_lobby(self) -> None:
        if self._room.in_play or self._room.playing is not None:
            raise Refused(Why.NOT_NOW, "match" if self._room.in_play else "over")

    def sit(self, guest: Guest, seat: int | None) -> None:
        """On this chair, or any."""
        room = self._room
        new = room.lobby.seat_of(guest.id) is None
        room.renew(room.lobby.sit(guest.id, guest.name, seat))
        if new:
            room.note(e.Sat(guest.name, room.lobby.seat_of(guest.id) or 0))

    def _leave(self, line: LineId, guest: Guest) -> None:
        """A chair in the lobby is free again; a seat in a match waits for what the hosting player decides."""
        room = self._room
        if not room.in_play:
            if room.lobby.seat_of(guest.id) is not None:
                room.renew(room.lobby.leave(guest.id))
                room.note(e.GotUp(guest.name))
            if room.lobby.hosting == guest.id:  # on purpose: nobody hosts, until they show the secret again
                room.renew(replace(room.lobby, hosting=None))
        room.part(line, Code.LEFT)

    def _rename(self, guest: Guest, wanted: str) -> None:
        name = text.clean_name(wanted)
        if name is None:
            raise Refused(Why.ILLEGAL, "name")
        if self._room.lobby.seat_of(guest.id) is not None:
            self._in_lobby()
            self._room.renew(self._room.lobby.rename(guest.id, name))
        guest.name = name

    def _add_bot(self, bot: str, seat: int | None) -> None:
        room = self._room
        if bot not in bots(room.lobby.game):
            raise Refused(Why.ILLEGAL, "bot")
        name = room.lobby.unlike(BOT_NAMES)
        room.renew(room.lobby.add_bot(bot, name, seat))

    def _kick(self, seat: int) -> None:
        """Whoever was put out by mistake comes back with the words."""
        room = self._room
        lobby = room.lobby.kick(seat)
        who = room.lobby.chairs[seat].id
        room.renew(replace(lobby, known=lobby.known - {who}))
        line = None if who is None else room.guests.line_of(who)
        if line is not None:
            room.part(line, Code.KICKED)

    def _ban(self, address: str, *, on: bool) -> None:
        room = self._room
        try:
            source = neighbourhood(address)
        except ValueError:
            raise Refused(Why.ILLEGAL, "address") from None
        room.renew(room.lobby.ban(source, on=on))
        for line, guest in room.guests.lines():
            if neighbourhood(guest.address) in room.lobby.banned and not guest.hosting:
                room.part(line, Code.KICKED)
        self.tell_door()

    def rematch(self) -> None:
        """Back to the lobby, where those who had to look on sit down too, as far as there are chairs."""
        room = self._room
        if room.playing is None or not room.playing.over:
            raise Refused(Why.NOT_NOW, "match" if room.in_play else "lobby")
        if room.lobby.match >= limits.MATCHES:
            raise Refused(Why.NOT_NOW, "long")
        room.playing = None
        for _, guest in room.guests.lines():
            guest.joined = None
        lobby = room.lobby
        room.renew(lobby.again(offer.chairs(lobby.game, lobby.options)))
        for guest in room.seatless():
            if guest.want == "seat":
                with suppress(Refused):
                    self.sit(guest, None)

    def _new_words(self) -> None:
        """Whoever knew the old ones and is not known here stays outside."""
        room = self._room
        words = draw(lambda below: int.from_bytes(room.entropy(8), "big") % below)
        room.keys = replace(room.keys, words=words)
        room.out.append(e.Rekey(room.keys))
        self.tell_door()

    def tell_door(self) -> None:
        """How others get in; for the hosting player alone."""
        room = self._room
        door = m.Door(
            words=room.keys.words,
            addresses=self.addresses,
            port=self.port,
            open=room.settings.open,
            banned=tuple(source.removesuffix("/64") for source in sorted(room.lobby.banned)),
        )
        for line in room.guests.hosting():
            room.say(line, door)
