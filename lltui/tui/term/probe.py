"""What this terminal can do, asked before the first frame.

Whether it understands UTF-8 is seen, not guessed: a three-byte sign is
printed, and the terminal says where its cursor stands.  The answer's delay is
the line's round trip.  Everything else stands in the environment.
"""

from __future__ import annotations

import os
import re
import select
import sys
import termios
import time
import tty
from collections.abc import Mapping

from msgspec import Struct

_PATIENCE = 0.6  # seconds; a satellite line answers, a dumb one never will
_ANSWER = re.compile(rb"\x1b\[(\d+);(\d+)R")


class Terminal(Struct, frozen=True):
    """`round_trip` is None if it did not answer.  `colours`: 0 is none at all."""

    unicode: bool
    round_trip: float | None
    colours: int
    remote: bool


class NoTerminal(Struct, frozen=True):
    """Why the full screen cannot open here: `dumb`, `pipe`."""

    why: str


def terminal(environ: Mapping[str, str], *, ascii_only: bool = False) -> Terminal | NoTerminal:
    """Look at the terminal we were started in."""
    if not (sys.__stdin__ and sys.__stderr__ and sys.__stdin__.isatty() and sys.__stderr__.isatty()):
        return NoTerminal("pipe")
    if environ.get("TERM", "dumb") == "dumb":
        return NoTerminal("dumb")
    column, round_trip = (None, None) if ascii_only else _ask(sys.__stdin__.fileno(), sys.__stderr__.fileno())
    return Terminal(
        unicode=not ascii_only and (column == 2 if column is not None else _locale_is_utf8(environ)),
        round_trip=round_trip,
        colours=colours(environ),
        remote="SSH_CONNECTION" in environ,
    )


def colours(environ: Mapping[str, str]) -> int:
    """How many; sshd forwards TERM and not COLORTERM, so over SSH it is often fewer than there are."""
    if environ.get("NO_COLOR"):
        return 0
    term = environ.get("TERM", "")
    if environ.get("COLORTERM", "").lower() in ("truecolor", "24bit") or term.endswith("-direct"):
        return 2**24
    return 256 if "256color" in term or "kitty" in term else 16


def _locale_is_utf8(environ: Mapping[str, str]) -> bool:
    name = environ.get("LC_ALL") or environ.get("LC_CTYPE") or environ.get("LANG") or ""
    return "utf-8" in name.lower() or "utf8" in name.lower()


def _ask(keyboard: int, screen: int) -> tuple[int | None, float | None]:
    """Print one sign, ask for the column, wipe it out."""
    before = termios.tcgetattr(keyboard)
    try:
        tty.setcbreak(keyboard, termios.TCSANOW)
        asked = time.monotonic()
        os.write(screen, "\r\u256d\x1b[6n\r\x1b[K".encode())
        answer = _read(keyboard, asked + _PATIENCE)
    except OSError:
        return None, None
    finally:
        termios.tcsetattr(keyboard, termios.TCSANOW, before)
    found = _ANSWER.search(answer)
    return (int(found[2]), time.monotonic() - asked) if found else (None, None)


def _read(keyboard: int, until: float) -> bytes:
    answer = b""
    while not _ANSWER.search(answer) and (left := until - time.monotonic()) > 0:
        ready, _, _ = select.select([keyboard], [], [], left)
        if not ready:
            break
        answer += os.read(keyboard, 64)
    return answer
