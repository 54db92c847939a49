"""`lltui story`: read a story for faults, play it to see all of it, and ask what becomes of the princes."""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from lltui import text
from lltui.arena.stories import POLICIES, Sums, courses
from lltui.authoring import translate
from lltui.authoring.check import faults
from lltui.authoring.echoes import boxes, ear, echoes
from lltui.authoring.explore import Explorer, points
from lltui.authoring.targets import rows
from lltui.bots.catalog import UnknownBot
from lltui.commands.cli_context import Setting, settle
from lltui.errors import Trouble
from lltui.games.two_princes import loading
from lltui.games.two_princes.loading import translations
from lltui.games.two_princes.model import Options
from lltui.games.two_princes.story.printed import Story
from lltui.games.two_princes.story.sound import Fault, error, unsound
from lltui.plain.paper import Paper

FIRST = Options().story
EXPLORED, SIMULATED = 1_500, 400
INTERRUPTED = 130
Words = Mapping[str, str]


class NoStoryThere(Trouble):
    """Neither a story's name nor a file or folder with one."""


class Found(NamedTuple):
    """A story and where it lies; one that is only a file has no translations and is not played."""

    name: str
    place: Path
    story: Story
    whole: bool


def run(args: argparse.Namespace) -> int:
    setting = settle(args)
    words = text.words(setting.language, "story")
    found = _found(args.story or FIRST)
    if args.action == "todo":
        return _todo(setting, words, found, args.into)
    if args.action == "simulate":
        return _simulate(setting, words, found, args)
    return _check(setting, words, found, args)


def _found(wanted: str) -> Found:
    """By name, or as a path."""
    if wanted in loading.stories():
        place = loading.folder(wanted)
        return Found(wanted, place, loading.read(place), whole=True)
    path = Path(wanted)
    if not path.exists() or not list(loading.files(path)):
        raise NoStoryThere(story=wanted, known=loading.stories())
    if path.is_dir():
        loading.own(path.resolve().parent)
    return Found(path.resolve().name, path, loading.read(path), whole=path.is_dir())


# --------------------------------------------------------------------- check


def _check(setting: Setting, words: Words, found: Found, args: argparse.Namespace) -> int:
    wrong = list(_read(found, release=args.release))
    playable = found.whole and not any(unsound(found.story))
    if playable and args.matches != 0:
        wrong += _explored(setting, words, found, args.matches or EXPLORED, args.seed or 0)
    paper = Paper(sys.stdout, width=1_000)
    told = [fault for fault in wrong if fault.code not in ("T02", "T06") or args.release or args.drafts]
    for fault in told:
        paper.say(_row(words, found, fault))
    levels = Counter(fault.level for fault in wrong)
    drafts = sum(fault.code == "T02" for fault in wrong)
    warnings = levels["warning"] - (0 if args.release else drafts)
    if not levels["error"] and not warnings and not drafts:
        setting.paper.say(words["clean"].format(story=found.name))
    else:
        counted = words["counted"].format(
            story=found.name, errors=levels["error"], warnings=warnings, drafts=drafts
        )
        setting.paper.say(counted)
    _heard(setting, words, found, every=args.hints)
    return 1 if levels["error"] else 0


def _heard(setting: Setting, words: Words, found: Found, *, every: bool) -> None:
    """What comes twice, in the language that the check is told in."""
    listening = ear(setting.language)
    if listening is None:
        return
    translated = translations(found.name, setting.language) if found.whole else {}
    told = {place: each.text for place, each in translated.items() if each.text}
    hints = list(echoes(found.story, listening, told))
    if every:
        paper = Paper(sys.stdout, width=1_000)
        for fault in hints:
            paper.say(_row(words, found, fault))
    counts = {f"h{n}": sum(fault.code == f"H0{n}" for fault in hints) for n in (1, 2, 3, 4)}
    if hints:
        setting.paper.say(words["heard"].format(**counts, boxes=boxes(found.story)))
    if hints and not every:
        setting.paper.say(words["hints"])


def _read(found: Found, *, release: bool) -> Iterator[Fault]:
    """A single file is read for its own faults only: what it refers to stands in the others."""
    wrong = faults(found.story, release=release)
    if not found.whole:
        own = (fault for fault in wrong if fault.code[0] in "TWD" and fault.place != "intro.text")
        yield from own
        return
    yield from wrong
    for language in text.languages():
        yield from translate.faults(found.story, translations(found.name, language))


def _explored(setting: Setting, words: Words, found: Found, matches: int, seed: int) -> Iterator[Fault]:
    wanted = set(points(found.story))
    seen: set[str] = set()
    played = 0
    for played, course in enumerate(Explorer(Options(found.name), seed).matches(matches), start=1):
        seen |= {*course} & wanted
        _progress(words, played, matches)
        if seen == wanted:
            break
    _progress(words, 0, 0)
    told = words["explored"].format(matches=played, seen=len(seen), points=len(wanted))
    setting.paper.say(told)
    yield from (error("P01", place) for place in sorted(wanted - seen))


def _row(words: Words, found: Found, fault: Fault) -> str:
    file, line = loading.where(found.place, fault.place)
    return words["row"].format(
        level=words[f"level.{fault.level}"],
        code=fault.code,
        file=file,
        line=line,
        place=fault.place,
        what=words[f"fault.{fault.code}"].format(**fault.facts),
    )


# ------------------------------------------------------------------ simulate


def _simulate(setting: Setting, words: Words, found: Found, args: argparse.Namespace) -> int:
    options = Options(found.name, difficulty=args.difficulty or Options().difficulty)
    loading.tale(found.name)  # a story that cannot be played is told before anything is played
    matches, seed, jobs = args.matches or SIMULATED, args.seed or 0, args.jobs or os.cpu_count() or 1
    policies = args.policies or tuple(POLICIES)
    for policy in policies:
        if policy not in POLICIES:
            raise UnknownBot(bot=policy, known=tuple(POLICIES))
    done: list[Sums] = []
    code = 0
    try:
        for policy in policies:
            done.append(Sums(policy))
            for course in courses(options, policy, matches, seed, jobs):
                done[-1].add(course)
                _progress(words, done[-1].matches, matches)
    except KeyboardInterrupt:
        code = INTERRUPTED
    _progress(words, 0, 0)
    heading = words["simulate.heading"]
    setting.paper.say(
        heading.format(story=found.name, difficulty=options.difficulty, matches=matches, seed=seed)
    )
    setting.paper.gap()
    for line in (words["simulate.columns"], *(_sums(words, sums) for sums in done if sums.matches)):
        Paper(sys.stdout, width=1_000).lines([line])
    setting.paper.gap()
    for sums in done:
        setting.paper.say(_endings(words, found, sums))
    return code or _corridor(setting, words, found, done, options)


def _sums(words: Words, sums: Sums) -> str:
    numbers = {
        "free": (sums.share("free"), 6),
        "both": (sums.share("both"), 7),
        "part_b": (sums.share("part_b"), 7),
        "misery": (sums.mean("misery"), 8),
        "missed": (sums.missed, 7),
    }
    decimal = words["simulate.decimal"]
    told = {
        name: f"{number:.1f}".replace(".", decimal).rjust(width) for name, (number, width) in numbers.items()
    }
    moves = f"{sums.mean('moves'):8.0f}"
    return words["simulate.row"].format(policy=f"{sums.policy:<10}", moves=moves, **told)


def _endings(words: Words, found: Found, sums: Sums) -> str:
    titles = {section.id: section.title for section in found.story.sections}
    row = ", ".join(
        words["simulate.ending"].format(
            title=titles[name],
            share=f"{100 * number / sums.matches:.1f}".replace(".", words["simulate.decimal"]),
        )
        for name, number in sums.endings.most_common()
    )
    return words["simulate.endings"].format(policy=sums.policy, row=row)


def _corridor(setting: Setting, words: Words, found: Found, done: Sequence[Sums], options: Options) -> int:
    """The corridor is for the game as it is written."""
    if options.difficulty != Options().difficulty:
        return 0
    setting.paper.gap()
    outside = False
    for row in rows(found.story, done):
        numbers = {name: f"{getattr(row, name):.1f}" for name in ("found", "low", "high")}
        told = {name: number.replace(".", words["simulate.decimal"]) for name, number in numbers.items()}
        verdict = words["simulate.inside" if row.inside else "simulate.outside"]
        what = words[f"simulate.asked.{row.what}"].format(whose=row.whose)
        setting.paper.say(words["simulate.asked.row"].format(what=what, verdict=verdict, **told))
        outside = outside or not row.inside
    return 1 if outside else 0


# ---------------------------------------------------------------------- todo


def _todo(setting: Setting, words: Words, found: Found, into: str | None) -> int:
    """Lines for a file of translations, ready to be filled in."""
    language = into or setting.language
    missing = list(translate.missing(found.story, translations(found.name, language)))
    paper = Paper(sys.stdout, width=1_000)
    paper.say(words["todo_head"].format(count=len(missing), story=found.name, language=language))
    for place, source in missing:
        paper.say(words["todo"].format(id=f'"{place}"', src=source))
    return 0


def _progress(words: Words, done: int, wanted: int) -> None:
    """On the screen of whoever waits, and nowhere else."""
    if not sys.stderr.isatty():
        return
    told = words["progress"].format(done=done, wanted=wanted) if wanted else ""
    sys.stderr.write(f"\r{told:<40}\r" if not told else f"\r{told}")
    sys.stderr.flush()
