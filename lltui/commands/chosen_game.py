"""What a table agrees on, from the words of a command line: which game, and its options."""

from __future__ import annotations

from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from lltui.errors import UsageTrouble
from lltui.games.known_games import model
from lltui.games.love_letter.model import MODEL as FIRST
from lltui.games.love_letter.model import Options
from lltui.games.rulebooks import rules
from lltui.options import Typed

# Options of their own, which only a game of editions has.
EDITIONS = ("edition", "variant", "target")


class NotForThisGame(UsageTrouble):
    """An option that this game does not have."""


class StrangeAgreement(UsageTrouble):
    """Something to agree on that this game does not know, or not with this value."""


class StrangeTerm(UsageTrouble):
    """Something to agree on with a value that it cannot have."""


def agreed(args: Typed) -> tuple[str, Struct]:
    """A game with its options, tried once; Trouble if nobody could play it."""
    nouns = model(args.game or FIRST.id)
    fields = nouns.options.__struct_fields__
    pairs = _pairs(args, nouns.id, fields)
    try:
        given: Any = msgspec.convert(pairs, nouns.options, strict=False)
    except msgspec.ValidationError as error:
        raise _strange(nouns.id, nouns.options, pairs, str(error)) from None
    options = replace(given, **_editions(args, nouns.id, fields))
    tried(nouns.id, options)
    return nouns.id, options


def printed_options(args: Typed) -> Options:
    """Those of the game that has editions, whether anybody could play it or not."""
    return Options(args.edition or Options().edition, tuple(args.variant), args.target)


def tried(game: str, options: Struct) -> None:
    """Trouble if nobody could play it."""
    rules(game).start(options, model(game).seats[0])


def _strange(game: str, options: type[Struct], pairs: dict[str, str], said: str) -> UsageTrouble:
    """Which value it is, and those that can be if they can be told."""
    field = next((name for name in pairs if f"$.{name}`" in said), next(iter(pairs)))
    kind = get_type_hints(options)[field]
    if get_origin(kind) is Literal:
        return StrangeTerm(key=field, value=pairs[field], known=tuple(map(str, get_args(kind))))
    return StrangeAgreement(game=game, known=options.__struct_fields__, detail=f"{field}={pairs[field]}")


def _editions(args: Typed, game: str, fields: tuple[str, ...]) -> dict[str, Any]:
    given = {name: getattr(args, name) for name in EDITIONS if getattr(args, name)}
    if given and "edition" not in fields:
        raise NotForThisGame(option=f"--{next(iter(given))}", game=game)
    if "variant" in given:
        given["variants"] = tuple(given.pop("variant"))
    return given


def _pairs(args: Typed, game: str, fields: tuple[str, ...]) -> dict[str, str]:
    pairs: dict[str, str] = {}
    for pair in args.agree:
        name, is_one, value = pair.partition("=")
        if not is_one or name not in fields:
            raise StrangeAgreement(game=game, known=fields, detail=pair)
        pairs[name] = value
    return pairs
