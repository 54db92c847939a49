"""Build what is released, look at it, install it, play with it: `make release`; CI runs `make wheel` of it.

sdist and wheel are built twice, in different folders, and have to come out byte for
byte alike.  Each is installed by pip, pipx and uv, in clean folders, and plays a
match on the full screen.  Nothing is sent anywhere: RELEASING.md says what comes then.
"""

from __future__ import annotations

import email
import hashlib
import os
import re
import shutil
import sys
import tempfile
import zipfile
from email.message import Message
from pathlib import Path

from plays import ROOT, plays, run

sys.path.insert(0, str(ROOT))

from lltui import __version__

BUILD = ("-m", "build", "--no-isolation", "--outdir")
NOT_OURS = shutil.ignore_patterns(".venv*", ".*_cache", "__pycache__", "dist", "build")
LICENCES = {"licenses/LICENSE", "licenses/protocol/llwire/wire/words.LICENSE"}
DATED = re.compile(rf"^## {re.escape(__version__)} - \d{{4}}-\d\d-\d\d$", re.MULTILINE)
NOWHERE = ".invalid/"


def main(*asked: str) -> None:
    """All of it, or the wheel alone."""
    with tempfile.TemporaryDirectory(prefix="lltui-release-") as folder:
        into = Path(folder)
        if "--wheel" in asked:
            wheel = next(built(into / "one", "--wheel").glob("*.whl"))
            looked_at(wheel)
            print(f"{wheel.name}: by pip, {by_pip(wheel, into / 'pip')} plays")
            return
        first, second = built(into / "one"), built(into / "two")
        files = sorted(first.iterdir())
        for file in files:
            alike(file, second / file.name)
        run(sys.executable, "-m", "twine", "check", "--strict", *files, cwd=into)
        looked_at(next(first.glob("*.whl")))
        for file in files:
            for by in (by_pip, by_pipx, by_uv):
                version = by(file, into / f"{by.__name__} {file.suffix}")
                print(f"{file.name}: {by.__name__.replace('_', ' ')}, {version} plays", flush=True)
        shutil.rmtree(ROOT / "dist", ignore_errors=True)
        shutil.copytree(first, ROOT / "dist")
    for file in sorted((ROOT / "dist").iterdir()):
        print(f"{hashlib.sha256(file.read_bytes()).hexdigest()}  dist/{file.name}")
    if missing := [*unready()]:
        sys.exit("Built, and not to be released yet:\n" + "\n".join(f"* {each}" for each in missing))


# ------------------------------------------------------------------------ building


def built(into: Path, *what: str) -> Path:
    """From what git tracks alone: a file that was never added must not save us.  An sdist has no git."""
    source, made = into / "source", into / "dist"
    if (ROOT / ".git").exists():
        run("git", "checkout-index", "--all", f"--prefix={source}/", cwd=ROOT)
    else:
        shutil.copytree(ROOT, source, ignore=NOT_OURS)
    run(sys.executable, *BUILD, made, *what, source, cwd=into)
    return made


def alike(one: Path, two: Path) -> None:
    """The same bytes from another folder."""
    if one.read_bytes() != two.read_bytes():
        sys.exit(f"{one.name} comes out otherwise in another folder.")


def looked_at(wheel: Path) -> None:
    """What is in it, what it says of itself, and that its page has no link that leads nowhere."""
    with zipfile.ZipFile(wheel) as file:
        names = set(file.namelist())
        info = f"lltui-{__version__}.dist-info/"
        told = email.message_from_bytes(file.read(f"{info}METADATA"))
        starts = file.read(f"{info}entry_points.txt").decode()
    top = {name.split("/")[0] for name in names} - {info.rstrip("/"), f"lltui-{__version__}.data"}
    assert top == {"lltui", "llwire"}, top
    assert {f"{info}{name}" for name in LICENCES} <= names
    assert {"lltui/py.typed", "llwire/py.typed"} <= names
    assert f"lltui-{__version__}.data/data/share/man/man1/lltui.1" in names
    assert "lltui = lltui.cli:main" in starts
    says(told)


def says(told: Message) -> None:
    """The page that an index shows."""
    page = str(told.get_payload())
    assert told["License-Expression"] == "MIT"
    assert told["Description-Content-Type"] == "text/markdown"
    assert len(re.findall(r"\]\(https?:", page)) > 20
    assert re.findall(r"\]\((?!https?:|#)[^)]*\)", page) == []


def unready() -> list[str]:
    """What keeps it from being released, each in a sentence."""
    found = []
    if NOWHERE in (ROOT / "pyproject.toml").read_text(encoding="utf-8"):
        found.append("pyproject.toml still has an address that ends in .invalid.")
    if not DATED.search((ROOT / "CHANGELOG.md").read_text(encoding="utf-8")):
        found.append(f"CHANGELOG.md has no `## {__version__} - DATE`.")
    if (ROOT / ".git").exists() and run("git", "status", "--porcelain", cwd=ROOT):
        found.append("Something here is not committed.")
    return found


# ---------------------------------------------------------------------- installing


def by_pip(file: Path, into: Path) -> str:
    """Into an environment of its own: what is pinned by its hash, and then the file alone."""
    run(sys.executable, "-m", "venv", into, cwd=into.parent)
    pip = (into / "bin" / "python", "-m", "pip", "--disable-pip-version-check", "-q", "install")
    run(*pip, "--require-hashes", "-r", ROOT / ".ci" / "pins" / "play.txt", cwd=into)
    run(*pip, "--no-deps", "--no-build-isolation", file, cwd=into)
    return plays(into / "bin" / "lltui")


def by_pipx(file: Path, into: Path) -> str:
    into.mkdir()
    shutil.copy(ROOT / "constraints.txt", into)
    places = {"PIPX_HOME": str(into), "PIPX_BIN_DIR": str(into / "bin"), "PIPX_MAN_DIR": str(into / "man")}
    tool = Path(sys.executable).with_name("pipx")
    pinned = "-c constraints.txt"
    run(tool, "install", "--pip-args", pinned, file, cwd=into, **os.environ, **places)
    return plays(into / "bin" / "lltui")


def by_uv(file: Path, into: Path) -> str:
    into.mkdir()
    places = {"UV_TOOL_DIR": str(into), "UV_TOOL_BIN_DIR": str(into / "bin")}
    tool = Path(sys.executable).with_name("uv")
    words = ("tool", "install", "--python", sys.executable, "--constraints", ROOT / "constraints.txt", file)
    run(tool, *words, cwd=into, **os.environ, **places)
    return plays(into / "bin" / "lltui")


if __name__ == "__main__":
    main(*sys.argv[1:])
