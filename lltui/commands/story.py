"""`lltui story`: read a story for faults, play it to see all of it, and ask what becomes of the princes."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from lltui import files, text
from lltui.arena.workers import Where
from lltui.authoring import echoes, story_check
from lltui.authoring.echoes import Ear, boxes, ear
from lltui.authoring.story_check import missing
from lltui.authoring.story_runs import POLICIES, Explorer, Sums, courses, heard_in, points, rows
from lltui.bots.catalog import UnknownBot
from lltui.commands.cli_context import INTERRUPTED, CliContext, progress, settle
from lltui.errors import Trouble, UsageTrouble
from lltui.files import disk, reading
from lltui.games.game import Event
from lltui.games.two_princes import events as e
from lltui.games.two_princes import loading
from lltui.games.two_princes.loading import translations
from lltui.games.two_princes.model import MODEL, Options
from lltui.games.two_princes.story import vocabulary as v
from lltui.games.two_princes.story.faults import Fault, error, unsound, warning
from lltui.games.two_princes.story.printed import Story
from lltui.options import Typed
from lltui.plain.paper import Paper
from lltui.text import Voice, Wording
from lltui.text.princes_voice import PrincesVoice

FIRST = Options().story
EXPLORED, SIMULATED, READ = 2_500, 400, 1
ALOUD = 20  # matches; more of them nobody reads
READS = "human"


class UnreadPage(Trouble):
    """A file of the story that is looked at cannot be read."""


class StoryIsHere(UsageTrouble):
    """Other machines have the stories that come along, and not one's own."""


def run(args: Typed) -> int:
    cli = settle(args, "story")
    try:
        if args.what == "new":
            return _new(cli, args)
        return _WHAT[args.what or "check"](cli, find(args.story or FIRST), args)
    except loading.UnplayableStory:
        raise
    except loading.BrokenStory as broken:
        raise UnreadPage(**broken.facts) from None


# ----------------------------------------------------------------------- new


class StoryNeedsName(UsageTrouble):
    """A new story has to be called something that a folder of stories may be called."""


class StoryThere(Trouble):
    """What is written there stays as it is."""


def _new(cli: CliContext, args: Typed) -> int:
    """A story of one's own, where stories live: to be read, played, and changed card by card."""
    name = args.story or ""
    if not loading.may_be_called(name):
        raise StoryNeedsName(name=name)
    if name in loading.stories():
        raise StoryThere(folder=str(loading.folder(name)))
    pattern = loading.SMALL if args.like is None else loading.folder(args.like)
    place = files.config(os.environ) / "stories" / name
    with disk.troubles(place):
        disk.make_folder(place.parent)
        try:
            disk.make_folder(place, anew=True)
        except FileExistsError:
            raise StoryThere(folder=str(place)) from None
        _copy(pattern, place)
    cli.paper.say(cli.words("new", folder=place, story=name))
    return 0


def _copy(pattern: Path, place: Path) -> None:
    """Its pages, and those in other languages."""
    for file in loading.files(pattern):
        disk.create(place / file.name, reading.data(file))
    for folder in sorted(pattern.iterdir()):
        if reading.is_folder(folder):
            disk.make_folder(place / folder.name)
            _copy(folder, place / folder.name)


# --------------------------------------------------------------------- check


def _check(cli: CliContext, found: WrittenStory, args: Typed) -> int:
    wrong = list(found.faults(text.languages(), release=args.release))
    told = [fault for fault in wrong if fault.code not in ("T02", "T06") or args.release or args.drafts]
    shown = _tell(cli, found, told)
    if args.matches != 0 and found.playable:
        played = list(_explored(cli, found, args.matches, args.seed or 0))
        _tell(cli, found, played, shown)
        wrong += played
    levels = Counter(fault.level for fault in wrong)
    drafts = sum(fault.code == "T02" for fault in wrong)
    warnings = levels["warning"] - (0 if args.release else drafts)
    if not levels["error"] and not warnings and not drafts:
        cli.paper.say(cli.words("clean" if found.whole else "clean_file", story=found.name))
    else:
        counted = cli.words(
            "counted", story=found.name, errors=levels["error"], warnings=warnings, drafts=drafts
        )
        cli.paper.say(counted)
    _heard(cli, found, every=args.hints)
    return 1 if levels["error"] else 0


def _heard(cli: CliContext, found: WrittenStory, *, every: bool) -> None:
    """What comes twice, in the language that the check is told in."""
    listening = ear(cli.language)
    hints = found.echoes(listening, cli.language) if listening else ()
    if every:
        _unbroken(_row(cli.words, found, fault) for fault in hints)
    if hints:
        counts = {f"h{n}": sum(fault.code == f"H0{n}" for fault in hints) for n in (1, 2, 3, 4)}
        cli.paper.say(cli.words("heard", **counts, boxes=boxes(found.story)))
        if not every:
            cli.paper.say(cli.words("hints"))


def _tell(
    cli: CliContext, found: WrittenStory, wrong: Iterable[Fault], shown: Collection[str] = ()
) -> list[str]:
    """Each line once, also where it is read first and then heard in a match."""
    rows = dict.fromkeys(_row(cli.words, found, fault) for fault in wrong)
    told = [row for row in rows if row not in shown]
    _unbroken(told)
    return told


def _explored(cli: CliContext, found: WrittenStory, most: int | None, seed: int) -> Iterator[Fault]:
    """Whoever says how many matches wants a quick look: what chance has not dealt by then is no fault."""
    matches = EXPLORED if most is None else most
    played, unseen, wrong = 0, set[str](), list[Fault]()
    for played, unseen, news in found.explored(matches, seed):  # noqa: B007 - the last ones count
        progress(cli.words("progress", done=played, wanted=matches))
        wrong[:] = news
    progress()
    wanted = len(set(points(found.story)))
    cli.paper.say(cli.words("explored", matches=played, seen=wanted - len(unseen), points=wanted))
    yield from wrong
    if most is None:
        yield from (error("P01", place) for place in sorted(unseen))
    elif unseen:
        yield warning("P02", "story", unseen=len(unseen), points=wanted, matches=played)


def _row(words: Wording, found: WrittenStory, fault: Fault) -> str:
    """What is nowhere, or of the whole story, has neither file nor line."""
    told = {
        "level": words(f"level.{fault.level}"),
        "code": fault.code,
        "what": words(f"fault.{fault.code}", **fault.facts),
    }
    if fault.place == "story":
        return words("row_of_all", **told)
    file, line = loading.where(found.place, fault.place)
    return words("row", file=file, line=line, place=fault.place, **told)


# ---------------------------------------------------------------------- read


def _read(cli: CliContext, found: WrittenStory, args: Typed) -> int:
    """Whole matches as somebody would read them; many of them are read by the program alone."""
    options = Options(found.name, difficulty=args.difficulty or Options().difficulty)
    loading.story_index(found.name)  # as below
    voice = text.voice(MODEL.id, cli.language, text.default_theme(), v.PRINCES, None, options)
    matches, wrong = READ if args.matches is None else args.matches, list[Fault]()
    for number in range(matches):
        heard, contradictions = heard_in(options, (args.policies or [READS])[0], args.seed or 0, number)
        wrong += contradictions
        if matches <= ALOUD:
            cli.paper.lines(line for event in heard for line in _aloud(voice, event))
        else:
            progress(cli.words("progress", done=number + 1, wanted=matches))
    progress()
    _tell(cli, found, wrong)
    cli.paper.say(cli.words("read", matches=matches, wrong=len(wrong)))
    return 1 if wrong else 0


def _aloud(voice: Voice, event: Event) -> Iterator[str]:
    """As on a page: the texts, what was chosen, whether it succeeded."""
    assert isinstance(voice, PrincesVoice), voice
    match event:
        case e.CardTurned(card=card, aside=aside, arrival=arrival):
            yield from ("", voice.headline(card).upper())
            yield from _paragraphs(voice.front(card, aside, arrival))
        case e.TextShown() | e.SectionRead() | e.ChapterBegan() | e.DayBegan():
            yield from _paragraphs(voice.say(event))
        case e.Decided() | e.Chose() | e.BallotsOpened() | e.TrialEnded() | e.MiseryGrew() | e.HourSpent():
            yield from ("", f"[{voice.say(event)}]")


def _paragraphs(prose: str) -> Iterator[str]:
    for paragraph in prose.split("\n\n"):
        yield from ("", paragraph)


# ------------------------------------------------------------------ simulate


def _simulate(cli: CliContext, found: WrittenStory, args: Typed) -> int:
    options = Options(found.name, difficulty=args.difficulty or Options().difficulty)
    loading.story_index(found.name)  # a story that cannot be played is told before anything is played
    matches, seed = args.matches or SIMULATED, args.seed or 0
    where = Where(args.jobs or os.cpu_count() or 1, args.cluster)
    if args.cluster is not None and not loading.comes_along(loading.folder(found.name)):
        raise StoryIsHere(story=found.name)
    policies = args.policies or POLICIES
    for policy in policies:
        if policy not in POLICIES:
            raise UnknownBot(bot=policy, known=POLICIES)
    done: list[Sums] = []
    code = 0
    try:
        for policy in policies:
            done.append(Sums(policy))
            for course in courses(options, policy, matches, seed, where):
                done[-1].add(course)
                progress(cli.words("progress", done=done[-1].matches, wanted=matches))
    except KeyboardInterrupt:
        code = INTERRUPTED
    progress()
    told = {"story": found.name, "difficulty": options.difficulty, "matches": matches, "seed": seed}
    cli.paper.say(cli.words("simulate.heading", **told))
    cli.paper.gap()
    _unbroken((cli.words("simulate.columns"), *(_sums(cli.words, sums) for sums in done if sums.matches)))
    cli.paper.gap()
    for sums in done:
        cli.paper.say(_endings(cli.words, found, sums))
    return code or _targets(cli, found, done, options)


def _sums(words: Wording, sums: Sums) -> str:
    numbers = {
        "free": (sums.share("free"), 6),
        "both": (sums.share("both"), 7),
        "part_b": (sums.share("reached_b"), 7),
        "misery": (sums.mean("misery"), 8),
        "missed": (sums.share("missed", of="tests"), 7),
    }
    decimal = words("simulate.decimal")
    told = {
        name: f"{number:.1f}".replace(".", decimal).rjust(width) for name, (number, width) in numbers.items()
    }
    moves = f"{sums.mean('moves'):8.0f}"
    return words("simulate.row", policy=f"{sums.policy:<10}", moves=moves, **told)


def _endings(words: Wording, found: WrittenStory, sums: Sums) -> str:
    titles = {section.id: section.title for section in found.story.sections}
    row = ", ".join(
        words(
            "simulate.ending",
            title=titles[name],
            share=f"{100 * number / sums.matches:.1f}".replace(".", words("simulate.decimal")),
        )
        for name, number in sums.endings.most_common()
    )
    return words("simulate.endings", policy=sums.policy, row=row)


def _targets(cli: CliContext, found: WrittenStory, done: Sequence[Sums], options: Options) -> int:
    """The corridor is for the game as it is written."""
    if options.difficulty != Options().difficulty:
        return 0
    cli.paper.gap()
    outside = False
    for row in rows(found.story, done):
        numbers = {name: f"{getattr(row, name):.1f}" for name in ("found", "low", "high")}
        told = {name: number.replace(".", cli.words("simulate.decimal")) for name, number in numbers.items()}
        verdict = cli.words("simulate.inside" if row.inside else "simulate.outside")
        what = cli.words(f"simulate.asked.{row.what}", whose=row.whose)
        cli.paper.say(cli.words("simulate.asked.row", what=what, verdict=verdict, **told))
        outside = outside or not row.inside
    return 1 if outside else 0


# ---------------------------------------------------------------------- todo


def _todo(cli: CliContext, found: WrittenStory, args: Typed) -> int:
    """Lines for a file of translations, ready to be filled in."""
    language = args.into or cli.language
    todo = list(missing(found.story, translations(found.name, language)))
    _unbroken([cli.words("todo_head", count=len(todo), story=found.name, language=language)])
    _unbroken(cli.words("todo", id=f'"{place}"', src=source) for place, source in todo)
    return 0


_WHAT = {"check": _check, "read": _read, "simulate": _simulate, "todo": _todo}


def _unbroken(lines: Iterable[str]) -> None:
    """For people and for programs."""
    Paper(sys.stdout, width=1_000).lines(lines)


# ------------------------------------------------------- the story of a writer


class NoStoryThere(Trouble):
    """Neither a story's name nor a file or folder with one."""


class WrittenStory(NamedTuple):
    """A story and where it lies; one that is only a file has no translations and is not played."""

    name: str
    place: Path
    story: Story
    whole: bool

    @property
    def playable(self) -> bool:
        """The rules would take it."""
        return self.whole and not any(unsound(self.story))

    def faults(self, languages: Iterable[str], *, release: bool) -> Iterator[Fault]:
        """A single file is read for its own faults only: what it refers to stands in the others."""
        wrong = story_check.faults(
            self.story, release=release, whole_box=release or loading.comes_along(self.place)
        )
        if not self.whole:
            yield from (each for each in wrong if each.code[0] in "TWD" and each.place != "intro.text")
            return
        yield from wrong
        for language in languages:
            yield from story_check.translation_faults(self.story, translations(self.name, language))

    def echoes(self, listening: Ear, language: str) -> list[Fault]:
        """What comes twice, as it is told in that language."""
        translated = translations(self.name, language) if self.whole else {}
        told = {place: each.text for place, each in translated.items() if each.text}
        return list(echoes.echoes(self.story, listening, told))

    def explored(self, matches: int, seed: int) -> Iterator[tuple[int, set[str], Collection[Fault]]]:
        """How many matches were played, what nobody came to see, and what they told that cannot be so.

        No more are played than it takes.
        """
        unseen, explorer = set(points(self.story)), Explorer(Options(self.name), seed)
        for played in range(1, matches + 1):
            unseen.difference_update(explorer.match())
            yield played, unseen, explorer.wrong.values()
            if not unseen:
                return


def find(wanted: str) -> WrittenStory:
    """By name, or as a path."""
    if wanted in loading.stories():
        place = loading.folder(wanted)
        return WrittenStory(wanted, place, loading.read(place), whole=True)
    path = Path(wanted)
    if not reading.may_be_there(path) or not list(loading.files(path)):
        raise NoStoryThere(story=wanted, known=loading.stories())
    if reading.is_folder(path):
        loading.own(path.resolve().parent)
    return WrittenStory(path.resolve().name, path, loading.read(path), whole=reading.is_folder(path))
