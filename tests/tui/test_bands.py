"""The large table: in every edition, at any number of seats, nothing needed is cut and no band moves."""

from __future__ import annotations

from random import Random

import pytest
from at_hand import GAMES, TABLES
from tables import match
from tui.showing import alone, at_table, played, settled

from lltui.client.updates import Began
from lltui.desk.desk import Desk, Words
from lltui.desk.half_move import asked_move
from lltui.desk.love_letter.view import match_view
from lltui.games.chair import Glimpse
from lltui.games.love_letter.model import Options
from lltui.text import Wording
from lltui.tui.art.rows import plain, width
from lltui.tui.love_letter import draw_panels, draw_table, move_panel
from lltui.tui.love_letter.draw_table import SHAPES

COURT = [table for table in TABLES if table.at_hand is GAMES["love-letter"]]
NAMES = ("Kay", "Wilhelmina", "Bartholomew", "Ottoline", "Kunigunde", "Maximilian")


def glimpses(table, you, seed):
    """One after the other, as one of the players has them."""
    for moment in match(table, Random(seed)):
        private, menu = table.game.private(moment.after, you), table.game.legal(moment.after, you)
        heard = tuple(moment.news.heard_by(you))
        yield Glimpse(heard, table.game.public(moment.after), private, tuple(menu))


def views(table, language, seed):
    """What lies in front of a player, move by move."""
    desk, words = Desk(Words(language, "court")), Wording(language, area="table")
    names = NAMES[: table.seats]
    desk.hear(Began(1, table.game.model.id, table.options, names, 1, frozenset(), hosting=False))
    for glimpse in glimpses(table, 1, seed):
        desk.hear(glimpse)
        if desk.looks:
            desk.go_on()
        yield match_view(desk, words), asked_move(glimpse.menu)


def panels(view, making, shape):
    """All that is drawn of a table of this shape but its log and stage, in the place that it has."""
    seats, front = {"-full": (9, 15), "-large": (7, 14), "-roomy": (7, 11)}[shape.name]
    each = shape.cells // max(2, len(view.others)) - 1
    own, counter = view.own(noted=True), shape.counter or shape.cells - shape.hand
    line = draw_table.OwnSide(own, view, shape)
    middle, moves = shape.rows - seats - front - 5, shape.cells - shape.hand
    for seat in view.players(move_panel.target(making), noted=True):
        yield draw_table.seat, seat, each, seats
    yield lambda slice_, cells, _: draw_table.own(slice_, cells), line, shape.cells, 1
    yield (
        draw_table.discards,
        draw_table.OwnDiscards(own, view.words("sum.all", number=view.sum)),
        shape.log or shape.discards,
        front,
    )
    yield draw_panels.tracker, draw_panels.Counted(view, joined=True), counter, middle
    yield draw_panels.idle, view, 85, max(10, middle)
    if shape.log:
        yield draw_panels.known, draw_panels.KnownHands(view), shape.counter, front
    yield move_panel.hand_rows, move_panel.hand(view, making), shape.hand, front
    yield (
        move_panel.move_rows,
        move_panel.move(view, making),
        moves - (2 * shape.log or shape.discards),
        front,
    )


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("table", COURT, ids=repr)
def test_nothing_that_is_needed_is_cut(table, language):
    seen = 0
    for view, start in views(table, language, seed=5):
        asked = [start, *(start.select(answer) for answer in start.answers)]
        asked += [step for each in asked[1:] if (step := each.enter()[0]).question is not None]
        for shape in SHAPES[:-1]:
            for making in asked:
                for draw, slice_, cells, most in panels(view, making, shape):
                    rows = [*draw(slice_, cells, most)]
                    text = plain(rows)
                    assert len(text) <= most, text
                    assert "…" not in "".join(text), (shape.name, text)
                    assert max(map(width, rows), default=0) <= cells, text
                    seen += 1
    assert seen > 100


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape.name)
@pytest.mark.parametrize("bots", [1, 3, 5])
async def test_no_band_moves_from_turn_to_turn(shape, bots):
    size = max(80, shape.cells), max(24, shape.rows)
    wanted = alone(bots=bots, options=Options(edition="modern"))
    async with at_table(wanted, size=size) as (app, pilot):
        places = set()
        for _ in range(3):
            await settled(app, pilot)
            boxes = app.screen.query("#head, #seats, #scene, #own, #mine, #hand, #move, #prompt")
            places.add(tuple((box.id, box.region) for box in boxes))
            turn = app.desk.glimpse
            await played(app, pilot, lambda turn=turn: app.desk.glimpse is not turn and app.desk.glimpse.menu)
        assert len(places) == 1
