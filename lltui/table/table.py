"""The table: messages and time in, outputs out.

It knows nothing of sockets, files or clocks.  An entry is seen by nobody before it
is on disk, and counts after `saved`; while the disk refuses one, nothing else that
would change the match is taken, and everybody is told so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count

from msgspec.structs import replace

from lltui.table import outputs as out
from lltui.table import recovery, requests
from lltui.table.lobby import EMPTY, HostSettings, Lobby, Refusal
from lltui.table.outputs import LineId, Output
from lltui.table.requests import Unattended
from lltui.table.running_match import RunningMatch
from lltui.table.state import Connected, TableState
from lltui.table.status_messages import StatusMessages
from lltui.table.waiting import Waiting
from llwire.chain.match_secrets import TableKeys
from llwire.session.handshake import Admission
from llwire.session.host_session import Proven
from llwire.wire import limits, text
from llwire.wire import messages as m
from llwire.wire.deeds import Act, read_deed
from llwire.wire.errors import Code, PeerError, peer_error
from llwire.wire.messages import Head, Message, Signed, Why


class Table:
    """One table, from its first visitor to its closing.

    The shell calls one method at a time and carries out what it gives, in its
    order.  A Save is always the last, and is answered by `saved` or `unsaved`.  What
    is there at a moment it reads off `state`, and changes nothing of it.
    """

    def __init__(
        self, keys: TableKeys, settings: HostSettings, lobby: Lobby, entropy: Callable[[int], bytes]
    ) -> None:
        self.state = TableState(keys, settings, lobby, entropy)
        self._waiting = Waiting(self.state)
        self._unattended = Unattended(self.state, self._waiting)
        self._status = StatusMessages(self.state, self._waiting)
        self._saving = False

    def admission(self) -> Admission:
        """Who is let in at this moment."""
        state = self.state
        return Admission(
            words=state.keys.words,
            open=state.settings.open,
            # In a match nobody new sits down anyway, and who lost a key has to be able to say so.
            locked=state.lobby.locked and state.in_lobby,
            hosting=state.keys.hosting,
            knows=lambda who: who in state.lobby.known or state.seat_of(who) is not None,
        )

    # ---------------------------------------------------------------- people

    def listening(self, addresses: tuple[str, ...], port: int) -> None:
        """Where others get in, before anybody does; the hosting player is told."""
        self.state.addresses, self.state.port = addresses, port

    def entered(self, line: LineId, proven: Proven, now: float) -> list[Output]:
        """Somebody is let in; PeerError if not after all, and then they never were here."""
        state, hello = self.state, proven.hello
        self._judge(proven, now)
        guest = Connected(line, hello.id, self._name(hello), hello.want, proven.hosting)
        with self._convicting(guest):
            recovery.compare(self.state, guest, hello.have)
        assert guest.id not in state.here, "the older line has gone before"
        state.guests[line] = guest
        state.left -= {guest.id}
        lobby = state.lobby.met(hello.id, state.moods)
        state.renew(replace(lobby, hosting=hello.id) if proven.hosting else lobby)
        state.out.append(out.Came(guest.name, guest.want == "watch"))
        self._status.greet(line)
        if guest.want == "seat" and not state.in_play and state.seat_of(guest.id) is None:
            self._hear(guest, m.Sit(seat=None), now)
        if guest.hosting:
            requests.tell_door(state)
        return self.tick(now)

    def _judge(self, proven: Proven, now: float) -> None:
        """Whether there is a place for them."""
        state, hello = self.state, proven.hello
        if proven.hosting or state.seat_of(hello.id) is not None:
            return
        sits = hello.want == "seat" and state.in_lobby
        guests = state.seatless()
        if sits:
            self._make_room(now)
            full = not state.lobby.free() or len(guests) >= limits.WATCHERS + limits.SEATS
        else:
            most = limits.SEATS if hello.want == "seat" else limits.WATCHERS
            full = sum(guest.want == hello.want for guest in guests) >= most
        if full:
            raise peer_error(Code.FULL)

    def _make_room(self, now: float) -> None:
        """Nobody is kept out by who went and does not come back."""
        state = self.state
        given_up = self._waiting.given_up(now)
        if given_up is not None and not state.lobby.free() and not state.lobby.locked:
            state.out.append(out.ChairEmptied(state.lobby.chairs[given_up].name or ""))
            state.renew(state.lobby.with_chair(given_up, EMPTY))

    def _name(self, hello: m.Hello) -> str:
        """That of their chair, or theirs, or the next of it if that is taken; "Player n" if there is none."""
        state, wanted = self.state, text.clean_name(hello.name)
        theirs = next((chair.name for chair in state.lobby.chairs if chair.id == hello.id), None)
        if wanted and state.in_play and hello.want == "seat":  # perhaps whose seat it is, with the key lost
            return theirs or wanted
        names = text.next_names(wanted) if wanted else (f"Player {n}" for n in count(1))
        return theirs or state.unlike(names, hello.id)

    @contextmanager
    def _convicting(self, guest: Connected) -> Iterator[None]:
        """Whoever knows another history than ours is named in the host's log."""
        try:
            yield
        except PeerError as error:
            if error.code is Code.FORK:
                self.state.out.append(out.Contradicted(guest.name))
            raise

    def gone(self, line: LineId, code: Code, now: float) -> list[Output]:
        """A line has ended."""
        state = self.state
        guest = state.guests.pop(line, None)
        if guest is None:
            return []
        if state.recovery is not None:
            state.recovery.gone(line)
        if code is Code.LEFT and guest.id in state.people:
            state.left |= {guest.id}
        state.out.append(out.Went(guest.name, code))
        state.renew(replace(state.lobby, online=state.lobby.online - {guest.id}))
        return self.tick(now)

    def knocked(self, address: str, tries: int) -> list[Output]:
        """Somebody tries wrong words; for the hosting player to know, who may draw others."""
        state = self.state
        state.tell_hosting(m.Knocks(address=address, tries=tries))
        return state.taken()

    # ------------------------------------------------------------ what is said

    def receive(self, line: LineId, event: object, now: float, lag: float | None = None) -> list[Output]:
        """Somebody said something; PeerError if it cannot be borne.  `lag` is what their session measured."""
        guest = self.state.guests[line]
        if lag is not None:
            guest.lag = lag
        with self._convicting(guest):
            self._hear(guest, event, now)
        return self.tick(now)

    def _hear(self, guest: Connected, event: object, now: float) -> None:
        try:
            match event:
                case m.Pong(have=have):
                    guest.behind = self._behind(have)
                case m.Give():
                    recovery.given(self.state, guest.line, event, now)
                case Signed():
                    requests.hear_signed(self.state, self._waiting, guest, event, now)
                case m.Say() | m.Signal():
                    requests.say(self.state, guest, event)
                case m.Sit():
                    self._make_room(now)
                    requests.hear(self.state, guest, event)
                case m.Start():
                    self._start(guest, now)
                case m.Rematch():
                    self._rematch(guest, now)
                case Message():
                    requests.hear(self.state, guest, event)
        except Refusal as refused:
            self._refuse(guest, event, refused)

    def _start(self, guest: Connected, now: float) -> None:
        """By the host; by another only where those who are here have waited long enough."""
        if not guest.hosting and not self._waiting.may_start(guest.id, now):
            raise Refusal(Why.NOT_ALLOWED, "host")
        requests.start(self.state, now, without=self._waiting.offered(now))

    def _rematch(self, guest: Connected, now: float) -> None:
        """By the host; by a player where the host is here and has said nothing for long enough."""
        if not guest.hosting and not self._waiting.may_reopen(guest.id, now):
            raise Refusal(Why.NOT_ALLOWED, "host")
        requests.rematch(self.state)

    def _behind(self, have: Head | None) -> int:
        head = self.state.head
        if head is None:
            return 0
        seen = have.seq + 1 if have is not None and have.match == head.match else 0
        return max(0, head.seq + 1 - seen)

    def _refuse(self, guest: Connected, event: object, refused: Refusal) -> None:
        """Say why, and to whom an act was refused which turn is theirs."""
        deed = read_deed(event) if isinstance(event, Signed) else event
        turn = now = None
        playing = self.state.playing
        if isinstance(deed, Act):
            turn = deed.turn
            if playing is not None and playing.seat_of(guest.id) == deed.seat:
                now = playing.engine.turns[deed.seat].number
        to = type(deed).__name__.lower()
        self.state.say(guest.line, m.Nack(to=to, turn=turn, now=now, why=refused.why, reason=refused.reason))

    # ------------------------------------------------------------- the disk

    def saved(self, now: float) -> list[Output]:
        """The entry is on disk: it has happened."""
        state = self.state
        assert state.pending is not None, "nothing was to be saved"
        playing, entry = state.pending
        state.pending, self._saving = None, False
        if state.frozen:
            state.frozen = False
            state.out.append(out.Thawed())
        begins = playing is not state.playing
        state.playing = playing
        news = playing.count(entry, now).news
        if begins:
            requests.began(state)
        state.renew(state.lobby.played_by(state.people))
        heard = tuple(news.heard_by(None))
        if heard:
            state.out.append(out.Happened(heard))
        recovery.got(self.state, now)
        return self.tick(now)

    def unsaved(self, why: str, now: float) -> list[Output]:
        """The disk refused it: nothing has happened, and nothing happens until it takes it."""
        state = self.state
        assert state.pending is not None, "nothing was to be saved"
        if not state.frozen:
            state.frozen = True
            state.out.append(out.Froze(why))
            recovery.refused(self.state)
        self._saving = False
        return self.tick(now)

    def retry(self, now: float) -> list[Output]:
        """Try the same entry again, if there is one that was refused."""
        return [*self.tick(now), *self._save()] if self.state.frozen else []

    def _save(self) -> list[Output]:
        """Asked for once, until the disk has answered."""
        if self.state.pending is None or self._saving:
            return []
        self._saving = True
        playing, entry = self.state.pending
        return [out.Save(playing.engine.chain.number, entry)]

    # --------------------------------------------------------------- and time

    def due(self) -> float | None:
        """When `tick` is next worth a call; a frozen table is woken by `retry` alone."""
        state = self.state
        if state.frozen or not state.attended:
            return None
        if state.recovery is not None:
            return state.recovery.due()
        times = (self._waiting.due(), state.playing.due() if state.playing else None)
        return min((time for time in times if time is not None), default=None)

    def restore(self, entries: Sequence[m.Entry], now: float) -> None:
        """After a crash: the match that was on disk, before anybody is let in."""
        recovery.restore(self.state, entries, now)

    def tick(self, now: float) -> list[Output]:
        """Whatever follows from the time, or from what just happened, up to the next entry."""
        state = self.state
        self._waiting.follow(now)
        if state.pending is None:
            recovery.go_on(self.state, now)
            self._unattended.go_on(now)
        if state.playing is not None:
            self._play_on(state.playing, now)
        self._status.changes(now)
        return state.taken() if state.frozen else [*state.taken(), *self._save()]

    def _play_on(self, playing: RunningMatch, now: float) -> None:
        """The table's own next entry, or nobody's clock runs."""
        state = self.state
        playing.hurries(on=state.at_once)
        if state.rests:
            playing.rest()
        elif state.pending is None:
            entry = playing.next(now)
            if entry is not None:
                state.draft(playing, entry)
