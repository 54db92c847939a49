"""What may be seen, built field by field out of the state."""

from __future__ import annotations

from msgspec.structs import replace

from lltui.games.two_princes import model as m
from lltui.games.two_princes.rules.awaited import Moment
from lltui.games.two_princes.rules.scenes import Voting
from lltui.games.two_princes.rules.state import Prince, State, Trial
from lltui.games.two_princes.rules.trials import values
from lltui.games.two_princes.story.index import StoryIndex
from lltui.games.two_princes.story.printed import DECKS
from lltui.games.two_princes.story.vocabulary import ATTRIBUTES


def public(index: StoryIndex, state: State) -> m.Public:
    """What lies open; of a card that one prince meets alone at a strict table, only what comes of it."""
    together = state.apart is None
    return m.Public(
        phase="over" if state.moment is None else state.moment.phase,
        chapter=state.chapter,
        day=state.day,
        misery=state.misery,
        princes=(_prince(state, 0), _prince(state, 1)),
        asked=_asked(state, together=together),
        front=_front(index, state) if together else None,
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


def private(index: StoryIndex, state: State, prince: Prince) -> m.Private:
    """The hand, in no order that tells anything; the own token while it lies covered; what is met alone."""
    now = state.moment
    ballot = now.ballots[prince] if isinstance(now, Voting) else None
    front = _front(index, state) if prince == state.apart else None
    alone = None if front is None else m.Alone(front, tuple(state.shown), _asked(state).effect)
    return m.Private(tuple(sorted(state.princes[prince].hand)), ballot, alone)


def _prince(state: State, prince: Prince) -> m.PrinceView:
    boy = state.princes[prince]
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


def _front(index: StoryIndex, state: State) -> m.OpenCard | None:
    if state.front is None:
        return None
    return m.OpenCard(state.front, state.seat(state.reader), state.aside, values(index, state))


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


def _asked(state: State, *, together: bool = True) -> m.Asked:
    """Which effect asks is told where all may see the card."""
    asked = state.moment.asked(state) if isinstance(state.moment, Moment) else m.Asked()
    return asked if together else replace(asked, effect=None)
