"""No way into the program loads more of our modules than it did."""

from __future__ import annotations

import pytest
from net.loaded import MOST, WAYS


@pytest.mark.parametrize("way", WAYS)
def test_a_way_into_the_program_loads_no_more_of_our_modules_than_it_did(way, tmp_path):
    loaded = WAYS[way](tmp_path)
    assert "lltui.cli" in loaded.names
    assert loaded.ours <= MOST[way], "see what came: python tests/net/loaded.py"
