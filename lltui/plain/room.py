"""A table on the network with the plain board: the lobby, the matches, and what happens around them.

Like the board it waits for nothing: updates and typed lines go in, words and
requests come out.  The match itself is the board's, and both tell what lies on
one desk; here is everything that only exists because there are others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from lltui import text
from lltui.client import dialing, requests
from lltui.client import updates as u
from lltui.client.dialing import PORT, join_line
from lltui.client.updates import DoorIs, LobbyIs, Seated, SshDoor, WebDoor
from lltui.desk import doors_beside
from lltui.desk.desk import Desk, Words
from lltui.desk.telling import lobby_changes, moved
from lltui.errors import Trouble
from lltui.games.chair import Glimpse, Over, Request, Update
from lltui.games.game import Action
from lltui.plain.board import Board, BoardSettings, Ending, texts
from lltui.plain.orders import (
    BESIDE,
    GUEST_LOBBY,
    GUEST_MATCH,
    HOST,
    HOST_LOBBY,
    HOST_MATCH,
    LOBBY,
    TALK,
    WATCHER,
    Misread,
    TypedOrder,
    doubtful,
    handover,
    order,
    orders,
    request_for,
    signs,
    talk,
)
from lltui.plain.paper import ListedAnswer, Paper, Prompt, PromptKind, meant
from lltui.text import Wording

if TYPE_CHECKING:
    from lltui.desk.love_letter.guide import Guide


class Sure(NamedTuple):
    """A question before something that others feel; `request` if the answer is yes."""

    prompt: Prompt
    request: Request


FoundDoor: TypeAlias = SshDoor | WebDoor | Trouble | None


class DoorsBeside(Protocol):
    """The doors beside a table of one's own.  What comes of it is told later: they are other processes."""

    def look(self, name: str, told: Callable[[FoundDoor], None]) -> None:
        """Whether that one is open."""

    def turn(self, name: str, *, on: bool, told: Callable[[FoundDoor], None]) -> None:
        """Open it, or close it."""


class Room:
    """One person at a network table, in the lobby and in matches."""

    def __init__(
        self,
        words: Words,
        paper: Paper,
        *,
        watches: bool = False,
        guide: Guide | None = None,
        settings: BoardSettings | None = None,
        beside: DoorsBeside | None = None,
    ) -> None:
        self.paper = paper
        self._beside = beside
        self.desk = Desk(words, watches=watches, sees=False)
        self.board: Board | None = None
        self._words = Wording(words.language, area="net")
        self._sheet = LobbySheet(self._words, Wording(words.language, area="screens"))
        self._ending: Ending | None = None
        self._guide, self._settings = guide, settings
        self._hurry_told = 0  # of which deal
        self._asks: Sure | None = None

    # --------------------------------------------------------------- looking

    @property
    def ending(self) -> Ending | None:
        """How one got up."""
        return self._ending

    @property
    def holds(self) -> bool:
        """What came last is still being read."""
        return self.board is not None and self.board.holds and not self.desk.over

    @property
    def patience(self) -> float | None:
        """Seconds of silence after which there is something to tell."""
        return self.desk.teller.patience

    @property
    def prompt(self) -> Prompt | None:
        """What is asked for now; in the lobby, only what has not been answered yet."""
        if self._asks is not None:
            return self._asks.prompt
        if self.board is not None:
            return self.board.prompt
        return Prompt(PromptKind.LOBBY, "") if self._mine() else None

    def _mine(self) -> bool:
        """Whether the lobby waits for this person."""
        lobby = self.desk.lobby
        if lobby is None or lobby.you is None:
            return False
        ready = all(chair.ready for chair in lobby.taken)
        return not lobby.chairs[lobby.you].ready or (lobby.hosting and ready and len(lobby.taken) > 1)

    @property
    def _hosting(self) -> bool:
        return self.desk.lobby is not None and self.desk.lobby.hosting

    # -------------------------------------------------------- what comes in

    def hear(self, update: Update) -> Action | Request | None:
        """Something has happened; what it makes one do by itself."""
        desk = self.desk
        lobby, door = desk.lobby, desk.door
        if isinstance(update, u.LobbyIs) and desk.over and desk.began is not None and desk.began.you is None:
            desk.leave_result(again=desk.again)  # who looked on has nothing to be asked
        lines = desk.hear(update)
        match update:
            case u.Began():
                self._begin(update)
            case Glimpse() | Over():
                assert self.board is not None, "a match begins first"
                self.board.tell(update, lines)
                return self._hurries()
            case u.HeardBefore():
                self._note([line.text for line in lines if isinstance(line.fact, u.Verified)][-1:])
            case u.LobbyIs():
                return self._enter(update, lobby)
            case u.Closed():
                self._close(update)
            case u.DoorIs():
                self._hear_of_door(door, update)
            case _:
                self._note(texts(lines))
                if isinstance(update, u.Waits):
                    return self._hurries()
                if isinstance(update, u.Refused) and self.board is not None:
                    self._refused(update, self.board)
        return None

    def _hear_of_door(self, old: DoorIs | None, new: DoorIs) -> None:
        """Who opens a table reads it before sitting down; of the doors beside it, more may be open by now."""
        if old is not None:
            self._note(self._sheet.new_door(old, new))
        elif self._beside is not None:
            for name in DOORS:
                self._beside.look(name, partial(self._door_is, name))

    def _door_is(self, name: str, found: FoundDoor) -> None:
        """It is open, or not any more; whoever has just sat down has read of it."""
        if (door := self.desk.door) is not None and not isinstance(found, Trouble):
            self.desk.door = replace(door, **{name: found})

    def _door_was(self, name: str, found: FoundDoor) -> None:
        """As asked for; or why not."""
        if isinstance(found, Trouble):
            told = text.trouble(self.desk.words.language, found)
            self._note((told.what, told.todo))
            return
        self._door_is(name, found)
        if self.desk.door is not None and found is None:
            self._note((self._words(f"door.no_{name}"),))
        elif self.desk.door is not None:
            page = self.desk.door if name == "web" else None
            self._note(doors_beside.told(self.desk.door, self._words.language), page)

    def _refused(self, refused: u.Refused, board: Board) -> None:
        """What was chosen is asked for anew: a move, and another match that this person may have."""
        desk = self.desk
        if refused.to == "act":
            board.again()
        elif desk.next_lobby and (self._hosting or desk.may_reopen) and refused.reason != "lobby":
            desk.stay_at_result()
            board.offer()

    def waited(self) -> None:
        """Nothing has happened for a while."""
        self._note(self.desk.teller.waited())

    def _hurries(self) -> Request | None:
        """Who is out, and sees bots alone, is told so once in a round; or they hurry at once, as set."""
        desk = self.desk
        if not desk.may_hurry or self._hurry_told == desk.deal:
            return None
        self._hurry_told = desk.deal
        if self._settings is not None and self._settings.at_once:
            return desk.hurry()
        self._note((self._words("hurry.may"),))
        return None

    def _begin(self, began: u.Began) -> None:
        self._asks, self._hurry_told = None, 0
        plays = began.you is not None
        part = "hosting" if began.hosting or self._hosting else "network" if plays else "watching"
        words = Wording(self.desk.words.language, part)
        self.board = Board(
            self.desk,
            words,
            self.paper,
            pauses=plays,
            again=plays,
            guide=self._guide if plays else None,
            settings=self._settings,
        )
        self.paper.gap()
        self.board.open(*([self._words("chat")] if plays else []))

    def _enter(self, lobby: u.LobbyIs, old: u.LobbyIs | None, ready: Request | None = None) -> Request | None:
        if self.board is not None and not self.desk.next_lobby:
            return None
        self.board = None
        ready = ready or self.desk.by_itself()
        if old is None or old.match != lobby.match:
            self.paper.gap()
            # Who is ready by what was said before is asked for nothing.
            self._note((*self._whole(lobby), *(() if ready else (self._waits(),))))
        elif news := self._sheet.news(old, lobby):
            self._note((*news, self._waits()))
        return ready

    def _whole(self, lobby: u.LobbyIs) -> tuple[str, ...]:
        """The lobby, and how long its table waits."""
        return (*self._sheet.whole(lobby), *self.desk.teller.patience_of(self.desk.terms))

    def _close(self, closed: u.Closed) -> None:
        self._ending = Ending.DONE
        self.paper.gap()
        if closed.why in dialing.REFUSALS:
            told = text.trouble(self.desk.words.language, dialing.REFUSALS[closed.why](address=""))
            self.paper.lines((told.what, told.todo))

    def _note(self, lines: Iterable[str], page: DoorIs | None = None) -> None:
        """A few lines between whatever else is going on, and that page as a square; then the prompt."""
        told = tuple(lines)
        if not told:
            return
        self.paper.lines(told)
        if page is not None:
            self.paper.picture(doors_beside.square(doors_beside.page_line(page)))
        self._remind()

    def _remind(self) -> None:
        if self._asks is not None:
            self.paper.prompt(self._words("sure.keys"))
        elif self.board is not None:
            self.board.remind()
        elif self.desk.lobby is not None:
            kind = "watcher" if self.desk.watches else "host" if self._hosting else "guest"
            self.paper.prompt(self._words(f"prompt.{kind}"))
        self.paper.flush()

    # -------------------------------------------------------- what is typed

    def read(self, typed: str) -> Action | Request | None:
        """Somebody typed a line."""
        if self._asks is not None:
            return self._answer(typed)
        if said := talk(typed):
            return self._say(typed, said)
        meant = order(typed, self._words, self._orders())
        if meant is not None and meant.name == "start" and self._may_reopen:
            return self._once_more()
        if meant is not None:
            return self._obey(meant.name, meant.rest)
        if self.board is None:
            self._note((self._words("unknown", typed=typed) if typed else self._waits(),))
            return None
        return self._at_board(self.board, typed)

    def _say(self, typed: str, said: Request) -> Request | None:
        """To all; what looks like something else is not blurted out."""
        if doubtful(typed, self._words, (*self._orders(), "help", "table", "quit")):
            self._note((self._words("not_said", typed=typed, line=typed.removeprefix(TALK)),))
            return None
        self._remind()
        return said

    def _orders(self) -> tuple[str, ...]:
        lobby = self.board is None
        if self.desk.watches and lobby:
            return WATCHER
        more = ("start",) if self._may_reopen else ()
        return (*orders(hosting=self._hosting, lobby=lobby), *self._of_doors(), *more)

    def _of_doors(self) -> tuple[str, ...]:
        """What may be typed of the doors beside one's own table."""
        return tuple(BESIDE) if self._hosting and self._beside is not None else ()

    @property
    def _may_reopen(self) -> bool:
        """Whether another match is to be had from the end of this one, however it is asked for."""
        return self.board is not None and (self.desk.may_reopen or self.desk.reopened)

    def _at_board(self, board: Board, typed: str) -> Action | Request | None:
        if not typed and board.prompt is None and self.desk.may_hurry:
            return self.desk.hurry()
        if not typed and board.prompt is None:
            self._note((self._waits() if self.desk.over else self.desk.waiting(),))
            return None
        action = board.read(typed)
        if board.ending is Ending.AGAIN:
            board.ending = board.prompt = None
            return self._once_more()
        self._ending = board.ending
        return action

    def _once_more(self) -> Request | None:
        desk = self.desk
        request = desk.once_more()
        if desk.reopened and desk.lobby is not None:
            self._enter(desk.lobby, None, request)
        elif request is None:
            self._note((self._waits(),))
        return request

    def _obey(self, name: str, rest: str) -> Request | None:
        match name:
            case "help":
                self._note(self._help())
            case "table":
                lobby = self.desk.lobby
                self._note(self._whole(lobby) if lobby else ())
            case "who" | "proofs":
                self._note(self.desk.teller.who() if name == "who" else self.desk.teller.proofs())
            case "sign" if not rest:
                self._note(self.desk.teller.signs(signs(self.desk.lobby)))
            case "door":
                told = self._sheet.door(self.desk.door, shut=self.desk.shut) if self.desk.door else ()
                self._note(told, self.desk.door)
            case "settings":
                self._note(self._settings.obey(rest) if self._settings is not None else ())
            case "quit":
                self._ending = Ending.DONE
            case "close":
                self._ask_to_close()
            case "newkey":
                self._ask_for_a_seat(rest)
            case _:
                return self._ask(name, rest)
        return None

    def _ask(self, name: str, rest: str) -> Request | None:
        if name in BESIDE and self._beside is not None:
            which, on = BESIDE[name]
            self._beside.turn(which, on=on, told=partial(self._door_was, which))
            return None
        if name in ("standin", "return") and not rest and (seat := self.desk.teller.meant(name)) is not None:
            rest = str(seat + 1)
        try:
            return request_for(TypedOrder(name, rest), self.desk.lobby)
        except Misread as misread:
            self._note((self._words(f"misread.{misread}", typed=rest),))
            return None

    def _help(self) -> Iterable[str]:
        if self.desk.watches:
            talk = "help.talk" if self.desk.may_talk else "refused.gallery"
            keys = [f"help.{name}" for name in WATCHER if self._words.has(f"help.{name}")]
            return tuple(map(self._words, (*keys, talk)))
        host = (*HOST_LOBBY, *HOST, *self._of_doors()) if self._hosting else ()
        names = (*LOBBY, *host)
        told = tuple(self._words(f"help.{name}") for name in names)
        later = tuple(self._words(f"help.{name}") for name in HOST_MATCH) if self._hosting else ()
        if not self._hosting:
            told += tuple(self._words(f"help.guest.{late}") for late in (*GUEST_LOBBY, *GUEST_MATCH))
        told += (self._words("help.talk"), *((self._words("help.signs"),) if signs(self.desk.lobby) else ()))
        return (*told, *((self._words("help.match"), *later) if later else ()))

    def _waits(self) -> str:
        if self.desk.watches:
            return self._words("watch_waits")
        desk = self.desk
        if desk.over and desk.lobby and desk.began and desk.lobby.match == desk.began.match:
            outlook = desk.teller.outlook()
            if desk.waits is not None and desk.waits.then == "lobby" and outlook:
                return outlook  # no host is here to be waited for
            return f"{self._words('again.wait')} {outlook}".rstrip()
        if desk.lobby is None:
            return self._words("wait")
        return f"{self._sheet.waits(desk.lobby)} {desk.teller.outlook()}".rstrip()

    # ------------------------------------------------------ what others feel

    def _ask_to_close(self) -> None:
        others = self.desk.others
        question = self._words("close.others", names=self._words.row(others)) if others else ""
        self._make_sure("close", question or self._words("close.question"), requests.CLOSE_TABLE)

    def _ask_for_a_seat(self, rest: str) -> None:
        """For a player who comes with another key; it cannot be taken back by a word."""
        people = self.desk.newcomers
        try:
            place, to = handover(rest, tuple(self.desk.teller.places()), people)
        except Misread as misread:
            known = map(self.desk.teller.key_of, people)
            self._note((*known, self._words(f"misread.{misread}", typed=rest)))
            return
        there = "" if place.away else self._words("newkey.there", name=place.name) + " "
        facts = {"seat": place.seat + 1, "name": place.name, "to": to.name, "digits": to.digits}
        question = there + self._words("newkey.question", **facts)
        self._make_sure("newkey", question, requests.new_key(place.seat, to.id))

    def _make_sure(self, key: str, question: str, request: Request) -> None:
        entries = (
            ListedAnswer(self._words(f"{key}.no"), value=False),
            ListedAnswer(self._words(f"{key}.yes"), value=True),
        )
        self._asks = Sure(Prompt(PromptKind.SURE, question, entries), request)
        self.paper.say(question)
        self.paper.listed(self._asks.prompt.labels)
        self._remind()

    def _answer(self, typed: str) -> Request | None:
        assert self._asks is not None, "asked"
        request, places = self._asks.request, meant(typed, self._asks.prompt.labels)
        if len(places) == 1:
            self._asks = None
        self._remind()
        return request if places == (1,) else None


# --------------------------------------------------------------- the lobby in words

DOORS = ("ssh", "web")  # beside a table
RULES = ("edition", "variants", "target")
SHOWN = (*RULES, "dates", "ages")


class LobbySheet:
    """Tells a lobby whole, or what is new in it."""

    def __init__(self, words: Wording, pages: Wording) -> None:
        self._words = words
        self._pages = pages  # of choices: they name what may be agreed on

    def whole(self, lobby: LobbyIs) -> Iterator[str]:
        """Everything."""
        yield self._rules(lobby)
        for number, chair in enumerate(lobby.chairs, 1):
            yield f"{number}. {self._chair(chair)}"
        if lobby.watchers:
            yield self._words("watching", names=self._words.row(lobby.watchers))
        if lobby.locked:
            yield self._words("locked")
        if lobby.gallery:
            yield self._words("gallery.may")

    def news(self, old: LobbyIs, new: LobbyIs) -> Sequence[str]:
        """What is different now; nothing for what does not show."""
        if moved(old, new):
            return tuple(self.whole(new))
        changes = lobby_changes(old, new)
        return [
            self._rules(new) if each.key == "rules_changed" else each.told(self._words) for each in changes
        ]

    def waits(self, lobby: LobbyIs) -> str:
        """What has to happen before the match."""
        late = [chair for chair in lobby.taken if not chair.ready]
        if lobby.you is None:
            return self._words("no_chair")
        if not lobby.chairs[lobby.you].ready:
            return self._words("you_ready")
        if late:
            names = self._words.row([str(chair.name) for chair in late])
            return self._words("not_ready", names=names)
        if len(lobby.taken) < 2:
            return self._words("alone_host" if lobby.hosting else "alone")
        if lobby.hosting:
            return self._words("you_start")
        return self._words("host_starts", name=lobby.host or self._words("the_host"))

    def door(self, door: DoorIs, *, shut: bool = False) -> Iterator[str]:
        """How others get in, or that nobody new does."""
        if shut:
            yield self._words("locked")
            return
        if door.addresses:
            key = "door.addresses" if door.port == PORT else "door.addresses_port"
            yield self._words(key, addresses=self._words.row(door.addresses), port=door.port)
        if door.words:
            yield self._words("door.words", words=door.words)
        if door.addresses:
            line = join_line(door.addresses[0], door.port, wordless=door.wordless)
            yield self._words("door.line", line=line)
        yield from doors_beside.told(door, self._words.language)

    def new_door(self, old: DoorIs, new: DoorIs) -> Iterator[str]:
        """What is different now; whoever opens a table has read the rest before sitting down."""
        if old.words != new.words:
            yield from self.door(new)

    def _rules(self, lobby: LobbyIs) -> str:
        if lobby.options is None:
            return self._words("strange_game", game=lobby.game)
        game = f"game.{lobby.game}"
        told = [self._words("rules.game", game=self._words(game) if self._words.has(game) else lobby.game)]
        for field in RULES:
            value = getattr(lobby.options, field, None)
            if value:
                told.append(self._words(f"rules.{field}", value=self._called(field, value)))
        told += [self._other(field, value) for field, value in _others(lobby.options)]
        return " ".join(told)

    def _other(self, field: str, value: object) -> str:
        key = f"rules.agreed.{field}.{value}"
        if self._words.has(key):
            return self._words(key)
        name = self._named(f"field.{field}.label", field)
        return self._words("rules.other", field=name, value=self._called(field, value))

    def _called(self, field: str, value: Any) -> str:
        """A value in words; of an edition or a story of one's own, the name that it has."""
        if isinstance(value, tuple):
            return self._words.row([self._named(f"field.variant.label.{each}", each) for each in value])
        return self._named(f"field.{field}.value.{value}", str(value))

    def _named(self, key: str, otherwise: str) -> str:
        return self._pages(key) if self._pages.has(key) else otherwise

    def _chair(self, chair: Seated) -> str:
        if chair.name is None:
            return self._words("chair.free")
        if chair.bot is not None:
            return self._words("chair.bot", name=chair.name, bot=chair.bot)
        told = [self._words("chair.you" if chair.you else "chair.person", name=chair.name)]
        if chair.hosting:
            told.append(self._words("chair.host"))
        told.append(self._words("chair.ready" if chair.ready else "chair.not_ready"))
        if chair.date is not None:
            told.append(self._words("chair.date", date=self._words.day(chair.date)))
        if chair.age is not None:
            told.append(self._words("chair.age", age=chair.age))
        return ", ".join(told)


def _others(options: Struct) -> Iterator[tuple[str, object]]:
    """What else is agreed on and not as usual; what people told of themselves is none of it."""
    usual = type(options)()
    for field in options.__struct_fields__:
        value = getattr(options, field)
        if field not in SHOWN and value != getattr(usual, field):
            yield field, value
