"""Before one gets up: whether something would be lost, and for whom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from lltui.tui.desk import Desk, Place

if TYPE_CHECKING:
    from lltui.tui.app import LltuiApp
    from lltui.tui.screens.choose import Choose


def why(desk: Desk) -> str | None:
    """What there is to ask about; nothing where nobody waits and nothing is lost."""
    if desk.place not in (Place.TABLE, Place.PAUSE) or desk.watches or desk.over:
        return None
    return "alone" if desk.local else "others"


def others(desk: Desk) -> Sequence[str]:
    """The people at the table besides oneself; bots wait for nobody."""
    began = desk.began
    if began is None:
        return ()
    seats = range(len(began.names))
    return [began.names[seat] for seat in seats if seat != began.you and seat not in began.bots]


def question(app: LltuiApp) -> Choose | None:
    """The one that is asked; None to go at once."""
    from lltui.tui.rows import Row  # noqa: PLC0415 - what draws is loaded when it is needed
    from lltui.tui.screens.choose import Choose  # noqa: PLC0415 - as above

    desk = app.desk
    reason = why(desk) if desk is not None else None
    if desk is None or reason is None:
        return None
    names = others(desk)
    if reason == "others" and not names:
        reason = "bots"

    def ask() -> str:
        words = app.wording("screens")
        return words(f"leave.{reason}", names=words.row(names) if names else "")

    def answers() -> list[Row]:
        words = app.wording("screens")
        return [Row(words("leave.go")), Row(words("leave.stay"))]

    return Choose(ask, answers)
