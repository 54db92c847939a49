"""Both princes, what was sown and remembered, and the log with the talk, as rows."""

from __future__ import annotations

from collections.abc import Iterator

from rich.cells import cell_len

from lltui.desk.two_princes.view import Log, Memory, Princes, PrinceShown, Told
from lltui.tui.art.pieces import Piece, Row, left, row, width, wrapped
from lltui.tui.match.prompt_row import notice_rows
from lltui.tui.two_princes.draw_story import titled

NAMES = 9
FULL = 6  # rows for each prince, from which on everything about him is told
STYLES = {"event": "strong", "said": "said", "proof": "good", "alarm": "bad", "note": "words"}


def princes(slice_: Princes, cells: int, rows: int) -> list[Row]:
    """A line for each, or all that lies open."""
    found: list[Row] = [titled(slice_.title, slice_.right, cells)]
    if rows > 2 * FULL:
        for boy in slice_.princes:
            found += [*_full(boy, slice_, cells), ()]
    elif rows > 4:
        for boy in slice_.princes:
            found += [_short(boy, cells, items=False), _things(boy, slice_, cells)]
    else:
        found += [_short(boy, cells, items=True) for boy in slice_.princes]
    return [left(line, cells) for line in found[:rows]]


def full_height(slice_: Princes) -> int:
    """Rows with everything about both."""
    told = sum(5 + max(1, len(boy.items)) + 2 * len(boy.marks) for boy in slice_.princes)
    return max(2 * FULL + 1, 1 + told)


def _name(boy: PrinceShown) -> Row:
    return left(row(Piece("▶" if boy.turn else " ", "turn"), Piece(boy.name, f"seat-{boy.prince}")), NAMES)


def _short(boy: PrinceShown, cells: int, *, items: bool) -> Row:
    parts: list[Piece | Row | str] = [" ", _name(boy)]
    for name, number in boy.attributes:
        parts += [Piece(f"{name} ", "words"), Piece(f"{number}  ", "number")]
    line = row(*parts)
    if not items:
        told = " · ".join(part for part in (boy.who, boy.counts, boy.ready, boy.line) if part)
        return row(line, Piece(f" {told}", "words"))
    things = ", ".join(boy.items)
    room = cells - width(line) - 2
    return row(line, " ", Piece(next(iter(wrapped(things, room, 1)), ""), "name"))


def _things(boy: PrinceShown, slice_: Princes, cells: int) -> Row:
    things = ", ".join(boy.items) or slice_.nothing
    return row(" " * (NAMES + 1), Piece(next(iter(wrapped(things, cells - NAMES - 2, 1)), ""), "name"))


def _full(boy: PrinceShown, slice_: Princes, cells: int) -> Iterator[Row]:
    told = " · ".join(part for part in (boy.who, boy.ready, boy.line) if part)
    yield row(" ", _name(boy), Piece(told, "words"))
    for first in (0, 2):
        parts: list[Piece | Row] = []
        for name, number in boy.attributes[first : first + 2]:
            dots = row(Piece("●" * number, "dots"), Piece("·" * (6 - number), "faint"))
            parts += [
                left(row(Piece(f"   {name} ", "words"), dots, Piece(f" {number}", "number")), cells // 2)
            ]
        yield row(*parts)
    yield row("   ", Piece(boy.counts, "words"))
    things = boy.items or (slice_.nothing,)
    for thing in things:
        yield row("   ", Piece("· ", "words"), Piece(thing, "name"))
    for mark in boy.marks:
        for n, line in enumerate(wrapped(mark, cells - 6)):
            yield row("   ", Piece("  " if n else "* ", "words"), Piece(line, "note"))


# ------------------------------------------------------------------ to remember


def memory(slice_: Memory, cells: int, rows: int) -> list[Row]:
    """What was sown; what is remembered; the newest, where there is not room for all."""
    half = max(2, rows // 2)
    first = _listed(slice_.titles[0], slice_.sown, slice_, cells, half)
    second = _listed(slice_.titles[1], slice_.flags, slice_, cells, rows - len(first))
    return [*first, *second]


def _listed(title: str, things: tuple[str, ...], slice_: Memory, cells: int, rows: int) -> list[Row]:
    told = [
        row(" ", Piece("  " if n else "· ", "words"), Piece(line, "name"))
        for thing in things
        for n, line in enumerate(wrapped(thing, cells - 4))
    ] or [row("   ", Piece(slice_.nothing, "words"))]
    return [titled(title, str(len(things)), cells), *(left(line, cells) for line in told[-(rows - 1) :])]


# ------------------------------------------------------------------------- log


def log(slice_: Log, cells: int, rows: int, notice: str = "") -> list[Row]:
    """The newest lines; what is said by the way stands in the edge."""
    found: list[Row] = []
    for told in reversed(slice_.lines):
        lines = list(entry(told, cells))
        if len(found) + len(lines) > rows - 1:
            found = found or [*entry(told, cells, rows - 1)]
            break
        found = [*lines, *found]
    title = titled(slice_.title, slice_.right, cells)
    if notice:
        title = notice_rows(notice, cells)[0]
    return [title, *(left(line, cells) for line in found)]


def entry(told: Told, cells: int, most: int = 0) -> Iterator[Row]:
    """Who said it, and what; or a fact.  In at `most` so many lines it shows that there was more."""
    style = STYLES[told.kind]
    if told.kind == "said":
        name = left(row(Piece(told.who, hue(told))), max(NAMES, cell_len(told.who) + 1))
        for n, line in enumerate(wrapped(told.text, cells - 2 - width(name), most)):
            yield row(" ", name if not n else " " * width(name), Piece(line, style))
        return
    mark = "! " if told.kind == "alarm" else "· "
    for n, line in enumerate(wrapped(told.text, cells - 4, most)):
        yield row(" ", Piece("  " if n else mark, hue(told)), Piece(line, style))


def hue(told: Told) -> str:
    """A colour beside the name."""
    return "words" if told.prince is None else f"seat-{told.prince}"
