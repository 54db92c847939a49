"""Writes the vectors of boxes, deals, choices, check numbers, texts and chains.

`python protocol/vectors/make_chain.py`.  Sealing draws a fresh key each time, so
boxes, and with them the hashes of a chain, are others after every run; what is
in them is not.
"""

import json
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parents[1] / "tests"))

from kit.chain import CERT, HOST, LOG, NUMBER, PAD, TABLE, Dealer, deed, identity, resigned  # noqa: E402

from llwire.chain import boxes, deals  # noqa: E402
from llwire.chain.chain import line  # noqa: E402
from llwire.chain.entries import Acted, Auto, Ended, OpenedChoice, Recovered, entry_hash  # noqa: E402
from llwire.chain.facts import check_number  # noqa: E402
from llwire.wire import crypto, limits, text  # noqa: E402
from llwire.wire.crypto import BoxKey, SignKey, u32  # noqa: E402
from llwire.wire.deeds import Drop, LeaveOut, Pause, Resume, StandIn  # noqa: E402
from llwire.wire.errors import PeerError  # noqa: E402
from llwire.wire.messages import Entry  # noqa: E402

SALT = bytes(range(32))


def write(name: str, vectors: Any) -> None:
    (HERE / name).write_text(json.dumps(vectors, indent=1, ensure_ascii=True) + "\n", "utf-8")


def primitives() -> list[dict[str, Any]]:
    parts = [b"", b"x", bytes(range(40))]
    key = SignKey(b"k" * 32)
    return [
        {
            "name": "digest",
            "label": "entry",
            "parts": [p.hex() for p in parts],
            "is": crypto.digest("entry", *parts).hex(),
        },
        {"name": "digest", "label": "deed", "parts": [], "is": crypto.digest("deed").hex()},
        {
            "name": "derive",
            "secret": SALT.hex(),
            "label": "nonce",
            "parts": [u32(3).hex()],
            "is": crypto.derive(SALT, "nonce", u32(3)).hex(),
        },
        {
            "name": "sign",
            "seed": (b"k" * 32).hex(),
            "public": key.public.hex(),
            "message": "01",
            "is": key.sign(b"\1").hex(),
        },
        {"name": "box key", "seed": SALT.hex(), "is": BoxKey(SALT).public.hex()},
    ]


def box_vectors() -> list[dict[str, Any]]:
    key, vectors = BoxKey(SALT), []
    for view in (b"", b"king", bytes(94)):
        place = boxes.BoxPlace(TABLE, NUMBER, 5, b"h" * 32, 2)
        box = boxes.seal(view, key.public, PAD, place.info())
        vectors.append(
            {
                "key": SALT.hex(),
                "pad": PAD,
                "table": TABLE.hex(),
                "match": NUMBER,
                "seq": 5,
                "prev": (b"h" * 32).hex(),
                "seat": 2,
                "info": place.info().hex(),
                "box": box.hex(),
                "view": view.hex(),
            }
        )
    return vectors


def rejecting() -> tuple[bytes, int]:
    """A key whose order of the largest pile throws a draw away; one in a thousand does."""
    bound = 2**32 - 2**32 % limits.PILE
    assert bound == 2**32  # a power of two rejects nothing, so the pile is one smaller
    size = limits.PILE - 1
    for n in range(100_000):
        key = crypto.digest("vector", u32(n))
        draws = deals._draws(crypto.derive(key, "pile", u32(0)))  # noqa: SLF001
        if any(next(draws) >= 2**32 - 2**32 % (last + 1) for last in range(size - 1, 0, -1)):
            return key, size
    raise AssertionError


def deal_vectors() -> dict[str, Any]:
    seeds = {"secret": SALT.hex(), "deal": 2, "attempt": 1, "seed": deals.seed(SALT, 2, 1).hex()}
    nonces = [deals.nonce(bytes([seat]) * 32, 0) for seat in range(3)]
    cases = []
    for left_out in (None, 1):
        taken = [None if seat == left_out else nonce for seat, nonce in enumerate(nonces)]
        key = deals.deal_key(TABLE, NUMBER, 2, 1, deals.seed(SALT, 2, 1), taken)
        piles = [[size, deals.order(key, pile, size)] for pile, size in enumerate((21, 6, 55, 1))]
        cases.append({"nonces": [n and n.hex() for n in taken], "deal_key": key.hex(), "piles": piles})
    key, size = rejecting()
    return {
        "table": TABLE.hex(),
        "match": NUMBER,
        **seeds,
        "seed_promise": deals.seed_promise(TABLE, NUMBER, 2, 1, deals.seed(SALT, 2, 1)).hex(),
        "player_secret": (b"\0" * 32).hex(),
        "player": identity(0).public.hex(),
        "nonce_0": nonces[0].hex(),
        "nonce_promise_0": deals.nonce_promise(TABLE, NUMBER, identity(0).public, nonces[0]).hex(),
        "cases": cases,
        "rejecting": {"deal_key": key.hex(), "pile": 0, "order": [*deals.order(key, 0, size)]},
    }


def secret_choices() -> list[dict[str, Any]]:
    key, vectors = BoxKey(b"h" * 32), []
    for choice in (b"", b"under 2 1"):
        secret = boxes.conceal_choice(TABLE, NUMBER, 1, SALT, choice, key.public)
        vectors.append(
            {
                "key": (b"h" * 32).hex(),
                "table": TABLE.hex(),
                "match": NUMBER,
                "seat": 1,
                "salt": SALT.hex(),
                "choice": choice.hex(),
                "commit": secret.commit.hex(),
                "box": secret.box.hex(),
            }
        )
    return vectors


def texts() -> list[dict[str, Any]]:
    sent = [
        "Ann",
        "\x1b[31mAnn\x1b[0m",
        "\u202eAnn\u2066x",
        "A\u200bn\u00ad\ufeffn",
        "\u115f\u3164\u2800",
        "A\u0301\u0316\u0322\u0331nn",
        "\u0301Ann \u0301x",
        "\uff21nn \ufb01x\u00b2",
        "Rene\u0301",
        "\u6f22" * 20,
        "A\r\nn\tn",
        "A\x1cn\u2003\x1fn\u200b",
        "x" * 300,
        "",
    ]
    return [
        {
            "sent": each,
            "name": text.clean_name(each),
            "chat": text.clean_chat(each),
            "cells": text.cells(text.clean_name(each) or ""),
            "mixed": text.mixed(text.clean_name(each) or ""),
        }
        for each in sent
    ]


class Recorder(Dealer):
    """A dealer that notes what everybody can check, and what must be refused after which entry."""

    def __init__(self, people: int, bots: int) -> None:
        super().__init__(people, bots)
        self.told: list[dict[str, Any]] = []
        self.refused: list[dict[str, Any]] = []

    def take(self, entry: Entry) -> Entry:
        super().take(entry)
        keys = [*(part.box for part in self.parts), *(self.table.bot(s) for s in range(3, self.seats))]
        body = self.bodies[-1]
        self.told.append(
            {
                "line": line(entry).hex(),
                "hash": entry_hash(entry.body).hex(),
                "views": [self.chain.open(body, seat, key).decode() for seat, key in enumerate(keys)],
            }
        )
        return entry

    def refuse(self, entry: Entry) -> None:
        try:
            self.chain.accept(entry)
        except PeerError as error:
            self.refused.append(
                {"after": self.chain.next, "line": line(entry).hex(), "code": error.code, "law": error.law}
            )
        else:
            raise AssertionError("not refused")


def played() -> Recorder:
    table = Recorder(3, 1)
    table.refuse(table.forged(Ended()))
    table.begin()
    table.refuse(table.forged(Ended(), key=HOST))
    table.refuse(table.forged(Ended(), prev=bytes(32)))
    table.refuse(table.forged(table.dealt(), table.readies()[:2]))
    table.deal(21)
    table.refuse(table.log[0])
    table.refuse(table.forged(Acted(), [resigned(deed(table.signed_act(0)), identity(1))]))
    table.refuse(table.forged(Acted(), [resigned(deed(table.signed_act(0)), identity(0), head=bytes(32))]))
    table.act(0)
    table.refuse(table.forged(Acted(), [table.signed_act(0, turn=1)]))
    table.refuse(table.forged(Ended(), boxes=(*(bytes(144),) * 3, bytes(143))))
    table.auto(3, "bot")
    table.refuse(table.forged(Auto(seat=0, by="bot", action=b"", secret=None)))
    table.act(1, secret=boxes.conceal_choice(TABLE, NUMBER, 1, SALT, b"under", table.table.choices.public))
    table.refuse(table.forged(table.revealed()))
    table.pile(6)
    table.auto(2, "clock")
    table.decide(Pause())
    table.refuse(table.forged(Acted(), [table.signed_act(0)]))
    table.decide(Resume())
    table.refuse(table.forged(Ended(), opened=[OpenedChoice(seq=4, salt=SALT, choice=b"over")]))
    table.reveal([OpenedChoice(seq=4, salt=SALT, choice=b"under")])
    table.refuse(table.forged(Acted(), [table.signed_act(0)]))
    table.refuse(table.forged(Recovered(by="time", seats=(0, 4))))
    table.refuse(table.forged(Recovered(by="time", seats=(0, 3))))
    table.refuse(table.forged(Recovered(by="time", seats=(1, 0))))
    table.write(Recovered(by="time", seats=(0, 1)))
    table.parts[0].ready(table.chain, 0)
    table.decide(LeaveOut(deal=2, attempt=0, seats=(2,)))
    table.refuse(table.forged(table.dealt(), table.readies()))
    table.write(table.voided(), causes=table.readies())
    table.deal(21)
    table.promise(2)
    table.decide(StandIn(seat=0, on=True))
    table.auto(0, "stand-in")
    table.decide(StandIn(seat=0, on=False))
    table.decide(Drop(seat=1))
    table.reveal()
    table.end()
    table.refuse(table.forged(Recovered(by="all", seats=())))
    return table


def chain() -> dict[str, Any]:
    table = played()
    return {
        "table": TABLE.hex(),
        "match": NUMBER,
        "cert": CERT.hex(),
        "log_seed": (b"L" * 32).hex(),
        "log_key": LOG.public.hex(),
        "box_keys": [part.box.private.private_bytes_raw().hex() for part in table.parts],
        "entries": table.told,
        "refused": table.refused,
        "orders": [[deal.deal, deal.attempt, deal.orders] for deal in table.match.open],
        "check_number": check_number(entry_hash(table.log[0].body), table.match),
    }


def check_numbers() -> list[dict[str, Any]]:
    vectors = []
    for people in (0, 1, 3):
        table = Dealer(people, 1).begin()
        table.deal()
        first = table.match.opened_first
        assert first is not None
        shown, nonces = check_number(b"g" * 32, table.match), [nonce.hex() for nonce in first]
        vectors.append({"genesis": (b"g" * 32).hex(), "nonces": nonces, "check_number": shown})
    return vectors


if __name__ == "__main__":
    write("primitives.json", primitives())
    write("boxes.json", box_vectors())
    write("deals.json", deal_vectors())
    write("choices.json", secret_choices())
    write("texts.json", texts())
    write("check_numbers.json", check_numbers())
    write("chain.json", chain())
