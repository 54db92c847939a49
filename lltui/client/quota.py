"""Every number that bounds what a table can make this program hold and write, with its reason.

No honest evening comes near them: a thousand rounds of six are 76 MB of entries
in one visit, a long match of them 0.5 MB, a whole story 1.5 MB.
"""

from __future__ import annotations

from msgspec import Struct

from llwire import limits


class Quota(Struct, frozen=True):
    """Bytes are those of the wire, or what is like them in memory; tests shrink them."""

    match: int = limits.LOG_BYTES  # of one match: a longer one could not be read again
    visit: int = 128 * 2**20  # of all its matches, from coming to leaving
    updates: int = 1_000  # that wait for a board; then nothing more is read off the line
    bytes: int = 2 * 2**20  # of the entries among them
    choice: int = 128  # of one entry of a menu: a few bytes of the wire stand for thousands
    heard: int = 256  # events of one entry; no game tells a dozen
    # After one's own goodbye: what was on its way; a table that talks on is not waited for.
    farewell: int = 200
