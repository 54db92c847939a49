"""The published vectors, read by a second decoder that knows `msgpack` and no llwire."""

import hashlib
import hmac
import importlib.util
import json
from pathlib import Path

import msgpack
import pytest
import spake2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

VECTORS = Path(__file__).parents[3] / "protocol" / "vectors"


def load(name):
    return json.loads((VECTORS / name).read_text("utf-8"))


def named(name):
    return [pytest.param(vector, id=vector.get("name", str(i))) for i, vector in enumerate(load(name))]


def plain(value):
    match value:
        case bytes():
            return {"hex": value.hex()}
        case dict():
            return {key: plain(item) for key, item in value.items()}
        case list():
            return [plain(item) for item in value]
        case _:
            return value


def digest(label, *parts):
    sha = hashlib.sha256()
    for part in (b"lltui/1 " + label.encode(), *parts):
        sha.update(len(part).to_bytes(4, "big") + part)
    return sha.digest()


@pytest.mark.parametrize("vector", named("frames.json"))
def test_frames(vector):
    rest, frames, bad = bytes.fromhex(vector["hex"]), [], False
    while len(rest) >= 4 and not bad:
        size = int.from_bytes(rest[:4], "big")
        bad = not 0 < size <= vector["limit"]
        if bad or len(rest) < 4 + size:
            break
        frames.append(rest[4 : 4 + size].hex())
        rest = rest[4 + size :]
    assert (frames, bad) == (vector["frames"], vector["bad"])


@pytest.mark.parametrize("vector", named("messages.json"))
def test_messages(vector):
    body = bytes.fromhex(vector["hex"])
    assert plain(msgpack.unpackb(body)) == vector["value"]
    assert msgpack.packb(msgpack.unpackb(body)) == body


@pytest.mark.parametrize("vector", named("handshakes.json"))
class TestHandshake:
    def test_the_transcript_covers_the_certificate_and_both_hellos(self, vector):
        parts = [bytes.fromhex(vector[part]) for part in ("cert_hash", "hello", "hhello")]
        assert digest("handshake", *parts).hex() == vector["transcript"]

    def test_the_signature_is_the_identity_s(self, vector):
        hello, auth = (msgpack.unpackb(bytes.fromhex(vector[part])) for part in ("hello", "auth"))
        key = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(vector["id_seed"]))
        assert key.public_key().public_bytes_raw() == hello["id"]
        assert key.sign(digest("auth", bytes.fromhex(vector["transcript"]))) == auth["sig"]

    def test_the_words_are_proved_on_both_sides(self, vector):
        hello, hhello, auth, welcome = (
            msgpack.unpackb(bytes.fromhex(vector[part])) for part in ("hello", "hhello", "auth", "welcome")
        )
        if vector["words"] is None:
            assert not any((hello["pake"], hhello["pake"], auth["confirm"], welcome["confirm"]))
            return
        joiner = spake2.SPAKE2_A(
            vector["words"].encode(),
            b"lltui/1 joiner" + hello["id"],
            b"lltui/1 host" + bytes.fromhex(vector["cert_hash"]),
            entropy_f=lambda _: bytes.fromhex(vector["spake_entropy"]["client"]),
        )
        assert joiner.start() == hello["pake"]
        key = joiner.finish(hhello["pake"])
        transcript = bytes.fromhex(vector["transcript"])
        for label, proof in (("confirm joiner", auth["confirm"]), ("confirm host", welcome["confirm"])):
            confirm = HKDF(hashes.SHA256(), 32, salt=None, info=digest(label)).derive(key)
            assert hmac.digest(confirm, transcript, "sha256") == proof

    def test_the_hosting_player_shows_the_secret(self, vector):
        auth = msgpack.unpackb(bytes.fromhex(vector["auth"]))
        if vector["hosting_secret"] is None:
            assert auth["hosting"] is None
            return
        secret = bytes.fromhex(vector["hosting_secret"])
        message = digest("hosting", bytes.fromhex(vector["transcript"]))
        assert hmac.digest(secret, message, "sha256") == auth["hosting"]


@pytest.mark.parametrize("name", ["frames.json", "messages.json", "handshakes.json"])
def test_the_files_are_what_the_script_writes(name):
    spec = importlib.util.spec_from_file_location("make_session", VECTORS / "make_session.py")
    make = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(make)
    assert make.written(name) == (VECTORS / name).read_text("utf-8")
