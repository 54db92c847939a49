"""A match of The Two Princes as plain data: everything, also what nobody may see."""

from __future__ import annotations

from msgspec import Struct

from lltui.games.game import Seat
from lltui.games.two_princes.model import Options
from lltui.games.two_princes.rules.awaited import AnyMoment
from lltui.games.two_princes.rules.awaited import Proposals as Ballots
from lltui.games.two_princes.rules.tasks import AnyTask, Prince
from lltui.games.two_princes.story.printed import Deck
from lltui.games.two_princes.story.vocabulary import Attr, Chapter, Kind

FULL_HAND = 5
HIGHEST = 6
LAST_MISERY = 6
DAYS = 3


class Boy(Struct):
    """One prince.  The top of the draw pile is its last card."""

    attributes: dict[Attr, int]
    items: dict[str, int | None]
    hand: list[str] = []
    draw: list[str] = []
    discards: list[str] = []
    marks: list[str] = []

    def copy(self) -> Boy:
        return Boy(
            self.attributes.copy(),
            self.items.copy(),
            self.hand[:],
            self.draw[:],
            self.discards[:],
            self.marks[:],
        )


class Trial(Struct, frozen=True):
    """A test under way, or the last one of the card that lies open.

    Where the brothers chose differently there are two at once, one for each.
    `played` are on the table until the cleanup, by prince; `tidy` says that it
    is over.
    """

    attr: Attr
    printed: int
    value: int
    who: tuple[Prince, ...]
    settled: tuple[int | None, int | None] = (None, None)
    drawn: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    used: tuple[tuple[Prince, str], ...] = ()
    total: int | None = None
    success: bool | None = None
    tidy: bool = False


class State(Struct):
    """Changed in place; `copy` makes one of its own.

    The top of every pile, and of the agenda, is its last entry.  `sown` are the
    challenges added so far in their order, `faced` those that were turned.
    `boxed` are the events that are not in this match.
    """

    options: Options
    boys: list[Boy]
    agenda: list[AnyTask]
    moment: AnyMoment | None = None
    chapter: Chapter = "tower"
    day: int = 0
    misery: int = 0
    reads: int = 0
    events: list[str] = []
    boxed: list[str] = []
    interlude: int = 0
    encounters: dict[Deck, list[str]] = {}
    supplies: dict[Kind, list[str]] = {}
    deck: list[int] = []
    sown: list[int] = []
    faced: list[int] = []
    flags: list[str] = []
    found: list[str] = []
    front: str | None = None
    reader: Prince = 0
    aside: int | None = None
    shown: list[str] = []
    trials: tuple[Trial, ...] = ()
    die: int | None = None
    ballots: Ballots = (None, None)
    book: list[str] = []
    asides: tuple[int, ...] = ()

    def copy(self) -> State:
        """Lists and tables are its own; all that lies in them is frozen."""
        return State(
            self.options,
            [boy.copy() for boy in self.boys],
            self.agenda[:],
            self.moment,
            self.chapter,
            self.day,
            self.misery,
            self.reads,
            self.events[:],
            self.boxed[:],
            self.interlude,
            {deck: pile[:] for deck, pile in self.encounters.items()},
            {kind: pile[:] for kind, pile in self.supplies.items()},
            self.deck[:],
            self.sown[:],
            self.faced[:],
            self.flags[:],
            self.found[:],
            self.front,
            self.reader,
            self.aside,
            self.shown[:],
            self.trials,
            self.die,
            self.ballots,
            self.book[:],
            self.asides,
        )

    @property
    def apart(self) -> Prince | None:
        """Whose card the brother may not see: at a strict table, that of who meets something alone."""
        met = self.front is not None and self.front.startswith("encounter.")
        return self.reader if met and self.options.alone == "strict" else None

    @property
    def testing(self) -> bool:
        """Played cards are on the table."""
        return any(not trial.tidy for trial in self.trials)

    def trial_of(self, prince: Prince) -> Trial | None:
        """The test that he is in."""
        return next((trial for trial in self.trials if prince in trial.who), None)

    def seat(self, prince: Prince) -> Seat:
        """Who plays him; and, since there are two of each, whom a seat plays."""
        return prince ^ self.options.edward

    def seats(self, princes: tuple[Prince, ...]) -> tuple[Seat, ...]:
        """The same for several."""
        return tuple(self.seat(prince) for prince in princes)

    def next(self, *tasks: AnyTask) -> None:
        """To be done now, in this order."""
        self.agenda.extend(reversed(tasks))
