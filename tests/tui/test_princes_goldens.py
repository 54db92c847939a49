"""What every screen of The Two Princes looks like, in three sizes, two languages, with and without signs.

LLTUI_REWRITE=1 writes them anew; a person reads them whenever they change.
"""

from __future__ import annotations

import pytest
from tui.golden import compared
from tui.princely import Played, at, seated
from tui.showing import at_table, until

from lltui.client import updates as u
from lltui.games.chair import Over
from lltui.games.two_princes import model as m
from lltui.games.two_princes.model import MODEL, Options
from lltui.tui.services import Alone

SAID = u.ChatLine(1, "Ada", "I am not afraid of him. Well, I am, but only the usual amount.")
SIGN = u.SignShown(1, "Ada", "lean-on-me")


def joint(played):
    return len(played.public.trials[0].who) == 2


def parted(played):
    return len(played.public.trials) == 2


def said(played):
    """One has said to go on; the other has not."""
    return played.public.asked.ready == (0,) and played.public.front is not None


def proved(played):
    return any(trial.success is not None for trial in played.public.trials)


def offered(played):
    return played.public.asked.offer is not None


def chosen(played):
    return played.public.asked.chosen == (1,)


def opposed(played):
    return any(isinstance(action, m.CallDie) for action in played.menu(0))


def loaded(played):
    """Between two cards, with something to give away and nothing offered."""
    return any(isinstance(action, m.Offer) for action in played.menu(0))


def free(played):
    front = played.public.front
    return front is not None and front.card.startswith("encounter.")


# Each scene: the moment, how it is looked at, what was said, and the keys that lead there.
SCENES = {
    "beginning": (at("pause"), {}, (), ""),
    "together": (at("together"), {}, (SAID,), "1"),
    "opposed": (at("together", where=opposed), {}, (), ""),
    "ballot": (at("ballot", where=chosen), {"seed": 2}, (SIGN,), "2"),
    "visit": (at("visit"), {}, (), "2"),
    "brother_visits": (at("visit", seat=1), {}, (), ""),
    "encounter": (at("alone", where=free), {}, (), "1"),
    "night": (at("night"), {}, (), ""),
    "rest": (at("rest"), {"seed": 2}, (), ""),
    "things": (at("pause", where=loaded), {}, (), "i"),
    "offer": (at("pause", where=offered), {}, (), ""),
    "one": (at("one"), {}, (), ""),
    "mend": (at("mend"), {}, (), ""),
    "commit": (at("commit", chapter="escape_a", where=joint), {}, (SAID, SIGN), "2"),
    "items": (at("items"), {}, (), ""),
    "parted": (at("commit", where=parted), {"seed": 3}, (), "2"),
    "second_thoughts": (at("pause", seat=1, where=said), {}, (), ""),
    "tested": (at("pause", chapter="escape_a", where=proved), {}, (), ""),
    "watching": (at("commit", seat=None, chapter="escape_a"), {"seat": None}, (SAID,), ""),
    "boards": (at("pause", chapter="escape_a"), {}, (), "b"),
    "journal": (at("pause", chapter="escape_a"), {}, (), "j"),
    "log": (at("visit"), {}, (SAID,), "l"),
    "signs": (at("commit"), {}, (), "s"),
}


@pytest.mark.parametrize("scene", SCENES)
async def test_the_screen_is_the_one_that_a_person_has_read(scene):
    true, how, said, keys = SCENES[scene]
    played = Played(how.get("seed", 7)).until(true)
    seat = how.get("seat", 0)
    async with seated(played, *said, seat=seat) as (app, pilot, _):
        await pilot.press(*keys.split())
        await compared(f"princes/{scene}", app, pilot)


async def test_what_the_brother_meets_at_a_strict_table_is_not_read():
    played = Played(7, alone="strict").until(at("alone", seat=1, where=lambda met: met.public.apart == 1))
    async with seated(played) as (app, pilot, _):
        await compared("princes/strict", app, pilot)


@pytest.mark.parametrize(("name", "turned"), [("ending", ""), ("result", "enter enter")])
async def test_the_book_is_the_one_that_a_person_has_read(name, turned):
    played = Played(7).over()
    async with seated(played, Over()) as (app, pilot, _):
        await until(lambda: app.desk.over and type(app.screen).__name__ == "BookScreen", app)
        await pilot.press(*turned.split())
        await compared(f"princes/{name}", app, pilot)


async def test_between_two_hands_nothing_is_seen():
    wanted = Alone(MODEL.id, Options(), "Kay", (), 7)
    async with at_table(wanted) as (app, pilot):
        while type(app.screen).__name__ != "Cover":
            await pilot.press("1", "enter")
            await pilot.pause()
        await compared("princes/cover", app, pilot)
