"""A match in a few facts: what a list of matches shows, and what statistics are made of."""

from __future__ import annotations

from typing import NamedTuple

from lltui.games.game import Seat
from lltui.record.again import Again, Step
from lltui.record.matchfile import MatchFile
from lltui.record.tales import RoundWon, tale
from lltui.record.witness import Witness
from llwire.entries import Bot


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
    """One file.  Without `sound` nothing of it counts."""

    table: str
    match: int
    began: int
    game: str
    edition: str
    seat: Seat | None
    entries: int
    deals: int
    over: bool
    sound: bool
    players: tuple[Sat, ...]
    rounds: tuple[Won, ...]


class _Rounds:
    """Collects them while the match is played again."""

    def __init__(self) -> None:
        self.won: list[Won] = []

    def __call__(self, again: Again, step: Step) -> None:
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
    public = witness.again.game.public(witness.again.state)
    winners = facts.winners(public)
    return Summary(
        table=file.head.table.hex(),
        match=file.head.match,
        began=file.head.began,
        game=genesis.game,
        edition=facts.edition(witness.options),
        seat=witness.seat,
        entries=len(witness.told),
        deals=witness.match.deal,
        over=bool(winners),
        sound=witness.sound,
        players=_players(witness, winners),
        rounds=tuple(rounds.won),
    )


def _players(witness: Witness, winners: tuple[Seat, ...]) -> tuple[Sat, ...]:
    rows = []
    for seat, row in enumerate(witness.genesis.roster):
        bot = row.bot if isinstance(row, Bot) else None
        who = f"bot {row.bot}" if isinstance(row, Bot) else row.id.hex()
        rows.append(Sat(seat, witness.names[seat], who, bot, won=seat in winners))
    return tuple(rows)
