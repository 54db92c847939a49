"""The player's end of one connection.

Its hello is queued at once; `next` gives Welcomed, then the conversation.  A
table that is not the pinned one is left before a single byte is said to it.
"""

import os
from dataclasses import dataclass

from llwire.session import handshake
from llwire.session.handshake import Aim
from llwire.session.session import TABLE_MAY_SAY, Session, Stage, life
from llwire.wire import limits
from llwire.wire import messages as m
from llwire.wire.crypto import SignKey
from llwire.wire.errors import Code, OurError, peer_error
from llwire.wire.limits import Deadlines
from llwire.wire.messages import Message, Pin


@dataclass(frozen=True, slots=True)
class Welcomed:
    """In.  `pin` is what to keep: next time no words are needed."""

    pin: Pin
    welcome: m.Welcome


class ClientSession(Session):
    """One table, from the first byte to the bye."""

    may_say = TABLE_MAY_SAY

    def __init__(
        self,
        me: SignKey,
        aim: Aim,
        cert_hash: bytes,
        program: str,
        now: float,
        deadlines: Deadlines,
        entropy: handshake.Entropy = os.urandom,
    ) -> None:
        super().__init__(deadlines, now, limits.FRAME_FROM_TABLE, limits.FRAME_FROM_CLIENT)
        if not (aim.pin or aim.words or aim.open):
            raise OurError("nothing to know the table by: neither pin nor words nor trust on first use")
        if aim.pin and aim.pin.cert_hash != cert_hash:
            raise peer_error(Code.HOST_CHANGED, "another certificate")
        self._me, self._aim, self._cert_hash = me, aim, cert_hash
        self._pake = handshake.joiner_pairing(aim.words, me.public, cert_hash, entropy) if aim.words else None
        self._confirm: handshake.Confirm | None = None
        self._pin: Pin
        self._hello = m.encode(
            m.Hello(
                v=handshake.VERSIONS,
                program=program,
                want=aim.want,
                name=aim.name,
                id=me.public,
                nonce=entropy(32),
                pake=self._pake.message if self._pake else None,
                table=aim.pin.table if aim.pin else None,
                have=aim.have,
            )
        )
        self._queue(self._hello)

    def _conversation(self, body: bytes) -> Message | None:
        message = self._read(m.from_table, body)
        if isinstance(message, m.Want):
            self._sends = limits.FRAME_FROM_TABLE
        return None if self._pulse(message) else message

    def _greeted(self, body: bytes) -> None:
        hhello = self._read(m.answering, body)
        self._pin = self._checked(hhello)
        transcript = handshake.transcript(self._cert_hash, self._hello, body)
        if self._pake and hhello.pake:
            self._confirm = self._pake.finish(hhello.pake, transcript)
        secret = self._aim.hosting
        auth = m.Auth(
            sig=handshake.sign(self._me, transcript),
            confirm=self._confirm.joiner if self._confirm else None,
            hosting=handshake.hosting_proof(secret, transcript) if secret else None,
        )
        self.stage = Stage.PROVING
        self._queue(m.encode(auth))

    def _checked(self, hhello: m.HHello) -> Pin:
        if hhello.v not in handshake.VERSIONS:
            raise peer_error(Code.VERSION, f"speaks {hhello.v}, which was not offered")
        if (hhello.pake is None) != (self._pake is None):
            raise peer_error(Code.WRONG_CODE, "the table does not do its part in checking the words")
        pin = Pin(hhello.table, hhello.log_key, self._cert_hash)
        if self._aim.pin and pin != self._aim.pin:
            raise peer_error(Code.HOST_CHANGED, "another table behind the same certificate")
        return pin

    def _proven(self, body: bytes) -> Welcomed:
        welcome = self._read(m.welcoming, body)
        if self._confirm and not handshake.same(welcome.confirm, self._confirm.host):
            raise peer_error(Code.WRONG_CODE, "the table does not know the words")
        if welcome.want != self._aim.want or (welcome.hosting and self._aim.hosting is None):
            raise peer_error(Code.MALFORMED, "welcome to something else than was asked for")
        self.stage = life(welcome.want, hosting=welcome.hosting)
        return Welcomed(self._pin, welcome)
