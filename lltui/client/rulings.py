"""Entries in which nobody moves, as facts for a board: what was decided, and what the table had to do."""

from __future__ import annotations

from lltui.client.following import Following
from lltui.client.updates import Ruled
from llwire.chain.entries import Auto, Body, Decided, Promised, Recovered, Voided
from llwire.wire import deeds
from llwire.wire.deeds import read_deed


def ruled(body: Body, following: Following) -> Ruled | None:
    """What a board has to tell of this entry beyond the news."""
    names = following.names
    match body.what:
        case Decided():
            return _decided(body, following)
        case Auto(seat=seat, by="clock"):
            return Ruled("clock", names[seat])
        case Recovered(by=by):
            return Ruled(f"recovered-{by}")
        case Voided():
            return Ruled("voided")
        case Promised():
            joined = read_deed(body.causes[0])
            ids = [chair.id for chair in following.match.chairs]
            assert isinstance(joined, deeds.Joining), "judged by the chain"
            return Ruled("promised", names[ids.index(joined.id)])
    return None


def _decided(body: Body, following: Following) -> Ruled:
    names = following.names
    decision, _, word = following.chain.cause(body.causes[0])
    assert isinstance(decision, deeds.Decision), "judged by the chain"
    by = names[word] if isinstance(word, int) else None
    match decision.what:
        case deeds.StandIn(seat=seat, on=on):
            return Ruled("stand-in" if on else "no-stand-in", names[seat], by)
        case deeds.EndMatch() if word == "table":
            return Ruled("too-long")
        case deeds.LeaveOut(seats=seats):
            return Ruled("leave-out", ", ".join(names[seat] for seat in seats))
        case deeds.NewKey(seat=seat) if following.match.chairs[seat].stand_in:
            return Ruled("new-key-bot", names[seat])
        case deeds.Drop(seat=seat) | deeds.NewKey(seat=seat):
            return Ruled(PLAIN[type(decision.what)], names[seat])
        case what:
            return Ruled(PLAIN[type(what)], by=by)


PLAIN = {
    deeds.Drop: "drop",
    deeds.NewKey: "new-key",
    deeds.Pause: "pause",
    deeds.Resume: "resume",
    deeds.GoOn: "go-on",
    deeds.EndMatch: "end-match",
}
