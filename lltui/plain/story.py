"""What has happened so far, round by round."""

from __future__ import annotations

from collections.abc import Sequence


class Story:
    """Keeps the page that is being written and the one before it."""

    def __init__(self) -> None:
        self._last: list[str] = []
        self._page: list[str] = []

    def add(self, lines: Sequence[str]) -> None:
        """Write on."""
        self._page.extend(lines)

    def turn_page(self) -> None:
        """What follows is another chapter."""
        self._last, self._page = self._page, []

    @property
    def told(self) -> tuple[str, ...]:
        """This page, or the last one as long as nothing stands here."""
        return tuple(self._page or self._last)
