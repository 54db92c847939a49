"""Moves that do not count."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from table.asking import dealt, first, kinds, on_turn, played, refused
from toy.model import Options as ToyOptions

from lltui.games.love_letter.model import Options
from lltui.table import outputs as out
from lltui.table import running_match
from lltui.table.running_match import FOR_DECISIONS, RunningMatch
from llwire.chain.chain import line
from llwire.wire import limits
from llwire.wire.deeds import EndMatch, Pause, Resume, read_deed
from llwire.wire.errors import Code
from llwire.wire.messages import Phase, Why


@pytest.mark.parametrize("changed", [{"turn": 0}, {"head": None}])
def test_a_move_for_another_turn_is_stale_and_told_which_turn_it_is(changed):
    evening, ann, bob, cid = dealt()
    who = on_turn(evening, ann, bob, cid)
    if "head" in changed:
        changed = {"head": evening.table.state.playing.engine.chain._heads[0]}
    evening.say(who, who.act(first(who), **changed))
    nack = who.nacks()[-1]
    assert (nack.why, nack.now) == (Why.STALE, who.turn.number)


def test_out_of_turn_illegal_and_garbled_moves_are_refused():
    evening, ann, bob, cid = dealt()
    who = on_turn(evening, ann, bob, cid)
    other = next(player for player in (ann, bob, cid) if player is not who)
    evening.say(other, other.act(first(who)))
    assert refused(other) == ("act", Why.NOT_YOUR_TURN, None)
    evening.say(who, who.act(first(who), action=b"\xc1"))
    assert refused(who) == ("act", Why.ILLEGAL, None)
    evening.say(who, who.act(first(who), seat=other.seat))
    assert refused(who) == ("act", Why.NOT_ALLOWED, "other-seat")
    evening.say(who, who.act(first(who), match=3))
    assert refused(who) == ("act", Why.STALE, None)


def test_a_move_over_a_head_that_never_was_ends_the_line():
    evening, ann, bob, cid = dealt()
    who = on_turn(evening, ann, bob, cid)
    before = len(evening.log)
    evening.say(who, who.act(first(who), head=bytes(32)))
    assert evening.parted[-1] == (who.name, Code.FORK)
    assert out.Contradicted(who.name) in evening.facts
    assert len(evening.log) == before


def test_a_secret_choice_has_to_be_secret_and_only_that():
    evening, ann, *_ = dealt(game="moonrakers", options=ToyOptions())
    vote = first(ann)
    secret = read_deed(ann.act(vote)).secret
    evening.say(ann, ann.act(vote, secret=None, action=vote))
    assert refused(ann) == ("act", Why.ILLEGAL, None)
    evening.say(ann, ann.act(vote, secret=secret, action=b"psst"))
    assert refused(ann) == ("act", Why.ILLEGAL, None)
    evening.say(ann, ann.act(vote, secret=replace(secret, box=secret.box[:-1])))
    assert refused(ann) == ("act", Why.ILLEGAL, None)
    evening.say(ann, ann.act(vote))
    assert evening.table.state.playing.waiting() == (1, 2)


def test_a_program_that_only_moves_wrongly_is_hung_up_on():
    evening, ann, bob, cid = dealt()
    who = on_turn(evening, ann, bob, cid)
    for _ in range(limits.WRONG_ACTS):
        evening.say(who, who.act(first(who), action=b"\xc1"))
    assert evening.here(who)
    evening.say(who, who.act(first(who), action=b"\xc1"))
    assert evening.parted[-1] == (who.name, Code.RATE)
    evening.enter(who)
    evening.play()


def test_wrong_moves_are_forgiven_with_the_turn():
    evening, ann, bob, cid = dealt()
    for _ in range(4):
        who = on_turn(evening, ann, bob, cid)
        for _ in range(limits.WRONG_ACTS - 1):
            evening.say(who, who.act(first(who), action=b"\xc1"))
        evening.play(lambda who=who: not who.menu)
        evening.play(lambda: any(player.menu for player in (ann, bob, cid)))
    assert evening.parted == []


@pytest.mark.parametrize("full", ["LOG_ENTRIES", "LOG_BYTES"])
def test_before_the_log_is_full_only_the_end_is_left(monkeypatch, full):
    evening, ann, bob, cid = dealt()
    chain = evening.table.state.playing.engine.chain
    most = {
        "LOG_ENTRIES": len(evening.log) + FOR_DECISIONS + 1,
        "LOG_BYTES": chain.size + chain.largest * (FOR_DECISIONS + 1),
    }
    monkeypatch.setattr(limits, full, most[full])
    who = on_turn(evening, ann, bob, cid)
    evening.say(who, who.deeds()[0])
    assert refused(who) == ("act", Why.NOT_NOW, "long")
    while "decision" not in {nack.to for nack in ann.nacks()}:
        evening.say(ann, ann.decide(Resume() if ann.chain.match.paused else Pause()))
    assert refused(ann) == ("decision", Why.NOT_NOW, "long")
    evening.say(ann, ann.decide(EndMatch()))
    assert kinds(evening)[-1] == "Ended"
    assert len(evening.log) < limits.LOG_ENTRIES
    assert sum(len(line(entry)) for entry in evening.log) == chain.size < limits.LOG_BYTES


def test_a_match_that_would_need_more_piles_than_may_be_ordered_stands_still_until_it_is_ended(monkeypatch):
    evening, ann, *_ = dealt()
    monkeypatch.setattr(limits, "CARDS", evening.table.state.playing.match.cards)
    evening.play(lambda: evening.table.state.playing.long)
    assert evening.table.state.phase is Phase.COLLECTING
    before = len(evening.log)
    evening.pass_time(59)
    assert len(evening.log) == before
    evening.say(ann, ann.decide(EndMatch()))
    assert kinds(evening)[-1] == "Ended"


def test_a_player_who_changes_a_proposal_for_ever_does_not_fill_the_match(monkeypatch):
    monkeypatch.setattr(running_match, "MOVES", 20)
    evening, ann, bob, _ = dealt(game="moonrakers", options=ToyOptions())
    evening.play(lambda: any("Propose" in type(move).__name__ for move in ann.menu))
    for _ in range(60):
        evening.say(ann, ann.act(first(ann)))
    assert refused(ann) == ("act", Why.NOT_ALLOWED, "changes")
    assert kinds(evening).count("Acted") <= 20 + evening.table.state.playing.engine.game.model.moves + 2
    evening.say(bob, bob.act(first(bob)))
    assert kinds(evening)[-1] == "Acted", "the others go on"


@pytest.mark.parametrize("game, options", [("love-letter", Options()), ("moonrakers", ToyOptions())])
def test_where_nobody_has_a_move_left_the_table_moves_and_the_match_ends(monkeypatch, game, options):
    evening, *_ = dealt(game=game, options=options)
    monkeypatch.setattr(running_match, "MOVES", -10_000)
    evening.pass_time()
    evening.play()
    assert kinds(evening)[-1] == "Ended"


@pytest.mark.parametrize("game, options", [("love-letter", Options()), ("moonrakers", ToyOptions())])
def test_nor_do_they_wait_for_bots_who_have_chosen_and_could_choose_again(monkeypatch, game, options):
    evening, *_ = dealt("Ann", "Bob", game=game, options=options, bots=("random",))
    monkeypatch.setattr(RunningMatch, "_spent", lambda match, seat: match.match.chairs[seat].person)
    evening.pass_time()
    evening.play()
    assert kinds(evening)[-1] == "Ended"


def test_the_moves_of_a_player_are_counted_over_a_crash():
    evening, *_ = played("Ann", "Bob")
    before = list(evening.table.state.playing.engine.moves)
    assert sum(before) > 2
    evening.restart()
    assert evening.table.state.playing.engine.moves == before
