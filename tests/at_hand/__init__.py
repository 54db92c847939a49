"""Every game that the laws are tried on; a new game adds one line."""

from __future__ import annotations

from tables import Table

from at_hand import love_letter, moonrakers, princes

GAMES = {
    "moonrakers": moonrakers.AT_HAND,
    "love-letter": love_letter.AT_HAND,
    "princes": princes.AT_HAND,
}
TABLES = [Table(game.rules, game, *table) for game in GAMES.values() for table in game.tables]
