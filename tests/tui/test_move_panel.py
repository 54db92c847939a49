"""The move that is being made, as it is shown: its parts, the answers, the reasons, the hand."""

from __future__ import annotations

import pytest
from desk.test_love_letter_view import seen
from kit.scripted import at, glimpse
from msgspec.structs import replace
from tui import positions

from lltui.desk.half_move import AskedMove, asked_move
from lltui.desk.telling import Kind, Line
from lltui.tui.art.card import CardLook
from lltui.tui.art.rows import Piece, plain, row
from lltui.tui.love_letter import move_panel
from lltui.tui.love_letter.draw_panels import SeatHues, ToldLog, story
from lltui.tui.love_letter.move_panel import prompt


def making(line, *answers, selected=None):
    """A move on its way: these answers confirmed, this one only selected."""
    now = asked_move(glimpse(line).menu)
    for answer in answers:
        now, _ = now.select(answer).enter()
    return now.select(selected) if selected is not None else now


def crumbs(line, *answers, selected=None):
    found = move_panel.move(seen(at(line)), making(line, *answers, selected=selected)).crumbs
    return [(crumb.text, crumb.when) for crumb in found]


def choices(line, *answers, selected=None, language="en"):
    see = seen(at(line, language=language), language)
    return move_panel.move(see, making(line, *answers, selected=selected)).choices


def asked(line, *answers, selected=None, language="en"):
    desk = at(line, language=language)
    return prompt(seen(desk, language), desk, making(line, *answers, selected=selected), None)


def test_the_parts_of_a_move_are_named_before_they_are_known():
    assert crumbs(positions.SIX) == [
        ("card", "now"),
        ("who", "next"),
        ("which card", "next"),
        ("play", "next"),
    ]
    assert crumbs(positions.SIX, selected="prince") == [("Prince", "now"), ("who", "next"), ("play", "next")]


def test_what_was_confirmed_is_past_and_what_is_asked_is_now():
    assert crumbs(positions.SIX, "guard", selected=1) == [
        ("Guard", "past"),
        ("Ada", "now"),
        ("which card", "next"),
        ("play", "next"),
    ]


def test_who_nobody_had_to_choose_is_named_all_the_same():
    # One of the others is safe and one is out.
    assert crumbs(positions.OWN_TURN, "guard")[:3] == [
        ("Guard", "past"),
        ("Ada", "past"),
        ("which card", "now"),
    ]


def test_a_card_that_needs_nobody_is_played_at_once():
    assert crumbs(positions.OWN_TURN, selected="chancellor") == [("Chancellor", "now"), ("play", "next")]


def test_players_who_cannot_be_chosen_stay_in_the_list_with_the_reason():
    found = {choice.label: (choice.key, choice.reason) for choice in choices(positions.SIX, "prince")}
    assert found == {
        "Ada": ("2", ""),
        "Grace": ("3", "safe"),
        "Linus": ("4", "out"),
        "Dora": ("5", ""),
        "Emil": ("6", ""),
        "yourself": ("1", ""),
    }


def test_cards_are_picked_by_their_value_and_the_guard_may_not_name_itself():
    found = {
        choice.label: (choice.key, choice.reason, choice.note)
        for choice in choices(positions.OWN_TURN, "guard")
    }
    assert found["Guard"] == ("1", "never", "")
    assert found["Princess"] == ("9", "", "all seen")
    assert found["Countess"] == ("8", "", "")


@pytest.mark.parametrize(("language", "told"), [("en", "they hold it"), ("de", "die ist es")])
def test_the_card_that_is_known_of_a_hand_is_named_as_theirs_and_not_as_seen(language, told):
    known = f"{positions.OWN_TURN} ; knows 0 1 king"
    notes = [choice.note for choice in choices(known, "guard", language=language) if choice.key == "7"]
    assert notes == [told]


def test_cards_that_were_all_seen_are_no_secret_only_where_the_table_counts():
    notes = {choice.label: choice.note for choice in choices(f"{positions.OWN_TURN} ; unseen off", "guard")}
    assert notes["Princess"] == ""


def test_whoever_is_known_to_hold_a_card_has_it_beside_their_name():
    assert [choice.note for choice in choices(positions.KNOWS, "guard")][:1] == ["holds the King"]


@pytest.mark.parametrize(
    "answer, said",
    [(2, "Grace is safe until their next turn."), (3, "Linus is out of the round.")],
)
def test_pointing_at_somebody_who_cannot_be_chosen_is_answered_kindly(answer, said):
    see, now = seen(at(positions.SIX)), making(positions.SIX, "prince")
    assert move_panel.refusal(see, now.question, answer) == said


def test_pointing_at_oneself_and_at_a_card_that_may_not_be_named_too():
    see = seen(at(positions.SIX))
    guard = making(positions.SIX, "guard")
    assert move_panel.refusal(see, guard.question, 0) == "This card cannot be played on yourself."
    named = making(positions.SIX, "guard", 1)
    assert move_panel.refusal(see, named.question, "guard") == "Guard may not be named with this card."


def test_a_card_that_may_not_be_played_stays_in_hand_with_its_reason():
    see = seen(at(positions.FORCED))
    countess, king = move_panel.hand(see, making(positions.FORCED)).cards
    assert countess.look is CardLook.CHOSEN
    assert (king.look, king.below) == (CardLook.BARRED, "Countess first")
    question = making(positions.FORCED).question
    assert move_panel.refusal(see, question, "king") == see.voice.barred("forced", "king")


def test_the_chosen_card_is_lifted_and_stays_so_while_the_rest_is_chosen():
    see = seen(at(positions.OWN_TURN))
    for now in (making(positions.OWN_TURN, selected="guard"), making(positions.OWN_TURN, "guard")):
        looks = {held.face.id: held.look for held in move_panel.hand(see, now).cards}
        assert looks == {"chancellor": CardLook.PLAIN, "guard": CardLook.CHOSEN}


def test_a_move_that_is_under_way_leaves_the_hand_as_it_is():
    see = seen(at(positions.OWN_TURN))
    chosen = making(positions.OWN_TURN, selected="guard")
    sent = replace(chosen, sent=True)
    assert [held.look for held in move_panel.hand(see, sent).cards] == [
        held.look for held in move_panel.hand(see, chosen).cards
    ]
    assert move_panel.move(see, sent) == move_panel.Move((), (), ())


def test_what_lies_on_the_stage_has_left_the_hand():
    see = seen(at(positions.OWN_TURN))
    nothing = making(positions.OWN_TURN)
    held = move_panel.hand(see.without(("guard",)), nothing).cards
    assert [each.face.id for each in held] == ["chancellor"]
    assert move_panel.hand(see.without(("guard", "chancellor")), nothing) == move_panel.Hand()


def test_of_two_equal_cards_one_is_lifted():
    line = "*guard guard | king / baron - priest ; edition classic"
    held = move_panel.hand(seen(at(line)), making(line, selected="guard")).cards
    assert [each.look for each in held] == [CardLook.PLAIN, CardLook.CHOSEN]


def test_the_council_sees_where_each_card_goes():
    see = seen(at(positions.COUNCIL))
    now = making(positions.COUNCIL, "king", selected=("princess", "guard"))
    below = {held.face.id: (held.look, held.below) for held in move_panel.hand(see, now).cards}
    assert below == {
        "guard": (CardLook.PLAIN, "lowest"),
        "king": (CardLook.CHOSEN, ""),
        "princess": (CardLook.PLAIN, "under 1"),
    }
    assert [choice.key for choice in choices(positions.COUNCIL, "king")] == ["1", "2"]


def test_the_whole_rule_stands_beside_the_selected_card():
    see = seen(at(positions.OWN_TURN))
    told = move_panel.move(see, making(positions.OWN_TURN, selected="guard")).text
    assert told == (see.voice.rule("guard", see.options),)


def test_where_cards_share_a_value_digits_count_places():
    see = seen(at(positions.OWN_TURN))
    same = {card: face._replace(value=1) for card, face in see.faces.items()}
    question = making(positions.OWN_TURN, "guard").question
    keys = move_panel.keyed(see._replace(faces=same), question)
    assert list(keys)[:3] == ["1", "2", "3"]
    assert len(set(keys.values())) == len(see.faces)


# ----------------------------------------------------------------------- prompt


def test_the_prompt_asks_what_the_voice_asks():
    assert asked(positions.OWN_TURN).text == "Which card do you play?"
    assert asked(positions.OWN_TURN, "guard").text == "Which card do you think Ada holds?"
    assert asked(positions.OWN_TURN, "guard", language="de").text == "Welche Karte hat Ada wohl?"


def test_the_prompt_says_when_enter_plays():
    assert asked(positions.OWN_TURN, selected="chancellor").text.endswith("Enter plays it.")
    assert asked(positions.FORCED).text == "Enter plays the Countess."


def test_while_others_think_the_prompt_says_who():
    desk = at(positions.WAITING)
    waiting = prompt(seen(desk), desk, AskedMove(), None)
    assert (waiting.mark, waiting.text, waiting.mood) == ("WAIT", "Ada is thinking.", "wait")


def test_once_the_match_is_over_nobody_is_said_to_think():
    desk = at(positions.WAITING)
    desk.over = True
    assert prompt(seen(desk), desk, AskedMove(), None).text == "The match is over."


@pytest.mark.parametrize(
    "left, clock, urgent", [(72.4, "1:12 left", False), (9.0, "0:09 left", True), (-3, "0:00 left", True)]
)
def test_the_clock_counts_down_and_warns(left, clock, urgent):
    desk = at(positions.OWN_TURN)
    found = prompt(seen(desk), desk, making(positions.OWN_TURN), left)
    assert (found.clock, found.urgent) == (clock, urgent)


def test_whoever_can_be_chosen_is_named_in_their_own_hue_and_i_in_mine():
    found = {each.label: each.style for each in choices(positions.SIX, "prince")}
    assert found["Ada"] == "seat-1"
    assert found["yourself"] == "you"
    assert {each.style for each in choices(positions.SIX, "guard", 1)} == {"name"}


def test_a_card_that_is_only_held_is_never_said_to_hold_already():
    see = seen(at(positions.OWN_TURN))
    (told,) = move_panel.move(see, asked_move(())).text
    card = see.faces[see.private.hand[0]]
    assert told == f"In your hand: {card.name}. “{see.voice.rule(card.id, see.options)}”"


def test_whom_all_eyes_see_out_is_named():
    """Nobody of those who look is out."""
    out = positions.PUT_OUT
    desk = at(out, None)
    desk.hands = tuple(glimpse(out, seat).private for seat in range(4))
    assert move_panel.hand(seen(desk), asked_move(())).empty == "Kay is out of the round."
    assert move_panel.hand(seen(at(out)), asked_move(())).empty == "You are out of this round."


def test_the_log_names_the_others_in_their_hues_but_not_in_what_they_say():
    company = SeatHues(("Kay", "Ada", "Adam"), 0)
    assert company.told("Ada meets Adam, Adas", "words") == row(
        Piece("Ada", "seat-1"),
        Piece(" meets ", "words"),
        Piece("Adam", "seat-2"),
        Piece(", ", "words"),
        Piece("Ada", "seat-1"),
        Piece("s", "words"),
    )
    lines = [Line(Kind.EVENT, "", "plays on Ada", 0, "You"), Line(Kind.SAID, "", "hello Ada", 2, "Adam")]
    drawn = story(ToldLog("TOLD", lines, company), 40, 9)
    styles = {piece.text.strip(): piece.style for each in drawn for piece in each}
    assert (styles["You"], styles["Ada"], styles["Adam"], styles["» hello Ada"]) == (
        "you",
        "seat-1",
        "seat-2",
        "said",
    )


@pytest.mark.parametrize("rows, air", [(8, 0), (18, 1)])
def test_parts_of_a_move_that_take_two_rows_leave_air_over_the_list_where_there_is_room(rows, air):
    parts = tuple(move_panel.Crumb(text, "next") for text in ("chorister", "who", "which card", "play"))
    choices = (move_panel.PanelChoice("2", "Ada"), move_panel.PanelChoice("3", "Dora"))
    told = move_panel.Move(parts, choices)
    drawn = plain(move_panel.move_rows(told, 34, rows))
    assert drawn[1].strip()
    assert [place for place, line in enumerate(drawn) if "Ada" in line] == [2 + air]
    assert move_panel.choice_at(told, 34, rows, 4, 2 + air) == "2", "a click finds it there"
