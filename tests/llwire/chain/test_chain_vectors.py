"""The published vectors, read by the second implementation in tests/second.py."""

import json
from pathlib import Path

import msgpack
import pytest
import second
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey

PROTOCOL = Path(__file__).parents[3] / "protocol"


def load(name):
    return json.loads((PROTOCOL / "vectors" / name).read_text("utf-8"))


def raw(text):
    return bytes.fromhex(text)


@pytest.mark.parametrize("vector", load("primitives.json"), ids=lambda vector: vector["name"])
def test_primitives(vector):
    match vector["name"]:
        case "digest":
            told = second.digest(vector["label"], *map(raw, vector["parts"]))
        case "derive":
            told = second.derive(raw(vector["secret"]), vector["label"], *map(raw, vector["parts"]))
        case "sign":
            key = Ed25519PrivateKey.from_private_bytes(raw(vector["seed"]))
            assert key.public_key().public_bytes_raw().hex() == vector["public"]
            told = key.sign(raw(vector["message"]))
        case "box key":
            told = X25519PrivateKey.from_private_bytes(raw(vector["seed"])).public_key().public_bytes_raw()
    assert told.hex() == vector["is"]


@pytest.mark.parametrize("vector", load("boxes.json"))
def test_boxes(vector):
    place = [vector[part] for part in ("table", "match", "seq", "prev", "seat")]
    info = second.digest("box", *(raw(part) if isinstance(part, str) else second.u32(part) for part in place))
    assert info.hex() == vector["info"]
    box = raw(vector["box"])
    assert len(box) == vector["pad"] + 48
    assert second.open_box(raw(vector["key"]), box, info, vector["pad"]).hex() == vector["view"]


def test_deals():
    told = load("deals.json")
    table, match, deal, attempt = raw(told["table"]), told["match"], told["deal"], told["attempt"]
    u32 = second.u32
    seed = second.derive(raw(told["secret"]), "seed", u32(deal), u32(attempt))
    assert seed.hex() == told["seed"]
    promise = second.digest("promise seed", table, u32(match), u32(deal), u32(attempt), seed)
    assert promise.hex() == told["seed_promise"]
    nonce = second.derive(raw(told["player_secret"]), "nonce", u32(0))
    assert nonce.hex() == told["nonce_0"]
    promise = second.digest("promise nonce", table, u32(match), raw(told["player"]), nonce)
    assert promise.hex() == told["nonce_promise_0"]
    for case in told["cases"]:
        nonces = [nonce and raw(nonce) for nonce in case["nonces"]]
        key = second.deal_key(table, match, deal, attempt, seed, nonces)
        assert key.hex() == case["deal_key"]
        for pile, (size, order) in enumerate(case["piles"]):
            assert second.order(key, pile, size) == order


def test_an_order_for_which_a_draw_is_thrown_away():
    told = load("deals.json")["rejecting"]
    key, size = raw(told["deal_key"]), len(told["order"])
    assert second.order(key, told["pile"], size) == told["order"]


@pytest.mark.parametrize("vector", load("choices.json"))
def test_choices(vector):
    parts = raw(vector["table"]), second.u32(vector["match"]), second.u32(vector["seat"])
    commit = second.digest("promise choice", *parts, raw(vector["salt"]), raw(vector["choice"]))
    assert commit.hex() == vector["commit"]
    box = raw(vector["box"])
    assert len(box) == 384
    told = second.open_box(raw(vector["key"]), box, second.digest("choice", commit), 384 - 48)
    assert told == raw(vector["salt"]) + raw(vector["choice"])


@pytest.mark.parametrize("vector", load("check_numbers.json"))
def test_check_numbers(vector):
    nonces = map(raw, vector["nonces"])
    assert second.check_number(raw(vector["genesis"]), nonces) == vector["check_number"]


@pytest.mark.parametrize("vector", load("texts.json"), ids=lambda vector: ascii(vector["sent"])[:30])
def test_texts(vector):
    from llwire.wire.text import cells, clean_chat, clean_name, mixed

    name = clean_name(vector["sent"])
    assert (name, clean_chat(vector["sent"])) == (vector["name"], vector["chat"])
    assert (cells(name or ""), mixed(name or "")) == (vector["cells"], vector["mixed"])


CHAIN = load("chain.json")


def unframed(line):
    frame = raw(line)
    assert int.from_bytes(frame[:4], "big") == len(frame) - 4
    entry = msgpack.unpackb(frame[4:])
    assert entry["t"] == "entry"
    return entry["body"], entry["sig"]


def story(entries):
    told = second.Story(raw(CHAIN["table"]), CHAIN["match"], raw(CHAIN["log_key"]), raw(CHAIN["cert"]))
    for entry in CHAIN["entries"][:entries]:
        told.read(*unframed(entry["line"]))
    return told


def test_the_whole_chain_is_accepted():
    told = story(len(CHAIN["entries"]))
    assert [head.hex() for head in told.heads] == [entry["hash"] for entry in CHAIN["entries"]]
    assert [[*deal, orders] for deal, orders in told.orders.items()] == CHAIN["orders"]
    assert second.check_number(told.heads[0], told.first) == CHAIN["check_number"]
    assert told.over


def test_every_player_opens_the_own_box_of_every_entry():
    for entry in CHAIN["entries"]:
        told = msgpack.unpackb(unframed(entry["line"])[0])
        place = raw(CHAIN["table"]), second.u32(CHAIN["match"]), second.u32(told["seq"]), told["prev"]
        for seat, key in enumerate(CHAIN["box_keys"]):
            info = second.digest("box", *place, second.u32(seat))
            view = second.open_box(raw(key), told["boxes"][seat], info, 96)
            assert view.decode() == entry["views"][seat]


@pytest.mark.parametrize("vector", CHAIN["refused"], ids=lambda vector: vector["law"])
def test_what_has_to_be_refused_is(vector):
    told = story(vector["after"])
    with pytest.raises(second.RefusedError):
        told.read(*unframed(vector["line"]))


@pytest.mark.parametrize("vector", CHAIN["refused"], ids=lambda vector: vector["law"])
def test_llwire_refuses_it_for_the_reason_given(vector):
    from llwire.chain.chain import Chain
    from llwire.wire.errors import PeerError
    from llwire.wire.messages import Entry, Pin

    trust = Pin(raw(CHAIN["table"]), raw(CHAIN["log_key"]), raw(CHAIN["cert"]))
    chain = Chain(trust, CHAIN["match"])
    for entry in CHAIN["entries"][: vector["after"]]:
        chain.accept(Entry(**dict(zip(("body", "sig"), unframed(entry["line"]), strict=True))))
    body, sig = unframed(vector["line"])
    with pytest.raises(PeerError) as caught:
        chain.accept(Entry(body=body, sig=sig))
    assert (caught.value.code, caught.value.law) == (vector["code"], vector["law"])
