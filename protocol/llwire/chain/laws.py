"""What each kind of entry must satisfy, and what it changes.

The one place where a table's entry is judged.  The table runs it over its own
entries before it signs them, every client over what it gets, `verify` over a
file: whoever breaks a law, it is the same law.
"""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from llwire.chain import boxes, deals
from llwire.chain.entries import (
    NAMED,
    NAMELESS,
    Acted,
    Auto,
    Dealt,
    Decided,
    Ended,
    Genesis,
    Kind,
    OpenedChoice,
    Pile,
    Player,
    Promised,
    Recovered,
    Revealed,
    Voided,
)
from llwire.chain.facts import By, Cause, Match, Pledge, SeatFacts, begin, demand_play, only
from llwire.wire import limits
from llwire.wire.crypto import can_seal_to
from llwire.wire.deeds import (
    Act,
    Decision,
    Drop,
    EndMatch,
    GoOn,
    Joining,
    LeaveOut,
    NewKey,
    Pause,
    Resume,
    Secret,
    StandIn,
    What,
)
from llwire.wire.errors import Law, broken, demand


def found(genesis: Genesis, number: int, causes: Sequence[Cause]) -> Match:
    """The match a genesis begins."""
    named = NAMELESS if genesis.rules is UNSET else NAMED
    demand(genesis.v == named, Law.GENESIS_VERSION, "a genesis of another version")
    players = [row for row in genesis.roster if isinstance(row, Player)]
    joined = [(c.deed.id, c.deed.box, c.deed.commit) for c in causes if isinstance(c.deed, Joining)]
    demand([(p.id, p.box, p.promise) for p in players] == joined, Law.ROSTER, "the roster is not who joined")
    demand(len({p.id for p in players}) == len(players), Law.TWO_SEATS, "one player on two seats")
    keys = [genesis.secrets, *(row.box for row in genesis.roster)]
    demand(all(map(can_seal_to, keys)), Law.WEAK_KEY, "a box key that nothing can be sealed to")
    return begin(genesis, number)


def advance(
    match: Match, seq: int, what: Kind, causes: Sequence[Cause], opened: Sequence[OpenedChoice]
) -> Match:
    """The match after this entry; a PeerError if the entry breaks a law."""
    demand(not match.over, Law.AFTER_END, "an entry after the end")
    match = _open(match, opened)
    return _LAWS[type(what)](match, seq, what, causes)


def _open(match: Match, opened: Sequence[OpenedChoice]) -> Match:
    closed = {pledge.seq: pledge for pledge in match.pledges}
    for opening in opened:
        pledge = closed.pop(opening.seq, None)
        if pledge is None:
            raise broken(Law.NOT_CLOSED, f"nothing to open in entry {opening.seq}")
        table, number = match.genesis.table, match.number
        told = boxes.promise_choice(table, number, pledge.seat, opening.salt, opening.choice)
        demand(told == pledge.commit, Law.CHOICE, f"not the choice made in entry {opening.seq}")
    return replace(match, pledges=tuple(closed.values()))


def _pledged(match: Match, seq: int, seat: int, secret: Secret | None) -> Match:
    if secret is None:
        return match
    demand(len(secret.box) == limits.SECRET, Law.SECRET_SIZE, "a secret choice whose length tells")
    return replace(match, pledges=(*match.pledges, Pledge(seq, seat, match.deal, secret.commit)))


# --- moves -----------------------------------------------------------------


def _acted(match: Match, seq: int, _what: Acted, causes: Sequence[Cause]) -> Match:
    demand_play(match)
    act = only(causes, Act, Law.MOVE_CAUSE, "a move is caused by one act")
    chair = match.chairs[act.seat]
    demand(chair.person, Law.MOVE_SEAT, f"seat {act.seat} does not move for itself")
    # Together: no act counts twice, and none was made for an earlier turn.
    demand(chair.moved <= act.turn <= causes[0].seen, Law.TURN, "an act for another turn")
    return _moved(match, seq, act.seat, act.secret)


def _auto(match: Match, seq: int, what: Auto, causes: Sequence[Cause]) -> Match:
    demand_play(match)
    demand(not causes, Law.AUTO_CAUSE, "a move of the table has no cause")
    demand(what.seat < len(match.chairs), Law.NO_SEAT, "no such seat")
    demand(
        what.by in _may(match.chairs[what.seat]), Law.AUTO_SEAT, f"seat {what.seat} is not moved by {what.by}"
    )
    return _moved(match, seq, what.seat, what.secret)


def _may(chair: SeatFacts) -> tuple[str, ...]:
    if chair.id is None:
        return ("bot",)
    return ("clock",) if chair.person else ("stand-in",)


def _moved(match: Match, seq: int, seat: int, secret: Secret | None) -> Match:
    match = match.seated(seat, replace(match.chairs[seat], moved=seq))
    return _pledged(match, seq, seat, secret)


# --- decisions -------------------------------------------------------------


def _decided(match: Match, seq: int, _what: Decided, causes: Sequence[Cause]) -> Match:
    decision = only(causes[:1], Decision, Law.DECISION_CAUSE, "a decision has a word as cause")
    demand(_may_decide(causes[0].by, decision.what), Law.DECIDER, "a decision that is not theirs")
    # What was decided over an older head could be shown again and again.
    demand(causes[0].seen >= match.decided, Law.DECISION_OLD, "a decision from before the last one")
    match = replace(match, decided=seq)
    if isinstance(decision.what, NewKey):
        return _rekeyed(match, seq, decision.what, causes[1:])
    demand(len(causes) == 1, Law.DECISION_ONE, "a decision has one cause")
    match decision.what:
        case Pause() | Resume() as now:
            demand(match.paused == isinstance(now, Resume), Law.PAUSED_TWICE, "paused or resumed twice")
            match = replace(match, paused=isinstance(now, Pause))
        case StandIn(seat=seat, on=on):
            match = _stood_in(match, seq, seat, on=on)
        case Drop(seat=seat):
            match = _dropped(match, seq, seat)
        case LeaveOut() as out:
            demand(
                (out.deal, out.attempt) == (match.deal + 1, match.attempt),
                Law.OUT_DEAL,
                "left out of another deal",
            )
            demand(set(out.seats) <= match.asked, Law.OUT_SEAT, "left out who takes no part")
            for seat in out.seats:
                match = match.without(seq, seat)
        case EndMatch():
            match = replace(match, ending=True)
        case GoOn():
            pass
    return match


def _may_decide(by: By | None, what: What) -> bool:
    """The host everything; the table and the players only what keeps a match from standing still.

    A player lets a bot play for somebody else, takes the own seat back, and ends a pause.  When the
    table takes such a word is for its own patience; that it was theirs stands in the chain.
    """
    if by == "host":
        return True
    if by == "table":
        return isinstance(what, StandIn | LeaveOut | EndMatch)
    if isinstance(what, StandIn):
        return what.on == (what.seat != by)
    return isinstance(what, Resume)


def _player(match: Match, seat: int) -> SeatFacts:
    demand(seat < len(match.chairs), Law.NO_SEAT, "no such seat")
    chair = match.chairs[seat]
    demand(chair.id is not None and not chair.dropped, Law.SEAT_PLAYER, f"seat {seat} has no player")
    return chair


def _dropped(match: Match, seq: int, seat: int) -> Match:
    chair = replace(_player(match, seat), dropped=True)
    return match.seated(seat, chair).without(seq, seat)


def _stood_in(match: Match, seq: int, seat: int, *, on: bool) -> Match:
    chair = _player(match, seat)
    demand(chair.stand_in != on, Law.STAND_IN_TWICE, "a stand-in twice")
    return match.seated(seat, replace(chair, stand_in=on)).without(seq, seat)


def _rekeyed(match: Match, seq: int, new: NewKey, causes: Sequence[Cause]) -> Match:
    joined = only(causes, Joining, Law.NEW_KEY_CAUSE, "a new key comes with its joining")
    chair = _player(match, new.seat)
    demand(joined.id == new.id, Law.NEW_KEY_OTHER, "the joining of somebody else")
    demand(all(other.id != new.id for other in match.chairs), Law.TWO_SEATS, "one player on two seats")
    demand(can_seal_to(joined.box), Law.WEAK_KEY, "a box key that nothing can be sealed to")
    chair = replace(chair, id=new.id, box=joined.box, promises=0, moved=seq)
    # Its promise may have been made knowing the others' nonces: not for this deal.
    match = match.seated(new.seat, chair).without(seq, new.seat)
    return match.promise_of(new.seat, joined.commit)


# --- the rest --------------------------------------------------------------


def _recovered(match: Match, _seq: int, what: Recovered, causes: Sequence[Cause]) -> Match:
    demand(not causes, Law.RECOVERY_CAUSE, "a recovery has no cause")
    players = [seat for seat, chair in enumerate(match.chairs) if chair.id is not None and seat in what.seats]
    demand(list(what.seats) == players, Law.RECOVERY_SEATS, "back is who does not play, or not in order")
    return match


def _ended(match: Match, _seq: int, _what: Ended, causes: Sequence[Cause]) -> Match:
    demand(not causes, Law.END_CAUSE, "the end has no cause")
    demand(not match.hidden, Law.END_HIDDEN, "the end before every deal is revealed")
    demand(not match.pledges, Law.END_CLOSED, "the end before every choice is open")
    return replace(match, over=True)


def _again(_match: Match, _seq: int, _what: Genesis, _causes: Sequence[Cause]) -> Match:
    raise broken(Law.SECOND_GENESIS, "a second genesis")


_LAWS: dict[type[Kind], Callable[[Match, int, Any, Sequence[Cause]], Match]] = {
    Genesis: _again,
    Promised: deals.promised,
    Dealt: deals.dealt,
    Voided: deals.voided,
    Pile: deals.pile,
    Acted: _acted,
    Auto: _auto,
    Revealed: deals.revealed,
    Decided: _decided,
    Recovered: _recovered,
    Ended: _ended,
}
