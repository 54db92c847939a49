"""Proof: what a table told is what the revealed numbers and the rules make of what everybody did.

The chain has judged each entry when it comes here: signatures, promises, the
order of things.  Here the cards are dealt again, every move is made again, and
each entry's public view, its news and the own box are compared byte by byte:
while a match is played, or of one file, from its first entry to its last good one.
A match that was played by other rules than this program's cannot be judged so:
that is a verdict of its own, and never a lie.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from lltui.errors import Trouble
from lltui.games import packing
from lltui.games.game import Seat
from lltui.games.known_games import MODELS, options_of
from lltui.games.rulebooks import RulesName, named, rules
from lltui.record.lies import Lie, LyingError, Remark, Unjudged, lie_of
from lltui.record.log_engine import PlayedEntry, RevealedReplay, demand
from lltui.record.matchfile import MatchFile
from lltui.record.read_match import ReadMatch, remarks
from llwire.chain import log
from llwire.chain.entries import Body, Dealt, Pile
from llwire.chain.facts import Match
from llwire.wire.crypto import digest
from llwire.wire.messages import Rules

LIVE = {"promised", "leave-out", "go-on"}  # of these the next deal tells, or nothing has to be told later


class _Hashes(NamedTuple):
    """What an entry told of the game, as hashes: it may be long until it can be compared."""

    view: bytes
    news: bytes
    seat: Seat | None
    box: bytes


class RulesVerifier:
    """Follows one match by the rules, and says what it finds as soon as it can be known.

    A round can be checked when it is revealed: then all its entries are.  After
    a lie nothing more is checked, since all that follows would rest on it.  With
    `onto`, somebody else sees each entry that was found to be true.
    """

    def __init__(self, onto: Callable[[RevealedReplay, PlayedEntry], None] | None = None) -> None:
        self.again = RevealedReplay()
        self._onto = onto
        self.compared = 0
        self._told: dict[int, _Hashes] = {}

    def foreign(self, game: str, options: bytes, told: Rules | UnsetType) -> Unjudged | None:
        """Why a match of this game by rules of that name cannot be judged here; None if it can.

        One that names none is judged, as long as nothing is found that other rules would explain.
        """
        known = None if told is UNSET else told.revision
        own = rules(game).revision if game in MODELS else None
        if UNSET is not told and own is not None and own != told.revision:
            return Unjudged(0, "revision", known, own)
        try:
            mine = named(game, options_of(game, options))
        except Trouble as trouble:
            name = str(next(iter(trouble.facts.values()), ""))  # the edition, variant, story or game
            return Unjudged(0, "lacking", known, own, name)
        except (ValueError, LookupError):
            return None  # options that are none are a lie, by whichever rules
        same = told is UNSET or mine == RulesName(told.revision, told.data)
        return None if same else Unjudged(0, "data", known, own)

    def follow(self, match: Match, body: Body, seat: Seat | None, box: bytes | None) -> int:
        """The next entry, judged by the chain already, and what was in the box of `seat`."""
        seat = None if box is None else seat
        self._told[body.seq] = _Hashes(_hash(body.view), _hash(body.news), seat, _hash(box or b""))
        # Whoever looks on may want to see all of it.
        self.again.add(match, body if self._onto else replace(body, view=b"", news=b"", boxes=()))
        for step in self.again.steps():
            self.compare(step)
            if self._onto is not None:
                self._onto(self.again, step)
        return self.again.deal

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


class MatchAudit(ReadMatch):
    """What one file tells, and whether it is true.

    `owner` is whose boxes the file's key opens, at least at times.  `lie` is the
    first that was found; `told` ends before an entry that the chain refused.
    With `onto`, somebody sees each entry as the rules make it, up to a lie.
    """

    def __init__(
        self, file: MatchFile, onto: Callable[[RevealedReplay, PlayedEntry], None] | None = None
    ) -> None:
        verifier = RulesVerifier(onto)
        super().__init__(file.head.pin, file.head.match, file.head.key, verifier)
        self.head = file.head
        self.told: list[AuditedEntry] = []
        self.owner: Seat | None = None
        self.lie: Lie | None = None
        self._rules = verifier
        reading = log.read_log(file.log, self.chain, self._look)
        self.torn = reading.fault is None and reading.end < len(file.log)
        if reading.fault is not None:
            self._found(lie_of(self.chain.next, reading.fault))

    @property
    def again(self) -> RevealedReplay:
        """The match as the rules make it, as far as it could be played again."""
        return self._rules.again

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
        return self._rules.compared

    def _own_of(self, opened: Sequence[Seat]) -> Seat | None:
        """The one that the file names; else where the key was before."""
        return self.head.seat if self.head.seat in opened else super()._own_of(opened)

    def _look(self, body: Body) -> None:
        box = None
        try:
            box = self.opened(body)
        except LyingError as error:
            self._found(error.lie)
        self.owner = self.owner if self.seat is None else self.seat
        self.told.append(
            AuditedEntry(
                body, box, tuple(each for each in remarks(body, self.chain) if each.kind not in LIVE)
            )
        )
        if self.lie is None and self.unjudged is None:
            try:
                self.judge(body, box)
            except LyingError as error:
                if self.unjudged is None:
                    self._found(error.lie)

    def _found(self, lie: Lie) -> None:
        self.lie = self.lie or lie
