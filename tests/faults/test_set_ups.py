"""A file that is older, newer, broken or another's; a home that is full, read-only, missing, or shared."""

from __future__ import annotations

import asyncio
import os
import pwd
import shutil
import stat
import tomllib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import NamedTuple

import msgspec
import pytest
from alone import LOVE_LETTER, Player
from faults.commands import PLAIN, Person
from faults.evening import Evening
from kit.disk_door import Door
from msgspec.structs import replace

from lltui import text
from lltui.client.known_tables import KnownTables
from lltui.commands import table_service
from lltui.commands.composition import LessonsFile
from lltui.commands.play import OwnMatches
from lltui.commands.table_service import TableOpens
from lltui.errors import Trouble
from lltui.games.love_letter.model import Options
from lltui.record import history
from lltui.record.matchfile import Copy, open_match
from lltui.table import process
from lltui.table.table_folder import TableRuns, folders
from lltui.tui import settings
from lltui.tui.first_screen import report
from lltui.tui.services import Opening
from llwire.chain.chain import Chain
from llwire.wire.messages import Pin, Signed

ONE = ("play", *PLAIN, "--bots", "easy", "--target", "1")
OTHER_EDITION = ("play", *PLAIN, "--bots", "easy", "--target", "1", "--edition", "tempest")
GO_ON = ("play", "--plain", "--no-pauses", "--continue")
COMMANDS = (("themes",), ("history", "--plain"), ("verify", "1"), ("replay", "--plain"), GO_ON, ONE)
LANGUAGES = ("en", "de")
SAID = tomllib.loads(Path(__file__).with_name("said.toml").read_text("utf-8"))
PIN = Pin(b"t" * 16, b"l" * 32, b"c" * 32)


class Place(NamedTuple):
    """A file that the program writes, or that a player does."""

    pattern: str
    ours: bool = True  # nobody but its owner is to read it
    holds: bool = True  # what nothing else holds, even when the match is over: it is never written over


FILES = {
    "identity": Place("state/identity.key"),
    "known table": Place("state/known/*/table"),
    "last nonce": Place("state/known/*/sent"),
    "own log": Place("state/known/*/match-1.log"),
    "key of a match": Place("state/alone/*/host.key"),
    "lobby of a match": Place("state/alone/*/lobby", holds=False),
    "log of a match": Place("state/alone/*/match-1.log"),
    "lock of a match": Place("state/alone/*/lock", holds=False),
    "key of a table": Place("state/tables/*/host.key"),
    "lobby of a table": Place("state/tables/*/lobby"),
    "settings of a table": Place("state/tables/*/settings"),
    "log of a table": Place("state/tables/*/match-1.log"),
    "address of a table": Place("state/tables/*/host.json", holds=False),
    "lock of a table": Place("state/tables/*/lock", holds=False),
    "lessons": Place("state/lessons", ours=False),
    "match file": Place("data/matches/*.ll", holds=False),
    "list of matches": Place("data/history.sqlite", holds=False),
    "settings": Place("config/settings.toml", ours=False),
    "theme": Place("config/themes/mine.toml", ours=False),
}


def empty(file, others):
    file.write_bytes(b"")


def rubbish(file, others):
    file.write_bytes(bytes(range(256)) * 9)


def cut(file, others):
    file.write_bytes(file.read_bytes()[:-7])


def newer(file, others):
    """As of a version that writes something else in front."""
    data = file.read_bytes()
    file.write_bytes(data.replace(b"lltui 1 ", b"lltui 9 ", 1) if b"lltui 1 " in data else b"\x99" + data)


def of_another(file, others):
    """A sound one, which belongs to another table, and to a match by another edition or of another game."""
    if others is not None:
        shutil.copy(others, file)


def a_folder(file, others):
    file.unlink()
    file.mkdir()


def a_pipe(file, others):
    """To open it would be to wait for whoever writes."""
    file.unlink()
    os.mkfifo(file)


def a_link_to_itself(file, others):
    file.unlink()
    file.symlink_to(file)


def gone(file, others):
    file.unlink()


CONDITIONS = {
    each.__name__: each
    for each in (empty, rubbish, cut, newer, of_another, a_folder, a_pipe, a_link_to_itself, gone)
}


@pytest.fixture(scope="module")
def pattern(tmp_path_factory):
    """Somebody who has all of it: matches, one of them unfinished, a table, and own words."""
    return somebody(tmp_path_factory.mktemp("set-ups") / "kay", ONE)


@pytest.fixture(scope="module")
def others(tmp_path_factory):
    """Somebody else, who plays something else."""
    return somebody(tmp_path_factory.mktemp("others") / "lou", OTHER_EDITION)


def somebody(root, played):
    person = Person(root)
    assert person.types(*played).code == 0
    assert person.types(*played, typed="1\n").code == 1
    assert person.types("history", "--plain").code == 0
    settings.write(root / "config", settings.Settings(name="Kay"))
    (root / "config" / "themes").mkdir()
    shipped = Path(text.__file__).with_name("themes") / "court.toml"
    shutil.copy(shipped, root / "config" / "themes" / "mine.toml")
    LessonsFile(person.environ).learn("known")
    before = os.environ.get("LLTUI_DATA_DIR")
    asyncio.run(unfinished_table(root))
    os.environ.pop("LLTUI_DATA_DIR", None)
    if before is not None:
        os.environ["LLTUI_DATA_DIR"] = before
    return person


async def unfinished_table(root):
    this = Evening(root.with_name("evening"))
    try:
        async with asyncio.timeout(40):
            await this.up()
            await this.sit_down()
            await this.until(lambda: this.folder.logs.length(1) >= 4)
    finally:
        await this.end()
    for part in ("tables", "known", "identity.key"):
        there = root.with_name("evening") / "Ada" / "state" / part
        (shutil.copytree if there.is_dir() else shutil.copy)(there, root / "state" / part)


@pytest.mark.parametrize("name", FILES)
def test_whatever_a_file_is_it_is_said_and_nothing_of_it_is_lost(
    name, pattern, others, tmp_path, monkeypatch
):
    """What is said of each stands in `said.toml`; nothing, where the file is not needed, or is made anew."""
    place, wrong, told_of = FILES[name], [], {}
    said = heard(monkeypatch)
    for number, (condition, spoil) in enumerate(CONDITIONS.items()):
        person = pattern.copied(tmp_path / "run")
        file = next(iter(sorted(person.root.glob(place.pattern))))
        spoil(file, next(iter(sorted(others.root.glob(place.pattern))), None))
        before = file.read_bytes() if file.is_file() and not file.is_symlink() else None
        named = (("verify", str(file)), ("replay", "--plain", str(file))) if name == "match file" else ()
        said.clear()
        for words in (*named, *COMMANDS):
            told = person.types(*words, "--language", LANGUAGES[number % 2])
            said.append(f"{' '.join(words[:1] + words[-1:] * (words == GO_ON))}: {told.code}")
            if not told.sentence:
                wrong.append((condition, words, told))
        for trouble in asyncio.run(opened(person)):
            wrong += [(condition, each) for each in LANGUAGES if not all(text.trouble(each, trouble))]
            said.append("sit down: 1")
        told_of[condition] = [*dict.fromkeys(ends(said))]
        kept = [each for each in person.root.rglob("*") if each.is_file() and not each.is_symlink()]
        # What is sound is used, and a torn end never counted.
        held = place.holds and spoil not in (of_another, cut)
        if held and before and not any(before in each.read_bytes() for each in kept):
            wrong.append((condition, "it is lost"))
    assert wrong == []
    assert {each: words for each, words in told_of.items() if words} == SAID.get(name, {})


def heard(monkeypatch):
    """The troubles that are told, by their names."""
    said, real = [], text.trouble

    def listening(language, trouble):
        said.append(type(trouble).__name__)
        return real(language, trouble)

    monkeypatch.setattr(text, "trouble", listening)
    return said


def ends(said):
    """The troubles of each command with its exit code; what told none and ended well is left out."""
    troubles = []
    for each in said:
        if ": " not in each:
            troubles.append(each)
        else:
            if troubles or not each.endswith(": 0"):
                yield f"{each} {', '.join(dict.fromkeys(troubles))}".rstrip()
            troubles = []


async def opened(person):
    """Somebody sits down at a table of this home, or opens it; the troubles that this ends in."""
    found = []
    known = KnownTables(person.root / "state")
    for ask in (known.identity, known.all, lambda: known.meet(PIN), lambda: recalls(known)):
        try:
            ask()
        except Trouble as trouble:
            found.append(trouble)
    this = Evening(person.root.with_name("run-evening"))
    this.tables = person.root / "state" / "tables"
    try:
        async with asyncio.timeout(40):
            await this.up()
    except Trouble as trouble:
        found.append(trouble)
    finally:
        await this.end()
    return found


def recalls(known):
    """All that is remembered of the table where one sat."""
    for folder in (known.folder / "known").iterdir():
        memory = known.table(bytes.fromhex(folder.name))
        if memory is not None and memory.known.pin != PIN:
            memory.sent(1)
            memory.log(1).read(Chain(memory.known.pin, 1), lambda _: None)


@pytest.mark.parametrize(
    "name", [name for name, place in FILES.items() if place.ours and name != "list of matches"]
)
def test_what_is_ours_is_written_for_its_owner_alone(name, pattern):
    for file in pattern.root.glob(FILES[name].pattern):
        assert stat.S_IMODE(file.stat().st_mode) & 0o077 == 0, file


SECRETS = ("identity", "known table", "key of a match", "key of a table")


def test_what_a_copy_of_a_home_opened_to_others_is_closed_when_it_is_read(pattern, tmp_path):
    """As from a backup; the doctor tells of all of it."""
    person = pattern.copied(tmp_path / "run")
    for file in person.root.rglob("*"):
        file.chmod(0o755 if file.is_dir() else 0o644)
    assert "identity.key" in person.types("doctor").out
    person.types(*GO_ON, typed="1\n")
    assert asyncio.run(opened(person)) == []
    for name in SECRETS:
        for file in person.root.glob(FILES[name].pattern):
            assert stat.S_IMODE(file.stat().st_mode) == 0o600, file


# ------------------------------------------------------------------------- homes


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", ["ENOSPC", "EROFS", "EACCES"])
def test_a_home_that_takes_nothing_keeps_nobody_from_playing(kind, language, pattern, tmp_path):
    for before in (Person(tmp_path / "new"), pattern):
        person = before.copied(tmp_path / "run")
        door = Door(person.root)
        with door.in_place(), door.fails():
            door.takes_nothing(kind)
            told = [person.types(*words, "--language", language) for words in (ONE, *COMMANDS)]
        assert all(each.sentence for each in told), told
        assert told[0].code == 0
        told = [person.types(*words, "--language", language) for words in (ONE, ("history", "--plain"))]
        assert [each.code for each in told] == [0, 0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_has_no_home_is_told_so_and_leaves_nothing_anywhere(language, tmp_path, monkeypatch):
    def nobody(_):
        raise KeyError

    monkeypatch.setattr(pwd, "getpwuid", nobody)
    monkeypatch.chdir(tmp_path)
    person = Person(tmp_path / "none")
    for name in ("LLTUI_STATE_DIR", "LLTUI_DATA_DIR", "LLTUI_CONFIG_DIR"):
        monkeypatch.delenv(name, raising=False)
        del person.environ[name]
    for name in ("HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    for words in (
        ONE,
        ("history", "--plain"),
        ("verify",),
        ("themes",),
        ("join", "--plain", "127.0.0.1:9"),
        ("doctor",),
    ):
        told = person.types(*words, "--language", language)
        assert told.sentence, (words, told)
    assert person.types(*ONE, "--language", language).code == 1
    assert list(tmp_path.iterdir()) == []


# ------------------------------------------------------------------ two at once


class Meanwhile(Door):
    """At one of its calls, another program begins and ends."""

    def __init__(self, root, other):
        super().__init__(root)
        self._other = other

    def happens(self):
        self._counts = False
        thread = Thread(target=self._other)
        thread.start()
        thread.join()
        self._counts = True


def plays(seed):
    def play(home):
        own = OwnMatches(home.environ)
        asyncio.run(
            whole(own.chair(replace(LOVE_LETTER, options=replace(LOVE_LETTER.options, target=1), seed=seed)))
        )

    return play


async def whole(chair):
    await (await Player(chair).play()).leave()


def matches_there(home, count):
    with_list = history.History(home.root / "data")
    assert (len(with_list.lines()), with_list.unread) == (count, [])
    with_list.close()


def reads_history(home):
    history.History(home.root / "data").close()


def sets(name):
    return lambda home: settings.write(home.root / "config", settings.Settings(name=name))


def changes(**changed):
    """Something of its own; or it is told that another program is at it."""

    def do(home):
        refused.clear()
        try:
            settings.change(home.root / "config", settings.Settings(), settings.Settings(**changed))
        except settings.SettingsUnwritable:
            refused.update(changed)

    return do


refused = set()


def both_changes(home):
    found, _ = settings.read(home.root / "config")
    assert found.name == ("Kay" if "name" not in refused else None)
    assert found.bell is ("bell" in refused)
    assert len(refused) < 2


def one_of_both(home):
    assert settings.read(home.root / "config").settings.name in ("Ada", "Ben")
    assert settings.read(home.root / "config").complaints == ()


def learns(name):
    return lambda home: LessonsFile(home.environ).learn(name)


def both_learnt(home):
    assert LessonsFile(home.environ).told == {"one", "two"}


def meets(home):
    known = KnownTables(home.root / "state")
    keys.append(known.identity().public)
    keys.append(known.meet(PIN).known.secret)


keys = []


def one_key(home):
    found = {*keys}
    keys.clear()
    assert len(found) == 2


def keeps(most):
    """So many lines of the match that lies there."""

    def keep(home):
        kept = open_match(next(iter((home.root / "data/matches").iterdir())))
        lines = kept.log.splitlines(keepends=True)[:most]
        to = home.root / "data/other" / kept.path.name
        Copy(to, kept.head).keep(lambda at: iter([b"".join(lines)[at:]]))

    return keep


def the_longer_one(home):
    (file,) = (home.root / "data/other").iterdir()
    kept = open_match(next(iter((home.root / "data/matches").iterdir())))
    assert open_match(file).log in (kept.log, b"".join(kept.log.splitlines(keepends=True)[:9]))


def broke(words):
    """Somebody writes nonsense by hand, and then sets something."""

    def do(home):
        file = home.root / "config/settings.toml"
        file.parent.mkdir(exist_ok=True)
        file.write_text(words)
        settings.write(home.root / "config", settings.Settings(name="Ada"))

    return do


def sets_over_nonsense(home):
    settings.write(home.root / "config", settings.Settings(name="Ben"))


def nonsense_is_there(home):
    one_of_both(home)
    aside = [file.read_text() for file in (home.root / "config").glob("settings.damaged-*")]
    assert "nonsense = = 1" in aside


def opens_nonce(number):
    signed = Signed(body=bytes([number]), sig=bytes([number]) * 64)

    def do(home):
        KnownTables(home.root / "state").meet(PIN).keep_sent(1, number, signed)

    return do


def one_nonce(home):
    number, signed = KnownTables(home.root / "state").meet(PIN).sent(1)
    assert signed.body == bytes([number])


def moves(address):
    return lambda home: KnownTables(home.root / "state").meet(PIN).change(addresses=(address,))


def one_address(home):
    assert KnownTables(home.root / "state").meet(PIN).known.addresses in (("a",), ("b",))


def breaks_down(words):
    return lambda home: report(home.root / "state/screen.log", [words])


def both_reports(home):
    told = (home.root / "state/screen.log").read_text()
    assert "one broke" in told
    assert "other broke" in told


def takes_table(home):
    """Who has it may write there; nobody else does."""
    (folder,) = folders(home.root / "state/tables")
    try:
        folder.take()
    except TableRuns:
        return
    folder.keep("lobby", msgspec.structs.replace(folder.lobby(), match=2))
    folder.keep("lobby", msgspec.structs.replace(folder.lobby(), match=1))
    folder.release()


def table_is_whole(home):
    (folder,) = folders(home.root / "state/tables")
    assert folder.lobby().match == 1
    assert folder.keys()


def opens_table(home):
    """One looks and opens at a time; the other one is told that somebody does."""
    root = home.root / "state/tables"
    with suppress(TableOpens), table_service.alone(root):
        if not folders(root):
            table_service.new(Opening("love-letter", Options(target=1)), root, "Ada")


def one_table(home):
    assert len(folders(home.root / "state/tables")) == 1


class Pair(NamedTuple):
    """What both do, and what is there after it."""

    one: Callable[[Person], None]
    other: Callable[[Person], None]
    after: Callable[[Person], None]


PAIRS = {
    "a match alone": Pair(plays(1), plays(2), lambda home: matches_there(home, 3)),
    "the list": Pair(reads_history, reads_history, lambda home: matches_there(home, 1)),
    "settings": Pair(sets("Ada"), sets("Ben"), one_of_both),
    "two settings": Pair(changes(name="Kay"), changes(bell=False), both_changes),
    "lessons": Pair(learns("one"), learns("two"), both_learnt),
    "identity and table": Pair(meets, meets, one_key),
    "match file": Pair(keeps(9), keeps(99), the_longer_one),
    "settings that are none": Pair(broke("nonsense = = 1"), sets_over_nonsense, nonsense_is_there),
    "last nonce": Pair(opens_nonce(1), opens_nonce(2), one_nonce),
    "address of a known table": Pair(moves("a"), moves("b"), one_address),
    "what broke a screen": Pair(breaks_down("one broke"), breaks_down("other broke"), both_reports),
    "lobby of a table": Pair(takes_table, takes_table, table_is_whole),
    "a new table": Pair(opens_table, opens_table, one_table),
}


@pytest.mark.parametrize("name", PAIRS)
def test_two_programs_at_once_write_whole_files(name, tmp_path, monkeypatch):
    monkeypatch.setattr(history, "PATIENCE", 0.01)
    monkeypatch.setattr(settings, "PATIENCE", 0.01)
    monkeypatch.setattr(process, "READY", 0.0)
    monkeypatch.setattr(process, "ANSWER", 0.01)
    pair = PAIRS[name]
    first = Person(tmp_path / "pattern")
    if name in ("a match alone", "the list", "match file"):
        assert first.types(*ONE).code == 0
    if name == "lobby of a table":
        opens_table(first)
    door = Meanwhile(tmp_path / "run", None)
    home = first.copied(tmp_path / "run")
    with door.in_place(), door.fails():
        pair.one(home)
    calls = sum(door.calls.values())
    keys.clear()
    for number in sorted({*range(1, calls + 1, max(1, calls // 40)), calls}):
        home = first.copied(tmp_path / "run")
        failed = []
        door = Meanwhile(tmp_path / "run", lambda home=home, failed=failed: caught(pair.other, home, failed))
        door.interrupted_at = number
        with door.in_place(), door.fails():
            pair.one(home)
            if door.interrupted_at:  # a disk that was flushed less often this time: the other comes after it
                door.happens()
        assert failed == [], number
        pair.after(home)


def caught(do, home, failed):
    try:
        do(home)
    except BaseException as error:  # noqa: BLE001 - the thread of the other program
        failed.append(error)
