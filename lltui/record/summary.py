"""A match in a few facts: what a list of matches shows, and what statistics are made of."""

from __future__ import annotations

from typing import Any, NamedTuple

from lltui.games import packing
from lltui.games.game import Seat
from lltui.games.models import model
from lltui.record.again import RevealedReplay, Step
from lltui.record.matchfile import MatchFile
from lltui.record.tales import RoundWon, tale
from lltui.record.witness import Witness
from llwire.chain.entries import Bot


class Sat(NamedTuple):
    """Somebody at the table.  `who` is the same in every match: a key, or a level of bots."""

    seat: Seat
    name: str
    who: str
    bot: str | None
    won: bool


class Won(NamedTuple):
    """A round, and who won it with which card."""

    deal: int
    seat: Seat
    card: str | None


class Summary(NamedTuple):
    """One file.  Without `sound` nothing of it counts; without `judged` nobody here can tell."""

    table: str
    match: int
    began: int
    game: str
    edition: str
    seat: Seat | None
    entries: int
    deals: int
    over: bool
    stopped: bool
    sound: bool
    judged: bool
    players: tuple[Sat, ...]
    rounds: tuple[Won, ...]


class _Rounds:
    """Collects them while the match is played again."""

    def __init__(self) -> None:
        self.won: list[Won] = []

    def __call__(self, again: RevealedReplay, step: Step) -> None:
        privates = [again.game.private(step.state, seat) for seat in range(again.seats)]
        heard = [event for event, seats in step.news.told if seats is None]
        found: list[RoundWon] = list(tale(again.game.model.id).rounds(heard, privates))
        self.won += [Won(again.deal, *each) for each in found]


def summary(file: MatchFile) -> Summary | None:
    """The facts of one file; None if it has no good entry."""
    rounds = _Rounds()
    witness = Witness(file, rounds)
    if not witness.begun or (witness.lie and witness.lie.seq == 0):
        return None
    genesis = witness.genesis
    facts = tale(genesis.game)
    last = _last(witness)
    winners = facts.winners(last) if last is not None else ()
    return Summary(
        table=file.head.table.hex(),
        match=file.head.match,
        began=file.head.began,
        game=genesis.game,
        edition=facts.edition(witness.options),
        seat=witness.seat,
        entries=len(witness.told),
        deals=witness.match.deal,
        over=witness.match.over,
        stopped=witness.match.ending,
        sound=witness.sound,
        judged=witness.unjudged is None,
        players=_players(witness, winners),
        rounds=tuple(rounds.won),
    )


def _last(witness: Witness) -> Any:
    """The public view in the end: as the rules make it, or by other rules as the table told it."""
    game = witness.genesis.game
    if witness.unjudged is None:
        return witness.again.game.public(witness.again.state)
    newest = witness.told[-1].body
    try:
        return packing.glimpse(model(game), newest.view, newest.news).public
    except packing.GarbledError:
        return None


def _players(witness: Witness, winners: tuple[Seat, ...]) -> tuple[Sat, ...]:
    rows = []
    for seat, row in enumerate(witness.genesis.roster):
        bot = row.bot if isinstance(row, Bot) else None
        who = f"bot {row.bot}" if isinstance(row, Bot) else row.id.hex()
        rows.append(Sat(seat, witness.names[seat], who, bot, won=seat in winners))
    return tuple(rows)
