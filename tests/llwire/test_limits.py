"""Buckets and throttles, with the clock in the test's hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llwire.errors import PassingError
from llwire.limits import (
    ADDRESSES,
    OVERDRAFT,
    UNPROVEN,
    UNPROVEN_PER_ADDRESS,
    Rate,
    TokenBucket,
)
from llwire.throttle import Throttle, Unproven, neighbourhood

RATE = Rate(3, 0.5)


class TestBucket:
    @given(st.lists(st.floats(0, 20), max_size=60))
    def test_never_more_than_the_burst_and_the_rate_allow(self, waits):
        bucket, now, taken = TokenBucket(RATE, 0), 0.0, 0
        for wait in waits:
            now += wait
            taken += bucket.take(now)
            assert taken <= RATE.burst + RATE.per_second * now + 1e-9

    def test_after_the_wait_it_is_there(self):
        bucket = TokenBucket(RATE, 0)
        while bucket.take(0):
            pass
        assert bucket.wait(0) == 2
        assert not bucket.take(1.9)
        assert bucket.take(2)

    def test_a_clock_that_goes_back_gives_nothing(self):
        bucket = TokenBucket(RATE, 100)
        while bucket.take(100):
            pass
        assert not bucket.take(0)

    def test_debt_is_slept_off(self):
        bucket = TokenBucket(RATE, 0)
        for _ in range(5):
            bucket.charge(0)
        assert bucket.debt(0) == 4
        assert bucket.debt(4) == 0

    def test_a_debt_no_person_runs_up_is_a_fault(self):
        bucket = TokenBucket(RATE, 0)
        for _ in range(int(RATE.burst * (OVERDRAFT + 1))):
            bucket.charge(0)
        with pytest.raises(PassingError, match=r"^rate"):
            bucket.charge(0)


class TestThrottle:
    def test_one_source_does_not_slow_another(self):
        throttle = Throttle(RATE)
        while throttle.wait("a", 0) == 0:
            pass
        assert throttle.wait("b", 0) == 0

    def test_all_together_have_a_limit_too(self):
        throttle = Throttle(RATE, Rate(4, 1))
        assert [throttle.wait(source, 0) for source in "aabbc"] == [0, 0, 0, 0, 1]

    def test_a_refused_knock_costs_nothing_and_nobody_is_ever_locked_out(self):
        throttle = Throttle(RATE, Rate(4, 1))
        for _ in range(10_000):
            throttle.wait("a", 0)
        wait = throttle.wait("a", 0)
        assert wait <= 1 / RATE.per_second
        assert throttle.wait("a", wait) == 0

    def test_sources_are_forgotten_the_oldest_first(self):
        throttle = Throttle(RATE)
        for i in range(ADDRESSES + 50):
            throttle.wait(str(i), 0)
        assert len(throttle) == ADDRESSES


@pytest.mark.parametrize(
    ("address", "source"),
    [
        ("192.168.1.7", "192.168.1.7"),
        ("::ffff:192.168.1.7", "192.168.1.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
    ],
)
def test_one_line_is_one_source(address, source):
    assert neighbourhood(address) == source


class TestUnproven:
    def test_at_the_cap_the_oldest_goes(self):
        unproven = Unproven()
        assert [unproven.add(i, str(i)) for i in range(UNPROVEN)] == [None] * UNPROVEN
        assert unproven.add(99, "x") == 0
        assert unproven.add(100, "y") == 1
        assert len(unproven) == UNPROVEN

    def test_one_address_pushes_out_only_its_own(self):
        unproven = Unproven()
        unproven.add(0, "honest")
        out = [unproven.add(i, "flood") for i in range(1, 100)]
        assert out[:UNPROVEN_PER_ADDRESS] == [None] * UNPROVEN_PER_ADDRESS
        assert out[UNPROVEN_PER_ADDRESS:] == list(range(1, 100 - UNPROVEN_PER_ADDRESS))

    def test_removing_may_be_said_twice(self):
        unproven = Unproven()
        unproven.add(1, "a")
        unproven.remove(1)
        unproven.remove(1)
        assert len(unproven) == 0
