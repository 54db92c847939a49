"""The table: messages and time in, outputs out.

It knows nothing of sockets, files or clocks.  An entry is seen by nobody before it
is on disk, and counts after `saved`; while the disk refuses one, nothing else that
would change the match is taken, and everybody is told so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from typing import Literal

from msgspec.structs import replace

from lltui.table import outputs as out
from lltui.table import requests
from lltui.table.lobby import EMPTY, HostSettings, Lobby, Refusal
from lltui.table.match_engine import MatchEngine
from lltui.table.outputs import LineId, Output
from lltui.table.requests import Unattended
from lltui.table.running_match import RunningMatch
from lltui.table.state import Connected, Recovery, TableState
from lltui.table.waiting import Waiting
from llwire.chain.match_secrets import TableKeys
from llwire.session.handshake import Admission
from llwire.session.host_session import Proven
from llwire.wire import limits, text
from llwire.wire import messages as m
from llwire.wire.deeds import Act, read_deed
from llwire.wire.errors import Code, PeerError, peer_error
from llwire.wire.messages import Entry, Head, Message, Signed, Why


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
            compare_heads(self.state, guest, hello.have)
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
                    given_back(self.state, guest.line, event, now)
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
        got_back(self.state, now)
        return self.tick(now)

    def unsaved(self, why: str, now: float) -> list[Output]:
        """The disk refused it: nothing has happened, and nothing happens until it takes it."""
        state = self.state
        assert state.pending is not None, "nothing was to be saved"
        if not state.frozen:
            state.frozen = True
            state.out.append(out.Froze(why))
            giving_refused(self.state)
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
        restore_state(self.state, entries, now)

    def tick(self, now: float) -> list[Output]:
        """Whatever follows from the time, or from what just happened, up to the next entry."""
        state = self.state
        self._waiting.follow(now)
        if state.pending is None:
            recover(self.state, now)
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


# ----------------------------------------------------------------------------- after a crash

# First compare heads, then go on.  A table restored from an older copy would write another history over the
# one its players know.  So it writes nothing until the players who were here are back, or a time has passed
# and at least one is; and whoever knows more gives the missing entries back, which are checked as any other.


def restore_state(state: TableState, entries: Sequence[Entry], now: float) -> None:
    """Let everything happen again that is on disk."""
    if entries:
        state.playing = _playing(state, state.lobby.match, now)
        state.playing.engine.replay(entries)
        if not state.playing.over:  # afterwards one may get up
            state.lobby = state.lobby.begun().played_by(state.people)
    people = {who for who in state.people if who is not None}
    pace = state.settings.pace
    # Nobody was here: then nobody tells who knows most, and all are waited for.
    awaited = state.lobby.online & people or frozenset(people)
    state.recovery = Recovery(awaited, now + pace.recover, pace.give, frozenset(people))
    state.lobby = replace(state.lobby, online=frozenset())


def compare_heads(state: TableState, guest: Connected, have: Head | None) -> None:
    """Somebody comes in: who knows more, the table or they?  PeerError if both know different things."""
    if have is None:
        return
    ours = state.head
    place = (state.lobby.match, -1) if ours is None else (ours.match, ours.seq)
    if (have.match, have.seq) > place:
        if state.recovery is None:
            raise peer_error(Code.FORK, "entries that this table never wrote")
        state.recovery.knows(guest.line, guest.id, have)
    elif not _holds(state, have):
        raise peer_error(Code.FORK, f"another entry {have.seq}")


def given_back(state: TableState, line: LineId, give: m.Give, now: float) -> None:
    """An entry that we signed and lost; the chain judges it like any other."""
    giving = state.recovery.giving if state.recovery else None
    if giving is None or giving.line != line:
        return
    playing = state.playing
    if playing is None or playing.match.number != giving.head.match:
        playing = _playing(state, giving.head.match, now)
    state.draft(playing, playing.engine.returned(Entry(body=give.body, sig=give.sig)))


def got_back(state: TableState, now: float) -> None:
    """One more entry is on disk."""
    assert state.head is not None, "an entry is on disk"
    if state.recovery is not None:
        enough = state.recovery.got(state.head, now)
        if enough is not None:
            state.out.append(out.Enough(enough))


def giving_refused(state: TableState) -> None:
    """The disk takes nothing: whoever gives has to begin anew, and does by coming in again."""
    recovery = state.recovery
    if recovery is not None and recovery.giving is not None:
        line = recovery.giving.line
        recovery.gone(line)
        state.part(line, Code.CLOSING)


def recover(state: TableState, now: float) -> None:
    """Whom to ask next; or everybody who can be waited for is back."""
    recovery = state.recovery
    if recovery is None:
        return
    idle = recovery.idle(now)
    if idle is not None:
        state.part(idle, Code.SLOW)
    asked = recovery.ask(now)
    if asked is not None:
        ours = state.head
        same = ours is not None and ours.match == asked.head.match
        seq = ours.seq + 1 if same and ours is not None else 0
        state.out.append(out.AskEntries(asked.line, asked.head.match, seq))
    if state.attended and recovery.done(state.here, now):
        _done(state, recovery, now)


def _done(state: TableState, recovery: Recovery, now: float) -> None:
    here = state.here
    by: Literal["all", "time"] = "all" if recovery.all_back(here) else "time"
    state.recovery = None
    state.out.append(out.Back(by))
    if state.playing is not None and not state.playing.over:
        seats = tuple(seat for seat, who in enumerate(state.people) if who in here)
        state.draft(state.playing, state.playing.recovered(by, seats, now))


def _holds(state: TableState, have: Head) -> bool:
    """Whether this is in our chain; of older matches nobody can tell any more."""
    playing = state.playing
    if playing is None or playing.match.number != have.match:
        return True
    return playing.engine.chain.holds(have.hash) == have.seq


def _playing(state: TableState, number: int, now: float) -> RunningMatch:
    return RunningMatch(MatchEngine(state.keys, number), state.settings.pace, state.moods, now)


# -------------------------------------------------------------------- what everybody is told

# Apart from the chain: the lobby, what it waits for, who is here.  Each is a whole message, said anew when it
# differs from the one before; so whoever comes in needs only the newest of each.

SLOW = 1.0  # seconds: an answer that takes as long is felt by everybody
FAR = 3  # entries; one or two are only on their way
STEP = 50  # milliseconds; smaller differences are no news


class StatusMessages:
    """Knows what was told last."""

    def __init__(self, state: TableState, waiting: Waiting) -> None:
        self._state = state
        self._waiting = waiting
        self._told: dict[str, object] = {}
        self._strangers: list[LineId] = []
        self._knocking = m.Newcomers(people=())

    def greet(self, line: LineId) -> None:
        """Somebody new, who has been told nothing yet."""
        self._strangers.append(line)

    def changes(self, now: float) -> None:
        """Tell everybody what has changed, and who is new the rest."""
        state = self._state
        self._tell(terms(state))
        look, phase, hurrying = self._waiting.outlook(now), state.phase, (state.hurried, state.at_once)
        standing = m.Standing(
            phase=phase,
            waiting=look.waiting,
            left_ms=_milliseconds(look.ends, now),
            then=look.then,
            offered=look.offered,
            hurried=hurrying[0],
            at_once=hurrying[1],
        )
        half = phase is m.Phase.COLLECTING and self._waiting.halfway(now)
        self._tell(standing, (phase, *look, look.stands(now), half, *hurrying))
        self._tell(lobby_message(state))
        self._tell(presence(state))
        self._tell_host()
        self._strangers.clear()

    def _tell(self, message: Message, news: object = None) -> None:
        """`news` is what makes this message another one than the last, if not all of it."""
        news = message if news is None else news
        kind = type(message).__name__
        if self._told.get(kind) != news:
            self._told[kind] = news
            self._state.tell(message)
            return
        for line in self._strangers:
            self._state.say(line, message)

    def _tell_host(self) -> None:
        """Who could take over a seat whose key was lost, if the host says so."""
        state, before = self._state, self._knocking
        people = tuple(m.Newcomer(name=guest.name, id=guest.id) for guest in state.newcomers())
        self._knocking = m.Newcomers(people=people)
        for line in state.hosting():
            if self._knocking != before or (state.in_play and line in self._strangers):
                state.say(line, self._knocking)


def terms(state: TableState) -> m.Terms:
    """How long this table waits."""
    pace = state.settings.pace
    turn = None if pace.turn is None else round(pace.turn * 1000)
    return m.Terms(turn_ms=turn, wait_ms=round(pace.wait * 1000))


def lobby_message(state: TableState) -> m.Lobby:
    """The whole lobby."""
    lobby = state.lobby
    return m.Lobby(
        match=lobby.match,
        game=lobby.game,
        options=lobby.options,
        rules=lobby.rules,
        chairs=tuple(chair.seen(lobby.hosting) for chair in lobby.chairs),
        watchers=state.watchers[: limits.WATCHERS],
        locked=lobby.locked,
        gallery=lobby.gallery,
    )


def presence(state: TableState) -> m.Presence:
    """Each seat's line."""
    watchers = min(len(state.watchers), limits.WATCHERS)
    return m.Presence(seats=tuple(_here(state, seat) for seat in range(len(state.people))), watchers=watchers)


def _here(state: TableState, seat: int) -> m.Here:
    who = _behind_seat(state, seat)
    guest = state.guest(who)
    if guest is None:
        return m.Here(line=_nobody(state, seat, who), lag_ms=None, behind=0)
    lag = None if guest.lag is None else round(guest.lag * 1000 / STEP) * STEP
    return m.Here(line="lag" if _lags(guest) else "online", lag_ms=lag, behind=guest.behind)


def _behind_seat(state: TableState, seat: int) -> bytes | None:
    """Whose line this seat's is."""
    dropped = state.playing is not None and state.playing.match.chairs[seat].dropped
    return None if dropped else state.people[seat]


def _nobody(state: TableState, seat: int, who: bytes | None) -> Literal["away", "bot", "empty"]:
    if who is not None:
        return "empty" if who in state.left else "away"
    return "bot" if state.playing is not None or state.lobby.chairs[seat].bot else "empty"


def _lags(guest: Connected) -> bool:
    return guest.behind >= FAR or (guest.lag is not None and guest.lag >= SLOW)


def _milliseconds(ends: float | None, now: float) -> int | None:
    return None if ends is None else max(0, round((ends - now) * 1000))
