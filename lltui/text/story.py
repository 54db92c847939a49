"""A story's own texts, in a language: found by their places, such as "event.the_first_day.a.back.text".

What is not translated yet is told in the language of the story; a card without
a text is told by its purpose.
"""

from __future__ import annotations

from typing import Any

from lltui.games.two_princes import loading
from lltui.games.two_princes.loading import translations
from lltui.games.two_princes.story.index import StoryIndex

LISTS = {
    "opening": "openings",
    "note": "notes",
    "event": "events",
    "interlude": "interludes",
    "encounter": "encounters",
    "challenge": "challenges",
    "item": "items",
    "condition": "conditions",
    "section": "sections",
    "flag": "flags",
}


class StoryWords:
    """One story in one language."""

    def __init__(self, story: str, language: str) -> None:
        self.index: StoryIndex = loading.story_index(story)
        self._translated = translations(story, language)
        self._named = {
            name: {getattr(each, "flag", None) or each.id: each for each in getattr(self.index.story, field)}
            for name, field in LISTS.items()
        }

    def text(self, place: str) -> str:
        """What stands there; empty where nothing does."""
        found = self._translated.get(place)
        return found.text if found and found.text else self._printed(place)

    def title(self, kind: str, name: str) -> str:
        """What a thing is called."""
        return self.text(f"{kind}.{name}.title") or name

    def page(self, place: str) -> str:
        """A title and what stands below it; empty where nothing does."""
        return "\n\n".join(filter(None, (self.text(f"{place}.title"), self.text(f"{place}.text"))))

    def front(self, front: str) -> str:
        """The situation on a card; or what it is about, while nobody has written it."""
        return self.text(f"{front}.text") or self.text(f"{front}.purpose")

    def _printed(self, place: str) -> str:
        kind, *path = place.split(".")
        if kind == "intro":
            return self.index.story.intro.text
        found: Any = self._named.get(kind, {}).get(path[0])
        for step in path[1:]:
            if found is None:
                return ""
            if isinstance(found, tuple):
                found = found[int(step)] if step.isdecimal() and int(step) < len(found) else None
            else:
                found = getattr(found, step, None)
        return found if isinstance(found, str) else ""
