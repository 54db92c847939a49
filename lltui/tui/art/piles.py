"""What lies on the table besides whole cards: fans, tokens, piles, hands seen from the other side."""

from __future__ import annotations

from collections.abc import Sequence

from lltui.text.voice import Face
from lltui.tui.art.card import SMALL, card
from lltui.tui.art.rows import DOTTED, Piece, Row, framed, left, row

BACK, EMPTY = "▒", "·"
STEP = 3  # cells of a card that show beside the one that lies on it


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


def cascade(faces: Sequence[Face], room: int) -> list[Row]:
    """Discards as small cards that overlap, the newest one whole; the oldest ones give way."""
    if not faces or room < SMALL.width:
        return []
    most = 1 + (room - SMALL.width) // STEP
    shown = list(faces)[-most:]
    rows: list[Row] = card(shown[-1], SMALL)
    for face in reversed(shown[:-1]):
        value = Piece(f"{face.value:<{STEP - 1}}", "value")
        bare, edge = Piece(" " * (STEP - 1)), Piece("│", "rim")
        sides = [
            row(Piece("╭" + "─" * (STEP - 1), "rim")),
            row(edge, value),
            row(edge, bare),
            row(edge, bare),
            row(Piece("╰" + "─" * (STEP - 1), "rim")),
        ]
        rows = [row(side, rest) for side, rest in zip(sides, rows, strict=True)]
    return rows


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
