"""The rules of `classic` once more, flattened by hand: how fast pure Python could be.

Nothing plays by this text.  It exists to be raced against the engine in
`bench/engine.py`, and tests/bench/ holds it to the same scenes and,
move by move, to the same rounds.

Cards are numbers 1 to 8, seats are bits in `standing` and `reach`.  What a
player laid down is a number, four bits for each card.  Every menu is worked
out beforehand, in the order of the engine's.  Who saw what, and who went out
first, is not kept: no rule of `classic` asks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeAlias

GUARD, PRIEST, BARON, HANDMAID, PRINCE, KING, COUNTESS, PRINCESS = range(1, 9)
DECK = (1, 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 7, 8)
MOST_SEATS = 4
TARGET = {2: 7, 3: 5, 4: 4}

# What happens is a number of its own: a card that meets nobody does nothing, like a Countess.
IDLE, GUESS, COMPARE, SHIELD, REPLACE, TRADE, FALL = range(7)
EFFECT = (IDLE, GUESS, IDLE, COMPARE, SHIELD, REPLACE, TRADE, IDLE, FALL)

# effect, card, the card kept, target, guess
Move: TypeAlias = tuple[int, int, int, int, int]


class Table(NamedTuple):
    """A match at one moment.

    Between rounds `first` are those who may begin the next one.  `reach` are
    the seats that may be chosen, and always the one to play.
    """

    hands: list[int]
    drawn: int
    turn: int
    standing: int
    reach: int
    laid: list[int]
    pile: list[int]
    aside: int
    laid_open: list[int]
    tokens: list[int]
    round: int
    first: tuple[int, ...]
    won: tuple[int, ...] = ()
    how: str = ""
    match_won: tuple[int, ...] = ()


def fresh(seats: int) -> Table:
    """Before the first round; a lot says who begins."""
    return Table([0] * seats, 0, -1, 0, 0, [0] * seats, [], 0, [], [0] * seats, 0, tuple(range(seats)))


def moves(seat: int, reach: int, old: int, drawn: int) -> tuple[Move, ...]:
    """All that `seat` may do with these two cards while the seats in `reach` may be chosen."""
    others = [other for other in range(MOST_SEATS) if reach >> other & 1 and other != seat]
    hand = [(old, drawn)] if old == drawn else [(old, drawn), (drawn, old)]
    if COUNTESS in (old, drawn) and {KING, PRINCE} & {old, drawn}:
        hand = [(card, kept) for card, kept in hand if card == COUNTESS]
    return tuple(move for card, kept in hand for move in _ways(card, kept, seat, others))


def _ways(card: int, kept: int, seat: int, others: list[int]) -> Iterator[Move]:
    targets = sorted((*others, seat)) if card == PRINCE else others
    if card not in (GUARD, PRIEST, BARON, PRINCE, KING):
        yield EFFECT[card], card, kept, seat, 0
    elif not targets:
        yield IDLE, card, kept, -1, 0
    for target in targets if card in (GUARD, PRIEST, BARON, PRINCE, KING) else ():
        for guess in range(2, 9) if card == GUARD else (0,):
            yield EFFECT[card], card, kept, target, guess


# By who may be chosen (with the player), who plays, the card held, the card drawn.
CARDS = range(9)
MENUS = [
    [[[moves(seat, reach, old, new) for new in CARDS] for old in CARDS] for seat in range(MOST_SEATS)]
    for reach in range(1 << MOST_SEATS)
]
# Who is next, by who is still in and who played; nobody if one is left.
NEXT = [
    [
        next((s % 4 for s in range(seat + 1, seat + 4) if standing >> s % 4 & 1), -1)
        if standing & (standing - 1)
        else -1
        for seat in range(MOST_SEATS)
    ]
    for standing in range(1 << MOST_SEATS)
]
BIT = tuple(1 << seat for seat in range(MOST_SEATS))
ALONE = {1 << seat: (seat,) for seat in range(MOST_SEATS)}


def play(  # noqa: C901, PLR0912, PLR0915 - a call for each step is what the yardstick is there to avoid
    table: Table, chances: Iterator[float], deals: Iterable[list[int]]
) -> Table:
    """Play on until the chances or the deals run out.

    Each turn and each lot takes one chance: so far along the menu lies the
    move.  Each round takes one deal, the first card last.
    """
    (
        hands,
        drawn,
        turn,
        standing,
        reach,
        laid,
        pile,
        aside,
        laid_open,
        tokens,
        rounds,
        first,
        won,
        how,
        over,
    ) = table
    menus, nexts, bit, alone, goal = MENUS, NEXT, BIT, ALONE, TARGET[len(tokens)]
    seats = len(tokens)
    between = bool(first or over)
    deals = iter(deals)
    while True:
        if not between:
            for chance in chances:
                menu = menus[reach][turn][hands[turn]][drawn]
                effect, card, kept, target, guess = menu[int(chance * len(menu))]
                hands[turn] = kept
                laid[turn] = laid[turn] * 16 + card
                if effect == GUESS:
                    if hands[target] == guess:
                        laid[target] = laid[target] * 16 + guess
                        hands[target] = 0
                        standing -= bit[target]
                        reach -= bit[target]
                elif effect == SHIELD:
                    reach -= bit[turn]
                elif effect == REPLACE:
                    card = hands[target]
                    laid[target] = laid[target] * 16 + card
                    if card == PRINCESS:
                        hands[target] = 0
                        standing -= bit[target]
                        reach -= bit[target]
                    elif pile:
                        hands[target] = pile.pop()
                    else:
                        hands[target] = aside
                        aside = 0
                elif effect == COMPARE:
                    other = hands[target]
                    if kept != other:
                        if kept < other:
                            target, other = turn, kept
                        laid[target] = laid[target] * 16 + other
                        hands[target] = 0
                        standing -= bit[target]
                        reach -= bit[target]
                elif effect == TRADE:
                    hands[turn] = hands[target]
                    hands[target] = kept
                elif effect == FALL:
                    laid[turn] = laid[turn] * 16 + kept
                    hands[turn] = 0
                    standing -= bit[turn]
                    reach -= bit[turn]
                if not pile:
                    break
                turn = nexts[standing][turn]
                if turn < 0:
                    break
                reach |= bit[turn]
                drawn = pile.pop()
            else:
                return Table(
                    hands, drawn, turn, standing, reach, laid, pile, aside, laid_open, tokens, rounds, ()
                )
            if standing in alone:
                won = first = alone[standing]
                how = "last"
            else:
                won, how = _closest(hands, laid)
                first = won
            for seat in won:
                tokens[seat] += 1
                if tokens[seat] >= goal:
                    over = tuple(s for s in range(seats) if tokens[s] >= goal)
                    first = ()
        between = False
        deal = next(deals, None)
        if deal is None:
            return Table(
                hands,
                0,
                -1,
                standing,
                reach,
                laid,
                pile,
                aside,
                laid_open,
                tokens,
                rounds,
                first,
                won,
                how,
                over,
            )
        if over:
            tokens, rounds, over, first = [0] * seats, 0, (), tuple(range(seats))
        turn = first[0] if len(first) == 1 else first[int(next(chances) * len(first))]
        rounds += 1
        pile = deal
        aside = pile.pop()
        if seats == 2:
            laid_open = pile[:-4:-1]
            del pile[-3:]
        else:
            laid_open = []
        dealt = pile[: -seats - 1 : -1]
        del pile[-seats:]
        hands = dealt[-turn:] + dealt[:-turn] if turn else dealt
        laid = [0] * seats
        standing = reach = (1 << seats) - 1
        drawn = pile.pop()


def _closest(hands: list[int], laid: list[int]) -> tuple[tuple[int, ...], str]:
    best = max(hands)
    if hands.count(best) == 1:
        return (hands.index(best),), "card"
    tied = [seat for seat, card in enumerate(hands) if card == best]
    sums = [sum(cards(laid[seat])) for seat in tied]
    most = max(sums)
    won = tuple(seat for seat, value in zip(tied, sums, strict=True) if value == most)
    return won, "sum" if len(won) == 1 else "tied"


def cards(laid: int) -> list[int]:
    """What lies in a player's pile, the first card first."""
    row = []
    while laid:
        row.append(laid & 15)
        laid >>= 4
    return row[::-1]
