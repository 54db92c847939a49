"""How a round and a match of Love Letter run.

NATURE orders the deck for each round, and draws lots where the rules leave
several equal.  In the order of the permutation: the card set aside, the ones
laid open, one to each seat from the starter, then the pile from the top.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from lltui.games.game import NATURE, Action, News, Person, Pile, Seat, Shuffled, Talk
from lltui.games.love_letter import model
from lltui.games.love_letter.loading import entries
from lltui.games.love_letter.model import MODEL, CardId, Keep, Known, Options, Play, Private, Public, SeatView
from lltui.games.love_letter.rules.house import House, Menu
from lltui.games.love_letter.rules.scoring import end_round, foremost, win_match
from lltui.games.love_letter.rules.state import State, after
from lltui.games.love_letter.rules.verbs import Doing

NOTHING: Menu = ()


class Houses(dict[Options, House]):
    """Every house that was asked for so far."""

    def __missing__(self, options: Options) -> House:
        self[options] = house = House(options)
        return house


class LoveLetter:
    """The rules of every edition."""

    model = MODEL
    state = State
    revision = 1

    def __init__(self) -> None:
        self._houses = Houses()

    def data(self, options: Options) -> dict[str, Any]:
        return entries(options)

    def seated(self, options: Options, people: Sequence[Person]) -> Options:
        ages = sorted({person.age for person in people if person.age is not None})
        ranks = tuple(None if person.age is None else ages.index(person.age) + 1 for person in people)
        dates = tuple(person.date for person in people)
        return replace(options, dates=dates if any(dates) else (), ages=ranks if any(ranks) else ())

    def start(self, options: Options, seats: int) -> State:
        house = self._houses[options]
        house.edition.check_seats(seats)
        first = foremost(options, tuple(range(seats)), house.edition.first)
        return State(options, seats, first, [0] * seats, hands=[()] * seats, discards=[()] * seats)

    def copy(self, state: State) -> State:
        return state.copy()

    def pile(self, state: State) -> Pile | None:
        if state.phase == "deck":
            return Pile(len(self._houses[state.options].deck), fresh=True)
        if state.phase in ("lots", "crown"):
            return Pile(len(state.first), fresh=False)
        return None

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        if state.turn != seat:
            return NOTHING
        house = self._houses[state.options]
        if state.phase == "turn":
            menu = house.menus.get((state.hands[seat], seat, state.standing, state.shielded))
            if menu is not None:
                return menu
        return house.menu(state, seat)

    def play(self, state: State, seat: Seat, action: Action | Shuffled, news: News | None = None) -> None:
        house = self._houses[state.options]
        do = Doing(house, state, news)
        if isinstance(action, Play):
            do.lay_down(seat, action)
            effect = house.effects[action.card]
            if action.target is None:
                effect.happen(do, seat)
            else:
                effect.hit(do, seat, action.target, action)
            if state.phase == "turn":
                _end_turn(do, house, seat)
        elif isinstance(action, Keep):
            do.put_under(seat, action.card, action.under)
            _end_turn(do, house, seat)
        else:
            assert isinstance(action, Shuffled), action
            _shuffled(do, house, action)

    def talk(self, _state: State, _seat: Seat) -> Talk:
        return Talk.OPEN

    def refuses(self, _state: State, _seat: Seat, _text: str) -> None:
        return None

    # ----------------------------------------------------------------- views

    def public(self, state: State) -> Public:
        house = self._houses[state.options]
        return Public(
            phase=state.phase,
            round=state.round,
            turn=None if state.turn == NATURE else state.turn,
            seats=tuple(_seat(state, seat) for seat in range(state.seats)),
            pile=len(state.pile),
            target=house.edition.tokens_to_win[state.seats],
            aside=state.aside is not None,
            laid_open=state.laid_open,
            round_won=state.round_won,
            how_won=state.how_won,
            match_won=state.match_won,
        )

    def private(self, state: State, seat: Seat) -> Private:
        house = self._houses[state.options]
        hand = state.hands[seat]
        choosing = state.turn == seat and state.phase == "turn"
        return Private(
            hand=hand,
            known=tuple(Known(s.of, s.card) for s in state.sights if s.who == seat),
            under=_under(state, seat),
            barred=dict.fromkeys(sorted(house.barred(hand)), "forced") if choosing else {},
        )


RULES = LoveLetter()


# -------------------------------------------------------------------- a round


def _shuffled(do: Doing, house: House, action: Shuffled) -> None:
    state = do.state
    if state.phase == "deck":
        deck = house.deck
        state.pile = [deck[index] for index in reversed(action.order)]
        if len(state.first) > 1:
            state.phase = "lots"
        else:
            _deal(do, house, state.first[0])
        return
    chosen = state.first[action.order[0]]
    if do.news is not None:
        do.news.announce(model.LotsDrawn(chosen, wins=state.phase == "crown"))
    if state.phase == "crown":
        win_match(do, (chosen,))
    else:
        _deal(do, house, chosen)


def _deal(do: Doing, house: House, starter: Seat) -> None:
    state, seats, pile = do.state, do.state.seats, do.state.pile
    state.first = ()
    state.phase = "turn"
    state.round += 1
    state.standing = (1 << seats) - 1
    state.shielded = 0
    state.aside = pile.pop()
    left = len(pile) - house.edition.laid_open.get(seats, 0)
    state.laid_open = tuple(reversed(pile[left:]))
    del pile[left:]
    state.discards = [()] * seats
    state.hands = [()] * seats
    state.fallen = state.shown = state.round_won = ()
    state.how_won = None
    state.sights = []
    state.buried = []
    if do.news is not None:
        do.news.announce(model.RoundBegan(state.round, starter, state.laid_open))
    do.deal((*range(starter, seats), *range(starter)))
    do.begin_turn(starter)


def _end_turn(do: Doing, house: House, seat: Seat) -> None:
    following = after(seat, do.state.standing)
    if following == NATURE or not do.state.pile:
        end_round(do, house)
    else:
        do.begin_turn(following)


# -------------------------------------------------------------------- views


def _seat(state: State, seat: Seat) -> SeatView:
    hand = state.hands[seat]
    inside = bool(state.standing >> seat & 1)
    return SeatView(
        tokens=state.tokens[seat],
        cards=len(hand),
        discards=state.discards[seat],
        safe=bool(state.shielded >> seat & 1),
        out=state.round > 0 and not inside,
        shown=hand[0] if seat in state.shown else None,
    )


def _under(state: State, seat: Seat) -> tuple[CardId | None, ...]:
    cards = {b.depth: b.card for b in state.buried if b.who == seat}
    return tuple(cards.get(depth) for depth in range(max(cards, default=-1) + 1))
