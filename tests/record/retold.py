"""A sound match taken apart, changed, and told again, by a table that has everybody's keys.

So a lie can be told in which nothing is wrong but one thing: every deed is
signed anew over the changed past, every box sealed anew, every entry signed
anew.  Two readers are asked: a live client, and whoever checks the file.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from typing import Any

import msgspec
import second
from kit.written import HOST, KEYS, WrittenMatch, identity
from msgspec.structs import replace

from lltui.client import updates as u
from lltui.client.client import Client, HangUp, TellBoard
from lltui.client.followed_match import FollowedMatch
from lltui.record.audit import MatchAudit, RulesVerifier
from lltui.record.lies import Lie
from lltui.record.matchfile import MatchFile, head_of
from llwire.chain import boxes, entries
from llwire.chain.chain import Chain, line
from llwire.chain.entries import ROOT, Body, Kind, deed_hash, entry_hash
from llwire.chain.facts import Match
from llwire.wire import deeds
from llwire.wire import messages as m
from llwire.wire.crypto import SignKey
from llwire.wire.deeds import read_deed
from llwire.wire.errors import PeerError
from llwire.wire.messages import Entry

NUMBER = 1
SIGNERS = {key.public: key for key in [HOST, *map(identity, range(10))]}
pack = msgspec.msgpack.encode


@dataclass(eq=False)
class Cited:
    """A deed that an entry cites: over which entry it was signed, and for an act which one it answers."""

    deed: deeds.Deed
    key: SignKey
    seen: Page | None = None
    turn: Page | None = None
    changes: dict[str, Any] = field(default_factory=dict)
    body: bytes | None = None  # other bytes in place of a deed
    sound: Cited | None = None  # what it was before anybody changed it

    @property
    def changed(self) -> bool:
        sound = self.sound
        if sound is None or self.changes or self.body is not None:
            return True
        pages = [(self.seen, sound.seen), (self.turn, sound.turn)]
        moved = any((page and page.sound) is not before for page, before in pages)
        return moved or (self.deed, self.key) != (sound.deed, sound.key)

    def signed(self, tale: Tale) -> m.Signed:
        deed = self.deed
        if self.seen is not None:
            deed = replace(deed, head=tale.heads[self.seen])
        if self.turn is not None:
            deed = replace(deed, turn=tale.number[self.turn])
        body = self.body or pack(replace(deed, **self.changes))
        return m.Signed(body=body, sig=self.key.sign(deed_hash(body)))


@dataclass(eq=False)
class Page:
    """One entry taken apart; `match` is what the chain says after it."""

    what: Kind
    at: int
    view: bytes
    news: bytes
    private: list[bytes]
    causes: list[Cited]
    opened: list[tuple[Page, bytes, bytes]]
    match: Match
    key: SignKey = KEYS.log
    changes: dict[str, Any] = field(default_factory=dict)  # of the body, last of all
    spelled: Callable[[bytes], bytes] = bytes  # what becomes of its bytes before they are signed
    padded: Callable[[bytes], bytes] | None = None  # what becomes of each plaintext before it is sealed
    sealed: Callable[[tuple[bytes, ...]], tuple[bytes, ...]] = tuple  # what becomes of the boxes
    sound: Page | None = None  # what it was before anybody changed it
    entry: Entry | None = None  # and its bytes

    @property
    def changed(self) -> bool:
        sound = self.sound
        if sound is None or [cause.sound for cause in self.causes] != sound.causes:
            return True
        opened = [(page.sound, salt, choice) for page, salt, choice in self.opened]
        plain = (self.spelled, self.padded, self.sealed) == (sound.spelled, sound.padded, sound.sealed)
        fields = [
            (each.what, each.at, each.view, each.news, each.private, each.key) for each in (self, sound)
        ]
        same = fields[0] == fields[1] and opened == sound.opened and plain and not self.changes
        return not same or any(cause.changed for cause in self.causes)

    def saying(self, what: Kind, *causes: Cited, opened: Any = ()) -> Page:
        """An entry after this one in which nobody moves: everything lies as it lay, and nothing is heard."""
        private = [_unheard(box) for box in self.private]
        return Page(what, self.at, self.view, pack([]), private, list(causes), list(opened), self.match)


def _unheard(box: bytes) -> bytes:
    private, _, menu = (bytes(part) for part in msgspec.msgpack.decode(box, type=tuple[msgspec.Raw, ...]))
    return b"\x93" + private + b"\x90" + menu


class Tale:
    """A match as its pages.  Change them, and ask for the log."""

    def __init__(self, evening: WrittenMatch) -> None:
        self.evening = evening
        self.pages: list[Page] = []
        self.number: dict[Page, int] = {}
        self.heads: dict[Page, bytes] = {}
        self.last: Callable[[list[Entry]], list[Entry]] = list  # what becomes of the log
        self.first: list[Page] = []  # the pages as they were before anybody changed them
        self.expected: int | None = None  # the entry that is named, where it is not the one that lies
        chain = Chain(KEYS.pin, NUMBER)
        for entry in evening.log:
            body = chain.accept(entry)
            self.pages.append(self._page(chain, body))

    def _page(self, chain: Chain, body: Body) -> Page:
        keys = [self.evening.keys[chair.box] for chair in chain.match.chairs]
        private = [chain.open(body, seat, key) for seat, key in enumerate(keys)]
        causes = [self._cited(chain, signed) for signed in body.causes]
        opened = [(self.pages[each.seq], each.salt, each.choice) for each in body.opened]
        page = Page(body.what, body.at, body.view, body.news, private, causes, opened, chain.match)
        page.entry = self.evening.log[len(self.pages)]
        return page

    def _cited(self, chain: Chain, signed: m.Signed) -> Cited:
        deed = read_deed(signed)
        if isinstance(deed, deeds.Joining):
            return Cited(deed, SIGNERS[deed.id])
        at = chain.holds(deed.head)
        assert at is not None
        turn = self.pages[deed.turn] if isinstance(deed, deeds.Act) else None
        return Cited(deed, self._signer(self.pages[at], deed), self.pages[at], turn)

    def _signer(self, seen: Page, deed: deeds.Act | deeds.Ready | deeds.Decision) -> SignKey:
        if isinstance(deed, deeds.Decision):
            return HOST
        return SIGNERS[seen.match.chairs[deed.seat].id]

    def again(self) -> Tale:
        """The same, to be changed by somebody else."""
        other = copy(self)
        other.last, other.expected, other.first = list, None, self.pages
        twins = {page: copy(page) for page in self.pages}
        for page, twin in twins.items():
            twin.sound = page
            twin.causes = [copy(cause) for cause in page.causes]
            for cause, before in zip(twin.causes, page.causes, strict=True):
                cause.sound = before
                cause.seen = twins.get(cause.seen)
                cause.turn = twins.get(cause.turn)
                cause.changes = dict(cause.changes)
            twin.opened = [(twins[of], salt, choice) for of, salt, choice in page.opened]
            twin.private = list(twin.private)
            twin.changes = {}
        other.pages = [twins[page] for page in self.pages]
        return other

    # ------------------------------------------------------------ telling

    def log(self) -> list[Entry]:
        """All signed anew from the first change on; what lies before it is as it was, byte for byte."""
        self.number = {page: n for n, page in enumerate(self.pages)}
        self.heads, told, prev, sound = {}, [], ROOT, True
        for page, before in zip_longest(self.pages, self.first):
            if page is None:
                break
            sound = sound and page.sound is before and not page.changed
            entry = self._entry(page, prev) if page.entry is None or not sound else page.entry
            prev = self.heads[page] = entry_hash(entry.body)
            told.append(entry)
        return self.last(told)

    def _entry(self, page: Page, prev: bytes) -> Entry:
        seq = self.number[page]
        opened = [
            entries.OpenedChoice(seq=self.number[of], salt=salt, choice=choice)
            for of, salt, choice in page.opened
        ]
        body = Body(
            match=NUMBER,
            seq=seq,
            prev=prev,
            at=page.at,
            what=page.what,
            view=page.view,
            news=page.news,
            causes=tuple(cause.signed(self) for cause in page.causes),
            opened=tuple(opened),
            boxes=page.sealed(self._boxes(page, seq, prev)),
        )
        raw = page.spelled(entries.encode(replace(body, **page.changes)))
        return Entry(body=raw, sig=page.key.sign(entry_hash(raw)))

    def _boxes(self, page: Page, seq: int, prev: bytes) -> tuple[bytes, ...]:
        pad = page.match.genesis.pad
        places = [
            boxes.BoxPlace(KEYS.table, NUMBER, seq, prev, seat).info() for seat in range(len(page.private))
        ]
        keys = [chair.box for chair in page.match.chairs]
        if page.padded is None:
            rows = zip(page.private, keys, places, strict=True)
            return tuple(boxes.seal(view, key, pad, info) for view, key, info in rows)
        plain = [
            page.padded((len(view).to_bytes(2, "big") + view).ljust(pad, b"\0")) for view in page.private
        ]
        return tuple(second.hpke_seal(*row) for row in zip(keys, plain, places, strict=True))


# ------------------------------------------------------------------ the readers


def verified(told: list[Entry], evening: WrittenMatch, seat: int | None, pin: m.Pin = KEYS.pin) -> Lie | None:
    """What `lltui verify` finds in this seat's copy."""
    key = None if seat is None else evening.parts[seat].box
    data = b"".join(map(line, told))
    return MatchAudit(MatchFile(Path("x.ll"), head_of(pin, NUMBER, seat, key, 0), data)).lie


class _Told(Client):
    """One whose secret of the match is the one that its evening has."""

    def _follow(self, number: int) -> FollowedMatch:
        if number == NUMBER and number not in self._matches:
            self._matches[number] = FollowedMatch(self.pin, number, self.me, self._secret, self._verifier())
        return super()._follow(number)


def lived(
    told: list[Entry], evening: WrittenMatch, seat: int | None, pin: m.Pin = KEYS.pin
) -> Lie | PeerError | None:
    """What this seat's client finds while the table tells it; how it parts, where it names no lie."""
    me = identity(9) if seat is None else evening.signers[seat]
    want = "watch" if seat is None else "seat"
    secret = bytes(32) if seat is None else evening.secrets[seat]
    client = _Told(pin, me, secret, RulesVerifier)
    client.welcomed(m.Welcome(want=want, seat=seat, hosting=False, confirm=None, have=None))
    for entry in told:
        effects = client.receive(entry)
        lies = [e.update.lie for e in effects if isinstance(e, TellBoard) and isinstance(e.update, u.Lied)]
        parted = [e.why for e in effects if isinstance(e, HangUp)]
        if lies or parted:
            assert len(parted) == 1, "whoever finds a lie parts"
            return lies[0] if lies else parted[0]
    return None
