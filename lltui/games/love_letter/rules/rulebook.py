"""How a round and a match of Love Letter run, how they are won, and who begins.

NATURE orders the deck for each round, and draws lots where the rules leave
several equal.  In the order of the permutation: the card set aside, the ones
laid open, one to each seat from the starter, then the pile from the top.

An edition is made ready once and then played millions of times.  What a seat may do
depends on its hand, on who is still in and on who is shielded, and on nothing else: so
a menu is worked out once and then looked up, and every action exists once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import permutations
from typing import Any

import msgspec
from msgspec.structs import replace

from lltui.games.game import NATURE, Action, Game, News, Person, Pile, Seat, Shuffled
from lltui.games.love_letter import events
from lltui.games.love_letter.events import CardId, HowWon
from lltui.games.love_letter.loading import Edition, Precedence, agreed, broken, entries
from lltui.games.love_letter.model import MODEL, Keep, Options, Play
from lltui.games.love_letter.rules.effects import Effect, Situation
from lltui.games.love_letter.rules.state import State, after, members
from lltui.games.love_letter.rules.verbs import Doing
from lltui.games.love_letter.views import Known, Private, Public, SeatView

# ------------------------------------------------------------ made ready

MENUS = 20_000  # remembered, about 18 MB; a thousand rounds of six seats have 6,500

Hand = tuple[CardId, ...]
Menu = tuple[Play | Keep, ...]


class ReadyEdition:
    """The edition's data in the forms that play asks for."""

    def __init__(self, options: Options) -> None:
        self.edition = agreed(options)
        self.deck = self.edition.deck()
        self.cards = tuple(card.id for card in self.edition.card)
        self.effects = _effects(self.edition)
        self.at_dusk = tuple(card for card, effect in self.effects.items() if effect.at_dusk)
        self.values = {card.id: card.value for card in self.edition.card}
        self.forcing = {card.id: card.forced_with for card in self.edition.card if card.forced_with}
        self.menus: dict[tuple[Hand, Seat, int, int], Menu] = {}
        self.councils: dict[Hand, Menu] = {}

    def barred(self, hand: Hand) -> set[CardId]:
        """The cards in hand that another one forbids to play now."""
        for card, beside in self.forcing.items():
            if card in hand and any(other in beside for other in hand):
                return set(hand) - {card}
        return set()

    def menu(self, state: State, seat: Seat) -> Menu:
        """Work a menu out, and remember it; chance plays no card."""
        if seat == NATURE:
            return ()
        hand = state.hands[seat]
        if state.phase == "council":
            return self.councils.setdefault(hand, tuple(_councils(hand)))
        key = (hand, seat, state.standing, state.shielded)
        if len(self.menus) >= MENUS:
            self.menus.clear()
        return self.menus.setdefault(key, tuple(self._plays(*key, state.seats)))

    def _plays(self, hand: Hand, seat: Seat, standing: int, shielded: int, seats: int) -> Iterator[Play]:
        at = Situation(
            seat,
            members(standing & ~(1 << seat), seats),
            frozenset(members(shielded, seats)),
            self.cards,
        )
        barred = self.barred(hand)
        for card in dict.fromkeys(hand):
            if card not in barred:
                yield from self.effects[card].plays(card, at)


def _effects(edition: Edition) -> dict[CardId, Effect]:
    """What each card does; Trouble if no card can do that."""
    found = {}
    for card in edition.card:
        try:
            effect: Effect = msgspec.convert(card.effect, Effect)
        except msgspec.ValidationError as error:
            raise broken(edition.id, f"`{card.id}`: {error}") from None
        for other in getattr(effect, "never", ()):
            if other not in {its.id for its in edition.card}:
                raise broken(edition.id, f"`{card.id}` names `{other}`, which is no card of it")
        found[card.id] = effect
    return found


def _councils(hand: Hand) -> Iterator[Keep]:
    orders = ((row[0], row[1:]) for row in permutations(hand))
    for keep, under in dict.fromkeys(orders):
        yield Keep(keep, under)


NOTHING: Menu = ()


class ReadyEditions(dict[Options, ReadyEdition]):
    """Every edition that was asked for so far, made ready."""

    def __missing__(self, options: Options) -> ReadyEdition:
        self[options] = ready = ReadyEdition(options)
        return ready


class LoveLetter(Game[State]):
    """The rules of every edition."""

    model = MODEL
    state = State
    revision = 1

    def __init__(self) -> None:
        self._ready = ReadyEditions()

    def data(self, options: Options) -> dict[str, Any]:
        return entries(options)

    def seated(self, options: Options, people: Sequence[Person]) -> Options:
        ages = sorted({person.age for person in people if person.age is not None})
        ranks = tuple(None if person.age is None else ages.index(person.age) + 1 for person in people)
        dates = tuple(person.date for person in people)
        return replace(options, dates=dates if any(dates) else (), ages=ranks if any(ranks) else ())

    def start(self, options: Options, seats: int) -> State:
        ready = self._ready[options]
        ready.edition.check_seats(seats)
        first = _foremost(options, tuple(range(seats)), ready.edition.first)
        return State(options, seats, first, [0] * seats, hands=[()] * seats, discards=[()] * seats)

    def copy(self, state: State) -> State:
        return state.copy()

    def pile(self, state: State) -> Pile | None:
        if state.phase == "deck":
            return Pile(len(self._ready[state.options].deck), fresh=True)
        if state.phase in ("lots", "crown"):
            return Pile(len(state.first), fresh=False)
        return None

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        if state.turn != seat:
            return NOTHING
        ready = self._ready[state.options]
        if state.phase == "turn":
            menu = ready.menus.get((state.hands[seat], seat, state.standing, state.shielded))
            if menu is not None:
                return menu
        return ready.menu(state, seat)

    def play(self, state: State, seat: Seat, action: Action | Shuffled, news: News | None = None) -> None:
        ready = self._ready[state.options]
        do = Doing(ready, state, news)
        if isinstance(action, Play):
            do.lay_down(seat, action)
            effect = ready.effects[action.card]
            if action.target is None:
                effect.happen(do, seat)
            else:
                effect.hit(do, seat, action.target, action)
            if state.phase == "turn":
                _end_turn(do, ready, seat)
        elif isinstance(action, Keep):
            do.put_under(seat, action.card, action.under)
            _end_turn(do, ready, seat)
        else:
            assert isinstance(action, Shuffled), action
            _shuffled(do, ready, action)

    def out(self, state: State, seat: Seat) -> bool:
        return state.round > 0 and not state.standing >> seat & 1

    # ----------------------------------------------------------------- views

    def public(self, state: State) -> Public:
        ready = self._ready[state.options]
        return Public(
            phase=state.phase,
            round=state.round,
            turn=None if state.turn == NATURE else state.turn,
            seats=tuple(_seat(state, seat) for seat in range(state.seats)),
            pile=len(state.pile),
            target=ready.edition.tokens_to_win[state.seats],
            aside=state.aside is not None,
            laid_open=state.laid_open,
            round_won=state.round_won,
            how_won=state.how_won,
            match_won=state.match_won,
        )

    def private(self, state: State, seat: Seat) -> Private:
        ready = self._ready[state.options]
        hand = state.hands[seat]
        choosing = state.turn == seat and state.phase == "turn"
        return Private(
            hand=hand,
            known=tuple(Known(s.of, s.card) for s in state.sights if s.who == seat),
            under=_under(state, seat),
            barred=dict.fromkeys(sorted(ready.barred(hand)), "forced") if choosing else {},
        )


RULES = LoveLetter()


# -------------------------------------------------------------------- a round


def _shuffled(do: Doing, ready: ReadyEdition, action: Shuffled) -> None:
    state = do.state
    if state.phase == "deck":
        deck = ready.deck
        state.pile = [deck[index] for index in reversed(action.order)]
        if len(state.first) > 1:
            state.phase = "lots"
        else:
            _deal(do, ready, state.first[0])
        return
    chosen = state.first[action.order[0]]
    if do.news is not None:
        do.news.announce(events.LotsDrawn(chosen, wins=state.phase == "crown"))
    if state.phase == "crown":
        _win_match(do, (chosen,))
    else:
        _deal(do, ready, chosen)


def _deal(do: Doing, ready: ReadyEdition, starter: Seat) -> None:
    state, seats, pile = do.state, do.state.seats, do.state.pile
    state.first = ()
    state.phase = "turn"
    state.round += 1
    state.standing = (1 << seats) - 1
    state.shielded = 0
    state.aside = pile.pop()
    left = len(pile) - ready.edition.laid_open.get(seats, 0)
    state.laid_open = tuple(reversed(pile[left:]))
    del pile[left:]
    state.discards = [()] * seats
    state.hands = [()] * seats
    state.fallen = state.shown = state.round_won = ()
    state.how_won = None
    state.sights = []
    state.buried = []
    if do.news is not None:
        do.news.announce(events.RoundBegan(state.round, starter, state.laid_open))
    do.deal((*range(starter, seats), *range(starter)))
    do.begin_turn(starter)


def _end_turn(do: Doing, ready: ReadyEdition, seat: Seat) -> None:
    following = after(seat, do.state.standing)
    if following == NATURE or not do.state.pile:
        _end_round(do, ready)
    else:
        do.begin_turn(following)


# ------------------------------------------------- who wins, and who begins


def _end_round(do: Doing, ready: ReadyEdition) -> None:
    """Find the winners, give the tokens, and say who may begin the next round, if there is one."""
    state, edition = do.state, ready.edition
    state.turn = NATURE
    inside = state.inside()
    best, how = _closest(do, ready, inside)
    winners = () if len(best) > 1 and edition.still_tied == "nobody" else best
    state.round_won, state.how_won = winners, how
    if do.news is not None:
        do.news.announce(events.RoundWon(winners, how))
    for seat in winners:
        do.give_token(seat)
    for card in ready.at_dusk:
        ready.effects[card].dusk(do, card)
    if not _end_match(do, ready):
        candidates = best if edition.starter == "winner" else _losers(do, inside)
        state.first = _foremost(state.options, candidates, edition.next)
        state.phase = "deck"


def _win_match(do: Doing, winners: tuple[Seat, ...]) -> None:
    """The end."""
    state = do.state
    state.first = ()
    state.phase = "over"
    state.match_won = winners
    if do.news is not None:
        do.news.announce(events.MatchWon(winners))


def _foremost(
    options: Options, candidates: tuple[Seat, ...], precedence: Sequence[Precedence]
) -> tuple[Seat, ...]:
    """Who comes first: the latest date, the lowest age.  Whoever gave none stands behind those that did."""
    if len(candidates) == 1:
        return candidates
    for key in precedence:
        row: tuple[Any, ...] = options.dates if key == "date" else options.ages
        given = {seat: row[seat] for seat in candidates if seat < len(row) and row[seat] is not None}
        if given:
            best = max(given.values()) if key == "date" else min(given.values())
            candidates = tuple(seat for seat, value in given.items() if value == best)
    return candidates


def _end_match(do: Doing, ready: ReadyEdition) -> bool:
    state = do.state
    target = ready.edition.tokens_to_win[state.seats]
    if max(state.tokens) < target:
        return False
    there = tuple(seat for seat, tokens in enumerate(state.tokens) if tokens >= target)
    if ready.edition.champion:
        there = _foremost(state.options, there, ready.edition.champion)
        if len(there) > 1:
            state.first = there
            state.phase = "crown"
            return True
    _win_match(do, there)
    return True


def _closest(do: Doing, ready: ReadyEdition, inside: tuple[Seat, ...]) -> tuple[tuple[Seat, ...], HowWon]:
    if len(inside) == 1:
        return inside, "last"
    if do.news is not None:
        for seat in inside:
            do.news.announce(events.HandShown(seat, do.hand(seat)))
    do.state.shown = inside
    best = _most(inside, do.value)
    if len(best) == 1:
        return best, "card"
    if ready.edition.tie == "sum":
        best = _most(best, lambda seat: sum(ready.values[card] for card in do.state.discards[seat]))
        if len(best) == 1:
            return best, "sum"
    return best, "tied"


def _losers(do: Doing, inside: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Whoever went out first; if nobody did, the lowest card at the end."""
    if do.state.fallen:
        return do.state.fallen[:1]
    return _most(inside, lambda seat: -do.value(seat))


def _most(seats: tuple[Seat, ...], worth: Callable[[Seat], int]) -> tuple[Seat, ...]:
    values = list(map(worth, seats))
    best = max(values)
    if values.count(best) == 1:
        return (seats[values.index(best)],)
    return tuple(seat for seat, value in zip(seats, values, strict=True) if value == best)


# -------------------------------------------------------------------- views


def _seat(state: State, seat: Seat) -> SeatView:
    hand = state.hands[seat]
    return SeatView(
        tokens=state.tokens[seat],
        cards=len(hand),
        discards=state.discards[seat],
        safe=bool(state.shielded >> seat & 1),
        out=RULES.out(state, seat),
        shown=hand[0] if seat in state.shown else None,
    )


def _under(state: State, seat: Seat) -> tuple[CardId | None, ...]:
    cards = {b.depth: b.card for b in state.buried if b.who == seat}
    return tuple(cards.get(depth) for depth in range(max(cards, default=-1) + 1))
