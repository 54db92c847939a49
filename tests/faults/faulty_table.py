"""The process of a table whose disk fails once; it writes down which calls it made.

    python faulty_table.py FAULT CALLS  FOLDER PIPE WAY

FAULT is "" or a site, a number and a kind; CALLS a file outside of the folder.
"""

from __future__ import annotations

import json
import sys

from kit.disk_door import Door, Fault, Site

from lltui.table import process


def main(fault, calls, folder):
    door = Door(folder)
    planned = Fault(Site(*fault[0]), *fault[1:]) if fault else None
    with door.in_place(), door.fails(planned):
        try:
            return process.main()
        finally:
            counted = [[*site, number] for site, number in door.calls.items()]
            door.root = "nowhere"
            with open(calls, "w") as file:  # noqa: PTH123 - which is none of the door's names
                json.dump(counted, file)


if __name__ == "__main__":
    asked, counted_in = sys.argv[1:3]
    del sys.argv[1:3]
    sys.exit(main(json.loads(asked), counted_in, sys.argv[1]))
