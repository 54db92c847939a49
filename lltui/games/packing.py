"""Views, news and menus as bytes: open ones for everybody, and what goes into a seat's box.

A box holds the private view, the whispers with their places among the
announced news, and the menu folded.  So a client draws and acts without rules.

What comes back may have been made by a liar: `glimpse` answers with a Glimpse
or with GarbledError, and with nothing else; a ViewCheck finds what no table of
this match could say.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

import msgspec
from msgspec import Raw, Struct

from lltui.games.chair import Glimpse
from lltui.games.game import Action, Event, Game, Model, News, Seat

Node = list[tuple[list[Any], Any]]
Named = Mapping[str, Container[Any]]
LONGEST = 4096  # entries of a menu
HEARD = 256  # events of one entry; of all games none tells twenty
_WORD = re.compile(r"\w+")
_encode = msgspec.msgpack.Encoder().encode


class GarbledError(ValueError):
    """Bytes that are no view of this game."""


class Inside(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What a box holds; a whisper is heard after so many of the announced events."""

    private: Raw
    whispers: tuple[tuple[int, Raw], ...]
    menu: Raw


def view(game: Game[Any], state: Any) -> bytes:
    """The public view."""
    return _encode(game.public(state))


def announced(news: News) -> bytes:
    """What everybody hears."""
    return _encode([event for event, seats in news.told if seats is None])


def box(game: Game[Any], state: Any, seat: Seat, news: News) -> bytes:
    """All that one seat is told beyond that."""
    return _encode((game.private(state, seat), list(_whispers(news, seat)), fold(game.legal(state, seat))))


def menu(game: Game[Any], state: Any, seat: Seat) -> bytes:
    """A menu as it stands in a box: equal bytes are equal choices."""
    return _encode(fold(game.legal(state, seat)))


def menu_in(box: bytes) -> bytes:
    """The same, out of a box."""
    try:
        return bytes(_inside.decode(box).menu)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise GarbledError(str(error)) from None


def glimpse(model: Model, view: bytes, announced: bytes, box: bytes | None = None) -> Glimpse:
    """What a seat is told, out of the bytes; without a box, what a watcher is told."""
    codec = _codec(model)
    try:
        public = codec.public.decode(view)
        heard: list[Event] = codec.announced.decode(announced)
        if len(heard) > HEARD:
            raise GarbledError("more events than any move has")
        if box is None:
            return Glimpse(tuple(heard), public)
        inside = _inside.decode(box)
        if len(inside.whispers) > HEARD:
            raise GarbledError("more whispers than any move has")
        for place, whisper in reversed(inside.whispers):
            heard.insert(place, codec.whispered.decode(whisper))
        private = codec.private.decode(inside.private)
        return Glimpse(tuple(heard), public, private, unfold(_node.decode(inside.menu), model.action))
    except (msgspec.MsgspecError, ValueError, TypeError, LookupError, RecursionError) as error:
        raise GarbledError(str(error)) from None


def _whispers(news: News, seat: Seat) -> list[tuple[int, Event]]:
    place, whispers = 0, []
    for event, seats in news.told:
        if seats is None:
            place += 1
        elif seat in seats:
            whispers.append((place, event))
    return whispers


_inside = msgspec.msgpack.Decoder(Inside)
_node = msgspec.msgpack.Decoder(list[Any])


class _Codec:
    def __init__(self, model: Model) -> None:
        self.public: msgspec.msgpack.Decoder[Struct] = msgspec.msgpack.Decoder(model.public)
        self.private: msgspec.msgpack.Decoder[Struct] = msgspec.msgpack.Decoder(model.private)
        self.announced: msgspec.msgpack.Decoder[list[Any]] = msgspec.msgpack.Decoder(list[model.announced])  # type: ignore[name-defined]
        self.whispered: msgspec.msgpack.Decoder[Any] = msgspec.msgpack.Decoder(model.whispered)


@cache
def _codec(model: Model) -> _Codec:
    return _Codec(model)


# ------------------------------------------------------------------- a menu
#
# Most menus are products ("this card, on any of those three, naming any of
# these seven"), so `fold` writes them as a tree in which equal branches stand
# once: a node is a list of pairs (values, what may follow any of them).  It
# knows no game; it sees the fields of the actions in their order.


def fold(actions: Sequence[Action]) -> Node:
    """The menu as a tree; `unfold` gives the same actions in the same order."""
    return _fold([(_tag(action), *_fields(action)) for action in actions])


def unfold(node: Node, kinds: Any) -> tuple[Action, ...]:
    """The actions of a folded menu; `kinds` is the union of the game's actions.

    A liar's tree of a few bytes may stand for more actions than memory holds.
    """
    if not node:
        return ()
    if _size(node) > LONGEST:
        raise ValueError("a menu longer than any game's")
    names = {kind.__struct_config__.tag: kind.__struct_fields__ for kind in _members(kinds)}
    actions = tuple(
        msgspec.convert(dict(zip(("act", *names[row[0]]), row, strict=True)), kinds) for row in _rows(node)
    )
    if len({*actions}) != len(actions):
        raise ValueError("the same choice twice")
    return actions


def _fold(rows: list[tuple[Any, ...]]) -> Node:
    if rows == [()]:
        return []
    branches: dict[Any, list[tuple[Any, ...]]] = {}
    for head, *rest in rows:
        branches.setdefault(head, []).append(tuple(rest))
    node: Node = []
    for value, below in branches.items():
        follows = _fold(below)
        if node and node[-1][1] == follows:
            node[-1][0].append(value)
        else:
            node.append(([value], follows))
    return node


def _size(node: Node) -> int:
    return sum(len(values) * _size(follows) for values, follows in node) if node else 1


def _rows(node: Node) -> Iterable[tuple[Any, ...]]:
    if not node:
        yield ()
    for values, follows in node:
        for value in values:
            for rest in _rows(follows):
                yield (value, *rest)


def _tag(action: Action) -> Any:
    return action.__struct_config__.tag


def _fields(action: Action) -> tuple[Any, ...]:
    return tuple(getattr(action, name) for name in action.__struct_fields__)


def _members(kinds: Any) -> tuple[Any, ...]:
    return getattr(kinds, "__args__", (kinds,))


# ------------------------------------------------- what a table can say at all
#
# Nothing here asks whether it is true; that is proved when a deal is opened.  But
# a board looks up cards, texts and seats, so what names others is a lie that
# stays at the door.  The types of a game say what stands in a field (`CardId`,
# `Seat`); each game tells which of them there are in this match.  How far a number
# goes the types say themselves, so what was decoded is not asked for it again.


class ViewCheck(Struct, frozen=True):
    """Of one match.

    `named` tells what may stand in a field, by its name or that of its type;
    any other is checked by its type alone.  No list is longer than `longest`.
    `together` finds what cannot be beside the rest, each by itself being sound.
    """

    longest: int
    named: Named
    together: Callable[[Glimpse], Iterator[str]]

    def odd(self, glimpse: Glimpse) -> Iterator[str]:
        """Everything that cannot be."""
        if glimpse.menu and glimpse.private is None:
            yield "choices for nobody"
        for what in (glimpse.public, glimpse.private, *glimpse.heard, *glimpse.menu):
            if what is not None:
                yield from self._struct(what)
        yield from self.together(glimpse)

    def _struct(self, what: Struct) -> Iterator[str]:
        for field in what.__struct_fields__:
            yield from self._value(type(what), field, getattr(what, field))

    def _value(self, owner: type[Struct], name: str, value: Any) -> Iterator[str]:
        if isinstance(value, Struct):
            yield from self._struct(value)
        elif isinstance(value, tuple | Mapping):
            if len(value) > self.longest:
                yield f"{name}: {len(value)} of them"
            for each in value:
                yield from self._value(owner, name, each)
        elif value is not None and not isinstance(value, bool) and not self._fits(owner, name, value):
            yield f"{name}: {value}"

    def _fits(self, owner: type[Struct], name: str, value: int | str) -> bool:
        """A field may hold seats and items in pairs: then each is of its own type."""
        told = [self.named[word] for word in words_for(owner, name) if word in self.named]
        return not told or any(value in each for each in told)


@cache
def words_for(owner: type[Struct], name: str) -> tuple[str, ...]:
    """What stands in a field: its name, and those of its type as it is written there."""
    written = (getattr(kind, "__annotations__", {}) for kind in owner.__mro__)
    return (name, *_WORD.findall(next(its[name] for its in written if name in its)))
