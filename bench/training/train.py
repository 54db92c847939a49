"""Makes the weights of the bot `hard` again: `make train`; docs/explanation/training.md tells how it works.

`train.py parity [ROUNDS]` plays rounds in the program and in the kernel side by side and stops at the
first difference; `train.py train` does that first, then trains and writes the file.
"""

from __future__ import annotations

import argparse
import ctypes
import json
import os
import shutil
import subprocess
import sys
import tempfile
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent))

from lltui.arena import SimulatedMatch  # noqa: E402  # the path comes first
from lltui.bots.love_letter import hard  # noqa: E402
from lltui.bots.love_letter.players import (  # noqa: E402
    Memory,
    Outlook,
    Weighing,
    deck,
)
from lltui.games.love_letter.loading import agreed  # noqa: E402
from lltui.games.love_letter.model import MODEL, Options, Play  # noqa: E402
from lltui.games.rulebooks import rules  # noqa: E402

CLASSIC = Options()
SEED = 20261119
SEATS = (2, 3, 4)
# Rounds in each turn of the wheel, and how many turns: with so many the figures stopped growing.
ROUNDS = {2: 800_000, 3: 800_000, 4: 800_000}
TURNS = 7
PASSES = 2
# Where `lltui arena` found it better than `normal` by these weights: docs/reference/strength.md.
MEASURED = ("classic", "manual", "tempest", "german")
RATE, LAST = 0.04, 0.0004
# All of -ffast-math but what it does to its whole process: there the smallest numbers would be zero.
FAST = (
    *("-fno-math-errno", "-fno-trapping-math", "-fno-signed-zeros", "-ffinite-math-only"),
    *("-fassociative-math", "-freciprocal-math"),
)
JUDGED = 8_000  # matches, by random numbers that the arena never sees
WORTH = 1e-9  # the two may differ by so much in what `normal` thinks
CLOSE = 2e-4  # and in what `hard` does, whose nets are reckoned in single precision there


class Kernel:
    """The compiled kernel, by these rules, with the nets in it; or a program that has it in itself."""

    def __init__(self, folder: Path, source: Path = HERE / "kernel.c", options: Options = CLASSIC) -> None:
        self.options = options
        library = folder / "kernel.so"
        compiler = shutil.which(os.environ.get("CC", "cc"))
        if compiler is None:
            sys.exit("a C compiler (cc) is needed to train; to play it is not")
        flags = ("-O3", "-march=native", *FAST, "-shared", "-fPIC")
        subprocess.run([compiler, *flags, *_rules(options), "-o", library, source, "-lm"], check=True)
        self.call = ctypes.CDLL(str(library))
        self.call.matches.restype = self.call.learn.restype = ctypes.c_double
        self.call.lived.restype = ctypes.c_long
        for seats in SEATS:
            assert self.call.inputs(seats) == len(hard.layout(seats)), "kernel.c and hard.layout differ"

    def seed(self, number: int) -> None:
        """All chance that follows hangs on it."""
        self.call.seed(ctypes.c_uint64(number))

    def weights(self, seats: int, write: bytes = b"") -> bytes:
        """Of the net for so many seats, as they lie in the file; put there before, if given."""
        size = (hard.HIDDEN * (self.call.inputs(seats) + 1) + 1) * 8
        flat = (ctypes.c_float * size).from_buffer_copy(write or bytes(4 * size))
        self.call.net_weights(seats, flat, int(bool(write)))
        return bytes(flat)

    def learn(self, seats: int, rounds: int, turn: int) -> float:
        """One turn of the wheel; its rate of learning falls from turn to turn."""
        rates = (RATE * (LAST / RATE) ** (at / TURNS) for at in (turn, turn + 1))
        first = int(turn == 0)
        wrong = self.call.learn(
            seats, ctypes.c_long(rounds), first, PASSES, *(ctypes.c_double(rate) for rate in rates)
        )
        return float(wrong)

    @staticmethod
    def ahead(seats: int) -> ctypes.c_double:
        """What `hard` gives besides for putting out whoever leads."""
        return ctypes.c_double(hard.AHEAD if seats > 3 else 0.0)

    def won(self, players: str, matches: int) -> float:
        """The share that the first of them wins."""
        ahead = self.ahead(len(players))
        return float(self.call.matches(len(players), players.encode(), matches, ahead))


def _rules(options: Options) -> list[str]:
    """What the compiler is told of them; the cards have to be those of the kernel."""
    assert hard.printed(deck(options)) == hard.printed(deck(CLASSIC)), "the kernel knows one deck"
    printed = agreed(options)
    targets = ",".join(str(printed.tokens_to_win.get(seats, 0)) for seats in range(max(SEATS) + 1))
    through = any(effect.get("through_shields") for effect in deck(options).effects.values())
    sums = printed.tie == "sum"
    return [f"-DTARGETS={{{targets}}}", f"-DKING_THROUGH_SHIELDS={through:d}", f"-DSUMS_BREAK_TIES={sums:d}"]


# ------------------------------------------------------------------- parity


class Beside:
    """A match in the program, and the same one in the kernel."""

    def __init__(self, kernel: Kernel, seats: int, seed: str, *, thinks: bool) -> None:
        self.kernel, self.seats, self.thinks = kernel, seats, thinks
        self.rng = Random(seed)
        self.options = kernel.options
        self.match = SimulatedMatch(rules(MODEL.id), self.options, seats, self.rng)
        cards = deck(self.options)
        ordered = sorted(cards.copies, key=cards.values.__getitem__)
        self.number: dict[str | None, int] = {None: 0} | {card: at for at, card in enumerate(ordered, 1)}
        self.memories = [Memory(cards, seat) for seat in range(seats)]
        self.players = [hard.Hard(self.options, seat) for seat in range(seats)] if thinks else []
        kernel.call.lead(seats, (b"h" if thinks else b"n") * seats, kernel.ahead(seats))

    def rounds(self) -> int:
        """Play it to its end; AssertionError where the two differ."""
        begun = 0
        while True:
            if self.match.pile:
                if begun and self.match.pile.fresh:
                    self._ended()
                self.match.deal()
            elif not self.match.awaited:
                self._ended()
                return begun
            else:
                state = self.match.state
                if state.round != begun:
                    begun = state.round
                    self._deal(state)
                self._move(self.match.awaited[0])

    def _deal(self, state: Any) -> None:
        starter = state.turn
        order = [(starter + step) % self.seats for step in range(self.seats)]
        cards = [*state.pile, state.hands[starter][1]]
        cards += [state.hands[seat][0] for seat in reversed(order)]
        cards += [*reversed(state.laid_open), state.aside]
        self.kernel.call.lead_tokens(bytes(state.tokens), self.seats)
        self.kernel.call.deal(self.seats, starter, bytes(self.number[card] for card in cards))

    def _ended(self) -> None:
        won = sum(1 << seat for seat in self.match.state.round_won)
        assert (self.kernel.call.turn(), self.kernel.call.winners()) == (-1, won)

    def _move(self, seat: int) -> None:
        assert self.kernel.call.turn() == seat
        glimpse = self.match.glimpse(seat)
        memory = self.memories[seat]
        memory.hear(glimpse.heard)
        weigh = Weighing(at := Outlook(memory, glimpse.public, glimpse.private), bluffs=False)
        normal = {self._numbers(action): weigh(action) for action in glimpse.menu}
        thought, advice = dict[Any, float](), dict[Any, float]()
        if self.thinks:
            player = self.players[seat]
            thought = {self._numbers(action): worth for action, worth in player.worth(glimpse).items()}
            said = player.weighing(by=hard.Reckoning)
            advice = {self._numbers(action): said(player.move(action)) for action in glimpse.menu}
        self._compare(normal, thought, advice)
        best = max(glimpse.menu, key=lambda action: normal[self._numbers(action)])
        action = self.rng.choice(glimpse.menu) if self.rng.random() < 0.25 else best
        if isinstance(action, Play) and action.card == at.hand[0]:
            memory.spies = frozenset()
        self.match.act(seat, action)
        self.kernel.call.lead_play(*self._numbers(action))

    def _numbers(self, action: Any) -> tuple[int, int, int]:
        target = -1 if action.target is None else action.target
        return self.number[action.card], target, self.number[action.guess]

    def _compare(self, normal: dict[Any, float], thought: dict[Any, float], advice: dict[Any, float]) -> None:
        moves, double = (ctypes.c_int8 * 150)(), ctypes.c_double * 50
        weighed, worth, said = double(), double(), double()
        count = self.kernel.call.lead_menu(moves, weighed, worth, said, int(self.thinks))
        menu = [tuple(moves[3 * at : 3 * at + 3]) for at in range(count)]
        assert set(menu) == normal.keys(), (sorted(menu), sorted(normal))
        for at, move in enumerate(menu):
            assert abs(weighed[at] - normal[move]) < WORTH, ("normal", move, weighed[at], normal[move])
            if thought:
                assert abs(worth[at] - thought[move]) < CLOSE, ("hard", move, worth[at], thought[move])
                assert abs(said[at] - advice[move]) < CLOSE, ("advice", move, said[at], advice[move])


def parity(kernel: Kernel, rounds: int, *, thinks: bool, seed: int = SEED) -> int:
    """So many rounds, of all tables in turn, without a difference; how many it were."""
    played = number = 0
    while played < rounds:
        played += Beside(kernel, SEATS[number % len(SEATS)], f"{seed} {number}", thinks=thinks).rounds()
        number += 1
    return played


# ----------------------------------------------------------------- training


def made_by() -> dict[str, Any]:
    """What makes a file: the hash of the kernel, and the numbers that it was given."""
    kernel = sha256((HERE / "kernel.c").read_bytes()).hexdigest()
    rates = (RATE, LAST)
    return {
        "kernel": kernel,
        "rounds": ROUNDS,
        "turns": TURNS,
        "passes": PASSES,
        "rates": rates,
        "seed": SEED,
    }


def figures(kernel: Kernel, seats: int) -> dict[str, float]:
    """The share of matches won against one kind of others, and what `normal` wins of them."""
    pairs = ("hn", "he", "hr", "ne", "nr")
    return {pair: round(kernel.won(pair[0] + pair[1] * (seats - 1), JUDGED), 4) for pair in pairs}


def train(kernel: Kernel, into: Path, share: float) -> None:
    """All nets, one table after the other, and the file."""
    reached, packed = {}, b""
    for seats in SEATS:
        kernel.seed(SEED + seats)
        kernel.call.new_net(seats)
        for turn in range(TURNS):
            began = monotonic()
            wrong = kernel.learn(seats, int(ROUNDS[seats] * share), turn)
            told = f"{kernel.call.lived()} moves, wrong by {wrong:.5f}, {monotonic() - began:.0f} s"
            print(f"{seats} seats, turn {turn + 1} of {TURNS}: {told}", flush=True)
        reached[str(seats)] = figures(kernel, seats)
        print(f"{seats} seats: {reached[str(seats)]}", flush=True)
        packed += kernel.weights(seats)
    heading = {
        "cards": hard.printed(deck(CLASSIC)),
        "editions": MEASURED,
        "seats": SEATS,
        "features": hard.fingerprint(SEATS),
        "made_by": made_by(),
        "made": f"{datetime.now(UTC):%Y-%m-%d}",
        "matches": JUDGED,
        "reached": reached,
    }
    into.write_bytes(json.dumps(heading).encode() + b"\n" + packed)
    print(f"{into}: {into.stat().st_size} bytes")


def main() -> None:
    """Parse, do it, print."""
    parser = argparse.ArgumentParser(prog="train.py", description=__doc__)
    parser.add_argument("what", choices=("train", "parity"))
    parser.add_argument("--rounds", type=int, default=2_000, help="of parity")
    parser.add_argument("--share", type=float, default=1.0, help="of the rounds of training, to try it")
    parser.add_argument("--into", type=Path, default=hard.WEIGHTS / f"{CLASSIC.edition}.net")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        kernel = Kernel(Path(folder))
        print(f"{parity(kernel, asked.rounds, thinks=False)} rounds are equal", flush=True)
        if asked.what == "train":
            train(kernel, asked.into, asked.share)
        file = hard.weights_for(CLASSIC) if asked.what == "parity" else asked.into
        if file is not None:
            packed = hard.packed(file)
            for seats in SEATS:
                kernel.weights(seats, packed[seats])
            thought = parity(kernel, asked.rounds // 10, thinks=True)
            print(f"{thought} rounds in which `hard` thinks are equal")


if __name__ == "__main__":
    main()
