"""What a prince meets alone at a strict table, laid beside what all may see: for boards and bots."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from lltui.games.game import Event
from lltui.games.two_princes import events as e
from lltui.games.two_princes.model import Private, Public


def seen(public: Public, *privates: Struct | None) -> Public:
    """The table as somebody sees it who has these private views: his card lies open as any other."""
    for private in privates:
        if isinstance(private, Private) and (alone := private.alone) is not None:
            asked = replace(public.asked, effect=alone.effect)
            return replace(public, front=alone.front, shown=alone.shown, asked=asked)
    return public


def heard(told: Iterable[Event]) -> Iterator[Event]:
    """What was whispered of such a card, as it is announced of any other."""
    for event in told:
        match event:
            case e.MetAlone(who=who, card=card, aside=aside):
                yield e.CardTurned(who, card, aside)
            case e.ReadAlone(text=text):
                yield e.TextShown(text)
            case e.ChoseAlone(who=who, option=option):
                yield e.Chose(who, option)
            case _:
                yield event
