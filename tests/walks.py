"""Ways through the program as they are gone: which of our modules are passed, and what is handed on in them.

A walk is written down in docs/explanation/architecture.md, step by step, and
followed here through every call of ours between its first key and its last.
"""

from __future__ import annotations

import contextlib
import re
import sys
import threading
from pathlib import Path
from typing import NamedTuple

PAGE = Path(__file__).parent.parent / "docs" / "explanation" / "architecture.md"
OURS = ("lltui.", "llwire.")
FUNCTION = 0x1  # what is carried out when a module or a class is made has no such flag


class Passed(NamedTuple):
    """A call, or what came back from it: in which module, with things of which of our classes."""

    module: str
    names: frozenset[str]


class Step(NamedTuple):
    """One step as it is written: the modules it passes in their order, and what the thing is called there."""

    number: int
    modules: tuple[str, ...]
    names: tuple[str, ...]


def steps(heading, page=None):
    """What the page says of the walk under this heading."""
    text = PAGE.read_text("utf-8") if page is None else page
    section = text.split(f"\n## {heading}\n", 1)[1].split("\n## ", 1)[0]
    for number, told in re.findall(r"^(\d+)\. (.+?)(?=^\d+\. |^\S|\Z)", section, re.MULTILINE | re.DOTALL):
        spans = re.findall(r"`([^`]+)`", told)
        modules = tuple(span for span in spans if re.fullmatch(r"[a-z_]+(/[a-z_]+)*", span))
        yield Step(int(number), modules, tuple(span for span in spans if re.fullmatch(r"[A-Z]\w+", span)))


class Trace:
    """Every call of ours, on this thread and on those that begin meanwhile."""

    def __init__(self):
        self.passed = []

    def __call__(self, frame, event, arg):
        module = frame.f_globals.get("__name__", "")
        code = frame.f_code
        if event not in ("call", "return") or not module.startswith(OURS) or not code.co_flags & FUNCTION:
            return
        values = (
            (arg,) if event == "return" else map(frame.f_locals.get, code.co_varnames[: code.co_argcount])
        )
        self.add(module, frozenset(type(value) for value in values))

    def add(self, module, kinds):
        last = self.passed[-1] if self.passed else None
        own = frozenset(kind for kind in kinds if kind.__module__.startswith(OURS))
        if last is None or last != (module, own):
            self.passed.append((module, own))

    @contextlib.contextmanager
    def going(self):
        threading.setprofile(self)
        sys.setprofile(self)
        try:
            yield self
        finally:
            sys.setprofile(None)
            threading.setprofile(None)

    def walked(self):
        """As it can be compared: a module is passed where it runs, and where something of it is handed on."""
        for module, kinds in self.passed:
            yield Passed(module, frozenset(kind.__name__ for kind in kinds))
            for kind in kinds:
                yield Passed(kind.__module__, frozenset({kind.__name__}))


def strayed(written, walked):
    """The first thing on the page that was not passed, or not by then; None if all of it is so."""
    walked, at = tuple(walked), 0
    for step in written:
        begun = at
        for module in step.modules:
            suffix = "." + module.replace("/", ".")
            found = (n for n in range(at, len(walked)) if ("." + walked[n].module).endswith(suffix))
            at = next(found, -1)
            if at < 0:
                return f"step {step.number}: {module}"
        here = {name for passed in walked[begun:] for name in passed.names}
        lost = [name for name in step.names if name not in here]
        if lost:
            return f"step {step.number}: {lost[0]}"
    return None
