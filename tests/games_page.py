"""protocol/GAMES.md, read by a program that knows nothing else of the games: its tables, and `msgpack`.

`Game.of(page, "love-letter")` reads the tables of a game; `faults` tells what of a value they do not
state.  What was met on the way stands in `met`: keys that were there, and words that stood in them.
"""

import json
import re
from typing import NamedTuple

import msgpack

NEVER = object()


class Key(NamedTuple):
    name: str
    type: tuple
    missing: object  # NEVER, or what it stands for


class Event(NamedTuple):
    keys: list
    to: tuple = ()  # the keys that name who hears it; none: all do


class Action(NamedTuple):
    keys: list
    phases: tuple
    marks: tuple


# ------------------------------------------------------------------ the page


def chapters(page):
    """Each game's part of the page, by its id."""
    found = {}
    for part in re.split(r"(?m)^## ", page)[1:]:
        if name := re.match(r"[\d.]+ [^\n]*\(`([a-z-]+)`\)\n", part):
            found[name[1]] = part
    return found


def tables(part):
    """(the line of text above it, its header, its rows)."""
    above, table = "", []
    for line in [*part.splitlines(), ""]:
        if line.startswith("|"):
            table.append([cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]])
        else:
            if table:
                head, _, *rows = table
                yield above, head, rows
                table = []
            above = line or above


def quoted(cell):
    return tuple(re.findall(r"`([^`]*)`", cell))


def value(cell):
    """A value as the page writes it: JSON, with nil."""
    return json.loads(cell.replace("nil", "null"))


def inline(cell):
    """`name` type = `value`; ..."""
    for part in filter(None, cell.split("; ")):
        name, said = re.fullmatch(r"`(\w+)` (.+)", part).groups()
        said, _, missing = said.partition(" = ")
        yield Key(name, read(said), value(missing.strip("`")) if missing else NEVER)


# ------------------------------------------------------------------ a type

TOKEN = re.compile(r'\s*(int (-?\d+)…(-?\d+)|text `([^`]+)`|"[^"]*"|or\b|(\d+)…(\d+)|\d+|\w+|[][{}:,?])')


def read(said):
    """A type in the page's notation, as a tuple."""
    tokens, at = [], 0
    while at < len(said):
        found = TOKEN.match(said, at)
        assert found, f"no type: {said!r} at {said[at:]!r}"
        tokens.append(found)
        at = found.end()
    kind = _either(tokens)
    assert not tokens, f"more than a type: {said!r}"
    return kind


def _next(tokens, text):
    if tokens and tokens[0][1] == text:
        return tokens.pop(0)
    return None


def _either(tokens):
    found = [_one(tokens)]
    while _next(tokens, "or"):
        found.append(_one(tokens))
    kind = found[0] if len(found) == 1 else ("either", *found)
    return ("maybe", kind) if _next(tokens, "?") else kind


def _one(tokens):  # noqa: PLR0911 - one line for each kind of type
    token = tokens.pop(0)
    text = token[1]
    if token[2]:
        return ("int", int(token[2]), int(token[3]))
    if token[4]:
        return ("text", token[4])
    if text == "[":
        each = [_either(tokens)]
        while _next(tokens, ","):
            each.append(_either(tokens))
        assert _next(tokens, "]")
        if len(each) > 1:
            return ("row", *each)
        if tokens and tokens[0][5]:
            bounds = tokens.pop(0)
            return ("list", each[0], int(bounds[5]), int(bounds[6]))
        return ("list", each[0], 0, None)
    if text == "{":
        key = _either(tokens)
        assert _next(tokens, ":")
        told = _either(tokens)
        assert _next(tokens, "}")
        return ("map", key, told)
    if text.startswith('"') or text.isdecimal():
        return ("is", json.loads(text))
    assert re.fullmatch(r"\w+", text), text
    return ("bool",) if text == "bool" else ("named", text)


# ------------------------------------------------------------------ a game


class Game:
    """The tables of one game.

    `seats` and `cards` are of the match, `longest` of the game: what the page says of Seat, of
    CardId and of arrays.
    """

    def __init__(self, part):
        self.maps, self.words = {}, {}
        self.announced, self.whispered, self.actions = {}, {}, {}
        self.cards_of, self.rare = {}, set()
        self.seats, self.cards = 6, None
        self.longest = int(re.search(r"No array is longer than (\d+)", part)[1])
        self.met = set()
        for above, head, rows in tables(part):
            self._table(above, head, rows)
        self.rare = {*re.findall(r"Rare: `([^`]+)`", part)}

    @classmethod
    def of(cls, page, name):
        return cls(chapters(page)[name])

    def _table(self, above, head, rows):
        if head[0] == "key":
            name = re.match(r"\*\*(\w+)\*\*", above)[1]
            self.maps[name] = [
                Key(key.strip("`"), read(kind), NEVER if missing == "never" else value(missing.strip("`")))
                for key, kind, missing, _ in rows
            ]
        elif head[0] == "word":
            self.words |= {name: read(kind) for name, kind, _ in rows}
        elif head[:2] == ["`event`", "to"]:
            self.whispered |= {
                tag.strip("`"): Event([*inline(keys)], quoted(to)) for tag, to, keys, _ in rows
            }
        elif head[0] == "`event`":
            self.announced |= {tag.strip("`"): Event([*inline(keys)]) for tag, keys, _ in rows}
        elif head[0] == "`act`":
            for tag, phases, keys, marks, _ in rows:
                self.actions[tag.strip("`")] = Action([*inline(keys)], quoted(phases), tuple(marks.split()))
        elif head[0] == "card":
            for n, edition in enumerate(head[1:], 1):
                self.cards_of[edition.strip("`")] = {
                    row[0].strip("`") for row in rows if row[0][0] == "`" and row[n]
                }

    # ------------------------------------------------------------ what is said

    def options(self, data):
        return [*self._map("Options", self.maps["Options"], unpack(data))]

    def view(self, data):
        return [*self._map("Public", self.maps["Public"], unpack(data))]

    def news(self, data):
        return [*self._events(unpack(data), self.announced)]

    def box(self, data, seat, phase, announced):
        """The plaintext of a seat's box, in this phase of the public view, after so many announced events."""
        inside = unpack(data)
        if not isinstance(inside, list) or len(inside) != 3:
            return ["a box is an array of three"]
        private, whispers, menu = inside
        found = [
            *self._map("Private", self.maps["Private"], private),
            *self._whispers(whispers, seat, announced),
        ]
        try:
            paths = unfold(menu)
        except (TypeError, ValueError) as error:
            return [*found, f"no menu: {error}"]
        for path in paths:
            found += self._path(path, phase)
        return found

    def action(self, data, *, secret, phase=None):
        """An action as it is sent: in `action`, or if it is secret in `choice`."""
        told = unpack(data)
        tag = told.get("act") if isinstance(told, dict) else None
        kind = self.actions.get(tag) if isinstance(tag, str) else None
        if kind is None:
            return [f"no action: {told!r}"]
        found = [*self._map(told["act"], kind.keys, {k: v for k, v in told.items() if k != "act"})]
        if ("secret" in kind.marks) != secret:
            found.append(f"{told['act']} in the open, or sealed")
        if phase is not None and phase not in kind.phases:
            found.append(f"{told['act']} in {phase}")
        self.met.add(f"{told['act']} was done")
        return found

    def sent(self, path):
        """The action of a path, as bytes."""
        kind = self.actions[path[0]]
        pairs = zip(kind.keys, path[1:], strict=True)
        return msgpack.packb({"act": path[0]} | {key.name: v for key, v in pairs if v != key.missing})

    # ------------------------------------------------------------ what it may be

    def _path(self, path, phase):
        kind = self.actions.get(path[0]) if isinstance(path[0], str) else None
        if kind is None or len(path) != 1 + len(kind.keys):
            yield f"{path!r} is no action"
            return
        self.met.add(f"{path[0]} in {phase}")
        if phase not in kind.phases:
            yield f"{path[0]} is offered in {phase}"
        for key, each in zip(kind.keys, path[1:], strict=True):
            if each != key.missing:
                self.met.add(f"{path[0]}.{key.name}")
            yield from self._value(f"{path[0]}.{key.name}", key.type, each)

    def _whispers(self, told, seat, announced):
        if not isinstance(told, list) or not all(isinstance(each, list) and len(each) == 2 for each in told):
            yield f"{told!r} are no whispers"
            return
        for place, event in told:
            if type(place) is not int or place not in range(announced + 1):
                yield f"{place!r} is no place"
            yield from self._events([event], self.whispered)
            if isinstance(event, dict) and event.get("event") in self.whispered:
                named = [key for key in self.whispered[event["event"]].to if event.get(key) == seat]
                self.met |= {f"{event['event']} to {key}" for key in named}
                if not named:
                    yield f"{event} was whispered to {seat}"

    def _events(self, told, kinds):
        if not isinstance(told, list):
            yield f"{told!r} are no events"
            return
        for event in told:
            tag = event.get("event") if isinstance(event, dict) else None
            if not isinstance(tag, str) or tag not in kinds:
                yield f"no such event: {event!r}"
                continue
            self.met.add(tag)
            rest = {name: each for name, each in event.items() if name != "event"}
            yield from self._map(tag, kinds[tag].keys, rest)

    def _map(self, name, keys, told):
        if not isinstance(told, dict):
            yield f"{name}: {told!r} is no map"
            return
        self.met.add(name)
        known = {key.name: key for key in keys}
        yield from (f"{name}: no key {each!r} is stated" for each in told.keys() - known.keys())
        for key in keys:
            where = f"{name}.{key.name}"
            if key.name in told:
                if told[key.name] != key.missing:  # a key that says nothing else tells nothing
                    self.met.add(where)
                yield from self._value(where, key.type, told[key.name])
            elif key.missing is NEVER:
                yield f"{where} is missing"

    def _value(self, where, kind, told):
        return getattr(self, f"_is_{kind[0]}")(where, told, *kind[1:])

    def _is_maybe(self, where, told, inner):
        if told is not None:
            yield from self._value(where, inner, told)

    def _is_int(self, where, told, least, most):
        if type(told) is not int or not least <= told <= most:
            yield f"{where}: {told!r} is not in {least}…{most}"

    def _is_text(self, where, told, pattern):
        if not isinstance(told, str) or not re.search(pattern, told):
            yield f"{where}: {told!r} is not {pattern}"

    def _is_either(self, where, told, *ways):
        self.met.add(f"{where} {told}")
        if not any(told == only and type(told) is type(only) for _, only in ways):
            yield f"{where}: {told!r} is none of {[only for _, only in ways]}"

    def _is_is(self, where, told, only):
        yield from self._is_either(where, told, ("is", only))

    def _is_list(self, where, told, each, least, most):
        if not isinstance(told, list) or not least <= len(told) <= (most or self.longest):
            yield f"{where}: {told!r} is no such array"
            return
        for one in told:
            yield from self._value(where, each, one)

    def _is_row(self, where, told, *each):
        if not isinstance(told, list) or len(told) != len(each):
            yield f"{where}: {told!r} is no such array"
            return
        for one, its in zip(told, each, strict=True):
            yield from self._value(where, its, one)

    def _is_map(self, where, told, key, its):
        if not isinstance(told, dict):
            yield f"{where}: {told!r} is no map"
            return
        for name, one in told.items():
            yield from self._value(where, key, name)
            yield from self._value(where, its, one)

    def _is_bool(self, where, told):
        if not isinstance(told, bool):
            yield f"{where}: {told!r} is no bool"

    def _is_named(self, where, told, name):
        if name in self.maps:
            yield from self._map(name, self.maps[name], told)
            return
        yield from self._value(where, self.words[name], told)
        if name == "Seat" and told not in range(self.seats):
            yield f"{where}: there is no seat {told}"
        if name == "CardId" and self.cards is not None and told not in self.cards:
            yield f"{where}: there is no card {told}"

    # ------------------------------------------------------------ what is stated

    def stated(self):
        """All that the tables say there is."""
        for name, keys in self.maps.items():
            if name != "Options":
                yield name
                yield from self._of(name, keys)
        for tag, event in (self.announced | self.whispered).items():
            yield tag
            yield from self._of(tag, event.keys)
            yield from (f"{tag} to {key}" for key in event.to)
        for tag, action in self.actions.items():
            yield f"{tag} was done"
            yield from (f"{tag} in {phase}" for phase in action.phases)
            yield from self._of(tag, action.keys)

    def _of(self, name, keys):
        for key in keys:
            where = f"{name}.{key.name}"
            yield where
            for kind in self._inside(key.type):
                if kind[0] == "either":
                    yield from (f"{where} {way[1]}" for way in kind[1:])

    def _inside(self, kind):
        if kind[0] == "named" and kind[1] in self.words:
            yield from self._inside(self.words[kind[1]])
        elif kind[0] in ("maybe", "list", "row", "map"):
            for each in kind[1:]:
                if isinstance(each, tuple):
                    yield from self._inside(each)
        else:
            yield kind


def unpack(data):
    return msgpack.unpackb(data, raw=False, strict_map_key=True)


def unfold(node):
    """A menu as the paths it stands for, as the page tells it."""
    paths = [*_paths(node)] if node != [] else []
    if len(paths) > 4096:
        raise ValueError("more paths than a menu has")
    return paths


def _paths(node):
    if node == []:
        yield []
        return
    if not isinstance(node, list) or not all(isinstance(pair, list) and len(pair) == 2 for pair in node):
        raise ValueError(f"{node!r} is no node")
    every = [packed for values, _ in node for packed in map(msgpack.packb, values)]
    if not all(isinstance(values, list) and values for values, _ in node) or len({*every}) != len(every):
        raise ValueError(f"the values of {node!r}")
    for values, rest in node:
        for each in values:
            yield from ([each, *path] for path in _paths(rest))
