"""What each entry of a menu is worth: the chance to win the round, and a little for what outlasts it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from lltui.bots.love_letter.deck import certain
from lltui.bots.love_letter.outlook import Outlook
from lltui.bots.love_letter.prospects import Prospects
from lltui.games.game import Action, Seat
from lltui.games.love_letter.model import CardId, Keep, Play

# What it is worth to look at a hand of which nothing is known, to make the
# others wonder, to earn a second token, to knock out who is about to win.
LOOK = 0.06
BLUFF = 0.4
TOKEN = 0.3
LEADER = 0.05
# Worse than anything that may still be won.
LOST = -1.0


class Weighing:
    """For one choice."""

    def __init__(self, at: Outlook, *, bluffs: bool) -> None:
        self.at = at
        self.bluffs = bluffs
        self.prospects = Prospects(at)
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
                chance * self.prospects.win(card, at.rivals, pile=pile)
                for card, chance in at.draw.odds.items()
                if chance
            )
        fatal = at.hunches[target].fatal
        anew = {**at.hunches, target: at.draw}
        stays = self.prospects.win_if(anew, keep, at.rivals, pile=pile, spies=self._spies(keep))
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
        return self.prospects.win(keep, at.rivals, pile=at.pile, shielded=shielded, spies=self._spies(keep))

    def _without(self, out: Seat, keep: CardId) -> float:
        at = self.at
        rivals = tuple(seat for seat in at.rivals if seat != out)
        lead = LEADER * at.public.seats[out].tokens / at.public.target
        return self.prospects.win(keep, rivals, pile=at.pile, spies=self._spies(keep)) + lead

    def _knowing(self, other: Seat, theirs: CardId, mine: CardId) -> float:
        """This seat and another one know each other's cards."""
        at = self.at
        hunches = {**at.hunches, other: certain(at.deck, theirs)}
        spies = frozenset({other}) | (self._spies(mine) if mine in at.hand else frozenset())
        return self.prospects.win_if(hunches, mine, at.rivals, pile=at.pile, spies=spies)

    def _spies(self, keep: CardId) -> frozenset[Seat]:
        return self.at.spies if keep == self.at.hand[0] else frozenset()
