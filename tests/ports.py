"""A port that a table can have again after it was killed."""

from __future__ import annotations

import secrets
import socket

# Below those that systems give to whoever connects: while a table is away, a
# player who knocks for it would sooner or later be given its very port.
FIRST, BEYOND = 15_000, 32_000


def free_port():
    while True:
        port = FIRST + secrets.randbelow(BEYOND - FIRST)
        try:
            with socket.create_server(("0.0.0.0", port)):
                return port
        except OSError:
            continue
