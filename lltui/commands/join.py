"""`lltui join` and `lltui watch`: sit down at a table in this network, come back to one, or look on."""

from __future__ import annotations

import os

from lltui import event_loop
from lltui.client.dialing import JoinTarget, split
from lltui.commands import composition
from lltui.commands.cli_context import login_name, settle
from lltui.commands.composition import Composition
from lltui.options import Typed
from lltui.tui import first_screen
from llwire.wire import limits
from llwire.wire.text import clean_name


def run(args: Typed) -> int:
    """Join; or watch: see what a stranger at the table would see."""
    cli = settle(args)
    stage = composition.stage(args, cli)
    given = composition.chosen_name(args, stage)
    goal = JoinTarget(
        addresses=(args.address,) if args.address else (),
        name=_name(given) if given else login_name(os.environ),
        guessed=not given,
        want="watch" if args.command == "watch" else "seat",
        open=args.open,
        new=args.new,
    )
    for address in goal.addresses:
        split(address)
    if stage is not None:
        return stage.show(first_screen.join(goal))
    from lltui.commands.plain_join import sit_down  # noqa: PLC0415 - the full screen needs no plain board: 12 ms

    return event_loop.run(sit_down(cli, goal, Composition().home))


def _name(given: str) -> str:
    clean = clean_name(given)
    if clean is None or not any(sign.isalpha() for sign in clean):
        from lltui.commands.play import BadPlayerName  # noqa: PLC0415 - it brings the bots along: 3 ms

        raise BadPlayerName(name=given, longest=limits.NAME_CELLS)
    return clean
