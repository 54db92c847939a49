"""The files that the how-to pages show can be used as they stand."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from lltui import text
from lltui.games.love_letter.model import HandLookedAt, Played, TokenWon
from text.tellings import GAME, NAMES

PAGES = Path(__file__).parents[2] / "docs" / "how-to"
SHOWN = re.compile(r"`((?:themes|locales)/[\w/-]+\.toml)`:\n\n((?:       .*\n|\n)+)")


@pytest.fixture
def config(tmp_path):
    """A function that writes every file that a page shows."""
    yield lambda page: written(tmp_path, page)
    text.use(text.Library())


def written(folder, page):
    shown = SHOWN.findall((PAGES / page).read_text("utf-8"))
    assert shown
    for name, content in shown:
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(re.sub("^       ", "", content, flags=re.MULTILINE), "utf-8")
    library, complaints = text.load(folder)
    assert complaints == ()
    text.use(library)


def test_the_theme_can_be_played(config):
    config("write-a-theme.md")
    voice = text.voice(GAME, "en", "bakery", NAMES, 0)
    assert voice.say(Played(1, "guard", 0, "princess")) == (
        "Ben plays the Apprentice on you and names the Master Baker."
    )
    assert voice.say(TokenWon(0, 2)) == "You get an apron and have two now."


def test_the_language_can_be_spoken(config):
    config("translate.md")
    voice = text.voice(GAME, "nl", "court", NAMES, 0)
    assert voice.say(HandLookedAt(1, 2)) == "Ben bekijkt James\N{RIGHT SINGLE QUOTATION MARK} hand."
    assert voice.say(HandLookedAt(1, 0)) == "Ben bekijkt je hand."
    assert voice.say(Played(0, "guard", 1)) == "Je speelt Guard op Ben."
