"""The shell around the table: sockets, disk and clock, and no opinion of its own; opened, served, ended.

Nothing waits in a queue for anybody.  Each visitor has a place in the logs, and
`fill` hands out the entry that stands there; so the slow, the returning, the
watching and those who were here before a crash are all served by one line.  An
entry is in the logs only when it is on disk, so nobody can get it before.

What an entry changes goes out with it.  What people change without one (the
lobby, who is here) is written and told at once, and then once a tick, however
often it changes in between: nobody makes work for the others by haste.
"""

from __future__ import annotations

import asyncio
import errno
import os
import signal
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from lltui import PROGRAM
from lltui.client.discover import Announcement, Seen, seen_id, usable
from lltui.files import matches
from lltui.files.disk import CannotKeep
from lltui.games.known_games import options_of
from lltui.record.matchfile import MatchNotKept
from lltui.table import outputs as out
from lltui.table.lobby import Lobby
from lltui.table.outputs import LineId, Output
from lltui.table.running_match import RunningMatch
from lltui.table.state import TableState
from lltui.table.table import Table
from lltui.table.table_folder import Folder, Found, Patience, PortBusy, PortForbidden, Way
from llwire.session.handshake import Admission
from llwire.session.host_session import Proven
from llwire.session.listener import Listener, Visitor
from llwire.session.stream import table_context
from llwire.wire import limits
from llwire.wire import messages as m
from llwire.wire.errors import Code, PeerError, peer_error
from llwire.wire.messages import Head, Message

AT_A_LOCK = 10.0  # seconds; the hosting player is told of one knock in so many
KNOCKERS = 64  # addresses that tried words; the oldest are forgotten
SHARE = 4  # the disk has a part of the time, however slow it is and however much there is to be kept
# Of these the newest says all, to everybody or to one.
NEWEST_TO_ALL = (m.Lobby, m.Standing, m.Presence)
NEWEST_TO_ONE = (m.Knocks, m.Newcomers)


class Host:
    """Carries out what the table wants, and tells it what happens.  The owner of a Listener."""

    def __init__(
        self,
        table: Table,
        folder: Folder,
        tell: Callable[[Struct], None],
        close: Callable[[Code], None],
        patience: Patience,
    ) -> None:
        self.table = table
        self.renewed: Callable[[], None] = lambda: None
        self.finished: Callable[[RunningMatch], None] = lambda _: None
        self._folder = folder
        self._tell = tell
        self._close = close
        self._patience = patience
        self._loop = asyncio.get_running_loop()
        self._visitors: dict[LineId, Visitor] = {}
        self._lines: dict[Visitor, LineId] = {}
        self._places: dict[LineId, tuple[int, int]] = {}
        self._newest_line = 0
        self._knocks: dict[str, int] = {}
        self._next_told = 0.0  # who knocks at a locked table
        self._todo: deque[Output] = deque()
        self._owed: dict[str, Callable[[], None]] = {}
        self._news: dict[tuple[LineId | None, type[Message]], Message] = {}
        self._stale = False  # the lobby on disk is
        self._tick: asyncio.TimerHandle | None = None
        self._next_tick = 0.0
        self._ill: float | None = None  # after which time the disk is asked again
        self._retry: asyncio.TimerHandle | None = None
        self._clock: asyncio.TimerHandle | None = None
        self._orphan: asyncio.TimerHandle | None = None
        self._ended = False
        self._nobody()

    @property
    def present(self) -> int:
        """How many are connected."""
        return len(self._visitors)

    # ---------------------------------------------------------- for the listener

    def admission(self, visitor: Visitor, hello: m.Hello) -> tuple[Admission, m.Phase]:
        """Who is let in at this moment."""
        admission = self.table.admission()
        shut = admission.locked and hello.want == "seat" and not admission.knows(hello.id)
        if hello.pake is not None or shut:
            tries = self._knocks.pop(visitor.address, 0) + 1
            self._knocks[visitor.address] = tries
            while len(self._knocks) > KNOCKERS:
                del self._knocks[next(iter(self._knocks))]
            if shut:
                self._knocked_at_a_lock(visitor.address, tries)
            elif tries > 1:  # whoever knows the words needs one
                self._carry_out(self.table.knocked(visitor.address, tries - 1))
        return admission, self.table.state.phase

    def _knocked_at_a_lock(self, address: str, tries: int) -> None:
        """Also who has the words; nobody fills the hosting player's screen with it."""
        now = self._loop.time()
        if now >= self._next_told:
            self._next_told = now + AT_A_LOCK
            self._carry_out(self.table.knocked(address, tries))

    def proven(self, visitor: Visitor, proven: Proven) -> tuple[int | None, Head | None]:
        """Somebody is let in; what the table says to that waits until they are welcome."""
        self._carry_out(())
        self._newest_line += 1
        line = self._newest_line
        self._knocks.pop(visitor.address, None)
        told = self.table.entered(line, proven, self._loop.time())
        self._visitors[line], self._lines[visitor] = visitor, line
        self._places[line] = self._place(proven.hello.have)
        self._todo += told
        self._loop.call_soon(self._carry_out, ())
        if self._orphan is not None:
            self._orphan.cancel()
            self._orphan = None
        return self.table.state.seat_of(proven.hello.id), self.table.state.head

    def heard(self, visitor: Visitor, event: object) -> None:
        """Something was said."""
        self._carry_out(())
        line = self._lines[visitor]
        self._carry_out(self.table.receive(line, event, self._loop.time(), visitor.line.session.lag))

    def fill(self, visitor: Visitor) -> None:
        """The next entry that this visitor lacks."""
        line = self._lines.get(visitor)
        if line is None:
            return
        match, seq = self._places[line]
        logs = self._folder.logs
        while seq >= logs.length(match) and match < logs.newest:
            match, seq = match + 1, 0
        if seq >= logs.length(match):
            return
        try:
            body = logs.message(match, seq)
        except OSError:
            visitor.line.part(peer_error(Code.CLOSING))  # unreadable for now: they come back
            return
        self._places[line] = match, seq + 1
        visitor.line.say(body)

    def parted(self, visitor: Visitor, why: PeerError) -> None:
        """A line has ended."""
        line = self._lines.pop(visitor)
        del self._visitors[line], self._places[line]
        if self._ended:
            return
        self._carry_out(self.table.gone(line, why.code, self._loop.time()))
        if not self._visitors:
            self._nobody()

    # ------------------------------------------------------------------ outputs

    def begin(self) -> None:
        """The clock runs."""
        self._carry_out(self.table.tick(self._loop.time()))

    def _carry_out(self, told: Iterable[Output]) -> None:
        self._todo += told
        while self._todo:
            self._perform(self._todo.popleft())
        if self._news or self._stale:
            self._tick_soon()
        self._set_clock()

    def _perform(self, effect: Output) -> None:
        match effect:
            case out.Save():
                self._todo += self._save(effect)
            case out.SayTo(line=line, message=message):
                self._say(line, message)
            case out.Tell(message=message) if isinstance(message, NEWEST_TO_ALL):
                self._put_off(None, message)
            case out.Tell(message=message):
                self._tell_news()  # so that everybody knows who says it
                self._tell_all(m.encode(message))
            case out.KeepLobby(lobby=lobby):
                self._owed["lobby"] = partial(self._folder.keep, "lobby", lobby)
                self._stale = True
            case out.Rekey(keys=keys):
                self.keep("host.key", keys)
            case out.LogNote():
                self._tell(effect)
            case out.Close():
                self._close(Code.OVER)
            case _:
                self._to_one(effect)

    def _to_one(self, effect: Output) -> None:
        assert isinstance(effect, out.AskEntries | out.Enough | out.EndLine), effect
        visitor = self._visitors.get(effect.line)
        match effect:
            case _ if visitor is None:
                return
            case out.AskEntries(match=match, seq=seq):
                visitor.line.session.want(match, seq)
                visitor.line.pour()
            case out.Enough():
                visitor.line.session.wanted_all()
            case out.EndLine(code=code):
                visitor.line.part(peer_error(code))

    def _say(self, line: LineId, message: Message) -> None:
        if isinstance(message, NEWEST_TO_ONE):
            self._put_off(line, message)
        elif line in self._visitors:
            self._visitors[line].line.say(m.encode(message))

    # -------------------------------------------------------------- once a tick

    def _put_off(self, line: LineId | None, message: Message) -> None:
        """In place of the last one of its kind, and behind everything else."""
        self._news.pop((line, type(message)), None)
        self._news[line, type(message)] = message

    def _tick_soon(self) -> None:
        if self._ended or self._loop.time() >= self._next_tick:
            self._ticked()
        elif self._tick is None:
            self._tick = self._loop.call_at(self._next_tick, self._ticked)

    def _ticked(self) -> None:
        """Write what has changed, and tell it."""
        if self._tick is not None:
            self._tick.cancel()
            self._tick = None
        began = self._loop.time()
        if self._stale:
            self._stale = False
            self._paid()
            self.renewed()
        now = self._loop.time()
        self._next_tick = now + max(self._patience.tick, SHARE * (now - began))
        self._tell_news()

    def _tell_news(self) -> None:
        news, self._news = self._news, {}
        for (line, _), message in news.items():
            if line is None:
                self._tell_all(m.encode(message))
            elif line in self._visitors:
                self._visitors[line].line.say(m.encode(message))

    def _tell_all(self, body: bytes) -> None:
        for visitor in tuple(self._visitors.values()):
            visitor.line.say(body)

    def _place(self, have: Head | None) -> tuple[int, int]:
        """Where somebody goes on who has so much; who is new begins with this match."""
        return (self.table.state.lobby.match, 0) if have is None else (have.match, have.seq + 1)

    # ---------------------------------------------------------------- the disk

    def _save(self, save: out.Save) -> list[Output]:
        try:
            self._pay()
            self._tell_news()  # what was before the entry comes before it
            self._folder.logs.append(save.match, save.entry)
        except OSError as error:
            self._refused()
            return self.table.unsaved(error.strerror or "?", self._loop.time())
        self._ill = None
        self._next_tick = 0.0  # what comes of it is told with it
        self._publish()  # nobody waits for what the table makes of it
        told = self.table.saved(self._loop.time())
        self._point_out(self.table.state.head)
        self.renewed()
        playing = self.table.state.playing
        if playing is not None and playing.over:
            self.finished(playing)
        return told

    def _publish(self) -> None:
        """There is something new in the logs."""
        for visitor in tuple(self._visitors.values()):
            visitor.line.pour()

    def _point_out(self, head: Head | None) -> None:
        """So far everybody can have come."""
        for visitor in self._visitors.values():
            visitor.line.session.have = head

    def keep(self, name: str, thing: Struct) -> None:
        """On disk, as soon as the disk takes it."""
        self._owe(name, partial(self._folder.keep, name, thing))

    def found_at(self, found: Found) -> None:
        """Where the table is, for the programs of this user, as soon as the disk takes it."""
        self._owe("found", partial(self._folder.tell, found))

    def _owe(self, name: str, write: Callable[[], None]) -> None:
        self._owed[name] = write
        self._paid()

    def _paid(self) -> None:
        """As far as the disk takes it."""
        try:
            self._pay()
        except OSError as error:
            if self._ill is None:
                self._tell(out.Froze(error.strerror or "?"))
            self._refused()

    def _pay(self) -> None:
        """Bring to disk what was refused before."""
        for name, write in tuple(self._owed.items()):
            write()
            del self._owed[name]

    def _refused(self) -> None:
        longer = self._patience.first if self._ill is None else self._ill * 2
        self._ill = min(longer, self._patience.most)
        if self._retry is None:
            self._retry = self._loop.call_later(self._ill, self._ask_again)

    def _ask_again(self) -> None:
        self._retry = None
        told = self.table.retry(self._loop.time())
        if told:
            self._carry_out(told)
            return
        try:
            self._pay()
        except OSError:
            self._refused()
            return
        self._ill = None
        self._tell(out.Thawed())

    # ---------------------------------------------------------------- the clock

    def _set_clock(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None
        due = self.table.due()
        if due is not None:
            self._clock = self._loop.call_at(due, self.begin)

    def _nobody(self) -> None:
        self._orphan = self._loop.call_later(self._patience.orphan, self._close, Code.CLOSING)

    def end(self) -> None:
        """Nothing more happens; whoever leaves now was here when the table ended."""
        if self._news or self._stale:
            self._ticked()
        self._ended = True
        for timer in (self._clock, self._retry, self._orphan, self._tick):
            if timer is not None:
                timer.cancel()


# ------------------------------------------------ from its opening to its end


PORTS = 9  # that are tried before it is given up


class Unannounced(Struct, frozen=True):
    """Others do not see the table in their lists."""

    why: str


class CopyMissing(Struct, frozen=True):
    """The match is over, and there is no copy of it where matches are kept."""

    file: str
    reason: str


class Torn(Struct, frozen=True):
    """A crash left a part of an entry, which never counted."""

    size: int


class ServingHooks(NamedTuple):
    """Who is told what; `interrupted` answers whether that is to be the end."""

    opened: Callable[[Found, str | None], None]
    tell: Callable[[Struct], None]
    interrupted: Callable[[int], bool] = lambda _: True


async def serve(folder: Folder, way: Way, ears: ServingHooks) -> None:
    """Until the table is closed, the process is asked to end, or nobody came for long."""
    folder.take()
    try:
        await _Serving(folder, way, ears).run()
    except OSError as error:
        raise CannotKeep(folder=str(folder.path), reason=error.strerror or str(error)) from None
    finally:
        folder.release()


class _Serving:
    def __init__(self, folder: Folder, way: Way, ears: ServingHooks) -> None:
        self._folder, self._way, self._ears = folder, way, ears
        self._keys = folder.keys()
        self._settings = folder.settings()
        self._table = self._restored(folder.lobby())
        self._host = Host(self._table, folder, ears.tell, self._close, way.patience)
        self._host.finished = self._finished
        context = table_context(self._keys.cert, self._keys.cert_key)
        self._listener = Listener(
            self._host, self._keys.pin, context, PROGRAM, way.deadlines, self._keys.door
        )
        self._code: Code | None = None

    def _restored(self, lobby: Lobby) -> Table:
        table = Table(self._keys, self._settings.settings, lobby, os.urandom)
        logs = self._folder.logs
        entries = logs.load(lobby.match, self._keys.pin, mend=self._way.mend)
        if torn := logs.torn(lobby.match):
            self._ears.tell(Torn(torn))
        if lobby.known:  # somebody was here before
            table.restore(entries, asyncio.get_running_loop().time())
        return table

    def _finished(self, playing: RunningMatch) -> None:
        lasted = playing.at(asyncio.get_running_loop().time()) / 1000
        try:
            self._folder.save_match(matches(os.environ), self._keys.pin, playing.match.number, lasted)
        except MatchNotKept as trouble:
            self._ears.tell(CopyMissing(str(trouble.facts["file"]), str(trouble.facts["reason"])))

    async def run(self) -> None:
        port = self._port()
        addresses = usable()
        self._table.listening(addresses, port)
        found = Found(self._keys.table.hex(), os.getpid(), port, addresses, self._way.mdns)
        if port != self._settings.port:
            self._host.keep("settings", replace(self._settings, port=port))
        self._host.found_at(found)
        self._listen_to_signals()
        self._host.begin()
        self._ears.opened(found, self._keys.words)
        try:
            await self._until_closed(port, addresses)
        finally:
            self._host.end()
        self._folder.ended(closed=self._code is Code.OVER or self._done())

    async def _until_closed(self, port: int, addresses: tuple[str, ...]) -> None:
        async with asyncio.TaskGroup() as tasks:
            announcing = tasks.create_task(self._announce(port, addresses))
            await self._listener.serve()
            announcing.cancel()

    async def _announce(self, port: int, addresses: tuple[str, ...]) -> None:
        if not (self._way.mdns and addresses):
            return
        state = self._table.state
        announcement = Announcement(seen(state, self._settings.label), port, addresses)
        self._host.renewed = lambda: announcement.renew(seen(state, self._settings.label))
        await announcement.run(lambda why: self._ears.tell(Unannounced(why)))

    def _port(self) -> int:
        """The one that was asked for; else the usual one, or the next that is free."""
        if self._way.port is not None:
            return self._bind(self._way.port)
        first = self._settings.port
        for port in range(first, min(first + PORTS, 2**16 - 1)):
            with suppress(PortBusy):
                return self._bind(port)
        return self._bind(first)

    def _bind(self, port: int) -> int:
        try:
            port = self._listener.bind("0.0.0.0", port)  # noqa: S104 - that is what a table is for
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                raise PortBusy(port=port, other=port + 1 if port < 2**16 - 1 else port - 1) from None
            raise PortForbidden(port=port, reason=error.strerror) from None
        with suppress(OSError):  # a machine without IPv6, or somebody else has the port there
            self._listener.bind("::", port)
        return port

    def _listen_to_signals(self) -> None:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGHUP):
            loop.add_signal_handler(number, self._close, Code.CLOSING)
        loop.add_signal_handler(signal.SIGINT, self._interrupted)

    def _interrupted(self) -> None:
        if self._ears.interrupted(self._host.present):
            self._close(Code.CLOSING)

    def _close(self, code: Code) -> None:
        if self._code is None:
            # Players who were told no more than "closing" would knock at the next table here, and be alarmed.
            self._code = Code.OVER if self._done() else code
            self._host.end()
            self._listener.close(self._code)

    def _done(self) -> bool:
        """No match is left to be taken up."""
        match = self._table.state.playing
        return match is None or match.over


def seen(state: TableState, label: str) -> Seen:
    """What others see of a table before they join it: it is called after whoever hosts it."""
    lobby, playing = state.lobby, state.playing
    host = next((chair.name for chair in lobby.taken() if chair.id and chair.id == lobby.hosting), None)
    return Seen(
        seen_id(state.keys.table),
        host or label,
        len(lobby.taken()),
        len(lobby.chairs),
        state.settings.open,
        game=lobby.game,
        edition=getattr(options_of(lobby.game, lobby.options), "edition", ""),
        deal=playing.match.deal if playing is not None and not playing.over else 0,
        watch=sum(guest.want == "watch" for guest in state.seatless()) < limits.WATCHERS,
    )
