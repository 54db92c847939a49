"""A player's own themes and languages: what is sound is used, what is broken is named and left out."""

from __future__ import annotations

import os
from importlib import resources
from pathlib import Path

import pytest
from text.tellings import GAME, LANGUAGES, NAMES, THEMES

from lltui import text
from lltui.authoring import own_file as broken
from lltui.authoring import own_words
from lltui.files import reading
from lltui.games.love_letter.events import Drew, Played

SHIPPED = Path(str(resources.files("lltui.text")))
GRAMMAR = (SHIPPED / "locales/en/grammar.toml").read_text("utf-8")
COURT = (SHIPPED / "themes/court.toml").read_text("utf-8")


@pytest.fixture
def config(tmp_path):
    """A function that writes a file of the configuration folder."""

    def write(name, content):
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        return tmp_path

    return write


@pytest.fixture(autouse=True)
def _shipped_words_afterwards():
    yield
    text.use(text.Library())


def complaints(folder):
    return [(type(c), Path(c.facts["file"]).name, c.facts["line"], c.facts.get("key")) for c in load(folder)]


def load(folder):
    return own_words.load(folder).complaints


# ------------------------------------------------------------------ what is sound


def test_all_that_the_package_ships_would_pass_as_a_player_s_own(tmp_path):
    for folder in ("locales", "themes"):
        (tmp_path / folder).symlink_to(SHIPPED / folder)
    assert load(tmp_path) == ()


def test_no_folder_is_no_trouble(tmp_path):
    assert load(tmp_path / "nowhere") == ()


def test_an_own_theme_is_offered_and_spoken(config):
    folder = config("themes/mine.toml", COURT.replace('"Guard"', '"Sentry"'))
    library, wrong = own_words.load(folder)
    assert wrong == ()
    text.use(library)
    assert [line.id for line in text.themes("en")] == [*THEMES, "mine"]
    said = text.voice(GAME, "en", "mine", NAMES, None).say(Played(0, "guard", 1, "king"))
    assert said == "Ada plays the Sentry on Ben and names the King."


def test_a_theme_that_lacks_a_language_lends_its_english_names(config):
    english_only = COURT.split("[words.de]")[0].replace('"Guard"', '"Sentry"')
    library, wrong = own_words.load(config("themes/mine.toml", english_only))
    assert wrong == ()
    text.use(library)
    assert text.voice(GAME, "de", "mine", NAMES, None).say(Played(0, "guard")) == "Ada spielt Sentry."


def test_a_language_begun_falls_back_to_english(config):
    config("locales/nl/grammar.toml", GRAMMAR.replace('"English"', '"Nederlands"'))
    folder = config("locales/nl/love-letter.toml", '[say]\nDrew = "{Who} trekt een kaart."\n')
    library, wrong = own_words.load(folder)
    assert wrong == ()
    text.use(library)
    assert text.languages() == {"en": "English", "de": "Deutsch", "nl": "Nederlands"}
    voice = text.voice(GAME, "nl", "court", NAMES, 0)
    assert voice.say(Drew(1)) == "Ben trekt een kaart."
    assert voice.say(Played(1, "guard", 0)) == "Ben plays the Guard on you."
    assert text.words("nl", "plain") == text.words("en", "plain")
    assert text.default_language({"LANG": "nl_BE.UTF-8"}) == "nl"


def test_single_sentences_of_a_language_may_be_replaced(config):
    library, wrong = own_words.load(
        config("locales/de/love-letter.toml", '[say]\nDrew = "{Who} nimmt eine."\n')
    )
    assert wrong == ()
    text.use(library)
    assert text.voice(GAME, "de", "court", NAMES, None).say(Drew(0)) == "Ada nimmt eine."
    assert text.voice(GAME, "de", "court", NAMES, None).say(Played(0, "guard")) == "Ada spielt die Wächterin."


def test_a_broken_file_does_not_keep_the_others_out(config):
    config("themes/bad.toml", "glyph =")
    folder = config("themes/good.toml", COURT)
    library, wrong = own_words.load(folder)
    assert [type(c) for c in wrong] == [broken.Unreadable]
    assert "good" in library.theme_names()
    assert "bad" not in library.theme_names()


# ------------------------------------------------------------------ broken themes


SPY = '{ name = "Spy", kind = "common" }'
BARON = '{ gen = "Barons" }'
MOON = 'sign = "☽"'


@pytest.mark.parametrize(
    ("old", "new", "kind", "line"),
    [
        ('title = "The court"', 'titel = "x"', broken.StrangeKey, 'titel = "x"'),
        ('title = "The court"\n', "", broken.MissingKey, "[words.en]"),
        ('title = "The court"', "title = 3", broken.WrongShape, "title = 3"),
        (f"spy = {SPY}\n", "", broken.MissingKey, "[words.en.card]"),
        ('baron = { sign = "♜", ascii = "B" }\n', "", broken.MissingKey, "[glyph]"),
        (f"spy = {SPY}", f"imp = {SPY}", broken.StrangeKey, "imp = "),
        (SPY, '{ name = "Spy" }', broken.MissingKey, '{ name = "Spy" }'),
        (SPY, '{ name = "", kind = "common" }', broken.WrongShape, 'name = ""'),
        (SPY, f'{{ name = "{"y" * 21}", kind = "common" }}', broken.WrongShape, "yyy"),
        (SPY, '{ name = "Spy", kind = "m" }', broken.StrangeKind, 'name = "Spy"'),
        (BARON, '{ dat = "Baron" }', broken.MissingCase, 'Baron" }'),
        (BARON, '{ gen = "Barons", voc = "x" }', broken.StrangeCase, "voc ="),
        (SPY, '{ name = "Spy", kind = "common", narrow = "S-pi" }', broken.OtherName, 'narrow = "S-pi"'),
        ("[words.de", "[words.xx", broken.StrangeKey, "[words.xx]"),
        ('"Spy"', '"S\\u001b[31mpy"', broken.ControlCharacter, "31mpy"),
        ('"Spy"', '"S\\u202epy"', broken.ControlCharacter, "202epy"),
        (MOON, 'sign = "🌙"', broken.NotOneCell, "🌙"),
        (MOON, 'sign = "月"', broken.NotOneCell, "月"),
        (MOON, 'sign = "⚡"', broken.NotOneCell, "⚡"),
        (MOON, 'sign = "☽☽"', broken.NotOneCell, "☽☽"),
        (MOON, 'sign = "\\u0301"', broken.NotOneCell, "0301"),
        (MOON, 'sign = " "', broken.NotOneCell, 'sign = " "'),
        ('ascii = "?"', 'ascii = "é"', broken.NotOneCell, "é"),
        ('ascii = "?"', 'ascii = "G"', broken.SameSign, "guard ="),
    ],
)
def test_a_broken_theme_is_named_with_line_and_reason(config, old, new, kind, line):
    assert old in COURT
    content = COURT.replace(old, new)
    found = load(config("themes/mine.toml", content))
    told = next(complaint for complaint in found if type(complaint) is kind)
    assert told.facts["file"].endswith("mine.toml")
    assert told.facts["line"] == content[: content.index(line)].count("\n") + 1


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (b"[glyph]\nspy = \n", 2),
        (b"[glyph]\nspy = '''\n\n", 4),
        (b"# caf\xe9\n", 1),
        (b"[glyph]\n# \xff\n", 2),
        (b"#" * 300_000, 1),
    ],
    ids=["no value", "unended", "latin-1", "second line", "too large"],
)
def test_what_cannot_be_read_is_named(config, content, line):
    assert complaints(config("themes/mine.toml", content)) == [(broken.Unreadable, "mine.toml", line, None)]


def test_a_file_that_may_not_be_opened_is_named(config):
    folder = config("themes/mine.toml", "")
    (folder / "themes/mine.toml").unlink()
    (folder / "themes/mine.toml").symlink_to("nowhere")
    assert complaints(folder) == [(broken.Unreadable, "mine.toml", 1, None)]


def test_a_name_that_cannot_be_typed_is_named(config):
    config("themes/My Theme.toml", COURT)
    folder = config("locales/DEUTSCH/plain.toml", "")
    assert [c[:2] for c in complaints(folder)] == [
        (broken.BadName, "DEUTSCH"),
        (broken.BadName, "My Theme.toml"),
    ]


# ------------------------------------------------------------------ broken languages


@pytest.mark.parametrize(
    ("content", "kind", "line"),
    [
        ('[say]\nDrew = "{Who draws."', broken.BadGap, 2),
        ('[say]\nDrew = "{who!r} draws."', broken.BadGap, 2),
        ('[say]\nDrew = "{who.name.__class__} draws."', broken.BadGap, 2),
        ('[say]\nDrew = "{whom} draws."', broken.StrangeGap, 2),
        ('[say]\nDrew = "{who.dat} draws."', broken.StrangeGap, 2),
        ('[say]\nPlayed = "{Who} plays {card} on {target}."', broken.StrangeGap, 2),
        ('[say.Drew]\n"who:you" = "You."', broken.NeverSilent, 1),
        ('[say.Drew]\n"who:you" = "You."\n"who:us" = "We."\nelse = "{Who}."', broken.NeverSaid, 3),
        ('[say.Drew]\nelse = "{Who}."\n"who:you" = "You."', broken.NeverSaid, 3),
        ('[say]\nDrawn = "x"', broken.StrangeKey, 2),
        ('[said]\nDrew = "x"', broken.StrangeKey, 1),
        ("[say]\nDrew = 3", broken.WrongShape, 2),
        ('[say.Drew]\n"who:you" = "You."\nelse = ["x"]', broken.WrongShape, 3),
        ('[say]\nDrew = "\\u001b]0;owned\\u0007"', broken.ControlCharacter, 2),
        ('[ask]\n"play trump" = "?"', broken.StrangeKey, 2),
        ('[rule]\nguess = "{draw}"', broken.StrangeGap, 2),
        ('[bar]\nforced = "{king}"', broken.StrangeGap, 2),
        ('[[chapter]]\ntitle = "A"\nlines = ["{council.acc}"]', broken.StrangeGap, 3),
        ("[[chapter]]\nlines = []", broken.MissingKey, 1),
        ('[[chapter]]\ntitle = "A"\neach_card = "{kard}"', broken.StrangeGap, 3),
    ],
)
def test_a_broken_sentence_is_named_with_line_and_reason(config, content, kind, line):
    config("locales/nl/grammar.toml", GRAMMAR)
    found = complaints(config("locales/nl/love-letter.toml", content + "\n"))
    assert [c[:3] for c in found] == [(kind, "love-letter.toml", line)]


@pytest.mark.parametrize(
    ("old", "new", "kind", "line"),
    [
        ('title = "English"\n', "", broken.MissingKey, 1),
        ('["nom", "acc", "gen"]', "[]", broken.MissingKey, 3),
        ('["nom", "acc", "gen"]', '["acc", "gen"]', broken.StrangeCase, 17),
        ('nom = "you"\n', "", broken.MissingKey, 16),
        ("[kind.name]\n", "[kind.name]\nneed = []\n", broken.StrangeKey, 37),
    ],
)
def test_a_broken_grammar_silences_its_language(config, old, new, kind, line):
    assert GRAMMAR.count(old) == 1
    config("locales/nl/love-letter.toml", '[say]\nDrew = "{Who}."\n')
    library, wrong = own_words.load(config("locales/nl/grammar.toml", GRAMMAR.replace(old, new)))
    assert (kind, line) in [(type(c), c.facts["line"]) for c in wrong]
    assert type(wrong[-1]) is broken.NoGrammar
    assert tuple(library.languages()) == LANGUAGES


def test_an_own_grammar_of_a_shipped_language_keeps_what_is_asked_of_it(config):
    german = (SHIPPED / "locales/de/grammar.toml").read_text("utf-8")
    found = load(config("locales/de/grammar.toml", german.replace("[kind.f]", "[kind.w]")))
    assert {type(c) for c in found} == {broken.MissingKey}
    assert {c.facts["key"].rsplit(".", 2)[0] for c in found} == {"kind.f"}
    assert load(config("locales/de/grammar.toml", german.replace("[kind.f]", "[kind.f] # feminin"))) == ()


@pytest.mark.parametrize(
    ("area", "content", "kind"),
    [
        ("trouble", '[UnknownTheme]\nwhat = "{theme} {nonsense}"', broken.StrangeGap),
        ("trouble", '[UnknownTheme]\nwhat = "{theme"', broken.BadGap),
        ("trouble", '[NoSuchTrouble]\nwhat = "x"', broken.StrangeKey),
        ("trouble", "[UnknownTheme]\nwhat = 1", broken.WrongShape),
        ("cli", '\nmeant = "{0.__class__}"', broken.StrangeGap),
        ("cli", '\nmeant = "{close"', broken.BadGap),
        ("cli", '\nmeaning = "x"', broken.StrangeKey),
        ("cli", '\nmeant = "\\u001b[2J{close}"', broken.ControlCharacter),
    ],
)
def test_a_broken_word_is_named_with_line_and_reason(config, area, content, kind):
    found = complaints(config(f"locales/de/{area}.toml", content + "\n"))
    line = 1 if content.startswith("[NoSuch") else 2
    assert [c[:3] for c in found] == [(kind, f"{area}.toml", line)] or found[0][:2] == (kind, f"{area}.toml")
    assert len(found) == 1


def test_a_file_that_nothing_reads_is_named(config):
    assert complaints(config("locales/de/planes.toml", "")) == [(broken.NoSuchFile, "planes.toml", 1, None)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_complaint_is_a_sentence_with_file_and_line(config, language):
    config("themes/mine.toml", COURT.replace('sign = "☽"', 'sign = "🌙"'))
    (complaint,) = load(config("themes/mine.toml", COURT.replace('sign = "☽"', 'sign = "🌙"')))
    told = text.trouble(language, complaint)
    assert f"themes{os.sep}mine.toml" in told.what
    assert " 4:" in told.what


# ------------------------------------------------------------------ files that nobody wrote for us


DEEP = {
    "lists in lists": "a = " + "[" * 100_000,
    "tables in tables": "a = " + "{a=" * 50_000,
    "keys of keys": "[" + "a." * 2_000 + "a]\nb = 'x'",
    "a number without end": "a = 1" + "0" * 5_000,
}


@pytest.mark.parametrize("content", DEEP.values(), ids=DEEP)
@pytest.mark.parametrize("name", ["themes/mine.toml", "locales/de/plain.toml", "locales/de/love-letter.toml"])
def test_what_is_too_deep_or_too_long_to_read_is_named(config, name, content):
    assert complaints(config(name, content)) == [(broken.Unreadable, Path(name).name, 1, None)]


KEY = ".".join(["a"] * 30_000)


@pytest.mark.parametrize(
    "content",
    [f"{KEY} = 1", f"[[ {KEY} ]]", f"b = {{ {KEY} = 1 }}", f"""{KEY.replace("a", '"a b"')} = 1"""],
    ids=["a key", "a table", "inside", "in quotes"],
)
def test_a_key_of_ten_thousands_of_dots_is_not_even_read(monkeypatch, content):
    """It takes the reader of Python the square of their number: 18 seconds for 64 kB."""
    monkeypatch.setattr(reading.tomllib, "loads", lambda _: pytest.fail("it was read"))
    with pytest.raises(reading.Unfit, match="deep"):
        reading.toml(f"x = 1\n{content}\n")


def test_prose_has_as_many_dots_as_it_likes():
    prose = "So . . . he said. " * 500 + "." * 5_000 + "it's."
    assert reading.toml(f'a = "{prose}"\nb = """\n{prose}\n"""') == {"a": prose, "b": f"{prose}\n"}


def test_a_pipe_in_the_place_of_a_file_holds_nobody_up(tmp_path):
    (tmp_path / "themes").mkdir()
    os.mkfifo(tmp_path / "themes/mine.toml")
    assert complaints(tmp_path) == [(broken.Unreadable, "mine.toml", 1, None)]


@pytest.mark.parametrize("name", ["themes", "locales"])
def test_a_folder_that_cannot_be_opened_is_named(tmp_path, name):
    (tmp_path / name).symlink_to(name)
    assert complaints(tmp_path) == [(broken.Unreadable, name, 1, None)]


@pytest.mark.parametrize("gap", ["{numbers:>99999999}", "{numbers:zz}", "{numbers!r}", "{numbers:{numbers}}"])
def test_a_gap_of_a_board_s_words_has_no_width_and_no_form(config, gap):
    found = complaints(config("locales/de/plain.toml", f'[prompt.answers]\nmany = "{gap}"\n'))
    assert found == [(broken.BadGap, "plain.toml", 2, "prompt.answers.many")]


def test_a_key_may_be_written_with_its_dot_in_quotes(config):
    assert load(config("locales/de/trouble.toml", '"UnknownTheme.what" = "Kein {theme}."\n')) == ()


def test_a_name_is_more_than_blanks(config):
    found = complaints(config("themes/mine.toml", COURT.replace('name = "Priest"', 'name = "  "')))
    assert [c[0] for c in found] == [broken.WrongShape]
