"""What happened in a match of Love Letter, line by line: shortly for a narrow column, and in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from lltui.client import updates as u
from lltui.desk.desk import Kind, Line
from lltui.desk.love_letter.telling import paragraphs
from lltui.desk.love_letter.view import MatchView
from lltui.games.game import Event, Seat
from lltui.games.love_letter import model as m
from lltui.games.seat import Glimpse
from lltui.text import Voice
from lltui.text.wording import Wording


class StoryLine(NamedTuple):
    """One line of what happened: who, shortly, and in whole sentences.  `seat` gives the colour."""

    kind: str
    who: str
    short: str
    full: str
    seat: int | None = None


class Story(NamedTuple):
    """What happened, the newest last."""

    title: str
    events: tuple[StoryLine, ...] = ()


ENDS = (m.LotsDrawn, m.RoundWon, m.TokenWon, m.MatchWon)  # these are told in whole sentences


class Brief(NamedTuple):
    """Who did it, and what came of it."""

    seat: Seat | None
    text: str


class Shortener:
    """The voice of the narrow column; it tells the same to each listener as the long one."""

    def __init__(self, voice: Voice, words: Wording, you: Seat | None) -> None:
        self._voice, self._words, self._you = voice, words, you

    def __call__(self, part: Sequence[Event]) -> Brief | None:
        """One paragraph; None for what is seen anyway."""
        first = part[0]
        if isinstance(first, m.RoundBegan):
            return Brief(None, self._round(first))
        if isinstance(first, ENDS):
            return Brief(None, " ".join(self._voice.tell(part)))
        if all(isinstance(event, m.CardDrawn | m.Drew) for event in part):
            return None
        outcomes = [text for text in self._texts(part) if text]
        return Brief(getattr(first, "who", None), self._joined(outcomes)) if outcomes else None

    def _joined(self, texts: Sequence[str]) -> str:
        """An answer follows its question; all else is a list."""
        row = texts[0]
        for text in texts[1:]:
            row += f" {text}" if row.endswith(("?", ":")) else f", {text}"
        return row

    def _texts(self, part: Sequence[Event]) -> Iterator[str]:
        for event in part:
            yield self._one(event, part)

    def _one(self, event: Event, part: Sequence[Event]) -> str:  # noqa: C901, PLR0911, PLR0912 - one for each event
        words, card = self._words, self._voice.card
        match event:
            case m.Played():
                return self._played(event)
            case m.GuessMissed():
                return words("brief.missed")
            case m.HandSeen(card=seen):
                return words("brief.seen", card=card(seen))
            case m.HandsCompared(loser=None):
                return words("brief.tie")
            case m.HandsSeen(target=target, card=mine, other=theirs):
                mine, theirs = (theirs, mine) if target == self._you else (mine, theirs)
                return words("brief.both", mine=card(mine), theirs=card(theirs))
            case m.HandsTraded(who=who, target=target, card=gave, other=got):
                # Where all eyes look, it is told of two others.
                key = "brief.gave" if self._you in (who, target) else "brief.gives"
                gave, got = (got, gave) if target == self._you else (gave, got)
                return words(key, card=card(gave), other=card(got))
            case m.Discarded(who=who, card=dropped):
                return words(self._for("brief.discards", who), name=self._voice.name(who), card=card(dropped))
            case m.KnockedOut():
                return self._out(event, part)
            case m.Shielded():
                return words("brief.safe")
            case m.Drew(aside=True):
                return words("brief.aside")
            case m.CouncilDrawn(cards=drawn):
                return words("brief.draws", cards=", ".join(map(card, drawn)))
            case m.TookCouncil(cards=number) if not _has(part, m.CouncilDrawn):
                return words("brief.took", number=number)
            case m.CardsBuried(cards=buried):
                return words("brief.buried", cards=", ".join(map(card, buried)))
            case m.PutUnder(cards=number) if not _has(part, m.CardsBuried):
                return words("brief.under", number=number)
            case m.HandShown(card=shown):
                return words("brief.shows", card=card(shown))
        return ""

    def _played(self, event: m.Played) -> str:
        words, card = self._words, self._voice.card(event.card)
        if event.idle:
            return words("brief.idle", card=card)
        if event.target is None:
            return words("brief.plain", card=card)
        if event.target == event.who:
            return words("brief.on_yourself" if event.who == self._you else "brief.on_self", card=card)
        target = self._voice.name(event.target, "acc")
        if event.guess is None:
            return words("brief.on", card=card, target=target)
        return words("brief.guess", card=card, target=target, guess=self._voice.card(event.guess))

    def _out(self, event: m.KnockedOut, part: Sequence[Event]) -> str:
        name = self._voice.name(event.who)
        if event.how == "guessed":
            return self._words(self._for("brief.hit", event.who), name=name)
        if _has(part, m.Discarded) or (isinstance(part[0], m.Played) and part[0].who == event.who):
            fell = isinstance(part[0], m.Played) and event.how == "discarded"
            if fell:
                return self._words("brief.fell")
        if event.card is None:
            return self._words(self._for("brief.out_bare", event.who), name=name)
        return self._words(self._for("brief.out", event.who), name=name, card=self._voice.card(event.card))

    def _round(self, event: m.RoundBegan) -> str:
        begins = self._words(self._for("brief.begins", event.starter), name=self._voice.name(event.starter))
        return f"{self._words('brief.round', round=event.round)}: {begins}"

    def _for(self, key: str, who: Seat) -> str:
        return f"{key}_you" if who == self._you else key


def _has(part: Sequence[Event], kind: type[Event]) -> bool:
    return any(isinstance(event, kind) for event in part)


LATEST = 80  # lines


def story(view: MatchView, log: Sequence[Line]) -> Story:
    """The newest part of it."""
    return Story(view.words("title.story"), tuple(story_lines(view, log[-LATEST:])))


def story_lines(view: MatchView, log: Sequence[Line]) -> Iterator[StoryLine]:
    """Every line of a log."""
    shorten = Shortener(view.voice, view.words, view.you)
    for _, lines in groupby(log, key=lambda line: id(line.fact)):
        yield from _events(view, tuple(lines), shorten)


def _events(view: MatchView, lines: Sequence[Line], shorten: Shortener) -> Iterator[StoryLine]:
    fact = lines[0].fact
    if isinstance(fact, Glimpse):
        # A log that was cut off begins in the middle of a move: count from its end.
        parts = list(paragraphs(fact.heard))[-len(lines) :]
        for part, line in zip(parts, lines, strict=True):
            told = shorten(part)
            if told is None:
                yield StoryLine("draw", "", "", line.text)
            elif told.seat is None:
                yield StoryLine("round", "", told.text, line.text)
            else:
                yield StoryLine("move", view.name(told.seat), told.text, line.text, told.seat)
        return
    for line in lines:
        yield _around(view, line)


def _around(view: MatchView, line: Line) -> StoryLine:
    if isinstance(line.fact, u.ChatLine):
        seat = line.fact.seat if 0 <= line.fact.seat < len(view.names) else None
        who = line.fact.name
        return StoryLine("said", who, line.fact.text, line.fact.text, seat)
    kind = {Kind.PROOF: "proof", Kind.ALARM: "alarm"}.get(line.kind, "note")
    return StoryLine(kind, "", line.text, line.text)
