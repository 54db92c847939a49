"""The table of the princes: the story, what is to be done, the hand; keys select, and only Enter does it."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace
from textual import events

from lltui.desk.desk import Desk, Place
from lltui.desk.two_princes.picked_move import PickedMove, picked_move
from lltui.games.game import Action
from lltui.games.seat import TurnRound
from lltui.games.two_princes import model as m
from lltui.tui.boards.princes.deeds import by_key, refused
from lltui.tui.boards.princes.sight import Sight
from lltui.tui.kit.command import Command
from lltui.tui.screens.princes_pages import AREA, Cover
from lltui.tui.screens.princes_painted import Painted

# What one person on both seats says for both at once, so that nobody has to agree with himself.
SHARED = (m.Ready, m.Propose, m.Name)
# Where a hand, or a token, is nobody's business but its owner's.
PRIVATE = ("commit", "ballot", "mend")


class PrincesScreen(Painted):
    """For players, for watchers, and in a replay."""

    place = Place.TABLE
    OFFERS: ClassVar[tuple[Command, ...]] = (
        Command("answer", "1,2,3,4,5,6,7,8,9", palette=False, area=AREA, shown="1-9"),
        Command("answer_before", "up,left", bar=False, palette=False, area=AREA),
        Command("answer_after", "down,right", palette=False, area=AREA, shown="↑↓"),
        Command("commit", "enter", area=AREA),
        Command("undo", "escape,backspace", area=AREA, bar=False),
        Command("read_on", "pagedown,space", area=AREA),
        Command("read_back", "pageup", bar=False, area=AREA),
        Command("things", "i", area=AREA),
        Command("other", "o", area=AREA),
    )

    def __init__(self) -> None:
        super().__init__()
        self._echo: Action | None = None
        self._covers = False

    def show(self, desk: Desk) -> None:
        if desk.glimpse is None or desk.began is None or desk.over:
            return
        see = self.sight(desk)
        if self._echoes(see, desk):
            return
        before = self._now.selected
        self._now, dropped = self._now.renewed(desk.glimpse.menu)
        # To go on was selected for him: who had chosen nothing has lost nothing.
        if dropped and not isinstance(before, m.Ready):
            self._notice = self.words("notice.dropped")
        ready = next((each for each in self._now.answers if isinstance(each, m.Ready)), None)
        if ready is not None and self._now.selected is None:
            self._now = self._now.select(ready)
        if self.hear_no(desk):
            self._now = picked_move(self._now.menu)
        self.turn_pages(see, desk)
        self.paint()
        if see.alone and see.you not in (None, self._owner) and see.public.phase in PRIVATE:
            self._turn_round(see.you or 0)

    def _turn_round(self, seat: int) -> None:
        """Once, however often one is told."""
        if not self._covers:
            self._covers = True
            self.app.push_screen(Cover(seat), self._uncovered)

    def _uncovered(self, seat: int | None) -> None:
        self._covers = False
        self._owner = seat if seat is not None else self._owner
        self.paint()

    def _echoes(self, see: Sight, desk: Desk) -> bool:
        """One person on both seats says it once."""
        echo, self._echo = self._echo, None
        if see.alone and echo is not None and desk.glimpse is not None and echo in desk.glimpse.menu:
            self.run_worker(self.table.act(echo), group="echo")
            return True
        return False

    # ---------------------------------------------------------------- selecting

    def on_key(self, event: events.Key) -> None:
        """Digits select; and an Enter too early is answered, not swallowed."""
        desk = self.table.desk
        if desk is None or desk.glimpse is None or self.talking:
            return
        if self._notice:
            self.say("")
        if event.key.isdigit():
            see = self.sight(desk)
            action = by_key(see, self._now, event.key)
            if action is not None:
                self._pick(self._now.select(action))
            elif (why := refused(see, self._now, event.key)) and self._now.asks:
                self.say(why)
            event.stop()

    def _pick(self, now: PickedMove) -> None:
        before, self._now = self._now, now
        if replace(now, selected=None) != replace(before, selected=None):
            self.paint()
        elif now != before:
            self.point()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        desk, see = self.table.desk, self._now
        if action in ("answer", "answer_before", "answer_after"):
            return see.may and len(see.answers) > (1 if see.asks else 0)
        if action == "things":
            return see.may and (see.has_things or see.things)
        if action == "other":
            return desk is not None and desk.local and see.asks and self._alone
        return super().check_action(action, parameters)

    @property
    def _alone(self) -> bool:
        desk = self.table.desk
        return desk is not None and desk.began is not None and len(set(desk.began.names)) == 1

    def action_answer_before(self) -> None:
        """The one above."""
        self._pick(self._now.shift(-1))

    def action_answer_after(self) -> None:
        """The one below."""
        self._pick(self._now.shift(1))

    def action_things(self) -> None:
        """What one has: to give away, or to use."""
        self._pick(self._now.look_through())

    async def action_other(self) -> None:
        """The other prince first."""
        await self.table.act(TurnRound())

    async def action_commit(self) -> None:
        """Read on; where all is read, do what is selected."""
        if self._steps is not None:
            self.all_open()
        elif isinstance(self._now.selected, m.Ready) and (self.too_soon or self.turn_page(1)):
            return
        elif self._now.selected is None or self._now.sent:
            self.say(self.words("notice.nothing" if self._now.asks else "notice.wait"))
        else:
            action, self._now = self._now.selected, replace(self._now, sent=True)
            self._echo = action if isinstance(action, SHARED) else None
            self._owner = self._seat if self._alone else self._owner
            self.paint()
            await self.table.act(action)

    @property
    def _seat(self) -> int | None:
        desk = self.table.desk
        return desk.began.you if desk is not None and desk.began is not None else None

    def action_undo(self) -> None:
        """One step back."""
        if self.talking:
            self.talk(on=False)
        else:
            self._pick(self._now.back())
