"""Positions and moves as text, played by the real rules."""

from __future__ import annotations

import msgspec

from lltui.games.game import Action, Event, IllegalMoveError, News, Seat, Shuffled, allowed, apply
from lltui.games.love_letter.loading import agreed
from lltui.games.love_letter.model import Keep, Play
from lltui.games.love_letter.rules.rulebook import LoveLetter
from lltui.games.love_letter.rules.state import State
from love_letter.notation import read, show, show_play
from love_letter.scenes import Scene

RULES = LoveLetter()


def play(line: str, move: str) -> str:
    """The position after a move."""
    return show(step(RULES, read(line), move)[0])


def step(game: LoveLetter, state: State, move: str) -> tuple[State, News]:
    return apply(game, state, state.turn, read_move(state, move))


def read_move(state: State, move: str) -> Action | Shuffled:
    """`guard 1 priest`, `keep king under guard`, `lot 2 0 1`, or `deal` with the deck from the top."""
    match move.split():
        case ["deal", *cards]:
            return Shuffled(stacked(state, cards))
        case ["lot", *order]:
            return Shuffled(tuple(int(number) for number in order))
        case ["keep", card, "under", *under]:
            return Keep(card, tuple(under))
        case [card]:
            return Play(card)
        case [card, target]:
            return Play(card, int(target))
        case [card, target, guess]:
            return Play(card, int(target), guess)
    raise ValueError(move)


def stacked(state: State, cards: list[str]) -> tuple[int, ...]:
    """The order that brings these cards to the top; the others follow as they are printed."""
    deck = dict(enumerate(agreed(state.options).deck()))
    order = []
    for card in cards:
        place = next(index for index, other in deck.items() if other == card)
        order.append(place)
        del deck[place]
    return (*order, *deck)


def menu(game: LoveLetter, state: State) -> list[str]:
    return sorted(show_play(action) for action in game.legal(state, state.turn))


def told(news: News) -> list[str]:
    """Everything that was said, and to whom."""
    return [f"{_hearers(seats)}: {show_event(event)}" for event, seats in news.told]


def show_event(event: Event) -> str:
    row = msgspec.to_builtins(event)
    return " ".join((row.pop("event"), *(f"{name}={_value(value)}" for name, value in row.items())))


def _hearers(seats: tuple[Seat, ...] | None) -> str:
    return "all" if seats is None else " ".join(map(str, sorted(seats)))


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ",".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)


# -------------------------------------------------------------------- scenes


def holds(game: LoveLetter, scene: Scene) -> None:
    """Raise AssertionError if these rules break the scene."""
    state = read(scene.before)
    if scene.menu is not None:
        assert menu(game, state) == sorted(scene.menu)
    for move in scene.refused:
        is_refused(game, state, move)
    news = News()
    for move in scene.moves:
        state, news = step(game, state, move)
    if scene.after is not None:
        assert show(state) == show(read(scene.after))
        assert state == read(scene.after)
    if scene.news is not None:
        assert told(news) == list(scene.news)


def is_refused(game: LoveLetter, state: State, move: str) -> None:
    before = show(state)
    action = read_move(state, move)
    assert not allowed(game, state, state.turn, action), f"{move} is legal"
    try:
        apply(game, state, state.turn, action)
    except IllegalMoveError:
        assert show(state) == before
    else:
        raise AssertionError(f"{move} was not refused")


def broken(game: LoveLetter, scene: Scene) -> str:
    """How these rules break the scene; empty if they do not."""
    try:
        holds(game, scene)
    except Exception as error:  # noqa: BLE001  # a broken rule may end in anything
        return f"{type(error).__name__}: {error}"
    return ""
