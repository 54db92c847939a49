"""Bytes between a socket and a Session: one line, whichever end of it we are.

Nothing is queued without bound.  What a peer still lacks is asked for by
`fill`, one thing at a time, only while the line has room; so a slow reader
costs a buffer, never a copy of the log.  And whoever hears may let us wait for
`room` after each event: what is not read stays with the peer.

TLS is 1.3 only, with one self-signed certificate per table, trusted by its hash
alone.  No graceful end of it: it waits for the other side, up to half a minute.  The
chain would show a truncation, so the line is cut once the bye is out.
"""

import asyncio
import contextlib
import hashlib
import socket
import ssl
import tempfile
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeVar

from llwire.session.handshake import Aim
from llwire.session.session import ClientSession, Stage, Welcomed
from llwire.wire.crypto import SignKey
from llwire.wire.errors import Code, Law, PeerError, broken, peer_error
from llwire.wire.limits import READ, UNSENT, WRITE_BUFFER, Deadlines

if TYPE_CHECKING:  # a client has no table's end
    from llwire.session.host_session import HostSession

S = TypeVar("S", "HostSession", ClientSession)
ALPN = "lltui/1"
TURN = 0.005  # seconds; then it is the others' turn to be heard, however much has come from one
PORTION = WRITE_BUFFER  # bytes; then it is their turn as well, however fast one reads


def table_context(cert_pem: bytes, key_pem: bytes) -> ssl.SSLContext:
    """For the table.  No tickets: every connection proves the certificate's key anew."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.num_tickets = 0
    context.set_alpn_protocols([ALPN])
    # The ssl module reads certificates from files only; a folder made by
    # mkdtemp is open to its owner alone.
    with tempfile.TemporaryDirectory() as folder:
        pem = Path(folder) / "table.pem"
        pem.write_bytes(cert_pem + key_pem)
        context.load_cert_chain(pem)
    return context


def client_context() -> ssl.SSLContext:
    """For a player.  No authority vouches for a table; its certificate's hash is checked by the session."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False  # before verify_mode, which refuses CERT_NONE otherwise
    context.verify_mode = ssl.CERT_NONE
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.set_alpn_protocols([ALPN])
    return context


def check_alpn(tls: ssl.SSLObject) -> None:
    """OpenSSL goes on when there is no common protocol; we do not."""
    if tls.selected_alpn_protocol() != ALPN:
        raise broken(Law.ALPN, f"speaks {tls.selected_alpn_protocol()}, not {ALPN}")


def certificate_hash(tls: ssl.SSLObject | ssl.SSLSocket) -> bytes:
    """Of the certificate whose key the other end has just proved to hold."""
    try:
        der = tls.getpeercert(binary_form=True)
    except ValueError:
        # "handshake not done yet", when a broken record follows the handshake at once.
        der = None
    if der is None:
        raise peer_error(Code.LOST, "no certificate to be seen")
    return hashlib.sha256(der).digest()


def _nothing() -> None:
    pass


async def _always() -> None:
    pass


async def open_streams(
    sock: socket.socket, context: ssl.SSLContext, deadlines: Deadlines, *, server: bool
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """TLS over a connected socket.  Nothing was read from it before, so nothing can get lost."""
    try:
        _tune(sock, deadlines)
    except OSError:  # reset already; afterwards the transport closes it
        sock.close()
        raise
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader(limit=READ)
    protocol = asyncio.StreamReaderProtocol(reader)
    connect = (
        partial(loop.connect_accepted_socket, lambda: protocol, sock)
        if server
        else partial(loop.create_connection, lambda: protocol, sock=sock, server_hostname="")
    )
    transport, _ = await connect(
        ssl=context, ssl_handshake_timeout=deadlines.tls, ssl_shutdown_timeout=deadlines.farewell
    )
    transport.set_write_buffer_limits(high=WRITE_BUFFER)
    return reader, asyncio.StreamWriter(transport, protocol, reader, loop)


def _tune(sock: socket.socket, deadlines: Deadlines) -> None:
    """Small packets at once; and the kernel shall not wait longer for a dead peer than we do."""
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(deadlines.dead * 1000))


class PeerLine(Generic[S]):
    """One connection, both directions; ends by raising why."""

    def __init__(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, session: S, deadlines: Deadlines
    ) -> None:
        self.session: S = session
        self._reader = reader
        self._writer = writer
        self._deadlines = deadlines
        self._loop = asyncio.get_running_loop()
        self._full = asyncio.Event()
        self._pouring = False
        self._more: asyncio.TimerHandle | None = None
        self._turn = 0.0
        self._told: asyncio.Future[PeerError] = self._loop.create_future()
        self._fill: Callable[[], None] = _nothing

    async def run(
        self,
        hear: Callable[[object], None],
        fill: Callable[[], None] = _nothing,
        room: Callable[[], Awaitable[None]] = _always,
    ) -> None:
        """The conversation: `hear` takes each event, and `room` comes back when it can take another;
        `fill` says one more thing the peer lacks, if any.
        """
        self._fill = fill
        jobs = [
            asyncio.ensure_future(job)
            for job in (self._reading(hear, room), self._draining(), self._beating(), self._parting())
        ]
        try:
            self.pour()
            await asyncio.wait(jobs, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for job in jobs:
                job.cancel()
            if self._more is not None:
                self._more.cancel()
            ends = await asyncio.gather(*jobs, return_exceptions=True)
        raise _why(ends)

    @property
    def tls(self) -> ssl.SSLObject:
        tls: ssl.SSLObject = self._writer.get_extra_info("ssl_object")
        return tls

    def say(self, body: bytes) -> None:
        """One encoded message, now or as soon as there is room."""
        if self.session.stage is Stage.PARTED:
            return  # it is ending, and whoever owns it is about to be told
        self.session.say(body)
        if self.session.unsent > UNSENT:
            self.part(peer_error(Code.SLOW, "does not read"))
        elif not self._pouring:
            self.pour()

    def pour(self) -> None:
        """Write what there is to say, as far as there is room: a portion, and then others are heard.

        Half of the time at most goes into one reader, who may read as fast as we write.
        """
        self._pouring = True
        began, written = self._loop.time(), 0
        while not self._full.is_set() and not self._writer.transport.is_closing():
            try:
                self._fill()
            except PeerError as error:
                # Whoever woke us may be serving another peer, who is not at fault.
                self.part(error)
                break
            data = self.session.to_send()
            if not data:
                break
            self._writer.write(data)
            written += len(data)
            if self._writer.transport.get_write_buffer_size() >= WRITE_BUFFER:
                self._full.set()
            elif written >= PORTION:
                self._pour_more(after=self._loop.time() - began)
                break
        self._pouring = False

    def _pour_more(self, after: float) -> None:
        if self._more is not None:
            self._more.cancel()
        self._more = self._loop.call_later(after, self.pour)

    def part(self, why: PeerError) -> None:
        """End the conversation from outside."""
        if not self._told.done():
            self._told.set_result(why)

    async def event(self) -> object:
        """The next event of the login, while nothing else goes on."""
        self.pour()
        while (event := self.session.next()) is None:
            self.pour()
            await self._receive()
        self.pour()
        return event

    async def farewell(self, why: PeerError) -> None:
        """Say bye if that is possible at once, and cut the line.

        A close with unread bytes in the kernel makes it forget ours; so what
        still comes is read, until the peer hangs up or the time is over, or
        more has come than anybody had to say who listens, too.
        """
        self.session.part(why.code, why.retry_ms)
        if not self.session.unsent:  # it said bye itself, or the line is lost
            self.cut()
            return
        with contextlib.suppress(OSError, TimeoutError):  # a peer that is gone hears no farewell
            async with asyncio.timeout(self._deadlines.farewell):
                self._writer.write(self.session.to_send())
                left = 2 * WRITE_BUFFER
                while left > 0 and (data := await self._reader.read(READ)):
                    left -= len(data)
        self.cut()

    def cut(self) -> None:
        self._writer.transport.abort()

    async def _receive(self) -> None:
        try:
            data = await self._reader.read(READ)
        except OSError as error:
            raise lost(error) from None
        if not data:
            raise peer_error(Code.LOST, "end of stream")
        self._turn = self._loop.time()
        self.session.receive(data, self._turn)

    async def _reading(self, hear: Callable[[object], None], room: Callable[[], Awaitable[None]]) -> None:
        while True:
            while (event := self.session.next()) is not None:
                if self._told.done():  # who is shown out is heard no more, whatever came before that
                    raise self._told.result()
                hear(event)
                await self._breathe()
                await room()
            self.pour()
            if self.session.unsent > UNSENT:  # answers to its pings
                raise peer_error(Code.SLOW, "does not read")
            await self._breathe()
            await self._receive()

    async def _breathe(self) -> None:
        """After each thing that was said, not after all that came at once: nobody has the loop for long."""
        pause = self.session.pause(self._loop.time())
        if pause > 0:
            self.pour()
            await asyncio.sleep(pause)
            self._turn = self._loop.time()
        elif self._loop.time() > self._turn + TURN:
            await asyncio.sleep(0)
            self._turn = self._loop.time()

    async def _draining(self) -> None:
        while True:
            await self._full.wait()
            try:
                async with asyncio.timeout(self._deadlines.stall):
                    await self._writer.drain()
            # A TimeoutError is an OSError: the order of these two matters.
            except TimeoutError:
                raise peer_error(Code.SLOW, "does not read") from None
            except OSError as error:
                raise lost(error) from None
            self._full.clear()
            self.pour()

    async def _beating(self) -> None:
        while True:
            await asyncio.sleep(self.session.due() - self._loop.time())
            self.session.tick(self._loop.time())
            self.pour()

    async def _parting(self) -> None:
        raise await self._told


async def table_behind(sock: socket.socket, deadlines: Deadlines) -> bytes:
    """The hash of the other end's certificate: a known table is known by it before one logs in."""
    try:
        _, writer = await open_streams(sock, client_context(), deadlines, server=False)
        try:
            return certificate_hash(writer.get_extra_info("ssl_object"))
        finally:
            writer.transport.abort()
    except OSError as error:
        raise lost(error) from None


async def call(
    sock: socket.socket, me: SignKey, aim: Aim, program: str, deadlines: Deadlines
) -> tuple[PeerLine[ClientSession], Welcomed]:
    """Log in over a connected socket.  Whatever breaks on the way is a lost line: the caller comes back."""
    try:
        async with asyncio.timeout(deadlines.login):
            if aim.ticket:
                await asyncio.get_running_loop().sock_sendall(sock, aim.ticket)
            streams = await open_streams(sock, client_context(), deadlines, server=False)
            try:
                return await _log_in(*streams, me, aim, program, deadlines)
            except BaseException:
                streams[1].transport.abort()
                raise
    except TimeoutError:
        raise peer_error(Code.SLOW, "no welcome in time") from None
    except OSError as error:
        raise lost(error) from None


def lost(error: OSError) -> PeerError:
    """The line broke; by whose TLS, if it was that: then what answered may be no table at all."""
    return broken(Law.TLS, str(error)) if _of_tls(error) else peer_error(Code.LOST, str(error))


def _of_tls(error: OSError) -> bool:
    """TLS itself; of a handshake that takes for ever asyncio says so with an error that has no number."""
    endless = isinstance(error, ConnectionAbortedError) and error.errno is None
    return endless or isinstance(error, ssl.SSLError)


async def _log_in(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    me: SignKey,
    aim: Aim,
    program: str,
    deadlines: Deadlines,
) -> tuple[PeerLine[ClientSession], Welcomed]:
    tls = writer.get_extra_info("ssl_object")
    check_alpn(tls)
    now = asyncio.get_running_loop().time()
    session = ClientSession(me, aim, certificate_hash(tls), program, now, deadlines)
    line = PeerLine(reader, writer, session, deadlines)
    try:
        welcomed = await line.event()
    except PeerError as error:
        await line.farewell(error)
        raise
    assert isinstance(welcomed, Welcomed)
    return line, welcomed


def _why(ends: list[BaseException | None]) -> BaseException:
    """A fault of ours before any of the peer's, and something that happened before what was cancelled."""
    happened = [end for end in ends if end is not None and not isinstance(end, asyncio.CancelledError)]
    ours = [end for end in happened if not isinstance(end, PeerError)]
    return (ours or happened or [asyncio.CancelledError()])[0]
