"""A seat over the network: keeps a line to the table, and comes back by itself when it is lost.

All that it writes is written in a thread, in its order: a disk may take as long as
it likes, and neither the table nor a screen waits for it.  Only an opened nonce is
on disk before anything else is said.
"""

from __future__ import annotations

import asyncio
import random
import shlex
import time
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple, Self

from msgspec import Struct
from msgspec.structs import replace

from lltui.client import requests
from lltui.client import updates as u
from lltui.client.client import (
    Append,
    Client,
    Effect,
    Evidence,
    Forget,
    HangUp,
    KeepReady,
    Proved,
    Send,
    TellBoard,
)
from lltui.client.dialing import Dialled, JoinTarget, Timing, dial, split, typed
from lltui.client.followed_match import FollowedMatch
from lltui.client.known_tables import TableMemory
from lltui.client.updates import Quota, weight
from lltui.errors import Trouble
from lltui.games.chair import PATIENCE, DiskSlow, Glimpse, Request, Update
from lltui.games.game import Action, Seat
from lltui.record.matchfile import Copy, head_of, path_of
from llwire.session.handshake import Aim
from llwire.session.session import LIVE, ClientSession, Welcomed
from llwire.session.stream import PeerLine
from llwire.wire import messages as m
from llwire.wire.errors import Code, PassingError, PeerError, TerminalError, peer_error
from llwire.wire.messages import Message

Finder = Callable[[bytes, float], Awaitable[Sequence[str]]]
# Of these only the newest counts, if nothing happened between them.
STATES = (u.LobbyIs, u.Waits, u.PresenceIs, u.DoorIs, u.NewcomersAre)


class _Search:
    """Looks for a table that is not where it was, beside the tries at its last address."""

    def __init__(self, finder: Finder, table: bytes, timing: Timing) -> None:
        self._finder, self._table, self._timing = finder, table, timing
        self._task: asyncio.Future[Sequence[str]] | None = None
        self._found: tuple[str, ...] = ()

    def found(self, tried: int) -> tuple[str, ...]:
        """What was found so far; the search goes on from the `look_after`-th try."""
        if self._task is not None and self._task.done():
            self._found = tuple(self._task.result())
            self._task = None
        if self._task is None and tried >= self._timing.look_after:
            self._task = asyncio.ensure_future(self._finder(self._table, self._timing.look))
        return self._found

    async def close(self) -> None:
        """It is back, or will never be."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)


class _Told(NamedTuple):
    tell: TellBoard
    size: int


class _Queue:
    """What the board was not told yet, in its order.

    It does not forget; whoever fills it stops while it is full.
    """

    def __init__(self, quota: Quota) -> None:
        self.news, self.room = asyncio.Event(), asyncio.Event()
        self._quota = quota
        self._rows: dict[int, _Told] = {}
        self._states: dict[object, int] = {}  # since something happened
        self._last = self._size = 0
        self.room.set()

    def __len__(self) -> int:
        return len(self._rows)

    @property
    def full(self) -> bool:
        """Whether there is as much as a board should ever have before it."""
        return len(self._rows) >= self._quota.updates or self._size >= self._quota.bytes

    def put(self, tell: TellBoard, size: int = 0) -> None:
        """One more, which came in so many bytes."""
        state = _state(tell.update)
        if state is None:
            self._states.clear()
        elif state in self._states:
            self._drop(self._states[state])
        self._last += 1
        if state is not None:
            self._states[state] = self._last
        if isinstance(tell.update, Glimpse):
            size += self._quota.choice * len(tell.update.menu)
        if isinstance(tell.update, u.HeardBefore):
            size += weight(tell.update)
        self._rows[self._last] = _Told(tell, size)
        self._size += size
        self.news.set()
        if self.full:
            self.room.clear()

    def take(self) -> TellBoard:
        """The oldest."""
        return self._drop(next(iter(self._rows))).tell

    def _drop(self, number: int) -> _Told:
        told = self._rows.pop(number)
        self._size -= told.size
        if self._states.get(state := _state(told.tell.update)) == number:
            del self._states[state]
        if not self.full:
            self.room.set()
        return told


def _state(update: Update) -> object:
    """What it says anew, if it does no more than that: how something is, or the same answer once more."""
    match update:
        case u.Refused():
            return update
        case u.LinkLost(tried=tried) if tried:
            return u.LinkLost
    return type(update) if isinstance(update, STATES) else None


class _Job(NamedTuple):
    """Something to be written, and what is done when it was."""

    write: Callable[[], Update | None]  # and what is to be told of it
    then: Callable[[], None]
    size: int


def _all(jobs: Sequence[_Job]) -> list[Update | None]:
    return [_tried(job.write) for job in jobs]


def _tried(write: Callable[[], Update | None]) -> Update | None:
    """A disk that refuses is told of; the match goes on."""
    try:
        return write()
    except Trouble as trouble:
        return u.Unkept(str(trouble.facts.get("reason")))


def _nothing() -> None:
    pass


class _Writing:
    """What goes to a disk, one thing after the other, in a thread.  It forgets nothing: who leaves waits."""

    def __init__(self, folder: Path, told: _Queue, quota: Quota) -> None:
        self.room = asyncio.Event()
        self._folder, self._told, self._quota = folder, told, quota
        self._jobs: deque[_Job] = deque()
        self._size = 0  # of what waits
        self._task: asyncio.Task[None] | None = None
        self._slow = False
        self.room.set()

    @property
    def under_way(self) -> bool:
        """Whether something is being written."""
        return self._task is not None and not self._task.done()

    def write(
        self, write: Callable[[], Update | None], then: Callable[[], None] = _nothing, size: int = 0
    ) -> None:
        """Behind all that waits."""
        self._jobs.append(_Job(write, then, size))
        self._size += size
        if len(self._jobs) >= self._quota.updates or self._size >= self._quota.bytes:
            self.room.clear()
        if not self.under_way:
            self.check()
            self._task = asyncio.create_task(self._work())
            self._task.add_done_callback(lambda _: self._told.news.set())

    async def done(self) -> None:
        """Until nothing waits any more."""
        while self._task is not None and self.under_way:
            await asyncio.wait({self._task})
        self.check()

    def check(self) -> None:
        """An error of ours is no disk's, and ends the visit."""
        if self._task is not None and self._task.done():
            self._task.result()

    async def _work(self) -> None:
        while self._jobs:
            jobs = [self._jobs.popleft() for _ in range(min(len(self._jobs), self._quota.at_once))]
            writing = asyncio.ensure_future(asyncio.to_thread(_all, jobs))
            done, _ = await asyncio.wait({writing}, timeout=PATIENCE)
            if not done and not self._slow:
                self._told.put(TellBoard(DiskSlow(str(self._folder))))
            self._slow = not done
            updates = await writing
            self._size -= sum(job.size for job in jobs)
            self.room.set()
            for job, update in zip(jobs, updates, strict=True):
                if update is not None:
                    self._told.put(TellBoard(update))
                job.then()


class Connection:
    """One seat; a Chair for its board once a match has begun."""

    local = False

    def __init__(
        self,
        client: Client,
        memory: TableMemory,
        goal: JoinTarget,
        timing: Timing,
        finder: Finder,
        matches: Path,
        chance: Callable[[], float] = random.random,
        quota: Quota = Quota(),  # noqa: B008 - frozen
    ) -> None:
        self.game = ""
        self.options: Struct = Struct()
        self.names: tuple[str, ...] = ()
        self.you: Seat | None = None
        self.client = client
        self._memory = memory
        self._goal = goal
        self._timing = timing
        self._finder = finder
        self._matches = matches
        self._copies: dict[tuple[int, Seat | None], Copy] = {}
        self._unsaid = 0  # nonces that are not on disk yet: what is said meanwhile comes behind them
        self._reads = False  # an entry that the table lost
        self._chance = chance
        # Where it was found, whether or not that could be remembered.
        self._addresses = memory.known.addresses
        self._line: PeerLine[ClientSession] | None = None
        self._quota = quota
        self._told = _Queue(quota)
        self._writing = _Writing(memory.folder, self._told, quota)
        self._in_a_row = 0  # updates that were taken, and there were more
        self._left: int | None = None  # events since one's own goodbye
        self._coming = 0  # bytes of the event that is heard
        now = client.now  # a disk may not have taken all of it the last time
        self._missing = self._refused = False  # what the disk did not take of the log, and of a file
        # Files of matches that are to be written once more.
        self._unkept: dict[int, Copy] = {}
        if now is not None and now.begun:
            self._unkept[now.number] = self._copy(now)
        self._closed: Update | None = None
        self._task: asyncio.Task[None] | None = None

    def start(self, dialled: Dialled) -> Self:
        """Sit down on this line."""
        self._found(dialled)
        if self._goal.ticket:
            self._put(u.HostCouldLook())
        self._task = asyncio.create_task(self._keep(dialled.line, dialled.welcomed))
        self._task.add_done_callback(lambda _: self._told.news.set())
        return self

    async def leave(self, *, getting_up: bool) -> None:
        """Hang up; a chair in the lobby is given up only by who gets up, and the host's never."""
        assert self._task is not None, "sat down"
        await asyncio.sleep(0)  # whoever has only just sat down is welcomed first, and can get up
        self._left = 0
        self._told.room.set()
        if getting_up and not self.hosts and self._line is not None:
            self._perform(self.client.act(requests.GET_UP))
            await asyncio.wait({self._task}, timeout=self._timing.deadlines.farewell)
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        if self._line is not None:  # one that nobody speaks on yet
            await self._part(self._line, peer_error(Code.CLOSING))
        await self._kept()

    # ------------------------------------------------------------- the visit

    @property
    def chair(self) -> Self:
        """Where one sits."""
        return self

    @property
    def guided(self) -> bool:
        """Nobody learns the game among others."""
        return False

    @property
    def watches(self) -> bool:
        """Whether one only looks on."""
        return self._goal.want == "watch"

    @property
    def folder(self) -> Path | None:
        """Where one's own record of it is being written now."""
        return self._memory.folder if self._writing.under_way else None

    @property
    def hosts(self) -> bool:
        """Whether the table is one's own, in another process of this machine."""
        return self._goal.hosting is not None

    @property
    def listed(self) -> str:
        """What others call it in whose list it stands; empty where it stands in none."""
        return self._goal.listed

    @property
    def way_back(self) -> str:
        """What one types to come back to a table of others; who hosts has another way."""
        if self.hosts or not self._addresses:
            return ""
        goal, address = self._goal, typed(*split(self._addresses[0]))
        if goal.back:
            return goal.back
        command = "watch" if self.watches else "join"
        name = f" --name {shlex.quote(goal.name)}" if goal.second else ""
        return f"lltui {command} {address}{name}"

    def again(self) -> None:
        """The others have to be asked."""

    # ------------------------------------------------------------- the chair

    async def next(self, *, looking: bool = False) -> Update:
        """The next update; after the last one, that again."""
        await self._breathe()
        if not self._told and not looking:
            self._perform(self.client.attend())
        while not self._told:
            if self._task is not None and self._task.done():
                self._task.result()
                assert self._closed is not None, "ends with a reason"
                return self._closed
            self._writing.check()
            self._told.news.clear()
            await self._told.news.wait()
        told = self._told.take()
        self.client.saw(told.turn)
        if isinstance(told.update, u.Began):
            began = told.update
            self.game, self.options, self.names, self.you = began.game, began.options, began.names, began.you
        return told.update

    async def act(self, what: Action | Request) -> None:
        """A move, or anything else one may ask for."""
        self._perform(self.client.act(what))

    async def _breathe(self) -> None:
        """A board that always has something to read lets whoever sits there do something, too."""
        self._in_a_row = self._in_a_row + 1 if self._told else 0
        if self._in_a_row >= self._quota.at_once:
            self._in_a_row = 0
            await asyncio.sleep(self._quota.breath)

    # -------------------------------------------------------------- the line

    async def _keep(self, line: PeerLine[ClientSession], welcomed: Welcomed) -> None:
        while True:
            why = await self._converse(line, welcomed)
            try:
                if isinstance(why, TerminalError):
                    raise why
                line, welcomed = await self._return(why)
            except TerminalError as terminal:
                await self._close(terminal)
                return
            self._put(u.LinkBack())

    async def _converse(self, line: PeerLine[ClientSession], welcomed: Welcomed) -> PeerError:
        try:
            self._perform(self.client.welcomed(welcomed.welcome))
            await line.run(self._hear, self._fill, self._room)
        except PeerError as why:
            await self._part(line, why)
            return why
        except asyncio.CancelledError:
            await self._part(line, peer_error(Code.CLOSING))
            raise
        raise AssertionError("a line ends by raising why")

    async def _part(self, line: PeerLine[ClientSession], why: PeerError) -> None:
        self._line = None
        self.client.unlinked()
        await line.farewell(why)

    async def _return(self, why: PeerError) -> tuple[PeerLine[ClientSession], Welcomed]:
        """Come back; a TerminalError if that is of no use."""
        tried = 0
        search = _Search(self._finder, self._memory.known.table, self._timing)
        try:
            while True:
                wait = max(self._timing.pause(tried, self._chance), why.retry_ms / 1000)
                self._put(u.LinkLost(str(why.code), wait, tried))
                await asyncio.sleep(wait)
                await self._room()
                try:
                    dialled = await self._dial(search.found(tried))
                except PassingError as error:
                    why = error
                except Trouble:
                    why = peer_error(Code.LOST)
                else:
                    self._found(dialled)
                    return dialled.line, dialled.welcomed
                tried += 1
        finally:
            await search.close()

    async def _dial(self, found: Sequence[str]) -> Dialled:
        known = self._memory.known
        addresses = tuple(dict.fromkeys((*found, *self._addresses)))
        goal, have = self._goal, self.client.have
        aim = Aim(goal.want, goal.name, known.pin, hosting=goal.hosting, have=have, ticket=goal.ticket)
        return await dial(addresses, self.client.me, aim, self._timing)

    def _found(self, dialled: Dialled) -> None:
        self._line = dialled.line
        self._addresses = tuple(dict.fromkeys((dialled.address, *self._addresses)))[:4]
        self._writing.write(partial(self._memory.change, addresses=self._addresses, name=self._goal.name))

    async def _close(self, why: PeerError) -> None:
        if why.code is Code.OVER:
            # The next table at this address is another one, and nothing to be alarmed at.
            self._writing.write(partial(self._memory.change, addresses=()))
        # Somebody may still be reading the last page, and go on elsewhere.
        await self._kept()
        self._closed = u.Closed(str(why.code))
        self._put(self._closed)

    # --------------------------------------------------------------- effects

    async def _room(self) -> None:
        """Comes back when the board can be told more."""
        while self._told.full and self._left is None:
            await self._told.room.wait()
        await self._writing.room.wait()

    def _hear(self, event: object) -> None:
        if self._left is not None:
            self._left += 1
            if self._left > self._quota.farewell:
                raise peer_error(Code.LEFT, "talks on after our goodbye")
            return
        self._coming = len(event.body) if isinstance(event, m.Entry) else 0
        self._perform(self.client.receive(event))
        self._coming = 0
        if self._line is not None:
            self._line.session.have = self.client.have

    def _fill(self) -> None:
        """One at a time: a table that lost much is given it as fast as a disk can read it."""
        wanted = None if self._reads else self.client.gives()
        if wanted is None:
            return
        self._reads, found = True, list[m.Entry]()
        then = partial(self._give, self._line, found)
        self._writing.write(partial(self._look_up, *wanted, found), then)

    def _look_up(self, match: int, seq: int, found: list[m.Entry]) -> None:
        entry = self._memory.log(match).entry(seq)
        found += [] if entry is None else [entry]

    def _give(self, line: PeerLine[ClientSession] | None, found: Sequence[m.Entry]) -> None:
        self._reads = False
        for entry in found:
            self._say(line, m.Give(body=entry.body, sig=entry.sig))

    def _say(self, line: PeerLine[ClientSession] | None, message: Message) -> None:
        """Between the end of a line and our hearing of it, there is nobody to say it to."""
        if line is not None and line is self._line and line.session.stage in LIVE:
            line.say(m.encode(message))

    def _perform(self, effects: Sequence[Effect]) -> None:
        for effect in effects:
            match effect:
                case Send(message=message) if self._unsaid and self._left is None:
                    self._writing.write(_nothing, partial(self._say, self._line, message))
                case Send(message=message):
                    self._say(self._line, message)
                case TellBoard(update=u.LobbyIs() as lobby):
                    self._learn(lobby)
                    self._told.put(effect, self._coming)
                case TellBoard(update=u.Lied() as lied):
                    self._put(replace(lied, folder=str(self._memory.folder)))
                case TellBoard():
                    self._told.put(effect, self._coming)
                case HangUp(why=why):
                    raise why
                case Append() | KeepReady() | Evidence() | Proved() | Forget():
                    self._write(effect)

    def _learn(self, lobby: u.LobbyIs) -> None:
        """The name that the table gave, where it is not the one that was asked for."""
        given = "" if lobby.you is None else lobby.chairs[lobby.you].name or ""
        self._writing.write(partial(self._memory.called, given))

    def _write(self, effect: Append | KeepReady | Evidence | Proved | Forget) -> None:
        match effect:
            case Append(match=match, entry=entry):
                self._writing.write(partial(self._append, match, entry), size=self._coming)
            case KeepReady(match=match, number=number, ready=ready):
                self._unsaid += 1
                self._writing.write(partial(self._memory.keep_sent, match, number, ready), self._opened)
            case Evidence(match=match, entry=entry):
                self._writing.write(partial(self._memory.evidence, match, entry))
            case Proved(match=match):
                self._writing.write(partial(self._file, match, self._copy(self.client.of(match))))
            case Forget(match=match):
                self._writing.write(partial(self._forget, match))

    def _opened(self) -> None:
        self._unsaid -= 1

    async def _kept(self) -> None:
        """Whoever has made room before leaving has the whole match; then another program may write here."""
        self._writing.write(self._keep_again)
        await self._writing.done()
        self._memory.release()

    # ------------------------------------------------------------- in a thread

    def _append(self, match: int, entry: m.Entry) -> Update | None:
        why = self._memory.log(match).append(entry)
        if why is not None:
            self._missing = True
            return u.Unkept(why)
        if not self._missing:
            return None
        self._missing = False
        return self._keep_again() or u.KeptAgain()

    def _file(self, match: int, copy: Copy) -> Update | None:
        self._unkept[match] = copy
        try:
            copy.keep(self._memory.log(match).since)
        except Trouble:
            self._refused = True
            raise
        del self._unkept[match]
        if self._refused and not (self._unkept or self._missing):
            self._refused = False
            return u.KeptAgain()
        return None

    def _keep_again(self) -> Update | None:
        told = [_tried(partial(self._file, match, copy)) for match, copy in sorted(self._unkept.items())]
        return next(filter(None, told), None)

    def _forget(self, match: int) -> None:
        if match not in self._unkept:
            self._memory.forget(match)

    # --------------------------------------------------------------- what is kept

    def _copy(self, followed: FollowedMatch) -> Copy:
        """Its match file: `lltui verify` and `lltui replay` read it."""
        whose = followed.number, followed.seat
        if whose not in self._copies:
            key = None if followed.seat is None else followed.secrets.box
            began = time.time() - followed.at / 1000
            # One match is played at a time; whoever comes back to an older one writes it anew.
            head = head_of(followed.chain.pin, followed.number, followed.seat, key, began)
            self._copies = {whose: Copy(path_of(self._matches, head), head)}
        return self._copies[whose]

    def _put(self, update: Update) -> None:
        self._told.put(TellBoard(update))
