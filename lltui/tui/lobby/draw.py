"""The slices of a lobby as rows of a given width.  Pure."""

from __future__ import annotations

from collections.abc import Iterator

from lltui.desk.desk import Kind
from lltui.tui.art.pieces import Piece, Row, cut, left, parted, row, width, wrapped
from lltui.tui.lobby.slices import Chair, Chairs, Facts, Head, Invitation, Said, Talk

NAME = 16
STYLES = {Kind.ALARM: "danger", Kind.NOTE: "quiet", Kind.PROOF: "quiet"}


def head(slice_: Head, room: int) -> Iterator[Row]:
    """The title and, over a line, what one is here."""
    title = (Piece(" ♥ ", "token"), Piece(slice_.title.upper(), "head"))
    yield parted(title, (Piece(f"{slice_.right} ", "quiet"),), room)
    yield (Piece("─" * room, "line"),)


def ruled(title: str, right: str, room: int) -> Row:
    """A heading in a line across."""
    text = (Piece(" ", "line"), Piece(title.upper(), "head"), Piece(" ", "line"))
    end = (Piece(f" {right} ─", "line"),) if right else ()
    return parted(text, end, room, "─", "line")


def chairs(slice_: Chairs, room: int) -> Iterator[Row]:
    """A row for each, the selected one marked."""
    yield ruled(slice_.title, slice_.taken, room)
    longest = max((width((Piece(chair.name),)) for chair in slice_.rows if not chair.free), default=0)
    wide = min(NAME, max(8, longest))
    for number, chair in enumerate(slice_.rows):
        yield _chair(number, chair, room, wide, chosen=number == slice_.at)
    if slice_.beside:
        yield (Piece(cut(f" {slice_.beside}", room), "quiet"),)


def _chair(number: int, chair: Chair, room: int, wide: int, *, chosen: bool) -> Row:
    mark = Piece(" ▸ " if chosen else "   ", "chosen")
    if chair.free:
        return row(mark, Piece(f"{number + 1} ", "quiet"), Piece(f"┄ {chair.name}", "quiet"))
    name = left((Piece(chair.name, "you" if chair.you else "who"),), wide)
    state = (Piece(f" {SIGNS[chair.sign]} {chair.state} ", chair.sign),)
    first = row(mark, Piece(f"{number + 1} ", f"chair-{number}"), name, "  ", Piece(chair.about, "quiet"))
    return parted(first, state, room)


SIGNS = {"ready": "✓", "waits": "…", "away": "✗"}


def facts(slice_: Facts, room: int) -> Iterator[Row]:
    """Names in front, what they stand for behind; in one line with it where names are long."""
    yield ruled(slice_.title, "", room)
    wide = max((width((Piece(name),)) for name, _ in slice_.rows), default=0)
    run_in = wide + 3 > room / 2
    for name, value in slice_.rows:
        if run_in:
            first, *more = wrapped(f"{name}: {value}", room - 3)
            head = len(name) + 1
            yield row(" ", Piece(first[:head], "quiet"), Piece(first[head:]))
            yield from (row("   ", Piece(line)) for line in more)
            continue
        lines = wrapped(value, max(8, room - wide - 4)) or [""]
        yield row(" ", left((Piece(name, "quiet"),), wide), "  ", Piece(lines[0]))
        yield from (row(" " * (wide + 3), Piece(line)) for line in lines[1:])


def invitation(slice_: Invitation, room: int, rows: int) -> Iterator[Row]:
    """What is typed stands out; where there is room, what belongs together stands together."""
    blocks = [list(_invited(text, room, typed=typed)) for text, typed in slice_.rows]
    airy = sum(map(len, blocks)) + len(blocks) // 2 <= rows
    for number, (block, (_, typed)) in enumerate(zip(blocks, slice_.rows, strict=True)):
        if airy and number and not typed:
            yield ()
        yield from block


def _invited(text: str, room: int, *, typed: bool) -> Iterator[Row]:
    if typed:
        yield row("   ", Piece(cut(text, room - 3), "typed"))
    else:
        yield from ((Piece(line),) for line in wrapped(text, room))


def talk(slice_: Talk, room: int, rows: int) -> Iterator[Row]:
    """The newest lines, as many as there is room for."""
    yield ruled(slice_.title, "", room)
    lines = [line for said in slice_.rows for line in _said(said, room)]
    yield from lines[-(rows - 1) :] if rows > 1 else ()


def _said(said: Said, room: int) -> Iterator[Row]:
    style = STYLES.get(said.kind, "")
    for number, line in enumerate(wrapped(said.text, room - 4)):
        yield row("   " if number == 0 else "     ", Piece(cut(line, room - 5), style))


def line(text: str, room: int, rows: int) -> Iterator[Row]:
    """One sentence, in as many rows as there are."""
    yield from (row(" ", Piece(part, "who")) for part in wrapped(text, room - 2, rows))
