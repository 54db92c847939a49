"""What every command that speaks needs first: a language, a theme, and paper to write on."""

from __future__ import annotations

import argparse
import os
import sys
from typing import NamedTuple

from lltui import text
from lltui.plain.paper import Paper


class Setting(NamedTuple):
    """Who speaks, and where it is written."""

    language: str
    theme: str
    paper: Paper


def settle(args: argparse.Namespace) -> Setting:
    """Read the player's own words, name what is wrong with them, and see that these choices exist."""
    language = args.language or text.default_language(os.environ)
    text.words(language, "cli")
    themes = text.themes(language)
    theme = getattr(args, "theme", None) or themes[0].id
    if theme not in (line.id for line in themes):
        raise text.UnknownTheme(theme=theme, known=tuple(line.id for line in themes))
    return Setting(language, theme, Paper(sys.stdout))
