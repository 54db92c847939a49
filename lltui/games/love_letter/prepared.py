"""The match from which one learns the game: how it is dealt, and every move of it.

The deal is a fair one like all others; its seed was looked for, so that each
thing comes up when it is told.  Every draw makes the pile smaller: round and
pile name a turn, whoever's it is.
"""

from __future__ import annotations

from collections.abc import Mapping

from lltui.games.love_letter.model import Options, Play

GUIDED = "guided"  # the level of its bots
SEED = 1166
OPTIONS = Options(target=2, ages=(1, None, None, None))
BOTS = 3
KNOWN, TAKEN = "known", "taken"  # how somebody came to know the game: from before, or by this match

MOVES: Mapping[tuple[int, int], Play] = {
    (1, 10): Play("guard", 3, "prince"),
    (1, 9): Play("guard", 2, "priest"),
    (1, 8): Play("handmaid"),
    (1, 7): Play("priest", 1),
    (1, 6): Play("guard", 0, "prince"),
    (1, 5): Play("countess"),
    (1, 4): Play("priest", 2),
    (1, 3): Play("handmaid"),
    (1, 2): Play("guard", 0, "countess"),
    (1, 1): Play("baron", 2),
    (1, 0): Play("guard", 0, "priest"),
    (2, 10): Play("handmaid"),
    (2, 9): Play("priest", 3),
    (2, 8): Play("king", 1),
    (2, 7): Play("baron", 2),
    (2, 6): Play("priest", 1),
    (2, 5): Play("guard", 0, "countess"),
    (2, 4): Play("baron", 1),
    (2, 3): Play("prince", 1),
}
