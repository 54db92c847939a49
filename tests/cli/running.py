"""The program as a process of its own, far from anybody's configuration."""

from __future__ import annotations

import os
import subprocess
import sys

PROGRAM = (sys.executable, "-m", "lltui")
ENVIRONMENT = {
    **{name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ},
    "COLUMNS": "80",
    "LANG": "C.UTF-8",
    "LLTUI_CONFIG_DIR": os.devnull,
}


def lltui(*words, stdin="", code=0, **environment):
    """Run to the end; a traceback is never an answer."""
    done = subprocess.run(
        [*PROGRAM, *words],
        input=stdin,
        env={**ENVIRONMENT, **environment},
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        timeout=60,
        check=False,
    )
    assert "Traceback" not in done.stderr
    assert "Exception" not in done.stderr
    assert done.returncode == code, done.stderr
    return done
