"""What a bot knows: what it heard in this round, as odds, and its picture of the table at one choice.

For every player it keeps a factor per card: how much likelier than by mere
counting it has become that they hold it.  Counting itself belongs to the
moment of the choice (`Outlook`), so nothing here goes stale when a card shows.

A player who held k or Z, drew the other one and laid Z down keeps k.  If every
card counts with its factor L, the rule of Bayes gives, for k other than Z,

    L'(k) = (L(k) + L(Z)) * P(lays down Z, holding Z and k)

and L'(Z) = L(Z), since there is only one way to hold Z twice.
"""

from __future__ import annotations

from collections.abc import Iterable

from lltui.bots.love_letter.deck import Deck, Hunch, Odds, certain
from lltui.games.game import Event, Seat
from lltui.games.love_letter import model
from lltui.games.love_letter.model import CardId, Private, Public

# Two cards in hand and no rule between them: so often the lower one is laid down.
LOWER_FIRST = 0.65


class Memory:
    """Of one seat.  `spies` know the card that it held before it drew."""

    def __init__(self, deck: Deck, you: Seat) -> None:
        self.deck = deck
        self.you = you
        self.spies: frozenset[Seat] = frozenset()
        self._odds: dict[Seat, Odds] = {}
        self._compared: model.HandsCompared | None = None

    def odds(self, seat: Seat) -> Odds:
        """Factors by card; 1 where nothing was heard."""
        if seat not in self._odds:
            self._odds[seat] = dict.fromkeys(self.deck.copies, 1.0)
        return self._odds[seat]

    def hear(self, events: Iterable[Event]) -> None:
        """Take in the news, in their order."""
        for event in events:
            self._hear(event)

    def _hear(self, event: Event) -> None:
        match event:
            case model.RoundBegan():
                self._odds.clear()
                self.spies = frozenset()
            case model.Played(who, card):
                self._kept(who, card)
            case model.GuessMissed(_, target, guess):
                self.odds(target)[guess] = 0.0
            case model.HandLookedAt(who, self.you):
                self.spies |= {who}
            case model.HandsCompared():
                self._compare(event)
            case model.KnockedOut(who, "outranked", card):
                self._outranked(who, card)
            case model.Discarded(who) | model.PutUnder(who):
                self._changed(who)
            case model.Traded(who, target):
                self._trade(who, target)
            case _:
                self._learn(event)

    def _learn(self, event: Event) -> None:
        match event:
            case model.HandSeen(_, target, card):
                self._know(target, card)
            case model.HandsSeen(who, target, card, other) | model.HandsTraded(who, target, other, card):
                self._know(who, card)
                self._know(target, other)

    def _know(self, who: Seat, card: CardId) -> None:
        self._odds[who] = dict.fromkeys(self.deck.copies, 0.0) | {card: 1.0}

    def _changed(self, who: Seat) -> None:
        self._odds.pop(who, None)
        if who == self.you:
            self.spies = frozenset()

    def _kept(self, who: Seat, card: CardId) -> None:
        if who == self.you:
            return
        odds = self.odds(who)
        gone = odds[card]
        for other in odds:
            if other != card:
                odds[other] = (odds[other] + gone) * self._lays_down(card, other)

    def _lays_down(self, card: CardId, other: CardId) -> float:
        """How likely it is that whoever holds both lays `card` down."""
        deck = self.deck
        if card in deck.forced_with[other] or card in deck.fatal:
            return 0.0
        if other in deck.forced_with[card] or other in deck.fatal:
            return 1.0
        return LOWER_FIRST if deck.values[card] <= deck.values[other] else 1 - LOWER_FIRST

    def _compare(self, event: model.HandsCompared) -> None:
        self._compared = event
        if event.loser is None:
            for seat in (event.who, event.target):
                odds = self.odds(seat)
                odds |= {card: 0.0 for card, copies in self.deck.copies.items() if copies < 2}
            if self.you in (event.who, event.target):
                self.spies |= {event.who, event.target} - {self.you}

    def _outranked(self, loser: Seat, card: CardId | None) -> None:
        """Whoever won holds more than the card that now lies open."""
        assert self._compared is not None
        assert card is not None
        winner = self._compared.who if loser == self._compared.target else self._compared.target
        values = self.deck.values
        self.odds(winner).update({c: 0.0 for c in values if values[c] <= values[card]})

    def _trade(self, one: Seat, other: Seat) -> None:
        self._odds[one], self._odds[other] = self.odds(other), self.odds(one)
        if self.you in (one, other):
            self.spies = frozenset({one, other}) - {self.you}


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
