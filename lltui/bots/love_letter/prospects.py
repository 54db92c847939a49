"""How good a position is: the chance to win the round with one card in hand.

A rough reckoning in place of a search.  At the end of a round only the
showdown counts, early on it is about staying in; in between they are mixed.
"""

from __future__ import annotations

from collections.abc import Mapping

from lltui.bots.love_letter.deck import Hunch
from lltui.bots.love_letter.outlook import Outlook
from lltui.games.game import Seat
from lltui.games.love_letter.model import CardId

# How often a player who could aim a card at somebody does so now, and how
# often if the victim's hand is known.
EAGER = 0.8
SURE = 0.9
# What an equal hand counts at the showdown.
TIE = 0.5
# How fast the showdown fades as more cards lie between.
FADE = 0.3
# How much better an even chance becomes with such a card to play later.
LATER = {"guess": 0.1, "shield": 0.15}

Hunches = Mapping[Seat, Hunch]


class Prospects:
    """For one choice: after it the round goes on with the rivals' turns."""

    def __init__(self, at: Outlook) -> None:
        self.at = at
        self._reckoned: dict[tuple[object, ...], float] = {}

    def win(
        self,
        keep: CardId,
        rivals: tuple[Seat, ...],
        *,
        pile: int,
        spies: frozenset[Seat] = frozenset(),
        shielded: bool = False,
    ) -> float:
        """The chance to win the round, keeping this card against these rivals."""
        key = (keep, rivals, pile, spies, shielded)
        known = self._reckoned.get(key)
        if known is None:
            hunches = self.at.hunches
            known = self.win_if(hunches, keep, rivals, pile=pile, spies=spies, shielded=shielded)
            self._reckoned[key] = known
        return known

    def win_if(
        self,
        hunches: Hunches,
        keep: CardId,
        rivals: tuple[Seat, ...],
        *,
        pile: int,
        spies: frozenset[Seat] = frozenset(),
        shielded: bool = False,
    ) -> float:
        """The same, were these the hunches about the rivals' hands."""
        if not rivals:
            return 1.0
        showdown = self._showdown(hunches, keep, rivals, pile)
        if pile == 0:
            return showdown
        late = 1 / (1 + FADE * pile)
        even = (1 + LATER.get(self.at.deck.kinds[keep], 0.0)) / (1 + len(rivals))
        risk = 0.0 if shielded else self._risk(hunches, keep, rivals[:pile], spies)
        return (1 - risk) * (late * showdown + (1 - late) * even)

    def _showdown(self, hunches: Hunches, keep: CardId, rivals: tuple[Seat, ...], pile: int) -> float:
        """The chance to hold the highest card at the end; whoever still plays keeps the better one of two."""
        if pile <= len(rivals):
            return self._beats(hunches, keep, rivals, pile)
        values, draw = self.at.deck.values, self.at.draw
        chance = draw.up_to[keep] * self._beats(hunches, keep, rivals, pile)
        for card, drawn in draw.odds.items():
            if drawn and values[card] > values[keep]:
                chance += drawn * self._beats(hunches, card, rivals, pile)
        return chance

    def _beats(self, hunches: Hunches, card: CardId, rivals: tuple[Seat, ...], pile: int) -> float:
        chance = 1.0
        drawn = _beaten(self.at.draw, card)
        for turn, rival in enumerate(rivals):
            chance *= _beaten(hunches[rival], card) * (drawn if turn < pile else 1.0)
        return chance

    def _risk(
        self, hunches: Hunches, keep: CardId, playing: tuple[Seat, ...], spies: frozenset[Seat]
    ) -> float:
        """The chance to be knocked out before the own next turn."""
        at, deck, draw = self.at, self.at.deck, self.at.draw
        guessed = self._guessed(keep) if keep in deck.guessable else 0.0
        open_to_all = sum(rival not in at.safe for rival in at.rivals)
        stay = 1.0
        for rival in playing:
            hunch = hunches[rival]
            aims = SURE if rival in spies else EAGER / (1 + open_to_all - (rival not in at.safe))
            right = (1.0 if guessed else 0.0) if rival in spies else guessed
            danger = _either(hunch.guessing, draw.guessing) * right
            danger += _either(hunch.comparing, draw.comparing) * (1 - hunch.up_to[keep])
            if keep in deck.fatal:
                danger += _either(hunch.replacing, draw.replacing)
            stay *= max(0.0, 1 - danger * aims)
        return 1 - stay

    def _guessed(self, card: CardId) -> float:
        """The chance that a guess at this hand, by somebody who counts, is right."""
        at = self.at
        hidden = sum(copies for other, copies in at.unseen.items() if other in at.deck.guessable)
        return (at.unseen[card] + 1) / (hidden + 1)


def _beaten(hunch: Hunch, card: CardId) -> float:
    below = hunch.below[card]
    return below + TIE * (hunch.up_to[card] - below)


def _either(held: float, drawn: float) -> float:
    return held + drawn - held * drawn
