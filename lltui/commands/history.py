"""`lltui history`: all matches that were kept, and what they come to."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing

from lltui import text
from lltui.commands import screen
from lltui.commands.cli_context import CliContext, settle
from lltui.desk.records import record_words, share_told, told
from lltui.files import folders
from lltui.options import Typed
from lltui.record.history import History
from lltui.record.history_rows import Past, WinShare
from lltui.text.wording import Wording
from lltui.tui import start


def run(args: Typed) -> int:
    cli = settle(args)
    stage = None if args.rebuild else screen.stage(args, cli, quietly=not sys.stdout.isatty())
    if stage is not None:
        return stage.show(start.history)
    words = record_words(cli.language)
    with closing(History(folders.data(os.environ), rebuild=args.rebuild)) as history:
        past = history.past()
    if past.fresh is not None:
        cli.paper.say(words(f"history.{past.fresh}"))
        cli.paper.gap()
    _list(past, cli, words)
    _figures(past, cli, words)
    return 0


def _list(past: Past, cli: CliContext, words: Wording) -> None:
    paper, lines = cli.paper, past.lines
    if lines:
        paper.say(words("history.title"))
    else:
        paper.say(words("history.none"))
    width = len(str(len(lines)))
    for number, line in enumerate(lines, start=1):
        paper.say(f"{number:>{width}}. {told(line, words)}", indent="  ", hang=" " * (width + 2))
    if past.unread:
        paper.gap()
        paper.say(words("history.unread", files=", ".join(past.unread)))


def _figures(past: Past, cli: CliContext, words: Wording) -> None:
    tables: Sequence[tuple[str, Iterable[WinShare]]] = (
        ("history.by-seat", past.by_seat),
        ("history.by-edition", past.by_edition),
        ("history.by-opponent", past.by_opponent),
    )
    for title, shares in tables:
        rows = [share_told(title, share, words) for share in shares]
        if rows:
            cli.paper.gap()
            cli.paper.say(words(title))
            for row in rows:
                cli.paper.say(row, indent="  ", hang="  ")
    for game, cards in past.cards:
        _cards(game, cards, cli, words)


def _cards(game: str, cards: Sequence[tuple[str, int]], cli: CliContext, words: Wording) -> None:
    if not cards:
        return
    voice = text.voice(game, cli.language, cli.theme, (), None)
    cli.paper.gap()
    cli.paper.say(words("history.cards"))
    cli.paper.say(", ".join(_counted(cards, voice)), indent="  ", hang="  ")


def _counted(cards: Sequence[tuple[str, int]], voice: text.Voice) -> Iterator[str]:
    return (f"{voice.card(card)} {number}" for card, number in cards)
