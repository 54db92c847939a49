from __future__ import annotations

import pytest

from lltui.plain.paper import begun, meant, named

CARDS = ("Prince", "Princess", "König", "Guard")


@pytest.mark.parametrize(
    "typed, places",
    [
        ("1", (0,)),
        ("4", (3,)),
        ("0", ()),
        ("5", ()),
        ("99999999999999999999", ()),
        ("0000000019", ()),
        ("²", ()),
        ("-1", ()),
        ("prince", (0,)),
        ("PRINCESS", (1,)),
        ("princes", (1,)),
        ("pri", (0, 1)),
        ("g", (3,)),
        ("könig", (2,)),
        ("koenig", (2,)),
        ("konig", (2,)),
        ("ko", (2,)),
        ("rince", ()),
        ("", ()),
        ("guard!", ()),
    ],
)
def test_a_number_a_name_or_its_beginning(typed, places):
    assert meant(typed, CARDS) == places


def test_a_whole_name_is_never_another_ones_beginning():
    assert named("prince", ("Princess",), (8,)) == ()
    assert named("8", ("Princess",), (8,)) == (0,)
    assert named("1", ("Princess",), (8,)) == ()
    assert begun("prince", ("Princess",)) == (0,)
