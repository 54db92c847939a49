"""What one might want to do and cannot, each with its reason."""

from __future__ import annotations

from collections.abc import Iterator

from lltui.desk.two_princes.picked_move import PickedMove
from lltui.games.two_princes import model as m
from lltui.games.two_princes.model import Held
from lltui.tui.boards.princes.sight import Sight


def barred(see: Sight, now: PickedMove) -> Iterator[tuple[str, str]]:
    """Its name, and why not."""
    offered = {getattr(action, "item", None) for action in now.answers}
    match see.public.phase:
        case "pause" if now.things:
            yield from _kept(see, offered)
        case "items":
            yield from _useless(see, offered)
        case "lose":
            yield from _kept(see, offered)
        case "night" if not any(isinstance(action, m.GoOut) for action in now.menu):
            yield see.words("act.go_out"), see.words("why.empty")


def _mine(see: Sight) -> tuple[Held, ...]:
    return () if see.you is None else see.public.princes[see.prince(see.you)].items


def _kept(see: Sight, offered: set[str | None]) -> Iterator[tuple[str, str]]:
    for held in _mine(see):
        if held.item not in offered:
            fixed = see.tale.items[held.item].cannot_be_lost
            yield see.voice.item(held.item), see.words("why.fixed" if fixed else "why.offered")


def _useless(see: Sight, offered: set[str | None]) -> Iterator[tuple[str, str]]:
    tested = {trial.attr for trial in see.public.trials}
    for held in _mine(see):
        if tested and held.item not in offered:
            bonus = see.tale.items[held.item].bonus
            why = "helps_not" if not tested & {*bonus} else "spent" if not held.uses else "afraid"
            yield see.voice.item(held.item), see.words(f"why.{why}")
