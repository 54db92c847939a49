"""A table on the network with the plain board: the lobby, the matches, and what happens around them.

Like the board it waits for nothing: updates and typed lines go in, words and
requests come out.  The match itself is the board's; here is everything that only
exists because there are others, and lines between them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from lltui import text
from lltui.client import reasons, requests
from lltui.client import updates as u
from lltui.desk.table_news import Teller
from lltui.games.game import Action
from lltui.games.seat import Chair, Glimpse, Over, Request, Update
from lltui.plain.answers import Entry, meant
from lltui.plain.board import Board, Ending, board_of
from lltui.plain.lobby import LobbySheet
from lltui.plain.orders import (
    GUEST_LOBBY,
    GUEST_MATCH,
    HOST,
    HOST_LOBBY,
    HOST_MATCH,
    LOBBY,
    TALK,
    WATCHER,
    Misread,
    Order,
    doubtful,
    handover,
    order,
    orders,
    request_for,
    signs,
    talk,
)
from lltui.plain.paper import Paper
from lltui.plain.prompt import Kind, Prompt
from lltui.text.wording import Wording


class Sure(NamedTuple):
    """A question before something that others feel; `request` if the answer is yes."""

    prompt: Prompt
    request: Request


class Room:
    """One person at a network table, in the lobby and in matches."""

    def __init__(
        self, chair: Chair, language: str, theme: str, paper: Paper, *, watches: bool = False
    ) -> None:
        self.paper = paper
        self.board: Board | None = None
        self._chair = chair
        self._setting = (language, theme)
        self._watches = watches
        self._words = Wording(language, area="net")
        self._sheet = LobbySheet(self._words, Wording(language, area="screens"))
        self._teller = Teller(self._words, language)
        self._lobby: u.LobbyIs | None = None
        self._door: u.DoorIs | None = None
        self._ending: Ending | None = None
        self._asks: Sure | None = None
        self._looks_on = watches
        self._again = False
        self._over = False
        self.closed: u.Closed | None = None

    # --------------------------------------------------------------- looking

    @property
    def ending(self) -> Ending | None:
        """How one got up."""
        return self._ending

    @property
    def holds(self) -> bool:
        """What came last is still being read."""
        return self.board is not None and self.board.holds and not self._over

    @property
    def patience(self) -> float | None:
        """Seconds of silence after which there is something to tell."""
        return self._teller.patience

    @property
    def prompt(self) -> Prompt | None:
        """What is asked for now; in the lobby, only what has not been answered yet."""
        if self._asks is not None:
            return self._asks.prompt
        if self.board is not None:
            return self.board.prompt
        return Prompt(Kind.LOBBY, "") if self._lobby is not None and self._mine() else None

    def _mine(self) -> bool:
        """Whether the lobby waits for this person."""
        lobby = self._lobby
        if lobby is None or lobby.you is None:
            return False
        others = [chair for chair in lobby.chairs if chair.name is not None]
        ready = all(chair.ready for chair in others)
        return not lobby.chairs[lobby.you].ready or (lobby.hosting and ready and len(others) > 1)

    @property
    def _hosting(self) -> bool:
        return self._lobby is not None and self._lobby.hosting

    # -------------------------------------------------------- what comes in

    def hear(self, update: Update) -> Action | Request | None:
        """Something has happened; what it makes one do by itself."""
        match update:
            case u.Began():
                self._begin(update)
            case Glimpse() | Over():
                self._play(update)
            case u.HeardBefore(told=told):
                self._play(update)
                checked = [fact for fact in told if isinstance(fact, u.Verified)]
                self._note([line for fact in checked[-1:] for line in self._teller.tell(fact)])
            case u.LobbyIs():
                return self._enter(update)
            case u.Closed():
                self._close(update)
            case u.DoorIs():
                # Who opens a table reads it before sitting down.
                old, self._door = self._door, update
                if old is not None:
                    self._note(self._sheet.new_door(old, update))
            case u.Refused(to="act"):
                self._note(self._teller.tell(update))
                if self.board is not None:
                    self.board.again()
            case _:
                self._note(self._teller.tell(update))
        return None

    def waited(self) -> None:
        """Nothing has happened for a while."""
        self._note(self._teller.waited())

    def _begin(self, began: u.Began) -> None:
        before = self.board if began.match == self._teller.match else None
        self._teller.seats(began)
        self._over = self._again = False
        self._asks = None
        language, theme = self._setting
        self._looks_on = began.you is None
        plays = not self._looks_on
        part = "hosting" if began.hosting or self._hosting else "network" if plays else "watching"
        self.board = board_of(self._chair, language, theme, self.paper, pauses=plays, again=plays, part=part)
        if before is not None:  # the same match, from another chair
            self.board.story = before.story
        self.paper.gap()
        self.board.open(*([self._words("chat")] if plays else []))

    def _play(self, update: Update) -> None:
        assert self.board is not None, "a match begins first"
        self.board.hear(update)
        self._over = isinstance(update, Over)

    def _enter(self, lobby: u.LobbyIs) -> Request | None:
        old, self._lobby = self._lobby, lobby
        if self.board is not None and not (self._over and (self._again or self._looks_on)):
            return None
        self.board, self._looks_on = None, self._watches
        self._teller.lobby(lobby)
        if old is None or old.match != lobby.match:
            self.paper.gap()
            self._note((*self._sheet.whole(lobby), *self._teller.terms, self._waits()))
        elif news := self._sheet.news(old, lobby):
            self._note((*news, self._waits()))
        if self._again and (old is None or old.match != lobby.match):
            self._again = False
            return requests.BeReady()
        return None

    def _close(self, closed: u.Closed) -> None:
        self.closed = closed
        self._ending = Ending.DONE
        self.paper.gap()
        if closed.why in reasons.KINDS:
            told = text.trouble(self._setting[0], reasons.KINDS[closed.why](address=""))
            self.paper.lines((told.what, told.todo))

    def _note(self, lines: Iterable[str]) -> None:
        """A few lines between whatever else is going on; the prompt comes back behind them."""
        told = tuple(lines)
        if not told:
            return
        self.paper.lines(told)
        self._remind()

    def _remind(self) -> None:
        if self._asks is not None:
            self.paper.prompt(self._words("sure.keys"))
        elif self.board is not None:
            self.board.remind()
        elif self._lobby is not None:
            kind = "watcher" if self._watches else "host" if self._hosting else "guest"
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
        if meant is not None and meant.name == "start" and self._teller.may_reopen:
            return self._reopen()
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
        if self._watches and lobby:
            return WATCHER
        more = ("start",) if self._teller.may_reopen and not lobby else ()
        return (*orders(hosting=self._hosting, lobby=lobby), *more)

    def _at_board(self, board: Board, typed: str) -> Action | Request | None:
        if not typed and board.prompt is None:
            self._note((self._waits() if self._over else self._teller.waiting(),))
            return None
        action = board.read(typed)
        if board.ending is Ending.AGAIN:
            board.ending = board.prompt = None
            return self._once_more()
        self._ending = board.ending
        return action

    def _once_more(self) -> Request | None:
        self._again = True
        if self._hosting or self._teller.may_reopen:
            return requests.REMATCH
        if self._lobby is not None and self._lobby.match > self._teller.match:
            lobby, self._lobby = self._lobby, None
            return self._enter(lobby)
        self._note((self._waits(),))
        return None

    def _obey(self, name: str, rest: str) -> Request | None:
        match name:
            case "help":
                self._note(self._help())
            case "table":
                self._note((*self._sheet.whole(self._lobby), *self._teller.terms) if self._lobby else ())
            case "who" | "phrase":
                self._note(self._teller.who() if name == "who" else (self._teller.phrase(),))
            case "sign" if not rest:
                self._note(self._teller.signs(signs(self._lobby)))
            case "door":
                self._note(self._sheet.door(self._door) if self._door else ())
            case "quit":
                self._ending = Ending.DONE
            case "close":
                self._ask_to_close()
            case "newkey":
                self._ask_for_a_seat(rest)
            case _:
                return self._ask(name, rest)
        return None

    def _reopen(self) -> Request:
        self._again = True
        return requests.REMATCH

    def _ask(self, name: str, rest: str) -> Request | None:
        if name in ("standin", "return") and not rest and (seat := self._teller.meant(name)) is not None:
            rest = str(seat + 1)
        try:
            return request_for(Order(name, rest), self._lobby)
        except Misread as misread:
            self._note((self._words(f"misread.{misread}", typed=rest),))
            return None

    def _help(self) -> Iterable[str]:
        if self._watches:
            return tuple(self._words(f"help.{name}") for name in WATCHER if self._words.has(f"help.{name}"))
        names = (*LOBBY, *(HOST_LOBBY if self._hosting else ()), *(HOST if self._hosting else ()))
        told = tuple(self._words(f"help.{name}") for name in names)
        later = tuple(self._words(f"help.{name}") for name in HOST_MATCH) if self._hosting else ()
        if not self._hosting:
            told += tuple(self._words(f"help.guest.{late}") for late in (*GUEST_LOBBY, *GUEST_MATCH))
        told += (self._words("help.talk"), *((self._words("help.signs"),) if signs(self._lobby) else ()))
        return (*told, *((self._words("help.match"), *later) if later else ()))

    def _waits(self) -> str:
        if self._watches:
            return self._words("watch_waits")
        if self._over and self._lobby is not None and self._lobby.match == self._teller.match:
            return f"{self._words('again.wait')} {self._teller.outlook()}".rstrip()
        if self._lobby is None:
            return self._words("wait")
        return f"{self._sheet.waits(self._lobby)} {self._teller.outlook()}".rstrip()

    # ------------------------------------------------------ what others feel

    def _ask_to_close(self) -> None:
        others = self._others()
        question = self._words("close.others", names=self._words.row(others)) if others else ""
        self._make_sure("close", question or self._words("close.question"), requests.CLOSE_TABLE)

    def _ask_for_a_seat(self, rest: str) -> None:
        """For a player who comes with another key; it cannot be taken back by a word."""
        people = self._teller.newcomers
        try:
            place, to = handover(rest, tuple(self._teller.places()), people)
        except Misread as misread:
            known = map(self._teller.newcomer, people)
            self._note((*known, self._words(f"misread.{misread}", typed=rest)))
            return
        there = "" if place.away else self._words("newkey.there", name=place.name) + " "
        facts = {"seat": place.seat + 1, "name": place.name, "to": to.name, "digits": to.digits}
        question = there + self._words("newkey.question", **facts)
        self._make_sure("newkey", question, requests.new_key(place.seat, to.id))

    def _make_sure(self, key: str, question: str, request: Request) -> None:
        entries = (Entry(self._words(f"{key}.no"), value=False), Entry(self._words(f"{key}.yes"), value=True))
        self._asks = Sure(Prompt(Kind.SURE, question, entries), request)
        self.paper.say(question)
        self.paper.listed(self._asks.prompt.labels)
        self._remind()

    def _others(self) -> list[str]:
        chairs = self._lobby.chairs if self._lobby else ()
        return [chair.name for chair in chairs if chair.name and not chair.you and chair.bot is None]

    def _answer(self, typed: str) -> Request | None:
        assert self._asks is not None, "asked"
        request, places = self._asks.request, meant(typed, self._asks.prompt.labels)
        if len(places) == 1:
            self._asks = None
        self._remind()
        return request if places == (1,) else None
