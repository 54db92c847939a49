"""Positions and moves as text, played by the real rules."""

from __future__ import annotations

import msgspec
from vectors.engine import answer

from lltui.games.game import Action, Event, News, Seat, Shuffled, apply
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
    for vector in scene.questions:
        faults = list(vector.faults(answer(vector.question, lambda _: game)))
        assert not faults, f"{vector.name}: {'; '.join(faults)}"


def broken(game: LoveLetter, scene: Scene) -> str:
    """How these rules break the scene; empty if they do not."""
    try:
        holds(game, scene)
    except Exception as error:  # noqa: BLE001  # a broken rule may end in anything
        return f"{type(error).__name__}: {error}"
    return ""
