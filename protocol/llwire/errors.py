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


PASSING = frozenset({Code.BUSY, Code.RATE, Code.SLOW, Code.CLOSING, Code.LOST})


class OurError(Exception):
    """We broke our own rule: crash, with a traceback."""


class PeerError(Exception):
    """Hang up on this peer; `code` is what our `bye` says."""

    def __init__(self, code: Code, detail: str = "", retry_ms: int = 0) -> None:
        super().__init__(f"{code}: {detail}" if detail else str(code))
        self.code = code
        self.detail = detail
        self.retry_ms = retry_ms


class PassingError(PeerError):
    """Coming back may help."""


class TerminalError(PeerError):
    """Coming back alone never helps."""


def peer_error(code: Code, detail: str = "", retry_ms: int = 0) -> PeerError:
    """The error of the right kind for a code, ours or one we were told."""
    kind = PassingError if code in PASSING else TerminalError
    return kind(code, detail, retry_ms)
