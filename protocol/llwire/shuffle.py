"""A fair deal: an order nobody chose, made of a secret of everybody.

Everybody promises a nonce (its hash) before anybody opens one; the table
promises a seed.  When the players have opened theirs, the table knows the
deal; when it opens the seed after the round, so does everybody, and checks.

One deal orders as many piles as the round needs (deck, reshuffle, a throw of
the die), each with a key of its own.  A die is a pile of its faces: the first
card is the throw.

Seeds and nonces are derived from one secret per match, so a program that was
killed knows them again and nothing secret has to be written per deal.
"""

import hashlib
import hmac
from collections.abc import Iterator, Sequence

from llwire.crypto import derive, digest, u32


def seed(match_secret: bytes, deal: int, attempt: int) -> bytes:
    """The table's part in one attempt at a deal."""
    return derive(match_secret, "seed", u32(deal), u32(attempt))


def nonce(match_secret: bytes, number: int) -> bytes:
    """A player's part: the `number`-th nonce it promises in a match, from 0."""
    return derive(match_secret, "nonce", u32(number))


def seed_promise(table: bytes, match: int, deal: int, attempt: int, seed: bytes) -> bytes:
    return digest("promise seed", table, u32(match), u32(deal), u32(attempt), seed)


def nonce_promise(table: bytes, match: int, player: bytes, nonce: bytes) -> bytes:
    """The player's key is inside: nobody can promise what another has, and open it second."""
    return digest("promise nonce", table, u32(match), player, nonce)


def deal_key(
    table: bytes, match: int, deal: int, attempt: int, seed: bytes, nonces: Sequence[bytes | None]
) -> bytes:
    """What a deal is made of: one nonce per seat, None where a seat takes no part."""
    parts = [nonce or b"" for nonce in nonces]
    return digest("deal", table, u32(match), u32(deal), u32(attempt), seed, *parts)


def order(deal_key: bytes, pile: int, size: int) -> tuple[int, ...]:
    """The order of pile number `pile` of a deal: positions before the shuffle, the top first."""
    draws = _draws(derive(deal_key, "pile", u32(pile)))
    cards = list(range(size))
    for last in range(size - 1, 0, -1):
        other = _below(last + 1, draws)
        cards[last], cards[other] = cards[other], cards[last]
    return tuple(cards)


def _draws(key: bytes) -> Iterator[int]:
    """32-bit numbers without end: HMAC-SHA256 of a counter, eight to a block."""
    block = 0
    while True:
        mac = hmac.digest(key, u32(block), hashlib.sha256)
        yield from (int.from_bytes(mac[at : at + 4], "big") for at in range(0, 32, 4))
        block += 1


def _below(bound: int, draws: Iterator[int]) -> int:
    # Without the rejection the low positions would come up more often.
    fair = 2**32 - 2**32 % bound
    return next(draw for draw in draws if draw < fair) % bound
