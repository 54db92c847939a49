"""However bytes are cut, the same frames come out; a bad length is refused before its body."""

import tracemalloc
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llwire.wire.errors import OurError, TerminalError
from llwire.wire.messages import Framer, frame

LIMIT = 64


def cut(data, places):
    edges = [0, *sorted(place % (len(data) + 1) for place in places), len(data)]
    return [data[a:b] for a, b in pairwise(edges)]


def read(chunks, limit=LIMIT):
    """The frames, and whether the stream ended in a bad one."""
    framer, frames = Framer(limit), []
    try:
        for chunk in chunks:
            framer.feed(chunk)
            while (body := framer.next()) is not None:
                frames.append(body)
    except TerminalError:
        return frames, True
    return frames, False


@given(st.lists(st.binary(min_size=1, max_size=LIMIT)), st.lists(st.integers(0)))
def test_whatever_the_chunks_the_frames_are_the_same(bodies, places):
    data = b"".join(frame(body, LIMIT) for body in bodies)
    assert read(cut(data, places)) == (bodies, False)


@given(st.binary(max_size=300), st.lists(st.integers(0)))
def test_any_bytes_give_the_same_frames_and_the_same_end_however_they_are_cut(data, places):
    assert read(cut(data, places)) == read([data]) == read([bytes([byte]) for byte in data])


@given(st.lists(st.binary(min_size=1, max_size=LIMIT)), st.sampled_from([0, LIMIT + 1, 2**32 - 1]))
def test_frames_before_a_bad_one_are_still_delivered(bodies, size):
    data = b"".join(frame(body, LIMIT) for body in bodies) + size.to_bytes(4, "big")
    assert read([data]) == (bodies, True)


def test_a_length_of_4_gib_costs_nothing():
    framer = Framer(65_536)
    tracemalloc.start()
    try:
        framer.feed(b"\xff\xff\xff\xff")
        with pytest.raises(TerminalError):
            framer.next()
        assert tracemalloc.get_traced_memory()[1] < 65_536
    finally:
        tracemalloc.stop()


@given(st.lists(st.binary(min_size=1, max_size=LIMIT), min_size=1))
def test_never_more_is_held_than_one_frame(bodies):
    framer = Framer(LIMIT)
    for byte in b"".join(frame(body, LIMIT) for body in bodies):
        framer.feed(bytes([byte]))
        framer.next()
        assert len(framer._buffer) < LIMIT + 4


@pytest.mark.parametrize("body", [b"", bytes(LIMIT + 1)])
def test_a_frame_of_ours_keeps_the_limit(body):
    with pytest.raises(OurError):
        frame(body, LIMIT)


def test_the_limit_follows_the_stage():
    framer = Framer(2)
    framer.feed(frame(b"abc", 3))
    framer.limit = 3
    assert framer.next() == b"abc"
