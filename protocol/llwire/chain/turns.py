"""Which act counts, when several may act at once.

A seat's turn is the number of the last entry that changed what this seat may
do, or that moved for this seat or gave it a new key.  An act names the turn it answers
and the newest entry its player had seen; it counts if the turn is still the
same and the entry is on the chain, not older than the turn.

So what the others do meanwhile disturbs nobody whose choices it leaves alone,
and an act that arrives twice counts once.  The second half of the definition
is needed for that: a proposal that may still be changed leaves the choices as
they were, and without it a belated copy of the first would undo the second.

Table, client and whoever checks a file follow the chain with the same few lines.
"""

from llwire.chain.entries import Acted, Auto, Body, Decided
from llwire.wire.deeds import Act, Decision, NewKey, read_deed


def answered(body: Body) -> int | None:
    """The seat whose turn this entry ends: it moves, or another player takes it, who sees it first now."""
    if isinstance(body.what, Auto):
        return body.what.seat
    if isinstance(body.what, Acted | Decided):
        match read_deed(body.causes[0]):
            case Act(seat=seat) | Decision(what=NewKey(seat=seat)):
                return seat
    return None


class Turn:
    """One seat's turn, along the chain."""

    def __init__(self) -> None:
        self.number = 0
        self._choices = b""
        self._heads: set[bytes] = set()

    def follow(self, seq: int, head: bytes, choices: bytes, *, acted: bool) -> None:
        """Entry `seq` is there: what the seat may do after it, and whether it carries out the seat's act."""
        if acted or choices != self._choices:
            self.number = seq
            self._choices = choices
            self._heads.clear()
        self._heads.add(head)

    def counts(self, act: Act) -> bool:
        return act.turn == self.number and act.head in self._heads


class Unanswered:
    """What a player chose, from the choice until the chain or the table answers."""

    def __init__(self, turn: Turn) -> None:
        self._turn = turn
        self._action: bytes | None = None
        self._at = 0

    @property
    def action(self) -> bytes | None:
        """To be sent, and sent again on every new connection; None when there is none.

        Once the turn has passed the action is either done or was chosen among
        choices that are gone: the player is asked again, nothing is sent.
        """
        return self._action if self._at == self._turn.number else None

    def choose(self, action: bytes) -> None:
        self._action, self._at = action, self._turn.number

    def refused(self, turn: int | None, now: int | None, *, stale: bool) -> bool:
        """The act of `turn` did not count.  Whether to sign anew over the newest head.

        That helps if the table says that the turn is still the same; otherwise
        the entry that changed it is on its way and will say more.
        """
        if self.action is None or turn != self._at:
            return False
        if not stale:
            self._action = None
        return stale and turn == now
