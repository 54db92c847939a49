"""The verbs: each changes the round and tells it, with what every seat may know of it.

Nothing else changes a round in play.  What a seat was shown is kept in
`sights` and `buried`, and follows the card: through a trade to its new holder,
from the pile into the hand that draws it, until it is played or hidden again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from msgspec import Struct

from lltui.games.game import News, Seat
from lltui.games.love_letter import events
from lltui.games.love_letter.events import CardId, HowOut
from lltui.games.love_letter.model import Play
from lltui.games.love_letter.rules.state import Buried, Sight, State


class Falling(Protocol):
    """What the verbs ask of an effect."""

    @property
    def targeted(self) -> bool:
        """Whether it meets a player."""

    def fallen(self, do: Doing, who: Seat) -> None:
        """`who` was made to lay the card down."""


class Cards(Protocol):
    """What the verbs ask of an edition made ready."""

    values: dict[CardId, int]

    @property
    def effects(self) -> Mapping[CardId, Falling]:
        """By card."""


class Doing(Struct, gc=False):
    """One move under way; without `news` nobody listens.

    Bots play millions of moves unheard, so an event is built only for a
    listener, and one move costs no more than it must (docs/reference/performance.md).
    """

    ready: Cards
    state: State
    news: News | None

    # ------------------------------------------------------- what effects ask

    def hand(self, who: Seat) -> CardId:
        """The one card of a player who is not choosing between two."""
        return self.state.hands[who][0]

    def value(self, who: Seat) -> int:
        """What that card counts."""
        return self.ready.values[self.state.hands[who][0]]

    # ---------------------------------------------------------- cards move

    def begin_turn(self, who: Seat) -> None:
        """The shield falls, and `who` draws."""
        state = self.state
        state.turn = who
        if state.shielded:
            state.shielded &= ~(1 << who)
        card = self._draw(who)
        if self.news is not None:
            self._tell_drawn(self.news, who, card)

    def lay_down(self, who: Seat, play: Play) -> None:
        """One card of two, face up on the own discards."""
        state, card = self.state, play.card
        one, other = state.hands[who]
        state.hands[who] = (other,) if one == card else (one,)
        state.discards[who] += (card,)
        if state.sights:
            self._forget_one(who, card)
        if self.news is not None:
            idle = play.target is None and self.ready.effects[card].targeted
            self.news.announce(events.Played(who, card, play.target, play.guess, idle=idle))

    def deal(self, order: tuple[Seat, ...]) -> None:
        """Everybody's first card of a round."""
        state = self.state
        for who in order:
            card = state.pile.pop()
            state.hands[who] = (card,)
            if self.news is not None:
                self.news.whisper(events.CardDrawn(who, card), who)

    def draw_openly(self, who: Seat) -> None:
        """The top card of the pile: everybody sees that it is drawn, the owner sees which."""
        card = self._draw(who)
        if self.news is not None:
            self._tell_drawn(self.news, who, card)

    def _tell_drawn(self, news: News, who: Seat, card: CardId) -> None:
        news.announce(events.Drew(who))
        news.whisper(events.CardDrawn(who, card), who)

    def _draw(self, who: Seat) -> CardId:
        state = self.state
        card = state.pile.pop()
        state.hands[who] += (card,)
        if state.buried:
            self._follow_into_hand(who, card)
        return card

    def replace_hand(self, who: Seat) -> None:
        """Lay the hand down without its effect, and draw; the card set aside serves when the pile is gone."""
        state = self.state
        card = self.hand(who)
        state.hands[who] = ()
        state.discards[who] += (card,)
        if state.sights:
            self._forget_one(who, card)
        if self.news is not None:
            self.news.announce(events.Discarded(who, card))
        self.ready.effects[card].fallen(self, who)
        if not state.standing >> who & 1:
            return
        if state.pile:
            self.draw_openly(who)
        else:
            self._take_aside(who)

    def _take_aside(self, who: Seat) -> None:
        state = self.state
        assert state.aside is not None, "the last card of the pile ends the round"
        card, state.aside = state.aside, None
        state.hands[who] = (card,)
        if self.news is not None:
            self.news.announce(events.Drew(who, aside=True))
            self.news.whisper(events.CardDrawn(who, card), who)

    def swap(self, one: Seat, other: Seat) -> None:
        """Both change hands, and each knows now what the other holds."""
        state = self.state
        mine, theirs = state.hands[one], state.hands[other]
        state.hands[one], state.hands[other] = theirs, mine
        holder = {one: other, other: one}
        state.sights = [
            Sight(s.who, holder.get(s.of, s.of), s.card)
            for s in state.sights
            if s.who not in holder or s.of not in holder
        ]
        state.sights += (Sight(one, other, mine[0]), Sight(other, one, theirs[0]))
        if self.news is not None:
            self.news.announce(events.Traded(one, other))
            self.news.whisper(events.HandsTraded(one, other, mine[0], theirs[0]), one, other)

    def take_council(self, who: Seat, most: int) -> None:
        """Draw up to `most` cards and choose; with an empty pile nothing happens."""
        state = self.state
        cards = tuple(self._draw(who) for _ in range(min(most, len(state.pile))))
        if not cards:
            return
        state.phase = "council"
        if self.news is not None:
            self.news.announce(events.TookCouncil(who, len(cards)))
            self.news.whisper(events.CouncilDrawn(who, cards), who)

    def put_under(self, who: Seat, keep: CardId, under: tuple[CardId, ...]) -> None:
        """Keep one card; nobody else knows any longer what `who` holds."""
        state = self.state
        state.hands[who] = (keep,)
        state.pile[:0] = reversed(under)
        state.sights = [s for s in state.sights if s.of != who]
        state.buried = [
            *(Buried(b.who, b.depth + len(under), b.card) for b in state.buried),
            *(Buried(who, depth, card) for depth, card in enumerate(reversed(under))),
        ]
        state.phase = "turn"
        if self.news is not None:
            self.news.announce(events.PutUnder(who, len(under)))
            self.news.whisper(events.CardsBuried(who, under), who)

    # ------------------------------------------------------ players and hands

    def miss(self, who: Seat, target: Seat, guess: CardId | None) -> None:
        """A wrong guess."""
        assert guess is not None
        if self.news is not None:
            self.news.announce(events.GuessMissed(who, target, guess))

    def show(self, of: Seat, to: Seat) -> None:
        """`to` sees the hand of `of`."""
        self._learn(to, of)
        if self.news is not None:
            self.news.announce(events.HandLookedAt(to, of))
            self.news.whisper(events.HandSeen(to, of, self.hand(of)), to)

    def compare(self, one: Seat, other: Seat, loser: Seat | None) -> None:
        """Both see both hands."""
        self._learn(one, other)
        self._learn(other, one)
        if self.news is not None:
            self.news.announce(events.HandsCompared(one, other, loser))
            self.news.whisper(events.HandsSeen(one, other, self.hand(one), self.hand(other)), one, other)

    def shield(self, who: Seat) -> None:
        """Nobody may choose `who` until their next turn."""
        self.state.shielded |= 1 << who
        if self.news is not None:
            self.news.announce(events.Shielded(who))

    def knock_out(self, who: Seat, how: HowOut) -> None:
        """Out of the round; a card still in hand is laid open and does nothing."""
        state = self.state
        hand = state.hands[who]
        state.hands[who] = ()
        state.discards[who] += hand
        state.standing &= ~(1 << who)
        state.fallen += (who,)
        if state.sights:
            state.sights = [s for s in state.sights if s.of != who]
        if self.news is not None:
            self.news.announce(events.KnockedOut(who, how, hand[0] if hand else None))

    def give_token(self, who: Seat, favour: CardId | None = None) -> None:
        """One more towards the match."""
        self.state.tokens[who] += 1
        if self.news is not None:
            self.news.announce(events.TokenWon(who, self.state.tokens[who], favour))

    def favour_the_only(self, card: CardId) -> None:
        """A token for the only one still in who laid `card` down in this round."""
        faithful = [seat for seat in self.state.inside() if card in self.state.discards[seat]]
        if len(faithful) == 1:
            self.give_token(faithful[0], card)

    # ------------------------------------------------------------- who knows

    def _learn(self, who: Seat, of: Seat) -> None:
        """A hand of one card was seen."""
        sights, seen = self.state.sights, Sight(who, of, self.hand(of))
        if seen in sights:
            sights.remove(seen)
        sights.append(seen)

    def _forget_one(self, of: Seat, card: CardId) -> None:
        """`of` laid `card` down: whoever knew of one such card does not know of it any more."""
        sights = self.state.sights
        lost: dict[Seat, Sight] = {}
        for sight in sights:
            if sight.of == of and sight.card == card:
                lost[sight.who] = sight
        for sight in lost.values():
            sights.remove(sight)

    def _follow_into_hand(self, who: Seat, card: CardId) -> None:
        """`who` drew a card from a place that some know."""
        state = self.state
        depth = len(state.pile)
        state.sights += [Sight(b.who, who, card) for b in state.buried if b.depth == depth and b.who != who]
        state.buried = [b for b in state.buried if b.depth < depth]
