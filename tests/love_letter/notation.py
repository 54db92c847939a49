"""A whole match at one moment as one line of text, and back.

    *guard king : baron | priest! | x : princess / princess countess - prince ; tokens 1 0 2

Seats stand between bars: `*` is to play, `x` out of the round, then the hand
(`!` behind it: shielded), and after a colon the discards in their order.
Behind the slash lies the pile, the top card first, then `-` the card set aside
and `+` the ones laid open.  Clauses tell what is not as at the start of a
match:

    edition NAME      variants NAMES     target N      dates, ages BY SEAT
    unseen off        advice on          standin BOT
    phase NAME        round N            tokens BY SEAT
    knows WHO OF CARD                    under WHO DEPTH CARD
    fell SEATS        shown SEATS        first SEATS
    won SEATS HOW     over SEATS

A move is the card, the seat it meets, and the card it names: `guard 1 king`; a council
is `keep king under guard spy`, the last one lowest.  Seats count from 0.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from lltui.errors import UsageTrouble
from lltui.games.game import NATURE, Seat
from lltui.games.love_letter.model import Options
from lltui.games.love_letter.rules.state import Buried, Sight, State
from love_letter.possible import faults


class NotationError(ValueError):
    """The line is not a position; the message says which part."""


def show(state: State) -> str:
    """The line of a state."""
    table = " | ".join(_show_seat(state, seat) for seat in range(state.seats))
    pile = " ".join(reversed(state.pile))
    aside = f" - {state.aside}" if state.aside else ""
    laid_open = f" + {' '.join(state.laid_open)}" if state.laid_open else ""
    return " ; ".join((f"{table} / {pile}{aside}{laid_open}".rstrip(), *_show_clauses(state)))


def read(line: str) -> State:
    """The state of a line."""
    table, *clauses = (part.strip() for part in line.split(";"))
    seats_part, slash, rest = table.partition("/")
    if not slash:
        raise NotationError(f"no slash before the pile in {table!r}")
    rows = [row.strip() for row in seats_part.split("|")]
    rest, _, laid_open = rest.partition("+")
    pile, _, aside = rest.partition("-")
    state = State(
        Options(),
        len(rows),
        (),
        [0] * len(rows),
        phase="turn",
        round=1,
        pile=pile.split()[::-1],
        aside=aside.strip() or None,
        laid_open=tuple(laid_open.split()),
    )
    for seat, row in enumerate(rows):
        _read_seat(state, seat, row)
    for clause in clauses:
        _read_clause(state, *clause.split())
    _check(state, line)
    return state


def _check(state: State, line: str) -> None:
    try:
        found = list(faults(state))
    except UsageTrouble as trouble:
        raise NotationError(f"{trouble} in {line!r}") from trouble
    if found:
        raise NotationError(f"{'; '.join(found)} in {line!r}")


# -------------------------------------------------------------------- seats


def _show_seat(state: State, seat: Seat) -> str:
    turn = "*" if state.turn == seat else ""
    bit = 1 << seat
    hand = " ".join(state.hands[seat]) if state.standing & bit else "x"
    safe = "!" if state.shielded & bit else ""
    discards = state.discards[seat]
    return f"{turn}{hand}{safe}" + (f" : {' '.join(discards)}" if discards else "")


def _read_seat(state: State, seat: Seat, row: str) -> None:
    hand, _, discards = (part.strip() for part in row.partition(":"))
    if hand.startswith("*"):
        if state.turn != NATURE:
            raise NotationError(f"seats {state.turn} and {seat} are both to play")
        hand, state.turn = hand[1:].strip(), seat
    if hand.endswith("!"):
        hand, state.shielded = hand[:-1].strip(), state.shielded | 1 << seat
    if hand != "x":
        state.standing |= 1 << seat
    state.hands.append(() if hand == "x" else tuple(hand.split()))
    state.discards.append(tuple(discards.split()))


# ------------------------------------------------------------------ clauses


def _show_clauses(state: State) -> Iterator[str]:
    yield from _show_options(state.options)
    if state.phase != "turn":
        yield f"phase {state.phase}"
    if state.round != 1:
        yield f"round {state.round}"
    if any(state.tokens):
        yield f"tokens {_row(state.tokens)}"
    yield from (f"knows {s.who} {s.of} {s.card}" for s in state.sights)
    yield from (f"under {b.who} {b.depth} {b.card}" for b in state.buried)
    for name, seats in (("fell", state.fallen), ("shown", state.shown), ("first", state.first)):
        if seats:
            yield f"{name} {_row(seats)}"
    if state.how_won:
        yield " ".join(("won", *map(str, state.round_won), state.how_won))
    if state.match_won:
        yield f"over {_row(state.match_won)}"


def _show_options(options: Options) -> Iterator[str]:
    if options.edition != Options().edition:
        yield f"edition {options.edition}"
    if options.variants:
        yield f"variants {' '.join(options.variants)}"
    if options.target is not None:
        yield f"target {options.target}"
    for name in ("unseen", "advice", "standin"):
        if (value := getattr(options, name)) != getattr(Options(), name):
            yield f"{name} {value}"
    for name, row in (("dates", options.dates), ("ages", options.ages)):
        if row:
            yield f"{name} {' '.join('?' if value is None else str(value) for value in row)}"


def _read_clause(state: State, name: str = "", *words: str) -> None:
    try:
        match name:
            case "edition" | "variants" | "target" | "unseen" | "advice" | "standin" | "dates" | "ages":
                _read_option(state, name, words)
            case "phase":
                state.phase = words[0]  # type: ignore[assignment]  # checked below
            case "round":
                state.round = int(words[0])
            case "tokens":
                state.tokens = [int(word) for word in words]
            case "knows":
                state.sights.append(Sight(int(words[0]), int(words[1]), words[2]))
            case "under":
                state.buried.append(Buried(int(words[0]), int(words[1]), words[2]))
            case _:
                _read_seats(state, name, words)
        msgspec.convert(msgspec.to_builtins(state), State)
    except (ValueError, IndexError) as error:
        raise NotationError(f"{' '.join((name, *words))!r}: {error}") from None


def _read_seats(state: State, name: str, words: tuple[str, ...]) -> None:
    match name:
        case "fell":
            state.fallen = _seats(words)
        case "shown":
            state.shown = _seats(words)
        case "first":
            state.first = _seats(words)
        case "won":
            state.round_won = _seats(words[:-1])
            state.how_won = words[-1]  # type: ignore[assignment]  # checked by the caller
        case "over":
            state.match_won = _seats(words)
            state.turn = NATURE
        case _:
            raise NotationError("no such clause")


def _read_option(state: State, name: str, words: tuple[str, ...]) -> None:
    value: object = words
    if name in ("edition", "unseen", "advice", "standin"):
        value = words[0]
    elif name == "target":
        value = int(words[0])
    elif name != "variants":
        row = [None if word == "?" else word for word in words]
        value = row if name == "dates" else [None if word is None else int(word) for word in row]
    changed = msgspec.to_builtins(state.options) | {name: value}
    state.options = msgspec.convert(changed, Options)


def _row(numbers: tuple[int, ...] | list[int]) -> str:
    return " ".join(map(str, numbers))


def _seats(words: tuple[str, ...]) -> tuple[Seat, ...]:
    return tuple(int(word) for word in words)


# -------------------------------------------------------------------- moves


def show_play(play: object) -> str:
    """A move: the card, the target's seat, the guess; `keep CARD under CARDS` for a council."""
    row = msgspec.to_builtins(play)
    if row.pop("act") == "keep":
        return " ".join(("keep", row["card"], "under", *row["under"]))
    return " ".join(str(value) for value in row.values())
