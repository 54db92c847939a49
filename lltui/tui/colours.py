"""Inks, in the dark, in the light and with sixteen colours; and the style sheets, read once for each set.

All values of the first two stand in the 256-colour cube, so that they look alike
with and without 24-bit colour.  Text has a contrast of 4.5 at least to whatever it
stands on, what carries a meaning one of 3; `line` and `night` carry none.  On `raised`
stand only text, bright, soft and mine.  Who sits in front is `mine` in every chair; a
seat's colour is for the others, and only ever a second sign beside number and name.

With sixteen colours the ground is painted black: on it these eight can be read in
every terminal, and the others fail somewhere.  Without colours nothing is sent at all.

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

DARK, LIGHT, PLAIN, NONE = "lltui-dark", "lltui-light", "lltui-plain", "lltui-none"

INKS = {
    "ground": ("#121212", "#eeeeee", "ansi_black"),
    "sheet": ("#1c1c1c", "#ffffff", "ansi_black"),  # what plays, and where one writes
    "raised": ("#303030", "#dadada", "ansi_black"),  # what comes and goes by itself
    "text": ("#dadada", "#262626", "ansi_white"),  # sentences
    "bright": ("#ffffff", "#000000", "ansi_bright_white"),  # names of cards, values, titles
    "soft": ("#a8a8a8", "#4e4e4e", "ansi_white"),  # notation, older things
    "prose": ("#ffffd7", "#262626", "ansi_bright_white"),  # the page
    "aside": ("#d7d787", "#5f5f00", "ansi_green"),  # what comes back
    "mine": ("#ffd787", "#5f5f00", "ansi_bright_yellow"),  # me, chosen, now, keys, titles of pages
    "good": ("#87d787", "#005f00", "ansi_bright_green"),  # safe, success, a win
    "bad": ("#ff8787", "#af0000", "ansi_bright_red"),  # out, failure, alarm
    "heart": ("#ff5f5f", "#af0000", "ansi_bright_red"),
    "warn": ("#ffaf5f", "#875f00", "ansi_bright_yellow"),  # a reason against, not ready
    "hint": ("#87d7ff", "#005faf", "ansi_bright_cyan"),  # the guide, and nothing else
    "whisper": ("#d7afff", "#5f00af", "ansi_cyan"),  # what not everybody sees
    "seat-0": ("#d7af87", "#875f00", "ansi_green"),
    "seat-1": ("#87afd7", "#005f87", "ansi_cyan"),
    "seat-2": ("#87d7af", "#005f5f", "ansi_bright_green"),
    "seat-3": ("#d7afd7", "#87005f", "ansi_bright_cyan"),
    "seat-4": ("#d7d787", "#5f5f00", "ansi_white"),
    "seat-5": ("#87d7d7", "#5f5f87", "ansi_bright_white"),
    "drawing": ("#d7af87", "#875f00", "ansi_white"),  # art, dots of the counter
    "rim": ("#8a8a8a", "#767676", "ansi_white"),  # frames that mean something
    "back": ("#5f8787", "#5f8787", "ansi_cyan"),  # backs of cards
    "frieze": ("#87875f", "#87875f", "ansi_green"),  # plates, by day
    "night": ("#5f5f87", "#5f5f87", "ansi_cyan"),  # and by night
    "line": ("#626262", "#808080", "ansi_white"),  # rules between bands
}
# What Textual's own styles ask for.
_TEXTUAL = {
    "primary": "drawing",
    "secondary": "soft",
    "accent": "mine",
    "success": "good",
    "warning": "warn",
    "error": "bad",
    "foreground": "text",
    "background": "ground",
    "surface": "sheet",
    "panel": "raised",
}
_BARS = ("", "-hover", "-active")
_TEXTUAL_TOO = {
    **dict.fromkeys(("text-muted", "text-disabled", "foreground-muted", "foreground-disabled"), "soft"),
    **dict.fromkeys(("border", "border-blurred", *(f"scrollbar{how}" for how in _BARS)), "rim"),
    **dict.fromkeys(("scrollbar-corner-color", *(f"scrollbar-background{how}" for how in _BARS)), "ground"),
}
# And where a theme says that it is one of sixteen colours.
_SIXTEEN = {"ansi-background": "ansi_black", "ansi-foreground": "ansi_white"}


def _theme(name: str, inks: dict[str, str], *, dark: bool, ansi: bool = False) -> Theme:
    colours: dict[str, Any] = {part: inks[ink] for part, ink in _TEXTUAL.items()}
    own = inks | {part: inks[ink] for part, ink in _TEXTUAL_TOO.items()} | (_SIXTEEN if ansi else {})
    return Theme(name=name, dark=dark, ansi=ansi, variables=own, **colours)


def _column(place: int) -> dict[str, str]:
    return {ink: row[place] for ink, row in INKS.items()}


THEMES = (
    _theme(DARK, _column(0), dark=True),
    _theme(LIGHT, _column(1), dark=False),
    _theme(PLAIN, _column(2), dark=True, ansi=True),
    _theme(NONE, dict.fromkeys(INKS, "ansi_default"), dark=True, ansi=True),
)


def chosen(look: str, colours: int) -> str:
    """Which one for a setting, on a terminal with so many colours; where there are none, none are sent."""
    if not colours:
        return NONE
    if look == "plain" or (look == "auto" and colours < 256):
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
