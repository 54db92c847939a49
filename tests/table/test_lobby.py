"""The lobby: who sits where, what is played, what is refused, and that a mistake can be undone."""

from __future__ import annotations

import datetime as dt
from random import Random

import pytest
from kit.memory import AT_ONCE, MemoryTable
from kit.players import pack
from msgspec.structs import replace
from table.asking import refused
from toy.model import Options as ToyOptions

from lltui.games.love_letter.model import Options
from lltui.table import outputs as out
from lltui.table.lobby import KNOWN
from llwire.wire import limits
from llwire.wire import messages as m
from llwire.wire.errors import Code, PeerError
from llwire.wire.messages import Why


def lobby(options=Options(), settings=AT_ONCE):  # noqa: B008 - frozen
    evening = MemoryTable("love-letter", options, settings)
    ann, bob = evening.company("Ann", "Bob")
    evening.enter(ann)
    evening.enter(bob)
    return evening, ann, bob


def names(evening):
    return [chair.name for chair in evening.table.state.lobby.chairs]


def test_whoever_comes_gets_the_first_free_chair_and_is_told_everything():
    evening, ann, bob = lobby()
    assert names(evening)[:3] == ["Ann", "Bob", None]
    assert bob.lobby == ann.lobby
    assert [chair.hosting for chair in bob.lobby.chairs[:2]] == [True, False]
    assert bob.standing.phase is m.Phase.LOBBY
    assert [here.line for here in bob.presence.seats[:3]] == ["online", "online", "empty"]


def test_the_hosting_player_alone_is_told_how_others_get_in():
    evening = MemoryTable("love-letter", Options(), AT_ONCE)
    evening.table.listening(("192.168.1.7",), 4455)
    ann, bob = evening.company("Ann", "Bob")
    evening.enter(ann)
    evening.enter(bob)
    door = ann.told(m.Door)[-1]
    assert (door.words, door.addresses, door.port) == (evening.keys.words, ("192.168.1.7",), 4455)
    assert bob.told(m.Door) == []


def test_nothing_is_told_twice():
    evening, ann, bob = lobby()
    before = len(ann.heard)
    evening.pass_time(5)
    evening.say(bob, m.Unready())
    assert len(ann.heard) == before


@pytest.mark.parametrize(
    "request_, why, reason",
    [
        (m.Sit(seat=0), Why.TAKEN, "chair"),
        (m.Sit(seat=5), Why.TAKEN, "chair"),
        (m.Rename(name="Bob"), Why.TAKEN, "name"),
        (m.Rename(name="B0b"), Why.TAKEN, "name"),
        (m.Rename(name="\u200b"), Why.ILLEGAL, "name"),
        (m.Start(), Why.NOT_NOW, "not-ready"),
        (m.Rematch(), Why.NOT_NOW, "lobby"),
        (m.AddBot(seat=1, bot="easy"), Why.TAKEN, "chair"),
        (m.AddBot(seat=None, bot="clever"), Why.ILLEGAL, "bot"),
        (m.Kick(seat=2), Why.NOT_ALLOWED, "empty"),
        (m.Kick(seat=5), Why.NOT_ALLOWED, "empty"),
        (m.Kick(seat=0), Why.NOT_ALLOWED, "host"),
        (m.Order(seats=(0, 1, 2)), Why.ILLEGAL, "order"),
        (m.Order(seats=(0, 0, 1, 2)), Why.ILLEGAL, "order"),
        (m.Choose(game="whist", options=b""), Why.ILLEGAL, "game"),
        (m.Choose(game="love-letter", options=b"\xc1"), Why.ILLEGAL, "options"),
        (m.Choose(game="love-letter", options=pack(Options(edition="nobody"))), Why.ILLEGAL, "options"),
        (m.Ban(address="10.0.0.9", on=True), Why.NOT_ALLOWED, None),
    ],
)
def test_what_cannot_be_is_refused_with_its_reason_and_changes_nothing(request_, why, reason):
    evening, ann, _ = lobby()
    before = evening.table.state.lobby
    evening.say(ann, request_)
    assert refused(ann) == (type(request_).__name__.lower(), why, reason)
    assert evening.table.state.lobby == evening.disk.lobby == before


def test_a_move_to_a_free_chair_takes_name_and_readiness_along():
    evening, _, bob = lobby()
    evening.say(bob, bob.joining())
    evening.say(bob, m.Sit(seat=3))
    assert names(evening) == ["Ann", None, None, "Bob"]
    assert evening.table.state.lobby.chairs[3].ready


def test_a_bot_is_added_on_any_chair_and_removed_again():
    evening, ann, _ = lobby()
    evening.say(ann, m.AddBot(seat=3, bot="easy"))
    assert evening.table.state.lobby.chairs[3].bot == "easy"
    evening.say(ann, m.Kick(seat=3))
    assert not evening.table.state.lobby.chairs[3].taken


def test_no_bot_has_a_name_that_somebody_could_be_taken_for():
    evening = MemoryTable("love-letter", Options())
    ann = evening.player("ada", 1, hosting=True)
    evening.enter(ann)
    for _ in range(3):
        evening.say(ann, m.AddBot(seat=None, bot="easy"))
    assert names(evening) == ["ada", "Emil", "Greta", "Jon"]
    evening.say(ann, m.AddBot(seat=None, bot="easy"))
    assert refused(ann) == ("addbot", Why.FULL, None)


def test_whoever_was_put_out_by_mistake_comes_back_with_the_words():
    evening, ann, bob = lobby()
    evening.say(ann, m.Kick(seat=1))
    assert evening.parted == [("Bob", Code.KICKED)]
    assert not evening.table.admission().knows(bob.id)
    evening.enter(bob)
    assert names(evening)[1] == "Bob"
    assert evening.table.admission().knows(bob.id)


def test_somebody_who_is_not_here_can_be_put_out_too():
    evening, ann, bob = lobby()
    evening.leave(bob)
    evening.say(ann, m.Kick(seat=1))
    assert names(evening)[1] is None


def test_chairs_are_put_in_another_order():
    evening, ann, _ = lobby()
    evening.say(ann, m.Order(seats=(3, 1, 0, 2)))
    assert names(evening) == [None, "Bob", "Ann", None]


def test_other_options_ask_everybody_anew():
    evening, ann, bob = lobby()
    evening.say(bob, bob.joining())
    evening.say(ann, m.Choose(game="love-letter", options=pack(Options(edition="modern"))))
    assert evening.table.state.lobby.options == pack(Options(edition="modern"))
    assert names(evening) == ["Ann", "Bob", None, None, None, None]
    assert not evening.table.state.lobby.chairs[1].ready


def test_a_bot_that_does_not_play_by_other_options_makes_room_for_one_that_does():
    evening, ann, _ = lobby()
    for bot in ("hard", "easy"):
        evening.say(ann, m.AddBot(seat=None, bot=bot))
    evening.say(ann, m.Choose(game="love-letter", options=pack(Options(edition="modern"))))
    assert [chair.bot for chair in evening.table.state.lobby.chairs[2:4]] == ["normal", "easy"]
    evening.say(ann, m.AddBot(seat=None, bot="hard"))
    assert refused(ann) == ("addbot", Why.ILLEGAL, "bot")
    evening.say(ann, m.Choose(game="moonrakers", options=pack(ToyOptions())))
    assert [chair.bot for chair in evening.table.state.lobby.chairs[2:4]] == ["random", "random"]


def test_another_game_has_its_own_number_of_chairs_and_can_be_taken_back():
    evening, ann, _ = lobby(Options(edition="modern"))
    before = names(evening)
    evening.say(ann, m.Choose(game="moonrakers", options=pack(ToyOptions())))
    assert names(evening) == ["Ann", "Bob", None, None]
    evening.say(ann, m.Choose(game="love-letter", options=pack(Options(edition="modern"))))
    assert names(evening) == before


def test_more_people_than_a_game_has_chairs_for_are_not_sent_away():
    evening = MemoryTable("love-letter", Options(edition="modern"))
    ann, *others = evening.company("Ann", "Bob", "Cid", "Dot", "Eve")
    for player in (ann, *others):
        evening.enter(player)
    before = names(evening)
    evening.say(ann, m.Choose(game="moonrakers", options=pack(ToyOptions())))
    assert refused(ann) == ("choose", Why.FULL, "too-many")
    assert names(evening) == before


def test_dates_and_ages_decide_who_begins():
    evening, ann, bob = lobby()
    evening.say(bob, m.About(date=dt.date(2026, 11, 1), age=31))
    evening.say(ann, m.About(date=dt.date(2026, 10, 1), age=29))
    assert evening.table.state.lobby.chairs[1].age == 31
    evening.begin(ann, bob)
    options = evening.table.state.playing.engine.options
    assert (options.dates, options.ages) == (("2026-10-01", "2026-11-01"), (1, 2))
    evening.play(lambda: bool(ann.menu or bob.menu))
    assert bob.menu


def test_not_ready_any_more_is_possible_until_the_start():
    evening, ann, bob = lobby()
    evening.gather(ann, bob)
    evening.say(bob, m.Unready())
    evening.say(ann, m.Start())
    assert refused(ann) == ("start", Why.NOT_NOW, "not-ready")


def test_nobody_starts_alone():
    evening, ann, bob = lobby()
    evening.say(bob, m.Leave())
    evening.say(ann, ann.joining())
    evening.say(ann, m.Start())
    assert refused(ann) == ("start", Why.NOT_NOW, "too-few")


def test_whoever_leaves_frees_the_chair_and_whose_line_breaks_keeps_it():
    evening, ann, bob = lobby()
    evening.leave(bob)
    assert names(evening)[1] == "Bob"
    assert ann.presence.seats[1].line == "away"
    evening.enter(bob)
    evening.say(bob, m.Leave())
    assert names(evening)[1] is None
    assert evening.parted[-1] == ("Bob", Code.LEFT)
    assert out.ChairEmptied("Bob") in evening.facts


def test_a_name_that_looks_like_anothers_is_the_next_of_it():
    evening, _, _ = lobby()
    evening.enter(evening.player("B\u043eb", 9))
    evening.enter(evening.player("Bob", 10))
    assert names(evening) == ["Ann", "Bob", "B\u043eb 2", "Bob 3"]


def test_whoever_looks_on_is_called_like_nobody_else():
    evening, ann, _ = lobby()
    evening.enter(evening.player("Ann", 9, want="watch"))
    zoe = evening.player("Zoe", 10, want="watch")
    evening.enter(zoe)
    assert evening.table.state.watchers == ("Ann 2", "Zoe")
    evening.say(zoe, m.Rename(name="Bob"))
    assert refused(zoe) == ("rename", Why.TAKEN, "name")
    evening.say(ann, m.Rename(name="Zoe"))
    assert refused(ann) == ("rename", Why.TAKEN, "name")
    evening.enter(evening.player("Zoe", 11))
    assert names(evening)[2] == "Zoe 2"


def test_a_long_name_has_room_for_its_number():
    evening, _, _ = lobby()
    for number in (9, 10):
        evening.enter(evening.player("Bartholomew-Best", number))
    assert names(evening)[2:] == ["Bartholomew-Best", "Bartholomew-Be 2"]


def test_whose_name_cannot_be_shown_is_called_by_a_number():
    evening, _, _ = lobby()
    for number in (8, 9):
        evening.enter(evening.player("\u200b\u202e", number))
    assert names(evening) == ["Ann", "Bob", "Player 1", "Player 2"]


def test_a_name_is_cleaned_before_anybody_sees_it():
    evening, ann, _ = lobby()
    evening.enter(evening.player("\x1b[31mEve\u202e", 9))
    evening.say(ann, m.Rename(name="A\x07nn\u200b"))
    assert names(evening)[::2] == ["Ann", "[31mEve"]


def test_a_full_table_lets_nobody_in_to_sit_but_the_hosting_player():
    evening = MemoryTable("love-letter", Options())
    for player in evening.company("Ann", "Bob", "Cid", "Dot"):
        evening.enter(player)
    with pytest.raises(PeerError) as error:
        evening.enter(evening.player("Eve", 5))
    assert error.value.code is Code.FULL
    evening.enter(evening.player("Eve", 5, want="watch"))
    evening.enter(evening.player("Fay", 6, hosting=True))


def test_watchers_are_counted_too():
    evening, ann, _ = lobby()
    for number in range(10, 10 + limits.WATCHERS):
        evening.enter(evening.player(f"W{number}", number, want="watch"))
    assert len(ann.lobby.watchers) == ann.presence.watchers == limits.WATCHERS
    with pytest.raises(PeerError) as error:
        evening.enter(evening.player("Eve", 9, want="watch"))
    assert error.value.code is Code.FULL
    evening.leave(evening.lines[max(evening.lines)])
    assert ann.presence.watchers == limits.WATCHERS - 1


def test_those_who_would_sit_and_get_no_chair_are_counted_as_well():
    evening, ann, _ = lobby()
    evening.say(ann, m.Lock(on=True))
    for number in range(10, 10 + limits.WATCHERS + limits.SEATS):
        evening.enter(evening.player("Ann", number))
    with pytest.raises(PeerError) as error:
        evening.enter(evening.player("Cid", 9))
    assert error.value.code is Code.FULL
    assert len(ann.lobby.watchers) == limits.WATCHERS


def test_the_hosting_player_fits_in_beside_all_watchers():
    evening = MemoryTable("love-letter", Options())
    for number in range(10, 10 + limits.WATCHERS):
        evening.enter(evening.player(f"W{number}", number, want="watch"))
    host = evening.player("Ann", 1, hosting=True, want="watch")
    evening.enter(host)
    assert len(host.lobby.watchers) == limits.WATCHERS


def test_locked_seats_are_for_nobody_new():
    evening, ann, _ = lobby()
    evening.say(ann, m.Lock(on=True))
    assert evening.table.admission().locked
    known = evening.player("Cid", 3, want="watch")
    evening.enter(known)
    evening.say(known, m.Sit(seat=None))
    assert refused(known) == ("sit", Why.NOT_NOW, "locked")
    evening.say(ann, m.Lock(on=False))
    evening.say(known, m.Sit(seat=None))
    assert names(evening)[2] == "Cid"


@pytest.mark.parametrize("request_", [m.Kick(seat=1), m.Leave()])
def test_who_is_on_the_way_out_is_no_watcher(request_):
    evening, ann, bob = lobby()
    evening.say(ann if isinstance(request_, m.Kick) else bob, request_)
    assert not evening.here(bob)
    assert all(told.watchers == () for told in ann.told(m.Lobby))


def test_new_words_are_kept_before_they_are_told():
    evening, ann, _ = lobby()
    old = evening.keys.words
    evening.say(ann, m.NewCode())
    assert evening.keys.words != old
    assert ann.told(m.Door)[-1].words == evening.table.admission().words == evening.keys.words


def test_wrong_words_are_told_to_the_hosting_player_alone():
    evening, ann, bob = lobby()
    evening.carry_out(evening.table.knocked("10.0.0.9", 3))
    assert ann.told(m.Knocks) == [m.Knocks(address="10.0.0.9", tries=3)]
    assert bob.told(m.Knocks) == []


def test_an_open_table_asks_for_no_words():
    evening, _, _ = lobby(settings=replace(AT_ONCE, open=True))
    assert evening.table.admission().open


def test_strangers_at_an_open_table_do_not_fill_the_disk():
    evening, _, _ = lobby()
    lobby_ = evening.table.state.lobby
    for number in range(KNOWN + 50):
        lobby_ = lobby_.met(number.to_bytes(32, "big"), Random(number))
    assert len(lobby_.known) == KNOWN


def test_strangers_do_not_keep_out_who_comes_later_and_sits_or_not():
    evening, ann, bob = lobby()
    for number in range(KNOWN + 50):
        stranger = evening.player("Mal", 9, want="watch")
        stranger.id = number.to_bytes(32, "big")
        evening.enter(stranger)
        evening.leave(stranger)
    door = evening.table.admission()
    assert door.knows(ann.id)
    assert door.knows(bob.id)
    late = evening.player("Cid", 3)
    evening.enter(late)
    evening.leave(late)
    assert evening.table.admission().knows(late.id)
    assert len(evening.table.state.lobby.known) == KNOWN


def test_who_sits_is_never_the_one_that_is_forgotten(monkeypatch):
    monkeypatch.setattr("lltui.table.lobby.KNOWN", 4)
    evening, ann, bob = lobby()
    lobby_ = evening.table.state.lobby
    for number in range(100):
        lobby_ = lobby_.met(number.to_bytes(32, "big"), Random(number))
        assert {ann.id, bob.id} < lobby_.known
        assert len(lobby_.known) <= 4


def test_who_sits_is_known_though_their_key_was_forgotten():
    evening, ann, bob = lobby()
    evening.disk.lobby = replace(evening.table.state.lobby, known=frozenset())
    evening.restart()
    assert evening.table.admission().knows(bob.id)
    evening.enter(ann)
    evening.say(ann, m.Kick(seat=1))
    assert not evening.table.admission().knows(bob.id)


def test_closing_is_asked_of_the_shell():
    evening, ann, _ = lobby()
    evening.say(ann, m.CloseTable())
    assert evening.closed


@pytest.mark.parametrize(
    "request_",
    [
        *(m.Sit(seat=None), m.AddBot(seat=None, bot="easy"), m.Kick(seat=1), m.Order(seats=(1, 0))),
        *(
            m.Choose(game="love-letter", options=pack(Options())),
            m.Start(),
            m.Rename(name="Z"),
            m.Rematch(),
        ),
    ],
)
def test_in_a_match_the_lobby_is_shut(request_):
    evening, ann, bob = lobby()
    evening.begin(ann, bob)
    before = evening.table.state.lobby
    evening.say(ann, request_)
    assert refused(ann) == (type(request_).__name__.lower(), Why.NOT_NOW, "match")
    assert evening.table.state.lobby == before


def test_a_match_shuts_the_seats():
    evening, ann, bob = lobby()
    evening.begin(ann, bob)
    assert not ann.lobby.locked  # that is for the host to say
    assert names(evening) == ["Ann", "Bob"]
