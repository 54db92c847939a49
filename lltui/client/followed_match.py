"""One match as one player follows it, and all that is said of it as updates for a board."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec
from msgspec import Struct

from lltui.client import updates as u
from lltui.client.updates import Newest, Quota
from lltui.games.chair import Glimpse, Update
from lltui.games.game import Action, Seat
from lltui.games.known_games import MODELS, UnknownGame, options_of
from lltui.games.packing import GarbledError
from lltui.record.lies import LyingError, Verifier, lie_of
from lltui.record.read_match import ReadMatch, remarks
from llwire.chain import boxes, entries
from llwire.chain.entries import Body, Bot, Genesis, sign_deed
from llwire.chain.facts import Turn, Unanswered, answered
from llwire.chain.match_secrets import PlayerSecrets
from llwire.wire import limits, text
from llwire.wire import messages as m
from llwire.wire.crypto import SignKey
from llwire.wire.deeds import Decision, What
from llwire.wire.errors import Code, PeerError, peer_error
from llwire.wire.messages import Entry, Pin, Signed

_encode = msgspec.msgpack.Encoder().encode


class FollowedMatch(ReadMatch):
    """Chain, keys and turn of one seat, or of a watcher, in one match."""

    def __init__(
        self,
        pin: Pin,
        number: int,
        me: SignKey,
        secret: bytes,
        verifier: Verifier,
        quota: Quota = Quota(),  # noqa: B008 - frozen
    ) -> None:
        self.secrets = PlayerSecrets(pin.table, number, me, secret)
        super().__init__(pin, number, self.secrets.box, verifier)
        self.turn = Turn()
        self.unanswered = Unanswered(self.turn)
        self.at = 0  # milliseconds since the match began, of the newest entry
        # What no board was told yet; None once one is.
        self.past: Newest[Update] | None = Newest(quota.moves, quota.past)
        self._me = me

    # --------------------------------------------------------------- looking

    @property
    def took_part(self) -> bool:
        """This player has opened a nonce in this match: then it was begun under equal rules.

        That a card was dealt says nothing: a table may deal while it keeps somebody out.
        """
        return self.secrets.sent is not None

    @property
    def unequal(self) -> bool:
        """Nobody who plays by our rules should begin this match: it names others, or none."""
        return self.unjudged is not None or self.genesis.rules is msgspec.UNSET

    @property
    def unheard(self) -> Glimpse:
        """The newest glimpse without its news: they belong to what the board has not seen."""
        return Glimpse((), self.glimpse.public, self.glimpse.private, self.glimpse.menu)

    @property
    def host(self) -> str | None:
        """Who decides, if it is somebody who plays."""
        genesis = self.genesis
        ids = [None if isinstance(row, Bot) else row.id for row in genesis.roster]
        return self.names[ids.index(genesis.host)] if genesis.host in ids else None

    @property
    def plays(self) -> bool:
        """Whether this player moves for a seat now."""
        if self.seat is None or self.match.over or self.match.ending or self.match.paused:
            return False
        return self.match.chairs[self.seat].person

    # --------------------------------------------------------------- hearing

    def accept(self, entry: Entry) -> Body:
        """One more entry, judged by the chain; then `look` at it."""
        try:
            return self.chain.accept(entry)
        except PeerError as error:
            raise LyingError(lie_of(self.chain.next, error)) from None

    def look(self, body: Body) -> bool:
        """What the entry says to this seat, and whether it proved a deal; a LyingError if it cannot be."""
        if isinstance(body.what, Genesis) and body.what.game not in MODELS:
            raise peer_error(Code.VERSION, f"plays {body.what.game}, which is not known here")
        self.at = body.at
        box = self.opened(body)
        try:
            proved = self.judge(body, box)
        except LyingError as error:
            if self.unjudged is None:
                raise
            if error.lie.what in ("options", "garbled"):
                raise peer_error(Code.RULES, "a view of other rules") from None
            proved = False
        acted = self.seat is not None and answered(body) == self.seat
        self.turn.follow(body.seq, self.chain.head, self.menu, acted=acted)
        return proved

    def _own_of(self, opened: Sequence[Seat]) -> Seat | None:
        """Where this player sits; nowhere for whoever kept the own name and lost what opens the boxes."""
        return next((seat for seat in opened if self.match.chairs[seat].id == self._me.public), None)

    # ----------------------------------------------------------------- doing

    def act(self, salt: bytes) -> Signed | None:
        """The unanswered move, signed over the newest head; a secret one for the table's eyes alone."""
        action = self.unanswered.action
        if action is None or not self.plays:
            return None
        assert self.seat is not None, "who plays sits"
        secret = None
        if type(self._read(action)).secret:
            to = self.genesis.secrets
            secret = boxes.conceal_choice(self.chain.pin.table, self.number, self.seat, salt, action, to)
            action = b""
        return self.secrets.act(self.chain, self.seat, self.turn.number, action, secret)

    def choose(self, action: Action) -> None:
        """This is the move, until the chain or the table answers."""
        self.unanswered.choose(_encode(action))

    def joining(self) -> Signed:
        """Ready in the lobby; in a match, a promise for a seat that has none."""
        number = 0
        if self.begun and self.seat is not None:
            number = self.match.chairs[self.seat].promises
        return self.secrets.joining(number)

    def promiseless(self) -> bool:
        """This seat plays, but was lost to the deals: it may promise anew."""
        return self.plays and self.seat is not None and self.match.chairs[self.seat].promise is None

    def opens(self) -> bool:
        """The coming deal is to have this seat's part, and its nonce may be known now."""
        match = self.match
        if self.unequal and not self.took_part:
            return False
        rested = match.deal == 0 or match.revealed or self.genesis.reveal == "match"
        return self.plays and rested and self.seat in match.asked

    def ready(self) -> tuple[int, Signed]:
        """This seat's part in the coming deal, and the number of the promise it opens."""
        assert self.seat is not None, "who opens sits"
        signed = self.secrets.ready(self.chain, self.seat)
        assert self.secrets.sent is not None, "kept by the secrets themselves"
        return self.secrets.sent[0], signed

    def decide(self, what: What) -> Signed:
        """A decision of the hosting player."""
        decision = Decision(table=self.chain.pin.table, match=self.number, head=self.chain.head, what=what)
        return sign_deed(decision, self._me)

    def _read(self, action: bytes) -> Action:
        chosen: Action = msgspec.msgpack.decode(action, type=self._model.action)
        return chosen


Named = Callable[[Seat], str]  # whoever sits there, as they are shown


# ------------------------------------------- for a board: what is said outside of the chain


def update_of(message: object, name: Named) -> Update | None:  # noqa: C901, PLR0911 - one for each message
    """The update for a message, if a board is concerned; of a lobby `lobby_of` tells."""
    match message:
        case m.Terms(turn_ms=turn, wait_ms=wait):
            return u.TermsAre(_seconds(turn), wait / 1000)
        case m.Standing(phase=phase, left_ms=left, then=then):
            told = (message.waiting, _seconds(left), str(then or ""), message.offered)
            return u.Waits(str(phase), *told, message.hurried, message.at_once)
        case m.Presence(seats=seats, watchers=watchers):
            lags = tuple(here.lag_ms for here in seats)
            return u.PresenceIs(tuple(here.line for here in seats), watchers, lags)
        case m.Said(seat=seat, text=line):
            clean = text.clean_chat(line)
            return u.ChatLine(seat, name(seat), clean) if clean else None
        case m.SaidBeside(name=watcher, text=line):
            clean = text.clean_chat(line)
            return u.ChatLine(None, _beside(watcher, name), clean) if clean else None
        case m.Signalled(seat=seat, sign=sign):
            return u.SignShown(seat, name(seat), sign)
        case m.Nack(to=to, why=why, reason=reason):
            return u.Refused(to, str(why), reason)
        case m.Door():
            return u.DoorIs(message.words, message.addresses, message.port, message.open)
        case m.Knocks(address=address, tries=tries):
            return u.Knocked(address, tries)
        case m.Newcomers(people=people):
            return u.NewcomersAre(tuple(_newcomer(person, place) for place, person in enumerate(people)))
    return None


def _beside(watcher: str, name: Named) -> str:
    """The name of somebody who looks on; whatever the table says, it is like no seat's."""
    seats = {text.skeleton(name(seat).removesuffix("*")) for seat in range(limits.SEATS)}
    names = text.next_names(text.clean_name(watcher) or "")
    return text.shown(next(each for each in names if text.skeleton(each) not in seats), limits.SEATS)


def _seconds(milliseconds: int | None) -> float | None:
    return None if milliseconds is None else milliseconds / 1000


def _newcomer(person: m.Newcomer, place: int) -> u.KeylessPlayer:
    return u.KeylessPlayer(text.shown(person.name, place), person.id, u.digits(person.id))


def lobby_of(lobby: m.Lobby, me: bytes, *, hosting: bool) -> Update:
    """The lobby as the player with the key `me` sees it."""
    chairs = tuple(_chair(chair, seat, me) for seat, chair in enumerate(lobby.chairs))
    watchers = tuple(text.shown(name, seat) for seat, name in enumerate(lobby.watchers))
    return u.LobbyIs(
        match=lobby.match,
        game=lobby.game,
        options=_options(lobby),
        chairs=chairs,
        watchers=watchers,
        locked=lobby.locked,
        hosting=hosting,
        gallery=lobby.gallery,
    )


def _options(lobby: m.Lobby) -> Struct | None:
    """What will be played; a game or rules that this program does not know are nothing to hang up for."""
    try:
        options: Struct = options_of(lobby.game, lobby.options)
    except (UnknownGame, GarbledError):
        return None
    return options


def _chair(chair: m.Chair, seat: Seat, me: bytes) -> u.Seated:
    return u.Seated(
        name=None if chair.name is None else text.shown(chair.name, seat),
        bot=chair.bot,
        ready=chair.ready,
        hosting=chair.hosting,
        you=chair.id == me,
        date=chair.date,
        age=chair.age,
        who=chair.id,
    )


# -------------------------------------------------------- for a board: what an entry says

LATER = {"left-out", "alone"}  # who is left out was said when it was decided
_SILENT = (entries.Revealed, entries.Decided, entries.Recovered, entries.Promised, entries.Ended)


def updates_of(
    body: Body, followed: FollowedMatch, *, proved: bool, always: bool = False
) -> Iterator[Update]:
    """What an entry says to a board; `always` with the glimpse, though nothing is to be heard."""
    names = followed.names
    for told in remarks(body, followed.chain):
        if told.kind not in LATER:
            who = ", ".join(names[seat] for seat in told.seats) or None
            yield u.Ruled(told.kind, who, None if told.by is None else names[told.by])
    glimpse = followed.glimpse
    if always or glimpse.heard or not isinstance(body.what, _SILENT):
        yield glimpse
    if proved:
        yield u.Verified(followed.checked)
