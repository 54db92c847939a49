from __future__ import annotations

import pytest
from kit.ssh import SSH, Hall


@pytest.fixture
def hall(tmp_path, monkeypatch):
    """A table with a door, which both end with the test."""
    if SSH is None:
        pytest.skip("no ssh client is installed")
    hall = Hall(tmp_path, monkeypatch).open()
    yield hall
    hall.close()
