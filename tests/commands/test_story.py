"""`lltui story`: what it says, and with which exit code."""

from __future__ import annotations

import re
from collections import Counter
from itertools import count

import pytest

from lltui.arena.workers import Where
from lltui.authoring.story_runs import POLICIES, Course, Sums, courses, play, rows
from lltui.cli import main
from lltui.games.two_princes import loading
from lltui.games.two_princes.model import Options

NUMBERS = count()
LUTES = """
"item.lute.text" = {src = "00000000", text = "Eine Laute."}
"item.harp.text" = {src = "", text = "x"}
"""


@pytest.fixture
def folder(tmp_path):
    """A copy of the story of the package, to be spoilt."""
    place = tmp_path / f"spoilt-{next(NUMBERS)}"  # what was read of another is not read again
    place.mkdir()
    for file in loading.files(loading.folder("tower")):
        (place / file.name).write_text(file.read_text("utf-8"), "utf-8")
    return place


def spoil(folder, file, old, new):
    path = folder / file
    told = path.read_text("utf-8")
    assert old in told
    path.write_text(told.replace(old, new, 1), "utf-8")


def flavour(folder, text):
    """What is said of the cone of sugar."""
    path = folder / "items.toml"
    told, times = re.subn(
        r'(id = "sugar_cone"\n(?:(?!\[\[).*\n)*?text = )".*"', rf'\1"{text}"', path.read_text("utf-8")
    )
    assert times == 1
    path.write_text(told, "utf-8")


@pytest.mark.parametrize(("language", "said"), [("en", "For the ear:"), ("de", "Fürs Ohr:")])
def test_the_story_of_the_package_passes(capsys, language, said):
    assert main(["story", "check", "--matches", "0", "--language", language]) == 0
    output, errors = capsys.readouterr()
    assert "tower:" in output
    assert said in output
    assert "H02" not in output
    assert "--hints" in output
    assert errors == ""


def test_a_fault_is_named_with_file_line_and_card(capsys, folder):
    spoil(folder, "items.toml", "uses = 2\nbonus = {charm = 1}", "bonus = {charm = 1}")
    assert main(["story", "check", str(folder), "--matches", "0"]) == 1
    output, _ = capsys.readouterr()
    (line,) = [line for line in output.splitlines() if "I04" in line]
    assert "items.toml, line " in line
    assert "item.sugar_cone" in line


def test_a_file_that_cannot_be_read_is_trouble(capsys, folder):
    spoil(folder, "events.toml", "number = 1", "number = one")
    assert main(["story", "check", str(folder)]) == 1
    _, errors = capsys.readouterr()
    assert "events.toml, line 2" in errors


def test_what_comes_twice_is_named_when_asked_for(capsys, folder):
    for card in ("kitchens", "pantry", "wharf", "mint"):
        path = next(p for p in folder.iterdir() if f'id = "the_{card}"' in p.read_text("utf-8"))
        before, start, after = path.read_text("utf-8").partition(f'id = "the_{card}"')
        # In the place of a word that is no shorter: the cards are as long as they may be.
        spoilt = re.sub(r'(text = """[^"]*?\b)[a-z]{7,}\b', r"\1zzyzzyx", after, count=1)
        path.write_text(before + start + spoilt, "utf-8")
    assert main(["story", "check", str(folder), "--matches", "0", "--hints"]) == 0
    output, _ = capsys.readouterr()
    (line,) = [line for line in output.splitlines() if "H02" in line and "zzyzzyx" in line]
    assert "encounter.the_kitchens" in line


def test_a_release_bears_no_draft(capsys, folder):
    flavour(folder, "")
    assert main(["story", "check", str(folder), "--matches", "0"]) == 0
    assert main(["story", "check", str(folder), "--matches", "0", "--release"]) == 1
    assert "item.sugar_cone.text" in capsys.readouterr().out


def test_a_file_alone_is_read_for_its_own_faults(capsys, folder):
    flavour(folder, "It costs 3 shillings.")
    assert main(["story", "check", str(folder / "items.toml")]) == 0
    output, _ = capsys.readouterr()
    assert "T03" in output
    assert "R0" not in output


def test_what_nothing_leads_to_is_found_by_playing(capsys, folder, monkeypatch):
    """Whoever says how many matches is told how much is left; what was never seen is named when it ended."""
    spoil(
        folder,
        "challenges_b.toml",
        'do = "ending"\nsection = "one_away"',
        'do = "ending"\nsection = "e05"',
    )
    assert main(["story", "check", str(folder), "--matches", "3"]) == 1
    output, _ = capsys.readouterr()
    assert "S01" in output
    assert "P01" not in output
    (line,) = [line for line in output.splitlines() if "P02" in line]
    assert re.fullmatch(r"warning P02  \d+ of \d+ points were not seen in 3 matches; .*", line)
    monkeypatch.setattr("lltui.commands.story.EXPLORED", 3)
    assert main(["story", "check", str(folder)]) == 1
    output, _ = capsys.readouterr()
    assert "P02" not in output
    assert any("P01" in line and "section.one_away" in line for line in output.splitlines())


def test_a_quick_look_at_a_sound_story_finds_no_fault(capsys):
    assert main(["story", "check", "--matches", "1"]) == 0
    assert "P02" in capsys.readouterr().out


def test_a_story_without_an_interlude_is_told_so_and_not_played(capsys, folder):
    (folder / "interludes.toml").unlink()
    assert main(["story", "check", str(folder)]) == 1
    output, _ = capsys.readouterr()
    assert "ERROR   C14  An interlude belongs to a story" in output
    assert "Matches played" not in output
    with pytest.raises(loading.BrokenStory):
        loading.story_index(folder.name)


def test_what_was_read_is_told_before_anything_is_played(capsys, folder):
    flavour(folder, "It costs 3 shillings.")
    main(["story", "check", str(folder), "--matches", "1"])
    output, _ = capsys.readouterr()
    assert output.index("T03") < output.index("Matches played") < output.index("P02")


def test_a_translation_is_held_against_its_story(capsys, folder):
    (folder / "de").mkdir()
    (folder / "de" / "items.toml").write_text(LUTES)
    assert main(["story", "check", str(folder), "--matches", "0"]) == 1
    output, _ = capsys.readouterr()
    assert any("T04" in line and "item.lute.text" in line for line in output.splitlines())
    assert any("T05" in line and "item.harp.text" in line for line in output.splitlines())


def test_todo_lists_what_has_to_be_translated(capsys):
    assert main(["story", "todo", "--into", "nl"]) == 0
    output, _ = capsys.readouterr()
    assert '"item.lute.text" = {src = "' in output


@pytest.mark.parametrize("words", ["story check nowhere", "story sing", "story simulate --policies bold"])
def test_wrong_usage_is_a_sentence(words, capsys):
    assert main(words.split()) in (1, 2)
    output, errors = capsys.readouterr()
    assert output == ""
    assert errors.strip().endswith(".")


# ----------------------------------------------------------------------- read


def test_a_match_is_read_aloud_with_how_they_come_anywhere(capsys):
    assert main(["story", "read", "--seed", "5"]) == 0
    output, _ = capsys.readouterr()
    told = " ".join(output.split())
    card = loading.story_index("tower").challenges[2]
    title, arrival, situation = card.title.upper(), card.arrivals[-1].text, "You counted them on the way up"
    assert told.index(title) < told.index(arrival) < told.index(situation)
    assert told.endswith("Matches read: 1; told in them that cannot be so: 0.")


def test_many_matches_are_read_by_the_program_alone(capsys):
    assert main(["story", "read", "--matches", "21", "--policies", "random"]) == 0
    output, _ = capsys.readouterr()
    assert output == "Matches read: 21; told in them that cannot be so: 0.\n"


# ------------------------------------------------------------------- simulate


def test_simulating_tells_a_row_for_each_policy(capsys):
    main(["story", "simulate", "--matches", "2", "--jobs", "1", "--policies", "random,careful"])
    output, _ = capsys.readouterr()
    rows = [line.split()[0] for line in output.splitlines() if line.split()[:1] in (["random"], ["careful"])]
    assert rows == ["random", "careful"]


def test_the_same_seed_gives_the_same_matches_in_one_process_or_two():
    one = list(courses(Options(), "careful", 4, 7))
    assert one == list(courses(Options(), "careful", 4, 7, Where(2)))
    assert one != list(courses(Options(), "careful", 4, 8))


@pytest.mark.parametrize("policy", POLICIES)
def test_every_policy_plays_to_an_end(policy):
    counts = play(Options(), policy, 1, 1).counts
    assert 0 <= counts["misery"] <= 6
    assert counts["both"] <= counts["free"] <= counts["matches"] == 1
    assert counts["missed"] <= counts["tests"]
    assert 10 <= counts["deck_a"] <= 30
    assert (counts["deck_b"] > 2) is (counts["reached_b"] == 1)


def test_careful_pairs_do_better_than_random_ones():
    free = {p: sum(c.counts["free"] for c in courses(Options(), p, 24, 1)) for p in ("random", "careful")}
    assert free["careful"] > free["random"] + 6


def course(free, ending="e24", deck_a=14, deck_b=7):
    decks = {"deck_a": deck_a, "reached_a": deck_a > 0, "deck_b": deck_b, "reached_b": deck_b > 0}
    return Course(ending, Counter(matches=1, free=free > 0, both=free == 2, tests=10, missed=2, **decks))


def played(policy, *each):
    sums = Sums(policy)
    for one in each:
        sums.add(one)
    return sums


def verdicts(*done):
    return {(row.what, row.whose): row.inside for row in rows(loading.read(loading.folder("tower")), done)}


def test_each_row_of_the_corridor_is_measured():
    bright = [s.id for s in loading.read(loading.folder("tower")).sections if s.tone == "bright"]
    assert len(bright) == 5
    good = [course(1, bright[n % 5]) for n in range(49)] + [course(0)] * 51
    human, careful = played("human", *good), played("careful", course(0))
    assert all(verdicts(human, careful).values())
    assert len(verdicts(human, careful)) == 1 + 5 + 2
    assert not any(verdicts(played("human", *[course(0, deck_a=16, deck_b=10)] * 9)).values())
    assert not any(verdicts(played("human", *[course(2, deck_a=13, deck_b=5)] * 9)).values())
    none_there = [course(0, deck_a=0, deck_b=0)] * 60 + [course(1, deck_b=0)] * 40
    assert verdicts(played("human", *good, *none_there))["deck_a", "human"], "a mean of those who came there"
    assert verdicts(played("veteran", *good))["free", "veteran"]
    assert not verdicts(played("veteran", *[course(2)] * 9))["free", "veteran"]


def test_outside_of_the_corridor_is_said():
    sums = Sums("random")
    for number in range(100):
        sums.add(course(1 if number < 10 else 0))
    assert sums.share("free") == 10
    assert sums.share("both") == 0
    assert sums.share("missed", of="tests") == 20
    assert verdicts(sums) == {("free", "random"): False}


@pytest.mark.soak
def test_the_story_lies_in_its_corridor():
    done = [
        played(policy, *courses(Options(), policy, 2_000, 1, Where(2)))
        for policy in ("random", "human", "veteran")
    ]
    outside = {row.whose for row in rows(loading.read(loading.folder("tower")), done) if not row.inside}
    assert outside == set()


@pytest.mark.parametrize(
    ("pair", "said"),
    [
        ("difficulty=easy", "gentle, as_written or grim"),
        ("edward=2", "0 or 1"),
        ("edward=yes", "0 or 1"),
        ("story=A B", "story=A B"),
        ("mood=good", "mood=good"),
    ],
)
def test_what_cannot_be_agreed_on_is_told_with_what_can(capsys, pair, said):
    assert main(["play", "princes", "--agree", pair]) == 2
    _, errors = capsys.readouterr()
    told = " ".join(errors.split())
    assert said in told
    assert "$." not in told
