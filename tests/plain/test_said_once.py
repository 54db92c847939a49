"""What is told once and not twice, and what is not said at all."""

from __future__ import annotations

import io
import re

import pytest
from kit.scripted import FREE, KAY, glimpse, seat
from plain.rooms import ADA, WAIT, after, began, lobby, room, said, written
from plain.sitting import Chosen, solo

from lltui.client import updates as u
from lltui.desk.desk import Words
from lltui.desk.love_letter.guide import Guide
from lltui.games.chair import Speak
from lltui.games.love_letter.model import Options
from lltui.games.love_letter.prepared import TAKEN
from lltui.plain.board import board_of
from lltui.plain.paper import Paper
from lltui.plain.sit import sit


class TestWatchers:
    WIM = seat("Wim")

    @pytest.mark.parametrize(
        "before, now, told",
        [
            (((ADA, KAY, FREE), ("Wim",)), ((ADA, KAY, WIM), ()), "Wim sits down. "),
            (((ADA, KAY, WIM), ()), ((ADA, KAY, FREE), ("Wim",)), "Wim has left. "),
            (((ADA, KAY, FREE), ("Wim",)), ((ADA, KAY, FREE), ()), "Wim watches no longer. "),
        ],
    )  # fmt: skip
    def test_what_somebody_does_is_told_once(self, before, now, told):
        made = room(lobby(*before[0], watchers=before[1]))
        assert after(made, lobby(*now[0], watchers=now[1]))[0].startswith(told + "Type r")

    def test_a_new_name_is_no_other_watcher(self):
        made = room(lobby(ADA, KAY, watchers=("Player 3", "Wim")))
        told, _ = after(made, lobby(ADA, KAY, watchers=("Dan", "Wim")))
        assert "watches" not in told
        assert "Dan" in told

    def test_who_has_no_chair_is_told_how_to_get_one(self):
        assert "You have no chair yet" in said(room(lobby(ADA, seat("Ben"))))


class TestSlash:
    @pytest.mark.parametrize("typed", ["/var/notes.txt", "/and/or what", "/help", "/Quit", "/unready"])
    @pytest.mark.parametrize("plays", [False, True])
    def test_what_looks_like_a_file_or_a_command_is_not_blurted_out(self, typed, plays):
        made = room(lobby(ADA, KAY), *([began(), glimpse(WAIT)] if plays else []))
        told, request = after(made, typed)
        if plays and typed == "/unready":
            assert request == Speak("unready")
            return
        assert request is None
        assert f"/ {typed[1:]}" in told
        assert after(made, f"/ {typed[1:]}")[1] == Speak(typed[1:])

    @pytest.mark.parametrize("typed", ["/hello", "/help me!", "/1/2 of it would do?", "/ /var"])
    def test_talk_is_talk(self, typed):
        request = after(room(lobby(ADA, KAY)), typed)[1]
        assert (request is None) == (typed[:2] == "/1")


class TestWaiting:
    def test_after_a_crash_it_goes_on_in_one_sentence(self):
        made = room(began(), u.Waits("recovering", (1,), None))
        told = after(made, u.Waits("playing", (0,), None))[0]
        told += after(made, u.Ruled("recovered-all"))[0]
        assert told == "Everybody is back; the match goes on."

    def test_who_is_slow_to_a_deal_is_told_and_who_is_not_is_not(self):
        made = room(began(), glimpse(WAIT), u.Waits("collecting", (0, 1), None))
        assert made.patience is None
        assert after(made, u.Waits("collecting", (1,), None))[0] == ""
        assert made.patience == 1.0
        assert after(made, u.Waits("playing", (0,), None))[0] == ""
        assert made.patience is None
        made.hear(u.Waits("collecting", (1,), None))
        before = len(written(made))
        made.waited()
        assert "Waiting for Ada." in written(made)[before:]
        assert made.patience is None


@pytest.mark.parametrize("seed", range(3))
async def test_a_hint_is_told_once_however_many_answers_its_move_needs(seed):
    chair, told, keyboard = solo(Options(target=1), 4, seed), io.StringIO(), Chosen(seed)
    guide = Guide((TAKEN,), lambda _: None)  # who learned the game here
    board = board_of(chair, Words("en", "court"), Paper(told), pauses=False, guide=guide)
    keyboard.board = board
    await sit(board, chair, keyboard)
    hints = re.findall(r"^\* ([A-Z ]+):", told.getvalue(), re.MULTILINE)
    assert len(hints) == len(set(hints)) > 1
