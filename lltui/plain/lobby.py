"""The lobby in words: who sits where, what will be played, and what has changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from lltui.client.dialing import PORT, typed
from lltui.client.updates import DoorIs, LobbyIs, Seated
from lltui.plain.telling import renamed, renaming
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
        if len(old.chairs) != len(new.chairs) or _moved(old, new):
            return tuple(self.whole(new))
        told = [] if old.options == new.options and old.game == new.game else [self._rules(new)]
        names = {before: after for before, after, _ in renamed(old, new)}
        told += [renaming(self._words, *each) for each in renamed(old, new)]
        for before, after in zip(old.chairs, new.chairs, strict=True):
            told.extend(self._change(_called(before, names), after))
        known = {names.get(name, name) for name in _names(old)}
        sat, got_up = _names(new) - known, known - _names(new)
        if old.locked != new.locked:
            told.append(self._words("locked" if new.locked else "unlocked"))
        came = [name for name in new.watchers if name not in old.watchers and name not in got_up]
        went = [name for name in old.watchers if name not in new.watchers and name not in sat]
        told += [self._words("watcher.came", name=name) for name in came]
        told += [self._words("watcher.went", name=name) for name in went]
        return told

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
        if door.banned:
            yield self.banned(door)

    def new_door(self, old: DoorIs, new: DoorIs) -> Iterator[str]:
        """What is different now; whoever opens a table has read the rest before sitting down."""
        if old.words != new.words:
            yield from self.door(new)
        elif old.banned != new.banned:
            yield self.banned(new)

    def banned(self, door: DoorIs) -> str:
        """From where nobody gets in."""
        if not door.banned:
            return self._words("door.nobody_banned")
        return self._words("door.banned", addresses=self._words.row(door.banned))

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

    def _change(self, old: Seated, new: Seated) -> Iterator[str]:
        if old.name != new.name:
            if old.name is not None:
                yield self._words("left", name=old.name)
            if new.name is not None:
                yield self._words("bot_sat" if new.bot else "sat", name=new.name, bot=new.bot)
        elif old.ready != new.ready:
            who = "you" if new.you else "they"
            yield self._words(f"ready.{who}" if new.ready else f"unready.{who}", name=new.name)


def _called(chair: Seated, names: Mapping[str, str]) -> Seated:
    return replace(chair, name=names.get(chair.name or "", chair.name))


def _names(lobby: LobbyIs) -> set[str]:
    return {chair.name for chair in lobby.chairs if chair.name is not None}


def _moved(old: LobbyIs, new: LobbyIs) -> bool:
    """Whether somebody sits on another chair than before."""
    names = {before: after for before, after, _ in renamed(old, new)}
    before = {names.get(chair.name, chair.name): seat for seat, chair in enumerate(old.chairs) if chair.name}
    after = {chair.name: seat for seat, chair in enumerate(new.chairs) if chair.name}
    return any(before[name] != seat for name, seat in after.items() if name in before)


def _others(options: Struct) -> Iterator[tuple[str, object]]:
    """What else is agreed on and not as usual; what people told of themselves is none of it."""
    usual = type(options)()
    for field in options.__struct_fields__:
        value = getattr(options, field)
        if field not in SHOWN and value != getattr(usual, field):
            yield field, value
