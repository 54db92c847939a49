"""What trains `hard` plays the same game as the program: the kernel beside the engine, from equal deals."""

from __future__ import annotations

import os
import shutil

import pytest

from bench.training import train
from lltui.bots.love_letter import hard
from lltui.games.love_letter.model import Options


@pytest.fixture(scope="module")
def kernel(tmp_path_factory):
    if shutil.which(os.environ.get("CC", "cc")) is None:
        pytest.skip("there is no C compiler here: nobody can train, either")
    made = train.Kernel(tmp_path_factory.mktemp("kernel"))
    for seats, packed in hard.packed(hard.weights_for(Options())).items():
        made.weights(seats, packed)
    return made


def test_a_hundred_rounds_are_equal_in_the_kernel(kernel):
    assert train.parity(kernel, 100, thinks=False, seed=1) >= 100


def test_hard_thinks_the_same_in_the_kernel(kernel):
    assert train.parity(kernel, 60, thinks=True, seed=2) >= 60


@pytest.mark.parametrize("edition", ["manual", "german"])
def test_by_other_rules_it_plays_and_thinks_the_same(edition, kernel, tmp_path, monkeypatch):
    """Where the King reaches the protected, and where equal cards share the round."""
    options = Options(edition)
    made = train.Kernel(tmp_path, options=options)
    for seats, packed in hard.packed(hard.weights_for(options)).items():
        made.weights(seats, packed)
    assert train.parity(made, 60, thinks=True, seed=2) >= 60
    monkeypatch.setattr(kernel, "options", options)
    with pytest.raises(AssertionError):
        train.parity(kernel, 400, thinks=False, seed=1)


def test_a_difference_is_found(kernel, monkeypatch):
    monkeypatch.setattr("lltui.bots.love_letter.players.LOOK", 0.061)
    with pytest.raises(AssertionError):
        train.parity(kernel, 100, thinks=False, seed=1)


def test_one_weight_that_differs_is_found(kernel, monkeypatch):
    monkeypatch.setattr(hard.Net, "__call__", lambda self, keep, given: 0.5)
    with pytest.raises(AssertionError):
        train.parity(kernel, 60, thinks=True, seed=2)


def test_training_makes_a_file_that_plays_and_the_same_one_again(kernel, tmp_path, monkeypatch):
    monkeypatch.setattr(train, "JUDGED", 20)
    made = []
    for name in ("one.net", "two.net"):
        train.train(kernel, tmp_path / name, 0.0001)
        made.append((tmp_path / name).read_bytes())
    assert made[0] == made[1]
    shipped = hard.heading(hard.weights_for(Options()))
    assert hard.heading(tmp_path / "one.net")["editions"] == shipped["editions"]
    assert hard.heading(tmp_path / "one.net")["made_by"]["kernel"] == shipped["made_by"]["kernel"]
    assert hard.heading(tmp_path / "one.net")["features"] == hard.fingerprint(train.SEATS)
    assert 0 < hard.net(tmp_path / "one.net", 3)(1, [1.0] * len(hard.layout(3))) < 1
    for seats, packed in hard.packed(hard.weights_for(Options())).items():
        kernel.weights(seats, packed)


@pytest.mark.soak
def test_ten_thousand_rounds_are_equal_in_the_kernel(kernel, record_property):
    record_property("figure", f"{train.parity(kernel, 10_000, thinks=False)} rounds")


@pytest.mark.soak
def test_hard_thinks_the_same_in_the_kernel_for_a_thousand_rounds(kernel, record_property):
    record_property("figure", f"{train.parity(kernel, 1_000, thinks=True)} rounds")
