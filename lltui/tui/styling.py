"""The style sheets, read once for each set of colours; and what Textual keeps of widgets that are gone.

Textual reads all of them a second time when the first theme is set, in whatever
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
