"""A bot at a position: it is given the glimpse of its seat, and perhaps some news."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from kit.scripted import glimpsed, turns
from love_letter.notation import read, show_play

from lltui.arena import SimulatedMatch
from lltui.bots.catalog import Bot, bot
from lltui.games.chair import Glimpse
from lltui.games.game import Event, Seat
from lltui.games.love_letter.model import Options
from lltui.games.love_letter.rules.rulebook import RULES
from lltui.games.love_letter.rules.state import State


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


def moments(names: Sequence[str], options: Options, seed: int) -> Iterator[tuple[Bot, Seat, Glimpse, State]]:
    """Each choice of a match: who is asked, what is glimpsed, and the table as it is then."""
    rng = Random(seed)
    match = SimulatedMatch(RULES, options, len(names), rng)
    players = [bot(name, "love-letter", options, seat) for seat, name in enumerate(names)]
    for seat in turns(match):
        seen = match.glimpse(seat)
        yield players[seat], seat, seen, match.state
        match.act(seat, players[seat].choose(seen, rng))
