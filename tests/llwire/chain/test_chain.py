"""A match on the chain: everybody hears the same, and sees the own hand alone."""

import pytest
from kit.chain import LOG, NUMBER, PIN, TABLE, Dealer, deed, identity, part, resigned
from msgspec.structs import replace

from llwire.chain import boxes, deals
from llwire.chain.chain import Chain
from llwire.chain.entries import Acted, Decided, Ended, OpenedChoice, Recovered, entry_hash
from llwire.wire import limits
from llwire.wire.deeds import Drop, EndMatch, GoOn, LeaveOut, NewKey, Pause, Resume, StandIn
from llwire.wire.errors import OurError, PeerError

SALT = b"s" * 32


def follow(log):
    """What a client makes of a log: the chain and the bodies."""
    chain = Chain(PIN, NUMBER)
    return chain, [chain.accept(entry) for entry in log]


def test_a_match_from_genesis_to_its_end():
    dealer = Dealer(3, 1).begin()
    dealer.deal(size=21)
    dealer.act(0)
    dealer.auto(3, "bot")
    dealer.pile(6)
    secret = boxes.conceal_choice(TABLE, NUMBER, 1, SALT, b"under", dealer.table.choices.public)
    dealer.act(1, secret=secret)
    dealer.auto(2, "clock")
    dealer.decide(Pause())
    dealer.decide(Resume())
    dealer.reveal([OpenedChoice(seq=5, salt=SALT, choice=b"under")])
    dealer.write(Recovered(by="all", seats=(0, 1, 2)))
    dealer.deal()
    dealer.reveal()
    dealer.end()
    chain, bodies = follow(dealer.log)
    assert chain.head == entry_hash(dealer.log[-1].body)
    assert [body.seq for body in bodies] == list(range(14))
    assert all(body.view == b"view" and body.news == b"news" for body in bodies)
    assert chain.match.over


def test_everybody_opens_the_own_box_in_every_entry_and_no_other():
    dealer = Dealer(2, 1).begin()
    dealer.deal()
    keys = [*(each.box for each in dealer.parts), dealer.table.bot(2)]
    for body in dealer.bodies:
        for seat in range(3):
            for owner, key in enumerate(keys):
                if owner == seat:
                    assert dealer.chain.open(body, seat, key) == b"hand %d" % seat
                else:
                    with pytest.raises(PeerError, match="does not open"):
                        dealer.chain.open(body, seat, key)


def test_the_order_everybody_computes_is_the_order_the_table_dealt():
    dealer = Dealer(2).begin()
    dealer.deal(size=21)
    dealer.pile(6)
    nonces = [deals.nonce(b"p" * 31 + bytes([seat]), 0) for seat in range(2)]
    key = deals.deal_key(TABLE, NUMBER, 1, 0, dealer.table.seed(1, 0), nonces)
    dealer.reveal()
    chain, _ = follow(dealer.log)
    assert chain.match.open[0].orders == (deals.order(key, 0, 21), deals.order(key, 1, 6))


def test_reveals_may_wait_for_the_end_of_the_match():
    dealer = Dealer(2, reveal="match").begin()
    for _ in range(3):
        dealer.deal()
    dealer.act(0)
    for _ in range(3):
        dealer.reveal()
    dealer.end()
    assert sorted(deal.deal for deal in dealer.match.open) == [1, 2, 3]


def test_the_rest_of_a_match_that_is_ended_early_can_still_be_checked():
    dealer = Dealer(2).begin()
    dealer.deal()
    dealer.decide(EndMatch())
    dealer.reveal()
    dealer.end()
    assert dealer.match.over


def test_a_seat_changes_hands_by_the_hosts_word():
    dealer = Dealer(3).begin()
    dealer.deal()
    newcomer = part(1, b"n", key=identity(8))
    dealer.decide(NewKey(seat=1, id=identity(8).public), newcomer.joining())
    assert dealer.chain.open(dealer.bodies[-1], 1, newcomer.box) == b"hand 1"
    dealer.parts[1] = newcomer
    dealer.act(1)
    dealer.reveal()
    assert dealer.match.asked == {0, 1, 2}
    dealer.deal()


def test_a_stand_in_takes_no_part_in_a_deal_even_with_a_new_players_promise():
    dealer = Dealer(2).begin()
    dealer.deal()
    dealer.decide(StandIn(seat=1, on=True))
    newcomer = part(1, b"n", key=identity(8))
    dealer.decide(NewKey(seat=1, id=identity(8).public), newcomer.joining())
    dealer.reveal()
    assert dealer.match.asked == {0}


def test_a_dropped_seat_is_moved_by_a_stand_in():
    dealer = Dealer(2).begin()
    dealer.deal()
    dealer.decide(Drop(seat=1))
    dealer.auto(1, "stand-in")
    dealer.reveal()
    assert dealer.match.asked == {0}
    dealer.deal()


def test_going_on_after_a_crash_is_a_word_of_the_host():
    dealer = Dealer(2).begin()
    dealer.decide(GoOn())


def test_an_act_counts_over_any_head_since_its_turn():
    dealer = Dealer(3).begin()
    dealer.deal()
    early = dealer.signed_act(1, turn=1)
    dealer.act(0)
    dealer.act(2)
    dealer.write(Acted(), causes=[early])
    with pytest.raises(PeerError, match="another turn"):
        dealer.chain.heard(early)


def test_the_table_cannot_write_what_nobody_would_accept():
    dealer = Dealer(2).begin()
    with pytest.raises(OurError, match="nobody would take"):
        dealer.write(Decided())


@pytest.mark.parametrize("told", [{"view": bytes(limits.ENTRY)}, {"at": -1}, {"at": 2**31}])
def test_the_table_cannot_write_what_nobody_could_read(told):
    """What it wrote itself it takes without reading it: the disk would have it before anybody noticed."""
    dealer = Dealer(2).begin()
    rest = {"at": 0, "view": b"view", "news": b"news", "private": [b"one", b"two"]} | told
    with pytest.raises(OurError):
        dealer.chain.write(LOG, Recovered(by="all", seats=(0, 1)), **rest)


def test_what_a_table_wrote_itself_it_does_not_read_again_and_everything_else_it_does(monkeypatch):
    dealer = Dealer(2).begin()
    written = dealer.built(Recovered(by="all", seats=(0, 1)))
    with pytest.raises(PeerError):
        dealer.chain.accept(replace(written, sig=bytes(64)))
    other = dealer.forged(Recovered(by="time", seats=()))
    monkeypatch.setattr("llwire.chain.chain.verify", lambda *_: False)
    with pytest.raises(PeerError):
        dealer.chain.accept(other)
    dealer.take(written)
    with pytest.raises(PeerError):
        dealer.chain.accept(written)
    monkeypatch.undo()
    chain, bodies = follow(dealer.log)
    assert (chain.match, chain.head, bodies[-1]) == (dealer.chain.match, dealer.chain.head, dealer.bodies[-1])


def test_the_table_knows_of_a_deed_at_once_whether_an_entry_can_cite_it():
    dealer = Dealer(3).begin()
    for ready in dealer.readies():
        dealer.chain.heard(ready)
    dealer.decide(StandIn(seat=2, on=True))
    dealer.decide(StandIn(seat=2, on=False))
    dealer.chain.heard(dealer.parts[2].joining(1))
    dealer.chain.heard(dealer.decision(Pause()))
    dealer.chain.heard(dealer.signed_act(0))
    for not_now in (dealer.parts[2].joining(0), dealer.decision(Resume()), dealer.signed_act(0, turn=9)):
        with pytest.raises(PeerError):
            dealer.chain.heard(not_now)


def test_the_table_hears_joinings_before_there_is_a_genesis():
    dealer = Dealer(2)
    for joining in dealer.joinings:
        assert dealer.chain.heard(joining).seen == -1


def test_the_table_hears_a_new_key_together_with_its_joining():
    dealer = Dealer(3).begin()
    key = identity(8)
    decision = dealer.decision(NewKey(seat=1, id=key.public))
    dealer.chain.heard(decision, part(1, b"n", key=key).joining())
    for others in ([], [dealer.joinings[0]]):
        with pytest.raises(PeerError):
            dealer.chain.heard(decision, *others)


def test_no_ready_is_signed_before_the_last_deal_is_revealed():
    """The reveal begins a new attempt; no entry could cite it, and there is one for one promise."""
    dealer = Dealer(2).begin()
    dealer.deal()
    with pytest.raises(PeerError, match="before the last deal is revealed"):
        dealer.readies()
    dealer.reveal()
    dealer.deal()


def test_two_players_may_promise_the_same_bytes():
    """Only one of them can open them; refusing would let two players stop every deal."""
    dealer = Dealer(2).begin()
    one, other = dealer.readies()
    same = resigned(deed(other), identity(1), next=deed(one).next)
    dealer.write(dealer.dealt(), causes=[one, same])


def test_one_view_for_every_seat_is_our_own_duty():
    dealer = Dealer(2).begin()
    dealer.deal()
    dealer.reveal()
    with pytest.raises(OurError, match="every seat"):
        dealer.write(Ended(), private=[b"one"])


def test_a_chain_without_its_genesis_has_no_match():
    with pytest.raises(OurError):
        _ = Chain(PIN, NUMBER).match


# --- the fair deal ---------------------------------------------------------


def test_an_absent_seat_is_left_out_and_the_deal_goes_on():
    dealer = Dealer(3).begin()
    dealer.decide(LeaveOut(deal=1, attempt=0, seats=(2,)))
    dealer.deal()
    assert dealer.match.hidden[0].nonces[2] is None
    assert dealer.match.attempt == 0


def lost_after_opening():
    dealer = Dealer(3).begin()
    opened = dealer.parts[0].ready(dealer.chain, 0)
    dealer.decide(Drop(seat=2))
    return dealer, opened


def test_a_seat_lost_after_a_nonce_was_open_voids_the_attempt():
    dealer, opened = lost_after_opening()
    assert dealer.parts[0].ready(dealer.chain, 0) == opened
    before = dealer.match.chairs
    dealer.write(dealer.voided(), causes=dealer.readies())
    assert dealer.match.attempt == 1
    assert all(
        old.promise != new.promise for old, new in zip(before[:2], dealer.match.chairs[:2], strict=True)
    )
    dealer.deal()
    assert (dealer.match.deal, dealer.match.hidden[0].attempt) == (1, 1)


def test_a_voided_attempt_is_not_voided_again_at_no_cost():
    """A partner of the table could sign over an old head to buy another try."""
    dealer, opened = lost_after_opening()
    dealer.write(dealer.voided(), causes=dealer.readies())
    with pytest.raises(PeerError, match="another deal"):
        dealer.chain.heard(opened)
    with pytest.raises(PeerError, match="no seat was lost"):
        dealer.chain.accept(dealer.forged(dealer.voided(), dealer.readies()))


def test_whoever_comes_back_takes_part_from_the_next_deal_with_a_new_promise():
    dealer = Dealer(3).begin()
    dealer.decide(StandIn(seat=2, on=True))
    dealer.decide(StandIn(seat=2, on=False))
    dealer.promise(2)
    assert dealer.match.asked == {0, 1}
    dealer.deal()
    assert dealer.match.asked == {0, 1, 2}
    dealer.reveal()
    dealer.deal()
    assert None not in dealer.match.hidden[0].nonces


def test_with_bots_alone_the_table_deals_by_itself():
    dealer = Dealer(1, 2).begin()
    dealer.decide(LeaveOut(deal=1, attempt=0, seats=(0,)))
    dealer.deal()
    assert dealer.match.hidden[0].nonces == (None, None, None)


def test_a_player_signs_one_ready_for_one_promise():
    """Over another head it would be a second opening of the same nonce, for another deal."""
    dealer = Dealer(2).begin()
    first = dealer.parts[0].ready(dealer.chain, 0)
    dealer.decide(Pause())
    dealer.decide(Resume())
    assert dealer.parts[0].ready(dealer.chain, 0) == first
    dealer.deal()
    dealer.reveal()
    assert dealer.parts[0].ready(dealer.chain, 0) != first


def test_a_player_that_was_killed_signs_the_same_ready_again():
    dealer = Dealer(2).begin()
    signed = dealer.parts[0].ready(dealer.chain, 0)
    again = part(0)
    again.sent = dealer.parts[0].sent
    dealer.decide(Pause())
    assert again.ready(dealer.chain, 0) == signed


def test_the_genesis_of_one_match_is_none_of_another():
    dealer = Dealer(2).begin()
    other = Chain(PIN, NUMBER + 1)
    with pytest.raises(PeerError, match="another match"):
        other.accept(dealer.log[0])
