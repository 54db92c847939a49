"""What the rules rely on: a story with a fault of these cannot be played, and is refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, Literal, NamedTuple, TypeAlias

from lltui.games.two_princes.model import MODEL
from lltui.games.two_princes.story import vocabulary as v
from lltui.games.two_princes.story.printed import Card, Story
from lltui.games.two_princes.story.story_index import (
    FEW,
    FIRST_A,
    FIRST_B,
    HUE_AND_CRY,
    LAST_A,
    LAST_B,
    MISERY,
    every,
    fronts,
    kind_of,
    texts,
    words,
)

NEEDED = (*FIRST_A, LAST_A, FIRST_B, FEW, HUE_AND_CRY, LAST_B)
STARTING = 6
WAYS_HERE = ("deeper", "nearer", "here", "elsewhere")  # how one comes to a place
READ = ("event", "interlude", "encounter", "challenge")
MOST_CHOICES = 128  # an entry of a table opens no more
HAND, FRAME = 5, 60
# What moves the story on: by the number of a challenge, the code of its fault and what it has to do.
WAY_ON: dict[int, tuple[str, type[v.Done]]] = {LAST_A: ("E02", v.BeginPartB), LAST_B: ("E03", v.GoToEnding)}


Level: TypeAlias = Literal["error", "warning", "info", "hint"]


class Fault(NamedTuple):
    """`place` begins with the kind and the id of a card; `facts` fill the sentence of the code."""

    code: str
    level: Level
    place: str
    facts: dict[str, Any]


def error(code: str, place: str, **facts: Any) -> Fault:
    """It must not stay."""
    return Fault(code, "error", place, facts)


def warning(code: str, place: str, **facts: Any) -> Fault:
    """It is perhaps meant so."""
    return Fault(code, "warning", place, facts)


def unsound(story: Story) -> Iterator[Fault]:
    """All faults of this kind."""
    yield from _unique(story)
    yield from _counted(story)
    if (most := largest_box(story)) > MODEL.box:
        yield error("C13", "story", most=most, box=MODEL.box)
    yield from _references(story)
    yield from _night(story)
    yield from _tellings(story)
    yield from _words(story)
    yield from _decisions(story)
    yield from _ways_on(story)
    yield from _routes(story)


def _unique(story: Story) -> Iterator[Fault]:
    places = [f"{kind_of(card)}.{card.id}" for card in fronts(story)]
    places += [f"item.{item.id}" for item in story.items]
    places += [f"condition.{card.id}" for card in story.conditions]
    places += [f"section.{section.id}" for section in story.sections]
    places += [f"flag.{flag.flag}" for flag in story.flags]
    yield from (error("C07", place) for place, times in Counter(places).items() if times > 1)
    for kind, numbered in (
        ("event", story.events),
        ("interlude", story.interludes),
        ("challenge", story.challenges),
    ):
        for number, times in Counter(card.number for card in numbered).items():
            if times > 1:
                card = next(each for each in numbered if each.number == number)
                yield error("C08", f"{kind}.{card.id}", number=number)


def _counted(story: Story) -> Iterator[Fault]:
    numbers = {card.number for card in story.challenges}
    for number in NEEDED:
        if number not in numbers:
            yield error("C03", "story", number=number)
    fixed = sorted(event.fixed for event in story.events if event.fixed is not None)
    if fixed != [1, 2] or len(story.events) < len(fixed) + 4:
        yield error("C06", "story")
    if not story.interludes:
        yield error("C14", "story")
    if sorted(card.number for card in story.interludes) != list(range(1, len(story.interludes) + 1)):
        yield error("C09", "story")
    if {kind.kind for kind in story.condition_types} != {*v.KINDS}:
        yield error("C10", "story")
    for name in ("edward", "richard"):
        cards = sum(card.copies for card in story.conditions if card.starting == name)
        if cards != STARTING:
            yield error("C02", "story", prince=name, cards=cards)
    if MISERY not in {section.id for section in story.sections}:
        yield error("R04", "story", section=MISERY)


def largest_box(story: Story) -> int:
    """Bytes that a seat may have to be sent for itself alone: hand, draw, and the longest menu there can be.

    That is a pause in which every remedy fits every condition of its kinds,
    and every item may be offered.
    """
    cards = {card.id: card.kind for card in story.conditions}
    longest = sorted((len(card) + 1 for card in cards), reverse=True)[:HAND]
    offers = sum(len(item.id) + 1 for item in story.items if not item.cannot_be_lost) // 2
    remedies = sum(
        len(card) + 8 for item in story.items for card, kind in cards.items() if kind in item.heals
    )
    return 2 * sum(longest) + max(offers + remedies, sum(len(card) + 2 for card in cards)) + FRAME


# ---------------------------------------------------------------- references


def _references(story: Story) -> Iterator[Fault]:
    flags = {flag.flag: flag.per_prince for flag in story.flags}
    items = {item.id for item in story.items}
    numbers = {card.number for card in story.challenges}
    sections = {section.id for section in story.sections}
    kinds = {card.id: card.kind for card in story.conditions if card.starting is None}
    for place, effect in every(v.Done, story):
        match effect:
            case v.Remember(flag=flag) | v.Mark(flag=flag):
                yield from _flag(place, flag, flags, per_prince=isinstance(effect, v.Mark))
            case v.GainCondition(mark=str(flag)):
                yield from _flag(place, flag, flags, per_prince=True)
            case v.AddChallenge(n=number) if number not in numbers:
                yield error("R03", place, number=number)
            case v.GoToEnding(section=section) if section not in sections:
                yield error("R04", place, section=section)
        if isinstance(effect, v.GainCondition):
            yield from (error("R08", place, card=c) for c in effect.fits if kinds.get(c) != effect.kind)
        item = getattr(effect, "item", None)
        if item is not None and item not in items:
            yield error("R02", place, item=item)
    for place, query in every(v.AskedQuery, story):
        match query:
            case v.HasFlag(flag=flag) | v.HasMark(flag=flag):
                yield from _flag(place, flag, flags, per_prince=isinstance(query, v.HasMark))
            case v.HasItem(item=item) | v.HadItem(item=item) if item not in items:
                yield error("R02", place, item=item)
            case v.HasCondition() if not place.startswith("section."):
                yield error("W05", place)
    for each in story.sections:
        missing = (route.to for route in each.routes if route.to not in sections)
        yield from (error("R04", f"section.{each.id}", section=name) for name in missing)


def _tellings(story: Story) -> Iterator[Fault]:
    """Each stands for a text that there is, and no two for the same one on the same evening."""
    known = {text.place for text in texts(story) if text.text}
    for each in story.tellings:
        if each.of not in known:
            yield error("R07", each.of, text=each.of)
    for (of, _evening), times in Counter((each.of, each.evening) for each in story.tellings).items():
        if times > 1:
            yield error("C07", of)


def _flag(place: str, flag: str, flags: dict[str, bool], *, per_prince: bool) -> Iterator[Fault]:
    if flag not in flags:
        yield error("R01", place, flag=flag)
    elif flags[flag] != per_prince:
        yield error("F03", place, flag=flag)


def _night(story: Story) -> Iterator[Fault]:
    """Places, hours and texts that are spoken of are there; only a challenge leads anywhere."""
    index = {kind: {each.id: each.part for each in getattr(story, kind)} for kind in ("places", "hours")}
    told = _prefixes(story)
    parts = {f"challenge.{card.id}": card.part for card in story.challenges}
    for card in story.challenges:
        if card.at is not None and index["places"].get(card.at) != card.part:
            yield _nowhere(story, f"challenge.{card.id}", card.at, card.part)
    for place, word in words(story):
        part = parts.get(".".join(place.split(".")[:2]))
        match word:
            case v.Go() | v.Wait() if part is None:
                yield error("W08", place)
            case v.Go(to=to) if index["places"].get(to) != part:
                yield _nowhere(story, place, to, part)
            case v.CameFrom(where=where) if where not in (*WAYS_HERE, *index["places"]):
                yield _nowhere(story, place, where)
            case v.WasAt(place=where) if where not in index["places"]:
                yield _nowhere(story, place, where)
            case v.HourIs(past=past) if past not in index["hours"]:
                yield error("R06", place, hour=past)
            case v.WasTold(text=text) if text not in told:
                yield error("R07", place, text=text)


def _nowhere(story: Story, place: str, where: str, part: str | None = None) -> Fault:
    """There is no such place, at least not in this part; with those that there are."""
    known = ", ".join(each.id for each in story.places if part in (None, each.part))
    return error("R05", place, where=where, known=known or "-")


def _prefixes(story: Story) -> set[str]:
    """Of the places of all that may be read on a card."""
    found = {f"{kind_of(card)}.{card.id}" for card in fronts(story)}
    for text in texts(story):
        parts = text.place.split(".")
        if parts[0] in READ or "scenes" in parts:
            found.update(".".join(parts[:n]) for n in range(2, len(parts) + 1))
    return found


# --------------------------------------------------------------------- words


def _words(story: Story) -> Iterator[Fault]:
    """Whom a word can mean on this card."""
    individual = {
        f"{kind_of(c)}.{c.id}" for c in fronts(story) if isinstance(c, Card) and c.decision == "individually"
    }
    addressed = [(place, getattr(effect, "who", None), effect) for place, effect in every(v.Done, story)]
    tested = [(place, spec.who, spec) for place, spec in every(v.Test, story)]
    for place, who, word in (*addressed, *tested):
        at_encounter = place.startswith("encounter.")
        if who in ("self", "other") and not at_encounter:
            yield error("W01", place, who=who)
        if who in ("both", "one") and at_encounter:
            yield error("W03", place, who=who)
        if who in ("a", "b") and ".".join(place.split(".")[:2]) not in individual:
            yield error("W02", place, who=who)
        if who == "marked" and getattr(word, "mark", None) is None:
            yield error("W04", place)
        if isinstance(word, v.Choose) and not at_encounter:
            yield error("W06", place)
    # An encounter is met once at most, and what is chosen there apart lies closed until all is revealed.
    choices = [place for place, _, word in addressed if isinstance(word, v.Choose)]
    for place in choices[MOST_CHOICES:]:
        yield error("W07", place, most=MOST_CHOICES)
    for item in story.items:
        if item.bonus and item.uses is None:
            yield error("I04", f"item.{item.id}")


def _decisions(story: Story) -> Iterator[Fault]:
    for card in fronts(story):
        if not isinstance(card, Card):
            continue
        place = f"{kind_of(card)}.{card.id}"
        if (card.decision == "forced") != (card.when_a is not None):
            yield error("D01", place)
        pairs = [box is not None for box in (card.aa, card.ab, card.bb)]
        if any(pairs) and (card.decision != "individually" or not all(pairs)):
            yield error("D02", place)
        tested = [option.test for option in (card.a, card.b) if option.test is not None]
        if all(pairs) and tested:
            yield error("D03", place)
        if card.decision == "individually" and any(spec.who in v.PRINCES for spec in tested):
            yield error("D05", place)


# ------------------------------------------------------------------- ways on


def _ways_on(story: Story) -> Iterator[Fault]:
    last = max(story.interludes, key=lambda card: card.number, default=None)
    if last is not None and (astray := _astray(last, v.BeginEscape)):
        yield error("E01", f"interlude.{last.id}", ways=", ".join(astray))
    for card in story.challenges:
        code, wanted = WAY_ON.get(card.number, ("", v.Done))
        if code and (astray := _astray(card, wanted)):
            yield error(code, f"challenge.{card.id}", ways=", ".join(astray))
    for place, effect in every(v.Done, story):
        if type(effect).__struct_config__.tag == "extra_encounter" and not place.startswith("event."):
            yield error("E07", place)


def _astray(card: Card, kind: type[v.Done]) -> list[str]:
    """The ways through a card that do not surely come to such an effect, by the keys of their boxes."""
    if _surely(card.then, kind):
        return []
    if card.aa is not None and card.ab is not None and card.bb is not None:
        boxes = {"aa": card.aa, "ab": card.ab, "bb": card.bb}
        return [name for name, box in boxes.items() if not _surely(box.then, kind)]
    astray = list[str]()
    for name, option in (("a", card.a), ("b", card.b)):
        if _surely(option.back.then, kind):
            continue
        results = ("success", "failure") if option.test is not None else ()
        found = [f"{name}.back.{r}" for r in results if not _surely(getattr(option.back, r), kind)]
        astray += found if results else [f"{name}.back"]
    return astray


def _surely(effects: tuple[v.Effect, ...], kind: type[v.Done]) -> bool:
    return any(_one_surely(effect, kind) for effect in effects)


def _one_surely(effect: v.Effect, kind: type[v.Done]) -> bool:
    match effect:
        case v.If():
            return _surely(effect.then, kind) and _surely(effect.otherwise, kind)
        case v.TestEffect():
            return _surely(effect.success, kind) and _surely(effect.failure, kind)
    return isinstance(effect, kind)


def _routes(story: Story) -> Iterator[Fault]:
    sections = {section.id: section for section in story.sections}
    for section in story.sections:
        place = f"section.{section.id}"
        if section.routes and section.routes[-1].when is not None:
            yield error("S02", place)
        if not section.routes and section.free is None:
            yield error("S04", place)
        seen, ahead = set(), [route.to for route in section.routes]
        while ahead:
            name = ahead.pop()
            if name == section.id:
                yield error("S03", place)
                break
            if name not in seen and name in sections:
                seen.add(name)
                ahead += [route.to for route in sections[name].routes]
