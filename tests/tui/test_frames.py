"""The shadow: after its few bytes a terminal shows what the whole stream would have shown."""

from __future__ import annotations

import pyte
import pytest
from hypothesis import given
from hypothesis import strategies as st
from wcwidth import wcwidth

from lltui.tui.term.ascii import ASCII
from lltui.tui.term.frames import LEAVE_SCREEN, SYNC_OFF, SYNC_ON, Shadow

WIDTH, HEIGHT = 24, 6
COLOURS = ("0", "1", "31", "1;38;5;200;48;5;17", "7", "38;2;1;2;3")
TEXTS = ("a", "   ", "Ada", "─┌╭", "♥♥··", "漢字", "a漢", "é", "e\u0301x", "▒▒▒▒▒")

moves = st.builds(lambda y, x: f"\x1b[{y};{x}H", st.integers(1, HEIGHT), st.integers(1, WIDTH - 15))
words = st.builds(lambda c, t: f"\x1b[{c}m{t}\x1b[0m", st.sampled_from(COLOURS), st.sampled_from(TEXTS))
spots = st.builds(lambda m, ws: m + "".join(ws), moves, st.lists(words, min_size=1, max_size=3))
frames = st.lists(spots, min_size=1, max_size=6).map("".join)


class Glass:
    """A terminal."""

    def __init__(self) -> None:
        self.screen = pyte.Screen(WIDTH, HEIGHT)
        self.screen.reset_mode(pyte.modes.DECAWM)
        self._stream = pyte.Stream(self.screen)

    def feed(self, data: str) -> None:
        self._stream.feed(data)

    def shows(self) -> list[list[object]]:
        return [_whole([self.screen.buffer[y][x] for x in range(WIDTH)]) for y in range(HEIGHT)]


def _whole(row: list[pyte.screens.Char]) -> list[object]:
    """pyte keeps the other half of a wide character that was half overwritten; terminals blank it."""
    wide = [wcwidth(cell.data[:1]) == 2 for cell in row]
    shown: list[object] = []
    for x, cell in enumerate(row):
        left_alone = wide[x] and (x + 1 == WIDTH or row[x + 1].data != "")
        right_alone = cell.data == "" and not (x and wide[x - 1])
        shown.append(cell._replace(data=" ") if left_alone or right_alone else cell)
    return shown


def shadow() -> Shadow:
    made = Shadow()
    made.resize(WIDTH, HEIGHT)
    return made


@given(st.lists(frames, min_size=1, max_size=5), st.lists(st.booleans(), min_size=5, max_size=5))
def test_the_differences_show_what_the_whole_stream_shows(stream: list[str], sent: list[bool]) -> None:
    whole, least, mine = Glass(), Glass(), shadow()
    for frame, now in zip(stream, sent, strict=False):
        whole.feed(frame)
        mine.feed(frame)
        if now:
            least.feed(mine.take())
    least.feed(mine.take())
    assert least.shows() == whole.shows()


def test_an_equal_frame_costs_nothing() -> None:
    mine = shadow()
    mine.feed("\x1b[1;1H\x1b[1mAda\x1b[0m")
    assert mine.take()
    mine.feed("\x1b[1;1H\x1b[1mAda\x1b[0m")
    assert mine.take() == ""


def test_one_changed_cell_costs_a_move_and_the_cell() -> None:
    mine = shadow()
    mine.feed("\x1b[2;1HAda plays the Guard")
    mine.take()
    mine.feed("\x1b[2;1HAda plays the Gourd")
    assert mine.take() == "\x1b[2;16Hou"


def test_frames_that_nobody_fetched_are_never_sent() -> None:
    mine = shadow()
    mine.feed("\x1b[1;1Hone")
    mine.take()
    mine.feed("\x1b[1;1Htwo")
    mine.feed("\x1b[1;1Hone")
    assert mine.take() == ""


def test_a_frame_in_brackets_is_whole_only_at_its_end() -> None:
    mine = shadow()
    assert mine.feed(SYNC_ON) is False
    assert mine.feed("\x1b[1;1Hone") is False
    assert mine.feed(SYNC_OFF) is True
    assert mine.take().startswith(SYNC_ON)


def test_a_control_that_stands_alone_passes() -> None:
    mine = shadow()
    for control in ("\x1b[?25l", "\x1b[>25u", "\x1b[?2048$p", "\x07", "\x1b]0;lltui\x07"):
        mine.feed(control)
        assert mine.take().startswith(control)


def test_a_control_inside_a_frame_is_dropped() -> None:
    mine = shadow()
    mine.take()
    for foreign in (
        "\x1b]0;owned\x07",
        "\x1b[2J",
        "\x1b[?1049l",
        "\x9b2J",
        "\x07",
        "\x1bc",
        "\x1b]52;c;eA==\x07",
    ):
        mine.feed(f"\x1b[1;1HEve{foreign}!")
    told = mine.take()
    assert "owned" not in told
    assert told.count("\x1b") == told.count("\x1b[")
    assert all(sign not in told for sign in ("\x07", "\x9b", "\x1b[2J", "\x1b[?1049l", "\x1bc"))


def test_behind_the_farewell_nothing_is_drawn() -> None:
    mine = shadow()
    mine.take()
    mine.feed(LEAVE_SCREEN)
    mine.feed("\x1b[1;1Hlate")
    assert mine.take() == LEAVE_SCREEN


def test_after_something_else_wrote_the_whole_screen_comes_anew() -> None:
    mine = shadow()
    mine.feed("\x1b[1;1HAda")
    mine.take()
    mine.invalidate()
    assert "Ada" in mine.take()


def test_text_beyond_the_edges_is_nowhere() -> None:
    mine = shadow()
    mine.take()
    mine.feed(f"\x1b[{HEIGHT + 3};1Hbelow\x1b[1;{WIDTH}Hwide")
    assert mine.take() == f"\x1b[1;{WIDTH}Hw"


@pytest.mark.parametrize("code", [*range(0x2500, 0x2571), *range(0x2574, 0x25A0)])
def test_ascii_has_a_letter_for_every_line_and_block(code: int) -> None:
    mine = Shadow(ASCII)
    mine.resize(WIDTH, HEIGHT)
    mine.take()
    mine.feed(f"\x1b[1;1H{chr(code)}")
    assert mine.take().isascii()
    assert chr(code).translate(ASCII) != "?"
