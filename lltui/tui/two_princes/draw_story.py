"""The story as rows, prose in lines of a width that one likes to read; and the map of the Tower."""

from __future__ import annotations

from typing import NamedTuple

from rich.cells import cell_len

from lltui.desk.two_princes.view import Map, Page, Para, Spot, StoryHead, StoryPane
from lltui.tui.art.rows import Edge, Piece, Row, centred, left, parted, row, rule, titled, wrapped

MEASURE = 74  # cells of a line of prose
MISERY = 6
STYLES = {
    "prose": "strong",
    "aside": "note",
    "rule": "words",
    "fact": "name",
    "good": "good",
    "bad": "bad",
    "head": "title",
    "art": "drawing",
}
MARKS = {"fact": "· ", "rule": "→ ", "aside": "* "}


class Window(NamedTuple):
    """The lines from `first` to before `last` of so many."""

    first: int
    last: int
    total: int

    @property
    def more(self) -> bool:
        """Something stands below."""
        return self.last < self.total


def head(slice_: StoryHead, cells: int) -> list[Row]:
    """The first line."""
    parts: list[Piece | str] = [" ", Piece(slice_.chapter, "title")]
    if slice_.steps:
        parts.append("   ")
        for n, (word, now) in enumerate(slice_.steps):
            parts += [Piece(" · ", "words")] if n else []
            parts.append(Piece(f"[{word}]", "chosen") if now else Piece(word, "words"))
    if slice_.left:
        parts += ["   ", Piece(slice_.left, "words")]
    if slice_.proof:
        parts += ["   ", Piece(slice_.proof, "good")]
    last = row(*misery(slice_), " ")
    return [row(left(row(*parts), cells - sum(cell_len(piece.text) for piece in last)), last)]


def misery(slice_: StoryHead) -> tuple[Piece, ...]:
    """A track of six; what is full of it is told by shape, too."""
    style = "bad" if slice_.misery >= MISERY - 2 else "warn" if slice_.misery else "words"
    full, empty = "●" * slice_.misery, "○" * (MISERY - slice_.misery)
    return (Piece(f"{slice_.misery_word} ", "words"), Piece(full, style), Piece(empty, "faint"))


def indent(cells: int) -> int:
    """Air on both sides."""
    return max(2, (cells - MEASURE) // 2)


def measure(cells: int) -> int:
    """The width of a line of prose."""
    return min(MEASURE, cells - 2 * indent(cells))


def lines(page: Page, cells: int) -> tuple[list[Row], int]:
    """All lines of a page, and the one where it is seen first."""
    found: list[Row] = []
    begin, before = 0, ""
    for n, para in enumerate(page.paras):
        if before and _apart(before, para.kind):
            found.append(())
        if n == page.begin:
            begin = len(found)
        found += paragraph(para, cells)
        before = para.kind
    return found, begin


def needed(page: Page, cells: int) -> int:
    """Rows from where it is seen first; the rest one may scroll to."""
    bare = _bare(page)
    found, begin = lines(bare, cells)
    return len(found) - begin


def _apart(before: str, kind: str) -> bool:
    """Whether there is air between them."""
    listed = {"fact", "rule", "bad", "good"}
    return not (before == kind == "art" or (before in listed and kind in listed) or before == "head")


def paragraph(para: Para, cells: int) -> list[Row]:
    """One paragraph as rows."""
    margin, mark = " " * indent(cells), MARKS.get(para.kind, "")
    if para.kind == "art":
        return [row(margin, Piece(para.text, "drawing"))]
    told = wrapped(para.text, measure(cells) - len(mark))
    style = STYLES[para.kind]
    return [
        row(margin, Piece(" " * len(mark) if n else mark, "words"), Piece(line, style))
        for n, line in enumerate(told)
    ]


def window(slice_: StoryPane | Map | None, cells: int, rows: int) -> Window:
    """What of it is seen; without an offset, from where it begins; there is nothing to read on a map."""
    if not isinstance(slice_, StoryPane):
        return Window(0, 0, 0)
    found, begin = _fitting(slice_.page, cells, rows)
    total = len(found)
    if total <= rows:
        return Window(0, total, total)
    first = begin if slice_.offset is None else slice_.offset
    first = max(0, min(first, max(begin, total - rows)))
    return Window(first, min(total, first + rows), total)


def _fitting(page: Page, cells: int, rows: int) -> tuple[list[Row], int]:
    """A picture gives way where there is no room for it."""
    found, begin = lines(page, cells)
    if len(found) > rows and any(para.kind == "art" for para in page.paras):
        return lines(_bare(page), cells)
    return found, begin


def _bare(page: Page) -> Page:
    """Without its picture."""
    drawn = sum(para.kind == "art" for para in page.paras)
    paras = tuple(para for para in page.paras if para.kind != "art")
    return page._replace(paras=paras, begin=max(0, page.begin - drawn))


def page(slice_: StoryPane | Map, cells: int, rows: int) -> list[Row]:
    """The page that is read, or the map."""
    return tower(slice_, cells, rows) if isinstance(slice_, Map) else story(slice_, cells, rows)


def story(slice_: StoryPane, cells: int, rows: int) -> list[Row]:
    """A title in a line, and the page below it."""
    page, room = slice_.page, rows - 1
    found, _ = _fitting(page, cells, room)
    seen = window(slice_, cells, room)
    right = slice_.more if seen.more else slice_.on or page.right
    edge = Edge(row(Piece(page.title, "title")), row(Piece(right, "notice" if seen.more else "words")))
    edge = edge if right else Edge(edge.first)
    told = found[seen.first : seen.last]
    if len(told) < room - 1:
        told = [(), *told]
    return [rule(cells, text=edge), *(left(line, cells) for line in told)]


HEIGHT = 12
WIDTH = 62


def tower(slice_: Map, cells: int, rows: int) -> list[Row]:
    """Four quarters around the White Tower, between the hill and the river."""
    inner = min(WIDTH, cells - 6)
    half = (inner - 3) // 2
    hill, white, river = slice_.names
    edge = "edge"
    first, second, third, fourth = slice_.spots
    drawn: list[Row] = [
        row(Piece(f" ~ {hill} ~", "words")),
        row(Piece("╔" + "═" * half + "╤" + "═" * half + "╗", edge)),
        *_beside(first, second, half),
        row(
            Piece("╟" + "─" * (half - 8) + "┬───────", edge),
            Piece("┴", edge),
            Piece("───────┬" + "─" * (half - 8) + "╢", edge),
        ),
        row(
            Piece("║" + " " * (half - 8) + "│", edge),
            centred(row(Piece(white, "words")), 15),
            Piece("│" + " " * (half - 8) + "║", edge),
        ),
        row(Piece("╟" + "─" * (half - 8) + "┴───────┬───────┴" + "─" * (half - 8) + "╢", edge)),
        *_beside(third, fourth, half),
        row(Piece("╚" + "═" * half + "╧" + "═" * half + "╝", edge)),
        parted(row(Piece(f" ~ ~ ~ {river} ~ ~ ~", "words")), row(Piece(slice_.night, "words")), inner),
    ]
    margin = " " * max(2, (cells - inner) // 2)
    above = [()] if rows > HEIGHT + 2 else []
    body = [left(row(margin, line), cells) for line in (*above, *drawn)]
    side = " ".join(slice_.legend)
    return [titled(slice_.title, cells, side), *body][:rows]


def _beside(one: Spot, other: Spot, half: int) -> list[Row]:
    wall, inner = Piece("║", "edge"), Piece("│", "edge")
    return [
        row(wall, left(a, half), inner, left(b, half), wall)
        for a, b in zip(_spot(one, half), _spot(other, half), strict=True)
    ]


def _spot(spot: Spot, half: int) -> list[Row]:
    """Name and key; what one learns there; how many cards."""
    mark = Piece("▸" if spot.chosen else " ", "chosen")
    style = "faint" if spot.reason else "chosen" if spot.chosen else "name"
    name = row(mark, Piece(f"{spot.key} ", "number"), Piece(spot.name, style))
    told = spot.reason or spot.grows
    pile = row(
        Piece("■" * spot.cards, "faint" if spot.reason else "dots"), Piece(f" {spot.cards} ", "number")
    )
    return [left(name, half), parted(row("   ", Piece(told, "words")), pile, half)]
