"""The way onto the full screen and off it: what the app begins with, and the stage that is set for it.

It begins with the menu, matches that were kept, or the way to a table.  Each is done once, as
soon as the screen is there, and loads what it shows only then.  The way to a table leads
through the same few screens, whoever asks: a list or a question, the door, the words; and
ends at the table, or with a sentence and back where it began.

Textual reads its environment when it is imported, so nothing here imports it before `run` is
called; and whoever plays without a full screen imports this, too, and must not wait for it:
that is 64 of the milliseconds of each late import of the first part.
"""

from __future__ import annotations

import asyncio
import gc
import os
import shutil
import signal
import sys
import traceback
from collections.abc import Callable, Mapping, MutableMapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from importlib import reload
from io import StringIO
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from msgspec.structs import replace

from lltui import event_loop
from lltui.errors import InterruptTrouble, Trouble
from lltui.games.love_letter.prepared import KNOWN
from lltui.tui.services import Alone, guided, parting
from lltui.tui.term.terminal import NoTerminal, Terminal, probed

if TYPE_CHECKING:
    from textual.app import App
    from textual.driver import Driver

    from lltui.client.dialing import JoinTarget
    from lltui.desk.desk import Desk, Words
    from lltui.desk.replay_desk import ReplayDesk
    from lltui.tui.app import LltuiApp
    from lltui.tui.services import Left, Opening, Services
    from lltui.tui.settings import Settings

    Build: TypeAlias = Callable[[Terminal, type[Driver]], App[int]]


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
        from lltui.desk.replay_desk import ReplayDesk  # noqa: PLC0415 - it comes with all that checks a match: 23 ms

        return ReplayDesk.of_file(app.ways.tape, file, eyes, app.tongue)

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


# ------------------------------------------------------------------ the stage


LARGEST = 256 * 1024  # bytes of old reports that are kept
MOST = 20  # mistakes of one evening: what breaks again and again is told by its first times
_SYSTEMS = {16: "standard", 256: "256", 2**24: "truecolor"}


class ScreenBroke(Trouble):
    """A mistake of ours has ended the full screen; a file tells more."""


class ScreenBrokeAtTable(ScreenBroke):
    """The same, and somebody else's table keeps the seat."""


class ScreenBrokeHosting(ScreenBroke):
    """The same, and one's own table goes on in its process."""


class ScreenBrokeAlone(ScreenBroke):
    """The same, and the match can be gone on with."""


def broke(desk: Desk | None, *, hosts: bool) -> type[ScreenBroke]:
    """What becomes of the seat; there may be none, or nothing left to come back to."""
    if desk is None or desk.closed is not None or desk.watches:
        return ScreenBroke
    if desk.local and (desk.over or desk.practice):
        return ScreenBroke
    if desk.local:
        return ScreenBrokeAlone
    return ScreenBrokeHosting if hosts else ScreenBrokeAtTable


def look(environ: Mapping[str, str], *, ascii_only: bool = False) -> Terminal | NoTerminal:
    """What kind of terminal this is."""
    ascii_only = ascii_only or environ.get("LLTUI_ASCII", "") not in ("", "0")
    return probed(environ, ascii_only=ascii_only)


class RunEnd(NamedTuple):
    """How it ended, in which language, and what is to be said to whoever left a table."""

    code: int
    language: str
    parting: str = ""


def open_app(
    terminal: Terminal,
    ways: Services,
    settings: Settings,
    words: Words,
    first: Callable[[Any], None],
    *,
    mouse: bool,
    reports: Path,
) -> RunEnd:
    """The program itself, beginning with `first`."""
    apps = []

    def build(terminal: Terminal, driver: type[Driver] | None) -> App[int]:
        from lltui.tui.app import LltuiApp  # noqa: PLC0415 - it imports Textual: 72 ms

        colours, letters = terminal.colours, not terminal.unicode
        apps.append(
            LltuiApp(ways, settings, words, first, colours=colours, ascii_only=letters, driver=driver)
        )
        return apps[0]

    code = run(terminal, build, mouse=mouse, reports=reports)
    app = apps[0]
    told = app.parted
    # By a key that asks nothing, or a signal; a match that is looked at is no table.
    if app.replay is None and app.visit is not None and app.desk is not None:
        told = parting(app.visit, app.desk, getting_up=False)
    return RunEnd(code, app.tongue.language, told)


def run(terminal: Terminal, build: Build, *, mouse: bool = False, reports: Path) -> int:
    """Play, and return the exit code; as a shell counts a signal if one has ended it."""
    set_stage(os.environ, terminal)
    evening = Evening(reports)
    gc.disable()  # until all is loaded: of that nothing goes away (10 of 210 ms to the first screen)
    event_loop.run(evening.spend(build(terminal, driver_for(terminal)), mouse=mouse))
    return evening.ended()


def set_stage(environ: MutableMapping[str, str], terminal: Terminal) -> None:
    """What Textual reads when it is imported; what the player has set stays."""
    if terminal.slow:
        environ.setdefault("TEXTUAL_FPS", "15")
        environ.setdefault("TEXTUAL_ANIMATIONS", "none")
    if terminal.colours in _SYSTEMS:
        environ.setdefault("TEXTUAL_COLOR_SYSTEM", _SYSTEMS[terminal.colours])
    if (read := sys.modules.get("textual.constants")) is not None:  # by a door, for all of its guests
        reload(read)


def driver_for(terminal: Terminal) -> type[Driver]:
    """What sends only what has changed."""
    from lltui.tui.term.driver import AsciiFrameDriver, FrameDriver  # noqa: PLC0415 - it imports Textual: 62 ms

    return FrameDriver if terminal.unicode else AsciiFrameDriver


class Evening:
    """One app from its first frame to its last, whatever ends it."""

    def __init__(self, reports: Path) -> None:
        self._reports = reports
        self._signal: int | None = None
        self._gone = False
        self._code = 0
        self._error: Exception | None = None
        self._broken: list[str] = []
        self._kind = ScreenBroke

    async def spend(self, app: App[int], *, mouse: bool) -> None:
        """Until it ends."""
        from rich.console import Console  # noqa: PLC0415 - see above: 10 ms

        loop = asyncio.get_running_loop()
        loop.set_exception_handler(self._lost)
        self._heed(loop, app)
        # What Textual would print belongs into the report: it names files and values, and no remedy.
        app.error_console = Console(file=StringIO())
        await app.run_async(mouse=mouse)
        self._gone = getattr(app._driver, "gone", False)  # noqa: SLF001 - Textual tells it nowhere else
        self._code = app.return_value or app.return_code or 0
        self._error = app._exception  # noqa: SLF001 - the same
        if isinstance(self._error, Trouble):
            raise self._error
        if self._error is None and (finish := getattr(app, "finish", None)) is not None:
            try:
                await finish(_say)
            except Trouble as trouble:
                # By a signal it ends as the signal says, whether or not all could be kept.
                if isinstance(trouble, InterruptTrouble) or (self._signal is None and not self._gone):
                    raise
        if self._error is not None:
            visit = getattr(app, "visit", None)  # an app without tables has none
            if visit is not None:
                self._kind = broke(getattr(app, "desk", None), hosts=visit.hosts)
            self._broken.insert(0, "".join(traceback.format_exception(self._error)))

    def ended(self) -> int:
        """Tell what broke, or how it ended."""
        if self._gone:
            _hush()
            return 128 + signal.SIGHUP
        if self._broken:
            report(self._reports, self._broken)
        if self._error is not None:
            raise self._kind(file=str(self._reports)) from self._error
        return self._code if self._signal is None else 128 + self._signal

    def _heed(self, loop: asyncio.AbstractEventLoop, app: App[int]) -> None:
        """Signals end the app as its own key would; a hang-up that a shell told us to ignore, too."""

        give_up = getattr(app, "give_up", bool)

        def leave(number: int) -> None:
            if number == signal.SIGINT and give_up():
                return
            self._signal = number
            app.exit()

        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
            loop.add_signal_handler(number, leave, number)

    def _lost(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """A task that broke, and nobody waited for it: for the report, and no reason to end."""
        del loop
        error = context.get("exception")
        told = "".join(traceback.format_exception(error)) if error else ""
        if len(self._broken) < MOST:
            self._broken.append(f"{context.get('message', '')}\n{told}")


def report(file: Path, broken: list[str]) -> None:
    """Keep it for whoever mends it; only its owner reads it."""
    from lltui.files import disk  # noqa: PLC0415 - only a screen that broke pays for it: 2 ms

    disk.make_folder(file.parent)
    with suppress(FileNotFoundError):
        if file.stat().st_size > LARGEST:
            disk.remove(file)
    told = f"{datetime.now(UTC):%Y-%m-%d %H:%M:%S} UTC\n" + "\n".join(broken) + "\n"
    disk.append_text(file, told)


def _say(line: str) -> None:
    """To who waits for the end of a program whose screen is gone."""
    width = shutil.get_terminal_size().columns - 1
    with suppress(OSError):  # so is the terminal
        sys.stderr.write("\n".join([*wrap(line, width, break_long_words=False), ""]))
        sys.stderr.flush()


def _hush() -> None:
    """Nobody can read another word: the terminal is gone."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):  # closed already: nothing is to be hushed
            if stream.isatty():
                os.dup2(nowhere, stream.fileno())
