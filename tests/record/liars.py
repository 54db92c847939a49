"""Every lie that a table could tell."""

from __future__ import annotations

from record import liars_of_entries, liars_of_moves, lying

__all__ = ["LIARS", "liars_of_entries", "liars_of_moves"]

LIARS = lying.LIARS
