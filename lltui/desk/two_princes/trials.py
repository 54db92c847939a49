"""The test that is under way, or was the last one of this card: who plays what, and what it comes to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lltui.desk.two_princes.view import PrincesView, ShareShown, TrialShown, play, signed
from lltui.games.two_princes import events as e
from lltui.games.two_princes.model import TrialView
from lltui.games.two_princes.story.vocabulary import ATTRIBUTES


def trials(see: PrincesView, limit: int | None = None) -> tuple[TrialShown, ...]:
    """As far as they have come; `limit` shows only so many cards of all, one test after the other."""
    found, left = [], limit
    for view in see.public.trials:
        found.append(_trial(see, view, left))
        left = None if left is None else left - _cards(view)
    return tuple(found)


def _cards(view: TrialView) -> int:
    return sum(map(len, view.drawn))


def _trial(see: PrincesView, view: TrialView, limit: int | None) -> TrialShown:
    """One of them; no total before all its cards lie open."""
    shares, left = [], None if limit is None else max(0, limit)
    for prince in _in_it(see, view):
        share = _share(see, view, prince)
        if left is not None:
            share = share._replace(
                plays=share.plays[:left], note="" if left < len(share.plays) else share.note
            )
            left = max(0, left - len(view.drawn[prince]))
        shares.append(share)
    all_open = limit is None or limit > _cards(view)
    alone = len(see.public.trials) == 1  # beside another one it has two lines, and no more
    boards = sum(share.board for share in shares)
    total = view.total if all_open else None
    words = see.words
    return TrialShown(
        words=(words("trial.items"), words("trial.total"), words("trial.against", value=view.value), ""),
        shares=tuple(shares),
        items=_items(see, view) if view.used or (view.success is None and alone) else "",
        boards=boards,
        value=view.value,
        total=total,
        wanted=_wanted(see, view, boards) if view.success is None else "",
        result=words("trial.success" if view.success else "trial.failure")
        if view.success is not None and all_open
        else "",
        success=view.success if all_open else None,
    )


def cards_to_show(see: PrincesView) -> int:
    """How many steps a result is shown in: each card, and the total."""
    return sum(map(_cards, see.public.trials)) + 1 if see.public.trials else 0


def heading(see: PrincesView) -> tuple[str, str]:
    """What is tested, and why it is not what is printed; where the brothers part, what each has to do."""
    if len(see.public.trials) > 1:
        return see.words("trial.apart"), " · ".join(
            _named(see, view, "trial.of") for view in see.public.trials
        )
    (view,) = see.public.trials
    changed = "" if view.printed == view.value else see.words("trial.printed", printed=view.printed)
    return _named(see, view, "trial.title"), changed


def _named(see: PrincesView, view: TrialView, key: str) -> str:
    attr = see.frame(f"attr.{view.attr}")
    who = see.voice.effect_text.row([see.name(seat) for seat in view.who])
    return see.words(key, attr=attr, value=view.value, who=who)


def _in_it(see: PrincesView, view: TrialView) -> Sequence[int]:
    return [p for p, prince in enumerate(see.public.princes) if prince.seat in view.who]


def _share(see: PrincesView, view: TrialView, prince: int) -> ShareShown:
    boy, at = see.public.princes[prince], ATTRIBUTES.index(view.attr)
    drawn = view.drawn[prince]
    adds = [getattr(see.story_index.conditions[card], view.attr) for card in drawn]
    board = boy.attributes[at]
    for event in see.heard:
        # The attribute may have grown since the cards were laid open.
        if isinstance(event, e.CardsPlayed) and event.who == boy.seat and event.cards == drawn:
            board = event.sum - sum(adds)
    settled = view.settled[prince]
    if drawn:
        note = see.words("trial.tired") if _has(see, drawn, "minus_one") else ""
    elif settled is None:
        note = see.words("trial.how_many")
    else:
        note = see.words.count("trial.plays", settled)
    # That he is tired is told once, however many tired cards he plays.
    plays = tuple(play(see, card, (view.attr,)) for card in drawn)
    plays = tuple(
        each._replace(effect="") if _is(see, card, "minus_one") else each
        for card, each in zip(drawn, plays, strict=True)
    )
    attr = see.frame(f"attr.{view.attr}")
    return ShareShown(prince, see.name(boy.seat), attr, board, settled, plays, note)


def _has(see: PrincesView, drawn: Sequence[str], rule: str) -> bool:
    return any(_is(see, card, rule) for card in drawn)


def _is(see: PrincesView, card: str, rule: str) -> bool:
    return see.story_index.rules[see.story_index.conditions[card].kind] == rule


def _items(see: PrincesView, view: TrialView) -> str:
    """Those that were used; before that, those that could be."""
    if view.used:
        used = [(item, see.story_index.items[item].bonus.get(view.attr, 0)) for _, item in view.used]
        return ", ".join(f"{see.voice.effect_text.item(item)} {signed(bonus)}" for item, bonus in used)
    return ", ".join(_helpful(see, view)) or see.words("trial.no_items")


def _helpful(see: PrincesView, view: TrialView) -> Iterator[str]:
    for prince in see.public.princes:
        for held in prince.items:
            printed = see.story_index.items[held.item]
            helps = held.uses and view.attr in printed.bonus
            if helps and (prince.seat in view.who or printed.either):
                item = see.voice.effect_text.item(held.item)
                yield see.words(
                    "trial.item",
                    who=see.name(prince.seat),
                    item=item,
                    bonus=signed(printed.bonus[view.attr]),
                    uses=held.uses,
                )


def _wanted(see: PrincesView, view: TrialView, boards: int) -> str:
    left = view.value - (boards if view.total is None else view.total)
    key = "trial.wanted" if view.total is None else "trial.wanted_items"
    return see.words(key, number=left) if left > 0 else see.words("trial.enough")
