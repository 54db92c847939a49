"""`lltui completion`: what a shell completes, as a script of our own words and those of whoever asks."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import PurePath
from typing import cast

from lltui import text
from lltui.bots.catalog import bots
from lltui.commands.cli_context import settle
from lltui.errors import UsageTrouble
from lltui.games.known_games import MODELS
from lltui.games.love_letter.loading import editions, variants
from lltui.games.love_letter.model import MODEL
from lltui.options import (
    COMMANDS,
    HELP,
    SHELLS,
    START,
    CliCommand,
    CliOption,
    NotOffered,
    Say,
    Typed,
    german,
    parted,
    said_in_german,
)

FILES = "FILE"  # a value of which the shell knows more than we do
Values = Callable[[CliOption], Sequence[str]]  # what may stand behind an option, as far as it is known

_BASH = """\
# lltui in bash; keep it as ~/.local/share/bash-completion/completions/lltui
_lltui() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]} known
    [[ $before == = ]] && before=${COMP_WORDS[COMP_CWORD-2]}  # bash takes --name=word for three
    [[ $word == = ]] && word=
    (( COMP_CWORD == 1 )) && command=
    case "$command $before" in
%s
    *)
        case "$command" in
%s
        esac ;;
    esac
    if [[ $known == FILE ]]; then
        compopt -o filenames
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
    else
        COMPREPLY=($(compgen -W "$known" -- "$word"))
    fi
}
complete -F _lltui lltui
"""
_ZSH = """\
#compdef lltui
# lltui in zsh; keep it as _lltui in a folder of $fpath
_lltui() {
    local -a commands=(
%s
    )
    local command=$words[2]
    if (( CURRENT == 2 )); then
        _describe command commands
        _arguments -s \\
%s
        return
    fi
    shift words
    (( CURRENT-- ))
    case $command in
%s
    esac
}
if [[ $funcstack[1] == _lltui ]]; then _lltui "$@"; else compdef _lltui lltui; fi
"""
_FISH = """\
# lltui in fish; keep it as ~/.config/fish/completions/lltui.fish
complete -c lltui -f
%s
"""


def run(args: Typed) -> int:
    """All that help tells, and no more."""
    settle(args)
    shell = args.shell or PurePath(os.environ.get("SHELL", "")).name
    if shell not in SHELLS:
        raise NotOffered(value=shell or "-", option="SHELL", known=SHELLS)
    asked = ("--language", args.language) if args.language else ()
    say = said_in_german if german(asked, os.environ) else str
    print({"bash": _bash, "zsh": _zsh, "fish": _fish}[shell](_values, say), end="")
    return 0


def _values(option: CliOption) -> Sequence[str]:
    """What may stand behind it; a name that is no plain word is none for a script."""
    known = KNOWN[option.field]() if option.field in KNOWN else _offered(option)
    return [each for each in known if each.replace("-", "").replace("_", "").isalnum()]


def _offered(option: CliOption) -> Sequence[str]:
    """Whoever types a word that is not one of a few is told those few."""
    try:
        option.read("", "?")
    except NotOffered as told:
        return cast("Sequence[str]", told.facts["known"])
    except UsageTrouble:
        pass
    return ()


KNOWN: Mapping[str, Callable[[], Iterable[str]]] = {
    "edition": editions,
    "file": lambda: (FILES,),
    "game": lambda: MODELS,
    "language": text.languages,
    "level": lambda: bots(MODEL.id),
    "theme": text.theme_names,
    "variant": variants,
}


# ------------------------------------------------------------------ the scripts


def _all() -> Iterator[tuple[str, CliCommand]]:
    """Without a name for what may be typed before any command."""
    return chain([("", START)], COMMANDS.items())


def _bash(values: Values, _: Say) -> str:
    behind, within = [], []
    for name, command in _all():
        options, alone = parted(command)
        for option in options:
            if option.value:
                asked = "|".join(f'"{name} {each}"' for each in option.names)
                behind.append(f'    {asked}) known="{" ".join(values(option))}" ;;')
        words = [each for option in options for each in option.names]
        first = [word for option in alone for word in values(option)] if name else list(COMMANDS)
        if FILES in first:
            within.append(
                f'        "{name}") [[ $word == -* ]] && known="{" ".join(words)}" || known={FILES} ;;'
            )
        else:
            within.append(f'        "{name}") known="{" ".join((*first, *words))}" ;;')
    return _BASH % ("\n".join(behind), "\n".join(within))


def _zsh(values: Values, say: Say) -> str:
    def quoted(text: str) -> str:
        return text.replace("'", "'\\''").replace("[", "\\[").replace("]", "\\]").replace(":", "\\:")

    def spec(option: CliOption) -> Iterator[str]:
        known = values(option)
        what = "_files" if FILES in known else f"({' '.join(known)})" if known else " "
        behind = f":{quoted(option.value)}:{what}" if option.value else ""
        for name in option.names:
            others = f"({' '.join(option.names)})" if not option.many else "*"
            yield f"'{others}{name}{'=' if behind else ''}[{quoted(say(option.about))}]{behind}'"
        if option.stands_alone:
            yield f"'{behind}'"

    def specs(command: CliCommand, indent: str) -> str:
        options, alone = parted(command)
        return " \\\n".join(f"{indent}{each}" for option in (*options, *alone) for each in spec(option))

    told = "\n".join(f"        '{name}:{quoted(say(each.about))}'" for name, each in COMMANDS.items())
    each = (
        f"    {name}) _arguments -s \\\n{specs(command, ' ' * 8)} ;;" for name, command in COMMANDS.items()
    )
    return _ZSH % (told, specs(START, " " * 12), "\n".join(each))


def _fish(values: Values, say: Say) -> str:
    def quoted(text: str) -> str:
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"

    lines = [
        f"complete -c lltui -n __fish_use_subcommand -a {name} -d {quoted(say(command.about))}"
        for name, command in COMMANDS.items()
    ]
    for name, command in _all():
        where = f"'__fish_seen_subcommand_from {name}'" if name else "__fish_use_subcommand"
        for option in (HELP, *command.options):
            known = values(option)
            names = "".join(
                f" -{'l' if each.startswith('--') else 's'} {each.lstrip('-')}" for each in option.names
            )
            takes = (
                " -r -F" if FILES in known else f" -x -a {quoted(' '.join(known))}" if option.value else ""
            )
            if option.stands_alone:
                takes = " -F" if FILES in known else f" -a {quoted(' '.join(known))}"
            lines.append(f"complete -c lltui -n {where}{names}{takes} -d {quoted(say(option.about))}")
    return _FISH % "\n".join(lines)
