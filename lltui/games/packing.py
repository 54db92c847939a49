"""Views and news as bytes: open ones for everybody, and what goes into a seat's box.

A box holds the private view, the whispers with their places among the
announced news, and the menu folded.  So a client draws and acts without rules.

What comes back may have been made by a liar: `glimpse` answers with a Glimpse
or with GarbledError, and with nothing else.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
from msgspec import Raw, Struct

from lltui.games.choices import fold, unfold
from lltui.games.game import Event, Game, Model, News, Seat
from lltui.games.seat import Glimpse

HEARD = 256  # events of one entry; of all games none tells twenty
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
