"""What lies on the table besides whole cards: fans, tokens, piles, hands seen from the other side."""

# ruff: noqa: RUF001 - lines that look like letters are what is drawn

from __future__ import annotations

from collections.abc import Mapping, Sequence

from lltui.text.voice import Face
from lltui.tui.art.card import drawing
from lltui.tui.art.rows import DOTTED, LIGHT, Piece, Row, centred, framed, left, row, trim, width

BACK, EMPTY = "▒", "·"


def tokens(have: int, target: int, sign: str = "♥", room: int = 8) -> Row:
    """`♥♥··`: won and still to win; as `5/12 ♥` where so many signs do not fit."""
    most = max(have, target)
    if most > room:
        return row(Piece(f"{have}/{target} ", "words"), Piece(sign, "token"))
    return row(Piece(sign * have, "token"), Piece(EMPTY * (most - have), "faint"))


def fan(values: Sequence[int], room: int) -> list[Row]:
    """Discards as they overlap, the newest one last; the oldest ones give way where room is short."""
    if not values or room < 4:
        return [(), (), ()]
    texts = [str(value) for value in values]
    hidden = 0
    while len(texts) > 1 and _fan_width(texts) + (len(str(hidden)) + 1 if hidden else 0) > room:
        texts.pop(0)
        hidden += 1
    more = f"+{hidden}" if hidden else ""
    pad = " " * len(more)
    style = "newest"
    upper, values_row, lower = [Piece(pad)], [Piece(more, "faint")], [Piece(pad)]
    for text in texts[:-1]:
        upper.append(Piece("┌" + "─" * len(text), "rim"))
        values_row += [Piece("│", "rim"), Piece(text, "value")]
        lower.append(Piece("└" + "─" * len(text), "rim"))
    last = texts[-1]
    upper.append(Piece("┌" + "─" * len(last) + "┐", style))
    values_row += [Piece("│", style), Piece(last, "value"), Piece("│", style)]
    lower.append(Piece("└" + "─" * len(last) + "┘", style))
    return [row(*upper), row(*values_row), row(*lower)]


def _fan_width(texts: Sequence[str]) -> int:
    return sum(len(text) + 1 for text in texts) + 1


def ladder(faces: Sequence[Face], room: int, rows: int, widest: int) -> list[Row]:
    """Discards in order: of the older ones the upper edge with value and name, the newest one whole.

    Where there are more than rows, the oldest share an edge.
    """
    if not faces or room < 6 or rows < 3:
        return []
    cells = min(room, widest + 7)
    older, newest = list(faces[:-1]), faces[-1]
    lines: list[Row] = []
    if len(older) > rows - 2:
        joined = older[: len(older) - rows + 3]
        older = older[len(joined) :]
        values = " ".join(str(face.value) for face in joined)
        lines.append(_upper(row(Piece(values, "value")), cells, "rim"))
    lines += [_step(face, cells, "rim", "name") for face in older]
    body = min(2, rows - len(lines) - 2)
    picture = centred(drawing(newest.effect, "small", newest.token)[0], cells - 2)
    inside = [picture, left((), cells - 2)][:body]
    edge = Piece(LIGHT.upright, "newest")
    lines += [_step(newest, cells, "newest", "face"), *(row(edge, line, edge) for line in inside)]
    return [*lines, row(Piece(f"╰{'─' * (cells - 2)}╯", "newest"))]


def _step(face: Face, cells: int, style: str, name: str) -> Row:
    value = Piece(str(face.value), "value")
    named = row(value, " ", Piece(face.name, name))
    return _upper(named if width(named) + 2 <= cells else row(value), cells, style)


def _upper(text: Row, cells: int, style: str) -> Row:
    """An edge with a text in it, and with air around that where there is room."""
    air = " " if width(text) + 4 <= cells else ""
    fill = "─" * (cells - width(text) - 2 - 2 * len(air))
    return row(Piece("╭", style), air, trim(text, cells - 2), air, Piece(f"{fill}╮", style))


def pile(cards: int, room: int) -> Row:
    """A bar of backs, and the number."""
    shown = min(cards, max(0, room - len(str(cards)) - 1))
    return row(Piece(BACK * shown, "back"), " " if shown else "", Piece(str(cards), "number"))


def hand(cards: int, known: int | None = None) -> list[Row]:
    """A hand from the other side: backs, or a card that is known for certain."""
    if not cards:
        return [(Piece("    "),), (Piece("  ✗ ", "faint"),), (Piece("    "),)]
    inside = Piece(BACK * 2, "back") if known is None else Piece(f"{known:>2}", "known")
    more = f"x{cards}" if cards > 1 else ""
    block = framed([row(inside)], 4, style="rim" if known is None else "known")
    return [
        left(row(line, Piece(more if line is block[1] else "", "number")), 4 + len(more)) for line in block
    ]


def stack(cards: int) -> list[Row]:
    """A pile as it lies in the middle of a large table: thicker the more cards it has."""
    if not cards:
        return framed([(), row(Piece("  0", "faint")), ()], 7, DOTTED, "faint")
    below, backs = min(3, (cards + 3) // 4) - 1, row(Piece(BACK * 5, "back"))
    number = row(Piece(BACK, "back"), Piece(f"{cards:^3}", "number"), Piece(BACK, "back"))
    block = framed([backs, number, backs], 7)
    return [row(line, Piece(edge * below, "rim")) for line, edge in zip(block, "╮│││╯", strict=True)]


# ----------------------------------- what runs between two cards, by the distance from the middle

FALLING: tuple[Mapping[int, str], ...] = (
    {-2: "   ♥       ♥  ", -1: "      ♥       ", 1: "·      ·     ♥", 2: "    ·      ·  "},
    {
        -5: "              ♥         ",
        -4: "    ♥                   ",
        -3: "         ♥         ♥    ",
        -1: "  ♥                   · ",
        2: "   ·                    ",
        3: "             ♥      ·   ",
        4: "       ·                ",
        5: "               ·        ",
    },
)


def spyglass(y: int, cells: int, rows: int) -> str:
    """A row of it, so far from its middle: an eye, and tubes that are drawn out of each other."""
    high = [2, 3, 4] if rows > 7 else [1, 2]
    starts = [6 + place * (cells - 8) // len(high) for place in range(len(high))]
    line = [" "] * cells
    if not y:
        line[1 : starts[0]] = ["●", *"─" * (starts[0] - 2)]
    for place, (start, radius) in enumerate(zip(starts, high, strict=True)):
        end = starts[place + 1] if place + 1 < len(starts) else cells
        before = high[place - 1] if place else 0
        if abs(y) == radius:
            line[start:end] = ["┌" if y < 0 else "└", *"─" * (end - start - 1)]
        elif abs(y) < radius:
            line[start:end] = "░" * (end - start)
            if not place:
                line[start] = "│" if y else "┤"
            elif abs(y) == before:
                line[start] = "┘" if y < 0 else "┐"
            elif abs(y) > before:
                line[start] = "│"
    return "".join(line)


def cross(y: int, cells: int, high: int) -> tuple[str, str]:
    """A row of two paths that cross: the one that is at the left there, and the other."""
    middle = cells // 2 - 1
    if not y:
        return " " * middle + "╳", ""
    a = middle - 1 - round(abs(y) * (1 if high <= 3 else 1.2))
    b = 2 * middle - a
    edge = abs(y) == high
    before = (" " + ("◄" if y > 0 else "─") + "─" * (a - 2)) if edge else " " * a
    after = ("─" * (cells - b - 4) + ("►" if y > 0 else "─")) if edge else ""
    signs = "╲╱" if y < 0 else "╱╲"
    return before + signs[0], " " * (b - a - 1) + signs[1] + after
