"""Moonrakers, for two to four smugglers with two numbered crates each, northern or southern.

1. Every night all decide in secret, and in silence, whether to dare; the
   ballots open together.
2. Then the crew must agree on a coast: proposals may change until they are
   equal, and once everybody has made one anybody may call the die, on which
   one to three is north.
3. In turn, with signals at most, each lands a crate: on the chosen coast it
   counts its number, for the daring twice, on the other the daring lose it.
4. Whoever has landed one draws another; when the pile is out the landed
   crates are shuffled.
5. After the last night the highest score wins.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from lltui.errors import UsageTrouble
from lltui.games.game import Action, Game, News, Pile, Seat, Shuffled, Talk

from . import model as m


class WrongCrew(UsageTrouble):
    """Two to four."""


class State(Struct):
    """Everything, hidden or not.  The top of the pile is its last crate."""

    seats: int
    nights: int
    night: int
    phase: m.Phase
    turn: Seat
    pile: list[m.Crate]
    landed: list[m.Crate]
    hands: list[list[m.Crate]]
    ballots: list[bool | None]
    proposals: list[m.Coast | None]
    die: int | None
    coast: m.Coast | None
    scores: list[int]


class Moonrakers(Game[State]):
    model = m.MODEL
    state = State
    revision = 1

    def start(self, options: m.Options, seats: int) -> State:
        if not 2 <= seats <= 4:
            raise WrongCrew(seats=seats)
        return State(
            seats=seats,
            nights=options.nights,
            night=0,
            phase="deal",
            turn=0,
            pile=[],
            landed=[],
            hands=[[] for _ in range(seats)],
            ballots=[None] * seats,
            proposals=[None] * seats,
            die=None,
            coast=None,
            scores=[0] * seats,
        )

    def pile(self, state: State) -> Pile | None:
        match state.phase:
            case "deal":
                return Pile(3 * state.seats, fresh=True)
            case "die":
                return Pile(6, fresh=False)
            case "reshuffle":
                return Pile(len(state.landed), fresh=False)
        return None

    def legal(self, state: State, seat: Seat) -> Sequence[Action]:
        match state.phase:
            case "vote" if state.ballots[seat] is None:
                return (m.Vote(True), m.Vote(False))
            case "agree":
                proposals = tuple(m.Propose(c) for c in ("n", "s") if c != state.proposals[seat])
                return proposals if None in state.proposals else (*proposals, m.CallDie())
            case "land" if seat == state.turn:
                return tuple(m.Land(crate) for crate in state.hands[seat])
        return ()

    def play(self, state: State, seat: Seat, action: Action | Shuffled, news: News | None = None) -> None:
        tell = news or News()
        match action:
            case Shuffled(order):
                self._ordered(state, order, tell)
            case m.Vote(dare):
                self._vote(state, seat, dare, tell)
            case m.Propose(coast):
                state.proposals[seat] = coast
                tell.announce(m.Proposed(seat, coast))
                if set(state.proposals) == {coast}:
                    self._choose(state, coast, tell)
            case m.CallDie():
                state.phase = "die"
                tell.announce(m.DieCalled(seat))
            case m.Land(crate):
                self._land(state, crate, tell)

    def _ordered(self, state: State, order: tuple[int, ...], tell: News) -> None:
        match state.phase:
            case "deal":
                crates = [f"{coast}{number}" for number in range(1, 7) for coast in "ns"]
                state.pile = [crates[k] for k in reversed(order)]
                for seat in (*range(state.seats), *range(state.seats)):
                    self._draw(state, seat, tell)
                self._fall(state, tell)
            case "die":
                state.die = order[0] + 1
                tell.announce(m.DieThrown(state.die))
                self._choose(state, "n" if state.die <= 3 else "s", tell)
            case "reshuffle":
                state.pile = [state.landed[k] for k in reversed(order)]
                state.landed = []
                tell.announce(m.Reshuffled(len(order)))
                self._refill(state, tell)

    def _vote(self, state: State, seat: Seat, dare: bool, tell: News) -> None:  # noqa: FBT001
        state.ballots[seat] = dare
        tell.announce(m.Voted(seat))
        tell.whisper(m.BallotCast(seat, dare), seat)
        if None not in state.ballots:
            state.phase = "agree"
            tell.announce(m.BallotsOpened(tuple(state.ballots)))
            tell.open(m.Vote, *range(state.seats))

    def _choose(self, state: State, coast: m.Coast, tell: News) -> None:
        state.phase, state.coast, state.turn = "land", coast, 0
        tell.announce(m.CoastChosen(coast))

    def _land(self, state: State, crate: m.Crate, tell: News) -> None:
        who, number = state.turn, int(crate[1])
        right, dared = crate[0] == state.coast, state.ballots[who]
        points = (2 if dared else 1) * number if right else -number if dared else 0
        state.hands[who].remove(crate)
        state.landed.append(crate)
        state.scores[who] += points
        tell.announce(m.Landed(who, crate, points))
        if state.pile:
            self._refill(state, tell)
        else:
            state.phase = "reshuffle"

    def _refill(self, state: State, tell: News) -> None:
        self._draw(state, state.turn, tell)
        state.phase = "land"
        state.turn += 1
        if state.turn == state.seats:
            self._fall(state, tell)

    def _draw(self, state: State, seat: Seat, tell: News) -> None:
        crate = state.pile.pop()
        state.hands[seat].append(crate)
        tell.announce(m.Drew(seat))
        tell.whisper(m.CrateDrawn(seat, crate), seat)

    def _fall(self, state: State, tell: News) -> None:
        if state.night == state.nights:
            state.phase = "over"
            best = max(state.scores)
            tell.announce(m.MatchWon(tuple(s for s in range(state.seats) if state.scores[s] == best)))
            return
        state.night += 1
        state.phase, state.die, state.coast = "vote", None, None
        state.ballots = [None] * state.seats
        state.proposals = [None] * state.seats
        tell.announce(m.NightFell(state.night))

    def public(self, state: State) -> m.Public:
        shut = state.phase in {"deal", "vote"}
        return m.Public(
            phase=state.phase,
            night=state.night,
            turn=state.turn if state.phase in {"land", "reshuffle"} else None,
            hands=tuple(len(hand) for hand in state.hands),
            pile=len(state.pile),
            scores=tuple(state.scores),
            landed=tuple(state.landed),
            voted=tuple(ballot is not None for ballot in state.ballots),
            dares=() if shut else tuple(state.ballots),
            proposals=tuple(state.proposals),
            die=state.die,
            coast=state.coast,
        )

    def private(self, state: State, seat: Seat) -> m.Private:
        return m.Private(
            hand=tuple(state.hands[seat]),
            ballot=state.ballots[seat] if state.phase == "vote" else None,
        )

    def talk(self, state: State, seat: Seat) -> Talk:
        match state.phase:
            case "vote":
                return Talk.SHUT
            case "land" | "reshuffle":
                return Talk.SIGNALS
        return Talk.OPEN

    def refuses(self, state: State, seat: Seat, text: str) -> str | None:
        return "numbers" if any(c.isnumeric() for c in text) else None

    def copy(self, state: State) -> State:
        return State(
            seats=state.seats,
            nights=state.nights,
            night=state.night,
            phase=state.phase,
            turn=state.turn,
            pile=state.pile.copy(),
            landed=state.landed.copy(),
            hands=[hand.copy() for hand in state.hands],
            ballots=state.ballots.copy(),
            proposals=state.proposals.copy(),
            die=state.die,
            coast=state.coast,
            scores=state.scores.copy(),
        )


RULES = Moonrakers()
