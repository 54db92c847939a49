"""`lltui host`: open a table on this machine and sit down at it.

The table is a process of its own.  So it does not matter how this one ends: a
player who leaves is asked, a terminal that vanishes leaves the table open.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

from lltui import doors, event_loop, text
from lltui.commands import composition, table_service
from lltui.commands.chosen_game import agreed
from lltui.commands.cli_context import CliContext, login_name, settle
from lltui.commands.composition import Composition, ScreenSetup
from lltui.commands.table_service import OwnTables, Running
from lltui.errors import Trouble, UsageTrouble
from lltui.files import tables
from lltui.files.disk import NotWritten
from lltui.options import Typed
from lltui.plain.paper import Paper
from lltui.table import process
from lltui.table.table_folder import Folder, TableRuns
from lltui.text import Wording
from lltui.tui import first_screen
from lltui.tui.services import HOST, Left, Opening, hosted

# What is chosen when a table is opened, and never after.
FOR_GOOD = (
    "game",
    "agree",
    "edition",
    "variant",
    "target",
    "clock",
    "wait",
    "reveal",
    "open",
    "watchers_talk",
)


class ResumedAsItWas(UsageTrouble):
    """An option that is settled for this table."""


def run(args: Typed) -> int:
    cli = settle(args, "host")
    root = tables(os.environ)
    there = table_service.running(root)
    if args.stop:
        return _stop(cli, there)
    if args.headless and there is not None:
        if args.ssh is None and args.web is None:
            raise TableRuns(table=there.found.table)
        return _doors(cli, there, args.ssh, args.web)
    # Whoever misspelt something learns so where it was typed.
    opening = _opening(args, root, there, cli.language)
    asker = HostAsker(cli)
    stage = None if args.headless else composition.stage(args, cli)
    chosen = composition.chosen_name(args, stage)
    name = chosen or login_name(os.environ)
    if args.headless:
        return _headless(asker, opening, name or HOST, root)
    if stage is not None:
        return _on_screen(stage, opening, name, root, guessed=not chosen)
    if there is not None:
        cli.paper.say(cli.words("found"))
    return _at_prompt(asker, opening, name, OwnTables(root), guessed=not chosen)


def _opening(args: Typed, root: Path, there: Running | None, language: str) -> Opening:
    """The table that is wanted; a Trouble if nobody could play it, or nothing could be gone on with."""
    beside = {"ssh": args.ssh, "web": args.web, "language": language}
    if not (args.resume or args.mend):
        return Opening(
            *agreed(args),
            clock=args.clock,
            wait=args.wait,
            reveal=args.reveal,
            open=args.open,
            gallery=args.watchers_talk,
            port=args.port,
            mdns=not args.no_mdns,
            **beside,
        )
    if there is None:
        table_service.taken_up(root)
        for option in FOR_GOOD:
            if getattr(args, option):
                raise ResumedAsItWas(option=f"--{option.replace('_', '-')}")
    return Opening(port=args.port, mdns=not args.no_mdns, resume=True, mend=args.mend, **beside)


# --------------------------------------------------------------- without a seat


def _doors(cli: CliContext, there: Running, ssh: int | None, web: int | None) -> int:
    """Guests by ssh, and a page, for a table that runs already; nobody sits down here."""
    from lltui.commands.headless import guests_type, page_is_at  # noqa: PLC0415 - who sits down runs no table: 6 ms

    if ssh is not None:
        door = doors.open_ssh(*there, ssh or None)
        cli.paper.say(cli.words("ssh.opened", port=door.port))
        for line in guests_type(cli.words, there.found, door):
            cli.paper.say(line)
    if web is not None:
        page_is_at(cli.paper, cli.words, there.found, doors.open_web(*there, web or None, cli.language))
    return 0


def _headless(asker: HostAsker, opening: Opening, name: str, root: Path) -> int:
    from lltui.commands import headless  # noqa: PLC0415 - whoever sits down runs no table in their own process: 6 ms

    left = None if opening.resume else table_service.unfinished(root)
    resume = opening.resume or (left is not None and asyncio.run(asker.goes_on(table_service.left(left))))
    with table_service.alone(root):
        there = table_service.running(root)
        if there is not None:  # by now
            raise TableRuns(table=there.found.table)
        folder = table_service.taken_up(root) if resume else table_service.new(opening, root, name)
        folder.take()
    with table_service.nothing_left(folder):
        return headless.run(asker.cli, folder, table_service.way(opening), opening)


# --------------------------------------------------------------- on the full screen


def _on_screen(stage: ScreenSetup, opening: Opening, name: str, root: Path, *, guessed: bool) -> int:
    """It asks what there is to ask."""
    asks = True
    try:
        return stage.show(first_screen.host(opening, name, guessed=guessed))
    except NotWritten:
        asks = False  # the same disk
        raise
    finally:
        if asks and table_service.running(root) is not None:
            Paper(sys.stderr).say(stage.cli.words("goes_on"))
        elif asks and table_service.unfinished(root) is not None:
            Paper(sys.stderr).say(stage.cli.words("kept"))


# ---------------------------------------------------------------------- at a prompt


class HostAsker:
    """Whoever opens a table and reads lines."""

    def __init__(self, cli: CliContext) -> None:
        self.cli, self.words = cli, cli.words

    def doing(self, what: str) -> None:
        """It is done before a line about it was read."""

    async def goes_on(self, left: Left) -> bool:
        """Ask, for nothing runs beside it; without a terminal a new table is opened."""
        if not sys.stdin.isatty():
            self.cli.paper.say(self.words("unfinished.headless"))
            return False
        facts = left.facts(Wording(self.cli.language, area="net"))
        names = facts["names"] or self.words("unfinished.nobody")
        question = self.words("unfinished.question", names=names, when=facts["when"])
        return self.ask(question, ("unfinished.yes", "unfinished.no")) == 0

    async def called(self, name: str) -> str:
        """Asked for once; without a terminal the table is the host's."""
        if not sys.stdin.isatty():
            return name or HOST

        async def line() -> str | None:
            typed = _typed()
            return typed.strip() if typed else None

        return await composition.ask_name(self.cli, line, name)

    async def shut_out(self, trouble: Trouble) -> None:
        """Beside what is said of the table."""
        told = text.trouble(self.cli.language, trouble)
        self.cli.paper.say(told.what)
        self.cli.paper.say(told.todo)

    def ask(self, question: str, answers: Sequence[str]) -> int:
        """Which answer; Enter, and an end of the input, is the first."""
        paper = self.cli.paper
        while True:
            paper.say(question)
            paper.listed(self.words(answer) for answer in answers)
            paper.prompt(self.words("choose"))
            typed = _typed().strip()
            paper.answered()
            if not typed:
                return 0
            if typed.isascii() and typed.isdigit() and 1 <= int(typed[:9]) <= len(answers):
                return int(typed[:9]) - 1


def _typed() -> str:
    """A line.  Ctrl+c is heard at once; a loop around it would hear it when the line has ended."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        return sys.stdin.readline()
    finally:
        signal.signal(signal.SIGINT, before)


def _at_prompt(asker: HostAsker, opening: Opening, name: str, own: OwnTables, *, guessed: bool) -> int:
    # A table without a seat needs no client.
    from lltui.commands.headless import invitation, page_is_at  # noqa: PLC0415 - 6 ms
    from lltui.commands.plain_join import sit_down  # noqa: PLC0415 - 8 ms

    goal = event_loop.run(hosted(own, opening, name, asker, guessed=guessed))
    there = own.there
    assert there is not None, "that is where the goal leads"
    door = doors.ssh_door(there.folder)
    for line in invitation(asker.words, there.found, there.folder.keys().words, door):
        asker.cli.paper.say(line)
    if (shown := doors.web_door(there.folder)) is not None:
        page_is_at(asker.cli.paper, asker.words, there.found, shown)
    try:
        code = event_loop.run(sit_down(asker.cli, goal, Composition().home, own))
    except (KeyboardInterrupt, Trouble) as error:
        if not isinstance(error, NotWritten) and there.folder.runs:  # which asks the same disk
            Paper(sys.stderr).say(asker.words("goes_on"))
        raise
    if there.folder.runs:
        _left(asker, there)
    return code


def _left(asker: HostAsker, there: Running) -> None:
    """The hosting player has got up: what becomes of the others?"""
    question = _asked_for_them(asker, there.folder)
    if question and (not sys.stdin.isatty() or asker.ask(question, ("leave.yes", "leave.no")) == 0):
        asker.cli.paper.say(asker.words("goes_on"))
        return
    _end(asker.cli, there)


def _asked_for_them(asker: HostAsker, folder: Folder) -> str:
    """The question for the sake of those who are here besides the hosting player; empty if nobody is."""
    lobby = folder.lobby()
    here = lobby.online - {lobby.hosting}
    names = [chair.name for chair in lobby.taken() if chair.id in here and chair.name]
    if names:
        key = "leave.one" if len(names) == 1 else "leave.question"
        return asker.words(key, names=Wording(asker.cli.language).row(names))
    beside = here - {chair.id for chair in lobby.chairs}  # they look on, and a table keeps no names of them
    return asker.words.count("leave.watched", len(beside))


# ---------------------------------------------------------------------------- the end


def _stop(cli: CliContext, there: Running | None) -> int:
    if there is None:
        cli.paper.say(cli.words("nothing_runs"))
    else:
        _end(cli, there)
    return 0


def _end(cli: CliContext, there: Running) -> None:
    process.stop(*there)
    cli.paper.say(cli.words("ended"))
    if not there.folder.closed:
        cli.paper.say(cli.words("kept"))
