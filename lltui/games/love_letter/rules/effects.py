"""What the cards do.

An effect holds its parameters, the plays it offers, and its consequence.  It
speaks in the verbs of `Doing`, each of which changes the round *and* tells it,
so an effect can neither forget the news nor leak a hand.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, ClassVar, NamedTuple, TypeAlias

from msgspec import Meta, Struct

from lltui.games.game import Seat
from lltui.games.love_letter.events import CardId
from lltui.games.love_letter.model import Play
from lltui.games.love_letter.rules.verbs import Doing


class Situation(NamedTuple):
    """All that a card's plays may depend on: who plays it, and who else could be meant."""

    seat: Seat
    others: tuple[Seat, ...]  # still in the round
    shielded: frozenset[Seat]
    cards: tuple[CardId, ...]  # every kind in the deck


class Simple(Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True):
    """A card that meets nobody: laid down, and its consequence follows."""

    targeted: ClassVar[bool] = False
    at_dusk: ClassVar[bool] = False

    def plays(self, card: CardId, _at: Situation) -> Iterable[Play]:
        """Every way to play it."""
        yield Play(card)

    def happen(self, do: Doing, by: Seat) -> None:
        """What follows from playing it if it meets nobody."""

    def hit(self, do: Doing, by: Seat, target: Seat, play: Play) -> None:
        """What follows for the two of them if it meets `target`."""
        raise AssertionError("it meets nobody")

    def fallen(self, do: Doing, who: Seat) -> None:
        """What follows when a Prince makes `who` lay it down."""

    def dusk(self, do: Doing, card: CardId) -> None:
        """What follows at the end of the round."""


class Nothing(Simple, frozen=True, tag="nothing"):
    """The card only counts."""


class Targeted(Simple, frozen=True):
    """A card that meets a player: one must be chosen if anybody can be."""

    targeted: ClassVar[bool] = True
    on_oneself: ClassVar[bool] = False

    def reach(self, at: Situation) -> tuple[Seat, ...]:
        """Who may be chosen."""
        others = tuple(seat for seat in at.others if seat not in at.shielded)
        return tuple(sorted((*others, at.seat))) if self.on_oneself else others

    def plays(self, card: CardId, at: Situation) -> Iterable[Play]:
        targets = self.reach(at)
        if not targets:
            yield Play(card)
        for target in targets:
            yield from self.plays_on(card, target, at)

    def plays_on(self, card: CardId, target: Seat, _at: Situation) -> Iterable[Play]:
        """Every way to play it on `target`."""
        yield Play(card, target)


class Guess(Targeted, frozen=True, tag="guess"):
    """Name a card: whoever holds it is out."""

    never: tuple[CardId, ...] = ()

    def plays_on(self, card: CardId, target: Seat, at: Situation) -> Iterable[Play]:
        for guess in at.cards:
            if guess not in self.never:
                yield Play(card, target, guess)

    def hit(self, do: Doing, by: Seat, target: Seat, play: Play) -> None:
        if do.hand(target) == play.guess:
            do.knock_out(target, "guessed")
        else:
            do.miss(by, target, play.guess)


class Look(Targeted, frozen=True, tag="look"):
    """See a hand."""

    def hit(self, do: Doing, by: Seat, target: Seat, play: Play) -> None:
        do.show(target, by)


class Compare(Targeted, frozen=True, tag="compare"):
    """Both see both hands; the lower one is out."""

    def hit(self, do: Doing, by: Seat, target: Seat, play: Play) -> None:
        difference = do.value(by) - do.value(target)
        loser = None if difference == 0 else by if difference < 0 else target
        do.compare(by, target, loser)
        if loser is not None:
            do.knock_out(loser, "outranked")


class Shield(Simple, frozen=True, tag="shield"):
    """Nobody may choose this player until their next turn."""

    def happen(self, do: Doing, by: Seat) -> None:
        do.shield(by)


class Replace(Targeted, frozen=True, tag="replace"):
    """Somebody, perhaps oneself, lays the hand down and draws another."""

    on_oneself: ClassVar[bool] = True

    def hit(self, do: Doing, by: Seat, target: Seat, play: Play) -> None:
        do.replace_hand(target)


class Trade(Targeted, frozen=True, tag="trade"):
    """Change hands; one edition lets it reach the shielded."""

    through_shields: bool = False

    def reach(self, at: Situation) -> tuple[Seat, ...]:
        return at.others if self.through_shields else super().reach(at)

    def hit(self, do: Doing, by: Seat, target: Seat, play: Play) -> None:
        do.swap(by, target)


class Fall(Simple, frozen=True, tag="fall"):
    """Whoever lays it down, no matter why, is out."""

    def happen(self, do: Doing, by: Seat) -> None:
        do.knock_out(by, "discarded")

    def fallen(self, do: Doing, who: Seat) -> None:
        do.knock_out(who, "discarded")


class Council(Simple, frozen=True, tag="council"):
    """Draw some cards, keep one, put the others under the pile."""

    draw: Annotated[int, Meta(ge=1, le=4)]

    def happen(self, do: Doing, by: Seat) -> None:
        do.take_council(by, self.draw)


class Favour(Simple, frozen=True, tag="favour"):
    """A token at dusk for the only one still in who laid one down."""

    at_dusk: ClassVar[bool] = True

    def dusk(self, do: Doing, card: CardId) -> None:
        do.favour_the_only(card)


Effect: TypeAlias = Nothing | Guess | Look | Compare | Shield | Replace | Trade | Fall | Council | Favour
