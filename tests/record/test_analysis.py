"""What a match was worth to a seat: from what it knew then, in steps that add up, and in words."""

from __future__ import annotations

import json
from functools import cache, partial
from itertools import pairwise, product

import pytest
from kit.written import FIRST
from msgspec.structs import replace
from record.kept import WrittenMatch, keep, said

from lltui import text
from lltui.arena import workers
from lltui.bots.catalog import adviser
from lltui.desk.desk import Words
from lltui.desk.record_sentences import AnalysisTold, curve_drawn, marks, to_tenths
from lltui.desk.replay_desk import ReplayDesk
from lltui.games.love_letter.events import Played
from lltui.games.love_letter.model import Options
from lltui.games.two_princes import model as princes
from lltui.plain.replay import ReplayPages
from lltui.record import analysis
from lltui.record.audit import NotYetOpen, ReplayViews
from lltui.record.matchfile import open_match
from llwire.chain.entries import Acted, Dealt, Revealed

CLASSIC = Options(target=3, **FIRST)
AGREED = replace(CLASSIC, advice="on")


def film(evening, folder, seat=None):
    folder.mkdir(exist_ok=True)
    return ReplayViews(open_match(keep(evening, folder, seat)))


@pytest.fixture(scope="module")
def evening():
    return WrittenMatch(CLASSIC, people=2, bots=1, seed=5).whole()


@pytest.fixture(scope="module")
def found(evening, tmp_path_factory):
    return analysis.analysed(film(evening, tmp_path_factory.mktemp("whole"), 0))


@pytest.fixture(autouse=True)
def _own_folders(tmp_path, monkeypatch):
    for name in ("DATA", "STATE", "CONFIG"):
        monkeypatch.setenv(f"LLTUI_{name}_DIR", str(tmp_path / name.lower()))
    monkeypatch.setenv("LANG", "C.UTF-8")


# ------------------------------------------------------------------- the figures


def test_several_processes_find_the_same(evening, found, tmp_path):
    others = partial(workers.each, where=workers.Where(2), size=1)
    assert analysis.analysed(film(evening, tmp_path / "again", 0), each=others) == found


def test_of_all_seats_it_is_told_how_far_it_is(evening, tmp_path):
    told = []
    analysis.analysed(film(evening, tmp_path / "again", 0), told=told.append)
    assert told == sorted(told)
    assert told[-1] == 1
    assert len(told) > 30


def test_the_steps_of_each_round_lead_from_the_average_to_its_result(found):
    for seat in found.seats.values():
        deals = list(dict.fromkeys(step.deal for step in seat.steps))
        assert len(deals) == len(seat.results) == len(seat.average) > 1
        for deal, result, average in zip(deals, seat.results, seat.average, strict=True):
            steps = [step for step in seat.steps if step.deal == deal]
            assert steps[0].before.round == pytest.approx(average)
            assert sum(step.gave for step in steps) == pytest.approx(result - average)
            assert all(one.after == other.before for one, other in pairwise(steps))


def test_won_is_the_average_with_luck_the_others_and_the_own_choices(found):
    for seat in found.seats.values():
        told = sum(seat.average) + seat.luck + seat.gave("others") - seat.cost
        assert told == pytest.approx(sum(seat.results))
    assert sum(sum(seat.results) for seat in found.seats.values()) == len(found.seats[0].results)


def test_each_move_of_a_seat_is_judged_and_nothing_else_is(evening, found, tmp_path):
    reel = film(evening, tmp_path, 0)
    for seat, each in found.seats.items():
        heard = [event for scene in reel.scenes(seat) for event in scene.glimpse.heard]
        played = [event for event in heard if isinstance(event, Played) and event.who == seat]
        made = [(move.made.card, move.made.target, move.made.guess) for move in each.moves]
        assert made == [(event.card, event.target, event.guess) for event in played]
        assert all(move.cost >= 0 and (move.cost == 0 or not move.forced) for move in each.moves)


def test_a_move_costs_what_the_adviser_of_that_seat_says_at_that_moment(evening, found, tmp_path):
    seat = 1
    helper = adviser("love-letter", CLASSIC, seat)
    moves = {move.seq: move for move in found.seats[seat].moves}
    asked = 0
    for scene in film(evening, tmp_path, 0).scenes(seat):
        helper.standing(scene.glimpse)
        if scene.seq in moves:
            chances = {each.move: each.chance for each in helper.moves(scene.glimpse)}
            move = moves[scene.seq]
            assert move.chance == pytest.approx(chances[move.made])
            assert move.most == pytest.approx(max(chances.values())) == pytest.approx(chances[move.best])
            asked += 1
    assert asked == len(moves)


def test_what_comes_later_changes_no_judgement(evening, found, tmp_path):
    """As far as an unfinished copy goes, its owner reads the same as when all is open."""
    half = WrittenMatch(AGREED, people=2, bots=1, seed=5).until(Revealed).until(Acted)
    before = analysis.analysed(film(half, tmp_path, 0))
    assert [*before.seats] == [0]
    mine, whole = before.seats[0], found.seats[0]
    assert len(mine.moves) > 2
    assert mine.moves == whole.moves[: len(mine.moves)]
    assert mine.steps == whole.steps[: len(mine.steps)]


def test_whoever_s_copy_it_is_a_seat_is_judged_alike(evening, found, tmp_path):
    for copy in (None, 1):
        other = analysis.analysed(film(evening, tmp_path / str(copy), copy))
        assert other.seats == found.seats


def test_the_curve_of_the_match_begins_at_the_share_and_ends_at_the_result(evening, found):
    shares = [seat.steps[0].before.match for seat in found.seats.values()]
    assert shares == pytest.approx([1 / 3] * 3, abs=1e-3)
    ends = [seat.steps[-1].after.match for seat in found.seats.values()]
    assert sorted(ends) == [0, 0, 1]


@pytest.mark.parametrize(
    ("cost", "verdict"), [(0, "best"), (0.019, "best"), (0.02, "fine"), (0.05, "slip"), (0.15, "blunder")]
)
def test_a_move_is_called_by_what_it_cost(cost, verdict, found):
    move = found.seats[0].moves[0]
    assert move._replace(chance=0.0, most=cost).verdict == verdict


# ----------------------------------------------------------- the chance of the match


@cache
def by_rounds(missing):
    """The same by going through all that may happen, round by round."""
    if 0 in missing:
        return tuple(float(left == 0) for left in missing)
    ways = [
        by_rounds(tuple(left - (at == who) for at, left in enumerate(missing))) for who in range(len(missing))
    ]
    return tuple(sum(way[seat] for way in ways) / len(missing) for seat in range(len(missing)))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_among_equals_the_match_is_won_as_often_as_by_playing_all_its_rounds(seats):
    for missing in product(range(1, 4), repeat=seats):
        tokens = tuple(4 - left for left in missing)
        assert analysis.leading(tokens, 4) == pytest.approx(by_rounds(missing), abs=5e-4)


def test_a_long_match_is_no_harder_to_foresee():
    assert analysis.leading((0, 0, 0, 0), 99) == pytest.approx((0.25,) * 4)


# ------------------------------------------------------------------- the moments


def test_a_moment_is_opened_where_it_was_decided(evening, found, tmp_path):
    reel = film(evening, tmp_path, 0)
    for seat, each in found.seats.items():
        assert 0 < len(each.moments) <= 3
        assert all(abs(moment.after - moment.before) >= 0.01 for moment in each.moments)  # or nothing changed
        assert [moment.seq for moment in each.moments] == sorted({moment.seq for moment in each.moments})
        replay = ReplayDesk(reel, seat, Words("en", "court"))
        for moment in each.moments:
            replay.go_to_entry(moment.seq)
            assert replay.scene.seq == moment.seq
            if moment.slipped:
                assert moment.move.made.card in replay.desk.glimpse.private.hand
                assert len(replay.desk.glimpse.private.hand) == 2


def test_what_was_thrown_away_by_choice_comes_before_an_equal_turn_of_luck(found):
    steps = [step for step in found.seats[0].steps if step.cause == "deal"][:4]
    even = [
        step._replace(seq=at, before=step.before._replace(match=0.5), after=step.after._replace(match=0.4))
        for at, step in enumerate(steps)
    ]
    move = found.seats[0].moves[0]._replace(seq=9, most=0.5, chance=0.3)
    slip = even[0]._replace(seq=9, cause="choice")
    seat = found.seats[0]._replace(steps=(*even, slip), moves=(move,))
    assert [moment.seq for moment in seat.moments if moment.slipped] == [9]


# --------------------------------------------------------------------- troubles


def test_only_what_somebody_can_judge_is_analysed(tmp_path):
    def refused(trouble, evening, folder, seat=None):
        with pytest.raises(trouble):
            analysis.analysed(film(evening, tmp_path / folder, seat))

    refused(
        analysis.NoAnalysisOfGame,
        WrittenMatch(princes.Options(), people=2, bots=0, game="princes").until(Dealt),
        "princes",
        0,
    )
    modern = Options("modern", target=2, **FIRST)
    refused(analysis.NoAnalysisOfEdition, WrittenMatch(modern, people=2, bots=0).until(Dealt), "modern", 0)
    half = WrittenMatch(AGREED, people=2, bots=1, seed=5).until(Dealt)
    refused(analysis.NoHandToAnalyse, half, "watched")
    refused(analysis.NothingToAnalyse, WrittenMatch(AGREED, people=2, bots=1, seed=5), "begun", 0)
    with pytest.raises(NotYetOpen):
        analysis.analysed(film(half, tmp_path / "half", 0), (1,))


@pytest.mark.parametrize("people, advice, may", [(1, "off", True), (2, "off", False), (2, "on", True)])
def test_a_match_that_runs_is_judged_only_where_one_may_ask_for_advice(people, advice, may, tmp_path):
    """Its copy is no way round what its players agreed on: not for its owner, and not in its replay."""
    options = replace(CLASSIC, advice=advice)
    match = WrittenMatch(options, people=people, bots=3 - people, seed=5)
    reel = film(match.until(Revealed).until(Acted), tmp_path, 0)
    assert reel.facts.judgeable is may
    replay = ReplayPages(reel.facts, 0, [*reel.scenes(0)], Words("en", "court"))
    asked = next(page for page in replay.pages if any("Your turn" in line for line in page.lines))
    assert any(line.startswith("Best:") for line in replay.advice(asked)) is may
    if may:
        assert [*analysis.analysed(reel).seats] == [0]
    else:
        with pytest.raises(analysis.NoAnalysisYet):
            analysis.analysed(reel)
    whole = film(match.whole(), tmp_path / "whole", 0)
    assert whole.facts.judgeable


def test_a_match_that_was_ended_early_may_be_judged(tmp_path):
    half = WrittenMatch(CLASSIC, people=2, bots=1, seed=5).until(Revealed)
    assert not film(half, tmp_path, 0).facts.judgeable
    half.end()
    assert film(half, tmp_path, 0).facts.judgeable


def test_a_match_by_other_rules_is_not_judged(evening, tmp_path):
    facts = film(evening, tmp_path, 0).facts
    with pytest.raises(analysis.NoAnalysisByOtherRules):
        analysis.analysable(facts._replace(unjudged="data"))


# ----------------------------------------------------------------------- in words


def test_each_language_says_it_in_three_sentences_and_names_every_moment(found):
    for language in text.languages():
        for seat in found.seats.values():
            told = AnalysisTold(found.facts, seat, language, "court")
            assert len(told.summary()) == 3
            assert all(line.endswith(".") and "{" not in line for line in told.summary())
            for turning in (*seat.moments, *seat.turnings):
                assert told.turning(turning).endswith(".")
            for move in seat.choices:
                kind, points, made = told.judged(move)
                assert kind
                assert points.isdigit()
                assert text.voice("love-letter", language, "court", (), None).card(move.made.card) in made


@pytest.mark.parametrize(
    ("luck", "told"),
    [
        (0.44, "Luck was on your side: with ordinary luck you would have won about {:.1f} of "),
        (-0.5, "Luck was against you: with ordinary luck you would have won about {:.1f} of "),
        (-40.0, "Luck was against you: with ordinary luck you would have won about {1} of "),
        (0.04, "Luck was neither with you nor against you. "),
    ],
)
def test_luck_is_told_as_what_would_have_been_won_without_it(found, luck, told, monkeypatch):
    seat = found.seats[0]
    monkeypatch.setattr(analysis.SeatAnalysis, "luck", luck)
    won, rounds = sum(seat.results), len(seat.results)
    assert won > luck
    said_ = AnalysisTold(found.facts, seat, "en", "court").summary()[2]
    assert said_.startswith(told.format(won - luck, f"{rounds}.0"))


def test_the_numbers_beside_luck_add_up_as_they_are_shown(found):
    for seat in found.seats.values():
        told = AnalysisTold(found.facts, seat, "en", "court")
        summed = told.summed()
        assert summed["deal"] + summed["draw"] + summed["met"] == pytest.approx(summed["luck"])
        parts = (summed[part] for part in ("average", "luck", "others", "own"))
        assert sum(parts) == pytest.approx(sum(seat.results))
        shown = (f"({told.number(summed[part])})" for part in ("deal", "draw", "met"))
        assert all(part in told.summary()[2] for part in shown)


@pytest.mark.parametrize(
    ("parts", "total", "told"),
    [
        ((0.14, 0.14, 0.14), 0.4, [0.2, 0.1, 0.1]),
        ((0.18, -0.01, 0.26), 0.43, [0.2, 0.0, 0.2]),
        ((0.34, 0.33, -0.35), 0.3, [0.3, 0.3, -0.3]),
        ((0.14, 0.14, 0.14), 2.0, [0.1, 0.1, 0.1]),
    ],
)
def test_parts_are_told_so_that_they_add_up_unless_the_total_is_of_something_else(parts, total, told):
    assert to_tenths(parts, total) == pytest.approx(told)


@pytest.mark.parametrize(("cost", "told"), [(0.04, False), (0.06, True)])
def test_what_better_choices_had_won_is_told_where_it_is_something(found, cost, told, monkeypatch):
    monkeypatch.setattr(analysis.SeatAnalysis, "cost", cost)
    assert (
        "about 0.1 rounds more" in AnalysisTold(found.facts, found.seats[0], "en", "court").summary()[1]
    ) is told


@pytest.mark.parametrize("cells", [1, 7, 30, 66, 120, 400])
def test_the_curve_fits_its_cells_and_ends_where_the_match_does(found, cells):
    for seat in found.seats.values():
        drawn = curve_drawn(seat, cells)
        assert len(drawn.heights) == cells
        assert drawn.heights[-1] == seat.steps[-1].after.match
        assert all(0 <= at < cells for _, at in drawn.rounds)
        assert [deal for deal, _ in drawn.rounds] == sorted({step.deal for step in seat.steps})
        assert len(drawn.moments) == len(seat.moments)


def test_marks_stand_at_their_columns_as_far_as_there_is_room():
    assert marks([(0, "1"), (3, "2"), (4, "3"), (6, "10"), (9, "11")], 10) == "1  2  10"


# ------------------------------------------------------------------- the command


def test_the_command_tells_curve_sentences_moments_and_moves(evening, tmp_path, capsys, found):
    path = keep(evening, tmp_path, 0)
    code, out, err = said(capsys, "analyse", path)
    assert (code, err) == (0, "")
    told = AnalysisTold(found.facts, found.seats[0], "en", "court")
    for line in (*told.summary(), *map(told.turning, found.seats[0].moments)):
        assert " ".join(line.split()) in out
    entry = found.seats[0].moments[0].seq
    assert f"--eyes 1 --entry {entry}" in out
    for _, points, made in map(told.judged, found.seats[0].choices):
        assert f"{points} {made}" in out
    assert "All seats" in out
    assert "Wie es von deinem Platz aussah" in said(capsys, "analyse", path, "--language", "de")[1]


def test_by_rules_that_were_not_measured_it_says_so(tmp_path, capsys):
    odd = "reckoned with the curve of “Classic” as printed"
    for edition in ("classic", "german"):
        match = WrittenMatch(replace(CLASSIC, edition=edition, target=1), people=2, bots=0, seed=5).whole()
        (tmp_path / edition).mkdir()
        assert (odd in said(capsys, "analyse", keep(match, tmp_path / edition, 0))[1]) is (
            edition == "german"
        )


def test_other_seats_are_told_by_name(evening, tmp_path, capsys):
    path = keep(evening, tmp_path, 0)
    out = said(capsys, "analyse", path, "--eyes", "Ben")[1]
    assert "from the seat of Ben" in out
    assert "You " not in out
    out = said(capsys, "analyse", path, "--eyes", "all")[1]
    assert all(f"seat of {name}" in out for name in ("Ben", "Cleo"))


def test_the_moments_of_the_text_are_where_the_replay_begins(evening, tmp_path, capsys, found):
    path = keep(evening, tmp_path, 0)
    moment = found.seats[0].moments[-1]
    whole, rest = (said(capsys, "replay", path, *more)[1] for more in ((), ("--entry", moment.seq)))
    title = "Seen with the eyes of Ada."
    assert title in rest
    assert whole.endswith(rest.partition(title)[2])
    assert len(rest) < len(whole)


def test_other_programs_get_all_seats_and_all_numbers(evening, tmp_path, capsys, found):
    path = keep(evening, tmp_path, 0)
    told = json.loads(said(capsys, "analyse", path, "--json")[1])
    assert (told["format"], told["version"], told["file"]) == ("lltui analysis", 1, path.name)
    assert [seat["seat"] for seat in told["seats"]] == [0, 1, 2]
    for seat, each in zip(told["seats"], found.seats.values(), strict=True):
        assert len(seat["curve"]) == len(each.steps)
        assert [move["verdict"] for move in seat["moves"]] == [move.verdict for move in each.moves]
        sums = seat["average"] + sum(seat["luck"].values()) + seat["others"] - seat["cost"]
        assert sums == pytest.approx(seat["won"], abs=1e-3)
    one = json.loads(said(capsys, "analyse", path, "--json", "--eyes", "2")[1])
    assert [seat["seat"] for seat in one["seats"]] == [1]


def test_what_cannot_be_analysed_is_said_with_what_to_do(tmp_path, capsys):
    path = keep(WrittenMatch(CLASSIC, people=2, bots=1, seed=5).until(Revealed), tmp_path, 0)
    code, out, err = said(capsys, "analyse", path)
    assert (code, out) == (1, "")
    assert "those who play it did not agree on advice" in err
    half = WrittenMatch(AGREED, people=2, bots=1, seed=5).until(Revealed)
    path = keep(half, tmp_path, 0)
    code, out, _ = said(capsys, "analyse", path)
    assert code == 0
    assert "The match is not over" in out
    code, _, err = said(capsys, "analyse", path, "--eyes", "Ben")
    assert code == 1
    assert "What “Ben” saw cannot be shown" in err
    path.write_bytes(b"no match")
    code, _, err = said(capsys, "analyse", path)
    assert code == 1
    assert err
    story = keep(
        WrittenMatch(princes.Options(), people=2, bots=0, game="princes", number=2).until(Dealt), tmp_path, 0
    )
    code, _, err = said(capsys, "analyse", story)
    assert (code, "Only matches of Love Letter" in err) == (1, True)
