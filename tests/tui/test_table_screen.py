"""The table by keys: what they select, what Enter does, what is said when something cannot be."""

from __future__ import annotations

import re

import pytest
from kit import scripted
from kit.scripted import glimpse
from tui import positions
from tui.scripted import seated
from tui.showing import alone, at_table, lines, played, settled, shown, until

from lltui.client import requests
from lltui.client import updates as u
from lltui.desk.desk import Place
from lltui.games.chair import Over, Speak
from lltui.games.love_letter import events
from lltui.games.love_letter import model as m
from lltui.games.love_letter.model import Keep, Play
from lltui.tui.love_letter.table_screen import TableScreen
from lltui.tui.settings import Settings

OWN = positions.OWN_TURN
MATCH = (glimpse(positions.WON, heard=(*positions.ENDED, events.MatchWon((0,)))), Over())


async def test_a_move_is_made_by_numbers_and_enter():
    async with seated(OWN) as (_, pilot, chair):
        await pilot.press("1", "enter", "7", "enter")
        await until(lambda: chair.acts)
        assert chair.acts == [Play("guard", 1, "king")]


async def test_a_move_is_made_by_arrows_and_enter():
    async with seated(positions.SIX) as (_, pilot, chair):
        await pilot.press("right", "enter", "down", "down", "up", "enter")
        await until(lambda: chair.acts)
        assert chair.acts == [Play("prince", 0)]


async def test_enter_held_down_plays_nothing_that_was_not_selected():
    async with seated(positions.SIX) as (app, pilot, chair):
        await pilot.press(*["enter"] * 5, "right", *["enter"] * 9)
        assert chair.acts == []
        assert "Nothing is selected yet: ↑ ↓ or a number selects; Esc takes back." in shown(app)


async def test_enter_twice_plays_once():
    async with seated(OWN) as (app, pilot, chair):
        await pilot.press("6", "enter", "enter", "enter")
        await until(lambda: chair.acts)
        assert chair.acts == [Play("chancellor")]
        assert "Your move is on its way." in shown(app)


async def test_the_card_can_be_changed_while_the_target_is_asked_for():
    async with seated(positions.SIX) as (app, pilot, chair):
        await pilot.press("1", "enter", "5", "left")
        assert "Which card do you play?" in shown(app)
        await pilot.press("enter", "2", "enter")
        await until(lambda: chair.acts)
        assert chair.acts == [Play("prince", 1)]


async def test_escape_goes_back_step_by_step_and_never_away():
    async with seated(positions.SIX) as (app, pilot, chair):
        await pilot.press("1", "enter", "2", "enter", "escape", "escape", "escape", "escape")
        assert chair.acts == []
        assert isinstance(app.screen, TableScreen)
        assert "on a card selects it" in shown(app)


@pytest.mark.parametrize(
    "keys, said",
    [
        ("9", "Nothing has that number here; these have one: 1 or 5."),
        ("5 enter 3", "Grace is safe until their next turn."),
        ("5 enter 4", "Linus is out of the round."),
        ("1 enter 1", "This card cannot be played on yourself."),
        ("1 enter 2 enter 1", "Guard may not be named with this card."),
    ],
)
async def test_what_cannot_be_chosen_is_answered_with_the_reason(keys, said):
    async with seated(positions.SIX) as (app, pilot, chair):
        await pilot.press(*keys.split())
        assert said in shown(app)
        await pilot.press("down")
        assert said not in shown(app)
        assert chair.acts == []


async def test_the_card_that_has_to_wait_says_why():
    async with seated(positions.FORCED) as (app, pilot, chair):
        await pilot.press("7")
        assert "You cannot play the King now" in shown(app)
        await pilot.press("enter")
        await until(lambda: chair.acts)
        assert chair.acts == [Play("countess")]


async def test_the_council_keeps_one_and_orders_the_rest():
    async with seated(positions.COUNCIL) as (_, pilot, chair):
        await pilot.press("7", "enter", "2", "enter")
        await until(lambda: chair.acts)
        assert chair.acts == [Keep("king", ("princess", "guard"))]


async def test_a_key_before_the_turn_is_answered_kindly():
    async with seated(positions.WAITING) as (app, pilot, chair):
        await pilot.press("1", "enter")
        assert "It is not your turn yet." in shown(app)
    async with seated(positions.WAITING.replace("chancellor : spy", "x : chancellor spy")) as (app, pilot, _):
        await pilot.press("enter")
        assert "You are out of this round." in shown(app)
        assert "not your turn" not in shown(app)
        assert chair.acts == []


async def test_what_was_said_of_a_key_too_early_goes_with_the_own_turn():
    async with seated(positions.WAITING) as (app, pilot, chair):
        await pilot.press("enter")
        assert "It is not your turn yet." in shown(app)
        chair.tell(glimpse(OWN, heard=(events.Drew(0), events.CardDrawn(0, "guard"))))
        await until(lambda: "YOUR TURN" in shown(app), app)
        assert "not your turn" not in shown(app)


async def test_what_was_said_of_advice_too_early_goes_with_the_own_turn():
    async with seated("guard | *priest baron / countess ; advice on") as (app, pilot, chair):
        await pilot.press("w")
        await until(lambda: "now there is nothing to choose" in shown(app), app)
        chair.tell(
            glimpse(
                "*guard priest | priest / countess baron ; advice on",
                heard=(events.Drew(0), events.CardDrawn(0, "priest")),
            )
        )
        await until(lambda: "YOUR TURN" in shown(app), app)
        assert "nothing to choose" not in shown(app)


async def test_who_is_shown_thinking_is_not_said_to_be_waited_for_after_the_match():
    """What is waited for is the newest, and the stage may still be a move behind it."""
    now = [0.0]
    async with seated(positions.WAITING, seat=2, settings=Settings(bell=False)) as (app, pilot, chair):
        await settled(app, pilot)
        app.now = lambda: now[0]
        chair.tell(u.Waits("playing", (1,), 30.0, then="offer"))
        await until(lambda: "0:30 left, then you may let a bot play" in shown(app), app)
        missed = (events.Played(1, "guard", 0, "baron"), events.GuessMissed(1, 0, "baron"))
        chair.tell(glimpse(positions.WAITING, 2, heard=missed), MATCH[0], MATCH[1])
        chair.tell(u.Waits("over", (), 30.0, then="offer"))
        await until(lambda: app.desk.waits.phase == "over" and app.screen.stage.busy, app)
        await settled(app, pilot)
        assert "Ada is thinking." in shown(app)
        assert "opens the next lobby" not in shown(app)


@pytest.mark.parametrize("ended", [True, False])
async def test_nobody_is_one_token_from_a_match_that_is_over(ended):
    line = OWN.replace("tokens 3 2 1 0", "tokens 3 4 1 0")
    more = (u.Ruled("end-match", None), Over()) if ended else ()
    async with seated(line, *more, size=(120, 36)) as (app, pilot, _):
        await settled(app, pilot)
        assert app.screen.place is (Place.RESULT if ended else Place.TABLE)
        assert ("away from the match" in shown(app)) is not ended


async def test_with_a_mouse_a_click_selects_and_one_more_takes_it():
    async with seated(positions.SIX, size=(100, 30)) as (app, pilot, chair):
        hand, moves = app.screen.query_one("#hand"), app.screen.query_one("#move")
        await pilot.click(hand, offset=(40, 5))
        assert "Guard ▸ who" in shown(app)
        await pilot.click(hand, offset=(22, 5))  # between the cards
        await pilot.click(hand, offset=(5, 5))
        assert "Prince ▸ who" in shown(app)
        await pilot.click(hand, offset=(5, 5))
        await pilot.click(app.screen.query(".-seat").first())
        assert "▸ 2 Ada" in shown(app)
        await pilot.click(moves, offset=(8, 3))
        assert "Grace is safe" in shown(app)
        await pilot.click(moves, offset=(8, 5))
        await pilot.click(moves, offset=(8, 0))
        assert chair.acts == []
        await pilot.click(moves, offset=(8, 5))
        await until(lambda: chair.acts, app)
        assert chair.acts == [Play("prince", 4)]


async def test_a_click_on_a_player_selects_no_card_of_the_same_number():
    async with seated(positions.TWO) as (app, pilot, _):
        await pilot.click(app.screen.query(".-seat").first())
        await until(lambda: not isinstance(app.screen, TableScreen), app)  # it is lifted, and read
        await pilot.press("escape")
        await until(lambda: isinstance(app.screen, TableScreen), app)
        assert "on a card selects it" in shown(app)


# ------------------------------------------------------- what comes meanwhile


async def test_an_update_with_the_same_menu_leaves_the_half_made_move():
    async with seated(OWN) as (app, pilot, chair):
        await pilot.press("1", "enter", "3")
        chair.tell(glimpse(OWN), u.ChatLine(1, "Ada", "hurry"))
        await until(lambda: "hurry" in shown(app), app)
        assert "GUARD ▸ ADA ▸ Baron" in shown(app)


async def test_another_menu_drops_it_and_says_so():
    async with seated(OWN) as (app, pilot, chair):
        await pilot.press("1", "enter", "3")
        chair.tell(glimpse(OWN.replace("*chancellor guard", "*countess king")))
        await until(lambda: "Meanwhile something has changed" in shown(app), app)


async def test_a_refused_move_can_be_made_again_and_the_reason_is_told():
    async with seated(OWN) as (app, pilot, chair):
        await pilot.press("6", "enter")
        await until(lambda: chair.acts)
        chair.tell(u.Refused("act", "stale"))
        await until(lambda: "That came too late" in lines(app)[-3], app)
        await pilot.press("6", "enter")
        await until(lambda: len(chair.acts) == 2)


async def test_the_clock_of_the_table_is_shown_and_a_lost_line_too():
    async with seated(OWN, u.Waits("playing", (0,), 72.0)) as (app, _, chair):
        await until(lambda: "left" in lines(app)[-2], app)
        assert re.search(r" (1:[01]|0:[3-5])\d left", lines(app)[-2])
        chair.tell(u.LinkLost("network", 2.0, 1))
        await until(lambda: prompted(app).mark == "NO LINE", app)
        chair.tell(u.LinkBack())
        await until(lambda: prompted(app).mark == "YOUR TURN", app)


@pytest.mark.parametrize(
    "more, ticks", [((), True), ((u.Ruled("stand-in", scripted.NAMES[0], "Ben"),), False)]
)
async def test_a_clock_ticks_only_while_its_time_is_seen(more, ticks):
    async with seated(OWN, u.Waits("playing", (0,), 72.0, "offer"), *more) as (app, _, _chair):
        await until(lambda: app.screen.left is not None, app)
        app.screen._tick()
        assert app.screen._clock._active.is_set() is ticks


def prompted(app):
    """What the table asks, whatever lies over it."""
    table = next(screen for screen in app.screen_stack if isinstance(screen, TableScreen))
    return table.query_one("#prompt").slice


async def test_while_the_match_stands_still_the_line_says_so():
    async with seated(OWN, u.Waits("recovering", (1,), 40.0)) as (app, _, _chair):
        await until(lambda: "not everybody is here" in lines(app)[-2], app)


# ---------------------------------------------------------- talk, notes, panels


async def test_talk_is_sent_and_digits_in_it_select_nothing():
    async with seated(OWN) as (app, pilot, chair):
        await pilot.press("t", *"hi 16", "enter")
        await until(lambda: chair.acts)
        assert chair.acts == [Speak("hi 16")]
        await pilot.press("t", "x", "escape")
        assert "on a card selects it" in shown(app)
        await pilot.press("6", "enter")
        await until(lambda: len(chair.acts) == 2)
        assert chair.acts[1] == Play("chancellor")


async def test_alone_there_is_nobody_to_talk_to():
    async with at_table(alone(bots=2)) as (app, pilot):
        assert "t talk" not in shown(app)
        await pilot.press("t")
        assert not app.screen.has_class("-talking")


async def test_a_note_is_written_shown_and_taken_back():
    async with seated(OWN) as (app, pilot, _):
        await pilot.press("n")
        await until(lambda: "2 3 4 whose" in lines(app)[-1], app)  # those who are there
        await pilot.press("2", *"liar", "enter")
        await until(lambda: isinstance(app.screen, TableScreen) and "liar" in shown(app), app)
        assert app.desk.notes == {1: "liar"}
        await pilot.press("n", "2", *["backspace"] * 4, "enter")
        await until(lambda: isinstance(app.screen, TableScreen) and "liar" not in shown(app), app)
        assert app.desk.notes == {}


async def test_a_note_about_oneself_or_nobody_cannot_be_begun():
    async with seated(OWN) as (app, pilot, _):
        await pilot.press("n", "1", "9", *"x", "escape")
        assert app.desk.notes == {}


@pytest.mark.parametrize("sign", ["²", "①"])
async def test_a_sign_that_looks_like_a_number_and_is_none_is_no_key_of_anything(sign):
    """The second of the digits is one key with it on some keyboards, and no whole number."""
    async with seated(OWN) as (app, pilot, chair):
        await pilot.press(sign, "n", sign, "2", *"liar", "enter")
        await until(lambda: isinstance(app.screen, TableScreen) and "liar" in shown(app), app)
        assert (app.desk.notes, chair.acts) == ({1: "liar"}, [])


async def test_counting_can_be_switched_off_here_and_in_the_settings():
    async with seated(OWN) as (app, pilot, _):
        assert "Handmaid ●·" in shown(app)
        await pilot.press("u")
        assert "Handmaid ●·" not in shown(app)
    async with seated(OWN, settings=Settings(counting=False, pace="none")) as (app, pilot, _):
        assert "Handmaid ●·" not in shown(app)


async def test_where_the_table_counts_for_nobody_it_is_said_kindly_and_offered_nowhere():
    async with seated(f"{OWN} ; unseen off") as (app, pilot, _):
        assert "Handmaid ●·" not in shown(app)
        assert "At this table nobody is told" in shown(app)
        await pilot.press("u")
        await until(lambda: "The host left the counted cards out" in shown(app), app)
        assert "Handmaid ●·" not in shown(app)
        assert "unseen" not in [command.name for command in app.screen.offers()]
        await pilot.press("question_mark")
        await until(lambda: app.screen.query("#commands"), app)
        told = " ".join(app.screen.query_one("#commands").render().plain.split())
        assert "read what every card does" in told
        assert "nobody counts for you" in told
        assert "the cards that you have not seen yet" not in told


@pytest.mark.parametrize("key, title", [("l", "THE WHOLE MATCH SO FAR"), ("c", "THE CARDS")])
async def test_pages_open_over_the_table_and_close_again(key, title):
    async with seated(OWN, heard=positions.TOLD) as (app, pilot, _):
        await pilot.press(key)
        await until(lambda: title in shown(app), app)
        await pilot.press("pagedown", "pageup", "down", "up", "escape")
        await until(lambda: isinstance(app.screen, TableScreen), app)


async def test_a_long_log_opens_at_its_end():
    updates = [u.ChatLine(1, "Ada", f"line {number}") for number in range(60)]
    async with seated(OWN, *updates) as (app, pilot, chair):
        await pilot.press("l")
        await until(lambda: "line 59" in shown(app), app)
        assert "line 9" not in shown(app).replace("line 59", "")
        chair.tell(u.ChatLine(1, "Ada", "the last"))
        await until(lambda: "the last" in shown(app), app)


# ------------------------------------------------------------------ the ends


async def test_the_end_of_a_round_waits_for_enter():
    end = glimpse(positions.OVER, heard=positions.ENDED)
    async with seated(OWN, end, glimpse(OWN)) as (app, pilot, _):
        await until(lambda: app.screen.place is Place.PAUSE, app)
        assert "YOU WIN THE ROUND" in shown(app)
        await pilot.press("enter")
        await until(lambda: app.screen.place is Place.TABLE, app)


@pytest.mark.parametrize(
    "language, sentence",
    [("en", "Enter shows how it stands."), ("de", "Enter zeigt, wie sie steht.")],
)
async def test_who_still_looks_at_a_round_is_told_when_the_host_ends_the_match(language, sentence):
    end = glimpse(positions.OVER, heard=positions.ENDED)
    async with seated(OWN, end, language=language) as (app, pilot, chair):
        await until(lambda: app.screen.place is Place.PAUSE, app)
        assert sentence not in shown(app)
        chair.tell(u.Ruled("end-match"), Over())
        await until(lambda: sentence in shown(app), app)
        assert app.screen.words("end.last") not in shown(app), "it did not end by itself"
        await pilot.press("enter")
        await until(lambda: app.screen.place is Place.RESULT, app)


async def test_an_enter_too_many_does_not_turn_the_end_of_a_round_away(monkeypatch):
    monkeypatch.setattr("lltui.tui.match.match_screen.GRACE", 60.0)
    end = glimpse(positions.OVER, heard=positions.ENDED)
    async with seated(OWN) as (app, pilot, chair):
        await pilot.press("6", "enter")
        chair.tell(end)
        await until(lambda: app.screen.place is Place.PAUSE, app)
        await pilot.press("enter", "enter")
        assert app.desk.looks
        monkeypatch.setattr("lltui.tui.match.match_screen.GRACE", 0.0)
        await pilot.press("enter")
        await until(lambda: not app.desk.looks, app)


async def test_a_match_that_is_ended_meanwhile_promises_no_next_round():
    end = glimpse(positions.OVER, heard=positions.ENDED)
    async with seated(OWN) as (app, pilot, chair):
        chair.tell(end)
        await until(lambda: "Enter goes on with the next round." in shown(app), app)
        chair.tell(Over())
        await until(lambda: "Enter shows how the match ended." in shown(app), app)
        # What was looked at is not shown a second time.
        await pilot.press("enter")
        await until(lambda: "THE MATCH IN NUMBERS" in shown(app), app)


async def test_after_the_match_the_last_round_the_result_and_the_lobby():
    async with seated(OWN, *MATCH, hosting=True) as (app, pilot, chair):
        await until(lambda: app.screen.place is Place.RESULT, app)
        assert "THE ROUND" in shown(app)
        await pilot.press("enter")
        await until(lambda: "T H E   M A T C H" in shown(app), app)
        await pilot.press("enter")
        await until(lambda: chair.acts == [requests.REMATCH], app)


async def test_a_guest_opens_the_next_lobby_where_the_host_says_nothing():
    async with seated(OWN, *MATCH) as (app, pilot, chair):
        await until(lambda: app.screen.place is Place.RESULT, app)
        await pilot.press("enter")
        await until(lambda: "T H E   M A T C H" in shown(app), app)
        chair.tell(u.Waits("over", (), 0.0, "offer"))
        await until(lambda: app.desk.may_reopen, app)
        await pilot.press("enter")
        await until(lambda: chair.acts == [requests.REMATCH], app)


async def test_a_host_who_finds_the_next_lobby_open_asks_for_no_other():
    async with seated(OWN, *MATCH, hosting=True) as (app, pilot, chair):
        await until(lambda: app.screen.place is Place.RESULT, app)
        await pilot.press("enter")
        await until(lambda: "T H E   M A T C H" in shown(app), app)
        chair.tell(scripted.lobby(scripted.KAY, scripted.seat("Ada"), match=2, hosting=True))
        await until(lambda: app.desk.reopened, app)
        await pilot.press("enter")
        await until(lambda: chair.acts == [requests.BeReady()], app)
        await until(lambda: app.screen.place is Place.LOBBY, app)


async def test_a_match_that_was_ended_early_has_a_result_without_a_winner():
    async with seated(OWN, Over()) as (app, _, _chair):
        await until(lambda: "E N D E D" in shown(app), app)


async def test_alone_enter_after_the_result_deals_the_next_match():
    options = m.Options(edition="classic", target=1)
    async with at_table(alone(bots=1, options=options)) as (app, pilot):
        await played(app, pilot, lambda: app.desk.over)
        await until(lambda: app.screen.place is Place.RESULT, app)
        await pilot.press("enter", "enter")
        await until(lambda: app.screen.place is Place.TABLE and not app.desk.over, app)


async def test_a_move_that_puts_one_out_for_certain_is_asked_for_once_more():
    line = "*princess guard | priest / king"
    async with seated(line, settings=Settings(pace="none")) as (app, pilot, chair):
        seats = lines(app)[:5]
        await pilot.press("8", "enter")
        await until(lambda: "You will be out of this round" in shown(app), app)
        assert (type(app.screen), lines(app)[:5]) == (TableScreen, seats), "nothing opens over a table"
        assert "plays it" not in shown(app)
        assert chair.acts == []
        await pilot.press("enter")
        await until(lambda: "You will be out of this round" not in shown(app), app)
        assert chair.acts == []
        await pilot.press("enter")
        await until(lambda: "You will be out of this round" in shown(app), app)
        await pilot.press("right", "left")
        await until(lambda: "You will be out of this round" not in shown(app), app)
        await pilot.press("enter")
        await until(lambda: "You will be out of this round" in shown(app), app)
        await pilot.press("2", "enter")
        await until(lambda: chair.acts, app)
        assert chair.acts == [Play("princess")]
