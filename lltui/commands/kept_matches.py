"""`lltui history`, `replay` and `verify`: matches that were kept, one once more, and whether it is true."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from lltui import garbage, text
from lltui.commands import composition
from lltui.commands.cli_context import CliContext, settle
from lltui.desk.desk import Words
from lltui.desk.record_sentences import (
    day,
    figures,
    looking,
    record_words,
    remark,
    share_told,
    streak,
    told,
    unjudged,
    verdict,
)
from lltui.errors import Trouble, UsageTrouble
from lltui.files import folders, reading
from lltui.games.game import Seat
from lltui.options import Typed
from lltui.record.audit import MatchAudit
from lltui.record.history import History
from lltui.record.kept_match_facts import Eyes, Past, View
from lltui.record.matchfile import MatchFile, open_match
from lltui.record.replay_views import ReplayViews
from lltui.text import Wording
from lltui.tui import first_screen
from lltui.tui.services import Proof

if TYPE_CHECKING:
    from lltui.plain.replay import PageTurner, ReplayPage
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
    with closing(History(folders.data(environ))) as history:
        lines = history.lines()
    if word is None and not lines:
        raise NothingKept
    if not 1 <= number <= len(lines):
        raise NoSuchMatch(number=number, kept=len(lines))
    return open_match(folders.matches(environ) / lines[number - 1].file)


def gather(environ: Mapping[str, str]) -> None:
    """A match alone that lies unfinished is one of them, however its program ended."""
    if folders.any_in(folders.alone(environ)):
        from lltui.table import local_match  # noqa: PLC0415 - mostly nothing lies there: 4 ms

        local_match.keep_all(folders.alone(environ), folders.matches(environ))


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
    if (number := witness.check_number()) is not None:
        yield words("verify.check_number", number=number)
    yield words("verify.limits")


# -------------------------------------------------------------- for the screen


def past(environ: Mapping[str, str], *, rebuild: bool = False) -> Past:
    """Read the folder, and ask the list."""
    gather(environ)
    with closing(History(folders.data(environ), rebuild=rebuild)) as history:
        return history.past()


def tape(word: str | None, environ: Mapping[str, str]) -> ReplayViews:
    """To be looked at."""
    return ReplayViews(listed(word, environ))


def practice(file: MatchFile, seq: int, seat: Seat) -> LocalChair:
    """On this seat, from that entry of the match on; again is the same once more."""
    from lltui.table.local_chair import LocalChair  # noqa: PLC0415 - who only looks sits nowhere: 4 ms
    from lltui.table.practice import PlayedMatch, PracticeMatch  # noqa: PLC0415 - as above: 6 ms

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
    listed = folders.matches(environ) / (word or "")
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


def _replay(args: Typed) -> int:
    cli = settle(args, "record")
    stage = composition.stage(args, cli, quietly=not sys.stdout.isatty())  # the whole match is text, too
    if stage is not None:
        chosen(args.file)  # whoever misspelt it learns so where it was typed
        return stage.show(first_screen.replay(args.file, args.eyes, args.practise))
    from lltui.plain.replay import PageTurner, ReplayPages  # noqa: PLC0415 - the full screen needs no plain board: 2 ms

    language, theme, paper, words = cli
    film = ReplayViews(chosen(args.file))
    view = film.view(args.eyes)
    witness = film.witness
    you = None if isinstance(view, Eyes) else view
    replay = ReplayPages(film.facts, you, [*film.scenes(view)], Words(language, theme))
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
        advice = replay.advice if replay.advice(replay.pages[0]) else None
        _by_hand(PageTurner(replay.pages, words, paper, advice), play_on)
    else:
        for page in replay.pages:
            paper.lines(page.lines)
            paper.gap()
    if witness.lie is not None:
        paper.say(words("replay.false"))
        paper.say(verdict(language, witness.lie, witness.names), indent="  ")
    elif witness.unjudged is not None:
        paper.say(words("verify.unjudged"))
        paper.say(unjudged(language, witness.unjudged), indent="  ")
    return 0


def _practise(cli: CliContext, film: ReplayViews, view: View, page: ReplayPage) -> None:
    """Until the player has had enough of it."""
    from lltui.commands.play import matches  # noqa: PLC0415 - who only looks plays nothing: 5 ms
    from lltui.plain.sit import Keyboard  # noqa: PLC0415 - as above: 2 ms

    chair = practice(film.file, page.seq, film.facts.taken(view))

    async def evening() -> None:
        with Keyboard() as keyboard:
            told = Wording(cli.language, area="net")("ruled.practice")
            await matches(cli, chair, keyboard, told, pauses=sys.stdin.isatty())

    garbage.run(evening())


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
            paper.say(" ".join("+" if won else "-" for won in past.evening.won), indent="  ", hang="  ")
    for title, shares, met in figures(past, cli.language, cli.theme):
        paper.gap()
        paper.say(title)
        for share in shares:
            paper.say(share_told(share, words, met=met), indent="  ", hang="  ")
    for game, cards in past.cards:
        if cards:
            voice = text.voice(game, cli.language, cli.theme, (), None)
            paper.gap()
            paper.say(words("history.cards"))
            told = ", ".join(f"{voice.card(card)} {number}" for card, number in cards)
            paper.say(told, indent="  ", hang="  ")


def run(args: Typed) -> int:
    commands = {"history": _history, "replay": _replay, "verify": _verify}
    return commands[args.command](args)
