"""`lltui replay`: a match once more, page by page."""

from __future__ import annotations

import sys

from lltui.commands import screen
from lltui.commands.cli_context import settle
from lltui.commands.kept_matches import chosen
from lltui.desk.desk import Words
from lltui.desk.records import day, record_words, unjudged, verdict
from lltui.options import Typed
from lltui.plain.replay import PageTurner, ReplayPages
from lltui.record.replay_views import ReplayViews
from lltui.record.scenes import Eyes, View
from lltui.text.wording import Wording
from lltui.tui import start

LONGEST = 4096


def run(args: Typed) -> int:
    cli = settle(args)
    stage = screen.stage(args, cli, quietly=not sys.stdout.isatty())  # the whole match is text, too
    if stage is not None:
        chosen(args.file)  # whoever misspelt it learns so where it was typed
        return stage.show(start.replay(args.file, args.eyes))
    language, theme, paper = cli
    words = record_words(language)
    film = ReplayViews(chosen(args.file))
    view = film.view(args.eyes)
    witness = film.witness
    you = None if isinstance(view, Eyes) else view
    replay = ReplayPages(film.facts, you, [*film.scenes(view)], Words(language, theme))
    names = words.row(witness.names)
    paper.say(words("replay.title", match=witness.head.match, day=day(witness.head.began), names=names))
    paper.say(_whose(film, view, words))
    paper.gap()
    if sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty():
        _by_hand(PageTurner(replay.pages, words, paper))
    else:
        for page in replay.pages:
            paper.lines(page.lines)
            paper.gap()
    if witness.lie is not None:
        paper.say(words("replay.false"))
        paper.say(verdict(language, witness.lie, witness.names), indent="  ")
    elif witness.unjudged is not None:
        paper.say(words("verify.unjudged"))
        paper.say(unjudged(language, witness.unjudged), indent="  ")
    return 0


def _by_hand(player: PageTurner) -> None:
    while not player.ended:
        player.show()
        typed = sys.stdin.readline(LONGEST)
        if not typed or not player.read(typed):
            return


def _whose(film: ReplayViews, view: View, words: Wording) -> str:
    if isinstance(view, Eyes):
        return words(f"replay.eyes.{view.name.lower()}")
    return words("replay.eyes.seat", name=film.witness.names[view])
