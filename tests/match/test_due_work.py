"""Due work, item by item: failures, back-off and freezing, in the kernel and in the loops."""

import ast
import asyncio
import re
from collections.abc import Awaitable, Callable, Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.match.core.due_work import BRIEF, FIRST, FROZEN_AFTER, LONGEST, SOON, DueWork
from bot.match.log.store_errors import StoreTrouble
from bot.match.values.times import Pace
from bot.observing.observer import Observer
from tests.match.hours import kinds, wait
from tests.match.machine import SetClock
from tests.match.world import ANN, BEN, CAT, DAN, World

ROOT = Path(__file__).parents[2]
LISTS_OF_DUE_WORK = re.compile(r"due$|^unfinished$|^left_before$|^unshown$|^unposted|^expired")
"""Names of methods that list items of due work."""


class FailureObserver(Observer):
    """An observer that records failures."""

    def __init__(self) -> None:
        self.outcomes: list[str] = []

    def item_failed(self, kind: str, outcome: str) -> None:
        assert kind == "things"
        self.outcomes.append(outcome)


class ReportingWork:
    """Due work whose reports to a server are recorded."""

    def __init__(self) -> None:
        self.clock = SetClock()
        self.heard = FailureObserver()
        self.reports: list[tuple[int, bool]] = []
        self.work = DueWork[int]("things", self.clock, self.heard, tell=self._tell)

    async def _tell(self, item: int, is_frozen: bool) -> None:
        self.reports.append((item, is_frozen))


def failing(*items: int, by: type[Exception] = RuntimeError) -> Callable[[int], Awaitable[int]]:
    """Return work that fails for these items."""

    async def work(item: int) -> int:
        if item in items:
            raise by("out of order")
        return item

    return work


@given(
    st.lists(st.integers(0, 9), unique=True),
    st.frozensets(st.integers(0, 9)),
    st.frozensets(st.integers(0, 9)),
)
def test_failing_items_hold_up_no_other(
    items: list[int], broken: frozenset[int], unreadable: frozenset[int]
) -> None:
    async def work(item: int) -> int:
        if item in broken:
            raise RuntimeError("out of order")
        if item in unreadable:
            raise StoreTrouble("can't be read")
        return item

    async def run() -> None:
        reporting = ReportingWork()
        well = [item for item in items if item not in broken | unreadable]
        if items and not well and not broken & set(items):
            with pytest.raises(StoreTrouble):
                await reporting.work.each(items, work)
            assert not len(reporting.work.pauses), "no item is to blame if the database is down"
        else:
            assert await reporting.work.each(items, work) == well
            assert len(reporting.work.pauses) == len(items) - len(well)

    asyncio.run(run())


async def test_a_failed_item_waits_twice_as_long_each_time() -> None:
    reporting, tries = ReportingWork(), list[int]()

    async def work(item: int) -> None:
        tries.append(reporting.clock.now())
        raise RuntimeError("out of order")

    began = reporting.clock.time
    while reporting.clock.time < began + 3 * LONGEST:
        await reporting.work.each([1], work)
        reporting.clock.time += 1
    waits = [after - before for before, after in pairwise(tries)]
    assert waits[:9] == [min(FIRST * 2**n, LONGEST) for n in range(9)]
    assert set(waits[9:]) <= {LONGEST}


async def test_an_item_is_frozen_reported_and_thaws() -> None:
    reporting = ReportingWork()
    for _ in range(FROZEN_AFTER + 1):
        await reporting.work.each([1, 2], failing(1))
        reporting.clock.time += LONGEST
    frozen = ["failed"] * (FROZEN_AFTER - 1) + ["frozen"] * 2
    assert (reporting.heard.outcomes, reporting.reports) == (frozen, [(1, True)] * 2)
    assert await reporting.work.each([1, 2], failing()) == [1, 2]
    assert (reporting.heard.outcomes[-1], reporting.reports[-1]) == ("mended", (1, False))
    reporting.clock.time += LONGEST
    await reporting.work.each([1], failing(1))
    assert reporting.heard.outcomes[-1] == "failed", "the count of failures starts again"


async def test_a_hopeless_item_is_frozen_at_its_first_failure() -> None:
    reporting = ReportingWork()
    reporting.work.hopeless = (ZeroDivisionError,)
    await reporting.work.each([1], failing(1, by=ZeroDivisionError))
    assert (reporting.heard.outcomes, reporting.reports) == (["frozen"], [(1, True)])


async def test_temporary_trouble_freezes_no_item() -> None:
    reporting = ReportingWork()
    reporting.work.passes = lambda error: isinstance(error, TimeoutError)
    for error in (StoreTrouble("locked"), TimeoutError()) * FROZEN_AFTER:

        async def work(error: Exception = error) -> None:
            raise error

        assert not await reporting.work.attempt(1, work)
        assert reporting.work.pauses.lasts(1)
        reporting.clock.time += SOON
        assert not reporting.work.pauses.lasts(1)
    assert reporting.heard.outcomes == []
    assert BRIEF < FIRST


async def test_an_unreadable_match_stops_no_other_clock(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad = (await world.begun(ANN, BEN, pace=Pace.DAY)).record.id
    good = (await world.begun(CAT, DAN, pace=Pace.DAY)).record.id
    of_match = world.deadlines.of_match

    async def unreadable(match: int) -> object:
        if match == bad:
            raise StoreTrouble("a page of the file is damaged")
        return await of_match(match)

    keeper = world.pace.timekeeper
    monkeypatch.setattr(keeper.deadlines, "of_match", unreadable)
    assert await wait(world, days=1) == [good]
    assert kinds(await world.matches.load(bad)) == []
    monkeypatch.undo()
    assert await wait(world, hours=1) == [bad], "the clock runs again once the match can be read"


async def test_failed_deletion_of_a_user_does_not_block_others(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = world.people.store
    for user in (ANN, BEN):
        await store.begin(user, world.clock.now())
    await store.note_left(955, 0)
    finish = store.finish

    async def broken(user: int) -> bool:
        if user == ANN:
            raise RuntimeError("out of order")
        return await finish(user)

    monkeypatch.setattr(store, "finish", broken)
    await world.people.look_after()
    assert await store.unfinished() == (ANN,)
    assert await store.left_before(world.clock.now()) == ()
    monkeypatch.undo()
    world.clock.time += FIRST
    await world.people.look_after()
    assert await store.unfinished() == ()


def _loops(tree: ast.AST) -> Iterator[tuple[int, str, list[ast.AST]]]:
    """Yield loops over awaited lists: line, method that lists the items, and body."""
    for node in ast.walk(tree):
        match node:
            case ast.For(iter=items, body=body):
                parts: list[ast.AST] = list(body)
            case ast.ListComp(elt=done) | ast.SetComp(elt=done) | ast.GeneratorExp(elt=done):
                items, parts = node.generators[0].iter, [done]
            case _:
                continue
        match items:
            case ast.Await(value=ast.Call(func=ast.Attribute(attr=name))):
                yield node.lineno, name, parts
            case _:
                pass


def test_loops_over_due_work_survive_a_failing_item() -> None:
    """A loop that awaits something for each item must use DueWork or a task of a queue."""
    n_loops, offenders = 0, list[str]()
    for folder in ("bot", "cogs"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            for line, name, parts in _loops(ast.parse(path.read_text(encoding="utf-8"))):
                if not LISTS_OF_DUE_WORK.search(name):
                    continue
                n_loops += 1
                if any(isinstance(node, ast.Await) for part in parts for node in ast.walk(part)):
                    offenders.append(
                        f"{path.relative_to(ROOT)}:{line} awaits in a loop over {name}()"
                    )
    assert offenders == []
    assert n_loops
