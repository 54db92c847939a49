"""Every app of these tests is held to this: what the frame driver sends shows what Textual drew."""

from __future__ import annotations

import time

import pytest
from textual.drivers import headless_driver
from tui.checked_driver import CheckedDriver


@pytest.fixture(autouse=True)
def _both_show_the_same(monkeypatch, request):
    """And every sign that we draw has its letter in ASCII; other people's names may have any."""
    monkeypatch.setattr(headless_driver, "HeadlessDriver", CheckedDriver)
    CheckedDriver.made.clear()
    yield
    for driver in CheckedDriver.made:
        assert driver.differs() == []
        if request.node.get_closest_marker("hostile") is None:
            assert driver.strange() == set()


@pytest.fixture(autouse=True)
def _keys_come_as_fast_as_the_test_presses_them(monkeypatch):
    """A person's second Enter within half a second is a slip; a test's is meant."""
    monkeypatch.setattr("lltui.tui.match.match_screen.GRACE", 0.0)


@pytest.fixture(autouse=True)
def _nobody_listens_from_the_menu(monkeypatch):
    """In the network of whoever runs these tests."""
    monkeypatch.setattr("lltui.tui.flows.menu.NEAR", 1e6)


@pytest.fixture(autouse=True)
def _here(monkeypatch):
    """Wherever this runs, it is the same hour."""
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()
