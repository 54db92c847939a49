"""What is chosen before there is a table; Enter on the first line goes on with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, TypeVar

from lltui.tui.evening import AloneSheet, HostSheet, Sheet
from lltui.tui.kit.fields import Field
from lltui.tui.kit.form import PageScreen

Page = TypeVar("Page", bound=Sheet)


class SetupScreen(PageScreen[Page | None]):
    """The sheet goes back to whoever asked for it."""

    GO = True

    def __init__(self, sheet: Page) -> None:
        super().__init__()
        self.sheet = sheet

    def fields(self) -> Sequence[Field]:
        return tuple(self.sheet.fields())

    def put(self, field: Field, value: object) -> None:
        self.sheet = self.sheet.put(field, value)
        self.again()

    def go(self) -> None:
        self.dismiss(self.sheet)

    def told(self, field: Field, value: object) -> str:
        """Editions and house rules tell of themselves where the command line does, too."""
        if field.name in ("edition", "variant"):
            named = f"variant.{field.part}" if field.name == "variant" else f"edition.{value}"
            words = self.program.wording("cli")
            told = words(named) if words.has(named) else ""
            return f"{told[:1].upper()}{told[1:]}." if told else ""
        return super().told(field._replace(name="level") if field.name == "each" else field, value)

    def value(self, field: Field, value: object) -> str:
        return super().value(field._replace(name="level") if field.name == "each" else field, value)


class PlaySetup(SetupScreen[AloneSheet]):
    """Against bots."""

    PAGE: ClassVar[str] = "play"

    def facts(self) -> dict[str, object]:
        return {"tokens": self.sheet.house.tokens(self.sheet.bots + 1)}


class HostSetup(SetupScreen[HostSheet]):
    """For others."""

    PAGE: ClassVar[str] = "host"

    def facts(self) -> dict[str, object]:
        fewest, most = self.sheet.house.seats
        told = [self.sheet.house.tokens(seats) for seats in range(fewest, most + 1)]
        return {"tokens": "/".join(map(str, told))}
