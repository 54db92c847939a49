"""A shadow of the screen: what it should show, what it shows, and the least that makes them equal.

Textual repaints every cell of every widget that changed.  The shadow reads
that stream, keeps the cells, and says only what differs, in as few bytes as is
practical.  Frames that a slow line never got are simply never sent: whoever
asks for the difference asks for the newest.

A stream is either a frame (cursor moves, colours, text) or a control that
stands alone in its write, as Textual writes its own.  A control inside a frame
can only have come in with somebody's text, and is dropped.
"""

# ruff: noqa: RUF001 - signs that look like letters are what the table is about

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, groupby, repeat
from typing import NamedTuple, TypeAlias

from rich.cells import get_character_cell_size, split_graphemes

# ------------------------------------------------------------------------------------- cells

# Text and colours, as many as Textual counted for the text.  Terminals, and versions of Unicode, disagree
# about joined and selected emoji and about marks without end.  What is left here is a letter of one or two
# cells with a few marks on it, and nothing unseen, so that a cell is a cell everywhere.
#
# A terminal that is to write in another colour needs to be told the colour alone, not everything again; and a
# blank shows nothing of what it would be written in but what lies behind it.
#
# For a terminal that has no letters but ASCII there is one table for our art and Textual's borders and bars,
# applied to every cell, so that no widget has to know.

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

SYNC_ON, SYNC_OFF = "\x1b[?2026h", "\x1b[?2026l"
ENTER_SCREEN, LEAVE_SCREEN = "\x1b[?1049h", "\x1b[?1049l"
CLEAR = "\x1b[0m\x1b[2J"
# A terminal without a second screen would leave the game under the prompt.
_CLEAR_BEHIND = "\x1b[0m\x1b[2J\x1b[H"
_KEEP_TITLE, _GIVE_TITLE_BACK = "\x1b[22;2t", "\x1b[23;2t"
_TITLE, _BELL = "\x1b]2;", "\x07"

_BLANK: Cell = (" ", PLAIN)
_UNKNOWN: Cell = ("?", UNKNOWN)
_FEW = 9  # blanks: to wipe out more, and to move over them, is shorter
Stretch: TypeAlias = tuple[int, int, list[Cell]]  # from a row and a column on

_TOKEN = re.compile(
    r"\x1b\[(?P<row>\d{1,5});(?P<column>\d{1,5})H"
    r"|\x1b\[(?P<colours>[\d;:]{0,64})m"
    r"|(?P<text>[^\x00-\x1f\x7f-\x9f]+)"
    r"|\x1b[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)"
    r"|\x1b\[[\x30-\x3f]*[\x20-\x2f]*[\x40-\x7e]"
    r"|\x1b[\x20-\x2f]*.?|[\x00-\x1f\x7f-\x9f]",
    re.DOTALL,
)
# Modes, queries, keyboard protocol, title and pointer as Textual and we write them, and the bell.
_CONTROL = re.compile(
    r"(?:\x1b\[[?<>=]?[\d;]*(?:[hlu]|\$p)|\x1b\](?:2|22|52);[^\x00-\x1f\x7f-\x9f]*\x07|\x07|\x1b\[2J)+"
)


def title(text: str) -> str:
    """The control that names the terminal's window."""
    return f"{_TITLE}{''.join(sign for sign in text if sign.isprintable())}\x07"


_NOWHERE: list[Cell] = []  # a row beside the screen, in which nothing fits


class Shadow:
    """The parser and the differ.  Pure: it neither reads nor writes anything."""

    def __init__(self, *, ascii_only: bool = False, wipes: bool = False) -> None:
        self.want: list[list[Cell]] = []
        self.have: list[list[Cell]] = []
        self._ascii_only, self._wipes = ascii_only, wipes
        self._controls: list[str] = []
        self._row = self._column = 0
        self._ink = PLAIN
        self._in_frame = self._brackets = self._away = self._dirty = self._titled = False

    def resize(self, width: int, height: int) -> None:
        """What fits is still wanted; after a resize no terminal shows what it did."""
        rows = [[*row[:width], *[_BLANK] * (width - len(row))] for row in self.want[:height]]
        for row in rows:
            if row and wide(row[-1]):
                row[-1] = _halved(row[-1])
        self.want = rows + [[_BLANK] * width for _ in range(height - len(rows))]
        self.have = [[_UNKNOWN] * width for _ in self.want]

    def invalidate(self) -> None:
        """The terminal may show anything now; the next difference is the whole screen."""
        self._dirty = True

    def feed(self, data: str) -> bool:
        """Take one write.  False while a frame is still being written."""
        if _CONTROL.fullmatch(data):
            return self._control(data)
        for token in _TOKEN.finditer(data):
            if (text := token["text"]) is not None:
                row = self.want[self._row] if 0 <= self._row < len(self.want) else _NOWHERE
                start = self._column
                marks, cells = spread(text, self._ink)
                end = start + len(cells)
                # Nearly all text stands between whole letters, and costs no call of its own.
                if marks or not start < end < len(row) or not (row[start][0] and row[end][0]):
                    self._text(marks, cells)
                else:
                    row[start:end], self._column = cells, end
            elif (colours := token["colours"]) is not None:
                self._ink = ink(colours)
            elif token["row"] is not None:
                self._row, self._column = int(token["row"]) - 1, int(token["column"]) - 1
        return not self._in_frame

    def take(self) -> str:
        """What the terminal has to be told to show the newest frame."""
        return self.controls() + self.difference()

    def controls(self) -> str:
        """What it has to be told whether it shows anything or not."""
        controls = "".join(self._controls)
        self._controls.clear()
        return controls

    # --------------------------------------------------------------- reading

    def _control(self, data: str) -> bool:
        if data in (SYNC_ON, SYNC_OFF):
            self._in_frame = data == SYNC_ON
            self._brackets = True
            return not self._in_frame
        if data.startswith(_TITLE):
            self._title(data)
        elif LEAVE_SCREEN in data:
            self._leave(data)
        elif data != _BELL or _BELL not in self._controls:
            self._controls.append(data)
        if ENTER_SCREEN in data or "\x1b[2J" in data:
            self._away = False
            self.invalidate()
        return True

    def _title(self, data: str) -> None:
        """Only the newest counts for a terminal that was away."""
        if not self._titled:
            self._controls.append(_KEEP_TITLE)
        self._titled = True
        self._controls[:] = [told for told in self._controls if not told.startswith(_TITLE)] + [data]

    def _leave(self, data: str) -> None:
        self._controls.append(_CLEAR_BEHIND)
        if self._titled:
            self._controls.append(_GIVE_TITLE_BACK)
        self._controls.append(data)
        self._away, self._titled = True, False

    def _text(self, marks: str, cells: Sequence[Cell]) -> None:
        """A wide letter of which one half is overwritten is gone, as on any terminal."""
        if not 0 <= self._row < len(self.want):
            return
        row, start = self.want[self._row], self._column
        if marks and 0 < start <= len(row):
            bearer = start - 1 if row[start - 1][0] else start - 2
            row[bearer] = (row[bearer][0] + marks, row[bearer][1])
        self._column = end = start + len(cells)
        if start >= len(row) or not cells:
            return
        if not row[start][0]:
            row[start - 1] = _halved(row[start - 1])
        if end < len(row) and not row[end][0]:
            row[end] = _halved(row[end])
        row[start:end] = cells[: len(row) - start]
        if end > len(row) and wide(row[-1]):
            row[-1] = _halved(row[-1])

    # ------------------------------------------------------------ difference

    def difference(self) -> str:
        """The newest frame, as far as it differs; nothing once the screen was left."""
        if self._away:
            return ""
        out: list[str] = []
        if self._dirty:
            out.append(CLEAR)
            self.have = [[_BLANK] * len(row) for row in self.want]
            self._dirty = False
        pen = _Pen(out, ascii_only=self._ascii_only, wipes=self._wipes)
        stretches: list[Stretch] = []
        for y, (want, have) in enumerate(zip(self.want, self.have, strict=True)):
            if want == have:
                continue
            stretches += [(y, start, want[start:end]) for start, end in _runs(want, have)]
            have[:] = want
        for stretch in _by_inks(stretches):
            pen.write(*stretch)
        if out:
            # An input method opens its window where the cursor is, though it is not to be seen.
            pen.lift(self._row, self._column)
        if out and self._brackets:
            return f"{SYNC_ON}{''.join(out)}{SYNC_OFF}"
        return "".join(out)


class _Pen:
    """Where the terminal's cursor stands, if that is certain, and in which colours it writes."""

    def __init__(self, out: list[str], *, ascii_only: bool, wipes: bool) -> None:
        self._out, self._ascii_only, self._wipes = out, ascii_only, wipes
        self._at: tuple[int, int] | None = None
        self._ink = PLAIN

    def write(self, y: int, x: int, cells: list[Cell]) -> None:
        """Equal cells come together; many blanks are wiped out, which leaves the cursor where it was."""
        for (letter, written), same in groupby(cells):
            many = len([*same])
            sign = in_ascii(letter) if self._ascii_only else letter
            wiped = self._wipes and letter == " " and many > _FEW and not written.attributes
            step = many if certain(sign) else 1
            for at in range(x, x + many, step) if sign else ():
                if self._at != (y, at):
                    row, column = self._at or (-1, 0)
                    step_on = at - column if row == y and at > column else 0
                    near = "\x1b[C" if step_on == 1 else f"\x1b[{step_on}C"
                    self._out.append(near if step_on else f"\x1b[{y + 1};{at + 1}H")
                if written is not self._ink:
                    dipped = under_a_blank(self._ink, written) if letter == " " else written
                    self._out.append(change(self._ink, dipped))
                    self._ink = dipped
                self._out.append(f"\x1b[{many}X" if wiped else sign * step)
                self._at = None if step < many or not certain(sign) else (y, at if wiped else at + step)
            x += many

    def lift(self, y: int, x: int) -> None:
        if self._ink != PLAIN:
            self._out.append("\x1b[0m")
        if self._at != (y, x):
            self._out.append(f"\x1b[{y + 1};{x + 1}H")


def _runs(want: list[Cell], have: list[Cell], gap: int = 4) -> list[tuple[int, int]]:
    """The stretches to write; a few equal cells between two are written too: shorter than a move."""
    runs: list[tuple[int, int]] = []
    for x, (new, old) in enumerate(zip(want, have, strict=True)):
        if new == old:
            continue
        # Half a wide character cannot be written.
        start = x - 1 if new[0] == "" and x else x
        end = x + 2 if x + 1 < len(want) and want[x + 1][0] == "" else x + 1
        between = start - runs[-1][1] if runs else gap + 1
        if between <= 0 or (between <= gap and _alike(want[runs[-1][1] - 1 : start])):
            runs[-1] = (runs[-1][0], max(end, runs[-1][1]))
        else:
            runs.append((start, end))
    return runs


def _by_inks(stretches: list[Stretch]) -> list[Stretch]:
    """What is written in one ink comes together: a move takes a third of what another colour takes.

    Where a letter may take more room than it has, its row is written from the left: what follows mends it.
    """
    doubtful = {y for y, _, cells in stretches if not all(map(certain, next(zip(*cells, strict=True))))}
    found: dict[Ink, list[Stretch]] = {}
    for y, start, cells in stretches:
        if y in doubtful:
            continue
        begin, now = 0, cells[0][1]
        for at, (letter, written) in enumerate(cells):
            if written == now or (letter == " " and written.behind == now.behind):
                continue
            if now.front or now.attributes or now.behind != written.behind:  # else there were only blanks
                found.setdefault(now, []).append((y, start + begin, cells[begin:at]))
                begin = at
            now = written
        found.setdefault(now, []).append((y, start + begin, cells[begin:]))
    return [*chain(*found.values()), *(each for each in stretches if each[0] in doubtful)]


def _alike(cells: list[Cell]) -> bool:
    """Whether they can be written without another colour."""
    seen, behind = None, cells[0][1].behind
    for letter, written in cells:
        if written.behind != behind or (letter != " " and written != (seen or written)):
            return False
        seen = seen if letter == " " else written
    return True


def _halved(cell: Cell) -> Cell:
    """What is left of a wide letter."""
    return (" ", of_a_blank(cell[1]))
