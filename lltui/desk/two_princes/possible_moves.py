"""What is to be done now: every way there is, which is chosen, what it asks for, and why some are barred."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from lltui.desk.half_move import HalfMove
from lltui.desk.telling import ToldOnce
from lltui.desk.two_princes.view import Choice, PrincesView, odds, odds_apart, play
from lltui.games.game import Action, Seat, asked
from lltui.games.two_princes import events as e
from lltui.games.two_princes import model as m
from lltui.games.two_princes.story.printed import DECKS, Card, Challenge, Option
from lltui.games.two_princes.story.vocabulary import (
    ATTRIBUTES,
    PRINCES,
    AddChallenge,
    Choose,
    Done,
    GainAttr,
    GainCondition,
    HasFlag,
    HasItem,
    Heal,
    Mark,
    Misery,
    Query,
    Remember,
    Test,
    TestEffect,
)
from lltui.games.two_princes.views import Held
from lltui.text.story_text import ended

ANOTHER = (m.CallDie, m.TakeBack)  # what one may do about a card beside choosing A or B


# -------------------------------------------------------------- half made

ASIDE = (m.Offer, m.Remedy)  # what a pause has besides going on


class PickedMove(HalfMove, frozen=True):
    """`things`: in a pause, what one has is looked at instead of going on."""

    things: bool = False

    @property
    def answers(self) -> tuple[Action, ...]:
        """What can be selected now."""
        if self.sent:
            return ()
        pausing = any(isinstance(action, m.Ready | m.TakeBack) for action in self.menu)
        if not pausing:
            return self.menu
        found = (action for action in self.menu if isinstance(action, ASIDE) is self.things)
        return tuple(sorted(found, key=lambda action: isinstance(action, m.Offer)))  # what heals comes first

    @property
    def asks(self) -> bool:
        """Whether this person has something to do, and is waited for."""
        return asked(self.menu) and not self.sent

    @property
    def may(self) -> bool:
        """Whether there is anything to be done, and be it to take something back."""
        return bool(self.menu) and not self.sent

    @property
    def has_things(self) -> bool:
        """Whether something could be given or used first."""
        return any(isinstance(action, ASIDE) for action in self.menu)

    def renewed(self, menu: Sequence[Action]) -> tuple[PickedMove, bool]:
        """After an update: an equal menu changes nothing.  True tells that something selected was dropped."""
        menu = tuple(menu)
        if menu == self.menu and not self.sent:
            return self, False
        following = picked_move(menu)
        lost = self.may and self.selected is not None and self.selected != following.selected
        if lost and self.selected in following.answers:
            return replace(following, selected=self.selected), False
        return following, bool(lost and menu)

    def look_through(self) -> PickedMove:
        """Turn to one's things, or back from them."""
        if not (self.things or self.has_things):
            return self
        return _settled(replace(self, things=not self.things, selected=None))

    def back(self) -> PickedMove:
        """One step back."""
        return self.look_through() if self.things else _settled(replace(self, selected=None))


def picked_move(menu: Sequence[Action]) -> PickedMove:
    """The beginning: where there is nothing to choose, or only to go on, it is selected."""
    return _settled(PickedMove(tuple(menu)))


def _settled(now: PickedMove) -> PickedMove:
    answers = now.answers
    alone = len(answers) == 1 and not now.things and now.asks  # a second thought is nobody's by default
    return replace(now, selected=answers[0]) if alone else now


def actor(see: PrincesView) -> Seat | None:
    """The one prince whose choice it is, as far as it can be seen."""
    public, card = see.public, see.card
    if public.asked.offered_by is not None:
        return 1 - public.asked.offered_by
    if public.phase == "alone" and isinstance(card, Card) and card.decision in ("edward", "richard"):
        return public.princes[card.decision == "richard"].seat
    if public.phase == "alone":
        return public.apart if public.front is None else public.front.reader
    return None


def heading(see: PrincesView) -> tuple[str, str]:
    """Over the answers: what is to be done, and in which way."""
    public, right, decides = see.public, "", actor(see)
    kind = "offer" if public.phase == "pause" and public.asked.offer is not None else public.phase
    if see.alone and kind in ("together", "one"):  # who plays both agrees with nobody
        return see.words("deed.both" if kind == "together" else "deed.which"), ""
    if public.phase == "ballot":
        right = see.words("deed.hush")
    elif public.phase == "together":
        right = see.words("deed.one_answer")
    return see.words(f"deed.{kind}", who="" if decides is None else see.name(decides).upper()), right


def goer(see: PrincesView, now: PickedMove) -> Seat | None:
    """Whose turn it is to go somewhere: who is asked; a player who is not knows that it is the other."""
    if see.you is None:
        return None
    return see.you if now.menu else 1 - see.you


# ---------------------------------------------------------------- for the first time

ALL_OF_IT = "princes.page"


def begins(see: PrincesView, guide: ToldOnce | None) -> bool:
    """Whether all of it is told first, to who has never played the game: once, before the first card."""
    unturned = see.turned is None and see.card is None and see.public.chapter == "tower"
    first = unturned and see.public.day <= 1 and see.options.evening == 1
    return guide is not None and see.you is not None and first and guide.new(ALL_OF_IT)


def first_time(see: PrincesView, guide: ToldOnce | None, *, asks: bool) -> str:
    """What comes up now and never did before, in a sentence; empty where nothing does."""
    if guide is None or see.you is None:
        return ""
    public = see.public
    names = (f"princes.{name}" for name in _coming(see, asks=asks))
    name = guide.once((public.phase, public.front, len(public.trials), asks), names)
    return see.frame(f"first.{name.removeprefix('princes.')}") if name else ""


def _coming(see: PrincesView, *, asks: bool) -> Iterator[str]:
    """What is asked; then what one has got."""
    phase = see.public.phase
    if asks and phase in ("ballot", "commit"):
        yield {"ballot": "ballot", "commit": "test"}[phase]
    elif asks and phase in ("together", "alone", "one"):
        yield "decision"
    elif phase == "pause":
        got = [event for event in see.heard if see.alone or getattr(event, "who", None) == see.you]
        if any(isinstance(event, e.ConditionGained) for event in got):
            yield "condition"
        if any(isinstance(event, e.ItemGained) for event in got):
            yield "item"


# ------------------------------------------------------------------- choices


def choices_of(see: PrincesView, now: PickedMove) -> Iterator[Choice]:
    """What can be done, with its keys; then what cannot."""
    phase = see.public.phase
    if phase in ("together", "ballot") or (phase == "alone" and see.public.asked.effect is None):
        yield from _options(see, now)
        return
    if phase == "visit":
        return  # the map has them
    if phase == "alone" and not now.menu:
        yield from _branches(see)
        return
    offered = now.answers or (now.menu if now.sent else ())
    for number, action in enumerate(offered, 1):
        yield _choice(see, now, action, number)
    if now.asks or now.things:
        for name, reason in barred(see, now):
            yield Choice("", name, reason=reason)


def _choice(see: PrincesView, now: PickedMove, action: Action, number: int) -> Choice:
    key = str(number) if number <= 9 else ""
    rules = _rules(see, action)
    return Choice(key, label(see, action), rules, _wanted_by(see, action), "", action == now.selected)


def _rules(see: PrincesView, action: Action) -> str:
    """What an answer comes to, as far as it lies open: a way through an encounter, a card, a prince."""
    asked = see.public.asked.effect
    if isinstance(action, m.Rest) and action.card is not None:
        return _worth(see, action.card)
    if isinstance(action, m.Name) and asked is not None:
        return to_heal(see, action.prince, see.story_index.effects[asked])
    return _way(see, action.option) if isinstance(action, m.Choose) else ""


def _way(see: PrincesView, n: int) -> str:
    """What it does, with how likely its test is."""
    asked = see.public.asked.effect
    effect = see.story_index.effects.get(asked or "")
    if not isinstance(effect, Choose) or see.options.hints == "none":
        return ""
    then = effect.options[n].then
    told = see.voice.effect_text.sentences(then, f"{asked}.options.{n}.then")
    return f"{told} {way_odds(see, then)}".rstrip()


def way_odds(see: PrincesView, then: Sequence[Done]) -> str:
    """How likely the test is to which a way leads, where it is one."""
    tests = [(n, each.test) for n, each in enumerate(then) if isinstance(each, TestEffect)]
    if len(tests) != 1:
        return ""
    ((n, spec),) = tests
    both = tuple(boy.seat for boy in see.public.princes)
    people: dict[str, tuple[Seat, ...]] = {"both": both, "edward": both[:1], "richard": both[1:]}
    if (front := see.public.front) is not None:
        people |= {"self": (front.reader,), "other": (1 - front.reader,)}
    eased = _eased(see, spec, then[:n], people)
    if eased is None:
        return ""
    return odds(see, spec.attr, spec.value - eased, people[spec.who])


GROWN = 6  # no attribute is higher
AFTERWARDS = (
    AddChallenge,
    Remember,
    Mark,
    GainCondition,
    Misery,
)  # what touches no test that follows at once


def _eased(
    see: PrincesView, spec: Test, before: Sequence[Done], people: Mapping[str, tuple[Seat, ...]]
) -> int | None:
    """By how much a test is easier, also by what grows first; None where not all of that can be seen."""
    if spec.who not in people:
        return None
    eased = 0
    for ease in spec.ease:
        holds = _holds(see, ease.when)
        if holds is None:
            return None
        eased += ease.by if holds else 0
    for each in before:
        if isinstance(each, GainAttr) and each.who in people:
            grows = {*people[each.who]} & {*people[spec.who]} if each.attr == spec.attr else ()
            at = ATTRIBUTES.index(each.attr)
            eased += sum(
                min(each.n, GROWN - see.public.princes[see.prince(seat)].attributes[at]) for seat in grows
            )
        elif not isinstance(each, AFTERWARDS):
            return None
    return eased


def _holds(see: PrincesView, query: Query) -> bool | None:
    """Whether it is so, as everybody can see; None of what not everybody sees."""
    match query:
        case HasFlag(flag=flag):
            return flag in see.public.flags
        case HasItem(item=item):
            return any(held.item == item for boy in see.public.princes for held in boy.items)
    return None


def _worth(see: PrincesView, card: str) -> str:
    """What a condition adds, and what its kind costs."""
    shown = play(see, card, ATTRIBUTES)
    adds = [f"{see.frame(f'attr.{attr}')} {value:+d}" for attr, value in see.adds(card) if value]
    told = ", ".join(adds) or see.frame("board.flat")
    return see.words("line.adds", adds=told, effect=f" {shown.effect}" if shown.effect else "")


def only_harms(see: PrincesView) -> bool:
    """Whether nothing that he put down is worth being drawn again."""
    cards = [action.card for action in _resting(see) if action.card is not None]
    return bool(cards) and all(value <= 0 for card in cards for _, value in see.adds(card))


def _resting(see: PrincesView) -> Iterator[m.Rest]:
    if see.you is not None:
        yield from map(m.Rest, see.public.princes[see.prince(see.you)].discards)


def to_heal(see: PrincesView, seat: Seat, effect: Done) -> str:
    """Whether he has what could be healed, as far as that may be known."""
    if not isinstance(effect, Heal) or effect.where == "draw":
        return ""
    hand = see.private.hand if seat == see.you else ()
    cards = (*hand, *see.public.princes[see.prince(seat)].discards)
    if any(see.story_index.conditions[card].kind in effect.kinds for card in cards):
        return ""
    if seat == see.you or not see.public.princes[see.prince(seat)].hand:
        return see.frame("before.nothing_to_heal")
    return see.frame("before.unsure_to_heal", who=see.name(seat))


def sentence(line: str) -> str:
    """With a capital letter and a full stop."""
    return ended(f"{line[:1].upper()}{line[1:]}.") if line else ""


def _branches(see: PrincesView) -> Iterator[Choice]:
    """The same for whoever only looks on."""
    asked = see.public.asked.effect
    effect = see.story_index.effects.get(asked or "")
    if asked is None or not isinstance(effect, Choose):
        return
    for n in range(len(effect.options)):
        yield Choice("", see.voice.story.text(f"{asked}.options.{n}.label"), _way(see, n))


def _options(see: PrincesView, now: PickedMove) -> Iterator[Choice]:
    """A and B of the open card, for everybody who sees it; and the die, where it may be called."""
    card, front = see.card, see.public.front
    if not isinstance(card, Card) or front is None:
        return
    for n, (letter, option) in enumerate(zip("ab", (card.a, card.b), strict=True)):
        action = next((each for each in now.menu if _says(each, n)), None)
        value = front.values[n] if n < len(front.values) else None
        rules = test(see, option.test, value) if option.test is not None else ""
        rules = f"{rules} {chances(see, option.test, value)}".rstrip()
        name = see.voice.story.text(f"{front.card}.{letter}.label")
        reason = see.words(_why_not(see, option)) if action is None and now.asks else ""
        key = str(n + 1) if action is not None and now.asks else ""
        chosen = action is not None and action == now.selected
        yield Choice(key, name, rules, _wanting(see, letter), reason, chosen)
    more = next((each for each in now.menu if isinstance(each, ANOTHER)), None)
    if more is not None:
        yield Choice("3" if now.may else "", label(see, more), chosen=more == now.selected)


def _why_not(see: PrincesView, option: Option) -> str:
    """What stands in the way of what cannot be chosen."""
    front, hour = see.public.front, see.public.hour
    card = None if front is None else see.story_index.fronts[front.card]
    if isinstance(card, Challenge) and hour is not None and option.takes_an_hour:
        return "why.yours" if see.story_index.next_hour(card.part, hour) else "why.late"
    return "why.yours"


def _says(action: Action, n: int) -> bool:
    match action:
        case m.Propose(option=letter) | m.Ballot(option=letter):
            return letter == "ab"[n]
        case m.Choose(option=option):
            return option == n
    return False


def _wanting(see: PrincesView, letter: str) -> str:
    """Who has said that he wants this."""
    public = see.public
    who = [see.name(public.princes[p].seat) for p in (0, 1) if public.asked.proposals[p] == letter]
    return see.words("line.wanted", who=see.voice.words.row(who)) if who else ""


def _wanted_by(see: PrincesView, action: Action) -> str:
    if not isinstance(action, m.Name):
        return ""
    public = see.public
    who = [see.name(public.princes[p].seat) for p in (0, 1) if public.asked.names[p] == action.prince]
    return see.words("line.wanted", who=see.voice.words.row(who)) if who else ""


def by_key(see: PrincesView, now: PickedMove, key: str) -> Action | None:
    """The action behind a digit or a letter."""
    phase = see.public.phase
    if phase in ("together", "ballot") or (phase == "alone" and see.public.asked.effect is None):
        n = {"1": 0, "2": 1, "a": 0, "b": 1}.get(key)
        if n is not None:
            return next((each for each in now.answers if _says(each, n)), None)
        return next((each for each in now.answers if isinstance(each, ANOTHER) and key == "3"), None)
    if phase == "visit":
        going = [each for each in now.answers if isinstance(each, m.Visit)]
        return next((each for each in going if str(DECKS.index(each.location) + 1) == key), None)
    if key.isdecimal() and 0 < int(key) <= len(now.answers):
        return now.answers[int(key) - 1]
    return None


def refused(see: PrincesView, now: PickedMove, key: str) -> str:
    """Why nothing was selected by a key that points at something."""
    phase = see.public.phase
    if phase == "visit" and key.isdecimal() and 0 < int(key) <= 4 and now.asks:
        return see.words("why.empty")
    if phase in ("together", "ballot", "alone") and key in ("1", "2", "a", "b") and now.asks:
        card = see.card
        if isinstance(card, Card) and see.public.asked.effect is None:
            return see.words(_why_not(see, card.a if key in ("1", "a") else card.b))
    return ""


def label(see: PrincesView, action: Action) -> str:  # noqa: C901, PLR0911, PLR0912 - one for each action
    """A line in a list of choices."""
    words, voice = see.words, see.voice
    match action:
        case m.Offer(item=item):
            return words("act.offer", item=voice.item(item), who=_brother(see))
        case m.Accept(item=item):
            return words("act.accept", item=voice.item(item))
        case m.Decline():
            return words("act.decline")
        case m.Remedy(item=item, card=card, place=place):
            where = see.frame(f"place.{place}")
            return words("act.remedy", item=voice.item(item), card=voice.card(card), where=where)
        case m.Visit(location=location):
            return words(f"map.{location}")
        case m.Rest(card=None):
            return words("act.rest_none")
        case m.Rest(card=card) if card is not None:
            return words("act.rest", card=voice.card(card))
        case m.Propose(option=option) | m.Ballot(option=option):
            return voice.option(option)
        case m.Name(prince=seat):
            return voice.name(seat)
        case m.Choose(option=option):
            return voice.option(option)
        case m.Commit(cards=number):
            return str(number)
        case m.UseItem(item=item):
            bonus = _bonus(see, item, for_brother=action.for_brother)
            if action.for_brother:
                return words("act.use_for", item=voice.item(item), bonus=bonus, who=_brother(see))
            return words("act.use", item=voice.item(item), bonus=bonus)
        case m.Heal(card=None):
            return words("act.mend_none")
        case m.Heal(card=card, place=place) if card is not None:
            return words("act.mend", card=voice.card(card), where=see.frame(f"place.{place}"))
        case m.GiveUp(item=item):
            return voice.item(item)
    return words(f"act.{action.__struct_config__.tag}")


def _brother(see: PrincesView) -> str:
    return see.name(1 - see.you) if see.you is not None else ""


def _bonus(see: PrincesView, item: str, *, for_brother: bool) -> str:
    trials = see.public.trials
    trial = None
    if see.you is not None and len(trials) > 1:
        trial = see.public.trial_of(1 - see.you if for_brother else see.you)
    elif trials:
        trial = trials[0]
    return f"{see.story_index.items[item].bonus.get(trial.attr, 0):+d}" if trial is not None else ""


def test(see: PrincesView, spec: Test, value: int | None) -> str:
    """What an option asks for now, and what makes it easier."""
    if see.options.hints == "none":
        return ""
    attr, who = see.frame(f"attr.{spec.attr}"), see.frame(f"who.{spec.who}")
    now = spec.value if value is None else value
    told = see.words("deed.test", attr=attr, value=now, who=who)
    if now != spec.value:
        told += see.words("deed.printed", printed=spec.value)
    return f"{told}."


def chances(see: PrincesView, spec: Test | None, value: int | None) -> str:
    """How likely an option of the open card is, where the table tells that."""
    if spec is None or value is None:
        return ""
    boys = see.public.princes
    if see.public.phase == "ballot" and spec.who == "both":
        return odds_apart(see, spec.attr, value)
    alone = spec.who in PRINCES
    return odds(
        see,
        spec.attr,
        value,
        [boy.seat for p, boy in enumerate(boys) if not alone or PRINCES[p] == spec.who],
    )


def barred(see: PrincesView, now: PickedMove) -> Iterator[tuple[str, str]]:
    """Its name, and why not."""
    offered = {getattr(action, "item", None) for action in now.answers}
    match see.public.phase:
        case "pause" if now.things:
            yield from _kept(see, offered)
        case "items":
            yield from _useless(see, offered)
        case "lose":
            yield from _kept(see, offered)
        case "night" if not any(isinstance(action, m.GoOut) for action in now.menu):
            yield see.words("act.go_out"), see.words("why.empty")


def _mine(see: PrincesView) -> tuple[Held, ...]:
    return () if see.you is None else see.public.princes[see.prince(see.you)].items


def _kept(see: PrincesView, offered: set[str | None]) -> Iterator[tuple[str, str]]:
    for held in _mine(see):
        if held.item not in offered:
            yield see.voice.item(held.item), see.words(f"why.{see.story_index.why_kept(held.item)}")


def _useless(see: PrincesView, offered: set[str | None]) -> Iterator[tuple[str, str]]:
    tested = {trial.attr for trial in see.public.trials}
    for held in _mine(see):
        if tested and held.item not in offered:
            why = see.story_index.why_useless(held.item, held.uses, tested)
            yield see.voice.item(held.item), see.words(f"why.{why}")
