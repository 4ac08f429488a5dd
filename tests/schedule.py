"""The order of tests on several workers.

`make test` gives each worker (pytest-xdist) an equal share of the tests. A worker that has finished
takes tests from the end of another share.

- A long test that starts last makes all workers wait, and two adjacent long tests cannot be
  separated. So the longest tests are at the start of different shares.
- End-to-end tests spend half their time waiting for a bot in another process. If they are adjacent,
  several workers wait simultaneously and cores are idle. So they are spread evenly between the
  files of other tests.
"""

from collections.abc import Sequence
from itertools import chain, groupby

import pytest

LONGEST = (
    "tests/bounds/test_everything.py::test_",
    "tests/e2e/test_matches.py::test_players_finish_a_match",
    "tests/tour/test_tour.py::test_the_page_matches_the_scripted_match",
    "tests/e2e/test_kills.py::test_",
    "tests/e2e/test_restore.py::test_match_continues_after_two_restores",
    "tests/e2e/test_mydata.py::test_mydata",
    "tests/chaos/test_short_run.py::test_",
    "tests/engine/dice_miner/test_calibration.py::",
    "tests/tools/test_gallery.py::test_the_gallery_page_shows_every_written_picture",
    "tests/texts/test_sources.py::",
)
"""Prefixes of the ids of the longest tests, longest first.

A prefix that ends with `::` is a file whose tests share a slow fixture, so one worker runs them
all.
"""

WAITING = ("tests/e2e/", "tests/storage/postgresql/")
"""Prefixes of the ids of tests that wait for other processes."""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Distribute the longest tests among the workers."""
    workers: int = getattr(config, "workerinput", {}).get("workercount", 1)
    by_id = {item.nodeid: item for item in items}
    items[:] = [by_id[test] for test in dealt(list(by_id), workers)]


def dealt(tests: Sequence[str], workers: int) -> list[str]:
    """Return the ids in an order in which each worker's share begins with long tests."""
    longest = units(tests)
    others = spread([test for test in tests if not test.startswith(LONGEST)])
    order: list[str] = []
    for worker in range(workers):
        # pytest-xdist gives each worker an equal part of the remaining tests.
        share = (len(tests) - len(order)) // (workers - worker)
        head = list(chain(*longest[worker::workers]))
        rest = max(share - len(head), 0)
        order += head + others[:rest]
        del others[:rest]
    return order + others


def spread(tests: Sequence[str]) -> list[str]:
    """Return the ids with waiting tests spread evenly between the files of the others.

    Files stay together, because their tests can share a fixture.
    """
    waiting = [test for test in tests if test.startswith(WAITING)]
    others = [test for test in tests if not test.startswith(WAITING)]
    order: list[str] = []
    placed = passed = 0
    for _, file in groupby(others, lambda test: test.partition("::")[0]):
        block = list(file)
        order += block
        passed += len(block)
        due = len(waiting) * passed // len(others)
        order += waiting[placed:due]
        placed = due
    return order + waiting[placed:]


def units(tests: Sequence[str]) -> list[list[str]]:
    """Return the longest tests, in groups for one worker each."""
    groups: list[list[str]] = []
    for start in LONGEST:
        matching = [test for test in tests if test.startswith(start)]
        groups += [matching] if start.endswith("::") else [[test] for test in matching]
    return groups
