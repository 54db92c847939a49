"""The story as rows, prose in lines of a width that one likes to read; and the map of the Tower."""

from __future__ import annotations

from typing import NamedTuple

from rich.cells import cell_len

from lltui.desk.two_princes.possible_moves import PickedMove, goer
from lltui.desk.two_princes.view import Page, Para, PrincesView, StoryPane, slot
from lltui.games.two_princes import model as m
from lltui.games.two_princes.story.printed import DECKS, GROWS
from lltui.tui.art.rows import Edge, Piece, Row, centred, left, parted, row, rule, titled, width, wrapped

MEASURE = 74  # cells of a line of prose
MISERY = 6
STYLES = {
    "prose": "prose",
    "aside": "aside",
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


SLOTS = ("events", "encounters", "night")
GAP = 3
ROOMY_HEAD = 110  # cells, in which all of it stands beside the word that this is practice


def head(shown: tuple[PrincesView, int, bool], cells: int) -> list[Row]:
    """The first line: where in the story one is, how much was checked, and how much misery there is."""
    (see, proof, practice), words = shown, shown[0].words
    public = see.public
    parts: list[Piece | str] = [" "]
    more: list[Piece] = []
    if practice:
        parts += [Piece(words("head.practice"), "warn"), "   "]
    if public.chapter == "tower":
        parts += [Piece(words("head.tower", day=public.day), "title"), "   "]
        for n, each in enumerate(SLOTS if not practice or cells >= ROOMY_HEAD else ()):
            word = words(f"head.{each}")
            parts += [Piece(" · ", "words")] if n else []
            parts.append(Piece(f"[{word}]", "chosen") if each == slot(see) else Piece(word, "words"))
    else:
        night = ", ".join(see.voice.night(public))
        told = words("head.escape", night=night) if night else words(f"head.{public.chapter}")
        parts.append(Piece(told, "title"))
        if public.deck is not None and public.chapter != "book":
            more.append(Piece(words("head.left", number=public.deck), "words"))
    if proof:
        more.append(Piece(words("head.proof", number=proof), "good"))
    last = row(*misery(see), " ")
    room = cells - width(last)
    for piece in more:  # what there is no room for is not begun
        if width(row(*parts)) + GAP + cell_len(piece.text) < room:
            parts += [" " * GAP, piece]
    return [row(left(row(*parts), room), last)]


def misery(see: PrincesView) -> tuple[Piece, ...]:
    """A track of six; what is full of it is told by shape, too."""
    have = see.public.misery
    style = "bad" if have >= MISERY - 2 else "warn" if have else "words"
    word = Piece(f"{see.words('head.misery')} ", "words")
    return (word, Piece("●" * have, style), Piece("○" * (MISERY - have), "faint"))


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


class TowerMap(NamedTuple):
    """Where a prince may go: four locations, and the night."""

    see: PrincesView
    now: PickedMove


def window(slice_: StoryPane | TowerMap | None, cells: int, rows: int) -> Window:
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


def page(slice_: StoryPane | TowerMap, cells: int, rows: int) -> list[Row]:
    """The page that is read, or the map."""
    return tower(slice_, cells, rows) if isinstance(slice_, TowerMap) else story(slice_, cells, rows)


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


def tower(shown: TowerMap, cells: int, rows: int) -> list[Row]:
    """Four quarters around the White Tower, between the hill and the river."""
    words, public = shown.see.words, shown.see.public
    inner = min(WIDTH, cells - 6)
    half = (inner - 3) // 2
    hill, white, river = (words(f"map.{name}") for name in ("hill", "white", "river"))
    edge, night = "rim", words("map.night", number=public.piles[-1])
    drawn: list[Row] = [
        row(Piece(f" ~ {hill} ~", "words")),
        row(Piece("╔" + "═" * half + "╤" + "═" * half + "╗", edge)),
        *_beside(shown, (0, 1), half),
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
        *_beside(shown, (2, 3), half),
        row(Piece("╚" + "═" * half + "╧" + "═" * half + "╝", edge)),
        parted(row(Piece(f" ~ ~ ~ {river} ~ ~ ~", "words")), row(Piece(night, "words")), inner),
    ]
    margin = " " * max(2, (cells - inner) // 2)
    above = [()] if rows > HEIGHT + 2 else []
    body = [left(row(margin, line), cells) for line in (*above, *drawn)]
    side = f"{words('map.left')} {words('map.piles')}"
    return [titled(_whereto(shown), cells, side), *body][:rows]


def _whereto(shown: TowerMap) -> str:
    """Who goes where, or whether he goes out."""
    see, visiting = shown.see, shown.see.public.phase == "visit"
    seat = goer(see, shown.now)
    if seat is None:
        return see.words("map.title_plain" if visiting else "map.night_plain")
    return see.words("map.title" if visiting else "map.night_title", who=see.name(seat).upper())


def _beside(shown: TowerMap, places: tuple[int, int], half: int) -> list[Row]:
    wall, inner = Piece("║", "rim"), Piece("│", "rim")
    one, other = (_spot(shown, place, half) for place in places)
    return [row(wall, left(a, half), inner, left(b, half), wall) for a, b in zip(one, other, strict=True)]


def _spot(shown: TowerMap, place: int, half: int) -> list[Row]:
    """Name and key; what one learns there, or why it cannot be visited; how many cards."""
    see, now = shown
    deck, cards, asked = DECKS[place], see.public.piles[place], see.public.phase == "visit" and now.asks
    going = [action.location for action in now.menu if isinstance(action, m.Visit)]
    shut = not cards or (asked and deck not in going)
    chosen = isinstance(now.selected, m.Visit) and now.selected.location == deck
    mark = Piece("▸" if chosen else " ", "chosen")
    style = "faint" if shut else "chosen" if chosen else "name"
    name = Piece(see.words(f"map.{deck}").upper(), style)
    told = see.words("why.empty") if shut else see.frame(f"attr.{GROWS[deck]}")
    pile = row(Piece("■" * cards, "faint" if shut else "dots"), Piece(f" {cards} ", "number"))
    key = Piece(f"{place + 1 if asked else ' '} ", "number")
    return [left(row(mark, key, name), half), parted(row("   ", Piece(told, "words")), pile, half)]
