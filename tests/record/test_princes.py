"""A match of The Two Princes through the chain: sealed, opened, revealed, and verified."""

from __future__ import annotations

import pytest
from at_hand import princes as _  # its short story is one of ours  # noqa: F401
from kit.written import KEYS, WrittenMatch, pack

from lltui.games import packing
from lltui.games.two_princes.events import Healed, RemedyUsed, Rested
from lltui.games.two_princes.loading import story_index
from lltui.games.two_princes.model import MODEL, Ballot, ChooseApart, Options
from lltui.games.two_princes.story.faults import MOST_CHOICES
from lltui.table.match_engine import MatchEngine
from llwire.chain.entries import Acted, Auto, Dealt, Ended, Pile, Revealed
from llwire.wire import limits
from llwire.wire.deeds import Act, read_deed

SEEDS = (1,)
NAMED_ALOUD = (Healed, Rested, RemedyUsed)


def evening(seed, people=2):
    return WrittenMatch(
        Options(difficulty="gentle"), people=people, bots=2 - people, seed=seed, game=MODEL.id
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_both_seats_and_a_watcher_find_the_one_deal_as_it_should_be(seed):
    played = evening(seed).whole()
    kinds = [type(body.what) for body in played.bodies]
    assert kinds.count(Dealt) == kinds.count(Revealed) == 1
    assert kinds.count(Pile) > 20
    assert kinds[-1] is Ended
    for seat in (None, 0, 1):
        assert played.verdicts(seat) == [1]


def test_a_token_is_in_no_entry_until_it_is_opened():
    played = evening(1).whole()
    openings = [(body.seq, opening) for body in played.bodies for opening in body.opened]
    assert len(openings) > 4
    for seq, opening in openings:
        assert opening.choice in (pack(Ballot("a")), pack(Ballot("b")))
        assert opening.seq < seq
        closed = next(body for body in played.bodies if body.seq == opening.seq)
        assert opening.choice not in closed.view + closed.news
        assert type(closed.what) is not Ended
    assert not played.match.pledges


def test_what_everybody_gets_names_only_cards_that_lie_open():
    played = evening(2)
    known = [card.id for card in story_index("tower").story.conditions]
    while played.step():
        state, body = played.engine.state, played.bodies[-1]
        heard = packing.glimpse(MODEL, body.view, body.news).heard
        lying = {card for boy in state.princes for card in boy.discards}
        lying |= {card for trial in state.trials for cards in trial.drawn for card in cards}
        lying |= {getattr(event, "card", None) for event in heard if isinstance(event, NAMED_ALOUD)}
        shown = {card for card in known if pack(card) in body.view + body.news}
        assert shown <= lying


def test_a_whole_match_fits_into_a_log_with_room_to_spare():
    played = evening(1).whole()
    assert len(played.log) < limits.LOG_ENTRIES / 4
    size = sum(len(pack(entry)) for entry in played.log)
    assert size < limits.LOG_BYTES / 4


def test_every_box_has_the_same_size():
    played = evening(1)
    while played.step():
        pass
    sizes = {len(box) for body in played.bodies for box in getattr(body, "private", ())}
    assert len(sizes) <= 1
    assert packing.menu(played.engine.game, played.engine.state, 0) == pack([])


def test_a_table_that_comes_back_in_the_middle_of_a_test_stands_where_it_stood():
    played = evening(1)
    stopped = set()
    while played.step():
        phase = played.engine.game.public(played.engine.state).phase
        if phase in stopped:
            continue
        stopped.add(phase)
        again = MatchEngine(KEYS, played.match.number)
        again.replay(played.log)
        assert again.state == played.engine.state
        assert [again.awaited(), again.closed()] == [played.engine.awaited(), played.engine.closed()]
    assert {"ballot", "commit", "items", "order", "together", "pause"} <= stopped


@pytest.mark.parametrize("people", [1, 2])
def test_what_is_chosen_apart_is_in_no_entry_until_the_reveal(people):
    """A strict table tells the brother what comes of an encounter, and not what was chosen there."""
    strict = WrittenMatch(
        Options("brief", alone="strict"), people=people, bots=2 - people, seed=4, game=MODEL.id
    )
    apart, moves = [], 0
    while strict.step():
        body = strict.bodies[-1]
        moves += 1
        if isinstance(body.what, Acted | Auto) and strict.match.pledges:
            sealed = [p for p in strict.match.pledges if p.seq == body.seq]
            kinds = [type(strict.engine.read(strict.engine._choices[p.seq].choice)) for p in sealed]
            apart += [p.seq for p, kind in zip(sealed, kinds, strict=True) if kind is ChooseApart]
        assert not [o for o in body.opened if o.seq in apart], "a token that was opened took it along"
    assert len(apart) > 2
    strict.end()
    told = {opening.seq: opening.choice for body in strict.bodies[-2:] for opening in body.opened}
    assert {*apart} <= {*told}
    assert {told[seq] for seq in apart} <= {pack(ChooseApart(n)) for n in range(4)}
    for seat in (None, *range(people)):
        assert strict.verdicts(seat) == [1]


def test_where_the_brother_looks_on_the_choice_is_an_open_one():
    seen = WrittenMatch(Options("brief", alone="open"), people=2, bots=0, seed=4, game=MODEL.id).whole()
    told = [read_deed(cause) for body in seen.bodies for cause in body.causes]
    assert any(b"choose" in act.action for act in told if isinstance(act, Act))


def test_no_story_has_more_choices_apart_than_an_entry_opens():
    assert limits.OPENINGS >= MOST_CHOICES
