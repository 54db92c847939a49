"""One file of a player's own words: what it says, where in it, and what may be wrong with it.

Each fault is a Trouble with the `file` and the `line`; the file is left out, the
rest goes on.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec

from lltui.errors import Trouble
from lltui.files import reading
from lltui.files.toml_lines import Lines, complaint, texts

T = TypeVar("T")
LARGEST = 256 * 1024


class BrokenFile(Trouble):
    """A file of words that cannot be used as it stands."""


class Unreadable(BrokenFile):
    """Not a file in UTF-8 of a sensible size, or no TOML: `detail` tells which."""


class BadName(BrokenFile):
    """The file's, or its folder's, name cannot be the name of a theme or a language."""


class NoSuchFile(BrokenFile):
    """No file of words has this name: nothing would read it."""


class NoGrammar(BrokenFile):
    """A language without a sound grammar.toml cannot speak."""


class WrongShape(BrokenFile):
    """A value of the wrong kind: `detail` is what the reader of TOML says."""


class MissingKey(BrokenFile):
    """`key` has to be there."""


class StrangeKey(BrokenFile):
    """Nothing is called `key` here."""


class ControlCharacter(BrokenFile):
    """A character at `key` that would steer the terminal, or change the direction of the text."""


class NotOneCell(BrokenFile):
    """The sign of `key` is not one character, of one cell, from the basic plane; or not one of ASCII."""


class SameSign(BrokenFile):
    """`key` has the sign of another card."""


class StrangeKind(BrokenFile):
    """`key` is of a kind that the grammar does not have."""


class MissingCase(BrokenFile):
    """The noun at `key` has to spell out this `case`."""


class StrangeCase(BrokenFile):
    """The noun at `key` has a `case` that the language does not have."""


class OtherName(BrokenFile):
    """What is parted at `key` is not the name of the noun."""


class BadGap(BrokenFile):
    """`gap` cannot be read."""


class StrangeGap(BrokenFile):
    """`gap` asks for a fact or a form that is not there, at least not always."""


class NeverSaid(BrokenFile):
    """The condition at `key` never holds, or a line above it always wins."""


class NeverSilent(BrokenFile):
    """`key` has nothing to say in some cases: its last line must be "else"."""


# ------------------------------------------------------------------ a file


class OwnPage(NamedTuple):
    """A file that is TOML, at least."""

    file: Path
    lines: Lines
    words: dict[str, Any]

    def wrong(self, kind: type[BrokenFile], path: Sequence[str], **facts: object) -> BrokenFile:
        """A complaint about what stands at `path`."""
        return kind(file=str(self.file), line=self.lines.of(path), key=".".join(path), **facts)

    def read(self, kind: type[T]) -> T:
        """The file as a type of ours."""
        try:
            return msgspec.convert(self.words, kind)
        except msgspec.ValidationError as error:
            raise self._misshapen(str(error), kind) from None

    def control_characters(self, allowed: str) -> Iterator[BrokenFile]:
        """Every text that holds more than what can be seen."""
        for path, text in texts(self.words):
            if not printable(text.translate(dict.fromkeys(map(ord, allowed)))):
                yield self.wrong(ControlCharacter, path)

    def _misshapen(self, said: str, kind: type[Any]) -> BrokenFile:
        path, unknown, missing, detail = complaint(self.words, said, kind)
        if unknown is not None:
            return self.wrong(StrangeKey, path)
        if missing is not None:
            return self.wrong(MissingKey, [*path, missing])
        return self.wrong(WrongShape, path, detail=detail)


def open_page(file: Path) -> OwnPage:
    """Read a file; Unreadable tells why that cannot be done."""
    try:
        text = reading.text(file, LARGEST)
        return OwnPage(file, Lines(text), reading.toml(text))
    except reading.Unfit as unfit:
        raise Unreadable(file=str(file), line=unfit.line, detail=unfit.detail) from None


def printable(text: str) -> bool:
    """Nothing in it moves the cursor, colours the screen or turns the direction of writing."""
    return all(character.isprintable() or unicodedata.category(character) == "Zs" for character in text)
