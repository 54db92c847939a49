"""`lltui play`: one person against bots, or on every chair, at once."""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from lltui import event_loop, files
from lltui.bots.catalog import bot, usual
from lltui.commands import composition
from lltui.commands.chosen_game import agreed
from lltui.commands.cli_context import LONGEST_NAME, CliContext, can_be_shown, login_name, settle
from lltui.commands.composition import LessonsFile
from lltui.desk.desk import Words
from lltui.errors import Trouble, UsageTrouble
from lltui.games.chair import Company
from lltui.games.known_games import MODELS, model
from lltui.games.love_letter.model import Options
from lltui.games.love_letter.prepared import GUIDED, KNOWN
from lltui.games.rulebooks import rules
from lltui.options import Typed
from lltui.plain.paper import Paper, meant, plainly
from lltui.table.local_chair import NOBODY, LocalChair
from lltui.text import Wording
from lltui.tui import first_screen
from lltui.tui.services import Alone, Left, guided

if TYPE_CHECKING:
    from lltui.plain.board import Ending
    from lltui.plain.sit import Keyboard
    from lltui.table.local_match import LocalMatch

# No two begin alike, and none as a command of the board does: one letter is enough to choose.
NAMES = ("Ada", "Dora", "Emil", "Finn", "Greta", "Ida", "Jon", "Leo", "Mina", "Noah", "Otto", "Pia", "Rosa",
         "Sam", "Uma", "Will", "Yara")  # fmt: skip


class SeatsDisagree(UsageTrouble):
    """Two options speak of different numbers of bots."""


class LevelTwice(UsageTrouble):
    """One level for all, and one for each."""


class BadPlayerName(UsageTrouble):
    """A name that cannot be shown or typed."""


class SameName(UsageTrouble):
    """Two players would have one name."""


class ContinuedAsItWas(UsageTrouble):
    """An option that names another match than the one that lies unfinished."""


class GuidedAsItIs(UsageTrouble):
    """An option that names another match than the guided one."""


# What names a match: with one of these a new one begins, and nobody is asked.
NAMES_ONE = ("game", "agree", "edition", "variant", "target", "players", "level", "bots", "names", "date",
             "youngest", "seed", "guided")  # fmt: skip


def run(args: Typed) -> int:
    cli = settle(args)
    alone = OwnMatches(os.environ)
    named = [name for name in NAMES_ONE if getattr(args, name)]
    goes_on = vars(args)["continue"]
    if goes_on and (named or args.new):
        raise ContinuedAsItWas(option=f"--{(*named, 'new')[0]}")
    if args.guided and named != ["guided"]:
        raise GuidedAsItIs(option=f"--{named[0]}")
    if goes_on:
        alone.unfinished()
    stage = composition.stage(args, cli)
    wanted = None if goes_on else _wanted(args, composition.chosen_name(args, stage))
    asks = not (set(named) - {"game"} or args.new or goes_on)
    kind = wanted.game if wanted is not None and named else ""  # who names a game is asked of its matches
    if stage is None:
        event_loop.run(_evening(cli, alone, wanted, asks=asks, kind=kind, pauses=not args.no_pauses))
        return 0
    code = stage.show(first_screen.alone(wanted, asks=asks, kind=kind))
    for told in _waiting(alone, Wording(cli.language, area="net")):
        Paper(sys.stderr).say(told)
    return code


def _waiting(alone: OwnMatches, words: Wording) -> Iterator[str]:
    """Of each game the match that lies unfinished, and what is typed for it; first what was played last."""
    found = sorted(filter(None, map(alone.left, MODELS)), key=lambda left: -left.when)
    for number, left in enumerate(found):
        line = f"lltui play {left.game}" if number else "lltui play"
        yield words("unfinished.waits", line=line, **left.facts(words))


def _wanted(args: Typed, name: str | None) -> Alone:
    """The match that the options name, tried once; without a name where nobody knows one."""
    seed = secrets.randbelow(10**6) if args.seed is None else args.seed
    game, options = agreed(args)
    you = _name(name) if name else login_name(os.environ)
    if args.guided:
        return guided(you)
    if model(game).together and not (args.bots or args.level):
        rules(game).start(options, args.players or model(game).seats[0])
        return Alone(game, options, you, (), seed)
    levels, names = _levels(args, game, options), tuple(map(_name, args.names or ()))
    if names and len(names) != len(levels):
        raise SeatsDisagree(option="--names", given=len(names), wanted=len(levels))
    for one in (you, *names):
        if [other.casefold() for other in (you, *names)].count(one.casefold()) > 1:
            raise SameName(name=one)
    if isinstance(options, Options):  # it asks what a person tells of themselves
        others = (None,) * len(levels)
        dates, ages = (args.date, *others) if args.date else (), (1, *others) if args.youngest else ()
        options = replace(options, dates=dates, ages=ages)
    return Alone(game, options, you, levels, seed, names)


async def _evening(
    cli: CliContext, alone: OwnMatches, wanted: Alone | Left | None, *, asks: bool, kind: str, pauses: bool
) -> None:
    """Matches, until the player has had enough."""
    from lltui.plain.board import Ending  # noqa: PLC0415 - the full screen needs none of these: 2 ms
    from lltui.plain.sit import Keyboard  # noqa: PLC0415 - as above: 2 ms

    words, net = Wording(cli.language), Wording(cli.language, area="net")
    with Keyboard() as keyboard:
        lessons = LessonsFile(os.environ)
        new_here = asks and not kind and lessons.new_here
        if isinstance(wanted, Alone) and keyboard.typed_by_hand and new_here:
            if await _learns(cli, keyboard):
                wanted = guided(wanted.name)
            else:
                lessons.learn(KNOWN)
        if asks and keyboard.typed_by_hand and (left := alone.left(kind)) is not None:
            wanted = left if await _goes_on(cli, net, keyboard, left) else wanted
        if isinstance(wanted, Alone) and not wanted.name:
            wanted = replace(wanted, name=await _called(cli, keyboard, wanted))
        opening = net("unfinished.goes_on")
        if isinstance(wanted, Alone):  # who types by hand has a replay, and needs no number
            opening = "" if keyboard.typed_by_hand else words("seed", seed=wanted.seed)
        chair = alone.chair(wanted)
        if chair.guided:  # its deal is prepared: no number deals it again
            opening = Wording(cli.language, area="guide")("offer.about")
        ending = await matches(cli, chair, keyboard, opening, pauses=pauses)
    for told in _waiting(alone, net) if ending is Ending.LEFT else ():
        cli.paper.say(plainly(told))
    cli.paper.say(words("goodbye"))


async def _called(cli: CliContext, keyboard: Keyboard, wanted: Alone) -> str:
    """What to call somebody whom nothing here names; nobody reads a question in a file."""
    if keyboard.typed_by_hand and sys.stdout.isatty():
        return await composition.ask_name(cli, keyboard.line, "", wanted.names)
    return Wording(cli.language, area="cli")("nameless")


async def _learns(cli: CliContext, keyboard: Keyboard) -> bool:
    """Whether somebody who is new here learns the game first."""
    words = Wording(cli.language, "plain", "guide")
    answers = tuple(words(f"offer.{name}") for name in ("learn", "know"))
    cli.paper.say(words("offer.about"))
    return await _asked(cli, keyboard, words("offer.question"), answers) == 0


async def matches(
    cli: CliContext, chair: LocalChair, keyboard: Keyboard, opening: str, *, pauses: bool
) -> Ending:
    """One after the other in this company, line by line."""
    from lltui.plain.board import Ending, board_of  # noqa: PLC0415 - as above: 2 ms
    from lltui.plain.sit import ENDED, InputEnded, leave, sit  # noqa: PLC0415 - as above: 2 ms

    ending, settings = None, composition.PlainSettings(cli.language, by_hand=keyboard.typed_by_hand)
    lessons = LessonsFile(os.environ)
    while ending in (None, Ending.AGAIN):
        try:
            while not chair.names:
                await chair.next()  # it tells who plays what
            guide = lessons.guide(prepared=chair.guided, by_hand=keyboard.typed_by_hand)
            words = Words(cli.language, cli.theme)
            board = board_of(chair, words, cli.paper, pauses=pauses, guide=guide, settings=settings)
            board.open(*filter(None, () if ending else (opening,)))
            cli.paper.flush()
            ending = await sit(board, chair, keyboard)
        except InputEnded:
            raise ENDED.get(board.left_behind, InputEnded) from None
        finally:
            await leave(chair, cli.paper, cli.language, getting_up=True)
        if ending is Ending.AGAIN:
            chair = chair.again()
    return ending


async def _goes_on(cli: CliContext, words: Wording, keyboard: Keyboard, left: Left) -> bool:
    """Whether the match that lies unfinished is gone on with; the other answer is a new one."""
    answers = (words("unfinished.go_on"), words("unfinished.new"))
    return await _asked(cli, keyboard, words("unfinished.question", **left.facts(words)), answers) == 0


async def _asked(cli: CliContext, keyboard: Keyboard, question: str, answers: tuple[str, ...]) -> int:
    """The place of the answer; the first one where the input has ended, since the match says so."""
    while True:
        cli.paper.say(question)
        cli.paper.listed(answers)
        cli.paper.prompt(Wording(cli.language, area="net")("unfinished.choose"))
        line = await keyboard.line()
        cli.paper.answered()
        if not line:
            return 0
        if len(places := meant(line, answers)) == 1:
            return places[0]


def numbers(use: str, seed: int) -> Random:
    """A row of numbers of its own for each use, so that the cards do not depend on how long a bot thinks."""
    return Random(f"{use} {seed}")  # noqa: S311 - repeatable on purpose; nobody is to be kept from guessing


# ------------------------------------------------------------------ the table


def _levels(args: Typed, game: str, options: Struct) -> tuple[str, ...]:
    if args.bots and args.level:
        raise LevelTwice
    most = model(game).seats[1]
    wanted = args.players - 1 if args.players else len(args.names or ()) or None
    levels: tuple[str, ...] = args.bots or (args.level or usual(game),) * (wanted or min(3, most - 1))
    if wanted not in (None, len(levels)):
        raise SeatsDisagree(option="--bots", given=len(levels), wanted=wanted)
    for level in levels:
        bot(level, game, options, 0)
    return levels


def _name(name: str) -> str:
    name = name.strip()
    if not can_be_shown(name):
        raise BadPlayerName(name=name, longest=LONGEST_NAME)
    return name


def invite(you: str, number: int, rng: Random) -> list[str]:
    """Names for bots, none of which begins like the player's."""
    free = [name for name in NAMES if name[0] != you[:1].upper()]
    return rng.sample(free, number)


# ------------------------------------------------------------------ to sit down at


class OwnMatches:
    """Those of this person in this process: a new one, or the one that lies unfinished."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._environ = environ
        self._root, self._matches = files.alone(environ), files.matches(environ)

    def left(self, game: str = "") -> Left | None:
        """The one that would be gone on with, as far as it can be read; of this game, if one is named."""
        with suppress(Trouble):
            if files.any_in(files.alone(self._environ)):
                return self.unfinished(game)
        return None

    def unfinished(self, game: str = "") -> Left:
        """The same; Trouble if there is none."""
        # Where nothing lies, nobody waits for chain and keys: 22 of our modules, 20 ms.
        from lltui.table import local_match  # noqa: PLC0415 - as said: 17 ms

        folder = local_match.newest(self._root, game)
        lobby = folder.lobby()
        others = tuple(chair.name for chair in lobby.chairs if chair.name and chair.bot)
        return Left(others, folder.changed, lobby.game)

    def chair(self, wanted: Alone | Left | None) -> LocalChair:
        """At the match that is wanted; at the one that lies unfinished if that is none."""
        seed = wanted.seed if isinstance(wanted, Alone) else secrets.randbelow(10**6)
        company = _company_of(wanted) if isinstance(wanted, Alone) else NOBODY
        game = wanted.game if isinstance(wanted, Left) else ""
        return self._chair(company, numbers("keys", seed), numbers("thoughts", seed), game)

    def _chair(self, company: Company, entropy: Random, thoughts: Random, game: str = "") -> LocalChair:
        """The first of all that are dealt from the same rows of numbers."""

        def opened() -> LocalMatch:
            from lltui.table.local_match import LocalMatch, newest  # noqa: PLC0415 - once all is painted: 17 ms

            if company is NOBODY:
                return LocalMatch.left(newest(self._root, game), self._matches, thoughts)
            return LocalMatch.new(company, self._root, self._matches, entropy.randbytes, thoughts)

        def again(same: Company) -> LocalChair:
            if GUIDED not in same.levels:
                options = model(same.game).again(same.options)
                return self._chair(same._replace(options=options), entropy, thoughts)
            # Who has learned the game plays it now.
            levels = (usual(same.game),) * len(same.levels)
            seed = secrets.randbelow(10**6)
            return self.chair(Alone(same.game, Options(), same.names[0], levels, seed, same.names[1:]))

        return LocalChair(opened, again, company, self._root)


def _company_of(wanted: Alone) -> Company:
    drawn = invite(wanted.name, len(wanted.levels), numbers("names", wanted.seed))
    # Whoever plays with nobody else sits on all chairs.
    spare = drawn or (wanted.name,) * (model(wanted.game).seats[0] - 1)
    names = (wanted.name, *(wanted.names or spare))
    return Company(wanted.game, wanted.options, names, wanted.levels)
