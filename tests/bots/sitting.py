"""A bot at a position: it is given the glimpse of its seat, and perhaps some news."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from lltui.bots.catalog import bot
from lltui.games.game import Event, Seat
from lltui.games.love_letter.rules.notation import read, show_play
from lltui.games.love_letter.rules.rulebook import RULES
from lltui.games.love_letter.rules.state import State
from lltui.games.seat import Glimpse


def glimpse(state: State, seat: Seat, heard: Sequence[Event] = ()) -> Glimpse:
    """What this seat sees of a state."""
    return Glimpse(
        tuple(heard), RULES.public(state), RULES.private(state, seat), tuple(RULES.legal(state, seat))
    )


def answers(line: str, heard: Sequence[Event] = (), *, name: str = "normal", times: int = 20) -> set[str]:
    """Whatever a bot does here, with different luck."""
    state = read(line)
    seat = state.turn
    return {
        show_play(
            bot(name, "love-letter", state.options, seat).choose(glimpse(state, seat, heard), Random(luck))
        )
        for luck in range(times)
    }
