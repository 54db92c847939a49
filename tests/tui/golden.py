"""One moment of the app in every size, language and kind of letters, beside what a person has read.

LLTUI_REWRITE=1 writes it anew.
"""

from __future__ import annotations

import os
from difflib import unified_diff
from pathlib import Path

from rich.cells import cell_len
from tui.showing import SIZES, lines, until

from lltui.desk.desk import Words
from lltui.tui.term.ascii import ASCII

GOLDENS = Path(__file__).parent / "goldens"


async def compared(name, app, pilot, sizes=SIZES):
    """It is the one that lies there."""
    told = "\n".join([view async for view in views(app, pilot, sizes)]) + "\n"
    golden = GOLDENS / f"{name}.txt"
    if os.environ.get("LLTUI_REWRITE"):
        golden.parent.mkdir(parents=True, exist_ok=True)
        golden.write_text(told, "utf-8")
    kept = golden.read_text("utf-8")
    assert kept == told, "\n" + "\n".join(unified_diff(kept.splitlines(), told.splitlines(), name, "now"))


async def views(app, pilot, sizes=SIZES):
    for size, (cells, rows) in sizes.items():
        await pilot.resize_terminal(cells, rows)
        for language in ("en", "de"):
            app.speak(Words(language, "court"))
            for ascii_only in (False, True):
                app.ascii_only = ascii_only
                app.changed()
                for screen in app.screen_stack:
                    screen.refresh(layout=True)
                await until(lambda: not app._due, app)
                await pilot.pause()
                yield "\n".join(
                    [f"=== {size} {language} {'ascii' if ascii_only else 'unicode'}", *drawn(app)]
                )
    app.ascii_only = False


def drawn(app):
    """Every row fits, and every sign has a letter."""
    cells, rows = app.size
    found = lines(app)
    assert len(found) == rows
    assert max(map(cell_len, found)) <= cells
    assert {sign for line in found for sign in line if sign.translate(ASCII) == "?"} <= {"?"}
    if app.ascii_only:
        found = [line.translate(ASCII) for line in found]
        assert all(line.isascii() for line in found)
    return found
