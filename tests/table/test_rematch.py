"""Match after match, with a hosting player and without."""

from __future__ import annotations

import pytest
from kit.memory import AT_ONCE, MemoryTable, at_pace
from table.asking import kinds, played, refused
from toy.model import Options as ToyOptions

from lltui.games.known_games import options_of
from lltui.games.love_letter.model import MODEL, Options
from lltui.games.two_princes import model as princes
from lltui.table.lobby import Lobby
from lltui.table.running_match import FOR_DECISIONS
from llwire.wire import limits
from llwire.wire import messages as m
from llwire.wire.messages import Phase, Why


def test_the_same_people_play_again():
    evening, ann, bob = played(options=ToyOptions(nights=1), game="moonrakers", seen=4)
    evening.say(ann, m.Rematch())
    assert refused(ann) == ("rematch", Why.NOT_NOW, "match")
    evening.play()
    evening.say(bob, bob.joining())
    assert refused(bob) == ("joining", Why.NOT_NOW, "over")
    evening.say(ann, m.Start())
    assert refused(ann) == ("start", Why.NOT_NOW, "over")
    evening.say(ann, m.Rematch())
    assert (ann.lobby.match, ann.lobby.locked) == (2, False)
    assert [chair.name for chair in ann.lobby.chairs] == ["Ann", "Bob", None, None]
    assert [chair.ready for chair in ann.lobby.chairs] == [False] * 4
    assert evening.table.state.phase is Phase.LOBBY
    for player in (ann, bob):
        evening.say(player, player.joining())
    evening.say(ann, m.Start())
    evening.play()
    assert (ann.number, ann.chain.match.over, bob.chain.head) == (2, True, ann.chain.head)


def test_the_keys_of_the_match_before_are_refused():
    evening, ann, _bob = played(options=Options(target=1), seen=4)
    evening.play()
    old = ann.joining()
    evening.say(ann, m.Rematch())
    evening.say(ann, old)
    assert refused(ann) == ("joining", Why.STALE, None)


def unhosted(*names, settings):
    evening = MemoryTable("love-letter", Options(target=1), settings)
    players = [evening.player(name, n) for n, name in enumerate(names, start=1)]
    for player in players:
        evening.enter(player)
    return evening, *players


def test_where_nobody_hosts_the_match_begins_when_all_are_ready():
    evening, ann, bob = unhosted("Ann", "Bob", settings=at_pace(again=5.0))
    evening.say(ann, ann.joining())
    assert evening.disk.logs == {}
    evening.say(bob, bob.joining())
    assert kinds(evening) == ["Genesis"]
    evening.play()
    assert evening.table.due() == evening.now + 5
    evening.pass_time(5)
    assert (ann.lobby.match, evening.table.state.phase) == (2, Phase.LOBBY)


def test_where_nobody_hosts_nobody_plays_alone():
    evening, ann = unhosted("Ann", settings=AT_ONCE)
    evening.say(ann, ann.joining())
    assert evening.disk.logs == {}


def test_where_nobody_hosts_a_bot_stands_in_for_who_is_missed_for_long():
    evening, ann, bob = unhosted("Ann", "Bob", settings=at_pace(wait=60.0))
    for player in (ann, bob):
        evening.say(player, player.joining())
    evening.leave(bob)
    evening.step()
    evening.pass_time(59)
    assert "Decided" not in kinds(evening)
    evening.pass_time(1)
    assert ann.chain.match.chairs[1].stand_in
    evening.play(lambda: ann.chain.match.deal == 1)
    evening.enter(bob)
    assert bob.chain.match.chairs[1].person
    evening.play()
    assert ann.chain.head == bob.chain.head


def test_where_nobody_hosts_a_match_that_has_become_too_long_is_ended(monkeypatch):
    evening, ann, bob = unhosted("Ann", "Bob", settings=AT_ONCE)
    for player in (ann, bob):
        evening.say(player, player.joining())
    evening.play(lambda: ann.chain.match.deal == 1)
    monkeypatch.setattr(limits, "LOG_ENTRIES", len(evening.log) + FOR_DECISIONS + 4)
    evening.play()
    assert kinds(evening)[-1] == "Ended"
    assert kinds(evening).count("Decided") == 1


def test_where_somebody_hosts_the_table_decides_nothing():
    evening, ann, bob = played(settings=at_pace(wait=1.0, again=1.0))
    evening.leave(bob)
    evening.play(lambda: not ann.menu)
    evening.pass_time(1000)
    assert "Decided" not in kinds(evening)


def test_who_gets_up_after_the_end_does_not_keep_the_table_from_starting_again():
    evening, ann, bob = played(options=Options(target=1), seen=4)
    evening.play()
    evening.say(bob, m.Leave())
    evening.restart()
    evening.enter(ann)
    assert (evening.table.state.phase, ann.chain.match.over) == (Phase.OVER, True)
    evening.say(ann, m.Rematch())
    assert [chair.name for chair in ann.lobby.chairs] == ["Ann", None, None, None]


def locked(*names):
    """A match at a table that was locked before it began."""
    evening = MemoryTable("love-letter", Options(target=1), at_pace(wait=60.0))
    players = evening.company(*names)
    for player in players:
        evening.enter(player)
    evening.say(players[0], m.Lock(on=True))
    return [evening, *players]


@pytest.mark.parametrize("crash", [False, True])
def test_a_locked_table_stays_locked_over_a_match(crash):
    evening, ann, bob = locked("Ann", "Bob")
    for player in (ann, bob):
        evening.say(player, player.joining())
    evening.say(ann, m.Start())
    eve = evening.player("Eve", 9)
    evening.enter(eve)  # who lost a key may say so in a match
    evening.play()
    if crash:
        evening.restart()
        for player in (ann, bob, eve):
            evening.enter(player)
    evening.say(ann, m.Rematch())
    assert [chair.name for chair in ann.lobby.chairs] == ["Ann", "Bob", None, None]
    assert ann.lobby.locked
    assert evening.table.admission().locked
    evening.say(eve, m.Sit(seat=None))
    assert refused(eve) == ("sit", Why.NOT_NOW, "locked")


def test_a_lock_outlives_a_lobby_that_only_the_players_remember():
    evening, ann, bob, cid = locked("Ann", "Bob", "Cid")
    before = evening.disk.lobby
    evening.say(cid, m.Leave())
    for player in (ann, bob):
        evening.say(player, player.joining())
    evening.say(ann, m.Start())
    evening.play(lambda: bool(ann.menu or bob.menu))
    evening.disk.lobby = before
    evening.disk.logs.clear()
    evening.restart()
    for player in (ann, bob):
        evening.enter(player)
    evening.pass_time(31)
    evening.play()
    evening.say(ann, m.Rematch())
    assert ann.lobby.locked


def test_who_was_too_late_for_a_match_sits_down_again_at_a_locked_table():
    evening, ann, bob, _ = locked("Ann", "Bob", "Cid")
    for player in (ann, bob):
        evening.say(player, player.joining())
    evening.pass_time(60)
    evening.say(ann, m.Start())
    evening.play()
    evening.say(ann, m.Rematch())
    assert [chair.name for chair in ann.lobby.chairs] == ["Ann", "Bob", "Cid", None]
    evening.say(ann, m.Kick(seat=2))
    assert not evening.table.state.lobby.aside


def test_another_story_of_the_same_company_is_their_next_evening():
    first = Lobby.of_new_table(princes.MODEL.id, princes.Options(difficulty="grim"))
    second = first.again()
    assert options_of(second.game, second.options) == princes.Options(difficulty="grim", evening=2)
    other = Lobby.of_new_table(MODEL.id, Options())
    assert other.again().options == other.options
