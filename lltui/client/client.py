"""A seat at a table: messages, wishes and time in, effects out.

It believes nothing: every entry is judged by the chain, every box opened, every
finished deal handed to a verifier.  What contradicts is named, and ends it.

A move is kept until the chain or the table answers it.  Over a lost line it is
signed anew over the newest head, once the chain is as long as the table's; it
counts once, because it names its turn.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator

from lltui.client import updates as u
from lltui.client.comparing import Comparing
from lltui.client.effects import Append, Effect, Evidence, Keep, Part, Past, Proved, Send, Tell
from lltui.client.following import CaughtError, Following
from lltui.client.hearing import told
from lltui.client.link import Link
from lltui.client.quota import Quota, bare, weight
from lltui.client.rulings import ruled
from lltui.client.wishes import Ask, BeReady, Decide
from lltui.games.game import Action, Seat
from lltui.games.seat import Glimpse, Over, Speak, Update, Wish
from lltui.record.lies import Lie, VerifierOf
from llwire.chain import entries
from llwire.chain.entries import Body
from llwire.wire import limits, text
from llwire.wire import messages as m
from llwire.wire.crypto import SignKey, derive, u32
from llwire.wire.deeds import Signed
from llwire.wire.errors import Code, PeerError, peer_error
from llwire.wire.fields import Head, Message, Pin

KEPT = 2  # matches: the one that is played, and the end of the one before
MEND = frozenset({m.Why.NOT_NOW})  # what passes by itself: the disk, a crash, a pause


def match_secret(secret: bytes, match: int) -> bytes:
    """All that a player keeps secret in one match follows from one secret per table."""
    return derive(secret, "match", u32(match))


class Client:
    """One player, or one watcher, at one table."""

    def __init__(
        self,
        pin: Pin,
        me: SignKey,
        secret: bytes,
        verifiers: VerifierOf,
        entropy: Callable[[int], bytes] = os.urandom,
        quota: Quota = Quota(),  # noqa: B008 - frozen
    ) -> None:
        self.pin = pin
        self.me = me
        self.lobby: m.Lobby | None = None
        self.hosting = False
        self._secret = secret
        self._verifiers = verifiers
        self._entropy = entropy
        self._comparing = Comparing(verifiers(0))
        self._quota = quota
        self._taken_in = 0  # bytes of entries, of all matches, since one came
        self._matches: dict[int, Following] = {}
        self._standing: m.Standing | None = None
        self._terms: m.Terms | None = None
        self._begun: tuple[int, Seat | None] | None = None  # the match the board was told of, and its seat
        self._phrased: int | None = None
        self._seatless: int | None = None
        self._shown = -1  # the turn the board has seen
        self._glimpsed = False  # whether it was told anything of the match but that it began
        self._attends = False
        self._link = Link()
        self._out: list[Effect] = []

    # --------------------------------------------------------------- looking

    @property
    def now(self) -> Following | None:
        """The newest match with an entry."""
        begun = [number for number, each in self._matches.items() if each.begun]
        return self._matches[max(begun)] if begun else None

    @property
    def have(self) -> Head | None:
        """How far the newest chain is known."""
        return self.now.head if self.now else None

    def of(self, match: int) -> Following:
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

    def restore(self, match: int, entries: list[m.Entry], sent: tuple[int, Signed] | None) -> None:
        """What this player kept of a match; CaughtError if it does not hold."""
        following = self._following(match)
        following.part.sent = sent
        for entry in entries:
            body = following.accept(entry)
            _remember(following, body, proved=following.look(body))

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
        except CaughtError as caught:
            if isinstance(message, m.Entry) and self.now:
                self._out.append(Evidence(self.now.number, message))
            names = self.now.names if self.now else ()
            self._tell(u.Lied(caught.lie, names))
            self._out.append(Part(caught.error))
        except PeerError as error:
            self._out.append(Part(error))
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
                self._tell(told(message, self))
                self._repeat()
                self._compare()
            case m.Terms():
                self._terms = message
                self._tell(told(message, self))
            case m.Lobby():
                self.lobby = message
                self._tell(told(message, self))
                self._compare()
            case _:
                self._tell(told(message, self))
        self._open_nonce()

    def _compare(self) -> None:
        """By which rules is it played here?"""
        following, standing, link = self.now, self._standing, self._link
        if following is not None and not following.match.over:
            if self._caught_up():
                self._carry(self._comparing.match(following))
        elif self.lobby is not None and standing is not None and standing.phase is m.Phase.LOBBY:
            seated = link.want == "seat" and not self.hosting
            self._carry(self._comparing.lobby(self.lobby, seated=seated))

    def _carry(self, effects: Iterable[Effect]) -> None:
        for effect in effects:
            self._attends = self._attends and not isinstance(effect, Tell)
            self._out.append(effect)

    def _entry(self, entry: m.Entry) -> None:
        number = self._whose(entry)
        following = self._following(number)
        before = following.chain.size
        body = following.accept(entry)
        self._weigh(following, following.chain.size - before)
        self._out.append(Append(number, entry))
        proved = following.look(body)
        if proved or following.match.over:
            self._out.append(Proved(number))
        _remember(following, body, proved=proved)
        if following is self.now:
            self._show(following, body, proved=proved)
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

    def _weigh(self, following: Following, size: int) -> None:
        """Nobody has to hold, or to write down, whatever a table likes to say."""
        self._taken_in += size
        too_long = following.chain.size > self._quota.match
        if too_long or self._taken_in > self._quota.visit:
            lie = Lie(following.chain.next - 1, "long" if too_long else "greedy")
            raise CaughtError(lie, peer_error(Code.MALFORMED, "more than an evening has"))

    def _following(self, number: int) -> Following:
        if number > limits.MATCHES:
            raise peer_error(Code.MALFORMED, "more matches than an evening has")
        if number not in self._matches:
            if number < max(self._matches, default=0):
                raise peer_error(Code.MALFORMED, "an entry of a match long over")
            begun = [old for old, each in self._matches.items() if each.begun]
            self._out += map(Proved, begun[-1:])  # as far as it came: it is not gone on with
            secret = match_secret(self._secret, number)
            verifier = self._verifiers(number)
            self._matches[number] = Following(self.pin, number, self.me, secret, verifier, self._quota)
            for old in sorted(self._matches)[:-KEPT]:
                del self._matches[old]
                self._out += [Past(old)] if old in begun else []
        return self._matches[number]

    # ------------------------------------------------------------- the board

    def _show(self, following: Following, body: Body, *, proved: bool) -> None:
        """One entry on the board; while catching up from nothing, only where it has got to."""
        if self._begun is None or self._begun[0] != following.number:
            if self._caught_up():
                self._show_newest(live=body.seq == 0)
            return
        moved = self._begun[1] != following.seat
        for update in _told(following, body, proved=proved, always=moved):
            seen = isinstance(update, Glimpse)
            if moved and seen:
                self._begin(following)
            self._tell(update, following.turn.number if seen else None)
        self._phrase(following)
        self._end(following)

    def _show_newest(self, *, live: bool = False) -> None:
        following = self.now
        if following is None or self._begun == (following.number, following.seat):
            return
        past = tuple(following.past or ())
        self._begin(following)
        if not live:
            self._phrase(following)
            self._tell(u.Past(past))
            self._tell(following.unheard, following.turn.number)
        self._end(following)

    def _end(self, following: Following) -> None:
        """The last glimpse tells how it ended; of a match that was never dealt, that is the only one."""
        if following.match.over:
            if not self._glimpsed:
                self._tell(following.unheard, following.turn.number)
            self._tell(Over())

    def _begin(self, following: Following) -> None:
        self._begun = following.number, following.seat
        following.past = None
        self._shown, self._glimpsed = -1, False
        genesis = following.match.genesis
        self._tell(
            u.Began(
                match=following.number,
                game=genesis.game,
                options=following.options,
                names=following.names,
                you=following.seat,
                bots=following.bots,
                hosting=genesis.host == self.me.public,
                stand_ins=frozenset(s for s, c in enumerate(following.match.chairs) if c.stand_in),
                deal=max(1, following.match.deal),
            )
        )

    def _phrase(self, following: Following) -> None:
        words = following.phrase() if self._phrased != following.number else None
        if words is not None:
            self._phrased = following.number
            self._tell(u.PhraseIs(words))

    def _tell(self, update: Update | None, turn: int | None = None) -> None:
        if update is not None:
            self._attends = False
            self._glimpsed = self._glimpsed or isinstance(update, Glimpse)
            self._out.append(Tell(update, turn))

    # ----------------------------------------------------------------- moves

    def act(self, what: Action | Wish) -> list[Effect]:
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
            case Ask(message=message):
                self._ask(message)
            case Decide(what=decided):
                if self.now is None or self.now.match.over:
                    self._tell(u.Refused("decision", "not-now"))
                else:
                    self._ask(self.now.decide(decided))
        return self._taken()

    def _choose(self, action: Action) -> None:
        following = self.now
        if following is None or action not in following.glimpse.menu or self._shown != following.turn.number:
            self._tell(u.Refused("act", "stale"))
            return
        following.choose(action)
        self._link.again = True
        self._repeat()

    def _repeat(self) -> None:
        """Send the unanswered move, if there is one and this connection has not carried it yet."""
        following = self.now
        if following is None or not self._link.up or not self._caught_up():
            return
        if following.promiseless() and self._link.promised != following.match.chairs:
            self._link.promised = following.match.chairs
            self._send(following.joining())
        if self._link.again and (signed := following.act(self._entropy(32))):
            self._link.again = False
            self._send(signed)
        self._ask_for_a_seat(following)

    def _ask_for_a_seat(self, following: Following) -> None:
        """Whoever came into a match with a key that nobody there plays with may have lost the right one."""
        link = self._link
        if following.unequal:
            return
        came_in = link.until is not None and link.until.match == following.number and link.want == "seat"
        if not came_in or link.asked or following.seat is not None or following.match.over:
            return
        link.asked = True
        self._send(following.joining())
        if self._seatless != following.number:
            self._seatless = following.number
            self._tell(u.Seatless(u.digits(self.me.public), following.host))

    def _refused(self, nack: m.Nack) -> None:
        following = self.now
        if following is None:
            return
        if nack.why in MEND:
            self._link.again = True
            return
        waits = following.unanswered.action is not None
        if following.unanswered.refused(nack.turn, nack.now, stale=nack.why is m.Why.STALE):
            self._link.again = True
            self._repeat()
        elif waits and following.unanswered.action is None:
            self._tell(told(nack, self))

    def _join(self) -> None:
        following = self.now
        if following is None or following.match.over:
            if self._comparing.unequal(self.lobby) is not None:
                self._tell(u.Refused("joining", "not-allowed", "rules"))
                return
            number = self.lobby.match if self.lobby else 1
            try:
                following = self._following(number)
            except PeerError:  # a lobby of long ago, as of a table that lost its disk, or of never
                self._tell(u.Refused("joining", "not-now", "over"))
                return
        self._ask(following.joining())

    def _open_nonce(self) -> None:
        """A part in the next deal, as soon as the table waits for it and the board has read the last.

        Who reads on is not left out for that: their part is given when half of the table's time is over.
        """
        following, standing = self.now, self._standing
        if following is None or standing is None or not self._link.up:
            return
        if not (self._attends or self._hurried(standing)):
            return
        collects = standing.phase is m.Phase.COLLECTING and following.seat in standing.waiting
        if not (collects and self._caught_up() and following.opens()):
            return
        number, signed = following.ready()
        if self._link.opened != (following.number, number):
            self._link.opened = (following.number, number)
            self._out.append(Keep(following.number, number, signed))
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


_SILENT = (entries.Revealed, entries.Decided, entries.Recovered, entries.Promised, entries.Ended)


def _told(following: Following, body: Body, *, proved: bool, always: bool = False) -> Iterator[Update]:
    """What an entry says to a board; `always` with the glimpse, though nothing is to be heard."""
    ruling = ruled(body, following)
    if ruling is not None:
        yield ruling
    glimpse = following.glimpse
    if always or glimpse.heard or not isinstance(body.what, _SILENT):
        yield glimpse
    if proved:
        yield u.Verified(following.checked)


def _remember(following: Following, body: Body, *, proved: bool) -> None:
    """For a board that will be there later; what can be done about it is not of the past."""
    if following.past is None:
        return
    for update in _told(following, body, proved=proved):
        kept = bare(update)
        following.past.add(kept, weight(kept))
