"""A choice everybody can check and nobody can read before it is opened."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from llwire.chain import boxes
from llwire.chain.boxes import seal
from llwire.wire import limits
from llwire.wire.crypto import BoxKey
from llwire.wire.errors import OurError, PeerError

TABLE, SALT = b"T" * 16, b"s" * 32
HOST = BoxKey(b"h" * 32)


def conceal(choice=b"a", seat=1, match=1, salt=SALT):
    return boxes.conceal_choice(TABLE, match, seat, salt, choice, HOST.public)


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=limits.ACTION))
def test_the_table_reads_any_choice_and_its_size_tells_nobody_anything(choice):
    secret = conceal(choice)
    assert boxes.read_choice(TABLE, 1, 1, secret, HOST) == (SALT, choice)
    assert len(secret.box) == limits.SECRET


def test_nobody_else_reads_it():
    with pytest.raises(PeerError, match="does not open"):
        boxes.read_choice(TABLE, 1, 1, conceal(), BoxKey(b"x" * 32))


def test_few_choices_cannot_be_tried_without_the_salt():
    assert conceal(b"a", salt=b"1" * 32).commit != conceal(b"a", salt=b"2" * 32).commit


@pytest.mark.parametrize("other", [{"seat": 2}, {"match": 2}], ids=["seat", "match"])
def test_a_choice_of_another_seat_or_match_is_none_here(other):
    with pytest.raises(PeerError, match="not the one promised"):
        boxes.read_choice(TABLE, 1, 1, conceal(**other), HOST)


def test_a_box_under_another_promise_does_not_open():
    secret = boxes.Secret(commit=conceal(b"a").commit, box=conceal(b"b").box)
    with pytest.raises(PeerError, match="does not open"):
        boxes.read_choice(TABLE, 1, 1, secret, HOST)


def test_a_box_with_another_choice_than_the_promised_is_its_players_fault():
    commit = conceal(b"a").commit
    box = seal(SALT + b"b", HOST.public, limits.SECRET - 48, boxes._choice_info(commit))
    with pytest.raises(PeerError, match="not the one promised"):
        boxes.read_choice(TABLE, 1, 1, boxes.Secret(commit=commit, box=box), HOST)


def test_a_box_with_next_to_nothing_in_it_is_its_players_fault():
    commit = conceal(b"a").commit
    box = seal(b"", HOST.public, limits.SECRET - 48, boxes._choice_info(commit))
    with pytest.raises(PeerError, match="not the one promised"):
        boxes.read_choice(TABLE, 1, 1, boxes.Secret(commit=commit, box=box), HOST)


def test_a_choice_too_long_for_its_box_is_our_fault():
    with pytest.raises(OurError):
        conceal(bytes(limits.SECRET))
