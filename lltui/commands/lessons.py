"""What one person was told of the game on this machine: a file with a word in each line, which only grows."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING

from lltui.files import disk, folders, reading
from lltui.games.love_letter.prepared import KNOWN, TAKEN
from lltui.tui import settings as kept

if TYPE_CHECKING:
    from lltui.desk.love_letter.guide import Guide

FILE = "lessons"
LARGEST = 64 * 1024


class LessonsFile:
    """What stands there is read once."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._environ = environ
        self.file = folders.state(environ) / FILE
        self._told: frozenset[str] | None = None

    @property
    def told(self) -> frozenset[str]:
        """Nothing, where it cannot be read."""
        if self._told is None:
            self._told = frozenset()
            with suppress(reading.Missing, reading.Unfit):
                self._told = frozenset(reading.text(self.file, LARGEST).split())
        return self._told

    @property
    def new_here(self) -> bool:
        """Whether nobody has played here yet, or said to know the game."""
        if self.told & {KNOWN, TAKEN} or folders.any_in(folders.alone(self._environ)):
            return False
        try:
            return not any(folders.matches(self._environ).iterdir())
        except OSError:  # no folder of matches: there never was one
            return True

    def guide(self, *, prepared: bool = False) -> Guide | None:
        """For who learns the game, or has learned it and wants hints, on the plain board."""
        wants = TAKEN in self.told and kept.read(folders.config(self._environ)).settings.hints
        if not prepared and not wants:
            return None
        from lltui.desk.love_letter.guide import Guide  # noqa: PLC0415 - who knows the game needs none: 2 ms

        return Guide(self.told, self.learn, prepared=prepared)

    def learn(self, name: str) -> None:
        """One more; what the disk does not take is told again some time."""
        if name not in self.told:
            self._told = self.told | {name}
            with suppress(OSError):  # a disk that takes nothing must not end a lesson
                disk.make_folder(self.file.parent)
                disk.append_text(self.file, f"{name}\n")
