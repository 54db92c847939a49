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
    from lltui.commands.own_tables import OwnTables
    from lltui.commands.play import OwnMatches
    from lltui.record.kept_facts import Past
    from lltui.record.replay_views import ReplayViews
    from lltui.tui.services import Alone, Left, Proof, TableVisit


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
        from lltui.client.known_tables import KnownTables  # noqa: PLC0415 - as above: 17 ms
        from lltui.client.login import Home  # noqa: PLC0415 - who plays alone waits for no network: 23 ms
        from lltui.record.audit import RulesVerifier  # noqa: PLC0415 - as above: 19 ms

        return Home(
            KnownTables(folders.state(self._environ)),
            folders.matches(self._environ),
            RulesVerifier,
            login=self._environ.get("USER", "").title() or "Player",
            given=self._environ.get("LLTUI_CODE"),
        )

    @cached_property
    def own_tables(self) -> OwnTables:
        """The tables of this machine."""
        from lltui.commands.own_tables import OwnTables  # noqa: PLC0415 - a guest needs no table's process: 22 ms

        return OwnTables(folders.tables(self._environ))

    @cached_property
    def own_matches(self) -> OwnMatches:
        """Those that are played in this process."""
        from lltui.commands.play import OwnMatches  # noqa: PLC0415 - who sits at a table waits for no bots: 3 ms

        return OwnMatches(self._environ)

    def alone(self, wanted: Alone | None) -> TableVisit:
        """A match in this process."""
        return self.own_matches.chair(wanted)

    def left_alone(self) -> Left | None:
        """The one that lies unfinished."""
        return self.own_matches.left() if folders.any_alone(self._environ) else None

    # Who plays waits for no database, and for nothing that checks a match.

    def past(self) -> Past:
        """The list of matches that were played, and the figures."""
        from lltui.commands import kept_matches  # noqa: PLC0415 - as said: 21 ms

        return kept_matches.past(self._environ)

    def tape(self, file: str | None) -> ReplayViews:
        """One of them, to be looked at."""
        from lltui.commands import kept_matches  # noqa: PLC0415 - as said: 21 ms

        return kept_matches.tape(file, self._environ)

    def proof(self, file: str | None) -> Proof:
        """One of them, to be checked."""
        from lltui.commands import kept_matches  # noqa: PLC0415 - as said: 21 ms

        return kept_matches.proof(file, self._environ)
