"""What the client asks of whoever knows the rules: to follow the match and to judge each finished deal.

The client draws and acts without rules; the command hands a verifier in.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeAlias

from msgspec import Struct

from lltui.games.game import Seat
from llwire.entries import Body
from llwire.match import Match


class Checked(Struct, frozen=True):
    """All of this deal was as it should."""

    deal: int


class Lie(Struct, frozen=True):
    """Entry `seq` tells what cannot be; `what` is a short key for a sentence."""

    seq: int
    what: str
    seat: Seat | None = None


class Verifier(Protocol):
    """Follows one match from its genesis."""

    def follow(self, match: Match, body: Body, seat: Seat | None, box: bytes | None) -> Checked | Lie | None:
        """The next entry, judged by the chain already, with the own box; a verdict if it is time."""


VerifierOf: TypeAlias = Callable[[int], Verifier]


class Trusting:
    """For a program that has no rules at hand: it never says that something was checked."""

    def follow(
        self, _match: Match, _body: Body, _seat: Seat | None, _box: bytes | None
    ) -> Checked | Lie | None:
        """Believe it."""
        return None
