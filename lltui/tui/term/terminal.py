"""A terminal, and what it can do, asked before the first frame.

Whether it understands UTF-8, and gives one cell to each of our signs, is seen
and not guessed: three of them are printed, and the terminal says where its
cursor stands.  The answer's delay is the line's round trip.  Everything else
stands in the environment.
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
from contextlib import suppress

from msgspec import Struct

_PATIENCE = 1.0  # seconds; a satellite line answers, a printer never will
# A line, a heart, an arrow: a terminal made for Chinese or Japanese may give them two cells each.
# None of their bytes begins a sequence in a terminal that knows no UTF-8.
_SIGNS = "\u256d\u2665\u25b8"
_ANSWER = re.compile(rb"\x1b\[(\d+);(\d+)R")
_TRUE_COLOURS = ("alacritty", "contour", "foot", "ghostty", "kitty", "rio", "wezterm")
# Where blanks are wiped out in the colour that is written on.  GNU screen does it in the terminal's own.
_WIPING = (*_TRUE_COLOURS, "xterm", "tmux", "linux", "rxvt", "konsole", "vte", "putty", "st-")
_SYSTEMS = {"standard": 16, "256": 256, "truecolor": 2**24}
_SLOW = 0.05  # seconds from here to the terminal and back


class Terminal(Struct, frozen=True):
    """`round_trip` is None if it did not answer.  `colours`: 0 is none at all."""

    unicode: bool
    round_trip: float | None
    colours: int
    remote: bool

    @property
    def slow(self) -> bool:
        """Whether frames should be few: each costs somebody's line."""
        return self.remote or (self.round_trip or 0.0) > _SLOW


class NoTerminal(Struct, frozen=True):
    """Why the full screen cannot open here: `dumb`, `pipe`."""

    why: str


def probed(environ: Mapping[str, str], *, ascii_only: bool = False) -> Terminal | NoTerminal:
    """Look at the terminal we were started in."""
    keyboard, screen = sys.__stdin__, sys.__stderr__
    # Whoever turns the output into a file wants text in it, though the screen would not go there.
    if any(stream is None or not stream.isatty() for stream in (keyboard, screen, sys.__stdout__)):
        return NoTerminal("pipe")
    assert keyboard
    assert screen
    if environ.get("TERM", "dumb") in ("", "dumb", "unknown"):
        return NoTerminal("dumb")
    column, round_trip = _ask(keyboard.fileno(), screen.fileno())
    seen = _locale_is_utf8(environ) if column is None else column == 1 + len(_SIGNS)
    return Terminal(
        unicode=seen and not ascii_only,
        round_trip=round_trip,
        colours=colours(environ),
        remote="SSH_CONNECTION" in environ,
    )


def colours(environ: Mapping[str, str]) -> int:
    """How many; sshd forwards TERM and not COLORTERM, so over SSH it is often fewer than there are."""
    if environ.get("NO_COLOR"):
        return 0
    term = environ.get("TERM", "").removeprefix("xterm-")
    if (told := _SYSTEMS.get(environ.get("TEXTUAL_COLOR_SYSTEM", ""))) is not None:
        return told
    if environ.get("COLORTERM", "").lower() in ("truecolor", "24bit") or term.endswith("direct"):
        return 2**24
    if term.startswith(_TRUE_COLOURS):
        return 2**24
    return 256 if "256color" in term else 16


def wipes(environ: Mapping[str, str]) -> bool:
    """Whether cells that it wipes out have the colour behind them that was last told."""
    return environ.get("TERM", "").startswith(_WIPING) and "STY" not in environ


def _locale_is_utf8(environ: Mapping[str, str]) -> bool:
    name = environ.get("LC_ALL") or environ.get("LC_CTYPE") or environ.get("LANG") or ""
    return "utf-8" in name.lower() or "utf8" in name.lower()


def _ask(keyboard: int, screen: int) -> tuple[int | None, float | None]:
    """Print the signs, ask for the column, wipe them out."""
    before = termios.tcgetattr(keyboard)
    try:
        tty.setcbreak(keyboard, termios.TCSANOW)
        asked = time.monotonic()
        os.write(screen, f"\r{_SIGNS}\x1b[6n\r\x1b[K".encode())
        answer = _read(keyboard, asked + _PATIENCE)
    except OSError:
        return None, None
    finally:
        with suppress(termios.error):
            termios.tcsetattr(keyboard, termios.TCSANOW, before)
    found = _ANSWER.search(answer)
    return (int(found[2]), time.monotonic() - asked) if found else (None, None)


def _read(keyboard: int, until: float) -> bytes:
    answer = b""
    while not _ANSWER.search(answer) and (left := until - time.monotonic()) > 0:
        ready, _, _ = select.select([keyboard], [], [], left)
        if not ready:
            break
        found = os.read(keyboard, 64)
        if not found:
            break
        answer += found
    return answer
