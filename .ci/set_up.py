"""Make the environment whole: `python3 .ci/set_up.py play`, or `work`, or `release`; make calls it.

It runs before anything is installed, so it takes nothing but the standard library.

The stamp of an environment is named after its folder and its Python: a clone that
was moved or copied has none, nor has one whose Python is another now.  It is
written last, so nothing that was interrupted has one.  What has none is made anew,
and what was there before stays until that is done.  In a stamp stands what was
installed, so that after a pull only what changed is fetched; where nothing can be
fetched, and what is there is enough, it is played with.

A library that was deleted behind a stamp is missed by its name, for a millisecond at
each `make`; what is in it is not looked at (to read all its files takes seconds).
"""

from __future__ import annotations

import fcntl
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV, BEFORE = ROOT / ".venv", ROOT / ".venv.before"
PYTHON = VENV / "bin" / "python"
LEVELS = ("play", "work", "release")  # each has all that those before it have
TELL = "import sys; print('%d.%d' % sys.version_info[:2])"
THIS = "{}.{}".format(*sys.version_info)
PIP = ("-m", "pip", "--disable-pip-version-check", "--quiet", "--retries", "2")
TOO_OLD = "lltui needs Python 3.11 or newer, and this is {version}."
NO_ENSUREPIP = """\
This Python has no `ensurepip`, so it cannot make an environment. On Debian and
Ubuntu that is a package of its own:
  sudo apt install python{version}-venv
Then type the same again."""
NOTHING_FETCHED = """\
What lltui needs could not be installed; what pip says of it stands above.
Without a network, come back when there is one: the same command goes on then."""
NOT_RENEWED = """\
What this version was tested with could not be fetched; what is installed is
enough to play, so it goes on with that. With a network, the next `make` fetches
the rest."""
NOT_WRITTEN = """\
{file} cannot be written: {reason}.
The environment is made in this folder: put the folder where you may write."""


class CannotSetUp(Exception):
    """A sentence for whoever typed `make`."""


def main(level: str, *, this_python: bool) -> None:
    """`this_python`: somebody named it, so another that would do is not enough."""
    with _alone():
        version = _version(PYTHON)
        if this_python and version != THIS:
            version = ""
        if not _stamps(version) or _missing(version):
            _make_anew(level)
        elif not _whole(level, version):
            _renew(level)
        shutil.rmtree(BEFORE, ignore_errors=True)


@contextmanager
def _alone() -> Iterator[None]:
    """Two at once would make the same folder: the second waits, and finds it made."""
    handle = os.open(ROOT, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def _version(python: Path) -> str:
    """Nothing, where it does not start."""
    try:
        done = subprocess.run([python, "-c", TELL], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return ""
    return done.stdout.strip()


# ------------------------------------------------------------------------- stamps


def _stamp(level: str, version: str) -> Path:
    here = hashlib.sha256(os.fsencode(ROOT)).hexdigest()[:8]
    return VENV / f"{level}-{version}-{here}.stamp"


def _stamps(version: str) -> list[Path]:
    """Those that hold here."""
    return [stamp for stamp in (_stamp(level, version) for level in LEVELS) if stamp.is_file()]


def _levels() -> list[str]:
    """To which it was ever made whole, in whatever folder."""
    return [stamp.name.partition("-")[0] for stamp in VENV.glob("*.stamp")]


def _whole(level: str, version: str) -> bool:
    """Whether this was installed, or more."""
    enough = {each: _stamp(each, version) for each in LEVELS[LEVELS.index(level) :]}
    return any(stamp.is_file() and _told(stamp)[0] == _wanted(each) for each, stamp in enough.items())


def _told(stamp: Path) -> list[str]:
    """The word for what was installed, and then the names of it."""
    return stamp.read_text(encoding="utf-8").splitlines() or [""]


def _missing(version: str) -> set[str]:
    """What was installed and is there no more; of a version that somebody put in place of another nothing."""
    return {name for stamp in _stamps(version) for name in _told(stamp)[1:]} - _installed()


def _installed() -> set[str]:
    names = (path.name for path in VENV.glob("lib/python*/site-packages/*"))
    return {name for name in names if "__" not in name and not name.endswith(".dist-info")}


def _wanted(level: str) -> str:
    """What is installed, in a word: another file of pins, or another `pyproject.toml`, is another word."""
    files = (ROOT / ".ci" / "pins" / f"{level}.txt", ROOT / "pyproject.toml")
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()


# ------------------------------------------------------------------------- making


def _make_anew(level: str) -> None:
    """What was there comes aside, and back where nothing can be fetched: moved, it may still be of use."""
    if importlib.util.find_spec("ensurepip") is None:
        raise CannotSetUp(NO_ENSUREPIP.format(version=THIS))
    print("Setting up .venv; that happens once, and takes a minute.", file=sys.stderr, flush=True)
    if VENV.is_symlink():  # what it leads to may be anybody's, and would be emptied
        VENV.unlink()
    elif VENV.is_dir() and not BEFORE.exists():
        VENV.rename(BEFORE)
    # The one below, if this is the Python of an environment: that one may just have come aside.
    below = getattr(sys, "_base_executable", sys.executable)
    made = subprocess.run([below, "-m", "venv", "--clear", VENV], capture_output=True, text=True, check=False)
    if made.returncode:
        print(made.stdout + made.stderr, file=sys.stderr)
        raise CannotSetUp(f"{below} could not make {VENV}: its own words stand above.")
    try:
        _install(level)
    except CannotSetUp:
        if not BEFORE.exists():
            raise
        shutil.rmtree(VENV)
        BEFORE.rename(VENV)
        _make_do(level)


def _renew(level: str) -> None:
    """What is there is sound, and something is to be added or changed."""
    try:
        _install(max(level, *_levels(), key=LEVELS.index))
    except CannotSetUp:
        _make_do(level)


def _install(level: str) -> None:
    """By their hashes all that is pinned, what builds us among them; then we ourselves, as what lies here."""
    _pip("install", "--require-hashes", "--requirement", ROOT / ".ci" / "pins" / f"{level}.txt")
    _pip("install", "--no-deps", "--no-build-isolation", "--editable", ROOT)
    version = _version(PYTHON)
    told = "".join(f"{line}\n" for line in (_wanted(level), *sorted(_installed())))
    for below in _stamps(version):
        below.unlink()
    _stamp(level, version).write_text(told, encoding="utf-8")


def _make_do(level: str) -> None:
    """No stamp: the next time it is tried again.  Of tools we know only that they were there once."""
    if level != "play" and not any(LEVELS.index(each) >= LEVELS.index(level) for each in _levels()):
        raise CannotSetUp(NOTHING_FETCHED)
    if _missing(_version(PYTHON)):
        raise CannotSetUp(NOTHING_FETCHED)
    try:
        _pip("install", "--no-index", "--no-build-isolation", "--editable", ROOT, quiet=True)
    except CannotSetUp:
        raise CannotSetUp(NOTHING_FETCHED) from None
    print(NOT_RENEWED, file=sys.stderr, flush=True)


def _pip(*words: str | Path, quiet: bool = False) -> None:
    done = subprocess.run([PYTHON, *PIP, *words], capture_output=quiet, check=False)
    if done.returncode:
        raise CannotSetUp(NOTHING_FETCHED)


if __name__ == "__main__":
    if sys.version_info < (3, 11):  # noqa: UP036 - it runs before anybody has looked
        sys.exit(TOO_OLD.format(version=THIS))
    try:
        main(sys.argv[1], this_python="--this-python" in sys.argv)
    except CannotSetUp as trouble:
        sys.exit(str(trouble))
    except OSError as error:
        sys.exit(NOT_WRITTEN.format(file=error.filename, reason=error.strerror))
    except KeyboardInterrupt:
        sys.exit("Stopped. The same command begins it anew.")
