"""What a story should be, beyond being playable: counts as printed, nothing in vain, nothing too long.

Translations are held against it: what is missing, outdated, or belongs to nothing.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import combinations, product
from typing import NamedTuple

import msgspec

from lltui.authoring.echoes import named_apart, prose
from lltui.authoring.story_runs import Answer, Ask, Night, ReachedBy, answered, wording
from lltui.files.toml_lines import inline
from lltui.games.two_princes.loading import Translated
from lltui.games.two_princes.story import vocabulary as v
from lltui.games.two_princes.story.faults import NEEDED, Fault, error, unsound, warning
from lltui.games.two_princes.story.printed import (
    DECKS,
    Arrival,
    Aside,
    Card,
    Challenge,
    Option,
    Outcome,
    Story,
)
from lltui.games.two_princes.story.story_index import (
    ALERTED,
    FILLERS,
    FIRST_A,
    GUARDS,
    MISERY,
    all_texts,
    below,
    every,
    fronts,
    kind_of,
)

# What lies in the whole box.
COUNTS = {"events": 12, "interludes": 7, "encounters": 43, "challenges": 76, "items": 32, "conditions": 55}
ENDINGS = 21  # or more
NUMBERS = {*range(1, 81)} - {70, 72, 78, 79}
SIZES = dict(zip(DECKS, (9, 9, 8, 9, 7), strict=True))
LAST_OF_A = 49
DIGITS = 8  # of the hash by which a translation knows its original


def faults(story: Story, *, release: bool = False, whole_box: bool = False) -> Iterator[Fault]:
    """Everything that can be told by reading alone; what claims the whole box is held against it."""
    yield from unsound(story)
    yield from _box(story) if whole_box else _size(story)
    yield from _parts(story)
    yield from _flags(story)
    yield from _challenges(story)
    yield from _items(story)
    yield from _sections(story)
    yield from _alike(story)
    if not any(unsound(story)):
        yield from night(story)
    for text in all_texts(story):
        yield from prose(text, release=release)
        yield from named_apart(text, text.text)


# -------------------------------------------------------------------- counts


def counts(story: Story) -> dict[str, int]:
    """What belongs to it, kind by kind."""
    found = {name: len(getattr(story, name)) for name in COUNTS}
    found["conditions"] = sum(card.copies for card in story.conditions)
    return found | {"endings": sum(not section.routes for section in story.sections)}


def _size(story: Story) -> Iterator[Fault]:
    """A story with fewer cards than the box is a shorter evening."""
    found, whole = counts(story), COUNTS | {"endings": ENDINGS}
    if any(found[name] < most for name, most in whole.items()):
        yield warning("C15", "story", **found, **{f"all_{name}": most for name, most in whole.items()})


def _box(story: Story) -> Iterator[Fault]:
    found = counts(story)
    for name, wanted in COUNTS.items():
        if found[name] != wanted:
            yield error("C01", "story", what=name, found=found[name], wanted=wanted)
    if found["endings"] < ENDINGS:
        yield error("C16", "story", found=found["endings"], least=ENDINGS)
    for name in ("edward", "richard"):
        items = sum(item.starting == name for item in story.items)
        if items != 2:
            yield error("C11", "story", prince=name, items=items)
    numbers = {card.number for card in story.challenges}
    yield from (error("C03", "story", number=number) for number in sorted(NUMBERS - numbers - {*NEEDED}))
    for card in story.challenges:
        place = f"challenge.{card.id}"
        if card.number not in NUMBERS:
            yield error("C17", place, number=card.number)
        if card.number in GUARDS and "guard" not in card.title.lower():
            yield error("C05", place, number=card.number)
    yield from _decks(story)


def _parts(story: Story) -> Iterator[Fault]:
    for card in story.challenges:
        place = f"challenge.{card.id}"
        if card.part != ("a" if card.number <= LAST_OF_A else "b"):
            yield error("C04", place, number=card.number)


def _decks(story: Story) -> Iterator[Fault]:
    sizes = Counter(card.deck for card in story.encounters if not card.set_aside)
    for deck, wanted in SIZES.items():
        if sizes[deck] != wanted:
            yield error("C01", "story", what=deck, found=sizes[deck], wanted=wanted)
    aside = sum(card.set_aside for card in story.encounters)
    if aside != 1:
        yield error("C12", "story", found=aside)


# ------------------------------------------------------------- nothing in vain


def _flags(story: Story) -> Iterator[Fault]:
    made, asked = set(), {ALERTED}
    for _, effect in every(v.Done, story):
        match effect:
            case v.Remember(flag=flag) | v.Mark(flag=flag):
                made.add(flag)
            case v.GainCondition(mark=str(flag)):
                asked.add(flag)
    asked |= {
        query.flag for _, query in every(v.AskedQuery, story) if isinstance(query, v.HasFlag | v.HasMark)
    }
    for known in story.flags:
        place, name = f"flag.{known.flag}", known.flag
        if name not in made:
            yield error("F01", place, flag=name)
        if name not in asked and not known.decoy:
            yield error("F02", place, flag=name)


def _challenges(story: Story) -> Iterator[Fault]:
    by_rule = {*NEEDED, *GUARDS, *FILLERS}
    parts = {card.number: card.part for card in story.challenges}
    added: dict[int, list[str]] = defaultdict(list)
    for place, effect in every(v.Done, story):
        if isinstance(effect, v.AddChallenge):
            added[effect.n].append(place)
    for card in story.challenges:
        place = f"challenge.{card.id}"
        if card.number in by_rule and added[card.number]:
            yield warning("A02", place, number=card.number)
        if card.number not in by_rule and not added[card.number]:
            yield error("A01", place, number=card.number)
    for number, places in added.items():
        if parts.get(number) == "a":
            yield from (error("A03", p, number=number) for p in places if p.startswith("challenge."))


def _items(story: Story) -> Iterator[Fault]:
    sources: dict[str, list[str]] = defaultdict(list)
    for place, effect in every(v.Done, story):
        if isinstance(effect, v.GainItem):
            sources[effect.item].append(place)
    asked = {query.item for _, query in every(v.AskedQuery, story) if isinstance(query, v.HasItem)}
    for item in story.items:
        place = f"item.{item.id}"
        if item.starting is None and not sources[item.id]:
            yield error("I01", place)
        if not item.bonus and not item.heals and item.id not in asked:
            yield error("I02", place)
        if len(sources[item.id]) > 1:
            yield warning("I03", place, sources=len(sources[item.id]))


def _sections(story: Story) -> Iterator[Fault]:
    ways = {MISERY} | {route.to for section in story.sections for route in section.routes}
    ways |= {effect.section for _, effect in every(v.Done, story) if isinstance(effect, v.GoToEnding)}
    yield from (error("S01", f"section.{s.id}") for s in story.sections if s.id not in ways)


def _alike(story: Story) -> Iterator[Fault]:
    for card in fronts(story):
        if isinstance(card, Card) and card.aa is None and card.decision != "forced":
            a, b = ((option.test, _deeds(option.back)) for option in (card.a, card.b))
            if a == b:
                yield warning("D04", f"{kind_of(card)}.{card.id}")


def _deeds(box: Outcome) -> tuple[object, ...]:
    return (box.then, box.success, box.failure)


# ------------------------------------------------------------------- one night


def night(story: Story) -> Iterator[Fault]:
    """Every card is come to from everywhere, at every hour, with the alarm and without."""
    if not story.places:
        return
    walk = Night(story)
    for card in story.challenges:
        place = f"challenge.{card.id}"
        if card.at is None:
            yield warning("N01", place)
            continue
        ways = list(walk.known(card))
        if walk.before(card) and card.number not in FIRST_A:
            yield from _arrived(walk, card, ways)
        heard = card.number in FIRST_A or _ask((*card.arrivals, *card.asides), v.Alarmed)
        if any(way.alarm for way in ways) and not heard:
            yield error("N04", place)
        wrong = set(_told_instead(walk, card))
        yield from (error(code, f"{place}.arrivals.{n}") for code, n in sorted(wrong))
        for kind, told in (("arrivals", card.arrivals), ("asides", card.asides)):
            yield from _hidden(walk, card, f"{place}.{kind}", told)
        yield from (error("N08", place) for _ in range(_hours_taken_blindly(card)))
        if _blind_to_the_other(card):
            yield warning("N11", f"{place}.b.back")
    yield from _led_to_the_end(walk, story)
    yield from _granted(walk, story)


def _blind_to_the_other(card: Challenge) -> bool:
    """Where each goes his own way A is read before B: what is told of B has to ask what was told of A."""
    if card.decision != "individually" or card.aa is not None:
        return False
    first, asked = f"challenge.{card.id}.a", (word for _, word in below("", card.b.back))
    return not any(isinstance(word, v.WasTold) and word.text.startswith(first) for word in asked)


def _led_to_the_end(walk: Night, story: Story) -> Iterator[Fault]:
    """From wherever a match may end it is told how it came to that ending, and nothing of it in vain.

    A section that knows one place of a part knows all of them.
    """
    parts, untold, read = {p.id: p.part for p in story.places}, defaultdict[str, set[str]](set), set[str]()
    asked = {
        s.id: {parts.get(w.where) for _, w in below("", s) if isinstance(w, v.CameFrom)}
        for s in story.sections
    }
    for there, known, sections in walk.books():
        surely = False
        for section in sections:
            answers = [_answered(each, known) for each in section.arrivals]
            seen = answers[: answers.index(True) + 1] if True in answers else answers
            read.update(f"section.{section.id}.arrivals.{n}" for n, a in enumerate(seen) if a is not False)
            surely |= True in answers
            if True not in answers and parts.get(there, "") in asked[section.id]:
                untold[section.id].add(there)
        untold[sections[-1].id].update([] if surely else [there])
    for name, places in untold.items():
        if places:
            yield error("N13", f"section.{name}", places=", ".join(sorted(places)))
    for section in story.sections:
        for n, each in enumerate(section.arrivals):
            if (place := f"section.{section.id}.arrivals.{n}") in read:
                continue
            if each.when is None:
                yield error("N16", place, n=n + 1, before=n)
            else:
                yield error("N05", place, n=n + 1, asked=_written(each.when))


def _hours_taken_blindly(card: Challenge) -> int:
    """How many hours a card gives away though none may be left.

    A choice that takes one is not open then; anything else has to ask, and of
    A and B one is always open.
    """
    options = () if card.aa is not None else (card.a, card.b)
    taking = sum(option.takes_an_hour for option in options)
    inside = [
        (*o.back.success, *o.back.failure, *(e for e in o.back.then if not isinstance(e, v.Wait)))
        for o in options
    ]
    boxes = [box.then for box in (card.aa, card.ab, card.bb) if box is not None]
    return max(0, taking - 1) + sum(_blind(effects) for effects in (*inside, *boxes, card.then))


def _blind(effects: tuple[v.Effect, ...]) -> int:
    found = 0
    for effect in effects:
        match effect:
            case v.Wait():
                found += 1
            case v.If(when=when):
                asks = when if isinstance(when, v.AllOf) else v.AllOf(of=(when,))
                found += 0 if v.HourLeft() in asks.of else _blind(effect.then)
                found += 0 if when == v.Not(of=v.HourLeft()) else _blind(effect.otherwise)
            case v.TestEffect():
                found += _blind(effect.success) + _blind(effect.failure)
    return found


def _arrived(walk: Night, card: Challenge, ways: list[ReachedBy]) -> Iterator[Fault]:
    """From everywhere there is an arrival, from the next door as well, and not one for two directions."""
    place = f"challenge.{card.id}"
    wanting = {way.came for way in ways if _surely(walk, card, way) is None}
    if wanting:
        yield error("N02", place, places=", ".join(sorted(wanting, key=walk.index.places.__getitem__)))
    chosen: dict[str, set[int | None]] = {"deeper": set(), "nearer": set()}
    for way in ways:
        for where, found in chosen.items():
            if not way.alarm and walk.index.came(way.came, way.at, where):
                found.add(_surely(walk, card, way))
    for n in sorted((chosen["deeper"] & chosen["nearer"]) - {None}, key=str):
        yield error("N03", f"{place}.arrivals.{n}")


def _surely(walk: Night, card: Challenge, way: ReachedBy) -> int | None:
    """The first arrival that holds whatever else is so."""
    known = walk.tell(way)
    holds = (n for n, each in enumerate(card.arrivals) if each.when is None or answered(each.when, known))
    return next(holds, None)


def _told_instead(walk: Night, card: Challenge) -> Iterator[tuple[str, int]]:
    """An arrival that may be told where a later one is meant, which hears the alarm or knows the very place.

    What remembers something (`told`) and names a direction tells a way of its own.
    """
    for way in walk.known(card):
        known, here = walk.tell(way), v.CameFrom(where=way.came)
        told = [
            (n, _asks(each), each)
            for n, each in enumerate(card.arrivals)
            if each.when is None or answered(each.when, known) is not False
        ]
        for (n, asks, each), (_, later, _) in combinations(told, 2):
            if way.alarm and HEARD in later and not _ask((each,), v.Alarmed):
                before = (_asks(other) for other in card.arrivals[:n])
                if not any(HEARD in other and other - {HEARD} <= asks for other in before):
                    yield "N14", n
            if not way.alarm and here in later and asks & DIRECTIONS and not _ask((each,), v.WasTold):
                yield "N15", n


def _asks(arrival: Arrival) -> set[v.Query]:
    """All that has to hold."""
    return {*(arrival.when.of if isinstance(arrival.when, v.AllOf) else filter(None, (arrival.when,)))}


HEARD = v.Alarmed()
DIRECTIONS = {v.CameFrom(where=where) for where in ("deeper", "nearer", "elsewhere")}


def _hidden(walk: Night, card: Challenge, place: str, told: Sequence[Arrival | Aside]) -> Iterator[Fault]:
    """What can never be read."""
    ways = [walk.tell(way) for way in walk.known(card, drafts=True)]
    seen = set[int]()
    for known in ways:
        for n, each in enumerate(told):
            answer = _answered(each, known)
            if answer is not False:
                seen.add(n)
            if answer:
                break
    yield from (_never_read(ways, told, n, f"{place}.{n}") for n in range(len(told)) if n not in seen)


def _never_read(ways: Sequence[Ask], told: Sequence[Arrival | Aside], n: int, place: str) -> Fault:
    """Where it could hold something before it always does; or one thing that it asks never holds."""
    when, possible = told[n].when, [known for known in ways if _answered(told[n], known) is not False]
    if when is None or possible:
        first = [next(k for k, each in enumerate(told) if _answered(each, known)) for known in possible]
        return error("N16", place, n=n + 1, before=max(first, default=0) + 1)
    never = [_written(word) for word in _atoms(when) if all(answered(word, known) is False for known in ways)]
    return error("N05", place, n=n + 1, asked=", ".join(never or [_written(when)]))


def _answered(told: Arrival | Aside, known: Ask) -> Answer:
    return True if told.when is None else answered(told.when, known)


def _atoms(query: v.Query) -> Iterator[v.Query]:
    """What has to hold for it: each alone, where all of them have to."""
    if isinstance(query, v.AllOf):
        for each in query.of:
            yield from _atoms(each)
    else:
        yield query


def _written(query: v.Query) -> str:
    """As it stands in the file."""
    return inline(msgspec.to_builtins(query))


# ----------------------------------------------------------- what is taken for granted


class Under(NamedTuple):
    """A text of a challenge, and what is sure where it is read."""

    place: str
    card: Challenge
    sure: tuple[v.Query, ...]


def _unders(card: Challenge) -> Iterator[Under]:
    place = f"challenge.{card.id}"
    always: tuple[v.Query, ...] = (v.WasTold(text=place),)
    yield Under(f"{place}.text", card, always)
    lists: dict[str, Sequence[Arrival | Aside]] = {"arrivals": card.arrivals, "asides": card.asides}
    for kind, told in lists.items():
        before: tuple[v.Query, ...] = ()
        for n, each in enumerate(told):
            mine = () if each.when is None else (each.when,)
            yield Under(f"{place}.{kind}.{n}.text", card, (*always, *before, *mine))
            before += tuple(v.Not(of=query) for query in mine)
    chosen = {"a": card.when_a, "b": None if card.when_a is None else v.Not(of=card.when_a)}
    for name in ("a", "b", "aa", "ab", "bb"):
        part = getattr(card, name)
        if part is not None:
            when = chosen.get(name)
            sure = (*always, v.WasTold(text=f"{place}.{name}"), *((when,) if when is not None else ()))
            yield Under(f"{place}.{name}.label", card, always)
            yield from _inside(
                f"{place}.{name}.back" if len(name) == 1 else f"{place}.{name}", card, part, sure
            )
    yield from _among(f"{place}.then", card, card.then, always)


def _inside(
    place: str, card: Challenge, part: Option | Outcome, sure: tuple[v.Query, ...]
) -> Iterator[Under]:
    """A box: what its effects bring is there when it is read."""
    box = part.back if isinstance(part, Option) else part
    always = (*sure, *_brought(box.then))
    yield Under(f"{place}.text", card, always)
    yield from _among(f"{place}.then", card, box.then, always)
    for result in ("success", "failure"):
        effects = getattr(box, result)
        then = (*always, *_brought(effects))
        yield Under(f"{place}.{result}_text", card, then)
        yield from _among(f"{place}.{result}", card, effects, then)


def _among(
    place: str, card: Challenge, effects: tuple[v.Effect, ...], sure: tuple[v.Query, ...]
) -> Iterator[Under]:
    for n, effect in enumerate(effects):
        match effect:
            case v.If(when=when):
                ways = (("then", "text", when), ("otherwise", "otherwise_text", v.Not(of=when)))
            case v.TestEffect():
                ways = tuple((name, f"{name}_text", None) for name in ("success", "failure"))  # type: ignore[assignment]
            case _:
                continue
        for name, text, query in ways:
            below_it = getattr(effect, name)
            known = (*sure, *(() if query is None else (query,)), *_brought(below_it))
            yield Under(f"{place}.{n}.{text}", card, known)
            yield from _among(f"{place}.{n}.{name}", card, below_it, known)


def _brought(effects: tuple[v.Effect, ...]) -> Iterator[v.Query]:
    """What holds once these have happened, and what they take was there."""
    for effect in effects:
        match effect:
            case v.GainItem(item=item) | v.LoseItem(item=item) | v.SpendUse(item=item):
                yield v.HasItem(item=item)
            case v.Remember(flag=flag):
                yield v.HasFlag(flag=flag)
                if flag == ALERTED:
                    yield v.Alarmed()


def _granted(walk: Night, story: Story, told: Mapping[str, str] | None = None) -> Iterator[Fault]:
    """Wordings that take something for granted stand where it is sure."""
    printed = told if told is not None else {text.place: text.text for text in all_texts(story)}
    patterns = [(each, each.when, wording(each)) for each in story.granted if each.when is not None]
    evenings = {each.evening for each in story.tellings}
    for card in story.challenges if patterns else ():
        for under in _unders(card):
            for place in (under.place, *(f"{under.place}.evening_{each}" for each in evenings)):
                for each, when, pattern in patterns:
                    found = pattern.search(" ".join(printed.get(place, "").split()))
                    if found and card.id not in each.but and not _implied(walk, under, when):
                        yield error("N06", place, words=found[0], granted=each.id)


def _implied(walk: Night, under: Under, when: v.Query) -> bool:
    """Whether it holds in every night in which all that is sure there is so."""
    free = {
        word
        for query in (*under.sure, when)
        for _, word in below("", query)
        if isinstance(word, v.AskedQuery) and not isinstance(word, NIGHTLY | COMPOUND)
    }
    atoms = sorted(free, key=repr)
    ways = list(walk.known(under.card)) if under.card.at is not None else []
    answers = [walk.tell(way) for way in ways] or [lambda _query: None]
    for values in product((True, False), repeat=len(atoms)):
        chosen = dict(zip(atoms, values, strict=True))
        if not _possible(chosen):
            continue
        for answer in answers:

            def known(query: v.Query, answer: Ask = answer, chosen: dict[v.Query, bool] = chosen) -> Answer:
                return chosen[query] if query in chosen else answer(query)

            if all(answered(query, known) is not False for query in under.sure) and not answered(when, known):
                return False
    return True


def _possible(chosen: Mapping[v.Query, bool]) -> bool:
    """Of whose text a longer place was read, the shorter one was too."""
    told = [(query.text, held) for query, held in chosen.items() if isinstance(query, v.WasTold)]
    return not any(
        held and not other_held and text.startswith(f"{other}.")
        for text, held in told
        for other, other_held in told
    )


NIGHTLY = v.CameFrom | v.Alarmed | v.HourIs | v.HourLeft | v.ChapterIs
COMPOUND = v.AllOf | v.AnyOf | v.Not


def _ask(told: Iterable[v.Word], asked: type[v.AskedQuery]) -> bool:
    """Whether one of them asks such a question."""
    return any(isinstance(word, asked) for each in told for _, word in below("", each))


# -------------------------------------------------------------- translations


def source(text: str) -> str:
    """By what a translation knows its original."""
    return sha256(text.encode()).hexdigest()[:DIGITS]


def missing(story: Story, translated: Mapping[str, Translated]) -> Iterator[tuple[str, str]]:
    """Places and sources of what has to be translated, or to be looked at again."""
    for text in all_texts(story):
        if text.text:
            found = translated.get(text.place)
            if found is None or not found.text or found.src != source(text.text):
                yield text.place, source(text.text)


def translation_faults(story: Story, translated: Mapping[str, Translated]) -> Iterator[Fault]:
    """Of one language, as far as somebody has begun with it."""
    known = {text.place: text for text in all_texts(story)}
    for place, found in translated.items():
        text = known.get(place)
        if text is None:
            yield error("T05", place)
        elif found.text:
            if found.src != source(text.text):
                yield warning("T04", place)
            yield from prose(text._replace(text=found.text))
            yield from named_apart(text._replace(text=found.text), text.text)
    if story.granted and not any(unsound(story)):
        told = {place: found.text for place, found in translated.items()}
        yield from _granted(Night(story), story, told)
    untold = (text.place for text in known.values() if text.text and text.place not in translated)
    yield from (Fault("T06", "info", place, {}) for place in untold if translated)
