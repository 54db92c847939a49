"""What the hosting player decides inside a match."""

from __future__ import annotations

from kit.memory import at_pace
from kit.players import mover
from table.asking import bodies, dealt, first, kinds, match, on_turn, refused, whats
from toy.model import Options as ToyOptions

from llwire.chain import entries
from llwire.wire import messages as m
from llwire.wire.deeds import Drop, EndMatch, GoOn, Pause, Resume, StandIn
from llwire.wire.messages import Phase, Why


def test_pause_stops_everything_and_resume_goes_on():
    evening, ann, bob, cid = dealt()
    evening.say(ann, ann.decide(Pause()))
    assert (bob.standing.phase, bob.standing.waiting) == (Phase.PAUSED, ())
    who = next(player for player in (ann, bob, cid) if player.menu)
    evening.say(who, who.act(first(who)))
    assert refused(who) == ("act", Why.NOT_NOW, "paused")
    evening.pass_time(1000)
    evening.say(ann, ann.decide(Resume()))
    assert bob.standing.waiting == (who.seat,)
    evening.play()


def test_what_cannot_be_decided_now_is_refused():
    evening, ann, bob, _ = dealt()
    evening.say(ann, ann.decide(Resume()))
    assert refused(ann) == ("decision", Why.NOT_NOW, None)
    evening.say(ann, ann.decide(Drop(seat=5)))
    assert refused(ann) == ("decision", Why.NOT_NOW, None)
    evening.say(ann, ann.decide(GoOn()))
    assert refused(ann) == ("decision", Why.NOT_NOW, None)
    evening.say(ann, ann.decide(Pause(), match=7))
    assert refused(ann) == ("decision", Why.STALE, None)
    evening.say(bob, bob.decide(Pause()))
    assert refused(bob) == ("decision", Why.NOT_ALLOWED, "host")
    assert evening.here(ann)
    assert evening.here(bob)


def test_a_decision_that_comes_twice_counts_once():
    evening, ann, *_ = dealt()
    pause = ann.decide(Pause())
    evening.say(ann, pause)
    evening.say(ann, ann.decide(Resume()))
    evening.say(ann, pause)
    assert refused(ann) == ("decision", Why.NOT_NOW, None)
    assert not ann.chain.match.paused


def test_a_stand_in_plays_for_a_seat_and_gives_it_back():
    evening, ann, bob, cid = dealt()
    evening.leave(bob)
    evening.say(ann, ann.decide(StandIn(seat=1, on=True)))
    evening.play(lambda: ann.chain.match.deal == 2)
    autos = [what for what in whats(evening) if isinstance(what, entries.Auto)]
    assert autos
    assert {(auto.seat, auto.by) for auto in autos} == {(1, "stand-in")}
    evening.enter(bob)
    evening.say(ann, ann.decide(StandIn(seat=1, on=False)))
    evening.play(lambda: "Promised" in kinds(evening))
    evening.play()
    assert any(mover(body) == 1 and isinstance(body.what, entries.Acted) for body in bodies(evening)[-60:])
    assert bob.chain.head == ann.chain.head == cid.chain.head


def test_whose_seat_a_stand_in_has_cannot_move():
    evening, ann, bob, cid = dealt(settings=at_pace(bot=5.0))
    who = on_turn(evening, ann, bob, cid)
    move = who.act(first(who))
    evening.say(ann, ann.decide(StandIn(seat=who.seat, on=True)))
    evening.say(who, move)
    assert refused(who) == ("act", Why.NOT_ALLOWED, "stand-in")
    evening.pass_time(5)
    assert mover(bodies(evening)[-1]) == who.seat


def test_a_dropped_seat_is_played_to_the_end_by_the_table():
    evening, ann, bob, _ = dealt()
    evening.leave(bob)
    evening.say(ann, ann.decide(Drop(seat=1)))
    evening.play()
    assert ann.chain.match.chairs[1].dropped
    evening.say(ann, m.Rematch())
    assert [chair.name for chair in evening.table.state.lobby.chairs] == ["Ann", "Bob", "Cid", None]


def test_a_match_can_be_ended_and_every_deal_is_open_then():
    evening, ann, bob, _ = dealt()
    evening.say(ann, ann.decide(EndMatch()))
    assert kinds(evening)[-3:] == ["Decided", "Revealed", "Ended"]
    assert bob.standing.phase is Phase.OVER


def test_a_match_can_be_ended_while_it_is_paused_and_while_a_deal_is_awaited():
    evening, ann, *_ = match()
    evening.say(ann, ann.decide(Pause()))
    evening.say(ann, ann.decide(EndMatch()))
    assert kinds(evening)[-2:] == ["Decided", "Ended"]


def test_a_match_of_secret_choices_ends_with_all_of_them_open():
    evening, ann, bob, _ = dealt(game="moonrakers", options=ToyOptions())
    evening.say(bob, bob.deeds()[0])
    evening.say(ann, ann.decide(EndMatch()))
    assert kinds(evening)[-1] == "Ended"
    assert ann.chain.match.pledges == ()


def test_the_hosting_player_is_who_began_the_match_whoever_shows_the_secret_now():
    evening, _, *_ = dealt()
    other = evening.player("Dot", 8, hosting=True, want="watch")
    evening.enter(other)
    evening.say(other, other.decide(Pause()))
    assert refused(other) == ("decision", Why.NOT_ALLOWED, "host")
