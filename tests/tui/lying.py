"""Glimpses with one thing in them another, as a lying table could seal them."""

from __future__ import annotations

import io
from random import Random
from types import SimpleNamespace

import msgspec
from msgspec.structs import replace

from lltui.client import updates as u
from lltui.desk.desk import Desk, Words
from lltui.plain.board import board_of
from lltui.plain.paper import Paper

NUMBERS = (0, 1, -1, 2, 5, 99, 9_999, -9_999, 2**40, None)
pack = msgspec.msgpack.encode


def places(holder, key):
    """Every place in a tree."""
    yield holder, key
    here = holder[key]
    inside = here if isinstance(here, dict) else range(len(here)) if isinstance(here, list) else ()
    for each in inside:
        yield from places(here, each)


class Liar:
    """Knows the nouns of a game, and words that could stand anywhere in it."""

    def __init__(self, model, words):
        self.model, self.words = model, words

    def another(self, old, rng):
        """Something that could be written there instead."""
        match old:
            case bool():
                return not old
            case int():
                return rng.choice(NUMBERS)
            case str():
                return rng.choice(self.words)
            case list():
                return rng.choice([[], old * 2, old[1:], old[::-1], [*old, "zzz"], [*old, 0], old * 600])
            case dict():
                return {key: value for key, value in old.items() if rng.random() < 0.8}
        return rng.choice([0, 1, *self.words])

    def changed(self, what, kind, rng):
        """The same with one thing another; a ValidationError if that is none of this game."""
        tree = [msgspec.msgpack.decode(pack(what))]
        holder, key = rng.choice(list(places(tree, 0)))
        holder[key] = self.another(holder[key], rng)
        return msgspec.msgpack.decode(pack(tree[0]), type=kind)

    def lie(self, glimpse, rng):
        """One lie in a glimpse."""
        at = rng.randrange(len(glimpse.heard) or 1)
        match rng.choice(["public", "private", "heard"]):
            case "private" if glimpse.private is not None:
                return replace(glimpse, private=self.changed(glimpse.private, self.model.private, rng))
            case "heard" if glimpse.heard:
                told = self.changed(glimpse.heard[at], self.model.announced | self.model.whispered, rng)
                return replace(glimpse, heard=(*glimpse.heard[:at], told, *glimpse.heard[at + 1 :]))
        return replace(glimpse, public=self.changed(glimpse.public, self.model.public, rng))

    def lies(self, glimpses, seed, number=100):
        """Each with the seat that is told it; by seat, None for a watcher."""
        rng = Random(seed)
        for _ in range(number):
            seat = rng.choice(list(glimpses))
            try:
                yield seat, self.lie(rng.choice(glimpses[seat]), rng)
            except msgspec.ValidationError:
                continue


def on_the_plain_board(game, options, names, seat, glimpse):
    """It is told, asked about, and answered."""
    chair = SimpleNamespace(game=game, options=options, names=names, you=seat)
    board = board_of(chair, Words("en", "court"), Paper(io.StringIO()), pauses=False)
    board.hear(glimpse)
    for line in ("t", "c", "h", "1", "1"):
        board.read(line)


def desk_with(game, options, names, seat, glimpse, language="de"):
    """It lies in front of somebody."""
    desk = Desk(Words(language, "court"), watches=seat is None)
    desk.hear(u.Began(1, game, options, names, seat, frozenset(), hosting=False))
    desk.hear(glimpse)
    return desk
