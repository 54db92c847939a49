"""The process of a table's page, which `doors` starts: a watcher's client, and what lies in front of it.

What it is shown is what any watcher is, so there is nothing in it that one may not see.
What people say to each other is for the table, and is not even kept here.
"""

from __future__ import annotations

import asyncio
import gc
import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from html import escape
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

import msgspec

from lltui import event_loop, page
from lltui.client import updates as u
from lltui.client.connection import Connection
from lltui.client.dialing import JoinTarget, Timing, WordsNeeded, dial, refusal
from lltui.client.known_tables import KnownTables
from lltui.client.login import Home, Step
from lltui.desk.desk import Desk, Place, Words
from lltui.doors import DoorReport, NoWebLibrary, report, watcher
from lltui.doors.confinement import program
from lltui.errors import Trouble
from lltui.files import anchor, reading
from lltui.games.chair import Update
from lltui.record.audit import RulesVerifier
from lltui.table.table_folder import Folder
from lltui.text import Wording, default_theme, languages
from llwire.session.handshake import Aim
from llwire.wire.errors import PeerError

TOGETHER = 0.05  # seconds: what comes so close is one scene
PAUSE = 15.0  # an end is looked at, when something waits behind it
RETRY = 1.0
STAYS = 5.0  # for who looks on to come
MEDIA = {".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml"}


def main() -> int:
    """The detached process: FOLDER TABLE PORT LANGUAGE PIPE."""
    path, table, port, language, pipe = sys.argv[1:]
    anchor(os.environ)
    os.umask(0o077)
    folder = Folder(Path(path))
    watches = Watcher(folder, language)
    try:
        try:
            import_module("websockets")
        except ImportError:
            raise NoWebLibrary from None
        from lltui.doors import web  # noqa: PLC0415 - who lacks websockets is told so in a sentence, and loses 40 ms

        os.chdir("/")
        program()
        files = web.WebFiles(language, *pages(languages()), assets())
        gc.collect()
        gc.freeze()

        def ready(door: u.WebDoor) -> None:
            report(int(pipe), DoorReport(web=door))

        web.run(folder, int(table), int(port), files, watches.meet, watches.look_on, ready)
    except Trouble as trouble:
        report(int(pipe), DoorReport(trouble=type(trouble).__name__, facts=trouble.facts))
        return 1
    return 0


# ------------------------------------------------------------------------- the page


def assets() -> dict[str, tuple[str, bytes]]:
    """What the page consists of, by name; all of it is everybody's."""
    files = sorted(page.ASSETS.iterdir())
    return {file.name: (MEDIA[file.suffix], reading.data(file)) for file in files if file.suffix in MEDIA}


def pages(known: Iterable[str]) -> tuple[dict[str, str], dict[str, str], dict[str, str]]:
    """The table's, and the two that say what to do about an address, in each language."""
    shell = page.asset("live.html")
    words = {language: Wording(language, area="web") for language in known}
    shells = {language: _filled(shell, language, say) for language, say in words.items()}
    refused, by_name = (
        {language: _plain(language, say, key) for language, say in words.items()}
        for key in ("refused", "by_name")
    )
    return shells, refused, by_name


def _filled(shell: str, language: str, words: Wording) -> str:
    for key in ("title", "away", "full", "no_script"):
        shell = shell.replace(f"{{{key}}}", escape(words(f"page.{key}")))
    return shell.replace("{lang}", escape(language))


def _plain(language: str, words: Wording, key: str) -> str:
    """Without a style, a script, or a word of whoever asked."""
    what, todo = (escape(words(f"{key}.{part}")) for part in ("what", "todo"))
    return (
        f'<!doctype html>\n<html lang="{escape(language)}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<meta name="color-scheme" content="light dark"><title>{what}</title></head>'
        f"<body><main><h1>{what}</h1><p>{todo}</p></main></body></html>\n"
    )


# ------------------------------------------------------------------------ the watcher


class Nobody:
    """There is nobody to be asked."""

    patient = False

    async def words(self, *, wrong: bool) -> str:
        """It was let in before, or stays outside."""
        del wrong
        raise WordsNeeded

    async def takes_over(self, name: str) -> bool:
        """A process of this page that was killed may still seem to be there."""
        del name
        return True

    async def looks_on(self, trouble: Trouble) -> bool:
        """It came for nothing else."""
        del trouble
        return False

    async def called(self, name: str) -> str:
        """As it was going to be."""
        return name

    def tell(self, step: Step) -> None:
        """It is done before anybody read of it."""


class PageView:
    """What lies in front of a watcher in each language, and a scene of it."""

    def __init__(self, known: Iterable[str]) -> None:
        self.desks = {language: Desk(Words(language, default_theme()), watches=True) for language in known}

    def hear(self, update: Update) -> None:
        """Something has happened; but for what people say to each other."""
        if not isinstance(update, u.ChatLine):
            for desk in self.desks.values():
                desk.hear(update)

    @property
    def held(self) -> bool:
        """Whether something waits behind the end that is looked at."""
        desk = next(iter(self.desks.values()))
        if desk.looks:
            return desk.played_on or desk.ended
        return desk.place is Place.RESULT and desk.reopened

    def go_on(self) -> None:
        """It was looked at for long enough."""
        for desk in self.desks.values():
            if desk.looks:
                desk.go_on()
            else:
                desk.leave_result(again=False)

    @property
    def closed(self) -> bool:
        """Whether nothing follows."""
        return all(desk.closed is not None for desk in self.desks.values())

    def scenes(self) -> dict[str, bytes]:
        """By language."""
        return {language: msgspec.json.encode(page.scene(desk)) for language, desk in self.desks.items()}


class Watcher:
    """Looks on at this table, as any watcher does."""

    def __init__(self, folder: Folder, language: str) -> None:
        self._folder = folder
        self._path = watcher(folder.path)
        self._name = Wording(language, area="web")("name")

    def meet(self, done: Callable[[], None]) -> None:
        """The table knows the page from now on; the words that this takes are known here alone.

        The line stays until who looks on has come, so that nobody is seen to go.
        """
        keys, found, shelf = self._folder.keys(), self._folder.found(), KnownTables(self._path)
        goal = self._goal(0 if found is None else found.port)
        aim = Aim("watch", self._name, keys.pin, keys.words, open=keys.words is None)

        async def knock() -> None:
            try:
                line = (await dial(goal.addresses, shelf.identity(), aim, Timing())).line
            except PeerError as error:
                raise refusal(error, goal.addresses[0]) from None
            shelf.meet(keys.pin)
            done()
            with suppress(PeerError, TimeoutError):
                async with asyncio.timeout(STAYS):
                    await line.run(lambda _: None)
            line.cut()

        event_loop.run(knock())

    async def look_on(self, server: Shows, port: int) -> None:
        """Show what happens, until the table has no place for the page any more."""
        view = PageView(server.languages)
        while True:
            try:
                connection = await self._home().enter(
                    self._goal(port, table=self._folder.path.name), Nobody()
                )
            except Trouble:  # it was killed, and is not back yet; whoever keeps us ends us when it stays away
                server.show(view.scenes())
                await asyncio.sleep(RETRY)
            else:
                break
        try:
            await _shown(connection, view, server)
        finally:
            await connection.leave(getting_up=True)

    def _home(self) -> Home:
        return Home(KnownTables(self._path), self._path / "matches", RulesVerifier, finder=_nowhere)

    def _goal(self, port: int, **more: Any) -> JoinTarget:
        return JoinTarget((f"127.0.0.1:{port}",), self._name, want="watch", **more)


class Shows(Protocol):
    """Where scenes are shown."""

    @property
    def languages(self) -> Sequence[str]:
        """In which they are wanted."""

    def show(self, scenes: Mapping[str, bytes]) -> None:
        """From now on, by language."""


async def _shown(connection: Connection, view: PageView, server: Shows) -> None:
    loop = asyncio.get_running_loop()
    coming: asyncio.Future[Update] | None = None
    shown, due = 0.0, None
    try:
        while not view.closed:
            coming = coming or asyncio.ensure_future(connection.next())
            until = min(filter(None, (due, shown)), default=None)
            timeout = None if until is None else max(0.0, until - loop.time())
            done, _ = await asyncio.wait({coming}, timeout=timeout)
            if done:
                view.hear(coming.result())
                coming = None
                shown = shown or loop.time() + TOGETHER
            now = loop.time()
            if due is not None and now >= due and view.held:
                view.go_on()
                shown = shown or now
            if shown and now >= shown:
                server.show(view.scenes())
                shown = 0.0
            due = (due if due is not None and due > now else now + PAUSE) if view.held else None
        server.show(view.scenes())
    finally:
        if coming is not None:
            coming.cancel()


async def _nowhere(_table: bytes, _seconds: float) -> Sequence[str]:
    """The table is on this machine, or nowhere."""
    await asyncio.sleep(0)
    return ()


if __name__ == "__main__":
    os._exit(main())
