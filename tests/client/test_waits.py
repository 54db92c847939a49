"""For whom a table waits, as a client hears it and answers."""

from __future__ import annotations

from kit.memory import ShuffledTable

from lltui.client import requests
from lltui.client import updates as u
from llwire.chain.entries import Dealt, decode


def deals(hall):
    bodies = [decode(entry.body) for entry in hall.disk.logs.get(1, [])]
    return [body for body in bodies if isinstance(body.what, Dealt)]


def test_who_still_reads_is_not_left_out_of_a_deal_for_that():
    hall = ShuffledTable("Ann", "Ben", "Cid").begin()
    ann, ben, _ = hall.people
    ben.reads = True
    hall.run(lambda: deals(hall))
    assert len(deals(hall)[0].causes) == 3, "the part was sent at half time"
    assert ann.has(u.Waits, phase="collecting", seats=(1,), then="leave-out")
    assert not ann.has(u.Ruled, what="leave-out")


def test_who_is_new_is_told_how_long_the_table_waits():
    hall = ShuffledTable("Ann", "Ben").settle()
    assert all(person.has(u.TermsAre, turn=None, wait=60.0) for person in hall.people)


def test_whose_word_it_was_is_told_to_all():
    hall = ShuffledTable("Ann", "Ben", "Cid", seed=3).begin()
    hall.run(lambda: deals(hall))
    for person in hall.people:
        person.plays = False
        person.chosen.clear()
    hall.run(lambda: any(x.offered for x in ann_waits(hall)))
    (late,) = ann_waits(hall)[-1].offered
    other = next(p for p in hall.people[1:] if p.client.now.seat != late)
    other.request(requests.stand_in(late, on=True))
    hall.run(lambda: all(p.has(u.Ruled, what="stand-in") for p in hall.people))
    name = hall.people[late].name
    assert all(p.has(u.Ruled, what="stand-in", name=name, by=other.name) for p in hall.people)


def ann_waits(hall):
    return [x for x in hall.people[0].seen if isinstance(x, u.Waits)]
