"""One moment of the app as somebody sees it, beside what a person has read.

English in every size, and German where there is least room; a size between that shows
no more than what another one shows, elsewhere, is left out.  With letters alone
a screen is the same but for its signs, which a table turns into letters (it is
tested by itself); what is drawn otherwise then, is shown at the end.

LLTUI_REWRITE=1 writes it anew.
"""

from __future__ import annotations

import os
from difflib import unified_diff
from pathlib import Path

from rich.cells import cell_len
from tui.legible import seen_in_every_theme
from tui.showing import SIZES, settled

from lltui.desk.desk import Words
from lltui.tui.term.screen_diff import ASCII

GOLDENS = Path(__file__).parent / "goldens"
FRAMES = dict.fromkeys(map(ord, "│─╭╮╰╯┃━"), " ")


async def compared(name, app, pilot, sizes=SIZES, *, signs=True):
    """It is the one that lies there, and can be read in every theme.

    `signs`: the screen itself knows whether there are only letters.
    """
    told = "\n".join([view async for view in views(app, pilot, sizes, signs=signs)]) + "\n"
    golden = GOLDENS / f"{name}.txt"
    if os.environ.get("LLTUI_REWRITE"):
        golden.parent.mkdir(parents=True, exist_ok=True)
        golden.write_text(told, "utf-8")
    kept = golden.read_text("utf-8")
    assert kept == told, "\n" + "\n".join(unified_diff(kept.splitlines(), told.splitlines(), name, "now"))
    await seen_in_every_theme(app, pilot)


async def views(app, pilot, sizes=SIZES, *, signs=True):
    smallest, *_, widest = sizes
    german = await drawn(app, pilot, "de", sizes[smallest])
    english = {size: await drawn(app, pilot, "en", cells) for size, cells in sizes.items()}
    yield _section(f"{smallest} en unicode", english[smallest])
    yield _section(f"{smallest} de unicode", german)
    for size in [*sizes][1:]:
        others = (english[other] for other in (smallest, widest) if other != size)
        if size == widest or _told(english[size]) not in map(_told, others):
            yield _section(f"{size} en unicode", english[size])
    if signs:
        letters = await drawn(app, pilot, "en", sizes[widest], ascii_only=True)
        if letters != _letters(english[widest]):
            yield _section(f"{widest} en ascii", letters)


def _told(drawn):
    """What can be read there, wherever it stands."""
    return " ".join(drawn).translate(FRAMES).split()


def _section(head, drawn):
    return "\n".join([f"=== {head}", *drawn])


async def drawn(app, pilot, language, size, *, ascii_only=False):
    """Every row fits, and every sign has a letter.  What only has another size is laid out anew by that."""
    if app.tongue.language != language or ascii_only:
        app.ascii_only = ascii_only
        app.speak(Words(language, "court"))
    if app.size != size:
        await pilot.resize_terminal(*size)
    found = await settled(app, pilot)
    app.ascii_only = False
    cells, rows = size
    assert len(found) == rows
    assert max(map(cell_len, found)) <= cells
    assert {sign for line in found for sign in line if sign.translate(ASCII) == "?"} <= {"?"}
    return _letters(found) if ascii_only else found


def _letters(drawn):
    told = [line.translate(ASCII) for line in drawn]
    assert all(line.isascii() for line in told)
    return told
