"""The settings: what every one may be, and the page of them.

The types of `Settings` say what may be; documentation, the screen and the tests
are made from this, and a new setting has to have its words in every language,
and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, ClassVar, get_args

import msgspec
from msgspec import inspect
from msgspec.structs import replace
from rich.cells import cell_len

from lltui import text
from lltui.tui.app_screen import AppScreen
from lltui.tui.art.piles import ladder
from lltui.tui.art.rows import Rows as Art
from lltui.tui.flows.menu import faces_shown
from lltui.tui.kit.form import Field, PageScreen
from lltui.tui.settings import FILE, Pace, Settings

CARDS = 22  # cells of a card beside the list
PAGE = (
    "language",
    "theme",
    "look",
    "moments",
    "pace",
    "hurry",
    "hints",
    "counting",
    "sure",
    "bell",
    "title",
    "mouse",
    "name",
)


def fields(settings: Settings, language: str) -> Iterator[Field]:
    """Each setting but the keys, in the order of the page."""
    for name in PAGE:
        values = _values(name, language)
        value = getattr(settings, name)
        yield Field(name, values[0] if value is None and values else value, values)


def put(settings: Settings, name: str, value: Any) -> Settings:
    """With this one; what is not allowed is a mistake of ours."""
    return msgspec.convert(msgspec.to_builtins(replace(settings, **{name: value})), Settings)


def _values(name: str, language: str) -> tuple[Any, ...]:
    match name:
        case "language":
            return (None, *text.languages())
        case "theme":
            return tuple(line.id for line in text.themes(language))
        case "pace":
            return get_args(Pace)
        case "name":
            return ()
    match types()[name]:
        case inspect.BoolType():
            return (True, False)
        case inspect.LiteralType(values=values):
            return tuple(ordered(name, values))
    raise AssertionError(name)


def ordered(name: str, values: tuple[Any, ...]) -> tuple[Any, ...]:
    """msgspec sorts what may be chosen; people begin with what is usual."""
    default = getattr(Settings(), name)
    return (default, *(value for value in values if value != default))


@cache
def types() -> dict[str, inspect.Type]:
    found = inspect.type_info(Settings)
    assert isinstance(found, inspect.StructType), found
    return {field.name: field.type for field in found.fields}


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
        if field.name == "language" and isinstance(value, str):
            return text.languages().get(value, value)
        if field.name == "theme":
            return next((line.title for line in self._themes() if line.id == value), str(value))
        return super().value(field, value)

    def told(self, field: Field, value: object) -> str:
        if field.name == "theme":
            return next((line.about for line in self._themes() if line.id == value), "")
        return super().told(field, value)

    def art(self, field: Field, value: object) -> Art:
        """Of a theme its cards, the highest one whole; of one that there is not, none."""
        if field.name != "theme" or value not in field.values or not isinstance(value, str):
            return ()
        faces = faces_shown(self.table, theme=value)
        return tuple(ladder(faces, CARDS, len(faces) + 3, max(cell_len(face.name) for face in faces)))

    def _themes(self) -> Sequence[text.ThemeLine]:
        return text.themes(self.table.tongue.language)

    def fits(self, field: Field, line: str) -> bool:
        """Nothing is as good as a name: then the machine knows one."""
        return not line or super().fits(field, line)

    def put(self, field: Field, value: object) -> None:
        value = value if value != "" else None
        self.table.set(put(self.table.settings, field.name, value))
        self.again()
