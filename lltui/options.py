"""What may be typed behind `lltui`: every command with its options, how a line is read, and the page of help.

argparse with all that it imports took a third of the time in which `lltui --help`
answers (5 ms of 22, typing 4 more): so neither is imported here.  Options stand
here as data, and reading them and printing them are a page each.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from types import SimpleNamespace

from lltui.errors import UsageTrouble

WIDTH = 78


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


class Typed(SimpleNamespace):
    """What was typed: an attribute for each option, and `command`."""


class CliOption:
    """`names` between commas; without dashes it is a word that stands by itself, without a `value` a switch.

    `read` makes of a word what the option holds, or raises a Trouble; `many`
    may be given several times.
    """

    def __init__(
        self,
        names: str,
        about: str,
        value: str = "",
        read: Callable[[str], object] = str,
        *,
        default: object = None,
        many: bool = False,
    ) -> None:
        self.names = tuple(names.split(", "))
        self.about, self.value, self.read, self.default, self.many = about, value, read, default, many

    @property
    def stands_alone(self) -> bool:
        """Whether it is no option, but a word that stands by itself."""
        return not self.names[0].startswith("-")

    @property
    def field(self) -> str:
        """Where `Typed` has it."""
        long = next((name for name in self.names if name.startswith("--")), self.names[0])
        return long.removeprefix("--").replace("-", "_")

    @property
    def unsaid(self) -> object:
        """What it holds where nobody has typed it."""
        if self.many:
            return []
        return self.default if self.value else False


class CliCommand:
    """One line of the help, the options, and which file in `commands/` does it: else that of its name."""

    def __init__(self, about: str, *options: CliOption, module: str = "") -> None:
        self.about, self.options, self.module = about, options, module


# ------------------------------------------------------------- what options hold


def number(option: str, fewest: int, most: int) -> Callable[[str], int]:
    """A reader of whole numbers."""

    def read(text: str) -> int:
        # No bound has so many digits; a text that has more is not turned into a number at all.
        digits = text.lstrip("0")[:20] or text[:1]
        if not (text.isascii() and text.isdigit() and fewest <= int(digits) <= most):
            raise NotANumber(option=option, value=text, fewest=fewest, most=most)
        return int(digits)

    return read


def day(text: str) -> str:
    """A day of the calendar."""
    from datetime import date  # noqa: PLC0415 - only who gives a day pays for it: 1 ms

    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise NotADay(option="--date", value=text) from None


def one_of(option: str, *known: str) -> Callable[[str], str]:
    """A reader of words that there are."""

    def read(text: str) -> str:
        if text not in known:
            raise NotOffered(value=text, option=option, known=known)
        return text

    return read


def listed(text: str) -> tuple[str, ...]:
    """Words between commas."""
    return tuple(part.strip() for part in text.split(",") if part.strip())


def numbered(
    option: str, value: str, fewest: int, most: int, about: str, default: object = None
) -> CliOption:
    """An option that holds a whole number."""
    return CliOption(option, about, value, number(option, fewest, most), default=default)


# ------------------------------------------------------------------- all of them

HELP = CliOption("-h, --help", "show this help message and exit")
VERSION = CliOption("--version", "show program's version number and exit")
LANGUAGE = CliOption("--language", "en, de or one of your own; else as LANG says", "L")
WORDING = (CliOption("--theme", "what cards and token are called: lltui themes", "T"), LANGUAGE)
SCREEN = (
    CliOption("--plain", "line by line, without the full screen"),
    CliOption("--ascii", "draw with letters that every terminal has"),
    CliOption("--mouse", "the mouse works, too"),
)
GAME, WHICH_GAME = "GAME", "love-letter, or princes"
RULES = (
    CliOption("--edition", "which rules; else the first of: lltui editions", "E"),
    CliOption("--variant", "a house rule; may be given several times", "V", many=True),
    numbered("--target", "N", 1, 99, "tokens that win the match"),
)
AGREED = (
    *RULES,
    CliOption(
        "--agree",
        "anything else that a table agrees on: unseen=off; may be given several times",
        "KEY=VALUE",
        many=True,
    ),
)
NAME = CliOption("--name", "your name", "NAME")
JOIN = (
    CliOption("address", "else the tables in this network", "ADDRESS[:PORT]"),
    NAME,
    CliOption("--open", "trust the table at first sight, if it has no words"),
    CliOption("--new", "a new table at an address where you know another"),
    *WORDING,
    *SCREEN,
)
FILE = CliOption("file", "a match file, or a number of: lltui history", "FILE")
SEED = (0, 2**63 - 1)

START = CliCommand("Hidden-hand card games in a terminal.", VERSION, *WORDING, *SCREEN)
COMMANDS = {
    "play": CliCommand(
        "play against bots, at once",
        CliOption("game", f"{WHICH_GAME}: then you play both", GAME),
        *AGREED,
        numbered("--players", "N", 2, 6, "how many, with you"),
        CliOption("--level", "how well the bots play: easy or normal", "LEVEL"),
        CliOption("--bots", "a level for each bot: normal,easy", "A,B", listed),
        NAME,
        CliOption("--names", "the bots' names", "A,B", listed),
        CliOption("--date", "your last date, as 2026-05-01", "DAY", day),
        CliOption("--youngest", "you are the youngest at the table"),
        numbered("--seed", "N", *SEED, "deal a match again"),
        CliOption("--no-pauses", "with --plain: no waiting after a round"),
        *WORDING,
        *SCREEN,
    ),
    "host": CliCommand(
        "open a table on this machine and sit down at it",
        CliOption("--game", WHICH_GAME, GAME),
        *AGREED,
        numbered("--port", "N", 1, 65535, "where to listen; else 4455"),
        CliOption("--headless, --dealer", "without a seat, with a log in front"),
        CliOption("--stop", "end the table that runs; everything is kept"),
        CliOption("--resume", "go on with the unfinished table"),
        CliOption("--mend", "the same, with a damaged log put aside"),
        CliOption("--open", "without words: whoever is in the network may join"),
        CliOption("--no-mdns", "do not show the table to the network"),
        NAME,
        numbered("--clock", "SECONDS", 5, 3600, "for each turn"),
        numbered("--wait", "SECONDS", 15, 3600, "for anybody, before the others may go on without; else 60"),
        CliOption(
            "--reveal", "deals: after a round, or a match", "WHEN", one_of("--reveal", "round", "match")
        ),
        *WORDING,
        *SCREEN,
    ),
    "join": CliCommand("sit down at a table in this network, or come back to one", *JOIN),
    "watch": CliCommand("look on at a table in this network", *JOIN, module="join"),
    "rules": CliCommand(
        "the rules of an edition, or of another game",
        CliOption("game", WHICH_GAME, GAME),
        *RULES,
        numbered("--players", "N", 2, 6, "only what holds for N"),
        *WORDING,
    ),
    "editions": CliCommand("the editions, and what differs between them", LANGUAGE, module="rules"),
    "themes": CliCommand("what the cards may be called", LANGUAGE, module="rules"),
    "arena": CliCommand(
        "bots against bots, with figures",
        *RULES,
        CliOption("--bots", "who plays: normal,random,random,random", "A,B", listed),
        numbered("--matches", "N", 1, 10**7, "", 1000),
        numbered("--seed", "N", *SEED, "play them again"),
        numbered("--jobs", "N", 1, 256, "processes at a time"),
        LANGUAGE,
    ),
    "story": CliCommand(
        "a story of The Two Princes: its faults, and what it comes to",
        CliOption(
            "action",
            "check (else), simulate or todo",
            "WHAT",
            one_of("WHAT", "check", "simulate", "todo"),
            default="check",
        ),
        CliOption("story", "a name, a folder or a file; else the first", "STORY"),
        CliOption("--release", "check: a text still to be written is an error"),
        CliOption("--drafts", "check: name every text still to be written"),
        CliOption("--hints", "check: name every word and image that comes twice"),
        numbered("--matches", "N", 0, 10**6, "how many to play"),
        CliOption("--policies", "simulate: random,human,careful,veteran", "A,B", listed),
        CliOption(
            "--difficulty",
            "simulate: gentle or grim",
            "D",
            one_of("--difficulty", "gentle", "as_written", "grim"),
        ),
        CliOption("--into", "todo: the language to translate into", "L"),
        numbered("--seed", "N", *SEED, "play them again"),
        numbered("--jobs", "N", 1, 256, "simulate: processes at a time"),
        LANGUAGE,
    ),
    "replay": CliCommand(
        "a match once more, page by page",
        FILE,
        CliOption("--eyes", "a player's name or number, all, or watcher; else your own", "WHO"),
        *WORDING,
        *SCREEN,
    ),
    "verify": CliCommand("whether a match was dealt and told truthfully", FILE, LANGUAGE),
    "history": CliCommand(
        "the matches that were kept, and what they come to",
        CliOption("--rebuild", "make the list anew from the files, and print it"),
        *WORDING,
        *SCREEN,
    ),
    "doctor": CliCommand("what may keep this machine from playing", LANGUAGE),
}

# ---------------------------------------------------------------------- reading


def read(command: CliCommand, words: Sequence[str]) -> Typed:
    """A line behind a command; Trouble where it means nothing, or a value does not fit."""
    options = {name: option for option in command.options for name in option.names}
    free = [option for option in command.options if option.stands_alone]
    typed = Typed(**{option.field: option.unsaid for option in command.options})
    rest, all_alone = list(words), False
    while rest:
        word = rest.pop(0)
        if word == "--" and not all_alone:
            all_alone = True
        elif all_alone or not word.startswith("-"):
            _put(typed, free.pop(0) if free else _unknown(word, command), word, word)
        else:
            name, given, behind = word.partition("=")
            option = options.get(name) or _unknown(word, command)
            if given and not option.value:
                raise StrangeValue(option=name)
            if option.value and not given:
                if not rest or rest[0].startswith("-"):
                    raise MissingValue(option=name)
                behind = rest.pop(0)
            _put(typed, option, name, behind)
    return typed


def _unknown(word: str, command: CliCommand) -> CliOption:
    """There is none."""
    known = (name for each in (HELP, *command.options) for name in each.names)
    raise UnknownOption(option=word, known=tuple(name for name in known if name.startswith("--")))


def _put(typed: Typed, option: CliOption, name: str, value: str) -> None:
    """An empty word is no value; of those that may come twice each is looked at by who knows them."""
    found = option.read(value) if option.value else True
    if option.many:
        found = [*getattr(typed, option.field), found]
    elif found in ("", ()):
        raise MissingValue(option=name)
    setattr(typed, option.field, found)


# ------------------------------------------------------------------------- help


def help_of(name: str) -> str:
    """The page of one command."""
    command = COMMANDS[name]
    return "\n".join((*_usage(f"usage: lltui {name} ", command), "", *_page(command))) + "\n"


def help_of_all() -> str:
    """The page of the program."""
    wide = max(map(len, COMMANDS)) + 4
    lines = [
        line
        for name, command in COMMANDS.items()
        for line in _wrapped(command.about.split(), f"  {name}".ljust(wide), wide)
    ]
    end = "lltui COMMAND --help tells the options of one."
    usage = "usage: lltui [COMMAND] [options]"
    return "\n".join((usage, "", *_page(START), "", "commands:", *lines, "", end)) + "\n"


def _page(command: CliCommand) -> Iterator[str]:
    """What it is for, and what each option does."""
    options = [each for each in command.options if not each.stands_alone]
    alone = [each for each in command.options if each.stands_alone]
    blocks = {"positional arguments:": alone, "options:": [HELP, *options]}
    wide = min(20, max(len(_shown(each)) for block in blocks.values() for each in block))
    yield from _wrapped(command.about.split(), "", 0)
    for title, block in blocks.items():
        if block:
            yield ""
            yield title
        for each in block:
            yield from _wrapped(each.about.split(), f"  {_shown(each):{wide}}  ", wide + 4)


def _shown(option: CliOption) -> str:
    if option.stands_alone:
        return option.value
    return ", ".join(f"{name} {option.value}".rstrip() for name in option.names)


def _usage(start: str, command: CliCommand) -> Iterator[str]:
    options = [f"[{f'{each.names[0]} {each.value}'.rstrip()}]" for each in (HELP, *command.options)
               if not each.stands_alone]  # fmt: skip
    alone = [f"[{each.value}]" for each in command.options if each.stands_alone]
    if len(start) + len(" ".join((*options, *alone))) <= _room():
        yield start + " ".join((*options, *alone))
        return
    yield from _wrapped(options, start, len(start))
    if alone:
        yield from _wrapped(alone, " " * len(start), len(start))


def _wrapped(words: Iterable[str], line: str, indent: int) -> Iterator[str]:
    """Words behind the beginning of a line, and under it as many lines as they need."""
    empty = True
    for word in words:
        if not empty and len(line) + 1 + len(word) > _room():
            yield line
            line, empty = " " * indent, True
        line += word if empty else f" {word}"
        empty = False
    yield line.rstrip()


def _room() -> int:
    """As wide as a terminal is, but no wider than one reads."""
    try:
        return min(WIDTH, (os.get_terminal_size(sys.stdout.fileno()).columns or WIDTH + 2) - 2)
    except (OSError, ValueError):
        return WIDTH
