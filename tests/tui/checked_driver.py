"""A driver that shows every frame twice: as Textual writes it, and as the shadow sends it."""

from __future__ import annotations

from rich.cells import cell_len
from textual.drivers.headless_driver import HeadlessDriver
from tui.glass import Glass

from lltui.tui.term.screen_diff import ASCII, Shadow

ODD = 3  # only every third frame is fetched, as on a slow line


class CheckedDriver(HeadlessDriver):
    """Headless but for what it shows."""

    made: list[CheckedDriver] = []  # noqa: RUF012 - one list, emptied by the fixture

    def __init__(self, *args, **options):
        super().__init__(*args, **options)
        self.shadow = Shadow()
        self.size = None
        self.whole = self.least = None
        self.frames = 0
        self.signs = set()
        self.made.append(self)

    @property
    def is_headless(self):
        return False

    def write(self, data):
        size = (self._app.size.width, self._app.size.height)
        if size != self.size:
            self.size = size
            self.whole, self.least = Glass(*size), Glass(*size)
            self.shadow.resize(*size)
        self.signs.update(data)
        self.whole.feed(data)
        self.frames += self.shadow.feed(data)
        if self.frames % ODD == 0:
            self.least.feed(self.shadow.take())

    def differs(self):
        """Where the two terminals do not show the same."""
        if self.whole is None:
            return []
        self.least.feed(self.shadow.take())
        return self.least.differs(self.whole)

    def strange(self):
        """Our own signs that ASCII has no letter for, or that do not fill one cell."""
        ours = (sign for sign in self.signs if sign.isprintable() and not sign.isalnum())
        return {sign for sign in ours if sign.translate(ASCII) == "?" != sign or cell_len(sign) != 1}
