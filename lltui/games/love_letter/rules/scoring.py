"""How a round and a match are won, and who begins."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from lltui.games.game import NATURE, Seat
from lltui.games.love_letter import model
from lltui.games.love_letter.loading import Precedence
from lltui.games.love_letter.model import HowWon, Options
from lltui.games.love_letter.rules.house import House
from lltui.games.love_letter.rules.verbs import Doing


def end_round(do: Doing, house: House) -> None:
    """Find the winners, give the tokens, and say who may begin the next round, if there is one."""
    state, edition = do.state, house.edition
    state.turn = NATURE
    inside = state.inside()
    best, how = _closest(do, house, inside)
    winners = () if len(best) > 1 and edition.still_tied == "nobody" else best
    state.round_won, state.how_won = winners, how
    if do.news is not None:
        do.news.announce(model.RoundWon(winners, how))
    for seat in winners:
        do.give_token(seat)
    for card in house.at_dusk:
        house.effects[card].dusk(do, card)
    if not _end_match(do, house):
        candidates = best if edition.starter == "winner" else _losers(do, inside)
        state.first = foremost(state.options, candidates, edition.next)
        state.phase = "deck"


def win_match(do: Doing, winners: tuple[Seat, ...]) -> None:
    """The end."""
    state = do.state
    state.first = ()
    state.phase = "over"
    state.match_won = winners
    if do.news is not None:
        do.news.announce(model.MatchWon(winners))


def foremost(
    options: Options, candidates: tuple[Seat, ...], precedence: Sequence[Precedence]
) -> tuple[Seat, ...]:
    """Who comes first: the latest date, the lowest age.  Whoever gave none stands behind those that did."""
    if len(candidates) == 1:
        return candidates
    for key in precedence:
        row: tuple[Any, ...] = options.dates if key == "date" else options.ages
        given = {seat: row[seat] for seat in candidates if seat < len(row) and row[seat] is not None}
        if given:
            best = max(given.values()) if key == "date" else min(given.values())
            candidates = tuple(seat for seat, value in given.items() if value == best)
    return candidates


def _end_match(do: Doing, house: House) -> bool:
    state = do.state
    target = house.edition.tokens_to_win[state.seats]
    if max(state.tokens) < target:
        return False
    there = tuple(seat for seat, tokens in enumerate(state.tokens) if tokens >= target)
    if house.edition.champion:
        there = foremost(state.options, there, house.edition.champion)
        if len(there) > 1:
            state.first = there
            state.phase = "crown"
            return True
    win_match(do, there)
    return True


def _closest(do: Doing, house: House, inside: tuple[Seat, ...]) -> tuple[tuple[Seat, ...], HowWon]:
    if len(inside) == 1:
        return inside, "last"
    if do.news is not None:
        for seat in inside:
            do.news.announce(model.HandShown(seat, do.hand(seat)))
    do.state.shown = inside
    best = _most(inside, do.value)
    if len(best) == 1:
        return best, "card"
    if house.edition.tie == "sum":
        best = _most(best, lambda seat: sum(house.values[card] for card in do.state.discards[seat]))
        if len(best) == 1:
            return best, "sum"
    return best, "tied"


def _losers(do: Doing, inside: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Whoever went out first; if nobody did, the lowest card at the end."""
    if do.state.fallen:
        return do.state.fallen[:1]
    return _most(inside, lambda seat: -do.value(seat))


def _most(seats: tuple[Seat, ...], worth: Callable[[Seat], int]) -> tuple[Seat, ...]:
    values = list(map(worth, seats))
    best = max(values)
    if values.count(best) == 1:
        return (seats[values.index(best)],)
    return tuple(seat for seat, value in zip(seats, values, strict=True) if value == best)
