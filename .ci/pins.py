"""Write `.ci/pins/*.txt`, by whose hashes make installs, and `constraints.txt`, for pipx and uv: `make pins`.

What is pinned stays, unless `--upgrade` is said.  An address of an index stands in none of them.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HEAD = "# By `make pins`: what is installed for `{level}`, on every system and Python.\n"
GROUPS = {"play": ("build",), "work": ("dev",), "release": ("release",)}
UV = (Path(sys.executable).with_name("uv"), "pip", "compile", "--quiet", "--universal", "--no-header")
FORM = (
    "--python-version=3.11",
    "--generate-hashes",
    "--no-annotate",
    "--no-emit-index-url",
    "--no-emit-find-links",
)


def main(*more: str) -> None:
    """Each level is chosen so that it fits the one above: what all have, all have alike."""
    below: tuple[str | Path, ...] = ()
    for level in ("release", "work", "play"):
        file = ROOT / ".ci" / "pins" / f"{level}.txt"
        groups = [word for group in GROUPS[level] for word in ("--group", f"{ROOT}/pyproject.toml:{group}")]
        words = (*UV, *FORM, *groups, *below, *more, "--output-file", file, ROOT / "pyproject.toml")
        subprocess.run(words, cwd=ROOT, check=True)
        below = ("--constraints", ROOT / ".ci" / "pins" / "release.txt")
        file.write_text(HEAD.format(level=level) + without_head(file.read_text("utf-8")), encoding="utf-8")
    plain = without_hashes((ROOT / ".ci" / "pins" / "work.txt").read_text(encoding="utf-8"))
    (ROOT / "constraints.txt").write_text(plain, encoding="utf-8")


def without_head(pins: str) -> str:
    return re.sub(r"^#.*\n", "", pins, flags=re.MULTILINE)


def without_hashes(pins: str) -> str:
    """One line a library, as constraints are."""
    return re.sub(r" \\\n +--hash=\S+", "", without_head(pins))


if __name__ == "__main__":
    main(*sys.argv[1:])
