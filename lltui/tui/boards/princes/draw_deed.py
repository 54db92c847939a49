"""What is to be done as rows: choices with what they ask for, and a test with its sum."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.cells import cell_len

from lltui.tui.art.pieces import Piece, Row, cut, left, row, width, wrapped
from lltui.tui.boards.princes.draw_story import MARKS, STYLES, titled
from lltui.tui.boards.princes.picture import Choice, Deed, Para, Share, Trial

NAMES = 9
BAR = 24


def deed(slice_: Deed, cells: int, rows: int) -> list[Row]:
    """Title, the test, how far the others are, the choices."""
    return [
        titled(slice_.title, slice_.right, cells),
        *(left(line, cells) for line in body(slice_, cells)[: rows - 1]),
    ]


def body(slice_: Deed, cells: int) -> list[Row]:
    """All lines below the title."""
    found: list[Row] = []
    for each in slice_.trials:
        found += trial(each, cells)
    found += [line for para in slice_.lines for line in _line(para, cells)]
    if slice_.level and _level(slice_.choices, cells):
        found.append(_level(slice_.choices, cells))
    else:
        found += [line for choice in slice_.choices for line in _choice(choice, cells)]
    return found


def _line(para: Para, cells: int) -> Iterator[Row]:
    mark = MARKS.get(para.kind, "")
    for n, line in enumerate(wrapped(para.text, cells - 4 - len(mark))):
        yield row("  ", Piece("  " if n else mark, "words"), Piece(line, STYLES[para.kind]))


# ------------------------------------------------------------------- choices


def _choice(choice: Choice, cells: int) -> Iterator[Row]:
    """A line, and what it comes to at its end or, if that is long, below it."""
    mark = Piece(" ▸ " if choice.chosen else "   ", "chosen")
    style = "chosen" if choice.chosen else "faint" if choice.reason else "name"
    key = Piece(f"{choice.key:<2}", "number")
    first = row(mark, key, Piece(cut(choice.label, cells - 6), style))
    if choice.by:
        first = row(first, Piece(f"  ◂ {choice.by}", "known"))
    note = choice.reason or choice.rules
    if not note:
        yield first
        return
    if width(first) + 2 + cell_len(note) + 1 <= cells:
        yield row(first, "  ", Piece(note, "barred" if choice.reason else "words"))
        return
    yield first
    for line in wrapped(note, cells - 8, 2):
        yield row("      ", Piece(line, "words"))


def _level(choices: Sequence[Choice], cells: int) -> Row:
    """Short choices side by side; empty if they do not fit, or if one of them needs words."""
    if any(choice.reason or choice.rules or choice.by for choice in choices):
        return ()
    parts: list[Piece] = []
    for choice in choices:
        bare = choice.key == choice.label
        mark = Piece("  ▸" if choice.chosen else "   ", "chosen")
        style = "chosen" if choice.chosen else "name"
        parts += [mark, Piece("" if bare else f"{choice.key} ", "number"), Piece(choice.label, style)]
    line = row(*parts)
    return line if choices and width(line) <= cells else ()


# --------------------------------------------------------------------- a test


def trial(slice_: Trial, cells: int) -> list[Row]:
    """A line for each prince, one for items, one for the sum against the value."""
    items, total, against, _ = slice_.words
    found = [line for share in slice_.shares for line in _share(share, cells)]
    if slice_.items:
        told = wrapped(slice_.items, cells - NAMES - 5, 2)
        found += [
            row("  ", left(row(Piece("" if n else items, "words")), NAMES), Piece(line, "name"))
            for n, line in enumerate(told)
        ]
    name = left(row(Piece(total, "words")), NAMES)
    if slice_.total is None:
        if slice_.wanted:
            found.append(
                row("  ", name, *bar(slice_.boards, slice_.value), "  ", Piece(slice_.wanted, "name"))
            )
        return found
    parts = [Piece(f"{slice_.total} ", "number"), Piece(against, "words")]
    if slice_.result:
        parts += [Piece("   "), Piece(slice_.result, "good" if slice_.success else "bad")]
    elif slice_.wanted:
        parts += [Piece("   "), Piece(slice_.wanted, "name")]
    found.append(row("  ", name, *bar(slice_.total, slice_.value), "  ", *parts))
    return found


def bar(total: int, value: int) -> tuple[Piece, ...]:
    """What there is, and the line that it has to cross."""
    total = max(0, total)
    before, behind = "█" * min(total, value), "█" * min(max(0, total - value), BAR - value)
    reached = total >= value
    style = "good" if reached else "warn"
    gap = "·" * (value - min(total, value))
    return (Piece(before, style), Piece(gap, "faint"), Piece("│", "strong"), Piece(behind, style))


def _share(share: Share, cells: int) -> Iterator[Row]:
    """Board, cards, and what they make together."""
    first = row(
        "  ",
        left(row(Piece(share.name, f"seat-{share.prince}")), NAMES),
        Piece(f"{share.attr} ", "words"),
        Piece(f"{share.board}", "number"),
    )
    parts: list[Row] = []
    for play in share.plays:
        effect = f" {play.effect}" if play.effect else ""
        parts.append(row(Piece(f"{play.title} ", "name"), Piece(play.adds, "number"), Piece(effect, "warn")))
    if share.note:
        parts.append(row(Piece(share.note, "words")))
    line = first
    for part in parts:
        if width(line) + 3 + width(part) > cells - 2:
            yield line
            line = row("  ", " " * NAMES, "  ", part)
        else:
            line = row(line, Piece(" + " if part in parts[: len(share.plays)] else "   ", "words"), part)
    yield line
