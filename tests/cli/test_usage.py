from __future__ import annotations

import re

import pytest

from lltui.cli import main
from lltui.commands.cli_context import own_words
from lltui.options import COMMANDS


@pytest.fixture(autouse=True)
def _at_nobodys(monkeypatch, tmp_path):
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.delenv("LC_MESSAGES", raising=False)
    monkeypatch.setenv("LLTUI_CONFIG_DIR", str(tmp_path))
    own_words.cache_clear()
    yield
    own_words.cache_clear()


def said(text):
    """Without the breaks between lines."""
    return " ".join(text.split())


@pytest.mark.parametrize("folder", ["themes", "locales"])
def test_a_folder_of_own_words_that_cannot_be_opened_is_told_before_anything_else(folder, tmp_path, capsys):
    (tmp_path / folder).symlink_to(folder)
    main(["rules"])
    assert "symbolic links" in said(capsys.readouterr().err)


def test_what_the_cards_are_called_in_a_theme_is_told_with_it(capsys):
    assert main(["themes"]) == 0
    told = said(capsys.readouterr().out)
    assert "Guard, Priest, Baron, Handmaid, Prince, King, Countess, Princess" in told
    assert "Bride" in told


@pytest.mark.parametrize(
    "line", ["--language de --plain themes", "themes --language=de", "--language=de themes"]
)
def test_what_the_first_page_lists_may_stand_before_the_command(line, capsys):
    assert main(line.split()) == 0
    assert "court: Der Hof." in said(capsys.readouterr().out)


WRONG = [
    ("plya", "There is no command “plya”. Did you mean “play”? Choose one of these: play, "),
    ("--plain jion", "There is no command “jion”. Did you mean “join”? Choose one of these: play, "),
    ("--verison", "“--verison” means nothing here. Did you mean “--version”?"),
    ("play --editon german", "“--editon” means nothing here. Did you mean “--edition”? These options"),
    ("play --ed german", "“--ed” means nothing here. Did you mean “--edition”?"),
    ("join --lang de", "“--lang” means nothing here. Did you mean “--language”?"),
    ("play love-letter now", "“now” means nothing here."),
    ("play now", "There is no game called “now”."),
    ("play princes --edition classic", "--edition is nothing that princes has."),
    ("play princes --agree difficulty=easy", "The difficulty of a table cannot be “easy”."),
    ("play princes --agree story=mine", "There is no story “mine”."),
    ("play princes --players 3", "The Two Princes is for two players, not for three."),
    ("play --edition germna", "There is no edition called “germna”. Did you mean “german”? Choose one of"),
    ("play --edition GERMAN", "Did you mean “german”?"),
    ("rules --edition xyz", "There is no edition called “xyz”. Choose one of these: classic, manual,"),
    ("play --variant shrt", "There is no house rule called “shrt”. Did you mean “short”?"),
    ("rules --variant shrt", "There is no house rule called “shrt”. Did you mean “short”?"),
    ("play --theme curt", "There is no theme called “curt”. Did you mean “court”?"),
    ("rules --theme curt", "There is no theme called “curt”. Did you mean “court”?"),
    ("themes --language dee", "There is no language called “dee”. Did you mean “de”?"),
    ("editions --language fr", "There is no language called “fr”. Choose one of these: en or de."),
    ("arena --language fr", "There is no language called “fr”. Choose one of these: en or de."),
    ("play --level nromal", "There is no bot called “nromal”. Did you mean “normal”?"),
    ("play --bots easy,clever", "There is no bot called “clever”."),
    ("arena --bots easy,clever", "There is no bot called “clever”."),
    ("play --players 7", "The option --players wants a whole number, and “7” is none that fits."),
    ("play --players two", "Give a number from 2 to 6."),
    ("play --players 5", "The edition “classic” is not for five players. It is for two to four."),
    ("rules --players 5", "The edition “classic” is not for five players."),
    ("play --bots easy,easy,easy,easy,easy,easy", "is not for 7 players."),
    ("play --bots easy,easy --players 2", "The options do not agree: --bots gives 2, but 1 other"),
    ("play --names Ada --players 3", "The options do not agree: --names gives 1, but 2 other"),
    ("play --bots easy --level easy", "The options --level and --bots cannot stand together."),
    ("play --name Ada --names ada,Ben", "Two players are called “Ada”."),
    ("play --name 12", "“12” cannot be a player\u2019s name."),
    ("play --name \x1b[2J", "cannot be a player\u2019s name. A name has at least one letter and at most 20"),
    (f"play --names Ada,{'x' * 99}", "cannot be a player\u2019s name."),
    ("play --seed", "The option --seed needs a value behind it."),
    ("play --seed x", "The option --seed wants a whole number, and “x” is none that fits."),
    ("play --seed -1", "The option --seed"),
    (f"play --seed {'9' * 5000}", "The option --seed wants a whole number"),
    (f"play --seed {'0' * 20 + '9' * 30}", "The option --seed wants a whole number"),
    (f"play --seed {'0' * 20 + '9' * 5000}", "The option --seed wants a whole number"),
    ("play --edition ", "The option --edition needs a value behind it."),
    ("play --name=", "The option --name needs a value behind it."),
    ("play --bots ,", "The option --bots needs a value behind it."),
    ("play --variant= --variant short", "There is no house rule called “”."),
    ("play --target 0", "The option --target wants a whole number, and “0” is none that fits."),
    ("play --no-pauses=yes", "The option --no-pauses takes no value."),
    ("play --date yesterday", "The option --date wants a day, and “yesterday” is none."),
    ("arena --matches 0", "The option --matches wants a whole number"),
]


@pytest.mark.parametrize("words, sentence", WRONG, ids=[words[:40] for words, _ in WRONG])
def test_wrong_usage_is_a_sentence_with_what_was_perhaps_meant(words, sentence, capsys):
    assert main(words.split(" ")) == 2
    output, errors = capsys.readouterr()
    assert output == ""
    assert sentence in said(errors)
    assert "\x1b" not in errors
    assert all(len(line) < 80 for line in errors.splitlines())


@pytest.mark.parametrize("words, _sentence", WRONG, ids=[words[:40] for words, _ in WRONG])
def test_wrong_usage_is_told_in_the_players_language(words, _sentence, capsys, monkeypatch):
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    main(words.split(" "))
    _, errors = capsys.readouterr()
    english = {"The", "There", "Did", "Choose", "Give", "means", "These"}
    assert english & set(errors.replace("“", " ").split()) == set()


def test_the_language_of_the_command_line_wins(capsys):
    assert main(["play", "--language=de", "--edition", "x"]) == 2
    assert "Ausgabe" in capsys.readouterr().err
    assert main(["play", "--language", "de", "--editon"]) == 2
    assert "Meintest du" in capsys.readouterr().err


def test_alone_it_tells_the_two_commands_to_begin_with(capsys):
    assert main([]) == 0
    output = capsys.readouterr().out
    assert "\n  lltui play\n" in output
    assert "\n  lltui --help\n" in output


@pytest.mark.parametrize("words", [["--help"], ["-h"], ["help"]])
def test_help_lists_every_command(words, capsys):
    assert main(words) == 0
    output = capsys.readouterr().out
    assert [name for name in COMMANDS if f"  {name} " not in output] == []


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_its_help(command, capsys):
    assert main([command, "--help"]) == 0
    assert f"usage: lltui {command} " in capsys.readouterr().out


def test_help_speaks_german_under_a_german_locale(capsys, monkeypatch):
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    assert main(["play", "--help"]) == 0
    assert "Aufruf: lltui play " in capsys.readouterr().out
    assert main(["--help", "--language", "en"]) == 0
    assert "usage: lltui " in capsys.readouterr().out


def test_version(capsys):
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("lltui 0.")


@pytest.mark.parametrize("language", ["en", "de"])
def test_editions_themes_and_rules_tell_what_there_is(language, capsys):
    from lltui import text
    from lltui.games.love_letter.loading import editions, variants

    assert main(["editions", "--language", language]) == 0
    output = capsys.readouterr().out
    assert [name for name in (*editions(), *variants()) if f"  {name}: " not in output] == []
    assert main(["themes", "--language", language]) == 0
    output = capsys.readouterr().out
    assert [theme.id for theme in text.themes(language) if theme.about.split()[0] not in output] == []
    for name in editions():
        assert main(["rules", "--edition", name, "--language", language]) == 0
        output = capsys.readouterr().out
        assert all(len(line) < 80 for line in output.splitlines())


@pytest.mark.parametrize("language", ["en", "de"])
def test_editions_say_where_there_is_no_hard_and_no_advice(language, capsys):
    from lltui.bots.catalog import HARD, adviser, bots
    from lltui.games.love_letter.loading import editions
    from lltui.games.love_letter.model import MODEL, Options
    from lltui.text import Wording

    main(["editions", "--language", language])
    output = capsys.readouterr().out
    below = dict(re.findall(r"^  (\S+): (.*(?:\n    .*)*)", output, re.MULTILINE))
    told = Wording(language, area="cli")("editions.unlearned", bot=HARD)
    without = {name for name in editions() if told in said(below[name])}
    assert without == {name for name in editions() if adviser(MODEL.id, Options(name), 0) is None}
    assert without == {name for name in editions() if HARD not in bots(MODEL.id, Options(name))}
    assert without


def test_rules_follow_the_options(capsys):
    main(["rules", "--edition", "modern", "--players", "6", "--theme", "reindeer", "--target", "9"])
    output = said(capsys.readouterr().out)
    assert "With six players, the first to have 9 sleigh bells wins the match." in output


def test_a_broken_file_is_named_and_the_rest_goes_on(tmp_path, capsys):
    themes = tmp_path / "themes"
    themes.mkdir()
    (themes / "mine.toml").write_text("glyph = [")
    assert main(["themes"]) == 0
    output, errors = capsys.readouterr()
    assert "court: " in output
    assert "mine.toml,line1:" in "".join(errors.split())
    assert main(["themes", "--theme", "mine"]) == 2


@pytest.mark.parametrize("option", ["--edition classic", "--variant short", "--target 3", "--players 2"])
def test_rules_of_a_game_without_editions_refuse_what_it_has_not(option, capsys):
    assert main(["rules", "princes", *option.split()]) == 2
    told = capsys.readouterr().err
    assert f"{option.split()[0]} is nothing that princes has." in told
    assert "Leave it away, or choose another game." in told
