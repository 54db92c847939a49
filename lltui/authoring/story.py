"""The story that a writer works on: which one is meant, and all that is wrong with it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from lltui.authoring import check, echoes, translate
from lltui.authoring.echoes import Ear
from lltui.authoring.explore import Explorer, points
from lltui.errors import Trouble
from lltui.games.two_princes import loading
from lltui.games.two_princes.loading import translations
from lltui.games.two_princes.model import Options
from lltui.games.two_princes.story.printed import Story
from lltui.games.two_princes.story.sound import Fault, unsound


class NoStoryThere(Trouble):
    """Neither a story's name nor a file or folder with one."""


class WrittenStory(NamedTuple):
    """A story and where it lies; one that is only a file has no translations and is not played."""

    name: str
    place: Path
    story: Story
    whole: bool

    @property
    def playable(self) -> bool:
        """The rules would take it."""
        return self.whole and not any(unsound(self.story))

    def faults(self, languages: Iterable[str], *, release: bool) -> Iterator[Fault]:
        """A single file is read for its own faults only: what it refers to stands in the others."""
        wrong = check.faults(self.story, release=release)
        if not self.whole:
            yield from (each for each in wrong if each.code[0] in "TWD" and each.place != "intro.text")
            return
        yield from wrong
        for language in languages:
            yield from translate.faults(self.story, translations(self.name, language))

    def echoes(self, listening: Ear, language: str) -> list[Fault]:
        """What comes twice, as it is told in that language."""
        translated = translations(self.name, language) if self.whole else {}
        told = {place: each.text for place, each in translated.items() if each.text}
        return list(echoes.echoes(self.story, listening, told))

    def explored(self, matches: int, seed: int) -> Iterator[tuple[int, set[str]]]:
        """How many matches were played, and what nobody has come to see in them; no more than it takes."""
        unseen = set(points(self.story))
        for played, course in enumerate(Explorer(Options(self.name), seed).matches(matches), start=1):
            unseen -= {*course}
            yield played, unseen
            if not unseen:
                return


def find(wanted: str) -> WrittenStory:
    """By name, or as a path."""
    if wanted in loading.stories():
        place = loading.folder(wanted)
        return WrittenStory(wanted, place, loading.read(place), whole=True)
    path = Path(wanted)
    if not path.exists() or not list(loading.files(path)):
        raise NoStoryThere(story=wanted, known=loading.stories())
    if path.is_dir():
        loading.own(path.resolve().parent)
    return WrittenStory(path.resolve().name, path, loading.read(path), whole=path.is_dir())
