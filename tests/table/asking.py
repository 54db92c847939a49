"""Matches to begin a test in, and short questions to ask of them."""

from __future__ import annotations

from typing import Any

from kit.memory import AT_ONCE, MemoryTable
from kit.players import Player, pack
from msgspec.structs import replace

from lltui.games.love_letter.model import Options
from lltui.table.lobby import HostSettings
from llwire.chain import entries
from llwire.chain.entries import sign_deed
from llwire.wire.deeds import read_deed
from llwire.wire.messages import Signed


def match(
    *names: str,
    game: str = "love-letter",
    options: Any = None,
    settings: HostSettings = AT_ONCE,
    bots: tuple[str, ...] = (),
) -> list[Any]:
    """Everybody has said ready, and the first deal is awaited."""
    evening = MemoryTable(game, options or Options(target=2), settings)
    players = evening.company(*(names or ("Ann", "Bob", "Cid")))
    evening.begin(*players, bots=bots)
    return [evening, *players]


def dealt(*names: str, **how: Any) -> list[Any]:
    """Somebody may move."""
    evening, *players = match(*names, **how)
    evening.play(lambda: any(player.menu for player in players))
    return [evening, *players]


def played(*names: str, seen: int = 12, **how: Any) -> list[Any]:
    """Some entries later."""
    evening, *players = match(*(names or ("Ann", "Bob")), **how)
    evening.play(lambda: len(evening.log) >= seen and any(player.menu for player in players))
    return [evening, *players]


def refused(player: Player) -> tuple[str, str, str | None]:
    nack = player.nacks()[-1]
    return nack.to, nack.why, nack.reason


def bodies(evening: MemoryTable) -> list[entries.Body]:
    return [entries.decode(entry.body) for entry in evening.log]


def whats(evening: MemoryTable) -> list[entries.Kind]:
    return [body.what for body in bodies(evening)]


def kinds(evening: MemoryTable) -> list[str]:
    return [type(what).__name__ for what in whats(evening)]


def on_turn(evening: MemoryTable, *players: Player) -> Player:
    (seat,) = evening.table.state.playing.waiting()
    return next(player for player in players if player.seat == seat)


def first(player: Player) -> bytes:
    """The first action of their menu."""
    return pack(player.menu[0])


def forged(player: Player, deed: Signed, **changed: Any) -> Signed:
    return sign_deed(replace(read_deed(deed), **changed), player.key)
