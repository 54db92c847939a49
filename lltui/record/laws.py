"""What the chain refuses, by the name of the lie that it is."""

from __future__ import annotations

from lltui.record.lies import Lie, Unlawful
from llwire.chain import ForkedError
from llwire.errors import Code, PeerError

_LAWS: dict[str, Unlawful] = {
    "an entry not signed by the table": "unsigned",
    "a deed not signed by its player": "forged",
    "a deed of another match": "forged",
    "the genesis of another table": "stranger",
    "an entry of another match": "other-match",
    "an entry is missing": "missing",
    "a chain that does not begin with its genesis": "missing",
    "an entry that is known": "doubled",
    "the table promised another seed": "seed",
    "a choice of this round is closed": "closed",
    "the end before every choice is open": "closed",
    "a length that does not fit": "damaged",
    "not an entry as it is sent": "damaged",
}
_BEGINS: dict[str, Unlawful] = {
    "not the choice made in entry": "choice",
    "nothing to open in entry": "choice",
    "entry: ": "damaged",
    "deed: ": "damaged",
    "a frame of ": "damaged",
}


def broken(seq: int, error: PeerError) -> Lie:
    """What the chain refused, by name."""
    if isinstance(error, ForkedError):
        return Lie(error.seq, "fork")
    if error.code is Code.FORK:
        return Lie(seq, "fork")
    if error.code is Code.HOST_CHANGED:
        return Lie(seq, "stranger")
    if error.detail.startswith("seat ") and error.detail.endswith("promised another nonce"):
        return Lie(seq, "nonce")
    return Lie(seq, _law(error.detail), law=error.detail)


def _law(detail: str) -> Unlawful:
    if detail in _LAWS:
        return _LAWS[detail]
    return next((what for words, what in _BEGINS.items() if detail.startswith(words)), "law")
