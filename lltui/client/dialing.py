"""From addresses to a line: every address is tried, the first that answers is spoken to.

Why there is none, or none any more, is a Trouble: what a player can put right.
"""

from __future__ import annotations

import asyncio
import errno
import re
import socket
from collections.abc import Callable, Sequence
from ipaddress import IPv6Address
from typing import Any, Literal, NamedTuple

from msgspec import Struct

from lltui import PROGRAM
from lltui.errors import Trouble, UsageTrouble
from llwire.session.handshake import Aim
from llwire.session.session import ClientSession, Welcomed
from llwire.session.stream import PeerLine, call
from llwire.wire.crypto import SignKey
from llwire.wire.errors import Code, Law, PeerError
from llwire.wire.limits import Deadlines
from llwire.wire.messages import Pin

PORT = 4455


class BadAddress(UsageTrouble):
    """Not ADDRESS or ADDRESS:PORT."""


class UnknownAddress(Trouble):
    """A name that nobody knows."""


class NobodyThere(Trouble):
    """That machine is there, and nobody listens."""


class NoAnswer(Trouble):
    """Nothing came back at all."""


class NoNetwork(Trouble):
    """There is no way to that address from here."""


class Timing(Struct, frozen=True):
    """Every time that a client waits, in seconds; tests shrink them."""

    stagger: float = 0.25  # between tries of one table's addresses
    answer: float = 5.0  # for a connection to be taken at all
    first: float = 0.2  # before coming back after a lost line; twice that after each failure
    longest: float = 5.0
    spread: float = 0.5  # a part of it, up or down, so that a whole table does not come back at one moment
    yielding: float = 5.0  # for another program of the same player to leave the table
    look: float = 3.0  # for a table that is not where it was
    look_after: int = 2  # failures
    deadlines: Deadlines = Deadlines()

    def pause(self, tried: int, chance: Callable[[], float]) -> float:
        """Before the next try; `chance` is a number from 0 to 1."""
        plain = min(self.longest, self.first * 2.0 ** min(tried, 20))
        return plain * (1 + self.spread * (2 * chance() - 1))


class End(NamedTuple):
    """Where to connect to."""

    address: str
    family: int
    place: tuple[object, ...]


class JoinTarget(Struct, frozen=True):
    """Which table, as whom, and how it is known.

    `guessed`: nobody chose the name, so at a known table the one used there is better, and
    at another one it is asked for.
    `new`: whatever was at this address before is another table.  `listed`: for a
    table of one's own, what others call it in whose list it stands; else nothing.
    `second`: somebody else of this account, whom only the name tells from the first.
    Of a guest of a door: the `ticket` that says where they come from, what they type to come `back`,
    and whether it is known by nothing but the `words_again` that it is they.
    """

    addresses: tuple[str, ...]
    name: str
    guessed: bool = False
    want: Literal["seat", "watch"] = "seat"
    words: str | None = None
    open: bool = False
    hosting: bytes | None = None
    pin: Pin | None = None
    listed: str = ""
    table: str | None = None
    new: bool = False
    second: bool = False
    ticket: bytes = b""
    back: str = ""
    words_again: bool = False


class Dialled(NamedTuple):
    """A line, and by which address it came about."""

    line: PeerLine[ClientSession]
    welcomed: Welcomed
    address: str


async def dial(addresses: Sequence[str], me: SignKey, aim: Aim, timing: Timing) -> Dialled:
    """Log in at the table that is at one of these; Trouble if nothing answers, PeerError if it will not."""
    left = list(addresses)
    failed: PeerError | None = None
    while left:
        try:
            sock, end = await reach(left, timing)
        except Trouble:
            if failed is not None:
                raise failed from None
            raise
        try:
            line, welcomed = await call(sock, me, aim, PROGRAM, timing.deadlines)
        except PeerError as error:
            # What answered is no table, or its line is bad: it may be at the next address.
            if error.code not in (Code.LOST, Code.SLOW, Code.VERSION):
                raise
            failed = error
            left.remove(end.address)
        else:
            return Dialled(line, welcomed, joined(end.place))
    assert failed is not None, "without an address there is nothing to dial"
    raise failed


async def reach(addresses: Sequence[str], timing: Timing) -> tuple[socket.socket, End]:
    """The first of all these that takes a connection."""
    ends = [end for address in addresses for end in await _ends(address)]
    tries = [asyncio.create_task(_try(end, n * timing.stagger, timing)) for n, end in enumerate(ends)]
    errors: list[OSError] = []
    won = None
    try:
        for done in asyncio.as_completed(tries):
            try:
                won = await done
            except OSError as error:
                errors.append(error)
            else:
                return won
    finally:
        await _call_off(tries, won)
    raise _unreached(errors, addresses[0])


async def _call_off(
    tries: Sequence[asyncio.Task[tuple[socket.socket, End]]], won: tuple[socket.socket, End] | None
) -> None:
    for task in tries:
        task.cancel()
    for result in await asyncio.gather(*tries, return_exceptions=True):
        if not isinstance(result, BaseException) and (won is None or result[0] is not won[0]):
            result[0].close()


async def _try(end: End, wait: float, timing: Timing) -> tuple[socket.socket, End]:
    await asyncio.sleep(wait)
    sock = socket.socket(end.family, socket.SOCK_STREAM)
    sock.setblocking(False)
    try:
        async with asyncio.timeout(timing.answer):
            await asyncio.get_running_loop().sock_connect(sock, end.place)
    except BaseException:
        sock.close()
        raise
    return sock, end


async def _ends(address: str) -> list[End]:
    host, port = split(address)
    try:
        # A number needs no thread that asks, and none of the codec of names: 0.4 MB.
        found = socket.getaddrinfo(
            host.encode("ascii"), port, type=socket.SOCK_STREAM, flags=socket.AI_NUMERICHOST
        )
    except (socket.gaierror, UnicodeError):
        found = await _asked(host, port)
    return [End(address, family, place) for family, _, _, _, place in found]


async def _asked(host: str, port: int) -> list[Any]:
    try:
        return await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (socket.gaierror, UnicodeError):
        raise UnknownAddress(address=host) from None


def _unreached(errors: Sequence[OSError], address: str) -> Trouble:
    numbers = {error.errno for error in errors}
    if errno.ECONNREFUSED in numbers:
        return NobodyThere(address=address)
    if numbers & _NO_WAY:
        return NoNetwork(address=address)
    return NoAnswer(address=address)


_NO_WAY = frozenset({errno.ENETUNREACH, errno.EHOSTUNREACH, errno.ENETDOWN, errno.EADDRNOTAVAIL})
_WRITTEN = re.compile(
    r"\[(?P<six>[0-9A-Fa-f:.]+(?:%[\w.-]+)?)\](?::(?P<p6>\d+))?|(?P<host>[^\s:\[\]]+)(?::(?P<p>\d+))?"
)


def split(address: str) -> tuple[str, int]:
    """Host and port of what somebody typed."""
    if address.count(":") > 1 and not address.startswith("["):
        address = f"[{address}]"
    written = _WRITTEN.fullmatch(address.strip())
    if written is None:
        raise BadAddress(address=address)
    port = int(written["p6"] or written["p"] or PORT)
    if not 0 < port < 2**16 or not (written["host"] or _is_six(written["six"])):
        raise BadAddress(address=address)
    return written["six"] or written["host"], port


def _is_six(host: str) -> bool:
    try:
        IPv6Address(host)
    except ValueError:
        return False
    return True


def typed(host: str, port: int) -> str:
    """An address as it is told and typed: the port only where it is another than usual."""
    host = f"[{host}]" if ":" in host else host
    return host if port == PORT else f"{host}:{port}"


def join_line(address: str, port: int, *, wordless: bool) -> str:
    """What the others type: that nothing proves the table to them, they say themselves."""
    return f"lltui join {typed(address, port)}{' --open' if wordless else ''}"


def ssh_line(address: str, port: int, name: str = "NAME") -> str:
    """What such a guest types."""
    return f"ssh {name}@{address}" if port == 22 else f"ssh -p {port} {name}@{address}"


def web_line(address: str, port: int, token: str) -> str:
    """The address of a table's page, by number: no name could be made to lead there."""
    host = f"[{address}]" if ":" in address else address
    return f"http://{host}:{port}/{token}"


def joined(place: Sequence[object]) -> str:
    """Host and port as one types them."""
    host, port = str(place[0]), place[1]
    scope = place[3] if len(place) > 3 else 0
    if scope and "%" not in host:
        host = f"{host}%{scope}"
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


# ------------------------------------ why a table will not have us, or we will not have it


class LineBroken(Trouble):
    """It answers, and the line breaks again and again."""


class TableBusy(Trouble):
    """Too many knocks."""


class WordsNeeded(Trouble):
    """The table does not know this player yet, and no words were given."""


class WrongWords(Trouble):
    """Other words than the table's."""


class HostChanged(Trouble):
    """Not the table that is known: the red stop."""


class Forked(Trouble):
    """The table told two stories."""


class BadSignature(Trouble):
    """A key does not match the name it goes by."""


class Misunderstood(Trouble):
    """The two programs do not understand one another, or one lies."""


class OtherVersion(Trouble):
    """No common version of the protocol."""


class UnequalRules(Trouble):
    """The table plays the game by other rules than this program."""


class AnotherProgram(Trouble):
    """Something answers that is no table."""


class Replaced(Trouble):
    """The same player came in somewhere else."""


class Kicked(Trouble):
    """The host sent this player away."""


class TableFull(Trouble):
    """No chair is free."""


class SeatsTaken(Trouble):
    """The match is under way, or the table is locked."""


class GotUp(Trouble):
    """This player left on purpose."""


class TableClosed(Trouble):
    """The table is closed for good."""


REFUSALS: dict[str, type[Trouble]] = {
    Code.BUSY: TableBusy,
    Code.RATE: LineBroken,
    Code.SLOW: LineBroken,
    Code.CLOSING: LineBroken,
    Code.LOST: LineBroken,
    Code.MALFORMED: Misunderstood,
    Code.VERSION: OtherVersion,
    Code.RULES: UnequalRules,
    Code.CODE_NEEDED: WordsNeeded,
    Code.WRONG_CODE: WrongWords,
    Code.BAD_SIGNATURE: BadSignature,
    Code.HOST_CHANGED: HostChanged,
    Code.FORK: Forked,
    Code.REPLACED: Replaced,
    Code.KICKED: Kicked,
    Code.FULL: TableFull,
    Code.LOCKED: SeatsTaken,
    Code.LEFT: GotUp,
    Code.OVER: TableClosed,
}


def refusal(error: PeerError, address: str) -> Trouble:
    """What the player is told when a table cannot be joined."""
    if strange(error):
        return AnotherProgram(address=address)
    return REFUSALS[error.code](address=address)


def strange(error: PeerError) -> bool:
    """Whether what answered is no table at all: TLS failed, or speaks of something else."""
    return error.law in (Law.TLS, Law.ALPN)
