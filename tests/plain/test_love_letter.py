from __future__ import annotations

import pytest
from kit.scripted import glimpse
from love_letter.notation import read
from plain.sitting import NAMES, FakeChair, after, board_for, solo, told, written

from lltui.client import updates as u
from lltui.desk.love_letter.telling import paragraphs
from lltui.games.love_letter import events
from lltui.games.love_letter.loading import editions
from lltui.games.love_letter.model import Options

SEATS = "*guard king : baron | priest! : guard | x : prince princess"
WHOLE = f"{SEATS} / countess guard - handmaid ; tokens 1 0 2 ; knows 0 1 priest"


def table(line, **more):
    return after(told(line, **more), "t")[0]


def test_a_turn_begins_with_what_one_has_to_know():
    assert written(told(WHOLE)).splitlines()[:6] == [
        "Your turn. 2 cards are left in the pile.",
        "You hold the Guard (1) and the King (6).",
        "You know: Ada holds the Priest.",
        "Protected: Ada.",
        "Out of the round: Dora.",
        "Which card do you play?",
    ]


def test_whoever_comes_back_reads_once_what_happened_since_their_last_turn():
    looked = (events.Played(1, "priest", 0), events.HandLookedAt(1, 0), events.Played(2, "countess"))
    heard = (*looked, events.Drew(0), events.CardDrawn(0, "king"))
    assert "Since your last turn" not in written(told(WHOLE, heard=heard)), "it was printed as it happened"
    now = glimpse(WHOLE)
    board = board_for(FakeChair(options=read(WHOLE).options, names=NAMES[:3]))
    board._desk.hear(u.HeardBefore((glimpse(WHOLE, heard=heard), now)))
    board.hear(now)
    assert written(board).splitlines()[:4] == [
        "Since your last turn, first what was done to you:",
        "Ada, Priest: on you: Ada knows your Guard now.",
        "Dora, Countess: nothing happens at once.",
        "",
    ]


def test_the_last_move_of_a_round_is_announced():
    assert "this is the last move of the round" in written(told("*guard king | priest / - baron"))


def test_the_table_tells_all_that_lies_open_and_all_that_one_knows():
    assert table(WHOLE).strip().split("\n\n")[0].splitlines() == [
        "Round 1. 5 hearts win the match.",
        "You: 1 heart. Discards: Baron.",
        "Ada: 0 hearts, protected. Discards: Guard.",
        "Dora: 2 hearts, out of the round. Discards: Prince, Princess.",
        "Cards in the pile: 2.",
        "One more card lies aside, face down.",
        "You hold the Guard (1) and the King (6).",
        "You know: Ada holds the Priest.",
        "Not seen yet: Guard 3, Priest 1, Baron 1, Handmaid 2, Prince 1, Countess 1.",
    ]  # fmt: skip


MISSED = (events.Played(1, "guard", 2, "baron"), events.GuessMissed(1, 2, "baron"))
LOOKED = (
    events.Played(2, "priest", 0),
    events.HandLookedAt(2, 0),
    events.Drew(0),
    events.CardDrawn(0, "guard"),
)
MET = "*king guard | countess | prince : priest / baron"


@pytest.mark.parametrize("typed", [None, "t"])
def test_a_turn_and_the_table_tell_what_holds_of_the_others_hands_and_who_asked(typed):
    board = told(MET, heard=(*MISSED, *LOOKED))
    said = " ".join((after(board, typed)[0] if typed else written(board)).split())
    assert "You know: Dora had no Baron (asked by Ada), and drew a card since." in said
    assert "You know: Dora knows your King." in said
    german = " ".join(written(told(MET, heard=MISSED, language="de")).split())
    assert "Du weißt: Dora hat Baron (von Ada genannt) nicht." in german


def test_one_card_is_read_by_its_name_or_number_with_all_places_where_it_lies():
    board = told(WHOLE)
    for typed in ("c 8", "card princess", "read Princess"):
        said, action = after(board, typed)
        assert action is None
        assert " ".join(said.split()).startswith(
            "Princess, value 8, 1 card: If you play or discard it, for whatever reason, you are out of the"
            " round. Discarded by Dora. You have seen every copy of it. Which card do you play?"
        )
    assert "hand, as you know. One copy you have not seen" in " ".join(after(board, "c priest")[0].split())
    assert "Prince, value 5" in after(board, "c prince")[0]
    assert "Princess" not in after(board, "c prince")[0]
    assert "No card here is called “9”." in after(board, "c 9")[0]
    assert "Prinzessin, Wert 8" in after(told(WHOLE, language="de"), "k prinzessin")[0]


def test_who_asks_while_another_thinks_reads_what_is_so_on_this_board():
    for language, away in (("en", "beside"), ("de", "neben")):
        waiting = told("guard | *priest king | prince / baron", language=language)
        assert away not in after(waiting, "?")[0]
        assert away not in after(told(SEATS + " / countess", "1", language=language), "?")[0]


def test_a_table_that_counts_for_nobody_says_so():
    said = table(f"{WHOLE} ; unseen off").replace("\n", " ")
    assert "At this table nobody is told which cards are still unseen." in said
    assert "Not seen yet" not in said


def test_cards_that_lie_open_beside_the_pile_are_told_and_not_counted():
    said = table("*guard king | priest / baron + guard guard princess")
    assert "Face up beside the pile: Guard, Guard, Princess." in said
    assert "Not seen yet: Guard 2, Priest 2, Baron 2, Handmaid 2, Prince 2, Countess 1." in said.replace(
        "\n", " "
    )


def test_what_one_put_under_the_pile_stays_told():
    said = table("*guard king | priest / baron spy guard ; edition modern ; under 0 1 spy")
    assert "Under the pile, from the bottom: a card you do not know, Spy." in said


def test_hands_shown_at_the_end_stay_on_the_table():
    said = table("king | priest / ; phase deck ; first 0 ; shown 0 1 ; won 0 card")
    assert "Ada: 0 hearts. Hand: Priest." in said


def test_hands_that_were_compared_are_told_from_high_to_low_at_a_round_s_end():
    compared = "guard | king | baron / ; phase deck ; first 0 ; shown 0 1 2 ; won 1 card"
    assert "Hands: Ada King (6), Dora Baron (3), you Guard (1)." in written(
        told(compared, heard=[events.RoundWon((1,), "card")])
    )
    assert "Hands:" not in written(
        told("king | x : priest / ; phase deck ; first 0 ; won 0 last", heard=[events.RoundWon((0,), "last")])
    )
    assert "You know" not in table(compared)


def test_a_short_match_is_told_in_the_singular():
    board = board_for(solo(Options(target=1), 2))
    board.open()
    assert "The first to win a round wins the match." in written(board).replace("\n", " ")
    assert "1 heart wins the match." in table("*guard king | priest / baron ; target 1")


@pytest.mark.parametrize("edition", editions())
def test_the_cards_are_those_of_the_edition(edition):
    board = board_for(solo(Options(edition), 2))
    said, _ = after(board, "c")
    assert ("Chancellor, value 6" in said) == (edition == editions()[-1])


class TestParagraphs:
    def test_a_move_is_one_paragraph_and_the_next_draw_another(self):
        heard = [
            events.Played(1, "guard", 0, "king"),
            events.GuessMissed(1, 0, "king"),
            events.Drew(0),
            events.CardDrawn(0, "baron"),
        ]
        assert list(paragraphs(heard)) == [heard[:2], heard[3:]]

    def test_a_card_drawn_because_of_a_prince_belongs_to_his_move(self):
        heard = [
            events.Played(1, "prince", 0),
            events.Discarded(0, "king"),
            events.Drew(0),
            events.CardDrawn(0, "baron"),
        ]
        assert list(paragraphs(heard)) == [[heard[0], heard[1], heard[3]]]

    def test_a_card_drawn_after_a_prince_met_somebody_else_does_not(self):
        heard = [events.Discarded(2, "king"), events.Drew(2), events.Drew(0), events.CardDrawn(0, "baron")]
        assert list(paragraphs(heard)) == [heard[:1], heard[3:]]

    def test_the_card_set_aside_is_told_of_whoever_draws_it(self):
        heard = [events.Discarded(1, "king"), events.Drew(1, aside=True)]
        assert list(paragraphs(heard)) == [heard]

    def test_the_end_of_a_round_is_one_paragraph_and_that_of_the_match_another(self):
        heard = [
            events.Played(1, "countess"),
            events.HandShown(0, "king"),
            events.HandShown(1, "guard"),
            events.RoundWon((0,), "card"),
            events.TokenWon(0, 4),
            events.MatchWon((0,)),
        ]
        assert list(paragraphs(heard)) == [heard[:1], heard[1:5], heard[5:]]

    def test_nothing_is_no_paragraph(self):
        assert list(paragraphs([])) == []
        assert list(paragraphs([events.Drew(1)])) == []


# ------------------------------------------------------------------- advice

OWN = "*guard priest | king / baron countess - guard ; knows 0 1 king"


def test_who_plays_alone_is_told_what_each_move_is_worth_and_why():
    said = after(told(OWN), "w")[0]
    assert "Your hand: Guard (1) and Priest (2)." in said
    assert "Best: Guard, Ada, King. It wins 100 of 100 such rounds." in said
    assert "Ada can hold nothing but the King." in said
    assert "100 % Guard, Ada, King (the best)" in said
    assert "Which card do you play?" in said, "and is asked again"
    assert "w tells what each of your moves is worth, and why." in after(told(OWN), "?")[0]


def test_in_the_middle_of_a_move_all_moves_are_told():
    board = told(OWN, "1")
    assert "Priest, Ada" in after(board, "w")[0]


def test_by_rules_that_no_bot_learned_the_word_says_so_and_is_not_offered():
    board = told(f"{OWN} ; edition modern")
    assert "no bot has learned them" in " ".join(after(board, "w")[0].split())
    assert "w tells what each" not in after(board, "?")[0]


def test_german_asks_by_the_same_letter():
    assert "Am besten: Wächterin, Ada, König." in after(told(OWN, language="de"), "rat")[0]
    assert "Am besten" in after(told(OWN, language="de"), "w")[0]


def test_a_table_that_agreed_on_advice_says_so_where_it_is_told():
    agreed = "At this table everybody who plays may ask for advice: w."
    assert agreed in table(f"{WHOLE} ; advice on")
    assert agreed not in table(WHOLE)
    for before, typed in (((), "?"), (("?",), "?"), ((), "c")):
        assert agreed in after(told(f"{OWN} ; advice on", *before), typed)[0], (before, typed)
        assert agreed not in after(told(OWN, *before), typed)[0], (before, typed)
