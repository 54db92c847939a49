"""A table's own screen, showing a match that was played: one steps through it instead of playing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, Protocol, runtime_checkable

from textual import events
from textual.content import Content

from lltui.desk.desk import Desk
from lltui.desk.record_sentences import looking, record_words, remark
from lltui.desk.replay_desk import ReplayDesk
from lltui.errors import Trouble
from lltui.record.kept_match_facts import Eyes, View
from lltui.tui.app_screen import AppScreen
from lltui.tui.kit.dialog import Choose, if_any
from lltui.tui.kit.lists import Row
from lltui.tui.kit.screen import Command, KeyBar, Sentence
from lltui.tui.match.match_screen import MatchScreen

COMMANDS = (
    Command("film_on", "right,space,enter", area="screens"),
    Command("film_back", "left", area="screens"),
    Command("round_on", "down,pagedown", shown="↑↓", palette=True, area="screens"),
    Command("round_back", "up,pageup", bar=False, area="screens"),
    Command("film_start", "home", bar=False, area="screens"),
    Command("film_end", "end", bar=False, area="screens"),
    Command("eyes", "e", area="screens"),
    Command("practise", "p", area="screens"),
    Command("analyse", "a", area="screens"),
    Command("film_leave", "q,escape,backspace", area="screens", stays=True),
)


# A story has no rounds: up and down go from card to card.
STORIED = tuple(
    command._replace(name=command.name.replace("round", "card")) if "round" in command.name else command
    for command in COMMANDS
    if command.name != "analyse"
)
OWN = frozenset(command.name for command in (*COMMANDS, *STORIED))

LOOKS = frozenset({"lift", "log", "cards", "rules", "unseen", "boards", "journal", "advice"})


@runtime_checkable
class Paged(Protocol):
    """A screen on which there may be more to read than it shows at once."""

    def turn_page(self, step: int) -> bool:
        """On, or back; False when there is no more of it."""


class Replaying(MatchScreen):
    """Laid over the class of a table's screen by `replaying`."""

    def on_mount(self) -> None:
        self.add_class("-film")
        self.mount(Sentence(self._where, id="replay"), before=self.query_one(KeyBar))

    def _where(self) -> Content:
        """Where in the match one is, with whose eyes, and what all eyes see."""
        replay = self.table.replay
        if replay is None:
            return Content("")
        words = self.table.wording("screens")
        brief = "_brief" if replay.remarks else ""  # the line has to have room for them
        key = "film.story" if replay.storied else f"film.place{brief}"
        place = words(key, round=replay.scene.deal, rounds=replay.rounds, at=replay.at + 1, of=replay.moments)
        told = record_words(self.table.tongue.language)
        parts = [
            Content.styled(place, "bold $mine"),
            Content.styled(self._whose(replay.view), "$soft"),
            *(Content.styled(remark(told, each, replay.facts.names), "bold") for each in replay.remarks),
        ]
        return Content("  ").join(parts)

    def _whose(self, view: View) -> str:
        words, facts = self.table.wording("screens"), self._replay.facts
        if isinstance(view, Eyes):
            return words(f"eyes.{view.name.lower()}")
        name = looking(facts.names, view, record_words(self.table.tongue.language))
        return words("eyes.own" if view == facts.seat else "eyes.seat", name=name)

    def about(self) -> Iterator[str]:
        yield self.table.wording("screens")("about.replay")
        yield from super().about()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """What was played cannot be played otherwise."""
        if action in OWN | LOOKS:
            return super().check_action(action, parameters)
        return False

    def show(self, desk: Desk) -> None:
        """The table shows the desk; the strip, where one is."""
        super().show(desk)
        for strip in self.query("#replay"):
            strip.refresh()

    @property
    def _replay(self) -> ReplayDesk:
        replay = self.table.replay
        assert replay is not None, "somebody looks at a match"
        return replay

    def _go(self, move: Callable[[int], object], to: int) -> None:
        move(to)
        self.table.look_at(self._replay)

    def _turned(self, step: int) -> bool:
        return isinstance(self, Paged) and self.turn_page(step)

    def action_film_on(self) -> None:
        """What is left to read; then a moment on."""
        if not self._turned(1):
            self._go(self._replay.step, 1)

    def action_film_back(self) -> None:
        """The page before; then a moment back."""
        if not self._turned(-1):
            self._go(self._replay.step, -1)

    def action_round_on(self) -> None:
        """The next round."""
        self._go(self._replay.turn_round, 1)

    def action_round_back(self) -> None:
        """The beginning of this round, or the round before."""
        self._go(self._replay.turn_round, -1)

    action_card_on, action_card_back = action_round_on, action_round_back

    def action_film_start(self) -> None:
        """The first moment."""
        self._go(self._replay.go, 0)

    def action_film_end(self) -> None:
        """The last moment."""
        self._go(self._replay.go, self._replay.moments)

    def action_eyes(self) -> None:
        """See the same with other eyes."""
        question = Choose(
            lambda: self.table.wording("screens")("eyes.question"),
            lambda: [Row(self._whose(view)) for view in self._views],
            self._views.index(self._replay.view),
        )
        self.app.push_screen(question, if_any(self._see))

    @property
    def _views(self) -> Sequence[View]:
        return (*range(len(self._replay.facts.names)), *Eyes)

    def _see(self, at: int) -> None:
        try:
            self.table.look_at(self._replay.seen_by(self._views[at]))
        except Trouble as trouble:
            self.table.trouble(trouble)

    async def action_practise(self) -> None:
        """Take a seat over at this moment, against bots."""
        try:
            await self.table.practise(self._replay)
        except Trouble as trouble:
            self.table.trouble(trouble)

    def action_analyse(self) -> None:
        """What this match teaches; a moment of it is shown here."""
        from lltui.tui.flows.history import AnalysisScreen  # noqa: PLC0415 - who only looks needs none: 4 ms

        self.app.push_screen(AnalysisScreen(self._replay.file, replay=self._replay))

    def action_film_leave(self) -> None:
        """Back to where the match was chosen."""
        self.table.look_away()

    def on_key(self, event: events.Key) -> None:
        """A digit is a round."""
        if event.character and event.character in "123456789":
            event.stop()
            event.prevent_default()
            self._go(self._replay.round, int(event.character))


@cache
def replaying(kind: type[AppScreen[Any]]) -> type[AppScreen[Any]]:
    """The same screen for a match that is over."""
    commands = STORIED if issubclass(kind, Paged) else COMMANDS
    return type(f"Replaying{kind.__name__}", (Replaying, kind), {"OFFERS": commands})
