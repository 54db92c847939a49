"""The parts of a match view as rows of letters, each exactly as wide as its widget."""

from __future__ import annotations

from itertools import zip_longest
from typing import NamedTuple

from rich.cells import cell_len

from lltui.desk.love_letter.guide import Hint
from lltui.desk.love_letter.view import MatchView, PlayerShown
from lltui.games.love_letter.events import CardId, Played
from lltui.text import moments
from lltui.text.moments import MomentShown
from lltui.tui.art import piles
from lltui.tui.art.card import FRAMES, SMALL, CardLook, back, card
from lltui.tui.art.rows import (
    DOTTED,
    DOUBLE,
    HEAVY,
    LIGHT,
    Edge,
    Piece,
    Row,
    beside,
    centred,
    crossed,
    cut,
    framed,
    hue,
    left,
    parted,
    plain,
    row,
    rule,
    width,
    wrapped,
)
from lltui.tui.art.rows import middle as middle_rows
from lltui.tui.love_letter.draw_moment import ALL, STAGE, OnStage, stage_rows
from lltui.tui.love_letter.draw_panels import Counted, ToldLog, idle, pile_rows, story, tracker

SEP = Piece("   ")


# ------------------------------------------------------------------------ shapes


class TableShape(NamedTuple):
    """How a table of some size is laid out: from so many cells and rows on, and what stands where.

    `log` and `counter` have columns of so many cells where they are given, and so have
    the own `discards`, which else stand under the log; `hand` is wide enough for two
    cards.  The style sheet has the same under `name`.
    """

    name: str
    cells: int
    rows: int
    hand: int
    log: int = 0
    counter: int = 0
    discards: int = 0


SHAPES = (
    TableShape("-full", 160, 50, 54, log=37, counter=37),
    TableShape("-large", 120, 36, 54, counter=35, discards=31),
    TableShape("-roomy", 100, 30, 47, discards=19),
    TableShape("-calm", 0, 0, 43),
)


def shape(cells: int, rows: int) -> TableShape:
    """The largest for which there is room."""
    return next(each for each in SHAPES if cells >= each.cells and rows >= each.rows)


# -------------------------------------------------------------------- first line


class TableHead(NamedTuple):
    """The first line of a table, or of what is `over`."""

    view: MatchView
    title: str
    proven: int = 0
    over: str = ""


def head(shown: TableHead, cells: int) -> list[Row]:
    """Title, round, goal; on the other side the pile and what lies beside it."""
    view, name, proven, over = shown
    public, words, token = view.public, view.words, view.faces.token
    title: list[Piece | Row] = [Piece(f" {token} ", "token"), Piece(name, "title")]
    if view.advised:  # comes first: whoever plays here has to know it
        title += [SEP, Piece(words("head.advice"), "warn")]
    if over or public.round:
        title += [SEP, Piece(over or words("head.round", round=public.round), "words")]
    goal = row(SEP, Piece(words("head.goal", target=public.target), "words"), Piece(f" {token}", "token"))
    right = () if over else _beside(view, cells)
    table = row(SEP, Piece(view.table, "words"), " ") if view.table else ()
    if table and width(row(*title, goal, right, table)) + 40 <= cells:
        right = row(right, table)
    if width(row(*title, goal, right)) < cells:
        title.append(goal)
    proof = row(SEP, Piece(words.count("head.proof", proven), "good")) if proven else ()
    if proof and width(row(*title, proof, right)) < cells:
        title.append(proof)
    return [parted(row(*title), right, cells)]


def _beside(view: MatchView, cells: int) -> Row:
    bar = max(0, min(12, cells // 6 - 4))
    pile = Piece(f"{view.words('head.pile')} ", "words"), piles.pile(view.public.pile, bar + 3)
    return row(*pile, *((SEP, _aside(view)) if view.public.aside else ()), " ")


# ------------------------------------------------------------------------ seats


NOTED = 9  # cells beside discards, from which on it is said what they did
ROOMY = 7  # rows of a seat, from which on discards lie in order


def seat(slice_: PlayerShown, cells: int, rows: int) -> list[Row]:
    """One of the others.  Its turn, aimed at, out: told by the frame and by a word or sign."""
    inner = cells - 2
    frame, style = (
        (HEAVY, "chosen")
        if slice_.target
        else (DOUBLE, "winner")
        if slice_.won
        else (DOTTED, "faint")
        if slice_.seat.out
        else (LIGHT, "turn" if slice_.turn else "rim")
    )
    lines = _roomy(slice_, inner, rows - 2) if rows >= ROOMY else _compact(slice_, inner)
    lines = [row(" ", line) for line in lines][: rows - 2]
    lines += [()] * (rows - 2 - len(lines))
    if slice_.seat.out:
        lines = [tuple(piece._replace(style="faint") for piece in line) for line in lines]
    narrow = inner < 18 or cell_len(slice_.name) + width(tokens(slice_, inner - 13)) + 11 > inner
    title = _title(slice_, inner, narrow=narrow)
    bot = (Piece(slice_.line_word, "words"),) if slice_.line == "bot" else ()
    right = (
        tokens(slice_, inner - 13) if not narrow else bot if width(title) + width(bot) + 4 <= inner else ()
    )
    top = Edge(title, right)
    return framed(lines, cells, frame, style, top, _foot(slice_, inner, rows, narrow=narrow))


def _roomy(slice_: PlayerShown, inner: int, rows: int) -> list[Row]:
    """The hand, the discards in order, and beside each what it did."""
    steps = slice_.widest + 7
    large = inner >= SMALL.width + steps + 20 and rows >= SMALL.height + 2
    both = large and inner >= 2 * SMALL.width + steps + 6
    held = _whole_hand(slice_, 1 + both) if large else _hands(slice_) if inner >= steps + 6 else _few(slice_)
    held = middle_rows(held, rows, max(map(width, held)))
    room = inner - width(held[0]) - 3
    lain = ladder(slice_, room, rows)
    gap = "  " if large else " "
    return [row(hand, gap, line) for hand, line in zip_longest(held, lain[:rows], fillvalue=())]


def _few(slice_: PlayerShown) -> list[Row]:
    """A hand where there is hardly room for one."""
    back_ = Piece(f"{slice_.held[0].value:>2}", "known") if slice_.held else Piece(piles.BACK * 2, "back")
    if slice_.seat.out or not slice_.seat.cards:
        back_ = Piece("✗ " if slice_.seat.out else "  ", "faint")
    return [row(back_)] * (1 if slice_.held or slice_.seat.out else 3)


def ladder(slice_: PlayerShown, room: int, rows: int) -> list[Row]:
    """The discards of somebody, and in the cells beside them what each did, where that fits.

    Where they have no place in one ladder, the oldest lie in another before it.
    """
    early = piles.apart(slice_.discards, room, rows, slice_.widest)
    if early:
        first = piles.ladder(slice_.discards[:early], room, rows, slice_.widest, ink="rim")
        room -= width(first[0]) + 1
        slice_ = slice_._replace(discards=slice_.discards[early:], notes=slice_.notes[early:])
        both = zip_longest(first, ladder(slice_, room, rows), fillvalue=())
        return [row(left(one, width(first[0])), " ", other) for one, other in both]
    lain = piles.ladder(slice_.discards, room, rows, slice_.widest)
    if not lain:
        return []
    cells = width(lain[0])
    beside_, notes = room - cells - 1, slice_.notes
    body = min(2, max(0, rows - len(slice_.discards) - 1))
    newest = len(lain) - body - 2
    told: list[list[Row]] = [[] for _ in lain]
    for place, ways in enumerate(reversed(notes if beside_ >= NOTED else ())):
        at, rows_left = newest - place, len(lain) - newest if not place else 1
        if at < 0 or (at == 0 and len(slice_.discards) > newest + 1):
            break
        style = "name" if not place else "words"
        whole = (way for way in ways if max(map(cell_len, way.split())) <= beside_)
        found = (wrapped(way, beside_) for way in whole)
        fits = next(
            (each for each in found if len(each) <= rows_left and max(map(cell_len, each)) <= beside_), []
        )
        for y, text in enumerate(fits):
            told[at + y] = [row(" ", Piece(text, style))]
    return [row(left(line, cells), *note) for line, note in zip(lain, told, strict=True)]


def seat_at(slice_: PlayerShown, *_place: object) -> str:
    """The key of whoever sits there."""
    return str(slice_.number)


def tokens(player: PlayerShown, room: int) -> Row:
    """Won, and still to win."""
    return piles.tokens(player.seat.tokens, player.goal, player.token, room)


def _title(slice_: PlayerShown, inner: int, *, narrow: bool) -> Row:
    """Number and name; on a narrow one also whoever has a bad line, since there is no room below."""
    mark = Piece("▶ ", "turn") if slice_.turn else Piece("")
    taken = (4 if narrow else 6) + len(mark.text)
    if not narrow:
        taken += width(tokens(slice_, inner - 13)) + 3
    troubled = narrow and slice_.line in ("lag", "away")
    word = f" {slice_.line_word}" if troubled else ""
    name = cut(slice_.name, max(3, inner - taken - cell_len(word)))
    number = Piece(f"{slice_.number} ", "number")
    return row(mark, number, Piece(name, hue(slice_.number)), Piece(word, "warn"))


def _foot(slice_: PlayerShown, inner: int, rows: int, *, narrow: bool) -> Edge:
    last: Row = (Piece(slice_.word, _meaning(slice_)),) if slice_.word else ()
    if narrow:
        return Edge(tokens(slice_, inner - width(last) - 4), last)
    troubled = slice_.line in ("lag", "away", "empty")
    held = Piece(_fitting(slice_, inner - width(last) - 6), "known")
    line = Piece(slice_.line_word, "words" if slice_.line == "bot" else "warn")
    kind = Piece("" if troubled else slice_.kind, "words")
    if rows < ROOMY:  # what is known of a hand comes first
        newest = slice_.discards[-1] if slice_.discards and not last else None
        if newest is not None and cell_len(newest.name) > _fan(slice_, inner)[1]:
            last = row(Piece(f"{newest.value} ", "value"), Piece(newest.name, "name"))
        told = [line, held] if troubled else [held, line]
    else:
        told = [line, held, Piece(slice_.note, "note")]
        needed = sum(cell_len(piece.text) + 2 for piece in (kind, *told[1:]))
        if kind.text and needed + width(last) + 6 <= inner:
            told[0] = kind
    first: Row = ()
    for piece in told:
        if piece.text and width(row(first, "  ", piece, last)) + 6 <= inner:
            first = row(first, "  " if first else "", piece)
    return Edge(first, last)


def _meaning(slice_: PlayerShown) -> str:
    """The ink of the word about somebody."""
    if slice_.target or slice_.won:
        return "chosen"
    return "good" if slice_.seat.safe and not slice_.seat.out else "faint"


def _hands(slice_: PlayerShown) -> list[Row]:
    if slice_.seat.out:
        return piles.hand(0)
    if len(slice_.held) > 1:  # all eyes look
        return piles.fan([face.value for face in slice_.held], 9)
    known = slice_.held[0].value if slice_.held else None
    return piles.hand(slice_.seat.cards, known) if slice_.seat.cards else [row("    ")] * 3


def _compact(slice_: PlayerShown, inner: int) -> list[Row]:
    """Three rows: the hand, the fan, and beside them the name of the newest."""
    fan, room = _fan(slice_, inner)
    both = zip(_hands(slice_), fan, _side(slice_, room), strict=True)
    return [row(hand, " ", cards, " ", text) for hand, cards, text in both]


def _fan(slice_: PlayerShown, inner: int) -> tuple[list[Row], int]:
    """The discards, and the cells beside them."""
    room = inner - width(_hands(slice_)[1]) - 2
    fan = piles.fan([face.value for face in slice_.discards], room)
    return fan, room - width(fan[1]) - 1


def _side(slice_: PlayerShown, room: int) -> list[Row]:
    if room < 5:
        return [(), (), ()]
    newest = slice_.discards[-1].name if slice_.discards else ""
    named = Piece(newest if cell_len(newest) <= room else "", "name")  # its value lies beside it
    return [(), row(named), row(Piece(cut(slice_.note, room), "note"))]


def _fitting(slice_: PlayerShown, room: int) -> str:
    """What is known of the hand: the card's name alone, where there is no room for more."""
    whole = slice_.held_word
    return whole if not slice_.held or cell_len(whole) <= room else cut(slice_.held[0].name, room)


def _whole_hand(slice_: PlayerShown, most: int) -> list[Row]:
    if slice_.seat.out:
        return middle_rows([centred((Piece("✗", "faint"),), SMALL.width)], SMALL.height, SMALL.width)
    if slice_.held:
        return beside(*(card(face, SMALL) for face in slice_.held[:most]))
    if not slice_.seat.cards:
        return [left((), SMALL.width)] * SMALL.height
    return back(SMALL, slice_.token)


# ------------------------------------------------------------------------ middle


def middle(view: MatchView, cells: int, rows: int) -> list[Row]:
    """The pile, the card beside it, and what lies open.

    Beside a single opponent on a small screen, what lies open is what matters.
    """
    aside = (_aside(view),) if view.public.aside else ()
    opened = _open(view, cells) if view.public.laid_open else ()
    if rows < ROOMY:
        lines = [*opened, *aside]
    else:
        shown, piled = _open(view, cells - 30) if view.public.laid_open else [], pile_rows(view)
        pile_cells = max(map(width, piled))
        below = middle_rows(shown, len(piled), cells - 30)
        lines = [row(left(one, pile_cells), "   ", other) for one, other in zip(piled, below, strict=True)][
            :rows
        ]
    wide = max(map(width, lines), default=0)
    return middle_rows([centred(left(line, wide), cells) for line in lines], rows, cells)


def _aside(view: MatchView) -> Row:
    return row(Piece(f"{view.words('head.aside')} ", "words"), Piece(piles.BACK, "back"))


def _open(view: MatchView, cells: int) -> list[Row]:
    faces = view.known_faces(view.public.laid_open)
    fan = piles.fan([face.value for face in faces], cells)
    names = Piece(", ".join(face.name for face in faces), "name")
    label = row(Piece(f"{view.words('head.open')}: ", "words"), names)
    if width(label) <= cells:
        return [*fan, label]
    return [*fan, *(row(Piece(line, "name")) for line in wrapped(plain([label])[0], cells))]


# --------------------------------------------------------------------- own row


class OwnSide(NamedTuple):
    """Whoever sits in front, aimed at or not; at this line the columns of a `shape` begin.

    When something is `over`, the last one has that title, or none.
    """

    player: PlayerShown
    view: MatchView
    shape: TableShape
    over: str | None = None


def own(slice_: OwnSide, cells: int) -> list[Row]:
    """The line that divides the table from what is one's own."""
    player, view, has, over = slice_
    words, log, counter, discards = view.words, has.log, has.counter, has.discards
    laid = words("title.discards" if view.you is not None else "title.discards_watched")
    title = laid if not log else words("title.know") if over is None else over
    aside = counter if log else discards
    between = cells - log - aside
    line = _own(player, view, between, laid=not aside)
    first = row(rule(log - 1, text=Edge((Piece(laid, "title"),))), Piece("┤", "line"))
    if aside:
        sign = "─" if not log else "├" if title else "┴"
        above = Edge((Piece(title, "title"),)) if title else None
        last = row(Piece(sign, "line"), rule(aside - 1, text=above))
        line = row(line, last)
    if counter and not log:
        line = crossed(line, cells - counter, "┴")
    return [row(first, line) if log else line]


def _own(player: PlayerShown, view: MatchView, cells: int, *, laid: bool) -> Row:
    parts = list[Piece | Row | str]()
    if view.you is not None:
        parts += [Piece(view.words("seat.you"), "title"), " "]
    if player.turn:
        parts.append(Piece("▶ ", "turn"))
    parts += [
        Piece(f"{player.number} ", "number"),
        Piece(player.name, hue(player.number) if view.you is None else "you"),
        " ",
        tokens(player, 12),
    ]
    if player.word:
        parts += ["  ", Piece(player.word, _meaning(player))]
    first = row(*parts)
    room = cells - width(first) - 10
    last = _laid(player, room, view.words("seat.laid")) if laid else ()
    if not (laid or view.over) and view.you is not None and player.seat.tokens + 1 == player.goal:
        near = Piece(view.words("seat.one_more", a_token=view.voice.a_token), "you")
        last = (near,) if cell_len(near.text) <= room else ()
    return rule(cells, text=Edge(first, last))


class OwnDiscards(NamedTuple):
    """What whoever sits in front has laid down, their `sum` where that breaks ties; with a line beside it."""

    player: PlayerShown
    sum: str = ""
    lined: bool = False


def discards(slice_: OwnDiscards, cells: int, rows: int) -> list[Row]:
    """In order; beside each what it did."""
    told = wrapped(slice_.sum, cells - 4) if slice_.player.discards else []
    lain = ladder(slice_.player, cells - 3, rows - len(told))
    foot = [row("  ", Piece(line, "words")) for line in told]
    lines = [
        left(line, cells - 1) for line in [*(row("  ", each) for each in lain), *foot, *[()] * rows][:rows]
    ]
    return [row(line, Piece("│" if slice_.lined else " ", "line")) for line in lines]


def _laid(slice_: PlayerShown, room: int, laid: str) -> Row:
    """The own discards; where room is short, the oldest by their values alone."""
    names, values = [f"{face.value} {face.name}" for face in slice_.discards], 0
    while cell_len(told := f"{laid} " + " · ".join(names)) > room and values < len(names):
        names[values] = str(slice_.discards[values].value)
        values += 1
    fits = names and cell_len(told) <= room
    return row(Piece(f"{laid} ", "words"), Piece(" · ".join(names), "name")) if fits else ()


# ------------------------------------------------------------------------ middle


class Band(NamedTuple):
    """The middle of a table: what is on the stage; and log and counter, where they have no other place.

    These two stand beside each other, divided after `column` cells.
    """

    view: MatchView
    stage: OnStage | None
    story: ToldLog | Hint | None = None
    counted: Counted | None = None
    column: int = 0


def band(slice_: Band, cells: int, rows: int) -> list[Row]:
    """The stage over log and counter where there is room for both; else one of them."""
    drawn: list[Row] = []
    if slice_.stage is not None:
        most = high(rows, below=slice_.counted is not None)
        listed = slice_.stage.moment is None and most >= CARDS_SINCE
        rows_of = since_cards if listed else stage_rows
        drawn = [left(line, cells) for line in rows_of(slice_.stage, cells, most)]
        drawn += [()] * (most - len(drawn))
    if (below := rows - len(drawn)) > 0:
        drawn += _below(slice_, cells, below)
    return drawn


def high(rows: int, *, below: bool) -> int:
    """The rows of a stage: of so many all, or what leaves room for log and counter `below` it."""
    return STAGE if below and rows >= 2 * STAGE else rows


CARDS_SINCE = 10  # rows of a stage, from which on what happened stands there with its cards


def since_cards(stage: OnStage, cells: int, rows: int) -> list[Row]:
    """What happened since one's last turn, with the card of each thing; to whoever was hit both of theirs."""
    view, since = stage.view, stage.since
    count = len(since)
    if 3 * count > rows - 1:
        return stage_rows(stage, cells, rows)
    if count == 1 and rows >= 2 * CARDS_SINCE and since[0].form != "plain":  # in its own form
        drawn = stage_rows(stage._replace(moment=since[0], step=ALL, last=ALL), cells, rows)
        return [rule(cells, text=Edge((stage.heading,))), *drawn[1:]]
    large = SMALL.height * count <= rows - 1
    gap = 1 if (SMALL.height + 1 if large else 4) * count < rows - 1 else 0
    lines: list[Row] = [
        rule(cells, text=Edge((stage.heading,))),
        *([()] if gap and rows > 2 * CARDS_SINCE else []),
    ]
    for moment in since:
        lines += [*_since(view, moment, cells, large=large), *[()] * gap]
    lines = [left(line, cells) for line in [*lines, *[()] * rows][:rows]]
    return _with_piles(view, lines, cells) if rows >= 2 * CARDS_SINCE else lines


def _since(view: MatchView, moment: MomentShown, cells: int, *, large: bool) -> list[Row]:
    played = _one(view, moment.card, CardLook.PLAIN, large=large)
    both: list[Row] = [()] * len(played)
    if moment.concerns(view.you) and moment.met is not None and moment.came is not None:
        went = _one(view, moment.met, CardLook.GONE, large=large, below=view.words("stage.went"))
        came = _one(view, moment.came, CardLook.CAME, large=large, below=view.words("stage.came"))
        arrow = [row(" ► " if y == len(went) // 2 else "   ") for y in range(len(went))]
        both = [row(*parts) for parts in zip(went, arrow, came, strict=True)]
    room = cells - width(played[0]) - 6 - max(width(both[0]) + 2, 24 if large else 0)
    event = Played(moment.who or 0, moment.card or "", moment.target, moment.named, moment.result == "idle")
    said = moments.told(moment, view.voice)
    first = [Piece(line, "strong") for line in wrapped(view.voice.say(event), room)]
    high = len(played) - len(first)
    ways = [f"{said.result} {said.why}", f"{said.result} {said.short}", said.result]
    then = [said.why] * (moment.result != "idle") if moment.form == "plain" else ways  # nothing twice
    more = next((each for each in (wrapped(text, room) for text in then) if len(each) <= high), [])
    style = "turn" if moment.concerns(view.you) else "words"
    told_ = [row(piece) for piece in first] + [row(Piece(line, style)) for line in more]
    told_ = middle_rows(told_, len(played), room) if not large else [(), *told_]
    rows = zip(played, [*told_, *[()] * len(played)], both, strict=False)
    return [row("  ", card_, "  ", left(text, room), " ", pair) for card_, text, pair in rows]


def _one(view: MatchView, card_: CardId | None, look: CardLook, *, large: bool, below: str = "") -> list[Row]:
    """A small card, or a frame with its name."""
    face = view.faces[card_ or ""]
    if large:
        return card(face, SMALL, look, below)
    frame, style = FRAMES[look]
    name = Piece(face.name, "words" if look is CardLook.GONE else "name")
    edge = Edge((), (Piece(below, "words"),)) if below else None
    return framed(
        [row(" ", Piece(f"{face.value} ", "value"), name)], view.faces.widest + 6, frame, style, bottom=edge
    )


def _with_piles(view: MatchView, lines: list[Row], cells: int) -> list[Row]:
    """At the right below: what is left to draw, and what lies aside."""
    shown = pile_rows(view)
    free = cells - max(map(width, shown)) - 2
    at = len(lines) - len(shown) - 1
    if any("".join(piece.text for piece in line)[free:].strip() for line in lines[at:]):
        return lines  # the first line of the table tells it, too
    both = zip(lines[at:], shown, strict=False)
    return [*lines[:at], *(row(_until(line, free), pile) for line, pile in both), lines[-1]]


def _until(line: Row, cells: int) -> Row:
    """These cells of a row, without a mark where it ends."""
    kept: list[Piece] = []
    for piece in line:
        kept.append(piece._replace(text=piece.text[: max(0, cells)]))
        cells -= len(piece.text)
    return row(*kept)


def _below(slice_: Band, cells: int, rows: int) -> list[Row]:
    story_, counted, column = slice_.story, slice_.counted, slice_.column
    if story_ is None or (counted is None and not isinstance(story_, Hint) and not story_[1]):
        return idle(slice_.view, cells, rows)
    if counted is None:
        return story(story_, cells, rows)
    told, counts = story(story_, column, rows), tracker(counted, cells - column, rows)
    both = zip_longest(told, counts, fillvalue=())
    return [row(left(line, column), count) for line, count in both]
