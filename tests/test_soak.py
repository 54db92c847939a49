"""`make soak` forgets no long test, runs none twice, and is taken up where it ended."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import soak
from soak import Book, Shard

PROJECT = {
    "pyproject.toml": """
        [tool.pytest.ini_options]
        markers = ["soak: long", "quiet: alone"]
        filterwarnings = ["error"]
        asyncio_default_fixture_loop_scope = "function"
        """,
    "tests/conftest.py": """
        def pytest_addoption(parser):
            parser.addoption("--part", default="1/1")
        """,
    "tests/far/test_long.py": """
        import pytest
        from pathlib import Path

        @pytest.mark.soak
        def test_long(record_property):
            record_property("figure", "7 of 7")

        @pytest.mark.soak
        @pytest.mark.quiet
        def test_of_milliseconds():
            assert Path("mended").exists()

        def test_short():
            assert False
        """,
}

STUBBORN = """
import pytest
import time

@pytest.mark.soak
def test_that_stands_still():
    with open("told", "w"):
        pass
    while True:
        try:
            time.sleep(60)
        except BaseException:
            pass
"""

ENDLESS = """
import os
import pytest
import signal

@pytest.mark.soak
def test_that_never_ends():
    with open("told", "w") as pipe:
        pipe.write(str(os.getpid()))
    signal.pause()
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for name, text in PROJECT.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(line[8:] for line in text.splitlines()), "utf-8")
    return tmp_path


def test_a_run_tells_its_figures_and_runs_only_what_is_not_green_for_this_code(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert soak.main([], project) == 1
    first = capsys.readouterr().out
    assert "far/test_long: 7 of 7" in first
    assert "soak: 1 of 2 shards green, 2 tests" in first
    (project / "mended").touch()  # no code: what was green stays so
    assert soak.main([], project) == 0
    second = capsys.readouterr().out
    assert "1 of 2 shards are green for this code already" in second
    assert "soak: 2 of 2 shards green" in second
    (project / "tests" / "other.py").touch()
    assert not Book(project).green(Shard("far/test_long"))


def test_a_shard_that_stands_still_is_ended_and_its_log_tells_where(
    project: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (project / "tests" / "far" / "test_long.py").write_text(STUBBORN, "utf-8")
    os.mkfifo(project / "told")

    def end(process: subprocess.Popen[bytes], end_of=soak._end_of) -> int:
        (project / "told").read_text()  # as soon as the test runs
        return end_of(process)

    monkeypatch.setattr(soak, "_end_of", end)
    monkeypatch.setattr(soak, "STUCK", 0.0)
    assert soak.main([], project) == 1
    assert "RED" in capsys.readouterr().out
    told = Book(project).file(Shard("far/test_long"), "log").read_text()
    assert "test_long.py::test_that_stands_still" in told
    assert "in test_that_stands_still" in told


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM])
def test_whoever_breaks_it_off_is_told_so_and_nothing_runs_on(project: Path, by: signal.Signals) -> None:
    (project / "tests" / "far" / "test_long.py").write_text(ENDLESS, "utf-8")
    os.mkfifo(project / "told")
    command = [
        sys.executable,
        "-c",
        f"import soak, pathlib; exit(soak.main([], pathlib.Path({str(project)!r})))",
    ]
    with subprocess.Popen(command, cwd=Path(soak.__file__).parent, stdout=subprocess.PIPE, text=True) as run:
        child = int((project / "told").read_text())  # as soon as the test runs
        run.send_signal(by)
        said, _ = run.communicate()
    assert said == "broken off; what was green stays green, and `make soak` goes on from there\n"
    assert run.returncode == 130
    with pytest.raises(ProcessLookupError):
        os.kill(child, 0)
    assert Book(project).verdict(Shard("far/test_long")) is None


def test_a_name_that_fits_no_shard_is_said() -> None:
    every = [Shard("host/test_killed"), Shard("host/test_disk")]
    assert soak.chosen(every, ["host/test_k"]) == every[:1]
    with pytest.raises(SystemExit, match="no such shard: hots"):
        soak.chosen(every, ["hots"])


def test_the_parts_of_a_file_hold_each_of_its_tests_once() -> None:
    names = [f"test_{number}" for number in range(20)]
    parts = [soak.part(reversed(names), f"{number}/6") for number in range(1, 7)]
    assert sorted(name for held in parts for name in held) == sorted(names)
    assert soak.part(names, "1/1") == {*names}
