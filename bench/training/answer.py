"""What can be won of a bot, with two at the table, by who knows exactly how it plays.

    python bench/training/answer.py --against normal hard --pile 0 3 5 --rounds 2000 --seed 1 [--write]

From the own turn on at which so few cards lie in the pile all that may follow is gone through, world by
world, and the best move taken (`answer.c`); up to there the own moves are those of `hard`.  So each figure
is won by somebody, and no more than what could be won: how much the bot may lose to anybody is at least
that.  Who begins changes from round to round.  What is above half of the rounds is what the bot gives away.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import sys
import tempfile
from datetime import UTC, datetime
from math import sqrt
from pathlib import Path
from statistics import fmean, pstdev
from time import process_time
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent))

from bench.training.train import Kernel  # noqa: E402  # the path comes first
from lltui.bots.love_letter import hard  # noqa: E402
from lltui.games.love_letter.model import Options  # noqa: E402

KEPT = HERE.parent / "answers.json"
KINDS = {"normal": b"n", "hard": b"h"}
LIKELY = 1.96  # of a normal distribution, so far to either side lie 95 %


def kernel(folder: Path) -> Kernel:
    """With the weights that `hard` plays by."""
    made = Kernel(folder, HERE / "answer.c")
    file = hard.weights_for(Options())
    assert file is not None, "they came with us"
    made.weights(2, hard.packed(file)[2])
    made.call.answer.restype = ctypes.c_double
    return made


def answers(made: Kernel, against: str, pile: int, rounds: int, seed: int) -> list[float]:
    """Of each round what is won on average."""
    made.seed(seed)
    kind = ctypes.c_char(KINDS[against])
    return [made.call.answer(kind, number % 2, pile) for number in range(rounds)]


def measured(made: Kernel, against: str, pile: int, rounds: int, seed: int) -> dict[str, Any]:
    """The share of the rounds, and how far it may be wrong."""
    began = process_time()
    won = answers(made, against, pile, rounds, seed)
    return {
        "against": against,
        "pile": pile,
        "rounds": rounds,
        "seed": seed,
        "won": round(fmean(won), 4),
        "half": round(LIKELY * pstdev(won) / sqrt(rounds), 4),
        "seconds": round(process_time() - began, 1),
    }


def main() -> None:
    """Parse, measure, print."""
    parser = argparse.ArgumentParser(prog="answer.py", description=__doc__)
    parser.add_argument("--against", nargs="+", choices=KINDS, default=[*KINDS])
    parser.add_argument(
        "--pile", nargs="+", type=int, default=[0, 3, 5], help="cards, from where it is exact"
    )
    parser.add_argument("--rounds", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true", help=f"keep them in {KEPT.name}, for the docs")
    asked = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        made = kernel(Path(folder))
        for against in asked.against:
            for pile in asked.pile:
                rows.append(measured(made, against, pile, asked.rounds, asked.seed))
                print(json.dumps(rows[-1]), flush=True)
    if asked.write:
        kept = {"date": f"{datetime.now(UTC):%Y-%m-%d}", "rows": rows}
        KEPT.write_text(json.dumps(kept, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
