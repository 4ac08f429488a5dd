"""The laws of the Projector hold in every simulated run, and each of its mechanisms is needed."""

import logging
from collections.abc import Iterator

import pytest

from tests.simulation.kinds import FOLLOWING, SAID
from tests.simulation.mutants import MUTANTS
from tests.simulation.scenario import Broken, explore, interleave
from tests.tiers import every, full_or

BLOCK = 250
"""Seeds of one test."""
SEEDS = 10_000
MOST = 5000
"""Seeds among which each mutant is found."""
FOUND = {
    "no search after an unknown outcome": 16,
    "no lease": 287,
    "record without comparing the owner": 412,
    "renew without comparing the owner": 23_930,
    "forget the message before a copy": 2731,
    "version read after the content": 69,
    "claim not given back on refusal": 31,
    "record the place of before": 189,
    "forget a message before it is removed": 42,
    "a refused message was not posted": 234,
    "a found message is found once": 299,
    "search for the first copy only": 69,
    "end whatever is wanted": 14,
}
"""A seed that finds each mutant; if it does not any more, after a change, others are tried."""


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """Leave out the log, which no one reads here and which takes half of the time."""
    logging.disable()
    yield
    logging.disable(logging.NOTSET)


@pytest.mark.parametrize("first", every(range(0, SEEDS, BLOCK), 2))
def test_laws_hold_for_each_seed(first: int) -> None:
    run_all(*range(first, first + BLOCK))


def test_laws_hold_when_a_removal_overtakes_a_post() -> None:
    """A stopped process's post arrives after the search of the removal."""
    run_all(26_993)


def test_seed_repeats_its_run_exactly() -> None:
    for seed in range(20):
        run = explore(seed)
        again = explore(seed)
        assert (again.trace, again.loop.steps) == (run.trace, run.loop.steps)
    assert explore(0).trace != explore(1).trace


@pytest.mark.parametrize("subject", [FOLLOWING, SAID])
def test_laws_hold_in_all_interleavings_of_two_processes(subject: int) -> None:
    depth = full_or(9, 5)
    waiting: list[tuple[int, ...]] = [()]
    runs = 0
    while waiting:
        given = waiting.pop()
        taken = interleave(given, subject).taken
        runs += 1
        for number in range(len(given), min(depth, len(taken))):
            before = tuple(choice for choice, _ in taken[:number])
            waiting += [(*before, choice) for choice in range(1, taken[number][1])]
    assert runs > 2**depth


@pytest.mark.parametrize(("name", "seed"), FOUND.items())
def test_laws_find_a_missing_mechanism(
    name: str, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for part in MUTANTS[name]:
        part.install(monkeypatch)
    with pytest.raises(Broken):
        run_all(seed, *range(MOST))


def run_all(*seeds: int) -> None:
    for seed in seeds:
        explore(seed)
