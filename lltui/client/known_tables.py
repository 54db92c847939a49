"""What a player's program remembers: who the player is, and every table it was let in at.

    <state>/identity.key            the key that every table knows this player by
    <state>/known/<hex>/table       a table's pin, the secret for its matches, where it was last
    <state>/known/<hex>/sent        the last nonce opened there
    <state>/known/<hex>/match-<n>.log    the entries of a match, as received and verified; of the newest two
    <state>/known/<hex>/evidence-<n>.log    the entry for which this table was left
    <state>/known/<hex>/lock        held by the program that is at this table now
    <state>/people/<hex>/           the same of somebody else on this account, by another name

Only ids make names of files.  Whatever is written in place of something else
is whole on disk before it takes its place; nothing that cannot be read is ever
written over.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta, Struct

from lltui.errors import Trouble
from lltui.files import disk, reading
from lltui.files.disk import FileLock, close_to_others, troubles
from lltui.files.framed_log import OwnLog
from llwire.chain.chain import line
from llwire.wire.crypto import SignKey
from llwire.wire.messages import Bytes16, Bytes32, Entry, Number, Pin, Signed
from llwire.wire.text import skeleton

T = TypeVar("T")
KEY = 32


class BrokenIdentity(Trouble):
    """The file of the identity is not one; it may be mended by hand, so it stays as it is."""


class BrokenMemory(Trouble):
    """What is remembered of a table cannot be read."""


class KnownTable(Struct, frozen=True, forbid_unknown_fields=True):
    """One table.

    `addresses` are where it was found last, the newest first; `name` is what the player wants to be called
    there, `called` what the table made of it where that is something else.
    """

    table: Bytes16
    log_key: Bytes32
    cert_hash: Bytes32
    secret: Bytes32
    addresses: tuple[str, ...] = ()
    name: str = ""
    called: str = ""

    @property
    def pin(self) -> Pin:
        """What makes it this table."""
        return Pin(self.table, self.log_key, self.cert_hash)


class Sent(Struct, frozen=True, forbid_unknown_fields=True):
    """The newest nonce that was opened at a table, and how."""

    match: Number
    number: Number
    body: Annotated[bytes, Meta(min_length=1)]
    sig: Annotated[bytes, Meta(min_length=64, max_length=64)]


class KnownTables:
    """Everything that is remembered, under one folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def identity(self) -> SignKey:
        """This player's key; made once, the first time it is needed."""
        file = self.folder / "identity.key"
        with troubles(file):
            seed = _read(file)
            if seed is None:
                disk.make_folder(self.folder)
                with contextlib.suppress(FileExistsError):
                    disk.create(file, os.urandom(KEY))
                seed = reading.data(file)
        if len(seed) != KEY:
            raise BrokenIdentity(file=str(file))
        return SignKey(seed)

    def other(self, name: str) -> KnownTables:
        """Of somebody else on this account, by their name: another key, and tables of their own."""
        return KnownTables(self.folder / "people" / hashlib.sha256(skeleton(name).encode()).hexdigest()[:16])

    def table(self, table: bytes) -> TableMemory | None:
        """What is known of this table."""
        memory = TableMemory(self.folder / "known" / table.hex())
        return memory if memory.load() else None

    def meet(self, pin: Pin) -> TableMemory:
        """A table we were let in at: what is known of it, from now on something."""
        memory = self.table(pin.table)
        if memory is None:
            memory = TableMemory(self.folder / "known" / pin.table.hex())
            memory.begin(KnownTable(pin.table, pin.log_key, pin.cert_hash, os.urandom(KEY)))
        return memory

    def all(self) -> list[TableMemory]:
        """Every known table that can be read; the others are left alone until they are wanted."""
        found = []
        with troubles(self.folder), contextlib.suppress(FileNotFoundError):
            for folder in sorted((self.folder / "known").iterdir()):
                memory = TableMemory(folder)
                with contextlib.suppress(Trouble):
                    if memory.load():
                        found.append(memory)
        return found

    def names(self) -> dict[str, str]:
        """By the first digits of its id, what the player is called at every known table."""
        return {each.known.table.hex()[:8]: each.known.called or each.known.name for each in self.all()}

    def at(self, address: str) -> TableMemory | None:
        """The table that was last found at this address."""
        return next((memory for memory in self.all() if address in memory.known.addresses), None)

    def with_certificate(self, cert_hash: bytes) -> TableMemory | None:
        """The table that has this certificate."""
        return next((each for each in self.all() if each.known.cert_hash == cert_hash), None)

    def moved(self, newer: TableMemory, addresses: Sequence[str]) -> None:
        """At these addresses is this table now, and no other."""
        for memory in self.all():
            if memory.known.table != newer.known.table:
                left = tuple(each for each in memory.known.addresses if each not in addresses)
                memory.change(addresses=left)

    def with_id(self, beginning: str) -> TableMemory | None:
        """The table whose id begins like this, as the announcements have it."""
        return next((each for each in self.all() if each.known.table.hex().startswith(beginning)), None)


class TableMemory:
    """What is kept of one table."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.known: KnownTable
        self._logs: dict[int, OwnLog] = {}
        self._lock = FileLock(folder / "lock")

    def take(self) -> bool:
        """Whether no other program of this player writes here, from now on until `release`.

        Where not even a lock can be written, nothing else can be either.
        """
        try:
            return self._lock.take()
        except OSError:
            return True

    def release(self) -> None:
        """Another program may have it."""
        self._lock.close()

    def load(self) -> bool:
        """Read it; False if there is nothing."""
        known = _told(self.folder / "table", KnownTable)
        if known is None:
            return False
        self.known = known
        return True

    def begin(self, known: KnownTable) -> None:
        """Remember it, unless another program was first: then its secret counts."""
        file = self.folder / "table"
        with troubles(file):
            disk.make_folder(self.folder)
            with contextlib.suppress(FileExistsError):
                disk.create(file, msgspec.json.encode(known))
        self.load()

    def write(self, known: KnownTable) -> None:
        """Remember it."""
        file = self.folder / "table"
        with troubles(file):
            disk.make_folder(self.folder)
            disk.replace(file, msgspec.json.encode(known))
        self.known = known

    def change(self, **changed: object) -> None:
        """Remember something else of it, if it is something else."""
        known = msgspec.structs.replace(self.known, **changed)
        if known != self.known:
            self.write(known)

    def called(self, given: str) -> None:
        """The name that the table gave, where it is not the one that was asked for."""
        self.change(called="" if given == self.known.name else given)

    # ------------------------------------------------------------ the nonces

    def sent(self, match: int) -> tuple[int, Signed] | None:
        """The last nonce opened in this match."""
        sent = _told(self.folder / "sent", Sent)
        if sent is None or sent.match != match:
            return None
        return sent.number, Signed(body=sent.body, sig=sent.sig)

    def keep_sent(self, match: int, number: int, ready: Signed) -> None:
        """On disk before it is sent."""
        file = self.folder / "sent"
        with troubles(file):
            disk.replace(file, msgspec.json.encode(Sent(match, number, ready.body, ready.sig)))

    # -------------------------------------------------------------- the logs

    def newest(self) -> int | None:
        """The number of the newest match with a log."""
        with troubles(self.folder):
            names = [file.name[6:-4] for file in self.folder.glob("match-*.log")]
        return max((int(name) for name in names if name.isdecimal()), default=None)

    def log(self, match: int) -> OwnLog:
        """The log of this match."""
        if match not in self._logs:
            self._logs[match] = OwnLog(self.folder / f"match-{match}.log")
        return self._logs[match]

    def evidence(self, match: int, entry: Entry) -> None:
        """An entry that cannot be, beside the log that says why."""
        file = self.folder / f"evidence-{match}.log"
        with contextlib.suppress(OSError):  # the trouble itself is told; this is only its proof
            disk.replace(file, line(entry))

    def forget(self, match: int) -> None:
        """This match has a file of its own, and is long over: nobody asks for its entries any more."""
        self._logs.pop(match, None)
        with contextlib.suppress(OSError):  # what stays there is read by nobody
            disk.remove(self.folder / f"match-{match}.log")


# ------------------------------------------------------------------- the disk


def _read(file: Path) -> bytes | None:
    """The content, closed to others from now on if it was open to them; None if there is no file."""
    try:
        data = reading.data(file)
    except FileNotFoundError:
        return None
    close_to_others(file)
    return data


def _told(file: Path, kind: type[T]) -> T | None:
    """The same as one of ours; BrokenMemory if it is none."""
    with troubles(file):
        data = _read(file)
    try:
        return None if data is None else msgspec.json.decode(data, type=kind)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise BrokenMemory(file=str(file), detail=str(error)) from None
