"""The one way through a log: what each entry did, played by the rules, one after the other.

Whoever plays a match, takes it up after a crash, replays or audits it goes this
way.  They differ in what they know and in what they ask: a table looks its seeds
and secret choices up and writes the entries; who looks on has to wait until they
are revealed, believes nothing that an entry tells of the game, and compares.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Any, NamedTuple, TypeAlias

import msgspec

from lltui.errors import Trouble
from lltui.games import packing
from lltui.games.game import NATURE, Action, Game, News, Seat, Shuffled, allowed, over
from lltui.games.known_games import options_of
from lltui.games.rulebooks import rules
from lltui.record.lies import Lie, LyingError
from llwire.chain.entries import Acted, Auto, Body, Dealt, Decided, Ended, Genesis, Pile, Revealed
from llwire.chain.facts import Match, Turn, answered
from llwire.wire.deeds import Act, Decision, EndMatch, Secret, read_deed

Moved: TypeAlias = tuple[Seat, Action | Shuffled]  # who did what


class PlayedEntry(NamedTuple):
    """One entry played, `moved` what it did.  `state` is the one after it, and changes with the next step."""

    body: Body
    state: Any
    news: News
    moved: Moved | None = None


class Sealed(NamedTuple):
    """A secret choice: in which entry, whose, and its box for the table."""

    seq: int
    seat: Seat
    box: Secret


class LogEngine:
    """One match.  What of it is hidden, `order` and `look` say: they hang on who goes through it."""

    def __init__(self) -> None:
        self.game: Game[Any]
        self.options: Any
        self.state: Any
        self.seats = 0
        self.turns: list[Turn] = []

    def order(self, number: int) -> Shuffled:
        """In which order pile `number` of the newest deal lies."""
        raise NotImplementedError

    def look(self, choice: Sealed) -> bytes:
        """What was chosen in secret."""
        raise NotImplementedError

    def step(self, body: Body, head: bytes) -> PlayedEntry:
        """The next entry, which the chain has judged; `head` is the hash that acts may name after it."""
        if isinstance(body.what, Genesis):
            self.begin(body.what)
        moved, news = self.played(body), News()
        if moved is not None:
            self.judge(body, *moved)
            self.game.play(self.state, *moved, news)
        step = PlayedEntry(body, self.state, news, moved)
        self.follow(step, head)
        return step

    def begin(self, genesis: Genesis) -> None:
        """Who plays what."""
        self.game, self.options = rules(genesis.game), options_of(genesis.game, genesis.options)
        self.seats = len(genesis.roster)
        self.state = self.game.start(self.options, self.seats)
        self.turns = [Turn() for _ in range(self.seats)]

    def judge(self, body: Body, seat: Seat, action: Action | Shuffled) -> None:
        """Called before a move is made; whoever wrote the entry has judged it."""

    def follow(self, step: PlayedEntry, head: bytes) -> None:
        """Called after each entry; turns go on here."""
        acted = answered(step.body)
        for seat, turn in enumerate(self.turns):
            menu = packing.menu(self.game, self.state, seat)
            turn.follow(step.body.seq, head, menu, acted=seat == acted)

    def played(self, body: Body) -> Moved | None:
        """The move in an entry, if there is one; ValueError or a MsgspecError if it is none of this game."""
        match body.what:
            case Dealt():
                return NATURE, self.order(0)
            case Pile(number=number):
                return NATURE, self.order(number)
            case Auto(seat=seat, action=action, secret=secret):
                return seat, self.chosen(body.seq, seat, action, secret)
            case Acted():
                act = act_in(body)
                return act.seat, self.chosen(body.seq, act.seat, act.action, act.secret)
        return None

    def chosen(self, seq: int, seat: Seat, action: bytes, secret: Secret | None) -> Action:
        """What somebody did, looked up where it is secret."""
        chosen = self.read(action if secret is None else self.look(Sealed(seq, seat, secret)))
        if type(chosen).secret != (secret is not None):
            raise ValueError("an action in the open that is secret, or the other way round")
        return chosen

    def read(self, action: bytes) -> Action:
        """An action of this game."""
        chosen: Action = msgspec.msgpack.decode(action, type=self.game.model.action)
        return chosen


def act_in(body: Body) -> Act:
    """What the player signed."""
    act = read_deed(body.causes[0])
    assert isinstance(act, Act), "judged by the chain"
    return act


class RevealedReplay(LogEngine):
    """From what the chain has revealed, and by the rules alone.

    A deal can be played again only when its seed is revealed and its secret choices
    are open.  Until then its entries wait: add them as they come, and take the steps
    that can be made.  A LyingError at what cannot have been.
    """

    def __init__(self) -> None:
        super().__init__()
        self.deal = 0
        self._waiting: deque[Body] = deque()
        self._match: Match
        self._orders: dict[int, tuple[tuple[int, ...], ...]] = {}
        self._choices: dict[int, bytes] = {}
        self._closed: dict[int, tuple[type[Action], Seat]] = {}
        self._ending = False

    def add(self, match: Match, body: Body) -> None:
        """The next entry, and what the chain says with it."""
        self._match = match
        self._choices |= {opening.seq: opening.choice for opening in body.opened}
        if isinstance(body.what, Revealed):
            self._orders[match.open[-1].deal] = match.open[-1].orders
        self._waiting.append(body)

    def steps(self) -> Iterator[PlayedEntry]:
        """All that can be made now."""
        while self._waiting and self._known(self._waiting[0]):
            body = self._waiting.popleft()
            self._expect(body)
            # Which heads an act may name, the chain has judged.
            yield self.step(body, b"")

    def _known(self, body: Body) -> bool:
        return not isinstance(body.what, Dealt) or body.what.deal in self._orders

    # ----------------------------------------------------------------- knowing

    def order(self, number: int) -> Shuffled:
        """As the deal that was revealed has it."""
        return Shuffled(self._orders[self.deal][number])

    def look(self, choice: Sealed) -> bytes:
        """One that is not open yet was made where nothing was dealt, and nobody had one."""
        return self._choices.get(choice.seq, b"")

    # ----------------------------------------------------------------- judging

    def _expect(self, body: Body) -> None:
        """Whether there may be such an entry at this place."""
        moved = isinstance(body.what, Acted | Auto)
        last = isinstance(body.what, Revealed | Ended)
        demand(moved or last or not body.opened, Lie(body.seq, "opening"))
        match body.what:
            case Dealt(deal=deal, size=size):
                self.deal = deal
                self._expect_pile(body, size, fresh=True)
            case Pile(size=size):
                self._expect_pile(body, size, fresh=False)
            case Acted():
                act = act_in(body)
                demand(act.turn == self.turns[act.seat].number, Lie(body.seq, "turn", act.seat))
            case Revealed():
                demand(self._ending or self._rests(), Lie(body.seq, "reveal"))
            case Decided():
                decision = read_deed(body.causes[0])
                assert isinstance(decision, Decision), "judged by the chain"
                self._ending = self._ending or isinstance(decision.what, EndMatch)
            case Ended():
                ended = self._ending or over(self.game, self.state, self.seats)
                demand(ended, Lie(body.seq, "early"))

    def _expect_pile(self, body: Body, size: int, *, fresh: bool) -> None:
        pile = self.game.pile(self.state)
        asked = pile is not None and (pile.size, pile.fresh) == (size, fresh)
        demand(asked, Lie(body.seq, "pile"))

    def _rests(self) -> bool:
        """A deal is over: no card of it can be played any more."""
        if over(self.game, self.state, self.seats):
            return True
        pile = self.game.pile(self.state)
        return pile is not None and pile.fresh and self._match.genesis.reveal == "round"

    def begin(self, genesis: Genesis) -> None:
        """As it says, if it can be so."""
        try:
            super().begin(genesis)
        except (Trouble, ValueError, LookupError):
            raise LyingError(Lie(0, "options")) from None

    def played(self, body: Body) -> Moved | None:
        """The move in an entry, if it is one of this game."""
        try:
            return super().played(body)
        except (msgspec.MsgspecError, ValueError, RecursionError):
            raise LyingError(Lie(body.seq, "move", answered(body))) from None

    def judge(self, body: Body, seat: Seat, action: Action | Shuffled) -> None:
        """Whether the rules allow it; nature does as it was revealed."""
        if seat != NATURE:
            demand(allowed(self.game, self.state, seat, action), Lie(body.seq, "move", seat))

    def follow(self, step: PlayedEntry, head: bytes) -> None:
        """The secret choices that the rules open now, and no others, are open."""
        if step.moved is not None and step.moved[0] != NATURE:
            self._open(step.body, *step.moved, step.news)
        super().follow(step, head)

    def _open(self, body: Body, seat: Seat, action: Action | Shuffled, news: News) -> None:
        due = {seq for seq, made in self._closed.items() if made in news.opened}
        opened = {opening.seq for opening in body.opened}
        demand(opened == due, Lie(body.seq, "opening", seat))
        for seq in due:
            del self._closed[seq]
        if not isinstance(action, Shuffled) and type(action).secret:
            self._closed[body.seq] = type(action), seat


def demand(true: bool, lie: Lie) -> None:  # noqa: FBT001 - a fact and its lie read as one sentence
    """It has to be so."""
    if not true:
        raise LyingError(lie)
