"""A player whose key is lost: a stranger who asks for a seat, and gets it by a public decision."""

from __future__ import annotations

import pytest
from kit.memory import MemoryTable
from table.asking import dealt, kinds, match, refused

from lltui.games.love_letter.model import Options
from llwire.wire import limits
from llwire.wire import messages as m
from llwire.wire.deeds import Drop, NewKey
from llwire.wire.errors import Code, PeerError
from llwire.wire.messages import Phase, Why


def lost(evening, player, number=9):
    """Their machine is gone; they come back with another key, and ask for the seat."""
    evening.leave(player)
    again = evening.player(player.name, number)
    evening.enter(again)
    evening.say(again, again.joining())
    return again


def asked(host):
    """Who asks for a seat, as the hosting player was told last."""
    return [(person.name, person.id) for person in host.told(m.Newcomers)[-1].people]


def test_a_lost_key_is_replaced_by_a_public_decision():
    evening, ann, bob, cid = dealt()
    evening.leave(bob)
    again = evening.player("Bob", 9)
    evening.enter(again)
    evening.say(ann, ann.decide(NewKey(seat=1, id=again.id)))
    assert refused(ann) == ("decision", Why.NOT_NOW, "not-here")
    evening.say(again, again.joining())
    assert asked(ann) == [("Bob", again.id)]
    evening.say(ann, ann.decide(NewKey(seat=1, id=again.id)))
    assert again.seat == 1
    assert again.glimpses[-1].private is not None, "the box of that very entry is theirs"
    assert asked(ann) == []
    evening.play()
    assert again.chain.match.over
    evening.say(ann, m.Rematch())
    assert evening.table.state.lobby.seat_of(again.id) == 1
    assert evening.table.state.lobby.seat_of(bob.id) is None
    assert cid.chain.head == ann.chain.head == again.chain.head


def test_only_the_hosting_player_is_told_and_the_chairs_stay_as_they_are():
    evening, ann, bob, cid = dealt()
    again = lost(evening, bob)
    assert cid.told(m.Newcomers) == again.told(m.Newcomers) == []
    assert [chair.name for chair in ann.lobby.chairs] == ["Ann", "Bob", "Cid"]


def test_six_seats_are_no_hindrance():
    options = Options(edition="modern", target=1)
    names = ("Ann", "Bob", "Cid", "Dot", "Eve", "Fay")
    evening, ann, *others = dealt(*names, options=options)
    again = lost(evening, others[-1])
    assert asked(ann) == [("Fay", again.id)]
    evening.say(ann, ann.decide(NewKey(seat=5, id=again.id)))
    evening.play()
    assert again.chain.match.over


def test_a_deal_that_waits_for_the_lost_player_goes_on_without_that_promise():
    evening, ann, bob, cid = match()
    evening.play(lambda: evening.table.state.phase is Phase.COLLECTING)
    for player in (ann, cid):
        for deed in player.deeds():
            evening.say(player, deed)
    again = lost(evening, bob)
    evening.say(ann, ann.decide(NewKey(seat=1, id=again.id)))
    evening.play(lambda: ann.chain.match.deal == 1)
    assert ann.chain.match.hidden[0].nonces[1] is None
    evening.play(lambda: ann.chain.match.deal == 2)
    assert ann.chain.match.hidden[0].nonces[1] is not None
    evening.play()


def test_a_hosting_player_who_comes_back_is_told_again_and_others_who_leave_are_forgotten():
    evening, ann, bob, _ = dealt()
    again = lost(evening, bob)
    evening.leave(ann)
    before = len(ann.told(m.Newcomers))
    evening.enter(ann)
    assert len(ann.told(m.Newcomers)) == before + 1
    assert asked(ann) == [("Bob", again.id)]
    evening.leave(ann)
    evening.leave(again)
    evening.enter(ann)
    assert asked(ann) == []


def test_a_table_without_newcomers_says_nothing_of_them():
    _, ann, *_ = dealt()
    assert ann.told(m.Newcomers) == []


def test_after_a_crash_they_ask_again():
    evening, ann, bob, cid = dealt()
    again = lost(evening, bob)
    evening.restart()
    for player in (ann, cid, again):
        evening.enter(player)
    evening.pass_time(30)
    evening.say(again, again.joining())
    evening.say(ann, ann.decide(NewKey(seat=1, id=again.id)))
    evening.play()
    assert again.chain.match.over


def test_a_locked_door_lets_them_ask_and_sit_down_nowhere():
    evening, ann, bob = match("Ann", "Bob")
    evening.say(ann, m.Lock(on=True))
    assert not evening.table.admission().locked
    again = lost(evening, bob)
    evening.say(again, m.Sit(seat=None))
    assert refused(again) == ("sit", Why.NOT_NOW, "match")
    assert asked(ann) == [("Bob", again.id)]


def test_no_more_than_a_table_full_of_them_is_let_in_and_watchers_take_no_place_of_theirs():
    evening, ann, _, _ = dealt()
    for number in range(20, 20 + limits.WATCHERS):
        evening.enter(evening.player(f"W{number}", number, want="watch"))
    for number in range(40, 40 + limits.SEATS):
        newcomer = evening.player(f"N{number}", number)
        evening.enter(newcomer)
        evening.say(newcomer, newcomer.joining())
    assert len(asked(ann)) == limits.SEATS
    with pytest.raises(PeerError) as error:
        evening.enter(evening.player("Eve", 60))
    assert error.value.code is Code.FULL


def test_the_old_key_is_a_stranger_s_from_then_on():
    evening, ann, bob, _ = dealt()
    again = lost(evening, bob)
    evening.say(ann, ann.decide(NewKey(seat=1, id=again.id)))
    assert not evening.table.admission().knows(bob.id)
    assert evening.table.admission().knows(again.id)
    evening.enter(bob)
    assert bob.seat is None
    evening.say(bob, bob.joining())
    assert asked(ann) == [("Bob", bob.id)]


def test_who_had_to_look_on_sits_down_in_the_next_lobby_as_far_as_there_are_chairs():
    evening = MemoryTable("love-letter", Options(target=1))
    ann, bob = evening.company("Ann", "Bob")
    evening.begin(ann, bob)
    for number, name in enumerate(("Cid", "Dot", "Eve"), start=5):
        evening.enter(evening.player(name, number))
    watcher = evening.player("Wim", 30, want="watch")
    evening.enter(watcher)
    evening.play()
    assert "Decided" not in kinds(evening)
    evening.say(ann, m.Rematch())
    assert [chair.name for chair in ann.lobby.chairs] == ["Ann", "Bob", "Cid", "Dot"]
    assert ann.lobby.watchers == ("Eve", "Wim")


def test_a_seat_that_is_out_of_the_match_goes_to_nobody():
    evening, ann, bob, _ = dealt()
    again = lost(evening, bob)
    evening.say(ann, ann.decide(Drop(seat=1)))
    evening.say(ann, ann.decide(NewKey(seat=1, id=again.id)))
    assert refused(ann) == ("decision", Why.NOT_NOW, "key")


def test_who_came_to_watch_watches_on():
    evening = MemoryTable("love-letter", Options(target=1))
    ann, bob = evening.company("Ann", "Bob")
    evening.begin(ann, bob)
    evening.enter(evening.player("Wim", 30, want="watch"))
    evening.play()
    evening.say(ann, m.Rematch())
    assert [chair.name for chair in ann.lobby.chairs] == ["Ann", "Bob", None, None]
    assert ann.lobby.watchers == ("Wim",)


def test_a_key_that_has_promised_in_this_match_does_not_get_the_seat_back():
    evening, ann, bob, _ = dealt()
    again = lost(evening, bob)
    evening.say(ann, ann.decide(NewKey(seat=1, id=again.id)))
    evening.enter(bob)
    evening.say(bob, bob.joining())
    evening.say(ann, ann.decide(NewKey(seat=1, id=bob.id)))
    assert refused(ann) == ("decision", Why.NOT_NOW, "key")
    assert again.seat == 1
    evening.play()
