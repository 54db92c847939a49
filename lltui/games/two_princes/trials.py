"""A test in its six steps: cards, attributes, items, comparison, consequences, cleanup.

The consequences stand on the card; `scenes` reads them between the comparison
and the cleanup.
"""

from __future__ import annotations

from msgspec.structs import replace

from lltui.games.two_princes import events as e
from lltui.games.two_princes.asking import eased
from lltui.games.two_princes.doing import Doing
from lltui.games.two_princes.moments import Helping, Ordering, Settling
from lltui.games.two_princes.printed import Card, Challenge, Rule
from lltui.games.two_princes.state import State, Trial
from lltui.games.two_princes.tale import Tale
from lltui.games.two_princes.tasks import BOTH, Begin, CleanUp, DrawPlayed, Judge, Prince, Refill, Tally
from lltui.games.two_princes.vocabulary import TestSpec

HARDER = {"gentle": -1, "as_written": 0, "grim": 1}


def value_now(tale: Tale, state: State, spec: TestSpec) -> int:
    """What the test asks for, after difficulty and ease."""
    challenge = isinstance(tale.fronts.get(state.front or ""), Challenge)
    harder = HARDER[state.options.difficulty] if challenge else 0
    return spec.value + harder - eased(tale, state, spec.ease)


def values(tale: Tale, state: State) -> tuple[int | None, ...]:
    """What the tests of A and B on the open card ask for now."""
    card = tale.fronts[state.front or ""]
    tests = (card.a.test, card.b.test) if isinstance(card, Card) else ()
    return tuple(None if test is None else value_now(tale, state, test) for test in tests)


def begin(do: Doing, task: Begin) -> None:
    """Step 1: everybody in the test says how many cards; whoever has none says nothing."""
    state, spec = do.state, task.spec
    if do.testing:  # a test in what a test led to
        state.next(CleanUp(), task)
        return
    value = value_now(do.tale, state, spec)
    settled = tuple(None if p in task.who and state.boys[p].hand else 0 for p in BOTH)
    state.trial = Trial(spec.attr, spec.value, value, task.who, (settled[0], settled[1]))
    do.tell(e.TrialBegan(state.seats(task.who), spec.attr, value, spec.value))
    if None in settled:
        state.moment = Settling()
    else:
        state.next(Tally())


def settle(do: Doing, prince: Prince, cards: int) -> None:
    """Once all have said how many, chance draws them."""
    state = do.state
    trial = _trial(do)
    settled = tuple(cards if p == prince else trial.settled[p] for p in BOTH)
    state.trial = replace(trial, settled=settled)
    do.tell(e.Settled(state.seat(prince), cards))
    if None in settled:
        state.moment = Settling()
    else:
        state.next(*(DrawPlayed(p) for p in BOTH if settled[p]), Tally())


def draw_played(do: Doing, task: DrawPlayed) -> None:
    """A hand is a pile for once."""
    do.state.moment = Ordering("played", len(do.state.boys[task.who].hand), task.who)


def played(do: Doing, prince: Prince, order: tuple[int, ...]) -> None:
    """The first ones of the shuffled hand are played."""
    trial, boy = _trial(do), do.state.boys[prince]
    chosen = sorted(order[: trial.settled[prince]])
    cards = tuple(boy.hand[k] for k in chosen)
    boy.hand = [card for k, card in enumerate(boy.hand) if k not in chosen]
    drawn = tuple(cards if p == prince else trial.drawn[p] for p in BOTH)
    do.state.trial = replace(trial, drawn=drawn)
    do.tell(e.CardsPlayed(do.state.seat(prince), cards, part(do.tale, do.state, prince)))


def part(tale: Tale, state: State, prince: Prince) -> int:
    """Step 2, for one prince: what his cards add to his attribute."""
    trial = state.trial
    assert trial is not None, "no test"
    if prince not in trial.who:
        return 0
    cards = sum(getattr(tale.conditions[card], trial.attr) for card in trial.drawn[prince])
    return int(cards + state.boys[prince].attributes[trial.attr])


def has_played(tale: Tale, trial: Trial, prince: Prince, rule: Rule) -> bool:
    """Whether a card with this effect is among those he played; one is as bad as many."""
    return any(tale.rules[tale.conditions[card].kind] == rule for card in trial.drawn[prince])


def tally(do: Doing) -> None:
    """Step 2: add; then step 3, if anybody has something that helps and is needed."""
    trial = _trial(do)
    tired = [p for p in trial.who if has_played(do.tale, trial, p, "minus_one")]
    for prince in tired:
        do.tell(e.TiredOut(do.state.seat(prince)))
    total = sum(part(do.tale, do.state, p) for p in trial.who) - len(tired)
    do.state.trial = replace(trial, total=total)
    _ask_for_items(do, ())


def usable(tale: Tale, state: State, prince: Prince) -> tuple[str, ...]:
    """The items with which he can help now."""
    trial = state.trial
    if trial is None or has_played(tale, trial, prince, "no_items"):
        return ()
    return tuple(
        item
        for item, uses in state.boys[prince].items.items()
        if uses and trial.attr in tale.items[item].bonus and (prince in trial.who or tale.items[item].either)
    )


def use(do: Doing, helping: Helping, prince: Prince, item: str) -> None:
    """Step 3: one use, one bonus."""
    trial = _trial(do)
    bonus = do.tale.items[item].bonus[trial.attr]
    total = (trial.total or 0) + bonus
    do.spend(prince, item)
    do.state.trial = replace(trial, total=total, used=(*trial.used, (prince, item)))
    do.tell(e.ItemUsed(do.state.seat(prince), item, bonus, total))
    _ask_for_items(do, helping.done)


def no_more(do: Doing, helping: Helping, prince: Prince) -> None:
    """He lets it be."""
    _ask_for_items(do, (*helping.done, prince))


def _ask_for_items(do: Doing, done: tuple[Prince, ...]) -> None:
    trial = _trial(do)
    waiting = any(usable(do.tale, do.state, p) for p in BOTH if p not in done)
    if waiting and (trial.total or 0) < trial.value:
        do.state.moment = Helping(done)
    else:
        do.state.next(Judge())


def judge(do: Doing) -> None:
    """Step 4; what sickness and wounds cost comes before any consequence."""
    trial = _trial(do)
    total = trial.total or 0
    success = total >= trial.value
    do.state.trial = replace(trial, success=success)
    do.tell(e.TrialEnded(total, trial.value, success))
    for prince in trial.who:
        if has_played(do.tale, trial, prince, "misery"):
            do.suffer("sick", prince)
    for prince in trial.who:
        if not success and has_played(do.tale, trial, prince, "misery_on_failure"):
            do.suffer("wounded", prince)


def clean_up(do: Doing, _task: CleanUp) -> None:
    """Step 6: played cards to the discards, spent items away, hands full."""
    state, trial = do.state, do.state.trial
    if trial is None or trial.tidy:
        return
    for prince in BOTH:
        state.boys[prince].discards += trial.drawn[prince]
    state.trial = replace(trial, tidy=True)
    do.drop_spent()
    state.next(*(Refill(prince) for prince in trial.who))


def _trial(do: Doing) -> Trial:
    trial = do.state.trial
    assert trial is not None, "no test"
    return trial
