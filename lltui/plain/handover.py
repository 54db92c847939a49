"""Which seat of a match goes to which newcomer: what was typed, completed by what can only be meant."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from lltui.client.updates import KeylessPlayer
from lltui.desk.table_news import Place
from lltui.plain.answers import meant
from lltui.plain.orders import Misread


class Handover(NamedTuple):
    """This seat to this newcomer."""

    place: Place
    to: KeylessPlayer


def handover(typed: str, places: Sequence[Place], people: Sequence[KeylessPlayer]) -> Handover:
    """The number of a seat and the name of a newcomer; Misread if one is left out and not clear."""
    if not people:
        raise Misread("newkey.nobody")
    first, _, rest = typed.partition(" ")
    numbered = re.fullmatch(r"[1-9]", first)
    place = _named(int(first) - 1, places) if numbered else _missed(places)
    return Handover(place, _newcomer(rest.strip() if numbered else typed, people))


def _named(seat: int, places: Sequence[Place]) -> Place:
    for place in places:
        if place.seat == seat:
            return place
    raise Misread("newkey.seat")


def _missed(places: Sequence[Place]) -> Place:
    """The one who is not there."""
    away = [place for place in places if place.away]
    if len(away) != 1:
        raise Misread("newkey.which")
    return away[0]


def _newcomer(typed: str, people: Sequence[KeylessPlayer]) -> KeylessPlayer:
    found = meant(typed, [person.name for person in people]) if typed else range(len(people))
    if len(found) != 1:
        raise Misread("newkey.who")
    return people[found[0]]
