"""Where stories stand: those of the package, and a player's own beside them.

A story is a folder of TOML files.  It is read when it is first asked for; a
fault in it is Trouble that names file, card and line, and refuses that story
and no other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from lltui.errors import UsageTrouble
from lltui.games.two_princes.story.index import Tale
from lltui.games.two_princes.story.pages import BrokenStory, broken, line_in, text_of, told_in
from lltui.games.two_princes.story.printed import Intro, Story
from lltui.games.two_princes.story.sound import unsound

STORIES = Path(__file__).with_name("stories")
_NAME = re.compile(r"[a-z][a-z0-9-]{0,31}")
_PLACE = re.compile(r" - at `\$\.?(.*)`$")
_CARD = re.compile(r"^(\w+)\[(\d+)\]\.?(.*)$")
_INDEX = re.compile(r"\[[^\]]*\]")


class UnknownStory(UsageTrouble):
    """No story has that name."""


_own: dict[str, Path] = {}


def own(folder: Path) -> None:
    """The folders in here are stories too; one with the name of another takes its place."""
    if folder.is_dir():
        _own.update({f.name: f for f in folder.iterdir() if f.is_dir() and _NAME.fullmatch(f.name)})
    tale.cache_clear()


def stories() -> tuple[str, ...]:
    """Their names, the package's first."""
    return tuple(dict.fromkeys((*_shipped(), *sorted(_own))))


def folder(name: str) -> Path:
    """Where the files of a story are."""
    found = _own.get(name) or _shipped().get(name)
    if found is None:
        raise UnknownStory(story=name, known=stories())
    return found


@cache
def tale(name: str) -> Tale:
    """Read a story; what could not be played is refused before the first card."""
    place = folder(name)
    story = read(place)
    for fault in unsound(story):
        file, line = where(place, fault.place)
        told = ", ".join((fault.code, *(f"{key} {value}" for key, value in fault.facts.items())))
        card = ".".join(fault.place.split(".")[:2])
        raise BrokenStory(file=file, card=card, line=line, detail=told)
    return Tale(story)


def where(place: Path, card: str) -> tuple[str, int]:
    """The file and the line of a card, by a place in it; or the first file there is."""
    kind, name = (*card.split("."), "")[:2]
    key = "flag" if kind == "flag" else "id"
    mine = re.compile(rf'^\s*{key}\s*=\s*"{re.escape(name)}"')
    for file in files(place):
        head = ""
        for number, line in enumerate(file.read_text("utf-8").splitlines(), start=1):
            if line.startswith("[["):
                head = line.strip("[] ")
            if mine.match(line) and head == f"{kind}s":
                return file.name, number
    return next((file.name for file in files(place)), place.name), 1


def read(place: Path) -> Story:
    """All files of a folder, or the one file, as a story."""
    lists: dict[str, tuple[Any, ...]] = {}
    intro = Intro()
    for file in files(place):
        page = _page(file)
        for kind in Story.__struct_fields__:
            if kind == "intro":
                intro = page.intro if page.intro.text else intro
            else:
                lists[kind] = (*lists.get(kind, ()), *getattr(page, kind))
    return Story(intro=intro, **lists)


class Translated(Struct, frozen=True, forbid_unknown_fields=True):
    """A text in another language; `src` are the first digits of the hash of what it was made from."""

    text: str
    src: str = ""


@cache
def translations(story: str, language: str) -> dict[str, Translated]:
    """All texts of a story in another language; none, if nobody has begun."""
    place = folder(story) / language
    found: dict[str, Translated] = {}
    if place.is_dir():
        for file in files(place):
            found |= _translated(file)
    return found


def _translated(file: Path) -> dict[str, Translated]:
    try:
        return msgspec.convert(told_in(file, text_of(file)), dict[str, Translated])
    except msgspec.ValidationError as error:
        raise broken(file, line_in(str(error)), str(error)) from None


def languages(story: str) -> tuple[str, ...]:
    """Those into which somebody has begun to translate it."""
    place = folder(story)
    return tuple(sorted(f.name for f in place.iterdir() if f.is_dir())) if place.is_dir() else ()


def titles(story: str, card: str) -> tuple[str, ...]:
    """What a condition is called, in every language that the story has."""
    place = f"condition.{card}.title"
    told = (_readable(story, language) for language in languages(story))
    return (tale(story).conditions[card].title, *(words[place].text for words in told if place in words))


@cache
def _readable(story: str, language: str) -> dict[str, Translated]:
    """A translation that is broken is told to who reads in it, and ends nobody's match."""
    try:
        return translations(story, language)
    except BrokenStory:
        return {}


def files(place: Path) -> Iterator[Path]:
    """In the order of their names."""
    if place.is_file():
        yield place
    else:
        yield from sorted((f for f in place.iterdir() if f.name.endswith(".toml")), key=lambda f: f.name)


def _page(file: Path) -> Story:
    text = text_of(file)
    try:
        return msgspec.convert(told_in(file, text), Story)
    except BrokenStory as story:
        line, detail = story.facts["line"], story.facts["detail"]
        assert isinstance(line, int), line
        raise _broken(file, text, line, str(detail)) from None
    except msgspec.ValidationError as error:
        raise _misshapen(file, text, str(error)) from None
    except RecursionError:
        raise broken(file, 1, "too many effects in each other") from None


def _misshapen(file: Path, text: str, said: str) -> BrokenStory:
    place = _PLACE.search(said)
    card = _CARD.match(place[1]) if place else None
    if card is None:
        return _broken(file, text, 1, said)
    kind, number, path = card[1], int(card[2]), _INDEX.sub("", card[3])
    return _broken(file, text, line_of(text, kind, number, path), said)


def line_of(text: str, kind: str, number: int, path: str) -> int:
    """Where that stands: the n-th card of its kind, and in it the deepest table and key of the path."""
    lines = text.splitlines()
    heads = [n for n, line in enumerate(lines) if line.strip() == f"[[{kind}]]"]
    if number >= len(heads):
        return 1
    start = heads[number]
    end = heads[number + 1] if number + 1 < len(heads) else len(lines)
    keys = path.split(".") if path else []
    at = start
    for depth in range(1, len(keys) + 1):
        table = ".".join((kind, *keys[:depth]))
        wanted = (f"[{table}]", f"[[{table}]]")
        found = [n for n in range(start, end) if lines[n].strip() in wanted]
        found = found or [
            n for n in range(at, end) if re.match(rf"\s*{re.escape(keys[depth - 1])}\s*=", lines[n])
        ]
        at = found[0] if found else at
    return at + 1


def _broken(file: Path, text: str, line: int, detail: str) -> BrokenStory:
    ids = re.findall(r'^(?:id|flag)\s*=\s*"([^"]*)"', _card_around(text, line), re.MULTILINE)
    return broken(file, line, detail, ids[0] if ids else "")


def _card_around(text: str, line: int) -> str:
    lines = text.splitlines()
    start = max((n for n in range(min(line, len(lines))) if re.match(r"\[\[\w+\]\]", lines[n])), default=0)
    end = next((n for n in range(start + 1, len(lines)) if re.match(r"\[\[\w+\]\]", lines[n])), len(lines))
    return "\n".join(lines[start:end])


@cache
def _shipped() -> dict[str, Path]:
    found = sorted((f for f in STORIES.iterdir() if f.is_dir()), key=lambda f: f.name)
    return {f.name: f for f in found if not f.name.startswith("_")}
