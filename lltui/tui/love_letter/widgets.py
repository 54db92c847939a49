"""The widgets of the table, one for each thing on it."""

from __future__ import annotations

from collections.abc import Sequence

from textual import events
from textual.message import Message
from textual.reactive import reactive

from lltui.tui.art.pieces import Row
from lltui.tui.kit.picture import Drawn
from lltui.tui.love_letter import draw_table, move_panel


class Pointed(Message):
    """Somebody clicked on what this key stands for; `seat`: on a player, and a card may have the same key."""

    def __init__(self, key: str, *, seat: bool = False) -> None:
        super().__init__()
        self.key, self.seat = key, seat


class SeatBox(Drawn):
    """One of the others."""

    def rows(self, cells: int, rows: int) -> Sequence[Row]:
        return draw_table.seat(self.slice, cells, rows)

    def on_click(self) -> None:
        """Whoever sits here."""
        self.post_message(Pointed(str(self.slice.number), seat=True))


class TrackerBox(Drawn):
    """The cards that were not seen; `joined` to the story by the line between them."""

    joined: reactive[bool] = reactive(True)

    def rows(self, cells: int, rows: int) -> Sequence[Row]:
        return draw_table.tracker(self.slice, cells, rows, joined=self.joined)


class OwnRow(Drawn):
    """Between the table and the own hand; `label` and `laid` are words, `crossing` a column."""

    crossing: reactive[int | None] = reactive(None)
    label: reactive[str] = reactive("")
    laid: reactive[str] = reactive("")

    def rows(self, cells: int, rows: int) -> Sequence[Row]:
        del rows
        return draw_table.own(self.slice, cells, self.label, self.laid, self.crossing)


class HandBox(Drawn):
    """The own cards, or their backs for whoever looks on."""

    backs: reactive[int] = reactive(0)
    token: reactive[str] = reactive("♥")

    def rows(self, cells: int, rows: int) -> Sequence[Row]:
        if self.backs:
            return move_panel.backs(self.backs, cells, rows, self.token)
        return move_panel.hand_rows(self.slice, cells, rows)

    def on_click(self, event: events.Click) -> None:
        """The card there."""
        cells, rows = self.content_size
        if not self.backs and (key := move_panel.card_at(self.slice, cells, rows, event.x)):
            self.post_message(Pointed(key))


class MoveBox(Drawn):
    """The move that is being made."""

    def rows(self, cells: int, rows: int) -> Sequence[Row]:
        return move_panel.move_rows(self.slice, cells, rows)

    def on_click(self, event: events.Click) -> None:
        """The answer there."""
        cells, rows = self.content_size
        if key := move_panel.choice_at(self.slice, cells, rows, event.x, event.y):
            self.post_message(Pointed(key))
