"""Plays carefully, knows every back by heart and what the Book asks: for balance, and for nobody's table."""

from __future__ import annotations

from collections.abc import Iterable

from lltui.bots.princes.careful import Careful
from lltui.bots.princes.odds import Odds
from lltui.games.game import Seat
from lltui.games.two_princes import model as m
from lltui.games.two_princes.story.index import ALERTED, below
from lltui.games.two_princes.story.printed import Card, Option
from lltui.games.two_princes.story.vocabulary import (
    AddChallenge,
    Done,
    GainAttr,
    GainCondition,
    GainItem,
    HasFlag,
    HasItem,
    Heal,
    LoseAny,
    LoseItem,
    Misery,
    Not,
    Remember,
    TestEffect,
)

KIND = {"happy": 0.6, "tired": -0.7, "sick": -1.0, "afraid": -0.9, "wounded": -1.0, "haunted": -0.2}
MOOD = {"boon": 0.5, "even": -0.1, "bane": -0.7}
DEAR = 1.2  # what a bright ending asks for
FATAL = -2.5  # and what one spoils


class Veteran(Careful):
    """One seat."""

    def __init__(self, options: m.Options, seat: Seat) -> None:
        super().__init__(options, seat)
        bright = {section.id for section in self.index.story.sections if section.tone == "bright"}
        asked = [
            query
            for section in self.index.story.sections
            for route in section.routes
            if route.to in bright and route.when is not None
            for _, query in below("", route.when)
        ]
        spoilt = [query.of for query in asked if isinstance(query, Not)]
        self._spoils = {query.flag for query in spoilt if isinstance(query, HasFlag)}
        self._dear = {query.flag for query in asked if isinstance(query, HasFlag)} - self._spoils
        self._kept = {query.item for query in asked if isinstance(query, HasItem)}

    def worth(self, option: str, public: m.Public, odds: Odds) -> float:
        assert public.front is not None, "no card to decide on"
        card = self.index.fronts[public.front.card]
        assert isinstance(card, Card), card
        if card.aa is not None and card.bb is not None:
            return self.sum((card.aa if option == "a" else card.bb).then)
        return self._option(getattr(card, option), option, public, odds)

    def _option(self, option: Option, name: str, public: m.Public, odds: Odds) -> float:
        always = self.sum(option.back.then)
        if option.test is None:
            return always
        chance = odds.success(self._test(option.test, public, name))
        return always + chance * self.sum(option.back.success) + (1 - chance) * self.sum(option.back.failure)

    def sum(self, effects: Iterable[Done]) -> float:
        """What a list of effects is worth."""
        return sum(self._one(effect) for effect in effects)

    def _one(self, effect: Done) -> float:
        both = 2.0 if getattr(effect, "who", "") == "both" else 1.0
        match effect:
            case GainAttr(n=n):
                return both * n
            case GainCondition(kind=kind, n=n):
                return both * n * KIND[kind]
            case Heal():
                return both * 0.7
            case GainItem():
                return 1.0
            case LoseAny() | LoseItem():
                return FATAL if getattr(effect, "item", "") in self._kept else -both
            case Misery(n=n):
                return -2.0 * n
            case Remember(flag=flag):
                return self._remembered(flag)
            case AddChallenge(n=number):
                return MOOD[self.index.challenges[number].mood]
            case TestEffect():
                return (self.sum(effect.success) + self.sum(effect.failure)) / 2
        return 0.0

    def _remembered(self, flag: str) -> float:
        if flag in self._spoils:
            return FATAL
        if flag in self._dear:
            return DEAR
        return -1.0 if flag == ALERTED else 0.4
