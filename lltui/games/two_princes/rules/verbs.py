"""What can happen to the princes: each verb changes the state and tells it.

The effects of the cards speak only in these verbs, so nothing happens that
nobody hears of.  The agenda runs until somebody has to do something, or chance
has: then the match waits for a moment.
"""

from __future__ import annotations

from functools import singledispatch
from typing import Any, ClassVar, TypeAlias

from msgspec.structs import replace

from lltui.games.game import Action, Announced, News, Pile, Whispered
from lltui.games.two_princes import events as e
from lltui.games.two_princes.model import Ballot
from lltui.games.two_princes.rules.state import (
    BOTH,
    FULL_HAND,
    HIGHEST,
    LAST_MISERY,
    Awaited,
    Prince,
    Scene,
    State,
    Task,
    holds,
    hour_to_give,
    part_of_night,
)
from lltui.games.two_princes.story.printed import Section
from lltui.games.two_princes.story.story_index import ALERTED, MISERY, PLACED, StoryIndex
from lltui.games.two_princes.story.vocabulary import PRINCES, Attr, Done, Go, If, Kind, Remember
from lltui.games.two_princes.views import Asked, Phase

Menu: TypeAlias = tuple[Action, ...]


class Doing:
    """One match in the middle of a move."""

    def __init__(self, index: StoryIndex, state: State, news: News | None) -> None:
        self.index = index
        self.state = state
        self._news = news

    def tell(self, event: Announced) -> None:
        """To everybody."""
        if self._news is not None:
            self._news.announce(event)

    def whisper(self, event: Whispered, prince: Prince) -> None:
        """To whoever plays this prince."""
        if self._news is not None:
            self._news.whisper(event, self.state.seat(prince))

    def open_ballots(self) -> None:
        """Both tokens may be looked at."""
        if self._news is not None:
            self._news.open(Ballot, 0, 1)

    # ------------------------------------------------------------- a prince

    def grow(self, prince: Prince, attr: Attr, by: int) -> None:
        """What goes beyond the highest is lost."""
        boy = self.state.princes[prince]
        boy.attributes[attr] = min(HIGHEST, boy.attributes[attr] + by)
        self.tell(e.AttributeGrew(self.state.seat(prince), attr, boy.attributes[attr]))

    def afflict(self, prince: Prince, kind: Kind, fits: tuple[str, ...] = ()) -> None:
        """One of a kind that fits, else the next one; if there is none left, that is told."""
        seat, supply = self.state.seat(prince), self.state.supplies[kind]
        if supply:
            card = next((each for each in fits if each in supply), supply[-1])
            del supply[-1 - supply[::-1].index(card)]
            self.state.princes[prince].discards.append(card)
            self.tell(e.ConditionGained(seat, card))
        else:
            self.tell(e.ConditionWanting(seat, kind))

    def heal(self, prince: Prince, card: str, place: str) -> None:
        """A starting card leaves the match, any other goes back under its supply."""
        boy = self.state.princes[prince]
        {"hand": boy.hand, "discard": boy.discards, "draw": boy.draw}[place].remove(card)
        printed = self.index.conditions[card]
        if printed.starting is None:
            self.state.supplies[printed.kind].insert(0, card)
        if place == "hand":
            self.state.next(Refill(prince))

    def mark(self, prince: Prince, flag: str) -> None:
        """He was the one who."""
        if flag not in self.state.princes[prince].marks:
            self.state.princes[prince].marks.append(flag)
            self.tell(e.Marked(self.state.seat(prince), flag))

    # ----------------------------------------------------------------- items

    def find(self, prince: Prince, item: str) -> None:
        """Each exists once: what is or was in play does not come again."""
        seat = self.state.seat(prince)
        if item in self.state.found:
            self.tell(e.ItemWanting(seat, item))
            return
        self.state.found.append(item)
        self.state.princes[prince].items[item] = self.index.items[item].uses
        self.tell(e.ItemGained(seat, item))

    def lose(self, prince: Prince, item: str) -> None:
        """It is out of the match."""
        del self.state.princes[prince].items[item]
        self.tell(e.ItemLost(self.state.seat(prince), item))

    def spend(self, prince: Prince, item: str, uses: int = 1) -> None:
        """Uses of it; without any left it goes, but in a test only at the cleanup."""
        boy = self.state.princes[prince]
        left = boy.items[item]
        if left is None:
            return
        boy.items[item] = max(0, left - uses)
        if not boy.items[item] and not self.state.testing:
            self.drop_spent()

    def drop_spent(self) -> None:
        """Items without uses leave the match."""
        for prince, boy in enumerate(self.state.princes):
            for item in [item for item, uses in boy.items.items() if uses == 0]:
                del boy.items[item]
                self.tell(e.ItemSpent(self.state.seat(prince), item))

    def holder(self, item: str) -> Prince | None:
        """Whoever has it."""
        return next((prince for prince, boy in enumerate(self.state.princes) if item in boy.items), None)

    # --------------------------------------------------------------- the table

    def suffer(self, cause: e.Cause, *, by: tuple[Prince, str] | None = None, more: bool = False) -> None:
        """One misery more, `by` a card that somebody played; at the sixth all stops and the Book opens."""
        state = self.state
        if state.misery >= LAST_MISERY:
            return
        state.misery += 1
        who, card = (None, None) if by is None else (state.seat(by[0]), by[1])
        self.tell(e.MiseryGrew(state.misery, cause, who, card, more))
        if state.misery == LAST_MISERY:
            self.stop(MISERY)

    def stop(self, section: str) -> None:
        """Nothing of the card counts any more, but its texts are read to their end; then comes the Book."""
        agenda, self.state.agenda = self.state.agenda, []
        for task in reversed(agenda):
            task.read_out(self)
        self.state.next(CleanUp(), OpenBook(section))

    def sow(self, number: int) -> None:
        """A challenge is added once, and into the part that it is of."""
        state = self.state
        part = self.index.challenges[number].part
        late = part == "a" and state.chapter in ("escape_a", "escape_b")
        over = state.chapter == "escape_b" and not state.deck  # the last card is drawn: nothing lies above it
        if late or over or number in (*PLACED, *state.sown, *state.faced, *state.deck):
            self.tell(e.SownBefore(number))
            return
        state.sown.append(number)
        self.tell(e.ChallengeSown(number))
        if state.chapter == "escape_b":
            state.moment = Sowing(number)

    def remember(self, flag: str) -> None:
        """Both of them, and for ever.  What alerts the guards in the night itself raises the alarm."""
        if flag == ALERTED and self.state.chapter.startswith("escape"):
            self.state.alarm = True
        if flag not in self.state.flags:
            self.state.flags.append(flag)
            self.tell(e.Remembered(flag))

    def strike(self) -> None:
        """What hour it is now: none comes back.

        The last hour of a part is that of its last card, unless more of the night
        was given away; the others are spread over the cards before that one.
        """
        state, part = self.state, part_of_night(self.index, self.state)
        hours = self.index.night(part) if part else ()
        if hours:
            turned = sum(self.index.challenges[number].part == part for number in state.faced)
            before = turned + len(state.deck) - 1
            due = hours[(turned - 1) * (len(hours) - 1) // before if state.deck else -1]
            state.hour = max(state.hour or due, due, key=self.index.hours.__getitem__)

    def wait(self) -> None:
        """An hour is given away; where none is left, or the story has none, none is told of."""
        left = hour_to_give(self.index, self.state)
        self.state.hour = left or self.state.hour
        self.tell(e.HourSpent(left))

    def show(self, *places: str) -> None:
        """Texts that may be read now; a place without a text is none."""
        apart = self.state.apart
        for place in map(self._whose, places):
            self.state.shown.append(place)
            if apart is None:
                self.state.told.append(place)
                self.tell(e.TextShown(place))
            else:
                self.whisper(e.ReadAlone(self.state.seat(apart), place), apart)

    def _whose(self, place: str) -> str:
        """Where they chose differently, the place says which of them did A: the text may name him."""
        state = self.state
        if place.startswith(f"{state.front}.ab.") and "a" in state.ballots:
            return f"{place}.{PRINCES[state.ballots.index('a')]}"
        return place

    def come_to(self, section: Section) -> None:
        """From where it ended to what the Book says of it: to both, whatever one has just met alone."""
        for n, each in enumerate(section.arrivals):
            if each.when is None or holds(self.index, self.state, each.when):
                place = f"section.{section.id}.arrivals.{n}.text"
                self.state.hinges = (*self.state.hinges, place)
                self.tell(e.TextShown(place))
                return

    # ------------------------------------------------------------------ cards

    def refill(self, prince: Prince) -> None:
        """Draw to a full hand; where the draw pile runs out the discards are shuffled, with a tired card."""
        state, boy = self.state, self.state.princes[prince]
        if state.testing and state.trial_of(prince) is not None:
            return  # the cleanup refills it
        drawn = []
        while len(boy.hand) < FULL_HAND and boy.draw:
            drawn.append(boy.draw.pop())
            boy.hand.append(drawn[-1])
        if drawn:
            seat = state.seat(prince)
            self.tell(e.Drew(seat, len(drawn)))
            self.whisper(e.CardsDrawn(seat, tuple(sorted(drawn))), prince)
        if len(boy.hand) < FULL_HAND:
            self._shuffle_discards(prince)

    def _shuffle_discards(self, prince: Prince) -> None:
        state, boy = self.state, self.state.princes[prince]
        tired = state.supplies["tired"].pop() if state.supplies["tired"] else None
        if tired is not None:
            boy.discards.append(tired)
        if boy.discards:
            self.tell(e.Reshuffled(state.seat(prince), tired))
            state.moment = Refilling(prince)


# ----------------------------------------------------------------- the agenda


def run(do: Doing) -> None:
    """Task by task; empty at the end of the match."""
    state = do.state
    while state.moment is None and state.agenda:
        state.agenda.pop().perform(do)


class Do(Task, frozen=True):
    """The effect at a place of the story."""

    place: str
    scene: Scene

    def perform(self, do: Doing) -> None:
        happen(do.index.effects[self.place], self, do)

    def read_out(self, do: Doing) -> None:
        match do.index.effects[self.place]:
            case Go(to=to):
                do.state.at = to
            case Remember(flag=flag) if flag == ALERTED:  # the page has told of a horn
                do.remember(flag)
            case If() as effect:
                for task in branch(do, effect, self):
                    task.read_out(do)


@singledispatch
def happen(effect: Done, _task: Do, _do: Doing) -> None:
    """What an effect does: most of them in `card_effects`."""
    raise NotImplementedError(effect)


def effects(place: str, count: int, scene: Scene) -> tuple[Do, ...]:
    """A list of effects on a card, as tasks."""
    return tuple(Do(f"{place}.{n}", scene) for n in range(count))


def branch(do: Doing, effect: If, task: Do) -> tuple[Do, ...]:
    """What is read and done, as it depends."""
    yes = holds(do.index, do.state, effect.when)
    part, text = ("then", "text") if yes else ("otherwise", "otherwise_text")
    if getattr(effect, text):
        do.show(f"{task.place}.{text}")
    return effects(f"{task.place}.{part}", len(getattr(effect, part)), task.scene)


class Refill(Task, frozen=True):
    """Draw up to a full hand."""

    who: Prince

    def perform(self, do: Doing) -> None:
        do.refill(self.who)


class CleanUp(Task, frozen=True):
    """After a test: played cards to the discards, spent items away, hands full."""

    def perform(self, do: Doing) -> None:
        state = do.state
        if not state.testing:
            return
        for prince in BOTH:
            for trial in state.trials:
                state.princes[prince].discards += trial.drawn[prince]
        state.trials = tuple(replace(trial, tidy=True) for trial in state.trials)
        do.drop_spent()
        state.next(*(Refill(prince) for prince in BOTH if state.trial_of(prince)))


class OpenBook(Task, frozen=True):
    """One section at a time, as routed; then the match is over."""

    section: str

    def perform(self, do: Doing) -> None:
        state, section = do.state, self.section
        state.came = state.at
        while True:
            found = do.index.sections[section]
            do.come_to(found)
            state.book.append(section)
            state.asides = tuple(
                n for n, aside in enumerate(found.asides) if holds(do.index, state, aside.when)
            )
            do.tell(e.SectionRead(section, state.asides))
            if not found.routes:
                break
            section = next(r.to for r in found.routes if r.when is None or holds(do.index, state, r.when))
        state.chapter = "book"
        do.tell(e.MatchEnded(section, found.free or 0))


# ------------------------------------------------------------ what is awaited


class Moment(Awaited, frozen=True):
    """A match waits: for whom, who may do what, what comes of it, and what all may see of it.

    `phase` says what is awaited.  Moments stand where their subject is told:
    those of a test in `trials`, of a card in `scenes` and `card_effects`, of a
    day in `chapters`, and what several have in common in `awaited`.
    """

    def perform(self, do: Doing) -> None:
        """From now on it is waited for, unless there is nothing to wait for."""
        do.state.moment = self

    def pile(self, _index: StoryIndex, _state: State) -> Pile | None:
        """What waits for chance, if it does."""
        return None

    def ordered(self, do: Doing, order: tuple[int, ...]) -> None:
        """What chance did."""
        raise NotImplementedError

    def menu(self, _index: StoryIndex, _state: State, _prince: Prince) -> Menu:
        """What a prince may do now; empty: he waits."""
        return ()

    def answer(self, do: Doing, prince: Prince, action: Any) -> None:
        """Do what is in the menu, as nothing else is.  Who still has to do something sets the moment anew."""
        raise NotImplementedError

    def asked(self, _state: State) -> Asked:
        """What all may see of it."""
        return Asked()


def awaited(state: State) -> Moment | None:
    """What a match waits for; at its end, nothing."""
    return state.moment  # type: ignore[return-value]  # all that is awaited is a moment


class Chance(Moment, frozen=True):
    """NATURE puts so many cards in order."""

    phase: ClassVar[Phase] = "order"
    fresh: ClassVar[bool] = False

    def perform(self, do: Doing) -> None:
        """Of no cards there is one order."""
        if self.size(do.index, do.state):
            super().perform(do)
        else:
            self.ordered(do, ())

    def size(self, index: StoryIndex, state: State) -> int:
        """How many cards."""
        raise NotImplementedError

    def pile(self, index: StoryIndex, state: State) -> Pile:
        return Pile(self.size(index, state), self.fresh)


class Mixing(Chance, frozen=True):
    """A draw pile is shuffled."""

    who: Prince

    def size(self, _index: StoryIndex, state: State) -> int:
        return len(state.princes[self.who].draw)

    def ordered(self, do: Doing, order: tuple[int, ...]) -> None:
        boy = do.state.princes[self.who]
        boy.draw = [boy.draw[k] for k in order]


class Refilling(Chance, frozen=True):
    """The discards become the draw pile, and he goes on drawing."""

    who: Prince

    def size(self, _index: StoryIndex, state: State) -> int:
        return len(state.princes[self.who].discards)

    def ordered(self, do: Doing, order: tuple[int, ...]) -> None:
        boy = do.state.princes[self.who]
        boy.draw = [boy.discards[k] for k in order]
        boy.discards = []
        do.refill(self.who)


def on_the_way(do: Doing, pile: list[int]) -> list[int]:
    """A shuffled pile, as it is laid: by the map those that lie nearer the way out go below.

    Chance decides between cards of one place.  Whoever went at once to where the
    night ends comes to all else on the way back.  By the book it stays as it is.
    """
    if do.state.options.way == "shuffled":
        return pile
    return sorted(pile, key=lambda number: do.index.along(number, back=do.state.back), reverse=True)


class Sowing(Chance, frozen=True):
    """A challenge is added while part B is played: it comes somewhere above the last card."""

    number: int

    def size(self, _index: StoryIndex, state: State) -> int:
        return len(state.deck)

    def ordered(self, do: Doing, order: tuple[int, ...]) -> None:
        last, *rest = do.state.deck
        joined = [*rest, self.number]
        do.state.deck = [last, *on_the_way(do, [joined[k] for k in order])]
