"""A table that lies: named by the client, ended for good, with the evidence kept."""

from __future__ import annotations

import msgspec
import pytest
from kit.memory import ShuffledTable
from msgspec.structs import replace

from lltui.client import updates as u
from lltui.games.love_letter.model import MODEL, Options
from llwire.chain import entries
from llwire.chain.entries import entry_hash
from llwire.wire.errors import Code, PeerError, TerminalError
from llwire.wire.messages import Entry


def forged(hall, entry, **changes):
    """The same entry with something else in it, signed by the table as if it were true."""
    body = entries.encode(replace(entries.decode(entry.body), **changes))
    return Entry(body=body, sig=hall.keys.log.sign(entry_hash(body)))


def told(at, change):
    """A table that changes entry `at` on its way to Ben."""
    hall = ShuffledTable("Ann", "Ben", seed=21, options=Options(target=1)).begin()
    ben = hall.people[1]

    def tamper(entry):
        return change(hall, entry) if entries.decode(entry.body).seq == at else entry

    ben.tamper = tamper
    hall.run(lambda: bool(ben.parted), most=3000)
    return hall, ben


def lie(person):
    return next(x.lie for x in [*person.seen, *(t.update for t in person.told)] if isinstance(x, u.Lied))


def swapped(hall, entry):
    return forged(hall, entry, boxes=entries.decode(entry.body).boxes[::-1])


def empty(hall, entry):
    return forged(hall, entry, boxes=tuple(bytes(len(box)) for box in entries.decode(entry.body).boxes))


def viewed(hall, entry, **changes):
    """The same entry with something else lying on the table."""
    body = entries.decode(entry.body)
    public = msgspec.msgpack.decode(body.view, type=MODEL.public)
    return forged(hall, entry, view=msgspec.msgpack.encode(replace(public, **changes)))


LIES = [
    pytest.param(1, lambda _, entry: replace(entry, sig=bytes(64)), "unsigned", id="not signed"),
    pytest.param(1, swapped, "box-shut", id="a box for somebody else"),
    pytest.param(1, empty, "box-shut", id="a box of nothing"),
    pytest.param(1, lambda h, e: forged(h, e, view=b"\xc1"), "garbled", id="a view that is none"),
    pytest.param(2, lambda h, e: forged(h, e, news=b"\x91\xc0"), "garbled", id="news that are none"),
    pytest.param(1, lambda h, e: viewed(h, e, seats=()), "garbled", id="a table with nobody at it"),
    pytest.param(1, lambda h, e: viewed(h, e, turn=7), "garbled", id="the turn of a seat that is not there"),
    pytest.param(1, lambda h, e: viewed(h, e, pile=10**12), "garbled", id="a pile higher than any"),
    pytest.param(1, lambda h, e: viewed(h, e, laid_open=("dragon",)), "garbled", id="an unknown card"),
    pytest.param(1, lambda h, e: viewed(h, e, laid_open=("guard",) * 99), "garbled", id="too many cards"),
    pytest.param(1, lambda h, e: forged(h, e, causes=()), "ready-all", id="a deal that nobody was ready for"),
    pytest.param(2, lambda h, e: replace(e, body=e.body[:-1]), None, id="not an entry at all"),
    pytest.param(0, lambda h, e: forged(h, e, what=replace(entries.decode(e.body).what, options=b"\xc1")),
                 "options", id="options that are none"),
]  # fmt: skip


@pytest.mark.parametrize("at, change, name", LIES)
def test_a_lie_is_named_and_ends_it(at, change, name):
    _, ben = told(at, change)
    assert isinstance(ben.parted[0], TerminalError)
    if name is not None:
        assert lie(ben).what == name


def test_an_entry_that_lies_about_what_follows_from_the_cards_is_named_when_they_are_open():
    def other_news(hall, entry):
        return forged(hall, entry, news=b"\x90")

    _, ben = told(2, other_news)
    # The next true entry does not follow the forged one: that alone shows two stories.
    assert lie(ben).what == "fork"
    assert ben.parted[0].code is Code.FORK
    assert len(ben.evidence) == 1


def test_both_stories_are_kept_as_evidence():
    _, ben = told(2, lambda h, e: forged(h, e, at=77))
    assert ben.parted[0].code is Code.FORK
    kept, other = ben.disk[1][-1], ben.evidence[0]
    assert entries.decode(other.body).prev != entry_hash(kept.body)


def test_a_game_that_this_program_does_not_know_is_no_lie_but_another_version():
    _, ben = told(0, lambda h, e: forged(h, e, what=replace(entries.decode(e.body).what, game="chess")))
    assert ben.parted[0].code is Code.VERSION
    assert not ben.has(u.Lied)


def test_a_log_that_was_changed_on_disk_does_not_come_back():
    hall = ShuffledTable("Ann", "Ben", seed=22).begin().play()
    ben = hall.people[1]
    ben.disk[1][3] = forged(hall, ben.disk[1][3], at=78)
    with pytest.raises(PeerError):
        ben.start()
