"""Where the plain board writes: lines that fit the width, in letters that the reader has; and reads them."""

from __future__ import annotations

import re
import textwrap
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from enum import Enum, auto
from itertools import count
from typing import Any, NamedTuple, TextIO

from lltui.errors import Trouble
from lltui.text import Wording

WIDTH = 79  # many terminals of 80 columns break the line after the 80th
ROOM = 10  # to type in, behind a prompt

SCREENS = re.compile(r"(?<=[“„])lltui (?:play|join|watch|host|history|replay)(?: [^ “”]+)*(?=[“”])")
SPELT = str.maketrans(
    {
        "ä": "ae",
        "ö": "oe",
        "ü": "ue",
        "Ä": "Ae",
        "Ö": "Oe",
        "Ü": "Ue",
        "ß": "ss",
        "æ": "ae",
        "ø": "o",
        **dict.fromkeys("\u2018\u2019\u201a\u2039\u203a", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u00ab\u00bb", '"'),
        **dict.fromkeys("\u2010\u2011\u2013\u2014\u00b7", "-"),
        **dict.fromkeys("\u00a0\u2009\u202f", " "),
        "\u2026": "...",
        "\u00d7": "x",
        "♥": "*",
    }
)


def spelt(text: str) -> str:
    """The text in ASCII: letters keep their sound as far as they can."""
    plain = unicodedata.normalize("NFKD", text.translate(SPELT))
    return "".join(c for c in plain if not unicodedata.combining(c)).encode("ascii", "replace").decode()


def plainly(told: str) -> str:
    """The commands that it quotes stay on the plain board: without this, some would open the full screen."""
    return SCREENS.sub(r"\g<0> --plain", told)


def printable(text: str) -> str:
    """Without a byte that could steer a terminal: a name may come from anywhere."""
    return "".join(c if c.isprintable() else " " for c in text)


class CannotWrite(Trouble):
    """The stream takes no more, though somebody would still read it."""


@contextmanager
def _troubles() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise CannotWrite(reason=error.strerror) from None


class Paper:
    """Writes to one stream; `_open` while a prompt waits at the end of an unfinished line."""

    def __init__(self, stream: TextIO, *, width: int = WIDTH) -> None:
        self._stream = stream
        self._width = width
        self._blank = True
        self._open = False

    def say(self, text: str, *, indent: str = "", hang: str = "") -> None:
        """A paragraph, broken between words; the lines after the first are set in by `hang`."""
        self.fresh()
        lines = textwrap.wrap(
            printable(text),
            self._width,
            initial_indent=indent,
            subsequent_indent=indent + hang,
            break_on_hyphens=False,
        )
        for line in lines:
            self._write(f"{line}\n")
            self._blank = False

    def lines(self, paragraphs: Iterable[str]) -> None:
        """Several paragraphs; an empty one is an empty line."""
        for paragraph in paragraphs:
            if paragraph:
                self.say(paragraph)
            else:
                self.gap()

    def listed(self, entries: Iterable[str], numbers: Iterable[int] | None = None) -> None:
        """A numbered list; without numbers of their own the entries are counted."""
        for number, entry in zip(numbers or count(1), entries, strict=False):
            self.say(f"{number}. {entry}", indent="  ", hang="   ")

    def picture(self, rows: Sequence[str]) -> None:
        """Rows as they are, on a terminal that is wide enough and has their signs; else nothing."""
        fits = all(len(row) <= self._width for row in rows)
        with suppress(UnicodeEncodeError):
            "".join(rows).encode(self._stream.encoding or "utf-8")
            if rows and fits and self._stream.isatty():
                self.fresh()
                self._write("".join(f"{row}\n" for row in rows))
                self._blank = False

    def gap(self) -> None:
        """One empty line, and never two."""
        self.fresh()
        if not self._blank:
            self._write("\n")
        self._blank = True

    def prompt(self, text: str) -> None:
        """The words before the place where one types; whatever follows begins a new line."""
        *above, last = textwrap.wrap(printable(text), self._width - ROOM) or [""]
        for line in above:
            self._write(f"{line}\n")
        self._write(f"{last} ")
        self.flush()
        self._blank = False
        self._open = True

    def answered(self, line: str = "", *, shown: bool = True) -> None:
        """Enter was pressed: the line is finished.  What came from a pipe no terminal has shown yet."""
        if not shown:
            self._write(f"{printable(line)[:ROOM]}\n")
        self._open = False

    def fresh(self) -> None:
        """Finish the line of a prompt that nobody answered."""
        if self._open:
            self._write("\n")
        self._open = False

    def flush(self) -> None:
        """Let the reader see it now."""
        with _troubles():
            self._stream.flush()

    def _write(self, text: str) -> None:
        try:
            text.encode(self._stream.encoding or "utf-8")
        except UnicodeEncodeError:
            text = spelt(text)
        with _troubles():
            self._stream.write(text)


# ------------------------------------------------------------- what was typed


def meant(typed: str, labels: Sequence[str]) -> tuple[int, ...]:
    """The places of all entries that this may mean."""
    return named(typed, labels, range(1, len(labels) + 1)) or begun(typed, labels)


def named(typed: str, labels: Sequence[str], numbers: Sequence[int]) -> tuple[int, ...]:
    """By number or by the whole name, so that "prince" is never the Princess."""
    if typed.isdecimal():
        number = int(typed) if len(typed) < 10 else -1
        return (numbers.index(number),) if number in numbers else ()
    return _fitting(typed, labels, str.__eq__)


def begun(typed: str, labels: Sequence[str]) -> tuple[int, ...]:
    """By how the name begins."""
    return _fitting(typed, labels, str.startswith) if typed and not typed.isdecimal() else ()


def _fitting(typed: str, labels: Sequence[str], fits: Any) -> tuple[int, ...]:
    return tuple(
        place
        for place, label in enumerate(labels)
        if any(fits(name, word) for name in _readings(label) for word in _readings(typed))
    )


def _readings(text: str) -> set[str]:
    """König, koenig and konig are the same to a keyboard."""
    folded = text.casefold()
    stripped = "".join(c for c in unicodedata.normalize("NFKD", folded) if not unicodedata.combining(c))
    return {folded, stripped, spelt(folded)}


# ------------------------------------------------------------------ what is asked


class PromptKind(Enum):
    """What the answer is for."""

    MOVE = auto()
    PAUSE = auto()
    LEAVE = auto()
    AGAIN = auto()
    LOBBY = auto()
    SURE = auto()


class ListedAnswer(NamedTuple):
    """One line of a list; without a number of its own it has that of its place."""

    label: str
    value: Any
    number: int | None = None


class Prompt(NamedTuple):
    """Without entries, Enter is all that is asked for."""

    kind: PromptKind
    question: str
    entries: tuple[ListedAnswer, ...] = ()

    @property
    def labels(self) -> tuple[str, ...]:
        """What stands in the list."""
        return tuple(entry.label for entry in self.entries)

    @property
    def numbers(self) -> tuple[int, ...]:
        """What stands before each."""
        return tuple(
            place if entry.number is None else entry.number for place, entry in enumerate(self.entries, 1)
        )


def yes_or_no(kind: PromptKind, words: Wording, *, first: bool, question: str = "") -> Prompt:
    """A question of the board's own; `first` is the answer that stands first."""
    name = kind.name.lower()
    entries = (ListedAnswer(words(f"{name}.yes"), value=True), ListedAnswer(words(f"{name}.no"), value=False))
    return Prompt(kind, question or words(f"{name}.question"), entries if first else entries[::-1])
