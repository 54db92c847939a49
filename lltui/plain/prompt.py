"""What the board waits for: a question and its numbered answers."""

from __future__ import annotations

from enum import Enum, auto
from typing import NamedTuple

from lltui.games.choices import Draft, Question
from lltui.games.game import Action
from lltui.plain.answers import Entry
from lltui.text import Voice
from lltui.text.wording import Wording


class Kind(Enum):
    """What the answer is for."""

    MOVE = auto()
    PAUSE = auto()
    LEAVE = auto()
    AGAIN = auto()
    LOBBY = auto()
    SURE = auto()


class Prompt(NamedTuple):
    """Without entries, Enter is all that is asked for."""

    kind: Kind
    question: str
    entries: tuple[Entry, ...] = ()

    @property
    def labels(self) -> tuple[str, ...]:
        """What stands in the list."""
        return tuple(entry.label for entry in self.entries)


def of_draft(draft: Draft, voice: Voice) -> Prompt:
    """The list for a move half made."""
    question = asked(draft)
    entries = tuple(Entry(voice.answer(question, value), value) for value in question.answers)
    return Prompt(Kind.MOVE, voice.ask(question, (*draft.picked, *_settled(draft, question))), entries)


def yes_or_no(kind: Kind, words: Wording, *, first: bool) -> Prompt:
    """A question of the board's own; `first` is the answer that stands first."""
    name = kind.name.lower()
    entries = (Entry(words(f"{name}.yes"), value=True), Entry(words(f"{name}.no"), value=False))
    return Prompt(kind, words(f"{name}.question"), entries if first else entries[::-1])


def asked(draft: Draft) -> Question:
    """What a draft asks; where nothing is left to choose, a nod to the first thing that will be done."""
    return draft.question if draft.done is None else _nod(draft.done)


def _nod(action: Action) -> Question:
    kind = str(action.__struct_config__.tag)
    for field in action.__struct_fields__[:1]:
        return Question(kind, field, (getattr(action, field),))
    return Question("", "act", (kind,))


def _settled(draft: Draft, question: Question) -> tuple[tuple[str, object], ...]:
    """What nobody had to pick, since all actions that are left agree on it."""
    first = draft.actions[0]
    fields = first.__struct_fields__ if question.kind else ()
    before = fields[: fields.index(question.field)] if fields else ()
    picked = dict(draft.picked)
    return tuple((name, getattr(first, name)) for name in before if name not in picked)
