"""The laws are not asleep: each fault is found by the law that is there for it."""

from __future__ import annotations

from random import Random

import laws
import mutants
import pytest
from at_hand import GAMES, TABLES
from laws import hold
from tables import kinds, match
from toy.model import BallotCast

from lltui.games.game import IllegalMoveError, snake
from lltui.games.two_princes.events import BallotKept, ChoseAlone

LOOK, SOUND = laws.twins_look_alike, laws.twins_sound_alike
IN_VIEW, LIE_OPEN = laws.whispered_cards_are_in_the_view, laws.announced_cards_lie_open

AGAINST_SECRECY = [
    (mutants.OneCardOfOneHandInPublic, LOOK),
    (mutants.PrivateOfTheNextSeat, LOOK),
    (mutants.MenuShowsAnothersHand, LOOK),
    (mutants.PauseShowsAnothersHand, LOOK),
    (mutants.SilenceShowsAnothersHand, LOOK),
    (mutants.RefusalShowsAnothersHand, LOOK),
]
AGAINST_SECRET_ACTS = [
    (mutants.SecretActAnnounced, SOUND),
    (mutants.SecretActOpenedAtOnce, laws.what_was_opened_lies_open),
]
WITH_SECRET_ACTS = [
    game for game, record in GAMES.items() if any(act.secret for act in kinds(record.rules.model.action))
]
AGAINST_THE_REST = [
    (mutants.CopyingNothing, laws.playing_changes_nothing_but_the_copy),
    (mutants.CountingMoves, laws.playing_changes_nothing_but_the_copy),
    (mutants.DeafWithoutListeners, laws.playing_changes_nothing_but_the_copy),
    (mutants.StateThatLosesItsType, laws.a_match_goes_on_from_its_encoding),
    (mutants.StateThatLosesItsType, laws.snapshots_are_enough_to_play),
    (mutants.ViewThatChangesOnTheWay, laws.views_and_news_survive_encoding),
    (mutants.ViewThatChangesOnTheWay, laws.glimpses_survive_packing),
    (mutants.WhisperWithoutSeats, laws.views_and_news_survive_encoding),
    (mutants.MenuTwice, laws.menus_survive_folding),
    (mutants.MenuTwice, laws.every_action_is_reached_by_questions),
    (mutants.TalkUnanswered, laws.every_seat_knows_whether_it_may_talk),
    (mutants.RefereeAsleep, laws.legal_is_the_only_referee),
    (mutants.BoxTooSmall, laws.boxes_are_large_enough),
    (mutants.NeverOver, laws.boxes_are_large_enough),
]

every_game = pytest.mark.parametrize("game", GAMES)


def named(value):
    return getattr(value, "__name__", None)


def is_found(law, game, mutant, part=None, **where):
    """Try fair matches at crowded tables until the law finds the fault."""
    least = min(3, GAMES[game].rules.model.seats[1])
    crowded = [table for table in TABLES if table.at_hand is GAMES[game] and table.seats >= least]
    for seed in range(60):
        table = Random(seed).choice(crowded)
        try:
            hold(law, table._replace(game=mutant(table.game, table.seats, part)), seed, **where)
        except (AssertionError, IllegalMoveError):
            return True
    return False


@every_game
@pytest.mark.parametrize(("mutant", "law"), AGAINST_SECRECY, ids=named)
def test_a_leak_is_found(game, mutant, law):
    assert is_found(law, game, mutant)


@pytest.mark.parametrize("game", WITH_SECRET_ACTS)
@pytest.mark.parametrize(("mutant", "law"), AGAINST_SECRET_ACTS, ids=named)
def test_a_secret_act_that_leaks_is_found(game, mutant, law):
    assert is_found(law, game, mutant)


@every_game
@pytest.mark.parametrize(("mutant", "law"), AGAINST_THE_REST, ids=named)
def test_a_fault_is_found(game, mutant, law):
    assert is_found(law, game, mutant)


@pytest.mark.parametrize(
    ("game", "field"),
    [(game, field) for game in GAMES for field in GAMES[game].rules.model.private.__struct_fields__],
)
def test_a_private_field_in_the_public_view_is_found(game, field):
    assert is_found(LOOK, game, mutants.PrivateFieldInPublic, field)


@every_game
def test_hands_in_place_of_their_counts_are_found(game):
    assert is_found(LOOK, game, mutants.HandsForHandCounts, GAMES[game].bare)


WHISPERS = [
    pytest.param(game, kind, id=f"{game}-{snake(kind.__name__)}")
    for game, record in GAMES.items()
    for kind in kinds(record.rules.model.whispered)
]


def tells(kind):
    """Moments that have such a whisper in their news; the law finds it at no other."""
    return lambda moment: any(isinstance(event, kind) for event, _ in moment.news.told)


NO_CARDS = (BallotCast, BallotKept, ChoseAlone)


@pytest.mark.parametrize(("game", "kind"), WHISPERS)
@pytest.mark.parametrize("mutant", [mutants.WhisperAnnounced, mutants.WhisperToTheNextSeat], ids=named)
def test_a_whisper_that_others_hear_is_found(game, kind, mutant):
    assert is_found(SOUND, game, mutant, kind, where=tells(kind))


@pytest.mark.parametrize(("game", "kind"), [row for row in WHISPERS if row.values[1] not in NO_CARDS])
def test_a_whispered_card_that_is_announced_is_found_by_looking_at_what_lies_open(game, kind):
    assert is_found(LIE_OPEN, game, mutants.WhisperAnnounced, kind, where=tells(kind))
    assert is_found(IN_VIEW, game, mutants.WhisperToTheNextSeat, kind, where=tells(kind))


@pytest.mark.parametrize(
    ("game", "field", "law"),
    [
        ("moonrakers", "hand", IN_VIEW),
        ("moonrakers", "ballot", SOUND),
        ("princes", "hand", IN_VIEW),
        ("princes", "ballot", SOUND),
        ("love-letter", "hand", IN_VIEW),
        ("love-letter", "known", IN_VIEW),
        ("love-letter", "under", IN_VIEW),
    ],
)
def test_a_view_that_forgets_what_was_told_is_found(game, field, law):
    assert is_found(law, game, mutants.ForgettingAField, field)


@every_game
def test_somebody_who_acts_before_the_cards_are_in_order_is_found(game):
    table = next(table for table in TABLES if table.at_hand is GAMES[game])
    action = next(m.action for m in match(table, Random(1)) if m.seat >= 0)
    assert is_found(laws.nobody_acts_while_a_pile_waits, game, mutants.ActingUnderThePile, action)


def test_every_law_has_found_a_fault():
    tried = {law for _, law in (*AGAINST_SECRECY, *AGAINST_SECRET_ACTS, *AGAINST_THE_REST)}
    assert {*laws.LAWS} - tried == {
        IN_VIEW,
        LIE_OPEN,
        laws.nobody_acts_while_a_pile_waits,
        laws.whoever_may_act_does_not_wait_for_nobody,  # see below: a game cannot play what it does not offer
        laws.whatever_is_told_can_be_said,  # it is the door that is tried: no honest view is refused
    }


@every_game
def test_a_match_that_waits_for_nobody_though_somebody_may_act_is_found(game, monkeypatch):
    monkeypatch.setattr(laws, "awaited", lambda *_: ())
    table = next(table for table in TABLES if table.at_hand is GAMES[game])
    with pytest.raises(AssertionError):
        hold(laws.whoever_may_act_does_not_wait_for_nobody, table, 1)
