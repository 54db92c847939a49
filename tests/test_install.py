"""`make install`: by what is there, and never over what somebody else has put there."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MAKE = shutil.which("make")
pytestmark = pytest.mark.skipif(MAKE is None, reason="nobody can type it here")


@pytest.fixture
def home(tmp_path):
    """A copy that is set up already, and a home beside it, both with a blank in their names."""
    copy, own = tmp_path / "the copy", tmp_path / "a home"
    (copy / ".venv/bin").mkdir(parents=True)
    shutil.copyfile(ROOT / "Makefile", copy / "Makefile")
    _put(copy / ".venv/bin/lltui", "#!/bin/sh\necho it runs\n")
    (own / "tools").mkdir(parents=True)
    _put(own / "tools/python3", "#!/bin/sh\n")
    return own


def _put(file, told):
    file.write_text(told)
    file.chmod(0o755)


def install(home, *more):
    """What it says, and its exit code; of this machine it finds the shell's own tools only."""
    for tool in ("sh", "mkdir", "ln", "awk", "touch", "rm"):
        if not (home / "tools" / tool).exists():
            (home / "tools" / tool).symlink_to(shutil.which(tool))
    path = os.pathsep.join(map(str, (*more, home / "tools")))
    done = subprocess.run(
        [MAKE, "install"], cwd=home.parent / "the copy", env={"HOME": str(home), "PATH": path},
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize("tool, words", [("pipx", "install --force"), ("uv", "tool install --force")])
def test_it_asks_whoever_installs_commands_here(home, tool, words):
    _put(home / "tools" / tool, f'#!/bin/sh\necho {tool} "$@"\n')
    code, told = install(home)
    assert code == 0
    assert told.startswith(f"{tool} {words}")
    assert "constraints.txt" in told
    assert told.endswith(" .\n")
    assert not (home / ".local").exists()


def test_else_it_puts_a_link_and_says_a_word_about_the_path(home):
    code, told = install(home)
    link = home / ".local/bin/lltui"
    assert code == 0
    assert subprocess.run([link], capture_output=True, text=True, check=True).stdout == "it runs\n"
    (line,) = (line.strip() for line in told.splitlines() if "export" in line)
    asks = f'{line}; PATH="$PATH:/bin:/usr/bin"; command -v lltui'
    shell = subprocess.run(["/bin/sh", "-c", asks], env={}, capture_output=True, text=True, check=True)
    assert shell.stdout.strip() == str(link)


def test_a_path_that_is_right_needs_no_word_and_a_second_time_is_as_the_first(home):
    for _ in range(2):
        code, told = install(home, home / ".local/bin")
        assert code == 0
        assert "export" not in told
        assert "Now type: lltui" in told


def test_what_somebody_else_put_there_stays(home):
    (home / ".local/bin").mkdir(parents=True)
    _put(home / ".local/bin/lltui", "mine")
    code, told = install(home)
    assert code != 0
    assert "is there already" in told
    assert (home / ".local/bin/lltui").read_text() == "mine"
