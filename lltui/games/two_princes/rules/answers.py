"""What becomes of an action: the moment is over, or goes on with it."""

from __future__ import annotations

from msgspec.structs import replace

from lltui.games.game import Action
from lltui.games.two_princes import events
from lltui.games.two_princes import model as m
from lltui.games.two_princes.rules import card_effects, chapters, scenes, trials
from lltui.games.two_princes.rules.awaited import (
    Agreeing,
    Choosing,
    Helping,
    Naming,
    Ordering,
    Pausing,
    Resting,
    Voting,
)
from lltui.games.two_princes.rules.tasks import BOTH, Pause, Prince
from lltui.games.two_princes.rules.verbs import Doing


def answer(do: Doing, prince: Prince, action: Action) -> None:
    """The action is legal; whoever still has to do something sets the moment anew."""
    now, do.state.moment = do.state.moment, None
    match now:
        case Pausing():
            _in_a_pause(do, now, prince, action)
        case Agreeing():
            _agree(do, now, prince, action)
        case Naming():
            _name(do, now, prince, action)
        case Voting():
            _vote(do, now, prince, action)
        case Choosing():
            _choose(do, now, action)
        case Helping():
            _help(do, now, prince, action)
        case _:
            _alone(do, prince, action)


def _alone(do: Doing, prince: Prince, action: Action) -> None:
    seat = do.state.seat(prince)
    match action:
        case m.Visit(location):
            do.tell(events.WentTo(seat, location))
            chapters.visit(do, prince, location)
        case m.GoOut():
            do.tell(events.WentOut(seat))
            chapters.visit(do, prince, "night")
        case m.StayInBed():
            do.tell(events.StayedInBed(seat))
            if do.state.boys[prince].discards:
                do.state.moment = Resting(prince)
        case m.Rest(card):
            _rest(do, prince, card)
        case m.Commit(cards):
            trials.settle(do, prince, cards)
        case m.Mend(card, place):
            do.tell(events.Mended(seat, card))
            if card is not None:
                do.heal(prince, card, place)
        case m.GiveUp(item):
            do.lose(prince, item)


def _rest(do: Doing, prince: Prince, card: str | None) -> None:
    boy = do.state.boys[prince]
    do.tell(events.Rested(do.state.seat(prince), card))
    if card is not None:
        boy.discards.remove(card)
        boy.draw.append(card)
        do.state.moment = Ordering("rest", len(boy.draw), prince)


# ------------------------------------------------------------------- a pause


def _in_a_pause(do: Doing, now: Pausing, prince: Prince, action: Action) -> None:
    state, seat = do.state, do.state.seat(prince)
    match action:
        case m.Ready():
            ready = (*now.ready, prince)
            if len(ready) == len(BOTH):
                state.front, state.shown, state.trials = None, [], ()
            else:
                state.moment = replace(now, ready=ready)
        case m.Offer(item):
            do.tell(events.Offered(seat, item))
            state.moment = replace(now, offer=item, by=prince, offered=(*now.offered, item))
        case m.TakeBack():
            do.tell(events.TookBack(seat))
            if now.offer is not None and now.by == prince:
                state.moment = replace(now, offer=None)
            else:
                state.moment = replace(now, ready=_without(now.ready, prince))
        case m.Accept(item):
            uses = state.boys[now.by].items.pop(item)
            state.boys[prince].items[item] = uses
            do.tell(events.Traded(state.seat(now.by), seat, item))
            state.moment = Pausing(offered=now.offered)
        case m.Decline(item):
            do.tell(events.Declined(seat, item))
            state.moment = replace(now, offer=None)
        case m.Remedy(item, card, place):
            do.tell(events.RemedyUsed(seat, item, card))
            state.next(Pause())
            do.heal(prince, card, place)
            do.spend(prince, item)


def _without(princes: tuple[Prince, ...], prince: Prince) -> tuple[Prince, ...]:
    return tuple(each for each in princes if each != prince)


def _help(do: Doing, now: Helping, prince: Prince, action: Action) -> None:
    match action:
        case m.UseItem():
            trials.use(do, prince, action)
        case m.TakeBack():
            do.tell(events.TookBack(do.state.seat(prince)))
            trials.ask_for_items(do, _without(now.done, prince))
        case _:
            trials.ask_for_items(do, (*now.done, prince))


# ----------------------------------------------------------------- agreements


def _unsay(do: Doing, now: Agreeing | Naming, prince: Prince) -> None:
    """He has said nothing yet, and may say anything."""
    do.tell(events.TookBack(do.state.seat(prince)))
    if isinstance(now, Agreeing):
        edward, richard = (None if p == prince else now.proposals[p] for p in BOTH)
        do.state.moment = replace(now, proposals=(edward, richard))
    else:
        first, second = (None if p == prince else now.names[p] for p in BOTH)
        do.state.moment = replace(now, names=(first, second))


def _agree(do: Doing, now: Agreeing, prince: Prince, action: Action) -> None:
    if isinstance(action, m.CallDie):
        do.tell(events.DieCalled(do.state.seat(prince)))
        do.state.moment = replace(now, die=True)
        return
    if isinstance(action, m.TakeBack):
        _unsay(do, now, prince)
        return
    assert isinstance(action, m.Propose), action
    proposals = tuple(action.option if p == prince else now.proposals[p] for p in BOTH)
    do.tell(events.Proposed(do.state.seat(prince), do.state.front or "", action.option))
    if proposals[0] == proposals[1]:
        scenes.decide(do, action.option)
    else:
        do.state.moment = replace(now, proposals=proposals)


def _name(do: Doing, now: Naming, prince: Prince, action: Action) -> None:
    if isinstance(action, m.CallDie):
        do.tell(events.DieCalled(do.state.seat(prince)))
        do.state.moment = replace(now, die=True)
        return
    if isinstance(action, m.TakeBack):
        _unsay(do, now, prince)
        return
    assert isinstance(action, m.Name), action
    meant = do.state.seat(action.prince)
    names = tuple(meant if p == prince else now.names[p] for p in BOTH)
    do.tell(events.Named(do.state.seat(prince), action.prince))
    if names[0] == names[1]:
        card_effects.agreed(do, now, meant)
    else:
        do.state.moment = replace(now, names=names)


def _vote(do: Doing, now: Voting, prince: Prince, action: Action) -> None:
    assert isinstance(action, m.Ballot), action
    seat = do.state.seat(prince)
    ballots = tuple(action.option if p == prince else now.ballots[p] for p in BOTH)
    do.tell(events.BallotCast(seat))
    do.whisper(events.BallotKept(seat, action.option), prince)
    edward, richard = ballots
    if edward and richard:
        scenes.open_ballots(do, (edward, richard))
    else:
        do.state.moment = replace(now, ballots=ballots)


def _choose(do: Doing, now: Choosing, action: Action) -> None:
    assert isinstance(action, m.Choose), action
    if now.place:
        scenes.branch(do, now, action.option)
    else:
        scenes.decide_alone(do, now.who, "b" if action.option else "a")
