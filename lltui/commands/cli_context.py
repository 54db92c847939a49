"""What every command that speaks needs: a language, a theme, paper to write on; and trouble told on it."""

from __future__ import annotations

import difflib
import os
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from lltui import files, text
from lltui.errors import Trouble
from lltui.files import reading
from lltui.games.known_games import bring
from lltui.options import Typed
from lltui.plain.paper import WIDTH, Paper, plainly
from lltui.text import Wording
from lltui.tui.settings import Settings, read

NARROWEST = 30
LONGEST_NAME = 20
INTERRUPTED = 130  # an exit code


class CliContext(NamedTuple):
    """Who speaks, with which words of its own, and where it is written."""

    language: str
    theme: str
    paper: Paper
    words: Wording


def settle(args: Typed, area: str = "cli") -> CliContext:
    """Read the player's own words, name what is wrong with them, and see that these choices exist."""
    complaints = own_words()
    default = text.default_language(os.environ)
    chosen = _set()
    language = args.language or (chosen.language if chosen.language in text.languages() else None) or default
    known = language in text.languages()
    # First of all: it may be why the theme or the language is not there.
    for complaint in complaints:
        told = text.trouble(language if known else default, complaint)
        Paper(sys.stderr).say(f"{told.what} {told.todo}")
    words = Wording(language, area=area)
    theme = getattr(args, "theme", None)
    theme = theme or (chosen.theme if chosen.theme in text.theme_names() else None) or text.default_theme()
    if theme not in text.theme_names():
        raise text.UnknownTheme(theme=theme, known=text.theme_names())
    return CliContext(language, theme, Paper(sys.stdout, width=_width()), words)


def _set() -> Settings:
    """What the player has set; whoever has no home has set nothing."""
    try:
        return read(files.config(os.environ)).settings
    except files.NoHome:
        return Settings()


def _width() -> int:
    """A narrow terminal gets short lines; a wide one, or none, lines that can be read."""
    # A terminal that does not know its width says 0.
    columns = os.get_terminal_size(sys.stdout.fileno()).columns if sys.stdout.isatty() else 0
    return max(NARROWEST, min(WIDTH, columns - 1)) if columns else WIDTH


def login_name(environ: Mapping[str, str]) -> str:
    """What this machine calls whoever sits at it; nothing where that is no name for a game."""
    name = environ.get("USER", "").title()
    return name if can_be_shown(name) else ""


def can_be_shown(name: str) -> bool:
    """Whether a table has room for it, and it is more than signs."""
    return name.isprintable() and len(name) <= LONGEST_NAME and any(c.isalpha() for c in name)


def progress(told: str = "") -> None:
    """On the screen of whoever waits, over what was told before, and nowhere else."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{told}" if told else f"\r{'':79}\r")
        sys.stderr.flush()


@cache
def own_words() -> tuple[Trouble, ...]:
    """Speak the player's own words too; what is wrong with them."""
    try:
        config = files.config(os.environ)
    except files.NoHome:  # who has none brought no words; whatever needs one says so
        return ()
    bring(config)
    if not any(map(reading.may_be_there, (config / "locales", config / "themes"))):
        return ()
    from lltui.authoring.own_words import load  # noqa: PLC0415 - who brings no words does not wait for a trial: 3 ms

    loaded = load(config)
    text.use(loaded.library)
    return loaded.complaints


# --------------------------------------------------------------------- trouble


def interrupted(words: Sequence[str]) -> None:
    """Somebody pressed ctrl+c."""
    Paper(sys.stderr).say(Wording(_language(words), area="cli")("interrupted"))


def trouble(words: Sequence[str], error: Trouble) -> None:
    """Both sentences, with the closest name there is where one was misspelt."""
    language = _language(words)
    told = text.trouble(language, error)
    paper = Paper(sys.stderr)
    paper.say(told.what)
    if close := _closest(error):
        paper.say(Wording(language, area="cli")("meant", close=close))
    paper.say(plainly(told.todo) if "--plain" in words else told.todo)


def _language(words: Sequence[str]) -> str:
    """The one that was asked for, if there is such; nothing may be in trouble here."""
    row = [part for word in words for part in word.split("=", 1)]
    asked = [after for before, after in pairwise(row) if before == "--language"]
    own_words()
    known = text.languages()
    wanted = (word for word in (*asked, _set().language) if word in known)
    return next(wanted, None) or text.default_language(os.environ)


def _closest(error: Trouble) -> str | None:
    """The known name that begins like the first fact, or looks most like it."""
    typed = next(iter(error.facts.values()), None)
    known = error.facts.get("known")
    if not isinstance(typed, str) or not isinstance(known, tuple):
        return None
    begun = [name for name in known if name.startswith(typed.casefold())]
    return next(iter(begun or difflib.get_close_matches(typed.casefold(), known, 1, 0.5)), None)
