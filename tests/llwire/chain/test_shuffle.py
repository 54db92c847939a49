"""The order of a pile: fair, fixed by its key, and the same in another hand."""

import hashlib
import hmac
from collections import Counter
from itertools import count, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from llwire.chain import deals
from llwire.wire.crypto import derive, u32

KEY = b"k" * 32


@settings(max_examples=100, deadline=None)
@given(st.binary(min_size=32, max_size=32), st.integers(0, 9), st.integers(1, 60))
def test_an_order_has_every_position_once(key, pile, size):
    assert sorted(deals.order(key, pile, size)) == list(range(size))


def second_hand(deal_key, pile, size):
    """The same order, recursively: place the last position, then order the rest."""
    key = derive(deal_key, "pile", u32(pile))

    def word(n):
        block = hmac.new(key, u32(n // 8), hashlib.sha256).hexdigest()
        return int(block[n % 8 * 8 : n % 8 * 8 + 8], 16)

    words = map(word, count())

    def settle(cards):
        if len(cards) < 2:
            return cards
        drawn = next(w for w in words if w // len(cards) < (1 << 32) // len(cards)) % len(cards)
        last = cards[drawn]
        closed_up = [cards[-1] if at == drawn else card for at, card in enumerate(cards)]
        return [*settle(closed_up[:-1]), last]

    return tuple(settle(list(range(size))))


@settings(max_examples=100, deadline=None)
@given(st.binary(min_size=32, max_size=32), st.integers(0, 9), st.integers(1, 60))
def test_another_implementation_agrees(key, pile, size):
    assert deals.order(key, pile, size) == second_hand(key, pile, size)


def test_a_draw_that_would_favour_low_positions_is_thrown_away():
    top = 2**32 - 2**32 % 3
    assert deals._below(3, iter([top, top - 1])) == (top - 1) % 3
    assert deals._below(3, iter([2**32 - 1, 4])) == 1
    assert deals._below(4, iter([2**32 - 1])) == 3


def chi_square(found, expected):
    return sum((n - expected) ** 2 / expected for n in found)


def test_every_position_is_as_likely_at_every_place():
    """20,000 decks of 8: of a fair deal, one card in 1,000 passes a chi-square of 24.3."""
    decks = [deals.order(u32(n) * 8, 0, 8) for n in range(20_000)]
    for card in range(8):
        places = Counter(deck.index(card) for deck in decks)
        assert chi_square([places[place] for place in range(8)], 2_500) < 24.3


@pytest.mark.soak
def test_every_card_of_a_real_deck_is_as_likely_at_every_place():
    """100,000 decks of 21: the limit is passed by one fair deal in 10,000, by one of 21 in 500."""
    places = [Counter() for _ in range(21)]
    for n in range(100_000):
        for place, card in enumerate(deals.order(u32(n) * 8, 0, 21)):
            places[card][place] += 1
    for card in range(21):
        assert chi_square([places[card][place] for place in range(21)], 100_000 / 21) < 53.0


def test_every_order_is_as_likely():
    """24,000 decks of 4: one fair deal in 1,000 passes a chi-square of 49.7."""
    orders = Counter(deals.order(u32(n) * 8, 0, 4) for n in range(24_000))
    assert chi_square([orders[order] for order in permutations(range(4))], 1_000) < 49.7


def test_each_pile_of_a_deal_has_an_order_of_its_own():
    assert len({deals.order(KEY, pile, 20) for pile in range(50)}) == 50


NONCES = [b"a" * 32, None, b"b" * 32]


@pytest.mark.parametrize(
    "other",
    [
        (b"U" * 16, 1, 1, 0, b"s" * 32, NONCES),
        (b"T" * 16, 2, 1, 0, b"s" * 32, NONCES),
        (b"T" * 16, 1, 2, 0, b"s" * 32, NONCES),
        (b"T" * 16, 1, 1, 1, b"s" * 32, NONCES),
        (b"T" * 16, 1, 1, 0, b"z" * 32, NONCES),
        (b"T" * 16, 1, 1, 0, b"s" * 32, [b"a" * 32, b"b" * 32, None]),
        (b"T" * 16, 1, 1, 0, b"s" * 32, [b"c" * 32, None, b"b" * 32]),
    ],
    ids=["table", "match", "deal", "attempt", "seed", "who", "nonce"],
)
def test_everything_that_makes_a_deal_changes_it(other):
    assert deals.deal_key(*other) != deals.deal_key(b"T" * 16, 1, 1, 0, b"s" * 32, NONCES)


def test_nobody_can_promise_what_another_has_promised():
    promise = deals.nonce_promise(b"T" * 16, 1, b"a" * 32, KEY)
    assert promise != deals.nonce_promise(b"T" * 16, 1, b"b" * 32, KEY)


def test_a_restarted_program_knows_its_seeds_and_nonces_and_they_are_all_different():
    seeds = [deals.seed(KEY, deal, attempt) for deal in range(3) for attempt in range(3)]
    nonces = [deals.nonce(KEY, number) for number in range(9)]
    assert len({*seeds, *nonces}) == 18
    assert seeds[5] == deals.seed(KEY, 1, 2)
