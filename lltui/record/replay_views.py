"""A match to be looked at once more, from any place at the table.

What a watcher and the owner of the file were told stands in the entries.  What
another seat was told lies in boxes that only its key opens; it is made anew, by
the rules, and only when the match is over and found true.  So a file shows
nobody's hand before the end, whoever asks.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from msgspec import Struct

from lltui.errors import Trouble, UsageTrouble
from lltui.games import packing
from lltui.games.chair import Glimpse
from lltui.games.game import Action, Event, Seat
from lltui.games.known_games import model
from lltui.record.audit import AuditedEntry, MatchAudit
from lltui.record.kept_match_facts import Eyes, ReplayFacts, ReplayScene, View
from lltui.record.lies import Lie
from lltui.record.log_engine import PlayedEntry, RevealedReplay
from lltui.record.matchfile import MatchFile
from llwire.chain.entries import Bot, Dealt


class NothingToReplay(Trouble):
    """A file without a single good entry."""


class NoSuchEyes(UsageTrouble):
    """Nobody of that name sits at this table."""


class NotYetOpen(Trouble):
    """The match is not over, or not true: other hands stay closed."""


class ByOtherRules(Trouble):
    """The match was played by rules that this program has not got: other hands cannot be worked out."""


class _Truth(NamedTuple):
    """One entry as the rules make it."""

    told: tuple[tuple[Event, tuple[Seat, ...] | None], ...]
    public: Struct
    privates: tuple[Struct, ...]
    menus: tuple[tuple[Action, ...], ...]


class ReplayViews:
    """One file, with all that may be seen of it."""

    def __init__(self, file: MatchFile) -> None:
        self._truth: list[_Truth] = []
        self.file = file
        self.witness = MatchAudit(file, self._see)
        if not self.witness.begun or (self.witness.lie and self.witness.lie.seq == 0):
            raise NothingToReplay(file=str(file.path))
        self._model = model(self.witness.genesis.game)

    def _see(self, again: RevealedReplay, step: PlayedEntry) -> None:
        seats = range(again.seats)
        self._truth.append(
            _Truth(
                tuple(step.news.told),
                again.game.public(step.state),
                tuple(again.game.private(step.state, seat) for seat in seats),
                tuple(tuple(again.game.legal(step.state, seat)) for seat in seats),
            )
        )

    @property
    def facts(self) -> ReplayFacts:
        """From its first entry, and from the check."""
        witness, roster = self.witness, self.witness.genesis.roster
        people = (
            (row, name) for row, name in zip(roster, witness.names, strict=True) if not isinstance(row, Bot)
        )
        return ReplayFacts(
            number=witness.head.match,
            began=witness.head.began,
            game=witness.genesis.game,
            options=witness.options,
            names=witness.names,
            bots=witness.bots,
            seat=witness.owner,
            over=witness.over,
            checked=witness.checked,
            lie=witness.lie,
            unjudged=witness.unjudged,
            levels=tuple(row.bot if isinstance(row, Bot) else "" for row in roster),
            host=next((name for row, name in people if row.id == witness.genesis.host), None),
            ended=witness.match.over,
        )

    def view(self, word: str | None) -> View:
        """Whose eyes are meant: `all`, `watcher`, the number of a seat or a name; by default the file's own.

        Names come last: whoever is called "all" still has a number, and the word its meaning.
        """
        if word is None:
            return Eyes.WATCHER if self.witness.owner is None else self.witness.owner
        if word.upper() in Eyes.__members__:
            return Eyes[word.upper()]
        names = [name.casefold() for name in self.witness.names]
        if word.isascii() and word.isdecimal() and 1 <= int(word[:2]) <= len(names):
            return int(word[:2]) - 1
        if word.casefold() in names:
            return names.index(word.casefold())
        known = (*self.witness.names, *(eyes.name.lower() for eyes in Eyes))
        raise NoSuchEyes(eyes=word, known=known)

    def scenes(self, view: View) -> Iterator[ReplayScene]:
        """Entry by entry, up to the first that is garbled or, with others' eyes, untrue."""
        own = view is Eyes.WATCHER or (view == self.witness.owner and not self.witness.over)
        if not own and self.witness.unjudged is not None:
            raise ByOtherRules(eyes=self._named(view), program=self.witness.genesis.program)
        if not own and not self.witness.over:
            raise NotYetOpen(eyes=self._named(view))
        deal = 0
        for place, told in enumerate(self.witness.told):
            if isinstance(told.body.what, Dealt):
                deal = told.body.what.deal
            try:
                glimpse = self._told(told, view) if own else self._true(self._truth[place], view)
            except packing.GarbledError:
                if self.witness.unjudged is None:  # else other rules say it in other views
                    self.witness.lie = self.witness.lie or Lie(told.body.seq, "garbled")
                return
            hands = self._truth[place].privates if view is Eyes.ALL else ()
            yield ReplayScene(told.body.seq, deal, glimpse, told.remarks, hands)

    def _told(self, told: AuditedEntry, view: View) -> Glimpse:
        box = None if view is Eyes.WATCHER else told.box
        return packing.glimpse(self._model, told.body.view, told.body.news, box)

    def _true(self, truth: _Truth, view: View) -> Glimpse:
        if isinstance(view, Eyes):
            return Glimpse(tuple(event for event, _ in truth.told), truth.public)
        heard = tuple(event for event, seats in truth.told if seats is None or view in seats)
        return Glimpse(heard, truth.public, truth.privates[view], truth.menus[view])

    def _named(self, view: View) -> str:
        return view.name.lower() if isinstance(view, Eyes) else self.witness.names[view]
