"""Every worker begins with its part of the longest tests."""

from itertools import chain
from pathlib import Path

import pytest

from tests.schedule import LONGEST, dealt, units

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("workers", [1, 2, 4])
def test_each_share_begins_with_long_tests(workers: int) -> None:
    """None is lost, and the shares of pytest-xdist begin with the longest."""
    short = [f"tests/a.py::test_{n}" for n in range(95)]
    long = [f"{start}test[{n}]" for start in LONGEST for n in range(2)]
    order = dealt([*short, *long], workers)
    assert sorted(order) == sorted([*short, *long])
    begin = 0
    for worker in range(workers):
        head = list(chain(*units(long)[worker::workers]))
        assert order[begin : begin + len(head)] == head
        begin += (len(order) - begin) // (workers - worker)


def test_tests_that_share_a_long_fixture_stay_together() -> None:
    """One worker computes it."""
    shared = next(start for start in LONGEST if start.endswith("::"))
    tests = [f"tests/a.py::test_{n}" for n in range(9)] + [f"{shared}test_{n}" for n in range(3)]
    assert dealt(tests, 2)[:3] == [f"{shared}test_{n}" for n in range(3)]


def test_the_longest_are_there() -> None:
    """The ids of the longest tests begin with a file, and where one is named, a test in it."""
    for start in LONGEST:
        file, _, test = start.partition("::")
        assert f"def {test or 'test_'}" in (ROOT / file).read_text(encoding="utf-8")
