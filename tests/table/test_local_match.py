"""A match alone is a match: kept as any other, gone on with wherever it was killed, and never in the way."""

from __future__ import annotations

import asyncio
import errno
import os
import threading
from pathlib import Path
from random import Random

import pytest
from alone import BOTH, BROTHERS, LOVE_LETTER, Held, Home, Player, updates_of
from msgspec.structs import replace
from toy.model import MODEL as MOONRAKERS
from toy.model import Options as Nights

from lltui.client import updates as u
from lltui.commands.kept_matches import gather, past, proof, tape
from lltui.files import framed_log
from lltui.games.chair import DiskSlow, Glimpse, Over
from lltui.games.love_letter.events import RoundBegan, RoundWon
from lltui.games.love_letter.model import Options, Play
from lltui.record.kept_match_facts import Eyes
from lltui.record.matchfile import open_match
from lltui.table import local_chair, local_match
from lltui.table.local_match import MatchElsewhere, MatchMended, NothingWaits
from lltui.table.match_engine import OtherRules
from lltui.table.table_folder import Folder
from lltui.tui.services import Alone

EVERY = {"love-letter": LOVE_LETTER, "both princes": BOTH, "one prince": BROTHERS}
every_match = pytest.mark.parametrize("wanted", EVERY.values(), ids=EVERY)


@pytest.fixture
def home(tmp_path):
    return Home(tmp_path / "home")


async def whole(home, wanted):
    player = await Player(home.own.chair(wanted)).play()
    await player.leave()
    return player


# ------------------------------------------------------------------------ the chair


async def test_all_news_of_a_match_reach_the_person_one_move_at_a_time(home):
    player = await whole(home, LOVE_LETTER)
    glimpses = updates_of(player, Glimpse)
    assert glimpses[-1].public.match_won
    for glimpse in glimpses:
        kinds = {type(event) for event in glimpse.heard}
        assert not {RoundBegan, RoundWon} <= kinds, "the next deal waits for its own glimpse"


@every_match
async def test_the_same_seed_deals_the_same_match_and_keeps_two(wanted, tmp_path):
    home = Home(tmp_path / "home")
    one, other = [await whole(home, wanted) for _ in range(2)]
    assert one.sees() == other.sees()
    assert len(home.kept) == 2
    assert len(past(home.environ).lines) == 2
    third = await whole(home, replace(wanted, seed=wanted.seed + 1))
    assert third.sees() != one.sees()


async def test_the_table_waits_for_the_person(home):
    player = await Player(home.own.chair(LOVE_LETTER)).play(0)
    waiting = asyncio.ensure_future(player.chair.next())
    for _ in range(5):
        await asyncio.sleep(0)
    assert not waiting.done()
    await player.chair.act(player.desk.glimpse.menu[0])
    assert (await waiting).heard


async def test_every_entry_is_forced_to_the_disk_and_nobody_waits_for_it(home, monkeypatch):
    """As far as the log went when it was forced there last, so far it comes through a power cut."""
    forced, slow, flush = [], threading.Event(), local_match.flush_file

    def forcing(file):
        slow.wait(20)
        forced.append(file.stat().st_size)
        flush(file)

    monkeypatch.setattr(local_match, "flush_file", forcing)
    player = await Player(home.own.chair(LOVE_LETTER)).play(3)
    assert forced == []
    slow.set()
    written = (home.unfinished[0] / local_match.LOG).stat().st_size
    await player.leave()
    assert forced[-1] == written
    assert len(forced) < 4, "what waits is forced at once"


async def test_a_move_that_does_not_count_is_refused_and_nothing_has_changed(home):
    player = await Player(home.own.chair(LOVE_LETTER)).play(0)
    await player.chair.act(Play("princess", 0, "princess"))
    assert isinstance(await player.hear(), u.Refused)
    await player.chair.act(player.desk.glimpse.menu[0])
    assert (await player.hear()).heard


@pytest.mark.parametrize("seats", [2, 3, 4])
async def test_where_all_act_at_once_every_bot_answers_before_the_person_is_asked_again(home, seats):
    """Two who must agree would otherwise never do so."""
    for seed in range(3):
        wanted = Alone(MOONRAKERS.id, Nights(4), "Kay", ("random",) * (seats - 1), seed)
        chair, rng = home.own.chair(wanted), Random(seed)
        last = await chair.next()
        for _ in range(2000):
            task = asyncio.ensure_future(chair.next())
            await asyncio.sleep(0)
            while chair._step is not None:  # noqa: ASYNC110 - until nobody else would move
                await asyncio.sleep(0)
            if not task.done():
                await chair.act(rng.choice(last.menu))
            last = await task
            if last == Over():
                break
        assert last == Over()


# ---------------------------------------------------------------------- kept and left


@every_match
async def test_it_stands_among_all_matches_sound_and_open_to_every_eye_and_nowhere_else(wanted, home):
    await whole(home, wanted)
    assert home.unfinished == []
    (line,) = past(home.environ).lines
    assert (line.game, line.you, line.over, line.sound) == (wanted.game, "Kay", True, True)
    assert "Kay" not in line.others
    assert proof(None, home.environ).sound
    views = tape(None, home.environ)
    for eyes in (0, 1, Eyes.ALL, Eyes.WATCHER):
        assert list(views.scenes(eyes))


async def test_the_figures_count_it_and_nobody_is_an_opponent_of_their_own(home):
    await whole(home, LOVE_LETTER)
    await whole(home, BOTH)
    counted = past(home.environ)
    assert [share.played for share in counted.by_seat] == [1]
    assert {share.name for share in counted.by_opponent} == {"bot easy", "bot random"}


@every_match
async def test_one_that_was_left_is_unfinished_and_goes_on(wanted, home):
    player = await Player(home.own.chair(wanted)).play(2)
    await player.leave()
    (line,) = past(home.environ).lines
    assert not line.over
    assert home.own.left().game == wanted.game
    back = await Player(home.own.chair(None)).play(0)
    assert back.sees()[1:] == player.sees()[1:]
    await back.play()
    await back.leave()
    assert (home.own.left(), home.unfinished, len(home.kept)) == (None, [], 1)
    assert proof(None, home.environ).sound


@every_match
async def test_killed_at_any_entry_it_loses_nothing(wanted, tmp_path, monkeypatch):
    """Whatever is on disk after an entry brings back all that was seen after it."""
    home, seen = Home(tmp_path / "home"), []
    player = Player(home.own.chair(wanted))
    written, put = [], local_match.LocalMatch._put

    def noted(match, *entries):
        put(match, *entries)
        written.extend(entries)

    monkeypatch.setattr(local_match.LocalMatch, "_put", noted)
    await player.hear()
    (folder,) = home.unfinished
    log = folder / "match-1.log"
    home.copied(tmp_path / "early")
    while not player.desk.over:
        update = await player.hear()
        if isinstance(update, Glimpse):
            if log.exists():
                seen.append((len(written), log.read_bytes(), player.sees()))
            if player.asked:
                player.asked = False
                await player.chair.act(player.rng.choice(update.menu))
        if len(seen) > 60:
            break
    monkeypatch.undo()
    for at, data, sees in seen[:20] + seen[20::5]:
        again = Home(tmp_path / "early")
        (there,) = again.unfinished
        (there / "match-1.log").write_bytes(data + data[:7])  # and what a crash left of the next
        back = Player(again.own.chair(None))
        while not (back.desk.glimpse or back.desk.over):
            await back.hear()
        assert back.sees() == sees, at
        await back.leave()


async def test_its_folder_is_forced_to_the_disk_once_it_is_played_and_a_tables_at_once(home, monkeypatch):
    forced, force = [], os.fdatasync

    def forcing(handle):
        forced.append(Path(f"/proc/self/fd/{handle}").resolve().name)
        force(handle)

    monkeypatch.setattr(os, "fdatasync", forcing)
    player = Player(home.own.chair(LOVE_LETTER))
    await player.hear()
    (folder,) = home.unfinished
    assert forced == [], "the first cards wait for no disk"
    Folder.create(folder.with_name("a-table"), Folder(folder).keys(), Folder(folder).lobby())
    assert len(forced) == 2
    await player.play(2)
    await player.leave()
    assert (forced.count("lobby"), forced.count("host.key")) == (1, 1)


async def test_killed_before_its_first_entry_it_is_dealt_anew(home):
    player = await Player(home.own.chair(LOVE_LETTER)).play(0)
    await player.leave()
    (folder,) = home.unfinished
    (folder / "match-1.log").unlink()
    back = await Player(home.own.chair(None)).play(0)
    assert updates_of(back, Glimpse)[0] == updates_of(player, Glimpse)[0], "the same cards"


async def test_another_match_of_the_same_company_is_another_one(home):
    player = await Player(home.own.chair(LOVE_LETTER)).play()
    following = await Player(player.chair.again()).play()
    assert following.chair.names == player.chair.names
    assert following.sees() != player.sees()
    assert len(past(home.environ).lines) == 2


# ------------------------------------------------------------------------- in the way


async def test_what_another_program_plays_is_not_offered_and_not_touched(home):
    player = await Player(home.own.chair(LOVE_LETTER)).play(1)
    assert home.own.left() is None
    with pytest.raises(MatchElsewhere):
        await home.own.chair(None).next()
    other = await Player(home.own.chair(BOTH)).play(1)
    await player.play()
    await other.leave()
    assert home.own.left().game == "princes"


async def test_of_two_games_each_is_found_by_its_name(home):
    for wanted in (BOTH, LOVE_LETTER):
        player = await Player(home.own.chair(wanted)).play(1)
        await player.leave()
    assert home.own.left().game == "love-letter", "played last"
    for wanted in (BOTH, LOVE_LETTER):
        left = home.own.left(wanted.game)
        back = await Player(home.own.chair(left)).play(0)
        assert (left.game, back.chair.game) == (wanted.game, wanted.game)
        await back.leave()
    assert home.own.left("no such game") is None


async def test_where_nothing_lies_nothing_is_gone_on_with(home):
    with pytest.raises(NothingWaits):
        home.own.unfinished()


async def test_a_damaged_log_is_put_aside_and_said_and_then_it_goes_on(home):
    player = await Player(home.own.chair(LOVE_LETTER)).play(2)
    await player.leave()
    log = home.unfinished[0] / "match-1.log"
    data = bytearray(log.read_bytes())
    data[len(data) // 2] ^= 8
    log.write_bytes(data)
    with pytest.raises(MatchMended) as mended:
        await home.own.chair(None).next()
    assert mended.value.facts["entries"] > 0
    await (await Player(home.own.chair(None)).play()).leave()
    assert proof(None, home.environ).sound


async def test_where_the_log_was_cut_what_is_kept_follows_the_match_that_is_gone_on_with(home, monkeypatch):
    player = await Player(home.own.chair(LOVE_LETTER)).play(4)
    await player.leave()
    log = home.unfinished[0] / "match-1.log"
    long = log.read_bytes()
    log.write_bytes(b"")
    monkeypatch.setattr("lltui.commands.play.secrets.randbelow", lambda _: 4)  # what the bots do now
    back = await Player(home.own.chair(None)).play(0)
    await back.leave()
    (file,) = home.kept
    assert len(log.read_bytes()) < len(long)
    assert open_match(file).log == log.read_bytes()


async def test_a_match_by_other_rules_is_said_and_left_where_it_is(home, monkeypatch):
    player = await Player(home.own.chair(LOVE_LETTER)).play(1)
    await player.leave()
    with monkeypatch.context() as other:
        other.setattr("lltui.table.match_engine.named", lambda *_: (0, b""))
        with pytest.raises(OtherRules):
            await home.own.chair(None).next()
    await (await Player(home.own.chair(None)).play()).leave()


@pytest.mark.parametrize("name", ["lobby", "host.key"])
async def test_a_file_that_cannot_be_read_hides_no_older_match(home, name):
    """As a power cut leaves it, before the folder was forced to the disk: empty."""
    for seed in (5, 6):
        player = await Player(home.own.chair(replace(LOVE_LETTER, seed=seed))).play(1)
        await player.leave()
    newest = local_match.newest(home.root / "state" / "alone")
    (newest.path / name).write_bytes(b"")
    left = home.own.left()
    player = await Player(home.own.chair(None)).play(0)
    assert left is not None
    assert left.names == player.chair.names[1:]
    await player.leave()


async def test_no_more_lie_unfinished_than_a_few_and_all_stand_in_the_list(home):
    for _ in range(local_match.MOST + 2):
        player = await Player(home.own.chair(LOVE_LETTER)).play(1)
        await player.leave()
    assert len(home.unfinished) == local_match.MOST
    assert len(past(home.environ).lines) == local_match.MOST + 2


async def test_whatever_ended_the_program_the_list_knows_the_match(home):
    player = await Player(home.own.chair(LOVE_LETTER)).play(2)
    gather(home.environ)
    (file,) = home.kept
    before = file.stat()
    gather(home.environ)
    assert (file.stat().st_ino, file.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)
    await player.play(1)
    gather(home.environ)
    assert file.stat().st_size > before.st_size
    assert open_match(file).head.seat == 0


# --------------------------------------------------------------------------- the disk


def full(*_):
    raise OSError(errno.ENOSPC, "No space left on device")


async def test_without_a_disk_it_is_played_and_said_once(tmp_path):
    (tmp_path / "home").write_bytes(b"no folder")
    player = await Player(Home(tmp_path / "home").own.chair(LOVE_LETTER)).play()
    assert player.desk.over
    assert len([line for line in player.desk.log if "cannot be written" in line.text]) == 1


async def test_a_disk_that_takes_long_is_told_of_and_nothing_counts_before_it_is_written(home, monkeypatch):
    player = await Player(home.own.chair(LOVE_LETTER)).play(1)
    while not player.asked:
        await player.hear()
    disk, (folder,) = Held(), home.unfinished
    monkeypatch.setattr(local_chair, "PATIENCE", 0.01)
    before, log = player.desk.glimpse, (folder / "match-1.log").read_bytes()
    with monkeypatch.context() as slow:
        slow.setattr(framed_log, "put", disk.before(framed_log.put))
        await player.chair.act(before.menu[0])
        assert await player.hear() == DiskSlow(str(folder.parent))
        await player.chair.act(before.menu[-1])
        assert not player.chair._asked, "a second one is not heard"
        assert f"Waiting for the disk: {folder.parent}" in player.desk.log[-1].text
        assert player.desk.glimpse is before
        assert (folder / "match-1.log").read_bytes() == log
        leaves = asyncio.ensure_future(player.leave())
        for _ in range(5):
            await asyncio.sleep(0)
        assert not leaves.done(), "what was done is written first"
        disk.goes_on.set()
        await leaves
    assert len((folder / "match-1.log").read_bytes()) > len(log)
    again = await Player(home.own.chair(None)).play(0)
    assert again.desk.glimpse.public != before.public
    await again.leave()


async def test_what_was_done_last_is_written_by_who_leaves_at_once(home):
    player = await Player(home.own.chair(LOVE_LETTER)).play(0)
    file = home.unfinished[0] / "match-1.log"
    before = file.stat().st_size
    await player.chair.act(player.desk.glimpse.menu[0])
    await player.leave()
    assert file.stat().st_size > before


async def test_what_a_full_disk_did_not_take_is_written_as_soon_as_there_is_room(home, monkeypatch):
    player = await Player(home.own.chair(LOVE_LETTER)).play(1)

    with monkeypatch.context() as disk:
        disk.setattr("lltui.files.framed_log.put", full)
        await player.play(1)
    assert updates_of(player, u.Unkept)
    await player.play()
    await player.leave()
    assert Over() in player.updates
    assert (home.unfinished, proof(None, home.environ).sound) == ([], True)


@pytest.mark.parametrize("loss", [Path.unlink, lambda file: os.truncate(file, 700)], ids=["gone", "cut"])
async def test_a_log_that_somebody_took_away_is_told_and_nothing_is_said_to_be_kept(home, loss):
    player = await Player(home.own.chair(LOVE_LETTER)).play(1)
    while not player.asked:
        await player.hear()
    (folder,) = home.unfinished
    loss(folder / "match-1.log")
    await player.play(1)
    assert updates_of(player, u.Unkept)
    assert player.desk.unkept
    await player.leave()
    log = folder / "match-1.log"
    assert not log.exists() or log.stat().st_size == 700, "no hole, and nothing behind it"
    assert home.kept == []


async def test_that_a_full_disk_has_room_again_is_said_and_all_is_written(home, monkeypatch):
    player = await Player(home.own.chair(LOVE_LETTER)).play(1)
    with monkeypatch.context() as disk:
        disk.setattr("lltui.files.framed_log.put", full)
        await player.play(1)
        assert player.desk.unkept
    await player.play(1)
    assert not player.desk.unkept
    assert [type(each) for each in updates_of(player, u.Unkept | u.KeptAgain)] == [u.Unkept, u.KeptAgain]
    with monkeypatch.context() as disk:
        disk.setattr("lltui.files.framed_log.put", full)
        await player.play(1)
    assert len([line for line in player.desk.log if "cannot be written" in line.text]) == 2


@pytest.mark.parametrize("refuses", ["lltui.files.framed_log.put", "lltui.files.disk.put"])
@pytest.mark.parametrize("moves", [0, 2, 10**6])
async def test_whoever_made_room_before_leaving_loses_nothing(home, monkeypatch, refuses, moves):
    with monkeypatch.context() as disk:
        disk.setattr(refuses, full)
        player = await Player(home.own.chair(LOVE_LETTER)).play(moves)
    await player.leave()
    (line,) = past(home.environ).lines
    assert (line.over, line.sound) == (player.desk.over, True)
    if player.desk.over:
        assert (home.own.left(), home.unfinished) == (None, [])
    else:
        back = await Player(home.own.chair(None)).play(0)
        assert back.desk.glimpse.public == player.desk.glimpse.public
        await back.leave()


async def test_a_match_that_found_no_room_for_its_folder_gets_one_later(home, monkeypatch):
    with monkeypatch.context() as disk:
        disk.setattr("lltui.files.disk.put", full)
        player = await Player(home.own.chair(LOVE_LETTER)).play(1)
    await player.play(1)
    await player.leave()
    assert home.own.left() is not None
    assert (await Player(home.own.chair(None)).play(0)).sees()[1:4] == player.sees()[1:4]


async def test_one_that_is_too_long_for_its_log_ends(home, monkeypatch):
    monkeypatch.setattr("lltui.table.running_match.FOR_DECISIONS", 10**9)
    player = await Player(home.own.chair(LOVE_LETTER)).play()
    assert player.desk.stopped
    assert Options(target=2) == player.chair.options
