"""An edition with its variants, made ready to be played millions of times.

What a seat may do depends on its hand, on who is still in and on who is
shielded, and on nothing else.  So a menu is worked out once and then looked
up, and every action exists once.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

import msgspec

from lltui.games.game import NATURE, Seat
from lltui.games.love_letter.events import CardId
from lltui.games.love_letter.loading import Edition, agreed, broken
from lltui.games.love_letter.model import Keep, Options, Play
from lltui.games.love_letter.rules.effects import Effect, Situation
from lltui.games.love_letter.rules.state import State, members

MENUS = 20_000  # remembered, about 18 MB; a thousand rounds of six seats have 6,500

Hand = tuple[CardId, ...]
Menu = tuple[Play | Keep, ...]


class ReadyEdition:
    """The edition's data in the forms that play asks for."""

    def __init__(self, options: Options) -> None:
        self.edition = agreed(options)
        self.deck = self.edition.deck()
        self.cards = tuple(card.id for card in self.edition.card)
        self.effects = _effects(self.edition)
        self.at_dusk = tuple(card for card, effect in self.effects.items() if effect.at_dusk)
        self.values = {card.id: card.value for card in self.edition.card}
        self.forcing = {card.id: card.forced_with for card in self.edition.card if card.forced_with}
        self.menus: dict[tuple[Hand, Seat, int, int], Menu] = {}
        self.councils: dict[Hand, Menu] = {}

    def barred(self, hand: Hand) -> set[CardId]:
        """The cards in hand that another one forbids to play now."""
        for card, beside in self.forcing.items():
            if card in hand and any(other in beside for other in hand):
                return set(hand) - {card}
        return set()

    def menu(self, state: State, seat: Seat) -> Menu:
        """Work a menu out, and remember it; chance plays no card."""
        if seat == NATURE:
            return ()
        hand = state.hands[seat]
        if state.phase == "council":
            return self.councils.setdefault(hand, tuple(_councils(hand)))
        key = (hand, seat, state.standing, state.shielded)
        if len(self.menus) >= MENUS:
            self.menus.clear()
        return self.menus.setdefault(key, tuple(self._plays(*key, state.seats)))

    def _plays(self, hand: Hand, seat: Seat, standing: int, shielded: int, seats: int) -> Iterator[Play]:
        at = Situation(
            seat,
            members(standing & ~(1 << seat), seats),
            frozenset(members(shielded, seats)),
            self.cards,
        )
        barred = self.barred(hand)
        for card in dict.fromkeys(hand):
            if card not in barred:
                yield from self.effects[card].plays(card, at)


def _effects(edition: Edition) -> dict[CardId, Effect]:
    """What each card does; Trouble if no card can do that."""
    found = {}
    for card in edition.card:
        try:
            effect: Effect = msgspec.convert(card.effect, Effect)
        except msgspec.ValidationError as error:
            raise broken(edition.id, f"`{card.id}`: {error}") from None
        for other in getattr(effect, "never", ()):
            if other not in {its.id for its in edition.card}:
                raise broken(edition.id, f"`{card.id}` names `{other}`, which is no card of it")
        found[card.id] = effect
    return found


def _councils(hand: Hand) -> Iterator[Keep]:
    orders = ((row[0], row[1:]) for row in permutations(hand))
    for keep, under in dict.fromkeys(orders):
        yield Keep(keep, under)
