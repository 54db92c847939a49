"""Writes whole matches byte for byte, and every lie: `python protocol/vectors/make_matches.py`.

Boxes are sealed with fresh keys, so all bytes are others after every run; what is in
them is not.  It has to run again when a game's revision or the data of an edition change:
a match names them.
"""

from __future__ import annotations

import sys
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "tests")]

import run  # noqa: E402
from kit.written import FIRST, KEYS, WrittenMatch, eventful, plain  # noqa: E402
from record.liars import LIARS  # noqa: E402
from record.lying import Liar  # noqa: E402
from record.retold import NUMBER, Tale, verified  # noqa: E402

from lltui.games.love_letter.loading import editions  # noqa: E402
from lltui.games.love_letter.model import Options  # noqa: E402
from lltui.games.two_princes import model as princes  # noqa: E402
from llwire.chain.chain import Chain, line  # noqa: E402
from llwire.chain.entries import entry_hash  # noqa: E402
from llwire.chain.facts import check_number  # noqa: E402
from llwire.wire.errors import PeerError  # noqa: E402
from llwire.wire.messages import Entry  # noqa: E402

Json = dict[str, Any]


def matches() -> Iterator[tuple[str, str, WrittenMatch]]:
    """Small ones: all that can happen at a table, and each edition from its first card to its last."""
    told = "all that can happen at a table"
    yield (
        "love-letter-eventful",
        f"{told}; ended while a secret choice was closed",
        eventful("love-letter", 0),
    )
    yield "princes-eventful", f"{told}; ended while a secret choice was closed", eventful("princes", 0)
    for name in editions():
        # Of the editions that play alike a round is enough.
        target = 1 if name in ("manual", "tempest") else 2
        evening = plain("love-letter", 2, options=Options(name, target=target, **FIRST))
        yield f"love-letter-{name}", "two players and a bot, to the end", evening
    strict = princes.Options(difficulty="grim", alone="strict")
    yield (
        "princes-strict",
        "encounters alone, ended by the host",
        plain("princes", 3, most=30, options=strict),
    )


def written(about: str, evening: WrittenMatch) -> Json:
    """One match, and what a reader of it comes to."""
    match, log = evening.match, evening.log
    return {
        "about": about,
        "game": match.genesis.game,
        "table": KEYS.table.hex(),
        "match": NUMBER,
        "log_key": KEYS.log.public.hex(),
        "cert": KEYS.cert_hash.hex(),
        "box_keys": [part.box.private.private_bytes_raw().hex() for part in evening.parts],
        "comes_to": {
            "over": match.over,
            "head": entry_hash(log[-1].body).hex(),
            "orders": [
                [each.deal, each.attempt, [list(order) for order in each.orders]] for each in match.open
            ],
            "check_number": check_number(entry_hash(log[0].body), match),
        },
        "entries": lines(log),
    }


def lines(log: list[Entry]) -> list[str]:
    """As they stand in a log (SPEC 7.4)."""
    return [b64encode(line(entry)).decode() for entry in log]


# ------------------------------------------------------------------------ lies


class Told(NamedTuple):
    """A lie in a sound match, up to the entry with which it is found."""

    match: str
    seat: int | None
    after: int  # entries of the sound match
    then: list[Entry]
    seq: int
    needs: str


def lies(tales: dict[str, Tale]) -> Iterator[Json]:
    """Each of them in the match where it takes the fewest bytes."""
    for liar in LIARS:
        found = [told for name, tale in tales.items() for told in _told(liar, name, tale)]
        best = min(found, key=lambda told: sum(len(each.body) for each in told.then))
        yield {
            "lie": liar.name,
            "spec": liar.must,
            "code": liar.what,
            "seq": best.seq,
            "needs": best.needs,
            "match": best.match,
            "seat": best.seat,
            "after": best.after,
            "entries": lines(best.then),
        }


def _told(liar: Liar, name: str, tale: Tale) -> Iterator[Told]:
    places, seat = [tale.pages.index(page) for page in liar.places(tale)], 0 if liar.box else None
    for place in {*places[:1], *places[len(places) // 2 :][:1]}:
        changed = tale.again()
        liar.tell(changed, changed.pages[place])
        log, sound = changed.log(), tale.evening.log
        pairs = zip(log, sound, strict=False)
        same = next((n for n, (one, other) in enumerate(pairs) if one != other), min(len(log), len(sound)))
        end = _found_after(liar, log, tale, seat)
        if end is None:
            continue
        lie = verified(log[:end], tale.evening, seat)
        assert lie is not None
        yield Told(name, seat, same, log[same:end], lie.seq, _needs(liar, log[:end], tale, seat))


def _found_after(liar: Liar, log: list[Entry], tale: Tale, seat: int | None) -> int | None:
    """After how many entries the lie is found; None if it never is."""
    low, high = 1, len(log)

    def is_found(entries: int) -> bool:
        lie = verified(log[:entries], tale.evening, seat)
        return lie is not None and lie.what == liar.what

    if not is_found(high):
        return None
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if is_found(middle) else (middle + 1, high)
    return low


def _needs(liar: Liar, log: list[Entry], tale: Tale, seat: int | None) -> str:
    """Whether the chain alone tells, or only who knows the rules of the game."""
    chain = Chain(KEYS.pin, NUMBER)
    try:
        for entry in log:
            body = chain.accept(entry)
            if seat is not None:
                chain.open(body, seat, tale.evening.parts[seat].box)
    except PeerError as error:
        return "chain" if error.law == liar.what else "rules"
    return "rules"


# Of which no match can tell a lie, and why.
WITHOUT = {
    "frame": "the bytes of a connection or of a file, and no entry of a match: frames.json",
    "length": "as frame",
    "spelling": "as frame",
    "message": "as frame: messages.json",
    "tls": "what answers is no table: nothing is told at all",
    "alpn": "as tls",
    "long": "more bytes of a match than a player takes in: no vector is that large",
    "greedy": "more than a player keeps in an evening: no matter of a match",
    "secret-other": "what a player sends a table, which refuses it; it never comes into a match",
    "end-closed": "a reveal opens what was closed, and all is revealed before the end: it finds nothing",
}


def made() -> Iterator[tuple[str, str]]:
    """Every file that this writes."""
    tales = {}
    for name, about, evening in matches():
        yield f"matches/{name}.json", run.rows(written(about, evening), "entries")
        if name.endswith("-eventful"):
            tales[name] = Tale(evening)
    yield "lies.json", run.rows({"without": WITHOUT, "lies": [*lies(tales)]}, "lies")


if __name__ == "__main__":
    for file, text in made():
        (HERE / file).parent.mkdir(exist_ok=True)
        (HERE / file).write_text(text, "utf-8")
