"""The fair deal: an order nobody chose, made of a secret of everybody; and its laws in the chain.

Everybody promises a nonce (its hash) before anybody opens one; the table
promises a seed.  When the players have opened theirs, the table knows the
deal; when it opens the seed after the round, so does everybody, and checks.

One deal orders as many piles as the round needs (deck, reshuffle, a throw of
the die), each with a key of its own.  A die is a pile of its faces: the first
card is the throw.

Seeds and nonces are derived from one secret per match, so a program that was
killed knows them again and nothing secret has to be written per deal.  A player
signs one `ready` per promise and sends the same bytes until an entry cites it.
If a seat is lost after the first was signed, the attempt is void and everybody
opens again: so losing a seat buys one more unknown deal, never the choice
between two known.  The table decides nothing here; the heads in the ready
messages do.
"""

import hashlib
import hmac
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from llwire.chain.entries import Dealt, Pile, Promised, Revealed, Voided
from llwire.chain.facts import Cause, Hidden, Match, Open, ask_all, demand_play, only
from llwire.wire.crypto import derive, digest, u32
from llwire.wire.deeds import Joining, Ready
from llwire.wire.errors import Law, broken, demand

# --- how a deal comes about --------------------------------------------------


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


def _open(match: Match, hidden: Hidden, seed: bytes) -> Open:
    """The orders a deal had, now that its seed is known."""
    key = deal_key(match.genesis.table, match.number, hidden.deal, hidden.attempt, seed, hidden.nonces)
    orders = tuple(order(key, number, size) for number, size in enumerate(hidden.piles))
    return Open(hidden.deal, hidden.attempt, orders)


# --- what the chain demands of it --------------------------------------------


def promised(match: Match, _seq: int, _what: Promised, causes: Sequence[Cause]) -> Match:
    joined = only(causes, Joining, Law.PROMISE_CAUSE, "a promise comes with a joining")
    seat = next((seat for seat, chair in enumerate(match.chairs) if chair.id == joined.id), None)
    if seat is None:
        raise broken(Law.PROMISE_NOBODY, "the promise of nobody here")
    chair = match.chairs[seat]
    demand(chair.person, Law.PROMISE_STAND_IN, f"seat {seat} does not play for itself")
    demand(chair.promise is None, Law.PROMISE_TWICE, f"seat {seat} has promised already")
    demand(chair.box == joined.box, Law.PROMISE_BOX, f"seat {seat} has another box key")
    return match.promise_of(seat, joined.commit)


def opens(match: Match, cause: Cause) -> Ready:
    """A ready that the coming deal can cite: for this attempt, opening what its player promised."""
    ready = cause.deed
    if not isinstance(ready, Ready):
        raise broken(Law.READY_CAUSE, "a deal is caused by ready messages")
    demand(
        (ready.deal, ready.attempt) == (match.deal + 1, match.attempt),
        Law.READY_DEAL,
        "a ready for another deal",
    )
    demand(cause.seen >= match.began, Law.READY_OLD, "a ready from before this attempt")
    demand(ready.seat in match.asked, Law.READY_SEAT, f"seat {ready.seat} takes no part in this deal")
    chair = match.chairs[ready.seat]
    assert chair.id is not None
    told = nonce_promise(match.genesis.table, match.number, chair.id, ready.nonce)
    demand(told == chair.promise, Law.NONCE, f"seat {ready.seat} promised another nonce")
    match.demand_new(ready.seat, ready.next)
    return ready


def _ready(match: Match, what: Dealt | Voided, causes: Sequence[Cause]) -> tuple[dict[int, Ready], bool]:
    """The ready of everybody who takes part, and whether a seat was lost after one was signed."""
    demand(not match.paused and not match.ending, Law.DEAL_NOW, "a deal while paused or ended")
    demand((what.deal, what.attempt) == (match.deal + 1, match.attempt), Law.DEAL_NEXT, "not the next deal")
    ready = [opens(match, cause) for cause in causes]
    demand(
        [deed.seat for deed in ready] == sorted(match.asked),
        Law.READY_ALL,
        "not the ready of everybody who takes part",
    )
    return {deed.seat: deed for deed in ready}, any(cause.seen < match.since for cause in causes)


def _spent(match: Match, ready: dict[int, Ready], promise: bytes) -> Match:
    """All nonces in `ready` are open now; the next promises stand in their place."""
    if match.opened_first is None:
        match = replace(match, opened_first=tuple(deed.nonce for deed in ready.values()))
    for seat, deed in ready.items():
        match = match.promise_of(seat, deed.next)
    return replace(match, promise=promise)


def dealt(match: Match, seq: int, what: Dealt, causes: Sequence[Cause]) -> Match:
    demand(
        match.genesis.reveal == "match" or not match.hidden, Law.DEAL_HIDDEN, "the last deal is not revealed"
    )
    ready, void = _ready(match, what, causes)
    demand(not void, Law.DEAL_LOST, "a deal although a seat was lost after a nonce was open")
    nonces = tuple(ready[seat].nonce if seat in ready else None for seat in range(len(match.chairs)))
    hidden = Hidden(what.deal, what.attempt, match.promise, nonces, (what.size,))
    match = _spent(match, ready, what.promise).put_in_order(what.size)
    match = replace(match, deal=what.deal, hidden=(*match.hidden, hidden), revealed=False)
    return ask_all(match, seq)


def voided(match: Match, seq: int, what: Voided, causes: Sequence[Cause]) -> Match:
    ready, void = _ready(match, what, causes)
    # Every further try costs a seat its part, or the table could try until it likes the deal.
    demand(void, Law.VOID, "an attempt voided although no seat was lost after a nonce was open")
    genesis = match.genesis
    told = seed_promise(genesis.table, match.number, what.deal, what.attempt, what.seed)
    demand(told == match.promise, Law.SEED, "the table promised another seed")
    match = _spent(match, ready, what.promise)
    return replace(match, attempt=match.attempt + 1, began=seq, since=seq)


def pile(match: Match, _seq: int, what: Pile, causes: Sequence[Cause]) -> Match:
    demand(not causes, Law.PILE_CAUSE, "a pile has no cause")
    demand_play(match)
    demand(bool(match.hidden), Law.PILE_NO_DEAL, "a pile without a deal")
    *before, now = match.hidden
    demand(what.number == len(now.piles), Law.PILE_NEXT, "not the next pile")
    match = match.put_in_order(what.size)
    return replace(match, hidden=(*before, replace(now, piles=(*now.piles, what.size))))


def revealed(match: Match, seq: int, what: Revealed, causes: Sequence[Cause]) -> Match:
    demand(not causes, Law.REVEAL_CAUSE, "a reveal has no cause")
    hidden = next((hidden for hidden in match.hidden if hidden.deal == what.deal), None)
    if hidden is None:
        raise broken(Law.REVEAL_NO_DEAL, "a reveal of no hidden deal")
    genesis = match.genesis
    told = seed_promise(genesis.table, match.number, hidden.deal, hidden.attempt, what.seed)
    demand(told == hidden.promise, Law.SEED, "the table promised another seed")
    demand(
        all(pledge.deal != what.deal for pledge in match.pledges),
        Law.CLOSED,
        "a choice of this round is closed",
    )
    rest = tuple(other for other in match.hidden if other is not hidden)
    match = replace(match, hidden=rest, open=(*match.open, _open(match, hidden, what.seed)))
    if what.deal != match.deal:
        return match
    return ask_all(replace(match, revealed=True), seq)
