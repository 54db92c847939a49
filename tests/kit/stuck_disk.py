"""The program over a disk that may stop answering: `python stuck_disk.py PIPE ENDING WORD...`.

As long as there is a pipe of that name, whoever writes to a file whose name ends
like that waits in it for whoever opens its other end.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from lltui.cli import main

WRITE = os.pwrite


def stuck(pipe, ending):
    def pwrite(handle, data, at):
        if pipe.exists() and Path(f"/proc/self/fd/{handle}").readlink().name.endswith(ending):
            with pipe.open("rb") as end:
                end.read()
        return WRITE(handle, data, at)

    return pwrite


if __name__ == "__main__":
    where, which, *words = sys.argv[1:]
    os.pwrite = stuck(Path(where), which)
    sys.exit(main(words))
