"""Two matches at a real table that differ in what Bob may not know: he gets the same of both.

Bob is any seat, or a watcher.  The first match is played as it comes.  In the
second one every shuffle leaves another world behind than in the first, one that
the rules do not let Bob tell apart (`twin`); and whoever else acts does another
thing than in the first where the rules tell Bob nothing of the difference.
Then all that the wire brings him has to be the same: entries and causes byte by
byte, his own box opened, of what is sealed or hashed the length, and the order
of it all.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest
from at_hand import GAMES, TABLES
from kit.memory import MemoryTable, at_pace
from kit.players import Player, pack
from tables import Moment, Table, sight
from toy.model import Vote

from lltui.games import packing, rulebooks
from lltui.games.game import NATURE, News, apply
from lltui.games.love_letter.model import Keep
from lltui.games.two_princes.model import Ballot, Choose, ChooseApart
from lltui.games.two_princes.model import Options as Princes
from lltui.table.lobby import HostSettings
from lltui.table.running_match import BotSeats, RunningMatch
from lltui.table.table import StatusMessages, presence
from llwire.chain import boxes, entries
from llwire.wire import messages as m
from llwire.wire.deeds import read_deed
from llwire.wire.errors import PeerError
from llwire.wire.messages import Phase

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Finn")
TWINS = 24  # that are tried at each entry
TRIES = 40  # pairs of moves
CLOCK = 5.0
# Of these only the length may be compared: what they are made of has to be random.
RANDOM = {"prev", "sig", "hash", "head", "commit", "box"}

MORE = [
    Table(GAMES["princes"].rules, GAMES["princes"], Princes("brief", **agreed), 2)
    for agreed in (
        {"alone": "strict", "talk": "signals"},
        {"alone": "strict", "talk": "open", "difficulty": "grim", "edward": 1},
        {"afflictions": "deck"},
    )
]
EVERY = [*TABLES, *MORE]


class Unpaired(Exception):
    """Nothing that could be done in the other world would look the same."""


# --------------------------------------------------------------------- two worlds


class Rules:
    """A game that writes down what is played."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.moments: list[Moment] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self.table.game, name)

    def play(self, state: Any, seat: int, action: Any, news: News | None = None) -> None:
        heard, before = News() if news is None else news, self.table.game.copy(state)
        self.change(before, state, seat, action, heard)
        self.moments.append(Moment(before, seat, action, self.table.game.copy(state), heard))

    def change(self, before: Any, state: Any, seat: int, action: Any, news: News) -> None:
        self.table.game.play(state, seat, action, news)

    def menus(self, state: Any) -> list[tuple[Any, ...]]:
        return [tuple(self.table.game.legal(state, seat)) for seat in range(self.table.seats)]


class Twinned(Rules):
    """The same, in another world; `first` has gone one entry ahead."""

    def __init__(self, table: Table, listener: int | None, rng: Random, first: Rules) -> None:
        super().__init__(table)
        self.listener, self.rng, self.first = listener, rng, first
        self.others = 0  # entries after which the world is another one

    def change(self, before: Any, state: Any, seat: int, action: Any, news: News) -> None:
        there = self.first.moments[len(self.moments)]
        assert seat == there.seat, "another seat moves"
        world = None
        if seat == NATURE:
            news.told += there.news.told
            news.opened += there.news.opened
            world = self.table.game.copy(there.after)
        else:
            self.table.game.play(state, seat, action, news)
        world = next(self.twins(before, seat, there), world)
        if world is not None:
            for field in state.__struct_fields__:
                setattr(state, field, getattr(world, field))
        self.others += state != there.after

    def twins(self, before: Any, seat: int, there: Moment) -> Iterator[Any]:
        for _ in range(TWINS):
            world = self.table.at_hand.twin(there.after, self.listener, self.rng)
            if world != there.after and self.goes_on(before, seat, there, world):
                yield world

    def goes_on(self, before: Any, seat: int, there: Moment, world: Any) -> bool:
        """Whoever is asked something is asked it at this entry in both, and can answer alike."""
        rows = zip(*map(self.menus, (there.before, there.after, before, world)), strict=True)
        for other, (was, now, was_here, now_here) in enumerate(rows):
            changed = other == seat or (was != now) == (was_here != now_here)
            if other != self.listener and not changed:
                return False
            if now and not self.answers(there.after, now, world, now_here, other):
                return False
        return True

    def answers(self, state: Any, menu: Any, other: Any, menu_there: Any, seat: int) -> bool:
        for action in self.rng.sample(menu, min(len(menu), 4)):
            told = seen(self.table, self.listener, state, seat, action)
            mine = (action,) if seat == self.listener or action in menu_there else menu_there[:8]
            if any(seen(self.table, self.listener, other, seat, each) == told for each in mine):
                return True
        return False


def seen(table: Table, listener: int | None, state: Any, seat: int, action: Any) -> Any:
    """All that the rules let the listener know of a move."""
    after, news = apply(table.game, state, seat, action)
    return sight(table, after, listener), list(news.heard_by(listener)), news.opened


class World(NamedTuple):
    """One of the two evenings."""

    rules: Rules
    evening: MemoryTable
    players: list[Player]
    listener: Player

    @property
    def engine(self) -> Any:
        return self.evening.table.state.playing.engine

    @property
    def phase(self) -> Phase:
        return self.evening.table.state.phase


class Worlds:
    """Both, step by step.  `bots` of the seats are played by the table itself."""

    now: World | Worlds | Any = None

    def __init__(
        self, monkeypatch: Any, table: Table, listener: int | None, seed: int, *, bots: int, clock: bool
    ) -> None:
        self.table, self.listener, self.rng = table, listener, Random(seed)
        self.bots, self.clock = bots, clock
        first = Rules(table)
        self._rules: Rules = first
        self.pairs = self.differ = 0
        monkeypatch.setitem(rulebooks.BOOKS, table.game.model.id, lambda: self._rules)
        monkeypatch.setattr(BotSeats, "choose", lambda bot_seats, seat: self.bot(seat))
        self.one = self._begun(first, seed)
        self.other = self._begun(Twinned(table, listener, self.rng, first), seed)

    def _begun(self, rules: Rules, seed: int) -> World:
        self._rules = rules
        pace = {"bot": 0.0, "turn": CLOCK if self.clock else None}
        settings: HostSettings = msgspec.structs.replace(
            at_pace(**pace), reveal="round" if seed % 2 else "match"
        )
        evening = MemoryTable(self.table.game.model.id, self.table.options, settings, seed=seed)
        people = evening.company(*NAMES[: self.table.seats - self.bots])
        watcher = evening.player("Wat", 90, want="watch")
        world = World(rules, evening, people, watcher if self.listener is None else people[self.listener])
        evening.enter(people[0])
        evening.enter(watcher)
        evening.gather(*people[1:])
        for _ in range(self.bots):
            evening.say(people[0], m.AddBot(seat=None, bot="random"))
        for player in people:
            evening.say(player, player.joining())
        evening.say(people[0], m.Start())
        return world

    # ------------------------------------------------------------------- moves

    def bot(self, seat: int) -> Any:
        """What the table plays for a seat: anything, and in the other world something that looks alike."""
        if self._rules is self.one_rules:
            return self.rng.choice(self.one_rules.table.game.legal(self._state, seat))
        there = self.one_rules.moments[len(self._rules.moments)]
        return self.alike(there.before, there.action, self._state, seat)

    @property
    def one_rules(self) -> Rules:
        return self._rules.first if isinstance(self._rules, Twinned) else self._rules

    @property
    def _state(self) -> Any:
        """Of the world that goes on."""
        return self._rules.moments[-1].after

    def alike(self, state: Any, action: Any, other: Any, seat: int) -> Any:
        """Something else for that seat in the other world, or the same; Unpaired if nothing looks alike."""
        game = self.table.game
        told = seen(self.table, self.listener, state, seat, action)
        menu = list(game.legal(other, seat))
        self.rng.shuffle(menu)
        menu.sort(key=lambda each: each == action)
        for each in menu[:TRIES] if action not in menu[TRIES:] else (*menu[:TRIES], action):
            if seen(self.table, self.listener, other, seat, each) == told:
                self.pairs += 1
                self.differ += each != action
                return each
        raise Unpaired

    def step(self) -> bool:
        """One move in both; False if there is none."""
        for world in (self.one, self.other):
            self._rules = world.rules
            for player in world.players:
                told = player.standing
                asked = told.phase is Phase.COLLECTING and player.seat in told.waiting
                if asked and player.may_open():
                    world.evening.say(player, player.deeds()[0])
        if Phase.OVER in (self.one.phase, self.other.phase):
            return False
        awaited = [seat for seat in self.one.engine.awaited() if seat < len(self.one.players)]
        if not awaited:
            return False
        if self.clock and self.rng.random() < 0.2:
            self._each(lambda world: world.evening.pass_time(CLOCK + 1))
            return True
        seat, one, other = self._moves(awaited)
        for world, action in ((self.one, one), (self.other, other)):
            self._rules = world.rules
            player = world.players[seat]
            player.unanswered.choose(pack(action))
            world.evening.say(player, player.act())
        return True

    def _each(self, do: Any) -> None:
        for world in (self.one, self.other):
            self._rules = world.rules
            do(world)

    def _moves(self, awaited: list[int]) -> tuple[int, Any, Any]:
        states = self.one.engine.state, self.other.engine.state
        seats = self.rng.sample(awaited, len(awaited))
        for seat in seats:
            menu = list(self.table.game.legal(states[0], seat))
            for action in self.rng.sample(menu, min(len(menu), 12)):
                try:
                    if seat == self.listener:
                        told = (seen(self.table, self.listener, state, seat, action) for state in states)
                        if next(told) == next(told):
                            return seat, action, action
                    else:
                        return seat, action, self.alike(states[0], action, states[1], seat)
                except Unpaired:
                    continue
        raise Unpaired

    # ----------------------------------------------------------------- the law

    def play(self, steps: int) -> int:
        """How many entries Bob has got that he could not tell apart."""
        try:
            for _ in range(steps):
                self.compare()
                if not self.step():
                    break
        except Unpaired:
            self.compare(whole=False)
        else:
            self.compare()
        return self.compared

    compared = 0
    _messages = 0

    def compare(self, *, whole: bool = True) -> None:
        """What is new since it was last compared."""
        one, other = (list(wire(world.listener, self._messages)) for world in (self.one, self.other))
        for there, here in zip(one, other, strict=False):
            assert there == here
        assert not whole or len(one) == len(other), "more is said in one of them"
        self.compared += sum("body" in each for each in one[: len(other)])
        self._messages += min(len(one), len(other))


# ------------------------------------------------------------------- the wire


def wire(player: Player, since: int) -> Iterator[dict[str, Any]]:
    """All that was sent to one line, in its order, without what is random."""
    for message in player.heard[since:]:
        told = msgspec.to_builtins(message, builtin_types=(bytes,))
        if isinstance(message, m.Entry):
            told = entry(player, entries.decode(message.body), message)
        yield bare(told)


def entry(player: Player, body: entries.Body, message: m.Entry) -> dict[str, Any]:
    told = msgspec.to_builtins(body, builtin_types=(bytes,))
    told["causes"] = [msgspec.to_builtins(read_deed(cause), builtin_types=(bytes,)) for cause in body.causes]
    told["opened"] = [opening.seq for opening in body.opened]  # what was chosen is open from here on
    told["boxes"] = [len(box) for box in body.boxes]
    if player.seat is not None:
        told["own"] = player.chain.open(body, player.seat, player.secrets.box)
    choices = sum(len(opening.choice) for opening in body.opened)
    return {"t": "entry", "body": told, "size": len(message.body) - choices}


def bare(told: Any) -> Any:
    if isinstance(told, dict):
        return {
            key: len(value) if key in RANDOM and isinstance(value, bytes) else bare(value)
            for key, value in told.items()
        }
    return [bare(each) for each in told] if isinstance(told, list | tuple) else told


# ------------------------------------------------------------------ the law, tried


def tried(monkeypatch: Any, table: Table, seed: int, steps: int) -> Worlds:
    rng = Random(seed)
    people = table.seats - (bots := rng.choice((0, 0, 1)) if table.seats > 2 else 0)
    listener = rng.choice((None, *range(people)))
    worlds = Worlds(monkeypatch, table, listener, seed, bots=bots, clock=rng.random() < 0.3)
    worlds.play(steps)
    return worlds


@pytest.mark.parametrize("table", EVERY, ids=repr)
def test_bob_gets_the_same_whatever_he_may_not_know(table, monkeypatch):
    worlds = [tried(monkeypatch, table, seed, 8) for seed in (1, 3)]
    assert sum(each.compared for each in worlds) > 6
    assert sum(each.other.rules.others for each in worlds) > 3


@pytest.mark.soak
@pytest.mark.parametrize("table", EVERY, ids=repr)
def test_bob_gets_the_same_of_whole_matches(table, monkeypatch):
    compared = 0
    for seed in range(8):
        with monkeypatch.context() as patch:
            worlds = tried(patch, table, seed, 2_000)
        compared += worlds.compared
    assert compared > 60


# --- the same law, with a guard taken away ------------------------------------


def finds(monkeypatch: Any, game: str, seeds: range = range(24), **agreed: Any) -> bool:
    """Whether a match of that game shows Bob the difference."""
    for seed in seeds:
        tables = [table for table in EVERY if table.at_hand is GAMES[game] and fits(table, agreed)]
        with monkeypatch.context() as patch:
            try:
                tried(patch, Random(seed).choice(tables), seed, 120)
            except (AssertionError, PeerError):
                return True
    return False


def fits(table: Table, agreed: dict[str, Any]) -> bool:
    return all(getattr(table.options, name) == value for name, value in agreed.items())


def kept(engine: Any, seat: int) -> int:
    """A number that follows from what only this seat is told."""
    return sum(packing.box(engine.game, engine.state, seat, News()))


class Whatever(int):
    """As long as one likes."""

    __hash__ = int.__hash__

    def __eq__(self, other: object) -> bool:
        return True


SECRET = [
    ("moonrakers", Vote, {}),
    ("love-letter", Keep, {"edition": "modern"}),
    ("princes", Ballot, {}),
    ("princes", ChooseApart, {"alone": "strict"}),
]


@pytest.mark.parametrize(("game", "kind", "agreed"), SECRET, ids=lambda each: getattr(each, "__name__", ""))
def test_a_secret_act_in_the_open_is_found(game, kind, agreed, monkeypatch):
    monkeypatch.setattr(kind, "secret", False)
    assert finds(monkeypatch, game, **agreed)


def test_the_leak_that_there_was_is_found(monkeypatch):
    """What a prince chooses apart, as an ordinary choice."""
    monkeypatch.setattr("lltui.games.two_princes.model.ChooseApart", Choose)
    assert finds(monkeypatch, "princes", alone="strict")


class TestALeakOfTheTable:
    """Whatever the game: each of these tells by its form what the rules keep back."""

    @pytest.mark.parametrize("game", GAMES)
    def test_in_the_length_of_a_box(self, game, monkeypatch):
        sealed, unsealed = boxes.seal, boxes.unseal

        def telling(view, to, pad, info):
            more = 0 if pad == boxes._CHOICE_PAD else sum(view) % 7
            return sealed(view, to, pad + more, info)

        monkeypatch.setattr(boxes, "size", lambda pad: Whatever())
        monkeypatch.setattr(boxes, "seal", telling)
        monkeypatch.setattr(
            boxes, "unseal", lambda box, key, pad, info: unsealed(box, key, len(box) - boxes.OVERHEAD, info)
        )
        assert finds(monkeypatch, game)

    @pytest.mark.parametrize("game", ["moonrakers", "princes"])
    def test_in_the_order_in_which_it_waits_for_several(self, game, monkeypatch):
        waiting = RunningMatch.waiting

        def by_hand(playing):
            return tuple(sorted(waiting(playing), key=lambda seat: kept(playing.engine, seat)))

        monkeypatch.setattr(RunningMatch, "waiting", by_hand)
        assert finds(monkeypatch, game)

    @pytest.mark.parametrize("game", GAMES)
    def test_in_how_often_it_says_something(self, game, monkeypatch):
        changes = StatusMessages.changes

        def nervous(status, now):
            changes(status, now)
            playing = status._state.playing
            if playing is not None and kept(playing.engine, 0) % 2:
                status._state.tell(presence(status._state))

        monkeypatch.setattr(StatusMessages, "changes", nervous)
        assert finds(monkeypatch, game)

    @pytest.mark.parametrize("game", GAMES)
    def test_in_the_time_of_an_entry(self, game, monkeypatch):
        at = RunningMatch.at

        def slow(playing, now):
            return at(playing, now) + (kept(playing.engine, 0) % 7 if playing.engine.turns else 0)

        monkeypatch.setattr(RunningMatch, "at", slow)
        assert finds(monkeypatch, game)
