"""The lobby in words: who sits where, what will be played, and what has changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from lltui.client.dialing import PORT, typed
from lltui.client.updates import DoorIs, LobbyIs, Seated
from lltui.desk.lobby_changes import lobby_changes, moved
from lltui.text.wording import Wording

RULES = ("edition", "variants", "target")
SHOWN = (*RULES, "dates", "ages")


class LobbySheet:
    """Tells a lobby whole, or what is new in it."""

    def __init__(self, words: Wording, pages: Wording) -> None:
        self._words = words
        self._pages = pages  # of choices: they name what may be agreed on

    def whole(self, lobby: LobbyIs) -> Iterator[str]:
        """Everything."""
        yield self._rules(lobby)
        for number, chair in enumerate(lobby.chairs, 1):
            yield f"{number}. {self._chair(chair)}"
        if lobby.watchers:
            yield self._words("watching", names=self._words.row(lobby.watchers))
        if lobby.locked:
            yield self._words("locked")

    def news(self, old: LobbyIs, new: LobbyIs) -> Sequence[str]:
        """What is different now; nothing for what does not show."""
        if moved(old, new):
            return tuple(self.whole(new))
        changes = lobby_changes(old, new)
        return [
            self._rules(new) if each.key == "rules_changed" else each.told(self._words) for each in changes
        ]

    def waits(self, lobby: LobbyIs) -> str:
        """What has to happen before the match."""
        taken = [chair for chair in lobby.chairs if chair.name is not None]
        late = [chair for chair in taken if not chair.ready]
        if lobby.you is None:
            return self._words("no_chair")
        if not lobby.chairs[lobby.you].ready:
            return self._words("you_ready")
        if late:
            names = self._words.row([str(chair.name) for chair in late])
            return self._words("not_ready", names=names)
        if len(taken) < 2:
            return self._words("alone_host" if lobby.hosting else "alone")
        host = next((str(chair.name) for chair in taken if chair.hosting), self._words("the_host"))
        return self._words("you_start") if lobby.hosting else self._words("host_starts", name=host)

    def door(self, door: DoorIs) -> Iterator[str]:
        """How others get in."""
        if door.addresses:
            key = "door.addresses" if door.port == PORT else "door.addresses_port"
            yield self._words(key, addresses=self._words.row(door.addresses), port=door.port)
        if door.words:
            yield self._words("door.words", words=door.words)
        if door.addresses:
            yield self._words("door.line", line=f"lltui join {typed(door.addresses[0], door.port)}")

    def new_door(self, old: DoorIs, new: DoorIs) -> Iterator[str]:
        """What is different now; whoever opens a table has read the rest before sitting down."""
        if old.words != new.words:
            yield from self.door(new)

    def _rules(self, lobby: LobbyIs) -> str:
        if lobby.options is None:
            return self._words("strange_game", game=lobby.game)
        game = f"game.{lobby.game}"
        told = [self._words("rules.game", game=self._words(game) if self._words.has(game) else lobby.game)]
        for field in RULES:
            value = getattr(lobby.options, field, None)
            if value:
                told.append(self._words(f"rules.{field}", value=self._called(field, value)))
        told += [self._other(field, value) for field, value in _others(lobby.options)]
        return " ".join(told)

    def _other(self, field: str, value: object) -> str:
        key = f"rules.agreed.{field}.{value}"
        if self._words.has(key):
            return self._words(key)
        name = self._named(f"field.{field}.label", field)
        return self._words("rules.other", field=name, value=self._called(field, value))

    def _called(self, field: str, value: Any) -> str:
        """A value in words; of an edition or a story of one's own, the name that it has."""
        if isinstance(value, tuple):
            return self._words.row([self._named(f"field.variant.label.{each}", each) for each in value])
        return self._named(f"field.{field}.value.{value}", str(value))

    def _named(self, key: str, otherwise: str) -> str:
        return self._pages(key) if self._pages.has(key) else otherwise

    def _chair(self, chair: Seated) -> str:
        if chair.name is None:
            return self._words("chair.free")
        if chair.bot is not None:
            return self._words("chair.bot", name=chair.name, bot=chair.bot)
        told = [self._words("chair.you" if chair.you else "chair.person", name=chair.name)]
        if chair.hosting:
            told.append(self._words("chair.host"))
        told.append(self._words("chair.ready" if chair.ready else "chair.not_ready"))
        if chair.date is not None:
            told.append(self._words("chair.date", date=chair.date.isoformat()))
        if chair.age is not None:
            told.append(self._words("chair.age", age=chair.age))
        return ", ".join(told)


def _others(options: Struct) -> Iterator[tuple[str, object]]:
    """What else is agreed on and not as usual; what people told of themselves is none of it."""
    usual = type(options)()
    for field in options.__struct_fields__:
        value = getattr(options, field)
        if field not in SHOWN and value != getattr(usual, field):
            yield field, value
