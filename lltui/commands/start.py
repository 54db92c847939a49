"""`lltui` alone: where to begin."""

from __future__ import annotations

import argparse

from lltui import text
from lltui.commands.setting import settle


def run(args: argparse.Namespace) -> int:
    language, _, paper = settle(args)
    words = text.words(language, "cli")
    for line in words["start.text"].splitlines():
        if line.startswith(" "):
            paper.say(line.strip(), indent="  ")
        elif line:
            paper.say(line)
        else:
            paper.gap()
    return 0
