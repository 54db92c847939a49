"""The Two Princes, put together: what waits is answered, then the agenda runs on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from lltui.errors import UsageTrouble
from lltui.games.game import Action, News, Person, Pile, Seat, Shuffled, Talk
from lltui.games.two_princes.loading import tale
from lltui.games.two_princes.model import MODEL, Options, Private, Public
from lltui.games.two_princes.rules import answers, menus, piles, talking, views
from lltui.games.two_princes.rules.agenda import run
from lltui.games.two_princes.rules.notation import show
from lltui.games.two_princes.rules.state import State
from lltui.games.two_princes.rules.verbs import Doing


class TwoPlayers(UsageTrouble):
    """There are two princes."""


class TwoPrinces:
    """The rules of every story."""

    model = MODEL
    state = State
    revision = 3

    def data(self, options: Options) -> dict[str, Any]:
        return tale(options.story).data

    def seated(self, options: Options, _people: Sequence[Person]) -> Options:
        return options

    def start(self, options: Options, seats: int) -> State:
        if seats != 2:
            raise TwoPlayers(seats=seats)
        return piles.before_the_deal(tale(options.story), options)

    def pile(self, state: State) -> Pile | None:
        return piles.pile(state)

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        return menus.menu(tale(state.options.story), state, state.seat(seat))

    def play(self, state: State, seat: Seat, action: Action | Shuffled, news: News | None = None) -> None:
        do = Doing(tale(state.options.story), state, news)
        if isinstance(action, Shuffled):
            piles.ordered(do, action.order)
        else:
            answers.answer(do, state.seat(seat), action)
        run(do)

    def public(self, state: State) -> Public:
        return views.public(tale(state.options.story), state)

    def private(self, state: State, seat: Seat) -> Private:
        return views.private(tale(state.options.story), state, state.seat(seat))

    def talk(self, state: State, _seat: Seat) -> Talk:
        return talking.talk(state)

    def refuses(self, state: State, seat: Seat, text: str) -> str | None:
        return talking.refuses(state, state.seat(seat), text)

    def line(self, state: State) -> str:
        return show(state)

    def copy(self, state: State) -> State:
        return state.copy()


RULES = TwoPrinces()
