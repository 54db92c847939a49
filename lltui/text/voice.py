"""What happens at a table, as one listener hears it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from msgspec import Struct

from lltui.games.choices import Question
from lltui.games.game import Event, Seat
from lltui.games.love_letter.model import Options
from lltui.games.models import model
from lltui.text import printed
from lltui.text.grammar import Player, Tongue, Value, speak
from lltui.text.template import Message, facts
from lltui.text.theme import TOKEN, Theme

# What the owner hears whispered says all that the table hears announced, and more.
TOLD_BETTER = {"Drew": "CardDrawn", "TookCouncil": "CouncilDrawn", "PutUnder": "CardsBuried"}


class Voice:
    """One language and theme at one table; `you` is None for a watcher."""

    def __init__(
        self,
        game: str,
        messages: Mapping[str, Message],
        tongue: Tongue,
        theme: Theme,
        spare: str,
        names: Sequence[str],
        you: Seat | None,
    ) -> None:
        self._game = game
        self._messages = messages
        self._tongue = tongue
        self._theme = theme
        self._players = tuple(Player(seat, name, seat == you) for seat, name in enumerate(names))
        self._things = theme.things(spare)

    # ------------------------------------------------------------- words

    @property
    def names(self) -> tuple[str, ...]:
        """Everybody by seat, with "you" for the listener."""
        return tuple(self.name(seat) for seat in range(len(self._players)))

    def name(self, seat: Seat, case: str | None = None) -> str:
        """A player in a case of the language."""
        return speak(self._players[seat], _forms(case), self._tongue)

    def card(self, card: str, case: str | None = None) -> str:
        """A card: the bare name, or with its article in a case."""
        return speak(self._things[card], _forms(case or "bare"), self._tongue)

    def token(self, number: int) -> str:
        """So many tokens, such as "3 hearts"."""
        form = "bare" if number == 1 else "many"
        return f"{number} {speak(self._things[TOKEN], _forms(form), self._tongue)}"

    def glyph(self, name: str, *, ascii_only: bool = False) -> str:
        """The one-cell sign of a card, or of the "token"."""
        glyph = self._theme.glyph[name]
        return glyph.ascii if ascii_only else glyph.sign

    # ------------------------------------------------------------- sentences

    def say(self, event: Event) -> str:
        """What happened."""
        return self._say(f"say.{type(event).__name__}", self._of(event))

    def tell(self, heard: Iterable[Event]) -> list[str]:
        """What happened in one move, without what a whisper tells the listener better."""
        heard = tuple(heard)
        whispered = {type(event).__name__ for event in heard if self._about_you(event)}
        return [
            self.say(event)
            for event in heard
            if not (self._about_you(event) and TOLD_BETTER.get(type(event).__name__) in whispered)
        ]

    def ask(self, question: Question, picked: Iterable[tuple[str, Any]] = ()) -> str:
        """The question that a draft asks."""
        roles = self._roles_of(question)
        values = {field: self._value(value, roles[field]) for field, value in picked if field in roles}
        return self._say(f"ask.{question.kind} {question.field}", values)

    def answer(self, question: Question, value: Any) -> str:
        """One of its answers, as it stands in a list."""
        role = self._roles_of(question)[question.field]
        return self._say(f"answer.{question.kind} {question.field}", {"value": self._value(value, role)})

    def barred(self, reason: str, card: str) -> str:
        """Why a card in hand may not be played now."""
        return self._say(f"bar.{reason}", {"card": self._things[card]})

    def rule(self, card: str, options: Options) -> str:
        """What a card does at a table with these options."""
        found = printed.card(options, card)
        values = {"card": self._things[card], **self.known(found.parameters)}
        keys = (f"rule.{found.kind}", *(("rule.forced",) if values["forced_with"] else ()))
        return " ".join(self._say(key, values) for key in keys)

    def known(self, printed_facts: Mapping[str, printed.Fact]) -> dict[str, Value]:
        """Facts of an edition in the words of this theme."""
        return {
            TOKEN: self._things[TOKEN],
            **{name: self._value(value, role) for name, (value, role) in printed_facts.items()},
        }

    def _roles_of(self, question: Question) -> dict[str, str]:
        actions = model(self._game).action
        kinds = {kind.__struct_config__.tag: kind for kind in getattr(actions, "__args__", (actions,))}
        return _roles(kinds[question.kind])

    def _about_you(self, event: Event) -> bool:
        who = getattr(event, "who", None)
        return who is not None and self._players[who].you

    def _say(self, key: str, values: dict[str, Value]) -> str:
        return self._messages[key].say(facts({TOKEN: self._things[TOKEN], **values}))

    def _of(self, event: Struct) -> dict[str, Value]:
        return {
            field: self._value(getattr(event, field), role) for field, role in _roles(type(event)).items()
        }

    def _value(self, value: Any, role: str) -> Value:
        """Seats become players and card ids things; all else stays what it is."""
        if isinstance(value, tuple):
            return tuple(self._value(each, role) for each in value)  # type: ignore[misc]
        if value is None or role == "plain":
            return value  # type: ignore[no-any-return]
        return self._players[value] if role == "seat" else self._things[value]


def _forms(form: str | None) -> frozenset[str]:
    return frozenset({form} if form else ())


@cache
def _roles(kind: type[Struct]) -> dict[str, str]:
    """What each field of an event or action is.

    Read from the annotation as it is written: at run time a seat is an int
    like any other.
    """
    return {field: _role(str(kind.__annotations__[field])) for field in kind.__struct_fields__}


def _role(annotation: str) -> str:
    return "seat" if "Seat" in annotation else "card" if "CardId" in annotation else "plain"
