"""What boxes, signatures and the chain cost: `python bench chain`.

Times are medians in microseconds.  Beside each stands what the same primitive
of the library takes alone in this run; beside a size, what it is without boxes.
"""

import itertools
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from kit.chain import LOG, NUMBER, PIN, Dealer

from bench.figures import Row, micros
from llwire.chain import boxes, deals, entries
from llwire.chain.chain import Chain, line, read_log
from llwire.chain.entries import Auto
from llwire.wire import crypto
from llwire.wire.crypto import BoxKey

PAD = 384
HAND, VIEW, NEWS = bytes(140), bytes(130), bytes(60)  # about what Love Letter needs


def run() -> list[Row]:
    return [*primitives(), *sizes(), *by_seats(), *by_length()]


def primitives() -> list[Row]:
    key, info, message = BoxKey(b"k" * 32), bytes(32), bytes(32)
    box = boxes.seal(HAND, key.public, PAD, info)
    sig = LOG.sign(message)
    theirs = X25519PrivateKey.generate().public_key()
    exchange = micros(lambda: key.private.exchange(theirs))
    bare = Ed25519PublicKey.from_public_bytes(LOG.public)
    verify = micros(lambda: bare.verify(sig, message))
    numbers = Random(1)
    return [
        row(f"seal a view, {PAD} bytes", lambda: boxes.seal(HAND, key.public, PAD, info), 2 * exchange),
        row("open it", lambda: boxes.unseal(box, key, PAD, info), exchange),
        row("sign", lambda: LOG.sign(message), verify),
        row("verify a signature", lambda: crypto.verify.__wrapped__(LOG.public, message, sig), verify),
        row(
            "order a deck of 21",
            lambda: deals.order(message, 0, 21),
            micros(lambda: numbers.shuffle([*range(21)])),
        ),
    ]


def row(what: str, work: Callable[[], object], yardstick: float) -> Row:
    return Row("Wire: primitives", what, micros(work), "us", yardstick)


def match(seats: int, length: int) -> Dealer:
    """A match of one player and bots, as long as wanted, with a public view of a real size."""
    dealer = Dealer(1, seats - 1, pad=PAD).begin()
    private = [HAND] * seats
    bots = itertools.cycle(range(1, seats))
    while dealer.chain.next < length:
        bot = Auto(seat=next(bots), by="bot", action=b"move", secret=None)
        dealer.write(bot, view=VIEW, news=NEWS, private=private)
    return dealer


def sizes() -> list[Row]:
    rows = []
    for seats in range(2, 7):
        dealer = match(seats, 2)
        dealer.write(entries.Acted(), [dealer.signed_act(0)], view=VIEW, news=NEWS)
        whole = len(line(dealer.log[-1]))
        bare = whole - sum(len(box) for box in dealer.bodies[-1].boxes)
        rows.append(Row("Wire: an act, as everybody gets it", f"{seats} seats", whole, "bytes", bare))
    return rows


def by_seats() -> list[Row]:
    return [
        Row(
            "Wire: the table writes an entry",
            f"{seats} seats",
            writing(match(seats, 2)),
            "us",
            sealing(seats),
        )
        for seats in range(2, 7)
    ]


def writing(dealer: Dealer) -> float:
    bot = Auto(seat=1, by="bot", action=b"move", secret=None)
    private = [HAND] * dealer.seats
    return micros(lambda: dealer.built(bot, view=VIEW, news=NEWS, private=private))


def sealing(seats: int) -> float:
    """The boxes and the signature alone, in a bare loop."""
    key = BoxKey(b"k" * 32).public

    def bare() -> None:
        for _ in range(seats):
            boxes.seal(HAND, key, PAD, b"")
        LOG.sign(bytes(32))

    return micros(bare)


def by_length() -> list[Row]:
    """The cost of an entry must not grow with those before it."""
    rows = []
    log = [*map(line, match(4, 5_000).log)]
    bare = micros(lambda: crypto.verify.__wrapped__(LOG.public, bytes(32), bytes(64)))
    for length in (10, 100, 1_000, 5_000):
        data = b"".join(log[:length])
        start = time.perf_counter()
        reading = read_log(data, Chain(PIN, NUMBER))
        taken = (time.perf_counter() - start) / length * 1e6
        assert len(reading.entries) == length
        rows.append(Row("Wire: verify a log, each entry", f"of {length:,} entries", taken, "us", bare))
    kilobytes = sum(map(len, log[:300])) / 1000
    rows.append(
        Row(
            "Wire: a log on disk",
            "a match: 300 entries, 4 seats",
            kilobytes,
            "kB",
            None,
            "3,000 kB",
            "1,000 kB",
        )
    )
    return rows
