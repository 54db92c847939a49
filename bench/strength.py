"""What a choice of `hard` costs: the mean of a match, the slowest of a hundred, the memory of one."""

from __future__ import annotations

import tracemalloc
from random import Random
from statistics import mean, quantiles
from time import process_time

from bench.figures import Row
from lltui.arena import SimulatedMatch, play_out
from lltui.bots.catalog import bot
from lltui.games.game import Action, Seat
from lltui.games.love_letter.model import MODEL, Options
from lltui.games.rulebooks import rules

MATCHES = 30


def run() -> list[Row]:
    """For two, three and four at the table, one of them `hard`."""
    rows = [Row("hard", "weights and memory of a round", _memory() / 2**20, "MB", None, "at most 5")]
    for seats in (2, 3, 4):
        times = sorted(1000 * each for number in range(MATCHES) for each in _choices(seats, number))
        rows.append(Row("hard", f"a choice, {seats} players", mean(times), "ms", None, "at most 20"))
        slow = quantiles(times, n=100)[98]
        rows.append(Row("hard", f"the slowest of a hundred, {seats} players", slow, "ms", None, "at most 50"))
    return rows


def _choices(seats: int, number: int) -> list[float]:
    """How long each took, in CPU time, with all that was heard since the one before."""
    options, rng = Options(), Random(number)
    match = SimulatedMatch(rules(MODEL.id), options, seats, rng)
    names = ["hard", *["normal"] * (seats - 1)]
    players = [bot(name, MODEL.id, options, seat) for seat, name in enumerate(names)]
    times = []

    def choose(seat: Seat) -> Action:
        glimpse, began = match.glimpse(seat), process_time()
        action = players[seat].choose(glimpse, rng)
        if seat == 0:
            times.append(process_time() - began)
        return action

    for _ in play_out(match, choose):
        pass
    return times


def _memory() -> int:
    """What one takes that has sat down, with its weights."""
    options, rng = Options(), Random(1)
    match = SimulatedMatch(rules(MODEL.id), options, 4, rng)
    other = bot("normal", MODEL.id, options, 1)
    while match.pile:
        match.deal()
    while match.awaited[0]:
        match.act(match.awaited[0], other.choose(match.glimpse(match.awaited[0]), rng))
    glimpse = match.glimpse(0)
    from lltui.bots.love_letter import hard  # noqa: PLC0415 - the module is not what is measured

    hard.net.cache_clear()
    tracemalloc.start()
    player = bot("hard", MODEL.id, options, 0)
    player.choose(glimpse, rng)
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return held
