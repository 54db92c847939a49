"""A test in its six steps: cards, attributes, items, comparison, consequences, cleanup.

The consequences stand on the card, in boxes, which are read between the
comparison and the cleanup.
"""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from lltui.games.game import Action
from lltui.games.two_princes import events as e
from lltui.games.two_princes import model as m
from lltui.games.two_princes import views
from lltui.games.two_princes.rules.moments import instead
from lltui.games.two_princes.rules.state import BOTH, FULL_HAND, Prince, Scene, State, Task, Trial, eased
from lltui.games.two_princes.rules.verbs import Chance, CleanUp, Do, Doing, Menu, Moment, effects
from lltui.games.two_princes.story.printed import Card, Challenge, Outcome, Rule
from lltui.games.two_princes.story.story_index import StoryIndex
from lltui.games.two_princes.story.vocabulary import Test, TestEffect

HARDER = {"gentle": -1, "as_written": 0, "grim": 1}


def value_now(index: StoryIndex, state: State, spec: Test) -> int:
    """What the test asks for, after difficulty and ease."""
    challenge = isinstance(index.fronts.get(state.front or ""), Challenge)
    harder = HARDER[state.options.difficulty] if challenge else 0
    return spec.value + harder - eased(index, state, spec.ease)


def values(index: StoryIndex, state: State) -> tuple[int | None, ...]:
    """What the tests of A and B on the open card ask for now."""
    card = index.fronts[state.front or ""]
    tests = (card.a.test, card.b.test) if isinstance(card, Card) else ()
    return tuple(None if test is None else value_now(index, state, test) for test in tests)


class Box(Task, frozen=True):
    """Read a box of the card that lies open, or what came of a test in one, and do what it says.

    First its text, then what it does always, then what the test gave: `tested`
    are the princes whose test it tells of; what they came to is written on it
    as soon as it is known.
    """

    place: str
    scene: Scene
    tested: tuple[Prince, ...] = ()
    success: bool = False

    def perform(self, do: Doing) -> None:
        do.state.next(*self._read(do))

    def read_out(self, do: Doing) -> None:
        for task in self._read(do):
            task.read_out(do)

    def _read(self, do: Doing) -> tuple[Do, ...]:
        box = do.index.boxes.get(self.place) or do.index.effects[self.place]
        tasks: tuple[Do, ...] = ()
        if isinstance(box, Outcome):
            do.show(f"{self.place}.text")
            tasks += effects(f"{self.place}.then", len(box.then), self.scene)
        if self.tested or isinstance(box, TestEffect):
            result = "success" if self.success else "failure"
            do.show(f"{self.place}.{result}_text")
            tasks += effects(f"{self.place}.{result}", len(getattr(box, result)), self.scene)
        return tasks


def front(do: Doing) -> Card:
    """The card that waits for a decision."""
    card = do.index.fronts[do.state.front or ""]
    assert isinstance(card, Card), "an encounter has no A and B"
    return card


class Begin(Task, frozen=True):
    """A test, and what is read when it is over.  `beside`: at the same time the brother makes his own.

    Step 1: everybody in it says how many cards; whoever has none says nothing.
    """

    spec: Test
    who: tuple[Prince, ...]
    then: tuple[Box, ...] = ()
    beside: Begin | None = None

    def perform(self, do: Doing) -> None:
        if do.state.testing:  # a test in what a test led to
            do.state.next(CleanUp(), self)
            return
        do.state.trials = tuple(_laid(do, each) for each in (self, self.beside) if each is not None)
        do.state.next(Settling(), Tally(), Judge(self.then), CleanUp())


def _laid(do: Doing, task: Begin) -> Trial:
    spec, princes = task.spec, do.state.princes
    value = value_now(do.index, do.state, spec)
    edward, richard = (None if p in task.who and princes[p].hand else 0 for p in BOTH)
    do.tell(e.TrialBegan(do.state.seats(task.who), spec.attr, value, spec.value))
    return Trial(spec.attr, spec.value, value, task.who, (edward, richard))


class Settling(Moment, frozen=True):
    """Each of those in the test says how many cards he plays."""

    phase: ClassVar[views.Phase] = "commit"

    def perform(self, do: Doing) -> None:
        """Once all have said how many, chance draws them."""
        if any(None in trial.settled for trial in do.state.trials):
            super().perform(do)
        else:
            do.state.next(*(Playing(p) for p in BOTH if (t := do.state.trial_of(p)) and t.settled[p]))

    def menu(self, _index: StoryIndex, state: State, prince: Prince) -> Menu:
        trial = state.trial_of(prince)
        if trial is None or trial.settled[prince] is not None:
            return ()
        return tuple(m.Commit(n) for n in range(1, min(FULL_HAND, len(state.princes[prince].hand)) + 1))

    def answer(self, do: Doing, prince: Prince, action: m.Commit) -> None:
        trial = _trial(do.state, prince)
        do.state.goes_on(trial, settled=instead(trial.settled, prince, action.cards))
        do.tell(e.Settled(do.state.seat(prince), action.cards))
        do.state.next(self)


class Playing(Chance, frozen=True):
    """A hand is a pile for once: the first ones of it are played."""

    who: Prince

    def size(self, _index: StoryIndex, state: State) -> int:
        return len(state.princes[self.who].hand)

    def ordered(self, do: Doing, order: tuple[int, ...]) -> None:
        prince = self.who
        trial, boy = _trial(do.state, prince), do.state.princes[prince]
        chosen = sorted(order[: trial.settled[prince]])
        cards = tuple(boy.hand[k] for k in chosen)
        boy.hand = [card for k, card in enumerate(boy.hand) if k not in chosen]
        do.state.goes_on(trial, drawn=instead(trial.drawn, prince, cards))
        do.tell(e.CardsPlayed(do.state.seat(prince), cards, part(do.index, do.state, prince)))


def part(index: StoryIndex, state: State, prince: Prince) -> int:
    """Step 2, for one prince: what his cards add to his attribute."""
    trial = _trial(state, prince)
    cards = sum(getattr(index.conditions[card], trial.attr) for card in trial.drawn[prince])
    return int(cards + state.princes[prince].attributes[trial.attr])


def has_played(index: StoryIndex, trial: Trial, prince: Prince, rule: Rule) -> str | None:
    """The card with this effect among those he played; one is as bad as many."""
    drawn = trial.drawn[prince]
    return next((card for card in drawn if index.rules[index.conditions[card].kind] == rule), None)


class Tally(Task, frozen=True):
    """Step 2: the cards lie open, add; then step 3, if anybody has something that helps and is needed."""

    def perform(self, do: Doing) -> None:
        for trial in do.state.trials:
            tired = [p for p in trial.who if has_played(do.index, trial, p, "minus_one")]
            for prince in tired:
                do.tell(e.TiredOut(do.state.seat(prince)))
            total = sum(part(do.index, do.state, p) for p in trial.who) - len(tired)
            do.state.goes_on(trial, total=total)
        do.state.next(Helping())


def usable(index: StoryIndex, state: State, prince: Prince) -> tuple[m.UseItem, ...]:
    """How he can help now; an item for either helps a brother who is at a test of his own as well."""
    return tuple(
        m.UseItem(item, for_brother=len(state.trials) > 1 and prince not in trial.who)
        for trial in state.trials
        if (trial.total or 0) < trial.value and not has_played(index, trial, prince, "no_items")
        for item, uses in state.princes[prince].items.items()
        if uses
        and trial.attr in index.items[item].bonus
        and (prince in trial.who or index.items[item].either)
    )


class Helping(Moment, frozen=True):
    """Items may be used; `done` want no more, unless they think better of it."""

    phase: ClassVar[views.Phase] = "items"

    done: tuple[Prince, ...] = ()

    def perform(self, do: Doing) -> None:
        """As long as anybody could help."""
        if any(usable(do.index, do.state, p) for p in BOTH if p not in self.done):
            super().perform(do)

    def menu(self, index: StoryIndex, state: State, prince: Prince) -> Menu:
        """Who wanted no more may think better of it as long as the brother has not said so too."""
        items = usable(index, state, prince)
        if prince in self.done:
            return (m.TakeBack(),) if items else ()
        return (*items, m.NoMoreItems()) if items else ()

    def answer(self, do: Doing, prince: Prince, action: Action) -> None:
        match action:
            case m.UseItem():
                _use(do, prince, action)
                do.state.next(Helping())  # whoever wanted no more as well, for now it may be worth it
            case m.TakeBack():
                do.tell(e.TookBack(do.state.seat(prince)))
                do.state.next(Helping(tuple(each for each in self.done if each != prince)))
            case _:
                do.state.next(Helping((*self.done, prince)))

    def asked(self, state: State) -> views.Asked:
        return views.Asked(ready=state.seats(self.done))


def _use(do: Doing, prince: Prince, action: m.UseItem) -> None:
    """Step 3: one use, one bonus."""
    state, item = do.state, action.item
    helped = 1 - prince if action.for_brother else prince
    trial = state.trial_of(helped) or state.trials[0]
    bonus = do.index.items[item].bonus[trial.attr]
    total = (trial.total or 0) + bonus
    do.spend(prince, item)
    state.goes_on(trial, total=total, used=(*trial.used, (prince, item)))
    do.tell(e.ItemUsed(state.seat(prince), item, bonus, total))


class Judge(Task, frozen=True):
    """Step 4: compare; what sickness and wounds cost comes before any consequence, which is read then."""

    then: tuple[Box, ...] = ()

    def perform(self, do: Doing) -> None:
        state = do.state
        state.trials = tuple(replace(t, success=(t.total or 0) >= t.value) for t in state.trials)
        for trial in state.trials:
            who = state.seats(trial.who) if len(state.trials) > 1 else ()
            do.tell(e.TrialEnded(trial.total or 0, trial.value, bool(trial.success), who))
        won = {trial.who: bool(trial.success) for trial in state.trials}
        state.next(*(replace(each, success=won.get(each.tested, False)) for each in self.then))
        tested = [(trial, prince) for trial in state.trials for prince in trial.who]
        for trial, prince in tested:
            if card := has_played(do.index, trial, prince, "misery"):
                do.suffer("sick", by=(prince, card))
        for trial, prince in tested:
            if not trial.success and (card := has_played(do.index, trial, prince, "misery_on_failure")):
                do.suffer("wounded", by=(prince, card))


def _trial(state: State, prince: Prince) -> Trial:
    trial = state.trial_of(prince)
    assert trial is not None, "no test"
    return trial
