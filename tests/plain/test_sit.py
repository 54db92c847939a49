from __future__ import annotations

import asyncio

import pytest
from alone import LOVE_LETTER, Held, Home, Player
from kit.scripted import glimpse
from plain.sitting import Chosen, FakeChair, Script, board_for, solo, written

from lltui import text
from lltui.client.updates import ChatLine
from lltui.files import framed_log
from lltui.games.chair import Over
from lltui.games.love_letter.loading import edition as printed
from lltui.games.love_letter.loading import editions
from lltui.games.love_letter.model import Options, Play
from lltui.plain import sit as sitting
from lltui.plain.board import Ending
from lltui.plain.sit import InputEnded, leave, sit

TURN = "*guard king | priest / princess countess"
WAIT = "king | *priest baron / princess countess"
WON = "king | priest / ; phase over ; over 0 ; tokens 7 0"


@pytest.mark.parametrize("language", text.languages())
@pytest.mark.parametrize("edition", editions())
async def test_every_edition_is_played_to_its_end_by_numbers_alone(edition, language):
    fewest, most = printed(edition).seats
    for seats in range(fewest, most + 1):
        chair, keyboard = solo(Options(edition, target=2), seats, seats), Chosen(seats)
        board = keyboard.board = board_for(chair, language)
        assert await sit(board, chair, keyboard) is Ending.DONE
        assert all(len(line) < 80 and line.isprintable() for line in written(board).splitlines())
        assert chair._match.state.match_won


@pytest.mark.parametrize("theme", [line.id for line in text.themes("en")])
async def test_every_theme_is_played_to_its_end(theme):
    chair, keyboard = solo(Options(editions()[-1], target=1), 6), Chosen(3)
    board = keyboard.board = board_for(chair, "de", theme)
    assert await sit(board, chair, keyboard) is Ending.DONE


async def test_the_same_match_is_told_in_the_same_words():
    told = set()
    for _ in range(3):
        chair, keyboard = solo(Options(target=2), 4, 5, level="normal"), Chosen(5)
        board = keyboard.board = board_for(chair)
        await sit(board, chair, keyboard)
        told.add(written(board))
    assert len(told) == 1


WAITS = {
    "en": "Waiting for the disk: {}. Ctrl+c ends lltui at once",
    "de": "Es wird auf die Platte gewartet: {}.",
}


@pytest.mark.parametrize("language", WAITS)
async def test_who_leaves_and_waits_for_a_disk_is_told_so(language, tmp_path, monkeypatch):
    monkeypatch.setattr(sitting, "PATIENCE", 0.01)
    home, disk = Home(tmp_path / "home"), Held()
    player = await Player(home.own.chair(LOVE_LETTER)).play(1)
    while not player.asked:
        await player.hear()
    monkeypatch.setattr(framed_log, "put", disk.before(framed_log.put))
    board, said = board_for(FakeChair(), language), asyncio.Event()
    monkeypatch.setattr(board.paper, "flush", said.set)
    await player.chair.act(player.desk.glimpse.menu[0])
    leaves = asyncio.ensure_future(leave(player.chair, board.paper, language, getting_up=True))
    await said.wait()
    told = WAITS[language].format(home.unfinished[0].parent)
    assert "".join(told.split()) in "".join(written(board).split())  # a long path is parted
    assert not leaves.done()
    disk.goes_on.set()
    await leaves
    assert written(board).count(WAITS[language][:20]) == 1


class Farewell:
    """A chair whose line takes its time, and whose disk does not."""

    folder = None

    async def leave(self, *, getting_up):
        hung_up = asyncio.Event()
        asyncio.get_running_loop().call_later(0.05, hung_up.set)
        await hung_up.wait()


async def test_who_waits_for_no_disk_is_told_of_none(monkeypatch):
    monkeypatch.setattr(sitting, "PATIENCE", 0.01)
    board = board_for(FakeChair())
    await leave(Farewell(), board.paper, "en", getting_up=True)
    assert written(board) == ""


async def test_a_typed_move_reaches_the_chair():
    chair = FakeChair(glimpse(TURN), glimpse(WAIT), glimpse(WON))
    assert await sit(board_for(chair), chair, Script("king", "no")) is Ending.DONE
    assert chair.acts == [Play("king", 1)]


async def test_what_came_through_a_pipe_is_written_behind_the_prompt():
    chair = FakeChair(glimpse(TURN), glimpse(WON))
    board = board_for(chair)
    await sit(board, chair, Script("king", "2"))
    assert "q quit): king\n" in written(board)


@pytest.mark.parametrize("lines", [(), ("1",), ("q",), ("q", "1")])
async def test_the_end_of_input_in_the_middle_of_a_match_is_a_trouble(lines):
    chair = FakeChair(glimpse(TURN))
    board = board_for(chair)
    with pytest.raises(InputEnded):
        await sit(board, chair, Script(*lines))
    assert written(board).endswith("\n")


async def test_the_end_of_input_after_the_match_is_a_no():
    chair = FakeChair(glimpse(WON))
    assert await sit(board_for(chair), chair, Script()) is Ending.DONE


@pytest.mark.parametrize("typed, ending", [("1", Ending.AGAIN), ("2", Ending.DONE)])
async def test_another_match_is_the_players_choice(typed, ending):
    chair = FakeChair(glimpse(WON))
    assert await sit(board_for(chair), chair, Script(typed)) is ending


async def test_one_may_leave_in_the_middle_of_a_move():
    chair = FakeChair(glimpse(TURN))
    assert await sit(board_for(chair), chair, Script("1", "q", "2")) is Ending.LEFT


class Slow(FakeChair):
    """News come one by one, when the test lets them."""

    def __init__(self):
        super().__init__()
        self.news = asyncio.Queue()

    async def next(self):
        return await self.news.get()


class Hands:
    """Somebody at a terminal."""

    typed_by_hand = True

    def __init__(self):
        self.lines = asyncio.Queue()

    async def line(self):
        return await self.lines.get()


async def settle():
    for _ in range(10):
        await asyncio.sleep(0)


async def test_news_arrive_while_one_is_thinking_and_the_half_made_move_stays():
    chair, hands = Slow(), Hands()
    board = board_for(chair)
    sitting = asyncio.ensure_future(sit(board, chair, hands))
    chair.news.put_nowait(glimpse(TURN))
    await settle()
    hands.lines.put_nowait("guard")
    await settle()
    chair.news.put_nowait(glimpse(TURN))
    await settle()
    hands.lines.put_nowait("priest")
    await settle()
    assert chair.acts == [Play("guard", 1, "priest")]
    sitting.cancel()
    await asyncio.gather(sitting, return_exceptions=True)


async def test_at_a_terminal_commands_are_obeyed_while_others_think():
    chair, hands = Slow(), Hands()
    board = board_for(chair)
    sitting = asyncio.ensure_future(sit(board, chair, hands))
    chair.news.put_nowait(glimpse(WAIT))
    await settle()
    hands.lines.put_nowait("t")
    await settle()
    assert "Cards in the pile: 2." in written(board)
    sitting.cancel()
    await asyncio.gather(sitting, return_exceptions=True)


class Talker(FakeChair):
    """Never at a loss for words."""

    async def next(self):
        return ChatLine(1, "Eve", "and another thing")


async def test_one_can_leave_a_table_that_never_stops_talking():
    hands = Hands()
    hands.lines.put_nowait("q")
    hands.lines.put_nowait("2")
    async with asyncio.timeout(20):
        chair = Talker()
        assert await sit(board_for(chair), chair, hands) is Ending.LEFT


async def test_a_pipe_keeps_its_lines_until_they_are_asked_for():
    chair = Slow()
    board = board_for(chair)
    sitting = asyncio.ensure_future(sit(board, chair, Script("king", "2")))
    chair.news.put_nowait(glimpse(WAIT))
    await settle()
    assert "not your turn" not in written(board)
    chair.news.put_nowait(glimpse(TURN))
    await settle()
    chair.news.put_nowait(Over())
    assert await sitting is Ending.DONE
    assert chair.acts == [Play("king", 1)]


async def test_ctrl_c_finishes_the_line_of_the_prompt():
    chair, hands = Slow(), Hands()
    board = board_for(chair)
    sitting = asyncio.ensure_future(sit(board, chair, hands))
    chair.news.put_nowait(glimpse(TURN))
    await settle()
    sitting.cancel()
    await asyncio.gather(sitting, return_exceptions=True)
    assert written(board).endswith("q quit): \n")


async def test_a_silence_is_told_to_who_wants_to_know_and_to_nobody_else():
    class Waiting:
        """Wants to be told once, and has had enough then."""

        def __init__(self, patience):
            self.paper, self.patience, self.silences = board_for(FakeChair()).paper, patience, 0
            self.ending = self.prompt = None
            self.holds = False

        def waited(self):
            self.silences += 1
            self.patience, self.ending = None, Ending.DONE

        def hear(self, _update):
            self.ending = Ending.DONE

    class Chair(FakeChair):
        async def next(self):
            await self.silence.wait()
            return Over()

    chair, board = Chair(), Waiting(0.01)
    chair.silence = asyncio.Event()
    async with asyncio.timeout(5):
        await sit(board, chair, Script())
    assert board.silences == 1
    chair.silence.set()
    talk = Waiting(None)
    await sit(talk, chair, Script())
    assert talk.silences == 0
