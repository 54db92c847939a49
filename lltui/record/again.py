"""A match dealt and played again: from what its chain has revealed, and by the rules alone.

Nothing that an entry tells of the game is believed here; what it tells is only
what somebody did.  So whoever wants to know the truth of a match asks here, and
compares.

A deal can be played again only when its seed is revealed and its secret choices
are open.  Until then its entries wait.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from lltui.errors import Trouble
from lltui.games import packing
from lltui.games.game import NATURE, Action, Game, News, Seat, Shuffled, allowed, over
from lltui.games.models import MODELS, model
from lltui.games.rulebooks import Named, named, rules
from lltui.record.lies import Lie, LyingError, Unjudged
from llwire.chain.entries import Acted, Auto, Body, Dealt, Decided, Ended, Genesis, Pile, Revealed
from llwire.chain.facts import Match
from llwire.chain.turns import Turn, answered
from llwire.wire.deeds import Act, Decision, EndMatch, Secret, read_deed
from llwire.wire.fields import Rules


class Step(NamedTuple):
    """One entry played again.  `state` is the one after it, and changes with the next step."""

    body: Body
    state: Any
    news: News


class Again:
    """One match.  Add entries as they come, and take the steps that can be made."""

    def __init__(self) -> None:
        self.game: Game[Any]
        self.options: Any
        self.state: Any
        self.seats = 0
        self.deal = 0
        self._waiting: deque[Body] = deque()
        self._match: Match
        self._orders: dict[int, tuple[tuple[int, ...], ...]] = {}
        self._choices: dict[int, bytes] = {}
        self._closed: dict[int, tuple[type[Action], Seat]] = {}
        self._turns: list[Turn] = []
        self._ending = False

    def add(self, match: Match, body: Body) -> None:
        """The next entry, and what the chain says with it."""
        self._match = match
        self._choices |= {opening.seq: opening.choice for opening in body.opened}
        if isinstance(body.what, Revealed):
            self._orders[match.open[-1].deal] = match.open[-1].orders
        self._waiting.append(body)

    def steps(self) -> Iterator[Step]:
        """All that can be made now; a LyingError at a move that cannot have been."""
        while self._waiting and self._known(self._waiting[0]):
            body, news = self._waiting.popleft(), News()
            self._play(body, news)
            yield Step(body, self.state, news)

    def _known(self, body: Body) -> bool:
        return not isinstance(body.what, Dealt) or body.what.deal in self._orders

    # ---------------------------------------------------------------- playing

    def _play(self, body: Body, news: News) -> None:
        self._happen(body, news)
        seat = answered(body)
        for number, turn in enumerate(self._turns):
            # Which heads an act may name, the chain has judged.
            turn.follow(body.seq, b"", packing.menu(self.game, self.state, number), acted=number == seat)

    def _happen(self, body: Body, news: News) -> None:
        moved = isinstance(body.what, Acted | Auto)
        last = isinstance(body.what, Revealed | Ended)
        demand(moved or last or not body.opened, Lie(body.seq, "opening"))
        match body.what:
            case Genesis() as genesis:
                self._begin(body, genesis)
                self._turns = [Turn() for _ in range(self.seats)]
            case Dealt(deal=deal, size=size):
                self.deal = deal
                self._order(body, 0, size, news, fresh=True)
            case Pile(number=number, size=size):
                self._order(body, number, size, news, fresh=False)
            case Auto(seat=seat, action=action, secret=secret):
                self._move(body, seat, action, secret, news)
            case Acted():
                act = read_deed(body.causes[0])
                assert isinstance(act, Act), "judged by the chain"
                demand(act.turn == self._turns[act.seat].number, Lie(body.seq, "turn", act.seat))
                self._move(body, act.seat, act.action, act.secret, news)
            case Revealed():
                demand(self._ending or self._rests(), Lie(body.seq, "reveal"))
            case Decided():
                decision = read_deed(body.causes[0])
                assert isinstance(decision, Decision), "judged by the chain"
                self._ending = self._ending or isinstance(decision.what, EndMatch)
            case Ended():
                ended = self._ending or over(self.game, self.state, self.seats)
                demand(ended, Lie(body.seq, "early"))

    def _rests(self) -> bool:
        """A deal is over: no card of it can be played any more."""
        if over(self.game, self.state, self.seats):
            return True
        pile = self.game.pile(self.state)
        return pile is not None and pile.fresh and self._match.genesis.reveal == "round"

    def _begin(self, body: Body, genesis: Genesis) -> None:
        self.game = rules(genesis.game)
        self.seats = len(genesis.roster)
        try:
            self.options = _options(genesis.game, genesis.options)
            self.state = self.game.start(self.options, self.seats)
        except (Trouble, msgspec.MsgspecError, ValueError, LookupError, RecursionError):
            raise LyingError(Lie(body.seq, "options")) from None

    def _order(self, body: Body, number: int, size: int, news: News, *, fresh: bool) -> None:
        pile = self.game.pile(self.state)
        asked = pile is not None and (pile.size, pile.fresh) == (size, fresh)
        demand(asked, Lie(body.seq, "pile"))
        self.game.play(self.state, NATURE, Shuffled(self._orders[self.deal][number]), news)

    def _move(self, body: Body, seat: Seat, action: bytes, secret: Secret | None, news: News) -> None:
        chosen = self._chosen(body.seq, action, secret)
        lawful = chosen is not None and allowed(self.game, self.state, seat, chosen)
        demand(lawful, Lie(body.seq, "move", seat))
        assert chosen is not None
        self.game.play(self.state, seat, chosen, news)
        due = {seq for seq, made in self._closed.items() if made in news.opened}
        opened = {opening.seq for opening in body.opened}
        demand(opened == due, Lie(body.seq, "opening", seat))
        for seq in due:
            del self._closed[seq]
        if secret is not None:
            self._closed[body.seq] = type(chosen), seat

    def _chosen(self, seq: int, action: bytes, secret: Secret | None) -> Action | None:
        """What was done; None if it is nothing that this game knows."""
        try:
            # A choice that is not open yet was made where nothing was dealt, and nobody had one.
            told = action if secret is None else self._choices.get(seq, b"")
            chosen: Action = msgspec.msgpack.decode(told, type=self.game.model.action)
        except (msgspec.MsgspecError, ValueError, RecursionError):
            return None
        return chosen if type(chosen).secret == (secret is not None) else None


def foreign(game: str, options: bytes, told: Rules | UnsetType) -> Unjudged | None:
    """Why a match of this game by rules of that name cannot be judged here; None if it can.

    One that names none is judged, as long as nothing is found that other rules would explain.
    """
    known = None if told is UNSET else told.revision
    own = rules(game).revision if game in MODELS else None
    if UNSET is not told and own is not None and own != told.revision:
        return Unjudged(0, "revision", known, own)
    try:
        mine = named(game, _options(game, options))
    except Trouble as trouble:
        name = str(next(iter(trouble.facts.values()), ""))  # the edition, variant, story or game
        return Unjudged(0, "lacking", known, own, name)
    except (msgspec.MsgspecError, ValueError, LookupError, RecursionError):
        return None  # options that are none are a lie, by whichever rules
    same = told is UNSET or mine == Named(told.revision, told.data)
    return None if same else Unjudged(0, "data", known, own)


def _options(game: str, options: bytes) -> Any:
    return msgspec.msgpack.decode(options, type=model(game).options)


def demand(true: bool, lie: Lie) -> None:  # noqa: FBT001 - a fact and its lie read as one sentence
    """It has to be so."""
    if not true:
        raise LyingError(lie)
