"""Being at a table, from sitting down to getting up."""

from __future__ import annotations

from typing import Protocol

from lltui.games.seat import Chair


class Visit(Protocol):
    """What the app has of the table it is at."""

    @property
    def chair(self) -> Chair:
        """Where one sits."""

    @property
    def local(self) -> bool:
        """Whether the table is in this process, and nobody else is there."""

    @property
    def watches(self) -> bool:
        """Whether one only looks on."""

    @property
    def hosts(self) -> bool:
        """Whether the table is one's own, in another process of this machine."""

    @property
    def listed(self) -> str:
        """What others call it in whose list it stands; empty where it stands in none."""

    def again(self) -> Visit | None:
        """Another match with the same company, where nobody else has to be asked."""

    async def leave(self, *, getting_up: bool) -> None:
        """Go; a chair in the lobby is given up only by who gets up."""
