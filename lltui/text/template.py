"""Sentences with gaps.

A message is a list of lines, each under a condition; the first whose
condition holds is said:

    [say.HandLookedAt]
    "who:you"    = "You look at {target.gen} hand."
    "target:you" = "{Who} looks at your hand."
    "else"       = "{Who} looks at {target.gen} hand."

A condition is a set of marks that must all hold.  `target` holds if there is
one, `who:you` if it is the listener, `target:who` if both are the same,
`how:last` if the fact has that value, `winners:many` if there are several.

A gap is a fact and the forms in which it is wanted, `{card.acc}`; a capital
`{Card}` begins a sentence.  A player's own name is never touched.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple, TypeAlias

from lltui.text.grammar import GrammarError, SpokenPlayer, Tongue, Value, ranked, speak

ELSE = "else"
_BRACES = re.compile(r"\{([^{}]*)\}")
_GAP = re.compile(r"([A-Za-z][a-z_]*)((?:\.[a-z]+)*)")

Source: TypeAlias = str | dict[str, str]


class TemplateError(Exception):
    """A sentence that cannot be read; the argument is the gap, or the brace, at fault."""


class Gap(NamedTuple):
    """`{Card.acc}`: name "card", forms {"acc"}, with a capital."""

    text: str
    name: str
    forms: frozenset[str]
    capital: bool


class Variant(NamedTuple):
    """One sentence and the marks under which it is said."""

    when: frozenset[str]
    parts: tuple[str | Gap, ...]


class Facts(NamedTuple):
    """What a sentence may speak of: values for its gaps, marks for its conditions."""

    values: Mapping[str, Value]
    marks: frozenset[str]


class Phrasing(NamedTuple):
    """All lines of one message, in the language in which they are written."""

    tongue: Tongue
    lines: tuple[Variant, ...]

    def say(self, facts: Facts) -> str:
        """Fill the gaps; a message that no line covers says nothing."""
        line = choose(self.lines, facts)
        return "" if line is None else fill(line, facts, self.tongue)


def choose(lines: tuple[Variant, ...], facts: Facts) -> Variant | None:
    """The first line whose condition holds."""
    return next((line for line in lines if line.when <= facts.marks), None)


def fill(line: Variant, facts: Facts, tongue: Tongue) -> str:
    """One line with its gaps filled."""
    return "".join(part if isinstance(part, str) else _fill(part, facts, tongue) for part in line.parts)


def _fill(gap: Gap, facts: Facts, tongue: Tongue) -> str:
    value = facts.values.get(gap.name)
    if isinstance(value, tuple):
        value = ranked(value, tongue.grammar)
    try:
        text = speak(value, gap.forms, tongue)
    except GrammarError:
        raise GrammarError(gap.text) from None
    first = value[0] if isinstance(value, tuple) else value
    as_written = isinstance(first, SpokenPlayer) and not first.you
    return text[:1].upper() + text[1:] if gap.capital and not as_written else text


def message(source: Source, tongue: Tongue) -> Phrasing:
    """Read the lines of one message."""
    lines = {ELSE: source} if isinstance(source, str) else source
    return Phrasing(tongue, tuple(Variant(_when(key), parse(text)) for key, text in lines.items()))


def _when(key: str) -> frozenset[str]:
    return frozenset(() if key == ELSE else key.split())


def parse(text: str) -> tuple[str | Gap, ...]:
    """Cut a sentence at its gaps."""
    pieces = _BRACES.split(text)
    for piece in pieces[::2]:
        if "{" in piece or "}" in piece:
            raise TemplateError("{" if "{" in piece else "}")
    return tuple(_gap(p) if n % 2 else p for n, p in enumerate(pieces) if n % 2 or p)


def _gap(inside: str) -> Gap:
    match = _GAP.fullmatch(inside)
    if match is None:
        raise TemplateError(f"{{{inside}}}")
    name, forms = match.groups()
    return Gap(f"{{{inside}}}", name.lower(), frozenset(forms.split(".")[1:]), capital=name[0].isupper())


def facts(values: Mapping[str, Value]) -> Facts:
    """The values, and every mark that holds of them."""
    same = {
        f"{a}:{b}"
        for a, one in values.items()
        for b, other in values.items()
        if a != b and isinstance(one, SpokenPlayer) and one == other
    }
    return Facts(values, frozenset(same.union(*(_marks(name, value) for name, value in values.items()))))


def _marks(name: str, value: Value) -> set[str]:
    if value is None or value is False:
        return set()
    if value in (0, ()):
        return {f"{name}:none"}
    return {name, *(f"{name}:{kind}" for kind in _kinds(value))}


def _kinds(value: Value) -> Iterator[str]:
    match value:
        case SpokenPlayer():
            yield "you" if value.you else "other"
        case str():
            yield value
        case tuple():
            yield _amount(len(value))
            yield from (kind for each in value for kind in _kinds(each))
        case int():
            yield _amount(value)


def _amount(number: int) -> str:
    return "one" if number == 1 else "many"
