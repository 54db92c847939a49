"""A command: one declaration gives the key, the key bar, the palette and the line of help.

Its words stand in the locale file `area`, as `command.<name>.label` for the bar
and `command.<name>.help` for the sentence; so they follow the language while
the program runs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from textual.binding import Binding, BindingType


class Command(NamedTuple):
    """`name` is also the action of the screen or app that has it, and what a keymap calls it.

    `keys` are Textual's names between commas, the first is the one that is
    shown.  `shown` replaces it where one command stands for several keys.
    """

    name: str
    keys: str
    bar: bool = True
    palette: bool = True
    area: str = "tui"
    shown: str = ""
    priority: bool = False

    @property
    def id(self) -> str:
        """The name under which a keymap knows it."""
        return f"{self.area}.{self.name}"

    def binding(self) -> Binding:
        """As Textual wants it; the description is found by the id when it is drawn."""
        return Binding(
            self.keys,
            self.name,
            description=self.name,
            show=self.bar,
            key_display=self.shown or None,
            priority=self.priority,
            id=self.id,
        )


def bindings(commands: Sequence[Command]) -> list[BindingType]:
    """For a class's BINDINGS."""
    return [command.binding() for command in commands]
