"""What a prince may do now: the only referee."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lltui.games.game import Action
from lltui.games.two_princes import model as m
from lltui.games.two_princes.rules.awaited import (
    Agreeing,
    AnyMoment,
    Choosing,
    Forfeiting,
    Healing,
    Helping,
    Naming,
    Ordering,
    Pausing,
    Proposals,
    Resting,
    Settling,
    Visiting,
    Voting,
    Waking,
)
from lltui.games.two_princes.rules.state import FULL_HAND, State
from lltui.games.two_princes.rules.tasks import Prince
from lltui.games.two_princes.rules.trials import usable
from lltui.games.two_princes.story.index import Tale
from lltui.games.two_princes.story.printed import DECKS
from lltui.games.two_princes.story.vocabulary import Heal, Kind

Menu = tuple[Action, ...]
Wishes = Proposals | tuple[Prince | None, Prince | None]
AGREED: tuple[m.Pick, m.Pick] = ("a", "b")


def menu(tale: Tale, state: State, prince: Prince) -> Menu:
    """Empty: wait."""
    match state.moment:
        case None | Ordering() | Agreeing(die=True) | Naming(die=True):
            return ()
        case Pausing():
            return _pause(tale, state, state.moment, prince)
        case Agreeing(proposals=proposals):
            return _wish({option: m.Propose(option) for option in AGREED}, proposals, prince)
        case Voting(ballots=ballots):
            return () if ballots[prince] else tuple(m.Ballot(option) for option in AGREED)
        case Naming(names=names):
            return _wish({who: m.Name(state.seat(who)) for who in (0, 1)}, names, prince)
        case Settling():
            return _cards(state, prince)
        case Helping(done=done):
            return _help(tale, state, prince, done)
    return _alone(tale, state, state.moment, prince)


def _wish(all_wishes: Mapping[Any, Action], wishes: Wishes, prince: Prince) -> Menu:
    """Say it, then wait or think better of it; against the brother's wish give in or call the die."""
    mine, his = wishes[prince], wishes[1 - prince]
    if mine is None:
        return tuple(all_wishes.values())
    return (m.TakeBack(),) if his is None else (all_wishes[his], m.CallDie())


def _cards(state: State, prince: Prince) -> Menu:
    trial = state.trial_of(prince)
    if trial is None or trial.settled[prince] is not None:
        return ()
    return tuple(m.Commit(n) for n in range(1, min(FULL_HAND, len(state.boys[prince].hand)) + 1))


def _help(tale: Tale, state: State, prince: Prince, done: tuple[Prince, ...]) -> Menu:
    """Who wanted no more may think better of it as long as the brother has not said so too."""
    items = usable(tale, state, prince)
    if prince in done:
        return (m.TakeBack(),) if items else ()
    return (*items, m.NoMoreItems()) if items else ()


def _pause(tale: Tale, state: State, now: Pausing, prince: Prince) -> Menu:
    boy = state.boys[prince]
    if now.offer is not None and now.by != prince:
        return (m.Accept(now.offer), m.Decline(now.offer))
    offers = (
        m.Offer(item) for item in boy.items if item not in now.offered and not tale.items[item].cannot_be_lost
    )
    if now.offer is not None or prince in now.ready:
        return (m.TakeBack(), *offers)
    remedies = (
        m.Remedy(item, card, place)
        for item, uses in boy.items.items()
        if uses
        for card, place in curable(tale, state, prince, tale.items[item].heals)
    )
    return (m.Ready(), *offers, *remedies)


def curable(
    tale: Tale, state: State, prince: Prince, kinds: tuple[Kind, ...]
) -> tuple[tuple[str, m.Place], ...]:
    """Cards of these kinds in hand and discards, each once, in an order that a folded menu keeps."""
    boy = state.boys[prince]
    places: tuple[tuple[m.Place, list[str]], ...] = (("hand", boy.hand), ("discard", boy.discards))
    found = ((card, place) for place, cards in places for card in cards)
    return tuple(sorted({each for each in found if tale.conditions[each[0]].kind in kinds}))


def _alone(tale: Tale, state: State, now: AnyMoment, prince: Prince) -> Menu:
    """Moments of one prince."""
    if getattr(now, "who", None) != prince:
        return ()
    boy = state.boys[prince]
    match now:
        case Visiting():
            return tuple(m.Visit(deck) for deck in DECKS if deck != "night" and state.encounters[deck])
        case Waking():
            return (*((m.GoOut(),) if state.encounters["night"] else ()), m.StayInBed())
        case Resting():
            return (*(m.Rest(card) for card in dict.fromkeys(boy.discards)), m.Rest(None))
        case Choosing(options=options):
            choose = m.Choose if state.apart is None else m.ChooseApart
            return tuple(choose(option) for option in range(options))
        case Forfeiting():
            return tuple(m.GiveUp(item) for item in boy.items if not tale.items[item].cannot_be_lost)
        case Healing(place=place):
            effect = tale.effects[place]
            assert isinstance(effect, Heal), place
            if effect.where == "draw":
                seen = sorted({card for card in boy.draw if tale.conditions[card].kind in effect.kinds})
                return tuple(m.Mend(card, "draw") for card in seen) or (m.Mend(),)
            found = curable(tale, state, prince, effect.kinds)
            return tuple(m.Mend(card, where) for card, where in found) or (m.Mend(),)
    raise AssertionError(now)
