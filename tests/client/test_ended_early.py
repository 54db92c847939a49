"""A match that its host ends, before its first deal or later: every board tells it, and tells it again."""

from __future__ import annotations

import io

import pytest
from kit.memory import ShuffledTable
from kit.scripted import Visit
from tui.company import seated
from tui.showing import shown, until

from lltui import text
from lltui.client import requests
from lltui.desk.desk import Place, Words
from lltui.games.chair import Glimpse, Over
from lltui.games.love_letter.model import MODEL, Options
from lltui.games.two_princes import model as princes
from lltui.plain.paper import Paper
from lltui.plain.room import Room

GAMES = {MODEL.id: Options(), princes.MODEL.id: princes.Options()}
# How many entries there are when the host ends it: none but the first, or a deal and some moves.
MOMENTS = (1, 2, 7)
every_language = pytest.mark.parametrize("language", text.languages())


def dealt(hall):
    return len(hall.disk.logs.get(1, ()))


def ended(game, entries):
    """A host, a guest and a watcher, all of whom heard that it is over."""
    hall = ShuffledTable("Ann", "Ben", seed=3, watch=("Wim",), game=game, options=GAMES[game]).begin()
    hall.run(lambda: dealt(hall) >= entries)
    for person in hall.people:
        person.plays = False
    hall.run(lambda: all(person.client.now for person in hall.people))
    hall.people[0].request(requests.END_MATCH)
    return hall.settle()


def come_back(hall):
    """All programs begin anew; what was on their disks is gone, or there."""
    for person in hall.people:
        hall.lose(person)
        person.disk = person.disk if person.name == "Ann" else {}
        person.seen.clear()
        person.start()
        hall.enter(person)
    return hall.settle()


@pytest.fixture(
    scope="module", params=[(g, n) for g in GAMES for n in MOMENTS], ids=lambda p: f"{p[0]}-{p[1]}"
)
def evenings(request):
    """What everybody heard of it: live, and after coming back."""
    hall = ended(*request.param)
    live = [(person, tuple(person.seen)) for person in hall.people]
    return request.param, (*live, *((person, tuple(person.seen)) for person in come_back(hall).people))


def test_what_is_over_was_seen_by_everybody(evenings):
    for person, heard in evenings[1]:
        assert sum(isinstance(update, Over) for update in heard) == 1, person.name
        before = heard[: next(n for n, update in enumerate(heard) if isinstance(update, Over))]
        assert any(isinstance(update, Glimpse) for update in before), person.name


RESULTS = {
    ("en", MODEL.id, 1): "The match is over before its first round.",
    ("de", MODEL.id, 1): "Vor der ersten Runde ist die Partie vorbei.",
    ("en", MODEL.id, 2): "The match is over after one round.",
    ("de", MODEL.id, 2): "Nach einer Runde ist die Partie vorbei.",
}
UNTOLD = {
    "en": "The match ended before the story did.",
    "de": "Die Partie war zu Ende, bevor es die Geschichte war.",
}


@every_language
def test_the_plain_board_tells_how_it_ended(evenings, language):
    (game, entries), people = evenings
    result = RESULTS.get((language, game, entries), UNTOLD[language] if game == princes.MODEL.id else "")
    for person, heard in people:
        room = Room(Words(language, "court"), Paper(io.StringIO()), watches=person.want == "watch")
        for update in heard:
            if room.holds:
                room.read("")
            room.hear(update)
        said = " ".join(room.paper._stream.getvalue().split())
        assert result in said, person.name
        assert room.board is None or room.ending is None


@every_language
@pytest.mark.parametrize(
    "place", range(6), ids=["host", "guest", "watcher", "host-back", "guest-back", "watcher-back"]
)
async def test_the_full_screen_tells_how_it_ended(evenings, place, language):
    (game, entries), people = evenings
    person, heard = people[place]
    visit = Visit(*heard, watches=person.want == "watch", hosts=person.hosting)
    async with seated(visit, language=language) as (app, pilot):
        await until(lambda: app.desk and app.desk.ended and visit.chair.coming.empty(), app)
        if app.desk.place is Place.PAUSE:  # the end of a round is looked at first
            await pilot.press("enter")
        await until(lambda: app.desk.place is Place.RESULT, app)
        await until(lambda: app.screen.is_current and not app._due, app)
        await pilot.pause()
        if entries == 1:
            wanted = {"en": "before the first round", "de": "vor der ersten Runde"}[language]
            assert (wanted if game == MODEL.id else UNTOLD[language]) in shown(app)
