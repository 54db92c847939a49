"""What lies on the table besides whole cards: fans, tokens, piles, hands from the other side, the letter."""

# ruff: noqa: RUF001 - lines that look like letters are what is drawn

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from lltui.text.voice import Face
from lltui.tui.art.card import LARGE, MEDIUM, SMALL, CardLook, Size, card, drawing
from lltui.tui.art.rows import DOTTED, LIGHT, Piece, Row, beside, centred, framed, left, row, trim, width

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
    upper, values_row, lower = [Piece(pad)], [Piece(more, "faint")], [Piece(pad)]
    for place, text in enumerate(texts):
        style, level = "newest" if place == len(texts) - 1 else "rim", "─" * len(text)
        upper.append(Piece(f"{'┬' if place else '╭'}{level}", style))
        values_row += [Piece("│", style), Piece(text, "value")]
        lower.append(Piece(f"{'┴' if place else '╰'}{level}", style))
    ends = zip((upper, values_row, lower), "╮│╯", strict=True)
    return [row(*parts, Piece(end, "newest")) for parts, end in ends]


def _fan_width(texts: Sequence[str]) -> int:
    return sum(len(text) + 1 for text in texts) + 1


def ladder(faces: Sequence[Face], room: int, rows: int, widest: int, *, ink: str = "newest") -> list[Row]:
    """Discards in order: of the older ones the upper edge with value and name, the newest one whole.

    Where there are more than rows, the oldest share one, each with a corner of its own.  The `ink` is of
    the last one.
    """
    if not faces or room < 6 or rows < 3:
        return []
    cells = min(room, widest + 7)
    older, newest = list(faces[:-1]), faces[-1]
    lines: list[Row] = []
    if len(older) > rows - 2:
        joined = older[: len(older) - rows + 3]
        older = older[len(joined) :]
        lines.append(_corners(joined, cells))
    lines += [_step(face, cells, "rim", "name") for face in older]
    body = min(2, rows - len(lines) - 2)
    picture = centred(drawing(newest.effect, "small", newest.token)[0], cells - 2)
    inside = [picture, left((), cells - 2)][:body]
    edge, name = Piece(LIGHT.upright, ink), "face" if ink == "newest" else "name"
    lines += [_step(newest, cells, ink, name), *(row(edge, line, edge) for line in inside)]
    return [*lines, row(Piece(f"╰{'─' * (cells - 2)}╯", ink))]


def apart(faces: Sequence[Face], room: int, rows: int, widest: int) -> int:
    """How many of the oldest lie in a ladder of their own, if all have no place in one and there is room."""
    if len(faces) < rows or room < 2 * (widest + 7) + 1:
        return 0
    return len(faces) - rows + 2


def _corners(faces: Sequence[Face], cells: int) -> Row:
    """Some upper edges over each other: as much air between them as there is room for."""
    for sign in ("╭ {} ", "╭{}"):
        texts = [sign.format(face.value) for face in faces]
        if sum(map(len, texts)) + 2 <= cells:
            break
    parts: list[Piece] = []
    for text, face in zip(texts, faces, strict=True):
        corner, _, after = text.partition(str(face.value))
        parts += [Piece(corner, "rim"), Piece(str(face.value), "value"), Piece(after, "rim")]
    room = cells - sum(map(len, texts)) - 1
    return trim(row(*parts, Piece("─" * room + "╮", "rim")), cells)


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


class Envelope(NamedTuple):
    """How large it is, the card in it, and the rows of that above it and between its flaps."""

    cells: int
    size: Size
    above: int
    between: int


LOW, MIDDLE, HIGH = Envelope(27, MEDIUM, 1, 1), Envelope(27, MEDIUM, 2, 2), Envelope(43, LARGE, 5, 3)


def letter(face: Face | None, token: str, how: Envelope = LOW) -> list[Row]:
    """The card that won rises from its envelope; where nobody showed it, that stays sealed."""
    cells, ink, side = how.cells, "winner", (how.cells - how.size.width) // 2
    shown = card(face, how.size, CardLook.WINNER) if face is not None else []
    inside = shown[how.above :] or [(Piece("━" * how.size.width, ink),), *[()] * how.between]
    edge, half = "━" * (side - 1), "━" * ((cells - 5) // 2)
    lines = [centred(line, cells) for line in shown[: how.above]]
    lines.append(row(Piece(f"┏{edge}", ink), inside[0], Piece(f"{edge}┓", ink)))
    under: Row = (Piece("▁" * (cells - 4 - 4 * how.between), ink),)
    for place, line in enumerate([*inside[1 : how.between + 1], under]):
        fold, room = " " * (2 * place), cells - 4 - 4 * place
        lines.append(row(Piece(f"┃{fold}╲", ink), centred(line, room), Piece(f"╱{fold}┃", ink)))
    bottom = row(Piece(f"┗{half} ", ink), Piece(token, "token"), Piece(f" {half}┛", ink))
    return [*lines, bottom]


def sinking(faces: Sequence[Face], cards: int, size: Size) -> tuple[list[Row], list[Row]]:
    """Cards that are drawn, beside cards of this size, and below them the pile under which they sink."""
    if faces and size is SMALL:
        lines = [row(Piece(f"▼ {face.value} ", "value"), Piece(face.name, "name")) for face in faces]
        wide = max(map(width, lines))
        return [left(line, wide) for line in lines], [row(Piece(BACK * wide, "back"))]
    tall = size.height > MEDIUM.height
    inner = BACK * (5 if tall else 2)
    under = framed([row(Piece(inner, "back"))] * (3 if tall else 1), len(inner) + 2, style="back")
    blocks = [card(face, SMALL, CardLook.GONE) for face in faces] or [under] * cards
    drawn = beside(*blocks, gap=1)
    each = width(blocks[0][0]) if blocks else 0
    signs = beside(*[[centred((Piece("▼", "back"),), each)]] * len(blocks), gap=1)
    return drawn, [*signs, row(Piece(BACK * (len(blocks) * (each + 1) - 1), "back"))]


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
