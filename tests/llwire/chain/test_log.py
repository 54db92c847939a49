"""The log: cut anywhere, a torn write costs one entry; damage is never taken for one."""

import msgpack
import pytest
from kit.chain import NUMBER, PIN, Dealer

from llwire.chain.chain import Chain, line, read_log
from llwire.wire import limits, messages
from llwire.wire.messages import Entry, Ping, frame


def played():
    dealer = Dealer(2, 1).begin()
    dealer.deal()
    dealer.act(0)
    dealer.auto(2, "bot")
    dealer.reveal()
    return dealer


DEALER = played()
LINES = [line(entry) for entry in DEALER.log]
WHOLE = b"".join(LINES)
STARTS = [sum(map(len, LINES[:at])) for at in range(len(LINES) + 1)]


def read(data):
    chain = Chain(PIN, NUMBER)
    return read_log(data, chain), chain


def test_a_whole_log_is_read_to_its_end():
    reading, chain = read(WHOLE)
    assert (reading.entries, reading.end, reading.fault) == (tuple(DEALER.log), len(WHOLE), None)
    assert chain.head == DEALER.chain.head


def test_an_empty_log_is_good():
    reading, chain = read(b"")
    assert (reading.entries, reading.end, reading.fault, chain.next) == ((), 0, None, 0)


def test_cut_at_any_byte_the_last_whole_entry_is_the_state():
    for last in (0, len(LINES) - 1):
        for cut in range(STARTS[last], STARTS[last + 1]):
            reading, chain = read(WHOLE[:cut])
            assert reading.fault is None, cut
            assert reading.end == STARTS[last]
            assert chain.next == last


@pytest.mark.parametrize("at", range(len(LINES)))
def test_a_flipped_bit_is_damage_at_its_entry_never_a_torn_write(at):
    for offset in {*range(30), *range(0, len(LINES[at]), 11), *range(-75, 0)}:
        rotten = bytearray(WHOLE)
        rotten[STARTS[at] + offset % len(LINES[at])] ^= 1 << offset % 8
        reading, chain = read(bytes(rotten))
        assert reading.fault is not None, offset
        assert reading.end == STARTS[at]
        assert chain.next == at


@pytest.mark.parametrize(
    "behind",
    [
        pytest.param(frame(messages.encode(Ping(n=1)), 99), id="another message"),
        pytest.param(bytes(4), id="an empty frame"),
        pytest.param(b"\xff" * 9, id="a length above the limit"),
        pytest.param(b"\0\0\0\x01", id="the length of no entry"),
        pytest.param(b"\0\0\0\x56", id="the length of an entry without a body"),
        pytest.param(LINES[0], id="an entry a second time"),
        pytest.param(b"\0\0\1\0" + bytes(5), id="the beginning of no entry"),
    ],
)
def test_anything_else_behind_the_entries_is_damage(behind):
    reading, _ = read(WHOLE + behind)
    assert reading.fault is not None
    assert reading.end == len(WHOLE)


def test_an_entry_encoded_otherwise_is_not_as_it_was_sent():
    told = msgpack.unpackb(LINES[0][4:])
    turned = frame(msgpack.packb(dict(reversed(told.items()))), limits.FRAME_FROM_TABLE)
    assert messages.decode(messages.from_table, turned[4:]) == DEALER.log[0]
    assert read(turned)[0].fault is not None


@pytest.mark.parametrize("size", [1, 255, 256, 65_000])
def test_a_torn_write_of_any_length_is_known_as_one(size):
    written = line(Entry(body=bytes(size), sig=bytes(64)))
    for cut in (1, 3, 4, 5, 24, len(written) - 1):
        assert read(written[:cut])[0].fault is None
