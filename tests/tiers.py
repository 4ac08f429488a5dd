"""Two tiers of tests: `make test` takes minutes, `make test-all` (`pytest --all`) runs everything.

Sweeps mark all but a few of their cases `exhaustive`, mostly with `every` or `sampled`. These cases
run with `--all`, with `-m`, or if a command line names their test: `pytest tests/a.py::test_sweep`.

Property tests ask `full_or` for their number of examples.

A plugin of pytest: see tests/conftest.py.
"""

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

import pytest
from _pytest.mark import ParameterSet
from hypothesis import HealthCheck, settings

T = TypeVar("T")

exhaustive = pytest.mark.exhaustive
"""Mark for a test or case that `make test` leaves to `make test-all`."""

_LEFT = pytest.StashKey[int]()
_OUTPUT = "exhaustive tests left out"
_full: list[bool] = [False]


def full_or(full: T, quick: T) -> T:
    """Return `full` in a run of all tests, `quick` in any other."""
    return full if _full[-1] else quick


def every(
    values: Iterable[T],
    representative: int | Callable[[T], bool] = 1,
    *,
    rows: bool = False,
) -> list[ParameterSet]:
    """Return cases for `parametrize`, all but the representative ones marked `exhaustive`.

    `representative` is a predicate, or the number of first values that always run. With `rows`,
    each value is a tuple with one value of each parameter.
    """
    cases: list[Any] = list(values)
    if isinstance(representative, int):
        kept = [number < representative for number in range(len(cases))]
    else:
        kept = [representative(case) for case in cases]
    assert any(kept), "`make test` runs at least one case"
    return [
        pytest.param(*(case if rows else (case,)), marks=() if always else exhaustive)
        for case, always in zip(cases, kept, strict=True)
    ]


def sampled(values: Iterable[Any], step: int, *, rows: bool = False) -> list[ParameterSet]:
    """Return cases for `parametrize`: `make test` runs the first of each `step`.

    With `rows`, each value is a tuple with one value of each parameter.
    """
    return [
        pytest.param(*(value if rows else (value,)), marks=() if number % step == 0 else exhaustive)
        for number, value in enumerate(values)
    ]


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that selects the tier."""
    parser.addoption("--all", action="store_true", help="also run what is marked exhaustive")


def pytest_configure(config: pytest.Config) -> None:
    """Register the mark, and set Hypothesis's number of examples."""
    config.addinivalue_line("markers", "exhaustive: a case that only `make test-all` runs")
    _full.append(bool(config.getoption("--all")))
    _load_profile()


def pytest_unconfigure() -> None:
    """Restore the tier of an outer run: tests/test_tiers.py runs pytest within pytest."""
    _full.pop()
    _load_profile()


def _load_profile() -> None:
    # Busy machines must not fail a property: Hypothesis allows 200 ms for each example, and one
    # second for drawing the values of the first ten.
    settings.register_profile(
        "salud",
        settings(),
        deadline=None,
        max_examples=full_or(100, 6),
        suppress_health_check=[HealthCheck.too_slow],
    )
    settings.load_profile("salud")


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Return two workers a core: many tests wait for a bot in another process."""
    del config
    return len(os.sched_getaffinity(0)) * 2


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect exhaustive cases unless the command line asks for them."""
    if config.getoption("--all") or config.getoption("-m"):
        return
    named = {
        f"{Path(path).name}::{test}"
        for path, separator, test in (argument.partition("::") for argument in config.args)
        if separator
    }

    def left_out(item: pytest.Item) -> bool:
        path, _, name = item.nodeid.partition("::")
        test = f"{Path(path).name}::{name}"
        return (
            item.get_closest_marker("exhaustive") is not None
            and test not in named
            and test.partition("[")[0] not in named
        )

    left = [item for item in items if left_out(item)]
    if left:
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if not left_out(item)]
    config.stash[_LEFT] = len(left)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Report from a worker of pytest-xdist to the process that prints the summary."""
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput[_OUTPUT] = session.config.stash.get(_LEFT, 0)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: object) -> None:
    """Read how many cases a worker left out. Every worker collects all of them."""
    config: pytest.Config = node.config  # type: ignore[attr-defined]
    left: int = getattr(node, "workeroutput", {}).get(_OUTPUT, 0)  # a crashed worker has no output
    config.stash[_LEFT] = max(left, config.stash.get(_LEFT, 0))


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Print the number of cases that this run left out."""
    left = config.stash.get(_LEFT, 0)
    if left:
        terminalreporter.write_line(f"{left} exhaustive cases left to `make test-all` (--all).")
