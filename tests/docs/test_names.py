"""What a page calls by its name is there: paths, modules, classes, words of the code."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

HERE = Path(__file__).resolve()
ROOT = HERE.parents[2]
PAGES = [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md")), ROOT / "protocol" / "SPEC.md"]
PAGES.remove(ROOT / "CHANGELOG.md")  # it tells of what was, too
GLOSSARY = ROOT / "docs" / "reference" / "glossary.md"
FOLDERS = ("lltui", "protocol", "tests", "docs", "bench", ".ci", ".github")
MADE = re.compile(r"<!-- generated: .*?<!-- end -->", re.DOTALL)
BLOCK = re.compile(r"^(?:    .*\n|\n)+", re.MULTILINE)
NAME = re.compile(r"`([^`\n]+)`")
PATH = re.compile(r"[\w.-]+(/[\w.-]+)*/?")
FILE = re.compile(r"[\w-]+\.(py|toml|md|txt|json|tcss|svg)")
CLASS = re.compile(r"[A-Z][a-z]\w*(\.\w+)*")
WORD = re.compile(r"[a-z]+(_[a-z]+)+|[a-z_]+(\.[a-z_]+)+")
GAME = re.compile("high.card")  # is made by the page about games
# Named by a page, and rightly not there: what a reader makes, or has in a folder of their own.
THEIRS = {
    ".venv/bin": "made by `make`",
    "locales/nl/grammar.toml": "the how-to makes it",
    "locales/nl/love-letter.toml": "the how-to makes it",
    "themes/bakery.toml": "the how-to makes it",
    "settings.toml": "the player's",
    "table.old.txt": "of a table's folder",
    "tables/opening": "of the folder of tables",
    "tables/ssh.key": "of the folder of tables",
    "tables/ssh.key.pub": "of the folder of tables",
    "ssh.txt": "of a table's folder",
    "web.txt": "of a table's folder",
    "lltui/1": "a name in TLS",
    "history.sqlite": "the player's",
}


def told(page: Path) -> str:
    """The page without what is generated and without its blocks of code."""
    return BLOCK.sub("\n", MADE.sub("", page.read_text("utf-8")))


def names(page: Path) -> Iterator[str]:
    return (found[1] for found in NAME.finditer(told(page)))


@cache
def files() -> frozenset[str]:
    every = (
        path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if "__pycache__" not in path.parts
    )
    paths = [
        *every,
        *(ROOT / folder for folder in FOLDERS),
        *(path for path in ROOT.iterdir() if path.is_file()),
    ]
    return frozenset(f"/{path.relative_to(ROOT).as_posix()}" for path in paths)


@cache
def defined() -> frozenset[str]:
    """Every name that some source gives to a thing, and every word of its own strings."""
    found = set[str]()
    for folder in FOLDERS:
        for path in (ROOT / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                match node:
                    case (
                        ast.ClassDef(name=name) | ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name)
                    ):
                        found.add(name)
                    case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name) | ast.alias(name=name):
                        found.update(name.split("."))
                    case ast.Attribute(attr=name) | ast.keyword(arg=str(name)):
                        found.add(name)
                    case ast.Constant(value=str(text)) if "_" in text and len(text) < 60 and path != HERE:
                        found.update(re.findall(r"[a-z_]+", text))
    return frozenset(found | {part for path in files() for part in path.removesuffix(".py").split("/")})


def there(name: str) -> bool:
    """A file or a folder ends like that; the `.py` of a module may be left out."""
    end = "/" + name.rstrip("/").removeprefix("./")
    return any(path.endswith((end, f"{end}.py")) for path in files())


def missing(name: str) -> bool:
    """It looks like the name of something of ours, and nothing is called that."""
    if name in THEIRS or GAME.search(name):
        return False
    if ("/" in name and PATH.fullmatch(name)) or FILE.fullmatch(name):
        return not there(name)
    if name.startswith(("lltui.", "llwire.")):
        module, _, last = name.replace(".", "/").rpartition("/")
        return not there(f"{module}/{last}") and not (
            module.count("/") and there(module) and last in defined()
        )
    if CLASS.fullmatch(name) or WORD.fullmatch(name):
        return any(part not in defined() for part in name.split("."))
    return False


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_what_a_page_names_is_there(page: Path) -> None:
    assert [name for name in names(page) if missing(name)] == []


@pytest.mark.parametrize(
    "name",
    [
        "table/solo.py",
        "tasks.py",
        "record/again",
        "Steward",
        "half_made",
        "llwire.part",
        "lltui.games.Grim",
    ],
)
def test_a_name_of_nothing_is_noticed(name: str) -> None:
    assert missing(name)


@pytest.mark.parametrize("name", ["lltui/games/", "lltui/cli.py", "record/audit", "Glimpse", "llwire.chain"])
def test_a_name_of_something_passes(name: str) -> None:
    assert not missing(name)


def test_what_stands_outside_is_named_by_some_page() -> None:
    assert set(THEIRS) - {name for page in PAGES for name in names(page)} == set()


@cache
def things() -> frozenset[str]:
    """The classes, types and constants of the program: what a word of the glossary may be called."""
    found = set[str]()
    for folder in ("lltui", "protocol"):
        for path in (ROOT / folder).rglob("*.py"):
            for node in ast.parse(path.read_text("utf-8")).body:
                match node:
                    case ast.ClassDef(name=name) | ast.AnnAssign(target=ast.Name(id=name)):
                        found.add(name)
                    case ast.Assign(targets=[ast.Name(id=name)]):
                        found.add(name)
    return frozenset(found)


def entries() -> list[tuple[str, str]]:
    rows = (line.split("|")[1:-1] for line in told(GLOSSARY).splitlines() if line.startswith("| "))
    return [(word.strip(), place) for word, _, place in rows if word.strip() != "word"]


def test_every_word_of_the_glossary_stands_once() -> None:
    words = [word for word, _ in entries()]
    assert len(words) > 50
    assert len(words) == len(set(words))


@pytest.mark.parametrize(("word", "place"), entries(), ids=lambda part: part)
def test_a_word_of_the_glossary_is_what_the_code_calls_it(word: str, place: str) -> None:
    """If this fails after a renaming, the word of the thing may have changed, too."""
    named = NAME.findall(place)
    assert [name for name in named if not (there(name) if "/" in name else name in things())] == []
