"""What one may type at a network table besides answers: words in, requests out.

A line that begins with a slash is said to all.  The commands of the room come
before those of the board only where they are typed as whole words.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct

from lltui.bots.catalog import usual
from lltui.client import requests
from lltui.client.updates import KeylessPlayer, LobbyIs
from lltui.desk.telling import OtherSeat
from lltui.games.chair import Request, Speak
from lltui.games.known_games import MODELS
from lltui.plain.paper import meant
from lltui.text import Wording

TALK = "/"
LOBBY = ("ready", "unready", "name", "chair", "date", "age", "table", "settings", "help", "quit")
HOST_LOBBY = ("start", "bot", "kick", "edition", "variant", "target", "agree", "order", "lock", "unlock")
HOST = ("words", "door", "gallery", "close")
# Of the doors beside a table of one's own: which, and whether it is to be open.
BESIDE = {"ssh": ("ssh", True), "nossh": ("ssh", False), "page": ("web", True), "nopage": ("web", False)}
GUEST_LOBBY = ("start",)  # once the others were waited for as long as the table says
GUEST_MATCH = ("standin", "return", "resume")
HOST_MATCH = ("pause", "resume", "standin", "return", "drop", "newkey", "goon", "end")
ANYWHERE = ("who", "proofs", "sign")
WATCHER = ("name", "table", "settings", "help", "quit", *ANYWHERE)
ALL = (*LOBBY, *HOST_LOBBY, *HOST, *BESIDE, *HOST_MATCH, *ANYWHERE)


class TypedOrder(NamedTuple):
    """A command of the room, with what was typed behind it."""

    name: str
    rest: str


class Misread(Exception):
    """The command is one, what stands behind it is not; the key of a sentence."""


def orders(*, hosting: bool, lobby: bool) -> tuple[str, ...]:
    """What may be typed now."""
    names: tuple[str, ...] = (*LOBBY, *ANYWHERE) if lobby else ANYWHERE
    if hosting:
        return (*names, *HOST_LOBBY, *HOST) if lobby else (*names, *HOST_MATCH, *HOST)
    return (*names, *(GUEST_LOBBY if lobby else GUEST_MATCH))


def order(typed: str, words: Wording, names: Sequence[str]) -> TypedOrder | None:
    """The command that is meant, if any."""
    first, _, rest = typed.strip().partition(" ")
    word = first.casefold()
    name = next((name for name in names if word in words.typed_for(name)), None)
    return TypedOrder(name, rest.strip()) if name else None


def talk(typed: str) -> Request | None:
    """A line for all."""
    line = typed.removeprefix(TALK).strip()
    return Speak(line) if typed.startswith(TALK) and line else None


def doubtful(typed: str, words: Wording, names: Sequence[str]) -> bool:
    """Whether a line with a slash looks like the name of a file, or like a command, rather than like talk."""
    line = typed.removeprefix(TALK)
    if line[:1].isspace():
        return False
    known = {word for name in names for word in words.typed_for(name)}
    return TALK in line.partition(" ")[0] or line.casefold() in known


def request_for(order: TypedOrder, lobby: LobbyIs | None) -> Request:
    """What this command asks of the table; Misread with the reason."""
    if order.name in PLAIN:
        return PLAIN[order.name]
    return READ[order.name](order.rest, lobby)


# ------------------------------------------------------------ one for each word


def _seat(rest: str) -> int:
    if not re.fullmatch(r"[1-9]", rest):
        raise Misread("chair")
    return int(rest) - 1


def _name(rest: str, _lobby: LobbyIs | None) -> Request:
    wished = requests.rename(rest)
    if wished is None:
        raise Misread("name")
    return wished


def _date(rest: str, lobby: LobbyIs | None) -> Request:
    try:
        date = dt.date.fromisoformat(rest) if rest != "-" else None
    except ValueError:
        raise Misread("date") from None
    return requests.about(date, _mine(lobby, "age"))


def _age(rest: str, lobby: LobbyIs | None) -> Request:
    if rest != "-" and not (re.fullmatch(r"[0-9]{1,3}", rest) and int(rest) <= 150):
        raise Misread("age")
    return requests.about(_mine(lobby, "date"), None if rest == "-" else int(rest))


def _mine(lobby: LobbyIs | None, field: str) -> Any:
    if lobby is None or lobby.you is None:
        return None
    return getattr(lobby.chairs[lobby.you], field)


def _bot(rest: str, lobby: LobbyIs | None) -> Request:
    written = re.fullmatch(r"([a-z][a-z-]{0,31})?\s*([1-9])?", rest)
    if written is None:
        raise Misread("bot")
    return requests.add_bot(written[1] or _usual(lobby), int(written[2]) - 1 if written[2] else None)


def _usual(lobby: LobbyIs | None) -> str:
    """Whom nobody asked for by name."""
    return usual(lobby.game if lobby else "")


def _order(rest: str, lobby: LobbyIs | None) -> Request:
    seats = tuple(int(each) - 1 for each in re.findall(r"[1-9]", rest))
    chairs = len(lobby.chairs) if lobby else 0
    missing = tuple(seat for seat in range(chairs) if seat not in seats)
    if not seats or len(set(seats)) != len(seats) or not set(seats) <= set(range(chairs)):
        raise Misread("order")
    return requests.order((*seats, *missing))


def _rule(field: str) -> Callable[[str, LobbyIs | None], Request]:
    """Another value for one of the game's options; a row is switched on and off word by word."""

    def read(rest: str, lobby: LobbyIs | None) -> Request:
        options = lobby.options if lobby else None
        if lobby is None or options is None or field not in options.__struct_fields__ or not rest:
            raise Misread("rules")
        return requests.choose(lobby.game, _changed(options, field, rest))

    return read


def signs(lobby: LobbyIs | None) -> tuple[str, ...]:
    """What this game lets one say where words are shut."""
    return MODELS[lobby.game].signs if lobby and lobby.game in MODELS else ()


def _sign(rest: str, lobby: LobbyIs | None) -> Request:
    """By its number in the list, or by its own name."""
    known = signs(lobby)
    named = known[int(rest) - 1 : int(rest)] if re.fullmatch(r"[1-9]\d?", rest) else (rest,)
    if not named or named[0] not in known:
        raise Misread("sign")
    return requests.signal(named[0])


def _agree(rest: str, lobby: LobbyIs | None) -> Request:
    """The same for any option, by its own name."""
    field, _, value = rest.partition(" ")
    return _rule(field)(value.strip(), lobby)


def _changed(options: Struct, field: str, typed: str) -> Struct:
    old = getattr(options, field)
    value: object = None if typed == "-" else int(typed) if re.fullmatch(r"\d{1,9}", typed) else typed
    if isinstance(old, tuple):
        value = tuple(each for each in old if each != typed) if typed in old else (*old, typed)
    raw = msgspec.to_builtins(options) | {field: value}
    try:
        return msgspec.convert(raw, type(options))
    except (msgspec.MsgspecError, ValueError):
        raise Misread("rules") from None


PLAIN = {
    "unready": requests.NOT_READY,
    "ready": requests.BeReady(),
    "start": requests.START,
    "lock": requests.lock(on=True),
    "unlock": requests.lock(on=False),
    "words": requests.NEW_WORDS,
    "pause": requests.PAUSE,
    "resume": requests.RESUME,
    "goon": requests.GO_ON,
    "end": requests.END_MATCH,
}
READ: dict[str, Callable[[str, LobbyIs | None], Request]] = {
    "name": _name,
    "chair": lambda rest, _: requests.sit(_seat(rest)),
    "date": _date,
    "age": _age,
    "bot": _bot,
    "kick": lambda rest, _: requests.kick(_seat(rest)),
    "edition": _rule("edition"),
    "variant": _rule("variants"),
    "target": _rule("target"),
    "agree": _agree,
    "gallery": lambda _, lobby: requests.gallery(on=lobby is None or not lobby.gallery),
    "order": _order,
    "standin": lambda rest, _: requests.stand_in(_seat(rest), on=True),
    "return": lambda rest, _: requests.stand_in(_seat(rest), on=False),
    "sign": _sign,
    "drop": lambda rest, _: requests.drop(_seat(rest)),
}


class Handover(NamedTuple):
    """This seat to this newcomer."""

    place: OtherSeat
    to: KeylessPlayer


def handover(typed: str, places: Sequence[OtherSeat], people: Sequence[KeylessPlayer]) -> Handover:
    """The number of a seat and the name of a newcomer; Misread if one is left out and not clear."""
    if not people:
        raise Misread("newkey.nobody")
    first, _, rest = typed.partition(" ")
    numbered = re.fullmatch(r"[1-9]", first)
    place = _named(int(first) - 1, places) if numbered else _missed(places)
    return Handover(place, _newcomer(rest.strip() if numbered else typed, people))


def _named(seat: int, places: Sequence[OtherSeat]) -> OtherSeat:
    for place in places:
        if place.seat == seat:
            return place
    raise Misread("newkey.seat")


def _missed(places: Sequence[OtherSeat]) -> OtherSeat:
    """The one who is not there."""
    away = [place for place in places if place.away]
    if len(away) != 1:
        raise Misread("newkey.which")
    return away[0]


def _newcomer(typed: str, people: Sequence[KeylessPlayer]) -> KeylessPlayer:
    found = meant(typed, [person.name for person in people]) if typed else range(len(people))
    if len(found) != 1:
        raise Misread("newkey.who")
    return people[found[0]]
