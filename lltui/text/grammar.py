"""How a language puts a player, a card or a number into a gap of a sentence.

What a language needs stands in its `grammar.toml`: its cases, what "you" is in
each, how a name takes an ending, and for each kind of noun the articles.  A
kind is a gender where a language has genders; a kind without articles is what
proper names need.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, NamedTuple, TypeAlias

from msgspec import Meta, Struct, field

# What a board has room for.
Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=20, pattern=r"\S")]


class GrammarError(Exception):
    """A gap asks for a form that the language, or this noun, does not have."""


class NounKind(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of noun: its definite and indefinite articles by case, and the cases a noun must spell out."""

    the: dict[str, str]
    a: dict[str, str]
    needs: tuple[str, ...] = ()


class NameEnding(Struct, frozen=True, forbid_unknown_fields=True):
    """What a player's name takes at its end, and what instead `after` some letters."""

    add: str
    after: dict[str, str] = {}

    def of(self, name: str) -> str:
        return name + self.after.get(name[-1:].lower(), self.add)


class Noun(Struct, frozen=True, forbid_unknown_fields=True):
    """A noun: `cases` holds the forms that differ from `name`, `many` is the plural.

    `narrow` is the name with a hyphen where a small card may part it.
    """

    name: Name
    kind: str
    cases: dict[str, Name] = {}
    many: Name | None = None
    narrow: Name | None = None


class Grammar(Struct, frozen=True, forbid_unknown_fields=True):
    """A language's own part.  The first case is the one that a gap means if it names none."""

    title: str
    cases: tuple[str, ...]
    and_: str = field(name="and")
    or_: str = field(name="or")
    then: str
    numbers: dict[str, str]
    you: dict[str, str]
    name: dict[str, NameEnding]
    kind: dict[str, NounKind]
    you_first: bool = False  # in a row of players
    day: str = "%Y-%m-%d"  # how a date is written


class Tongue(NamedTuple):
    """A language and its grammar."""

    id: str
    grammar: Grammar


class SpokenPlayer(Struct, frozen=True):
    """Somebody at the table, seen by the listener."""

    seat: int
    name: str
    you: bool


class Thing(Struct, frozen=True):
    """A card or a token: its noun in each language that its theme speaks.

    A language that the theme does not speak gets the bare `spare` name, or `spares` for several.
    """

    nouns: Mapping[str, Noun]
    spare: str
    spares: str = ""


Word: TypeAlias = SpokenPlayer | Thing | int | str | None
Value: TypeAlias = Word | tuple[Word, ...]
PLAIN = frozenset({"bare", "a", "many", "narrow", "or", "then", "digits"})


def speak(value: Value, forms: frozenset[str], tongue: Tongue) -> str:
    """The value in the form that the gap asks for."""
    if strange := forms - PLAIN - set(tongue.grammar.cases):
        raise GrammarError(", ".join(sorted(strange)))
    match value:
        case SpokenPlayer():
            return _player(value, forms, tongue.grammar)
        case Thing():
            return _thing(value, forms, tongue)
        case tuple():
            return _row([speak(each, forms, tongue) for each in value], forms, tongue.grammar)
        case int():
            return str(value) if "digits" in forms else tongue.grammar.numbers.get(str(value), str(value))
        case str():
            return value
        case None:
            raise GrammarError("nothing to say here in some cases")


def ranked(row: tuple[Word, ...], grammar: Grammar) -> tuple[Word, ...]:
    """A row in the order in which the language names it."""
    you = [word for word in row if isinstance(word, SpokenPlayer) and word.you and grammar.you_first]
    return (*you, *(word for word in row if word not in you))


def _case(forms: frozenset[str], grammar: Grammar) -> str:
    return next((case for case in grammar.cases if case in forms), grammar.cases[0])


def _player(player: SpokenPlayer, forms: frozenset[str], grammar: Grammar) -> str:
    case = _case(forms, grammar)
    if player.you:
        if case not in grammar.you:
            raise GrammarError(case)
        return grammar.you[case]
    return grammar.name[case].of(player.name) if case in grammar.name else player.name


def _thing(thing: Thing, forms: frozenset[str], tongue: Tongue) -> str:
    noun = thing.nouns.get(tongue.id)
    if noun is None:
        return thing.spares or thing.spare if "many" in forms else thing.spare
    if "many" in forms:
        return noun.many or noun.name
    if "narrow" in forms:
        return noun.narrow or noun.name
    case = _case(forms, tongue.grammar)
    name = noun.cases.get(case, noun.name)
    if "bare" in forms:
        return name
    kind = tongue.grammar.kind[noun.kind]
    articles = kind.a if "a" in forms else kind.the
    if case not in articles:
        raise GrammarError(case)
    return f"{articles[case]} {name}".lstrip()


def _row(words: list[str], forms: frozenset[str], grammar: Grammar) -> str:
    if not words:
        raise GrammarError("nothing to say here in some cases")
    if "then" in forms:
        return f"{grammar.then} ".join(words)
    *first, last = words
    link = grammar.or_ if "or" in forms else grammar.and_
    return f"{', '.join(first)} {link} {last}" if first else last
