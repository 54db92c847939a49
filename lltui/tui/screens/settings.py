"""The settings: every one with a sentence, and what is changed shows at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from lltui import text
from lltui.errors import Trouble
from lltui.tui import options
from lltui.tui.app_screen import AppScreen
from lltui.tui.kit.fields import Field
from lltui.tui.kit.form import PageScreen
from lltui.tui.settings import FILE, Settings


class SettingsScreen(PageScreen[None], AppScreen[None]):
    """Kept in a file that people may also write themselves; its place stands in the title."""

    PAGE: ClassVar[str] = "settings"

    def title_words(self) -> str:
        return self.words("settings.title", file=self.table.ways.config / FILE)

    def fields(self) -> Sequence[Field]:
        return tuple(options.fields(self.table.settings, self.table.tongue.language))

    def key(self, field: Field) -> str:
        return f"setting.{field.name}"

    def value(self, field: Field, value: object) -> str:
        """Languages and themes have names of their own."""
        if field.name == "language" and isinstance(value, str):
            return text.languages().get(value, value)
        if field.name == "theme":
            return next((line.title for line in self._themes() if line.id == value), str(value))
        return super().value(field, value)

    def told(self, field: Field, value: object) -> str:
        if field.name == "theme":
            return next((line.about for line in self._themes() if line.id == value), "")
        return super().told(field, value)

    def _themes(self) -> Sequence[text.ThemeLine]:
        return text.themes(self.table.tongue.language)

    def fits(self, field: Field, line: str) -> bool:
        """Nothing is as good as a name: then the machine knows one."""
        return not line or super().fits(field, line)

    def put(self, field: Field, value: object) -> None:
        value = value if value != "" else None
        self.change(options.put(self.table.settings, field.name, value))

    def change(self, settings: Settings) -> None:
        """It counts even where the disk does not take it."""
        try:
            self.table.set(settings)
        except Trouble as trouble:
            self.table.trouble(trouble)
        self.again()
