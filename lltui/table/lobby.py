"""The lobby: who sits where, what will be played, and whether it may begin.

Plain data and functions on it.  Whatever is not allowed raises Refusal with the
reason that goes back to whoever asked; nothing has changed then.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection
from functools import lru_cache
from random import Random
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from lltui.bots.catalog import fitting
from lltui.errors import Trouble
from lltui.games import rulebooks
from lltui.games.game import Person, Seat
from lltui.games.known_games import MODELS, options_of
from llwire.wire import limits
from llwire.wire import messages as m
from llwire.wire.messages import Rules, Signed, Why

KNOWN = 1_000  # people; at an open table any stranger becomes one


class Refusal(Exception):
    """What was asked for is not done; an ordinary answer."""

    def __init__(self, why: Why, reason: str | None = None) -> None:
        super().__init__(why, reason)
        self.why = why
        self.reason = reason


class Chair(Struct, frozen=True, omit_defaults=True):
    """One chair; with neither `id` nor `bot` it is empty.  `joined` is the ready of a person."""

    name: str | None = None
    id: bytes | None = None
    bot: str | None = None
    date: dt.date | None = None
    age: int | None = None
    joined: Signed | None = None

    @property
    def taken(self) -> bool:
        """Somebody sits there."""
        return self.id is not None or self.bot is not None

    @property
    def ready(self) -> bool:
        """A bot always is."""
        return self.bot is not None or self.joined is not None

    def seen(self, hosting: bytes | None) -> m.Chair:
        """As everybody sees it."""
        return m.Chair(
            name=self.name,
            id=self.id,
            bot=self.bot,
            ready=self.ready,
            hosting=self.id is not None and self.id == hosting,
            date=self.date,
            age=self.age,
        )


EMPTY = Chair()


class Pace(Struct, frozen=True):
    """Seconds.  A bot that answered at once would leave nobody time to read."""

    bot: float = 0.7
    turn: float | None = None  # the clock; off unless the table wants one
    recover: float = 30.0  # to wait for those who were here before a crash
    give: float = 10.0  # for the next of the entries that a player has and we have not
    wait: float = 60.0  # for one person, until it goes on without them or the others may say so
    again: float = 15.0  # where nobody hosts: to look at how a match ended


class HostSettings(Struct, frozen=True):
    """What the host chose when opening the table."""

    pace: Pace = Pace()
    open: bool = False
    reveal: Literal["round", "match"] = "round"


class Lobby(Struct, frozen=True):
    """TableSettings on disk as it is; `known` are all who were ever let in, `online` who is here now.

    `gallery`: who looks on may talk.  `locked`, until the host says otherwise, however many matches
    are played; `aside` are those who left a chair to look on at this match, and may sit down again.
    """

    match: int
    game: str
    options: bytes
    chairs: Annotated[tuple[Chair, ...], Meta(max_length=limits.SEATS)]
    hosting: bytes | None = None
    locked: bool = False
    gallery: bool = False
    known: frozenset[bytes] = frozenset()
    online: frozenset[bytes] = frozenset()
    aside: frozenset[bytes] = frozenset()

    @classmethod
    def of_new_table(cls, game: str, options: Struct, *, gallery: bool = False) -> Lobby:
        """As many chairs as can play this, and nobody there."""
        packed = msgspec.msgpack.encode(options)
        return cls(1, game, packed, (EMPTY,) * _most(game, packed), gallery=gallery)

    # ---------------------------------------------------------------- asking

    @property
    def rules(self) -> Rules:
        """By which rules it is played here."""
        return named_rules(self.game, self.options)

    def fits(self, people: int) -> bool:
        """Whether so many can play what is chosen."""
        return _fits(self.game, self.options, people)

    def seat_of(self, who: bytes) -> Seat | None:
        """Where this person sits."""
        return next((seat for seat, chair in enumerate(self.chairs) if chair.id == who), None)

    def free(self) -> tuple[Seat, ...]:
        """The chairs on which nobody sits."""
        return tuple(seat for seat, chair in enumerate(self.chairs) if not chair.taken)

    def taken(self) -> tuple[Chair, ...]:
        """The chairs on which somebody sits, in their order."""
        return tuple(chair for chair in self.chairs if chair.taken)

    # -------------------------------------------------------------- changing

    def with_chair(self, seat: Seat, chair: Chair) -> Lobby:
        """The same with another chair there."""
        return replace(self, chairs=(*self.chairs[:seat], chair, *self.chairs[seat + 1 :]))

    def sit(self, who: bytes, name: str, wanted: Seat | None) -> Lobby:
        """Take a chair, or another one."""
        if self.seat_of(who) is None and self.locked and who not in self.aside:
            raise Refusal(Why.NOT_NOW, "locked")
        free = self.free()
        if wanted is not None and wanted not in free:
            raise Refusal(Why.TAKEN, "chair")
        if not free:
            raise Refusal(Why.FULL)
        here = self.seat_of(who)
        chair = self.chairs[here] if here is not None else Chair(name=name, id=who)
        lobby = self if here is None else self.with_chair(here, EMPTY)
        lobby = replace(lobby, aside=lobby.aside - {who})
        return lobby.with_chair(free[0] if wanted is None else wanted, chair)

    def met(self, who: bytes, chance: Random) -> Lobby:
        """Somebody is here; whoever was once need not show the words again.

        Where there are too many, one of those goes, by chance, who sit nowhere.
        """
        known = self.known
        if who not in known and len(known) >= KNOWN:
            known -= {chance.choice(sorted(known - {chair.id for chair in self.chairs}))}
        return replace(self, known=known | {who}, online=self.online | {who})

    def rename(self, who: bytes, name: str) -> Lobby:
        """Another name for the same person."""
        seat = self._seat(who)
        return self.with_chair(seat, replace(self.chairs[seat], name=name))

    def about(self, who: bytes, date: dt.date | None, age: int | None) -> Lobby:
        """What decides who begins."""
        seat = self._seat(who)
        return self.with_chair(seat, replace(self.chairs[seat], date=date, age=age))

    def ready(self, who: bytes, joined: Signed | None) -> Lobby:
        """Ready, or not any more."""
        seat = self._seat(who)
        return self.with_chair(seat, replace(self.chairs[seat], joined=joined))

    def leave(self, who: bytes) -> Lobby:
        """Get up."""
        return self.with_chair(self._seat(who), EMPTY)

    def add_bot(self, bot: str, name: str, seat: Seat | None) -> Lobby:
        """A bot on this chair or on the first free one."""
        free = self.free()
        if not free:
            raise Refusal(Why.FULL)
        if seat is not None and seat not in free:
            raise Refusal(Why.TAKEN, "chair")
        return self.with_chair(free[0] if seat is None else seat, Chair(name=name, bot=bot))

    def kick(self, seat: Seat) -> Lobby:
        """Empty a chair."""
        if seat >= len(self.chairs) or not self.chairs[seat].taken:
            raise Refusal(Why.NOT_ALLOWED, "empty")
        if self.chairs[seat].id == self.hosting:
            raise Refusal(Why.NOT_ALLOWED, "host")
        return self.with_chair(seat, EMPTY)

    def order(self, seats: tuple[Seat, ...]) -> Lobby:
        """The chairs in another order."""
        if sorted(seats) != list(range(len(self.chairs))):
            raise Refusal(Why.ILLEGAL, "order")
        return replace(self, chairs=tuple(self.chairs[seat] for seat in seats))

    def choose(self, game: str, options: bytes) -> Lobby:
        """Another game or other options, with the chairs and bots for it; everybody is asked anew."""
        row, agreed = self._row(_most(game, options)), options_of(game, options)
        chairs = tuple(replace(each, bot=each.bot and fitting(each.bot, game, agreed)) for each in row)
        return replace(self, game=game, options=options, chairs=chairs)

    def begin(self, without: Collection[Seat] = ()) -> Lobby:
        """Who plays, with what the options leave to who sits where; refused while somebody is not ready.

        But for those who were waited for long enough.
        """
        late = {seat for seat, chair in enumerate(self.chairs) if chair.taken and not chair.ready}
        if late - set(without):
            raise Refusal(Why.NOT_NOW, "not-ready")
        people = self.ready_ones().taken()
        if not self.fits(len(people)):
            raise Refusal(Why.NOT_NOW, "too-few")
        told = tuple(Person(chair.date.isoformat() if chair.date else None, chair.age) for chair in people)
        decided = rulebooks.rules(self.game).seated(options_of(self.game, self.options), told)
        return replace(self, options=msgspec.msgpack.encode(decided), chairs=people)

    def ready_ones(self) -> Lobby:
        """Without those who are not."""
        return replace(self, chairs=tuple(chair if chair.ready else EMPTY for chair in self.chairs))

    def begun(self) -> Lobby:
        """In a match: no empty chairs."""
        return replace(self, chairs=self.taken())

    def played_by(self, people: tuple[bytes | None, ...]) -> Lobby:
        """The same chairs; a key that was lost and replaced in the match is a stranger's now."""
        row = zip(self.chairs, people, strict=True)
        lost = {chair.id for chair in self.chairs} - set(people)
        chairs = tuple(replace(chair, id=who) for chair, who in row)
        return replace(self, chairs=chairs, known=self.known - lost)

    def again(self) -> Lobby:
        """After a match: the same people on the same chairs, for the next one."""
        agreed = MODELS[self.game].again(options_of(self.game, self.options))
        options = msgspec.msgpack.encode(agreed)
        row = self._row(_most(self.game, options))
        return replace(self, match=self.match + 1, chairs=row, options=options)

    def _row(self, chairs: int) -> tuple[Chair, ...]:
        """As many chairs, nobody ready; the people stay where they are if they can."""
        if len(self.taken()) > chairs:
            raise Refusal(Why.FULL, "too-many")
        seated = self.chairs if len(self.chairs) <= chairs else self.taken()
        row = (*seated, *[EMPTY] * chairs)[:chairs]
        return tuple(replace(chair, joined=None) for chair in row)

    def _seat(self, who: bytes) -> Seat:
        seat = self.seat_of(who)
        if seat is None:
            raise Refusal(Why.NOT_ALLOWED, "no-chair")
        return seat


# -------------------------------------------------- a game with its options, as bytes


def _most(game: str, options: bytes) -> int:
    """How many can play this; Refusal if nobody can."""
    if game not in MODELS:
        raise Refusal(Why.ILLEGAL, "game")
    most = max((seats for seats in range(1, limits.SEATS + 1) if _fits(game, options, seats)), default=0)
    if not most:
        raise Refusal(Why.ILLEGAL, "options")
    return most


def _fits(game: str, options: bytes, seats: int) -> bool:
    try:
        rulebooks.rules(game).start(options_of(game, options), seats)
    except (Trouble, ValueError):
        return False
    return True


@lru_cache(maxsize=8)
def named_rules(game: str, options: bytes) -> Rules:
    """By which rules this is played here."""
    book = rulebooks.named(game, options_of(game, options))
    return Rules(revision=book.revision, data=book.data)
