"""What several moments have in common: those of one prince, what both must agree on; and the pause."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from msgspec.structs import replace

from lltui.games.game import Action, Pile
from lltui.games.two_princes import events as e
from lltui.games.two_princes import model as m
from lltui.games.two_princes import views
from lltui.games.two_princes.rules.state import Prince, State
from lltui.games.two_princes.rules.verbs import Doing, Menu, Moment
from lltui.games.two_princes.story.story_index import StoryIndex
from lltui.games.two_princes.story.vocabulary import Kind

DIE = 6


class OfOne(Moment, frozen=True):
    """What one prince decides by himself."""

    who: Prince

    def menu(self, index: StoryIndex, state: State, prince: Prince) -> Menu:
        return tuple(self.choices(index, state)) if prince == self.who else ()

    def choices(self, index: StoryIndex, state: State) -> Iterable[Action]:
        """His menu."""
        raise NotImplementedError


class Agreement(Moment, frozen=True, kw_only=True):
    """Both must want the same: a prince says it, then waits or thinks better of it.

    Against the brother's wish he gives in or calls the die.
    """

    wishes: tuple[Any | None, Any | None] = (None, None)
    die: bool = False

    def ways(self, index: StoryIndex, state: State) -> Mapping[Any, Action]:
        """All that may be wished for, and how it is said."""
        raise NotImplementedError

    def wish(self, do: Doing, prince: Prince, action: Any) -> Any:
        """What he says that he wants, told to all."""
        raise NotImplementedError

    def agreed(self, do: Doing, wish: Any) -> None:
        """So it is done."""
        raise NotImplementedError

    def pile(self, _index: StoryIndex, _state: State) -> Pile | None:
        return Pile(DIE, fresh=False) if self.die else None

    def ordered(self, do: Doing, order: tuple[int, ...]) -> None:
        """The die is thrown: Edward's will is done from one to three."""
        face = order[0] + 1
        do.state.die = face
        do.tell(e.DieThrown(face))
        self.agreed(do, self.wishes[0 if face <= DIE // 2 else 1])

    def menu(self, index: StoryIndex, state: State, prince: Prince) -> Menu:
        if self.die:
            return ()
        mine, his = self.wishes[prince], self.wishes[1 - prince]
        ways = self.ways(index, state)
        if mine is None:
            return tuple(ways.values())
        return (m.TakeBack(),) if his is None else (ways[his], m.CallDie())

    def answer(self, do: Doing, prince: Prince, action: Action) -> None:
        seat = do.state.seat(prince)
        match action:
            case m.CallDie():
                do.tell(e.DieCalled(seat))
                do.state.moment = replace(self, die=True)
            case m.TakeBack():
                do.tell(e.TookBack(seat))
                do.state.moment = replace(self, wishes=instead(self.wishes, prince, None))
            case _:
                wish = self.wish(do, prince, action)
                if self.wishes[1 - prince] == wish:
                    self.agreed(do, wish)
                else:
                    do.state.moment = replace(self, wishes=instead(self.wishes, prince, wish))


def instead(pair: tuple[Any, Any], prince: Prince, value: Any) -> tuple[Any, Any]:
    """The same for his brother, and this for him."""
    edward, richard = pair
    return (edward, value) if prince else (value, richard)


# ------------------------------------------------------------------ a pause


class Pausing(Moment, frozen=True):
    """Before a card is drawn: both say when they are ready, or take it back; until then they trade and heal.

    An item that was offered, or changed hands, is not offered again in the
    same pause, so a pause comes to an end.
    """

    phase: ClassVar[views.Phase] = "pause"

    ready: tuple[Prince, ...] = ()
    offer: str | None = None
    by: Prince = 0
    offered: tuple[str, ...] = ()

    def menu(self, index: StoryIndex, state: State, prince: Prince) -> Menu:
        boy = state.princes[prince]
        if self.offer is not None and self.by != prince:
            return (m.Accept(self.offer), m.Decline(self.offer))
        offers = (m.Offer(item) for item in losable(index, state, prince) if item not in self.offered)
        if self.offer is not None or prince in self.ready:
            return (m.TakeBack(), *offers)
        remedies = (
            m.Remedy(item, card, place)
            for item, uses in boy.items.items()
            if uses
            for card, place in curable(index, state, prince, index.items[item].heals)
        )
        return (m.Ready(), *offers, *remedies)

    def answer(self, do: Doing, prince: Prince, action: Action) -> None:
        state, seat = do.state, do.state.seat(prince)
        match action:
            case m.Ready() if self.ready:
                state.front, state.shown, state.trials = None, [], ()
            case m.Ready():
                state.moment = replace(self, ready=(*self.ready, prince))
            case m.Offer(item):
                do.tell(e.Offered(seat, item))
                state.moment = replace(self, offer=item, by=prince, offered=(*self.offered, item))
            case m.TakeBack():
                do.tell(e.TookBack(seat))
                state.moment = self._without(prince)
            case m.Accept(item):
                uses = state.princes[self.by].items.pop(item)
                state.princes[prince].items[item] = uses
                do.tell(e.Traded(state.seat(self.by), seat, item))
                state.moment = Pausing(offered=self.offered)
            case m.Decline(item):
                do.tell(e.Declined(seat, item))
                state.moment = replace(self, offer=None)
            case m.Remedy(item, card, place):
                do.tell(e.RemedyUsed(seat, item, card))
                state.next(Pausing())
                do.heal(prince, card, place)
                do.spend(prince, item)

    def asked(self, state: State) -> views.Asked:
        giver = None if self.offer is None else state.seat(self.by)
        return views.Asked(ready=state.seats(self.ready), offer=self.offer, offered_by=giver)

    def _without(self, prince: Prince) -> Pausing:
        """His offer, or else that he is ready, taken back."""
        if self.offer is not None and self.by == prince:
            return replace(self, offer=None)
        return replace(self, ready=tuple(each for each in self.ready if each != prince))


def losable(index: StoryIndex, state: State, prince: Prince) -> tuple[str, ...]:
    """The items that he may give away, and may lose."""
    return tuple(item for item in state.princes[prince].items if not index.items[item].cannot_be_lost)


def curable(
    index: StoryIndex, state: State, prince: Prince, kinds: tuple[Kind, ...]
) -> tuple[tuple[str, m.Place], ...]:
    """Cards of these kinds in hand and discards, each once, in an order that a folded menu keeps."""
    boy = state.princes[prince]
    places: tuple[tuple[m.Place, list[str]], ...] = (("hand", boy.hand), ("discard", boy.discards))
    found = ((card, place) for place, cards in places for card in cards)
    return tuple(sorted({each for each in found if index.conditions[each[0]].kind in kinds}))
