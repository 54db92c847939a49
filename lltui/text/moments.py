"""What happened in one move, as facts to be drawn or said, and the words for it."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from msgspec import Struct

from lltui.games.game import Seat
from lltui.games.love_letter.events import CardId, HowWon
from lltui.text.voice import Voice

# A card that is played has the form of what it does; `plain` is one that does nothing, or meets nobody.
Play: TypeAlias = Literal[
    "guess", "look", "compare", "shield", "replace", "trade", "council", "fall", "plain"
]
Form: TypeAlias = Play | Literal["last", "round", "match"]
Result: TypeAlias = Literal["hit", "missed", "won", "lost", "tie", "fell", "drew", "idle", "done"]
AROUND = ("last", "round", "match")


class MomentShown(Struct, frozen=True):
    """One thing that happened.

    `held` is the other card of `who` and `met` the card of `target`, both as they
    were before, where this person saw them; `came` is what is in the hand since.
    `why` tells how `who` knew what this person held, if that is known.  At the end
    of a round `shown` laid these `hands` open.  `buried` are those that whoever
    took council put under the pile, and saw, the last one lowest.
    """

    form: Form
    who: Seat | None = None
    card: CardId | None = None
    target: Seat | None = None
    named: CardId | None = None
    result: Result = "done"
    held: CardId | None = None
    met: CardId | None = None
    came: CardId | None = None
    out: Seat | None = None
    cards: int | None = None
    why: Literal["looked", "traded"] | None = None
    shown: tuple[Seat, ...] = ()
    hands: tuple[CardId, ...] = ()
    winners: tuple[Seat, ...] = ()
    how: HowWon | None = None
    buried: tuple[CardId, ...] = ()

    def concerns(self, you: Seat | None) -> bool:
        """Whether somebody else did it to this person."""
        return you is not None and you != self.who and you in (self.target, self.out)

    def private(self, you: Seat | None) -> str:
        """Who sees more of it than the table does: `you` alone, or the `two`; else nothing."""
        if you is not None and self.buried:
            return "you"
        if you is None or you not in (self.who, self.target) or self.met is None:
            return ""
        if self.form == "look":
            return "you" if you == self.who else "two"
        return "two" if self.form == "trade" else ""


# ------------------------------------------------------------------- in words


class MomentText(NamedTuple):
    """What came of it, why, and what else there is to it; `short` says why where there is little room."""

    result: str
    why: str
    more: str
    short: str

    @property
    def whys(self) -> tuple[str, ...]:
        """All ways to say why, the longest first: the first one that fits is taken."""
        return (f"{self.why} {self.more}".strip(), self.why, self.short or self.why)


def told(moment: MomentShown, voice: Voice) -> MomentText:
    """A moment in sentences."""
    return MomentText(*voice.moment(moment, *(f"{moment.form} {part}" for part in MomentText._fields)))


def told_since(moment: MomentShown, voice: Voice) -> str:
    """What follows the name and the card in the list of what happened since one's last turn."""
    return voice.moment(moment, f"{moment.form} since")[0]
