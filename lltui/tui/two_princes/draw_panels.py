"""What is to be done, with the sum of a test, and the own conditions, as rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

from rich.cells import cell_len

from lltui.desk.two_princes.view import (
    Choice,
    ConditionShown,
    Deed,
    Log,
    OwnConditions,
    Para,
    Princes,
    PrinceShown,
    ShareShown,
    StoryMemory,
    Told,
    TrialShown,
)
from lltui.tui.art.rows import (
    LIGHT,
    Edge,
    Piece,
    Row,
    beside,
    cut,
    framed,
    left,
    row,
    titled,
    width,
    wrapped,
)
from lltui.tui.match.match_screen import notice_rows
from lltui.tui.two_princes.draw_story import MARKS, STYLES

NAMES = 9
BAR = 24


def deed(slice_: Deed, cells: int, rows: int) -> list[Row]:
    """Title, the test, how far the others are, the choices."""
    return [
        titled(slice_.title, cells, slice_.right),
        *(left(line, cells) for line in body(slice_, cells)[: rows - 1]),
    ]


def body(slice_: Deed, cells: int) -> list[Row]:
    """All lines below the title."""
    found: list[Row] = []
    for each in slice_.trials:
        found += trial(each, cells)
    found += [line for para in slice_.lines for line in _line(para, cells)]
    if slice_.level and _level(slice_.choices, cells):
        found.append(_level(slice_.choices, cells))
    else:
        found += [line for choice in slice_.choices for line in _choice(choice, cells)]
    return found


def _line(para: Para, cells: int) -> Iterator[Row]:
    mark = MARKS.get(para.kind, "")
    for n, line in enumerate(wrapped(para.text, cells - 4 - len(mark))):
        yield row("  ", Piece("  " if n else mark, "words"), Piece(line, STYLES[para.kind]))


# ------------------------------------------------------------------- choices


def _choice(choice: Choice, cells: int) -> Iterator[Row]:
    """A line, and what it comes to at its end or, if that is long, below it."""
    mark = Piece(" ▸ " if choice.chosen else "   ", "chosen")
    style = "chosen" if choice.chosen else "faint" if choice.reason else "name"
    key = Piece(f"{choice.key:<2}", "number")
    first = row(mark, key, Piece(cut(choice.label, cells - 6), style))
    if choice.by:
        first = row(first, Piece(f"  ◂ {choice.by}", "known"))
    note = choice.reason or choice.rules
    if not note:
        yield first
        return
    if width(first) + 2 + cell_len(note) + 1 <= cells:
        yield row(first, "  ", Piece(note, "barred" if choice.reason else "words"))
        return
    yield first
    for line in wrapped(note, cells - 8, 2):
        yield row("      ", Piece(line, "words"))


def _level(choices: Sequence[Choice], cells: int) -> Row:
    """Short choices side by side; empty if they do not fit, or if one of them needs words."""
    if any(choice.reason or choice.rules or choice.by for choice in choices):
        return ()
    parts: list[Piece] = []
    for choice in choices:
        bare = choice.key == choice.label
        mark = Piece("  ▸" if choice.chosen else "   ", "chosen")
        style = "chosen" if choice.chosen else "name"
        parts += [mark, Piece("" if bare else f"{choice.key} ", "number"), Piece(choice.label, style)]
    line = row(*parts)
    return line if choices and width(line) <= cells else ()


# --------------------------------------------------------------------- a test


def trial(slice_: TrialShown, cells: int) -> list[Row]:
    """A line for each prince, one for items, one for the sum against the value."""
    items, total, against, _ = slice_.words
    found = [line for share in slice_.shares for line in _share(share, cells)]
    if slice_.items:
        told = wrapped(slice_.items, cells - NAMES - 5, 2)
        found += [
            row("  ", left(row(Piece("" if n else items, "words")), NAMES), Piece(line, "name"))
            for n, line in enumerate(told)
        ]
    name = left(row(Piece(total, "words")), NAMES)
    if slice_.total is None:
        if slice_.wanted:
            found.append(
                row("  ", name, *bar(slice_.boards, slice_.value), "  ", Piece(slice_.wanted, "name"))
            )
        return found
    parts = [Piece(f"{slice_.total} ", "number"), Piece(against, "words")]
    if slice_.result:
        parts += [Piece("   "), Piece(slice_.result, "good" if slice_.success else "bad")]
    elif slice_.wanted:
        parts += [Piece("   "), Piece(slice_.wanted, "name")]
    found.append(row("  ", name, *bar(slice_.total, slice_.value), "  ", *parts))
    return found


def bar(total: int, value: int) -> tuple[Piece, ...]:
    """What there is, and the line that it has to cross."""
    total = max(0, total)
    before, behind = "█" * min(total, value), "█" * min(max(0, total - value), BAR - value)
    reached = total >= value
    style = "good" if reached else "warn"
    gap = "·" * (value - min(total, value))
    return (Piece(before, style), Piece(gap, "faint"), Piece("│", "strong"), Piece(behind, style))


def _share(share: ShareShown, cells: int) -> Iterator[Row]:
    """Board, cards, and what they make together."""
    first = row(
        "  ",
        left(row(Piece(share.name, f"seat-{share.prince}")), NAMES),
        Piece(f"{share.attr} ", "words"),
        Piece(f"{share.board}", "number"),
    )
    parts: list[Row] = []
    for play in share.plays:
        effect = f" {play.effect}" if play.effect else ""
        parts.append(row(Piece(f"{play.title} ", "name"), Piece(play.adds, "number"), Piece(effect, "warn")))
    if share.note:
        parts.append(row(Piece(share.note, "words")))
    line = first
    for part in parts:
        if width(line) + 3 + width(part) > cells - 2:
            yield line
            line = row("  ", " " * NAMES, "  ", part)
        else:
            line = row(line, Piece(" + " if part in parts[: len(share.plays)] else "   ", "words"), part)
    yield line


AS_CARDS = 6  # rows with the title, from which on cards are drawn
ROOM = 99
KIND = 11
SEVERAL = 8


def hand(slice_: OwnConditions, cells: int, rows: int) -> list[Row]:
    """The title, and the cards."""
    title = titled(slice_.title, cells, slice_.right)
    if slice_.backs:
        backs = row("  ", Piece("▒▒ " * min(slice_.backs, 10), "back"))
        return [title, left(backs, cells)]
    if slice_.beside is not None:
        return [title, *as_columns(slice_.cards, slice_.beside, cells, rows - 1)]
    if not slice_.cards:
        return [title, left(row("  ", Piece(slice_.text, "words")), cells)]
    if cells >= ROOM and rows >= AS_CARDS:
        return [title, *as_cards(slice_.cards, cells, rows - 1)]
    return [title, *as_list(slice_.cards, cells, rows - 1)]


def as_cards(cards: tuple[ConditionShown, ...], cells: int, rows: int) -> list[Row]:
    """Side by side."""
    wide = min(22, (cells - 2) // max(5, len(cards)) - 1)
    blocks = [_card(card, wide, min(rows, 7)) for card in cards]
    return [left(row(" ", line), cells) for line in beside(*blocks, gap=1)]


def _card(card: ConditionShown, cells: int, rows: int) -> list[Row]:
    inner = cells - 4
    title = wrapped(card.title, inner, rows - 3)
    body: list[Row] = [row(" ", Piece(line, "name")) for line in title]
    body += [()] * (rows - 3 - len(body))
    effect = Piece(f" {card.effect}" if card.effect and len(card.adds) < SEVERAL else "", "warn")
    body.append(row(" ", Piece(cut(card.adds, inner), weight(card)), effect))
    kind = row(Piece(card.kind, "words"))
    return framed(body, cells, LIGHT, "rim", bottom=Edge(kind))


def weight(card: ConditionShown) -> str:
    """Whether it helps; the sign before the number says the same."""
    return "good" if card.weight > 0 else "bad" if card.weight < 0 else "words"


def as_list(cards: tuple[ConditionShown, ...], cells: int, rows: int) -> list[Row]:
    """Down the first column, then the second."""
    high = max(1, min(rows, -(-len(cards) // 2)))
    return as_columns(cards[:high], cards[high:], cells, high)


def as_columns(
    one: tuple[ConditionShown, ...], other: tuple[ConditionShown, ...], cells: int, rows: int
) -> list[Row]:
    """Side by side, each from the top."""
    wide = (cells - 2) // 2
    columns = [[left(_entry(card, wide - 1), wide) for card in cards[:rows]] for cards in (one, other)]
    lines = zip_longest(*columns, fillvalue=left((), wide))
    return [left(row(" ", *line), cells) for line in lines]


def _entry(card: ConditionShown, cells: int) -> Row:
    effect = card.effect if len(card.adds) < SEVERAL else ""  # of several numbers there is no room for more
    adds = f"{card.adds} {effect}".rstrip()
    room = cells - KIND - len(adds) - 2
    title = left(row(Piece(cut(card.title, room), "name")), room)
    return row(
        " ",
        left(row(Piece(card.kind, "words")), KIND),
        title,
        " ",
        Piece(card.adds, weight(card)),
        Piece(f" {effect}" if effect else "", "warn"),
    )


FULL = 6  # rows for each prince, from which on everything about him is told
TELLING = {"event": "strong", "said": "said", "proof": "good", "alarm": "bad", "note": "words"}


def princes(slice_: Princes, cells: int, rows: int) -> list[Row]:
    """A line for each, or all that lies open."""
    found: list[Row] = [titled(slice_.title, cells, slice_.right)]
    if rows > 2 * FULL:
        for boy in slice_.princes:
            found += [*_full(boy, slice_, cells), ()]
    elif rows > 4:
        for boy in slice_.princes:
            found += [_short(boy, cells, items=False), _things(boy, slice_, cells)]
    else:
        found += [_short(boy, cells, items=True) for boy in slice_.princes]
    return [left(line, cells) for line in found[:rows]]


def full_height(slice_: Princes) -> int:
    """Rows with everything about both."""
    told = sum(5 + max(1, len(boy.items)) + 2 * len(boy.marks) for boy in slice_.princes)
    return max(2 * FULL + 1, 1 + told)


def _name(boy: PrinceShown) -> Row:
    return left(row(Piece("▶" if boy.turn else " ", "turn"), Piece(boy.name, f"seat-{boy.prince}")), NAMES)


def _short(boy: PrinceShown, cells: int, *, items: bool) -> Row:
    parts: list[Piece | Row | str] = [" ", _name(boy)]
    for name, number in boy.attributes:
        parts += [Piece(f"{name} ", "words"), Piece(f"{number}  ", "number")]
    line = row(*parts)
    if not items:
        told = " · ".join(part for part in (boy.who, boy.counts, boy.ready, boy.line) if part)
        return row(line, Piece(f" {told}", "words"))
    things = ", ".join(boy.items)
    room = cells - width(line) - 2
    return row(line, " ", Piece(next(iter(wrapped(things, room, 1)), ""), "name"))


def _things(boy: PrinceShown, slice_: Princes, cells: int) -> Row:
    things = ", ".join(boy.items) or slice_.nothing
    return row(" " * (NAMES + 1), Piece(next(iter(wrapped(things, cells - NAMES - 2, 1)), ""), "name"))


def _full(boy: PrinceShown, slice_: Princes, cells: int) -> Iterator[Row]:
    told = " · ".join(part for part in (boy.who, boy.ready, boy.line) if part)
    yield row(" ", _name(boy), Piece(told, "words"))
    for first in (0, 2):
        parts: list[Piece | Row] = []
        for name, number in boy.attributes[first : first + 2]:
            dots = row(Piece("●" * number, "dots"), Piece("·" * (6 - number), "faint"))
            parts += [
                left(row(Piece(f"   {name} ", "words"), dots, Piece(f" {number}", "number")), cells // 2)
            ]
        yield row(*parts)
    yield row("   ", Piece(boy.counts, "words"))
    things = boy.items or (slice_.nothing,)
    for thing in things:
        yield row("   ", Piece("· ", "words"), Piece(thing, "name"))
    for mark in boy.marks:
        for n, line in enumerate(wrapped(mark, cells - 6)):
            yield row("   ", Piece("  " if n else "* ", "words"), Piece(line, "note"))


# ------------------------------------------------------------------ to remember


def memory(slice_: StoryMemory, cells: int, rows: int) -> list[Row]:
    """What was sown; what is remembered; the newest, where there is not room for all."""
    half = max(2, rows // 2)
    first = _listed(slice_.titles[0], slice_.sown, slice_, cells, half)
    second = _listed(slice_.titles[1], slice_.flags, slice_, cells, rows - len(first))
    return [*first, *second]


def _listed(title: str, things: tuple[str, ...], slice_: StoryMemory, cells: int, rows: int) -> list[Row]:
    told = [
        row(" ", Piece("  " if n else "· ", "words"), Piece(line, "name"))
        for thing in things
        for n, line in enumerate(wrapped(thing, cells - 4))
    ] or [row("   ", Piece(slice_.nothing, "words"))]
    return [titled(title, cells, str(len(things))), *(left(line, cells) for line in told[-(rows - 1) :])]


# ------------------------------------------------------------------------- log


class LogShown(NamedTuple):
    """The log, and what is said by the way."""

    log: Log
    notice: str = ""


def log(shown: LogShown, cells: int, rows: int) -> list[Row]:
    """The newest lines; what is said by the way stands in the edge."""
    slice_, notice = shown
    found: list[Row] = []
    for told in reversed(slice_.lines):
        lines = list(entry(told, cells))
        if len(found) + len(lines) > rows - 1:
            found = found or [*entry(told, cells, rows - 1)]
            break
        found = [*lines, *found]
    title = titled(slice_.title, cells, slice_.right)
    if notice:
        title = notice_rows(notice, cells)[0]
    return [title, *(left(line, cells) for line in found)]


def entry(told: Told, cells: int, most: int = 0) -> Iterator[Row]:
    """Who said it, and what; or a fact.  In at `most` so many lines it shows that there was more."""
    style = TELLING[told.kind]
    if told.kind == "said":
        name = left(row(Piece(told.who, hue(told))), max(NAMES, cell_len(told.who) + 1))
        for n, line in enumerate(wrapped(told.text, cells - 2 - width(name), most)):
            yield row(" ", name if not n else " " * width(name), Piece(line, style))
        return
    mark = "! " if told.kind == "alarm" else "· "
    for n, line in enumerate(wrapped(told.text, cells - 4, most)):
        yield row(" ", Piece("  " if n else mark, hue(told)), Piece(line, style))


def hue(told: Told) -> str:
    """A colour beside the name."""
    return "words" if told.prince is None else f"seat-{told.prince}"
