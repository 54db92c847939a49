"""What comes twice in a story: openings, uncommon words, images, and short sentences at the end."""

from __future__ import annotations

import pytest

from lltui.authoring.echoes import ABOUT, OFTEN, boxes, ear, echoes
from lltui.games.two_princes import loading
from lltui.games.two_princes.story.story_index import all_texts, texts

STORY = loading.read(loading.folder("tower"))
PLACES = [text.place for text in all_texts(STORY)]
FRONTS = [
    f"encounter.{name}.text"
    for name in (
        "the_mint",
        "the_wakefield_tower",
        "the_little_door",
        "the_kitchens",
        "the_wharf",
        "the_pantry",
    )
]
BOX = "challenge.the_wardrobe.a.back.success_text"
OTHER_PART = "challenge.hue_and_cry.text"


def heard(told, language="en"):
    """Of a story in which nothing is written but this."""
    hints = echoes(STORY, ear(language), dict.fromkeys(PLACES, "") | told)
    return [(hint.code, hint.place, *hint.facts.values()) for hint in hints]


def test_two_cards_that_open_alike_are_told_once_with_both_places():
    one, other, third = FRONTS[:3]
    told = heard({one: "The door, the wall.", other: "'The door is shut.'", third: "Another door."})
    assert told == [("H01", one, "the door", other)]


@pytest.mark.parametrize(
    ("times", "found"), [(OFTEN - 1, []), (OFTEN, [("H02", FRONTS[0].removesuffix(".text"), "gauntlet")])]
)
def test_an_uncommon_word_is_heard_when_enough_cards_of_a_chapter_have_it_in_any_form(times, found):
    openings = ["A gauntlet.", "Gauntlets, then.", "No gauntlet!", "His gauntlet: gone."]
    told = heard(dict(zip(FRONTS[:times], openings, strict=False)))
    assert [each[:3] for each in told if each[0] == "H02"] == found


def test_words_that_everybody_uses_and_names_are_no_echoes():
    openings = ["No answer.", "Her answer.", "An answer!", "Will they answer Buckingham?"]
    assert not heard(dict(zip(FRONTS, openings, strict=False)))
    assert not heard({place: f"{n} Buckingham" for place, n in zip(FRONTS, "abcd", strict=False)})


def test_what_nearly_every_card_has_is_what_the_chapter_is_about():
    fronts = [place for place in PLACES if place.startswith("encounter.") and place.count(".") == 2]
    texts_of = [place for place in fronts if place.endswith(".text")]
    assert len(texts_of) > 55 * ABOUT
    assert not [each for each in heard(dict.fromkeys(texts_of, "A gauntlet.")) if each[0] == "H02"]


def test_one_thing_that_two_are_likened_to_is_the_same_image():
    one, other = FRONTS[:2]
    told = heard(
        {one: "It hung there like a wet lobster.", other: "He was as thin as any lobster, and as sad."}
    )
    assert [each[:3] for each in told] == [("H03", one.removesuffix(".text"), "a wet lobster")]


def test_two_uncommon_words_together_in_two_cards_are_an_image_without_a_likeness():
    one, other = FRONTS[:2]
    told = heard({one: "The lobster sat in the spectacles.", other: "Spectacles do not fit on lobsters."})
    assert [each[0] for each in told] == ["H03"]


def test_another_chapter_has_images_of_its_own():
    assert not heard({FRONTS[0]: "It hung there like a lobster.", OTHER_PART: "They lay like lobsters."})


@pytest.mark.parametrize(
    ("ending", "short"),
    [
        ("He goes in and shuts the door.", False),
        ("It is a long way. 'Good,' says Edward.", True),
        ("It is a long way down to the river, and 'Good!' says Edward.", False),
        ("He asks 'Who?' The very last of them has gone out to look!", False),
        ("Down it goes.\nAll of it does.", True),
    ],
)
def test_a_box_that_ends_like_a_button_is_told(ending, short):
    assert [each[0] for each in heard({BOX: f"The first sentence. {ending}"})] == ["H04"] * short


def test_the_sentence_is_told_with_its_quotation_marks():
    ((_, _, sentence),) = heard({BOX: "You asked him why not. 'Find who?' says Miles Forest."})
    assert sentence == "'Find who?' says Miles Forest."


def test_a_front_may_end_as_it_likes():
    assert not heard({FRONTS[0]: "It is a long way. He goes."})


ENDING = "section.e09.text"


@pytest.mark.parametrize(
    ("language", "last", "cut"),
    [
        ("en", "It lasted three weeks.", True),
        ("en", "The reign lasted three weeks.", False),
        ("en", "Item, it lasted.", False),
        ("de", "Er trug den Namen heim.", True),
        ("de", "Es gibt noch neunzehn Briefe.", False),
    ],
)
def test_the_last_paragraph_of_an_ending_names_its_subject_as_asides_are_told_before_it(language, last, cut):
    told = heard({ENDING: f"He knelt.\n\n{last} He rose."}, language)
    assert told == [("H05", ENDING, last)] * cut


def test_where_nothing_is_told_between_a_paragraph_may_point_back():
    assert not heard({ENDING: "It lasted three weeks."})


@pytest.mark.parametrize("language", ["en", "de"])
def test_no_ending_of_the_story_points_back_over_its_asides(language):
    own = {place: each.text for place, each in loading.translations("tower", language).items()}
    assert not [each for each in echoes(STORY, ear(language), own) if each.code == "H05"]


def test_a_translation_is_heard_in_its_own_language():
    told = {
        FRONTS[0]: "Er zog den Handschuh an wie eine Qualle.",
        FRONTS[1]: "Sie schwieg wie zwanzig Quallen.",
    }
    assert [each[0] for each in heard(told, "de")] == ["H03"]


def test_a_language_that_nobody_has_written_down_is_not_listened_to():
    assert ear("nl") is None


def test_the_boxes_of_the_story_are_counted():
    assert boxes(STORY) == sum(text.limit in ("box", "branch") and bool(text.text) for text in texts(STORY))
