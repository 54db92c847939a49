"""For whom a table waits in a match, for how long, and what happens then; SPEC 4.7."""

from __future__ import annotations

import pytest
from kit.memory import AT_ONCE, at_pace
from kit.players import mover
from table.asking import bodies, dealt, first, kinds, on_turn, refused
from table.waits import WAIT, decided, headless, in_play, look, others
from toy.model import Options as ToyOptions

from lltui.games.love_letter.model import Options
from llwire.wire import messages as m
from llwire.wire.deeds import Drop, Pause, Resume, StandIn
from llwire.wire.messages import Phase, Then, Why


class TestWhatIsStated:
    def test_everybody_is_told_how_long_the_table_waits(self):
        evening, ann, bob = headless("Ann", "Bob", settings=at_pace(wait=45.0, turn=30.0))
        assert ann.told(m.Terms) == bob.told(m.Terms) == [m.Terms(turn_ms=30_000, wait_ms=45_000)]
        wil = evening.player("Wil", 9, want="watch")
        evening.enter(wil)
        assert wil.told(m.Terms) == [m.Terms(turn_ms=30_000, wait_ms=45_000)]

    def test_without_a_clock_there_is_still_a_patience(self):
        _, ann = headless("Ann", settings=AT_ONCE)
        assert ann.told(m.Terms) == [m.Terms(turn_ms=None, wait_ms=60_000)]


class TestATurn:
    def test_who_thinks_is_not_pushed_off_the_chair_by_a_program(self):
        evening, *_ = in_play("Ann", "Bob", "Cid")
        before = len(evening.log)
        evening.pass_time(100_000)
        assert len(evening.log) == before

    def test_after_the_time_that_was_told_the_others_may_let_a_bot_play(self):
        evening, *players = in_play("Ann", "Bob", "Cid")
        who = on_turn(evening, *players)
        other, third = others(who, *players)
        assert look(other) == ((who.seat,), 60, Then.OFFER, ())
        evening.pass_time(59.9)
        evening.say(other, other.decide(StandIn(seat=who.seat, on=True)))
        assert refused(other) == ("decision", Why.NOT_NOW, "patience")
        evening.pass_time(0.1)
        assert look(third) == ((who.seat,), None, None, (who.seat,))
        evening.say(other, other.decide(StandIn(seat=third.seat, on=True)))
        assert refused(other) == ("decision", Why.NOT_NOW, "patience")
        evening.say(other, other.decide(Drop(seat=who.seat)))
        assert refused(other) == ("decision", Why.NOT_ALLOWED, "host")
        wil = evening.player("Wil", 9)
        evening.enter(wil)
        evening.say(wil, wil.decide(StandIn(seat=who.seat, on=True)))
        assert refused(wil) == ("decision", Why.NOT_ALLOWED, "host")
        evening.say(other, other.decide(StandIn(seat=who.seat, on=True)))
        assert decided(evening) == [StandIn(seat=who.seat, on=True)]
        evening.pass_time(1)
        assert mover(bodies(evening)[-1]) == who.seat

    def test_who_lets_a_bot_play_is_here_and_hurries_nobody(self):
        evening, *players = in_play("Ann", "Bob")
        slow = on_turn(evening, *players)
        (quick,) = others(slow, *players)
        evening.pass_time(60)
        evening.say(quick, quick.decide(StandIn(seat=slow.seat, on=True)))
        evening.play(lambda: evening.table.state.playing.waiting() == (quick.seat,))
        assert slow.chain.match.chairs[slow.seat].stand_in
        evening.pass_time(60)
        assert look(slow)[1:] == (None, None, ())
        evening.say(slow, slow.decide(StandIn(seat=quick.seat, on=True)))
        assert refused(slow) == ("decision", Why.NOT_NOW, "patience")
        assert decided(evening) == [StandIn(seat=slow.seat, on=True)]

    def test_nor_for_a_seat_that_others_are_offered(self):
        evening, *players = in_play("Ann", "Bob", "Cid")
        slow = on_turn(evening, *players)
        ready = others(slow, *players)
        evening.pass_time(60)
        evening.say(ready[0], ready[0].decide(StandIn(seat=slow.seat, on=True)))
        evening.play(lambda: evening.table.state.playing.waiting() not in ((), (slow.seat,)))
        late = on_turn(evening, *ready)
        (waits,) = others(late, *ready)
        evening.pass_time(60)
        assert look(waits)[3] == (late.seat,)
        evening.say(slow, slow.decide(StandIn(seat=late.seat, on=True)))
        assert refused(slow) == ("decision", Why.NOT_NOW, "patience")
        evening.say(waits, waits.decide(StandIn(seat=late.seat, on=True)))
        assert waits.chain.match.chairs[late.seat].stand_in

    def test_each_move_gives_the_time_anew(self):
        evening, *players = in_play("Ann", "Bob")
        evening.pass_time(50)
        who = on_turn(evening, *players)
        evening.say(who, who.act(first(who)))
        evening.pass_time(50)
        assert look(who)[3] == ()

    def test_a_move_of_somebody_else_gives_those_their_time_anew_who_have_not_moved(self):
        evening, ann, bob, _ = in_play("Ann", "Bob", "Cid", game="moonrakers", options=ToyOptions())
        evening.say(ann, ann.deeds()[0])
        evening.pass_time(50)
        evening.say(bob, bob.deeds()[0])
        evening.pass_time(50)
        assert look(ann)[1:] == (60, Then.OFFER, ()), "as it was told with the last move"
        evening.pass_time(10)
        assert 2 in look(ann)[3]

    def test_who_was_only_slow_takes_the_seat_back_with_a_word(self):
        evening, *players = in_play("Ann", "Bob", settings=at_pace(wait=60.0, bot=5.0))
        who = on_turn(evening, *players)
        (other,) = others(who, *players)
        evening.pass_time(60)
        evening.say(other, other.decide(StandIn(seat=who.seat, on=True)))
        assert who.chain.match.chairs[who.seat].stand_in
        evening.say(other, other.decide(StandIn(seat=who.seat, on=False)))
        assert refused(other) == ("decision", Why.NOT_ALLOWED, "host")
        evening.say(who, who.decide(StandIn(seat=who.seat, on=False)))
        assert who.chain.match.chairs[who.seat].person
        evening.say(other, other.decide(StandIn(seat=who.seat, on=True)))
        assert refused(other) == ("decision", Why.NOT_NOW, "patience"), "with all the time again"
        evening.say(who, who.act(first(who)))
        assert mover(bodies(evening)[-1]) == who.seat
        evening.play()

    def test_who_takes_the_seat_back_again_and_again_does_not_stop_the_match(self):
        """With a word, or by a line that drops and comes back."""
        evening, *players = in_play("Ann", "Bob", "Cid", settings=at_pace(wait=60.0, bot=0.7))
        who = on_turn(evening, *players)
        other, _ = others(who, *players)
        for _ in range(2):
            evening.pass_time(60)
            evening.say(other, other.decide(StandIn(seat=who.seat, on=True)))
            evening.say(who, who.decide(StandIn(seat=who.seat, on=False)))
        assert any(mover(body) == who.seat for body in bodies(evening)), "before it could be taken back"
        assert who.chain.match.chairs[who.seat].person
        evening.play()

    def test_nor_does_a_line_that_comes_back_whenever_a_bot_has_just_sat_down(self):
        evening, *players = in_play("Ann", "Bob", "Cid", settings=at_pace(wait=60.0, bot=0.7))
        who = on_turn(evening, *players)
        for _ in range(2):
            evening.leave(who)
            evening.pass_time(60)
            evening.enter(who)
        assert any(mover(body) == who.seat for body in bodies(evening))

    def test_alone_among_bots_nobody_waits(self):
        evening, ann = dealt("Ann", bots=("random",), settings=WAIT)
        evening.pass_time(10_000)
        assert look(ann)[1:] == (None, None, ())

    def test_with_a_clock_everybody_may_think_as_long_as_it_says(self):
        evening, *players = in_play("Ann", "Bob", settings=at_pace(wait=60.0, turn=300.0))
        who = on_turn(evening, *players)
        (other,) = others(who, *players)
        evening.pass_time(299)
        assert look(other)[2:] == (Then.MOVE, ())
        evening.say(other, other.decide(StandIn(seat=who.seat, on=True)))
        assert refused(other) == ("decision", Why.NOT_NOW, "patience")
        evening.pass_time(1)
        assert mover(bodies(evening)[-1]) == who.seat

    def test_the_hosting_player_is_killed_in_play(self):
        evening, *players = dealt("Ann", "Bob", settings=WAIT)
        ann, bob = players
        evening.play(lambda: bool(ann.menu))
        evening.leave(ann)
        assert look(bob) == ((0,), 60, Then.STAND_IN, ())
        evening.pass_time(60)
        assert decided(evening) == [StandIn(seat=0, on=True)]
        evening.play(lambda: bob.chain.match.deal == 2)
        evening.enter(ann)
        assert ann.chain.match.chairs[0].person

    def test_a_line_that_is_gone_for_a_moment_costs_no_chair(self):
        evening, *players = in_play("Ann", "Bob")
        who = on_turn(evening, *players)
        (other,) = others(who, *players)
        evening.pass_time(59)
        evening.leave(who)
        evening.pass_time(1)
        assert look(other) == ((who.seat,), 59, Then.STAND_IN, (who.seat,))
        evening.enter(who)
        assert who.chain.match.chairs[who.seat].person
        assert look(other) == ((who.seat,), None, None, (who.seat,))

    def test_where_the_host_is_here_the_table_puts_nobody_aside(self):
        evening, ann, bob, cid = dealt(settings=WAIT)
        evening.play(lambda: bool(bob.menu))
        evening.leave(bob)
        evening.pass_time(10_000)
        assert decided(evening) == []
        evening.say(cid, cid.decide(StandIn(seat=1, on=True)))
        assert decided(evening) == [StandIn(seat=1, on=True)], "but the others may, host or not"
        assert ann.chain.head == cid.chain.head

    def test_whoever_comes_back_has_the_seat_again_also_from_the_host(self):
        evening, ann, bob, _ = dealt(settings=WAIT)
        evening.leave(bob)
        evening.say(ann, ann.decide(StandIn(seat=1, on=True)))
        evening.enter(bob)
        assert bob.chain.match.chairs[1].person

    def test_a_stand_in_of_somebody_who_is_here_stays_until_they_say_so(self):
        evening, ann, bob, _ = dealt(settings=WAIT)
        evening.say(ann, ann.decide(StandIn(seat=1, on=True)))
        evening.play(lambda: ann.chain.match.deal == 2)
        assert ann.chain.match.chairs[1].stand_in
        evening.say(bob, bob.decide(StandIn(seat=1, on=False)))
        assert ann.chain.match.chairs[1].person

    def test_who_has_moved_waits_for_who_has_not_and_not_the_other_way_round(self):
        evening, ann, bob, cid = in_play("Ann", "Bob", "Cid", game="moonrakers", options=ToyOptions())
        evening.pass_time(60)
        evening.say(ann, ann.decide(StandIn(seat=1, on=True)))
        assert refused(ann) == ("decision", Why.NOT_NOW, "patience"), "nobody has voted yet"
        evening.say(bob, bob.deeds()[0])
        evening.pass_time(60)
        evening.say(ann, ann.decide(StandIn(seat=1, on=True)))
        assert refused(ann) == ("decision", Why.NOT_NOW, "patience")
        evening.say(cid, cid.decide(StandIn(seat=1, on=True)))
        assert refused(cid) == ("decision", Why.NOT_NOW, "patience")
        evening.say(bob, bob.decide(StandIn(seat=2, on=True)))
        assert decided(evening) == [StandIn(seat=2, on=True)]

    def test_a_table_of_bots_and_stand_ins_goes_on(self):
        evening, ann, bob = in_play("Ann", "Bob")
        evening.pass_time(60)
        who = on_turn(evening, ann, bob)
        (other,) = others(who, ann, bob)
        evening.say(other, other.decide(StandIn(seat=who.seat, on=True)))
        evening.leave(other)
        for _ in range(2000):
            if evening.table.state.playing.over:
                break
            evening.pass_time(1)
        assert ann.chain.match.over or bob.chain.match.over
        assert who.chain.match.chairs[other.seat].stand_in


class TestThePauseAndTheEnd:
    def test_a_pause_of_a_host_who_has_gone_is_ended_by_whoever_waits(self):
        evening, ann, bob, _ = dealt(settings=WAIT)
        evening.say(ann, ann.decide(Pause()))
        evening.pass_time(1000)
        evening.say(bob, bob.decide(Resume()))
        assert refused(bob) == ("decision", Why.NOT_ALLOWED, "host")
        evening.leave(ann)
        assert look(bob) == ((0,), 60, Then.OFFER, ())
        evening.pass_time(60)
        assert look(bob) == ((0,), 0, Then.OFFER, (0,))
        evening.say(bob, bob.decide(Resume()))
        assert decided(evening) == [Pause(), Resume()]
        evening.play(lambda: bob.chain.match.deal == 2)

    def test_a_host_who_is_here_and_silent_does_not_hold_the_next_lobby(self):
        evening, ann, bob, _ = dealt(settings=WAIT, options=Options(target=1))
        evening.play()
        assert look(bob) == ((), 60, Then.OFFER, ())
        evening.pass_time(59.9)
        evening.say(bob, m.Rematch())
        assert refused(bob) == ("rematch", Why.NOT_ALLOWED, "host")
        dot = evening.player("Dot", 9)
        evening.enter(dot)
        assert evening.table.due() == pytest.approx(evening.now + 0.1)
        evening.pass_time(0.1)
        assert look(bob) == ((), 0, Then.OFFER, ())
        evening.pass_time(1000)
        assert evening.table.state.phase is Phase.OVER, "the others say so, and not a program"
        evening.say(dot, m.Rematch())
        assert refused(dot) == ("rematch", Why.NOT_ALLOWED, "host")
        evening.say(bob, m.Rematch())
        assert (evening.table.state.phase, bob.lobby.match) == (Phase.LOBBY, 2)
        assert evening.table.state.lobby.hosting == ann.id

    def test_it_is_offered_to_those_who_are_here(self):
        evening, ann, bob, cid = dealt(settings=WAIT, options=Options(target=1))
        evening.play()
        for player in (bob, cid):
            evening.leave(player)
        assert look(ann) == ((), None, None, ())
        evening.enter(bob)
        assert look(bob)[2] is Then.OFFER

    def test_a_host_alone_with_bots_reads_as_long_as_it_takes(self):
        evening, ann = dealt("Ann", bots=("random",), settings=WAIT, options=Options(target=1))
        evening.play()
        assert look(ann) == ((), None, None, ())

    def test_the_next_lobby_opens_without_a_host_who_is_away(self):
        evening, ann, bob, _ = dealt(settings=WAIT, options=Options(target=1))
        evening.play()
        evening.pass_time(1000)
        assert evening.table.state.phase is Phase.OVER
        evening.leave(ann)
        assert look(bob) == ((), 60, Then.LOBBY, ())
        evening.pass_time(60)
        assert (evening.table.state.phase, bob.lobby.match) == (Phase.LOBBY, 2)

    @pytest.mark.parametrize("here", [True, False])
    def test_a_match_that_is_too_long_is_ended_though_the_host_says_nothing(self, monkeypatch, here):
        from lltui.table.running_match import FOR_DECISIONS
        from llwire.wire import limits

        evening, ann, bob, _ = dealt(settings=WAIT)
        monkeypatch.setattr(limits, "LOG_ENTRIES", len(evening.log) + FOR_DECISIONS)
        evening.say(bob, m.Say(text="so late"))  # the limit has moved, and not the match
        if here:
            evening.pass_time(59)
            assert kinds(evening)[-1] != "Ended", "a host who is here may say so first"
            evening.pass_time(1)
        else:
            evening.leave(ann)
        assert kinds(evening)[-1] == "Ended"
        assert bob.chain.match.over

    def test_a_host_who_comes_for_a_moment_again_and_again_holds_neither_a_pause_nor_the_next_lobby(self):
        evening, ann, bob, _ = dealt(settings=WAIT, options=Options(target=1))
        evening.say(ann, ann.decide(Pause()))
        self.flap(evening, ann)
        evening.say(bob, bob.decide(Resume()))
        assert decided(evening) == [Pause(), Resume()]
        evening.enter(ann)
        evening.play()
        self.flap(evening, ann)
        evening.say(bob, m.Rematch())
        assert (evening.table.state.phase, bob.lobby.match) == (Phase.LOBBY, 2)

    def test_who_was_here_long_enough_was_not_away_before(self):
        evening, ann, bob, _ = dealt(settings=WAIT)
        evening.say(ann, ann.decide(Pause()))
        evening.leave(ann)
        evening.pass_time(59)
        evening.enter(ann)
        evening.pass_time(15)
        evening.leave(ann)
        assert look(bob) == ((0,), 60, Then.OFFER, ())

    @staticmethod
    def flap(evening, host):
        """Away, but for a moment now and then."""
        for _ in range(3):
            evening.leave(host)
            evening.pass_time(59)
            evening.enter(host)
            evening.pass_time(1)
        evening.leave(host)


class TestNobodyPaysForWhatNobodyCanHelp:
    def test_nobody_s_time_runs_while_the_disk_is_full_or_nobody_is_here(self):
        evening, *players = in_play("Ann", "Bob")
        who = on_turn(evening, *players)
        (other,) = others(who, *players)
        evening.pass_time(50)
        evening.leave(other)
        evening.leave(who)
        evening.pass_time(1000)
        evening.enter(who)
        evening.enter(other)
        assert look(other) == ((who.seat,), 60, Then.OFFER, ())

    def test_a_host_is_not_away_while_nobody_else_is_here_either(self):
        evening, ann, bob, cid = dealt(settings=WAIT)
        evening.say(ann, ann.decide(Pause()))
        for player in (ann, bob, cid):
            evening.leave(player)
        evening.pass_time(1000)
        evening.enter(bob)
        assert look(bob) == ((0,), 60, Then.OFFER, ())

    def test_nor_while_the_disk_takes_nothing(self):
        evening, *players = in_play("Ann", "Bob", "Cid")
        who = on_turn(evening, *players)
        evening.pass_time(50)
        evening.disk.full = True
        evening.say(who, who.act(first(who)))
        assert evening.table.state.phase is Phase.FROZEN
        evening.pass_time(1000)
        evening.thaw()
        late = on_turn(evening, *players)
        teller = next(player for player in players if player is not late)
        assert look(teller) == ((late.seat,), 60, Then.OFFER, ())

    def test_after_a_crash_everybody_has_all_their_time(self):
        evening, *players = in_play("Ann", "Bob")
        who = on_turn(evening, *players)
        (other,) = others(who, *players)
        evening.pass_time(50)
        evening.restart()
        for player in players:
            evening.enter(player)
        assert look(other) == ((who.seat,), 60, Then.OFFER, ())
