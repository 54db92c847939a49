"""Text and colours into cells, as many as Textual counted for the text.

Terminals, and versions of Unicode, disagree about joined and selected emoji and
about marks without end.  What is left here is a letter of one or two cells with
a few marks on it, and nothing unseen, so that a cell is a cell everywhere.

A terminal that is to write in another colour needs to be told the colour alone,
not everything again; and a blank shows nothing of what it would be written in
but what lies behind it.

For a terminal that has no letters but ASCII there is one table for our art and
Textual's borders and bars, applied to every cell, so that no widget has to know.
"""

# ruff: noqa: RUF001 - signs that look like letters are what the table is about

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import repeat
from typing import NamedTuple, TypeAlias

from rich.cells import get_character_cell_size, split_graphemes

_MARKS = 3


@lru_cache(512)  # most of a frame was in one before it; 4096 found no more, in 2 MB
def spread(text: str, written: Ink) -> tuple[str, Sequence[Cell]]:
    """The marks that belong to the letter before, and the cells."""
    before = ""
    letters: Sequence[str] = text
    if not text.isascii() and set(map(get_character_cell_size, text)) != {1}:
        before, letters = _letters(text)
    blank = of_a_blank(written)
    if blank is written or " " not in letters:
        return before, list(zip(letters, repeat(written)))
    return before, [(letter, blank if letter == " " else written) for letter in letters]


def in_ascii(letter: str) -> str:
    """The half of a wide letter that has no sign of its own gets one, so that nothing moves."""
    return letter[:1].translate(ASCII) if letter else " "


def wide(cell: Cell) -> bool:
    """Whether it needs the cell behind it, too."""
    letter = cell[0]
    return not letter.isascii() and get_character_cell_size(letter[0]) == 2


@lru_cache(1024)
def certain(letter: str) -> bool:
    """Whether every terminal has its cursor one further after it."""
    return len(letter) == 1 and get_character_cell_size(letter) == 1


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


# Each attribute with what takes it away; some of them go together.
_OFF = {"1": "22", "2": "22", "3": "23", "4": "24", "5": "25", "7": "27", "9": "29", "21": "24", "53": "55"}
# A blank with one of these is one that can be seen.
_SEEN = frozenset({"4", "5", "7", "9", "21", "53"})
_FRONT = frozenset(str(code) for code in (*range(30, 38), *range(90, 98)))
_BEHIND = frozenset(str(code) for code in (*range(40, 48), *range(100, 108)))
_PARTS = {"5": 3, "2": 5}  # of a colour from the table, and of one in red, green and blue


class Ink(NamedTuple):
    """Codes of the terminal; an empty colour is the terminal's own."""

    attributes: tuple[str, ...] = ()
    front: str = ""
    behind: str = ""


# A letter with its marks, and what it is written in; the right half of a wide letter is empty.
Cell: TypeAlias = tuple[str, Ink]

PLAIN = Ink()
UNKNOWN = Ink(("unknown",))


@lru_cache(4096)
def ink(codes: str) -> Ink:
    """What these codes make of a terminal that was just reset; whatever is not known is left out."""
    attributes: dict[str, None] = {}
    front = behind = ""
    for code in _codes(codes):
        if code in _OFF:
            attributes[code] = None
        elif code in _FRONT or code.startswith("38;"):
            front = _short(code)
        elif code in _BEHIND or code.startswith("48;"):
            behind = _short(code)
        elif code in ("", "0"):
            attributes, front, behind = {}, "", ""
    return Ink(tuple(sorted(attributes)), front, behind)


_CUBE = {0: 0, 95: 1, 135: 2, 175: 3, 215: 4, 255: 5}
_GREYS = {8 + 10 * step: 232 + step for step in range(24)}
_OFTEN_OTHERS = range(16, 22)  # which some palettes use for colours of their own


@lru_cache(4096)
def _short(code: str) -> str:
    """The same colour by its number in the table of 256, where it stands there: half the bytes."""
    which, kind, *parts = [*code.split(";"), ""]
    if kind != "2":
        return code
    red, green, blue = (int(part or 0) for part in parts[:3])
    if {red, green, blue} <= _CUBE.keys():
        number = 16 + 36 * _CUBE[red] + 6 * _CUBE[green] + _CUBE[blue]
    elif red == green == blue and red in _GREYS:
        number = _GREYS[red]
    else:
        return code
    return code if number in _OFTEN_OTHERS else f"{which};5;{number}"


@lru_cache(4096)
def of_a_blank(written: Ink) -> Ink:
    """What of it is seen where there is no letter."""
    return written if _SEEN & set(written.attributes) else Ink((), "", written.behind)


@lru_cache(4096)
def under_a_blank(now: Ink, blank: Ink) -> Ink:
    """What to write this blank in, coming from `now`: whatever of that is not seen may stay."""
    if blank.attributes:
        return blank
    return Ink(tuple(code for code in now.attributes if code not in _SEEN), now.front, blank.behind)


@lru_cache(4096)
def change(now: Ink, then: Ink) -> str:
    """The control that makes the one of the other; nothing if they are equal."""
    if now == then:
        return ""
    off = dict.fromkeys(_OFF[code] for code in now.attributes if code not in then.attributes)
    lost = [code for code in then.attributes if code in now.attributes and _OFF[code] in off]
    on = [code for code in then.attributes if code not in now.attributes]
    step = [*off, *lost, *on]
    if then.front != now.front:
        step.append(then.front or "39")
    if then.behind != now.behind:
        step.append(then.behind or "49")
    anew = [*then.attributes, *filter(None, (then.front, then.behind))]
    reset = ";".join(["0", *anew])
    return f"\x1b[{min(';'.join(step), reset, key=len)}m"


def _codes(codes: str) -> Iterator[str]:
    """One by one; a colour of the table, or of red, green and blue, as a whole."""
    left = codes.replace(":", ";").split(";")
    while left:
        length = _PARTS.get(left[1], 1) if left[0] in ("38", "48") and len(left) > 1 else 1
        yield ";".join(left[:length]) if len(left) >= length else "?"
        del left[:length]


# Each replacement is one cell wide, like what it replaces.
_SIGNS = {
    "-": "─╌╴╶╼╾▔▁▂–—−",
    "|": "│║╵╷╽╿▏▎▕▌▐",
    "+": "┌┍┎┐┑┒└┕┖┘┙┚├┝┞┟┠┡┢┣┤┥┦┧┨┩┪┫┬┭┮┯┰┱┲┳┴┵┶┷┸┹┺┻┼┽┾┿╀╁╂╃╄╅╆╇╈╉╊╋╒╓╔╕╖╗╘╙╚╛╜╝╞╟╠╡╢╣╤╥╦╧╨╩╪╫╬╭╮╯╰",
    "/": "╱",
    "\\": "╲",
    "X": "╳",
    "#": "┃┏┓┗┛╏╹╻█▇▆▅▄▃▓■▉▊▋▍◼▀▗▖▘▝▚▞▛▜▙▟",
    ":": "▒░┊┆┇┋╎",
    "*": "♥★✶✱•●◆♦✦✧♠♣",
    "o": "○◎◦◇□◻♡☆ø",
    ">": "▶▸►❯→»›⌦⇥",
    "<": "◀◂◄❮←«‹⌫⏎↵⇤",
    "^": "▲▴↑⌃⇧",
    "_": "␣",
    "v": "▼▾↓⌄",
    "x": "✗✘×✕",
    ".": "·∙…┄┅┈┉",
    "'": "‘’‚′",
    '"': "“”„″",
    "=": "≡━═╍╸╺",
    "~": "≈",
    "Y": "✓✔",
    "s": "ß",
    "d": "đð",
    "l": "ł",
    "L": "Ł",
    "O": "Ø",
}


class _Ascii(dict[int, str]):
    """What the table does not know loses its marks, or becomes a question mark."""

    def __missing__(self, code: int) -> str:
        bare = unicodedata.normalize("NFKD", chr(code))[:1]
        letter = bare if bare.isascii() and bare.isprintable() else "?"
        self[code] = letter
        return letter


ASCII = _Ascii({ord(sign): letter for letter, signs in _SIGNS.items() for sign in signs})
