"""The lobby: who sits where, by which rules, the line that the others type; and what is asked there."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec.structs import replace
from textual import events, work
from textual.app import ComposeResult
from textual.containers import Horizontal

from lltui.bots.catalog import bots, usual
from lltui.client import requests
from lltui.client.dialing import join_line
from lltui.client.updates import LobbyIs, Seated, SshDoor, WebDoor
from lltui.desk.desk import Desk, Place
from lltui.errors import Trouble
from lltui.games.chair import Request
from lltui.text import Wording
from lltui.tui.app_screen import AppScreen
from lltui.tui.art.rows import Row as Drawing
from lltui.tui.flows.lobby_view import LobbyView
from lltui.tui.flows.match_form import named, printed_tokens, rule_fields, with_rule
from lltui.tui.kit.dialog import Field, TypedLine, if_any
from lltui.tui.kit.lists import Row
from lltui.tui.kit.rows_widget import Drawn, any_height, paint
from lltui.tui.kit.screen import Command, KeyBar
from lltui.tui.match.match_screen import Lookup, ReadingScreen, Saying, Ticking
from lltui.tui.match.table_dialogs import IN_LOBBY, TableAsk, TableChoose
from llwire.wire import limits

if TYPE_CHECKING:  # a guest waits for no database
    from lltui.record.kept_match_facts import WinShare

HOST = frozenset({"start", "bot", "remove", "earlier", "later", "door", "rules"})
NOT_WATCHING = frozenset({"ready", "nod", "sit", "first"})
LINE = 64
READ = (80, 60)  # cells and rows of what can be scrolled
Lines = Callable[[], Sequence[Row]]


def _age(line: str) -> int:
    if not re.fullmatch(r"[0-9]{1,3}", line) or int(line) > 150:
        raise ValueError(line)
    return int(line)


FIRST: Mapping[str, Callable[[str], Any]] = {"date": dt.date.fromisoformat, "age": _age}  # what decides it


class Inviting(AppScreen[None]):
    """Where whoever hosts reads how others get in, and copies it for them (OSC 52)."""

    COPIES: ClassVar[tuple[Command, ...]] = (
        Command("copy", "y", area="entering"),
        Command("copy_line", "l", area="entering", bar=False),
        Command("copy_words", "Y", area="entering", bar=False),
    )

    @property
    def may_copy(self) -> bool:
        """Whether there is a way in that is known here."""
        desk = self.table.desk
        return desk is not None and desk.door is not None and bool(desk.door.addresses) and not desk.shut

    @work(exclusive=True, group="doors")
    async def look_for_doors(self) -> None:
        """Which are open beside a table of one's own."""
        if (visit := self.table.visit) is not None and visit.hosts:
            own = self.table.ways.own_tables
            with suppress(Trouble):  # they are other processes that cannot be asked; nobody waits for them
                self.shown_doors(ssh=await own.ssh(), web=await own.web())

    def shown_doors(self, **doors: SshDoor | WebDoor | None) -> None:
        """They are open, or not any more."""
        if (desk := self.table.desk) is not None and (door := desk.door) is not None:
            desk.door = replace(door, **doors)
            if desk.door != door:
                self.table.changed()

    def action_copy(self) -> None:
        """The line to type, and the words below it."""
        if (desk := self.table.desk) is not None and (door := desk.door) is not None:
            line = join_line(door.addresses[0], door.port, wordless=door.wordless)
            self._copied("both", "\n".join(filter(None, (line, (door.words or "").replace("-", " ")))))

    def action_copy_line(self) -> None:
        """The line alone."""
        if (desk := self.table.desk) is not None and (door := desk.door) is not None:
            self._copied("line", join_line(door.addresses[0], door.port, wordless=door.wordless))

    def action_copy_words(self) -> None:
        """The three words alone."""
        if (desk := self.table.desk) is not None and (door := desk.door) is not None and door.words:
            self._copied("words", door.words.replace("-", " "))

    def _copied(self, what: str, told: str) -> None:
        self.app.copy_to_clipboard(told)
        self.app.notify(self.table.wording("entering")(f"copied.{what}"), markup=False)


class LobbyScreen(Ticking, Saying, Inviting):
    """Between matches."""

    at = 0  # the chair that is selected
    _looked = False  # which doors are open beside the table
    _met: Mapping[str, WinShare] | None = None
    place = Place.LOBBY
    AREA = "entering"
    SAY = "talk.placeholder"
    OFFERS: ClassVar[tuple[Command, ...]] = (
        Command("start", "enter", area="entering"),
        Command("ready", "r", area="entering"),
        Command("nod", "enter", palette=False, bar=False, area="entering"),
        Command("sit", "s", area="entering"),
        Command("bot", "b", area="entering"),
        Command("rules", "o", area="entering", stays=True),
        Command("talk", "t", area="entering"),
        Command("remove", "k,delete", area="entering"),
        Command("leave", "q,escape", area="entering", stays=True),
        *Inviting.COPIES,
        Command("door", "d", area="entering"),
        Command("first", "f", area="entering"),
        Command("name", "n", area="entering"),
        Command("earlier", "minus", area="entering", shown="-"),
        Command("later", "plus", area="entering", shown="+"),
        Command("up", "up", palette=False, bar=False, area="entering"),
        Command("down", "down", palette=False, bar=False, area="entering"),
        Command("unsay", "escape", palette=False, area="entering", priority=True),
    )

    def compose(self) -> ComposeResult:
        yield Drawn(any_height(LobbyView.head), id="head")
        with Horizontal(id="middle"):
            yield Drawn(LobbyView.main, LobbyView.chair_at, id="main")
            yield Drawn(LobbyView.aside, id="aside")
        yield Drawn(LobbyView.waiting, id="waits")
        yield TypedLine(asks=lambda: self.words(self.SAY), max_length=self.LONGEST, id="say")
        yield KeyBar()

    def on_mount(self) -> None:
        self.keep_quiet()
        self.begin_to_tick()
        self._remember()

    @work(exclusive=True, group="past")
    async def _remember(self) -> None:
        """What was played with those who sit here."""
        if (past := await self.remembered()) is not None:
            self._met = dict(zip(past.opponents, past.by_opponent, strict=False))
            self.table.changed()

    def on_resize(self) -> None:
        """Another size shows more, or less."""
        if (desk := self.table.desk) is not None:
            self.show(desk)

    def tick(self) -> None:
        desk = self.table.desk
        if desk is not None and desk.lobby is not None:
            paint(self, waits=self._look(desk))

    def _look(self, desk: Desk) -> LobbyView:
        net, size = self.table.wording("net"), self.app.size
        square = not self.table.ascii_only
        return LobbyView(
            desk, self.wording, net, at=self.at, left=self.left, met=self._met, size=size, square=square
        )

    # ------------------------------------------------------------------ showing

    def show(self, desk: Desk) -> None:
        if desk.lobby is None:
            return
        if desk.door is not None and not self._looked:
            self._looked = True
            self.look_for_doors()
        self.at = min(self.at, len(desk.lobby.chairs) - 1)
        self.wind(desk)
        look = self._look(desk)
        for picture in self.query(Drawn):
            picture.slice = look
        self.refresh_bindings()

    @property
    def _desk(self) -> Desk:
        desk = self.table.desk
        assert desk is not None, "at a table"
        return desk

    @property
    def _lobby(self) -> LobbyIs:
        lobby = self._desk.lobby
        assert lobby is not None, "in a lobby"
        return lobby

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only what may be asked of the table by whoever is in front of this screen."""
        del parameters
        desk = self.table.desk
        if desk is None or (lobby := desk.lobby) is None:
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
        free = chosen is not None and chosen.name is None
        fits = {
            "talk": self._desk.may_talk,
            "copy": self.may_copy,
            "copy_words": self.may_copy,
            "copy_line": self.may_copy,
            "remove": chosen is not None and not free and not chosen.you,
            "sit": free,
            "bot": any(chair.name is None for chair in lobby.chairs),
            "ready": lobby.you is not None,
            "nod": lobby.you is not None and not (lobby.hosting or lobby.chairs[lobby.you].ready),
            "first": lobby.you is not None and hasattr(lobby.options, "dates"),
            "earlier": self._trades(lobby, -1),
            "later": self._trades(lobby, 1),
        }
        return fits.get(action, True)

    def _trades(self, lobby: LobbyIs, step: int) -> bool:
        """Whether another order comes of it: nobody moves alone, and a free chair with no other."""
        pair = (self.at, self.at + step)
        there = [lobby.chairs[at].name is not None for at in pair if 0 <= at < len(lobby.chairs)]
        return len(there) == len(pair) and any(there) and len(lobby.taken) > 1

    # ------------------------------------------------------------------ choosing

    def on_key(self, event: events.Key) -> None:
        """A digit selects; a key that has nothing to do here says why."""
        if self.focused is None and event.key.isdecimal():
            self._select(int(event.key) - 1)
        elif self.focused is None and (why := self._why_not(event.key)):
            self.app.notify(why, markup=False)

    def _why_not(self, key: str) -> str:
        """Of a key for a chair or for the host alone."""
        desk, keys = self.table.desk, self.table.settings.keys
        told = (each for each in self.OFFERS if each.name in HOST | {"sit", "talk"})
        name = next((each.name for each in told if key in keys.get(each.id, each.keys).split(",")), "")
        if desk is None or desk.lobby is None or not name or key == "enter" or self.check_action(name, ()):
            return ""
        chair = desk.lobby.chairs[self.at]
        if name == "talk" or (name in HOST and not desk.lobby.hosting):
            host = desk.lobby.host or self.table.wording("net")("the_host")
            return self.words("why.talk" if name == "talk" else "why.host", name=host)
        if desk.watches or name not in ("sit", "bot", "remove"):
            return ""
        whose = "you" if chair.you else "free" if chair.name is None else "taken"
        return self.words(f"why.{name}" if name == "bot" else f"why.{name}_{whose}", name=chair.name)

    def about(self) -> Iterator[str]:
        desk = self.table.desk
        hosting = desk is not None and desk.lobby is not None and desk.lobby.hosting
        who = "watching" if desk is not None and desk.watches else "host" if hosting else "guest"
        yield self.words(f"about.lobby_{who}")
        yield self.words("about.chairs")

    def name_in_bar(self, command: Command) -> str:
        """After a match, Enter leads to another one."""
        desk = self.table.desk
        if command.name == "start" and desk is not None and desk.lobby is not None and desk.over:
            return self._look(desk).start() or super().name_in_bar(command)
        return super().name_in_bar(command)

    async def pointed(self, event: Drawn.Pointed) -> None:
        """A click selects a chair, and one more sits down where it is free; on a key there, it does that."""
        if self.focused is None and event.key:
            before = self.at
            self._select(int(event.key))
            if self.at == before and not event.sign and self.check_action("sit", ()):
                await self.action_sit()

    def action_up(self) -> None:
        """The chair above."""
        self._select(self.at - 1)

    def action_down(self) -> None:
        """The chair below."""
        self._select(self.at + 1)

    def _select(self, at: int) -> None:
        desk = self.table.desk
        if desk is not None and desk.lobby is not None and 0 <= at < len(desk.lobby.chairs):
            self.at = at
            self.show(desk)

    # --------------------------------------------------------------------- doing

    async def action_start(self) -> None:
        """The match; whoever starts it is ready."""
        lobby, desk = self._lobby, self._desk
        may = lobby.hosting or desk.may_reopen
        if may and desk.over and desk.began is not None and desk.began.match == lobby.match:
            await self.table.act(requests.REMATCH)
            return
        if lobby.you is not None and not lobby.chairs[lobby.you].ready:
            await self.table.act(requests.BeReady())
        await self.table.act(requests.START)

    async def action_ready(self) -> None:
        """I am, or not any more."""
        if (you := self._lobby.you) is not None:
            ready = self._lobby.chairs[you].ready
            await self.table.act(requests.NOT_READY if ready else requests.BeReady())

    async def action_nod(self) -> None:
        """I am; an Enter too many takes nothing back."""
        await self.table.act(requests.BeReady())

    async def action_sit(self) -> None:
        """On the selected chair."""
        await self.table.act(requests.sit(self.at))

    async def action_earlier(self) -> None:
        """The selected chair changes places with the one above."""
        await self._swap(-1)

    async def action_later(self) -> None:
        """The selected chair changes places with the one below."""
        await self._swap(1)

    async def _swap(self, step: int) -> None:
        seats = list(range(len(self._lobby.chairs)))
        seats[self.at], seats[self.at + step] = seats[self.at + step], seats[self.at]
        await self.table.act(requests.order(tuple(seats)))
        self._select(self.at + step)

    # ---------------------------------------------------------------------- talk

    async def action_unsay(self) -> None:
        """Enough said."""
        await self.talk(on=False)

    # ----------------------------------------------------------------- questions

    def _choose(
        self, question: Callable[[], str], answers: Lines, then: Callable[[int], None], at: int = 0
    ) -> None:
        self.app.push_screen(TableChoose(question, answers, at).only_at(IN_LOBBY), if_any(then))

    def _ask(
        self, question: str, line: str, wrong: Callable[[str], str | None], then: Callable[[str], None]
    ) -> None:
        self.app.push_screen(TableAsk(lambda: self.words(question), line, LINE, wrong), if_any(then))

    def _request(self, request: Request | None) -> None:
        if request is not None:
            self.run_worker(self.table.act(request), exit_on_error=False)

    # -------------------------------------------------------------------- people

    def action_bot(self) -> None:
        """Which one, for the selected chair if it is free, or for any."""
        known = bots(self._lobby.game, self._lobby.options)
        seat = self.at if self._lobby.chairs[self.at].name is None else None
        wording = self.table.wording("screens")

        def lines() -> Sequence[Row]:
            told = (f"field.level.told.{name}" for name in known)
            abouts = [wording(key) if wording.has(key) else "" for key in told]
            called = [named("level.value", name, wording) for name in known]
            return [Row(name, about=about) for name, about in zip(called, abouts, strict=True)]

        self._choose(
            lambda: self.words("bot.question"),
            lines,
            lambda answer: self._request(requests.add_bot(known[answer], seat)),
            at=known.index(usual(self._lobby.game)),
        )

    def action_remove(self) -> None:
        """Whoever sits on the selected chair, after a question."""
        seat = self.at
        chair = self._lobby.chairs[seat]
        name = chair.name or ""
        kind = "_bot" if chair.bot else ""

        def lines() -> Sequence[Row]:
            about = "" if kind else self.words("remove.about")
            return [Row(self.words("remove.no")), Row(self.words(f"remove.yes{kind}"), about=about)]

        def answered(answer: int) -> None:
            # Whoever sits there by now may be somebody else.
            if answer == 1 and self._lobby.chairs[seat : seat + 1] and self._lobby.chairs[seat].name == name:
                self._request(requests.kick(seat))

        self._choose(lambda: self.words(f"remove.question{kind}", name=name), lines, answered)

    def action_name(self) -> None:
        """Another name for oneself."""

        def wrong(line: str) -> str | None:
            return (
                None if requests.rename(line) and len(line) <= limits.NAME_CELLS else self.words("name.bad")
            )

        you = self._lobby.you
        name = "" if you is None else self._lobby.chairs[you].name or ""
        self._ask("name.question", name, wrong, lambda line: self._request(requests.rename(line)))

    # ---------------------------------------------------------------- who begins

    def action_first(self) -> None:
        """What decides who begins: a date or an age."""
        you = self._lobby.you
        if you is None:
            return
        chair = self._lobby.chairs[you]

        def lines() -> Sequence[Row]:
            unsaid, about = self.words("first.unsaid"), self.words("first.about")
            day = None if chair.date is None else self.wording.day(chair.date)
            said = (unsaid if each is None else str(each) for each in (day, chair.age))
            return [
                Row(self.words(f"first.{what}"), each, about) for what, each in zip(FIRST, said, strict=True)
            ]

        def answered(answer: int) -> None:
            self._ask_first("age" if answer else "date", chair)

        self._choose(lambda: self.words("first.question"), lines, answered)

    def _ask_first(self, what: str, chair: Seated) -> None:
        def read(line: str) -> Any:
            return FIRST[what](line) if line else None

        def wrong(line: str) -> str | None:
            with suppress(ValueError):
                read(line)
                return None
            return self.words(f"first.{what}_bad")

        def then(line: str) -> None:
            self._request(requests.about(**{"date": chair.date, "age": chair.age, what: read(line)}))

        said = getattr(chair, what)
        self._ask(f"first.{what}_question", "" if said is None else str(said), wrong, then)

    # --------------------------------------------------------------------- rules

    def action_rules(self) -> None:
        """One of the rules."""
        fields = rule_fields(self._lobby.options, seats=len(self._lobby.taken))
        if not fields:
            return

        def lines() -> Sequence[Row]:
            return [
                Row(self._label(field), self._shown(field), self.words("change.about")) for field in fields
            ]

        def chosen(answer: int) -> None:
            field = fields[answer]
            if field.values == (False, True):
                self._put(field, value=not field.value)
            else:
                self._value(field)

        self._choose(lambda: self.words("change.question"), lines, chosen)

    def _label(self, field: Field) -> str:
        if field.part:
            return named(f"{field.name}.label", field.part, self._pages)
        return self._pages(f"field.{field.name}.label")

    @property
    def _pages(self) -> Wording:
        """The words of the pages of choices, which have the same rules."""
        return self.table.wording("screens")

    def _shown(self, field: Field) -> str:
        value = field.value
        if value is None:
            printed = printed_tokens(self._lobby.options, len(self._lobby.taken))
            return self._pages(f"field.{field.name}.none", tokens=printed)
        if isinstance(value, bool):
            return self.words("change.on" if value else "change.off")
        return named(f"{field.name}.value", str(value), self._pages)

    def _value(self, field: Field) -> None:
        told = self.table.wording("cli")

        def lines() -> Sequence[Row]:
            keys = [f"{field.name}.{value}" for value in field.values]
            abouts = [told(key) if told.has(key) else "" for key in keys]
            rows = zip(field.values, abouts, strict=True)
            return [Row(self._shown(field._replace(value=value)), about=about) for value, about in rows]

        self._choose(
            lambda: f"{self._label(field)}: {self._pages(f'field.{field.name}.about')}",
            lines,
            lambda answer: self._put(field, value=field.values[answer]),
            at=field.values.index(field.value) if field.value in field.values else 0,
        )

    def _put(self, field: Field, *, value: Any) -> None:
        """To the rules as they are by now: somebody else may have changed another one."""
        lobby = self._lobby
        if lobby.options is not None:
            self._request(requests.choose(lobby.game, with_rule(lobby.options, field, value)))

    # ------------------------------------------------------------------ the door

    def action_door(self) -> None:
        """Words and lock: how others get in, or do not."""
        lobby, knocked = self._lobby, self._desk.knocked
        turn, speak = "unlock" if lobby.locked else "lock", "listen" if lobby.gallery else "talk"
        told = self.words("entry.knocked", addresses=", ".join(knocked)) if knocked else ""
        visit, door = self.table.visit, self._desk.door
        own = visit is not None and visit.hosts
        beside = {
            "ssh": door is not None and door.ssh is not None,
            "web": door is not None and door.web is not None,
        }

        def lines() -> Sequence[Row]:
            return [
                Row(self.words("entry.words"), about=self.words("entry.about_words", knocked=told)),
                Row(self.words(f"entry.{turn}"), about=self.words(f"entry.about_{turn}")),
                Row(self.words(f"entry.{speak}"), about=self.words(f"entry.about_{speak}")),
                *(_line(f"no_{name}" if is_open else name) for name, is_open in beside.items() if own),
            ]

        def _line(key: str) -> Row:
            return Row(self.words(f"entry.{key}"), about=self.words(f"entry.about_{key}"))

        def answered(answer: int) -> None:
            if answer > 2:
                name = [*beside][answer - 3]
                self._opens(name, on=not beside[name])
                return
            lock, let = requests.lock(on=not lobby.locked), requests.gallery(on=not lobby.gallery)
            self._request((requests.NEW_WORDS, lock, let)[answer])

        self._choose(lambda: self.words("entry.question"), lines, answered)

    @work(exclusive=True, group="doors")
    async def _opens(self, name: str, *, on: bool) -> None:
        """Guests come by ssh, or a page shows the table, from now on; or no more."""
        own = self.table.ways.own_tables
        try:
            if not on:
                await (own.close_ssh() if name == "ssh" else own.close_web())
                self.shown_doors(**{name: None})
            elif name == "ssh":
                self.shown_doors(ssh=await own.open_ssh(None))
            else:
                self.shown_doors(web=await own.open_web(None, self.wording.language))
        except Trouble as trouble:
            self.table.trouble(trouble)


# ------------------------------------------------------------------ the same over a match


def _way_in(screen: AppScreen[None], desk: Desk) -> Callable[[int], Sequence[Drawing]]:
    words, net = screen.table.wording("entering"), screen.table.wording("net")
    look = LobbyView(desk, words, net, size=READ, square=not screen.table.ascii_only)
    return lambda cells: [*look.invitation(cells - 2, airy=True)]


class InviteScreen(Inviting, ReadingScreen):
    """How others get in, over a match, or where the lobby has no room to say all of it."""

    in_match = False
    OFFERS: ClassVar[tuple[Command, ...]] = Inviting.COPIES

    def __init__(self) -> None:
        super().__init__(
            Lookup("title.invite", _way_in, lambda draw, cells: draw(cells), "entering", about="invite")
        )

    def on_mount(self) -> None:
        self.look_for_doors()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Who does not host has nothing to copy."""
        if action in ("copy", "copy_line", "copy_words"):
            return self.may_copy
        return super().check_action(action, parameters)
