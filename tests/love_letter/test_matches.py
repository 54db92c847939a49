"""Laws of every moment of every match, however it is played.

Texts 1-4, "End of a round" and what follows it; love-letter.md, "Editions".
Who wins is worked out here once more, from what lies open and by nothing else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lltui.games.game import IllegalMoveError, Shuffled, allowed, apply
from lltui.games.love_letter.loading import agreed
from lltui.games.love_letter.model import Keep, Options, Play
from lltui.games.love_letter.rules.state import State
from lltui.games.love_letter.views import Public
from love_letter.matches import Chooser, Moment, any_move, careful, match
from love_letter.mutants_of_play import PLAY
from love_letter.mutants_of_rounds import ROUNDS
from love_letter.notation import read, show
from love_letter.positions import RULES
from love_letter.scenes import ALL

MOST_SEATS = {"modern": 6}
DATES = ("2026-05-01", None, "2026-05-01", "2026-11-02", None, None)
AGES = (3, 1, None, 2, 1, 1)


def tables() -> Iterator[tuple[Options, int]]:
    for edition in ALL:
        for seats in range(2, MOST_SEATS.get(edition, 4) + 1):
            yield Options(edition), seats
        yield Options(edition, dates=DATES[:3], ages=AGES[:3]), 3
        for variant in ("loser-starts", "no-shared-ties", "short"):
            yield Options(edition, (variant,)), 3
    yield Options("german", ("short", "loser-starts"), target=2, ages=AGES[:4]), 4


def name(options: Options, seats: int) -> str:
    given_by = ("dates",) if options.dates else ()
    return " ".join((options.edition, str(seats), *options.variants, *given_by))


# --------------------------------------------------------------- each moment


def all_cards_are_somewhere(moment: Moment) -> None:
    state = moment.after
    deck = Counter(agreed(state.options).deck())
    lying = Counter((*state.pile, *state.laid_open, *([state.aside] if state.aside else [])))
    for row in (*state.hands, *state.discards):
        lying.update(row)
    if state.phase == "lots":
        # The deck is shuffled while the last round still lies there to be seen.
        lying = Counter(state.pile)
    if state.round or state.phase == "lots":
        assert lying == deck


def one_seat_acts_or_a_pile_waits(moment: Moment) -> None:
    state = moment.after
    acting = [seat for seat in range(state.seats) if RULES.legal(state, seat)]
    if state.phase in ("turn", "council"):
        assert acting == [state.turn]
        assert state.turn in state.inside()
        assert RULES.pile(state) is None
    else:
        assert acting == []
        assert (RULES.pile(state) is None) is (state.phase == "over")


def hands_have_their_sizes(moment: Moment) -> None:
    state = moment.after
    for seat, hand in enumerate(state.hands):
        if seat not in state.inside():
            assert hand == ()
        elif state.turn == seat:
            assert len(hand) == 2 if state.phase == "turn" else len(hand) in (2, 3)
        else:
            assert len(hand) == 1


def whoever_is_out_did_not_move(moment: Moment) -> None:
    if not isinstance(moment.action, Shuffled):
        assert moment.seat == moment.before.turn
        assert moment.seat in moment.before.inside()
        assert not RULES.public(moment.before).seats[moment.seat].out


def nobody_comes_back(moment: Moment) -> None:
    if not isinstance(moment.action, Shuffled):
        assert set(moment.after.inside()) <= set(moment.before.inside())


def what_is_known_is_true(moment: Moment) -> None:
    state = moment.after
    for seat in range(state.seats):
        private = RULES.private(state, seat)
        for known in private.known:
            assert known.seat != seat
            assert known.card in state.hands[known.seat]
        if state.phase != "lots":
            for depth, card in enumerate(private.under):
                assert card in (None, state.pile[depth])


def tokens_only_grow(moment: Moment) -> None:
    gained = [now - then for then, now in zip(moment.before.tokens, moment.after.tokens, strict=True)]
    if moment.after.phase in ("deck", "crown", "over") and moment.before.phase in ("turn", "council"):
        assert gained == gains(moment)
    else:
        assert not any(gained)


def a_refused_move_changes_nothing(moment: Moment) -> None:
    state = moment.after
    before = show(state)
    tried = [
        (moment.seat, moment.action),
        (state.turn, Play("guard", 9, "king")),
        (0, Keep("king", ("king",))),
    ]
    for seat, action in tried:
        if not allowed(RULES, state, seat, action):
            with pytest.raises(IllegalMoveError):
                apply(RULES, state, seat, action)
    assert show(state) == before


def the_line_says_it_all(moment: Moment) -> None:
    assert read(show(moment.after)) == moment.after


# ------------------------------------------------------------ who has won what


COURT = ("guard", "priest", "baron", "handmaid", "prince", "king", "countess", "princess")
MODERN_COURT = ("spy", *COURT[:5], "chancellor", *COURT[5:])


def round_winners(public: Public, options: Options) -> list[int]:
    """By the words of the texts, from what lies open."""
    court = MODERN_COURT if options.edition == "modern" else COURT
    inside = [number for number, seat in enumerate(public.seats) if not seat.out]
    if len(inside) == 1:
        return inside
    worth = {number: court.index(public.seats[number].shown) for number in inside}
    best = [number for number in inside if worth[number] == max(worth.values())]
    if options.edition not in ("german", "modern"):
        sums = {
            number: sum(court.index(card) + 1 for card in public.seats[number].discards) for number in best
        }
        best = [number for number in best if sums[number] == max(sums.values())]
    return [] if len(best) > 1 and "no-shared-ties" in options.variants else best


def gains(moment: Moment) -> list[int]:
    public = RULES.public(moment.after)
    won = round_winners(public, moment.after.options)
    spied = [n for n, seat in enumerate(public.seats) if not seat.out and "spy" in seat.discards]
    return [(n in won) + (spied == [n]) for n in range(len(public.seats))]


def target(options: Options, seats: int) -> int:
    if options.target is not None:
        return options.target
    if "short" in options.variants:
        return 3 if seats < 5 else 2
    row = {"german": (5, 4, 3), "modern": (6, 5, 4, 3, 3)}.get(options.edition, (7, 5, 4))
    return row[seats - 2]


def match_winners(state: State) -> list[int]:
    there = [n for n, tokens in enumerate(state.tokens) if tokens >= target(state.options, state.seats)]
    ages = state.options.ages
    if state.options.edition == "german" and len(there) > 1 and ages:
        told = [n for n in there if ages[n] is not None]
        there = [n for n in told or there if ages[n] == min((ages[k] for k in told), default=None)]
    return there


# --------------------------------------------------------------- whole matches


def protection_lasts_until_the_own_next_turn(moments: list[Moment]) -> None:
    safe: set[int] = set()
    for moment in moments:
        if moment.action == Play("handmaid"):
            safe.add(moment.seat)
        if moment.after.round != moment.before.round:
            safe.clear()
        if moment.after.turn != moment.before.turn:
            safe.discard(moment.after.turn)
        assert {number for number, seat in enumerate(RULES.public(moment.after).seats) if seat.safe} == safe


def every_round_ends_within_its_pile(moments: list[Moment]) -> None:
    turns = most = 0
    for moment in moments:
        if isinstance(moment.action, Shuffled) and moment.after.phase == "turn":
            turns, most = 0, len(moment.after.pile) + 1
        elif isinstance(moment.action, Play):
            turns += 1
            assert turns <= most
            assert moment.after.phase != "turn" or len(moment.after.pile) <= most - 1 - turns


def the_round_ends_exactly_when_it_must(moments: list[Moment]) -> None:
    for moment in moments:
        if isinstance(moment.action, Shuffled) or moment.after.phase == "council":
            continue
        drawn = moment.after.phase == "turn"
        pile = len(moment.after.pile) + drawn
        assert drawn is (pile > 0 and len(moment.after.inside()) > 1)


def a_winner_begins_the_next_round(moments: list[Moment]) -> None:
    won: list[int] = []
    for moment in moments:
        if isinstance(moment.action, Play | Keep) and moment.after.round_won:
            won = list(moment.after.round_won)
        starts = moment.before.phase in ("deck", "lots") and moment.after.phase == "turn"
        if starts and won and "loser-starts" not in moment.after.options.variants:
            assert moment.after.turn in won
        if starts:
            won = []


def the_match_ends_with_enough_tokens(moments: list[Moment]) -> None:
    for moment in moments[:-1]:
        assert moment.after.phase != "over"
    last = moments[-1].after
    there = match_winners(last)
    assert set(last.match_won) <= set(there)
    assert len(last.match_won) == (1 if last.options.edition == "german" else len(there))
    before_last = [moment.after.tokens for moment in moments if moment.after.round < last.round]
    assert all(max(tokens) < target(last.options, last.seats) for tokens in before_last)


MOMENTS: tuple[Callable[[Moment], None], ...] = (
    all_cards_are_somewhere,
    one_seat_acts_or_a_pile_waits,
    hands_have_their_sizes,
    whoever_is_out_did_not_move,
    nobody_comes_back,
    what_is_known_is_true,
    tokens_only_grow,
    a_refused_move_changes_nothing,
    the_line_says_it_all,
)
MATCHES: tuple[Callable[[list[Moment]], None], ...] = (
    protection_lasts_until_the_own_next_turn,
    every_round_ends_within_its_pile,
    the_round_ends_exactly_when_it_must,
    a_winner_begins_the_next_round,
    the_match_ends_with_enough_tokens,
)

AWAKE = {
    "protection ends with the next turn",
    "protection never ends",
    "the card set aside is drawn first",
    "a spy in hand counts",
    "a spy pays winners only",
    "a hand that is out stays hidden",
    "the round ends one card early",
    "the lowest card wins",
    "the sum counts cards",
    "only one wins a tie",
    "a round is worth two tokens",
    "only one wins the match",
    "the first seat is dealt first",
    "played cards are still known",
    "knowledge does not follow a trade",
    "a council hides nothing",
}


@pytest.mark.parametrize("choose", [any_move, careful])
@pytest.mark.parametrize("options, seats", [pytest.param(*table, id=name(*table)) for table in tables()])
@given(seed=st.integers(0, 2**32))
def test_every_law_holds(options, seats, choose, seed):
    laws_hold(options, seats, choose, seed)


@pytest.mark.soak
@pytest.mark.parametrize("options, seats", [pytest.param(*table, id=name(*table)) for table in tables()])
@given(seed=st.integers(0, 2**32))
def test_every_law_holds_in_many_matches(options, seats, seed):
    laws_hold(options, seats, careful if seed % 2 else any_move, seed)


def laws_hold(options: Options, seats: int, choose: Chooser, seed: int) -> None:
    moments = list(match(options, seats, seed, choose))
    for moment in moments:
        for holds in MOMENTS:
            holds(moment)
    for holds_throughout in MATCHES:
        holds_throughout(moments)


@pytest.mark.parametrize(
    "mutant", [pytest.param(mutant, id=mutant.name) for mutant in (*PLAY, *ROUNDS) if mutant.name in AWAKE]
)
def test_the_laws_are_awake(mutant):
    """A broken rule that they speak of breaks a law within a few matches."""
    with pytest.MonkeyPatch.context() as m:
        mutant.patch(m)
        with pytest.raises(AssertionError):
            some_matches_keep_the_laws()


def some_matches_keep_the_laws() -> None:
    for seed in range(20):
        laws_hold(Options(ALL[seed % 5]), 2 + seed % 3, careful, seed)


def test_every_mutant_that_should_wake_a_law_exists():
    assert {mutant.name for mutant in (*PLAY, *ROUNDS)} >= AWAKE
