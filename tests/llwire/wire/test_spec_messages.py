"""SPEC.md lists every message, field, code and label as the program has it."""

import re
import typing
from pathlib import Path

import msgspec
import pytest

from llwire.session.session import CLIENT_MAY_SAY, LIVE, Stage
from llwire.wire import deeds, errors
from llwire.wire import messages as m

SPEC = (Path(__file__).parents[3] / "protocol" / "SPEC.md").read_text("utf-8")
CONNECTION = SPEC[: SPEC.index("\n## 6.")]
ROWS = {
    row[0]: re.findall(r"`(\w+)` (?!is\b)", row[1] + " ")
    for row in re.findall(
        r"^\| `(\w+)` \| ([^|]*)\|", CONNECTION[CONNECTION.index("### 2.2") :], re.MULTILINE
    )
}
KINDS = [
    kind
    for union in (m.FromClient, m.FromTable, deeds.Deed, deeds.What, m.Hello | m.HHello | m.Auth | m.Welcome)
    for kind in typing.get_args(union)
]


@pytest.mark.parametrize(
    "kind", sorted(set(KINDS), key=lambda kind: kind.__name__), ids=lambda kind: kind.__name__
)
def test_every_message_has_its_row_with_its_fields_in_order(kind):
    assert ROWS[kind.__struct_config__.tag] == [field.name for field in msgspec.structs.fields(kind)]


@pytest.mark.parametrize("part", [m.Chair, m.Here, m.Newcomer, deeds.Secret], ids=lambda part: part.__name__)
def test_the_maps_inside_messages_are_described(part):
    text = re.search(rf"\b{part.__name__.lower()} is a map ([^;]*?)(\.\s|:|\(11)", CONNECTION)[1]
    assert [name for name in re.findall(r"`(\w+)`", text) if name in part.__struct_fields__] == list(
        part.__struct_fields__
    )


def test_every_code_is_listed_with_its_kind():
    table = dict(re.findall(r"^\| `([\w-]+)` \| (passing|terminal) \|", CONNECTION, re.MULTILINE))
    assert table == {code.value: "passing" if code in errors.PASSING else "terminal" for code in errors.Code}


@pytest.mark.parametrize("words", [m.Why, m.Phase])
def test_every_reason_and_phase_is_listed(words):
    assert all(f"`{word.value}`" in CONNECTION for word in words)


def test_who_may_say_what():
    said = {stage: set() for stage in LIVE}
    table = CONNECTION[CONNECTION.index("### 4.1") : CONNECTION.index("### 4.2")]
    before = set()
    hosting = set(
        re.findall(r"^\| `(\w+)` \|", SPEC[SPEC.index("### 2.5") : SPEC.index("### 2.6")], re.MULTILINE)
    )
    for who, stage in (("watches", Stage.WATCHING), ("wanted", Stage.PLAYING), ("hosting", Stage.HOSTING)):
        row = re.search(rf"^\| [^|]*{who}[^|]* \| ([^|]*) \|", table, re.MULTILINE)[1]
        said[stage] = before | (set(re.findall(r"`(\w+)`", row)) - {"want"})
        before = said[stage]
    said[Stage.HOSTING] |= hosting - {"t"}
    for stage in LIVE:
        assert said[stage] == {kind.__name__.lower() for kind in CLIENT_MAY_SAY[stage]}
