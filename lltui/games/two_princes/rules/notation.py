"""A state as one line of JSON: written into messages, pasted into tests."""

from __future__ import annotations

import msgspec

from lltui.games.two_princes.rules.state import State


def show(state: State) -> str:
    """The whole state; it keeps no secret."""
    return msgspec.json.encode(state).decode()


def read(line: str) -> State:
    """The state that such a line shows."""
    return msgspec.json.decode(line, type=State)
