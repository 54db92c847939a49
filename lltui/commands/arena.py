"""`lltui arena`: bots against bots, as a table.

The table is the same whenever the seed is; how fast it went is told beside it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from secrets import randbelow
from time import monotonic

from lltui import text
from lltui.arena.bouts import Bout, BoutShare, BoutTally, by_bot, by_seat, outcomes
from lltui.commands.cli_context import settle
from lltui.games.love_letter.model import MODEL, Options
from lltui.options import Typed
from lltui.plain.paper import Paper

BOTS = ("normal", "random", "random", "random")
MATCHES, INTERRUPTED = 1_000, 130
# Seconds between two signs of life.
PATIENCE = 0.2

Words = Mapping[str, str]


def run(args: Typed) -> int:
    """Play, count, print; ctrl+c prints what there is so far."""
    cli = settle(args)
    words = text.words(cli.language, "arena")
    seed = randbelow(10**9) if args.seed is None else args.seed
    bout = Bout(MODEL.id, _options(args), args.bots or BOTS, seed)
    bout.check()
    tally, began = BoutTally(bout), monotonic()
    finished = _play(tally, args.matches or MATCHES, args.jobs or 1, words)
    if not tally.matches:
        raise KeyboardInterrupt
    spent = monotonic() - began
    cli.paper.lines(table(tally, words))
    if not finished:
        cli.paper.say(words["stopped"].format(matches=tally.matches, wanted=args.matches or MATCHES))
    Paper(sys.stderr).say(_speed(tally, spent, words))
    return 0 if finished else INTERRUPTED


def table(tally: BoutTally, words: Words) -> Iterator[str]:
    """The lines of the table."""
    bout = tally.bout
    assert isinstance(bout.options, Options)
    edition = " + ".join((bout.options.edition, *bout.options.variants))
    yield words["heading"].format(
        edition=edition, seats=len(bout.bots), matches=tally.matches, seed=bout.seed
    )
    for key, shares in (("bot", by_bot(tally)), ("seat", by_seat(tally))):
        yield ""
        yield from _columns(key, shares, words)
    yield ""
    lengths = (f"{number / tally.matches:.1f}" for number in (tally.rounds, tally.moves))
    rounds, moves = (number.replace(".", words["decimal"]) for number in lengths)
    yield words["lengths"].format(rounds=rounds, moves=moves)
    yield words["shared"].format(shared=tally.shared)


def _columns(key: str, shares: Sequence[BoutShare], words: Words) -> Iterator[str]:
    counted = words["seats"] if key == "bot" else ""
    rows = [(words[key], counted, words["won"], words["interval"], words["chance"])]
    for share in shares:
        parts = (share.won, share.low, share.high, share.chance)
        won, low, high, chance = (f"{100 * part:.1f}".replace(".", words["decimal"]) for part in parts)
        seats = str(share.seats) if counted else ""
        rows.append((share.name, seats, f"{won} %", f"{low} - {high} %", f"{chance} %"))
    for name, *cells in rows:
        yield f"{name:10}{cells[0]:>5}" + "".join(f"{cell:>17}" for cell in cells[1:])


def _play(tally: BoutTally, matches: int, jobs: int, words: Words) -> bool:
    """Whether nobody pressed ctrl+c."""
    shows, due = sys.stderr.isatty(), monotonic() + PATIENCE
    try:
        with closing(outcomes(tally.bout, matches, jobs)) as played:
            for outcome in played:
                tally.add(outcome)
                if shows and monotonic() >= due:
                    due = monotonic() + PATIENCE
                    progress = words["progress"].format(matches=tally.matches, wanted=matches)
                    sys.stderr.write(f"\r{progress}")
                    sys.stderr.flush()
    except KeyboardInterrupt:
        return False
    finally:
        if shows:
            sys.stderr.write(f"\r{'':79}\r")
            sys.stderr.flush()
    return True


def _options(args: Typed) -> Options:
    edition = {} if args.edition is None else {"edition": args.edition}
    return Options(**edition, variants=tuple(args.variant), target=args.target)


def _speed(tally: BoutTally, seconds: float, words: Words) -> str:
    rate = f"{tally.matches / seconds:.0f}"
    spent = f"{seconds:.1f}".replace(".", words["decimal"])
    return words["speed"].format(matches=tally.matches, seconds=spent, rate=rate)
