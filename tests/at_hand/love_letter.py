"""What the laws ask of Love Letter."""

from __future__ import annotations

from random import Random

from msgspec.structs import replace
from tables import AtHand

from at_hand.dealing import mixed
from lltui.games.game import Event, Seat
from lltui.games.love_letter import events, views
from lltui.games.love_letter.events import CardId
from lltui.games.love_letter.loading import edition, editions, variants
from lltui.games.love_letter.model import Options
from lltui.games.love_letter.rules.rulebook import RULES
from lltui.games.love_letter.rules.state import Sight, State

# A place where a card lies: the pile from the bottom up, a hand from the left, or aside.
Place = tuple[str, int, int]


def twin(state: State, seat: Seat | None, rng: Random) -> State:
    """Unseen: the pile, the card set aside and the others' hands, but for what `seat` knows for certain."""
    places = _cards(state)
    known = _known(state, seat)
    unseen = [place for place in places if place not in known]
    cards = places | dict(zip(unseen, mixed([places[place] for place in unseen], rng), strict=True))
    world = state.copy()
    world.pile = [cards["pile", 0, depth] for depth in range(len(state.pile))]
    world.aside = cards.get(("aside", 0, 0))
    world.hands = [tuple(cards["hand", s, k] for k in range(len(hand))) for s, hand in enumerate(state.hands)]
    if state.phase != "lots":
        world.buried = [replace(b, card=cards["pile", 0, b.depth]) for b in state.buried]
    world.sights = _sights_in(world, state)
    return world


def _cards(state: State) -> dict[Place, CardId]:
    pile = {("pile", 0, depth): card for depth, card in enumerate(state.pile)}
    hands = {("hand", s, k): card for s, hand in enumerate(state.hands) for k, card in enumerate(hand)}
    return pile | hands | ({("aside", 0, 0): state.aside} if state.aside else {})


def _known(state: State, seat: Seat | None) -> set[Place]:
    known = {("hand", s, k) for s in {seat, *state.shown} - {None} for k in range(len(state.hands[s]))}
    known |= {("hand", s.of, k) for s, k in _seen(state) if s.who == seat}
    if state.phase != "lots":
        assert all(state.pile[b.depth] == b.card for b in state.buried), "a certainty that is wrong"
        known |= {("pile", 0, b.depth) for b in state.buried if b.who == seat}
    return known


def _seen(state: State) -> list[tuple[Sight, int]]:
    """Each sight, with the place in the hand that it is about."""
    about: set[tuple[Seat, Seat, int]] = set()
    found = []
    for s in state.sights:
        hand = state.hands[s.of]
        places = [k for k, card in enumerate(hand) if card == s.card and (s.who, s.of, k) not in about]
        assert places, f"a certainty that is wrong: {s} of {hand}"
        k = places[0]
        about.add((s.who, s.of, k))
        found.append((s, k))
    return found


def _sights_in(world: State, state: State) -> list[Sight]:
    """What the others were shown is what they hold in the other world."""
    return [replace(s, card=world.hands[s.of][k]) for s, k in _seen(state)]


def tells(event: Event) -> list[CardId]:
    match event:
        case events.RoundBegan():
            return list(event.laid_open)
        case events.CouncilDrawn() | events.CardsBuried():
            return list(event.cards)
        case events.HandsSeen() | events.HandsTraded():
            return [event.card, event.other]
        case events.TokenWon(favour=card) if card:
            return [card]
        case events.GuessMissed():
            return []
    card = getattr(event, "card", None)
    return [card] if card else []


def lies_open(public: views.Public) -> list[CardId]:
    shown = [seat.shown for seat in public.seats if seat.shown]
    return [*public.laid_open, *shown, *(card for seat in public.seats for card in seat.discards)]


def held(private: views.Private) -> list[CardId]:
    under = [card for card in private.under if card]
    return [*private.hand, *(known.card for known in private.known), *under]


def bare(public: views.Public, hands: list[tuple[CardId, ...]]) -> views.Public:
    seats = zip(public.seats, hands, strict=True)
    return replace(public, seats=tuple(replace(seat, cards=hand) for seat, hand in seats))


def _tables() -> tuple[tuple[Options, int], ...]:
    whole = [(Options(name), seats) for name in editions() for seats in _seats(name)]
    most = {name: edition(name).seats[1] for name in editions()}
    house_rules = [(Options(name, (v,), target=2), most[name]) for name in most for v in variants()]
    invited = [(Options(name, (), 2, dates=("2026-05-01",), ages=(2, 1, 1)), most[name]) for name in most]
    return (*whole, *house_rules, *invited)


def _seats(name: str) -> range:
    fewest, most = edition(name).seats
    return range(fewest, most + 1)


AT_HAND = AtHand(
    rules=RULES,
    tables=_tables(),
    most_moves=3000,
    twin=twin,
    tells=tells,
    open=lies_open,
    held=held,
    bare=bare,
)
