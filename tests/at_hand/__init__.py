"""Every game that the laws are tried on; a new game adds one line."""

from __future__ import annotations

from tables import Table

from at_hand import love_letter, moonrakers, princes

GAMES = {
    record.rules.model.id: record for record in (moonrakers.AT_HAND, love_letter.AT_HAND, princes.AT_HAND)
}
TABLES = [Table(game.rules, game, *table) for game in GAMES.values() for table in game.tables]
