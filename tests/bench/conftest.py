"""The shared scenes fail as readably here as among their own tests."""

from __future__ import annotations

import pytest

pytest.register_assert_rewrite("love_letter.positions", "love_letter.matches")
