"""Hashes, signatures, keys and the certificate: the few primitives everything else is made of.

One hash with one way of joining parts, one signature, one key derivation.
Nothing else in the package touches `hashlib` or a curve, so what the table
relies on can be read on one page.
"""

import datetime as dt
import hashlib
import hmac
from functools import lru_cache

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey

# Before they make a key of this curve, these two load RSA and every cipher: 6 of 40 ms to the first cards,
# and 0.8 MB.  Where the library is another one by then, they do.
try:
    from cryptography.hazmat.bindings import _rust

    _x25519_private = _rust.openssl.x25519.from_private_bytes
    _x25519_public = _rust.openssl.x25519.from_public_bytes
except (ImportError, AttributeError):
    _x25519_private, _x25519_public = X25519PrivateKey.from_private_bytes, X25519PublicKey.from_public_bytes


def digest(label: str, *parts: bytes) -> bytes:
    """SHA-256 over `lltui/1 label` and the parts, each behind its length.

    The label keeps a hash made for one purpose from meaning anything in another;
    the lengths keep two different lists of parts from being the same bytes.
    """
    measured = b""
    for part in (f"lltui/1 {label}".encode(), *parts):
        measured += len(part).to_bytes(4, "big") + part
    return hashlib.sha256(measured).digest()


def u32(number: int) -> bytes:
    """A number as a part of a hash."""
    return number.to_bytes(4, "big")


def derive(secret: bytes, label: str, *parts: bytes) -> bytes:
    """32 bytes by HKDF-SHA256 without salt, one block of it; the info is the digest of label and parts."""
    key = hmac.digest(bytes(32), secret, hashlib.sha256)
    return hmac.digest(key, digest(label, *parts) + b"\x01", hashlib.sha256)


class SignKey:
    """An Ed25519 key: a player's identity, or a table's log."""

    def __init__(self, seed: bytes) -> None:
        self._key = Ed25519PrivateKey.from_private_bytes(seed)
        self.public = self._key.public_key().public_bytes_raw()

    def sign(self, message: bytes) -> bytes:
        return self._key.sign(message)


class BoxKey:
    """An X25519 key: what is sealed to `public` only this key opens."""

    def __init__(self, seed: bytes) -> None:
        self.private = _x25519_private(seed)
        self.public = self.private.public_key().public_bytes_raw()


# Points of small order, without the bit of the sign: under such a key one signature
# fits any message, so whoever shows it could deny or be made to say anything.
_WEAK = frozenset(
    bytes.fromhex(point)
    for point in (
        "00" * 32,
        "01" + "00" * 31,
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "ec" + "ff" * 30 + "7f",
        "ed" + "ff" * 30 + "7f",
        "ee" + "ff" * 30 + "7f",
    )
)


def _weak(public: bytes) -> bool:
    return public[:31] + bytes([public[31] & 0x7F]) in _WEAK


@lru_cache(maxsize=64)
def _ed25519(public: bytes) -> Ed25519PublicKey:
    return Ed25519PublicKey.from_public_bytes(public)


@lru_cache(maxsize=64)
def x25519(public: bytes) -> X25519PublicKey:
    return _x25519_public(public)


# A deed is judged when it is heard, when an entry is made of it, and when that entry is accepted.
@lru_cache(maxsize=64)
def verify(public: bytes, message: bytes, sig: bytes) -> bool:
    """Whether the holder of `public` signed `message`; both lengths were checked by the decoder."""
    if _weak(public):
        return False
    try:
        _ed25519(public).verify(sig, message)
    except InvalidSignature:
        return False
    return True


_PROBE = _x25519_private(bytes(range(32)))


def can_seal_to(public: bytes) -> bool:
    """Whether an X25519 key is one; with a point of small order sealing fails, every time."""
    try:
        _PROBE.exchange(x25519(public))
    except ValueError:
        return False
    return True


def certificate() -> tuple[bytes, bytes, bytes]:
    """A fresh self-signed P-256 certificate for one table: its PEM, its key's PEM, the hash of its DER.

    Nobody checks its name or its dates: trust is in the hash, and a table must
    open on a machine whose clock is wrong.  So the dates are constants.
    """
    # Only a new table pays for these: x509 alone is two megabytes.
    from cryptography import x509  # noqa: PLC0415 - as said: 15 ms
    from cryptography.hazmat.primitives import hashes, serialization  # noqa: PLC0415 - as said: 15 ms
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415 - as said: 15 ms
    from cryptography.x509.oid import NameOID  # noqa: PLC0415 - as said: 15 ms

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "lltui table")])
    cert = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(dt.datetime(2000, 1, 1, tzinfo=dt.UTC))
        .not_valid_after(dt.datetime(9999, 12, 31, tzinfo=dt.UTC))
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    return cert.public_bytes(serialization.Encoding.PEM), private, cert.fingerprint(hashes.SHA256())
