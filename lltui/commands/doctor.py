"""`lltui doctor`: what on this machine may keep one from playing, and what to do about it."""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Iterator

from lltui.commands.checks import Finding, Level, clock, disk, screen, terminal, ticking, versions
from lltui.commands.reach import discovery, network, table
from lltui.commands.setting import settle
from lltui.table.announce import usable
from lltui.text.wording import Wording


def run(args: argparse.Namespace) -> int:
    setting = settle(args)
    words = Wording(setting.language, area="doctor")
    levels = []
    for finding in findings():
        levels.append(finding.level)
        setting.paper.say(told(finding, words), hang="  ")
        setting.paper.flush()
    setting.paper.gap()
    wrong, noted = levels.count(Level.WRONG), levels.count(Level.NOTE)
    setting.paper.say(words("end.wrong" if wrong else "end.note" if noted else "end.ok"))
    return 1 if wrong else 0


def findings() -> Iterator[Finding]:
    """Everything, in the order in which it matters to somebody who cannot play."""
    yield from versions()
    yield from terminal(os.environ, screen())
    yield from disk(os.environ)
    yield from clock(time.time(), ticking())
    yield from network(usable)
    yield from table(os.environ)
    yield from discovery()


def told(finding: Finding, words: Wording) -> str:
    """What was found and, if it is not as it should be, what to do."""
    key = f"{finding.area}.{finding.key}"
    area = words(f"area.{finding.area}")
    if finding.level is Level.OK:
        return words("found.ok", area=area, what=words(key, **finding.facts))
    what, todo = words(f"{key}.what", **finding.facts), words(f"{key}.todo", **finding.facts)
    return words(f"found.{finding.level.value}", area=area, what=what, todo=todo)
