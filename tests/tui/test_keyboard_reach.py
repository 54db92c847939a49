"""Every screen is reached by keyboard, and whatever can be done on it.

Here: each thing that a screen can do has a key that arrives.  That keys alone lead to each screen and
away from it, the monkey finds out, which has no mouse (`test_monkey`: a screen that it does not meet
stands there with the reason); what each key is called in the help, `test_keymap` asks.
"""

from __future__ import annotations

from textual.binding import Binding
from textual.screen import Screen

from lltui.tui import keymap
from lltui.tui.app import LltuiApp

SCREENS = tuple(keymap.screens())
ASIDE = {"ctrl+z"}  # only where it puts the program aside


def keyed(kind):
    """What has a key there that arrives at a program in a terminal."""
    for base in kind.__mro__:
        for binding in base.__dict__.get("BINDINGS", ()):
            if any(keymap.able(key) or key in ASIDE or key.isdigit() for key in binding.key.split(",")):
                yield binding.action.partition("(")[0].rpartition(".")[2]


def out_of_reach(kinds):
    """What some kind of screen can do, and neither it nor any that is made of it has a key for."""
    for kind in {base for each in kinds for base in each.__mro__ if base.__module__.startswith("lltui.")}:
        reached = {name for each in kinds if issubclass(each, kind) for name in keyed(each)}
        earlier = {name for base in kind.__mro__[1:] for name in vars(base)}  # it has its key there
        for name in vars(kind).keys() - earlier:
            if name.startswith("action_") and name.removeprefix("action_") not in reached:
                yield f"{kind.__name__}.{name}"


def test_whatever_can_be_done_on_a_screen_has_a_key():
    assert sorted(out_of_reach([*SCREENS, LltuiApp])) == []


def test_what_only_a_mouse_could_do_would_be_found():
    class Mousy(Screen):
        """As if it were ours."""

        __module__ = "lltui.tui.app"

        def action_point(self):
            """For this one would have to click."""

    class Handy(Mousy):
        """And this has a key for it."""

        BINDINGS = (Binding("p", "point"),)

    assert [*out_of_reach([Mousy])] == ["Mousy.action_point"]
    assert [*out_of_reach([Mousy, Handy])] == []
