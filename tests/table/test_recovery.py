"""After a crash: who is waited for."""

from __future__ import annotations

from kit.memory import MemoryTable, at_pace
from table.asking import kinds, played, refused

from lltui.games.love_letter.model import Options
from lltui.table import outputs as out
from llwire.chain import entries
from llwire.wire import messages as m
from llwire.wire.deeds import GoOn, Pause, read_deed
from llwire.wire.messages import Phase, Why


def test_nothing_is_written_before_everybody_is_back():
    evening, ann, bob = played()
    before = len(evening.log)
    evening.restart()
    evening.enter(ann)
    assert (ann.standing.phase, ann.standing.waiting) == (Phase.RECOVERING, (1,))
    assert ann.standing.left_ms == 30_000
    for player_deed in ann.deeds():
        evening.say(ann, player_deed)
    evening.pass_time(29)
    assert len(evening.log) == before
    evening.enter(bob)
    assert kinds(evening)[before:] == ["Recovered"]
    assert entries.decode(evening.log[-1].body).what == entries.Recovered(by="all", seats=(0, 1))
    assert out.Back("all") in evening.facts
    evening.play()


def test_the_waiting_ends_by_itself_but_not_with_nobody_here():
    evening, ann, _ = played()
    before = len(evening.log)
    evening.restart()
    assert evening.table.due() is None
    evening.pass_time(1000)
    assert len(evening.log) == before
    evening.enter(ann)
    assert entries.decode(evening.log[-1].body).what == entries.Recovered(by="time", seats=(0,))


def test_a_table_is_woken_when_the_waiting_ends():
    evening, ann, _ = played()
    evening.restart()
    evening.enter(ann)
    assert evening.table.due() == evening.now + 30
    evening.pass_time(30)
    assert kinds(evening)[-1] == "Recovered"


def test_whoever_was_not_here_before_is_not_waited_for():
    evening, ann, bob = played()
    evening.leave(bob)
    evening.restart()
    evening.enter(ann)
    assert kinds(evening)[-1] == "Recovered"


def test_if_nobody_was_here_all_are_waited_for():
    evening, ann, bob = played()
    for player in (ann, bob):
        evening.leave(player)
    evening.restart()
    evening.enter(ann)
    assert (ann.standing.phase, ann.standing.waiting) == (Phase.RECOVERING, (1,))
    evening.enter(bob)
    assert kinds(evening)[-1] == "Recovered"


def test_the_hosting_player_need_not_wait():
    evening, ann, _ = played()
    evening.restart()
    evening.enter(ann)
    evening.say(ann, ann.decide(Pause()))
    assert refused(ann) == ("decision", Why.NOT_NOW, "recovering")
    evening.say(ann, ann.decide(GoOn()))
    assert kinds(evening)[-1] == "Decided"
    assert evening.table.state.phase is Phase.PLAYING
    assert out.Back("host") in evening.facts


def test_a_move_in_the_meantime_is_not_lost_for_the_player():
    evening, ann, bob = played()
    who = ann if ann.menu else bob
    evening.restart()
    evening.enter(who)
    (move,) = who.deeds()
    evening.say(who, move)
    assert refused(who) == ("act", Why.NOT_NOW, "recovering")
    evening.enter(bob if who is ann else ann)
    assert read_deed(who.deeds()[0]).action == read_deed(move).action
    evening.play()


def test_nobodys_clock_runs_while_the_table_waits():
    evening, ann, bob = played(settings=at_pace(turn=20.0))
    evening.restart()
    evening.enter(ann)
    evening.pass_time(29)
    before = len(evening.log)
    evening.enter(bob)
    assert len(evening.log) == before + 1
    assert ann.standing.left_ms == 20_000


def test_a_lobby_comes_back_as_it_was():
    evening = MemoryTable("love-letter", Options())
    ann, bob = evening.company("Ann", "Bob")
    evening.gather(ann, bob, bots=("easy",))
    before = evening.table.state.lobby.chairs
    evening.restart()
    evening.enter(ann)
    assert evening.table.state.phase is Phase.LOBBY
    assert evening.table.state.lobby.chairs == before
    evening.say(ann, m.Start())
    assert refused(ann) == ("start", Why.NOT_NOW, "recovering")
    evening.enter(bob)
    evening.say(ann, m.Start())
    assert kinds(evening) == ["Genesis"]


def test_a_match_that_was_just_over_is_over_still():
    evening, ann, bob = played()
    evening.play()
    evening.restart()
    evening.enter(ann)
    evening.enter(bob)
    assert evening.table.state.phase is Phase.OVER
    assert kinds(evening)[-1] == "Ended"
    evening.say(ann, m.Rematch())
    assert evening.table.state.phase is Phase.LOBBY


def test_a_crash_between_the_genesis_and_the_lobby_on_disk_changes_nothing():
    evening = MemoryTable("love-letter", Options())
    ann, bob = evening.company("Ann", "Bob")
    evening.gather(ann, bob)
    lobby = evening.disk.lobby
    evening.say(ann, m.Start())
    evening.disk.lobby = lobby
    evening.restart()
    evening.enter(ann)
    evening.enter(bob)
    assert [chair.name for chair in evening.table.state.lobby.chairs] == ["Ann", "Bob"]
    assert len(evening.table.state.lobby.chairs) == 2
    evening.play()
