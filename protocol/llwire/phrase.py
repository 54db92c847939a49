"""Three words that everybody at one table reads on the screen, and nobody at another.

Said aloud once, they show that no person stands in the middle and that the
table tells all the same story.  They are made of the genesis and of the first
nonces opened: those were promised before anybody knew another's, so nobody can
try out chains until the words fit.  That is why there is no phrase earlier.
"""

from llwire.crypto import digest
from llwire.match import Match
from llwire.words import WORDS

_BITS = 11


def phrase(genesis_hash: bytes, match: Match) -> tuple[str, str, str] | None:
    """The words of this match; None before the first nonces are open."""
    if match.opened_first is None:
        return None
    number = int.from_bytes(digest("phrase", genesis_hash, *match.opened_first)[:8], "big")
    first, second, third = (number >> shift & 2**_BITS - 1 for shift in (53, 42, 31))
    return WORDS[first], WORDS[second], WORDS[third]
