"""What each test costs: `pytest --cpu` tells the processor seconds by folder, and the dearest tests.

A test's seconds are those of this process and of all children that have ended
within it, so they say the same on a machine that does other things besides.
"""

from __future__ import annotations

import resource
from collections import defaultdict
from collections.abc import Iterator

import pytest

DEAREST = 25
SPENT = "cpu"


def spent() -> float:
    """Seconds until now, of us and of the children that we waited for."""
    both = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(used.ru_utime + used.ru_stime for used in both)


class Meter:
    """Each phase of a test carries what it has spent; with xdist the reports come from other processes."""

    def __init__(self) -> None:
        self.tests: dict[str, float] = defaultdict(float)
        self.since = spent()

    def pytest_collection_finish(self) -> None:
        """What it costs to load and to find the tests is nobody's."""
        self.since = spent()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Iterator[pytest.TestReport]:
        report: pytest.TestReport = yield
        before, self.since = self.since, spent()
        report.user_properties = [(SPENT, self.since - before)]
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.tests[report.nodeid] += dict(report.user_properties).get(SPENT, 0.0)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        folders: dict[str, float] = defaultdict(float)
        files: dict[str, float] = defaultdict(float)
        for name, seconds in self.tests.items():
            file = name.split("::")[0]
            folders[file.rpartition("/")[0]] += seconds
            files[file] += seconds
        for what, each in (("folder", folders), ("file", files), ("test", self.tests)):
            terminalreporter.section(f"processor seconds by {what}: {sum(each.values()):.1f}")
            for name, seconds in sorted(each.items(), key=lambda row: -row[1])[:DEAREST]:
                terminalreporter.write_line(f"{seconds:8.2f}  {name}")
