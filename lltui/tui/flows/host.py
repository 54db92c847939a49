"""Before there is a table of one's own: what it is to be, or which one is gone on with."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import ClassVar, TypeVar

from lltui.errors import Trouble
from lltui.text.wording import Wording
from lltui.tui.app_screen import TableApp
from lltui.tui.flows.join import ConnectingScreen, GivenUp
from lltui.tui.kit.dialog import Choose
from lltui.tui.kit.fields import Field
from lltui.tui.kit.form import PageScreen
from lltui.tui.kit.lists import Row
from lltui.tui.match_form import AloneForm, HostForm, MatchForm
from lltui.tui.ways import Left, Opening, Visit, hosted


def host_on_screen(app: TableApp, opening: Opening, name: str) -> None:
    """Find out what there is, ask if need be, and sit down."""

    async def way(screen: ConnectingScreen) -> Visit:
        ways = app.ways
        goal = await hosted(ways.own_tables, opening, name, AtScreen(screen))
        return await ways.home.enter(goal, screen.asker)

    app.push_screen(ConnectingScreen(way))


class AtScreen:
    """Whoever opens a table, in front of a screen."""

    def __init__(self, screen: ConnectingScreen) -> None:
        self._screen = screen
        self.doing = screen.doing

    async def goes_on(self, left: Left) -> bool:
        """Ask; who goes away wants neither."""
        return await _taken_up(self._screen, left)


async def _taken_up(screen: ConnectingScreen, left: Left) -> bool:
    words = screen.words

    def question() -> str:
        when = datetime.fromtimestamp(left.when, UTC).astimezone()
        names = Wording(screen.table.tongue.language, area="net").row(left.names) if left.names else ""
        return words(
            "unfinished.question",
            names=names or words("unfinished.nobody"),
            when=f"{when:%Y-%m-%d %H:%M}",
        )

    def answers() -> Sequence[Row]:
        return [
            Row(words("unfinished.resume"), about=words("unfinished.about_resume")),
            Row(words("unfinished.new"), about=words("unfinished.about_new")),
        ]

    answer = await screen.app.push_screen_wait(Choose(question, answers))
    if answer is None:
        raise GivenUp
    return answer == 0


async def ended(app: TableApp) -> None:
    """End the table that runs, and say what is left of it."""
    try:
        kept = await app.ways.own_tables.stop()
    except Trouble as trouble:
        app.trouble(trouble)
        return
    app.notify(app.wording("entering")("ended.kept" if kept else "ended.gone"), markup=False)


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
