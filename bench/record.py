"""What it costs to prove a match, to look at it again, and to put it into the list.

The yardstick of a proof is the chain alone: every signature and hash of the same
file, without boxes, rules and comparisons.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import process_time

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from kit.written import FIRST
from record.kept import WrittenMatch, keep

from bench.figures import Row
from lltui.games.love_letter.model import Options
from lltui.record.audit import MatchAudit, ReplayViews, RulesVerifier
from lltui.record.history import History
from lltui.record.kept_match_facts import Eyes
from lltui.record.matchfile import MatchFile, open_match
from llwire.chain.chain import Chain, read_log

LAPS = 7
LENGTH = 14  # tokens: about 300 entries, as an evening of careful players has
AT_LEAST, AIM = "1,000 ms", "200 ms"


def run() -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        return [row for seats in (2, 4, 6) for row in _rows(Path(folder), seats)]


def _rows(folder: Path, seats: int) -> list[Row]:
    """Two people, and bots behind them; all choose by lot, so a match has many short rounds."""
    evening = WrittenMatch(
        Options("modern", target=LENGTH, **FIRST), people=2, bots=seats - 2, seed=seats, number=seats
    ).whole()
    path = keep(evening, folder / "matches", 0)
    file = open_match(path)
    what = f"{seats} seats, {len(evening.log)} entries, {len(file.log) / 1000:,.0f} kB"
    chain = millis(lambda: read_log(file.log, Chain(file.head.pin, file.head.match)))
    whole = millis(lambda: MatchAudit(open_match(path)))
    seen = millis(lambda: [*ReplayViews(open_match(path)).scenes(Eyes.ALL)])
    return [
        Row("Record: verify a match file", what, whole, "ms", chain, AT_LEAST, AIM),
        Row("Record: a client's own check, each round", what, _live(evening, file), "ms", chain),
        Row("Record: load it for all eyes", what, seen, "ms", chain),
        Row("Record: make the list anew", what, millis(lambda: _listed(folder)), "ms", whole),
    ]


def _live(evening: WrittenMatch, file: MatchFile) -> float:
    """All that a client spends on rules in a round, its chain and boxes apart."""
    chain, bodies = Chain(file.head.pin, file.head.match), []
    for entry in evening.log:
        body = chain.accept(entry)
        bodies.append((chain.match, body, chain.open(body, 0, evening.parts[0].box)))

    def follow() -> None:
        verifier = RulesVerifier()
        for match, body, box in bodies:
            verifier.follow(match, body, 0, box)

    return millis(follow) / evening.match.deal


def _listed(folder: Path) -> None:
    History(folder, rebuild=True).close()


def millis(work: Callable[[], object]) -> float:
    """The median of some laps, after one that warms the menus up."""
    work()
    taken = []
    for _ in range(LAPS):
        start = process_time()
        work()
        taken.append((process_time() - start) * 1000)
    return median(taken)
