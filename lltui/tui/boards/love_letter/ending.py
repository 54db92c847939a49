"""The end of a round, and of a match: who won and why, what everybody held, how it went."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from lltui.desk.desk import Desk
from lltui.desk.love_letter.story import paragraphs
from lltui.games.game import Event, Seat
from lltui.games.love_letter import model as m
from lltui.games.seat import Glimpse
from lltui.tui.art.card import Face, Look
from lltui.tui.boards.love_letter.brief import Shortener
from lltui.tui.boards.love_letter.sight import Sight

NOTABLE: tuple[tuple[type[Event], int], ...] = (
    (m.KnockedOut, 8),
    (m.HandSeen, 5),
    (m.Traded, 4),
    (m.HandsCompared, 3),
    (m.Discarded, 3),
    (m.HandLookedAt, 2),
    (m.TookCouncil, 2),
    (m.GuessMissed, 1),
)


class Shown(NamedTuple):
    """A hand at the end; without a face it was not shown."""

    number: int
    name: str
    face: Face | None
    look: Look
    word: str
    before: int
    tokens: int
    goal: int
    token: str


class Moment(NamedTuple):
    """Something worth telling of a round."""

    when: str
    seat: Seat
    who: str
    text: str
    weight: int


class RoundEnd(NamedTuple):
    """All of it."""

    title: str
    reason: tuple[str, ...]
    hands: tuple[Shown, ...]
    heading: str
    moments: tuple[Moment, ...]
    proof: str
    proven: bool


def round_end(see: Sight, desk: Desk) -> RoundEnd:
    """The round that is looked at."""
    heard = desk.heard
    won = next((event for event in heard if isinstance(event, m.RoundWon)), None)
    return RoundEnd(
        _title(see, won.winners if won else ()),
        tuple(_reasons(see, heard)),
        tuple(_hand(see, seat, heard, won) for seat in _order(see)),
        see.words("title.round"),
        tuple(moments(see, desk.round)),
        *proof(see, desk, desk.deal),
    )


def proof(see: Sight, desk: Desk, deal: int) -> tuple[str, bool]:
    """Whether this deal was checked, in words."""
    if desk.local:
        return see.words("end.alone"), False
    checked = deal <= desk.verified
    return see.words("end.checked" if checked else "end.unchecked"), checked


def _order(see: Sight) -> tuple[Seat, ...]:
    """As they sit, the one in front last."""
    return (*see.others, see.bottom)


def _title(see: Sight, winners: Sequence[Seat]) -> str:
    if not winners:
        return see.words("end.nobody")
    if tuple(winners) == (see.you,):
        return see.words("end.you")
    names = see.words.row([see.names[seat] for seat in winners]).upper()
    return see.words("end.wins" if len(winners) == 1 else "end.win", names=names)


def _reasons(see: Sight, heard: Sequence[Event]) -> Iterator[str]:
    for event in heard:
        if isinstance(event, m.RoundWon) or (isinstance(event, m.TokenWon) and event.favour):
            yield see.voice.say(event)


def _hand(see: Sight, seat: Seat, heard: Sequence[Event], won: m.RoundWon | None) -> Shown:
    view = see.public.seats[seat]
    winner = won is not None and seat in won.winners
    cards = view.discards[-1:] if view.out else see.held(seat)[:1]
    earned = sum(1 for event in heard if isinstance(event, m.TokenWon) and event.who == seat)
    return Shown(
        seat + 1,
        see.names[seat],
        see.faces[cards[0]] if cards else None,
        Look.WINNER if winner else Look.GONE if view.out else Look.PLAIN,
        see.words("seat.out") if view.out else "" if cards else see.words("end.hidden"),
        view.tokens - earned,
        view.tokens,
        see.public.target,
        see.faces.token,
    )


# ------------------------------------------------------------------- the round


def moments(see: Sight, glimpses: Sequence[Glimpse]) -> Iterator[Moment]:
    """Every move of the round, in its order."""
    shorten = Shortener(see.voice, see.words, see.you)
    turn = 0
    for glimpse in glimpses:
        for part in paragraphs(glimpse.heard):
            turn += sum(1 for event in part if isinstance(event, m.Played))
            told = shorten(part)
            if told is not None and told.seat is not None and not isinstance(part[0], m.HandShown):
                when = see.words("end.turn", number=turn)
                yield Moment(when, told.seat, see.name(told.seat), told.text, weight(part))


def best(moments: Sequence[Moment], most: int) -> list[Moment]:
    """The most notable ones in their order; of equals the later one."""
    places = sorted(range(len(moments)), key=lambda place: (moments[place].weight, place))
    return [moments[place] for place in sorted(places[-most:])] if most > 0 else []


def weight(part: Sequence[Event]) -> int:
    """How much a move is worth telling."""
    return sum(points for kind, points in NOTABLE if any(isinstance(event, kind) for event in part))


# ------------------------------------------------------------------- the match


class Tally(NamedTuple):
    """One player over a match."""

    place: str
    number: int
    name: str
    tokens: int
    numbers: tuple[str, ...]
    won: bool


class MatchEnd(NamedTuple):
    """All of it."""

    title: str
    summary: str
    heading: str
    columns: tuple[str, ...]
    tallies: tuple[Tally, ...]
    portrait: Face
    token: str
    proof: str
    proven: bool


def match_end(see: Sight, desk: Desk) -> MatchEnd:
    """The match that is over."""
    parts = [part for heard in desk.told for part in paragraphs(heard)]
    turns = sum(1 for part in parts for event in part if isinstance(event, m.Played))
    winners, rounds = see.public.match_won, see.public.round
    return MatchEnd(
        _match_title(see, winners),
        see.words.count("end.after", rounds, turns=turns),
        see.words("title.match"),
        tuple(see.words(f"end.{name}") for name in ("outs", "falls", "guesses")),
        tuple(_tallies(see, parts)),
        max(see.faces.values(), key=lambda face: face.value),
        see.faces.token,
        *_all_proven(see, desk),
    )


def _match_title(see: Sight, winners: Sequence[Seat]) -> str:
    if not winners:
        return see.words("end.match_ended")
    if tuple(winners) == (see.you,):
        return see.words("end.match_you")
    names = see.words.row([see.names[seat] for seat in winners]).upper()
    return see.words("end.match_wins" if len(winners) == 1 else "end.match_win", names=names)


def _all_proven(see: Sight, desk: Desk) -> tuple[str, bool]:
    if desk.local:
        return see.words("end.alone"), False
    checked = desk.verified >= desk.deal > 0
    key = "end.checked_all" if checked else "end.checked_some"
    return see.words(key, number=desk.verified, all=desk.deal), checked


def _tallies(see: Sight, parts: Sequence[Sequence[Event]]) -> Iterator[Tally]:
    outs, falls, hits, guesses = Counter[int](), Counter[int](), Counter[int](), Counter[int]()
    for part in parts:
        first = part[0]
        for event in part:
            if isinstance(event, m.KnockedOut):
                falls[event.who] += 1
                if isinstance(first, m.Played) and first.who != event.who:
                    outs[first.who] += 1
        if isinstance(first, m.Played) and first.guess is not None:
            guesses[first.who] += 1
            hits[first.who] += any(isinstance(event, m.KnockedOut) for event in part)
    tokens = [view.tokens for view in see.public.seats]
    won = see.public.match_won
    for seat in sorted(range(len(tokens)), key=lambda each: (each not in won, -tokens[each])):
        place = 1 + sum(1 for other, have in enumerate(tokens) if _above(other, seat, have, tokens, won))
        yield Tally(
            see.words("end.place", place=place),
            seat + 1,
            see.names[seat],
            tokens[seat],
            (
                str(outs[seat]),
                str(falls[seat]),
                see.words("end.of", hit=hits[seat], all=guesses[seat]) if guesses[seat] else "·",
            ),
            seat in won,
        )


def _above(other: Seat, seat: Seat, have: int, tokens: Sequence[int], won: Sequence[Seat]) -> bool:
    """Whether `other` stands before `seat`: winners first, then by tokens."""
    return (other in won, have) > (seat in won, tokens[seat])
