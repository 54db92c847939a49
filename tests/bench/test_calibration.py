"""That it comes as advice says: a small sample here, 30,000 moves for each table in what is kept."""

from __future__ import annotations

import json
import os
import shutil

import pytest
from msgspec.structs import replace

from bench.training import calibrate
from lltui.bots.catalog import adviser
from lltui.games.love_letter.loading import agreed, editions
from lltui.games.love_letter.model import MODEL, Options

KEPT = json.loads(calibrate.KEPT.read_text("utf-8"))
LABORATORY = {2: 0.2029, 3: 0.2004, 4: 0.1717}  # Brier scores of where `hard` came from
OFF = 0.025  # at most
every_line = pytest.mark.parametrize(
    "line", KEPT, ids=lambda line: f"{line['how']}-{line['edition']}-{line['seats']}-{line['against']}"
)


def test_what_is_said_and_what_came_are_laid_beside_each_other():
    said = [
        calibrate.Said(0.12, 0.0),
        calibrate.Said(0.18, 1.0),
        calibrate.Said(1.0, 1.0),
        calibrate.Said(0.7, 0.5),
    ]
    found = calibrate.calibration(said)
    assert found.moves == 4
    assert found.tenths[1] == calibrate.Tenth(2, pytest.approx(0.15), 0.5)
    assert found.tenths[9] == calibrate.Tenth(1, 1.0, 1.0)
    assert found.tenths[0].moves == 0
    assert found.wrong == pytest.approx((2 * 0.35 + 0.2) / 4)
    assert found.brier == pytest.approx((0.12**2 + 0.82**2 + 0.2**2) / 4)
    assert found.base == pytest.approx((0.625**2 + 2 * 0.375**2 + 0.125**2) / 4)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_sample_of_what_the_program_says_comes_as_it_says(seats):
    """Few enough to be quick, so the bounds are wide: they break where a chance is none."""
    found = calibrate.calibration(calibrate.by_program(Options(), seats, "normal", 240, 1))
    assert found.moves == 240
    said = sum(tenth.moves * tenth.said for tenth in found.tenths) / found.moves
    came = sum(tenth.moves * tenth.came for tenth in found.tenths) / found.moves
    assert abs(said - came) < 0.08
    assert found.brier < found.base


def test_the_same_seed_leaves_the_same_moves_to_chance():
    one, other = (calibrate.of_match(Options(target=2), 3, "normal", 5) for _ in range(2))
    assert one == other
    assert len(one) >= 1


def test_the_kernel_says_what_the_program_says(tmp_path):
    if shutil.which(os.environ.get("CC", "cc")) is None:
        pytest.skip("there is no C compiler here")
    kernel = calibrate.kernel_in(tmp_path)
    found = calibrate.calibration(calibrate.by_kernel(kernel, 3, "normal", 4_000))
    kept = next(line for line in KEPT if (line["how"], line["seats"]) == ("kernel", 3))
    assert found.brier == pytest.approx(kept["brier"], abs=0.01)
    assert found.wrong < 0.04


# ------------------------------------------------------------------ what is kept


@pytest.mark.parametrize("edition", [name for name in editions() if adviser(MODEL.id, Options(name), 0)])
def test_advice_is_given_where_it_was_measured(edition):
    """There, or by the same rules under another name: then the same seeds play the same matches."""
    rows = (line for line in KEPT if line["against"] == "normal")
    fewest, most = agreed(Options(edition)).seats
    assert {row["seats"] for row in rows if played(row["edition"]) == played(edition)} == {
        *range(fewest, most + 1)
    }


def played(edition):
    """What is played, whatever it is called and whoever printed it."""
    return replace(agreed(Options(edition)), id="", text=0)


@every_line
def test_it_was_measured_with_these_weights(line):
    assert line["weights"] == calibrate.weights(line["edition"]), "`calibrate.py ... --write` measures anew"


@every_line
def test_it_is_calibrated_and_sharp(line):
    """As sharp as the laboratory, within five in a hundred, and sharper than whoever says the base rate."""
    assert line["moves"] >= 30_000
    assert line["brier"] < line["base"] - 0.02
    assert line["wrong"] <= OFF
    assert line["brier"] <= 1.05 * LABORATORY[line["seats"]]
