"""`make play` in a clone whose environment is broken in every way that was met: it heals, or says what to do.

Make, venv and pip are real; what is installed is a little program and a little wheel, from a folder.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import signal
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MAKE, SETPRIV = shutil.which("make"), shutil.which("setpriv")
pytestmark = pytest.mark.skipif(MAKE is None, reason="nobody can type it here")
PROJECT = """\
[build-system]
requires = []
build-backend = "backend"
backend-path = ["."]
[project]
name = "lltui"
version = "1"
"""
# What hatchling does of us: metadata, a command, and a path to where the modules lie.
BACKEND = """
import os, zipfile
NEEDS = "Requires-Dist: needed\\n"
def build_editable(folder, config_settings=None, metadata_directory=None):
    if "HOLD" in os.environ:
        open(os.environ["HOLD"], "w").close()  # until the test has read that we are here
        open(os.environ["HOLD"]).read()
    name, info = "lltui-1-py3-none-any.whl", "lltui-1.dist-info/"
    with zipfile.ZipFile(os.path.join(folder, name), "w") as wheel:
        wheel.writestr(info + "METADATA", "Metadata-Version: 2.1\\nName: lltui\\nVersion: 1\\n" + NEEDS)
        wheel.writestr(info + "WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
        wheel.writestr(info + "entry_points.txt", "[console_scripts]\\nlltui = played:main\\n")
        wheel.writestr(info + "RECORD", "")
        wheel.writestr("lltui.pth", os.getcwd())
    return name
"""
PLAYED = """
import needed, pathlib, sys
def main():
    print("played with", needed.VERSION, "in", pathlib.Path(__file__).parent)
    sys.exit(1)  # as when the lines of a file end before the match does
"""


def put_wheel(folder, version):
    """`needed`, in this version; the line that pins it."""
    folder.mkdir(exist_ok=True)
    file, info = folder / f"needed-{version}-py3-none-any.whl", f"needed-{version}.dist-info/"
    with zipfile.ZipFile(file, "w") as wheel:
        wheel.writestr("needed.py", f"VERSION = {version}\n")
        wheel.writestr(info + "METADATA", f"Metadata-Version: 2.1\nName: needed\nVersion: {version}\n")
        wheel.writestr(info + "WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        wheel.writestr(info + "RECORD", "")
    return f"needed=={version} --hash=sha256:{hashlib.sha256(file.read_bytes()).hexdigest()}\n"


class Clone:
    """A fresh one, in a folder with blanks in its name; `wheels` is the network."""

    def __init__(self, root):
        self.root, self.wheels = root, root.parent / "wheels"
        self.venv = root / ".venv"

    def fill(self):
        (self.root / ".ci/pins").mkdir(parents=True)
        shutil.copyfile(ROOT / "Makefile", self.root / "Makefile")
        shutil.copyfile(ROOT / ".ci/set_up.py", self.root / ".ci/set_up.py")
        for name, text in (("pyproject.toml", PROJECT), ("backend.py", BACKEND), ("played.py", PLAYED)):
            (self.root / name).write_text(text)
        for level in ("play", "work"):
            (self.root / f".ci/pins/{level}.txt").write_text(put_wheel(self.wheels, 1))
        return self

    def types(self, *words, within=(), **environ):
        """`make` and these words, begun."""
        home = str(self.root.parent)
        path = os.pathsep.join((str(Path(sys.executable).parent), "/usr/bin", "/bin"))
        pip = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(self.wheels), "PIP_CONFIG_FILE": os.devnull}
        return subprocess.Popen(
            [*within, MAKE, *words], cwd=self.root, text=True, start_new_session=True,
            env={"PATH": path, "HOME": home, "TMPDIR": home, **pip, **environ},
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip

    def says(self, *words, code=0, **more):
        """What `make` and these words come to."""
        with self.types(*words, **more) as make:
            said, told = make.communicate(timeout=100)
        assert make.returncode == code, said + told
        assert "Traceback" not in told
        return said, told

    def plays(self, *words, version=1, **more):
        """It does, with this version; what it says beside."""
        said, told = self.says("play", *words, **more)
        assert said == f"played with {version} in {self.root}\n"
        assert "***" not in told
        return told

    def unplug(self):
        self.wheels.rename(self.wheels.with_name("elsewhere"))

    def plug_in(self):
        self.wheels.with_name("elsewhere").rename(self.wheels)


@pytest.fixture(scope="module")
def master(tmp_path_factory):
    """It was played in, by two at once: the first sets up, the other waits for it."""
    clone = Clone(tmp_path_factory.mktemp("somebody") / "a clone with blanks").fill()
    both = [clone.types("play") for _ in range(2)]
    told = [make.communicate(timeout=100) for make in both]
    assert [make.returncode for make in both] == [0, 0], told
    assert sorted(len(words) > 0 for _, words in told) == [False, True]
    kept = clone.root.parent / "kept"
    clone.root.rename(kept)
    return clone, kept


@pytest.fixture
def clone(master):
    """As it was then, at the place where it was."""
    clone, kept = master
    shutil.copytree(kept, clone.root, symlinks=True)
    yield clone
    if not clone.wheels.exists():
        clone.plug_in()
    for made in (clone.root, clone.root.with_name("moved")):
        shutil.rmtree(made, ignore_errors=True)


def test_what_is_whole_is_played_at_once_and_a_game_that_ended_early_is_no_error_of_make(clone):
    clone.unplug()
    assert clone.plays() == ""


def without_pip(venv):
    """As `uv venv` makes them."""
    shutil.rmtree(next(venv.glob("lib/python3*/site-packages/pip")))
    forget(venv)


def without_a_library(venv):
    """Deleted by hand, behind a stamp; what pip knows of it is still there."""
    next(venv.glob("lib/python3*/site-packages/needed.py")).unlink()


def without_modules(venv):
    shutil.rmtree(venv / "lib")
    (venv / "bin/pip").unlink()
    forget(venv)


def without_python(venv):
    """The one that it was made of has gone."""
    (venv / "bin/python").unlink()
    (venv / "bin/python").symlink_to("/usr/bin/python3.99")


def with_another_python(venv):
    """The one that it was made of is a newer one by now."""
    (venv / "bin/python").unlink()
    (venv / "bin/python").write_text("#!/bin/sh\necho 3.99\n")
    (venv / "bin/python").chmod(0o755)


def forget(venv):
    for stamp in venv.glob("*.stamp"):
        stamp.unlink()


# Each costs three seconds: one of each kind does for every day.
RARE = [pytest.param(broken, marks=pytest.mark.soak) for broken in (without_modules, with_another_python)]


@pytest.mark.parametrize("broken", [without_pip, without_a_library, without_python, *RARE])
def test_an_environment_that_is_not_whole_is_made_anew(clone, broken):
    broken(clone.venv)
    assert clone.plays().startswith("Setting up")
    assert clone.plays() == ""
    assert not clone.venv.with_name(".venv.before").exists()


def test_where_a_link_leads_to_another_folder_nothing_in_that_is_touched(clone):
    other = clone.root / "other"
    other.mkdir()
    (other / "mine").write_text("mine")
    shutil.rmtree(clone.venv)
    clone.venv.symlink_to(other)
    assert clone.plays().startswith("Setting up")
    assert [file.name for file in other.iterdir()] == ["mine"]
    assert clone.plays() == ""


def test_a_clone_that_was_moved_plays_what_lies_there_now_without_a_network_too(clone):
    moved = Clone(clone.root.rename(clone.root.with_name("moved")))
    clone.unplug()
    assert "enough to play" in moved.plays()
    clone.plug_in()
    assert moved.plays().startswith("Setting up")
    assert moved.plays() == ""


def test_who_names_a_python_gets_that_one(clone):
    assert clone.plays(f"PYTHON={sys.executable}") == ""
    python = clone.venv / "bin/python"
    python.rename(python.with_name("real"))
    python.write_text('#!/bin/sh\n[ "$1" = -c ] && echo 3.99 || exec "${0%/*}/real" "$@"\n')
    python.chmod(0o755)
    stamp = next(clone.venv.glob("*.stamp"))
    stamp.rename(stamp.with_name(f"play-3.99-{stamp.name.rpartition('-')[2]}"))
    assert clone.plays() == ""
    assert clone.plays(f"PYTHON={sys.executable}").startswith("Setting up")


def test_after_a_pull_only_what_changed_is_installed(clone):
    (clone.root / ".ci/pins/play.txt").write_text(put_wheel(clone.wheels, 2))
    assert clone.plays(version=2) == ""


def test_after_a_pull_without_a_network_it_plays_with_what_is_there_and_says_so(clone):
    (clone.root / ".ci/pins/play.txt").write_text(put_wheel(clone.wheels, 2))
    clone.unplug()
    assert "enough to play" in clone.plays(version=1)
    clone.plug_in()
    clone.plays(version=2)


def test_tools_that_were_never_installed_are_not_made_do_without(clone):
    (clone.root / ".ci/pins/work.txt").write_text(put_wheel(clone.wheels, 2))
    clone.unplug()
    _, told = clone.says("test", code=2)
    assert "Without a network" in told
    assert clone.plays() == ""


def test_other_bytes_than_those_that_were_pinned_are_not_installed(clone):
    (clone.root / ".ci/pins/play.txt").write_text(put_wheel(clone.wheels, 2))
    with zipfile.ZipFile(next(clone.wheels.glob("needed-2*")), "a") as wheel:
        wheel.writestr("more.py", "")
    told = clone.plays(version=1)
    assert "HASHES" in told
    assert "enough to play" in told


def test_a_set_up_that_was_killed_begins_anew(clone, tmp_path):
    forget(clone.venv)
    hold = tmp_path / "hold"
    os.mkfifo(hold)
    with clone.types("play", HOLD=str(hold)) as make:
        hold.open().close()
        os.killpg(make.pid, signal.SIGKILL)
    assert clone.venv.with_name(".venv.before").exists()
    assert clone.plays().startswith("Setting up")
    assert not clone.venv.with_name(".venv.before").exists()


# In place of what makes an environment.
HELD = """
import os
open(os.environ["HOLD"], "w").close()
open(os.environ["HOLD"]).read()
"""


@pytest.mark.parametrize("stage", ["venv", "pip"])
def test_who_stops_a_set_up_is_told_how_it_goes_on_and_nothing_of_programs(clone, stage, tmp_path):
    forget(clone.venv)
    hold, site = tmp_path / "hold", tmp_path / "site"
    os.mkfifo(hold)
    site.mkdir()
    if stage == "venv":
        (site / "venv.py").write_text(HELD)
    with clone.types("play", HOLD=str(hold), PYTHONPATH=str(site)) as make:
        hold.open().close()
        os.killpg(make.pid, signal.SIGINT)
        _, told = make.communicate(timeout=100)
    assert "Stopped. The same command begins it anew." in told
    assert "Traceback" not in told
    assert clone.plays().startswith("Setting up")


def test_nothing_here_and_no_network_is_a_sentence_and_the_same_command_goes_on_from_there(clone):
    shutil.rmtree(clone.venv)
    clone.unplug()
    _, told = clone.says("play", code=2)
    assert "Without a network, come back when there" in told
    clone.plug_in()
    assert clone.plays().startswith("Setting up")


def test_what_lacks_a_library_is_not_called_enough_to_play(clone):
    without_a_library(clone.venv)
    clone.unplug()
    _, told = clone.says("play", code=2)
    assert "Without a network, come back when there" in told
    clone.plug_in()
    assert clone.plays().startswith("Setting up")


def test_without_ensurepip_the_package_of_debian_is_named_every_time(clone, tmp_path):
    shutil.rmtree(clone.venv)
    site = tmp_path / "site"
    site.mkdir()
    (site / "sitecustomize.py").write_text("import sys; sys.modules['ensurepip'] = None\n")
    for _ in range(2):
        _, told = clone.says("play", code=2, PYTHONPATH=str(site))
        assert f"sudo apt install python3.{sys.version_info[1]}-venv" in told
        assert not clone.venv.exists()


@pytest.mark.skipif(SETPRIV is None and os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_plays_what_is_whole_and_else_says_which(clone):
    within = (SETPRIV, "--bounding-set", "-all", "--") if os.geteuid() == 0 else ()
    clone.root.chmod(0o555)
    try:
        assert clone.plays(within=within) == ""
        forget(clone.venv)
        _, told = clone.says("play", code=2, within=within)
        assert f"{clone.venv} cannot be written: Permission denied." in told
    finally:
        clone.root.chmod(0o755)


AS_OLD = """
import sys, runpy
sys.version_info = (3, 9, 2)
runpy.run_path(sys.argv.pop(1), run_name="__main__")
"""


def test_a_python_that_is_too_old_is_told_before_anything_is_made(clone):
    old = clone.root.parent / "python3.9"
    old.write_text(f"#!/bin/sh\nexec '{sys.executable}' -c '{AS_OLD}' \"$@\"\n")
    old.chmod(0o755)
    shutil.rmtree(clone.venv)
    _, told = clone.says("play", f"PYTHON={old}", code=2)
    assert "3.11 or newer, and this is 3.9" in told
    assert not clone.venv.exists()


def test_the_pins_are_what_the_constraints_say_and_name_no_index():
    """If this fails: `make pins`."""
    pinned = {}
    for level in ("release", "work", "play"):
        text = (ROOT / f".ci/pins/{level}.txt").read_text("utf-8")
        assert "://" not in text
        lines = {line.rstrip(" \\") for line in text.splitlines() if "==" in line}
        assert text.count("==") >= len(lines)
        assert not pinned or lines <= pinned["work" if level == "play" else "release"]
        pinned[level] = lines
    assert set((ROOT / "constraints.txt").read_text("utf-8").splitlines()) == pinned["work"]
