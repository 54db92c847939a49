"""`lltui join`: sit down at a table in this network, or come back to one."""

from __future__ import annotations

import argparse
import asyncio
import os

from lltui.client.dialing import Goal, split
from lltui.commands import screen
from lltui.commands.composition import Composition
from lltui.commands.setting import settle
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
    from lltui.commands.seat import sit_down  # noqa: PLC0415 - the full screen needs no plain board

    return asyncio.run(sit_down(setting, goal, Composition().home))


def _name(given: str | None) -> str:
    name = given or os.environ.get("USER", "").title() or "Player"
    clean = clean_name(name)
    if clean is None or (given and not any(sign.isalpha() for sign in clean)):
        from lltui.commands.play import BadPlayerName  # noqa: PLC0415 - it brings the bots along

        raise BadPlayerName(name=name, longest=limits.NAME_CELLS)
    return clean
