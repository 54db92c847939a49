"""The middle of the table as a stage: what happened since one's last turn, and each moment in its own form.

A drawing is a function of the moment, of how much room there is, and of the step
that it has come to: it begins with the card that was played, and its last step,
with the words, is all of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from rich.cells import cell_len

from lltui.desk.love_letter.view import MatchView
from lltui.games.game import Seat
from lltui.games.love_letter.events import CardId
from lltui.text.moments import MomentShown, told_since
from lltui.text.moments import told as in_words
from lltui.tui.art import piles
from lltui.tui.art.card import LARGE, MEDIUM, SMALL, CardLook, Size, back, card, empty
from lltui.tui.art.piles import FALLING, cross, spyglass
from lltui.tui.art.rows import (
    DOUBLE,
    HEAVY,
    Edge,
    Piece,
    Row,
    centred,
    cut,
    framed,
    left,
    row,
    rule,
    whose,
    width,
    wrapped,
)

WORDS, LINES = 49, 4  # where the words begin beside small cards, and how many lines there are for them
ALL, NEVER = 99, 100  # no moment has so many steps
HURRY = ("hurry", "stepwise")  # what whoever is out may do
NAME = 12  # cells of a name where there is little room
BAR, HIGHER = 20, 14  # parts of a bar, and how many are the survivor's: never to scale


class StagePlan(NamedTuple):
    """Where things stand in a band: cards of some size under so many rows; words at the right, or below.

    The first card is at the left, the one to whom it is done at `second`; what went stands in the `middle`.
    """

    size: Size
    cells: int
    top: int
    first: int
    middle: int
    second: int
    below: int = 0  # rows for the words there

    @property
    def path(self) -> int:
        """Cells between the first and the second."""
        return self.second - self.first - self.size.width

    @property
    def centre(self) -> int:
        """The row of the cards in which lines run."""
        return self.size.height // 2


PLANS = (
    StagePlan(LARGE, 86, 3, 2, 30, 59, 5),
    StagePlan(MEDIUM, 85, 1, 8, 33, 58, 2),
    StagePlan(SMALL, 0, 1, 1, 20, 35),
)
STAGE = SMALL.height + 1  # rows of the smallest


def plan(cells: int, rows: int) -> StagePlan:
    """The largest for which there is room, in the middle of it."""
    found = (
        next(
            each for each in PLANS if cells >= each.cells and rows >= each.top + each.size.height + each.below
        )
        if rows > STAGE
        else PLANS[-1]
    )
    off = (cells - found.cells) // 2 if found.cells else 0
    return found._replace(first=found.first + off, middle=found.middle + off, second=found.second + off)


class OnStage(NamedTuple):
    """What stands there: a moment at one of its steps up to the `last`, or else all that happened `since`."""

    view: MatchView
    moment: MomentShown | None = None
    since: tuple[MomentShown, ...] = ()
    step: int = ALL
    last: int = ALL
    hurry: bool = False  # the bots may, who are alone in the round
    back: str = ""  # what brings log and counter back, if it is no card
    now: str = ""  # what whoever is out is told, if it is not to look on

    @property
    def heading(self) -> Piece:
        """Over what happened since; what was done to this person is first, wherever it came in play."""
        return Piece(self.view.since(self.since), "title")


def stage_rows(stage: OnStage, cells: int, rows: int) -> list[Row]:
    """The whole band with its title: 80 x 6, 100 x 7, 85 x 10, 86 x 21, or whatever a terminal has."""
    if stage.moment is None:
        return since_rows(stage, cells, rows)
    return moment_rows(stage, cells, rows)


# ----------------------------------------------------------- since one's last turn


def since_rows(stage: OnStage, cells: int, rows: int) -> list[Row]:
    """A row for each thing; what is too long goes on in the next row, or is said shorter."""
    view, moments = stage.view, stage.since
    count = Piece(view.words.count("stage.moves", len(moments)), "words")
    title = Edge((stage.heading,), (count,))
    lines = [line for told in _listed(view, moments, cells, rows - 1) for line in told]
    if len(lines) < rows - 2:
        lines += [(), row("  ", Piece(stage.back or view.words("stage.back"), "words"))]
    return [rule(cells, text=title), *(left(line, cells) for line in lines)]


def _listed(view: MatchView, moments: Sequence[MomentShown], cells: int, rows: int) -> list[list[Row]]:
    """In the most words that there is room for."""
    ways = (
        (_named, told_since),
        (_valued, told_since),
        (_valued, lambda moment, voice: in_words(moment, voice).result),
    )
    found: list[list[Row]] = []
    for card_of, said in ways:
        cards = [card_of(view, moment) for moment in moments]
        names = [cut(_name(view, moment.who), NAME) for moment in moments]
        who, what = max(map(cell_len, names)) + 2, max(map(cell_len, cards)) + 2
        found = []
        for moment, name, played in zip(moments, names, cards, strict=True):
            mark = Piece("▌" if moment.concerns(view.you) else " ", "turn")
            first = row(" ", mark, left((Piece(name, _hue(view, moment.who)),), who))
            first = row(first, left((Piece(played, "value"),), what))
            texts = wrapped(said(moment, view.voice), cells - width(first) - 1) or [""]
            found.append(
                [
                    row(first if not place else left((), width(first)), Piece(text, "strong"))
                    for place, text in enumerate(texts)
                ]
            )
        if sum(map(len, found)) <= rows:
            break
    return found


def _named(view: MatchView, moment: MomentShown) -> str:
    face = view.faces[moment.card or ""]
    return f"{face.value} {face.name}"


def _valued(view: MatchView, moment: MomentShown) -> str:
    return str(view.faces[moment.card or ""].value)


def _name(view: MatchView, seat: Seat | None) -> str:
    return view.names[seat] if seat is not None else ""


def _hue(view: MatchView, seat: Seat | None) -> str:
    return whose(seat or 0, view.you)


# ---------------------------------------------------------------------- one moment


class Block(NamedTuple):
    """Rows that stand at a column, from a step on and up to another."""

    column: int
    rows: Sequence[Row]
    step: int = 0
    until: int = NEVER


class Drawing(NamedTuple):
    """What lies under the names; the one to whom it is done stands at `second`."""

    blocks: tuple[Block, ...]
    second: int


class Staging(NamedTuple):
    """A moment that is drawn, and where."""

    view: MatchView
    moment: MomentShown
    plan: StagePlan


def moment_rows(stage: OnStage, cells: int, rows: int) -> list[Row]:
    """A line with what it is, names over their cards, and what happens between these; then the words."""
    view, moment, where = stage.view, stage.moment, plan(cells, rows)
    assert moment is not None, "there is something to draw"
    step, last, sheet = stage.step, stage.last, Staging(view, moment, where)
    if moment.out == view.you is not None and (step == last or moment.form != "compare"):
        return _out(sheet, stage, cells, min(rows, 20), told=step == last)
    drawing = FORMS[moment.form](sheet)
    blocks = drawing.blocks
    if not where.below:
        blocks = (*blocks, Block(WORDS, _words(sheet, cells - WORDS - 1), last))
    shown = [block for block in blocks if block.step <= step < block.until]
    head = _heading(sheet, drawing.second, cells)
    lines = [*head, *_laid(shown, cells, where.size.height)]
    if where.below and step == last:
        lines += _under(sheet, cells)
    return [left(line, cells) for line in lines]


def _laid(blocks: Sequence[Block], cells: int, rows: int) -> Iterator[Row]:
    for y in range(rows):
        line: Row = ()
        for block in blocks:
            if y < len(block.rows):
                line = row(left(line, block.column), block.rows[y])
        yield left(line, cells)


def _heading(sheet: Staging, second: int, cells: int) -> list[Row]:
    """Who acts, over the first card; who suffers it, over the other one; at the right who alone sees it."""
    view, moment, where = sheet
    mine = row(" ", Piece(view.voice.name(view.you), "words")) if view.you is not None else ()
    title = view.faces[moment.card].name if moment.card else view.words("stage.last")
    secret = moment.private(view.you)
    end = row(" ", Piece(view.words(f"stage.only_{secret}"), "note"), " ") if secret else ()
    line = row(Piece("─ ", "line"), Piece(title.upper(), "title"), " ")
    other = moment.target is not None and moment.target != moment.who
    if where.top > 1:
        room = where.size.width
        names = left(centred(row(*_whose(view, moment.who, mine, room - 4)), room), room)
        names = row(left((), where.first), names)
        if other:
            over = centred(row(*_whose(view, moment.target, mine, room - 4)), room)
            names = row(left(names, second), over)
        heads = [left(line, cells - width(end) - 1, "─", "line")]
        return [row(heads[0], end, Piece("─", "line")), (), names]
    line = row(line, *_whose(view, moment.who, mine, NAME * 2), " ")
    if where.below and end:  # there is room for it between the two
        line, end = row(left(line, (cells - width(end)) // 2, "─", "line"), end), ()
    if other:
        over = row(" ", *_whose(view, moment.target, mine, cells - second - width(end) - 12), " ")
        line = row(left(line, max(width(line), second - 1), "─", "line"), over)
    return [row(left(line, cells - width(end) - 1, "─", "line"), end, Piece("─", "line"))]


def _whose(view: MatchView, seat: Seat | None, mine: Row, room: int) -> tuple[Piece | Row, ...]:
    name = Piece(cut(_name(view, seat), room), _hue(view, seat))
    return (name, mine) if seat == view.you else (name,)


def _words(sheet: Staging, cells: int) -> list[Row]:
    """What came of it, in the ink of its meaning; then why, in as many words as fit."""
    view, moment, _ = sheet
    said = in_words(moment, view.voice)
    result = wrapped(said.result, cells)
    whys = [wrapped(why, cells) for why in said.whys]
    why = next((lines for lines in whys if len(result) + len(lines) <= LINES), whys[-1])
    style = _meaning(view, moment)
    return [*(row(Piece(line, style)) for line in result), *(row(Piece(line, "strong")) for line in why)]


def _under(sheet: Staging, cells: int) -> Iterator[Row]:
    """The same in the middle under the cards; in two rows, or with air around them."""
    view, moment, where = sheet
    said, style = in_words(moment, view.voice), _meaning(view, moment)
    airy, room = where.top > 1, min(cells - 4, 78)
    lines = where.below - 2 if airy else where.below - 1
    ways = (wrapped(why, room) for why in said.whys)
    why = next((told for told in ways if len(told) <= lines), wrapped(said.whys[-1], room))
    if airy:
        yield ()
    yield centred((Piece(said.result.rstrip(".").upper() if airy else said.result, style),), cells)
    yield from (centred((Piece(line, "strong"),), cells) for line in why[:lines])


def _meaning(view: MatchView, moment: MomentShown) -> str:
    if moment.private(view.you) == "you":
        return "note"
    if moment.form == "shield" or (moment.form == "compare" and moment.out and _mine(view, moment)):
        return "good"
    return "bad" if moment.result in ("hit", "fell") else "title"


def _mine(view: MatchView, moment: MomentShown) -> bool:
    return view.you is not None and view.you in (moment.who, moment.target)


# ------------------------------------------------------------------------- its forms


def _face(
    sheet: Staging, known: CardId | None, look: CardLook = CardLook.PLAIN, below: str = ""
) -> list[Row]:
    """A card where this person sees it, and its back where not."""
    size = sheet.plan.size
    return card(sheet.view.faces[known], size, look, below) if known else _back(sheet)


def _back(sheet: Staging) -> list[Row]:
    return back(sheet.plan.size, sheet.view.faces.token)


def _played(sheet: Staging) -> Block:
    return Block(sheet.plan.first, _face(sheet, sheet.moment.card))


def _between_two(sheet: Staging, *paths: Mapping[int, Row], first: int = 1) -> Iterator[Block]:
    """What happens there, one after the other, each for a step; the last one stays.

    Each has its rows by their distance from the centre.
    """
    where = sheet.plan
    for place, path in enumerate(paths):
        until = first + place + 1 if place + 1 < len(paths) else NEVER
        lines = [centred(path.get(y - where.centre, ()), where.path) for y in range(where.size.height)]
        yield Block(where.first + where.size.width, lines, first + place, until)


def _turned(sheet: Staging, step: int, look: CardLook) -> Iterator[Block]:
    """The other card lies face down until a step, and is open from there on where this person sees it."""
    yield Block(sheet.plan.second, _back(sheet), until=step)
    yield Block(sheet.plan.second, _face(sheet, sheet.moment.met, look), step)


def _strong(text: str) -> Row:
    return (Piece(text, "strong"),)


def _guess(sheet: Staging) -> Drawing:
    """A line that arrives, and the card is turned; or one that stops and comes back."""
    view, moment, where = sheet
    named, long = view.faces[moment.named].name if moment.named else "", where.path - 2
    hit = moment.result == "hit"
    asked: dict[int, Row] = {-1: (Piece(view.words("stage.asked", card=named), "chosen"),)}
    if where.top > 1:
        inner = cell_len(named) + 4
        rest = " " * (inner - cell_len(named) - 3)
        texts = (f"╭{'─' * inner}╮", f"│  {named}?{rest}│", f"╰─v{'─' * (inner - 2)}╯")
        asked = {y - 4: (Piece(text, "chosen"),) for y, text in enumerate(texts)}
    half = {0: _strong(("─" * (long // 2)).ljust(long))}
    whole = {0: _strong("─" * (long - 1) + ("►" if hit else "┤"))}
    paths: list[dict[int, Row]] = [asked, asked | half, asked | whole]
    if not hit:
        paths.append(paths[-1] | {1: _strong("  ◄" + ("┄ " * long)[: long - 4 + long % 2 * -1] + "┄┘")})
    other = _turned(sheet, 4, CardLook.HIT) if hit else [Block(where.second, _back(sheet))]
    return Drawing((_played(sheet), *_between_two(sheet, *paths), *other), where.second)


def _compare(sheet: Staging) -> Drawing:
    """A bar from the survivor's side; the two see both cards first (their own at once), others who lost."""
    view, moment, where = sheet
    signs = {"won": "higher", "lost": "lower", "tie": "equal"}
    first, second = (view.faces[each].value if each else "?" for each in (moment.held, moment.met))
    title = view.words(f"stage.{signs[moment.result]}")
    text = row(Piece(str(first), "value"), Piece(f"  {title}  "), Piece(str(second), "value"))
    bars = [_bar(sheet, part) for part in (HIGHER // 2, HIGHER)]
    high = 2 if where.top > 1 else 1
    half, full = (dict.fromkeys(range(high), bar) for bar in bars)
    whole = full | {-high: text}
    turns = 1 if _mine(view, moment) else 3
    sides: list[list[Block]] = []
    for column, seat, card_ in (
        (where.first, moment.who, moment.held),
        (where.second, moment.target, moment.met),
    ):
        look = CardLook.GONE if moment.out == seat else CardLook.PLAIN
        if moment.out is not None and seat == view.you != moment.out:
            look = CardLook.HIGHER
        below = view.words("seat.out") if moment.out == seat and where.below else ""
        opens = 0 if seat == view.you else turns
        sides.append(
            [
                Block(column, _back(sheet), until=opens),
                Block(column, _face(sheet, card_), opens, 4),
                Block(column, _face(sheet, card_, look, below), 4),
            ]
        )
    return Drawing((*sides[0], *_between_two(sheet, half, full, whole, first=2), *sides[1]), where.second)


def _bar(sheet: Staging, part: int) -> Row:
    """From the survivor's side, and never to scale."""
    view, moment, where = sheet
    long = where.path - 2
    if moment.result == "tie":
        each = (long - 2) // 2
        half = Piece("▓" * min(each, part * long // BAR), "back")
        blank = " " * (each - len(half.text))
        return row(half, blank, Piece("││", "title"), blank, half)
    survivor = moment.who if moment.result == "won" else moment.target
    mine, part = survivor == view.you, part * long // BAR
    full = Piece(("█" if mine else "▓") * part, "good" if mine else "back")
    return row(*(full, Piece("░" * (long - part), "faint"))[:: 1 if moment.result == "won" else -1])


def _look(sheet: Staging) -> Drawing:
    """A spyglass, drawn out in three."""
    where, whole = sheet.plan, sheet.plan.path
    rows = range(-where.centre, where.centre + 1)
    lines = {y: spyglass(y, whole - 1, where.size.height) for y in rows}
    paths = [
        {y: (Piece(line[:out].ljust(whole), "note"),) for y, line in lines.items()}
        for out in (6, 6 + (whole - 8) // 2, whole)
    ]
    other = _turned(sheet, 4, CardLook.WHISPERED)
    return Drawing((_played(sheet), *_between_two(sheet, *paths), *other), where.second)


def _shield(sheet: Staging) -> Drawing:
    """Lines that end at both sides."""
    where = sheet.plan
    high, wide = where.size.height, where.size.width
    line = 9 if where.top == 1 else 12
    column = where.first + wide + (13 if where.top == 1 else 15)
    before, after = (_strong("─" * (line - 1) + "┤"), _strong("├" + "─" * (line - 1)))
    blank: list[Row] = [()] * where.centre
    safe = framed([(Piece("▒" * (wide - 2), "back"),)] * (high - 2), wide, DOUBLE, "good")
    return Drawing(
        (
            _played(sheet),
            Block(column - line, [*blank, before], 2),
            Block(column, _back(sheet), 1, 2),
            Block(column, safe, 2),
            Block(column + wide, [*blank, after], 2),
        ),
        where.second,
    )


def _replace(sheet: Staging) -> Drawing:
    """Card, went, came; or the Princess falls."""
    view, moment, where = sheet
    if moment.result == "fell":
        line = _strong("─" * (where.path - 5) + "►")
        still, falls = {0: line}, _hearts(sheet) | {0: line}
        laid = _between_two(sheet, still, still, falls)
        return Drawing((_played(sheet), *laid, *_turned(sheet, 2, CardLook.HIT)), where.second)
    went = _face(sheet, moment.met, CardLook.GONE, view.words("stage.went"))
    came = _face(sheet, moment.came, CardLook.CAME, view.words("stage.came"))
    blank: list[Row] = [()] * where.centre
    start, wide = where.first + where.size.width, where.size.width
    long = where.middle - start - 2
    return Drawing(
        (
            _played(sheet),
            Block(start, [*blank, _strong(f" {'─' * (long - 1)}►")], 1),
            Block(where.middle, went, 1),
            Block(where.middle + wide, [*blank, _strong(" ► ")], 2),
            Block(where.second, came, 2),
        ),
        where.middle,
    )


def _hearts(sheet: Staging) -> dict[int, Row]:
    """They fall, and fade."""
    falling, token = FALLING[sheet.plan.size.height > 7], sheet.view.faces.token
    return {y: (Piece(each.replace("♥", token), "token"),) for y, each in falling.items()}


def _cross(sheet: Staging) -> dict[int, Row]:
    """Two paths that cross; each in its giver's ink."""
    view, moment, where = sheet
    one, other = _hue(view, moment.who), _hue(view, moment.target)
    found: dict[int, Row] = {}
    for y in range(-where.centre, where.centre + 1):
        before, after = cross(y, where.path, where.centre)
        inks = (one, other) if y < 0 else (other, one) if y else ("title", "title")
        found[y] = left(row(Piece(before, inks[0]), Piece(after, inks[1])), where.path)
    return found


def _trade(sheet: Staging) -> Drawing:
    """What each had, and then what each has."""
    view, moment, where = sheet
    path = _cross(sheet)
    mine = view.words("stage.came"), view.words("stage.went")
    sides: list[list[Block]] = []
    for seat, column, had, came in (
        (moment.who, where.first, moment.held, moment.met),
        (moment.target, where.second, moment.met, moment.held),
    ):
        own = seat == view.you
        below = "" if came is None else mine[0] if own else mine[1] if _mine(view, moment) else ""
        look = CardLook.CAME if own else CardLook.PLAIN
        sides.append(
            [Block(column, _face(sheet, had), until=2), Block(column, _face(sheet, came, look, below), 2)]
        )
    half = {y: line for y, line in path.items() if y < 0}
    return Drawing((*sides[0], *_between_two(sheet, half, path), *sides[1]), where.second)


def _council(sheet: Staging) -> Drawing:
    """What is drawn, and what sinks under the pile: backs, and faces to whoever put them there."""
    view, moment, where = sheet
    faces = [view.faces[each] for each in moment.buried]
    drawn, sunk = piles.sinking(faces, moment.cards or 0, where.size)
    start = -min(where.centre, 4) if len(drawn) > SMALL.height - 1 else -2
    first = {start + y: line for y, line in enumerate(drawn)}
    both = first | {start + len(drawn) + y: line for y, line in enumerate(sunk)}
    kept = [Block(where.second, _face(sheet, moment.came, CardLook.CAME, view.words("stage.kept")), 2)]
    return Drawing((_played(sheet), *_between_two(sheet, first, both), *kept[: len(faces)]), where.second)


def _fall(sheet: Staging) -> Drawing:
    """She is laid down, and her hearts fall."""
    hearts = _hearts(sheet)
    begin = {y: line for y, line in hearts.items() if y < 0}
    played = Block(sheet.plan.first, _face(sheet, sheet.moment.card, CardLook.HIT))
    return Drawing((played, *_between_two(sheet, begin, begin, hearts)), sheet.plan.second)


def _plain(sheet: Staging) -> Drawing:
    """A card and words."""
    return Drawing((_played(sheet),), sheet.plan.second)


def _last(sheet: Staging) -> Drawing:
    """An empty, dotted pile."""
    view, moment, where = sheet
    pile, size = empty(where.size), where.size
    inside = centred((Piece("0", "faint"),), size.width - 2)
    pile[where.centre] = row(Piece("┊", "faint"), inside, Piece("┊", "faint"))
    path: dict[int, Row] = {0: (Piece(f"{view.words('stage.no_more')} ──────►", "words"),)}
    hand = view.private.hand[-1:] if moment.who == view.you else ()
    drawn = Block(where.second, _face(sheet, hand[0] if hand else None), 1)
    return Drawing((Block(where.first, pile), *_between_two(sheet, path), drawn), where.second)


FORMS: Mapping[str, Callable[[Staging], Drawing]] = {
    "guess": _guess,
    "look": _look,
    "compare": _compare,
    "shield": _shield,
    "replace": _replace,
    "trade": _trade,
    "council": _council,
    "fall": _fall,
    "plain": _plain,
    "last": _last,
}


def _out(sheet: Staging, stage: OnStage, cells: int, rows: int, *, told: bool) -> list[Row]:
    """A frame round all of it for whoever is out; then by whom, what, why, and what now."""
    view, moment, where = sheet
    words, compared = view.words, moment.form == "compare" and moment.who == view.you
    lost = moment.card if moment.form == "fall" else moment.held if compared else moment.met
    said, size = in_words(moment, view.voice), where.size
    labels = [words(f"stage.{key}") for key in ("by", "what", "why", "now")]
    column, inner_rows = max(map(cell_len, labels)) + 3, rows - 2
    room = cells - size.width - 8 - column
    now = [row(Piece(line, "words")) for line in wrapped(stage.now or words("stage.until"), room)]
    if stage.hurry:
        ways = [row(Piece(words(f"stage.{way}_key"), "chosen"), f" {words(f'stage.{way}')}") for way in HURRY]
        both = row(ways[0], "   ", ways[1])
        now = [both] if width(both) <= room else ways
    whats = [wrapped(what, room) for what in (said.why, said.short or said.why)]
    what = next((each for each in whats if len(each) + bool(said.more) + len(now) < inner_rows), whats[-1])
    by = cut(view.voice.name(moment.who, "dat") if moment.who is not None else "", 2 * NAME)
    texts = [
        [row(Piece(by, _hue(view, moment.who)), ", ", Piece(view.faces[moment.card or ""].name, "face"))],
        [row(Piece(line, "strong")) for line in what],
        [row(Piece(line, "strong")) for line in wrapped(said.more, room)],
        now,
    ]
    lines: list[Row] = []
    airy = inner_rows > 12
    for label, text in zip(labels, texts if told else (), strict=told):
        lines += [
            row(left((Piece("" if place else label, "words"),), column), line)
            for place, line in enumerate(text)
        ]
        lines += [()] if airy and text else []
    shown = _face(sheet, lost, CardLook.GONE)
    lying = shown if inner_rows >= size.height else [*shown[:2], *shown[-2:]]  # a row less, for the frame
    above = (inner_rows - len(lying)) // 2 if airy else 0
    blank: list[Row] = [left((), size.width)] * above
    lying = [*blank, *lying, *[left((), size.width)] * (inner_rows - above - len(lying))]
    lines = [*[()] * (2 * above if airy else 0), *lines, *[()] * inner_rows]
    inner = [row("  ", one, "   ", line) for one, line in zip(lying, lines, strict=False)]
    top = Edge(
        (Piece(words("stage.out"), "bad"),), (Piece(words("head.round", round=view.public.round), "words"),)
    )
    return framed(inner, cells, HEAVY, "bad", top)
