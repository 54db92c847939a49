"""Whose table it is, who plays there, and what the middle of a large one shows."""

from __future__ import annotations

import pytest
from kit.scripted import NAMES, at, began, desk_at, glimpse, lobby, seat
from msgspec.structs import replace
from tui import positions
from tui.scripted import seated
from tui.showing import settled, shown, until

from lltui.client import updates as u
from lltui.desk.love_letter.view import match_view
from lltui.games.love_letter import events
from lltui.text import Wording, moments
from lltui.tui.art.rows import plain
from lltui.tui.love_letter import draw_moment, draw_panels, draw_table

LARGE = (160, 50)
LOBBY = lobby(seat("Kay", you=True), seat("Ada", hosting=True), seat("Grace"), seat("Linus", bot="normal"))
PRIEST = (events.Played(1, "priest", 0), events.HandLookedAt(1, 0))


def view(*updates, language="en"):
    desk = desk_at(*updates, language=language)
    return match_view(desk, Wording(language, area="table"))


def at_table_of_four(language="en", watchers=1):
    first = replace(began(positions.OWN_TURN), levels=("", "", "", "normal"), bots=frozenset({3}))
    lines = u.PresenceIs(("online",) * 4, watchers)
    return view(LOBBY, first, lines, glimpse(positions.OWN_TURN), language=language)


@pytest.mark.parametrize(
    "language, kinds, table",
    [
        (
            "en",
            ("guest", "host", "guest", "bot, normal"),
            "Ada\N{RIGHT SINGLE QUOTATION MARK}s table   4 at the table, 1 watching",
        ),
        ("de", ("Gast", "lädt ein", "Gast", "Bot, normal"), "Adas Tisch   4 am Tisch, 1 sieht zu"),
    ],
)
def test_a_table_tells_whose_it_is_and_who_plays(language, kinds, table):
    here = at_table_of_four(language)
    assert here.kinds == kinds
    assert here.table == table
    [head] = plain(draw_table.head(draw_table.TableHead(here, "LOVE LETTER"), 160))
    assert head.rstrip().endswith(table)
    assert "watching" not in at_table_of_four(watchers=0).table


@pytest.mark.parametrize("language, bot", [("en", "bot"), ("de", "Bot")])
def test_the_bots_of_the_guided_match_have_no_level(language, bot):
    first = replace(began(positions.OWN_TURN), levels=("", *["guided"] * 3), bots=frozenset({1, 2, 3}))
    assert view(first, glimpse(positions.OWN_TURN), language=language).kinds[1:] == (bot,) * 3


def test_whoever_is_near_is_told_with_the_article_of_the_token():
    assert (
        view(began(positions.OWN_TURN), glimpse(positions.OWN_TURN), language="de").voice.a_token
        == "ein Herz"
    )


def test_a_smaller_head_keeps_the_pile_and_lets_the_table_go():
    here = at_table_of_four()
    [head] = plain(draw_table.head(draw_table.TableHead(here, "LOVE LETTER"), 100))
    assert "pile" in head
    assert "at the table" not in head


@pytest.mark.parametrize("cells, rows", [(52, 9), (39, 7)])
def test_the_kind_stands_in_the_lower_edge_of_a_seat_unless_there_is_more_to_say(cells, rows):
    here = at_table_of_four()
    last = [plain(draw_table.seat(each, cells, rows))[-1] for each in here.players()]
    assert ["host" in last[0], "guest" in last[1], "bot, normal" in last[2]] == [True] * 3
    away = here._replace(lines=("online", "away", "online", "online"))
    assert "away" in plain(draw_table.seat(away.players()[0], cells, rows))[-1]


async def test_alone_only_bots_have_a_kind():
    desk = at(positions.OWN_TURN, local=True)
    assert match_view(desk, Wording("en", area="table")).kinds == ("",) * len(NAMES[:4])


async def test_a_large_stage_has_its_own_ground_while_something_plays():
    async with seated(positions.WAITING, size=LARGE) as (app, pilot, chair):
        await settled(app, pilot)
        stage = app.screen.query_one("#stage")
        still = stage.background_colors[1]
        chair.tell(glimpse(positions.WAITING, heard=PRIEST))
        await until(lambda: "saw your hand" in shown(app).lower(), app)
        assert stage.background_colors[1] != still
        assert stage.background_colors[1] == app.screen.query_one("#stage").styles.background
    async with seated(positions.WAITING, heard=PRIEST, size=(120, 36)) as (app, pilot, _):
        await settled(app, pilot)
        assert not app.screen.query_one("#stage").styles.background.a


def test_the_middle_of_a_large_table_shows_large_what_lies_there():
    four, two = view_of(positions.OWN_TURN), view_of(positions.TWO)
    lines = plain(draw_panels.idle(four, 86, 21))
    assert sum("╭───────────────────╮" in line for line in lines) == 1
    assert "9 to draw" in "".join(lines)
    soon = "".join(plain(draw_panels.idle(view_of(positions.FORCED), 86, 21)))
    assert "the round ends in 3 turns" in soon
    assert "the round ends" not in "".join(lines)
    whole = " ".join(plain(draw_panels.idle(two, 86, 21)))
    assert whole.count("GUARD") == 2
    assert "COUNTESS" in whole


def view_of(line):
    return match_view(at(line), Wording("en", area="table"))


def test_by_whose_guess_something_is_known_gives_way_where_there_is_no_room():
    guesses = [
        (events.Played(0, "guard", seat, card), events.GuessMissed(0, seat, card))
        for seat in (1, 2)
        for card in ("baron", "princess", "chancellor")
    ]
    desk = at(positions.OWN_TURN, heard=tuple(event for pair in guesses for event in pair))
    seen = draw_panels.KnownHands(match_view(desk, Wording("en", area="table")))
    assert "asked" in " ".join(plain(draw_panels.known(seen, 37, 15)))
    small = " ".join(plain(draw_panels.known(seen, 37, 8)))
    assert "asked" not in small
    assert "Baron" in small


def council(size, language="en"):
    took = (events.Played(0, "chancellor"), events.TookCouncil(0, 2))
    first = glimpse(positions.COUNCIL, heard=(*took, events.CouncilDrawn(0, ("king", "princess"))))
    put = glimpse(
        positions.WAITING, heard=(events.PutUnder(0, 2), events.CardsBuried(0, ("guard", "princess")))
    )
    here = view(began(positions.COUNCIL), first, put, language=language)
    [moment] = here.happened
    return "\n".join(plain(draw_moment.stage_rows(draw_moment.OnStage(here, moment), *size)))


@pytest.mark.parametrize("size", [(80, 6), (100, 7), (85, 10), (86, 21)])
@pytest.mark.parametrize(
    "language, kept, buried", [("en", "King", "Princess"), ("de", "König", "Prinzessin")]
)
def test_my_own_council_shows_what_i_keep_and_what_sinks(size, language, kept, buried):
    drawn = council(size, language)
    assert kept.upper() in drawn.upper().replace(" ", "")
    assert buried in drawn
    assert "▼" in drawn
    assert {"en": "only you see this", "de": "nur du siehst das"}[language] in drawn
    assert "…" not in drawn
    assert len(drawn.splitlines()) <= size[1]


async def test_it_is_played_after_the_last_answer():
    took = (events.Played(0, "chancellor"), events.TookCouncil(0, 2))
    drawn = (*took, events.CouncilDrawn(0, ("king", "princess")))
    async with seated(positions.COUNCIL, heard=drawn) as (app, pilot, chair):
        await settled(app, pilot)
        assert "under the pile" not in shown(app).split("YOU")[0]
        chair.tell(
            glimpse(
                positions.WAITING, heard=(events.PutUnder(0, 2), events.CardsBuried(0, ("guard", "princess")))
            )
        )
        await until(lambda: "You keep the King." in shown(app), app)


def test_what_is_known_of_a_hand_stands_in_the_edge_of_a_small_seat_and_over_no_discard():
    ada, _ = view_of(positions.KNOWS).players()
    drawn = plain(draw_table.seat(ada, 40, 5))
    assert drawn[-1].startswith("╰─ holds King ─")
    assert not any("King" in line for line in drawn[:-1])
    won = ada._replace(name="A", goal=2, won=True, word="LONGEST")
    assert "╚═ King ══ LONGEST ═╝" in plain(draw_table.seat(won, 21, 5))[-1], "the name alone"


def test_the_newest_discard_of_a_small_seat_is_named_in_its_edge_where_there_is_no_room_beside_it():
    seven = ("guard", "priest", "king", "guard", "baron", "handmaid", "countess")
    here = view_of(positions.KNOWS)
    ada = here.players()[0]._replace(discards=here.known_faces(seven), held=(), held_word="")
    assert "7 Countess ─╯" in plain(draw_table.seat(ada, 26, 5))[-1]
    assert "Countess" not in plain(draw_table.seat(ada, 40, 5))[-1]


def test_discards_of_a_large_seat_lie_in_two_ladders_and_none_loses_its_name():
    cards = ("guard", "priest", "king", "guard", "baron", "handmaid", "countess", "prince")
    here = view_of(positions.KNOWS)
    ada = here.players()[0]._replace(discards=here.known_faces(cards))
    drawn = "\n".join(plain(draw_table.seat(ada, 52, 9)))
    for face in here.known_faces(cards):
        assert f"╭ {face.value} {face.name} " in drawn


def test_one_thing_that_happened_since_has_its_own_form_on_a_large_stage():
    here = view_of(positions.OWN_TURN)
    missed = draw_moment.OnStage(
        here, since=(moments.MomentShown("guess", 1, "guard", 0, "baron", "missed"),)
    )
    large = "\n".join(plain(draw_table.band(draw_table.Band(here, missed), 86, 21)))
    assert "SINCE" in large
    assert "│  Baron? │" in large
    assert "G U A R D" in large
    assert "G U A R D" not in "\n".join(plain(draw_table.band(draw_table.Band(here, missed), 85, 12)))


@pytest.mark.parametrize("cells, rows", [(26, 5), (52, 9)])
def test_of_two_cards_in_an_open_hand_both_are_seen(cells, rows):
    here = view_of(positions.KNOWS)
    ada = here.players()[0]._replace(held=here.known_faces(("priest", "countess")), discards=())
    drawn = "\n".join(plain(draw_table.seat(ada, cells, rows)))
    assert "│2│7│" in drawn or ("│  Priest  │" in drawn and "│ Countess │" in drawn)
