"""On which line a key stands."""

from __future__ import annotations

import tomllib
from time import process_time

import pytest

from lltui.files.toml_lines import Lines, inline


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


LISTS = '''
[[a]]
told = [
  {when = {ask = "al,]arm"}, text = "One [ {"},
  # a remark ] [
  {when = {of = [{ask = "x"},
     {ask = "y"}]}, text = """
a ] b
c"""},
  {text = 'three'},
]
list = ["p", "q",
 "r"]
nested = [
  [1, 2], [3],
  [4],
]
number = 5
'''


def test_an_element_of_a_list_in_brackets_has_its_own_line():
    lines, wanted = Lines(LISTS), {"told": [4, 6, 10, 3], "list": [12, 12, 13], "nested": [15, 15, 16, 14]}
    found = {key: [lines.of(("a", "0", key, str(n))) for n in range(len(at))] for key, at in wanted.items()}
    assert found == wanted
    assert lines.of(("a", "0", "told", "1", "when")) == 6
    assert lines.of(("a", "0", "number", "0")) == 18


@pytest.mark.parametrize("bad", ['"\\', '"""\\', "'", "[", "[["])
def test_a_list_that_never_ends_is_looked_at_once(bad):
    lines, began = Lines("x = [" + bad * 100_000), process_time()
    assert lines.of(("x", "7")) == 1
    assert process_time() - began < 5


def test_a_value_is_written_as_it_could_stand_there():
    value = {"ask": "any", "of": [{"ask": "hour", "past": "dawn"}, {"n": 2, "sure": True, "says": 'a "b"'}]}
    told = inline(value)
    assert told.startswith('{ask = "any", of = [{ask = "hour", past = "dawn"}, ')
    assert tomllib.loads(f"v = {told}") == {"v": value}
