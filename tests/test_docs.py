"""The docs tell the truth: what is generated is fresh, what is linked exists."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from lltui import options

HERE = Path(__file__).resolve().parents[1]
PAGES = [
    *(HERE / "README.md", HERE / "CONTRIBUTING.md"),
    *sorted((HERE / "docs").rglob("*.md")),
    *sorted((HERE / "protocol").rglob("*.md")),
]


def _module(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, HERE / "docs" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def generate() -> ModuleType:
    return _module("generate")


pictures = _module("pictures")


@pytest.mark.parametrize("name", pictures.PICTURES)
def test_every_picture_is_as_the_program_would_draw_it_now(name: str) -> None:
    """If this fails: `make docs`, and look at the difference."""
    assert (pictures.FOLDER / f"{name}.svg").read_text(encoding="utf-8") == pictures.draw(name)


def test_every_picture_is_shown_somewhere_and_asks_nobody_for_anything() -> None:
    told = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    drawn = {path.name for path in pictures.FOLDER.iterdir()}
    assert drawn == {f"{name}.svg" for name in pictures.PICTURES}
    assert [name for name in drawn if f"pictures/{name}" not in told] == []
    foreign = re.compile(r"url\(\"?http|href=|@import")
    assert [name for name in drawn if foreign.search((pictures.FOLDER / name).read_text("utf-8"))] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(HERE).as_posix())
def test_every_generated_part_is_as_the_program_would_write_it_now(page: Path, generate: ModuleType) -> None:
    """If this fails: `make docs`, and read the difference."""
    text = page.read_text(encoding="utf-8")
    assert generate.renewed(text) == text


def test_the_page_of_the_manual_is_as_the_program_would_write_it_now(generate: ModuleType) -> None:
    """If this fails: `make docs`, and read the difference."""
    assert generate.MANUAL.read_text(encoding="utf-8") == generate.man()


def test_every_generated_part_is_used(generate: ModuleType) -> None:
    used = {part["name"] for page in PAGES for part in generate.PART.finditer(page.read_text("utf-8"))}
    assert used == set(generate.PARTS)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(HERE).as_posix())
def test_every_link_between_pages_leads_somewhere(page: Path) -> None:
    links = re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_every_page_is_reached_from_the_index_or_the_readme() -> None:
    start = [HERE / "README.md", HERE / "docs" / "index.md"]
    links = {
        (page.parent / link).resolve()
        for page in start
        for link in re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text(encoding="utf-8"))
    }
    docs = set((HERE / "docs").rglob("*.md")) - {HERE / "docs" / "index.md"}
    assert docs - links == set()


def _commands() -> Iterator[tuple[Path, str]]:
    for page in PAGES:
        for line in page.read_text(encoding="utf-8").splitlines():
            if found := re.match(r"    lltui (\w+(?: \S+)*?)(?:   .*)?$", line):
                yield page, found[1]


@pytest.mark.parametrize(("page", "line"), [*_commands()], ids=lambda part: str(part)[-60:])
def test_every_command_that_a_page_shows_is_one(page: Path, line: str) -> None:
    name, *words = line.split()
    if name.isupper() or not words or words[0].isupper():
        return
    assert options.read(options.COMMANDS[name], words)


def test_the_two_commands_stand_in_the_first_screen() -> None:
    first = "\n".join((HERE / "README.md").read_text(encoding="utf-8").splitlines()[:24])
    assert "make play" in first
    assert "make test" in first
