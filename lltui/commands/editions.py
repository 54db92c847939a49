"""`lltui editions`: the rule texts, and what differs between them."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping

from lltui import text
from lltui.commands.setting import settle
from lltui.games.love_letter.loading import changes, editions, printed, variants
from lltui.games.love_letter.rules.edition import edition


def run(args: argparse.Namespace) -> int:
    language, _, paper = settle(args)
    words = text.words(language, "cli")
    paper.say(words["editions.title"])
    for name in editions():
        edition(name)  # a file that somebody added may be none
        paper.say(_heading(name, words.get(f"edition.{name}", "")), indent="  ", hang="  ")
        for line in _numbers(printed(name), words):
            paper.say(line, indent="    ", hang="  ")
    paper.gap()
    paper.say(words["editions.variants"])
    for name in variants():
        changes(name)
        paper.say(_heading(name, words.get(f"variant.{name}", "")), indent="  ", hang="  ")
    return 0


def _heading(name: str, about: str) -> str:
    return f"{name}: {about}" if about else name


def _numbers(facts: Mapping[str, object], words: Mapping[str, str]) -> Iterator[str]:
    """Only what a line of the file says: an edition that somebody adds tells of itself as well."""
    cards, seats, tokens = facts["card"], facts["seats"], facts["tokens_to_win"]
    assert isinstance(cards, list), cards
    assert isinstance(seats, list), seats
    assert isinstance(tokens, dict), tokens
    yield words["editions.numbers"].format(
        cards=sum(card["copies"] for card in cards),
        fewest=seats[0],
        most=seats[1],
        tokens=", ".join(str(tokens[str(number)]) for number in range(seats[0], seats[1] + 1)),
    )
    yield words[f"editions.tie.{facts['tie']}"]
