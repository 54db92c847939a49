"""A seat for a player who lost a key: what the host is told and asked, and what the newcomer sees."""

from __future__ import annotations

import pytest
from kit.scripted import KAY, glimpse, seat
from msgspec import structs
from plain.rooms import ADA, LANGUAGES, TURN, WAIT, WON, after, began, lobby, room, said

from lltui.client import requests
from lltui.client import updates as u
from lltui.games.chair import Over
from lltui.games.love_letter.model import MODEL, Options, Play


class TestNewKey:
    BEN = u.KeylessPlayer("Ben", b"\x3f\xa2" * 16, "3fa2 3fa2")
    ZOE = u.KeylessPlayer("Zoe", b"\x00\x01" * 16, "0001 0001")
    NAMES = ("Kay", "Ada", "Dora")

    def hosting(self, *people, lines=("online", "away", "online"), bots=()):
        chairs = (seat("Kay", you=True, hosting=True), ADA, seat("Dora"))
        start = u.Began(1, MODEL.id, Options(), self.NAMES, 0, frozenset(bots), hosting=True)
        return room(
            lobby(*chairs, hosting=True), start, glimpse("king | *priest baron | guard / princess countess"),
            u.PresenceIs(lines, 0), u.NewcomersAre(tuple(people)),
        )  # fmt: skip

    def test_the_host_is_told_who_knocks_once_each(self):
        made = self.hosting(self.BEN)
        assert "Ben is here and has no seat in this match." in said(made)
        assert "3fa2" not in said(made)
        assert "The key of Ben begins with 3fa2 3fa2." in " ".join(after(made, "proofs")[0].split())
        told, _ = after(made, u.NewcomersAre((self.BEN, self.ZOE)))
        assert "Zoe is here" in told
        assert "Ben is here" not in told
        assert after(made, u.NewcomersAre((self.ZOE,)))[0] == ""

    @pytest.mark.parametrize("typed", ["newkey", "newkey 2", "newkey Ben", "newkey 2 ben", "newkey 2 1"])
    def test_a_question_names_both_before_the_seat_is_given(self, typed):
        made = self.hosting(self.BEN)
        told, request = after(made, typed)
        assert request is None
        assert told.startswith("Give seat 2 of Ada to “Ben”, whose key begins with 3fa2 3fa2?")
        assert "at the table at this moment" not in told
        assert after(made, "2")[1] == requests.new_key(1, self.BEN.id)

    def test_no_and_nonsense_give_nothing(self):
        made = self.hosting(self.BEN)
        after(made, "newkey")
        assert after(made, "perhaps")[1] is None
        assert after(made, "1")[1] is None
        assert made.prompt is None
        assert after(made, "2")[1] is None

    def test_who_is_there_is_not_passed_over_unseen(self):
        told, _ = after(self.hosting(self.BEN), "newkey 3")
        assert told.startswith("Dora is at the table at this moment. Give seat 3 of Dora")

    @pytest.mark.parametrize(
        "people, more, typed, sentence",
        [
            ((), {}, "newkey 2", "Nobody is here who needs a seat."),
            ((BEN,), {}, "newkey 1", "That is no seat of another person."),
            ((BEN,), {}, "newkey 5", "That is no seat of another person."),
            ((BEN,), {"bots": (1,)}, "newkey 2", "That is no seat of another person."),
            ((BEN,), {"lines": ("online", "bot", "away")}, "newkey 2", "That is no seat"),
            ((BEN,), {"lines": ("online", "away", "away")}, "newkey", "Which seat?"),
            ((BEN,), {"lines": ("online",) * 3}, "newkey Ben", "Which seat?"),
            ((BEN, ZOE), {}, "newkey 2", "Who is to get it?"),
            ((BEN, BEN), {}, "newkey 2 Ben", "Who is to get it?"),
            ((BEN,), {}, "newkey 2 Zoe", "Who is to get it?"),
        ],
    )
    def test_what_is_not_clear_is_said_and_nothing_is_asked(self, people, more, typed, sentence):
        made = self.hosting(*people, **more)
        told, request = after(made, typed)
        assert request is None
        assert sentence in told
        assert all(person.digits in told for person in people)
        assert made.prompt is None

    def test_two_of_one_name_are_told_apart_by_their_number(self):
        made = self.hosting(self.BEN, structs.replace(self.ZOE, name="Ben"))
        after(made, "newkey 2 2")
        assert after(made, "2")[1] == requests.new_key(1, self.ZOE.id)

    def test_nobody_else_has_the_command(self):
        made = room(lobby(ADA, KAY), began(), glimpse(WAIT))
        assert after(made, "newkey 2")[1] is None
        assert "newkey" not in after(made, "?")[0]

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_the_newcomer_is_told_whom_to_ask_and_looks_on(self, language):
        made = room(lobby(ADA, seat("Ben")), began(you=None), glimpse(WAIT), language=language)
        told, _ = after(made, u.Seatless("3fa2 3fa2", "Ada"))
        assert "3fa2" not in told
        assert "Ada" in told
        assert "3fa2 3fa2" in after(made, "proofs")[0]
        assert not made.holds
        assert after(made, u.Seatless("3fa2 3fa2", None))[0]

    def test_and_plays_as_soon_as_there_is_a_seat(self):
        made = room(lobby(ADA, seat("Ben")), began(you=None), glimpse(WAIT))
        made.hear(u.CheckNumberIs("1043 0077 1988"))
        made.hear(u.Ruled("new-key", "Kay"))
        made.hear(began(you=0))
        made.hear(glimpse(TURN))
        assert after(made, "king")[1] == Play("king", 1)
        assert "1043 0077 1988" in after(made, "proofs")[0]

    def test_or_sits_down_in_the_next_lobby(self):
        made = room(lobby(ADA, seat("Ben")), began(you=None), glimpse(WON), Over())
        assert made.prompt is None
        told, _ = after(made, lobby(ADA, seat("Ben"), KAY, match=2))
        assert "Kay (you)" in told
