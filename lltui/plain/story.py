"""What has happened so far, round by round."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

LONGEST = 2_000  # lines of a page; a whole story of The Two Princes has a thousand


class Story:
    """Keeps the page that is being written and the one before it, as far as anybody would read them."""

    def __init__(self) -> None:
        self._last: deque[str] = deque()
        self._page: deque[str] = deque(maxlen=LONGEST)

    def add(self, lines: Sequence[str]) -> None:
        """Write on."""
        self._page.extend(lines)

    def turn_page(self) -> None:
        """What follows is another chapter."""
        self._last, self._page = self._page, deque(maxlen=LONGEST)

    @property
    def told(self) -> tuple[str, ...]:
        """This page, or the last one as long as nothing stands here."""
        return tuple(self._page or self._last)
