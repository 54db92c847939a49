"""Buckets and throttles, with the clock in the test's hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from llwire.session.throttle import FORGET, Allowance, Persons, Throttle, TokenBucket, Unproven, neighbourhood
from llwire.wire import limits
from llwire.wire.errors import PassingError
from llwire.wire.limits import ADDRESSES, OVERDRAFT, PERSONS, UNPROVEN, Rate

RATE = Rate(3, 0.5)


class TestBucket:
    @given(st.lists(st.floats(0, 20), max_size=60))
    def test_never_more_than_the_burst_and_the_rate_allow(self, waits):
        bucket, now, taken = TokenBucket(RATE), 0.0, 0
        for wait in waits:
            now += wait
            taken += bucket.take(now)
            assert taken <= RATE.burst + RATE.per_second * now + 1e-9

    def test_after_the_wait_it_is_there(self):
        bucket = TokenBucket(RATE)
        while bucket.take(0):
            pass
        assert bucket.wait(0) == 2
        assert not bucket.take(1.9)
        assert bucket.take(2)

    def test_a_clock_that_goes_back_gives_nothing(self):
        bucket = TokenBucket(RATE)
        while bucket.take(100):
            pass
        assert not bucket.take(0)
        assert not bucket.take(100)

    def test_debt_is_slept_off(self):
        bucket = TokenBucket(RATE)
        for _ in range(5):
            bucket.charge(0)
        assert bucket.debt(0) == 4
        assert bucket.debt(4) == 0

    def test_a_debt_no_person_runs_up_is_a_fault(self):
        bucket = TokenBucket(RATE)
        for _ in range(int(RATE.burst * (OVERDRAFT + 1))):
            bucket.charge(0)
        with pytest.raises(PassingError, match=r"^rate"):
            bucket.charge(0)

    def test_so_is_to_be_read_slowly_for_ever(self):
        """Whose debt is slept off after each message never owes more than one, and never stops."""
        bucket, now = TokenBucket(RATE), 0.0
        for _ in range(int(RATE.burst) * (OVERDRAFT + 1)):
            bucket.charge(now)
            now += bucket.debt(now)
        with pytest.raises(PassingError, match=r"^rate"):
            bucket.charge(now)

    def test_who_pauses_owes_nothing_of_it(self):
        bucket, now = TokenBucket(RATE), 0.0
        for _ in range(10 * OVERDRAFT):
            for _ in range(int(RATE.burst) + 3):
                bucket.charge(now)
            now += 1000

    def test_what_is_given_back_was_never_taken_and_is_no_more_than_that(self):
        bucket = TokenBucket(RATE)
        bucket.give_back()
        assert sum(bucket.take(0) for _ in range(9)) == RATE.burst
        bucket.give_back()
        assert bucket.take(0)
        assert not bucket.take(0)


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

    def test_who_belongs_here_has_knocked_for_nothing(self):
        throttle = Throttle(RATE, Rate(4, 1))
        for _ in range(1_000):
            assert throttle.wait("a", 0) == 0
            throttle.give_back("a")

    def test_sources_are_forgotten_the_oldest_first(self):
        throttle = Throttle(RATE)
        for i in range(ADDRESSES + 50):
            throttle.wait(str(i), 0)
        assert len(throttle._sources) == ADDRESSES


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


class TestPersons:
    """One person has one allowance, on whatever line; and what is as good as new is not remembered."""

    def test_whoever_comes_back_has_what_was_left(self):
        persons = Persons(here=())
        first = persons.of(b"ann", 0)
        while first.chatter.take(0):
            pass
        assert persons.of(b"ann", 0) is first
        assert not persons.of(b"ann", 0).chatter.take(0)
        assert persons.of(b"bob", 0).chatter.take(0)

    def test_who_has_been_quiet_is_forgotten_with_time(self):
        persons = Persons(here=())
        for n in range(50):
            persons.of(bytes([n]), 0).messages.charge(0)
        assert len(persons._known) == 50
        rates = (limits.LOGINS, limits.MESSAGES, limits.CHATTER)
        longest = max(rate.burst / rate.per_second for rate in rates)
        assert longest <= 30
        for _ in range(50 // FORGET + 1):
            persons.of(b"somebody", longest)
        assert len(persons._known) <= 2

    def test_who_is_here_is_not_forgotten_however_quiet(self):
        """Their line holds the allowance; with a new one beside it they would have two."""
        persons = Persons(here={b"ann"})
        ann = persons.of(b"ann", 0)
        for n in range(50):
            persons.of(bytes([n]), 1000.0 * n)
        assert persons.of(b"ann", 10**6) is ann

    def test_never_more_than_a_number_of_them_whoever_comes(self):
        persons = Persons(here={b"ann"})
        persons.of(b"ann", 0)
        for n in range(PERSONS + 500):
            persons.of(str(n).encode(), 0).logins.take(0)
            assert len(persons._known) <= PERSONS
        assert b"ann" in persons._known

    def test_as_good_as_new_is_who_has_every_bucket_full(self):
        for name in ("logins", "messages", "chatter"):
            allowance = Allowance()
            assert allowance.fresh(0)
            getattr(allowance, name).take(0)
            assert not allowance.fresh(0)


class TestUnproven:
    def test_at_the_cap_one_goes_by_chance(self):
        asked = []
        unproven = Unproven(lambda keys: asked.append(list(keys)) or keys[5])
        assert [unproven.add(i, str(i)) for i in range(UNPROVEN)] == [None] * UNPROVEN
        assert unproven.add(99, "x") == 5
        assert asked == [list(range(UNPROVEN))]
        assert len(unproven) == UNPROVEN

    def test_an_address_pushes_out_only_its_own(self):
        unproven = Unproven()
        unproven.add(0, "honest")
        out = [unproven.add(i, "flood") for i in range(1, 1000)]
        assert out[: UNPROVEN - 1] == [None] * (UNPROVEN - 1)
        assert 0 not in out
        assert len(unproven) == UNPROVEN

    def test_the_oldest_of_an_address_outlives_many_knocks(self):
        """At 50 knocks a second and a login of a tenth of a second, nine in ten are let in at once."""
        survived = 0
        for _ in range(200):
            unproven = Unproven()
            for i in range(UNPROVEN):
                unproven.add(i, "all")
            survived += 0 not in [unproven.add(UNPROVEN + i, "all") for i in range(5)]
        assert survived > 150  # 185 of 200, and fewer than 150 once in ten thousand years

    def test_the_next_turn_is_any_sources_as_likely(self):
        for first in range(2):
            asked = []

            def chance(keys, first=first, asked=asked):
                asked.append(len(keys))
                return keys[min(first, len(keys) - 1)]

            unproven = Unproven(chance)
            for i in range(9):
                unproven.add(i, "flood")
            unproven.add(9, "honest")
            went = unproven.next(range(10))
            assert asked[0] == 2  # two sources
            assert (went == 9) is (asked[1] == 1)

    def test_removing_may_be_said_twice(self):
        unproven = Unproven()
        unproven.add(1, "a")
        unproven.remove(1)
        unproven.remove(1)
        assert len(unproven) == 0
