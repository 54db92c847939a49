"""Every field at the border of what SPEC.md allows: one more is refused, and no less is asked for.

The types are read out of the tables of the specification, so a bound that
stands there and not in the program, or the other way round, fails.
"""

import re
from pathlib import Path
from typing import get_args

import msgpack
import pytest

from llwire.chain import entries
from llwire.wire import deeds
from llwire.wire import messages as m
from llwire.wire.errors import Code, PeerError

SPEC = (Path(__file__).parents[3] / "protocol" / "SPEC.md").read_text("utf-8")
FIELD = re.compile(r"`(\w+)` ((?:(?!, `\w+` )[^|])+)")
ROW = re.compile(r"^\| `(\w+)` \| ([^|]*?) *\|", re.MULTILINE)
ROUND = re.compile(r"\[(.+)\] (\d+)…(\d+)")
SIZED = re.compile(r"(int|bytes|text)?,? ?(\d+)…(\d+)(?: code points)?")


def between(start, end):
    return SPEC[SPEC.index(start) : SPEC.index(end)]


def fields(keys):
    return dict(FIELD.findall(keys.strip()))


def rows(start, end):
    """The tables of maps between two headings."""
    return {tag: fields(keys) for tag, keys in ROW.findall(between(start, end)) if tag != "t"}


def inside(name):
    """A map inside of others, as the text says it: `A chair is a map ...`."""
    told = re.search(rf"\b{name} is a map (.*?)(?:\. |;|\.\n)", SPEC, re.DOTALL | re.IGNORECASE)[1]
    return fields(told.replace("\n", " "))


def words_of(name):
    """The words of an enumeration: `A phase is one of ...`."""
    told = re.search(rf"A {name} is one of (.*?)\.\n", SPEC, re.DOTALL)[1]
    return re.findall(r"`([a-z-]+)`", re.sub(r"\([^)]*\)", "", told))


# ------------------------------------------------- values that fit, and such as do not


def fitting(kind):
    """Lawful values at the borders, and unlawful ones just behind them."""
    if kind.endswith("?"):
        good, bad = fitting(kind[:-1])
        return [None, *good], [each for each in bad if each is not None]
    if found := ROUND.fullmatch(kind):
        return arrays(*fitting(found[1]), int(found[2]), int(found[3]))
    if found := SIZED.fullmatch(kind):
        sized = {"int": numbers, "bytes": blobs}.get(found[1], texts)
        return sized(int(found[2]), int(found[3]))
    if found := re.fullmatch(r"b(\d+)", kind):
        return blobs(int(found[1]), int(found[1]))
    if kind.startswith('"'):
        return among(re.findall(r'"([a-z-]+)"', kind))
    return TYPES[kind]()


def arrays(good, bad, least, most):
    fine = [[good[-1]] * most, *([each] * max(1, least) for each in good), [good[-1]] * least]
    wrong = [[good[-1]] * (most + 1), *([each] * max(1, least) for each in bad), "x", None]
    return fine, wrong + ([[good[-1]] * (least - 1)] if least else [])


def numbers(least, most):
    return [least, most], [least - 1, most + 1, str(least), least + 0.5, True, None, b""]


def blobs(least, most):
    bad = [bytes(most + 1), "x" * max(1, least), None, 1]
    return [bytes(least), bytes(most)], bad + ([bytes(least - 1)] if least else [])


def texts(least, most):
    bad = ["x" * (most + 1), b"x", None, 1]
    return ["x" * least, "é" * most, "😀" * most], bad + (["x" * (least - 1)] if least else [])


def among(words):
    return words, [*(each + "s" for each in words), "", None, 0]


def printable():
    return ["", "~" * 32, " "], ["~" * 33, "\x1f", "\x7f", "é", "a\n", "\n", None, b"x"]


def word():
    return ["a", "a" * 32, "z0_.-"], ["", "a" * 33, "A", "0a", "_a", "é", "a\n", "a b", None, b"a"]


def address():
    return ["1", "a" * 64, "fe80::1%eth0", "[::1]"], ["", "a" * 65, "a b", "é", "a\n", "a/", None, b"1"]


def date():
    return ["2024-02-29", "0001-01-01", "9999-12-31"], [
        "2023-02-29",
        "2023-2-1",
        "20230201",
        "x",
        "",
        None,
        1,
    ]


def samples(types, tag=None):
    """Whole maps, lawful and not: one field at a time stands at a border."""
    both = {name: fitting(kind) for name, kind in types.items()}
    base = {name: good[-1] for name, (good, _) in both.items()} | ({"t": tag} if tag else {})
    good, bad = [base], [base | {"more": 1}]
    bad += [{key: value for key, value in base.items() if key != name} for name in base]
    for name, (fine, wrong) in both.items():
        good += [base | {name: each} for each in fine]
        bad += [base | {name: each} for each in wrong]
    return good, bad


def maps(types, tag=None):
    good, bad = samples(types, tag)
    return good, [*bad, None, [], "x"]


def one_of(kinds):
    """A union of maps, told apart by their `t`."""
    return [samples(each, tag)[0][0] for tag, each in kinds.items()], [None, {"t": "x"}, {}]


# ------------------------------------------------------------------ the tables

MESSAGES = rows("### 2.2", "## 3. ")
DEEDS = rows("### 5.2", "### 5.3")
WHATS = {tag: DEEDS.pop(tag) for tag in [kind.__struct_config__.tag for kind in get_args(deeds.What)]}
KINDS = {kind.__struct_config__.tag for kind in get_args(entries.Kind)}
CHAIN = rows("The kinds, in the types", "### 8.1")
ROSTER = {tag: CHAIN.pop(tag) for tag in ("player", "bot")}
ENTRY = dict(re.findall(r"^\| `(\w+)` \| ([^|]*?) \|", between("### 7.1", "### 7.2"), re.MULTILINE))
LINES = re.search(r"A here is a map `line` \(([^)]*)\)", SPEC)[1]
TYPES = {
    "seat": lambda: numbers(0, 5),
    "seq": lambda: numbers(0, 4999),
    "number": lambda: numbers(0, 2**31 - 1),
    "ms": lambda: numbers(0, 2**31 - 1),
    "name": lambda: texts(1, 24),
    "bool": lambda: ([True, False], [None, 0, 1, "true"]),
    "word": word,
    "address": address,
    "date": date,
    "text of at most 32 printable ASCII": printable,
    "as above": printable,
    "text of at most 32": lambda: texts(0, 32),
    "as in hello": lambda: among(["seat", "watch"]),
    "phase": lambda: among(words_of("phase")),
    "then": lambda: among(words_of("then")),
    "why": lambda: among(words_of("why")),
    "(4.5)": lambda: among([code.value for code in Code]),
    "line": lambda: among(re.findall(r"`([a-z]+)`", LINES)),
    "head": lambda: maps({"match": "number", "seq": "seq", "hash": "b32"}),
    "rules": lambda: maps({"revision": "number", "data": "b32"}),
    "chair": lambda: maps(inside("chair")),
    "here": lambda: maps({"line": "line", "lag_ms": "ms?", "behind": "seq"}),
    "newcomer": lambda: maps(inside("newcomer")),
    "secret": lambda: maps({"commit": "b32", "box": "bytes 0…384"}),
    "opening": lambda: maps(inside("opening")),
    "signed": lambda: maps(MESSAGES["signed"], "signed"),
    "row": lambda: one_of(ROSTER),
    "kind": lambda: one_of(CHAIN),
    "what": lambda: one_of(WHATS),
}
EARLY = {
    "hello": m.greeting,
    "hhello": m.answering,
    "auth": m.proving,
    "welcome": m.welcoming,
    "bye": m.greeting,
}
FROM_TABLE = {kind.__struct_config__.tag for kind in get_args(m.FromTable)}


def message(tag):
    decoder = EARLY.get(tag) or (m.from_table if tag in FROM_TABLE else m.from_client)
    return lambda told: m.decode(decoder, msgpack.packb(told))


def deed(told):
    return deeds.decoder.decode(msgpack.packb(told))


def entry(told):
    return entries.decode(msgpack.packb(told))


def kind(told):
    return entry({name: fitting(each)[0][0] for name, each in ENTRY.items()} | {"what": told})


def decision(told):
    return deed({name: fitting(each)[0][0] for name, each in DEEDS["decision"].items()}
                | {"t": "decision", "what": told})  # fmt: skip


def row(told):
    genesis = samples(CHAIN["genesis"], "genesis")[0][0]
    return kind(genesis | {"roster": [told]})


CASES = [
    *(pytest.param(each, tag, message(tag), id=f"message {tag}") for tag, each in MESSAGES.items()),
    *(pytest.param(each, tag, deed, id=f"deed {tag}") for tag, each in DEEDS.items()),
    *(pytest.param(each, tag, decision, id=f"what {tag}") for tag, each in WHATS.items()),
    *(pytest.param(each, tag, kind, id=f"entry {tag}") for tag, each in CHAIN.items()),
    *(pytest.param(each, tag, row, id=f"row {tag}") for tag, each in ROSTER.items()),
    pytest.param(ENTRY, None, entry, id="entry"),
]


@pytest.mark.parametrize("types, tag, read", CASES)
def test_what_the_specification_allows_is_read_and_nothing_else(types, tag, read):
    good, bad = samples(types, tag)
    # A genesis without `rules` is one of version 1, which is kept and may be read (8.1).
    bad = [each for each in bad if tag != "genesis" or "rules" in each]
    for each in good:
        read(each)
    for each in bad:
        assert refused(read, each), str(each)[:400]


def refused(read, told):
    try:
        read(told)
    except (PeerError, ValueError):
        return True
    return False


def test_whatever_is_sent_or_signed_or_told_stands_in_the_tables():
    def tags(union):
        return {each.__struct_config__.tag for each in get_args(union)}

    early = {"hello", "hhello", "auth", "welcome"}
    assert set(DEEDS) == tags(deeds.Deed)
    assert set(MESSAGES) == (tags(m.FromClient) | tags(m.FromTable) | early) - set(DEEDS)
    assert set(CHAIN) == KINDS
