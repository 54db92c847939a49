"""The power goes: what anybody was told is there, or is given back, and the next start plays to its end."""

from __future__ import annotations

import asyncio
import os
import shutil
from random import Random

import pytest
from faults.commands import PLAIN, Person
from faults.evening import Evening, evening
from kit.power import LOST, TORN, Journal, chance

ALONE = ("play", *PLAIN, "--bots", "easy", "--target", "1")
SEEDS = 2_000


@pytest.fixture
def at_home(monkeypatch):
    monkeypatch.setenv("LLTUI_DATA_DIR", "nowhere")


def journal_of_an_evening(root):
    """From the opening of a table to its end; with what somebody had seen at each moment."""
    root.mkdir()
    journal = Journal(root)

    async def played():
        this = Evening(root)
        this.news = lambda told: journal.tell(dict(told))
        async with asyncio.timeout(10):
            await this.plays()
        await this.end()

    with journal.in_place(), journal.fails():
        asyncio.run(played())
    return journal


def seen(root, told):
    """What of it is not on the disk."""
    return [*Evening(root, told or {}).lost()]


def goes_on(journal, end, fates, to, rng=None, *, plays=True):
    """What is lost, and whether the next evening comes to its end."""
    shutil.rmtree(to, ignore_errors=True)
    journal.leave(end, fates, to, rng)
    told = dict(journal.told(end) or {})
    if wrong := seen(to, told):
        return wrong
    if plays:
        _, trouble = asyncio.run(evening(to, told, checked=True))
        return trouble and repr(trouble)
    return None


def all_lost(journal, end):
    return dict.fromkeys(journal.loose(end), LOST)


@pytest.fixture(scope="module")
def journal(tmp_path_factory):
    before = os.environ.get("LLTUI_DATA_DIR")
    yield journal_of_an_evening(tmp_path_factory.mktemp("power") / "homes")
    os.environ.pop("LLTUI_DATA_DIR", None)
    if before is not None:
        os.environ["LLTUI_DATA_DIR"] = before


def moments(journal):
    """After each step, and before the first."""
    return range(len(journal.steps) + 1)


def judged(journal, to, cases, **how):
    wrong = []
    for end, fates, rng in cases:
        try:
            lost = goes_on(journal, end, fates, to, rng, **how)
        except BaseException as error:  # noqa: BLE001 - that is what is looked for
            lost = f"{type(error).__name__}: {error} {getattr(error, '__notes__', '')}"
        if lost:
            wrong.append((end, {str(journal.steps[n][:3]): fate for n, fate in fates.items()}, lost))
    return wrong


def by_chance(journal, seeds):
    for seed in seeds:
        rng = Random(seed)
        end = rng.randrange(len(journal.steps) + 1)
        yield end, chance(journal.loose(end), rng), rng


def test_what_was_told_is_on_the_disk_at_every_moment(journal, tmp_path, at_home):
    """Though nothing is that was not flushed."""
    cases = ((end, all_lost(journal, end), None) for end in moments(journal)[::3])
    assert judged(journal, tmp_path / "after", cases, plays=False) == []


def test_the_next_evening_comes_to_its_end(journal, tmp_path, at_home):
    cases = [(end, all_lost(journal, end), None) for end in moments(journal)[::90]]
    assert judged(journal, tmp_path / "after", [*cases, *by_chance(journal, range(12))]) == []


@pytest.mark.soak
@pytest.mark.parametrize("part", range(4))
def test_the_power_goes_at_any_moment(journal, tmp_path, at_home, part):
    """All is there so far, or nothing that was not flushed; or any one write is lost, or torn."""
    ends = moments(journal)[part::4]
    cases = [(end, fates, None) for end in ends for fates in ({}, all_lost(journal, end))]
    cases += [
        (end, {number: fate}, Random(number))
        for end in ends[::4]
        for number in journal.loose(end)[::9]
        for fate in (LOST, TORN)
    ]
    assert judged(journal, tmp_path / "after", cases) == []


@pytest.mark.soak
@pytest.mark.parametrize("part", range(4))
def test_any_of_it_may_be_lost(journal, tmp_path, at_home, part, record_property):
    record_property("figure", f"power: {len(journal.steps)} steps, {SEEDS} subsets")
    assert judged(journal, tmp_path / "after", by_chance(journal, range(part, SEEDS, 4))) == []


# ------------------------------------------------------------------------ alone


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    root = tmp_path_factory.mktemp("power") / "kay"
    root.mkdir()
    journal = Journal(root)
    with journal.in_place(), journal.fails():
        assert Person(root).types(*ALONE).code == 0
    return journal


def begins(journal, to, cases):
    wrong = []
    for end, fates, rng in cases:
        shutil.rmtree(to, ignore_errors=True)
        journal.leave(end, fates, to, rng)
        person = Person(to)
        gone_on = person.types("play", "--plain", "--no-pauses", "--continue")
        told = [person.types(*words) for words in (ALONE, ("history", "--plain"), ("verify",))]
        if not gone_on.sentence or any(each.code for each in told) or "cannot be" in told[1].out:
            wrong.append((end, fates, gone_on, told[-2:]))
    return wrong


def test_a_match_alone_begins_after_any_of_it(alone, tmp_path):
    cases = [(end, all_lost(alone, end), None) for end in moments(alone)[::12]]
    assert begins(alone, tmp_path / "after", [*cases, *by_chance(alone, range(12))]) == []


@pytest.mark.soak
def test_a_match_alone_begins_after_all_of_it(alone, tmp_path):
    cases = [(end, all_lost(alone, end), None) for end in moments(alone)]
    assert begins(alone, tmp_path / "after", [*cases, *by_chance(alone, range(SEEDS))]) == []
