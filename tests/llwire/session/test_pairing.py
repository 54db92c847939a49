"""Two programs agree exactly if words, identity and certificate are the same."""

import json
from pathlib import Path

import msgpack
import pytest
import second
import second_spake

from llwire.session import handshake
from llwire.wire.errors import TerminalError

VECTORS = Path(__file__).parents[3] / "protocol" / "vectors" / "handshakes.json"
ID, CERT, TRANSCRIPT = b"i" * 32, b"c" * 32, b"t" * 32


def meet(host=("a-b-c", ID, CERT), transcript=TRANSCRIPT):
    ours, theirs = handshake.joiner_pairing("a-b-c", ID, CERT), handshake.host_pairing(*host)
    return ours.finish(theirs.message, TRANSCRIPT), theirs.finish(ours.message, transcript)


def test_the_same_on_both_sides():
    ours, theirs = meet()
    assert ours == theirs
    assert ours.joiner != ours.host


@pytest.mark.parametrize(
    "host",
    [
        pytest.param(("a-b-d", ID, CERT), id="words"),
        pytest.param(("a-b-c", b"x" * 32, CERT), id="identity"),
        pytest.param(("a-b-c", ID, b"x" * 32), id="certificate"),
    ],
)
def test_anything_else_gives_other_confirmations(host):
    ours, theirs = meet(host)
    assert ours.joiner != theirs.joiner
    assert ours.host != theirs.host


def test_a_confirmation_belongs_to_one_handshake():
    ours, theirs = meet(transcript=b"another")
    assert ours.joiner != theirs.joiner


@pytest.mark.parametrize(
    "message",
    [
        pytest.param(b"A" + bytes(32), id="zero"),
        pytest.param(b"B" + bytes(32), id="a point that is not in the group"),
        pytest.param(b"B" + (1).to_bytes(32, "little"), id="the identity"),
        pytest.param(b"B" + (2).to_bytes(32, "little"), id="not on the curve"),
        pytest.param(b"B" + b"\xff" * 32, id="out of range"),
        pytest.param(b"X" + bytes(32), id="no side"),
    ],
)
def test_what_is_no_pairing_message_is_the_peer_s_fault(message):
    with pytest.raises(TerminalError, match=r"^malformed"):
        handshake.joiner_pairing("a-b-c", ID, CERT).finish(message, TRANSCRIPT)


def test_our_own_message_sent_back_is_refused():
    ours = handshake.joiner_pairing("a-b-c", ID, CERT)
    for side in (b"A", b"B"):
        with pytest.raises(TerminalError, match=r"^malformed"):
            handshake.joiner_pairing("a-b-c", ID, CERT, lambda n: bytes(n - 1) + b"\1").finish(
                ours.message, TRANSCRIPT
            )
        with pytest.raises(TerminalError, match=r"^malformed"):
            ours.finish(side + ours.message[1:], TRANSCRIPT)
        ours = handshake.joiner_pairing("a-b-c", ID, CERT)


@pytest.mark.parametrize(
    "case",
    [case for case in json.loads(VECTORS.read_text("utf-8")) if case["words"]],
    ids=lambda c: c["name"],
)
def test_both_sides_computed_by_hand(case):
    """From SPEC.md alone: the messages, the key, and what either side confirms with it."""
    hello, hhello, auth, welcome = (
        msgpack.unpackb(bytes.fromhex(case[name])) for name in ("hello", "hhello", "auth", "welcome")
    )
    ids = b"lltui/1 joiner" + hello["id"], b"lltui/1 host" + bytes.fromhex(case["cert_hash"])
    words = case["words"].encode("ascii")
    entropy = {who: bytes.fromhex(digits) for who, digits in case["spake_entropy"].items()}
    ours, key = second_spake.side(b"A", words, entropy["client"], ids, hhello["pake"])
    theirs, same = second_spake.side(b"B", words, entropy["host"], ids, hello["pake"])
    assert (ours, theirs, key) == (hello["pake"], hhello["pake"], same)
    for who, shown in (("joiner", auth), ("host", welcome)):
        mac = second.hmac.digest(
            second.derive(key, f"confirm {who}"), bytes.fromhex(case["transcript"]), "sha256"
        )
        assert shown["confirm"] == mac
