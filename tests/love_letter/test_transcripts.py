"""Whole matches, move by move, as they were when a person last read them.

Each move stands under the position that it leads to, with all that was said
and to whom.  `LLTUI_REWRITE=1` writes them anew, to be read as a diff.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from lltui.games.game import Shuffled
from lltui.games.love_letter.model import Options
from love_letter.matches import Moment, careful, match
from love_letter.notation import show, show_play
from love_letter.positions import RULES, told

FOLDER = Path(__file__).parents[1] / "transcripts"
DATES = ("2026-02-14", None, "2026-11-02")
MATCHES = {
    "classic": (Options(), 4, 1),
    "manual": (Options("manual", dates=DATES, ages=(2, 1, 3)), 3, 2),
    "tempest": (Options("tempest", ("no-shared-ties",)), 2, 3),
    "german": (Options("german", ages=(3, 1, 2)), 3, 4),
    "modern": (Options("modern", ("loser-starts",)), 6, 5),
}


def transcript(options: Options, seats: int, seed: int) -> Iterator[str]:
    yield show(RULES.start(options, seats))
    for moment in match(options, seats, seed, careful):
        yield ""
        yield f"> {_move(moment)}"
        yield from (f"  {line}" for line in told(moment.news))
        yield show(moment.after)


def _move(moment: Moment) -> str:
    if isinstance(moment.action, Shuffled):
        return f"chance: {' '.join(map(str, moment.action.order))}"
    return f"{moment.seat}: {show_play(moment.action)}"


@pytest.mark.parametrize("name", MATCHES)
def test_the_match_is_played_as_it_was(name):
    path, text = FOLDER / f"{name}.txt", "\n".join((*transcript(*MATCHES[name]), ""))
    if os.environ.get("LLTUI_REWRITE"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    assert path.read_text("utf-8").splitlines() == text.splitlines()


def test_the_transcripts_show_every_event_and_every_end():
    """Seeds are chosen so that a diff can happen anywhere."""
    said = "".join((FOLDER / f"{name}.txt").read_text("utf-8") for name in MATCHES)
    missing = [tag for tag in _tags() if f": {tag} " not in said]
    assert not missing
    assert [how for how in ("last", "card", "sum", "tied") if f"how={how}" not in said] == []


def _tags() -> list[str]:
    model = RULES.model
    kinds = (*model.announced.__args__, *model.whispered.__args__)
    return [kind.__struct_config__.tag for kind in kinds]
