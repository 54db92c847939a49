"""A choice half made: keys select, Enter does it.  Pure; the menu is the only source of what can be done."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from lltui.games.game import Action, asked
from lltui.games.two_princes import model as m

ASIDE = (m.Offer, m.Remedy)  # what a pause has besides going on


class Picking(NamedTuple):
    """`things`: in a pause, what one has is looked at instead of going on."""

    menu: tuple[Action, ...] = ()
    selected: Action | None = None
    things: bool = False
    sent: bool = False

    @property
    def offered(self) -> tuple[Action, ...]:
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


def fresh(menu: Sequence[Action]) -> Picking:
    """The beginning: where there is nothing to choose, or only to go on, it is selected."""
    return _settled(Picking(tuple(menu)))


def renewed(old: Picking, menu: Sequence[Action]) -> tuple[Picking, bool]:
    """After an update: an equal menu changes nothing.  True tells that something selected was dropped."""
    menu = tuple(menu)
    if menu == old.menu and not old.sent:
        return old, False
    following = fresh(menu)
    lost = old.may and old.selected is not None and old.selected != following.selected
    if lost and old.selected in following.offered:
        return following._replace(selected=old.selected), False
    return following, bool(lost and menu)


def select(now: Picking, action: Action | None) -> Picking:
    """Point at it; what cannot be done changes nothing."""
    return now._replace(selected=action) if action in now.offered else now


def shift(now: Picking, by: int) -> Picking:
    """The next or the one before, round and round."""
    offered = now.offered
    if not offered:
        return now
    if now.selected not in offered:
        return now._replace(selected=offered[0 if by > 0 else -1])
    return now._replace(selected=offered[(offered.index(now.selected) + by) % len(offered)])


def look_through(now: Picking) -> Picking:
    """Turn to one's things, or back from them."""
    if not (now.things or now.has_things):
        return now
    return _settled(now._replace(things=not now.things, selected=None))


def back(now: Picking) -> Picking:
    """One step back."""
    return look_through(now) if now.things else _settled(now._replace(selected=None))


def _settled(now: Picking) -> Picking:
    offered = now.offered
    alone = len(offered) == 1 and not now.things and now.asks  # a second thought is nobody's by default
    return now._replace(selected=offered[0]) if alone else now
