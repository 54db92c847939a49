"""A match that was played, taken up again: at every turn, in every edition, to its end."""

from __future__ import annotations

from random import Random

import pytest
from kit.written import FIRST, WrittenMatch
from net import record
from record.kept import keep

from lltui.client import updates as u
from lltui.games.chair import Glimpse, Over
from lltui.games.game import asked
from lltui.games.love_letter.loading import editions
from lltui.games.love_letter.model import Options
from lltui.record.audit import ReplayViews
from lltui.record.matchfile import open_match
from lltui.table import local_match
from lltui.table.local_chair import LocalChair
from lltui.table.local_match import NothingToPractise, PlayedMatch, PracticeMatch
from llwire.chain.entries import Revealed


@pytest.fixture(params=editions())
def written(request):
    return WrittenMatch(Options(request.param, target=1, **FIRST), people=2, bots=1, seed=3).whole()


def turns(played, seat):
    """The entries after which this seat was asked."""
    game = played.audit.again.game
    return [step.body.seq for step in played._steps if asked(game.legal(step.state, seat))]


def played_out(match, rng, most=10_000):
    """By chance on the person's seat; every glimpse of it."""
    (seat,) = match.people
    for _ in match.replay():
        pass
    for _ in range(most):
        if match.over:
            return
        glimpse = match.glimpse(seat)
        if match.advance() is None:
            assert asked(glimpse.menu), "nobody moves, and nobody is asked"
            assert match.act(seat, rng.choice(glimpse.menu)) is None
    pytest.fail("no end")


def test_every_turn_of_every_seat_can_be_taken_over_and_played_to_the_end(written, tmp_path):
    played = PlayedMatch(open_match(keep(written, tmp_path, 0)))
    before = [step.state for step in played.until(10**6)]
    for seat in range(3):
        asked_at = turns(played, seat)
        assert asked_at
        for seq in asked_at:
            played_out(PracticeMatch(played, seq, seat, Random(seq)), Random(seat))
    assert [step.state for step in played.until(10**6)] == before, "a try changes nothing of the match"


def test_a_story_can_be_taken_up_too(tmp_path):
    path = tmp_path / "match.ll"
    path.write_bytes(record.read("princes-tower"))
    played = PlayedMatch(open_match(path))
    for seat in range(2):
        some = turns(played, seat)
        for seq in {some[0], some[len(some) // 2], some[-1]}:
            played_out(PracticeMatch(played, seq, seat, Random(seq)), Random(seat))


def test_a_bot_is_given_only_what_its_seat_had_been_told(written, tmp_path, monkeypatch):
    given = {}

    class Noting:
        def __init__(self, seat):
            self.seat = seat

        def choose(self, glimpse, rng):
            given.setdefault(self.seat, glimpse)
            return rng.choice(glimpse.menu)

    monkeypatch.setattr(local_match, "bot", lambda _level, _game, _options, seat: Noting(seat))
    file = open_match(keep(written, tmp_path, 0))
    played, film = PlayedMatch(file), ReplayViews(file)
    seq = turns(played, 0)[0]
    match = PracticeMatch(played, seq, 0, Random(1))
    for _ in match.replay():
        pass
    now = match.glimpse(0)
    match.act(0, now.menu[0])
    while len(given) < 2 and not match.over:
        if match.advance() is None:
            match.act(0, match.glimpse(0).menu[0])
    assert given
    for seat, glimpse in given.items():
        told = tuple(
            event for scene in film.scenes(seat) if scene.seq <= seq for event in scene.glimpse.heard
        )
        assert glimpse.heard[: len(told)] == told


async def test_a_chair_tells_the_past_and_that_it_is_practice_and_nothing_is_kept(written, tmp_path):
    played = PlayedMatch(open_match(keep(written, tmp_path, 0)))
    files = sorted(tmp_path.rglob("*"))
    seq = turns(played, 0)[1]

    def chair():
        return LocalChair(lambda: PracticeMatch(played, seq, 0, Random(1)), lambda _: chair())

    for one in (sitting := chair(), sitting.again()):
        heard = []
        while not heard or not isinstance(heard[-1], Over):
            heard.append(await one.next())
            newest = heard[-1]
            if isinstance(newest, Glimpse) and asked(newest.menu):
                await one.act(newest.menu[0])
        await one.leave(getting_up=True)
        began, before, glimpse, ruled = heard[:4]
        assert isinstance(began, u.Began)
        assert (began.you, began.bots) == (0, {1, 2})
        assert isinstance(before, u.HeardBefore)
        assert before.told[-1].heard
        assert glimpse.heard == (), "it was told with the past"
        assert glimpse.menu == tuple(played.audit.again.game.legal(played.until(seq)[-1].state, 0))
        assert ruled == u.Ruled("practice")
    assert sorted(tmp_path.rglob("*")) == files


def test_at_its_end_the_last_moment_is_taken_at_which_something_was_left_to_do(written, tmp_path):
    played = PlayedMatch(open_match(keep(written, tmp_path, 0)))
    match = PracticeMatch(played, 10**6, 0, Random(1))
    for _ in match.replay():
        pass
    assert not match.over


def test_what_is_not_over_or_not_true_stays_closed(tmp_path):
    half = WrittenMatch(people=2, bots=0, seed=4).until(Revealed)
    with pytest.raises(NothingToPractise):
        PlayedMatch(open_match(keep(half, tmp_path, 0)))
