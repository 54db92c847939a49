"""An evening in memory: a table, the shell around it with a disk, and players who believe nothing.

A `Guest` judges every entry with a chain of its own, opens its own box, and
draws and acts by what it finds there.  Nobody sleeps: the clock is a number.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any

import msgspec

from lltui.games import packing
from lltui.games.models import model
from lltui.table import effects as e
from lltui.table.keys import Keys
from lltui.table.lobby import EMPTY, Lobby
from lltui.table.playing import Pace
from lltui.table.room import Settings
from lltui.table.table import Table
from llwire import choices, entries
from llwire import messages as m
from llwire.causes import read, sign
from llwire.chain import Chain
from llwire.crypto import SignKey
from llwire.deeds import Act, Decision
from llwire.errors import Code, PeerError
from llwire.fields import Head
from llwire.host_session import Done, Proven
from llwire.part import PlayerPart
from llwire.turns import Turn, Unanswered

AT_ONCE = Pace(bot=0.0)
pack = msgspec.msgpack.encode


class Mind:
    """Picks any entry of a menu."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)

    def pick(self, glimpse: packing.Glimpse) -> Any:
        return self.rng.choice(glimpse.menu)


class Guest:
    """One person with a program: keys, the chain as told, and what is still unanswered."""

    def __init__(
        self, name: str, pin: Any, number: int, *, hosting: bool = False, want: str = "seat"
    ) -> None:
        self.name = name
        self.pin = pin
        self.key = SignKey(bytes([number]) * 32)
        self.hosting = hosting
        self.want = want
        self.mind = Mind(number)
        self.heard: list[m.Message] = []
        self.lobby: m.Lobby | None = None
        self.standing: m.Standing | None = None
        self.match(1)

    def match(self, number: int) -> None:
        self.number = number
        self.part = PlayerPart(self.pin.table, number, self.key, self.key.public[:31] + bytes([number]))
        self.chain = Chain(self.pin, number)
        self.turn = Turn()
        self.unanswered = Unanswered(self.turn)
        self.glimpse: packing.Glimpse | None = None
        self.glimpses: list[packing.Glimpse] = []

    @property
    def id(self) -> bytes:
        return self.key.public

    @property
    def have(self) -> Head | None:
        if not self.chain.next:
            return None
        return Head(match=self.number, seq=self.chain.next - 1, hash=self.chain.head)

    @property
    def seat(self) -> int | None:
        if not self.chain.next:
            return None
        return next((s for s, chair in enumerate(self.chain.match.chairs) if chair.id == self.id), None)

    # ------------------------------------------------------------ being told

    def hear(self, message: Any) -> None:
        self.heard.append(message)
        match message:
            case m.Entry():
                self.follow(message)
            case m.Lobby():
                self.lobby = message
                if message.match != self.number:
                    self.match(message.match)
            case m.Standing():
                self.standing = message
            case m.Nack(to="act", turn=turn, now=now, why=why):
                self.unanswered.refused(turn, now, stale=why is m.Why.STALE)

    def follow(self, entry: m.Entry) -> None:
        body = self.chain.accept(entry)
        nouns = model(self.chain.match.genesis.game)
        box = None if self.seat is None else self.chain.open(body, self.seat, self.part.box)
        self.glimpse = packing.glimpse(nouns, body.view, body.news, box)
        self.glimpses.append(self.glimpse)
        if box is not None:
            acted = mover(body) == self.seat
            self.turn.follow(body.seq, self.chain.head, packing.menu_in(box), acted=acted)

    # ------------------------------------------------------------- doing

    def joining(self) -> Done:
        promise = 0
        if self.seat is not None:
            promise = self.chain.match.chairs[self.seat].promises
        return done(self.part.joining(promise))

    def deeds(self) -> list[Done]:
        """All that this player has to send now, whatever was sent before."""
        if self.seat is None or self.standing is None or self.chain.match.over:
            return []
        match = self.chain.match
        mine = match.chairs[self.seat]
        if not mine.person:
            return []
        if mine.promise is None:
            return [self.joining()]
        if self.standing.phase is m.Phase.COLLECTING and self.seat in match.asked and not match.paused:
            return (
                [done(self.part.ready(self.chain, self.seat))] if self.seat in self.standing.waiting else []
            )
        if match.paused or match.ending or not self.glimpse or not self.glimpse.menu:
            return []
        if self.unanswered.action is None:
            self.unanswered.choose(pack(self.mind.pick(self.glimpse)))
        return [self.act(self.unanswered.action)]

    def act(self, action: bytes | None, **changed: Any) -> Done:
        assert action is not None
        assert self.seat is not None
        genesis = self.chain.match.genesis
        chosen = msgspec.msgpack.decode(action, type=model(genesis.game).action)
        secret = None
        if type(chosen).secret:
            salt = self.key.public[:28] + self.turn.number.to_bytes(4, "big")
            told = (self.pin.table, self.number, self.seat)
            secret = choices.conceal(*told, salt, action, genesis.secrets)
            action = b""
        act = read(self.part.act(self.chain, self.seat, self.turn.number, action, secret))
        return done(sign(msgspec.structs.replace(act, **changed), self.key))

    def decide(self, what: Any) -> Done:
        decision = Decision(table=self.pin.table, match=self.number, head=self.chain.head, what=what)
        return done(sign(decision, self.key))


def done(signed: Any) -> Done:
    return Done(read(signed), signed)


def mover(body: entries.Body) -> int | None:
    match body.what:
        case entries.Auto(seat=seat):
            return seat
        case entries.Acted():
            act = read(body.causes[0])
            assert isinstance(act, Act)
            return act.seat
    return None


@dataclass
class Disk:
    """What survives a crash."""

    lobby: Lobby
    logs: dict[int, list[m.Entry]] = field(default_factory=dict)
    full: bool = False
    written: int = 0


class Evening:
    """The shell: carries out every effect, and brings everybody what the log has for them."""

    def __init__(
        self,
        keys: Keys,
        game: str,
        options: Any,
        chairs: int,
        *,
        settings: Settings = Settings(pace=AT_ONCE),
        seed: int = 1,
    ) -> None:
        self.keys, self.settings = keys, settings
        self.entropy = Random(seed).randbytes
        lobby = Lobby(match=1, game=game, options=pack(options), chairs=(EMPTY,) * chairs)
        self.disk = Disk(lobby)
        self.table = Table(keys, settings, lobby, self.entropy)
        self.now = 100.0
        self.lines: dict[int, Guest] = {}
        self.cursors: dict[int, tuple[int, int]] = {}
        self.facts: list[Any] = []
        self.parted: list[tuple[Guest, Code]] = []
        self.closed = False
        self._next = 0

    # ---------------------------------------------------------------- lines

    def enter(self, guest: Guest, address: str = "192.168.1.7") -> int:
        old = self.line(guest)
        if old is not None:
            self.leave(old, Code.REPLACED)
        self._next += 1
        line = self._next
        proven = Proven(hello(guest), paired=True, hosting=guest.hosting)
        try:
            told = self.table.entered(line, address, proven, self.now)
        except PeerError as error:
            self.parted.append((guest, error.code))
            raise
        self.lines[line] = guest
        self.cursors[line] = (guest.number, guest.chain.next)
        self.carry_out(told)
        return line

    def leave(self, line: int, code: Code = Code.LOST) -> None:
        guest = self.lines.pop(line)
        self.parted.append((guest, code))
        self.carry_out(self.table.gone(line, code, self.now))

    def line(self, guest: Guest) -> int | None:
        return next((line for line, other in self.lines.items() if other is guest), None)

    def say(self, guest: Guest, event: Any) -> None:
        line = self.line(guest)
        assert line is not None, f"{guest.name} is not here"
        try:
            told = self.table.receive(line, event, self.now)
        except PeerError as error:
            self.leave(line, error.code)
            return
        self.carry_out(told)

    # -------------------------------------------------------------- effects

    def carry_out(self, told: list[e.Effect]) -> None:
        for place, effect in enumerate(told):
            match effect:
                case e.Save():
                    assert place == len(told) - 1, "an effect behind a save"
                    self.save(effect)
                case e.Say(line=line, message=message):
                    if line in self.lines:
                        self.lines[line].hear(message)
                case e.Tell(message=message):
                    self.publish()
                    for guest in tuple(self.lines.values()):
                        guest.hear(message)
                case e.Keep(lobby=lobby):
                    self.disk.lobby = lobby
                case e.Rekey(keys=keys):
                    self.keys = keys
                case e.Part(line=line, code=code):
                    if line in self.lines:
                        self.leave(line, code)
                case e.Close():
                    self.closed = True
                case e.Note(fact=fact):
                    self.facts.append(fact)
        self.publish()

    def save(self, save: e.Save) -> None:
        if self.disk.full:
            self.carry_out(self.table.unsaved("full", self.now))
            return
        self.disk.logs.setdefault(save.match, []).append(save.entry)
        self.carry_out(self.table.saved(self.now))

    def publish(self) -> None:
        for line, guest in tuple(self.lines.items()):
            match, at = self.cursors[line]
            log = self.disk.logs.get(match, [])
            for entry in log[at:]:
                at += 1
                self.cursors[line] = (match, at)
                guest.hear(entry)
            if match + 1 in self.disk.logs:
                self.cursors[line] = (match + 1, 0)

    # ---------------------------------------------------------------- time

    def pass_time(self, seconds: float = 0.0) -> None:
        self.now += seconds
        self.carry_out(self.table.tick(self.now))

    # ----------------------------------------------------------- whole parts

    def begin(self, *guests: Guest) -> None:
        for guest in guests:
            self.enter(guest)
        for guest in guests:
            if guest.want == "seat":
                self.say(guest, guest.joining())
        self.say(next(g for g in guests if g.hosting), m.Start())

    def round_of_deeds(self) -> int:
        sent = 0
        for guest in tuple(self.lines.values()):
            for deed in guest.deeds():
                self.say(guest, deed)
                sent += 1
        return sent

    def play(self, until: Any = None, most: int = 3000) -> None:
        until = until or (lambda: self.table.phase() is m.Phase.OVER)
        for _ in range(most):
            if until():
                return
            if not self.round_of_deeds():
                self.pass_time(0.1)
        raise AssertionError(f"never: {self.table.phase()} {self.table.match and self.table.match.waiting()}")


def hello(guest: Guest) -> m.Hello:
    return m.Hello(
        v=(1,),
        program="test",
        want=guest.want,
        name=guest.name,
        id=guest.id,
        nonce=bytes(32),
        pake=None,
        table=None,
        have=guest.have,
    )
