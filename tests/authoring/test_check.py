"""The linter: one bad story for each code, made from the sound one by a single change."""

from __future__ import annotations

import os
import tomllib
from collections import Counter
from random import Random

import msgspec
import pytest
from at_hand.princes import BRIEF

from lltui import text
from lltui.arena import SimulatedMatch
from lltui.authoring import story_check
from lltui.authoring.story_runs import Explorer, ProofReader, heard_in, points
from lltui.games.two_princes import events as e
from lltui.games.two_princes import loading
from lltui.games.two_princes.loading import LONGEST, BrokenStory, Translated, translations
from lltui.games.two_princes.model import MODEL, Options
from lltui.games.two_princes.rules.rulebook import RULES
from lltui.games.two_princes.story.faults import Fault, largest_box, unsound
from lltui.games.two_princes.story.printed import Story
from lltui.games.two_princes.story.story_index import StoryIndex, Text, texts
from lltui.text.story_text import StoryWords

FOLDER = loading.folder("tower")


def raw():
    found = {}
    for file in loading.files(FOLDER):
        for kind, cards in tomllib.loads(file.read_text("utf-8")).items():
            found[kind] = [*found.get(kind, []), *cards] if isinstance(cards, list) else cards
    return found


SOUND = msgspec.msgpack.encode(raw())


def name_of(card):
    return card.get("id", card.get("flag"))


def changed(change):
    cards = msgspec.msgpack.decode(SOUND)
    change({name_of(card): card for kind in cards if kind != "intro" for card in cards[kind]}, cards)
    return msgspec.convert(cards, Story)


def codes(story, *, whole_box=True):
    return Counter(fault.code for fault in story_check.faults(story, whole_box=whole_box))


def drop(kind, name):
    return lambda _, cards: cards[kind].remove(next(card for card in cards[kind] if name_of(card) == name))


def put(name, **fields):
    return lambda by, _: by[name].update(fields)


def effect(name, **word):
    """One more thing that this card does in the end."""
    return lambda by, _: by[name].update(then=[*by[name].get("then", []), word])


def inside(name, option, **fields):
    return lambda by, _: by[name][option].update(fields)


def numbered(number, change):
    """Of the challenge of this number."""
    return lambda _, cards: change(next(card for card in cards["challenges"] if card["number"] == number))


def aside(query):
    return put("the_first_day", asides=[{"when": query, "text": "So."}])


def grant(when, says="the lioness walks", **fields):
    """Something is taken for granted in the text of a challenge."""

    def change(by, cards):
        by["the_lioness"]["text"] = f"Up and down {says}."
        by["the_lioness"].update(fields)
        cards["granted"] = [{"id": "here", "says": [says], "when": when}]

    return change


WAYS = [{"do": "choose", "options": [{"label": "a"}, {"label": "b"}]}] * 65
AT_THE_GATE = {"when": {"ask": "came", "from": "gate"}, "text": "No."}
ROSE = {"id": "rose", "title": "Rose", "uses": 1, "bonus": {"charm": 1}}
BAD = [
    ("C01", drop("events", "the_bitter_cup")),
    ("C01", drop("encounters", "the_mint")),
    ("C02", put("missing_mother", starting="edward")),
    ("C03", drop("challenges", "room_for_one")),
    ("C03", drop("challenges", "the_players_wagon")),
    ("C04", put("london_bridge", part="a")),
    ("C05", put("two_guards_at_dice", title="Two Men at Dice")),
    ("C06", put("the_bitter_cup", fixed=1)),
    ("C07", put("the_bitter_cup", id="the_first_day")),
    ("C08", put("the_bitter_cup", number=1)),
    ("C09", drop("interludes", "whose_coronation")),
    ("C10", lambda _, cards: cards["condition_types"].pop()),
    ("C11", lambda by, _: by["edward_notebook"].pop("starting")),
    ("C12", put("the_mint", set_aside=True)),
    ("C14", lambda _, cards: cards["interludes"].clear()),
    ("C16", lambda _, cards: cards["sections"].__delitem__(slice(0, None, 2))),
    ("C17", put("london_bridge", number=70)),
    ("R01", effect("the_mint", do="remember", flag="NOBODY_SAID_IT")),
    ("R02", effect("the_mint", do="item", item="no_such_thing", who="self")),
    ("R03", effect("the_mint", do="challenge", n=70)),
    ("R04", effect("room_for_one", do="ending", section="nowhere")),
    ("R05", put("london_bridge", at="gate")),
    ("R05", effect("london_bridge", do="go", to="nowhere")),
    ("R05", aside({"ask": "came", "from": "nowhere"})),
    ("R06", aside({"ask": "hour", "past": "nine"})),
    ("R07", aside({"ask": "told", "text": "challenge.london_bridg"})),
    ("R08", effect("the_mint", do="condition", who="self", kind="sick", fits=["cracked_rib"])),
    ("R08", effect("the_mint", do="condition", who="self", kind="tired", fits=["missing_mother"])),
    ("F01", drop("encounters", "the_boy_on_the_stair")),
    ("F02", lambda _, cards: cards["flags"].append({"flag": "IN_VAIN", "says": "it was in vain"})),
    ("F03", aside({"ask": "mark", "flag": "SIGNED"})),
    ("A01", drop("encounters", "the_laundress")),
    ("A02", effect("the_mint", do="challenge", n=4)),
    ("A03", effect("london_bridge", do="challenge", n=24)),
    ("I01", lambda _, cards: cards["items"].append(dict(ROSE))),
    ("I02", lambda _, cards: cards["items"].append({**ROSE, "bonus": {}, "starting": "edward"})),
    ("I03", effect("the_mint", do="item", item="lute", who="self")),
    ("I04", lambda by, _: by["lute"].pop("uses")),
    ("W01", effect("the_first_day", do="attr", who="self", attr="charm")),
    ("W02", effect("the_first_day", do="attr", who="a", attr="charm")),
    ("W03", effect("the_mint", do="attr", who="both", attr="charm")),
    ("W04", effect("the_first_day", do="condition", who="marked", kind="sick")),
    ("W05", aside({"ask": "condition", "kind": "sick"})),
    ("W06", effect("the_first_day", do="choose", options=[{"label": "a"}, {"label": "b"}])),
    ("W07", effect("the_mint", do="choose", options=[{"label": str(n), "then": WAYS} for n in range(2)])),
    ("W08", effect("the_first_day", do="wait")),
    ("W08", effect("the_mint", do="go", to="gate")),
    ("D01", put("the_first_day", when_a={"ask": "flag", "flag": "SIGNED"})),
    ("D01", put("the_wardrobe", decision="forced")),
    ("D02", lambda by, _: by["the_marchpane_boar"].pop("ab")),
    ("D03", inside("the_marchpane_boar", "a", test={"attr": "charm", "value": 6})),
    ("D05", inside("the_guard_you_shamed", "a", test={"attr": "charm", "value": 6, "who": "edward"})),
    ("D04", lambda by, _: by["the_first_day"].update(b={**by["the_first_day"]["a"], "label": "The same"})),
    ("E01", lambda by, _: by["the_day_after_tomorrow"]["a"]["back"]["then"].pop()),
    ("E02", numbered(19, lambda card: card.pop("then"))),
    ("E03", numbered(80, lambda card: card["ab"].update(then=[]))),
    ("E07", effect("the_mint", do="extra_encounter")),
    ("S01", lambda by, _: by["both_taken"].update(routes=[{"to": "e05"}])),
    ("S02", lambda by, _: by["both_taken"]["routes"].pop()),
    ("S03", lambda by, _: by["both_taken"].update(routes=[{"to": "both_taken"}])),
    ("S04", lambda by, _: by["e05"].pop("free")),
    ("N01", lambda by, _: by["the_lioness"].pop("at")),
    ("N02", put("the_masters_last_lesson", arrivals=[])),
    (
        "N02",
        put("the_masters_last_lesson", arrivals=[{"when": {"ask": "came", "from": "deeper"}, "text": "So."}]),
    ),
    ("N03", put("the_masters_last_lesson", arrivals=[{"text": "So."}])),
    ("N04", put("the_lioness", arrivals=[{"text": "So."}], asides=[])),
    ("N05", lambda by, _: by["e07"]["arrivals"].insert(0, AT_THE_GATE)),
    ("N05", put("the_lioness", asides=[{"when": {"ask": "chapter", "chapter": "tower"}, "text": "No."}])),
    ("N16", lambda by, _: by["e07"]["arrivals"].append({"text": "No."})),
    ("N16", put("the_lioness", arrivals=[{"text": "So."}, {"when": {"ask": "alarm"}, "text": "No."}])),
    ("N06", grant({"ask": "item", "item": "lute"})),
    ("N06", grant({"ask": "hour", "past": "midnight"})),
    ("N06", grant({"ask": "alarm"})),
    ("N08", effect("the_lioness", do="wait")),
    (
        "N11",
        lambda by, _: by["the_guard_you_shamed"]["b"]["back"].update(success=[], failure=[{"do": "misery"}]),
    ),
    ("N13", lambda by, _: by["e26"].pop("arrivals")),
    ("N13", lambda by, _: by["misery"]["arrivals"].pop()),
    ("N14", lambda by, _: by["the_lioness"]["arrivals"].reverse()),
    (
        "N15",
        lambda by, _: by["the_lioness"]["arrivals"].insert(
            1,
            {
                "when": {
                    "ask": "all",
                    "of": [{"ask": "came", "from": "deeper"}, {"ask": "flag", "flag": "FED_LION"}],
                },
                "text": "So.",
            },
        ),
    ),
    ("T01", put("the_first_day", title="A title that is longer than any board has room for")),
    ("T01", inside("the_first_day", "a", label="x" * 45)),
    ("T01", put("the_first_day", text="word " * 200)),
    ("T02", put("lute", text="")),
    ("T03", put("lute", text="It adds 2 to Charm.")),
    ("T03", put("lute", text="It smells of coffee.")),
    ("T07", put("lute", text="{a} had it first.")),
    ("T07", inside("the_marchpane_boar", "aa", text="Before {b} had looked it was gone.")),
]


SOUND_CODES = codes(changed(lambda *_: None))


@pytest.mark.parametrize("n", range(len(BAD)), ids=[f"{code}-{n}" for n, (code, _) in enumerate(BAD)])
def test_a_fault_is_named_by_its_code_and_is_a_sentence_in_each_language(n):
    code, change = BAD[n]
    found = list(story_check.faults(changed(change), whole_box=True))
    assert Counter(fault.code for fault in found)[code] > SOUND_CODES[code]
    assert all(said(fault, language) for fault in found for language in ("en", "de"))


def said(fault, language):
    return text.words(language, "story")[f"fault.{fault.code}"].format(**fault.facts)


LAST_GATE = "a.back.success, a.back.failure, b.back.success, b.back.failure"


@pytest.mark.parametrize(
    ("card", "number", "change", "ways"),
    [
        ("interlude.the_day_after_tomorrow", None, None, "a.back"),
        (
            "challenge.the_last_gate",
            19,
            lambda card: card.pop("then"),
            LAST_GATE,
        ),
        ("challenge.room_for_one", 80, lambda card: card["ab"].update(then=[]), "ab"),
    ],
)
def test_what_does_not_move_the_story_on_is_told_with_the_way_that_it_is_in(card, number, change, ways):
    first = lambda by, _: by["the_day_after_tomorrow"]["a"]["back"]["then"].pop()  # noqa: E731
    found = unsound(changed(numbered(number, change) if change else first))
    (fault,) = (fault for fault in found if fault.code in ("E01", "E02", "E03"))
    assert (fault.place, fault.facts["ways"]) == (card, ways)


QUIET = {"ask": "not", "of": {"ask": "alarm"}}
NEVER = {"when": {"ask": "chapter", "chapter": "tower"}, "text": "No."}
DEAF = {"when": {"ask": "all", "of": [{"ask": "alarm"}, {"ask": "came", "from": "wharves"}]}, "text": "No."}


@pytest.mark.parametrize(
    ("arrivals", "code", "facts"),
    [
        ([NEVER, {"text": "So."}], "N05", {"n": 1, "asked": '{ask = "chapter", chapter = "tower"}'}),
        ([DEAF, {"text": "So."}], "N05", {"n": 1, "asked": '{ask = "came", from = "wharves"}'}),
        (
            [
                {"when": {"ask": "not", "of": {"ask": "alarm"}}, "text": "So."},
                {"text": "So."},
                {"text": "No."},
            ],
            "N16",
            {"n": 3, "before": 2},
        ),
    ],
)
def test_what_can_never_be_read_is_told_with_what_keeps_it_from_it(arrivals, code, facts):
    walk = story_check.Night(changed(put("the_lioness", arrivals=arrivals)))
    (card,) = (card for card in walk.placed() if card.id == "the_lioness")
    place = "challenge.the_lioness.arrivals"
    (fault,) = story_check._hidden(walk, card, place, card.arrivals)
    assert (fault.code, fault.place, fault.facts) == (code, f"{place}.{facts['n'] - 1}", facts)


def test_what_stands_in_a_card_is_told_with_its_own_line(tmp_path):
    story_folder(tmp_path, "lined")
    place = tmp_path / "lined"
    cards = (place / "challenges_a.toml").read_text("utf-8").splitlines()
    story = loading.read(place)
    lined = [card for card in story.challenges if card.part == "a" and card.arrivals]
    assert len(lined) > 30
    for card in lined:
        for n, arrival in enumerate(card.arrivals):
            file, line = loading.where(place, f"challenge.{card.id}.arrivals.{n}")
            assert file == "challenges_a.toml"
            assert arrival.text in cards[line - 1]
        _, line = loading.where(place, f"challenge.{card.id}")
        assert cards[line - 1] == f'id = "{card.id}"'
    assert loading.where(place, "intro.text")[0] == "intro.toml"
    file, line = loading.where(place, "flag.GUARDS_ALERTED")
    assert 'flag = "GUARDS_ALERTED"' in (place / file).read_text("utf-8").splitlines()[line - 1]


BOX = {"C01", "C03", "C05", "C11", "C12", "C16", "C17"}


def test_a_story_with_fewer_cards_than_the_box_is_told_so_once_and_has_no_fault_of_it():
    """Whoever writes ten cards is not asked for seventy-six; what the rules turn has to be there."""
    small = loading.read(loading.folder(BRIEF))
    found = [fault for fault in story_check.faults(small) if fault.code[0] == "C"]
    assert [(fault.code, fault.level) for fault in found] == [("C15", "warning")]
    assert "16 of 76 challenges" in said(found[0], "en")
    assert "16 von 76 Prüfungen" in said(found[0], "de")
    assert codes(small).keys() >= {"C01", "C03", "C16"}


def test_a_story_that_has_the_whole_box_is_not_called_small():
    assert codes(changed(lambda *_: None), whole_box=False)["C15"] == 0
    less = changed(drop("events", "the_bitter_cup"))
    assert codes(less, whole_box=False)["C15"] == 1
    assert not codes(less, whole_box=False).keys() & BOX


def test_a_guard_is_one_by_its_number_whatever_it_is_called():
    renamed = StoryIndex(changed(put("two_guards_at_dice", title="Two Men at Dice")))
    assert renamed.data["guards"] == StoryIndex(changed(lambda *_: None)).data["guards"]
    with_another = StoryIndex(changed(put("the_lioness", title="The Guard of Lions")))
    assert len(with_another.data["guards"]) == len(renamed.data["guards"]) + 1


TOLD = {"ask": "told", "text": "challenge.the_lioness"}
FED = {"ask": "flag", "flag": "FED_LION"}
UNFED = {"ask": "not", "of": FED}
LUTE = {"do": "item", "item": "lute", "who": "one"}
DEEPER, ELSEWHERE = ({"ask": "came", "from": where} for where in ("deeper", "elsewhere"))


def walking(when):
    return {"when": when, "text": "the wolves walk"}


def box(**more):
    return {"label": "a", "back": {"text": "the wolves walk", **more}}


@pytest.mark.parametrize(
    ("when", "fields"),
    [
        (TOLD, {}),
        ({"ask": "any", "of": [FED, UNFED]}, {}),
        ({"ask": "told", "text": "challenge.the_lioness.a"}, {"text": "", "a": box()}),
        (FED, {"text": "", "asides": [walking({"ask": "all", "of": [FED, TOLD]})]}),
        (FED, {"text": "", "asides": [{"when": UNFED, "text": ""}, walking(TOLD)]}),
        (ELSEWHERE, {"text": "", "arrivals": [walking(DEEPER)]}),
        ({"ask": "item", "item": "lute"}, {"text": "", "b": box(then=[LUTE])}),
        (FED, {"text": "", "b": {"label": "b", "back": {"then": [{"do": "if", **walking(FED)}]}}}),
    ],
)
def test_what_is_sure_may_be_taken_for_granted(when, fields):
    assert "N06" not in codes(changed(grant(when, "the wolves walk", **fields)))


def test_what_is_granted_is_asked_of_the_translation_too():
    story = changed(grant(FED, "sie geht", text=""))
    place = "challenge.the_lioness.text"
    told = {place: Translated("Da geht sie. Und wie sie geht!")}
    assert "N06" in {fault.code for fault in story_check.translation_faults(story, told)}
    assert "N06" not in {fault.code for fault in story_check.translation_faults(story, {})}


@pytest.mark.parametrize(
    ("told", "wrong"),
    [("{a} isst, {b} sieht zu.", False), ("Einer isst, {b} sieht zu.", True), ("Einer isst.", True)],
)
def test_a_translation_names_whom_the_story_names(told, wrong):
    place = "event.the_marchpane_boar.ab.text"
    found = story_check.translation_faults(loading.read(FOLDER), {place: Translated(told)})
    assert ("T07" in {fault.code for fault in found}) == wrong


def test_every_code_that_reading_can_find_has_a_bad_story():
    words = text.words("en", "story")
    known = {key.removeprefix("fault.") for key in words if key.startswith("fault.")}
    known -= {code for code in known if code.startswith("H")}  # hints: test_echoes.py
    in_matches = {"N07", "N09", "N10", "N12", "P01", "P02"}
    assert known - {code for code, _ in BAD} == {"C13", "C15", "T04", "T05", "T06", *in_matches}


def test_the_story_of_the_package_has_no_error():
    found = story_check.faults(loading.read(FOLDER), whole_box=True)
    assert [fault for fault in found if fault.level == "error"] == []


def test_a_draft_is_an_error_in_a_release():
    story = changed(put("lute", text=""))
    found = {
        fault.place: fault.level for fault in story_check.faults(story, release=True) if fault.code == "T02"
    }
    assert found["item.lute.text"] == "error"


def test_every_text_has_its_place_once():
    places = [found.place for found in texts(loading.read(FOLDER))]
    assert len(places) == len({*places}) > 500


def test_a_wide_character_takes_two_columns():
    assert list(story_check.prose(Text("item.x.text", "item", "\N{CJK UNIFIED IDEOGRAPH-4E00} " * 59)))
    assert not list(story_check.prose(Text("item.x.text", "item", "a " * 59)))


# --------------------------------------------------------------------- reading

AGAIN = "challenge.doctor.a.back.then.1.text"


@pytest.fixture
def proof(tmp_path):
    """Of a match of the short story, in which somebody takes a lamp for granted."""
    brief = (loading.folder(BRIEF) / "brief.toml").read_text("utf-8")
    folder = tmp_path / "lit"
    folder.mkdir()
    lamp = '[[granted]]\nid = "lamp"\nsays = ["Again"]\nwhen = {ask = "item", item = "lamp"}\n'
    path = folder / "brief.toml"
    path.write_text(f"{brief}\n{lamp}", "utf-8")

    def reading(*changes):
        for old, new in changes:
            told = path.read_text("utf-8")
            assert old in told
            path.write_text(told.replace(old, new, 1), "utf-8")
        loading.own(tmp_path)
        return ProofReader(SimulatedMatch(RULES, Options("lit"), 2, Random(1)))

    return reading


@pytest.mark.parametrize(
    ("at", "arrival", "wrong"),
    [("yard", None, ["N07"]), ("yard", 3, []), ("hall", None, ["N07"]), ("hall", 3, []), (None, None, [])],
)
def test_a_match_that_is_read_tells_how_they_come_anywhere(proof, at, arrival, wrong):
    reading = proof()
    reading._at = at
    turned = e.CardTurned(0, "challenge.guard_one", None, (4, None), arrival)
    assert [fault.code for fault in reading.read([turned])] == wrong


@pytest.mark.parametrize(("items", "wrong"), [({}, ["N06"]), ({"lamp": 1}, [])])
def test_a_match_that_is_read_takes_nothing_for_granted(proof, items, wrong):
    reading = proof()
    reading._match.state.princes[1].items = items
    assert [fault.code for fault in reading.read([e.TextShown(AGAIN)])] == wrong


@pytest.mark.parametrize(
    ("read", "place"),
    [
        (e.SectionRead("dark"), "section.dark.text"),
        (e.SectionRead("grey", (0,)), "section.grey.asides.0.text"),
    ],
)
@pytest.mark.parametrize(("items", "wrong"), [({}, True), ({"lamp": 1}, False)])
def test_the_book_takes_nothing_for_granted_either(proof, read, place, items, wrong):
    """What was given away two hours before is not played in the last paragraph."""
    reading = proof(
        ('id = "dark"\n', 'id = "dark"\ntext = "Again, and again."\n'),
        ('id = "grey"\n', 'id = "grey"\nasides = [{when = {ask = "flag", flag = "WET"}, text = "Again."}]\n'),
    )
    reading._match.state.princes[1].items = items
    assert not list(reading.read([read])), "in later years there may be another"
    reading = proof(('says = ["Again"]\n', 'says = ["Again"]\nbook = true\n'))
    reading._match.state.princes[1].items = items
    found = [(fault.code, fault.place, fault.facts["granted"]) for fault in reading.read([read])]
    assert found == [("N06", place, "lamp")] * wrong


def test_a_match_that_is_read_gives_nothing_that_was_given_before(proof):
    assert [fault.code for fault in proof().read([e.ItemWanting(0, "lamp")])] == ["N12"]


def test_what_was_there_until_it_was_told_may_be_gone_with_it(proof):
    reading = proof()
    reading._match.state.princes[1].items = {"lamp": 1}
    list(reading.read([]))
    reading._match.state.princes[1].items = {}
    assert not list(reading.read([e.TextShown(AGAIN)]))
    assert [fault.code for fault in reading.read([e.TextShown(AGAIN)])] == ["N06"]


@pytest.fixture
def lamp(proof, tmp_path):
    """The same, and what is granted says more of itself."""

    def reading(**more):
        path = tmp_path / "lit" / "brief.toml"
        fields = "".join(f"{key} = {value}\n" for key, value in more.items())
        path.write_text(f"{path.read_text('utf-8')}{fields}", "utf-8")
        loading.own(tmp_path)
        found = proof()
        found._match.state.princes[1].items = {"lamp": 1}
        list(found.read([]))
        return found

    return reading


TURNED = e.CardTurned(0, "challenge.guard_one", None, (4, None), 3)
OVER = e.MatchEnded("lost", 0)


@pytest.mark.parametrize(
    ("cards", "said", "over", "wrong"),
    [
        (3, [], OVER, ["N09"]),
        (3, [], e.ChapterBegan("escape_b"), ["N09"]),
        (3, [e.TextShown(AGAIN)], OVER, []),
        (2, [], OVER, []),
    ],
)
def test_what_they_have_with_them_is_heard_of_in_a_part_of_the_night(lamp, cards, said, over, wrong):
    reading = lamp(heard="true")
    reading._at = "yard"
    assert [fault.code for fault in reading.read([*[TURNED] * cards, *said, over])] == wrong


def test_what_they_lost_on_the_way_need_not_be_heard_of(lamp):
    reading = lamp(heard="true")
    reading._at = "yard"
    list(reading.read([TURNED, TURNED]))
    reading._match.state.princes[1].items = {}
    assert not list(reading.read([TURNED, OVER]))


@pytest.mark.parametrize(("pages", "wrong"), [(1, []), (2, ["N10"])])
def test_what_is_named_on_too_many_pages_of_a_part_is_told(lamp, pages, wrong):
    reading = lamp(most="1")
    reading._at = "yard"
    again = [TURNED, e.TextShown(AGAIN), e.TextShown(AGAIN)]
    assert [fault.code for fault in reading.read([*again * pages, OVER])] == wrong
    assert not list(reading.read([*again, OVER]))


@pytest.mark.soak
def test_four_hundred_matches_tell_nothing_that_cannot_be_so():
    found = {f.place: f for n in range(400) for f in heard_in(Options(), "human", 0, n)[1]}
    assert found == {}


# -------------------------------------------------------------------- refusing


def test_no_story_needs_a_larger_box_than_there_is():
    assert largest_box(loading.read(FOLDER)) <= MODEL.box
    long = changed(
        lambda _, cards: [card.update(id=card["id"].ljust(32, "x")) for card in cards["conditions"]]
    )
    assert "C13" in {fault.code for fault in unsound(long)}


def story_folder(tmp_path, name, **files):
    folder = tmp_path / name
    folder.mkdir()
    for file in loading.files(FOLDER):
        (folder / file.name).write_text(file.read_text("utf-8"), "utf-8")
    for file, (old, new) in files.items():
        path = folder / f"{file}.toml"
        told = path.read_text("utf-8")
        assert old in told
        path.write_text(told.replace(old, new, 1), "utf-8")
    loading.own(tmp_path)


@pytest.mark.parametrize(
    ("file", "old", "new", "card", "detail"),
    [
        ("events", 'do = "challenge", n = 8', 'do = "chalenge", n = 8', "the_first_day", "chalenge"),
        ("events", "n = 8", "n = 81", "the_first_day", "<= 80"),
        ("events", "n = 8", "n = 78", "event.the_first_day", "R03"),
        ("events", "purpose = ", "purpoze = ", "the_first_day", "purpoze"),
        ("endings", "free = 0", "free = zero", "", "Invalid value"),
    ],
)
def test_a_broken_story_names_file_card_and_line_and_refuses_only_itself(
    tmp_path, file, old, new, card, detail
):
    name = f"broken-{abs(hash((file, new))) % 10**6}"
    story_folder(tmp_path, name, **{file: (old, new)})
    with pytest.raises(BrokenStory) as refused:
        loading.story_index(name)
    facts = refused.value.facts
    assert facts["file"] == f"{file}.toml"
    assert detail in str(facts["detail"])
    if card:
        assert facts["card"] == card
    lines = (tmp_path / name / f"{file}.toml").read_text("utf-8").splitlines()
    block = lines[: facts["line"]]
    assert [line for line in block if line.startswith("[[")][-1:] == ["[[events]]"] or not card
    assert loading.story_index("tower").story.events


def a_folder(path):
    path.mkdir()


HOSTILE = {
    "brackets": (lambda path: path.write_text("x = " + "[" * 20_000), "more than 64 deep"),
    "effects": (
        lambda path: path.write_text(
            "[[events]]\nthen = " + '[{do = "if", then = ' * 3_000 + "[]" + "}]" * 3_000
        ),
        "more than 64 deep",
    ),
    "size": (lambda path: path.write_text("#" + "x" * LONGEST), "more than 4096 kB"),
    "folder": (a_folder, "not a file"),
    "pipe": (os.mkfifo, "not a file"),
    "loop": (lambda path: path.symlink_to(path), "symbolic links"),
    "bytes": (lambda path: path.write_bytes(b"# fine\n\xff"), "UTF-8"),
    "cursor": (lambda path: path.write_text('[intro]\ntext = "\\u001b[2J"'), "control"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_whatever_lies_in_a_story_s_folder_is_told_and_refuses_only_that_story(tmp_path, name):
    make, detail = HOSTILE[name]
    story_folder(tmp_path, f"hostile-{name}")
    make(tmp_path / f"hostile-{name}" / "zz.toml")
    loading.own(tmp_path)
    with pytest.raises(BrokenStory) as refused:
        loading.story_index(f"hostile-{name}")
    assert refused.value.facts["file"] == "zz.toml"
    assert detail in refused.value.facts["detail"]
    assert loading.story_index("tower").story.events


def test_a_hostile_translation_is_told_too(tmp_path):
    story_folder(tmp_path, "hostile-words")
    (tmp_path / "hostile-words" / "de").mkdir()
    (tmp_path / "hostile-words" / "de" / "zz.toml").write_text("x = " + "[" * 20_000)
    loading.own(tmp_path)
    with pytest.raises(BrokenStory) as refused:
        translations("hostile-words", "de")
    assert refused.value.facts["file"] == "zz.toml"


def test_a_translation_of_another_shape_is_told_with_its_line(tmp_path):
    story_folder(tmp_path, "shapeless-words")
    (tmp_path / "shapeless-words" / "de").mkdir()
    wrong = '"item.lute.text" = {src = "00000000", text = "Eine Laute."}\n\n["item.harp.text"]\ntext = 7\n'
    (tmp_path / "shapeless-words" / "de" / "items.toml").write_text(wrong, "utf-8")
    loading.own(tmp_path)
    with pytest.raises(BrokenStory) as refused:
        translations("shapeless-words", "de")
    assert refused.value.facts["line"] == 4


def test_a_folder_without_a_page_is_named_itself(tmp_path):
    (tmp_path / "empty-one").mkdir()
    loading.own(tmp_path)
    with pytest.raises(BrokenStory) as refused:
        loading.story_index("empty-one")
    assert refused.value.facts["story"] == "empty-one"


def test_an_unknown_story_is_trouble_that_names_the_known():
    with pytest.raises(loading.UnknownStory) as refused:
        loading.story_index("nowhere")
    assert "tower" in refused.value.facts["known"]


# -------------------------------------------------------------------- exploring


def test_an_explorer_sees_most_of_a_story_soon():
    wanted = {*points(loading.read(FOLDER))}
    seen, explorer = set(), Explorer(Options(), 1)
    for _ in range(12):
        seen |= {*explorer.match()} & wanted
    assert len(seen) > len(wanted) * 0.6


@pytest.mark.soak
def test_an_explorer_sees_all_of_the_story():
    wanted = {*points(loading.read(FOLDER))}
    seen, explorer = set(), Explorer(Options(), 1)
    for _ in range(4_000):
        seen |= {*explorer.match()} & wanted
    assert seen == wanted


def test_a_point_that_nothing_leads_to_is_never_seen():
    story = changed(put("both_taken", routes=[{"to": "e05"}]))
    assert isinstance(next(story_check.faults(story)), Fault)
    assert "section.e06" in {*points(story)}


@pytest.mark.parametrize(
    ("language", "says", "why"),
    [
        ("en", "Richard, who is nine, says ten", "Richard was nine; the rules of this game say ten"),
        ("de", "der neun ist, zehn sagt", "Richard war neun; die Regeln dieses Spiels sagen zehn"),
    ],
)
def test_richard_is_nine_and_says_ten_and_the_last_note_tells_why(language, says, why):
    """ "His younger brother Richard of ten years", says the rule book; history has him nine."""
    words = StoryWords("tower", language)
    *_, last = loading.story_index("tower").story.notes
    assert says in " ".join(words.text("intro.text").split())
    assert why in " ".join(words.text(f"note.{last.id}.text").split())


def retold(*tellings):
    """The story with these further versions of its texts."""
    rows = [{"of": of, "evening": evening, "text": "Another morning."} for of, evening in tellings]
    return changed(lambda _, cards: cards.update(tellings=rows))


def test_a_text_is_told_anew_only_where_there_is_one_and_once_for_each_evening():
    place = "opening.day_2.text"
    assert codes(retold((place, 2), (place, 3)))["R07"] == 0
    assert codes(retold(("opening.day_9.text", 2)))["R07"] == 1
    assert codes(retold((place, 2), (place, 2)))["C07"] == 1


def test_what_is_told_anew_has_the_limit_of_the_text_it_stands_for_and_wants_a_translation():
    story = retold(("event.the_first_day.a.label", 2))
    rows = [{"of": "event.the_first_day.a.label", "evening": 2, "text": "x" * 45}]
    long = changed(lambda _, cards: cards.update(tellings=rows))
    assert codes(long)["T01"] == codes(story)["T01"] + 1
    places = {place for place, _ in story_check.missing(story, {})}
    assert "event.the_first_day.a.label.evening_2" in places
