"""What a match may wait for: each kind of moment can be read back, and has a phase of its own."""

from __future__ import annotations

from typing import get_args

from lltui.games.two_princes.rules.rulebook import FullState
from lltui.games.two_princes.rules.state import Awaited, Task
from lltui.games.two_princes.views import Phase


def below(kind):
    """All that is made of it in the end, and what lies between."""
    return {kind}.union(*(below(each) for each in kind.__subclasses__()))


def test_every_moment_that_a_match_may_wait_for_can_be_read_again():
    may_wait = {kind for kind in below(Awaited) if hasattr(kind, "phase")}
    assert len(may_wait) > 15
    assert may_wait <= {*get_args(FullState.__annotations__["moment"])}


def test_every_phase_but_the_end_is_that_of_a_moment():
    phases = {kind.phase for kind in below(Awaited) if hasattr(kind, "phase")}
    assert phases == {*get_args(Phase)} - {"over"}


def test_every_task_can_be_done():
    tasks = below(Task) - {Task, Awaited}
    assert len(tasks) > 25
    assert {task for task in tasks if task.perform is Task.perform} == set()
