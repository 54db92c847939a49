"""Whether advice and analysis are true, judged by long playouts: `python bench/training/judge.py --write`.

A position is taken from a match.  What the others may hold there is not asked of `hard`: the round is played
once more from its deal in many worlds, in which all that this seat cannot see is dealt anew.  A world goes on
as long as this seat would have been told the same there, and counts for as much as `normal` would have played
what was played.  In worlds drawn from these, each move is played out to the end of the round: its player goes
on like `hard`, the others like `normal`.  Of advice the best moves are judged, of an analysis what it calls a
slip or a blunder.  With `--write` the figures are kept in bench/judged.json; docs/reference/strength.md.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import deepcopy
from datetime import UTC, datetime
from functools import partial
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean, pstdev
from typing import Any, NamedTuple

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent))

from lltui.arena import SimulatedMatch, play_out  # noqa: E402  # the path comes first
from lltui.arena.workers import Where, each  # noqa: E402
from lltui.bots.catalog import bot  # noqa: E402
from lltui.bots.love_letter.hard import Hard, Reckoning  # noqa: E402
from lltui.bots.love_letter.players import BLUFFS, CLOSE, Memory, Normal, Outlook, Weighing, deck  # noqa: E402
from lltui.games.chair import Glimpse  # noqa: E402
from lltui.games.game import Action, Event, News, Seat  # noqa: E402
from lltui.games.love_letter.model import MODEL, Options, Play  # noqa: E402
from lltui.games.love_letter.rules.state import State  # noqa: E402
from lltui.games.rulebooks import rules  # noqa: E402
from lltui.record.analysis import analysed  # noqa: E402
from lltui.record.kept_match_facts import ReplayFacts, ReplayScene  # noqa: E402

KEPT = HERE.parent / "judged.json"
SEED = 700_000  # no match of training, of the arena, of the league or of the calibration has one from here on
WORLDS, PLAYOUTS = 6_000, 1_000
TRIES = 200  # for each world that is wanted
LIKELY = 1.96  # of a normal distribution, so far to either side lie 95 %
OPEN = 0.97  # where more is certain there is nothing to judge
SPREAD = 0.05  # between the best and the last move, at least
SLIPS = 2  # of each analysis
GAME = rules(MODEL.id)


class Turn(NamedTuple):
    """What somebody did in a round, and what the judged seat heard of it."""

    seat: Seat
    action: Action
    heard: tuple[Event, ...]


class Position(NamedTuple):
    """A choice: the round up to it, who is asked, and that seat's own `hard` with all that it has heard."""

    options: Options
    hero: Seat
    dealt: State
    turns: tuple[Turn, ...]
    now: State
    player: Hard


class World(NamedTuple):
    """How the cards may lie, and what each of the others heard in this round.

    In such a story None stands where somebody gave away the card that others knew.
    """

    state: State
    stories: Mapping[Seat, tuple[Event | None, ...]]


class TooFewWorlds(Exception):
    """What was played here was so unlikely that it happened in none of them."""


# ------------------------------------------------------------------- the worlds


def _turned(cards: list[str], rng: Random) -> Iterator[str]:
    rng.shuffle(cards)
    return iter(cards)


def dealt_anew(position: Position, rng: Random) -> World:
    """The same deal to this seat, and any to the others."""
    state, hero = position.dealt.copy(), position.hero
    others = [seat for seat in range(state.seats) if seat != hero]
    hidden = [*state.pile, *(card for seat in others for card in state.hands[seat])]
    cards = _turned(hidden + [state.aside] * (state.aside is not None), rng)
    for seat in others:
        state.hands[seat] = tuple(next(cards) for _ in state.hands[seat])
    state.pile = [next(cards) for _ in state.pile]
    state.aside = next(cards, None)
    return World(state, dict.fromkeys(others, ()))


def drawn_anew(state: State, rng: Random) -> State:
    """A copy in which what nobody holds lies in another order."""
    after = state.copy()
    cards = _turned([*after.pile] + [after.aside] * (after.aside is not None), rng)
    after.pile = [next(cards) for _ in after.pile]
    after.aside = next(cards, None)
    return after


def after(
    world: World, hero: Seat, seat: Seat, action: Action, rng: Random
) -> tuple[World, tuple[Event, ...]]:
    """What comes of it in this world, and what the judged seat hears of that."""
    state, news = drawn_anew(world.state, rng), News()
    assert isinstance(action, Play), "no edition that advice is given in asks for anything else"
    forgets = (None,) if action.card == state.hands[seat][0] else ()
    GAME.play(state, seat, action, news)

    def heard(by: Seat) -> tuple[Event, ...]:
        return tuple(event for event, seats in news.told if seats is None or by in seats)

    stories = {
        other: (*story, *(forgets if other == seat else ()), *heard(other))
        for other, story in world.stories.items()
    }
    return World(state, stories), heard(hero)


def remembering(world: World, options: Options, seat: Seat) -> Normal:
    """Who plays like `normal` on this seat, and has heard its story."""
    player = Normal(options, seat)
    for event in world.stories[seat]:
        if event is None:
            player.memory.spies = frozenset()
        else:
            player.memory.hear((event,))
    return player


def likely(world: World, options: Options, seat: Seat, action: Action) -> float:
    """How often `normal` plays this here."""
    memory: Memory = remembering(world, options, seat).memory
    state, share = world.state, 0.0
    menu = GAME.legal(state, seat)
    at = Outlook(memory, GAME.public(state), GAME.private(state, seat))
    for bluffs, part in ((False, 1 - BLUFFS), (True, BLUFFS)):
        weigh = Weighing(at, bluffs=bluffs)
        worth = {each: weigh(each) for each in menu}
        best = [each for each in menu if worth[each] >= max(worth.values()) - CLOSE]
        share += part * (action in best) / len(best)
    return share


def believed(position: Position, number: int, rng: Random) -> list[World]:
    """So many worlds, each as often as it is likely by all that this seat was told."""
    worlds = [dealt_anew(position, rng) for _ in range(number)]
    for turn in position.turns:
        found, weights = list[World](), list[float]()
        for _ in range(number * TRIES):
            before = rng.choice(worlds)
            if turn.action not in GAME.legal(before.state, turn.seat):
                continue
            world, heard = after(before, position.hero, turn.seat, turn.action, rng)
            if heard != turn.heard:
                continue
            other = turn.seat != position.hero
            weight = likely(before, position.options, turn.seat, turn.action) if other else 1.0
            if weight:
                found.append(world)
                weights.append(weight)
                if len(found) == number:
                    break
        if not found:
            raise TooFewWorlds
        worlds = rng.choices(found, weights, k=number)
    return worlds


# ----------------------------------------------------------------- the playouts


def played_out(position: Position, world: World, move: Action, rng: Random) -> float:
    """What is won of the round with this move: all, a share, or nothing."""
    options, hero = position.options, position.hero
    world, heard = after(world, hero, hero, move, rng)
    player: Hard | None = None
    while world.state.how_won is None and world.state.standing >> hero & 1:
        seat = world.state.turn
        public, private = GAME.public(world.state), GAME.private(world.state, seat)
        menu = tuple(GAME.legal(world.state, seat))
        if seat == hero:
            player = player or deepcopy(position.player, {id(deck(options)): deck(options)})
            action = player.choose(Glimpse(heard, public, private, menu), rng)
            heard = ()
        else:
            action = remembering(world, options, seat).choose(Glimpse((), public, private, menu), rng)
        world, news = after(world, hero, seat, action, rng)
        heard += news
    won = world.state.round_won
    return (hero in won) / max(1, len(won))


class Came(NamedTuple):
    """What came of each move in the same worlds."""

    won: Mapping[Action, Sequence[float]]

    def share(self, move: Action) -> float:
        """Of the rounds."""
        return fmean(self.won[move])

    def half(self, move: Action, other: Action | None = None) -> float:
        """Half of the interval in which it lies, or in which the difference of the two does."""
        less = self.won[other] if other is not None else [0.0] * len(self.won[move])
        gaps = [one - two for one, two in zip(self.won[move], less, strict=True)]
        return LIKELY * pstdev(gaps) / sqrt(len(gaps))


def playouts(position: Position, moves: Iterable[Action], worlds: int, number: int, seed: str) -> Came:
    """Each of these moves as often, in the same worlds and with the same luck."""
    found = believed(position, worlds, Random(seed))
    chosen = [found[at % worlds] for at in range(number)]
    return Came(
        {
            move: [
                played_out(position, world, move, Random(f"{seed} {at}")) for at, world in enumerate(chosen)
            ]
            for move in moves
        }
    )


# ------------------------------------------------------------------- the matches


class Told(NamedTuple):
    """An entry of a match, as the judged seat is told it; at its own choices with the position."""

    glimpse: Glimpse
    deal: int
    position: Position | None


def match_of(options: Options, seats: int, hero: Seat, level: str, seed: int) -> Iterator[Told]:
    """A match among those who play like `normal`; the judged seat plays as it is told to."""
    rng = Random(f"judged {seed}")
    match = SimulatedMatch(GAME, options, seats, rng)
    players = {
        seat: bot("normal" if seat != hero else level, MODEL.id, options, seat) for seat in range(seats)
    }
    adviser, dealt, turns, waiting, since = Hard(options, hero), match.state, list[Turn](), None, ()
    chosen: list[tuple[Seat, Action]] = []

    def choose(seat: Seat) -> Action:
        glimpse = match.glimpse(seat) if seat != hero else waiting
        assert glimpse is not None
        chosen[:] = [(seat, players[seat].choose(glimpse, rng))]
        return chosen[0][1]

    for _ in play_out(match, choose):
        glimpse = match.glimpse(hero)
        since += glimpse.heard
        if chosen:
            turns.append(Turn(*chosen[0], glimpse.heard))
            chosen.clear()
        else:
            dealt, turns = match.state.copy(), []
        position, waiting = None, None
        if match.state.turn == hero:
            waiting = Glimpse(since, glimpse.public, glimpse.private, glimpse.menu)
            adviser.worth(waiting)
            player = deepcopy(adviser, {id(deck(options)): deck(options)})
            position = Position(options, hero, dealt, tuple(turns), match.state.copy(), player)
            since = ()
        yield Told(glimpse, match.state.round, position)


# -------------------------------------------------------------------- what is judged


def spelt(move: Action) -> str:
    """Card, seat and guess, as far as there are such."""
    assert isinstance(move, Play)
    parts = (move.card, None if move.target is None else str(move.target), move.guess)
    return " ".join(part for part in parts if part is not None)


def said_of(position: Position) -> dict[Action, float]:
    """What advice says of each move, the best first."""
    worth, player = position.player.weighing(by=Reckoning), position.player
    said = {move: worth(player.move(move)) for move in GAME.legal(position.now, position.hero)}
    return dict(sorted(said.items(), key=lambda pair: -pair[1]))


def to_judge(said: Mapping[Action, float], rng: Random) -> list[Action]:
    """The best, the next one, the best of the other card, and any one."""
    moves = [*said]
    other = (move for move in moves if getattr(move, "card", None) != getattr(moves[0], "card", None))
    return [*dict.fromkeys([*moves[:2], *[*other][:1], rng.choice(moves)])]


def where(position: Position) -> dict[str, Any]:
    """Which position it is."""
    now, hero = position.now, position.hero
    return {"seats": now.seats, "round": now.round, "pile": len(now.pile), "hand": " ".join(now.hands[hero])}


def advice(edition: str, worlds: int, number: int, count: int) -> dict[str, Any]:
    """One choice of a match, any at which there is something to choose."""
    seed, seats = SEED + count, 2 + count % 3
    options, rng = Options(edition), Random(f"choice {seed}")
    open_ = list[tuple[Position, dict[Action, float]]]()
    for told in match_of(options, seats, seed % seats, "hard", seed):
        if told.position is not None:
            said = said_of(told.position)
            best, last = max(said.values()), min(said.values())
            if best < OPEN and best - last > SPREAD:
                open_.append((told.position, said))
    rng.shuffle(open_)
    for position, said in open_:
        moves = to_judge(said, rng)
        with suppress(TooFewWorlds):
            came = playouts(position, moves, worlds, number, f"advice {seed}")
            break
    best = moves[0]
    better = max(moves, key=came.share)
    return {
        "seed": seed,
        **where(position),
        "moves": [
            [spelt(move), round(said[move], 3), round(came.share(move), 3), round(came.half(move), 3)]
            for move in moves
        ],
        "lost": round(came.share(better) - came.share(best), 3),
        "half": round(came.half(better, best), 3),
    }


class PlayedHere:
    """A match that was played in this process, as an analysis looks at one."""

    def __init__(self, facts: ReplayFacts, told: Sequence[Told]) -> None:
        self.facts = facts
        self._told = told

    def scenes(self, view: object) -> Iterator[ReplayScene]:
        """As the judged seat saw it."""
        assert view == self.facts.seat
        for seq, each_ in enumerate(self._told):
            yield ReplayScene(seq, each_.deal, each_.glimpse, (), ())


def analysis(edition: str, worlds: int, number: int, count: int) -> dict[str, Any]:
    """A match of somebody who slips now and then, and what the analysis calls its worst moves."""
    seed, seats, level = SEED + 1_000 + count, 2 + count % 3, ("easy", "normal")[count % 2]
    options, hero = Options(edition), count % seats
    told = [*match_of(options, seats, hero, level, seed)]
    names, bots = tuple(f"seat {seat}" for seat in range(seats)), frozenset(range(seats)) - {hero}
    facts = ReplayFacts(1, 0, MODEL.id, options, names, bots, hero, over=True, checked=0, lie=None)
    found = analysed(PlayedHere(facts, told), (hero,)).seats[hero]
    worst = sorted(found.choices, key=lambda move: -move.cost)[:SLIPS]
    rows = []
    for move in (each_ for each_ in worst if each_.cost):
        position = told[move.seq].position
        assert position is not None, "it was asked for there"
        try:
            came = playouts(position, (move.best, move.made), worlds, number, f"analysis {seed} {move.seq}")
        except TooFewWorlds:
            continue
        rows.append(
            {
                **where(position),
                "made": spelt(move.made),
                "best": spelt(move.best),
                "verdict": move.verdict,
                "said": round(move.cost, 3),
                "came": round(came.share(move.best) - came.share(move.made), 3),
                "half": round(came.half(move.best, move.made), 3),
            }
        )
    counted = {"seed": seed, "seats": seats, "level": level, "choices": len(found.choices), **found.counted}
    return {**counted, "moves": rows}


# --------------------------------------------------------------------- to keep


def summed(kept: Mapping[str, Any]) -> dict[str, float]:
    """What it comes to: how far off what is said is, and how often something else was better for certain."""
    moves = [move for row in kept["advice"] for move in row["moves"]]
    slips = [move for row in kept["analyses"] for move in row["moves"]]
    return {
        "moves": len(moves),
        "off": fmean(abs(said - came) for _, said, came, _ in moves),
        "beyond": sum(abs(said - came) > half for _, said, came, half in moves),
        "pieces": len(kept["advice"]),
        "worse": sum(row["lost"] > row["half"] for row in kept["advice"]),
        "lost": fmean(row["lost"] for row in kept["advice"]),
        "slips": len(slips),
        "confirmed": sum(move["came"] > move["half"] for move in slips),
        "refuted": sum(move["came"] < -move["half"] for move in slips),
        "said": fmean(move["said"] for move in slips),
        "came": fmean(move["came"] for move in slips),
    }


def written(kept: Mapping[str, Any]) -> str:
    """As it is kept: what is judged has a line each."""
    parts = []
    for name, value in kept.items():
        told = json.dumps(value)
        if isinstance(value, list):
            told = "[\n" + ",\n".join(f" {json.dumps(row)}" for row in value) + "\n]"
        parts.append(f"{json.dumps(name)}: {told}")
    return "{" + ",\n".join(parts) + "}\n"


def main() -> None:
    """Parse, judge, print."""
    parser = argparse.ArgumentParser(prog="judge.py", description=__doc__)
    parser.add_argument("--edition", default=Options().edition)
    parser.add_argument("--advice", type=int, default=20)
    parser.add_argument("--analyses", type=int, default=10)
    parser.add_argument("--worlds", type=int, default=WORLDS)
    parser.add_argument("--playouts", type=int, default=PLAYOUTS)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--write", action="store_true", help=f"keep the figures in {KEPT.name}")
    asked = parser.parse_args()
    kept: dict[str, Any] = {"date": f"{datetime.now(UTC):%Y-%m-%d}", "edition": asked.edition}
    kept |= {"worlds": asked.worlds, "playouts": asked.playouts}
    for name, judged, count in (("advice", advice, asked.advice), ("analyses", analysis, asked.analyses)):
        kept[name] = []
        for row in each(
            partial(judged, asked.edition, asked.worlds, asked.playouts), range(count), Where(asked.jobs)
        ):
            kept[name].append(row)
            print(json.dumps(row), flush=True)
    print(*(f"{name}: {value:.4g}" for name, value in summed(kept).items()), sep="\n")
    if asked.write:
        KEPT.write_text(written(kept), "utf-8")


if __name__ == "__main__":
    main()
