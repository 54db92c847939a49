"""The shadow: after its few bytes a terminal shows what the whole stream would have shown."""

from __future__ import annotations

import pyte
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tui.glass import Glass

from lltui.tui.term.screen_diff import (
    ASCII,
    CLEAR,
    ENTER_SCREEN,
    LEAVE_SCREEN,
    SYNC_OFF,
    SYNC_ON,
    Shadow,
    title,
)

WIDTH, HEIGHT = 24, 6
COLOURS = (
    "0",
    "1",
    "31",
    "1;38;5;200;48;5;17",
    "7",
    "38;2;1;2;3",
    "4",
    "9;41",
    "3;1;31",
    "48;5;17",
    "7;48;2;1;2;3",
)
TEXTS = ("a", "   ", "Ada", "─┌╭", "♥♥··", "漢字", "a漢", "é", "e\u0301x", "漢\u0301", "▒▒▒▒▒")

moves = st.builds(lambda y, x: f"\x1b[{y};{x}H", st.integers(1, HEIGHT), st.integers(1, WIDTH - 15))
words = st.builds(lambda c, t: f"\x1b[{c}m{t}\x1b[0m", st.sampled_from(COLOURS), st.sampled_from(TEXTS))
spots = st.builds(lambda m, ws: m + "".join(ws), moves, st.lists(words, min_size=1, max_size=3))
voids = st.builds(lambda m, c: f"{m}\x1b[{c}m{' ' * 12}\x1b[0m", moves, st.sampled_from(COLOURS))
frames = st.lists(spots | voids, min_size=1, max_size=6).map("".join)
streams = st.lists(st.tuples(frames, st.booleans()), min_size=1, max_size=6)


def shadow(**how):
    made = Shadow(**how)
    made.resize(WIDTH, HEIGHT)
    return made


def told(mine, *writes):
    """What a terminal that shows an empty screen is told about these."""
    mine.take()
    for write in writes:
        mine.feed(write)
    return mine.take()


@settings(max_examples=60)
@given(streams, st.sampled_from(("", "\x1b[4h", "\x1b(0", "\x1b[?7h", "\x1b[2;4r", "\x1b]0;a", "\x1b")))
def test_what_a_glass_remembers_is_what_pyte_works_out(stream, first):
    glass, plain = Glass(WIDTH, HEIGHT), Glass(WIDTH, HEIGHT)
    plain.screen = pyte.Screen(WIDTH, HEIGHT)
    plain.screen.reset_mode(pyte.modes.DECAWM)
    by_letters = pyte.Stream(plain.screen)
    for frame, _ in stream:
        for part in (first, frame):
            glass.feed(part)
            by_letters.feed(part)
    assert glass.screen.buffer == plain.screen.buffer
    assert glass.screen.cursor.attrs == plain.screen.cursor.attrs
    assert (glass.screen.cursor.x, glass.screen.cursor.y) == (plain.screen.cursor.x, plain.screen.cursor.y)
    assert glass.differs(plain) == []


class TestEquality:
    @settings(max_examples=60)
    @given(streams, st.booleans())
    def test_the_differences_show_what_the_whole_stream_shows(self, stream, wipes):
        whole, least, mine = Glass(WIDTH, HEIGHT), Glass(WIDTH, HEIGHT), shadow(wipes=wipes)
        for frame, sent in stream:
            whole.feed(frame)
            mine.feed(frame)
            if sent:
                least.feed(mine.take())
                assert least.differs(whole) == []
        least.feed(mine.take())
        assert least.differs(whole) == []

    @settings(max_examples=30)
    @given(frames, frames, st.integers(WIDTH - 9, WIDTH + 9), st.integers(1, HEIGHT + 3))
    def test_after_a_resize_it_shows_the_new_over_what_still_fits(self, first, then, width, height):
        mine = shadow()
        mine.feed(first)
        mine.take()
        mine.resize(width, height)
        mine.feed(then)
        anew, least = shadow(), Glass(width, height)
        least.feed("\x1b[1;1H" + "#" * width * height)
        least.feed(mine.take())
        anew.feed(first)
        anew.resize(width, height)
        anew.feed(then)
        whole = Glass(width, height)
        whole.feed(anew.take())
        assert least.differs(whole) == []

    def test_a_repaint_wipes_out_what_something_else_has_written(self):
        mine, glass = shadow(), Glass(WIDTH, HEIGHT)
        mine.feed("\x1b[1;1H\x1b[1mAda\x1b[0m")
        glass.feed(mine.take())
        glass.feed("\x1b[2;2H\x1b[31mmail from Eve")
        mine.invalidate()
        glass.feed(mine.take())
        assert glass.lines() == ["Ada", "", "", "", "", ""]


class TestCost:
    def test_an_equal_frame_costs_nothing(self):
        mine = shadow()
        mine.feed("\x1b[1;1H\x1b[1mAda\x1b[0m")
        assert mine.take()
        mine.feed("\x1b[1;1H\x1b[1mAda\x1b[0m")
        assert mine.take() == ""

    def test_one_changed_cell_costs_a_move_the_cell_and_the_way_back(self):
        mine = shadow()
        mine.feed("\x1b[2;1HAda plays the Guard\x1b[1;1H")
        mine.take()
        mine.feed("\x1b[2;1HAda plays the Gourd\x1b[1;1H")
        assert mine.take() == "\x1b[2;16Hou\x1b[1;1H"

    def test_what_is_written_in_one_ink_comes_together(self):
        sent = told(shadow(), "".join(f"\x1b[{y};1H\x1b[31m│\x1b[32mAda\x1b[31m│" for y in (1, 2, 3)))
        assert (sent.count("31m"), sent.count("32m")) == (1, 1)

    def test_a_row_with_a_letter_that_may_take_more_room_is_written_from_the_left(self):
        sent = told(shadow(), "\x1b[1;1H\x1b[31ma\x1b[32m漢\x1b[31mb\x1b[2;1Hc")
        assert [sign for sign in sent if sign in "abc漢"] == ["c", "a", "漢", "b"]

    @pytest.mark.parametrize("ink, wiped", [("48;5;17", True), ("4;48;5;17", False)])
    def test_many_blanks_are_wiped_out_where_that_leaves_the_colour_behind_them(self, ink, wiped):
        blanks = f"\x1b[1;1H\x1b[{ink}mAda{' ' * 12}b"
        assert ("\x1b[12X" in told(shadow(wipes=True), blanks)) is wiped
        assert f"Ada{' ' * 12}b" in told(shadow(), blanks)

    def test_frames_that_nobody_fetched_are_never_sent(self):
        mine = shadow()
        mine.feed("\x1b[1;1Hone")
        mine.take()
        mine.feed("\x1b[1;1Htwo")
        mine.feed("\x1b[1;1Hone")
        assert mine.take() == ""

    def test_the_first_screen_sends_no_blank_that_is_there_already(self):
        mine = shadow()
        mine.feed(ENTER_SCREEN)
        mine.feed(f"\x1b[1;1HAda{' ' * (WIDTH - 3)}\x1b[1;1H")
        assert mine.take() == f"{ENTER_SCREEN}{CLEAR}\x1b[1;1HAda\x1b[1;1H"

    def test_bells_and_titles_do_not_pile_up_for_a_terminal_that_is_away(self):
        sent = told(shadow(), *(write for n in range(1000) for write in ("\x07", title(f"turn {n}"))))
        assert sent.count("\x07") == 2
        assert "turn 999" in sent
        assert len(sent) < 60


class TestControls:
    def test_a_frame_in_brackets_is_whole_only_at_its_end(self):
        mine = shadow()
        assert mine.feed(SYNC_ON) is False
        assert mine.feed("\x1b[1;1Hone") is False
        assert mine.feed(SYNC_OFF) is True
        sent = mine.take()
        assert sent.startswith(SYNC_ON)
        assert sent.endswith(SYNC_OFF)

    @pytest.mark.parametrize("control", ["\x1b[?25l", "\x1b[>25u", "\x1b[<u", "\x1b[?2048$p", "\x07"])
    def test_a_control_that_stands_alone_passes(self, control):
        assert told(shadow(), control) == control

    def test_a_title_is_given_back_at_the_end(self):
        mine = shadow()
        assert told(mine, title("lltui: your turn")) == "\x1b[22;2t\x1b]2;lltui: your turn\x07"
        assert told(mine, title("lltui")) == "\x1b]2;lltui\x07"
        assert "\x1b[23;2t" in told(mine, LEAVE_SCREEN)

    def test_a_title_carries_no_control(self):
        assert title("Eve\x1b[2J\x07\x9c\u202e") == "\x1b]2;Eve[2J\x07"

    def test_behind_the_farewell_nothing_is_drawn_and_nothing_stays(self):
        sent = told(shadow(), "\x1b[1;1HAda", LEAVE_SCREEN, "\x1b[1;1Hlate", "\x1b[?25h")
        assert sent.endswith(f"\x1b[2J\x1b[H{LEAVE_SCREEN}\x1b[?25h")
        assert "late" not in sent


FOREIGN = [
    "\x1b]0;owned\x07",
    "\x1b]0;owned\x1b\\",
    "\x1b]52;c;eA==\x07",
    "\x1bP+q544e\x1b\\",
    "\x1b_owned\x1b\\",
    "\x1b[2J",
    "\x1b[?1049l",
    "\x1b[5n",
    "\x1b[>c",
    "\x1b(0",
    "\x1b#8",
    "\x1bc",
    "\x9b2J",
    "\x90x\x9c",
    "\x07",
    "\x0e",
    "\t",
    "\x7f",
    "\x1b",
]


@pytest.mark.parametrize("foreign", FOREIGN, ids=[repr(text) for text in FOREIGN])
def test_no_control_reaches_a_terminal_inside_of_a_frame(foreign):
    sent = told(shadow(), f"\x1b[1;1H\x1b[1mEve{foreign}!\x1b[0m\x1b[1;1H")
    assert "Eve" in sent
    rest = sent
    for ours in (CLEAR, "\x1b[1;1H", "\x1b[1;4H", "\x1b[1m", "\x1b[0m"):
        rest = rest.replace(ours, "")
    assert rest.isprintable()


@given(st.text(st.characters(max_codepoint=0x9F), max_size=30), st.booleans())
@settings(max_examples=100)
def test_no_text_at_all_becomes_a_control(text, bare):
    """Whatever a widget lets through: what comes out is moves, colours and signs that show."""
    sent = told(shadow(), f"\x1b[1;1H{text}\x1b[1;1H" if bare else f"\x1b[1;1H\x1b[1m{text}\x1b[0m\x1b[2;2H")
    glass = Glass(WIDTH, HEIGHT)
    glass.feed(sent)
    assert set(glass.screen.mode) == set(Glass(WIDTH, HEIGHT).screen.mode)
    assert (glass.screen.title, glass.screen.icon_name) == ("", "")
    bits = sent.split("\x1b")
    ours = (bit for bit in bits[1:] if bit != "[2J")
    assert all(bit[:1] == "[" and bit.lstrip("[0123456789;:")[:1] in "HCm" for bit in ours)
    assert all(sign.isprintable() for bit in bits for sign in bit)


class TestEdges:
    def test_text_beyond_the_edges_is_nowhere(self):
        assert told(shadow(), f"\x1b[{HEIGHT + 3};1Hbelow\x1b[1;{WIDTH}Hwide\x1b[1;1H") == (
            f"\x1b[1;{WIDTH}Hw\x1b[1;1H"
        )

    def test_a_wide_letter_that_does_not_fit_is_left_out(self):
        glass = Glass(WIDTH, HEIGHT)
        glass.feed(told(shadow(), f"\x1b[1;{WIDTH - 1}Ha漢"))
        assert glass.lines()[0] == " " * (WIDTH - 2) + "a"

    @pytest.mark.parametrize("sign", ["漢", "e\u0301", "\U0001f642"])
    def test_after_a_letter_on_which_terminals_disagree_the_place_is_said_anew(self, sign):
        sent = told(shadow(), f"\x1b[1;1H{sign}bc\x1b[1;1H")
        assert f"{sign}\x1b[1;" in sent

    def test_the_cursor_stands_where_an_input_has_it(self):
        assert told(shadow(), "\x1b[1;1HAda\x1b[3;7H").endswith("\x1b[3;7H")


class TestAscii:
    @pytest.mark.parametrize("code", range(0x2500, 0x25A0))
    def test_there_is_a_letter_for_every_line_and_block(self, code):
        assert told(shadow(ascii_only=True), f"\x1b[1;1H{chr(code)}").isascii()
        assert chr(code).translate(ASCII) != "?"

    def test_nothing_moves_whatever_is_translated(self):
        glass = Glass(WIDTH, HEIGHT)
        glass.feed(told(shadow(ascii_only=True), "\x1b[1;1HGráinne 漢e\u0301\u2764\ufe0f|ß…|"))
        assert glass.lines()[0] == "Grainne ? e? |s.|"

    @given(st.text(max_size=20))
    @settings(max_examples=50)
    def test_nothing_else_than_ascii_is_ever_sent(self, text):
        assert told(shadow(ascii_only=True), f"\x1b[1;1H{text}\x1b[1;1H").isascii()
