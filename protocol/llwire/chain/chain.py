"""The chain of a match: every entry numbered, signed, and bound to all before it; and its log.

Table and clients run the same `Chain`; it holds no key and knows no secret.
An entry it refuses has changed nothing.

A log is the entries as they were sent, frame after frame.  A program killed while
writing leaves a part of one frame at the end.  That may be cut off; anything else
that does not fit is damage, and cutting there would throw good entries away in silence.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from llwire.chain import boxes, entries
from llwire.chain.deals import opens
from llwire.chain.entries import (
    ROOT,
    Acted,
    Body,
    Decided,
    Genesis,
    Kind,
    OpenedChoice,
    Promised,
    demand_signer,
    entry_hash,
    signed_by,
)
from llwire.chain.facts import By, Cause, Match
from llwire.chain.laws import advance, found
from llwire.wire import limits, messages
from llwire.wire.crypto import BoxKey, SignKey, verify
from llwire.wire.deeds import Act, Decision, Joining, Ready, read_deed
from llwire.wire.errors import Code, Law, OurError, PeerError, TerminalError, broken, demand
from llwire.wire.messages import PREFIX, Entry, Framer, Head, Pin, Signed, encode, frame


class ForkedError(TerminalError):
    """The table has told two stories: what stands at `seq` in mine is not what this entry follows."""

    def __init__(self, seq: int, entry: Entry) -> None:
        super().__init__(Code.FORK, f"another entry {seq} than mine", law=Law.FORK)
        self.seq = seq
        self.entry = entry


class Chain:
    """All entries of one match up to the newest, as facts; the entries themselves are the log's."""

    def __init__(self, pin: Pin, match: int) -> None:
        self.pin = pin
        self.number = match
        self.size = self.largest = 0  # bytes of the log so far, and of its longest line
        self._heads: list[bytes] = []
        self._places: dict[bytes, int] = {}
        self._match: Match | None = None
        self._written: tuple[Entry, Body, Match] | None = None  # by us, and judged then

    @property
    def next(self) -> int:
        """The number the next entry will have."""
        return len(self._heads)

    @property
    def head(self) -> bytes:
        return self._heads[-1] if self._heads else ROOT

    @property
    def have(self) -> Head | None:
        """The newest entry, as one tells others how far one has come."""
        return Head(match=self.number, seq=self.next - 1, hash=self.head) if self.next else None

    @property
    def first(self) -> bytes:
        """The hash of the genesis."""
        return self._heads[0]

    @property
    def match(self) -> Match:
        if self._match is None:
            raise OurError("a chain without its genesis")
        return self._match

    def holds(self, head: bytes) -> int | None:
        """The number of the entry with this hash."""
        return self._places.get(head)

    def accept(self, entry: Entry) -> Body:
        """One more entry, or a PeerError that says what is wrong with it."""
        head = entry_hash(entry.body)
        if self._written is not None and self._written[0] == entry:
            _, body, match = self._written
        else:
            body, match = self._judged(entry, head)
        size = boxes.size(match.genesis.pad)
        demand(len(body.boxes) == len(match.chairs), Law.BOXES, "not one box for every seat")
        demand(all(len(box) == size for box in body.boxes), Law.BOX_SIZE, "boxes of different sizes")
        self._match, self._written = match, None
        self._places[head] = self.next
        self._heads.append(head)
        line = PREFIX + len(encode(entry))
        self.size, self.largest = self.size + line, max(self.largest, line)
        return body

    def _judged(self, entry: Entry, head: bytes) -> tuple[Body, Match]:
        if not verify(self.pin.log_key, head, entry.sig):
            raise broken(Law.UNSIGNED, "an entry not signed by the table")
        body = entries.decode(entry.body)
        self._demand_next(entry, body, head)
        return body, self._judge(body.what, body.causes, body.opened)

    def _demand_next(self, entry: Entry, body: Body, head: bytes) -> None:
        demand(body.match == self.number, Law.OTHER_MATCH, "an entry of another match")
        demand(body.seq <= self.next, Law.MISSING, "an entry is missing")
        if body.seq < self.next:
            if head != self._heads[body.seq]:
                raise ForkedError(body.seq, entry)
            raise broken(Law.DOUBLED, "an entry that is known")
        if body.prev != self.head:
            raise ForkedError(self.next - 1, entry)

    def _judge(self, what: Kind, causes: Sequence[Signed], opened: Sequence[OpenedChoice]) -> Match:
        if self._match is not None:
            seen = [self.cause(signed) for signed in causes]
            return advance(self._match, self.next, what, seen, opened)
        if not isinstance(what, Genesis):
            raise broken(Law.NO_GENESIS, "a chain that does not begin with its genesis")
        told = Pin(what.table, what.log_key, what.cert)
        if told != self.pin:
            raise broken(Law.STRANGER, "the genesis of another table")
        demand(not opened, Law.OPENED_FIRST, "nothing can be open yet")
        return found(what, self.number, [self.cause(signed) for signed in causes])

    def cause(self, signed: Signed) -> Cause:
        """A deed as the chain sees it now: for this match, over a head of ours, by who may sign it."""
        deed = read_deed(signed)
        demand(
            (deed.table, deed.match) == (self.pin.table, self.number),
            Law.DEED_MATCH,
            "a deed of another match",
        )
        if isinstance(deed, Joining):
            demand_signer(signed, deed.id)
            return Cause(deed, -1)
        demand(self._match is not None, Law.GENESIS_CAUSE, "a genesis is caused by joinings")
        by: By | None = None
        match deed:
            case Decision():
                by = self._decider(signed)
            case Act(seat=seat) | Ready(seat=seat):
                demand_signer(signed, self._id(seat))
        seen = self.holds(deed.head)
        if seen is None:
            raise broken(Law.DEED_FORK, "a deed over a head that is not in this chain")
        return Cause(deed, seen, by)

    def _decider(self, signed: Signed) -> By:
        """Whose word a decision is; what they may decide is another law."""
        if signed_by(signed, self.match.genesis.host):
            return "host"
        if signed_by(signed, self.pin.log_key):
            return "table"
        for seat, chair in enumerate(self.match.chairs):
            if chair.id is not None and not chair.dropped and signed_by(signed, chair.id):
                return seat
        raise broken(Law.FORGED, "a decision signed by nobody who may decide")

    def heard(self, signed: Signed, *others: Signed) -> Cause:
        """A deed as the table gets it: a PeerError unless the next entry could cite it.

        `others` are cited with it: the joining of a new key.  A ready can be cited
        together with those of the other seats, and a joining in a genesis, whatever they are.
        """
        cause = self.cause(signed)
        if self._match is None:
            return cause
        match cause.deed:
            case Ready():
                opens(self.match, cause)
            case Act():
                advance(self.match, self.next, Acted(), [cause], ())
            case Joining():
                advance(self.match, self.next, Promised(), [cause], ())
            case Decision():
                advance(self.match, self.next, Decided(), [cause, *map(self.cause, others)], ())
        return cause

    def _id(self, seat: int) -> bytes:
        chairs = self.match.chairs
        key = chairs[seat].id if seat < len(chairs) else None
        if key is None:
            raise broken(Law.NO_PLAYER, f"no player on seat {seat}")
        return key

    def open(self, body: Body, seat: int, key: BoxKey) -> bytes:
        """This seat's private view in an entry of this chain."""
        place = boxes.BoxPlace(self.pin.table, self.number, body.seq, body.prev, seat)
        return boxes.unseal(body.boxes[seat], key, self.match.genesis.pad, place.info())

    def write(
        self,
        key: SignKey,
        what: Kind,
        *,
        at: int,
        view: bytes,
        news: bytes,
        private: Sequence[bytes],
        causes: Sequence[Signed] = (),
        opened: Sequence[OpenedChoice] = (),
    ) -> Entry:
        """The next entry, for the table: judged, sealed, bounded and signed, but not yet accepted.

        It is to be on disk before it counts, so accepting it is a step of its own.
        """
        try:
            match = self._judge(what, causes, opened)
        except PeerError as error:
            raise OurError("an entry that nobody would take") from error
        if len(private) != len(match.chairs):
            raise OurError("not one view for every seat")
        body = Body(
            match=self.number,
            seq=self.next,
            prev=self.head,
            at=at,
            what=what,
            view=view,
            news=news,
            causes=tuple(causes),
            opened=tuple(opened),
            boxes=tuple(self._seal(match, seat, view) for seat, view in enumerate(private)),
        )
        encoded = entries.encode(body)
        try:
            demand(len(encoded) <= limits.ENTRY, Law.ENTRY, "an entry longer than any")
            body = entries.decode(encoded)
        except PeerError as error:
            raise OurError("an entry that nobody could read") from error
        entry = Entry(body=encoded, sig=key.sign(entry_hash(encoded)))
        self._written = entry, body, match
        return entry

    def _seal(self, match: Match, seat: int, view: bytes) -> bytes:
        place = boxes.BoxPlace(self.pin.table, self.number, self.next, self.head, seat)
        return boxes.seal(view, match.chairs[seat].box, match.genesis.pad, place.info())


# ------------------------------------------------------------------- as a log


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
