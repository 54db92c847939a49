"""The table: messages and time in, effects out.

It owns the lobby and the match, and knows nothing of sockets, files or clocks.
An entry counts, and is seen by anybody, only after `saved`; while one is on its
way to the disk, or the disk refuses it, nothing else that would change the
match is taken, and everybody is told so.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import msgspec
from msgspec import Struct

from lltui import __version__
from lltui.games.game import Person
from lltui.games.models import model
from lltui.games.rulebooks import rules
from lltui.table import effects as e
from lltui.table.course import Course, Draft
from lltui.table.effects import Effect, LineId
from lltui.table.guests import Guest, Guests
from lltui.table.keys import Keys
from lltui.table.lobby import Chair, Lobby, Refused
from lltui.table.playing import Pace, Playing
from lltui.table.recovery import Recovery
from lltui.table.requests import Requests
from llwire import limits, text
from llwire import messages as m
from llwire.causes import read
from llwire.deeds import Act, Decision, GoOn, Joining, Ready, Signed
from llwire.entries import Bot, Genesis, Player
from llwire.errors import Code, peer_error
from llwire.fields import Head
from llwire.handshake import Door
from llwire.host_session import Done, Proven
from llwire.messages import Why
from llwire.words import draw

PROGRAM = f"lltui {__version__}"


class Settings(Struct, frozen=True):
    """What the host chose when opening the table."""

    pace: Pace = Pace()
    open: bool = False
    reveal: Any = "round"


class Table:
    """One table, from its first visitor to its closing."""

    def __init__(
        self,
        keys: Keys,
        settings: Settings,
        lobby: Lobby,
        entropy: Callable[[int], bytes],
    ) -> None:
        self.keys = keys
        self.settings = settings
        self.lobby = lobby
        self.guests = Guests()
        self.playing: Playing | None = None
        self.recovery: Recovery | None = None
        self._entropy = entropy
        self._pending: Draft | None = None
        self._frozen = False
        self._requests = Requests(self)
        self._standing: m.Standing | None = None
        self._said = 0
        self._out: list[Effect] = []
        self.addresses: tuple[str, ...] = ()
        self.port = 1
        self._bots = Random(int.from_bytes(entropy(8), "big"))  # noqa: S311 - bots' moods, no cards

    # ----------------------------------------------------------------- entry

    def door(self) -> Door:
        """Who is let in at this moment."""
        playing = self.playing is not None and not self.playing.over
        return Door(
            words=self.keys.words,
            open=self.settings.open,
            locked=self.lobby.locked or playing,
            hosting=self.keys.hosting,
            knows=self.lobby.known.__contains__,
        )

    def phase(self) -> m.Phase:
        """What the table is doing."""
        if self._frozen:
            return m.Phase.FROZEN
        if self.recovery is not None:
            return m.Phase.RECOVERING
        return self.playing.phase() if self.playing else m.Phase.LOBBY

    def head(self) -> Head | None:
        """The newest entry."""
        if self.playing is None or not self.playing.course.chain.next:
            return None
        chain = self.playing.course.chain
        return Head(match=chain.number, seq=chain.next - 1, hash=chain.head)

    def entered(self, line: LineId, address: str, proven: Proven, now: float) -> list[Effect]:
        """Somebody is let in; PeerError if not after all."""
        hello = proven.hello
        if hello.want == "watch" and len(self.guests.watching()) >= limits.WATCHERS:
            raise peer_error(Code.FULL)
        if address in self.lobby.banned:
            raise peer_error(Code.KICKED)
        self.guests.enter(
            line, Guest(hello.id, text.clean_name(hello.name) or "?", hello.want, proven.hosting, address)
        )
        lobby = msgspec.structs.replace(
            self.lobby, known=self.lobby.known | {hello.id}, online=self.lobby.online | {hello.id}
        )
        if proven.hosting:
            lobby = msgspec.structs.replace(lobby, hosting=hello.id)
        self.renew(lobby)
        guest = self.guests[line]
        self.note(e.Came(guest.name, hello.want == "watch"))
        if hello.want == "seat" and not self.in_play and self.lobby.seat_of(hello.id) is None:
            self._sit_down(line, guest, now)
        if guest.hosting:
            self._out.append(e.Say(line, self.door_told()))
        if self.recovery is not None:
            self._compare(line, hello.have)
        return self._go_on(now)

    def gone(self, line: LineId, code: Code, now: float) -> list[Effect]:
        """A line has ended."""
        guest = self.guests.leave(line)
        if guest is None:
            return []
        if self.recovery is not None:
            self.recovery.gone(line)
        self.note(e.Went(guest.name, code))
        online = self.lobby.online - {guest.id} if not self.guests.of(guest.id) else self.lobby.online
        self.renew(msgspec.structs.replace(self.lobby, online=online))
        return self._go_on(now)

    def tick(self, now: float) -> list[Effect]:
        """Time has passed."""
        return self._go_on(now)

    def due(self) -> float | None:
        """When `tick` is next worth a call; a frozen table is woken by `retry` alone."""
        if self._frozen or self._pending is not None:
            return None
        if self.recovery is not None:
            return self.recovery.until
        return self.playing.due() if self.playing else None

    # ------------------------------------------------------------ what is said

    def receive(self, line: LineId, event: object, now: float) -> list[Effect]:
        """Somebody said something; PeerError if it cannot be borne."""
        guest = self.guests[line]
        try:
            self._heard(line, guest, event, now)
        except Refused as refused:
            self._refuse(line, guest, event, refused)
        return self._go_on(now)

    def _heard(self, line: LineId, guest: Guest, event: object, now: float) -> None:
        match event:
            case m.Pong(have=have):
                guest.have = have
            case m.Give():
                self._given(line, event)
            case Done(deed=deed, signed=signed):
                self._deed(guest, deed, signed, now)
            case m.Say() | m.Signal():
                self._talk(guest, event)
            case _:
                self._requests.hear(line, guest, event, now)

    def _deed(self, guest: Guest, deed: object, signed: Signed, now: float) -> None:
        if isinstance(deed, Joining):
            self._joining(guest, deed, signed, now)
            return
        if isinstance(deed, Decision) and isinstance(deed.what, GoOn) and self.recovery is not None:
            self._recovered("time", now)
            return
        playing = self._match_in_play()
        match deed:
            case Act() | Ready() if deed.match != playing.course.chain.number:
                raise Refused(Why.STALE)
            case Act() | Ready() if self._seat(guest) != deed.seat:
                raise Refused(Why.NOT_ALLOWED, "other-seat")
            case Act():
                guest.wrong += 1
                if guest.wrong > limits.WRONG_ACTS:
                    raise peer_error(Code.RATE, "wrong moves only")
                self._draft(playing.act(signed, deed, now))
                guest.wrong = 0
            case Ready():
                playing.ready(signed, deed)
            case Decision():
                self._draft(playing.decide(signed, deed, self.guests.joining(deed), now))

    def _joining(self, guest: Guest, joining: Joining, signed: Signed, now: float) -> None:
        """Ready in the lobby; in a match, somebody who wants to play on, or a promise anew."""
        guest.joined = signed
        if self.playing is not None and not self.playing.over:
            if joining.match != self.lobby.match or self._seat(guest) is None:
                return
            self._draft(self._match_in_play().promise(signed, now))
            return
        if joining.match != self.lobby.match:
            raise Refused(Why.STALE)
        self.renew(self.lobby.ready(guest.id, signed))

    def _talk(self, guest: Guest, said: m.Say | m.Signal) -> None:
        seat = self._seat(guest)
        if seat is None:
            raise Refused(Why.NOT_ALLOWED, "no-chair")
        self._may_talk(seat, said)
        self._said += 1
        if isinstance(said, m.Signal):
            self._out.append(e.Tell(m.Signalled(seat=seat, n=self._said, sign=said.sign)))
            return
        clean = text.clean_chat(said.text)
        if clean is not None:
            self._out.append(e.Tell(m.Said(seat=seat, n=self._said, text=clean)))

    def _may_talk(self, seat: int, said: m.Say | m.Signal) -> None:
        if self.playing is None or self.playing.over:
            return
        course = self.playing.course
        talk = course.game.talk(course.state, seat).value
        if talk == "shut" or (talk == "signals" and isinstance(said, m.Say)):
            raise Refused(Why.SHUT)
        if isinstance(said, m.Say) and (reason := course.game.refuses(course.state, seat, said.text)):
            raise Refused(Why.ILLEGAL, reason)

    def _refuse(self, line: LineId, guest: Guest, event: object, refused: Refused) -> None:
        deed = event.deed if isinstance(event, Done) else event
        turn = None
        if isinstance(deed, Act) and self.playing is not None and self._seat(guest) == deed.seat:
            turn = self.playing.course.turns[deed.seat].number
        to = type(deed).__name__.lower()
        self._out.append(e.Say(line, m.Nack(to=to, turn=turn, why=refused.why, reason=refused.reason)))

    # -------------------------------------------------------------- the match

    def start(self, now: float) -> None:
        """Everybody is ready: the first entry of a match."""
        fewest, _ = model(self.lobby.game).seats
        chairs = self.lobby.begin(fewest)
        lobby = msgspec.structs.replace(self.lobby, chairs=chairs, locked=True)
        course = Course(self.keys, lobby.match)
        joined = [chair.joined for chair in chairs if chair.joined is not None]
        genesis = self._genesis(course, lobby)
        draft = course.found(genesis, joined, 0)
        self.renew(lobby)
        self.playing = Playing(course, self.settings.pace, self._bots, now)
        self.note(e.Began(lobby.match, tuple(chair.name or "" for chair in chairs)))
        self._draft(draft)

    def _genesis(self, course: Course, lobby: Lobby) -> Genesis:
        assert lobby.hosting is not None, "only the hosting player starts"
        nouns = model(lobby.game)
        return Genesis(
            v=1,
            table=self.keys.table,
            program=PROGRAM,
            game=lobby.game,
            options=seated_options(lobby),
            pad=nouns.box,
            reveal=self.settings.reveal,
            log_key=self.keys.log.public,
            cert=self.keys.cert_hash,
            host=lobby.hosting,
            secrets=course.secrets.choices().public,
            promise=course.secrets.promise(1, 0),
            roster=tuple(_row(course, seat, chair) for seat, chair in enumerate(lobby.chairs)),
        )

    def _match_in_play(self) -> Playing:
        if self.playing is None or not self.playing.course.chain.next:
            raise Refused(Why.NOT_NOW, "lobby")
        if self._pending is not None:
            raise Refused(Why.NOT_NOW, "frozen" if self._frozen else "busy")
        if self.recovery is not None:
            raise Refused(Why.NOT_NOW, "recovering")
        return self.playing

    def _seat(self, guest: Guest) -> int | None:
        """The seat in the match, else the chair in the lobby."""
        if self.playing is None or not self.playing.course.chain.next:
            return self.lobby.seat_of(guest.id)
        chairs = self.playing.match.chairs
        return next((seat for seat, chair in enumerate(chairs) if chair.id == guest.id), None)

    # ------------------------------------------------------------- the disk

    def saved(self, now: float) -> list[Effect]:
        """The entry is on disk: it has happened."""
        draft, self._pending = self._pending, None
        assert draft is not None, "nothing was to be saved"
        assert self.playing is not None, "an entry without a match"
        if self._frozen:
            self._frozen = False
            self.note(e.Thawed())
        self.playing.count(draft, now)
        self._announce(draft)
        enough = self.recovery.has(self.playing.course.chain.next - 1) if self.recovery else None
        if enough is not None:
            self._out.append(e.Enough(enough))
        return self._go_on(now)

    def unsaved(self, why: str) -> list[Effect]:
        """The disk refused it: nothing has happened, and nothing happens until it takes it."""
        if not self._frozen:
            self.note(e.Froze(why))
        self._frozen = True
        self._tell_standing(0.0)
        return self._taken()

    def retry(self) -> list[Effect]:
        """Try the same entry again."""
        assert self._pending is not None, "nothing is waiting"
        return [self._save(self._pending)]

    def _draft(self, draft: Draft) -> None:
        assert self._pending is None, "one at a time"
        self._pending = draft

    def _save(self, draft: Draft) -> Effect:
        assert self.playing is not None, "an entry without a match"
        return e.Save(self.playing.course.chain.number, draft.entry)

    def _announce(self, draft: Draft) -> None:
        heard: Sequence[Any] = tuple(draft.news.heard_by(None))
        if heard:
            self.note(e.Happened(tuple(heard)))

    def _go_on(self, now: float) -> list[Effect]:
        """Whatever follows from what just happened, up to the next entry."""
        if (
            self.recovery is not None
            and self._pending is None
            and self.recovery.done(self.guests.here(), now)
        ):
            self._recovered("all" if self.recovery.all_here(self.guests.here()) else "time", now)
        playing = self.playing
        if (
            playing is not None
            and self._pending is None
            and self.recovery is None
            and playing.course.chain.next
        ):
            draft = playing.next(now)
            if draft is not None:
                self._draft(draft)
        self._tell_standing(now)
        out = self._taken()
        if self._pending is not None and not self._frozen:
            out.append(self._save(self._pending))
        return out

    # ------------------------------------------------------------- recovery

    def restore(self, entries: Sequence[m.Entry], now: float) -> None:
        """What was on disk of the match that was played; its players are waited for."""
        course = Course(self.keys, self.lobby.match)
        course.replay(entries)
        self.playing = Playing(course, self.settings.pace, self._bots, now)
        self.playing.follow(now)
        if not self.playing.over:
            self.recovery = Recovery(self.lobby.online, now + self.settings.pace.recover)
        self.lobby = msgspec.structs.replace(self.lobby, online=frozenset())

    def _compare(self, line: LineId, have: Head | None) -> None:
        """A player comes back after a crash: who knows more, the table or they?"""
        assert self.playing is not None, "recovering without a match"
        assert self.recovery is not None, "asked while recovering"
        chain = self.playing.course.chain
        if (
            have is not None
            and have.match == chain.number
            and have.seq >= chain.next
            and self.recovery.ask(line, have.seq)
        ):
            self._out.append(e.Want(line, chain.number, chain.next))

    def _given(self, line: LineId, give: m.Give) -> None:
        """An entry that we signed and lost; the chain judges it like any other."""
        if self.recovery is None or not self.recovery.gives(line) or self._pending is not None:
            return
        assert self.playing is not None, "recovering without a match"
        self._draft(self.playing.course.returned(m.Entry(body=give.body, sig=give.sig)))

    def _recovered(self, by: str, now: float) -> None:
        assert self.playing is not None, "recovering without a match"
        here = self.guests.here()
        seats = tuple(seat for seat, chair in enumerate(self.playing.match.chairs) if chair.id in here)
        self.recovery = None
        self.note(e.Back(by))
        self._draft(self.playing.recovered(by, seats, now))

    # ------------------------------------------------------------ the lobby

    @property
    def in_play(self) -> bool:
        """A match is under way."""
        return self.playing is not None and not self.playing.over

    def renew(self, lobby: Lobby) -> None:
        """This is the lobby now: on disk, and on everybody's screen."""
        if lobby != self.lobby:
            self.lobby = lobby
            self._out += (e.Keep(lobby), e.Tell(lobby.message(self.guests.watching())))

    def say(self, effect: Effect) -> None:
        """One more effect."""
        self._out.append(effect)

    def note(self, fact: e.Fact) -> None:
        """One more line for the host's log."""
        self._out.append(e.Note(fact))

    def new_words(self) -> None:
        """Whoever knew the old ones and is not known here stays outside."""
        words = draw(lambda below: int.from_bytes(self._entropy(8), "big") % below)
        self.keys = msgspec.structs.replace(self.keys, words=words)
        self._out.append(e.Rekey(self.keys))
        self._out += [e.Say(line, self.door_told()) for line, guest in self.guests.lines() if guest.hosting]

    def door_told(self) -> m.Door:
        """How others get in; for the hosting player alone."""
        return m.Door(
            words=self.keys.words, addresses=self.addresses, port=self.port, open=self.settings.open
        )

    def rematch(self) -> None:
        """The same people on the same chairs, for the next match."""
        if self.in_play:
            raise Refused(Why.NOT_NOW, "match")
        if self.playing is not None:
            self.playing = None
            self.renew(self.lobby.again())

    def _sit_down(self, line: LineId, guest: Guest, now: float) -> None:
        try:
            self._requests.hear(line, guest, m.Sit(seat=None), now)
        except Refused as refused:
            self._refuse(line, guest, m.Sit(seat=None), refused)

    def _taken(self) -> list[Effect]:
        out, self._out = self._out, []
        return out

    def _tell_standing(self, now: float) -> None:
        """Whenever it has changed."""
        playing = self.playing
        left = playing.left(now) if playing and self.phase() is m.Phase.PLAYING else None
        waiting = playing.waiting() if playing and playing.course.chain.next else ()
        standing = m.Standing(
            phase=self.phase(), waiting=waiting, left_ms=None if left is None else int(left * 1000)
        )
        if self._standing is None or (standing.phase, standing.waiting) != (
            self._standing.phase,
            self._standing.waiting,
        ):
            self._standing = standing
            self._out.append(e.Tell(standing))


def seated_options(lobby: Lobby) -> bytes:
    """The options with what decides by who sits where."""
    nouns = model(lobby.game)
    options = msgspec.msgpack.decode(lobby.options, type=nouns.options)
    people = tuple(Person(str(chair.date) if chair.date else None, chair.age) for chair in lobby.chairs)
    return msgspec.msgpack.encode(rules(lobby.game).seated(options, people))


def _row(course: Course, seat: int, chair: Chair) -> Player | Bot:
    name = chair.name or f"Player {seat + 1}"
    if chair.bot is not None:
        return Bot(name=name, bot=chair.bot, box=course.secrets.bot(seat).public)
    assert chair.joined is not None, "everybody is ready"
    joining = read(chair.joined)
    assert isinstance(joining, Joining), "kept as such"
    return Player(name=name, id=joining.id, box=joining.box, promise=joining.commit)
