"""Whether the table plays by our rules: who does not should know it before the first card."""

from __future__ import annotations

from collections.abc import Iterator

from lltui.client import updates as u
from lltui.client.effects import Effect, Part, Send, Tell
from lltui.client.following import Following
from lltui.record.lies import Unjudged, Verifier
from llwire.wire import messages as m
from llwire.wire.errors import Code, peer_error


class Comparing:
    """Warns once for each lobby and each match, and parts where others would wait for us in vain."""

    def __init__(self, verifier: Verifier) -> None:
        self._foreign = verifier.foreign
        self._warned: object = None

    def unequal(self, lobby: m.Lobby | None) -> Unjudged | None:
        """Why nobody here could judge what this lobby is about to play."""
        return None if lobby is None else self._foreign(lobby.game, lobby.options, lobby.rules)

    def lobby(self, lobby: m.Lobby, *, seated: bool) -> Iterator[Effect]:
        """A watcher stays, and the host to close the table; whoever else wants a seat leaves it."""
        found = self.unequal(lobby)
        yield from self._warning(found, found)
        if found is not None and seated:
            yield Send(m.Leave())
            yield Part(peer_error(Code.RULES, "a table with other rules"))

    def match(self, following: Following) -> Iterator[Effect]:
        """Whoever has taken part in a deal of it already may play on."""
        found = following.foreign or (Unjudged(0, "nameless") if following.unequal else None)
        yield from self._warning(found, following.number)
        if following.unequal and following.seat is not None and not following.took_part:
            yield Part(peer_error(Code.RULES, "a match by other rules"))

    def _warning(self, found: Unjudged | None, of: object) -> Iterator[Effect]:
        if found is not None and self._warned != of:
            self._warned = of
            yield Tell(u.Foreign(found))
