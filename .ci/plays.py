"""Whether an installed lltui plays: a match on the full screen, in a pseudo terminal, by keys alone."""

from __future__ import annotations

import itertools
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "protocol"), str(ROOT / "tests")]

from tui.terminals import Program  # noqa: E402 - the path comes first

MATCH = ("play", "--seed=7", "--name=Kay", "--edition=classic", "--players=2", "--target=1")
KEYS = ("\x1b[C", "\r", "\x1b[B", "\r")  # whatever is asked: the next one, and Enter
LONGEST = 90.0


def run(*command: str | Path, cwd: Path, stdin: str = "", **environ: str) -> str:
    """Run to the end; its output, or the end of the script."""
    words = [str(word) for word in command]
    done = subprocess.run(
        words, cwd=cwd, input=stdin, capture_output=True, text=True, check=False, env=environ or None
    )
    if done.returncode:
        sys.exit(f"{' '.join(words)} -> {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def plays(lltui: Path) -> str:
    """Its version, once a match was played with it; else the end of the script, and what stood there last."""
    with tempfile.TemporaryDirectory(prefix="lltui-plays-") as home:
        version = run(lltui, "--version", cwd=Path(home)).strip()
        program = Program(lltui, *MATCH, home=Path(home))
        try:
            program.until("YOUR TURN")
            until = time.monotonic() + LONGEST
            for key in itertools.cycle(KEYS):
                if "the match" in program.shown():
                    break
                if time.monotonic() > until:
                    sys.exit(f"{lltui} does not come to the end of a match:\n{program.shown()}")
                program.type(key)
                program.quiet(0.1)
            program.type("\x11")
            if code := program.ended():
                sys.exit(f"{lltui} ended with {code}:\n{program.shown()}")
            program.assert_sane()
        finally:
            program.close()
    return version
