"""A match under way: what the table has to do next, and what it lets the players do.

It drafts entries, one at a time, and is told when one counts.  Nobody's board
has a say in the order: first what the rules ask of the table itself (a reveal,
a deal, a pile, the end), then the seats it plays for, then the clock.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from random import Random
from typing import Literal, TypeAlias

from lltui import PROGRAM
from lltui.bots.catalog import Bot, bot, stand_in
from lltui.games.chair import Glimpse
from lltui.games.game import Action, Seat, over
from lltui.games.known_games import model
from lltui.record.log_engine import PlayedEntry
from lltui.table.lobby import Chair, HostSettings, Lobby, Pace, Refusal
from lltui.table.match_engine import MatchEngine
from llwire.chain.entries import (
    NAMED,
    Decided,
    Ended,
    Genesis,
    Kind,
    Player,
    Promised,
    Recovered,
    Revealed,
    Voided,
    sign_deed,
)
from llwire.chain.entries import Bot as Invited
from llwire.chain.facts import Match
from llwire.chain.laws import advance
from llwire.chain.match_secrets import TableKeys
from llwire.wire import limits
from llwire.wire import messages as m
from llwire.wire.deeds import Act, Decision, EndMatch, Joining, Ready, What, read_deed
from llwire.wire.errors import Code, PeerError
from llwire.wire.messages import Entry, Signed, Why

# A log has a last page.  Before it is reached nobody moves: only decisions are written, at last only the end.
FOR_DECISIONS, FOR_THE_END = 64, 8
# Nor may one player fill it, changing a proposal for ever: a game says how often a seat moves in a deal.
MOVES = 200
# As many of its pauses a bot waits at most, while others move.
PAUSES = 3


By: TypeAlias = Literal["bot", "stand-in"]


@contextmanager
def lawful(why: Why) -> Iterator[None]:
    """What the chain forbids is refused; who saw another chain than ours is not borne."""
    try:
        yield
    except PeerError as error:
        if error.code is not Code.MALFORMED:
            raise
        raise Refusal(why) from error


class Clock:
    """Runs for every seat of its own, from the entry that gave it its turn; without seconds, for ever."""

    def __init__(self, seconds: float | None) -> None:
        self._seconds = seconds
        self._turns: Mapping[Seat, int] = {}
        self._started: dict[Seat, float] = {}
        self.stopped = True

    def follow(self, turns: Mapping[Seat, int], now: float) -> None:
        """Who is awaited now, each with the number of its turn."""
        same = {seat for seat, turn in turns.items() if self._turns.get(seat) == turn}
        self._started = {seat: self._started[seat] if seat in same else now for seat in turns}
        self._turns = turns
        self.stopped = False

    def stop(self) -> None:
        """Until it follows again, from the beginning of everybody's time."""
        self.follow({}, 0.0)
        self.stopped = True

    def end(self) -> float | None:
        """When the first seat will have had its time."""
        if self._seconds is None or not self._started:
            return None
        return min(self._started.values()) + self._seconds

    def late(self, seat: Seat, now: float) -> bool:
        """Whether this seat has had its time."""
        return self._seconds is not None and now >= self._started[seat] + self._seconds


class BotSeats:
    """One bot for each seat that was ever played by the table; `pace` is how long each thinks."""

    def __init__(self, engine: MatchEngine, pace: float, rng: Random, now: float) -> None:
        self._engine = engine
        self._pace = pace
        self._rng = rng
        self._seated: dict[Seat, Bot] = {}
        self._quiet = now
        self._asked: float | None = None
        self._standing: frozenset[Seat] = frozenset()  # in, for a person
        self._taken_back: frozenset[Seat] = frozenset()  # in this turn, from the bot that stood in
        self._overdue: frozenset[Seat] = frozenset()  # where it shall move before that happens again
        self.at_once = False  # nobody wants to see it think

    # ------------------------------------------------------------------- when

    def seats(self) -> tuple[Seat, ...]:
        """The seats for which the table has to move: who is waited for, then whoever did not for longest.

        Each answers a person's move once.  Where choices may be changed until
        all agree, bots would otherwise change theirs for ever, and nobody else
        would get a word in.
        """
        awaited, answered = self._engine.awaited(), self._engine.answered
        chairs = self._engine.chain.match.chairs
        ours = tuple(seat for seat in awaited if not chairs[seat].person)
        again = tuple(seat for seat in answered if seat in ours) if len(ours) == len(awaited) else ()
        seats = (*(seat for seat in ours if seat not in answered), *again)
        return tuple(sorted(seats, key=lambda seat: seat not in self._overdue))

    def follow(self, moved: Seat | None, now: float) -> None:
        """One more entry, in which this seat moved."""
        self._quiet = now
        self._hurry(moved)
        if not self.seats():
            self._asked = None
        elif self._asked is None or (moved is not None and moved in self._engine.answered):
            self._asked = now

    def _hurry(self, moved: Seat | None) -> None:
        """Where a bot stands in for the second time in one turn, it moves at once.

        Else whoever takes the seat back before that, again and again, would never have to move.
        """
        before, awaited = self._standing, {*self._engine.awaited()} - {moved}
        chairs = self._engine.chain.match.chairs
        self._standing = frozenset(seat for seat, chair in enumerate(chairs) if chair.stand_in)
        begun = (self._standing - before) & awaited
        self._overdue = (self._overdue | (begun & self._taken_back)) & {*self.seats()} - {moved}
        self._taken_back = (self._taken_back | (before - self._standing)) & awaited

    def wake(self, now: float) -> None:
        """Nothing could go on until now."""
        self._quiet = now
        self._asked = now if self.seats() else None

    def due(self) -> float | None:
        """When a bot moves: after a pause, which nobody who never pauses can put off for ever."""
        if self._asked is None:
            return None
        if self._overdue or self.at_once:
            return self._quiet
        return min(self._quiet + self._pace, self._asked + PAUSES * self._pace)

    # ------------------------------------------------------------------- what

    def choose(self, seat: Seat) -> Action:
        """A bot's answer to what this seat is told, and to nothing else."""
        engine = self._engine
        if seat not in self._seated:
            self._seated[seat] = bot(self._level(seat), engine.game.model.id, engine.options, seat)
        glimpse = Glimpse(
            engine.heard(seat),
            engine.game.public(engine.state),
            engine.game.private(engine.state, seat),
            tuple(engine.game.legal(engine.state, seat)),
        )
        return self._seated[seat].choose(glimpse, self._rng)

    def _level(self, seat: Seat) -> str:
        """The one that was invited; for a person's seat what was agreed on, or one that is no worse."""
        roster = self._engine.chain.match.genesis.roster
        if isinstance(row := roster[seat], Invited):
            return row.bot
        invited = (row.bot for row in roster if isinstance(row, Invited))
        return stand_in(self._engine.game.model.id, invited, self._engine.options)


def begin(
    keys: TableKeys, lobby: Lobby, settings: HostSettings, rng: Random, now: float
) -> tuple[RunningMatch, Entry]:
    """The match of all in this lobby, with its first entry."""
    engine = MatchEngine(keys, lobby.match)
    genesis = Genesis(
        v=NAMED,
        table=keys.table,
        program=PROGRAM,
        game=lobby.game,
        options=lobby.options,
        rules=lobby.rules,
        pad=model(lobby.game).box,
        reveal=settings.reveal,
        log_key=keys.log.public,
        cert=keys.cert_hash,
        host=lobby.hosting or keys.host.public,
        secrets=engine.secrets.choices.public,
        promise=engine.secrets.promise(1, 0),
        roster=tuple(_row(engine, seat, chair) for seat, chair in enumerate(lobby.chairs)),
    )
    joined = [chair.joined for chair in lobby.chairs if chair.joined is not None]
    return RunningMatch(engine, settings.pace, rng, now), engine.found(genesis, joined, 0)


def _row(engine: MatchEngine, seat: Seat, chair: Chair) -> Player | Invited:
    assert chair.name is not None, "whoever sits has a name"
    if chair.bot is not None:
        return Invited(name=chair.name, bot=chair.bot, box=engine.secrets.bot(seat).public)
    assert chair.joined is not None, "everybody is ready"
    joining = read_deed(chair.joined)
    assert isinstance(joining, Joining), "kept as such"
    return Player(name=chair.name, id=joining.id, box=joining.box, promise=joining.commit)


class RunningMatch:
    """One match, from its genesis to its end."""

    def __init__(self, engine: MatchEngine, pace: Pace, rng: Random, now: float) -> None:
        self.engine = engine
        self.clock = Clock(pace.turn)
        self.spare = MOVES
        self.hurried: frozenset[Seat] = frozenset()  # whose players would have the bots move at once
        self._bot_seats = BotSeats(engine, pace.bot, rng, now)
        self._ready: dict[Seat, Signed] = {}
        self._zero = now

    # --------------------------------------------------------------- looking

    @property
    def match(self) -> Match:
        """What the chain has said so far."""
        return self.engine.chain.match

    @property
    def over(self) -> bool:
        """Nothing follows any more."""
        return self.match.over

    @property
    def collecting(self) -> bool:
        """A new deal waits for everybody's part in it."""
        pile = self.engine.game.pile(self.engine.state)
        return pile is not None and pile.fresh and not self.match.ending

    @property
    def long(self) -> bool:
        """It cannot go on: the log is nearly full, or no pile more may be put in order."""
        pile = self.engine.game.pile(self.engine.state)
        cards = self.match.cards + (0 if pile is None else pile.size)
        return self._left() <= FOR_DECISIONS or cards > limits.CARDS

    def at(self, now: float) -> int:
        """Milliseconds of this match; informational."""
        return min(max(0, int((now - self._zero) * 1000)), 2**31 - 1)

    def phase(self) -> m.Phase:
        """What the table is doing."""
        if self.over:
            return m.Phase.OVER
        if self.match.paused:
            return m.Phase.PAUSED
        return m.Phase.COLLECTING if self.collecting else m.Phase.PLAYING

    def waiting(self) -> tuple[Seat, ...]:
        """For whom it waits: no more than all can see."""
        if self.over or self.match.paused:
            return ()
        if self.collecting:
            return tuple(sorted(self.match.asked - self._ready.keys()))
        return self.engine.awaited()

    def seat_of(self, who: bytes) -> Seat | None:
        """The seat that is this player's."""
        return next((seat for seat, chair in enumerate(self.match.chairs) if chair.id == who), None)

    @property
    def out(self) -> frozenset[Seat]:
        """The seats of people of whom none has anything more to do in this deal; nobody's, if one has."""
        if self.phase() is not m.Phase.PLAYING:
            return frozenset()
        people = [seat for seat, chair in enumerate(self.match.chairs) if chair.person]
        all_out = all(self.engine.game.out(self.engine.state, seat) for seat in people)
        return frozenset(people) if all_out else frozenset()

    def due(self) -> float | None:
        """When `next` may have something that it has not now."""
        if self.phase() is not m.Phase.PLAYING:
            return None
        times = (self._bot_seats.due(), self.clock.end())
        return min((time for time in times if time is not None), default=None)

    # ------------------------------------------------------ what comes next

    def next(self, now: float) -> Entry | None:
        """The entry that the table has to write now."""
        at = self.at(now)
        if self.over:
            return None
        if self.clock.stopped:
            self._follow(now)
            self._bot_seats.wake(now)
        if self.match.ending or over(self.engine.game, self.engine.state, self.engine.seats):
            return self._closing(at)
        if self.match.paused or self.long:
            return None
        pile = self.engine.game.pile(self.engine.state)
        if pile is not None:
            return self._fresh(at) if pile.fresh else self.engine.pile(at)
        return self._move(now, at)

    def _closing(self, at: int) -> Entry:
        if self.match.hidden:
            return self._reveal(at)
        return self.engine.note(Ended(), at, opened=self.engine.closed())

    def _reveal(self, at: int) -> Entry:
        hidden = self.match.hidden[0]
        seed = self.engine.secrets.seed(hidden.deal, hidden.attempt)
        opened = self.engine.closed(hidden.deal)
        return self.engine.note(Revealed(deal=hidden.deal, seed=seed), at, opened=opened)

    def _fresh(self, at: int) -> Entry | None:
        if self.match.hidden and self.match.genesis.reveal == "round":
            return self._reveal(at)
        if self._ready.keys() != self.match.asked:
            return None
        ready = [self._ready[seat] for seat in sorted(self._ready)]
        if any(self.engine.chain.cause(signed).seen < self.match.since for signed in ready):
            return self._void(ready, at)
        return self.engine.deal(ready, at)

    def _void(self, ready: list[Signed], at: int) -> Entry:
        deal, attempt = self.match.deal + 1, self.match.attempt
        secrets = self.engine.secrets
        what = Voided(
            deal=deal,
            attempt=attempt,
            seed=secrets.seed(deal, attempt),
            promise=secrets.promise(deal, attempt + 1),
        )
        return self.engine.note(what, at, ready)

    def _move(self, now: float, at: int) -> Entry | None:
        due = self._bot_seats.due()
        if due is not None and now >= due:
            seat = self._bot_seats.seats()[0]
            by: By = "bot" if self.match.chairs[seat].id is None else "stand-in"
            return self.engine.auto(seat, by, self._bot_seats.choose(seat), at)
        chairs = self.match.chairs
        people = [seat for seat in self.engine.awaited() if chairs[seat].person]
        # The table takes nothing from any of them, and no bot has a choice to make.
        stuck = due is None and all(map(self._spent, people))
        late = [seat for seat in people if stuck or self.clock.late(seat, now)]
        if not late:
            return None
        # Who may change a choice until all agree comes after those who have not made theirs.
        seat = min(late, key=lambda seat: chairs[seat].moved)
        return self.engine.auto(seat, "clock", self._bot_seats.choose(seat), at)

    def _spent(self, seat: Seat) -> bool:
        """Whether this player has moved more often than any deal needs."""
        return self.engine.moves[seat] >= self.spare + self.engine.game.model.moves * self.match.deal

    def _left(self) -> int:
        """Pages of the log, after those for what must be revealed at the end."""
        chain = self.engine.chain
        room = (limits.LOG_BYTES - chain.size) // max(1, chain.largest)
        return min(limits.LOG_ENTRIES - chain.next, room) - len(self.match.hidden)

    # ------------------------------------------------------ what players do

    def act(self, signed: Signed, act: Act, now: float) -> Entry:
        """A move; Refusal with the reason if it does not count."""
        if self.over or self.match.ending or self.match.paused:
            raise Refusal(Why.NOT_NOW, "paused" if self.match.paused else "over")
        if self.long:
            raise Refusal(Why.NOT_NOW, "long")
        if not self.match.chairs[act.seat].person:
            raise Refusal(Why.NOT_ALLOWED, "stand-in")
        if self._spent(act.seat):
            raise Refusal(Why.NOT_ALLOWED, "changes")
        self.engine.chain.cause(signed)
        if not self.engine.turns[act.seat].counts(act):
            raise Refusal(Why.STALE)
        with lawful(Why.ILLEGAL):
            self.engine.chain.heard(signed)
        entry = self.engine.act(signed, act, self.at(now))
        if entry is None:
            menu = self.engine.game.legal(self.engine.state, act.seat)
            raise Refusal(Why.ILLEGAL if menu else Why.NOT_YOUR_TURN)
        return entry

    def hurry(self, seat: Seat) -> None:
        """One word for the bots to move at once; Refusal while somebody still plays."""
        if seat not in self.out:
            raise Refusal(Why.NOT_NOW)
        self.hurried |= {seat}

    def hurries(self, *, on: bool) -> None:
        """Whether enough of them have said so."""
        self._bot_seats.at_once = on

    def ready(self, signed: Signed, ready: Ready) -> None:
        """A part in the next deal; kept until all are here."""
        match = self.match
        if (ready.deal, ready.attempt) != (match.deal + 1, match.attempt) or ready.seat not in match.asked:
            raise Refusal(Why.STALE)
        with lawful(Why.ILLEGAL):
            self.engine.chain.heard(signed)
        self._ready.setdefault(ready.seat, signed)

    def decide(self, signed: Signed, decision: Decision, joined: Signed | None, now: float) -> Entry:
        """A decision of whoever may decide; Refusal if the chain does not allow it now."""
        if self._left() <= FOR_THE_END and not isinstance(decision.what, EndMatch):
            raise Refusal(Why.NOT_NOW, "long")
        return self._noted(Decided(), [signed] if joined is None else [signed, joined], now)

    def rule(self, what: What, now: float) -> Entry:
        """A decision of the table itself, signed with its own key."""
        keys, chain = self.engine.keys, self.engine.chain
        decision = Decision(table=keys.table, match=chain.number, head=chain.head, what=what)
        return self.decide(sign_deed(decision, keys.log), decision, None, now)

    def promise(self, joined: Signed, now: float) -> Entry:
        """A player who was lost to a deal takes part again."""
        return self._noted(Promised(), [joined], now)

    def recovered(self, by: Literal["all", "time"], seats: tuple[Seat, ...], now: float) -> Entry:
        """The first entry after a crash."""
        return self.engine.note(Recovered(by=by, seats=seats), self.at(now))

    def _noted(self, what: Kind, causes: Sequence[Signed], now: float) -> Entry:
        chain = self.engine.chain
        with lawful(Why.NOT_NOW):
            advance(chain.match, chain.next, what, [chain.cause(signed) for signed in causes], ())
        return self.engine.note(what, self.at(now), causes)

    # -------------------------------------------------------------- counting

    def count(self, entry: Entry, now: float) -> PlayedEntry:
        """The entry is on disk; what came of it."""
        step = self.engine.count(entry)
        self._bot_seats.follow(step.moved[0] if step.moved else None, now)
        self._ready = {seat: signed for seat, signed in self._ready.items() if self._still(signed)}
        self.hurried &= self.out
        self._follow(now)
        return step

    def rest(self) -> None:
        """Nothing can go on for now: nobody's clock runs, and all get their full time afterwards."""
        self.clock.stop()

    def _follow(self, now: float) -> None:
        playing = self.phase() is m.Phase.PLAYING
        turns = {seat: self.engine.turns[seat].number for seat in self.engine.awaited()} if playing else {}
        self.clock.follow(turns, now)

    def _still(self, signed: Signed) -> bool:
        """Whether a part in a deal is one after the newest entry as well."""
        try:
            self.engine.chain.heard(signed)
        except PeerError:
            return False
        return True
