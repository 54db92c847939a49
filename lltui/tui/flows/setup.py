"""The pages on which a match is chosen: against bots, or a table for others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, TypeVar

from lltui.tui.kit.form import Field, PageScreen
from lltui.tui.match_form import AloneForm, HostForm, MatchForm

Page = TypeVar("Page", bound=MatchForm)


class SetupScreen(PageScreen[Page | None]):
    """The form goes back to whoever asked for it."""

    GO = True

    def __init__(self, form: Page) -> None:
        super().__init__()
        self.form = form

    def fields(self) -> Sequence[Field]:
        return tuple(self.form.fields())

    def put(self, field: Field, value: object) -> None:
        self.form = self.form.put(field, value)
        self.again()

    def go(self) -> None:
        self.dismiss(self.form)

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


class PlaySetup(SetupScreen[AloneForm]):
    """Against bots."""

    PAGE: ClassVar[str] = "play"

    def facts(self) -> dict[str, object]:
        return {"tokens": self.form.love_letter.tokens(self.form.bots + 1)}


class HostSetup(SetupScreen[HostForm]):
    """For others."""

    PAGE: ClassVar[str] = "host"

    def facts(self) -> dict[str, object]:
        fewest, most = self.form.love_letter.seats
        told = [self.form.love_letter.tokens(seats) for seats in range(fewest, most + 1)]
        return {"tokens": "/".join(map(str, told))}
