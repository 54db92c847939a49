"""What the app opens with: each of these is done once, as soon as the screen is there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from lltui.errors import Trouble
from lltui.tui.kit.in_thread import in_thread

if TYPE_CHECKING:
    from lltui.tui.app import LltuiApp
    from lltui.tui.replay_desk import ReplayDesk


def menu(app: LltuiApp) -> None:
    """Everything that one can do."""
    from lltui.tui.flows.menu import MenuScreen  # noqa: PLC0415 - a table needs no menu

    app.push_screen(MenuScreen())


def complaining(
    first: Callable[[LltuiApp], None], complaints: Sequence[Trouble]
) -> Callable[[LltuiApp], None]:
    """The same, with what is wrong with the settings in front of it."""

    def named(app: LltuiApp) -> None:
        first(app)
        if complaints:
            app.trouble(*complaints)

    return named


def history(app: LltuiApp) -> None:
    """The matches that were kept; the way back from them is the way out."""
    from lltui.tui.flows.history import HistoryScreen  # noqa: PLC0415 - as above

    app.push_screen(HistoryScreen(), lambda _: app.exit(0))


def replay(file: str | None, eyes: str | None = None) -> Callable[[LltuiApp], None]:
    """One match, by its file or its number in the list; without either the newest one."""

    def first(app: LltuiApp) -> None:
        app.run_worker(_wind(app, file, eyes), group="films")

    return first


async def _wind(app: LltuiApp, file: str | None, eyes: str | None) -> None:
    def wind() -> ReplayDesk:
        from lltui.tui.replay_desk import ReplayDesk  # noqa: PLC0415 - it comes with all that checks a match

        tape = app.ways.films.tape(file)
        return ReplayDesk(tape, tape.view(eyes), app.tongue)

    try:
        app.look_at(await in_thread(wind))
    except Trouble as trouble:
        from lltui.tui.kit.dialog import Notice  # noqa: PLC0415 - most files can be read

        app.push_screen(Notice(trouble), lambda _: app.exit(1))
