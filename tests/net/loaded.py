"""How many modules each way into the program loads.

    python tests/net/loaded.py

Ours, and all of them, once a command has ended or its first screen stands still.
"""

from __future__ import annotations

import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

from kit.process import ENVIRONMENT, free_port, homes, lltui
from tui.terminals import Program

# Runs lltui, and writes down what is loaded when it is asked, and when it ends.
WATCHED = """
import atexit, os, signal, sys
def tell(*_):
    names = list(sys.modules)
    with open(sys.argv[1] + "~", "w") as file: file.write(" ".join(names))
    os.rename(sys.argv[1] + "~", sys.argv[1])
signal.signal(signal.SIGUSR1, tell)
atexit.register(tell)
from lltui.cli import main
sys.exit(main(sys.argv[2:]))
"""


class Loaded(NamedTuple):
    """Names of modules."""

    names: frozenset[str]

    @property
    def ours(self) -> int:
        return sum(name.split(".")[0] in ("lltui", "llwire") for name in self.names)

    @property
    def all(self) -> int:
        return len(self.names)


def _read(file: Path) -> Loaded:
    return Loaded(frozenset(file.read_text("utf-8").split()))


def _command(file: Path, *words: str) -> list[str]:
    return [sys.executable, "-c", WATCHED, str(file), *words]


def ended(home: Path, *words: str) -> Loaded:
    """By a command that draws nothing, until its end."""
    file = home / "loaded"
    subprocess.run(_command(file, *words), env=ENVIRONMENT, check=True, stdout=subprocess.DEVNULL, timeout=60)
    return _read(file)


def painted(home: Path, shows: str, *words: str) -> Loaded:
    """Until a screen shows this, and nothing is written any more."""
    file = home / "loaded"
    program = Program(*_command(file, *words), home=home)
    try:
        program.until(shows).quiet()
        program.kill(signal.SIGUSR1)
        program.until(file.exists)
    finally:
        program.close()
    return _read(file)


def hosted(home: Path) -> Loaded:
    """By the process of whoever hosts; the table is another one."""
    words = ("host", "--no-mdns", "--port", str(free_port()), "--name", "Ada")
    try:
        return painted(home, "Ada", *words)
    finally:
        lltui("host", "--stop", **homes(home))


# Two more than today; to be lowered with what is won.
# Of a match alone a fifth, all that proves and keeps it, comes after the first paint (test_loads.py).
MOST = {"lltui --help": 4, "lltui": 115, "lltui play": 126, "lltui host": 137}
WAYS: dict[str, Callable[[Path], Loaded]] = {
    "lltui --help": lambda home: ended(home, "--help"),
    "lltui": lambda home: painted(home, "Settings"),
    "lltui play": lambda home: painted(home, "YOUR TURN", "play", "--seed", "4", "--no-pauses"),
    "lltui host": hosted,
}


def main() -> None:
    print(f"{'':14}{'ours':>6}{'most':>6}{'all':>6}")
    for name, way in WAYS.items():
        with tempfile.TemporaryDirectory() as home:
            loaded = way(Path(home))
        print(f"{name:14}{loaded.ours:>6}{MOST[name]:>6}{loaded.all:>6}")


if __name__ == "__main__":
    main()
