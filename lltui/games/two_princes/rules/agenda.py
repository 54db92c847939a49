"""Who does which task: the agenda runs until somebody has to do something."""

from __future__ import annotations

from lltui.games.two_princes.rules import card_effects, chapters, scenes, trials
from lltui.games.two_princes.rules.awaited import Pausing
from lltui.games.two_princes.rules.state import (
    AnyTask,
    Begin,
    Box,
    CleanUp,
    Do,
    DrawPlayed,
    GoSomewhere,
    HealNext,
    Judge,
    Losing,
    Mix,
    Morning,
    Nightfall,
    OpenBook,
    Ordering,
    Pause,
    Refill,
    SetUp,
    Tally,
    Tested,
    TurnChallenge,
    TurnEvent,
    TurnInterlude,
)
from lltui.games.two_princes.rules.verbs import Doing


def run(do: Doing) -> None:
    """Task by task; empty at the end of the match."""
    state = do.state
    while state.moment is None and state.agenda:
        _perform(do, state.agenda.pop())


def _perform(do: Doing, task: AnyTask) -> None:
    match task:
        case Do():
            card_effects.happen(do, task)
        case Refill():
            do.refill(task.who)
        case Box():
            scenes.read(do, task)
        case Tested():
            scenes.tested(do, task)
        case HealNext():
            card_effects.heal_next(do, task)
        case Losing():
            card_effects.losing(do, task)
        case Mix():
            if size := len(do.state.princes[task.who].draw):
                do.state.moment = Ordering("mixed", size, task.who)
        case Pause():
            do.state.moment = Pausing()
        case Begin() | DrawPlayed() | Tally() | Judge() | CleanUp():
            _test(do, task)
        case _:
            _go_on(do, task)


def _test(do: Doing, task: Begin | DrawPlayed | Tally | Judge | CleanUp) -> None:
    match task:
        case Begin():
            trials.begin(do, task)
        case DrawPlayed():
            trials.draw_played(do, task)
        case Tally():
            trials.tally(do)
        case Judge():
            trials.judge(do, task)
        case CleanUp():
            trials.clean_up(do, task)


def _go_on(do: Doing, task: AnyTask) -> None:
    match task:
        case Morning():
            chapters.morning(do, task)
        case TurnEvent():
            chapters.turn_event(do)
        case GoSomewhere():
            chapters.go_somewhere(do, task)
        case Nightfall():
            chapters.nightfall(do, task)
        case TurnInterlude():
            chapters.turn_interlude(do)
        case TurnChallenge():
            chapters.turn_challenge(do)
        case SetUp():
            chapters.set_up(do, task)
        case OpenBook():
            chapters.open_book(do, task.section)
