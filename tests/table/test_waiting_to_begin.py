"""For whom a table waits before cards are dealt, for how long, and what happens then; SPEC 4.7."""

from __future__ import annotations

import pytest
from kit.memory import MemoryTable, at_pace
from table.asking import dealt, kinds, match, refused, whats
from table.waits import NAMES, WAIT, begun, decided, headless, look

from lltui.games.love_letter.model import Options
from lltui.games.two_princes.model import Options as Princes
from llwire.wire import messages as m
from llwire.wire.deeds import Drop, LeaveOut, Pause, Resume, StandIn
from llwire.wire.errors import PeerError
from llwire.wire.messages import Phase, Then, Why


class TestTheLobby:
    def test_nobody_waits_before_somebody_is_ready_with_whom_a_match_could_begin(self):
        evening, ann, bob, cid = headless("Ann", "Bob", "Cid")
        evening.say(ann, ann.joining())
        assert look(ann) == ((), None, None, ())
        evening.pass_time(1000)
        evening.say(ann, m.Start())
        assert refused(ann) == ("start", Why.NOT_ALLOWED, "host")
        evening.say(bob, bob.joining())
        assert look(cid) == ((2,), 60, Then.OFFER, ())

    def test_who_is_not_ready_is_waited_for_and_then_the_ready_ones_may_begin(self):
        evening, ann, bob, cid = headless("Ann", "Bob", "Cid")
        for player in (ann, bob):
            evening.say(player, player.joining())
        evening.pass_time(59.9)
        evening.say(ann, m.Start())
        assert refused(ann) == ("start", Why.NOT_ALLOWED, "host")
        evening.pass_time(0.1)
        assert look(cid) == ((2,), 0, Then.OFFER, (2,))
        assert evening.disk.logs == {}, "nobody who is here is pushed off a chair by a program"
        evening.say(cid, m.Start())
        assert refused(cid) == ("start", Why.NOT_ALLOWED, "host")
        evening.say(bob, m.Start())
        assert kinds(evening) == ["Genesis"]
        assert [row.name for row in whats(evening)[0].roster] == ["Ann", "Bob"]
        assert cid.seat is None
        evening.play()
        evening.pass_time(15)
        assert [chair.name for chair in ann.lobby.chairs[:3]] == ["Ann", "Bob", "Cid"]

    def test_who_comes_and_goes_does_not_begin_the_wait_anew(self):
        evening, ann, bob, cid = headless("Ann", "Bob", "Cid")
        for player in (ann, bob):
            evening.say(player, player.joining())
        evening.pass_time(50)
        dot = evening.player("Dot", 7)
        evening.enter(dot)
        evening.say(cid, m.Leave())
        evening.leave(dot)
        evening.enter(dot)
        assert look(ann) == ((3,), 15, Then.OFFER, ()), "the least that whoever comes late has"
        evening.pass_time(15)
        assert look(ann) == ((3,), 0, Then.OFFER, (3,))

    def test_who_comes_in_the_last_second_has_a_part_of_the_time(self):
        evening, ann, bob, _ = headless("Ann", "Bob", "Cid")
        for player in (ann, bob):
            evening.say(player, player.joining())
        evening.pass_time(59)
        evening.enter(evening.player("Dot", 7))
        assert look(ann) == ((2, 3), 15, Then.OFFER, ())
        evening.pass_time(14.9)
        evening.say(ann, m.Start())
        assert refused(ann) == ("start", Why.NOT_ALLOWED, "host")
        evening.pass_time(0.1)
        evening.say(ann, m.Start())
        assert [row.name for row in whats(evening)[0].roster] == ["Ann", "Bob"]

    def test_coming_and_going_puts_the_start_off_by_half_the_patience_and_no_more(self):
        evening, ann, bob, _ = headless("Ann", "Bob", "Cid")
        for player in (ann, bob):
            evening.say(player, player.joining())
        dot, began = evening.player("Dot", 7), evening.now
        evening.pass_time(50)
        for _ in range(20):
            if evening.here(dot):
                evening.say(dot, m.Leave())
            evening.enter(dot)
            evening.pass_time(5)
            if look(ann)[3]:
                break
        assert evening.now - began == 90
        evening.say(ann, m.Start())
        assert kinds(evening) == ["Genesis"]

    def test_an_honest_guest_whose_line_drops_does_not_block_the_start(self):
        evening, ann, bob, cid = headless("Ann", "Bob", "Cid")
        for player in (ann, bob):
            evening.say(player, player.joining())
        evening.leave(cid)
        assert look(ann) == ((2,), 60, Then.START, ())
        evening.pass_time(59.9)
        assert evening.disk.logs == {}
        evening.pass_time(0.1)
        assert kinds(evening)[0] == "Genesis"
        evening.enter(cid)
        assert cid.seat is None
        evening.play()
        evening.pass_time(15)
        assert [chair.name for chair in ann.lobby.chairs[:3]] == ["Ann", "Bob", "Cid"]

    def test_what_was_offered_stays_so_though_a_line_drops(self):
        evening, ann, bob, cid = headless("Ann", "Bob", "Cid")
        for player in (ann, bob):
            evening.say(player, player.joining())
        evening.pass_time(60)
        evening.leave(cid)
        assert look(ann) == ((2,), 0, Then.OFFER, (2,))
        evening.say(ann, m.Start())
        assert [row.name for row in whats(evening)[0].roster] == ["Ann", "Bob"]

    @pytest.mark.parametrize("game, options", [("love-letter", Options(target=2)), ("princes", Princes())])
    def test_whoever_went_unready_keeps_nobody_out(self, game, options):
        """Also where those who went have all the chairs, and nobody is here at all."""
        size = len(headless("Ann", game=game, options=options)[0].table.state.lobby.chairs)
        evening, ann, *gone = headless(*NAMES[:size], game=game, options=options)
        evening.say(ann, ann.joining())
        for player in (*gone, ann):
            evening.leave(player)
        new = [evening.player(name, n) for n, name in enumerate(("Xa", "Yve"), start=70)]
        evening.pass_time(59)
        with pytest.raises(PeerError, match="full"):
            evening.enter(new[0])
        evening.pass_time(1)
        evening.enter(new[0])
        assert evening.table.state.seat_of(new[0].id) == 1, "the chair of who went first"
        assert ann.id in {chair.id for chair in evening.table.state.lobby.chairs}, (
            "whoever is ready keeps theirs"
        )
        if size > 2:
            gone[-1].name = "Zed"
            evening.enter(gone[-1])
            assert evening.table.state.seat_of(gone[-1].id) == size - 1, "and so does who comes back in time"
            evening.enter(new[1])
            assert evening.table.state.seat_of(new[1].id) == 2

    def test_a_chair_is_freed_for_who_is_here_and_asks_for_one(self):
        evening, *players = headless(*NAMES[:4])
        wil = evening.player("Wil", 9, want="watch")
        evening.enter(wil)
        evening.leave(players[2])
        evening.pass_time(60)
        assert evening.table.state.lobby.chairs[2].id == players[2].id, "while nobody needs it"
        evening.say(wil, m.Sit(seat=None))
        assert evening.table.state.seat_of(wil.id) == 2

    def test_with_a_clock_it_begins_by_itself(self):
        evening, ann, bob, cid = headless("Ann", "Bob", "Cid", settings=at_pace(wait=60.0, turn=5.0))
        for player in (ann, bob):
            evening.say(player, player.joining())
        assert look(cid)[2] is Then.START
        evening.pass_time(60)
        assert kinds(evening)[0] == "Genesis"

    def test_a_host_who_is_here_begins_without_the_late_and_others_may_not(self):
        evening = MemoryTable("love-letter", Options(target=2), WAIT)
        ann, bob, cid = evening.company("Ann", "Bob", "Cid")
        for player in (ann, bob, cid):
            evening.enter(player)
        for player in (ann, bob):
            evening.say(player, player.joining())
        evening.say(ann, m.Start())
        assert refused(ann) == ("start", Why.NOT_NOW, "not-ready")
        evening.pass_time(60)
        evening.say(bob, m.Start())
        assert refused(bob) == ("start", Why.NOT_ALLOWED, "host")
        evening.say(ann, m.Start())
        assert [row.name for row in whats(evening)[0].roster] == ["Ann", "Bob"]

    def test_others_begin_when_the_host_was_away_for_long(self):
        evening = MemoryTable("love-letter", Options(target=2), WAIT)
        ann, bob, cid = evening.company("Ann", "Bob", "Cid")
        for player in (ann, bob, cid):
            evening.enter(player)
        for player in (bob, cid):
            evening.say(player, player.joining())
        evening.pass_time(50)
        evening.leave(ann)
        assert look(bob) == ((0,), 60, Then.OFFER, ())
        evening.pass_time(10)
        evening.say(bob, m.Start())
        assert refused(bob) == ("start", Why.NOT_ALLOWED, "host"), (
            "a line that is gone for a moment is not enough"
        )
        evening.pass_time(50)
        assert look(bob) == ((0,), 0, Then.OFFER, (0,))
        assert evening.disk.logs == {}
        evening.say(bob, m.Start())
        assert [row.name for row in whats(evening)[0].roster] == ["Bob", "Cid"]
        evening.play()

    def test_a_host_who_was_ready_plays_though_somebody_else_had_to_begin(self):
        evening = MemoryTable("love-letter", Options(target=2), WAIT)
        ann, bob = evening.company("Ann", "Bob")
        for player in (ann, bob):
            evening.enter(player)
            evening.say(player, player.joining())
        evening.leave(ann)
        evening.pass_time(60)
        evening.say(bob, m.Start())
        assert [row.name for row in whats(evening)[0].roster] == ["Ann", "Bob"]


class TestAHostWithoutAChair:
    """Nobody is late who sits; so who hosts is waited for, and no seat."""

    def hosted(self):
        evening = MemoryTable("love-letter", Options(target=1), WAIT)
        host = evening.player("Ann", 1, hosting=True, want="watch")
        bob, cid = evening.player("Bob", 2), evening.player("Cid", 3)
        for player in (host, bob, cid):
            evening.enter(player)
        return evening, host, bob, cid

    def test_others_begin_when_a_host_who_looks_on_was_away_for_long(self):
        evening, host, bob, cid = self.hosted()
        for player in (bob, cid):
            evening.say(player, player.joining())
        assert look(bob) == ((), None, None, ())
        evening.pass_time(50)
        evening.leave(host)
        assert look(bob) == ((), 60, Then.OFFER, ())
        evening.pass_time(59.9)
        evening.say(bob, m.Start())
        assert refused(bob) == ("start", Why.NOT_ALLOWED, "host")
        evening.pass_time(0.1)
        assert look(bob) == ((), 0, Then.OFFER, ())
        assert evening.disk.logs == {}
        evening.say(bob, m.Start())
        assert [row.name for row in whats(evening)[0].roster] == ["Bob", "Cid"]

    def test_without_the_late_only_when_they_were_waited_for_as_well(self):
        evening, host, bob, cid = self.hosted()
        dot = evening.player("Dot", 4)
        evening.enter(dot)
        evening.leave(host)
        evening.pass_time(50)
        for player in (bob, cid):
            evening.say(player, player.joining())
        evening.pass_time(10)
        evening.say(bob, m.Start())
        assert refused(bob) == ("start", Why.NOT_ALLOWED, "host")
        assert look(bob) == ((2,), 60, Then.OFFER, ()), "since the others were ready"
        evening.pass_time(50)
        assert look(bob) == ((2,), 0, Then.OFFER, (2,))
        evening.say(bob, m.Start())
        assert [row.name for row in whats(evening)[0].roster] == ["Bob", "Cid"]

    def test_while_that_host_is_here_nobody_else_is_told_that_they_may(self):
        evening, host, bob, cid = self.hosted()
        dot = evening.player("Dot", 4)
        evening.enter(dot)
        for player in (bob, cid):
            evening.say(player, player.joining())
        evening.pass_time(60)
        assert look(host) == ((2,), None, None, (2,))
        evening.say(bob, m.Start())
        assert refused(bob) == ("start", Why.NOT_ALLOWED, "host")
        evening.say(host, m.Start())
        assert kinds(evening) == ["Genesis"]

    @pytest.mark.parametrize("dropped", [False, True])
    def test_their_pause_is_ended_by_whoever_waits(self, dropped):
        if dropped:
            evening, host, bob, _ = dealt(settings=WAIT)
            evening.say(host, host.decide(Drop(seat=0)))
        else:
            evening, host, bob, cid = self.hosted()
            for player in (bob, cid):
                evening.say(player, player.joining())
            evening.say(host, m.Start())
        evening.say(host, host.decide(Pause()))
        evening.pass_time(1000)
        evening.leave(host)
        assert look(bob)[1:3] == (60, Then.OFFER)
        evening.pass_time(59.9)
        evening.say(bob, bob.decide(Resume()))
        assert refused(bob) == ("decision", Why.NOT_ALLOWED, "host")
        evening.pass_time(0.1)
        assert look(bob)[1:3] == (0, Then.OFFER)
        evening.say(bob, bob.decide(Resume()))
        assert decided(evening)[-1] == Resume()

    def test_where_the_host_got_up_on_purpose_nobody_hosts(self):
        evening = MemoryTable("love-letter", Options(target=1), WAIT)
        ann, bob, cid = evening.company("Ann", "Bob", "Cid")
        for player in (ann, bob, cid):
            evening.enter(player)
        evening.say(ann, m.Leave())
        assert evening.table.state.lobby.hosting is None
        for player in (bob, cid):
            evening.say(player, player.joining())
        assert kinds(evening) == ["Genesis"], "as at a table without a host"
        evening.enter(ann)
        assert evening.table.state.lobby.hosting == ann.id

    def test_also_after_a_match(self):
        evening, ann, bob, cid = dealt(settings=WAIT, options=Options(target=1))
        evening.play()
        evening.say(ann, m.Leave())
        assert look(bob)[2] is Then.LOBBY
        evening.pass_time(look(bob)[1])
        assert evening.table.state.phase is Phase.LOBBY
        for player in (bob, cid):
            evening.say(player, player.joining())
        evening.play(lambda: bob.number == 2)

    def test_in_a_match_they_still_host(self):
        evening, ann, *_ = dealt(settings=WAIT)
        evening.say(ann, m.Leave())
        assert evening.table.state.lobby.hosting == ann.id


class TestADeal:
    @pytest.mark.parametrize("clock", [None, 5.0])
    def test_who_never_gives_a_number_is_left_out_after_the_time_that_was_told(self, clock):
        evening, ann, bob, cid = begun("Ann", "Bob", "Cid", settings=at_pace(wait=60.0, turn=clock))
        for player in (ann, bob):
            evening.say(player, player.deeds()[0])
        assert look(ann) == ((2,), 60, Then.LEAVE_OUT, ())
        evening.pass_time(59.9)
        assert kinds(evening) == ["Genesis"]
        evening.pass_time(0.1)
        assert decided(evening) == [LeaveOut(deal=1, attempt=0, seats=(2,))]
        for player in (ann, bob):
            for deed in player.deeds():
                evening.say(player, deed)
        assert ann.chain.match.deal == 1
        assert cid.chain.match.chairs[2].person, "the chair is still theirs"

    def test_nobody_is_hurried_while_nobody_waits(self):
        evening, ann, *_ = begun("Ann", "Bob", "Cid")
        assert look(ann)[1:] == (None, None, ())
        evening.pass_time(10_000)
        assert kinds(evening) == ["Genesis"]

    def test_several_silent_ones_cost_one_wait(self):
        evening, ann, *_ = begun("Ann", "Bob", "Cid", "Dot")
        evening.say(ann, ann.deeds()[0])
        evening.pass_time(60)
        assert decided(evening) == [LeaveOut(deal=1, attempt=0, seats=(1, 2, 3))]

    def test_at_half_time_it_is_told_again(self):
        evening, ann, bob, _ = begun("Ann", "Bob", "Cid")
        for player in (ann, bob):
            evening.say(player, player.deeds()[0])
        before = len(ann.told(m.Standing))
        assert evening.table.due() == evening.now + 30
        evening.pass_time(30)
        assert len(ann.told(m.Standing)) == before + 1
        assert look(ann)[1] == 30

    def test_the_hosting_player_is_killed_in_a_deal(self):
        evening, ann, bob, cid = match(settings=WAIT)
        for player in (bob, cid):
            evening.say(player, player.deeds()[0])
        evening.leave(ann)
        assert look(bob)[1:3] == (60, Then.STAND_IN)
        evening.pass_time(60)
        assert decided(evening) == [StandIn(seat=0, on=True)]
        evening.play(lambda: bob.chain.match.deal == 2)

    def test_the_table_leaves_out_though_the_host_is_here_and_reads(self):
        evening, ann, bob, cid = match(settings=WAIT)
        for player in (bob, cid):
            evening.say(player, player.deeds()[0])
        evening.pass_time(60)
        assert decided(evening) == [LeaveOut(deal=1, attempt=0, seats=(0,))]
        assert ann.chain.match.chairs[0].person
