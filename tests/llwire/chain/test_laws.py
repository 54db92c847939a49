"""Every law of the chain: an entry that breaks it is refused by name, and has changed nothing."""

import ast
from pathlib import Path

import pytest
from kit.chain import HOST, LOG, NUMBER, TABLE, Dealer, deed, identity, part, resigned
from msgspec import UNSET
from msgspec.structs import replace

import llwire
from llwire.chain import boxes
from llwire.chain.entries import Acted, Auto, Decided, Ended, OpenedChoice, Pile, Promised, Recovered
from llwire.wire import limits
from llwire.wire.deeds import Drop, EndMatch, LeaveOut, NewKey, Pause, Resume, StandIn
from llwire.wire.errors import Law, PeerError

SALT = b"s" * 32
WEAK = bytes(32)

# --- where a match may stand ---------------------------------------------


def begun(people=3, bots=1, **genesis):
    return Dealer(people, bots, **genesis).begin()


def unbegun():
    return Dealer(3, 1)


def dealt():
    dealer = begun()
    dealer.deal()
    return dealer


def secret(dealer, seat, choice=b"under"):
    return boxes.conceal_choice(TABLE, NUMBER, seat, SALT, choice, dealer.table.choices.public)


def with_secret():
    dealer = dealt()
    dealer.act(1, secret=secret(dealer, 1))
    return dealer


def after(what):
    def start():
        dealer = dealt()
        dealer.decide(what)
        return dealer

    return start


paused, ending = after(Pause()), after(EndMatch())


def revealed():
    dealer = dealt()
    dealer.reveal()
    return dealer


def full():
    """All cards a match may put in order are, in one deal."""
    dealer = begun()
    dealer.deal(limits.PILE)
    for _ in range(limits.CARDS // limits.PILE - 1):
        dealer.pile(limits.PILE)
    return dealer


def full_and_revealed():
    dealer = full()
    dealer.reveal()
    return dealer


def lost():
    """Seat 0 has opened its nonce, then seat 2 is left out: only a void may follow."""
    dealer = begun()
    dealer.parts[0].ready(dealer.chain, 0)
    dealer.decide(LeaveOut(deal=1, attempt=0, seats=(2,)))
    return dealer


def unpromised():
    """Seat 2 was stood in for and is back, but has promised nothing."""
    dealer = begun()
    dealer.decide(StandIn(seat=2, on=True))
    dealer.decide(StandIn(seat=2, on=False))
    return dealer


def ended():
    dealer = revealed()
    dealer.end()
    return dealer


# --- what must not follow -------------------------------------------------


def genesis(dealer, causes=None, **changes):
    causes = dealer.joinings if causes is None else causes
    return dealer.forged(replace(dealer.genesis, **changes), causes=causes)


def row(dealer, seat, **changes):
    roster = list(dealer.genesis.roster)
    roster[seat] = replace(roster[seat], **changes)
    return tuple(roster)


def twins(dealer):
    """One player joins two seats."""
    roster = (dealer.genesis.roster[0], *dealer.genesis.roster[:3])
    return genesis(dealer, causes=[dealer.joinings[0], *dealer.joinings], roster=roster)


def weak_joining(dealer):
    joined = resigned(deed(dealer.joinings[0]), identity(0), box=WEAK)
    return genesis(dealer, causes=[joined, *dealer.joinings[1:]], roster=row(dealer, 0, box=WEAK))


def dealing(dealer, causes=None, **changes):
    causes = dealer.readies() if causes is None else causes
    return dealer.forged(replace(dealer.dealt(), **changes), causes=causes)


def ready_with(dealer, key=None, **changes):
    first, *others = dealer.readies()
    return dealing(dealer, causes=[resigned(deed(first), key or identity(0), **changes), *others])


def void(dealer, causes=None, **changes):
    causes = dealer.readies() if causes is None else causes
    return dealer.forged(replace(dealer.voided(), **changes), causes=causes)


def promising(dealer, seat=2, key=None, **changes):
    again = deed(dealer.parts[seat].joining(1))
    return dealer.forged(Promised(), causes=[resigned(again, key or identity(seat), **changes)])


def acting(dealer, seat=0, key=None, **changes):
    act = deed(dealer.signed_act(seat))
    return dealer.forged(Acted(), causes=[resigned(act, key or identity(seat), **changes)])


def auto(dealer, seat, by):
    return dealer.forged(Auto(seat=seat, by=by, action=b"", secret=None))


def deciding(dealer, what, *more, **changes):
    return dealer.forged(Decided(), causes=[dealer.decision(what, **changes), *more])


OUT = LeaveOut(deal=1, attempt=0, seats=(2,))


def for_other(dealer, seat, *, by=1, on=True):
    """A word of a player about another one."""
    return deciding(dealer, StandIn(seat=seat, on=on), key=identity(by))


def rekey(dealer, seat=1, new=8, joined=8, **changes):
    joining = deed(part(5, key=identity(joined)).joining())
    joining = resigned(joining, identity(joined), **changes)
    return deciding(dealer, NewKey(seat=seat, id=identity(new).public), joining)


def back_again(dealer):
    """A player whose seat went to another returns with its first promise."""
    newcomer = part(5, key=identity(8))
    dealer.decide(NewKey(seat=1, id=identity(8).public), newcomer.joining())
    return deciding(dealer, NewKey(seat=1, id=identity(1).public), dealer.joinings[1])


def opening(dealer, seq=2, salt=SALT, choice=b"under"):
    return dealer.forged(Ended(), opened=[OpenedChoice(seq=seq, salt=salt, choice=choice)])


def left_out(dealer):
    return dealer.parts[2]._open(dealer.chain, 2, 0)


def early(dealer, number):
    """The head of an old entry, as whoever signed over it had seen no more."""
    return dealer.chain._heads[number]


def again_after(dealer, what):
    """A decision shown a second time."""
    old = dealer.decision(what)
    dealer.write(Decided(), causes=[old])
    dealer.decide(Resume())
    return dealer.forged(Decided(), causes=[old])


def forged_seat(dealer, seat):
    return dealer.forged(Acted(), causes=[resigned(deed(dealer.signed_act(0)), identity(0), seat=seat)])


def bot_move(seat):
    return Auto(seat=seat, by="bot", action=b"", secret=None)


def short(dealer):
    told = secret(dealer, 0)
    return replace(told, box=told.box[:-1])


def shut():
    return OpenedChoice(seq=0, salt=SALT, choice=b"")


def early_secret():
    """A secret choice before any deal, so that no reveal asks for it."""
    dealer = begun()
    dealer.act(1, secret=secret(dealer, 1))
    return dealer


LAWS = [
    # any entry
    (Law.UNSIGNED, begun, lambda d: d.forged(Ended(), key=HOST)),
    (Law.OTHER_MATCH, begun, lambda d: d.forged(Ended(), match=8)),
    (Law.MISSING, begun, lambda d: d.forged(Ended(), seq=2)),
    (Law.DOUBLED, begun, lambda d: d.log[0]),
    (Law.FORK, begun, lambda d: d.forged(Ended(), seq=0)),
    (Law.FORK, begun, lambda d: d.forged(Ended(), prev=bytes(32))),
    (Law.BOXES, begun, lambda d: d.forged(Ended(), boxes=(bytes(144),) * 3)),
    (Law.BOX_SIZE, begun, lambda d: d.forged(Ended(), boxes=(*(bytes(144),) * 3, bytes(143)))),
    (Law.AFTER_END, ended, lambda d: d.forged(Recovered(by="all", seats=()))),
    # deeds
    (Law.DEED_MATCH, dealt, lambda d: acting(d, match=8)),
    (Law.DEED_MATCH, dealt, lambda d: acting(d, table=b"U" * 16)),
    (Law.FORGED, dealt, lambda d: acting(d, key=identity(1))),
    (Law.FORGED, dealt, lambda d: deciding(d, Pause(), key=identity(8))),
    (Law.FORGED, after(Drop(seat=2)), lambda d: for_other(d, 1, by=2)),
    (Law.FORGED, begun, lambda d: ready_with(d, key=identity(1))),
    (Law.FORGED, unpromised, lambda d: promising(d, key=identity(1))),
    (Law.DEED_FORK, dealt, lambda d: acting(d, head=bytes(32))),
    (Law.NO_PLAYER, dealt, lambda d: forged_seat(d, 3)),
    (Law.NO_PLAYER, dealt, lambda d: forged_seat(d, 4)),
    # genesis
    (Law.NO_GENESIS, unbegun, lambda d: d.forged(Ended())),
    (Law.STRANGER, unbegun, lambda d: genesis(d, table=b"U" * 16)),
    (Law.STRANGER, unbegun, lambda d: genesis(d, cert=bytes(32))),
    (Law.STRANGER, unbegun, lambda d: genesis(d, log_key=HOST.public)),
    (Law.OPENED_FIRST, unbegun, lambda d: d.forged(d.genesis, d.joinings, [shut()])),
    (Law.GENESIS_CAUSE, unbegun, lambda d: genesis(d, causes=[d.decision(Pause())])),
    (Law.ROSTER, unbegun, lambda d: genesis(d, causes=d.joinings[:2])),
    (Law.ROSTER, unbegun, lambda d: genesis(d, roster=row(d, 1, id=identity(5).public))),
    (Law.ROSTER, unbegun, lambda d: genesis(d, roster=row(d, 1, promise=bytes(32)))),
    (Law.ROSTER, unbegun, lambda d: genesis(d, roster=row(d, 1, box=HOST.public))),
    (Law.TWO_SEATS, unbegun, twins),
    (Law.WEAK_KEY, unbegun, weak_joining),
    (Law.WEAK_KEY, unbegun, lambda d: genesis(d, secrets=WEAK)),
    (Law.GENESIS_VERSION, unbegun, lambda d: genesis(d, v=1)),
    (Law.GENESIS_VERSION, unbegun, lambda d: genesis(d, v=3)),
    (Law.GENESIS_VERSION, unbegun, lambda d: genesis(d, rules=UNSET)),
    (Law.SECOND_GENESIS, begun, genesis),
    # the fair deal
    (Law.DEAL_NEXT, begun, lambda d: dealing(d, deal=2)),
    (Law.DEAL_NEXT, begun, lambda d: dealing(d, attempt=1)),
    (Law.DEAL_HIDDEN, dealt, lambda d: dealing(d, d.careless_readies())),
    (Law.DEAL_NOW, begun, lambda d: d.decide(Pause()) and dealing(d)),
    (Law.DEAL_NOW, begun, lambda d: d.decide(EndMatch()) and dealing(d)),
    (Law.DEAL_NOW, begun, lambda d: d.decide(EndMatch()) and void(d)),
    (Law.READY_CAUSE, begun, lambda d: dealing(d, causes=[d.signed_act(0)])),
    (Law.READY_DEAL, begun, lambda d: ready_with(d, deal=2)),
    (Law.READY_DEAL, begun, lambda d: ready_with(d, attempt=1)),
    (Law.READY_OLD, revealed, lambda d: ready_with(d, head=early(d, 1))),
    (Law.READY_ALL, begun, lambda d: dealing(d, causes=d.readies()[::-1])),
    (Law.READY_ALL, begun, lambda d: dealing(d, causes=d.readies()[:1] * 2)),
    (Law.READY_SEAT, lost, lambda d: dealing(d, causes=[*d.readies(), left_out(d)])),
    (Law.NONCE, begun, lambda d: ready_with(d, nonce=bytes(32))),
    (Law.NONCE_TWICE, begun, lambda d: ready_with(d, next=d.match.chairs[0].promise)),
    (Law.READY_ALL, begun, lambda d: dealing(d, causes=d.readies()[:2])),
    (Law.DEAL_LOST, lost, dealing),
    (Law.DEAL_NEXT, lost, lambda d: void(d, attempt=1)),
    (Law.VOID, begun, void),
    (Law.SEED, lost, lambda d: void(d, seed=bytes(32))),
    (Law.READY_ALL, lost, lambda d: void(d, causes=d.readies()[:1])),
    (Law.PILE_CAUSE, dealt, lambda d: d.forged(Pile(number=1, size=6), [d.signed_act(0)])),
    (Law.CARDS, full, lambda d: d.forged(Pile(number=64, size=1))),
    (Law.CARDS, full_and_revealed, dealing),
    (Law.PILE_NEXT, dealt, lambda d: d.forged(Pile(number=2, size=6))),
    (Law.PILE_NO_DEAL, begun, lambda d: d.forged(Pile(number=1, size=6))),
    (Law.REVEAL_CAUSE, dealt, lambda d: d.forged(d.revealed(), [d.signed_act(0)])),
    (Law.REVEAL_NO_DEAL, dealt, lambda d: d.forged(replace(d.revealed(), deal=2))),
    (Law.SEED, dealt, lambda d: d.forged(replace(d.revealed(), seed=bytes(32)))),
    (Law.CLOSED, with_secret, lambda d: d.forged(d.revealed())),
    (Law.PROMISE_CAUSE, unpromised, lambda d: d.forged(Promised(), [d.signed_act(2)])),
    (
        Law.PROMISE_NOBODY,
        unpromised,
        lambda d: promising(d, key=identity(8), id=identity(8).public),
    ),
    (Law.PROMISE_TWICE, unpromised, lambda d: promising(d, 0)),
    (Law.PROMISE_BOX, unpromised, lambda d: promising(d, box=HOST.public)),
    (Law.NONCE_TWICE, unpromised, lambda d: d.forged(Promised(), [d.joinings[2]])),
    (Law.PROMISE_STAND_IN, after(StandIn(seat=2, on=True)), promising),
    # moves
    (Law.PAUSED, paused, acting),
    (Law.PAUSED, paused, lambda d: auto(d, 3, "bot")),
    (Law.PAUSED, paused, lambda d: d.forged(Pile(number=1, size=6))),
    (Law.ENDING, ending, acting),
    (Law.REVEALED, revealed, acting),
    (Law.REVEALED, revealed, lambda d: auto(d, 3, "bot")),
    (Law.MOVE_CAUSE, dealt, lambda d: d.forged(Acted())),
    (Law.MOVE_CAUSE, dealt, lambda d: d.forged(Acted(), [d.signed_act(0), d.signed_act(1)])),
    (Law.MOVE_CAUSE, dealt, lambda d: d.forged(Acted(), [d.decision(Pause())])),
    (Law.MOVE_SEAT, after(StandIn(seat=2, on=True)), lambda d: acting(d, 2)),
    (Law.MOVE_SEAT, after(Drop(seat=2)), lambda d: acting(d, 2)),
    (Law.TURN, dealt, lambda d: acting(d, turn=2)),
    (Law.TURN, with_secret, lambda d: acting(d, 1, turn=1)),
    (Law.AUTO_CAUSE, dealt, lambda d: d.forged(bot_move(3), [d.signed_act(0)])),
    (Law.NO_SEAT, dealt, lambda d: auto(d, 4, "bot")),
    (Law.AUTO_SEAT, dealt, lambda d: auto(d, 0, "bot")),
    (Law.AUTO_SEAT, dealt, lambda d: auto(d, 0, "stand-in")),
    (Law.AUTO_SEAT, dealt, lambda d: auto(d, 3, "clock")),
    (Law.AUTO_SEAT, after(StandIn(seat=2, on=True)), lambda d: auto(d, 2, "clock")),
    (Law.SECRET_SIZE, dealt, lambda d: acting(d, secret=short(d))),
    (Law.NOT_CLOSED, with_secret, lambda d: opening(d, seq=1)),
    (Law.CHOICE, with_secret, lambda d: opening(d, choice=b"other")),
    (Law.CHOICE, with_secret, lambda d: opening(d, salt=bytes(32))),
    # decisions
    (Law.DECISION_CAUSE, dealt, lambda d: d.forged(Decided())),
    (Law.DECISION_CAUSE, dealt, lambda d: d.forged(Decided(), [d.signed_act(0)])),
    *(
        (Law.DECIDER, dealt, lambda d, what=what: deciding(d, what, key=identity(1)))
        for what in (Pause(), Drop(seat=2), EndMatch(), StandIn(seat=1, on=True))
    ),
    (Law.DECIDER, begun, lambda d: deciding(d, OUT, key=identity(1))),
    (Law.DECIDER, after(StandIn(seat=2, on=True)), lambda d: for_other(d, 2, on=False)),
    *(
        (Law.DECIDER, dealt, lambda d, what=what: deciding(d, what, key=LOG))
        for what in (Pause(), Drop(seat=2))
    ),
    (Law.DECIDER, paused, lambda d: deciding(d, Resume(), key=LOG)),
    (Law.DECISION_ONE, dealt, lambda d: deciding(d, Pause(), d.decision(Pause()))),
    (Law.DECISION_OLD, dealt, lambda d: again_after(d, Pause())),
    (Law.PAUSED_TWICE, paused, lambda d: deciding(d, Pause())),
    (Law.PAUSED_TWICE, dealt, lambda d: deciding(d, Resume())),
    (Law.STAND_IN_TWICE, dealt, lambda d: deciding(d, StandIn(seat=1, on=False))),
    (Law.NO_SEAT, dealt, lambda d: deciding(d, Drop(seat=4))),
    (Law.SEAT_PLAYER, dealt, lambda d: deciding(d, Drop(seat=3))),
    (Law.SEAT_PLAYER, after(Drop(seat=2)), lambda d: deciding(d, Drop(seat=2))),
    (Law.OUT_DEAL, begun, lambda d: deciding(d, LeaveOut(deal=2, attempt=0, seats=(2,)))),
    (Law.OUT_SEAT, begun, lambda d: deciding(d, LeaveOut(deal=1, attempt=0, seats=(3,)))),
    (Law.NEW_KEY_CAUSE, dealt, lambda d: deciding(d, NewKey(seat=1, id=identity(8).public))),
    (Law.NEW_KEY_OTHER, dealt, lambda d: rekey(d, new=8, joined=9)),
    (Law.TWO_SEATS, dealt, lambda d: rekey(d, new=2, joined=2)),
    (Law.WEAK_KEY, dealt, lambda d: rekey(d, box=WEAK)),
    (Law.NONCE_TWICE, dealt, back_again),
    # the end
    (Law.RECOVERY_CAUSE, dealt, lambda d: d.forged(Recovered(by="all", seats=()), [d.signed_act(0)])),
    *(
        (Law.RECOVERY_SEATS, dealt, lambda d, seats=seats: d.forged(Recovered(by="all", seats=seats)))
        for seats in ((4,), (3,), (1, 0), (1, 1))
    ),
    (Law.END_CAUSE, revealed, lambda d: d.forged(Ended(), [d.signed_act(0)])),
    (Law.END_HIDDEN, dealt, lambda d: d.forged(Ended())),
    (Law.END_CLOSED, early_secret, lambda d: d.forged(Ended())),
]


@pytest.mark.parametrize(
    "law, start, breaking", [pytest.param(*each, id=f"{n}: {each[0]}") for n, each in enumerate(LAWS)]
)
def test_an_entry_that_breaks_a_law_is_refused_and_changes_nothing(law, start, breaking):
    dealer = start()
    entry = breaking(dealer)
    facts = dealer.chain.next, dealer.chain.head, dealer.chain._match
    with pytest.raises(PeerError) as refused:
        dealer.chain.accept(entry)
    assert refused.value.law is law
    assert (dealer.chain.next, dealer.chain.head, dealer.chain._match) == facts


ROOT = Path(llwire.__file__).parent


def test_every_law_that_the_code_states_is_broken_above():
    judges = [path for path in (ROOT / "chain").glob("*.py") if path.name != "boxes.py"]
    stated = {law for path in judges for law in laws_in(path)}
    elsewhere = {Law.ENTRY, Law.LENGTH, Law.SPELLING}  # bytes: test_hostile_entries.py, test_log.py
    assert stated - elsewhere == {law for law, _, _ in LAWS}


def laws_in(path):
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "Law":
            yield Law[node.attr]


def test_whatever_judges_an_entry_names_the_law_that_it_broke():
    """Without a law, whoever checks a file could not say what was wrong with it."""
    judges = [*(ROOT / "chain").glob("*.py"), ROOT / "wire" / "deeds.py", ROOT / "wire" / "messages.py"]
    assert len(judges) > 9
    for path in judges:
        assert "peer_error" not in path.read_text(), path.name


def test_every_law_has_a_name_of_its_own():
    assert len({law.value for law in Law}) == len(Law.__members__)
