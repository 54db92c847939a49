"""`lltui verify`: whether a match was dealt and told as everybody was promised."""

from __future__ import annotations

from lltui.commands.cli_context import settle
from lltui.commands.kept_matches import chosen, finding, subject
from lltui.desk.records import record_words
from lltui.options import Typed
from lltui.record.audit import MatchAudit


def run(args: Typed) -> int:
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
