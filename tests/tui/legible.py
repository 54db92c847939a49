"""Whether what stands on a screen can be read: contrasts as WCAG 2 reckons them, of the cells themselves."""

from __future__ import annotations

from tui.showing import settled

from lltui.tui.kit.base_app import DARK, INKS, LIGHT, NONE, PLAIN

TEXT, MEANING = 4.5, 3.0
# By ink: what less than a text needs, and what nothing is read from.
DRAWN, NOTHING = {"rim", "back", "frieze"}, {"line", "night"}
# Frames, shades, and the signs of a drawing that stand beside a word or a number.
SIGNS = frozenset({*map(chr, range(0x2500, 0x25A0)), *" ▲▸◂●○■·◆♥~≈"})
# The sixteen on four kinds of terminal, the bright ones last.
PALETTES = {
    "xterm": "000000 cd0000 00cd00 cdcd00 0000ee cd00cd 00cdcd e5e5e5"
    " 7f7f7f ff0000 00ff00 ffff00 5c5cff ff00ff 00ffff ffffff",
    "VGA": "000000 aa0000 00aa00 aa5500 0000aa aa00aa 00aaaa aaaaaa"
    " 555555 ff5555 55ff55 ffff55 5555ff ff55ff 55ffff ffffff",
    "Campbell": "0c0c0c c50f1f 13a10e c19c00 0037da 881798 3a96dd cccccc"
    " 767676 e74856 16c60c f9f1a5 3b78ff b4009e 61d6d6 f2f2f2",
    "macOS": "000000 c23621 25bc24 adad27 492ee1 d338d3 33bbc8 cbcccd"
    " 818383 fc391f 31e722 eaec23 5833ff f935f8 14f0f0 e9ebeb",
}
COLOURS = ("black", "red", "green", "yellow", "blue", "magenta", "cyan", "white")
SIXTEEN = (*COLOURS, *(f"bright_{colour}" for colour in COLOURS))
EIGHT = {SIXTEEN.index(row[2].removeprefix("ansi_")) for row in INKS.values()} - {0}


def luminance(colour):
    parts = (part / 255 for part in colour)
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    """From 1 to 21, of two colours in red, green and blue."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def rgb(written):
    """Of `#d7af87`."""
    return tuple(bytes.fromhex(written.removeprefix("#")))


def of_sixteen(name):
    """The least contrast of one of the sixteen to black, on any kind of terminal."""
    tables = [[rgb(each) for each in told.split()] for told in PALETTES.values()]
    return min(contrast(table[SIXTEEN.index(name)], table[0]) for table in tables)


# ------------------------------------------------------------------ a screen


def faults(screen, theme):
    """What cannot be read on the screen in front: the text, its colour and that of its ground."""
    return sorted({fault for segment in _cells(screen) for fault in _faults(segment, theme)})


def _cells(screen):
    """Its segments; behind a dialog another screen is to be seen, and not to be read."""
    strips = screen._compositor.render_strips()
    whole = screen.styles.background.a == 1
    for region in [screen.region] if whole else [child.region for child in screen.children]:
        for strip in strips[region.y : region.bottom]:
            yield from strip.crop(*region.column_span)


def _faults(segment, theme):
    style, text = segment.style, segment.text.strip()
    if not text or style is None:
        return
    ink, ground = style.color, style.bgcolor
    told = text, ink and ink.name, ground and ground.name
    if style.dim:
        yield (*told, "dim")
    if theme == NONE:
        if {ink and ink.name, ground and ground.name} - {None, "default"}:
            yield (*told, "coloured")
    elif theme == PLAIN:
        if {ink and ink.number, ground and ground.number} - EIGHT != {0}:
            yield (*told, "not of the eight")
    elif (name := ink.name) not in {INKS[each][_column(theme)] for each in NOTHING} or set(text) - SIGNS:
        least = MEANING if set(text) <= SIGNS else TEXT
        if contrast(rgb(name), rgb(ground.name)) < least:
            yield (*told, "faint")


def _column(theme):
    return (DARK, LIGHT).index(theme)


async def seen_in_every_theme(app, pilot):
    """Whatever is in front now, in all four."""
    before = app.theme
    for theme in (DARK, LIGHT, PLAIN, NONE):
        app.theme = theme
        await settled(app, pilot)
        found = faults(app.screen, theme)
        assert not found, f"{theme}: {found}"
    app.theme = before
