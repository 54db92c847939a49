"""When bots move, and what they are told."""

from __future__ import annotations

import pytest
from kit.memory import MemoryTable, at_pace
from kit.players import mover, pack
from msgspec.structs import replace
from table.asking import bodies, dealt, kinds, refused, whats
from toy.model import Options as ToyOptions
from toy.model import Propose

from lltui.bots.catalog import Uniform, bot
from lltui.games.game import Announced
from lltui.games.love_letter.loading import editions
from lltui.games.love_letter.model import Options
from lltui.table import running_match
from llwire.chain import entries
from llwire.wire import messages as m
from llwire.wire.deeds import StandIn
from llwire.wire.messages import Why


def agreeing(bots=("random",), **pace):
    """The toy's crew has to agree on a coast, and anybody may change their mind at any time."""
    evening, *players = dealt(
        "Ann", "Bob", game="moonrakers", options=ToyOptions(), bots=bots, settings=at_pace(**pace)
    )
    evening.play(lambda: evening.table.state.playing.engine.state.phase == "agree")
    return evening, *players


def propose(player, coast):
    return player.act(pack(Propose(coast)))


def test_a_bot_pauses_after_whatever_happened():
    evening, *_ = dealt("Ann", "Bob", bots=("random",), settings=at_pace(bot=0.7))
    evening.play(lambda: evening.table.state.playing.waiting() == (2,))
    before = len(evening.log)
    assert evening.table.due() == pytest.approx(evening.now + 0.7)
    evening.pass_time(0.6)
    assert len(evening.log) == before
    evening.pass_time(0.2)
    assert mover(bodies(evening)[before]) == 2


def test_a_bot_answers_a_persons_move_once_and_then_waits_for_another():
    evening, ann, _ = agreeing()
    evening.pass_time(100)
    before = len(evening.log)
    evening.pass_time(100)
    assert len(evening.log) == before
    evening.say(ann, propose(ann, "n"))
    assert [mover(body) for body in bodies(evening)[before:]] == [0, 2]


def test_whoever_never_pauses_does_not_keep_a_bot_from_its_turn():
    evening, ann, _ = agreeing(bot=0.7)
    evening.play(lambda: evening.table.due() is not None)
    for turn in range(25):
        evening.say(ann, propose(ann, "ns"[turn % 2]))
        evening.pass_time(0.1)
    assert 2 in [mover(body) for body in bodies(evening)[-25:]]


def test_where_only_bots_are_left_each_has_its_turn():
    evening, ann, _ = agreeing(bots=("random", "random"))
    for seat in (1, 0):
        evening.say(ann, ann.decide(StandIn(seat=seat, on=True)))
    evening.play()
    assert kinds(evening)[-1] == "Ended"
    autos = [what.seat for what in whats(evening) if isinstance(what, entries.Auto)]
    assert {0, 1, 2, 3} <= set(autos)


def test_a_bot_is_told_what_its_seat_heard_since_it_was_asked_last(monkeypatch):
    seen = []

    class Nosy(Uniform):
        def choose(self, glimpse, rng):
            seen.append(glimpse)
            return super().choose(glimpse, rng)

    monkeypatch.setattr(running_match, "bot", lambda *_: Nosy())
    evening, *_ = dealt("Ann", "Bob", bots=("random",), options=Options(target=1))
    watcher = evening.player("Wil", 9, want="watch")
    evening.enter(watcher)
    evening.play()
    heard = [event for glimpse in seen for event in glimpse.heard]
    aloud = [event for event in heard if isinstance(event, Announced)]
    assert aloud == [event for glimpse in watcher.glimpses for event in glimpse.heard][: len(aloud)]
    assert len(heard) > len(aloud) > 5
    assert all(glimpse.menu for glimpse in seen)


@pytest.mark.parametrize(
    "options, level",
    [
        (Options(), "normal"),
        (Options(standin="easy"), "easy"),
        (Options(standin="hard"), "hard"),
        (Options("modern", standin="hard"), "normal"),
    ],
    ids=str,
)
def test_for_whoever_is_away_plays_the_bot_that_the_table_agreed_on(monkeypatch, options, level):
    seated = {}

    def noted(name, game, options, seat):
        seated[seat] = name
        return bot(name, game, options, seat)

    monkeypatch.setattr(running_match, "bot", noted)
    evening, ann, _ = dealt("Ann", "Bob", bots=("random",), options=replace(options, target=1))
    evening.say(ann, ann.decide(StandIn(seat=1, on=True)))
    evening.play()
    assert seated[1] == level
    assert seated[2] == "random", "who was invited as a bot goes on to be it"


@pytest.mark.parametrize("name", editions())
def test_every_edition_is_played_at_its_largest_table(name):
    evening = MemoryTable("love-letter", Options(edition=name, target=1))
    ann, bob = evening.company("Ann", "Bob")
    evening.begin(ann, bob, bots=("normal",) * (len(evening.table.state.lobby.chairs) - 2))
    evening.play()
    assert ann.chain.head == bob.chain.head
    assert len(ann.chain.match.chairs) == len(evening.disk.lobby.chairs)


def alone_in_the_round():
    """Ann, who hosts, and Bob are out; three bots think for ten seconds before each move."""
    for seed in range(60):
        evening = MemoryTable("love-letter", Options(target=2), at_pace(bot=10.0), seed=seed)
        ann, bob = evening.company("Ann", "Bob")
        evening.begin(ann, bob, bots=("random",) * 3)
        playing = evening.table.state.playing
        evening.play(lambda playing=playing: bool(playing.out) or playing.match.deal > 1)
        if playing.out and len(playing.waiting()) == 1:
            return evening, ann, bob
    raise AssertionError("both were never out")


def test_nobody_waits_for_bots_any_more_once_all_who_are_out_say_so():
    evening, ann, bob = alone_in_the_round()
    before, deal = len(evening.log), evening.table.state.playing.match.deal
    evening.say(bob, m.Hurry())
    assert (ann.standing.hurried, ann.standing.at_once) == ((1,), False)
    assert evening.table.due() == pytest.approx(evening.now + 10, abs=10)
    assert len(evening.log) == before, "one of two decides nothing for the other"
    evening.say(ann, m.Hurry())
    assert [body.what for body in bodies(evening)[before:] if mover(body) is not None]
    assert evening.table.state.playing.phase() is m.Phase.COLLECTING, "the round is over at once"
    assert (ann.standing.hurried, ann.standing.at_once) == ((), False)
    evening.play(lambda: evening.table.state.playing.match.deal > deal)
    assert not evening.table.state.at_once


def test_of_two_who_are_out_the_word_of_who_hosts_is_enough():
    evening, ann, _ = alone_in_the_round()
    before = len(evening.log)
    evening.say(ann, m.Hurry())
    assert len(evening.log) > before


def test_who_has_left_the_table_is_not_waited_for_with_the_hurry():
    evening, ann, bob = alone_in_the_round()
    before = len(evening.log)
    evening.say(bob, m.Hurry())
    evening.leave(ann)
    assert len(evening.log) > before


def test_nobody_hurries_bots_while_a_person_still_plays():
    evening, ann, bob = dealt("Ann", "Bob", bots=("random",) * 2, settings=at_pace(bot=10.0))
    evening.say(bob, m.Hurry())
    assert refused(bob) == ("hurry", Why.NOT_NOW, None)
    assert ann.standing.hurried == ()
    wil = evening.player("Wil", 9)
    evening.enter(wil)
    evening.say(wil, m.Hurry())
    assert refused(wil) == ("hurry", Why.NOT_NOW, None)
