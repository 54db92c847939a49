"""What is asked in the lobby before something is done: a name, a bot, other rules, the door."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from lltui.bots.catalog import bots
from lltui.client import wishes
from lltui.client.updates import LobbyIs
from lltui.desk.desk import Desk
from lltui.games.seat import Wish
from lltui.text.wording import Wording
from lltui.tui.app_screen import AppScreen
from lltui.tui.evening import agreed, agreeing
from lltui.tui.kit.fields import Field
from lltui.tui.kit.lists import Row
from lltui.tui.lobby.slices import named
from lltui.tui.match.table_dialogs import ANYWHERE, IN_LOBBY, TableAsk, TableChoose
from llwire.wire import limits

LINE = 64
Lines = Callable[[], Sequence[Row]]


class Asks:
    """Of one screen; the wish goes to the table when the question is answered."""

    def __init__(self, screen: AppScreen[Any]) -> None:
        self._screen = screen
        self._words = screen.words

    def _choose(
        self, question: Callable[[], str], answers: Lines, then: Callable[[int], None], at: int = 0
    ) -> None:
        def chosen(answer: int | None) -> None:
            if answer is not None:
                then(answer)

        self._screen.app.push_screen(TableChoose(IN_LOBBY, question, answers, at), chosen)

    def _ask(
        self, question: str, line: str, wrong: Callable[[str], str | None], then: Callable[[str], None]
    ) -> None:
        def typed(answer: str | None) -> None:
            if answer is not None:
                then(answer)

        self._screen.app.push_screen(
            TableAsk(ANYWHERE, lambda: self._words(question), line, LINE, wrong), typed
        )

    def _do(self, wish: Wish | None) -> None:
        if wish is not None:
            self._screen.run_worker(self._screen.table.act(wish), exit_on_error=False)

    @property
    def _desk(self) -> Desk:
        desk = self._screen.table.desk
        assert desk is not None, "at a table"
        return desk

    @property
    def _lobby(self) -> LobbyIs:
        lobby = self._desk.lobby
        assert lobby is not None, "in a lobby"
        return lobby

    # -------------------------------------------------------------------- people

    def bot(self, seat: int | None) -> None:
        """Which one, for this chair or any."""
        known = bots(self._lobby.game)
        wording = self._screen.table.wording("screens")

        def lines() -> Sequence[Row]:
            told = (f"field.level.told.{name}" for name in known)
            abouts = [wording(key) if wording.has(key) else "" for key in told]
            called = [named("level.value", name, wording) for name in known]
            return [Row(name, about=about) for name, about in zip(called, abouts, strict=True)]

        self._choose(
            lambda: self._words("bot.question"),
            lines,
            lambda answer: self._do(wishes.add_bot(known[answer], seat)),
            at=len(known) - 1,
        )

    def remove(self, seat: int) -> None:
        """A person or a bot, after a question."""
        chair = self._lobby.chairs[seat]
        name = chair.name or ""
        kind = "_bot" if chair.bot else ""

        def lines() -> Sequence[Row]:
            about = "" if kind else self._words("remove.about")
            return [Row(self._words("remove.no")), Row(self._words(f"remove.yes{kind}"), about=about)]

        def answered(answer: int) -> None:
            # Whoever sits there by now may be somebody else.
            if answer == 1 and self._lobby.chairs[seat : seat + 1] and self._lobby.chairs[seat].name == name:
                self._do(wishes.kick(seat))

        self._choose(lambda: self._words(f"remove.question{kind}", name=name), lines, answered)

    def rename(self) -> None:
        """Another name for oneself."""

        def wrong(line: str) -> str | None:
            return None if wishes.rename(line) and len(line) <= limits.NAME_CELLS else self._words("name.bad")

        you = self._lobby.you
        name = "" if you is None else self._lobby.chairs[you].name or ""
        self._ask("name.question", name, wrong, lambda line: self._do(wishes.rename(line)))

    # ---------------------------------------------------------------- who begins

    def first(self) -> None:
        """A date or an age."""
        you = self._lobby.you
        if you is None:
            return
        chair = self._lobby.chairs[you]

        def lines() -> Sequence[Row]:
            unsaid = self._words("first.unsaid")
            date = chair.date.isoformat() if chair.date else unsaid
            age = unsaid if chair.age is None else str(chair.age)
            about = self._words("first.about")
            return [Row(self._words("first.date"), date, about), Row(self._words("first.age"), age, about)]

        self._choose(
            lambda: self._words("first.question"),
            lines,
            lambda answer: self._age(chair.date, chair.age) if answer else self._date(chair.date, chair.age),
        )

    def _date(self, date: dt.date | None, age: int | None) -> None:
        def read(line: str) -> dt.date | None:
            return dt.date.fromisoformat(line) if line else None

        def wrong(line: str) -> str | None:
            with suppress(ValueError):
                read(line)
                return None
            return self._words("first.date_bad")

        def then(line: str) -> None:
            self._do(wishes.about(read(line), age))

        self._ask("first.date_question", date.isoformat() if date else "", wrong, then)

    def _age(self, date: dt.date | None, age: int | None) -> None:
        def wrong(line: str) -> str | None:
            good = not line or (re.fullmatch(r"[0-9]{1,3}", line) is not None and int(line) <= 150)
            return None if good else self._words("first.age_bad")

        def then(line: str) -> None:
            self._do(wishes.about(date, int(line) if line else None))

        self._ask("first.age_question", "" if age is None else str(age), wrong, then)

    # --------------------------------------------------------------------- rules

    def change(self) -> None:
        """One of the rules."""
        lobby = self._lobby
        page = agreed(lobby.options)
        if page is None:
            return
        fields = tuple(page.fields(others=True))

        def lines() -> Sequence[Row]:
            return [
                Row(self._label(field), self._shown(field), self._words("change.about")) for field in fields
            ]

        def chosen(answer: int) -> None:
            field = fields[answer]
            if field.values == (False, True):
                self._put(field, value=not field.value)
            else:
                self._value(field)

        self._choose(lambda: self._words("change.question"), lines, chosen)

    def _label(self, field: Field) -> str:
        key = f"change.{field.name}"
        if self._screen.wording.has(key):
            return self._words(key, name=named("variant.label", field.part, self._pages))
        return self._pages(f"field.{field.name}.label")

    @property
    def _pages(self) -> Wording:
        """The words of the pages of choices, which have the same rules."""
        return self._screen.table.wording("screens")

    def _shown(self, field: Field) -> str:
        value = field.value
        if value is None:
            return self._words("change.as_printed")
        if isinstance(value, bool):
            return self._words("change.on" if value else "change.off")
        return named(f"{field.name}.value", str(value), self._pages)

    def _value(self, field: Field) -> None:
        told = self._screen.table.wording("cli")

        def lines() -> Sequence[Row]:
            keys = [f"{field.name}.{value}" for value in field.values]
            abouts = [told(key) if told.has(key) else "" for key in keys]
            rows = zip(field.values, abouts, strict=True)
            return [Row(self._shown(field._replace(value=value)), about=about) for value, about in rows]

        self._choose(
            lambda: self._question(field),
            lines,
            lambda answer: self._put(field, value=field.values[answer]),
            at=field.values.index(field.value) if field.value in field.values else 0,
        )

    def _question(self, field: Field) -> str:
        key = f"change.{field.name}_question"
        if self._screen.wording.has(key):
            return self._words(key)
        return f"{self._label(field)}: {self._pages(f'field.{field.name}.about')}"

    def _put(self, field: Field, *, value: Any) -> None:
        """To the rules as they are by now: somebody else may have changed another one."""
        lobby = self._lobby
        page = agreed(lobby.options)
        if page is not None and lobby.options is not None:
            self._do(wishes.choose(lobby.game, agreeing(lobby.options, page.put(field, value))))

    # ------------------------------------------------------------------ the door

    def entry(self, knocked: Sequence[str]) -> None:
        """Words and lock."""
        lobby = self._lobby
        turn = "unlock" if lobby.locked else "lock"
        told = self._words("entry.knocked", addresses=", ".join(knocked)) if knocked else ""

        def lines() -> Sequence[Row]:
            return [
                Row(self._words("entry.words"), about=self._words("entry.about_words", knocked=told)),
                Row(self._words(f"entry.{turn}"), about=self._words(f"entry.about_{turn}")),
            ]

        def answered(answer: int) -> None:
            self._do(wishes.lock(on=not lobby.locked) if answer else wishes.NEW_WORDS)

        self._choose(lambda: self._words("entry.question"), lines, answered)
