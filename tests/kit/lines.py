"""Lines, and no table behind them: whoever lets people in, and who calls, over real sockets on 127.0.0.1.

Both ends are in one event loop.  A `Pair` has no sockets: both sessions of one
connection, with a wire between them that the test holds in its hand.
"""

import asyncio
import socket
from contextlib import asynccontextmanager
from dataclasses import replace

from llwire.session import handshake
from llwire.session.handshake import Admission, Aim
from llwire.session.host_session import Greeted, HostSession, Proven
from llwire.session.listener import Listener
from llwire.session.session import ClientSession, Welcomed
from llwire.session.stream import call, client_context, table_context
from llwire.wire import crypto
from llwire.wire import messages as m
from llwire.wire.crypto import SignKey
from llwire.wire.errors import Code
from llwire.wire.limits import Deadlines
from llwire.wire.messages import Pin

WORDS = "crane-velvet-pilot"
QUICK = Deadlines(tls=0.4, login=0.5, idle=5.0, dead=15.0, stall=0.4, answer=0.03, farewell=0.2)
# For whoever means well: a busy machine is no reason to be turned away.
PATIENT = replace(QUICK, tls=15.0, login=15.0)
CERT, KEY, CERT_HASH = crypto.certificate()
TABLE, SECRET = b"t" * 16, b"s" * 32
PIN = Pin(TABLE, SignKey(b"l" * 32).public, CERT_HASH)
PAIRING = Aim("seat", "Ann", words=WORDS)
RESUMING = Aim("seat", "Ann", pin=PIN)
ANN, BOB = SignKey(b"a" * 32), SignKey(b"b" * 32)


class Owner:
    """One that lets people in, keeps what it hears and sends each visitor its share of a log."""

    def __init__(self):
        self.words, self.open, self.locked, self.secret = WORDS, False, False, SECRET
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
            visitor.line.say(self.log[at])

    def parted(self, visitor, why):
        self.ends.put_nowait((visitor, why))


class Door:
    """Where an owner listens, and ways to knock there."""

    fault_expected = False

    def __init__(self, owner, deadlines, *, pin=PIN, context=None, port=0, secret=None):
        self.owner, self.deadlines = owner, deadlines
        self.listener = Listener(owner, pin, context or table_context(CERT, KEY), "test", deadlines, secret)
        self.port = self.listener.bind("127.0.0.1", port)
        self.serving = asyncio.create_task(self.listener.serve())

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

    async def shut(self, code=Code.CLOSING):
        """Every line is cut."""
        self.listener.close(code)
        async with asyncio.timeout(5):
            await asyncio.wait({self.serving})


@asynccontextmanager
async def door(deadlines=PATIENT, owner=None, context=None, deadman=20, secret=None):
    opened = Door(owner or Owner(), deadlines, context=context, secret=secret)
    try:
        async with asyncio.timeout(deadman):  # no test waits for it
            yield opened
    finally:
        await opened.shut()
    if not (opened.serving.cancelled() or opened.fault_expected):
        opened.serving.result()


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


# ------------------------------------------------------------ both ends in one hand


def admission(words=WORDS, *, open=False, locked=False, hosting=SECRET, known=()):  # noqa: A002
    return Admission(words, open, locked, hosting, known.__contains__)


class Pair:
    """`client` and `host` are the sessions; every step returns what the receiver made of it."""

    def __init__(self, aim=PAIRING, admission=admission(), me=ANN, seen=CERT_HASH, pin=PIN):  # noqa: B008
        self.admission = admission
        self.host = HostSession(pin, "host", 0, Deadlines())
        self.client = ClientSession(me, aim, seen, "client", 0, Deadlines())
        self.now = 0

    def up(self, change=bytes):
        self.host.receive(change(self.client.to_send()), self.now)
        return self.host.next()

    def down(self, change=bytes):
        self.client.receive(change(self.host.to_send()), self.now)
        return self.client.next()

    def greet(self):
        """As far as the host's answer."""
        greeted = self.up()
        assert isinstance(greeted, Greeted)
        self.host.answer(self.admission, m.Phase.LOBBY)
        return greeted

    def prove(self):
        self.greet()
        assert self.down() is None
        proven = self.up()
        assert isinstance(proven, Proven)
        return proven

    def log_in(self, seat=1, have=None):
        self.prove()
        self.host.welcome(seat, have)
        welcomed = self.down()
        assert isinstance(welcomed, Welcomed)
        return welcomed

    def client_says(self, *messages):
        for message in messages:
            self.client.say(m.encode(message))
        return self.up()

    def host_says(self, *messages):
        for message in messages:
            self.host.say(m.encode(message))
        return self.down()


def transcript(pair):
    """What this host hashes; for tests that forge an auth."""
    return pair.host._transcript


def sign(me, pair):
    return handshake.sign(me, transcript(pair))
