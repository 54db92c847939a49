"""What may be seen, built field by field out of the state."""

from __future__ import annotations

from typing import Any

from lltui.games.two_princes import model as m
from lltui.games.two_princes.rules.awaited import (
    Agreeing,
    Choosing,
    Forfeiting,
    Healing,
    Helping,
    Naming,
    Ordering,
    Pausing,
    Resting,
    Settling,
    Visiting,
    Voting,
    Waking,
)
from lltui.games.two_princes.rules.state import State, Trial
from lltui.games.two_princes.rules.tasks import BOTH, Prince
from lltui.games.two_princes.rules.trials import values
from lltui.games.two_princes.story.index import Tale
from lltui.games.two_princes.story.printed import DECKS
from lltui.games.two_princes.story.vocabulary import ATTRIBUTES

PHASES: dict[type[Any], m.Phase] = {
    Ordering: "order",
    Pausing: "pause",
    Visiting: "visit",
    Waking: "night",
    Resting: "rest",
    Agreeing: "together",
    Voting: "ballot",
    Choosing: "alone",
    Naming: "one",
    Settling: "commit",
    Helping: "items",
    Healing: "mend",
    Forfeiting: "lose",
}


def public(tale: Tale, state: State) -> m.Public:
    """What lies open; of a card that one prince meets alone at a strict table, only what comes of it."""
    together = state.apart is None
    return m.Public(
        phase=PHASES[type(state.moment)] if state.moment is not None else "over",
        chapter=state.chapter,
        day=state.day,
        misery=state.misery,
        princes=(_prince(state, 0), _prince(state, 1)),
        asked=_asked(state, _effect(state) if together else None),
        front=_front(tale, state) if together else None,
        apart=None if state.apart is None else state.seat(state.apart),
        trials=tuple(_trial(state, trial) for trial in state.trials),
        die=state.die,
        ballots=state.ballots,
        shown=tuple(state.shown) if together else (),
        piles=tuple(len(state.encounters.get(deck, ())) for deck in DECKS),
        deck=len(state.deck) if state.chapter.startswith("escape") else None,
        sown=tuple(state.sown),
        flags=tuple(state.flags),
        book=tuple(state.book),
        asides=state.asides,
    )


def private(tale: Tale, state: State, prince: Prince) -> m.Private:
    """The hand, in no order that tells anything; the own token while it lies covered; what is met alone."""
    now = state.moment
    ballot = now.ballots[prince] if isinstance(now, Voting) else None
    front = _front(tale, state) if prince == state.apart else None
    alone = None if front is None else m.Alone(front, tuple(state.shown), _effect(state))
    return m.Private(tuple(sorted(state.boys[prince].hand)), ballot, alone)


def _prince(state: State, prince: Prince) -> m.PrinceView:
    boy = state.boys[prince]
    values = [boy.attributes[attr] for attr in ATTRIBUTES]
    return m.PrinceView(
        seat=state.seat(prince),
        attributes=(values[0], values[1], values[2], values[3]),
        hand=len(boy.hand),
        draw=len(boy.draw),
        items=tuple(m.Held(item, uses) for item, uses in boy.items.items()),
        discards=tuple(boy.discards),
        marks=tuple(boy.marks),
    )


def _front(tale: Tale, state: State) -> m.Front | None:
    if state.front is None:
        return None
    return m.Front(state.front, state.seat(state.reader), state.aside, values(tale, state))


def _trial(state: State, trial: Trial) -> m.TrialView:
    return m.TrialView(
        attr=trial.attr,
        printed=trial.printed,
        value=trial.value,
        who=state.seats(trial.who),
        settled=trial.settled,
        drawn=trial.drawn,
        used=tuple((state.seat(prince), item) for prince, item in trial.used),
        total=trial.total,
        success=trial.success,
    )


def _effect(state: State) -> str | None:
    """The place of the effect that waits for an answer."""
    return getattr(state.moment, "place", "") or None


def _asked(state: State, effect: str | None) -> m.Asked:
    """Of the covered tokens no more than who has laid his down."""
    match state.moment:
        case Pausing(ready=ready, offer=offer, by=by):
            giver = None if offer is None else state.seat(by)
            return m.Asked(ready=state.seats(ready), offer=offer, offered_by=giver)
        case Agreeing(proposals=proposals):
            return m.Asked(proposals=proposals)
        case Voting(ballots=ballots):
            return m.Asked(chosen=state.seats(tuple(p for p in BOTH if ballots[p])))
        case Naming(names=names):
            edward, richard = (None if name is None else state.seat(name) for name in names)
            return m.Asked(names=(edward, richard), effect=effect)
        case Choosing() | Healing():
            return m.Asked(effect=effect)
        case Helping(done=done):
            return m.Asked(ready=state.seats(done))
    return m.Asked()
