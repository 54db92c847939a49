"""Build the wheel, install it in a clean environment, start it: what a user's pip would do.

A script and no test, because it needs the package index; `make check` runs it.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import venv
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent


def run(*command: str | Path, cwd: Path, stdin: str = "") -> str:
    """Run to the end; its output, or the end of this script."""
    done = subprocess.run(
        [str(word) for word in command], cwd=cwd, input=stdin, capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))} -> {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def build(into: Path) -> Path:
    """The wheel, from what git tracks alone: a file that was never added must not save us."""
    source = into / "source"
    run("git", "checkout-index", "--all", f"--prefix={source}/", cwd=HERE)
    run(sys.executable, "-m", "build", "--wheel", "--outdir", into / "dist", source, cwd=into)
    return next((into / "dist").glob("*.whl"))


def main() -> None:
    """Build, look inside, install, start."""
    with tempfile.TemporaryDirectory(prefix="lltui-wheel-") as folder:
        into = Path(folder)
        wheel = build(into)
        packages = {name.split("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
        packages = {name for name in packages if not name.endswith(".dist-info")}
        assert packages == {"lltui", "llwire"}, packages
        venv.create(into / "clean", with_pip=True)
        scripts = into / "clean" / "bin"
        shutil.copy(HERE / "constraints.txt", into)
        run(scripts / "python", "-m", "pip", "install", "-q", "-c", "constraints.txt", wheel, cwd=into)
        version = run(scripts / "lltui", "--version", cwd=into)
        run(scripts / "lltui", "rules", cwd=into)
        run(scripts / "lltui", "editions", cwd=into)
        told = run(scripts / "lltui", "play", "--seed", "1", cwd=into, stdin="1\nq\ny\n")
        assert "1" in told
        drawn = "from lltui.tui.app import LltuiApp as app; print(*map(len, map(str, app.CSS_PATH)))"
        assert run(scripts / "python", "-c", drawn, cwd=into).split()
        print(f"{wheel.name}: installed in a clean environment and started: {version.strip()}")


if __name__ == "__main__":
    main()
