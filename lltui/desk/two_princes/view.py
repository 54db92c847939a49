"""What one person sees of the princes, with the words for it: the one view that boards draw."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from msgspec.structs import replace

from lltui.bots.two_princes import FacedTest, OpenOdds, Share, lying
from lltui.desk.desk import Desk
from lltui.games.chair import Glimpse
from lltui.games.game import Event, Seat, Whispered
from lltui.games.two_princes import events as e
from lltui.games.two_princes.model import Options
from lltui.games.two_princes.story.printed import Card, Encounter
from lltui.games.two_princes.story.story_index import StoryIndex
from lltui.games.two_princes.story.vocabulary import ATTRIBUTES, Attr
from lltui.games.two_princes.views import Held, Private, Public, TrialView, as_announced, as_seen
from lltui.text import Wording
from lltui.text.princes_voice import PrincesVoice


class Para(NamedTuple):
    """A paragraph of a page; `kind` is prose, aside, rule, fact, good, bad or head.

    A verdict has its `sum`: what it came to, what was wanted, and that in words.
    """

    kind: str
    text: str
    sum: tuple[int, int, str] | None = None


class Setting(NamedTuple):
    """Where and when a page begins: for its head and its plate, and nothing that it has yet to tell.

    Whether it is `dark` is None where nobody has said so.
    """

    public: Public
    place: str = ""
    dark: bool | None = None
    slot: str = ""

    @property
    def lit(self) -> bool:
        """Whether there is light behind their own window."""
        return bool(self.dark) and self.place in ("tower", "lodging")


class Page(NamedTuple):
    """A page of the story.  `begin` is the paragraph that is seen first; `art` a large plate of its place."""

    title: str
    right: str = ""
    paras: tuple[Para, ...] = ()
    begin: int = 0
    setting: Setting | None = None
    art: tuple[str, ...] = ()


class StoryPane(NamedTuple):
    """The page that is read, and how far it was scrolled; `airy` has blank rows between its paragraphs.

    With the question below it what stands last is seen first.  It may be `plated` elsewhere.
    """

    page: Page
    offset: int | None = None
    airy: bool = False
    asked: bool = False
    plated: bool = False


class Choice(NamedTuple):
    """An answer; `rules` are what it costs or gives, as far as that is open; with a `reason` it is barred."""

    key: str
    label: str
    rules: str = ""
    by: str = ""
    reason: str = ""
    chosen: bool = False


class ConditionShown(NamedTuple):
    """A condition in a test, or in the hand: its kind, its title, and what it adds."""

    kind: str
    title: str
    adds: str
    effect: str = ""
    weight: int = 0
    rule: str = ""


NOBODY = Private(())


class PrincesView(NamedTuple):
    """`heard` is what happened since `turned`, the newest card; `hands` are everybody's, to all eyes.

    `past` is all of the match, as far as this person has heard of it.
    """

    options: Options
    names: tuple[str, ...]
    you: Seat | None
    public: Public
    private: Private
    voice: PrincesVoice
    words: Wording
    lines: tuple[str, ...]
    heard: tuple[Event, ...]
    turned: e.CardTurned | None = None
    opened: Public | None = None  # what lay open when it was turned
    hands: tuple[Private, ...] = ()
    ascii_only: bool = False
    past: tuple[Glimpse, ...] = ()

    @property
    def story_index(self) -> StoryIndex:
        """What is printed."""
        return self.voice.story.index

    @property
    def alone(self) -> bool:
        """Whether one person plays both princes."""
        return self.you is not None and len(set(self.names)) == 1

    def prince(self, seat: Seat) -> int:
        """0 is Edward, 1 is Richard, wherever they sit."""
        return seat ^ self.options.edward

    def name(self, seat: Seat) -> str:
        """A prince by his seat."""
        return self.voice.name(seat)

    def frame(self, key: str, **facts: object) -> str:
        """A sentence of the game's own frame."""
        return self.voice.words(key, **facts)

    @property
    def card(self) -> Card | Encounter | None:
        """What lies open."""
        front = self.public.front
        return None if front is None else self.story_index.fronts.get(front.card)

    @property
    def apart(self) -> Seat | None:
        """Who has met something that one does not see, at a table that is strict about it."""
        return None if self.public.front is not None or self.alone else self.public.apart

    def adds(self, card: str, attributes: Sequence[str] = ATTRIBUTES) -> tuple[tuple[str, int], ...]:
        """What a condition adds to these."""
        printed = self.story_index.conditions[card]
        return tuple((attr, getattr(printed, attr)) for attr in attributes)


def princes_view(desk: Desk, words: Wording, *, ascii_only: bool = False) -> PrincesView:
    """What lies in front of this person now."""
    began, glimpse, voice = desk.began, desk.glimpse, desk.voice
    assert began is not None, "a match has begun"
    assert glimpse is not None, "and was seen"
    options, public, private = began.options, glimpse.public, glimpse.private or NOBODY
    assert isinstance(options, Options), options
    assert isinstance(public, Public), public
    assert isinstance(private, Private), private
    assert isinstance(voice, PrincesVoice), voice
    public = as_seen(public, private, *desk.hands)
    voice.look(public)
    past = desk.round
    return PrincesView(
        options,
        began.names,
        began.you,
        public,
        private,
        voice,
        words,
        desk.connections,
        *since_turned(past),
        tuple(hand for hand in desk.hands if isinstance(hand, Private)),
        ascii_only,
        past,
    )


def since_turned(
    glimpses: Sequence[Glimpse],
) -> tuple[tuple[Event, ...], e.CardTurned | None, Public | None]:
    """What happened since the newest card was turned, that, and the table then; no whisper is part of it.

    Who goes somewhere turns a card, though at a strict table one may not see it; who stays in bed turns none.
    """
    found: list[Event] = []
    for n, glimpse in reversed([*enumerate(glimpses)]):
        then, before = glimpse.public, glimpses[n - 1].public if n else glimpse.public
        assert isinstance(then, Public), then
        assert isinstance(before, Public), before
        for event in reversed(tuple(as_announced(glimpse.heard))):
            if isinstance(event, e.ChapterBegan | e.DayBegan):  # until then it was still the part before
                then = replace(then, chapter=before.chapter, day=before.day)
            if isinstance(event, e.CardTurned):
                return tuple(reversed(found)), event, then
            if isinstance(event, e.WentTo | e.WentOut | e.StayedInBed):
                return (event, *reversed(found)), None, then
            if not isinstance(event, Whispered):
                found.append(event)
    return tuple(reversed(found)), None, None


def slot(see: PrincesView) -> str:
    """Which part of the day it is, by what is awaited or what was turned last."""
    public = see.public
    if public.phase in ("night", "rest") or (see.turned is None and any(map(_by_night, see.heard[:1]))):
        return "night"
    if public.phase == "visit":
        return "encounters"
    if see.apart is not None:
        return "night" if any(isinstance(event, e.WentOut) for event in see.heard) else "encounters"
    card = see.card
    deck = getattr(card, "deck", None)
    return "events" if deck is None else "night" if deck == "night" else "encounters"


def _by_night(event: Event) -> bool:
    return isinstance(event, e.WentOut | e.StayedInBed)


def waiting(see: PrincesView) -> str:
    """For what, and for whom."""
    phase = see.public.phase
    if phase == "order":
        return see.words("wait.order")
    if phase == "over":
        return see.words("wait.over")
    if see.you is None:
        return see.words("wait.watch")
    return see.words(f"wait.{'pause' if phase == 'pause' else 'move'}", who=see.name(1 - see.you))


def item(see: PrincesView, held: Held) -> str:
    """Its title, what it adds, and the uses that are left."""
    printed = see.story_index.items[held.item]
    bonus = " ".join(f"{see.frame(f'attr.{attr}')} {signed(n)}" for attr, n in printed.bonus.items())
    title = see.voice.effect_text.item(held.item)
    uses = "" if held.uses is None else see.words("boy.uses", number=held.uses)
    return " ".join(part for part in (title, bonus, uses) if part)


def asked_for(see: PrincesView) -> str:
    """Over the columns of numbers, where there are several."""
    asked = attributes(see)
    return " ".join(see.words(f"short.{attr}") for attr in asked) if len(asked) > 1 else ""


def attributes(see: PrincesView) -> tuple[str, ...]:
    """Which of them count at this moment; all, where none is asked for."""
    return tested(see) or ATTRIBUTES


def tested(see: PrincesView) -> tuple[str, ...]:
    """Which are asked for by the tests that are made, or could be chosen."""
    public, card = see.public, see.card
    if public.trials and public.phase in ("commit", "items", "order"):
        own = None if see.you is None else public.trial_of(see.you)
        return tuple(dict.fromkeys(trial.attr for trial in ((own,) if own else public.trials)))
    if public.phase in ("together", "ballot", "alone") and isinstance(card, Card):
        return tuple(dict.fromkeys(o.test.attr for o in (card.a, card.b) if o.test is not None))
    return ()


COSTS = ("minus_one", "misery", "no_items", "misery_on_failure")


def play(see: PrincesView, card: str, attributes: Sequence[str]) -> ConditionShown:
    """A condition, with what it adds to these attributes and what its kind costs."""
    printed = see.story_index.conditions[card]
    rule = see.story_index.rules[printed.kind]
    values = see.adds(card, attributes)
    if len(attributes) == 1:
        adds = signed(values[0][1])
    else:
        adds = " ".join(f"{signed(value):>2}" for _, value in values)
    effect = f"({see.words(f'effect.{rule}')})" if rule in COSTS else ""
    title = see.voice.story.title("condition", card)
    return ConditionShown(see.frame(f"kind.{printed.kind}"), title, adds, effect, values[0][1], rule)


def signed(value: int) -> str:
    """With its sign; nothing has none."""
    return f"{value:+d}" if value else "0"


# ----------------------------------------- the test that is under way, or was the last one of this card


TIRED = "minus_one"


def cards_drawn(view: TrialView) -> int:
    """All that were drawn for it."""
    return sum(map(len, view.drawn))


def cards_to_show(see: PrincesView) -> int:
    """How many steps a result is shown in: each card, and the total."""
    return sum(map(cards_drawn, see.public.trials)) + 1 if see.public.trials else 0


def trial_heading(see: PrincesView) -> tuple[str, str]:
    """What is tested, and why it is not what is printed; where the brothers part, what each has to do."""
    if len(see.public.trials) > 1:
        return see.words("trial.apart"), " · ".join(_named(see, view) for view in see.public.trials)
    (view,) = see.public.trials
    who = see.voice.words.row([see.name(seat) for seat in view.who])
    changed = see.words("trial.printed", who=who, printed=view.printed)
    title = see.words("trial.title", attr=see.frame(f"attr.{view.attr}").upper())
    return title, who if view.printed == view.value else changed


def _named(see: PrincesView, view: TrialView) -> str:
    attr = see.frame(f"attr.{view.attr}")
    who = see.voice.words.row([see.name(seat) for seat in view.who])
    return see.words("trial.of", attr=attr, who=who)


def taking_part(see: PrincesView, view: TrialView) -> Sequence[int]:
    """Those whom it is about."""
    return [p for p, prince in enumerate(see.public.princes) if prince.seat in view.who]


def board_value(see: PrincesView, view: TrialView, prince: int) -> int:
    """What he brings without cards; it may have grown since they were laid open."""
    boy, drawn = see.public.princes[prince], view.drawn[prince]
    for event in reversed(see.heard):
        if isinstance(event, e.CardsPlayed) and event.who == boy.seat and event.cards == drawn:
            return event.sum - sum(value for card in drawn for _, value in see.adds(card, (view.attr,)))
    return boy.attributes[ATTRIBUTES.index(view.attr)]


def trial_note(see: PrincesView, view: TrialView, prince: int) -> str:
    """That he is tired; before any card lies open, how many he plays."""
    drawn, settled = view.drawn[prince], view.settled[prince]
    if drawn:
        kinds = (see.story_index.conditions[card].kind for card in drawn)
        return see.words("trial.tired") if any(see.story_index.rules[kind] == TIRED for kind in kinds) else ""
    return see.words("trial.how_many") if settled is None else see.words.count("trial.plays", settled)


def trial_items(see: PrincesView, view: TrialView) -> str:
    """Those that were used; before that, those that could be."""
    if view.used:
        used = [(item, see.story_index.items[item].bonus.get(view.attr, 0)) for _, item in view.used]
        return ", ".join(f"{see.voice.effect_text.item(item)} {signed(bonus)}" for item, bonus in used)
    return ", ".join(_helpful(see, view)) or see.words("trial.no_items")


def _helpful(see: PrincesView, view: TrialView) -> Iterator[str]:
    for prince in see.public.princes:
        for held in prince.items:
            printed = see.story_index.items[held.item]
            helps = held.uses and view.attr in printed.bonus
            if helps and (prince.seat in view.who or printed.either):
                item = see.voice.effect_text.item(held.item)
                yield see.words(
                    "trial.item",
                    who=see.name(prince.seat),
                    item=item,
                    bonus=signed(printed.bonus[view.attr]),
                    uses=held.uses,
                )


def still_wanted(see: PrincesView, view: TrialView, boards: int) -> str:
    """How much is missing."""
    left = view.value - (boards if view.total is None else view.total)
    key = "trial.wanted" if view.total is None else "trial.wanted_items"
    return see.words(key, number=left) if left > 0 else see.words("trial.enough")


# ------------------------------------------------------- the chances of a test, by what both may know


def share(
    see: PrincesView,
    attr: Attr,
    value: int,
    who: Sequence[Seat],
    settled: Sequence[int | None] = (None, None),
) -> Share | None:
    """Of a test of these; no hand goes into it, so it is the same for everybody who looks at the table."""
    known = lying(see.story_index, see.options, see.past)
    if known is None:
        return None
    return OpenOdds(see.story_index, see.public, known).share(FacedTest(attr, value, tuple(who)), settled)


# In words: nobody counts in hundredths at a table.
SAID = tuple(map(Fraction, ("1/10", "1/5", "1/4", "1/3", "2/5", "1/2", "3/5", "2/3", "3/4", "4/5", "9/10")))
HARDLY = 0.05


def chance_said(see: PrincesView, chance: float) -> str:
    """ "about 3 in 5"; certain only what cannot be otherwise."""
    if chance < HARDLY or chance > 1 - HARDLY:
        bounds = {0.0: "never", 1.0: "sure"}
        sure = bounds.get(round(chance, 9), "hardly" if chance < HARDLY else "almost")
        return see.frame(f"chance.{sure}")
    near = min(SAID, key=lambda each: abs(each - chance))
    return see.frame("chance.about", n=near.numerator, of=near.denominator)


def shares_said(see: PrincesView, key: str, found: Sequence[Share | None], **facts: str) -> str:
    """A sentence about them, with all that both could use; empty where nobody has heard all."""
    shares = [each for each in found if each is not None]
    if len(shares) < len(found):
        return ""
    told = [chance_said(see, each.helped) for each in shares]
    bare = [chance_said(see, each.bare) for each in shares]
    named = dict(zip(("share", "edward", "richard"), told, strict=False))
    line = see.frame(f"chance.{key}", **named, **facts)
    items = see.frame("chance.items") if told != bare else ""
    return f"{line[:1].upper()}{line[1:]}{items}."


def odds(see: PrincesView, attr: Attr, value: int, who: Sequence[Seat]) -> str:
    """How likely a test is that nobody has decided on, where the table tells it."""
    if see.options.hints != "full":
        return ""
    return shares_said(see, "test", [share(see, attr, value, who)])


def odds_apart(see: PrincesView, attr: Attr, value: int) -> str:
    """The same where each decides for himself, and may be alone with it."""
    if see.options.hints != "full":
        return ""
    seats = [boy.seat for boy in see.public.princes]
    ways = (seats, *([seat] for seat in seats))
    return shares_said(see, "apart", [share(see, attr, value, who) for who in ways])


def odds_by_cards(see: PrincesView, view: TrialView) -> str:
    """Before any card lies open: with how many it is likeliest."""
    if see.options.hints != "full" or any(view.drawn) or view.success is not None:
        return ""
    found = share(see, view.attr, view.value, view.who, view.settled)
    if found is None:
        return ""
    boys = [boy for boy in see.public.princes if boy.seat in view.who]
    plays = see.voice.words.row(
        [
            see.voice.words.count("chance.plays", number, who=see.name(boy.seat))
            for boy, number in zip(boys, found.cards, strict=True)
        ]
    )
    return shares_said(see, "cards", [found], plays=plays)
