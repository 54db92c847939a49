"""A match that was played, as a desk at any of its moments.  Pure.

A moment is an entry that somebody heard something of, and after the last one
the result.  Forward, the desk hears more; back, a new one hears all again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol, Self

from msgspec.structs import replace

from lltui.client import updates as u
from lltui.desk.desk import Desk, Words
from lltui.games.chair import Over
from lltui.games.game import Event
from lltui.games.two_princes import events as e
from lltui.games.two_princes.model import MODEL
from lltui.record.kept_match_facts import Eyes, ReplayFacts, ReplayScene, View
from lltui.record.lies import Remark


class Tape(Protocol):
    """A match to be looked at."""

    @property
    def facts(self) -> ReplayFacts:
        """What is known of it."""

    def view(self, word: str | None) -> View:
        """Whose eyes somebody means who typed this; by default the owner's."""

    def scenes(self, view: View) -> Iterable[ReplayScene]:
        """All there are for these eyes; a Trouble if they may not look."""


class ReplayDesk:
    """One match through somebody's eyes; `at` is the moment that is shown."""

    def __init__(self, tape: Tape, view: View, words: Words, file: str | None = None) -> None:
        self.tape, self.view, self.file = tape, view, file
        self.facts = tape.facts
        self._scenes: Sequence[ReplayScene] = tuple(tape.scenes(view))
        self._stops = [place for place, scene in enumerate(self._scenes) if _tells(scene)] or [0]
        seen = [self._scenes[stop] for stop in self._stops] if self._scenes else []
        pairs = enumerate(zip(seen, [None, *seen], strict=False))
        self._starts = [at for at, (scene, before) in pairs if begins(self.facts.game, scene, before)]
        self.at = 0
        self._words = words
        self.desk = self._wound(0)

    @classmethod
    def of_file(
        cls, taped: Callable[[str | None], Tape], file: str | None, eyes: str | None, words: Words
    ) -> Self:
        """A match that was kept, at its first moment; files are read, so not for the loop that draws."""
        tape = taped(file)
        return cls(tape, tape.view(eyes), words, file)

    # ---------------------------------------------------------------- looking

    @property
    def moments(self) -> int:
        """How many there are."""
        return len(self._stops) + self.facts.over

    @property
    def storied(self) -> bool:
        """Whether one goes from card to card in it, and not from round to round."""
        return self.facts.game in STARTS

    @property
    def starts(self) -> Sequence[int]:
        """The moments at which something begins: a round, or a card of a story."""
        return self._starts

    @property
    def rounds(self) -> int:
        """How many were dealt."""
        return self._scenes[-1].deal if self._scenes else 0

    @property
    def scene(self) -> ReplayScene:
        """The newest thing that is seen."""
        return self._scenes[self._stops[min(self.at, len(self._stops) - 1)]]

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """What is worth telling of this moment."""
        return self.scene.remarks if self.at < len(self._stops) else ()

    # ----------------------------------------------------------------- moving

    def go(self, at: int) -> None:
        """To a moment; beyond an end is the end."""
        at = min(max(0, at), self.moments - 1)
        if at > self.at:
            self._hear(self.desk, range(self.at + 1, at + 1))
            self.at = at
        elif at < self.at:
            self.at = at
            self.desk = self._wound(at)

    def step(self, moments: int) -> None:
        """So many on, or back."""
        self.go(self.at + moments)

    def go_to_entry(self, seq: int) -> None:
        """To the moment that tells of this entry, or to the next one that there is."""
        stops = enumerate(self._stops)
        self.go(next((at for at, stop in stops if self._scenes[stop].seq >= seq), self.moments))

    def round(self, deal: int) -> bool:
        """To the first moment of a round; False if there is no such."""
        found = next((at for at, stop in enumerate(self._stops) if self._scenes[stop].deal == deal), None)
        if found is not None:
            self.go(found)
        return found is not None

    def turn_round(self, step: int) -> None:
        """To where the next round or card begins; back first to where this one began."""
        if step < 0:
            self.go(max((at for at in self._starts if at < self.at), default=0))
        else:
            self.go(min((at for at in self._starts if at > self.at), default=self.moments))

    def seen_by(self, view: View) -> ReplayDesk:
        """The same moment with other eyes."""
        other = ReplayDesk(self.tape, view, self.desk.words, self.file)
        if self.at == self.moments - 1:
            other.go(other.moments)
        else:
            seq = self.scene.seq
            stops = enumerate(other._stops)
            other.go(max((at for at, stop in stops if other._scenes[stop].seq <= seq), default=0))
        return other

    # ---------------------------------------------------------------- hearing

    def _wound(self, at: int) -> Desk:
        you = None if isinstance(self.view, Eyes) else self.view
        facts = self.facts
        words = self.desk.words if hasattr(self, "desk") else self._words
        desk = Desk(words)
        desk.hear(
            u.Began(
                facts.number,
                facts.game,
                facts.options,
                facts.names,
                you,
                facts.bots,
                hosting=False,
                levels=facts.levels,
                host=facts.host,
            )
        )
        if facts.unjudged is not None:
            desk.hear(u.Foreign(facts.unjudged))
        self._hear(desk, range(at + 1))
        return desk

    def _hear(self, desk: Desk, moments: range) -> None:
        for moment in moments:
            desk.go_on()
            if moment == len(self._stops):
                if self.rounds <= self.facts.checked:
                    desk.hear(u.Verified(self.rounds))
                desk.hear(Over())
                continue
            begin = self._stops[moment - 1] + 1 if moment else 0
            for place in range(begin, self._stops[moment] + 1):
                self._show(desk, self._scenes[place])

    def _show(self, desk: Desk, scene: ReplayScene) -> None:
        """Nobody is asked anything: it has all been answered."""
        desk.go_on()
        desk.hear(replace(scene.glimpse, menu=()))
        if desk.looks and scene.deal <= self.facts.checked:
            desk.hear(u.Verified(scene.deal))
        desk.hands = scene.hands


def _tells(scene: ReplayScene) -> bool:
    return bool(scene.glimpse.heard or scene.remarks)


# A game that is one long deal has other beginnings.
STARTS: dict[str, tuple[type[Event], ...]] = {MODEL.id: (e.CardTurned, e.ChapterBegan, e.DayBegan)}


def begins(game: str, scene: ReplayScene, before: ReplayScene | None) -> bool:
    """Whether this is the first moment of something."""
    if before is None or (before.deal != scene.deal and game not in STARTS):
        return True
    return any(isinstance(event, STARTS.get(game, ())) for event in scene.glimpse.heard)
