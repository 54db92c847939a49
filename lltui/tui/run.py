"""The one entry of the full screen: set the stage before Textual is imported, play, leave a sane terminal.

Textual reads its environment when it is imported, so nothing here imports it
before `run` is called.
"""

from __future__ import annotations

import asyncio
import gc
import os
import shutil
import signal
import sys
import traceback
from collections.abc import Callable, Mapping, MutableMapping
from contextlib import suppress
from datetime import UTC, datetime
from importlib import reload
from io import StringIO
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from lltui import event_loop
from lltui.errors import InterruptTrouble, Trouble
from lltui.tui.term.terminal import NoTerminal, Terminal, probed

if TYPE_CHECKING:
    from textual.app import App
    from textual.driver import Driver

    from lltui.desk.desk import Desk, Words
    from lltui.tui.services import Services
    from lltui.tui.settings import Settings

    Build: TypeAlias = Callable[[Terminal, type[Driver]], App[int]]

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
    from lltui.tui.services import parting  # noqa: PLC0415 - who looks for a terminal only asks for none: 5 ms

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
