"""The Book, page by page: the ending that was reached, how it stands with both, what is true in the story."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from lltui.games.two_princes import events as e
from lltui.tui.art.pieces import Piece, Row, left, row, wrapped
from lltui.tui.boards.princes.draw_story import indent, measure
from lltui.tui.boards.princes.picture import Para
from lltui.tui.boards.princes.sight import Sight
from lltui.tui.boards.princes.telling import art, prose

Line: TypeAlias = tuple[str, str]  # its kind, and what stands on it
LINES = 16  # of a page, under its title
BLANK: Line = ("", "")


class Chapter(NamedTuple):
    """What belongs together; it begins on a page of its own."""

    title: str
    paras: tuple[Para, ...]
    art: tuple[Para, ...] = ()


class Leaf(NamedTuple):
    """One page, as it is shown: its lines are made, since they depend on the width."""

    title: str
    lines: tuple[Line, ...]
    art: tuple[str, ...]
    foot: str


def chapters(see: Sight) -> tuple[Chapter, ...]:
    """The way to the ending, the ending, the result, and the notes."""
    return tuple(_chapters(see))


def _chapters(see: Sight) -> Iterator[Chapter]:
    story, public = see.voice.story, see.public
    before = tuple(_before(see))
    if before:
        card = () if see.turned is None else (Para("fact", see.voice.headline(see.turned.card)),)
        yield Chapter(see.words("book.before"), (*card, *before))
    if public.book:
        title = story.title("section", public.book[-1])
        told = see.voice.ending(public.book[-1], public.asides)
        yield Chapter(title, tuple(prose(told)), art(see, "book"))
    yield Chapter(see.words("book.result"), tuple(_result(see)))
    for note in see.tale.story.notes:
        place = f"note.{note.id}"
        yield Chapter(story.text(f"{place}.title"), tuple(prose(story.text(f"{place}.text"))))


def _before(see: Sight) -> Iterator[Para]:
    """What the last card came to: it leads to the Book without a pause."""
    for event in see.heard:
        match event:
            case e.TextShown(text=text):
                yield from prose(see.voice.story.text(text))
            case e.TrialEnded(success=success):
                yield Para("good" if success else "bad", see.voice.say(event))
            case e.MiseryGrew():
                yield Para("bad", see.voice.say(event))
            case e.Decided() | e.Chose() | e.BallotsOpened():
                yield Para("head", see.voice.say(event))


def _result(see: Sight) -> Iterator[Para]:
    public = see.public
    section = see.tale.sections.get(public.book[-1]) if public.book else None
    if section is None:  # nobody came to the Book: whoever runs the table ended the match
        yield Para("head", see.words("book.free.open"))
    else:
        yield Para("head", see.words.count("book.free", section.free or 0))
    yield Para("fact", see.words("book.misery", misery=public.misery))
    yield Para("fact", see.words("book.sown", number=len(public.sown)))
    yield Para("fact", see.words("book.flags", number=len(public.flags)))


def leaves(told: tuple[Chapter, ...], cells: int, rows: int, word: str) -> tuple[Leaf, ...]:
    """Cut into pages; a picture stands where there is room for it."""
    cut: list[tuple[str, tuple[Line, ...], tuple[str, ...]]] = []
    for chapter in told:
        lines = _lines(chapter.paras, cells)
        high = min(LINES, max(4, rows - 6)) if len(lines) > rows - 6 else len(lines)
        parts = list(_parts(lines, high)) or [()]
        for n, part in enumerate(parts):
            drawn = tuple(para.text for para in chapter.art) if not n else ()
            fits = len(part) + len(drawn) + 6 <= rows
            cut.append((chapter.title if not n else "", part, drawn if fits else ()))
    return tuple(Leaf(*leaf, f"{word} {n} / {len(cut)}") for n, leaf in enumerate(cut, 1))


def _parts(lines: list[Line], high: int) -> Iterator[tuple[Line, ...]]:
    """So many lines to a page at most, and no line of a paragraph alone at its end or beginning."""
    while lines:
        end = len(lines)
        if end > high:
            end = next((each for each in (high, high - 1, high - 2) if _may_break(lines, each)), high)
        yield tuple(lines[: end - 1] if lines[end - 1] == BLANK else lines[:end])
        lines = lines[end + 1 :] if lines[end : end + 1] == [BLANK] else lines[end:]


def _may_break(lines: list[Line], at: int) -> bool:
    """Whether a page may end before this line."""
    if BLANK in lines[at - 1 : at + 1]:
        return True
    first = at < 2 or lines[at - 2] == BLANK
    last = at + 1 == len(lines) or lines[at + 1] == BLANK
    return not first and not last


def _lines(paras: tuple[Para, ...], cells: int) -> list[Line]:
    found: list[Line] = []
    for para in paras:
        if found and para.kind != "fact":
            found.append(BLANK)
        found += [(para.kind, line) for line in wrapped(para.text, measure(cells))]
    return found


STYLES = {"prose": "strong", "good": "good", "bad": "bad", "head": "title", "fact": "name"}


def leaf(page: Leaf, cells: int, rows: int) -> list[Row]:
    """No frame, no numbers but its own: title, picture, prose, and the foot."""
    margin = " " * indent(cells)
    body: list[Row] = []
    if page.title:
        body += [row(margin, Piece(page.title, "title")), ()]
    body += [row(margin, Piece(line, "drawing")) for line in page.art]
    body += [row(margin, Piece(line, STYLES.get(kind, ""))) for kind, line in page.lines]
    above = max(1, (rows - 2 - len(body)) // 3)
    shown = [*[()] * above, *body][: rows - 1]
    shown += [()] * (rows - 1 - len(shown))
    room = measure(cells)
    foot = row(margin, " " * max(0, (room - len(page.foot)) // 2), Piece(page.foot, "words"))
    return [left(line, cells) for line in (*shown, foot)]
