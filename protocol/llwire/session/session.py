"""One connection without its socket: who may say what when; and the player's end of it.

The two laws of this file: what may be said is in the two tables below and
nowhere else, and nothing here reads a clock or a socket.  Bytes go in by
`receive`, messages come out of `next`, bytes to be written out of `to_send`.
A peer that says what it may not raises PeerError out of `next`; the shell then
sends the bye that `part` leaves and hangs up.

A player's hello is queued at once; `next` gives Welcomed, then the conversation.
A table that is not the pinned one is left before a single byte is said to it.
"""

import os
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias, TypeVar

import msgspec

from llwire.session import handshake
from llwire.session.handshake import Aim
from llwire.wire import deeds, limits
from llwire.wire import messages as m
from llwire.wire.crypto import SignKey
from llwire.wire.errors import Code, OurError, peer_error
from llwire.wire.limits import Deadlines
from llwire.wire.messages import Framer, Head, Message, Pin, frame


class Stage(Enum):
    """How far a connection is; the last three are its lives."""

    GREETING = "greeting"
    ANSWERING = "answering"  # the table computes; the client has nothing to say
    PROVING = "proving"
    JUDGING = "judging"  # the table decides; the client has nothing to say
    PARTED = "parted"
    WATCHING = "watching"
    PLAYING = "playing"
    HOSTING = "hosting"


LIVE = frozenset({Stage.WATCHING, Stage.PLAYING, Stage.HOSTING})
Kinds: TypeAlias = frozenset[type[Message]]
T = TypeVar("T")

_ANYBODY: Kinds = frozenset({m.Bye, m.Ping, m.Pong, m.Leave, m.Rename, m.Say, m.Give})
_PLAYER: Kinds = _ANYBODY | {
    *(m.Sit, m.About, m.Unready, m.Start, m.Rematch, m.Signal, m.Hurry),
    *(deeds.Joining, deeds.Act, deeds.Ready, deeds.Decision),
}
_HOSTING: Kinds = _PLAYER | {
    *(m.Choose, m.AddBot, m.Kick, m.Ban, m.Lock, m.Gallery, m.Order, m.NewCode, m.CloseTable),
}
CLIENT_MAY_SAY: dict[Stage, Kinds] = {
    Stage.GREETING: frozenset({m.Hello, m.Bye}),
    Stage.PROVING: frozenset({m.Auth, m.Bye}),
    Stage.WATCHING: _ANYBODY,
    Stage.PLAYING: _PLAYER,
    Stage.HOSTING: _HOSTING,
}

_TO_ALL: Kinds = frozenset(
    {
        *(m.Bye, m.Ping, m.Pong, m.Terms, m.Lobby, m.Standing, m.Entry, m.Nack),
        *(m.Said, m.SaidBeside, m.Signalled, m.Presence, m.Want),
    }
)
TABLE_MAY_SAY: dict[Stage, Kinds] = {
    Stage.GREETING: frozenset({m.HHello, m.Bye}),
    Stage.PROVING: frozenset({m.Welcome, m.Bye}),
    Stage.WATCHING: _TO_ALL,
    Stage.PLAYING: _TO_ALL,
    Stage.HOSTING: _TO_ALL | {m.Door, m.Knocks, m.Newcomers},
}


def life(want: str, *, hosting: bool) -> Stage:
    if hosting:
        return Stage.HOSTING
    return Stage.PLAYING if want == "seat" else Stage.WATCHING


class Heartbeat:
    """Whether the other end still lives: asked after a while of silence, given up after a longer one.

    The clock is whoever asks.
    """

    def __init__(self, deadlines: Deadlines, now: float) -> None:
        self._deadlines = deadlines
        self._heard = now
        self._asked: float | None = None
        self._n = 0
        self.lag: float | None = None

    def heard(self, now: float) -> None:
        self._heard = now

    def answered(self, n: int, now: float) -> None:
        """The peer answered ping `n`; an answer to an older one says nothing about now."""
        if n == self._n and self._asked is not None:
            self.lag = now - self._asked
            self._asked = None

    def due(self) -> float:
        """When to ask again, at the latest."""
        if self._asked is None:
            return self._heard + self._deadlines.idle
        return min(self._asked + self._deadlines.idle, self._heard + self._deadlines.dead)

    def ask(self, now: float) -> int | None:
        """The number of a ping to send now, if any; raises when the peer is silent for too long."""
        silent = now - self._heard
        if silent >= self._deadlines.dead:
            raise peer_error(Code.SLOW, f"silent for {silent:.1f} s")
        if now < self.due():
            return None
        self._asked = now
        self._n += 1
        return self._n


class Session:
    """What both ends have in common; HostSession and ClientSession say the rest."""

    may_say: dict[Stage, Kinds]
    waits = frozenset({Stage.PARTED})  # for its owner, before anything else is read

    def __init__(self, deadlines: Deadlines, now: float, receives: int, sends: int) -> None:
        self.stage = Stage.GREETING
        self.have: Head | None = None
        self._framer = Framer(receives)
        self._sends = sends
        self._out = bytearray()
        self._heartbeat = Heartbeat(deadlines, now)
        self._now = now

    def receive(self, data: bytes, now: float) -> None:
        """Take bytes off the network; `next` gives what they complete."""
        self._now = now
        self._heartbeat.heard(now)
        self._framer.feed(data)

    def next(self) -> object:
        """The next thing the owner has to know, or None until more bytes come."""
        while self.stage not in self.waits:
            body = self._framer.next()
            if body is None:
                return None
            event = self._event(body)
            if event is not None:
                return event
        return None

    def _event(self, body: bytes) -> object:
        """What a frame is at this stage; None if it concerns nobody else."""
        if self.stage is Stage.GREETING:
            return self._greeted(body)
        return self._proven(body) if self.stage is Stage.PROVING else self._conversation(body)

    def _greeted(self, body: bytes) -> object:
        raise NotImplementedError

    def _proven(self, body: bytes) -> object:
        raise NotImplementedError

    def _conversation(self, body: bytes) -> object:
        raise NotImplementedError

    def to_send(self) -> bytes:
        """The bytes to be written now; asked for once."""
        data = bytes(self._out)
        self._out.clear()
        return data

    def say(self, body: bytes) -> None:
        """Queue an encoded message of the conversation; the handshake says its own.

        Whoever has parted hears no more: its owner, who still speaks to all, learns of it later.
        """
        if self.stage is Stage.PARTED:
            return
        if self.stage not in LIVE:
            raise OurError(f"a message while {self.stage.value}")
        self._queue(body)

    def part(self, code: Code, retry_ms: int = 0) -> None:
        """Queue the last word.  Before that, whatever was to be said is dropped."""
        if self.stage is Stage.PARTED:
            return
        self.stage = Stage.PARTED
        if code is not Code.LOST:
            self._queue(m.encode(m.Bye(code=code, retry_ms=retry_ms)))

    @property
    def unsent(self) -> int:
        """Bytes said that nobody asked for yet."""
        return len(self._out)

    @property
    def lag(self) -> float | None:
        """Seconds the last answered ping took."""
        return self._heartbeat.lag

    def pause(self, now: float) -> float:
        """Seconds not to read from this peer, who said more than a person does."""
        self._now = now
        return 0.0

    def due(self) -> float:
        """When `tick` is next worth a call."""
        return self._heartbeat.due()

    def tick(self, now: float) -> None:
        """Ask a silent peer for a sign of life; raises when there was none for too long."""
        self._now = now
        if self.stage in LIVE and (n := self._heartbeat.ask(now)) is not None:
            self._queue(m.encode(m.Ping(n=n)))

    def _queue(self, body: bytes) -> None:
        self._out += frame(body, self._sends)

    def _read(self, decoder: msgspec.msgpack.Decoder[T | m.Bye], body: bytes) -> T:
        """A frame as a message that may be said at this stage; a bye ends it all."""
        message = m.decode(decoder, body)
        if isinstance(message, m.Bye):
            self.stage = Stage.PARTED
            raise peer_error(message.code, "said by the peer", min(message.retry_ms, limits.RETRY_MS))
        if not isinstance(message, m.Signed):
            self._allowed(type(message))
        return message

    def _allowed(self, kind: type) -> None:
        if kind not in self.may_say[self.stage]:
            raise peer_error(Code.MALFORMED, f"{kind.__name__} while {self.stage.value}")

    def _pulse(self, message: object) -> bool:
        """Carry out pings and pongs; whether it was a ping, which concerns nobody else."""
        if isinstance(message, m.Pong):
            self._heartbeat.answered(message.n, self._now)
        if isinstance(message, m.Ping):
            self._queue(m.encode(m.Pong(n=message.n, have=self.have)))
            return True
        return False


# ----------------------------------------------------------- the player's end


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
