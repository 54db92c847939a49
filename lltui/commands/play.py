"""`lltui play`: one person against bots, or on every chair, at once."""

from __future__ import annotations

import os
import secrets
from collections.abc import Sequence
from random import Random
from typing import NamedTuple, Self

from msgspec import Struct
from msgspec.structs import replace

from lltui import garbage
from lltui.arena.local_match import LocalMatch
from lltui.bots.catalog import bot, bots
from lltui.commands import screen
from lltui.commands.agreed import Agreed, agreed
from lltui.commands.cli_context import CliContext, settle
from lltui.desk.desk import Words
from lltui.errors import UsageTrouble
from lltui.games.love_letter.model import Options
from lltui.games.models import model
from lltui.games.rulebooks import rules
from lltui.games.seat import Chair
from lltui.options import Typed
from lltui.table.local_chairs import Hotseat, Solo
from lltui.tui.ways import Alone

# No two begin alike, and none as a command of the board does: one letter is enough to choose.
NAMES = ("Ada", "Dora", "Emil", "Finn", "Greta", "Ida", "Jon", "Leo", "Mina", "Noah", "Otto", "Pia", "Rosa",
         "Sam", "Uma", "Will", "Yara")  # fmt: skip
LONGEST_NAME = 20


class SeatsDisagree(UsageTrouble):
    """Two options speak of different numbers of bots."""


class LevelTwice(UsageTrouble):
    """One level for all, and one for each."""


class BadPlayerName(UsageTrouble):
    """A name that cannot be shown or typed."""


class SameName(UsageTrouble):
    """Two players would have one name."""


class Company(NamedTuple):
    """Who sits at the table: the person in seat 0, then the bots with their levels."""

    names: tuple[str, ...]
    levels: tuple[str, ...]


def run(args: Typed) -> int:
    cli = settle(args)
    seed = secrets.randbelow(10**6) if args.seed is None else args.seed
    agreement = agreed(args)
    stage = screen.stage(args, cli)
    company = _company(args, agreement, numbers("names", seed), stage.name if stage else args.name)
    agreement = agreement._replace(options=_options(args, agreement, len(company.names)))
    if stage is not None:
        you, *names = company.names
        wanted = Alone(*agreement, you, company.levels, seed, tuple(names))
        return stage.show(lambda app: app.sit(app.ways.alone(wanted)))
    garbage.run(_evening(cli, company, agreement, seed, pauses=not args.no_pauses))
    return 0


async def _evening(cli: CliContext, company: Company, agreement: Agreed, seed: int, *, pauses: bool) -> None:
    """Matches, until the player has had enough."""
    from lltui.plain.board import Ending, board_of  # noqa: PLC0415 - the full screen needs none of these
    from lltui.plain.sit import Keyboard, sit  # noqa: PLC0415 - as above
    from lltui.text.wording import Wording  # noqa: PLC0415 - as above

    words = Wording(cli.language)
    deals, thoughts = numbers("deals", seed), numbers("thoughts", seed)
    ending = None
    with Keyboard() as keyboard:
        while ending in (None, Ending.AGAIN):
            match = LocalMatch(rules(agreement.game), agreement.options, len(company.names), deals)
            chair = chair_for(match, company.names, company.levels, thoughts)
            board = board_of(chair, Words(cli.language, cli.theme), cli.paper, pauses=pauses)
            if ending is None:
                board.open(words("seed", seed=seed))
            ending = await sit(board, chair, keyboard)
    cli.paper.say(words("goodbye"))


def chair_for(match: LocalMatch, names: tuple[str, ...], levels: Sequence[str], thoughts: Random) -> Chair:
    """With nobody else at the table one sits on every chair."""
    if not levels:
        return Hotseat(match, names)
    game, options = match.game.model.id, match.options
    seated = {seat: bot(level, game, options, seat) for seat, level in enumerate(levels, start=1)}
    return Solo(match, names, seated, thoughts)


def numbers(use: str, seed: int) -> Random:
    """A row of numbers of its own for each use, so that the cards do not depend on how long a bot thinks."""
    return Random(f"{use} {seed}")  # noqa: S311 - repeatable on purpose; nobody is to be kept from guessing


# ------------------------------------------------------------------ the table


def _options(args: Typed, agreement: Agreed, seats: int) -> Struct:
    """With what the person told of themselves, if this game asks for it."""
    alone = (None,) * (seats - 1)
    if not isinstance(agreement.options, Options):
        return agreement.options
    return replace(
        agreement.options,
        dates=(args.date, *alone) if args.date else (),
        ages=(1, *alone) if args.youngest else (),
    )


def _company(args: Typed, agreement: Agreed, rng: Random, chosen: str | None) -> Company:
    you = _name(chosen or _login(os.environ.get("USER", "")))
    if model(agreement.game).together and not (args.bots or args.level):
        seats = args.players or model(agreement.game).seats[0]
        rules(agreement.game).start(agreement.options, seats)
        return Company((you,) * seats, ())
    levels = _levels(args, agreement)
    names = tuple(_name(name) for name in args.names or invite(you, len(levels), rng))
    if len(names) != len(levels):
        raise SeatsDisagree(option="--names", given=len(names), wanted=len(levels))
    everybody = (you, *names)
    for name in everybody:
        if [other.casefold() for other in everybody].count(name.casefold()) > 1:
            raise SameName(name=name)
    return Company(everybody, levels)


def _levels(args: Typed, agreement: Agreed) -> tuple[str, ...]:
    if args.bots and args.level:
        raise LevelTwice
    known, most = bots(agreement.game), model(agreement.game).seats[1]
    wanted = args.players - 1 if args.players else len(args.names or ()) or None
    levels: tuple[str, ...] = args.bots or (args.level or known[-1],) * (wanted or min(3, most - 1))
    if wanted not in (None, len(levels)):
        raise SeatsDisagree(option="--bots", given=len(levels), wanted=wanted)
    for level in levels:
        bot(level, agreement.game, agreement.options, 0)
    return levels


def _name(name: str) -> str:
    name = name.strip()
    if not _can_be_shown(name):
        raise BadPlayerName(name=name, longest=LONGEST_NAME)
    return name


def _login(name: str) -> str:
    """Nobody chose it for a game, so nobody is to blame if it is none for one."""
    return name.title() if _can_be_shown(name) else "You"


def _can_be_shown(name: str) -> bool:
    return name.isprintable() and len(name) <= LONGEST_NAME and any(c.isalpha() for c in name)


def invite(you: str, number: int, rng: Random) -> list[str]:
    """Names for bots, none of which begins like the player's."""
    free = [name for name in NAMES if name[0] != you[:1].upper()]
    return rng.sample(free, number)


# -------------------------------------------------------------- for the screen


class AloneVisit:
    """One person, with bots or on every chair; each match is dealt from the same row of numbers."""

    local, watches, hosts, listed = True, False, False, ""

    def __init__(self, wanted: Alone, names: tuple[str, ...], deals: Random, thoughts: Random) -> None:
        self._wanted, self._names, self._deals, self._thoughts = wanted, names, deals, thoughts
        match = LocalMatch(rules(wanted.game), wanted.options, len(names), deals)
        self.chair: Chair = chair_for(match, names, wanted.levels, thoughts)

    def again(self) -> Self:
        """The same company once more."""
        return type(self)(self._wanted, self._names, self._deals, self._thoughts)

    async def leave(self, *, getting_up: bool) -> None:
        """Nobody waits here."""


def visit(wanted: Alone) -> AloneVisit:
    """A match in this process."""
    seed = wanted.seed
    drawn = invite(wanted.name, len(wanted.levels), numbers("names", seed))
    # Whoever plays with nobody else sits on all chairs.
    spare = drawn or (wanted.name,) * (model(wanted.game).seats[0] - 1)
    names = wanted.names or spare
    return AloneVisit(wanted, (wanted.name, *names), numbers("deals", seed), numbers("thoughts", seed))
