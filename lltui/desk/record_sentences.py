"""Matches that were kept, in words: the list, the figures, lies, and what is worth a remark."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple, get_args

from lltui import text
from lltui.games.game import Seat
from lltui.games.known_games import MODELS
from lltui.games.love_letter.model import MODEL as LOVE_LETTER
from lltui.record.lies import Endless, Lie, Unjudged
from lltui.text import Wording

if TYPE_CHECKING:  # a sentence needs nothing of the wire
    from lltui.client.updates import Lied
    from lltui.record.kept_match_facts import HistoryRow, Past, WinShare
    from lltui.record.lies import Remark


def record_words(language: str) -> Wording:
    """The words of `record.toml`."""
    return Wording(language, area="record")


def verdict(language: str, lie: Lie, names: Sequence[str]) -> str:
    """What the table told that cannot be."""
    name = names[lie.seat] if lie.seat is not None and lie.seat < len(names) else ""
    return record_words(language)(f"lie.{lie.what}", seq=lie.seq, name=name)


def unjudged(language: str, found: Unjudged) -> str:
    """Why nobody here can say whether the moves are true."""
    facts = {"seq": found.seq, "told": found.told, "own": found.own, "name": found.name}
    return record_words(language)(f"unjudged.{found.why}", **facts)


def caught(words: Wording, language: str, lied: Lied) -> tuple[str, ...]:
    """Of a table that was left for what it told: what it is, what it told, and where that lies."""
    head = words("endless" if lied.lie.what in get_args(Endless) else "lied")
    kept = (words("evidence", folder=lied.folder),) if lied.folder else ()
    return head, verdict(language, lied.lie, lied.names), *kept


def remark(words: Wording, told: Remark, names: Sequence[str]) -> str:
    """What a match was like, apart from its moves."""
    who = words.row([names[seat] for seat in told.seats]) if told.seats else ""
    return words(f"remark.{told.kind}", seq=told.seq, names=who, deal=told.deal)


def looking(names: Sequence[str], seat: Seat, words: Wording) -> str:
    """Whose eyes look on; one person on every chair has a pair at each."""
    name = names[seat]
    return name if names.count(name) == 1 else words("replay.eyes.same", name=name, seat=str(seat + 1))


def day(began: int, words: Wording) -> str:
    """The day on which it was played, here."""
    return words.day(datetime.fromtimestamp(began).astimezone().date())


# ------------------------------------------------------------------ the list


def told(line: HistoryRow, words: Wording) -> str:
    """A match in one line."""
    what, who = game(line, words), company(line, words)
    return f"{day(line.began, words)}  {what}, {who}: {result(line, words)} {checked(line, words)}"


def checked(line: HistoryRow, words: Wording) -> str:
    """Whether it is true, as far as this program can tell."""
    if not line.judged:
        return words("history.unjudged")
    return words("history.sound" if line.sound else "history.false")


def result(line: HistoryRow, words: Wording) -> str:
    """How it ended."""
    if line.stopped or not line.over:
        roundless = not line.deals or (line.game in MODELS and MODELS[line.game].together)
        story = "-story" if roundless else ""
        return words(f"history.{'stopped' if line.stopped else 'open'}{story}", round=line.deals)
    rounds = words.count("history.rounds", line.deals)
    if line.won and line.winners:
        return words("history.shared", names=words.row(line.winners), rounds=rounds)
    if line.won:
        return words("history.won", rounds=rounds)
    if not line.winners:  # of a story that is played together
        return words("history.told")
    return words("history.lost", names=words.row(line.winners), rounds=rounds)


def game(line: HistoryRow, words: Wording) -> str:
    """What was played."""
    name = words(f"game.{line.game}") if words.has(f"game.{line.game}") else line.game
    if not line.edition:
        return name
    return words(
        "history.edition", game=name, edition=text.chosen(words.language, "edition.value", line.edition)
    )


def company(line: HistoryRow, words: Wording) -> str:
    """With whom, or among whom."""
    if line.you and not line.others:
        return words("history.alone")
    others = words.row(line.others) if line.others else "-"
    return words("history.with" if line.you else "history.among", others=others)


class Figures(NamedTuple):
    """One table in words: its title, and the shares under it."""

    title: str
    shares: tuple[WinShare, ...]
    met: bool = False  # of others, who won some, too


def figures(past: Past, language: str, theme: str) -> Iterator[Figures]:
    """What all matches come to, table by table; none is empty."""
    words = record_words(language)
    card = text.voice(LOVE_LETTER.id, language, theme, (), None).card if past.guesses else str
    tables: tuple[tuple[str, tuple[WinShare, ...], Callable[[str], str]], ...] = (
        ("by-company", past.by_company, lambda name: words(f"history.company.{name}")),
        ("by-opponent", past.by_opponent, partial(_opponent, words)),
        ("by-edition", past.by_edition, partial(text.chosen, language, "edition.value")),
        ("by-seat", past.by_seat, lambda name: words("history.seat", seat=name)),
        ("guesses", past.guesses, card),
        ("stories", past.stories, str),
    )
    for title, shares, named in tables:
        if shares:
            told = tuple(share._replace(name=named(share.name)) for share in shares)
            yield Figures(words(f"history.{title}"), told, title == "by-opponent")


def _opponent(words: Wording, name: str) -> str:
    if not name.startswith("bot "):
        return name
    return words("history.bot", level=text.chosen(words.language, "level.value", name.removeprefix("bot ")))


COLUMNS = "▁▂▃▄▅▆▇█"


def curve(heights: Sequence[int]) -> str:
    """A column for each; at the foot stands nothing, or the lowest."""
    low, high = min(0, *heights), max(1, *heights)
    steps = len(COLUMNS) - 1
    return "".join(COLUMNS[round(steps * (each - low) / (high - low))] for each in heights)


def streak(past: Past, words: Wording) -> Iterator[str]:
    """How many were won in a row, and how the newest evening went."""
    if past.streak is not None:
        yield words("history.streak", now=past.streak.now, best=past.streak.best)
    if (evening := past.evening) is not None:
        facts = {"won": sum(evening.won), "played": len(evening.won)}
        if evening.goes_on:
            yield words("history.tonight", **facts)
        else:
            yield words("history.evening", day=day(evening.began, words), **facts)


def share_told(share: WinShare, words: Wording, *, met: bool = False) -> str:
    """One line of the figures; of somebody who was met, with their wins behind one's own."""
    percent = round(100 * share.won / share.played)
    told = words("history.share", name=share.name, won=share.won, played=share.played, percent=percent)
    return f"{told}, {share.won} : {share.theirs}" if met else told


MET, EVENING = 3, 20  # opponents, and matches of an evening


class OwnRecord(NamedTuple):
    """Of whoever sits here, behind a match: in lines, and what was guessed by card."""

    lines: tuple[str, ...] = ()
    guesses: tuple[WinShare, ...] = ()


def own_record(past: Past, names: Sequence[str], language: str, theme: str, *, bots: bool) -> OwnRecord:
    """Against those of this match, in a row, the evening as dots and a curve, and what was guessed."""
    words = record_words(language)
    tables = {table.title: table.shares for table in figures(past, language, theme)}
    met = (
        against(new, words)
        for old, new in zip(past.by_opponent, tables.get(words("history.by-opponent"), ()), strict=True)
        if old.name in names or (bots and old.name.startswith("bot "))
    )
    *first, evening = streak(past, words)
    won, heights = ((), ()) if past.evening is None else (past.evening.won, past.evening.curve)
    dots = " ".join("●" if each else "○" for each in won[-EVENING:])
    went = f"  {curve((0, *heights[-EVENING:]))}" if len(heights) > 1 else ""  # one match goes nowhere
    guesses = tables.get(words("history.guesses"), ())
    lines = (*islice(met, MET), *first, f"{evening}  {dots}{went}", *_hits(guesses, words))
    return OwnRecord(lines, guesses)


def against(share: WinShare, words: Wording) -> str:
    """Somebody's wins beside one's own."""
    facts = {"name": share.name, "won": share.won, "theirs": share.theirs}
    return words.count("history.against", share.played, **facts)


def _hits(guesses: Sequence[WinShare], words: Wording) -> Iterator[str]:
    won, played = sum(one.won for one in guesses), sum(one.played for one in guesses)
    if played:
        yield words("history.hits", won=won, played=played, percent=round(100 * won / played))
