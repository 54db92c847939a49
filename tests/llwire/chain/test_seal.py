"""Boxes: one size, one seat, one place."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from llwire.chain import boxes
from llwire.wire.crypto import BoxKey
from llwire.wire.errors import OurError, PeerError

ANN, BOB = BoxKey(b"a" * 32), BoxKey(b"b" * 32)
PLACE = boxes.BoxPlace(b"T" * 16, 1, 5, b"h" * 32, 2)
PAD = 64


def box(view=b"king", to=ANN, place=PLACE, pad=PAD):
    return boxes.seal(view, to.public, pad, place.info())


def opened(sealed, key=ANN, place=PLACE, pad=PAD):
    return boxes.unseal(sealed, key, pad, place.info())


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=PAD - 2))
def test_any_view_comes_back_and_no_length_tells_it(view):
    sealed = box(view)
    assert opened(sealed) == view
    assert len(sealed) == boxes.size(PAD)


def test_the_same_view_is_never_the_same_box():
    assert box() != box()


def test_only_its_seat_opens_a_box():
    with pytest.raises(PeerError, match="does not open"):
        opened(box(), key=BOB)


@pytest.mark.parametrize(
    "change",
    [{"table": b"U" * 16}, {"match": 2}, {"seq": 6}, {"prev": b"i" * 32}, {"seat": 3}],
    ids=lambda change: next(iter(change)),
)
def test_a_box_moved_elsewhere_does_not_open(change):
    with pytest.raises(PeerError, match="does not open"):
        opened(box(), place=PLACE._replace(**change))


def test_a_view_above_the_promise_of_its_game_is_our_fault():
    assert opened(box(bytes(PAD - 2))) == bytes(PAD - 2)
    with pytest.raises(OurError, match="63 bytes"):
        box(bytes(PAD - 1))


@pytest.mark.parametrize(
    "padded",
    [
        pytest.param(bytes(PAD - 1), id="too short"),
        pytest.param(bytes(PAD + 1), id="too long"),
        pytest.param(b"\0\1x" + bytes(PAD - 4) + b"y", id="something behind the view"),
        pytest.param((PAD - 1).to_bytes(2, "big") + bytes(PAD - 2), id="a view longer than its box"),
    ],
)
def test_a_box_that_is_not_padded_as_demanded_is_refused(padded):
    sealed = boxes._SUITE.encrypt(padded, ANN.private.public_key(), PLACE.info())
    with pytest.raises(PeerError, match="not padded"):
        opened(sealed)


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=200))
def test_rubbish_is_no_box(rubbish):
    with pytest.raises(PeerError, match="does not open"):
        opened(rubbish)
