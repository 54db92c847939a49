"""Tables at which fair matches are played, and other worlds that a seat cannot tell from the one it is in.

Whatever only the game can tell (how to deal anew what a seat cannot see, which
cards an event tells of) comes from its `AtHand`, and from nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple, get_args

import msgspec
from msgspec import Struct

from lltui.games import packing
from lltui.games.chair import Glimpse
from lltui.games.game import NATURE, Action, Event, Game, News, Seat, Shuffled, allowed, apply, over

pack = msgspec.msgpack.encode


def kinds(events: Any) -> tuple[type[Struct], ...]:
    """The members of a union; a game with one kind of event has no union."""
    return get_args(events) or (events,)


class AtHand(NamedTuple):
    """A game, and what the laws ask of it.

    `twin` deals anew whatever this seat (a watcher: None) cannot see.
    `tells` lists the cards of an event, except those that were only named
    aloud; `open` those of a public view, `held` those of a private one.
    `bare` makes a public view with hands where their counts belong: a fault
    that the laws must find.
    """

    rules: Game[Any]
    tables: tuple[tuple[Struct, int], ...]
    most_moves: int
    twin: Callable[[Any, Seat | None, Random], Any]
    tells: Callable[[Event], Sequence[Any]]
    open: Callable[[Any], Sequence[Any]]
    held: Callable[[Any], Sequence[Any]]
    bare: Callable[[Any, list[Any]], Any]

    def __repr__(self) -> str:
        return f"<{self.rules.model.id}>"


class Table(NamedTuple):
    """Where a match is played."""

    game: Game[Any]
    at_hand: AtHand
    options: Any
    seats: int

    def __repr__(self) -> str:
        agreed = msgspec.structs.astuple(self.options)
        said = (v for value in agreed for v in (value if isinstance(value, tuple) else [value]))
        return " ".join(str(part) for part in (self.game.model.id, *filter(None, said), self.seats))

    @property
    def listeners(self) -> tuple[Seat | None, ...]:
        return (None, *range(self.seats))


class Moment(NamedTuple):
    """One move of a match."""

    before: Any
    seat: Seat
    action: Action | Shuffled
    after: Any
    news: News


def choices(table: Table, state: Any) -> list[tuple[Seat, Sequence[Action]]]:
    """Who may act, and how."""
    menus = ((seat, table.game.legal(state, seat)) for seat in range(table.seats))
    return [(seat, menu) for seat, menu in menus if menu]


def fair_move(table: Table, state: Any, rng: Random) -> tuple[Seat, Action | Shuffled]:
    """Any seat that may act, any of its actions; NATURE any order."""
    pile = table.game.pile(state)
    if pile is not None:
        return NATURE, Shuffled(tuple(rng.sample(range(pile.size), pile.size)))
    seat, menu = rng.choice(choices(table, state))
    return seat, rng.choice(menu)


def match(table: Table, rng: Random) -> list[Moment]:
    """A whole match under fair play."""
    state = table.game.start(table.options, table.seats)
    moments: list[Moment] = []
    while not over(table.game, state, table.seats):
        assert len(moments) < table.at_hand.most_moves, "the match does not end"
        seat, action = fair_move(table, state, rng)
        after, news = apply(table.game, state, seat, action)
        moments.append(Moment(state, seat, action, after, news))
        state = after
    return moments


def reread(value: Any, kind: Any) -> Any:
    """The same value after a journey as bytes."""
    back = msgspec.msgpack.decode(pack(value), type=kind)
    assert back == value
    return back


def views(table: Table, state: Any) -> tuple[Struct, ...]:
    """All that may be seen of a state."""
    game = table.game
    return (game.public(state), *(game.private(state, seat) for seat in range(table.seats)))


def sight(table: Table, state: Any, listener: Seat | None) -> tuple[Any, ...]:
    """All that reaches a seat between two moves; who is awaited is known from the clock and the silence."""
    game = table.game
    awaited = tuple(seat for seat, _ in choices(table, state))
    common = (game.public(state), game.pile(state), awaited)
    if listener is None:
        return common
    own = (game.private(state, listener), tuple(game.legal(state, listener)))
    return (*common, *own, game.talk(state, listener), game.refuses(state, listener, "9 lives"))


def other_worlds(
    table: Table, moment: Moment, listener: Seat | None, rng: Random
) -> Iterator[tuple[Any, Action | Shuffled]]:
    """Worlds which `listener` cannot tell from the one before this moment, each with a move to make there."""
    for _ in range(4):
        world = table.at_hand.twin(moment.before, listener, rng)
        action = moment.action
        if isinstance(action, Shuffled):
            action = rng.choice((action, swapped(action, rng)))
        elif action.secret:
            action = rng.choice([a for a in table.game.legal(world, moment.seat) if type(a) is type(action)])
        if allowed(table.game, world, moment.seat, action):
            yield world, action
        else:
            assert moment.seat != listener, "the own menu depends on what others hold"


def swapped(deal: Shuffled, rng: Random) -> Shuffled:
    """The same order but for two cards."""
    order = list(deal.order)
    one, other = rng.choices(range(len(order)), k=2)
    order[one], order[other] = order[other], order[one]
    return Shuffled(tuple(order))


def foul_moves(table: Table, moment: Moment, rng: Random) -> Iterator[tuple[Seat, Action | Shuffled]]:
    """Moves that somebody could try now, and must not."""
    game, state = table.game, moment.after
    pile = game.pile(state)
    size = pile.size if pile else 3
    yield NATURE, Shuffled(tuple(range(size + 1)))
    yield NATURE, Shuffled((*range(size - 1), 0)) if size > 1 else Shuffled((1,))
    yield rng.randrange(table.seats), Shuffled(tuple(range(size)))
    if pile is None:
        yield NATURE, Shuffled(tuple(range(size)))
    menus = {seat: tuple(game.legal(state, seat)) for seat in range(table.seats)}
    known = [action for menu in menus.values() for action in menu]
    if isinstance(moment.action, Action):
        known.append(moment.action)
    for action in rng.sample(known, min(1, len(known))):
        yield NATURE, action
        for seat, menu in menus.items():
            yield from ((seat, a) for a in (action, *mutations(action, known, rng)) if a not in menu)


def mutations(action: Action, known: list[Action], rng: Random) -> Iterator[Action]:
    """The action with one field changed, to a value from another action or to nonsense."""
    for name in action.__struct_fields__:
        others = [getattr(other, name) for other in known if hasattr(other, name)]
        for value in (rng.choice(others), None, -1, 99, "x"):
            yield msgspec.structs.replace(action, **{name: value})


def had_it_been_otherwise(table: Table, moments: list[Moment]) -> Iterator[Any]:
    """What these moments would have led to, had the first one been another action of its kind."""
    first, rest = moments[0], moments[1:]
    for action in table.game.legal(first.before, first.seat):
        if type(action) is not type(first.action) or action == first.action:
            continue
        state = apply(table.game, first.before, first.seat, action).state
        for moment in rest:
            if not allowed(table.game, state, moment.seat, moment.action):
                break
            state = apply(table.game, state, moment.seat, moment.action).state
        else:
            yield state


def packed(table: Table, state: Any, news: News, listener: Seat | None) -> Glimpse:
    """What a client reads out of the bytes that it is sent."""
    game = table.game
    box = None if listener is None else packing.box(game, state, listener, news)
    return packing.glimpse(game.model, packing.view(game, state), packing.announced(news), box)


def box_sizes(table: Table, moment: Moment) -> list[int]:
    """How many bytes each seat is sent for itself alone."""
    return [len(packing.box(table.game, moment.after, seat, moment.news)) for seat in range(table.seats)]
