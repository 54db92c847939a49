"""`python -m lltui`."""

import sys

from lltui.cli import main

if __name__ == "__main__":
    sys.exit(main())
