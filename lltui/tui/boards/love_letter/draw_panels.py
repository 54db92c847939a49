"""The panels beside and under the players as rows: story, counted cards, hand, move, prompt."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from rich.cells import cell_len

from lltui.tui.art.card import MEDIUM, SIZES, SMALL, Look, Size, back, card, lifted, standing
from lltui.tui.art.pieces import (
    Edge,
    Piece,
    Row,
    Rows,
    beside,
    cut,
    left,
    middle,
    parted,
    row,
    rule,
    trim,
    width,
    wrapped,
)
from lltui.tui.boards.love_letter import picture as p
from lltui.tui.boards.love_letter.draw_table import hue

SEP = Piece("   ")
HEAD = 2  # rows over the answers: the parts of the move, and air
NAMES = 9  # cells for who did it
STYLES = {"said": "said", "proof": "good", "alarm": "bad", "note": "words", "round": "words", "draw": "words"}
MARKS = {"said": "» ", "alarm": "! "}


def titled(title: str, cells: int, last: str = "") -> Row:
    """A title in a line."""
    edge = Edge((Piece(title, "title"),), (Piece(last, "words"),) if last else ())
    return rule(cells, text=edge)


# ------------------------------------------------------------------------ story


def story(slice_: p.Story, cells: int, rows: int) -> list[Row]:
    """The newest lines that fit; where there is room, in whole sentences."""
    whole = rows >= 20
    lines: list[Row] = []
    for event in reversed(slice_.events):
        told = list(full(event, cells - 3) if whole else _short(event, cells - 2))
        if not told:
            continue
        if len(lines) + len(told) > rows - 1:
            lines = lines or told[-(rows - 1) :]
            break
        lines = [*told, *lines]
    return [titled(slice_.title, cells), *(left(row(" ", line), cells) for line in lines)]


def _short(event: p.Event, cells: int) -> Iterator[Row]:
    if not event.short:
        return
    if event.kind == "move":
        yield from _named(event, event.short, cells, "")
    elif event.kind == "said":
        yield from _named(event, event.short, cells, "said")
    else:
        yield from _plain(event, event.short, cells)


def _named(event: p.Event, text: str, cells: int, style: str) -> Iterator[Row]:
    who = Piece(cut(event.who, NAMES - 1), hue(event.seat + 1) if event.seat is not None else "words")
    mark = MARKS.get(event.kind, "")
    lines = wrapped(mark + text, cells - NAMES)
    for place, line in enumerate(lines):
        yield row(left(row(who) if not place else (), NAMES), Piece(line, style))


def _plain(event: p.Event, text: str, cells: int) -> Iterator[Row]:
    style, mark = STYLES.get(event.kind, ""), MARKS.get(event.kind, "")
    for line in wrapped(mark + text, cells):
        yield row(Piece(line, style))


def full(event: p.Event, cells: int) -> Iterator[Row]:
    """A line of the log in whole sentences."""
    if event.kind == "said":
        yield from _named(event, event.full, cells, "said")
        return
    for place, line in enumerate(wrapped(MARKS.get(event.kind, "") + event.full, cells - 2)):
        mark = "· " if not place and event.kind == "move" else "  "
        style = hue(event.seat + 1) if event.seat is not None else "words"
        yield row(Piece(mark, style), Piece(line, STYLES.get(event.kind, "")))


# ---------------------------------------------------------------------- tracker


def tracker(slice_: p.Tracker, cells: int, rows: int, *, joined: bool = False) -> list[Row]:
    """Every card with a dot for each copy; what each does, where there is room to say it."""
    if not slice_.shown:
        return [row(Piece("│", "edge"))] * rows if joined else []
    inner = cells - 1 if joined else cells
    if slice_.why:
        lines = [row(" ", Piece(line, "words")) for line in wrapped(slice_.why, inner - 2)]
    elif rows > 4 * len(slice_.counts):
        lines = _explained(slice_.counts, inner)
    else:
        lines = _counted(slice_.counts, inner, rows - 1)
    head = titled(slice_.title, inner, _legend(slice_, inner))
    if not joined:
        return [head, *lines[: rows - 1]]
    ruled = [row(Piece("│", "edge"), line) for line in [*lines, *[()] * rows][: rows - 1]]
    return [row(Piece("┬", "edge"), head), *ruled]


def _counted(counts: Sequence[p.Count], cells: int, rows: int) -> list[Row]:
    if len(counts) <= rows:
        return [left(row(" ", _count(count, cells - 1, counts)), cells) for count in counts]
    high = -(-len(counts) // 2)
    halves = counts[:high], counts[high:]
    slack = cells - 1 - _needed(halves[0]) - _needed(halves[1])
    first = _needed(halves[0]) + (slack // 2 if slack > 14 else max(-4, min(2, slack)))
    lines = []
    for place in range(high):
        parts = [left(_count(halves[0][place], first, halves[0]), first)]
        if place < len(halves[1]):
            parts.append(_count(halves[1][place], cells - 1 - first, halves[1]))
        lines.append(left(row(" ", *parts), cells))
    return lines


def _needed(counts: Sequence[p.Count]) -> int:
    """The cells of a column with whole names and all dots in a row."""
    return 4 + max(cell_len(count.name) for count in counts) + max(count.copies for count in counts)


def _explained(counts: Sequence[p.Count], cells: int) -> list[Row]:
    lines: list[Row] = []
    for count in counts:
        lines += [(), left(row(" ", _count(count, cells - 1, counts)), cells)]
        lines += [row("    ", Piece(line, "words")) for line in wrapped(count.rule, cells - 6, 2)]
    return lines


def _legend(slice_: p.Tracker, cells: int) -> str:
    room = cells - cell_len(slice_.title) - 8
    return slice_.legend if cell_len(slice_.legend) <= room else ""


def _count(count: p.Count, cells: int, column: Sequence[p.Count]) -> Row:
    """Value, name, dots; and how likely a hidden card is this one, where there is room for it."""
    copies = max(each.copies for each in column)
    names = max(cell_len(each.name) for each in column)
    # Where not every name fits, each takes what its own dots leave.
    room = names if 4 + names + copies <= cells else cells - 4 - count.copies
    gone = count.copies - count.unseen
    dots = row(Piece("●" * count.unseen, "dots"), Piece("·" * gone, "faint"))
    told = row(
        Piece(f"{count.value:>2} ", "number" if count.unseen else "faint"),
        left((Piece(cut(count.name, room), "name" if count.unseen else "words"),), room),
        " ",
    )
    if cells < 4 + names + copies + 6 or not count.unseen:
        return left(row(told, dots), cells)
    return left(row(told, left(dots, copies), Piece(f" {count.share:>3}%", "words")), cells)


# ------------------------------------------------------------------------- hand


@lru_cache(8)  # it lies in a few ways only while somebody thinks
def hand(slice_: p.Hand, cells: int, rows: int) -> Rows:
    """The own cards as large as they fit, side by side; the chosen one is lifted."""
    if not slice_.cards:
        text = [row(Piece(line, "words")) for line in wrapped(slice_.empty, cells - 4)]
        return tuple(left(row("  ", line), cells) for line in middle(text, rows, cells - 2)) if text else ()
    size, gap = laid(len(slice_.cards), cells, rows)
    blocks = []
    for held in slice_.cards:
        drawn = card(held.face, size, held.look, held.below)
        chosen = held.look is Look.CHOSEN
        blocks.append(lifted(drawn, size.width) if chosen else standing(drawn, size.width))
    return tuple(left(row(" ", line), cells) for line in beside(*blocks, gap=gap))


def card_at(slice_: p.Hand, cells: int, rows: int, column: int) -> str:
    """The key of the card in that column; empty beside the cards."""
    size, gap = laid(len(slice_.cards), cells, rows)
    place, inside = divmod(column - 1, size.width + gap)
    there = 0 <= place < len(slice_.cards) and inside < size.width
    return slice_.cards[place].key if there else ""


def laid(cards: int, cells: int, rows: int) -> tuple[Size, int]:
    """How large so many cards are, and how far apart."""
    size = fitting(max(1, cards), cells, rows)
    return size, 2 if cards * (size.width + 2) < cells else 1


def backs(cards: int, cells: int, rows: int, token: str) -> list[Row]:
    """A hand that is not open to whoever looks."""
    size = fitting(max(1, cards), cells, rows)
    blocks = [standing(back(size, token), size.width) for _ in range(cards)]
    return [left(row(" ", line), cells) for line in beside(*blocks, gap=1)]


def fitting(cards: int, cells: int, rows: int) -> Size:
    """The largest size in which so many cards fit."""
    room = [size for size in SIZES if cards * (size.width + 1) < cells + 1 and size.height < rows]
    return room[-1] if room else SMALL if rows < MEDIUM.height or cards > 2 else MEDIUM


# ------------------------------------------------------------------------- move


def move(slice_: p.Move, cells: int, rows: int) -> list[Row]:
    """The parts of the move in a row, and under them the answers."""
    asked = bool(slice_.crumbs)
    lines: list[Row] = [_crumbs(slice_.crumbs, cells - 2) if asked else (), ()]
    for paragraph in slice_.text:
        lines += [
            row(Piece(line, "rule" if asked else "words"))
            for line in wrapped(paragraph, cells - 2, rows - len(lines))
        ]
    lines += _choices(slice_.choices, cells - 2, rows - len(lines))
    return [left(row(" ", line), cells) for line in lines[:rows]]


def _crumbs(crumbs: Sequence[p.Crumb], cells: int) -> Row:
    styles = {"past": "name", "now": "chosen", "next": "words"}
    parts: list[Piece] = []
    for crumb in crumbs:
        if parts:
            parts.append(Piece(" ▸ ", "words"))
        text = crumb.text.upper() if crumb.when == "past" else crumb.text
        parts.append(Piece(text, styles[crumb.when]))
    return row(*parts) if width(row(*parts)) <= cells else _short_crumbs(crumbs, cells, styles)


def _short_crumbs(crumbs: Sequence[p.Crumb], cells: int, styles: dict[str, str]) -> Row:
    """From the question on, where not all of them fit."""
    asked = next((place for place, crumb in enumerate(crumbs) if crumb.when == "now"), 0)
    parts: list[Piece] = [Piece("… ▸ ", "words")] if asked else []
    for crumb in crumbs[asked:]:
        parts += [Piece(crumb.text, styles[crumb.when]), Piece(" ▸ ", "words")]
    return trim(row(*parts[:-1]), cells)


def choice_at(slice_: p.Move, cells: int, rows: int, column: int, line: int) -> str:
    """The key of the answer that stands there; empty where none does."""
    if not slice_.choices:
        return ""
    each, lines = _columns(slice_.choices, cells - 2, rows - HEAD)
    place, down = (column - 1) // each, line - HEAD
    there = 0 <= down < len(lines) and 0 <= place < len(lines[down])
    return lines[down][place].key if there else ""


def _choices(choices: Sequence[p.Choice], cells: int, rows: int) -> list[Row]:
    each, lines = _columns(choices, cells, rows) if choices else (0, [])
    return [row(*(left(_choice(choice, each - 1), each) for choice in line)) for line in lines]


def _columns(choices: Sequence[p.Choice], cells: int, rows: int) -> tuple[int, list[list[p.Choice]]]:
    """How wide a column is, and which answers stand in each row."""
    columns = 1 if len(choices) <= rows else 2
    high = -(-len(choices) // columns)
    if high > rows:
        choices, high = _around(choices, rows * columns), rows
    places = (range(place, len(choices), high) for place in range(high))
    return cells // columns, [[choices[at] for at in line] for line in places]


def _around(choices: Sequence[p.Choice], room: int) -> Sequence[p.Choice]:
    """The part of a long list in which the selected answer stands."""
    at = next((place for place, choice in enumerate(choices) if choice.chosen), 0)
    start = max(0, min(at - room // 2, len(choices) - room))
    return choices[start : start + room]


def _choice(choice: p.Choice, cells: int) -> Row:
    mark = Piece("▸ " if choice.chosen else "  ", "chosen")
    style = "chosen" if choice.chosen else "faint" if choice.reason else "name"
    key = Piece(f"{choice.key:<2}", "faint" if choice.reason else "number")
    note = Piece(choice.reason or choice.note, "known" if choice.sure and not choice.reason else "words")
    room = cells - 4 - (cell_len(note.text) + 2 if note.text else 0)
    if room < 6:
        room, note = cells - 4, Piece("")
    label = row(mark, key, Piece(cut(choice.label, room), style))
    return row(label, "  ", note) if note.text else label


# ----------------------------------------------------------------------- prompt


def prompt(slice_: p.Prompt, cells: int) -> list[Row]:
    """Whose turn it is and what is asked; the clock on the other side."""
    styles = {"turn": "mark", "halt": "warn", "over": "good"}
    first = row(" ", Piece(slice_.mark, styles.get(slice_.mood, "words")), SEP, Piece(slice_.text, "strong"))
    last = row(Piece(slice_.clock, "bad" if slice_.urgent else "words"), " ") if slice_.clock else ()
    return [parted(first, last, cells)]


def notice(text: str, cells: int) -> list[Row]:
    """A line, and in it what one is told by the way."""
    return [rule(cells, text=Edge((Piece(cut(text, cells - 6), "notice"),)) if text else None)]
