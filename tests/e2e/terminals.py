"""People at terminals, each with a machine of their own, and the answers anybody would type."""

from __future__ import annotations

import pexpect
from cli.running import ENVIRONMENT, PROGRAM

WAIT = 20
ASKS = (r"Enter or 1 \(.*\):", r"1 to \d+ \(.*\):", r"Press Enter to go on.*:", r"Play again\?")


class Machine:
    """One player's files, and the terminals they sat at."""

    def __init__(self, home, words=None):
        home.mkdir(parents=True, exist_ok=True)
        self.home = home
        self.environment = {
            **ENVIRONMENT,
            "LLTUI_STATE_DIR": str(home / "state"),
            "LLTUI_DATA_DIR": str(home / "data"),
            "TERM": "dumb",
        }
        if words:
            self.environment["LLTUI_CODE"] = words
        self.terminals = []

    def run(self, *words):
        """A terminal with this program in it."""
        terminal = Terminal(
            PROGRAM[0], [*PROGRAM[1:], *words], env=self.environment, encoding="utf-8", timeout=WAIT,
            dimensions=(60, 100),
        )  # fmt: skip
        terminal.delaybeforesend = None
        terminal.logfile_read = (self.home / f"seen-{len(self.terminals)}.txt").open("w", encoding="utf-8")
        self.terminals.append(terminal)
        return terminal

    def seen(self):
        """All that stood on its screens, without the line breaks."""
        files = sorted(self.home.glob("seen-*.txt"))
        return " ".join(" ".join(file.read_text(encoding="utf-8") for file in files).split())

    def switch_off(self):
        for terminal in self.terminals:
            terminal.close(force=True)
            terminal.logfile_read.close()


class Terminal(pexpect.spawn):
    """One terminal."""

    def answer(self):
        """Type the first answer if there is a question; whether the match is over."""
        asked = self.expect([*ASKS, pexpect.TIMEOUT], timeout=0.1)
        if asked < 3:
            self.sendline("1" if asked < 2 else "")
        return asked == 3

    def ends(self):
        """Its exit code."""
        self.expect(pexpect.EOF)
        self.close()
        return self.exitstatus


def play(*terminals, rounds=400):
    """Everybody answers until the match is over for all."""
    over = set()
    for _ in range(rounds):
        over |= {each for each in terminals if each not in over and each.answer()}
        if len(over) == len(terminals):
            return
    raise AssertionError("the match does not end")
