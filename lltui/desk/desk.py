"""What one person at a table has in front of them.  Pure: updates go in, screens look at it.

It keeps facts, and words them again when the language or the theme changes.
While somebody looks at the end of a round (`looks`), what happens in the match
waits behind it; talk and lines do not.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from lltui import text
from lltui.client import updates as u
from lltui.client.updates import Newest, bare, weight
from lltui.desk.love_letter.telling import LoveLetterTelling
from lltui.desk.telling import Kind, Line, Teller, Telling, lobby_changes
from lltui.games.chair import Chair, DiskSlow, Glimpse, Over, Request, Turned, Update
from lltui.games.game import Event, Seat
from lltui.text import Voice, Wording

# What is kept to be told again, with its lines in the log: no evening has so much.
# Moves, talk, and what told nothing are counted apart, so that none drives out another.
MOVES, TALK, SILENT = 5_000, 600, 300
BYTES = 3 * 2**19  # of either, packed; a whole story has half of it, and memory takes ten times as much
LATER = 500  # of what waits behind the end of a round; then the table waits
KNOCKED = 64  # addresses


class Place(Enum):
    """Where a person is; each has a screen of its own."""

    COMING = "coming"
    LOBBY = "lobby"
    TABLE = "table"
    PAUSE = "pause"
    RESULT = "result"
    CLOSED = "closed"


class Words(NamedTuple):
    """In what words a table is told."""

    language: str
    theme: str


class Fact(NamedTuple):
    """Something that was heard, what the log says of it, and how much room it takes."""

    update: Update
    lines: tuple[Line, ...]
    size: int


class Chronicle:
    """What was heard of one match, in its order, with its lines; of too much, the oldest goes.

    It is bounded in number and in bytes: a table may say what it likes, as fast as it likes.
    """

    def __init__(self, most: Sequence[int] = (MOVES, TALK, SILENT), room: int = BYTES) -> None:
        self._most, self._room = most, room
        self._next = 0
        self.clear()

    def clear(self) -> None:
        """Another match."""
        self._facts: dict[int, Fact] = {}
        self._rings: tuple[deque[int], ...] = tuple(deque() for _ in self._most)
        self._sizes = [0 for _ in self._most]
        self._log: list[Line] | None = []

    def __iter__(self) -> Iterator[Update]:
        return (fact.update for fact in self._facts.values())

    @property
    def log(self) -> Sequence[Line]:
        """All lines."""
        if self._log is None:
            self._log = [line for fact in self._facts.values() for line in fact.lines]
        return self._log

    def add(self, update: Update, lines: Iterable[Line]) -> tuple[Line, ...]:
        """One more, with its lines; nobody chooses from an old menu."""
        kept = bare(update)
        told = tuple(line._replace(fact=kept) for line in lines)
        size = weight(kept)
        ring = 0 if isinstance(kept, Glimpse) else 1 if told else 2
        self._facts[self._next] = Fact(kept, told, size)
        self._rings[ring].append(self._next)
        self._sizes[ring] += size
        self._next += 1
        while len(self._rings[ring]) > self._most[ring] or self._sizes[ring] > self._room:
            self._sizes[ring] -= self._facts.pop(self._rings[ring].popleft()).size
            self._log = None
        if told:
            self._log = None
        return told

    def tell_again(self, tell: Callable[[Update], Iterable[Line]]) -> None:
        """The same in other words."""
        for at, fact in self._facts.items():
            lines = tuple(line._replace(fact=fact.update) for line in tell(fact.update))
            self._facts[at] = fact._replace(lines=lines)
        self._log = None


class Desk:
    """One person at one table, from sitting down to getting up.

    `sees`: the board shows who sits where and whose turn it is; else these are told, too.
    """

    def __init__(
        self,
        words: Words,
        *,
        watches: bool = False,
        local: bool = False,
        listed: str = "",
        sees: bool = True,
    ) -> None:
        self.watches, self.local, self.listed = watches, local, listed
        self._sees = sees
        self.words = words
        self.began: u.Began | None = None
        self.lobby: u.LobbyIs | None = None
        self.door: u.DoorIs | None = None
        self.waits: u.Waits | None = None
        self.terms: u.TermsAre | None = None
        self.lines: u.PresenceIs | None = None
        self.link: u.LinkLost | None = None
        self.outages, self.parted = 0, ""  # how often the line went, and why the last time
        self.closed: u.Closed | None = None
        self.lie: u.Lied | None = None
        self.refused: u.Refused | None = None
        self.knocked: tuple[str, ...] = ()  # from where wrong words came, the newest last
        self.stand_ins: frozenset[str | None] = frozenset()  # for whom a bot plays
        self.newcomers: tuple[u.KeylessPlayer, ...] = ()  # who asks for a seat in the match with another key
        self.next_lobby = False  # the result has been left
        self.again = False  # ready for the next match as soon as there is one
        self.verified = 0  # up to this deal all were proved
        self.unkept = False  # the disk has not taken all of the match
        self.glimpse: Glimpse | None = None
        self.before: Glimpse | None = None
        self.deal = 0
        self.over = self.stopped = False  # the match is; by its host
        self.practice = False  # it counts nowhere, and is not kept
        self.looks = self.looked = False  # at the end of a round, now or before
        self.hands: tuple[Struct, ...] = ()  # everybody's, where all eyes look at a match that was played
        self.revision = 0
        self.notes: dict[int, str] = {}  # about the others, by seat; nobody else sees them
        self._rested = self._recalled = False  # the newest glimpse ended a round; it belongs to the past
        self._hurried = False  # in this deal: this person would have the bots hurry
        self._heard = Chronicle()
        self.talked: tuple[Line, ...] = ()  # what was said before this match
        self._round = Newest[Glimpse](MOVES, BYTES)
        self._moves = Newest[tuple[Event, ...]](MOVES, BYTES)
        self._later: deque[tuple[Update, int]] = deque()
        self._waiting = 0  # bytes of that
        self._speak()

    # --------------------------------------------------------------- looking

    @property
    def place(self) -> Place:
        """Which screen this is for."""
        result = self.over and self.began is not None and not self.next_lobby
        # A table that is closed takes no result away from who is reading it.
        if self.closed is not None and not (result and self.closed.why == "over"):
            return Place.CLOSED
        if self.looks:
            return Place.PAUSE
        if result:
            return Place.RESULT
        if self.glimpse is not None and not self.next_lobby:
            return Place.TABLE
        return Place.LOBBY if self.lobby is not None else Place.COMING

    @property
    def shut(self) -> bool:
        """Whether the host's lock keeps new people out now; it does between matches alone."""
        return self.place is Place.LOBBY and self.lobby is not None and self.lobby.locked

    @property
    def ended(self) -> bool:
        """Whether the match is over, also while somebody still looks at the end of a round."""
        return self.over or any(isinstance(update, Over) for update, _ in self._later)

    @property
    def log(self) -> Sequence[Line]:
        """Everything that was told, the newest last."""
        return self._heard.log

    @property
    def round(self) -> tuple[Glimpse, ...]:
        """Of the deal that runs, or that is looked at."""
        return tuple(self._round)

    @property
    def page(self) -> Iterator[Line]:
        """All that there is to tell of it."""
        assert self._telling is not None, "a match has begun"
        return (line for glimpse in self._round for line in self._telling.told(glimpse.heard))

    @property
    def told(self) -> Sequence[tuple[Event, ...]]:
        """Everything that was heard of this match, move by move."""
        return tuple(self._moves)

    @property
    def played_on(self) -> bool:
        """Whether whoever watches looks at the end of a round while the next one is played already."""
        return self.watches and any(isinstance(update, Glimpse) for update, _ in self._later)

    @property
    def full(self) -> bool:
        """Whether no more can wait behind the end of the round that somebody looks at."""
        return self.looks and (len(self._later) >= LATER or self._waiting >= BYTES)

    @property
    def voice(self) -> Voice:
        """Whoever tells this match; there has to be one."""
        assert self._voice is not None, "a match has begun"
        return self._voice

    @property
    def heard(self) -> tuple[Event, ...]:
        """What the newest move made known."""
        return self.glimpse.heard if self.glimpse else ()

    @property
    def connections(self) -> tuple[str, ...]:
        """How everybody in the match is connected; whoever a bot stands in for counts as one."""
        began, lines = self.began, self.lines.seats if self.lines else ()
        if began is None:
            return ()
        bots = began.bots if not lines else frozenset()
        return tuple(
            "bot"
            if seat in bots or name in self.stand_ins
            else lines[seat]
            if seat < len(lines)
            else "online"
            for seat, name in enumerate(began.names)
        )

    @property
    def hosting(self) -> bool:
        """Whether this person may decide for the table."""
        return bool((self.lobby and self.lobby.hosting) or (self.began and self.began.hosting))

    @property
    def others(self) -> list[str]:
        """The people beside oneself: on chairs, and then who looks on."""
        taken, beside = (self.lobby.taken, self.lobby.watchers) if self.lobby else ((), ())
        return [*(str(chair.name) for chair in taken if not chair.you and chair.bot is None), *beside]

    def waiting(self) -> str:
        """For whom the table waits, as a sentence."""
        return self.teller.waiting()

    def outlook(self) -> str:
        """What those who wait may do."""
        return self.teller.outlook() if self.link is None else ""

    @property
    def may_go_on(self) -> bool:
        """Whether this person may go on without those for whom the table waits."""
        return self.teller.may_go_on(self.waits)

    @property
    def turned_to(self) -> bool:
        """Whether there is something for this person to decide who does not host."""
        in_match = self.waits is not None and self.waits.phase not in ("lobby", "over")
        return self.played or (in_match and self.may_go_on)

    @property
    def may_reopen(self) -> bool:
        """Whether this person may open the next lobby instead of a host who is here."""
        return self.teller.may_reopen

    @property
    def may_talk(self) -> bool:
        """Whether somebody is there to be spoken to, and the table lets this person."""
        return not self.local and (not self.watches or (self.lobby is not None and self.lobby.gallery))

    @property
    def played(self) -> bool:
        """Whether a bot plays for this person."""
        began = self.began
        you = None if began is None or self.local or began.you is None else began.names[began.you]
        return you is not None and you in self.stand_ins

    @property
    def out_with_others(self) -> frozenset[Seat]:
        """The seats of all people, if none has anything more to do in this deal, and this person is one."""
        began, glimpse = self.began, self.glimpse
        if began is None or glimpse is None or self._telling is None or self.over:
            return frozenset()
        bots = {seat for seat, name in enumerate(began.names) if name in self.stand_ins} | began.bots
        people = frozenset(range(len(began.names))) - bots
        return people if began.you in people and people <= self._telling.out(glimpse) else frozenset()

    @property
    def may_hurry(self) -> bool:
        """Whether this person may have the bots hurry, who are alone in the round, and has not."""
        plays = self.local or (self.waits is not None and self.waits.phase == "playing")
        return plays and bool(self.out_with_others) and not self.hurried

    @property
    def hurried(self) -> bool:
        """Whether this person has said so."""
        you = None if self.began is None else self.began.you
        return self._hurried or (self.waits is not None and you in self.waits.hurried)

    @property
    def hurries(self) -> bool:
        """Whether they do: nobody here waits between their moves, until the deal is over."""
        if self.local:
            return self._hurried and bool(self.out_with_others)
        return self.waits is not None and self.waits.at_once

    # --------------------------------------------------------------- hearing

    def sit_alone(self, chair: Chair) -> None:
        """At a table in this process, which is asked for nothing before the first card."""
        others = frozenset(range(len(chair.names))) - {chair.you or 0}
        bots = others if len(set(chair.names)) > 1 else frozenset()  # else one person is on every chair
        self.hear(u.Began(1, chair.game, chair.options, chair.names, chair.you, bots, hosting=False))

    def hear(self, update: Update) -> tuple[Line, ...]:
        """Something has happened; what there is to tell of it now."""
        if self.looks and isinstance(update, Glimpse | Over | u.Began | u.HeardBefore):
            self._later.append((update, weight(update)))
            self._waiting += self._later[-1][1]
            if self.watches and self._moves_later():
                self.go_on()
            return ()
        self.revision += 1
        self._take(update)
        facts = update.told if isinstance(update, u.HeardBefore) else (update,)
        return tuple(line for fact in facts for line in self._heard.add(fact, self._told(fact)))

    def _moves_later(self) -> bool:
        """Whether those who play have gone on: then whoever watches is not left behind."""
        return sum(1 for update, _ in self._later if isinstance(update, Glimpse) and update.heard) > 1

    def go_on(self) -> None:
        """The end of the round has been looked at; up to the next one, what waited happens now."""
        self.looks, self.looked = False, self.looks or self.looked
        self.revision += 1
        while self._later and not self.looks:
            update, size = self._later.popleft()
            self._waiting -= size
            self.hear(update)

    def leave_result(self, *, again: bool = True) -> None:
        """Back from the result to the lobby of the next match, ready for that or not."""
        self.next_lobby, self.again = True, again
        self.revision += 1
        if self.lobby is not None and self.began is not None and self.lobby.match > self.began.match:
            self.teller.lobby(self.lobby)

    def stay_at_result(self) -> None:
        """The next lobby is not to be had yet."""
        self.next_lobby = self.again = False

    @property
    def reopened(self) -> bool:
        """Whether the lobby of the next match is open, while the result still lies here."""
        lobby, began = self.lobby, self.began
        return self.over and lobby is not None and began is not None and lobby.match > began.match

    def once_more(self) -> Request | None:
        """Back from the result for another match; what is asked for that, if it is not waited for."""
        self.leave_result()
        if self.closed is not None:
            return None
        if self.reopened:  # somebody else was first
            return self.by_itself()
        if not (self.hosting or self.may_reopen):
            return None
        from lltui.client.requests import REMATCH  # noqa: PLC0415 - it brings the wire: 5 ms

        return REMATCH

    def hurry(self) -> Request | None:
        """Let the bots hurry: here at once; over the network the table is asked."""
        self.revision += 1
        self._hurried = True
        if self.local:
            return None
        from lltui.client.requests import HURRY  # noqa: PLC0415 - it brings the wire: 6 ms

        return HURRY

    def by_itself(self) -> Request | None:
        """What follows from an earlier request as soon as it can be done."""
        lobby, began = self.lobby, self.began
        if self.again and lobby is not None and began is not None and lobby.match > began.match:
            from lltui.client.requests import BeReady  # noqa: PLC0415 - it brings the wire: 6 ms

            self.again = False
            return BeReady()
        return None

    def say_again(self, words: Words) -> None:
        """Everything in other words."""
        self.words = words
        self.revision += 1
        self._speak()

    # ----------------------------------------------------------------- taking

    def _take(self, update: Update) -> None:  # noqa: C901, PLR0912 - one for each update
        match update:
            case u.Began():
                self._begin(update)
            case u.HeardBefore():
                self._recall(update)
            case Glimpse():
                self._see(update)
            case Over():
                self.over = True
            case Turned(you=you) if self.began is not None:
                self.began = replace(self.began, you=you)
                self._open(self.began)
            case u.LobbyIs():
                self.lobby = update
            case u.Ruled(what="end-match" | "too-long"):
                self.stopped = True
            case u.Ruled(what="practice"):
                self.practice = True
            case u.Ruled(what="stand-in" | "drop", name=name):
                self.stand_ins |= {name}
            case u.Ruled(what="no-stand-in", name=name):
                self.stand_ins -= {name}
            case u.NewcomersAre(people=people):
                self.newcomers = people
            case u.Knocked(address=address) if not self.shut:
                self.knocked = (*(each for each in self.knocked if each != address), address)[-KNOCKED:]
            case u.DoorIs():
                self.door = update.after(self.door)
            case u.Waits():
                self.waits = update
            case u.TermsAre():
                self.terms = update
            case u.PresenceIs():
                self.lines = update
            case u.LinkLost(why=why):
                # The tries after the first fail for reasons of their own.
                if self.link is None:
                    self.outages, self.parted = self.outages + 1, why
                self.link = update
            case u.LinkBack():
                self.link = None
            case u.Verified(deal=deal):
                self.verified = deal
            case u.Refused(to=to):
                self.refused, self._hurried = update, self._hurried and to not in ("hurry", "line")
            case u.Lied():
                self.lie = self.lie or update
            case u.Closed():
                self.closed, self.link = update, None
            case u.Unkept() | u.KeptAgain():
                self.unkept = isinstance(update, u.Unkept)

    def _begin(self, began: u.Began) -> None:
        same = self.began is not None and self.began.match == began.match
        self.began = began
        self.stand_ins = frozenset(began.names[seat] for seat in began.stand_ins)
        self.refused = self.waits = None
        self.over = self.stopped = self.next_lobby = self.again = False
        if not same:
            self.notes, self.verified, self.glimpse, self.before = {}, 0, None, None
            self.talked = (*self.talked, *(line for line in self.log if line.kind is Kind.SAID))[-TALK:]
            self.deal = began.deal - 1
            self._rested = self._recalled = False
            for each in (self._round, self._moves, self._heard):
                each.clear()
            self._told_lobby = None
            self._open(began)
        else:
            self._speak()  # as one hears it who sits elsewhere

    def _recall(self, past: u.HeardBefore) -> None:
        """What happened before this board was there: counted and told like the rest, and never looked at."""
        self.deal, self._rested = 0, False
        self._round.clear()
        self._moves.clear()
        for fact in past.told:
            if isinstance(fact, Glimpse):
                self._count(fact)
            elif isinstance(fact, u.Verified):
                self.verified = fact.deal
        self._recalled = True

    def _see(self, glimpse: Glimpse) -> None:
        self.before, self.glimpse, self.refused = self.glimpse, glimpse, None
        if self._recalled:  # the newest of the past comes once more, with its menu
            self._recalled = False
            return
        self._count(glimpse)
        self.looks, self.looked = self._rested, False

    def _count(self, glimpse: Glimpse) -> None:
        if self._rested or not self._round:
            self._round.clear()
            self._hurried = False
            self.deal += 1
        kept = bare(glimpse)
        self._round.add(kept, weight(kept))
        self._moves.add(glimpse.heard, weight(glimpse.heard))
        assert self._telling is not None, "a match has begun"
        self._rested = self._telling.rests(glimpse)

    # ------------------------------------------------------------------ words

    _told_lobby: u.LobbyIs | None = None

    def _speak(self) -> None:
        """Find the words, and tell everything in them."""
        language = self.words.language
        self._net = Wording(language, "screen" if self._sees else "", "net")
        self.teller = Teller(self._net, language, turns=not self._sees)
        self._told_lobby = None
        self._voice: Voice | None = None
        self._telling: Telling | None = None
        if self.lobby is not None:
            self.teller.lobby(self.lobby)
        if self.began is not None:
            self._open(self.began)
        self._heard.tell_again(self._told)

    def _open(self, began: u.Began) -> None:
        language, theme = self.words
        self._voice = text.voice(began.game, language, theme, began.names, began.you, began.options)
        of_game = TELLINGS.get(began.game)
        self._telling = of_game(self._voice, began, language) if of_game else Telling(self._voice)
        self.teller.seats(began)

    def _told(self, update: Update) -> Iterator[Line]:
        match update:
            case Glimpse(heard=heard):
                assert self._telling is not None, "a match has begun"
                yield from self._telling.told(heard)
            case u.Began():
                return
            case u.LobbyIs():
                old, self._told_lobby = self._told_lobby, update
                if self.began is None or self.next_lobby:
                    self.teller.lobby(update)
                    same = old is not None and old.match == update.match
                    news = lobby_changes(old, update) if old and same and self._sees else ()
                    yield from (Line(Kind.NOTE, each.told(self._net)) for each in news if not each.seen)
            case _:
                yield from self._around(update)

    def _around(self, update: Update) -> Iterator[Line]:
        kind = Kind.NOTE
        match update:
            case u.ChatLine(seat=seat, name=name) | u.SignShown(seat=seat, name=name):
                (line,) = self.teller.tell(update)
                here = seat is not None and self.began is not None and 0 <= seat < len(self.began.names)
                said = update.text if isinstance(update, u.ChatLine) else line
                if seat is None:
                    said = self._net("said_beside", text=said)
                yield Line(Kind.SAID, line, said, seat if here else None, name)
                return
            case u.Verified():
                kind = Kind.PROOF
            case u.Lied() | u.Foreign() | u.LinkLost() | u.Unkept() | DiskSlow():
                kind = Kind.ALARM
        yield from (Line(kind, line) for line in self.teller.tell(update))


TellingOf = Callable[[Voice, u.Began, str], Telling]


def _love_letter(voice: Voice, began: u.Began, language: str) -> Telling:
    return LoveLetterTelling(voice, Wording(language, area="table"), began.you)


def _princes(voice: Voice, _began: u.Began, _language: str) -> Telling:
    from lltui.desk.two_princes.telling import PrincesTelling  # noqa: PLC0415 - what is not played is not loaded: 5 ms

    return PrincesTelling(voice)


TELLINGS: Mapping[str, TellingOf] = {
    "love-letter": _love_letter,
    "princes": _princes,
}
