"""What the effects on the cards do, one by one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from msgspec.structs import replace

from lltui.games.game import Action
from lltui.games.two_princes import events as e
from lltui.games.two_princes import model as m
from lltui.games.two_princes import views
from lltui.games.two_princes.rules.moments import Agreement, OfOne, curable, losable
from lltui.games.two_princes.rules.state import BOTH, Prince, Scene, State, Task
from lltui.games.two_princes.rules.trials import Begin, Box
from lltui.games.two_princes.rules.verbs import Do, Doing, Mixing, Refill, branch, effects, happen
from lltui.games.two_princes.story import vocabulary as v
from lltui.games.two_princes.story.story_index import StoryIndex


@happen.register
def on_a_card(effect: v.Done, task: Do, do: Doing) -> None:
    """Do the effect at this place."""
    scene = task.scene
    if getattr(effect, "who", "") == "one" and scene.one is None and len(scene.readers) == 2:
        do.state.moment = Naming(place=task.place, scene=scene)
        return
    match effect:
        case v.TestEffect():
            who = scene.means(effect.test.who)
            do.state.next(Begin(effect.test, who, (Box(task.place, scene, who),)))
        case v.If():
            do.state.next(*branch(do, effect, task))
        case v.Choose():
            assert scene.alone is not None, "only who is alone with a card chooses in its middle"
            do.state.moment = Choosing(scene.alone, task.place, scene)
        case v.GainCondition(who="marked", mark=mark):
            _to_princes(do, effect, task, tuple(p for p in BOTH if mark in do.state.princes[p].marks))
        case _ if hasattr(effect, "who"):
            _to_princes(do, effect, task, scene.means(effect.who))
        case _:
            _to_all(do, effect, task)


# ---------------------------------------------------------------- to princes


def _to_princes(do: Doing, effect: v.Done, task: Do, who: tuple[Prince, ...]) -> None:
    """What touches several happens to Edward first; what has to wait is put on the agenda."""
    later: list[Task] = []
    for prince in who:
        match effect:
            case v.GainAttr():
                do.grow(prince, effect.attr, effect.n)
            case v.GainCondition():
                for _ in range(effect.n):
                    do.afflict(prince, effect.kind, effect.fits)
            case v.GainItem():
                do.find(prince, effect.item)
            case v.Mark():
                do.mark(prince, effect.flag)
            case v.Heal():
                later += [Healing(prince, task.place)] * effect.n
            case v.LoseAny():
                later.append(Forfeiting(prince))
            case v.Redraw():
                boy = do.state.princes[prince]
                boy.discards += boy.hand
                boy.hand.clear()
                later.append(Refill(prince))
            case v.Reshuffle():
                later.append(Mixing(prince))
            case _:
                raise NotImplementedError(effect)
    do.state.next(*later)


# -------------------------------------------------------------------- to all


def _to_all(do: Doing, effect: v.Done, task: Do) -> None:
    match effect:
        case v.AddChallenge():
            do.sow(effect.n)
        case v.Remember():
            do.remember(effect.flag)
        case v.Misery():
            for n in range(effect.n):
                do.suffer("failed" if ".failure." in task.place else "card", more=n > 0)
        case v.LoseItem() | v.SpendUse():
            prince = do.holder(effect.item)
            if prince is None:
                do.tell(e.NothingLost(item=effect.item))
            elif isinstance(effect, v.SpendUse):
                do.spend(prince, effect.item, effect.n)
            else:
                do.lose(prince, effect.item)
        case v.Go():
            do.state.at = effect.to
        case v.Wait():
            do.wait()
        case v.ReleaseSetAside():
            _release(do)
        case v.GoToEnding():
            do.stop(effect.section)
        case _:
            raise NotImplementedError(effect)


def _release(do: Doing) -> None:
    extra = do.index.extra
    if extra is not None:
        do.state.encounters[do.index.encounter(extra).deck].append(extra)
        do.tell(e.EncounterReleased())


# ------------------------------------------------------------------ awaited


class Naming(Agreement, frozen=True, kw_only=True):
    """It happens to one of them: to which?"""

    phase: ClassVar[views.Phase] = "one"

    place: str
    scene: Scene

    def ways(self, _index: StoryIndex, state: State) -> Mapping[Any, Action]:
        return {prince: m.Name(state.seat(prince)) for prince in BOTH}

    def wish(self, do: Doing, prince: Prince, action: m.Name) -> Any:
        do.tell(e.Named(do.state.seat(prince), action.prince))
        return do.state.seat(action.prince)

    def agreed(self, do: Doing, wish: Any) -> None:
        do.tell(e.ItIs(do.state.seat(wish)))
        do.state.next(Do(self.place, replace(self.scene, one=wish)))

    def asked(self, state: State) -> views.Asked:
        edward, richard = (None if wish is None else state.seat(wish) for wish in self.wishes)
        return views.Asked(names=(edward, richard), effect=self.place)


class Choosing(OfOne, frozen=True):
    """Who is alone with a card goes one of the ways that it leaves open."""

    phase: ClassVar[views.Phase] = "alone"

    place: str
    scene: Scene

    def choices(self, index: StoryIndex, state: State) -> Iterable[Action]:
        choose = m.Choose if state.apart is None else m.ChooseApart
        return (choose(option) for option in range(len(_branches(index, self.place))))

    def answer(self, do: Doing, prince: Prince, action: m.Choose) -> None:
        place, who = f"{self.place}.options.{action.option}", do.state.seat(prince)
        if do.state.apart is None:
            do.tell(e.Chose(who, f"{place}.label"))
        else:
            do.whisper(e.ChoseAlone(who, f"{place}.label"), prince)
        do.show(f"{place}.text")
        then = _branches(do.index, self.place)[action.option].then
        do.state.next(*effects(f"{place}.then", len(then), self.scene))

    def asked(self, _state: State) -> views.Asked:
        return views.Asked(effect=self.place)


def _branches(index: StoryIndex, place: str) -> tuple[v.Branch, ...]:
    effect = index.effects[place]
    assert isinstance(effect, v.Choose), place
    return effect.options


class Healing(OfOne, frozen=True):
    """The owner picks a condition: it is his secret whether he has one, so he is asked even if not."""

    phase: ClassVar[views.Phase] = "mend"

    place: str

    def perform(self, do: Doing) -> None:
        boy, effect = do.state.princes[self.who], _heal(do.index, self.place)
        if effect.where == "draw":
            do.tell(e.LookedThrough(do.state.seat(self.who), len(boy.draw)))
            do.state.next(Mixing(self.who))
        if boy.draw if effect.where == "draw" else boy.hand or boy.discards:
            super().perform(do)

    def choices(self, index: StoryIndex, state: State) -> Iterable[Action]:
        effect = _heal(index, self.place)
        if effect.where == "draw":
            draw = state.princes[self.who].draw
            seen = sorted({card for card in draw if index.conditions[card].kind in effect.kinds})
            return tuple(m.Heal(card, "draw") for card in seen) or (m.Heal(),)
        found = curable(index, state, self.who, effect.kinds)
        return tuple(m.Heal(card, where) for card, where in found) or (m.Heal(),)

    def answer(self, do: Doing, prince: Prince, action: m.Heal) -> None:
        do.tell(e.Healed(do.state.seat(prince), action.card))
        if action.card is not None:
            do.heal(prince, action.card, action.place)

    def asked(self, _state: State) -> views.Asked:
        return views.Asked(effect=self.place)


def _heal(index: StoryIndex, place: str) -> v.Heal:
    effect = index.effects[place]
    assert isinstance(effect, v.Heal), place
    return effect


class Forfeiting(OfOne, frozen=True):
    """The owner picks an item that he loses: one candidate is no choice, none is no loss."""

    phase: ClassVar[views.Phase] = "lose"

    def perform(self, do: Doing) -> None:
        items = losable(do.index, do.state, self.who)
        if len(items) == 1:
            do.lose(self.who, items[0])
        elif items:
            super().perform(do)
        else:
            do.tell(e.NothingLost(who=do.state.seat(self.who)))

    def choices(self, index: StoryIndex, state: State) -> Iterable[Action]:
        return (m.GiveUp(item) for item in losable(index, state, self.who))

    def answer(self, do: Doing, prince: Prince, action: m.GiveUp) -> None:
        do.lose(prince, action.item)
