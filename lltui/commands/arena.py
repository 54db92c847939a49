"""`lltui arena`: bots against bots, as a table or as JSON.

The table is the same whenever the seed is; how fast it went is told beside it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from secrets import randbelow
from time import monotonic
from typing import Any, NamedTuple

import msgspec

from lltui.arena import Bout, BoutShare, BoutTally, by_bot, by_seat, outcomes
from lltui.arena.workers import Where
from lltui.commands.chosen_game import printed_options
from lltui.commands.cli_context import INTERRUPTED, progress, settle
from lltui.errors import UsageTrouble
from lltui.games.love_letter.loading import agreed
from lltui.games.love_letter.model import MODEL, Options
from lltui.options import Typed, number
from lltui.plain.paper import Paper
from lltui.text import Wording

BOTS = ("normal", "random", "random", "random")
MATCHES = 1_000
MOST = 1_000_000  # until an interval is reached, which may be never
# An interval of fewer matches is no reason to stop.
FEWEST = 100
# Seconds between two signs of life.
PATIENCE = 0.2


class PlayersAlone(UsageTrouble):
    """So many players without bots to play against: the list of --bots says it already."""


class Wanted(NamedTuple):
    """How much is to be played of each bout: so many matches, or until no interval is wider."""

    matches: int
    interval: float | None
    where: Where

    def enough(self, tally: BoutTally) -> bool:
        """Whether the interval is reached."""
        if self.interval is None or tally.matches < FEWEST:
            return False
        return all((share.high - share.low) / 2 <= self.interval for share in by_bot(tally))

    def expected(self, tally: BoutTally) -> int:
        """How many matches it will be, as far as one can tell."""
        if self.interval is None or not tally.matches:
            return self.matches
        widest = max((share.high - share.low) / 2 for share in by_bot(tally))
        return min(self.matches, max(FEWEST, int(tally.matches * (widest / self.interval) ** 2)))


def run(args: Typed) -> int:
    """Play, count, print; ctrl+c prints what there is so far."""
    cli = settle(args, "arena")
    bouts = [*_bouts(args)]
    for bout in bouts:
        bout.check()
    first, last = args.seeds or (0, 0)
    most = last - first + 1 if args.seeds else MOST if args.until_interval else MATCHES
    wanted = Wanted(args.matches or most, args.until_interval, Where(args.jobs or 1, args.cluster))
    began = monotonic()
    tallies = [BoutTally(bout) for bout in bouts]
    finished = _play_all(tallies, wanted, cli.words, pairs=bool(args.against))
    played = [tally for tally in tallies if tally.matches]
    if not played:
        raise KeyboardInterrupt
    spent = monotonic() - began
    if args.json:
        print(msgspec.json.format(msgspec.json.encode([*map(told, played)]), indent=1).decode())
    else:
        cli.paper.lines(pairs(played, cli.words) if args.against else table(played[0], cli.words))
        if not finished:
            least = played[-1]
            cli.paper.say(cli.words("stopped", matches=least.matches, wanted=wanted.expected(least)))
    Paper(sys.stderr).say(_speed(sum(tally.matches for tally in played), spent, cli.words))
    return 0 if finished else INTERRUPTED


def _bouts(args: Typed) -> Iterator[Bout]:
    """One; or one for each bot, each kind of others and each number of seats."""
    options = printed_options(args)
    seed = args.seeds[0] if args.seeds else randbelow(10**9) if args.seed is None else args.seed
    if not args.against:
        if args.players:
            raise PlayersAlone(option="--players")
        yield Bout(MODEL.id, options, args.bots or BOTS, seed, bool(args.seeds))
        return
    fewest, most = agreed(options).seats
    counts = [number(fewest, most)("--players", each) for each in args.players or ()]
    for name in args.bots or BOTS[:1]:
        for other in args.against:
            for seats in counts or range(fewest, most + 1):
                if name != other:
                    bots = (name, *(other,) * (seats - 1))
                    yield Bout(MODEL.id, options, bots, seed, bool(args.seeds))


# ------------------------------------------------------------------- what is told


def table(tally: BoutTally, words: Wording) -> Iterator[str]:
    """The lines of one bout."""
    bout = tally.bout
    yield words(
        "heading", edition=_edition(bout), seats=len(bout.bots), matches=tally.matches, seed=bout.seed
    )
    for key, shares in (("bot", by_bot(tally)), ("seat", by_seat(tally))):
        yield ""
        yield from _columns(key, shares, words)
    yield ""
    lengths = (f"{count / tally.matches:.1f}" for count in (tally.rounds, tally.moves))
    rounds, moves = (length.replace(".", words("decimal")) for length in lengths)
    yield words("lengths", rounds=rounds, moves=moves)
    yield words("shared", shared=tally.shared)


def _edition(bout: Bout) -> str:
    assert isinstance(bout.options, Options)
    return " + ".join((bout.options.edition, *bout.options.variants))


def _columns(key: str, shares: Sequence[BoutShare], words: Wording) -> Iterator[str]:
    counted = words("seats") if key == "bot" else ""
    rows = [(words(key), counted, words("won"), words("interval"), words("chance"))]
    for share in shares:
        seats = str(share.seats) if counted else ""
        rows.append((share.name, seats, *_shown(share, words)))
    for name, *cells in rows:
        yield f"{name:10}{cells[0]:>5}" + "".join(f"{cell:>17}" for cell in cells[1:])


def _shown(share: BoutShare, words: Wording) -> tuple[str, str, str]:
    parts = (share.won, share.low, share.high, share.chance)
    won, low, high, chance = (f"{100 * part:.1f}".replace(".", words("decimal")) for part in parts)
    return f"{won} %", f"{low} - {high} %", f"{chance} %"


def pairs(tallies: Sequence[BoutTally], words: Wording) -> Iterator[str]:
    """A line for each bot against each kind of others, at each table."""
    bout = tallies[0].bout
    last = bout.seed + max(tally.matches for tally in tallies) - 1
    key = "heading_seeds" if bout.each_its_own else "heading_pairs"
    yield words(key, edition=_edition(bout), seed=bout.seed, last=last)
    yield ""
    head = (words("bot"), words("against"), words("seats"), words("matches"))
    rows = [(*head, words("won"), words("interval"), words("chance"))]
    for tally in tallies:
        name, other, *_ = tally.bout.bots
        counts = (str(len(tally.bout.bots)), str(tally.matches))
        rows.append((name, other, *counts, *_shown(by_bot(tally)[0], words)))
    for name, other, seats, matches, *cells in rows:
        widths = zip(cells, (11, 18, 13), strict=True)
        yield f"{name:9}{other:9}{seats:>8}{matches:>9}" + "".join(f"{cell:>{wide}}" for cell, wide in widths)


def told(tally: BoutTally) -> dict[str, Any]:
    """The same for other programs."""
    bout = tally.bout
    assert isinstance(bout.options, Options)
    return {
        "edition": bout.options.edition,
        "variants": bout.options.variants,
        "target": bout.options.target,
        "seats": len(bout.bots),
        "seed": bout.seed,
        "each_its_own_seed": bout.each_its_own,
        "matches": tally.matches,
        "bots": [share._asdict() for share in by_bot(tally)],
        "by_seat": [share._asdict() for share in by_seat(tally)],
        "rounds": tally.rounds,
        "moves": tally.moves,
        "shared": tally.shared,
    }


# --------------------------------------------------------------------- how it goes


def _play_all(tallies: Sequence[BoutTally], wanted: Wanted, words: Wording, *, pairs: bool) -> bool:
    """Whether nobody pressed ctrl+c."""
    try:
        for tally in tallies:
            _play(tally, wanted, words, "progress_pair" if pairs else "progress_left")
    except KeyboardInterrupt:
        return False
    finally:
        progress()
    return True


def _play(tally: BoutTally, wanted: Wanted, words: Wording, key: str) -> None:
    name, other, *more = tally.bout.bots
    began = monotonic()
    due = began + PATIENCE
    with closing(outcomes(tally.bout, wanted.matches, wanted.where)) as played:
        for outcome in played:
            tally.add(outcome)
            if wanted.enough(tally):
                return
            if monotonic() >= due:
                due = monotonic() + PATIENCE
                expected = wanted.expected(tally)
                left = (monotonic() - began) / tally.matches * (expected - tally.matches)
                who = {"name": name, "other": other, "seats": 2 + len(more)}
                told_left = _duration(left, words)
                progress(words(key, **who, matches=tally.matches, wanted=expected, left=told_left))


def _duration(seconds: float, words: Wording) -> str:
    if seconds < 90:
        return words("seconds", seconds=round(seconds))
    return words("minutes", minutes=round(seconds / 60))


def _speed(matches: int, seconds: float, words: Wording) -> str:
    rate = f"{matches / seconds:.0f}"
    spent = f"{seconds:.1f}".replace(".", words("decimal"))
    return words("speed", matches=matches, seconds=spent, rate=rate)
