"""Who plays Love Letter: somebody at the first evening, and somebody who counts the cards.

To the second each entry of a menu is worth the chance to win the round, and a
little for what outlasts it.  How good a position is, the chance to win with one
card in hand, is a rough reckoning in place of a search.  At the end of a round
only the showdown counts, early on it is about staying in; in between they are
mixed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from lltui.bots.love_letter.memory import Hunch, Memory, Outlook, certain, deck
from lltui.games.chair import Glimpse
from lltui.games.game import Action, Seat
from lltui.games.love_letter.events import CardId
from lltui.games.love_letter.model import Keep, Options, Play
from lltui.games.love_letter.prepared import MOVES
from lltui.games.love_letter.views import Private, Public

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
