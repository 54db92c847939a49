"""Several may act at once: nobody starves, nothing counts twice."""

from dataclasses import dataclass, field

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from llwire.chain.facts import Turn, Unanswered
from llwire.wire.deeds import Act

SEATS = 2


@dataclass
class Toy:
    """Proposals changeable until equal, then a turn of one seat, then ballots cast at the same time."""

    phase: str = "propose"
    said: dict[int, str] = field(default_factory=dict)
    first: int = 0

    def legal(self, seat):
        match self.phase:
            case "ballot":
                return [] if seat in self.said else ["vote a", "vote b"]
            case "propose":
                die = ["die"] if len(self.said) == SEATS else []
                return ["propose a", "propose b", *die]
            case _:
                return ["move"] if seat == self.first else []

    def play(self, seat, action):
        assert action in self.legal(seat)
        if self.phase == "alone" or action == "die":
            self.next()
            return
        self.said[seat] = action
        agreed = len(set(self.said.values())) == 1 or self.phase == "ballot"
        if len(self.said) == SEATS and agreed:
            self.next()

    def next(self):
        self.said = {}
        self.phase = {"ballot": "propose", "propose": "alone", "alone": "ballot"}[self.phase]
        self.first = (self.first + 1) % SEATS

    def choices(self, seat):
        return "\n".join(self.legal(seat)).encode()


def head(seq):
    return seq.to_bytes(32, "big")


class Host:
    """The chain, and each seat's turn along it."""

    def __init__(self):
        self.toy, self.chain, self.turns = Toy(), [], [Turn() for _ in range(SEATS)]
        self.append(by=None, act=None)

    def append(self, by, act):
        seq = len(self.chain)
        choices = [self.toy.choices(seat) for seat in range(SEATS)]
        self.chain.append((by, act, choices))
        for seat, turn in enumerate(self.turns):
            turn.follow(seq, head(seq), choices[seat], acted=seat == by)

    def receive(self, act):
        """None if it counted, else the turn this seat has now."""
        if not self.turns[act.seat].counts(act):
            return self.turns[act.seat].number
        self.toy.play(act.seat, act.action.decode())
        self.append(act.seat, act)
        return None


class Client:
    def __init__(self, seat):
        self.seat, self.seen, self.turn = seat, 0, Turn()
        self.unanswered = Unanswered(self.turn)
        self.choices = b""

    def follow(self, entry):
        by, _, choices = entry
        self.choices = choices[self.seat]
        self.turn.follow(self.seen, head(self.seen), self.choices, acted=by == self.seat)
        self.seen += 1

    def sign(self):
        if self.unanswered.action is None:
            return None
        newest = head(self.seen - 1)
        return Act(
            table=bytes(16),
            match=1,
            seat=self.seat,
            turn=self.turn.number,
            head=newest,
            action=self.unanswered.action,
            secret=None,
        )


class Table(RuleBasedStateMachine):
    """One host, two players, and a line that delays, doubles, drops and reorders what they say."""

    def __init__(self):
        super().__init__()
        self.host = Host()
        self.clients = [Client(seat) for seat in range(SEATS)]
        self.air = []
        self.intended = 0

    seats = st.integers(0, SEATS - 1)

    @rule(seat=seats, pick=st.integers(0, 9))
    def choose(self, seat, pick):
        client = self.clients[seat]
        legal = client.choices.decode().split("\n") if client.choices else []
        if legal and client.unanswered.action is None:
            client.unanswered.choose(legal[pick % len(legal)].encode())
            self.intended += 1
            self.air.append(client.sign())

    @rule(seat=seats)
    def follow(self, seat):
        client = self.clients[seat]
        if client.seen < len(self.host.chain):
            client.follow(self.host.chain[client.seen])

    @rule(seat=seats)
    def come_back(self, seat):
        act = self.clients[seat].sign()
        if act is not None:
            self.air.append(act)

    @precondition(lambda self: self.air)
    @rule(pick=st.integers(0, 999), keep=st.booleans(), lose=st.booleans())
    def carry(self, pick, keep, lose):
        act = self.air[pick % len(self.air)]
        if not keep:
            self.air.remove(act)
        if not lose:
            self.deliver(act)

    def deliver(self, act):
        turn = self.host.receive(act)
        assert turn != act.turn, "refused, though nothing had changed for this seat"
        if turn is not None:
            assert not self.clients[act.seat].unanswered.refused(act.turn, turn, stale=True)

    @invariant()
    def each_turn_is_answered_once(self):
        acts = [(act.seat, act.turn) for _, act, _ in self.host.chain if act]
        assert len(acts) == len(set(acts))
        assert len(acts) <= self.intended

    @invariant()
    def everybody_follows_the_same_turns(self):
        for client, turn in zip(self.clients, self.host.turns, strict=True):
            if client.seen == len(self.host.chain):
                assert client.turn.number == turn.number

    def teardown(self):
        """The line recovers: whoever wants to act and still may gets it done at the first try."""
        for _ in range(SEATS + 1):
            for client in self.clients:
                while client.seen < len(self.host.chain):
                    client.follow(self.host.chain[client.seen])
                act = client.sign()
                if act is not None:
                    assert self.host.receive(act) is None
        for client in self.clients:
            while client.seen < len(self.host.chain):
                client.follow(self.host.chain[client.seen])
            assert client.unanswered.action is None


TestTable = Table.TestCase
TestTable.settings = settings(max_examples=100, stateful_step_count=40, deadline=None)


def act(turn, at, action=b"x"):
    return Act(table=bytes(16), match=1, seat=0, turn=turn, head=head(at), action=action, secret=None)


@pytest.fixture
def turn():
    turn = Turn()
    turn.follow(1, head(1), b"a/b", acted=False)
    return turn


def test_what_the_others_do_disturbs_nobody_whose_choices_it_leaves_alone(turn):
    turn.follow(2, head(2), b"a/b", acted=False)
    assert turn.counts(act(1, 1))
    assert turn.counts(act(1, 2))


def test_an_act_over_choices_that_are_gone_does_not_count(turn):
    turn.follow(2, head(2), b"b", acted=False)
    assert not turn.counts(act(1, 1))
    assert not turn.counts(act(1, 2))
    assert not turn.counts(act(2, 1))
    assert turn.counts(act(2, 2))


def test_a_belated_copy_of_a_proposal_does_not_undo_the_next_one(turn):
    first = act(1, 1, b"a")
    turn.follow(2, head(2), b"a/b", acted=True)
    turn.follow(3, head(3), b"a/b", acted=True)
    assert not turn.counts(first)


def test_a_head_that_is_not_on_the_chain_does_not_count(turn):
    assert not turn.counts(act(1, 7))


def test_stale_though_nothing_changed_is_signed_anew(turn):
    unanswered = Unanswered(turn)
    unanswered.choose(b"a")
    assert unanswered.refused(1, 1, stale=True)
    assert unanswered.action == b"a"


def test_an_illegal_act_is_not_sent_again(turn):
    unanswered = Unanswered(turn)
    unanswered.choose(b"a")
    assert not unanswered.refused(1, 1, stale=False)
    assert unanswered.action is None


def test_a_stale_act_waits_for_the_entry_that_made_it_stale(turn):
    unanswered = Unanswered(turn)
    unanswered.choose(b"a")
    assert not unanswered.refused(1, 2, stale=True)
    turn.follow(2, head(2), b"b", acted=False)
    assert unanswered.action is None


def test_a_late_refusal_of_an_older_turn_leaves_the_new_choice_alone(turn):
    unanswered = Unanswered(turn)
    turn.follow(2, head(2), b"b", acted=True)
    unanswered.choose(b"b")
    assert not unanswered.refused(1, 2, stale=False)
    assert unanswered.action == b"b"
