"""A disk that refuses: nothing is lost, everybody is told, it goes on."""

from __future__ import annotations

from kit.memory import MemoryTable
from table.asking import played, refused

from lltui.games.love_letter.model import Options
from lltui.table import outputs as out
from llwire.chain import entries
from llwire.wire import messages as m
from llwire.wire.deeds import Pause, read_deed
from llwire.wire.messages import Phase, Why


def test_a_full_disk_freezes_the_table_and_nothing_is_lost():
    evening, ann, bob = played()
    who, other = (ann, bob) if ann.menu else (bob, ann)
    evening.disk.full = True
    before = len(evening.log)
    (move,) = who.deeds()
    evening.say(who, move)
    assert (other.standing.phase, evening.table.state.phase) == (Phase.FROZEN, Phase.FROZEN)
    assert out.Froze("no space left") in evening.facts
    assert evening.table.due() is None
    evening.say(ann, ann.decide(Pause()))
    assert refused(ann) == ("decision", Why.NOT_NOW, "frozen")
    evening.carry_out(evening.table.retry(evening.now))
    assert len(evening.log) == before
    assert [fact for fact in evening.facts if isinstance(fact, out.Froze)] == [out.Froze("no space left")]
    evening.thaw()
    assert entries.decode(evening.log[before].body).causes == (move,)
    assert other.standing.phase is not Phase.FROZEN
    assert out.Thawed() in evening.facts
    evening.play()


def test_a_crash_of_a_frozen_table_loses_no_more_than_was_never_done():
    evening, ann, bob = played()
    who = ann if ann.menu else bob
    evening.disk.full = True
    (move,) = who.deeds()
    evening.say(who, move)
    evening.disk.full = False
    evening.restart()
    evening.enter(ann)
    evening.enter(bob)
    assert read_deed(who.deeds()[0]).action == read_deed(move).action
    evening.play()


def test_lines_come_and_go_at_a_frozen_table():
    evening, _ann, bob = played()
    evening.disk.full = True
    evening.play(lambda: evening.table.state.phase is Phase.FROZEN)
    evening.leave(bob)
    evening.enter(bob)
    assert bob.standing.phase is Phase.FROZEN
    evening.thaw()
    evening.play()


def test_a_start_that_the_disk_refuses_is_a_start_once_it_does_not():
    evening = MemoryTable("love-letter", Options(target=1))
    ann, bob = evening.company("Ann", "Bob")
    evening.gather(ann, bob)
    lobby = evening.table.state.lobby
    evening.disk.full = True
    evening.say(ann, m.Start())
    assert evening.table.state.phase is Phase.FROZEN
    assert evening.disk.lobby == lobby
    evening.say(ann, m.Kick(seat=1))
    assert refused(ann) == ("kick", Why.NOT_NOW, "match")
    evening.say(bob, m.Leave())
    evening.thaw()
    evening.enter(bob)
    evening.play()


def test_a_save_is_asked_for_once():
    evening, ann, bob = played()
    who = ann if ann.menu else bob
    line = evening.line(who)
    first = evening.table.receive(line, who.deeds()[0], evening.now)
    assert isinstance(first[-1], out.Save)
    assert not any(isinstance(effect, out.Save) for effect in evening.table.tick(evening.now))
    evening.carry_out(first)
