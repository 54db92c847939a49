"""`lltui arena`: bots against bots, as a table.

The table is the same whenever the seed is; how fast it went is told beside it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from secrets import randbelow
from time import monotonic

from lltui.arena.bouts import Bout, BoutShare, BoutTally, by_bot, by_seat, outcomes
from lltui.commands.chosen_game import printed_options
from lltui.commands.cli_context import INTERRUPTED, progress, settle
from lltui.games.love_letter.model import MODEL, Options
from lltui.options import Typed
from lltui.plain.paper import Paper
from lltui.text import Wording

BOTS = ("normal", "random", "random", "random")
MATCHES = 1_000
# Seconds between two signs of life.
PATIENCE = 0.2


def run(args: Typed) -> int:
    """Play, count, print; ctrl+c prints what there is so far."""
    cli = settle(args, "arena")
    words = cli.words
    seed = randbelow(10**9) if args.seed is None else args.seed
    bout = Bout(MODEL.id, printed_options(args), args.bots or BOTS, seed)
    bout.check()
    tally, began = BoutTally(bout), monotonic()
    finished = _play(tally, args.matches or MATCHES, args.jobs or 1, words)
    if not tally.matches:
        raise KeyboardInterrupt
    spent = monotonic() - began
    cli.paper.lines(table(tally, words))
    if not finished:
        cli.paper.say(words("stopped", matches=tally.matches, wanted=args.matches or MATCHES))
    Paper(sys.stderr).say(_speed(tally, spent, words))
    return 0 if finished else INTERRUPTED


def table(tally: BoutTally, words: Wording) -> Iterator[str]:
    """The lines of the table."""
    bout = tally.bout
    assert isinstance(bout.options, Options)
    edition = " + ".join((bout.options.edition, *bout.options.variants))
    yield words("heading", edition=edition, seats=len(bout.bots), matches=tally.matches, seed=bout.seed)
    for key, shares in (("bot", by_bot(tally)), ("seat", by_seat(tally))):
        yield ""
        yield from _columns(key, shares, words)
    yield ""
    lengths = (f"{number / tally.matches:.1f}" for number in (tally.rounds, tally.moves))
    rounds, moves = (number.replace(".", words("decimal")) for number in lengths)
    yield words("lengths", rounds=rounds, moves=moves)
    yield words("shared", shared=tally.shared)


def _columns(key: str, shares: Sequence[BoutShare], words: Wording) -> Iterator[str]:
    counted = words("seats") if key == "bot" else ""
    rows = [(words(key), counted, words("won"), words("interval"), words("chance"))]
    for share in shares:
        parts = (share.won, share.low, share.high, share.chance)
        won, low, high, chance = (f"{100 * part:.1f}".replace(".", words("decimal")) for part in parts)
        seats = str(share.seats) if counted else ""
        rows.append((share.name, seats, f"{won} %", f"{low} - {high} %", f"{chance} %"))
    for name, *cells in rows:
        yield f"{name:10}{cells[0]:>5}" + "".join(f"{cell:>17}" for cell in cells[1:])


def _play(tally: BoutTally, matches: int, jobs: int, words: Wording) -> bool:
    """Whether nobody pressed ctrl+c."""
    due = monotonic() + PATIENCE
    try:
        with closing(outcomes(tally.bout, matches, jobs)) as played:
            for outcome in played:
                tally.add(outcome)
                if monotonic() >= due:
                    due = monotonic() + PATIENCE
                    progress(words("progress", matches=tally.matches, wanted=matches))
    except KeyboardInterrupt:
        return False
    finally:
        progress()
    return True


def _speed(tally: BoutTally, seconds: float, words: Wording) -> str:
    rate = f"{tally.matches / seconds:.0f}"
    spent = f"{seconds:.1f}".replace(".", words("decimal"))
    return words("speed", matches=tally.matches, seconds=spent, rate=rate)
