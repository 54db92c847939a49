"""Positions as they stand in protocol/vectors: JSON that any engine can set up, to and from a state.

What is usual is left out there; `usual` has all of it.
"""

from __future__ import annotations

from typing import Any

import msgspec

from lltui.games.game import NATURE
from lltui.games.love_letter.model import Options
from lltui.games.love_letter.rules.state import Buried, Sight, State
from love_letter.notation import NotationError
from love_letter.possible import faults

SAME = ("phase", "round", "aside", "how_won")
ROWS = {"laid_open": "laid_open", "fell": "fallen", "shown": "shown", "first": "first"}
WON = {"round_won": "round_won", "match_won": "match_won"}
Position = dict[str, Any]


def placed(options: Options, position: Position) -> State:
    """The state of a position; NotationError if it can be none."""
    seats, known = position["seats"], position["known"]
    bits = [1 << seat for seat in range(len(seats))]
    told = {
        **{name: position[name] for name in SAME},
        **{field: position[name] for name, field in (ROWS | WON).items()},
        "options": msgspec.to_builtins(options),
        "seats": len(seats),
        "turn": NATURE if position["turn"] is None else position["turn"],
        "pile": position["pile"][::-1],
        "tokens": [seat["tokens"] for seat in seats],
        "hands": [seat["hand"] for seat in seats],
        "discards": [seat["discards"] for seat in seats],
        "standing": sum(bit for bit, seat in zip(bits, seats, strict=True) if not seat["out"]),
        "shielded": sum(bit for bit, seat in zip(bits, seats, strict=True) if seat["safe"]),
        "sights": [msgspec.to_builtins(Sight(**each)) for each in known],
        "buried": [msgspec.to_builtins(Buried(**each)) for each in position["under"]],
    }
    state = msgspec.convert(told, State)
    if found := list(faults(state)):
        raise NotationError(f"{'; '.join(found)} in {position}")
    return state


def position_of(state: State) -> Position:
    """All of it."""
    told = msgspec.to_builtins(state)
    seats = [
        {
            "hand": list(hand),
            "discards": list(discards),
            "tokens": tokens,
            "safe": bool(state.shielded >> seat & 1),
            "out": not state.standing >> seat & 1,
        }
        for seat, (hand, discards, tokens) in enumerate(
            zip(state.hands, state.discards, state.tokens, strict=True)
        )
    ]
    return {
        "turn": None if state.turn == NATURE else state.turn,
        "seats": seats,
        "pile": state.pile[::-1],
        **{name: told[name] for name in SAME},
        **{name: list(told[field]) for name, field in (ROWS | WON).items()},
        "known": told["sights"],
        "under": told["buried"],
    }
