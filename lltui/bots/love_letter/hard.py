"""Who plays Love Letter by what it learned: it follows every hand, and knows what a kept card is worth.

Three things make a choice.  What the others may hold: how likely each card is,
judged by what somebody like `normal`, or like `easy`, would have played with it;
which of both a player is like becomes clear over a match.  What may follow: every
outcome of each move, weighed by these chances.  And how often a round is won from
there: a small net for each card that is kept, made by `make train`, says that
(docs/explanation/training.md).
"""

from __future__ import annotations

import json
import struct
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from hashlib import sha256
from itertools import combinations
from math import exp
from operator import mul, truediv
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from msgspec.structs import replace

from lltui.bots.love_letter.following import (
    BARON,
    CARDS,
    GUARD,
    HANDMAID,
    KING,
    PRINCE,
    PRINCESS,
    UPWARD,
    Followed,
    Move,
    Odds,
    Ways,
    flat,
    only,
    scaled,
)
from lltui.bots.love_letter.players import TIE, Deck, deck
from lltui.files import reading
from lltui.games.chair import Glimpse
from lltui.games.game import Action, Event, Seat
from lltui.games.love_letter import events
from lltui.games.love_letter.events import CardId
from lltui.games.love_letter.loading import agreed
from lltui.games.love_letter.model import Options, Play
from lltui.games.love_letter.views import Private, Public

WEIGHTS = Path(__file__).parent / "weights"
LARGEST = 300_000  # bytes of one file of weights
HIDDEN = 32  # cells of a net between what it is given and what it says
# With four at the table, what it is worth besides that whoever is about to win goes out.
AHEAD = 0.1


# ------------------------------------------------------------------- weights


def layout(seats: int) -> tuple[str, ...]:
    """What the nets are given at a table of so many, by name."""
    own = ("one", "safe", "pile", *(f"pile is {n}" for n in range(1, 5)), *(f"unseen {c}" for c in CARDS))
    other = ("in", "safe", "aware", "like normal", *(f"holds {c}" for c in CARDS))
    others = (f"{step} on: {name}" for step in range(1, seats) for name in other)
    return (*own, "showdown", "share", *others)


def fingerprint(seats: Iterable[int]) -> str:
    """Of all that the meaning of the numbers hangs on: a file that says another one is for other code."""
    meant = [HIDDEN, UPWARD, *(layout(count) for count in seats)]
    return sha256(json.dumps(meant).encode()).hexdigest()


class Net:
    """For each kept card, the chance to win the round; what it reads is trusted, for it came with us."""

    def __init__(self, inputs: int, weights: Sequence[float]) -> None:
        self._cells: list[list[tuple[list[float], float]]] = [[]]
        self._base = [0.0]
        size = HIDDEN * (inputs + 1) + 1
        for at in range(0, size * len(CARDS), size):
            rows = [list(weights[at + cell * inputs : at + (cell + 1) * inputs]) for cell in range(HIDDEN)]
            out = weights[at + HIDDEN * inputs : at + size]
            self._cells.append([*zip(rows, out, strict=False)])
            self._base.append(out[HIDDEN])

    def __call__(self, keep: int, given: Sequence[float]) -> float:
        total = self._base[keep]
        for row, out in self._cells[keep]:
            lit = sum(map(mul, row, given))
            if lit > 0:
                total += lit * out
        return 1 / (1 + exp(-total))


@cache
def heading(file: Path) -> dict[str, Any]:
    """What a file of weights says of itself, in its first line."""
    found: dict[str, Any] = json.loads(reading.data(file, LARGEST).partition(b"\n")[0])
    return found


def packed(file: Path) -> dict[int, bytes]:
    """The weights behind it, for each number of seats."""
    rest = reading.data(file, LARGEST).partition(b"\n")[2]
    found = {}
    for seats in heading(file)["seats"]:
        size = (HIDDEN * (len(layout(seats)) + 1) + 1) * len(CARDS) * 4
        found[seats], rest = rest[:size], rest[size:]
    return found


@cache
def net(file: Path, seats: int) -> Net:
    """For a table of so many."""
    found = packed(file)[seats]
    return Net(len(layout(seats)), struct.unpack(f"<{len(found) // 4}f", found))


def printed(of: Deck) -> list[list[Any]]:
    """The cards as a file of weights names those that it was made for."""
    ordered = sorted(of.copies, key=of.values.__getitem__)
    return [[of.kinds[card], of.values[card], of.copies[card]] for card in ordered]


def weights_for(options: Options) -> Path | None:
    """The file that knows this table's cards, and was found to be better than `normal` with its rules."""
    cards = printed(deck(options))
    for file in sorted(WEIGHTS.glob("*.net")):
        if heading(file)["cards"] == cards and options.edition in heading(file)["editions"]:
            return file
    return None


# --------------------------------------------------------------- what may follow


class Fork:
    """One thing that may come of a move: all that its worth hangs on."""

    __slots__ = ("aware", "like", "pile", "safe", "standing", "sums", "unseen")
    aware: list[int]
    like: list[Odds]
    pile: int
    safe: bool
    standing: int
    sums: list[int]
    unseen: list[int]

    def __init__(self, of: Followed | Fork) -> None:
        if isinstance(of, Fork):
            self.unseen, self.sums, self.aware, self.like = of.unseen[:], of.sums[:], of.aware[:], of.like[:]
            self.standing, self.pile, self.safe = of.standing, of.pile, of.safe
        else:
            self.unseen, self.sums, self.like = of.unseen(), of.sums[:], of.like[:]
            self.aware = [row[of.me] for row in of.known]
            self.standing, self.pile, self.safe = of.standing, of.pile, bool(of.shielded >> of.me & 1)


class Worth:
    """What each move is worth to whoever is to play: the chance to win the round."""

    def __init__(self, seen: Followed, net: Net, *, sums_break_ties: bool, ahead: float = 0.0) -> None:
        self._seen, self._net, self._ahead = seen, net, ahead
        self._sums = sums_break_ties
        self._order = [(seen.me + step) % seen.seats for step in range(1, seen.seats)]

    def __call__(self, move: Move) -> float:
        seen, (card, target, _) = self._seen, move
        old, drawn = seen.hand
        keep = drawn if card == old else old
        if card == PRINCESS:
            return 0.0
        fork = Fork(seen)
        fork.sums[seen.me] += card
        fork.safe = card == HANDMAID
        fork.aware = [0 if known == card else known for known in fork.aware]
        if target < 0:
            return self.value(fork, keep)
        if target == seen.me:
            return self._redraw(fork, keep)
        odds = self.hand(fork, target)
        if card == GUARD:
            return self._guess(fork, move, keep, odds)
        return sum(odds[other] * self._meets(fork, move, keep, other) for other in CARDS if odds[other])

    def _guess(self, fork: Fork, move: Move, keep: int, odds: Odds) -> float:
        _, target, guess = move
        hit = odds[guess]
        worth = hit * self._goes_out(fork, target, guess, keep) if hit else 0.0
        if hit < 1:
            missed = Fork(fork)
            missed.like[target] = scaled([0.0 if c == guess else f for c, f in enumerate(fork.like[target])])
            worth += (1 - hit) * self.value(missed, keep)
        return worth

    def _meets(self, fork: Fork, move: Move, keep: int, theirs: int) -> float:
        """The hand that is met turns out to be this."""
        card, target, _ = move
        if card == BARON and theirs != keep:
            return self._goes_out(fork, target, theirs, keep) if theirs < keep else 0.0
        after = Fork(fork)
        if card == PRINCE:
            if theirs == PRINCESS:
                return self._goes_out(fork, target, theirs, keep)
            after.unseen[theirs] -= 1
            after.sums[target] += theirs
            after.pile = max(0, fork.pile - 1)
            after.like[target] = flat()
        elif card == KING:
            after.unseen[theirs] -= 1
            after.unseen[keep] += 1
            after.aware = [row[target] for row in self._seen.known]
            after.aware[target] = theirs
            after.like[target] = only(keep)
            return self.value(after, theirs)
        else:
            after.like[target] = only(theirs)
            if card == BARON:
                after.aware[target] = keep
        return self.value(after, keep)

    def _goes_out(self, fork: Fork, who: Seat, card: int, keep: int) -> float:
        after = Fork(fork)
        after.unseen[card] -= 1
        after.sums[who] += card
        after.standing &= ~(1 << who)
        return self.value(after, keep) + self._ahead * self._seen.tokens[who] / self._seen.target

    def _redraw(self, fork: Fork, keep: int) -> float:
        """Aimed at oneself: any unseen card instead of the one that was kept."""
        if keep == PRINCESS:
            return 0.0
        worth, drawn = 0.0, self.drawn(fork)
        for card in CARDS:
            if drawn[card] > 0:
                after = Fork(fork)
                after.sums[self._seen.me] += keep
                after.pile = max(0, fork.pile - 1)
                after.aware = [0] * len(fork.aware)
                after.unseen[card] -= 1
                worth += drawn[card] * self.value(after, card)
        return worth

    def drawn(self, fork: Fork) -> Odds:
        """The chances of a card from the pile: by the count of all that was not seen."""
        left = max(1, sum(fork.unseen[1:]))
        return [max(0, copies) / left for copies in fork.unseen]

    def hand(self, fork: Fork, who: Seat) -> Odds:
        """The chances of a hand; a card that somebody else holds for certain is none of it."""
        unseen = fork.unseen
        for seat in self._order:
            if seat != who and fork.standing >> seat & 1:
                held = [card for card in CARDS if fork.like[seat][card] > 0]
                if len(held) == 1 and unseen[held[0]] > 0:
                    unseen = unseen[:]
                    unseen[held[0]] -= 1
        weights = [0.0, *(max(0, n) * f for n, f in zip(unseen[1:], fork.like[who][1:], strict=True))]
        total = sum(weights)
        if total <= 1e-12:
            weights = [0.0, *(float(max(0, n)) for n in unseen[1:])]
            total = sum(weights) or 1.0
        return [weight / total for weight in weights]

    def value(self, fork: Fork, keep: int) -> float:
        """The chance to win from here, before the next player draws."""
        rivals = [seat for seat in self._order if fork.standing >> seat & 1]
        if not rivals:
            return 1.0
        hands = {seat: self.hand(fork, seat) for seat in rivals}
        if not fork.pile:
            return self._showdown(fork, keep, hands)
        return self._net(keep, self.given(fork, keep, hands))

    def _showdown(self, fork: Fork, keep: int, hands: Mapping[Seat, Odds]) -> float:
        chance, mine = 1.0, fork.sums[self._seen.me]
        for seat, odds in hands.items():
            more = mine - fork.sums[seat] if self._sums else 0
            chance *= sum(odds[:keep]) + odds[keep] * (1.0 if more > 0 else 0.0 if more else TIE)
        return chance

    def given(self, fork: Fork, keep: int, hands: Mapping[Seat, Odds]) -> list[float]:
        """What the net is told, in the order of `layout`."""
        seen, pile, unseen = self._seen, fork.pile, fork.unseen
        show, others = 1.0, list[float]()
        for seat in self._order:
            odds = hands.get(seat)
            if odds is None:
                others += NOBODY
                continue
            show *= sum(odds[:keep]) + TIE * odds[keep]
            safe, aware = seen.shielded >> seat & 1, fork.aware[seat] == keep
            others += (1.0, safe, aware, seen.pi[seat], *odds[1:])
        counts = map(truediv, unseen[1:], SCALE)
        piles = (pile * 0.1, pile == 1, pile == 2, pile == 3, pile == 4)
        return [1.0, fork.safe, *piles, *counts, show, 1 / (1 + len(hands)), *others]


NOBODY = (0.0,) * 12
SCALE = (3.0, 1.5, 1.5, 1.5, 1.5, 1.0, 1.0, 1.0)  # so that what is given lies near 1


# ------------------------------------------------------------------ the player


class Hard:
    """Follows the round, and takes what wins most of the rounds in which it might be."""

    def __init__(self, options: Options, seat: Seat) -> None:
        file = weights_for(options)
        assert file is not None, "asked for where it plays only"
        self._file, self._deck, self._seat = file, deck(options), seat
        self._sums = agreed(options).tie == "sum"
        self._seen: Followed | None = None

    def choose(self, glimpse: Glimpse, rng: Random) -> Action:
        del rng
        worth = self.worth(glimpse)
        return max(worth, key=worth.__getitem__)

    def worth(self, glimpse: Glimpse) -> dict[Action, float]:
        """Of each entry of the menu, after taking in what was heard."""
        seen = self.follow(glimpse)
        worth = self.weighing(AHEAD if seen.seats > 3 else 0.0)
        return {action: worth(self.move(action)) for action in glimpse.menu}

    def weighing(self, ahead: float = 0.0, by: type[Worth] = Worth) -> Worth:
        """Of moves at this moment."""
        assert self._seen is not None, "it follows a round"
        return by(self._seen, net(self._file, self._seen.seats), sums_break_ties=self._sums, ahead=ahead)

    def follow(self, glimpse: Glimpse) -> Followed:
        """Take in what was heard since it was told of something last."""
        public, private = glimpse.public, glimpse.private
        assert isinstance(public, Public)
        assert isinstance(private, Private)
        return self._follow(glimpse.heard, public, private)

    def _follow(self, heard: Sequence[Event], public: Public, private: Private) -> Followed:
        """All that was heard of rounds that it knows the beginning of, or of the rest of this one."""
        began = [at for at, event in enumerate(heard) if isinstance(event, events.RoundBegan)]
        if self._seen is None:
            self._seen = Followed(self._deck, self._seat, len(public.seats), public.target)
            heard = heard[began[0] :] if began else heard
        if not began and self._seen.round != public.round:
            self._seen.before(public, private, heard)
        for event in heard:
            self._seen.hear(event)
        self._seen.agree(public, private)
        return self._seen

    def move(self, action: Action) -> Move:
        """In numbers."""
        assert isinstance(action, Play)
        assert self._seen is not None
        number = self._seen.number
        target = -1 if action.target is None else action.target
        return number[action.card], target, number[action.guess] if action.guess else 0


# ------------------------------------------------------------------ its advice


class Advised(NamedTuple):
    """One legal move, and how often the round is won with it by whoever goes on like `hard`.

    `keeps` stays in hand.  Of the hand that is met, or of what is drawn in its place by who is aimed at
    by themselves, `odds` say how likely each card is, and `counted` how likely by the count alone; both
    are empty where a move meets nobody.
    """

    move: Action
    chance: float
    keeps: CardId | None = None
    odds: Mapping[CardId, float] = {}
    counted: Mapping[CardId, float] = {}


class Reckoning(Worth):
    """As `hard` weighs them, but for what it was not taught: a card in a hand is not drawn from the pile."""

    def drawn(self, fork: Fork) -> Odds:
        held = [self.hand(fork, seat) for seat in self._order if fork.standing >> seat & 1]
        here = (copies - sum(odds[card] for odds in held) for card, copies in enumerate(fork.unseen))
        left = [max(0.0, each) for each in here]
        total = sum(left[1:])
        return [0.0, *(each / total for each in left[1:])] if total > 0 else super().drawn(fork)


class Adviser:
    """What `hard` would tell whoever sits on this seat, who is told what a player there may know.

    As with a bot, `heard` of each glimpse is all that this seat heard since the one before; a first one
    from the middle of a match will do.  All chances are for this round, against players like the bots.
    Three questions may be asked of a glimpse, in any order: `moves`, the chance of each legal move;
    `standing`, the chance of the position; `undrawn`, what that was before the own draw; and of the first one
    of a round `undealt`, what it was before the cards were dealt.  So a move cost
    `moves(before)[0].chance` less that of the move that was made, what came of it was luck up to
    `standing(after)`, and a draw gave `standing(now)` less `undrawn(now)`.
    """

    def __init__(self, options: Options, seat: Seat) -> None:
        self._player, self._seat = Hard(options, seat), seat
        self._heard: Glimpse | None = None
        self._cards = sorted(deck(options).values, key=deck(options).values.__getitem__)

    def moves(self, glimpse: Glimpse) -> tuple[Advised, ...]:
        """Every entry of the menu, the best first; empty where there is nothing to choose."""
        seen = self._hear(glimpse)
        if not glimpse.menu or len(seen.hand) != 2:
            return ()
        worth = self._weighing()
        found = (self._advised(seen, worth, action) for action in glimpse.menu)
        return tuple(sorted(found, key=lambda each: -each.chance))

    def best(self, glimpse: Glimpse) -> Action:
        """What `hard` itself would do here; with four at the table that looks beyond this round."""
        self._hear(glimpse)
        worth = self._player.worth(replace(glimpse, heard=()))
        return max(worth, key=worth.__getitem__)

    def standing(self, glimpse: Glimpse) -> float:
        """The chance to win the round as it stands; when it is over, 1, a share, or 0.

        With a choice to make it is that of the best move.  It is most exact then, and right after an own
        move: between the moves of two others the nets are asked for what they did not learn.
        """
        seen, public = self._hear(glimpse), glimpse.public
        assert isinstance(public, Public)
        if public.how_won is not None:
            return (self._seat in public.round_won) / max(1, len(public.round_won))
        if public.seats[self._seat].out:
            return 0.0
        return self._of_hand(seen, public)

    def undrawn(self, glimpse: Glimpse) -> float:
        """At an own choice: the chance before the draw, the mean over all cards that it might have been."""
        seen = self._hear(glimpse)
        if len(seen.hand) != 2:
            return self.standing(glimpse)
        old, drawn = seen.hand
        worth, mean, seen.hand = self._weighing(), 0.0, [old]
        for card, chance in enumerate(worth.drawn(Fork(seen))):
            if chance > 0:
                seen.hand = [old, card]
                mean += chance * self._best(seen, worth)
        seen.hand = [old, drawn]
        return mean

    def undealt(self, glimpse: Glimpse) -> float:
        """At the first glimpse of a round: the chance before it, the mean over all hands."""
        seen, public = self._hear(glimpse), glimpse.public
        assert isinstance(public, Public)
        dealt, left = seen.hand, seen.unseen()
        for card in dealt:
            left[card] += 1
        cards = [card for card in CARDS for _ in range(left[card])]
        hands = Counter(combinations(cards, len(dealt)))
        mean = 0.0
        for hand, ways in hands.items():
            seen.hand = [*hand]
            mean += ways * self._of_hand(seen, public)
        seen.hand = dealt
        return mean / hands.total()

    def _of_hand(self, seen: Followed, public: Public) -> float:
        """As if these were the own cards."""
        if not seen.hand:
            return 0.0
        worth = self._weighing()
        if len(seen.hand) == 2:
            return self._best(seen, worth)
        fork = Fork(seen)
        fork.pile += any(each.cards > 1 for each in public.seats)  # who is to move has drawn already
        return worth.value(fork, seen.hand[0])

    def _hear(self, glimpse: Glimpse) -> Followed:
        """Each glimpse once, however many questions are asked of it."""
        new = glimpse is not self._heard
        self._heard = glimpse
        return self._player.follow(glimpse if new else replace(glimpse, heard=()))

    def _weighing(self) -> Worth:
        return self._player.weighing(by=Reckoning)

    def _best(self, seen: Followed, worth: Worth) -> float:
        return max(map(worth, Ways(seen, self._seat, (0, -1, 0)).menu(*seen.hand)))

    def _advised(self, seen: Followed, worth: Worth, action: Action) -> Advised:
        card, target, _ = move = self._player.move(action)
        keeps = self._named(seen.hand[seen.hand[0] == card])
        if target < 0:
            return Advised(action, worth(move), keeps)
        fork = Fork(seen)
        if target == self._seat:
            drawn = self._spelt(worth.drawn(fork))
            return Advised(action, worth(move), keeps, drawn, drawn)
        odds = worth.hand(fork, target)
        if not seen.known[self._seat][target]:
            fork.like[target] = flat()
        counted = worth.hand(fork, target)
        return Advised(action, worth(move), keeps, self._spelt(odds), self._spelt(counted))

    def _named(self, number: int) -> CardId:
        return self._cards[number - 1]

    def _spelt(self, odds: Odds) -> dict[CardId, float]:
        return {self._named(card): odds[card] for card in CARDS if odds[card] > 0}
