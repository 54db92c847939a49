"""Whatever is in Ann's hand, Bob gets the same: each byte he can read, and each length he can count."""

import msgpack
import pytest
from cryptography.exceptions import InvalidTag
from hypothesis import given, settings
from hypothesis import strategies as st
from kit.chain import NUMBER, PAD, TABLE, Dealer

from llwire.chain import boxes
from llwire.chain.chain import Chain
from llwire.chain.entries import Acted
from llwire.wire.deeds import read_deed
from llwire.wire.errors import PeerError

ANN, BOB = 0, 1
MOST = PAD - 2
hands = st.lists(st.binary(max_size=MOST), min_size=5, max_size=5)


def played(hands, choice, public=lambda _hand: b"table"):
    """A match in which nothing that all may know depends on Ann's hands or her secret choice."""
    dealer = Dealer(3)
    secret = boxes.conceal_choice(TABLE, NUMBER, ANN, b"s" * 32, choice, dealer.table.choices.public)
    steps = [
        lambda: (dealer.genesis, dealer.joinings),
        lambda: (dealer.dealt(), dealer.readies()),
        lambda: (Acted(), [dealer.signed_act(ANN, secret=secret)]),
        lambda: (Acted(), [dealer.signed_act(BOB)]),
        lambda: (Acted(), [dealer.signed_act(2)]),
    ]
    for step, hand in zip(steps, hands, strict=True):
        what, causes = step()
        dealer.write(what, causes=causes, private=[hand, b"bob's", b"eve's"], view=public(hand))
    return dealer


def all_that_bob_sees(dealer):
    """Every field he can read, every length he can count, every box that his key opens."""
    return [
        (
            len(entry.body),
            [len(box) for box in body.boxes],
            [(type(read_deed(cause)), len(cause.body)) for cause in body.causes],
            [msgpack.unpackb(entry.body)[field] for field in ("at", "what", "view", "news", "opened")],
            opened_by_bob(dealer, body),
        )
        for entry, body in zip(dealer.log, dealer.bodies, strict=True)
    ]


def opened_by_bob(dealer, body):
    """Every box, tried as if it were bound to every seat."""
    found = []
    for place, box in enumerate(body.boxes):
        for seat in range(3):
            info = boxes.BoxPlace(TABLE, NUMBER, body.seq, body.prev, seat).info()
            try:
                found.append((place, boxes._SUITE.decrypt(box, dealer.parts[BOB].box.private, info)))
            except InvalidTag:
                continue
    return found


def look_alike(**how):
    one = played([b"king"] * 5, b"1", **how)
    other = played([b"", b"x" * MOST, b"princess", b"k", b"king"], b"a longer one", **how)
    return all_that_bob_sees(one) == all_that_bob_sees(other)


@settings(deadline=None, max_examples=40)
@given(hands, hands, st.binary(max_size=200), st.binary(max_size=200))
def test_two_matches_that_differ_in_anns_hand_are_one_to_bob(hands, others, choice, other):
    assert all_that_bob_sees(played(hands, choice)) == all_that_bob_sees(played(others, other))


def test_bob_has_looked_into_his_own_boxes():
    seen = all_that_bob_sees(played([b"king"] * 5, b"1"))
    assert all(len(opened) == 1 and b"bob's" in opened[0][1] for *_, opened in seen)


# --- the same test, with the guard taken away -----------------------------


def test_without_the_padding_the_lengths_tell(monkeypatch):
    sealed = boxes.seal

    def bare(view, to, pad, info):
        if pad == boxes._CHOICE_PAD:
            return sealed(view, to, pad, info)
        return boxes._SUITE.encrypt(view, boxes.x25519(to), info)

    monkeypatch.setattr("llwire.chain.boxes.seal", bare)
    with pytest.raises(PeerError, match="boxes of different sizes"):
        look_alike()


def test_padded_to_the_next_bucket_the_lengths_tell(monkeypatch):
    sealed = boxes.seal

    def bucket(view, to, pad, info):
        if pad == boxes._CHOICE_PAD:
            return sealed(view, to, pad, info)
        return sealed(view, to, (len(view) // 16 + 1) * 16 + 2, info)

    monkeypatch.setattr("llwire.chain.boxes.seal", bucket)
    with pytest.raises(PeerError, match="boxes of different sizes"):
        look_alike()


def test_sealed_to_the_wrong_seat_bob_reads_it(monkeypatch):
    def astray(self, match, seat, view):
        place = boxes.BoxPlace(TABLE, NUMBER, self.next, self.head, seat)
        return boxes.seal(view, match.chairs[(seat + 1) % 3].box, PAD, place.info())

    monkeypatch.setattr(Chain, "_seal", astray)
    assert not look_alike()


def test_a_hand_in_the_public_view_shows():
    assert not look_alike(public=lambda hand: hand)


def test_with_every_guard_in_place_they_look_alike():
    assert look_alike()
