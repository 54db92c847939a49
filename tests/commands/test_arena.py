"""`lltui arena`, as it is typed."""

from __future__ import annotations

import json
import sys
from io import StringIO

import pytest

from lltui.cli import main
from lltui.commands import arena

SHORT = ("arena", "--target", "1", "--seed", "4", "--language", "en")


@pytest.fixture
def type_in(capsys):
    def type_in(*words):
        code = main([*SHORT, *words])
        return code, *capsys.readouterr()

    return type_in


class Terminal(StringIO):
    def isatty(self):
        return True


@pytest.fixture
def somebody_presses_ctrl_c(monkeypatch):
    """After three matches."""

    def interrupted(bout, matches, where):
        yield from all_of(bout, 3, where)
        raise KeyboardInterrupt

    all_of = arena.outcomes
    monkeypatch.setattr(arena, "outcomes", interrupted)


def test_the_table_tells_who_won_how_often_and_how_sure_that_is(type_in):
    code, table, beside = type_in("--matches", "20", "--bots", "normal,random")
    assert code == 0
    heading, _, columns, normal, chance, *_ = table.splitlines()
    assert heading == "classic, 2 players, 20 matches, seed 4"
    assert columns.split() == ["bot", "seats", "won", "95", "%", "interval", "by", "chance"]
    assert normal.split()[:2] == ["normal", "1"]
    assert chance.split()[-2:] == ["50.0", "%"]
    assert beside.startswith("20 matches in ")


def test_the_same_seed_prints_the_same_table_in_any_number_of_processes(type_in):
    tables = [type_in("--matches", "20", "--jobs", jobs)[1] for jobs in "112"]
    assert tables[0] == tables[1] == tables[2]


def test_without_a_seed_one_is_drawn_and_told(type_in, monkeypatch):
    monkeypatch.setattr(arena, "randbelow", lambda _: 4)
    drawn = main(["arena", "--target", "1", "--language", "en", "--matches", "3"])
    assert drawn == 0
    assert "seed 4" in type_in("--matches", "3")[1]


def test_the_edition_and_its_variants_stand_in_the_heading(type_in):
    options = ("--edition", "german", "--variant", "short", "--variant", "loser-starts")
    assert type_in("--matches", "1", *options)[1].startswith("german + short + loser-starts, 4 players")


def test_in_german_numbers_have_a_comma(capsys):
    assert main([*SHORT[:-1], "de", "--matches", "4"]) == 0
    assert "25,0 %" in capsys.readouterr().out


def test_a_terminal_is_told_how_far_it_is_and_then_nothing_of_it_stays(monkeypatch, type_in):
    monkeypatch.setattr(arena, "PATIENCE", 0.0)
    monkeypatch.setattr(sys, "stderr", Terminal())
    code, table, _ = type_in("--matches", "3")
    beside = sys.stderr.getvalue()
    assert code == 0
    assert "\r2 of 3 matches" in beside
    assert "\r" not in table
    assert beside.split("\r")[-1].startswith("3 matches in ")


def test_a_pipe_is_not_told(type_in):
    assert "\r" not in type_in("--matches", "3")[2]


def test_ctrl_c_prints_the_table_so_far(somebody_presses_ctrl_c, type_in):
    code, table, _ = type_in("--matches", "50")
    assert code == 130
    assert table.startswith("classic, 4 players, 3 matches, seed 4")
    assert "Stopped after 3 of 50 matches." in table


def test_ctrl_c_before_the_first_match_prints_no_table(monkeypatch, type_in):
    def interrupted(*_):
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr(arena, "outcomes", interrupted)
    code, table, _ = type_in("--matches", "50")
    assert (code, table) == (130, "")


@pytest.mark.parametrize(
    "words, says",
    [
        (("--bots", "normal,grandmaster"), "grandmaster"),
        (("--bots", "normal"), "two to four"),
        (("--edition", "klassik"), "klassik"),
        (("--variant", "chess"), "chess"),
    ],
)
def test_what_cannot_be_is_told_in_a_sentence(type_in, words, says):
    code, table, beside = type_in(*words)
    assert (code, table) == (2, "")
    assert says in beside


# ------------------------------------------------------------------ each against each

PAIRS = ("--bots", "normal,easy", "--against", "easy,random", "--players", "2,4", "--matches", "6")


def test_each_bot_is_measured_among_each_kind_of_others_at_each_table(type_in):
    code, told, _ = type_in(*PAIRS)
    rows = [line.split()[:4] for line in told.splitlines()[3:]]
    assert code == 0
    assert rows == [
        [name, other, seats, "6"]
        for name, other in (("normal", "easy"), ("normal", "random"), ("easy", "random"))
        for seats in "24"
    ]
    assert max(map(len, told.splitlines())) < 80


def test_without_numbers_every_table_of_the_edition_is_played(type_in):
    _, told, _ = type_in("--bots", "normal", "--against", "easy", "--matches", "2")
    assert [line.split()[2] for line in told.splitlines()[3:]] == ["2", "3", "4"]


def test_other_programs_are_told_the_same(type_in):
    code, told, _ = type_in(*PAIRS, "--json")
    first, *others = json.loads(told)
    assert (code, len(others)) == (0, 5)
    assert (first["edition"], first["seats"], first["seed"], first["matches"]) == ("classic", 2, 4, 6)
    assert [share["name"] for share in first["bots"]] == ["normal", "easy"]
    assert sum(share["won"] for share in first["bots"]) == pytest.approx(1)
    printed = type_in(*PAIRS)[1].splitlines()[3].split()
    assert f"{100 * first['bots'][0]['won']:.1f}" == printed[4]


def test_it_plays_until_the_interval_is_reached_and_says_how_far_it_is(monkeypatch, type_in):
    monkeypatch.setattr(arena, "PATIENCE", 0.0)
    monkeypatch.setattr(sys, "stderr", Terminal())
    _, told, _ = type_in("--bots", "normal,random", "--until-interval", "6%", "--json")
    (found,) = json.loads(told)
    assert 100 <= found["matches"] < 400
    assert all(share["high"] - share["low"] <= 0.12 for share in found["bots"])
    assert "100 of " in sys.stderr.getvalue()
    assert " s left" in sys.stderr.getvalue()


def test_an_interval_may_be_given_up_for_a_number_of_matches(type_in):
    code, told, _ = type_in(
        "--bots", "normal,random", "--until-interval", "0.1%", "--matches", "120", "--json"
    )
    assert (code, json.loads(told)[0]["matches"]) == (0, 120)


def test_seeds_of_their_own_are_matches_that_can_be_played_again_one_by_one(type_in):
    many = json.loads(type_in("--seeds", "30-33", "--bots", "normal,easy", "--json")[1])[0]
    alone = [
        json.loads(type_in("--seeds", f"{n}-{n}", "--bots", "normal,easy", "--json")[1])[0] for n in (30, 32)
    ]
    assert (many["matches"], many["seed"], many["each_its_own_seed"]) == (4, 30, True)
    assert [each["matches"] for each in alone] == [1, 1]
    both = json.loads(type_in("--seeds", "30-31", "--bots", "normal,easy", "--json")[1])[0]
    assert both["rounds"] > alone[0]["rounds"]
    assert many["rounds"] > both["rounds"]


@pytest.mark.parametrize(
    "words, says",
    [
        (("--until-interval", "70"), "“70”"),
        (("--until-interval", "one%"), "“one%”"),
        (("--seeds", "9-3"), "“3”"),
        (("--players", "3"), "--against"),
        (("--against", "easy", "--players", "7"), "“7”"),
        (("--against", "nobody"), "nobody"),
    ],
)
def test_what_cannot_be_measured_is_told_in_a_sentence(type_in, words, says):
    code, told, beside = type_in(*words)
    assert (code, told) == (2, "")
    assert says in beside
