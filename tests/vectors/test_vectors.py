"""The vectors that any engine is asked: ours holds them all, and what they show is all that there is."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from itertools import islice
from pathlib import Path
from typing import Any, get_args

import pytest
import run
from love_letter.scenes import VECTORS

from lltui.games.known_games import MODELS
from lltui.record.lies import Endless, Untrue
from llwire.wire.errors import Law

HERE = Path(__file__).parent
MOST_BYTES = 5_000_000


def asked(*command: str) -> tuple[int, str]:
    """What run.py says of an engine."""
    runner = [sys.executable, str(VECTORS / "run.py"), *command]
    found = subprocess.run(runner, capture_output=True, text=True, check=False, timeout=280)
    return found.returncode, found.stdout + found.stderr


# ---------------------------------------------------------------- the engines


@pytest.mark.timeout(300)  # four seconds of a processor, of which others may want most
def test_our_engine_behind_a_command_holds_every_vector():
    code, said = asked(sys.executable, str(HERE / "engine.py"))
    assert code == 0, said
    outcomes = {line.partition(":")[0]: line.split()[-1] for line in said.splitlines()}
    assert outcomes == dict.fromkeys(("love-letter", "princes", "talk", "deals", "chain", "rules"), "held")


def test_the_second_reader_of_the_chain_refuses_every_lie_and_nothing_else():
    """It has no codes: at the entry that is named it stops, or before it takes the next one."""
    from vectors import second_reader

    for vector in (*run.deals(), *run.matches(), *run.lies()):
        if vector.needs not in ("deals", "chain"):
            continue
        answer = second_reader.answer(vector.question)
        if vector.name.startswith("a lie"):
            assert answer["seq"] == len(vector.question["entries"]) - 1, vector.name
            assert "refused" in answer, vector.name
        else:
            assert not [*vector.faults(answer)], vector.name


@pytest.mark.timeout(300)
def test_a_second_engine_in_another_language_holds_every_vector_of_both_games():
    """`tests/second_engine`: both games and the fair deal in JavaScript, without a line of ours."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not here, so the engine in another language is not asked")
    code, said = asked(node, str(HERE.parent / "second_engine" / "engine.mjs"))
    assert code == 0, said
    held = [line for line in said.splitlines() if not line.endswith("left out")]
    assert [line.split()[::2] for line in held] == [
        ["deals:", "held"],
        ["love-letter:", "held"],
        ["princes:", "held"],
    ]


NONE = [{}, {"after": []}, {"after": None, "illegal": None}, {"may": [], "after": [{}]}]


@pytest.mark.parametrize("answer", NONE)
def test_an_answer_that_is_none_fails(answer):
    can = {"can": ["deals", "love-letter"]}
    for vector, faults in run.judged(lambda _: can | answer, islice(run.deals(), 2)):
        assert faults, vector.name


ABLE = "import sys; sys.stdin.readline(); print('{\"can\": %s}', flush=True)"


def test_an_engine_that_stops_is_told_so():
    assert asked(sys.executable, "-c", ABLE % '["love-letter"]') == (2, "the engine stopped\n")


def test_what_an_engine_cannot_is_left_out_and_counted():
    code, said = asked(sys.executable, "-c", ABLE % "[]" + "; sys.stdin.read()")
    assert code == 0
    assert [line.split()[-2:] for line in said.splitlines()] == [["left", "out"]] * 6


# ------------------------------------------------------------------- the files


def test_what_our_rules_fill_in_is_what_stands_there():
    """Editions, story, scenes, deals; run make_games.py, and read the diff.  Traces are asked above."""
    import make_games

    for name, value in make_games.made(traced=False):
        assert make_games.text(value) == (VECTORS / name).read_text("utf-8"), name


def test_they_are_small():
    assert sum(path.stat().st_size for path in VECTORS.rglob("*.json")) < MOST_BYTES


def test_every_code_has_its_lie_or_a_reason():
    told = run.read("lies.json")
    codes = {*map(str, Law), *get_args(Untrue), *get_args(Endless)}
    lied = {lie["code"] for lie in told["lies"]}
    assert lied | {*told["without"]} == codes
    assert not lied & {*told["without"]}
    assert all(told["without"].values())


def words() -> set[tuple[str, str]]:
    """Each kind of event and action that a vector has in it, by game."""
    found: set[tuple[str, str]] = set()

    def look(game: str, value: Any) -> None:
        if isinstance(value, dict):
            found.update((game, value[name]) for name in ("event", "act") if isinstance(value.get(name), str))
            for each in value.values():
                look(game, each)
        elif isinstance(value, list):
            for each in value:
                look(game, each)

    for folder, game in (("love_letter", "love-letter"), ("princes", "princes")):
        for path in (VECTORS / folder).rglob("*.json"):
            look(game, json.loads(path.read_text("utf-8")))
    return found


# Every card asks before it gives: only what was found, lost and given again would be told of so.
NEVER = {("princes", "item_wanting")}


def test_every_event_and_every_action_of_both_games_is_in_a_vector():
    there = words()
    for game, model in MODELS.items():
        kinds = [*get_args(model.action), *get_args(model.announced), *get_args(model.whispered)]
        missing = {(game, kind.__struct_config__.tag) for kind in kinds} - there - NEVER
        assert not missing, game


def test_every_edition_is_played_with_every_number_of_seats():
    editions = run.read(run.EDITIONS)["editions"]
    wanted = {
        (name, seats)
        for name, data in editions.items()
        for seats in range(data["seats"][0], data["seats"][1] + 1)
    }
    deals = {
        (case["options"]["edition"], case["seats"]) for case in run.read("love_letter/deals.json")["cases"]
    }
    traces = [json.loads(path.read_text("utf-8")) for path in (VECTORS / "love_letter/traces").glob("*.json")]
    assert deals == wanted
    assert {(trace["options"]["edition"], trace["seats"]) for trace in traces} >= wanted
    assert {scene["editions"][0] for scene in _scenes()} <= {*editions}


def _scenes() -> list[dict[str, Any]]:
    files = (VECTORS / "love_letter/scenes").glob("*.json")
    return [scene for path in files for scene in json.loads(path.read_text("utf-8"))["scenes"]]


def test_every_reason_for_a_refusal_is_in_the_page():
    page = (VECTORS / "README.md").read_text("utf-8")
    reasons = {each["why"] for scene in _scenes() for each in scene.get("refused", ())}
    assert all(f"`{why}`" in page for why in reasons)
