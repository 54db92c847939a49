"""Who plays Love Letter: somebody at the first evening, and somebody who counts the cards.

To the second each entry of a menu is worth the chance to win the round, and a
little for what outlasts it.  How good a position is, the chance to win with one
card in hand, is a rough reckoning in place of a search.  At the end of a round
only the showdown counts, early on it is about staying in; in between they are
mixed.

What a bot knows: the printed cards, what it heard in this round, and the table as it
stands at one choice.  For every player it keeps a factor per card: how much likelier than by mere
counting it has become that they hold it.  Counting itself belongs to the
moment of the choice (`Outlook`), so nothing here goes stale when a card shows.

A player who held k or Z, drew the other one and laid Z down keeps k.  If every
card counts with its factor L, the rule of Bayes gives, for k other than Z,

    L'(k) = (L(k) + L(Z)) * P(lays down Z, holding Z and k)

and L'(Z) = L(Z), since there is only one way to hold Z twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from random import Random
from typing import Any, TypeAlias

from lltui.games.chair import Glimpse
from lltui.games.game import Action, Event, Seat
from lltui.games.love_letter import events
from lltui.games.love_letter.events import CardId
from lltui.games.love_letter.loading import agreed
from lltui.games.love_letter.model import Keep, Options, Play
from lltui.games.love_letter.prepared import MOVES
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


# ------------------------------------------------------------------- who plays

Hunches = Mapping[Seat, Hunch]

# What it is worth to look at a hand of which nothing is known, to make the
# others wonder, to earn a second token, to knock out who is about to win.
LOOK = 0.06
BLUFF = 0.4
TOKEN = 0.3
LEADER = 0.05
# Worse than anything that may still be won.
LOST = -1.0
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
# How often a card that need not be played is laid down as if it had to be.
BLUFFS = 0.1
# Plays this close to the best one are as good; which one it is, nobody shall foresee.
CLOSE = 1e-9


class Easy:
    """Knows the rules, wants to stay in, and thinks no further.

    First any of the cards, then anybody it may meet, then any name.
    """

    def __init__(self, options: Options, seat: Seat) -> None:
        self.seat = seat
        self.deck = deck(options)

    def choose(self, glimpse: Glimpse, rng: Random) -> Action:
        menu = [action for action in glimpse.menu if not self._harms(action)] or list(glimpse.menu)
        for field in ("card", "target", "guess"):
            values = list(dict.fromkeys(getattr(action, field, None) for action in menu))
            value = rng.choice(values)
            menu = [action for action in menu if getattr(action, field, None) == value]
        return rng.choice(menu)

    def _harms(self, action: Action) -> bool:
        """Laying down what throws its player out, or aiming at oneself."""
        if isinstance(action, Keep):
            return False
        assert isinstance(action, Play)
        return action.card in self.deck.fatal or action.target == self.seat


class Normal:
    """Counts the cards, remembers what was shown and heard, and weighs every play by its odds."""

    def __init__(self, options: Options, seat: Seat) -> None:
        self.memory = Memory(deck(options), seat)

    def choose(self, glimpse: Glimpse, rng: Random) -> Action:
        self.memory.hear(glimpse.heard)
        assert isinstance(glimpse.public, Public)
        assert isinstance(glimpse.private, Private)
        at = Outlook(self.memory, glimpse.public, glimpse.private)
        weigh = Weighing(at, bluffs=rng.random() < BLUFFS)
        worth = {action: weigh(action) for action in glimpse.menu}
        least = max(worth.values()) - CLOSE
        action = rng.choice([action for action, value in worth.items() if value >= least])
        self._follow(action, at)
        return action

    def _follow(self, action: Action, at: Outlook) -> None:
        """Whoever knew the card that goes now knows nothing any more."""
        assert isinstance(action, Play | Keep)
        if isinstance(action, Keep) or action.card == at.hand[0]:
            self.memory.spies = frozenset()


class Prepared:
    """Plays its part of the match from which one learns the game; anywhere else, what stands first."""

    def __init__(self, options: Options, seat: Seat) -> None:
        del options, seat

    def choose(self, glimpse: Glimpse, rng: Random) -> Action:
        del rng
        assert isinstance(glimpse.public, Public)
        move = MOVES.get((glimpse.public.round, glimpse.public.pile))
        return move if move in glimpse.menu else glimpse.menu[0]


class Weighing:
    """For one choice."""

    def __init__(self, at: Outlook, *, bluffs: bool) -> None:
        self.at = at
        self.bluffs = bluffs
        self._reckoned: dict[tuple[object, ...], float] = {}
        self._worth: Mapping[str, Callable[[Play, CardId], float]] = {
            "nothing": self._idle,
            "guess": self._guess,
            "look": self._look,
            "compare": self._compare,
            "shield": self._shield,
            "replace": self._replace,
            "trade": self._trade,
            "fall": self._fall,
            "council": self._council,
            "favour": self._favour,
        }

    def __call__(self, action: Action) -> float:
        if isinstance(action, Keep):
            return self._goes_on(action.card)
        assert isinstance(action, Play)
        hand = self.at.hand
        keep = hand[1] if hand[0] == action.card else hand[0]
        return self._worth.get(self.at.deck.kinds[action.card], self._idle)(action, keep)

    # ----------------------------------------------------------------- effects

    def _idle(self, play: Play, keep: CardId) -> float:
        """A card that only counts; and one with an effect that nobody has taught this bot yet."""
        bluff = BLUFF if self.bluffs and self.at.deck.forced_with[play.card] else 0.0
        return self._goes_on(keep) + bluff

    def _fall(self, _play: Play, _keep: CardId) -> float:
        return LOST

    def _shield(self, _play: Play, keep: CardId) -> float:
        return self._goes_on(keep, shielded=True)

    def _favour(self, play: Play, keep: CardId) -> float:
        at = self.at
        shared = any(play.card in at.public.seats[seat].discards for seat in at.rivals)
        return self._goes_on(keep) + (0.0 if shared else TOKEN / (1 + len(at.rivals)))

    def _guess(self, play: Play, keep: CardId) -> float:
        if play.target is None:
            return self._goes_on(keep)
        assert play.guess is not None
        hit = self.at.hunches[play.target].odds[play.guess]
        return hit * self._without(play.target, keep) + (1 - hit) * self._goes_on(keep)

    def _look(self, play: Play, keep: CardId) -> float:
        if play.target is None:
            return self._goes_on(keep)
        return self._goes_on(keep) + LOOK * (1 - self.at.hunches[play.target].most)

    def _compare(self, play: Play, keep: CardId) -> float:
        target = play.target
        if target is None:
            return self._goes_on(keep)
        hunch = self.at.hunches[target]
        lower = hunch.below[keep]
        tie = hunch.up_to[keep] - lower
        worth = lower * self._without(target, keep)
        return worth + tie * self._knowing(target, keep, keep) if tie else worth

    def _replace(self, play: Play, keep: CardId) -> float:
        at, target = self.at, play.target
        pile = max(0, at.pile - 1)
        assert target is not None, "it may always be aimed at oneself"
        if target == at.you:
            if keep in at.deck.fatal:
                return LOST
            return sum(
                chance * self.win(card, at.rivals, pile=pile)
                for card, chance in at.draw.odds.items()
                if chance
            )
        fatal = at.hunches[target].fatal
        anew = {**at.hunches, target: at.draw}
        stays = self.win_if(anew, keep, at.rivals, pile=pile, spies=self._spies(keep))
        return fatal * self._without(target, keep) + (1 - fatal) * stays

    def _trade(self, play: Play, keep: CardId) -> float:
        target = play.target
        if target is None:
            return self._goes_on(keep)
        odds = self.at.hunches[target].odds.items()
        return sum(chance * self._knowing(target, keep, card) for card, chance in odds if chance)

    def _council(self, play: Play, keep: CardId) -> float:
        """The best of the card in hand and of those that will be drawn."""
        at = self.at
        drawn = min(at.deck.effects[play.card]["draw"], at.pile)
        floor = self._goes_on(keep)
        worth = sorted(
            (max(floor, self._goes_on(card)), chance) for card, chance in at.draw.odds.items() if chance
        )
        mean = upto = 0.0
        for value, chance in worth:
            before, upto = upto, upto + chance
            mean += value * (upto**drawn - before**drawn)
        return mean if drawn else floor

    # ------------------------------------------------------------ what follows

    def _goes_on(self, keep: CardId, *, shielded: bool = False) -> float:
        at = self.at
        return self.win(keep, at.rivals, pile=at.pile, shielded=shielded, spies=self._spies(keep))

    def _without(self, out: Seat, keep: CardId) -> float:
        at = self.at
        rivals = tuple(seat for seat in at.rivals if seat != out)
        lead = LEADER * at.public.seats[out].tokens / at.public.target
        return self.win(keep, rivals, pile=at.pile, spies=self._spies(keep)) + lead

    def _knowing(self, other: Seat, theirs: CardId, mine: CardId) -> float:
        """This seat and another one know each other's cards."""
        at = self.at
        hunches = {**at.hunches, other: certain(at.deck, theirs)}
        spies = frozenset({other}) | (self._spies(mine) if mine in at.hand else frozenset())
        return self.win_if(hunches, mine, at.rivals, pile=at.pile, spies=spies)

    def _spies(self, keep: CardId) -> frozenset[Seat]:
        return self.at.spies if keep == self.at.hand[0] else frozenset()

    # --------------------------------------------------------- the chance to win

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
