"""Every lie that a table could tell is refused by a live client and by `verify`, with the same code."""

from __future__ import annotations

from base64 import b64decode
from functools import cache
from typing import get_args

import pytest
import run
from kit.written import eventful, plain
from record.liars import LIARS
from record.retold import Tale, lived, verified

from lltui.games.love_letter.loading import editions
from lltui.games.love_letter.model import Options
from lltui.games.two_princes import model as princes
from lltui.record.lies import Lie, Untrue
from llwire.wire.errors import Law
from llwire.wire.messages import Pin, from_table

GAMES = ("love-letter", "princes")
KINDS = {"eventful": eventful, "plain": plain}


@cache
def tale(kind, game, seed, **more):
    return Tale(KINDS[kind](game, seed, **more))


def eyes(liar, evening):
    """Who could find it: whoever opens that box, or everybody."""
    return (0,) if liar.box else (None, *range(evening.people))


def found(told, evening, seat, *pin):
    """What both readers say, and that they agree."""
    by_file, alive = verified(told, evening, seat, *pin), lived(told, evening, seat, *pin)
    assert isinstance(by_file, Lie)
    code = alive.what if isinstance(alive, Lie) else alive.law
    assert (by_file.what, by_file.seq) == (code, alive.seq if isinstance(alive, Lie) else by_file.seq)
    return by_file


def caught(liar, sound, place, seats):
    told = sound.again()
    page = liar.tell(told, told.pages[place])
    log = told.log()
    expected = told.number[page] if told.expected is None else told.expected
    for seat in seats:
        lie = found(log, sound.evening, seat)
        assert (lie.what, lie.seq) == (liar.what, expected), (place, seat)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("kind", KINDS)
def test_the_same_told_again_without_a_lie_is_sound(kind, game):
    sound = tale(kind, game, 0) if kind == "eventful" else tale(kind, game, 0, most=60)
    log = sound.again().log()
    assert len(log) == len(sound.pages)
    for seat in (None, *range(sound.evening.people)):
        assert verified(log, sound.evening, seat) is None
        assert lived(log, sound.evening, seat) is None


VECTORS = {lie["lie"]: lie for lie in run.read("lies.json")["lies"]}


@cache
def of_file(match):
    """Its table, as whoever reads it knows it, and its entries."""
    told = run.read(f"matches/{match}.json")
    return Pin(*(bytes.fromhex(told[name]) for name in ("table", "log_key", "cert"))), told["entries"]


@pytest.mark.parametrize("liar", LIARS, ids=lambda liar: liar.name)
def test_a_lie_is_refused_by_both_readers_with_the_same_code(liar):
    """The bytes are those that any reader is asked about: protocol/vectors/lies.json."""
    lie = VECTORS[liar.name]
    assert (lie["spec"], lie["code"], lie["seat"]) == (liar.must, liar.what, 0 if liar.box else None)
    pin, before = of_file(lie["match"])
    told = [from_table.decode(b64decode(each)[4:]) for each in (*before[: lie["after"]], *lie["entries"])]
    evening = tale("eventful", lie["match"].removesuffix("-eventful"), 0).evening
    seats = eyes(liar, evening)
    found_by = found(told, evening, seats[len(liar.name) % len(seats)], pin)
    assert (found_by.what, found_by.seq) == (liar.what, lie["seq"])


def test_no_lie_is_told_that_no_liar_tells():
    assert {*VECTORS} == {liar.name for liar in LIARS}


def test_every_law_is_broken_by_a_liar():
    """What a reader of a match may refuse, it has refused once in a sound match of a game."""
    bytes_of_files = {Law.FRAME, Law.LENGTH, Law.SPELLING, Law.MESSAGE}  # test_log.py, test_matchfile.py
    elsewhere = {Law.TLS, Law.ALPN, Law.SECRET_OTHER}  # no table, and a player
    # A secret choice before any deal is no move of any game, and all others a reveal asks for.
    hidden_by_the_rules = {Law.END_CLOSED}
    codes = {*map(str, Law), *get_args(Untrue)}
    never = {*map(str, bytes_of_files | elsewhere | hidden_by_the_rules)}
    assert {liar.what for liar in LIARS} == codes - never


MATCHES = {
    **{f"eventful {game}": (eventful, game, 1, {}) for game in GAMES},
    **{f"plain {name}": (plain, GAMES[0], 2, {"options": Options(name, target=2)}) for name in editions()},
    "plain princes": (plain, GAMES[1], 2, {"most": 150}),
    "strict princes": (plain, GAMES[1], 3, {"most": 150, "options": princes.Options(alone="strict")}),
}


@cache
def match(name):
    kind, game, seed, more = MATCHES[name]
    return Tale(kind(game, seed, **more))


@pytest.mark.soak
@pytest.mark.parametrize("name", MATCHES)
@pytest.mark.parametrize("liar", LIARS, ids=lambda liar: liar.name)
def test_a_lie_is_refused_early_and_late_in_every_match_whoever_looks(liar, name):
    """Where a match offers the occasion; that one of the small ones does is held above."""
    sound = match(name)
    places = [sound.pages.index(page) for page in liar.places(sound)]
    for place in {*places[:1], *places[-1:], *places[len(places) // 3 :][:1]}:
        caught(liar, sound, place, eyes(liar, sound.evening))
