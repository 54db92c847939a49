"""The Two Princes, put together: what waits is answered, then the agenda runs on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from lltui.errors import UsageTrouble
from lltui.games.game import Action, News, Person, Pile, Seat, Shuffled, Talk
from lltui.games.two_princes.loading import story_index
from lltui.games.two_princes.model import MODEL, Options, Private, Public
from lltui.games.two_princes.rules import piles, talking, views
from lltui.games.two_princes.rules.agenda import run
from lltui.games.two_princes.rules.awaited import Moment, Pausing
from lltui.games.two_princes.rules.card_effects import Choosing, Forfeiting, Healing, Naming
from lltui.games.two_princes.rules.chapters import Resting, Visiting, Waking
from lltui.games.two_princes.rules.scenes import Agreeing, Deciding, Voting
from lltui.games.two_princes.rules.state import Ordering, State
from lltui.games.two_princes.rules.trials import Helping, Settling
from lltui.games.two_princes.rules.verbs import Doing

AnyMoment: TypeAlias = (
    Ordering
    | Pausing
    | Visiting
    | Waking
    | Resting
    | Agreeing
    | Voting
    | Deciding
    | Choosing
    | Naming
    | Settling
    | Helping
    | Healing
    | Forfeiting
)


class FullState(State):
    """With all that may be awaited, so that it can be read again."""

    moment: AnyMoment | None = None


class TwoPlayers(UsageTrouble):
    """There are two princes."""


class TwoPrinces:
    """The rules of every story."""

    model = MODEL
    state = FullState
    revision = 3

    def data(self, options: Options) -> dict[str, Any]:
        return story_index(options.story).data

    def seated(self, options: Options, _people: Sequence[Person]) -> Options:
        return options

    def start(self, options: Options, seats: int) -> State:
        if seats != 2:
            raise TwoPlayers(seats=seats)
        return piles.before_the_deal(FullState, story_index(options.story), options)

    def pile(self, state: State) -> Pile | None:
        return piles.pile(state)

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        now = state.moment
        if not isinstance(now, Moment):
            return ()
        return now.menu(story_index(state.options.story), state, state.seat(seat))

    def play(self, state: State, seat: Seat, action: Action | Shuffled, news: News | None = None) -> None:
        do = Doing(story_index(state.options.story), state, news)
        now, state.moment = state.moment, None
        if isinstance(action, Shuffled):
            piles.ordered(do, now, action.order)
        else:
            assert isinstance(now, Moment), "only what is in a menu is played"
            now.answer(do, state.seat(seat), action)
        run(do)

    def public(self, state: State) -> Public:
        return views.public(story_index(state.options.story), state)

    def private(self, state: State, seat: Seat) -> Private:
        return views.private(story_index(state.options.story), state, state.seat(seat))

    def talk(self, state: State, _seat: Seat) -> Talk:
        return talking.talk(state)

    def refuses(self, state: State, seat: Seat, text: str) -> str | None:
        return talking.refuses(state, state.seat(seat), text)

    def copy(self, state: State) -> State:
        return state.copy()


RULES = TwoPrinces()
