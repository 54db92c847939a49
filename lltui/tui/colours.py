"""Colours: dark, light, and one for terminals with sixteen; and the style sheets, read once for each set.

The values of the first two stand in the 256-colour cube, so that they look
alike with and without 24-bit colour.  Red means hearts and danger, nothing else.
A seat's colour is only ever a second sign beside its number and name.

Textual reads all sheets a second time when the first theme is set, in whatever
colours; that is a good part of what somebody waits for at the start.

It also remembers two colours for each of the last 1,024 widgets, under the name of
the widget's painted lines: so these stay, with all that was ever on them, and a
hundred matches that somebody looks on at take 26 MB.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from textual._styles_cache import StylesCache
from textual.color import Color
from textual.css.stylesheet import Stylesheet
from textual.style import Style
from textual.theme import Theme

DARK, LIGHT, PLAIN = "lltui-dark", "lltui-light", "lltui-plain"
SEATS = 6

# Each in the dark, in the light, and with sixteen colours.
_COLOURS = {
    "primary": ("#d7af87", "#875f00", "ansi_yellow"),
    "secondary": ("#87afaf", "#005f5f", "ansi_cyan"),
    "accent": ("#ffd787", "#af5f00", "ansi_bright_yellow"),
    "foreground": ("#dadada", "#262626", "ansi_default"),
    "background": ("#121212", "#eeeeee", "ansi_default"),
    "surface": ("#1c1c1c", "#e4e4e4", "ansi_default"),
    "panel": ("#262626", "#d0d0d0", "ansi_default"),
    "success": ("#87af87", "#005f00", "ansi_green"),
    "warning": ("#d7af5f", "#875f00", "ansi_yellow"),
    "error": ("#ff5f5f", "#af0000", "ansi_bright_red"),
}
_OUR_OWN = {
    "heart": ("#ff5f5f", "#af0000", "ansi_bright_red"),
    "quiet": ("#808080", "#626262", "ansi_default"),
    "line": ("#585858", "#949494", "ansi_default"),
    "card": ("#e4e4e4", "#121212", "ansi_default"),
    "seat-0": ("#d7af87", "#875f00", "ansi_yellow"),
    "seat-1": ("#87afd7", "#005f87", "ansi_bright_blue"),
    "seat-2": ("#87d7af", "#005f5f", "ansi_green"),
    "seat-3": ("#d7afd7", "#87005f", "ansi_magenta"),
    "seat-4": ("#d7d787", "#5f5f00", "ansi_bright_yellow"),
    "seat-5": ("#87d7d7", "#5f5f87", "ansi_cyan"),
}
# Textual's own styles ask for these where a theme says that it is one of sixteen colours.
_SIXTEEN = {"ansi-background": "ansi_black", "ansi-foreground": "ansi_white"}


def _theme(name: str, column: int, *, dark: bool, ansi: bool = False) -> Theme:
    colours: dict[str, Any] = {part: row[column] for part, row in _COLOURS.items()}
    own = {part: row[column] for part, row in _OUR_OWN.items()}
    return Theme(name=name, dark=dark, ansi=ansi, variables=own | (_SIXTEEN if ansi else {}), **colours)


THEMES = (_theme(DARK, 0, dark=True), _theme(LIGHT, 1, dark=False), _theme(PLAIN, 2, dark=True, ansi=True))


def chosen(look: str, colours: int) -> str:
    """Which one for a setting, on a terminal with so many colours; where there are none, none are sent."""
    if not colours or look == "plain" or (look == "auto" and colours < 256):
        return PLAIN
    return LIGHT if look == "light" else DARK


@lru_cache(256)
def _inner_outer(base: Color, background: Color) -> tuple[Style, Style]:
    return Style(background=base + background), Style(background=base)


def let_go() -> None:
    """Have the two colours remembered for themselves."""
    kept: Any = StylesCache
    kept.get_inner_outer = lambda _, base, background: _inner_outer(base, background)


class Styles(Stylesheet):
    """Is read anew only when the colours are others."""

    def __init__(self, variables: dict[str, str]) -> None:
        super().__init__(variables=variables)
        self._colours, self._stale = variables, False

    def set_variables(self, variables: dict[str, str]) -> None:
        if variables != self._colours:
            self._colours, self._stale = variables, True
            super().set_variables(variables)

    def reparse(self) -> None:
        if self._stale:
            self._stale = False
            super().reparse()
