"""A player with another key: looks on, asks by itself, and plays on in the old seat."""

from __future__ import annotations

import msgspec
import pytest
from kit.clients import ClientPlayer
from kit.memory import ShuffledTable

from lltui.client import requests
from lltui.client import updates as u
from lltui.client.client import Send
from lltui.games.chair import Glimpse, Over
from lltui.games.love_letter.model import Options
from llwire.wire.deeds import Joining, read_deed
from llwire.wire.messages import Signed

pack = msgspec.msgpack.encode


def lost(seed=1, deals=1, **more):
    """A match in which Ben's machine is gone, and Ben is back with another."""
    hall = ShuffledTable("Ann", "Ben", "Cleo", seed=seed, **more).begin()
    ann, ben, _ = hall.people
    hall.run(lambda: ann.client.now and ann.client.now.match.deal == deals and ann.client.now.glimpse.public)
    hall.lose(ben)
    ben.parted.append("gone")
    again = ClientPlayer(hall.keys, "Ben", 50)
    hall.people.append(again)
    hall.enter(again)
    hall.run(lambda: ann.has(u.NewcomersAre, people=(newcomer(again),)))
    return hall, ann, again


def newcomer(person):
    return u.KeylessPlayer(person.name, person.me.public, u.digits(person.me.public))


def seats(person):
    return [update.you for update in person.seen if isinstance(update, u.Began)]


@pytest.mark.parametrize("edition", ["classic", "modern"])
@pytest.mark.parametrize("seed", range(6))
def test_the_seat_is_given_by_the_host_and_played_to_the_end(seed, edition):
    hall, ann, again = lost(seed, deals=1 + seed % 2, options=Options(edition=edition, target=5))
    ann.request(requests.new_key(1, again.me.public))
    hall.play()
    for person in (*hall.people[:1], *hall.people[2:]):
        assert person.has(Over)
        assert person.has(u.Verified, deal=person.client.now.match.deal)
        assert not person.has(u.Lied)
        assert person.disk[1] == hall.disk.logs[1]
        assert person.has(u.Ruled, what="new-key", name="Ben")
    assert seats(again) == [None, 1]
    acts = [act.action for act in hall.acted(again)]
    assert again.chosen
    made = [b"" if type(action).secret else pack(action) for action in again.chosen]
    assert acts[-len(made) :] == made


def test_who_has_no_seat_sees_what_a_watcher_sees_and_is_told_why():
    _, ann, again = lost()
    again.look()
    while again.told:
        again.look()
    assert seats(again) == [None]
    glimpses = [update for update in again.seen if isinstance(update, Glimpse)]
    assert glimpses
    assert all(glimpse.private is None and glimpse.menu == () for glimpse in glimpses)
    assert again.has(u.Seatless, digits=u.digits(again.me.public), host=ann.name)


def test_who_lost_the_secrets_and_kept_the_key_calls_nobody_a_liar():
    """The boxes are sealed to what was lost: so this player looks on, as whoever has another key."""
    hall = ShuffledTable("Ann", "Ben").begin()
    ben = hall.people[1]
    hall.run(lambda: ben.client.now and ben.client.now.match.deal == 1)
    hall.lose(ben)
    ben.disk.clear()
    ben.sent.clear()
    ben.secret = b"another" * 4
    ben.start()
    hall.enter(ben)
    hall.run(lambda: ben.parted or ben.has(u.Seatless))
    assert not ben.parted
    assert not ben.has(u.Lied)
    assert ben.client.now.seat is None


def test_it_is_asked_once_on_each_line_and_told_once_in_a_match():
    hall, ann, again = lost()
    asked, perform = [], again.perform

    def performed(effects):
        signed = [
            each.message for each in effects if isinstance(each, Send) and isinstance(each.message, Signed)
        ]
        asked.extend(deed for deed in map(read_deed, signed) if isinstance(deed, Joining))
        perform(effects)

    again.perform = performed
    hall.lose(again)
    hall.enter(again)
    hall.run(lambda: not again.up and not again.down and not again.told)
    assert len(asked) == 1
    told = [update for update in again.seen if isinstance(update, u.Seatless)]
    assert len(told) == 1
    ann.request(requests.new_key(1, again.me.public))
    hall.play()
    assert seats(again)[-1] == 1


def test_a_watcher_asks_for_nothing():
    hall = ShuffledTable("Ann", "Ben", seed=2).begin()
    watcher = ClientPlayer(hall.keys, "Wim", 60, want="watch")
    hall.people.append(watcher)
    hall.enter(watcher)
    hall.play()
    assert not watcher.has(u.Seatless)
    assert not hall.people[0].has(u.NewcomersAre)


def test_the_key_that_was_lost_looks_on_from_then_on():
    hall, ann, again = lost()
    old = hall.people[1]
    old.parted.clear()
    hall.enter(old)
    ann.request(requests.new_key(1, again.me.public))
    hall.play()
    assert seats(old)[-1] is None
    assert seats(again)[-1] == 1
    assert not old.has(u.Lied)


def test_where_a_bot_stood_in_the_host_hears_that_it_still_does():
    hall, ann, again = lost(options=Options(target=5))
    ann.request(requests.stand_in(1, on=True))
    hall.run(lambda: ann.has(u.Ruled, what="stand-in"))
    ann.request(requests.new_key(1, again.me.public))
    hall.run(lambda: ann.has(u.Ruled, what="new-key-bot", name="Ben"))
    ann.request(requests.stand_in(1, on=False))
    hall.play()
    assert seats(again)[-1] == 1
    assert again.chosen
