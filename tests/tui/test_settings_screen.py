"""The settings: each has its words, each shows at once, each is kept; and no file can break the start."""

from __future__ import annotations

import asyncio
from typing import get_args

import pytest
from alone import Held
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from tui import kept
from tui.legible import seen_in_every_theme
from tui.showing import AT_ONCE, alone, at_table, opened, shown, until
from tui.whole import seen_whole

from lltui import text
from lltui.desk.desk import Place, Words
from lltui.tui import first_screen
from lltui.tui import settings as file_of_settings
from lltui.tui.flows import match_form as page
from lltui.tui.flows.match_form import faces_shown
from lltui.tui.kit import base_app
from lltui.tui.kit.base_app import NONE, PLAIN
from lltui.tui.kit.lists import RowBeside
from lltui.tui.settings import FILE, Pace, Settings, read
from lltui.tui.term.driver import FrameDriver

EVERY = sorted(set(Settings.__struct_fields__) - {"keys"})


def test_the_page_has_every_setting_once():
    assert sorted(page.PAGE) == EVERY


@pytest.mark.parametrize("name", EVERY)
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_setting_and_every_value_has_its_words(name, language):
    words = text.words(language, "screens")
    assert words[f"setting.{name}.label"]
    assert words[f"setting.{name}.about"].endswith(".")
    field = next(each for each in page.fields(Settings(), language) if each.name == name)
    if name in ("look", "pace"):
        assert all(words[f"setting.{name}.value.{value}"] for value in field.values)


@given(st.data())
def test_whatever_is_chosen_is_a_setting_that_is_read_again(tmp_path_factory, data):
    folder, now = tmp_path_factory.mktemp("config"), Settings()
    for _ in range(data.draw(st.integers(1, 6))):
        field = data.draw(st.sampled_from([each for each in page.fields(now, "en") if each.values]))
        now = page.put(now, field.name, data.draw(st.sampled_from(field.values)))
    from lltui.tui.settings import write

    write(folder, now)
    assert read(folder) == (now, ())


async def at_settings(app, pilot, line):
    await pilot.press("8", "enter")
    await until(lambda: isinstance(app.screen, page.SettingsScreen), app)
    await pilot.pause()
    for _ in range(page.PAGE.index(line)):
        await pilot.press("down")


async def test_the_language_changes_while_one_looks_and_is_kept(tmp_path):
    async with opened(first_screen.menu, ways=kept.ways(tmp_path, CONFIG=tmp_path)) as (app, pilot):
        await at_settings(app, pilot, "language")
        await pilot.press("left")
        await until(lambda: "Einstellungen, aufbewahrt in" in shown(app), app)
        await until(lambda: read(tmp_path).settings.language == "de", app)
        await pilot.press("escape")
        await until(lambda: "gegen Bots" in shown(app), app)


@pytest.mark.parametrize("line", [name for name in page.PAGE if name not in ("name", "language")])
async def test_left_and_right_change_a_setting_and_change_it_back(line, tmp_path):
    async with opened(first_screen.menu, ways=kept.ways(tmp_path, CONFIG=tmp_path)) as (app, pilot):
        await at_settings(app, pilot, line)
        before = app.settings
        await pilot.press("right")
        await until(lambda: app.settings != before, app)
        # Nothing else: how these tests play was typed for this time alone, as it were.
        wanted = replace(Settings(), **{line: getattr(app.settings, line)})
        await until(lambda: read(tmp_path).settings == wanted, app)
        assert getattr(app.settings, line) != getattr(before, line)
        await pilot.press("left")
        usual = {"theme": text.themes("en")[0].id}.get(line, getattr(before, line))
        await until(lambda: getattr(app.settings, line) == usual, app)


async def test_colours_change_at_once(tmp_path):
    async with opened(first_screen.menu, ways=kept.ways(tmp_path, CONFIG=tmp_path)) as (app, pilot):
        await at_settings(app, pilot, "look")
        seen = []
        for _ in range(4):
            await pilot.press("right")
            seen.append((app.settings.look, app.theme))
        assert seen == [
            ("dark", "lltui-dark"),
            ("light", "lltui-light"),
            ("plain", PLAIN),
            ("auto", "lltui-dark"),
        ]


@pytest.mark.hostile  # as below: a theme has signs of its own
async def test_the_cards_of_a_theme_stand_beside_the_list_and_beside_each_that_may_be_chosen(tmp_path):
    async with opened(first_screen.menu, ways=kept.ways(tmp_path, CONFIG=tmp_path)) as (app, pilot):
        await at_settings(app, pilot, "language")
        await until(lambda: "8 Princess" in shown(app), app)
        await pilot.press("down")
        await pilot.press("right")
        await until(lambda: "8 Bride" in shown(app) and "8 Princess" not in shown(app), app)
        await seen_whole(app, pilot)
        await seen_in_every_theme(app, pilot)
        await pilot.press("enter", "down")
        await until(lambda: "8 Diva" in shown(app), app)
        assert app.settings.theme == "altar"  # seen, and not chosen
        await seen_whole(app, pilot)
        await pilot.press("enter")
        await until(lambda: app.settings.theme == "opera", app)
        await pilot.press("down")
        await until(lambda: app.screen.field.name == "look" and "8 Diva" in shown(app), app)


async def test_the_terminal_gets_its_mouse_back_at_once(tmp_path):
    async with opened(first_screen.menu, ways=kept.ways(tmp_path, CONFIG=tmp_path)) as (app, pilot):
        told = []
        app._driver.let_mouse = told.append  # no headless one has a terminal to tell it
        await at_settings(app, pilot, "mouse")
        await pilot.press("right", "right")
        assert told == [False, True]


def test_a_terminal_is_told_to_keep_its_mouse_or_to_tell_of_clicks():
    driver, written = FrameDriver.__new__(FrameDriver), []
    driver.write, driver.flush, driver._mouse = written.append, lambda: None, True
    driver.let_mouse(False)
    assert "\x1b[?1000l" in "".join(written)
    written.clear()
    driver.let_mouse(True)
    assert written == ["\x1b[?1000h\x1b[?1006h"]


async def test_a_terminal_that_wants_no_colours_never_gets_any(tmp_path):
    ways = kept.ways(tmp_path, CONFIG=tmp_path)
    async with opened(first_screen.menu, ways=ways, colours=0) as (app, pilot):
        await at_settings(app, pilot, "look")
        for _ in range(4):
            await pilot.press("right")
            assert app.theme == NONE


async def test_a_name_is_typed_and_one_that_cannot_be_shown_is_not_taken(tmp_path):
    async with opened(first_screen.menu, ways=kept.ways(tmp_path, CONFIG=tmp_path)) as (app, pilot):
        await at_settings(app, pilot, "name")
        await pilot.press("enter", "1", "enter")
        await until(lambda: "at least one letter" in shown(app), app)
        await pilot.press("A", "d", "a", "enter")
        await until(lambda: app.settings.name == "1Ada", app)
        await pilot.press("enter", *["backspace"] * 4, "enter")
        await until(lambda: app.settings.name is None, app)


async def test_a_disk_that_takes_long_holds_up_no_key_and_has_it_all_in_the_end(tmp_path, monkeypatch):
    disk = Held()
    monkeypatch.setattr(file_of_settings, "change", disk.before(file_of_settings.change))
    monkeypatch.setattr(base_app, "SLOW", 0.01)
    async with opened(first_screen.menu, ways=kept.ways(tmp_path, CONFIG=tmp_path)) as (app, pilot):
        await at_settings(app, pilot, "bell")
        await pilot.press("right")
        await until(lambda: "Waiting for the disk" in shown(app), app)
        await pilot.press("down", "right")
        await until(lambda: app.settings.title is False, app)
        assert disk.calls == 1, "in their order"
        assert read(tmp_path).settings.bell
        app.exit(0)
        asyncio.get_running_loop().call_later(0.3, disk.goes_on.set)  # the end waits for that
    assert read(tmp_path).settings == Settings(bell=False, title=False)
    assert (app.settings.bell, app.settings.title) == (False, False)


async def test_a_disk_that_takes_nothing_is_told_and_the_setting_counts(tmp_path):
    (tmp_path / "file").write_text("no folder")
    async with opened(first_screen.menu, ways=kept.ways(tmp_path, CONFIG=tmp_path / "file")) as (app, pilot):
        await at_settings(app, pilot, "bell")
        await pilot.press("right")
        await until(lambda: "cannot be written" in shown(app), app)
        assert app.settings.bell is False
        await pilot.press("enter")
        await until(lambda: "Settings, kept in" in shown(app) and "cannot be written" not in shown(app), app)


@pytest.mark.hostile  # a theme has signs of its own, and letters of its own for them
async def test_a_theme_changes_the_table_under_ones_eyes():
    async with at_table() as (app, pilot):
        app.ways._environ = {"LLTUI_CONFIG_DIR": "/dev/null/config"}
        await pilot.press("right")  # the counter takes the place of what happened
        await until(lambda: "Princess" in shown(app), app)
        app.speak(Words("en", "opera"))
        await until(lambda: "Princess" not in shown(app), app)


VALUES = st.one_of(st.text(max_size=12), st.integers(), st.floats(), st.booleans(), st.just([]), st.just({}))


@given(st.dictionaries(st.one_of(st.sampled_from([*EVERY, "keys"]), st.text(max_size=8)), VALUES, max_size=5))
@settings(max_examples=200, suppress_health_check=[HealthCheck.too_slow])
def test_no_value_of_a_file_breaks_the_start_and_the_good_ones_count(tmp_path_factory, found):
    import msgspec

    folder = tmp_path_factory.mktemp("config")
    lines = [f"{msgspec.json.encode(name).decode()} = {toml(value)}\n" for name, value in found.items()]
    (folder / FILE).write_text("".join(lines), "utf-8")
    told = read(folder)
    for field in page.fields(told.settings, "en"):
        assert not field.values or field.value in field.values or field.name in ("language", "theme")


def toml(value):
    import msgspec

    if isinstance(value, float):
        return repr(value).replace("inf", "inf")
    return "{}" if value == {} else msgspec.json.encode(value).decode()


@given(st.binary(max_size=200))
@settings(max_examples=200)
def test_no_bytes_in_the_file_break_the_start(tmp_path_factory, content):
    folder = tmp_path_factory.mktemp("config")
    (folder / FILE).write_bytes(content)
    told = read(folder)
    assert told.settings == Settings() or told.complaints or content


async def test_a_setting_of_another_world_does_not_stop_the_app():
    """A language and a theme that there are not."""
    strange = Settings(language="xx", theme="nowhere", pace="none")
    async with opened(first_screen.menu, settings=strange) as (app, pilot):
        await at_settings(app, pilot, "pace")
        assert "no pauses" in shown(app)
        await pilot.press("up", "up", "up", "right")
        await until(lambda: app.settings.theme == text.themes("en")[0].id, app)
        assert app.settings != AT_ONCE


async def test_what_is_wrong_with_the_file_is_named_in_front_of_the_menu(tmp_path):
    (tmp_path / FILE).write_text('look = "purple"\nbell = 7\nhints = false\n', "utf-8")
    told = read(tmp_path)
    begin = first_screen.complaining(first_screen.menu, told.complaints)
    async with opened(begin, settings=told.settings, ways=kept.ways(tmp_path)) as (app, pilot):
        await until(lambda: "“look”" in shown(app) and "“bell”" in shown(app), app)
        await pilot.press("enter")
        await until(lambda: "against bots" in shown(app) and "“look”" not in shown(app), app)
        assert "New here?" not in shown(app)


async def test_a_match_that_is_waiting_is_there_when_the_complaint_was_read(tmp_path):
    (tmp_path / FILE).write_text("bell = 7\n", "utf-8")
    begin = first_screen.complaining(lambda app: app.sit(app.ways.alone(alone())), read(tmp_path).complaints)
    async with opened(begin) as (app, pilot):
        await until(lambda: app.desk.glimpse and app.desk.glimpse.menu and "“bell”" in shown(app), app)
        await pilot.press("enter")
        await until(lambda: app.screen.place is Place.TABLE, app)


async def test_the_settings_open_in_the_middle_of_a_match_and_lead_back_to_it(tmp_path):
    async with at_table(ways=kept.ways(tmp_path, CONFIG=tmp_path)) as (app, pilot):
        await pilot.press("comma")
        await until(lambda: "Settings, kept in" in shown(app), app)
        await pilot.press("comma", "left")
        await until(lambda: "Einstellungen, aufbewahrt in" in shown(app), app)
        await pilot.press("escape")
        await until(lambda: app.screen.place is Place.TABLE and "Runde 1" in shown(app), app)


@pytest.mark.parametrize("language", text.languages())
async def test_where_there_is_room_each_value_is_told_before_one_has_turned_to_it(language):
    wide, narrow = (120, 36), (100, 30)
    async with opened(first_screen.menu, size=wide, language=language) as (app, pilot):
        await at_settings(app, pilot, "pace")
        beside = app.screen.query_one(RowBeside)
        for pace in get_args(Pace):
            for word in app.screen.words(f"setting.pace.told.{pace}").split():
                assert word in str(beside.render())
        await seen_whole(app, pilot)
        for size, there in ((narrow, False), (wide, True)):
            await pilot.resize_terminal(*size)
            await until(lambda there=there: ("Prin" not in str(beside.render())) is there, app)


async def test_on_a_wide_screen_the_pane_beside_the_list_keeps_its_place_whatever_is_selected(tmp_path):
    async with opened(first_screen.menu, size=(160, 50), ways=kept.ways(tmp_path)) as (app, pilot):
        await at_settings(app, pilot, "language")
        beside = app.screen.query_one(RowBeside)
        await until(lambda: beside.display, app)
        places = set()
        for field in app.screen.fields():
            assert app.screen._label(field) in str(beside.render()) or field.name == "theme"
            places.add(beside.region)
            await pilot.press("down")
            await pilot.pause()
        assert len(places) == 1
        await pilot.resize_terminal(120, 36)
        await until(lambda: beside.region not in places, app)
        await seen_whole(app, pilot)


@pytest.mark.parametrize("language", text.languages())
async def test_beside_what_deals_the_cards_stands_what_each_of_them_does(tmp_path, language):
    how = {"size": (160, 50), "language": language, "ways": kept.ways(tmp_path)}
    async with opened(first_screen.menu, **how) as (app, pilot):
        await pilot.press("enter")
        await until(lambda: "●●●●●" in shown(app), app)
        for face in faces_shown(app, edition=app.screen.form.options.edition):
            assert face.name in shown(app)
            assert " ".join(face.rule.split()[:3]) in shown(app)
        await seen_whole(app, pilot)
