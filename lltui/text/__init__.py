"""Everything that a player reads, as sentences in a language and a theme.

Boards ask for a `voice` and never write a sentence of a game themselves.  What
is said comes from data files; this package only fills their gaps.  A program
speaks the words of one library: the package's own until `use` names another.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from lltui.games.game import Seat
from lltui.games.love_letter.model import Options
from lltui.games.two_princes import model as princes
from lltui.text.library import (
    Library,
    ThemeLine,
    TroubleText,
    UnknownLanguage,
    UnknownTheme,
    Wording,
    default_theme,
    fallback_language,
    in_use,
    paragraphs,
    strip_controls,
    trouble,
    use,
)
from lltui.text.sentence_facts import SentenceFacts
from lltui.text.voice import HelpSection, RulesHelp, Voice

__all__ = [
    "Library",
    "ThemeLine",
    "TroubleText",
    "UnknownLanguage",
    "UnknownTheme",
    "Voice",
    "Wording",
    "chosen",
    "default_language",
    "default_theme",
    "languages",
    "paragraphs",
    "rules",
    "strip_controls",
    "theme_names",
    "themes",
    "trouble",
    "use",
    "voice",
    "words",
]


def voice(
    game_id: str,
    language: str,
    theme: str,
    names: Sequence[str],
    you: Seat | None,
    options: Struct | None = None,
) -> Voice:
    """What happens at a table with these options, as `you` hear it; None is a watcher."""
    library = in_use()
    if game_id == princes.MODEL.id:
        from lltui.text.princes_voice import PrincesVoice  # noqa: PLC0415 - it brings a story along: 4 ms

        agreed = options if isinstance(options, princes.Options) else princes.Options()
        return PrincesVoice(library.tongue(language), agreed, you)
    found = library.theme(theme)
    facts_of = SentenceFacts(names, you, found.things(fallback_language()))
    return Voice(game_id, library.game(game_id, language), library.tongue(language), facts_of, found.glyph)


def rules(game_id: str, language: str, theme: str, options: Options, seats: int) -> list[HelpSection]:
    """The rules help of a table with these options and so many players."""
    library = in_use()
    tongue, chapters = library.chapters(game_id, language)
    goal = library.theme(theme).wording(tongue.id, fallback_language()).goal
    teller = voice(game_id, language, theme, (), None)
    return RulesHelp(tongue, chapters, teller, goal).sections(options, seats)


def words(language: str, area: str) -> Mapping[str, str]:
    """The words of the locale file `area`; a key in a table is written with a dot."""
    return in_use().words(language, area)


def chosen(language: str, field: str, value: str) -> str:
    """What the form of a match calls a choice; one of somebody's own has no other name."""
    words, key = Wording(language, area="screens"), f"field.{field}.{value}"
    return words(key) if words.has(key) else value


def languages() -> dict[str, str]:
    """Every language with its own name for itself, the default first."""
    return in_use().languages()


def theme_names() -> tuple[str, ...]:
    """Every theme, the default first; none of them is read."""
    return in_use().theme_names()


def themes(language: str) -> tuple[ThemeLine, ...]:
    """Every theme with its title and a line about it, the default first."""
    return in_use().themes(language)


def default_language(environ: Mapping[str, str]) -> str:
    """The language that the environment asks for, if there are words in it."""
    asked = next(filter(None, (environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    language = asked.replace(".", "_").replace("@", "_").split("_")[0].lower()
    return language if language in languages() else fallback_language()
