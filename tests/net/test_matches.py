"""Matches of before stay what they are: recorded as files, judged, written again, and played again.

A file here is what a player has on disk.  Whoever moves a class, a rule or a
folder must be able to read it still, byte for byte.
"""

from __future__ import annotations

from functools import cache
from typing import Any, get_args

import msgspec
import pytest
from kit.written import keep_match
from net import record
from net.matches import MATCHES, played

from lltui.games import packing
from lltui.games.known_games import MODELS, model
from lltui.games.love_letter.loading import editions
from lltui.record.audit import MatchAudit
from lltui.record.matchfile import MatchFile, head_of, open_match, packed
from llwire.chain import entries
from llwire.chain.chain import Chain, read_log
from llwire.chain.entries import Acted, Auto, Body, Decided, Genesis
from llwire.session.handshake import Pin
from llwire.wire import deeds
from llwire.wire.deeds import read_deed

AGAIN = "if its rules were changed on purpose: python tests/net/record.py"
pack = msgspec.msgpack.encode
every_match = pytest.mark.parametrize("name", MATCHES)


def file_of(name, folder):
    path = folder / "recorded.ll"
    path.write_bytes(record.read(name))
    return open_match(path)


@cache
def again(name):
    """The same match played today."""
    return played(name)


@cache
def bodies(name) -> tuple[Body, ...]:
    _, _, told = _parts(record.read(name))
    return tuple(entries.decode(entry.body) for entry in told)


def _parts(data):
    size = 4 + int.from_bytes(data[:4], "big")
    head = msgspec.msgpack.decode(data[4 + 32 : size])
    chain = Chain(_pin(head), head["match"])
    reading = read_log(data[size:], chain)
    assert reading.fault is None
    return data[:size], chain, reading.entries


def _pin(head: dict[str, Any]):
    return Pin(head["table"], head["log_key"], head["cert_hash"])


def whats(name):
    return [body.what for body in bodies(name)]


# ------------------------------------------------------------------ judged


@every_match
def test_a_match_of_before_is_sound_for_whoever_kept_it(name, tmp_path):
    told = MatchAudit(file_of(name, tmp_path))
    assert (told.lie, told.unjudged) == (None, None), AGAIN
    assert told.over
    assert told.checked == told.match.deal > 0
    assert len(told.told) == len(bodies(name))
    assert (told.boxes > 0) == (MATCHES[name].seat is not None)


@every_match
def test_a_match_of_before_is_sound_for_every_seat(name, tmp_path):
    file = file_of(name, tmp_path)
    for seat, key in again(name).boxes.items():
        head = head_of(file.head.pin, file.head.match, seat, key, file.head.began)
        told = MatchAudit(MatchFile(file.path, head, file.log))
        assert (told.lie, told.unjudged) == (None, None), AGAIN
        assert told.boxes > 0


# ------------------------------------------------------------------ written again


@every_match
def test_a_match_of_before_is_kept_as_the_same_bytes(name, tmp_path):
    file = file_of(name, tmp_path)
    head, _, told = _parts(record.read(name))
    assert packed(file.head) == head
    kept = keep_match(tmp_path / "kept", file.head, told)
    assert kept.read_bytes() == record.read(name)


@every_match
def test_what_the_table_and_the_players_said_is_written_as_the_same_bytes(name):
    _, _, told = _parts(record.read(name))
    for entry in told:
        body = entries.decode(entry.body)
        assert entries.encode(body) == entry.body
        for cause in body.causes:
            assert pack(read_deed(cause)) == cause.body


@every_match
def test_what_the_game_said_is_written_as_the_same_bytes(name, tmp_path):
    """Views, news, moves, and whatever lies in the boxes of this copy."""
    file = file_of(name, tmp_path)
    nouns = model(bodies(name)[0].what.game)
    assert _again(bodies(name)[0].what.options, nouns.options)
    for told in MatchAudit(file).told:
        assert _again(told.body.view, nouns.public)
        assert _again(told.body.news, list[nouns.announced])
        assert all(_again(opening.choice, nouns.action) for opening in told.body.opened)
        for act in _moves(told.body):
            assert not act or _again(act, nouns.action)
        if told.box is not None:
            inside = msgspec.msgpack.decode(told.box, type=packing.Inside)
            assert _again(inside.private, nouns.private)
            assert all(_again(whisper, nouns.whispered) for _, whisper in inside.whispers)


def _again(data, kind):
    return pack(msgspec.msgpack.decode(data, type=kind)) == bytes(data)


def _moves(body):
    if isinstance(body.what, Auto):
        yield body.what.action
    if isinstance(body.what, Acted):
        yield read_deed(body.causes[0]).action


# ------------------------------------------------------------------ played again


@every_match
def test_the_same_people_play_the_same_match_today(name):
    """With the same lots: the same menus in the same order, rules, chain, seals and files."""
    then, today = bodies(name), [entries.decode(entry.body) for entry in again(name).log]
    for before, now in zip(then, today, strict=False):
        assert now == before, AGAIN
    assert again(name).file(MATCHES[name].seat) == record.read(name), AGAIN


# ------------------------------------------------------------------ and nothing is missing


def test_all_that_can_happen_at_a_table_stands_in_them():
    told = [what for name in MATCHES for what in whats(name)]
    assert {type(what) for what in told} == set(get_args(entries.Kind))
    assert {what.by for what in told if isinstance(what, Auto)} == {"bot", "stand-in", "clock"}
    decided = {
        type(read_deed(body.causes[0]).what)
        for name in MATCHES
        for body in bodies(name)
        if isinstance(body.what, Decided)
    }
    # Whoever hosts need not go on without somebody where all come back.
    assert set(get_args(deeds.What)) - decided == {deeds.GoOn}
    assert any(body.opened for name in MATCHES for body in bodies(name))


def test_every_move_and_every_event_of_a_game_stands_in_them():
    said = {kind for name in MATCHES for kind in nouns_of(name)}
    for game in MODELS.values():
        nouns = {kind for union in (game.action, game.announced, game.whispered) for kind in get_args(union)}
        assert nouns - said == set()


def nouns_of(name):
    """What is done and heard in a match, with all its boxes open."""
    _, chain, told = _parts(record.read(name))
    nouns, chain = model(chain.match.genesis.game), Chain(chain.pin, chain.number)
    for entry in told:
        body = chain.accept(entry)
        for act in (*_moves(body), *(opening.choice for opening in body.opened)):
            if act:
                yield type(msgspec.msgpack.decode(act, type=nouns.action))
        for seat, key in again(name).boxes.items():
            if chain.match.chairs[seat].box == key.public:
                box = chain.open(body, seat, key)
                yield from map(type, packing.glimpse(nouns, body.view, body.news, box).heard)


def test_every_edition_every_number_of_seats_and_every_way_to_reveal_stand_in_them():
    first = [whats(name)[0] for name in MATCHES]
    assert all(isinstance(what, Genesis) for what in first)
    options = [msgspec.msgpack.decode(what.options) for what in first if what.game == "love-letter"]
    assert {told.get("edition", "classic") for told in options} == set(editions())
    assert {what.game for what in first} == set(MODELS)
    assert {len(what.roster) for what in first} == {2, 3, 4, 5, 6}
    assert {what.reveal for what in first} == {"round", "match"}


def test_every_file_is_one_of_these_and_they_stay_small():
    files = {path.name.removesuffix(".ll.xz"): path for path in record.FOLDER.iterdir()}
    assert files.keys() == MATCHES.keys()
    assert sum(path.stat().st_size for path in files.values()) < 1_500_000
