"""What can be wrong with what a table told, by name, and what is worth a remark.  No rules, no sentences.

A client stops at the first lie, and so does whoever checks a file: what comes
after it rests on it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

from msgspec import Struct, UnsetType

from lltui.games.game import Seat

if TYPE_CHECKING:  # whoever only tells of a lie loads nothing of the wire
    from llwire.chain.entries import Body
    from llwire.chain.facts import Match
    from llwire.wire.errors import Law, PeerError
    from llwire.wire.messages import Rules

# What the rules find, once a deal is open.
Untrue: TypeAlias = Literal[
    "deal",  # the cards dealt are not those that the sealed numbers give
    "reveal",  # a deal was revealed while it could still be played
    "pile",  # a pile was put in order that the rules did not ask for, or not the one they did
    "move",  # a move that the rules and the cards of this deal do not allow
    "turn",  # a move made for a moment that was not its seat's turn
    "view",  # the public view is another
    "news",  # what was announced is another
    "box",  # what the own box says is another, or it does not open
    "opening",  # secret choices were opened early, late or not at all
    "options",  # options that are none of this game
    "early",  # the match was ended before its end, and nobody decided that
    "garbled",  # views that are none of this game
]
# What no table has to say, true or not; a client that listened on would lose its memory and its disk to it.
Endless: TypeAlias = Literal[
    "long",  # a match longer than any
    "greedy",  # more matches, or longer ones, than an evening has
]
# What the chain finds, at once, is a law of llwire; what the rules find of a turn has that law's name.
What: TypeAlias = "Untrue | Endless | Law"


# Why this program cannot judge the moves of a match.
Why: TypeAlias = Literal[
    "revision",  # it has another revision of the game's rules
    "data",  # it has the edition or the story with other numbers
    "lacking",  # it has not got the game, the edition or the story
    "nameless",  # no table of today leaves them out: whatever is told later, nobody could call it a lie
    "unnamed",  # the match is older than the naming of rules, and told otherwise than they are now
]


class Unjudged(Struct, frozen=True):
    """The chain is judged, and the moves are not: they were made by rules that are not ours.

    `seq` is the entry from which on nothing is judged; `told` and `own` are the
    revisions of the rules, the match's and this program's, `name` what is lacking.
    """

    seq: int
    why: Why
    told: int | None = None
    own: int | None = None
    name: str = ""


class Lie(Struct, frozen=True):
    """Entry `seq` tells what cannot be.

    `seat` is whose move it is, or whose box.
    """

    seq: int
    what: What
    seat: Seat | None = None


Kind: TypeAlias = Literal[
    "voided", "left-out", "alone", "clock", "recovered-all", "recovered-time", "promised", "leave-out",
    "stand-in", "no-stand-in", "drop", "new-key", "new-key-bot", "pause", "resume", "go-on", "end-match",
    "too-long",
]  # fmt: skip


class Remark(Struct, frozen=True):
    """About no lie: how a deal came about in entry `seq`, or who played for whom.

    `seats` are those it is about, `deal` the deal, `by` the player who decided it.
    """

    seq: int
    kind: Kind
    seats: tuple[Seat, ...] = ()
    deal: int = 0
    by: Seat | None = None


class Verifier(Protocol):
    """Follows one match from its genesis to the first lie."""

    def follow(self, match: Match, body: Body, seat: Seat | None, box: bytes | None) -> int:
        """The next entry, judged by the chain already, and what was in its box; a LyingError at a lie.

        The deal up to and with which all was found as it should be: cards, moves, views, news and
        the own box.
        """

    def foreign(self, game: str, options: bytes, told: Rules | UnsetType) -> Unjudged | None:
        """Why this program could not judge a match of this game by rules of that name."""


class LyingError(Exception):
    """Raised where a lie is found, on its way to whoever names it."""

    def __init__(self, lie: Lie) -> None:
        super().__init__(f"entry {lie.seq}: {lie.what}")
        self.lie = lie


def lie_of(seq: int, error: PeerError, seat: Seat | None = None) -> Lie:
    """Entry `seq` was refused, or the box in it for `seat`; of a fork, the entry where the stories part."""
    assert error.law is not None, "whatever a chain refuses has a law"
    return Lie(getattr(error, "seq", seq), error.law, seat)
