"""The table's ear: sockets accepted plain, counted, and greeted in turns.

A stranger who says nothing costs a socket.  A handshake of a millisecond comes
before hello, 6 ms in one thread before the words are checked, and what costs is
throttled, never more than `limits` says; to knock is free, or a neighbour who
only knocks would keep everybody of that address out.  Whoever owns the table is
asked at four points and told of the end; it never touches a socket.
"""

import asyncio
import contextlib
import errno
import hmac
import itertools
import math
import socket
import ssl
import struct
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address
from typing import Protocol

from llwire.session.handshake import Admission
from llwire.session.host_session import Greeted, HostSession, Proven
from llwire.session.stream import PeerLine, check_alpn, open_streams
from llwire.session.throttle import Allowance, Persons, Throttle, TokenBucket, Unproven, neighbourhood
from llwire.wire import limits
from llwire.wire import messages as m
from llwire.wire.crypto import derive
from llwire.wire.errors import Code, PeerError, peer_error
from llwire.wire.limits import Deadlines
from llwire.wire.messages import Head, Pin


class Owner(Protocol):
    """Who decides; every one of these may raise PeerError to hang up, except `parted`."""

    def admission(self, visitor: "Visitor", hello: m.Hello) -> tuple[Admission, m.Phase]:
        """Who is let in at this moment."""

    def proven(self, visitor: "Visitor", proven: Proven) -> tuple[int | None, Head | None]:
        """The visitor's seat, if it has one, and the newest entry."""

    def heard(self, visitor: "Visitor", event: object) -> None:
        """Something the visitor said."""

    def fill(self, visitor: "Visitor") -> None:
        """Say the next thing this visitor lacks, if there is any."""

    def parted(self, visitor: "Visitor", why: PeerError) -> None:
        """Told once for everybody who got as far as `proven`."""


@dataclass(eq=False, slots=True)
class Visitor:
    """One connection as its owner knows it: `line.pour` makes it `fill`."""

    address: str
    line: PeerLine[HostSession]
    proven: Proven | None = None


class Listener:
    """All connections of one table."""

    def __init__(
        self,
        owner: Owner,
        pin: Pin,
        context: ssl.SSLContext,
        program: str,
        deadlines: Deadlines = Deadlines(),  # noqa: B008 - frozen
        door: bytes | None = None,
    ) -> None:
        self._owner = owner
        self._door = door
        self._pin = pin
        self._context = context
        self._program = program
        self._deadlines = deadlines
        self._tries = Throttle(limits.TRIES, limits.ALL_TRIES)
        self._newcomers = Throttle(limits.NEWCOMERS, limits.ALL_NEWCOMERS)
        self._handshakes = TokenBucket(limits.HANDSHAKES)
        self._unproven = Unproven()
        self._keys = itertools.count()
        self._logins: dict[int, asyncio.Task[None]] = {}
        self._fresh: dict[int, socket.socket] = {}  # nobody has turned to these yet
        self._waiting: dict[int, asyncio.Future[None]] = {}  # for their handshake
        self._turns: asyncio.TimerHandle | None = None
        self._inside: dict[bytes, Visitor] = {}
        self._persons = Persons(self._inside)
        self._ears: list[socket.socket] = []
        self._accepting: list[asyncio.Task[None]] = []
        self._closed = False
        self._tasks = asyncio.TaskGroup()
        self._pake = ThreadPoolExecutor(1, "pake")

    def bind(self, address: str, port: int) -> int:
        """Listen here too, before `serve`; the port, which the system chooses for 0."""
        family = socket.AF_INET6 if ":" in address else socket.AF_INET
        ear = socket.create_server((address, port), family=family, backlog=64)
        ear.setblocking(False)
        self._ears.append(ear)
        bound: int = ear.getsockname()[1]
        return bound

    async def serve(self) -> None:
        """Until `close`; a fault of ours ends it at once."""
        try:
            async with self._tasks:
                ears = [] if self._closed else self._ears
                self._accepting = [self._tasks.create_task(self._accept(ear)) for ear in ears]
        finally:
            if self._turns is not None:
                self._turns.cancel()
            for ear in self._ears:
                ear.close()
            self._pake.shutdown(wait=False, cancel_futures=True)

    def close(self, code: Code = Code.CLOSING) -> None:
        """Say bye to everybody; `serve` then ends by itself, within the time of a farewell."""
        self._closed = True
        for task in (*self._accepting, *self._logins.values()):
            task.cancel()
        for visitor in self._inside.values():
            visitor.line.part(peer_error(code))

    async def _accept(self, ear: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                sock, address = await loop.sock_accept(ear)
            except OSError as error:
                if error.errno in _OURS:
                    raise
                # Aborted before we came to it, or no file handles left for now.
                await asyncio.sleep(self._deadlines.answer)
                continue
            self._knocked(sock, address[0], loop.time())
            await asyncio.sleep(0)  # whoever connects faster than we accept does not get the loop for it

    def _knocked(self, sock: socket.socket, address: str, now: float) -> None:
        key = next(self._keys)
        evicted = self._unproven.add(key, neighbourhood(address))
        if evicted is not None:
            self._logins[evicted].cancel()
        until = now + self._deadlines.login
        self._fresh[key] = sock
        self._logins[key] = self._tasks.create_task(self._attend(key, address, until))
        self._logins[key].add_done_callback(lambda _: self._left(key))

    async def _attend(self, key: int, address: str, until: float) -> None:
        """One connection, to its end."""
        try:
            async with asyncio.timeout_at(until):
                if not await _speaks(self._fresh[key]):
                    return
                address = await self._source(key, address)
                await self._turn(key)
        except OSError:  # the stranger has gone, or said nothing in time
            return
        line = await self._secured(self._fresh.pop(key), until)
        if line is not None:
            await self._converse(key, Visitor(address, line), line, until)

    async def _source(self, key: int, address: str) -> str:
        """Where somebody comes from; on this machine our own door may say it of its guests."""
        sock = self._fresh[key]
        if (
            self._door is None
            or not ip_address(address).is_loopback
            or sock.recv(1, socket.MSG_PEEK) != _DOOR
        ):
            return address
        told, loop = b"", asyncio.get_running_loop()
        while len(told) < _TICKET and (more := await loop.sock_recv(sock, _TICKET - len(told))):
            told += more
        found = _source_of(self._door, told)
        self._unproven.moved(key, neighbourhood(found))
        if not await _speaks(sock):
            raise ConnectionAbortedError
        return found

    async def _turn(self, key: int) -> None:
        """Until there is time for this one's handshake."""
        self._waiting[key] = asyncio.get_running_loop().create_future()
        try:
            if self._turns is None:
                self._take_turns()
            await self._waiting[key]
        finally:
            del self._waiting[key]

    def _take_turns(self) -> None:
        """Whose it is, chance decides: who was evicted meanwhile has kept nobody from it."""
        loop = asyncio.get_running_loop()
        self._turns = None
        waiting = {key for key, turn in self._waiting.items() if not turn.done()}
        while waiting and self._handshakes.take(loop.time()):
            key = self._unproven.next(waiting)
            waiting.remove(key)
            self._waiting[key].set_result(None)
        if waiting:
            wait = self._handshakes.wait(loop.time())
            self._turns = loop.call_later(wait, self._take_turns)

    def _left(self, key: int) -> None:
        """Also of those who had to go before they were attended."""
        self._proved(key)
        if key in self._fresh:
            sock = self._fresh.pop(key)
            # Reset it: a graceful close would keep the port busy for a stranger.
            with contextlib.suppress(OSError):  # some systems refuse it when the stranger has reset already
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
            sock.close()

    def _proved(self, key: int) -> None:
        self._unproven.remove(key)
        self._logins.pop(key, None)

    async def _secured(self, sock: socket.socket, until: float) -> PeerLine[HostSession] | None:
        try:
            async with asyncio.timeout_at(until):
                reader, writer = await open_streams(sock, self._context, self._deadlines, server=True)
        except OSError:
            return None
        except asyncio.CancelledError:
            # The transport would close gracefully; a stranger gets no such patience.
            with contextlib.suppress(OSError):
                sock.shutdown(socket.SHUT_RDWR)
            raise
        now = asyncio.get_running_loop().time()
        return PeerLine(
            reader, writer, HostSession(self._pin, self._program, now, self._deadlines), self._deadlines
        )

    async def _converse(self, key: int, visitor: Visitor, line: PeerLine[HostSession], until: float) -> None:
        why = peer_error(Code.LOST)
        try:
            async with asyncio.timeout_at(until):
                await self._let_in(visitor, line)
            self._proved(key)
            await line.run(lambda event: self._owner.heard(visitor, event), lambda: self._owner.fill(visitor))
        except PeerError as error:
            why = error
        except TimeoutError:
            why = peer_error(Code.SLOW, "no login in time")
        except BaseException:
            line.cut()
            raise
        finally:
            self._gone(visitor, why)
        await line.farewell(why)

    async def _let_in(self, visitor: Visitor, line: PeerLine[HostSession]) -> None:
        check_alpn(line.tls)
        greeted = await line.event()
        assert isinstance(greeted, Greeted)
        admission = await self._answer(visitor, line, greeted.hello)
        proven = await line.event()
        assert isinstance(proven, Proven)
        allowance = self._allowed(visitor, proven, admission)
        # The newest wins at once: the older one may be a line that died unnoticed.
        older = self._inside.get(proven.hello.id)
        if older is not None:
            older.line.part(peer_error(Code.REPLACED))
            self._gone(older, peer_error(Code.REPLACED))
        visitor.proven = proven
        seat, head = self._owner.proven(visitor, proven)
        self._inside[proven.hello.id] = visitor
        line.session.welcome(seat, head, allowance)
        if proven.paired:
            self._tries.give_back(neighbourhood(visitor.address))

    def _allowed(self, visitor: Visitor, proven: Proven, admission: Admission) -> Allowance:
        """What this person may do, unless they come too often; who is new is counted where they come from."""
        who, now = proven.hello.id, asyncio.get_running_loop().time()
        wait = 0.0
        if not (proven.hosting or admission.knows(who)):
            wait = self._newcomers.wait(neighbourhood(visitor.address), now)
        if wait == 0:
            allowance = self._persons.of(who, now)
            if allowance.logins.take(now):
                return allowance
            wait = allowance.logins.wait(now)
        raise peer_error(Code.BUSY, "too many logins", math.ceil(wait * 1000))

    async def _answer(self, visitor: Visitor, line: PeerLine[HostSession], hello: m.Hello) -> Admission:
        admission, phase = self._owner.admission(visitor, hello)
        if hello.pake is None:
            line.session.answer(admission, phase)
            return admission
        loop = asyncio.get_running_loop()
        began = loop.time()
        wait = self._tries.wait(neighbourhood(visitor.address), began)
        if wait > 0:
            raise peer_error(Code.BUSY, "too many tries", math.ceil(wait * 1000))
        try:
            await loop.run_in_executor(self._pake, line.session.answer, admission, phase)
        finally:
            step = self._deadlines.answer
            steps = math.ceil((loop.time() - began) / step)
            await asyncio.sleep(began + steps * step - loop.time())
        return admission

    def _gone(self, visitor: Visitor, why: PeerError) -> None:
        """Tell the owner, once."""
        if visitor.proven and self._inside.get(visitor.proven.hello.id) is visitor:
            del self._inside[visitor.proven.hello.id]
            self._owner.parted(visitor, why)


def ticket(door: bytes, address: str) -> bytes:
    """What a door of the table's own machine has its guest say before TLS: where that comes from."""
    ip = ip_address(address.partition("%")[0])
    packed = (ip if isinstance(ip, IPv6Address) else IPv6Address(f"::ffff:{ip}")).packed
    return _DOOR + packed + derive(door, "comes from", packed)


def _source_of(door: bytes, told: bytes) -> str:
    """An OSError, as for anybody who breaks off, if no door of ours said it."""
    packed = told[1:17]
    if not hmac.compare_digest(told, _DOOR + packed + derive(door, "comes from", packed)):
        raise ConnectionAbortedError
    ip = IPv6Address(packed)
    return str(ip.ipv4_mapped or ip)


async def _speaks(sock: socket.socket) -> bool:
    """Whoever wants TLS speaks first; before that there is nothing to compute, and no memory to be given."""
    loop = asyncio.get_running_loop()
    said = asyncio.Event()
    loop.add_reader(sock, said.set)
    try:
        await said.wait()
    finally:
        loop.remove_reader(sock)
    return bool(sock.recv(1, socket.MSG_PEEK))


_DOOR = b"d"  # a hello of TLS begins with another byte
_TICKET = 1 + 16 + 32
_RESET = struct.pack("ii", 1, 0)
_OURS = frozenset({errno.EBADF, errno.EINVAL, errno.ENOTSOCK})
