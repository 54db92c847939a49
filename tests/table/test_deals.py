"""Parts in a fair deal: collected, left out, void, refused."""

from __future__ import annotations

from kit.memory import AT_ONCE
from msgspec.structs import replace
from table.asking import bodies, forged, kinds, match, refused

from llwire.chain import entries
from llwire.wire.deeds import LeaveOut
from llwire.wire.messages import Why


def test_an_absent_seat_is_left_out_and_takes_part_again():
    evening, ann, bob, _ = match()
    evening.leave(bob)
    evening.step()
    assert ann.standing.waiting == (1,)
    evening.say(ann, ann.decide(LeaveOut(deal=1, attempt=0, seats=(1,))))
    evening.play(lambda: "Dealt" in kinds(evening))
    assert kinds(evening)[:4] == ["Genesis", "Decided", "Voided", "Dealt"]
    evening.enter(bob)
    evening.play(lambda: ann.chain.match.deal == 2)
    assert "Promised" in kinds(evening)
    second = [body for body in bodies(evening) if isinstance(body.what, entries.Dealt)][1]
    assert len(second.causes) == 3


def test_nothing_is_void_if_nobody_had_opened_anything():
    evening, ann, bob, _ = match()
    evening.leave(bob)
    evening.say(ann, ann.decide(LeaveOut(deal=1, attempt=0, seats=(1,))))
    evening.play(lambda: "Dealt" in kinds(evening))
    assert "Voided" not in kinds(evening)


def test_a_part_in_a_deal_counts_once_and_for_its_own_deal():
    evening, ann, bob, _ = match()
    (ready,) = bob.deeds()
    evening.say(bob, ready)
    evening.say(bob, ready)
    assert bob.nacks() == []
    assert ann.standing.waiting == (0, 2)
    evening.play(lambda: ann.chain.match.deal == 1)
    evening.say(bob, ready)
    assert refused(bob) == ("ready", Why.STALE, None)


def test_a_forged_part_in_a_deal_is_refused():
    evening, ann, bob, _ = match()
    (ready,) = bob.deeds()
    evening.say(bob, forged(bob, ready, nonce=bytes(32)))
    assert refused(bob) == ("ready", Why.ILLEGAL, None)
    evening.say(bob, forged(bob, ready, seat=0))
    assert refused(bob) == ("ready", Why.NOT_ALLOWED, "other-seat")
    assert ann.standing.waiting == (0, 1, 2)


def test_with_all_deals_revealed_at_the_end_the_match_goes_on_without_a_reveal_between():
    evening, *_ = match(settings=replace(AT_ONCE, reveal="match"))
    evening.play()
    told = kinds(evening)
    assert told.count("Revealed") == told.count("Dealt") > 1
    assert "Revealed" not in told[: -1 - told.count("Revealed")]
