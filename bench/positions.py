"""Positions of the yardstick: out of the engine's state and back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from bench import yardstick
from bench.yardstick import Move, Table
from lltui.games.game import NATURE
from lltui.games.love_letter.events import CardId
from lltui.games.love_letter.model import Options
from lltui.games.love_letter.rules.state import State, members

NAMES = ("", "guard", "priest", "baron", "handmaid", "prince", "king", "countess", "princess")


class Position(NamedTuple):
    """A table, and the deck that waits while lots are drawn: the yardstick does both in one go."""

    table: Table
    waiting: list[int]


def taken(state: State) -> Position:
    """As the yardstick has it."""
    number = NAMES.index
    between = state.turn == NATURE
    hands = [number(hand[0]) if hand else 0 for hand in state.hands]
    pile = [number(card) for card in state.pile]
    lots = state.phase == "lots"
    table = Table(
        hands,
        0 if between else number(state.hands[state.turn][1]),
        state.turn,
        state.standing,
        state.standing & ~state.shielded,
        [_laid(row) for row in state.discards],
        [] if lots else pile,
        number(state.aside or ""),
        [number(card) for card in state.laid_open],
        state.tokens[:],
        state.round,
        state.first,
        state.round_won,
        state.how_won or "",
        state.match_won,
    )
    return Position(table, pile if lots else [])


def given(position: Position) -> State:
    """As the engine has it, without what the yardstick does not keep."""
    table, waiting = position
    seats = len(table.tokens)
    between = table.turn == NATURE
    hands = [(NAMES[card],) if card else () for card in table.hands]
    if not between:
        hands[table.turn] += (NAMES[table.drawn],)
    return State(
        Options(),
        seats,
        table.first,
        table.tokens,
        phase="lots" if waiting else "over" if table.match_won else "deck" if between else "turn",
        round=table.round,
        turn=table.turn,
        standing=table.standing,
        shielded=table.standing & ~table.reach,
        pile=_names(waiting or table.pile),
        aside=NAMES[table.aside] or None,
        laid_open=tuple(_names(table.laid_open)),
        hands=hands,
        discards=[tuple(_names(yardstick.cards(laid))) for laid in table.laid],
        shown=members(table.standing, seats) if table.how not in ("", "last") else (),
        round_won=table.won,
        how_won=table.how or None,  # type: ignore[arg-type]  # the engine's words
        match_won=table.match_won,
    )


def bare(state: State) -> State:
    """Without what the yardstick does not keep."""
    state = state.copy()
    state.sights, state.buried, state.fallen = [], [], ()
    return state


def menu(table: Table) -> list[str]:
    """All that may be played, in words and in order."""
    return [words(move) for move in moves(table)]


def moves(table: Table) -> tuple[Move, ...]:
    """All that may be played."""
    if table.turn == NATURE:
        return ()
    return yardstick.MENUS[table.reach][table.turn][table.hands[table.turn]][table.drawn]


def words(move: Move) -> str:
    """A move as the notation has it."""
    _, card, _, target, guess = move
    idle = target < 0 or card in (yardstick.HANDMAID, yardstick.COUNTESS, yardstick.PRINCESS)
    row = [NAMES[card]] if idle else [NAMES[card], str(target), NAMES[guess]]
    return " ".join(filter(None, row))


def step(position: Position, move: str) -> Position:
    """One move, lot or deal: `guard 1 priest`, `lot 2 0 1`, or `deal` with every card from the top."""
    table, waiting = position
    name, *rest = move.split()
    if name == "deal":
        deck = [NAMES.index(card) for card in reversed(rest)]
        if len(table.first) > 1:
            return Position(table, deck)
        return Position(yardstick.play(table, iter(()), [deck]), [])
    if name == "lot":
        return Position(yardstick.play(table, _chance(int(rest[0]), len(table.first)), [waiting]), [])
    known = menu(table)
    return Position(yardstick.play(table, _chance(known.index(move), len(known)), []), [])


def _chance(pick: int, size: int) -> Iterator[float]:
    return iter(((pick + 0.5) / size,))


def _names(cards: list[int]) -> list[CardId]:
    return [NAMES[card] for card in cards]


def _laid(cards: tuple[CardId, ...]) -> int:
    laid = 0
    for card in cards:
        laid = laid * 16 + NAMES.index(card)
    return laid
