"""Trouble on the command line: what happened, what to do, and perhaps what was meant."""

from __future__ import annotations

import difflib
import os
import sys
from collections.abc import Sequence
from itertools import pairwise

from lltui import text
from lltui.commands.setting import own_words
from lltui.errors import Trouble
from lltui.plain.paper import Paper


def interrupted(words: Sequence[str]) -> None:
    """Somebody pressed ctrl+c."""
    Paper(sys.stderr).say(text.words(_language(words), "cli")["interrupted"])


def trouble(words: Sequence[str], error: Trouble) -> None:
    """Both sentences, with the closest name there is where one was misspelt."""
    language = _language(words)
    told = text.trouble(language, error)
    paper = Paper(sys.stderr)
    paper.say(told.what)
    if close := _closest(error):
        paper.say(text.words(language, "cli")["meant"].format(close=close))
    paper.say(told.todo)


def _language(words: Sequence[str]) -> str:
    """The one that was asked for, if there is such; nothing may be in trouble here."""
    row = [part for word in words for part in word.split("=", 1)]
    asked = [after for before, after in pairwise(row) if before == "--language"]
    own_words()
    known = text.languages()
    return next((word for word in asked if word in known), text.default_language(os.environ))


def _closest(error: Trouble) -> str | None:
    """The known name that begins like the first fact, or looks most like it."""
    typed = next(iter(error.facts.values()), None)
    known = error.facts.get("known")
    if not isinstance(typed, str) or not isinstance(known, tuple):
        return None
    begun = [name for name in known if name.startswith(typed.casefold())]
    return next(iter(begun or difflib.get_close_matches(typed.casefold(), known, 1, 0.5)), None)
