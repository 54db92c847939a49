"""Coming back after a crash: what was on disk, and what only the players remember."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from msgspec.structs import replace

from lltui.table import effects as e
from lltui.table.course import Course
from lltui.table.effects import LineId
from lltui.table.playing import Playing
from lltui.table.recovery import Recovery
from lltui.table.room import Room
from llwire import messages as m
from llwire.errors import Code, peer_error
from llwire.fields import Head
from llwire.messages import Entry


class Restoring:
    """Carries the barrier out."""

    def __init__(self, room: Room) -> None:
        self._room = room

    def restore(self, entries: Sequence[Entry], now: float) -> None:
        """Let everything happen again that is on disk."""
        room = self._room
        if entries:
            room.playing = self._playing(room.lobby.match, now)
            room.playing.course.replay(entries)
            if not room.playing.over:  # afterwards one may get up
                room.lobby = room.lobby.begun().played_by(room.people)
        people = {who for who in room.people if who is not None}
        pace = room.settings.pace
        # Nobody was here: then nobody tells who knows most, and all are waited for.
        awaited = room.lobby.online & people or frozenset(people)
        room.recovery = Recovery(awaited, now + pace.recover, pace.give, frozenset(people))
        room.lobby = replace(room.lobby, online=frozenset())

    def compare(self, line: LineId, who: bytes, have: Head | None) -> None:
        """Somebody comes in: who knows more, the table or they?  PeerError if both know different things."""
        if have is None:
            return
        room, ours = self._room, self._room.head
        place = (room.lobby.match, -1) if ours is None else (ours.match, ours.seq)
        if (have.match, have.seq) > place:
            if room.recovery is None:
                raise peer_error(Code.FORK, "entries that this table never wrote")
            room.recovery.knows(line, who, have)
        elif not self._holds(have):
            raise peer_error(Code.FORK, f"another entry {have.seq}")

    def gone(self, line: LineId) -> None:
        """A line has ended."""
        if self._room.recovery is not None:
            self._room.recovery.gone(line)

    def given(self, line: LineId, give: m.Give, now: float) -> None:
        """An entry that we signed and lost; the chain judges it like any other."""
        room = self._room
        giving = room.recovery.giving if room.recovery else None
        if giving is None or giving.line != line:
            return
        playing = room.playing
        if playing is None or playing.match.number != giving.head.match:
            playing = self._playing(giving.head.match, now)
        room.draft(playing, playing.course.returned(Entry(body=give.body, sig=give.sig)))

    def got(self, now: float) -> None:
        """One more entry is on disk."""
        room = self._room
        assert room.head is not None, "an entry is on disk"
        if room.recovery is not None:
            enough = room.recovery.got(room.head, now)
            if enough is not None:
                room.out.append(e.Enough(enough))

    def refused(self) -> None:
        """The disk takes nothing: whoever gives has to begin anew, and does by coming in again."""
        recovery = self._room.recovery
        if recovery is not None and recovery.giving is not None:
            line = recovery.giving.line
            recovery.gone(line)
            self._room.part(line, Code.CLOSING)

    def go_on(self, now: float) -> None:
        """Whom to ask next; or everybody who can be waited for is back."""
        room, recovery = self._room, self._room.recovery
        if recovery is None:
            return
        idle = recovery.idle(now)
        if idle is not None:
            room.part(idle, Code.SLOW)
        asked = recovery.ask(now)
        if asked is not None:
            ours = room.head
            same = ours is not None and ours.match == asked.head.match
            seq = ours.seq + 1 if same and ours is not None else 0
            room.out.append(e.Want(asked.line, asked.head.match, seq))
        if room.attended and recovery.done(room.guests.here(), now):
            self._done(recovery, now)

    def _done(self, recovery: Recovery, now: float) -> None:
        room, here = self._room, self._room.guests.here()
        by: Literal["all", "time"] = "all" if recovery.all_back(here) else "time"
        room.recovery = None
        room.note(e.Back(by))
        if room.playing is not None and not room.playing.over:
            seats = tuple(seat for seat, who in enumerate(room.people) if who in here)
            room.draft(room.playing, room.playing.recovered(by, seats, now))

    def _holds(self, have: Head) -> bool:
        """Whether this is in our chain; of older matches nobody can tell any more."""
        playing = self._room.playing
        if playing is None or playing.match.number != have.match:
            return True
        return playing.course.chain.holds(have.hash) == have.seq

    def _playing(self, number: int, now: float) -> Playing:
        room = self._room
        return Playing(Course(room.keys, number), room.settings.pace, room.moods, now)
