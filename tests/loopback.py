"""A table and its players in one event loop, over real sockets on 127.0.0.1."""

import asyncio
import socket
from contextlib import asynccontextmanager
from dataclasses import replace

from llwire.session.handshake import Admission, Aim
from llwire.session.listener import Listener
from llwire.session.stream import call, client_context, table_context
from llwire.wire import crypto
from llwire.wire import messages as m
from llwire.wire.crypto import SignKey
from llwire.wire.fields import Pin
from llwire.wire.limits import Deadlines

WORDS = "crane-velvet-pilot"
QUICK = Deadlines(tls=0.4, login=0.5, idle=5.0, dead=15.0, stall=0.4, answer=0.03, farewell=0.2)
# For whoever means well: a busy machine is no reason to be turned away.
PATIENT = replace(QUICK, tls=15.0, login=15.0)
CERT, KEY, CERT_HASH = crypto.certificate()
PIN = Pin(b"t" * 16, SignKey(b"l" * 32).public, CERT_HASH)
PAIRING = Aim("seat", "Ann", words=WORDS)
ANN, BOB = SignKey(b"a" * 32), SignKey(b"b" * 32)


class House:
    """An owner that lets people in, keeps what it hears and sends each visitor its share of a log."""

    def __init__(self):
        self.words, self.open, self.locked, self.secret = WORDS, False, False, b"s" * 32
        self.known: set[bytes] = set()
        self.visitors = []
        self.events = asyncio.Queue()
        self.ends = asyncio.Queue()
        self.log: list[bytes] = []
        self.cursor: dict[object, int] = {}

    def admission(self, visitor, hello):
        admission = Admission(self.words, self.open, self.locked, self.secret, self.known.__contains__)
        return admission, m.Phase.LOBBY

    def proven(self, visitor, proven):
        self.known.add(proven.hello.id)
        self.visitors.append(visitor)
        return 0, None

    def heard(self, visitor, event):
        self.events.put_nowait(event)

    def fill(self, visitor):
        at = self.cursor.get(visitor, 0)
        if at < len(self.log):
            self.cursor[visitor] = at + 1
            visitor.say_encoded(self.log[at])

    def parted(self, visitor, why):
        self.ends.put_nowait((visitor, why))


class Table:
    house_pin = PIN
    fault_expected = False

    def __init__(self, house, listener, port, serving, deadlines):
        self.house, self.listener, self.port, self.serving = house, listener, port, serving
        self.deadlines = deadlines

    async def connect(self, source="127.0.0.1", receive_buffer=None):
        sock = socket.socket()
        sock.setblocking(False)
        sock.bind((source, 0))
        if receive_buffer:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        await asyncio.get_running_loop().sock_connect(sock, ("127.0.0.1", self.port))
        return sock

    async def call(self, me=ANN, aim=PAIRING, deadlines=None, source="127.0.0.1"):
        return await call(await self.connect(source), me, aim, "test", deadlines or self.deadlines)

    async def join(self, me=ANN, aim=PAIRING, **more):
        """Log in and talk."""
        line, _ = await self.call(me, aim, **more)
        return Talk(line)

    async def tls(self, context=None, source="127.0.0.1", receive_buffer=None):
        """A bare TLS connection, for those who do not keep to the protocol."""
        sock = await self.connect(source, receive_buffer)
        return await asyncio.open_connection(
            sock=sock, ssl=context or client_context(), server_hostname="", limit=2**16
        )


@asynccontextmanager
async def table(deadlines=PATIENT, house=None, context=None, deadman=20):
    house = house or House()
    listener = Listener(house, PIN, context or table_context(CERT, KEY), "test", deadlines)
    port = listener.bind("127.0.0.1", 0)
    serving = asyncio.create_task(listener.serve())
    t = Table(house, listener, port, serving, deadlines)
    try:
        async with asyncio.timeout(deadman):  # no test waits for it
            yield t
    finally:
        listener.close()
        async with asyncio.timeout(5):
            await asyncio.wait({serving})
    if not (serving.cancelled() or t.fault_expected):
        serving.result()


class Talk:
    """A player's line, running; what it hears is in `heard`, in order."""

    def __init__(self, line):
        self.line, self.heard = line, asyncio.Queue()
        self.task = asyncio.create_task(line.run(self.heard.put_nowait))

    async def next(self):
        """The next thing heard, or why the line ended."""
        hearing = asyncio.ensure_future(self.heard.get())
        async with asyncio.timeout(5):
            await asyncio.wait({hearing, self.task}, return_when=asyncio.FIRST_COMPLETED)
        if hearing.done():
            return hearing.result()
        hearing.cancel()
        return self.task.exception()

    async def end(self):
        async with asyncio.timeout(5):
            await asyncio.wait({self.task})
        return self.task.exception()

    def close(self):
        self.task.cancel()
        self.line.cut()
