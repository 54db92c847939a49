"""What happened, one moment for each move: who did what to whom, the cards one saw of it, what came of it.

And what of it one may keep in mind: what each discard did, what holds of the
hands of the others.  Derived from what the person was told and from nothing else.  Boards draw a
moment or say it; none of them looks at the news for itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import Any, NamedTuple

from msgspec.structs import replace

from lltui.desk.love_letter.telling import BEGINS, paragraphs
from lltui.games.chair import Glimpse
from lltui.games.game import Event, Seat
from lltui.games.love_letter import events as e
from lltui.games.love_letter.events import CardId
from lltui.games.love_letter.views import Private, Public
from lltui.text import Voice, Wording
from lltui.text.moments import AROUND, MomentShown


class MomentTold(NamedTuple):
    """A moment, and what lay on the table when it was told."""

    moment: MomentShown
    after: Glimpse


def scenes(glimpses: Iterable[Glimpse], you: Seat | None) -> tuple[MomentTold, ...]:
    """Of one round, in the order in which they happened."""
    found: list[MomentTold] = []
    for part, glimpse in _parts(glimpses):
        if moment := _moment(part, glimpse, you):
            before = [scene.moment for scene in found]
            found.append(MomentTold(_reasoned(moment, before, you), glimpse))
    return tuple(found)


def moments(glimpses: Iterable[Glimpse], you: Seat | None) -> tuple[MomentShown, ...]:
    """The same without the table."""
    return tuple(scene.moment for scene in scenes(glimpses, you))


def since_my_last_turn(moments: Sequence[MomentShown], you: Seat | None) -> tuple[MomentShown, ...]:
    """What the others played since then, first what they did to this person."""
    played = [moment for moment in moments if moment.form not in AROUND]
    mine = max((place for place, moment in enumerate(played) if moment.who == you), default=-1)
    return tuple(sorted(played[mine + 1 :], key=lambda moment: not moment.concerns(you)))


def buried_now(scenes: Sequence[MomentTold], glimpse: Glimpse) -> Iterator[MomentTold]:
    """The council that this person ends just now: that it was taken has been told, not what came of it."""
    if (
        scenes
        and scenes[-1].moment.buried
        and any(isinstance(event, e.CardsBuried) for event in glimpse.heard)
    ):
        yield scenes[-1]._replace(after=glimpse)


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
    if moment.buried:
        taken = next((event for event in after if isinstance(event, e.CouncilDrawn)), played)
        return replace(moment, came=_one(_own(glimpse, taken, you) - Counter(moment.buried)))
    if moment.form == "look" and moment.target == you and moment.met is None:
        return replace(moment, met=_one(_own(glimpse, played, you)))
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
        case e.CardsBuried(cards=cards):
            return {"buried": cards}
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


def _own(glimpse: Glimpse, since: Event, you: Seat | None) -> Counter[CardId]:
    """What this person held right after that: the hand of the view, with all that was heard later taken back.

    A glimpse may tell of many moves, and of more than one round.  It may also tell of what cannot
    have been, for nobody has judged yet what a table says: then nothing is known.
    """
    hand = Counter(glimpse.private.hand if isinstance(glimpse.private, Private) else ())
    for event in takewhile(lambda event: event is not since, reversed(glimpse.heard)):
        match event:
            case e.RoundBegan():
                hand.clear()
            case e.HandShown(who=who, card=card) if who == you:
                hand = Counter((card,))
            case (
                e.Played(who=who, card=card)
                | e.Discarded(who=who, card=card)
                | e.KnockedOut(who=who, card=str(card))
            ) if who == you:
                hand[card] += 1
            case e.CardDrawn(who=who, card=card) if who == you:
                hand[card] -= 1
            case e.CouncilDrawn(who=who, cards=cards) if who == you:
                hand.subtract(cards)
            case e.CardsBuried(who=who, cards=cards) if who == you:
                hand.update(cards)
            case e.HandsTraded(who=who, card=gave, other=got):
                hand[gave if who == you else got] += 1
                hand[got if who == you else gave] -= 1
    return hand if min(hand.values(), default=0) >= 0 else Counter()


def _one(cards: Counter[CardId]) -> CardId | None:
    """The only one of them."""
    only = [*cards.elements()]
    return only[0] if len(only) == 1 else None


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


# ------------------------------------------------------- what stays in mind


class Laid(NamedTuple):
    """A card that somebody laid down; `by` is the move of somebody else that made them."""

    who: Seat
    card: CardId
    by: MomentShown
    played: bool


def laid(moments: Sequence[MomentShown]) -> Iterator[Laid]:
    """In the order in which they lie there."""
    for moment in moments:
        if moment.who is None or moment.card is None:
            continue
        yield Laid(moment.who, moment.card, moment, played=True)
        if moment.form == "replace" and moment.target is not None and moment.met:
            yield Laid(moment.target, moment.met, moment, played=False)
        elif moment.out is not None:
            lost = moment.held if moment.out == moment.who else moment.met
            if lost:
                yield Laid(moment.out, lost, moment, played=False)


def notes(
    moments: Sequence[MomentShown], seat: Seat, discards: Sequence[CardId], voice: Voice, words: Wording
) -> list[tuple[str, ...]]:
    """For each of these, what it did or why it lies there: in the most words first.

    Whoever came later was not told of the oldest ones.
    """
    told: list[tuple[str, ...]] = []
    found = [each for each in laid(moments) if each.who == seat]
    while found and len(told) < len(discards) and found[-1].card == discards[-1 - len(told)]:
        told.insert(0, tuple(_note(found.pop(), voice, words)))
    return [()] * (len(discards) - len(told)) + told


def _note(card: Laid, voice: Voice, words: Wording) -> Iterator[str]:
    moment, key = card.by, _key(card)
    if not key:
        return
    other = moment.target if card.who == moment.who else moment.who
    named = moment.card if key == "dropped" else moment.named or moment.met or moment.card
    facts = {"card": voice.card(named or ""), "to": "", "of": ""}
    if other is not None:
        facts |= {"to": voice.name(other, "acc"), "of": voice.name(other, "dat")}
    yours = f"note.{key}_you"
    you = other is not None and voice.you(other) and words.has(yours)
    yield words(yours if you else f"note.{key}", **facts)
    yield words(f"note_brief.{key}", **facts)


def _key(card: Laid) -> str:
    moment = card.by
    if not card.played:
        how = "alone" if moment.who == moment.target else moment.form
        suffered = {"guess": "guessed", "compare": "outranked", "replace": "dropped", "alone": "dropped_self"}
        return suffered.get(how, "")
    if moment.form == "guess":
        return moment.result
    if moment.form == "compare":
        return {"tie": "tie", "won": "won", "lost": "lost"}.get(moment.result, "")
    if moment.form == "replace":
        return "" if moment.who == moment.target else "drop"
    return {"look": "look", "trade": "trade"}.get(moment.form, "")


# ------------------------------------------------------------ what holds of a hand


class KnownHand:
    """What is known of somebody's hand; `stale`: they have drawn a card since."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Another card."""
        self.isnt: dict[CardId, Seat] = {}  # by whom it was named
        self.above: CardId | None = None
        self.stale = False

    def drew(self) -> None:
        """What was known may be of the card that was just played."""
        if self.stale:
            self.forget()
        self.stale = bool(self.isnt or self.above)


class Knowledge:
    """Of one round, by one person: what each hand isn't, and who knows the own card."""

    def __init__(self, moments: Sequence[MomentShown], seats: int, you: Seat | None) -> None:
        self.hands = [KnownHand() for _ in range(seats)]
        self.seen: dict[Seat, CardId] = {}  # the own card, by those who know it
        self._you = you
        for moment in moments:
            if moment.who is not None and moment.card is not None:
                self._heard(moment, moment.who, moment.target)

    def _heard(self, moment: MomentShown, who: Seat, target: Seat | None) -> None:
        self.hands[who].drew()
        if who == self._you:
            self.seen = {seat: card for seat, card in self.seen.items() if card != moment.card}
        if target is not None and target != who:
            self._met(moment, who, target)
        elif moment.form == "replace":
            self._new(who)
        if moment.out is not None:
            self._new(moment.out)
            self.seen.pop(moment.out, None)

    def _met(self, moment: MomentShown, who: Seat, target: Seat) -> None:
        hands, you = self.hands, self._you
        if moment.form == "guess" and moment.result == "missed" and moment.named:
            if hands[target].stale:
                hands[target].forget()
            hands[target].isnt.setdefault(moment.named, who)
        elif moment.form == "look" and target == you and moment.met:
            self.seen[who] = moment.met
        elif moment.form == "replace":
            self._new(target)
        elif moment.form == "compare":
            self._compared(moment, who, target)
        elif moment.form == "trade":
            hands[who], hands[target] = hands[target], hands[who]
            if you in (who, target) and moment.came:
                self.seen = {target if who == you else who: moment.came}

    def _compared(self, moment: MomentShown, who: Seat, target: Seat) -> None:
        if self._you in (who, target):
            if moment.result == "tie" and moment.held:
                self.seen[target if who == self._you else who] = moment.held
            return
        loser, lost = (target, moment.met) if moment.result == "won" else (who, moment.held)
        if moment.out == loser and lost:
            survivor = self.hands[who if loser == target else target]
            if survivor.stale:
                survivor.forget()
            survivor.above = lost

    def _new(self, seat: Seat) -> None:
        """A hand was laid down."""
        self.hands[seat].forget()
        if seat == self._you:
            self.seen = {}
