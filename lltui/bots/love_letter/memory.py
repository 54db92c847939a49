"""What a bot knows: the printed cards, what it heard in this round, and the table as it stands at one choice.

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
from functools import cache
from typing import Any, TypeAlias

from lltui.games.game import Event, Seat
from lltui.games.love_letter import events
from lltui.games.love_letter.events import CardId
from lltui.games.love_letter.loading import agreed
from lltui.games.love_letter.model import Options
from lltui.games.love_letter.views import Private, Public

Odds: TypeAlias = dict[CardId, float]
# Two cards in hand and no rule between them: so often the lower one is laid down.
LOWER_FIRST = 0.65


# ------------------------------------------------------------ the printed cards


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


# ---------------------------------------------------------------- what was heard


class Memory:
    """Of one seat.  `spies` know the card that it held before it drew."""

    def __init__(self, deck: Deck, you: Seat) -> None:
        self.deck = deck
        self.you = you
        self.spies: frozenset[Seat] = frozenset()
        self._odds: dict[Seat, Odds] = {}
        self._compared: events.HandsCompared | None = None

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
            case events.RoundBegan():
                self._odds.clear()
                self.spies = frozenset()
            case events.Played(who, card):
                self._kept(who, card)
            case events.GuessMissed(_, target, guess):
                self.odds(target)[guess] = 0.0
            case events.HandLookedAt(who, self.you):
                self.spies |= {who}
            case events.HandsCompared():
                self._compare(event)
            case events.KnockedOut(who, "outranked", card):
                self._outranked(who, card)
            case events.Discarded(who) | events.PutUnder(who):
                self._changed(who)
            case events.Traded(who, target):
                self._trade(who, target)
            case _:
                self._learn(event)

    def _learn(self, event: Event) -> None:
        match event:
            case events.HandSeen(_, target, card):
                self._know(target, card)
            case events.HandsSeen(who, target, card, other) | events.HandsTraded(who, target, other, card):
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

    def _compare(self, event: events.HandsCompared) -> None:
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
