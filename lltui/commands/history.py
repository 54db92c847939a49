"""`lltui history`: all matches that were kept, and what they come to."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing

from lltui import text
from lltui.commands.setting import Setting, settle
from lltui.games.models import MODELS
from lltui.plain.verdict import day, record_words
from lltui.plain.wording import Wording
from lltui.record import places
from lltui.record.history import History, Line, Share


def run(args: argparse.Namespace) -> int:
    setting = settle(args)
    words = record_words(setting.language)
    with closing(History(places.data(os.environ), rebuild=args.rebuild)) as history:
        if history.fresh is not None:
            setting.paper.say(words(f"history.{history.fresh}"))
            setting.paper.gap()
        _list(history, setting, words)
        _figures(history, setting, words)
    return 0


def _list(history: History, setting: Setting, words: Wording) -> None:
    paper, lines = setting.paper, history.lines()
    if lines:
        paper.say(words("history.title"))
    else:
        paper.say(words("history.none"))
    width = len(str(len(lines)))
    for number, line in enumerate(lines, start=1):
        paper.say(f"{number:>{width}}. {_told(line, words)}", indent="  ", hang=" " * (width + 2))
    if history.unread:
        paper.gap()
        paper.say(words("history.unread", files=", ".join(history.unread)))


def _told(line: Line, words: Wording) -> str:
    game = words(f"game.{line.game}") if words.has(f"game.{line.game}") else line.game
    what = words("history.edition", game=game, edition=line.edition) if line.edition else game
    others = words.row(line.others) if line.others else "-"
    who = words("history.with" if line.you else "history.among", others=others)
    checked = words("history.sound" if line.sound else "history.false")
    return f"{day(line.began)}  {what}, {who}: {_result(line, words)} {checked}"


def _result(line: Line, words: Wording) -> str:
    rounds = words.count("history.rounds", line.deals)
    if not line.over:
        return words("history.open", rounds=rounds)
    if line.won and line.winners:
        return words("history.shared", names=words.row(line.winners), rounds=rounds)
    if line.won:
        return words("history.won", rounds=rounds)
    return words("history.lost", names=words.row(line.winners), rounds=rounds)


def _figures(history: History, setting: Setting, words: Wording) -> None:
    tables: Sequence[tuple[str, Iterable[Share]]] = (
        ("history.by-seat", history.by_seat()),
        ("history.by-edition", history.by_edition()),
        ("history.by-opponent", history.by_opponent()),
    )
    for title, shares in tables:
        rows = [_share(title, share, words) for share in shares]
        if rows:
            setting.paper.gap()
            setting.paper.say(words(title))
            for row in rows:
                setting.paper.say(row, indent="  ", hang="  ")
    for game in MODELS:
        _cards(game, history.cards(game), setting, words)


def _share(title: str, share: Share, words: Wording) -> str:
    percent = round(100 * share.won / share.played)
    name = words("history.seat", seat=share.name) if title == "history.by-seat" else share.name
    if name.startswith("bot "):
        name = words("history.bot", level=name.removeprefix("bot "))
    return words("history.share", name=name, won=share.won, played=share.played, percent=percent)


def _cards(game: str, cards: Sequence[tuple[str, int]], setting: Setting, words: Wording) -> None:
    if not cards:
        return
    voice = text.voice(game, setting.language, setting.theme, (), None)
    setting.paper.gap()
    setting.paper.say(words("history.cards"))
    setting.paper.say(", ".join(_counted(cards, voice)), indent="  ", hang="  ")


def _counted(cards: Sequence[tuple[str, int]], voice: text.Voice) -> Iterator[str]:
    return (f"{voice.card(card)} {number}" for card, number in cards)
