"""The types of the games as the tables of protocol/GAMES.md: generate.py asks for them.

What a type cannot tell stands in its docstring: first what it is, then a line for
each key that needs one (`key`: so and so), what is rare (Rare: a key or word, and why), and of an
action when it may be chosen (In `phase`).
"""

from __future__ import annotations

import ast
import json
import re
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_origin

import msgspec
from msgspec import Meta, Struct

from lltui.games import packing
from lltui.games.game import NATURE, Model, News, Seat, Shuffled, apply
from lltui.games.known_games import model
from lltui.games.love_letter.loading import edition, editions
from lltui.games.love_letter.model import Options as LoveLetter
from lltui.games.rulebooks import named as named_rules
from lltui.games.rulebooks import rules
from lltui.games.two_princes.model import Options as TwoPrinces

ROOT = Path(__file__).resolve().parents[1]
AUDIENCES = ROOT / "tests" / "goldens" / "audiences.txt"
# Whatever has a name and is no map: what it means, where its range does not say it.
WORDS = {
    "Seat": "of this match: below the number of seats in the genesis",
    "CardId": "a card of the edition (2.1)",
    "Round": "",
    "Tokens": "",
    "Few": "cards of one hand",
    "Phase": "",
    "HowOut": "",
    "HowWon": "",
    "Name": "of an edition, of a house rule",
    "Day": "a date",
    "StoryName": "of a story",
    "Level": "of misery, of an attribute",
    "Count": "of whatever is counted",
    "Points": "of a test",
    "Face": "of the die",
    "Nth": "the place in a list of the story, counted from 0",
    "Number": "of a challenge",
    "ItemId": "an item of the story",
    "ConditionId": "a condition of the story",
    "SectionId": "a section of its Book",
    "HourId": "an hour of its night",
    "FlagId": "a flag of the story",
    "FrontId": "kind and id of a card",
    "TextId": "the place of a text in the story (3.1)",
    "EffectId": "the place of an effect in the story",
    "Attr": "an attribute",
    "Kind": "of a condition",
    "Chapter": "",
    "Cause": "",
    "Pick": "A or B of a card",
    "Place": "of a condition of one's own",
    "Location": "",
}


class Told(NamedTuple):
    """A docstring, taken apart."""

    what: str
    keys: dict[str, str]
    phases: tuple[str, ...]
    rare: str


def told(kind: type[Struct]) -> Told:
    """What is said of a type, and of each of its keys."""
    assert kind.__doc__, f"{kind.__name__} says nothing"
    found: dict[str, str] = {}
    what: list[str] = []
    at, rare = "", ""
    for row in kind.__doc__.splitlines():
        said = row.strip()
        if key := re.match(r"`(\w+)`: (.*)", said):
            at = key[1]
            found[at] = key[2]
        elif said.startswith("Rare: "):
            at, rare = "Rare", said.removeprefix("Rare: ")
        elif not said:
            at = ""
        elif at == "Rare":
            rare += f" {said}"
        elif at:
            found[at] += f" {said}"
        else:
            what.append(said)
    whole = " ".join(" ".join(what).split())
    phases = re.search(r" ?In ((?:`\w+`(?:, )?)+)\.$", whole)
    strange = found.keys() - {*kind.__struct_fields__}
    assert not strange, f"{kind.__name__} has no {strange}"
    return Told(
        whole[: phases.start()] if phases else whole,
        found,
        tuple(re.findall(r"\w+", phases[1])) if phases else (),
        rare,
    )


# ------------------------------------------------------------------ the types


class Notation:
    """Types as they are written in the tables; keeps what else has to be told."""

    def __init__(self) -> None:
        self.words: dict[str, str] = {}
        self.structs: list[type[Struct]] = []

    def key(self, kind: type[Struct], name: str) -> str:
        """What may stand in a field."""
        owner = next(each for each in kind.__mro__ if name in getattr(each, "__annotations__", {}))
        names = vars(sys.modules[owner.__module__])
        return self._said(ast.parse(str(owner.__annotations__[name]), mode="eval").body, names)

    def _said(self, node: ast.expr, names: dict[str, Any]) -> str:  # noqa: PLR0911 - one line for each kind of type
        match node:
            case ast.BinOp(left=left, right=ast.Constant(value=None)):
                return f"{self._said(left, names)}?"
            case ast.Name(id=name):
                return self._name(name, names[name] if name in names else __builtins__[name])  # type: ignore[index]
            case ast.Subscript(value=ast.Name(id="Literal")):
                return literal(eval(ast.unparse(node), names))
            case ast.Subscript(value=ast.Name(id="tuple"), slice=ast.Tuple(elts=[each, ast.Constant()])):
                return f"[{self._said(each, names)}]"
            case ast.Subscript(value=ast.Name(id="tuple"), slice=ast.Tuple(elts=each)):
                return f"[{', '.join(self._said(one, names) for one in each)}]"
            case ast.Subscript(value=ast.Name(id="dict"), slice=ast.Tuple(elts=[key, value])):
                return f"{{{self._said(key, names)}: {self._said(value, names)}}}"
            case ast.Subscript(value=ast.Name(id="Annotated"), slice=ast.Tuple(elts=[kind, meta])):
                limits = eval(ast.unparse(meta), names)
                if isinstance(kind, ast.Name):
                    return limited(names.get(kind.id, kind.id), limits)
                return f"{self._said(kind, names)} {limits.min_length}…{limits.max_length}"
        raise AssertionError(f"no notation for {ast.unparse(node)}")

    def _name(self, name: str, value: Any) -> str:
        if isinstance(value, type) and issubclass(value, Struct):
            if value not in self.structs:
                self.structs.append(value)
            return name
        if value is bool:
            return "bool"
        assert name in WORDS, f"`{name}` says nothing of what may stand there"
        self.words.setdefault(name, defined(name, value))
        return name


def defined(name: str, value: Any) -> str:
    """What a name stands for."""
    if name == "Seat":
        return "int 0…5"
    if get_origin(value) is Literal:
        return literal(value)
    assert get_origin(value) is Annotated, name
    kind, *limits = get_args(value)
    return limited(kind.__name__, limits[-1])


def literal(kind: Any) -> str:
    """One of these."""
    return " or ".join(json.dumps(value) for value in get_args(kind))


def limited(kind: Any, limits: Meta) -> str:
    """A number in its range, a text of its pattern."""
    name = kind if isinstance(kind, str) else kind.__name__
    if name == "int":
        assert limits.ge is not None, "a number without its least"
        assert limits.le is not None, "a number without its most"
        return f"int {limits.ge}…{limits.le}"
    assert limits.pattern is not None, name
    return f"text `{limits.pattern}`"


def default(field: Any) -> str | None:
    """What a key stands for that is missing; None, if it never is."""
    if field.default is not msgspec.NODEFAULT:
        value = field.default
    elif field.default_factory is not msgspec.NODEFAULT:
        value = field.default_factory()
    else:
        return None
    return json.dumps(msgspec.to_builtins(value)).replace("null", "nil")


def said_in_a_cell(text: str) -> str:
    """Nothing in it may end the cell."""
    return text.replace("|", "\\|")


# ----------------------------------------------------------------- the tables


def views(kind: type[Struct], told_before: type[Struct] | None = None) -> str:
    """A table for a map, and for each map in it that another table has not told."""
    notation = Notation()
    rows: list[str] = []
    if told_before is not None:
        list(_within([told_before], notation))
    notation.structs.append(kind)
    waiting = [kind]
    while waiting:
        kind = waiting.pop(0)
        known = len(notation.structs)
        rows += ["", f"**{kind.__name__}**: {told(kind).what}", *_rare(kind), "", *_keys(kind, notation)]
        waiting += notation.structs[known:]
    return "\n".join(rows) + "\n\n"


def _rare(kind: type[Struct]) -> Iterator[str]:
    if rare := told(kind).rare:
        yield f"Rare: {rare}"


def _keys(kind: type[Struct], notation: Notation) -> Iterator[str]:
    yield "| key | type | if missing | |"
    yield "| --- | --- | --- | --- |"
    said = told(kind).keys
    omits = kind.__struct_config__.omit_defaults
    for field in msgspec.structs.fields(kind):
        without = default(field) if omits else None
        stands = "never" if without is None else f"`{without}`"
        meaning = said_in_a_cell(said.get(field.name, "")).removesuffix(".")
        yield f"| `{field.encode_name}` | {notation.key(kind, field.name)} | {stands} | {meaning} |"


def words(model: Model) -> str:
    """Whatever has a name in the tables of a game and is no map."""
    notation = Notation()
    unions = (model.announced, model.whispered, model.action)
    kinds = [model.options, model.public, model.private, *(kind for each in unions for kind in members(each))]
    list(_within(kinds, notation))
    rows = ["", "| word | type | |", "| --- | --- | --- |"]
    rows += [f"| {name} | {notation.words[name]} | {WORDS[name]} |" for name in sorted(notation.words)]
    return "\n".join(rows) + "\n\n"


def _inline(kind: type[Struct], notation: Notation) -> str:
    """All keys in one cell."""
    cells = []
    for field in msgspec.structs.fields(kind):
        without = default(field)
        after = "" if without is None else f" = `{without}`"
        cells.append(f"`{field.encode_name}` {notation.key(kind, field.name)}{after}")
    return "; ".join(cells)


def _meaning(kind: type[Struct]) -> str:
    said = told(kind)
    parts = [said.what, *(f"`{key}`: {each}" for key, each in said.keys.items())]
    return said_in_a_cell(" ".join([*parts, *_rare(kind)]))


def news(model: Model) -> str:
    """Two tables: what all hear, what some hear."""
    notation, to = Notation(), _audiences(model.id)
    rows = ["", "Announced, in `news`:", "", "| `event` | keys | |", "| --- | --- | --- |"]
    rows += [f"| `{tag(k)}` | {_inline(k, notation)} | {_meaning(k)} |" for k in members(model.announced)]
    rows += ["", "Whispered, in boxes:", "", "| `event` | to | keys | |", "| --- | --- | --- | --- |"]
    rows += [
        f"| `{tag(k)}` | {to[named(k)]} | {_inline(k, notation)} | {_meaning(k)} |"
        for k in members(model.whispered)
    ]
    return "\n".join(rows) + "\n\n"


def actions(model: Model) -> str:
    """What a seat may do."""
    notation = Notation()
    rows = [
        "",
        "| `act` | in the phases | keys, in the order of a path | | |",
        "| --- | --- | --- | --- | --- |",
    ]
    for kind in members(model.action):
        phases = ", ".join(f"`{phase}`" for phase in told(kind).phases)
        assert phases, f"{kind.__name__} does not say when"
        marks = " ".join(word for word in ("secret", "optional") if getattr(kind, word))
        rows.append(f"| `{tag(kind)}` | {phases} | {_inline(kind, notation)} | {marks} | {_meaning(kind)} |")
    return "\n".join(rows) + "\n\n"


def _within(kinds: Iterable[type[Struct]], notation: Notation) -> Iterator[type[Struct]]:
    """These maps and all in them, each noted with what stands in it."""
    waiting = list(kinds)
    while waiting:
        kind, known = waiting.pop(0), len(notation.structs)
        yield kind
        for name in kind.__struct_fields__:
            notation.key(kind, name)
        waiting += notation.structs[known:]


def members(union: Any) -> tuple[type[Struct], ...]:
    """The types of a union, in the order in which they are written."""
    return get_args(union) or (union,)


def tag(kind: type[Struct]) -> str:
    """How it is called on the wire."""
    return str(kind.__struct_config__.tag)


def named(kind: type[Struct]) -> str:
    """How the golden table of audiences calls it."""
    return "".join(f"_{c.lower()}" if c.isupper() else c for c in kind.__name__).lstrip("_")


def _audiences(game: str) -> dict[str, str]:
    """Who hears what is whispered, by the keys that name them."""
    rows = (
        line.split(maxsplit=2) for line in AUDIENCES.read_text("utf-8").splitlines() if line[:1].isalpha()
    )
    heard = {kind.rstrip(":"): to for name, kind, to in rows if name == game}
    return {kind: " and ".join(f"`{key}`" for key in to.split(" and ")) for kind, to in heard.items()}


# --------------------------------------------------------------- their data


def cards(_game: str) -> str:
    """The cards of every edition, and its numbers."""

    every = [edition(name) for name in editions()]
    ids = dict.fromkeys(card.id for each in every for card in each.card)
    rows = [
        "",
        "| card | " + " | ".join(f"`{each.id}`" for each in every) + " |",
        "| --- " * (len(every) + 1) + "|",
    ]
    for name in ids:
        cells = []
        for each in every:
            its = next((card for card in each.card if card.id == name), None)
            cells.append("" if its is None else f"{its.value} x {its.copies}")
        rows.append(f"| `{name}` | " + " | ".join(cells) + " |")
    rows.append("| cards | " + " | ".join(str(len(each.deck())) for each in every) + " |")
    rows.append("| seats | " + " | ".join(f"{each.seats[0]}…{each.seats[1]}" for each in every) + " |")
    rows.append("| tokens to win | " + " | ".join(_by_seats(each.tokens_to_win) for each in every) + " |")
    rows.append("| laid open | " + " | ".join(_by_seats(each.laid_open) for each in every) + " |")
    return "\n".join(rows) + "\n\n"


def _by_seats(numbers: dict[int, int]) -> str:
    return ", ".join(f"{seats}: {number}" for seats, number in sorted(numbers.items()))


def rules_named(_game: str) -> str:
    """By which revision and which data these games are played now."""

    every: Iterable[tuple[str, str, Any]] = [
        *(("love-letter", f"edition `{name}`", LoveLetter(name)) for name in editions()),
        ("princes", "story `tower`", TwoPrinces()),
    ]
    rows = ["", "| `game` | options | `revision` | `data` |", "| --- | --- | --- | --- |"]
    for game, what, options in every:
        name = named_rules(game, options)
        rows.append(f"| `{game}` | {what} | {name.revision} | `{name.data.hex()}` |")
    return "\n".join(rows) + "\n\n"


def signs(game: str) -> str:
    """What may be signalled."""
    return "\nThe signs: " + ", ".join(f"`{sign}`" for sign in model(game).signs) + ".\n\n"


# ------------------------------------------------------------------ examples


class Shown(NamedTuple):
    """A moment of a match: what has just happened, and who does what now."""

    state: Any
    news: News
    seat: Seat
    action: Any


def played(game: str, options: Any, seats: int, seed: int) -> Iterator[Shown]:
    """A match by chance."""
    book, rng, news = rules(game), Random(seed), News()
    state = book.start(options, seats)
    while True:
        pile = book.pile(state)
        menus = [(seat, menu) for seat in range(seats) if (menu := book.legal(state, seat))]
        if pile is not None:
            seat, action = NATURE, Shuffled(tuple(rng.sample(range(pile.size), pile.size)))
        elif menus:
            seat, menu = rng.choice(menus)
            action = rng.choice(menu)
        else:
            return
        yield Shown(state, news, seat, action)
        state, news = apply(book, state, seat, action)


def example(game: str) -> str:
    """A move in the open and a secret one, with the entries before and after them."""
    options, seats, seed, *wanted = EXAMPLES[game]
    match = played(game, options, seats, seed)
    rows = ["", f"The options, of {seats} seats:", *_bytes("options", msgspec.msgpack.encode(options))]
    for title, wants in wanted:
        shown = next(each for each in match if each.seat != NATURE and wants(each.action))
        rows += ["", f"**{title}**  It is seat {shown.seat} that chooses."]
        rows += _entry(game, shown, shown.seat, "view", "news", "box")
        rows += ["", "The menu unfolds to:", "", "```json paths", *_wrapped(_paths(game, shown)), "```"]
        secret = type(shown.action).secret
        rows += ["", f"It chooses, and sends {'sealed, as a `choice`' if secret else 'as `action`'}:"]
        rows += _bytes("choice" if secret else "action", msgspec.msgpack.encode(shown.action))
        after = next(match)
        rows += ["", "The next entry:", *_entry(game, after, shown.seat, "news", "box")]
    return "\n".join(rows) + "\n\n"


def _paths(game: str, shown: Shown) -> list[list[Any]]:
    menu = rules(game).legal(shown.state, shown.seat)
    return [[tag(type(each)), *msgspec.to_builtins(msgspec.structs.astuple(each))] for each in menu]


def _entry(game: str, shown: Shown, seat: Seat, *parts: str) -> Iterator[str]:
    book = rules(game)
    every = {
        "view": packing.view(book, shown.state),
        "news": packing.announced(shown.news),
        "box": packing.box(book, shown.state, seat, shown.news),
    }
    for part in parts:
        yield from _bytes(part, every[part])


def _bytes(name: str, data: bytes) -> Iterator[str]:
    yield from ("", f"```hex {name}")
    yield from (data.hex()[at : at + 112] for at in range(0, 2 * len(data), 112))
    yield from ("```", f"```json {name}", *_wrapped(msgspec.msgpack.decode(data)), "```")


def _wrapped(told: Any) -> list[str]:
    return textwrap.wrap(json.dumps(told), 112, break_long_words=False, break_on_hyphens=False)


EXAMPLES: Mapping[str, Any] = {
    "love-letter": (
        LoveLetter("modern"),
        3,
        1,
        ("A card is laid down.", lambda action: getattr(action, "guess", None) is not None),
        ("Cards are put back.", lambda action: type(action).secret),
    ),
    "princes": (
        TwoPrinces(),
        2,
        1,
        ("A pause.", lambda action: type(action).optional),
        ("The tokens.", lambda action: type(action).secret),
    ),
}

TABLES: Mapping[str, Callable[[str], str]] = {
    "options": lambda game: views(model(game).options),
    "public": lambda game: views(model(game).public),
    "private": lambda game: views(model(game).private, told_before=model(game).public),
    "news": lambda game: news(model(game)),
    "actions": lambda game: actions(model(game)),
    "words": lambda game: words(model(game)),
    "example": example,
    "cards": cards,
    "signs": signs,
    "rules": rules_named,
}
