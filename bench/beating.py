"""An app under a stopwatch, for `bench/screen.py`: `python bench/beating.py own|stock FILE`.

The real app at a match alone draws itself anew in another language ten times a
second, which is far more than any match does, and counts how late its loop is.
At SIGTERM the worst lag, in milliseconds, stands in FILE.
"""

from __future__ import annotations

import asyncio
import os
import sys
import time
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
BEAT = 0.01
EVERY = 10  # beats between two frames


def main(which: str, file: str) -> None:
    """Play until somebody ends it."""
    from lltui.commands.composition import Composition  # noqa: PLC0415 - `python bench` imports this file, too
    from lltui.desk.desk import Words  # noqa: PLC0415
    from lltui.games.love_letter.model import MODEL, Options  # noqa: PLC0415
    from lltui.tui.app import LltuiApp  # noqa: PLC0415
    from lltui.tui.first_screen import look, run  # noqa: PLC0415
    from lltui.tui.services import Alone  # noqa: PLC0415
    from lltui.tui.settings import Settings  # noqa: PLC0415
    from lltui.tui.term.terminal import Terminal  # noqa: PLC0415

    wanted = Alone(MODEL.id, Options(), "Kay", ("easy",) * 3, 7)
    worst = 0.0
    told = os.open(file, os.O_WRONLY | os.O_CREAT, 0o600)

    async def beat(app: LltuiApp) -> None:
        nonlocal worst
        for number in range(10**9):
            due = time.perf_counter() + BEAT
            await asyncio.sleep(BEAT)
            worst = max(worst, time.perf_counter() - due)
            os.pwrite(told, f"{worst * 1000:9.1f}".encode(), 0)
            if number % EVERY == 0:
                app.speak(Words(("en", "de")[number // EVERY % 2], "court"))

    def first(app: Any) -> None:
        app.sit(app.ways.alone(wanted))
        app.run_worker(beat(app), group="beat")

    def build(terminal: Terminal, driver: Any) -> LltuiApp:
        driver = driver if which == "own" else None
        words = Words("en", "court")
        return LltuiApp(Composition(), Settings(), words, first, colours=terminal.colours, driver=driver)

    terminal = look(os.environ)
    assert isinstance(terminal, Terminal), terminal
    run(terminal, build, reports=Path(file).with_suffix(".log"))


if __name__ == "__main__":
    sys.path.insert(0, str(HERE.parent))
    main(*sys.argv[1:])
