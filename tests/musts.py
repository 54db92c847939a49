"""Every MUST of SPEC.md: the lies that break it, or whose it is otherwise and which test holds it.

A table can break a law in what it tells to all; then liars tell it so
(record/liars.py), and both readers refuse it.  What binds a client, or one
connection, or a reader of entries, no entry can break.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

SPEC = Path(__file__).parent.parent / "protocol" / "SPEC.md"


class Must(NamedTuple):
    """The chapter, how the sentence goes on, and its liars, or who is bound and by which test."""

    chapter: str
    words: str
    liars: tuple[str, ...] = ()
    binds: str = ""
    test: str = ""


CONNECTION, CLIENT, READER, TABLE = "a connection", "a client", "a reader", "a table, unseen by others"

MUSTS = [
    Must("1.1", "refuse older versions", (), CONNECTION, "test_stream.py: tls 1 2 is refused"),
    Must("1.1", "NOT issue session tickets", (), CONNECTION, "test_stream.py: tls 1 2 is refused"),
    Must("1.1", "check after the handshake", (), CONNECTION, "test_stream.py: the client checks alpn"),
    Must("1.2", "refuse a length of 0", (), CONNECTION, "test_frames.py: a length of 4 gib costs nothing"),
    Must("1.3", "come back to zero", (), TABLE, "test_strangers.py: silent before tls"),
    Must("1.3", "NOT lock anybody out", (), TABLE,
         "test_strangers.py: wrong words are throttled and never lock anybody out"),
    Must("2.1", "refuse a message with an unknown key", ("2.1 bytes", "7.1 keys")),
    Must("2.1", "NOT allocate by what a length announces", ("2.1 bytes",)),
    Must("3.1", "refuse a pake", (), CONNECTION, "test_pairing.py: our own message sent back is refused"),
    Must("3.2", "do its part of the PAKE", (), CONNECTION,
         "test_handshake.py: a known player who never got the answer can pair again"),
    Must("3.2", "NOT show how long the arithmetic took", (), CONNECTION,
         "test_strangers.py: the answer comes at a fixed time whatever the words"),
    Must("3.2", "NOT have shown its own", (), CONNECTION,
         "test_handshake.py: wrong words are refused and teach nothing"),
    Must("3.2", "end at once", (), CONNECTION,
         "test_stream.py: the newest connection of a player wins at once"),
    Must("3.3", "leave before it says a byte", (), CONNECTION,
         "test_handshake.py: another certificate is left before a byte is said"),
    Must("3.3", "offer no way to go on", (), CONNECTION,
         "test_handshake.py: another certificate is left before a byte is said"),
    Must("3.3", "leave.", (), CONNECTION, "test_handshake.py: another table behind the same certificate"),
    Must("3.3", "leave and keep nothing", (), CONNECTION,
         "test_handshake.py: a table that does not know the words"),
    Must("4.1", "end the connection", (), CONNECTION, "test_session.py: a table that says more is left"),
    Must("4.3", "NOT give a name", (), TABLE, "test_talk.py: the name of who looks on is like no seat s"),
    Must("4.3", "NOT show it as one", (), CLIENT, "test_client.py: who looks on is never shown as a seat"),
    Must("4.4", "NOT come back by itself", (), CLIENT,
         "test_handshake.py: every code is either passing or terminal"),
    Must("4.4", "refuse a give", (), CLIENT, "test_session.py: an entry nobody wanted"),
    Must("4.4", "bear those that were under way", (), TABLE,
         "test_session.py: what is under way when the table has enough costs nothing"),
    Must("4.8", "NOT say it is ready", (), CLIENT, "test_unequal.py: before the first card"),
    Must("4.8", "NOT sign a ready", (), CLIENT,
         "test_unequal.py: nobody is ready for the first deal of a match with other rules or none"),
    Must("4.8", "NOT check what 10.5 says", (), READER,
         "test_unequal.py: a watcher is told that nothing is judged"),
    Must("4.8", "NOT call the table a liar", (), READER,
         "test_unequal.py: an old match that differs is nobody s lie"),
    Must("5", "hash and keep the body", (), TABLE, "test_session.py: the body is kept as it was received"),
    Must("5.1", "end the connection", (), CLIENT,
         "test_session.py: a deed needs its role its table and its author"),
    Must("5.3", "NOT carry out any other", ("5.3 turn", "5.3 head", "5.3 twice", "5.3 game")),
    Must("5.3", "NOT make its act stale", (), TABLE,
         "test_turns.py: what the others do disturbs nobody whose choices it leaves alone"),
    Must("6", "take no signature by a key of small order", (), READER,
         "test_crypto.py: a key of small order signs nothing"),
    Must("6", "be refused where it comes in", ("6 weak keys",)),
    Must("7.1", "hash the body as it was received", (), READER, "test_fork.py: the bytes count as they came"),
    Must("7.1", "refuse others, and a missing one", ("7.1 keys", "7.1 sig")),
    Must("7.2", "refuse the entry if any of its causes", ("7.2 first",)),
    Must("7.3", "be refused as a whole", ("7.3 seq", "7.3 boxes")),
    Must("7.3", "leave what the reader knows unchanged", (), READER,
         "test_laws.py: an entry that breaks a law is refused and changes nothing"),
    Must("7.4", "NOT be cut off silently", (), READER,
         "test_log.py: anything else behind the entries is damage"),
    Must("8", "NOT be in used", ("8 promise",)),
    Must("8", "have none", ("8 end", "8.2 pile", "8.2 revealed", "8.3 open", "8.3 auto", "8.5", "8.2 dealt")),
    Must("8.1", "be those the reader knows", ("8.1 table", "8.1 options")),
    Must("8.1", "refuse the genesis", ("8.1 version", "8.1 program")),
    Must("8.1", "equal the row", ("8.1 roster", "8.1 first")),
    Must("8.2", "be the coming ones", ("8.2 dealt", "8.2.1", "8.2 promised")),
    Must("8.2", "have seen < since", ("8.2 void",)),
    Must("8.2", "be what the table had promised", ("8.2 void", "8.2 revealed")),
    Must("8.2", "NOT be above 65,536", ("8.2 cards",)),
    Must("8.3", "", ("8.3 acted",)),
    Must("8.4", "", ("8.4", "8.4 whose")),
    Must("9", "NOT send anything instead", (), TABLE, "test_seal.py: a view above the promise of its game"),
    Must("9", "refuse a plaintext of another length", ("9 padding",)),
    Must("10.2", "sign one ready per promise", (), CLIENT,
         "test_chain.py: a player signs one ready for one promise"),
    Must("10.2", "send that one, byte for byte", (), CLIENT,
         "test_chain.py: a player signs one ready for one promise"),
    Must("10.2", "NOT sign one before the last deal is revealed", (), CLIENT,
         "test_chain.py: no ready is signed before the last deal is revealed"),
    Must("10.2", "NOT sign a ready before it has taken every entry", (), CLIENT,
         "test_two_readers.py: whoever is in a deal opened it knowing who else is"),
    Must("10.5", "", ("10.5 views", "10.5 piles", "10.5 opening", "10.5 end")),
    Must("11", "open the box and check the promise", (), TABLE,
         "test_choices.py: a box with another choice than the promised is its players fault"),
    Must("11", "refuse an opening", ("11 opening",)),
    Must("12", "be none before that entry", (), READER,
         "test_check_number.py: there is no number before the first nonces are open"),
    Must("13", "stop for good", ("13",)),
    Must("14", "be cleaned by whoever sends them", (), CLIENT,
         "test_text.py: whatever comes in nothing hostile comes out"),
    Must("14", "NOT seat both", (), TABLE,
         "test_lobby.py: a name that looks like anothers is the next of it"),
]  # fmt: skip


def said() -> Iterator[tuple[str, str]]:
    """Every MUST of the text: its chapter, and how it goes on, without signs of layout."""
    text = SPEC.read_text("utf-8")
    chapter = re.compile(r"^#{2,4} ([\d.]+)", re.MULTILINE)
    heads = [(found.start(), found[1].rstrip(".")) for found in chapter.finditer(text)]
    for found in re.finditer(r"\bMUST\b", text):
        chapters = [number for at, number in heads if at < found.start()]
        after = re.sub(r"[`*]", "", text[found.end() : found.end() + 120])
        if chapters and text[found.start() - 5 : found.start()] != "Each ":  # where it is told what a MUST is
            yield chapters[-1], " ".join(after.split())
