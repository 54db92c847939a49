"""A move half made: what is selected, what was answered on the way, and what Enter comes to.

Pure, and for any game: the menu is the only source of what can be chosen.
Where somebody begins to choose, nothing is selected yet; so an Enter too many
does nothing, and only the last Enter makes the move.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple, Self

from msgspec import Struct
from msgspec.structs import replace

from lltui.games.chair import Question
from lltui.games.game import Action


class HalfMove(Struct, frozen=True):
    """`selected` is the answer that the next Enter takes; what is `sent` can't be changed any more."""

    menu: tuple[Action, ...] = ()
    selected: Any = None
    sent: bool = False

    @property
    def answers(self) -> tuple[Any, ...]:
        """What may be selected now."""
        return () if self.sent else self.menu

    def select(self, answer: Any) -> Self:
        """Point at an answer; what cannot be chosen changes nothing."""
        return replace(self, selected=answer) if answer in self.answers else self

    def shift(self, by: int) -> Self:
        """The next or the one before, round and round."""
        answers = self.answers
        if not answers:
            return self
        if self.selected not in answers:
            return replace(self, selected=answers[0 if by > 0 else -1])
        return replace(self, selected=answers[(answers.index(self.selected) + by) % len(answers)])


class AnsweredQuestion(NamedTuple):
    """A question that was answered."""

    question: Question
    answer: Any


class AskedMove(HalfMove, frozen=True):
    """A move that is asked for field by field; `fits` are the actions that are left."""

    fits: tuple[Action, ...] = ()
    steps: tuple[AnsweredQuestion, ...] = ()

    @property
    def done(self) -> Action | None:
        """The one action that is left, once every question that had a choice was answered."""
        return self.fits[0] if len(self.fits) == 1 else None

    @property
    def question(self) -> Question | None:
        """What is asked now; None where there is nothing to do, or nothing any more."""
        return None if self.sent or not self.fits else _question(self.fits)

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

    @property
    def known(self) -> tuple[tuple[str, Any], ...]:
        """What was chosen on the way, and what nobody had to choose before this question."""
        picked = tuple((step.question.field, step.answer) for step in self.steps)
        question = self.question
        if question is None or not question.kind:
            return picked
        first, chosen = self.fits[0], dict(picked)
        before = first.__struct_fields__[: first.__struct_fields__.index(question.field)]
        return (*picked, *((name, getattr(first, name)) for name in before if name not in chosen))

    def answered(self, answer: Any) -> AskedMove:
        """One question further; at the last one it is `done`."""
        question = self.question
        assert question is not None, "something is asked"
        if self.done is not None:
            return self
        field = question.field
        left = tuple(a for a in self.fits if (_tag(a) if field == "act" else getattr(a, field)) == answer)
        assert left, f"{answer!r} does not answer {field}"
        return _asking(
            AskedMove(self.menu, fits=left, steps=(*self.steps, AnsweredQuestion(question, answer)))
        )

    def enter(self) -> tuple[AskedMove, Action | None]:
        """Confirm what is selected: the next question, or the move itself."""
        if self.selected not in self.answers:
            return self, None
        further = self.answered(self.selected)
        return (further, None) if further.done is None else (replace(further, sent=True), further.done)

    def back(self) -> AskedMove:
        """One step back: what was selected first, then what was confirmed before."""
        if self.sent or not self.menu:
            return self
        if not self.steps:
            return asked_move(self.menu)
        *before, last = self.steps
        now = asked_move(self.menu)
        for step in before:
            now = now.answered(step.answer)
        return replace(now, selected=last.answer)

    def restart(self, by: int) -> AskedMove:
        """Another answer to the first question, from wherever one is."""
        if not self.steps:
            return self.shift(by)
        return replace(asked_move(self.menu), selected=self.first).shift(by)

    def renewed(self, menu: Sequence[Action]) -> tuple[AskedMove, bool]:
        """After an update: an equal menu changes nothing.  True tells that something begun was dropped,
        and there is something to be chosen again."""
        if tuple(menu) == self.menu and not self.sent:
            return self, False
        return asked_move(menu), self.begun and bool(menu)


def asked_move(menu: Sequence[Action]) -> AskedMove:
    """The beginning.  Where a single action is left, it is selected: there is nothing to choose."""
    return _asking(AskedMove(tuple(menu), fits=tuple(menu)))


def _asking(now: AskedMove) -> AskedMove:
    answers = now.answers
    return replace(now, selected=answers[0]) if len(answers) == 1 else now


@lru_cache(64)  # a screen asks at every key, and for each of its parts
def _question(fits: tuple[Action, ...]) -> Question:
    """The first thing on which these differ; where nothing is left to choose, a nod to what is done first."""
    tags = tuple(dict.fromkeys(_tag(action) for action in fits))
    if len(tags) > 1:
        return Question("", "act", tags)
    fields = fits[0].__struct_fields__
    for name in fields:
        answers = tuple(dict.fromkeys(getattr(action, name) for action in fits))
        if len(answers) > 1 or (len(fits) == 1 and name == fields[0]):
            return Question(tags[0], name, answers)
    assert len(fits) == 1, "two equal actions on one menu"
    return Question("", "act", tags)


def _tag(action: Action) -> Any:
    return action.__struct_config__.tag
