"""Deeds as causes of an entry: signed by their player, read as received."""

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias, TypeVar

import msgspec

from llwire import deeds
from llwire.crypto import SignKey, digest, verify
from llwire.deeds import Deed, Signed
from llwire.errors import Law, broken, demand

D = TypeVar("D", bound=Deed)

_encode = msgspec.msgpack.Encoder().encode


def deed_hash(body: bytes) -> bytes:
    """What a player signs."""
    return digest("deed", body)


def sign(deed: Deed, key: SignKey) -> Signed:
    body: bytes = _encode(deed)
    return Signed(body=body, sig=key.sign(deed_hash(body)))


def read(signed: Signed) -> Deed:
    """What the deed says; who signed it is another question."""
    try:
        deed: Deed = deeds.decoder.decode(signed.body)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise broken(Law.DEED, f"deed: {error}") from None
    return deed


By: TypeAlias = Literal["host", "table"] | int


class Cause(NamedTuple):
    """A deed whose signature holds; `seen` is the number of the entry it was signed over.

    `by` is whose word a decision is: the hosting player's, the table's own, or that of the player on a seat.
    """

    deed: Deed
    seen: int
    by: By | None = None


def only(causes: Sequence[Cause], kind: type[D], law: Law, detail: str) -> D:
    """The one cause there must be."""
    match causes:
        case [Cause(deed=deed)] if isinstance(deed, kind):
            return deed
    raise broken(law, detail)


def signed_by(signed: Signed, public: bytes) -> bool:
    return verify(public, deed_hash(signed.body), signed.sig)


def demand_signer(signed: Signed, public: bytes) -> None:
    demand(signed_by(signed, public), Law.FORGED, "a deed not signed by its player")
