"""Whether all that has to be read on a screen is there, in both languages and at every size.

Where a picture cuts a text it says so by one sign (`rows.MORE`); here that is one that no
text has, so that a cut is told from an ellipsis that somebody wrote.  Widgets that wrap
by themselves are asked how high they would be.
"""

from __future__ import annotations

import contextlib
import sys

from rich.cells import cell_len
from textual.widgets import Input
from tui.showing import settled

from lltui.desk.desk import Words
from lltui.tui.art import rows
from lltui.tui.kit.lists import RowAbout, RowBeside
from lltui.tui.kit.rows_widget import Drawn
from lltui.tui.kit.screen import KeyBar, Prose, Sentence

SIGN = "┉"
SIZES = ((80, 24), (100, 30), (120, 36), (160, 50))


def _forget():
    """Whatever was drawn with the other sign."""
    for name, module in [*sys.modules.items()]:
        if name.startswith("lltui.tui"):
            for each in [*vars(module).values()]:
                if hasattr(each, "cache_clear"):
                    each.cache_clear()


@contextlib.contextmanager
def marked(app=None):
    """While this lasts, what is cut is seen; an app that runs already draws everything anew."""
    before, rows.MORE = rows.MORE, SIGN
    try:
        _forget()
        _again(app)
        yield
    finally:
        rows.MORE = before
        _forget()
        _again(app)


def _again(app):
    for screen in app.screen_stack if app is not None and app.is_running else ():
        for widget in screen.walk_children(with_self=True):
            widget.refresh(layout=True)


def faults(app):
    """What somebody who has to read it cannot: where, and what stands there."""
    cut = [("cut", line.replace(SIGN, "…")) for line in _read(app.screen) if SIGN in line]
    seen = (each for each in app.screen.walk_children() if each.display and each.content_size.width)
    whole = (each for each in seen if not any(isinstance(above, Prose) for above in each.ancestors))
    return [*cut, *((type(each).__name__, told) for each in whole if (told := _missing(each)))]


def _read(screen):
    """Its lines; behind a dialog another screen is to be seen, and not to be read."""
    strips = screen._compositor.render_strips()
    whole = screen.styles.background.a == 1
    for region in [screen.region] if whole else [child.region for child in screen.children]:
        yield from (strip.crop(*region.column_span).text for strip in strips[region.y : region.bottom])


def _missing(widget):
    """What of it is not there; what is scrolled is."""
    cells, high = widget.content_size
    match widget:
        case Sentence() | RowAbout() | RowBeside():
            told = widget.render().plain
            return told if told.strip() and widget.get_content_height(None, None, cells) > high else ""
        case Drawn():
            return (
                f"{widget.id}: more rows than there are" if len(widget._drawn().rows) > max(1, high) else ""
            )
        case Input():
            return widget.placeholder if cell_len(widget.placeholder) > cells else ""
        case KeyBar():
            return _keys_missing(widget)
    return ""


def _keys_missing(bar):
    there = {command.name for command, _ in bar._parts()}
    shown = {each.binding.id for each in bar.screen.active_bindings.values() if each.binding.show}
    stay = {each.name for each in bar.screen.offers() if each.stays and each.id in shown}
    return " ".join(sorted(stay - there))


async def seen_whole(app, pilot, sizes=SIZES, languages=("en", "de")):
    """Whatever is in front now, said in both languages at every size."""
    found = []
    before, size = app.tongue, app.size
    with marked(app):
        for language in languages:
            for cells in sizes:
                app.speak(Words(language, before.theme))
                if app.size != cells:
                    await pilot.resize_terminal(*cells)
                await settled(app, pilot)
                found += [f"{language} {cells[0]}x{cells[1]} {where}: {told}" for where, told in faults(app)]
        app.speak(before)
        await pilot.resize_terminal(*size)
        await settled(app, pilot)
    assert not found, "\n" + "\n".join(found)
