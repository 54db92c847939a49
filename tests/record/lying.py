"""Every lie that a table could tell, as a change of a sound match; and what SPEC.md says of it.

A liar is handed a tale and the page at which to lie; it gives back the page
whose entry is to be refused.  Nothing else is wrong with what it makes: all is
signed anew.  `at` says where it can be told; `box` lies are found by whoever
opens that box, all others by everybody.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import msgpack
from kit.written import HOST, KEYS, identity
from msgspec.structs import replace
from record.retold import NUMBER, Cited, Page, Tale

from llwire.chain import deals
from llwire.chain.entries import (
    Decided,
    Kind,
)
from llwire.wire.crypto import SignKey
from llwire.wire.deeds import (
    Act,
    Decision,
    Joining,
    Ready,
    What,
)

SALT = b"s" * 32
WEAK = bytes(32)
Where = Callable[[Tale], Iterator[Page]]


@dataclass(frozen=True)
class Liar:
    """One law broken.  `must` is the place in SPEC.md, `what` the code of its refusal."""

    name: str
    must: str
    what: str
    at: Where
    tell: Callable[[Tale, Page], Page | None]
    box: bool = False  # in the boxes of seat 0 alone

    def places(self, tale: Tale) -> list[Page]:
        return list(self.at(tale))


LIARS: list[Liar] = []


def liar(must: str, what: str, at: Where, *, box: bool = False) -> Callable[[Any], Any]:
    def keep(tell: Any) -> Any:
        LIARS.append(
            Liar(tell.__name__.replace("_s_", "'s_").replace("_", " "), must, str(what), at, tell, box)
        )
        return tell

    return keep


# ------------------------------------------------------------------- where


def of(*kinds: type[Kind], fits: Callable[[Page], bool] = lambda page: True) -> Where:
    """At every entry of these kinds."""
    return lambda tale: (page for page in tale.pages if isinstance(page.what, kinds) and fits(page))


def deciding(*kinds: type[What]) -> Where:
    return of(Decided, fits=lambda page: isinstance(page.causes[0].deed.what, kinds))


def playing(tale: Tale) -> Iterator[Page]:
    """Where a move may follow."""
    for page in tale.pages:
        match = page.match
        if match.hidden and not (match.paused or match.ending or match.revealed):
            yield page


def among_people(tale: Tale) -> Iterator[Page]:
    """Where a move may follow, and somebody moves for himself."""
    return (page for page in playing(tale) if page.match.chairs[0].person)


def first(tale: Tale) -> Iterator[Page]:
    yield tale.pages[0]


def last(tale: Tale) -> Iterator[Page]:
    yield tale.pages[-1]


def after_first(tale: Tale) -> Iterator[Page]:
    yield from tale.pages[1:]


def concealing(tale: Tale) -> Iterator[Page]:
    """A secret choice that is opened later."""
    opened = {of for page in tale.pages for of, _, _ in page.opened}
    return (page for page in tale.pages if page in opened)


def opening(tale: Tale) -> Iterator[Page]:
    return (page for page in tale.pages if page.opened)


def before(where: Where) -> Where:
    """At the entry before each of these."""

    def at(tale: Tale) -> Iterator[Page]:
        for page in where(tale):
            yield tale.pages[tale.pages.index(page) - 1]

    return at


# ------------------------------------------------------------------- means


def then(tale: Tale, page: Page, what: Kind, *causes: Cited, opened: Any = ()) -> Page:
    """An entry more behind `page`."""
    more = page.saying(what, *causes, opened=opened)
    tale.pages.insert(tale.pages.index(page) + 1, more)
    return more


def decide(seen: Page, what: What) -> Cited:
    deed = Decision(table=KEYS.table, match=NUMBER, head=bytes(32), what=what)
    return Cited(deed, HOST, seen)


def act(tale: Tale, seen: Page, seat: int, turn: Page | None = None, **changes: Any) -> Cited:
    """An act of this seat that the chain can find nothing wrong with."""
    moved = tale.pages[seen.match.chairs[seat].moved]
    deed = Act(table=KEYS.table, match=NUMBER, seat=seat, turn=0, head=bytes(32), action=b"\x80", secret=None)
    return Cited(deed, _signer(seen, seat), seen, turn or max(moved, seen, key=tale.pages.index), changes)


def _signer(page: Page, seat: int) -> SignKey:
    keys = {key.public: key for key in map(identity, range(10))}
    key = page.match.chairs[seat].id
    return keys[key] if key in keys else identity(0)


def ready(tale: Tale, seen: Page, seat: int, deal: int, attempt: int) -> Cited:
    """This seat's part, as its player would sign it, but for when."""
    chair = seen.match.chairs[seat]
    secret = tale.evening.secrets[seat]
    number = chair.promises - 1
    key = _signer(seen, seat)
    promise = deals.nonce_promise(KEYS.table, NUMBER, key.public, deals.nonce(secret, number + 1))
    deed = Ready(
        table=KEYS.table,
        match=NUMBER,
        seat=seat,
        deal=deal,
        attempt=attempt,
        head=bytes(32),
        nonce=deals.nonce(secret, number),
        next=promise,
    )
    return Cited(deed, key, seen)


def joining(key: SignKey, **facts: bytes) -> Cited:
    told = {"id": key.public, "box": HOST.public, "commit": b"c" * 32} | facts
    return Cited(Joining(table=KEYS.table, match=NUMBER, **told), key)


def replaced(cause: Cited, **changes: Any) -> Cited:
    return Cited(cause.deed, cause.key, cause.seen, cause.turn, changes)


def deed(page: Page, **changes: Any) -> Page:
    page.causes[0].changes.update(changes)
    return page


def body(page: Page, **changes: Any) -> Page:
    page.changes.update(changes)
    return page


def kind(page: Page, **changes: Any) -> Page:
    page.what = replace(page.what, **changes)
    return page


def spelled(change: Callable[[dict[str, Any]], Any]) -> Callable[[bytes], bytes]:
    def again(raw: bytes) -> bytes:
        told = msgpack.unpackb(raw)
        change(told)
        return msgpack.packb(told)

    return again


def row(page: Page, seat: int, **changes: Any) -> Page:
    roster = list(page.what.roster)
    roster[seat] = replace(roster[seat], **changes)
    return kind(page, roster=tuple(roster))
