"""A table that signs whatever it likes: entries are refused or taken, and nothing else happens."""

import json
from pathlib import Path

import msgpack
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kit.chain import LOG, NUMBER, PIN, Dealer
from kit.fork import Fork

from llwire.chain import entries
from llwire.chain.chain import Chain
from llwire.chain.entries import entry_hash
from llwire.wire import deeds
from llwire.wire.errors import PeerError
from llwire.wire.messages import Entry, Signed

LINES = json.loads((Path(__file__).parents[3] / "protocol/vectors/chain.json").read_text("utf-8"))["entries"]
BODIES = [msgpack.unpackb(bytes.fromhex(each["line"])[4:])["body"] for each in LINES]

atoms = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-1, 9),
    st.sampled_from([2**31 - 1, 2**31, 2**63, 2**64 - 1, -(2**63), 0.5, float("nan")]),
    st.binary(max_size=3),
    st.sampled_from([bytes(16), bytes(32), b"\1" + bytes(31), bytes(64), bytes(144), b"x" * 70_000]),
    st.sampled_from(["", "bot", "clock", "player", "pile", "decided", "ended", "\ud800"]),
)
values = st.recursive(
    atoms,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.just("t") | st.text("t", max_size=3), inner, max_size=3)
    ),
    max_leaves=4,
)


def paths(value, at=()):
    yield at
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield from paths(inner, (*at, key))


def spoilt(draw, value):
    """One place of it replaced, dropped, doubled or moved from elsewhere."""
    at = draw(st.sampled_from([path for path in paths(value) if path]))
    *above, last = at
    place = value
    for key in above:
        place = place[key]
    match draw(st.sampled_from(["replace", "replace", "drop", "add", "double"])):
        case "replace":
            place[last] = draw(values)
        case "drop":
            del place[last]
        case "add" if isinstance(place, dict):
            place["extra"] = draw(values)
        case "double" if isinstance(place, list):
            place.append(place[last])
    return value


def pack(value):
    return msgpack.packb(value, unicode_errors="surrogatepass")


def signed(body):
    return Entry(body=body, sig=LOG.sign(entry_hash(body)))


one_entry = given(st.data(), st.integers(0, len(BODIES) - 1), st.integers(1, 3))


@settings(deadline=None, max_examples=400)
@one_entry
def test_spoilt_entries_raise_the_named_error_alone(data, at, times):
    spoil_one(data, at, times)


@pytest.mark.soak
@settings(deadline=None, max_examples=15_000)
@one_entry
def test_many_more_spoilt_entries(data, at, times):
    spoil_one(data, at, times)


def spoil_one(data, at, times):
    chain = Chain(PIN, NUMBER)
    for body in BODIES[:at]:
        chain.accept(signed(body))
    told = msgpack.unpackb(BODIES[at])
    for _ in range(times):
        told = spoilt(data.draw, told)
    entry = signed(pack(told))
    try:
        chain.accept(entry)
    except PeerError:
        assert chain.next == at
    else:
        assert chain.next == at + 1


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_spoilt_deeds_raise_the_named_error_alone(data):
    dealer = Dealer(2).begin()
    act = dealer.signed_act(0)
    told = pack(spoilt(data.draw, msgpack.unpackb(act.body)))
    sig = dealer.parts[0]._key.sign(entries.deed_hash(told))
    try:
        dealer.chain.cause(Signed(body=told, sig=sig))
    except PeerError:
        return
    assert deeds.read_deed(Signed(body=told, sig=sig))


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=300))
def test_rubbish_is_no_entry_no_deed_and_no_proof(rubbish):
    for reading in (entries.decode, lambda body: deeds.read_deed(Signed(body=body, sig=bytes(64)))):
        try:
            reading(rubbish)
        except PeerError:
            continue
        raise AssertionError(rubbish)
    assert not Fork(Entry(body=rubbish, sig=bytes(64)), signed(BODIES[0])).proves(LOG.public)


def test_deep_nesting_is_refused():
    deep = b"\x81\xa4what" + b"\x91" * 50_000
    for body in (deep, b"\x91" * 60_000, b"\x81\xa5extra" + b"\x81\xa1t" * 20_000):
        chain = Chain(PIN, NUMBER)
        try:
            chain.accept(signed(body))
        except PeerError:
            continue
        raise AssertionError
