"""What may be wrong with a player's own file.

Each is a Trouble with the `file` and the `line`; the file is left out, the
rest goes on.
"""

from __future__ import annotations

from lltui.errors import Trouble


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


class BadGap(BrokenFile):
    """`gap` cannot be read."""


class StrangeGap(BrokenFile):
    """`gap` asks for a fact or a form that is not there, at least not always."""


class NeverSaid(BrokenFile):
    """The condition at `key` never holds, or a line above it always wins."""


class NeverSilent(BrokenFile):
    """`key` has nothing to say in some cases: its last line must be "else"."""
