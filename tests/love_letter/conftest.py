"""Scenarios fail as readably as if their checks stood in the test files."""

from __future__ import annotations

import pytest

pytest.register_assert_rewrite("love_letter.positions", "love_letter.matches")
