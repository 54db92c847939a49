"""Two stories: noticed by whoever was told one, proved to anybody."""

import msgpack
import pytest
from kit.chain import HOST, LOG, NUMBER, PIN, Dealer, signed
from kit.fork import Fork
from msgspec.structs import replace

from llwire.chain import entries
from llwire.chain.chain import Chain, ForkedError
from llwire.chain.entries import Acted
from llwire.wire.errors import Code, PeerError


@pytest.fixture
def stories():
    """One beginning; then the table tells that seat 0 acted first, and elsewhere that seat 1 did."""
    one, other = Dealer(2).begin(), Dealer(2)
    one.deal()
    for entry in one.log:
        other.take(entry)
    one.act(0)
    other.act(1)
    return one, other


def test_an_act_over_another_story_is_noticed_by_the_next_who_hears_of_it(stories):
    one, other = stories
    act = other.signed_act(1)
    with pytest.raises(PeerError, match="not in this chain") as caught:
        one.chain.accept(one.forged(Acted(), causes=[act]))
    assert caught.value.code is Code.FORK


def test_two_entries_of_one_number_are_proof(stories):
    one, other = stories
    with pytest.raises(ForkedError) as caught:
        one.chain.accept(other.log[2])
    fork = Fork(one.log[caught.value.seq], caught.value.entry)
    assert fork.proves(LOG.public)


def test_an_entry_that_follows_another_than_mine_is_proof(stories):
    one, other = stories
    follows = other.act(0)
    with pytest.raises(ForkedError) as caught:
        one.chain.accept(follows)
    assert Fork(one.log[caught.value.seq], caught.value.entry).proves(LOG.public)


def twice(stories):
    return Fork(stories[0].log[2], stories[0].log[2])


def in_order(stories):
    return Fork(stories[0].log[1], stories[0].log[2])


def far_apart(stories):
    return Fork(stories[0].log[0], stories[1].log[2])


def another_match(stories):
    body = replace(stories[1].bodies[2], match=NUMBER + 1)
    return Fork(stories[0].log[2], signed(body))


def not_signed(stories):
    return Fork(stories[0].log[2], signed(stories[1].bodies[2], HOST))


def not_signed_either(stories):
    return Fork(signed(stories[0].bodies[2], HOST), stories[1].log[2])


@pytest.mark.parametrize(
    "harmless", [twice, in_order, far_apart, another_match, not_signed, not_signed_either]
)
def test_what_does_not_contradict_proves_nothing(stories, harmless):
    assert not harmless(stories).proves(LOG.public)


def test_the_bytes_count_as_they_came(stories):
    """The same body, encoded in another order of its fields, is another entry."""
    body = stories[0].log[1].body
    turned = msgpack.packb(dict(reversed(msgpack.unpackb(body).items())))
    assert entries.decode(turned) == entries.decode(body)
    entry = replace(stories[0].log[1], body=turned, sig=LOG.sign(entries.entry_hash(turned)))
    chain = Chain(PIN, NUMBER)
    chain.accept(stories[0].log[0])
    chain.accept(entry)
    assert chain.head == entries.entry_hash(turned)
    assert Fork(stories[0].log[1], entry).proves(LOG.public)
