"""The style sheets, read once for each set of colours.

Textual reads all of them a second time when the first theme is set, in whatever
colours; that is a good part of what somebody waits for at the start.
"""

from __future__ import annotations

from textual.css.stylesheet import Stylesheet


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
