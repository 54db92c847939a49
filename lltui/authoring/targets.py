"""Between which figures a story is neither hopeless nor sure, and where the played matches lie.

What is asked of the story as a whole (bright endings, the lengths of the decks)
is measured on careful people, or on whoever of those played is next to them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from lltui.arena.stories import Sums
from lltui.games.two_princes.story.printed import Story

# Shares in hundredths of the matches, for the policies that have one.
FREE: Mapping[str, tuple[float, float]] = {
    "random": (0.3, 4.0),
    "human": (42.0, 56.0),
    "veteran": (0.0, 90.0),
}
BRIGHT = (1.0, 100.0)
DECKS: Mapping[str, tuple[float, float]] = {"deck_a": (13.5, 15.5), "deck_b": (6.5, 9.0)}  # cards
THOUGHTFUL = ("human", "veteran")


class TargetRow(NamedTuple):
    """One thing that is asked; `whose` is a policy or an ending."""

    what: str
    whose: str
    found: float
    low: float
    high: float

    @property
    def inside(self) -> bool:
        """As it should be."""
        return self.low <= self.found <= self.high


def rows(story: Story, done: Sequence[Sums]) -> Iterator[TargetRow]:
    """Everything that can be asked of those who played."""
    played = {sums.policy: sums for sums in done if sums.matches}
    for policy, (low, high) in FREE.items():
        if policy in played:
            yield TargetRow("free", policy, played[policy].share("free"), low, high)
    thoughtful = [played[policy] for policy in THOUGHTFUL if policy in played]
    if not thoughtful:
        return
    for section in story.sections:
        if section.tone == "bright":
            most = max(100 * sums.endings[section.id] / sums.matches for sums in thoughtful)
            yield TargetRow("bright", section.title, most, *BRIGHT)
    for deck, (low, high) in DECKS.items():
        yield TargetRow(deck, thoughtful[0].policy, thoughtful[0].length(deck), low, high)
