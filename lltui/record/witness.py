"""One file, read once from its first entry to its last good one, with everything judged on the way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from lltui.games.game import Seat
from lltui.games.models import model
from lltui.record.again import RevealedReplay, Step
from lltui.record.laws import broken
from lltui.record.lies import Checked, Lie, Unjudged
from lltui.record.matchfile import Head, MatchFile
from lltui.record.remarks import Remark, remarks
from lltui.record.verify import Verifier
from llwire.chain import log
from llwire.chain.chain import Chain
from llwire.chain.entries import Body, Genesis, entry_hash
from llwire.chain.facts import Match, phrase
from llwire.wire import text
from llwire.wire.crypto import BoxKey
from llwire.wire.errors import PeerError
from llwire.wire.messages import Entry


class Told(NamedTuple):
    """An entry as its table told it, with what the own box said."""

    body: Body
    box: bytes | None
    remarks: tuple[Remark, ...]


class _Chain(Chain):
    """Lets somebody look at each entry as soon as it counts."""

    def __init__(self, head: Head, look: Callable[[Match, Body], None]) -> None:
        super().__init__(head.pin, head.match)
        self._look = look

    def accept(self, entry: Entry) -> Body:
        body = super().accept(entry)
        self._look(self.match, body)
        return body


class Witness:
    """What one file tells, and whether it is true.

    `seat` is whose boxes the file's key opens, at least at times.  `lie` is the
    first that was found; `told` ends before an entry that the chain refused.
    With `unjudged`, only the chain was judged from some entry on: chain and
    deals hold, and what the moves made of them is by other rules than ours.
    With `onto`, somebody sees each entry as the rules make it, up to a lie.
    """

    def __init__(self, file: MatchFile, onto: Callable[[RevealedReplay, Step], None] | None = None) -> None:
        self.head = file.head
        self.told: list[Told] = []
        self.seat: Seat | None = None
        self.lie: Lie | None = None
        self.unjudged: Unjudged | None = None
        self.checked = 0
        self._key = file.head.key
        self._verifier = Verifier(onto)
        self._chain = _Chain(file.head, self._look)
        self._read(file.log)

    @property
    def begun(self) -> bool:
        """Whether there is an entry at all."""
        return bool(self.told)

    @property
    def match(self) -> Match:
        """What the chain says at the end."""
        return self._chain.match

    @property
    def genesis(self) -> Genesis:
        """Who played what."""
        return self.match.genesis

    @property
    def again(self) -> RevealedReplay:
        """The match as the rules make it, as far as it could be played again."""
        return self._verifier.again

    @property
    def options(self) -> Any:
        """What the table agreed on, as far as this program knows the game."""
        nouns = model(self.genesis.game)
        try:
            return msgspec.msgpack.decode(self.genesis.options, type=nouns.options)
        except (msgspec.MsgspecError, ValueError, RecursionError):
            return nouns.options()

    @property
    def names(self) -> tuple[str, ...]:
        """As they may be shown."""
        return tuple(text.shown(row.name, seat) for seat, row in enumerate(self.genesis.roster))

    @property
    def over(self) -> bool:
        """The match has come to its end, all is revealed, and nothing was found wrong with it."""
        return self.begun and self.match.over and self.sound

    @property
    def sound(self) -> bool:
        """All that is there was judged, and nothing is wrong with it."""
        return self.begun and self.lie is None and self.unjudged is None

    @property
    def boxes(self) -> int:
        """How many own boxes were compared with what the rules say."""
        return self._verifier.compared

    # ---------------------------------------------------------------- reading

    def _read(self, data: bytes) -> None:
        reading = log.read_log(data, self._chain)
        self.torn = reading.fault is None and reading.end < len(data)
        self.phrase = phrase(entry_hash(reading.entries[0].body), self.match) if reading.entries else None
        if reading.fault is not None:
            self._found(broken(self._chain.next, reading.fault))

    def _look(self, match: Match, body: Body) -> None:
        box, seat = None, self._whose(match)
        if seat is not None and self._key is not None:
            self.seat = seat
            box = self._open(body, seat, self._key)
        self.told.append(Told(body, box, tuple(remarks(body, match))))
        match verdict := self._verifier.follow(match, body, seat, box):
            case Checked(deal=deal):
                self.checked = deal
            case Lie():
                self._found(verdict)
            case Unjudged():
                self.unjudged = verdict

    def _whose(self, match: Match) -> Seat | None:
        """The seat of this file's key, as long as it is that seat's."""
        if self._key is None or self.head.seat is None or self.head.seat >= len(match.chairs):
            return None
        return self.head.seat if match.chairs[self.head.seat].box == self._key.public else None

    def _open(self, body: Body, seat: Seat, key: BoxKey) -> bytes | None:
        try:
            return self._chain.open(body, seat, key)
        except PeerError as error:
            self._found(broken(body.seq, error, seat))
            return None

    def _found(self, lie: Lie) -> None:
        if self.lie is None or lie.seq < self.lie.seq:
            self.lie = lie
