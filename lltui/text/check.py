"""Whether a player's own theme or grammar has all that sentences will ask of it."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterator, Mapping

from lltui.text import broken
from lltui.text.broken import BrokenFile
from lltui.text.grammar import Grammar, Kind, Noun, Tongue
from lltui.text.page import Page
from lltui.text.theme import TOKEN, Theme

# ------------------------------------------------------------------ a theme


def theme(page: Page, found: Theme, pattern: Theme, tongues: Mapping[str, Tongue]) -> Iterator[BrokenFile]:
    """Signs and names of every card that the pattern has, in languages that there are."""
    names = set(pattern.glyph)
    yield from _keys(page, ("glyph",), set(found.glyph), names)
    yield from _signs(page, found)
    if not found.words:
        yield page.wrong(broken.MissingKey, ("words",))
    for language, wording in found.words.items():
        path = ("words", language)
        if language not in tongues:
            yield page.wrong(broken.StrangeKey, path)
            continue
        yield from _keys(page, (*path, "card"), set(wording.card), names - {TOKEN})
        for name, noun in wording.nouns():
            place = (*path, TOKEN) if name == TOKEN else (*path, "card", name)
            yield from _noun(page, place, noun, tongues[language].grammar)


def _keys(page: Page, path: tuple[str, ...], there: set[str], wanted: set[str]) -> Iterator[BrokenFile]:
    yield from (page.wrong(broken.MissingKey, (*path, name)) for name in sorted(wanted - there))
    yield from (page.wrong(broken.StrangeKey, (*path, name)) for name in sorted(there - wanted))


def _signs(page: Page, found: Theme) -> Iterator[BrokenFile]:
    seen: set[str] = set()
    for name, glyph in found.glyph.items():
        if not _one_cell(glyph.sign) or not (_one_cell(glyph.ascii) and glyph.ascii.isascii()):
            yield page.wrong(broken.NotOneCell, ("glyph", name))
        elif {glyph.sign, glyph.ascii} & seen:
            yield page.wrong(broken.SameSign, ("glyph", name))
        seen |= {glyph.sign, glyph.ascii}


def _one_cell(sign: str) -> bool:
    """One visible character of the basic plane, which no terminal draws over two cells."""
    return (
        len(sign) == 1
        and sign <= "\uffff"
        and unicodedata.category(sign)[0] in "LNPS"
        and unicodedata.east_asian_width(sign) not in "WF"
    )


def _noun(page: Page, path: tuple[str, ...], noun: Noun, grammar: Grammar) -> Iterator[BrokenFile]:
    if noun.kind not in grammar.kind:
        yield page.wrong(broken.StrangeKind, path, named=noun.kind, known=tuple(grammar.kind))
        return
    for case in grammar.kind[noun.kind].needs:
        if case not in noun.cases:
            yield page.wrong(broken.MissingCase, path, case=case)
    for case in noun.cases:
        if case not in grammar.cases:
            yield page.wrong(broken.StrangeCase, path, case=case, known=grammar.cases)


# ---------------------------------------------------------------- a grammar


def grammar(page: Page, found: Grammar, pattern: Grammar | None) -> Iterator[BrokenFile]:
    """A first case that all have, no case that is not listed, and all that the shipped one has."""
    if not found.cases:
        yield page.wrong(broken.MissingKey, ("cases",))
        return
    if not found.kind:
        yield page.wrong(broken.MissingKey, ("kind",))
    tables, shipped = _tables(found), _tables(pattern) if pattern else {}
    for path in {**tables, **shipped}:
        there = set(tables.get(path, ()))
        wanted = {*shipped.get(path, ()), *(found.cases[:1] if path[-1] in ("you", "the", "a") else ())}
        for case in sorted(there - set(found.cases)):
            yield page.wrong(broken.StrangeCase, (*path, case), case=case, known=found.cases)
        yield from (page.wrong(broken.MissingKey, (*path, case)) for case in sorted(wanted - there))


def _tables(grammar: Grammar) -> dict[tuple[str, ...], Collection[str]]:
    """Every place that names cases, with those that it names."""
    kinds = [(("kind", name, part), cases) for name, k in grammar.kind.items() for part, cases in _parts(k)]
    return dict([(("cases",), grammar.cases), (("you",), grammar.you), (("name",), grammar.name), *kinds])


def _parts(kind: Kind) -> Iterator[tuple[str, Collection[str]]]:
    yield from (("the", kind.the), ("a", kind.a), ("needs", kind.needs))
