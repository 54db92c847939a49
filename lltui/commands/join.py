"""`lltui join`: sit down at a table in this network, or come back to one."""

from __future__ import annotations

import argparse
import asyncio
import os

from lltui.client.dialing import split
from lltui.client.entrance import Goal
from lltui.commands import screen
from lltui.commands.setting import Setting, settle
from lltui.tui import doors
from llwire.wire import limits
from llwire.wire.text import clean_name


def run(args: argparse.Namespace) -> int:
    return go(args, "seat")


def go(args: argparse.Namespace, want: str) -> int:
    """Join or watch."""
    setting = settle(args)
    stage = screen.stage(args, setting)
    given = stage.name if stage else args.name
    goal = Goal(
        addresses=(args.address,) if args.address else (),
        name=_name(given),
        guessed=not given,
        want="watch" if want == "watch" else "seat",
        open=args.open,
        new=args.new,
    )
    for address in goal.addresses:
        split(address)
    if stage is not None:
        return stage.show(doors.enter(goal) if goal.addresses else doors.find(goal))
    return asyncio.run(_go(setting, goal))


async def _go(setting: Setting, goal: Goal) -> int:
    from lltui.commands.search import choose  # noqa: PLC0415 - the full screen needs none of these
    from lltui.commands.seat import evening  # noqa: PLC0415 - as above
    from lltui.plain.keyboard import Keyboard  # noqa: PLC0415 - as above

    with Keyboard() as keyboard:
        if not goal.addresses:
            goal = await choose(setting, keyboard, goal)
        return await evening(setting, goal, keyboard)


def _name(given: str | None) -> str:
    name = given or os.environ.get("USER", "").title() or "Player"
    clean = clean_name(name)
    if clean is None or (given and not any(sign.isalpha() for sign in clean)):
        from lltui.commands.play import BadPlayerName  # noqa: PLC0415 - it brings the bots along

        raise BadPlayerName(name=name, longest=limits.NAME_CELLS)
    return clean
