"""What was found about a match, in words: lies, and what is worth telling without being one."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, get_args

from lltui.record.lies import Endless, Lie, Unjudged
from lltui.text.wording import Wording

if TYPE_CHECKING:  # a sentence needs nothing of the wire
    from lltui.client.updates import Lied
    from lltui.record.scenes import Remark


def record_words(language: str) -> Wording:
    """The words of `record.toml`."""
    return Wording(language, area="record")


def verdict(language: str, lie: Lie, names: Sequence[str]) -> str:
    """What the table told that cannot be."""
    name = names[lie.seat] if lie.seat is not None and lie.seat < len(names) else ""
    return record_words(language)(f"lie.{lie.what}", seq=lie.seq, name=name)


def unjudged(language: str, found: Unjudged) -> str:
    """Why nobody here can say whether the moves are true."""
    facts = {"seq": found.seq, "told": found.told, "own": found.own, "name": found.name}
    return record_words(language)(f"unjudged.{found.why}", **facts)


def caught(words: Wording, language: str, lied: Lied) -> tuple[str, ...]:
    """Of a table that was left for what it told: what it is, what it told, and where that lies."""
    head = words("endless" if lied.lie.what in get_args(Endless) else "lied")
    kept = (words("evidence", folder=lied.folder),) if lied.folder else ()
    return head, verdict(language, lied.lie, lied.names), *kept


def remark(words: Wording, told: Remark, names: Sequence[str]) -> str:
    """What a match was like, apart from its moves."""
    who = words.row([names[seat] for seat in told.seats]) if told.seats else ""
    return words(f"remark.{told.kind}", seq=told.seq, names=who, deal=told.deal)


def day(began: int) -> str:
    """The day on which it was played, here."""
    return datetime.fromtimestamp(began).astimezone().date().isoformat()
