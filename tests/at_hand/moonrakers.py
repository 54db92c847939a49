"""What the laws ask of Moonrakers."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace
from tables import AtHand
from toy import model
from toy.rules import RULES, State

from at_hand.dealing import mixed
from lltui.games.game import Event, Seat


def twin(state: State, seat: Seat | None, rng: Random) -> State:
    """Unseen: the pile, the others' crates, and their ballots until all have voted."""
    world = RULES.copy(state)
    others = [other for other in range(state.seats) if other != seat]
    unseen = iter(mixed([*world.pile, *(crate for s in others for crate in world.hands[s])], rng))
    world.pile = [next(unseen) for _ in world.pile]
    for other in others:
        world.hands[other] = [next(unseen) for _ in world.hands[other]]
        if state.phase == "vote" and state.ballots[other] is not None:
            world.ballots[other] = rng.random() < 0.5
    return world


def tells(event: Event) -> list[str]:
    return [event.crate] if isinstance(event, model.Landed | model.CrateDrawn) else []


AT_HAND = AtHand(
    rules=RULES,
    tables=tuple((model.Options(nights), seats) for seats in (2, 3, 4) for nights in (1, 4)),
    most_moves=600,
    twin=twin,
    tells=tells,
    open=lambda public: public.landed,
    held=lambda private: private.hand,
    bare=lambda public, hands: replace(public, hands=tuple(hands)),
)
