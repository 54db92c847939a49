"""The slices of the table as rows of letters, each exactly as wide as its widget."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from lltui.tui.art import things
from lltui.tui.art.card import SMALL, back, card
from lltui.tui.art.pieces import (
    DOTTED,
    HEAVY,
    LIGHT,
    Edge,
    Piece,
    Row,
    beside,
    centred,
    cut,
    framed,
    left,
    parted,
    row,
    rule,
    trim,
    width,
)
from lltui.tui.art.pieces import middle as middle_rows
from lltui.tui.boards.love_letter import picture as p

SEP = Piece("   ")


def hue(number: int) -> str:
    """The style of a player; it stands beside their number and name."""
    return f"seat-{(number - 1) % 6}"


# -------------------------------------------------------------------- first line


def head(slice_: p.Head, cells: int) -> list[Row]:
    """Title, round, goal; on the other side the pile and what lies beside it."""
    title: list[Piece | Row] = [Piece(f" {slice_.token} ", "token"), Piece(slice_.title, "title")]
    if slice_.round:
        title += [SEP, Piece(slice_.round, "words")]
    title += [SEP, Piece(slice_.goal, "words"), Piece(f" {slice_.token}", "token")]
    beside, proof = _beside(slice_, cells), row(SEP, Piece(slice_.proof, "good"))
    if slice_.proof and width(row(*title, proof, beside)) < cells:
        title.append(proof)
    return [parted(row(*title), beside, cells)]


def _beside(slice_: p.Head, cells: int) -> Row:
    if slice_.pile is None:
        return ()
    bar = max(0, min(12, cells // 6 - 4))
    pile = things.pile(slice_.pile, bar + 3)
    parts: list[Piece | Row | str] = [Piece(f"{slice_.pile_word} ", "words"), pile]
    if slice_.aside:
        parts += [SEP, Piece(f"{slice_.aside_word} ", "words"), Piece(things.BACK, "back")]
    return row(*parts, " ")


# ------------------------------------------------------------------------ seats


def seat(slice_: p.Seat, cells: int, rows: int) -> list[Row]:
    """One of the others.  Its turn, aimed at, out: told by the frame and by a word or sign."""
    inner = cells - 2
    frame = HEAVY if slice_.target else DOTTED if slice_.out else LIGHT
    style = "chosen" if slice_.target else "faint" if slice_.out else "turn" if slice_.turn else "edge"
    body = _large(slice_, inner) if rows >= 13 else _compact(slice_, inner)
    lines = [row(" ", line) for line in body][: rows - 2]
    lines += [()] * (rows - 2 - len(lines))
    if slice_.out:
        lines = [tuple(piece._replace(style="faint") for piece in line) for line in lines]
    narrow = inner < 18
    top = Edge(_title(slice_, inner, narrow=narrow), () if narrow else _tokens(slice_, inner))
    return framed(lines, cells, frame, style, top, _foot(slice_, inner, narrow=narrow))


def _tokens(slice_: p.Seat, inner: int) -> Row:
    return things.tokens(slice_.tokens, slice_.goal, slice_.token, inner - 13)


def _title(slice_: p.Seat, inner: int, *, narrow: bool) -> Row:
    """Number and name; on a narrow one also whoever has a bad line, since there is no room below."""
    mark = Piece("▶ ", "turn") if slice_.turn else Piece("")
    taken = 6 + len(mark.text)
    if not narrow:
        taken += width(_tokens(slice_, inner)) + 3
    troubled = narrow and slice_.line in ("lag", "away")
    word = f" {slice_.line_word}" if troubled else ""
    name = cut(slice_.name, max(3, inner - taken - cell_len(word)))
    number = Piece(f"{slice_.number} ", "number")
    return row(mark, number, Piece(name, hue(slice_.number)), Piece(word, "warn"))


def _foot(slice_: p.Seat, inner: int, *, narrow: bool) -> Edge:
    style = "chosen" if slice_.target else "good" if slice_.safe and not slice_.out else "faint"
    last = (Piece(slice_.word, style),) if slice_.word else ()
    if narrow:
        return Edge(things.tokens(slice_.tokens, slice_.goal, slice_.token, inner - width(last) - 4), last)
    kind = "words" if slice_.line == "bot" else "warn"
    return Edge((Piece(slice_.line_word, kind),) if slice_.line_word else (), last)


def _hands(slice_: p.Seat) -> list[Row]:
    if slice_.out:
        return things.hand(0)
    known = slice_.held[0].value if slice_.held else None
    return things.hand(slice_.cards, known) if slice_.cards else [row("    ")] * 3


def _compact(slice_: p.Seat, inner: int) -> list[Row]:
    """Three rows: the hand, the fan, and beside them what is known."""
    back_rows = _hands(slice_)
    room = inner - 1 - width(back_rows[1]) - 1
    fan = things.fan([face.value for face in slice_.discards], room)
    side = _side(slice_, room - width(fan[1]) - 1)
    return [row(hand, " ", cards, " ", text) for hand, cards, text in zip(back_rows, fan, side, strict=True)]


def _side(slice_: p.Seat, room: int) -> list[Row]:
    if room < 5:
        return [(), (), ()]
    newest = slice_.discards[-1].name if slice_.discards else ""
    texts = [
        Piece(cut(slice_.held_word, room), "known"),
        Piece(cut(newest, room), "name"),
        Piece(cut(slice_.note, room), "note"),
    ]
    return [row(text) for text in texts]


def _large(slice_: p.Seat, inner: int) -> list[Row]:
    """For a table with room: a whole card, and under it the discards, the newest one whole."""
    room = inner - 1
    side = [(), (), row(Piece(cut(slice_.held_word, room - SMALL.width - 3), "known"))]
    upper = beside(_whole_hand(slice_), [*side, (), ()], gap=2)
    discards = things.cascade(slice_.discards, room)
    return [*upper, *(discards or [()] * SMALL.height), row(Piece(cut(slice_.note, room), "note"))]


def _whole_hand(slice_: p.Seat) -> list[Row]:
    if slice_.out:
        return middle_rows([centred((Piece("✗", "faint"),), SMALL.width)], SMALL.height, SMALL.width)
    if slice_.held:
        return card(slice_.held[0], SMALL)
    if not slice_.cards:
        return [left((), SMALL.width)] * SMALL.height
    return back(SMALL, slice_.token)


# ------------------------------------------------------------------------ middle


def middle(slice_: p.Middle, cells: int, rows: int) -> list[Row]:
    """The pile, the card beside it, and what lies open."""
    if rows < 9:
        return _flat_middle(slice_, cells, rows)
    pile = [centred(line, cells) for line in things.stack(slice_.pile)]
    words = f"{slice_.pile_word} {slice_.pile}"
    lines = [*pile, centred((Piece(words, "words"),), cells)]
    if slice_.aside:
        lines.append(centred(_aside(slice_), cells))
    if slice_.open:
        lines += [centred(line, cells) for line in _open(slice_, cells)]
    above = max(0, (rows - len(lines)) // 2)
    return _filled([*[left((), cells)] * above, *lines], cells, rows)


def _flat_middle(slice_: p.Middle, cells: int, rows: int) -> list[Row]:
    """Beside a single opponent on a small screen: what lies open is what matters there."""
    open_cards = _open(slice_, cells) if slice_.open else []
    words = [centred(_aside(slice_), cells)] if slice_.aside else []
    lines = [*(centred(line, cells) for line in open_cards), *words]
    above = max(0, (rows - len(lines)) // 2)
    return _filled([*[left((), cells)] * above, *lines], cells, rows)


def _aside(slice_: p.Middle) -> Row:
    return row(Piece(f"{slice_.aside_word} ", "words"), Piece(things.BACK, "back"))


def _open(slice_: p.Middle, cells: int) -> list[Row]:
    fan = things.fan([face.value for face in slice_.open], cells)
    names = ", ".join(face.name for face in slice_.open)
    label = row(Piece(f"{slice_.open_word}: ", "words"), Piece(names, "name"))
    return [*fan, trim(label, cells)]


def _filled(lines: Sequence[Row], cells: int, rows: int) -> list[Row]:
    kept = [left(line, cells) for line in lines[:rows]]
    return [*kept, *[left((), cells)] * (rows - len(kept))]


# --------------------------------------------------------------------- own row


def own(slice_: p.Seat, cells: int, label: str, laid: str, crossing: int | None = None) -> list[Row]:
    """The line that divides the table from the own hand."""
    parts: list[Piece | Row | str] = [Piece(label, "title"), " "] if label else []
    if slice_.turn:
        parts.append(Piece("▶ ", "turn"))
    parts += [
        Piece(f"{slice_.number} ", "number"),
        Piece(slice_.name, hue(slice_.number)),
        " ",
        things.tokens(slice_.tokens, slice_.goal, slice_.token, 12),
    ]
    if slice_.word:
        style = "good" if slice_.safe and not slice_.out else "chosen" if slice_.target else "faint"
        parts += ["  ", Piece(slice_.word, style)]
    first = row(*parts)
    last = _laid(slice_, cells - width(first) - 10, laid)
    signs = [(crossing, "┴")] if crossing is not None else []
    return [rule(cells, *signs, text=Edge(first, last))]


def _laid(slice_: p.Seat, room: int, laid: str) -> Row:
    """The own discards, as many of the newest as there is room for."""
    names = [f"{face.value} {face.name}" for face in slice_.discards]
    while names and cell_len(f"{laid} " + " · ".join(names)) > room:
        names.pop(0)
    if not names:
        return ()
    return row(Piece(f"{laid} ", "words"), Piece(" · ".join(names), "name"))
