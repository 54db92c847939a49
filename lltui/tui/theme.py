"""Colours: dark, light, and one for terminals with sixteen.

The values of the first two stand in the 256-colour cube, so that they look
alike with and without 24-bit colour.  Red means hearts and danger, nothing else.
A seat's colour is only ever a second sign beside its number and name.
"""

from __future__ import annotations

from textual.theme import Theme

DARK, LIGHT, PLAIN = "lltui-dark", "lltui-light", "lltui-plain"
SEATS = 6

_DARK = Theme(
    name=DARK,
    dark=True,
    primary="#d7af87",
    secondary="#87afaf",
    accent="#ffd787",
    foreground="#dadada",
    background="#121212",
    surface="#1c1c1c",
    panel="#262626",
    success="#87af87",
    warning="#d7af5f",
    error="#ff5f5f",
    variables={
        "heart": "#ff5f5f",
        "quiet": "#808080",
        "line": "#585858",
        "card": "#e4e4e4",
        "seat-0": "#d7af87",
        "seat-1": "#87afd7",
        "seat-2": "#87d7af",
        "seat-3": "#d7afd7",
        "seat-4": "#d7d787",
        "seat-5": "#87d7d7",
    },
)
_LIGHT = Theme(
    name=LIGHT,
    dark=False,
    primary="#875f00",
    secondary="#005f5f",
    accent="#af5f00",
    foreground="#262626",
    background="#eeeeee",
    surface="#e4e4e4",
    panel="#d0d0d0",
    success="#005f00",
    warning="#875f00",
    error="#af0000",
    variables={
        "heart": "#af0000",
        "quiet": "#626262",
        "line": "#949494",
        "card": "#121212",
        "seat-0": "#875f00",
        "seat-1": "#005f87",
        "seat-2": "#005f5f",
        "seat-3": "#87005f",
        "seat-4": "#5f5f00",
        "seat-5": "#5f5f87",
    },
)
_PLAIN = Theme(
    name=PLAIN,
    dark=True,
    ansi=True,
    primary="ansi_yellow",
    secondary="ansi_cyan",
    accent="ansi_bright_yellow",
    foreground="ansi_default",
    background="ansi_default",
    surface="ansi_default",
    panel="ansi_default",
    success="ansi_green",
    warning="ansi_yellow",
    error="ansi_bright_red",
    variables={
        # Textual's own styles ask for these where a theme says that it is one of sixteen colours.
        "ansi-background": "ansi_black",
        "ansi-foreground": "ansi_white",
        "heart": "ansi_bright_red",
        "quiet": "ansi_default",
        "line": "ansi_default",
        "card": "ansi_default",
        "seat-0": "ansi_yellow",
        "seat-1": "ansi_bright_blue",
        "seat-2": "ansi_green",
        "seat-3": "ansi_magenta",
        "seat-4": "ansi_bright_yellow",
        "seat-5": "ansi_cyan",
    },
)
THEMES = (_DARK, _LIGHT, _PLAIN)


def chosen(look: str, colours: int) -> str:
    """Which one for a setting, on a terminal with so many colours; where there are none, none are sent."""
    if not colours or look == "plain" or (look == "auto" and colours < 256):
        return PLAIN
    return LIGHT if look == "light" else DARK
