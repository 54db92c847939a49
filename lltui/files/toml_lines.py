"""On which line of a TOML file a key stands, which its readers do not tell; and how a value stands there."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec import inspect

_TABLE = re.compile(r"\s*(\[\[?)\s*(.+?)\s*\]\]?\s*(#.*)?")
_ENTRY = re.compile(r"""\s*((?:"[^"]*"|'[^']*'|[\w-]+)(?:\s*\.\s*(?:"[^"]*"|'[^']*'|[\w-]+))*)\s*=.*""")
_PART = re.compile(r""""([^"]*)"|'([^']*)'|([\w-]+)""")
# A text, open or closed, a remark, or any other sign: none is looked at twice.
_TOKEN = re.compile(
    r'"""(?:\\.|.)*?(?:"""|\Z)|' + r"'''.*?(?:'''|\Z)|"
    r'"(?:\\.|[^"\\\n])*"?|' + r"'[^'\n]*'?|#[^\n]*|\n|\S",
    re.DOTALL,
)

_UNKNOWN = re.compile(r"Object contains unknown field `(.+?)`")
_MISSING = re.compile(r"Object missing required field `(.+?)`")
_PLACE = re.compile(r" - at `\$?(.*)`$")
_STEP = re.compile(r"\.\.\.|[^.\[\]]+")

Path = tuple[str, ...]


class Complaint(NamedTuple):
    """What msgspec has against some words: where, and of a key that nothing has or that is missing, which."""

    path: list[str]
    unknown: str | None
    missing: str | None
    detail: str


def complaint(words: Any, said: str, kind: Any) -> Complaint:
    """The same, from what it said when it read these words as this type."""
    unknown, missing = _UNKNOWN.match(said), _MISSING.match(said)
    path = [*_path_in(words, said, kind), *(unknown.groups() if unknown else ())]
    return Complaint(path, unknown and unknown[1], missing and missing[1], _PLACE.sub("", said))


def _path_in(words: Any, said: str, kind: Any) -> list[str]:
    """Where that is of which msgspec complained when it read these words as this type.

    It writes `[...]` for a key of a table, so each key is tried alone: the one
    that gives the same complaint is meant.
    """
    path: list[str] = []
    place = _PLACE.search(said)
    for part in _STEP.findall(place[1]) if place else ():
        if part == "...":
            alone = ((key, _with(words, path, {key: value})) for key, value in at(words, path).items())
            key, words = next((key, only) for key, only in alone if _complaint(only, kind) == said)
            path.append(key)
        else:
            path.append(part)
    return path


def _complaint(words: Any, kind: Any) -> str:
    try:
        msgspec.convert(words, kind)
    except msgspec.ValidationError as error:
        return str(error)
    return ""


def at(words: Any, path: Sequence[str]) -> Any:
    """What stands there."""
    for part in path:
        words = words[int(part) if isinstance(words, list) else part]
    return words


def _with(words: Any, path: Sequence[str], inside: Any) -> Any:
    """The same words, but for what stands at `path`."""
    if not path:
        return inside
    first, *rest = path
    if isinstance(words, list):
        return [_with(each, rest, inside) if str(n) == first else each for n, each in enumerate(words)]
    return {key: _with(each, rest, inside) if key == first else each for key, each in words.items()}


def known_at(words: Any, path: Sequence[str], kind: Any) -> list[str]:
    """Which words may stand there: those that a value may be, or the keys of a table."""
    found = inspect.type_info(kind)
    for part in path:
        found = _chosen(found, words)
        match found:
            case inspect.StructType(fields=fields):
                found = next((f.type for f in fields if f.encode_name == part), inspect.AnyType())
            case inspect.UnionType(types=types):
                return [str(each.tag) for each in types if isinstance(each, inspect.StructType)]
            case inspect.VarTupleType(item_type=item) | inspect.DictType(value_type=item):
                found = item
        words = at(words, (part,))
    match _chosen(found, words):
        case inspect.LiteralType(values=values):
            return [str(value) for value in values]
        case inspect.StructType(fields=fields, tag_field=tag):
            return [*((tag,) if tag else ()), *(field.encode_name for field in fields)]
    return []


def _chosen(found: inspect.Type, words: Any) -> inspect.Type:
    """Of several tables the one that these words say they are, if there is such."""
    if not isinstance(found, inspect.UnionType):
        return found
    tables = [each for each in found.types if isinstance(each, inspect.StructType)]
    if isinstance(words, Mapping) and tables and tables[0].tag_field:
        tables = [each for each in tables if each.tag == words.get(each.tag_field)]
    others = [each for each in found.types if not isinstance(each, inspect.NoneType)]
    return tables[0] if len(tables) == 1 else others[0] if len(others) == 1 else found


def never_closed(text: str) -> int | None:
    """In which line a text begins whose quotation mark has no other."""
    line = 1
    for token in _TOKEN.finditer(text):
        sign = token[0]
        quote = sign[:3] if sign[:3] in ('"""', "'''") else sign[0]
        if quote[0] in "\"'" and (len(sign) < 2 * len(quote) or not sign.endswith(quote)):
            return line
        line += sign.count("\n")
    return None


class Lines:
    """The lines of one file by the path of what stands there."""

    def __init__(self, text: str) -> None:
        self._lines: dict[Path, int] = {}
        self._source = text.splitlines()
        self._tables: Counter[Path] = Counter()
        above: Path = ()
        for number, line in enumerate(self._source, 1):
            if table := _TABLE.fullmatch(line):
                above = self._inside(_path(table[2]), anew=table[1] == "[[")
                self._lines.setdefault(above, number)
            elif entry := _ENTRY.fullmatch(line):
                self._lines.setdefault((*above, *_path(entry[1])), number)

    def _inside(self, path: Path, *, anew: bool) -> Path:
        """Where a table lies: of tables with one name, in the last; `anew` begins one more of them."""
        if anew:
            path = (*self._inside(path[:-1], anew=False), path[-1])
            self._tables[path] += 1
            return (*path, str(self._tables[path] - 1))
        found: Path = ()
        for part in path:
            found = (*found, part)
            if found in self._tables:
                found = (*found, str(self._tables[found] - 1))
        return found

    def of(self, path: Sequence[str]) -> int:
        """The line of a key, or of an element of its list; of what is missing, that of what would hold it."""
        for length in range(len(path), 0, -1):
            if (line := self._lines.get(tuple(path[:length]))) is not None:
                inside = path[length] if length < len(path) else ""
                return line + self._down(line, int(inside)) if inside.isdecimal() else line
        return 1

    def _down(self, line: int, wanted: int) -> int:
        """How far below its key an element of a list begins that lies in one pair of brackets."""
        text = "\n".join(self._source[line - 1 :])
        depth, elements, down = 0, 0, 0
        between = False  # the next sign begins an element
        for token in _TOKEN.finditer(text, text.find("=") + 1):
            sign = token[0]
            if sign[0] not in "\n#":
                if depth == 0 and sign != "[":
                    break
                if depth == 1 and between and sign not in (",", "]"):
                    if elements == wanted:
                        return down
                    elements, between = elements + 1, False
                depth += (sign in ("[", "{")) - (sign in ("]", "}"))
                between = between or (depth == 1 and sign in ("[", ","))
                if depth == 0:
                    break
            down += sign.count("\n")
        return 0


def _path(key: str) -> Path:
    return tuple("".join(parts) for parts in _PART.findall(key))


def texts(words: Any, path: Path = ()) -> Iterator[tuple[Path, str]]:
    """Every text and every key of a file, with its place."""
    if isinstance(words, str):
        yield path, words
    elif isinstance(words, Mapping):
        for key, below in words.items():
            yield (*path, key), key
            yield from texts(below, (*path, key))
    elif isinstance(words, list):
        for number, below in enumerate(words):
            yield from texts(below, (*path, str(number)))


def inline(words: Any) -> str:
    """A value as one writes it in one line."""
    if isinstance(words, Mapping):
        return "{" + ", ".join(f"{key} = {inline(value)}" for key, value in words.items()) + "}"
    if isinstance(words, list | tuple):
        return "[" + ", ".join(map(inline, words)) + "]"
    return msgspec.json.encode(words).decode()
