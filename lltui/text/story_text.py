"""A story in a language: its texts by their places, and what its cards do, in words made from their data.

A place is such as "event.the_first_day.a.back.text".  What is not translated yet
is told in the language of the story; a card without a text is told by its
purpose.  Prose and rules never say the same thing twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from lltui.games.two_princes import loading
from lltui.games.two_princes.loading import translations
from lltui.games.two_princes.story.index import StoryIndex, texts
from lltui.games.two_princes.story.vocabulary import (
    AddChallenge,
    AllOf,
    AnyOf,
    ChapterIs,
    Choose,
    Done,
    GainCondition,
    HasCondition,
    HasFlag,
    HasItem,
    HasMark,
    Heal,
    If,
    LoseItem,
    Mark,
    MiseryIs,
    Not,
    Query,
    Remember,
    SpendUse,
    Test,
    TestEffect,
)


class StoryWords:
    """One story in one language."""

    def __init__(self, story: str, language: str) -> None:
        self.index: StoryIndex = loading.story_index(story)
        self._translated = translations(story, language)

    def text(self, place: str) -> str:
        """What stands there; empty where nothing does."""
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
    return {each.place: each.text for each in texts(index.story)}


class EffectText:
    """The rules lines of one story in one language."""

    def __init__(self, words: Mapping[str, str], story: StoryWords) -> None:
        self._words = words
        self._story = story

    def say(self, key: str, **facts: object) -> str:
        """A sentence of the frame."""
        return self._words[key].format(**facts)

    def row(self, words: Iterable[str], link: str = "and") -> str:
        """Ada, Ben and Cleo."""
        *first, last = words
        return f"{', '.join(first)} {self._words[f'row.{link}']} {last}" if first else last

    def effects(self, effects: Iterable[Done], place: str) -> str:
        """All that a list of effects does; `place` is where the list stands."""
        told = [self.effect(effect, f"{place}.{n}") for n, effect in enumerate(effects)]
        return self._words["row.plus"].join(told) or self._words["rule.nothing"]

    def ways(self, effects: Iterable[Done], place: str) -> Iterator[str]:
        """The same, with each way that a choice or a test may go in a line of its own."""
        for n, effect in enumerate(effects):
            here = f"{place}.{n}"
            match effect:
                case TestEffect():
                    yield from self._test(effect, here)
                case Choose():
                    yield from self._choose(effect, here)
                case _:
                    yield self.effect(effect, here)

    def effect(self, effect: Done, place: str) -> str:
        """One effect."""
        tag = str(effect.__struct_config__.tag)
        match effect:
            case TestEffect():
                return self._words["row.plus"].join(self._test(effect, place))
            case Choose():
                return self._words["row.plus"].join(self._choose(effect, place))
            case If():
                return self._if(effect, place)
            case AddChallenge(n=number):
                return self.say("rule.challenge", challenge=self.challenge(number))
            case Remember(flag=flag):
                return self.say("rule.remember", flag=self.flag(flag))
            case Mark(flag=flag):
                return self.say("rule.mark", flag=self.flag(flag), who=self.who(effect))
            case LoseItem(item=item) | SpendUse(item=item):
                return self.say(f"rule.{tag}", item=self.item(item), n=getattr(effect, "n", 1))
            case Heal(kinds=kinds, where=where):
                key = "rule.look_through" if where == "draw" else "rule.heal"
                listed = self.row([self._words[f"kind.{kind}"] for kind in kinds], "or")
                return self.say(key, who=self.who(effect), n=effect.n, kinds=listed)
            case GainCondition(kind=kind):
                return self.say(
                    "rule.condition", who=self.who(effect), n=effect.n, kind=self._words[f"kind.{kind}"]
                )
        return self.say(f"rule.{tag}", **self._facts(effect))

    def _facts(self, effect: Done) -> dict[str, object]:
        facts: dict[str, object] = {"n": getattr(effect, "n", 1)}
        if hasattr(effect, "who"):
            facts["who"] = self.who(effect)
        if hasattr(effect, "attr"):
            facts["attr"] = self._words[f"attr.{effect.attr}"]
        if hasattr(effect, "item"):
            facts["item"] = self.item(effect.item)
        return facts

    def test(self, spec: Test) -> str:
        """What a test asks for, and what makes it easier."""
        eases = "".join(self.say("rule.ease", by=ease.by, when=self.when(ease.when)) for ease in spec.ease)
        attr = self._words[f"attr.{spec.attr}"]
        return self.say(
            "rule.test", attr=attr, value=spec.value, eases=eases, who=self._words[f"who.{spec.who}"]
        )

    def when(self, query: Query) -> str:
        """A question as a condition."""
        match query:
            case HasFlag(flag=flag):
                return self.say("when.flag", flag=self.flag(flag))
            case HasMark(flag=flag):
                return self.say("when.mark", flag=self.flag(flag), who=self._words[f"when.who.{query.who}"])
            case HasItem(item=item):
                return self.say("when.item", item=self.item(item))
            case HasCondition():
                kind, who = self._words[f"kind.{query.kind}"], self._words[f"when.who.{query.who}"]
                return self.say("when.condition", who=who, n=query.at_least, kind=kind)
            case MiseryIs(at_least=least):
                return self.say("when.misery", n=least)
            case ChapterIs():
                return self.say("when.chapter")
            case AllOf(of=queries):
                return self.row([self.when(each) for each in queries])
            case AnyOf(of=queries):
                return self.row([self.when(each) for each in queries], "or")
            case Not(of=each):
                return self.say("when.not", when=self.when(each))

    def _test(self, effect: TestEffect, place: str) -> Iterator[str]:
        yield self.test(effect.test)
        for result in ("success", "failure"):
            told = self.effects(getattr(effect, result), f"{place}.{result}")
            yield self.say(f"rule.{result}", effects=told)

    def _choose(self, effect: Choose, place: str) -> Iterator[str]:
        for n, branch in enumerate(effect.options):
            yield self.say(
                "rule.choose",
                label=self._story.text(f"{place}.options.{n}.label"),
                effects=self.effects(branch.then, f"{place}.options.{n}.then"),
            )

    def _if(self, effect: If, place: str) -> str:
        then = self.effects(effect.then, f"{place}.then")
        told = self.say("rule.if", when=self.when(effect.when), effects=then)
        if not effect.otherwise:
            return told
        otherwise = self.effects(effect.otherwise, f"{place}.otherwise")
        return self._words["row.plus"].join((told, self.say("rule.otherwise", effects=otherwise)))

    def who(self, effect: Done) -> str:
        """Whom it touches."""
        return self._words[f"who.{getattr(effect, 'who', 'both')}"]

    def challenge(self, number: int) -> str:
        """Number, part and title."""
        card = self._story.index.challenges[number]
        return f"{number}{card.part} {self._story.title('challenge', card.id)}"

    def flag(self, flag: str) -> str:
        """In the words of the card."""
        return self._story.text(f"flag.{flag}.says") or flag

    def item(self, item: str) -> str:
        """Its title."""
        return self._story.title("item", item)
