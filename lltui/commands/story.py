"""`lltui story`: read a story for faults, play it to see all of it, and ask what becomes of the princes."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from lltui import text
from lltui.authoring.echoes import boxes, ear
from lltui.authoring.story_check import WrittenStory, find, missing
from lltui.authoring.story_runs import POLICIES, Sums, courses, points, rows
from lltui.bots.catalog import UnknownBot
from lltui.commands.cli_context import CliContext, settle
from lltui.games.two_princes import loading
from lltui.games.two_princes.loading import translations
from lltui.games.two_princes.model import Options
from lltui.games.two_princes.story.playable import Fault, error
from lltui.options import Typed
from lltui.plain.paper import Paper

FIRST = Options().story
EXPLORED, SIMULATED = 1_500, 400
INTERRUPTED = 130
Words = Mapping[str, str]


def run(args: Typed) -> int:
    cli = settle(args)
    words = text.words(cli.language, "story")
    found = find(args.story or FIRST)
    if args.what == "todo":
        return _todo(cli, words, found, args.into)
    if args.what == "simulate":
        return _simulate(cli, words, found, args)
    return _check(cli, words, found, args)


# --------------------------------------------------------------------- check


def _check(cli: CliContext, words: Words, found: WrittenStory, args: Typed) -> int:
    wrong = list(found.faults(text.languages(), release=args.release))
    if args.matches != 0 and found.playable:
        wrong += _explored(cli, words, found, args.matches or EXPLORED, args.seed or 0)
    paper = Paper(sys.stdout, width=1_000)
    told = [fault for fault in wrong if fault.code not in ("T02", "T06") or args.release or args.drafts]
    for fault in told:
        paper.say(_row(words, found, fault))
    levels = Counter(fault.level for fault in wrong)
    drafts = sum(fault.code == "T02" for fault in wrong)
    warnings = levels["warning"] - (0 if args.release else drafts)
    if not levels["error"] and not warnings and not drafts:
        cli.paper.say(words["clean"].format(story=found.name))
    else:
        counted = words["counted"].format(
            story=found.name, errors=levels["error"], warnings=warnings, drafts=drafts
        )
        cli.paper.say(counted)
    _heard(cli, words, found, every=args.hints)
    return 1 if levels["error"] else 0


def _heard(cli: CliContext, words: Words, found: WrittenStory, *, every: bool) -> None:
    """What comes twice, in the language that the check is told in."""
    listening = ear(cli.language)
    if listening is None:
        return
    hints = found.echoes(listening, cli.language)
    if every:
        paper = Paper(sys.stdout, width=1_000)
        for fault in hints:
            paper.say(_row(words, found, fault))
    counts = {f"h{n}": sum(fault.code == f"H0{n}" for fault in hints) for n in (1, 2, 3, 4)}
    if hints:
        cli.paper.say(words["heard"].format(**counts, boxes=boxes(found.story)))
    if hints and not every:
        cli.paper.say(words["hints"])


def _explored(cli: CliContext, words: Words, found: WrittenStory, matches: int, seed: int) -> Iterator[Fault]:
    played, unseen = 0, set[str]()
    for so_far in found.explored(matches, seed):
        played, unseen = so_far
        _progress(words, played, matches)
    _progress(words, 0, 0)
    wanted = len(set(points(found.story)))
    cli.paper.say(words["explored"].format(matches=played, seen=wanted - len(unseen), points=wanted))
    yield from (error("P01", place) for place in sorted(unseen))


def _row(words: Words, found: WrittenStory, fault: Fault) -> str:
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


def _simulate(cli: CliContext, words: Words, found: WrittenStory, args: Typed) -> int:
    options = Options(found.name, difficulty=args.difficulty or Options().difficulty)
    loading.story_index(found.name)  # a story that cannot be played is told before anything is played
    matches, seed, jobs = args.matches or SIMULATED, args.seed or 0, args.jobs or os.cpu_count() or 1
    policies = args.policies or POLICIES
    for policy in policies:
        if policy not in POLICIES:
            raise UnknownBot(bot=policy, known=POLICIES)
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
    cli.paper.say(heading.format(story=found.name, difficulty=options.difficulty, matches=matches, seed=seed))
    cli.paper.gap()
    for line in (words["simulate.columns"], *(_sums(words, sums) for sums in done if sums.matches)):
        Paper(sys.stdout, width=1_000).lines([line])
    cli.paper.gap()
    for sums in done:
        cli.paper.say(_endings(words, found, sums))
    return code or _targets(cli, words, found, done, options)


def _sums(words: Words, sums: Sums) -> str:
    numbers = {
        "free": (sums.share("free"), 6),
        "both": (sums.share("both"), 7),
        "part_b": (sums.share("reached_b"), 7),
        "misery": (sums.mean("misery"), 8),
        "missed": (sums.share("missed", of="tests"), 7),
    }
    decimal = words["simulate.decimal"]
    told = {
        name: f"{number:.1f}".replace(".", decimal).rjust(width) for name, (number, width) in numbers.items()
    }
    moves = f"{sums.mean('moves'):8.0f}"
    return words["simulate.row"].format(policy=f"{sums.policy:<10}", moves=moves, **told)


def _endings(words: Words, found: WrittenStory, sums: Sums) -> str:
    titles = {section.id: section.title for section in found.story.sections}
    row = ", ".join(
        words["simulate.ending"].format(
            title=titles[name],
            share=f"{100 * number / sums.matches:.1f}".replace(".", words["simulate.decimal"]),
        )
        for name, number in sums.endings.most_common()
    )
    return words["simulate.endings"].format(policy=sums.policy, row=row)


def _targets(
    cli: CliContext, words: Words, found: WrittenStory, done: Sequence[Sums], options: Options
) -> int:
    """The corridor is for the game as it is written."""
    if options.difficulty != Options().difficulty:
        return 0
    cli.paper.gap()
    outside = False
    for row in rows(found.story, done):
        numbers = {name: f"{getattr(row, name):.1f}" for name in ("found", "low", "high")}
        told = {name: number.replace(".", words["simulate.decimal"]) for name, number in numbers.items()}
        verdict = words["simulate.inside" if row.inside else "simulate.outside"]
        what = words[f"simulate.asked.{row.what}"].format(whose=row.whose)
        cli.paper.say(words["simulate.asked.row"].format(what=what, verdict=verdict, **told))
        outside = outside or not row.inside
    return 1 if outside else 0


# ---------------------------------------------------------------------- todo


def _todo(cli: CliContext, words: Words, found: WrittenStory, into: str | None) -> int:
    """Lines for a file of translations, ready to be filled in."""
    language = into or cli.language
    todo = list(missing(found.story, translations(found.name, language)))
    paper = Paper(sys.stdout, width=1_000)
    paper.say(words["todo_head"].format(count=len(todo), story=found.name, language=language))
    for place, source in todo:
        paper.say(words["todo"].format(id=f'"{place}"', src=source))
    return 0


def _progress(words: Words, done: int, wanted: int) -> None:
    """On the screen of whoever waits, and nowhere else."""
    if not sys.stderr.isatty():
        return
    told = words["progress"].format(done=done, wanted=wanted) if wanted else ""
    sys.stderr.write(f"\r{told:<40}\r" if not told else f"\r{told}")
    sys.stderr.flush()
