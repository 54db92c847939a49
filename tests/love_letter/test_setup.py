"""What is on the table before the first turn.

Text 1, "Cards" and "Setup"; text 2, sections 2 and 3; text 3, "End of round";
text 4, "16 Personenkarten", "Übersichtskarte" and "Spielvorbereitung";
love-letter.md, "Editions".
"""

from __future__ import annotations

from collections import Counter

import pytest

from lltui.errors import UsageTrouble
from lltui.games.game import NATURE, Pile, Shuffled, apply
from lltui.games.love_letter.loading import (
    UnknownEdition,
    UnknownVariant,
    WrongSeats,
    agreed,
    editions,
    variants,
)
from lltui.games.love_letter.model import Options
from love_letter.notation import read
from love_letter.positions import RULES, menu, step
from love_letter.scenes import ALL, SIXTEEN

# copies and value, as printed
COURT = {
    "guard": (5, 1),
    "priest": (2, 2),
    "baron": (2, 3),
    "handmaid": (2, 4),
    "prince": (2, 5),
    "king": (1, 6),
    "countess": (1, 7),
    "princess": (1, 8),
}
MODERN_COURT = {
    "spy": (2, 0),
    "guard": (6, 1),
    "priest": (2, 2),
    "baron": (2, 3),
    "handmaid": (2, 4),
    "prince": (2, 5),
    "chancellor": (2, 6),
    "king": (1, 7),
    "countess": (1, 8),
    "princess": (1, 9),
}
DECK = " ".join(card for card, (copies, _) in COURT.items() for _ in range(copies))


@pytest.mark.parametrize("edition", ALL)
def test_the_deck_is_the_printed_one(edition):
    cards = {card.id: (card.copies, card.value) for card in agreed(Options(edition)).card}
    assert cards == (MODERN_COURT if edition == "modern" else COURT)


@pytest.mark.parametrize("edition, size", [*((edition, 16) for edition in SIXTEEN), ("modern", 21)])
def test_every_round_shuffles_all_cards_anew(edition, size):
    for line in (
        "x | x / ; phase deck ; round 0 ; first 0",
        "guard | x : king / - king ; phase deck ; first 0",
    ):
        assert RULES.pile(read(f"{line} ; edition {edition}")) == Pile(size, fresh=True)


def test_the_default_is_the_first_text_and_the_others_follow():
    assert editions() == ALL
    assert Options().edition == ALL[0]


@pytest.mark.parametrize(
    "edition, fewest, most", [*((edition, 2, 4) for edition in SIXTEEN), ("modern", 2, 6)], ids=ALL
)
def test_an_edition_is_for_so_many_players(edition, fewest, most):
    for seats in range(fewest, most + 1):
        assert RULES.start(Options(edition), seats).tokens == [0] * seats
    for seats in (0, 1, fewest - 1, most + 1, 7):
        with pytest.raises(WrongSeats):
            RULES.start(Options(edition), seats)


def test_an_unknown_edition_or_house_rule_is_named_beside_the_known_ones():
    with pytest.raises(UnknownEdition) as trouble:
        RULES.start(Options("pirates"), 2)
    assert trouble.value.facts == {"edition": "pirates", "known": ALL}
    with pytest.raises(UnknownVariant) as trouble:
        RULES.start(Options(variants=("naked",)), 2)
    assert trouble.value.facts == {"variant": "naked", "known": variants()}
    assert issubclass(UnknownEdition, UsageTrouble)


@pytest.mark.parametrize("name", variants())
@pytest.mark.parametrize("edition", ALL)
def test_every_house_rule_fits_every_edition(edition, name):
    assert agreed(Options(edition, (name,))) != agreed(Options(edition))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_nobody_sees_the_card_set_aside_nor_the_pile_nor_another_hand(seats):
    start = read(" | ".join("x" * seats) + " / ; phase deck ; round 0 ; first 0")
    lying = [
        "princess",
        *(["guard", "guard", "prince"] if seats == 2 else []),
        *["king", "baron", "priest", "guard"][:seats],
    ]
    state, _ = step(RULES, start, f"deal {' '.join(lying)} countess")
    public = RULES.public(state)
    assert public.aside is True
    assert public.pile == 16 - len(lying) - 1
    assert [seat.cards for seat in public.seats] == [2, *[1] * (seats - 1)]
    assert not any(seat.discards or seat.shown for seat in public.seats)
    assert public.laid_open == (("guard", "guard", "prince") if seats == 2 else ())
    assert RULES.private(state, 0).hand == ("king", "countess")
    assert RULES.private(state, 1).hand == ("baron",)
    assert RULES.private(state, 1).known == ()


@pytest.mark.parametrize(
    "line",
    [
        "x | x | x / ; phase deck ; round 0 ; first 0 1 2",
        "guard : king | x : priest | baron / - king ; phase deck ; won 2 card ; first 2 ; tokens 0 0 1",
        f"guard | x : priest | baron / {DECK} - king ; phase lots ; won 0 2 tied ; first 0 2 ; tokens 1 0 1",
        "guard : king | x : priest | baron / - king ; phase over ; won 0 card ; tokens 5 0 1 ; over 0",
        "guard | x : priest | baron / - king ; edition german ; phase crown ; first 0 2 ; tokens 4 0 4",
    ],
    ids=[
        "before the first round",
        "between rounds",
        "while lots are drawn",
        "after the match",
        "before the crown",
    ],
)
def test_nobody_acts_between_rounds(line):
    state = read(line)
    assert [RULES.legal(state, seat) for seat in (NATURE, 0, 1, 2)] == [()] * 4


def test_the_shuffle_that_is_asked_for_is_an_order_of_all_cards():
    start = read("x | x / ; phase deck ; round 0 ; first 0")
    state = apply(RULES, start, NATURE, Shuffled(tuple(range(15, -1, -1)))).state
    assert Counter((*state.pile, state.aside, *state.laid_open, *state.hands[0], *state.hands[1])) == Counter(
        {card: copies for card, (copies, _) in COURT.items()}
    )
    assert state.aside == "princess"
    assert menu(RULES, state)
