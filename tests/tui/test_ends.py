"""A round and a match end on the stage of the same table: forms, steps, and what of it may be known."""

from __future__ import annotations

from random import Random

import pytest
from at_hand import GAMES, TABLES
from kit.scripted import at, glimpse
from tables import match
from tui import positions
from tui.scripted import seated
from tui.showing import settled, shown, until

from lltui.client.updates import Began, ChatLine, Closed, Waits
from lltui.desk.desk import Desk, Place, Words
from lltui.desk.love_letter.endings import RoundEnd, match_end, round_end
from lltui.desk.love_letter.view import match_view
from lltui.games.chair import Glimpse, Over, Speak
from lltui.games.love_letter import events
from lltui.text import Wording
from lltui.tui.art.card import SMALL, back
from lltui.tui.art.rows import plain, width
from lltui.tui.love_letter import end_screens
from lltui.tui.love_letter.end_screens import ALL, EndScreen, EndShown, EndTold, end_rows, told_rows
from lltui.tui.settings import Settings

COURT = [table for table in TABLES if table.at_hand is GAMES["love-letter"]]
NAMES = ("Kay", "Wilhelmina", "Bartholomew", "Ottoline", "Kunigunde", "Maximilian")
BANDS = {(80, 6): (80, 8), (100, 7): (81, 11), (85, 10): (89, 14), (86, 21): (86, 15)}
END = glimpse(positions.OVER, heard=positions.ENDED)
WON = (glimpse(positions.WON, heard=(*positions.ENDED, events.MatchWon((0,)))), Over())
BOXES = "#head, #seats, #scene, #stage, #own, #mine, #discards, #prompt"


def ends(table, language, seed, you=1):
    """Every end of a round of a match, as one of its players has it, and of the match."""
    desk, words = Desk(Words(language, "court")), Wording(language, area="table")
    names = NAMES[: table.seats]
    desk.hear(Began(1, table.game.model.id, table.options, names, you, frozenset(), hosting=False))
    for moment in match(table, Random(seed)):
        private, menu = table.game.private(moment.after, you), table.game.legal(moment.after, you)
        heard = tuple(moment.news.heard_by(you))
        desk.hear(Glimpse(heard, table.game.public(moment.after), private, tuple(menu)))
        if not desk.looks:
            continue
        view = match_view(desk, words)
        yield view, round_end(view, desk)
        if view.public.match_won:
            yield view, match_end(view, desk)
        desk.go_on()


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("table", COURT, ids=repr)
def test_nothing_that_is_needed_is_cut_and_everybody_is_named(table, language):
    seen = 0
    for view, end in ends(table, language, seed=5):
        for (cells, rows), (front, high) in BANDS.items():
            stage = end_rows(EndShown(view, end), cells, rows)
            told = told_rows(EndTold(view, end, ("Won in a row: 1 now, 4 at most.",) * 4), front, high)
            for drawn, wide, most in ((stage, cells, rows), (told, front, high)):
                text = plain(drawn)
                assert len(text) <= most, text
                assert "…" not in "".join(text), text
                assert max(map(width, drawn), default=0) <= wide, text
            whole = "\n".join(plain(stage if isinstance(end, RoundEnd) else [*stage, *told]))
            assert all(name in whole for name in view.names), whole
            assert all(word in whole or " ".join(word) in whole for word in end.title.split()), whole
            seen += 1
    assert seen > 3


def told(line, heard, cells=80, rows=6, step=ALL):
    desk = at(line, heard=heard)
    view = match_view(desk, Wording("en", area="table"))
    return "\n".join(plain(end_rows(EndShown(view, round_end(view, desk), step), cells, rows)))


def test_hands_lie_from_high_to_low_and_the_winner_is_double():
    stage = told(positions.OVER, positions.ENDED)
    names, edges, _, signs, *_ = stage.splitlines()
    places = [names.index(each) for each in ("Kay", "Ada", "Linus")]
    assert places == sorted(places)
    assert edges.strip().startswith("╔══")
    assert "╭──" in edges
    assert edges.count("╭┄┄") == 2
    assert signs.count(">") == 1, "only what was compared"
    assert "YOU WIN THE ROUND" in stage
    assert "♥♥♥· ▸ ♥♥♥♥" in stage


def test_who_share_a_round_are_all_double():
    line = positions.OVER.replace("| prince :", "| king :").replace("won 0 card", "won 0 1 tied")
    line = line.replace("tokens 4 2", "tokens 4 3")
    shows = (events.HandShown(0, "king"), events.HandShown(1, "king"))
    heard = (*shows, events.RoundWon((0, 1), "tied"), events.TokenWon(0, 4), events.TokenWon(1, 3))
    stage = told(line, heard)
    assert stage.splitlines()[1].count("╔══") == 2
    assert "║=" in stage
    assert "card, the highest one." in stage


@pytest.mark.parametrize("cells, rows, flat", [(80, 6, True), (100, 7, True), (85, 10, False)])
def test_six_hands_lie_in_one_row_with_the_words_below(cells, rows, flat):
    line = (
        positions.SIX.replace("*prince guard", "prince")
        + " ; phase deck ; shown 0 1 2 4 5 ; first 1 ; won 1 card"
    )
    hands = ("prince", "king", "spy", "baron", "chancellor")
    shows = tuple(events.HandShown(seat, card) for seat, card in zip((0, 1, 2, 4, 5), hands, strict=True))
    stage = told(line.replace("spy! :", "spy :"), (*shows, events.RoundWon((1,), "card")), cells, rows)
    first, edge, *cards = stage.splitlines()
    assert edge.count("╔") + edge.count("╭") == 6
    assert first.count("─ ") >= 6
    last = [line for line in cards if "WINS THE ROUND" in line]
    assert len(last) == 1
    assert len(cards) == rows - 2 if flat else len(cards) >= 6


def test_six_hands_stand_in_the_middle_of_a_large_stage():
    line = positions.SIX.replace("*prince guard", "prince").replace("spy! :", "spy :")
    line += " ; phase deck ; shown 0 1 2 4 5 ; first 1 ; won 1 card"
    hands = ("prince", "king", "spy", "baron", "chancellor")
    shows = tuple(events.HandShown(seat, card) for seat, card in zip((0, 1, 2, 4, 5), hands, strict=True))
    lines = told(line, (*shows, events.RoundWon((1,), "card")), 86, 21).splitlines()
    [top] = [at for at, text in enumerate(lines) if text.count("╭─") >= 4]
    [words] = [at for at, text in enumerate(lines) if "ADA WINS THE ROUND" in text]
    assert "ROUND 7 IS OVER" in lines[0]
    assert 4 < top < words < 18


@pytest.mark.parametrize("step", range(ALL))
@pytest.mark.parametrize("cells, rows", BANDS)
def test_an_end_tells_nothing_before_its_hands_are_open(step, cells, rows):
    stage = told(positions.OVER, positions.ENDED, cells, rows, step)
    assert "▸" not in stage
    assert "YOU WIN" not in stage
    assert "╔" not in stage
    names = "KING" in stage.upper(), "PRINCE " in stage.upper()
    assert names == (step > 1, step > 0), "from low to high"


def test_a_hand_that_no_rule_opens_stays_a_back():
    line = positions.OVER.replace("shown 0 1", "shown").replace("won 0 card", "won 1 last")
    line = line.replace("king : spy guard", "x : spy guard king")
    stage = told(line.replace("; shown ", ""), (events.RoundWon((1,), "last"), events.TokenWon(1, 3)), 86, 21)
    assert "─ hidden ─╯" in stage
    assert "PRINCE " not in stage


@pytest.mark.parametrize("word", ["hidden", "verdeckt", "not shown", "nicht gezeigt"])
def test_a_word_in_the_edge_of_the_smallest_back_leaves_both_corners(word):
    (edge,) = plain([end_screens._worded(back(SMALL)[-1], word)])
    assert (len(edge), edge[0], edge[-1]) == (SMALL.width, "╰", "╯")
    assert word in edge or len(word) > SMALL.width - 4


async def test_the_table_stays_where_it_was_and_shows_what_was_laid_open():
    for size in ((80, 24), (100, 30), (120, 36), (160, 50)):
        async with seated(positions.OWN_TURN, size=size) as (app, pilot, chair):
            await settled(app, pilot)
            places = {box.id: box.region for box in app.screen.query(BOXES)}
            chair.tell(END)
            await until(lambda app=app: app.screen.place is Place.PAUSE, app)
            await settled(app, pilot)
            assert {box.id: box.region for box in app.screen.query(BOXES)} == places
            assert "holds Prince" in shown(app)
            assert "WINS" in shown(app)
            assert "THE ROUND IN SHORT" in shown(app)


async def test_a_table_that_stands_still_is_told_at_the_end_of_a_round():
    async with seated(positions.OWN_TURN, END) as (app, _, chair):
        await until(lambda: "Enter goes on with the next round." in shown(app), app)
        chair.tell(Waits("paused", (), None))
        await until(lambda: "The match stands still." in shown(app), app)
        assert "Enter goes on" not in shown(app)
        chair.tell(Waits("collecting", (1,), None))
        await until(lambda: "Enter goes on with the next round." in shown(app), app)


async def test_hands_are_laid_open_in_steps_where_things_may_move(monkeypatch):
    steps, lay = [], EndScreen.lay
    monkeypatch.setattr(EndScreen, "lay", lambda screen, step: (steps.append(step), lay(screen, step)))
    async with seated(positions.OWN_TURN, END, settings=Settings(pace="quick")) as (app, _, _chair):
        await until(lambda: steps == [*range(ALL + 1)], app)
        await until(lambda: "YOU WIN THE ROUND" in shown(app), app)


async def test_a_key_shows_all_of_it_and_only_the_next_goes_on(monkeypatch):
    monkeypatch.setattr(end_screens, "STEPS", (0, *[60_000] * ALL))
    monkeypatch.setattr("lltui.tui.match.match_screen.GRACE", 0.0)
    async with seated(positions.OWN_TURN, END, size=(160, 50), settings=Settings(pace="slow")) as (
        app,
        pilot,
        _,
    ):
        await until(lambda: app.screen.place is Place.PAUSE, app)
        await settled(app, pilot)
        assert "YOU WIN THE ROUND" not in shown(app)
        assert "holds Prince" not in shown(app), "nor does a seat tell it"
        assert "♥♥♥♥" not in shown(app)
        assert "You show the King" not in shown(app), "nor does the log"
        await pilot.press("enter")
        await until(lambda: "YOU WIN THE ROUND" in shown(app), app)
        assert app.desk.looks
        await pilot.press("enter")
        await until(lambda: not app.desk.looks, app)


@pytest.mark.parametrize("size", [(80, 24), (160, 50)])
@pytest.mark.parametrize("whole", [False, True])
async def test_at_an_end_everybody_can_talk(size, whole):
    async with seated(positions.OWN_TURN, *(WON if whole else (END,)), size=size) as (app, pilot, chair):
        await until(lambda: "YOU WIN THE ROUND" in shown(app), app)
        if whole:
            await pilot.press("enter")
            await until(lambda: "THE LETTER ARRIVES" in shown(app), app)
        assert "t talk" in shown(app)
        await pilot.press("t", "n", "o", "escape", "t", *"well done q", "enter")
        await until(lambda: chair.acts, app)
        assert chair.acts == [Speak("well done q")]
        assert app.screen.place is (Place.RESULT if whole else Place.PAUSE)
        chair.tell(ChatLine(1, "Ben", "that was close"))
        await until(lambda: "that was close" in shown(app), app)


async def test_where_the_table_was_closed_since_nobody_is_promised_the_lobby():
    async with seated(positions.OWN_TURN, *WON) as (app, pilot, chair):
        await until(lambda: "YOU WIN THE ROUND" in shown(app), app)
        await pilot.press("enter")
        await until(lambda: "Enter goes back to the lobby" in shown(app), app)
        chair.tell(Closed("over"))
        await until(lambda: "The table is closed. Enter tells how you may come back." in shown(app), app)
        assert "lobby" not in shown(app)
        await settled(app, pilot)
        await pilot.press("enter")
        await until(lambda: app.screen.place is Place.CLOSED, app)
        assert "once it is open" in shown(app)


async def test_a_match_ends_with_the_letter_and_the_card_that_won():
    for size, letters in (((80, 24), 1), ((160, 50), 1)):
        async with seated(positions.OWN_TURN, *WON, size=size) as (app, pilot, _):
            await until(lambda app=app: "YOU WIN THE ROUND" in shown(app), app)
            await pilot.press("enter")
            await until(lambda app=app: "THE LETTER ARRIVES" in shown(app), app)
            assert shown(app).count("Y O U   W I N   T H E   M A T C H") == letters
            assert "THE MATCH IN NUMBERS" in shown(app)
            assert "▁▁▁" in shown(app)


@pytest.mark.parametrize("cells, rows", BANDS)
def test_a_letter_whose_card_nobody_showed_stays_sealed(cells, rows):
    desk = at(positions.WON, heard=(*positions.ENDED, events.MatchWon((0,))))
    view = match_view(desk, Wording("en", area="table"))
    end = match_end(view, desk)
    open_, sealed = (
        "\n".join(plain(end_rows(EndShown(view, each), cells, rows)))
        for each in (end, end._replace(letter=None))
    )
    assert "║" in open_
    assert "║" not in sealed
    assert "┗" in sealed


@pytest.mark.parametrize("language", ["en", "de"])
def test_an_end_is_drawn_at_any_size_however_small(language):
    """A window that is drawn with the mouse is for a moment as small as it likes."""
    table = next(table for table in COURT if table.seats > 2)
    for view, end in ends(table, language, seed=5):
        for cells in (*range(12), 20, 40):
            for rows in (*range(8), 14):
                stage = end_rows(EndShown(view, end), cells, rows)
                told = told_rows(EndTold(view, end, ("Won in a row: 1 now, 4 at most.",) * 4), cells, rows)
                assert len(stage) <= rows
                assert len(told) <= rows
