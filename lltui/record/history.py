"""The list of all matches: an index over the files, which may be thrown away at any time.

Nothing stands in it that is not in a file.  So one that is broken, or of
another version, is deleted and made anew, and one that cannot be written is
kept in memory for as long as it is asked.

What a match was by other rules than ours is asked anew of another version of
this program: it may know them.
"""

from __future__ import annotations

import json
import os
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeAlias

from msgspec import Struct

from lltui import __version__
from lltui.errors import Trouble
from lltui.files import disk
from lltui.games import packing
from lltui.games.game import Event, Seat
from lltui.games.known_games import MODELS, model
from lltui.games.love_letter import events as love_letter_events
from lltui.games.love_letter import model as love_letter
from lltui.games.love_letter import views as love_letter_views
from lltui.games.two_princes import model as princes
from lltui.record.audit import MatchAudit
from lltui.record.kept_match_facts import HistoryRow, NewestEvening, Past, Streak, WinShare
from lltui.record.log_engine import PlayedEntry, RevealedReplay
from lltui.record.matchfile import SUFFIX, open_match
from llwire.chain.entries import Bot

VERSION = 5
NAME = "history.sqlite"
APART = 6 * 3_600  # seconds between two evenings
LATEST = 2**63 - 1  # of the times that an index can hold: in 2262
PATIENCE = 2.0  # seconds, for another of our programs that writes just now

Fresh: TypeAlias = Literal["broken", "older", "asked", "unwritable"]

_TABLES = """
CREATE TABLE matches (
    file TEXT PRIMARY KEY, size INTEGER, changed INTEGER,
    first TEXT, tab TEXT, number INTEGER, began INTEGER, game TEXT, edition TEXT, seat INTEGER,
    entries INTEGER, deals INTEGER, over INTEGER, stopped INTEGER, sound INTEGER, baffled TEXT
);
CREATE TABLE players (file TEXT, seat INTEGER, name TEXT, who TEXT, bot TEXT, won INTEGER);
CREATE TABLE rounds (file TEXT, deal INTEGER, seat INTEGER, card TEXT);
CREATE TABLE guesses (file TEXT, seat INTEGER, card TEXT, hit INTEGER);
CREATE INDEX players_of ON players (file);
CREATE INDEX rounds_of ON rounds (file);
CREATE INDEX guesses_of ON guesses (file);
CREATE VIEW best AS SELECT * FROM (
    SELECT *, row_number() OVER (
        PARTITION BY first ORDER BY seat IS NULL, sound DESC, entries DESC, file
    ) AS place FROM matches
) WHERE place = 1;
CREATE VIEW met AS SELECT p.name, p.who, p.bot, mine.won, mine.began, mine.file
    FROM mine JOIN players p ON p.file = mine.file AND p.name != mine.name;
CREATE VIEW mine AS SELECT best.*, players.won AS won, players.name AS name FROM best
    JOIN players ON players.file = best.file AND players.seat = best.seat
    WHERE over AND sound AND EXISTS (SELECT 1 FROM players AS w WHERE w.file = best.file AND w.won);
"""
OPPONENTS = (
    "SELECT name, sum(won), count(*), sum(theirs), max(began), who FROM ("
    " SELECT DISTINCT CASE WHEN bot IS NULL THEN name ELSE who END AS name, who, won, began, file,"
    " EXISTS (SELECT 1 FROM players AS w WHERE w.file = met.file AND w.who = met.who AND w.won) AS theirs"
    " FROM met) GROUP BY who ORDER BY count(*) DESC, who"
)


class History:
    """The index of one folder, open.  `fresh` tells why it had to be made anew, if it had to."""

    def __init__(self, data: Path, *, rebuild: bool = False) -> None:
        self.fresh: Fresh | None = None
        self.unread: list[str] = []
        self._folder = data / "matches"
        self._file = data / NAME
        if rebuild:
            self._throw_away("asked")
        self._db = self._opened()

    def _opened(self) -> sqlite3.Connection:
        for _ in range(2):
            try:
                return self._filled(self._connected())
            except sqlite3.DatabaseError as error:
                if _not_ours_to_mend(error):
                    break
                self._throw_away("broken")
        return self._in_memory()

    def _in_memory(self) -> sqlite3.Connection:
        self.fresh = "unwritable"
        self.unread.clear()
        return self._filled(sqlite3.connect(":memory:"))

    def _connected(self) -> sqlite3.Connection:
        with suppress(OSError):  # sqlite says it, too, and is heard
            disk.make_folder(self._file.parent)
        db = sqlite3.connect(self._file, timeout=PATIENCE)
        version = db.execute("PRAGMA user_version").fetchone()[0]
        if version not in (0, VERSION):
            db.close()
            self._throw_away("older")
            db = sqlite3.connect(self._file, timeout=PATIENCE)
        return db

    def _throw_away(self, why: Fresh) -> None:
        self.fresh = why
        self.unread.clear()
        with suppress(OSError):  # what cannot be removed fails again, and is kept in memory
            disk.remove(self._file)

    # ---------------------------------------------------------------- filling

    def _filled(self, db: sqlite3.Connection) -> sqlite3.Connection:
        """Everything that has come, changed or gone since."""
        if db.execute("PRAGMA user_version").fetchone()[0] != VERSION:
            db.executescript(f"BEGIN; {_TABLES} PRAGMA user_version = {VERSION}; COMMIT;")
        known = {name: (size, changed) for name, size, changed in db.execute(
            "SELECT file, size, changed FROM matches WHERE baffled IS NULL OR baffled = ?",
            (__version__,))}  # fmt: skip
        there = dict(self._files())
        with db:
            for name in known.keys() - there.keys():
                _forget(db, name)
        for name, stamp in there.items():
            if known.get(name) != stamp:
                # Each by itself: whoever leaves a long list unread has less to wait for the next time.
                with db:
                    _forget(db, name)
                    self._add(db, name, stamp)
        return db

    def _files(self) -> Iterator[tuple[str, tuple[int, int]]]:
        try:
            found = sorted(path for path in self._folder.iterdir() if path.suffix == SUFFIX)
        except (FileNotFoundError, NotADirectoryError):  # no folder yet: no matches
            return
        except OSError as error:
            raise disk.CannotRemember(file=str(self._folder), reason=error.strerror) from None
        for path in found:
            if not path.name.isprintable():  # no name of ours; an index could not hold the bytes of some
                self.unread.append(os.fsencode(path.name).decode(errors="replace"))
                continue
            with suppress(OSError):  # it was removed meanwhile
                stat = path.stat()
                yield path.name, (stat.st_size, min(stat.st_mtime_ns, LATEST))

    def _add(self, db: sqlite3.Connection, name: str, stamp: tuple[int, int]) -> None:
        told = _RoundsTold()
        try:
            audit = MatchAudit(open_match(self._folder / name), told)
            nothing = not audit.begun or (audit.lie is not None and audit.lie.seq == 0)
            winners = () if nothing else _winners(audit)
        except Trouble:
            nothing = True
        if nothing:
            self.unread.append(name)
        else:
            _insert(db, name, stamp, audit, winners)
            for table, rows in (("rounds", told.rounds), ("guesses", told.guesses)):
                db.executemany(f"INSERT INTO {table} VALUES (?, ?, ?, ?)", [(name, *row) for row in rows])  # noqa: S608 - as above

    # ----------------------------------------------------------------- asking

    def _rows(self, ask: str, *facts: object) -> list[Any]:
        """From the file, or where the disk fails meanwhile, from memory."""
        try:
            return self._db.execute(ask, facts).fetchall()
        except sqlite3.DatabaseError as error:
            self._db.close()
            if not _not_ours_to_mend(error):
                self._throw_away("broken")
            self._db = self._in_memory()
            return self._db.execute(ask, facts).fetchall()

    def lines(self) -> list[HistoryRow]:
        """All matches, the newest first."""
        rows = self._rows(
            "SELECT file, began, game, edition, seat, deals, over, stopped, sound, baffled FROM best"
            " ORDER BY began DESC, tab, number DESC"
        )
        return [self._line(*row) for row in rows]

    def _line(
        self, file: str, began: int, game: str, edition: str, seat: int | None, *rest: Any
    ) -> HistoryRow:
        deals, over, stopped, sound, baffled = rest
        people: list[tuple[int, str, int]] = self._rows(
            "SELECT seat, name, won FROM players WHERE file = ? ORDER BY seat", file
        )
        you = next((name for at, name, _ in people if at == seat), None)  # on every seat, where one plays all
        return HistoryRow(
            file=file,
            began=began,
            game=game,
            edition=edition,
            you=you,
            others=tuple(name for at, name, _ in people if at != seat and name != you),
            winners=tuple(name for at, name, won in people if won and at != seat),
            won=any(won for at, _, won in people if at == seat),
            deals=deals,
            over=bool(over),
            stopped=bool(stopped),
            sound=bool(sound),
            judged=baffled is None,
        )

    def past(self) -> Past:
        """All of it at once, as boards show it."""
        return Past(
            lines=tuple(self.lines()),
            by_seat=tuple(self.by_seat()),
            by_edition=tuple(self.by_edition()),
            by_opponent=tuple(self.by_opponent()),
            opponents=tuple(self.opponents()),
            by_company=tuple(self.by_company()),
            guesses=tuple(self.guesses()),
            stories=tuple(self.stories()),
            streak=self.streak(),
            evening=self.evening(),
            cards=tuple((game, tuple(self.cards(game))) for game in MODELS),
            unread=tuple(self.unread),
            fresh=self.fresh,
        )

    def by_seat(self) -> list[WinShare]:
        """How often its owner won, from each seat."""
        return self._shares("SELECT seat + 1, sum(won), count(*) FROM mine GROUP BY seat ORDER BY seat")

    def by_edition(self) -> list[WinShare]:
        """And by each rule text."""
        return self._shares("SELECT edition, sum(won), count(*) FROM mine GROUP BY edition ORDER BY edition")

    def by_opponent(self) -> list[WinShare]:
        """And against everybody who ever sat there, bots by their level; the name is the last one."""
        return [WinShare(str(row[0]), *row[1:4]) for row in self._rows(OPPONENTS)]

    def opponents(self) -> list[str]:
        """Who each of those is, whatever they are called: a key, or a level of bots."""
        return [str(row[-1]) for row in self._rows(OPPONENTS)]

    def by_company(self) -> list[WinShare]:
        """And alone with bots, or where other people sat, too."""
        return self._shares(
            "SELECT CASE WHEN people THEN 'people' ELSE 'bots' END AS name, sum(won), count(*) FROM ("
            " SELECT won, EXISTS (SELECT 1 FROM players AS p WHERE p.file = mine.file"
            " AND p.bot IS NULL AND p.seat != mine.seat) AS people FROM mine) GROUP BY people ORDER BY people"
        )

    def guesses(self) -> list[WinShare]:
        """Which card its owner named in a guess how often, and hit."""
        return self._shares(
            "SELECT card, sum(hit), count(*) FROM guesses JOIN best USING (file, seat)"
            " WHERE sound GROUP BY card ORDER BY count(*) DESC, card"
        )

    def stories(self) -> list[WinShare]:
        """Of what is played together, and won by nobody: what was told to its end, of all that was begun."""
        games = [name for name, each in MODELS.items() if each.together]
        return self._shares(
            "SELECT edition, sum(over AND NOT stopped), count(*) FROM best WHERE sound AND game IN"
            " (SELECT value FROM json_each(?)) GROUP BY edition ORDER BY edition",
            json.dumps(games),
        )

    def streak(self) -> Streak | None:
        """How many were won in a row; None where none was played."""
        won = [win for _, win in self._played()]
        runs = [len(list(run)) if win else 0 for win, run in groupby(won)]
        return Streak(runs[-1], max(runs)) if runs else None

    def evening(self) -> NewestEvening | None:
        """The newest one."""
        played = self._played()
        pairs = enumerate(pairwise(played), start=1)
        first = max((at for at, (one, two) in pairs if two[0] - one[0] > APART), default=0)
        if not played:
            return None
        goes_on = time.time() - played[-1][0] < APART
        return NewestEvening(played[first][0], tuple(win for _, win in played[first:]), goes_on)

    def _played(self) -> list[tuple[int, bool]]:
        """When each of its owner's matches began, and whether it was won; the oldest first."""
        rows = self._rows("SELECT began, won FROM mine ORDER BY began, tab, number")
        return [(began, bool(won)) for began, won in rows]

    def cards(self, game: str) -> list[tuple[str, int]]:
        """With which card its owner won how many rounds."""
        return self._rows(
            "SELECT card, count(*) FROM rounds JOIN best USING (file, seat)"
            " WHERE card IS NOT NULL AND sound AND game = ? GROUP BY card ORDER BY count(*) DESC, card",
            game,
        )

    def _shares(self, ask: str, *facts: str) -> list[WinShare]:
        return [WinShare(str(row[0]), row[1], row[2]) for row in self._rows(ask, *facts)]

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()


def _not_ours_to_mend(error: sqlite3.DatabaseError) -> bool:
    """Somebody else writes it, or nobody may."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return code in {
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_IOERR,
    }


def _forget(db: sqlite3.Connection, name: str) -> None:
    for table in ("matches", "players", "rounds", "guesses"):
        db.execute(f"DELETE FROM {table} WHERE file = ?", (name,))  # noqa: S608 - names of our own


class _RoundsTold:
    """Collects who won which deal, with which card, and who guessed what, while the match is played again."""

    def __init__(self) -> None:
        self.rounds: list[tuple[int, Seat, str | None]] = []
        self.guesses: list[Guessed] = []

    def __call__(self, again: RevealedReplay, step: PlayedEntry) -> None:
        privates = [again.game.private(step.state, seat) for seat in range(again.seats)]
        heard = [event for event, seats in step.news.told if seats is None]
        facts = game_facts(again.game.model.id)
        self.rounds += [(again.deal, *won) for won in facts.rounds(heard, privates)]
        self.guesses += facts.guesses(heard)


def _winners(audit: MatchAudit) -> tuple[Seat, ...]:
    """By the last public view: as the rules make it, or by other rules as the table told it."""
    newest, game = audit.told[-1].body, audit.genesis.game
    facts = game_facts(game)
    if audit.unjudged is None:
        return facts.winners(audit.again.game.public(audit.again.state))
    try:
        return facts.winners(packing.glimpse(model(game), newest.view, newest.news).public)
    except packing.GarbledError:
        return ()


def _insert(
    db: sqlite3.Connection, name: str, stamp: tuple[int, int], audit: MatchAudit, winners: tuple[Seat, ...]
) -> None:
    """`who` a player is, is the same in every match: a key, or a level of bots."""
    head, genesis, match = audit.head, audit.genesis, audit.match
    edition = game_facts(genesis.game).edition(audit.options)
    first = audit.chain.first.hex()  # no two matches have the same
    facts = (first, head.table.hex(), head.match, head.began, genesis.game, edition, audit.owner)
    baffled = None if audit.unjudged is None else __version__
    state = (len(audit.told), match.deal, match.over, match.ending, audit.sound, baffled)
    db.execute(f"INSERT INTO matches VALUES ({', '.join('?' * 16)})", (name, *stamp, *facts, *state))  # noqa: S608 - question marks only
    for seat, row in enumerate(genesis.roster):
        bot = row.bot if isinstance(row, Bot) else None
        who = f"bot {row.bot}" if isinstance(row, Bot) else row.id.hex()
        sat = (name, seat, audit.names[seat], who, bot, seat in winners)
        db.execute("INSERT INTO players VALUES (?, ?, ?, ?, ?, ?)", sat)


# ----------------------------- what is said of each game: it cannot be known of games as such

Won: TypeAlias = tuple[Seat, str | None]  # a round, with this card in hand if cards decide
Guessed: TypeAlias = tuple[Seat, str, bool]  # whose, which card, and whether it was there


class GameFacts(NamedTuple):
    """One game.  `rounds` and `guesses` get what everybody heard, `rounds` all private views, too."""

    edition: Callable[[Any], str]
    winners: Callable[[Any], tuple[Seat, ...]]
    rounds: Callable[[Sequence[Event], Sequence[Struct]], Iterator[Won]] = lambda _, __: iter(())
    guesses: Callable[[Sequence[Event]], Iterator[Guessed]] = lambda _: iter(())


def _love_letter_rounds(heard: Sequence[Event], privates: Sequence[Struct]) -> Iterator[Won]:
    for event in heard:
        if isinstance(event, love_letter_events.RoundWon):
            for seat in event.winners:
                private = privates[seat]
                assert isinstance(private, love_letter_views.Private), private
                yield seat, next(iter(private.hand), None)


def _love_letter_guesses(heard: Sequence[Event]) -> Iterator[Guessed]:
    hit = any(isinstance(event, love_letter_events.KnockedOut) and event.how == "guessed" for event in heard)
    for event in heard:
        if isinstance(event, love_letter_events.Played) and event.guess is not None and not event.idle:
            yield event.who, event.guess, hit


LOVE_LETTER = GameFacts(
    lambda options: options.edition,
    lambda public: public.match_won,
    _love_letter_rounds,
    _love_letter_guesses,
)
TWO_PRINCES = GameFacts(lambda options: options.story, lambda _: ())
UNKNOWN = GameFacts(lambda _: "", lambda _: ())
FACTS: Mapping[str, GameFacts] = {
    love_letter.MODEL.id: LOVE_LETTER,
    princes.MODEL.id: TWO_PRINCES,
}


def game_facts(game: str) -> GameFacts:
    """What is known of a game; nothing, for one that nobody wrote facts of."""
    return FACTS.get(game, UNKNOWN)
