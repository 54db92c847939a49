"""A replay shows what a place at the table saw, and before the end nothing else."""

from __future__ import annotations

import io
import os
import pty
import subprocess
import sys
from random import Random

import pytest
from kit.written import FIRST, council, identity, with_the_toy
from record.kept import WrittenMatch, keep, said
from toy import model as toy

from lltui import text
from lltui.desk.desk import Words
from lltui.desk.record_sentences import record_words
from lltui.desk.replay_desk import ReplayDesk
from lltui.errors import Trouble
from lltui.games import packing
from lltui.games.chair import Glimpse
from lltui.games.love_letter.model import MODEL, Options
from lltui.games.love_letter.views import Private
from lltui.games.two_princes import model as princes
from lltui.plain.paper import Paper
from lltui.plain.replay import PageTurner, ReplayPages
from lltui.record.audit import NoSuchEyes, NothingToReplay, NotYetOpen, ReplayViews
from lltui.record.kept_match_facts import Eyes
from lltui.record.matchfile import open_match
from llwire.chain.chain import line
from llwire.chain.entries import Acted, Dealt, Revealed
from llwire.chain.match_secrets import PlayerSecrets
from llwire.wire.deeds import EndMatch, NewKey


@pytest.fixture(scope="module")
def evening():
    return WrittenMatch(Options("modern", target=2, **FIRST), people=2, bots=2, seed=31).whole()


def film(evening, folder, seat=None, **more):
    return ReplayViews(open_match(keep(evening, folder, seat, **more)))


def told(evening, seat):
    """What the seat's own program showed, entry by entry."""
    for place, body in enumerate(evening.bodies):
        box = None if seat is None else evening.parts[seat].box
        opened = None
        if box is not None:
            chain = evening.engine.chain
            from llwire.chain import boxes

            at = boxes.BoxPlace(chain.pin.table, chain.number, body.seq, body.prev, seat)
            opened = boxes.unseal(body.boxes[seat], box, MODEL.box, at.info())
        assert place == body.seq
        yield packing.glimpse(MODEL, body.view, body.news, opened)


def test_every_seat_sees_exactly_its_own_glimpses_whoever_s_copy_it_is(evening, tmp_path):
    for copy in (None, 0, 1):
        reel = film(evening, tmp_path, copy)
        for seat in (0, 1):
            assert [scene.glimpse for scene in reel.scenes(seat)] == [*told(evening, seat)]
        assert [scene.glimpse for scene in reel.scenes(Eyes.WATCHER)] == [*told(evening, None)]


def test_who_hosted_and_how_well_each_bot_played_is_known(evening, tmp_path):
    facts = film(evening, tmp_path, 1).facts
    genesis = evening.engine.chain.match.genesis
    hosts = [row.name for row in genesis.roster[:2] if row.id == genesis.host]
    assert [facts.host] == (hosts or [None])
    assert facts.levels == ("", "", *(row.bot for row in genesis.roster[2:]))


def test_before_the_end_a_copy_shows_its_own_hand_and_no_other(tmp_path):
    half = WrittenMatch(people=2, bots=1, seed=31).until(Revealed).until(Acted)
    reel = film(half, tmp_path, 0)
    assert [scene.glimpse for scene in reel.scenes(0)] == [*told(half, 0)]
    for other in (1, 2, Eyes.ALL):
        with pytest.raises(NotYetOpen):
            next(reel.scenes(other))
    for scene in reel.scenes(Eyes.WATCHER):
        assert scene.glimpse.private is None
        assert scene.glimpse.menu == ()


def test_a_watcher_s_copy_shows_no_hand_before_the_end(tmp_path):
    half = WrittenMatch(people=2, bots=1, seed=31).until(Acted)
    reel = film(half, tmp_path)
    for other in (0, 1, 2, Eyes.ALL):
        with pytest.raises(NotYetOpen):
            next(reel.scenes(other))


def test_a_match_with_a_lie_opens_no_hand(evening, tmp_path):
    forged = evening.forged(prev=b"x" * 32)
    reel = film(evening, tmp_path / "x", 0, log=[*evening.log[:-1], forged])
    with pytest.raises(NotYetOpen):
        next(reel.scenes(1))
    assert len([*reel.scenes(0)]) == len(evening.log) - 1


def test_a_match_that_came_to_its_end_by_a_lie_opens_no_hand(tmp_path):
    whole = WrittenMatch(Options("modern", target=1, **FIRST), people=2, bots=1, seed=31).until(Dealt)
    whole.engine.twist = lambda _what, fields: fields["private"].reverse()
    whole.step()
    whole.engine.twist = lambda _what, _fields: None
    reel = film(whole.whole(), tmp_path, 0)
    assert reel.witness.match.over
    for view in (1, 2, Eyes.ALL):
        with pytest.raises(NotYetOpen):
            next(reel.scenes(view))


def test_all_eyes_hear_nothing_twice(tmp_path, capsys):
    path = keep(council().end(), tmp_path, 0)
    out = said(capsys, "replay", path, "--eyes", "all")[1]
    assert "under the pile" in out
    assert "cards under the pile" not in out
    assert "chooses which to keep" not in out
    assert "chooses which to keep" in said(capsys, "replay", path, "--eyes", "watcher")[1]


def test_all_eyes_see_every_hand(evening, tmp_path):
    scenes = [*film(evening, tmp_path).scenes(Eyes.ALL)]
    for seat in (0, 1):
        assert [scene.hands[seat] for scene in scenes] == [each.private for each in told(evening, seat)]
    assert all(len(scene.hands) == 4 for scene in scenes)


def test_a_seat_that_got_another_key_is_seen_from_then_on(tmp_path):
    half = WrittenMatch(people=2, bots=0, seed=3).until(Dealt)
    new = PlayerSecrets(half.match.genesis.table, 1, identity(5), b"n" * 32)
    half.decide(NewKey(seat=1, id=identity(5).public), new.joining())
    half.parts[1] = new
    scenes = [*film(half, tmp_path, 1).scenes(1)]
    assert [isinstance(scene.glimpse.private, Private) for scene in scenes] == [False, False, True]


def test_names_words_and_nobody(evening, tmp_path):
    reel = film(evening, tmp_path, 1)
    assert (reel.view(None), reel.view("ada"), reel.view("ALL"), reel.view("watcher")) == (
        1,
        0,
        Eyes.ALL,
        Eyes.WATCHER,
    )
    assert film(evening, tmp_path).view(None) is Eyes.WATCHER
    with pytest.raises(NoSuchEyes):
        reel.view("Zoe")


def test_a_file_without_a_good_entry_cannot_be_shown(tmp_path):
    half = WrittenMatch(people=2, bots=0)
    with pytest.raises(NothingToReplay):
        film(half, tmp_path, log=[])
    with pytest.raises(NothingToReplay):
        film(half, tmp_path, log=[half.forged(at=5, prev=b"x" * 32)])


def test_the_toy_can_be_seen_again_too(tmp_path, monkeypatch):
    with_the_toy(monkeypatch)
    whole = WrittenMatch(toy.Options(2), people=2, bots=1, seed=3, game="moonrakers").whole()
    reel = film(whole, tmp_path, 0)
    assert all(isinstance(scene.glimpse, Glimpse) for scene in reel.scenes(2))
    assert [s.glimpse for s in film(whole, tmp_path).scenes(0)] == [s.glimpse for s in reel.scenes(0)]


# -------------------------------------------------------------------- in words


def test_a_pipe_gets_the_whole_match_in_the_board_s_words(evening, tmp_path, capsys):
    path = keep(evening, tmp_path, 0)
    code, out, err = said(capsys, "replay", path)
    assert (code, err) == (0, "")
    assert "Seen with the eyes of Ada." in out
    assert "Round 1: you begin." in out
    assert "You hold" in out
    assert "The match is over after" in out


def test_whoever_is_called_like_a_word_hides_neither_the_word_nor_themselves(tmp_path, monkeypatch):
    monkeypatch.setattr("kit.written.NAMES", ("all", "Watcher", "2"))
    seen = film(WrittenMatch(people=2, bots=1, seed=31).until(Dealt), tmp_path)
    assert [seen.view(word) for word in ("all", "watcher", "1", "2", "3")] == [
        Eyes.ALL,
        Eyes.WATCHER,
        0,
        1,
        2,
    ]
    for word in ("0", "4", "99999999999", "\u0661"):
        with pytest.raises(NoSuchEyes):
            seen.view(word)


def test_other_eyes_speak_of_others(evening, tmp_path, capsys):
    path = keep(evening, tmp_path, 0)
    assert "Round 1: Ada begins." in said(capsys, "replay", path, "--eyes", "Ben")[1]
    watcher = said(capsys, "replay", path, "--eyes", "watcher")[1]
    assert "You" not in watcher
    assert " hold" not in watcher.replace("holds the highest", "").replace("not hold", "")
    every = said(capsys, "replay", path, "--eyes", "all", "--language", "de")[1]
    assert "Mit allen Händen offen." in every
    assert "Ada hat" in every
    assert "Cleo hat" in every


def typed(path, folder, *lines):
    """What a terminal shows when these lines are typed."""
    main, end = pty.openpty()
    env = dict(os.environ) | {"LANG": "C.UTF-8", "TERM": "xterm", "LLTUI_CONFIG_DIR": str(folder)}
    run = subprocess.Popen(
        [sys.executable, "-m", "lltui", "replay", "--plain", str(path)],
        stdin=end,
        stdout=end,
        stderr=end,
        env=env,
    )
    os.close(end)
    os.write(main, "".join(f"{line}\n" for line in lines).encode())
    shown = b""
    try:
        while part := os.read(main, 4096):
            shown += part
    except OSError:  # the other end is closed
        pass
    os.close(main)
    return run.wait(), shown.decode().replace("\r\n", "\n")


def test_by_hand_pages_turn_forward_back_and_to_a_round(evening, tmp_path):
    path = keep(evening, tmp_path, 0)
    code, shown = typed(path, tmp_path, "", "", "b", "2", "99", "what", "q")
    assert code == 0
    pages = [
        line.split(" of ")[0].removeprefix("Page ").strip()
        for line in shown.splitlines()
        if "(Enter next" in line
    ]
    second = next(int(page) for page in pages[4:])
    assert pages[:4] == ["1", "2", "3", "2"]
    assert second > 3
    assert "Round 2:" in shown
    assert "There is no round 99" in shown
    assert "Please press Enter" in shown


def test_the_last_page_ends_it(evening, tmp_path):
    path = keep(evening, tmp_path, 0)
    code, shown = typed(path, tmp_path, *[""] * 400)
    assert code == 0
    assert "The match is over after" in shown


# ---------------------------------------------------- files of matches that never came far


def ended_after(entries, game):
    """A match whose host ended it when there were so many entries."""
    options = princes.Options() if game == princes.MODEL.id else Options(target=1, **FIRST)
    evening = WrittenMatch(options, people=2, bots=0, seed=4, game=game)
    while len(evening.log) < entries and evening.step():
        pass
    return evening.decide(EndMatch()).end()


def looked_at(path):
    """Page by page on both boards, with all eyes and in both languages; the refusals that there were."""
    refused = set()
    for language in text.languages():
        for eyes in (None, "1", "watcher", "all"):
            try:
                film = ReplayViews(open_match(path))
                view = film.view(eyes)
                you, words = None if isinstance(view, Eyes) else view, Words(language, "court")
                pages = ReplayPages(film.facts, you, [*film.scenes(view)], words).pages
            except Trouble as trouble:
                refused.add(type(trouble))
                text.trouble(language, trouble)
                continue
            player = PageTurner(pages, record_words(language), Paper(io.StringIO()))
            for typed in (*[""] * (len(pages) + 1), "b", "1", "99"):
                if not player.ended:
                    player.show()
                    player.read(typed)
            ends = {"en": "Enter ends", "de": "Enter schließt"}[language]
            printed = " ".join(player._paper._stream.getvalue().split())
            assert printed.count(ends) == min(1, len(pages)), "on the last page alone"
            shown = ReplayDesk(ReplayViews(open_match(path)), view, Words(language, "court"))
            shown.go(10**6)
            assert shown.desk.glimpse is not None
            shown.turn_round(-1)
    return refused


@pytest.mark.parametrize("game", [MODEL.id, princes.MODEL.id])
@pytest.mark.parametrize("entries", [1, 2, 3, 6])
def test_a_match_that_was_ended_early_is_shown_to_its_end(game, entries, tmp_path, capsys):
    path = keep(ended_after(entries, game), tmp_path, 0)
    assert looked_at(path) == set()
    ends = {
        "en": ("The match is over", "The match ended before the story did."),
        "de": ("ist die Partie vorbei", "Die Partie war zu Ende, bevor es die Geschichte war."),
    }
    for language, said_last in ends.items():
        code, out, _ = said(capsys, "replay", "--plain", path, "--language", language)
        assert code == 0
        assert any(last in out for last in said_last)


def spoilt(data, heads, rng):
    """The same file with something done to it: cut, a byte changed, a line left out, doubled or moved."""
    body = data[heads:]
    match rng.randrange(5):
        case 0:
            return data[: heads + rng.randrange(len(body))]
        case 1:
            at = rng.randrange(len(data))
            return data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :]
        case 2:
            at = rng.randrange(len(body) - 40)
            return data[: heads + at] + body[at + rng.randrange(1, 40) :]
        case 3:
            at = rng.randrange(len(body) - 200)
            return data + body[at : at + 200]
        case _:
            return data[:heads] + body[len(body) // 2 :] + body[: len(body) // 2]


@pytest.mark.parametrize("game", [MODEL.id, princes.MODEL.id])
@pytest.mark.parametrize("entries", [1, 4])
def test_whatever_was_done_to_such_a_file_it_is_shown_or_refused_in_a_sentence(game, entries, tmp_path):
    evening = ended_after(entries, game)
    path = keep(evening, tmp_path, 0)
    data, heads = path.read_bytes(), path.stat().st_size - sum(len(line(e)) for e in evening.log)
    rng, refused = Random(10), set()
    for _ in range(25):
        path.write_bytes(spoilt(data, heads, rng))
        refused |= looked_at(path)
    ends = [sum(len(line(e)) for e in evening.log[:n]) for n in range(len(evening.log) + 1)]
    for end in ends:
        path.write_bytes(data[: heads + end])
        refused |= looked_at(path)
    assert {NothingToReplay, NotYetOpen} <= refused
