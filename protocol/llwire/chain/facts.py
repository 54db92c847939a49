"""What the chain has said so far about a match: the facts its next entry is judged by; and whose turn it is.

The facts are frozen: an entry that is refused halfway has changed nothing.  The
turns, table, client and whoever checks a file follow with the same few lines.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from llwire.chain.entries import Acted, Auto, Body, Bot, Decided, Genesis, Player
from llwire.wire import limits
from llwire.wire.crypto import digest
from llwire.wire.deeds import Act, Decision, Deed, NewKey, read_deed
from llwire.wire.errors import Law, broken, demand

D = TypeVar("D", bound=Deed)
By: TypeAlias = Literal["host", "table"] | int


class Cause(NamedTuple):
    """A deed whose signature holds; `seen` is the number of the entry it was signed over.

    `by` is whose word a decision is: the hosting player's, the table's own, or that of the player on a seat.
    """

    deed: Deed
    seen: int
    by: By | None = None


def only(causes: Sequence[Cause], kind: type[D], law: Law, detail: str) -> D:
    """The one cause there must be."""
    match causes:
        case [Cause(deed=deed)] if isinstance(deed, kind):
            return deed
    raise broken(law, detail)


class SeatFacts(Struct, frozen=True):
    """One seat as it is now.

    `promise` is the nonce it has promised and not opened, the `promises`-th it
    made; a seat without one takes no part in the next deal.
    """

    id: bytes | None
    box: bytes
    promise: bytes | None
    promises: int = 1
    moved: int = 0
    stand_in: bool = False
    dropped: bool = False

    @property
    def person(self) -> bool:
        """Whether its player moves for it, rather than the table."""
        return self.id is not None and not self.stand_in and not self.dropped


class Hidden(Struct, frozen=True):
    """A deal whose seed is not revealed yet, and the sizes of its piles so far."""

    deal: int
    attempt: int
    promise: bytes
    nonces: tuple[bytes | None, ...]
    piles: tuple[int, ...]


class Open(Struct, frozen=True):
    """A revealed deal: `orders` are those of its piles, to be compared with what was played."""

    deal: int
    attempt: int
    orders: tuple[tuple[int, ...], ...]


class Pledge(Struct, frozen=True):
    """A secret choice that is still closed."""

    seq: int
    seat: int
    deal: int
    commit: bytes


class Match(Struct, frozen=True):
    """`asked` are the seats that take part in the next deal, in the attempt that began at `began`.

    They can only become fewer; `since` is the entry in which they last did.
    `cards` are those of all piles so far.
    """

    genesis: Genesis
    number: int
    chairs: tuple[SeatFacts, ...]
    promise: bytes
    promised: frozenset[tuple[bytes | None, bytes]]
    asked: frozenset[int]
    deal: int = 0
    attempt: int = 0
    began: int = 0
    since: int = 0
    hidden: tuple[Hidden, ...] = ()
    open: tuple[Open, ...] = ()
    revealed: bool = False
    pledges: tuple[Pledge, ...] = ()
    cards: int = 0
    opened_first: tuple[bytes, ...] | None = None
    decided: int = 0
    paused: bool = False
    ending: bool = False
    over: bool = False

    def seated(self, seat: int, chair: SeatFacts) -> "Match":
        chairs = (*self.chairs[:seat], chair, *self.chairs[seat + 1 :])
        return replace(self, chairs=chairs)

    def promise_of(self, seat: int, promise: bytes) -> "Match":
        self.demand_new(seat, promise)
        chair = self.chairs[seat]
        made = self.promised | {(chair.id, promise)}
        chair = replace(chair, promise=promise, promises=chair.promises + 1)
        return replace(self.seated(seat, chair), promised=made)

    def demand_new(self, seat: int, promise: bytes) -> None:
        """It must not be a promise this player made before: that nonce may be known."""
        made = (self.chairs[seat].id, promise)
        demand(made not in self.promised, Law.NONCE_TWICE, f"seat {seat} promised this nonce before")

    def put_in_order(self, size: int) -> "Match":
        """One pile more: a reveal computes them all, so a table must not ask for any number."""
        demand(self.cards + size <= limits.CARDS, Law.CARDS, "more cards than any match needs")
        return replace(self, cards=self.cards + size)

    def without(self, seq: int, seat: int) -> "Match":
        """A seat is lost to the coming deal, and its promise with it."""
        match = self.seated(seat, replace(self.chairs[seat], promise=None))
        if seat not in self.asked:
            return match
        return replace(match, asked=match.asked - {seat}, since=seq)


def begin(genesis: Genesis, number: int) -> Match:
    chairs = tuple(_facts(row) for row in genesis.roster)
    promised = frozenset((chair.id, chair.promise) for chair in chairs if chair.promise is not None)
    match = Match(genesis, number, chairs, genesis.promise, promised, frozenset())
    return ask_all(match, seq=0)


def ask_all(match: Match, seq: int) -> Match:
    """A new deal is to come: every player who is there and has promised takes part."""
    chairs = enumerate(match.chairs)
    asked = frozenset(seat for seat, chair in chairs if chair.person and chair.promise is not None)
    return replace(match, asked=asked, attempt=0, began=seq, since=seq)


def demand_play(match: Match) -> None:
    demand(not match.paused, Law.PAUSED, "play while paused")
    demand(not match.ending, Law.ENDING, "play after the match was ended")
    # Once the seed is known, so is every card: a move now could be made to fit.
    demand(not match.revealed, Law.REVEALED, "play in a round whose deal is revealed")


_BITS = 11  # of each of its three numbers


def check_number(genesis_hash: bytes, match: Match) -> str | None:
    """A number that everybody at one table reads on the screen, and nobody at another: "1043 0077 1988".

    Said aloud once, it shows that no person stands in the middle and that the
    table tells all the same story.  It is made of the genesis and of the first
    nonces opened: those were promised before anybody knew another's, so nobody can
    try out chains until the number fits.  That is why there is none earlier.
    """
    if match.opened_first is None:
        return None
    number = int.from_bytes(digest("phrase", genesis_hash, *match.opened_first)[:8], "big")
    return " ".join(f"{number >> shift & 2**_BITS - 1:04}" for shift in (53, 42, 31))


def _facts(row: Player | Bot) -> SeatFacts:
    match row:
        case Player():
            return SeatFacts(row.id, row.box, row.promise)
        case Bot():
            return SeatFacts(None, row.box, None)


# --- the turn of a seat ----------------------------------------------------------


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
    """One seat's turn, along the chain: which act counts, when several may act at once.

    It is the number of the last entry that changed what this seat may do, or that
    moved for this seat or gave it a new key.  An act names the turn it answers
    and the newest entry its player had seen; it counts if the turn is still the
    same and the entry is on the chain, not older than the turn.

    So what the others do meanwhile disturbs nobody whose choices it leaves alone,
    and an act that arrives twice counts once.  The second half of the definition
    is needed for that: a proposal that may still be changed leaves the choices as
    they were, and without it a belated copy of the first would undo the second.
    """

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
