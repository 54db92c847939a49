"""One match as one player follows it: every entry judged, the own box opened, the own turn known."""

from __future__ import annotations

import msgspec

from lltui.client.bounds import Newest, Quota
from lltui.games.game import Action
from lltui.games.models import MODELS
from lltui.games.seat import Glimpse, Update
from lltui.record.lies import LyingError, Verifier, lie_of
from lltui.record.read_match import ReadMatch
from llwire.chain import boxes
from llwire.chain.entries import Body, Bot, Genesis, sign_deed
from llwire.chain.match_secrets import PlayerSecrets
from llwire.chain.turns import Turn, Unanswered, answered
from llwire.wire.crypto import SignKey
from llwire.wire.deeds import Decision, Signed, What
from llwire.wire.errors import Code, PeerError, peer_error
from llwire.wire.fields import Head, Pin
from llwire.wire.messages import Entry

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
    def head(self) -> Head | None:
        """The newest entry."""
        if not self.begun:
            return None
        return Head(match=self.number, seq=self.chain.next - 1, hash=self.chain.head)

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
