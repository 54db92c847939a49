"""After a crash: what only the players remember."""

from __future__ import annotations

from random import Random

import pytest
from kit.memory import MemoryTable
from kit.players import Player
from msgspec.structs import replace
from table.asking import kinds, played, refused

from lltui.games.love_letter.model import Options
from lltui.games.love_letter.rules.rulebook import RULES
from lltui.table import outputs as out
from lltui.table.match_engine import OtherRules
from llwire.session.host_session import Proven
from llwire.wire import messages as m
from llwire.wire.deeds import GoOn
from llwire.wire.errors import Code, PeerError
from llwire.wire.messages import Entry, Head, Phase, Why


def older(evening, lost, match=1):
    """The disk is a copy from before the last entries."""
    evening.whole = list(evening.disk.logs[match])
    del evening.disk.logs[match][-lost:]
    if not evening.disk.logs[match]:
        del evening.disk.logs[match]


@pytest.mark.parametrize("lost", [1, 2, 5, 11])
def test_what_the_table_lost_its_players_give_back(lost):
    evening, ann, bob = played()
    older(evening, lost)
    whole = evening.whole
    evening.restart()
    evening.enter(bob)
    assert evening.log[: len(whole)] == whole
    evening.enter(ann)
    assert evening.log[: len(whole)] == whole
    assert kinds(evening)[len(whole) :] == ["Recovered"]
    evening.play()
    assert ann.told(Entry)[-1] == bob.told(Entry)[-1] == evening.log[-1]


def test_a_whole_match_that_only_the_players_remember_comes_back():
    evening = MemoryTable("love-letter", Options(target=2))
    ann, bob = evening.company("Ann", "Bob")
    evening.gather(ann, bob)
    lobby = evening.disk.lobby
    evening.say(ann, m.Start())
    evening.play(lambda: len(evening.log) >= 8)
    whole = list(evening.log)
    evening.disk.logs.clear()
    evening.disk.lobby = lobby
    evening.restart()
    evening.enter(ann)
    evening.enter(bob)
    assert evening.log[: len(whole)] == whole
    evening.play()


def test_even_a_match_after_the_one_on_disk():
    evening, ann, bob = played()
    lobby = evening.disk.lobby
    evening.play()
    evening.say(ann, m.Rematch())
    for player in (ann, bob):
        evening.say(player, player.joining())
    evening.say(ann, m.Start())
    evening.play(lambda: len(evening.log) >= 8)
    whole = list(evening.log)
    del evening.disk.logs[2]
    evening.disk.lobby = lobby
    evening.restart()
    evening.enter(bob)
    evening.enter(ann)
    assert evening.disk.logs[2][: len(whole)] == whole
    assert evening.table.state.lobby.match == 2
    assert evening.disk.lobby.match == 2
    evening.play()


def test_who_knows_most_gives_first_and_the_others_need_not():
    evening, ann, bob, cid = played("Ann", "Bob", "Cid")
    evening.leave(cid)
    evening.play(lambda: len(evening.log) >= 14 or cid.seat in evening.table.state.playing.waiting())
    older(evening, 6)
    evening.restart()
    asked = []
    give = evening._give
    evening._give = lambda: (asked.extend(line for line in evening.giving if line not in asked), give())[1]
    evening.enter(cid)
    evening.enter(ann)
    evening.enter(bob)
    assert evening.log[: len(evening.whole)] == evening.whole
    assert kinds(evening)[-1] == "Recovered"


def test_somebody_who_comes_later_is_asked_for_what_the_first_did_not_have():
    evening, ann, bob = played()
    evening.leave(bob)
    evening.play(lambda: not ann.menu)
    older(evening, 4)
    evening.disk.lobby = evening.disk.lobby.met(bob.id, Random(1))
    evening.restart()
    evening.enter(bob)
    evening.enter(ann)
    assert evening.log[: len(evening.whole)] == evening.whole


def test_whoever_breaks_off_giving_is_followed_by_another():
    evening, ann, bob = played()
    older(evening, 5)
    evening.restart()
    give, evening._give = evening._give, lambda: None
    line = evening.enter(ann)
    assert evening.giving == {line: (1, len(evening.log))}
    evening.leave(ann)
    evening._give = give
    evening.enter(bob)
    assert evening.log[: len(evening.whole)] == evening.whole


def test_whoever_promises_entries_and_gives_none_does_not_hold_the_table_up_twice():
    evening, ann, bob = played()
    evening.restart()
    liar = evening.player("Mal", 9, want="watch")
    liar.chain = _Far(evening.table.state.head)
    evening._give = lambda: None
    evening.enter(liar)
    evening.enter(ann)
    evening.enter(bob)
    assert evening.table.state.phase is Phase.RECOVERING
    assert evening.table.due() == evening.now + 10
    evening.say(ann, ann.decide(GoOn()))
    assert refused(ann) == ("decision", Why.NOT_NOW, "recovering")
    evening.pass_time(10)
    assert evening.parted[-1] == ("Mal", Code.SLOW)
    assert kinds(evening)[-1] == "Recovered"


class _Far:
    """A chain that is longer than can be."""

    def __init__(self, head):
        self.have = Head(match=head.match, seq=head.seq + 99, hash=head.hash)


def test_strangers_who_bluff_one_after_another_do_not_hold_it_up_for_ever():
    evening, ann, bob = played()
    evening.restart()
    for number in range(20, 26):
        evening.enter(Bluffer("Eve", evening.keys.pin, number, want="watch"))
    evening.enter(ann)
    evening.enter(bob)
    for _ in range(3):
        assert evening.table.state.phase is Phase.RECOVERING
        evening.pass_time(10)
    assert kinds(evening)[-1] == "Recovered"


class Bluffer(Player):
    """Says to have seen what nobody wrote, and has nothing."""

    have = Head(match=7, seq=5, hash=bytes(32))

    def follow(self, message):
        pass


def robbed():
    """Three entries are lost, Ann is there to give them back and not asked yet; which is the first."""
    evening, ann, bob = played()
    older(evening, 3)
    lost = len(evening.log)
    evening.restart()
    evening._give = lambda: None
    evening.enter(ann)
    return evening, ann, bob, lost


def given(evening, number):
    entry = evening.whole[number]
    return m.Give(body=entry.body, sig=entry.sig)


def test_entries_that_are_none_end_the_line_and_are_not_kept():
    evening, ann, bob, lost = robbed()
    evening.say(ann, replace(given(evening, lost), sig=bytes(64)))
    assert evening.parted[-1] == ("Ann", Code.BAD_SIGNATURE)
    evening.enter(bob)
    evening.say(bob, given(evening, lost + 1))
    assert evening.parted[-1] == ("Bob", Code.MALFORMED)
    assert len(evening.log) == lost


def test_only_whoever_was_asked_gives():
    evening, ann, bob, lost = robbed()
    evening.enter(bob)
    evening.say(bob, given(evening, lost))
    assert len(evening.log) == lost
    evening.say(ann, given(evening, lost))
    assert len(evening.log) == lost + 1


def test_a_full_disk_makes_whoever_gives_begin_anew():
    evening, ann, bob = played()
    older(evening, 5)
    evening.disk.full = True
    evening.restart()
    evening.enter(ann)
    assert evening.parted[-1] == ("Ann", Code.CLOSING)
    evening.enter(ann)
    evening.enter(bob)
    evening.thaw()
    assert evening.log[: len(evening.whole)] == evening.whole
    assert evening.table.state.phase is not Phase.FROZEN
    evening.play()


def test_what_nobody_asked_for_is_not_taken():
    evening, ann, _bob = played()
    evening.restart()
    evening.enter(ann)
    last = evening.log[-1]
    evening.say(ann, m.Give(body=last.body, sig=last.sig))
    assert evening.here(ann)


def test_whoever_knows_another_history_is_not_let_in():
    evening, ann, bob = played()
    evening.leave(bob)
    for have in (
        Head(match=1, seq=3, hash=bytes(32)),
        Head(match=1, seq=3, hash=evening.table.state.head.hash),
        Head(match=1, seq=500, hash=bytes(32)),
        Head(match=2, seq=0, hash=bytes(32)),
    ):
        with pytest.raises(PeerError) as error:
            _enter_with(evening, bob, have)
        assert error.value.code is Code.FORK
    evening.enter(bob)
    assert evening.facts.count(out.Contradicted("Bob")) == 4
    assert ann.presence.seats[1].line == "online"


def _enter_with(evening, player, have):
    from msgspec.structs import replace

    evening.table.entered(99, Proven(replace(player.hello(), have=have), paired=True, hosting=False), 0.0)


def test_a_program_with_other_rules_does_not_go_on_with_the_match(monkeypatch):

    evening, *_ = played()
    public = type(RULES).public

    def other(self, state):

        return replace(public(self, state), round=9)

    monkeypatch.setattr(type(RULES), "public", other)
    with pytest.raises(OtherRules):
        evening.restart()


@pytest.mark.parametrize("named", ["revision", "data"])
def test_a_match_that_names_other_rules_is_not_gone_on_with_and_stays_whole(monkeypatch, named):
    """Not a card is dealt by rules that its players did not agree to."""
    evening, *_ = played()
    entries = list(evening.log)
    if named == "revision":
        monkeypatch.setattr(type(RULES), "revision", type(RULES).revision + 1)
    else:
        monkeypatch.setattr(type(RULES), "data", lambda self, options: "another edition of that name")
    with pytest.raises(OtherRules):
        evening.restart()
    assert evening.log == entries
    monkeypatch.undo()
    evening.restart()
