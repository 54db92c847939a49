"""A table at which somebody is waited for."""

from __future__ import annotations

from kit.memory import MemoryTable, at_pace
from table.asking import bodies

from lltui.games.love_letter.model import Options
from llwire.chain import entries
from llwire.wire.deeds import read_deed

WAIT = at_pace(wait=60.0)
NAMES = ("Ann", "Bob", "Cid", "Dot", "Eve", "Fay")


def headless(*names, settings=WAIT, game="love-letter", options=None):
    """Nobody hosts; everybody sits."""
    evening = MemoryTable(game, options or Options(target=2), settings)
    players = [evening.player(name, n) for n, name in enumerate(names, start=1)]
    for player in players:
        evening.enter(player)
    return evening, *players


def begun(*names, **how):
    evening, *players = headless(*names, **how)
    for player in players:
        evening.say(player, player.joining())
    return evening, *players


def in_play(*names, **how):
    evening, *players = begun(*names, **how)
    evening.play(lambda: any(player.menu for player in players))
    return evening, *players


def look(player):
    """What they are told of the waiting, with seconds."""
    told = player.standing
    return told.waiting, None if told.left_ms is None else told.left_ms / 1000, told.then, told.offered


def decided(evening):
    """What was decided, and over whose word."""
    told = [body for body in bodies(evening) if isinstance(body.what, entries.Decided)]
    return [read_deed(body.causes[0]).what for body in told]


def others(who, *players):
    return [player for player in players if player is not who]
