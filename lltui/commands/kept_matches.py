"""Matches that were kept: which one is meant, the list of them, and whoever plays or checks one again."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path

from lltui.desk.verdict import day, record_words, remark, unjudged, verdict
from lltui.errors import Trouble, UsageTrouble
from lltui.files import folders
from lltui.games.models import MODELS
from lltui.record.audit import MatchAudit
from lltui.record.history import History
from lltui.record.matchfile import MatchFile, open_match
from lltui.record.replay_views import ReplayViews
from lltui.record.scenes import Scene, View
from lltui.text.wording import Wording
from lltui.tui.ways import Facts, Past
from llwire.chain.entries import Bot


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


# -------------------------------------------------------------- for the screen


class HouseTape:
    """One file, played again."""

    def __init__(self, file: MatchFile) -> None:
        self._film = ReplayViews(file)

    @property
    def facts(self) -> Facts:
        """From its first entry, and from the check."""
        witness = self._film.witness
        roster = enumerate(witness.genesis.roster)
        return Facts(
            number=witness.head.match,
            began=witness.head.began,
            game=witness.genesis.game,
            options=witness.options,
            names=tuple(witness.names),
            bots=frozenset(seat for seat, row in roster if isinstance(row, Bot)),
            seat=witness.seat,
            over=witness.over,
            checked=witness.checked,
            lie=witness.lie,
            unjudged=witness.unjudged,
        )

    def view(self, word: str | None) -> View:
        """Whose eyes are meant."""
        return self._film.view(word)

    def scenes(self, view: View) -> Sequence[Scene]:
        """All of them."""
        return [*self._film.scenes(view)]


class HouseProof:
    """What a check has found."""

    def __init__(self, file: MatchFile) -> None:
        self._witness = MatchAudit(file)

    @property
    def sound(self) -> bool:
        """All of it was judged, and nothing in it is false."""
        return self._witness.sound

    @property
    def judged(self) -> bool:
        """It was played by our rules, or is false by any."""
        return self._witness.unjudged is None or self._witness.lie is not None

    def subject(self, language: str) -> Sequence[str]:
        """Which match it is."""
        return [*subject(self._witness, record_words(language))]

    def finding(self, language: str) -> Sequence[str]:
        """What was found."""
        return [*finding(self._witness, language)]


class HouseFilms:
    """Those of this machine."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._environ = environ

    def past(self) -> Past:
        """Read the folder, and ask the list."""
        with closing(History(folders.data(self._environ))) as history:
            return Past(
                lines=tuple(history.lines()),
                by_seat=tuple(history.by_seat()),
                by_edition=tuple(history.by_edition()),
                by_opponent=tuple(history.by_opponent()),
                cards=tuple((game, tuple(history.cards(game))) for game in MODELS),
                unread=tuple(history.unread),
                fresh=history.fresh,
            )

    def tape(self, file: str | None) -> HouseTape:
        """To be looked at."""
        return HouseTape(self._file(file))

    def proof(self, file: str | None) -> HouseProof:
        """To be checked."""
        return HouseProof(self._file(file))

    def _file(self, word: str | None) -> MatchFile:
        """What the list names lies in one folder; anything else is what somebody typed."""
        listed = folders.matches(self._environ) / (word or "")
        if word and listed.name == word and listed.is_file():
            return open_match(listed)
        return chosen(word, self._environ)
