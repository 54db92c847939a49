from __future__ import annotations

from types import SimpleNamespace

import pytest
from kit.scripted import glimpse
from plain.sitting import after, told, written

from lltui.games.chair import Over
from lltui.games.love_letter.events import RoundWon
from lltui.games.love_letter.model import Keep, Play
from lltui.plain.board import COMMANDS, Ending, PromptKind
from lltui.plain.sit import ENDED, PracticeInputEnded

THREE = "*guard king | priest | baron / princess countess"
TWO = "*guard prince | priest / princess countess"
FORCED = "*countess king | priest | baron / princess guard"
COUNCIL = "*spy guard princess | priest / baron ; phase council ; edition modern"
PAUSE = "guard | priest / ; phase deck ; first 0 ; won 0 last"

PROMPTS = {
    "card": (THREE, ()),
    "target": (THREE, ("1",)),
    "guess": (THREE, ("1", "1")),
    "forced": (FORCED, ()),
    "keep": (COUNCIL, ()),
    "under": (COUNCIL, ("1",)),
    "leave": (THREE, ("q",)),
}

SURE = SimpleNamespace(doubts=True, counting=True, at_once=False)


def labels(board):
    return list(board.prompt.labels)


class TestMove:
    def test_a_move_is_asked_field_by_field_and_made_at_the_last_answer(self):
        board = told(THREE)
        assert labels(board) == ["Guard", "King"]
        assert after(board, "1")[1] is None
        assert labels(board) == ["Ada", "Dora"]
        assert after(board, "dora")[1] is None
        assert "Guard" not in labels(board)
        assert after(board, "princess")[1] == Play("guard", 2, "princess")
        assert board.prompt is None

    def test_what_leaves_no_choice_is_not_asked(self):
        board = told(TWO, "guard")
        assert "Ada" in board.prompt.question
        assert "Princess" in labels(board)

    def test_a_move_without_any_choice_wants_one_enter(self):
        board = told(FORCED)
        assert labels(board) == ["Countess"]
        assert "You cannot play the King now" in written(board)
        assert after(board, "")[1] == Play("countess")

    def test_two_cards_of_a_kind_are_named_before_the_question_that_is_left(self):
        assert "So you play the Guard." in written(told("*guard guard | priest / king"))

    def test_who_would_be_out_is_asked_once_more_and_may_choose_again(self):
        board = told("*princess prince | priest / guard king")
        board._settings = SURE
        assert after(board, "princess")[1] is None
        assert board.prompt.kind is PromptKind.SURE
        assert board.prompt.question == "Princess: you will be out of this round. Play it all the same?"
        assert after(board, "1")[1] is None
        assert labels(board) == ["Princess", "Prince"]
        after(board, "prince")
        assert after(board, "yourself")[1] is None
        assert board.prompt.kind is PromptKind.SURE
        assert after(board, "b")[1] is None
        assert after(board, "ada")[1] == Play("prince", 1), "others may be met without a question"
        board = told("*princess prince | priest / guard king", "princess")
        assert board.prompt is None, "who has switched it off, or types from a file, is not asked"

    def test_who_has_said_that_they_are_sure_plays_it(self):
        board = told("*princess guard | priest / king")
        board._settings = SURE
        after(board, "princess")
        assert after(board, "2")[1] == Play("princess")
        assert board.prompt is None

    def test_a_baron_against_a_hand_that_is_known_to_be_higher_is_doubted_too(self):
        board = told("*baron guard | king / princess ; knows 0 1 king")
        board._settings = SURE
        after(board, "baron")
        assert board.prompt.kind is PromptKind.SURE

    def test_the_order_under_the_pile_is_a_list_too(self):
        board = told(COUNCIL, "princess")
        assert len(labels(board)) == 2
        assert isinstance(after(board, "2")[1], Keep)

    def test_back_takes_back_one_step_at_a_time(self):
        board = told(THREE, "1", "1", "b")
        assert labels(board) == ["Ada", "Dora"]
        assert after(board, "b")[1] is None
        assert labels(board) == ["Guard", "King"]
        assert "There is nothing to take back." in after(board, "b")[0]
        assert labels(board) == ["Guard", "King"]


class TestMisread:
    @pytest.mark.parametrize(
        "position, lines, typed, sentence",
        [
            pytest.param(THREE, (), "xyz", "“xyz” is not among the answers.", id="nonsense"),
            pytest.param(THREE, (), "12", "“12” is not among the answers.", id="a number too high"),
            pytest.param(THREE, (), "3", "You do not hold the Baron.", id="the value of a card not held"),
            pytest.param(FORCED, (), "6", "You cannot play the King now", id="the value of a barred one"),
            pytest.param(THREE, ("1", "1"), "1", "Guard may not be named.", id="a value not to be named"),
            pytest.param(THREE, (), "", "Please type one of the numbers.", id="nothing"),
            pytest.param(THREE, ("1", "1"), "pr", "could be Priest, Prince or Princess.", id="too little"),
            pytest.param(THREE, (), "baron", "You do not hold the Baron.", id="a card not held"),
            pytest.param(FORCED, (), "king", "You cannot play the King now", id="a card that is barred"),
            pytest.param("*princess king | guard / baron", (), "prince", "You do not hold the Prince.",
                         id="a whole name is no beginning"),
            pytest.param("*guard king | priest! | baron | handmaid / prince", ("1",), "ada",
                         "Ada is protected and cannot be chosen.", id="a protected player"),
            pytest.param("*guard king | x | baron | handmaid / prince", ("1",), "ada",
                         "Ada is out of the round.", id="a player who is out"),
            pytest.param(THREE, ("1",), "you", "You cannot choose yourself with this card.", id="oneself"),
            pytest.param(THREE, ("1", "1"), "guard", "Guard may not be named.", id="a card not to be named"),
            pytest.param(THREE, ("q",), "maybe", "“maybe” is not among", id="neither yes nor no"),
        ],
    )  # fmt: skip
    def test_gets_a_sentence_and_the_list_again(self, position, lines, typed, sentence):
        board = told(position, *lines)
        asked = board.prompt
        said, action = after(board, typed)
        assert action is None
        assert sentence in said
        assert board.prompt == asked
        assert all(f". {label}\n" in said for label in asked.labels)


class TestPractice:
    def test_it_is_said_at_a_turn_and_above_the_table(self):
        usual, board = told(THREE), told(THREE)
        said = "Practice: it counts nowhere."
        assert said not in after(usual, "t")[0]
        board._desk.practice = True
        assert said in after(board, "t")[0]
        before = len(written(board))
        board.again()
        assert said in written(board)[before:]

    @pytest.mark.parametrize("practice, ended", [(True, PracticeInputEnded), (False, None)])
    def test_who_types_no_more_is_promised_nothing_that_practice_does_not_keep(self, practice, ended):
        board = told(THREE)
        board._desk.practice = practice
        assert ENDED.get(board.left_behind) is ended


class TestCommands:
    @pytest.mark.parametrize("language", ["en", "de"])
    @pytest.mark.parametrize("prompt", PROMPTS)
    def test_every_prompt_names_its_keys_in_one_line_and_obeys_them(self, prompt, language):
        position, lines = PROMPTS[prompt]
        lines = ["q" if line == "q" else line for line in lines]
        board = told(position, *lines, language=language)
        last = written(board).splitlines()[-1]
        for key in (". ", "?", "t ", "q "):
            assert key.strip(". ") in last
        for command in ("?", "?", "t", "h", "c"):
            said, action = after(board, command)
            assert action is None
            assert said.splitlines()[-1] == last

    def test_help_tells_what_the_cards_in_hand_do_and_twice_tells_all_rules(self):
        board = told(THREE)
        once, _ = after(board, "?")
        assert "Guard, value 1, 5 cards:" in once
        assert "King, value 6, 1 card:" in once
        assert "Baron, value" not in once
        twice, _ = after(board, "?")
        assert "The end of a round" in twice
        other, _ = after(board, "t")
        assert "The end of a round" not in other

    def test_cards_tells_every_card(self):
        said, _ = after(told(THREE), "c")
        assert said.count(", value ") == 8

    def test_history_tells_this_round_and_between_two_rounds_the_last(self):
        board = told(THREE)
        assert "Nothing has happened yet." in after(board, "h")[0]
        board.hear(glimpse(PAUSE, heard=[RoundWon((0,), "last")]))
        assert "You are the last one left" in after(board, "h")[0]

    def test_words_do_what_letters_do(self):
        for word in ("help", "table", "history", "cards"):
            assert after(told(THREE), word)[0] == after(told(THREE), word[0] if word != "help" else "?")[0]

    def test_leaving_is_asked_and_may_be_taken_back(self):
        board = told(THREE, "1", "q")
        assert board.prompt.kind is PromptKind.LEAVE
        after(board, "no")
        assert labels(board) == ["Ada", "Dora"]
        after(board, "q")
        after(board, "b")
        assert labels(board) == ["Ada", "Dora"]
        after(board, "q")
        after(board, "q")
        after(board, "yes")
        assert board.ending is Ending.LEFT

    def test_commands_answer_while_others_think(self):
        board = told("guard | *priest king / baron")
        assert board.prompt is None
        assert "Cards in the pile: 1." in after(board, "t")[0]
        assert "It is not your turn yet." in after(board, "1")[0]
        out = told("x : guard | *priest king | prince / baron")
        assert after(out, "1")[0].strip() == "You are out of this round."
        after(board, "q")
        after(board, "1")
        assert board.ending is None
        assert board.prompt is None


class TestRest:
    def test_after_a_round_the_score_is_told_and_enter_is_waited_for(self):
        board = told(PAUSE, heard=[RoundWon((0,), "last")])
        assert "You are the last one left and win the round." in written(board)
        assert "So far: you 0 hearts, Ada 0 hearts." in written(board)
        assert board.holds
        assert "Press Enter" in written(board).splitlines()[-1]
        after(board, "t")
        assert board.holds
        after(board, "")
        assert not board.holds

    def test_the_match_ends_with_a_table_and_the_question_for_another(self):
        board = told("guard | priest / ; phase over ; tokens 3 7 ; over 1 ; round 10")
        board.hear(Over())
        said = written(board)
        assert "The match is over after 10 rounds.\nAda: 7 hearts\nYou: 3 hearts\n" in said
        assert labels(board) == ["Yes", "No"]
        after(board, "y")
        assert board.ending is Ending.AGAIN

    @pytest.mark.parametrize("typed", ["2", "no", "q"])
    def test_another_match_may_be_declined(self, typed):
        board = told("guard | priest / ; phase over ; over 1")
        board.hear(Over())
        after(board, typed)
        assert board.ending is Ending.DONE


class TestNews:
    def test_news_that_change_no_menu_leave_the_half_made_move_alone(self):
        board = told(THREE, "1")
        board.hear(glimpse(THREE))
        assert labels(board) == ["Ada", "Dora"]

    def test_news_that_change_the_menu_begin_the_move_anew(self):
        board = told(THREE, "1")
        board.hear(glimpse("*guard prince | priest | baron / princess countess"))
        assert labels(board) == ["Guard", "Prince"]


def test_what_a_move_is_worth_is_said_and_where_nobody_knows_why_not():
    said, action = after(told(TWO), "w")
    assert action is None
    assert "Best: Guard, Ada, Baron. It wins 57 of 100 such rounds." in said
    assert "Best:" not in after(told(COUNCIL), "w")[0]


def test_all_commands_are_tried_here():
    assert set(COMMANDS) == {"advice", "help", "back", "table", "history", "cards", "settings", "quit"}
