"""On which line a key stands."""

from __future__ import annotations

from lltui.files.toml_lines import Lines


def test_a_key_is_found_on_its_line():
    lines = Lines('a = 1\n[b]\n"c d" = 2 # x\n[b.e]\nf.g = 3\n[[h]]\ni = 1\n[[h]]\ni = { j = 1 }\n')
    places = [
        ("a",),
        ("b",),
        ("b", "c d"),
        ("b", "e", "f", "g"),
        ("h", "0", "i"),
        ("h", "1", "i", "j"),
        ("z",),
    ]
    assert [lines.of(place) for place in places] == [1, 2, 3, 5, 7, 9, 1]


STORY = """
[[events]]
id = "one"
[[events]]
id = "two"
[events.a]
label = "A"
[[events.a.back.then]]
do = "misery"
[[events.a.back.then]]
do = "heal"
who = "both"
[events.b]
label = "B"
"""


def test_a_table_of_a_card_belongs_to_the_card_above_it():
    lines = Lines(STORY)
    places = {
        ("events", "0", "id"): 3,
        ("events", "1", "id"): 5,
        ("events", "1", "a", "label"): 7,
        ("events", "1", "a", "back", "then", "0", "do"): 9,
        ("events", "1", "a", "back", "then", "1", "who"): 12,
        ("events", "1", "b", "label"): 14,
        ("events", "0", "a", "label"): 2,
    }
    assert {place: lines.of(place) for place in places} == places
