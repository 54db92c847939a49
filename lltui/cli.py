"""From the line that was typed to an exit code: `options` reads it, a module of `commands` does it.

A trouble on the way becomes a sentence here.

Nothing heavy is imported here, so that `--help` answers at once; each command
imports what it needs when it runs.

Exit codes: 0, 1 for a trouble, 2 for wrong usage, 130 for ctrl+c, and as the
shell counts signals: 141 when whoever read our output has gone, 129 and 143
when a hang-up or SIGTERM has ended the full screen.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from lltui import __version__, options
from lltui.errors import InterruptTrouble, Trouble, UsageTrouble

TROUBLE, USAGE, INTERRUPTED, PIPE_CLOSED = 1, 2, 130, 141
CODES = ((UsageTrouble, USAGE), (InterruptTrouble, INTERRUPTED))


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
        code = _run(words)
        _flush()
    except Trouble as trouble:
        _tell(words, trouble)
        return next((code for kind, code in CODES if isinstance(trouble, kind)), TROUBLE)
    except KeyboardInterrupt:
        _tell(words, None)
        return INTERRUPTED
    return code


def _run(words: list[str]) -> int:
    """A command; without one the menu; or only what --help and --version ask for."""
    words = _command_first(words)
    name = words[0] if words and not words[0].startswith("-") else ""
    behind = words[1:] if name else words
    asked = behind[: behind.index("--")] if "--" in behind else behind
    wants_help = "--help" in asked or "-h" in asked
    if name == "help" or (not name and wants_help):
        print(options.help_of_all(_say(words)), end="")
    elif not name and "--version" in asked:
        print(f"lltui {__version__}")
    elif name and name not in options.COMMANDS:
        raise options.UnknownCommand(command=name, known=tuple(options.COMMANDS))
    elif wants_help:
        print(options.help_of(name, _say(words)), end="")
    else:
        command = options.COMMANDS[name] if name else options.START
        typed = options.read(command, behind)
        typed.command = name or "start"
        gc.disable()  # of what is loaded nothing goes away: 4 ms of a start
        module = import_module(f"lltui.commands.{command.module or typed.command}")
        gc.freeze()  # or the first collection goes through all of it: 7 ms
        gc.enable()
        code: int = module.run(typed)
        return code
    return 0


def _command_first(words: list[str]) -> list[str]:
    """How a screen is drawn and speaks may stand before the command: so the first page of help has it."""
    known = {name: option for option in options.SCREEN for name in option.names}
    at = 0
    while at < len(words):
        name, given, _ = words[at].partition("=")
        option = known.get(name)
        if option is None:
            break
        at += 2 if option.value and not given else 1
    if not words[at : at + 1] or words[at].startswith("-"):
        return words
    return [words[at], *words[:at], *words[at + 1 :]]


def _say(words: list[str]) -> options.Say:
    return options.said_in_german if options.german(words, os.environ) else str


def _tell(words: list[str], trouble: Trouble | None) -> None:
    """A sentence on standard error, in the language that was asked for."""
    from lltui.commands import cli_context  # noqa: PLC0415 - only a command line in trouble pays for it: 28 ms

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
        from lltui.plain.paper import CannotWrite  # noqa: PLC0415 - only a full disk pays for it: 5 ms

        raise CannotWrite(reason=error.strerror) from None


def _quiet_streams() -> None:
    """The interpreter flushes once more while it ends, and would complain of what has been told already."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
