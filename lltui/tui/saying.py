"""A line for everybody, typed over the table.

Until it is opened, keys are no letters: the line is there, and cannot be focused.
"""

from __future__ import annotations

from textual.widgets import Input

from lltui.tui.app_screen import AppScreen


class Saying(AppScreen[None]):
    """For a screen that has an Input `#say`."""

    def keep_quiet(self) -> None:
        """Nothing is said yet."""
        self.query_one("#say", Input).can_focus = False

    @property
    def talking(self) -> bool:
        """Whether a line is being typed."""
        return self.has_class("-talking")

    def talk(self, *, on: bool, keep: bool = False) -> None:
        """Open the line, or close it; `keep` leaves what was typed for another try."""
        say = self.query_one("#say", Input)
        self.set_class(on, "-talking")
        say.set_class(on, "-open")
        say.can_focus = on
        say.placeholder = self.words("chat.say")
        if on:
            say.focus()
        else:
            say.value = say.value if keep else ""
            self.set_focus(None)
        self.refresh_bindings()

    def action_talk(self) -> None:
        """A line for everybody."""
        self.talk(on=True)
