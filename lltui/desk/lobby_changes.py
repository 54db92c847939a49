"""What is different in a lobby: worked out once, told by each board as far as it is not seen there anyway."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import zip_longest
from typing import NamedTuple

from lltui.client.updates import LobbyIs, Seated
from lltui.text.wording import Wording

FREE = Seated(None, None, ready=False, hosting=False, you=False, date=None, age=None)
SEEN = ("ready", "unready", "watcher.went")  # where the chairs and watchers are in sight, these need no line


class Change(NamedTuple):
    """`key` names its sentence, and `facts` fill that."""

    key: str
    facts: Mapping[str, object] = {}

    def told(self, words: Wording) -> str:
        """As a sentence."""
        return words(self.key, **self.facts)

    @property
    def seen(self) -> bool:
        """Whether every chair shows it anyway."""
        return self.key.startswith(SEEN)


def lobby_changes(old: LobbyIs, new: LobbyIs) -> Iterator[Change]:
    """Rules, names, chair by chair who came, went or is ready, the lock, watchers."""
    if (old.game, old.options) != (new.game, new.options):
        yield Change("rules_changed")
    for before, name, own in _renamed(old, new):
        yield Change("renamed" if own else "renamed_other", {"before": before, "name": name})
    names = {before: name for before, name, _ in _renamed(old, new)}
    had, has = {names.get(name, name) for name in _names(old)}, _names(new)
    for was, chair in zip_longest(old.chairs, new.chairs, fillvalue=FREE):
        yield from _change(names.get(was.name or "", was.name), was, chair, had - has, has - had)
    if old.locked != new.locked:
        yield Change("locked" if new.locked else "unlocked")
    yield from (
        Change("watcher.came", {"name": name})
        for name in new.watchers
        if name not in old.watchers and name not in had | has
    )
    yield from (
        Change("watcher.went", {"name": name})
        for name in old.watchers
        if name not in new.watchers and name not in has - had
    )


def moved(old: LobbyIs, new: LobbyIs) -> bool:
    """Whether there are other chairs, or somebody sits on another one than before."""
    names = {before: after for before, after, _ in _renamed(old, new)}
    before = {names.get(chair.name, chair.name): seat for seat, chair in enumerate(old.chairs) if chair.name}
    after = {chair.name: seat for seat, chair in enumerate(new.chairs) if chair.name}
    return len(old.chairs) != len(new.chairs) or any(
        before.get(name, seat) != seat for name, seat in after.items()
    )


def _change(name: str | None, was: Seated, chair: Seated, went: set[str], came: set[str]) -> Iterator[Change]:
    """Of one chair, on which somebody called `name` sat; who only sits elsewhere now is not told."""
    if name == chair.name:
        if name is not None and was.ready != chair.ready:
            who = "you" if chair.you else "they"
            yield Change(f"ready.{who}" if chair.ready else f"unready.{who}", {"name": name})
        return
    if name in went:
        yield Change("left", {"name": name})
    if chair.name in came:
        yield Change("bot_sat" if chair.bot else "sat", {"name": chair.name, "bot": chair.bot})


def _names(lobby: LobbyIs) -> set[str]:
    return {chair.name for chair in lobby.chairs if chair.name is not None}


def _renamed(old: LobbyIs, new: LobbyIs) -> Iterator[tuple[str, str, bool]]:
    """The old name, the new one, and whether that is oneself."""
    people = {chair.who: chair for chair in old.chairs if chair.who}
    mine = None if old.you is None else old.chairs[old.you]
    for chair in new.chairs:
        before = mine if chair.you else people.get(chair.who or b"")
        if before and before.name and chair.name and before.name != chair.name:
            yield before.name, chair.name, chair.you
