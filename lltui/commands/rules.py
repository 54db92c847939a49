"""`lltui rules`, `editions`, `themes`: what is printed, and how it is called."""

from __future__ import annotations

from collections.abc import Iterator

from lltui import text
from lltui.bots.catalog import HARD, bots
from lltui.commands.chosen_game import EDITIONS, NotForThisGame, printed_options
from lltui.commands.cli_context import settle
from lltui.games.known_games import model
from lltui.games.love_letter.loading import Edition, agreed, changes, editions, variants
from lltui.games.love_letter.model import MODEL, Options
from lltui.games.rulebooks import rules
from lltui.options import Typed
from lltui.text import Wording
from lltui.text.sentence_facts import deck


def _rules(args: Typed) -> int:
    """`lltui rules`."""
    language, theme, paper, words = settle(args)
    game = model(args.game or MODEL.id)
    if game.id != MODEL.id:
        if given := [name for name in (*EDITIONS, "players") if getattr(args, name)]:
            raise NotForThisGame(option=f"--{given[0]}", game=game.id)
        # A game without editions tells its rules as they stand among its words.
        told = (said for key, said in text.words(language, game.id).items() if key.startswith("rules."))
        paper.lines(line for rule in told for line in (rule, ""))
        return 0
    options = printed_options(args)
    seats = args.players or _playable(options).seats[1]
    sections = text.rules(MODEL.id, language, theme, options, seats)
    edition = text.chosen(language, "edition.value", options.edition)
    name = " + ".join((edition, *(text.chosen(language, "variant.label", each) for each in options.variants)))
    paper.say(words("rules.title", edition=name, seats=seats))
    for section in sections:
        paper.gap()
        paper.say(section.title)
        paper.gap()
        for line in section.lines:
            paper.say(line, indent="  ")
    return 0


# -------------------------------------------------------------------- editions


def _editions(args: Typed) -> int:
    """`lltui editions`."""
    _, _, paper, words = settle(args)
    paper.say(words("editions.title"))
    for name in editions():
        about = [*_numbers(_playable(Options(name)), words), *_offered_bots(Options(name), words)]
        paper.say(_heading(f"edition.{name}", words), indent="  ", hang="  ")
        for line in about:
            paper.say(line, indent="    ", hang="  ")
    paper.gap()
    paper.say(words("editions.variants"))
    for name in variants():
        changes(name)
        paper.say(_heading(f"variant.{name}", words), indent="  ", hang="  ")
    return 0


def _playable(options: Options) -> Edition:
    """An edition that the rules take: a file that somebody added may be none."""
    found = agreed(options)
    rules(MODEL.id).start(options, found.seats[0])
    return found


def _heading(key: str, words: Wording) -> str:
    """Only what a line of the file says: an edition that somebody adds tells of itself as well."""
    name = key.partition(".")[2]
    return f"{name}: {words(key)}" if words.has(key) else name


def _numbers(printed: Edition, words: Wording) -> Iterator[str]:
    fewest, most = printed.seats
    yield words(
        "editions.numbers",
        cards=len(printed.deck()),
        fewest=fewest,
        most=most,
        tokens=", ".join(str(printed.tokens_to_win[number]) for number in range(fewest, most + 1)),
    )
    yield words(f"editions.tie.{printed.tie}")


def _offered_bots(options: Options, words: Wording) -> Iterator[str]:
    """Their names; and whether the one is missing without whom there is no advice."""
    levels = bots(MODEL.id, options)
    yield words("editions.levels", levels=", ".join(levels))
    if HARD not in levels:
        yield words("editions.unlearned", bot=HARD)


# ---------------------------------------------------------------------- themes


def _themes(args: Typed) -> int:
    """`lltui themes`."""
    language, _, paper, _ = settle(args)
    for theme in text.themes(language):
        paper.say(f"{theme.id}: {theme.title}. {theme.about}", hang="  ")
        voice = text.voice(MODEL.id, language, theme.id, (), None)
        called = (voice.card(card.id) for card in deck(Options()))
        paper.say(", ".join(called), indent="  ", hang="  ")
    return 0


ABOUT = {"rules": _rules, "editions": _editions, "themes": _themes}


def run(args: Typed) -> int:
    return ABOUT[args.command](args)
