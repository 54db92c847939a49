"""`lltui host`: open a table on this machine and sit down at it.

The table is a process of its own.  So it does not matter how this one ends: a
player who leaves is asked, a terminal that vanishes leaves the table open.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial

from lltui import text
from lltui.commands import dealer, opening, screen
from lltui.commands.opening import Chosen, Running, invitation
from lltui.commands.screen import Stage
from lltui.commands.setting import Setting, settle
from lltui.errors import Trouble
from lltui.files.folders import tables
from lltui.plain.paper import Paper
from lltui.table import process
from lltui.table.table_folder import Folder, TableRuns
from lltui.text.wording import Wording
from lltui.tui import doors
from lltui.tui.tables import Opening

Words = Mapping[str, str]


def run(args: argparse.Namespace) -> int:
    setting = settle(args)
    words = text.words(setting.language, "host")
    root = tables(os.environ)
    there = opening.running(root)
    if args.stop:
        return _stop(setting, words, there)
    if args.headless:
        if there is not None:
            raise TableRuns(table=there.found.table)
        wanted = _wanted(args, setting, words)
        with opening.alone(root):
            there = opening.running(root)
            if there is not None:  # by now
                raise TableRuns(table=there.found.table)
            folder = wanted()
            folder.take()
        with opening.nothing_left(folder):
            return dealer.run(setting, words, folder, opening.way(args))
    stage = screen.stage(args, setting)
    if stage is not None:
        return _on_screen(stage, words, there)
    if there is None:
        there = _open(args, setting, words)
    else:
        setting.paper.say(words["found"])
    for line in invitation(words, there.found, there.folder.keys().words):
        setting.paper.say(line)
    return _sit_down(args, setting, words, there)


def _on_screen(stage: Stage, words: Words, there: Running | None) -> int:
    """The same with the full screen, which asks what there is to ask."""
    args, root = stage.args, tables(os.environ)
    resume = args.resume or args.mend
    if there is None and resume:
        opening.taken_up(args, opening.unfinished(root))
    # Whoever misspelt something learns so where it was typed.
    wanted = Opening(**Chosen.of(args)._asdict(), mdns=not args.no_mdns)
    name = stage.name or os.environ.get("USER", "").title() or "Host"
    try:
        return stage.show(doors.host(wanted, name, resume=resume, mend=args.mend))
    finally:
        if opening.running(root) is not None:
            Paper(sys.stderr).say(words["goes_on"])
        elif opening.unfinished(root) is not None:
            Paper(sys.stderr).say(words["kept"])


def _stop(setting: Setting, words: Words, there: Running | None) -> int:
    if there is None:
        setting.paper.say(words["nothing_runs"])
        return 0
    _end(setting, words, there)
    return 0


def _end(setting: Setting, words: Words, there: Running) -> None:
    process.stop(there.folder, there.found)
    setting.paper.say(words["ended"])
    if not there.folder.closed:
        setting.paper.say(words["kept"])


def _open(args: argparse.Namespace, setting: Setting, words: Words) -> Running:
    return opening.set_going(tables(os.environ), _wanted(args, setting, words), opening.way(args))


def _wanted(args: argparse.Namespace, setting: Setting, words: Words) -> Callable[[], Folder]:
    """The table to be opened; what there is to ask has been asked, and nothing is written yet."""
    root = tables(os.environ)
    left = opening.unfinished(root)
    if args.resume or args.mend:
        again = opening.taken_up(args, left)
        return lambda: again
    if left is not None and _taken_up(left, setting, words):
        return lambda: left
    return partial(opening.new, Chosen.of(args), root)


def _taken_up(left: Folder, setting: Setting, words: Words) -> bool:
    if not sys.stdin.isatty():
        setting.paper.say(words["unfinished.headless"])
        return False
    names = opening.names(left)
    told = Wording(setting.language).row(names) if names else words["unfinished.nobody"]
    when = datetime.fromtimestamp(left.changed, UTC).astimezone()
    question = words["unfinished.question"].format(names=told, when=f"{when:%Y-%m-%d %H:%M}")
    return ask(setting.paper, words, question, ("unfinished.yes", "unfinished.no")) == 0


def _sit_down(args: argparse.Namespace, setting: Setting, words: Words, there: Running) -> int:
    # A table without a seat needs no client.
    from lltui.client.entrance import Goal  # noqa: PLC0415
    from lltui.commands.seat import sit_down  # noqa: PLC0415

    keys = there.folder.keys()
    name = args.name or os.environ.get("USER", "").title() or "Host"
    goal = Goal(addresses=(f"127.0.0.1:{there.found.port}",), name=name, hosting=keys.hosting, pin=keys.pin)
    try:
        code = sit_down(setting, goal)
    except (KeyboardInterrupt, Trouble):
        if there.folder.runs:
            Paper(sys.stderr).say(words["goes_on"])
        raise
    if there.folder.runs:
        _left(setting, words, there)
    return code


def _left(setting: Setting, words: Words, there: Running) -> None:
    """The hosting player has got up: what becomes of the others?"""
    lobby = there.folder.lobby()
    others = [
        chair.name
        for chair in lobby.taken()
        if chair.name and chair.id in lobby.online and chair.id != lobby.hosting
    ]
    if others:
        key = "leave.one" if len(others) == 1 else "leave.question"
        question = words[key].format(names=Wording(setting.language).row(others))
        if not sys.stdin.isatty() or ask(setting.paper, words, question, ("leave.yes", "leave.no")) == 0:
            setting.paper.say(words["goes_on"])
            return
    _end(setting, words, there)


def ask(paper: Paper, words: Words, question: str, answers: Sequence[str]) -> int:
    """Which answer; Enter, and an end of the input, is the first."""
    while True:
        paper.say(question)
        paper.listed(words[answer] for answer in answers)
        paper.prompt(words["choose"])
        typed = sys.stdin.readline().strip()
        paper.answered()
        if not typed:
            return 0
        if typed.isascii() and typed.isdigit() and 1 <= int(typed[:9]) <= len(answers):
            return int(typed) - 1
