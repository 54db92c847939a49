"""Proof: what a table told is what the revealed numbers and the rules make of what everybody did.

The chain has judged each entry when it comes here: signatures, promises, the
order of things.  Here the cards are dealt again, every move is made again, and
each entry's public view, its news and the own box are compared byte by byte.
"""

from __future__ import annotations

from collections.abc import Callable

from lltui.games import packing
from lltui.games.game import Seat
from lltui.record.again import Again, Step, demand
from lltui.record.lies import Checked, Lie, LyingError
from llwire.entries import Body, Dealt, Pile
from llwire.match import Match


class Verifier:
    """Follows one match from its genesis, and says what it finds as soon as it can be known.

    A round can be checked when it is revealed: then all its entries are.  After
    a lie nothing more is checked, since all that follows would rest on it.  With
    `onto`, somebody else sees each entry that was found to be true.
    """

    def __init__(self, onto: Callable[[Again, Step], None] | None = None) -> None:
        self.again = Again()
        self._onto = onto
        self.compared = 0
        self._boxes: dict[int, tuple[Seat, bytes]] = {}
        self._told = 0
        self._lie: Lie | None = None

    def follow(self, match: Match, body: Body, seat: Seat | None, box: bytes | None) -> Checked | Lie | None:
        """The next entry, judged by the chain already, and what was in the box of `seat`."""
        if self._lie is not None:
            return None
        if seat is not None and box is not None:
            self._boxes[body.seq] = seat, box
        self.again.add(match, body)
        try:
            for step in self.again.steps():
                self.compare(step)
                if self._onto is not None:
                    self._onto(self.again, step)
        except LyingError as error:
            self._lie = error.lie
            return error.lie
        if self.again.deal == self._told:
            return None
        self._told = self.again.deal
        return Checked(self._told)

    def compare(self, step: Step) -> None:
        """A LyingError if the entry tells anything else than the truth."""
        body, game = step.body, self.again.game
        dealt = isinstance(body.what, Dealt | Pile)
        demand(
            packing.announced(step.news) == body.news,
            Lie(body.seq, "deal" if dealt else "news"),
        )
        demand(packing.view(game, step.state) == body.view, Lie(body.seq, "deal" if dealt else "view"))
        seat, told = self._boxes.pop(body.seq, (None, b""))
        if seat is not None:
            true = packing.box(game, step.state, seat, step.news)
            demand(true == told, Lie(body.seq, "deal" if dealt else "box", seat))
            self.compared += 1
