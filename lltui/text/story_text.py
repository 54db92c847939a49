"""A story in a language: its texts by their places, and what its cards do, in words made from their data.

A place is such as "event.the_first_day.a.back.text".  What is not translated yet
is told in the language of the story; a card without a text is told by its
purpose.  Prose and rules never say the same thing twice.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from lltui.games.two_princes import loading
from lltui.games.two_princes.loading import translations
from lltui.games.two_princes.story.story_index import StoryIndex, all_texts, unnamed
from lltui.games.two_princes.story.vocabulary import (
    PRINCES,
    AddChallenge,
    AllOf,
    AnyOf,
    Choose,
    Done,
    Go,
    Heal,
    If,
    Not,
    Query,
    Test,
    TestEffect,
    Word,
)
from lltui.text.library import Wording


class StoryWords:
    """One story in one language, as it is told on one evening."""

    def __init__(self, story: str, language: str, evening: int = 1) -> None:
        self.index: StoryIndex = loading.story_index(story)
        self._translated = translations(story, language)
        self._tonight = _tonight(self.index, evening)

    def text(self, place: str) -> str:
        """What stands there, with the names of those who did A and B where it has room for them."""
        place, first = unnamed(place)
        told = self._written(place)
        if first is None:
            return told
        other = next(each for each in PRINCES if each != first)
        return told.replace("{a}", first.capitalize()).replace("{b}", other.capitalize())

    def _written(self, place: str) -> str:
        """As it stands in the story; empty where nothing does."""
        later = self._tonight.get(place)
        if later is not None and (later in self._translated or place not in self._translated):
            place = later
        found = self._translated.get(place)
        return found.text if found and found.text else _printed(self.index).get(place, "")

    def title(self, kind: str, name: str) -> str:
        """What a thing is called."""
        return self.text(f"{kind}.{name}.title") or name

    def page(self, place: str) -> str:
        """A title and what stands below it; empty where nothing does."""
        return "\n\n".join(filter(None, (self.text(f"{place}.title"), self.text(f"{place}.text"))))

    def front(self, front: str) -> str:
        """The situation on a card; or what it is about, while nobody has written it."""
        kind, name = front.split(".", 1)
        card = self.index.sections[name] if kind == "section" else self.index.fronts[front]
        return self.text(f"{front}.text") or card.purpose


@lru_cache(maxsize=4)
def _printed(index: StoryIndex) -> dict[str, str]:
    return {each.place: each.text for each in all_texts(index.story)}


@lru_cache(maxsize=4)
def _tonight(index: StoryIndex, evening: int) -> Mapping[str, str]:
    """Texts that are told in a later version: the newest when its evening comes, then all in turns."""
    versions: dict[str, list[int]] = defaultdict(lambda: [1])
    for each in sorted(index.story.tellings, key=lambda each: each.evening):
        if each.evening <= evening:
            versions[each.of].append(each.evening)
    chosen = {of: found[-1 - (evening - found[-1]) % len(found)] for of, found in versions.items()}
    return {of: f"{of}.evening_{one}" for of, one in chosen.items() if one > 1}


def silent(effect: Done) -> bool:
    """It says something, and does nothing that players have to know beforehand."""
    match effect:
        case If(then=then, otherwise=otherwise):
            return all(map(silent, (*then, *otherwise)))
    return isinstance(effect, Go)


QUOTE = "[”“\u2019'»«]"


def ended(line: str) -> str:
    """A sentence that ends with what somebody says has one full stop, and not two."""
    return re.sub(rf"([!?…]{QUOTE}?|\.{QUOTE}|(?<!\.)\.)\.(?=\s|$)", r"\1", line)


class EffectText:
    """The rules lines of one story in one language."""

    def __init__(self, words: Wording, story: StoryWords, *, named: bool = True) -> None:
        """`named`: also of a challenge that is not sown yet the title is told."""
        self._words = words
        self._story = story
        self._named = named

    def effects(self, effects: Iterable[Done], place: str) -> str:
        """All that a list of effects does; `place` is where the list stands."""
        told = [self.effect(effect, f"{place}.{n}") for n, effect in enumerate(effects)]
        return self._row(told) or self._words("rule.nothing")

    def _row(self, told: Iterable[str]) -> str:
        """One after the other; that something may come back is said once, however much it is."""
        sown, said = self._words("rule.sown"), list[str]()
        for line in filter(None, told):
            if line != sown or line not in said:
                said.append(line)
        return self._words("row.plus").join(said)

    def sentences(self, effects: Iterable[Done], place: str) -> str:
        """The same as sentences: what a test asks for is one, and what comes of it are two more."""
        return self._told((effect, f"{place}.{n}") for n, effect in enumerate(effects))

    def one(self, effect: Done, place: str) -> str:
        """One effect as sentences."""
        return self._told([(effect, place)])

    def _told(self, effects: Iterable[tuple[Done, str]]) -> str:
        found: list[str] = []
        row: list[str] = []
        for effect, place in effects:
            lines = [*self._lines(effect, place)]
            if isinstance(effect, TestEffect | Choose):
                found += [self._row(row), *lines]
                row = []
            else:
                row += lines
        found.append(self._row(row))
        told = [f"{line[:1].upper()}{line[1:]}." for line in found if line]
        return ended(" ".join(told))

    def ways(self, effects: Iterable[Done], place: str) -> Iterator[str]:
        """The same, with each way that a choice or a test may go in a line of its own."""
        for n, effect in enumerate(effects):
            if isinstance(effect, TestEffect | Choose):
                yield from self._lines(effect, f"{place}.{n}")
            else:
                yield self.effect(effect, f"{place}.{n}")

    def effect(self, effect: Done, place: str) -> str:
        """One effect."""
        return self._row(self._lines(effect, place))

    def _lines(self, effect: Done, place: str) -> Iterator[str]:
        match effect:
            case TestEffect():
                yield from self._test(effect, place)
            case Choose():
                yield from self._choose(effect, place)
            case If() if silent(effect):
                return  # it only tells more
            case If():
                yield self._words(
                    "rule.if", when=self.when(effect.when), effects=self.effects(effect.then, f"{place}.then")
                )
                if effect.otherwise:
                    yield self._words(
                        "rule.otherwise", effects=self.effects(effect.otherwise, f"{place}.otherwise")
                    )
            case Go():
                return  # the next page tells where they are
            case AddChallenge(n=number) if self._named:
                yield self._words("rule.challenge", challenge=self.challenge(number))
            case AddChallenge():
                yield self._words("rule.sown")
            case Heal(where="draw"):
                yield self._words("rule.look_through", **self._facts(effect))
            case _:
                yield self._words(f"rule.{effect.__struct_config__.tag}", **self._facts(effect))

    def _facts(self, word: Word, people: str = "who") -> dict[str, object]:
        """What an effect or a question speaks of."""
        told = {name: self.called(name, getattr(word, name), people) for name in word.__struct_fields__}
        if people == "who" and (who := getattr(word, "who", None)) is not None:
            for form in ("whom", "is", "gets", "then_is", "then_gets"):
                told[form] = self._words(f"{form}.{who}")
            if "attr" in told:
                told["whose"] = self._words(f"whose.{who}", attr=told["attr"])
        n = getattr(word, "n", 1)
        told["times"] = "" if n == 1 else self._words("rule.times", n=n)
        return {"n": told.get("at_least"), **told}

    def called(self, name: str, value: Any, people: str = "who") -> object:
        """What stands in a field of this name, as people call it."""
        match name:
            case "who":
                return self._words(f"{people}.{value}")
            case "attr" | "kind":
                return self._words(f"{name}.{value}")
            case "kinds":
                return self._words.row([self._words(f"kind.{kind}") for kind in value], "or")
            case "item":
                return self.item(value)
            case "flag":
                return self.flag(value)
            case "hour" | "past":
                return self._story.title("hour", value)
            case "text":
                kind, name = value.split(".")[:2]
                return self._story.title(kind, name)
        return value

    def test(self, spec: Test) -> str:
        """What a test asks for, and what makes it easier."""
        eases = "".join(self._words("rule.ease", by=ease.by, when=self.when(ease.when)) for ease in spec.ease)
        return self._words("rule.test", **self._facts(spec), eases=eases)

    def when(self, query: Query) -> str:
        """A question as a condition."""
        match query:
            case AllOf(of=queries):
                return self._words.row([self.when(each) for each in queries])
            case AnyOf(of=queries):
                return self._words.row([self.when(each) for each in queries], "or")
            case Not(of=each):
                return self._words("when.not", when=self.when(each))
        return self._words(f"when.{query.__struct_config__.tag}", **self._facts(query, "when.who"))

    def _test(self, effect: TestEffect, place: str) -> Iterator[str]:
        yield self.test(effect.test)
        for result in ("success", "failure"):
            yield self._after(result, getattr(effect, result), f"{place}.{result}")

    def _after(self, result: str, effects: Sequence[Done], place: str) -> str:
        """What comes of a test: a language may put what happens first in another order behind "if"."""
        kept = [(effect, f"{place}.{n}") for n, effect in enumerate(effects) if not silent(effect)]
        tag = kept[0][0].__struct_config__.tag if kept else "nothing"
        if not self._words.has(f"then.{tag}"):
            return self._words(f"rule.{result}", effects=self.effects(effects, place))
        first = self._words(f"then.{tag}", **(self._facts(kept[0][0]) if kept else {}))
        others = (self.effect(effect, where) for effect, where in kept[1:])
        return self._words(f"then.{result}", effects=self._row([first, *others]))

    def _choose(self, effect: Choose, place: str) -> Iterator[str]:
        for n, branch in enumerate(effect.options):
            yield self._words(
                "rule.choose",
                label=self._story.text(f"{place}.options.{n}.label"),
                effects=self.effects(branch.then, f"{place}.options.{n}.then"),
            )

    def challenge(self, number: int) -> str:
        """Its title: the number is the printer's."""
        return self._story.title("challenge", self._story.index.challenges[number].id)

    def flag(self, flag: str) -> str:
        """In the words of the card."""
        return self._story.text(f"flag.{flag}.says") or flag

    def item(self, item: str) -> str:
        """Its title."""
        return self._story.title("item", item)
