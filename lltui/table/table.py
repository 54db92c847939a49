"""The table: messages and time in, effects out.

It knows nothing of sockets, files or clocks.  An entry is seen by nobody before it
is on disk, and counts after `saved`; while the disk refuses one, nothing else that
would change the match is taken, and everybody is told so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from msgspec.structs import replace

from lltui.games.game import Seat
from lltui.table import effects as e
from lltui.table import opening
from lltui.table.deeds import Deeds
from lltui.table.effects import Effect, LineId
from lltui.table.guests import Guest
from lltui.table.keys import Keys
from lltui.table.lobby import Lobby, Refused
from lltui.table.playing import Playing
from lltui.table.requests import Requests
from lltui.table.restoring import Restoring
from lltui.table.room import Room, Settings
from lltui.table.steward import Steward
from lltui.table.talk import Chatter
from lltui.table.telling import Telling
from lltui.table.waited import Waited
from llwire import limits, text
from llwire import messages as m
from llwire.deeds import Act
from llwire.errors import Code, PeerError, peer_error
from llwire.fields import Head, Message
from llwire.handshake import Door
from llwire.host_session import Done, Proven
from llwire.messages import Why
from llwire.throttle import neighbourhood


class Table:
    """One table, from its first visitor to its closing.

    The shell calls one method at a time and carries out what it gives, in its
    order.  A Save is always the last, and is answered by `saved` or `unsaved`.
    """

    def __init__(self, keys: Keys, settings: Settings, lobby: Lobby, entropy: Callable[[int], bytes]) -> None:
        self._room = Room(keys, settings, lobby, entropy)
        self._requests = Requests(self._room)
        self._waited = Waited(self._room)
        self._deeds = Deeds(self._room, self._waited)
        self._chatter = Chatter(self._room)
        self._telling = Telling(self._room, self._waited)
        self._restoring = Restoring(self._room)
        self._steward = Steward(self._room, self._requests, self._waited)
        self._saving = False

    # --------------------------------------------------------------- looking

    def door(self) -> Door:
        """Who is let in at this moment."""
        room = self._room
        return Door(
            words=room.keys.words,
            open=room.settings.open,
            # In a match nobody new sits down anyway, and who lost a key has to be able to say so.
            locked=room.lobby.locked and not room.in_play and room.playing is None,
            hosting=room.keys.hosting,
            knows=lambda who: who in room.lobby.known or room.seat_of(who) is not None,
        )

    def phase(self) -> m.Phase:
        """What the table is doing."""
        return self._room.phase

    def head(self) -> Head | None:
        """The newest entry."""
        return self._room.head

    def seat_of(self, who: bytes) -> Seat | None:
        """The seat or chair of this person."""
        return self._room.seat_of(who)

    @property
    def lobby(self) -> Lobby:
        """As it is on disk."""
        return self._room.lobby

    @property
    def match(self) -> Playing | None:
        """The match that is played, or was last."""
        return self._room.playing

    # ---------------------------------------------------------------- people

    def listening(self, addresses: tuple[str, ...], port: int) -> list[Effect]:
        """Where others get in; the hosting player is told."""
        self._requests.addresses, self._requests.port = addresses, port
        self._requests.tell_door()
        return self._room.taken()

    def entered(self, line: LineId, address: str, proven: Proven, now: float) -> list[Effect]:
        """Somebody is let in; PeerError if not after all, and then they never were here."""
        room, hello = self._room, proven.hello
        self._judge(address, proven)
        guest = Guest(hello.id, self._name(hello), hello.want, proven.hosting, address)
        with self._convicting(guest):
            self._restoring.compare(line, guest.id, hello.have)
        room.guests.enter(line, guest)
        room.left -= {guest.id}
        lobby = room.lobby.met(hello.id, room.moods)
        room.renew(replace(lobby, hosting=hello.id) if proven.hosting else lobby)
        room.note(e.Came(guest.name, guest.want == "watch"))
        self._telling.greet(line)
        if guest.want == "seat" and not room.in_play and room.seat_of(guest.id) is None:
            self._hear(line, m.Sit(seat=None), now)
        if guest.hosting:
            self._requests.tell_door()
        return self._go_on(now)

    def _judge(self, address: str, proven: Proven) -> None:
        """Whether there is a place for them."""
        room, hello = self._room, proven.hello
        if proven.hosting:
            return
        if neighbourhood(address) in room.lobby.banned:
            raise peer_error(Code.KICKED)
        if room.seat_of(hello.id) is not None:
            return
        sits = hello.want == "seat" and not room.in_play and room.playing is None
        guests = room.seatless()
        if sits:
            # Whose name is taken comes in to change it, and has no chair meanwhile.
            full = not room.lobby.free() or len(guests) >= limits.WATCHERS + limits.SEATS
        else:
            most = limits.SEATS if hello.want == "seat" else limits.WATCHERS
            full = sum(guest.want == hello.want for guest in guests) >= most
        if full:
            raise peer_error(Code.FULL)

    def _name(self, hello: m.Hello) -> str:
        """That of their chair, or as it may be shown; whoever has none that can be is "Player n"."""
        lobby = self._room.lobby
        theirs = next((chair.name for chair in lobby.chairs if chair.id == hello.id), None)
        names = (f"Player {n}" for n in range(1, limits.SEATS + 2))
        return theirs or text.clean_name(hello.name) or lobby.unlike(names)

    @contextmanager
    def _convicting(self, guest: Guest) -> Iterator[None]:
        """Whoever knows another history than ours is named in the host's log."""
        try:
            yield
        except PeerError as error:
            if error.code is Code.FORK:
                self._room.note(e.Lied(guest.name))
            raise

    def gone(self, line: LineId, code: Code, now: float) -> list[Effect]:
        """A line has ended."""
        room = self._room
        guest = room.guests.leave(line)
        if guest is None:
            return []
        self._restoring.gone(line)
        if code is Code.LEFT and guest.id in room.people:
            room.left |= {guest.id}
        room.note(e.Went(guest.name, code))
        room.renew(replace(room.lobby, online=room.lobby.online - {guest.id}))
        return self._go_on(now)

    def knocked(self, address: str, tries: int) -> list[Effect]:
        """Somebody tries wrong words; for the hosting player to know, who may ban them."""
        room = self._room
        for line in room.guests.hosting():
            room.say(line, m.Knocks(address=address, tries=tries))
        return room.taken()

    # ------------------------------------------------------------ what is said

    def receive(self, line: LineId, event: object, now: float, lag: float | None = None) -> list[Effect]:
        """Somebody said something; PeerError if it cannot be borne.  `lag` is what their session measured."""
        guest = self._room.guests[line]
        if lag is not None:
            guest.lag = lag
        with self._convicting(guest):
            self._hear(line, event, now)
        return self._go_on(now)

    def _hear(self, line: LineId, event: object, now: float) -> None:
        guest = self._room.guests[line]
        try:
            match event:
                case m.Pong(have=have):
                    guest.behind = self._behind(have)
                case m.Give():
                    self._restoring.given(line, event, now)
                case Done():
                    self._deeds.hear(guest, event, now)
                case m.Say() | m.Signal():
                    self._chatter.hear(guest, event)
                case m.Start():
                    self._start(guest, now)
                case m.Rematch():
                    self._rematch(guest, now)
                case Message():
                    self._requests.hear(line, guest, event)
        except Refused as refused:
            self._refuse(line, guest, event, refused)

    def _start(self, guest: Guest, now: float) -> None:
        """By the host; by another only where those who are here have waited long enough."""
        if not guest.hosting and not self._waited.may_start(guest.id, now):
            raise Refused(Why.NOT_ALLOWED, "host")
        opening.start(self._room, now, without=self._waited.offered(now))

    def _rematch(self, guest: Guest, now: float) -> None:
        """By the host; by a player where the host is here and has said nothing for long enough."""
        if not guest.hosting and not self._waited.may_reopen(guest.id, now):
            raise Refused(Why.NOT_ALLOWED, "host")
        self._requests.rematch()

    def _behind(self, have: Head | None) -> int:
        head = self._room.head
        if head is None:
            return 0
        seen = have.seq + 1 if have is not None and have.match == head.match else 0
        return max(0, head.seq + 1 - seen)

    def _refuse(self, line: LineId, guest: Guest, event: object, refused: Refused) -> None:
        """Say why, and to whom an act was refused which turn is theirs."""
        deed = event.deed if isinstance(event, Done) else event
        turn = now = None
        playing = self._room.playing
        if isinstance(deed, Act):
            turn = deed.turn
            if playing is not None and playing.seat_of(guest.id) == deed.seat:
                now = playing.course.turns[deed.seat].number
        to = type(deed).__name__.lower()
        self._room.say(line, m.Nack(to=to, turn=turn, now=now, why=refused.why, reason=refused.reason))

    # ------------------------------------------------------------- the disk

    def saved(self, now: float) -> list[Effect]:
        """The entry is on disk: it has happened."""
        room = self._room
        assert room.pending is not None, "nothing was to be saved"
        playing, draft = room.pending
        room.pending, self._saving = None, False
        if room.frozen:
            room.frozen = False
            room.note(e.Thawed())
        begins = playing is not room.playing
        room.playing = playing
        playing.count(draft, now)
        if begins:
            opening.began(room)
        room.renew(room.lobby.played_by(room.people))
        heard = tuple(draft.news.heard_by(None))
        if heard:
            room.note(e.Happened(heard))
        self._restoring.got(now)
        return self._go_on(now)

    def unsaved(self, why: str, now: float) -> list[Effect]:
        """The disk refused it: nothing has happened, and nothing happens until it takes it."""
        room = self._room
        assert room.pending is not None, "nothing was to be saved"
        if not room.frozen:
            room.frozen = True
            room.note(e.Froze(why))
            self._restoring.refused()
        self._saving = False
        return self._go_on(now)

    def retry(self, now: float) -> list[Effect]:
        """Try the same entry again, if there is one that was refused."""
        return [*self._go_on(now), *self._save()] if self._room.frozen else []

    def _save(self) -> list[Effect]:
        """Asked for once, until the disk has answered."""
        if self._room.pending is None or self._saving:
            return []
        self._saving = True
        playing, draft = self._room.pending
        return [e.Save(playing.course.chain.number, draft.entry)]

    # --------------------------------------------------------------- and time

    def tick(self, now: float) -> list[Effect]:
        """Time has passed."""
        return self._go_on(now)

    def due(self) -> float | None:
        """When `tick` is next worth a call; a frozen table is woken by `retry` alone."""
        room = self._room
        if room.frozen or not room.attended:
            return None
        if room.recovery is not None:
            return room.recovery.due()
        times = (self._waited.due(), room.playing.due() if room.playing else None)
        return min((time for time in times if time is not None), default=None)

    def restore(self, entries: Sequence[m.Entry], now: float) -> None:
        """After a crash: the match that was on disk, before anybody is let in."""
        self._restoring.restore(entries, now)

    def _go_on(self, now: float) -> list[Effect]:
        """Whatever follows from what just happened, up to the next entry."""
        room = self._room
        self._waited.follow(now)
        if room.pending is None:
            self._restoring.go_on(now)
            self._steward.go_on(now)
        if room.playing is not None:
            self._play_on(room.playing, now)
        self._telling.changes(now)
        return room.taken() if room.frozen else [*room.taken(), *self._save()]

    def _play_on(self, playing: Playing, now: float) -> None:
        """The table's own next entry, or nobody's clock runs."""
        room = self._room
        if room.frozen or room.recovery is not None or not room.attended:
            playing.rest()
        elif room.pending is None:
            draft = playing.next(now)
            if draft is not None:
                room.draft(playing, draft)
