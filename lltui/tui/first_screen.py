"""What the app begins with: the menu, matches that were kept, or the way to a table.

Each is done once, as soon as the screen is there, and loads what it shows only
then.  The way to a table leads through the same few screens, whoever asks: a
list or a question, the door, the words; and ends at the table, or with a
sentence and back where it began.

Whoever plays without a full screen imports this, too, and must not wait for
Textual: that is 64 of the milliseconds of each late import here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from msgspec.structs import replace

from lltui.errors import Trouble
from lltui.games.love_letter.prepared import KNOWN
from lltui.tui.services import Alone, guided

if TYPE_CHECKING:
    from lltui.client.dialing import JoinTarget
    from lltui.tui.app import LltuiApp
    from lltui.tui.replay_desk import ReplayDesk
    from lltui.tui.services import Left, Opening

Start: TypeAlias = "Callable[[LltuiApp], None]"


def menu(app: LltuiApp) -> None:
    """Everything that one can do."""
    from lltui.tui.flows.menu import MenuScreen  # noqa: PLC0415 - a table needs no menu: 72 ms

    app.push_screen(MenuScreen())


def complaining(start: Start, complaints: Sequence[Trouble]) -> Start:
    """The same, with what is wrong with the settings in front of it."""

    def complained(app: LltuiApp) -> None:
        start(app)
        if complaints:
            app.trouble(*complaints)

    return complained


# ------------------------------------------------------------------ to a match alone


def alone(wanted: Alone | None, *, asks: bool, kind: str = "") -> Start:
    """`lltui play`: the match that is wanted, or the one that lies unfinished; with `asks`, which of both.

    `kind`: of the matches of one game only.
    """

    def sitting(app: LltuiApp) -> None:
        if asks or (wanted is not None and not wanted.name):
            app.run_worker(_asked(app, wanted, asks=asks, kind=kind), group="alone")
        else:
            app.sit(app.ways.alone(wanted))

    return sitting


async def _asked(app: LltuiApp, wanted: Alone | None, *, asks: bool, kind: str) -> None:
    """Which match, where that is to be asked; and by which name, where nobody knows one."""
    chosen = await _which(app, wanted, kind) if asks else (wanted,)
    match chosen:
        case (Alone(name="") as new,):
            from lltui.tui.app_screen import ask_name  # noqa: PLC0415 - it comes with Textual: 64 ms

            name = await ask_name(app, "")
            if name is None:
                app.exit(0)
            else:
                app.sit(app.ways.alone(replace(new, name=name)))
        case (match,):
            app.sit(app.ways.alone(match))
        case None:
            app.exit(0)


async def _which(app: LltuiApp, wanted: Alone | None, kind: str) -> tuple[Alone | Left | None] | None:
    """The match; nothing where somebody would rather go."""
    from lltui.tui.kit.base_app import in_thread  # noqa: PLC0415 - it comes with Textual: 64 ms

    lessons = app.ways.lessons
    if wanted is not None and lessons.new_here and not kind:
        from lltui.tui.flows.menu import OfferScreen  # noqa: PLC0415 - it is offered once: 72 ms

        learns = await app.push_screen_wait(OfferScreen())
        if learns is None:
            return None
        if not learns:
            app.learn(KNOWN)
        return (guided(wanted.name) if learns else wanted,)
    left = await in_thread(lambda: app.ways.left_alone(kind))
    if left is not None:
        from lltui.tui.kit.dialog import Choose  # noqa: PLC0415 - mostly nothing is asked: 68 ms
        from lltui.tui.kit.lists import Row  # noqa: PLC0415 - as above: 66 ms

        words = app.wording("net")
        answers = (Row(words("unfinished.go_on")), Row(words("unfinished.new")))
        question = Choose(lambda: words("unfinished.question", **left.facts(words)), lambda: answers)
        answer = await app.push_screen_wait(question)
        if answer is None:
            return None
        return (wanted if answer else left,)
    return (wanted,)


# ------------------------------------------------------------------- to a table


def join(goal: JoinTarget) -> Start:
    """`lltui join`: this table, at once; or where the goal has no addresses yet, one of the list."""

    def joining(app: LltuiApp) -> None:
        from lltui.tui.flows.join import join_on_screen  # noqa: PLC0415 - a match alone needs none of this: 90 ms

        join_on_screen(app, goal)

    return joining


def host(opening: Opening, name: str, *, guessed: bool = False) -> Start:
    """`lltui host`: the table that runs, or the one that lies unfinished, or a new one."""

    def hosting(app: LltuiApp) -> None:
        from lltui.tui.flows.join import host_on_screen  # noqa: PLC0415 - as above: 90 ms

        host_on_screen(app, opening, name, guessed=guessed)

    return hosting


# ----------------------------------------------------- to matches that were kept


def history(app: LltuiApp) -> None:
    """The list; the way back from it is the way out."""
    from lltui.tui.flows.history import HistoryScreen  # noqa: PLC0415 - a table needs no list of matches: 70 ms

    app.push_screen(HistoryScreen())


def replay(
    file: str | None, eyes: str | None = None, practise: int | None = None, entry: int | None = None
) -> Start:
    """One match, by its file or its number in the list; without either the newest one.

    `practise`: from this moment on, counted from 1, it is played on at once.  It begins at this `entry`.
    """

    def replaying(app: LltuiApp) -> None:
        app.run_worker(_wind(app, file, eyes, practise, entry), group="films")

    return replaying


def analysis(file: str | None, eyes: str | None = None) -> Start:
    """What one match teaches; the way back from it is the way out."""

    def analysing(app: LltuiApp) -> None:
        from lltui.tui.flows.history import AnalysisScreen  # noqa: PLC0415 - a table needs none: 70 ms

        def failed(trouble: Trouble) -> None:
            app.trouble(trouble, then=partial(app.exit, 1))

        app.push_screen(AnalysisScreen(file, eyes, failed=failed))

    return analysing


async def _wind(
    app: LltuiApp, file: str | None, eyes: str | None, practise: int | None, entry: int | None
) -> None:
    from lltui.tui.kit.base_app import in_thread  # noqa: PLC0415 - only a replay takes a while: 64 ms

    def wind() -> ReplayDesk:
        from lltui.tui.replay_desk import ReplayDesk  # noqa: PLC0415 - it comes with all that checks a match: 23 ms

        return ReplayDesk.of_file(app.ways, file, eyes, app.tongue)

    try:
        film = await in_thread(wind)
        film.go(0 if practise is None else practise - 1)
        if entry is not None and practise is None:
            film.go_to_entry(entry)
        app.look_at(film)
        if practise is not None:
            await app.practise(film)
    except Trouble as trouble:
        app.trouble(trouble, then=partial(app.exit, 1))
