"""A seat at a table: messages, requests and time in, effects out.

It believes nothing: every entry is judged by the chain, every box opened, every
finished deal handed to a verifier.  What contradicts is named, and ends it.

A move is kept until the chain or the table answers it.  Over a lost line it is
signed anew over the newest head, once the chain is as long as the table's; it
counts once, because it names its turn.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

from msgspec import Struct

from lltui.client import updates as u
from lltui.client.followed_match import FollowedMatch, lobby_of, update_of, updates_of
from lltui.client.requests import AskTable, BeReady, Decide
from lltui.client.updates import Quota, bare, weight
from lltui.games.chair import Glimpse, Over, Request, Speak, Update
from lltui.games.game import Action, Seat
from lltui.record.lies import Lie, LyingError, Unjudged, Verifier
from llwire.chain import entries
from llwire.chain.chain import Chain
from llwire.chain.entries import Body
from llwire.chain.match_secrets import match_secret
from llwire.session.session import CLIENT_MAY_SAY, life
from llwire.wire import limits, text
from llwire.wire import messages as m
from llwire.wire.crypto import SignKey
from llwire.wire.deeds import read_deed
from llwire.wire.errors import Code, Law, PeerError, broken, peer_error
from llwire.wire.messages import Entry, Head, Message, Pin, Signed

KEPT = 2  # matches: the one that is played, and the end of the one before
MEND = frozenset({m.Why.NOT_NOW})  # what passes by itself: the disk, a crash, a pause
LogReader = Callable[[Chain, Callable[[Body], object]], object]  # looks at each entry that the chain takes


# ------------------------------------------------- what is asked of the shell around it


class Send(Struct, frozen=True):
    """To the table."""

    message: Message


class Append(Struct, frozen=True):
    """To the own log of this match."""

    match: int
    entry: Entry


class KeepReady(Struct, frozen=True):
    """Put on disk before anything else is sent: over another head the same nonce must not be signed again."""

    match: int
    number: int
    ready: Signed


class Forget(Struct, frozen=True):
    """This match is no longer followed: two have begun since."""

    match: int


class Evidence(Struct, frozen=True):
    """Keep this entry apart: it is why the table is left."""

    match: int
    entry: Entry


class Proved(Struct, frozen=True):
    """A deal of this match was proved, or the match is over: it is worth a file of its own."""

    match: int


class TellBoard(Struct, frozen=True):
    """To the board; `turn` is the seat's turn that a glimpse shows."""

    update: Update
    turn: int | None = None


class HangUp(Struct, frozen=True):
    """Hang up, for this reason."""

    why: PeerError


Effect: TypeAlias = Send | Append | KeepReady | Forget | Evidence | Proved | TellBoard | HangUp


# --------------------------------------------------------------------------- the client


def _parting(caught: LyingError) -> PeerError:
    """How to part from whoever told it."""
    law, told = caught.lie.what, str(caught)
    return broken(law, told) if isinstance(law, Law) else peer_error(Code.MALFORMED, told)


class Link:
    """One line to the table, or none: what belongs to it, and is forgotten with it."""

    def __init__(self, *, up: bool = False, until: Head | None = None, want: str = "watch") -> None:
        self.up = up
        self.until = until
        self.want = want
        self.again = True  # the unanswered move was not sent over this line yet
        self.opened: tuple[int, int] | None = None
        self.promised: object = None
        self.asked = False  # for a seat whose key is lost
        self.wanted: tuple[int, int] | None = None  # the next entry that the table asked for

    def may_say(self, message: Message, *, hosting: bool) -> bool:
        """The table would hang up on who says what is not theirs to say."""
        kind = type(read_deed(message)) if isinstance(message, Signed) else type(message)
        return kind in CLIENT_MAY_SAY[life(self.want, hosting=hosting)]


class Comparing:
    """Whether the table plays by our rules: who does not should know it before the first card.

    Warns once for each lobby and each match, and parts where others would wait for us in vain.
    """

    def __init__(self, verifier: Verifier) -> None:
        self._foreign = verifier.foreign
        self._warned: object = None

    def unequal(self, lobby: m.Lobby | None) -> Unjudged | None:
        """Why nobody here could judge what this lobby is about to play."""
        return None if lobby is None else self._foreign(lobby.game, lobby.options, lobby.rules)

    def lobby(self, lobby: m.Lobby, *, seated: bool) -> Iterator[Effect]:
        """A watcher stays, and the host to close the table; whoever else wants a seat leaves it."""
        found = self.unequal(lobby)
        yield from self._warning(found, found)
        if found is not None and seated:
            yield Send(m.Leave())
            yield HangUp(peer_error(Code.RULES, "a table with other rules"))

    def match(self, followed: FollowedMatch) -> Iterator[Effect]:
        """Whoever has taken part in a deal of it already may play on."""
        found = followed.unjudged or (Unjudged(0, "nameless") if followed.unequal else None)
        yield from self._warning(found, followed.number)
        if followed.unequal and followed.seat is not None and not followed.took_part:
            yield HangUp(peer_error(Code.RULES, "a match by other rules"))

    def _warning(self, found: Unjudged | None, of: object) -> Iterator[Effect]:
        if found is not None and self._warned != of:
            self._warned = of
            yield TellBoard(u.Foreign(found))


class Client:
    """One player, or one watcher, at one table."""

    def __init__(
        self,
        pin: Pin,
        me: SignKey,
        secret: bytes,
        verifier: Callable[[], Verifier],
        entropy: Callable[[int], bytes] = os.urandom,
        quota: Quota = Quota(),  # noqa: B008 - frozen
    ) -> None:
        self.pin = pin
        self.me = me
        self.lobby: m.Lobby | None = None
        self.hosting = False
        self._secret = secret
        self._verifier = verifier
        self._entropy = entropy
        self._comparing = Comparing(verifier())
        self._quota = quota
        self._taken_in = 0  # bytes of entries, of all matches, since one came
        self._matches: dict[int, FollowedMatch] = {}
        self._standing: m.Standing | None = None
        self._terms: m.Terms | None = None
        self._begun: tuple[int, Seat | None] | None = None  # the match the board was told of, and its seat
        self._numbered: int | None = None
        self._seatless: int | None = None
        self._shown = -1  # the turn the board has seen
        self._glimpsed = False  # whether it was told anything of the match but that it began
        self._attends = False
        self._link = Link()
        self._out: list[Effect] = []

    # --------------------------------------------------------------- looking

    @property
    def now(self) -> FollowedMatch | None:
        """The newest match with an entry."""
        return next((each for each in reversed(self._matches.values()) if each.begun), None)

    @property
    def have(self) -> Head | None:
        """How far the newest chain is known."""
        return self.now.chain.have if self.now else None

    def of(self, match: int) -> FollowedMatch:
        """A match that was followed."""
        return self._matches[match]

    def gives(self) -> tuple[int, int] | None:
        """Match and number of the next entry that the table lost; asked for whenever the line has room."""
        wanted = self._link.wanted
        if wanted is None or wanted[0] not in self._matches or wanted[1] >= self.of(wanted[0]).chain.next:
            return None
        self._link.wanted = wanted[0], wanted[1] + 1
        return wanted

    # --------------------------------------------------------------- the line

    def restore(self, match: int, sent: tuple[int, Signed] | None, read: LogReader) -> None:
        """What this player kept of a match, as `read` gives it; a LyingError if it does not hold."""
        followed = self._follow(match)
        followed.secrets.sent = sent
        read(followed.chain, lambda body: self._remember(followed, body, proved=followed.look(body)))

    def welcomed(self, welcome: m.Welcome) -> list[Effect]:
        """A new connection.  What the table has and we have not comes next, before anything is repeated."""
        self._link = Link(up=True, until=welcome.have, want=welcome.want)
        self.hosting = welcome.hosting
        self._standing = None
        if self._caught_up():
            self._show_newest()
        self._repeat()
        return self._taken()

    def unlinked(self) -> None:
        """The line is gone: nothing can be sent."""
        self._link = Link()

    def attend(self) -> list[Effect]:
        """The board has read all it was told, and waits."""
        self._attends = True
        self._open_nonce()
        return self._taken()

    def saw(self, turn: int | None) -> None:
        """The board has seen a glimpse of this turn."""
        if turn is not None:
            self._shown = turn

    # ------------------------------------------------------------ being told

    def receive(self, message: object) -> list[Effect]:
        """What the table says."""
        try:
            self._hear(message)
        except LyingError as caught:
            if isinstance(message, m.Entry) and self.now:
                self._out.append(Evidence(self.now.number, message))
            names = self.now.names if self.now else ()
            self._tell(u.Lied(caught.lie, names))
            self._out.append(HangUp(_parting(caught)))
        except PeerError as error:
            self._out.append(HangUp(error))
        return self._taken()

    def _hear(self, message: object) -> None:
        match message:
            case m.Entry():
                self._entry(message)
            case m.Nack(to="act"):
                self._refused(message)
            case m.Nack(to="ready", why=why) if why in MEND:
                # What it waits for it says anew, when it can take it.
                self._link.opened = self._standing = None
            case m.Nack(to="joining", why=why) if why in MEND and self.now and self.now.promiseless():
                self._link.promised = None
            case m.Want(match=number, seq=seq):
                self._link.wanted = number, seq
            case m.Standing():
                self._standing = message
                self._tell(update_of(message, self._name))
                self._repeat()
                self._compare()
            case m.Terms():
                self._terms = message
                self._tell(update_of(message, self._name))
            case m.Lobby():
                self.lobby = message
                self._tell(lobby_of(message, self.me.public, hosting=self.hosting))
                self._compare()
            case _:
                self._tell(update_of(message, self._name))
        self._open_nonce()

    def _compare(self) -> None:
        """By which rules is it played here?"""
        followed, standing, link = self.now, self._standing, self._link
        if followed is not None and not followed.match.over:
            if self._caught_up():
                self._carry(self._comparing.match(followed))
        elif self.lobby is not None and standing is not None and standing.phase is m.Phase.LOBBY:
            seated = link.want == "seat" and not self.hosting
            self._carry(self._comparing.lobby(self.lobby, seated=seated))

    def _carry(self, effects: Iterable[Effect]) -> None:
        for effect in effects:
            self._attends = self._attends and not isinstance(effect, TellBoard)
            self._out.append(effect)

    def _entry(self, entry: m.Entry) -> None:
        number = self._whose(entry)
        followed = self._follow(number)
        before = followed.chain.size
        body = followed.accept(entry)
        self._weigh(followed, followed.chain.size - before)
        self._out.append(Append(number, entry))
        proved = followed.look(body)
        if proved or followed.match.over:
            self._out.append(Proved(number))
        self._remember(followed, body, proved=proved)
        if followed is self.now:
            self._show(followed, body, proved=proved)
        self._repeat()
        self._compare()

    def _whose(self, entry: m.Entry) -> int:
        """The match of an entry; of one that cannot be the next of any, the one that is told now."""
        told = self.now.number if self.now else 1
        try:
            body = entries.decode(entry.body)
        except PeerError:
            return told
        follows = body.seq == 0 or self.now is None or body.match in self._matches
        return body.match if follows else told

    def _weigh(self, followed: FollowedMatch, size: int) -> None:
        """Nobody has to hold, or to write down, whatever a table likes to say."""
        self._taken_in += size
        too_long = followed.chain.size > self._quota.match
        if too_long or self._taken_in > self._quota.visit:
            raise LyingError(Lie(followed.chain.next - 1, "long" if too_long else "greedy"))

    def _follow(self, number: int) -> FollowedMatch:
        if number > limits.MATCHES:
            raise peer_error(Code.MALFORMED, "more matches than an evening has")
        if number not in self._matches:
            if number < max(self._matches, default=0):
                raise peer_error(Code.MALFORMED, "an entry of a match long over")
            begun = [old for old, each in self._matches.items() if each.begun]
            self._out += map(Proved, begun[-1:])  # as far as it came: it is not gone on with
            secret = match_secret(self._secret, number)
            self._matches[number] = FollowedMatch(
                self.pin, number, self.me, secret, self._verifier(), self._quota
            )
            for old in sorted(self._matches)[:-KEPT]:
                del self._matches[old]
                self._out += [Forget(old)] if old in begun else []
        return self._matches[number]

    @staticmethod
    def _remember(followed: FollowedMatch, body: Body, *, proved: bool) -> None:
        """For a board that will be there later; what can be done about it is not of the past."""
        if followed.past is None:
            return
        for update in updates_of(body, followed, proved=proved):
            kept = bare(update)
            followed.past.add(kept, weight(kept))

    # ------------------------------------------------------------- the board

    def _show(self, followed: FollowedMatch, body: Body, *, proved: bool) -> None:
        """One entry on the board; while catching up from nothing, only where it has got to."""
        if self._begun is None or self._begun[0] != followed.number:
            if self._caught_up():
                self._show_newest(live=body.seq == 0)
            return
        moved = self._begun[1] != followed.seat
        for update in updates_of(body, followed, proved=proved, always=moved):
            seen = isinstance(update, Glimpse)
            if moved and seen:
                self._begin(followed)
            self._tell(update, followed.turn.number if seen else None)
        self._check_number(followed)
        self._end(followed)

    def _show_newest(self, *, live: bool = False) -> None:
        followed = self.now
        if followed is None or self._begun == (followed.number, followed.seat):
            return
        past = tuple(followed.past or ())
        self._begin(followed)
        if not live:
            self._check_number(followed)
            self._tell(u.HeardBefore(past))
            self._tell(followed.unheard, followed.turn.number)
        self._end(followed)

    def _end(self, followed: FollowedMatch) -> None:
        """The last glimpse tells how it ended; of a match that was never dealt, that is the only one."""
        if followed.match.over:
            if not self._glimpsed:
                self._tell(followed.unheard, followed.turn.number)
            self._tell(Over())

    def _begin(self, followed: FollowedMatch) -> None:
        self._begun = followed.number, followed.seat
        followed.past = None
        self._shown, self._glimpsed = -1, False
        genesis = followed.match.genesis
        self._tell(
            u.Began(
                match=followed.number,
                game=genesis.game,
                options=followed.options,
                names=followed.names,
                you=followed.seat,
                bots=followed.bots,
                hosting=genesis.host == self.me.public,
                stand_ins=frozenset(s for s, c in enumerate(followed.match.chairs) if c.stand_in),
                deal=max(1, followed.match.deal),
                levels=tuple(row.bot if isinstance(row, entries.Bot) else "" for row in genesis.roster),
                host=followed.host,
            )
        )

    def _check_number(self, followed: FollowedMatch) -> None:
        number = followed.check_number() if self._numbered != followed.number else None
        if number is not None:
            self._numbered = followed.number
            self._tell(u.CheckNumberIs(number))

    def _name(self, seat: Seat) -> str:
        """Of the match, or before one of the lobby."""
        followed = self.now
        if followed is not None and not followed.match.over and seat < len(followed.names):
            return followed.names[seat]
        chairs = self.lobby.chairs if self.lobby else ()
        return text.shown(chairs[seat].name if seat < len(chairs) else None, seat)

    def _tell(self, update: Update | None, turn: int | None = None) -> None:
        if update is not None:
            self._attends = False
            self._glimpsed = self._glimpsed or isinstance(update, Glimpse)
            self._out.append(TellBoard(update, turn))

    # ----------------------------------------------------------------- moves

    def act(self, what: Action | Request) -> list[Effect]:
        """What the player wants."""
        match what:
            case Action():
                self._choose(what)
            case Speak(text=line):
                clean = text.clean_chat(line)
                if clean:
                    self._ask(m.Say(text=clean))
                    if not text.is_whole(clean, line):
                        self._tell(u.Shortened())
            case BeReady():
                self._join()
            case AskTable(message=message):
                self._ask(message)
            case Decide(what=decided):
                if self.now is None or self.now.match.over:
                    self._tell(u.Refused("decision", "not-now"))
                else:
                    self._ask(self.now.decide(decided))
        return self._taken()

    def _choose(self, action: Action) -> None:
        followed = self.now
        if followed is None or action not in followed.glimpse.menu or self._shown != followed.turn.number:
            self._tell(u.Refused("act", "stale"))
            return
        followed.choose(action)
        self._link.again = True
        self._repeat()

    def _repeat(self) -> None:
        """Send the unanswered move, if there is one and this connection has not carried it yet."""
        followed = self.now
        if followed is None or not self._link.up or not self._caught_up():
            return
        if followed.promiseless() and self._link.promised != followed.match.chairs:
            self._link.promised = followed.match.chairs
            self._send(followed.joining())
        if self._link.again and (signed := followed.act(self._entropy(32))):
            self._link.again = False
            self._send(signed)
        self._ask_for_a_seat(followed)

    def _ask_for_a_seat(self, followed: FollowedMatch) -> None:
        """Whoever came into a match with a key that nobody there plays with may have lost the right one."""
        link = self._link
        if followed.unequal:
            return
        came_in = link.until is not None and link.until.match == followed.number and link.want == "seat"
        if not came_in or link.asked or followed.seat is not None or followed.match.over:
            return
        link.asked = True
        self._send(followed.joining())
        if self._seatless != followed.number:
            self._seatless = followed.number
            self._tell(u.Seatless(u.digits(self.me.public), followed.host))

    def _refused(self, nack: m.Nack) -> None:
        followed = self.now
        if followed is None:
            return
        if nack.why in MEND:
            self._link.again = True
            return
        waits = followed.unanswered.action is not None
        if followed.unanswered.refused(nack.turn, nack.now, stale=nack.why is m.Why.STALE):
            self._link.again = True
            self._repeat()
        elif waits and followed.unanswered.action is None:
            self._tell(update_of(nack, self._name))

    def _join(self) -> None:
        followed = self.now
        if followed is None or followed.match.over:
            if self._comparing.unequal(self.lobby) is not None:
                self._tell(u.Refused("joining", "not-allowed", "rules"))
                return
            number = self.lobby.match if self.lobby else 1
            try:
                followed = self._follow(number)
            except PeerError:  # a lobby of long ago, as of a table that lost its disk, or of never
                self._tell(u.Refused("joining", "not-now", "over"))
                return
        self._ask(followed.joining())

    def _open_nonce(self) -> None:
        """A part in the next deal, as soon as the table waits for it and the board has read the last.

        Who reads on is not left out for that: their part is given when half of the table's time is over.
        """
        followed, standing = self.now, self._standing
        if followed is None or standing is None or not self._link.up:
            return
        if not (self._attends or self._hurried(standing)):
            return
        collects = standing.phase is m.Phase.COLLECTING and followed.seat in standing.waiting
        if not (collects and self._caught_up() and followed.opens()):
            return
        number, signed = followed.ready()
        if self._link.opened != (followed.number, number):
            self._link.opened = (followed.number, number)
            self._out.append(KeepReady(followed.number, number, signed))
            self._send(signed)

    def _hurried(self, standing: m.Standing) -> bool:
        left, terms = standing.left_ms, self._terms
        return left is not None and terms is not None and left <= terms.wait_ms / 2

    # ----------------------------------------------------------------- lines

    def _ask(self, message: Message) -> None:
        """Something that is not repeated: without a line it is lost, and said so."""
        if not self._link.up:
            self._tell(u.Refused("line", "not-now", "line"))
        elif self._link.may_say(message, hosting=self.hosting):
            self._send(message)
        else:
            self._tell(u.Refused(type(message).__name__.lower(), "not-allowed"))

    def _send(self, message: Message) -> None:
        self._out.append(Send(message))

    def _caught_up(self) -> bool:
        """Whether we have all that the table had when it let us in."""
        until, have = self._link.until, self.have
        if until is None:
            return True
        return have is not None and (have.match, have.seq) >= (until.match, until.seq)

    def _taken(self) -> list[Effect]:
        out, self._out = self._out, []
        return out
