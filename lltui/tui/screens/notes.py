"""Private notes: what one thinks of the others.  They stay here, and go with the match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.screen import ModalScreen
from textual.widgets import Input

from lltui.desk.desk import Desk
from lltui.tui.app_screen import AppScreen
from lltui.tui.art.pieces import Piece, Row, cut, left, row
from lltui.tui.boards.love_letter.draw_table import hue
from lltui.tui.boards.love_letter.sight import sight
from lltui.tui.kit.command import Command
from lltui.tui.kit.keybar import KeyBar
from lltui.tui.kit.picture import Drawn
from lltui.tui.kit.typed_line import TypedLine
from lltui.tui.screens.reading import PageTitle

AREA = "table"
LONGEST = 60  # signs of a note


class Subjects(Drawn):
    """The slice: what is asked, and each of the others with what was noted."""

    def rows(self, cells: int, rows: int) -> Sequence[Row]:
        asked, others = self.slice
        lines = [row(Piece(asked, "strong")), ()]
        for number, name, note, chosen in others:
            mark = Piece("▸ " if chosen else "  ", "chosen")
            who = left((Piece(cut(name, 16), hue(number)),), 18)
            lines.append(row(mark, Piece(f"{number} ", "number"), who, Piece(cut(note, cells - 24), "note")))
        return [left(line, cells) for line in lines[:rows]]


class NotesScreen(AppScreen[bool], ModalScreen[bool]):
    """A digit says about whom, then one writes; True if something was noted."""

    AREA: ClassVar[str] = AREA
    OFFERS: ClassVar[tuple[Command, ...]] = (
        Command("about", "1,2,3,4,5,6", palette=False, area=AREA, shown="1-6"),
        Command("save", "enter", palette=False, area=AREA),
        Command("close", "escape", area=AREA),
    )

    def __init__(self) -> None:
        super().__init__()
        self._about: int | None = None

    def compose(self) -> ComposeResult:
        yield PageTitle()
        yield Subjects()
        yield TypedLine(id="note", max_length=LONGEST)
        yield KeyBar()

    def on_mount(self) -> None:
        self._choose(None)

    def show(self, desk: Desk) -> None:
        if desk.glimpse is None:
            return
        see = sight(desk, self.wording)
        self.query_one(PageTitle).slice = self.words("title.notes")
        asked = self.words("notes.who")
        if self._about is not None:
            asked = self.words("notes.about", name=see.names[self._about])
        none = self.words("notes.none")
        others = tuple(
            (seat + 1, see.names[seat], desk.notes.get(seat, none), seat == self._about)
            for seat in see.others
        )
        self.query_one(Subjects).slice = (asked, others)

    def _choose(self, seat: int | None) -> None:
        self._about = seat
        note, desk = self.query_one("#note", Input), self.table.desk
        note.can_focus = note.display = seat is not None
        if seat is not None and desk is not None:
            note.value = desk.notes.get(seat, "")
            note.focus()
        self.refresh_bindings()
        self.table.changed()

    def on_key(self, event: events.Key) -> None:
        """About whom."""
        desk = self.table.desk
        if self._about is None and event.key.isdigit() and desk is not None and desk.began is not None:
            seat = int(event.key) - 1
            if 0 <= seat < len(desk.began.names) and seat != desk.began.you:
                event.stop()
                self._choose(seat)

    def check_action(self, action: str, parameters: tuple[Any, ...]) -> bool | None:
        del parameters
        if action in ("about", "save"):
            return (self._about is None) is (action == "about")
        return True

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Noted; an empty note is none."""
        event.stop()
        desk = self.table.desk
        if desk is None or self._about is None:
            return
        desk.notes.pop(self._about, None)
        if text := event.value.strip():
            desk.notes[self._about] = text
        self.dismiss(True)

    def action_close(self) -> None:
        """Nothing noted."""
        self.dismiss(False)
