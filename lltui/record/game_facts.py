"""A match in a few facts: what a list of matches shows, and what statistics are made of.

What they are depends on the game: each says it here, for it cannot be known of games as such.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import Struct

from lltui.games import packing
from lltui.games.game import Event, Seat
from lltui.games.love_letter import model as love_letter
from lltui.games.models import model
from lltui.games.two_princes import model as princes
from lltui.record.audit import MatchAudit
from lltui.record.matchfile import MatchFile
from lltui.record.replay_engine import PlayedEntry, RevealedReplay
from llwire.chain.entries import Bot


class RoundWon(NamedTuple):
    """Somebody won a round, with this card in hand if cards decide."""

    seat: Seat
    card: str | None


class GameFacts(NamedTuple):
    """One game.  `rounds` gets what everybody heard of a move, and all private views after it."""

    edition: Callable[[Any], str]
    winners: Callable[[Any], tuple[Seat, ...]]
    rounds: Callable[[Sequence[Event], Sequence[Struct]], Iterator[RoundWon]]


def _love_letter_rounds(heard: Sequence[Event], privates: Sequence[Struct]) -> Iterator[RoundWon]:
    for event in heard:
        if isinstance(event, love_letter.RoundWon):
            for seat in event.winners:
                private = privates[seat]
                assert isinstance(private, love_letter.Private), private
                yield RoundWon(seat, next(iter(private.hand), None))


def _nothing(_heard: Sequence[Event], _privates: Sequence[Struct]) -> Iterator[RoundWon]:
    return iter(())


LOVE_LETTER = GameFacts(lambda options: options.edition, lambda public: public.match_won, _love_letter_rounds)
TWO_PRINCES = GameFacts(lambda options: options.story, lambda _: (), _nothing)
UNKNOWN = GameFacts(lambda _: "", lambda _: (), _nothing)
FACTS: Mapping[str, GameFacts] = {love_letter.MODEL.id: LOVE_LETTER, princes.MODEL.id: TWO_PRINCES}


def game_facts(game: str) -> GameFacts:
    """What is known of a game; nothing, for one that nobody wrote facts of."""
    return FACTS.get(game, UNKNOWN)


class PlayerFacts(NamedTuple):
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
    players: tuple[PlayerFacts, ...]
    rounds: tuple[Won, ...]


class _Rounds:
    """Collects them while the match is played again."""

    def __init__(self) -> None:
        self.won: list[Won] = []

    def __call__(self, again: RevealedReplay, step: PlayedEntry) -> None:
        privates = [again.game.private(step.state, seat) for seat in range(again.seats)]
        heard = [event for event, seats in step.news.told if seats is None]
        found: list[RoundWon] = list(game_facts(again.game.model.id).rounds(heard, privates))
        self.won += [Won(again.deal, *each) for each in found]


def summary(file: MatchFile) -> Summary | None:
    """The facts of one file; None if it has no good entry."""
    rounds = _Rounds()
    witness = MatchAudit(file, rounds)
    if not witness.begun or (witness.lie and witness.lie.seq == 0):
        return None
    genesis = witness.genesis
    facts = game_facts(genesis.game)
    last = _last(witness)
    winners = facts.winners(last) if last is not None else ()
    return Summary(
        table=file.head.table.hex(),
        match=file.head.match,
        began=file.head.began,
        game=genesis.game,
        edition=facts.edition(witness.options),
        seat=witness.owner,
        entries=len(witness.told),
        deals=witness.match.deal,
        over=witness.match.over,
        stopped=witness.match.ending,
        sound=witness.sound,
        judged=witness.unjudged is None,
        players=_players(witness, winners),
        rounds=tuple(rounds.won),
    )


def _last(witness: MatchAudit) -> Any:
    """The public view in the end: as the rules make it, or by other rules as the table told it."""
    game = witness.genesis.game
    if witness.unjudged is None:
        return witness.again.game.public(witness.again.state)
    newest = witness.told[-1].body
    try:
        return packing.glimpse(model(game), newest.view, newest.news).public
    except packing.GarbledError:
        return None


def _players(witness: MatchAudit, winners: tuple[Seat, ...]) -> tuple[PlayerFacts, ...]:
    rows = []
    for seat, row in enumerate(witness.genesis.roster):
        bot = row.bot if isinstance(row, Bot) else None
        who = f"bot {row.bot}" if isinstance(row, Bot) else row.id.hex()
        rows.append(PlayerFacts(seat, witness.names[seat], who, bot, won=seat in winners))
    return tuple(rows)
