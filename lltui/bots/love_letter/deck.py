"""The printed cards of an edition, as a player knows them, and what one may think of a hidden card."""

from __future__ import annotations

from functools import cache
from typing import Any, TypeAlias

from lltui.games.love_letter.loading import agreed
from lltui.games.love_letter.model import CardId, Options

Odds: TypeAlias = dict[CardId, float]


class Deck:
    """What stands on the cards of one table's edition.

    `effects` are named as in the edition's file; `ranks` go upward.
    """

    def __init__(self, options: Options) -> None:
        cards = agreed(options).card
        self.copies: dict[CardId, int] = {card.id: card.copies for card in cards}
        self.values: dict[CardId, int] = {card.id: card.value for card in cards}
        self.effects: dict[CardId, dict[str, Any]] = {card.id: card.effect for card in cards}
        self.kinds: dict[CardId, str] = {card.id: card.effect["kind"] for card in cards}
        self.forced_with = {card.id: frozenset(card.forced_with) for card in cards}
        self.ranks = tuple(
            tuple(card for card, its in self.values.items() if its == value)
            for value in sorted(set(self.values.values()))
        )
        self.fatal = self._with("fall")
        self.guessing = self._with("guess")
        self.comparing = self._with("compare")
        self.replacing = self._with("replace")
        spared = (self.effects[card].get("never", ()) for card in self.guessing)
        self.guessable = frozenset(self.copies).difference(*spared)

    def _with(self, kind: str) -> frozenset[CardId]:
        return frozenset(card for card, its in self.kinds.items() if its == kind)


@cache
def deck(options: Options) -> Deck:
    """Laid out once per table."""
    return Deck(options)


class Hunch:
    """What a hidden card may be: its odds, and what is asked of them again and again."""

    __slots__ = ("below", "comparing", "fatal", "guessing", "most", "odds", "replacing", "up_to")

    def __init__(self, deck: Deck, odds: Odds) -> None:
        self.odds = odds
        self.most = max(odds.values())
        self.guessing = sum(odds[card] for card in deck.guessing)
        self.comparing = sum(odds[card] for card in deck.comparing)
        self.replacing = sum(odds[card] for card in deck.replacing)
        self.fatal = sum(odds[card] for card in deck.fatal)
        self.below: Odds = {}
        self.up_to: Odds = {}
        lower = 0.0
        for rank in deck.ranks:
            equal = sum(odds[card] for card in rank)
            for card in rank:
                self.below[card] = lower
                self.up_to[card] = lower + equal
            lower += equal


def certain(deck: Deck, *cards: CardId) -> Hunch:
    """It is one of these, as likely this as that."""
    return Hunch(deck, {card: cards.count(card) / len(cards) for card in deck.copies})
