"""What a list of matches says of each game, and its statistics: it cannot be known of games as such."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from msgspec import Struct

from lltui.games.game import Event, Seat
from lltui.games.love_letter import model as love_letter
from lltui.games.two_princes import model as princes

Won: TypeAlias = tuple[Seat, str | None]  # a round, with this card in hand if cards decide


class GameFacts(NamedTuple):
    """One game.  `rounds` gets what everybody heard of a move, and all private views after it."""

    edition: Callable[[Any], str]
    winners: Callable[[Any], tuple[Seat, ...]]
    rounds: Callable[[Sequence[Event], Sequence[Struct]], Iterator[Won]]


def _love_letter_rounds(heard: Sequence[Event], privates: Sequence[Struct]) -> Iterator[Won]:
    for event in heard:
        if isinstance(event, love_letter.RoundWon):
            for seat in event.winners:
                private = privates[seat]
                assert isinstance(private, love_letter.Private), private
                yield seat, next(iter(private.hand), None)


def _nothing(_heard: Sequence[Event], _privates: Sequence[Struct]) -> Iterator[Won]:
    return iter(())


LOVE_LETTER = GameFacts(lambda options: options.edition, lambda public: public.match_won, _love_letter_rounds)
TWO_PRINCES = GameFacts(lambda options: options.story, lambda _: (), _nothing)
UNKNOWN = GameFacts(lambda _: "", lambda _: (), _nothing)
FACTS: Mapping[str, GameFacts] = {
    love_letter.MODEL.id: LOVE_LETTER,
    princes.MODEL.id: TWO_PRINCES,
}


def game_facts(game: str) -> GameFacts:
    """What is known of a game; nothing, for one that nobody wrote facts of."""
    return FACTS.get(game, UNKNOWN)
