from __future__ import annotations

import io

import pytest

from lltui.plain.paper import ROOM, WIDTH, Paper, plainly, spelt

LONG = "Ada plays the Guard on Ben and names the Princess, which Ben does not hold at all. " * 3


def paper(encoding="utf-8"):
    return Paper(io.TextIOWrapper(io.BytesIO(), encoding=encoding, newline="\n"))


def lines(paper):
    paper.flush()
    return paper._stream.buffer.getvalue().decode(paper._stream.encoding).splitlines()


@pytest.mark.parametrize(
    "told, stays",
    [
        ("“lltui play” goes on.", "“lltui play --plain” goes on."),
        ("„lltui play --guided“ beginnt", "„lltui play --guided --plain“ beginnt"),
        ("“lltui verify” checks it.", "“lltui verify” checks it."),
        ("type: lltui join --name Ben", "type: lltui join --name Ben"),
    ],
)
def test_commands_that_are_quoted_keep_to_the_plain_board(told, stays):
    assert plainly(told) == stays


def test_no_line_is_wider_than_the_paper_and_no_word_is_broken():
    sheet = paper()
    sheet.say(LONG)
    sheet.listed([LONG])
    assert all(len(line) <= WIDTH for line in lines(sheet))
    assert " ".join(" ".join(lines(sheet)).split()) == " ".join(f"{LONG}1. {LONG}".split())


def test_a_prompt_leaves_room_to_type():
    sheet = paper()
    sheet.prompt(LONG)
    assert all(len(line) <= WIDTH - ROOM + 1 for line in lines(sheet))


def test_there_are_never_two_empty_lines():
    sheet = paper()
    sheet.lines(["one", "", "", "two", ""])
    sheet.gap()
    sheet.say("three")
    assert lines(sheet) == ["one", "", "two", "", "three"]


def test_a_name_cannot_steer_the_terminal():
    sheet = paper()
    sheet.say("Ada\x1b[2J\x07\u202e plays")
    sheet.answered("\x1b[2J", shown=False)
    assert not any(ord(c) < 32 or c == "\u202e" for line in lines(sheet) for c in line)


@pytest.mark.parametrize(
    "text, letters",
    [
        ("Du wählst „Gräfin“ \u2013 und große Übel \u2026", 'Du waehlst "Graefin" - und grosse Uebel ...'),
        ("Kay\u2019s 2\u00d7 ♥", "Kay's 2x *"),
        ("Zoë, José", "Zoe, Jose"),
        ("王", "?"),
    ],
)
def test_letters_that_the_reader_lacks_are_spelt(text, letters):
    assert spelt(text) == letters
    sheet = paper("ascii")
    sheet.say(text)
    assert lines(sheet) == [letters]


def test_letters_that_the_reader_has_stay():
    sheet = paper("latin-1")
    sheet.say("König")
    assert lines(sheet) == ["König"]


def test_what_interrupts_a_prompt_begins_a_new_line():
    sheet = paper()
    sheet.prompt("1 to 2:")
    sheet.say("Ada leaves.")
    assert lines(sheet) == ["1 to 2: ", "Ada leaves."]


def test_a_prompt_may_be_left_without_words():
    sheet = paper()
    sheet.prompt("")
    sheet.say("next")
    assert lines(sheet) == [" ", "next"]
