"""Settings are read value by value, and written so that they are read again."""

from __future__ import annotations

import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lltui.files import disk
from lltui.tui import settings
from lltui.tui.settings import FILE, Settings, SettingsUnwritable, change, read, write


def put(folder, content):
    (folder / FILE).write_text(content, "utf-8")
    return folder


def test_without_a_file_the_defaults_count(tmp_path):
    assert read(tmp_path) == (Settings(), ())


def test_what_is_written_is_read_again(tmp_path):
    wanted = Settings(
        name='O"Hara\\', language="de", look="light", bell=False, pace="quick", keys={"table.notes": "x"}
    )
    write(tmp_path / "new", wanted)
    assert read(tmp_path / "new") == (wanted, ())


def test_what_another_window_has_set_meanwhile_stays(tmp_path):
    mine, theirs = Settings(name="Kay"), Settings(name="Kay")
    write(tmp_path, mine)
    change(tmp_path, theirs, Settings(name="Kay", bell=False))
    change(tmp_path, mine, Settings(name="Kay", look="light"))
    assert read(tmp_path) == (Settings(name="Kay", bell=False, look="light"), ())


def test_what_was_typed_for_one_evening_or_cannot_be_followed_is_neither_kept_nor_lost(tmp_path):
    write(tmp_path, Settings(pace="none", keys={"no.such": "x"}))
    typed = Settings(pace="quick")
    change(tmp_path, typed, Settings(pace="quick", bell=False))
    assert read(tmp_path) == (Settings(pace="none", bell=False, keys={"no.such": "x"}), ())


def test_of_two_at_once_the_second_waits_and_is_told_if_that_is_too_long(tmp_path, monkeypatch):
    monkeypatch.setattr(settings, "PATIENCE", 0.01)
    with disk.one_at_a_time(tmp_path, 1.0), pytest.raises(SettingsUnwritable):
        change(tmp_path, Settings(), Settings(bell=False))
    assert read(tmp_path) == (Settings(), ())
    change(tmp_path, Settings(), Settings(bell=False))
    assert not read(tmp_path).settings.bell


def test_a_link_to_a_file_elsewhere_stays_one(tmp_path):
    """As those have it who keep all their settings in one folder."""
    (tmp_path / "dotfiles").mkdir()
    file = put(tmp_path / "dotfiles", "bell = false\n") / FILE
    (tmp_path / FILE).symlink_to(file)
    change(tmp_path, Settings(bell=False), Settings(bell=False, look="light"))
    assert (tmp_path / FILE).is_symlink()
    assert file.read_text("utf-8") == 'look = "light"\nbell = false\n'


def test_what_stands_in_such_a_file_and_is_none_is_put_aside_beside_it(tmp_path):
    (tmp_path / "dotfiles").mkdir()
    (tmp_path / FILE).symlink_to(put(tmp_path / "dotfiles", "nonsense = = 1") / FILE)
    change(tmp_path, Settings(), Settings(look="light"))
    assert [file.read_text() for file in (tmp_path / "dotfiles").glob("*.damaged-1")] == ["nonsense = = 1"]
    assert read(tmp_path) == (Settings(look="light"), ())


@given(
    name=st.text(st.characters(codec="utf-8", exclude_categories=("Cc",)), min_size=1, max_size=20),
    pace=st.sampled_from(["slow", "quick", "none"]),
    keys=st.dictionaries(st.text("abc._", max_size=8), st.text("abc,+", min_size=1, max_size=8), max_size=3),
)
def test_whatever_can_be_set_survives_the_file(tmp_path_factory, name, pace, keys):
    folder = tmp_path_factory.mktemp("config")
    wanted = Settings(name=name, pace=pace, keys=keys)
    write(folder, wanted)
    assert read(folder) == (wanted, ())


@pytest.mark.parametrize(
    ("line", "setting"),
    [
        ('look = "purple"', "look"),
        ("bell = 1", "bell"),
        ("pace = 0.7", "pace"),
        ('pace = "fast"', "pace"),
        ("nonsense = true", "nonsense"),
        ('keys = "x"', "keys"),
        ("[keys]\nhelp = 3", "keys"),
    ],
)
def test_a_value_that_does_not_fit_is_named_and_the_others_count(tmp_path, line, setting):
    found = read(put(tmp_path, f"title = false\n{line}\n"))
    assert not found.settings.title
    (complaint,) = found.complaints
    assert complaint.facts["setting"] == setting


def test_a_file_that_is_no_toml_is_told_of_and_put_aside_when_something_is_set(tmp_path):
    found = read(put(tmp_path, "bell = = false"))
    assert found.settings == Settings()
    assert type(found.complaints[0]) is settings.SettingsUnreadable
    write(tmp_path, Settings(bell=False))
    assert read(tmp_path) == (Settings(bell=False), ())
    assert (tmp_path / "settings.damaged-1").read_text() == "bell = = false"


def test_whatever_was_put_aside_before_stays_there(tmp_path):
    for words in ("bell = = false", "title = = false"):
        put(tmp_path, words)
        write(tmp_path, Settings(bell=False))
    aside = [(tmp_path / f"settings.damaged-{number}").read_text() for number in (1, 2)]
    assert aside == ["bell = = false", "title = = false"]


def test_what_the_disk_does_not_take_leaves_the_file_as_it_was(tmp_path, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    put(tmp_path, "bell = = false")
    monkeypatch.setattr("os.pwrite", full)
    with pytest.raises(SettingsUnwritable):
        write(tmp_path, Settings(bell=False))
    assert {file.name: file.read_text() for file in tmp_path.iterdir()} == {FILE: "bell = = false"}


@pytest.mark.parametrize(
    "content", [b"\xff\xfe", b"x" * (settings.LARGEST + 1), b"a = [" * 5000, b"a = " + b"[" * 20_000]
)
def test_bytes_that_are_no_settings_cost_no_more_than_a_sentence(tmp_path, content):
    (tmp_path / FILE).write_bytes(content)
    assert [type(trouble) for trouble in read(tmp_path).complaints] == [settings.SettingsUnreadable]


def test_a_folder_in_place_of_the_file_is_a_sentence_too(tmp_path):
    (tmp_path / FILE).mkdir()
    assert read(tmp_path).complaints
    with pytest.raises(SettingsUnwritable):
        write(put(tmp_path / FILE, "").joinpath(FILE), Settings())


def test_a_folder_that_nobody_lets_us_look_into_is_a_sentence(tmp_path, monkeypatch):
    def shut(*_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("os.stat", shut)
    monkeypatch.setattr("lltui.files.reading.os.open", shut)
    (complaint,) = read(tmp_path).complaints
    assert complaint.facts["reason"] == "Permission denied"


@pytest.mark.timeout(20)
def test_a_pipe_in_place_of_the_file_is_not_waited_for(tmp_path):
    """Whoever opens one stands there until somebody writes into it, and nothing is drawn."""
    os.mkfifo(tmp_path / FILE)
    (complaint,) = read(tmp_path).complaints
    assert complaint.facts["reason"] == "not a file"
    write(tmp_path, Settings(bell=False))
    assert read(tmp_path) == (Settings(bell=False), ())
