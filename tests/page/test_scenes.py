"""A scene is what its eyes see and nothing else: of all games, editions, eyes, languages."""

from __future__ import annotations

import json
from random import Random

import pytest
from at_hand import GAMES, TABLES
from msgspec.structs import replace
from mutants import Mutant
from tables import match, other_worlds, packed, sight

from lltui.client.updates import Began, ChatLine, LobbyIs, Seated, Verified
from lltui.desk.desk import Desk, Words
from lltui.games.chair import Over
from lltui.games.game import apply
from lltui.games.love_letter.model import Options
from lltui.games.love_letter.views import Private
from lltui.page import GAMES as DRAWN
from lltui.page import scene
from lltui.text import Wording

WORDS = Words("en", "court")
NAMES = ("Ann", "Ben", "Cleo", "Dot", "Eve", "Fay")
PLAYED = [table for table in TABLES if table.game.model.id in DRAWN]
ENOUGH = 4  # worlds for each seat of each table
every_table = pytest.mark.parametrize("table", PLAYED, ids=repr)


def desk_of(table, listener, words=WORDS):
    desk = Desk(words, watches=listener is None)
    names = NAMES[: table.seats]
    desk.hear(Began(1, table.game.model.id, table.options, names, listener, frozenset({1}), hosting=False))
    return desk


def carries_on(desk, glimpse):
    desk.go_on()
    desk.hear(replace(glimpse, menu=()))


def cards_in(value):
    """Every card whose face is somewhere on the table of a scene."""
    return {each["card"] for each in value if each["card"]}


@every_table
def test_every_moment_is_plain_data_in_words(table):
    for language in ("en", "de"):
        for listener in (None, 0):
            desk = desk_of(table, listener, Words(language, "court"))
            for moment in match(table, Random(3)):
                carries_on(desk, packed(table, moment.after, moment.news, listener))
                shown = scene(desk)
                assert json.loads(json.dumps(shown)) == shown
                assert shown["lang"] == language
                assert [each["name"] for each in shown["seats"]]
            desk.hear(Over())
            assert scene(desk)["end"]["title"]


@every_table
def test_a_seat_sees_the_same_in_worlds_that_it_cannot_tell_apart(table):
    """The whole way of a secret to the page: views and news as they are sent, desk, view, scene."""
    rng = Random(5)
    for listener in (None, 0, table.seats - 1):
        desk, before, tried = desk_of(table, listener), [], 0
        for n, moment in enumerate(match(table, Random(4))):
            glimpse = packed(table, moment.after, moment.news, listener)
            if n % 9 == 4 and tried < ENOUGH:
                for world, action in other_worlds(table, moment, listener, rng):
                    after, news = apply(table.game, world, moment.seat, action)
                    if sight(table, after, listener) != sight(table, moment.after, listener):
                        continue
                    one, other = desk_of(table, listener), desk_of(table, listener)
                    for told in before[-20:]:
                        carries_on(one, told)
                        carries_on(other, told)
                    carries_on(one, glimpse)
                    carries_on(other, packed(table, after, news, listener))
                    assert scene(one) == scene(other)
                    tried += 1
            carries_on(desk, glimpse)
            before.append(glimpse)
        assert tried


class ShowsAHand(Mutant):
    """Its public view lays one hand open."""

    def public(self, state):
        view = self.sound.public(state)
        hand = self.sound.private(state, 1).hand
        seats = [
            replace(each, shown=hand[0]) if n == 1 and hand else each for n, each in enumerate(view.seats)
        ]
        return replace(view, seats=tuple(seats))


def test_a_hand_that_lay_open_would_be_seen_in_a_scene():
    sound = next(table for table in PLAYED if table.game.model.id == "love-letter")
    leaking = sound._replace(game=ShowsAHand(sound.game, sound.seats))
    moment = match(sound, Random(4))[3]
    shown = []
    for table in (sound, leaking):
        desk = desk_of(sound, None)
        carries_on(desk, packed(table, moment.after, moment.news, None))
        shown.append(scene(desk)["seats"][1]["hand"])
    assert shown[0] != shown[1]
    assert not any(shown[0])
    assert any(shown[1])


@pytest.mark.parametrize("table", [t for t in PLAYED if t.game.model.id == "love-letter"], ids=repr)
def test_a_watcher_sees_no_card_that_does_not_lie_open(table):
    desk = desk_of(table, None)
    for moment in match(table, Random(6)):
        glimpse = packed(table, moment.after, moment.news, None)
        carries_on(desk, glimpse)
        shown, public = scene(desk), glimpse.public
        lying = {*public.laid_open, *(card for seat in public.seats for card in (*seat.discards, seat.shown))}
        hands = {card for seat in shown["seats"] for card in seat["hand"] if card}
        assert hands <= {seat.shown for seat in public.seats}
        stage = shown["moment"]
        if stage is not None and not desk.looks and stage["left"] + stage["right"]:
            assert cards_in(stage["left"] + stage["right"]) <= lying


def test_all_eyes_see_all_hands():
    table = next(t for t in PLAYED if t.game.model.id == "love-letter")
    desk = desk_of(table, None)
    for moment in match(table, Random(6))[:6]:
        carries_on(desk, packed(table, moment.after, moment.news, None))
        desk.hands = tuple(table.game.private(moment.after, seat) for seat in range(table.seats))
    hands = [each.hand for each in desk.hands if isinstance(each, Private)]
    shown = scene(desk, replayed=True)
    assert [tuple(each["hand"]) for each in shown["seats"] if not each["out"]] == [
        hand for hand, each in zip(hands, shown["seats"], strict=True) if not each["out"]
    ]
    assert shown["now"] == ""


def test_what_people_say_to_each_other_is_not_on_the_page():
    desk = desk_of(PLAYED[0], None)
    carries_on(desk, packed(PLAYED[0], *told(PLAYED[0]), None))
    desk.hear(ChatLine(0, "Ann", "the butler did it"))
    desk.hear(Verified(1))
    assert "butler" not in json.dumps(scene(desk))
    assert scene(desk)["log"][-1]["kind"] == "proof"


def told(table):
    moment = match(table, Random(2))[0]
    return moment.after, moment.news


def test_a_lobby_shows_its_chairs():
    chair = Seated("Ann", None, ready=True, hosting=True, you=False, date=None, age=None)
    free = Seated(None, None, ready=False, hosting=False, you=False, date=None, age=None)
    desk = Desk(Words("de", "court"), watches=True)
    words = Wording("de", area="entering")
    assert scene(desk)["place"] == "coming"
    desk.hear(LobbyIs(1, "love-letter", Options(), (chair, free), (), locked=False, hosting=False))
    shown = scene(desk)
    assert shown["place"] == "lobby"
    assert [each["name"] for each in shown["seats"]] == ["Ann", words("chair.free")]
    assert [each["ready"] for each in shown["seats"]] == [True, False]


def test_a_game_without_a_part_is_tried_too():
    assert {*DRAWN} < {*GAMES}
