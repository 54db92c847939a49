"""The ways that the full screen is handed: here, and nowhere else, it meets tables and files.

Each is loaded when somebody goes it: with bots, with sockets and keys, or with a database.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from lltui.files.folders import config

if TYPE_CHECKING:
    from lltui.commands.alone import AloneVisit
    from lltui.commands.films import HouseFilms
    from lltui.commands.tables import HouseTables
    from lltui.tui.ways import Alone


class HouseWays:
    """All of them, on this machine."""

    def __init__(self, environ: Mapping[str, str] = os.environ) -> None:
        self._environ = environ

    @cached_property
    def tables(self) -> HouseTables:
        """Those that others sit at."""
        from lltui.commands.tables import HouseTables  # noqa: PLC0415 - who plays alone waits for none of it

        return HouseTables(self._environ)

    @cached_property
    def films(self) -> HouseFilms:
        """What was played, and all that checks it."""
        from lltui.commands.films import HouseFilms  # noqa: PLC0415 - as above

        return HouseFilms(self._environ)

    @property
    def config(self) -> Path:
        """Where the player's settings are."""
        return config(self._environ)

    def alone(self, wanted: Alone) -> AloneVisit:
        """A match in this process."""
        from lltui.commands.alone import visit  # noqa: PLC0415 - who sits at a table waits for no bots

        return visit(wanted)
