"""What a table can say about a match of The Two Princes at all: things of its story, two princes.

Nothing here asks whether it is true; that is proved when the match is open.  But
a board looks up cards, items and sections, so what names others stays at the door.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import fields

from lltui.games.seat import Glimpse
from lltui.games.two_princes.events import CardTurned, TrialBegan
from lltui.games.two_princes.model import Asked, Front, Options, Public, TrialView
from lltui.games.two_princes.pages import BrokenStory
from lltui.games.two_princes.printed import DECKS, Card
from lltui.games.two_princes.tale import Tale

MOST = 9_999  # of whatever is counted: no match comes near it
LONGEST = 1_000  # of whatever stands in a row
SEATS = frozenset({"seat", "who", "target", "reader", "ready", "chosen", "names", "offered_by", "prince"})
CARDS = frozenset({"card", "cards", "hand", "discards", "drawn", "tired"})
ITEMS = frozenset({"item", "items", "offer", "used"})
FLAGS = frozenset({"flag", "flags", "marks"})
SECTIONS = frozenset({"section", "book"})
# Conditions take away as well.
SIGNED = frozenset({"attributes", "bonus", "now", "printed", "sum", "total", "value", "values"})
CHALLENGES = frozenset({"number", "sown"})


def unsayable(options: Options, seats: int, glimpse: Glimpse) -> str | None:
    """What no table of this match can say, if there is such a thing."""
    from lltui.games.two_princes.shelf import UnknownStory, tale  # noqa: PLC0415 - other games tell no story

    try:
        story = tale(options.story)
    except (UnknownStory, BrokenStory):
        return None  # a story that this program does not have is told by whoever opens the board
    return f"{seats} princes" if seats != 2 else next(_Reading(story).odd(glimpse), None)


class _Reading:
    """Of one match, by its story."""

    def __init__(self, story: Tale) -> None:
        self._story = story

    def odd(self, glimpse: Glimpse) -> Iterator[str]:
        assert isinstance(glimpse.public, Public), "read as this game's"
        if glimpse.menu and glimpse.private is None:
            yield "choices for nobody"
        if {prince.seat for prince in glimpse.public.princes} != {0, 1}:
            yield "two princes on one seat"
        for what in (glimpse.public, glimpse.private, *glimpse.heard, *glimpse.menu):
            if what is not None:
                yield from self._struct(what)

    def _struct(self, what: Struct) -> Iterator[str]:
        """A row that a board goes through beside another one is as long as that."""
        match what:
            case CardTurned(card=card, values=values) | Front(card=card, values=values):
                printed = self._story.fronts.get(card)
                if isinstance(printed, Card) and len(values) != 2:
                    yield f"{card} with {len(values)} values"
            case TrialBegan(who=who) | TrialView(who=who) if not who:
                yield "a test for nobody"
            case Public(piles=piles) if len(piles) != len(DECKS):
                yield f"{len(piles)} piles"
            case Asked(effect=effect) if effect is not None and effect not in self._story.effects:
                yield f"effect: {effect}"
        for field in fields(what):
            yield from self._value(field.name, getattr(what, field.name))

    def _value(self, name: str, value: Any) -> Iterator[str]:
        if isinstance(value, Struct):
            yield from self._struct(value)
        elif isinstance(value, tuple):
            if len(value) > LONGEST:
                yield f"{name}: {len(value)} of them"
            for each in value:
                # Who has used an item stands beside it.
                beside = name == "used" and isinstance(each, int)
                yield from self._value("who" if beside else name, each)
        elif not self._there(name, value):
            yield f"{name}: {value}"

    def _there(self, name: str, value: str | int | None) -> bool:
        if value is None or isinstance(value, bool):
            return True
        if isinstance(value, str):
            return self._printed(name, value)
        if name in SEATS:
            return value in (0, 1)
        if name in CHALLENGES:
            return value in self._story.challenges
        return (-MOST if name in SIGNED else 0) <= value <= MOST

    def _printed(self, name: str, word: str) -> bool:
        story = self._story
        if name in CARDS:
            return word in (story.fronts if "." in word else story.conditions)
        if name in ITEMS:
            return word in story.items
        if name in FLAGS:
            return word in story.flags
        # A text that stands nowhere is an empty one, and a word of a closed vocabulary was read as such.
        return word in story.sections if name in SECTIONS else True
