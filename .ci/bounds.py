"""Whether the bounds in `pyproject.toml` are true: `make bounds`.

On every Python from 3.11 that is here, an environment with the lowest of all that
is named there, and one with the newest; each plays a match on the full screen.
`ARGS=--any-textual` takes the newest Textual instead, whatever the bound says: what
fails then is what the next release of it would break.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from pathlib import Path

from packaging.requirements import Requirement
from plays import ROOT, plays, run

PYTHONS = ("python3.11", "python3.12", "python3.13", "python3.14")
QUIET = ("-m", "pip", "--disable-pip-version-check", "--quiet", "install")
LOWEST, NEWEST, ANY_TEXTUAL = "lowest", "newest", "any-textual"


def main(*asked: str) -> None:
    """Build once, and try in every way; a Python that is not here is said."""
    ways = (ANY_TEXTUAL,) if "--any-textual" in asked else (LOWEST, NEWEST)
    with tempfile.TemporaryDirectory(prefix="lltui-bounds-") as folder:
        into = Path(folder)
        run(sys.executable, "-m", "build", "--no-isolation", "--wheel", "--outdir", into, ROOT, cwd=into)
        wheel = next(into.glob("*.whl"))
        for name in PYTHONS:
            python = found(name)
            if python is None:
                print(f"{name}: not here", flush=True)
            for way in ways if python else ():
                print(f"{name}, {way}: {tried(Path(python), way, wheel, into)}", flush=True)


def found(name: str) -> str | None:
    """One that starts and can make environments; a name alone may be a shim of a manager of Pythons."""
    path = shutil.which(name)
    asks = "import ensurepip, sys; print(sys.executable)"
    done = subprocess.run([path, "-c", asks], capture_output=True, text=True, check=False) if path else None
    return done.stdout.strip() if done and done.returncode == 0 else None


def tried(python: Path, way: str, wheel: Path, into: Path) -> str:
    """What was installed, once a match was played with it."""
    here = into / f"{python.name}-{way}"
    run(python, "-m", "venv", "--clear", here, cwd=into)
    pip = (here / "bin" / "python", *QUIET)
    run(*pip, wheel, *(lowest() if way == LOWEST else ()), cwd=into)
    if way == ANY_TEXTUAL:
        run(*pip, "--upgrade", "textual", cwd=into)
    version = plays(here / "bin" / "lltui")
    listed = run(here / "bin" / "python", "-m", "pip", "list", "--format=freeze", cwd=into)
    of = next(line for line in listed.splitlines() if line.startswith("textual=="))
    shutil.rmtree(here)
    return f"{version} plays with {of}"


def lowest() -> Iterator[str]:
    """Of each that we name, the least that is said to do."""
    stated = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    for need in map(Requirement, stated["project"]["dependencies"]):
        least = next(each.version for each in need.specifier if each.operator in (">=", "=="))
        yield f"{need.name}=={least}"


if __name__ == "__main__":
    main(*sys.argv[1:])
