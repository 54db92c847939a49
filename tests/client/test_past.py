"""Whoever comes back, or late, has the same match in front of them as who was there all the time."""

from __future__ import annotations

import io

import pytest
from kit.clients import ClientPlayer
from kit.memory import ShuffledTable

from lltui.client import updates as u
from lltui.desk.desk import Desk, Words
from lltui.desk.half_move import asked_move
from lltui.desk.love_letter.endings import match_end, moments
from lltui.desk.love_letter.view import match_view
from lltui.desk.two_princes.possible_moves import picked_move
from lltui.desk.two_princes.view import princes_view as stage
from lltui.games.chair import Glimpse
from lltui.games.love_letter.model import MODEL, Options
from lltui.games.two_princes import model as princes
from lltui.plain.paper import Paper
from lltui.plain.room import Room
from lltui.text import Wording
from lltui.tui.love_letter.move_panel import prompt as love_letter
from lltui.tui.two_princes.story_table import prompt as two_princes
from llwire.wire.errors import Code

GAMES = {MODEL.id: Options(target=3), princes.MODEL.id: princes.Options()}
PROMPTS = {
    MODEL.id: lambda desk: love_letter(
        match_view(desk, Wording("en", area="table")), desk, asked_move(()), None
    ),
    princes.MODEL.id: lambda desk: two_princes(
        stage(desk, Wording("en", area="princes-screen")), desk, picked_move(()), "", None
    ),
}
MOMENTS = (3, 9, 17, 26)  # entries


def desk(person):
    """All that this person's board was told, read at once."""
    found = Desk(Words("en", "court"), watches=person.want == "watch")
    for update in [*person.seen, *(tell.update for tell in person.told)]:
        found.hear(update)
        found.go_on()
    return found


def in_front(found):
    """What does not depend on when one came: the match, as far as the own eyes saw it."""
    return {
        "deal": found.deal,
        "verified": found.verified,
        "heard": [heard for heard in found.told if heard],
        "round": [glimpse.heard for glimpse in found.round if glimpse.heard],
        "log": [line.text for line in found.log if isinstance(line.fact, Glimpse | u.Ruled | u.Verified)],
        "public": found.glimpse.public,
        "private": found.glimpse.private,
        "menu": found.glimpse.menu,
    }


def back(hall, person, *, disk):
    """The program begins anew, with what is on its disk or without."""
    hall.lose(person)
    person.disk = person.disk if disk else {}
    person.seen.clear()
    person.start()
    hall.enter(person)


@pytest.mark.parametrize("disk", [True, False], ids=["with its disk", "without"])
@pytest.mark.parametrize("entries", MOMENTS)
@pytest.mark.parametrize("game", GAMES)
def test_who_comes_back_has_heard_what_they_heard(game, entries, disk):
    hall = ShuffledTable("Ann", "Ben", seed=5, watch=("Wim",), game=game, options=GAMES[game]).begin()
    hall.run(lambda: len(hall.disk.logs[1]) >= entries)
    for person in hall.people:
        person.plays = False
    hall.settle()
    for person in hall.people:
        live = in_front(desk(person))
        assert live["heard"], "there was something to be heard"
        back(hall, person, disk=disk)
        hall.settle()
        assert in_front(desk(person)) == live
        assert not desk(person).looks, "what is past is not looked at"


def test_who_comes_late_has_the_same_figures_at_the_end_as_all_others():
    hall = ShuffledTable("Ann", "Ben", "Cleo", seed=6, watch=("Wim",), options=Options(target=2)).begin()
    hall.run(lambda: len(hall.disk.logs[1]) > 20)
    late = ClientPlayer(hall.keys, "Zoe", 50, want="watch")
    hall.people.append(late)
    hall.enter(late)
    back(hall, hall.people[1], disk=True)
    hall.play()
    ends = []
    for person in hall.people:
        found = desk(person)
        see = match_view(found, Wording("en", area="table"))
        end = match_end(see, found)
        turns = [moment.when for moment in moments(see, found.round)]
        numbers = {each.player.name: each.numbers for each in end.tallies}
        ends.append((end.summary, numbers, end.proven, turns))
    assert ends == ends[:1] * len(ends)


@pytest.mark.parametrize("game", GAMES)
def test_the_plain_board_tells_how_it_went_to_who_comes_back(game):
    hall = ShuffledTable("Ann", "Ben", seed=5, watch=("Wim",), game=game, options=GAMES[game]).begin()
    hall.run(lambda: len(hall.disk.logs[1]) >= 17)
    for person in hall.people:
        person.plays = False
    hall.settle()
    for person in hall.people:
        live = history(person)
        assert live
        back(hall, person, disk=False)
        hall.settle()
        assert history(person) == live


def history(person):
    paper = io.StringIO()
    room = Room(Words("en", "court"), Paper(paper, width=10_000), watches=person.want == "watch")
    for update in [*person.seen, *(tell.update for tell in person.told)]:
        room.hear(update)
        if room.holds:
            room.read("")
    room.paper.flush()
    before = len(paper.getvalue())
    room.paper.answered()
    room.read("history")
    room.paper.flush()
    return paper.getvalue()[before:].split()


@pytest.mark.parametrize("game", GAMES)
def test_who_left_on_purpose_is_said_to_have_left_and_is_not_said_to_think(game):
    hall = ShuffledTable("Ann", "Ben", seed=5, game=game, options=GAMES[game]).begin()
    hall.run(lambda: len(hall.disk.logs[1]) >= 9)
    for person in hall.people:
        person.plays = False
    hall.settle()
    ann, ben = hall.people
    waits = next(update for update in reversed(ann.seen) if isinstance(update, u.Waits))
    stays, goes = (ann, ben) if ben.client.now.seat in waits.seats else (ben, ann)
    hall.lose(goes, Code.LEFT)
    goes.parted.append(Code.LEFT)
    name = goes.name
    hall.run(lambda: f"{name} has left." in [line.text for line in desk(stays).log])
    told = desk(stays)
    assert not any("line is lost" in line.text for line in told.log)
    assert told.waiting().startswith(f"Waiting for {name}, who has left.")
    assert PROMPTS[game](told).text == told.waiting()
    goes.parted.clear()
    hall.run(lambda: f"{name} is back." in [line.text for line in desk(stays).log])


def test_what_is_past_is_nothing_to_choose_from():
    hall = ShuffledTable("Ann", "Ben", seed=5).begin()
    hall.run(lambda: len(hall.disk.logs[1]) >= 9)
    ann = hall.people[0]
    back(hall, ann, disk=True)
    hall.settle()
    (past,) = (update for update in ann.seen if isinstance(update, u.HeardBefore))
    assert [fact for fact in past.told if isinstance(fact, Glimpse) and fact.menu] == []
    assert ann.client.now.past is None, "nothing is kept for a board that is there"
