"""`lltui host --headless`: a table that nobody plays on, in front, as lines that can be read."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from functools import partial

from msgspec import Struct

from lltui import doors, event_loop, text
from lltui.client.dialing import join_line, ssh_line, web_line
from lltui.client.updates import SshDoor, WebDoor
from lltui.commands.cli_context import CliContext
from lltui.desk.doors_beside import square
from lltui.errors import Trouble
from lltui.plain.paper import CannotWrite, Paper
from lltui.table import outputs as out
from lltui.table.host import CopyMissing, ServingHooks, Torn, Unannounced, serve
from lltui.table.table_folder import Folder, Found, Way
from lltui.text import Wording
from lltui.tui.services import Opening
from llwire.wire.errors import Code

WIDE = 1_000  # a line for each thing, however long; a terminal breaks it by itself
# What needs no more than its facts.
PLAIN: dict[type[Struct], str] = {
    out.Sat: "sat",
    out.ChairEmptied: "got_up",
    out.Froze: "froze",
    out.Thawed: "thawed",
    out.Back: "all_back",
    out.Contradicted: "lied",
    Torn: "torn",
    CopyMissing: "unkept",
    Unannounced: "unannounced",
}


Beside = Callable[[Found], SshDoor | WebDoor]


def run(cli: CliContext, folder: Folder, way: Way, wanted: Opening | None = None) -> int:
    """Until it ends; with the doors beside it that are wanted."""
    log = HeadlessLog(cli, folder.lobby().game, () if wanted is None else [*_beside(folder, wanted)])
    log.named(tuple(chair.name or "" for chair in folder.lobby().taken()))
    event_loop.run(serve(folder, way, ServingHooks(log.opened, log.tell, log.interrupted)))
    log.ended(closed=folder.closed)
    return 0


def _beside(folder: Folder, wanted: Opening) -> Iterator[Beside]:
    ssh, web = wanted.ssh, wanted.web
    if ssh is not None:
        yield lambda found: doors.open_ssh(folder, found, ssh or None)
    if web is not None:
        yield lambda found: doors.open_web(folder, found, web or None, wanted.language)


def guests_type(words: Wording, found: Found, door: SshDoor) -> Iterator[str]:
    """What those have to know who have nothing but ssh."""
    for address in found.addresses[:1] or ("127.0.0.1",):
        yield words("ssh.line", line=ssh_line(address, door.port))
    yield words("ssh.fingerprint", fingerprint=door.fingerprint)


def page_is_at(paper: Paper, words: Wording, found: Found, page: WebDoor) -> None:
    """What those type, or hold a phone to, who only look on."""
    line = web_line(found.addresses[0] if found.addresses else "127.0.0.1", page.port, page.token)
    paper.say(words("web.line" if found.addresses else "web.line_here", line=line))
    paper.picture(square(line))


def invitation(
    words: Wording, found: Found, secret: str | None, door: SshDoor | None = None
) -> Iterator[str]:
    """What the others have to know, each on a line of its own."""
    for address in found.addresses:
        yield words("address", address=address)
    if not found.addresses:
        yield words("nowhere")
    yield words("port", port=found.port)
    yield words("open") if secret is None else words("words", words=secret)
    key, first = ("join", found.addresses[0]) if found.addresses else ("join_here", "127.0.0.1")
    yield words(key, line=join_line(first, found.port, wordless=secret is None))
    if door is not None:
        yield from guests_type(words, found, door)


class HeadlessLog:
    """Words what happens, as a watcher hears it."""

    def __init__(self, cli: CliContext, game: str, beside: Sequence[Beside] = ()) -> None:
        self._beside = beside
        self._cli, self._words, self._game = cli, cli.words, game
        self._paper: Paper | None = Paper(sys.stdout, width=WIDE)
        self._gone: set[str] = set()
        self._asked = False
        self.named(())

    def named(self, names: Sequence[str]) -> None:
        """Who plays, by seat."""
        self._voice = text.voice(self._game, self._cli.language, self._cli.theme, names, None)

    def opened(self, found: Found, secret: str | None) -> None:
        """Before anything happens."""
        for line in invitation(self._words, found, secret):
            self._line(line)
        for beside in self._beside:
            opening = asyncio.ensure_future(asyncio.to_thread(beside, found))
            opening.add_done_callback(partial(self._door_is, found))

    def _door_is(self, found: Found, opening: asyncio.Future[SshDoor | WebDoor]) -> None:
        """A process that began, or why it did not: the table is open all the same."""
        try:
            door = opening.result()
        except Trouble as trouble:
            told = text.trouble(self._cli.language, trouble)
            self._line(f"{told.what} {told.todo}")
            return
        if isinstance(door, WebDoor):
            self._write(lambda paper: page_is_at(paper, self._words, found, door))
            return
        for line in guests_type(self._words, found, door):
            self._line(line)

    def tell(self, fact: Struct) -> None:
        """One line for one thing, with the time of day."""
        for line in self._told(fact):
            self._line(f"{datetime.now().astimezone():%H:%M} {line}")

    def interrupted(self, present: int) -> bool:
        """Ctrl+c: whether that is the end.  With people here, only the second one is."""
        if present == 0 or self._asked:
            return True
        self._asked = True
        self._line(self._words("interrupt"))
        return False

    def ended(self, *, closed: bool) -> None:
        """The last lines."""
        self._line(self._words("ended"))
        if not closed:
            self._line(self._words("kept"))

    # ---------------------------------------------------------------- sentences

    def _told(self, fact: Struct) -> Iterator[str]:
        match fact:
            case out.Happened(events=events):
                yield from self._voice.tell(events)
            case out.Came(name=name, watching=watching):
                yield self._came(name, watching=watching)
            case out.Went(name=name, code=code):
                yield from self._went(name, code)
            case out.MatchBegan(match=match, names=names):
                self.named(names)
                yield self._words("happens.began", match=match, names=", ".join(names))
            case _:
                yield self._plain(fact)

    def _came(self, name: str, *, watching: bool) -> str:
        if name in self._gone:
            self._gone.discard(name)
            return self._words("came.back", name=name)
        return self._words("came.watching" if watching else "came.new", name=name)

    def _went(self, name: str, code: Code) -> Iterator[str]:
        if code is Code.REPLACED:  # by the same person on another line
            return
        how = code if code in (Code.LEFT, Code.KICKED) else Code.LOST
        if how is Code.LOST:
            self._gone.add(name)
        yield self._words(f"went.{how}", name=name)

    def _plain(self, fact: Struct) -> str:
        key = PLAIN[type(fact)]
        facts = {name: getattr(fact, name) for name in fact.__struct_fields__}
        if isinstance(fact, out.Sat):
            facts["chair"] = fact.seat + 1
        if isinstance(fact, out.Back):
            key = "all_back" if fact.by == "all" else "waited"
        return self._words(f"happens.{key}", **facts)

    def _line(self, line: str) -> None:
        self._write(lambda paper: paper.say(line))

    def _write(self, say: Callable[[Paper], None]) -> None:
        if self._paper is None:
            return
        try:
            say(self._paper)
            self._paper.flush()
        except (BrokenPipeError, CannotWrite):
            self._paper = None  # nobody reads any more; those at the table play on
