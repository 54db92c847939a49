"""Whole matches on both boards, with everything opened and asked on the way: what the words have to carry."""

from __future__ import annotations

import io
from itertools import cycle
from random import Random

from plain.sitting import NAMES, Chosen, solo
from rich.cells import cell_len
from tui.showing import alone, at_table, lines, shown, until

from lltui import text
from lltui.authoring.own_words import load
from lltui.desk.desk import Words
from lltui.games.love_letter.model import Options
from lltui.plain.board import board_of
from lltui.plain.paper import Paper
from lltui.plain.sit import sit

COMMANDS = ("?", "?", "t", "h", "c", "b", "nobody", "princess", "prince", *NAMES, "q", "1")
SCREENS = ("question_mark", "l", "c", "n", "ctrl+p")


class Curious(Chosen):
    """Types every command at every tenth question, then answers it."""

    def __init__(self, seed):
        super().__init__(seed)
        self._asked = 0
        self._typed = []

    async def line(self):
        if self._typed:
            return self._typed.pop(0)
        self._asked += 1
        if self._asked % 10 == 1 and self.board.prompt.kind.name == "MOVE":
            self._typed = [*COMMANDS]
        return await super().line()


async def line_by_line(options, language, theme, *, seats=4, seed=1):
    """All that the plain board says of a match against bots."""
    chair = solo(options, seats, seed)
    board = board_of(chair, Words(language, theme), Paper(io.StringIO()), pauses=True)
    keyboard = Curious(seed)
    keyboard.board = board
    board.open()
    await sit(board, chair, keyboard)
    return board.paper._stream.getvalue()


async def full_screen(options, language, theme, *, bots=3, seed=7, size=(100, 30)):
    """All that it shows of a match against bots, and of every page that opens over it; in small letters."""
    seen, rng = [], Random(seed)
    wanted = alone(seed=seed, bots=bots, options=options)
    async with at_table(wanted, language=language, theme=theme, size=size) as (app, pilot):
        over, keys, number = False, cycle(("right", "enter", "down", "enter")), 0
        while not over:
            await until(lambda: app.desk.over or app.desk.looks or app.desk.glimpse.menu, app)
            over = app.desk.over and not app.desk.looks
            if over or number % 25 == 0:
                for screen in SCREENS:
                    await pilot.press(screen)
                    await pilot.pause()
                    seen.append(shown(app))
                    await pilot.press("escape")
                    await pilot.pause()
            seen.append(shown(app))
            assert max(map(cell_len, lines(app))) <= size[0]
            if not over:
                key, number = next(keys), number + 1
                await pilot.press(rng.choice((key, "enter")) if number % 7 else key)
    return "\n".join(seen).casefold()


def own_words(folder):
    """What lies in a configuration folder, in use; it has to be sound."""
    library, complaints = load(folder)
    assert [text.trouble("en", complaint).what for complaint in complaints] == []
    text.use(library)


__all__ = ["Options", "full_screen", "line_by_line", "own_words"]
