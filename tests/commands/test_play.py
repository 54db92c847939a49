"""`lltui play` as a process: killed at any moment, gone on with, and asked for nothing in a script."""

from __future__ import annotations

import re
import signal
import subprocess

import pexpect
import pytest
from alone import BOTH, LOVE_LETTER, Home, Player
from kit.process import BLIND, ENVIRONMENT, PROGRAM, lltui

ASKS = {"en": "A match lies unfinished: Love Letter", "de": "Eine Partie liegt unfertig da: Love Letter"}


@pytest.fixture
def home(tmp_path):
    return Home(tmp_path / "home")


def killed(home, *words, lines):
    """A program that is killed as soon as it has written so many lines."""
    process = subprocess.Popen(
        [*PROGRAM, "play", "--plain", *words], env=ENVIRONMENT | home.environ, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    process.stdin.write(BLIND)
    process.stdin.flush()
    for _ in range(lines):
        if not process.stdout.readline():
            break
    process.send_signal(signal.SIGKILL)
    process.wait()
    for stream in (process.stdin, process.stdout, process.stderr):
        stream.close()


@pytest.mark.parametrize("lines", [1, 12, 30, 55])
def test_killed_at_any_moment_it_goes_on_and_is_sound_in_the_end(home, lines):
    killed(home, "--seed", "4", "--bots", "random,random", "--target", "3", lines=lines)
    if home.own.left() is None:
        return  # before its folder was there
    killed(home, "--continue", lines=lines)
    if home.own.left() is not None:  # else it was over before it was killed
        told = lltui("play", "--continue", "--plain", stdin=BLIND, **home.environ).stdout
        assert "The match goes on" in told
    assert "sound" in lltui("verify", **home.environ).stdout
    assert "1 round" not in lltui("history", "--plain", **home.environ).stdout
    assert (home.own.left(), len(home.kept)) == (None, 1)


async def left(home):
    await left_of(home, LOVE_LETTER)


async def left_of(home, wanted):
    player = await Player(home.own.chair(wanted)).play(1)
    await player.leave()


@pytest.mark.parametrize("language", ASKS)
@pytest.mark.parametrize(("typed", "unfinished"), [("", 1), ("2", 2)])
async def test_at_a_prompt_one_is_asked_which(home, language, typed, unfinished):
    await left(home)
    words = [*PROGRAM[1:], "play", "--plain", "--language", language]
    child = pexpect.spawn(
        PROGRAM[0], words, env={"USER": "kay"} | ENVIRONMENT | home.environ, encoding="utf-8", timeout=30
    )
    child.expect_exact(ASKS[language])
    child.sendline(typed)
    child.expect(r"q (quit|Ende|beenden|verlassen)?.*\): ")
    child.sendline("q")
    child.sendline("2")
    child.expect(r"lltui\s+play\s+--plain")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    assert len(home.unfinished) == unfinished


@pytest.mark.parametrize(("typed", "unfinished"), [("", 2), ("2", 3)])
async def test_who_names_a_game_is_asked_of_its_own_match(home, typed, unfinished):
    for wanted in (BOTH, LOVE_LETTER):
        await left_of(home, wanted)
    words = [*PROGRAM[1:], "play", "princes", "--plain"]
    child = pexpect.spawn(
        PROGRAM[0], words, env={"USER": "kay"} | ENVIRONMENT | home.environ, encoding="utf-8", timeout=60
    )
    child.expect_exact("A match lies unfinished: The Two Princes")
    child.sendline(typed)
    child.expect(r"q quit.*\): ")
    child.sendline("q")
    child.sendline("2")
    child.expect(pexpect.EOF)
    child.close()
    assert len(home.unfinished) == unfinished


async def test_who_leaves_is_told_of_each_match_that_waits_and_what_goes_on_with_it(home):
    for wanted in (BOTH, LOVE_LETTER):
        await left_of(home, wanted)
    words = [*PROGRAM[1:], "play", "--plain"]
    child = pexpect.spawn(
        PROGRAM[0], words, env={"USER": "kay"} | ENVIRONMENT | home.environ, encoding="utf-8", timeout=60
    )
    for asked, typed in ((r"Enter for 1\):", ""), (r"q quit\):", "q"), (r"b back, .*q quit\):", "2")):
        child.expect(asked)
        child.sendline(typed)
    child.expect(pexpect.EOF)
    told = " ".join(child.before.split())
    assert re.search("waits for you: Love Letter, with .+“lltui play --plain” goes on with it", told)
    assert "The Two Princes. “lltui play princes --plain” goes on with it" in told


async def test_a_script_is_asked_nothing_and_new_or_named_matches_begin(home):
    await left(home)
    for words in ((), ("--new",), ("--seed", "5"), ("--edition", "modern"), ("--bots", "easy")):
        told = lltui("play", "--plain", *words, stdin="q\n2\n", **home.environ)
        assert "lies unfinished" not in told.stdout


def test_another_match_tells_whom_by_which_edition_and_for_how_much(home):
    words = ("play", "--plain", "--seed", "4", "--target", "1", "--edition", "german", "--players", "2")
    plays = "1\n3\n4\n5\n6\n7\n8\n9\n0\n\n" * 20
    told = " ".join(lltui(*words, stdin=plays + "q\n2\n", **home.environ).stdout.split())
    assert told.count("with Otto, by the rules of the edition “German”. The first to win a round") > 1
    assert told.count("This is match number 4") == 1


def test_to_go_on_there_has_to_be_one_and_no_other_may_be_named(home):
    assert "lies unfinished" in lltui("play", "--continue", code=1, **home.environ).stderr
    assert "--continue" in lltui("play", "--continue", "--seed", "3", code=2, **home.environ).stderr
    assert "--new" in lltui("play", "--continue", "--new", code=2, **home.environ).stderr
    assert "unfertig" in lltui("play", "--continue", "--language", "de", code=1, **home.environ).stderr


def test_without_a_folder_to_write_into_it_is_played_and_said(home):
    nowhere = dict.fromkeys(home.environ, "/dev/null/nowhere")
    told = lltui("play", "--plain", "--seed", "4", "--target", "1", stdin=BLIND, **nowhere)
    assert told.stdout.count("cannot be written") == 1
    assert told.stderr == ""


@pytest.mark.parametrize(
    ("language", "lost", "left"),
    [("en", "is lost", "you have left it"), ("de", "geht verloren", "verlassen")],
)
def test_nothing_is_said_to_be_kept_that_is_not(home, language, lost, left):
    words = ("play", "--plain", "--seed", "4", "--language", language)
    nowhere = dict.fromkeys(home.environ, "/dev/null/nowhere")
    assert lost in " ".join(lltui(*words, stdin="q\n2\n", **nowhere).stdout.split())
    kept = lltui(*words, stdin="q\n1\n", code=1, **home.environ)
    assert lost not in " ".join(kept.stdout.split())
    assert left in kept.stderr
    assert "lltui play --continue" in kept.stderr
    assert home.own.left() is not None


TOLD = {
    "en": ("The Two Princes", "on every chair: not over.", "eyes of Kay on seat {}."),
    "de": ("Die zwei Prinzen", "auf allen Plätzen: nicht zu Ende.", "Sicht von Kay auf Platz {}."),
}


@pytest.mark.parametrize("language", TOLD)
async def test_a_story_on_every_chair_is_named_and_has_no_rounds_and_two_pairs_of_eyes(home, language):
    name, ended, eyes = TOLD[language]
    player = await Player(home.own.chair(BOTH)).play(2)
    await player.leave()
    told = " ".join(lltui("history", "--plain", "--language", language, **home.environ).stdout.split())
    assert name in told
    assert ended in told
    await (await Player(home.own.chair(None)).play()).leave()
    for seat in "12":
        words = ("replay", "1", "--plain", "--eyes", seat, "--language", language)
        assert eyes.format(seat) in lltui(*words, **home.environ).stdout
