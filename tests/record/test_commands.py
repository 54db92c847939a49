"""`lltui verify`, `replay` and `history`: sentences and exit codes."""

from __future__ import annotations

import json
import os
import re
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from contextlib import closing
from datetime import datetime
from pathlib import Path

import pytest
from kit.memory import ShuffledTable
from kit.written import FIRST, NAMES, keep_match
from record.kept import MAY, WrittenMatch, keep, said

from lltui import cli, text
from lltui.client import requests
from lltui.desk.desk import Words
from lltui.desk.record_sentences import own_record, record_words, streak, verdict
from lltui.desk.replay_desk import ReplayDesk
from lltui.games import packing
from lltui.games.love_letter.events import HandShown, KnockedOut, Played, RoundWon
from lltui.games.love_letter.model import MODEL, Options
from lltui.games.two_princes import model as princes
from lltui.plain.replay import ReplayPages
from lltui.record.audit import ReplayViews
from lltui.record.history import History
from lltui.record.kept_match_facts import NewestEvening, Streak
from lltui.record.lies import Lie
from lltui.record.matchfile import head_of, open_match
from lltui.tui.flows.history import figures_shown
from llwire.chain.entries import Acted, Dealt, Revealed
from llwire.wire.deeds import Drop, EndMatch, Pause, Resume, StandIn
from llwire.wire.errors import Law

GERMAN = ("--language", "de")


@pytest.fixture(autouse=True)
def _own_folders(tmp_path, monkeypatch):
    for name in ("DATA", "STATE", "CONFIG"):
        monkeypatch.setenv(f"LLTUI_{name}_DIR", str(tmp_path / name.lower()))
    monkeypatch.setenv("LANG", "C.UTF-8")


@pytest.fixture(scope="module")
def evening():
    return WrittenMatch(Options("modern", target=2, **FIRST), people=2, bots=1, seed=11).whole()


# ------------------------------------------------------------------- verify


def test_a_sound_match_is_told_so_with_all_that_was_looked_at(evening, tmp_path, capsys):
    code, out, err = said(capsys, "verify", keep(evening, tmp_path, 0))
    assert (code, err) == (0, "")
    assert "This match is sound." in out
    assert (
        f"Rounds dealt: {evening.match.deal}. Revealed and found as they should be: {evening.match.deal}."
        in out
    )
    assert f"Own boxes of Ada, opened and compared: {len(evening.log)}." in out
    assert "The check number of this match:" in out


def test_who_played_with_bots_alone_has_nobody_to_compare_a_number_with(evening, tmp_path, capsys):
    alone = WrittenMatch(Options("modern", target=1), people=1, bots=2, seed=11).whole()
    out = said(capsys, "verify", keep(alone, tmp_path, 0))[1]
    assert "No other person played in it" in out
    assert "check number of this match" not in out
    assert "people behind the names" not in out
    assert "people behind the names" in said(capsys, "verify", keep(evening, tmp_path, 0))[1]


def test_without_a_key_it_says_what_it_did_not_compare(evening, tmp_path, capsys):
    assert "no key to anybody's box" in said(capsys, "verify", keep(evening, tmp_path))[1]


def test_a_lie_is_named_and_the_exit_code_is_1(evening, tmp_path, capsys):
    other = WrittenMatch(Options("modern", target=2, **FIRST), people=2, bots=1, seed=12).until(Dealt)
    path = keep(evening, tmp_path, 0, log=[evening.log[0], other.log[1]])
    code, out, _ = said(capsys, "verify", path)
    assert code == 1
    assert "not sound: Entry 0: it belongs to another story." in out
    code, out, _ = said(capsys, "verify", path, *GERMAN)
    assert code == 1
    assert "nicht in Ordnung: Eintrag 0: Er gehört zu einer anderen Geschichte." in out


def test_a_match_that_is_still_played_is_sound_as_far_as_it_goes(tmp_path, capsys):
    half = WrittenMatch(people=2, bots=0, seed=4).until(Revealed).until(Acted)
    path = keep(half, tmp_path, 0)
    code, out, _ = said(capsys, "verify", path)
    assert code == 0
    assert "The file ends before the match does." in out
    path.write_bytes(path.read_bytes()[:-10])
    code, out, _ = said(capsys, "verify", path)
    assert code == 0
    assert "cut off while it was written" in out


def test_what_the_host_decided_is_told_too(tmp_path, capsys):
    odd = WrittenMatch(people=3, bots=0, seed=4)
    odd.until(Dealt).decide(Pause()).decide(Resume()).decide(StandIn(seat=1, on=True))
    odd.until(Revealed)
    odd.readies()
    odd.decide(Drop(seat=2)).void().until(Dealt, 2).decide(EndMatch()).end()
    for words, language in (
        (
            (
                "paused",
                "went on",
                "a bot stands in for Ben",
                "dropped Cleo",
                "was void",
                "without a number of Ben and Cleo",
            ),
            (),
        ),
        (
            (
                "angehalten",
                "ging weiter",
                "ein Bot für Ben",
                "Cleo aus der Partie",
                "war ungültig",
                "ohne eine Zahl von Ben und Cleo",
            ),
            GERMAN,
        ),
    ):
        code, out, _ = said(capsys, "verify", keep(odd, tmp_path, 0), *language)
        assert code == 0, out
        for word in words:
            assert word in out


def test_a_broken_law_is_told_in_the_language_of_whoever_asks():
    lie = Lie(7, Law.STAND_IN_TWICE)
    assert verdict("en", lie, ()) == "Entry 7: a bot takes over a seat twice, or gives it back twice."
    assert verdict("de", lie, ()).startswith("Eintrag 7: Ein Bot übernimmt einen Platz zweimal")


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_lie_and_every_remark_has_its_sentence(language):
    from typing import get_args

    from lltui.record.audit import LIVE
    from lltui.record.lies import Endless, Kind, Untrue

    words = text.words(language, "record")
    no_lies = {Law.TLS, Law.ALPN, Law.SECRET_OTHER}  # of what is no table, and of a player
    assert {f"lie.{what}" for what in {*get_args(Untrue), *get_args(Endless), *Law} - no_lies} == {
        k for k in words if k.startswith("lie.")
    }
    assert {f"remark.{kind}" for kind in {*get_args(Kind)} - LIVE} == {
        k for k in words if k.startswith("remark.")
    }


# ------------------------------------------------------------------- history


def test_a_list_of_no_matches_says_how_to_get_some(capsys):
    assert said(capsys, "history") == (
        0,
        (
            "No match has been kept yet. Every match is, played alone or at a table;"
            " lessons and practice are not."
        ),
        "",
    )


@pytest.fixture
def matches(tmp_path):
    """Three matches of Ada's: two from seat 1 in one edition, one from seat 2; and a copy of the table's."""
    folder, evenings = tmp_path / "data" / "matches", []
    for number, (edition, seat) in enumerate((("classic", 0), ("classic", 0), ("modern", 1)), start=1):
        each = WrittenMatch(
            Options(edition, target=2, **FIRST), people=2, bots=1, seed=20 + number, number=number
        )
        keep(each.whole(), folder, seat, began=1_777_636_800 + 86_400 * number)
        evenings.append((each, seat))
    keep(evenings[0][0], folder)
    return evenings


def test_the_list_tells_who_won_and_what_it_comes_to(matches, capsys, tmp_path):
    code, out, err = said(capsys, "history")
    assert (code, err) == (0, "")
    assert out.index("2026-05-04") < out.index("2026-05-03") < out.index("2026-05-02")
    assert out.count("Checked.") == 3
    wins = [seat in each.engine.game.public(each.engine.state).match_won for each, seat in matches]
    assert f"seat 1: {wins[0] + wins[1]} of 2" in out
    assert f"seat 2: {int(wins[2])} of 1" in out
    assert f"Classic: {wins[0] + wins[1]} of 2" in out
    assert f"Ben: {wins[0] + wins[1]} of 2" in out
    assert f"bots (easy): {sum(wins)} of 3" in out
    assert len(History(tmp_path / "data").lines()) == len(matches)


def test_matches_of_one_day_are_told_apart_by_their_hours(matches, capsys, tmp_path):
    began = [line.began for line in History(tmp_path / "data").lines()]
    out = said(capsys, "history")[1]
    for each in began:
        assert f"{datetime.fromtimestamp(each).astimezone():%Y-%m-%d %H:%M} Love Letter" in out


def test_one_match_alone_is_told_without_shares_of_it(capsys, tmp_path):
    match = WrittenMatch(Options(target=2, **FIRST), people=2, bots=1, seed=21, number=1)
    keep(match.whole(), tmp_path / "data" / "matches", 0)
    past = History(tmp_path / "data").past()
    for words in ((), GERMAN):
        out = said(capsys, "history", *words)[1]
        shown = "\n".join(each.plain for each in figures_shown(past, "de" if words else "en", "court"))
        for told in (" ".join(out.split()), " ".join(shown.split())):
            assert "second on, how often you win" in told or "zweiten an steht hier" in told
            assert not any(
                word in told for word in ("Your wins", "Deine Siege", "█", "░", "in a row", "in Folge")
            )
    assert past.guesses, "they are told without a bar"
    keep(WrittenMatch(Options(target=2, **FIRST), people=2, bots=1, seed=22, number=2).whole(),
         tmp_path / "data" / "matches", 0, began=1_777_700_000)  # fmt: skip
    out = said(capsys, "history")[1]
    assert "second on" not in out
    assert "Your wins by seat:" in out


@pytest.mark.parametrize(
    ("words", "shares"),
    [
        ((), r"Ben: \d of 2 won \(\d+ %\), they won \d "),
        (GERMAN, r"Ben: \d von 2 gewonnen \(\d+ %\), Gegenseite \d "),
    ],
)
def test_every_number_of_the_figures_has_its_word(words, shares, matches, capsys):
    out = said(capsys, "history", *words)[1]
    assert re.search(shares, out)
    assert re.search(r"\w+: \d+ (of \d+ right|von \d+ richtig) \(", out)
    assert not re.search(r"\d : \d", out)


@pytest.mark.parametrize(
    "game, options", [(MODEL.id, Options(target=3)), (princes.MODEL.id, princes.Options())]
)
def test_a_match_that_the_host_ended_is_over_and_nobody_s_loss(game, options, tmp_path, capsys):
    hall = ShuffledTable("Ann", "Ben", seed=3, game=game, options=options).begin()
    hall.run(lambda: len(hall.disk.logs[1]) > 5)
    hall.people[0].request(requests.END_MATCH)
    hall.settle()
    followed = hall.people[1].client.now
    head = head_of(hall.keys.pin, 1, followed.seat, followed.secrets.box, MAY)
    keep_match(tmp_path / "data" / "matches", head, hall.disk.logs[1])
    assert "ended before its end" in said(capsys, "history")[1]
    assert "vor dem Ende beendet" in said(capsys, "history", *GERMAN)[1]
    history = History(tmp_path / "data")
    assert (history.by_seat(), history.by_opponent()) == ([], [])


def test_a_story_that_was_told_to_its_end_is_over(tmp_path, capsys):
    each = WrittenMatch(princes.Options(), people=2, bots=0, seed=5, game=princes.MODEL.id).whole()
    keep(each, tmp_path / "data" / "matches", 0)
    assert "told to its end." in said(capsys, "history")[1]
    assert History(tmp_path / "data").by_seat() == [], "nobody wins it against anybody"


def test_a_round_is_won_with_the_card_that_its_winner_showed_and_counts_for_the_owner_alone(
    matches, tmp_path
):
    history, shown, won = History(tmp_path / "data"), Counter(), 0
    for each, owner in matches:
        for body in each.bodies:
            heard = packing.glimpse(MODEL, body.view, body.news).heard
            winners = {seat for event in heard if isinstance(event, RoundWon) for seat in event.winners} & {
                owner
            }
            won += len(winners)
            shown.update(e.card for e in heard if isinstance(e, HandShown) and e.who in winners)
    counted = Counter(dict(history.cards("love-letter")))
    assert shown
    assert shown <= counted
    assert counted.total() == won


def test_a_guess_is_the_owner_s_and_hits_where_it_put_somebody_out(matches, tmp_path):
    named, hit = Counter(), Counter()
    for each, seat in matches:
        for body in each.bodies:
            heard = packing.glimpse(MODEL, body.view, body.news).heard
            mine = [e.guess for e in heard if isinstance(e, Played) and e.who == seat and e.guess]
            named.update(mine)
            if any(isinstance(e, KnockedOut) and e.how == "guessed" for e in heard):
                hit.update(mine)
    shares = History(tmp_path / "data").guesses()
    assert named
    assert {share.name: (share.won, share.played) for share in shares} == {
        card: (hit[card], number) for card, number in named.items()
    }


@pytest.mark.parametrize("later, goes_on", [(1, True), (6 * 3_600, False)])
def test_while_it_may_have_another_match_it_is_this_evening(matches, tmp_path, monkeypatch, later, goes_on):
    newest = 1_777_636_800 + 3 * 86_400
    monkeypatch.setattr("lltui.record.history.time.time", lambda: newest + later)
    past = History(tmp_path / "data").past()
    assert past.evening.goes_on is goes_on
    *_, told = streak(past, record_words("en"))
    assert told.startswith("This evening: " if goes_on else "Your last evening, 2026-05-04: ")


def test_streak_and_evening_go_by_when_matches_began(matches, tmp_path, capsys):
    wins = [seat in each.engine.game.public(each.engine.state).match_won for each, seat in matches]
    history = History(tmp_path / "data")
    assert history.evening() == NewestEvening(1_777_636_800 + 3 * 86_400, (wins[2],)), (
        "a day lies between them"
    )
    folder, later = tmp_path / "data" / "matches", 1_777_636_800 + 3 * 86_400 + 3_600
    other = WrittenMatch(Options("modern", target=1, **FIRST), people=2, bots=1, seed=31, number=9).whole()
    keep(other, folder, 0, began=later)
    wins.append(0 in other.engine.game.public(other.engine.state).match_won)
    past = History(tmp_path / "data").past()
    assert past.evening == NewestEvening(later - 3_600, tuple(wins[2:]))
    assert past.evening.curve[-1] == sum(1 if won else -1 for won in wins[2:])
    runs = "".join("w" if won else " " for won in wins)
    assert past.streak == Streak(len(runs) - len(runs.rstrip("w")), max(map(len, runs.split(" "))))
    out = said(capsys, "history")[1]
    assert f"Won in a row: {past.streak.now} now, {past.streak.best} at most." in out
    assert f": {sum(wins[2:])} of 2 won." in out
    assert f"(+ won, - not): {' '.join('+' if won else '-' for won in wins[2:])}" in out


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_long_evening_is_told_in_lines_that_fit_the_smallest_screen(matches, tmp_path, language):
    past = History(tmp_path / "data").past()._replace(evening=NewestEvening(0, (False,) * 30))
    lines = own_record(past, (), language, "court", bots=True).lines
    (drawn,) = (line for line in lines if "█" in line)
    assert drawn.startswith(record_words(language)("history.ups"))
    assert max(map(len, lines)) <= 76


def test_with_people_and_alone_are_told_apart(matches, tmp_path):
    alone = WrittenMatch(Options(target=1, **FIRST), people=1, bots=2, seed=5, number=8).whole()
    keep(alone, tmp_path / "data" / "matches", 0)
    assert [share[::2] for share in History(tmp_path / "data").by_company()] == [("bots", 1), ("people", 3)]


def test_the_history_for_other_programs_has_the_keys_that_its_page_names(matches, tmp_path, capsys):
    each = WrittenMatch(princes.Options(), people=2, bots=0, seed=5, game=princes.MODEL.id).whole()
    keep(each, tmp_path / "data" / "matches", 0)
    assert cli.main(["history", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["format"], told["version"], len(told["matches"])) == ("lltui history", 1, 4)
    page = Path(__file__).parents[2] / "docs" / "reference" / "history-json.md"
    named = set(re.findall(r"^\| `(\w+)` \|", page.read_text(), re.MULTILINE))
    assert named == {*told, *told["matches"][0], *told["figures"]}
    assert told["figures"]["stories"][0]["played"] == 1
    assert [match["number"] for match in told["matches"]] == [1, 2, 3, 4]


@pytest.mark.quiet
def test_a_thousand_matches_are_listed_in_a_second(matches, tmp_path, record_property):
    data = tmp_path / "data"
    History(data).close()
    (one,) = (data / "matches").glob("*-1-1.ll")
    with closing(sqlite3.connect(data / "history.sqlite")) as db, db:
        for number in range(1_000):
            name = f"copy-{number}.ll"
            (data / "matches" / name).hardlink_to(one)
            for table in ("matches", "players", "rounds", "guesses"):
                db.execute(f"CREATE TEMP TABLE one AS SELECT * FROM {table} WHERE file = ?", (one.name,))
                db.execute("UPDATE one SET file = ?", (name,))
                if table == "matches":
                    db.execute("UPDATE one SET first = ?", (name,))
                db.execute(f"INSERT INTO {table} SELECT * FROM one")
                db.execute("DROP TABLE one")
    start = time.perf_counter()
    with closing(History(data)) as history:
        past = history.past()
    took = time.perf_counter() - start
    record_property("figure", f"1,000 matches listed in {took:.2f} s")
    assert len(past.lines) == 1_003
    assert took < 1.0


@pytest.mark.parametrize("page", [1, 7, 10_000])
def test_a_page_is_played_on_line_by_line_and_counts_nowhere(page, matches, tmp_path):
    program = (sys.executable, "-m", "lltui")
    before = subprocess.run([*program, "history", "--json"], capture_output=True, check=True).stdout
    words = ("replay", "2", "--plain", "--practise", str(page), "--eyes", "Ben")
    done = subprocess.run(
        [*program, *words], input="1\n" * 400 + "q\n2\n", capture_output=True, text=True, check=False
    )
    assert "It counts in no figure, and is not kept." in " ".join(done.stdout.split())
    assert (done.returncode, done.stderr) == (0, "")
    assert subprocess.run([*program, "history", "--json"], capture_output=True, check=True).stdout == before


def test_a_watcher_s_copy_is_practised_only_with_somebody_s_eyes(evening, tmp_path, capsys):
    code, _, err = said(capsys, "replay", keep(evening, tmp_path), "--plain", "--practise", 1)
    assert (code, "there is none to take over" in err) == (1, True)


def test_pages_and_moments_have_the_same_numbers(evening, tmp_path):
    film = ReplayViews(open_match(keep(evening, tmp_path, 0)))
    pages = ReplayPages(film.facts, 0, [*film.scenes(0)], Words("en", "court")).pages
    assert len(pages) == ReplayDesk(film, 0, Words("en", "court")).moments


def test_two_bots_at_one_table_are_one_match_with_bots(tmp_path):
    each = WrittenMatch(Options(target=1, **FIRST), people=2, bots=2, seed=5).whole()
    keep(each, tmp_path / "data" / "matches", 0)
    played = {share.name: share.played for share in History(tmp_path / "data").by_opponent()}
    assert played == {"Ben": 1, "bot easy": 1}


def test_what_a_third_one_won_is_won_by_neither_of_two(tmp_path):
    written = WrittenMatch(Options(target=1, **FIRST), people=3, seed=5).whole()
    shares = {}
    for seat in range(3):
        keep(written, tmp_path / str(seat) / "matches", seat)
        shares[seat] = {share.name: share for share in History(tmp_path / str(seat)).by_opponent()}
    (winner,) = {seat for seat, each in shares.items() if next(iter(each.values())).won}
    for seat, others in shares.items():
        for share in others.values():
            assert share.won == (seat == winner)
            assert share.theirs == (share.name == NAMES[winner])


def test_an_evening_of_one_match_has_no_row_of_marks(tmp_path, capsys):
    written = WrittenMatch(Options(target=1, **FIRST), people=2, seed=5).whole()
    keep(written, tmp_path / "data" / "matches", 0)
    out = said(capsys, "history")[1]
    assert "Your last evening" in out
    assert not {"+", "-"} & set(out.split())


def test_the_index_is_only_read_when_nothing_changed(matches, tmp_path, monkeypatch):
    first = History(tmp_path / "data").lines()
    monkeypatch.setattr("lltui.record.history.open_match", lambda _: pytest.fail("read again"))
    again = History(tmp_path / "data")
    assert (again.lines(), again.fresh) == (first, None)


BROKEN = {
    "text": b"this is no database",
    "nothing": b"",
    "half of one": None,
}


@pytest.mark.parametrize("data", BROKEN.values(), ids=BROKEN)
def test_a_broken_index_is_made_anew(matches, tmp_path, capsys, data):
    index = tmp_path / "data" / "history.sqlite"
    wanted = said(capsys, "history")[1]
    whole = index.read_bytes()
    index.write_bytes(whole[: len(whole) // 2 + 7] if data is None else data)
    out = said(capsys, "history")[1]
    assert out.endswith(wanted)
    if data != b"":
        assert out.startswith("The list of matches could not be read. It was made anew")
    assert said(capsys, "history")[1] == wanted


def test_an_index_of_another_version_is_made_anew(matches, tmp_path, capsys):
    said(capsys, "history")
    with sqlite3.connect(tmp_path / "data" / "history.sqlite") as db:
        db.execute("PRAGMA user_version = 7")
    db.close()
    assert said(capsys, "history")[1].startswith("The list of matches was made by another version.")
    assert said(capsys, "history", "--rebuild")[1].startswith("The list of matches was made anew")


def test_an_index_that_cannot_be_written_is_no_trouble(matches, tmp_path, capsys):
    (tmp_path / "data" / "history.sqlite").mkdir()
    assert "cannot be written" in said(capsys, "history")[1]


@pytest.mark.hostile
def test_a_file_whose_name_no_program_of_ours_writes_is_no_match(matches, tmp_path, capsys):
    first = said(capsys, "history")[1]
    folder = tmp_path / "data" / "matches"
    for name in (b"\xff\xfe.ll", b"\x1b[31mred.ll"):
        os.link(next(folder.glob("*-3-2.ll")), os.fsencode(folder) + b"/" + name)
    out = said(capsys, "history")[1]
    assert re.findall(r"\d+\. 20\S+", out) == re.findall(r"\d+\. 20\S+", first)
    assert "Not readable as a match" in out
    assert "\x1b" not in out


def test_a_file_of_a_clock_that_had_jumped_is_listed_like_any_other(matches, tmp_path, capsys):
    for file in (tmp_path / "data" / "matches").iterdir():
        os.utime(file, (13_000_000_000, 13_000_000_000))
    first = said(capsys, "history")
    assert said(capsys, "history") == first


def test_an_index_that_another_program_writes_is_left_alone(matches, tmp_path, capsys, monkeypatch):
    said(capsys, "history")
    monkeypatch.setattr("lltui.record.history.PATIENCE", 0.0)
    with closing(sqlite3.connect(tmp_path / "data" / "history.sqlite", isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        assert "cannot be written" in said(capsys, "history")[1]
        other.execute("COMMIT")
        assert other.execute("SELECT count(*) FROM matches").fetchone() == (4,)


def test_files_that_are_no_matches_are_named_and_gone_ones_forgotten(matches, tmp_path, capsys):
    folder = tmp_path / "data" / "matches"
    said(capsys, "history")
    (folder / "odd.ll").write_bytes(b"odd")
    next(folder.glob("*-3-2.ll")).unlink()
    out = said(capsys, "history")[1]
    assert "Not readable as a match: odd.ll." in out
    assert "2026-05-04" not in out


def test_a_match_with_a_lie_is_listed_and_does_not_count(tmp_path, capsys):
    each = WrittenMatch(Options(target=1, **FIRST), people=2, bots=0, seed=5).whole()
    keep(each, tmp_path / "data" / "matches", 0, log=[*each.log[:-1], each.forged(at=7, prev=b"x" * 32)])
    out = said(capsys, "history")[1]
    assert "Not sound!" in out
    assert "Your wins" not in out
    assert "Rounds won with" not in out


def test_without_a_match_there_is_no_newest_one(tmp_path, capsys):
    for command in ("replay", "verify"):
        code, _, err = said(capsys, command)
        assert code == 1
        assert "No match is kept yet." in err


def test_a_number_of_the_list_names_a_match(matches, capsys):
    assert "2026-05-02" in said(capsys, "verify", "3")[1]
    assert "2026-05-04" in said(capsys, "verify")[1]
    code, _, err = said(capsys, "verify", "4")
    assert code == 2
    assert "There is no match number 4 in the list." in err


# -------------------------------------------------------------- as installed


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["verify", "sound.ll"], 0),
        (["verify", "cut.ll"], 1),
        (["verify", "none.ll"], 1),
        (["verify", "--what"], 2),
        (["replay", "sound.ll"], 0),
        (["replay", "sound.ll", "--eyes", "Zoe"], 2),
        (["replay", "none.ll"], 1),
        (["history"], 0),
        (["history", "--rebuild", "--language", "de"], 0),
    ],
    ids=str,
)
def test_the_program_ends_with_a_code_and_never_a_traceback(evening, tmp_path, words, code):
    sound = keep(evening, tmp_path, 0)
    (tmp_path / "sound.ll").write_bytes(sound.read_bytes())
    (tmp_path / "cut.ll").write_bytes(sound.read_bytes()[:500] + b"?" + sound.read_bytes()[501:])
    run = subprocess.run(
        [sys.executable, "-m", "lltui", *words],
        cwd=tmp_path,
        env=dict(os.environ),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == code, run.stderr
    assert "Traceback" not in run.stderr
    assert run.stdout or run.stderr
