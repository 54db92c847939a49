"""What is different in a lobby, in a line each; what every chair shows anyway is not told."""

from __future__ import annotations

from collections.abc import Iterator

from lltui.client.updates import LobbyIs, Seated
from lltui.plain.telling import renamed, renaming
from lltui.text.wording import Wording


def lobby_news(old: LobbyIs | None, new: LobbyIs, words: Wording) -> Iterator[str]:
    """Who came and went, other rules, the lock."""
    if old is None or old.match != new.match:
        return
    if (old.game, old.options) != (new.game, new.options):
        yield words("rules_changed")
    yield from _people(old, new, words)
    if old.locked != new.locked:
        yield words("locked" if new.locked else "unlocked")
    seated = {chair.name for chair in old.chairs}
    came = (name for name in new.watchers if name not in old.watchers and name not in seated)
    yield from (words("watcher.came", name=name) for name in came)


def _people(old: LobbyIs, new: LobbyIs, words: Wording) -> Iterator[str]:
    names = {before: name for before, name, _ in renamed(old, new)}
    yield from (renaming(words, *each) for each in renamed(old, new))
    before, after = _seated(old), _seated(new)
    yield from (words("left", name=name) for name in before if names.get(name, name) not in after)
    known = {names.get(name, name) for name in before}
    for name, chair in after.items():
        if name not in known:
            yield words("bot_sat" if chair.bot else "sat", name=name, bot=chair.bot)


def _seated(lobby: LobbyIs) -> dict[str, Seated]:
    return {chair.name: chair for chair in lobby.chairs if chair.name is not None}
