"""The table's end of one connection.

`next` gives Greeted; the owner calls `answer`.  Then Proven; the owner calls
`welcome` or `part`.  After that the conversation: messages, a Signed only if
it is a deed of this connection's player, for this table.  `answer` computes
for some milliseconds when words are asked for, so the shell runs it in a
thread, one at a time.
"""

import os
from dataclasses import dataclass

from llwire.chain import entries
from llwire.session import handshake
from llwire.session.session import CLIENT_MAY_SAY, Session, Stage, life
from llwire.session.throttle import Allowance
from llwire.wire import deeds, limits
from llwire.wire import messages as m
from llwire.wire.crypto import can_seal_to
from llwire.wire.errors import Code, Law, OurError, demand, peer_error
from llwire.wire.limits import Deadlines
from llwire.wire.messages import Head, Pin


@dataclass(frozen=True, slots=True)
class Greeted:
    """Somebody said hello; nothing of it is proved yet."""

    hello: m.Hello


@dataclass(frozen=True, slots=True)
class Proven:
    """The other end holds the identity's key, and one of words, a known key, an open door, the secret."""

    hello: m.Hello
    paired: bool
    hosting: bool


class HostSession(Session):
    """One client, from the first byte to the bye."""

    may_say = CLIENT_MAY_SAY
    waits = frozenset({Stage.ANSWERING, Stage.JUDGING, Stage.PARTED})

    def __init__(self, pin: Pin, program: str, now: float, deadlines: Deadlines) -> None:
        super().__init__(deadlines, now, limits.FRAME_FROM_CLIENT, limits.FRAME_FROM_TABLE)
        self._pin = pin
        self._program = program
        self._admission: handshake.Admission
        self._hello: m.Hello
        self._hello_bytes = b""
        self._transcript = b""
        self._confirm: handshake.Confirm | None = None
        self._hosting = False
        self._wanted = False
        self._owed = 0  # entries that may still come because we asked
        self._allowance = Allowance()

    def answer(
        self,
        admission: handshake.Admission,
        phase: m.Phase,
        nonce: bytes | None = None,
        entropy: handshake.Entropy = os.urandom,
    ) -> None:
        """Answer the hello; whoever offers a PAKE gets one, however well known."""
        if self.stage is not Stage.ANSWERING:
            raise OurError(f"answer while {self.stage.value}")
        hello = self._hello
        pake = None
        if hello.pake is not None:
            if admission.words is None:
                raise peer_error(Code.WRONG_CODE, "words offered, and this table has none")
            pake = handshake.host_pairing(admission.words, hello.id, self._pin.cert_hash, entropy)
        hhello = m.encode(
            m.HHello(
                v=handshake.common_version(hello.v),
                program=self._program,
                table=self._pin.table,
                log_key=self._pin.log_key,
                nonce=nonce or os.urandom(32),
                pake=pake.message if pake else None,
                phase=phase,
            )
        )
        self._transcript = handshake.transcript(self._pin.cert_hash, self._hello_bytes, hhello)
        if pake and hello.pake is not None:
            self._confirm = pake.finish(hello.pake, self._transcript)
        self._admission = admission
        self.stage = Stage.PROVING
        self._queue(hhello)

    def welcome(self, seat: int | None, have: Head | None, allowance: Allowance | None = None) -> None:
        """Let it in, into the life it asked for; with what its player has left from other lines."""
        if self.stage is not Stage.JUDGING:
            raise OurError(f"welcome while {self.stage.value}")
        self.have = have
        self._allowance = allowance or self._allowance
        confirm = self._confirm.host if self._confirm else None
        welcome = m.Welcome(
            want=self._hello.want, seat=seat, hosting=self._hosting, confirm=confirm, have=have
        )
        self._queue(m.encode(welcome))
        self.stage = life(self._hello.want, hosting=self._hosting)

    def want(self, match: int, seq: int) -> None:
        """Ask for entries the table lost; they are larger than what a client says otherwise."""
        self.say(m.encode(m.Want(match=match, seq=seq)))
        self._wanted, self._owed = True, limits.LOG_ENTRIES - seq
        self._framer.limit = limits.FRAME_FROM_TABLE

    def wanted_all(self) -> None:
        """Enough.  What is still under way was asked for, and is heard no more."""
        self._wanted = False

    def pause(self, now: float) -> float:
        self._now = now
        owed = self._allowance.messages.debt(now)
        if owed > 0:
            # Not its silence but our not listening.
            self._heartbeat.heard(now + owed)
        return owed

    def _greeted(self, body: bytes) -> Greeted:
        hello = self._read(m.greeting, body)
        handshake.common_version(hello.v)
        self._hello, self._hello_bytes = hello, body
        self.stage = Stage.ANSWERING
        return Greeted(hello)

    def _proven(self, body: bytes) -> Proven:
        auth = self._read(m.proving, body)
        hello, admission = self._hello, self._admission
        if self._confirm and not handshake.same(auth.confirm, self._confirm.joiner):
            raise peer_error(Code.WRONG_CODE)
        if not handshake.signed(hello.id, self._transcript, auth.sig):
            raise peer_error(Code.BAD_SIGNATURE)
        if auth.hosting is not None:
            self._check_hosting(auth.hosting)
        if not (self._hosting or admission.knows(hello.id)):
            if self._confirm is None and not admission.open:
                raise peer_error(Code.CODE_NEEDED)
            if admission.locked and hello.want == "seat":
                raise peer_error(Code.LOCKED)
        self.stage = Stage.JUDGING
        return Proven(hello, paired=self._confirm is not None, hosting=self._hosting)

    def _check_hosting(self, proof: bytes) -> None:
        secret = self._admission.hosting
        if secret is None or not handshake.same(proof, handshake.hosting_proof(secret, self._transcript)):
            raise peer_error(Code.BAD_SIGNATURE, "not the hosting player's secret")
        self._hosting = True

    def _conversation(self, body: bytes) -> object:
        message = self._read(m.from_client, body)
        if isinstance(message, m.Give):
            return self._given(message)
        self._allowance.messages.charge(self._now)
        if isinstance(message, m.Signed):
            self._judge(message)
            return message
        if isinstance(message, m.Say | m.Signal) and not self._allowance.chatter.take(self._now):
            to = type(message).__name__.lower()
            self._queue(m.encode(m.Nack(to=to, turn=None, now=None, why=m.Why.TOO_FAST, reason=None)))
            return None
        return None if self._pulse(message) else message

    def _given(self, give: m.Give) -> m.Give | None:
        """No bucket slows a table's recovery down: nobody gives more than there can be in a log."""
        if self._owed == 0:
            raise peer_error(Code.MALFORMED, "an entry nobody wanted")
        self._owed -= 1
        return give if self._wanted else None

    def _judge(self, signed: m.Signed) -> None:
        deed = deeds.read_deed(signed)
        self._allowed(type(deed))
        if deed.table != self._pin.table:
            raise peer_error(Code.MALFORMED, "a deed for another table")
        if isinstance(deed, deeds.Joining):
            if deed.id != self._hello.id:
                raise peer_error(Code.BAD_SIGNATURE, "joins in another's name")
            # In a genesis it would be our fault.
            demand(can_seal_to(deed.box), Law.WEAK_KEY, "a box key that nothing can be sealed to")
        entries.demand_signer(signed, self._hello.id)
