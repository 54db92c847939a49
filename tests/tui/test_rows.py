"""A list: which lines are seen, which one is selected."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from textual.app import App
from tui.showing import lines, until

from lltui.tui.kit.lists import Row, Rows, seen

FRUIT = [Row("apple"), Row("stone fruit", heading=True), Row("plum"), Row("cherry")]


@given(count=st.integers(0, 200), at=st.integers(0, 199), height=st.integers(1, 60))
def test_the_selected_line_is_seen_and_nothing_is_lost_or_cut(count, at, height):
    at = min(at, max(0, count - 1))
    span = seen(count, at, height)
    assert span.before == span.first
    assert span.behind == count - span.last
    shown = span.last - span.first + (span.before > 0) + (span.behind > 0)
    assert shown <= max(3, height)
    assert count == 0 or span.first <= at < span.last


class Basket(App):
    def __init__(self, fruit):
        super().__init__()
        self.fruit = fruit

    def compose(self):
        yield Rows(lambda: self.fruit)


async def test_headings_are_passed_over_and_the_ends_are_ends():
    app = Basket(FRUIT)
    async with app.run_test():
        rows = app.query_one(Rows)
        for step, place in ((1, 2), (1, 3), (5, 3), (-1, 2), (-1, 0), (-7, 0)):
            rows.move(step)
            assert rows.at == place


async def test_a_number_selects_what_it_stands_before():
    app = Basket(FRUIT)
    async with app.run_test() as pilot:
        rows = app.query_one(Rows)
        assert rows.number(2)
        assert rows.selected == FRUIT[2]
        assert not rows.number(4)
        await pilot.pause()
        assert " ▸ 2 plum" in lines(app)


async def test_a_click_selects_and_a_second_one_takes():
    app = Basket([Row(f"line {number}") for number in range(40)])
    async with app.run_test(size=(40, 12)) as pilot:
        rows = app.query_one(Rows)
        await pilot.click(Rows, offset=(5, 4))
        await until(lambda: rows.at == 4, app)
        rows.at = 20
        await pilot.pause()
        wanted = next(y for y, line in enumerate(lines(app)) if "line 22" in line)
        await pilot.click(Rows, offset=(5, wanted))
        await until(lambda: rows.at == 22, app)


async def test_words_of_others_are_shown_as_they_are_and_not_as_markup():
    app = Basket([Row("[red]Eve[/red]", "[bold", "about")])
    async with app.run_test() as pilot:
        await pilot.pause()
        assert "[red]Eve[/red]" in lines(app)[0]
        assert "[bold" in lines(app)[0]


async def test_what_stands_behind_a_short_label_is_not_cut_for_the_long_label_of_another_line():
    app = Basket(
        [Row("label " * 7, "short"), Row("with Ada", "value " * 6 + "to the very end"), Row("b", "c")]
    )
    async with app.run_test(size=(76, 12)) as pilot:
        await pilot.pause()
        assert "…" not in "".join(lines(app))
        assert "to the very end" in lines(app)[1]
