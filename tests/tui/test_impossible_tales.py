"""A table that tells of things no match has is hung up on; whatever gets through breaks no board."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest
from msgspec.structs import replace
from tui.lying import Liar, desk_with, on_the_plain_board
from tui.princely import Played, drawn

from lltui.arena.simulation import SimulatedMatch, play_out
from lltui.desk.love_letter import endings
from lltui.desk.love_letter.view import match_view as letter_view
from lltui.desk.two_princes import possible_moves
from lltui.desk.two_princes.possible_moves import picked_move
from lltui.desk.two_princes.story_pages import pages
from lltui.desk.two_princes.view import princes_view
from lltui.games.known_games import unsayable
from lltui.games.love_letter import events as letters_events
from lltui.games.love_letter import model as letters
from lltui.games.love_letter.loading import agreed
from lltui.games.rulebooks import rules
from lltui.games.two_princes import model as m
from lltui.games.two_princes.loading import story_index
from lltui.text import Wording
from lltui.tui.love_letter import draw_panels, draw_table
from lltui.tui.two_princes.story_table import prompt

NAMES = ("Kay", "Ada", "Dora", "Emil", "Finn", "Greta")
INDEX = story_index("tower")
LETTERS = letters.MODEL.id
THINGS = (*INDEX.conditions, *INDEX.items, *INDEX.fronts, *INDEX.sections, *INDEX.flags, *INDEX.effects)
STRANGE = ("zzz", "ZZZ", "event.zzz", "event.zzz.a.back.text", "a", "b", "turn", "over", "card", "sum")


@cache
def evening(seed):
    """A whole match of the princes, as each of them saw it and a watcher."""
    return Played(seed).over()


@cache
def letter_evening(edition, seats):
    """The same of Love Letter."""
    options = letters.Options(edition=edition)
    match, rng = SimulatedMatch(rules(letters.MODEL.id), options, seats, Random(3)), Random(3)
    glimpses = {seat: [] for seat in (*range(seats), None)}
    for _ in play_out(match, lambda seat: rng.choice(match.game.legal(match.state, seat))):
        for seat, kept in glimpses.items():
            kept.append(match.glimpse(seat))
    return options, glimpses


def princes_screen(desk, menu):
    see, now = princes_view(desk, Wording("de", "", "princes-screen")), picked_move(menu)
    drawn(see, now), pages(see), list(possible_moves.barred(see, now))
    prompt(see, desk, now, "", None)


def letter_screen(desk):
    view = letter_view(desk, Wording("de", "", "table"))
    view.players(noted=True), view.remaining(), [*view.known_of()]
    draw_table.head(draw_table.TableHead(view, ""), 80), draw_table.middle(view, 40, 12)
    (
        draw_table.own(draw_table.OwnSide(view.own(), view, draw_table.SHAPES[-1]), 80),
        draw_panels.tracker(draw_panels.Counted(view), 40, 12),
    )
    endings.round_end(view, desk)
    endings.match_end(view, desk)


@pytest.mark.parametrize("seed", range(6))
def test_what_gets_through_breaks_no_board_of_the_princes(seed):
    options, liar = evening(3).options, Liar(m.MODEL, (*THINGS, *STRANGE * 40))
    lies = liar.lies(evening(3).glimpses, seed)
    told = [each for each in lies if unsayable(m.MODEL.id, options, 2, each[1]) is None]
    assert told
    for seat, glimpse in told:
        facts = (m.MODEL.id, options, NAMES[:2], seat, glimpse)
        on_the_plain_board(*facts)
        princes_screen(desk_with(*facts), glimpse.menu)


@pytest.mark.parametrize("edition, seats", [("classic", 4), ("modern", 6), ("german", 2), ("tempest", 3)])
def test_nor_of_love_letter(edition, seats):
    options, glimpses = letter_evening(edition, seats)
    liar = Liar(letters.MODEL, (*[card.id for card in agreed(options).card], *STRANGE))
    told = [
        each for each in liar.lies(glimpses, 5, 300) if unsayable(LETTERS, options, seats, each[1]) is None
    ]
    assert told
    for seat, glimpse in told:
        facts = (letters.MODEL.id, options, NAMES[:seats], seat, glimpse)
        on_the_plain_board(*facts)
        letter_screen(desk_with(*facts))


@pytest.mark.parametrize(
    "lie, why",
    [
        ({"heard": (letters_events.MatchWon(()),)}, "a match won by nobody"),
        ({"heard": (letters_events.HandLookedAt(1, 1),)}, "HandLookedAt with oneself"),
        ({"heard": (letters_events.HandLookedAt(1, 4),)}, "target: 4"),
        ({"target": 0}, "played for 0"),
        ({"target": -1}, "target: -1"),
    ],
)
def test_there_are_no_words_for_it(lie, why):
    options, glimpses = letter_evening("classic", 4)
    last = glimpses[0][-1]
    public = replace(last.public, target=lie.get("target", last.public.target))
    told = replace(last, public=public, heard=lie.get("heard", last.heard))
    assert unsayable(LETTERS, options, 4, told) == why
    assert unsayable(LETTERS, options, 4, last) is None
