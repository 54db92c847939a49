"""Writes the corpus from the vectors: `python tests/fuzz/seed.py`."""

import hashlib
import json
from pathlib import Path

HERE = Path(__file__).parent
VECTORS = HERE.parents[1] / "protocol" / "vectors"


def load(name):
    return json.loads((VECTORS / name).read_text("utf-8"))


def frame(body):
    return len(body).to_bytes(4, "big") + body


def seeds():
    """(target, bytes); the decoders of `messages` are numbered as in examples.STAGES."""
    number = {"hello": 0, "auth": 1, "hhello": 2, "welcome": 3, "client": 4, "table": 5, "deed": 6}
    for vector in load("frames.json"):
        yield "frames", bytes.fromhex(vector["hex"])
    for vector in load("messages.json"):
        body = bytes.fromhex(vector["hex"])
        yield "messages", bytes([number[vector["stage"]]]) + body
        if vector["stage"] != "deed":
            yield {"client": "host", "table": "client"}[vector["stage"]], frame(body)
    for vector in load("handshakes.json"):
        for part in ("hello", "hhello", "auth", "welcome"):
            body = bytes.fromhex(vector[part])
            yield "messages", bytes([number[part]]) + body
            yield "host" if part in {"hello", "auth"} else "client", frame(body)


if __name__ == "__main__":
    for target, data in seeds():
        folder = HERE / "corpus" / target
        folder.mkdir(parents=True, exist_ok=True)
        (folder / hashlib.sha256(data).hexdigest()[:12]).write_bytes(data)
