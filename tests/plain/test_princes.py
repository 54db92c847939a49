"""The plain board plays The Two Princes, with a bot or with both hands, in both languages."""

from __future__ import annotations

import io
from random import Random
from types import SimpleNamespace
from typing import Literal, get_args, get_origin, get_type_hints

import pytest
from at_hand.princes import BRIEF
from flat_chairs import Hotseat, Solo
from msgspec.structs import replace
from plain.sitting import Chosen, written
from two_princes.stage import Stage

from lltui import text
from lltui.arena import SimulatedMatch
from lltui.bots.catalog import bot
from lltui.client import requests
from lltui.client.updates import LobbyIs, Seated
from lltui.desk.desk import Words
from lltui.desk.half_move import asked_move
from lltui.desk.telling import Teller
from lltui.games.chair import Glimpse, Turned
from lltui.games.game import NATURE, News, Shuffled, over
from lltui.games.known_games import MODELS
from lltui.games.love_letter.loading import editions, variants
from lltui.games.two_princes.events import (
    CardsDrawn,
    CardTurned,
    ConditionWanting,
    Drew,
    HourSpent,
    ItemWanting,
    MetAlone,
    NothingLost,
    ReadAlone,
    SectionRead,
    TextShown,
)
from lltui.games.two_princes.loading import story_index
from lltui.games.two_princes.model import (
    MODEL,
    NoMoreItems,
    Options,
    Propose,
    Ready,
    TakeBack,
    UseItem,
    Visit,
)
from lltui.games.two_princes.rules.chapters import TurnEvent
from lltui.games.two_princes.rules.moments import Pausing
from lltui.games.two_princes.rules.rulebook import RULES
from lltui.games.two_princes.story.printed import GROWS
from lltui.games.two_princes.views import as_seen
from lltui.plain.board import Ending, board_of, texts
from lltui.plain.orders import Misread, TypedOrder, request_for, signs
from lltui.plain.paper import Paper
from lltui.plain.room import LobbySheet
from lltui.plain.sit import sit
from lltui.text import Wording
from lltui.text.story_text import silent

LANGUAGES = ("en", "de")
RARE = (
    *(HourSpent(hour) for hour in ("midnight", None)),
    NothingLost(item="lute"),
    NothingLost(who=0),
    ItemWanting(0, "lute"),
    ConditionWanting(1, "sick"),
)
QUICK = Options("tower", difficulty="gentle")
ALONE = ("Kay", "Kay")


def everyone(options, seed):
    return Hotseat(SimulatedMatch(RULES, options, 2, Random(seed)), ALONE)


def with_a_bot(options, seed):
    partner = {1: bot("careful", MODEL.id, options, 1)}
    return Solo(SimulatedMatch(RULES, options, 2, Random(seed)), ("Kay", "Ada"), partner, Random(seed))


async def played(chair, language, seed):
    keyboard = Chosen(seed)
    paper = Paper(io.StringIO())
    board = keyboard.board = board_of(chair, Words(language, "court"), paper, pauses=True)
    board.open()
    assert await sit(board, chair, keyboard) is Ending.DONE
    for command in "?thc":
        board.read(command)
    return written(board)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("table", [everyone, with_a_bot])
@pytest.mark.parametrize("edward", [0, 1])
async def test_a_match_is_played_to_its_end(language, table, edward):
    options = Options(difficulty="gentle", edward=edward)
    told = await played(table(options, 3), language, 3)
    words = text.words(language, MODEL.id)
    assert words["setting.tower"] in told
    assert words["say.ChapterBegan.escape_a"] in told
    assert words["say.MatchEnded"] in told


async def test_whoever_plays_both_is_asked_for_each_in_turn():
    chair, asked = everyone(QUICK, 1), []
    rng = Random(1)
    for _ in range(40):
        glimpse = await chair.next()
        if isinstance(glimpse, Turned):
            assert glimpse.you == chair.you
            glimpse = await chair.next()
        asked.append(chair.you)
        assert glimpse.private == RULES.private(chair._match.state, chair.you)
        await chair.act(rng.choice(glimpse.menu))
    assert set(asked) == {0, 1}


def moments(options, seed):
    """Every state of a random match with the news that led to it."""
    rng, state = Random(seed), RULES.start(options, 2)
    while not over(RULES, state, 2):
        news = News()
        pile = RULES.pile(state)
        if pile is not None:
            RULES.play(state, NATURE, Shuffled(tuple(rng.sample(range(pile.size), pile.size))), news)
        else:
            seat, menu = rng.choice([(s, RULES.legal(state, s)) for s in (0, 1) if RULES.legal(state, s)])
            RULES.play(state, seat, rng.choice(menu), news)
        yield state, [event for event, _ in news.told]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_is_a_sentence_and_every_choice_has_a_name(language):
    voice = text.voice(MODEL.id, language, "court", (), None, QUICK)
    told, asked = set(), set()
    for seed in range(12):
        for state, news in moments(replace(QUICK, alone=("open", "strict")[seed % 2]), seed):
            voice.look(as_seen(RULES.public(state), *(RULES.private(state, seat) for seat in (0, 1))))
            for event in news:
                said = voice.say(event)
                assert said or isinstance(event, TextShown | ReadAlone | SectionRead)
                assert "{" not in said
                told.add(type(event))
            for seat in (0, 1):
                if menu := RULES.legal(state, seat):
                    asked |= questions(voice, asked_move(menu))
    for event in RARE:
        assert "{" not in voice.say(event)
        told.add(type(event))
    assert told == {*get_args(MODEL.announced | MODEL.whispered)}
    known = {key.removeprefix("ask.") for key in text.words(language, MODEL.id) if key.startswith("ask.")}
    assert asked <= known
    assert known - asked <= {
        "remedy item",
        "remedy place",
        "mend place",
        "use_item for_brother",
    }  # chance seldom deals these


def questions(voice, move):
    if move.done is not None:
        return set()
    question = move.question
    assert voice.ask(question)
    labels = [voice.answer(question, value) for value in question.answers]
    assert all(labels)
    assert len({*labels}) == len(labels)
    asked = {"act" if not question.kind else f"{question.kind} {question.field}"}
    return asked.union(*(questions(voice, move.answered(value)) for value in question.answers))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_has_its_rules_in_words(language):
    voice = text.voice(MODEL.id, language, "court", (), None)
    for place, effect in voice.story.index.effects.items():
        if not place.startswith("test."):
            told = voice.effect_text.effect(effect, place)
            assert bool(told) is not silent(effect)  # what only tells more, and where they come to
            assert "{" not in told


@pytest.mark.parametrize(("alone", "shown"), [("open", True), ("strict", False)])
def test_what_one_meets_alone_is_told_to_the_brother_or_not(alone, shown):
    match, rng = SimulatedMatch(RULES, Options(alone=alone), 2, Random(1)), Random(1)
    told = {seat: [] for seat in (0, 1)}
    boards = {seat: board(match, seat) for seat in told}
    while match.state.day < 2:
        if match.pile is not None:
            match.deal()
        else:
            seat = rng.choice(match.awaited)
            match.act(seat, rng.choice(RULES.legal(match.state, seat)))
        for each, its in boards.items():
            told[each] += [*texts(its._desk.hear(match.glimpse(each))), *its._sheet.turn()]
    met = [event.card for event, _ in match._told if isinstance(event, CardTurned | MetAlone)]
    met = [card for card in met if card.startswith("encounter.")]
    assert len(met) > 3
    voice, heard = boards[0]._desk.voice, ["\n".join(lines) for lines in told.values()]
    for card in met:
        title = voice.headline(card)
        assert [title in lines for lines in heard].count(True) == (2 if shown else 1), title
    assert ("is for Edward alone" in heard[1]) is not shown


def board(match, seat):
    names = {"you": seat, "names": ("Kay", "Ada"), "game": MODEL.id, "options": match.options}
    return board_of(SimpleNamespace(**names), Words("en", "court"), Paper(io.StringIO()), pauses=False)


def lobby(options):
    chairs = (Seated("Kay", bot=None, ready=False, hosting=True, you=True, date=None, age=None),)
    return LobbyIs(1, MODEL.id, options, chairs, (), locked=False, hosting=True)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "The Two Princes. Tests: one harder. Edward is played from: the second chair."),
        ("de", "Die zwei Prinzen. Proben: um eins schwerer. Edward spielt, wer sitzt: auf dem zweiten Platz."),  # noqa: E501
    ],
)  # fmt: skip
def test_the_lobby_tells_what_is_agreed_on_and_not_as_usual(language, said):
    sheet = LobbySheet(Wording(language, area="net"), Wording(language, area="screens"))
    assert next(sheet.whole(lobby(Options(difficulty="grim", edward=1)))).partition(": ")[2] == said


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_may_be_agreed_on_has_a_name(language):
    pages = Wording(language, area="screens")
    for nouns in MODELS.values():
        for field, kind in get_type_hints(nouns.options).items():
            for value in get_args(kind) if get_origin(kind) is Literal else ():
                assert pages.has(f"field.{field}.label")
                assert pages.has(f"field.{field}.value.{value}"), (field, value)
    assert all(pages.has(f"field.edition.value.{name}") for name in editions())
    assert all(pages.has(f"field.variant.label.{name}") for name in variants())


def test_the_host_changes_what_is_agreed_on_by_its_name():
    now = lobby(Options())
    wished = request_for(TypedOrder("agree", "difficulty gentle"), now)
    assert wished == requests.choose(MODEL.id, Options(difficulty="gentle"))
    for typed in ("", "difficulty", "difficulty easy", "mood good"):
        with pytest.raises(Misread):
            request_for(TypedOrder("agree", typed), now)


def test_a_sign_is_sent_by_its_number_or_its_own_name():
    now = lobby(Options())
    assert (
        request_for(TypedOrder("sign", "4"), now)
        == request_for(TypedOrder("sign", "strong"), now)
        == requests.signal("strong")
    )
    assert signs(now)[3] == "strong"
    for typed in ("", "0", "99", "three"):
        with pytest.raises(Misread):
            request_for(TypedOrder("sign", typed), now)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sign_has_words_without_a_digit(language):
    teller = Teller(Wording(language, area="net"), language)
    told = list(teller.signs(MODEL.signs))
    assert len(told) == len(MODEL.signs) == 17
    for line in told:
        said = line.partition(". ")[2]
        assert said
        assert not any(c.isdecimal() for c in said)
        assert said not in MODEL.signs or said == "no"


def seat_of(stage, you=0):
    """A board in front of one prince, as somebody who comes back gets it."""
    match = SimulatedMatch(RULES, stage.options, 2, Random(1))
    chair = Solo(match, ("Kay", "Ada"), {1 - you: bot("random", MODEL.id, Options(), 1)}, Random(1))
    return board_of(chair, Words("en", "court"), Paper(io.StringIO()), pauses=False)


def sight(stage, seat=0, heard=()):
    return Glimpse(tuple(heard), stage.public, RULES.private(stage.state, seat), stage.menu(seat))


def test_whoever_comes_back_in_the_middle_reads_the_card_again():
    stage = Stage()
    stage.lay("challenge.the_door_at_the_foot_of_the_bed")
    board = seat_of(stage)
    board.hear(sight(stage))
    told = written(board)
    assert "The Door at the Foot of the Bed. Edward reads." in told
    assert "He sleeps across the threshold with his boots" in " ".join(told.split())
    assert "A: Step over him" in told


def arriving():
    """In the short story, at a card of the escape, from deeper inside and with the alarm raised or not."""
    stage = Stage(Options(BRIEF))
    stage.state.chapter, stage.state.at, stage.state.hour = "escape_a", "bed", "late"
    stage.lay("challenge.guard_one")
    return stage


def test_how_they_come_to_a_card_is_read_before_its_text():
    stage = arriving()
    board = seat_of(stage)
    board.hear(sight(stage))
    title, arrival, situation = (written(board).index(each) for each in ("guard_one. ", "Out.\n", "\n.\n"))
    assert title < arrival < situation


@pytest.mark.parametrize(("alarm", "now"), [(False, "hall and late"), (True, "hall, late and alarm")])
def test_the_table_says_where_they_are_what_hour_it_is_and_that_there_is_an_alarm(alarm, now):
    stage = arriving()
    stage.state.alarm = alarm
    board = seat_of(stage)
    board.hear(sight(stage))
    assert f"Now: {now}." in tuple(board._sheet.table())


def test_what_was_read_of_the_card_is_read_again_too():
    stage = Stage()
    stage.lay("event.the_first_day")
    shown = stage.both(Propose("b"))
    board = seat_of(stage)
    board.hear(sight(stage))
    (place,) = [event.text for event in shown if isinstance(event, TextShown)]
    said = board._desk.voice.story.text(place)
    assert " ".join(said.split()[:12]) in " ".join(written(board).split())


def test_that_the_brother_is_ready_is_told_to_whoever_is_still_asked():
    stage = Stage()
    stage.perform(Pausing(), TurnEvent())
    board = seat_of(stage)
    board.hear(sight(stage))
    assert "Richard is ready." not in written(board)
    stage.do(1, Ready())
    board.hear(sight(stage))
    board.hear(sight(stage))
    assert written(board).count("Richard is ready.") == 1


@pytest.mark.parametrize(
    ("language", "first"), [("en", "the library (Knowledge)"), ("de", "in die Bibliothek (Wissen)")]
)
def test_whoever_goes_somewhere_reads_what_grows_there(language, first):
    """ "Each Location has an Attribute associated with it"."""
    voice = text.voice(MODEL.id, language, "court", (), 0, QUICK)
    question = asked_move(tuple(Visit(place) for place in GROWS)).question
    labels = [voice.answer(question, value) for value in question.answers]
    assert labels[0] == first
    assert len({label.partition("(")[2] for label in labels}) == 4


def test_who_wants_something_else_gives_in_or_calls_the_die():
    stage = Stage()
    stage.lay("event.the_first_day")
    stage.do(0, Propose("a"))
    stage.do(1, Propose("b"))
    board = seat_of(stage)
    board.hear(sight(stage))
    assert board.prompt.labels == ("Give in to your brother", "Let the die decide")


def test_who_said_to_go_on_is_asked_nothing_and_thinks_better_of_it_with_one_letter():
    """ "You are allowed to trade Items before drawing": until both have said to go on."""
    stage = Stage()
    stage.perform(Pausing(), TurnEvent())
    stage.do(0, Ready())
    board = seat_of(stage)
    board.hear(sight(stage))
    assert board.prompt is None, "a line from a pipe is for the next question"
    assert written(board).count("think better of it: b.") == 1
    board.read("1")
    assert "It is not your turn yet." in written(board)
    board.read("b")
    assert board.prompt.labels == ("Take back what you said", "Offer an item")
    assert board.read("1") == TakeBack()


def test_what_may_be_taken_back_is_told_once_and_not_at_every_card():
    stage = Stage()
    board = seat_of(stage)
    for _ in range(3):
        stage.perform(Pausing(), TurnEvent())
        board.hear(sight(stage))
        stage.do(0, Ready())
        board.hear(sight(stage))
    assert written(board).count("think better of it") == 1


def test_what_was_opened_to_be_taken_back_goes_when_the_brother_has_answered():
    stage = Stage()
    stage.lay("event.the_first_day")
    stage.do(0, Propose("a"))
    board = seat_of(stage)
    board.hear(sight(stage))
    board.read("b")
    assert board.prompt is not None
    stage.do(1, Propose("b"))
    board.hear(sight(stage))
    assert board.prompt.labels == ("Give in to your brother", "Let the die decide")


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_item_for_either_is_used_in_the_own_test_or_in_the_brothers(language):
    """ "Unless the text say otherwise Items only work on the Prince who has them": in whose test is asked."""
    voice = text.voice(MODEL.id, language, "court", (), 0, QUICK)
    menu = (UseItem("page_coats"), UseItem("page_coats", for_brother=True), NoMoreItems())
    found = questions(voice, asked_move(menu))
    assert "use_item for_brother" in found


@pytest.mark.parametrize(("language", "one"), [("en", "One of the two"), ("de", "Einer der beiden")])
def test_the_end_says_how_many_got_away(language, one):
    words = text.words(language, MODEL.id)
    assert words["board.result.1"].startswith(one)
    frees = {section.free for section in story_index("tower").story.sections if section.free is not None}
    assert {f"board.result.{free}" for free in frees} <= {*words}


def test_each_way_that_an_encounter_may_go_stands_in_a_line_of_its_own():
    stage = Stage()
    board = seat_of(stage)
    heard = (CardTurned(0, "encounter.a_letter_in_the_psalter"),)
    lines = texts(board._desk.hear(sight(stage, heard=heard)))
    assert any(line.startswith("Answer it: a test of Knowledge") for line in lines)
    assert any(line.startswith("Learn it by heart and burn it: ") for line in lines)


def test_what_a_column_says_of_a_card_that_one_has_seen_is_not_printed():
    board = seat_of(Stage())
    lines = board._desk.hear(
        sight(Stage(), heard=(Drew(0, 1), CardsDrawn(0, (next(iter(story_index("tower").conditions)),))))
    )
    assert [bool(line.text) for line in lines] == [False, True]
    assert "draws" in lines[0].brief
    assert texts(lines) == [lines[1].text]
