"""Who sits at a table of the tests and has no client of ours: told by the test, or at the end of a socket.

A `Player` believes nothing: it judges every entry with a chain of its own, opens
its own box, and draws and acts by what it finds there.
"""

from __future__ import annotations

import asyncio
import socket
from random import Random
from typing import Any

import msgspec
from kit.run_table import QUICK

from lltui.games import packing
from lltui.games.chair import Glimpse
from lltui.games.known_games import model
from llwire.chain import boxes, entries
from llwire.chain.chain import Chain
from llwire.chain.entries import sign_deed
from llwire.chain.facts import Turn, Unanswered
from llwire.chain.match_secrets import PlayerSecrets
from llwire.session.handshake import Aim
from llwire.session.stream import call
from llwire.wire import messages as m
from llwire.wire.crypto import SignKey
from llwire.wire.deeds import Act, Decision, read_deed
from llwire.wire.errors import PassingError, PeerError
from llwire.wire.messages import Head, Phase, Pin, Signed, Why

LIMIT = 100.0  # seconds, for everything that a player waits for
LONG = 3000.0  # the same in a soak test
pack = msgspec.msgpack.encode


def hello(name: str, identity: bytes, want: Any, have: Head | None) -> m.Hello:
    """What anybody says first."""
    return m.Hello(
        v=(3,),
        program="test",
        want=want,
        name=name,
        id=identity,
        nonce=bytes(32),
        pake=None,
        table=None,
        have=have,
    )


class Player:
    """One person with a program: keys, the chain as told, and what is still unanswered."""

    def __init__(
        self, name: str, pin: Pin, number: int, *, hosting: bool = False, want: Any = "seat"
    ) -> None:
        self.name = name
        self.pin = pin
        self.key = SignKey(bytes([number]) * 32)
        self.id = self.key.public
        self.hosting = hosting
        self.want = want
        self.mind = Random(number)
        self.heard: list[Any] = []
        self.lobby: m.Lobby | None = None
        self.standing: m.Standing | None = None
        self.presence: m.Presence | None = None
        self.new_match(1)

    def new_match(self, number: int) -> None:
        self.number = number
        self.secrets = PlayerSecrets(self.pin.table, number, self.key, self.id[:31] + bytes([number]))
        self.chain = Chain(self.pin, number)
        self.turn = Turn()
        self.unanswered = Unanswered(self.turn)
        self.glimpses: list[Glimpse] = []

    # --------------------------------------------------------------- looking

    @property
    def have(self) -> Head | None:
        return self.chain.have

    @property
    def seat(self) -> int | None:
        if not self.chain.next:
            return None
        return next((s for s, chair in enumerate(self.chain.match.chairs) if chair.id == self.id), None)

    @property
    def menu(self) -> tuple[Any, ...]:
        return self.glimpses[-1].menu if self.glimpses else ()

    def nacks(self) -> list[m.Nack]:
        return [message for message in self.heard if isinstance(message, m.Nack)]

    def told(self, kind: Any) -> list[Any]:
        return [message for message in self.heard if isinstance(message, kind)]

    def hello(self) -> m.Hello:
        return hello(self.name, self.id, self.want, self.have)

    # ------------------------------------------------------------ being told

    def hear(self, message: Any) -> None:
        self.heard.append(message)
        match message:
            case m.Entry():
                self.follow(message)
            case m.Lobby():
                self.lobby = message
            case m.Standing():
                self.standing = message
            case m.Presence():
                self.presence = message
            case m.Nack(to="act", turn=turn, now=now, why=why) if why is not Why.NOT_NOW:
                self.unanswered.refused(turn, now, stale=why is Why.STALE)

    def follow(self, entry: m.Entry) -> None:
        number = entries.decode(entry.body).match
        if number != self.number:
            assert not self.chain.next or self.chain.match.over, "a new match before the end of the last"
            self.new_match(number)
        body = self.chain.accept(entry)
        nouns = model(self.chain.match.genesis.game)
        box = None if self.seat is None else self.chain.open(body, self.seat, self.secrets.box)
        self.glimpses.append(packing.glimpse(nouns, body.view, body.news, box))
        if box is not None:
            acted = mover(body) == self.seat
            self.turn.follow(body.seq, self.chain.head, packing.menu_in(box), acted=acted)

    # ----------------------------------------------------------------- doing

    def joining(self) -> Signed:
        """Ready for the match that the lobby is for; in a match, a promise anew."""
        if self.lobby is not None and self.lobby.match != self.number and self.chain.match.over:
            self.new_match(self.lobby.match)
        promises = 0 if self.seat is None else self.chain.match.chairs[self.seat].promises
        return self.secrets.joining(promises)

    def deeds(self) -> list[Signed]:
        """What this player has to send, whether or not it was sent before."""
        if self.seat is None or self.chain.match.over or not self.chain.match.chairs[self.seat].person:
            return []
        match, told = self.chain.match, self.standing
        if match.chairs[self.seat].promise is None:
            return [self.joining()]
        if match.paused or match.ending:
            return []
        if told is not None and told.phase is Phase.COLLECTING and self.seat in told.waiting:
            return [self.secrets.ready(self.chain, self.seat)] if self.may_open() else []
        if not self.menu:
            return []
        if self.unanswered.action is None:
            self.unanswered.choose(pack(self.mind.choice(self.menu)))
        return [self.act()]

    def may_open(self) -> bool:
        """Before the last deal is revealed a nonce would be open for a deal that is not asked for yet."""
        match = self.chain.match
        ripe = match.deal == 0 or match.revealed or match.genesis.reveal == "match"
        return ripe and self.seat in match.asked

    def act(self, chosen: bytes | None = None, /, **changed: Any) -> Signed:
        """A move, or a forgery of one."""
        action = self.unanswered.action if chosen is None else chosen
        assert action is not None
        assert self.seat is not None
        genesis, secret = self.chain.match.genesis, None
        if type(msgspec.msgpack.decode(action, type=model(genesis.game).action)).secret:
            salt = self.id[:28] + self.turn.number.to_bytes(4, "big")
            place = (self.pin.table, self.number, self.seat)
            secret = boxes.conceal_choice(*place, salt, action, genesis.secrets)
            action = b""
        act = read_deed(self.secrets.act(self.chain, self.seat, self.turn.number, action, secret))
        return sign_deed(msgspec.structs.replace(act, **changed), self.key)

    def decide(self, what: Any, **changed: Any) -> Signed:
        decision = Decision(table=self.pin.table, match=self.number, head=self.chain.head, what=what)
        return sign_deed(msgspec.structs.replace(decision, **changed), self.key)


def mover(body: entries.Body) -> int | None:
    match body.what:
        case entries.Auto(seat=seat):
            return seat
        case entries.Acted():
            act = read_deed(body.causes[0])
            assert isinstance(act, Act)
            return act.seat
    return None


# ------------------------------------------------------------ at the end of a socket


class SocketPlayer(Player):
    """One who connects, plays, and connects again."""

    def __init__(self, table, name, number, *, hosting=False, want="seat", seats=2, limit=LIMIT):
        super().__init__(name, table.keys.pin, number, hosting=hosting, want=want)
        self.table, self.seats = table, seats
        self.limit = limit
        self.address = f"127.0.0.{number + 1}"
        self.host, self.way, self.socket = "127.0.0.1", lambda: table.port, socket.socket
        self.log, self.older, self.past = [], {}, {}
        self.known = False
        self.line = None
        self.sent = set()
        self.ends = []
        self.logins = 0
        self.changed = asyncio.Event()
        self.patience = Random(number)
        self.leave = False
        self.phases = set()
        self.deadlines = QUICK
        self.matches = 1

    @property
    def over(self):
        return self.chain.next > 0 and self.chain.match.over

    def heads(self, match):
        """The hashes of all entries of a match."""
        return self.chain._heads if match == self.number else self.past[match]

    def new_match(self, number):
        if getattr(self, "log", None):
            self.older[self.number] = self.log
            self.past[self.number] = self.chain._heads
        self.log = []
        super().new_match(number)

    # ------------------------------------------------------------ connecting

    async def run(self):
        """Until the table sends this player away."""
        wait = 0.01
        while not self.leave:
            try:
                await self.visit()
            except PassingError as error:
                self.ends.append(error.code)
            except OSError:
                self.ends.append(None)
            if self.logins:
                wait = 0.01
            await asyncio.sleep(wait * self.patience.uniform(0.5, 1.5))
            wait = min(wait * 2, 0.2)

    async def visit(self):
        sock = self.socket()
        sock.setblocking(False)
        try:
            sock.bind((self.address, 0))
            async with asyncio.timeout(self.deadlines.login):
                await asyncio.get_running_loop().sock_connect(sock, (self.host, self.way()))
        except BaseException:
            sock.close()
            raise
        aim = Aim(
            self.want,
            self.name,
            pin=self.pin,
            words=None if self.known or self.hosting else self.table.keys.words,
            hosting=self.table.keys.hosting if self.hosting else None,
            have=self.have,
        )
        try:
            line, _ = await call(sock, self.key, aim, "test", self.deadlines)
        except BaseException:
            sock.close()
            raise
        # What the last line said of the table may hold no more.
        self.known, self.line, self.sent, self.standing = True, line, set(), None
        self.logins += 1
        try:
            await line.run(self.told)
        except PeerError as error:
            await line.farewell(error)
            raise
        finally:
            self.line = None
            line.cut()
            self.changed.set()

    # ---------------------------------------------------------------- playing

    def told(self, event):
        match event:
            case m.Nack(why=m.Why.NOT_NOW):
                # With whatever comes next, once more.
                self.sent.clear()
                self.hear(event)
                return
            case m.Standing():
                self.phases.add(event.phase)
                self.hear(event)
            case m.Want(match=match, seq=seq):
                log = self.log if match == self.number else self.older.get(match, [])
                for entry in log[seq:]:
                    self.line.say(m.encode(m.Give(body=entry.body, sig=entry.sig)))
            case m.Entry():
                self.hear(event)
                self.log.append(event)
            case _:
                self.hear(event)
        self.heard.clear()
        del self.glimpses[:-1]
        if self.want == "seat":
            self.act_now()
        self.changed.set()

    def act_now(self):
        for deed in (*self.lobby_deeds(), *self.deeds()):
            body = m.encode(deed)
            if (self.number, body) not in self.sent:
                self.sent.add((self.number, body))
                self.line.say(body)

    def lobby_deeds(self):
        if self.lobby is None or self.standing is None:
            return
        if self.standing.phase is m.Phase.OVER and self.over and self.hosting and self.matches > self.number:
            yield m.Rematch()
        if self.standing.phase is not m.Phase.LOBBY or (self.chain.next and not self.chain.match.over):
            return
        chairs = [chair for chair in self.lobby.chairs if chair.name]
        mine = next((chair for chair in chairs if chair.id == self.id), None)
        if mine is not None and not mine.ready:
            yield self.joining()
            return
        if self.hosting and len(chairs) == self.seats and all(chair.ready for chair in chairs):
            yield m.Start()

    async def until(self, true):
        """Wait for it.  Pings come for ever, so the limit is one for the whole."""
        try:
            async with asyncio.timeout(self.limit):
                while not true():
                    self.changed.clear()
                    await self.changed.wait()
        except TimeoutError as error:
            error.add_note(self.report())
            raise

    def report(self):
        """Where this player has got to."""
        return (
            f"{self.name}: match {self.number}, {self.chain.next} entries, {self.standing}, "
            f"seat {self.seat if self.chain.next else None}, {len(self.menu)} moves, "
            f"{self.logins} logins, ended by {self.ends[-3:]}"
        )


class Company:
    """A table with its players, running; the table is killed at the end."""

    def __init__(self, table, players):
        self.table, self.players = table, players

    async def __aenter__(self):
        self.tasks = [asyncio.create_task(self.come(player)) for player in self.players]
        return self

    async def come(self, player):
        """Whoever hosts comes first: without anybody who does, the table would not wait for the others."""
        host = next((each for each in self.players if each.hosting), player)
        await host.until(lambda: host is player or host.lobby is not None)
        await player.run()

    async def __aexit__(self, *ends):
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        self.table.kill()

    async def over(self, match=1):
        """Every player has seen the end of this match; a player who crashed is told of instead."""
        await self.all(lambda player: player.number > match or (player.number == match and player.over))

    async def all(self, true):
        """This holds for every player."""
        waiting = asyncio.gather(*(player.until(lambda p=player: true(p)) for player in self.players))
        done, _ = await asyncio.wait({waiting, *self.tasks}, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
        await waiting

    def same_story(self, match=1):
        """All have the same chain, and it is the one on disk."""
        disk = self.table.entries(match)
        for player in self.players:
            assert player.heads(match) == disk._heads
        return disk


def company(table, seats, watchers=0, **more):
    """So many players, the first of them hosting, and watchers."""
    names = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn")
    players = [SocketPlayer(table, names[n], n + 1, hosting=not n, seats=seats, **more) for n in range(seats)]
    spectators = [SocketPlayer(table, f"Watcher {n}", 50 + n, want="watch", **more) for n in range(watchers)]
    return [*players, *spectators]
