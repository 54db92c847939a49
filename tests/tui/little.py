"""A little app of the tests, run as the program runs its own: `python little.py [--ascii] [--mouse]`."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import ClassVar

from lltui.errors import Trouble
from lltui.tui.first_screen import look, run
from lltui.tui.term.terminal import NoTerminal


def build(terminal, driver):
    from textual.app import App
    from textual.widgets import Input, Static

    class Little(App):
        CSS = "Static { border: round red; }"
        BINDINGS: ClassVar = [
            ("ctrl+l", "repaint"),
            ("ctrl+z", "suspend_process"),
            ("q", "quit"),
            ("f", "fall"),
            ("c,escape", "count"),
            ("b", "busy"),
        ]
        ENABLE_COMMAND_PALETTE = False
        counted = 0

        def __init__(self):
            super().__init__(driver_class=driver, ansi_color=terminal.colours == 0)

        def compose(self):
            yield Static(f"♥ colours {terminal.colours}", id="top")
            yield Static("0", id="count")
            yield Static("rest")
            if "--input" in sys.argv:
                typed = Input()
                typed.cursor_blink = False
                yield typed

        def action_count(self):
            self.counted += 1
            self.query_one("#count", Static).update(f"counted {self.counted}")

        def action_repaint(self):
            self._driver.repaint()

        def action_fall(self):
            raise ValueError("a mistake of ours")

        def action_busy(self):
            self.set_interval(0.01, self.action_tick)

        def action_tick(self):
            self.action_count()
            Path(os.environ["LLTUI_STATE_DIR"], "ticks").write_text("." * self.counted)

    return Little()


def dawdle():
    """Whoever measures the window at 82 columns is held up until it has another size."""
    measure = shutil.get_terminal_size

    def slowly():
        size = measure()
        while size.columns == 82 == measure().columns:
            Path(os.environ["LLTUI_STATE_DIR"], "measured").touch()
        return size

    shutil.get_terminal_size = slowly


def main():
    terminal = look(os.environ, ascii_only="--ascii" in sys.argv)
    if isinstance(terminal, NoTerminal):
        print(f"no terminal: {terminal.why}")
        return 3
    state = Path(os.environ["LLTUI_STATE_DIR"])
    state.mkdir(parents=True, exist_ok=True)
    if "--dawdle" in sys.argv:
        dawdle()
    try:
        code = run(terminal, build, mouse="--mouse" in sys.argv, reports=state / "screen.log")
    except Trouble as trouble:
        print(f"trouble: {trouble}")
        return 1
    print("goodbye")
    return code


if __name__ == "__main__":
    sys.exit(main())
