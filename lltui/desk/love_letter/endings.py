"""The end of a round, and of a match: who won and why, what everybody held, how it went."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from lltui.desk.desk import Desk
from lltui.desk.love_letter.telling import LoveLetterTelling, paragraphs
from lltui.desk.love_letter.view import MatchView, PlayerShown
from lltui.games.chair import Glimpse
from lltui.games.game import Event, Seat
from lltui.games.love_letter import events
from lltui.text.voice import Face

NOTABLE: tuple[tuple[type[Event], int], ...] = (
    (events.KnockedOut, 8),
    (events.HandSeen, 5),
    (events.Traded, 4),
    (events.HandsCompared, 3),
    (events.Discarded, 3),
    (events.HandLookedAt, 2),
    (events.TookCouncil, 2),
    (events.GuessMissed, 1),
)


class Shown(NamedTuple):
    """A hand at the end; without a face it was not shown."""

    player: PlayerShown
    face: Face | None
    won: bool
    word: str
    before: int


class NotableMove(NamedTuple):
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
    moments: tuple[NotableMove, ...]
    proof: str
    proven: bool


def round_end(view: MatchView, desk: Desk) -> RoundEnd:
    """The round that is looked at."""
    heard = desk.heard
    won = next((event for event in heard if isinstance(event, events.RoundWon)), None)
    return RoundEnd(
        _title(view, won.winners) if won and won.winners else view.words("end.nobody"),
        tuple(_reasons(view, heard)),
        tuple(sorted((_hand(view, seat, heard, won) for seat in _order(view)), key=_rank)),
        tuple(moments(view, desk.round)),
        *proof(view, desk, desk.deal),
    )


def proof(view: MatchView, desk: Desk, deal: int) -> tuple[str, bool]:
    """Whether this deal was checked, in words."""
    if desk.local:
        return "", False
    checked = deal <= desk.verified
    return view.words("end.checked" if checked else "end.unchecked"), checked


def _order(view: MatchView) -> tuple[Seat, ...]:
    """As they sit, the one in front first."""
    return (view.bottom, *view.others)


def _rank(shown: Shown) -> tuple[bool, bool, int]:
    """Less for who stands first: winners, hands from high to low, those not shown, and who is out."""
    return shown.player.seat.out, not shown.won, -shown.face.value if shown.face is not None else 99


def _title(view: MatchView, winners: Sequence[Seat], of: str = "") -> str:
    """Who won the round, or `of` the match."""
    if tuple(winners) == (view.you,):
        return view.words(f"end.{of}you")
    names = view.words.row([view.names[seat] for seat in winners]).upper()
    return view.words(f"end.{of}wins" if len(winners) == 1 else f"end.{of}win", names=names)


def _reasons(view: MatchView, heard: Sequence[Event]) -> Iterator[str]:
    for event in heard:
        if isinstance(event, events.RoundWon) or (isinstance(event, events.TokenWon) and event.favour):
            yield view.voice.say(event)


def _hand(view: MatchView, seat: Seat, heard: Sequence[Event], won: events.RoundWon | None) -> Shown:
    seen, player = view.public.seats[seat], view.player(seat)
    cards = seen.discards[-1:] if seen.out else view.held(seat)[:1]
    earned = sum(1 for event in heard if isinstance(event, events.TokenWon) and event.who == seat)
    return Shown(
        player,
        view.faces[cards[0]] if cards else None,
        won is not None and seat in won.winners,
        view.words("seat.out") if seen.out else "" if cards else view.words("end.hidden"),
        seen.tokens - earned,
    )


# ------------------------------------------------------------------- the round


def moments(view: MatchView, glimpses: Sequence[Glimpse]) -> Iterator[NotableMove]:
    """Every move of the round, in its order."""
    telling = LoveLetterTelling(view.voice, view.words, view.you)
    turn = 0
    for glimpse in glimpses:
        for part in paragraphs(glimpse.heard):
            turn += sum(1 for event in part if isinstance(event, events.Played))
            told = telling.line(part)
            if told.who is not None and not isinstance(part[0], events.HandShown):
                when = view.words("end.turn", number=turn)
                yield NotableMove(when, told.who, told.name, told.brief, weight(part))


def best(moments: Sequence[NotableMove], most: int) -> list[NotableMove]:
    """The most notable ones in their order; of equals the later one."""
    places = sorted(range(len(moments)), key=lambda place: (moments[place].weight, place))
    return [moments[place] for place in sorted(places[-most:])] if most > 0 else []


def weight(part: Sequence[Event]) -> int:
    """How much a move is worth telling."""
    return sum(points for kind, points in NOTABLE if any(isinstance(event, kind) for event in part))


# ------------------------------------------------------------------- the match


class PlayerTally(NamedTuple):
    """One player over a match."""

    place: str
    player: PlayerShown
    numbers: tuple[str, ...]
    won: bool
    curve: tuple[int, ...]  # tokens before the first round, and after each


class MatchEnd(NamedTuple):
    """All of it."""

    title: str
    summary: str
    reason: str  # of the last round
    letter: Face | None  # the card that brought it, where that was shown
    tallies: tuple[PlayerTally, ...]
    proof: str
    proven: bool


def match_end(view: MatchView, desk: Desk) -> MatchEnd:
    """The match that is over."""
    parts = [part for heard in desk.told for part in paragraphs(heard)]
    turns = sum(1 for part in parts for event in part if isinstance(event, events.Played))
    winners, rounds = view.public.match_won, view.public.round
    return MatchEnd(
        _title(view, winners, "match_") if winners else view.words("end.match_ended"),
        view.words.count("end.after", rounds, turns=view.words.count("end.turns", turns)),
        next(_reasons(view, desk.heard), "") if winners else "",
        _letter(view, desk),
        tuple(_tallies(view, parts, _course(view, desk.told))),
        *_all_proven(view, desk),
    )


def _letter(view: MatchView, desk: Desk) -> Face | None:
    """The hand of whoever won the match, if it was laid open at the end."""
    opened = [event for heard in desk.round for event in heard.heard if isinstance(event, events.HandShown)]
    won = [event.card for event in opened if event.who in view.public.match_won]
    return view.faces[won[-1]] if won else None


def _all_proven(view: MatchView, desk: Desk) -> tuple[str, bool]:
    if desk.local:
        return "", False
    checked = desk.verified >= desk.deal > 0
    key = "end.checked_all" if checked else "end.checked_some"
    return view.words(key, number=desk.verified, all=desk.deal), checked


def _course(view: MatchView, told: Sequence[Sequence[Event]]) -> list[tuple[int, ...]]:
    """How many tokens everybody had before the first round that was told here, and after each."""
    won = [[event.who for event in heard if isinstance(event, events.TokenWon)] for heard in told]
    now = [seen.tokens - sum(each.count(seat) for each in won) for seat, seen in enumerate(view.public.seats)]
    found = [tuple(now)]
    for heard, winners in zip(told, won, strict=True):
        now = [tokens + winners.count(seat) for seat, tokens in enumerate(now)]
        if any(isinstance(event, events.RoundWon) for event in heard):
            found.append(tuple(now))
    return found


def _tallies(
    view: MatchView, parts: Sequence[Sequence[Event]], course: Sequence[tuple[int, ...]]
) -> Iterator[PlayerTally]:
    outs, falls, hits, guesses = Counter[int](), Counter[int](), Counter[int](), Counter[int]()
    for part in parts:
        first = part[0]
        for event in part:
            if isinstance(event, events.KnockedOut):
                falls[event.who] += 1
                if isinstance(first, events.Played) and first.who != event.who:
                    outs[first.who] += 1
        if isinstance(first, events.Played) and first.guess is not None:
            guesses[first.who] += 1
            hits[first.who] += any(isinstance(event, events.KnockedOut) for event in part)
    for seat in view.standing:
        place = 1 + sum(1 for other in view.standing if view.rank(other) < view.rank(seat))
        yield PlayerTally(
            view.words("end.place", place=place),
            view.player(seat),
            (
                str(outs[seat]),
                str(falls[seat]),
                view.words("end.of", hit=hits[seat], all=guesses[seat]) if guesses[seat] else "·",
            ),
            seat in view.public.match_won,
            tuple(after[seat] for after in course),
        )
