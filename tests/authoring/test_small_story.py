"""The story of ten cards that `lltui story new` writes: what somebody with the how-to alone can make."""

from __future__ import annotations

import tomllib
from itertools import count
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from lltui import text
from lltui.authoring import story_check
from lltui.authoring.story_runs import heard_in
from lltui.files.toml_lines import inline
from lltui.games.two_princes import events as e
from lltui.games.two_princes import loading
from lltui.games.two_princes.loading import SMALL, BrokenStory
from lltui.games.two_princes.model import Options
from lltui.games.two_princes.story import vocabulary as v
from lltui.games.two_princes.story.faults import NEEDED, unsound
from lltui.games.two_princes.story.printed import Story
from lltui.games.two_princes.story.story_index import below

NUMBERS = count()
PAGE = (Path(__file__).parents[2] / "docs" / "how-to" / "write-a-story.md").read_text("utf-8")


def raw():
    """Its cards as they stand in its files."""
    found = {}
    for file in loading.files(SMALL):
        for kind, cards in tomllib.loads(file.read_text("utf-8")).items():
            found[kind] = [*found.get(kind, []), *cards] if isinstance(cards, list) else cards
    return found


def story(cards):
    return msgspec.convert(cards, Story)


@pytest.fixture
def table(tmp_path):
    """Options for a table at which these cards are played."""

    def laid(cards):
        folder = tmp_path / f"laid-{next(NUMBERS)}"  # what was read of another is not read again
        folder.mkdir()
        lines = (f"{kind} = {inline(told)}\n" for kind, told in cards.items())
        (folder / "all.toml").write_text("".join(lines), "utf-8")
        loading.own(tmp_path)
        return Options(folder.name)

    return laid


def ends(options, policy, seed):
    heard, wrong = heard_in(options, policy, seed, 0)
    assert wrong == []
    return [event.section for event in heard if isinstance(event, e.MatchEnded)]


def test_it_has_ten_challenges_and_no_fault_but_that_it_is_small():
    found = [fault for fault in story_check.faults(loading.read(SMALL)) if fault.code != "C15"]
    assert found == []
    assert len(raw()["challenges"]) == 10


def test_it_stands_on_no_list_of_stories():
    assert SMALL.name not in loading.stories()
    assert not loading.may_be_called(SMALL.name)


def test_pairs_of_every_kind_play_it_to_an_end_and_not_all_to_the_same(table):
    options = table(raw())
    found = [ends(options, policy, seed) for policy in ("random", "human") for seed in range(6)]
    assert all(len(each) == 1 for each in found)
    assert len({each[0] for each in found}) > 1


# --------------------------------------------------------- what the rules need, and what they do not


def without(obj, gone):
    """The same cards, but for every arrival, aside and deed in which such a word stands."""
    if isinstance(obj, dict):
        return {key: without(value, gone) for key, value in obj.items()}
    if not isinstance(obj, list):
        return obj
    return [without(each, gone) for each in obj if not (isinstance(each, dict) and mentioned(each, gone))]


def mentioned(obj, gone):
    if isinstance(obj, dict):
        if any(obj.get(key) in values for key, values in gone.items() if isinstance(obj.get(key), str)):
            return True
        return any(mentioned(value, gone) for value in obj.values())
    return any(mentioned(each, gone) for each in obj) if isinstance(obj, list) else False


def least():
    """Only what the page says that a story has to have."""
    cards = raw()
    for kind in ("encounters", "items", "hours", "openings", "intro", "granted"):
        cards.pop(kind)
    cards["conditions"] = [card for card in cards["conditions"] if "starting" in card]
    cards["challenges"] = [card for card in cards["challenges"] if card["number"] in NEEDED]
    gone = {"do": ("challenge", "item", "lose_item", "wait"), "ask": ("item", "hour")}
    return {kind: [without(card, gone) for card in told] for kind, told in cards.items()}


def test_what_the_page_asks_for_is_enough(table):
    cards = least()
    assert len(cards["challenges"]) == len(NEEDED)
    assert list(unsound(story(cards))) == []
    options = table(cards)
    assert all(ends(options, policy, seed) for policy in ("random", "human") for seed in range(4))


def parts(cards):
    """Each thing that is needed, and the cards without it."""
    for kind in ("challenges", "events", "interludes", "condition_types"):
        for n, card in enumerate(cards[kind]):
            name = card.get("number", card.get("kind"))
            yield f"{kind} {name}", {**cards, kind: [*cards[kind][:n], *cards[kind][n + 1 :]]}
    for prince in ("edward", "richard"):
        n = next(n for n, card in enumerate(cards["conditions"]) if card["starting"] == prince)
        less = [*cards["conditions"][:n], *cards["conditions"][n + 1 :]]
        yield f"conditions {prince}", {**cards, "conditions": less}
    misery = [section for section in cards["sections"] if section["id"] != "misery"]
    yield "misery", {**cards, "sections": misery}


@pytest.mark.parametrize(("name", "cards"), [pytest.param(*each, id=each[0]) for each in parts(least())])
def test_each_thing_that_the_page_asks_for_is_needed(table, name, cards):
    assert any(unsound(story(cards))), name
    with pytest.raises(BrokenStory):
        loading.story_index(table(cards).story)


def test_what_is_wanting_is_refused_in_a_sentence(table):
    cards = {**raw(), "interludes": []}
    with pytest.raises(loading.IncompleteStory) as refused:
        loading.story_index(table(cards).story)
    told = text.trouble("en", refused.value).what
    assert "An interlude belongs to a story" in told
    assert "C14" not in told
    cards = raw()
    cards["challenges"][0]["then"] = [{"do": "go", "to": "nowhere"}]
    with pytest.raises(loading.UnplayableStory) as refused:
        loading.story_index(table(cards).story)
    told = text.trouble("en", refused.value).what
    assert "There is no place nowhere here; there are: dormitory, stair, boots, yard, gatehouse" in told
    assert "nowhere" in text.trouble("de", refused.value).what


# ------------------------------------------------------------------ what the page tells of numbers


def turned(options, seeds):
    """By match, the numbers of the challenges in the order in which they lay open."""
    numbers = {f"challenge.{c.id}": c.number for c in loading.story_index(options.story).story.challenges}
    for seed in seeds:
        heard, _ = heard_in(options, "careful", seed, 0)
        cards = [event.card for event in heard if isinstance(event, e.CardTurned)]
        yield [numbers[card] for card in cards if card in numbers]


def test_the_challenges_come_as_the_page_says(table):
    """1, 2, 3, one guard whatever it is called, 19; then 71, 73 where there are few, 80."""
    cards = raw()
    (board,) = (card for card in cards["challenges"] if card["number"] == 38)
    more = [{**board, "number": n, "id": f"watch_{n}", "title": "The Fire Bucket"} for n in (4, 5, 12, 13)]
    cards["challenges"] += more
    seen = 0
    for numbers in turned(table(cards), range(8)):
        inside = [n for n in numbers if n < 50]
        assert numbers[:3] == [1, 2, 3][: len(numbers)]
        if 19 in inside:
            seen += 1
            assert inside[-1] == 19
            assert sum(n in (4, 5) for n in inside) == 1
            assert {12, 13} <= {*inside}
            assert numbers[len(inside) :][:1] in ([71], [])
        if 80 in numbers:
            assert numbers[-1] == 80
            assert 73 in numbers
        assert not {8, 38} & {*numbers} or len(numbers) > 3
    assert seen


# ------------------------------------------------------------------ what the page shows of it


def test_the_deed_that_the_page_shows_is_the_one_of_the_cook():
    shown = tomllib.loads(PAGE[PAGE.index("        [[challenges.a.back.then]]") :].partition("\n\n* ")[0])
    (cook,) = (card for card in raw()["challenges"] if card["id"] == "cooks_candle")
    given, stands = shown["challenges"]["a"]["back"]["then"], cook["a"]["back"]["then"]
    words = [{key: " ".join(str(value).split()) for key, value in each.items()} for each in (*given, *stands)]
    assert words[0] == words[1]


def test_what_is_given_away_is_not_in_their_hands_afterwards():
    """Each wording with the thing in it asks for it."""
    found = loading.read(SMALL)
    (told,) = (each for each in found.granted if each.id == "granted_mouth_organ")
    blind = replace(told, when=v.HasFlag(flag="NOBODY_ASKS"))
    others = tuple(blind if each is told else each for each in found.granted)
    assert "N06" in {fault.code for fault in story_check.night(replace(found, granted=others))}
    assert any(isinstance(word, v.LoseItem) for card in found.challenges for _, word in below("", card))


# ----------------------------------------------------------- a word that there is not

DO = "attr, condition, heal, item, lose_item, lose_any, spend, challenge, remember, mark, misery, redraw, "


@pytest.mark.parametrize(
    ("old", "new", "line", "told"),
    [
        ('do = "attr"', 'do = "give_away"', 'do = "give_away"', f"do = “give_away”; there are: {DO}"),
        ('do = "attr"', 'do = "atr"', 'do = "atr"', f"do = “atr”; did you mean “attr”? There are: {DO}"),
        (
            'decision = "edward"',
            'decision = "edwad"',
            '"edwad"',
            "decision = “edwad”; did you mean “edward”?",
        ),
        (
            "purpose = ",
            "purpoze = ",
            "purpoze",
            "no key “purpoze” here; did you mean “purpose”? There are: id, ",
        ),
        ("fixed = 1", 'zeal = "1"', "zeal", "there is no key “zeal” here; there are: id, number, title, "),
        ('attr = "courage"}', 'attr = "valour"}', "valour", "attr = “valour”; there are: charm, courage, "),
        ('label = "Tell her"\n', "", "[events.a]", "“label” is missing here"),
        ('title = "Porridge"', 'title = "Porridge', 'title = "Porridge', "has no closing quotation mark"),
        ('text = """\nThe porridge', 'text = """\nThe """ porridge', "The", ""),
    ],
)
def test_a_word_that_there_is_not_is_told_with_those_that_there_are(tmp_path, old, new, line, told):
    folder = tmp_path / f"laid-{next(NUMBERS)}"
    folder.mkdir()
    events = (SMALL / "events.toml").read_text("utf-8")
    assert old in events
    (folder / "events.toml").write_text(events.replace(old, new, 1), "utf-8")
    with pytest.raises(BrokenStory) as refused:
        loading.read(folder)
    what = " ".join(text.trouble("en", refused.value).what.split())
    assert told in what
    lines = (folder / "events.toml").read_text("utf-8").splitlines()
    assert line in lines[refused.value.facts["line"] - 1]
    assert text.trouble("de", refused.value).what != what
