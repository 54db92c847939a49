"""A choice made now and read later, in a chain that everybody reads.

Its commitment stands open in the act; the choice itself is sealed to the
table's key for this match and lies in the log with it, so that a table that
was killed still knows it.  When the game opens it, anybody can check.
"""

from llwire import limits
from llwire.crypto import BoxKey, digest, u32
from llwire.deeds import Secret
from llwire.errors import Law, broken
from llwire.seal import OVERHEAD, seal, unseal

_PAD = limits.SECRET - OVERHEAD
_SALT = 32


def promise(table: bytes, match: int, seat: int, salt: bytes, choice: bytes) -> bytes:
    return digest("promise choice", table, u32(match), u32(seat), salt, choice)


def _info(promised: bytes) -> bytes:
    return digest("choice", promised)


def conceal(table: bytes, match: int, seat: int, salt: bytes, choice: bytes, to: bytes) -> Secret:
    """The choice for the table alone, and the promise of it for everybody.

    `salt` has 32 bytes that nobody can guess: there are few choices, and
    without it everybody would try them all.
    """
    commit = promise(table, match, seat, salt, choice)
    return Secret(commit=commit, box=seal(salt + choice, to, _PAD, _info(commit)))


def look(table: bytes, match: int, seat: int, secret: Secret, key: BoxKey) -> tuple[bytes, bytes]:
    """Salt and choice, for the table; the player is at fault if they are not what it promised."""
    told = unseal(secret.box, key, _PAD, _info(secret.commit))
    salt, choice = told[:_SALT], told[_SALT:]
    if promise(table, match, seat, salt, choice) != secret.commit:
        raise broken(Law.SECRET_OTHER, "a secret choice that is not the one promised")
    return salt, choice
