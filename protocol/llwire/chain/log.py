"""The log of a match: its entries as they were sent, frame after frame.

A program killed while writing leaves a part of one frame at the end.  That may
be cut off; anything else that does not fit is damage, and cutting there would
throw good entries away in silence.
"""

from collections.abc import Callable
from dataclasses import dataclass

from llwire.chain.chain import Chain
from llwire.chain.entries import Body
from llwire.wire import limits, messages
from llwire.wire.errors import Law, PeerError, broken, demand
from llwire.wire.frames import PREFIX, Framer, frame
from llwire.wire.messages import Entry


@dataclass(frozen=True, slots=True)
class LogReading:
    """The good entries of a log, where they end, and what is wrong behind, if anything.

    `fault` is None with bytes behind `end` if they are a torn write: the
    beginning of one frame, cut short.
    """

    entries: tuple[Entry, ...]
    end: int
    fault: PeerError | None


def line(entry: Entry) -> bytes:
    """An entry as the log and the wire have it."""
    return frame(messages.encode(entry), limits.FRAME_FROM_TABLE)


def read_log(data: bytes, chain: Chain, look: Callable[[Body], object] = lambda _: None) -> LogReading:
    """Verify a log from its genesis on, and `look` at each entry that is good; `chain` then holds them."""
    good: list[Entry] = []
    end = 0
    while True:
        try:
            entry = _entry(data[end : end + _LONGEST])
            if entry is None:
                return LogReading(tuple(good), end, None)
            body = chain.accept(entry)
        except PeerError as fault:
            return LogReading(tuple(good), end, fault)
        good.append(entry)
        end += len(line(entry))
        look(body)


def _entry(data: bytes) -> Entry | None:
    """The first entry; None if there is no more than a torn write."""
    framer = Framer(limits.FRAME_FROM_TABLE)
    framer.feed(data)
    whole = framer.next()
    if whole is None:
        demand(_torn(data), Law.LENGTH, "a length that does not fit")
        return None
    entry = messages.decode(messages.from_table, whole)
    if not isinstance(entry, Entry) or messages.encode(entry) != whole:
        raise broken(Law.SPELLING, "not an entry as it is sent")
    return entry


def _torn(data: bytes) -> bool:
    """Whether a line of the length it announces begins like this.

    The length stands there twice, before the message and before the body in it;
    so a bit that flipped in one is not taken for a line that was never finished.
    """
    if len(data) < PREFIX:
        return True
    size = int.from_bytes(data[:PREFIX], "big")
    starts = [_start(body) for body in (size - _AROUND, size - _AROUND - 1) if body > 0]
    return any(start.startswith(data[: len(start)]) for start in starts)


def _start(body: int) -> bytes:
    """How the line of an entry begins whose body has so many bytes, up to that body."""
    whole = line(Entry(body=bytes(body), sig=bytes(64)))
    return whole[: len(whole) - body - _BEHIND]


_BEHIND = 70  # the signature and its key
_AROUND = len(line(Entry(body=b"-", sig=bytes(64)))) - PREFIX - 1  # one more for a body over 255 bytes
_LONGEST = PREFIX + limits.FRAME_FROM_TABLE
