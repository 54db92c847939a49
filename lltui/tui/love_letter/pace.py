"""When a moment comes onto the stage, goes through its steps and makes room: at the player's pace.

It is told the time and asks nobody for it.  Nothing at the table waits for it, and
what lies on the table is shown as it was until the step that tells the result.
Whoever asks for advice meanwhile gets it at once.
"""

from __future__ import annotations

from asyncio import TimerHandle
from collections import deque
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from functools import cached_property

from msgspec.structs import replace

from lltui.desk.desk import Desk
from lltui.desk.half_move import AskedMove
from lltui.desk.love_letter.guide import Counsel, Guide, Hint, withheld
from lltui.desk.love_letter.moments import MomentTold, buried_now, scenes, since_my_last_turn
from lltui.desk.love_letter.view import MatchView
from lltui.desk.telling import Line
from lltui.games.chair import Glimpse
from lltui.games.game import Action, Seat
from lltui.games.love_letter.events import CardId
from lltui.games.love_letter.model import Options
from lltui.games.love_letter.prepared import TAKEN
from lltui.text.moments import MomentShown
from lltui.tui.kit.rows_widget import Drawn
from lltui.tui.love_letter import move_panel
from lltui.tui.match.match_screen import MatchScreen
from lltui.tui.settings import SPEED, Pace

# Milliseconds before each step, at slow; the words come with the last one.
HIT, MISS = (0, 350, 120, 120, 300, 200), (0, 350, 120, 120, 200, 200)
FALL = (0, 250, 350, 250, 300)
STEPS: Mapping[str, tuple[int, ...]] = {
    "guess": MISS,
    "look": (0, 150, 150, 150, 250, 200),
    "compare": (0, 400, 250, 250, 300),
    "shield": (0, 250, 250, 200),
    "replace": (0, 250, 250, 200),
    "trade": (0, 250, 250, 300),
    "council": (0, 250, 250, 200),
    "fall": FALL,
    "last": (0, 300, 200),
}
OUT = (0, 400)  # the frame round all of it, for who is out
OUT_OF_DUEL = (*STEPS["compare"][:-1], 900)  # first it is seen
AT_ONCE = (0,)

HOLD: Mapping[Pace, float] = {"slow": 2.5, "quick": 1.0, "none": 0.0}  # seconds for what concerns others
MOST = 2  # may wait; where there are more, the older ones are
HURRIED = 0.4  # seconds there, and all of each at once


def steps(moment: MomentShown, you: Seat | None) -> tuple[int, ...]:
    """The time before each."""
    if you is not None and moment.out == you:
        return OUT_OF_DUEL if moment.form == "compare" else OUT
    if moment.result == "hit":
        return HIT
    return FALL if moment.result == "fell" else STEPS.get(moment.form, AT_ONCE)


class StagePace:
    """What is on it, at which step, and what waits for it."""

    def __init__(self) -> None:
        self.pace: Pace = "slow"
        self.moves = self.waits = True  # in steps; for a key where it is about this person
        self.you: Seat | None = None
        self.clear()

    def clear(self) -> None:
        """Nothing is on it, nothing waits, and the table is shown as it is."""
        self.scene: MomentTold | None = None
        self.step = 0
        self.stands = False  # until a key, since it was done to this person
        self.laid: Glimpse | None = None  # what the table shows, where that is not the newest
        self._waiting: deque[MomentTold] = deque()
        self._at = 0.0  # when this step came
        self._seen = True  # long enough

    @property
    def moment(self) -> MomentShown | None:
        """The one that is on it."""
        return self.scene.moment if self.scene is not None else None

    @property
    def last(self) -> int:
        """The step at which all of it is there."""
        return len(steps(self.moment, self.you)) - 1 if self.moment is not None else 0

    @property
    def moving(self) -> bool:
        """Whether more of it is still to come."""
        return self.step < self.last

    @property
    def played(self) -> tuple[CardId, ...]:
        """What this person plays, and compares, while it is told: it lies there, and in no hand."""
        moment = self.moment if self.moving else None
        if moment is None or moment.who != self.you:
            return ()
        return tuple(filter(None, (moment.card, moment.held if moment.form == "compare" else None)))

    @property
    def asks(self) -> bool:
        """Whether what is there waits for a key."""
        return self.stands and not self.moving

    @property
    def busy(self) -> bool:
        """Whether something is still to be seen."""
        return self.moving or self.stands or bool(self._waiting) or not self._seen

    @property
    def out_told(self) -> bool:
        """Whether nothing is still to come of how this person was put out."""
        coming = [each.moment.out for each in self._waiting]
        coming += [self.moment.out] if self.moment is not None and self.moving else []
        return self.you not in coming

    @property
    def hidden(self) -> Iterator[Glimpse]:
        """What nothing may show yet."""
        if self.scene is not None and self.moving:
            yield self.scene.after
        yield from (scene.after for scene in self._waiting)

    def told(self, log: Sequence[Line]) -> tuple[Line, ...]:
        """The lines that tell no more than it does."""
        hidden = {id(each) for each in self.hidden}
        return tuple(line for line in log if id(line.fact) not in hidden)

    @property
    def due(self) -> float | None:
        """When something happens by itself."""
        if self.moment is not None and self.moving:
            wait = steps(self.moment, self.you)[self.step + 1] / 1000 * SPEED[self.pace]
            return self._at + (0.0 if self._late or not self.moves else wait)
        if self.stands or self._seen:
            return None
        return self._at + (HURRIED if self._late else HOLD[self.pace])

    @property
    def _late(self) -> bool:
        return len(self._waiting) > MOST

    # ------------------------------------------------------------------ going on

    def put(self, scenes: Sequence[MomentTold], now: float, lying: Glimpse | None) -> None:
        """These come next; the table shows what was `lying` on it until they tell what came of it."""
        if scenes and not self.busy:  # with nothing to tell, nothing would ever show what is new
            self.laid = lying
        self._waiting.extend(scenes)
        self.go_on(now)

    def show(self, scene: MomentTold | None) -> None:
        """All of this one, and nothing else."""
        self.clear()
        self.scene, self.step = scene, 0
        self.step = self.last

    def go_on(self, now: float) -> None:
        """All that is due."""
        self._next(now)
        while (due := self.due) is not None and due <= now:
            if self.moving:
                self._to(self.last if self._late or not self.moves else self.step + 1, now)
            else:
                self._seen = True
                self._next(now)

    def skip(self, now: float) -> bool:
        """A key: all of it, or else the next; whether there was anything to skip."""
        if not self.busy:
            return False
        if self.moving:
            self._to(self.last, now)
        else:
            self.stands, self._seen = False, True
        self.go_on(now)
        return True

    def wake(self, now: float) -> None:
        """Nobody could see it until now."""
        self._at = now

    def _next(self, now: float) -> None:
        """The next one has the stage, once the one that is there needs it no longer."""
        if self._waiting and not (self.moving or self.stands) and self._seen:
            self.scene, self._seen = self._waiting.popleft(), False
            moment = self.scene.moment
            self.stands = self.waits and (moment.concerns(self.you) or moment.out == self.you is not None)
            self._to(0, now)

    def _to(self, step: int, now: float) -> None:
        self.step, self._at = step, now
        if not self.moving and self.scene is not None:
            self.laid = self.scene.after if self._waiting else None


class Staged(MatchScreen):
    """A screen with a stage that goes on by itself while it is in front."""

    _waking: TimerHandle | None = None
    lingering = False  # so that the app waits
    lain: Glimpse | None = None  # what the table showed last
    since: tuple[MomentShown, ...] = ()  # in place of a moment
    _heard: Glimpse | None = None  # and told to the stage
    _told = (0, 0)  # the round, and how many of its moments

    @cached_property
    def stage(self) -> StagePace:
        """What is shown of what happens."""
        return StagePace()

    def tuned(self, desk: Desk) -> StagePace:
        """The same, as this person wants it now."""
        stage = self.stage
        stage.you, stage.moves = desk.began.you if desk.began else None, self.table.moves
        stage.pace = "none" if desk.hurries else self.table.settings.pace
        return stage

    def hear(self, desk: Desk, forms: Container[str], *, asked: bool, learns: bool) -> None:
        """What is new comes onto the stage; on one's own turn all that happened since the last one."""
        if desk.began is None or desk.glimpse is None or desk.glimpse is self._heard:
            return
        you, stage = desk.began.you, self.tuned(desk)
        found = [each for each in scenes(desk.round, you) if each.moment.form in forms]
        if self._told[0] != desk.deal:  # what is left of the round before is over
            stage.clear()
            self._told, self.lain = (desk.deal, 0), None
        new = found[self._told[1] :]
        new = [*buried_now(found[: len(found) - len(new)], desk.glimpse), *new]
        first, self._told = self._heard is None, (desk.deal, len(found))
        self._heard, self.since = desk.glimpse, ()
        stage.waits = not learns
        if not self.table.settings.moments:
            stage.clear()
        elif asked:
            stage.clear()
            self.since = since_my_last_turn([each.moment for each in found], you)
        elif first or self.table.replay is not None:
            stage.show(found[-1] if found else None)
        else:
            stage.put(new, self.table.now(), self.lain)

    def clear_stage(self) -> bool:
        """Nothing is on it; whether something was."""
        staged, self.since = self.staged, ()
        self.stage.clear()
        return staged

    @property
    def staged(self) -> bool:
        """Whether something is on the stage."""
        return self.stage.scene is not None or bool(self.since)

    def repaint(self) -> None:
        """As far as the stage has come."""
        raise NotImplementedError

    def on_screen_resume(self) -> None:
        """What moves has stood still while nobody could see it."""
        self.stage.wake(self.table.now())
        super().on_screen_resume()
        self.wake_later()

    def wake_later(self) -> None:
        """When the stage goes on by itself; the app may have waited for the last of it."""
        if self.lingering and not self.stage.busy:
            self.lingering = False
            self.table.changed()
        if self._waking is not None:
            self._waking.cancel()
        due = self.stage.due
        self._waking = None if due is None else self.later(max(0.0, due - self.table.now()), self.go_on)

    def go_on(self) -> None:
        """One step further."""
        if self.there and self.app.screen is self:  # else nobody sees it
            self.stage.go_on(self.table.now())
            self.repaint()
            self.wake_later()

    @property
    def hurries(self) -> bool:
        """Whether Enter has the bots hurry, since this person is out and has been told so."""
        desk = self.table.desk
        return desk is not None and desk.may_hurry and self.stage.out_told

    def hurry(self, desk: Desk) -> None:
        """Out, and nobody else is in: the bots need not be waited for."""
        request = desk.hurry()
        if request is not None:
            self.call_later(self.table.act, request)
        self.stage.clear()
        self._notice = self.words("notice.hurry")
        self.repaint()
        self.table.changed()


class Hinted(MatchScreen):
    """A screen on which somebody who is new to the game is told what comes up, when it does."""

    _guide: Guide | None = None

    def repaint(self) -> None:
        """Everything."""
        raise NotImplementedError

    @property
    def guide(self) -> Guide | None:
        """What tells somebody who is new to the game what comes up; in a match that is over, nothing."""
        visit, lessons = self.table.visit, self.table.ways.lessons
        if visit is None or self.table.replay is not None:
            return None
        if not visit.guided and not (self.table.settings.hints and TAKEN in lessons.told):
            return None
        if self._guide is None or self._guide.prepared is not visit.guided:
            self._guide = Guide(lessons.told, self.table.learn, prepared=visit.guided)
        return self._guide

    def hint(self, view: MatchView, making: AskedMove | None) -> Hint | None:
        """What is told now."""
        guide = self.guide
        if guide is None:
            return None
        return guide.hint(view, making, self.table.wording("guide"), self._keyed(view, making))

    def _keyed(self, view: MatchView, making: AskedMove | None) -> Callable[[object], str]:
        """What is pressed for an answer."""
        question = making.question if making is not None else None
        keys = move_panel.keyed(view, question) if question is not None else {}
        return {answer: key for key, answer in keys.items()}.__getitem__

    def action_hide(self) -> None:
        """The hint goes, and the log is there again."""
        if (guide := self.guide) is not None:
            guide.hide()
            self.repaint()

    def action_unhinted(self) -> None:
        """No hint ever again, unless the settings say so."""
        self.action_hide()
        self.table.set(replace(self.table.settings, hints=False))


# -------------------------------------------------------------------- looking up


class LookingUp(MatchScreen):
    """A table at which one may look up what happened, what lies there, and what it does."""

    def action_log(self) -> None:
        """All that happened."""
        from lltui.tui.love_letter.lookups import log_page  # noqa: PLC0415 - not every match needs it: 5 ms

        self.app.push_screen(log_page())

    def action_cards(self) -> None:
        """What each card does."""
        from lltui.tui.love_letter.lookups import cards_page  # noqa: PLC0415 - as above: 5 ms

        self.app.push_screen(cards_page())

    def action_lift(self) -> None:
        """Any card that lies anywhere, to be read."""
        from lltui.tui.love_letter.lookups import LiftScreen  # noqa: PLC0415 - as above: 5 ms

        if (desk := self.table.desk) is not None and desk.glimpse is not None:
            self.app.push_screen(LiftScreen())

    def action_rules(self) -> None:
        """The rules of this match."""
        from lltui.tui.love_letter.lookups import RulesScreen  # noqa: PLC0415 - as above: 5 ms

        desk = self.table.desk
        if desk is not None and desk.began is not None and isinstance(desk.began.options, Options):
            self.app.push_screen(RulesScreen(desk.began.options, len(desk.began.names)))

    def view(self, desk: Desk) -> MatchView:
        """What this person sees."""
        raise NotImplementedError

    def skipped(self) -> bool:
        """Whether a click has shown what was still to come, and does no more."""
        return False

    async def pointed(self, event: Drawn.Pointed) -> None:
        """What was clicked on is read."""
        if not event.sign and not self.skipped():
            await self.look_up(event)

    async def look_up(self, event: Drawn.Pointed) -> None:
        """A card that was pointed at is lifted; of the log, and of what one knows, there is a page."""
        from lltui.tui.love_letter.lookups import LiftScreen, looked_at  # noqa: PLC0415 - as above: 5 ms

        if (desk := self.table.desk) is None or desk.glimpse is None:
            return
        match looked_at(event, self.view(desk)):
            case str() as command:
                await self.app.run_action(command, self)
            case int() as place:
                self.app.push_screen(LiftScreen(place))

    def counted_at(self, event: Drawn.Pointed) -> CardId | None:
        """The card whose dots were pointed at, in the counter."""
        from lltui.tui.love_letter.lookups import counted_at  # noqa: PLC0415 - as above: 5 ms

        desk = self.table.desk
        return None if desk is None else counted_at(event, self.view(desk))


# ------------------------------------------------------------------------ advice


class Counselled(MatchScreen):
    """A table at which one may ask what each move is worth."""

    def __init__(self) -> None:
        super().__init__()
        self._counsel = Counsel()

    def say(self, text: str) -> None:
        """A notice over the table."""
        raise NotImplementedError

    @property
    def _advised(self) -> bool:
        """Whether there is advice on what is asked now."""
        desk = self.table.desk
        return desk is not None and desk.glimpse is not None and not self._to_choose(desk)[1]

    def _to_choose(self, desk: Desk) -> tuple[Sequence[Action], str]:
        """From what, in a match that is played or looked at; and why there is no advice on it."""
        replay = self.table.replay
        if replay is None:
            menu = desk.glimpse.menu if desk.glimpse is not None else ()
            return menu, withheld(desk, menu)
        menu = () if desk.over else replay.scene.glimpse.menu
        return menu, withheld(desk, menu, played=replay.facts.judgeable)

    def action_advice(self) -> None:
        """What each move is worth, and why; or why nobody says so."""
        from lltui.tui.love_letter.lookups import AdviceScreen  # noqa: PLC0415 - as above: 5 ms

        if (desk := self.table.desk) is None or desk.glimpse is None:
            return
        if why_not := self._to_choose(desk)[1]:
            self.say(self.words(f"advice.none.{why_not}"))
        else:
            self.app.push_screen(AdviceScreen(self._counsel, self._to_choose))
