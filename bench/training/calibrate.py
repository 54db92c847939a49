"""How often it comes as advice says: `python bench/training/calibrate.py kernel`; docs/reference/strength.md.

In each round one move by chance of one player is left to chance, any that is legal; what advice says of that
move stands beside whether the round was won by whoever then goes on like `hard`.  `program` asks the program
itself; `kernel` plays the same rounds by the hundred thousand, and is held equal to it by tests of parity.
With `--write` the figures are kept in bench/calibration.json.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import sys
import tempfile
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from functools import partial
from hashlib import sha256
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent))

from bench.training import train  # noqa: E402  # the path comes first
from lltui.arena import SimulatedMatch, play_out  # noqa: E402
from lltui.arena.workers import Where, each  # noqa: E402
from lltui.bots.catalog import bot  # noqa: E402
from lltui.bots.love_letter import hard  # noqa: E402
from lltui.games.game import Action, Seat  # noqa: E402
from lltui.games.love_letter.model import MODEL, Options  # noqa: E402
from lltui.games.love_letter.views import Public  # noqa: E402
from lltui.games.rulebooks import rules  # noqa: E402

KEPT = HERE.parent / "calibration.json"
SEED = 600_000  # no match of training, of the arena's figures or of the league has one from here on
MOVES = 30_000
LATEST = 3  # the first moves of a round, of which one is left to chance
MATCHES = 32  # at a time
TENTHS = 10


class Said(NamedTuple):
    """What was said of a move, and what came: the share of the round that was won."""

    chance: float
    won: float


class Tenth(NamedTuple):
    """Of all moves between two tenths: how many, what was said of them on average, and what came."""

    moves: int
    said: float
    came: float


class Calibration(NamedTuple):
    """`wrong` is the mean difference in each tenth, weighted by how many moves it has.

    `brier` is the mean square of all differences, and `base` that of whoever always says how often
    a round is won: less than that has to be knowledge.
    """

    moves: int
    wrong: float
    brier: float
    base: float
    tenths: tuple[Tenth, ...]


def calibration(told: Iterable[Said]) -> Calibration:
    """Of all these."""
    told = [*told]
    parts = [[one for one in told if min(int(one.chance * TENTHS), TENTHS - 1) == at] for at in range(TENTHS)]
    tenths = tuple(Tenth(len(part), *_means(part)) for part in parts)
    mean = sum(one.won for one in told) / len(told)
    return Calibration(
        len(told),
        sum(tenth.moves * abs(tenth.said - tenth.came) for tenth in tenths) / len(told),
        sum((one.chance - one.won) ** 2 for one in told) / len(told),
        sum((mean - one.won) ** 2 for one in told) / len(told),
        tenths,
    )


def _means(part: list[Said]) -> tuple[float, float]:
    count = max(1, len(part))
    return sum(one.chance for one in part) / count, sum(one.won for one in part) / count


# ------------------------------------------------------------- by the program


def of_match(options: Options, seats: int, other: str, seed: int) -> list[Said]:
    """One move by chance from each round of a match, in which the seat of the hero goes by its number."""
    rng, hero = Random(f"calibration {seed}"), seed % seats
    match = SimulatedMatch(rules(MODEL.id), options, seats, rng)
    adviser = hard.Adviser(options, hero)
    others = {seat: bot(other, MODEL.id, options, seat) for seat in range(seats) if seat != hero}
    told, said, round_, at, mine = list[Said](), None, 0, 0, 0

    def choose(seat: Seat) -> Action:
        nonlocal said, round_, at, mine
        glimpse = match.glimpse(seat)
        if seat != hero:
            return others[seat].choose(glimpse, rng)
        if match.state.round != round_:
            said, round_, at, mine = None, match.state.round, rng.randrange(LATEST), 0
        mine += 1
        if mine - 1 != at:
            return adviser.best(glimpse)
        found = rng.choice(adviser.moves(glimpse))
        said = found.chance
        return found.move

    for _ in play_out(match, choose):
        public = match.game.public(match.state)
        assert isinstance(public, Public)
        if public.how_won is not None and said is not None and public.round == round_:
            won = public.round_won
            told.append(Said(said, (hero in won) / max(1, len(won))))
            said = None
    return told


def by_program(options: Options, seats: int, other: str, moves: int, jobs: int) -> Iterator[Said]:
    """As many as are wanted, from as many matches as that takes."""
    found = 0
    for first in range(SEED, SEED + 10**6, MATCHES):
        part = each(partial(_numbered, options, seats, other, first), range(MATCHES), Where(jobs))
        for one in chain.from_iterable(part):
            if found == moves:
                return
            found += 1
            yield one


def _numbered(options: Options, seats: int, other: str, first: int, number: int) -> list[Said]:
    return of_match(options, seats, other, first + number)


# -------------------------------------------------------------- by the kernel


def by_kernel(kernel: train.Kernel, seats: int, other: str, moves: int) -> list[Said]:
    """The same rounds by random numbers of the kernel's own."""
    said, came = (ctypes.c_float * moves)(), (ctypes.c_float * moves)()
    kernel.seed(SEED + seats)
    others = other[0].encode() * (seats - 1)
    kernel.call.calibrate(seats, others, ctypes.c_long(moves), kernel.ahead(seats), said, came)
    return [Said(*pair) for pair in zip(said, came, strict=True)]


def kernel_in(folder: Path, options: Options = train.CLASSIC) -> train.Kernel:
    """With the weights that the program plays by."""
    made = train.Kernel(folder, HERE / "calibration.c", options)
    made.call.calibrate.restype = ctypes.c_long
    file = hard.weights_for(options)
    assert file is not None
    for seats, packed in hard.packed(file).items():
        made.weights(seats, packed)
    return made


# --------------------------------------------------------------------- to keep


def weights(edition: str) -> str:
    """By which nets it was measured: others have other figures, whatever the file says of itself."""
    file = hard.weights_for(Options(edition))
    assert file is not None, "advice is asked for where it is given"
    return sha256(b"".join(hard.packed(file).values())).hexdigest()[:16]


def line(how: str, edition: str, seats: int, other: str, found: Calibration) -> dict[str, Any]:
    """As it is kept."""
    return {
        "date": f"{datetime.now(UTC):%Y-%m-%d}",
        "how": how,
        "edition": edition,
        "seats": seats,
        "against": other,
        "weights": weights(edition),
        **found._asdict(),
        "tenths": [[tenth.moves, round(tenth.said, 4), round(tenth.came, 4)] for tenth in found.tenths],
    }


def keep(row: dict[str, Any]) -> None:
    """In the place of an older one of the same."""

    def key(row: dict[str, Any]) -> tuple[Any, ...]:
        return tuple(row[name] for name in ("edition", "how", "against", "seats"))

    old = json.loads(KEPT.read_text("utf-8")) if KEPT.exists() else []
    rows = {key(each): each for each in (*old, row)}
    lines = ",\n".join(f" {json.dumps(rows[at])}" for at in sorted(rows))
    KEPT.write_text(f"[\n{lines}\n]\n", "utf-8")


def main() -> None:
    """Parse, measure, print."""
    parser = argparse.ArgumentParser(prog="calibrate.py", description=__doc__)
    parser.add_argument("how", choices=("program", "kernel"))
    parser.add_argument("--edition", default=Options().edition)
    parser.add_argument("--seats", type=int, nargs="+", default=train.SEATS)
    parser.add_argument("--against", default="normal", choices=("normal", "easy", "random"))
    parser.add_argument("--moves", type=int, default=MOVES)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--write", action="store_true", help=f"keep the figures in {KEPT.name}")
    asked = parser.parse_args()
    options = Options(asked.edition)
    if hard.weights_for(options) is None:
        parser.error("nobody gives advice by these rules")
    with tempfile.TemporaryDirectory() as folder:
        kernel = kernel_in(Path(folder), options) if asked.how == "kernel" else None
        for seats in asked.seats:
            if kernel is not None:
                told: Iterable[Said] = by_kernel(kernel, seats, asked.against, asked.moves)
            else:
                told = by_program(options, seats, asked.against, asked.moves, asked.jobs)
            row = line(asked.how, asked.edition, seats, asked.against, calibration(told))
            print(*(f"{name}: {value}" for name, value in row.items()), sep="\n", end="\n\n")
            if asked.write:
                keep(row)


if __name__ == "__main__":
    main()
