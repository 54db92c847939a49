"""A table that tells of things no match has is hung up on; whatever gets through breaks no board."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from random import Random

import msgspec
import pytest
from msgspec.structs import replace
from tui.lying import Liar, desk_with, on_the_plain_board
from tui.princely import Played, drawn

from lltui.arena import SimulatedMatch, play_out
from lltui.client import updates as u
from lltui.desk.desk import Desk, Words
from lltui.desk.love_letter import endings
from lltui.desk.love_letter.guide import Counsel, advice_told, withheld
from lltui.desk.love_letter.view import match_view as letter_view
from lltui.desk.record_sentences import AnalysisTold
from lltui.desk.two_princes import possible_moves
from lltui.desk.two_princes.possible_moves import picked_move
from lltui.desk.two_princes.story_pages import pages
from lltui.desk.two_princes.view import princes_view
from lltui.games import packing
from lltui.games.known_games import unsayable
from lltui.games.love_letter import events as letters_events
from lltui.games.love_letter import model as letters
from lltui.games.love_letter.loading import agreed
from lltui.games.rulebooks import rules
from lltui.games.two_princes import model as m
from lltui.games.two_princes.loading import story_index
from lltui.record.analysis import SeatFollower
from lltui.record.kept_match_facts import ReplayFacts, ReplayScene
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


@pytest.mark.parametrize("edition, seats", [("classic", 4), ("german", 2), ("manual", 3)])
def test_whoever_advises_and_judges_by_it_says_something_and_breaks_nothing(edition, seats):
    """A whole match of which some entries are lies, and some tell of what was in others."""
    options, glimpses = letter_evening(edition, seats)
    liar, rng = Liar(letters.MODEL, [card.id for card in agreed(options).card]), Random(6)
    facts = ReplayFacts(1, 0, LETTERS, options, NAMES[:seats], frozenset(), 0, False, 0, None, None)
    for _ in range(6):
        told = [*mixed(liar, glimpses[0], rng)]
        told = [each for each in told if unsayable(LETTERS, options, seats, each) is None]
        follower, desk = SeatFollower(facts, 0), Desk(Words("en", "court"))
        desk.hear(u.Began(1, LETTERS, options, NAMES[:seats], 0, frozenset(), hosting=False))
        for seq, glimpse in enumerate(told):
            follower.look(ReplayScene(seq, 1, glimpse, ()))
            desk.hear(glimpse)
            desk.go_on()
            if not withheld(desk, glimpse.menu, played=True):
                view = letter_view(desk, Wording("en", "", "table"))
                advice_told(view, Counsel().asked(desk, glimpse.menu))
        found = follower.analysis()
        if found.steps:
            said = AnalysisTold(facts, found, "en", "court")
            [*said.summary(), *map(said.turning, found.turnings), *map(said.judged, found.moves)]


def mixed(liar, glimpses, rng):
    """Some with a lie in them, some with news of others before, between and behind their own."""
    news = [event for each in glimpses for event in each.heard]
    for glimpse in glimpses:
        heard = [*glimpse.heard]
        for _ in range(rng.choice((0, 0, 1, 4))):
            heard.insert(rng.randint(0, len(heard)), rng.choice(news))
        told = replace(glimpse, heard=tuple(heard))
        with suppress(msgspec.ValidationError):
            yield liar.lie(told, rng) if rng.random() < 0.2 else told


@pytest.mark.parametrize(
    "lie, why",
    [
        ({"heard": (letters_events.MatchWon(()),)}, "a match won by nobody"),
        ({"heard": (letters_events.HandLookedAt(1, 1),)}, "HandLookedAt with oneself"),
        ({"heard": (letters_events.HandLookedAt(1, 4),)}, "target: 4"),
    ],
)
def test_there_are_no_words_for_it(lie, why):
    options, glimpses = letter_evening("classic", 4)
    last = glimpses[0][-1]
    told = replace(last, heard=lie["heard"])
    assert unsayable(LETTERS, options, 4, told) == why
    assert unsayable(LETTERS, options, 4, last) is None


@pytest.mark.parametrize("number", [{"target": 0}, {"target": -1}, {"round": 5_000}, {"pile": -1}])
def test_a_number_that_no_match_has_does_not_come_in(number):
    public = letter_evening("classic", 4)[1][0][-1].public
    assert packing.glimpse(letters.MODEL, msgspec.msgpack.encode(public), b"\x90").public == public
    with pytest.raises(packing.GarbledError):
        packing.glimpse(letters.MODEL, msgspec.msgpack.encode(replace(public, **number)), b"\x90")
