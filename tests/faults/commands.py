"""The program at a prompt, in this process: a line typed to it, what it says, and the exit code."""

from __future__ import annotations

import gc
import io
import os
import shutil
import sys
import tempfile
from contextlib import contextmanager, suppress
from typing import NamedTuple

from kit.process import BLIND, homes

from lltui import cli, text
from lltui.commands import cli_context
from lltui.text.library import Library

PLAIN = ("--plain", "--no-pauses", "--seed", "5")


class Told(NamedTuple):
    """What a command said, and how it ended."""

    code: int
    out: str
    err: str

    @property
    def sentence(self):
        """An end that is none is told, in lines that are none of a program's."""
        if self.code == 0:
            return "Traceback" not in self.err
        said = self.err.strip() or self.out.strip()
        return self.code in (1, 2) and said.endswith((".", "!", "?", "“")) and "Error" not in said


class Person:
    """Somebody in front of a terminal, with folders of their own."""

    def __init__(self, root, **environ):
        self.root = root
        self.environ = {**homes(root), "LANG": "C.UTF-8", "USER": "kay", **environ}

    def types(self, *words, typed=BLIND):
        """One command from its beginning to its end."""
        with self._at_home(), _typing(typed), _heard() as (out, err):
            code = cli.main(words)
        return Told(code, out.getvalue(), err.getvalue())

    def copied(self, to):
        """Their disk once more."""
        with suppress(FileNotFoundError):
            shutil.rmtree(to)
        shutil.copytree(self.root, to) if self.root.exists() else to.mkdir(parents=True)
        return Person(to)

    @contextmanager
    def _at_home(self):
        before = dict(os.environ)
        os.environ.update(self.environ)
        cli_context.own_words.cache_clear()
        freeze, gc.freeze = gc.freeze, lambda: None
        try:
            yield
        finally:
            gc.freeze = freeze
            os.environ.clear()
            os.environ.update(before)
            cli_context.own_words.cache_clear()
            text.use(Library())


@contextmanager
def _typing(lines):
    """On standard input, which is a file: nobody waits for it."""
    with tempfile.TemporaryFile() as file:
        file.write(lines.encode())
        file.seek(0)
        before = os.dup(0)
        os.dup2(file.fileno(), 0)
        try:
            yield
        finally:
            os.dup2(before, 0)
            os.close(before)


@contextmanager
def _heard():
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = io.StringIO(), io.StringIO()
    try:
        yield sys.stdout, sys.stderr
    finally:
        sys.stdout, sys.stderr = before
