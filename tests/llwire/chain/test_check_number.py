"""The check number: late enough that nobody can choose it, the same for all who share a story."""

import re

from kit.chain import NUMBER, PIN, Dealer
from msgspec.structs import replace

from llwire.chain.chain import Chain
from llwire.chain.entries import entry_hash
from llwire.chain.facts import check_number
from llwire.wire.deeds import Drop


def spoken(dealer):
    chain = Chain(PIN, NUMBER)
    for entry in dealer.log:
        chain.accept(entry)
    return check_number(entry_hash(dealer.log[0].body), chain.match)


def test_there_is_no_number_before_the_first_nonces_are_open():
    dealer = Dealer(2).begin()
    assert spoken(dealer) is None
    dealer.deal()
    assert re.fullmatch(r"([01]\d{3}|20[0-4]\d)( ([01]\d{3}|20[0-4]\d)){2}", spoken(dealer))


def test_it_never_changes_again():
    dealer = Dealer(2).begin()
    dealer.deal()
    first = spoken(dealer)
    dealer.reveal()
    dealer.deal()
    assert spoken(dealer) == first


def test_it_stands_at_the_first_opening_even_if_that_attempt_is_void():
    dealer = Dealer(3).begin()
    dealer.readies()
    dealer.decide(Drop(seat=2))
    dealer.write(dealer.voided(), causes=dealer.readies())
    first = spoken(dealer)
    assert first is not None
    dealer.deal()
    assert spoken(dealer) == first


def test_another_genesis_or_another_nonce_is_another_number():
    dealer = Dealer(2).begin()
    dealer.deal()
    here = check_number(b"g" * 32, dealer.match)
    assert here != check_number(b"h" * 32, dealer.match)
    elsewhere = Dealer(2)
    elsewhere.parts[1]._secret = b"x" * 32
    elsewhere.joinings[1] = elsewhere.parts[1].joining()
    promise = elsewhere.parts[1]._promise(0)
    row = replace(elsewhere.genesis.roster[1], promise=promise, box=elsewhere.parts[1].box.public)
    elsewhere.genesis = replace(elsewhere.genesis, roster=(elsewhere.genesis.roster[0], row))
    elsewhere.begin()
    elsewhere.deal()
    assert check_number(b"g" * 32, elsewhere.match) != here
