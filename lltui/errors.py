"""Trouble: what a player can put right.

Raised with facts only.  The sentences ("what happened", "what to do") stand in
`text/locales/*/trouble.toml` under the name of the class, and are written by
whoever catches it: `cli` and the boards.  A fact that is a sentence itself is
named as one (`sentence`), for nobody knows here in which language it is read.
"""

from functools import partial


class Trouble(Exception):
    """Something the player can put right; `facts` fill the sentence of its class."""

    def __init__(self, **facts: object) -> None:
        super().__init__(facts)
        self.facts = facts

    def __reduce__(self) -> tuple[object, ...]:
        """Whoever works in another process may be in trouble too."""
        return partial(type(self), **self.facts), ()

    def __str__(self) -> str:
        told = ", ".join(f"{name}={value!r}" for name, value in self.facts.items())
        return f"{type(self).__name__}({told})"


def sentence(area: str, key: str, /, **facts: object) -> dict[str, object]:
    """A fact to be said in the words of an area, `text/locales/*/AREA.toml`."""
    return {"area": area, "key": key, "facts": facts}


class UsageTrouble(Trouble):
    """The words on the command line are at fault: exit code 2 instead of 1."""


class InterruptTrouble(Trouble):
    """What was under way was given up by ctrl+c: exit code 130."""
