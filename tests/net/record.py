"""Plays the matches of this folder and writes those down that are not there yet, or are named.

    python tests/net/record.py [NAME...]

A file that stands is the past: it is written anew only where the rules of its game
were changed on purpose, so that it names other rules than ours.
"""

from __future__ import annotations

import lzma
import sys
from pathlib import Path

FOLDER = Path(__file__).parent / "recorded"


def path_of(name: str) -> Path:
    return FOLDER / f"{name}.ll.xz"


def read(name: str) -> bytes:
    return lzma.decompress(path_of(name).read_bytes())


def main(names: list[str]) -> None:
    sys.path.insert(0, str(Path(__file__).parents[1]))
    from net.matches import MATCHES, played

    FOLDER.mkdir(exist_ok=True)
    for name in names or [name for name in MATCHES if not path_of(name).exists()]:
        data = played(name).file(MATCHES[name].seat)
        path_of(name).write_bytes(lzma.compress(data, preset=9))
        print(name, len(data), "bytes")


if __name__ == "__main__":
    main(sys.argv[1:])
