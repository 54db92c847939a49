"""Matches that are played here the same way each time, byte for byte, by a real table in memory.

Nothing is left to chance: the table's keys and its clock are constants, players
and bots choose by lots with a seed, and the key of each box, which HPKE draws
anew, is derived from what lies in it.  Only bots that choose by lot sit here, so
that a better bot is no other match.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from typing import Any, NamedTuple
from unittest.mock import patch

import second
from at_hand import princes as at_hand
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from kit.memory import AT_ONCE, MemoryTable, at_pace
from kit.players import Player
from msgspec.structs import replace

from lltui.games.love_letter.model import Options
from lltui.games.two_princes import model as princes
from lltui.record.matchfile import head_of, packed
from lltui.table import running_match
from llwire.chain import boxes, entries
from llwire.chain.chain import line
from llwire.chain.match_secrets import TableKeys
from llwire.wire import messages as m
from llwire.wire.crypto import BoxKey
from llwire.wire.deeds import Drop, EndMatch, LeaveOut, NewKey, Pause, Resume, StandIn
from llwire.wire.errors import Code
from llwire.wire.messages import Entry, Phase

MAY = 1_777_636_800  # noon on 2026-05-01, UTC
NAMES = ("Ann", "Bob", "Cid", "Dot", "Eve", "Fay")
KEYS = TableKeys(b"a table recorded", b"k" * 32, b"", b"", b"c" * 32, None)
PRINCES = princes.MODEL.id
BRIEF = at_hand.BRIEF  # a story as short as the rules allow


class Played(NamedTuple):
    """A log, and who may look into it: by seat the key of its boxes, where it was always the same."""

    log: list[Entry]
    boxes: dict[int, BoxKey]
    number: int = 1

    def file(self, seat: int | None) -> bytes:
        """The copy of this seat, or a watcher's."""
        box = None if seat is None else self.boxes[seat]
        head = head_of(KEYS.pin, self.number, seat, box, MAY)
        return packed(head) + b"".join(map(line, self.log))

    def whats(self) -> list[entries.Kind]:
        return [entries.decode(entry.body).what for entry in self.log]


class _Derived:
    """The suite of the seal, with keys that hang on nothing but what is sealed."""

    def __init__(self, suite: Any) -> None:
        self.decrypt = suite.decrypt

    def encrypt(self, padded: bytes, to: Any, info: bytes) -> bytes:
        public = to.public_bytes_raw()
        drawn = X25519PrivateKey.from_private_bytes(sha256(public + info + padded).digest())
        return second.hpke_seal(public, padded, info, drawn)


@contextmanager
def without_chance() -> Iterator[None]:
    with (
        patch.object(boxes, "_SUITE", _Derived(boxes._SUITE)),
        patch.object(running_match, "PROGRAM", "lltui of the records"),
    ):
        yield


# ------------------------------------------------------------------ who plays


def begun(game: str, options: Any, people: int, lots: int = 0, *, settings: Any = AT_ONCE, seed: int = 1):
    """So many people sit there and so many bots; everybody is ready, and the first deal is awaited."""
    evening = MemoryTable(game, options, settings, seed=seed, keys=KEYS)
    players = [Player(NAMES[n], KEYS.pin, 6 * seed + n, hosting=n == 0) for n in range(people)]
    evening.begin(*players, bots=("random",) * lots)
    return evening, players


def letters(edition: str, people: int, lots: int = 0, *, target: int = 1, **how: Any):
    """A match of Love Letter."""
    return begun("love-letter", Options(edition=edition, target=target), people, lots, **how)


def told(evening: MemoryTable, players: list[Player]) -> Played:
    number = max(evening.disk.logs)
    boxes = {p.seat: p.secrets.box for p in players if p.seat is not None}
    return Played(evening.log, boxes, number)


def crash(evening: MemoryTable, *players: Player) -> None:
    """Killed, and begun again; these are back at once."""
    evening.restart()
    for player in players:
        evening.enter(player)


def somebody_may_move(evening: MemoryTable) -> bool:
    return any(player.menu for player in evening.lines.values())


# ------------------------------------------------------------------ the matches


def classic_watched() -> Played:
    """Two seats, and somebody who looks on: the copy is the watcher's."""
    evening, players = letters("classic", 2, target=2, seed=2)
    watcher = Player("Wil", KEYS.pin, 99, want="watch")
    evening.enter(watcher)
    evening.play()
    assert watcher.told(Entry) == evening.log
    return told(evening, players)


def classic_voided() -> Played:
    """Who was lost to the first deal too late takes part in the second again; a bot sits there, too."""
    evening, (ann, bob, cid) = letters("classic", 3, 1, target=2, seed=36)
    evening.leave(bob)
    evening.step()
    evening.say(ann, ann.decide(LeaveOut(deal=1, attempt=0, seats=(1,))))
    evening.play(lambda: ann.chain.match.deal == 1)
    evening.enter(bob)
    evening.play()
    return told(evening, [ann, bob, cid])


def german_resumed() -> Played:
    """Killed twice: once all come back, once a stand-in plays for who does not."""
    evening, (ann, bob, cid) = letters("german", 3, target=3, seed=21)
    evening.play(lambda: ann.chain.match.deal == 1 and somebody_may_move(evening))
    crash(evening, ann, bob, cid)
    evening.play(lambda: ann.chain.match.deal == 2 and somebody_may_move(evening))
    crash(evening, ann, bob)
    evening.pass_time(30.0)
    evening.say(ann, ann.decide(StandIn(seat=2, on=True)))
    evening.play(lambda: ann.chain.match.deal == 3 and somebody_may_move(evening))
    evening.enter(cid)
    evening.say(ann, ann.decide(StandIn(seat=2, on=False)))
    evening.play()
    return told(evening, [ann, bob, cid])


def german_again() -> Played:
    """The second match of a table, in which everybody has other keys for their boxes."""
    evening, players = letters("german", 2, seed=5)
    evening.play()
    evening.say(players[0], m.Rematch())
    for player in players:
        evening.say(player, player.joining())
    evening.say(players[0], m.Start())
    evening.play(lambda: len(evening.disk.logs) == 2 and evening.table.state.phase is Phase.OVER)
    return told(evening, players)


def manual_timed() -> Played:
    """With a clock that runs out, and a pause."""
    evening, players = letters("manual", 2, 2, seed=6, settings=at_pace(turn=30.0))
    ann = players[0]
    for _ in range(2):
        evening.play(lambda: somebody_may_move(evening))
        evening.wake_late(30.1)
    evening.say(ann, ann.decide(Pause()))
    evening.pass_time(100.0)
    evening.say(ann, ann.decide(Resume()))
    evening.play()
    return told(evening, players)


def modern_late() -> Played:
    """Six seats, all deals revealed at the end, and secret choices closed until then."""
    settings = replace(AT_ONCE, reveal="match")
    evening, players = letters("modern", 4, 2, seed=7, settings=settings)
    evening.play()
    return told(evening, players)


def modern_rekeyed() -> Played:
    """Five seats, of which one is gone on with by another key."""
    evening, players = letters("modern", 3, 2, seed=8)
    ann, bob, _ = players
    evening.play(lambda: somebody_may_move(evening))
    evening.leave(bob)
    again = Player("Bob", KEYS.pin, 98)
    evening.enter(again)
    evening.say(again, again.joining())
    evening.say(ann, ann.decide(NewKey(seat=1, id=again.id)))
    evening.play()
    return told(evening, players)


def modern_broken_off() -> Played:
    """One is dropped, and the host ends it while a secret choice is closed."""
    for seed in range(12, 40):
        evening, players = letters("modern", 3, target=3, seed=seed)
        ann, _, cid = players
        evening.play(lambda ann=ann: ann.chain.match.deal == 1)
        evening.leave(cid, Code.LEFT)
        evening.say(ann, ann.decide(Drop(seat=2)))
        evening.play(lambda ann=ann: ann.chain.match.pledges or ann.chain.match.deal > 1)
        if ann.chain.match.pledges:
            evening.say(ann, ann.decide(EndMatch()))
            return told(evening, players)
    raise AssertionError("no council in so many rounds")


def tempest_crashing() -> Played:
    """Killed at every moment of writing."""
    moments = iter((None, None, "before", "saved", None, "told") * 500)
    evening, players = letters("tempest", 2, 1, seed=9)
    evening.fails = lambda _: next(moments)
    evening.play_through_crashes(*players)
    return told(evening, players)


def princes_brief() -> Played:
    """A whole story: what is met apart is met in secret, and a bot leads the younger brother."""
    evening, players = begun(PRINCES, princes.Options(BRIEF, alone="strict"), 1, 1, seed=29)
    evening.play()
    return told(evening, players)


def princes_tower() -> Played:
    """The great story: killed, stood in for, and broken off by the host."""
    options = princes.Options(difficulty="gentle", edward=1)
    evening, (ann, bob) = begun(PRINCES, options, 2, seed=41)
    evening.play(lambda: len(evening.log) > 30 and somebody_may_move(evening))
    crash(evening, ann, bob)
    evening.play(lambda: len(evening.log) > 45)
    evening.leave(bob)
    evening.say(ann, ann.decide(StandIn(seat=1, on=True)))
    evening.play(lambda: len(evening.log) > 60)
    evening.enter(bob)
    evening.say(ann, ann.decide(StandIn(seat=1, on=False)))
    evening.play(lambda: len(evening.log) > 190 and ann.chain.match.pledges)
    evening.say(ann, ann.decide(EndMatch()))
    return told(evening, [ann, bob])


class Match(NamedTuple):
    """How one is played, and whose copy of it stands in the repository."""

    play: Callable[[], Played]
    seat: int | None


MATCHES = {
    "classic-watched": Match(classic_watched, None),
    "classic-voided": Match(classic_voided, 1),
    "german-resumed": Match(german_resumed, 2),
    "german-again": Match(german_again, 0),
    "manual-timed": Match(manual_timed, 1),
    "modern-late": Match(modern_late, 3),
    "modern-rekeyed": Match(modern_rekeyed, 1),
    "modern-broken-off": Match(modern_broken_off, 0),
    "tempest-crashing": Match(tempest_crashing, 1),
    "princes-brief": Match(princes_brief, 0),
    "princes-tower": Match(princes_tower, 1),
}


def played(name: str) -> Played:
    with without_chance():
        return MATCHES[name].play()
