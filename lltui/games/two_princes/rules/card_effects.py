"""What the effects on the cards do, one by one."""

from __future__ import annotations

from msgspec.structs import replace

from lltui.games.two_princes import events as e
from lltui.games.two_princes.rules.asking import holds
from lltui.games.two_princes.rules.awaited import Choosing, Naming
from lltui.games.two_princes.rules.tasks import (
    BOTH,
    AnyTask,
    Begin,
    CleanUp,
    Do,
    GoSomewhere,
    Losing,
    Mending,
    Mix,
    Nightfall,
    Pause,
    Prince,
    Refill,
    Scene,
    SetUp,
    Tested,
)
from lltui.games.two_princes.rules.verbs import Doing, named
from lltui.games.two_princes.story.vocabulary import (
    AddChallenge,
    BeginEscape,
    BeginPartB,
    Choose,
    Effect,
    ExtraEncounter,
    GainAttr,
    GainCondition,
    GainItem,
    GoToEnding,
    Heal,
    If,
    LoseAny,
    LoseItem,
    Mark,
    Misery,
    Redraw,
    ReleaseSetAside,
    Remember,
    Reshuffle,
    SpendUse,
    Test,
)


def effects(place: str, count: int, scene: Scene) -> tuple[Do, ...]:
    """A list of effects on a card, as tasks."""
    return tuple(Do(f"{place}.{n}", scene) for n in range(count))


def happen(do: Doing, task: Do) -> None:
    """Do the effect at this place."""
    effect, scene = do.tale.effects[task.place], task.scene
    if getattr(effect, "who", "") == "one" and scene.one is None and len(scene.readers) == 2:
        do.state.moment = Naming(task.place, scene)
        return
    match effect:
        case Test():
            who = testers(effect.test.who, scene)
            do.state.next(Begin(effect.test, who, (Tested(task.place, scene, who),)))
        case If():
            _if(do, effect, task)
        case Choose():
            assert scene.alone is not None, "only who is alone with a card chooses in its middle"
            do.state.moment = Choosing(scene.alone, len(effect.options), task.place, scene)
        case GainAttr() | GainCondition() | Heal() | GainItem() | LoseAny() | Mark() | Redraw() | Reshuffle():
            _to_princes(do, effect, task)
        case _:
            _to_all(do, effect)


def whom(do: Doing, effect: Effect, scene: Scene) -> tuple[Prince, ...]:
    """The princes that an effect touches."""
    who = getattr(effect, "who", "both")
    match who:
        case "both":
            return scene.readers
        case "one":
            return scene.readers if scene.one is None else (scene.one,)
        case "a":
            return scene.a
        case "b":
            return scene.b
        case "marked":
            flag = getattr(effect, "mark", None)
            return tuple(p for p in BOTH if flag in do.state.boys[p].marks)
        case "edward" | "richard":
            return (named(who),)
    assert scene.alone is not None, "self and other are words of encounters"
    return (scene.alone if who == "self" else 1 - scene.alone,)


def testers(who: str, scene: Scene) -> tuple[Prince, ...]:
    """The princes in a test."""
    match who:
        case "self":
            assert scene.alone is not None, "a test of himself needs one who is alone"
            return (scene.alone,)
        case "both":
            return scene.readers
        case "a":
            return scene.a
        case "b":
            return scene.b
    return (named(who),)


# ---------------------------------------------------------------- to princes


def _to_princes(do: Doing, effect: Effect, task: Do) -> None:
    """What touches several happens to Edward first; what has to wait is put on the agenda."""
    later: list[AnyTask] = []
    for prince in whom(do, effect, task.scene):
        match effect:
            case GainAttr():
                do.grow(prince, effect.attr, effect.n)
            case GainCondition():
                for _ in range(effect.n):
                    do.afflict(prince, effect.kind)
            case GainItem():
                do.find(prince, effect.item)
            case Mark():
                do.mark(prince, effect.flag)
            case Heal():
                later += [Mending(prince, task.place)] * effect.n
            case LoseAny():
                later.append(Losing(prince))
            case Redraw():
                boy = do.state.boys[prince]
                boy.discards += boy.hand
                boy.hand.clear()
                later.append(Refill(prince))
            case Reshuffle():
                later.append(Mix(prince))
    do.state.next(*later)


# -------------------------------------------------------------------- to all


def _to_all(do: Doing, effect: Effect) -> None:
    state = do.state
    match effect:
        case AddChallenge():
            do.sow(effect.n)
        case Remember():
            do.remember(effect.flag)
        case Misery():
            for _ in range(effect.n):
                do.suffer()
        case LoseItem():
            if (prince := do.holder(effect.item)) is not None:
                do.lose(prince, effect.item)
            else:
                do.tell(e.NothingLost(item=effect.item))
        case SpendUse():
            if (prince := do.holder(effect.item)) is not None:
                do.spend(prince, effect.item, effect.n)
            else:
                do.tell(e.NothingLost(item=effect.item))
        case ExtraEncounter():
            _one_more(do)
        case ReleaseSetAside():
            _release(do)
        case BeginEscape():
            state.agenda[:] = [SetUp("guard")] + [task for task in state.agenda if isinstance(task, CleanUp)]
        case BeginPartB():
            state.agenda[:] = [SetUp("part_b")] + [task for task in state.agenda if isinstance(task, CleanUp)]
        case GoToEnding():
            do.stop(effect.section)


def _one_more(do: Doing) -> None:
    """Each prince goes somewhere once more before tonight; every night has its pause above it."""
    agenda = do.state.agenda
    night = max((n for n, task in enumerate(agenda) if isinstance(task, Nightfall)), default=None)
    if night is not None:
        agenda[night + 2 : night + 2] = [GoSomewhere(1), Pause(), GoSomewhere(0), Pause()]
        do.tell(e.EncounterGranted())


def _release(do: Doing) -> None:
    extra = do.tale.extra
    if extra is not None:
        deck = next(each.deck for each in do.tale.story.encounters if each.id == extra)
        do.state.encounters[deck].append(extra)
        do.tell(e.EncounterReleased())


def _if(do: Doing, effect: If, task: Do) -> None:
    yes = holds(do.tale, do.state, effect.when)
    part, text = ("then", "text") if yes else ("otherwise", "otherwise_text")
    if getattr(effect, text):
        do.show(f"{task.place}.{text}")
    do.state.next(*effects(f"{task.place}.{part}", len(getattr(effect, part)), task.scene))


def agreed(do: Doing, naming: Naming, prince: Prince) -> None:
    """They agreed on one of the two."""
    do.tell(e.ItIs(do.state.seat(prince)))
    do.state.next(Do(naming.place, replace(naming.scene, one=prince)))
