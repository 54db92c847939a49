"""The page of the settings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from rich.cells import cell_len

from lltui.tui.app_screen import AppScreen
from lltui.tui.art.piles import ladder
from lltui.tui.art.rows import Rows as Art
from lltui.tui.flows.menu import faces_shown
from lltui.tui.kit.dialog import Field, PageScreen
from lltui.tui.settings import FILE, PAGE, Settings, called, choices, put, told

CARDS = 22  # cells of a card beside the list


def fields(settings: Settings, language: str) -> Iterator[Field]:
    """Each setting but the keys, in the order of the page."""
    for name in PAGE:
        values = choices(name, language)
        value = getattr(settings, name)
        yield Field(name, values[0] if value is None and values else value, values)


class SettingsScreen(PageScreen[None], AppScreen[None]):
    """Kept in a file that people may also write themselves; its place stands in the title."""

    PAGE: ClassVar[str] = "settings"
    ABOUT = "settings"
    ROOMY: ClassVar[int] = 110  # its lines are short

    def heading(self) -> str:
        return self.words("settings.title", file=self.table.ways.config / FILE)

    def fields(self) -> Sequence[Field]:
        return tuple(fields(self.table.settings, self.table.tongue.language))

    def key(self, field: Field) -> str:
        return f"setting.{field.name}"

    def value(self, field: Field, value: object) -> str:
        """Languages and themes have names of their own."""
        return called(field.name, value, self.table.tongue.language) or super().value(field, value)

    def told(self, field: Field, value: object) -> str:
        return told(field.name, value, self.table.tongue.language)

    def art(self, field: Field, value: object) -> Art:
        """Of a theme its cards, the highest one whole; of one that there is not, none."""
        if field.name != "theme" or value not in field.values or not isinstance(value, str):
            return ()
        faces = faces_shown(self.table, theme=value)
        return tuple(ladder(faces, CARDS, len(faces) + 3, max(cell_len(face.name) for face in faces)))

    def fits(self, field: Field, line: str) -> bool:
        """Nothing is as good as a name: then the machine knows one."""
        return not line or super().fits(field, line)

    def put(self, field: Field, value: object) -> None:
        value = value if value != "" else None
        self.table.set(put(self.table.settings, field.name, value))
        self.again()
