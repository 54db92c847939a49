from __future__ import annotations

import asyncio
import os

from lltui.plain.sit import LONGEST, Keyboard


async def all_lines(fd):
    lines = []
    with Keyboard(fd) as keyboard:
        while (line := await keyboard.line()) is not None:
            lines.append(line)
        assert await keyboard.line() is None
    return lines


async def through_a_pipe(data):
    read, write = os.pipe()
    os.write(write, data)
    os.close(write)
    try:
        return await all_lines(read)
    finally:
        os.close(read)


async def test_lines_of_a_pipe_come_one_by_one_and_without_their_ends():
    assert await through_a_pipe(b"1\n  guard \r\n\nlast") == ["1", "guard", "", "last"]


async def test_what_is_no_text_is_read_all_the_same():
    assert await through_a_pipe(b"\xff\xfe\n") == ["\ufffd\ufffd"]


async def test_an_endless_line_is_not_kept():
    (line,) = await through_a_pipe(b"x" * 3 * LONGEST)
    assert len(line) <= LONGEST


async def test_a_file_that_cannot_be_watched_is_read(tmp_path):
    file = tmp_path / "answers"
    file.write_bytes(b"1\n2\n")
    with file.open() as opened:
        assert await all_lines(opened.fileno()) == ["1", "2"]


async def test_an_empty_device_is_the_end_of_input():
    nothing = os.open(os.devnull, os.O_RDONLY)
    assert await all_lines(nothing) == []
    os.close(nothing)


async def test_waiting_for_a_line_holds_nobody_up():
    read, write = os.pipe()
    with Keyboard(read) as keyboard:
        waiting = asyncio.ensure_future(keyboard.line())
        await asyncio.sleep(0)
        assert not waiting.done()
        os.write(write, b"1\n")
        assert await waiting == "1"
    os.close(write)
    os.close(read)
