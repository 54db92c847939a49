"""`lltui themes`: what the cards may be called."""

from __future__ import annotations

import argparse

from lltui import text
from lltui.commands.setting import settle


def run(args: argparse.Namespace) -> int:
    language, _, paper = settle(args)
    for theme in text.themes(language):
        paper.say(f"{theme.id}: {theme.title}. {theme.about}", hang="  ")
    return 0
