"""A player's own files: what is wrong with them is said before anything that follows from it."""

from __future__ import annotations

import pytest
from kit.process import lltui


@pytest.fixture
def broken(tmp_path):
    (tmp_path / "themes").mkdir()
    (tmp_path / "themes" / "mine.toml").write_text('id = "mine\n', encoding="utf-8")
    return str(tmp_path)


def told(errors):
    """Without any space: a folder whose name is longer than a line is broken anywhere."""
    return "".join(errors.split())


def test_a_broken_file_is_named_with_its_line_and_the_game_goes_on(broken):
    done = lltui("themes", LLTUI_CONFIG_DIR=broken)
    assert "mine.toml,line1:" in told(done.stderr)
    assert "court" in done.stdout


def test_who_asks_for_the_broken_theme_learns_first_why_it_is_not_there(broken):
    said = told(lltui("rules", "--theme", "mine", code=2, LLTUI_CONFIG_DIR=broken).stderr)
    assert said.index("mine.toml,line1:") < said.index("Thereisnothemecalled")


def test_an_unknown_language_does_not_hide_it_either(broken):
    said = told(lltui("themes", "--language", "xx", code=2, LLTUI_CONFIG_DIR=broken).stderr)
    assert said.index("mine.toml,line1:") < said.index("Thereisnolanguagecalled")
