"""When a moment comes onto the stage and when it goes: by a clock that only these tests move."""

from __future__ import annotations

import pytest
from kit.scripted import glimpse
from tui import positions
from tui.checked_driver import CheckedDriver
from tui.scripted import seated
from tui.showing import lines, read, settled, shown, until

from lltui.client import requests
from lltui.client import updates as u
from lltui.desk.desk import Place
from lltui.desk.love_letter.moments import MomentTold, scenes
from lltui.games.love_letter import events as e
from lltui.text.moments import MomentShown
from lltui.tui.love_letter.pace import HOLD, HURRIED, StagePace, steps
from lltui.tui.settings import Settings

MISSED = (e.Played(1, "guard", 2, "baron"), e.GuessMissed(1, 2, "baron"))
SHIELDED = (e.Played(2, "handmaid"), e.Shielded(2))
LOOKED = (e.Played(1, "priest", 0), e.HandLookedAt(1, 0))
HIT = (e.Played(1, "guard", 0, "chancellor"), e.KnockedOut(0, "guessed", "chancellor"))
LAID = glimpse(positions.WAITING)


def scene(*events):
    (found,) = scenes((glimpse(positions.WAITING, heard=events),), 0)
    return found


def stage(pace="slow", **more):
    made = StagePace()
    made.pace, made.you = pace, 0
    for name, value in more.items():
        setattr(made, name, value)
    return made


def through(stage, now=0.0):
    """When each step comes, up to the last."""
    came = [now]
    while stage.moving:
        now = stage.due
        stage.go_on(now)
        came.append(round(now, 3))
    return came


@pytest.mark.parametrize("pace, ends", [("slow", 0.99), ("quick", 0.33)])
def test_a_guess_takes_its_steps_at_the_players_pace_and_then_stands_to_be_read(pace, ends):
    there = stage(pace)
    there.put([scene(*MISSED)], 0.0, LAID)
    assert len(through(there)) == 6
    assert there.due == pytest.approx(ends + HOLD[pace])
    there.go_on(there.due)
    assert not there.busy
    assert there.moment.result == "missed"  # until the next is drawn over it


def test_without_pauses_and_over_a_slow_line_all_of_it_is_there_at_once():
    there = stage("none")
    there.put([scene(*MISSED), scene(*SHIELDED)], 0.0, LAID)
    assert (there.moment.form, there.moving, there.busy) == ("shield", False, False)
    slow = stage(moves=False)
    slow.put([scene(*MISSED)], 0.0, LAID)
    assert (slow.moving, slow.busy, slow.due) == (False, True, HOLD["slow"])


def test_any_key_shows_the_last_step_and_the_next_one_goes_on():
    there = stage()
    there.put([scene(*MISSED), scene(*SHIELDED)], 0.0, LAID)
    assert there.skip(0.1)
    assert (there.step, there.moving, there.moment.form) == (5, False, "guess")
    assert there.skip(0.2)
    assert (there.step, there.moment.form) == (0, "shield")


@pytest.mark.parametrize("pace", ["slow", "quick", "none"])
def test_what_hit_me_stands_until_a_key_at_any_pace(pace):
    there = stage(pace)
    there.put([scene(*LOOKED)], 0.0, LAID)
    there.put([scene(*SHIELDED)], 0.1, LAID)
    through(there, 0.1)
    assert there.due is None
    there.go_on(1000.0)
    assert there.moment.form == "look"
    assert there.skip(1000.0)
    assert there.moment.form == "shield"


def test_of_more_than_two_that_wait_the_older_ones_are_hurried():
    there = stage()
    there.put([scene(*MISSED)] * 5, 0.0, LAID)
    assert (there.moving, there.due) == (False, HURRIED)
    there.go_on(HURRIED)
    assert (there.moving, there.due) == (False, 2 * HURRIED)
    there.go_on(2 * HURRIED)
    assert there.moving  # two wait behind it


def test_the_table_is_shown_as_it_was_until_the_words_are_there():
    there, (shown_, next_) = stage(), (scene(*MISSED), scene(*SHIELDED))
    there.put([shown_, next_], 0.0, LAID)
    assert there.laid is LAID
    assert [*there.hidden] == [shown_.after, next_.after]
    through(there)
    assert there.laid is shown_.after
    there.go_on(there.due)
    through(there)
    assert there.laid is None
    assert not [*there.hidden]


def test_who_is_out_sees_a_frame_first_and_then_why():
    assert steps(scene(*HIT).moment, 0) == (0, 400)
    assert len(steps(scene(*HIT).moment, 2)) == 6
    assert steps(MomentShown("plain", 1, "spy"), 0) == (0,)


def test_what_nobody_could_see_has_stood_still():
    there = stage()
    there.put([scene(*MISSED)], 0.0, LAID)
    there.wake(100.0)
    there.go_on(100.1)
    assert there.step == 0
    assert there.due == pytest.approx(100.35)
    assert MomentTold(there.moment, LAID).moment is there.moment


@pytest.mark.parametrize("seconds", [0.0, 1e-9])
async def test_what_is_due_already_comes_however_late_the_machine_is(seconds):
    """A timer of Textual skips it, or divides by nothing and ends the program when its screen goes."""
    async with seated(positions.WAITING) as (app, _pilot, _chair):
        rang = []
        app.screen.later(seconds, lambda: rang.append(seconds))
        await until(lambda: rang, app)
        gone = app.screen
    assert gone.later(0.0, lambda: rang.append("too late"))
    assert rang == [seconds]


def test_news_that_nothing_tells_of_are_shown_at_once():
    there = stage()
    there.put([], 0.0, LAID)
    assert there.laid is None
    there.put([scene(*MISSED)], 0.0, LAID)
    there.put([], 0.1, LAID)
    assert there.laid is LAID


# ------------------------------------------------------------------- at a table


@pytest.mark.parametrize("seat", [0, 3, None])
async def test_who_waits_for_the_others_after_a_round_sees_the_next_one_as_it_begins(seat):
    """The screen that waits is told the old round, and then one in which nothing has happened."""
    fresh = positions.WAITING.replace("round 3 ; fell 3", "round 4").replace("x :", "guard :")
    settings = Settings(pace="quick", bell=False)
    async with seated(positions.OWN_TURN, seat=seat, settings=settings, size=(120, 36)) as (
        app,
        pilot,
        chair,
    ):
        chair.tell(glimpse(positions.OVER, seat, positions.ENDED))
        await until(lambda: app.desk.looks, app)
        await read(app, pilot)
        await until(lambda: app.screen.place is Place.PAUSE, app)
        app.go_on()
        await until(lambda: app.screen.place is Place.TABLE, app)
        await settled(app, pilot)
        assert "round 3" in shown(app)
        chair.tell(glimpse(fresh, seat))
        await until(lambda: not app.desk.looked and app.desk.deal == 2, app)
        await settled(app, pilot)
        assert "round 4" in shown(app)
        assert "OUT" not in shown(app)
        assert "YOU ARE OUT" not in shown(app)
        assert "WINS" not in shown(app)


async def test_my_hand_and_the_seats_change_with_the_words_and_not_before():
    """And the log beside it tells nothing before, and a key shows all of it, and does nothing else."""
    now = [0.0]
    out = (e.Played(1, "baron", 2), e.HandsCompared(1, 2, 2), e.KnockedOut(2, "outranked", "spy"))
    fallen = positions.WAITING.replace("| spy : guard handmaid", "| x : guard handmaid spy")
    fallen = fallen.replace("fell 3", "fell 3 2")
    for size in ((80, 24), (160, 50)):
        async with seated(positions.WAITING, settings=Settings(), size=size) as (app, pilot, chair):
            await settled(app, pilot)
            app.now = lambda: now[0]
            chair.tell(glimpse(fallen, heard=out))
            await until(lambda: app.screen.stage.moving, app)
            before = " ".join(await settled(app, pilot)).lower()
            assert "grace is out" not in before
            assert fallen_ones(app) == ["Linus"]
            await pilot.press("l")
            after = " ".join(await settled(app, pilot)).lower()
            assert app.screen.place is not None, "the log was not opened"
            assert "grace is out" in after
            assert fallen_ones(app) == ["Grace", "Linus"]


def fallen_ones(app):
    return [box.slice.name for box in app.screen.query(".-seat") if box.slice and box.slice.seat.out]


async def test_the_clock_of_the_stage_stops_with_the_screen():
    now = [0.0]
    async with seated(positions.WAITING, settings=Settings()) as (app, pilot, chair):
        await settled(app, pilot)
        app.now, table = lambda: now[0], app.screen
        chair.tell(glimpse(positions.WAITING, heard=MISSED))
        await until(lambda: table.stage.moving, app)
        app.action_help()
        await until(lambda: app.screen is not table, app)
        now[0] = 1000.0
        table.go_on()
        assert table.stage.step == 0
        await pilot.press("escape")
        await until(lambda: app.screen is table, app)
        assert table.stage.due == pytest.approx(1000.35)


async def test_my_turn_puts_all_that_waits_into_what_happened_since():
    async with seated(positions.WAITING, settings=Settings()) as (app, pilot, chair):
        await settled(app, pilot)
        chair.tell(glimpse(positions.WAITING, heard=LOOKED), glimpse(positions.WAITING, heard=MISSED))
        chair.tell(glimpse(positions.OWN_TURN, heard=SHIELDED))
        await until(lambda: "SINCE THE ROUND BEGAN" in shown(app), app)
        assert not app.screen.stage.busy
        assert "three moves" in shown(app) or "3 moves" in shown(app)


@pytest.mark.parametrize("key", ["enter", "space"])
async def test_whoever_is_out_reads_why_and_enter_has_the_bots_hurry(key):
    async with seated(positions.WAITING, bots=(1, 2, 3)) as (app, pilot, chair):
        chair.tell(u.Waits("playing", (1,), None), glimpse(positions.PUT_OUT, heard=HIT))
        await until(lambda: "YOU ARE OUT" in shown(app), app)
        told = await settled(app, pilot)
        assert any("Enter bots hurry to the end   Space turn by turn" in line for line in told)
        assert "READ   Enter: the bots hurry to the end. Space: turn by turn." in told[-2]
        assert "Enter hurry" in told[-1]
        await pilot.press(key)
        await settled(app, pilot)
        assert chair.acts == ([requests.HURRY] if key == "enter" else [])
        assert ("Enter hurry" in lines(app)[-1]) is (key != "enter")  # later will do as well


async def test_enter_hurries_the_bots_also_once_the_frame_is_gone():
    async with seated(positions.WAITING, bots=(1, 2, 3), settings=Settings()) as (app, pilot, chair):
        chair.tell(u.Waits("playing", (1,), None), glimpse(positions.PUT_OUT, heard=HIT))
        await until(lambda: app.screen.stage.moment is not None, app)
        await pilot.press("enter", "space")  # all of the frame, and then on
        chair.tell(glimpse(positions.PUT_OUT, heard=MISSED))
        await until(lambda: app.screen.stage.moment.form == "guess" and app.screen.stage.moving, app)
        assert chair.acts == []
        await pilot.press("enter")
        await settled(app, pilot)
        assert chair.acts == [requests.HURRY]


OWN_DUEL = (
    e.Played(0, "baron", 1),
    e.HandsCompared(0, 1, 0),
    e.HandsSeen(0, 1, "spy", "king"),
    e.KnockedOut(0, "outranked", "spy"),
)


async def test_out_by_ones_own_duel_the_duel_is_seen_and_the_frame_stands_until_a_key():
    now = [0.0]
    async with seated(positions.WAITING, settings=Settings()) as (app, pilot, chair):
        await settled(app, pilot)
        app.now, stage = lambda: now[0], app.screen.stage
        chair.tell(glimpse(positions.PUT_OUT, heard=OWN_DUEL))
        await until(lambda: stage.moment is not None, app)
        await settled(app, pilot)
        assert "YOU ARE OUT" not in shown(app)
        while stage.moving:
            assert "YOU ARE OUT" not in shown(app)
            now[0] = stage.due
            app.screen.go_on()
            await settled(app, pilot)
        assert "YOU ARE OUT" in shown(app)
        assert "you, Baron" in shown(app)
        assert stage.due is None
        assert stage.asks


async def test_the_prompt_says_what_is_waited_for_and_nothing_tells_who_won_before_the_hands_open():
    """Also while a moment stands after which the round is over: hearts change with the hands."""
    ended = (*HIT, e.RoundWon((1,), "last"), e.TokenWon(1, 3))
    out = (
        "x : spy guard chancellor | prince : guard spy | x : handmaid baron | x : prince princess"
        " / - guard ; edition modern ; phase deck ; tokens 3 3 1 0 ; round 3 ; fell 3 2 0"
        " ; first 1 ; won 1 last"
    )
    async with seated(positions.WAITING) as (app, pilot, chair):
        hearts = "".join(await settled(app, pilot)).count("♥")
        chair.tell(glimpse(out, heard=ended))
        await until(lambda: "YOU ARE OUT" in shown(app), app)
        told = await settled(app, pilot)
        assert "".join(told).count("♥") == hearts
        assert "READ   Any key goes on." in shown(app)
        assert "WAIT" not in shown(app)
        assert "The round is over." in shown(app)
        assert "Until the round ends" not in shown(app)
        await pilot.press("space")
        await until(lambda: app.screen is not None and app.screen.place is Place.PAUSE, app)


async def test_what_is_said_is_read_while_a_moment_stands():
    async with seated(positions.WAITING) as (app, _pilot, chair):
        chair.tell(glimpse(positions.WAITING, heard=LOOKED))
        await until(lambda: "Any key goes on." in shown(app), app)
        chair.tell(u.ChatLine(2, "Grace", "one warm-up round first?"))
        await until(lambda: "Grace: one warm-up round first?" in shown(app), app)
        assert "Ada saw your hand." in shown(app)


async def test_whoever_wants_no_moments_has_log_and_counter():
    async with seated(positions.WAITING, settings=Settings(moments=False)) as (app, _pilot, chair):
        chair.tell(glimpse(positions.WAITING, heard=LOOKED))
        await until(lambda: "Priest on you" in shown(app), app)
        chair.tell(glimpse(positions.OWN_TURN))
        await until(lambda: "YOUR TURN" in shown(app), app)
        assert "WHAT HAPPENED" in shown(app)
        assert "SINCE" not in shown(app)


# ------------------------------------------------------------------- its bytes

PLAYS = (
    HIT_OTHER := (e.Played(1, "guard", 2, "spy"), e.KnockedOut(2, "guessed", "spy")),
    (*MISSED, e.Drew(2)),
    (e.Played(1, "baron", 2), e.HandsCompared(1, 2, 2), e.KnockedOut(2, "outranked", "spy"), e.Drew(3)),
    (e.Played(1, "baron", 0), e.HandsCompared(1, 0, 1), e.HandsSeen(1, 0, "guard", "chancellor")),
    (*LOOKED, e.Drew(2)),
    (e.Played(1, "king", 2), e.Traded(1, 2), e.Drew(2)),
    (e.Played(1, "prince", 2), e.Discarded(2, "spy"), e.Drew(2)),
    (e.Played(1, "prince", 2), e.Discarded(2, "princess"), e.KnockedOut(2, "discarded")),
    SHIELDED,
    HIT,
)
GONE_ON = positions.WAITING.replace(
    "spy | *king baron : priest | spy", "spy | king : priest baron | *spy guard"
)
MOST = {True: 3_500, False: 2_100}  # bytes of a play at 80x24, in 24-bit codes: with its moment, and without


async def sent(monkeypatch, heard, *, moments):
    """By one play of somebody else, in all its steps, each of them fetched."""
    monkeypatch.setattr("tui.checked_driver.ODD", 1)
    now, sizes = [0.0], []
    settings = Settings(moments=moments)
    async with seated(positions.WAITING, bots=(1, 2, 3), settings=settings) as (app, pilot, chair):
        await settled(app, pilot)
        app.now, (driver,) = lambda: now[0], CheckedDriver.made
        take = driver.shadow.take
        take()

        def counted():
            told = take()
            sizes.append(len(told.encode()))
            return told

        monkeypatch.setattr(driver.shadow, "take", counted)
        chair.tell(glimpse(GONE_ON, heard=heard))
        await until(lambda: app.desk.heard == heard, app)
        await settled(app, pilot)
        while app.screen.stage.moving:
            now[0] = app.screen.stage.due
            app.screen.go_on()
            await settled(app, pilot)
        monkeypatch.setattr(driver.shadow, "take", take)
    return sum(sizes)


@pytest.mark.parametrize("heard", PLAYS, ids=lambda heard: f"{heard[0].card}-{heard[0].target}")
@pytest.mark.parametrize("moments", [True, False])
async def test_a_play_costs_a_slow_line_no_more_than_was_promised(monkeypatch, heard, moments):
    assert 0 < await sent(monkeypatch, heard, moments=moments) <= MOST[moments]


LOST = (
    e.Played(0, "baron", 1),
    e.HandsCompared(0, 1, 0),
    e.HandsSeen(0, 1, "guard", "king"),
    e.KnockedOut(0, "outranked", "guard"),
    e.Drew(1),
)
# A Baron of one's own against a card that is known to be higher: of three, and of two.
DOUBTED = {
    "three": positions.KNOWS,
    "two": positions.KNOWS.replace(" | princess", "").replace("tokens 1 0 6", "tokens 1 0"),
}
ASKING = 600  # bytes of the question whether that is meant, and of its answer


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("line", DOUBTED.values(), ids=DOUBTED)
async def test_a_baron_of_ones_own_that_is_doubted_costs_no_more_than_any_play(monkeypatch, language, line):
    """The question takes the place of the move, and the play is counted from the Enter that makes it.

    Each step is fetched once it stands: how many frames come before that hangs on the machine.
    """
    monkeypatch.setattr("tui.checked_driver.ODD", 10**9)
    behind = line.replace(
        "*baron guard : priest | king : guard", "x : priest baron guard | *king spy : guard"
    )
    behind = behind.replace("king spy", "king handmaid").replace(" ; knows 0 1 king", "")
    now, sizes = [0.0], []
    async with seated(line, settings=Settings(), language=language) as (app, pilot, chair):
        await settled(app, pilot)
        app.now, (driver,) = lambda: now[0], CheckedDriver.made
        take = driver.shadow.take

        def counted():
            told = take()
            sizes.append(len(told.encode()))
            return told

        await pilot.press("3", *(("enter", "2") if line.count("|") > 1 else ()))
        await settled(app, pilot)
        driver.differs()
        monkeypatch.setattr(driver.shadow, "take", counted)
        await pilot.press("enter", "down")
        assert app.screen._doubt is not None
        await settled(app, pilot)
        driver.differs()
        asking = sum(sizes)
        await pilot.press("enter")
        await until(lambda: chair.acts, app)
        chair.tell(glimpse(behind, heard=LOST))
        await until(lambda: app.desk.heard == LOST, app)
        await settled(app, pilot)
        driver.differs()
        while app.screen.stage.moving:
            now[0] = app.screen.stage.due
            app.screen.go_on()
            await settled(app, pilot)
            driver.differs()
        monkeypatch.setattr(driver.shadow, "take", take)
    assert 0 < asking <= ASKING
    assert 0 < sum(sizes) - asking <= MOST[True], sizes


OWN_MISS = (e.Played(0, "guard", 2, "baron"), e.GuessMissed(0, 2, "baron"))


@pytest.mark.parametrize("heard, lies", [(OWN_MISS, ("guard",)), (MISSED, ())], ids=["mine", "another's"])
def test_what_i_play_lies_on_the_stage_and_in_no_hand_until_it_was_told(heard, lies):
    made = stage()
    made.put([scene(*heard)], 0.0, LAID)
    assert made.played == lies
    assert made.skip(0.0)
    assert not made.moving
    assert made.played == ()
