"""What somebody who is new to the game is told at this moment; and what anybody is told who asks for advice.

In the guided match every question has its steps, and only the prepared move
goes on.  In any other match something is told once, when it comes up for the
first time.

Advice is what the bot `hard` reckons from this seat, in numbers and in words
from the same numbers: nothing goes into it but the view and what was heard.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from lltui.bots.catalog import HARD, adviser, bots, lent
from lltui.desk.desk import Desk
from lltui.desk.half_move import AskedMove
from lltui.desk.love_letter.moments import Knowledge
from lltui.desk.love_letter.view import MatchView
from lltui.desk.telling import ToldOnce
from lltui.games.chair import Glimpse
from lltui.games.game import Action, Event
from lltui.games.love_letter.events import CardId
from lltui.games.love_letter.model import Play
from lltui.games.love_letter.prepared import MOVES, TAKEN
from lltui.games.love_letter.views import Public
from lltui.text import Voice, Wording, chosen

if TYPE_CHECKING:  # who never asks loads no weights
    from lltui.bots.love_letter.hard import Advised, Adviser

# By round, pile and what is asked.  Of two the second stands once the right answer is selected.
STEPS: Mapping[tuple[int, int, str], tuple[str, ...]] = {
    (1, 10, "card"): ("goal", "hand"),
    (1, 10, "target"): ("who",),
    (1, 10, "guess"): ("guess",),
    (1, 7, "card"): ("out", "safe"),
    (1, 4, "card"): ("keep",),
    (1, 4, "target"): ("look",),
    (1, 1, "card"): ("duel",),
    (1, 0, "round"): ("showdown",),
    (2, 10, "card"): ("shield",),
    (2, 6, "card"): ("left",),
    (2, 6, "target"): ("target",),
    (2, 3, "card"): ("prince",),
    (2, 3, "target"): ("princess",),
    (2, 3, "match"): ("match",),
}
LESSONS = tuple(name for names in STEPS.values() for name in names)  # as they are counted
# What comes up in any match by the effect of a card in hand; and what the steps have told of that.
EFFECTS = ("guess", "look", "compare", "shield", "replace", "trade", "fall")
TEACHES = {"guess": "guess", "safe": "safe", "look": "look", "duel": "compare", "shield": "shield",
           "prince": "replace"}  # fmt: skip

Key = Callable[[Any], str]  # what is pressed or typed for an answer


class Hint(NamedTuple):
    """`move` is what goes on, and `place` which step this is; a hint of a usual match has neither."""

    name: str
    title: str
    text: str
    move: str = ""
    place: str = ""


class Guide(ToldOnce):
    """Of one person at one table; `told` are the names of the hints that were shown before."""

    def __init__(
        self, told: Collection[str], learn: Callable[[str], None], *, prepared: bool = False
    ) -> None:
        super().__init__(told, learn)
        self.prepared = prepared
        self._stands = ""
        self._hidden = False

    # ------------------------------------------------------------------ asked

    def wanted(self, view: MatchView, making: AskedMove) -> Any:
        """The only answer that goes on; None where any does."""
        question = making.question
        if not self.prepared or question is None:
            return None
        move = MOVES.get((view.public.round, view.public.pile))
        return getattr(move, question.field, None) if move in making.menu else None

    def refuses(self, view: MatchView, making: AskedMove, answer: Any) -> bool:
        """Whether the guide waits for something else."""
        wanted = self.wanted(view, making)
        return wanted is not None and answer != wanted

    def hints(self, view: MatchView, making: AskedMove | None, words: Wording, key: Key) -> tuple[Hint, ...]:
        """All that there is to tell of what is asked now; without a move, of the end of a round or match."""
        if not self.prepared:
            name = self._first(view, making) if TAKEN in self._told else ""
            return (self._hint(view, f"first.{name}", words, self._speaks_of(view, name)),) if name else ()
        asked = self._asked(view, making)
        step = (view.public.round, view.public.pile, asked)
        names = STEPS.get(step, ())
        for lesson in (TAKEN, *(TEACHES[name] for name in names if name in TEACHES)):
            self._learn(lesson)
        return tuple(
            self._hint(view, f"step.{name}", words)._replace(
                move=self.move(view, making, words, key),
                place=words("place", number=LESSONS.index(name) + 1, all=len(LESSONS)),
            )
            for name in names
        )

    def hint(self, view: MatchView, making: AskedMove | None, words: Wording, key: Key) -> Hint | None:
        """The one that stands, unless it was hidden."""
        found = self.hints(view, making, words, key)
        if not found:
            return None
        right = making is not None and making.selected == self.wanted(view, making) is not None
        hint = found[-1 if right else 0]
        if hint.name != self._stands:
            self._stands, self._hidden = hint.name, False
        return None if self._hidden else hint

    def hide(self) -> None:
        """Until there is another one."""
        self._hidden = True

    # ---------------------------------------------------------------- guided

    def _asked(self, view: MatchView, making: AskedMove | None) -> str:
        if making is None:
            return "match" if view.public.match_won else "round"
        return making.question.field if making.question is not None else ""

    def move(self, view: MatchView, making: AskedMove | None, words: Wording, key: Key) -> str:
        """What goes on, as a sentence."""
        if making is None:
            return words(f"go_on.{self._asked(view, making)}")
        wanted = self.wanted(view, making)
        if making.selected == wanted:
            return words("enter")
        label = view.names[wanted] if isinstance(wanted, int) else view.voice.card(str(wanted))
        return words("press", typed=key(wanted), answer=label)

    # -------------------------------------------------------- in other matches

    def _first(self, view: MatchView, making: AskedMove | None) -> str:
        """What is told in this moment: it was chosen when the moment began."""
        asked = making is not None and making.question is not None
        moment = view.public.round, view.public.pile, asked, view.out
        return self.once(moment, self._new(view, asked=asked))

    def _new(self, view: MatchView, *, asked: bool) -> Iterator[str]:
        """What may be told now, the most urgent first."""
        if view.out:
            yield "out"
        if not asked:
            return
        if view.private.barred:
            yield "forced"
        if any(view.public.seats[seat].safe for seat in view.others):
            yield "safe"
        if not view.public.pile:
            yield "last"
        held = {view.faces[card].effect for card in view.private.hand}
        yield from (effect for effect in EFFECTS if effect in held)

    # ------------------------------------------------------------------ words

    @staticmethod
    def _speaks_of(view: MatchView, effect: str) -> CardId:
        """The card in hand with this effect; none for a hint of something else."""
        return next((card for card in view.private.hand if view.faces[card].effect == effect), "")

    def _hint(self, view: MatchView, key: str, words: Wording, card: CardId = "") -> Hint:
        known = facts(view.voice, view.names, tuple(view.faces), card)
        return Hint(key, words(f"{key}.title", **known), words(f"{key}.text", **known))


def facts(voice: Voice, names: Sequence[str], cards: Sequence[CardId], about: CardId = "") -> dict[str, str]:
    """What a hint may name: tokens, players by seat, cards, bare or with an article; the one it is about."""
    known = {"token": voice.token(1), "tokens": voice.token(2)}
    known |= {f"name{seat}": name for seat, name in enumerate(names)}
    for card in cards:
        the = voice.card(card, "nom")
        known |= {card: voice.card(card), f"{card}_acc": voice.card(card, "acc")}
        known |= {f"the_{card}": the, f"The_{card}": the[:1].upper() + the[1:]}
    return known | {"The_card": known.get(f"The_{about}", "")}


# ------------------------------------------------------------------- advice

SAME = 0.02  # of a chance: less is no difference
CERTAIN = 100  # of 100 cases
NOTHING = 1e-9  # is lost where chances are added up
SPEAKS = 0.5  # a card that is so much less likely than by the count was made so by what somebody played


class MoveTold(NamedTuple):
    """One legal move with its chance in whole per cent; `mark` is "best", "same" as that one, or empty."""

    chance: int
    move: str
    mark: str


class AdviceTold(NamedTuple):
    """What one holds, the best move and why, all moves, and what their numbers mean."""

    hand: str
    best: str
    why: tuple[str, ...]
    moves: tuple[MoveTold, ...]
    meant: str


class Counsel:
    """Somebody to ask at one table, who has heard what was heard there."""

    def __init__(self) -> None:
        self._adviser: Adviser | None = None
        self._desk: Desk | None = None
        self._last: tuple[Event, ...] = ()

    def asked(self, desk: Desk, menu: Sequence[Action]) -> tuple[Advised, ...]:
        """Of every move on this menu; empty where nothing is to be chosen, or `withheld` says why not."""
        began, glimpse = desk.began, desk.glimpse
        if began is None or began.you is None or glimpse is None or not menu:
            return ()
        heard = [each for each in desk.told if each]
        at = next((place for place in range(len(heard), 0, -1) if heard[place - 1] is self._last), 0)
        if desk is not self._desk or not at:
            self._desk, self._adviser, at = desk, adviser(began.game, began.options, began.you), 0
        self._last = heard[-1] if heard else ()
        news = tuple(event for each in heard[at:] for event in each)
        if self._adviser is None:
            return ()
        return self._adviser.moves(Glimpse(news, glimpse.public, glimpse.private, tuple(menu)))


def withheld(desk: Desk, menu: Sequence[Action], *, played: bool | None = None) -> str:
    """Why nobody is asked for advice here and now; empty where somebody is.

    Of a match that is only looked at, `played` says whether its moves may be judged.
    """
    began, glimpse = desk.began, desk.glimpse
    if began is None or glimpse is None:
        return "turn"
    if began.you is None:
        return "watch" if played is None else "eyes"
    if not (desk.local or played or getattr(began.options, "advice", "off") == "on"):
        return "agreed" if played is None else "runs"
    if HARD not in bots(began.game, began.options):
        return "rules"
    public, hand = glimpse.public, getattr(glimpse.private, "hand", ())
    assert isinstance(public, Public), public
    if menu:
        return "" if len(hand) == 2 else "moment"  # another hand is none that the rules ask
    return "moment" if played is not None else "out" if public.seats[began.you].out else "turn"


def advice_told(view: MatchView, found: Sequence[Advised]) -> AdviceTold:
    """All of it in words, the best first."""
    words, moves = view.words, tuple(_moves_told(view, found))
    hand = [words("advice.held", card=view.faces[card].name, value=view.faces[card].value)
            for card in view.private.hand if card in view.faces]  # fmt: skip
    meant = words("advice.meant", hard=chosen(words.language, "level.value", "hard"))
    if learned := lent(view.options):
        edition = chosen(words.language, "edition.value", learned)
        meant += " " + words("advice.lent", edition=edition)
    return AdviceTold(
        words("advice.hand", cards=words.row(hand)),
        words("advice.best", move=moves[0].move, chance=moves[0].chance),
        tuple(Because(view, found).sentences()),
        moves,
        meant,
    )


def _moves_told(view: MatchView, found: Sequence[Advised]) -> Iterator[MoveTold]:
    """The best first; guesses at one hand that are worth the same stand together."""
    best, together = found[0], dict[tuple[int, str, CardId, int | None], list[Action]]()
    for each in found:
        move, mark = each.move, "same" if best.chance - each.chance < SAME else ""
        assert isinstance(move, Play), "no other move is advised on"
        key = percent(each.chance), "best" if each is best else mark, move.card, move.target
        together.setdefault(key, []).append(move)
    for (chance, mark, *_), moves in together.items():
        yield MoveTold(chance, named_move(view, *moves), mark)


def percent(chance: float) -> int:
    """Whole, and certain only where nothing else can be."""
    return round(100 * chance) if chance in (0, 1) else min(99, max(1, round(100 * chance)))


def named_move(view: MatchView, move: Action, *others: Action) -> str:
    """Card, whom it meets, and what is named; of others that differ in that alone, all that are."""
    assert isinstance(move, Play), "no other move is advised on"
    parts = [view.faces[move.card].name]
    if move.target is not None:
        own = move.target == view.you
        parts.append(view.voice.begin(move.target) if own else view.names[move.target])
    if guesses := [each.guess for each in (move, *others) if isinstance(each, Play) and each.guess]:
        parts.append(view.words.row([view.faces[guess].name for guess in guesses], "or"))
    return view.words("advice.then").join(parts)


def _duel(lower: int, even: int, higher: int) -> str:
    """Which of its ends can come."""
    if lower and higher:
        return "_tie" if even else ""
    if lower:
        return "_safe" if even else "_sure"
    return "_even" if not higher else "_risk" if even else "_lost"


def _trade(lower: int, even: int, higher: int) -> str:
    """As above."""
    if lower and higher:
        return ""
    if higher:
        return "_up" if even else "_higher"
    return "_even" if not lower else "_down" if even else "_lower"


ENDS: Mapping[str, Callable[[int, int, int], str]] = {"compare": _duel, "trade": _trade}


class Because:
    """Why a move is the best of them, in words from what it was reckoned by."""

    def __init__(self, view: MatchView, found: Sequence[Advised]) -> None:
        best = found[0]
        assert isinstance(best.move, Play), "no other move is advised on"
        self._view, self._found, self._best, self._move = view, found, best, best.move
        target, keeps = self._move.target, str(best.keeps)
        self._facts: dict[str, object] = {
            "name": "" if target is None else view.voice.name(target),
            "keep": view.voice.card(keeps, "acc"),
            "keep_nom": view.voice.card(keeps, "nom"),
            "value": view.faces[keeps].value,
        }

    def sentences(self) -> Iterator[str]:
        """What it does and how likely, what speaks for that, and what the other card would come to."""
        if len(self._found) == 1:
            yield self._say("only")
        yield from self._does()
        yield from self._heard()
        yield from self._known()
        yield from self._other()

    def _say(self, key: str, **facts: object) -> str:
        return self._view.words(f"advice.why.{key}", **{**self._facts, **facts})

    def _does(self) -> Iterator[str]:
        view, move = self._view, self._move
        effect = view.faces[move.card].effect
        if effect != "fall" and not view.public.pile and effect in ("look", "shield", "nothing"):
            yield self._say("showdown")
        elif effect in ("shield", "nothing", "fall"):
            yield self._say(effect)
        elif move.target is None:
            yield self._say("idle")
        elif effect == "guess":
            yield self._guess(str(move.guess))
        elif effect == "replace" and move.target == view.you:
            yield self._say("redraw", higher=self._chance(1))
        elif effect == "replace" and not self._chance(1):
            yield self._say("replace_bare")
        elif effect == "replace" and (fall := self._falls()) > 0:
            key = "replace_fall" if percent(fall) < CERTAIN else "replace_fall_sure"
            yield self._say(key, fall=percent(fall), card=self._fatal())
        else:
            lower, even, higher = (self._chance(sign) for sign in (-1, 0, 1))
            end = ENDS[effect](lower, even, higher) if effect in ENDS else ""
            if effect == "look" and max(self._best.odds.values()) == 1:
                end = "_known"
            yield self._say(f"{effect}{end}", lower=lower, even=even, higher=higher, **self._likeliest())

    def _guess(self, card: CardId) -> str:
        """As a share of the cards where nothing but the count speaks; else in per cent, beside the count."""
        hit, counted = self._best.odds.get(card, 0.0), self._best.counted.get(card, 0.0)
        named = self._view.voice.card(card, "acc")
        if hit in (0, 1):
            return self._say("guess_sure" if hit else "guess_none", card=named)
        if abs(hit - counted) < SAME:
            left = self._view.unseen
            all_ = sum(max(0, each) for each in left.values())
            if abs(left[card] / max(1, all_) - counted) < SAME:
                return self._say("guess_counted", card=named, number=left[card], all=all_)
        return self._say("guess", card=named, hit=percent(hit), counted=percent(counted))

    def _heard(self) -> Iterator[str]:
        """Which cards that hand hardly holds by what its owner played, and which it cannot."""
        odds, counted = self._best.odds, self._best.counted
        if not odds or max(odds.values()) == 1 or self._move.target == self._view.you:
            return
        never = [card for card in counted if not odds.get(card)]
        hardly = [card for card in counted if 0 < odds.get(card, 0) < SPEAKS * counted[card]]
        if never:
            yield self._say("never", cards=self._cards(never, "acc"))
        if hardly:
            yield self._say("hardly", cards=self._cards(hardly, "dat"))

    def _known(self) -> Iterator[str]:
        """Who knows the card that is played, or the one that is kept."""
        view = self._view
        seen = Knowledge(view.happened, len(view.names), view.you).seen
        for seat, card in seen.items():
            if view.public.seats[seat].out or card not in (self._move.card, self._best.keeps):
                continue
            gone = card == self._move.card and card != self._best.keeps
            yield self._say("known_goes" if gone else "known_stays", who=view.voice.begin(seat),
                            card=view.voice.card(card, "acc"))  # fmt: skip

    def _other(self) -> Iterator[str]:
        """The best that the other card can do."""
        best = self._best
        others = (each for each in self._found if getattr(each.move, "card", None) != self._move.card)
        other = next(others, None)
        if other is not None:
            same = best.chance - other.chance < SAME
            move = named_move(self._view, other.move)
            yield self._say("other_same" if same else "other", move=move, chance=percent(other.chance))

    # ------------------------------------------------------------------ numbers

    def _chance(self, sign: int) -> int:
        """How often what is met or drawn is less than what is kept, equal to it, or more."""
        faces, keeps = self._view.faces, str(self._best.keeps)
        mine = faces[keeps].value
        share = sum(
            odds
            for card, odds in self._best.odds.items()
            if (faces[card].value > mine) - (faces[card].value < mine) == sign
        )
        return percent(float(round(share))) if abs(share - round(share)) < NOTHING else percent(share)

    def _falls(self) -> float:
        faces = self._view.faces
        return sum(odds for card, odds in self._best.odds.items() if faces[card].effect == "fall")

    def _fatal(self) -> str:
        faces = self._view.faces
        return self._view.voice.card(next(card for card in faces if faces[card].effect == "fall"), "acc")

    def _likeliest(self) -> dict[str, object]:
        odds = self._best.odds
        card = max(odds, key=odds.__getitem__)
        return {"card": self._view.voice.card(card, "nom"), "most": percent(odds[card])}

    def _cards(self, cards: Sequence[CardId], case: str) -> str:
        return self._view.words.row([self._view.voice.card(card, case) for card in cards], "or")
