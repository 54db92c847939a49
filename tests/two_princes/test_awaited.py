"""What a match may wait for: each kind of moment can be read back, and has a phase of its own."""

from __future__ import annotations

from typing import get_args

from lltui.games.two_princes.model import Phase
from lltui.games.two_princes.rules.rulebook import AnyMoment
from lltui.games.two_princes.rules.state import Awaited


def below(kind):
    """All that is made of it in the end, and what lies between."""
    return {kind}.union(*(below(each) for each in kind.__subclasses__()))


def test_every_moment_that_a_match_may_wait_for_can_be_read_again():
    assert {kind for kind in below(Awaited) if hasattr(kind, "phase")} == {*get_args(AnyMoment)}


def test_every_phase_but_the_end_is_that_of_a_moment():
    assert {kind.phase for kind in get_args(AnyMoment)} == {*get_args(Phase)} - {"over"}
