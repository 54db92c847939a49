"""A bot at a position: it is given the glimpse of its seat, and perhaps some news."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from kit.scripted import glimpsed
from love_letter.notation import read, show_play

from lltui.bots.catalog import bot
from lltui.games.game import Event


def answers(line: str, heard: Sequence[Event] = (), *, name: str = "normal", times: int = 20) -> set[str]:
    """Whatever a bot does here, with different luck."""
    state = read(line)
    seat = state.turn
    return {
        show_play(
            bot(name, "love-letter", state.options, seat).choose(glimpsed(state, seat, heard), Random(luck))
        )
        for luck in range(times)
    }
