"""The parts of a match view as rows of letters, each exactly as wide as its widget."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import zip_longest
from typing import NamedTuple, TypeAlias

from rich.cells import cell_len

from lltui.desk.love_letter.guide import Hint
from lltui.desk.love_letter.view import Count, MatchView, PlayerShown
from lltui.desk.telling import Kind, Line
from lltui.games.game import Seat
from lltui.tui.art import piles
from lltui.tui.art.card import SMALL, back, card
from lltui.tui.art.rows import (
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
    hue,
    left,
    parted,
    row,
    rule,
    titled,
    trim,
    width,
    wrapped,
)
from lltui.tui.art.rows import middle as middle_rows
from lltui.tui.love_letter.draw_moment import STAGE, OnStage, stage_rows

SEP = Piece("   ")
NAMES = 9  # cells for who did it
STYLES = {Kind.PROOF: "good", Kind.ALARM: "bad"}


# -------------------------------------------------------------------- first line


class TableHead(NamedTuple):
    """The first line of a table, or of what is `over`; a large table has its middle `apart`."""

    view: MatchView
    title: str
    proven: int = 0
    over: str = ""
    apart: bool = False


def head(shown: TableHead, cells: int) -> list[Row]:
    """Title, round, goal; on the other side the pile and what lies beside it."""
    view, name, proven, over, apart = shown
    public, words, token = view.public, view.words, view.faces.token
    title: list[Piece | Row] = [Piece(f" {token} ", "token"), Piece(name, "title")]
    if over or public.round:
        title += [SEP, Piece(over or words("head.round", round=public.round), "words")]
    title += [SEP, Piece(words("head.goal", target=public.target), "words"), Piece(f" {token}", "token")]
    beside = () if apart or over else _beside(view, cells)
    proof = row(SEP, Piece(words.count("head.proof", proven), "good")) if proven else ()
    if proof and width(row(*title, proof, beside)) < cells:
        title.append(proof)
    return [parted(row(*title), beside, cells)]


def _beside(view: MatchView, cells: int) -> Row:
    bar = max(0, min(12, cells // 6 - 4))
    pile = Piece(f"{view.words('head.pile')} ", "words"), piles.pile(view.public.pile, bar + 3)
    return row(*pile, *((SEP, _aside(view)) if view.public.aside else ()), " ")


# ------------------------------------------------------------------------ seats


def seat(slice_: PlayerShown, cells: int, rows: int) -> list[Row]:
    """One of the others.  Its turn, aimed at, out: told by the frame and by a word or sign."""
    inner = cells - 2
    frame = HEAVY if slice_.target else DOTTED if slice_.seat.out else LIGHT
    style = "chosen" if slice_.target else "faint" if slice_.seat.out else "turn" if slice_.turn else "rim"
    body = _large(slice_, inner) if rows >= 13 else _compact(slice_, inner)
    lines = [row(" ", line) for line in body][: rows - 2]
    lines += [()] * (rows - 2 - len(lines))
    if slice_.seat.out:
        lines = [tuple(piece._replace(style="faint") for piece in line) for line in lines]
    narrow = inner < 18
    top = Edge(_title(slice_, inner, narrow=narrow), () if narrow else tokens(slice_, inner - 13))
    return framed(lines, cells, frame, style, top, _foot(slice_, inner, narrow=narrow))


def seat_at(slice_: PlayerShown, *_place: object) -> str:
    """The key of whoever sits there."""
    return str(slice_.number)


def tokens(player: PlayerShown, room: int) -> Row:
    """Won, and still to win."""
    return piles.tokens(player.seat.tokens, player.goal, player.token, room)


def _title(slice_: PlayerShown, inner: int, *, narrow: bool) -> Row:
    """Number and name; on a narrow one also whoever has a bad line, since there is no room below."""
    mark = Piece("▶ ", "turn") if slice_.turn else Piece("")
    taken = 6 + len(mark.text)
    if not narrow:
        taken += width(tokens(slice_, inner - 13)) + 3
    troubled = narrow and slice_.line in ("lag", "away")
    word = f" {slice_.line_word}" if troubled else ""
    name = cut(slice_.name, max(3, inner - taken - cell_len(word)))
    number = Piece(f"{slice_.number} ", "number")
    return row(mark, number, Piece(name, hue(slice_.number)), Piece(word, "warn"))


def _foot(slice_: PlayerShown, inner: int, *, narrow: bool) -> Edge:
    style = "chosen" if slice_.target else "good" if slice_.seat.safe and not slice_.seat.out else "faint"
    last = (Piece(slice_.word, style),) if slice_.word else ()
    if narrow:
        return Edge(tokens(slice_, inner - width(last) - 4), last)
    kind = "words" if slice_.line == "bot" else "warn"
    return Edge((Piece(slice_.line_word, kind),) if slice_.line_word else (), last)


def _hands(slice_: PlayerShown) -> list[Row]:
    if slice_.seat.out:
        return piles.hand(0)
    known = slice_.held[0].value if slice_.held else None
    return piles.hand(slice_.seat.cards, known) if slice_.seat.cards else [row("    ")] * 3


def _compact(slice_: PlayerShown, inner: int) -> list[Row]:
    """Three rows: the hand, the fan, and beside them what is known."""
    back_rows = _hands(slice_)
    room = inner - 1 - width(back_rows[1]) - 1
    fan = piles.fan([face.value for face in slice_.discards], room)
    side = _side(slice_, room - width(fan[1]) - 1)
    return [row(hand, " ", cards, " ", text) for hand, cards, text in zip(back_rows, fan, side, strict=True)]


def _side(slice_: PlayerShown, room: int) -> list[Row]:
    if room < 5:
        return [(), (), ()]
    newest = slice_.discards[-1].name if slice_.discards else ""
    texts = [
        Piece(cut(slice_.held_word, room), "known"),
        Piece(cut(newest, room), "name"),
        Piece(cut(slice_.note, room), "note"),
    ]
    return [row(text) for text in texts]


def _large(slice_: PlayerShown, inner: int) -> list[Row]:
    """For a table with room: a whole card, and under it the discards, the newest one whole."""
    room = inner - 1
    side = [(), (), row(Piece(cut(slice_.held_word, room - SMALL.width - 3), "known"))]
    upper = beside(_whole_hand(slice_), [*side, (), ()], gap=2)
    discards = piles.cascade(slice_.discards, room)
    return [*upper, *(discards or [()] * SMALL.height), row(Piece(cut(slice_.note, room), "note"))]


def _whole_hand(slice_: PlayerShown) -> list[Row]:
    if slice_.seat.out:
        return middle_rows([centred((Piece("✗", "faint"),), SMALL.width)], SMALL.height, SMALL.width)
    if slice_.held:
        return card(slice_.held[0], SMALL)
    if not slice_.seat.cards:
        return [left((), SMALL.width)] * SMALL.height
    return back(SMALL, slice_.token)


# ------------------------------------------------------------------------ middle


def middle(view: MatchView, cells: int, rows: int) -> list[Row]:
    """The pile, the card beside it, and what lies open.

    Beside a single opponent on a small screen, what lies open is what matters.
    """
    cards, flat = view.public.pile, rows < 9
    pile = () if flat else (*piles.stack(cards), (Piece(f"{view.words('head.pile')} {cards}", "words"),))
    aside = (_aside(view),) if view.public.aside else ()
    opened = _open(view, cells) if view.public.laid_open else ()
    lines = [*pile, *((*opened, *aside) if flat else (*aside, *opened))]
    return [left(line, cells) for line in middle_rows([centred(line, cells) for line in lines], rows, cells)]


def _aside(view: MatchView) -> Row:
    return row(Piece(f"{view.words('head.aside')} ", "words"), Piece(piles.BACK, "back"))


def _open(view: MatchView, cells: int) -> list[Row]:
    faces = view.known_faces(view.public.laid_open)
    fan = piles.fan([face.value for face in faces], cells)
    names = Piece(", ".join(face.name for face in faces), "name")
    label = row(Piece(f"{view.words('head.open')}: ", "words"), names)
    return [*fan, trim(label, cells)]


# --------------------------------------------------------------------- own row


class OwnSide(NamedTuple):
    """Whoever sits in front, aimed at or not."""

    view: MatchView
    aimed: Seat | None = None


def own(slice_: OwnSide, cells: int) -> list[Row]:
    """The line that divides the table from the own hand."""
    view, aimed = slice_
    player, parts = view.own(aimed), list[Piece | Row | str]()
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
        style = "good" if player.seat.safe and not player.seat.out else "chosen" if player.target else "faint"
        parts += ["  ", Piece(player.word, style)]
    first = row(*parts)
    last = _laid(player, cells - width(first) - 10, view.words("seat.laid"))
    return [rule(cells, text=Edge(first, last))]


def _laid(slice_: PlayerShown, room: int, laid: str) -> Row:
    """The own discards, as many of the newest as there is room for."""
    names = [f"{face.value} {face.name}" for face in slice_.discards]
    while names and cell_len(f"{laid} " + " · ".join(names)) > room:
        names.pop(0)
    if not names:
        return ()
    return row(Piece(f"{laid} ", "words"), Piece(" · ".join(names), "name"))


# ------------------------------------------------------------------------ story


LATEST = 80  # lines
Story: TypeAlias = tuple[str, Sequence[Line]]  # its title, and what happened
HINT_ROWS = 6  # of a hint: its frame, and four rows of text


def hint(slice_: Hint, cells: int, rows: int) -> list[Row]:
    """What somebody new is told; its last sentence is what goes on."""
    inner, told, moves = cells - 4, list[Row](), len(slice_.move.split())
    left_over = len(slice_.text.split()) + moves
    for line in wrapped(f"{slice_.text} {slice_.move}", inner):
        words = line.split()
        begins = max(0, left_over - moves)  # so many words are no part of the move
        left_over -= len(words)
        told.append(
            row(
                Piece(" ".join(words[:begins])),
                " " if begins else "",
                Piece(" ".join(words[begins:]), "hint"),
            )
        )
    title = row(Piece("◆ ", "hint"), Piece(slice_.title, "hint"))
    foot = Edge((), (Piece(slice_.place, "words"),) if slice_.place else ())
    lines = [row(" ", line) for line in [*told, *[()] * (HINT_ROWS - 2 - len(told))]]
    return framed(lines[: rows - 2], cells, HEAVY, "hint", Edge(title), foot)


def story(slice_: Story | Hint, cells: int, rows: int) -> list[Row]:
    """The newest lines that fit, where there is room in whole sentences; a hint in their place."""
    if isinstance(slice_, Hint):
        return hint(slice_, cells, rows)
    (title, log), whole = slice_, rows >= 20
    lines: list[Row] = []
    for line in reversed(log[-LATEST:]):
        told = list(full(line, cells - 3) if whole else _short(line, cells - 2))
        if not told:
            continue
        if len(lines) + len(told) > rows - 1:
            lines = lines or told[-(rows - 1) :]
            break
        lines = [*told, *lines]
    return [titled(title, cells), *(left(row(" ", line), cells) for line in lines)]


def _short(line: Line, cells: int) -> Iterator[Row]:
    if line.name:
        yield from _named(line, cells)
    elif brief := line.brief if line.kind is Kind.EVENT else line.text:
        for told in wrapped(_mark(line) + brief, cells):
            yield row(Piece(told, _style(line)))


def _named(line: Line, cells: int) -> Iterator[Row]:
    """Who did it or said it, and beside that what."""
    who = Piece(cut(line.name, NAMES - 1), hue(line.who + 1) if line.who is not None else "words")
    for place, told in enumerate(wrapped(_mark(line) + line.brief, cells - NAMES)):
        yield row(left(row(who) if not place else (), NAMES), Piece(told, _style(line)))


def full(line: Line, cells: int) -> Iterator[Row]:
    """A line of the log in whole sentences."""
    if line.kind is Kind.SAID and line.name:
        yield from _named(line, cells)
        return
    style = hue(line.who + 1) if line.who is not None else "words"
    for place, told in enumerate(wrapped(_mark(line) + line.text, cells - 2)):
        mark = "· " if not place and line.who is not None else "  "
        yield row(Piece(mark, style), Piece(told, _style(line)))


def _mark(line: Line) -> str:
    return "! " if line.kind is Kind.ALARM else "» " if line.kind is Kind.SAID and line.name else ""


def _style(line: Line) -> str:
    if line.name:
        return "said" if line.kind is Kind.SAID else ""
    return STYLES.get(line.kind, "words")


# ------------------------------------------------------------------------ middle


class Band(NamedTuple):
    """The middle of a table: what is on the stage; and log and counter, where they have no other place.

    These two stand beside each other, divided after `column` cells.
    """

    view: MatchView
    stage: OnStage | None
    story: Story | Hint | None = None
    counted: Counted | None = None
    column: int = 0


def band(slice_: Band, cells: int, rows: int) -> list[Row]:
    """The stage over log and counter where there is room for both; else one of them."""
    drawn: list[Row] = []
    if slice_.stage is not None:
        high = STAGE if slice_.counted is not None and rows >= 2 * STAGE else rows
        drawn = [left(line, cells) for line in stage_rows(slice_.stage, cells, high)]
        drawn += [()] * (high - len(drawn))
    if (below := rows - len(drawn)) > 0:
        drawn += _below(slice_, cells, below)
    return drawn


def _below(slice_: Band, cells: int, rows: int) -> list[Row]:
    story_, counted, column = slice_.story, slice_.counted, slice_.column
    if story_ is None or counted is None:
        return story(story_, cells, rows) if story_ is not None else []
    told, counts = story(story_, column, rows), tracker(counted, cells - column, rows)
    both = zip_longest(told, counts, fillvalue=())
    return [row(left(line, column), count) for line, count in both]


# ---------------------------------------------------------------------- tracker


class Counted(NamedTuple):
    """The cards that were not seen, if they are `shown`; `joined` to the story by the line between them."""

    view: MatchView
    shown: bool = True
    joined: bool = False


def tracker(counted: Counted, cells: int, rows: int) -> list[Row]:
    """Every card with a dot for each copy; what each does, where there is room to say it."""
    view, shown, joined = counted
    if not shown:
        return [row(Piece("│", "line"))] * rows if joined else []
    inner = cells - 1 if joined else cells
    title = view.words("title.unseen" if view.you is not None else "title.unseen_watcher")
    if not view.counts:
        why = wrapped(view.words("title.left_out"), inner - 2)
        legend, lines = "", [row(" ", Piece(line, "words")) for line in why]
    else:
        counts, legend = view.remaining(), view.words("title.legend")
        whole = rows > 4 * len(counts)
        lines = _explained(counts, inner) if whole else _counted(counts, inner, rows - 1)
    head = titled(title, inner, legend if cell_len(legend) <= inner - cell_len(title) - 8 else "")
    if not joined:
        return [head, *lines[: rows - 1]]
    ruled = [row(Piece("│", "line"), line) for line in [*lines, *[()] * rows][: rows - 1]]
    return [row(Piece("┬", "line"), head), *ruled]


def _counted(counts: Sequence[Count], cells: int, rows: int) -> list[Row]:
    if len(counts) <= rows:
        return [left(row(" ", _count(count, cells - 1, counts)), cells) for count in counts]
    high = -(-len(counts) // 2)
    halves = counts[:high], counts[high:]
    slack = cells - 1 - _needed(halves[0]) - _needed(halves[1])
    first = _needed(halves[0]) + (slack // 2 if slack > 14 else max(-4, min(2, slack)))
    lines = []
    for place in range(high):
        parts = [left(_count(halves[0][place], first, halves[0]), first)]
        if place < len(halves[1]):
            parts.append(_count(halves[1][place], cells - 1 - first, halves[1]))
        lines.append(left(row(" ", *parts), cells))
    return lines


def _needed(counts: Sequence[Count]) -> int:
    """The cells of a column with whole names and all dots in a row."""
    return 4 + sum(_widest(tuple(counts)))


@lru_cache(8)  # every line of a column asks for it
def _widest(column: tuple[Count, ...]) -> tuple[int, int]:
    """The most copies of a card, and the cells of the longest name."""
    return max(each.face.copies for each in column), max(cell_len(each.face.name) for each in column)


def _explained(counts: Sequence[Count], cells: int) -> list[Row]:
    lines: list[Row] = []
    for count in counts:
        lines += [(), left(row(" ", _count(count, cells - 1, counts)), cells)]
        lines += [row("    ", Piece(line, "words")) for line in wrapped(count.face.rule, cells - 6, 2)]
    return lines


def _count(count: Count, cells: int, column: Sequence[Count]) -> Row:
    """Value, name, dots; and how likely a hidden card is this one, where there is room for it."""
    copies, names = _widest(tuple(column))
    # Where not every name fits, each takes what its own dots leave.
    room = names if 4 + names + copies <= cells else cells - 4 - count.face.copies
    gone = count.face.copies - count.unseen
    dots = row(Piece("●" * count.unseen, "dots"), Piece("·" * gone, "faint"))
    told = row(
        Piece(f"{count.face.value:>2} ", "number" if count.unseen else "faint"),
        left((Piece(cut(count.face.name, room), "name" if count.unseen else "words"),), room),
        " ",
    )
    if cells < 4 + names + copies + 6 or not count.unseen:
        return left(row(told, dots), cells)
    return left(row(told, left(dots, copies), Piece(f" {count.share:>3}%", "words")), cells)
