"""Matches that were kept: which one is meant, the list of them, and whoever plays or checks one again."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path

from lltui.desk.records import day, record_words, remark, unjudged, verdict
from lltui.errors import Trouble, UsageTrouble
from lltui.files import folders
from lltui.record.audit import MatchAudit
from lltui.record.history import History
from lltui.record.history_rows import Past
from lltui.record.matchfile import MatchFile, open_match
from lltui.record.replay_views import ReplayViews
from lltui.text.wording import Wording
from lltui.tui.ways import Proof


class NoSuchMatch(UsageTrouble):
    """The list is shorter than that."""


class NothingKept(Trouble):
    """No match was played at a table yet."""


def chosen(word: str | None, environ: Mapping[str, str] = os.environ) -> MatchFile:
    """The file that was named; without a name, the newest match."""
    if word is not None and not (word.isascii() and word.isdigit() and not Path(word).exists()):
        return open_match(Path(word))
    number = int((word or "1")[:9])
    with closing(History(folders.data(environ))) as history:
        lines = history.lines()
    if word is None and not lines:
        raise NothingKept
    if not 1 <= number <= len(lines):
        raise NoSuchMatch(number=number, kept=len(lines))
    return open_match(folders.matches(environ) / lines[number - 1].file)


# ------------------------------------------------------------ what a check has found


def subject(witness: MatchAudit, words: Wording) -> Iterator[str]:
    """Which match it is; nothing of one that had not begun."""
    if witness.begun:
        yield from _what(witness, words)


def finding(witness: MatchAudit, language: str) -> Iterator[str]:
    """Whether it is sound, and what that rests on."""
    words = record_words(language)
    if witness.lie is not None:
        yield words("verify.false")
        yield verdict(language, witness.lie, witness.names if witness.begun else ())
        yield words("verify.after")
    elif not witness.begun:
        yield words("verify.empty")
    elif witness.unjudged is not None:
        yield words("verify.unjudged")
        yield unjudged(language, witness.unjudged)
        yield words("verify.program", program=witness.genesis.program)
        yield from _signed(witness, words, "verify.chain")
    else:
        yield words("verify.true")
        yield from _signed(witness, words, "verify.how")


def _what(witness: MatchAudit, words: Wording) -> Iterator[str]:
    names = words.row(witness.names)
    facts = {"match": witness.head.match, "day": day(witness.head.began), "names": names}
    yield words("verify.match", entries=len(witness.told), **facts)
    yield words("verify.rounds", dealt=witness.match.deal, checked=witness.checked)
    if witness.boxes:
        assert witness.owner is not None
        yield words("verify.boxes", boxes=witness.boxes, name=witness.names[witness.owner])
    else:
        yield words("verify.no-boxes" if witness.head.box is None else "verify.other-key")
    for told in witness.told:
        yield from (remark(words, each, witness.names) for each in told.remarks)


def _signed(witness: MatchAudit, words: Wording, how: str) -> Iterator[str]:
    yield words(how)
    if not witness.match.over:
        yield words("verify.unfinished")
    if witness.torn:
        yield words("verify.torn")
    yield ""
    if (phrase := witness.phrase()) is not None:
        yield words("verify.phrase", words=" ".join(phrase))
    yield words("verify.limits")


# -------------------------------------------------------------- for the screen


def past(environ: Mapping[str, str]) -> Past:
    """Read the folder, and ask the list."""
    with closing(History(folders.data(environ))) as history:
        return history.past()


def tape(word: str | None, environ: Mapping[str, str]) -> ReplayViews:
    """To be looked at."""
    return ReplayViews(_listed(word, environ))


def proof(word: str | None, environ: Mapping[str, str]) -> Proof:
    """What a check has found."""
    witness = MatchAudit(_listed(word, environ))
    return Proof(
        witness.sound,
        judged=witness.unjudged is None or witness.lie is not None,
        subject=lambda language: subject(witness, record_words(language)),
        finding=lambda language: finding(witness, language),
    )


def _listed(word: str | None, environ: Mapping[str, str]) -> MatchFile:
    """What the list names lies in one folder; anything else is what somebody typed."""
    listed = folders.matches(environ) / (word or "")
    if word and listed.name == word and listed.is_file():
        return open_match(listed)
    return chosen(word, environ)
