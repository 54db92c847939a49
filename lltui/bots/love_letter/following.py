"""What the others may hold, judged by what somebody like `normal` or like `easy` would have played with it.

Cards are numbers here, 1 to 8 upward, and a move is a card, a seat (-1: nobody)
and a guess (0: none).  This is the innermost loop of a bot: plain lists, and no
object for what a number says.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate
from operator import mul
from typing import TypeAlias

from lltui.bots.love_letter.players import (
    BLUFF,
    BLUFFS,
    CLOSE,
    EAGER,
    FADE,
    LATER,
    LEADER,
    LOOK,
    LOST,
    LOWER_FIRST,
    SURE,
    TIE,
    Deck,
)
from lltui.games.game import Event, Seat
from lltui.games.love_letter import events
from lltui.games.love_letter.views import Private, Public

Odds: TypeAlias = list[float]  # by card; the first place is empty
Move: TypeAlias = tuple[int, Seat, int]

UPWARD = ("guess", "look", "compare", "shield", "replace", "trade", "nothing", "fall")
GUARD, PRIEST, BARON, HANDMAID, PRINCE, KING, COUNTESS, PRINCESS = range(1, 9)
CARDS = range(1, 9)

# How often anybody does something else than they would.
SLIP_NORMAL = 0.02
SLIP_EASY = 0.05
# For how likely somebody unknown is held to play like `normal`, and how sure one may become.
LIKE_NORMAL = 0.7
SUREST = 0.97


# ------------------------------------------------------------- what is heard


def flat() -> Odds:
    return [1.0] * 9


def only(card: int) -> Odds:
    return [float(c == card) for c in range(9)]


def scaled(like: Odds) -> Odds:
    most = max(like[1:])
    return [factor / most for factor in like] if most > 0 else flat()


def _lays_down(card: int, other: int) -> float:
    """As `normal` takes it for granted of whoever holds both."""
    if card == PRINCESS or (other == COUNTESS and card in (PRINCE, KING)):
        return 0.0
    if other == PRINCESS or (card == COUNTESS and other in (PRINCE, KING)):
        return 1.0
    return LOWER_FIRST if card <= other else 1 - LOWER_FIRST


LAID = [[_lays_down(card, other) for other in range(9)] for card in range(9)]


class Followed:
    """One round, as the seat `me` can follow it.

    `known`, `spies` and `odds` have a row for each seat: what that one knows, as far as
    `me` can tell; by `odds` others judge like `normal` what their rivals hold.  `like`
    is what `me` itself thinks of each hand, in factors by which a card is likelier than
    by the count, and `pi` how likely each plays like `normal`; it lasts for a match.
    """

    def __init__(self, printed: Deck, me: Seat, seats: int, target: int) -> None:
        ordered = sorted(printed.copies, key=printed.values.__getitem__)
        self.number = {card: at for at, card in enumerate(ordered, 1)}
        self.copies = [0, *(printed.copies[card] for card in ordered)]
        self.through = bool(printed.effects[ordered[KING - 1]].get("through_shields"))
        self.me, self.seats = me, seats
        self.round = 0
        self.pi = [LIKE_NORMAL] * seats
        self.tokens, self.target = [0] * seats, target
        self.fresh(0, ())

    def fresh(self, number: int, laid_open: Sequence[int]) -> None:
        """A new round, before the first card."""
        seats = range(self.seats)
        self.round = number
        self.seen = [laid_open.count(card) for card in range(9)]
        self.sums = [0] * self.seats
        self.standing, self.shielded = (1 << self.seats) - 1, 0
        self.pile = sum(self.copies) - 1 - len(laid_open) - self.seats
        self.hand: list[int] = []
        self.known = [[0] * self.seats for _ in seats]
        self.spies = [0] * self.seats
        self.odds = [[flat() for _ in seats] for _ in seats]
        self.like = [flat() for _ in seats]
        self.duel = (0, 0)

    def unseen(self) -> list[int]:
        """How many of each card lie where `me` cannot see them."""
        left = [all_ - seen for all_, seen in zip(self.copies, self.seen, strict=True)]
        for card in self.hand:
            left[card] -= 1
        return left

    def hear(self, event: Event) -> None:
        """Take in one piece of news."""
        number = self.number
        match event:
            case events.RoundBegan(count, _, laid_open):
                self.fresh(count, [number[card] for card in laid_open])
            case events.TokenWon(who, tokens):
                self.tokens[who] = tokens
            case events.Drew(who, aside):
                self.pile = max(0, self.pile - (not aside))
                self.shielded &= ~(1 << who)
            case events.CardDrawn(_, card):
                self.hand.append(number[card])
            case events.Played(who, card, target, guess):
                to = -1 if target is None else target
                self._played(who, (number[card], to, number[guess] if guess else 0))
            case events.GuessMissed(_, target, guess):
                self._rule_out(target, (number[guess],))
            case events.Shielded(who):
                self.shielded |= 1 << who
            case events.Discarded(who, card):
                self._discarded(who, number[card])
            case events.KnockedOut(who, how, card):
                self._out(who, number[card] if card else 0, outranked=how == "outranked")
            case _:
                self._hear_of_two(event)

    def _hear_of_two(self, event: Event) -> None:
        number = self.number
        match event:
            case events.HandLookedAt(who, target):
                self.spies[target] |= 1 << who
                if target == self.me:
                    if self.hand:
                        self._know(who, target, self.hand[0])
                else:
                    self.known[who][target] = self.known[self.me][target]
            case events.HandSeen(_, target, card):
                self._know(self.me, target, number[card])
            case events.HandsCompared(who, target, loser):
                self._compared(who, target, tied=loser is None)
            case events.HandsSeen(who, target, card, other):
                self._know(who, target, number[other])
                self._know(target, who, number[card])
            case events.Traded(who, target):
                self._traded(who, target)
            case events.HandsTraded(who, target, card, other):
                self._know(who, target, number[card])
                self._know(target, who, number[other])
                self.hand = [number[other if who == self.me else card]]

    # ---------------------------------------------------------------- one by one

    def _know(self, who: Seat, of: Seat, card: int) -> None:
        self.known[who][of] = card
        self.odds[who][of] = only(card)
        if who == self.me:
            self.like[of] = only(card)

    def _rule_out(self, who: Seat, cards: Iterable[int]) -> None:
        rows = [row[who] for row in self.odds] + [self.like[who]]
        for card in cards:
            for row in rows:
                row[card] = 0.0
        self.like[who] = scaled(self.like[who])

    def _lay(self, who: Seat, card: int) -> None:
        self.seen[card] += 1
        self.sums[who] += card
        for row in self.known:
            if row[who] == card:
                row[who] = 0

    def _played(self, who: Seat, move: Move) -> None:
        card = move[0]
        if who == self.me:
            if card in self.hand[:1]:
                self.spies[who] = 0
            self._give_up(card)
        else:
            if self.standing >> self.me & 1:
                self._judge(who, move)
            old = max(row[who] for row in self.known)
            if old in (0, card):
                self.spies[who] = 0
        self._lay(who, card)
        laid = LAID[card]
        for seat, row in enumerate(self.odds):
            if seat != who:
                odds = row[who]
                gone, same = odds[card], odds[card]
                odds[:] = [(factor + gone) * chance for factor, chance in zip(odds, laid, strict=True)]
                odds[card] = same

    def _judge(self, who: Seat, move: Move) -> None:
        """By what was played: which card `who` kept, and whom `who` plays like."""
        card, like, pi = move[0], self.like[who], self.pi[who]
        left = self.unseen()
        ways = Ways(self, who, move)
        kept, normal, easy = [0.0] * 9, 0.0, 0.0
        for other in CARDS:
            ways_left = left[other] - (other == card)
            if ways_left <= 0:
                continue
            for old, drawn in ((other, card), (card, other))[: 1 + (other != card)]:
                if like[old] <= 0:
                    continue
                as_normal, as_easy = ways.odds(old, drawn)
                normal += ways_left * like[old] * as_normal
                easy += ways_left * like[old] * as_easy
                kept[other] += like[old] * (pi * as_normal + (1 - pi) * as_easy)
        self.like[who] = scaled(kept)
        if normal + easy > 0:
            sure = pi * normal / (pi * normal + (1 - pi) * easy)
            self.pi[who] = min(max(sure, 1 - SUREST), SUREST)

    def _discarded(self, who: Seat, card: int) -> None:
        self._lay(who, card)
        for row in self.odds:
            row[who] = flat()
        self.like[who] = flat()
        self.spies[who] = 0
        if who == self.me:
            self._give_up(card)

    def _give_up(self, card: int) -> None:
        """Out of the own hand; a table that nobody has judged yet may tell of one that never was there."""
        if card in self.hand:
            self.hand.remove(card)

    def _out(self, who: Seat, card: int, *, outranked: bool) -> None:
        if outranked:
            winner = self.duel[who == self.duel[0]]
            self._rule_out(winner, range(1, card + 1))
        if card:
            self.seen[card] += 1
            self.sums[who] += card
        self.standing &= ~(1 << who)
        for row in self.known:
            row[who] = 0
        if who == self.me:
            self.hand.clear()

    def _compared(self, one: Seat, other: Seat, *, tied: bool) -> None:
        self.duel = (one, other)
        if not tied:
            return
        for row in self.odds:
            for card, copies in enumerate(self.copies):
                if copies < 2:
                    row[one][card] = row[other][card] = 0.0
        self.spies[one] |= 1 << other
        self.spies[other] |= 1 << one
        if self.me not in (one, other):
            left = zip(self.unseen(), self.like[one], self.like[other], strict=True)
            both = [max(0, copies - 1) * this * that for copies, this, that in left]
            self.like[one], self.like[other] = scaled(both), scaled(both)

    def _traded(self, one: Seat, other: Seat) -> None:
        for row in self.odds:
            row[one], row[other] = row[other], row[one]
        for seat, known in enumerate(self.known):
            if seat not in (one, other):
                known[one], known[other] = known[other], known[one]
        self.spies[one], self.spies[other] = 1 << other, 1 << one
        if self.me not in (one, other):
            self.like[one], self.like[other] = self.like[other], self.like[one]
            mine = self.known[self.me]
            self.known[one][other], self.known[other][one] = mine[other], mine[one]

    # ----------------------------------------------------------- from the views

    def agree(self, public: Public, private: Private) -> None:
        """What the views say holds, whatever was heard."""
        number = self.number
        seats = public.seats
        self.seen = [0] * 9
        for card in (*public.laid_open, *(card for seat in seats for card in seat.discards)):
            self.seen[number[card]] += 1
        self.sums = [sum(number[card] for card in seat.discards) for seat in seats]
        self.standing = sum(1 << at for at, seat in enumerate(seats) if not seat.out)
        self.shielded = sum(1 << at for at, seat in enumerate(seats) if seat.safe)
        self.tokens, self.target = [seat.tokens for seat in seats], public.target
        self.pile, self.round = public.pile, public.round
        self.hand = [number[card] for card in private.hand]
        told = {known.seat: number[known.card] for known in private.known}
        for seat in range(self.seats):
            if self.known[self.me][seat] != told.get(seat, 0):
                self.known[self.me][seat] = 0
                if seat in told:
                    self._know(self.me, seat, told[seat])

    def before(self, public: Public, private: Private, heard: Sequence[Event]) -> None:
        """As it was before all this was heard, for whoever sits down in the middle of a round."""
        self.fresh(public.round, ())
        self.agree(public, private)
        number = self.number
        for event in reversed(heard):
            match event:
                case events.Drew(_, aside):
                    self.pile += not aside
                case events.CardDrawn(_, card):
                    self._give_up(number[card])
                case events.HandsTraded(who, _, card, other):
                    self.hand = [number[card if who == self.me else other]]
                case events.Shielded(who):
                    self.shielded &= ~(1 << who)
                case events.Played(who, card) | events.Discarded(who, card) | events.KnockedOut(who, _, card):
                    self._taken_back(who, number.get(card or "", 0))
        self.known = [[0] * self.seats for _ in self.known]
        self.like = [flat() for _ in self.like]

    def _taken_back(self, who: Seat, card: int) -> None:
        self.standing |= 1 << who
        if card:
            self.seen[card] -= 1
            self.sums[who] -= card
            if who == self.me:
                self.hand.insert(0, card)


# ---------------------------------------------------- what another would have done


class Lean:
    """What a hidden card may be, as `players.Hunch`, and how often it loses to each card."""

    __slots__ = ("beaten", "most", "odds", "up_to")

    def __init__(self, weights: Odds) -> None:
        total = max(sum(weights), 1e-9)
        self.odds = [weight / total for weight in weights]
        self.most = max(self.odds)
        self.up_to = [*accumulate(self.odds)]
        self.beaten = [upto - odds + TIE * odds for upto, odds in zip(self.up_to, self.odds, strict=True)]


CERTAIN = [Lean(only(card)) for card in range(9)]


def _leaning(unseen: Sequence[int], odds: Odds) -> Lean:
    weights = [0.0, *map(mul, unseen[1:], odds[1:])]
    return Lean(weights if sum(weights) > 0 else [0.0, *map(float, unseen[1:])])


class Ways:
    """One move of another player, and how likely it was, whatever two cards that one held."""

    def __init__(self, seen: Followed, who: Seat, move: Move) -> None:
        self._seen, self.who, self._move = seen, who, move
        steps = ((who + step) % seen.seats for step in range(1, seen.seats))
        self.rivals = tuple(seat for seat in steps if seen.standing >> seat & 1)
        self.open = tuple(seat for seat in self.rivals if not seen.shielded >> seat & 1)
        self.spies = seen.spies[who] & seen.standing & ~(1 << who)
        self._known: dict[tuple[int, int], tuple[float, float]] = {}

    def odds(self, old: int, drawn: int) -> tuple[float, float]:
        """For somebody like `normal`, and for somebody like `easy`."""
        key = (old, drawn) if self.spies or old < drawn else (drawn, old)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._odds(*key)
        return found

    def _odds(self, old: int, drawn: int) -> tuple[float, float]:
        menu = self.menu(old, drawn)
        if self._move not in menu:
            return 0.0, 0.0
        count = len(menu)
        if count == 1:
            return 1.0, 1.0
        weighed = Weighed(self._seen, self, old, drawn)
        normal = _share([*map(weighed, menu)], menu, menu.index(self._move))
        easy = self._easy(menu)
        return (1 - SLIP_NORMAL) * normal + SLIP_NORMAL / count, (1 - SLIP_EASY) * easy + SLIP_EASY / count

    def menu(self, old: int, drawn: int) -> list[Move]:
        """All that the rules allow whoever holds these two."""
        forced = COUNTESS in (old, drawn) and (PRINCE in (old, drawn) or KING in (old, drawn))
        menu: list[Move] = []
        for card in (COUNTESS,) if forced else {old, drawn}:
            reached = self.rivals if card == KING and self._seen.through else self.open
            if card in (HANDMAID, COUNTESS, PRINCESS):
                menu.append((card, -1, 0))
            elif card == PRINCE:
                menu += [(card, seat, 0) for seat in (self.who, *reached)]
            elif not reached:
                menu.append((card, -1, 0))
            else:
                guesses = range(2, 9) if card == GUARD else (0,)
                menu += [(card, seat, guess) for seat in reached for guess in guesses]
        return menu

    def _easy(self, menu: Sequence[Move]) -> float:
        """Any card that does no harm, then anybody, then any name."""
        move, who = self._move, self.who
        good = [each for each in menu if each[0] != PRINCESS and each[1] != who]
        if move not in good:
            return 0.0 if good else 1 / len(menu)
        alike = [each for each in good if each[0] == move[0]]
        met = len({each[1] for each in alike})
        return 1 / len({each[0] for each in good}) / len(alike) if met else 0.0


def _share(worth: list[float], menu: Sequence[Move], at: int) -> float:
    """How often `normal` takes this entry: one of the best, and now and then it bluffs with the Countess."""
    plain = _among_best(worth, at)
    bluff = (COUNTESS, -1, 0)
    if bluff not in menu:
        return plain
    worth[menu.index(bluff)] += BLUFF
    return (1 - BLUFFS) * plain + BLUFFS * _among_best(worth, at)


def _among_best(worth: Sequence[float], at: int) -> float:
    least = max(worth) - CLOSE
    return 1 / sum(each >= least for each in worth) if worth[at] >= least else 0.0


class Weighed:
    """A choice as `normal` weighs it (players.Weighing), in numbers; tests hold the two equal."""

    def __init__(self, seen: Followed, ways: Ways, old: int, drawn: int) -> None:
        who = ways.who
        self._hand, self._you = (old, drawn), who
        self._seen, self._ways = seen, ways
        self._rivals, self._pile = ways.rivals, seen.pile
        unseen = [all_ - laid for all_, laid in zip(seen.copies, seen.seen, strict=True)]
        for card in (old, drawn, *seen.known[who]):
            unseen[card] -= 1
        unseen[0] = 0
        self._unseen = unseen
        self._hidden = max(0, sum(unseen[2:]))
        self._draw = _leaning(unseen, flat())
        known, odds = seen.known[who], seen.odds[who]
        self._of = [
            CERTAIN[known[seat]] if known[seat] else _leaning(unseen, odds[seat])
            for seat in range(seen.seats)
        ]
        self._on: dict[int, float] = {}
        self._less: dict[tuple[int, int], float] = {}

    def __call__(self, move: Move) -> float:
        card, target, guess = move
        keep = self._hand[1] if card == self._hand[0] else self._hand[0]
        if card == PRINCESS:
            return LOST
        if card == HANDMAID:
            return self._win(self._of, keep, self._rivals, shielded=True)
        if target < 0:
            return self._goes_on(keep)
        if card == GUARD:
            hit = self._of[target].odds[guess]
            return hit * self._without(target, keep) + (1 - hit) * self._goes_on(keep)
        return self._met(card, target, keep)

    def _met(self, card: int, target: Seat, keep: int) -> float:
        if card == PRIEST:
            return self._goes_on(keep) + LOOK * (1 - self._of[target].most)
        if card == BARON:
            return self._compare(target, keep)
        if card == PRINCE:
            return self._replace(target, keep)
        odds = self._of[target].odds
        return sum(odds[other] * self._knowing(target, keep, other) for other in CARDS if odds[other])

    def _compare(self, target: Seat, keep: int) -> float:
        lean = self._of[target]
        worth = (lean.up_to[keep] - lean.odds[keep]) * self._without(target, keep)
        return worth + lean.odds[keep] * self._knowing(target, keep, keep) if lean.odds[keep] else worth

    def _replace(self, target: Seat, keep: int) -> float:
        pile, draw = max(0, self._pile - 1), self._draw
        if target == self._you:
            if keep == PRINCESS:
                return LOST
            left = (card for card in CARDS if draw.odds[card])
            return sum(draw.odds[card] * self._win(self._of, card, self._rivals, pile) for card in left)
        fatal = self._of[target].odds[PRINCESS]
        anew = self._of.copy()
        anew[target] = draw
        stays = self._win(anew, keep, self._rivals, pile, self._spies(keep))
        return fatal * self._without(target, keep) + (1 - fatal) * stays

    def _spies(self, keep: int) -> int:
        return self._ways.spies if keep == self._hand[0] else 0

    def _goes_on(self, keep: int) -> float:
        found = self._on.get(keep)
        if found is None:
            found = self._win(self._of, keep, self._rivals, spies=self._spies(keep))
            self._on[keep] = found
        return found

    def _without(self, out: Seat, keep: int) -> float:
        found = self._less.get((out, keep))
        if found is None:
            rivals = tuple(seat for seat in self._rivals if seat != out)
            lead = LEADER * self._seen.tokens[out] / self._seen.target
            found = self._win(self._of, keep, rivals, spies=self._spies(keep)) + lead
            self._less[out, keep] = found
        return found

    def _knowing(self, other: Seat, theirs: int, mine: int) -> float:
        of = self._of.copy()
        of[other] = CERTAIN[theirs]
        return self._win(of, mine, self._rivals, spies=1 << other | self._spies(mine))

    def _win(
        self,
        of: Sequence[Lean],
        keep: int,
        rivals: tuple[Seat, ...],
        pile: int | None = None,
        spies: int = 0,
        *,
        shielded: bool = False,
    ) -> float:
        pile = self._pile if pile is None else pile
        if not rivals:
            return 1.0
        draw = self._draw
        show = self._beats(of, keep, rivals, pile)
        if pile > len(rivals):
            show *= draw.up_to[keep]
            for card in range(keep + 1, 9):
                if draw.odds[card]:
                    show += draw.odds[card] * self._beats(of, card, rivals, pile)
        if pile == 0:
            return show
        late = 1 / (1 + FADE * pile)
        even = (1 + LATER.get(UPWARD[keep - 1], 0.0)) / (1 + len(rivals))
        stays = 1.0 if shielded else self._stays(of, keep, rivals[:pile], spies)
        return stays * (late * show + (1 - late) * even)

    def _beats(self, of: Sequence[Lean], card: int, rivals: tuple[Seat, ...], pile: int) -> float:
        chance, drawn = 1.0, self._draw.beaten[card]
        for turn, rival in enumerate(rivals):
            chance *= of[rival].beaten[card] * (drawn if turn < pile else 1.0)
        return chance

    def _stays(self, of: Sequence[Lean], keep: int, playing: tuple[Seat, ...], spies: int) -> float:
        draw, others = self._draw.odds, self._ways.open
        guessed = (self._unseen[keep] + 1) / (self._hidden + 1) if keep != GUARD else 0.0
        stay = 1.0
        for rival in playing:
            held = of[rival].odds
            if spies >> rival & 1:
                aims, right = SURE, 1.0 if guessed else 0.0
            else:
                aims, right = EAGER / (1 + len(others) - (rival in others)), guessed
            danger = _either(held[GUARD], draw[GUARD]) * right
            danger += _either(held[BARON], draw[BARON]) * (1 - of[rival].up_to[keep])
            if keep == PRINCESS:
                danger += _either(held[PRINCE], draw[PRINCE])
            stay *= max(0.0, 1 - danger * aims)
        return stay


def _either(held: float, drawn: float) -> float:
    return held + drawn - held * drawn
