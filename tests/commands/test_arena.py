"""`lltui arena`, as it is typed."""

from __future__ import annotations

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

    def interrupted(bout, matches, jobs):
        yield from all_of(bout, 3, jobs)
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
