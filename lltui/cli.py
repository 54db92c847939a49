"""The command line: it parses, hands over, and turns every trouble into a sentence and an exit code.

Nothing heavy is imported here, so that `--help` answers at once; each command
imports what it needs when it runs.

Exit codes: 0, 1 for a trouble, 2 for wrong usage, 130 for ctrl+c, and as the
shell counts signals: 141 when whoever read our output has gone, 129 and 143
when a hang-up or SIGTERM has ended the full screen.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, NamedTuple, NoReturn, Protocol

from lltui import __version__
from lltui.errors import Trouble, UsageTrouble

TROUBLE, USAGE, INTERRUPTED, PIPE_CLOSED = 1, 2, 130, 141


class UnknownCommand(UsageTrouble):
    """There is no such command."""


class UnknownOption(UsageTrouble):
    """This command has no such option."""


class MissingValue(UsageTrouble):
    """An option without its value."""


class StrangeValue(UsageTrouble):
    """An option with a value that it does not take."""


class NotANumber(UsageTrouble):
    """An option wants a whole number within bounds."""


class NotADay(UsageTrouble):
    """An option wants a day."""


class NotOffered(UsageTrouble):
    """An option wants one of a few words."""


class Parser(argparse.ArgumentParser):
    """Raises what it would print and exit with."""

    def error(self, message: str) -> NoReturn:
        raise AssertionError(message)


class Command(NamedTuple):
    """One line of the help, the options, and which file in `commands/` does it: else that of its name."""

    about: str
    options: Callable[[argparse.ArgumentParser], None]
    module: str = ""


class Module(Protocol):
    """What a file in `commands/` offers."""

    def run(self, args: argparse.Namespace) -> int:
        """Do what `args.command` names; the exit code."""


# ------------------------------------------------------------------ options


def number(option: str, fewest: int, most: int) -> Callable[[str], int]:
    """A reader of whole numbers; a Trouble passes through argparse, a ValueError would not."""

    def read(text: str) -> int:
        # No bound has so many digits; a text that has more is not turned into a number at all.
        digits = text.lstrip("0")[:20] or text[:1]
        if not (text.isascii() and text.isdigit() and fewest <= int(digits) <= most):
            raise NotANumber(option=option, value=text, fewest=fewest, most=most)
        return int(digits)

    return read


def day(text: str) -> str:
    """A day of the calendar."""
    from datetime import date  # noqa: PLC0415 - only who gives a day pays for it

    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise NotADay(option="--date", value=text) from None


def one_of(option: str, *known: str) -> Callable[[str], str]:
    """A reader of words that there are; what argparse says of others is for nobody's eyes."""

    def read(text: str) -> str:
        if text not in known:
            raise NotOffered(value=text, option=option, known=known)
        return text

    return read


def listed(text: str) -> tuple[str, ...]:
    """Words between commas."""
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _language(to: argparse.ArgumentParser) -> None:
    to.add_argument("--language", metavar="L", help="en, de or one of your own; else as LANG says")


def _wording(to: argparse.ArgumentParser) -> None:
    to.add_argument("--theme", metavar="T", help="what cards and token are called: lltui themes")
    _language(to)


def _screen(to: argparse.ArgumentParser) -> None:
    to.add_argument("--plain", action="store_true", help="line by line, without the full screen")
    to.add_argument("--ascii", action="store_true", help="draw with letters that every terminal has")
    to.add_argument("--mouse", action="store_true", help="the mouse works, too")


def _rules_of(to: argparse.ArgumentParser) -> None:
    to.add_argument("--edition", metavar="E", help="which rules; else the first of: lltui editions")
    to.add_argument(
        "--variant", metavar="V", action="append", default=[], help="a house rule; may be given several times"
    )
    to.add_argument("--target", metavar="N", type=number("--target", 1, 99), help="tokens that win the match")


def _agreed(to: argparse.ArgumentParser) -> None:
    _rules_of(to)
    to.add_argument(
        "--agree",
        metavar="KEY=VALUE",
        action="append",
        default=[],
        help="anything else that a table agrees on: unseen=off; may be given several times",
    )


def _play(to: argparse.ArgumentParser) -> None:
    to.add_argument("game", nargs="?", metavar="GAME", help="love-letter, or princes: then you play both")
    _agreed(to)
    to.add_argument("--players", metavar="N", type=number("--players", 2, 6), help="how many, with you")
    to.add_argument("--level", metavar="LEVEL", help="how well the bots play: easy or normal")
    to.add_argument("--bots", metavar="A,B", type=listed, help="a level for each bot: normal,easy")
    to.add_argument("--name", help="your name")
    to.add_argument("--names", metavar="A,B", type=listed, help="the bots' names")
    to.add_argument("--date", metavar="DAY", type=day, help="your last date, as 2026-05-01")
    to.add_argument("--youngest", action="store_true", help="you are the youngest at the table")
    to.add_argument("--seed", metavar="N", type=number("--seed", 0, 2**63 - 1), help="deal a match again")
    to.add_argument("--no-pauses", action="store_true", help="with --plain: no waiting after a round")
    _wording(to)
    _screen(to)


def _host(to: argparse.ArgumentParser) -> None:
    to.add_argument("--game", metavar="GAME", help="love-letter, or princes")
    _agreed(to)
    to.add_argument("--port", metavar="N", type=number("--port", 1, 65535), help="where to listen; else 4455")
    to.add_argument("--headless", "--dealer", action="store_true", help="without a seat, with a log in front")
    to.add_argument("--stop", action="store_true", help="end the table that runs; everything is kept")
    to.add_argument("--resume", action="store_true", help="go on with the unfinished table")
    to.add_argument("--mend", action="store_true", help="the same, with a damaged log put aside")
    to.add_argument("--open", action="store_true", help="without words: whoever is in the network may join")
    to.add_argument("--no-mdns", action="store_true", help="do not show the table to the network")
    to.add_argument("--name", help="your name")
    to.add_argument("--clock", metavar="SECONDS", type=number("--clock", 5, 3600), help="for each turn")
    to.add_argument(
        "--wait",
        metavar="SECONDS",
        type=number("--wait", 15, 3600),
        help="for anybody, before the others may go on without; else 60",
    )
    to.add_argument(
        "--reveal",
        metavar="WHEN",
        type=one_of("--reveal", "round", "match"),
        help="deals: after a round, or a match",
    )
    _wording(to)
    _screen(to)


def _join(to: argparse.ArgumentParser) -> None:
    to.add_argument("address", nargs="?", metavar="ADDRESS[:PORT]", help="else the tables in this network")
    to.add_argument("--name", help="your name")
    to.add_argument("--open", action="store_true", help="trust the table at first sight, if it has no words")
    to.add_argument("--new", action="store_true", help="a new table at an address where you know another")
    _wording(to)
    _screen(to)


def _rules(to: argparse.ArgumentParser) -> None:
    to.add_argument("game", nargs="?", metavar="GAME", help="love-letter, or princes")
    _rules_of(to)
    to.add_argument("--players", metavar="N", type=number("--players", 2, 6), help="only what holds for N")
    _wording(to)


def _arena(to: argparse.ArgumentParser) -> None:
    _rules_of(to)
    to.add_argument("--bots", metavar="A,B", type=listed, help="who plays: normal,random,random,random")
    to.add_argument("--matches", metavar="N", type=number("--matches", 1, 10**7), default=1000)
    to.add_argument("--seed", metavar="N", type=number("--seed", 0, 2**63 - 1), help="play them again")
    to.add_argument("--jobs", metavar="N", type=number("--jobs", 1, 256), help="processes at a time")
    _language(to)


def _match(to: argparse.ArgumentParser) -> None:
    to.add_argument("file", metavar="FILE", nargs="?", help="a match file, or a number of: lltui history")


def _verify(to: argparse.ArgumentParser) -> None:
    _match(to)
    _language(to)


def _replay(to: argparse.ArgumentParser) -> None:
    _match(to)
    to.add_argument("--eyes", metavar="WHO", help="a player's name or number, all, or watcher; else your own")
    _wording(to)
    _screen(to)


def _history(to: argparse.ArgumentParser) -> None:
    to.add_argument("--rebuild", action="store_true", help="make the list anew from the files, and print it")
    _wording(to)
    _screen(to)


def _story(to: argparse.ArgumentParser) -> None:
    what = one_of("WHAT", "check", "simulate", "todo")
    about = "check (else), simulate or todo"
    to.add_argument("action", nargs="?", metavar="WHAT", default="check", type=what, help=about)
    to.add_argument("story", nargs="?", metavar="STORY", help="a name, a folder or a file; else the first")
    to.add_argument("--release", action="store_true", help="check: a text still to be written is an error")
    to.add_argument("--drafts", action="store_true", help="check: name every text still to be written")
    to.add_argument("--hints", action="store_true", help="check: name every word and image that comes twice")
    to.add_argument("--matches", metavar="N", type=number("--matches", 0, 10**6), help="how many to play")
    to.add_argument("--policies", metavar="A,B", type=listed, help="simulate: random,human,careful,veteran")
    levels = ("gentle", "as_written", "grim")
    to.add_argument(
        "--difficulty", metavar="D", type=one_of("--difficulty", *levels), help="simulate: gentle or grim"
    )
    to.add_argument("--into", metavar="L", help="todo: the language to translate into")
    to.add_argument("--seed", metavar="N", type=number("--seed", 0, 2**63 - 1), help="play them again")
    to.add_argument(
        "--jobs", metavar="N", type=number("--jobs", 1, 256), help="simulate: processes at a time"
    )
    _language(to)


COMMANDS = {
    "play": Command("play against bots, at once", _play),
    "host": Command("open a table on this machine and sit down at it", _host),
    "join": Command("sit down at a table in this network, or come back to one", _join),
    "watch": Command("look on at a table in this network", _join, "join"),
    "rules": Command("the rules of an edition, or of another game", _rules),
    "editions": Command("the editions, and what differs between them", _language, "rules"),
    "themes": Command("what the cards may be called", _language, "rules"),
    "arena": Command("bots against bots, with figures", _arena),
    "story": Command("a story of The Two Princes: its faults, and what it comes to", _story),
    "replay": Command("a match once more, page by page", _replay),
    "verify": Command("whether a match was dealt and told truthfully", _verify),
    "history": Command("the matches that were kept, and what they come to", _history),
    "doctor": Command("what may keep this machine from playing", _language),
}

# --------------------------------------------------------------------- start


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; whatever a player can put right ends in a sentence."""
    words = list(sys.argv[1:] if argv is None else argv)
    _open_streams()
    try:
        code = _spoken(words)
    except BrokenPipeError:
        code = PIPE_CLOSED
    _quiet_streams()
    return code


def _spoken(words: list[str]) -> int:
    try:
        code = _helped(words)
        _flush()
    except Trouble as trouble:
        _tell(words, trouble)
        return USAGE if isinstance(trouble, UsageTrouble) else TROUBLE
    except KeyboardInterrupt:
        _tell(words, None)
        return INTERRUPTED
    return code


def _helped(words: list[str]) -> int:
    try:
        return _run(words)
    except SystemExit:  # argparse has printed what --help or --version asked for
        return 0


def _run(words: list[str]) -> int:
    if not words or words[0].startswith("-"):
        return _alone(words)
    name, *rest = words
    if name == "help":
        return _alone(["--help"])
    if name not in COMMANDS:
        raise UnknownCommand(command=name, known=tuple(COMMANDS))
    parser = _parser(f"lltui {name}", COMMANDS[name].about)
    COMMANDS[name].options(parser)
    return _command(name, _parse(parser, rest))


def _parser(prog: str, about: str) -> Parser:
    return Parser(prog=prog, description=about, allow_abbrev=False, exit_on_error=False)


def _parse(parser: argparse.ArgumentParser, words: list[str]) -> argparse.Namespace:
    try:
        args, strange = parser.parse_known_args(words)
    except argparse.ArgumentError as error:
        given = {word.partition("=")[0] for word in words if "=" in word}
        wrong = StrangeValue if given & {*str(error.argument_name).split("/")} else MissingValue
        raise wrong(option=error.argument_name) from None
    if strange:
        written = (word for action in parser._actions for word in action.option_strings)  # noqa: SLF001
        known = tuple(word for word in written if word.startswith("--"))
        raise UnknownOption(option=strange[0], known=known)
    for name, value in vars(args).items():
        if value in ("", ()):
            raise MissingValue(option=f"--{name}")
    return args


def _alone(words: list[str]) -> int:
    """`lltui` without a command: the menu, or `--help` or `--version`."""
    parser = _parser("lltui", "Hidden-hand card games in a terminal.")
    parser.usage = "lltui [COMMAND] [options]"
    width = max(map(len, COMMANDS))
    lines = [f"  {name:{width}}  {command.about}" for name, command in COMMANDS.items()]
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = "\n".join(("commands:", *lines, "", "lltui COMMAND --help tells the options of one."))
    parser.add_argument("--version", action="version", version=f"lltui {__version__}")
    _wording(parser)
    _screen(parser)
    return _command("start", _parse(parser, words))


def _command(name: str, args: argparse.Namespace) -> int:
    args.command = name
    file = COMMANDS[name].module if name in COMMANDS else ""
    module: Any = import_module(f"lltui.commands.{file or name}")
    found: Module = module
    return found.run(args)


def _tell(words: list[str], trouble: Trouble | None) -> None:
    """A sentence on standard error, in the language that was asked for."""
    from lltui.commands import cli_context  # noqa: PLC0415 - only a command line in trouble pays for it

    if trouble is None:
        cli_context.interrupted(words)
    else:
        cli_context.trouble(words, trouble)


# ------------------------------------------------------------------- streams


def _open_streams() -> None:
    """A stream that was closed before we began is None, and nobody could write to it."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115 - open to the end


def _flush() -> None:
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        from lltui.plain.paper import CannotWrite  # noqa: PLC0415 - only a full disk pays for it

        raise CannotWrite(reason=error.strerror) from None


def _quiet_streams() -> None:
    """The interpreter flushes once more while it ends, and would complain of what has been told already."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
