"""The way to matches that were played: files, the list of them, and whoever checks them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import closing

from lltui.commands.kept import chosen
from lltui.commands.verify import finding, subject
from lltui.desk.verdict import record_words
from lltui.files import folders
from lltui.games.models import MODELS
from lltui.record.audit import MatchAudit
from lltui.record.history import History
from lltui.record.matchfile import MatchFile, open_match
from lltui.record.replay_views import ReplayViews
from lltui.record.scenes import Scene, View
from lltui.tui.ways import Facts, Past
from llwire.chain.entries import Bot


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
