"""One moment of the app as somebody sees it, beside what a person has read.

English in every size, and German where there is least room.  With letters alone
a screen is the same but for its signs, which a table turns into letters (it is
tested by itself); what is drawn otherwise then, is shown at the end.

LLTUI_REWRITE=1 writes it anew.
"""

from __future__ import annotations

import os
from difflib import unified_diff
from pathlib import Path

from rich.cells import cell_len
from tui.showing import SIZES, lines, settled

from lltui.desk.desk import Words
from lltui.tui.term.cells import ASCII

GOLDENS = Path(__file__).parent / "goldens"


async def compared(name, app, pilot, sizes=SIZES, *, signs=True):
    """It is the one that lies there.  `signs`: the screen itself knows whether there are only letters."""
    told = "\n".join([view async for view in views(app, pilot, sizes, signs=signs)]) + "\n"
    golden = GOLDENS / f"{name}.txt"
    if os.environ.get("LLTUI_REWRITE"):
        golden.parent.mkdir(parents=True, exist_ok=True)
        golden.write_text(told, "utf-8")
    kept = golden.read_text("utf-8")
    assert kept == told, "\n" + "\n".join(unified_diff(kept.splitlines(), told.splitlines(), name, "now"))


async def views(app, pilot, sizes=SIZES, *, signs=True):
    smallest, *_, widest = sizes
    for size, (cells, rows) in sizes.items():
        await pilot.resize_terminal(cells, rows)
        if size == smallest:
            german = await drawn(app, pilot, "de")
        english = await drawn(app, pilot, "en")
        yield _section(f"{size} en unicode", english)
        if size == smallest:
            yield _section(f"{size} de unicode", german)
        if size == widest and signs:
            letters = await drawn(app, pilot, "en", ascii_only=True)
            if letters != _letters(english):
                yield _section(f"{size} en ascii", letters)


def _section(head, drawn):
    return "\n".join([f"=== {head}", *drawn])


async def drawn(app, pilot, language, *, ascii_only=False):
    """Every row fits, and every sign has a letter."""
    app.speak(Words(language, "court"))
    app.ascii_only = ascii_only
    app.changed()
    for screen in app.screen_stack:
        screen.refresh(layout=True)
    await settled(app, pilot)
    app.ascii_only = False
    cells, rows = app.size
    found = lines(app)
    assert len(found) == rows
    assert max(map(cell_len, found)) <= cells
    assert {sign for line in found for sign in line if sign.translate(ASCII) == "?"} <= {"?"}
    return _letters(found) if ascii_only else found


def _letters(drawn):
    told = [line.translate(ASCII) for line in drawn]
    assert all(line.isascii() for line in told)
    return told
