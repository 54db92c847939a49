"""What the how-to pages show can be done as it stands there: every file is used, every command is run."""

from __future__ import annotations

import contextlib
import io
import os
import re
import shutil
import subprocess
import sys
import textwrap
import tomllib
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest
from boards import full_screen, line_by_line, own_words
from msgspec.structs import replace
from plain.sitting import FakeChair
from tui import princely
from tui.showing import shown, until

import lltui
from lltui import cli, text
from lltui.authoring.story_check import faults
from lltui.desk.desk import Words
from lltui.games.chair import Over
from lltui.games.love_letter import loading as editions
from lltui.games.love_letter.events import HandLookedAt, Played, TokenWon
from lltui.games.love_letter.model import Options
from lltui.games.love_letter.rules import effects
from lltui.games.two_princes import loading
from lltui.games.two_princes import model as princes
from lltui.games.two_princes.story import vocabulary
from lltui.games.two_princes.story.printed import Arrival, Story
from lltui.plain.board import board_of
from lltui.plain.paper import Paper
from text.tellings import GAME, NAMES

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "docs" / "how-to"
PATH = re.compile(r"`((?:themes|locales)/[\w/-]+\.toml)`:$")
COMMANDS = ("lltui ", "cp ", "mkdir ")
ONES = (
    "no\n1\n2\n3\n4\n5\n6\n7\n8\n9\n\n" * 400
)  # the first answer to every question; "no" is one only where another match is offered
APOSTROPHE = "\N{RIGHT SINGLE QUOTATION MARK}"


class Block(NamedTuple):
    """Something that a page shows, and the sentence before it."""

    lead: str
    text: str

    @property
    def file(self):
        """The file that it is, or that it goes to the end of."""
        found = PATH.search(self.lead)
        return found[1] if found else None

    @property
    def commands(self):
        """What is typed, without the words beside it."""
        typed = [re.split(r"   +", line)[0] for line in self.text.splitlines()]
        return typed if all(f"{line} ".startswith(COMMANDS) for line in typed) else []


def blocks(page):
    """Everything on a page that stands farther in than its lists do."""
    lead, ended, shown = "", False, []
    for line in [*(PAGES / page).read_text("utf-8").splitlines(), "end"]:
        if line.startswith("    ") or (shown and not line):
            shown.append(line)
            continue
        if shown:
            yield Block(lead, textwrap.dedent("\n".join(shown)).strip("\n") + "\n")
            shown = []
        if line.strip():
            lead = line.strip() if ended else f"{lead} {line.strip()}"
        ended = not line.strip()


def written(folder, page):
    """Every file of a page, where the page says that it goes; what is added is added to the program's own."""
    for block in filter(lambda block: block.file, blocks(page)):
        file = folder / block.file
        file.parent.mkdir(parents=True, exist_ok=True)
        if "to the end of" in block.lead:
            shutil.copy(ROOT / "lltui" / "text" / block.file, file)
            file.write_text(file.read_text("utf-8") + "\n" + block.text, "utf-8")
        else:
            file.write_text(block.text, "utf-8")


@pytest.fixture
def config(tmp_path):
    """A function that writes every file that a page shows, and has the program speak it."""

    def use(page):
        written(tmp_path, page)
        own_words(tmp_path)

    yield use
    text.use(text.Library())


class Reader:
    """Somebody with a home of their own, a shell, and the sources before them."""

    def __init__(self, home, sources=ROOT):
        self.home, self.sources, self.folder = home, sources, sources
        self.config = home / ".config" / "lltui"

    def types(self, line, answers=""):
        """The exit code and what was written; a traceback is none of it."""
        words = line.replace("~", str(self.home)).split()
        if words[0] == "lltui":
            words = [sys.executable, "-m", *words]
        names = [name for name in os.environ if not name.startswith(("LLTUI", "XDG"))]
        environ = {name: os.environ[name] for name in names}
        environ |= {
            "HOME": str(self.home),
            "LANG": "C.UTF-8",
            "PYTHONPATH": os.pathsep.join(map(str, (self.sources, self.sources / "protocol"))),
        }
        done = subprocess.run(
            words, cwd=self.folder, env=environ, input=answers, capture_output=True, text=True, check=False
        )
        assert "Traceback" not in done.stderr, (line, done.stderr)
        return done.returncode, done.stdout + done.stderr


@pytest.fixture
def reader(tmp_path):
    return Reader(tmp_path)


def typed(page):
    """Every command of a page, in its order."""
    return [line for block in blocks(page) for line in block.commands]


# --------------------------------------------------------------- every block is used


PIECES = {"write-a-theme.md": 1, "write-a-story.md": 7, "add-an-edition.md": 1}


@pytest.mark.parametrize(
    "page", ["translate.md", "write-a-theme.md", "write-a-story.md", "add-an-edition.md"]
)
def test_whatever_a_page_shows_is_a_file_a_command_or_a_piece_that_a_test_below_uses(page):
    shown = [*blocks(page)]
    pieces = [block for block in shown if not block.file and not block.commands]
    assert shown
    assert len(pieces) == PIECES.get(page, 0)
    for block in shown:
        if not block.commands:
            assert tomllib.loads(block.text)


def pieces(page):
    return [block.text for block in blocks(page) if not block.file and not block.commands]


def piece(page):
    return pieces(page)[0]


# ------------------------------------------------------------------------- themes


def test_the_theme_can_be_played(config):
    config("write-a-theme.md")
    voice = text.voice(GAME, "en", "bakery", NAMES, 0)
    assert voice.say(Played(1, "guard", 0, "princess")) == (
        "Ben plays the Apprentice on you and names the Master Baker."
    )
    assert voice.say(TokenWon(0, 2)) == "You get an apron and have two now."


async def test_the_theme_is_played_to_the_end_on_the_full_screen(config):
    config("write-a-theme.md")
    shown = await full_screen(Options("modern", target=1), "de", "bakery")
    assert "apprentice" in shown
    assert "master baker" in shown


@pytest.mark.parametrize("language", ["en", "de"])
async def test_the_theme_is_played_to_the_end_line_by_line(config, language):
    config("write-a-theme.md")
    told = await line_by_line(Options("modern", target=2), language, "bakery")
    assert "Apprentice" in told
    assert "2 aprons" in told


def test_the_forms_of_a_noun_are_written_as_shown(tmp_path):
    court = (ROOT / "lltui/text/themes/court.toml").read_text("utf-8")
    (old,) = re.findall(r'^prince = .*"Prinz".*\n', court, re.MULTILINE)
    (tmp_path / "themes").mkdir()
    changed = court.replace(
        old, piece("write-a-theme.md").replace('"Prinz"', '"Erbprinz"').replace('"Prinzen"', '"Erbprinzen"')
    )
    (tmp_path / "themes" / "court.toml").write_text(changed, "utf-8")
    own_words(tmp_path)
    said = text.voice(GAME, "de", "court", NAMES, 0).say(Played(1, "guard", 0, "prince"))
    text.use(text.Library())
    assert "Erbprinzen" in said


def test_every_command_about_themes_does_what_it_says(reader):
    written(reader.config, "write-a-theme.md")
    told = {line: reader.types(line, ONES) for line in typed("write-a-theme.md")}
    assert "bakery: The bakery. Early in the morning" in told["lltui themes"][1]
    assert "Master Baker" in told["lltui play --theme bakery"][1]
    assert "wins the match" in told["lltui play --theme bakery"][1]
    assert {code for code, _ in told.values()} == {0}


# ---------------------------------------------------------------------- languages


def test_the_language_can_be_spoken(config):
    config("translate.md")
    voice = text.voice(GAME, "nl", "court", NAMES, 0)
    assert voice.say(HandLookedAt(1, 2)) == f"Ben bekijkt James{APOSTROPHE} hand."
    assert voice.say(HandLookedAt(1, 0)) == "Ben bekijkt je hand."
    assert voice.say(Played(0, "guard", 1)) == "Je speelt de wachter op Ben."


@pytest.mark.parametrize("edition", ["classic", "manual", "tempest", "german", "modern"])
async def test_the_language_is_played_to_the_end_line_by_line(config, edition):
    config("translate.md")
    told = await line_by_line(Options(edition, target=2), "nl", "court")
    assert "Je speelt de wachter" in told
    assert "wins the match" in told


async def test_the_language_is_played_to_the_end_on_the_full_screen(config):
    config("translate.md")
    shown = await full_screen(Options("modern", target=1), "nl", "court")
    assert "wachter" in shown
    assert "speelt de" in shown


# Whatever a grammar leaves out, a board must not stumble over it.
POOR = {
    "no numbers": (r'\[numbers\]\n(?:\d = ".*"\n)+', "[numbers]\n"),
    "one case": (r"cases = .*", 'cases = ["nom"]'),
    "a case without articles": (r"cases = .*", 'cases = ["nom", "gen", "acc"]'),
    "another first case": (r"\bnom\b", "base"),
    "kinds without articles": (r'\{ nom = "\w+" \}', '{ nom = "" }'),
}


@pytest.mark.parametrize(("old", "new"), POOR.values(), ids=POOR)
async def test_a_grammar_that_lacks_what_a_board_asks_for_is_spoken_in_its_first_case(tmp_path, old, new):
    written(tmp_path, "translate.md")
    file = tmp_path / "locales" / "nl" / "grammar.toml"
    grammar = file.read_text("utf-8")
    poor = re.sub(old, new, grammar)
    assert poor != grammar
    if new.endswith('["nom"]'):
        poor = re.sub(r'gen = "je"\n', "", poor).replace("[name.gen]", "[name.nom]")
        (file.with_name("love-letter.toml")).unlink()
    file.write_text(poor, "utf-8")
    own_words(tmp_path)
    try:
        assert "Je" in await line_by_line(Options("modern", target=2), "nl", "court")
        if "case" in new:
            assert "wachter" in await full_screen(Options("modern", target=1), "nl", "court", seed=3)
    finally:
        text.use(text.Library())


def test_every_command_about_languages_does_what_it_says(reader):
    written(reader.config, "translate.md")
    for line in typed("translate.md"):
        code, told = reader.types(line, ONES)
        assert code == 0
        assert "Je speelt " in told
        assert "wachter" in told  # whoever it was that played one: no seed is said on the page
        assert "wins the match" in told


def test_the_page_names_every_file_of_a_language():
    page = (PAGES / "translate.md").read_text("utf-8")
    files = {file.name for file in (ROOT / "lltui/text/locales/en").iterdir()}
    assert files == set(re.findall(r"[`/]([\w-]+\.toml)`", page)) - {"court.toml"}


# ----------------------------------------------------------------------- editions


@pytest.fixture
def own_sources(tmp_path):
    """Whoever adds an edition has the sources."""
    folder = tmp_path / "sources"
    shutil.copytree(
        Path(lltui.__file__).parent, folder / "lltui", ignore=shutil.ignore_patterns("__pycache__")
    )
    shutil.copytree(
        ROOT / "protocol", folder / "protocol", ignore=shutil.ignore_patterns("__pycache__", "vectors")
    )
    return folder


def test_an_edition_of_one_s_own_is_listed_read_and_played(own_sources, tmp_path):
    folder = own_sources / "lltui/games/love_letter/editions"
    copied = (folder / "classic.toml").read_text("utf-8")
    own = (
        copied.replace('"classic"', '"mine"')
        .replace("text = 1", "text = 6")
        .replace("copies = 5", "copies = 9")
    )
    (folder / "mine.toml").write_text(own, "utf-8")
    reader = Reader(tmp_path, own_sources)
    told = {line: reader.types(line, ONES) for line in typed("add-an-edition.md")}
    assert {code for code, _ in told.values()} == {0}
    listed = told["lltui editions"][1]
    assert listed.index("modern:") < listed.index("mine") < listed.index("20 cards, 2 to 4 players.")
    assert "Guard (9" in told["lltui rules --edition mine"][1]
    assert "wins the match" in told["lltui play --edition mine"][1]


MISTAKES = {
    "a misspelt key": ("tie =", "ties =", "unknown field `ties`"),
    "an effect that is none": ('"look"', '"peek"', "Invalid value 'peek'"),
    "no TOML": ("[[card]]", "[[card]", "(line "),
    "brackets without end": ("text = 6", f"text = {'[' * 20_000}", "deep"),
    "a number without end": ("text = 6", f"text = {'9' * 5_000}", "a number without end"),
    "another name": ('"mine"', '"yours"', "its id is `yours`"),
    "nobody's tokens": ("4 = 4", "5 = 4", "nothing for 4 players"),
    "a card of another": ('"king", "prince"', '"king", "pope"', "names `pope`"),
    "the same card twice": ('"priest"', '"guard"', "the same id"),
    "too few cards": ("copies = ", "copies = 1 # ", "too few cards for 4"),
    "no number": ("text = 6", "", "missing required field `text`"),
}


@pytest.mark.parametrize(("old", "new", "reason"), MISTAKES.values(), ids=MISTAKES)
def test_an_edition_with_a_mistake_is_refused_in_a_sentence(monkeypatch, tmp_path, capsys, old, new, reason):
    place = Path(editions.__file__).parent
    shutil.copytree(place / "variants", tmp_path / "variants")
    shutil.copytree(place / "editions", tmp_path / "editions")
    copied = (place / "editions" / "classic.toml").read_text("utf-8")
    own = copied.replace('"classic"', '"mine"').replace("text = 1", "text = 6")
    if reason.startswith("too few"):
        own = own.replace("2 = 3", "4 = 3")
    assert old in own
    (tmp_path / "editions" / "mine.toml").write_text(own.replace(old, new), "utf-8")
    caches = (editions.editions, editions._entries, editions._names, editions.edition, editions.agreed)
    monkeypatch.setattr(editions, "HERE", tmp_path)
    for cached in caches:
        cached.cache_clear()
    try:
        for line in typed("add-an-edition.md"):
            with contextlib.suppress(SystemExit):
                assert cli.main([*line.split()[1:], *(["--plain"] if " play " in line else [])]) != 0, line
            said = " ".join(capsys.readouterr().err.split())
            assert "mine.toml cannot be played:" in said, line
            assert reason in said
    finally:
        monkeypatch.undo()
        for cached in caches:
            cached.cache_clear()


def test_the_page_names_every_effect_and_the_house_rule_as_it_is():
    page = (PAGES / "add-an-edition.md").read_text("utf-8")
    step = page[page.index("Give each card an effect") : page.index("`effects.py` tells")]
    kinds = {kind.__struct_config__.tag for kind in effects.Effect.__args__}
    assert set(re.findall(r"`(\w+)`", step)) == kinds
    assert tomllib.loads(piece("add-an-edition.md")) == tomllib.loads(
        (editions.HERE / "variants" / "loser-starts.toml").read_text("utf-8")
    )


# ------------------------------------------------------------------------ stories


BEGUN = [line for line in typed("write-a-story.md") if line.startswith("lltui story new")]


def copied(home):
    """Somebody who began a story by the page."""
    reader = Reader(home)
    for line, name in zip(BEGUN, ("mine", "ours"), strict=True):
        code, told = reader.types(line)
        assert (code, str(reader.config / "stories" / name) in told.replace("\n", "")) == (0, True), told
    return reader


@pytest.fixture(scope="module")
def storied(tmp_path_factory):
    """And wrote its card into it."""
    reader = copied(tmp_path_factory.mktemp("storied"))
    file = reader.config / "stories" / "mine" / "events.toml"
    events = file.read_text("utf-8")
    start = events.index("[[events]]\nnumber = 4\n")
    end = events.index("[[events]]\n", start + 1)
    file.write_text(events[:start] + piece("write-a-story.md") + "\n" + events[end:], "utf-8")
    return reader


# What takes minutes is tried with few matches here, and as it stands in the soak.
SHORT = {
    "lltui story check": " --matches 0",
    "lltui story simulate mine --matches 400": " --matches 1 --jobs 1",
}


def told_of(reader, line, *, short):
    reader.folder = reader.config / "stories" / "mine" if line.endswith("events.toml") else ROOT
    more = next((words for begin, words in SHORT.items() if line.startswith(begin)), "") if short else ""
    return reader.types(line + more, "1\n" * 400)


COMMANDS_OF_STORIES = [line for line in typed("write-a-story.md") if line not in BEGUN]


def holds(line, code, told):
    """What the page says that comes of it."""
    if "simulate" in line:
        assert code in (0, 1)
        assert "careful" in told
    elif "todo" in line:
        assert code == 0
        assert "mine" in told
    elif "play" in line:
        assert "ST OSRIC'S" in told
    else:
        assert code == 0, told


@pytest.mark.parametrize("line", COMMANDS_OF_STORIES)
def test_every_command_about_stories_does_what_it_says(storied, line):
    code, told = told_of(storied, line, short=True)
    holds(line, code, told)
    if "todo" in line:  # the card that was written anew is the only one
        assert "event.the_measuring_of_the_crown.text" in told


@pytest.mark.soak
@pytest.mark.parametrize("line", COMMANDS_OF_STORIES)
def test_every_command_about_stories_is_run_as_it_stands(tmp_path, line):
    holds(line, *told_of(copied(tmp_path), line, short=False))


@pytest.fixture
def shelved(storied):
    """The story stands on this process's own shelf."""
    before = dict(loading._own)
    loading.own(storied.config / "stories")
    yield "mine"
    loading._own.clear()
    loading._own.update(before)
    loading.story_index.cache_clear()


@pytest.mark.parametrize("language", ["en", "de"])
async def test_the_story_is_played_to_its_end_on_both_boards(shelved, language):
    played = princely.Played(seed=5, story=shelved).over()
    for seat in {"en": (0, None), "de": (1,)}[language]:
        chair = FakeChair(options=played.options, names=princely.NAMES)
        chair.game, chair.you = princes.MODEL.id, seat
        board = board_of(chair, Words(language, "court"), Paper(io.StringIO()), pauses=False)
        board.open()
        for update in (*played.glimpses[seat], Over()):
            board.hear(update)
        told = board.paper._stream.getvalue()
        assert "ST OSRIC'S" in told
        assert "Osric's stands on a rock" in told or seat is None
        assert len(told) > 10_000
        async with princely.seated(played, Over(), seat=seat, last=60, language=language) as (app, pilot, _):
            await until(lambda app=app: app.desk.over, app)
            await pilot.press("enter", "l", "escape", "j", "escape", "b", "escape", "question_mark", "escape")
            assert shown(app).strip()


@pytest.mark.parametrize(("language", "day"), [("en", "day 1 of 3"), ("de", "Tag 1 von 3")])
async def test_the_name_that_a_story_gives_its_setting_stands_over_its_days(shelved, language, day):
    played = princely.Played(7, story=shelved).until(princely.at("pause"))
    async with princely.seated(played, language=language) as (app, _, __):
        await until(lambda: app.screen._window.total, app)
        told = shown(app)
        assert f"ST OSRIC'S  {day}" in told
        assert "ST OSRIC'S" in [line.strip() for line in told.splitlines()]
        assert "TOWER" not in told


def test_the_night_of_the_page_could_stand_in_the_story_that_comes_along():
    """Its place, its hour, its arrivals, and what it takes for granted."""
    _, _, places, card, _, granted, ending = map(tomllib.loads, pieces("write-a-story.md"))
    story = loading.read(loading.folder("tower"))
    shown = msgspec.convert({**places, **granted}, Story)
    assert {*shown.places} <= {*story.places}
    assert {*shown.hours} <= {*story.hours}
    assert all(each.says for each in shown.granted)
    (challenge,) = card["challenges"]
    arrivals = msgspec.convert(challenge["arrivals"], tuple[Arrival, ...])
    (there,) = (each for each in story.challenges if each.number == challenge["number"])
    number = next(n for n, each in enumerate(story.challenges) if each is there)
    with_it = list(story.challenges)
    with_it[number] = replace(there, at=challenge["at"], arrivals=arrivals)
    (section,) = ending["sections"]
    led = msgspec.convert(section["arrivals"], tuple[Arrival, ...])
    sections = tuple(replace(s, arrivals=led) if s.id == "e02" else s for s in story.sections)
    found = faults(replace(story, challenges=tuple(with_it), sections=sections))
    named = (there.id, "section.e02")
    assert not [f for f in found if f.code[0] == "N" and any(name in f.place for name in named)]


def test_the_routes_of_the_page_are_a_section_that_only_leads_on():
    _, routes, *_ = map(tomllib.loads, pieces("write-a-story.md"))
    (section,) = msgspec.convert(routes, Story).sections
    assert (section.id, section.title, section.routes[-1].when) == ("misery", "", None)


def test_the_page_counts_the_words_of_a_story():
    page = (PAGES / "write-a-story.md").read_text("utf-8")
    does, asks = re.search(r"(\d+) things that a\s+card may do, (\d+) that it\s+may ask", page).groups()
    assert (int(does), int(asks)) == (len(vocabulary.Effect.__args__), len(vocabulary.Query.__args__))
