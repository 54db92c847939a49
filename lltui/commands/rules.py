"""`lltui rules`: the rules of an edition in the words of a theme, or those of a game that has no editions."""

from __future__ import annotations

import argparse

from lltui import text
from lltui.commands.agreed import EDITIONS, NotForThisGame
from lltui.commands.setting import settle
from lltui.games.love_letter.model import MODEL, Options
from lltui.games.love_letter.rules.edition import agreed
from lltui.games.models import model


def run(args: argparse.Namespace) -> int:
    language, theme, paper = settle(args)
    game = model(args.game or MODEL.id)
    if game.id != MODEL.id:
        if given := [name for name in (*EDITIONS, "players") if getattr(args, name)]:
            raise NotForThisGame(option=f"--{given[0]}", game=game.id)
        paper.lines(line for rule in _plain(game.id, language) for line in (rule, ""))
        return 0
    options = Options(
        edition=args.edition or Options().edition, variants=tuple(args.variant), target=args.target
    )
    most = agreed(options).seats[1]
    seats = args.players or most
    words = text.words(language, "cli")
    sections = text.rules(MODEL.id, language, theme, options, seats)
    name = " + ".join((options.edition, *options.variants))
    paper.say(words["rules.title"].format(edition=name, seats=seats))
    for section in sections:
        paper.gap()
        paper.say(section.title)
        paper.gap()
        for line in section.lines:
            paper.say(line, indent="  ")
    return 0


def _plain(game: str, language: str) -> list[str]:
    """A game without editions tells its rules as they stand among its words."""
    return [said for key, said in text.words(language, game).items() if key.startswith("rules.")]
