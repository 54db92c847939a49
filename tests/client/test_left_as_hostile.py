"""What a player reads of a table that was left for what it told: on both boards, in both languages."""

from __future__ import annotations

import io

import pytest
from kit.scripted import KAY, Visit
from tui.company import ADA, lobby, seated
from tui.showing import shown, until

from lltui.client import updates as u
from lltui.desk.desk import Words
from lltui.plain.paper import Paper
from lltui.plain.room import Room
from lltui.record.lies import Lie

FOLDER = "/home/kay/.local/state/lltui/known/0a1b2c3d"
LIES = {
    "long": {"en": "longer than any match can be", "de": "länger, als eine Partie sein kann"},
    "greedy": {"en": "more in one visit", "de": "in einem Besuch mehr geschickt"},
    "view": {"en": "another public view", "de": "Was offen liegt"},
}
HEADS = {
    "endless": {"en": "sends without end", "de": "schickt ohne Ende"},
    "lied": {"en": "does not tell the truth", "de": "sagt nicht die Wahrheit"},
}
KEPT = {"en": "Nothing of yours is lost", "de": "Dir geht nichts verloren"}


def expected(what, language):
    head = "lied" if what == "view" else "endless"
    return HEADS[head][language], LIES[what][language], KEPT[language], FOLDER


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("what", LIES)
def test_on_the_plain_board_it_reads_what_happened_and_where_the_proof_lies(what, language):
    out = io.StringIO()
    room = Room(Words(language, "court"), Paper(out, width=1_000))
    room.hear(lobby(KAY, ADA))
    room.hear(u.Lied(Lie(7, what), ("Kay", "Ada"), FOLDER))
    room.hear(u.Closed("malformed"))
    told = out.getvalue()
    assert all(part in told for part in expected(what, language)), told


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("what", LIES)
async def test_on_the_full_screen_too(what, language):
    visit = Visit(lobby(KAY, ADA), u.Lied(Lie(7, what), ("Kay", "Ada"), FOLDER), u.Closed("malformed"))
    async with seated(visit, language=language) as (app, _):
        await until(lambda: KEPT[language] in " ".join(shown(app).split()), app)
        told = "".join(shown(app).split())
        assert all("".join(part.split()) in told for part in expected(what, language)), shown(app)
