"""A match in this process: the engine of a table, with nobody to let in, to wait for, or to convince.

    alone/<match>/host.key       its secrets, and all that follows from them
    alone/<match>/lobby          who plays what
    alone/<match>/match-1.log    the entries
    alone/<match>/lock           held by the program that plays it

A folder lies there as long as its match can be gone on with.  What outlives it
is the file among all matches that were kept.

One that was played can be taken up again at one of its moments, by one person against
bots.  That is no match of a table: there are no keys, no chain and no file, and no list
of matches ever hears of it.  Up to the moment it goes the one way through the log; from
there on the rules are asked, and cards are dealt, as in the arena.
"""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import NamedTuple

import msgspec

from lltui.bots.catalog import Bot, bot, stand_in
from lltui.client import updates as u
from lltui.errors import Trouble
from lltui.files.disk import CannotKeep, CannotRemember, FileDamaged, flush_file
from lltui.files.framed_log import OwnLog
from lltui.games.chair import Company, Glimpse
from lltui.games.game import NATURE, Action, Event, IllegalMoveError, Seat, over
from lltui.games.known_games import options_of
from lltui.games.love_letter.prepared import GUIDED
from lltui.record.log_engine import PlayedEntry, RevealedReplay
from lltui.record.matchfile import SUFFIX, Copy, MatchFile, MatchNotKept, head_of
from lltui.table.lobby import Chair, HostSettings, Lobby, Pace, Refusal
from lltui.table.match_engine import MatchEngine
from lltui.table.running_match import RunningMatch, begin
from lltui.table.table_folder import Folder, TableRuns, folders
from llwire.chain import boxes
from llwire.chain.chain import Chain
from llwire.chain.entries import Body, entry_hash
from llwire.chain.entries import Bot as Invited
from llwire.chain.match_secrets import PlayerSecrets, TableKeys
from llwire.wire import limits
from llwire.wire.crypto import SignKey, derive, digest, u32
from llwire.wire.deeds import Act, EndMatch, Joining, Ready, read_deed
from llwire.wire.messages import Entry

NUMBER = 1  # of the match at its table: there is no second one
LOG = f"match-{NUMBER}.log"
SETTINGS = HostSettings(pace=Pace(bot=0.0))
MOST = 5  # that lie unfinished; who begins one more goes on with the oldest no more
_encode = msgspec.msgpack.Encoder().encode


class MatchElsewhere(Trouble):
    """Another program plays it."""


class MatchMended(Trouble):
    """What stood in its log was not what was written; the rest can be gone on with."""


class NothingWaits(Trouble):
    """No match alone lies unfinished."""


# ----------------------------------------------------------------------- secrets


def _keys(entropy: Callable[[int], bytes]) -> TableKeys:
    """The keys of a table that nobody comes to, and that needs no certificate."""
    table, secret = entropy(16), entropy(32)
    return TableKeys(table, secret, b"", b"", digest("no certificate", table), None)


def _person(keys: TableKeys, seat: Seat) -> PlayerSecrets:
    """Whoever plays this seat has no secrets from the table: all are of one person."""
    key = SignKey(derive(keys.secret, "person", u32(seat)))
    return PlayerSecrets(keys.table, NUMBER, key, derive(keys.secret, "person's match", u32(seat)))


def _lobby(keys: TableKeys, company: Company) -> Lobby:
    """The people, all of them ready, and then the bots."""
    names, levels = company.names, company.levels
    people = len(names) - len(levels)
    chairs = (
        *(_seated(keys, seat, name) for seat, name in enumerate(names[:people])),
        *(Chair(name, bot=level) for name, level in zip(names[people:], levels, strict=True)),
    )
    return Lobby(NUMBER, company.game, _encode(company.options), chairs)


def _seated(keys: TableKeys, seat: Seat, name: str) -> Chair:
    joining = _person(keys, seat).joining()
    joined = read_deed(joining)
    assert isinstance(joined, Joining), "signed as such"
    return Chair(name, joined.id, joined=joining)


# ------------------------------------------------------------ what lies unfinished


def unfinished(root: Path) -> list[Folder]:
    """Every match that can be gone on with, the one that was played last first."""
    return [folder for folder in folders(root) if not folder.runs]


def newest(root: Path, game: str = "") -> Folder:
    """The one that is gone on with, of this game if named: of those that can be read, unless none can."""
    damaged: Trouble = MatchElsewhere() if folders(root) else NothingWaits()
    for folder in unfinished(root):
        try:
            lobby, _ = folder.lobby(), folder.keys()
        except FileDamaged as trouble:
            damaged = trouble
        else:
            if game in ("", lobby.game):
                return folder
    raise damaged


def keep_all(root: Path, matches: Path) -> None:
    """Whatever lies there stands among all matches as far as it was played, however its program ended."""
    with suppress(CannotKeep):
        for folder in folders(root):
            with suppress(MatchNotKept, FileDamaged):
                _keep(folder, matches)


def _let_go(root: Path, matches: Path) -> None:
    """Of too many the oldest, once they have a file of their own."""
    with suppress(CannotKeep):
        for folder in unfinished(root)[MOST - 1 :]:
            with suppress(MatchNotKept, FileDamaged):
                _keep(folder, matches)
                folder.discard()


def _keep(folder: Folder, matches: Path) -> None:
    _write(folder.path, folder.keys(), folder.lobby(), OwnLog(folder.path / LOG), matches)


def _write(folder: Path, keys: TableKeys, lobby: Lobby, log: OwnLog, matches: Path) -> None:
    """A file of its own, with the eyes of the first person; MatchNotKept if the disk does not take it."""
    if log.entry(0) is None:
        return
    seat = next(seat for seat, chair in enumerate(lobby.chairs) if chair.bot is None)
    try:
        began = (folder / "lobby").stat().st_mtime
    except OSError:
        began = time.time()
    head = head_of(keys.pin, NUMBER, seat, _person(keys, seat).box, began)
    Copy(matches / f"{folder.name}-{seat + 1}{SUFFIX}", head).keep(log.since)


# ----------------------------------------------------------------------- one match


class LocalMatch:
    """One match.  Every entry is written before it counts; what the disk does not take is owed to it."""

    practice = False

    def __init__(self, folder: Folder, keys: TableKeys, lobby: Lobby, matches: Path, rng: Random) -> None:
        self.lobby = lobby
        self._kept = not any(chair.bot == GUIDED for chair in lobby.chairs)  # who learns leaves no trace
        self.running = RunningMatch(MatchEngine(keys, NUMBER), SETTINGS.pace, rng, time.monotonic())
        self.running.spare = limits.LOG_ENTRIES  # nobody else's match is made longer by who cannot decide
        self.unkept: str | None = None  # why not all of it is on disk
        self.since: float | None = None  # when, of what is being written now
        self._keys = keys
        self._people = {seat: _person(keys, seat) for seat, chair in enumerate(lobby.chairs) if not chair.bot}
        self._rng = rng
        self._folder, self._settled = folder, False
        self._unforced = False  # whether the folder itself may be lost with the machine
        self._matches = matches
        self._log = OwnLog(folder.path / LOG)
        self._news: list[tuple[Event, tuple[Seat, ...] | None]] = []
        self._closed = False

    @classmethod
    def new(
        cls, company: Company, root: Path, matches: Path, entropy: Callable[[int], bytes], rng: Random
    ) -> LocalMatch:
        """From its first entry on; it has a folder as soon as the disk has room for one."""
        keys = _keys(entropy)
        lobby = _lobby(keys, company)
        running, entry = begin(keys, lobby, SETTINGS, rng, time.monotonic())
        # The same cards may be dealt again: what is sealed in the first entry makes each match another one.
        folder = Folder(root / entry_hash(entry.body)[:16].hex())
        match = cls(folder, keys, lobby, matches, rng)
        if match._kept:
            _let_go(root, matches)
        match._begin(running, entry)
        return match

    @classmethod
    def left(cls, folder: Folder, matches: Path, rng: Random) -> LocalMatch:
        """One that lies unfinished: it goes on where it was once `replay` has been gone through."""
        try:
            folder.take()
        except TableRuns:
            raise MatchElsewhere from None
        try:
            match = cls(folder, folder.keys(), folder.lobby(), matches, rng)
        except BaseException:
            folder.release()
            raise
        match._settled = True
        return match

    def replay(self) -> Iterator[PlayedEntry]:
        """All that was on disk happens again, entry by entry."""
        if self.running.engine.chain.next:
            return
        good = list[Body]()
        damaged = self._log.read(Chain(self._keys.pin, NUMBER), good.append)
        if damaged is not None:
            raise MatchMended(file=str(damaged), entries=len(good))
        for body in good:
            entry = self._log.entry(body.seq)
            if entry is None:  # it was there a moment ago
                raise CannotRemember(file=str(self._log.file), reason=os.strerror(errno.EIO))
            yield self._count(self.running.engine.returned(entry), known=True)
        if not good:  # it was killed before the first one
            self._begin(*begin(self._keys, self.lobby, SETTINGS, self._rng, time.monotonic()))

    def _begin(self, running: RunningMatch, entry: Entry) -> None:
        self.running, running.spare = running, self.running.spare
        self._count(entry)

    # --------------------------------------------------------------- looking

    @property
    def over(self) -> bool:
        """Nothing follows any more."""
        return self.running.engine.chain.next > 0 and self.running.over

    @property
    def stopped(self) -> bool:
        """It ended before its end, for its length."""
        return self.running.match.ending

    @property
    def company(self) -> Company:
        """Who plays what."""
        lobby = self.lobby
        names = tuple(chair.name or "" for chair in lobby.chairs)
        levels = tuple(chair.bot for chair in lobby.chairs if chair.bot)
        return Company(lobby.game, options_of(lobby.game, lobby.options), names, levels)

    @property
    def people(self) -> tuple[Seat, ...]:
        """Who is no bot."""
        return tuple(self._people)

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """For whom it waits now."""
        return self.running.waiting()

    def glimpse(self, seat: Seat, *, ears: bool = False) -> Glimpse:
        """What this seat is told, with the news since the last one; with `ears`, those for others too."""
        engine, news = self.running.engine, self._news
        self._news = []
        heard = tuple(event for event, seats in news if ears or seats is None or seat in seats)
        game, state = engine.game, engine.state
        menu = () if self.over else tuple(game.legal(state, seat))
        return Glimpse(heard, game.public(state), game.private(state, seat), menu)

    # ----------------------------------------------------------------- doing

    def advance(self) -> PlayedEntry | None:
        """The next entry, if there is one that does not wait for a person."""
        running, now = self.running, time.monotonic()
        if running.over:
            return None
        self._shuffle()
        too_long = running.long and not running.match.ending
        entry = running.rule(EndMatch(), now) if too_long else running.next(now)
        return None if entry is None else self._count(entry)

    def _shuffle(self) -> None:
        """Everybody's part in the deal that comes, once the one before is revealed."""
        running, chain = self.running, self.running.engine.chain
        if not running.collecting or running.match.hidden:
            return
        for seat in running.waiting():
            signed = self._people[seat].ready(chain, seat)
            deed = read_deed(signed)
            assert isinstance(deed, Ready), "signed as such"
            running.ready(signed, deed)

    def act(self, seat: Seat, action: Action) -> u.Refused | None:
        """A person's move; or why it does not count, and nothing has changed."""
        engine, chosen, secret = self.running.engine, _encode(action), None
        chain = engine.chain
        if type(action).secret:
            salt, to = self._keys.salt(NUMBER, chain.next), engine.secrets.choices.public
            secret = boxes.conceal_choice(self._keys.table, NUMBER, seat, salt, chosen, to)
            chosen = b""
        signed = self._people[seat].act(chain, seat, engine.turns[seat].number, chosen, secret)
        deed = read_deed(signed)
        assert isinstance(deed, Act), "signed as such"
        try:
            entry = self.running.act(signed, deed, time.monotonic())
        except Refusal as refused:
            return u.Refused("act", str(refused.why), refused.reason)
        self._count(entry)
        return None

    def _count(self, entry: Entry, *, known: bool = False) -> PlayedEntry:
        if not known:
            self._put(entry)
        step = self.running.count(entry, time.monotonic())
        self._news += step.news.told
        if self.over:
            self._file()
        return step

    # --------------------------------------------------------------- keeping

    def _put(self, *entries: Entry) -> None:
        """On disk, behind all that is owed to it; a match that has no folder yet gets one."""
        if not self._kept:
            return
        why = None
        with self._on_disk():
            if not self._settled:
                try:
                    self._folder = Folder.create(self._folder.path, self._keys, self.lobby, flushed=False)
                    self._settled = self._unforced = True
                    self._folder.take()
                except CannotKeep as trouble:
                    why = str(trouble.facts["reason"])
            missed = self._log.append(*entries)
        self.unkept = missed and (why or missed)

    @contextmanager
    def _on_disk(self) -> Iterator[None]:
        self.since = time.monotonic()
        try:
            yield
        finally:
            self.since = None

    def flush(self) -> None:
        """Force to the disk what was written; for a thread, since that takes as long as it takes."""
        if not self._kept:
            return
        with suppress(OSError):  # a disk that is ill refuses the next entry, and that is told
            if self._unforced:
                self._folder.flush()
                self._unforced = False
            flush_file(self._log.file)

    def close(self) -> None:
        """Nobody plays it here any more."""
        if self._closed:
            return
        self._closed = True
        try:
            self._file()
        finally:
            self._folder.release()

    def _file(self) -> None:
        """It stands among all matches, with what is owed to the disk; what is over lies nowhere else."""
        if not self._kept:
            return
        self._put()
        try:
            with self._on_disk():
                _write(self._folder.path, self._keys, self.lobby, self._log, self._matches)
        except MatchNotKept as trouble:
            self.unkept = str(trouble.facts["reason"])
        if self.over and self.unkept is None:
            self._folder.discard()
            self._closed = True
            self._folder.release()


# --------------------------------------------------------------- for practice


class NothingToPractise(Trouble):
    """The match is not over, or not true, or not by our rules: its hands stay closed."""


class PracticeStep(NamedTuple):
    """Somebody has moved."""

    moved: Seat


class PlayedMatch:
    """A file, read once: every entry as the rules make it, each with a state of its own."""

    def __init__(self, file: MatchFile) -> None:
        from lltui.record.audit import MatchAudit  # noqa: PLC0415 - whoever plays has nothing to prove: 4 ms

        self._steps: list[PlayedEntry] = []
        self.audit = MatchAudit(file, self._see)
        if not self.audit.over:
            raise NothingToPractise(file=str(file.path))

    def _see(self, again: RevealedReplay, step: PlayedEntry) -> None:
        self._steps.append(step._replace(state=again.game.copy(step.state)))

    def until(self, seq: int) -> list[PlayedEntry]:
        """All up to that entry, or to the last after which there was still something to play."""
        again, steps = self.audit.again, [step for step in self._steps if step.body.seq <= seq]
        while len(steps) > 1 and over(again.game, steps[-1].state, again.seats):
            steps.pop()
        return steps


class PracticeMatch:
    """One try, from entry `seq` on, on this seat.

    Bots that had a seat keep it; for other people the best bot there is sits down.
    Each hears what its seat was told, from the first entry on.
    """

    practice, stopped = True, False
    unkept: str | None = None
    since: float | None = None

    def __init__(self, played: PlayedMatch, seq: int, seat: Seat, rng: Random) -> None:
        from lltui.arena import SimulatedMatch  # noqa: PLC0415 - as above: 1 ms

        audit, again = played.audit, played.audit.again
        self._match = SimulatedMatch(again.game, again.options, again.seats, rng)
        self._past, self._seat, self._rng = played.until(seq), seat, rng
        self._id, self._bots = audit.genesis.game, dict[Seat, Bot]()
        best = stand_in(self._id, (row.bot for row in audit.genesis.roster if isinstance(row, Invited)))
        roster = enumerate(audit.genesis.roster)
        self._levels = {at: row.bot if isinstance(row, Invited) else best for at, row in roster if at != seat}
        self._answered: tuple[Seat, ...] = ()  # bots, since anybody else moved
        self.company = Company(self._id, again.options, audit.names, tuple(self._levels.values()))
        self.people = (seat,)

    def replay(self) -> Iterator[PlayedEntry]:
        """All that had happened."""
        for step in self._past:
            self._match.take_up(step.state, step.news)
            yield step

    # --------------------------------------------------------------- looking

    @property
    def over(self) -> bool:
        """Nothing follows any more."""
        return over(self._match.game, self._match.state, self._match.seats)

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """For whom it waits now."""
        return self._match.awaited

    def glimpse(self, seat: Seat, *, ears: bool = False) -> Glimpse:
        """What this seat is told, with the news since the last one."""
        assert not ears, "the other seats have bots"
        return self._match.glimpse(seat)

    # ----------------------------------------------------------------- doing

    def advance(self) -> PracticeStep | None:
        """The next move, if there is one that does not wait for the person."""
        if self._match.pile:
            self._match.deal()
            self._answered = ()
            return PracticeStep(NATURE)
        seat = self._next_bot()
        if seat is None:
            return None
        self._match.act(seat, self._choice(seat))
        self._answered = (*(other for other in self._answered if other != seat), seat)
        return PracticeStep(seat)

    def _next_bot(self) -> Seat | None:
        """As at a table: each answers once what others did, unless nobody else is waited for."""
        awaited = self._match.awaited
        ours = [seat for seat in awaited if seat != self._seat]
        fresh = [seat for seat in ours if seat not in self._answered]
        again = [seat for seat in self._answered if seat in ours] if len(ours) == len(awaited) else []
        return next(iter((*fresh, *again)), None)

    def _choice(self, seat: Seat) -> Action:
        if seat not in self._bots:
            self._bots[seat] = bot(self._levels[seat], self._id, self._match.options, seat)
        return self._bots[seat].choose(self._match.glimpse(seat), self._rng)

    def act(self, seat: Seat, action: Action) -> u.Refused | None:
        """The person's move; or that it does not count, and nothing has changed."""
        try:
            self._match.act(seat, action)
        except IllegalMoveError:
            return u.Refused("act", "illegal")
        self._answered = ()
        return None

    # --------------------------------------------------------------- keeping

    def flush(self) -> None:
        """Nothing of it is kept."""

    def close(self) -> None:
        """And nothing lies anywhere."""
