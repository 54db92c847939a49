"""The best answer to a bot: no chance is lost on the way, and to know somebody is worth something."""

from __future__ import annotations

import ctypes
import json
import os
import shutil
import subprocess
from math import sqrt
from statistics import fmean, pstdev

import pytest

from bench.training import answer, train


@pytest.fixture(scope="module")
def kernel(tmp_path_factory):
    if shutil.which(os.environ.get("CC", "cc")) is None:
        pytest.skip("there is no C compiler here: nobody can reckon it, either")
    made = answer.kernel(tmp_path_factory.mktemp("answer"))
    made.call.gone_astray.restype = ctypes.c_double
    return made


def sure(won):
    return 4 * pstdev(won) / sqrt(len(won))


@pytest.mark.parametrize("against", answer.KINDS)
def test_all_that_may_follow_from_a_move_is_as_likely_as_what_was_before(kernel, against):
    won = answer.answers(kernel, against, 3, 60, 5)
    assert all(-1e-9 <= each <= 1 + 1e-9 for each in won)
    assert kernel.call.gone_astray() < 1e-9


def test_hard_wins_half_of_the_rounds_against_itself(kernel):
    won = answer.answers(kernel, "hard", -1, 1200, 6)
    assert fmean(won) == pytest.approx(0.5, abs=sure(won))


def test_whoever_knows_how_normal_plays_wins_more_than_half(kernel):
    won = answer.answers(kernel, "normal", 3, 600, 7)
    assert fmean(won) - sure(won) > 0.5


def test_the_same_seed_reckons_the_same(kernel):
    first = answer.answers(kernel, "hard", 2, 20, 8)
    assert answer.answers(kernel, "hard", 2, 20, 8) == first
    assert answer.answers(kernel, "hard", 2, 20, 9) != first


def test_nothing_is_reckoned_with_that_nobody_wrote(tmp_path, monkeypatch):
    """Worlds are told apart byte by byte: what lay in memory before would part some that are one."""
    won = []
    for filled in ("uninitialized", "pattern"):
        monkeypatch.setattr(train, "FAST", ("-O0", f"-ftrivial-auto-var-init={filled}"))
        folder = tmp_path / filled
        folder.mkdir()
        try:
            won.append(answer.answers(answer.kernel(folder), "hard", 0, 20, 3))
        except subprocess.CalledProcessError:
            pytest.skip("this C compiler cannot fill what nobody wrote")
    assert won[0] == won[1]


def test_the_page_tells_what_was_measured():
    kept = json.loads(answer.KEPT.read_text("utf-8"))
    assert {row["against"] for row in kept["rows"]} == {*answer.KINDS}
    assert all(row["rounds"] > 0 and 0 < row["half"] < 0.1 for row in kept["rows"])
