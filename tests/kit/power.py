"""A disk that loses its power: what was not flushed may be lost or torn, or there without what came before.

The door writes down what is done below a folder.  What a disk may then hold is made of
it: whatever was flushed in time is there; of the rest each write, and each name in a
folder, by itself.  A name is flushed with its folder, and the bytes of a file with it.
"""

from __future__ import annotations

import os
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from kit.disk_door import WRITING, Door

WHOLE, LOST, TORN = "whole", "lost", "torn"


class Node:
    """A file, whatever it is called."""


class Step(NamedTuple):
    """Something that was done; `what` it was done to: a file's bytes, or a folder's names."""

    kind: str  # name, rename, unname, folder, write, truncate, flush, or told
    what: Any
    path: str = ""
    node: Node | None = None
    at: int = 0
    data: bytes = b""


class Journal(Door):
    """All that was done, in its order; and between, what somebody was told."""

    def __init__(self, root):
        super().__init__(root)
        self.steps = []
        self._names = {}
        self._open = {}

    def tell(self, told):
        """Somebody knows this from now on."""
        self.steps.append(Step("told", told))

    def done(self, name, real, args, more):
        path = str(args[0])
        new = name.startswith("open") and path not in self._names
        found = real(*args, **more)
        if name.startswith("open"):
            self._opened(path, args[1], found, new=new)
        elif name in ("pwrite", "write"):
            at = args[2] if name == "pwrite" else os.fstat(args[0]).st_size - found
            self._add("write", self._open[args[0]], node=self._open[args[0]], at=at, data=args[1][:found])
        elif name == "ftruncate":
            self._add("truncate", self._open[args[0]], node=self._open[args[0]], at=args[1])
        elif name in ("fsync", "fdatasync"):
            self._add("flush", self._open[args[0]])
        elif name in ("replace", "rename"):
            node = self._names[str(args[1])] = self._names.pop(path)
            self._add("rename", _folder(args[1]), path=f"{path}\0{args[1]}", node=node)
        elif name == "link":
            node = self._names[str(args[1])] = self._names[path]
            self._add("name", _folder(args[1]), path=str(args[1]), node=node)
        elif name in ("unlink", "rmdir"):
            self._names.pop(path, None)
            self._add("unname", _folder(path), path=path)
        elif name == "mkdir":
            self._names[path] = path
            self._add("folder", _folder(path), path=path)
        return found

    def _opened(self, path, flags, handle, *, new):
        if not flags & WRITING and path not in self._names:  # the folder of all, or what was there before
            self._names[path] = path
        elif new:
            self._names[path] = Node()
            self._add("name", _folder(path), path=path, node=self._names[path])
        self._open[handle] = node = self._names[path]
        if flags & os.O_TRUNC:
            self._add("truncate", node, node=node)

    def _add(self, kind, what, **more):
        self.steps.append(Step(kind, what, **more))

    # ---------------------------------------------------------------- the power is gone

    def loose(self, end):
        """The numbers of the steps that may be lost if the power goes before step `end`."""
        flushed, found = set(), []
        for number in range(end - 1, -1, -1):
            step = self.steps[number]
            if step.kind == "flush":
                flushed.add(step.what)
            elif step.kind != "told" and step.what not in flushed:
                found.append(number)
        return found[::-1]

    def told(self, end):
        """What was told last before that."""
        return next((step.what for step in reversed(self.steps[:end]) if step.kind == "told"), None)

    def leave(self, end, fates, to, rng=None):
        """What the disk holds then, in this folder; `fates` are those of the loose steps, or whole."""
        names, files = {}, {}
        for number, step in enumerate(self.steps[:end]):
            if step.kind in ("flush", "told") or fates.get(number) == LOST:
                continue
            match step.kind:
                case "name":
                    names[step.path] = step.node
                case "folder":
                    names[step.path] = None
                case "rename":
                    old, new = step.path.split("\0")
                    names.pop(old, None)
                    names[new] = step.node
                case "unname":
                    names.pop(step.path, None)
                case "truncate":
                    there = files.setdefault(step.node, bytearray())
                    there[:] = there[: step.at].ljust(step.at, b"\0")
                case "write":
                    cut = (
                        (rng or Random(number)).randrange(len(step.data))
                        if fates.get(number) == TORN
                        else None
                    )
                    _write(files.setdefault(step.node, bytearray()), step.at, step.data[:cut])
        self._lay_out(names, files, to)

    def _lay_out(self, names, files, to):
        to.mkdir(parents=True)
        for path, node in sorted(names.items()):
            place = to / Path(path).relative_to(self.root)
            if not place.parent.is_dir():  # the name of its folder was lost
                continue
            if node is None:
                place.mkdir(mode=0o700)
            else:
                place.write_bytes(files.get(node, b""))
                place.chmod(0o600)


def _folder(path):
    return os.path.dirname(path)  # noqa: PTH120 - a word, as the calls have it


def _write(there, at, data):
    if len(there) < at:
        there.extend(bytes(at - len(there)))
    there[at : at + len(data)] = data


def chance(loose, rng):
    """A fate for each by chance; of few disks all is lost, or nothing."""
    lost = rng.choice((0.1, 0.5, 0.9))
    return {n: rng.choice((LOST, LOST, TORN)) for n in loose if rng.random() < lost}
