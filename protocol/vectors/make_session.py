"""Writes the vectors of frames, messages and handshakes: `python protocol/vectors/make_session.py`."""

import datetime as dt
import hashlib
import itertools
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal

import msgspec

from llwire.chain import entries
from llwire.session import handshake
from llwire.session.host_session import HostSession, Proven
from llwire.session.session import ClientSession
from llwire.wire import deeds
from llwire.wire import messages as m
from llwire.wire.crypto import SignKey
from llwire.wire.limits import Deadlines
from llwire.wire.messages import Head, Message, Rules, frame

HERE = Path(__file__).parent
TABLE, HASH, BOX, PROMISE = b"table id 16 byte", b"h" * 32, b"b" * 32, b"p" * 32
ME, LOG = SignKey(bytes(range(32))), SignKey(bytes(range(32, 64)))
CERT_HASH = hashlib.sha256(b"a certificate").digest()
PIN = m.Pin(TABLE, LOG.public, CERT_HASH)
WORDS = "crane-velvet-pilot"
SECRET = b"secret of the hosting player, 32"
HEAD = Head(match=1, seq=7, hash=HASH)


def plain(value: object) -> Any:
    """A decoded message as JSON: bytes become {"hex": ...}."""
    match value:
        case bytes():
            return {"hex": value.hex()}
        case dict():
            return {key: plain(item) for key, item in value.items()}
        case list() | tuple():
            return [plain(item) for item in value]
        case _:
            return value


def entropy(name: str) -> Callable[[int], bytes]:
    """Bytes that look random and are always the same: SHA-256 of a name and a counter."""
    counter = itertools.count()

    def take(size: int) -> bytes:
        blocks = (hashlib.sha256(f"{name} {next(counter)}".encode()).digest() for _ in range(-(-size // 32)))
        return b"".join(blocks)[:size]

    return take


def act(secret: deeds.Secret | None = None) -> deeds.Act:
    return deeds.Act(table=TABLE, match=1, seat=2, turn=7, head=HASH, action=b"\x01\x02", secret=secret)


def decision(what: deeds.What) -> deeds.Decision:
    return deeds.Decision(table=TABLE, match=1, head=HASH, what=what)


def all_deeds() -> Iterator[deeds.Deed]:
    yield deeds.Joining(table=TABLE, match=1, id=ME.public, box=BOX, commit=PROMISE)
    yield act()
    yield act(deeds.Secret(commit=PROMISE, box=b"sealed"))
    yield deeds.Ready(
        table=TABLE, match=1, seat=0, deal=1, attempt=0, head=HASH, nonce=b"n" * 32, next=PROMISE
    )
    for what in (
        deeds.Pause(),
        deeds.Resume(),
        deeds.StandIn(seat=1, on=True),
        deeds.Drop(seat=1),
        deeds.NewKey(seat=1, id=ME.public),
        deeds.LeaveOut(deal=1, attempt=0, seats=(1, 3)),
        deeds.GoOn(),
        deeds.EndMatch(),
    ):
        yield decision(what)


def from_client() -> Iterator[Message]:
    yield m.Bye(code=m.Code.LEFT, retry_ms=0)
    yield m.Ping(n=1)
    yield m.Pong(n=1, have=HEAD)
    yield m.Pong(n=2**31 - 1, have=None)
    yield entries.sign_deed(act(), ME)
    yield m.Sit(seat=None)
    yield m.Sit(seat=5)
    yield m.Rename(name="Zoë")
    yield m.About(date=dt.date(2026, 2, 14), age=31)
    yield m.About(date=None, age=None)
    yield m.Unready()
    yield m.Leave()
    yield m.Say(text="Grüße! 👑")
    yield m.Signal(sign="strong")
    yield m.Hurry()
    yield m.Give(body=b"an entry", sig=b"s" * 64)
    yield m.Choose(game="love_letter", options=b"\x80")
    yield m.AddBot(seat=None, bot="careful")
    yield m.Kick(seat=3)
    yield m.Ban(address="192.168.1.7", on=True)
    yield m.Lock(on=True)
    yield m.Gallery(on=True)
    yield m.Order(seats=(2, 0, 1))
    yield m.NewCode()
    yield m.Start()
    yield m.Rematch()
    yield m.CloseTable()


def from_table() -> Iterator[Message]:
    ann = m.Chair(
        name="Ann", id=ME.public, bot=None, ready=True, hosting=True, date=dt.date(2026, 2, 14), age=None
    )
    bot = m.Chair(name="Careful", id=None, bot="careful", ready=True, hosting=False, date=None, age=None)
    empty = m.Chair(name=None, id=None, bot=None, ready=False, hosting=False, date=None, age=None)
    yield m.Bye(code=m.Code.BUSY, retry_ms=5000)
    yield m.Ping(n=0)
    yield m.Pong(n=3, have=HEAD)
    yield m.Lobby(
        match=1,
        game="love_letter",
        options=b"\x80",
        rules=Rules(revision=1, data=b"R" * 32),
        chairs=(ann, bot, empty),
        watchers=("Wat",),
        locked=False,
        gallery=True,
    )
    yield m.Terms(turn_ms=None, wait_ms=60_000)
    yield m.Terms(turn_ms=30_000, wait_ms=60_000)
    nobody = {"waiting": (), "left_ms": None, "then": None, "offered": (), "hurried": ()}
    yield m.Standing(
        phase=m.Phase.PLAYING,
        waiting=(2,),
        left_ms=30_000,
        then=m.Then.STAND_IN,
        offered=(2,),
        hurried=(),
        at_once=False,
    )
    yield m.Standing(phase=m.Phase.PLAYING, **nobody | {"waiting": (2,), "hurried": (0, 1)}, at_once=True)
    yield m.Standing(phase=m.Phase.OVER, **nobody, at_once=False)
    yield m.Entry(body=b"an entry", sig=b"s" * 64)
    yield m.Nack(to="act", turn=7, now=9, why=m.Why.STALE, reason=None)
    yield m.Nack(to="act", turn=7, now=7, why=m.Why.ILLEGAL, reason="must_play_countess")
    yield m.Said(seat=0, n=1, text="Hello")
    yield m.SaidBeside(name="Wat", n=2, text="Hello")
    yield m.Signalled(seat=0, n=2, sign="strong")
    here = m.Here(line="online", lag_ms=12, behind=0)
    yield m.Presence(seats=(here, m.Here(line="away", lag_ms=None, behind=3)), watchers=1)
    yield m.Want(match=1, seq=8)
    yield m.Door(
        words=WORDS,
        addresses=("192.168.1.4", "fe80::1%eth0"),
        port=4455,
        open=False,
        banned=("10.0.0.9", "2001:db8::"),
    )
    yield m.Knocks(address="10.0.0.9", tries=3)
    yield m.Newcomers(people=(m.Newcomer(name="Ben", id=ME.public),))


STAGES: dict[str, tuple[msgspec.msgpack.Decoder[Any], Callable[[], Iterator[Message]]]] = {
    "client": (m.from_client, from_client),
    "table": (m.from_table, from_table),
    "deed": (deeds.decoder, all_deeds),
}


def messages() -> list[dict[str, Any]]:
    """Every message at least once, after the handshake; `stage` says which decoder it is for."""
    vectors = []
    for stage, (_, examples) in STAGES.items():
        for example in examples():
            body = m.encode(example)
            value = plain(msgspec.msgpack.decode(body))
            vectors.append({"stage": stage, "hex": body.hex(), "value": value})
    return vectors


def frames() -> list[dict[str, Any]]:
    def vector(name: str, data: bytes, limit: int, good: list[bytes], *, bad: bool) -> dict[str, Any]:
        return {
            "name": name,
            "limit": limit,
            "hex": data.hex(),
            "frames": [x.hex() for x in good],
            "bad": bad,
        }

    one, two = frame(b"\xc0", 16), frame(b"0123456789abcdef", 16)
    return [
        vector("one frame", one, 16, [b"\xc0"], bad=False),
        vector("as long as the limit", two, 16, [b"0123456789abcdef"], bad=False),
        vector("two frames", one + two, 16, [b"\xc0", b"0123456789abcdef"], bad=False),
        vector("the rest has not come yet", one + two[:9], 16, [b"\xc0"], bad=False),
        vector("an empty frame", one + bytes(4), 16, [b"\xc0"], bad=True),
        vector("one byte over the limit, before the body", one + b"\0\0\0\x11", 16, [b"\xc0"], bad=True),
        vector("4 GiB", b"\xff\xff\xff\xff", 65_536, [], bad=True),
        vector("HTTP", b"GET / HTTP/1.1\r\n", 2048, [], bad=True),
    ]


def one_handshake(
    name: str, want: Literal["seat", "watch"], words: str | None, **more: Any
) -> dict[str, Any]:
    """What both sides say, byte for byte, without the frames' lengths."""
    hosting = more.get("hosting")
    aim = handshake.Aim(want, "Ann", words=words, **more)
    client = ClientSession(ME, aim, CERT_HASH, "vector", 0, Deadlines(), entropy("client"))
    host = HostSession(PIN, "vector", 0, Deadlines())
    admission = handshake.Admission(WORDS, open=False, locked=False, hosting=SECRET, knows=lambda _: True)
    said = {}

    def carry(label: str, sender: ClientSession | HostSession, receiver: ClientSession | HostSession) -> Any:
        data = sender.to_send()
        said[label] = data[4:].hex()
        receiver.receive(data, 0)
        return receiver.next()

    carry("hello", client, host)
    host.answer(admission, m.Phase.LOBBY, b"N" * 32, entropy("host"))
    carry("hhello", host, client)
    proven = carry("auth", client, host)
    assert isinstance(proven, Proven)
    host.welcome(0 if want == "seat" else None, aim.have)
    carry("welcome", host, client)
    transcript = handshake.transcript(CERT_HASH, bytes.fromhex(said["hello"]), bytes.fromhex(said["hhello"]))
    return {
        "name": name,
        "id_seed": bytes(range(32)).hex(),
        "cert_hash": CERT_HASH.hex(),
        "words": words,
        "hosting_secret": hosting.hex() if hosting else None,
        "spake_entropy": {side: entropy(side)(64).hex() for side in ("client", "host")},
        **said,
        "transcript": transcript.hex(),
    }


def handshakes() -> list[dict[str, Any]]:
    return [
        one_handshake("pairing by words", "seat", WORDS),
        one_handshake("coming back by the pin", "seat", None, pin=PIN, have=HEAD),
        one_handshake("the hosting player", "seat", None, pin=PIN, hosting=SECRET),
        one_handshake("watching", "watch", WORDS),
    ]


FILES: dict[str, Callable[[], list[dict[str, Any]]]] = {
    "frames.json": frames,
    "messages.json": messages,
    "handshakes.json": handshakes,
}


def written(name: str) -> str:
    return json.dumps(FILES[name](), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    for file in FILES:
        (HERE / file).write_text(written(file), encoding="utf-8")
