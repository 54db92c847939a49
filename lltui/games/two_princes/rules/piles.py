"""Chance: which piles wait to be put in order, and what their order means."""

from __future__ import annotations

from typing import TypeVar

from lltui.games.game import Pile
from lltui.games.two_princes import events as e
from lltui.games.two_princes.model import Options
from lltui.games.two_princes.rules import chapters, trials
from lltui.games.two_princes.rules.awaited import Agreement
from lltui.games.two_princes.rules.state import BOTH, Awaited, Morning, Ordering, PrinceState, State
from lltui.games.two_princes.rules.verbs import Doing
from lltui.games.two_princes.story.index import StoryIndex
from lltui.games.two_princes.story.printed import DECKS
from lltui.games.two_princes.story.vocabulary import KINDS, PRINCES

DIE = 6
EVENTS = 4
INTRO = "intro.text"
START = {
    "edward": {"physique": 0, "charm": 1, "courage": 0, "knowledge": 1},
    "richard": {"physique": 1, "charm": 0, "courage": 1, "knowledge": 0},
}
Group = tuple[str, tuple[str, ...]]
S = TypeVar("S", bound=State)


def before_the_deal(kind: type[S], index: StoryIndex, options: Options) -> S:
    """The boards are laid out; every card waits for the one shuffle of this match."""
    princes = [
        PrinceState(dict(START[name]), {item: index.items[item].uses for item in index.belongings(name)})  # type: ignore[arg-type]
        for name in PRINCES
    ]
    found = [item for boy in princes for item in boy.items]
    size = sum(len(cards) for _, cards in _groups(index))
    return kind(options, princes, [Morning(1)], Ordering("deal", size), found=found)


def pile(state: State) -> Pile | None:
    """The cards that wait for chance."""
    match state.moment:
        case Ordering(what=what, size=size):
            return Pile(size, fresh=what == "deal")
        case Agreement(die=True):
            return Pile(DIE, fresh=False)
    return None


def ordered(do: Doing, now: Awaited | None, order: tuple[int, ...]) -> None:
    """What chance did."""
    match now:
        case Agreement(wishes=wishes):
            now.agreed(do, wishes[_throw(do, order)])
        case Ordering(what="deal"):
            _deal(do, order)
        case Ordering(what="played"):
            trials.played(do, now.who, order)
        case Ordering(what="refill" | "rest" | "mixed"):
            _own_pile(do, now, order)
        case Ordering():
            _challenges(do, now, order)


def _throw(do: Doing, order: tuple[int, ...]) -> int:
    """Edward's will is done from one to three."""
    face = order[0] + 1
    do.state.die = face
    do.tell(e.DieThrown(face))
    return 0 if face <= DIE // 2 else 1


# ------------------------------------------------------------------ the deal


def _groups(index: StoryIndex) -> tuple[Group, ...]:
    """Every pile of the match in one row: a shuffle of all of them shuffles each."""
    return (
        *((name, index.starting(name)) for name in PRINCES),
        *((kind, index.supply(kind)) for kind in KINDS),
        *((deck, index.deck(deck)) for deck in DECKS),
        ("events", index.events(fixed=False)),
    )


def _deal(do: Doing, order: tuple[int, ...]) -> None:
    index, state = do.index, do.state
    cards = [(group, card) for group, cards in _groups(index) for card in cards]
    piles: dict[str, list[str]] = {group: [] for group, _ in _groups(index)}
    for k in reversed(order):
        group, card = cards[k]
        piles[group].append(card)
    for boy, name in zip(state.princes, PRINCES, strict=True):
        boy.draw = piles[name]
    state.supplies = {kind: piles[kind] for kind in KINDS}
    state.encounters = {deck: piles[deck] for deck in DECKS}
    shuffled = piles["events"]
    state.boxed = shuffled[:-EVENTS]
    state.events = [*shuffled[-EVENTS:], *reversed(index.events(fixed=True))]
    do.tell(e.ChapterBegan("tower"))
    do.show(INTRO)
    for prince in BOTH:
        do.refill(prince)


# -------------------------------------------------------------- smaller piles


def _own_pile(do: Doing, now: Ordering, order: tuple[int, ...]) -> None:
    boy = do.state.princes[now.who]
    if now.what == "refill":
        boy.draw = [boy.discards[k] for k in order]
        boy.discards = []
        do.refill(now.who)
    else:
        boy.draw = [boy.draw[k] for k in order]


def _challenges(do: Doing, now: Ordering, order: tuple[int, ...]) -> None:
    match now.what:
        case "guard":
            chapters.add_guard(do, order)
        case "fill":
            chapters.add_fillers(do, order)
        case "deck_a":
            chapters.stack(do, "a", order)
        case "deck_b":
            chapters.stack(do, "b", order)
        case "sown":
            chapters.shuffle_in(do, now.number, order)
