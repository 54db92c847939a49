"""Long tests wait for `make soak`; how many examples a law gets."""

from __future__ import annotations

import pytest
from hypothesis import settings

# Laws stand outside of the test files, and fail as readably as if they stood inside.
pytest.register_assert_rewrite("laws", "tables")

settings.register_profile("test", max_examples=3, deadline=None)
settings.register_profile("soak", max_examples=100, deadline=None)
settings.load_profile("test")


def pytest_configure(config: pytest.Config) -> None:
    if config.option.markexpr == "soak":
        settings.load_profile("soak")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.option.markexpr:
        return
    long = [item for item in items if item.get_closest_marker("soak")]
    config.hook.pytest_deselected(items=long)
    items[:] = [item for item in items if not item.get_closest_marker("soak")]
