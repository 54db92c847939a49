"""The lobby: who sits where, by which rules, and the line that the others type."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widgets import Input

from lltui.client import wishes
from lltui.client.updates import LobbyIs
from lltui.desk.desk import Desk, Place
from lltui.games.seat import Speak
from lltui.tui.art.card import LARGE, MEDIUM, TALL, card
from lltui.tui.art.pieces import Row
from lltui.tui.kit.command import Command
from lltui.tui.kit.keybar import KeyBar
from lltui.tui.kit.picture import Draw, Drawn
from lltui.tui.kit.typed_line import TypedLine
from lltui.tui.lobby import draw
from lltui.tui.lobby.slices import Lobby
from lltui.tui.match.match_screen import Ticking
from lltui.tui.match.table_dialogs import ask_before_leaving
from lltui.tui.screens.lobby_asks import Asks
from llwire.wire import limits

KEPT = 60  # lines of talk
HOST = frozenset({"start", "bot", "remove", "earlier", "later", "door", "rules"})
NOT_WATCHING = frozenset({"ready", "talk", "sit", "first"})


def _two(draws: Callable[[Any, int], Iterable[Row]]) -> Draw:
    return lambda slice_, room, _rows: draws(slice_, room)


def _emblem(face: Any, room: int, rows: int) -> Iterable[Row]:
    sizes = (size for size in (LARGE, TALL, MEDIUM) if size.height <= rows and size.width <= room)
    size = next(sizes, None)
    return card(face, size) if size else ()


class LobbyScreen(Ticking):
    """Between matches."""

    place = Place.LOBBY
    AREA = "entering"
    OFFERS: ClassVar[tuple[Command, ...]] = (
        Command("start", "enter", area="entering"),
        Command("ready", "r,enter", area="entering"),
        Command("sit", "s", area="entering"),
        Command("bot", "b", area="entering"),
        Command("rules", "o", area="entering"),
        Command("talk", "t", area="entering"),
        Command("remove", "k,delete", area="entering"),
        Command("leave", "q,escape", area="entering"),
        Command("door", "d", area="entering"),
        Command("first", "f", area="entering"),
        Command("name", "n", area="entering"),
        Command("earlier", "minus", area="entering", shown="-"),
        Command("later", "plus", area="entering", shown="+"),
        Command("up", "up", palette=False, bar=False, area="entering"),
        Command("down", "down", palette=False, bar=False, area="entering"),
        Command("unsay", "escape", palette=False, area="entering", priority=True),
    )

    def __init__(self) -> None:
        super().__init__()
        self.at = 0
        self._asks = Asks(self)

    def compose(self) -> ComposeResult:
        field = TypedLine(max_length=limits.CHAT_CELLS, id="say")
        yield Drawn(_two(draw.head), id="head")
        with Horizontal(id="invite"):
            yield Drawn(_emblem, id="emblem")
            yield Drawn(draw.invitation, id="way")
        with Horizontal(id="middle"):
            yield Drawn(_two(draw.chairs), id="chairs")
            yield Drawn(_two(draw.facts), id="rules")
        yield Drawn(draw.talk, id="talk")
        yield Drawn(draw.line, id="waits")
        yield field
        yield KeyBar()

    def on_mount(self) -> None:
        self.query_one("#say", Input).display = False
        self.begin_to_tick()

    def tick(self) -> None:
        desk = self.table.desk
        if desk is not None and desk.lobby is not None:
            self.query_one("#waits", Drawn).slice = self._look(desk).waits()

    def _look(self, desk: Desk) -> Lobby:
        return Lobby(desk, self.wording, self.table.wording("net"), self.left)

    # ------------------------------------------------------------------ showing

    def show(self, desk: Desk) -> None:
        if desk.lobby is None:
            return
        self.at = min(self.at, len(desk.lobby.chairs) - 1)
        self.wind(desk)
        look = self._look(desk)
        for name, slice_ in (
            ("head", look.head()),
            ("emblem", look.emblem()),
            ("way", look.invitation()),
            ("chairs", look.chairs(self.at)),
            ("rules", look.rules()),
            ("talk", look.talk(KEPT)),
            ("waits", look.waits()),
        ):
            self.query_one(f"#{name}", Drawn).slice = slice_
        self.query_one("#say", Input).placeholder = self.words("talk.placeholder")
        self.refresh_bindings()

    @property
    def lobby(self) -> LobbyIs | None:
        """As the table told it."""
        return self.table.desk.lobby if self.table.desk is not None else None

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only what may be asked of the table by whoever is in front of this screen."""
        del parameters
        lobby, desk = self.lobby, self.table.desk
        if lobby is None or desk is None:
            return action == "leave"
        if action == "unsay" or self.focused is not None:
            return action == "unsay" and self.focused is not None
        if action in HOST and not lobby.hosting and not (action == "start" and desk.may_go_on):
            return False
        if action in NOT_WATCHING and desk.watches:
            return False
        return self._fits(action, lobby)

    def _fits(self, action: str, lobby: LobbyIs) -> bool:
        chosen = lobby.chairs[self.at] if self.at < len(lobby.chairs) else None
        match action:
            case "remove":
                return chosen is not None and chosen.name is not None and not chosen.you
            case "sit":
                return chosen is not None and chosen.name is None
            case "bot":
                return any(chair.name is None for chair in lobby.chairs)
            case "ready":
                return lobby.you is not None
            case "first":
                return lobby.you is not None and hasattr(lobby.options, "dates")
        return True

    # ------------------------------------------------------------------ choosing

    def on_key(self, event: events.Key) -> None:
        """A digit selects."""
        lobby = self.lobby
        if self.focused is None and lobby and event.key.isdigit() and 0 < int(event.key) <= len(lobby.chairs):
            self._select(int(event.key) - 1)

    def action_up(self) -> None:
        """The chair above."""
        self._select(self.at - 1)

    def action_down(self) -> None:
        """The chair below."""
        self._select(self.at + 1)

    def _select(self, at: int) -> None:
        lobby, desk = self.lobby, self.table.desk
        if lobby is not None and desk is not None and 0 <= at < len(lobby.chairs):
            self.at = at
            self.show(desk)

    # --------------------------------------------------------------------- doing

    async def action_start(self) -> None:
        """The match; whoever starts it is ready."""
        lobby, desk = self.lobby, self.table.desk
        if lobby is None or desk is None:
            return
        may = lobby.hosting or desk.may_reopen
        if may and desk.over and desk.began is not None and desk.began.match == lobby.match:
            await self.table.act(wishes.REMATCH)
            return
        if lobby.you is not None and not lobby.chairs[lobby.you].ready:
            await self.table.act(wishes.BeReady())
        await self.table.act(wishes.START)

    async def action_ready(self) -> None:
        """I am, or not any more."""
        lobby = self.lobby
        if lobby is not None and lobby.you is not None:
            ready = lobby.chairs[lobby.you].ready
            await self.table.act(wishes.NOT_READY if ready else wishes.BeReady())

    async def action_sit(self) -> None:
        """On the selected chair."""
        await self.table.act(wishes.sit(self.at))

    async def action_earlier(self) -> None:
        """The selected chair changes places with the one above."""
        await self._swap(-1)

    async def action_later(self) -> None:
        """The selected chair changes places with the one below."""
        await self._swap(1)

    async def _swap(self, step: int) -> None:
        lobby = self.lobby
        if lobby is not None and 0 <= self.at + step < len(lobby.chairs):
            seats = list(range(len(lobby.chairs)))
            seats[self.at], seats[self.at + step] = seats[self.at + step], seats[self.at]
            await self.table.act(wishes.order(tuple(seats)))
            self._select(self.at + step)

    def action_bot(self) -> None:
        """On the selected chair, if it is free."""
        lobby = self.lobby
        free = lobby is not None and lobby.chairs[self.at].name is None
        self._asks.bot(self.at if free else None)

    def action_remove(self) -> None:
        """Whoever sits on the selected chair."""
        self._asks.remove(self.at)

    def action_rules(self) -> None:
        """Others."""
        self._asks.change()

    def action_name(self) -> None:
        """Another."""
        self._asks.rename()

    def action_first(self) -> None:
        """What decides who begins."""
        self._asks.first()

    def action_door(self) -> None:
        """How others get in, or do not."""
        self._asks.entry(self.table.desk.knocked if self.table.desk else ())

    def action_leave(self) -> None:
        """Up from the table, after a question."""
        ask_before_leaving(self.table)

    # ---------------------------------------------------------------------- talk

    def action_talk(self) -> None:
        """A line to type."""
        field = self.query_one("#say", Input)
        field.display = True
        field.focus()
        self.refresh_bindings()

    def action_unsay(self) -> None:
        """Enough said."""
        field = self.query_one("#say", Input)
        field.value = ""
        self.set_focus(None)
        field.display = False
        self.refresh_bindings()

    @on(Input.Submitted, "#say")
    async def _say(self, submitted: Input.Submitted) -> None:
        line = submitted.value.strip()
        self.action_unsay()
        if line:
            await self.table.act(Speak(line))
