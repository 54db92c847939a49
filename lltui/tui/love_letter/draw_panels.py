"""The panels of a table: what happened, or what is told to who is new; cards not seen yet; what one knows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, zip_longest
from typing import TYPE_CHECKING, NamedTuple

from rich.cells import cell_len

from lltui.desk.love_letter.guide import Hint
from lltui.desk.love_letter.view import Count, MatchView
from lltui.desk.telling import Kind, Line
from lltui.games.game import Seat
from lltui.tui.art import piles
from lltui.tui.art.card import TALL, back, card
from lltui.tui.art.rows import (
    HEAVY,
    Edge,
    Piece,
    Row,
    beside,
    centred,
    cut,
    framed,
    hue,
    left,
    newest,
    parted,
    row,
    rule,
    titled,
    whose,
    width,
    wrapped,
)
from lltui.tui.art.rows import middle as middle_rows

if TYPE_CHECKING:  # no database is waited for
    from lltui.record.kept_match_facts import WinShare

NAMES = 9  # cells for who did it
STYLES = {Kind.PROOF: "good", Kind.ALARM: "bad"}


# ------------------------------------------------------------------------ story


LATEST = 80  # lines


class SeatHues(NamedTuple):
    """Everybody by seat, and who of them is in front: each is named in their own hue."""

    names: tuple[str, ...]
    you: Seat | None

    def told(self, text: str, style: str) -> Row:
        """A text in which the others are named."""
        parts = _named_in(self.names).split(text) if any(self.names) else [text]
        return row(
            *(
                Piece(part, whose(self.names.index(part), self.you) if part in self.names else style)
                for part in parts
            )
        )


@lru_cache(8)
def _named_in(names: tuple[str, ...]) -> re.Pattern[str]:
    """The longest first; a German name may have an ending."""
    known = "|".join(re.escape(name) for name in sorted(filter(None, names), key=len, reverse=True))
    return re.compile(rf"(?<!\w)({known})(?=s?(?!\w))")


class ToldLog(NamedTuple):
    """What happened."""

    title: str
    lines: Sequence[Line]
    company: SeatHues


HINT_ROWS = 6  # of a hint: its frame, and four rows of text


def hint(slice_: Hint, cells: int, rows: int) -> list[Row]:
    """What somebody new is told; its last sentence is what goes on."""
    inner, told, moves = cells - 4, list[Row](), len(slice_.move.split())
    left_over = len(slice_.text.split()) + moves
    for line in wrapped(f"{slice_.text} {slice_.move}", inner):
        parts = line.split()
        begins = max(0, left_over - moves)  # so many words are no part of the move
        left_over -= len(parts)
        told.append(
            row(
                Piece(" ".join(parts[:begins])),
                " " if begins else "",
                Piece(" ".join(parts[begins:]), "hint"),
            )
        )
    title = row(Piece("◆ ", "hint"), Piece(slice_.title, "hint"))
    foot = Edge((), (Piece(slice_.place, "words"),) if slice_.place else ())
    lines = [row(" ", line) for line in [*told, *[()] * (HINT_ROWS - 2 - len(told))]]
    return framed(lines[: rows - 2], cells, HEAVY, "hint", Edge(title), foot)


def story(slice_: ToldLog | Hint, cells: int, rows: int) -> list[Row]:
    """The newest lines that fit, where there is room in whole sentences; a hint in their place."""
    if isinstance(slice_, Hint):
        return hint(slice_, cells, rows)
    (title, log, company), whole = slice_, rows >= 20
    lines: list[Row] = []
    for line in reversed(log[-LATEST:]):
        told = list((full if whole else _short)(line, company, cells - (3 if whole else 2)))
        if not told:
            continue
        if len(lines) + len(told) > rows - 1:
            lines = lines or [*newest(told, rows - 1)]
            break
        lines = [*told, *lines]
    return [titled(title, cells), *(left(row(" ", line), cells) for line in lines)]


def log(slice_: ToldLog | Hint, cells: int, rows: int) -> list[Row]:
    """The same in a column of its own."""
    lines = zip_longest(story(slice_, cells - 1, rows), range(rows), fillvalue=())
    signs = ("│" if y else "┬" for y in range(rows))
    return [
        row(left(line, cells - 1), Piece(sign, "line")) for (line, _), sign in zip(lines, signs, strict=True)
    ]


def _short(line: Line, company: SeatHues, cells: int) -> Iterator[Row]:
    if line.name:
        yield from _named(line, company, cells)
    elif brief := line.brief if line.kind is Kind.EVENT else line.text:
        for told in wrapped(_mark(line) + brief, cells):
            yield company.told(told, _style(line))


def _named(line: Line, company: SeatHues, cells: int) -> Iterator[Row]:
    """Who did it or said it, and beside that what."""
    who = Piece(cut(line.name, NAMES - 1), _whose(line, company))
    for place, told in enumerate(wrapped(_mark(line) + line.brief, cells - NAMES)):
        yield row(left(row(who) if not place else (), NAMES), _told(line, company, told))


def full(line: Line, company: SeatHues, cells: int) -> Iterator[Row]:
    """A line of the log in whole sentences."""
    if line.kind is Kind.SAID and line.name:
        yield from _named(line, company, cells)
        return
    for place, told in enumerate(wrapped(_mark(line) + line.text, cells - 2)):
        mark = "· " if not place and line.who is not None else "  "
        yield row(Piece(mark, _whose(line, company)), _told(line, company, told))


def _whose(line: Line, company: SeatHues) -> str:
    return "words" if line.who is None else whose(line.who, company.you)


def _told(line: Line, company: SeatHues, text: str) -> Row:
    """What somebody says is theirs, whomever they name."""
    return row(Piece(text, _style(line))) if line.kind is Kind.SAID else company.told(text, _style(line))


def _mark(line: Line) -> str:
    return "! " if line.kind is Kind.ALARM else "» " if line.kind is Kind.SAID and line.name else ""


def _style(line: Line) -> str:
    if line.name:
        return "said" if line.kind is Kind.SAID else ""
    return STYLES.get(line.kind, "words")


# ---------------------------------------------------------------------- tracker


class Counted(NamedTuple):
    """The cards that were not seen, if they are `shown`; `joined` to the story by the line between them."""

    view: MatchView
    shown: bool = True
    joined: bool = False


class WonSoFar(NamedTuple):
    """In the place of the counter, once nothing is left to be counted: one's own record, line by line."""

    title: str
    lines: Sequence[str]


class HowItStands(NamedTuple):
    """The same at the end of a round: everybody with the own tokens, the first first."""

    title: str
    view: MatchView


def tracker(counted: Counted | WonSoFar | HowItStands, cells: int, rows: int) -> list[Row]:
    """Every card with a dot for each copy; what each does, where there is room to say it."""
    if not isinstance(counted, Counted):
        return _so_far(counted, cells, rows)
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
        whole = rows > 2 * len(counts)
        lines = _explained(counts, inner) if whole else _counted(counts, inner, rows - 1)
    head = titled(title, inner, legend if cell_len(legend) <= inner - cell_len(title) - 8 else "")
    if not joined:
        return [head, *lines[: rows - 1]]
    ruled = [row(Piece("│", "line"), line) for line in [*lines, *[()] * rows][: rows - 1]]
    return [row(Piece("┬", "line"), head), *ruled]


def _so_far(told: WonSoFar | HowItStands, cells: int, rows: int) -> list[Row]:
    """With air between the lines where there is room for it."""
    if isinstance(told, HowItStands):
        blocks, title = [[line] for line in _standing(told.view, cells - 1)], told.title
    else:
        pieces = ([Piece(text, "strong") for text in wrapped(line, cells - 3)] for line in told.lines)
        blocks, title = (
            [[row(" ", each) for each in block] for block in pieces],
            told.title * bool(told.lines),
        )
    airy = sum(map(len, blocks)) + len(blocks) < rows
    lines = [line for block in blocks for line in ([()] * airy + block)]
    head = row(Piece("┬", "line"), titled(title, cells - 1))
    return [head, *(row(Piece("│", "line"), line) for line in [*lines, *[()] * rows][: rows - 1])]


def _standing(view: MatchView, cells: int) -> Iterator[Row]:
    names = max(map(cell_len, view.names)) + 3
    for seat in view.standing:
        name, has = Piece(view.names[seat], whose(seat, view.you)), view.public.seats[seat].tokens
        won = piles.tokens(has, view.public.target, view.faces.token, cells - names - 3)
        yield row(" ", left((name,), names), won)


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
        lines.append(left(row(" ", _count(count, cells - 1, counts)), cells))
        told = accumulate(count.where, "{}, {}".format)  # what is known of hands stands below, too
        fits = [line for line in told if cell_len(line) <= cells - 5]
        lines += [row("    ", Piece(fits[-1] if fits else "", "words"))]
    return lines


def _count(count: Count, cells: int, column: Sequence[Count]) -> Row:
    """Value, name, dots; and how likely a hidden card is this one, where there is room for it."""
    copies, names = _widest(tuple(column))
    # Where not every name fits, each takes what its own dots leave.
    room = names if 4 + names + copies <= cells else cells - 4 - count.face.copies
    gone = count.face.copies - count.unseen
    dots = row(Piece("●" * count.unseen, "dots"), Piece("·" * gone, "faint"))
    if cell_len(count.face.name) > room and count.face.copies > 3:
        dots, room = row(Piece(f"●×{count.unseen}", "dots" if count.unseen else "faint")), cells - 7  # noqa: RUF001 - times
    told = row(
        Piece(f"{count.face.value:>2} ", "number" if count.unseen else "faint"),
        left((Piece(cut(count.face.name, room), "name" if count.unseen else "words"),), room),
        " ",
    )
    if cells < 4 + names + copies + 6 or not count.unseen:
        word = Piece(count.word, "words")
        if cells < 4 + names + copies + cell_len(word.text) + 2:
            return left(row(told, dots), cells)
        return parted(row(told, dots), row(word, " "), cells)
    if cells < 26:
        return left(row(told, left(dots, copies), Piece(f"{count.share:>4} %", "words")), cells)
    return parted(row(told, dots), row(Piece(f"{count.share} %", "words"), " "), cells)


class Guesses(NamedTuple):
    """What was named, and how often it was there, by card."""

    cards: tuple[WinShare, ...]


def guesses(slice_: Guesses, cells: int, rows: int) -> list[Row]:
    """A column of them, with the line beside it."""
    lines = [(), *_guess_rows(slice_.cards, cells), *[()] * rows]
    return [row(Piece("│", "line"), line) for line in lines[:rows]]


def _guess_rows(guesses: Sequence[WinShare], cells: int) -> list[Row]:
    """Every card that was named, the most named first: how often, and how often it was there."""
    names = max((cell_len(each.name) for each in guesses), default=0) + 2
    numbers = max((len(f"{each.won}/{each.played}") for each in guesses), default=0)
    bar = max(4, min(12, cells - names - numbers - 6))
    lines: list[Row] = []
    for each in guesses:
        full = round(bar * each.won / each.played)
        told = Piece(f"{each.won}/{each.played}".rjust(numbers), "words")
        drawn = row(Piece("█" * full, "you"), Piece("░" * (bar - full), "faint"))
        lines.append(row("  ", left((Piece(each.name, "name"),), names), drawn, "  ", told))
    return lines


# ---------------------------------------------------------------- what lies there


def pile_rows(view: MatchView) -> list[Row]:
    """The pile, the card set aside, and when the round ends."""
    cards, words = view.public.pile, view.words
    block = [left(line, 12) for line in piles.stack(cards)]
    label = left((Piece(f"{cards} ", "number"), Piece(words("stage.to_draw"), "words")), 12)
    if view.public.aside:
        back_ = row(Piece("▒▒▒▒▒", "back"))
        heart = row(Piece("▒ ", "back"), Piece(view.faces.token, "token"), Piece(" ▒", "back"))
        aside = framed([back_, heart, back_], 7)
        block = [row(line, "  ", one) for line, one in zip(block, aside, strict=True)]
        label = row(left(label, 14), Piece(words("head.aside"), "words"))
    return [*block, label, row(Piece(_ends(view), "words"))]


SOON = 3  # cards to draw: the end of the round is near
HIGH = 20  # rows of a stage, from which on whole cards lie there


def idle(view: MatchView, cells: int, rows: int) -> list[Row]:
    """A stage on which nothing happens: what lies in the middle of a table."""
    lines = pile_rows(view) if len(view.names) > 2 else []  # of two, one leaves room for them above
    if rows >= HIGH:
        lines = _large(view)
    wide = max(map(width, lines), default=0)
    title = rule(cells, text=Edge((Piece(view.words("title.pile"), "title"),)))
    return [title, *middle_rows([centred(left(line, wide), cells) for line in lines], rows - 1, cells)]


def _large(view: MatchView) -> list[Row]:
    """The cards that lie open; else the pile and the card beside it, as large as those in a hand."""
    words, down = view.words, back(TALL, view.faces.token)
    blocks = [card(face, TALL) for face in view.known_faces(view.public.laid_open)]
    if not blocks and view.public.pile:
        draws = row(Piece(f"{view.public.pile} ", "number"), Piece(words("stage.to_draw"), "words"))
        blocks.append([*down, centred(draws, TALL.width)])
        if view.public.aside:
            blocks.append([*down, centred((Piece(words("head.aside"), "words"),), TALL.width)])
    if not blocks:
        return pile_rows(view)
    lines, ends = beside(*blocks, gap=3), _ends(view)
    if not ends:
        return lines
    wide = max(width(lines[0]), cell_len(ends))
    return [*(centred(line, wide) for line in lines), (), centred((Piece(ends, "words"),), wide)]


def _ends(view: MatchView) -> str:
    """When the round does, if that is near."""
    cards = view.public.pile
    return view.words.count("stage.turns", cards) if cards <= SOON else ""


# ------------------------------------------------------------------ what one knows


class KnownHands(NamedTuple):
    """What one knows of the others, and thinks of them; with a title of its own where no line has one."""

    view: MatchView


def known(slice_: KnownHands, cells: int, rows: int) -> list[Row]:
    """A paragraph for each of them."""
    view = slice_.view
    for brief in (False, True):
        told = dict(view.known_of(brief=brief))
        lines = _paragraphs(view, told, cells)
        if len(lines) <= rows + 1:
            break
    return [row(Piece("│", "line"), line) for line in [*lines, *[()] * rows][:rows]]


def _paragraphs(view: MatchView, told: Mapping[int, Sequence[str]], cells: int) -> list[Row]:
    lines: list[Row] = []
    for seat_ in view.others:
        noted = view.notes.get(seat_, "")
        if not (sentences := told.get(seat_, ())) and not noted:
            continue
        name = Piece(view.names[seat_], hue(seat_ + 1))
        indent = NAMES if cell_len(name.text) < NAMES else 2
        rows_ = [row(Piece(line, "strong")) for line in wrapped(" ".join(sentences), cells - indent - 3)]
        rows_ += [row(Piece(line, "note")) for line in wrapped(noted, cells - indent - 3)]
        if indent < NAMES:
            lines.append(row(" ", name))
        for place, line in enumerate(rows_):
            named = not place and indent == NAMES
            lines.append(row(" ", left((name,) if named else (), indent), line))
        lines.append(())
    said = [] if lines else [view.words("know.nothing")]
    said += [] if any(view.notes.values()) else [view.words("know.notes")]
    for text in said if view.you is not None else ():
        lines += [*(row(" ", Piece(line, "words")) for line in wrapped(text, cells - 3)), ()]
    return lines
