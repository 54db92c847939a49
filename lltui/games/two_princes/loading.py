"""Where stories stand: those of the package, and a player's own beside them.

A story is a folder of TOML files.  It is read when it is first asked for; a
fault in it is Trouble that names file, card and line, and refuses that story
and no other.
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterator
from contextlib import suppress
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec
from msgspec import Struct

from lltui.errors import Trouble, UsageTrouble, sentence
from lltui.files import reading
from lltui.files.toml_lines import Complaint, Lines, at, complaint, known_at, never_closed, texts
from lltui.games.two_princes.story.faults import unsound
from lltui.games.two_princes.story.printed import Intro, Story
from lltui.games.two_princes.story.story_index import StoryIndex

T = TypeVar("T")
STORIES = Path(__file__).with_name("stories")
SMALL = STORIES / "_small"  # ten cards to begin with; not played before somebody has made it their own
_NAME = re.compile(r"[a-z][a-z0-9-]{0,31}")
LONGEST = 4 * 2**20  # bytes; the longest page of the story that comes along has 0.2 MB
DEEPEST = 64  # tables and effects in each other; the story that comes along has 9


class BrokenStory(Trouble):
    """A story that cannot be played as it stands: `file`, `card`, `line`, and what is wrong in `detail`."""


class UnplayableStory(BrokenStory):
    """A story whose files can be read, and that the rules would not take."""


class IncompleteStory(UnplayableStory):
    """The same, of what stands on no card: `story`, and what it wants in `detail`."""


class UnknownStory(UsageTrouble):
    """No story has that name."""


_own: dict[str, Path] = {}


def own(folder: Path) -> None:
    """The folders in here are stories too; one with the name of another takes its place."""
    with suppress(OSError):  # missing or shut: it brings none
        _own.update({f.name: f for f in folder.iterdir() if reading.is_folder(f) and may_be_called(f.name)})
    story_index.cache_clear()


def stories() -> tuple[str, ...]:
    """Their names, the package's first."""
    return tuple(dict.fromkeys((*_shipped(), *sorted(_own))))


def folder(name: str) -> Path:
    """Where the files of a story are."""
    found = _own.get(name) or _shipped().get(name)
    if found is None:
        raise UnknownStory(story=name, known=stories())
    return found


def may_be_called(name: str) -> bool:
    """Whether a folder of that name is a story."""
    return _NAME.fullmatch(name) is not None


def comes_along(place: Path) -> bool:
    """Whether these are the files of the package."""
    return place.parent == STORIES


@cache
def story_index(name: str) -> StoryIndex:
    """Read a story; what could not be played is refused before the first card."""
    place = folder(name)
    story = read(place)
    for fault in unsound(story):
        detail = sentence("story", f"fault.{fault.code}", **fault.facts)
        if fault.place == "story":
            raise IncompleteStory(story=name, detail=detail)
        file, line = where(place, fault.place)
        card = ".".join(fault.place.split(".")[:2])
        raise UnplayableStory(file=file, card=card, line=line, detail=detail)
    return StoryIndex(story)


def where(place: Path, card: str) -> tuple[str, int]:
    """The file and the line of a card, or of what stands at a place in it; or the first file there is."""
    kind, name, *inside = card.split(".") if "." in card else (card, "")
    for file in files(place):
        page = _cards(reading.shipped(file))
        if (path := page.cards.get((f"{kind}s", name))) is not None:
            return file.name, page.lines.of((*path, *(inside or ["flag" if kind == "flag" else "id"])))
        if kind in page.alone:
            return file.name, page.lines.of((kind, name))
    return next((file.name for file in files(place)), place.name), 1


class _Cards(NamedTuple):
    """Where the cards of a file stand in it, by kind and name; and the tables of which there is one."""

    lines: Lines
    cards: dict[tuple[str, str], tuple[str, str]]
    alone: frozenset[str]


@lru_cache(64)
def _cards(text: str) -> _Cards:
    found = dict[tuple[str, str], tuple[str, str]]()
    words = reading.toml(text, DEEPEST)
    for kind, cards in words.items():
        for number, card in enumerate(cards if isinstance(cards, list) else ()):
            name = str(card.get("flag" if kind == "flags" else "id"))
            found.setdefault((kind, name), (kind, str(number)))
    return _Cards(Lines(text), found, frozenset(kind for kind in words if isinstance(words[kind], dict)))


def read(place: Path) -> Story:
    """All files of a folder, or the one file, as a story."""
    lists: dict[str, tuple[Any, ...]] = {}
    intro = Intro()
    for file in files(place):
        page = _page(file, Story)
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
    if reading.is_folder(place):
        for file in files(place):
            found |= _page(file, dict[str, Translated])
    return found


def languages(story: str) -> tuple[str, ...]:
    """Those into which somebody has begun to translate it."""
    place = folder(story)
    with suppress(OSError):  # the story itself is told
        return tuple(sorted(f.name for f in place.iterdir() if reading.is_folder(f)))
    return ()


def titles(story: str, card: str) -> tuple[str, ...]:
    """What a condition is called, in every language that the story has."""
    place = f"condition.{card}.title"
    told = (_readable(story, language) for language in languages(story))
    translated = (words[place].text for words in told if place in words)
    return (story_index(story).conditions[card].title, *translated)


@cache
def _readable(story: str, language: str) -> dict[str, Translated]:
    """A translation that is broken is told to who reads in it, and ends nobody's match."""
    try:
        return translations(story, language)
    except BrokenStory:
        return {}


def files(place: Path) -> Iterator[Path]:
    """In the order of their names."""
    try:
        found = [place] if place.is_file() else [f for f in place.iterdir() if f.name.endswith(".toml")]
    except OSError as error:
        raise _broken(place, "", 1, error.strerror or type(error).__name__) from None
    yield from sorted(found, key=lambda f: f.name)


def _page(file: Path, kind: type[T]) -> T:
    """A file as what it should be, read with care."""
    text = ""
    try:
        text = reading.text(file, LONGEST).replace("\r\n", "\n")
        words = reading.toml(text, DEEPEST)
        _check_signs(words, text)
        return msgspec.convert(words, kind)
    except reading.Unfit as unfit:
        if (line := never_closed(text)) is not None and line <= unfit.line:
            raise _broken(file, text, line, sentence("story", "page.never_closed")) from None
        raise _broken(file, text, unfit.line, unfit.detail) from None
    except msgspec.ValidationError as error:
        told = complaint(words, str(error), kind)
        raise _broken(file, text, Lines(text).of(told.path), _strange(words, told, kind)) from None
    except RecursionError:
        raise _broken(file, "", 1, "too many effects in each other") from None


def _strange(words: Any, against: Complaint, kind: Any) -> dict[str, object] | str:
    """A word that there is not, with those that there are; all else as the reader of TOML says it."""
    if against.missing is not None:
        return sentence("story", "page.missing", word=against.missing)
    known = known_at(words, against.path[:-1] if against.unknown else against.path, kind)
    found = against.unknown or at(words, against.path)
    if not known or not isinstance(found, str):
        return against.detail
    near = difflib.get_close_matches(found, known, 1)
    key = f"page.strange_{'key' if against.unknown else 'word'}.{'near' if near else 'far'}"
    facts = {"found": found, "known": ", ".join(known), "near": near[0] if near else ""}
    return sentence("story", key, word=against.path[-1] if against.path else "", **facts)


def _broken(file: Path, text: str, line: int, detail: object) -> BrokenStory:
    """With its place, and the card that it is in, if it is in one."""
    ids = re.findall(r'^(?:id|flag)\s*=\s*"([^"]*)"', _card_around(text, line), re.MULTILINE)
    return BrokenStory(file=file.name, card=ids[0] if ids else "", line=line, detail=detail)


def _card_around(text: str, line: int) -> str:
    lines = text.splitlines()
    start = max((n for n in range(min(line, len(lines))) if re.match(r"\[\[\w+\]\]", lines[n])), default=0)
    end = next((n for n in range(start + 1, len(lines)) if re.match(r"\[\[\w+\]\]", lines[n])), len(lines))
    return "\n".join(lines[start:end])


def _check_signs(words: Any, text: str) -> None:
    """Unfit if anything in them would move the cursor."""
    for path, said in texts(words):
        if any(unicodedata.category(sign) == "Cc" and sign not in "\n\t" for sign in said):
            raise reading.Unfit("a control character", Lines(text).of(path))


@cache
def _shipped() -> dict[str, Path]:
    found = sorted((f for f in STORIES.iterdir() if f.is_dir()), key=lambda f: f.name)
    return {f.name: f for f in found if not f.name.startswith("_")}
