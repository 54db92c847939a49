"""A move half made: keys select, Enter goes on, Escape goes back, and only the last Enter does it.

Pure, and for any game: the menu is the only source of what can be chosen.
Where somebody begins to choose, nothing is selected yet; so an Enter too many
does nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from lltui.games.choices import Draft, Question
from lltui.games.game import Action


class Step(NamedTuple):
    """A question that was answered."""

    question: Question
    answer: Any


class Making(NamedTuple):
    """`draft` is what Enter confirmed; `selected` is the answer that the next Enter takes."""

    menu: tuple[Action, ...] = ()
    draft: Draft | None = None
    steps: tuple[Step, ...] = ()
    selected: Any = None
    sent: bool = False

    @property
    def question(self) -> Question | None:
        """What is asked now; None where there is nothing to do, or nothing any more."""
        if self.draft is None or self.sent:
            return None
        return self.draft.question if self.draft.done is None else _nod(self.draft.done)

    @property
    def answers(self) -> tuple[Any, ...]:
        """What may be selected now."""
        return self.question.answers if self.question else ()

    @property
    def first(self) -> Any:
        """The answer to the first question, confirmed or only selected."""
        return self.steps[0].answer if self.steps else self.selected

    @property
    def begun(self) -> bool:
        """Something was selected that a new menu would throw away."""
        return not self.sent and bool(self.steps or (self.selected is not None and len(self.menu) > 1))


class Entered(NamedTuple):
    """What Enter came to: the next question, or the move itself."""

    making: Making
    action: Action | None = None


def making(menu: Sequence[Action]) -> Making:
    """The beginning.  Where a single action is left, it is selected: there is nothing to choose."""
    menu = tuple(menu)
    return _asking(Making(menu, Draft(menu) if menu else None))


def renewed(old: Making, menu: Sequence[Action]) -> tuple[Making, bool]:
    """After an update: an equal menu changes nothing.  True tells that something begun was dropped."""
    menu = tuple(menu)
    if menu == old.menu and not old.sent:
        return old, False
    return making(menu), old.begun


def again(old: Making) -> Making:
    """The move did not count; it may be made anew."""
    return making(old.menu)


def select(now: Making, answer: Any) -> Making:
    """Point at an answer; what cannot be chosen changes nothing."""
    return now._replace(selected=answer) if answer in now.answers else now


def shift(now: Making, by: int) -> Making:
    """The next or the one before, round and round."""
    answers = now.answers
    if not answers:
        return now
    if now.selected not in answers:
        return now._replace(selected=answers[0 if by > 0 else -1])
    return now._replace(selected=answers[(answers.index(now.selected) + by) % len(answers)])


def restart(now: Making, by: int) -> Making:
    """Another answer to the first question, from wherever one is."""
    if not now.steps:
        return shift(now, by)
    first = making(now.menu)._replace(selected=now.first)
    return shift(first, by)


def enter(now: Making) -> Entered:
    """Confirm what is selected."""
    if now.draft is None or now.question is None or now.selected not in now.answers:
        return Entered(now)
    picked = now.draft if now.draft.done else now.draft.pick(now.selected)
    if picked.done:
        return Entered(now._replace(sent=True), picked.done)
    steps = (*now.steps, Step(now.question, now.selected))
    return Entered(_asking(Making(now.menu, picked, steps)))


def back(now: Making) -> Making:
    """One step back: what was selected first, then what was confirmed before."""
    if now.sent or now.draft is None:
        return now
    if now.steps:
        *before, last = now.steps
        draft = Draft(now.menu)
        for step in before:
            draft = draft.pick(step.answer)
        return Making(now.menu, draft, tuple(before), last.answer)
    return _asking(now._replace(selected=None))


def _asking(now: Making) -> Making:
    answers = now.answers
    return now._replace(selected=answers[0]) if len(answers) == 1 else now


def _nod(action: Action) -> Question:
    """The question where no choice is left: the first thing that will be done."""
    kind = str(action.__struct_config__.tag)
    for field in action.__struct_fields__[:1]:
        return Question(kind, field, (getattr(action, field),))
    return Question("", "act", (kind,))
