"""After a crash: first compare heads, then go on.

A table restored from an older copy would write another history over the one
its players know.  So it writes nothing until the players who were here are
back, or a time has passed and at least one is; and whoever knows more gives
the missing entries back, which are checked like any other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec.structs import replace

from lltui.table import outputs as out
from lltui.table.match_engine import MatchEngine
from lltui.table.outputs import LineId
from lltui.table.running_match import RunningMatch
from lltui.table.state import Connected, Recovery, TableState
from llwire.wire import messages as m
from llwire.wire.errors import Code, peer_error
from llwire.wire.messages import Entry, Head


def restore(state: TableState, entries: Sequence[Entry], now: float) -> None:
    """Let everything happen again that is on disk."""
    if entries:
        state.playing = _playing(state, state.lobby.match, now)
        state.playing.engine.replay(entries)
        if not state.playing.over:  # afterwards one may get up
            state.lobby = state.lobby.begun().played_by(state.people)
    people = {who for who in state.people if who is not None}
    pace = state.settings.pace
    # Nobody was here: then nobody tells who knows most, and all are waited for.
    awaited = state.lobby.online & people or frozenset(people)
    state.recovery = Recovery(awaited, now + pace.recover, pace.give, frozenset(people))
    state.lobby = replace(state.lobby, online=frozenset())


def compare(state: TableState, guest: Connected, have: Head | None) -> None:
    """Somebody comes in: who knows more, the table or they?  PeerError if both know different things."""
    if have is None:
        return
    ours = state.head
    place = (state.lobby.match, -1) if ours is None else (ours.match, ours.seq)
    if (have.match, have.seq) > place:
        if state.recovery is None:
            raise peer_error(Code.FORK, "entries that this table never wrote")
        state.recovery.knows(guest.line, guest.id, have)
    elif not _holds(state, have):
        raise peer_error(Code.FORK, f"another entry {have.seq}")


def given(state: TableState, line: LineId, give: m.Give, now: float) -> None:
    """An entry that we signed and lost; the chain judges it like any other."""
    giving = state.recovery.giving if state.recovery else None
    if giving is None or giving.line != line:
        return
    playing = state.playing
    if playing is None or playing.match.number != giving.head.match:
        playing = _playing(state, giving.head.match, now)
    state.draft(playing, playing.engine.returned(Entry(body=give.body, sig=give.sig)))


def got(state: TableState, now: float) -> None:
    """One more entry is on disk."""
    assert state.head is not None, "an entry is on disk"
    if state.recovery is not None:
        enough = state.recovery.got(state.head, now)
        if enough is not None:
            state.out.append(out.Enough(enough))


def refused(state: TableState) -> None:
    """The disk takes nothing: whoever gives has to begin anew, and does by coming in again."""
    recovery = state.recovery
    if recovery is not None and recovery.giving is not None:
        line = recovery.giving.line
        recovery.gone(line)
        state.part(line, Code.CLOSING)


def go_on(state: TableState, now: float) -> None:
    """Whom to ask next; or everybody who can be waited for is back."""
    recovery = state.recovery
    if recovery is None:
        return
    idle = recovery.idle(now)
    if idle is not None:
        state.part(idle, Code.SLOW)
    asked = recovery.ask(now)
    if asked is not None:
        ours = state.head
        same = ours is not None and ours.match == asked.head.match
        seq = ours.seq + 1 if same and ours is not None else 0
        state.out.append(out.AskEntries(asked.line, asked.head.match, seq))
    if state.attended and recovery.done(state.here, now):
        _done(state, recovery, now)


def _done(state: TableState, recovery: Recovery, now: float) -> None:
    here = state.here
    by: Literal["all", "time"] = "all" if recovery.all_back(here) else "time"
    state.recovery = None
    state.out.append(out.Back(by))
    if state.playing is not None and not state.playing.over:
        seats = tuple(seat for seat, who in enumerate(state.people) if who in here)
        state.draft(state.playing, state.playing.recovered(by, seats, now))


def _holds(state: TableState, have: Head) -> bool:
    """Whether this is in our chain; of older matches nobody can tell any more."""
    playing = state.playing
    if playing is None or playing.match.number != have.match:
        return True
    return playing.engine.chain.holds(have.hash) == have.seq


def _playing(state: TableState, number: int, now: float) -> RunningMatch:
    return RunningMatch(MatchEngine(state.keys, number), state.settings.pace, state.moods, now)
