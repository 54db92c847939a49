"""What is played: a game with its options, as bytes that its rules agree to."""

from __future__ import annotations

from functools import lru_cache

import msgspec
from msgspec import Struct

from lltui.errors import Trouble
from lltui.games import rulebooks
from lltui.games.game import Person
from lltui.games.models import MODELS
from lltui.games.rulebooks import rules
from lltui.record.replay_engine import options_of
from lltui.table.lobby import EMPTY, Chair, Lobby, Refused
from llwire.wire import limits
from llwire.wire.fields import Rules
from llwire.wire.messages import Why


def fresh(game: str, options: Struct) -> Lobby:
    """The lobby of a new table."""
    packed = msgspec.msgpack.encode(options)
    return Lobby(match=1, game=game, options=packed, chairs=(EMPTY,) * chairs(game, packed))


def chairs(game: str, options: bytes) -> int:
    """How many can play this; Refused if nobody can."""
    if game not in MODELS:
        raise Refused(Why.ILLEGAL, "game")
    most = max((seats for seats in range(1, limits.SEATS + 1) if fits(game, options, seats)), default=0)
    if not most:
        raise Refused(Why.ILLEGAL, "options")
    return most


def fits(game: str, options: bytes, seats: int) -> bool:
    """Whether so many can play this."""
    try:
        rules(game).start(options_of(game, options), seats)
    except (Trouble, msgspec.MsgspecError, ValueError):
        return False
    return True


def seated(game: str, options: bytes, people: tuple[Chair, ...]) -> bytes:
    """The options with what is decided by who sits where."""
    told = tuple(Person(chair.date.isoformat() if chair.date else None, chair.age) for chair in people)
    return msgspec.msgpack.encode(rules(game).seated(options_of(game, options), told))


@lru_cache(maxsize=8)
def named(game: str, options: bytes) -> Rules:
    """By which rules it is played here."""
    book = rulebooks.named(game, options_of(game, options))
    return Rules(revision=book.revision, data=book.data)
