"""Where words come from: the files of the package, and a player's own over them.

    locales/<language>/grammar.toml     how the language fills a gap
    locales/<language>/<game>.toml      events, questions, rules of a game
    locales/<language>/trouble.toml     what a player can put right
    locales/<language>/<area>.toml      any other words, by file name
    themes/<theme>.toml                 names and signs of the cards

Every file is read when it is first needed and then kept.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime
from functools import cache
from pathlib import Path
from typing import Annotated, Any, NamedTuple, TypeVar

import msgspec
from msgspec import Meta, Struct

from lltui.errors import Trouble, UsageTrouble
from lltui.files import reading
from lltui.text.grammar import Grammar, Noun, Thing, Tongue, Value
from lltui.text.template import Phrasing, Source, facts, message

T = TypeVar("T")
Words = dict[str, Any]
HERE = Path(__file__).parent
SUFFIX = ".toml"
TOKEN = "token"  # noqa: S105 - the heart that wins a round, no secret


class UnknownLanguage(UsageTrouble):
    """No locale has that name."""


class UnknownTheme(UsageTrouble):
    """No theme has that name."""


class HelpChapter(Struct, frozen=True, forbid_unknown_fields=True):
    """A section of the rules help: paragraphs, each perhaps under conditions, and a row for each card."""

    title: str
    lines: tuple[Source, ...] = ()
    each_card: str | None = None


class GameWords(Struct, frozen=True, forbid_unknown_fields=True):
    """A game's locale file.  Whatever a file leaves out is taken from the language of last resort."""

    say: dict[str, Source] = {}
    ask: dict[str, Source] = {}
    answer: dict[str, Source] = {}
    bar: dict[str, Source] = {}
    rule: dict[str, Source] = {}
    moment: dict[str, Source] = {}
    chapter: tuple[HelpChapter, ...] = ()

    def messages(self) -> Iterator[tuple[str, Source]]:
        """Every message under its full name, such as "say.Played"."""
        for part in ("say", "ask", "answer", "bar", "rule", "moment"):
            yield from ((f"{part}.{name}", source) for name, source in getattr(self, part).items())


# ------------------------------------------------------------- a theme file

# Mechanics do not change: a theme knows the ids of cards and nothing of what they do.


class Glyph(Struct, frozen=True, forbid_unknown_fields=True):
    """One cell: `sign` where the terminal knows more than ASCII, else `ascii`."""

    sign: str
    ascii: str


class ThemeWords(Struct, frozen=True, forbid_unknown_fields=True):
    """A theme in one language.  `goal` is what all of it is about, `about` one line for the menu."""

    title: Annotated[str, Meta(min_length=1, max_length=40)]
    about: Annotated[str, Meta(min_length=1, max_length=100)]
    goal: Annotated[str, Meta(min_length=1, max_length=400)]
    token: Noun
    card: dict[str, Noun]

    def nouns(self) -> Iterator[tuple[str, Noun]]:
        yield TOKEN, self.token
        yield from self.card.items()


class Theme(Struct, frozen=True, forbid_unknown_fields=True):
    """A theme file: the signs, and the words by language."""

    glyph: dict[str, Glyph]
    words: dict[str, ThemeWords]

    def wording(self, language: str, spare: str) -> ThemeWords:
        """The words in a language, or in the language of last resort, or in any."""
        return self.words.get(language) or self.words.get(spare) or next(iter(self.words.values()))

    def things(self, spare: str) -> dict[str, Thing]:
        """The token and every card."""
        names = dict(self.wording(spare, spare).nouns())
        nouns = {language: dict(wording.nouns()) for language, wording in self.words.items()}
        return {
            name: Thing(
                {language: known[name] for language, known in nouns.items()},
                noun.name,
                noun.many or noun.name,
            )
            for name, noun in names.items()
        }


class ThemeLine(NamedTuple):
    """A theme as a list shows it."""

    id: str
    title: str
    about: str


# ------------------------------------------------------------- all of them


class Library:
    """All words that there are.  `locales` and `themes` are a player's own, already found sound."""

    def __init__(
        self,
        locales: Mapping[tuple[str, str], Words] | None = None,
        themes: Mapping[str, Theme] | None = None,
    ) -> None:
        self._own_locales = locales or {}
        self._own_themes = themes or {}
        self._messages: dict[tuple[str, str], dict[str, Phrasing]] = {}
        self._words: dict[tuple[str, str], dict[str, str]] = {}

    # ------------------------------------------------------------- what there is

    def languages(self) -> dict[str, str]:
        """Their names and titles, the language of last resort first."""
        own = (language for language, area in self._own_locales if area == "grammar")
        known = dict.fromkeys((fallback_language(), *shipped("locales"), *own))
        return {language: self.tongue(language).grammar.title for language in known}

    def theme_names(self) -> tuple[str, ...]:
        """The default first."""
        return tuple(dict.fromkeys((default_theme(), *shipped("themes"), *self._own_themes)))

    def themes(self, language: str) -> tuple[ThemeLine, ...]:
        """Every theme with its title and a line about it."""
        found = []
        for name in self.theme_names():
            wording = self.theme(name).wording(language, fallback_language())
            found.append(ThemeLine(name, wording.title, wording.about))
        return tuple(found)

    # ------------------------------------------------------------- one of them

    def theme(self, name: str) -> Theme:
        """Read one."""
        if name in self._own_themes:
            return self._own_themes[name]
        if name not in shipped("themes"):
            raise UnknownTheme(theme=name, known=self.theme_names())
        return _theme(name)

    def tongue(self, language: str) -> Tongue:
        """A language with its grammar."""
        own = self._own_locales.get((language, "grammar"))
        if own is None and language not in shipped("locales"):
            raise UnknownLanguage(language=language, known=tuple(self.languages()))
        return Tongue(language, msgspec.convert(own, Grammar) if own else _grammar(language))

    def game(self, game: str, language: str) -> Mapping[str, Phrasing]:
        """All messages of a game."""
        return self._kept(language, game, lambda words: dict(msgspec.convert(words, GameWords).messages()))

    def troubles(self, language: str) -> Mapping[str, Phrasing]:
        """Both sentences of every trouble, such as "WrongSeats.what"."""
        return self._kept(language, "trouble", flat)

    def game_words(self, game: str) -> GameWords:
        """A game's file in the language of last resort."""
        return msgspec.convert(_read(f"locales/{fallback_language()}/{game}"), GameWords)

    def chapters(self, game: str, language: str) -> tuple[Tongue, tuple[HelpChapter, ...]]:
        """The rules help of a game, with the language in which it is written."""
        for tongue, words in reversed(self._layers(language, game)):
            if chapters := msgspec.convert(words, GameWords).chapter:
                return tongue, chapters
        return self.tongue(fallback_language()), ()

    def words(self, language: str, area: str) -> Mapping[str, str]:
        """The words of one file; a key in a table is written with a dot."""
        if (language, area) not in self._words:
            layers = self._layers(language, area)
            self._words[language, area] = {
                key: text for _, words in layers for key, text in flat(words).items()
            }
        return self._words[language, area]

    def _kept(self, language: str, area: str, read: Any) -> dict[str, Phrasing]:
        if (language, area) not in self._messages:
            self._messages[language, area] = {
                key: message(source, tongue)
                for tongue, words in self._layers(language, area)
                for key, source in read(words).items()
            }
        return self._messages[language, area]

    def _layers(self, language: str, area: str) -> list[tuple[Tongue, Words]]:
        """The same file from the language of last resort upwards; the last one to have a key decides."""
        layers = []
        for name in dict.fromkeys((fallback_language(), language)):
            tongue = self.tongue(name)
            if f"{area}{SUFFIX}" in _files(f"locales/{name}"):
                layers.append((tongue, _read(f"locales/{name}/{area}")))
            if (name, area) in self._own_locales:
                layers.append((tongue, self._own_locales[name, area]))
        return layers


def flat(words: Words, above: str = "") -> Words:
    """Nested tables as one, with dots between the keys."""
    found: Words = {}
    for key, value in words.items():
        found |= flat(value, f"{above}{key}.") if isinstance(value, dict) else {f"{above}{key}": value}
    return found


# ------------------------------------------------------------- the package's files


@cache
def _files(folder: str) -> tuple[str, ...]:
    place = HERE / folder
    return tuple(sorted(file.name for file in place.iterdir())) if place.is_dir() else ()


def shipped(folder: str) -> tuple[str, ...]:
    """The names of what the package brings along."""
    return tuple(name.removesuffix(SUFFIX) for name in _files(folder))


@cache
def _read(name: str) -> Words:
    return tomllib.loads(reading.shipped(HERE / f"{name}{SUFFIX}"))


@cache
def _theme(name: str) -> Theme:
    return msgspec.convert(_read(f"themes/{name}"), Theme)


@cache
def _grammar(language: str) -> Grammar:
    return msgspec.convert(_read(f"locales/{language}/grammar"), Grammar)


def fallback_language() -> str:
    """The language of last resort."""
    return str(_read("defaults")["language"])


def default_theme() -> str:
    """The theme that is shown where nobody chose."""
    return str(_read("defaults")["theme"])


# ------------------------------------------------------------- what is spoken


_in_use = [Library()]


def use(library: Library) -> None:
    """Speak the words of this library from now on."""
    _in_use[0] = library


def in_use() -> Library:
    """The words that are spoken now."""
    return _in_use[0]


class Wording:
    """The words of one language; those of a game stand in a part of their own, before the common ones."""

    def __init__(self, language: str, part: str = "", area: str = "plain") -> None:
        self.language = language
        self._words: Mapping[str, str] = in_use().words(language, area)
        self._part = f"{part}." if part else ""

    def __call__(self, key: str, **facts: object) -> str:
        """One sentence."""
        own = f"{self._part}{key}"
        return self._words[own if own in self._words else key].format(**facts)

    def has(self, key: str) -> bool:
        """Whether there are words for it."""
        return key in self._words or f"{self._part}{key}" in self._words

    def count(self, key: str, number: int, **facts: object) -> str:
        """A sentence about so many of something: `key.none`, `key.one`, or `key.many` where these are not."""
        form = f"{key}.{('none', 'one')[number]}" if number in (0, 1) else ""
        return self(form if self.has(form) else f"{key}.many", number=number, **facts)

    def table_of(self, name: str) -> str:
        """Ada's table: where a language says it otherwise behind an s, so."""
        kind = "sibilant" if name[-1:].casefold() in "sßxz" else "name"
        return self(f"table_of.{kind}", name=name)

    def day(self, date: date) -> str:
        """A date as the language writes it."""
        return date.strftime(in_use().tongue(self.language).grammar.day)

    def moment(self, when: datetime) -> str:
        """A date with its hour."""
        return f"{self.day(when.date())} {when:%H:%M}"

    def row(self, words: Sequence[str], link: str = "and") -> str:
        """Ada, Ben and Cleo."""
        *first, last = words
        return f"{', '.join(first)} {self(f'row.{link}')} {last}" if first else last

    def typed_for(self, command: str) -> tuple[str, ...]:
        """What may be typed for a command: its letter, its word, and the English letter where it is free."""
        return tuple(self(f"command.{command}").split())


class TroubleText(NamedTuple):
    """What happened, and what to do about it."""

    what: str
    todo: str


def trouble(language: str, error: Trouble) -> TroubleText:
    """The two sentences of this trouble's class, filled with its facts."""
    messages = in_use().troubles(language)
    known = facts({name: _value(_said(language, fact)) for name, fact in error.facts.items()})
    name = type(error).__name__
    return TroubleText(messages[f"{name}.what"].say(known), messages[f"{name}.todo"].say(known))


def _said(language: str, fact: object) -> object:
    """A fact, and where it is a sentence, what it says."""
    if not isinstance(fact, dict):
        return fact
    return Wording(language, area=fact["area"])(fact["key"], **fact["facts"])


def _value(fact: object) -> Value:
    if isinstance(fact, tuple | list | frozenset | set):
        return tuple(strip_controls(str(each)) for each in fact)
    return fact if fact is None or isinstance(fact, int) else strip_controls(str(fact))


def strip_controls(words: str) -> str:
    """In one line, without whatever would steer a terminal or turn the direction of writing."""
    if words.isprintable():
        return words
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in words)


def paragraphs(words: str) -> str:
    """The same in several lines."""
    return "\n".join(map(strip_controls, words.split("\n")))
