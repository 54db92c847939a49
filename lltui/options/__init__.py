"""What may be typed behind `lltui`: every command with its options, how a line is read, the page of help.

argparse with all that it imports took a third of the time in which `lltui --help`
answers (5 ms of 22, typing 4 more): so neither is imported here.  Options stand
here as data, and reading them and printing them are a page each.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, pairwise
from types import SimpleNamespace

from lltui.errors import UsageTrouble

WIDTH = 78
SHELLS = ("bash", "zsh", "fish")
STORY_DOES = ("check", "new", "read", "simulate", "todo")
LEAST = 14  # of what a thing does, beside its name


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


class NotAShare(UsageTrouble):
    """An option wants per cent."""


class NotADay(UsageTrouble):
    """An option wants a day."""


class NotOffered(UsageTrouble):
    """An option wants one of a few words."""


class Typed(SimpleNamespace):
    """What was typed: an attribute for each option, and `command`."""


Reader = Callable[[str, str], object]  # of an option's name and the word behind it; or a Trouble


class CliOption:
    """`written` as help has it: `--name NAME` with a value, `--open` a switch, `GAME` a word by itself.

    `read` makes of a word what the option holds; `many` may be given several times.
    """

    def __init__(
        self, written: str, about: str, read: Reader = lambda _, text: text, *, many: bool = False
    ) -> None:
        parts = written.split()
        self.names = tuple(part.rstrip(",") for part in parts if part.startswith("-"))
        self.value = "" if parts[-1].startswith("-") else parts[-1]
        self.stands_alone = not self.names
        self.written, self.about, self.read, self.many = written, about, read, many

    @property
    def field(self) -> str:
        """Where `Typed` has it."""
        long = next((name for name in self.names if name.startswith("--")), self.value.partition("[")[0])
        return long.removeprefix("--").replace("-", "_").lower()

    @property
    def in_usage(self) -> str:
        """By its first name, in brackets: nothing has to be typed."""
        return f"[{' '.join((*self.names[:1], self.value)).rstrip()}]"

    @property
    def unsaid(self) -> object:
        """What it holds where nobody has typed it."""
        if self.many:
            return []
        return None if self.value else False


class CliCommand:
    """One line of the help, the options, and which file in `commands/` does it: else that of its name."""

    def __init__(self, about: str, *options: CliOption, module: str = "") -> None:
        self.about, self.options, self.module = about, options, module


# ------------------------------------------------------------- what options hold


def number(fewest: int, most: int) -> Callable[[str, str], int]:
    """A whole number."""

    def read(option: str, text: str) -> int:
        # No bound has so many digits; a text that has more is not turned into a number at all.
        digits = text.lstrip("0")[:20] or text[:1]
        if not (text.isascii() and text.isdigit() and fewest <= int(digits) <= most):
            raise NotANumber(option=option, value=text, fewest=fewest, most=most)
        return int(digits)

    return read


def share(option: str, text: str) -> float:
    """So many per cent, as a part of one."""
    digits = text.removesuffix("%").strip()
    plain = digits.replace(".", "", 1)
    if not (len(plain) < 9 and plain.isascii() and plain.isdigit() and 0 < float(digits) < 50):
        raise NotAShare(option=option, value=text)
    return float(digits) / 100


def span(option: str, text: str) -> tuple[int, int]:
    """From one number to another that is not lower."""
    first, _, last = text.partition("-")
    found = number(0, 10**9)(option, first), number(0, 10**9)(option, last)
    return found[0], number(found[0], found[0] + 10**7 - 1)(option, last)


def day(option: str, text: str) -> str:
    """A day of the calendar."""
    from datetime import date  # noqa: PLC0415 - only who gives a day pays for it: 2 ms

    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise NotADay(option=option, value=text) from None


def one_of(*known: str) -> Reader:
    """One of these words."""

    def read(option: str, text: str) -> str:
        if text not in known:
            raise NotOffered(value=text, option=option, known=known)
        return text

    return read


def listed(_: str, text: str) -> tuple[str, ...]:
    """Words between commas."""
    return tuple(part.strip() for part in text.split(",") if part.strip())


# ------------------------------------------------------------------- all of them

HELP = CliOption("-h, --help", "show this help message and exit")
VERSION = CliOption("--version", "show program's version number and exit")
LANGUAGE = CliOption("--language L", "en, de or one of your own; else as LANG says")
WORDING = (CliOption("--theme T", "what cards and token are called: lltui themes"), LANGUAGE)
SCREEN = (
    *WORDING,
    CliOption("--plain", "line by line, without the full screen"),
    CliOption("--ascii", "draw with letters that every terminal has"),
    CliOption("--pace P", "how long a move is shown: slow, quick or none", one_of("slow", "quick", "none")),
    CliOption("--no-mouse", "no mouse: the terminal selects text"),
)
DRAWING = {name: option for option in SCREEN[len(WORDING) :] for name in option.names}
GAME = "love-letter, or princes"
RULES = (
    CliOption("--edition E", "which rules; else the first of: lltui editions"),
    CliOption("--variant V", "a house rule; may be given several times", many=True),
    CliOption("--target N", "tokens that win the match", number(1, 99)),
)
ELSE = "anything else that a table agrees on: unseen=off; may be given several times"
WAIT = "for anybody, before the others may go on without; else 60"
AGREED = (*RULES, CliOption("--agree KEY=VALUE", ELSE, many=True))
PLAYERS, SEED, JOBS, PAGE = number(2, 6), number(0, 2**63 - 1), number(1, 256), number(1, 10**6)
SSH, ENTRY = "friends come by ssh, with nothing installed; else 2222", number(0, 10**6)
DASK = "machines that Dask looks after: tcp://scheduler:8786"
MANY = (CliOption("--jobs N", "processes at a time", JOBS), CliOption("--cluster ADDRESS", DASK))
WEB = "a page for a big screen or a phone shows the table; else 8080"
NAME = CliOption("--name NAME", "your name")
FILE = CliOption("FILE", "a match file, or a number of: lltui history")
JOIN = (
    CliOption("ADDRESS[:PORT]", "else the tables in this network"),
    NAME,
    CliOption("--open", "trust the table at first sight, if it has no words"),
    CliOption("--new", "a new table at an address where you know another"),
    *SCREEN,
)

START = CliCommand("Hidden-hand card games in a terminal.", VERSION, *SCREEN, module="composition")
COMMANDS = {
    "play": CliCommand(
        "play against bots, at once",
        CliOption("GAME", f"{GAME}: then you play both"),
        *AGREED,
        CliOption("--players N", "how many, with you", PLAYERS),
        CliOption("--level LEVEL", "how well the bots play: easy, normal or hard"),
        CliOption("--bots A,B", "a level for each bot: normal,easy", listed),
        NAME,
        CliOption("--names A,B", "the bots' names", listed),
        CliOption("--date DAY", "your last date, as 2026-05-01", day),
        CliOption("--youngest", "you are the youngest at the table"),
        CliOption("--seed N", "deal a match again", SEED),
        CliOption("--guided", "learn the game by playing it"),
        CliOption("--continue", "go on with the unfinished match"),
        CliOption("--new", "begin a new match, whatever lies unfinished"),
        CliOption("--no-pauses", "with --plain: no waiting after a round"),
        *SCREEN,
    ),
    "host": CliCommand(
        "open a table on this machine and sit down at it",
        CliOption("--game GAME", GAME),
        *AGREED,
        CliOption("--port N", "where to listen; else 4455", number(1, 65535)),
        CliOption("--ssh [PORT]", SSH, lambda name, port: number(1, 65535)(name, port) if port else 0),
        CliOption("--web [PORT]", WEB, lambda name, port: number(1, 65535)(name, port) if port else 0),
        CliOption("--headless, --dealer", "without a seat, with a log in front"),
        CliOption("--stop", "end the table that runs; everything is kept"),
        CliOption("--resume", "go on with the unfinished table"),
        CliOption("--mend", "the same, with a damaged log put aside"),
        CliOption("--open", "without words: whoever is in the network may join"),
        CliOption("--watchers-talk", "who looks on may talk; the lobby changes it"),
        CliOption("--no-mdns", "do not show the table to the network"),
        NAME,
        CliOption("--clock SECONDS", "for each turn", number(5, 3600)),
        CliOption("--wait SECONDS", WAIT, number(15, 3600)),
        CliOption("--reveal WHEN", "deals: after a round, or a match", one_of("round", "match")),
        *SCREEN,
    ),
    "join": CliCommand("sit down at a table in this network, or come back to one", *JOIN),
    "watch": CliCommand("look on at a table in this network", *JOIN, module="join"),
    "rules": CliCommand(
        "the rules of an edition, or of another game",
        CliOption("GAME", GAME),
        *RULES,
        CliOption("--players N", "only what holds for N", PLAYERS),
        *WORDING,
    ),
    "editions": CliCommand("the editions, and what differs between them", LANGUAGE, module="rules"),
    "themes": CliCommand("what the cards may be called", LANGUAGE, module="rules"),
    "arena": CliCommand(
        "bots against bots, with figures",
        *RULES,
        CliOption("--bots A,B", "who plays: normal,random,random,random", listed),
        CliOption("--against A,B", "each of --bots alone among bots of each kind", listed),
        CliOption("--players N,N", "with --against: at tables of so many", listed),
        CliOption("--matches N", "of each pairing, at most", number(1, 10**7)),
        CliOption("--until-interval P%", "stop when it reaches no further than P to either side", share),
        CliOption("--seed N", "play them again", SEED),
        CliOption("--seeds N-N", "as many matches, each with a seed of its own", span),
        CliOption("--json", "for other programs"),
        *MANY,
        LANGUAGE,
    ),
    "story": CliCommand(
        "a story of The Two Princes: its faults, and what it comes to",
        CliOption("WHAT", "check (else), new, read, simulate or todo", one_of(*STORY_DOES)),
        CliOption("STORY", "a name, a folder or a file; else the first"),
        CliOption("--like STORY", "new: a copy of this story; else a small one of ten cards"),
        CliOption("--release", "check: a text still to be written is an error"),
        CliOption("--drafts", "check: name every text still to be written"),
        CliOption("--hints", "check: name every word and image that comes twice"),
        CliOption("--matches N", "how many to play", number(0, 10**6)),
        CliOption("--policies A,B", "simulate, read: random,human,careful,veteran", listed),
        CliOption("--difficulty D", "simulate: gentle or grim", one_of("gentle", "as_written", "grim")),
        CliOption("--into L", "todo: the language to translate into"),
        CliOption("--seed N", "play them again", SEED),
        *MANY,
        LANGUAGE,
    ),
    "replay": CliCommand(
        "a match once more, page by page",
        FILE,
        CliOption("--eyes WHO", "a player's name or number, all, or watcher; else your own"),
        CliOption("--practise N", "play on from page N against bots; it counts nowhere", PAGE),
        CliOption("--entry N", "begin at entry N, as lltui analyse names them", ENTRY),
        CliOption("--html OUT", "write it as one page for a browser; - is standard output"),
        *SCREEN,
        module="kept_matches",
    ),
    "analyse": CliCommand(
        "a match that teaches: chances, turning points, what each move cost, luck",
        FILE,
        CliOption("--eyes WHO", "a player's name or number, or all; else your own"),
        CliOption("--json", "for other programs; docs/how-to/analyse-a-match.md"),
        *MANY,
        *SCREEN,
        module="kept_matches",
    ),
    "verify": CliCommand(
        "whether a match was dealt and told truthfully", FILE, LANGUAGE, module="kept_matches"
    ),
    "history": CliCommand(
        "the matches that were kept, and what they come to",
        CliOption("--rebuild", "make the list anew from the files, and print it"),
        CliOption("--json", "for other programs; docs/reference/history-json.md"),
        *SCREEN,
        module="kept_matches",
    ),
    "doctor": CliCommand("what may keep this machine from playing", LANGUAGE),
    "completion": CliCommand(
        "what a shell needs to complete these words, as a script",
        CliOption("SHELL", "bash, zsh or fish; else the one that you use", one_of(*SHELLS)),
        LANGUAGE,
    ),
}

# ---------------------------------------------------------------------- reading


def read(command: CliCommand, words: Sequence[str]) -> Typed:
    """A line behind a command; Trouble where it means nothing, or a value does not fit.

    How a screen is drawn may be said to every command: one that draws none is as was asked.
    """
    options = DRAWING | {name: option for option in command.options for name in option.names}
    free = [option for option in command.options if option.stands_alone]
    typed = Typed(**{option.field: option.unsaid for option in command.options})
    rest, all_alone = list(words), False
    while rest:
        word = rest.pop(0)
        if word == "--" and not all_alone:
            all_alone = True
        elif all_alone or not _asks(word):
            option = free.pop(0) if free else _unknown(word, command)
            _put(typed, option, option.value, word)
        else:
            name, given, behind = word.partition("=")
            option = options.get(name) or _unknown(word, command)
            if given and not option.value:
                raise StrangeValue(option=name)
            if option.value and not given:
                if rest and not _asks(rest[0]):
                    behind = rest.pop(0)
                elif not option.value.startswith("["):
                    raise MissingValue(option=name)
            _put(typed, option, name, behind)
    return typed


def _asks(word: str) -> bool:
    """Whether it is written as an option; a number below zero is a value, and so is a dash alone."""
    return word.startswith("-") and word != "-" and not word[1:].isdecimal()


def _unknown(word: str, command: CliCommand) -> CliOption:
    """There is none."""
    known = (name for each in (HELP, *command.options) for name in each.names)
    raise UnknownOption(option=word, known=tuple(name for name in known if name.startswith("--")))


def _put(typed: Typed, option: CliOption, name: str, value: str) -> None:
    """An empty word is no value; of those that may come twice each is looked at by who knows them."""
    found = option.read(name, value) if option.value else True
    if option.many:
        found = [*getattr(typed, option.field), found]
    elif found in ("", ()):
        raise MissingValue(option=name)
    setattr(typed, option.field, found)


# ------------------------------------------------------------------------- help


Say = Callable[[str], str]  # a sentence of these pages in the language of whoever reads them


def german(words: Sequence[str], environ: Mapping[str, str]) -> bool:
    """Whether a line asks for that, or where it does not say, the environment."""
    row = [part for word in words for part in word.split("=", 1)]
    asked = [after for before, after in pairwise(row) if before == "--language"]
    asked += [environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    first = next(filter(None, asked), "").lower()
    return first[:2] == "de" and not first[2:3].isalpha()


def said_in_german(sentence: str) -> str:
    """One that has no words there is said as it is."""
    from lltui.options.help_de import GERMAN  # noqa: PLC0415 - who reads English, or no help, does not wait for it: 1 ms

    return GERMAN.get(sentence, sentence)


def help_of(name: str, say: Say = str) -> str:
    """The page of one command."""
    command = COMMANDS[name]
    return "\n".join((*_usage(f"{say('usage:')} lltui {name} ", command), "", *_page(command, say))) + "\n"


def help_of_all(say: Say = str) -> str:
    """The page of the program."""
    wide = max(map(len, COMMANDS))
    lines = [line for name, command in COMMANDS.items() for line in _told(name, say(command.about), wide)]
    usage = f"{say('usage:')} lltui {say('[COMMAND] [options]')}"
    end = say("lltui COMMAND --help tells the options of one.")
    return "\n".join((usage, "", *_page(START, say), "", say("commands:"), *lines, "", end)) + "\n"


def _page(command: CliCommand, say: Say) -> Iterator[str]:
    """What it is for, and what each option does."""
    options, alone = parted(command)
    wide = min(20, max(len(each.written) for each in (*options, *alone)))
    yield from _wrapped(say(command.about).split(), "")
    for title, block in (("positional arguments:", alone), ("options:", options)):
        if block:
            yield ""
            yield say(title)
        for each in block:
            yield from _told(each.written, say(each.about), wide)


def _told(name: str, about: str, wide: int) -> Iterator[str]:
    """A name, and what it does beside it; or under it, where there is no room for both."""
    if _room() >= wide + 4 + LEAST:
        return _wrapped(about.split(), f"  {name:{wide}}  ")
    return chain((f"  {name}",), _wrapped(about.split(), "    "))


def parted(command: CliCommand) -> tuple[list[CliOption], list[CliOption]]:
    """Options, and words that stand by themselves."""
    alone = [each for each in command.options if each.stands_alone]
    return [HELP, *(each for each in command.options if not each.stands_alone)], alone


def _usage(start: str, command: CliCommand) -> Iterator[str]:
    """In one line, or else with a line for what is no option."""
    rows = [[each.in_usage for each in part] for part in parted(command)]
    line = " ".join((start.rstrip(), *rows[0], *rows[1]))
    if len(line) <= _room():
        yield line
        return
    if _room() < len(start) + LEAST:
        yield start.rstrip()
        start = "    "
    for number, row in enumerate(rows):
        if row:
            yield from _wrapped(row, " " * len(start) if number else start)


def _wrapped(words: Iterable[str], line: str) -> Iterator[str]:
    """Words behind the beginning of a line, and under it as many lines as they need."""
    indent, empty = " " * len(line), True
    for word in words:
        if not empty and len(line) + 1 + len(word) > _room():
            yield line
            line, empty = indent, True
        line += word if empty else f" {word}"
        empty = False
    yield line.rstrip()


def _room() -> int:
    """As wide as a terminal is, but no wider than one reads."""
    try:
        return min(WIDTH, (os.get_terminal_size(sys.stdout.fileno()).columns or WIDTH + 2) - 2)
    except (OSError, ValueError):
        return WIDTH
