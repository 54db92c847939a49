"""A page that shows a table to every browser with its address: plain HTTP, and a WebSocket on the same port.

Two processes.  The one that `run` is keeps ears, lock and address, reads not a byte of a
stranger, and begins the other anew if that ends.  That one serves; it looks on at the
table as any watcher does, has given up all else, and shows every browser the same: of
each scene the bytes are made once for a language.

A browser says nothing.  One that reads too slowly gets the newest scene when it can take
it, and none of those before; one that has stopped reading is let go of.
"""

from __future__ import annotations

import asyncio
import errno
import hmac
import itertools
import logging
import os
import re
import secrets
import select
import signal
import socket
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from ipaddress import ip_address
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias, cast
from urllib.parse import parse_qs

import msgspec
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.frames import CloseCode, Opcode
from websockets.http11 import Request, Response
from websockets.protocol import OPEN

from lltui import event_loop
from lltui.client.dialing import SeatsTaken, TableFull
from lltui.client.updates import WebDoor
from lltui.doors import (
    RETURNS,
    TROUBLES,
    WEB_PORT,
    WEB_PORTS,
    DoorReport,
    WebPortBusy,
    WebPortForbidden,
    WebShutOut,
    listen,
    report,
    runs,
    watcher,
    write_down,
)
from lltui.doors.confinement import alone, bounded, confine, ends_with_parent
from lltui.errors import Trouble
from lltui.files import disk, reading
from lltui.files.disk import CannotKeep
from lltui.table.table_folder import Folder
from llwire.session.throttle import Throttle, TokenBucket, Unproven, neighbourhood
from llwire.wire.limits import Rate

LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # none that could be read as another
TOKEN = 10  # of them: 49 bits, and a guess costs a request
BROWSERS = 256  # that are shown the table at once,
OF_ONE = 32  # so many of them of one source; through a tunnel all come from this machine
FRESH = 256  # connections that have no scene yet; at the cap, one of the source that has most goes
HANDLES = BROWSERS + FRESH + 64
GUESSES = Rate(20, 0.5)  # wrong addresses of one source; beyond that there is no page that explains
REQUEST = 16_384  # bytes of a request, whatever they are
SAYS = Rate(2_048, 64)  # bytes that a browser may send, which has only to answer pings
OPENS = 10.0  # seconds for a request and its answer
STALLS = 20.0  # for a scene to be taken
BEAT = 15.0  # after so long without news an empty one says that the line is there
HELD = 65_536  # bytes that a browser may be behind before it gets no more
NICE = 5  # behind the table and whoever plays
ENDS = 2.0  # for whoever is told that it is the end

HOST = re.compile(r"(\[[0-9a-f:.]+\])(?::\d{1,5})?|([0-9a-z.-]+)(?::\d{1,5})?")
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self' ws://{host}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types 'none'"
)
SAFE = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
    "Connection": "close",
}


LookOn: TypeAlias = Callable[["WebServer", int], Coroutine[Any, Any, None]]  # told the table's port


class WebFiles(NamedTuple):
    """All that a browser may be given, by language or by name; `{here}` in a page is the way to it.

    `refused` says what to do about an address that is wrong, and `by_name` about one without numbers.
    """

    language: str
    shells: Mapping[str, str]
    refused: Mapping[str, str]
    by_name: Mapping[str, str]
    assets: Mapping[str, tuple[str, bytes]]


# ---------------------------------------------------------------- the process that keeps


def run(
    folder: Folder,
    table: int,
    port: int,
    files: WebFiles,
    meet: Callable[[Callable[[], None]], None],
    look_on: LookOn,
    ready: Callable[[WebDoor], None],
) -> None:
    """Until the table has ended, or somebody says so.

    `meet` makes the page known to the table and then calls what it is handed, in a process of its own:
    what it has to know for that no other one ever knew.  `look_on` is what the one that serves does, as
    long as there is a table.
    """
    lock = disk.FileLock(folder.path / "web.lock")
    try:
        taken = lock.take()
        if taken:
            ears = _bound(port)
            _in_a_child(meet)
            token = _token(folder.path / "web.token")
            found = WebDoor(ears[0].getsockname()[1], os.getpid(), token)
            disk.replace(folder.path / "web.json", msgspec.json.encode(found))
    except OSError as error:
        raise CannotKeep(folder=str(folder.path), reason=error.strerror or str(error)) from None
    if not taken:
        raise WebPortBusy(port=port, other=port)
    write_down("opened", port=found.port)
    keeper = WebKeeper(folder, table, ears, WebServer(ears, token, files), look_on)
    keeper.begin()
    ready(found)
    try:
        keeper.keep()
    finally:
        with suppress(OSError):  # nobody is misled: the lock says whether it is open
            disk.remove(folder.path / "web.json")
        write_down("closed")
        lock.close()


def _token(file: Path) -> str:
    """The same after the table was away: who has the address need not be told another."""
    with suppress(FileNotFoundError, UnicodeDecodeError):
        found = reading.data(file).decode("ascii")
        if len(found) == TOKEN and set(found) <= set(LETTERS):
            return found
    token = "".join(secrets.choice(LETTERS) for _ in range(TOKEN))
    disk.replace(file, token.encode())
    return token


def _bound(port: int) -> list[socket.socket]:
    """On that port; without one, on the first of a few that is free."""
    tried = range(port, port + 1) if port else range(WEB_PORT, WEB_PORT + WEB_PORTS)
    for each in tried:
        try:
            return listen(each)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise WebPortForbidden(port=each, reason=error.strerror) from None
    last = tried[-1]
    raise WebPortBusy(port=tried[0], other=last + 1 if last < 2**16 - 1 else last - 1)


def _in_a_child(meet: Callable[[Callable[[], None]], None]) -> None:
    """Until it says that it is done; its Trouble is ours."""
    reads, writes = os.pipe()

    def done(trouble: Trouble | None = None) -> None:
        told = (
            DoorReport()
            if trouble is None
            else DoorReport(trouble=type(trouble).__name__, facts=trouble.facts)
        )
        report(writes, told)

    if os.fork() == 0:
        try:
            os.close(reads)
            ends_with_parent(signal.SIGKILL)
            meet(done)
        except Trouble as trouble:
            done(trouble)
        finally:
            os._exit(0)
    os.close(writes)
    with os.fdopen(reads, "rb") as end:
        came = end.read()
    ended = msgspec.json.decode(came, type=DoorReport)  # if it died its log says why, and so do we
    if ended.trouble:
        raise TROUBLES[SHUT_OUT.get(ended.trouble, ended.trouble)](**ended.facts)


# As whoever looks on hears it, and as it is for a page.
SHUT_OUT = {kind.__name__: WebShutOut.__name__ for kind in (SeatsTaken, TableFull)}


class WebKeeper:
    """Has the ears, and sees to it that somebody serves them as long as there is a table."""

    def __init__(
        self, folder: Folder, table: int, ears: Sequence[socket.socket], server: WebServer, look_on: LookOn
    ) -> None:
        self._folder, self._table = folder, table
        self._ears, self._server, self._look_on = ears, server, look_on
        self._serves = 0  # the process
        self._port = 0  # of the table, as that was told
        self._lost: float | None = None  # since when there is no table
        self._ends = False

    def keep(self) -> None:
        """Until it is said, or the table has ended, or will have none of us any more."""
        woken, wakes = socket.socketpair()
        for end in (woken, wakes):
            end.setblocking(False)
        signal.set_wakeup_fd(wakes.fileno())
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
            signal.signal(number, self._asked_to_end)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        while not self._ends:
            select.select([woken], [], [], 1.0)
            with suppress(BlockingIOError):
                woken.recv(256)
            self._look_for_server()
            self._look_for_table(time.monotonic())
        self._end_server()

    def _asked_to_end(self, *_: object) -> None:
        self._ends = True

    def begin(self) -> None:
        """Another process serves."""
        found = self._folder.found()
        self._port = self._port if found is None else found.port
        try:
            self._serves = os.fork()
        except OSError:  # no process is left for now
            self._serves = 0
            return
        if self._serves == 0:
            code = 1
            try:
                ends_with_parent(signal.SIGTERM)
                alone(*self._ears)
                os.nice(NICE)
                bounded(HANDLES)
                confine(writes=watcher(self._folder.path), port=self._port)
                event_loop.run(self._served())
                code = 0
            except BaseException as error:  # noqa: BLE001 - it is written down, and this process ends
                write_down("broke", error=repr(error))
            finally:
                os._exit(code)

    async def _served(self) -> None:
        """Until the table has no place for us any more, or whoever keeps us says so."""
        asked = asyncio.Event()
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, asked.set)
        tasks = [
            asyncio.ensure_future(each)
            for each in (self._look_on(self._server, self._port), self._server.serve(), asked.wait())
        ]
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        await self._server.taken()
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks, timeout=2 * ENDS)
        for task in done:
            task.result()

    def _look_for_server(self) -> None:
        """Whoever serves may have been killed, or have come upon a fault."""
        if self._serves == 0:
            self.begin()
            return
        with suppress(ChildProcessError):
            while (ended := os.waitpid(-1, os.WNOHANG))[0]:
                pid, status = ended
                if pid != self._serves:
                    continue
                self._serves = 0
                self._ends = self._ends or status == 0
                write_down("ended", code=os.waitstatus_to_exitcode(status))

    def _look_for_table(self, now: float) -> None:
        """One that was killed may be taken up again; one that has ended has said so."""
        if runs(self._table):
            self._lost = None
            return
        found = self._folder.found()
        if found is not None and found.pid != self._table and runs(found.pid):
            self._table = found.pid
            if found.port != self._port:  # which is the only one that may be reached from there
                self._end_server()
                self.begin()
            return
        self._lost = now if self._lost is None else self._lost
        if found is None or now > self._lost + RETURNS:
            self._ends = True

    def _end_server(self) -> None:
        if self._serves == 0:
            return
        with suppress(ProcessLookupError, ChildProcessError):
            os.kill(self._serves, signal.SIGTERM)
            until = time.monotonic() + 2 * ENDS
            while not os.waitpid(self._serves, os.WNOHANG)[0]:
                if time.monotonic() > until:
                    os.kill(self._serves, signal.SIGKILL)
                    os.waitpid(self._serves, 0)
                    break
                time.sleep(0.02)
        self._serves = 0


# ---------------------------------------------------------------- the process that serves


class WebServer:
    """All browsers, and what they are shown; `show` it something, and they get it when they can take it."""

    def __init__(self, ears: Sequence[socket.socket], token: str, files: WebFiles) -> None:
        self._ears, self._token, self._files = ears, token, files
        self._scenes: Mapping[str, bytes] = {}
        self._number = 0
        self._keys = itertools.count()
        self._fresh: dict[int, _Browser] = {}
        self._unproven = Unproven(most=FRESH)
        self._shown: set[_Browser] = set()
        self._sources = Counter[str]()
        self._guesses = Throttle(GUESSES)
        self._names = {"localhost", *_own_names()}

    @property
    def languages(self) -> tuple[str, ...]:
        """In which a scene is wanted."""
        return tuple(self._files.shells)

    def show(self, scenes: Mapping[str, bytes]) -> None:
        """From now on, by language; whoever has this very scene is sent nothing."""
        if scenes == self._scenes:
            return
        self._scenes = scenes
        self._number += 1
        for browser in self._shown:
            browser.news.set()

    async def taken(self) -> None:
        """Comes back when everybody has the newest scene, or could have had it."""
        late = [each for each in self._shown if each.seen != self._number]
        if late:
            await asyncio.wait([asyncio.ensure_future(each.taken.wait()) for each in late], timeout=ENDS)

    async def serve(self) -> None:
        """Until it is cancelled; then every browser is told, and tries again by itself."""
        quiet = logging.getLogger(__name__)  # whatever a stranger sends is no news
        quiet.addHandler(logging.NullHandler())
        quiet.propagate = False
        servers = [await self._served(ear, quiet) for ear in self._ears]
        try:
            await asyncio.Future()
        finally:
            for server in servers:
                server.close()
            await asyncio.wait([asyncio.ensure_future(each.wait_closed()) for each in servers], timeout=ENDS)

    async def _served(self, ear: socket.socket, quiet: logging.Logger) -> Server:
        return await serve(
            self._look,
            sock=ear,
            create_connection=cast("type[ServerConnection]", partial(_Browser, self)),
            process_request=self._answer,
            server_header=None,
            compression=None,
            open_timeout=OPENS,
            close_timeout=ENDS,
            max_size=256,
            max_queue=1,
            write_limit=HELD // 2,
            logger=quiet,
        )

    # ------------------------------------------------------------ connections

    def came(self, browser: _Browser) -> None:
        """Somebody has connected, and said nothing yet."""
        browser.key = next(self._keys)
        self._fresh[browser.key] = browser
        evicted = self._unproven.add(browser.key, browser.source)
        if evicted is not None:
            self._fresh.pop(evicted).transport.abort()

    def gone(self, browser: _Browser) -> None:
        """Its line has ended, however that was."""
        self._fresh.pop(browser.key, None)
        self._unproven.remove(browser.key)

    # ------------------------------------------------------------ requests

    def _answer(self, connection: ServerConnection, request: Request) -> Response | None:
        """What a request gets; None for one that is to be shown the table."""
        assert isinstance(connection, _Browser), "we make no others"
        path, _, query = request.path.partition("?")
        browser, headers = connection, request.headers
        browser.language = self._language(query, headers)
        hosts = headers.get_all("Host")
        if len(hosts) != 1 or not self._is_here(hosts[0]):
            return _page(421, self._files.by_name[browser.language])
        token, *rest = path.removeprefix("/").split("/")
        if hmac.compare_digest(token.encode(), self._token.encode()):
            return self._given("/".join(rest), headers, hosts[0], browser.language)
        if self._guesses.wait(browser.source, time.monotonic()):
            return _response(429, "text/plain", b"")
        return _page(404, self._files.refused[browser.language])

    def _given(self, name: str, headers: Headers, host: str, language: str) -> Response | None:
        """To who has the whole address."""
        files = self._files
        if not name:
            return _page(200, files.shells[language].replace("{here}", f"/{self._token}"), host)
        if name == "live":
            return None if _same_origin(headers, host) else _response(403, "text/plain", b"")
        if name in files.assets:
            return _response(200, *files.assets[name])
        return _page(404, files.refused[language])

    def _language(self, query: str, headers: Headers) -> str:
        """That of the address, or the browser's, or the host's."""
        known = self._files.shells
        asked = ""
        with suppress(ValueError):  # nobody of ours asks for so much
            asked = parse_qs(query[:256], max_num_fields=8).get("lang", [""])[0]
        if asked in known:
            return asked
        weighed = []
        for number, part in enumerate(",".join(headers.get_all("Accept-Language"))[:256].split(",")):
            name, _, rest = part.strip().partition(";")
            weight = rest.strip().removeprefix("q=")
            weighed.append((-_number(weight), number, name.partition("-")[0].lower()))
        return next(
            (name for weight, _, name in sorted(weighed) if name in known and weight), self._files.language
        )

    def _is_here(self, host: str) -> bool:
        """An address by number, or a name that this machine has: any other could be made to lead here."""
        found = HOST.fullmatch(host.lower())
        if found is None:
            return False
        try:
            ip_address((found[1] or found[2]).strip("[]"))
        except ValueError:
            return found[2] in self._names
        return True

    # ------------------------------------------------------------ the table, live

    async def _look(self, connection: ServerConnection) -> None:
        """The newest scene, and then each newer one, until one of us has enough."""
        assert isinstance(connection, _Browser), "we make no others"
        browser, source = connection, connection.source
        most = BROWSERS if ip_address(connection.address).is_loopback else OF_ONE
        if len(self._shown) >= BROWSERS or self._sources[source] >= most:
            await browser.close(CloseCode.TRY_AGAIN_LATER)
            return  # and counts as a stranger until it is gone
        self.gone(browser)
        self._shown.add(browser)
        self._sources[source] += 1
        try:
            await self._shows(browser)
        except ConnectionClosed:
            pass
        except TimeoutError:
            browser.transport.abort()
        finally:
            self._shown.discard(browser)
            self._sources[source] -= 1
            if not self._sources[source]:
                del self._sources[source]

    async def _shows(self, browser: _Browser) -> None:
        while True:
            number = self._number
            told = self._scenes[browser.language] if browser.seen != number else b""
            browser.news.clear()
            browser.taken.clear()
            async with asyncio.timeout(STALLS):
                await browser.send(told, text=True)
            browser.seen = number
            if number == self._number:
                browser.taken.set()
            with suppress(TimeoutError):
                async with asyncio.timeout(BEAT):
                    await browser.news.wait()


class _Browser(ServerConnection):
    """One connection, from its first byte."""

    key, seen = -1, 0
    language = ""

    def __init__(self, web: WebServer, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self._web = web
        self._heard = 0
        self._may_say = TokenBucket(SAYS)
        self.news, self.taken = asyncio.Event(), asyncio.Event()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """It is counted before it is listened to."""
        super().connection_made(transport)
        found = transport.get_extra_info("peername")
        self.address = found[0].partition("%")[0] if found else "127.0.0.1"  # it has gone already
        self.source = neighbourhood(self.address)
        self._web.came(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """However that was."""
        self._web.gone(self)
        super().connection_lost(exc)
        self.news.set()  # whoever shows it the table finds out at once
        self.taken.set()

    def data_received(self, data: bytes) -> None:
        """Who asks for too much at once, says too much, or reads none of what is said goes at once."""
        self._heard += len(data)
        if self.request is None:
            babbles = self._heard > REQUEST
        else:
            now = self.loop.time()
            babbles = any(not self._may_say.take(now) for _ in data)
        if babbles:
            self.transport.abort()
            return
        super().data_received(data)
        if (
            self.transport.get_write_buffer_size() > 2 * HELD
            and self.request is not None
            and self.state is OPEN
        ):
            self.transport.abort()

    def process_event(self, event: Any) -> None:
        """A browser has nothing to say."""
        if self.request is not None and event.opcode in (Opcode.TEXT, Opcode.BINARY, Opcode.CONT):
            self.transport.abort()
            return
        super().process_event(event)


def _own_names() -> set[str]:
    name = socket.gethostname().lower()
    return {name, f"{name.partition('.')[0]}.local"}


def _number(weight: str) -> float:
    try:
        return min(1.0, max(0.0, float(weight or 1)))
    except ValueError:
        return 0.0


def _same_origin(headers: Headers, host: str) -> bool:
    """Asked for by our own page, and by nobody's else that is open in the same browser."""
    return headers.get_all("Origin") in ([f"http://{host}"], [f"https://{host}"])


def _page(status: int, page: str, host: str = "") -> Response:
    return _response(status, "text/html; charset=utf-8", page.encode(), host)


def _response(status: int, kind: str, body: bytes, host: str = "") -> Response:
    """Only the page that has a `host` may do anything."""
    policy = POLICY.format(host=host) if host else "default-src 'none'; frame-ancestors 'none'"
    told = {"Content-Security-Policy": policy, "Content-Type": kind, "Content-Length": str(len(body))}
    return Response(status, HTTPStatus(status).phrase, Headers({**SAFE, **told}), body)
