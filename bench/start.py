"""What it costs to be asked for help: `python bench start`."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys

from bench.figures import Row

STARTS = 15
WORDS = {"help": ("-m", "lltui", "--help"), "nothing": ("-c", "pass")}


def run() -> list[Row]:
    spent: dict[str, list[float]] = {name: [] for name in WORDS}
    for _ in range(STARTS):
        for name, words in WORDS.items():
            spent[name].append(cpu(*words))
    ours, nothing = (statistics.median(times) for times in spent.values())
    what = "`lltui --help`, beside an interpreter that does nothing"
    return [Row("Start: CPU time", what, ours, "ms", nothing, "3x", "2x")]


def cpu(*words: str) -> float:
    """Milliseconds that an interpreter with these words works."""
    process = subprocess.Popen([sys.executable, *words], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, words
    return (usage.ru_utime + usage.ru_stime) * 1000
