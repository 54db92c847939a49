"""Both ends of one connection with a wire between them that the test holds in its hand."""

from llwire.session import handshake
from llwire.session.client_session import ClientSession, Welcomed
from llwire.session.handshake import Admission, Aim
from llwire.session.host_session import Greeted, HostSession, Proven
from llwire.wire import messages as m
from llwire.wire.crypto import SignKey
from llwire.wire.fields import Pin
from llwire.wire.limits import Deadlines

WORDS = "crane-velvet-pilot"
CERT_HASH = b"c" * 32
TABLE = b"t" * 16
PIN = Pin(TABLE, SignKey(b"l" * 32).public, CERT_HASH)
ANN, BOB = SignKey(b"a" * 32), SignKey(b"b" * 32)
SECRET = b"s" * 32
PAIRING = Aim("seat", "Ann", words=WORDS)
RESUMING = Aim("seat", "Ann", pin=PIN)


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
