"""What both front ends are handed: here, and nowhere else, screens and boards meet tables, rules and files.

Each part is loaded when somebody wants it: bots, sockets and keys, a process, a database.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from lltui.files import folders

if TYPE_CHECKING:
    from lltui.client.login import Home
    from lltui.commands.kept_matches import HouseFilms
    from lltui.commands.own_tables import OwnTables
    from lltui.tui.ways import Alone, Visit


class Composition:
    """Everything, for one person on this machine."""

    def __init__(self, environ: Mapping[str, str] = os.environ) -> None:
        self._environ = environ

    @property
    def config(self) -> Path:
        """Where the player's settings are."""
        return folders.config(self._environ)

    @cached_property
    def home(self) -> Home:
        """What is brought along to every table."""
        from lltui.client.known_tables import KnownTables  # noqa: PLC0415 - as above
        from lltui.client.login import Home  # noqa: PLC0415 - who plays alone waits for no network
        from lltui.record.audit import Verifier  # noqa: PLC0415 - as above

        return Home(
            KnownTables(folders.state(self._environ)),
            folders.matches(self._environ),
            lambda _: Verifier(),
            login=self._environ.get("USER", "").title() or "Player",
            given=self._environ.get("LLTUI_CODE"),
        )

    @cached_property
    def own_tables(self) -> OwnTables:
        """The tables of this machine."""
        from lltui.commands.own_tables import OwnTables  # noqa: PLC0415 - a guest needs no table's process

        return OwnTables(folders.tables(self._environ))

    @cached_property
    def films(self) -> HouseFilms:
        """What was played, and all that checks it."""
        from lltui.commands.kept_matches import HouseFilms  # noqa: PLC0415 - who plays waits for no database

        return HouseFilms(self._environ)

    def alone(self, wanted: Alone) -> Visit:
        """A match in this process."""
        from lltui.commands.play import visit  # noqa: PLC0415 - who sits at a table waits for no bots

        return visit(wanted)
