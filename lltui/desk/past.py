"""The list of matches in words."""

from __future__ import annotations

from lltui.desk.verdict import day
from lltui.record.history_rows import HistoryRow, WinShare
from lltui.text.wording import Wording


def told(line: HistoryRow, words: Wording) -> str:
    """A match in one line."""
    what, who = game(line, words), company(line, words)
    return f"{day(line.began)}  {what}, {who}: {result(line, words)} {checked(line, words)}"


def checked(line: HistoryRow, words: Wording) -> str:
    """Whether it is true, as far as this program can tell."""
    if not line.judged:
        return words("history.unjudged")
    return words("history.sound" if line.sound else "history.false")


def result(line: HistoryRow, words: Wording) -> str:
    """How it ended."""
    rounds = words.count("history.rounds", line.deals)
    if line.stopped:
        return words("history.stopped", rounds=rounds)
    if not line.over:
        return words("history.open", rounds=rounds)
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
    return words("history.edition", game=name, edition=line.edition) if line.edition else name


def company(line: HistoryRow, words: Wording) -> str:
    """With whom, or among whom."""
    others = words.row(line.others) if line.others else "-"
    return words("history.with" if line.you else "history.among", others=others)


def share_name(title: str, share: WinShare, words: Wording) -> str:
    """Whose share it is, in the table with that title."""
    name = words("history.seat", seat=share.name) if title == "history.by-seat" else share.name
    return words("history.bot", level=name.removeprefix("bot ")) if name.startswith("bot ") else name


def share_told(title: str, share: WinShare, words: Wording) -> str:
    """One line of the figures."""
    percent = round(100 * share.won / share.played)
    name = share_name(title, share, words)
    return words("history.share", name=name, won=share.won, played=share.played, percent=percent)
