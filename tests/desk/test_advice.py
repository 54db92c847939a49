"""Advice in words: what it says, where it is given, and that it is made of what is seen and heard."""

from __future__ import annotations

import re
from random import Random

import pytest
from at_hand.love_letter import twin
from kit.scripted import at, began, desk_at, glimpse, glimpsed, turns
from love_letter.notation import read
from msgspec.structs import replace

from lltui.arena import SimulatedMatch
from lltui.bots.catalog import bot
from lltui.bots.love_letter.hard import Adviser
from lltui.client import updates as u
from lltui.desk.love_letter.guide import SAME, Because, Counsel, advice_told, named_move, percent, withheld
from lltui.desk.love_letter.view import match_view
from lltui.games.love_letter import events
from lltui.games.love_letter.model import MODEL, Options
from lltui.games.love_letter.rules.rulebook import RULES
from lltui.text import Wording

LANGUAGES = ("en", "de")
KING = "*guard priest | king / baron countess - guard ; knows 0 1 king"
OWN = "*guard handmaid | king : countess / guard guard priest baron - prince + guard guard priest"


def told(desk, language="en"):
    view = match_view(desk, Wording(language, area="table"))
    return advice_told(view, Counsel().asked(desk, desk.glimpse.menu))


def said(line, heard=(), language="en", **more):
    return told(at(line, heard=heard, language=language, local=True, **more), language)


def number_of(found):
    """How many moves: guesses that are worth the same stand together."""
    return sum(len(re.split(", | or | oder ", each.move)) for each in found.moves)


# ------------------------------------------------------------------ what is said


def test_every_move_stands_there_with_its_chance_and_the_best_first():
    found = said(OWN)
    assert found.hand == "Your hand: Guard (1) and Handmaid (4)."
    assert number_of(found) == 8
    assert found.moves[0].mark == "best"
    assert [each.mark for each in found.moves].count("best") == 1
    chances = [each.chance for each in found.moves]
    assert chances == sorted(chances, reverse=True)
    assert found.best == f"Best: {found.moves[0].move}. It wins {chances[0]} of 100 such rounds."


def test_what_is_certain_is_said_to_be():
    found = said(KING)
    assert found.moves[0] == (100, "Guard ▸ Ada ▸ King", "best")
    assert found.why[0] == "Ada can hold nothing but the King."


def test_guesses_at_one_hand_that_are_worth_the_same_stand_in_one_line():
    found = said("*guard priest | king | baron / guard guard baron handmaid - prince")
    starts = [(move.chance, move.mark, move.move.rpartition(" ▸ ")[0]) for move in found.moves]
    guesses = [start for start in starts if start[2]]
    assert len(guesses) == len({*guesses})
    named = [move.move.rpartition(" ▸ ")[2] for move in found.moves if move.move.startswith("Guard ▸ Ada")]
    assert any(" or " in cards for cards in named)
    cards = ", ".join(named).replace(" or ", ", ").split(", ")
    assert sorted(cards) == ["Baron", "Countess", "Handmaid", "King", "Priest", "Prince", "Princess"]


def test_less_than_two_points_is_as_good():
    line = "*prince princess | priest | priest / guard guard king baron baron - prince"
    desk = at(line, local=True)
    found = Counsel().asked(desk, desk.glimpse.menu)
    marks = {each.move: each.mark for each in told(desk).moves}
    view = match_view(desk, Wording("en", area="table"))
    for each in found[1:]:
        same = found[0].chance - each.chance < SAME
        assert (marks[named_move(view, each.move)] == "same") is same
    assert "same" in marks.values()
    assert "" in marks.values()


def test_nothing_is_certain_that_may_be_otherwise():
    assert [percent(chance) for chance in (0.0, 0.001, 0.499, 0.996, 1.0)] == [0, 1, 50, 99, 100]


def test_beside_the_count_stands_what_was_heard():
    """Whoever laid the Countess down had to, for a King or a Prince, more often than not."""
    heard = (events.Drew(1), events.Played(1, "countess"))
    found = said(
        "*guard priest | king : countess / guard guard baron handmaid - prince + guard guard priest", heard
    )
    assert found.moves[0].move == "Guard ▸ Ada ▸ Prince"
    assert found.why[0].startswith("In ")
    assert "of 100 cases Ada holds the Prince; by the count alone it would be 20." in found.why[0]
    assert any("Ada would hardly have played like that." in sentence for sentence in found.why)


def test_where_only_the_count_speaks_the_cards_are_counted():
    found = said("*guard princess | prince / guard guard guard prince priest - handmaid + guard baron baron")
    assert re.match(
        "In 2 of 11 cases Ada holds the (Priest|Handmaid|Prince): you have not seen 11 cards", found.why[0]
    )


@pytest.mark.parametrize(
    "rules, told_so",
    [("", False), (" ; edition german", True), (" ; edition manual", True), (" ; variants short", True)],
)
def test_where_other_rules_were_learned_it_is_said_that_nobody_measured_these(rules, told_so):
    assert (said(f"{OWN}{rules}").meant.endswith("what was learned is “Classic” as printed.")) is told_so
    assert ("nicht gemessen" in said(f"{OWN}{rules}", language="de").meant) is told_so


BARON = "*baron king | guard / guard guard - priest + guard baron priest"
LAST = "*handmaid king | guard / - priest"
DUELS = [
    ("*baron king | priest / - guard ; knows 0 1 priest", "Ada holds less than you (6) and is out."),
    (
        "*baron king | countess / - guard ; knows 0 1 countess",
        "Ada holds more than you (6), and you",
    ),
    ("*baron prince | prince / - guard ; knows 0 1 prince", "Ada holds as much as you (5): it is a tie"),
    ("*king princess | guard / - prince ; knows 0 1 guard", "Ada gives you a lower card than yours (8)."),
    ("*king guard | countess / - prince ; knows 0 1 countess", "Ada gives you a higher card than yours (1)."),
    ("*prince guard | princess / - baron ; knows 0 1 princess", "Ada holds the Princess and is out, for"),
    (
        "*priest guard | king / guard - baron ; knows 0 1 king",
        "which you know to be the King.",
    ),
    ("*guard princess | guard / - baron ; knows 0 1 guard", "so it does nothing; you keep the Princess."),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("line, sentence", DUELS)
def test_what_is_certain_is_no_share_of_a_hundred_cases(line, sentence, language):
    desk = at(line, language=language, local=True)
    view = match_view(desk, Wording(language, area="table"))
    found = Counsel().asked(desk, desk.glimpse.menu)
    move = next(each for each in found if each.move.card == line[1:].split()[0] and each.move.target == 1)
    because = Because(view, (move, *(each for each in found if each is not move)))
    why = " ".join(because.sentences())
    assert language == "de" or sentence in why
    assert not re.search(r"\b(0|100) (of|von) \d+ (cases|Fällen)|in 0 ", why)


PRINCE = "*prince guard | princess / guard guard - priest ; knows 0 1 princess"
SAFE = "*handmaid princess | guard | baron / guard guard guard baron - king"
REASONS = [
    (BARON, "holds less than you (6) and is out"),
    (LAST, "The pile is empty: the hands are compared now, and you keep the King"),
    ("*countess king | guard / guard - priest", "There is no other move."),
    (PRINCE, "Ada holds the Princess and is out"),
    (SAFE, "nobody can choose you, and the Princess"),
    ("*priest handmaid | guard! / - king", "you keep the Handmaid"),
]


@pytest.mark.parametrize("line, sentence", REASONS)
def test_each_card_has_its_reason(line, sentence):
    assert sentence in " ".join(said(line).why)


def test_who_knows_a_card_of_mine_is_named():
    heard = (
        events.Drew(1),
        events.Played(1, "priest", 0),
        events.HandLookedAt(1, 0),
        events.Drew(0),
        events.CardDrawn(0, "handmaid"),
    )
    found = said("*king handmaid | prince : priest / guard guard guard baron baron - guard", heard)
    assert any(sentence.startswith("Ada knows that you hold the King") for sentence in found.why)


@pytest.mark.parametrize("language", LANGUAGES)
def test_of_whole_matches_every_piece_of_advice_can_be_said(language):
    options, seats = Options(target=3), 4
    match, rng = SimulatedMatch(RULES, options, seats, Random(51)), Random(51)
    desks = [
        desk_at(replace(begin(options, seats), you=seat), language=language, local=True)
        for seat in range(seats)
    ]
    players = [bot("normal", MODEL.id, options, seat) for seat in range(seats)]
    counsels, words, given = [Counsel() for _ in desks], Wording(language, area="table"), 0
    for seat in turns(match):
        seen = match.glimpse(seat)
        desk = desks[seat]
        desk.hear(seen)
        desk.go_on()
        found = counsels[seat].asked(desk, seen.menu)
        spoken = advice_told(match_view(desk, words), found)
        assert number_of(spoken) == len(seen.menu)
        assert spoken.why
        assert all("{" not in line for line in (spoken.best, spoken.hand, *spoken.why))
        given += 1
        match.act(seat, players[seat].choose(seen, rng))
    assert given > 30


def begin(options, seats):
    return u.Began(
        1, MODEL.id, options, ("Kay", "Ada", "Grace", "Linus")[:seats], 0, frozenset(), hosting=False
    )


# --------------------------------------------------------- what it is made of


def by_chance(options, seats, seed):
    """Each choice of seat 0 in a match by chance: its desk, what it glimpses, and the table as it is then."""
    rng = Random(seed)
    match, desk = SimulatedMatch(RULES, options, seats, rng), desk_at(begin(options, seats), local=True)
    for seat in turns(match):
        seen = match.glimpse(seat)
        if seat == 0:
            desk.hear(seen)
            desk.go_on()
            yield desk, seen, match.state
        match.act(seat, rng.choice(seen.menu))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_in_twin_worlds_the_same_is_said_word_for_word(seats):
    asked, luck = 0, Random(52)
    for desk, seen, state in by_chance(Options(target=1), seats, 52):
        here = told(desk)
        desk.glimpse = glimpsed(twin(state, 0, luck), 0, seen.heard)
        assert told(desk) == here
        desk.glimpse = seen
        asked += 1
    assert asked


def test_who_asks_again_hears_the_same_and_what_was_heard_counts_once():
    """As somebody who was asked at every turn, and as somebody who is asked for the first time."""
    options, counsel = Options(target=2), Counsel()
    adviser = Adviser(options, 0)
    for desk, seen, _ in by_chance(options, 3, 53):
        found = adviser.moves(seen)
        for each in (counsel, counsel, Counsel()):
            assert each.asked(desk, seen.menu) == found


# ------------------------------------------------------------- where it is given


@pytest.mark.parametrize(
    "line, seat, local, why",
    [
        (OWN, 0, True, ""),
        (OWN, 0, False, "agreed"),
        (f"{OWN} ; advice on", 0, False, ""),
        (f"{OWN} ; advice on", None, False, "watch"),
        (f"{OWN} ; advice on ; edition modern", 0, False, "rules"),
        (OWN, None, False, "watch"),
        (OWN, 1, True, "turn"),
        (f"{OWN} ; edition modern", 0, True, "rules"),
        ("*guard king | x : baron | guard / guard - prince ; fell 1", 1, True, "out"),
    ],
)
def test_it_is_withheld_where_it_was_not_agreed_on_or_nobody_can_give_it(line, seat, local, why):
    desk = at(line, seat, local=local)
    assert withheld(desk, desk.glimpse.menu) == why
    for language in LANGUAGES:
        assert not why or Wording(language, area="table").has(f"advice.none.{why}")


def test_a_match_that_is_over_may_be_asked_about_through_the_eyes_of_a_player():
    mine, watched = at(OWN), at(OWN, None)
    assert withheld(mine, mine.glimpse.menu, played=True) == ""
    assert withheld(mine, (), played=True) == "moment"
    assert withheld(watched, (), played=True) == "eyes"
    assert withheld(mine, mine.glimpse.menu, played=False) == "runs"
    agreed = at(f"{OWN} ; advice on")
    assert withheld(agreed, agreed.glimpse.menu, played=False) == ""


def test_another_game_has_nobody_to_ask():
    state = read(OWN)
    desk = desk_at(began(OWN), glimpse(OWN), local=True)
    desk.began = replace(desk.began, options=replace(state.options, edition="modern"))
    assert Counsel().asked(desk, desk.glimpse.menu) == ()
