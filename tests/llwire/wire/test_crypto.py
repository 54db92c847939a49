"""The primitives: what they tell apart, and which keys are none."""

import hashlib
import subprocess
import sys

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from hypothesis import given, settings
from hypothesis import strategies as st

from llwire.wire.crypto import (
    BoxKey,
    SignKey,
    _weak,
    can_seal_to,
    certificate,
    derive,
    digest,
    verify,
    x25519,
)

parts = st.lists(st.binary(max_size=6), max_size=3)


@settings(max_examples=100, deadline=None)
@given(parts, parts)
def test_other_parts_are_another_hash(some, others):
    assert (digest("x", *some) == digest("x", *others)) == (some == others)


def test_a_hash_for_one_purpose_means_nothing_for_another():
    assert digest("entry", b"x") != digest("deed", b"x")
    assert digest("entry", b"x") == hashlib.sha256(b"\0\0\0\x0dlltui/1 entry\0\0\0\1x").digest()


def test_derived_keys_differ_by_secret_label_and_parts():
    keys = {derive(secret, label, part) for secret in (b"a", b"b") for label in "xy" for part in (b"1", b"2")}
    assert len(keys) == 8


@given(st.binary(max_size=80), st.binary(max_size=80))
def test_keys_are_derived_as_the_library_derives_them(secret, part):
    info = digest("x", part)
    assert derive(secret, "x", part) == HKDF(hashes.SHA256(), 32, salt=None, info=info).derive(secret)


@given(st.binary(min_size=32, max_size=32), st.binary(min_size=32, max_size=32))
def test_a_box_key_is_the_one_that_the_documented_door_gives(one, other):
    ours, theirs = BoxKey(one), X25519PrivateKey.from_private_bytes(one)
    assert ours.public == theirs.public_key().public_bytes_raw()
    there = X25519PrivateKey.from_private_bytes(other).public_key().public_bytes_raw()
    assert ours.private.exchange(x25519(there)) == theirs.exchange(X25519PublicKey.from_public_bytes(there))


LOADED = (
    "import sys, {}; print([name for name in sys.modules if name.startswith('cryptography.hazmat.backends')])"
)


def test_keys_and_boxes_load_no_backend():
    """It would bring RSA and every cipher: 0.8 MB of every client."""
    loaded = [
        subprocess.check_output([sys.executable, "-c", LOADED.format(what)], text=True)
        for what in ("llwire.chain.boxes", "cryptography.hazmat.backends.openssl")
    ]
    assert loaded[0] == "[]\n" != loaded[1]


ANOTHER = """
import sys, types
from cryptography.hazmat.backends.openssl import backend
from cryptography.hazmat.primitives.asymmetric import ed25519, x25519
import cryptography.hazmat.bindings as bindings
{}
from llwire.wire import crypto
assert crypto._x25519_public == x25519.X25519PublicKey.from_public_bytes
print(crypto.BoxKey(bytes(range(32))).public.hex())
"""


@pytest.mark.parametrize(
    "gone",
    [
        "del bindings._rust; sys.modules['cryptography.hazmat.bindings._rust'] = None",
        "bindings._rust.openssl = types.SimpleNamespace()",
    ],
)
def test_where_the_library_has_no_such_door_the_documented_one_is_taken(gone):
    told = subprocess.check_output([sys.executable, "-c", ANOTHER.format(gone)], text=True)
    assert told.strip() == BoxKey(bytes(range(32))).public.hex()


def test_a_signature_holds_for_its_key_and_message_alone():
    ann, bob = SignKey(b"a" * 32), SignKey(b"b" * 32)
    sig = ann.sign(b"x")
    assert verify(ann.public, b"x", sig)
    assert not verify(ann.public, b"y", sig)
    assert not verify(bob.public, b"x", sig)


IDENTITY = b"\1" + bytes(31)


def test_a_key_of_small_order_signs_nothing():
    sig = IDENTITY + bytes(32)
    Ed25519PublicKey.from_public_bytes(IDENTITY).verify(sig, b"anything")
    assert not verify(IDENTITY, b"anything", sig)


@settings(max_examples=100, deadline=None)
@given(st.binary(min_size=32, max_size=32), st.binary(min_size=64, max_size=64))
def test_rubbish_is_no_signature_and_no_crash(key, sig):
    assert not verify(key, b"x", sig)


P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P


def add(a, b):
    (x1, y1), (x2, y2) = a, b
    k = D * x1 * x2 * y1 * y2
    return (x1 * y2 + x2 * y1) * pow(1 + k, -1, P) % P, (y1 * y2 + x1 * x2) * pow(1 - k, -1, P) % P


def times(n, point):
    total = (0, 1)
    for bit in f"{n:b}":
        total = add(total, total)
        total = add(total, point) if bit == "1" else total
    return total


def points():
    for y in range(2, 40):
        square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
        x = pow(square, (P + 3) // 8, P)
        for root in (x, x * pow(2, (P - 1) // 4, P) % P):
            if root * root % P == square:
                yield root, y


def test_every_point_of_small_order_is_known():
    """Any point of the curve, taken as often as the large subgroup has members, falls among the eight."""
    small = {times(k, one) for one in (times(L, point) for point in points()) for k in range(1, 9)}
    assert len(small) == 8
    for x, y in small:
        assert _weak((y | (x & 1) << 255).to_bytes(32, "little"))
        assert _weak((y | (~x & 1) << 255).to_bytes(32, "little"))
    for unreduced in (P, P + 1):
        assert _weak(unreduced.to_bytes(32, "little"))
    assert not _weak(SignKey(b"a" * 32).public)


@pytest.mark.parametrize("key", [bytes(32), b"\1" + bytes(31)])
def test_nothing_is_sealed_to_a_key_of_small_order(key):
    assert not can_seal_to(key)
    assert can_seal_to(BoxKey(b"a" * 32).public)


def test_a_certificate_is_fresh_and_named_by_the_hash_of_its_der():
    pem, key, fingerprint = certificate()
    from cryptography.hazmat.primitives.serialization import Encoding, load_pem_private_key

    cert = x509.load_pem_x509_certificate(pem)
    assert hashlib.sha256(cert.public_bytes(Encoding.DER)).digest() == fingerprint
    assert cert.public_key() == load_pem_private_key(key, None).public_key()
    assert certificate()[2] != fingerprint
