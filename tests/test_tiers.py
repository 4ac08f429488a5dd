"""The tiers of tests: `make test` reports how many cases it leaves to `make test-all`."""

from pathlib import Path

import pytest

from tests.tiers import exhaustive

pytest_plugins = ["pytester"]

SAMPLE = """
import pytest
from hypothesis import settings
from tests.tiers import every, exhaustive, full_or

EXAMPLES = full_or(7, 3)

@pytest.mark.parametrize("number", every(range(5), 2))
def test_sweep(number): ...

@pytest.mark.parametrize("number", every(range(5), lambda number: number == 4))
def test_chosen(number): ...

@exhaustive
def test_long(): ...

@pytest.mark.parametrize("path", every(["a/b", "b/c"]))
def test_path(path): ...

def test_examples(): assert (EXAMPLES, settings.default.max_examples) in [(7, 100), (3, 6)]
"""


@pytest.fixture
def sample(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    """Fourteen cases in two tiers."""
    monkeypatch.delenv("PYTEST_ADDOPTS", raising=False)
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[1]))
    pytester.makeini("[pytest]\nstrict = true\nasyncio_default_fixture_loop_scope = function\n")
    pytester.makepyfile(test_sample=SAMPLE)
    return pytester


@pytest.mark.parametrize(
    ("arguments", "passed", "left"),
    [
        ((), 5, 9),
        (("--all",), 14, 0),
        (("-m", "exhaustive"), 9, 0),
        (("test_sample.py::test_sweep",), 5, 0),
        (("test_sample.py::test_sweep[3]",), 1, 0),
        (("test_sample.py::test_path",), 2, 0),
        (("test_sample.py::test_path[b/c]",), 1, 0),
        (("test_sample.py", "-k", "sweep"), 2, 9),
        pytest.param(("-n", "2"), 5, 9, marks=exhaustive),
    ],
)
def test_exhaustive_cases_run_only_if_requested(
    sample: pytest.Pytester, arguments: tuple[str, ...], passed: int, left: int
) -> None:
    """They run with --all, with -m, or if their test is named."""
    # Workers import from the folder in which the first process started.
    run = sample.runpytest_subprocess if "-n" in arguments else sample.runpytest_inprocess
    result = run("-p", "tests.tiers", *arguments)
    assert result.parseoutcomes()["passed"] == passed
    closing = f"{left} exhaustive cases left to `make test-all` (--all)."
    assert (closing in result.outlines) == bool(left)
