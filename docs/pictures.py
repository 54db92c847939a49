"""The pictures of the docs: real screens of the program, always of the same matches.

`make docs` draws them; tests/docs draws them again and compares.  The
people of the lobby are those of the screens' own tests.
"""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

HERE = Path(__file__).resolve().parent
FOLDER = HERE / "pictures"
sys.path.insert(0, str(HERE.parent / "tests"))

from flat_chairs import FlatWays  # noqa: E402 - found by the line above
from tui import princely, scenes  # noqa: E402 - as above
from tui.company import ATTIC, KITCHEN, Tables, entering  # noqa: E402 - as above
from tui.scripted import seated  # noqa: E402 - as above
from tui.showing import alone, at_table, opened, played, settled, shown, until  # noqa: E402 - as above
from tui.test_table_goldens import SCENES  # noqa: E402 - as above

from lltui.client.updates import ChatLine, SignShown  # noqa: E402 - as above
from lltui.games.two_princes.story.vocabulary import ATTRIBUTES  # noqa: E402 - as above
from lltui.record.kept_match_facts import (  # noqa: E402 - as above
    HistoryRow,
    NewestEvening,
    Past,
    Streak,
    WinShare,
)
from lltui.tui import first_screen  # noqa: E402 - as above
from lltui.tui.flows import menu  # noqa: E402 - as above

SEED = 11
TOWER = 13  # in the other game
LATE = 5  # cards left in the pile

# Where the font would come from, and a name that changes with the drawing's clock.
FONT = re.compile(r"\s*@font-face \{.*?\}", re.DOTALL)


def drawn(app: Any) -> str:
    """The screen in front as an SVG that asks nobody for anything."""
    return FONT.sub("", app.export_screenshot(title="lltui")) + "\n"


PAST = Past(
    (HistoryRow("", 0, "love-letter", "classic", "Kay", ("Mina", "Emil"), (), True, 7, True, True),),
    by_opponent=(WinShare("Mina", 5, 8), WinShare("Emil", 2, 8)),
    by_company=(WinShare("people", 7, 16), WinShare("bots", 2, 7)),
    cards=(("love-letter", (("handmaid", 11), ("king", 4))),),
    streak=Streak(1, 4),
    evening=NewestEvening(0, (True, False, True, True, False, False, True)),
)


async def _menu() -> str:
    """After some evenings, with two tables nearby."""
    near = Tables(KITCHEN, ATTIC)
    with (
        patch.object(menu, "NEAR", 0.0),
        patch.multiple(FlatWays, any_kept=lambda _: True, past=lambda _: PAST),
    ):
        async with entering(first_screen.menu, near, size=(120, 36)) as (app, pilot):
            await until(lambda: "Otto" in shown(app) and "Mina" in shown(app), app)
            await settled(app, pilot)
            return drawn(app)


async def _offer() -> str:
    """What a newcomer sees first."""
    async with opened(lambda app: app.push_screen(menu.OfferScreen()), size=(80, 24)) as (app, pilot):
        await settled(app, pilot)
        return drawn(app)


async def _moment() -> str:
    """A duel on the stage, on a large terminal."""
    line, how, more, keys = SCENES["moment"]
    async with seated(line, *more, size=(120, 36), **how) as (app, pilot, _):
        await pilot.press(*keys.split())
        await settled(app, pilot)
        return drawn(app)


async def _turn(width: int, height: int) -> str:
    """Late in the first round, a card chosen, and asked for whom it is meant."""

    def ends(app: Any) -> bool:
        pile = app.desk.glimpse.public.pile
        return bool(pile <= LATE and app.desk.glimpse.menu)

    async with at_table(alone(seed=SEED), size=(width, height)) as (app, pilot):
        await played(app, pilot, lambda: ends(app))
        await pilot.press("right", "enter")
        await settled(app, pilot)
        return drawn(app)


async def _round_end() -> str:
    async with at_table(alone(seed=SEED), size=(100, 30)) as (app, pilot):
        await played(app, pilot, lambda: app.desk.looks)
        await settled(app, pilot)
        return drawn(app)


async def _lobby() -> str:
    async with scenes.SCENES["lobby-host"](size=(100, 30)) as (app, pilot):
        await settled(app, pilot)
        return drawn(app)


async def _princes(played: Any, *more: Any, keys: str = "", size: tuple[int, int] = (100, 30)) -> str:
    """Edward's seat at this moment of the other game, after these keys."""
    async with princely.seated(played, *more, size=size) as (app, pilot, _):
        await pilot.press(*keys.split())
        await settled(app, pilot)
        return drawn(app)


def _trial() -> Awaitable[str]:
    """Both have to pass a test in the escape, their boards are not enough: how many cards do they play?"""

    def true(played: Any) -> bool:
        trials, princes = played.public.trials, played.public.princes
        trial = trials[0] if trials else None
        if trial is None or len(trial.who) < len(princes):
            return False
        at = ATTRIBUTES.index(trial.attr)
        return bool(sum(prince.attributes[at] for prince in princes) < trial.value)

    moment = princely.Played(TOWER).until(princely.at("commit", chapter="escape_a", where=true))
    talk = (
        ChatLine(1, "Ada", "Well, I am afraid, but only the usual amount."),
        SignShown(1, "Ada", "strong"),
    )
    return _princes(moment, *talk, keys="2")


def _alone() -> Awaitable[str]:
    """An encounter on a large terminal, with two answers."""

    def two(played: Any) -> bool:
        return len(played.menu(0)) == 2

    moment = princely.Played(TOWER).until(princely.at("alone", where=two))
    return _princes(moment, ChatLine(1, "Ada", "Ask him about his mother."), keys="2", size=(160, 50))


def _map() -> Awaitable[str]:
    return _princes(princely.Played(TOWER).until(princely.at("visit")), keys="2", size=(80, 24))


PICTURES: dict[str, Callable[[], Awaitable[str]]] = {
    "menu": _menu,
    "offer": _offer,
    "moment": _moment,
    "table": lambda: _turn(100, 30),
    "table-small": lambda: _turn(80, 24),
    "table-wide": lambda: _turn(160, 50),
    "round-end": _round_end,
    "lobby": _lobby,
    "princes": _trial,
    "princes-map": _map,
    "princes-wide": _alone,
}


def draw(name: str) -> str:
    """One of them, as it looks now."""
    return asyncio.run(_of(PICTURES[name]))


async def _of(make: Callable[[], Awaitable[str]]) -> str:
    return await make()


def main() -> None:
    """Write what differs, and name it."""
    FOLDER.mkdir(exist_ok=True)
    for name in PICTURES:
        path, new = FOLDER / f"{name}.svg", draw(name)
        if not path.exists() or path.read_text(encoding="utf-8") != new:
            path.write_text(new, encoding="utf-8")
            print(path.relative_to(HERE.parent))


if __name__ == "__main__":
    main()
