"""The doors beside a table, for whoever hosts: what friends type there, and a page's address as a square."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from lltui.client.dialing import ssh_line, web_line
from lltui.client.updates import DoorIs
from lltui.text import Wording

RIM = 2  # fields around it
# Two fields in each letter, light on dark: the upper one, the lower one.
SIGNS = {(True, True): " ", (False, True): "▀", (True, False): "▄", (False, False): "█"}


def told(door: DoorIs, language: str, *, drawn_by_a_key: bool = False) -> Iterator[str]:
    """A line or two for each that is open."""
    words = Wording(language, area="entering")
    address = door.addresses[0] if door.addresses else "127.0.0.1"
    if door.ssh is not None:
        yield words("door.ssh", line=ssh_line(address, door.ssh.port))
        yield words("door.shows", fingerprint=door.ssh.fingerprint)
    if page := page_line(door):
        yield words("door.web_square" if drawn_by_a_key else "door.web", line=page)


def page_line(door: DoorIs) -> str:
    """Where the table is looked at; empty if there is no page."""
    address = door.addresses[0] if door.addresses else "127.0.0.1"
    return "" if door.web is None else web_line(address, door.web.port, door.web.token)


@lru_cache(8)
def square(address: str) -> tuple[str, ...]:
    """Its rows, to hold a phone to; none where the library is not installed."""
    try:
        import segno  # noqa: PLC0415 - only who opens a page needs it: 9 ms
    except ImportError:
        return ()
    if not address:
        return ()
    lines = segno.make(address, micro=False).matrix_iter(border=RIM)
    fields = [[bool(dark) for dark in line] for line in lines]
    below = [*fields[1::2], [True] * len(fields[0])]  # under the last one there is nothing to be light
    pairs = zip(fields[::2], below, strict=False)
    return tuple("".join(SIGNS[each] for each in zip(upper, lower, strict=True)) for upper, lower in pairs)
