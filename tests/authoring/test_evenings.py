"""What of a story is new to those who have read it before: pairs of bots, evening after evening."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from random import Random

from lltui.arena import SimulatedMatch, play_out
from lltui.bots.catalog import bot
from lltui.games.two_princes import events as e
from lltui.games.two_princes.model import MODEL, Options
from lltui.games.two_princes.rules.rulebook import RULES
from lltui.text.story_text import StoryWords

PAIRS, EVENINGS = 10, 5
SECOND, FIFTH = 73, 27  # in hundredths; measured over 40 pairs: 76.6 and 30.6


def places(heard: Iterable[object]) -> Iterator[str]:
    """Of all texts that lay before both."""
    for event in heard:
        match event:
            case e.CardTurned(card=card, aside=aside, arrival=arrival):
                yield f"{card}.text"
                yield from (f"{card}.asides.{aside}.text",) if aside is not None else ()
                yield from (f"{card}.arrivals.{arrival}.text",) if arrival is not None else ()
            case e.TextShown(text=place):
                yield place
            case e.ChapterBegan(chapter=chapter):
                yield f"opening.{chapter}.text"
            case e.DayBegan(day=day):
                yield f"opening.day_{day}.text"
            case e.SectionRead(section=section, asides=asides):
                yield f"section.{section}.text"
                yield from (f"section.{section}.asides.{n}.text" for n in asides)


def read(pair: int, evening: int) -> set[str]:
    """The texts of one match of theirs."""
    options, rng = Options(evening=evening), Random(f"{pair} {evening}")
    match = SimulatedMatch(RULES, options, 2, rng)
    players = [bot("human", MODEL.id, options, seat) for seat in (0, 1)]
    for _ in play_out(match, lambda seat: players[seat].choose(match.glimpse(seat), rng)):
        pass
    words = StoryWords(options.story, "en", evening)
    return {words.text(place) for place in places(match.overheard())}


def length(texts: Iterable[str]) -> int:
    return sum(len(re.findall(r"[\w']+", text)) for text in texts)


def test_a_second_evening_is_new_and_a_fifth_one_still_is_in_part():
    new, told = [0] * EVENINGS, [0] * EVENINGS
    for pair in range(PAIRS):
        known: set[str] = set()
        for evening in range(EVENINGS):
            texts = read(pair, evening + 1)
            new[evening] += length(texts - known)
            told[evening] += length(texts)
            known |= texts
    shares = [100 * mine / all_ for mine, all_ in zip(new, told, strict=True)]
    assert shares[0] == 100
    assert shares[1] > SECOND, shares
    assert shares[4] > FIFTH, shares
