"""One table, four players, and an adversary who owns the wire.

It delays and cuts bytes anywhere, drops lines on one side or both, lets players
say old acts again and connect twice.  What must hold after every step: all have
the beginning of one list, each seat at most one connection, and each act counts
once; and when the adversary tires, everybody has everything.
"""

import msgspec
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from kit.chain import CERT, NUMBER, PIN, TABLE, Dealer, identity

from llwire.chain.chain import Chain
from llwire.chain.entries import Acted, sign_deed
from llwire.chain.facts import Turn
from llwire.session.handshake import Admission, Aim
from llwire.session.host_session import Greeted, HostSession, Proven
from llwire.session.session import LIVE, ClientSession, Welcomed
from llwire.wire import messages as m
from llwire.wire.deeds import Act, read_deed
from llwire.wire.errors import Code, PeerError
from llwire.wire.limits import Deadlines
from llwire.wire.messages import Signed

SEATS = 4
DOOR = Admission(None, open=False, locked=True, hosting=None, knows=lambda _: True)
CHOICES = b"always the same"


class Connection:
    """Both ends and what is on its way between them."""

    def __init__(self, client, now):
        aim = Aim("seat", "P", pin=PIN, have=client.have)
        self.client = client
        self.near = ClientSession(identity(client.seat), aim, CERT, "", now, Deadlines())
        self.far = HostSession(PIN, "", now, Deadlines())
        self.up, self.down = bytearray(), bytearray()
        self.cursor = None
        self.collect()

    def collect(self):
        self.up += self.near.to_send()
        self.down += self.far.to_send()


class Player:
    def __init__(self, seat):
        self.seat, self.chain, self.log, self.turn = seat, Chain(PIN, NUMBER), [], Turn()
        self.connection, self.pending, self.said, self.intended = None, None, [], 0

    @property
    def have(self):
        return self.chain.have

    def take(self, entry):
        self.chain.accept(entry)
        self.log.append(entry)
        follow(self.turn, self.chain, entry, self.seat)
        if self.pending is not None and read_deed(self.pending).turn != self.turn.number:
            self.pending = None

    def sign(self, action):
        act = Act(
            table=TABLE,
            match=NUMBER,
            seat=self.seat,
            turn=self.turn.number,
            head=self.chain.head,
            action=action,
            secret=None,
        )
        self.pending = sign_deed(act, identity(self.seat))
        self.said.append(self.pending)

    def say(self, signed):
        if self.connection is not None and self.connection.near.stage in LIVE:
            self.connection.near.say(m.encode(signed))
            self.connection.collect()

    def heard(self, event):
        match event:
            case Welcomed() if self.pending is not None:
                self.say(self.pending)
            case m.Entry():
                self.take(event)
            case m.Nack(turn=turn, now=now) if self.pending is not None and turn == now:
                assert turn != read_deed(self.pending).turn, (
                    "refused, though nothing had changed for this seat"
                )


def acts(log):
    """(seat, turn, action) of every act on the chain."""
    bodies = [msgspec.msgpack.decode(entry.body) for entry in log]
    deeds = [read_deed(Signed(body=c["body"], sig=c["sig"])) for body in bodies for c in body["causes"]]
    return [(deed.seat, deed.turn, deed.action) for deed in deeds if isinstance(deed, Act)]


def follow(turn, chain, entry, seat):
    mine = any(by == seat for by, _, _ in acts([entry]))
    turn.follow(chain.next - 1, chain.head, CHOICES, acted=mine)


class HostileWire(RuleBasedStateMachine):
    seats = st.integers(0, SEATS - 1)
    sizes = st.sampled_from([1, 3, 7, 50, 400, 10_000, 10_000])
    picks = st.integers(0, 10_000)

    @initialize()
    def begin(self):
        self.dealer = Dealer(people=SEATS)
        self.turns = [Turn() for _ in range(SEATS)]
        for write in (self.dealer.begin, self.dealer.deal):
            write()
            self.written()
        self.inside, self.lines, self.now = {}, [], 0.0
        self.players = [Player(seat) for seat in range(SEATS)]
        self.ends = []
        for seat in range(SEATS):
            self.connect(seat)
            self.let_one_talk(seat)

    def written(self):
        for seat, turn in enumerate(self.turns):
            follow(turn, self.dealer.chain, self.dealer.log[-1], seat)

    # --- the table ---

    def host_hears(self, line, data):
        self.now += 10  # the throttle is another test's matter
        try:
            line.far.receive(data, self.now)
            while (event := line.far.next()) is not None:
                self.host_does(line, event)
        except PeerError as error:
            self.host_parts(line, error.code)
        self.pour()

    def host_does(self, line, event):
        match event:
            case Greeted():
                line.far.answer(DOOR, m.Phase.PLAYING)
            case Proven(hello=hello):
                if line.client.seat in self.inside:
                    self.host_parts(self.inside[line.client.seat], Code.REPLACED)
                line.cursor = hello.have.seq + 1 if hello.have else 0
                line.far.welcome(line.client.seat, None)
                self.inside[line.client.seat] = line
            case Signed() as signed:
                act = read_deed(signed)
                assert isinstance(act, Act)
                turn = self.turns[act.seat]
                if turn.counts(act):
                    self.dealer.write(Acted(), causes=[signed])
                    self.written()
                else:
                    nack = m.Nack(to="act", turn=act.turn, now=turn.number, why=m.Why.STALE, reason=None)
                    line.far.say(m.encode(nack))

    def host_parts(self, line, code):
        if self.inside.get(line.client.seat) is line:
            del self.inside[line.client.seat]
        line.far.part(code)
        self.ends.append(code)

    def pour(self):
        for line in self.inside.values():
            while line.cursor < len(self.dealer.log):
                line.far.say(m.encode(self.dealer.log[line.cursor]))
                line.cursor += 1
        for line in self.lines:
            line.collect()

    # --- the players ---

    @rule(seat=seats, goes_well=st.booleans())
    def come_back(self, seat, goes_well):
        self.connect(seat)
        if goes_well:
            self.let_one_talk(seat)

    def connect(self, seat):
        player = self.players[seat]
        player.connection = Connection(player, self.now)
        self.lines = [*self.lines, player.connection][-12:]

    @rule(seat=seats)
    def act(self, seat):
        player = self.players[seat]
        if len(player.log) >= 2 and player.pending is None:
            player.intended += 1
            player.sign(b"%d" % player.intended)
            player.say(player.pending)

    @rule(seat=seats, pick=picks)
    def say_something_old_again(self, seat, pick):
        player = self.players[seat]
        if player.said:
            player.say(player.said[pick % len(player.said)])

    # --- the wire ---

    @precondition(lambda self: self.lines)
    @rule(pick=picks, size=sizes)
    def carry_up(self, pick, size):
        line = self.lines[pick % len(self.lines)]
        data, line.up = bytes(line.up[:size]), line.up[size:]
        if data:
            self.host_hears(line, data)

    @precondition(lambda self: self.lines)
    @rule(pick=picks, size=sizes)
    def carry_down(self, pick, size):
        line = self.lines[pick % len(self.lines)]
        data, line.down = bytes(line.down[:size]), line.down[size:]
        player = line.client
        if not data or player.connection is not line:
            return
        try:
            line.near.receive(data, self.now)
            while (event := line.near.next()) is not None:
                player.heard(event)
        except PeerError as error:
            self.ends.append(error.code)
            player.connection = None
        line.collect()

    @rule(seat=seats)
    def let_one_talk(self, seat):
        line = self.players[seat].connection
        if line not in self.lines:
            return
        at = self.lines.index(line)
        while (line.up or line.down) and line.client.connection is line:
            self.carry_up(at, 10_000)
            self.carry_down(at, 10_000)

    @precondition(lambda self: len(self.lines) > 1)
    @rule(pick=picks, known_to_host=st.booleans(), known_to_client=st.booleans())
    def cut(self, pick, known_to_host, known_to_client):
        """What was on its way is gone; either side may not notice."""
        line = self.lines.pop(pick % len(self.lines))
        if known_to_host:
            self.host_parts(line, Code.LOST)
        if known_to_client and line.client.connection is line:
            line.client.connection = None

    # --- what must hold ---

    @invariant()
    def everybody_has_the_beginning_of_one_list(self):
        for player in getattr(self, "players", []):
            assert player.log == self.dealer.log[: len(player.log)]
            assert player.chain.next == len(player.log)

    @invariant()
    def an_act_counts_once_and_in_the_order_it_was_meant(self):
        done = acts(self.dealer.log) if hasattr(self, "dealer") else []
        assert len({(seat, turn) for seat, turn, _ in done}) == len(done)
        for player in self.players if done else []:
            mine = [int(action) for seat, _, action in done if seat == player.seat]
            assert mine == list(range(1, len(mine) + 1))
            assert len(mine) <= player.intended

    @invariant()
    def nobody_is_taken_for_a_wrongdoer(self):
        assert set(getattr(self, "ends", ())) <= {Code.LOST, Code.REPLACED}

    @invariant()
    def a_seat_is_played_over_one_live_line(self):
        live = [line.client.seat for line in getattr(self, "lines", []) if line.far.stage in LIVE]
        assert len(live) == len(set(live))

    def teardown(self):
        """The adversary tires: everybody comes back and has everything."""
        if not hasattr(self, "players"):
            return
        for seat in range(SEATS):
            self.connect(seat)
        for _ in range(2):
            for seat in range(SEATS):
                self.let_one_talk(seat)
        for player in self.players:
            assert player.chain.head == self.dealer.chain.head
            assert player.pending is None
            assert sum(seat == player.seat for seat, _, _ in acts(self.dealer.log)) == player.intended
        self.nobody_is_taken_for_a_wrongdoer()


TestHostileWire = HostileWire.TestCase
TestHostileWire.settings = settings(max_examples=50, stateful_step_count=50, deadline=None)
