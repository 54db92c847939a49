"""A table and its players in memory: every message waits in a queue until the test lets it arrive.

The order is drawn by a seed; lines break, deeds arrive twice, programs start
anew.  Nobody sleeps: the clock is a number.
"""

from __future__ import annotations

from collections import deque
from functools import partial
from random import Random

from lltui.client import requests
from lltui.client import updates as u
from lltui.client.client import Append, Client, Evidence, HangUp, KeepReady, Send, TellBoard
from lltui.games.game import Action
from lltui.games.love_letter.model import MODEL, Options
from lltui.games.seat import Glimpse, Over
from lltui.record.audit import RulesVerifier
from lltui.table import effects as e
from lltui.table import game_options
from lltui.table.keys import fresh
from lltui.table.lobby import Pace, Settings
from lltui.table.table import Table
from llwire.chain.chain import Chain
from llwire.chain.entries import Acted
from llwire.chain.entries import decode as body_of
from llwire.session.host_session import DeedHeard, Proven
from llwire.wire import messages as m
from llwire.wire.crypto import SignKey
from llwire.wire.deeds import Signed, read_deed
from llwire.wire.errors import Code, PeerError


def held(own, pin):
    """The entries of an own log that hold."""
    chain = Chain(pin, 1)
    own.read(chain, lambda _: None)
    return [own.entry(seq) for seq in range(chain.next)]


def taken(log, chain, look):
    for entry in log:
        look(chain.accept(entry))


class Person:
    """One player with a program that may be started anew, and a board that answers by chance."""

    def __init__(self, keys, name, number, *, hosting=False, want="seat", plays=True):
        self.keys, self.name, self.hosting, self.want = keys, name, hosting, want
        self.me = SignKey(bytes([number]) * 32)
        self.rng = Random(number)
        self.plays = plays
        self.reads = False  # still the last thing that was told
        self.disk, self.sent, self.evidence = {}, {}, []
        self.told, self.seen, self.chosen, self.parted = deque(), [], [], []
        self.line = None
        self.up, self.down = deque(), deque()
        self.place = (1, 0)
        self.start()

    verifier = RulesVerifier

    def start(self):
        """The program, with what is on its disk."""
        secret = self.me.public
        salt = Random(self.name).randbytes
        self.client = Client(self.keys.pin, self.me, secret, self.verifier, salt)
        self.told.clear()
        if self.disk:
            newest = max(self.disk)
            self.client.restore(newest, self.sent.get(newest), partial(taken, self.disk[newest]))

    @property
    def hello(self):
        have = self.client.have
        return m.Hello(v=(2,), program="test", want=self.want, name=self.name, id=self.me.public,
                       nonce=bytes(32), pake=None, table=None, have=have)  # fmt: skip

    def perform(self, effects):
        for effect in effects:
            match effect:
                case Send(message=message):
                    if self.line is not None:
                        self.up.append(message)
                case Append(match=match, entry=entry):
                    self.disk.setdefault(match, []).append(entry)
                case KeepReady(match=match, number=number, ready=ready):
                    self.sent[match] = (number, ready)
                case Evidence(entry=entry):
                    self.evidence.append(entry)
                case TellBoard():
                    self.told.append(effect)
                case HangUp(why=why):
                    self.parted.append(why)

    def look(self):
        """The board takes the next update, and answers."""
        if not self.told:
            self.perform(self.client.attend())
            return
        told = self.told.popleft()
        self.seen.append(told.update)
        self.client.saw(told.turn)
        if self.plays and isinstance(told.update, Glimpse) and told.update.menu:
            self.choose(told.update)
        if self.plays and told.update == u.Refused("act", "illegal"):
            self.choose(self.client.now.glimpse)

    def choose(self, glimpse):
        action = self.rng.choice(glimpse.menu)
        before = len(self.told)
        self.request(action)
        if not any(isinstance(tell.update, u.Refused) for tell in list(self.told)[before:]):
            self.chosen.append(action)

    def request(self, what):
        self.perform(self.client.act(what))

    def has(self, kind, **facts):
        everything = [*self.seen, *(tell.update for tell in self.told)]
        everything += [fact for past in everything if isinstance(past, u.HeardBefore) for fact in past.told]
        return any(
            isinstance(x, kind) and all(getattr(x, k) == v for k, v in facts.items()) for x in everything
        )

    def kinds(self):
        return [type(update) for update in self.seen]


class Hall:
    def __init__(
        self, *names, seed=1, options=None, faults=(), bots=0, watch=(), reveal="round", game=MODEL.id
    ):
        self.rng = Random(seed)
        self.keys = fresh(Random(seed).randbytes, None)
        settings = Settings(pace=Pace(bot=0.0), open=True, reveal=reveal)
        lobby = game_options.fresh(game, options or Options(target=1))
        self.table = Table(self.keys, settings, lobby, Random(seed).randbytes)
        self.people = [Person(self.keys, name, n + 1, hosting=n == 0) for n, name in enumerate(names)]
        self.people += [Person(self.keys, name, 100 + n, want="watch") for n, name in enumerate(watch)]
        self.faults = faults  # what may go wrong at any step, and how likely
        self.log = {}
        self.full = False  # the table's disk
        self.now = 100.0
        self.lines = {}
        self.newest = 0
        self.steps = 0
        self.tampers = {}  # person -> what becomes of an entry on its way
        for person in self.people:
            self.enter(person)
        self.bots = bots

    # ---------------------------------------------------------------- lines

    def enter(self, person):
        self.newest += 1
        line = self.newest
        hello = person.hello
        proven = Proven(hello, paired=True, hosting=person.hosting)
        told = self.table.entered(line, proven, self.now)
        self.lines[line], person.line = person, line
        person.place = (
            (self.table.lobby.match, 0) if hello.have is None else (hello.have.match, hello.have.seq + 1)
        )
        person.up.clear()
        person.down.clear()
        seat = self.table.seat_of(hello.id)
        welcome = m.Welcome(
            want=person.want, seat=seat, hosting=person.hosting, confirm=None, have=self.table.head()
        )
        person.perform(person.client.welcomed(welcome))
        self.carry_out(told)

    def lose(self, person, code=Code.LOST):
        """Whatever was on its way is gone."""
        line, person.line = person.line, None
        person.up.clear()
        person.down.clear()
        person.client.unlinked()
        if line is not None:
            del self.lines[line]
            self.carry_out(self.table.gone(line, code, self.now))

    def carry_out(self, told):
        for effect in told:
            match effect:
                case e.Save():
                    self.carry_out(self.save(effect))
                case e.SayTo(line=line, message=message):
                    if line in self.lines:
                        self.lines[line].down.append(message)
                case e.Tell(message=message):
                    for person in self.lines.values():
                        person.down.append(message)
                case e.AskEntries(line=line, match=match, seq=seq):
                    self.lines[line].down.append(m.Want(match=match, seq=seq))
                case e.EndLine(line=line, code=code):
                    person = self.lines.get(line)
                    if person is not None:
                        person.parted.append(code)
                        self.lose(person, code)

    # ------------------------------------------------------------ what arrives

    def arrives_up(self, person):
        message = person.up.popleft()
        event = DeedHeard(read_deed(message), message) if isinstance(message, Signed) else message
        try:
            told = self.table.receive(person.line, event, self.now, None)
        except PeerError as error:
            person.parted.append(error.code)
            self.lose(person, error.code)
            return
        self.carry_out(told)

    def arrives_down(self, person):
        person.perform(person.client.receive(person.down.popleft()))
        self._hang_up(person)

    def arrives_entry(self, person):
        match, seq = person.place
        entry = self.log[match][seq]
        person.place = (match, seq + 1)
        tamper = self.tampers.get(person)
        person.perform(person.client.receive(tamper(entry) if tamper else entry))
        self._hang_up(person)

    def _hang_up(self, person):
        if person.parted and person.line is not None:
            while person.up and person.line is not None:  # what was said before hanging up
                self.arrives_up(person)
        if person.parted and person.line is not None:
            self.lose(person, Code.MALFORMED)

    def lacks(self, person):
        match, seq = person.place
        if seq >= len(self.log.get(match, ())) and match + 1 in self.log:
            person.place = match, seq = match + 1, 0
        return seq < len(self.log.get(match, ()))

    def save(self, effect):
        if self.full:
            return self.table.unsaved("full", self.now)
        self.log.setdefault(effect.match, []).append(effect.entry)
        return self.table.saved(self.now)

    def thaw(self):
        """There is room again, and the table asks once more."""
        self.full = False
        self.carry_out(self.table.retry(self.now))

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
            can += [(self.arrives_entry, person)] if self.lacks(person) else []
        boards = [p for p in self.people if (p.told or not p.client._attends) and not p.reads]
        can += [(Person.look, person) for person in boards]
        can += [(Hall.thaw, self)] if self.full else []
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
                assert until(), f"stands still: {self.table.phase()}"
                return self
        raise AssertionError(f"never: {self.table.phase()}")

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
        self.run(lambda: bool(self.log.get(self.table.lobby.match)))
        self.faults = faults
        return self

    def settle_up(self):
        for person in self.people:
            while person.up:
                self.arrives_up(person)

    def play(self):
        number = self.table.lobby.match

        def over(person):
            now = person.client.now
            return person.parted or (now and now.number == number and now.match.over)

        self.run(lambda: all(map(over, self.people)))
        return self.settle()

    def acted(self, person, match=1):
        """The moves of this person that the chain holds."""
        bodies = [body_of(entry.body) for entry in self.log[match]]
        acts = [read_deed(body.causes[0]) for body in bodies if isinstance(body.what, Acted)]
        seat = person.client.now.seat
        return [act for act in acts if act.seat == seat]


# ---------------------------------------------------------------------- faults


def lost_line(hall):
    person = hall.rng.choice(hall.people)
    if person.line is not None:
        hall.lose(person)


def doubled(hall):
    person = hall.rng.choice(hall.people)
    deeds = [message for message in person.up if isinstance(message, Signed)]
    if deeds:
        person.up.append(hall.rng.choice(deeds))


def restarted(hall):
    person = hall.rng.choice(hall.people)
    if person.line is not None:
        hall.lose(person)
    person.start()


def full_disk(hall):
    hall.full = True


def is_action(what):
    return isinstance(what, Action)


__all__ = ["Hall", "Over", "Person", "doubled", "full_disk", "is_action", "lost_line", "restarted"]
