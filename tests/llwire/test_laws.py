"""Every law of the chain: an entry that breaks it is refused by name, and has changed nothing."""

import ast
from pathlib import Path

import pytest
from dealer import HOST, NUMBER, TABLE, Dealer, deed, identity, part, resigned
from msgspec.structs import replace

import llwire
from llwire import choices, limits
from llwire.deeds import Drop, EndMatch, LeaveOut, NewKey, Pause, Resume, StandIn
from llwire.entries import Acted, Auto, Decided, Ended, Opening, Pile, Promised, Recovered
from llwire.errors import PeerError

SALT = b"s" * 32
WEAK = bytes(32)
NOT_BACK = "back is who does not play, or not in order"

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
    return choices.conceal(TABLE, NUMBER, seat, SALT, choice, dealer.table.secrets.public)


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
    return dealer.forged(Ended(), opened=[Opening(seq=seq, salt=salt, choice=choice)])


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
    return Opening(seq=0, salt=SALT, choice=b"")


def early_secret():
    """A secret choice before any deal, so that no reveal asks for it."""
    dealer = begun()
    dealer.act(1, secret=secret(dealer, 1))
    return dealer


LAWS = [
    # any entry
    ("an entry not signed by the table", begun, lambda d: d.forged(Ended(), key=HOST)),
    ("an entry of another match", begun, lambda d: d.forged(Ended(), match=8)),
    ("an entry is missing", begun, lambda d: d.forged(Ended(), seq=2)),
    ("an entry that is known", begun, lambda d: d.log[0]),
    ("another entry 0 than mine", begun, lambda d: d.forged(Ended(), seq=0)),
    ("another entry 0 than mine", begun, lambda d: d.forged(Ended(), prev=bytes(32))),
    ("not one box for every seat", begun, lambda d: d.forged(Ended(), boxes=(bytes(144),) * 3)),
    ("boxes of different sizes", begun, lambda d: d.forged(Ended(), boxes=(*(bytes(144),) * 3, bytes(143)))),
    ("an entry after the end", ended, lambda d: d.forged(Recovered(by="all", seats=()))),
    # deeds
    ("a deed of another match", dealt, lambda d: acting(d, match=8)),
    ("a deed of another match", dealt, lambda d: acting(d, table=b"U" * 16)),
    ("a deed not signed by its player", dealt, lambda d: acting(d, key=identity(1))),
    ("a deed not signed by its player", dealt, lambda d: deciding(d, Pause(), key=identity(1))),
    ("a deed not signed by its player", begun, lambda d: ready_with(d, key=identity(1))),
    ("a deed not signed by its player", unpromised, lambda d: promising(d, key=identity(1))),
    ("a deed over a head that is not in this chain", dealt, lambda d: acting(d, head=bytes(32))),
    ("no player on seat 3", dealt, lambda d: forged_seat(d, 3)),
    ("no player on seat 4", dealt, lambda d: forged_seat(d, 4)),
    # genesis
    ("a chain that does not begin with its genesis", unbegun, lambda d: d.forged(Ended())),
    ("the genesis of another table", unbegun, lambda d: genesis(d, table=b"U" * 16)),
    ("the genesis of another table", unbegun, lambda d: genesis(d, cert=bytes(32))),
    ("the genesis of another table", unbegun, lambda d: genesis(d, log_key=HOST.public)),
    ("nothing can be open yet", unbegun, lambda d: d.forged(d.genesis, d.joinings, [shut()])),
    ("a genesis is caused by joinings", unbegun, lambda d: genesis(d, causes=[d.decision(Pause())])),
    ("the roster is not who joined", unbegun, lambda d: genesis(d, causes=d.joinings[:2])),
    ("the roster is not who joined", unbegun, lambda d: genesis(d, roster=row(d, 1, id=identity(5).public))),
    ("the roster is not who joined", unbegun, lambda d: genesis(d, roster=row(d, 1, promise=bytes(32)))),
    ("the roster is not who joined", unbegun, lambda d: genesis(d, roster=row(d, 1, box=HOST.public))),
    ("one player on two seats", unbegun, twins),
    ("a box key that nothing can be sealed to", unbegun, weak_joining),
    ("a box key that nothing can be sealed to", unbegun, lambda d: genesis(d, secrets=WEAK)),
    ("a second genesis", begun, genesis),
    # the fair deal
    ("not the next deal", begun, lambda d: dealing(d, deal=2)),
    ("not the next deal", begun, lambda d: dealing(d, attempt=1)),
    ("the last deal is not revealed", dealt, lambda d: dealing(d, d.careless_readies())),
    ("a deal while paused or ended", begun, lambda d: d.decide(Pause()) and dealing(d)),
    ("a deal while paused or ended", begun, lambda d: d.decide(EndMatch()) and dealing(d)),
    ("a deal while paused or ended", begun, lambda d: d.decide(EndMatch()) and void(d)),
    ("a deal is caused by ready messages", begun, lambda d: dealing(d, causes=[d.signed_act(0)])),
    ("a ready for another deal", begun, lambda d: ready_with(d, deal=2)),
    ("a ready for another deal", begun, lambda d: ready_with(d, attempt=1)),
    ("a ready from before this attempt", revealed, lambda d: ready_with(d, head=early(d, 1))),
    ("not the ready of everybody who takes part", begun, lambda d: dealing(d, causes=d.readies()[::-1])),
    ("not the ready of everybody who takes part", begun, lambda d: dealing(d, causes=d.readies()[:1] * 2)),
    ("seat 2 takes no part in this deal", lost, lambda d: dealing(d, causes=[*d.readies(), left_out(d)])),
    ("seat 0 promised another nonce", begun, lambda d: ready_with(d, nonce=bytes(32))),
    ("seat 0 promised this nonce before", begun, lambda d: ready_with(d, next=d.match.chairs[0].promise)),
    ("not the ready of everybody who takes part", begun, lambda d: dealing(d, causes=d.readies()[:2])),
    ("a deal although a seat was lost after a nonce was open", lost, dealing),
    ("not the next deal", lost, lambda d: void(d, attempt=1)),
    ("an attempt voided although no seat was lost after a nonce was open", begun, void),
    ("the table promised another seed", lost, lambda d: void(d, seed=bytes(32))),
    ("not the ready of everybody who takes part", lost, lambda d: void(d, causes=d.readies()[:1])),
    ("a pile has no cause", dealt, lambda d: d.forged(Pile(number=1, size=6), [d.signed_act(0)])),
    ("more cards than any match needs", full, lambda d: d.forged(Pile(number=64, size=1))),
    ("more cards than any match needs", full_and_revealed, dealing),
    ("not the next pile", dealt, lambda d: d.forged(Pile(number=2, size=6))),
    ("a pile without a deal", begun, lambda d: d.forged(Pile(number=1, size=6))),
    ("a reveal has no cause", dealt, lambda d: d.forged(d.revealed(), [d.signed_act(0)])),
    ("a reveal of no hidden deal", dealt, lambda d: d.forged(replace(d.revealed(), deal=2))),
    ("the table promised another seed", dealt, lambda d: d.forged(replace(d.revealed(), seed=bytes(32)))),
    ("a choice of this round is closed", with_secret, lambda d: d.forged(d.revealed())),
    ("a promise comes with a joining", unpromised, lambda d: d.forged(Promised(), [d.signed_act(2)])),
    (
        "the promise of nobody here",
        unpromised,
        lambda d: promising(d, key=identity(8), id=identity(8).public),
    ),
    ("seat 0 has promised already", unpromised, lambda d: promising(d, 0)),
    ("seat 2 has another box key", unpromised, lambda d: promising(d, box=HOST.public)),
    ("seat 2 promised this nonce before", unpromised, lambda d: d.forged(Promised(), [d.joinings[2]])),
    ("seat 2 does not play for itself", after(StandIn(seat=2, on=True)), promising),
    # moves
    ("play while paused", paused, acting),
    ("play while paused", paused, lambda d: auto(d, 3, "bot")),
    ("play while paused", paused, lambda d: d.forged(Pile(number=1, size=6))),
    ("play after the match was ended", ending, acting),
    ("play in a round whose deal is revealed", revealed, acting),
    ("play in a round whose deal is revealed", revealed, lambda d: auto(d, 3, "bot")),
    ("a move is caused by one act", dealt, lambda d: d.forged(Acted())),
    ("a move is caused by one act", dealt, lambda d: d.forged(Acted(), [d.signed_act(0), d.signed_act(1)])),
    ("a move is caused by one act", dealt, lambda d: d.forged(Acted(), [d.decision(Pause())])),
    ("seat 2 does not move for itself", after(StandIn(seat=2, on=True)), lambda d: acting(d, 2)),
    ("seat 2 does not move for itself", after(Drop(seat=2)), lambda d: acting(d, 2)),
    ("an act for another turn", dealt, lambda d: acting(d, turn=2)),
    ("an act for another turn", with_secret, lambda d: acting(d, 1, turn=1)),
    ("a move of the table has no cause", dealt, lambda d: d.forged(bot_move(3), [d.signed_act(0)])),
    ("no such seat", dealt, lambda d: auto(d, 4, "bot")),
    ("seat 0 is not moved by bot", dealt, lambda d: auto(d, 0, "bot")),
    ("seat 0 is not moved by stand-in", dealt, lambda d: auto(d, 0, "stand-in")),
    ("seat 3 is not moved by clock", dealt, lambda d: auto(d, 3, "clock")),
    ("seat 2 is not moved by clock", after(StandIn(seat=2, on=True)), lambda d: auto(d, 2, "clock")),
    ("a secret choice whose length tells", dealt, lambda d: acting(d, secret=short(d))),
    ("nothing to open in entry 1", with_secret, lambda d: opening(d, seq=1)),
    ("not the choice made in entry 2", with_secret, lambda d: opening(d, choice=b"other")),
    ("not the choice made in entry 2", with_secret, lambda d: opening(d, salt=bytes(32))),
    # decisions
    ("a decision has the host's word as cause", dealt, lambda d: d.forged(Decided())),
    ("a decision has the host's word as cause", dealt, lambda d: d.forged(Decided(), [d.signed_act(0)])),
    ("a decision has one cause", dealt, lambda d: deciding(d, Pause(), d.decision(Pause()))),
    ("a decision from before the last one", dealt, lambda d: again_after(d, Pause())),
    ("paused or resumed twice", paused, lambda d: deciding(d, Pause())),
    ("paused or resumed twice", dealt, lambda d: deciding(d, Resume())),
    ("a stand-in twice", dealt, lambda d: deciding(d, StandIn(seat=1, on=False))),
    ("no such seat", dealt, lambda d: deciding(d, Drop(seat=4))),
    ("seat 3 has no player", dealt, lambda d: deciding(d, Drop(seat=3))),
    ("seat 2 has no player", after(Drop(seat=2)), lambda d: deciding(d, Drop(seat=2))),
    ("left out of another deal", begun, lambda d: deciding(d, LeaveOut(deal=2, attempt=0, seats=(2,)))),
    ("left out who takes no part", begun, lambda d: deciding(d, LeaveOut(deal=1, attempt=0, seats=(3,)))),
    ("a new key comes with its joining", dealt, lambda d: deciding(d, NewKey(seat=1, id=identity(8).public))),
    ("the joining of somebody else", dealt, lambda d: rekey(d, new=8, joined=9)),
    ("one player on two seats", dealt, lambda d: rekey(d, new=2, joined=2)),
    ("a box key that nothing can be sealed to", dealt, lambda d: rekey(d, box=WEAK)),
    ("seat 1 promised this nonce before", dealt, back_again),
    # the end
    ("a recovery has no cause", dealt, lambda d: d.forged(Recovered(by="all", seats=()), [d.signed_act(0)])),
    *(
        (NOT_BACK, dealt, lambda d, seats=seats: d.forged(Recovered(by="all", seats=seats)))
        for seats in ((4,), (3,), (1, 0), (1, 1))
    ),
    ("the end has no cause", revealed, lambda d: d.forged(Ended(), [d.signed_act(0)])),
    ("the end before every deal is revealed", dealt, lambda d: d.forged(Ended())),
    ("the end before every choice is open", early_secret, lambda d: d.forged(Ended())),
]


@pytest.mark.parametrize(
    "law, start, breaking", [pytest.param(*each, id=f"{n}: {each[0]}") for n, each in enumerate(LAWS)]
)
def test_an_entry_that_breaks_a_law_is_refused_and_changes_nothing(law, start, breaking):
    dealer = start()
    entry = breaking(dealer)
    facts = dealer.chain.next, dealer.chain.head, dealer.chain._match
    with pytest.raises(PeerError, match=law):
        dealer.chain.accept(entry)
    assert (dealer.chain.next, dealer.chain.head, dealer.chain._match) == facts


def test_every_law_that_the_code_states_is_broken_above():
    told = {law for law, _, _ in LAWS}
    for stated in sorted(laws_in_the_code()):
        pieces = [piece for piece in stated.split("{}") if piece]
        assert any(all(piece in law for piece in pieces) for law in told), stated


def laws_in_the_code():
    folder = Path(llwire.__file__).parent
    for name in ("chain", "laws", "deals", "match"):
        for node in ast.walk(ast.parse((folder / f"{name}.py").read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in {
                "demand",
                "broken",
                "peer_error",
                "only",
            }:
                yield sentence(node.args[-1])


def sentence(node):
    match node:
        case ast.Constant(value=text):
            return text
        case ast.JoinedStr(values=pieces):
            return "".join(piece.value if isinstance(piece, ast.Constant) else "{}" for piece in pieces)
    return ""
