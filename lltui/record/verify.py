"""Proof: what a table told is what the revealed numbers and the rules make of what everybody did.

The chain has judged each entry when it comes here: signatures, promises, the
order of things.  Here the cards are dealt again, every move is made again, and
each entry's public view, its news and the own box are compared byte by byte.
A match that was played by other rules than this program's cannot be judged so:
that is a verdict of its own, and never a lie.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from lltui.games import packing
from lltui.games.game import Seat
from lltui.games.models import model
from lltui.record.again import RevealedReplay, Step, demand, foreign
from lltui.record.laws import shown
from lltui.record.lies import Checked, Lie, LyingError, Unjudged, Verdict
from llwire.chain.entries import Body, Dealt, Genesis, Pile
from llwire.chain.facts import Match
from llwire.wire.crypto import digest
from llwire.wire.fields import Rules


class _Told(NamedTuple):
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

    def __init__(self, onto: Callable[[RevealedReplay, Step], None] | None = None) -> None:
        self.again = RevealedReplay()
        self._onto = onto
        self.compared = 0
        self._told: dict[int, _Told] = {}
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
        self._told[body.seq] = _Told(_hash(body.view), _hash(body.news), seat, _hash(box or b""))
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

    def compare(self, step: Step) -> None:
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
