"""What happened to the princes: as pages of the story, and line by line in the log."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from lltui.desk.two_princes.view import Page, Para, PrincesView, Setting, slot
from lltui.games.game import Event, Seat
from lltui.games.two_princes import events as e
from lltui.games.two_princes.story.printed import Challenge, Encounter
from lltui.games.two_princes.story.vocabulary import Choose
from lltui.games.two_princes.views import Public

# What came of a card, as lines of facts under the prose.
FACTS = (
    e.AttributeGrew,
    e.ConditionGained,
    e.ConditionWanting,
    e.Healed,
    e.ItemGained,
    e.ItemWanting,
    e.ItemLost,
    e.NothingLost,
    e.ItemSpent,
    e.ChallengeSown,
    e.SownBefore,
    e.Remembered,
    e.Marked,
    e.EncounterGranted,
    e.EncounterReleased,
    e.HourSpent,
    e.ItIs,
    e.DieThrown,
    e.Rested,
    e.StayedInBed,
)
# Where a part begins, and whether it is by night.  Outside the walls no first card says where they are.
PLACES = {"escape_a": "lodging", "escape_b": "ditch", "book": "book"}
DARK = {"tower": False, "escape_a": True, "escape_b": True}


def pages(see: PrincesView) -> tuple[Page, ...]:
    """The open card first; then whatever began after it."""
    before, beginnings = _parted(see.heard)
    if (
        see.card is None
        and beginnings
        and isinstance(beginnings[0][0], e.ChapterBegan)
        and not see.public.sown
    ):
        # Before the first card: what the story begins with is told with the name of its first part.
        beginnings[0] += before
        before = []
    there = see.turned or see.card or see.apart is not None
    found = [_card(see, before)] if there or any(_paras(see, before)) else []
    return (*found, *(_beginning(see, part) for part in beginnings)) or (Page(see.words("title.story")),)


def unread(found: tuple[Page, ...], before: tuple[Page, ...]) -> int:
    """Where one who has read the pages `before` reads on: not at a card of which nothing new is told."""
    told = bool(before) and found[0].title == before[0].title and {*found[0].paras} <= {*before[0].paras}
    return 1 if told and len(found) > 1 else 0


def _parted(heard: Iterable[Event]) -> tuple[list[Event], list[list[Event]]]:
    """What belongs to the card, and each part that began since; a chapter takes its first day along."""
    before: list[Event] = []
    beginnings: list[list[Event]] = []
    for event in heard:
        joins = beginnings and isinstance(event, e.DayBegan)
        if isinstance(event, e.ChapterBegan | e.DayBegan) and not joins:
            beginnings.append([])
        (beginnings[-1] if beginnings else before).append(event)
    return before, beginnings


def _card(see: PrincesView, heard: list[Event]) -> Page:
    came = tuple(_paras(see, heard))
    public = see.opened or see.public
    if see.apart is not None:
        boy = see.name(see.apart)
        hidden = Para("aside", see.words("card.secret", who=boy))
        setting = Setting(public, slot=slot(see))
        return Page(
            see.words("card.apart"), see.words("card.alone", who=boy), (hidden, *came), setting=setting
        )
    found = _open(see)
    if found is None:
        part = slot(see)
        if part != "night":
            return Page(see.words("title.story"), "", came, setting=Setting(public, slot=part))
        setting = Setting(public, "lodging", True, part)
        return Page(see.words("title.night"), "", came, 0, setting, _plate(see, setting))
    place, who, aside, arrival = found
    alone = isinstance(see.story_index.fronts[place], Encounter)
    right = see.words("card.alone" if alone else "card.reads", who=see.name(who))
    situation = tuple(_situation(see, place, aside, arrival))
    if came and see.public.phase == "pause":  # it has happened: what it was to do is told by what it did
        situation = tuple(para for para in situation if para.kind != "rule")
    begin = len(situation) if any(para.kind == "prose" for para in came) else 0
    title = see.voice.story.title(*place.split(".", 1))
    setting = _setting(see, place, public)
    return Page(title, right, (*situation, *came), begin, setting, _plate(see, setting))


# Of which places there is a large plate, and which picture that is.
PLATES = {
    **{each: each for each in ("tower", "library", "green", "solar")},
    "lodging": "night",
    "stair": "escape_a",
    "afloat": "escape_b",
}


def _plate(see: PrincesView, setting: Setting) -> tuple[str, ...]:
    """Never one of another place, and none of an hour that it is not."""
    name = PLATES.get(setting.place, "") if setting.place != "lodging" or setting.dark else ""
    return tuple(para.text for para in art(see, name)) if name else ()


def _setting(see: PrincesView, place: str, public: Public) -> Setting:
    """Where it happens: of what a story says no place of, the Tower as a whole, as long as they are in it."""
    card = see.story_index.fronts[place]
    if isinstance(card, Encounter):
        night = card.deck == "night"
        where = "tower" if card.deck in ("night", "exploration") else card.deck
        dark = None if card.deck == "exploration" else night  # some of it is by night: no sky is drawn
        return Setting(public, where, dark, "night" if night else "encounters")
    if isinstance(card, Challenge):
        within = "tower" if card.part == "a" else ""
        return Setting(public, card.at or within, _dark(see, public))
    return Setting(public, "tower", None, "events")


def _dark(see: PrincesView, public: Public) -> bool:
    """The escape is by night, until its last hour."""
    hours = [hour.id for hour in see.story_index.story.hours]
    return public.hour is None or public.hour != (hours[-1] if hours else None)


def _open(see: PrincesView) -> tuple[str, Seat, int | None, int | None] | None:
    """The newest card, who reads it, its extra sentence and its arrival; it may have been put away by now."""
    front, turned = see.public.front, see.turned
    if front is not None:
        return front.card, front.reader, front.aside, front.arrival
    return None if turned is None else (turned.card, turned.who, turned.aside, turned.arrival)


def _situation(see: PrincesView, place: str, aside: int | None, arrival: int | None) -> Iterator[Para]:
    story = see.voice.story
    yield from prose(see.voice.arrival(place, arrival))
    yield from prose(story.front(place))
    if aside is not None and (more := story.text(f"{place}.asides.{aside}.text")):
        yield Para("aside", more)
    card = see.story_index.fronts[place]
    if isinstance(card, Encounter) and see.options.hints != "none":
        for n, effect in enumerate(card.then):
            told = see.voice.effect_text.one(effect, f"{place}.then.{n}")
            if told and not isinstance(effect, Choose):
                yield Para("rule", told)


def _paras(see: PrincesView, heard: list[Event]) -> Iterator[Para]:
    """What came of it, in order; after an interruption only the texts are left."""
    story = see.voice.story
    if not any(isinstance(event, e.TextShown) for event in see.heard):
        for text in see.public.shown:
            yield from prose(story.text(text))
    facts = set[str]()
    for event in heard:
        if isinstance(event, FACTS):
            fact = see.voice.say(event)
            if not isinstance(event, e.ChallengeSown | e.SownBefore) or fact not in facts:
                yield Para("fact", fact)
            facts.add(fact)
        else:
            yield from outcome(see, event)


def outcome(see: PrincesView, event: Event) -> Iterator[Para]:
    """What was read, decided, tested, and what misery came of it."""
    match event:
        case e.TextShown(text=text):
            yield from prose(see.voice.story.text(text))
        case e.TrialEnded(total=total, value=value, success=success, who=who):
            verdict = see.words(f"verdict.{'holds' if success else 'fails'}", total=total, value=value)
            whose = f"{see.voice.words.row([see.name(seat) for seat in who])}   " if who else ""
            post = see.words("trial.wanted_post", value=value)
            yield Para("good" if success else "bad", f"{whose}{verdict}", (total, value, post))
        case e.MiseryGrew():
            yield Para("bad", see.voice.say(event))
        case e.Decided() | e.Chose() | e.BallotsOpened():
            yield Para("head", see.voice.say(event))


def prose(text: str) -> Iterator[Para]:
    """Paragraphs, each in one line of its own."""
    for paragraph in text.split("\n\n"):
        if paragraph.strip():
            yield Para("prose", " ".join(paragraph.split()))


def _beginning(see: PrincesView, heard: list[Event]) -> Page:
    first, story = heard[0], see.voice.story
    if isinstance(first, e.ChapterBegan):
        place = f"opening.{first.chapter}"
        title = see.frame(f"say.ChapterBegan.{first.chapter}", setting=see.voice.setting)
        where, dark = PLACES.get(first.chapter, "tower"), DARK.get(first.chapter)
    else:
        assert isinstance(first, e.DayBegan), first
        place, title = f"opening.day_{first.day}", see.voice.words("say.DayBegan", day=first.day)
        where, dark = "tower", False
    told = story.text(f"{place}.text")
    shown = tuple(
        para for event in heard if isinstance(event, e.TextShown) for para in prose(story.text(event.text))
    )
    name = story.text(f"{place}.title")
    head = (Para("head", name),) if name else ()
    setting = Setting(see.public, where, dark, "events")
    return Page(title, "", (*head, *prose(told), *shown), 0, setting, _plate(see, setting))


def art(see: PrincesView, name: str) -> tuple[Para, ...]:
    """A picture, where the story has it."""
    for picture in see.story_index.story.pictures:
        if picture.id == name:
            lines = (picture.ascii if see.ascii_only else picture.art).strip("\n").split("\n")
            return (*(Para("art", line) for line in lines), Para("art", ""))
    return ()


# --------------------------------------------------------------------- the Book


class Chapter(NamedTuple):
    """What belongs together; it begins on a page of its own."""

    title: str
    paras: tuple[Para, ...]
    art: tuple[Para, ...] = ()


def chapters(see: PrincesView) -> tuple[Chapter, ...]:
    """The last card, how it came to the ending, that, the notes, and behind all of it the result.

    A match that ended before its story has no ending to be read in peace: that it did so is said first.
    """
    return tuple(_chapters(see))


def _chapters(see: PrincesView) -> Iterator[Chapter]:
    story, public = see.voice.story, see.public
    # The last card leads to the Book without a pause.
    heard = (event for event in see.heard if getattr(event, "text", "") not in public.hinges)
    if before := tuple(para for event in heard for para in _came(see, event)):
        card = () if see.turned is None else (Para("fact", see.voice.headline(see.turned.card)),)
        yield Chapter(see.words("book.before"), (*card, *before))
    if hinge := tuple(para for place in public.hinges for para in prose(story.text(place))):
        yield Chapter("", hinge)
    if public.book:
        title = story.title("section", public.book[-1])
        told = see.voice.ending(public.book[-1], public.asides)
        yield Chapter(title, tuple(prose(told)), art(see, "book"))
    result = Chapter(see.words("book.result"), tuple(how_it_stands(see)))
    if not public.book:
        yield result
    for note in see.story_index.story.notes:
        place = f"note.{note.id}"
        yield Chapter(story.text(f"{place}.title"), tuple(prose(story.text(f"{place}.text"))))
    if public.book:
        yield result


def _came(see: PrincesView, event: Event) -> Iterator[Para]:
    """What came of the last card; a verdict as a sentence, since the Book draws no ruler."""
    if isinstance(event, e.TrialEnded):
        yield Para("good" if event.success else "bad", see.voice.say(event))
    else:
        yield from outcome(see, event)


def how_it_stands(see: PrincesView) -> Iterator[Para]:
    """Who got away, how much misery there was, how much is remembered."""
    public = see.public
    section = see.story_index.sections.get(public.book[-1]) if public.book else None
    if section is None:  # nobody came to the Book: whoever runs the table ended the match
        yield Para("head", see.words("book.free.open"))
    else:
        yield Para("head", see.words.count("book.free", section.free or 0))
    yield Para("fact", see.words("book.misery", misery=public.misery))
    yield Para("fact", see.words("book.flags", number=len(public.flags) + len(of_them(see))))


def of_them(see: PrincesView) -> list[str]:
    """What is remembered of each prince alone."""
    return [
        see.words("journal.of_him", who=see.name(prince.seat), flag=see.voice.effect_text.flag(mark))
        for prince in see.public.princes
        for mark in prince.marks
    ]
