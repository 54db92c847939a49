"""What happened, one moment for each move: who did what to whom, the cards one saw of it, what came of it.

Derived from what the person was told and from nothing else.  Boards draw a
moment or say it; none of them looks at the news for itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from lltui.desk.love_letter.telling import BEGINS, paragraphs
from lltui.games.chair import Glimpse
from lltui.games.game import Event, Seat
from lltui.games.love_letter import events as e
from lltui.games.love_letter.events import CardId
from lltui.games.love_letter.views import Private, Public
from lltui.text.moments import AROUND, MomentShown


def moments(glimpses: Iterable[Glimpse], you: Seat | None) -> tuple[MomentShown, ...]:
    """Of one round, in the order in which they happened."""
    found: list[MomentShown] = []
    for part, glimpse in _parts(glimpses):
        if moment := _moment(part, glimpse, you):
            found.append(_reasoned(moment, found, you))
    return tuple(found)


def since_my_last_turn(moments: Sequence[MomentShown], you: Seat | None) -> tuple[MomentShown, ...]:
    """What the others played since then, first what they did to this person."""
    played = [moment for moment in moments if moment.form not in AROUND]
    mine = max((place for place, moment in enumerate(played) if moment.who == you), default=-1)
    return tuple(sorted(played[mine + 1 :], key=lambda moment: not moment.concerns(you)))


# ------------------------------------------------------------------- from the news


def _parts(glimpses: Iterable[Glimpse]) -> Iterator[tuple[list[Event], Glimpse]]:
    """One for each move: what follows from it may be told later."""
    part: list[Event] = []
    seen: Glimpse | None = None
    for glimpse in glimpses:
        for told in paragraphs(glimpse.heard):
            if part and type(told[0]) not in BEGINS:
                part += told
                continue
            if seen is not None:
                yield part, seen
            part, seen = told, glimpse
        if (last := _last(glimpse)) is not None:
            if seen is not None:
                yield part, seen
            part, seen = [last], glimpse
    if seen is not None:
        yield part, seen


def _last(glimpse: Glimpse) -> e.Drew | None:
    """Whoever began a turn with the last card of the pile."""
    public = glimpse.public
    if not isinstance(public, Public) or public.pile or public.phase != "turn":
        return None
    drawn = [event for event in glimpse.heard if isinstance(event, e.Drew) and event.who == public.turn]
    return drawn[-1] if drawn and not drawn[-1].aside else None


def _moment(part: Sequence[Event], glimpse: Glimpse, you: Seat | None) -> MomentShown | None:
    match part[0]:
        case e.Played() as played:
            return _played(played, part[1:], glimpse, you)
        case e.Drew(who=who):
            return MomentShown("last", who)
        case e.HandShown() | e.RoundWon():
            return _round(part)
        case e.MatchWon(winners=winners):
            return MomentShown("match", winners=winners)
    return None


def _played(played: e.Played, after: Sequence[Event], glimpse: Glimpse, you: Seat | None) -> MomentShown:
    moment = MomentShown("plain", played.who, played.card, played.target, played.guess)
    if played.idle:
        return replace(moment, result="idle")
    for event in after:
        moment = replace(moment, **_follows(event, moment, you))
    if moment.form == "look" and moment.target == you and moment.met is None:
        return replace(moment, met=_own(glimpse, you))
    return moment


def _follows(event: Event, moment: MomentShown, you: Seat | None) -> dict[str, Any]:  # noqa: C901, PLR0911, PLR0912 - one for each event
    """What this event adds to what is known of the move."""
    match event:
        case e.GuessMissed():
            return {"form": "guess", "result": "missed"}
        case e.HandLookedAt():
            return {"form": "look"}
        case e.HandSeen(card=card):
            return {"met": card}
        case e.HandsCompared(loser=None):
            return {"form": "compare", "result": "tie"}
        case e.HandsCompared(loser=loser):
            return {"form": "compare", "result": "lost" if loser == moment.who else "won"}
        case e.HandsSeen(card=card, other=other):
            return {"held": card, "met": other}
        case e.Shielded():
            return {"form": "shield"}
        case e.Discarded(card=card):
            return {"form": "replace", "result": "drew", "met": card}
        case e.CardDrawn(card=card) if moment.form == "replace":
            return {"came": card}
        case e.Traded():
            return {"form": "trade"}
        case e.HandsTraded(card=card, other=other):
            return {"held": card, "met": other, "came": other if moment.who == you else card}
        case e.TookCouncil(cards=cards):
            return {"form": "council", "cards": cards}
        case e.KnockedOut(who=who, how=how, card=card):
            return {"out": who, **_struck(who, how, card, moment)}
    return {}


def _struck(who: Seat, how: e.HowOut, card: CardId | None, moment: MomentShown) -> dict[str, Any]:
    """What is known of whoever is out by how it came."""
    if how == "guessed":
        return {"form": "guess", "result": "hit", "met": card}
    if how == "outranked":
        return {"held" if who == moment.who else "met": card}
    if moment.form == "replace":
        return {"result": "fell"}
    return {"form": "fall", "result": "fell", "held": card}


def _own(glimpse: Glimpse, you: Seat | None) -> CardId | None:
    """The card that this person held before drawing another one."""
    hand = list(glimpse.private.hand) if isinstance(glimpse.private, Private) else []
    for event in glimpse.heard:
        if isinstance(event, e.CardDrawn) and event.who == you and len(hand) > 1:
            hand.remove(event.card)
    return hand[0] if len(hand) == 1 else None


def _round(part: Sequence[Event]) -> MomentShown:
    open_hands = [event for event in part if isinstance(event, e.HandShown)]
    shown, hands = tuple(hand.who for hand in open_hands), tuple(hand.card for hand in open_hands)
    won = next((event for event in part if isinstance(event, e.RoundWon)), None)
    if won is None:
        return MomentShown("round", shown=shown, hands=hands)
    best = next((hand.card for hand in open_hands if hand.who in won.winners), None)
    return MomentShown("round", met=best, shown=shown, hands=hands, winners=won.winners, how=won.how)


def _reasoned(moment: MomentShown, before: Sequence[MomentShown], you: Seat | None) -> MomentShown:
    """How whoever hit this person knew: the hand was looked at, or traded away, and is still the same."""
    if moment.form != "guess" or moment.out is None or moment.out != you:
        return moment
    for each in reversed(before):
        if each.form == "trade" and {each.who, each.target} == {moment.who, you} and each.came == moment.met:
            return replace(moment, why="traded")
        if each.form == "look" and (each.who, each.target, each.met) == (moment.who, you, moment.met):
            return replace(moment, why="looked")
    return moment
