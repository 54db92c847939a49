"""What a reader of the whole story hears twice: openings, uncommon words, likenesses; and how texts end.

None of that is wrong: these are hints for whoever writes.  Wrong is at most one
text by itself: too long for its box, or not of its time.  What an ear passes
over in a language is data (`ear/`), so any story can be heard, in any language
that has such a file.
"""

from __future__ import annotations

import re
import textwrap
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from importlib import resources
from itertools import combinations
from typing import Any, NamedTuple, TypeAlias

import msgspec
from msgspec import Struct

from lltui.games.two_princes.story.faults import Fault, error, warning
from lltui.games.two_princes.story.printed import Story
from lltui.games.two_princes.story.story_index import BOXES, Text, all_texts, texts

# Words that make an opening, and a short sentence.
OPENING, SHORT = 2, 6
# A word is heard when it comes in so many cards of a chapter, and in no larger
# share of them: what is in every fifth card is what the chapter is about.
OFTEN, ABOUT = 4, 0.2
# Words of a likeness, behind "like"; uncommon ones that make a picture without it.
LIKENESS, PICTURE = 8, 2
# Letters that an uncommon word has at least.
UNCOMMON = 4
LONGEST_OPENING = ("front", "ending")
_WORD = re.compile(r"[^\W\d_]+")
_SPOKEN = re.compile(r"[^\W\d_]+(?:['\u2019-][^\W\d_]+)*")
_CLOSING = "'\"\u2018-\u201f»«"
_SENTENCE = re.compile(rf"(?:(?<=[.!?…])|(?<=[.!?…][{_CLOSING}]))\s+")


def hint(code: str, place: str, **facts: Any) -> Fault:
    """For the ear of whoever writes: nothing is wrong."""
    return Fault(code, "hint", place, facts)


class Ear(Struct, frozen=True, forbid_unknown_fields=True):
    """What is passed over in one language."""

    likenesses: tuple[str, ...]
    endings: tuple[str, ...]
    ordinary: str
    pointing: tuple[str, ...] = ()

    def root(self, word: str) -> str:
        """The same for all forms of a word, or nearly."""
        word = word.lower()
        for ending in self.endings:
            if word.endswith(ending) and len(word) - len(ending) >= len("ear"):
                word = word.removesuffix(ending)
                break
        return word[:-1] if word[-2:-1] == word[-1:] else word


class Passage(NamedTuple):
    """A text and the card and the chapter that it stands in."""

    chapter: str
    card: str
    text: Text


# By chapter and root: the cards, each with the words that were found in it.
Found: TypeAlias = dict[tuple[str, str], dict[str, str]]


@cache
def ear(language: str) -> Ear | None:
    """None where nobody has written down what is ordinary."""
    file = resources.files("lltui.authoring") / "ear" / f"{language}.toml"
    return msgspec.toml.decode(file.read_bytes(), type=Ear) if file.is_file() else None


def echoes(story: Story, listening: Ear, told: Mapping[str, str]) -> Iterator[Fault]:
    """Of the story as it was written, or of a translation: `told` has its texts by their places."""
    heard = list(passages(story, told))
    yield from alike(heard)
    names = _names(texts(story))
    rare = _rarity(listening, names)
    sizes = Counter(chapter for chapter, _ in {(each.chapter, each.card) for each in passages(story, {})})
    found = {
        (chapter, root): uses
        for (chapter, root), uses in _uses(heard, rare).items()
        if 1 < len(uses) <= sizes[chapter] * ABOUT
    }
    yield from _words(found)
    yield from _images(heard, listening, found)
    yield from short_endings(each.text for each in heard)
    yield from _cut_off(story, heard, listening)


def passages(story: Story, told: Mapping[str, str]) -> Iterator[Passage]:
    """All that is prose; items and conditions are no places to be in."""
    parts = {card.id: f"escape_{card.part}" for card in story.challenges}
    for text in all_texts(story):
        kind, _, rest = text.place.partition(".")
        name = rest.partition(".")[0]
        chapter = {
            "event": "tower",
            "encounter": "tower",
            "interlude": "interlude",
            "challenge": parts.get(name, ""),
            "section": "book",
        }.get(kind)
        found = told.get(text.place, text.text)
        if chapter and found and text.limit not in ("title", "label"):
            yield Passage(chapter, f"{kind}.{name}", text._replace(text=found))


# ------------------------------------------------------------------ openings


def alike(heard: Iterable[Passage]) -> Iterator[Fault]:
    """Cards that begin with the same words."""
    openings: dict[str, list[str]] = defaultdict(list)
    for _, _, text in heard:
        if text.limit in LONGEST_OPENING:
            first = " ".join(_WORD.findall(text.text)[:OPENING])
            openings[first.lower()].append(text.place)
    for words, places in openings.items():
        if len(places) > 1:
            yield hint("H01", places[0], words=words, others=", ".join(places[1:]))


# --------------------------------------------------------------------- words


def _uses(heard: Iterable[Passage], rare: Callable[[str], str]) -> Found:
    """Every uncommon word of a chapter, and the cards that have it."""
    found: Found = defaultdict(dict)
    for chapter, card, text in heard:
        for word in _WORD.findall(text.text):
            if root := rare(word):
                found[chapter, root].setdefault(card, word.lower())
    return found


def _words(found: Found) -> Iterator[Fault]:
    for uses in found.values():
        if len(uses) >= OFTEN:
            place, *others = uses
            yield hint("H02", place, word=uses[place], others=", ".join(others))


def _images(heard: Iterable[Passage], listening: Ear, found: Found) -> Iterator[Fault]:
    """The thing that something is likened to, or uncommon words that come together twice."""
    markers = re.compile(rf"\b(?:{'|'.join(listening.likenesses)})\b([^.,;:!?]*)", re.IGNORECASE)
    images: Found = defaultdict(dict)
    for chapter, card, text in heard:
        for sentence in _sentences(text.text):
            for behind in markers.findall(sentence):
                likeness = _WORD.findall(behind)[:LIKENESS]
                for root in {listening.root(word) for word in likeness}:
                    if (chapter, root) in found:
                        images[chapter, root].setdefault(card, " ".join(likeness))
            roots = {listening.root(word): word.lower() for word in _WORD.findall(sentence)}
            known = sorted(root for root in roots if (chapter, root) in found)
            for pair in combinations(known, PICTURE):
                images[chapter, " ".join(pair)].setdefault(card, ", ".join(roots[root] for root in pair))
    told = set()
    for uses in images.values():
        place, *others = uses
        if others and tuple(uses) not in told:
            told.add(tuple(uses))
            also = "; ".join(f"{card}: {uses[card]}" for card in others)
            yield hint("H03", place, image=uses[place], others=also)


def _rarity(listening: Ear, names: frozenset[str]) -> Callable[[str], str]:
    """The root of an uncommon word, and nothing of another."""
    ordinary = {listening.root(word) for word in listening.ordinary.split()}

    @cache
    def rare(word: str) -> str:
        root = listening.root(word)
        return "" if len(word) < UNCOMMON or root in ordinary or word.lower() in names else root

    return rare


def _names(written: Iterable[Text]) -> frozenset[str]:
    """Words that are never written small: people are not echoes of themselves."""
    words = {word for text in written for word in _WORD.findall(text.text)}
    return frozenset(word.lower() for word in words if word[0].isupper() and word.lower() not in words)


# ----------------------------------------------------------------- sentences


def _sentences(text: str) -> Iterator[str]:
    """'Go!' he says: what goes on with a small letter is one sentence with what went before."""
    whole = ""
    for piece in _SENTENCE.split(" ".join(text.split())):
        if whole and not piece[:1].islower():
            yield whole
            whole = ""
        whole = f"{whole} {piece}".strip()
    if _WORD.search(whole):
        yield whole


def short_endings(heard: Iterable[Text]) -> Iterator[Fault]:
    """Boxes that end on a sentence like a button."""
    for text in heard:
        if text.limit in BOXES:
            *_, last = ["", *_sentences(text.text)]
            if 0 < len(_SPOKEN.findall(last)) <= SHORT:
                yield hint("H04", text.place, sentence=last)


def _cut_off(story: Story, heard: Iterable[Passage], listening: Ear) -> Iterator[Fault]:
    """Endings whose last paragraph points back: what holds is told before it, so it may point at that."""
    told = {f"section.{section.id}.text" for section in story.sections if section.asides}
    points = re.compile(rf"(?:{'|'.join(listening.pointing)})\b", re.IGNORECASE)
    for _, _, text in heard if listening.pointing else ():
        *before, last = text.text.strip().split("\n\n")
        if before and text.place in told and points.match(last):
            yield hint("H05", text.place, sentence=next(_sentences(last)))


def boxes(story: Story) -> int:
    """How many there are that could end so."""
    return sum(text.limit in BOXES and bool(text.text) for text in texts(story))


# ------------------------------------------------------------------ one text by itself

WIDTH = 74
FIRST_WIDE = "\N{HANGUL CHOSEONG KIYEOK}"  # no letter before it takes two columns
# Lines when wrapped, and characters.
LIMITS = {
    "title": (1, 40),
    "setting": (1, 24),
    "front": (8, 560),
    "aside": (2, 140),
    "arrival": (4, 260),
    "hinge": (8, 560),
    "label": (1, 44),
    "box": (6, 420),
    "branch": (3, 220),
    "item": (2, 120),
    "condition": (1, 56),
    "scene": (12, 840),
    "ending": (30, 2100),
    "says": (1, 60),
}
# What was not there in 1483, or is not how they spoke.
ANACHRONISMS = re.compile(
    r"\b(?:potato\w*|tomato\w*|tobacco|tea|coffee|raven\w*|beefeater\w*|yeoman warder\w*|bloody tower|"
    r"traitors.? gate|majesty|okay|ok|minutes later|seconds)\b",
    re.IGNORECASE,
)


def prose(text: Text, *, release: bool = False) -> Iterator[Fault]:
    """A draft, a text too long, a number where the engine tells the numbers."""
    if not text.text.strip():
        if not text.free:
            yield Fault("T02", "error" if release else "warning", text.place, {})
        return
    lines, characters = LIMITS[text.limit]
    text = text._replace(text=named(text.text))
    if wrapped(text.text) > lines or len(text.text) > characters:
        facts = {"lines": wrapped(text.text), "characters": len(text.text)}
        yield error("T01", text.place, **facts, most_lines=lines, most=characters)
    for found in (re.search(r"[+-]?\d+", text.text), ANACHRONISMS.search(text.text)):
        if found and text.limit not in ("ending", "title"):
            yield warning("T03", text.place, word=found[0])


NAMES = re.compile(r"\{[ab]\}")


def named(text: str) -> str:
    """With the longer name where one of the two is named."""
    return NAMES.sub("Richard", text)


def named_apart(text: Text, original: str) -> Iterator[Fault]:
    """Names stand where it is known whose they are: in what is read where the two chose differently."""
    found, apart = NAMES.findall(text.text), ".ab." in text.place
    if (found and not apart) or set(found) != set(NAMES.findall(original)):
        yield error("T07", text.place)


def wrapped(text: str) -> int:
    """Lines at 80 columns; a wide character takes two."""
    if max(text) >= FIRST_WIDE:
        text = "".join(c * (2 if unicodedata.east_asian_width(c) in "WF" else 1) for c in text)
    parts = [" ".join(part.split()) for part in text.strip().split("\n\n")]
    lines = (1 if len(part) <= WIDTH else len(textwrap.wrap(part, WIDTH)) for part in parts)
    return sum(lines) + len(parts) - 1
