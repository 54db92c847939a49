"""Whatever call to the disk fails: a sentence, an exit code, nothing lost, and the next start plays on."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from faults.commands import PLAIN, Person
from faults.sweep import Sweep, every_fault, sample, seeded_faults
from kit.disk_door import Door
from kit.process import BLIND

from lltui.games.two_princes import loading

PACKAGE = Path(loading.__file__).parents[2]
ONE = ("play", *PLAIN, "--bots", "easy", "--target", "1")
GO_ON = ("play", "--plain", "--no-pauses", "--continue")
ON = "1\n2\n\n" * 2000  # through any story, to its end, and no second one


class Flow(NamedTuple):
    """Commands that follow each other, and what was done before them on a disk without faults."""

    commands: tuple[tuple[str, ...], ...]
    before: Callable[[Person], None] = lambda person: None
    typed: str = BLIND
    share: int = 20  # one in so many faults is tried in `make test`; none of them if it is 0
    seeds: int = 500  # of which a call is drawn in `make soak`
    every: int = 1  # and one in so many of the faults there, of each site at least one
    own: str = ""  # of the sites, those of these lines alone: others are tried in other flows


def kept(person):
    assert person.types(*ONE).code == 0


def left(person):
    kept(person)
    assert person.types(*ONE, typed="1\n").code == 1


def listed(person):
    left(person)
    assert person.types("history", "--plain").code == 0


def own_words(person):
    config = person.root / "config"
    for folder in ("themes", "locales/en", "stories"):
        (config / folder).mkdir(parents=True)
    shutil.copy(PACKAGE / "text/themes/court.toml", config / "themes/mine.toml")
    shutil.copy(PACKAGE / "text/locales/en/cli.toml", config / "locales/en/cli.toml")
    story = next(folder for folder in sorted(loading.STORIES.iterdir()) if folder.is_dir())
    shutil.copytree(story, config / "stories" / "mine")


FLOWS = {
    "alone": Flow((ONE,)),
    "left": Flow((ONE,), typed="1\n"),
    "gone on with": Flow((GO_ON,), left),
    "hotseat": Flow(
        (("play", "princes", *PLAIN),),
        typed="1\n2\n3\n" * 6, share=30, seeds=50, every=4, own="pwrite in",
    ),
    "hotseat to its end": Flow(
        (("play", "princes", *PLAIN),), typed=ON, share=0, seeds=50, every=20
    ),
    "guided": Flow((("play", "--plain", "--no-pauses", "--guided"),), typed="1\n\n2\n\n3\n\n" * 30),
    "history": Flow((("history", "--plain"),), left),
    "history again": Flow(
        (("history", "--plain"), ("history", "--rebuild", "--plain"), ("history", "--json")),
        listed, share=20, own="history.py",
    ),
    "verify": Flow((("verify",), ("verify", "1")), left, share=20, own="matchfile"),
    "replay": Flow(
        (("replay", "--plain"), ("replay", "--plain", "--practise", "2", "2")),
        left, share=20, own="kept_matches",
    ),
    "doctor": Flow((("doctor",),), left),
    "themes": Flow((("themes",), (*ONE, "--theme", "mine")), own_words, share=60, own="own_"),
    "own story": Flow(
        (("play", "princes", *PLAIN, "--agree", "story=mine"),),
        own_words, typed="1\n" * 5, share=100, seeds=50, every=4, own="listdir in games",
    ),
    "own story to its end": Flow(
        (("play", "princes", *PLAIN, "--agree", "story=mine"),),
        own_words, typed=ON, share=0, seeds=50, every=20,
    ),
    "a story looked at": Flow(
        (("story", "todo", "mine", "--into", "de"),), own_words, share=200, seeds=100, own="own_",
    ),
}  # fmt: skip


class PromptSweep(Sweep):
    """One flow, again and again on a copy of the same disk."""

    def __init__(self, root, flow):
        self.root, self.flow = root, flow
        self.pattern = Person(root / "pattern")
        flow.before(self.pattern)
        self.door = Door(root / "run")
        self.faults = ()
        with self.door.in_place():
            self.tried(None)
        self.calls = dict(self.door.calls)

    def tried(self, fault):
        """The flow with this fault, and the next start; what is wrong with either."""
        person = self.pattern.copied(self.root / "run")
        with self.door.fails(fault):
            for words in self.flow.commands:
                told = person.types(*words, typed=self.flow.typed)
                if not told.sentence:
                    return f"no sentence, code {told.code}: {told.out[-300:]} {told.err[-300:]}"
        return self._later(person)

    def _later(self, person):
        there = bool([*person.root.glob("state/alone/*/host.key")])
        told = person.types(*GO_ON, typed=ON if "princes" in self.flow.commands[-1] else BLIND)
        if told.code != (0 if there else 1) or not told.sentence:
            return f"not gone on with, code {told.code}: {told.err}"
        for words in (*(() if there else (ONE,)), ("history", "--plain"), ("verify", "1")):
            told = person.types(*words)
            if told.code or "damaged" in told.out:
                return f"{words}: {told.code} {told.out} {told.err}"
        drafts = [file.name for file in person.root.rglob(".*.new")]
        return f"left behind: {drafts}" if len(drafts) > 1 else None


@pytest.fixture(autouse=True)
def _nobody_listens_for_other_tables(monkeypatch):
    """A second for each time that the doctor is asked."""
    monkeypatch.setattr("lltui.commands.doctor.discovery", lambda: iter(()))


@pytest.mark.parametrize("name", [name for name, flow in FLOWS.items() if flow.share])
def test_whatever_call_fails_it_is_said_and_the_next_start_plays_on(name, tmp_path):
    sweep, flow = PromptSweep(tmp_path, FLOWS[name]), FLOWS[name]
    faults = [fault for fault in every_fault(sweep.calls) if flow.own in str(fault.site)]
    assert sweep.wrong(sample(faults, flow.share)) == []


@pytest.mark.soak
@pytest.mark.timeout(900)
@pytest.mark.parametrize("name", FLOWS)
def test_whatever_call_fails_in_whatever_way(name, tmp_path, record_property):
    sweep = PromptSweep(tmp_path, FLOWS[name])
    faults = sample(every_fault(sweep.calls), FLOWS[name].every)
    record_property(
        "figure", f"{name}: {len(sweep.calls)} sites, {sum(sweep.calls.values())} calls, {len(faults)} faults"
    )
    assert sweep.wrong(faults) == []


@pytest.mark.soak
@pytest.mark.timeout(900)
@pytest.mark.parametrize("name", FLOWS)
def test_any_call_may_fail_by_chance(name, tmp_path):
    sweep = PromptSweep(tmp_path, FLOWS[name])
    assert sweep.wrong(seeded_faults(sweep.calls, FLOWS[name].seeds)) == []
