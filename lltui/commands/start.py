"""`lltui` alone: the menu, or where there is none, how to begin."""

from __future__ import annotations

from lltui import text
from lltui.commands import screen
from lltui.commands.cli_context import settle
from lltui.options import Typed
from lltui.tui import start


def run(args: Typed) -> int:
    cli = settle(args)
    stage = screen.stage(args, cli, quietly=True)
    if stage is not None:
        return stage.show(start.menu)
    language, _, paper = cli
    words = text.words(language, "cli")
    for line in words["start.text"].splitlines():
        if line.startswith(" "):
            paper.say(line.strip(), indent="  ")
        elif line:
            paper.say(line)
        else:
            paper.gap()
    return 0
