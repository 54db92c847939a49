"""`lltui verify`: whether a match was dealt and told as everybody was promised."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from lltui.commands.kept import chosen
from lltui.commands.setting import settle
from lltui.desk.verdict import day, record_words, remark, unjudged, verdict
from lltui.record.audit import MatchAudit
from lltui.text.wording import Wording


def run(args: argparse.Namespace) -> int:
    language, _, paper = settle(args)
    words = record_words(language)
    file = chosen(args.file)
    witness = MatchAudit(file)
    paper.say(words("verify.file", file=str(file.path)))
    paper.lines(subject(witness, words))
    paper.gap()
    if witness.lie is not None:
        says, lie, after = finding(witness, language)
        paper.say(says)
        paper.say(lie, indent="  ")
        paper.say(after)
    else:
        paper.lines(finding(witness, language))
    return 0 if witness.sound else 1


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
        assert witness.seat is not None
        yield words("verify.boxes", boxes=witness.boxes, name=witness.names[witness.seat])
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
    if witness.phrase is not None:
        yield words("verify.phrase", words=" ".join(witness.phrase))
    yield words("verify.limits")
