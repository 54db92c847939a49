"""A player's own words: read once, tried out, and laid over the package's.

    <config>/themes/<theme>.toml
    <config>/locales/<language>/<area>.toml

A file with anything wrong in it is named and left out; the rest goes on.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from lltui.text import broken, check, trial
from lltui.text.broken import BrokenFile
from lltui.text.grammar import Grammar, Tongue
from lltui.text.library import GameWords, Library, default_theme, fallback_language, shipped
from lltui.text.page import Page, open_page
from lltui.text.theme import Theme

GRAMMAR = "grammar"
# Games whose sentences bend players and cards; the words of any other are like those of a board.
SENTENCES = ("love-letter",)
_THEME = re.compile(r"[a-z][a-z0-9-]{0,31}")
_LANGUAGE = re.compile(r"[a-z]{2,3}")


class Loaded(NamedTuple):
    """All words that can be used, and what is wrong with the others."""

    library: Library
    complaints: tuple[BrokenFile, ...]


def load(config: Path | None) -> Loaded:
    """The package's words and those under `config`, if there is such a folder."""
    if config is None:
        return Loaded(Library(), ())
    desk = _Desk()
    folders = sorted(folder for folder in desk.inside(config / "locales") if folder.is_dir())
    for folder in folders:
        desk.language(folder)
    for file in desk.files(config / "themes"):
        desk.theme(file)
    return Loaded(Library(desk.locales, desk.themes), tuple(desk.complaints))


class _Desk:
    """Where files are looked through one after the other."""

    def __init__(self) -> None:
        self.locales: dict[tuple[str, str], dict[str, Any]] = {}
        self.themes: dict[str, Theme] = {}
        self.complaints: list[BrokenFile] = []
        self._shipped = Library()

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
            self.complaints.append(broken.Unreadable(file=str(folder), line=1, detail=reason))
            return []

    def language(self, folder: Path) -> None:
        """The grammar first: without it, nothing of a language can be tried."""
        files = {file.stem: file for file in self.files(folder)}
        if not _LANGUAGE.fullmatch(folder.name):
            self.complaints.append(broken.BadName(file=str(folder), line=1, name=folder.name))
            return
        if GRAMMAR in files:
            self._keep(folder.name, GRAMMAR, files.pop(GRAMMAR))
        tongue = self._tongues().get(folder.name)
        if tongue is None:
            self.complaints.append(broken.NoGrammar(file=str(folder / "grammar.toml"), line=1))
            return
        for area, file in files.items():
            self._keep(folder.name, area, file)

    def theme(self, file: Path) -> None:
        """One theme file."""
        if not _THEME.fullmatch(file.stem):
            self.complaints.append(broken.BadName(file=str(file), line=1, name=file.stem))
            return
        page = self._open(file)
        if page is None:
            return
        found = page.read(Theme)
        pattern = self._shipped.theme(default_theme())
        if not isinstance(found, Theme):
            self.complaints.append(found)
        elif self._sound(page, check.theme(page, found, pattern, self._tongues())):
            self.themes[file.stem] = found

    def _keep(self, language: str, area: str, file: Path) -> None:
        page = self._open(file)
        breaks = "" if area in (*SENTENCES, GRAMMAR, "trouble") else "\n"
        if page is not None and self._sound(page, self._wrong(page, language, area), breaks):
            self.locales[language, area] = page.words

    def _wrong(self, page: Page, language: str, area: str) -> Iterator[BrokenFile]:
        if area == GRAMMAR:
            yield from self._grammar(page, language)
            return
        tongue = self._tongues()[language]
        pattern = self._shipped.words(fallback_language(), area) if area not in SENTENCES else {}
        if area in SENTENCES:
            yield from self._game(page, area, tongue)
        elif pattern:
            yield from trial.plain(page, pattern, tongue, templates=area == "trouble")
        else:
            yield broken.NoSuchFile(file=str(page.file), line=1, known=self._areas())

    def _grammar(self, page: Page, language: str) -> Iterator[BrokenFile]:
        found = page.read(Grammar)
        if isinstance(found, Grammar):
            # What is shipped in this language goes on asking for what its grammar had.
            known = language in self._shipped.languages()
            yield from check.grammar(page, found, self._shipped.tongue(language).grammar if known else None)
        else:
            yield found

    def _game(self, page: Page, game: str, tongue: Tongue) -> Iterator[BrokenFile]:
        found = page.read(GameWords)
        if isinstance(found, GameWords):
            pattern = self._shipped.game_words(game)
            names = self._shipped.theme(default_theme()).glyph
            yield from trial.sentences(page, game, found, pattern, tongue, names)
        else:
            yield found

    def _tongues(self) -> Mapping[str, Tongue]:
        own = Library({key: words for key, words in self.locales.items() if key[1] == GRAMMAR})
        return {language: own.tongue(language) for language in own.languages()}

    def _areas(self) -> tuple[str, ...]:
        return shipped(f"locales/{fallback_language()}")

    def _open(self, file: Path) -> Page | None:
        page = open_page(file)
        if isinstance(page, Page):
            return page
        self.complaints.append(page)
        return None

    def _sound(self, page: Page, complaints: Iterator[BrokenFile], allowed: str = "") -> bool:
        wrong = [*page.control_characters(allowed), *complaints]
        self.complaints += wrong
        return not wrong
