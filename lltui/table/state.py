"""The state of a table: what is there at this moment, who is here, and the few ways in which that changes.

The others in this package each know one thing that may happen at a table; this
is what they share.  Outputs gather in `out` until the shell gets them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from random import Random
from typing import Literal, NamedTuple

from lltui.games.game import Seat
from lltui.table import outputs as out
from lltui.table.lobby import HostSettings, Lobby, Refusal
from lltui.table.outputs import LineId, Output
from lltui.table.running_match import RunningMatch
from llwire.chain.match_secrets import TableKeys
from llwire.wire import messages as m
from llwire.wire import text
from llwire.wire.errors import Code
from llwire.wire.messages import Entry, Head, Message, Signed, Why

BLUFFS = 3  # who said to know more and gave nothing; afterwards only the players are asked


@dataclass(slots=True)
class Connected:
    """Whoever was let in, one line for each person.

    `behind` are the entries it had not seen at its last pong.  `wrong` counts
    its moves in one turn that did not count.  `parting`: it is being hung up on.
    """

    line: LineId
    id: bytes
    name: str
    want: Literal["seat", "watch"]
    hosting: bool
    behind: int = 0
    lag: float | None = None
    joined: Signed | None = None
    wrong: tuple[int, int] = (0, 0)
    parting: bool = False


class Giving(NamedTuple):
    """One line gives all it has up to `head`; the next entry is due `until`."""

    line: LineId
    head: Head
    until: float


class Recovery:
    """The barrier after a crash.  One line gives at a time, the one that knows most first."""

    def __init__(
        self, awaited: frozenset[bytes], until: float, patience: float, seated: frozenset[bytes] = frozenset()
    ) -> None:
        self.awaited = awaited
        self._seated = seated | awaited
        self.until = until
        self.giving: Giving | None = None
        self._patience = patience
        self._ahead: dict[LineId, Head] = {}
        self._who: dict[LineId, bytes] = {}
        self._idle: set[bytes] = set()

    def knows(self, line: LineId, who: bytes, head: Head) -> None:
        """This line says it has seen what the table has not."""
        if self._heeds(who):
            self._ahead[line], self._who[line] = head, who

    def gone(self, line: LineId) -> None:
        """A line has ended; if it was giving, another may."""
        self._ahead.pop(line, None)
        if self.giving is not None and self.giving.line == line:
            self.giving = None

    def got(self, newest: Head, now: float) -> LineId | None:
        """The table has everything up to here; the line that need not give more, if one was giving."""
        self._ahead = {line: head for line, head in self._ahead.items() if _place(head) > _place(newest)}
        if self.giving is None:
            return None
        if self.giving.line in self._ahead:
            self.giving = self.giving._replace(until=now + self._patience)
            return None
        line, self.giving = self.giving.line, None
        return line

    def ask(self, now: float) -> Giving | None:
        """Who is to give from now on, if nobody does and somebody could."""
        if self.giving is not None or not self._ahead:
            return None
        line = max(self._ahead, key=lambda line: _place(self._ahead[line]))
        self.giving = Giving(line, self._ahead[line], now + self._patience)
        return self.giving

    def idle(self, now: float) -> LineId | None:
        """The line that was asked and does not give; its word does not hold the table up again."""
        if self.giving is None or now < self.giving.until:
            return None
        line = self.giving.line
        self._idle.add(self._who[line])
        self.gone(line)
        self._ahead = {line: head for line, head in self._ahead.items() if self._heeds(self._who[line])}
        return line

    def _heeds(self, who: bytes) -> bool:
        return who not in self._idle and (who in self._seated or len(self._idle) < BLUFFS)

    def due(self) -> float:
        """When to look again."""
        return self.until if self.giving is None else self.giving.until

    def all_back(self, here: frozenset[bytes]) -> bool:
        """Everybody is here who was here before."""
        return self.awaited <= here

    def done(self, here: frozenset[bytes], now: float) -> bool:
        """Whether the table may go on, if anybody is there to go on with."""
        return self.giving is None and not self._ahead and (self.all_back(here) or now >= self.until)


def _place(head: Head) -> tuple[int, int]:
    return head.match, head.seq


class TableState:
    """Everything that is not on the wire, the disk or the clock."""

    def __init__(
        self, keys: TableKeys, settings: HostSettings, lobby: Lobby, entropy: Callable[[int], bytes]
    ) -> None:
        self.keys = keys
        self.settings = settings
        self.lobby = lobby
        self.entropy = entropy
        self.guests: dict[LineId, Connected] = {}
        self.left: frozenset[bytes] = frozenset()  # players who went on purpose, and have not come back
        self.playing: RunningMatch | None = None
        # On its way to the disk, and whose it is; with a genesis, the match that it begins.
        self.pending: tuple[RunningMatch, Entry] | None = None
        self.recovery: Recovery | None = None
        self.frozen = False
        self.addresses: tuple[str, ...] = ()  # where others get in
        self.port = 1
        self.said = 0  # so many lines and signs were passed on
        self.out: list[Output] = []
        self.moods = Random(int.from_bytes(entropy(8), "big"))  # noqa: S311 - of bots, and who is forgotten; no card hangs on them

    # --------------------------------------------------------------- looking

    @property
    def here(self) -> frozenset[bytes]:
        """The keys of everybody."""
        return frozenset(guest.id for guest in self.guests.values())

    def guest(self, who: bytes | None) -> Connected | None:
        """The person with this key, if they are here."""
        return next((guest for guest in self.guests.values() if guest.id == who), None)

    def hosting(self) -> tuple[LineId, ...]:
        """The lines of whoever showed the host's secret."""
        return tuple(line for line, guest in self.guests.items() if guest.hosting)

    @property
    def in_play(self) -> bool:
        """A match is under way, or about to be."""
        if self.playing is None:
            return self.pending is not None
        return not self.playing.over

    @property
    def in_lobby(self) -> bool:
        """No match is there, and none about to be."""
        return self.playing is None and self.pending is None

    @property
    def phase(self) -> m.Phase:
        """What the table is doing."""
        if self.frozen:
            return m.Phase.FROZEN
        if self.recovery is not None and (self.in_play or self.recovery.giving):
            return m.Phase.RECOVERING
        return self.playing.phase() if self.playing else m.Phase.LOBBY

    @property
    def head(self) -> Head | None:
        """The newest entry."""
        return self.playing.engine.chain.have if self.playing else None

    def waiting(self) -> tuple[Seat, ...]:
        """For whom: of players who may act or open something, or who were here before a crash."""
        if self.playing is None:
            return ()
        if self.phase is m.Phase.RECOVERING and self.recovery is not None:
            missing = self.recovery.awaited - self.here
            return tuple(seat for seat, who in enumerate(self.people) if who in missing)
        return self.playing.waiting()

    @property
    def people(self) -> tuple[bytes | None, ...]:
        """By seat who plays, or sits there in the lobby; None for bots and empty chairs."""
        if self.playing is not None:
            return tuple(chair.id for chair in self.playing.match.chairs)
        return tuple(chair.id for chair in self.lobby.chairs)

    @property
    def host(self) -> bytes | None:
        """Who hosts: of a match, whoever began it; in the lobby, whoever showed the secret last."""
        return self.playing.match.genesis.host if self.playing is not None else self.lobby.hosting

    @property
    def host_here(self) -> bool:
        """Somebody is here who may decide everything."""
        return self.host is not None and self.host in self.here

    @property
    def attended(self) -> bool:
        """Somebody is here for whom the match is played."""
        people = {who for who in self.people if who is not None}
        return bool(self.here & people) or (not people and bool(self.guests))

    @property
    def rests(self) -> bool:
        """Nothing can go on for now, and nobody's time runs."""
        return self.frozen or self.recovery is not None or not self.attended

    @property
    def hurried(self) -> tuple[Seat, ...]:
        """Who would have the bots move at once."""
        return tuple(sorted(self.playing.hurried)) if self.playing is not None else ()

    @property
    def at_once(self) -> bool:
        """Whether they do: all players who are here say so, or the one who hosts."""
        if self.playing is None or not self.playing.hurried:
            return False
        people, hurried = self.people, self.playing.hurried
        here = {seat for seat in self.playing.out if people[seat] in self.here}
        return here <= hurried or any(people[seat] == self.host for seat in hurried)

    @property
    def watchers(self) -> tuple[str, ...]:
        """The names of all who are here and sit nowhere."""
        return tuple(guest.name for guest in self.seatless())

    def seatless(self) -> tuple[Connected, ...]:
        """All who are here to stay and sit nowhere: watchers, and who comes without a key to a seat."""
        seated = set(self.people)
        guests = self.guests.values()
        return tuple(guest for guest in guests if guest.id not in seated and not guest.parting)

    def unlike(self, names: Iterable[str], who: bytes | None = None) -> str:
        """The first of these for which nobody else here could be taken, on a chair or beside it."""
        chairs = [(chair.id, chair.name) for chair in self.lobby.chairs]
        beside = [(guest.id, guest.name) for guest in self.seatless()]
        others = (name for each, name in chairs + beside if name and (who is None or each != who))
        looks = set(map(text.skeleton, others))
        return next(name for name in names if text.skeleton(name) not in looks)

    def newcomers(self) -> tuple[Connected, ...]:
        """Who asks for a seat in the match that is played."""
        return tuple(guest for guest in self.seatless() if guest.joined) if self.in_play else ()

    def seat_of(self, who: bytes) -> Seat | None:
        """The seat in the match, else the chair in the lobby."""
        people = self.people
        return people.index(who) if who in people else None

    def settled(self) -> RunningMatch:
        """The match, if something may happen in it now."""
        if self.pending is not None:
            raise Refusal(Why.NOT_NOW, "frozen")
        if self.recovery is not None:
            raise Refusal(Why.NOT_NOW, "recovering")
        if self.playing is None:
            raise Refusal(Why.NOT_NOW, "lobby")
        return self.playing

    # -------------------------------------------------------------- changing

    def renew(self, lobby: Lobby) -> None:
        """This is the lobby now."""
        if lobby != self.lobby:
            self.lobby = lobby
            self.out.append(out.KeepLobby(lobby))

    def draft(self, playing: RunningMatch, entry: Entry) -> None:
        """The next entry; it has not happened before it is on disk."""
        assert self.pending is None, "one at a time"
        self.pending = playing, entry

    def say(self, line: LineId, message: Message) -> None:
        """To one line."""
        self.out.append(out.SayTo(line, message))

    def tell(self, message: Message) -> None:
        """To everybody."""
        self.out.append(out.Tell(message))

    def tell_hosting(self, message: Message) -> None:
        """To whoever showed the host's secret."""
        for line in self.hosting():
            self.say(line, message)

    def part(self, line: LineId, code: Code) -> None:
        """Hang up."""
        self.guests[line].parting = True
        self.out.append(out.EndLine(line, code))

    def taken(self) -> list[Output]:
        """All outputs so far."""
        out, self.out = self.out, []
        return out
