"""A match file says what it is, whatever happens to it on the way."""

from __future__ import annotations

import os
import stat
import tempfile
from functools import cache
from pathlib import Path
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kit.written import HOST, KEYS, keep_match, pack, with_the_toy
from record.kept import WrittenMatch, keep, said, witness
from toy import model as toy

from lltui.desk.record_sentences import day, record_words, verdict
from lltui.errors import Trouble
from lltui.record import matchfile
from lltui.record.audit import MatchAudit
from lltui.record.lies import Lie
from lltui.record.matchfile import FileHead, head_of, open_match, packed
from llwire.chain.chain import line
from llwire.chain.entries import Dealt, Revealed
from llwire.wire.crypto import BoxKey, digest
from llwire.wire.deeds import EndMatch
from llwire.wire.errors import Law
from llwire.wire.messages import Pin


@pytest.fixture
def small(tmp_path, monkeypatch):
    """The beginning of a match of the toy: as few bytes as a file can have."""
    with_the_toy(monkeypatch)
    evening = WrittenMatch(toy.Options(1), people=1, bots=1, seed=3, game="moonrakers").until(Dealt)
    evening.step()
    return keep(evening, tmp_path, 0)


def judged(path):
    """What is said of a file: never a traceback."""
    try:
        found = MatchAudit(open_match(path))
    except Trouble as trouble:
        return type(trouble).__name__
    if found.lie is not None:
        assert verdict("en", found.lie, found.names if found.begun else ())
        return found.lie.what
    return "torn" if found.torn else "sound"


def test_a_copy_is_closed_to_others_and_named_by_numbers_only(tmp_path):
    evening = WrittenMatch(people=2, bots=0).until(Dealt)
    for seat, name in ((None, f"{KEYS.table.hex()}-1.ll"), (1, f"{KEYS.table.hex()}-1-2.ll")):
        path = keep(evening, tmp_path / "matches", seat)
        assert path.name == name
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert sorted(p.suffix for p in path.parent.iterdir()) == [".ll", ".ll"]


def test_what_is_kept_is_read_again(tmp_path):
    evening = WrittenMatch(people=2, bots=1, seed=4).whole()
    file = open_match(keep(evening, tmp_path, 1))
    assert file.log == b"".join(map(line, evening.log))
    assert (file.head.seat, file.head.pin, file.head.key.public) == (1, KEYS.pin, evening.parts[1].box.public)


def test_a_copy_that_knows_more_is_not_written_over(tmp_path):
    evening = WrittenMatch(people=2, bots=0, seed=4).until(Revealed)
    path = keep(evening, tmp_path, 0)
    whole = path.read_bytes()
    keep(evening, tmp_path, 0, log=evening.log[:3])
    assert path.read_bytes() == whole
    path.write_bytes(b"something else, and longer" * 9999)
    keep(evening, tmp_path, 0)
    assert path.read_bytes() == whole


def test_a_disk_that_refuses_is_told(tmp_path):
    evening = WrittenMatch(people=2, bots=0).until(Dealt)
    (tmp_path / "matches").write_text("a file where the folder should be")
    with pytest.raises(matchfile.MatchNotKept):
        keep(evening, tmp_path / "matches", 0)


def test_a_byte_that_flips_is_noticed(small):
    """The head and the frames of its entries lie at its beginning; of what lies behind, every fifth."""
    flips_are_noticed(small, step=5)


@pytest.mark.soak
def test_every_byte_that_flips_is_noticed(small):
    flips_are_noticed(small, step=1)


def flips_are_noticed(small, step):
    data, rng = small.read_bytes(), Random(1)
    for at in (*range(600), *range(600, len(data), step)):
        small.write_bytes(data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :])
        found = judged(small)
        assert found != "sound", at


def test_a_file_cut_at_any_byte_says_how_far_it_goes(small):
    data = small.read_bytes()
    ends = {len(data)}
    for at in range(len(data)):
        small.write_bytes(data[:at])
        found = judged(small)
        assert found in ("NotAMatch", "MatchDamaged", "torn", "sound"), (at, found)
        if found == "sound":
            ends.add(at)
    assert len(ends) == 4  # nothing yet, genesis, deal, move


def test_flips_in_a_long_match_are_noticed_too(tmp_path):
    path = keep(WrittenMatch(people=2, bots=2, seed=6).whole(), tmp_path, 0)
    data, rng = path.read_bytes(), Random(2)
    for _ in range(40):
        at = rng.randrange(len(data))
        path.write_bytes(data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :])
        assert judged(path) not in ("sound", "torn")


FOREIGN = {
    "nothing at all": (b"", "NotAMatch"),
    "a picture": (b"\x89PNG\r\n\x1a\n" + bytes(5000), "NotAMatch"),
    "zeros": (bytes(9000), "NotAMatch"),
    "a text that speaks of it": (b"an lltui match, they say", "NotAMatch"),
    "a head of nothing": (b"\0\0\0\x20" + bytes(32), "NotAMatch"),
    "a head cut off": (
        packed(FileHead(b"t" * 16, b"l" * 32, b"c" * 32, 1, None, None, 0))[:60],
        "MatchDamaged",
    ),
}


@pytest.mark.parametrize("data, what", FOREIGN.values(), ids=FOREIGN)
def test_a_file_that_is_none_is_named(tmp_path, data, what):
    path = tmp_path / "x.ll"
    path.write_bytes(data)
    assert judged(path) == what


def framed(body):
    told = digest("match file", body) + body
    return len(told).to_bytes(4, "big") + told


HEAD = {
    "t": "lltui match", "v": 1, "table": b"t" * 16, "log_key": b"l" * 32, "cert_hash": b"c" * 32,
    "match": 1, "seat": None, "box": None, "began": 0,
}  # fmt: skip
HEADS = {
    "a later version": (HEAD | {"v": 2, "more": True}, "MatchNewer"),
    "a seat that no table has": (HEAD | {"seat": 99}, "MatchDamaged"),
    "a year beyond all calendars": (HEAD | {"began": 2**60}, "sound"),
    "a time before all time": (HEAD | {"began": -(2**40)}, "sound"),
    "a table that is none": (HEAD | {"table": b""}, "MatchDamaged"),
    "a field too many": (HEAD | {"more": [[[]]]}, "MatchDamaged"),
    "deeply nested": (HEAD | {"match": [[[[[[[[[[1]]]]]]]]]]}, "MatchDamaged"),
    "no entries": (HEAD, "sound"),
}


@pytest.mark.parametrize("head, what", HEADS.values(), ids=HEADS)
def test_a_head_made_by_somebody_else_is_named(tmp_path, head, what):
    path = tmp_path / "x.ll"
    path.write_bytes(framed(pack(head)))
    assert judged(path) == what


@pytest.mark.parametrize("now", [0, -(10.0**12), 10.0**15, 86_400.0])
def test_a_clock_that_jumped_gives_a_match_a_day_that_can_be_read(tmp_path, now):
    """Seconds since the match began are taken from a clock that may stand before 1970 by now."""
    head = head_of(Pin(b"t" * 16, b"l" * 32, b"c" * 32), 1, None, None, now - 200_000)
    found = open_match(keep_match(tmp_path, head, ()))
    assert found.head == head
    assert day(found.head.began, record_words("de"))


def test_a_day_is_written_as_the_language_writes_it():
    noon = 1_795_089_600
    assert [day(noon, record_words(each)) for each in ("en", "de")] == ["2026-11-19", "19.11.2026"]


@pytest.mark.parametrize("began", [-(2**40), 2**60])
def test_a_file_whose_clock_had_jumped_is_read_on_a_day_that_a_calendar_knows(tmp_path, began):
    path = tmp_path / "x.ll"
    path.write_bytes(framed(pack(HEAD | {"began": began})))
    assert day(open_match(path).head.began, record_words("de"))


def test_a_bomb_behind_a_good_head_is_damage_and_costs_nothing(tmp_path):
    path = tmp_path / "x.ll"
    arrays = b"\x00\x00\x10\x00\xdd\xff\xff\xff\xff" + bytes(4091)
    nested = b"\x00\x00\xff\xff" + b"\x91" * 65535
    for bomb in (b"\xff" * 5000, nested, arrays):
        path.write_bytes(framed(pack(HEAD)) + bomb)
        assert judged(path) in ("frame", "message")


def test_a_file_beyond_the_limit_is_not_read(tmp_path, monkeypatch):
    monkeypatch.setattr(matchfile, "MOST", 2**20)
    path = tmp_path / "x.ll"
    path.write_bytes(framed(pack(HEAD)) + bytes(2**20))
    assert judged(path) == "MatchTooLarge"


@pytest.mark.parametrize("name", ["nowhere.ll", ".", "/dev/null", "a\0b"])
def test_what_is_no_file_is_named(tmp_path, name):
    assert judged(tmp_path / name) in ("MatchUnreadable", "NotAMatch")


def test_a_key_that_is_no_seat_s_opens_nothing_and_is_said(tmp_path, capsys):
    evening = WrittenMatch(people=2, bots=0, seed=2).whole()
    head = head_of(KEYS.pin, 1, 0, BoxKey(bytes(range(32))), 0)
    path = keep_match(tmp_path, head, evening.log)
    found = MatchAudit(open_match(path))
    assert (found.owner, found.boxes, found.sound) == (None, 0, True)
    assert "opens none of its boxes" in said(capsys, "verify", path)[1]


@pytest.mark.parametrize("key, kind", [(HOST, "end-match"), (KEYS.log, "too-long")], ids=["host", "table"])
def test_who_ended_a_match_is_told(tmp_path, key, kind):
    evening = WrittenMatch(people=2, bots=0, seed=2).until(Dealt).decide(EndMatch(), key=key)
    assert [each.kind for told in witness(evening, tmp_path).told for each in told.remarks] == [kind]


def test_a_box_that_its_key_does_not_open_is_a_lie(tmp_path):
    evening = WrittenMatch(people=2, bots=0, seed=2).until(Dealt)
    body = evening.bodies[-1]
    boxes = (bytes(len(body.boxes[0])), body.boxes[1])
    found = witness(evening, tmp_path, 0, log=[*evening.log[:-1], evening.forged(boxes=boxes)])
    assert found.lie == Lie(1, Law.BOX_SHUT, 0)


def test_a_name_that_steers_the_terminal_is_cleaned(tmp_path, capsys):
    evening = WrittenMatch(people=2, bots=0)
    first, *rest = evening.bodies[0].what.roster
    roster = (msgspec.structs.replace(first, name="\x1b[2J\u202eadA"), *rest)
    what = msgspec.structs.replace(evening.bodies[0].what, roster=roster)
    path = keep(evening, tmp_path, log=[evening.forged(what=what)])
    assert MatchAudit(open_match(path)).names == ("[2JadA", "Ben")
    out = said(capsys, "verify", path)[1]
    assert "\x1b" not in out
    assert "\u202e" not in out


def test_the_first_lie_is_the_one_that_is_named(tmp_path):
    evening = WrittenMatch(people=2, bots=0, seed=8).until(Dealt)
    evening.engine.twist = lambda _what, told: told.update(news=pack([]))
    evening.step()
    evening.engine.twist = lambda _what, _told: None
    evening.until(Revealed).step()
    found = witness(evening, tmp_path, log=[*evening.log[:-1], evening.forged(prev=b"x" * 32)])
    assert found.lie == Lie(2, "news")
    assert not found.over


def test_a_match_by_options_that_are_none_is_named_everywhere(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("LLTUI_DATA_DIR", str(tmp_path))
    evening = WrittenMatch(people=2, bots=0)
    what = msgspec.structs.replace(evening.bodies[0].what, options=b"")
    path = keep(evening, tmp_path / "matches", log=[evening.forged(what=what)])
    code, out, _ = said(capsys, "verify", path)
    assert code == 1
    assert "no way to play this game" in out
    code, _, err = said(capsys, "replay", path)
    assert code == 1
    assert "nothing to be seen" in err
    assert f"Not readable as a match: {path.name}." in said(capsys, "history")[1]


@pytest.mark.parametrize(
    "options",
    [{"edition": "no-such"}, {"edition": "modern", "variants": ["no-such"]}, {"edition": "../classic"}],
    ids=str,
)
def test_an_edition_that_is_not_known_here_is_a_trouble_and_no_lie(tmp_path, capsys, options):
    evening = WrittenMatch(people=2, bots=0)
    what = msgspec.structs.replace(evening.bodies[0].what, options=pack(options))
    path = keep(evening, tmp_path, log=[evening.forged(what=what)])
    code, out, err = said(capsys, "verify", path)
    assert (code, err) == (1, "")
    assert "“no-such”, which this program has not got" in out or "no way to play" in out
    assert ("no way to play" in out) == (options["edition"] == "../classic")


@cache
def begun():
    return WrittenMatch(people=2, bots=0)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_options_by_anybody_end_in_a_sentence(data):
    days = st.none() | st.from_regex(r"\A\d{4}-\d{2}-\d{2}\Z")
    told = st.fixed_dictionaries(
        {},
        optional={
            "edition": st.sampled_from(["classic", "modern", "german", "tempest", "manual", "x"]),
            "variants": st.lists(st.sampled_from(["short", "loser-starts", "x"]), max_size=9),
            "target": st.integers(-1, 100),
            "dates": st.lists(days, max_size=9),
            "ages": st.lists(st.none() | st.integers(0, 7), max_size=9),
        },
    )
    evening = begun()
    what = msgspec.structs.replace(evening.bodies[0].what, options=pack(data.draw(told)))
    with tempfile.TemporaryDirectory() as folder:
        path = keep(evening, Path(folder), log=[evening.forged(what=what)])
        assert judged(path)


def test_a_pipe_is_no_match_and_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "match.ll")
    with pytest.raises(matchfile.NotAMatch):
        open_match(tmp_path / "match.ll")
