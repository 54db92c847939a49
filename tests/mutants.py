"""Games with one fault each, made from a sound one; the laws must find every fault."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, NamedTuple
from zlib import crc32

from msgspec import Struct
from msgspec.msgpack import encode
from msgspec.structs import replace

from lltui.games.game import Action, Event, Game, News, Pile, Seat, Talk, over


class Mutant:
    """A game, sound but for what a subclass does otherwise; `part` says on which field or event."""

    def __init__(self, sound: Game[Any], seats: int, part: Any = None) -> None:
        self.sound = sound
        self.seats = seats
        self.part = part

    def __getattr__(self, name: str) -> Any:
        return getattr(self.sound, name)

    def odd(self, state: Any, seat: Seat) -> bool:
        """A bit of what the next seat keeps to itself."""
        return crc32(encode(self.sound.private(state, self.after(seat)))) % 2 == 1

    def after(self, seat: Seat) -> Seat:
        return (seat + 1) % self.seats


class Tattling(Mutant):
    """A mutant whose news are other news."""

    def play(self, state: Any, seat: Seat, action: Any, news: News | None = None) -> None:
        heard = News()
        self.sound.play(state, seat, action, heard)
        if news is not None:
            news.opened += heard.opened
            for event, seats in heard.told:
                news.told += self.retold(event, seats)

    @abstractmethod
    def retold(self, event: Event, seats: tuple[Seat, ...] | None) -> list[tuple[Event, Any]]:
        """What is told instead."""


# ------------------------------------------------------------------- secrecy


class Leaking(NamedTuple):
    """A public view and something that does not belong in it."""

    public: Struct
    leak: Any


class PrivateFieldInPublic(Mutant):
    def public(self, state: Any) -> Leaking:
        leak = [getattr(self.sound.private(state, seat), self.part) for seat in range(self.seats)]
        return Leaking(self.sound.public(state), leak)


class OneCardOfOneHandInPublic(Mutant):
    def public(self, state: Any) -> Leaking:
        return Leaking(self.sound.public(state), self.sound.private(state, self.seats - 1).hand[:1])


class HandsForHandCounts(Mutant):
    def public(self, state: Any) -> Struct:
        hands = [self.sound.private(state, seat).hand for seat in range(self.seats)]
        return self.part(self.sound.public(state), hands)


class PrivateOfTheNextSeat(Mutant):
    def private(self, state: Any, seat: Seat) -> Struct:
        return self.sound.private(state, self.after(seat))


class MenuShowsAnothersHand(Mutant):
    def legal(self, state: Any, seat: Seat) -> Sequence[Action]:
        menu = self.sound.legal(state, seat)
        return menu[::-1] if self.odd(state, seat) else menu


class PauseShowsAnothersHand(Mutant):
    """Who is awaited depends on a secret: nobody is asked who has no choice but what the next seat hides."""

    def legal(self, state: Any, seat: Seat) -> Sequence[Action]:
        return () if self.odd(state, seat) else self.sound.legal(state, seat)


class SilenceShowsAnothersHand(Mutant):
    def talk(self, state: Any, seat: Seat) -> Talk:
        return Talk.SHUT if self.odd(state, seat) else Talk.OPEN


class RefusalShowsAnothersHand(Mutant):
    def refuses(self, state: Any, seat: Seat, text: str) -> str | None:
        return "odd" if self.odd(state, seat) else None


class WhisperAnnounced(Tattling):
    def retold(self, event: Event, seats: tuple[Seat, ...] | None) -> list[tuple[Event, Any]]:
        return [(event, seats), *([(event, None)] if type(event) is self.part else [])]


class WhisperToTheNextSeat(Tattling):
    def retold(self, event: Event, seats: tuple[Seat, ...] | None) -> list[tuple[Event, Any]]:
        if seats is None or type(event) is not self.part:
            return [(event, seats)]
        return [(event, tuple(self.after(seat) for seat in seats))]


class SecretActAnnounced(Mutant):
    def play(self, state: Any, seat: Seat, action: Any, news: News | None = None) -> None:
        self.sound.play(state, seat, action, news)
        if news is not None and getattr(action, "secret", False):
            news.announce(action)


class SecretActOpenedAtOnce(Mutant):
    def play(self, state: Any, seat: Seat, action: Any, news: News | None = None) -> None:
        self.sound.play(state, seat, action, news)
        if news is not None and getattr(action, "secret", False):
            news.open(type(action), seat)


# ------------------------------------------------------------ all other laws


class ForgettingAField(Mutant):
    """A private view that lacks what its seat was told."""

    def private(self, state: Any, seat: Seat) -> Struct:
        private = self.sound.private(state, seat)
        empty = () if isinstance(getattr(private, self.part), tuple) else None
        return replace(private, **{self.part: empty})


class CopyingNothing(Mutant):
    def copy(self, state: Any) -> Any:
        return state


class CountingMoves(Mutant):
    """A game with a memory outside of its state."""

    moves = 0

    def play(self, state: Any, seat: Seat, action: Any, news: News | None = None) -> None:
        self.moves += 1
        self.sound.play(state, seat, action, news)
        if news is not None:
            news.told.append((self.moves, None))


class DeafWithoutListeners(Mutant):
    def play(self, state: Any, seat: Seat, action: Any, news: News | None = None) -> None:
        if news is not None:
            self.sound.play(state, seat, action, news)


class StateThatLosesItsType(Mutant):
    state = Any


class ViewThatChangesOnTheWay(Mutant):
    def private(self, state: Any, seat: Seat) -> Struct:
        private = self.sound.private(state, seat)
        return replace(private, hand=list(private.hand))


class WhisperWithoutSeats(Tattling):
    """What mypy refuses: a whispered type, announced."""

    def retold(self, event: Event, seats: tuple[Seat, ...] | None) -> list[tuple[Event, Any]]:
        return [(event, None)]


class TalkUnanswered(Mutant):
    def talk(self, state: Any, seat: Seat) -> Any:
        return None


class MenuTwice(Mutant):
    def legal(self, state: Any, seat: Seat) -> Sequence[Action]:
        return tuple(self.sound.legal(state, seat)) * 2


class TakingAll(tuple[Action, ...]):
    """A menu that says yes to everything."""

    __slots__ = ()

    def __contains__(self, action: object) -> bool:
        return True


class RefereeAsleep(Mutant):
    def legal(self, state: Any, seat: Seat) -> Sequence[Action]:
        return TakingAll(self.sound.legal(state, seat))


class ActingUnderThePile(Mutant):
    """Somebody may act before the cards are in order."""

    def legal(self, state: Any, seat: Seat) -> Sequence[Action]:
        return self.sound.legal(state, seat) if self.sound.pile(state) is None else (self.part,)


class NeverOver(Mutant):
    """There is always one more card to put in order."""

    def pile(self, state: Any) -> Pile | None:
        return Pile(1, fresh=False) if self.at_end(state) else self.sound.pile(state)

    def play(self, state: Any, seat: Seat, action: Any, news: News | None = None) -> None:
        if not self.at_end(state):
            self.sound.play(state, seat, action, news)

    def at_end(self, state: Any) -> bool:
        return over(self.sound, state, self.seats)


class BoxTooSmall(Mutant):
    @property
    def model(self) -> Any:
        return self.sound.model._replace(box=20)
