"""The clock, and who is waited for."""

from __future__ import annotations

from kit.memory import at_pace
from kit.players import mover
from table.asking import bodies, dealt, on_turn
from toy.model import Options as ToyOptions

from llwire.wire.deeds import Pause, Resume


def test_without_a_clock_nobody_is_hurried():
    evening, *players = dealt()
    before = len(evening.log)
    evening.pass_time(100_000)
    assert len(evening.log) == before
    assert players[0].standing.left_ms is None


def test_when_the_clock_runs_out_a_bot_moves_once():
    evening, ann, bob, cid = dealt(settings=at_pace(turn=30.0))
    who = on_turn(evening, ann, bob, cid)
    assert who.standing.left_ms == 30_000
    assert evening.table.due() == evening.now + 30
    before = len(evening.log)
    evening.pass_time(29.9)
    assert len(evening.log) == before
    evening.pass_time(0.2)
    auto = bodies(evening)[before]
    assert (mover(auto), auto.what.by) == (who.seat, "clock")
    assert who.chain.match.chairs[who.seat].person


def test_nobody_pays_for_a_pause_or_a_full_disk():
    evening, ann, bob, cid = dealt(settings=at_pace(turn=30.0))
    evening.pass_time(20)
    evening.say(ann, ann.decide(Pause()))
    evening.pass_time(100)
    evening.say(ann, ann.decide(Resume()))
    assert bob.standing.left_ms == 30_000
    before = len(evening.log)
    evening.pass_time(29)
    who = on_turn(evening, ann, bob, cid)
    evening.disk.full = True
    evening.say(who, who.deeds()[0])
    evening.pass_time(100)
    evening.thaw()
    assert len(evening.log) == before + 1 or mover(bodies(evening)[-1]) == who.seat
    assert bob.standing.left_ms in (None, 30_000)


def test_everybody_has_a_clock_of_their_own():
    evening, ann, bob, _ = dealt(game="moonrakers", options=ToyOptions(), settings=at_pace(turn=30.0))
    evening.pass_time(10)
    evening.say(ann, ann.deeds()[0])
    assert bob.standing.left_ms == 20_000
    evening.pass_time(10)
    assert evening.table.state.playing.clock.end() == evening.now + 10
    evening.pass_time(10)
    assert {mover(body) for body in bodies(evening)[-2:]} == {1, 2}


def test_with_no_player_here_nothing_goes_on():
    evening, ann, bob = dealt("Ann", "Bob", settings=at_pace(bot=1.0, turn=5.0), bots=("random",))
    watcher = evening.player("Wil", 9, want="watch")
    evening.enter(watcher)
    for player in (ann, bob):
        evening.leave(player)
    before = len(evening.log)
    assert evening.table.due() is None
    evening.pass_time(1000)
    assert len(evening.log) == before
    evening.enter(bob)
    assert evening.table.due() is not None
    assert evening.table.state.playing.clock.end() == evening.now + 5


def test_the_hosting_player_may_be_absent():
    evening, ann, bob = dealt("Ann", "Bob", settings=at_pace(turn=5.0))
    evening.leave(ann)
    evening.play(lambda: bob.chain.match.revealed or bob.chain.match.over)
    assert bob.chain.match.deal == 1


def test_it_is_said_who_is_waited_for_even_if_nobody_can_change_it():
    evening, ann, bob, cid = dealt()
    who = on_turn(evening, ann, bob, cid)
    other = next(player for player in (ann, bob, cid) if player is not who)
    evening.leave(who)
    assert other.standing.waiting == (who.seat,)
    assert other.presence.seats[who.seat].line == "away"


def test_whoever_votes_in_secret_is_known_but_not_what():
    evening, ann, bob, _ = dealt(game="moonrakers", options=ToyOptions())
    assert ann.standing.waiting == (0, 1, 2)
    evening.say(bob, bob.deeds()[0])
    voted = ann.glimpses[-1].public.voted
    assert ann.standing.waiting == tuple(seat for seat in range(3) if not voted[seat]) == (0, 2)


def test_bots_let_people_get_a_word_in():
    evening, ann = dealt("Ann", game="moonrakers", options=ToyOptions(), bots=("random", "random"))
    evening.play()
    movers = [mover(body) for body in bodies(evening)]
    bots = [seat for seat in movers if seat in (1, 2)]
    assert len(bots) < len(movers)
    assert ann.chain.match.over
