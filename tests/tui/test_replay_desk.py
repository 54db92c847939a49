"""A match that was played: the desk of each moment is what its scenes say, on every way there."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from record.kept import WrittenMatch, keep
from tui import kept
from tui.showing import opened, shown, until

from lltui import text
from lltui.client import updates as u
from lltui.desk.desk import Place, Words
from lltui.desk.replay_desk import ReplayDesk
from lltui.games.two_princes import model as princes
from lltui.record.kept_match_facts import Eyes, ReplayFacts
from lltui.tui import first_screen
from llwire.wire.deeds import EndMatch

WORDS = Words("en", "court")
MATCH = "10101010101010101010101010101010-2-1.ll"  # of four, won by its owner after seven rounds
OPEN = "10101010101010101010101010101010-3-1.ll"  # broken off


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    return kept.matches(tmp_path_factory.mktemp("films"))


@pytest.fixture(scope="module")
def tape(data):
    return kept.ways(data).tape(MATCH)


def told(replay):
    """Everything that a screen may look at."""
    desk = replay.desk
    return desk.place, desk.glimpse, [line.text for line in desk.log], desk.over, desk.hands, desk.verified


def views():
    return [0, 1, 2, 3, *Eyes]


@pytest.mark.parametrize("view", views(), ids=str)
def test_every_moment_shows_what_the_file_tells(tape, view):
    replay, scenes = ReplayDesk(tape, view, WORDS), [*tape.scenes(view)]
    newest = {scene.seq: scene for scene in scenes}
    seen = []
    for moment in range(replay.moments):
        replay.go(moment)
        seen.append(replay.scene.seq)
        glimpse = newest[replay.scene.seq].glimpse
        assert replay.desk.glimpse.public == glimpse.public
        assert replay.desk.glimpse.private == glimpse.private
        assert replay.desk.glimpse.menu == ()
    assert replay.desk.place is Place.RESULT
    heard = [scene.seq for scene in scenes if scene.glimpse.heard or scene.remarks]
    assert seen == [*heard, heard[-1]]


def test_all_eyes_have_all_hands_and_nobody_else_has(tape):
    for view in views():
        replay = ReplayDesk(tape, view, WORDS)
        replay.go(20)
        assert len(replay.desk.hands) == (4 if view is Eyes.ALL else 0)
        assert (replay.desk.glimpse.private is None) == isinstance(view, Eyes)


@given(
    st.lists(
        st.tuples(st.sampled_from(["step", "round", "turn_round", "go"]), st.integers(-80, 80)), max_size=8
    )
)
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_however_one_comes_to_a_moment_it_is_the_same(tape, ways):
    replay = ReplayDesk(tape, 0, WORDS)
    for way, number in ways:
        getattr(replay, way)(number)
        assert 0 <= replay.at < replay.moments
    straight = ReplayDesk(tape, 0, WORDS)
    straight.go(replay.at)
    assert told(straight) == told(replay)


def test_rounds_are_gone_through_from_beginning_to_beginning(tape):
    replay = ReplayDesk(tape, 0, WORDS)
    begins = []
    for deal in range(1, replay.rounds + 1):
        assert replay.round(deal)
        begins.append(replay.at)
    assert begins == sorted(set(begins))
    assert not replay.round(replay.rounds + 1)
    replay.go(begins[2] + 3)
    replay.turn_round(-1)
    assert replay.at == begins[2]
    replay.turn_round(-1)
    assert replay.at == begins[1]
    replay.turn_round(1)
    assert replay.at == begins[2]
    replay.go(0)
    replay.turn_round(-1)
    assert replay.at == 0
    replay.go(begins[-1])
    replay.turn_round(1)
    assert replay.at == replay.moments - 1


def test_other_eyes_see_the_same_moment(tape):
    replay = ReplayDesk(tape, 0, WORDS)
    replay.go(20)
    other = replay.seen_by(Eyes.WATCHER)
    assert other.scene.seq <= replay.scene.seq
    assert other.scene.deal == replay.scene.deal
    replay.go(replay.moments)
    assert replay.seen_by(2).desk.place is Place.RESULT


def test_only_checked_rounds_are_called_so(tape):
    class Doubted:
        """The same, and somebody found no more than two rounds to be true."""

        facts = tape.facts._replace(checked=2)
        scenes = staticmethod(tape.scenes)

    replay = ReplayDesk(Doubted(), 0, WORDS)
    replay.go(replay.moments)
    assert replay.desk.verified == 2
    assert isinstance(Doubted.facts, ReplayFacts)
    sure = ReplayDesk(tape, 0, WORDS)
    sure.go(sure.moments)
    assert sure.desk.verified == 7
    assert u.Verified(1) != u.Verified(2)


# ------------------------------------------------------------------- on the screen


async def test_a_match_is_stepped_through_with_keys(data):
    async with opened(first_screen.replay(MATCH), ways=kept.ways(data)) as (app, pilot):
        await until(lambda: "moment 1 of 76" in shown(app), app)
        for key, place in (("right", 1), ("space", 2), ("enter", 3), ("left", 2), ("end", 75), ("home", 0)):
            await pilot.press(key)
            await until(
                lambda place=place: app.replay.at == place and f"moment {place + 1} of 76" in shown(app), app
            )
            assert "not your turn" not in shown(app)
        await pilot.press("3")
        await until(lambda: "Round 3 of 7" in shown(app), app)
        await pilot.press("down")
        await until(lambda: "Round 4 of 7" in shown(app), app)
        await pilot.press("9")
        assert app.replay.scene.deal == 4
        await pilot.press("q")
        await until(lambda: app._exit, app)


async def test_no_key_of_a_film_plays_a_card(data):
    async with opened(first_screen.replay(MATCH), ways=kept.ways(data)) as (app, pilot):
        await until(lambda: "moment 1 of 76" in shown(app), app)
        await pilot.press("t", "n", "tab", "z")
        assert "moment 1 of 76" in shown(app)
        assert len(app.screen_stack) == 2


async def test_a_moment_is_played_on_and_left_for_the_same_moment(data):
    async with opened(first_screen.replay(MATCH), ways=kept.ways(data)) as (app, pilot):
        await until(lambda: "moment 1 of 76" in shown(app), app)
        for place in range(2, 6):
            await pilot.press("right")
            await until(lambda place=place: f"moment {place} of 76" in shown(app), app)
        for _ in range(2):
            await pilot.press("p")
            await until(lambda: app.desk.practice and app.desk.place is Place.TABLE, app)
            await until(lambda: app.desk.glimpse.menu, app)
            assert app.desk.began.bots == {1, 2, 3}
            await until(lambda: "PRACTICE, COUNTS NOWHERE   round" in shown(app).splitlines()[0], app)
            assert "…" not in shown(app).splitlines()[0]
            await pilot.press("q")
            await until(lambda: "Leave this practice?" in shown(app), app)
            await pilot.press("enter")
            await until(lambda: "moment 5 of 76" in shown(app), app)
            assert len(app.screen_stack) == 2
        await pilot.press("right")
        await until(lambda: "moment 6 of 76" in shown(app), app)
        await pilot.press("q")
        await until(lambda: app._exit, app)


async def test_from_the_last_moment_too_one_plays_on_and_learns_what_it_teaches(data):
    async with opened(first_screen.replay(MATCH), ways=kept.ways(data)) as (app, pilot):
        await until(lambda: "moment 1 of 76" in shown(app), app)
        await pilot.press("end")
        await until(lambda: "moment 76 of 76" in shown(app), app)
        assert all(app.screen.check_action(action, ()) for action in ("practise", "analyse"))
        await pilot.press("p")
        await until(lambda: app.desk is not None and app.desk.practice, app)


async def test_nobody_is_said_to_be_thinking_in_a_replay(data):
    async with opened(first_screen.replay(MATCH), ways=kept.ways(data)) as (app, _):
        await until(lambda: "moment 1 of 76" in shown(app), app)
        told = [*app.screen.about()]
        table = text.words("en", "table")
        assert text.words("en", "screens")["about.replay"] in told
        assert table["about.seats"] in told
        assert not {table[f"about.{state}"] for state in ("wait", "watch", "out", "halted")} & {*told}


async def test_practice_begins_at_once_where_it_was_asked_for_and_takes_the_eyes_seat(data):
    first = first_screen.replay(MATCH, "Cleo", 10)
    async with opened(first, ways=kept.ways(data)) as (app, _):
        await until(lambda: app.desk is not None and app.desk.practice, app)
        assert app.desk.began.names[app.desk.began.you] == "Cleo"
        await app.rise(getting_up=True)
        await until(lambda: "moment 10 of 76" in shown(app), app)


async def test_what_is_not_over_is_not_practised_and_the_replay_stands_there_again(data):
    async with opened(first_screen.replay(OPEN), ways=kept.ways(data)) as (app, pilot):
        await until(lambda: "Round 1 of" in shown(app), app)
        await pilot.press("right", "p")
        await until(lambda: "can be practised" in shown(app), app)
        await pilot.press("enter")
        await until(lambda: "Round 1 of" in shown(app) and app.replay is not None, app)
        await pilot.press("left", "q")
        await until(lambda: app._exit, app)


async def test_before_the_end_other_hands_stay_closed(data):
    async with opened(first_screen.replay(OPEN), ways=kept.ways(data)) as (app, pilot):
        await until(lambda: "Round 1 of" in shown(app), app)
        await pilot.press("right", "e", "2", "enter")
        await until(lambda: "not over" in shown(app), app)
        await pilot.press("enter")
        await until(lambda: "as you saw it" in shown(app), app)
        assert app.replay.view == 0


async def test_a_file_that_is_none_is_told_so_and_ends_the_program(tmp_path):
    (tmp_path / "no.ll").write_bytes(b"nothing of the kind")
    async with opened(first_screen.replay(str(tmp_path / "no.ll")), ways=kept.ways(tmp_path)) as (app, pilot):
        await until(lambda: "is no match" in shown(app), app)
        await pilot.press("enter")
        await until(lambda: app._exit, app)
        assert app.return_value == 1


async def test_eyes_are_named_on_the_command_line_and_unknown_ones_refused(data):
    async with opened(first_screen.replay(MATCH, "Cleo"), ways=kept.ways(data)) as (app, _):
        await until(lambda: "as Cleo saw it" in shown(app), app)
    async with opened(first_screen.replay(MATCH, "Zoe"), ways=kept.ways(data)) as (app, _):
        await until(lambda: "Zoe" in shown(app), app)


async def test_the_words_change_in_the_middle_of_a_film(data):
    async with opened(first_screen.replay(MATCH), ways=kept.ways(data)) as (app, pilot):
        await until(lambda: "moment 1 of 76" in shown(app), app)
        await pilot.press("right", "right")
        app.speak(Words("de", "court"))
        await until(lambda: "Runde 1 von 7" in shown(app) and "wie du es gesehen hast" in shown(app), app)
        await pilot.press("left")
        await until(lambda: "Moment 2 von 76" in shown(app) and "Du spielst die Gräfin." in shown(app), app)


@pytest.mark.parametrize(
    ("game", "told"),
    [("love-letter", "Over before the first round."), ("princes", "The match ended before the story did.")],
)
async def test_a_match_that_was_never_dealt_has_an_end_to_be_looked_at(game, told, tmp_path):
    options = princes.Options() if game == princes.MODEL.id else None
    evening = WrittenMatch(options, people=2, bots=0, game=game).decide(EndMatch()).end()
    path = keep(evening, tmp_path / "matches", 0)
    async with opened(first_screen.replay(str(path)), ways=kept.ways(tmp_path)) as (app, pilot):
        await until(lambda: "the host ended the match" in shown(app), app)
        await pilot.press("end")
        await until(lambda: told in shown(app), app)
        await pilot.press("home", "left", "right", "9", "down", "up", "end", "q")
        await until(lambda: app._exit, app)


# ------------------------------------------------------------------ what a match teaches


def standing(app):
    return type(app.screen).__name__


async def analysed(app):
    await until(lambda: standing(app) == "AnalysisScreen" and "from your seat" in shown(app), app)
    return app.screen._found.seats[0].moments


async def test_a_moment_of_the_analysis_is_seen_again_and_the_way_back_leads_to_it(data):
    async with opened(first_screen.analysis(MATCH), ways=kept.ways(data)) as (app, pilot):
        moments = await analysed(app)
        for number, moment in enumerate(moments, 1):
            await pilot.press(str(number))
            await until(lambda: app.replay is not None, app)
            assert app.replay.scene.seq == moment.seq
            await until(lambda: "as you saw it" in shown(app), app)
            await pilot.press("q")
            await analysed(app)
            assert app.replay is None
        await pilot.press("4", "escape")
        await until(lambda: app._exit, app)
        assert app.return_value == 0


async def test_a_match_that_is_gone_when_a_moment_is_to_be_seen_is_told_and_what_was_found_stays(data):
    async with opened(first_screen.analysis(MATCH), ways=kept.ways(data)) as (app, pilot):
        await analysed(app)
        (data / "matches").rename(data / "elsewhere")
        try:
            await pilot.press("1")
            await until(lambda: standing(app) == "Notice", app)
            await pilot.press("enter")
            await analysed(app)
        finally:
            (data / "elsewhere").rename(data / "matches")


async def test_another_seat_is_told_of_and_its_moment_seen_with_its_eyes(data):
    async with opened(first_screen.analysis(MATCH), ways=kept.ways(data)) as (app, pilot):
        await analysed(app)
        await pilot.press("e")
        await until(lambda: "From which seat?" in shown(app), app)
        await pilot.press("2", "enter")
        await until(lambda: "from the seat of Ben" in shown(app), app)
        await pilot.press("1")
        await until(lambda: "as Ben saw it" in shown(app), app)
        assert app.replay.scene.seq == app.screen_stack[1]._found.seats[1].moments[0].seq


async def test_asked_for_in_a_replay_a_moment_is_shown_there(data):
    async with opened(first_screen.replay(MATCH), ways=kept.ways(data)) as (app, pilot):
        await until(lambda: "moment 1 of 76" in shown(app), app)
        await pilot.press("a")
        moments = await analysed(app)
        await pilot.press(str(len(moments)))
        await until(lambda: app.replay.scene.seq == moments[-1].seq and len(app.screen_stack) == 2, app)
        await pilot.press("a")
        await analysed(app)
        await pilot.press("escape")
        await until(lambda: len(app.screen_stack) == 2, app)
        assert app.replay.scene.seq == moments[-1].seq


async def test_what_cannot_be_analysed_is_told_and_ends_the_program(data, tmp_path):
    (tmp_path / "no.ll").write_bytes(b"nothing of the kind")
    modern = MATCH.replace("-2-1", "-1-1")
    for file, told in ((str(tmp_path / "no.ll"), "is no match"), (modern, "No bot has learned the edition")):
        async with opened(first_screen.analysis(file), ways=kept.ways(data)) as (app, pilot):
            await until(lambda told=told: told in shown(app), app)
            await pilot.press("enter")
            await until(lambda app=app: app._exit, app)
            assert app.return_value == 1


async def test_in_the_list_and_in_german_it_is_a_key_away(data):
    async with opened(first_screen.history, ways=kept.ways(data)) as (app, pilot):
        await until(lambda: "with Ben, Cleo and Dan" in shown(app), app)
        await pilot.press("down", "a")
        await analysed(app)
        app.speak(Words("de", "court"))
        await until(lambda: "von deinem Platz" in shown(app), app)


async def test_a_story_offers_no_analysis_in_its_replay(tmp_path):
    evening = WrittenMatch(princes.Options(), people=2, bots=0, game="princes").decide(EndMatch()).end()
    path = keep(evening, tmp_path / "matches", 0)
    async with opened(first_screen.replay(str(path)), ways=kept.ways(tmp_path)) as (app, pilot):
        await until(lambda: "the host ended the match" in shown(app), app)
        await pilot.press("a")
        await pilot.pause()
        assert standing(app) != "AnalysisScreen"
