"""The middle of the table as a stage: what happened since one's last turn, and each moment in its own form.

A drawing is a function of the moment, of how much room there is, and of the step
that it has come to: it begins with the card that was played, and its last step,
with the words, is all of it.
"""

# ruff: noqa: RUF001 - lines that look like letters are what is drawn

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from rich.cells import cell_len

from lltui.desk.love_letter.view import MatchView
from lltui.games.game import Seat
from lltui.games.love_letter.events import CardId
from lltui.text.moments import MomentShown, told, told_since
from lltui.tui.art.card import SMALL, CardLook, back, card, empty
from lltui.tui.art.rows import (
    DOUBLE,
    HEAVY,
    Edge,
    Piece,
    Row,
    centred,
    cut,
    framed,
    hue,
    left,
    row,
    rule,
    width,
    wrapped,
)

HIGH = 5  # rows under the line with the names
STAGE = HIGH + 1
WORDS, LINES = 49, 4  # where the words begin, and how many lines there are for them
FIRST, MIDDLE, SECOND = 1, 20, 35  # where cards stand
PATH = 22  # cells between the first and the second
LAST = 3  # the step at which all is there
NAME = 12  # cells of a name where there is little room
BAR, HIGHER = 20, 14  # cells of a bar, and how many are the survivor's: never to scale


class OnStage(NamedTuple):
    """What stands there: a moment at one of its steps, or else all that happened `since`."""

    view: MatchView
    moment: MomentShown | None = None
    since: tuple[MomentShown, ...] = ()
    over: bool = False
    step: int = LAST


def stage_rows(stage: OnStage, cells: int, rows: int) -> list[Row]:
    """The whole band with its title: 80 x 6, 100 x 7, 85 x 10, 86 x 21, or whatever a terminal has."""
    if stage.moment is None:
        return since_rows(stage, cells, rows)
    return moment_rows(stage, cells)


# ----------------------------------------------------------- since one's last turn


def since_rows(stage: OnStage, cells: int, rows: int) -> list[Row]:
    """A row for each thing; what is too long goes on in the next row, or is said shorter."""
    view, moments = stage.view, stage.since
    count = Piece(view.words.count("stage.moves", len(moments)), "words")
    title = Edge((Piece(view.words("stage.since"), "title"),), (count,))
    lines = [line for told in _listed(view, moments, cells, rows - 1) for line in told]
    if len(lines) < rows - 2 and not stage.over:
        lines += [(), row("  ", Piece(view.words("stage.back"), "words"))]
    return [rule(cells, text=title), *(left(line, cells) for line in lines)]


def _listed(view: MatchView, moments: Sequence[MomentShown], cells: int, rows: int) -> list[list[Row]]:
    """In the most words that there is room for."""
    ways = (
        (_named, told_since),
        (_valued, told_since),
        (_valued, lambda moment, voice: told(moment, voice).result),
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
    """I am in my own ink in every chair."""
    return "you" if seat == view.you else hue((seat or 0) + 1)


# ---------------------------------------------------------------------- one moment


class Block(NamedTuple):
    """Rows that stand at a column, from a step on."""

    column: int
    rows: Sequence[Row]
    step: int = 0


class Drawing(NamedTuple):
    """What lies under the names; the one to whom it is done stands at `second`."""

    blocks: tuple[Block, ...]
    second: int = SECOND


def moment_rows(stage: OnStage, cells: int) -> list[Row]:
    """A line with the names over their cards, and under it what happens between these; words at the right."""
    view, moment = stage.view, stage.moment
    assert moment is not None, "there is something to draw"
    if moment.out == view.you is not None:
        return _out(view, moment, cells)
    drawing = FORMS[moment.form](view, moment)
    words = Block(WORDS, _words(view, moment, cells - WORDS - 1), LAST)
    shown = [block for block in (*drawing.blocks, words) if block.step <= stage.step]
    return [_heading(view, moment, drawing.second, cells), *_laid(shown, cells)]


def _laid(blocks: Sequence[Block], cells: int) -> Iterator[Row]:
    for y in range(HIGH):
        line: Row = ()
        for block in blocks:
            if y < len(block.rows):
                line = row(left(line, block.column), block.rows[y])
        yield left(line, cells)


def _heading(view: MatchView, moment: MomentShown, second: int, cells: int) -> Row:
    """Who acts, over the first card; who suffers it, over the other one; at the right who alone sees it."""
    mine = row(" ", Piece(view.voice.name(view.you), "words")) if view.you is not None else ()
    title = view.faces[moment.card].name if moment.card else view.words("stage.last")
    secret = moment.private(view.you)
    end = row(" ", Piece(view.words(f"stage.only_{secret}"), "note"), " ") if secret else ()
    first = row(Piece(title.upper(), "title"), " ", *_whose(view, moment.who, mine, NAME * 2))
    line = row(Piece("─ ", "line"), first, " ")
    if moment.target is not None and moment.target != moment.who:
        over = row(" ", *_whose(view, moment.target, mine, cells - width(line) - width(end) - 12), " ")
        line = row(left(line, second - 1, "─", "line"), over)
    return row(left(line, cells - width(end) - 1, "─", "line"), end, Piece("─", "line"))


def _whose(view: MatchView, seat: Seat | None, mine: Row, room: int) -> tuple[Piece | Row, ...]:
    name = Piece(cut(_name(view, seat), room), _hue(view, seat))
    return (name, mine) if seat == view.you else (name,)


def _words(view: MatchView, moment: MomentShown, cells: int) -> list[Row]:
    """What came of it, in the ink of its meaning; then why, in as many words as fit."""
    said = told(moment, view.voice)
    result = wrapped(said.result, cells)
    whys = [wrapped(why, cells) for why in said.whys]
    why = next((lines for lines in whys if len(result) + len(lines) <= LINES), whys[-1])
    style = _meaning(view, moment)
    return [*(row(Piece(line, style)) for line in result), *(row(Piece(line, "strong")) for line in why)]


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
    view: MatchView, known: CardId | None, look: CardLook = CardLook.PLAIN, below: str = ""
) -> list[Row]:
    """A card where this person sees it, and its back where not."""
    return card(view.faces[known], SMALL, look, below) if known else back(SMALL)


def _played(view: MatchView, moment: MomentShown) -> Block:
    return Block(FIRST, _face(view, moment.card))


def _path(*lines: str, style: str = "strong") -> list[Row]:
    return [centred((Piece(line, style),), PATH) for line in lines]


def _guess(view: MatchView, moment: MomentShown) -> Drawing:
    """A line that arrives, and the card is turned; or one that stops and comes back."""
    named = view.faces[moment.named].name if moment.named else ""
    asked = _path(view.words("stage.asked", card=named), style="chosen")
    if moment.result == "hit":
        path = [(), *asked, *_path("───────────────────►")]
        other = _face(view, moment.met, CardLook.HIT)
    else:
        path = [(), *asked, *_path("───────────────────┤", "  ◄┄ ┄ ┄ ┄ ┄ ┄ ┄ ┄ ┄┘")]
        other = back(SMALL)
    return Drawing((_played(view, moment), Block(FIRST + SMALL.width, path, 1), Block(SECOND, other, 2)))


def _compare(view: MatchView, moment: MomentShown) -> Drawing:
    """A bar from the survivor's side."""
    signs = {"won": "higher", "lost": "lower", "tie": "equal"}
    first, second = (view.faces[each].value if each else "?" for each in (moment.held, moment.met))
    title = view.words(f"stage.{signs[moment.result]}")
    if moment.result == "tie":
        half = Piece("▓" * (BAR // 2 - 1), "back")
        bar = row(half, Piece("││", "title"), half)
    else:
        survivor = moment.who if moment.result == "won" else moment.target
        mine = survivor == view.you
        full = Piece(("█" if mine else "▓") * HIGHER, "good" if mine else "back")
        bar = row(*(full, Piece("░" * (BAR - HIGHER), "faint"))[:: 1 if moment.result == "won" else -1])
    text = row(Piece(str(first), "value"), Piece(f"  {title}  "), Piece(str(second), "value"))
    looks = [
        CardLook.GONE
        if moment.out == seat
        else CardLook.HIGHER
        if moment.out is not None and seat == view.you
        else CardLook.PLAIN
        for seat in (moment.who, moment.target)
    ]
    return Drawing(
        (
            Block(FIRST, _face(view, moment.held, looks[0])),
            Block(FIRST + SMALL.width, [(), centred(text, PATH), centred(bar, PATH)], 1),
            Block(SECOND, _face(view, moment.met, looks[1])),
        )
    )


SPYGLASS = (
    "             ┌───────",
    "      ┌──────┘░░░░░░░",
    " ●────┤░░░░░░░░░░░░░░",
    "      └──────┐░░░░░░░",
    "             └───────",
)


def _look(view: MatchView, moment: MomentShown) -> Drawing:
    """A spyglass."""
    path = [left((Piece(line, "note"),), PATH) for line in SPYGLASS]
    other = _face(view, moment.met, CardLook.WHISPERED)
    return Drawing((_played(view, moment), Block(FIRST + SMALL.width, path, 1), Block(SECOND, other, 2)))


def _shield(view: MatchView, moment: MomentShown) -> Drawing:
    """Lines that end at both sides."""
    column = FIRST + SMALL.width + 13
    before, after = (
        row("    ", Piece("────────┤", "strong")),
        row(Piece("├────────", "strong")),
    )
    safe = framed(
        [(Piece("▒" * (SMALL.width - 2), "back"),)] * (SMALL.height - 2), SMALL.width, DOUBLE, "good"
    )
    return Drawing(
        (
            _played(view, moment),
            Block(FIRST + SMALL.width, [(), (), before], 1),
            Block(column, safe, 2),
            Block(column + SMALL.width, [(), (), after], 1),
        )
    )


def _replace(view: MatchView, moment: MomentShown) -> Drawing:
    """Card, went, came; or the Princess falls."""
    if moment.result == "fell":
        path = [centred(line, PATH) for line in _hearts(view)]
        other = Block(SECOND, _face(view, moment.met, CardLook.HIT), 2)
        return Drawing((_played(view, moment), Block(FIRST + SMALL.width, path, 1), other))
    went = _face(view, moment.met, CardLook.GONE, view.words("stage.went"))
    came = _face(view, moment.came, CardLook.CAME, view.words("stage.came"))
    return Drawing(
        (
            _played(view, moment),
            Block(FIRST + SMALL.width, [(), (), (Piece(" ────►", "strong"),)], 1),
            Block(MIDDLE, went, 1),
            Block(MIDDLE + SMALL.width, [(), (), (Piece(" ► ", "strong"),)], 2),
            Block(SECOND, came, 2),
        ),
        MIDDLE,
    )


def _hearts(view: MatchView) -> list[Row]:
    """They fall, and fade."""
    rows = ("   ♥       ♥  ", "      ♥       ", "", "·      ·     ♥", "    ·      ·  ")
    drawn = [row(Piece(line.replace("♥", view.faces.token), "token")) for line in rows]
    drawn[2] = row(Piece("─────────────────►", "strong"))
    return drawn


CROSS = (
    (" ──────╲", "     ╱──────  "),
    ("        ╲", "   ╱         "),
    ("          ╳", "           "),
    ("        ╱", "   ╲         "),
    (" ◄─────╱", "     ╲─────►  "),
)


def _trade(view: MatchView, moment: MomentShown) -> Drawing:
    """A cross; each path in its giver's ink."""
    one, other = _hue(view, moment.who), _hue(view, moment.target)
    path = [
        row(Piece(first, one if y < 3 else other), Piece(last, other if y < 3 else one))
        for y, (first, last) in enumerate(CROSS)
    ]
    path[2] = row(Piece(CROSS[2][0], "title"))
    mine = view.words("stage.came"), view.words("stage.went")
    blocks = []
    for seat, column, came in ((moment.who, FIRST, moment.met), (moment.target, SECOND, moment.held)):
        below = (
            "" if came is None else mine[0] if seat == view.you else mine[1] if _mine(view, moment) else ""
        )
        look = CardLook.CAME if seat == view.you else CardLook.PLAIN
        blocks.append(Block(column, _face(view, came, look, below)))
    return Drawing((blocks[0], Block(FIRST + SMALL.width, path, 1), blocks[1]))


def _council(view: MatchView, moment: MomentShown) -> Drawing:
    """Backs that are drawn, and those that sink under the pile."""
    cards = moment.cards or 0
    lines = [
        "╭──╮ " * cards,
        "│▒▒│ " * cards,
        "╰──╯ " * cards,
        " ▼   " * cards,
    ]
    path = [*(row("   ", Piece(line, "back")) for line in lines), row("   ", Piece("▒" * 4, "back"))]
    path[4] = row("   ", Piece("▒" * (5 * cards - 1), "back"))
    return Drawing((_played(view, moment), Block(FIRST + SMALL.width, path, 1)))


def _fall(view: MatchView, moment: MomentShown) -> Drawing:
    """She is laid down, and her hearts fall."""
    path = [centred(line, PATH) for line in _hearts(view)]
    path[2] = ()
    played = Block(FIRST, _face(view, moment.card, CardLook.HIT))
    return Drawing((played, Block(FIRST + SMALL.width, path, 1)))


def _plain(view: MatchView, moment: MomentShown) -> Drawing:
    """A card and words."""
    return Drawing((_played(view, moment),))


def _last(view: MatchView, moment: MomentShown) -> Drawing:
    """An empty, dotted pile."""
    pile = empty(SMALL)
    pile[2] = row(Piece("┊", "faint"), centred((Piece("0", "faint"),), SMALL.width - 2), Piece("┊", "faint"))
    path = [(), (), *_path(f"{view.words('stage.no_more')} ──────►", style="words")]
    hand = view.private.hand[-1:] if moment.who == view.you else ()
    drawn = _face(view, hand[0] if hand else None)
    return Drawing((Block(FIRST, pile), Block(FIRST + SMALL.width, path, 1), Block(SECOND, drawn, 1)))


FORMS: Mapping[str, Callable[[MatchView, MomentShown], Drawing]] = {
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


def _out(view: MatchView, moment: MomentShown, cells: int) -> list[Row]:
    """A frame round all of it for whoever is out: by whom, what, why, and what now."""
    words, lost = view.words, moment.held if moment.who == view.you else moment.met
    said = told(moment, view.voice)
    labels = [words(f"stage.{key}") for key in ("by", "what", "why", "now")]
    column = max(map(cell_len, labels)) + 3
    room = cells - SMALL.width - 8 - column
    whats = [wrapped(what, room) for what in (said.why, said.short or said.why)]
    what = next((each for each in whats if len(each) + bool(said.more) < HIGH - 2), whats[-1])
    by = [cut(_name(view, moment.who), 2 * NAME), view.faces[moment.card or ""].name]
    texts = [
        [row(Piece(by[0], _hue(view, moment.who)), ", ", Piece(by[1], "face"))],
        [row(Piece(line, "strong")) for line in what],
        [row(Piece(line, "strong")) for line in wrapped(said.more, room)],
        [row(Piece(line, "words")) for line in wrapped(words("stage.until"), room)],
    ]
    lines: list[Row] = []
    for label, text in zip(labels, texts, strict=True):
        lines += [
            row(left((Piece("" if place else label, "words"),), column), line)
            for place, line in enumerate(text)
        ]
    shown = _face(view, lost, CardLook.GONE)
    lying = [*shown[:2], *shown[-2:]]  # a row less than a whole one, for the frame
    beside = [row("   ", line) for line in [*lines, *[()] * len(lying)]]
    inner = [row("  ", one, line) for one, line in zip(lying, beside, strict=False)]
    top = Edge(
        (Piece(words("stage.out"), "bad"),), (Piece(words("head.round", round=view.public.round), "words"),)
    )
    return framed(inner, cells, HEAVY, "bad", top)
