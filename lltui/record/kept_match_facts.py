"""What boards show of matches that were kept: the list, and one from a place at the table.  No rules."""

from __future__ import annotations

from enum import Enum, auto
from itertools import accumulate
from typing import NamedTuple, TypeAlias

from msgspec import Struct

from lltui.errors import Trouble
from lltui.games.chair import Glimpse
from lltui.games.game import Seat
from lltui.record.lies import Lie, Remark, Unjudged


class NobodysSeat(Trouble):
    """A watcher's copy: whoever wants to practise has to name a seat."""


class Eyes(Enum):
    """Places that are nobody's seat."""

    WATCHER = auto()
    ALL = auto()


View: TypeAlias = Seat | Eyes


class ReplayFacts(NamedTuple):
    """What is known of a match before its first scene; `checked` deals were found to be true.

    `levels` are those of bots, by seat; `host` is called so who hosted it, if that was somebody who played.
    `over`: to its end and found true, so that all hands are open; `ended`: to its end, true or not.
    """

    number: int
    began: int
    game: str
    options: Struct
    names: tuple[str, ...]
    bots: frozenset[Seat]
    seat: Seat | None
    over: bool
    checked: int
    lie: Lie | None
    unjudged: Unjudged | None = None
    levels: tuple[str, ...] = ()
    host: str | None = None
    ended: bool = False

    @property
    def judgeable(self) -> bool:
        """Whether it may be said what its moves are worth: while it runs only as one may ask at its table.

        Else a copy of a match that runs would be the way round what its players agreed on.
        """
        alone = len(self.names) - len(self.bots) < 2
        return self.over or self.ended or alone or getattr(self.options, "advice", "off") == "on"

    def taken(self, view: View) -> Seat:
        """The seat that somebody takes over who looks so: the one that is looked from, or else one's own."""
        seat = self.seat if isinstance(view, Eyes) else view
        if seat is None:
            raise NobodysSeat
        return seat


class ReplayScene(NamedTuple):
    """One entry, as one place at the table saw it.  `hands` are all private views, if all eyes look."""

    seq: int
    deal: int
    glimpse: Glimpse
    remarks: tuple[Remark, ...]
    hands: tuple[Struct, ...] = ()


# ------------------------------------------------------------------ the list


class HistoryRow(NamedTuple):
    """One match in the list.  What was not `judged` is neither sound nor found false.

    `stopped`: it was ended before its end, by its host or for its length.
    """

    file: str
    began: int
    game: str
    edition: str
    you: str | None
    others: tuple[str, ...]
    winners: tuple[str, ...]
    won: bool
    deals: int
    over: bool
    sound: bool
    judged: bool = True
    stopped: bool = False


class WinShare(NamedTuple):
    """So many won of so many played; with somebody, `theirs` of them were won by that one."""

    name: str
    won: int
    played: int
    theirs: int = 0


class Streak(NamedTuple):
    """So many won one after the other: up to now, and at most."""

    now: int
    best: int


class NewestEvening(NamedTuple):
    """The matches of one sitting, in their order: whether each was won.

    `goes_on`: it is of now, and may have another.
    """

    began: int
    won: tuple[bool, ...]
    goes_on: bool = False

    @property
    def curve(self) -> tuple[int, ...]:
        """After each of them, how many more were won than lost."""
        return tuple(accumulate(1 if won else -1 for won in self.won))


class Past(NamedTuple):
    """Everything that was kept, the newest first, and what it comes to.

    `opponents` are the keys of those in `by_opponent`, whatever they are called. `fresh` tells
    why the list had to be made anew, `unread` names what is no match.
    """

    lines: tuple[HistoryRow, ...]
    by_seat: tuple[WinShare, ...] = ()
    by_edition: tuple[WinShare, ...] = ()
    by_opponent: tuple[WinShare, ...] = ()
    by_company: tuple[WinShare, ...] = ()
    guesses: tuple[WinShare, ...] = ()
    stories: tuple[WinShare, ...] = ()
    cards: tuple[tuple[str, tuple[tuple[str, int], ...]], ...] = ()
    streak: Streak | None = None
    evening: NewestEvening | None = None
    unread: tuple[str, ...] = ()
    fresh: str | None = None
    opponents: tuple[str, ...] = ()
