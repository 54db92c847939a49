"""What is told at a table: the lines of a log, which boards print or draw.

Each game has its own telling; what happens around a match (talk, lines, waiting,
decisions, proofs, lies) and in a lobby is told alike in all.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from itertools import zip_longest
from typing import TYPE_CHECKING, NamedTuple

from lltui.client import updates as u
from lltui.client.updates import LobbyIs, Seated
from lltui.desk.record_sentences import caught, unjudged
from lltui.games.chair import DiskSlow, Glimpse, Update
from lltui.games.game import Event, Seat
from lltui.text import Voice, Wording

if TYPE_CHECKING:  # a match alone loads nothing of the network
    from lltui.client.discover import Seen


class Kind(Enum):
    """What a line of the log is about."""

    EVENT = "event"
    SAID = "said"
    NOTE = "note"
    PROOF = "proof"
    ALARM = "alarm"


class Line(NamedTuple):
    """A line of the log: `text` in whole sentences, `brief` for a narrow column.

    `who` did it or said it, and is called `name`; `fact` is what the line tells.
    What happened and has nothing `brief` is seen anyway where there are columns.
    """

    kind: Kind
    text: str
    brief: str = ""
    who: Seat | None = None
    name: str = ""
    fact: Update | None = None


class ToldOnce:
    """What somebody is told when it comes up for the first time, in any game; `told` was told before."""

    def __init__(self, told: Collection[str], learn: Callable[[str], None]) -> None:
        self._told, self._learn = {*told}, learn
        self._moment: object = None
        self._now = ""

    def once(self, moment: object, names: Iterable[str]) -> str:
        """The first of them that nobody was told yet; it stands as long as the moment lasts, in any game."""
        if moment != self._moment:
            self._moment = moment
            self._now = next((name for name in names if name not in self._told), "")
            self.new(self._now)
        return self._now

    def new(self, name: str) -> bool:
        """Whether it was never told; from now on it was."""
        if not name or name in self._told:
            return False
        self._told.add(name)
        self._learn(name)
        return True


class Telling:
    """The part of the log that knows the game: of one that has none of its own, what its voice says."""

    def __init__(self, voice: Voice) -> None:
        self._voice = voice

    def told(self, heard: Sequence[Event]) -> Iterator[Line]:
        """What happened in one move: paragraphs, and empty lines between some of them."""
        return (Line(Kind.EVENT, text) for text in self._voice.tell(heard))

    def rests(self, _glimpse: Glimpse) -> bool:
        """Something has come to an end that one wants to look at."""
        return False

    def out(self, _glimpse: Glimpse) -> frozenset[Seat]:
        """Who has nothing more to do before the next deal, while others have."""
        return frozenset()


# ---------------------------------------------------------------- a list of tables


def listed(seen: Seen, words: Wording, pages: Wording, *, known: bool, brief: bool = False) -> Iterator[str]:
    """What a list tells of a table: game and edition, chairs, the round, whether one may watch.

    `known`: who asks was there before, and has a chair there however many are taken.
    """
    if words.has(f"game.{seen.game}"):
        yield words(f"game.{seen.game}")
    key = f"field.edition.value.{seen.edition}"
    if seen.edition and not brief:
        yield pages(key) if pages.has(key) else seen.edition
    yield words("list.brief" if brief else "list.chairs", seated=seen.seated, chairs=seen.chairs)
    if seen.deal:
        yield words("list.deal", deal=seen.deal)
    if known:
        yield words("list.known")
    elif seen.watch and (seen.full or not brief):
        yield words("list.full_watch" if seen.full and not brief else "list.watch")
    elif seen.full:
        yield words("list.full")


# ------------------------------------------------------------------ around a match

# For these the table stands still, and everybody is told at once.
STANDSTILL = ("paused", "recovering", "frozen")
PATIENCE = 1.0  # seconds


class OtherSeat(NamedTuple):
    """A seat that another person may get; `away`: nobody is there at this moment."""

    seat: int
    name: str
    away: bool


class Teller:
    """Remembers who is who and whose line was there, and tells what is new.

    `turns`: whose turn it is has to be said, too, and what comes after how long, since it is seen nowhere.
    """

    def __init__(self, words: Wording, language: str, *, turns: bool = True) -> None:
        self.match = 0
        self._words = words
        self._language = language
        self._turns = turns
        self._names: tuple[str, ...] = ()
        self._you: Seat | None = None
        self._hosting = False
        self._bots: frozenset[Seat] = frozenset()
        self._lines: tuple[str, ...] = ()
        self._waits: u.Waits | None = None
        self._slow: list[str] = []
        self._half: float | None = None  # of the time that the others give whoever plays here
        self._newcomers: tuple[u.KeylessPlayer, ...] = ()
        self._check_number: str | None = None
        self._verified = 0
        self._digits = ""
        self._unkept = False
        self._chairs: tuple[u.Seated, ...] = ()
        self._locked = False

    def seats(self, began: u.Began) -> None:
        """A match began, or one sits elsewhere in it."""
        self._names, self._you, self._bots = began.names, began.you, began.bots
        if began.match != self.match:
            self._check_number = self._waits = None
            self._verified, self._digits = 0, ""
            self._lines, self._newcomers = (), ()
        self._hosting = self._hosting or began.hosting
        self.match = began.match

    def lobby(self, lobby: u.LobbyIs) -> None:
        """Between matches the chairs are those of the lobby; a free one has no line."""
        names = tuple(chair.name or "" for chair in lobby.chairs)
        if names != self._names:
            self._names, self._lines = names, ()
        self._you, self._hosting, self._chairs = lobby.you, lobby.hosting, lobby.chairs
        self._locked = lobby.locked
        self._bots = frozenset(seat for seat, chair in enumerate(lobby.chairs) if chair.bot or not chair.name)

    @property
    def seated(self) -> bool:
        """Whether this person has a seat in the match, or between matches a chair."""
        return self._you is not None

    def tell(self, update: Update) -> Sequence[str]:  # noqa: PLR0911 - one for each update
        """The sentences for it, if it is worth any."""
        match update:
            case u.PresenceIs():
                return tuple(self._presence(update))
            case u.Waits():
                return tuple(self._standing(update))
            case u.Refused(to="rematch", reason="lobby"):
                return ()  # somebody else was a moment faster: it is there
            case u.Refused():
                return (self._refused(update),)
            case u.Ruled():
                return (self._ruled(update),)
            case u.LinkLost():
                return self._lost(update)
            case u.CheckNumberIs(number=number):
                self._check_number = number
                return ()
            case u.Unkept(why=why):
                told = () if self._unkept else (self._words("unkept", why=why),)
                self._unkept = True
                return told
            case u.KeptAgain():
                self._unkept = False
                return (self._words("kept_again"),)
            case _:
                return self._short(update)

    def _short(self, update: Update) -> Sequence[str]:  # noqa: C901, PLR0911 - one for each update
        match update:
            case u.ChatLine(seat=seat, name=name, text=text):
                return (self._words("said" if seat is not None else "said_watching", name=name, text=text),)
            case u.Shortened():
                return (self._words("shortened"),)
            case u.SignShown(name=name, sign=sign):
                return (self._words("signalled", name=name, sign=self._sign(sign)),)
            case DiskSlow(folder=folder):
                return (self._words("disk_slow", file=folder),)
            case u.Verified(deal=deal):
                first, self._verified = not self._verified, deal
                return (self._words("verified", deal=deal),) if first else ()
            case u.Lied():
                return caught(self._words, self._language, update)
            case u.Foreign(found=found):
                return (self._words("foreign"), unjudged(self._language, found))
            case u.LinkBack():
                return (self._words("link_back"),)
            case u.HostCouldLook():
                return (self._words("host_could_look"),)
            case u.Knocked(address=address, tries=tries):
                key = "knocked_locked" if self._locked else "knocked"
                return (self._words(key, address=address, tries=tries),)
            case u.NewcomersAre(people=people):
                told, self._newcomers = self._newcomers, people
                return tuple(self.newcomer(person) for person in people if person not in told)
            case u.Seatless(digits=digits, host=host):
                self._digits = digits
                key = "seatless.host" if host else "seatless.nobody"
                return (self._words(key, host=host), self._words("seatless.meanwhile"))
        return ()

    def _sign(self, sign: str) -> str:
        """In words, where there are some for it."""
        key = f"sign.{sign}"
        return self._words(key) if self._words.has(key) else sign

    # --------------------------------------------------------------- asked for

    def signs(self, signs: Sequence[str]) -> Iterator[str]:
        """The game's own ones, to be sent by number."""
        if not signs:
            yield self._words("no_signs")
        yield from (f"{number}. {self._sign(sign)}" for number, sign in enumerate(signs, start=1))

    def newcomer(self, person: u.KeylessPlayer) -> str:
        """Somebody who asks for one."""
        return self._words("newcomer", name=person.name)

    def places(self) -> Iterator[OtherSeat]:
        """The seats of other people."""
        for seat, name in enumerate(self._names):
            line = self._lines[seat] if seat < len(self._lines) else "online"
            if seat != self._you and seat not in self._bots and line != "bot":
                yield OtherSeat(seat, name, line in u.GONE)

    def proofs(self) -> Iterator[str]:
        """What was checked, the number to be compared, and of keys what is read aloud where one was lost."""
        yield self._words("proofs.checked" if self._verified else "proofs.unchecked", deal=self._verified)
        number = self._check_number
        yield self._words("proofs.number", number=number) if number else self._words("proofs.no_number")
        if self._digits:
            yield self._words("proofs.your_key", digits=self._digits)
        yield from map(self.key_of, self._newcomers)

    def key_of(self, person: u.KeylessPlayer) -> str:
        """How the key begins of somebody who asks for a seat."""
        return self._words("proofs.key", name=person.name, digits=person.digits)

    def who(self) -> Iterator[str]:
        """Every seat with its line."""
        for seat, name in enumerate(self._names):
            line = self._lines[seat] if seat < len(self._lines) else "online"
            if name:  # an empty chair has none
                yield self._words(f"line.{line}", name=name)

    def waiting(self) -> str:
        """For whom the table waits, why, and what happens when it has waited long enough."""
        return f"{self._waits_for()} {self.outlook()}".rstrip()

    def outlook(self) -> str:
        """What those who wait may do at once, or what comes after how long."""
        return "" if self._waits is None else self._outlook(self._waits)

    def _waits_for(self) -> str:
        waits = self._waits
        if waits is not None and waits.phase in STANDSTILL:
            return self._words(f"phase.{waits.phase}")
        if waits is not None and waits.phase == "over":
            return self._words("waiting_over")
        names = self._awaited(waits.seats if waits else ())
        lines = self._away(waits.seats if waits else ())
        if len(names) == 1 and lines <= {"away", "empty"}:
            return self._words("waiting_left" if lines == {"empty"} else "waiting_lost", name=names[0])
        return self._words("waiting", names=self._words.row(names)) if names else self._words("wait")

    def _away(self, seats: Sequence[Seat]) -> set[str]:
        """What the lines of the others among these are like."""
        others = [seat for seat in seats if seat != self._you]
        return {self._lines[seat] if seat < len(self._lines) else "online" for seat in others}

    def _outlook(self, waits: u.Waits) -> str:
        if self.may_go_on(waits):
            return self._words(f"offered.{_kind(waits)}", names=self._named(waits.offered))
        if waits.phase == "paused" and not waits.then:
            return self._words(f"pause_ends.{'you' if self._hosting else 'they'}")
        return self._comes(waits) if self._turns else ""  # else it stands beside the clock

    def comes(self) -> str:
        """What comes when the time is over, behind the clock that shows it."""
        return "" if self._waits is None or self.may_go_on(self._waits) else self._comes(self._waits)

    def _comes(self, waits: u.Waits) -> str:
        """What players may do then is no word for who looks on."""
        if not (waits.then and waits.left) or (self._you is None and waits.then == "offer"):
            return ""
        if waits.may_lose(self._you):
            return self._words("then.yours", seconds=math.ceil(waits.left))
        return "" if self._you in waits.seats else self._later(("then", "looms"), waits)

    def _later(self, areas: Sequence[str], waits: u.Waits) -> str:
        """What happens when the time is over; that a clock moves once is seen there."""
        keys = (f"{area}.{then}" for then in (f"{waits.then}-{_kind(waits)}", waits.then) for area in areas)
        key = next((key for key in keys if self._words.has(key)), None)
        late = self.dispensable(waits)
        if key is None or waits.left is None or (waits.seats and not late):
            return ""
        return self._words(key, names=self._named(late), seconds=math.ceil(waits.left))

    def dispensable(self, waits: u.Waits) -> tuple[Seat, ...]:
        """Those who are waited for and can be done without: no match begins without a host who is here."""
        if waits.phase != "lobby":
            return waits.seats
        here = {
            seat
            for seat, chair in enumerate(self._chairs)
            if chair.hosting and "away" not in self._lines[seat : seat + 1]
        }
        return tuple(seat for seat in waits.seats if seat not in here)

    def meant(self, order: str) -> Seat | None:
        """Whose seat is meant where none was named: one's own to take back, or the one that is offered."""
        if order == "return":
            return self._you
        offered = self._waits.offered if self._waits else ()
        return offered[0] if len(offered) == 1 else None

    def may_go_on(self, waits: u.Waits | None) -> bool:
        """Whether this person may go on without those for whom the table waits."""
        if waits is None or self._you is None or self._you in waits.offered:
            return False
        if waits.phase == "playing":
            return bool(waits.offered)
        if self._hosting:
            return waits.phase == "lobby" and bool(waits.offered)
        return waits.stands and (waits.phase != "lobby" or self._ready)

    @property
    def may_reopen(self) -> bool:
        """Whether this person may open the next lobby instead of a host who is here."""
        return self._waits is not None and self._waits.phase == "over" and self.may_go_on(self._waits)

    @property
    def _ready(self) -> bool:
        return self._you is not None and self._you < len(self._chairs) and self._chairs[self._you].ready

    def patience_of(self, terms: u.TermsAre | None) -> Sequence[str]:
        """How long this table waits, if it was told."""
        if terms is None:
            return ()
        wait = math.ceil(terms.wait)
        if terms.turn is None:
            return (self._words("terms.patience", seconds=wait),)
        return (self._words("terms.clock", turn=math.ceil(terms.turn), seconds=wait),)

    def _named(self, seats: Sequence[Seat]) -> str:
        names = self._awaited(seats)
        return self._words.row(names) if names else ""

    def _ruled(self, ruled: u.Ruled) -> str:
        """Whose word it was is said where it was a player's; and of one's own seat, what one can do."""
        key, own = f"ruled.{ruled.what}", ruled.name is not None and self._name_of_you == ruled.name
        if own and self._words.has(f"{key}.you"):
            return self._words(f"{key}.you", by=ruled.by)
        if ruled.by is not None and self._words.has(f"{key}.by"):
            return self._words(f"{key}.by", name=ruled.name, by=ruled.by)
        return self._words(key, name=ruled.name)

    @property
    def _name_of_you(self) -> str | None:
        return None if self._you is None or self._you >= len(self._names) else self._names[self._you]

    # ----------------------------------------------------------------- changes

    @property
    def patience(self) -> float | None:
        """Seconds without news after which there is something to tell."""
        return PATIENCE if self._slow else self._half

    def waited(self) -> Sequence[str]:
        """What is worth telling because it lasts."""
        names, half, self._slow, self._half = self._slow, self._half, [], None
        if half or not names:
            return (self._words("then.yours_soon"),) if half else ()
        return (f"{self._words('waiting', names=self._words.row(names))} {self.outlook()}".rstrip(),)

    def _awaited(self, seats: Sequence[Seat]) -> list[str]:
        return [self._names[seat] for seat in seats if seat != self._you and seat < len(self._names)]

    def _presence(self, lines: u.PresenceIs) -> Iterator[str]:
        # Whoever is new is told as there or away, against having been there.
        old = self._lines or ("online",) * len(lines.seats)
        self._lines = lines.seats
        for seat, (before, after) in enumerate(zip(old, lines.seats, strict=False)):
            known = seat < len(self._names) and self._names[seat]  # who has got up has no line
            if seat == self._you or not known or "bot" in (before, after):
                continue
            name, gone = self._names[seat], ("away", "empty")
            if after in gone and after != before:
                yield self._words("line_lost" if after == "away" else "left", name=name)
            elif before in gone and after not in gone:
                yield self._words("line_back", name=name)

    def _standing(self, waits: u.Waits) -> Iterator[str]:
        old, self._waits = self._waits, waits
        self._slow = []
        self._half = waits.left / 2 if waits.left and waits.may_lose(self._you) else None
        yield from self._changed(old, waits)
        yield from self._hurried(old, waits)
        # Once the others may do something about it, and where something comes by itself.
        if self.may_go_on(waits):
            yield from () if self.may_go_on(old) else (self._words("enough", told=self._outlook(waits)),)
            return
        if self._turns and waits.late(self._you) and not (old and old.late(self._you)):
            yield self._words("then.yours_now")
        new = old is None or (old.then, old.seats) != (waits.then, waits.seats)
        if new and self._you not in waits.seats and (told := self._later(("looms",), waits)):
            yield told

    def _changed(self, old: u.Waits | None, waits: u.Waits) -> Iterator[str]:
        before = old.phase if old else ""
        if waits.phase in STANDSTILL:
            if waits.phase != before:
                yield self._words(f"phase.{waits.phase}")
            return
        # How it goes on after a crash stands in the chain, and is told from there.
        if before in STANDSTILL and before != "recovering":
            yield self._words("phase.on")
        names = self._awaited([seat for seat in waits.seats if seat not in self._bots])
        if self._you in waits.seats or not names:
            return
        if waits.phase == "collecting":
            # Most answer at once, since their programs do; only who does not is worth a line.
            self._slow = names
        elif (
            waits.phase == "playing"
            and old
            and self._turns
            and (before, old.seats) != ("playing", waits.seats)
        ):
            yield self._words("waiting", names=self._words.row(names))

    def _hurried(self, old: u.Waits | None, waits: u.Waits) -> Iterator[str]:
        """Who said that bots need not think, and whether they still do."""
        before = old.hurried if old else ()
        if waits.at_once and not (old and old.at_once):
            yield self._words("hurry.on")
        elif new := [seat for seat in waits.hurried if seat not in before and seat < len(self._names)]:
            others = self._awaited(new)
            yield (
                self._words("hurry.they", names=self._words.row(others))
                if others
                else self._words("hurry.you")
            )

    def _refused(self, refused: u.Refused) -> str:
        about = f"{refused.to}.{refused.reason}"
        whole = f"{refused.to}.{refused.why}"
        for key in (about, f"{refused.why}.{refused.reason}", refused.reason, whole, refused.why):
            if key and self._words.has(f"refused.{key}"):
                return self._words(f"refused.{key}")
        return self._words("refused.other")

    def _lost(self, lost: u.LinkLost) -> Sequence[str]:
        if lost.why == "busy":
            return (self._words("link_busy", seconds=max(1, round(lost.retry_in))),)
        if lost.tried == 0:
            key = "link_closed" if lost.why == "closing" else "link_lost"
            own = key if self.seated else f"{key}_seatless"
            return (self._words(f"{key}_host" if self._hosting else own),)
        return (self._words("link_still"),) if lost.tried == 5 else ()


def _kind(waits: u.Waits) -> str:
    """What is offered: to begin, to go on after a pause, the next lobby, or to let a bot play.

    A host without a chair has no name there.
    """
    if waits.phase in ("lobby", "paused"):
        return waits.phase if waits.offered or waits.seats else f"{waits.phase}-host"
    return "over" if waits.phase == "over" else "playing"


# ------------------------------------------------------------------ the lobby

FREE = Seated(None, None, ready=False, hosting=False, you=False, date=None, age=None)
SEEN = ("ready", "unready", "watcher.went")  # where the chairs and watchers are in sight, these need no line


class Change(NamedTuple):
    """`key` names its sentence, and `facts` fill that."""

    key: str
    facts: Mapping[str, object] = {}

    def told(self, words: Wording) -> str:
        """As a sentence."""
        return words(self.key, **self.facts)

    @property
    def seen(self) -> bool:
        """Whether every chair shows it anyway."""
        return self.key.startswith(SEEN)


def lobby_changes(old: LobbyIs, new: LobbyIs) -> Iterator[Change]:
    """Rules, names, chair by chair who came, went or is ready, the lock, watchers."""
    if (old.game, old.options) != (new.game, new.options):
        yield Change("rules_changed")
    for before, name, own in _renamed(old, new):
        yield Change("renamed" if own else "renamed_other", {"before": before, "name": name})
    names = {before: name for before, name, _ in _renamed(old, new)}
    had, has = {names.get(name, name) for name in _names(old)}, _names(new)
    for was, chair in zip_longest(old.chairs, new.chairs, fillvalue=FREE):
        yield from _change(names.get(was.name or "", was.name), was, chair, had - has, has - had)
    if old.locked != new.locked:
        yield Change("locked" if new.locked else "unlocked")
    if old.gallery != new.gallery:
        yield Change("gallery.on" if new.gallery else "gallery.off")
    came = [name for name in new.watchers if name not in old.watchers and name not in had | has]
    went = [name for name in old.watchers if name not in new.watchers and name not in has - had]
    # Of who only looks on, no key is told; but a name that changes stays in its place.
    if [old.watchers.index(name) for name in went] == [new.watchers.index(name) for name in came] and went:
        yield from (
            Change("renamed_other", {"before": before, "name": name})
            for before, name in zip(went, came, strict=True)
        )
        return
    yield from (Change("watcher.came", {"name": name}) for name in came)
    yield from (Change("watcher.went", {"name": name}) for name in went)


def moved(old: LobbyIs, new: LobbyIs) -> bool:
    """Whether there are other chairs, or somebody sits on another one than before."""
    names = {before: after for before, after, _ in _renamed(old, new)}
    before = {names.get(chair.name, chair.name): seat for seat, chair in enumerate(old.chairs) if chair.name}
    after = {chair.name: seat for seat, chair in enumerate(new.chairs) if chair.name}
    return len(old.chairs) != len(new.chairs) or any(
        before.get(name, seat) != seat for name, seat in after.items()
    )


def _change(name: str | None, was: Seated, chair: Seated, went: set[str], came: set[str]) -> Iterator[Change]:
    """Of one chair, on which somebody called `name` sat; who only sits elsewhere now is not told."""
    if name == chair.name:
        if name is not None and was.ready != chair.ready:
            who = "you" if chair.you else "they"
            yield Change(f"ready.{who}" if chair.ready else f"unready.{who}", {"name": name})
        return
    if name in went:
        yield Change("left", {"name": name})
    if chair.name in came:
        yield Change("bot_sat" if chair.bot else "sat", {"name": chair.name, "bot": chair.bot})


def _names(lobby: LobbyIs) -> set[str]:
    return {str(chair.name) for chair in lobby.taken}


def _renamed(old: LobbyIs, new: LobbyIs) -> Iterator[tuple[str, str, bool]]:
    """The old name, the new one, and whether that is oneself."""
    people = {chair.who: chair for chair in old.chairs if chair.who}
    mine = None if old.you is None else old.chairs[old.you]
    for chair in new.chairs:
        before = mine if chair.you else people.get(chair.who or b"")
        if before and before.name and chair.name and before.name != chair.name:
            yield before.name, chair.name, chair.you
