"""An adversary has the lines, the clock and the power switch: it may annoy everybody, and gain nothing.

It drops, doubles, delays and reorders what players say, holds back what they
are told, cuts lines, fills the disk, kills the table; the hosting player
decides at random.  After every step there is one history, in which nobody
moves twice in a turn or out of it; and when it stops, everybody plays on.
"""

from __future__ import annotations

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from kit.memory import KEYS, Crash, MemoryTable, at_pace
from kit.players import mover
from table.asking import bodies
from toy.model import MODEL
from toy.model import Options as ToyOptions
from toy.rules import RULES as TOY

from lltui.games.known_games import MODELS
from lltui.games.love_letter.model import Options
from lltui.games.rulebooks import BOOKS
from lltui.table.match_engine import MatchEngine
from llwire.chain import entries
from llwire.chain.entries import entry_hash
from llwire.wire.deeds import Act, Drop, GoOn, LeaveOut, Pause, Resume, StandIn, read_deed

GAMES = {"love-letter": Options(target=1), MODEL.id: ToyOptions(nights=1)}
DECISIONS = (
    Pause(),
    Resume(),
    Resume(),
    GoOn(),
    StandIn(seat=1, on=True),
    StandIn(seat=1, on=False),
    Drop(seat=2),
)


class Adversary(RuleBasedStateMachine):
    seats = st.integers(0, 2)
    any_of_them = st.integers(0, 30)

    @initialize(game=st.sampled_from(sorted(GAMES)), bots=st.integers(0, 1), clock=st.booleans())
    def sit_down(self, game, bots, clock):
        self.evening = MemoryTable(game, GAMES[game], at_pace(bot=0.7, turn=30.0 if clock else None))
        self.players = self.evening.company("Ann", "Bob", "Cid")
        self.evening.begin(*self.players, bots=("random",) * bots)
        self.evening.slow = True
        self.air = []
        self.seen = 0
        self.witness = MatchEngine(KEYS, 1)
        self.turns = set()

    # ------------------------------------------------------------- the players

    @rule(seat=seats)
    def act(self, seat):
        player = self.players[seat]
        if self.evening.here(player):
            self.air += [(player, deed) for deed in player.deeds()]

    @rule(seat=seats)
    def follow(self, seat):
        if self.evening.here(self.players[seat]):
            self.evening.bring(self.evening.line(self.players[seat]))

    @rule(seat=seats)
    def catch_up(self, seat):
        player = self.players[seat]
        if self.evening.here(player):
            line = self.evening.line(player)
            while self.evening.bring(line):
                pass
            self._listen(player)

    @rule(seat=seats)
    def hear(self, seat):
        if self.evening.here(self.players[seat]):
            self._listen(self.players[seat])

    def _listen(self, player):
        post = self.evening.post[self.evening.line(player)]
        while post:
            player.hear(post.popleft())

    @rule(which=any_of_them)
    def decide(self, which):
        ann = self.players[0]
        if not self.evening.here(ann) or not ann.chain.next:
            return
        match = ann.chain.match
        out = LeaveOut(deal=match.deal + 1, attempt=match.attempt, seats=(1,))
        what = (*DECISIONS, out)[which % (len(DECISIONS) + 1)]
        self.air.append((ann, ann.decide(what)))

    # ----------------------------------------------------------- the adversary

    @precondition(lambda self: self.air)
    @rule(which=any_of_them, again=st.booleans())
    def deliver(self, which, again):
        which %= len(self.air)
        player, deed = self.air[which] if again else self.air.pop(which)
        if self.evening.here(player):
            self._attempt(lambda: self.evening.say(player, deed))

    @precondition(lambda self: self.air)
    @rule(which=any_of_them)
    def lose(self, which):
        del self.air[which % len(self.air)]

    @rule(seat=seats)
    def cut(self, seat):
        if self.evening.here(self.players[seat]):
            self._attempt(lambda: self.evening.leave(self.players[seat]))

    @rule(seat=seats)
    def come_back(self, seat):
        self._attempt(lambda: self.evening.enter(self.players[seat]))

    @rule(seconds=st.sampled_from((0.1, 1.0, 31.0)))
    def wait(self, seconds):
        self._attempt(lambda: self.evening.pass_time(seconds))

    @rule(full=st.booleans())
    def disk(self, full):
        self.evening.disk.full = full
        if not full:
            self._attempt(self.evening.thaw)

    @rule(moment=st.sampled_from(("before", "saved", "told")))
    def kill_at_the_next_entry(self, moment):
        self.evening.fails = lambda _: moment

    @rule()
    def kill(self):
        self.evening.restart()

    def _attempt(self, what):
        try:
            what()
        except Crash:
            self.evening.fails = lambda _: None
            self.evening.restart()

    # ------------------------------------------------------------ what must hold

    @invariant()
    def there_is_one_history_and_nobody_moves_out_of_turn(self):
        log = self.evening.log
        for entry in log[self.seen :]:
            self._judge(entry)
        self.seen = len(log)
        for player in self.players:
            assert player.chain.next <= len(log)
            if player.chain.next:
                assert player.chain.head == entry_hash(log[player.chain.next - 1].body)

    def _judge(self, entry):
        body = entries.decode(entry.body)
        seat = mover(body)
        if seat is not None:
            assert seat in self.witness.awaited()
        for signed in body.causes if isinstance(body.what, entries.Acted) else ():
            act = read_deed(signed)
            assert isinstance(act, Act)
            assert (act.seat, act.turn) not in self.turns
            self.turns.add((act.seat, act.turn))
        self.witness.replay([entry])

    def teardown(self):
        """It has had its fun."""
        if not hasattr(self, "evening"):
            return
        evening = self.evening
        evening.slow, evening.breath, evening.fails = False, 0.1, lambda _: None
        evening.thaw()
        for player in self.players:
            evening.enter(player)
        ann = self.players[0]
        if ann.chain.match.paused:
            evening.say(ann, ann.decide(Resume()))
        evening.play()
        self.there_is_one_history_and_nobody_moves_out_of_turn()
        assert {player.chain.next for player in self.players} == {len(evening.log)}
        assert type(bodies(evening)[-1].what) is entries.Ended


class TestAdversary(Adversary.TestCase):
    settings = settings(max_examples=settings().max_examples * 4, stateful_step_count=60, deadline=None)

    def setUp(self):
        MODELS[MODEL.id], BOOKS[MODEL.id] = MODEL, lambda: TOY
