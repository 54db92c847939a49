"""The engine of a match: the rules and the chain, kept in step.

Every change is one entry.  An entry is *drafted* (played on a copy, judged,
sealed, signed), then put on disk by whoever owns the disk, and only then does
it *count*; what comes of it stays here until then, for one entry at a time.
After a crash the same entries count again, one by one, through the same lines;
so there is no second way in which a match could be understood.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec import UNSET

from lltui.errors import Trouble
from lltui.games import packing
from lltui.games.game import NATURE, Action, Event, News, Seat, Shuffled, allowed, awaited
from lltui.games.known_games import options_of
from lltui.games.rulebooks import named
from lltui.record.log_engine import (
    LogEngine,
    Moved,
    PlayedEntry,
    Sealed,
    act_in,
)
from llwire.chain import boxes, deals
from llwire.chain.chain import Chain
from llwire.chain.entries import Acted, Auto, Body, Bot, Dealt, Genesis, Kind, OpenedChoice, Pile
from llwire.chain.match_secrets import TableKeys
from llwire.wire.deeds import Act, Ready, Secret, read_deed
from llwire.wire.errors import PeerError
from llwire.wire.messages import Entry, Signed

_encode = msgspec.msgpack.Encoder().encode


class OtherRules(Trouble):
    """A match was written by a program that plays by other rules than this one."""


class MatchEngine(LogEngine):
    """One match at one table."""

    def __init__(self, keys: TableKeys, number: int) -> None:
        super().__init__()
        self.keys = keys
        self.secrets = keys.match(number)
        self.chain = Chain(keys.pin, number)
        self.moves: list[int] = []  # that each seat's player has made
        self.answered: tuple[Seat, ...] = ()
        self._told: dict[Seat, list[Event]] = {}
        self._choices: dict[int, OpenedChoice] = {}
        self._place = (keys.table, number)
        self._outcome: tuple[Any, News, Moved | None]  # of the newest draft
        self._returned: PlayedEntry | None = None  # what a crash lost and a player gave back

    # -------------------------------------------------------------- drafting

    def found(self, genesis: Genesis, joined: Sequence[Signed], at: int) -> Entry:
        """The first entry."""
        self.begin(genesis)
        return self.note(genesis, at, joined)

    def act(self, signed: Signed, act: Act, at: int) -> Entry | None:
        """A player's move; None if the rules do not allow it."""
        try:
            action = self.chosen(self.chain.next, act.seat, act.action, act.secret)
        except (PeerError, msgspec.MsgspecError, ValueError):
            return None
        return self._move(Acted(), (act.seat, action), at, [signed])

    def auto(self, seat: Seat, by: Any, action: Action, at: int) -> Entry:
        """A move the table makes for a seat."""
        told, secret = _encode(action), None
        if type(action).secret:
            salt = self.keys.salt(self.chain.number, self.chain.next)
            secret = boxes.conceal_choice(*self._place, seat, salt, told, self.secrets.choices.public)
            told = b""
        entry = self._move(Auto(seat=seat, by=by, action=told, secret=secret), (seat, action), at)
        assert entry is not None, "a bot chose what its menu does not offer"
        return entry

    def deal(self, ready: Sequence[Signed], at: int) -> Entry:
        """The deal everybody is ready for."""
        match = self.chain.match
        nonces: list[bytes | None] = [None] * self.seats
        for signed in ready:
            deed = read_deed(signed)
            assert isinstance(deed, Ready), "collected as ready"
            nonces[deed.seat] = deed.nonce
        pile = self.game.pile(self.state)
        assert pile is not None, "nobody asked for a deal"
        number = match.deal + 1
        key = self._deal_key(number, match.attempt, nonces)
        what = Dealt(
            deal=number,
            attempt=match.attempt,
            size=pile.size,
            promise=self.secrets.promise(number + 1, 0),
        )
        order = Shuffled(deals.order(key, 0, pile.size))
        entry = self._move(what, (NATURE, order), at, ready)
        assert entry is not None, "a pile of another size"
        return entry

    def pile(self, at: int) -> Entry:
        """The next pile of the deal that runs."""
        pile = self.game.pile(self.state)
        assert pile is not None, "nobody asked for a pile"
        number = len(self.chain.match.hidden[-1].piles)
        what = Pile(number=number, size=pile.size)
        entry = self._move(what, (NATURE, self.order(number)), at)
        assert entry is not None, "a pile of another size"
        return entry

    def note(
        self, what: Kind, at: int, causes: Sequence[Signed] = (), opened: Sequence[OpenedChoice] = ()
    ) -> Entry:
        """An entry in which nobody moves."""
        return self._draft(what, at, self.state, News(), None, causes, opened)

    def closed(self, deal: int | None = None) -> tuple[OpenedChoice, ...]:
        """Every choice that is still closed, ready to be opened; of one deal, or all."""
        pledges = self.chain.match.pledges
        return tuple(self._choices[p.seq] for p in pledges if deal is None or p.deal == deal)

    def heard(self, seat: Seat) -> tuple[Event, ...]:
        """What a seat that the table plays heard since this was last asked for it."""
        heard = tuple(self._told.get(seat, ()))
        self._told[seat] = []
        return heard

    def awaited(self) -> tuple[Seat, ...]:
        """For whom it waits."""
        return awaited(self.game, self.state, self.seats)

    def _move(self, what: Kind, moved: Moved, at: int, causes: Sequence[Signed] = ()) -> Entry | None:
        if not allowed(self.game, self.state, *moved):
            return None
        state, news = self.game.copy(self.state), News()
        self.game.play(state, *moved, news)
        return self._draft(what, at, state, news, moved, causes, self._opened(news))

    def _draft(
        self,
        what: Kind,
        at: int,
        state: Any,
        news: News,
        moved: Moved | None,
        causes: Sequence[Signed],
        opened: Sequence[OpenedChoice],
    ) -> Entry:
        self._outcome = state, news, moved
        return self.chain.write(
            self.keys.log,
            what,
            at=at,
            view=packing.view(self.game, state),
            news=packing.announced(news),
            private=[packing.box(self.game, state, seat, news) for seat in range(self.seats)],
            causes=causes,
            opened=opened,
        )

    def _opened(self, news: News) -> tuple[OpenedChoice, ...]:
        due = set(news.opened)
        pledges = ((p, self._choices[p.seq]) for p in self.chain.match.pledges)
        return tuple(choice for p, choice in pledges if (type(self.read(choice.choice)), p.seat) in due)

    # -------------------------------------------------------------- counting

    def returned(self, entry: Entry) -> Entry:
        """An entry of ours that a player kept and the disk did not.  It has happened already."""
        self._returned = self._again(entry)
        return entry

    def count(self, entry: Entry) -> PlayedEntry:
        """It is on disk: from now on it has happened."""
        known, self._returned = self._returned, None
        if known is not None:
            return known
        body = self.chain.accept(entry)
        self.state, news, moved = self._outcome
        step = PlayedEntry(body, self.state, news, moved)
        self.follow(step, self.chain.head)
        return step

    def replay(self, entries: Iterable[Entry]) -> None:
        """After a crash: let everything happen again that is on disk."""
        for entry in entries:
            self._again(entry)

    def _again(self, entry: Entry) -> PlayedEntry:
        body = self.chain.accept(entry)
        step = self.step(body, self.chain.head)
        if (packing.view(self.game, self.state), packing.announced(step.news)) != (body.view, body.news):
            raise OtherRules(program=self.chain.match.genesis.program)
        return step

    def begin(self, genesis: Genesis) -> None:
        """A match that names its rules goes on by these or not at all."""
        told, options = genesis.rules, options_of(genesis.game, genesis.options)
        if told is not UNSET and named(genesis.game, options) != (told.revision, told.data):
            raise OtherRules(program=genesis.program)
        super().begin(genesis)
        self.moves = [0] * self.seats
        self._told = {seat: [] for seat, row in enumerate(genesis.roster) if isinstance(row, Bot)}

    def follow(self, step: PlayedEntry, head: bytes) -> None:
        """What bots heard, who has moved how often, and what was chosen in secret."""
        super().follow(step, head)
        body, moved = step.body, step.moved
        for seat, heard in self._told.items():
            heard.extend(step.news.heard_by(seat))
        if isinstance(body.what, Acted) and moved is not None:
            self.moves[moved[0]] += 1
        if isinstance(body.what, Auto) and body.what.by != "clock":
            seat = body.what.seat
            self.answered = (*(other for other in self.answered if other != seat), seat)
        elif moved is not None:
            self.answered = ()
        self._remember(body)

    def _remember(self, body: Body) -> None:
        """Keep what a secret choice was, until it is opened."""
        secret = _secret(body)
        if secret is not None:
            seat, sealed = secret
            salt, choice = boxes.read_choice(*self._place, seat, sealed, self.secrets.choices)
            self._choices[body.seq] = OpenedChoice(seq=body.seq, salt=salt, choice=choice)

    # --------------------------------------------------------------- secrets

    def look(self, choice: Sealed) -> bytes:
        """For the table's eyes alone."""
        _, action = boxes.read_choice(*self._place, choice.seat, choice.box, self.secrets.choices)
        return action

    def order(self, number: int) -> Shuffled:
        """From the table's own seed and everybody's part."""
        pile = self.game.pile(self.state)
        if pile is None:
            raise OtherRules(program=self.chain.match.genesis.program)
        hidden = self.chain.match.hidden[-1]
        key = self._deal_key(hidden.deal, hidden.attempt, hidden.nonces)
        return Shuffled(deals.order(key, number, pile.size))

    def _deal_key(self, deal: int, attempt: int, nonces: Sequence[bytes | None]) -> bytes:
        seed = self.secrets.seed(deal, attempt)
        return deals.deal_key(*self._place, deal, attempt, seed, nonces)


def _secret(body: Body) -> tuple[Seat, Secret] | None:
    match body.what:
        case Auto(seat=seat, secret=secret):
            return (seat, secret) if secret else None
        case Acted():
            act = act_in(body)
            return (act.seat, act.secret) if act.secret else None
    return None
