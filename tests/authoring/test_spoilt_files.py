"""However a file is spoilt: the program starts, and either speaks from it or names what is wrong."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from text.tellings import GAME, LANGUAGES, NAMES, events

from lltui import text
from lltui.authoring import own_words
from lltui.authoring.own_file import Unreadable, open_page

SHIPPED = Path(str(resources.files("lltui.text")))
FILES = (
    "themes/court.toml",
    "locales/de/grammar.toml",
    "locales/de/love-letter.toml",
    "locales/de/trouble.toml",
)
SCRAPS = st.one_of(
    st.sampled_from([*"\"'{}[]=\n\x1b", "{who}", "{card.gen}", "\N{FULL MOON SYMBOL}"]),
    st.text(max_size=3),
)
EVENTS = list(events())[::5]


def spoilt(content, cuts):
    for place, length, scrap in cuts:
        at = int(place * len(content))
        content = content[:at] + scrap + content[at + length :]
    return content


@pytest.mark.parametrize("name", FILES)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(cuts=st.lists(st.tuples(st.floats(0, 1), st.integers(0, 40), SCRAPS), min_size=1, max_size=3))
def test_a_spoilt_file_is_named_or_spoken(tmp_path, name, cuts):
    file = tmp_path / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(spoilt((SHIPPED / name).read_text("utf-8"), cuts), "utf-8")
    library, complaints = own_words.load(tmp_path)
    for complaint in complaints:
        assert 1 <= complaint.facts["line"] <= len(file.read_text("utf-8").splitlines()) + 1
        assert all(part.isprintable() for part in text.trouble("de", complaint))
    text.use(library)
    try:
        for language in LANGUAGES:
            voice = text.voice(GAME, language, "court", NAMES, 0)
            assert all(voice.say(event) for event in EVENTS)
    finally:
        text.use(text.Library())


def test_a_folder_in_the_place_of_a_file_is_named(tmp_path):
    (tmp_path / "court.toml").mkdir()
    with pytest.raises(Unreadable):
        open_page(tmp_path / "court.toml")
