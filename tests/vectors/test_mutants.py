"""Each statement of The Two Princes broken once: a vector notices, and statements.json says where.

Love Letter has its own (tests/love_letter/test_mutants.py), whose scenes are vectors, too.
"""

from __future__ import annotations

import json
import os
import shutil
from functools import cache
from pathlib import Path

import pytest
import run
from love_letter.scenes import VECTORS
from two_princes.mutants import MUTANTS, Mutant

from vectors.engine import answer
from vectors.test_vectors import asked

FILE = VECTORS / "princes" / "statements.json"
EASY = [mutant for mutant in MUTANTS if mutant.statement in ("R4.2", "R9.2", "R10.2", "R11.7", "R12.4")]


# Of the second engine: what stands there, and a rule that does not.
SLIPS = (
    ("!never.includes(name)", "true"),
    ("!s.seats[other].safe", "true"),
    ("s.seats[who].safe = false", "void 0"),
    ("more < 0 ? who : other", "more > 0 ? who : other"),
    ('if (effect(s, down).kind === "fall")', "if (false)"),
    ("s.pile.push(...under)", "s.pile.unshift(...under)"),
    ('s.data.tie === "sum"', "true"),
    ("those.length === 1", "those.length >= 1"),
    ("s.fell.slice(0, 1)", "s.fell.slice(-1)"),
    ("deciding.length && left.length > 1", "false"),
    ("told.to(two,", "told.to([who],"),
    ("each.who !== who) s.known.push", "true) s.known.push"),
    ("s.laid_open = s.pile.splice(0, s.data.laid_open[s.n] ?? 0)", "s.laid_open = []"),
)


PRINCELY_SLIPS = (
    ("Math.min(6, attributes", "Math.min(2, attributes"),
    ("face < 3 ? 0 : 1", "face < 4 ? 0 : 1"),
    ("this.supplies[kind].unshift(card)", "this.supplies[kind].push(card)"),
    ("10 - sown.length", "9 - sown.length"),
    ("for (const task of left) task.readOut?.();", ""),
    ("prince ^ this.options.edward", "prince"),
    ("success: trial.total >= trial.value", "success: trial.total > trial.value"),
    ('if (flag === ALERTED && this.chapter.startsWith("escape")) this.alarm = true;', ""),
    (
        'this.told.push(text);\n    this.tell("text_shown", { text });\n  }\n  refill',
        'this.tell("text_shown", { text });\n  }\n  refill',
    ),
    ("either || trial.who.includes(prince)", "trial.who.includes(prince)"),
    (
        "[last, ...rest] = this.deck;\n        const joined",
        "[...rest] = this.deck, last = rest.pop();\n        const joined",
    ),
    ("if (this.testing && this.trialOf(prince)) return;", ""),
)
BOTH_SLIP = [
    *(("love_letter.mjs", *row) for row in SLIPS),
    *(("two_princes.mjs", *row) for row in PRINCELY_SLIPS),
]


@pytest.mark.soak
@pytest.mark.parametrize(("file", "stands", "slips"), BOTH_SLIP)
def test_a_slip_of_another_engine_is_noticed(file, stands, slips, tmp_path):
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not here, so no engine in another language makes a slip")
    folder = shutil.copytree(Path(__file__).parents[1] / "second_engine", tmp_path / "engine")
    rules = folder / file
    before = rules.read_text("utf-8")
    assert before.count(stands) == 1
    rules.write_text(before.replace(stands, slips), "utf-8")
    code, said = asked(node, str(folder / "engine.mjs"))
    assert (code, "failed" in said) == (1, True), said[-500:]


def test_every_statement_is_shown_in_a_trace_that_there_is():
    for row in json.loads(FILE.read_text("utf-8"))["statements"]:
        name, _, steps = row.get("shown", "brief-6: public after 0 steps").partition(": ")
        trace = json.loads((FILE.parent / "traces" / f"{name}.json").read_text("utf-8"))
        assert int(steps.split()[-2]) < len(trace["steps"]), row


@cache
def traces() -> tuple[run.Vector, ...]:
    """The small ones first."""
    mine = [vector for vector in run.traces() if vector.needs == "princes"]
    return tuple(sorted(mine, key=lambda vector: len(vector.question["steps"])))


def notices(mutant: Mutant) -> str | None:
    """The first vector that fails, and what it says; a crash is no way to notice."""
    for vector in traces():
        with pytest.MonkeyPatch.context() as m:
            mutant.patch(m)
            try:
                faults = [*vector.faults(answer(vector.question))]
            except (LookupError, AssertionError):
                faults = []
        if faults:
            return f"{vector.name.rpartition(' ')[2]}: {faults[0].partition(':')[0]}"
    return None


@pytest.mark.parametrize("mutant", EASY, ids=lambda mutant: mutant.name)
def test_a_rule_that_is_broken_is_noticed(mutant: Mutant):
    assert notices(mutant)


@pytest.mark.soak
def test_each_statement_is_shown_where_it_says():
    """LLTUI_REWRITE=1 writes anew where the first of its mutants is noticed first."""
    found: dict[str, str] = {}
    for mutant in MUTANTS:
        said = notices(mutant)
        assert said is not None, mutant.name
        found.setdefault(mutant.statement, said)
    told = json.loads(FILE.read_text("utf-8"))
    rows = [
        {"id": row["id"], "says": row["says"]} | ({"shown": found[row["id"]]} if row["id"] in found else {})
        for row in told["statements"]
    ]
    if os.environ.get("LLTUI_REWRITE"):
        FILE.write_text(run.rows(told | {"statements": rows}, "statements"), "utf-8")
        told = json.loads(FILE.read_text("utf-8"))
    assert told["statements"] == rows
