"""The full screen, for every command that has one: where there is a terminal, unless --plain is asked for.

And `lltui` alone: the menu, or where there is none, how to begin.
"""

from __future__ import annotations

import os
import sys
from typing import NamedTuple

from msgspec.structs import replace

from lltui import text
from lltui.commands.cli_context import CliContext, settle
from lltui.commands.composition import Composition
from lltui.desk.desk import Words
from lltui.errors import Trouble
from lltui.files import folders
from lltui.options import Typed
from lltui.plain.paper import Paper
from lltui.text import Wording
from lltui.tui import settings as kept
from lltui.tui.first_screen import Start, complaining, menu
from lltui.tui.run import look, open_app
from lltui.tui.settings import SettingIgnored, Settings
from lltui.tui.term.terminal import Terminal

REPORT = "screen.log"


class ScreenSetup(NamedTuple):
    """A terminal in front of us, and what the player has set."""

    args: Typed
    cli: CliContext
    terminal: Terminal
    settings: Settings
    complaints: tuple[Trouble, ...] = ()

    @property
    def name(self) -> str | None:
        """What the player wants to be called."""
        return self.args.name or self.settings.name

    def show(self, start: Start) -> int:
        """Open the screen with this, and stay until it is left; the exit code."""
        left = open_app(
            self.terminal,
            Composition(),
            self.settings,
            self.words,
            complaining(start, self.complaints),
            mouse=self.args.mouse,
            reports=folders.state(os.environ) / REPORT,
        )
        self.cli.paper.say(Wording(left.language)("goodbye"))
        return left.code

    @property
    def words(self) -> Words:
        """What was typed comes before what was set, and that before what the machine says."""
        theme = self.args.theme or self.settings.theme or self.cli.theme
        return Words(self.args.language or self.settings.language or self.cli.language, theme)


def stage(args: Typed, cli: CliContext, *, quietly: bool = False) -> ScreenSetup | None:
    """None for the plain board, and why if nobody asked for that."""
    if args.plain:
        return None
    found = look(os.environ, ascii_only=args.ascii)
    if isinstance(found, Terminal):
        return ScreenSetup(args, cli, found, *_settings(cli))
    if not quietly:
        term = os.environ.get("TERM", "") or "-"
        Paper(sys.stderr).say(Wording(cli.language, area="term")(found.why, term=term))
    return None


def _settings(cli: CliContext) -> tuple[Settings, tuple[Trouble, ...]]:
    """What the player has set, and what is wrong with it: that counts for nothing."""
    folder = folders.config(os.environ)
    settings, complaints = kept.read(folder)
    unknown: dict[str, None] = {}
    if settings.language not in (None, *text.languages()):
        unknown["language"] = None
    # To know all themes is to read them all, and most people have set none.
    if settings.theme is not None and settings.theme not in (each.id for each in text.themes(cli.language)):
        unknown["theme"] = None
    file, known = str(folder / kept.FILE), Settings.__struct_fields__
    strange = (SettingIgnored(setting=name, file=file, known=known) for name in unknown)
    return replace(settings, **unknown), (*complaints, *strange)


# ------------------------------------------------------------------------ alone


def run(args: Typed) -> int:
    cli = settle(args)
    shown = stage(args, cli, quietly=True)
    if shown is not None:
        return shown.show(menu)
    paper = cli.paper
    for line in cli.words("start.text").splitlines():
        if line.startswith(" "):
            paper.say(line.strip(), indent="  ")
        elif line:
            paper.say(line)
        else:
            paper.gap()
    return 0
