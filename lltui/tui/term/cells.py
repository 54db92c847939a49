"""Text into cells, as many as Textual counted for it.

Terminals, and versions of Unicode, disagree about joined and selected emoji and
about marks without end.  What is left here is a letter of one or two cells with
a few marks on it, and nothing unseen, so that a cell is a cell everywhere.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import repeat
from typing import TypeAlias

from rich.cells import cell_len, get_character_cell_size, split_graphemes

from lltui.tui.term.ink import Ink, of_a_blank

# A letter with its marks, and what it is written in; the right half of a wide letter is empty.
Cell: TypeAlias = tuple[str, Ink]

_MARKS = 3


def spread(text: str, written: Ink, translation: Mapping[int, str] | None) -> tuple[str, list[Cell]]:
    """The marks that belong to the letter before, and the cells."""
    before = ""
    letters: Sequence[str] = text
    if not (text.isascii() or (translation is None and _even(text))):
        before, letters = _letters(text)
        if translation is not None:
            before, letters = "", [_translated(letter, translation) for letter in letters]
    blank = of_a_blank(written)
    if blank is written:
        return before, list(zip(letters, repeat(written)))
    return before, [(letter, blank if letter == " " else written) for letter in letters]


def wide(cell: Cell) -> bool:
    """Whether it needs the cell behind it, too."""
    letter = cell[0]
    return not letter.isascii() and get_character_cell_size(letter[0]) == 2


@lru_cache(1024)
def certain(letter: str) -> bool:
    """Whether every terminal has its cursor one further after it."""
    return len(letter) == 1 and get_character_cell_size(letter) == 1


@lru_cache(1024)
def _even(text: str) -> bool:
    """Whether every sign fills exactly one cell."""
    return cell_len(text) == len(text) and all(get_character_cell_size(sign) == 1 for sign in text)


@lru_cache(1024)
def _letters(text: str) -> tuple[str, tuple[str, ...]]:
    before, letters = "", list[str]()
    for start, end, width in split_graphemes(text)[0]:
        base, marks = text[start], "".join(filter(_mark, text[start + 1 : end]))[:_MARKS]
        if width == 0:
            before = "".join(filter(_mark, text[start:end]))[:_MARKS]
        elif get_character_cell_size(base) == width:
            letters += [base + marks, ""][:width]
        else:
            letters += [base, " "]
    return before, tuple(letters)


def _mark(sign: str) -> bool:
    return unicodedata.category(sign) in ("Mn", "Me")


def _translated(letter: str, translation: Mapping[int, str]) -> str:
    """The half of a wide letter that has no sign of its own gets one, so that nothing moves."""
    return letter[:1].translate(translation) if letter else " "
