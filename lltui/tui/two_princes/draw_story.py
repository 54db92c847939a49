"""The story as rows, prose in lines of a width that one likes to read; the map of the Tower, and tokens."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from rich.cells import cell_len

from lltui.desk.two_princes.possible_moves import PickedMove, goer
from lltui.desk.two_princes.story_pages import art as art_of
from lltui.desk.two_princes.view import Choice, Page, Para, PrincesView, Setting, StoryPane
from lltui.files import reading
from lltui.games.two_princes import model as m
from lltui.games.two_princes.story.printed import DECKS, GROWS
from lltui.games.two_princes.views import PrinceView
from lltui.tui import art
from lltui.tui.art.rows import (
    DOTTED,
    HEAVY,
    LIGHT,
    Edge,
    Piece,
    Row,
    beside,
    centred,
    framed,
    left,
    parted,
    row,
    titled,
    width,
    wrapped,
)

MEASURE = 70  # cells of a line of prose
PLATED = 110  # cells, from which on a plate stands beside the prose
PLATE = 38  # cells of its column
MISERY = 6
STYLES = {
    "prose": "prose",
    "aside": "aside",
    "rule": "words",
    "fact": "name",
    "good": "good",
    "bad": "bad",
    "head": "name",
}
MARKS = {"fact": "■ ", "rule": "→ ", "aside": "  "}


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


class HeadShown(NamedTuple):
    """The page that is read, and how much was checked; `misery` is as much as was told."""

    see: PrincesView
    setting: Setting
    misery: int
    proof: int = 0
    practice: bool = False


def head(shown: HeadShown, cells: int) -> list[Row]:
    """The first line: where in the story the page is, how much was checked, and how much misery there is."""
    see, setting, _, proof, practice = shown
    words, public = see.words, setting.public
    parts: list[Piece | str] = [" "]
    more: list[Piece] = []
    if practice:
        parts += [Piece(words("head.practice"), "warn"), "   "]
    if public.chapter == "tower":
        parts += [Piece(words("head.tower", setting=see.voice.setting, day=public.day), "title"), "   "]
        for n, each in enumerate(SLOTS if not practice or cells >= ROOMY_HEAD else ()):
            word = words(f"head.{each}")
            parts += [Piece(" · ", "words")] if n else []
            parts.append(Piece(f"[{word}]", "chosen") if each == setting.slot else Piece(word, "words"))
    else:
        name = "escape" if public.chapter.startswith("escape") else public.chapter
        parts.append(Piece(words(f"head.{name}"), "title"))
        for each in see.voice.night(public):
            alarm = each == see.voice.words("night.alarm")
            parts += [Piece(" · ", "words"), Piece(each, "bad" if alarm else "words")]
        if public.deck is not None and public.chapter != "book":
            more.append(Piece(words("head.left", number=public.deck), "words"))
    if proof:
        more.append(Piece(words("head.proof", number=proof), "good"))
    last = row(*misery(see, shown.misery), " ")
    told = row(
        *misery(see, shown.misery), Piece(f" {words('head.of_six', number=shown.misery)}", "words"), " "
    )
    if width(row(*parts)) + GAP + width(told) <= cells:
        last = told
    room = cells - width(last)
    for piece in more:  # what there is no room for is not begun
        if width(row(*parts)) + GAP + cell_len(piece.text) < room:
            parts += [" " * GAP, piece]
    return [row(left(row(*parts), room), last)]


def misery(see: PrincesView, have: int) -> tuple[Piece, ...]:
    """A track of six; what is full of it is told by shape, too."""
    style = "bad" if have >= MISERY - 2 else "warn" if have else "words"
    word = Piece(f"{see.words('head.misery')} ", "words")
    return (word, Piece("●" * have, style), Piece("○" * (MISERY - have), "faint"))


def indent(cells: int) -> int:
    """Air on both sides."""
    return max(2, (cells - MEASURE) // 2)


def measure(cells: int) -> int:
    """The width of a line of prose."""
    return min(MEASURE, cells - 2 * indent(cells))


# ------------------------------------------------------------------- the plates


@cache
def _friezes() -> dict[str, Any]:
    return tomllib.loads(reading.shipped(Path(art.__file__).with_name("friezes.toml")))


FRIEZE = 3  # rows
BIRDS = ((0, 60), (1, 57))
STARS = ((0, 4), (0, 22), (1, 29), (0, 52), (1, 63), (0, 70))
MOON = ((0, 75, "▄"), (0, 76, "▀"), (1, 75, "▀"), (1, 76, "▄"))
EVERY = 2  # merlon is red


def frieze(setting: Setting, cells: int) -> list[Row]:
    """Three layers: the place; birds or stars, where there is a sky; red merlons, once there is an alarm."""
    printed = _friezes().get(setting.place)
    if printed is None:
        return []
    drawn = printed["rows"].splitlines()
    sky = _sky(setting) if printed.get("sky") else {}
    found = []
    for y in range(FRIEZE):
        line = (drawn[y].ljust(WIDE) * (cells // WIDE + 1))[:cells]
        found.append(row(*(_cell(setting, sky, line, x, y) for x in range(cells))))
    return [_joined(line) for line in found]


WIDE = 80  # cells that are drawn


class PlateShown(NamedTuple):
    """Where and when a page plays, and the large picture of that place, if there is one."""

    setting: Setting
    art: tuple[str, ...] = ()


SKY = 11  # rows of it above a place that has one
CRESCENT = ("  ▄██▀", "▄██▀", "███", "▀██▄", "  ▀██▄")
LIGHTS = ((1, 3), (0, 15), (3, 11), (5, 5), (2, 23), (7, 29), (8, 14), (9, 2))
FLOCK = ((2, 9), (3, 7), (4, 21), (7, 25))


def plate(shown: PlateShown, cells: int, rows: int) -> list[Row]:
    """A picture in its frame: the place by its hour, under its sky where it has one.

    Of a place without a large picture a part of its frieze is seen.
    """
    setting, inner = shown.setting, cells - 4
    printed = _friezes().get(setting.place)
    if printed is None and not shown.art:
        return []
    outside = printed is not None and bool(printed.get("sky"))
    drawn: list[Row] = [(Piece(line, "drawing"),) for line in shown.art]
    while drawn and not "".join(piece.text for piece in drawn[-1]).strip():
        drawn.pop()
    if not drawn and printed is not None:
        begin = printed.get("at", 0)
        parts = [line.ljust(WIDE)[begin : begin + inner] for line in printed["rows"].splitlines()]
        drawn = [
            _joined(row(*(_cell(setting, {}, part, x, y) for x in range(inner))))
            for y, part in enumerate(parts)
        ]
    sky = _heaven(setting, inner) if outside and setting.dark is not None else [()]
    told = [*sky, *(centred(line, inner) for line in drawn), ()]
    return [row(" ", line) for line in framed(told, cells - 2, style="rim")][:rows]


def _heaven(setting: Setting, cells: int) -> list[Row]:
    """Birds by day; by night stars and a moon; nothing where nobody has said which it is."""
    signs = dict.fromkeys(FLOCK, "v") if setting.dark is False else {}
    signs = dict.fromkeys(LIGHTS, "·") if setting.dark else signs
    found: list[Row] = []
    for y in range(SKY):
        line = "".join(signs.get((y, x), " ") for x in range(cells))
        moon = CRESCENT[y - 1] if setting.dark and 0 < y <= len(CRESCENT) else ""
        parted_ = Piece(line[: cells - 9], "words"), Piece(moon, "prose")
        found.append(row(*parted_) if moon else row(Piece(line, "words")))
    return found


def _sky(setting: Setting) -> dict[tuple[int, int], Piece]:
    if setting.dark is None:
        return {}
    if not setting.dark:
        return {(y, x): Piece("v", "words") for y, x in BIRDS}
    stars = {(y, x): Piece("·", "words") for y, x in STARS}
    return {**stars, **{(y, x): Piece(sign, "prose") for y, x, sign in MOON}}


def _cell(setting: Setting, sky: Mapping[tuple[int, int], Piece], line: str, x: int, y: int) -> Piece:
    sign, ink = line[x], "night" if setting.dark else "frieze"
    if sign == "w":
        return Piece("■", "chosen") if setting.lit else Piece("▀", ink)
    if sign == " ":
        around = line[max(0, x - 1) : x + 2]
        return sky.get((y, x), Piece(" ")) if around.isspace() else Piece(" ")
    alone = sign == "▄" and line[x - 1 : x] == " " and line[x + 1 : x + 2] in ("", " ")
    if setting.public.alarm and alone and x // 2 % EVERY:
        return Piece(sign, "bad")
    return Piece(sign, ink)


def _joined(line: Row) -> Row:
    """As few pieces as there are inks."""
    parts = groupby(line, key=lambda piece: piece.style)
    return tuple(Piece("".join(piece.text for piece in group), style) for style, group in parts)


# ------------------------------------------------------------------- the page


def lines(pane: StoryPane, cells: int, *, plate: bool = True) -> tuple[list[Row], int]:
    """All lines of a page, its plate and its title first; and the one where it is seen first."""
    page, air = pane.page, [()] * pane.airy
    found: list[Row] = []
    if plate and not pane.plated and page.setting is not None and (drawn := frieze(page.setting, cells)):
        found += [*drawn, *air]
    if page.title:
        found += [_title(page, cells), *air]
    begin, before = 0, ""
    for n, para in enumerate(page.paras):
        if before and _apart(before, para.kind, airy=pane.airy):
            found.append(())
        if n == page.begin:
            begin = len(found) if n else 0
        inner = before == para.kind == "prose" and not pane.airy
        found += paragraph(para, cells, inner=inner)
        before = para.kind
    return found, begin


def _title(page: Page, cells: int) -> Row:
    """What it is called, and at the end of the row who is at it."""
    title, right = Piece(page.title, "chosen"), Piece(page.right, "words")
    return row(" " * indent(cells), parted((title,), row(right), measure(cells)))


def needed(pane: StoryPane, cells: int) -> int:
    """Rows from where it is seen first, without its plate; the rest one may scroll to."""
    found, begin = lines(pane, cells, plate=False)
    return len(found) - begin + (len(_pinned(pane, cells)) if begin else 0)


def _apart(before: str, kind: str, *, airy: bool) -> bool:
    """Whether there is air between them: on small screens a paragraph is told by its indent."""
    told = {"prose", "aside"}
    if before in told and kind in told:
        return airy
    listed = {"fact", "rule", "bad", "good"}
    return not (before in listed and kind in listed)


def paragraph(para: Para, cells: int, *, inner: bool = False) -> list[Row]:
    """One paragraph as rows; an `inner` one begins with an indent."""
    margin, mark = " " * indent(cells), MARKS.get(para.kind, "")
    if para.sum is not None:
        return verdict(para, cells)
    room, style = measure(cells) - len(mark), STYLES[para.kind]
    told = wrapped(f"{INDENT}{para.text}" if inner else para.text, room)
    return [
        row(
            margin,
            Piece(" " * len(mark) if n else mark, "dots"),
            Piece(line.replace(INDENT, "  ") if inner else line, style),
        )
        for n, line in enumerate(told)
    ]


INDENT = "\u2800\u2800"  # two cells that no line is broken at

# ------------------------------------------------------------------- the ruler

POINT = 5  # cells of one, where there is room for that


def ruler(total: int, value: int, cells: int, post_says: str, style: str) -> list[Row]:
    """What is wanted as a post, the sum as a bar that has to cross it."""
    margin, room = indent(cells), measure(cells)
    most = max(total, value, 1)
    point = max(1, min(POINT, room // (most + 2)))
    post, end = max(0, value) * point, max(0, total) * point
    length = min(room - 1, max((value + 4) * point, end))
    bar = [("█" if x < end else "░") for x in range(length)]
    parts = (Piece("".join(bar[:post]), style), Piece("┃", "strong"), Piece("".join(bar[post:]), style))
    before = max(0, margin + post - cell_len(post_says) // 2)
    found: list[Row] = [row(" " * before, Piece(post_says, "strong")), row(" " * margin, *parts)]
    at = margin + end + (end > post) - len(str(total))
    found.append(row(" " * max(0, at), Piece(str(total), style)))
    return found


def verdict(para: Para, cells: int) -> list[Row]:
    """The ruler with its sum, and what that comes to."""
    assert para.sum is not None, para
    told = Piece(para.text, para.kind)
    return [*ruler(*para.sum[:2], cells, para.sum[2], para.kind), row(" " * (indent(cells) + 4), told)]


class TowerMap(NamedTuple):
    """Where a prince may go: four locations, and the night."""

    see: PrincesView
    now: PickedMove


def window(slice_: StoryPane | TowerMap | None, cells: int, rows: int) -> Window:
    """What of it is seen; without an offset, from where it begins; there is nothing to read on a map."""
    if not isinstance(slice_, StoryPane):
        return Window(0, 0, 0)
    found, begin = _fitting(slice_, cells, rows)
    total = len(found)
    if total <= rows:
        return Window(0, total, total)
    lowest = total - rows + len(_pinned(slice_, cells))
    # What came of it stands below as much of the card as there is room for.
    first = lowest if slice_.asked else min(begin, lowest)
    first = first if slice_.offset is None else slice_.offset
    first = max(0, min(first, lowest if slice_.asked else max(begin, lowest)))
    room = rows - (len(_pinned(slice_, cells)) if first else 0)
    return Window(first, min(total, first + room), total)


def _pinned(pane: StoryPane, cells: int) -> list[Row]:
    """What a page is called stays at its top when that has gone off."""
    return [_title(pane.page, cells)] if pane.page.title else []


def _fitting(pane: StoryPane, cells: int, rows: int) -> tuple[list[Row], int]:
    """The plate gives way where the question has the room for it."""
    found, begin = lines(pane, cells)
    if len(found) > rows and (pane.asked or begin):
        return lines(pane, cells, plate=False)
    return found, begin


def page(slice_: StoryPane | TowerMap, cells: int, rows: int) -> list[Row]:
    """The page that is read, or the map."""
    return tower(slice_, cells, rows) if isinstance(slice_, TowerMap) else story(slice_, cells, rows)


def story(slice_: StoryPane, cells: int, rows: int) -> list[Row]:
    """As much of the page as is seen."""
    found, _ = _fitting(slice_, cells, rows)
    seen = window(slice_, cells, rows)
    told = found[seen.first : seen.last]
    if seen.first:
        told = [*_pinned(slice_, cells), *told]
    return [left(line, cells) for line in told]


HEIGHT = 12
WIDTH = 62


def tower(shown: TowerMap, cells: int, rows: int) -> list[Row]:
    """Four quarters around the White Tower, between the hill and the river."""
    words, public = shown.see.words, shown.see.public
    high = _quarter(cells, rows)
    inner, half = _inner(cells, high), _half(cells, high)
    hill, white, river = (words(f"map.{name}") for name in ("hill", "white", "river"))
    edge, night = "rim", words("map.night", number=public.piles[-1])
    drawn: list[Row] = [
        row(Piece(f" ~ {hill} ~", "words")),
        row(Piece("╔" + "═" * half + "╤" + "═" * half + "╗", edge)),
        *_beside(shown, (0, 1), half, high),
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
        *_beside(shown, (2, 3), half, high),
        row(Piece("╚" + "═" * half + "╧" + "═" * half + "╝", edge)),
        parted(row(Piece(f" ~ ~ ~ {river} ~ ~ ~", "words")), row(Piece(night, "words")), inner),
    ]
    above = [()] * _above(rows)
    body = [left(row(" " * _margin(cells, high), line), cells) for line in (*above, *drawn)]
    side = f"{words('map.left')} {words('map.piles')}"
    return [titled(_whereto(shown), cells, side), *body][:rows]


QUARTER, PICTURED = 2, (13, 100)  # rows of one; those of one with its picture, and the cells of all


def _quarter(cells: int, rows: int) -> int:
    """Rows of a place: with a picture of it where there is room for four."""
    high, least = PICTURED
    return high if cells >= least and rows >= HEIGHT + 2 * (high - QUARTER) else QUARTER


def _inner(cells: int, high: int) -> int:
    return min(WIDTH if high == QUARTER else PICTURED[1], cells - 6)


def _half(cells: int, high: int) -> int:
    return (_inner(cells, high) - 3) // 2


def _margin(cells: int, high: int) -> int:
    return max(2, (cells - _inner(cells, high)) // 2)


def _above(rows: int) -> int:
    return int(rows > HEIGHT + 2)


def place_at(shown: StoryPane | TowerMap, cells: int, rows: int, column: int, line: int) -> str:
    """The key of the place that is drawn there, if one is asked for."""
    high = _quarter(cells, rows)
    at = line - 3 - _above(rows)
    first = 0 if 0 <= at < high else 2 if high + 3 <= at < 2 * high + 3 else None
    if not isinstance(shown, TowerMap) or first is None or not _places_asked(shown):
        return ""
    half, inside = _half(cells, high), column - _margin(cells, high) - 1
    other = inside - half - 1
    return str(first + 1) if 0 <= inside < half else str(first + 2) if 0 <= other < half else ""


def _places_asked(shown: TowerMap) -> bool:
    return shown.see.public.phase == "visit" and shown.now.asks


def _whereto(shown: TowerMap) -> str:
    """Who goes where, or whether he goes out."""
    see, visiting = shown.see, shown.see.public.phase == "visit"
    seat = goer(see, shown.now)
    if seat is None:
        return see.words("map.title_plain" if visiting else "map.night_plain")
    return see.words("map.title" if visiting else "map.night_title", who=see.name(seat).upper())


def _beside(shown: TowerMap, places: tuple[int, int], half: int, high: int) -> list[Row]:
    wall, inner = Piece("║", "rim"), Piece("│", "rim")
    one, other = (_spot(shown, place, half, high) for place in places)
    return [row(wall, left(a, half), inner, left(b, half), wall) for a, b in zip(one, other, strict=True)]


def _spot(shown: TowerMap, place: int, half: int, high: int) -> list[Row]:
    """Name and key; what one learns there, or why it cannot be visited; how many cards."""
    see, now = shown
    deck, cards, asked = DECKS[place], see.public.piles[place], _places_asked(shown)
    going = [action.location for action in now.menu if isinstance(action, m.Visit)]
    shut = not cards or (asked and deck not in going)
    chosen = isinstance(now.selected, m.Visit) and now.selected.location == deck
    mark = Piece("▸" if chosen else " ", "chosen")
    style = "faint" if shut else "chosen" if chosen else "name"
    name = Piece(see.words(f"map.{deck}").upper(), style)
    told = see.words("why.empty") if shut else see.frame(f"attr.{GROWS[deck]}")
    pile = row(Piece("■" * cards, "faint" if shut else "dots"), Piece(f" {cards} ", "number"))
    key = Piece(f"{place + 1 if asked else ' '} ", "number")
    drawn: list[Row] = []
    if high > QUARTER:
        ink = "faint" if shut else "drawing"
        lines_ = [(Piece(para.text, ink),) for para in art_of(see, deck)]
        cells = max(map(width, lines_), default=0)
        drawn = [(), *(centred(left(line, cells), half) for line in lines_), *[()] * high]
    told_ = [left(row(mark, key, name), half), parted(row("   ", Piece(told, "words")), pile, half)]
    return [*told_, *drawn][:high]


# ------------------------------------------------------------------- doors

DOORS, ACROSS, AJAR = 4, 2, 5  # most of them, how many stand in a row, and rows of one at the least


def doors(choices: Sequence[Choice], cells: int) -> list[Row]:
    """A few answers as doors: the key above, what it is called, and below that what it costs or gives."""
    found: list[Row] = []
    if not 1 < len(choices) <= DOORS:
        return found
    wide = _door(cells)
    for n in range(0, len(choices), ACROSS):
        pair = choices[n : n + ACROSS]
        inside = [_behind(choice, wide - 6) for choice in pair]
        high = max(AJAR, *map(len, inside))
        blocks = []
        for choice, lines_ in zip(pair, inside, strict=True):
            frame, style = (
                (HEAVY, "chosen") if choice.chosen else (DOTTED, "faint") if choice.reason else (LIGHT, "rim")
            )
            key = Edge(row(Piece(choice.key, "number")))
            by = Edge((), (Piece(f"◂ {choice.by}", "known"),)) if choice.by else None
            block = [row("  ", line) for line in (*lines_, *[()] * (high - len(lines_)))]
            blocks.append(framed(block, wide, frame, style, key, by))
        found += [row(" ", line) for line in beside(*blocks, gap=1)]
    return found


def _door(cells: int) -> int:
    return (cells - 2) // ACROSS


def _behind(choice: Choice, cells: int) -> list[Row]:
    style = "chosen" if choice.chosen else "faint" if choice.reason else "strong"
    found: list[Row] = [(), *((Piece(line, style),) for line in wrapped(choice.label, cells))]
    for text, ink in ((choice.rules, "words"), (choice.reason, "barred")):
        found += [(), *((Piece(line, ink),) for line in wrapped(text, cells))] if text else []
    return found


def door_at(choices: Sequence[Choice], cells: int, column: int, line: int) -> str:
    """The key of the door that stands there."""
    wide, above = _door(cells), 0
    for n in range(0, len(choices), ACROSS):
        pair = choices[n : n + ACROSS]
        high = max(AJAR, *(len(_behind(choice, wide - 6)) for choice in pair)) + 2
        at, into = divmod(column - 1, wide + 1)
        if above <= line < above + high:
            return pair[at].key if 0 <= at < len(pair) and into < wide else ""
        above += high
    return ""


# ------------------------------------------------------------------- tokens

TOKENS, TOKEN = 32, 14  # cells of both, and of one


def tokens(see: PrincesView) -> list[Row]:
    """A covered one for each who has chosen, a dotted place until then; the own one shows what it says."""
    return beside(*(_token(see, boy) for boy in see.public.princes), gap=2)


def _token(see: PrincesView, boy: PrinceView) -> list[Row]:
    own = see.you == boy.seat
    laid = boy.seat in see.public.asked.chosen or (own and see.private.ballot is not None)
    name = Piece(see.name(boy.seat), f"seat-{see.prince(boy.seat)}")
    if laid:
        inner: Row = (Piece("▒" * (TOKEN - 2), "back"),)
        if own and see.private.ballot is not None:
            number = "ab".index(see.private.ballot) + 1
            inner = centred(row(Piece(f"▒▒ {number} ▒▒", "back")), TOKEN - 2)
        box = framed([inner], TOKEN, LIGHT, "back")
    else:
        mine = Piece(see.words("token.yours") if own else "", "words")
        box = framed([centred(row(mine), TOKEN - 2)], TOKEN, DOTTED, "rim")
    below = Piece(see.words("token.laid" if laid else "token.open"), "words")
    return [centred(row(name), TOKEN), *box, centred(row(below), TOKEN)]
