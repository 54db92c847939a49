"""A client in another language, written from protocol/SPEC.md alone, plays whole matches with and without us.

It lies in `tests/second_client`, and wants Node, and the packages of its lock file.
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from kit.process import ProcessTable

from lltui.games.love_letter.loading import edition, editions
from lltui.games.two_princes.model import MODEL as PRINCES
from lltui.games.two_princes.model import Options as Story
from llwire.chain.facts import check_number

ROOT = Path(__file__).resolve().parents[2]
CLIENT = ROOT / "tests" / "second_client"
VECTORS = ROOT / "protocol" / "vectors"
OLDEST = (20, 19)  # of Node, for the packages
FETCH = ("npm", "ci", "--ignore-scripts", "--loglevel=error", "--fetch-retries=0", "--fetch-timeout=10000")
PATIENCE = 100.0  # seconds, for a whole match


def words_of(*command, **more):
    return subprocess.run(
        command, capture_output=True, encoding="utf-8", timeout=PATIENCE, check=False, **more
    )


def integrities(lock):
    """Of each package, by a lock file, or by that of what is installed."""
    if not lock.exists():
        return None
    packages = json.loads(lock.read_text())["packages"]
    return {name: package["integrity"] for name, package in packages.items() if name}


@pytest.fixture(scope="session")
def node():
    """Node, and the packages where it looks for them: fetched once, by whoever of several comes first."""
    found = {program: shutil.which(program) for program in ("node", "npm")}
    for program, path in found.items():
        if path is None:
            pytest.skip(f"{program} is not here, so the client in another language is not tried")
    version = words_of(found["node"], "--version").stdout.strip()
    if tuple(int(part) for part in version.removeprefix("v").split(".")[:2]) < OLDEST:
        pytest.skip(f"node is {version} here, too old for the client in another language")
    lock = CLIENT / "package-lock.json"
    with lock.open() as alone:
        fcntl.flock(alone, fcntl.LOCK_EX)
        if integrities(lock) != integrities(CLIENT / "node_modules" / ".package-lock.json"):
            done = words_of(*FETCH, cwd=CLIENT)
            if done.returncode:
                pytest.skip(f"npm cannot fetch the second client's packages: {done.stderr.splitlines()[0]}")
    return found["node"]


@pytest.fixture
def house(tmp_path):
    """A table of so many chairs; what is on its disk is judged by our own reader, too."""
    opened = []

    def open_one(seats, *, fault="", **more):
        opened.append(ProcessTable(tmp_path / str(len(opened)), seats, **more).start(fault, HURRY="1"))
        return opened[-1]

    yield open_one
    for table in opened:
        table.kill()


def play(node, house, *words, falls=0):
    """What each player tells of a match: read once more from its entries alone, by their own reader.

    A table that falls is started again, so often.
    """
    keys = house.keys
    environment = {**os.environ, "WORDS": keys.words, "HOSTING": keys.hosting.hex()}
    command = (node, str(CLIENT / "play.mjs"), str(house.port), *words)
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8"
    ) as process:
        for _ in range(falls):
            house.process.wait(PATIENCE)
            house.start(HURRY="1")
        told, wrong = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, wrong + house.log()
    chain = house.entries()
    told = [json.loads(line) for line in told.splitlines()]
    for each in told:
        assert each["head"] == chain.head.hex()
        assert each["entries"] == chain.next
        assert each["check"] == check_number(chain.first, chain.match)
    return told


def cases_of(name):
    if name == "matches":
        return len(list((VECTORS / name).glob("*.json")))
    cases = json.loads((VECTORS / f"{name}.json").read_text())
    return len(cases["lies"]) if name == "lies" else len(cases) if isinstance(cases, list) else 1


def test_every_vector_that_concerns_a_client(node):
    """And every lie of a table that needs no rules is refused where it is told, by its code."""
    done = words_of(node, str(CLIENT / "vectors.mjs"), str(VECTORS))
    assert done.returncode == 0, done.stderr
    ran = dict(line.split() for line in done.stdout.splitlines())
    assert set(ran) == {path.stem for path in VECTORS.glob("*.json")} | {"matches"}
    assert {name: cases_of(name) for name in ran} == {name: int(count) for name, count in ran.items()}


def test_a_match_of_love_letter_with_a_bot_and_broken_lines(node, house):
    told = play(node, house(3, target=2), "--players=2", "--bots=easy", "--start=3", "--cuts=3")
    assert len({each["seat"] for each in told}) == 2
    assert all(each["cuts"] > 0 and each["connections"] > each["cuts"] for each in told)
    assert sum(each["acts"] for each in told) > 0, "whoever is out early in each round has none"
    assert all(each["told"] > 5 for each in told)


def test_a_match_of_the_two_princes_with_broken_lines(node, house):
    table = house(2, game=PRINCES.id, options=Story("tower"))
    told = play(node, table, "--players=2", "--start=2", "--cuts=2")
    assert {each["seat"] for each in told} == {0, 1}
    assert all(each["acts"] > 20 and each["cuts"] == 2 for each in told)


def test_the_packages_are_named_by_what_is_in_them_and_by_no_address():
    lock = (CLIENT / "package-lock.json").read_text()
    assert "://" not in lock
    assert all(name.startswith("sha512-") for name in integrities(CLIENT / "package-lock.json").values())


EVERY = [(name, seats) for name in editions() for seats in range(2, edition(name).seats[1] + 1)]


@pytest.mark.soak
@pytest.mark.parametrize(("name", "seats"), EVERY)
def test_every_edition_and_number_of_seats(node, house, name, seats, record_property):
    matches = cuts = compared = 0
    for players in range(1, seats + 1):
        table = house(seats, edition=name, target=2)
        bots = ",".join((["easy", "normal", "random"] * 2)[: seats - players])
        told = play(node, table, f"--players={players}", f"--bots={bots}", f"--start={seats}", "--cuts=5")
        assert len({each["seat"] for each in told}) == players
        matches, cuts = matches + 1, cuts + sum(each["cuts"] for each in told)
        compared += sum(each["told"] for each in told)
    record_property("figure", f"{matches} matches, {cuts} broken lines, {compared} cards found as dealt")


@pytest.mark.soak
@pytest.mark.parametrize("bot", ["", "random", "human", "careful"])
@pytest.mark.parametrize("way", [{}, {"alone": "strict"}, {"difficulty": "gentle"}, {"talk": "signals"}])
def test_the_two_princes_in_every_way(node, house, bot, way, record_property):
    table = house(2, game=PRINCES.id, options=Story("tower", **way))
    told = play(node, table, f"--players={1 if bot else 2}", f"--bots={bot}", "--start=2", "--cuts=9")
    cuts = sum(each["cuts"] for each in told)
    record_property("figure", f"{told[0]['entries']} entries, {cuts} broken lines")
    assert cuts > 0


@pytest.mark.soak
@pytest.mark.parametrize("phase", ["before", "torn", "written", "flushed", "one-told", "told"])
def test_a_table_that_falls_in_the_middle_goes_on_with_them(node, house, phase):
    table = house(3, target=3, fault=f"1:9:{phase}")
    told = play(node, table, "--players=3", "--start=3", "--cuts=2", falls=1)
    assert len({each["seat"] for each in told}) == 3
