"""A bot's picture of the table at one choice: what is unseen, and who may hold what."""

from __future__ import annotations

from lltui.bots.love_letter.deck import Deck, Hunch, Odds, certain
from lltui.bots.love_letter.memory import Memory
from lltui.games.game import Seat
from lltui.games.love_letter.model import CardId, Private, Public


class Outlook:
    """Cards are counted from the views alone; memory only leans the odds.

    `rivals` are those still in the round, in the order in which they will
    play.  `unseen` counts the cards that lie in unknown places, and `draw` is
    any one of them.
    """

    def __init__(self, memory: Memory, public: Public, private: Private) -> None:
        self.deck: Deck = memory.deck
        self.public = public
        self.you = memory.you
        self.pile = public.pile
        self.hand = private.hand
        count = len(public.seats)
        turns = ((self.you + step) % count for step in range(1, count))
        self.rivals = tuple(seat for seat in turns if not public.seats[seat].out)
        self.safe = frozenset(seat for seat in self.rivals if public.seats[seat].safe)
        self.spies = memory.spies & frozenset(self.rivals)
        known: dict[Seat, list[CardId]] = {}
        for sight in private.known:
            known.setdefault(sight.seat, []).append(sight.card)
        self.unseen = self._count(private, known)
        self.draw = Hunch(self.deck, self._leaning(dict.fromkeys(self.unseen, 1.0)))
        self.hunches = {
            seat: certain(self.deck, *known[seat])
            if seat in known
            else Hunch(self.deck, self._leaning(memory.odds(seat)))
            for seat in self.rivals
        }

    def _count(self, private: Private, known: dict[Seat, list[CardId]]) -> dict[CardId, int]:
        unseen = self.deck.copies.copy()
        seen = [*private.hand, *self.public.laid_open]
        for seat in self.public.seats:
            seen += seat.discards
        for cards in known.values():
            seen += cards
        seen += (card for card in private.under if card is not None)
        for card in seen:
            unseen[card] -= 1
        return unseen

    def _leaning(self, odds: Odds) -> Odds:
        """An unseen card, so much likelier or less likely than by the count."""
        weights = {card: copies * odds[card] for card, copies in self.unseen.items()}
        total = sum(weights.values())
        if total <= 0:
            # All that was heard cannot be true together (it is a way of playing
            # that was taken for granted): the count alone is left.
            weights, total = dict(self.unseen), sum(self.unseen.values())
        # With every card seen there is nothing left to be drawn or held.
        return {card: weight / max(total, 1e-9) for card, weight in weights.items()}
