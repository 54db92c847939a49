"""Break every rule once: the scene that is named after it must fail."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from pathlib import Path

import pytest

from lltui.games.love_letter.rules.rulebook import LoveLetter
from love_letter.mutants import DATA, Mutant
from love_letter.mutants_of_play import PLAY
from love_letter.mutants_of_rounds import ROUNDS
from love_letter.positions import broken
from love_letter.scenes import Scene, scenes

MUTANTS = [*DATA, *PLAY, *ROUNDS]
SCENES = scenes()
GOLDEN = Path(__file__).parents[1] / "goldens" / "love_letter_mutants.txt"


def noticing(mutant: Mutant, names: Iterable[str] | None = None) -> set[str]:
    """The scenes that fail by what they say: a crash is no way to notice."""
    with pytest.MonkeyPatch.context() as m:
        mutant.patch(m)
        rules = LoveLetter()
        return {
            scene.name
            for scene in asked(names)
            if broken(rules, scene).startswith(("AssertionError", "IllegalMoveError"))
        }


def asked(names: Iterable[str] | None) -> Iterable[Scene]:
    return SCENES if names is None else (scene for scene in SCENES if scene.name in names)


@pytest.mark.parametrize("mutant", [pytest.param(mutant, id=mutant.name) for mutant in MUTANTS])
def test_the_scene_notices(mutant: Mutant):
    assert noticing(mutant, mutant.noticed_by) == set(mutant.noticed_by)


def test_sound_rules_break_no_scene():
    assert not noticing(Mutant("none", lambda _: None, ()))


def test_the_report_was_written_with_the_scenes_and_the_mutants_that_there_are():
    """The whole report runs in the soak alone; a new scene would leave it stale until somebody runs that."""
    told = GOLDEN.read_text("utf-8").partition("\n")[0]
    assert told == _head(), (
        "LLTUI_REWRITE=1 pytest -m soak tests/love_letter/test_mutants.py, and read the diff"
    )


@pytest.mark.soak
def test_what_else_notices_is_as_it_was():
    """A fault that suddenly fails half of the scenes, or one scene less, is read by a person."""
    report = "\n".join((_head(), *(_line(mutant) for mutant in MUTANTS)))
    if os.environ.get("LLTUI_REWRITE"):
        GOLDEN.write_text(f"{report}\n", "utf-8")
    assert GOLDEN.read_text("utf-8") == f"{report}\n"


def _head() -> str:
    names = "\n".join((*(scene.name for scene in SCENES), *(mutant.name for mutant in MUTANTS)))
    told = hashlib.sha256(names.encode()).hexdigest()[:16]
    return f"{len(SCENES)} scenes, {len(MUTANTS)} mutants: {told}"


def _line(mutant: Mutant) -> str:
    names = sorted(noticing(mutant))
    told = names if len(names) <= 12 else [*mutant.noticed_by, f"({len(names)} scenes)"]
    return "\n".join((mutant.name, *(f"    {name}" for name in told)))
