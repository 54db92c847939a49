"""What the laws ask of The Two Princes."""

from __future__ import annotations

from pathlib import Path
from random import Random

from msgspec.structs import replace
from tables import AtHand

from at_hand.dealing import mixed
from lltui.games.game import Event, Seat
from lltui.games.two_princes import events, model, shelf
from lltui.games.two_princes.model import Options
from lltui.games.two_princes.moments import Voting
from lltui.games.two_princes.rules import RULES
from lltui.games.two_princes.state import State

# A story as short as the rules allow; the long one is played by tests of its own.
shelf.own(Path(__file__).parent / "stories")
FIXED = {1, 2, 3, 19, 71, 80}


def twin(state: State, seat: Seat | None, rng: Random) -> State:
    """Unseen: every draw pile and deck, the brother's hand, and his token while both lie covered."""
    world = state.copy()
    own = None if seat is None else state.seat(seat)
    for prince, boy in enumerate(world.boys):
        if prince == own:
            boy.draw = mixed(boy.draw, rng)
        else:
            cards = mixed([*boy.hand, *boy.draw], rng)
            boy.hand, boy.draw = cards[: len(boy.hand)], cards[len(boy.hand) :]
    world.supplies = {kind: mixed(pile, rng) for kind, pile in world.supplies.items()}
    world.encounters = {deck: mixed(pile, rng) for deck, pile in world.encounters.items()}
    undrawn = world.events[:4]  # the fixed ones lie above them
    unseen = mixed([*world.boxed, *undrawn], rng)
    world.boxed, world.events[:4] = unseen[: len(world.boxed)], unseen[len(world.boxed) :]
    hidden = iter(mixed([number for number in world.deck if number not in FIXED], rng))
    world.deck = [number if number in FIXED else next(hidden) for number in world.deck]
    if isinstance(state.moment, Voting):
        ballots = tuple(
            ballot if ballot is None or prince == own else rng.choice("ab")
            for prince, ballot in enumerate(state.moment.ballots)
        )
        world.moment = replace(state.moment, ballots=ballots)
    return world


def tells(event: Event) -> list[str]:
    match event:
        case events.CardsPlayed() | events.CardsDrawn():
            return list(event.cards)
        case events.ConditionGained():
            return [event.card]
        case events.Reshuffled(tired=card) if card:
            return [card]
    return []


def lies_open(public: model.Public) -> list[str]:
    played = public.trial.drawn if public.trial else ((), ())
    return [card for cards in (*played, *(p.discards for p in public.princes)) for card in cards]


def bare(public: model.Public, hands: list[tuple[str, ...]]) -> model.Public:
    princes = (replace(prince, hand=tuple(hands[prince.seat])) for prince in public.princes)
    return replace(public, princes=tuple(princes))


AT_HAND = AtHand(
    rules=RULES,
    tables=((Options("brief", difficulty="gentle", edward=1, alone="strict", afflictions="deck"), 2),),
    most_moves=2_000,
    twin=twin,
    tells=tells,
    open=lies_open,
    held=lambda private: private.hand,
    bare=bare,
)
