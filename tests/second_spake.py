"""SPAKE2 as SPEC.md 3.1 has it, with plain integers: neither `spake2` nor llwire in here."""

import hashlib

import second

P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
M = bytes.fromhex("15cfd18e385952982b6a8f8c7854963b58e34388c8e6dae891db756481a02312")
N = bytes.fromhex("f04f2e7eb734b2a8f8b472eaf9c3c632576ac64aea650b496a8a20ff00e583c3")
BASE = (4 * pow(5, -1, P) % P).to_bytes(32, "little")


def point(raw):
    """RFC 8032, 5.1.3."""
    number = int.from_bytes(raw, "little")
    y, odd = number % 2**255, number >> 255
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square:
        x = x * pow(2, (P - 1) // 4, P) % P
    second.need(y < P and x * x % P == square, "not on the curve")
    return (P - x if x % 2 != odd else x), y


def raw(at):
    return (at[1] | at[0] % 2 << 255).to_bytes(32, "little")


def add(one, other):
    (a, b), (c, d) = one, other
    product = D * a * b * c * d % P
    return (a * d + b * c) * pow(1 + product, -1, P) % P, (b * d + a * c) * pow(1 - product, -1, P) % P


def times(scalar, at):
    total = (0, 1)
    for bit in f"{scalar:b}":
        total = add(total, total)
        if bit == "1":
            total = add(total, at)
    return total


def side(letter, words, entropy, ids, theirs):
    """What side `letter` sends, and its key once it has the other's message."""
    mine, other = (M, N) if letter == b"A" else (N, M)
    w = int.from_bytes(second.hkdf(words, b"SPAKE2 pw", 48), "big") % ORDER
    x = int.from_bytes(entropy, "big") % ORDER
    message = raw(add(times(x, point(BASE)), times(w, point(mine))))
    their = point(theirs[1:])
    second.need(times(ORDER, their) == (0, 1) != their, "not in the group")
    shared = times(x, add(their, times(ORDER - w, point(other))))
    both = (message, theirs[1:]) if letter == b"A" else (theirs[1:], message)
    hashed = [hashlib.sha256(part).digest() for part in (words, *ids)]
    return letter + message, hashlib.sha256(b"".join((*hashed, *both, raw(shared)))).digest()
