"""Every decoder and both handshakes against the corpus; and for a minute against atheris."""

import importlib.util
import subprocess
import sys

import pytest
from fuzz.targets import CORPUS, HERE, TARGETS


@pytest.mark.parametrize("name", sorted(TARGETS))
def test_the_corpus_offends_nobody(name):
    inputs = sorted((CORPUS / name).iterdir())
    assert inputs
    for path in inputs:
        TARGETS[name](path.read_bytes())


@pytest.mark.soak
@pytest.mark.parametrize("name", sorted(TARGETS))
def test_a_minute_of_fuzzing_finds_nothing_but_the_named_error(name):
    if importlib.util.find_spec("atheris") is None:
        pytest.skip("atheris is not installed: it has wheels for Linux on x86-64 only")
    run = subprocess.run(
        [sys.executable, str(HERE / "targets.py"), name, "60"], capture_output=True, text=True, check=False
    )
    print(run.stderr[-600:])
    assert run.returncode == 0, run.stdout[-3000:] + run.stderr[-3000:]
