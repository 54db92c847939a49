"""What becomes of a secret: who sees a new field of a state (nobody), and whether a leak would be noticed.

The views are built field by field, so a field that somebody adds and does nothing else about is
seen by nobody, on any way to a person: the views, the menus, the boxes, what may be said.  That
nothing else that is hidden comes through is the law of the twins (`laws`, by `test_every_game`);
that this law would notice is tried with a fault for each way (`test_mutants`), and at a real table
by `table/test_twin_worlds`.
"""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from at_hand import GAMES, TABLES
from mutants import Leaking, Mutant
from tables import match, sight

from lltui.games import packing

MARK = "nobody is ever to read this"

every_game = pytest.mark.parametrize("game", GAMES)


def with_a_secret(state):
    """The same, with one more field, of which no view and no rule has heard."""
    kind = msgspec.defstruct("State", [("secret", str)], bases=(type(state),), kw_only=True)
    fields = {name: getattr(state, name) for name in state.__struct_fields__}
    return kind(**fields, secret=MARK)


def moments(game):
    for table in TABLES:
        if table.at_hand is GAMES[game]:
            yield from ((table, moment) for moment in match(table, Random(1)))


def carried(game, state, seats, news):
    """All that a table sends of a state."""
    return [packing.view(game, state), *(packing.box(game, state, seat, news) for seat in range(seats))]


def seen(table, game, moment):
    """By whom a new field is noticed: whoever is shown or sent something else than without it."""
    more = with_a_secret(moment.after)
    shown = table._replace(game=game)
    for listener in table.listeners:
        if sight(shown, more, listener) != sight(shown, moment.after, listener):
            yield listener
    sent = carried(game, more, table.seats, moment.news)
    if sent != carried(game, moment.after, table.seats, moment.news) or MARK.encode() in b"".join(sent):
        yield "the wire"


@every_game
def test_a_field_that_is_added_to_the_state_is_seen_by_nobody(game):
    for table, moment in moments(game):
        assert list(seen(table, table.game, moment)) == []


class ShowsTheState(Mutant):
    """Its public view is a copy of the state, from which nobody has taken the new field."""

    def public(self, state):
        return Leaking(self.sound.public(state), getattr(state, "secret", None))


@every_game
def test_a_view_that_is_not_built_field_by_field_would_be_found(game):
    table, moment = next(moments(game))
    assert [*seen(table, ShowsTheState(table.game, table.seats), moment)] == [*table.listeners, "the wire"]
