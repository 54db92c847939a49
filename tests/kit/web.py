"""A table with a page, and browsers of it: real ones, and sockets that say what they like."""

from __future__ import annotations

import http.client
import json
import os
import shutil
import socket
from contextlib import contextmanager
from pathlib import Path

from kit.process import free_port
from kit.ssh import Hall
from websockets.sync.client import connect

from lltui import doors
from lltui.commands import table_service
from lltui.table import process

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
ARGS = (
    "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--no-first-run", "--disable-quic",
)  # fmt: skip


class WebHall(Hall):
    """The same with a page instead of a door for guests."""

    def open(self, port=None, language="en"):
        self.door = doors.open_web(self.folder, self.found, port or free_port(), language)
        return self

    @property
    def way(self):
        return table_service.way(self.opening)

    @property
    def keys(self):
        return self.folder.keys()

    @property
    def here(self):
        return f"127.0.0.1:{self.door.port}"

    @property
    def address(self):
        return f"http://{self.here}/{self.door.token}"

    def get(self, path="", *, method="GET", token=None, host=None, source="127.0.0.1", **headers):
        """Status, headers in lower case, and what came."""
        line = http.client.HTTPConnection("127.0.0.1", self.door.port, timeout=20, source_address=(source, 0))
        named = {name.replace("_", "-"): value for name, value in headers.items()} | {
            "Host": host or self.here
        }
        line.request(method, f"/{self.door.token if token is None else token}{path}", headers=named)
        answer = line.getresponse()
        found = answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
        line.close()
        return found

    def live(self, query="", *, origin="", token=None, source=None, **more):
        """A browser that is shown the table; the caller closes it."""
        path = f"/{token or self.door.token}/live{query}"
        sock = socket.create_connection(("127.0.0.1", self.door.port), 20, (source or "127.0.0.1", 0))
        return connect(
            f"ws://{self.here}{path}", sock=sock, origin=origin or f"http://{self.here}", compression=None,
            max_size=2**22, proxy=None, **more,
        )  # fmt: skip

    def closed(self):
        self.until(lambda: doors.web_door(self.folder) is None)

    def close(self):
        process.stop(self.folder, self.folder.found() or self.found)
        if self.door is not None:
            self.closed()


def scene(line, told=lambda scene: True, patience=20.0):
    """The first that is so."""
    while True:
        data = line.recv(patience)
        if data and told(found := json.loads(data)):
            return found


@contextmanager
def stranger(port, said=b""):
    """Somebody who is no browser."""
    with socket.create_connection(("127.0.0.1", port), 20) as sock:
        sock.sendall(said)
        yield sock


def serving(door):
    """The process that speaks with browsers."""
    children = Path(f"/proc/{door.pid}/task/{door.pid}/children").read_text().split()
    return int(children[-1]) if children else None  # the first makes it known at the table, and ends


def private(pid):
    """Bytes of memory that no other process has."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith("Private_"))


def worked(pid):
    """Seconds of a processor so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
