"""What every screen of a match looks like, in three sizes and two languages.

One app goes through all of them live.  LLTUI_REWRITE=1 writes them anew; a
person reads them whenever they change.
"""

from __future__ import annotations

import pytest
from kit.scripted import glimpse
from tui import positions
from tui.golden import compared
from tui.scripted import seated

from lltui.client import updates as u
from lltui.games.chair import Over
from lltui.games.love_letter import events

LINES = u.PresenceIs(("online", "bot", "lag", "away"), 0)
AWAY = u.PresenceIs(("online", "away", "online", "online"), 0)
SAID = u.ChatLine(2, "Grace", "one warm-up round first?")

# Each scene: where it begins, what comes after that, the keys that lead there.
PLAYED = {"heard": positions.TOLD}
ROUND = (glimpse(positions.OVER, heard=positions.ENDED), u.Verified(1))
MATCH = (glimpse(positions.WON, heard=(*positions.ENDED, events.MatchWon((0,)))), Over())
ON_ME = (*positions.TOLD, events.Played(1, "priest", 0), events.HandLookedAt(1, 0))
OUT = (*ON_ME, events.Played(1, "guard", 0, "chancellor"), events.KnockedOut(0, "guessed", "chancellor"))
DUEL = (events.Played(0, "baron", 2), events.HandsCompared(0, 2, 2), events.HandsSeen(0, 2, "king", "prince"))
SCENES = {
    "since": (positions.OWN_TURN, {"heard": (*ON_ME, events.Drew(0), events.CardDrawn(0, "guard"))}, (), ""),
    "moment": (positions.WAITING, {"heard": (*DUEL, events.KnockedOut(2, "outranked", "prince"))}, (), ""),
    "looked_at": (positions.WAITING, {"heard": ON_ME}, (), ""),
    "put_out": (positions.PUT_OUT, {"heard": OUT}, (), ""),
    "own_turn": (positions.OWN_TURN, PLAYED, (SAID,), "right"),
    "whom": (positions.SIX, {}, (), "5 enter 2"),
    "which_card": (positions.OWN_TURN, PLAYED, (), "1 enter 3"),
    "forced": (positions.FORCED, {}, (), ""),
    "council": (positions.COUNCIL, {}, (), "7 enter 2"),
    "known": (positions.KNOWS, {}, (), "1 enter"),
    "two": (positions.TWO, {}, (), "2"),
    "waiting": (positions.WAITING, PLAYED, (LINES, SAID), ""),
    "offered": (positions.WAITING, {}, (AWAY, u.Waits("playing", (1,), None, "", (1,))), ""),
    "stood_in": (positions.OWN_TURN, {}, (u.Ruled("stand-in", "Kay", "Grace"),), ""),
    "paused": (positions.WAITING, {}, (u.Waits("paused", (), None),), ""),
    "watching": (positions.OWN_TURN, {**PLAYED, "seat": None}, (), ""),
    "log": (positions.OWN_TURN, PLAYED, (SAID,), "l"),
    "cards": (positions.OWN_TURN, {}, (), "c"),
    "notes": (positions.OWN_TURN, {}, (), "n 2 h m enter n"),
    "round_end": (positions.OWN_TURN, PLAYED, ROUND, ""),
    "last_round": (positions.OWN_TURN, PLAYED, MATCH, ""),
    "match_end": (positions.OWN_TURN, PLAYED, MATCH, "enter"),
}


@pytest.mark.parametrize("scene", SCENES)
async def test_the_screen_is_the_one_that_a_person_has_read(scene):
    line, how, more, keys = SCENES[scene]
    async with seated(line, *more, **how) as (app, pilot, _):
        await pilot.press(*keys.split())
        await compared(scene, app, pilot)
