"""What a match was worth to each seat, moment by moment, and what its own moves cost.

Everything is reckoned from what this seat was told up to that moment: what it could
not know is luck, and never a slip.  A round is followed in steps, each of which changes
its chance: the deal and each draw, by what they gave against the mean of all cards that
might have come; a choice, from the best move to the one that was made; what an own
move met; and what the others did until the next own turn.  So the steps of a round
add up to its result, less what somebody like `hard` wins of such rounds on average.

That is more than everybody's share, for the chances are those of who goes on like
`hard` among weaker players.  The chance of the match is one among equals: there the
chance of a round is stretched, so that before the first card it is that share.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from math import exp, sqrt
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, TypeAlias

from msgspec import to_builtins

from lltui.bots.catalog import adviser
from lltui.errors import Trouble
from lltui.games.game import Seat, asked
from lltui.games.love_letter.events import Played, RoundBegan
from lltui.games.love_letter.model import MODEL, Options, Play
from lltui.games.love_letter.views import Private, Public
from lltui.record.kept_match_facts import ReplayFacts, ReplayScene, View

if TYPE_CHECKING:
    from lltui.bots.love_letter.hard import Advised, Adviser

# Points of a round that a move may cost; below the first the chances are not that exact.
CLOSE, SMALL, LARGE = 0.02, 0.05, 0.15
TURNS, TURN = 5, 0.05  # turning points at most, and by how much of the match each turns it
SEEN_AGAIN, POINT = 3, 0.01  # moments at most; one that changed less is none

Cause: TypeAlias = Literal["deal", "draw", "choice", "met", "others"]
Verdict: TypeAlias = Literal["best", "fine", "slip", "blunder"]


class NoAnalysisOfGame(Trouble):
    """Only Love Letter has anybody who can say what a move is worth."""


class NoAnalysisOfEdition(Trouble):
    """Nobody has learned this edition."""


class NoAnalysisByOtherRules(Trouble):
    """The match was played by rules that this program has not got."""


class NoHandToAnalyse(Trouble):
    """A watcher's copy of a match that is not over."""


class NoAnalysisYet(Trouble):
    """The match runs, and those who play it did not agree on advice."""


class NothingToAnalyse(Trouble):
    """Not a card was dealt."""


class Film(Protocol):
    """A match that was kept, as `ReplayViews` has it."""

    @property
    def facts(self) -> ReplayFacts:
        """What is known of it."""

    def scenes(self, view: View) -> Iterable[ReplayScene]:
        """All there are for these eyes; a Trouble if they may not look."""


class Chances(NamedTuple):
    """The chance of a seat to win the round, and the match if all play the rounds to come equally well."""

    round: float
    match: float


class ChanceStep(NamedTuple):
    """One thing that changed the chances of a seat; entry `seq` shows it, or asks for the choice.

    Of what others did, `played` is the move that changed it most.
    """

    cause: Cause
    seq: int
    deal: int
    before: Chances
    after: Chances
    played: Played | None = None

    @property
    def gave(self) -> float:
        """In rounds."""
        return self.after.round - self.before.round

    @property
    def turned(self) -> float:
        """In matches."""
        return self.after.match - self.before.match


class JudgedMove(NamedTuple):
    """A move of the seat, and the best one there was; entry `seq` asked for it, among `choices`."""

    seq: int
    deal: int
    made: Play
    best: Play
    chance: float
    most: float
    choices: int
    idle: bool = False  # it met nobody, since nobody could be chosen

    @property
    def cost(self) -> float:
        """In rounds."""
        return self.most - self.chance

    @property
    def forced(self) -> bool:
        """Whether there was nothing to choose."""
        return self.choices == 1

    @property
    def verdict(self) -> Verdict:
        """By what it cost."""
        if self.cost < CLOSE:
            return "best"
        return "fine" if self.cost < SMALL else "slip" if self.cost < LARGE else "blunder"


class Turning(NamedTuple):
    """A moment at which the match turned for a seat: by its own `move`, or by what another one `played`."""

    cause: Cause
    seq: int
    deal: int
    before: float
    after: float
    move: JudgedMove | None = None
    played: Played | None = None

    @property
    def slipped(self) -> bool:
        """Whether something was given away by choice."""
        return self.cause == "choice"


class SeatAnalysis(NamedTuple):
    """A match as one seat lived it.

    Of each round that ended, `results` has what it brought: 1, a share, or 0; and `average` what it
    brings somebody like `hard` before a card is dealt.
    """

    seat: Seat
    seats: int
    steps: tuple[ChanceStep, ...]
    moves: tuple[JudgedMove, ...]
    results: tuple[float, ...]
    average: tuple[float, ...]

    @property
    def choices(self) -> tuple[JudgedMove, ...]:
        """The moves where there was something to choose."""
        return tuple(move for move in self.moves if not move.forced)

    @property
    def counted(self) -> dict[Verdict, int]:
        """How many choices there were of each kind."""
        kinds: tuple[Verdict, ...] = ("best", "fine", "slip", "blunder")
        verdicts = [move.verdict for move in self.choices]
        return {kind: verdicts.count(kind) for kind in kinds}

    @property
    def cost(self) -> float:
        """Of all own moves, in rounds."""
        return sum(move.cost for move in self.moves)

    def gave(self, *causes: Cause) -> float:
        """What these brought, in rounds."""
        return sum(step.gave for step in self.steps if step.cause in causes)

    @property
    def luck(self) -> float:
        """What deal and draws gave, and what the own moves met."""
        return self.gave("deal", "draw", "met")

    @property
    def turnings(self) -> tuple[Turning, ...]:
        """Where the match turned most, in their order."""
        found = sorted(_turnings(self.steps, self.moves), key=lambda each: -abs(each.after - each.before))
        most = [each for each in found if abs(each.after - each.before) >= TURN][:TURNS]
        return tuple(sorted(most, key=lambda each: each.seq))

    @property
    def moments(self) -> tuple[Turning, ...]:
        """What is worth seeing again, in its order: from what a slip threw away one learns twice as much."""

        def weight(each: Turning) -> float:
            return abs(each.after - each.before) * (2 if each.slipped else 1)

        found: dict[int, Turning] = {}
        all_ = (*self._slips(), *_turnings(self.steps, self.moves))
        seen = (each for each in all_ if abs(each.after - each.before) >= POINT)
        for each in sorted(seen, key=weight, reverse=True):
            found.setdefault(each.seq, each)
        return tuple(sorted([*found.values()][:SEEN_AGAIN], key=lambda each: each.seq))

    def _slips(self) -> Iterator[Turning]:
        """What was given away by choice, whatever came of it."""
        moves = {move.seq: move for move in self.moves if move.verdict in ("slip", "blunder")}
        for step in self.steps:
            if step.cause == "choice" and step.seq in moves:
                yield Turning("choice", step.seq, step.deal, *_matches(step, step), moves[step.seq])


def _matches(first: ChanceStep, last: ChanceStep) -> tuple[float, float]:
    return first.before.match, last.after.match


def _turnings(steps: Sequence[ChanceStep], moves: Sequence[JudgedMove]) -> Iterator[Turning]:
    """An own move with what it met; anything else by itself, as long as the seat is in the round."""
    own = {move.seq: move for move in moves}
    for step, then in pairwise((*steps, None)):
        assert step is not None, "only the last is none"
        if step.cause == "choice":
            last = then if then is not None and then.cause == "met" else step
            yield Turning("met", step.seq, step.deal, *_matches(step, last), own[step.seq])
        elif step.cause != "met" and step.before.round != step.after.round:
            yield Turning(step.cause, step.seq, step.deal, *_matches(step, step), played=step.played)


# ------------------------------------------------------------------- the whole match


class MatchAnalysis(NamedTuple):
    """A match, as far as this copy may tell it."""

    facts: ReplayFacts
    seats: Mapping[Seat, SeatAnalysis]


def analysable(facts: ReplayFacts) -> tuple[Seat, ...]:
    """Whose match may be analysed: everybody's once it is over, before that, at most the owner's."""
    if facts.game != MODEL.id:
        raise NoAnalysisOfGame(game=facts.game)
    assert isinstance(facts.options, Options)
    if facts.unjudged is not None:
        raise NoAnalysisByOtherRules
    if adviser(facts.game, facts.options, 0) is None:
        raise NoAnalysisOfEdition(edition=facts.options.edition)
    if facts.over:
        return tuple(range(len(facts.names)))
    if not facts.judgeable:
        raise NoAnalysisYet
    if facts.seat is None:
        raise NoHandToAnalyse
    return (facts.seat,)


class SeatFilm(NamedTuple):
    """A match as one seat saw it: all that is wanted to analyse it, wherever that is done."""

    facts: ReplayFacts
    seat: Seat
    scenes: tuple[ReplayScene, ...]


Told: TypeAlias = Callable[[float], object]


class Each(Protocol):
    """Somebody who does several at a time, and hands them back in their order."""

    def __call__(
        self, work: Callable[[SeatFilm], SeatAnalysis], films: Sequence[SeatFilm]
    ) -> Iterator[SeatAnalysis]:
        """All of them."""


def analysed(
    film: Film, seats: Iterable[Seat] | None = None, told: Told = lambda _: None, each: Each | None = None
) -> MatchAnalysis:
    """All of it, or some seats; `told` hears now and then how much is done, from 0 to 1."""
    chosen = [*(analysable(film.facts) if seats is None else seats)]
    films = [SeatFilm(film.facts, seat, tuple(film.scenes(seat))) for seat in chosen]
    found: dict[Seat, SeatAnalysis] = {}

    def here(done: float) -> None:
        told((len(found) + done) / len(films))

    worked = each(seat_analysis, films) if each else (seat_analysis(one, here) for one in films)
    for one in worked:
        found[one.seat] = one
        here(0)
    return MatchAnalysis(film.facts, found)


def seat_analysis(film: SeatFilm, told: Told = lambda _: None) -> SeatAnalysis:
    """What one seat lived through."""
    follower = SeatFollower(film.facts, film.seat)
    for at, scene in enumerate(film.scenes):
        follower.look(scene)
        told(at / len(film.scenes))
    found = follower.analysis()
    if not found.steps:
        raise NothingToAnalyse
    return found


class SeatFollower:
    """Goes through a match with one seat."""

    def __init__(self, facts: ReplayFacts, seat: Seat) -> None:
        found = adviser(facts.game, facts.options, seat)
        assert found is not None, "asked before"
        self._adviser: Adviser = found
        self._seat, self._seats = seat, len(facts.names)
        self._now: Chances | None = None  # None before the first round
        self._public: Public
        self._playing = False
        self._asked: tuple[int, tuple[Advised, ...]] | None = None  # the choice that waits, and its entry
        # What the others played since the own move, where, and the chance after it.
        self._others: list[tuple[int, Played, float]] = []
        self._steps: list[ChanceStep] = []
        self._moves: list[JudgedMove] = []
        self._results: list[float] = []
        self._average: list[float] = []  # of this round, too

    def analysis(self) -> SeatAnalysis:
        """Up to here."""
        ended = len(self._results)
        return SeatAnalysis(
            self._seat,
            self._seats,
            tuple(self._steps),
            tuple(self._moves),
            tuple(self._results),
            tuple(self._average[:ended]),
        )

    def look(self, scene: ReplayScene) -> None:
        """The next entry."""
        public = scene.glimpse.public
        assert isinstance(public, Public)
        began = any(isinstance(event, RoundBegan) for event in scene.glimpse.heard)
        if began:
            self._average[len(self._results) :] = [self._adviser.undealt(scene.glimpse)]
            self._now, self._playing, self._asked = self._standing(self._average[-1], public), True, None
            self._others.clear()
        mine = self._chose(scene) if self._asked else None
        self._public = public
        self._follow(scene, "deal" if began else "others" if mine is None else "met", mine)

    def _follow(self, scene: ReplayScene, how: Cause, mine: int | None) -> None:
        """What this entry made of the chance; the adviser follows a match by being asked at each."""
        glimpse, public = scene.glimpse, self._public
        turn = _turn(scene)
        options = self._adviser.moves(glimpse) if turn else ()
        chance = options[0].chance if options else self._adviser.standing(glimpse)
        at = scene.seq if mine is None else mine
        before_draw = self._adviser.undrawn(glimpse) if turn else chance
        plays = (each for each in glimpse.heard if isinstance(each, Played) and each.who != self._seat)
        self._others += ((scene.seq, each, before_draw) for each in plays)
        if not self._playing:
            self._lots(scene)
        elif public.how_won is not None:
            self._goes(how, at, scene.deal, chance)
            self._results.append(chance)
            self._playing = False
        elif turn and self._asked is None:
            self._goes(how, at, scene.deal, before_draw)
            self._goes("draw", scene.seq, scene.deal, chance)
            self._asked = scene.seq, options
        elif how != "others" or (public.seats[self._seat].out and self._now and self._now.round):
            self._goes(how, at, scene.deal, chance)

    def _chose(self, scene: ReplayScene) -> int | None:
        """What the choice that waited was, and cost, if it has been made; the entry that asked for it."""
        heard = (each for each in scene.glimpse.heard if isinstance(each, Played) and each.who == self._seat)
        played = next(heard, None)
        if played is None or self._asked is None:
            return None
        (seq, options), self._asked = self._asked, None
        play = Play(played.card, played.target, played.guess)
        made = next((each for each in options if each.move == play), None)
        if made is None:  # told by a table that nobody has judged yet: such a move was on no menu
            return None
        best = options[0]
        assert isinstance(best.move, Play)
        move = JudgedMove(
            seq, scene.deal, play, best.move, made.chance, best.chance, len(options), played.idle
        )
        self._moves.append(move)
        self._goes("choice", seq, scene.deal, made.chance)
        return seq

    def _lots(self, scene: ReplayScene) -> None:
        """Between rounds nothing changes but who wins the match among equals."""
        now, public = self._now, self._public
        if now is not None and public.match_won and now.match != self._standing(now.round, public).match:
            self._goes("draw", scene.seq, scene.deal, now.round)

    def _goes(self, cause: Cause, seq: int, deal: int, chance: float) -> None:
        assert self._now is not None, "a round has begun"
        before, self._now = self._now, self._standing(chance, self._public)
        played = None
        if cause == "others" and self._others:
            was = (before.round, *(after for _, _, after in self._others))
            changed = [abs(after - was[at]) for at, (_, _, after) in enumerate(self._others)]
            seq, played, _ = self._others[changed.index(max(changed))]
        self._others.clear()
        self._steps.append(ChanceStep(cause, seq, deal, before, self._now, played))

    def _standing(self, chance: float, public: Public) -> Chances:
        """With the chance of the match that goes with this one of the round."""
        tokens, target, me = tuple(seat.tokens for seat in public.seats), public.target, self._seat
        if public.match_won:
            return Chances(chance, (me in public.match_won) / len(public.match_won))
        if public.how_won is not None:
            return Chances(chance, leading(tokens, target)[me])
        others = [at for at, seat in enumerate(public.seats) if at != me and not seat.out]
        lost = sum(_with_one_more(tokens, at, target)[me] for at in others) / max(1, len(others))
        even = _among_equals(chance, self._average[-1], 1 / self._seats)
        return Chances(chance, even * _with_one_more(tokens, me, target)[me] + (1 - even) * lost)


def _turn(scene: ReplayScene) -> bool:
    """Whether the seat has two cards and is asked for one."""
    private = scene.glimpse.private
    return asked(scene.glimpse.menu) and isinstance(private, Private) and len(private.hand) > 1


def _among_equals(chance: float, average: float, share: float) -> float:
    """Stretched: nothing stays nothing, certain stays certain, and the average becomes the share."""
    if chance <= average:
        return chance * share / average if average else 0.0
    return 1 - (1 - chance) * (1 - share) / (1 - average)


def _with_one_more(tokens: tuple[int, ...], who: Seat, target: int) -> tuple[float, ...]:
    return leading(tuple(number + (at == who) for at, number in enumerate(tokens)), target)


PARTS = 400  # of the time that is gone through
FARTHEST = 99  # tokens from the end, for no match is played for more; what a table may say is another thing


@lru_cache(4096)
def leading(tokens: tuple[int, ...], target: int) -> tuple[float, ...]:
    """How often each seat wins the match if every round to come is won by anybody equally often.

    Let each seat win by itself, once in a while, at random moments: then who has its last token first is
    who would have it first in rounds.  So the chance is a sum over moments, of how likely this seat has
    its last token just then, and no other one has had it before.
    """
    missing = [min(max(0, target - number), FARTHEST) for number in tokens]
    if 0 in missing:
        return tuple((left == 0) / missing.count(0) for left in missing)
    least = min(missing)
    part = (least + 10 * sqrt(least) + 10) / PARTS
    chances = [0.0] * len(missing)
    for at in range(PARTS):
        moment = (at + 0.5) * part
        just, before = zip(*(_collected(moment, left) for left in missing), strict=True)
        for seat, now in enumerate(just):
            chance = now
            for other, still in enumerate(before):
                chance *= 1.0 if other == seat else still
            chances[seat] += chance
    whole = sum(chances)
    return tuple(chance / whole for chance in chances)


def _collected(moment: float, missing: int) -> tuple[float, float]:
    """How likely somebody has the last of so many just at this moment; and has not had it yet."""
    term, still = exp(-moment), 0.0
    for number in range(1, missing + 1):
        still += term
        last, term = term, term * moment / number
    return last, still


# ------------------------------------------------------------------ for other programs

VERSION = 1  # raised when a key goes or means something else, and not when one comes


def analysis_for_others(found: MatchAnalysis, file: str) -> str:
    """As JSON, in the shape of docs/how-to/analyse-a-match.md."""
    facts = found.facts
    assert isinstance(facts.options, Options), "as analysable asked"
    told: dict[str, Any] = {
        "format": "lltui analysis",
        "version": VERSION,
        "file": file,
        "began": facts.began,
    }
    told |= {"names": facts.names, "you": facts.seat, "over": facts.over, "edition": facts.options.edition}
    return json.dumps(told | {"seats": [*map(_seat_for_others, found.seats.values())]}, indent=1)


def _seat_for_others(found: SeatAnalysis) -> dict[str, Any]:
    return {
        "seat": found.seat,
        "rounds": len(found.results),
        "won": sum(found.results),
        "average": _short(sum(found.average)),
        "luck": {cause: _short(found.gave(cause)) for cause in ("deal", "draw", "met")},
        "others": _short(found.gave("others")),
        "cost": _short(found.cost),
        "counted": found.counted,
        "curve": [
            {
                "entry": step.seq,
                "round": step.deal,
                "cause": step.cause,
                "round_chance": _short(step.after.round),
                "match_chance": _short(step.after.match),
            }
            for step in found.steps
        ],
        "moves": [
            {
                "entry": move.seq,
                "round": move.deal,
                "made": to_builtins(move.made),
                "best": to_builtins(move.best),
                "chance": _short(move.chance),
                "best_chance": _short(move.most),
                "cost": _short(move.cost),
                "verdict": move.verdict,
                "forced": move.forced,
            }
            for move in found.moves
        ],
        "turning_points": [*map(_turning_for_others, found.turnings)],
        "moments": [*map(_turning_for_others, found.moments)],
    }


def _turning_for_others(turning: Turning) -> dict[str, Any]:
    return {
        "entry": turning.seq,
        "round": turning.deal,
        "cause": "slip" if turning.slipped else turning.cause,
        "before": _short(turning.before),
        "after": _short(turning.after),
    }


def _short(chance: float) -> float:
    return round(chance, 4) + 0.0
