"""A player's own words: read once, tried out, and laid over the package's.

    <config>/themes/<theme>.toml
    <config>/locales/<language>/<area>.toml

A file with anything wrong in it is named and left out; the rest goes on.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from lltui.authoring import own_file, own_sentences
from lltui.authoring.own_file import BrokenFile, OwnPage, open_page
from lltui.files import reading
from lltui.text.grammar import Grammar, Noun, NounKind, Tongue
from lltui.text.library import TOKEN, GameWords, Library, Theme, default_theme, fallback_language, shipped

GRAMMAR = "grammar"
# Games whose sentences bend players and cards; the words of any other are like those of a board.
SENTENCES = ("love-letter",)
_THEME = re.compile(r"[a-z][a-z0-9-]{0,31}")
_LANGUAGE = re.compile(r"[a-z]{2,3}")


class Loaded(NamedTuple):
    """All words that can be used, and what is wrong with the others."""

    library: Library
    complaints: tuple[BrokenFile, ...]


def load(config: Path) -> Loaded:
    """The package's words and those under `config`, if there is such a folder."""
    own = _OwnFiles()
    folders = sorted(folder for folder in own.inside(config / "locales") if reading.is_folder(folder))
    for folder in folders:
        own.language(folder)
    for file in own.files(config / "themes"):
        own.theme(file)
    return Loaded(Library(own.locales, own.themes), tuple(own.complaints))


class _OwnFiles:
    """Where files are looked through one after the other."""

    def __init__(self) -> None:
        self.locales: dict[tuple[str, str], dict[str, Any]] = {}
        self.themes: dict[str, Theme] = {}
        self.complaints: list[BrokenFile] = []
        self._shipped = Library()
        self._tongues = {language: self._shipped.tongue(language) for language in self._shipped.languages()}

    def files(self, folder: Path) -> list[Path]:
        """Those that mean to be read."""
        return sorted(file for file in self.inside(folder) if file.suffix == ".toml")

    def inside(self, folder: Path) -> list[Path]:
        """What lies in a folder; it need not be there, but if it is it has to open."""
        try:
            return list(folder.iterdir())
        except (FileNotFoundError, NotADirectoryError):
            return []
        except OSError as error:
            reason = error.strerror or type(error).__name__
            self.complaints.append(own_file.Unreadable(file=str(folder), line=1, detail=reason))
            return []

    def language(self, folder: Path) -> None:
        """The grammar first: without it, nothing of a language can be tried."""
        files = {file.stem: file for file in self.files(folder)}
        with self._listening():
            if not _LANGUAGE.fullmatch(folder.name):
                raise own_file.BadName(file=str(folder), line=1, name=folder.name)
            if GRAMMAR in files:
                self._keep(folder.name, GRAMMAR, files.pop(GRAMMAR))
            if (folder.name, GRAMMAR) in self.locales:
                self._tongues[folder.name] = Library(self.locales).tongue(folder.name)
            if folder.name not in self._tongues:
                raise own_file.NoGrammar(file=str(folder / "grammar.toml"), line=1)
            for area, file in files.items():
                self._keep(folder.name, area, file)

    def theme(self, file: Path) -> None:
        """One theme file."""
        with self._listening():
            if not _THEME.fullmatch(file.stem):
                raise own_file.BadName(file=str(file), line=1, name=file.stem)
            page = open_page(file)
            found, pattern = page.read(Theme), self._shipped.theme(default_theme())
            if self._sound(page, wrong_theme(page, found, pattern, self._tongues)):
                self.themes[file.stem] = found

    def _keep(self, language: str, area: str, file: Path) -> None:
        breaks = "" if area in (*SENTENCES, GRAMMAR, "trouble") else "\n"
        with self._listening():
            page = open_page(file)
            if self._sound(page, self._wrong(page, language, area), breaks):
                self.locales[language, area] = page.words

    def _wrong(self, page: OwnPage, language: str, area: str) -> Iterator[BrokenFile]:
        shelf = self._shipped
        if area == GRAMMAR:
            # What is shipped in this language goes on asking for what its grammar had.
            known = language in shelf.languages()
            pattern = shelf.tongue(language).grammar if known else None
            yield from wrong_grammar(page, page.read(Grammar), pattern)
        elif area in SENTENCES:
            names = shelf.theme(default_theme()).glyph
            found, own = shelf.game_words(area), page.read(GameWords)
            yield from own_sentences.sentences(page, area, own, found, self._tongues[language], names)
        elif words := shelf.words(fallback_language(), area):
            tongue = self._tongues[language]
            yield from own_sentences.plain(page, words, tongue, templates=area == "trouble")
        else:
            known_areas = shipped(f"locales/{fallback_language()}")
            raise own_file.NoSuchFile(file=str(page.file), line=1, known=known_areas)

    @contextmanager
    def _listening(self) -> Iterator[None]:
        """What is wrong with a file ends the reading of it, and of nothing else."""
        try:
            yield
        except BrokenFile as broken:
            self.complaints.append(broken)

    def _sound(self, page: OwnPage, complaints: Iterator[BrokenFile], allowed: str = "") -> bool:
        before = len(self.complaints)
        for each in chain(page.control_characters(allowed), complaints):
            self.complaints.append(each)
        return len(self.complaints) == before


# ------------------------------------------------------------------ a theme


def wrong_theme(
    page: OwnPage, found: Theme, pattern: Theme, tongues: Mapping[str, Tongue]
) -> Iterator[BrokenFile]:
    """Signs and names of every card that the pattern has, in languages that there are."""
    names = set(pattern.glyph)
    yield from _keys(page, ("glyph",), set(found.glyph), names)
    yield from _signs(page, found)
    if not found.words:
        yield page.wrong(own_file.MissingKey, ("words",))
    for language, wording in found.words.items():
        path = ("words", language)
        if language not in tongues:
            yield page.wrong(own_file.StrangeKey, path)
            continue
        yield from _keys(page, (*path, "card"), set(wording.card), names - {TOKEN})
        for name, noun in wording.nouns():
            place = (*path, TOKEN) if name == TOKEN else (*path, "card", name)
            yield from _noun(page, place, noun, tongues[language].grammar)


def _keys(page: OwnPage, path: tuple[str, ...], there: set[str], wanted: set[str]) -> Iterator[BrokenFile]:
    yield from (page.wrong(own_file.MissingKey, (*path, name)) for name in sorted(wanted - there))
    yield from (page.wrong(own_file.StrangeKey, (*path, name)) for name in sorted(there - wanted))


def _signs(page: OwnPage, found: Theme) -> Iterator[BrokenFile]:
    seen: set[str] = set()
    for name, glyph in found.glyph.items():
        if not _one_cell(glyph.sign) or not (_one_cell(glyph.ascii) and glyph.ascii.isascii()):
            yield page.wrong(own_file.NotOneCell, ("glyph", name))
        elif {glyph.sign, glyph.ascii} & seen:
            yield page.wrong(own_file.SameSign, ("glyph", name))
        seen |= {glyph.sign, glyph.ascii}


def _one_cell(sign: str) -> bool:
    """One visible character of the basic plane, which no terminal draws over two cells."""
    return (
        len(sign) == 1
        and sign <= "\uffff"
        and unicodedata.category(sign)[0] in "LNPS"
        and unicodedata.east_asian_width(sign) not in "WF"
    )


def _noun(page: OwnPage, path: tuple[str, ...], noun: Noun, grammar: Grammar) -> Iterator[BrokenFile]:
    if noun.kind not in grammar.kind:
        yield page.wrong(own_file.StrangeKind, path, named=noun.kind, known=tuple(grammar.kind))
        return
    for case in grammar.kind[noun.kind].needs:
        if case not in noun.cases:
            yield page.wrong(own_file.MissingCase, path, case=case)
    for case in noun.cases:
        if case not in grammar.cases:
            yield page.wrong(own_file.StrangeCase, path, case=case, known=grammar.cases)
    if noun.narrow is not None and noun.narrow.replace("-", "") != noun.name.replace("-", ""):
        yield page.wrong(own_file.OtherName, (*path, "narrow"), name=noun.name)


# ---------------------------------------------------------------- a grammar


def wrong_grammar(page: OwnPage, found: Grammar, pattern: Grammar | None) -> Iterator[BrokenFile]:
    """A first case that all have, no case that is not listed, and all that the shipped one has."""
    if not found.cases:
        yield page.wrong(own_file.MissingKey, ("cases",))
        return
    if not found.kind:
        yield page.wrong(own_file.MissingKey, ("kind",))
    tables, shipped = _tables(found), _tables(pattern) if pattern else {}
    for path in {**tables, **shipped}:
        there = set(tables.get(path, ()))
        wanted = {*shipped.get(path, ()), *(found.cases[:1] if path[-1] in ("you", "the", "a") else ())}
        for case in sorted(there - set(found.cases)):
            yield page.wrong(own_file.StrangeCase, (*path, case), case=case, known=found.cases)
        yield from (page.wrong(own_file.MissingKey, (*path, case)) for case in sorted(wanted - there))


def _tables(grammar: Grammar) -> dict[tuple[str, ...], Collection[str]]:
    """Every place that names cases, with those that it names."""
    kinds = [(("kind", name, part), cases) for name, k in grammar.kind.items() for part, cases in _parts(k)]
    return dict([(("cases",), grammar.cases), (("you",), grammar.you), (("name",), grammar.name), *kinds])


def _parts(kind: NounKind) -> Iterator[tuple[str, Collection[str]]]:
    yield from (("the", kind.the), ("a", kind.a), ("needs", kind.needs))
