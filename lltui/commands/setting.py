"""What every command that speaks needs first: a language, a theme, and paper to write on."""

from __future__ import annotations

import argparse
import os
import sys
from functools import cache
from typing import NamedTuple

from lltui import text
from lltui.files import folders
from lltui.games import own
from lltui.plain.paper import WIDTH, Paper
from lltui.text.broken import BrokenFile

NARROWEST = 30


class Setting(NamedTuple):
    """Who speaks, and where it is written."""

    language: str
    theme: str
    paper: Paper


def settle(args: argparse.Namespace) -> Setting:
    """Read the player's own words, name what is wrong with them, and see that these choices exist."""
    complaints = own_words()
    default = text.default_language(os.environ)
    language = args.language or default
    known = language in text.languages()
    # First of all: it may be why the theme or the language is not there.
    for complaint in complaints:
        told = text.trouble(language if known else default, complaint)
        Paper(sys.stderr).say(f"{told.what} {told.todo}")
    text.words(language, "cli")
    theme = getattr(args, "theme", None) or text.default_theme()
    if theme not in text.theme_names():
        raise text.UnknownTheme(theme=theme, known=text.theme_names())
    return Setting(language, theme, Paper(sys.stdout, width=_width()))


def _width() -> int:
    """A narrow terminal gets short lines; a wide one, or none, lines that can be read."""
    # A terminal that does not know its width says 0.
    columns = os.get_terminal_size(sys.stdout.fileno()).columns if sys.stdout.isatty() else 0
    return max(NARROWEST, min(WIDTH, columns - 1)) if columns else WIDTH


@cache
def own_words() -> tuple[BrokenFile, ...]:
    """Speak the player's own words too; what is wrong with them."""
    config = folders.config(os.environ)
    own.bring(config)
    loaded = text.load(config)
    text.use(loaded.library)
    return loaded.complaints
