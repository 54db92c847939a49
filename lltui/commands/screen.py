"""The full screen, for every command that has one: where there is a terminal, unless --plain is asked for."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from lltui import text
from lltui.commands.setting import Setting
from lltui.plain.paper import Paper
from lltui.record import places
from lltui.tui import settings as kept
from lltui.tui.desk import Words
from lltui.tui.run import look, open_app
from lltui.tui.settings import SettingIgnored, Settings
from lltui.tui.term.terminal import NoTerminal, Terminal

REPORT = "screen.log"
First = Callable[[Any], None]


def terminal(args: argparse.Namespace, setting: Setting) -> Terminal | None:
    """The one in front of us; None if it is the plain board's, and why if nobody asked for that."""
    if args.plain:
        return None
    found = look(os.environ, ascii_only=args.ascii)
    if isinstance(found, Terminal):
        return found
    Paper(sys.stderr).say(_why(found, setting))
    return None


def _why(found: NoTerminal, setting: Setting) -> str:
    term = os.environ.get("TERM", "") or "-"
    return text.words(setting.language, "term")[found.why].format(term=term)


def show(args: argparse.Namespace, setting: Setting, found: Terminal, first: First) -> int:
    """Open it with this, and stay until it is left; the exit code."""
    from lltui.commands.ways import HouseWays  # noqa: PLC0415 - a plain board needs no ways

    settings = _settings(setting)
    left = open_app(
        found,
        HouseWays(),
        settings,
        _spoken(args, setting, settings),
        first,
        mouse=args.mouse,
        reports=places.state(os.environ) / REPORT,
    )
    setting.paper.say(text.words(left.language, "plain")["goodbye"])
    return left.code


def _settings(setting: Setting) -> Settings:
    """What the player has set; what is wrong with it is named, and counts for nothing."""
    folder = places.config(os.environ)
    settings, complaints = kept.read(folder)
    unknown = {
        name: None
        for name, known in (("language", text.languages()), ("theme", _themes(setting)))
        if getattr(settings, name) not in (None, *known)
    }
    file, known = str(folder / kept.FILE), Settings.__struct_fields__
    strange = [SettingIgnored(setting=name, file=file, known=known) for name in unknown]
    for complaint in (*complaints, *strange):
        told = text.trouble(setting.language, complaint)
        Paper(sys.stderr).say(f"{told.what} {told.todo}")
    return replace(settings, **unknown)


def _spoken(args: argparse.Namespace, setting: Setting, settings: Settings) -> Words:
    """What was typed comes before what was set, and that before what the machine says."""
    theme = getattr(args, "theme", None) or settings.theme or setting.theme
    return Words(args.language or settings.language or setting.language, theme)


def _themes(setting: Setting) -> tuple[str, ...]:
    return tuple(line.id for line in text.themes(setting.language))
