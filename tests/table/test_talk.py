"""Talk and presence: outside the chain, as the game allows, said only when it changes."""

from __future__ import annotations

import pytest
from kit.memory import MemoryTable
from table.asking import refused
from toy.model import Options as ToyOptions

from lltui.games.love_letter.model import Options
from llwire.wire import messages as m
from llwire.wire.deeds import Drop, StandIn
from llwire.wire.messages import Head, Why
from llwire.wire.text import skeleton


def at_table(game="moonrakers", options=None):
    evening = MemoryTable(game, options or ToyOptions())
    ann, bob = evening.company("Ann", "Bob")
    evening.enter(ann)
    evening.enter(bob)
    return evening, ann, bob


def said(player):
    return [(line.seat, line.n, line.text) for line in player.told(m.Said)]


def beside(evening, name="Wil", number=9, want="watch"):
    """Somebody who looks on, and may talk."""
    person = evening.player(name, number, want=want)
    evening.enter(person)
    return person


def until(evening, phase):
    evening.play(lambda: evening.table.state.playing.engine.state.phase == phase)


def test_a_line_reaches_everybody_numbered_and_cleaned():
    evening, ann, bob = at_table()
    watcher = evening.player("Wil", 9, want="watch")
    evening.enter(watcher)
    evening.say(bob, m.Say(text="hello\x1b[31m\u202e all"))
    evening.say(ann, m.Say(text="good evening"))
    assert said(ann) == said(watcher) == [(1, 1, "hello[31m all"), (0, 2, "good evening")]


def test_a_line_of_which_nothing_is_left_is_not_passed_on():
    evening, ann, bob = at_table()
    evening.say(bob, m.Say(text="\u200b\x00"))
    assert said(ann) == []


def test_whoever_has_no_chair_does_not_talk():
    evening, ann, bob = at_table()
    evening.say(ann, m.Kick(seat=1))
    evening.say(ann, m.Lock(on=True))
    evening.enter(bob)
    evening.say(bob, m.Say(text="hello"))
    assert refused(bob) == ("say", Why.NOT_ALLOWED, "gallery")
    evening.say(bob, m.Signal(sign="nod"))
    assert refused(bob) == ("signal", Why.NOT_ALLOWED, "no-chair")
    assert said(ann) == []


def test_who_looks_on_talks_where_the_table_lets_them():
    evening, ann, bob = at_table()
    wil = beside(evening)
    evening.say(wil, m.Say(text="hello"))
    assert refused(wil) == ("say", Why.NOT_ALLOWED, "gallery")
    assert not ann.lobby.gallery
    evening.say(ann, m.Gallery(on=True))
    assert bob.lobby.gallery
    assert evening.disk.lobby.gallery
    evening.say(wil, m.Say(text="hello\x1b all"))
    assert (
        ann.told(m.SaidBeside) == wil.told(m.SaidBeside) == [m.SaidBeside(name="Wil", n=1, text="hello all")]
    )
    evening.begin(ann, bob)
    evening.say(wil, m.Say(text="good luck"))
    assert ann.told(m.SaidBeside)[-1] == m.SaidBeside(name="Wil", n=2, text="good luck")
    evening.say(ann, m.Gallery(on=False))
    evening.say(wil, m.Say(text="and now?"))
    assert refused(wil) == ("say", Why.NOT_ALLOWED, "gallery")


def test_the_name_of_who_looks_on_is_like_no_seat_s():
    """Who comes into a match without the key to a seat may keep its name, to be known by the host."""
    evening, ann, bob = at_table()
    evening.say(ann, m.Gallery(on=True))
    evening.begin(ann, bob)
    for name, number in (("Bob", 8), ("\u0412ob", 9)):  # the second is Cyrillic
        keyless = beside(evening, name, number, want="seat")
        evening.say(keyless, m.Say(text="it is me"))
    told = [line.name for line in ann.told(m.SaidBeside)]
    assert {skeleton(name) for name in told}.isdisjoint({skeleton("Bob"), skeleton("Ann")})
    assert told[0] == "Bob 2"


def test_who_looks_on_says_no_more_than_every_player_might():
    evening, ann, bob = at_table()
    evening.say(ann, m.Gallery(on=True))
    wil = beside(evening)
    evening.begin(ann, bob)
    until(evening, "agree")
    evening.say(wil, m.Say(text="he has 5"))
    assert refused(wil) == ("say", Why.ILLEGAL, "numbers")
    until(evening, "vote")
    evening.say(wil, m.Say(text="no"))
    assert refused(wil) == ("say", Why.SHUT, None)
    assert ann.told(m.SaidBeside) == []


def test_the_game_says_when_nobody_may_talk_and_when_signs_are_all():
    evening, ann, bob = at_table()
    evening.begin(ann, bob)
    until(evening, "vote")
    evening.say(bob, m.Say(text="no"))
    assert refused(bob) == ("say", Why.SHUT, None)
    evening.say(bob, m.Signal(sign="nod"))
    assert refused(bob) == ("signal", Why.SHUT, None)
    until(evening, "land")
    evening.say(bob, m.Say(text="no"))
    assert refused(bob) == ("say", Why.SHUT, "signals")
    evening.say(bob, m.Signal(sign="nod"))
    assert ann.told(m.Signalled) == [m.Signalled(seat=1, n=1, sign="nod")]
    assert said(ann) == []


def test_the_game_says_what_may_not_be_said():
    evening, ann, bob = at_table()
    evening.say(bob, m.Say(text="I have 5"))
    evening.begin(ann, bob)
    until(evening, "agree")
    evening.say(bob, m.Say(text="I have \u0665"))
    assert refused(bob) == ("say", Why.ILLEGAL, "numbers")
    evening.say(bob, m.Say(text="north"))
    assert [line for _, _, line in said(ann)] == ["I have 5", "north"]


def test_after_the_match_everything_may_be_said_again():
    evening, ann, bob = at_table()
    evening.begin(ann, bob)
    evening.play()
    evening.say(bob, m.Say(text="I had 5"))
    assert said(ann)[-1] == (1, 1, "I had 5")


def test_talk_is_possible_while_nothing_else_is():
    evening, ann, bob = at_table("love-letter", Options(target=1))
    evening.begin(ann, bob)
    evening.disk.full = True
    evening.play(lambda: evening.table.state.phase is m.Phase.FROZEN)
    evening.say(bob, m.Say(text="what now?"))
    assert said(ann) == [(1, 1, "what now?")]


# -------------------------------------------------------------------- presence


def here(player, seat):
    return player.presence.seats[seat]


def test_a_lost_line_and_a_new_one_are_told_at_once():
    evening, ann, bob = at_table()
    evening.leave(bob)
    assert here(ann, 1).line == "away"
    evening.enter(bob)
    assert here(ann, 1).line == "online"


@pytest.mark.parametrize(
    "lag, line, milliseconds", [(0.012, "online", 0), (0.23, "online", 250), (1.2, "lag", 1200)]
)
def test_a_lag_is_told_in_steps_that_can_be_felt(lag, line, milliseconds):
    evening, ann, bob = at_table()
    evening.say(bob, m.Pong(n=1, have=None), lag=lag)
    assert here(ann, 1) == m.Here(line=line, lag_ms=milliseconds, behind=0)
    before = len(ann.told(m.Presence))
    evening.say(bob, m.Pong(n=2, have=None), lag=lag + 0.001)
    assert len(ann.told(m.Presence)) == before


def test_how_far_somebody_is_behind_is_known_from_their_pongs():
    evening, ann, bob = at_table("love-letter", Options(target=1))
    evening.begin(ann, bob)
    evening.play(lambda: len(evening.log) >= 6)
    evening.say(bob, m.Pong(n=1, have=bob.have))
    assert here(ann, 1) == m.Here(line="online", lag_ms=None, behind=0)
    old = Head(match=1, seq=1, hash=bytes(32))
    evening.say(bob, m.Pong(n=2, have=old))
    assert here(ann, 1) == m.Here(line="lag", lag_ms=None, behind=len(evening.log) - 2)
    evening.say(bob, m.Pong(n=3, have=None))
    assert here(ann, 1).behind == len(evening.log)


def test_bots_empty_chairs_and_dropped_seats_have_their_own_word():
    evening, ann, bob = at_table("love-letter", Options(target=1))
    evening.say(ann, m.AddBot(seat=3, bot="easy"))
    assert [seat.line for seat in ann.presence.seats] == ["online", "online", "empty", "bot"]
    evening.begin(ann, bob)
    assert [seat.line for seat in ann.presence.seats] == ["online", "online", "bot"]
    evening.leave(bob)
    evening.say(ann, ann.decide(StandIn(seat=1, on=True)))
    assert here(ann, 1).line == "away"
    evening.say(ann, ann.decide(Drop(seat=1)))
    assert here(ann, 1).line == "bot"


def test_entries_alone_are_no_news_about_who_is_here():
    evening, ann, bob = at_table("love-letter", Options(target=1))
    evening.begin(ann, bob)
    before = len(ann.told(m.Presence))
    evening.play()
    assert len(ann.told(m.Presence)) == before
