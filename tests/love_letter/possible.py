"""Whether a position is one: what a line of notation may get wrong and a match cannot.

It asks nothing of the deck, so a position may be written with the cards that
matter and no others.
"""

from __future__ import annotations

from collections.abc import Iterator

from lltui.games.game import NATURE
from lltui.games.love_letter.loading import agreed
from lltui.games.love_letter.rules.state import State


def faults(state: State) -> Iterator[str]:
    """Why this cannot be, one reason after the other; UsageTrouble if nobody knows its edition."""
    edition = agreed(state.options)
    fewest, most = edition.seats
    if not fewest <= state.seats <= most:
        yield f"{edition.id} is for {fewest} to {most} seats"
        return
    for card in sorted(_cards(state) - {card.id for card in edition.card}):
        yield f"no card of {edition.id}: {card}"
    yield from _seats(state)
    yield from _hands(state)
    yield from _phase(state, len(edition.deck()))
    yield from _knowledge(state)


def _cards(state: State) -> set[str]:
    rows = (state.pile, state.laid_open, *state.hands, *state.discards)
    known = (*(s.card for s in state.sights), *(b.card for b in state.buried))
    return {*known, *(card for row in rows for card in row), *([state.aside] if state.aside else [])}


def _seats(state: State) -> Iterator[str]:
    inside, everybody = set(state.inside()), set(range(state.seats))
    rows = (
        ("fell", state.fallen, everybody - inside),
        ("shown", state.shown, inside),
        ("first", state.first, everybody),
        ("won", state.round_won, inside),
        ("over", state.match_won, everybody),
    )
    for name, seats, may in rows:
        if len({*seats} & may) < len(seats):
            yield f"{name} {' '.join(map(str, seats))}: not these seats"
    if state.shielded & ~state.standing:
        yield "shielded, and out of the round"
    if len(state.tokens) != state.seats or min(state.tokens) < 0:
        yield f"tokens {state.tokens} for {state.seats} seats"


def _hands(state: State) -> Iterator[str]:
    for seat in state.inside():
        cards = len(state.hands[seat])
        many = state.turn == seat and state.phase == "council"
        right = 2 <= cards <= 5 if many else cards == (2 if state.turn == seat else 1)
        if not right:
            yield f"seat {seat} holds {cards} cards"


def _phase(state: State, deck: int) -> Iterator[str]:
    playing = state.phase in ("turn", "council")
    if playing is (state.turn == NATURE) or (playing and state.turn not in state.inside()):
        yield f"phase {state.phase}, and the wrong seat is to play"
    if len(state.first) < {"deck": 1, "lots": 2, "crown": 2}.get(state.phase, 0):
        yield f"phase {state.phase}, and nobody to choose from"
    if state.phase == "lots" and len(state.pile) != deck:
        yield "phase lots, and the deck is not whole"
    if (state.phase == "over") is not bool(state.match_won):
        yield f"phase {state.phase}, and the match is won by {state.match_won}"
    if state.round < 0 or (state.round == 0) is not (not state.standing):
        yield f"round {state.round}, and {state.standing.bit_count()} seats are in it"


def _knowledge(state: State) -> Iterator[str]:
    everybody = range(state.seats)
    for s in state.sights:
        if s.who not in everybody or s.of not in everybody or s.who == s.of:
            yield f"knows {s.who} {s.of}: not these seats"
        elif s.card not in state.hands[s.of]:
            yield f"seat {s.of} does not hold {s.card}"
    for b in state.buried:
        # While lots are drawn the next deck lies where the last pile is still remembered.
        lies = b.who in everybody and state.pile[b.depth : b.depth + 1] == [b.card] and b.depth >= 0
        if not lies and state.phase != "lots":
            yield f"{b.card} does not lie {b.depth} above the bottom"
