"""`lltui history`, `replay`, `analyse`, `verify`: matches that were kept, what they teach, and whether they
are true."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from functools import cache, partial
from pathlib import Path
from random import Random
from shlex import quote
from time import monotonic
from typing import TYPE_CHECKING

from lltui import event_loop, files, text
from lltui.commands import composition
from lltui.commands.cli_context import CliContext, progress, settle
from lltui.desk.desk import Words
from lltui.desk.record_sentences import (
    AnalysisTold,
    curve_drawn,
    day,
    figures,
    looking,
    marks,
    record_words,
    remark,
    seats_told,
    share_told,
    single,
    streak,
    told,
    unjudged,
    verdict,
)
from lltui.errors import Trouble, UsageTrouble
from lltui.files import disk, reading
from lltui.games.game import Seat
from lltui.options import Typed
from lltui.record.audit import MatchAudit, ReplayViews
from lltui.record.history import History
from lltui.record.kept_match_facts import Eyes, Past, View
from lltui.record.matchfile import MatchFile, open_match
from lltui.text import Wording
from lltui.tui import first_screen
from lltui.tui.services import Proof

if TYPE_CHECKING:
    from lltui.plain.replay import PageTurner, ReplayPage, ReplayPages
    from lltui.record.analysis import MatchAnalysis, SeatAnalysis
    from lltui.table.local_chair import LocalChair

LONGEST = 4096
JSON_VERSION = 1  # raised when a key goes or means something else, and not when one comes
MATCH_KEYS = ("file", "began", "game", "edition", "you", "others", "winners", "won", "deals", "over",
              "stopped", "sound", "judged")  # fmt: skip
SHARE_KEYS = ("by_seat", "by_edition", "by_company", "by_opponent", "guesses", "stories")


class NoSuchMatch(UsageTrouble):
    """The list is shorter than that."""


class NothingKept(Trouble):
    """No match was played at a table yet."""


def chosen(word: str | None, environ: Mapping[str, str] = os.environ) -> MatchFile:
    """The file that was named; without a name, the newest match."""
    if word is not None and not (word.isascii() and word.isdigit() and not reading.may_be_there(Path(word))):
        return open_match(Path(word))
    number = int((word or "1")[:9])
    gather(environ)
    with closing(History(files.data(environ))) as history:
        lines = history.lines()
    if word is None and not lines:
        raise NothingKept
    if not 1 <= number <= len(lines):
        raise NoSuchMatch(number=number, kept=len(lines))
    return open_match(files.matches(environ) / lines[number - 1].file)


def gather(environ: Mapping[str, str]) -> None:
    """A match alone that lies unfinished is one of them, however its program ended."""
    if files.any_in(files.alone(environ)):
        from lltui.table import local_match  # noqa: PLC0415 - mostly nothing lies there: 4 ms

        local_match.keep_all(files.alone(environ), files.matches(environ))


# ------------------------------------------------------------ what a check has found


def subject(witness: MatchAudit, words: Wording) -> Iterator[str]:
    """Which match it is; nothing of one that had not begun."""
    if not witness.begun:
        return
    names = words.row(witness.names)
    facts = {"match": witness.head.match, "day": day(witness.head.began, words), "names": names}
    yield words("verify.match", entries=len(witness.told), **facts)
    yield words("verify.rounds", dealt=witness.match.deal, checked=witness.checked)
    if witness.boxes:
        assert witness.owner is not None
        yield words("verify.boxes", boxes=witness.boxes, name=witness.names[witness.owner])
    else:
        yield words("verify.no-boxes" if witness.head.box is None else "verify.other-key")
    for entry in witness.told:
        yield from (remark(words, each, witness.names) for each in entry.remarks)


def finding(witness: MatchAudit, language: str) -> Iterator[str]:
    """Whether it is sound, and what that rests on."""
    words = record_words(language)
    if witness.lie is not None:
        yield words("verify.false")
        yield verdict(language, witness.lie, witness.names if witness.begun else ())
        yield words("verify.after")
    elif not witness.begun:
        yield words("verify.empty")
    elif witness.unjudged is not None:
        yield words("verify.unjudged")
        yield unjudged(language, witness.unjudged)
        yield words("verify.program", program=witness.genesis.program)
        yield from _signed(witness, words, "verify.chain")
    else:
        yield words("verify.true")
        yield from _signed(witness, words, "verify.how")


def _signed(witness: MatchAudit, words: Wording, how: str) -> Iterator[str]:
    yield words(how)
    if not witness.match.over:
        yield words("verify.unfinished")
    if witness.torn:
        yield words("verify.torn")
    yield ""
    if len({name for seat, name in enumerate(witness.names) if seat not in witness.bots}) < 2:
        yield words("verify.alone")
        return
    if (number := witness.check_number()) is not None:
        yield words("verify.check_number", number=number)
    yield words("verify.limits")


# -------------------------------------------------------------- for the screen


def past(environ: Mapping[str, str], *, rebuild: bool = False) -> Past:
    """Read the folder, and ask the list."""
    gather(environ)
    with closing(History(files.data(environ), rebuild=rebuild)) as history:
        return history.past()


def tape(word: str | None, environ: Mapping[str, str]) -> ReplayViews:
    """To be looked at."""
    return ReplayViews(listed(word, environ))


def practice(file: MatchFile, seq: int, seat: Seat) -> LocalChair:
    """On this seat, from that entry of the match on; again is the same once more."""
    from lltui.table.local_chair import LocalChair  # noqa: PLC0415 - who only looks sits nowhere: 4 ms
    from lltui.table.local_match import PlayedMatch, PracticeMatch  # noqa: PLC0415 - as above: 6 ms

    played = cache(lambda: PlayedMatch(file))

    def opened() -> PracticeMatch:
        return PracticeMatch(played(), seq, seat, Random())  # noqa: S311 - nobody is to be kept from guessing

    def chair() -> LocalChair:
        return LocalChair(opened, lambda _: chair())

    return chair()


def proof(word: str | None, environ: Mapping[str, str]) -> Proof:
    """What a check has found."""
    witness = MatchAudit(listed(word, environ))
    return Proof(
        witness.sound,
        judged=witness.unjudged is None or witness.lie is not None,
        subject=lambda language: subject(witness, record_words(language)),
        finding=lambda language: finding(witness, language),
    )


def listed(word: str | None, environ: Mapping[str, str]) -> MatchFile:
    """What the list names lies in one folder; anything else is what somebody typed."""
    listed = files.matches(environ) / (word or "")
    if word and listed.name == word and reading.may_be_there(listed):
        return open_match(listed)
    return chosen(word, environ)


# ------------------------------------------------------------------ at the prompt


def _verify(args: Typed) -> int:
    language, _, paper, words = settle(args, "record")
    file = chosen(args.file)
    witness = MatchAudit(file)
    paper.say(words("verify.file", file=str(file.path)))
    paper.lines(subject(witness, words))
    paper.gap()
    if witness.lie is not None:
        says, lie, after = finding(witness, language)
        paper.say(says)
        paper.say(lie, indent="  ")
        paper.say(after)
    else:
        paper.lines(finding(witness, language))
    return 0 if witness.sound else 1


class PageThere(Trouble):
    """What is written there stays as it is."""


class PageNotWritten(Trouble):
    """The disk does not take it there."""


def _as_page(cli: CliContext, args: Typed) -> int:
    """One file of HTML, beside the file that is the proof."""
    from lltui.page.replay_page import Opened, ProofTold, page  # noqa: PLC0415 - who looks here draws no page: 40 ms

    out = Path(args.html)
    if args.html != TO_STDOUT and reading.may_be_there(out):  # before anything is worked out
        raise PageThere(file=str(out))
    film = ReplayViews(chosen(args.file))
    view = film.view(args.eyes)
    next(film.scenes(view), None)  # a Trouble if these eyes may not look
    witness, words = film.witness, Words(cli.language, cli.theme)
    first, *rest = finding(witness, cli.language)
    if witness.lie is not None:
        first = f"{first} {rest.pop(0)}"
    proof = ProofTold(witness.sound, (first, *subject(witness, cli.words), *rest))
    name = os.fsencode(film.file.path.name).decode(errors="replace")
    made = page(film, name, words, proof, Opened(view, args.entry), _analysed(cli, film, view))
    progress()
    if args.html == TO_STDOUT:
        sys.stdout.write(made)
        return 0
    try:
        disk.create(out, made.encode())
        if film.facts.over:  # before that it holds a hand, as the file it is made of
            disk.open_to_others(out)
    except FileExistsError:
        raise PageThere(file=str(out)) from None
    except OSError as error:
        raise PageNotWritten(file=str(out), reason=error.strerror or str(error)) from None
    cli.paper.say(cli.words("replay.page", file=str(out), size=-(-len(made.encode()) // 1000)))
    return 0


TO_STDOUT = "-"


def _analysed(cli: CliContext, film: ReplayViews, view: View) -> MatchAnalysis | None:
    """What it teaches, where somebody can say so: a page is worth having without.

    Before the match is over it tells of nobody's hand but that of whose eyes the page has.
    """
    if not film.facts.over and view != film.facts.seat:
        return None
    from lltui.record.analysis import analysable, analysed  # noqa: PLC0415 - it brings bots along: 4 ms

    try:
        return analysed(film, analysable(film.facts), _told_now_and_then(cli))
    except Trouble:
        return None


def _replay(args: Typed) -> int:
    cli = settle(args, "record")
    if args.html is not None:
        return _as_page(cli, args)
    stage = composition.stage(args, cli, quietly=not sys.stdout.isatty())  # the whole match is text, too
    if stage is not None:
        chosen(args.file)  # whoever misspelt it learns so where it was typed
        return stage.show(first_screen.replay(args.file, args.eyes, args.practise, args.entry))
    from lltui.plain.replay import PageTurner  # noqa: PLC0415 - the full screen needs no plain board: 2 ms

    language, _, paper, words = cli
    film = ReplayViews(chosen(args.file))
    view = film.view(args.eyes)
    witness = film.witness
    replay = _pages(cli, film, view)
    at = 0 if args.entry is None else replay.place(args.entry)
    names = words.row(witness.names)
    paper.say(words("replay.title", day=day(witness.head.began, words), names=names))
    paper.say(_whose(film, view, words))
    paper.gap()
    play_on = partial(_practise, cli, film, view)
    if args.practise is not None:
        page = replay.pages[min(args.practise, len(replay.pages)) - 1]
        play_on(page)
        return 0
    if sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty():
        _by_hand(PageTurner(replay.pages, words, paper, _asked(replay), at), play_on)
    else:
        for page in replay.pages[at:]:
            paper.lines(page.lines)
            paper.gap()
    if witness.lie is not None:
        paper.say(words("replay.false"))
        paper.say(verdict(language, witness.lie, witness.names), indent="  ")
    elif witness.unjudged is not None:
        paper.say(words("verify.unjudged"))
        paper.say(unjudged(language, witness.unjudged), indent="  ")
    return 0


def _pages(cli: CliContext, film: ReplayViews, view: View) -> ReplayPages:
    from lltui.plain.replay import ReplayPages  # noqa: PLC0415 - the full screen needs no plain board: 2 ms

    you = None if isinstance(view, Eyes) else view
    return ReplayPages(film.facts, you, [*film.scenes(view)], Words(cli.language, cli.theme))


def _asked(replay: ReplayPages) -> Callable[[ReplayPage], Sequence[str]] | None:
    """What `w` asks on a page; none for a game in which nobody advises."""
    return replay.advice if replay.advice(replay.pages[0]) else None


def _practise(cli: CliContext, film: ReplayViews, view: View, page: ReplayPage) -> None:
    """Until the player has had enough of it."""
    from lltui.commands.play import matches  # noqa: PLC0415 - who only looks plays nothing: 5 ms
    from lltui.plain.sit import Keyboard  # noqa: PLC0415 - as above: 2 ms

    chair = practice(film.file, page.seq, film.facts.taken(view))

    async def evening() -> None:
        with Keyboard() as keyboard:
            told = Wording(cli.language, area="net")("ruled.practice")
            await matches(cli, chair, keyboard, told, pauses=sys.stdin.isatty())

    event_loop.run(evening())


def _by_hand(player: PageTurner, play_on: Callable[[ReplayPage], None]) -> None:
    while not player.ended:
        player.show()
        typed = sys.stdin.readline(LONGEST)
        if not typed:
            player.leave()
        if not typed or not player.read(typed):
            return
        if player.practises:
            play_on(player.page)


def _whose(film: ReplayViews, view: View, words: Wording) -> str:
    if isinstance(view, Eyes):
        return words(f"replay.eyes.{view.name.lower()}")
    return words("replay.eyes.seat", name=looking(film.witness.names, view, words))


# ------------------------------------------------------------------ what it teaches

PATIENCE = 0.2  # seconds between two signs of life
CELLS, ROWS = 66, 8  # of the curve


def _analyse(args: Typed) -> int:
    cli = settle(args, "record")
    told = args.json or args.jobs or args.cluster  # who lets others work wants the answer, and no screen
    stage = None if told else composition.stage(args, cli, quietly=not sys.stdout.isatty())
    if stage is not None:
        chosen(args.file)
        return stage.show(first_screen.analysis(args.file, args.eyes))
    from lltui.arena.workers import HERE, Where, each  # noqa: PLC0415 - nothing else here wants it: 13 ms
    from lltui.record.analysis import analysable, analysed, analysis_for_others  # noqa: PLC0415 - it brings bots along: 4 ms

    film = ReplayViews(chosen(args.file))
    view = film.view(args.eyes)
    seats = analysable(film.facts)
    if not isinstance(view, Eyes) and view not in seats:
        seats = (view,)  # of which it is said why nobody may look
    where = Where(args.jobs or 1, args.cluster)
    others = None if where == HERE else partial(each, where=where, size=1)
    found = analysed(film, seats, _told_now_and_then(cli), others)
    progress()
    asked = found if isinstance(view, Eyes) else found._replace(seats={view: found.seats[view]})
    if args.json:
        sys.stdout.write(f"{analysis_for_others(asked if args.eyes else found, film.file.path.name)}\n")
        return 0
    _analysis(cli, asked, quote(args.file or "1"))
    if len(found.seats) > 1:
        cli.paper.gap()
        _all_seats(cli, found)
    cli.paper.gap()
    one = next(iter(asked.seats.values()))
    cli.paper.say(AnalysisTold(found.facts, one, cli.language, cli.theme).how())
    if film.facts.lie is not None:
        cli.paper.say(cli.words("replay.false"))
        cli.paper.say(verdict(cli.language, film.facts.lie, film.facts.names), indent="  ")
    if len(asked.seats) == 1 and sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty():
        _open_moments(cli, film, next(iter(asked.seats.values())))
    return 0


def _told_now_and_then(cli: CliContext) -> Callable[[float], None]:
    due = monotonic() + PATIENCE

    def told(done: float) -> None:
        nonlocal due
        if monotonic() >= due:
            due = monotonic() + PATIENCE
            progress(cli.words("analysis.working", done=round(100 * done)))

    return told


def _analysis(cli: CliContext, found: MatchAnalysis, file: str) -> None:
    """Seat by seat: the curve, three sentences, the moments, and all choices."""
    paper, words, facts = cli.paper, cli.words, found.facts
    paper.say(words("analysis.title", day=day(facts.began, words), names=words.row(facts.names)))
    if not facts.over:
        paper.say(words("analysis.open"))
    for seat, each in found.seats.items():
        told = AnalysisTold(facts, each, cli.language, cli.theme)
        paper.gap()
        paper.say(told.whose())
        paper.gap()
        paper.say(words("analysis.curve"))
        for line in _drawn(each):
            paper.say(line)
        paper.gap()
        paper.lines(told.summary())
        paper.gap()
        if each.moments:
            paper.say(words("analysis.again"))
        for number, moment in enumerate(each.moments, 1):
            paper.say(f"{number}. {told.turning(moment)}", indent="  ", hang="   ")
            command = words("analysis.command", file=file, seat=seat + 1, entry=moment.seq)
            paper.say(command, indent="     ")
        if each.turnings:
            paper.gap()
            paper.say(words("analysis.turns"))
        for turning in each.turnings:
            paper.say(told.turning(turning), indent="  ", hang="  ")
        if each.choices:
            paper.gap()
            paper.say(words("analysis.moves"))
        for move in each.choices:
            kind, points, made = told.judged(move)
            paper.say(f"{move.deal:>2}  {kind:<9}{points:>3}  {made}", indent="  ", hang=" " * 18)


def _drawn(found: SeatAnalysis) -> Iterator[str]:
    """A picture of letters that every terminal has."""
    drawn = curve_drawn(found, CELLS)
    yield "".join((" " * 5, marks([(at, f"({n})") for n, at in enumerate(drawn.moments, 1)], CELLS)))
    for row in range(ROWS, 0, -1):
        label = {ROWS: "100", ROWS // 2: "50"}.get(row, "")
        yield f"{label:>3} |" + "".join("#" if height * ROWS > row - 0.5 else " " for height in drawn.heights)
    axis = ["-"] * CELLS
    for _, at in drawn.rounds:
        axis[at] = "+"
    yield f"  0 |{''.join(axis)}"
    yield "".join((" " * 5, marks([(at, str(deal)) for deal, at in drawn.rounds], CELLS)))


def _all_seats(cli: CliContext, found: MatchAnalysis) -> None:
    cli.paper.say(cli.words("analysis.table"))
    for name, *cells in seats_told(found, cli.language, cli.theme):
        cli.paper.say(f"{name:<13.12}" + "".join(f"{cell:>9}" for cell in cells), indent="  ")


def _open_moments(cli: CliContext, film: ReplayViews, found: SeatAnalysis) -> None:
    """A number opens the replay at one of the moments; from there back here."""
    from lltui.plain.replay import PageTurner  # noqa: PLC0415 - who only reads turns no pages: 2 ms

    moments = found.moments
    while True:
        cli.paper.gap()
        cli.paper.prompt(cli.words("analysis.keys"))
        typed = sys.stdin.readline(LONGEST)
        cli.paper.answered()
        word = typed.strip()
        if not word:
            return
        if word.isascii() and word.isdecimal() and 1 <= int(word[:9]) <= len(moments):
            replay = _pages(cli, film, found.seat)
            at = replay.place(moments[int(word) - 1].seq)
            play_on = partial(_practise, cli, film, found.seat)
            words = Wording(cli.language, area="record")
            _by_hand(PageTurner(replay.pages, words, cli.paper, _asked(replay), at), play_on)
        else:
            cli.paper.say(cli.words("analysis.unknown"))


# ------------------------------------------------------------------ the list


def _history(args: Typed) -> int:
    cli = settle(args, "record")
    stage = (
        None if args.rebuild or args.json else composition.stage(args, cli, quietly=not sys.stdout.isatty())
    )
    if stage is not None:
        return stage.show(first_screen.history)
    found = past(os.environ, rebuild=args.rebuild)
    if args.json:
        sys.stdout.write(f"{for_others(found)}\n")
        return 0
    if found.fresh is not None:
        cli.paper.say(cli.words(f"history.{found.fresh}"))
        cli.paper.gap()
    _list(found, cli)
    _figures(found, cli)
    return 0


def for_others(past: Past) -> str:
    """The list and its figures as JSON, in the shape of docs/reference/history-json.md."""
    matches = [
        {"number": number} | {name: getattr(line, name) for name in MATCH_KEYS}
        for number, line in enumerate(past.lines, start=1)
    ]
    row, evening = past.streak, past.evening
    come_to = {
        **{name: [share._asdict() for share in getattr(past, name)] for name in SHARE_KEYS},
        "cards": {game: dict(cards) for game, cards in past.cards if cards},
        "streak": row and row._asdict(),
        "evening": evening and {"began": evening.began, "won": evening.won, "curve": evening.curve},
    }
    told = {"format": "lltui history", "version": JSON_VERSION, "matches": matches, "figures": come_to}
    return json.dumps(told | {"unread": past.unread}, indent=2)


def _list(past: Past, cli: CliContext) -> None:
    paper, words, lines = cli.paper, cli.words, past.lines
    paper.say(words("history.title" if lines else "history.none"))
    width = len(str(len(lines)))
    for number, line in enumerate(lines, start=1):
        paper.say(f"{number:>{width}}. {told(line, words)}", indent="  ", hang=" " * (width + 2))
    if past.unread:
        paper.gap()
        paper.say(words("history.unread", files=", ".join(past.unread)))


def _figures(past: Past, cli: CliContext) -> None:
    paper, words = cli.paper, cli.words
    if past.evening is not None:
        paper.gap()
        paper.lines(streak(past, words))
        if len(past.evening.won) > 1:  # in their order, which the sentence does not tell
            row = " ".join("+" if won else "-" for won in past.evening.won)
            paper.say(words("history.order", row=row), hang="  ")
        if single(past):
            paper.say(words("history.first"))
    for table in figures(past, cli.language, cli.theme):
        paper.gap()
        paper.say(table.title)
        for share in table.shares:
            paper.say(share_told(share, words, table), indent="  ", hang="  ")
    for game, cards in past.cards:
        if cards:
            voice = text.voice(game, cli.language, cli.theme, (), None)
            paper.gap()
            paper.say(words("history.cards"))
            told = ", ".join(f"{voice.card(card)} {number}" for card, number in cards)
            paper.say(told, indent="  ", hang="  ")


def run(args: Typed) -> int:
    commands = {"history": _history, "replay": _replay, "analyse": _analyse, "verify": _verify}
    return commands[args.command](args)
