"""What may stand in a view of The Two Princes: cards and texts of its story, seats, numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

from msgspec import Struct

from lltui.games.seat import Glimpse
from lltui.games.two_princes import events as e
from lltui.games.two_princes import loading, private_cards
from lltui.games.two_princes import model as m
from lltui.games.two_princes.story.index import FrontCard
from lltui.games.two_princes.story.printed import DECKS, Card
from lltui.games.two_princes.story.vocabulary import Choose
from lltui.games.two_princes.story.walk import texts
from lltui.games.view_check import ViewCheck


def _words(row: str) -> frozenset[str]:
    return frozenset(row.split())


MOST = 200  # of whatever is counted: no story comes near it
HIGHEST: Mapping[str, int] = {
    "day": 3, "die": 6, "face": 6, "misery": 6, "attributes": 6, "settled": 5, "free": 2
}  # fmt: skip
NUMBERS = _words("hand draw uses deck piles cards settled attributes day misery die face free now")
SIGNED = _words("printed value values total sum bonus")
SEATS = _words("seat who reader ready chosen names offered_by apart target prince used edward richard")
# Of these the type says all.
TYPED = _words(
    "phase chapter attr location place cause success forced proposals ballots ballot option kind for_brother"
)
Check = Callable[[Any], bool]


class PrincesCheck(ViewCheck):
    """Of one match: what its story has, by the field in which it is named."""

    longest = MOST

    def __init__(self, options: m.Options, seats: int) -> None:
        self._index = loading.story_index(options.story)
        self._princes = (options.edward, 1 - options.edward)
        self._seats = seats
        self.known = _known(options.story)

    def fits(self, _owner: type[Struct], name: str, value: Any, /) -> bool:
        if isinstance(value, str):  # a hand and what was played are numbers here and cards there
            name = {"hand": "discards", "cards": "discards", "used": "item"}.get(name, name)
            if name in ("edward", "richard"):
                return True
        return name in self.known and self.known[name](value)

    def together(self, glimpse: Glimpse) -> Iterator[str]:
        public, private = glimpse.public, glimpse.private
        assert isinstance(public, m.Public), "read as this game's"
        if self._seats != 2:
            yield f"{self._seats} princes"
        if tuple(prince.seat for prince in public.princes) != self._princes:
            yield "princes in other seats"
        yield from self._moment(private_cards.seen(public, private), glimpse)
        for event in private_cards.heard(glimpse.heard):
            if isinstance(event, e.CardTurned):
                yield from self._front(event.card, event.values)

    def _moment(self, public: m.Public, glimpse: Glimpse) -> Iterator[str]:
        """A phase comes with the card or the test that it is about."""
        front, trials, phase = public.front, public.trials, public.phase
        card = None if front is None else self._index.fronts.get(front.card)
        if front is not None:
            yield from self._front(front.card, front.values)
        if len(public.piles) != len(DECKS):
            yield f"{len(public.piles)} piles"
        if phase in ("together", "ballot") and not isinstance(card, Card):
            yield f"{phase} over no card"
        if phase in ("commit", "items") and not trials:
            yield f"{phase} without a test"
        if any(not trial.who or (trial.success is not None and trial.total is None) for trial in trials):
            yield "a test of nobody, or without a total"
        tested = [seat for trial in trials for seat in trial.who]
        if len({*tested}) != len(tested):
            yield "one prince in two tests at once"
        ways = self._ways(public.asked.effect, card)
        for action in glimpse.menu:
            if isinstance(action, m.Choose) and (phase != "alone" or action.option >= ways):
                yield f"way {action.option} of {ways}"
            elif isinstance(action, m.Propose | m.Ballot) and not isinstance(card, Card):
                yield "a choice without a card"

    def _ways(self, place: str | None, card: FrontCard | None) -> int:
        """How many there are to choose from."""
        effect = self._index.effects.get(place or "")
        if isinstance(effect, Choose):
            return len(effect.options)
        return 2 if place is None and isinstance(card, Card) else 0

    def _front(self, name: str, values: tuple[int | None, ...]) -> Iterator[str]:
        """What the tests of A and B ask for, where there are tests."""
        card = self._index.fronts.get(name)
        tests = (card.a.test, card.b.test) if isinstance(card, Card) else ()
        if [value is None for value in values] != [test is None for test in tests]:
            yield f"the tests of {name}"


def _below(most: int) -> Check:
    return lambda value: 0 <= value <= most


@cache
def _known(story: str) -> Mapping[str, Check]:
    index = loading.story_index(story)
    places = {text.place for text in texts(index.story)}
    return {
        **dict.fromkeys(("item", "items", "offer"), index.items.__contains__),
        **dict.fromkeys(("flag", "flags", "marks"), index.flags.__contains__),
        **dict.fromkeys(("section", "book"), index.sections.__contains__),
        **dict.fromkeys(("number", "sown"), index.challenges.__contains__),
        **dict.fromkeys(("text", "shown"), places.__contains__),
        **dict.fromkeys(("discards", "drawn", "tired"), index.conditions.__contains__),
        **dict.fromkeys(SEATS, (0, 1).__contains__),
        **dict.fromkeys(SIGNED, lambda value: -MOST < value < MOST),
        **dict.fromkeys(TYPED, lambda _: True),
        "option": lambda option: not isinstance(option, str) or option in ("a", "b") or option in places,
        "effect": index.effects.__contains__,
        "card": lambda card: card in (index.fronts if "." in card else index.conditions),
        **dict.fromkeys(("aside", "asides"), _below(MOST)),
        **{name: _below(HIGHEST.get(name, MOST)) for name in NUMBERS},
    }
