"""What was told and said, line by line: one for each fact, without what no one but its owner may know."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lltui.client import updates as u
from lltui.desk.desk import Kind, Line
from lltui.games.game import Event, Whispered
from lltui.games.seat import Glimpse, Update
from lltui.games.two_princes import events as e
from lltui.games.two_princes import private_cards
from lltui.games.two_princes.model import MODEL
from lltui.tui.art.pieces import strip_controls
from lltui.tui.boards.princes.picture import Log, Told
from lltui.tui.boards.princes.sight import Sight

LATEST = 60
LONGEST = 24


def log(see: Sight, lines: Sequence[Line]) -> Log:
    """The newest part of it."""
    title = see.words("title.log" if see.alone else "title.talk")
    hush = see.public.phase == "ballot" and not see.alone
    right = see.words("title.hush") if hush else "" if see.alone else see.words("title.no_numbers")
    return Log(title, right, tuple(told(see, lines))[-LATEST:])


def told(see: Sight, lines: Sequence[Line]) -> Iterator[Told]:
    """Every line; an update is told once, however many lines the desk has of it."""
    last: Update | None = None
    for line in lines:
        if isinstance(line.fact, Glimpse):
            if line.fact is not last:
                yield from _events(see, line.fact.heard)
        else:
            yield _around(see, line)
        last = line.fact


def _events(see: Sight, heard: Sequence[Event]) -> Iterator[Told]:
    for event in private_cards.heard(heard):
        if isinstance(event, Whispered | e.TextShown):
            continue
        if isinstance(event, e.SectionRead):
            continue
        text = see.voice.say(event).split("\n\n")[0]
        who = getattr(event, "who", None)
        yield Told("event", "", text, see.prince(who) if isinstance(who, int) else None)


def _around(see: Sight, line: Line) -> Told:
    match line.fact:
        case u.ChatLine(seat=seat, name=name, text=text):
            return Told("said", _speaker(see, seat, name), strip_controls(text), _prince(see, seat))
        case u.SignShown(seat=seat, name=name, sign=sign):
            return Told("said", _speaker(see, seat, name), f"[{signal(see, sign)}]", _prince(see, seat))
    kind = {Kind.PROOF: "proof", Kind.ALARM: "alarm"}.get(line.kind, "note")
    return Told(kind, "", strip_controls(line.text))


def signal(see: Sight, sign: str) -> str:
    """A sign in words; one that nobody knows is shown as it came."""
    return see.words(f"sign.{sign}") if sign in MODEL.signs else strip_controls(sign)[:LONGEST]


def _speaker(see: Sight, seat: int, name: str) -> str:
    """The prince; who sits at the table without one speaks as himself."""
    return see.boy(seat) if 0 <= seat < len(see.names) else strip_controls(name)


def _prince(see: Sight, seat: int) -> int | None:
    return see.prince(seat) if 0 <= seat < len(see.names) else None
