"""Random matches, lawful and not, judged by llwire and by tests/second.py: they must agree.

And what a fair deal promises must hold whatever the table tries.
"""

import pytest
import second
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test
from kit.chain import CERT, HOST, LOG, NUMBER, TABLE, Dealer, identity, part

from llwire.chain import boxes
from llwire.chain.entries import (
    Acted,
    Auto,
    Dealt,
    Decided,
    Ended,
    OpenedChoice,
    Pile,
    Promised,
    Recovered,
    Revealed,
    Voided,
)
from llwire.wire.crypto import SignKey, digest, u32
from llwire.wire.deeds import Drop, EndMatch, GoOn, LeaveOut, NewKey, Pause, Resume, StandIn, read_deed
from llwire.wire.errors import PeerError

SALT = b"s" * 32
PEOPLE, SEATS = 3, 4
people = st.integers(0, PEOPLE - 1)
seats = st.integers(0, SEATS - 1)
KEYS = st.sampled_from([HOST, HOST, LOG, identity(1)])  # who decides


class Table(RuleBasedStateMachine):
    def __init__(self):
        super().__init__()
        self.dealer = Dealer(PEOPLE, SEATS - PEOPLE).begin()
        self.second = second.Story(TABLE, NUMBER, LOG.public, CERT)
        self.second.read(self.dealer.log[0].body, self.dealer.log[0].sig)
        self.opened: list[bytes] = []
        self.losses: list[int] = []  # entries that cost a seat its part in the coming deal

    def tell(self, what, causes=(), opened=()):
        """Whether both accept this entry."""
        entry = self.dealer.forged(what, causes, opened)
        try:
            self.second.read(entry.body, entry.sig)
        except second.RefusedError as refused:
            try:
                self.dealer.chain.accept(entry)
            except PeerError:
                return False
            raise AssertionError("llwire accepts, the second reader does not") from refused
        asked = self.dealer.match.asked
        self.dealer.take(entry)
        if isinstance(what, Decided) and self.dealer.match.asked < asked:
            self.losses.append(self.dealer.chain.next - 1)
        self.opened += [deed.nonce for deed in map(read_deed, causes) if hasattr(deed, "nonce")]
        return True

    def tell_of(self, what, deed):
        """The table knows beforehand whether it may cite this deed."""
        try:
            self.dealer.chain.heard(deed)
        except PeerError:
            lawful = False
        else:
            lawful = True
        assert self.tell(what, [deed]) == lawful

    # --- the deal ---

    @rule(seat=people)
    def a_player_is_ready(self, seat):
        if self.dealer.match.chairs[seat].promise is not None:
            self.dealer.careless(seat)

    @rule(anew=st.booleans(), missing=st.integers(-2, 3))
    def deal(self, anew, missing):
        readies = self.dealer.careless_readies()
        if anew:
            readies = [
                self.dealer.parts[seat]._open(self.dealer.chain, seat, number)
                for seat, number in self.standing()
            ]
        self.tell(self.dealer.dealt(), [r for at, r in enumerate(readies) if at != missing])

    def standing(self):
        return [(s, self.dealer.match.chairs[s].promises - 1) for s in sorted(self.dealer.match.asked)]

    @rule()
    def void(self):
        self.tell(self.dealer.voided(), self.dealer.careless_readies())

    @rule(number=st.integers(1, 3))
    def pile(self, number):
        self.tell(Pile(number=number, size=6))

    @rule(opening=st.booleans())
    def reveal(self, opening):
        if self.dealer.match.hidden:
            closed = self.dealer.match.pledges if opening else ()
            opened = [OpenedChoice(seq=pledge.seq, salt=SALT, choice=b"under") for pledge in closed]
            self.tell(self.dealer.revealed(), (), opened)

    @rule(seat=people, number=st.integers(0, 3))
    def promise(self, seat, number):
        number = number or self.dealer.match.chairs[seat].promises
        self.tell_of(Promised(), self.dealer.parts[seat].joining(number))

    # --- moves ---

    @rule(seat=people, back=st.integers(1, 4), secret=st.booleans())
    def act(self, seat, back, secret):
        hidden = self.conceal(seat) if secret else None
        turn = max(0, self.dealer.chain.next - back)
        self.tell_of(Acted(), self.dealer.signed_act(seat, turn, hidden))

    @rule(seat=seats, by=st.sampled_from(["bot", "stand-in", "clock"]), secret=st.booleans())
    def auto(self, seat, by, secret):
        hidden = self.conceal(seat) if secret else None
        self.tell(Auto(seat=seat, by=by, action=b"", secret=hidden))

    def conceal(self, seat):
        key = self.dealer.table.choices.public
        return boxes.conceal_choice(TABLE, NUMBER, seat, SALT, b"under", key)

    # --- decisions ---

    @rule(what=st.sampled_from([Pause(), Resume(), Resume(), GoOn()]), key=KEYS)
    def decide(self, what, key):
        self.tell_of(Decided(), self.dealer.decision(what, key))

    @rule(seat=seats, on=st.booleans(), key=KEYS)
    def stand_in(self, seat, on, key):
        if seat < PEOPLE:
            self.tell_of(Decided(), self.dealer.decision(StandIn(seat=seat, on=on), key))

    @rule(lost=st.lists(people, min_size=1, max_size=2), key=KEYS)
    def leave_out(self, lost, key):
        match = self.dealer.match
        out = LeaveOut(deal=match.deal + 1, attempt=match.attempt, seats=tuple(lost))
        self.tell_of(Decided(), self.dealer.decision(out, key))

    @rule(seat=people, rare=st.integers(0, 3))
    def drop(self, seat, rare):
        if rare == 0:
            self.tell_of(Decided(), self.dealer.decision(Drop(seat=seat)))

    @rule(seat=people)
    def new_key(self, seat):
        newcomer = part(
            seat,
            bytes([self.dealer.chain.next]),
            key=SignKey(digest("newcomer", u32(self.dealer.chain.next))),
        )
        decision = self.dealer.decision(NewKey(seat=seat, id=newcomer._key.public))
        if self.tell(Decided(), [decision, newcomer.joining()]):
            self.dealer.parts[seat] = newcomer

    @rule()
    def recovered(self):
        self.tell(Recovered(by="all", seats=(0,)))

    @rule(rare=st.integers(0, 5), end=st.booleans())
    def end(self, rare, end):
        if rare == 0:
            self.tell(Ended()) if end else self.tell_of(Decided(), self.dealer.decision(EndMatch()))

    # --- what must hold ---

    @invariant()
    def both_know_the_same(self):
        match, other = self.dealer.match, self.second
        assert match.asked == other.asked
        assert [chair.promise for chair in match.chairs] == [seat["promise"] for seat in other.seats]
        assert [list(map(list, deal.orders)) for deal in match.open] == list(other.orders.values())

    @invariant()
    def no_nonce_is_opened_twice(self):
        assert len(self.opened) == len(set(self.opened))

    @invariant()
    def whoever_is_in_a_deal_opened_it_knowing_who_else_is(self):
        """Between the oldest head a deal was opened over and the deal, nobody was lost to it."""
        for body in self.dealer.bodies:
            if isinstance(body.what, Dealt) and body.causes:
                oldest = min(self.dealer.chain.holds(read_deed(cause).head) for cause in body.causes)
                assert not any(oldest < loss < body.seq for loss in self.losses)

    @invariant()
    def every_try_at_a_deal_cost_a_seat_its_part(self):
        begun = 0
        for body in self.dealer.bodies:
            if isinstance(body.what, Voided):
                assert any(begun < loss < body.seq for loss in self.losses)
            if isinstance(body.what, Dealt | Voided | Revealed):
                begun = body.seq


@pytest.mark.soak
def test_many_more_matches():
    run_state_machine_as_test(
        Table, settings=settings(max_examples=1_500, stateful_step_count=80, deadline=None)
    )


TestTable = Table.TestCase
TestTable.settings = settings(max_examples=60, stateful_step_count=50, deadline=None)
