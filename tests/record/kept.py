"""Match files of evenings, and what the commands say of them."""

from __future__ import annotations

from kit.written import KEYS, WrittenMatch, keep_match

from lltui import cli
from lltui.record.audit import MatchAudit
from lltui.record.matchfile import head_of, open_match

MAY = 1_777_636_800  # noon on 2026-05-01, UTC


def keep(evening, folder, seat=None, began=MAY, log=None):
    """This seat's copy, on disk."""
    key = None if seat is None else evening.parts[seat].box
    head = head_of(KEYS.pin, evening.match.number, seat, key, began)
    return keep_match(folder, head, evening.log if log is None else log)


def witness(evening, folder, seat=None, **more):
    return MatchAudit(open_match(keep(evening, folder, seat, **more)))


def said(capsys, *words):
    """The exit code, and all that was written, on lines without end."""
    capsys.readouterr()
    code = cli.main([str(word) for word in words])
    told = capsys.readouterr()
    return code, " ".join(told.out.split()), " ".join(told.err.split())


__all__ = ["WrittenMatch", "keep", "said", "witness"]
