"""Measure everything: `make bench`.

Every module beside this one that has `run() -> rows` is a benchmark.  With
`--write` the figures are recorded in bench/measured.json, and the tables of
docs/reference/performance.md are made from it.
"""

from __future__ import annotations

import argparse
import os
import platform
import runpy
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path

HERE = Path(__file__).resolve().parent
PAGE = HERE.parent / "docs" / "reference" / "performance.md"
# `python bench` puts the folder itself on the path, where its modules would have a second name.
sys.path[:] = [str(HERE.parent), *(entry for entry in sys.path if Path(entry).resolve() != HERE)]

from bench.figures import Measured, Row, integer_loop, race, tables  # noqa: E402  # the path comes first


def benchmarks() -> dict[str, Callable[[], list[Row]]]:
    """By name."""
    names = sorted(path.stem for path in HERE.glob("*.py") if path.stem != "__main__")
    found = {name: import_module(f"bench.{name}") for name in names}
    return {name: module.run for name, module in found.items() if hasattr(module, "run")}


def machine() -> Iterator[str]:
    """What the figures were measured on."""
    yield f"Python {platform.python_version()} ({platform.python_implementation()}), {platform.system()}"
    yield f"{_processor()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} at the start"
    steps = race({"loop": integer_loop})["loop"]
    yield f"calibration: {steps / 1e6:.1f} million steps/s of a fixed integer loop"


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        return platform.machine()
    models = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(models, platform.machine())


def measure(names: list[str]) -> Measured:
    """Run them, and print as they end."""
    known = benchmarks()
    unknown = set(names) - known.keys()
    if unknown:
        sys.exit(f"no such benchmark: {', '.join(sorted(unknown))}; there are {', '.join(known)}")
    found = Measured(f"{datetime.now(UTC):%Y-%m-%d}", [*machine()], [])
    print(*(f"* {line}" for line in found.machine), sep="\n", flush=True)
    for name, run in known.items():
        if not names or name in names:
            rows = [Row(*row) for row in run()]
            print(f"\n{tables(rows)}", flush=True)
            found.rows.extend(rows)
    return found


def write(found: Measured) -> None:
    """Keep the figures, and put them on the page."""
    found.keep()
    renewed = runpy.run_path(str(HERE.parent / "docs" / "generate.py"))["renewed"]
    PAGE.write_text(renewed(PAGE.read_text("utf-8")), "utf-8")


def main() -> None:
    """Parse, measure, print."""
    parser = argparse.ArgumentParser(prog="python bench", description=__doc__)
    parser.add_argument("names", nargs="*", help="only these benchmarks")
    parser.add_argument(
        "--write", action="store_true", help=f"record the figures, and put them into {PAGE.name}"
    )
    args = parser.parse_args()
    if args.write and args.names:
        parser.error("--write takes all benchmarks, not some")
    found = measure(args.names)
    if args.write:
        write(found)


if __name__ == "__main__":
    main()
