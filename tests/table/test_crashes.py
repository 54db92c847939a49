"""kill -9 at every entry, at every moment of its writing: one history, nothing doubled, play goes on."""

from __future__ import annotations

import pytest
from kit.memory import KEYS, MemoryTable
from kit.players import mover
from toy.model import Options as ToyOptions

from lltui.games.love_letter.model import Options
from llwire.chain import entries
from llwire.chain.chain import Chain
from llwire.wire.messages import Entry

GAMES = [
    pytest.param("love-letter", Options(target=1), id="love-letter"),
    pytest.param("moonrakers", ToyOptions(nights=1), id="moonrakers"),
]


def story(evening):
    """What happened, without the crashes."""
    bodies = [entries.decode(entry.body) for entry in evening.log]
    return [
        (mover(body), body.view, body.news) for body in bodies if not isinstance(body.what, entries.Recovered)
    ]


def one_history(evening, *players):
    """The log holds from its beginning, and everybody has exactly it."""
    chain = Chain(KEYS.pin, 1)
    for entry in evening.log:
        chain.accept(entry)
    for player in players:
        assert player.told(Entry) == evening.log


def every_entry_once(moment):
    """Each fails when it is tried first, recoveries among them; of those there is one after each crash."""
    tried = dict.fromkeys((True, False), False)

    def fails(entry):
        recovers = isinstance(entries.decode(entry.body).what, entries.Recovered)
        tried[recovers] = not tried[recovers]
        return moment if tried[recovers] else None

    return fails


@pytest.mark.parametrize("moment", ["before", "saved", "told"])
@pytest.mark.parametrize("game, options", GAMES)
def test_a_crash_at_any_entry_loses_nothing_and_doubles_nothing(game, options, moment):
    evening = MemoryTable(game, options)
    players = evening.company("Ann", "Bob", "Cid")
    evening.begin(*players)
    evening.fails = every_entry_once(moment)
    assert evening.play_through_crashes(*players) > 10
    one_history(evening, *players)


@pytest.mark.parametrize("moment", ["before", "saved", "told"])
def test_a_match_is_the_same_with_crashes_and_without(moment):
    stories = []
    for fails in (lambda entry: None, every_entry_once(moment)):
        evening = MemoryTable("love-letter", Options(target=1))
        players = evening.company("Ann", "Bob", "Cid")
        evening.begin(*players)
        evening.fails = fails
        evening.play_through_crashes(*players)
        stories.append(story(evening))
    assert stories[0] == stories[1]
