"""A table in memory: its core, the shell around it with a disk, and who sits there.  No socket, no waiting.

The clock is a number.  `Crash` ends the table at the place a test chose; what is
on the disk then is all there is.  At a `ShuffledTable` every message waits until
a seed has drawn it, lines break, and programs start anew.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any, Literal, TypeAlias

from kit.clients import ClientPlayer
from kit.players import Player
from msgspec.structs import replace

from lltui.client import requests
from lltui.games.love_letter.model import MODEL, Options
from lltui.table import outputs as out
from lltui.table.lobby import HostSettings, Lobby, Pace
from lltui.table.table import Table
from llwire.chain import entries
from llwire.chain.match_secrets import TableKeys
from llwire.session.host_session import Proven
from llwire.wire import messages as m
from llwire.wire.deeds import read_deed
from llwire.wire.errors import Code, PeerError
from llwire.wire.messages import Entry, Head, Phase, Signed

AT_ONCE = HostSettings(pace=Pace(bot=0.0))
KEYS = TableKeys.fresh(Random(7).randbytes, "crane-velvet-pilot")

Moment: TypeAlias = Literal["before", "saved", "told"]


class Crash(Exception):
    """kill -9."""


@dataclass
class Disk:
    """What survives a crash."""

    lobby: Lobby
    logs: dict[int, list[Entry]] = field(default_factory=dict)
    full: bool = False


class MemoryTable:
    """The core and its shell: carries out every effect, and brings everybody what the log has for them."""

    def __init__(
        self,
        game: str,
        options: Any,
        settings: HostSettings = AT_ONCE,
        *,
        seed: int = 1,
        keys: TableKeys | None = None,
        fails: Callable[[Entry], Moment | None] = lambda _: None,
    ) -> None:
        self.keys: TableKeys = keys or KEYS
        self.settings, self.fails = settings, fails
        self.entropy = Random(seed).randbytes
        self.disk = Disk(Lobby.of_new_table(game, options))
        self.now = 100.0
        self.facts: list[out.LogNote] = []
        self.parted: list[tuple[str, Code]] = []
        self.closed = False
        self.slow = False  # nothing arrives by itself
        self.breath = 0.0  # seconds that pass while people act
        self._newest = 0
        self.table = self._table()

    def _table(self) -> Table:
        self.lines: dict[int, Any] = {}
        self.post: dict[int, deque[Any]] = defaultdict(deque)
        self.places: dict[int, tuple[int, int]] = {}
        self.giving: dict[int, tuple[int, int]] = {}
        self._todo: deque[out.Output] = deque()
        return Table(self.keys, self.settings, self.disk.lobby, self.entropy)

    def player(self, name: str, number: int, **kind: Any) -> Player:
        return Player(name, self.keys.pin, number, **kind)

    def company(self, *names: str) -> list[Player]:
        """The first of them hosts."""
        return [self.player(name, n, hosting=n == 1) for n, name in enumerate(names, start=1)]

    @property
    def log(self) -> list[Entry]:
        """Of the newest match."""
        return self.disk.logs[max(self.disk.logs)]

    # ---------------------------------------------------------------- lines

    def enter(self, player: Any) -> int:
        if self.here(player):
            self.leave(player, Code.REPLACED)
        self._newest += 1
        line = self._newest
        hello = player.hello()
        told = self.table.entered(line, Proven(hello, paired=True, hosting=player.hosting), self.now)
        self.lines[line] = player
        self.places[line] = self._place(hello.have)
        seat, have = self.table.state.seat_of(hello.id), self.table.state.head
        player.hear(m.Welcome(want=player.want, seat=seat, hosting=player.hosting, confirm=None, have=have))
        self.carry_out(told)
        return line

    def _place(self, have: Head | None) -> tuple[int, int]:
        return (self.table.state.lobby.match, 0) if have is None else (have.match, have.seq + 1)

    def leave(self, player: Any, code: Code = Code.LOST) -> None:
        self._gone(self.line(player), code)

    def _sent_away(self, line: int, code: Code) -> None:
        self._gone(line, code)

    def _gone(self, line: int, code: Code) -> None:
        self.parted.append((self.lines.pop(line).name, code))
        self.giving.pop(line, None)
        self.carry_out(self.table.gone(line, code, self.now))

    def line(self, player: Any) -> int:
        return next(line for line, other in self.lines.items() if other is player)

    def here(self, player: Any) -> bool:
        return player in self.lines.values()

    def say(self, player: Any, event: Any, **more: Any) -> None:
        """As it comes out of the player's session."""
        line = self.line(player)
        try:
            told = self.table.receive(line, event, self.now, **more)
        except PeerError as error:
            self._sent_away(line, error.code)
            return
        self.carry_out(told)

    # -------------------------------------------------------------- effects

    def carry_out(self, told: list[out.Output]) -> None:
        assert not any(isinstance(effect, out.Save) for effect in told[:-1]), "an effect behind a save"
        self._todo += told
        while self._todo:
            self._carry_out(self._todo.popleft())
        self.publish()
        self._give()

    def _carry_out(self, effect: out.Output) -> None:
        match effect:
            case out.Save():
                self._save(effect)
            case out.Tell(message=message):
                for line in tuple(self.lines):
                    self._send(line, message)
            case out.KeepLobby(lobby=lobby):
                self.disk.lobby = lobby
            case out.Rekey(keys=new):
                self.keys = new
            case out.Close():
                self.closed = True
            case out.LogNote():
                self.facts.append(effect)
            case _:
                self._to_one(effect)

    def _to_one(self, effect: Any) -> None:
        match effect:
            case _ if effect.line not in self.lines:
                return
            case out.SayTo(line=line, message=message):
                self._send(line, message)
            case out.EndLine(line=line, code=code):
                self._sent_away(line, code)
            case out.AskEntries(line=line, match=match, seq=seq):
                self._ask(line, match, seq)
            case out.Enough(line=line):
                self.giving.pop(line, None)

    def _send(self, line: int, message: Any) -> None:
        said = m.decode(m.from_table, m.encode(message))
        if self.slow:
            self.post[line].append(said)
        else:
            self.lines[line].hear(said)

    def _save(self, save: out.Save) -> None:
        moment = self.fails(save.entry)
        if moment == "before":
            raise Crash
        if self.disk.full:
            self._todo += self.table.unsaved("no space left", self.now)
            return
        self.disk.logs.setdefault(save.match, []).append(save.entry)
        if moment == "saved":
            raise Crash
        self._todo += self.table.saved(self.now)
        self.publish()
        if moment == "told":
            raise Crash

    def publish(self) -> None:
        if self.slow:
            return
        for line, player in tuple(self.lines.items()):
            while self.bring(line):
                pass
            while self.post[line]:
                player.hear(self.post[line].popleft())

    def lacks(self, line: int) -> bool:
        """Whether there is an entry that this visitor was not brought yet."""
        match, at = self.places[line]
        if at >= len(self.disk.logs.get(match, ())) and match < max(self.disk.logs, default=0):
            self.places[line] = match, at = match + 1, 0
        return at < len(self.disk.logs.get(match, ()))

    def bring(self, line: int) -> bool:
        """The next entry that somebody lacks; False if there is none."""
        if not self.lacks(line):
            return False
        match, at = self.places[line]
        self.places[line] = match, at + 1
        self.lines[line].hear(self.disk.logs[match][at])
        return True

    def _ask(self, line: int, match: int, seq: int) -> None:
        self.giving[line] = match, seq

    def _give(self) -> None:
        """Whoever was asked gives back what the table lost, one at a time."""
        for line, (match, seq) in tuple(self.giving.items()):
            player = self.lines[line]
            kept = [entry for entry in player.told(Entry) if entries.decode(entry.body).match == match]
            if seq < len(kept):
                self.giving[line] = match, seq + 1
                self.say(player, m.Give(body=kept[seq].body, sig=kept[seq].sig))

    # ---------------------------------------------------------------- time

    def pass_time(self, seconds: float = 0.0) -> None:
        """As a table's process does: it wakes up when the table has asked for it, and at no other time."""
        until = self.now + seconds
        while (due := self.table.due()) is not None and due <= until:
            self.now = max(self.now, due)
            self.carry_out(self.table.tick(self.now))
            if self.table.due() == due:
                break
        self.now = until

    def wake_late(self, seconds: float) -> None:
        """As a process that had to wait for the machine: all at once, later than the table has asked for."""
        self.now += seconds
        self.carry_out(self.table.tick(self.now))

    def thaw(self) -> None:
        self.disk.full = False
        self.carry_out(self.table.retry(self.now))

    def restart(self) -> None:
        """After a crash: another process, the same disk."""
        self.table = self._table()
        lobby = self.disk.lobby
        self.table.restore(self.disk.logs.get(lobby.match, []), self.now)

    # ----------------------------------------------------------- whole parts

    def gather(self, *players: Player, bots: tuple[str, ...] = ()) -> None:
        """Everybody sits down and is ready."""
        for player in players:
            self.enter(player)
        for bot in bots:
            self.say(players[0], m.AddBot(seat=None, bot=bot))
        for player in players:
            self.say(player, player.joining())

    def begin(self, *players: Player, bots: tuple[str, ...] = ()) -> None:
        self.gather(*players, bots=bots)
        self.say(players[0], m.Start())
        assert self.table.state.playing is not None, players[0].nacks()

    def step(self) -> None:
        """Everybody who has something to do does it; nobody has: time passes."""
        sent = [(player, deed) for player in tuple(self.lines.values()) for deed in player.deeds()]
        for player, deed in sent:
            if self.here(player):
                self.say(player, deed)
        if not sent or self.breath:
            self.pass_time(self.breath or 0.1)

    def play(self, until: Callable[[], bool] | None = None, most: int = 2000) -> None:
        done = until or (lambda: self.table.state.phase is Phase.OVER)
        for _ in range(most):
            if done():
                return
            self.step()
        raise AssertionError(f"it never comes to that; the table is {self.table.state.phase}")

    def play_through_crashes(self, *players: Player) -> int:
        """The same, whatever fails; everybody comes back each time.  How often it failed."""
        crashes = 0
        while self.table.state.phase is not Phase.OVER or not all(map(self.here, players)):
            assert crashes < 2000, "it never comes to an end"
            try:
                # Another one first each time: whoever may change a choice would else do so for ever.
                for player in (*players[crashes % len(players) :], *players[: crashes % len(players)]):
                    if not self.here(player):
                        self.enter(player)
                self.play()
            except Crash:
                crashes += 1
                self.restart()
        return crashes


def at_pace(**pace: Any) -> HostSettings:
    return replace(AT_ONCE, pace=Pace(**{"bot": 0.0, **pace}))


class ShuffledTable(MemoryTable):
    """One at which clients sit; of all that could happen, a seed draws what does."""

    def __init__(
        self, *names, seed=1, options=None, faults=(), bots=0, watch=(), reveal="round", game=MODEL.id
    ):
        settings = HostSettings(pace=Pace(bot=0.0), open=True, reveal=reveal)
        unlocked = TableKeys.fresh(Random(seed).randbytes, None)
        super().__init__(game, options or Options(target=1), settings, seed=seed, keys=unlocked)
        self.slow = True
        self.rng = Random(seed)
        self.people = [ClientPlayer(unlocked, name, n + 1, hosting=n == 0) for n, name in enumerate(names)]
        self.people += [ClientPlayer(unlocked, name, 100 + n, want="watch") for n, name in enumerate(watch)]
        self.faults = faults  # what may go wrong at any step, and how likely
        self.steps = 0
        for person in self.people:
            self.enter(person)
        self.bots = bots

    # ---------------------------------------------------------------- lines

    def enter(self, player):
        player.line = self._newest + 1
        self.post[player.line] = player.down
        return super().enter(player)

    def lose(self, person, code=Code.LOST):
        """Whatever was on its way is gone."""
        if person.line is None:
            person.cut()
        else:
            self._gone(person.line, code)

    def _sent_away(self, line, code):
        self.lines[line].parted.append(code)
        self._gone(line, code)

    def _gone(self, line, code):
        self.lines[line].cut()
        super()._gone(line, code)

    def _ask(self, line, match, seq):
        self._send(line, m.Want(match=match, seq=seq))

    # ------------------------------------------------------------ what arrives

    def arrives_up(self, person):
        self.say(person, person.up.popleft())

    def arrives_down(self, person):
        person.hear(person.down.popleft())
        self._hang_up(person)

    def arrives_entry(self, person):
        self.bring(person.line)
        self._hang_up(person)

    def _hang_up(self, person):
        if person.parted and person.line is not None:
            while person.up and person.line is not None:  # what was said before hanging up
                self.arrives_up(person)
        if person.parted and person.line is not None:
            self.lose(person, Code.MALFORMED)

    # ------------------------------------------------------------------ time

    def step(self):
        """One thing happens; False if nothing can."""
        self.steps += 1
        if self.faults and self.rng.random() < 0.05:
            self.rng.choice(self.faults)(self)
        can = []
        for person in self.people:
            if person.line is None:
                if not person.parted:
                    can.append((self.enter, person))
                continue
            can += [(self.arrives_up, person)] if person.up else []
            can += [(self.arrives_down, person)] if person.down else []
            can += [(self.arrives_entry, person)] if self.lacks(person.line) else []
        boards = [p for p in self.people if (p.told or not p.client._attends) and not p.reads]
        can += [(ClientPlayer.look, person) for person in boards]
        can += [(MemoryTable.thaw, self)] if self.disk.full else []
        if not can:
            due = self.table.due()
            if due is None:
                return False
            self.now = max(self.now, due)
            self.carry_out(self.table.tick(self.now))
            return True
        do, person = self.rng.choice(can)
        do(person)
        return True

    def run(self, until, most=6000):
        for _ in range(most):
            if until():
                return self
            if not self.step():
                assert until(), f"stands still: {self.table.state.phase}"
                return self
        raise AssertionError(f"never: {self.table.state.phase}")

    def settle(self):
        """Everything arrives, in order, without another fault."""
        faults, self.faults = self.faults, ()
        for _ in range(6000):
            if not self.step():
                self.faults = faults
                return self
        raise AssertionError("never at rest")

    # ----------------------------------------------------------- whole parts

    @property
    def players(self):
        return [person for person in self.people if person.want == "seat"]

    def begin(self):
        faults, self.faults = self.faults, ()
        host = self.people[0]
        for _ in range(self.bots):
            host.request(requests.add_bot("normal"))
        self.settle()
        for person in self.players:
            person.request(requests.BeReady())
            self.settle_up()
        host.request(requests.START)
        self.run(lambda: bool(self.disk.logs.get(self.table.state.lobby.match)))
        self.faults = faults
        return self

    def settle_up(self):
        for person in self.people:
            while person.up:
                self.arrives_up(person)

    def play(self):
        number = self.table.state.lobby.match

        def over(person):
            now = person.client.now
            return person.parted or (now and now.number == number and now.match.over)

        self.run(lambda: all(map(over, self.people)))
        return self.settle()

    def acted(self, person, match=1):
        """The moves of this person that the chain holds."""
        whats = [entries.decode(entry.body) for entry in self.disk.logs[match]]
        acts = [read_deed(body.causes[0]) for body in whats if isinstance(body.what, entries.Acted)]
        seat = person.client.now.seat
        return [act for act in acts if act.seat == seat]


# ---------------------------------------------------------------- what may go wrong


def lost_line(table):
    person = table.rng.choice(table.people)
    if person.line is not None:
        table.lose(person)


def doubled(table):
    person = table.rng.choice(table.people)
    deeds = [message for message in person.up if isinstance(message, Signed)]
    if deeds:
        person.up.append(table.rng.choice(deeds))


def restarted(table):
    person = table.rng.choice(table.people)
    if person.line is not None:
        table.lose(person)
    person.start()


def full_disk(table):
    table.disk.full = True
