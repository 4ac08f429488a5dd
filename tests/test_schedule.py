"""The order of tests on several workers."""

from itertools import chain, pairwise
from pathlib import Path

import pytest

from tests.schedule import LONGEST, WAITING, dealt, spread, units

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize("workers", [1, 2, 4])
def test_each_share_begins_with_long_tests(workers: int) -> None:
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
    """One worker computes the fixture."""
    shared = next(start for start in LONGEST if start.endswith("::"))
    tests = [f"tests/a.py::test_{n}" for n in range(9)] + [f"{shared}test_{n}" for n in range(3)]
    assert dealt(tests, 2)[:3] == [f"{shared}test_{n}" for n in range(3)]


def test_waiting_tests_are_spread_evenly_and_files_stay_together() -> None:
    """No two are adjacent while other files are left."""
    computing = [f"tests/a{file}.py::test_{n}" for file in range(20) for n in range(5)]
    waiting = [f"{WAITING[0]}test_b.py::test_{n}" for n in range(10)]
    order = spread([*waiting, *computing])
    assert [test for test in order if test in computing] == computing
    places = [place for place, test in enumerate(order) if test in waiting]
    assert [later - earlier for earlier, later in pairwise(places)] == [11] * 9
    assert all(place % 11 == 10 for place in places), "two files precede each waiting test"


def test_waiting_tests_alone_keep_their_order() -> None:
    """As in a run of one directory."""
    waiting = [f"{WAITING[0]}test_b.py::test_{n}" for n in range(10)]
    assert spread(waiting) == waiting


def test_prefixes_of_the_longest_tests_exist() -> None:
    for start in LONGEST:
        file, _, test = start.partition("::")
        assert f"def {test or 'test_'}" in (ROOT / file).read_text(encoding="utf-8")
