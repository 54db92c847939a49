"""The Two Princes, put together: what waits is answered, then the agenda runs on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from msgspec import defstruct
from msgspec.structs import replace

from lltui.errors import UsageTrouble
from lltui.games.game import Action, Game, News, Pile, Seat, Shuffled, Talk, kinds
from lltui.games.two_princes import views
from lltui.games.two_princes.loading import story_index
from lltui.games.two_princes.model import MODEL, Options
from lltui.games.two_princes.rules import card_effects, talking  # noqa: F401 - by being there effects are done
from lltui.games.two_princes.rules.chapters import before_the_deal
from lltui.games.two_princes.rules.scenes import Voting
from lltui.games.two_princes.rules.state import Prince, State, Task, Trial
from lltui.games.two_princes.rules.trials import values
from lltui.games.two_princes.rules.verbs import Doing, Moment, awaited, run
from lltui.games.two_princes.story.printed import DECKS
from lltui.games.two_princes.story.vocabulary import ATTRIBUTES
from lltui.games.two_princes.views import Private, Public

# With every task and all that may be awaited, so that it can be read again.
FullState = defstruct(
    "FullState",
    [
        ("agenda", list[kinds(Task, __package__)]),  # type: ignore[misc]
        ("moment", kinds(Moment, __package__) | None, None),
    ],
    bases=(State,),
    module=__name__,
)


class TwoPlayers(UsageTrouble):
    """There are two princes."""


class TwoPrinces(Game[State]):
    """The rules of every story."""

    model = MODEL
    state: type[State] = cast("type[State]", FullState)
    revision = 8

    def data(self, options: Options) -> dict[str, Any]:
        return story_index(options.story).data

    def start(self, options: Options, seats: int) -> State:
        if seats != 2:
            raise TwoPlayers(seats=seats)
        return before_the_deal(self.state, story_index(options.story), options)

    def pile(self, state: State) -> Pile | None:
        now = awaited(state)
        return None if now is None else now.pile(story_index(state.options.story), state)

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        now = awaited(state)
        return () if now is None else now.menu(story_index(state.options.story), state, state.seat(seat))

    def play(self, state: State, seat: Seat, action: Action | Shuffled, news: News | None = None) -> None:
        do = Doing(story_index(state.options.story), state, news)
        now, state.moment = awaited(state), None
        assert now is not None, "the match is over"
        if isinstance(action, Shuffled):
            now.ordered(do, action.order)
        else:
            now.answer(do, state.seat(seat), action)
        run(do)

    def public(self, state: State) -> Public:
        """What lies open; of a card that one prince meets alone at a strict table, only what comes of it."""
        together = state.apart is None
        return views.Public(
            phase=state.phase,
            chapter=state.chapter,
            day=state.day,
            misery=state.misery,
            princes=(_prince(state, 0), _prince(state, 1)),
            asked=_asked(state, together=together),
            front=_front(state) if together else None,
            apart=None if state.apart is None else state.seat(state.apart),
            trials=tuple(_trial(state, trial) for trial in state.trials),
            die=state.die,
            ballots=state.ballots,
            shown=tuple(state.shown) if together else (),
            piles=tuple(len(state.encounters.get(deck, ())) for deck in DECKS),
            deck=len(state.deck) if state.chapter.startswith("escape") else None,
            sown=tuple(state.sown),
            flags=tuple(state.flags),
            book=tuple(state.book),
            asides=state.asides,
            hinges=state.hinges,
            hour=state.hour,
            alarm=state.alarm,
        )

    def private(self, state: State, seat: Seat) -> Private:
        """The hand, in no order that tells anything; the own token while covered; what is met alone."""
        now, prince = state.moment, state.seat(seat)
        ballot = now.ballots[prince] if isinstance(now, Voting) else None
        front = _front(state) if prince == state.apart else None
        alone = None if front is None else views.AloneView(front, tuple(state.shown), _asked(state).effect)
        return views.Private(tuple(sorted(state.princes[prince].hand)), ballot, alone)

    def talk(self, state: State, _seat: Seat) -> Talk:
        return talking.talk(state)

    def refuses(self, state: State, seat: Seat, text: str) -> str | None:
        return talking.refuses(state, state.seat(seat), text)

    def copy(self, state: State) -> State:
        return state.copy()


RULES = TwoPrinces()


# --------------------------------------------- what may be seen, field by field


def _prince(state: State, prince: Prince) -> views.PrinceView:
    boy = state.princes[prince]
    values = [boy.attributes[attr] for attr in ATTRIBUTES]
    return views.PrinceView(
        seat=state.seat(prince),
        attributes=(values[0], values[1], values[2], values[3]),
        hand=len(boy.hand),
        draw=len(boy.draw),
        items=tuple(views.Held(item, uses) for item, uses in boy.items.items()),
        discards=tuple(boy.discards),
        marks=tuple(boy.marks),
    )


def _front(state: State) -> views.OpenCard | None:
    if state.front is None:
        return None
    tests = values(story_index(state.options.story), state)
    return views.OpenCard(state.front, state.seat(state.reader), state.aside, tests, state.arrival)


def _trial(state: State, trial: Trial) -> views.TrialView:
    return views.TrialView(
        attr=trial.attr,
        printed=trial.printed,
        value=trial.value,
        who=state.seats(trial.who),
        settled=trial.settled,
        drawn=trial.drawn,
        used=tuple((state.seat(prince), item) for prince, item in trial.used),
        total=trial.total,
        success=trial.success,
    )


def _asked(state: State, *, together: bool = True) -> views.Asked:
    """Which effect asks is told where all may see the card."""
    now = awaited(state)
    asked = views.Asked() if now is None else now.asked(state)
    return asked if together else replace(asked, effect=None)
