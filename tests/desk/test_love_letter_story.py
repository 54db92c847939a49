"""What happened, in few words: every event that can come, as every listener hears it."""

from __future__ import annotations

import pytest
from desk.test_love_letter_view import seen
from kit.scripted import at, began, desk_at, glimpse
from text.tellings import GAME, NAMES, events, listeners
from tui import positions

from lltui import text
from lltui.client import updates as u
from lltui.desk.love_letter.endings import best, moments
from lltui.desk.love_letter.telling import LoveLetterTelling
from lltui.desk.telling import Kind
from lltui.games.love_letter import events as e
from lltui.text import Wording
from lltui.tui.art.rows import plain
from lltui.tui.love_letter.draw_panels import LATEST, SeatHues, ToldLog, story


def briefs(*heard, you=0, language="en"):
    voice = text.voice(GAME, language, "court", NAMES, you)
    told = LoveLetterTelling(voice, Wording(language, area="table"), you).line(heard)
    return told.brief or None


@pytest.mark.parametrize("language", tuple(text.languages()))
def test_there_are_words_for_every_event_and_every_listener(language):
    for event in events():
        for you in listeners(event):
            told = briefs(event, you=you, language=language)
            assert told is None or ("{" not in told and told.strip())


MOVES = """
Guard on James: Spy? no
    Played(1, "guard", 2, "spy"), GuessMissed(1, 2, "spy")
Guard on you: Spy? yes, you are out!
    Played(1, "guard", 0, "spy"), KnockedOut(0, "guessed", "spy")
Guard on James: Spy? yes, James out!
    Played(0, "guard", 2, "spy"), KnockedOut(2, "guessed", "spy")
Priest on Ben, King!
    Played(0, "priest", 1), HandLookedAt(0, 1), HandSeen(0, 1, "king")
Priest on you
    Played(1, "priest", 0), HandLookedAt(1, 0)
Baron on James, a tie
    Played(1, "baron", 2), HandsCompared(1, 2)
Baron on James, James out with Guard
    Played(1, "baron", 2), HandsCompared(1, 2, 2), KnockedOut(2, "outranked", "guard")
Baron on you, a tie, Guard against King
    Played(1, "baron", 0), HandsCompared(1, 0), HandsSeen(1, 0, "king", "guard")
Handmaid, safe for a turn
    Played(1, "handmaid"), Shielded(1)
Prince on own hand, Ben dropped Guard
    Played(1, "prince", 1), Discarded(1, "guard"), Drew(1)
Prince on James, James dropped Princess, out!
    Played(1, "prince", 2), Discarded(2, "princess"), KnockedOut(2, "discarded")
Prince on you, you dropped Guard, and the card set aside is drawn
    Played(1, "prince", 0), Discarded(0, "guard"), Drew(0, aside=True)
King on Ben, you give Guard, get Spy
    Played(0, "king", 1), Traded(0, 1), HandsTraded(0, 1, "guard", "spy")
King on you, you give Spy, get Guard
    Played(1, "king", 0), Traded(1, 0), HandsTraded(1, 0, "guard", "spy")
Chancellor, drew 2
    Played(1, "chancellor"), TookCouncil(1, 2)
Chancellor, drew Spy, King
    Played(0, "chancellor"), TookCouncil(0, 2), CouncilDrawn(0, ("spy", "king"))
put Spy, King under
    PutUnder(0, 2), CardsBuried(0, ("spy", "king"))
Princess, out!
    Played(1, "princess"), KnockedOut(1, "discarded")
Guard, and nobody to choose
    Played(1, "guard", idle=True),
You showed Guard, Ben showed Prince
    HandShown(0, "guard"), HandShown(1, "prince")
Round 2: you begin
    RoundBegan(2, 0),
"""
SAID = [line for line in MOVES.splitlines() if line]


def test_where_all_eyes_look_two_others_trade_and_compare():
    traded = (e.Played(0, "king", 1), e.Traded(0, 1), e.HandsTraded(0, 1, "guard", "spy"))
    assert briefs(*traded, you=None) == "King on Ben, gives Guard, gets Spy"
    compared = (e.Played(1, "baron", 2), e.HandsCompared(1, 2), e.HandsSeen(1, 2, "king", "guard"))
    assert briefs(*compared, you=None) == "Baron on James, a tie, King against Guard"


@pytest.mark.parametrize("said, heard", list(zip(SAID[::2], SAID[1::2], strict=True)))
def test_a_move_is_told_in_one_line(heard, said):
    assert briefs(*eval(heard, vars(e))) == said


def test_what_the_own_hand_shows_is_not_told():
    assert briefs(e.CardDrawn(0, "guard")) is None


def test_talk_and_what_the_table_says_stand_between_the_moves():
    desk = desk_at(began(positions.OWN_TURN), glimpse(positions.OWN_TURN, heard=positions.TOLD))
    desk.hear(u.ChatLine(2, "Grace", "one more?"))
    desk.hear(u.Verified(3))
    desk.hear(u.PresenceIs(("online", "away", "online", "online"), 0))
    told = desk.log
    assert [line.kind for line in told][-3:] == [Kind.SAID, Kind.PROOF, Kind.NOTE]
    assert (told[-3].name, told[-3].brief, told[-3].text) == ("Grace", "one more?", "Grace: one more?")
    moved = [line.name for line in told if line.kind is Kind.EVENT and line.who is not None]
    assert moved == ["Grace", "Linus", "You", "Ada", "Grace"]


def test_a_log_that_is_cut_in_the_middle_of_a_move_is_drawn_to_its_end():
    desk = desk_at(began(positions.OWN_TURN))
    for _ in range(LATEST):
        desk.hear(glimpse(positions.OWN_TURN, heard=positions.TOLD))
    drawn = plain(story(ToldLog("TOLD", desk.log[3:], SeatHues((), None)), 40, 2 * LATEST))
    assert LATEST < len(drawn) < 2 * LATEST
    assert "can choose Grace" in drawn[-2]


def test_the_round_in_short_keeps_what_mattered_most_in_its_order():
    desk = at(positions.OVER, heard=(*positions.TOLD, *positions.ENDED))
    found = list(moments(seen(desk), desk.round))
    assert [moment.when for moment in found] == [f"turn {number}" for number in range(1, 7)]
    kept = best(found, 2)
    assert [(moment.when, moment.text) for moment in kept] == [
        ("turn 2", "Prince on own hand, Linus dropped Princess, out!"),
        ("turn 4", "Baron on Grace, a tie"),
    ]
    assert best(found, 0) == []
