"""What is different in a lobby, in a line each; what every chair shows anyway is not told."""

from __future__ import annotations

from collections.abc import Iterator

from lltui.client.updates import LobbyIs
from lltui.plain.wording import Wording


def lobby_news(old: LobbyIs | None, new: LobbyIs, words: Wording) -> Iterator[str]:
    """Who came and went, other rules, the lock."""
    if old is None or old.match != new.match:
        return
    before = {chair.name: chair for chair in old.chairs if chair.name is not None}
    after = {chair.name: chair for chair in new.chairs if chair.name is not None}
    if (old.game, old.options) != (new.game, new.options):
        yield words("rules_changed")
    if (you := _renamed(old, new)) is not None:
        yield words("renamed", name=you)
        before.pop(_own(old), None)
        after.pop(you, None)
    for name in before:
        if name not in after:
            yield words("left", name=name)
    for name, chair in after.items():
        if name not in before:
            yield words("bot_sat" if chair.bot else "sat", name=name, bot=chair.bot)
    if old.locked != new.locked:
        yield words("locked" if new.locked else "unlocked")
    for name in new.watchers:
        if name not in old.watchers and name not in before:
            yield words("watcher.came", name=name)


def _renamed(old: LobbyIs, new: LobbyIs) -> str | None:
    before, after = _own(old), _own(new)
    return after if before is not None and after is not None and before != after else None


def _own(lobby: LobbyIs) -> str | None:
    return None if lobby.you is None else lobby.chairs[lobby.you].name
