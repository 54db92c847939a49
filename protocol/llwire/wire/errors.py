"""What can go wrong, by who must act.

- OurError: we broke our own rule.  Nobody catches it.
- PeerError: this peer broke the protocol or is not welcome.  Hang up on it alone.
    - PassingError: the same peer may come back and it may go well.
    - TerminalError: coming back changes nothing, a person has to do something first.

An endless reconnect loop needs no malice, only an error that looks like a bad
line; so whether to come back is the error's type, not somebody's table.
"""

from enum import StrEnum


class Code(StrEnum):
    """Why a connection ends; `bye` carries it."""

    BUSY = "busy"  # too many knocks; come back after `retry_ms`
    RATE = "rate"  # far more messages than a person can make
    SLOW = "slow"  # a deadline passed, or what we send is not read
    CLOSING = "closing"  # the table's program stops or starts anew
    LOST = "lost"  # never sent: the line broke

    MALFORMED = "malformed"  # not a message that belongs here
    VERSION = "version"  # no common protocol version
    RULES = "rules"  # the two programs do not play this game by the same rules
    CODE_NEEDED = "code-needed"  # unknown here, and no words were offered
    WRONG_CODE = "wrong-code"  # other words
    BAD_SIGNATURE = "bad-signature"  # the key does not match the name it goes by
    HOST_CHANGED = "host-changed"  # not the table that was pinned
    FORK = "fork"  # our histories differ
    REPLACED = "replaced"  # the same player came in by a newer connection
    KICKED = "kicked"
    FULL = "full"
    LOCKED = "locked"  # the seats are taken for this match
    LEFT = "left"  # said by somebody who goes on purpose
    OVER = "over"  # the table is closed


class Law(StrEnum):
    """Which law was broken: what programs compare, and what a file or a table is told to have done.

    The words beside it in an error are for logs; nobody reads them to decide anything.
    """

    # the line
    TLS = "tls"  # what answers does not speak it
    ALPN = "alpn"  # it speaks of something else in it

    # bytes
    FRAME = "frame"  # a length that no frame has
    LENGTH = "length"  # a length in a log that fits neither a line nor the beginning of one
    SPELLING = "spelling"  # an entry in a log that is not spelled as it is sent
    MESSAGE = "message"  # no message that may stand here
    ENTRY = "entry"  # no body of an entry
    DEED = "deed"  # no body of a deed

    # any entry
    UNSIGNED = "unsigned"
    OTHER_MATCH = "other-match"
    MISSING = "missing"  # one before it is not there
    DOUBLED = "doubled"  # it was there already
    FORK = "fork"  # it follows another story than mine
    BOXES = "boxes"  # not one for every seat
    BOX_SIZE = "box-size"
    BOX_SHUT = "box-shut"  # it does not open
    BOX_PADDED = "box-padded"  # not with zeros alone
    AFTER_END = "after-end"

    # deeds as causes
    FORGED = "forged"  # not signed by its player
    DEED_MATCH = "deed-match"  # of another table or match
    DEED_FORK = "deed-fork"  # over a head that is not in this chain
    NO_PLAYER = "no-player"  # of a seat that has none

    # the genesis
    NO_GENESIS = "no-genesis"
    SECOND_GENESIS = "second-genesis"
    GENESIS_VERSION = "genesis-version"  # of none that there is, or its rules are where they are not to be
    STRANGER = "stranger"  # of another table
    OPENED_FIRST = "opened-first"
    GENESIS_CAUSE = "genesis-cause"
    ROSTER = "roster"
    TWO_SEATS = "two-seats"
    WEAK_KEY = "weak-key"

    # the fair deal
    DEAL_NOW = "deal-now"  # while paused or ended
    DEAL_NEXT = "deal-next"
    DEAL_HIDDEN = "deal-hidden"  # the last one is
    DEAL_LOST = "deal-lost"  # it should have been void
    VOID = "void"  # it should have been dealt
    READY_CAUSE = "ready-cause"
    READY_DEAL = "ready-deal"
    READY_OLD = "ready-old"
    READY_SEAT = "ready-seat"
    READY_ALL = "ready-all"
    NONCE = "nonce"
    NONCE_TWICE = "nonce-twice"
    SEED = "seed"
    PROMISE_CAUSE = "promise-cause"
    PROMISE_NOBODY = "promise-nobody"
    PROMISE_STAND_IN = "promise-stand-in"
    PROMISE_TWICE = "promise-twice"
    PROMISE_BOX = "promise-box"
    PILE_CAUSE = "pile-cause"
    PILE_NO_DEAL = "pile-no-deal"
    PILE_NEXT = "pile-next"
    CARDS = "cards"
    REVEAL_CAUSE = "reveal-cause"
    REVEAL_NO_DEAL = "reveal-no-deal"

    # moves and choices
    PAUSED = "paused"
    ENDING = "ending"
    REVEALED = "revealed"  # a move where all cards can be known
    MOVE_CAUSE = "move-cause"
    MOVE_SEAT = "move-seat"  # of a seat that does not move for itself
    TURN = "turn"  # an act made for another turn
    AUTO_CAUSE = "auto-cause"
    AUTO_SEAT = "auto-seat"  # of a seat that is moved otherwise
    NO_SEAT = "no-seat"
    SECRET_SIZE = "secret-size"  # noqa: S105 - a law, no password
    SECRET_OTHER = "secret-other"  # noqa: S105 - as above
    CLOSED = "closed"  # a choice of the revealed deal
    NOT_CLOSED = "not-closed"  # an opening of what is none
    CHOICE = "choice"  # opened as another one

    # decisions and the rest
    DECISION_CAUSE = "decision-cause"
    DECIDER = "decider"  # a decision that is not theirs
    DECISION_OLD = "decision-old"
    DECISION_ONE = "decision-one"
    PAUSED_TWICE = "paused-twice"
    STAND_IN_TWICE = "stand-in-twice"
    SEAT_PLAYER = "seat-player"
    OUT_DEAL = "out-deal"
    OUT_SEAT = "out-seat"
    NEW_KEY_CAUSE = "new-key-cause"
    NEW_KEY_OTHER = "new-key-other"
    RECOVERY_CAUSE = "recovery-cause"
    RECOVERY_SEATS = "recovery-seats"
    END_CAUSE = "end-cause"
    END_HIDDEN = "end-hidden"
    END_CLOSED = "end-closed"


PASSING = frozenset({Code.BUSY, Code.RATE, Code.SLOW, Code.CLOSING, Code.LOST})


# How to part from whoever broke it; every other law is a malformed message.
PARTING = {
    Law.TLS: Code.LOST,
    Law.ALPN: Code.VERSION,
    Law.UNSIGNED: Code.BAD_SIGNATURE,
    Law.FORGED: Code.BAD_SIGNATURE,
    Law.STRANGER: Code.HOST_CHANGED,
    Law.FORK: Code.FORK,
    Law.DEED_FORK: Code.FORK,
}


class OurError(Exception):
    """We broke our own rule: crash, with a traceback."""


class PeerError(Exception):
    """Hang up on this peer; `code` is what our `bye` says, `law` what was broken.

    `detail` is for whoever reads a log.
    """

    def __init__(self, code: Code, detail: str = "", retry_ms: int = 0, law: Law | None = None) -> None:
        told = [str(code), *([str(law)] if law else []), *([detail] if detail else [])]
        super().__init__(": ".join(told))
        self.code = code
        self.detail = detail
        self.retry_ms = retry_ms
        self.law = law


class PassingError(PeerError):
    """Coming back may help."""


class TerminalError(PeerError):
    """Coming back alone never helps."""


def peer_error(code: Code, detail: str = "", retry_ms: int = 0) -> PeerError:
    """The error of the right kind for a code, ours or one we were told."""
    kind = PassingError if code in PASSING else TerminalError
    return kind(code, detail, retry_ms)


def broken(law: Law, detail: str) -> PeerError:
    """The error of whoever broke this law."""
    code = PARTING.get(law, Code.MALFORMED)
    kind = PassingError if code in PASSING else TerminalError
    return kind(code, detail, law=law)


def demand(lawful: bool, law: Law, detail: str) -> None:  # noqa: FBT001  a law and its truth read as one sentence
    if not lawful:
        raise broken(law, detail)
