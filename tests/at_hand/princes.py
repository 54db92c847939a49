"""What the laws ask of The Two Princes."""

from __future__ import annotations

from pathlib import Path
from random import Random

from msgspec.structs import replace
from tables import AtHand

from at_hand.dealing import mixed
from lltui.games.game import Event, Seat
from lltui.games.two_princes import events, loading, views
from lltui.games.two_princes.model import Options
from lltui.games.two_princes.rules.card_effects import Choosing
from lltui.games.two_princes.rules.rulebook import RULES
from lltui.games.two_princes.rules.scenes import Voting
from lltui.games.two_princes.rules.state import State
from lltui.games.two_princes.story.vocabulary import Choose

# A story as short as the rules allow; the long one is played by tests of its own.
BRIEF = "brief"
loading.own(Path(__file__).parent / "stories")
FIXED = {1, 2, 3, 19, 71, 80}


def twin(state: State, seat: Seat | None, rng: Random) -> State:
    """Unseen: every draw pile and deck, the brother's hand, his covered token, and what he meets apart."""
    world = state.copy()
    own = None if seat is None else state.seat(seat)
    for prince, boy in enumerate(world.princes):
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
    if state.apart not in (None, own):
        _meet_another(world, rng)
    return world


def _meet_another(world: State, rng: Random) -> None:
    """Another card of the same place lies there, with another text to be read and the same number of ways."""
    index = loading.story_index(world.options.story)
    deck = index.fronts[world.front].deck
    others = [card.id for card in index.story.encounters if card.deck == deck]
    world.front = f"encounter.{rng.choice(others)}"
    world.aside = rng.choice((None, 0))
    world.shown = rng.sample(["intro.text", f"{world.front}.text", f"{world.front}.then.0.text"], 2)
    if isinstance(world.moment, Choosing):
        ways = len(index.effects[world.moment.place].options)
        places = [p for p, e in index.effects.items() if isinstance(e, Choose) and len(e.options) == ways]
        world.moment = replace(world.moment, place=rng.choice(places))


def tells(event: Event) -> list[str]:
    match event:
        case events.CardsPlayed() | events.CardsDrawn():
            return list(event.cards)
        case events.ConditionGained():
            return [event.card]
        case events.Reshuffled(tired=card) if card:
            return [card]
        case events.MetAlone(card=met):
            return [met]
        case events.ReadAlone(text=text):
            return [text]
    return []


def lies_open(public: views.Public) -> list[str]:
    played = (cards for trial in public.trials for cards in trial.drawn)
    return [card for cards in (*played, *(p.discards for p in public.princes)) for card in cards]


def held(private: views.Private) -> list[str]:
    alone = private.alone
    return [*private.hand, *((alone.front.card, *alone.shown) if alone else ())]


def bare(public: views.Public, hands: list[tuple[str, ...]]) -> views.Public:
    princes = (replace(prince, hand=tuple(hands[prince.seat])) for prince in public.princes)
    return replace(public, princes=tuple(princes))


AT_HAND = AtHand(
    rules=RULES,
    tables=(
        (Options(BRIEF, difficulty="gentle", edward=1, alone="strict", afflictions="deck"), 2),
        (Options(BRIEF, difficulty="grim"), 2),
    ),
    most_moves=2_000,
    twin=twin,
    tells=tells,
    open=lies_open,
    held=held,
    bare=bare,
)
