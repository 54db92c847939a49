"""How long the table still waits, and what happens then: for the line above the keys."""

from __future__ import annotations

from lltui.desk.desk import Desk
from lltui.text.wording import Wording


def shown(words: Wording, desk: Desk, left: float | None, *, mine: bool) -> str:
    """The time that is left.

    Whoever thinks at a table without a clock is shown none: nothing happens by itself when it is over.
    """
    if left is None or (mine and desk.waits is not None and desk.waits.then == "offer"):
        return ""
    seconds = max(0, round(left))
    return words("prompt.clock", minutes=seconds // 60, seconds=f"{seconds % 60:02}")


def with_outlook(text: str, desk: Desk) -> str:
    """For whom one waits, and what one may do about it or what comes of it."""
    return f"{text} {desk.outlook()}".rstrip()
