"""A table that tells of things no story has is hung up on; whatever gets through breaks no board."""

from __future__ import annotations

import io
from functools import cache
from random import Random
from types import SimpleNamespace

import msgspec
import pytest
from msgspec.structs import replace
from tui.princely import NAMES, Played

from lltui.client import updates as u
from lltui.games.models import UNSAYABLE
from lltui.games.two_princes import model as m
from lltui.games.two_princes.events import AnnouncedEvent, WhisperedEvent
from lltui.games.two_princes.shelf import tale
from lltui.plain.boards import board_of
from lltui.plain.paper import Paper
from lltui.plain.wording import Wording
from lltui.tui.boards.princes import barred, deeds, look, picking, telling, trying
from lltui.tui.boards.princes.prompting import prompt
from lltui.tui.boards.princes.sight import sight
from lltui.tui.desk import Desk, Words

pack = msgspec.msgpack.encode
TALE = tale("tower")
THINGS = (*TALE.conditions, *TALE.items, *TALE.fronts, *TALE.sections, *TALE.flags, *TALE.effects, "a", "b")
LIES = (*THINGS, *["zzz", "ZZZ", "event.zzz", "event.zzz.a.back.text"] * 40)
NUMBERS = (0, 1, -1, 2, 5, 99, 9_999, -9_999, 2**40, None)
unsayable = UNSAYABLE[m.MODEL.id]


@cache
def evening(seed):
    """A whole match, as each of them saw it and a watcher."""
    return Played(seed).over()


def places(holder, key):
    """Every place in a tree."""
    yield holder, key
    here = holder[key]
    inside = here if isinstance(here, dict) else range(len(here)) if isinstance(here, list) else ()
    for each in inside:
        yield from places(here, each)


def another(old, rng):
    """Something that somebody might write there instead."""
    match old:
        case bool():
            return not old
        case int():
            return rng.choice(NUMBERS)
        case str():
            return rng.choice(LIES)
        case list():
            return rng.choice([[], old * 2, old[1:], old[::-1], [*old, "zzz"], [*old, 0], old * 600])
        case dict():
            return {key: value for key, value in old.items() if rng.random() < 0.8}
    return rng.choice([0, 1, "a", *LIES])


def changed(what, kind, rng):
    """The same with one thing in it another; a ValidationError if that is none of this game."""
    tree = [msgspec.msgpack.decode(pack(what))]
    holder, key = rng.choice(list(places(tree, 0)))
    holder[key] = another(holder[key], rng)
    return msgspec.msgpack.decode(pack(tree[0]), type=kind)


def lie(glimpse, rng):
    """One lie in a glimpse."""
    event = rng.randrange(len(glimpse.heard) or 1)
    match rng.choice(["public", "private", "heard"]):
        case "private" if glimpse.private is not None:
            return replace(glimpse, private=changed(glimpse.private, m.Private, rng))
        case "heard" if glimpse.heard:
            told = changed(glimpse.heard[event], AnnouncedEvent | WhisperedEvent, rng)
            return replace(glimpse, heard=(*glimpse.heard[:event], told, *glimpse.heard[event + 1 :]))
    return replace(glimpse, public=changed(glimpse.public, m.Public, rng))


def lies(seed, number):
    played, rng = evening(seed), Random(number)
    seat = rng.choice([0, 1, None])
    for _ in range(100):
        try:
            yield seat, lie(rng.choice(played.glimpses[seat]), rng)
        except msgspec.ValidationError:
            continue


def on_the_plain_board(options, seat, glimpse):
    chair = SimpleNamespace(game=m.MODEL.id, options=options, names=NAMES, you=seat)
    board = board_of(chair, "en", "court", Paper(io.StringIO()), pauses=False)
    board.hear(glimpse)
    for line in ("t", "c", "1", "1"):
        board.read(line)


def on_the_screen(options, seat, glimpse):
    desk = Desk(Words("de", "court"), watches=seat is None)
    desk.hear(u.Began(1, m.MODEL.id, options, NAMES, seat, frozenset(), hosting=False))
    desk.hear(glimpse)
    see, now = sight(desk, Wording("de", "", "princes-screen")), picking.fresh(glimpse.menu)
    for draw in (look.head, look.princes, look.hand, look.memory, deeds.actor, telling.pages, trying.trial):
        draw(see)
    for draw in (look.tower, deeds.deed, barred.barred):
        list(draw(see, now))
    prompt(see, desk, now, "")


@pytest.mark.parametrize("number", range(6))
def test_what_gets_through_breaks_no_board(number):
    options = evening(3).options
    through = [found for found in lies(3, number) if unsayable(options, 2, found[1]) is None]
    assert through
    for seat, glimpse in through:
        on_the_plain_board(options, seat, glimpse)
        on_the_screen(options, seat, glimpse)


@pytest.mark.parametrize(
    "told, why",
    [
        ({"public": {"flags": ["ZZZ"]}}, "flags: ZZZ"),
        ({"public": {"sown": [80, 12_000]}}, "sown: 12000"),
        ({"public": {"book": ["nowhere"]}}, "book: nowhere"),
        ({"public": {"piles": [1, 2]}}, "2 piles"),
        ({"public": {"misery": 2**40}}, f"misery: {2**40}"),
        ({"public": {"deck": -1}}, "deck: -1"),
        ({"public": {"shown": ["event.a.b"] * 1001}}, "shown: 1001 of them"),
        ({"private": {"hand": ["nothing_at_all"]}}, "hand: nothing_at_all"),
    ],
)
def test_what_no_story_has_stays_at_the_door(told, why):
    played = evening(3)
    glimpse = played.glimpses[0][5]
    for part, facts in told.items():
        true = getattr(glimpse, part)
        tree = msgspec.msgpack.decode(pack(true)) | facts
        glimpse = replace(glimpse, **{part: msgspec.convert(tree, type(true))})
    assert unsayable(played.options, 2, glimpse) == why
    assert unsayable(played.options, 3, played.glimpses[0][5]) == "3 princes"
