"""A half-made move of the princes: an action is picked whole; in a pause one may look at one's things."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from lltui.desk.half_move import HalfMove
from lltui.games.game import Action, asked
from lltui.games.two_princes import model as m

ASIDE = (m.Offer, m.Remedy)  # what a pause has besides going on


class PickedMove(HalfMove, frozen=True):
    """`things`: in a pause, what one has is looked at instead of going on."""

    things: bool = False

    @property
    def answers(self) -> tuple[Action, ...]:
        """What can be selected now."""
        if self.sent:
            return ()
        pausing = any(isinstance(action, m.Ready | m.TakeBack) for action in self.menu)
        if not pausing:
            return self.menu
        return tuple(action for action in self.menu if isinstance(action, ASIDE) is self.things)

    @property
    def asks(self) -> bool:
        """Whether this person has something to do, and is waited for."""
        return asked(self.menu) and not self.sent

    @property
    def may(self) -> bool:
        """Whether there is anything to be done, and be it to take something back."""
        return bool(self.menu) and not self.sent

    @property
    def has_things(self) -> bool:
        """Whether something could be given or used first."""
        return any(isinstance(action, ASIDE) for action in self.menu)

    def renewed(self, menu: Sequence[Action]) -> tuple[PickedMove, bool]:
        """After an update: an equal menu changes nothing.  True tells that something selected was dropped."""
        menu = tuple(menu)
        if menu == self.menu and not self.sent:
            return self, False
        following = picked_move(menu)
        lost = self.may and self.selected is not None and self.selected != following.selected
        if lost and self.selected in following.answers:
            return replace(following, selected=self.selected), False
        return following, bool(lost and menu)

    def look_through(self) -> PickedMove:
        """Turn to one's things, or back from them."""
        if not (self.things or self.has_things):
            return self
        return _settled(replace(self, things=not self.things, selected=None))

    def back(self) -> PickedMove:
        """One step back."""
        return self.look_through() if self.things else _settled(replace(self, selected=None))


def picked_move(menu: Sequence[Action]) -> PickedMove:
    """The beginning: where there is nothing to choose, or only to go on, it is selected."""
    return _settled(PickedMove(tuple(menu)))


def _settled(now: PickedMove) -> PickedMove:
    answers = now.answers
    alone = len(answers) == 1 and not now.things and now.asks  # a second thought is nobody's by default
    return replace(now, selected=answers[0]) if alone else now
