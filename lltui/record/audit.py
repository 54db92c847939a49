"""Proof: what a table told is what the revealed numbers and the rules make of what everybody did.

The chain has judged each entry when it comes here: signatures, promises, the
order of things.  Here the cards are dealt again, every move is made again, and
each entry's public view, its news and the own box are compared byte by byte:
while a match is played, or of one file, from its first entry to its last good one.
A match that was played by other rules than this program's cannot be judged so:
that is a verdict of its own, and never a lie.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from lltui.games import packing
from lltui.games.game import Seat
from lltui.games.models import model
from lltui.record.lies import Checked, Lie, LyingError, Unjudged, Verdict, broken, shown
from lltui.record.matchfile import Head, MatchFile
from lltui.record.replay_engine import PlayedEntry, RevealedReplay, demand, foreign
from lltui.record.scenes import Remark, remarks
from llwire.chain import log
from llwire.chain.chain import Chain
from llwire.chain.entries import Body, Dealt, Genesis, Pile, entry_hash
from llwire.chain.facts import Match, phrase
from llwire.wire import text
from llwire.wire.crypto import BoxKey, digest
from llwire.wire.errors import PeerError
from llwire.wire.fields import Rules
from llwire.wire.messages import Entry


class _Hashes(NamedTuple):
    """What an entry told of the game, as hashes: it may be long until it can be compared."""

    view: bytes
    news: bytes
    seat: Seat | None
    box: bytes


class Verifier:
    """Follows one match from its genesis, and says what it finds as soon as it can be known.

    A round can be checked when it is revealed: then all its entries are.  After
    a lie nothing more is checked, since all that follows would rest on it.  With
    `onto`, somebody else sees each entry that was found to be true.
    """

    def __init__(self, onto: Callable[[RevealedReplay, PlayedEntry], None] | None = None) -> None:
        self.again = RevealedReplay()
        self._onto = onto
        self.compared = 0
        self._told: dict[int, _Hashes] = {}
        self._checked = 0
        self._done = False
        self._named = True

    def foreign(self, game: str, options: bytes, told: Rules | UnsetType) -> Unjudged | None:
        """Why a match by rules of that name cannot be judged here."""
        return foreign(game, options, told)

    def follow(self, match: Match, body: Body, seat: Seat | None, box: bytes | None) -> Verdict | None:
        """The next entry, judged by the chain already, and what was in the box of `seat`."""
        if isinstance(body.what, Genesis):
            self._named = body.what.rules is not UNSET
            unjudged = self.foreign(body.what.game, body.what.options, body.what.rules)
            if unjudged is not None:
                self._done = True
                return unjudged
        if self._done:
            return None
        seat = None if box is None else seat
        self._told[body.seq] = _Hashes(_hash(body.view), _hash(body.news), seat, _hash(box or b""))
        # Whoever looks on may want to see all of it.
        self.again.add(match, body if self._onto else replace(body, view=b"", news=b"", boxes=()))
        try:
            self._shown(match, body, box)
            for step in self.again.steps():
                self.compare(step)
                if self._onto is not None:
                    self._onto(self.again, step)
        except LyingError as error:
            self._done = True
            # Rules that are not named may be other ones, and nobody is called a liar for that.
            return error.lie if self._named else Unjudged(error.lie.seq, "unnamed")
        if self.again.deal == self._checked:
            return None
        self._checked = self.again.deal
        return Checked(self._checked)

    def _shown(self, match: Match, body: Body, box: bytes | None) -> None:
        """Nothing is compared with what is no view at all; of options that are none, the rules say so."""
        nouns = model(match.genesis.game)
        with suppress(msgspec.MsgspecError, ValueError, RecursionError):
            options = msgspec.msgpack.decode(match.genesis.options, type=nouns.options)
            shown(nouns, options, len(match.chairs), body, box)

    def compare(self, step: PlayedEntry) -> None:
        """A LyingError if the entry tells anything else than the truth."""
        body, game = step.body, self.again.game
        dealt = isinstance(body.what, Dealt | Pile)
        told = self._told.pop(body.seq)
        news, view = _hash(packing.announced(step.news)), _hash(packing.view(game, step.state))
        demand(news == told.news, Lie(body.seq, "deal" if dealt else "news"))
        demand(view == told.view, Lie(body.seq, "deal" if dealt else "view"))
        if told.seat is not None:
            true = _hash(packing.box(game, step.state, told.seat, step.news))
            demand(true == told.box, Lie(body.seq, "deal" if dealt else "box", told.seat))
            self.compared += 1


def _hash(told: bytes) -> bytes:
    return digest("told", told)


class AuditedEntry(NamedTuple):
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


class MatchAudit:
    """What one file tells, and whether it is true.

    `seat` is whose boxes the file's key opens, at least at times.  `lie` is the
    first that was found; `told` ends before an entry that the chain refused.
    With `unjudged`, only the chain was judged from some entry on: chain and
    deals hold, and what the moves made of them is by other rules than ours.
    With `onto`, somebody sees each entry as the rules make it, up to a lie.
    """

    def __init__(
        self, file: MatchFile, onto: Callable[[RevealedReplay, PlayedEntry], None] | None = None
    ) -> None:
        self.head = file.head
        self.told: list[AuditedEntry] = []
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
        self.told.append(AuditedEntry(body, box, tuple(remarks(body, match))))
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
