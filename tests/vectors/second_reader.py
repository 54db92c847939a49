"""The second reader of the chain (tests/second.py) behind the same command: no llwire, and no codes.

It says that something is refused and at which entry, so it is held against that alone.
"""

from __future__ import annotations

import json
import sys
from base64 import b64decode
from pathlib import Path
from typing import Any

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

import msgpack
import second
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

Json = dict[str, Any]


def answer(question: Json) -> Json:
    """To one question."""
    match question["ask"]:
        case "about":
            return {"can": ["deals", "chain"]}
        case "deal":
            return dealt(question)
        case "verify":
            return verified(question)
    raise ValueError(question["ask"])


def dealt(question: Json) -> Json:
    """An order for each size."""
    nonces = [nonce and bytes.fromhex(nonce) for nonce in question["nonces"]]
    table, seed = (bytes.fromhex(question[name]) for name in ("table", "seed"))
    key = second.deal_key(table, question["match"], question["deal"], question["attempt"], seed, nonces)
    orders = [second.order(key, pile, size) for pile, size in enumerate(question["sizes"])]
    return {"deal_key": key.hex(), "orders": orders}


def verified(question: Json) -> Json:
    """The chain of one match, and the own boxes."""
    table, log_key, cert = (bytes.fromhex(question[name]) for name in ("table", "log_key", "cert"))
    story = second.Story(table, question["match"], log_key, cert)
    for seq, entry in enumerate(question["entries"]):
        try:
            told = read(story, b64decode(entry))
            opened(question, told, story.seats)
        except Exception as error:  # noqa: BLE001  # whatever stops it, it is refused
            return {"refused": str(error), "seq": seq}
    return {
        "code": None,
        "seq": len(story.heads) - 1,
        "over": story.over,
        "head": story.heads[-1].hex(),
        "orders": [[*deal, orders] for deal, orders in story.orders.items()],
        "check_number": story.first and second.check_number(story.heads[0], story.first),
    }


def read(story: second.Story, frame: bytes) -> Json:
    """One line of a log."""
    entry = msgpack.unpackb(frame[4:])
    told: Json = story.read(entry["body"], entry["sig"])
    return told


def opened(question: Json, told: Json, seats: list[Json]) -> None:
    """The box of this seat, unless it has another key just now."""
    if question["box_key"] is None:
        return
    key = X25519PrivateKey.from_private_bytes(bytes.fromhex(question["box_key"]))
    if seats[question["seat"]]["box"] != key.public_key().public_bytes_raw():
        return
    place = bytes.fromhex(question["table"]), second.u32(question["match"]), second.u32(told["seq"])
    info = second.digest("box", *place, told["prev"], second.u32(question["seat"]))
    box = told["boxes"][question["seat"]]
    second.open_box(bytes.fromhex(question["box_key"]), box, info, len(box) - 48)


if __name__ == "__main__":
    for line in sys.stdin:
        sys.stdout.write(json.dumps(answer(json.loads(line))) + "\n")
        sys.stdout.flush()
