"""What somebody who is new to the game is told at this moment, and what they have to do then.

In the guided match every question has its steps, and only the prepared move
goes on.  In any other match something is told once, when it comes up for the
first time.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from lltui.desk.half_move import AskedMove
from lltui.desk.love_letter.view import MatchView
from lltui.games.love_letter.events import CardId
from lltui.games.love_letter.prepared import MOVES, TAKEN
from lltui.text import Voice, Wording

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


class Guide:
    """Of one person at one table; `told` are the names of the hints that were shown before."""

    def __init__(
        self, told: Collection[str], learn: Callable[[str], None], *, prepared: bool = False
    ) -> None:
        self.prepared = prepared
        self._told, self._learn = {*told}, learn
        self._moment: object = None
        self._now = self._stands = ""
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
            name = self._first(view, making)
            return (self._hint(view, f"first.{name}", words),) if name else ()
        asked = self._asked(view, making)
        step = (view.public.round, view.public.pile, asked)
        names = STEPS.get(step, ())
        for lesson in (TAKEN, *(TEACHES[name] for name in names if name in TEACHES)):
            self._learn(lesson)
        return tuple(
            self._hint(view, f"step.{name}", words)._replace(
                move=self.move(view, making, words, key),
                place=words("place", number=[*STEPS].index(step) + 1, all=len(STEPS)),
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
        if moment != self._moment:
            self._moment = moment
            self._now = next((name for name in self._new(view, asked=asked) if name not in self._told), "")
            if self._now:
                self._told.add(self._now)
                self._learn(self._now)
        return self._now

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

    def _hint(self, view: MatchView, key: str, words: Wording) -> Hint:
        known = facts(view.voice, view.names, tuple(view.faces))
        return Hint(key, words(f"{key}.title", **known), words(f"{key}.text", **known))


def facts(voice: Voice, names: Sequence[str], cards: Sequence[CardId]) -> dict[str, str]:
    """What a hint may name: tokens, players by seat, and cards, bare or with an article."""
    known = {"token": voice.token(1), "tokens": voice.token(2)}
    known |= {f"name{seat}": name for seat, name in enumerate(names)}
    for card in cards:
        the = voice.card(card, "nom")
        known |= {card: voice.card(card), f"{card}_acc": voice.card(card, "acc")}
        known |= {f"the_{card}": the, f"The_{card}": the[:1].upper() + the[1:]}
    return known
