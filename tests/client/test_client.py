"""A whole client against a whole table in memory: every order of arrival, every lost line."""

from __future__ import annotations

import msgspec
import pytest
from kit.memory import ShuffledTable, doubled, full_disk, lost_line, restarted
from msgspec import structs

from lltui.client import requests
from lltui.client import updates as u
from lltui.games.chair import Glimpse, Over, Speak
from lltui.games.love_letter.model import Options
from llwire.wire import limits, text
from llwire.wire import messages as m
from llwire.wire.deeds import Joining, Ready, read_deed
from llwire.wire.messages import Signed

pack = msgspec.msgpack.encode


def all_is_told(hall):
    log = hall.disk.logs[1]
    for person in hall.people:
        assert person.disk[1] == log, "the own log has every entry, once and in order"
        assert person.has(Over)
        assert person.has(u.Verified, deal=person.client.now.match.deal)
        assert not person.has(u.Lied)
        assert person.parted == []


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("names", [("Ann", "Ben"), ("Ann", "Ben", "Cleo", "Dan")])
def test_a_match_is_played_whatever_arrives_first(names, seed):
    hall = ShuffledTable(*names, seed=seed, watch=("Wim",)).begin().play()
    all_is_told(hall)
    for person in hall.players:
        acts = [act.action for act in hall.acted(person)]
        assert acts == [pack(action) for action in person.chosen]


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("fault", [lost_line, doubled, restarted, full_disk])
def test_every_move_counts_once_over_lost_lines_doubled_deeds_new_programs_and_full_disks(fault, seed):
    hall = (
        ShuffledTable("Ann", "Ben", "Cleo", seed=seed, faults=(fault,), options=Options(target=1))
        .begin()
        .play()
    )
    all_is_told(hall)
    if fault is not restarted:  # a move that was only thought of dies with the program
        for person in hall.players:
            assert [act.action for act in hall.acted(person)] == [pack(each) for each in person.chosen]
    for person in hall.players:
        turns = [act.turn for act in hall.acted(person)]
        assert turns == sorted(set(turns))


def says(person, kind):
    """Such a deed is on its way to the table."""
    return any(type(read_deed(deed)) is kind for deed in person.up if isinstance(deed, Signed))


def frozen_out(kind, *wished):
    """A match whose table has a full disk when this deed of Ben's comes, and room again afterwards."""
    hall = ShuffledTable("Ann", "Ben", "Cleo", seed=8, options=Options(target=2)).begin()
    ann, ben, _ = hall.people
    hall.run(lambda: len(hall.disk.logs[1]) > 3 and hall.table.state.phase is m.Phase.COLLECTING)
    for request in wished:
        seen = len(hall.disk.logs[1])
        ann.request(request)
        # Over an older head than the last decision the next one would not count.
        hall.run(lambda seen=seen: seen < len(hall.log) == ann.client.now.chain.next)
    hall.run(lambda: says(ben, kind))
    hall.disk.full = True
    ann.request(requests.PAUSE)
    hall.settle_up()
    assert hall.table.state.phase is m.Phase.FROZEN
    hall.thaw()
    hall.run(lambda: ann.client.now.match.paused)
    ann.request(requests.RESUME)
    return hall


def test_a_part_in_a_deal_that_the_table_could_not_take_is_sent_again():
    all_is_told(frozen_out(Ready).play())


def test_a_promise_that_the_table_could_not_take_is_sent_again():
    hall = frozen_out(Joining, requests.stand_in(1, on=True), requests.stand_in(1, on=False))
    hall.run(lambda: says(hall.people[1], Joining))
    assert hall.table.state.playing.match.deal == 1
    all_is_told(hall.play())


@pytest.mark.parametrize("seed", range(4))
def test_secret_choices_are_told_to_the_table_alone_and_survive_lost_lines(seed):
    options = Options(edition="modern", target=3)
    hall = ShuffledTable("Ann", "Ben", seed=seed, faults=(lost_line, doubled), options=options).begin().play()
    all_is_told(hall)
    secret = [act for person in hall.players for act in hall.acted(person) if act.secret is not None]
    assert all(act.action == b"" for act in secret)


def arrivals(hall):
    """How many things arrive at Ann's program in a match without faults."""
    count = 0
    person = hall.people[0]
    receive = person.client.receive

    def counted(message):
        nonlocal count
        count += 1
        return receive(message)

    person.client.receive = counted
    hall.play()
    return count


def test_a_line_may_break_before_any_message():
    total = arrivals(ShuffledTable("Ann", "Ben", seed=3).begin())
    assert total > 15
    for at in range(total):
        hall = ShuffledTable("Ann", "Ben", seed=3).begin()
        person, count = hall.people[0], 0
        receive = person.client.receive

        def breaking(message, at=at, hall=hall, person=person, receive=receive):
            nonlocal count
            count += 1
            if count == at + 1:
                hall.lose(person)
                hall.enter(person)
                return []
            return receive(message)

        person.client.receive = breaking
        hall.play()
        all_is_told(hall)
        assert [act.action for act in hall.acted(person)] == [pack(each) for each in person.chosen]


def test_a_line_may_break_before_any_deed_of_ours_arrives():
    total = sum(len(x) for x in ShuffledTable("Ann", "Ben", seed=5).begin().play().disk.logs.values())
    for at in range(total):
        hall = ShuffledTable("Ann", "Ben", seed=5).begin()
        arrives, count = hall.arrives_up, 0

        def breaking(person, at=at, hall=hall, arrives=arrives):
            nonlocal count
            count += 1
            if count == at + 1:
                hall.lose(person)
            else:
                arrives(person)

        hall.arrives_up = breaking
        all_is_told(hall.play())


class TestJoining:
    def test_who_comes_in_hears_the_lobby_and_who_is_ready(self):
        hall = ShuffledTable("Ann", "Ben").settle()
        ann, ben = hall.people
        lobby = next(update for update in reversed(ben.seen) if isinstance(update, u.LobbyIs))
        assert [chair.name for chair in lobby.chairs][:2] == ["Ann", "Ben"]
        assert lobby.you == 1
        assert not lobby.hosting
        ben.request(requests.BeReady())
        hall.settle()
        lobby = next(update for update in reversed(ann.seen) if isinstance(update, u.LobbyIs))
        assert [chair.ready for chair in lobby.chairs][:2] == [False, True]
        assert lobby.hosting

    def test_a_program_that_starts_anew_knows_its_nonces(self):
        hall = ShuffledTable("Ann", "Ben", seed=2).begin()
        ann = hall.people[0]
        hall.run(lambda: 1 in ann.sent)
        before = ann.sent[1]
        hall.lose(ann)
        ann.start()
        hall.play()
        all_is_told(hall)
        assert before[1] in [signed for entry in hall.disk.logs[1] for signed in causes(entry)]

    def test_a_rematch_is_another_chain_with_other_keys(self):
        hall = ShuffledTable("Ann", "Ben", seed=4).begin().play()
        ann = hall.people[0]
        ann.request(requests.REMATCH)
        hall.settle()
        hall.begin().play()
        assert set(ann.disk) == {1, 2}
        assert [update.match for update in ann.seen if isinstance(update, u.Began)] == [1, 2]
        assert len({box_key(hall, number, 0) for number in (1, 2)}) == 2

    def test_who_comes_late_sees_where_it_has_got_to_and_no_more(self):
        hall = ShuffledTable("Ann", "Ben", seed=6, options=Options(target=3)).begin()
        hall.run(lambda: len(hall.disk.logs[1]) > 9 and hall.people[0].client.now.match.deal == 2)
        from kit.clients import ClientPlayer

        late = ClientPlayer(hall.keys, "Wim", 50, want="watch")
        hall.people.append(late)
        hall.enter(late)
        hall.run(lambda: late.has(Glimpse))
        seen = [update for update in late.seen if isinstance(update, u.Began | Glimpse)]
        if len(seen) < 2:
            seen += [tell.update for tell in late.told if isinstance(tell.update, u.Began | Glimpse)]
        assert isinstance(seen[0], u.Began)
        assert seen[0].deal > 1  # as the table counts, not from where one comes in
        assert seen[1].heard == ()
        assert seen[1].private is None
        hall.play()
        assert late.disk[1] == hall.disk.logs[1]


def causes(entry):
    from llwire.chain.entries import decode

    return decode(entry.body).causes


def box_key(hall, match, seat):
    from llwire.chain.entries import decode

    return decode(hall.disk.logs[match][0].body).what.roster[seat].box


class TestRound:
    def test_the_first_deal_comes_at_once_and_the_next_when_the_last_was_read(self):
        hall = ShuffledTable("Ann", "Ben", seed=8, options=Options(target=2)).begin()
        ann, ben = hall.people
        hall.run(lambda: hall.table.state.phase is m.Phase.COLLECTING and len(hall.disk.logs[1]) > 3)
        # Ann looks at the end of the round and asks for nothing more; all else arrives.
        while True:
            moved = False
            for person in hall.people:
                if person.up:
                    hall.arrives_up(person)
                    moved = True
                if person.down:
                    hall.arrives_down(person)
                    moved = True
                if hall.lacks(person.line):
                    hall.arrives_entry(person)
                    moved = True
            if ben.told or not ben.client._attends:
                ben.look()
                moved = True
            if not moved:
                break
        assert hall.table.state.phase is m.Phase.COLLECTING
        assert ann.told, "the end of the round is still unread"
        hall.play()
        all_is_told(hall)


class TestWishes:
    def test_chat_is_cleaned_and_heard_by_all(self):
        hall = ShuffledTable("Ann", "Ben").settle()
        ann, ben = hall.people
        ann.request(Speak("hel\x1b[2Jlo\u202e"))
        ann.request(Speak("\u200b"))
        hall.settle()
        assert ben.has(u.ChatLine, name="Ann", text="hel[2Jlo")
        assert sum(isinstance(update, u.ChatLine) for update in ben.seen) == 1
        assert not ann.has(u.Shortened)

    def test_a_line_that_is_too_long_is_cut_and_its_speaker_is_told(self):
        hall = ShuffledTable("Ann", "Ben").settle()
        ann, ben = hall.people
        ann.request(Speak("侍" * 101))
        hall.settle()
        assert ben.has(u.ChatLine, name="Ann", text="侍" * 100)
        assert ann.has(u.Shortened)
        assert not ben.has(u.Shortened)

    def test_what_a_lying_table_says_is_cleaned_again(self):
        hall = ShuffledTable("Ann", "Ben").settle()
        ben = hall.people[1]
        ben.perform(ben.client.receive(m.Said(seat=0, n=1, text="\x1b]0;x\x07y")))
        assert ben.has(u.ChatLine, text="]0;xy")

    @pytest.mark.parametrize("name", ["Ann", "\u0410nn", "ann", "Ben"])
    def test_who_looks_on_is_never_shown_as_a_seat(self, name):
        """The second begins with a Cyrillic letter."""
        hall = ShuffledTable("Ann", "Ben").settle()
        ben = hall.people[1]
        ben.perform(ben.client.receive(m.SaidBeside(name=name, n=1, text="hel\x1blo")))
        hall.settle()
        (line,) = [update for update in ben.seen if isinstance(update, u.ChatLine)]
        assert (line.seat, line.text) == (None, "hello")
        assert line.name.removesuffix("*").endswith(" 2")
        assert text.skeleton(line.name) not in map(text.skeleton, ("Ann", "Ben"))

    @pytest.mark.parametrize("match", [1, limits.MATCHES + 1])
    def test_a_lobby_of_a_match_that_cannot_be_is_joined_by_nobody(self, match):
        hall = ShuffledTable("Ann", "Ben").settle()
        ben = hall.people[1]
        for number in (7, 9, match):
            ben.perform(ben.client.receive(structs.replace(ben.client.lobby, match=number)))
            ben.up.clear()
            ben.request(requests.BeReady())
            assert bool(ben.up) is (number != match)
        assert ben.has(u.Refused, to="joining", why="not-now")
        assert ben.parted == []

    def test_a_refusal_is_told_with_its_reason(self):
        hall = ShuffledTable("Ann", "Ben").settle()
        ann, ben = hall.people
        ben.request(requests.rename("Ann"))
        ann.request(requests.START)
        hall.settle()
        assert ben.has(u.Refused, to="rename", why="taken", reason="name")
        assert ann.has(u.Refused, to="start", reason="not-ready")

    @pytest.mark.parametrize(
        "decided, back, ruling",
        [
            (requests.PAUSE, requests.RESUME, "pause"),
            (requests.stand_in(1, on=True), requests.stand_in(1, on=False), "stand-in"),
        ],
    )
    def test_a_decision_of_the_hosting_player_is_told_to_all_and_taken_back(self, decided, back, ruling):
        hall = ShuffledTable("Ann", "Ben", seed=9).begin()
        ann, ben = hall.people
        hall.run(lambda: len(hall.disk.logs[1]) > 2)
        ann.request(decided)
        hall.run(lambda: all(person.has(u.Ruled, what=ruling) for person in (ann, ben)))
        ann.request(back)
        hall.play()
        all_is_told(hall)

    def test_without_a_line_a_wish_is_refused_and_a_move_is_kept(self):
        hall = ShuffledTable("Ann", "Ben", seed=10).begin()
        hall.run(
            lambda: any(
                p.client.now and p.client.now.begun and p.client.now.glimpse.menu
                for p in hall.people
                if p.client.now
            )
        )
        person = next(p for p in hall.people if p.client.now.glimpse.menu)
        while person.told:
            person.look()
        hall.lose(person)
        person.request(Speak("hello"))
        assert person.has(u.Refused, to="line")
        all_is_told(hall.play())

    def test_a_move_for_a_menu_that_is_gone_is_refused_here_already(self):
        hall = ShuffledTable("Ann", "Ben", seed=11).begin()
        ann = hall.people[0]
        hall.play()
        glimpse = next(update for update in ann.seen if isinstance(update, Glimpse) and update.menu)
        ann.request(glimpse.menu[0])
        assert ann.has(u.Refused, to="act", why="stale")
        assert not ann.up


def test_the_check_number_is_the_same_on_all_screens_and_told_once():
    hall = ShuffledTable("Ann", "Ben", "Cleo", watch=("Wim",), seed=12).begin().play()
    numbers = [[x.number for x in person.seen if isinstance(x, u.CheckNumberIs)] for person in hall.people]
    assert all(each == numbers[0] and len(each) == 1 for each in numbers)


def test_bots_play_along():
    hall = ShuffledTable("Ann", seed=13, bots=2).begin().play()
    all_is_told(hall)
    assert hall.people[0].seen[0] is not None
    began = next(update for update in hall.people[0].seen if isinstance(update, u.Began))
    assert began.bots == {1, 2}
    assert began.hosting


def test_deals_revealed_at_the_end_are_checked_at_the_end():
    hall = ShuffledTable("Ann", "Ben", seed=14, reveal="match", options=Options(target=2)).begin().play()
    all_is_told(hall)
