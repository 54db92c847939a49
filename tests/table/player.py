"""A player who believes nothing: it judges every entry with a chain of its own.

It opens its own box, and draws and acts by what it finds there.
"""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from lltui.games import packing
from lltui.games.models import model
from lltui.games.seat import Glimpse
from llwire.chain import boxes, entries
from llwire.chain.chain import Chain
from llwire.chain.entries import sign_deed
from llwire.chain.match_secrets import PlayerSecrets
from llwire.chain.turns import Turn, Unanswered
from llwire.session.host_session import DeedHeard
from llwire.wire import messages as m
from llwire.wire.crypto import SignKey
from llwire.wire.deeds import Act, Decision, read_deed
from llwire.wire.fields import Head, Pin
from llwire.wire.messages import Phase, Why

pack = msgspec.msgpack.encode


class Player:
    """One person with a program: keys, the chain as told, and what is still unanswered."""

    def __init__(
        self, name: str, pin: Pin, number: int, *, hosting: bool = False, want: Any = "seat"
    ) -> None:
        self.name = name
        self.pin = pin
        self.key = SignKey(bytes([number]) * 32)
        self.id = self.key.public
        self.hosting = hosting
        self.want = want
        self.mind = Random(number)
        self.heard: list[Any] = []
        self.lobby: m.Lobby | None = None
        self.standing: m.Standing | None = None
        self.presence: m.Presence | None = None
        self.new_match(1)

    def new_match(self, number: int) -> None:
        self.number = number
        self.secrets = PlayerSecrets(self.pin.table, number, self.key, self.id[:31] + bytes([number]))
        self.chain = Chain(self.pin, number)
        self.turn = Turn()
        self.unanswered = Unanswered(self.turn)
        self.glimpses: list[Glimpse] = []

    # --------------------------------------------------------------- looking

    @property
    def have(self) -> Head | None:
        if not self.chain.next:
            return None
        return Head(match=self.number, seq=self.chain.next - 1, hash=self.chain.head)

    @property
    def seat(self) -> int | None:
        if not self.chain.next:
            return None
        return next((s for s, chair in enumerate(self.chain.match.chairs) if chair.id == self.id), None)

    @property
    def menu(self) -> tuple[Any, ...]:
        return self.glimpses[-1].menu if self.glimpses else ()

    def nacks(self) -> list[m.Nack]:
        return [message for message in self.heard if isinstance(message, m.Nack)]

    def told(self, kind: Any) -> list[Any]:
        return [message for message in self.heard if isinstance(message, kind)]

    def hello(self) -> m.Hello:
        return m.Hello(
            v=(2,),
            program="test",
            want=self.want,
            name=self.name,
            id=self.id,
            nonce=bytes(32),
            pake=None,
            table=None,
            have=self.have,
        )

    # ------------------------------------------------------------ being told

    def hear(self, message: Any) -> None:
        self.heard.append(message)
        match message:
            case m.Entry():
                self.follow(message)
            case m.Lobby():
                self.lobby = message
            case m.Standing():
                self.standing = message
            case m.Presence():
                self.presence = message
            case m.Nack(to="act", turn=turn, now=now, why=why) if why is not Why.NOT_NOW:
                self.unanswered.refused(turn, now, stale=why is Why.STALE)

    def follow(self, entry: m.Entry) -> None:
        number = entries.decode(entry.body).match
        if number != self.number:
            assert not self.chain.next or self.chain.match.over, "a new match before the end of the last"
            self.new_match(number)
        body = self.chain.accept(entry)
        nouns = model(self.chain.match.genesis.game)
        box = None if self.seat is None else self.chain.open(body, self.seat, self.secrets.box)
        self.glimpses.append(packing.glimpse(nouns, body.view, body.news, box))
        if box is not None:
            acted = mover(body) == self.seat
            self.turn.follow(body.seq, self.chain.head, packing.menu_in(box), acted=acted)

    # ----------------------------------------------------------------- doing

    def joining(self) -> DeedHeard:
        """Ready for the match that the lobby is for; in a match, a promise anew."""
        if self.lobby is not None and self.lobby.match != self.number and self.chain.match.over:
            self.new_match(self.lobby.match)
        promises = 0 if self.seat is None else self.chain.match.chairs[self.seat].promises
        return done(self.secrets.joining(promises))

    def deeds(self) -> list[DeedHeard]:
        """What this player has to send, whether or not it was sent before."""
        if self.seat is None or self.chain.match.over or not self.chain.match.chairs[self.seat].person:
            return []
        match, told = self.chain.match, self.standing
        if match.chairs[self.seat].promise is None:
            return [self.joining()]
        if match.paused or match.ending:
            return []
        if told is not None and told.phase is Phase.COLLECTING and self.seat in told.waiting:
            return [done(self.secrets.ready(self.chain, self.seat))] if self.may_open() else []
        if not self.menu:
            return []
        if self.unanswered.action is None:
            self.unanswered.choose(pack(self.mind.choice(self.menu)))
        return [self.act()]

    def may_open(self) -> bool:
        """Before the last deal is revealed a nonce would be open for a deal that is not asked for yet."""
        match = self.chain.match
        ripe = match.deal == 0 or match.revealed or match.genesis.reveal == "match"
        return ripe and self.seat in match.asked

    def act(self, chosen: bytes | None = None, /, **changed: Any) -> DeedHeard:
        """A move, or a forgery of one."""
        action = self.unanswered.action if chosen is None else chosen
        assert action is not None
        assert self.seat is not None
        genesis, secret = self.chain.match.genesis, None
        if type(msgspec.msgpack.decode(action, type=model(genesis.game).action)).secret:
            salt = self.id[:28] + self.turn.number.to_bytes(4, "big")
            place = (self.pin.table, self.number, self.seat)
            secret = boxes.conceal_choice(*place, salt, action, genesis.secrets)
            action = b""
        act = read_deed(self.secrets.act(self.chain, self.seat, self.turn.number, action, secret))
        return done(sign_deed(msgspec.structs.replace(act, **changed), self.key))

    def decide(self, what: Any, **changed: Any) -> DeedHeard:
        decision = Decision(table=self.pin.table, match=self.number, head=self.chain.head, what=what)
        return done(sign_deed(msgspec.structs.replace(decision, **changed), self.key))


def done(signed: Any) -> DeedHeard:
    return DeedHeard(read_deed(signed), signed)


def mover(body: entries.Body) -> int | None:
    match body.what:
        case entries.Auto(seat=seat):
            return seat
        case entries.Acted():
            act = read_deed(body.causes[0])
            assert isinstance(act, Act)
            return act.seat
    return None
