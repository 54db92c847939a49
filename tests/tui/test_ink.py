"""The shortest way from one colour to another ends in that colour."""

from __future__ import annotations

import pyte
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lltui.tui.kit.base_app import INKS
from lltui.tui.term.screen_diff import PLAIN, Ink, change, ink

ATTRIBUTES = st.lists(st.sampled_from(["1", "3", "4", "7", "9"]), max_size=3)
FRONTS = st.sampled_from(["", "31", "97", "38;5;200", "38;2;1;2;3"])
BEHINDS = st.sampled_from(["", "41", "107", "48;5;17", "48;2;9;8;7"])
inks = st.builds(lambda a, f, b: ink(";".join([*a, *filter(None, (f, b))])), ATTRIBUTES, FRONTS, BEHINDS)


def written(*controls):
    screen = pyte.Screen(4, 1)
    pyte.Stream(screen).feed("".join(controls) + "x")
    return screen.buffer[0][0]


@settings(max_examples=100)
@given(inks, inks)
def test_a_change_leads_from_any_to_any(now, then):
    assert written(change(PLAIN, now), change(now, then)) == written("\x1b[0m", change(PLAIN, then))


def test_only_what_changes_is_told():
    quiet, loud = ink("38;2;7;7;7;48;2;1;1;1"), ink("1;38;2;9;9;9;48;2;1;1;1")
    assert change(quiet, loud) == "\x1b[1;38;2;9;9;9m"
    assert change(loud, quiet) == "\x1b[22;38;2;7;7;7m"
    assert change(loud, PLAIN) == "\x1b[0m"
    assert change(quiet, quiet) == ""


@pytest.mark.parametrize(
    "codes, found",
    [
        ("0", PLAIN),
        ("", PLAIN),
        ("1;31;0;4", Ink(("4",))),
        ("38:5:200", Ink((), "38;5;200")),
        ("4;1;4", Ink(("1", "4"))),
        ("8;5;6;10;99;999", Ink(("5",))),
        ("38;5", PLAIN),
        ("38;2;1;2", PLAIN),
        ("38;6;1", Ink(("1",))),
        ("38;2;;;", Ink((), "38;2;;;")),
    ],
)
def test_what_is_not_known_is_left_out(codes, found):
    assert ink(codes) == found


def test_a_colour_of_the_table_is_told_by_its_number_and_looks_the_same():
    """A third of a colour's bytes; the first numbers of the table are often given to other colours."""
    for code, short in (("135;175;215", "110"), ("18;18;18", "233"), ("238;238;238", "255")):
        assert ink(f"38;2;{code};48;2;{code}") == Ink((), f"38;5;{short}", f"48;5;{short}")
        long = f"\x1b[38;2;{code};48;2;{code}m"
        assert written(long) == written(change(PLAIN, ink(f"38;2;{code};48;2;{code}")))
    for code in ("0;0;0", "0;0;255", "18;18;19", "1;2;3", "8;8;9"):
        assert ink(f"38;2;{code}").front == f"38;2;{code}"


def test_every_ink_is_told_by_its_number():
    for dark, light, _ in INKS.values():
        for colour in {dark, light} - {"#000000"}:
            red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
            assert ink(f"38;2;{red};{green};{blue}").front.startswith("38;5;"), colour
