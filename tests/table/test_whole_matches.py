"""Whole matches through the table, every entry judged by every player."""

from random import Random
from lltui.games.love_letter.model import Options
from lltui.table import keys
from table.evening import Evening, Guest
from llwire import messages as m


def test_two_people_and_a_bot_play_a_match():
    k = keys.fresh(Random(1).randbytes, "a-b-c")
    ev = Evening(k, "love-letter", Options(target=1), 4)
    ann, bob = Guest("Ann", k.pin, 1, hosting=True), Guest("Bob", k.pin, 2)
    ev.enter(ann)
    ev.say(ann, m.AddBot(seat=None, bot="normal"))
    ev.begin(ann, bob)
    ev.play()
    assert ann.chain.match.over
    assert bob.chain.head == ann.chain.head
