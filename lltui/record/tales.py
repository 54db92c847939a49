"""What a list of matches wants to know of each game, and cannot know of games as such."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import Struct

from lltui.games.game import Event, Seat
from lltui.games.love_letter import model as love_letter
from lltui.games.two_princes import model as princes


class RoundWon(NamedTuple):
    """Somebody won a round, with this card in hand if cards decide."""

    seat: Seat
    card: str | None


class Tale(NamedTuple):
    """One game.  `rounds` gets what everybody heard of a move, and all private views after it."""

    edition: Callable[[Any], str]
    winners: Callable[[Any], tuple[Seat, ...]]
    rounds: Callable[[Sequence[Event], Sequence[Struct]], Iterator[RoundWon]]


def _love_letter_rounds(heard: Sequence[Event], privates: Sequence[Struct]) -> Iterator[RoundWon]:
    for event in heard:
        if isinstance(event, love_letter.RoundWon):
            for seat in event.winners:
                private = privates[seat]
                assert isinstance(private, love_letter.Private), private
                yield RoundWon(seat, next(iter(private.hand), None))


def _nothing(_heard: Sequence[Event], _privates: Sequence[Struct]) -> Iterator[RoundWon]:
    return iter(())


LOVE_LETTER = Tale(lambda options: options.edition, lambda public: public.match_won, _love_letter_rounds)
TWO_PRINCES = Tale(lambda options: options.story, lambda _: (), _nothing)
UNKNOWN = Tale(lambda _: "", lambda _: (), _nothing)
TALES: Mapping[str, Tale] = {love_letter.MODEL.id: LOVE_LETTER, princes.MODEL.id: TWO_PRINCES}


def tale(game: str) -> Tale:
    """What is known of a game; nothing, for one that nobody wrote a tale of."""
    return TALES.get(game, UNKNOWN)
