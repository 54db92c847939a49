"""The lines of the list of matches; without rules, so that boards can show them."""

from __future__ import annotations

from typing import NamedTuple


class HistoryRow(NamedTuple):
    """One match in the list.  What was not `judged` is neither sound nor found false.

    `stopped`: it was ended before its end, by its host or for its length.
    """

    file: str
    began: int
    game: str
    edition: str
    you: str | None
    others: tuple[str, ...]
    winners: tuple[str, ...]
    won: bool
    deals: int
    over: bool
    sound: bool
    judged: bool = True
    stopped: bool = False


class WinShare(NamedTuple):
    """So many won of so many played."""

    name: str
    won: int
    played: int


class Past(NamedTuple):
    """Everything that was kept, the newest first, and what it comes to.

    `fresh` tells why the list had to be made anew, `unread` names what is no match.
    """

    lines: tuple[HistoryRow, ...]
    by_seat: tuple[WinShare, ...] = ()
    by_edition: tuple[WinShare, ...] = ()
    by_opponent: tuple[WinShare, ...] = ()
    cards: tuple[tuple[str, tuple[tuple[str, int], ...]], ...] = ()
    unread: tuple[str, ...] = ()
    fresh: str | None = None
